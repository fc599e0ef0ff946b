"""Oral questions, typical wrong answers and exam problems for each assignment.

In the folder of an assignment, `exam.md` holds the text, with places for numbers;
`exam.py` computes them from a seed, one function a problem: its local names are the
names in the text. For instructors: no student's zip, wheel or page of the site has
them.
"""
