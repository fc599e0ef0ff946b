"""Randomized response: known mistakes of clients.

Draws that two neighbours share double the variance of a count, so that the channel fails at
times too: then no points are left.
"""

import numpy as np
from scipy.special import expit

from answers import of_anybody, of_task
from ldp_course.privacy import privacy_loss


def roll(t, truths, rng, faces=12, size=None):
    """A die; `size`: how it is rolled."""
    rolls = rng.integers(1, faces + 1, size or len(truths))
    return np.where(rolls <= t.yes_faces, 1, np.where(rolls > 12 - t.no_faces, 0, truths))


def symmetric(truths, epsilon, rng):
    return np.where(rng.random(len(truths)) < expit(epsilon), truths, 1 - truths)


def in_place(function):
    def client(truths, *others):
        truths[:] = function(truths, *others)
        return truths

    return client


def promised(t):
    return privacy_loss([[1 - t.a, t.a], [t.b, 1 - t.b]])


def sequential(t, truths, rng):
    yes, no = rng.random(len(truths)) < t.a, rng.random(len(truths)) < t.b
    return np.where(yes, 1, np.where(no, 0, truths))


def in_pairs(function, size):
    """One draw for two neighbours."""

    class Pairs:
        def __init__(self, rng):
            self.rng = rng

        def random(self, n):
            return np.repeat(self.rng.random((n + 1) // 2), 2)[:n]

    return lambda truths, *others: function(truths, *others[:size], Pairs(others[size]))


def fixed_number(t, truths, rng):
    n = len(truths)
    order, reports = rng.permutation(n), truths.copy()
    yes, no = round(n * t.a), round(n * t.b)
    reports[order[:yes]], reports[order[yes : yes + no]] = 1, 0
    return reports


def flips(t, truths, rng):
    return np.where(rng.random(len(truths)) < t.a + t.b, 1 - truths, truths)


def by_float(t, truths, rng):
    u = rng.random(len(truths))
    return np.where(u < t.a, 1, np.where(u > 1 - t.b, 0, truths))


def never_no(t, truths, rng):
    return np.where(rng.random(len(truths)) < t.a, 1, truths)


def never_yes(t, truths, rng):
    return np.where(rng.random(len(truths)) < t.b, 0, truths)


def swapped(t, truths, rng):
    u = rng.random(len(truths))
    return np.where(u < t.b, 1, np.where(u > 1 - t.a, 0, truths))


ONE = "return one report for each person"
SHAPE = (0, ONE)
NO_FLIP = 'a "no" is never turned into a "yes"'
YES_FLIP = 'a "yes" is never turned into a "no"'
FORCED = {
    "the truth": (lambda t, x, rng: x.copy(), 0, "every report is the truth"),
    "the opposite": (lambda t, x, rng: 1 - x, 0, "the opposite of the truth"),
    "always yes": (lambda t, x, rng: np.ones(len(x)), 0, "everybody reports the same"),
    "always no": (lambda t, x, rng: 0 * x, 0, "everybody reports the same"),
    "fair coins": (
        lambda t, x, rng: rng.integers(0, 2, len(x)),
        0,
        "not the probabilities asked for",
    ),
    "nobody is forced to say no": (never_no, 0, YES_FLIP),
    "nobody is forced to say yes": (never_yes, 0, NO_FLIP),
    "a and b swapped": (swapped, 0, "not the probabilities asked for"),
    "one roll for all": (lambda t, x, rng: roll(t, x, rng, size=1), 0, "draw for each person"),
    "11 faces": (lambda t, x, rng: roll(t, x, rng, faces=11), 0, "not the probabilities"),
    "13 faces": (lambda t, x, rng: roll(t, x, rng, faces=13), 0, "a correct answer lies in"),
    "no only if not yes": (sequential, 0, 'truth "yes", report "no"'),
    "flips where it should force": (flips, 0, "a correct answer lies in"),
    "right ε, another mechanism": (
        lambda t, x, rng: symmetric(x, promised(t), rng),
        0,
        "correct answer lies in",
    ),
    "doubled ε": (
        lambda t, x, rng: symmetric(x, 2 * promised(t), rng),
        0,
        "your reports show at least ε",
    ),
    "one roll for two": (
        lambda t, x, rng: in_pairs(lambda y, r: by_float(t, y, r), 0)(x, rng),
        {0, 2.25},
    ),
    "a fixed number is forced": (fixed_number, 2.25, "not for a fixed number of them"),
    "fixed seed": (lambda t, x, rng: roll(t, x, np.random.default_rng(0)), 0, "can undo them"),
    "seed from the truths": (
        lambda t, x, rng: roll(t, x, np.random.default_rng([len(x), *x[:99]])),
        0,
        "can undo them",
    ),
    "own generator": (
        lambda t, x, rng: roll(t, x, np.random.default_rng()),
        2.625,
        "draw all chance from `rng`",
    ),
    "global NumPy": (
        lambda t, x, rng: by_float(t, x, np.random),
        2.625,
        "draw all chance from `rng`",
    ),
    "changes its input": (
        lambda t, x, rng: in_place(lambda y, r: roll(t, y, r))(x, rng),
        2.625,
        "work on a copy",
    ),
    "not for nobody": (
        lambda t, x, rng: roll(t, x, rng) if len(x) else None,
        2.625,
        "for nobody an empty array",
    ),
    "raises for nobody": (
        lambda t, x, rng: roll(t, x, rng) if len(x) else 1 / 0,
        2.625,
        "ZeroDivisionError",
    ),
    "the number of yes": (lambda t, x, rng: roll(t, x, rng).sum(), *SHAPE),
    "a column": (lambda t, x, rng: roll(t, x, rng)[:, None], *SHAPE),
    "one too few": (lambda t, x, rng: roll(t, x, rng)[1:], *SHAPE),
    "words": (lambda t, x, rng: np.where(roll(t, x, rng) == 1, "yes", "no"), *SHAPE),
    "probabilities": (lambda t, x, rng: np.where(x == 1, 1 - t.b, t.a), *SHAPE),
    "1 and 2": (lambda t, x, rng: roll(t, x, rng) + 1, *SHAPE),
    "nothing": (lambda t, x, rng: None, 0, "returned None: is a `return` missing?"),
    "an exception": (lambda t, x, rng: x / t.c, 0, "your code raised AttributeError"),
}


def once(truths, epsilons, rng):
    return np.where(rng.random() < expit(epsilons), truths, 1 - truths)


UNEQUAL = {
    "the truth": (lambda x, e, rng: x.copy(), 0, "every report is the truth"),
    "fair coins": (
        lambda x, e, rng: rng.integers(0, 2, len(x)),
        0,
        "not the probabilities asked for",
    ),
    "the mean ε": (
        lambda x, e, rng: symmetric(x, np.mean(e), rng),
        0,
        "your reports show at least ε",
    ),
    "the largest ε": (
        lambda x, e, rng: symmetric(x, np.max(e, initial=0), rng),
        0,
        "your reports show at least ε",
    ),
    "the smallest ε": (
        lambda x, e, rng: symmetric(x, np.min(e, initial=9), rng),
        0,
        "not the probabilities",
    ),
    "doubled ε": (lambda x, e, rng: symmetric(x, 2 * e, rng), 0, "your reports show at least ε"),
    "half of ε": (lambda x, e, rng: symmetric(x, e / 2, rng), 0, "not the probabilities asked for"),
    "powers of 2": (
        lambda x, e, rng: symmetric(x, e * np.log(2), rng),
        0,
        "not the probabilities asked for",
    ),
    "ε in another order": (
        lambda x, e, rng: symmetric(x, np.sort(e), rng),
        0,
        "your reports show at least ε",
    ),
    "lies with p": (lambda x, e, rng: 1 - symmetric(x, e, rng), 0, "a correct answer lies in"),
    "truth with p, else a coin": (
        lambda x, e, rng: np.where(rng.random(len(x)) < expit(e), x, rng.integers(0, 2, len(x))),
        0,
        "show at least",
    ),
    "a no stays": (lambda x, e, rng: x & symmetric(x, e, rng), 0, NO_FLIP),
    "a yes stays": (lambda x, e, rng: x | symmetric(x, e, rng), 0, YES_FLIP),
    "one draw for all": (once, 0, "your reports show at least ε"),
    "one draw for two": (in_pairs(symmetric, 1), {0, 1.5}),
    "fixed seed": (lambda x, e, rng: symmetric(x, e, np.random.default_rng(1)), 0, "can undo them"),
    "global NumPy": (
        lambda x, e, rng: symmetric(x, e, np.random),
        1.75,
        "draw all chance from `rng`",
    ),
    "changes its input": (in_place(symmetric), 1.75, "work on a copy"),
    "shares": (lambda x, e, rng: expit(e), *SHAPE),
}


def coins(truths, heads, rng):
    first, second = rng.random(len(truths)) < heads, rng.random(len(truths)) < 0.5
    return np.where(first, truths, second)


MENDED = {
    "fair first coin": (lambda x, h, rng: coins(x, 0.5, rng), 0, "your reports show at least ε"),
    "truth with h, else a lie": (
        lambda x, h, rng: np.where(rng.random(len(x)) < h, x, 1 - x),
        0,
        "a correct answer",
    ),
    "second coin tossed once": (
        lambda x, h, rng: np.where(rng.random(len(x)) < h, x, int(rng.random() < 0.5)),
        0,
        "your reports show at least ε",
    ),
    "first coin tossed once": (
        lambda x, h, rng: np.where(rng.random() < h, x, rng.random(len(x)) < 0.5),
        0,
        "",
    ),
    "the truth": (lambda x, h, rng: x.copy(), 0, "every report is the truth"),
    "coins for two": (in_pairs(coins, 1), {0, 1.5}),
    "global NumPy": (lambda x, h, rng: coins(x, h, np.random), 1.75, "draw all chance from `rng`"),
    "changes its input": (in_place(coins), 1.75, "work on a copy"),
}

WRONG = {
    "forced_response": {name: (of_task(client), *rest) for name, (client, *rest) in FORCED.items()},
    "report_unequal": {
        name: (of_anybody(client), *rest) for name, (client, *rest) in UNEQUAL.items()
    },
    "mended_client": {name: (of_anybody(client), *rest) for name, (client, *rest) in MENDED.items()}
    | {"as it was": (lambda t: t.broken_client, 0)},
}
