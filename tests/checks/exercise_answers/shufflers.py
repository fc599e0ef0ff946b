"""Answers to the exercises of the chapter "Shufflers and sums"."""

import numpy as np

from ldp_course.shuffle import clones_delta, coins_epsilon

_ = None  # an answer that is not given


def halving(n, local, delta):
    low, high = 0.0, float(local)
    for _round in range(10):
        middle = (low + high) / 2
        low, high = (low, middle) if clones_delta(n, local, middle) < delta else (middle, high)
    return high


CELL = 1_000_000 // 1_200
IN_CELL, IN_ALL = (coins_epsilon(n, 6, 1e-6) for n in (CELL, 1_000_000))
RIGHT = {
    "sticks_out": (
        lambda a, b, f: np.array([(a - f * b).clip(0).sum(), (b - f * a).clip(0).sum()]).max(),
    ),
    "second_part": (lambda x, r, M: (x + M - r) % M,),
    "two_people": (3 / 16, 1 / 16, 3 / 16),
    "before_the_cliff": (8_381,),
    "regions_and_hours": (833, 2.06, 6.0, 0.073),
    "missing_shares": (0.184, 3.296, 18.41),
    "empty_sum": (halving,),
}
WRONG = {
    "empty_sum": [
        ((lambda n, local, delta: local / 1_024,), "promises too much"),
        ((lambda n, local, delta: "all",), "must be one number"),
    ]
}
