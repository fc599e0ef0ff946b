"""Ways to report an answer, in words and as a table of probabilities. One of each student's three
is not private.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np

from ldp_course.checks.individual import choose, draws


def formats_of(student: str) -> dict[str, tuple[str, np.ndarray]]:
    """Letter -> (description, Pr[report | value] as Fractions)."""
    source = draws("threat_models formats", student)
    kinds = [choose(source, CERTAIN), *_two(source, BOUNDED)]
    places = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    return {
        letter: kinds[place](source)
        for letter, place in zip("ABC", choose(source, places), strict=True)
    }


def _two(source: Random, kinds: tuple) -> list:
    first = choose(source, kinds)
    return [first, choose(source, [kind for kind in kinds if kind is not first])]


def _table(rows) -> np.ndarray:
    return np.array([[Fraction(entry) for entry in row] for row in rows], dtype=object)


def _percent(source: Random, *choices: int) -> Fraction:
    return Fraction(choose(source, choices), 100)


def _say(probability: Fraction) -> str:
    return f"{float(probability):g}"


def rounded(source: Random):
    width = choose(source, (2, 3, 4))
    values = range(2 * width)
    text = f"A number from 0 to {2 * width - 1} is rounded down to a multiple of {width} and sent."
    return text, _table([[value // width == report for report in range(2)] for value in values])


def one_sided(source: Random):
    a = _percent(source, 50, 60, 75, 80)
    text = (
        f'A "yes" is sent as "yes" with probability {_say(a)}, else as "no". A "no" is always sent'
        ' as "no".'
    )
    return text, _table([[a, 1 - a], [0, 1]])


def sometimes(source: Random):
    a = _percent(source, 10, 20, 25, 30)
    text = (
        f'The true "yes" or "no" is sent with probability {_say(a)}. Otherwise the word "nothing"'
        " is sent."
    )
    return text, _table([[a, 0, 1 - a], [0, a, 1 - a]])


def forced(source: Random):
    yes, no = _percent(source, 10, 15, 20), _percent(source, 25, 30, 40)
    text = (
        f'With probability {_say(yes)} "yes" is sent, with probability {_say(no)} "no", else the'
        " truth."
    )
    truth = 1 - yes - no
    return text, _table([[truth + yes, no], [yes, truth + no]])


def any_value(source: Random):
    k, truth = choose(source, (4, 5, 8, 10)), _percent(source, 30, 40, 50, 60, 70)
    text = (
        f"With probability {_say(truth)} the true one of {k} values is sent, else any of the {k} at"
        " random."
    )
    other = (1 - truth) / k
    return text, _table([
        [other + truth * (value == report) for report in range(k)] for value in range(k)
    ])


def another_value(source: Random):
    k, truth = choose(source, (4, 5, 6, 11)), _percent(source, 40, 50, 60, 70)
    text = (
        f"With probability {_say(truth)} the true one of {k} values is sent, else one of the"
        f" {k - 1} others at random."
    )
    other = (1 - truth) / (k - 1)
    return text, _table([
        [truth if value == report else other for report in range(k)] for value in range(k)
    ])


def wheel(source: Random):
    steps = choose(source, ((40, 30, 20, 10), (55, 20, 15, 10), (10, 45, 25, 20), (35, 35, 25, 5)))
    chances = [Fraction(step, 100) for step in steps]
    told = ", ".join(
        f"{place} (probability {_say(chance)})" for place, chance in enumerate(chances)
    )
    text = f"A number from 0 to 3 is moved up by {told}; after 3 comes 0 again. The result is sent."
    return text, _table([
        [chances[(report - value) % 4] for report in range(4)] for value in range(4)
    ])


CERTAIN = (rounded, one_sided, sometimes)
BOUNDED = (forced, any_value, another_value, wheel)
