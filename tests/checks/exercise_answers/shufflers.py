"""Answers to the exercises of the chapter "Shufflers and sums"."""

import math

import numpy as np

from ldp_course.shuffle import clones_delta, clones_epsilon, coins_epsilon

_ = None  # an answer that is not given


def larger(one, other, factor):
    ways = ((one, other), (other, one))
    return max(sum(max(0, x - factor * y) for x, y in zip(a, b)) for a, b in ways)


def there(one, other, factor):
    return np.maximum(0, one - factor * other).sum()


def halving(n, local, delta):
    low, high = 0.0, float(local)
    for _round in range(10):
        middle = (low + high) / 2
        low, high = (low, middle) if clones_delta(n, local, middle) < delta else (middle, high)
    return high


CELL = 1_000_000 // 1_200
IN_CELL, IN_ALL = (coins_epsilon(n, 6, 1e-6) for n in (CELL, 1_000_000))
RIGHT = {
    "sticks_out": [
        (larger,),
        (lambda a, b, f: np.array([(a - f * b).clip(0).sum(), (b - f * a).clip(0).sum()]).max(),),
    ],
    "second_part": [
        (lambda x, r, M: (x - r) % M,),
        (lambda x, r, M: (x + M - r) % M,),
    ],
    "two_people": [(3 / 16, 1 / 16, 3 / 16), (0.1875, 0.0625, 0.1875)],
    "before_the_cliff": [(8_381,), (math.log(1e9) * (math.exp(6) + 1),)],
    "regions_and_hours": [(833, 2.06, 6.0, 0.073), (1e6 / 1_200, 2.0597, IN_CELL, IN_ALL)],
    "missing_shares": [(0.184, 3.296, 18.41), (0.1841, 3.2962, 18.4135)],
    "empty_sum": [(clones_epsilon,), (halving,)],
}
WRONG = {
    "sticks_out": [
        ((there,), "one direction only"),
        ((lambda a, b, f: there(b, a, f),), "one direction only"),
        ((lambda a, b, f: there(a, b, f) + there(b, a, f),), "not the sum of both"),
        ((lambda a, b, f: max((a - f * b).max(), (b - f * a).max()),), "the largest one"),
        ((lambda a, b, f: max((a - f * b).sum(), (b - f * a).sum()),), "only what is above 0"),
        ((lambda a, b, f: ...,), "write your line in place of ..."),
    ],
    "second_part": [
        ((lambda x, r, M: x - r,), "with % M"),
        ((lambda x, r, M: (x + r) % M,), "subtract r"),
        ((lambda x, r, M: (r - x) % M,), "the negative"),
        ((lambda x, r, M: -r % M,), "x is missing"),
        ((lambda x, r, M: ...,), "write your line in place of ..."),
    ],
    "two_people": [
        ((1 / 16, _, _), "exchanged"),
        ((6 / 16, _, _), "at the factor 1"),
        ((_, 3 / 16, _), "exchanged"),
        ((_, _, 0.25), "not the sum"),
        ((_, _, 1 / 16), "take the larger"),
    ],
    "before_the_cliff": [
        ((8_360,), "not e^-ε₀"),
        ((5_587,), "for δ = 10⁻⁶"),
        ((404.4,), "one lie"),
        ((3_640,), "natural logarithm"),
    ],
    "regions_and_hours": [
        ((13_514, _, _, _), "multiply"),
        ((20_000, _, _, _), "and the hours?"),
        ((_, 2_473, _, _), "for the million"),
        ((_, _, 0.073, _), "n is the cell"),
        ((_, _, _, 0.149), "for every mechanism"),
        ((_, _, _, 6), "that of the cell"),
    ],
    "missing_shares": [
        ((1.841, _, _), "with all shares"),
        ((_, 1, _), "with all shares"),
        ((_, 10, _), "in proportion"),
        ((_, 1.675, _), "one half"),
        ((_, _, 1.841), "now all do"),
        ((_, _, 0.184), "without the plan"),
    ],
    "empty_sum": [
        ((lambda n, local, delta: local / 1_024,), "promises too much"),
        ((lambda n, local, delta: coins_epsilon(n, local, delta),), "promises too much"),
        ((lambda n, local, delta: local,), "can do better"),
        ((lambda n, local, delta: "all",), "must be one number"),
        ((lambda n, local, delta: ...,), "write your line in place of ..."),
    ],
}
