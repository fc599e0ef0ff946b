"""Hold one folder for each assignment.

`task.py` is what a student is given, `questions.py` what is asked and how it is judged,
and `key.json` has seals of what is right.
"""
