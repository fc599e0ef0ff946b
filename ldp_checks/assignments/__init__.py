"""One folder an assignment: what a student is given (task.py), what is asked and how it is judged
(questions.py), and seals of what is right (key.json).
"""
