"""Randomized response: known mistakes of clients.

Draws that two neighbours share double the variance of a count, so that the channel
fails at times too: then no points are left.
"""

import numpy as np
from scipy.special import expit

from answers import of_anybody, of_task
from ldp_course.privacy import privacy_loss

from .right import channel, tosses


def roll(t, truths, rng, size=None):
    rolls = rng.integers(1, 13, size or len(truths))
    return np.where(
        rolls <= t.yes_faces, 1, np.where(rolls > 12 - t.no_faces, 0, truths)
    )


def symmetric(truths, epsilon, rng):
    return np.where(rng.random(len(truths)) < expit(epsilon), truths, 1 - truths)


def in_place(function):
    def client(truths, *others):
        truths[:] = function(truths, *others)
        return truths

    return client


def promised(t):
    return privacy_loss(channel(t))


def shared_roll(t, truths, rng):
    n = len(truths)
    u = np.repeat(rng.random((n + 1) // 2), 2)[:n]
    return np.where(u < t.a, 1, np.where(u > 1 - t.b, 0, truths))


def fixed_number(t, truths, rng):
    n = len(truths)
    order, reports = rng.permutation(n), truths.copy()
    yes, no = round(n * t.a), round(n * t.b)
    reports[order[:yes]], reports[order[yes : yes + no]] = 1, 0
    return reports


FORCED = {
    "the truth": (lambda t, x, rng: x.copy(), 0, "every report is the truth"),
    "one roll for all": (lambda t, x, rng: roll(t, x, rng, size=1), 0, "draw for each person"),
    "doubled ε": (
        lambda t, x, rng: symmetric(x, 2 * promised(t), rng),
        0,
        "your reports show at least ε",
    ),
    "one roll for two": (shared_roll, {0, 2.25}),
    "a fixed number is forced": (fixed_number, {0, 2.25}, "not for a fixed number of them"),
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
}  # fmt: skip


UNEQUAL = {
    "the mean ε": (
        lambda x, e, rng: symmetric(x, np.mean(e), rng),
        0,
        "your reports show at least ε",
    ),
}


MENDED = {
    "global NumPy": (lambda x, h, rng: tosses(x, h, np.random), 1.75, "draw all chance from `rng`")
}  # fmt: skip

WRONG = {
    "forced_response": {name: (of_task(client), *rest) for name, (client, *rest) in FORCED.items()},
    "report_unequal": {
        name: (of_anybody(client), *rest) for name, (client, *rest) in UNEQUAL.items()
    },
    "mended_client": {name: (of_anybody(client), *rest) for name, (client, *rest) in MENDED.items()}
    | {"as it was": (lambda t: t.broken_client, 0)},
}  # fmt: skip
