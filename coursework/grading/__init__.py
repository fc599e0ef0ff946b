"""The instructor's command: grades a folder or zip of submissions.

    python -m coursework.grading --help

Student code runs twice, each time in a jail (`jail`): once in nbgrader's own cycle (`cycle`), which
also keeps the grade book and the written answers, and once in the audit (`audit`), which asks the
student's functions with inputs that the student cannot know and has the last word on every code
question.
"""
