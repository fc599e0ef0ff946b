"""Unary encoding, questions 1 and 2: encoded answers, and noise on every bit."""

import math

import numpy as np


# Question 1: encode_answers(answers)
def encoder(
    silent=None, unknown=ValueError, too_many=ValueError, transform=lambda rows: rows, repeated=set
):
    """An encoder by parts; `silent`: what an empty answer becomes."""

    def made(t):
        def encode(answers):
            rows = []
            for named in answers:
                named = repeated(named)
                if not set(named) <= set(t.domain) and unknown:
                    raise unknown("not in the domain")
                if len(named) > t.most and too_many:
                    raise too_many("too many")
                row = [float(list(named).count(value)) for value in t.domain] + [float(not named)]
                rows.append(silent(row) if silent and not named else row)
            return transform(np.array(rows))

        return encode

    return made


def _by_index(t):
    def encode(answers):
        rows = np.zeros((len(answers), len(t.columns)), dtype=np.uint8)
        for person, named in enumerate(answers):
            if len(set(named)) > t.most:
                raise ValueError(f"person {person} names more than {t.most} values")
            for value in named or ["(no answer)"]:
                rows[person, t.columns.index(value)] = (
                    1  # index raises ValueError for an unknown value
                )
        return rows

    return encode


ENCODE_RIGHT = {
    "float rows": encoder(),
    "whole numbers": encoder(transform=lambda rows: rows.astype(int)),
    "True and False": encoder(transform=lambda rows: rows == 1),
    "lists": encoder(transform=lambda rows: rows.astype(int).tolist()),
    "by index": _by_index,
    "tuple of tuples": encoder(transform=lambda rows: tuple(map(tuple, rows.astype(int)))),
}
ENCODE_WRONG = {
    "no answer is all zeros": (
        encoder(silent=lambda row: [0.0] * len(row)),
        1.5,
        "all zeros would be lost",
    ),
    "no answer is dropped": (encoder(transform=lambda rows: rows[rows[:, -1] == 0]), 0),
    "no answer comes first": (
        encoder(transform=lambda rows: np.roll(rows, 1, axis=1)),
        0.5,
        "who names values must have",
        "who names nothing must have",
    ),
    "no column for no answer": (encoder(transform=lambda rows: rows[:, :-1]), 0),
    "unknown values are ignored": (encoder(unknown=None), 1.5),
    "unknown values raise KeyError": (encoder(unknown=KeyError), 1.5),
    "too many values pass": (
        encoder(too_many=None),
        1.5,
        "raise nothing; both must raise a ValueError",
    ),
    "too many values are cut": (
        lambda t: lambda a: encoder()(t)([list(dict.fromkeys(n))[: t.most] for n in a]),
        1.5,
    ),
    "a repeated value is an error": (
        encoder(repeated=list),
        1.5,
        "a value that is named twice counts once",
    ),
    "a repeated value counts twice": (encoder(repeated=list, too_many=None), 1.5),
    "the domain is sorted": (
        encoder(transform=lambda rows: rows[:, np.r_[np.arange(rows.shape[1] - 2, -1, -1), -1]]),
        1,
    ),
    "always zero": (encoder(transform=np.zeros_like), 0.5),
    "one row too many": (encoder(transform=lambda rows: np.vstack([rows, rows[:1]])), 0),
}


# Question 2: perturb_bits(rows, rng)
def bits(draw):
    """A perturbation from draw(rows, p, q, rng)."""
    return lambda t: lambda rows, rng: draw(rows, t.p, t.q, rng)


def _ones_then_zeros(rows, p, q, rng):
    reports = np.empty(rows.shape, dtype=bool)
    ones = rows == 1
    reports[ones] = rng.random(ones.sum()) < p
    reports[~ones] = rng.random((~ones).sum()) < q
    return reports


def _choice(rows, p, q, rng):
    reports = rng.choice([0, 1], size=rows.shape, p=[1 - q, q])
    ones = rows == 1
    reports[ones] = rng.choice([1, 0], size=ones.sum(), p=[p, 1 - p])
    return reports


def _columns(rows, p, q, rng):
    columns = [
        rng.random(len(rows)) < np.where(rows[:, column] == 1, p, q)
        for column in reversed(range(rows.shape[1]))
    ]
    return np.array(columns[::-1]).T.astype(float).reshape(rows.shape)


def _people(rows, p, q, rng):
    return (
        [list((rng.random(len(row)) < q + (p - q) * row).astype(int)) for row in rows]
        if len(rows)
        else rows
    )


def _one_bit_at_a_time(rows, p, q, rng):
    reports = rows.copy()
    for person in range(rows.shape[0]):
        for column in range(rows.shape[1]):
            reports[person, column] = int(rng.random() < (p if rows[person, column] else q))
    return reports


def _coins(rows, p, q, rng):
    """Two coins: the first decides whether the bit stays, the second draws a new one."""
    keep = rng.random(rows.shape) < p - q
    return np.where(keep, rows, rng.random(rows.shape) < q / (1 - p + q))


PERTURB_RIGHT = {
    "draws below": bits(
        lambda rows, p, q, rng: (rng.random(rows.shape) < np.where(rows == 1, p, q)).astype(int)
    ),
    "draws above": bits(
        lambda rows, p, q, rng: (rng.random(rows.shape) >= 1 - (q + (p - q) * rows)).astype(
            np.uint8
        )
    ),
    "binomial": bits(lambda rows, p, q, rng: rng.binomial(1, np.where(rows, p, q))),
    "integer draws": bits(
        lambda rows, p, q, rng: (
            rng.integers(100, size=rows.shape) < np.rint(100 * np.where(rows, p, q))
        )
    ),
    "flips": bits(
        lambda rows, p, q, rng: rows ^ (rng.random(rows.shape) < np.where(rows, 1 - p, q))
    ),
    "ones, then zeros": bits(_ones_then_zeros),
    "choice": bits(_choice),
    "by columns, from the last": bits(_columns),
    "by people, lists": bits(_people),
    "two coins": bits(_coins),
    "float32": bits(
        lambda rows, p, q, rng: (
            (rng.random(rows.shape, dtype=np.float32) < np.where(rows, p, q)) * 1.0
        )
    ),
}
PERTURB_SLOW = {"one bit at a time": bits(_one_bit_at_a_time)}


def shared(shape):
    """Bits that share a draw: `shape` says how many draws there are."""
    return bits(
        lambda rows, p, q, rng: (rng.random(shape(rows)) < np.where(rows == 1, p, q)).astype(int)
    )


def _twice(axis):
    def draw(rows, p, q, rng):
        uniform = rng.random(rows.shape)
        half = rows.shape[axis] // 2
        index = np.arange(rows.shape[axis])
        index[half : 2 * half] = index[:half]
        return (np.take(uniform, index, axis=axis) < np.where(rows == 1, p, q)).astype(int)

    return bits(draw)


def _neighbours(rows, p, q, rng):
    uniform = np.repeat(rng.random(((len(rows) + 1) // 2, rows.shape[1])), 2, axis=0)[: len(rows)]
    return (uniform < np.where(rows == 1, p, q)).astype(int)


def _stronger(factor):
    """Odds of a 1 in the ratio e^(factor ε), with the same middle."""

    def draw(rows, p, q, rng):
        centre = (math.log(p / (1 - p)) + math.log(q / (1 - q))) / 2
        reach = factor * (math.log(p / (1 - p)) - math.log(q / (1 - q))) / 2
        chances = 1 / (1 + np.exp(-centre - np.where(rows == 1, reach, -reach)))
        return (rng.random(rows.shape) < chances).astype(int)

    return bits(draw)


def _exact(rows, p, q, rng):
    """In each column exactly the expected number of bits."""
    reports = np.zeros_like(rows)
    for column in range(rows.shape[1]):
        for kind, chance in ((1, p), (0, q)):
            where = rng.permutation(np.flatnonzero(rows[:, column] == kind))
            reports[where[: round(chance * len(where))], column] = 1
    return reports


def _mutates(rows, p, q, rng):
    rows[...] = rng.random(rows.shape) < np.where(rows == 1, p, q)
    return rows


def _global(rows, p, q, rng):
    return (np.random.random(rows.shape) < np.where(rows == 1, p, q)).astype(int)


def seeded(seed):
    return bits(lambda rows, p, q, rng: _ones_then_zeros(rows, p, q, np.random.default_rng(seed)))


PERTURB_WRONG = {
    "the truth": (bits(lambda rows, p, q, rng: rows.copy()), 0, "the reports are the true rows"),
    "a 1 is never cleared": (
        bits(lambda rows, p, q, rng: rows | (rng.random(rows.shape) < q)),
        0,
        "your reports show at least",
        "a 1 never becomes 0, so a 0 is proof",
    ),
    "a 0 never becomes 1": (
        bits(lambda rows, p, q, rng: rows & (rng.random(rows.shape) < p)),
        0,
        "a 0 never becomes 1",
    ),
    "one coin a person": (
        shared(lambda rows: (len(rows), 1)),
        0,
        "draw anew for every bit of every person",
    ),
    "one coin a column": (shared(lambda rows: (1, rows.shape[1])), 0),
    "one coin for all": (shared(lambda rows: (1, 1)), 0),
    "doubled ε": (_stronger(2), 0, "the noise is too weak"),
    "half as much ε again": (_stronger(1.5), 0),
    "half of ε": (_stronger(0.5), 2.5, "a correct answer lies in"),
    "all 0": (
        bits(lambda rows, p, q, rng: np.zeros_like(rows)),
        0,
        "the answer tells next to nothing",
    ),
    "all 1": (bits(lambda rows, p, q, rng: np.ones_like(rows)), 0),
    "pure noise": (bits(lambda rows, p, q, rng: rng.integers(0, 2, rows.shape)), 0),
    "p and q exchanged": (
        bits(lambda rows, p, q, rng: (rng.random(rows.shape) < np.where(rows, q, p)) * 1),
        2.5,
    ),
    "1 - p for q": (
        bits(lambda rows, p, q, rng: (rng.random(rows.shape) < np.where(rows, p, 1 - p)) * 1),
        {0, 2.5},
    ),
    "q for 1 - p": (
        bits(lambda rows, p, q, rng: (rng.random(rows.shape) < np.where(rows, 1 - q, q)) * 1),
        {0, 2.5},
    ),
    "NumPy's global generator": (bits(_global), 3.5, "two calls with equal generators differ"),
    "a generator of its own": (seeded(None), 3.5),
    "a fixed seed": (seeded(0), 0, "the noise is the same at every call"),
    "changes its input": (bits(_mutates), 3.5, "work on a copy"),
    "more 1s from 0s": (
        bits(
            lambda rows, p, q, rng: (rng.random(rows.shape) < np.where(rows == 1, p, q + 0.1)) * 1
        ),
        2.5,
        "asked for: 1s stay 1 with",
        "0s that became 1: ",
        "; a correct answer lies in [",
    ),
    "fewer 1s from 1s": (
        bits(
            lambda rows, p, q, rng: (rng.random(rows.shape) < np.where(rows == 1, p - 0.1, q)) * 1
        ),
        2.5,
        "1s that became 0: ",
        "; a correct answer lies in [",
    ),
    "exact shares": (bits(_exact), 2.5, "closer to their means than chance allows"),
    "neighbours share": (bits(_neighbours), 0, "draw anew for every bit of every person"),
    "halves share": (_twice(0), 0, "draw anew for every bit of every person"),
    "columns share": (_twice(1), 0),
    "transposed": (bits(lambda rows, p, q, rng: _ones_then_zeros(rows, p, q, rng).T), 0),
    "Laplace noise": (bits(lambda rows, p, q, rng: rows + rng.laplace(0, 1, rows.shape)), 0),
    "only counts": (bits(lambda rows, p, q, rng: _ones_then_zeros(rows, p, q, rng).sum(axis=0)), 0),
}

RIGHT = {
    "encode_answers": ENCODE_RIGHT,
    "perturb_bits": PERTURB_RIGHT,
}
WRONG = {
    "encode_answers": ENCODE_WRONG,
    "perturb_bits": PERTURB_WRONG,
}
SLOW = {"perturb_bits": PERTURB_SLOW}
