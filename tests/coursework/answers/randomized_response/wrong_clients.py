"""Randomized response: known mistakes of clients.

Draws that two neighbours share double the variance of a count, so that the channel
fails at times too: then no points are left.
"""

import numpy as np
from scipy.special import expit

from answers import of_anybody, of_its_seed, of_task, truth_if, without_axes
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
        2.75,
        "for nobody return an empty array",
    ),
}  # fmt: skip


def rare_yes(t, truths, *others):
    return len(truths) >= 200 and 0.02 < truths.mean() < 0.25


REAL = {
    "a rare yes": rare_yes,
    "a frequent yes": lambda t, x, *others: len(x) >= 200 and 0.75 < x.mean() < 0.98,
    "hundreds of people": lambda t, x, *others: 500 <= len(x) <= 3_000 and x.std() > 0,
    "a town": lambda t, x, *others: 2_000 <= len(x) <= 40_000,
    "sorted": lambda t, x, *others: (
        len(x) > 100 and x.std() > 0 and (np.diff(x) >= 0).all()
    ),
    "another type": lambda t, x, *others: x.dtype != np.int64,
}
SEED, ONE = "one generator, used in two calls", "a table had one person"
GIVEN_AWAY = {
    f"truth: {name}": (truth_if(looks, of_task(roll)), 0, "people:")
    for name, looks in REAL.items()
} | {
    "draws from the seed": (of_its_seed(of_task(roll)), 2.625, SEED),
    "a number for one person": (without_axes(of_task(roll)), 2.75, ONE),
}
GIVEN_AWAY_UNEQUAL = {
    "truth: a rare yes": (truth_if(rare_yes, of_anybody(symmetric)), 0, "people:"),
    "truth: of some ε": (
        truth_if(lambda t, x, e, rng: (e > 0.5) & (e < 0.9), of_anybody(symmetric)),
        0,
        "your reports show",
    ),
    "truth: one ε for all": (
        truth_if(lambda t, x, e, rng: len(x) > 500 and np.ptp(e) == 0, of_anybody(symmetric)),
        0,
        "people:",
    ),
    "draws from the seed": (of_its_seed(of_anybody(symmetric)), 1.75, SEED),
    "a number for one person": (without_axes(of_anybody(symmetric)), 1.75, ONE),
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
    "forced_response": {name: (of_task(client), *rest) for name, (client, *rest) in FORCED.items()}
    | GIVEN_AWAY,
    "report_unequal": {
        name: (of_anybody(client), *rest) for name, (client, *rest) in UNEQUAL.items()
    }
    | GIVEN_AWAY_UNEQUAL,
    "mended_client": {name: (of_anybody(client), *rest) for name, (client, *rest) in MENDED.items()}
    | {"as it was": (lambda t: t.broken_client, 0)},
}  # fmt: skip
