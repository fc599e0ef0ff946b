"""Give instant feedback on exercises (`chapters/`) and coursework (`assignments/`).

A check never fixes a seed of a random answer. It states the probability with which a
right answer would fail.
"""

from ldp_checks.assignment_checks import assignment

__all__ = ["assignment"]
