"""Say what reports of one person reveal together, and what one budget buys.

`Linkability`: how often two reports of one device are told from those of two.
`coin_delta`, `coin_epsilon`, `advanced_epsilon` and `guess_success`: what many answers
about one secret reveal, exactly for a coin, and as a bound for other answers. Each of
these has fresh noise of its own.
`ChangeTree`: a person reports once, about a whole series of days.
"""

from ldp_course.topics.two_reports.change_tree import ChangeTree
from ldp_course.topics.two_reports.composition import (
    advanced_epsilon,
    coin_delta,
    coin_epsilon,
    guess_success,
)
from ldp_course.topics.two_reports.linkability import Linkability

__all__ = [
    "ChangeTree", "Linkability", "advanced_epsilon", "coin_delta", "coin_epsilon",
    "guess_success",
]  # fmt: skip
