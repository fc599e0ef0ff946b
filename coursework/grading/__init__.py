"""Grade a folder or zip of submissions: the instructor's command.

    python -m coursework.grading --help

From zip to mark, each step once: `collect` finds whose notebook is whose, `grade` runs
it in the `sandbox` and asks the checks, `own_text` finds what a student wrote,
`copy_for_marker` shows it, `nbgrader_gradebook` has a person's marks, `key` the names,
`pages` and `grade_book` write all of it down, the grade books of Canvas and Moodle too.
`results` describes what one step gives to the next.
"""
