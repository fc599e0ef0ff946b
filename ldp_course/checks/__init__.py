"""Instant feedback on the coursework: one file an assignment, one check a question.

A check never fixes a seed. It tests privacy first, then whether the answer is right on average, and states the
probability with which a correct answer would fail.
"""
