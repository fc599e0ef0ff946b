"""The instructor's command: grades a folder or zip of submissions.

    python -m coursework.grading --help

From zip to mark, each step once: `collect` finds whose notebook is whose, `grade` runs it in the
`sandbox` and asks the checks, `gradebook` keeps what a person marks, `pages` and `roster` write it
down. `results` has what is handed on.
"""
