"""What an instructor assigns: one folder an assignment, `release.py` for the students' copies,
`grading` for theirs.
"""
