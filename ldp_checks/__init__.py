"""Instant feedback: `chapters/` has the exercises of the chapters, `assignments/` the coursework.

A check never fixes a seed of a random answer. It states the probability with which a right answer
would fail.
"""

from ldp_checks.sheet import assignment

__all__ = ["assignment"]
