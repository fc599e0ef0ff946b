"""Unary encoding, questions 1 and 2: encoded answers, and noise on every bit."""

import numpy as np

from answers import of_its_seed, truth_if, without_axes


# Question 1: encode_answers(answers)
def encoder(silent=None, unknown=ValueError, transform=lambda rows: rows, repeated=set):
    """An encoder by parts; `silent`: what an empty answer becomes."""

    def made(t):
        def encode(answers):
            rows = []
            for named in answers:
                named = repeated(named)
                if not set(named) <= set(t.domain) and unknown:
                    raise unknown("not in the domain")
                if len(named) > t.most:
                    raise ValueError("too many")
                row = [float(list(named).count(value)) for value in t.domain] + [
                    float(not named)
                ]
                rows.append(silent(row) if silent and not named else row)
            return transform(np.array(rows))

        return encode

    return made


ENCODE_RIGHT = {
    "float rows": encoder(),
    "lists": encoder(transform=lambda rows: rows.astype(int).tolist()),
}
ENCODE_WRONG = {
    "no answer is all zeros": (
        encoder(silent=lambda row: [0.0] * len(row)),
        1.5,
        "all zeros would be lost",
    ),
    "unknown values are ignored": (encoder(unknown=None), 1.5),
    "a repeated value is an error": (
        encoder(repeated=list),
        1.5,
        "a value that is named twice counts once",
    ),
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


def _people(rows, p, q, rng):
    return (
        [list((rng.random(len(row)) < q + (p - q) * row).astype(int)) for row in rows]
        if len(rows)
        else rows
    )


PERTURB_RIGHT = {
    "draws below": bits(
        lambda rows, p, q, rng: (
            rng.random(rows.shape) < np.where(rows == 1, p, q)
        ).astype(int)
    ),
    "binomial": bits(lambda rows, p, q, rng: rng.binomial(1, np.where(rows, p, q))),
    "by people, lists": bits(_people),
}


def shared(shape):
    """Bits that share a draw: `shape` says how many draws there are."""
    return bits(
        lambda rows, p, q, rng: (
            rng.random(shape(rows)) < np.where(rows == 1, p, q)
        ).astype(int)
    )


def _columns_share(rows, p, q, rng):
    """Columns of the second half take the draws of the first."""
    uniform, half = rng.random(rows.shape), rows.shape[1] // 2
    uniform[:, half : 2 * half] = uniform[:, :half]
    return (uniform < np.where(rows == 1, p, q)).astype(int)


def _half_the_noise(rows, p, q, rng):
    return (rng.random(rows.shape) < np.where(rows == 1, (1 + p) / 2, q / 2)).astype(
        int
    )


def _exact(rows, p, q, rng):
    """In each column exactly the expected number of bits."""
    reports = np.zeros_like(rows)
    for column in range(rows.shape[1]):
        for kind, chance in ((1, p), (0, q)):
            where = rng.permutation(np.flatnonzero(rows[:, column] == kind))
            reports[where[: round(chance * len(where))], column] = 1
    return reports


def _global(rows, p, q, rng):
    return (np.random.random(rows.shape) < np.where(rows == 1, p, q)).astype(int)


def seeded(seed):
    return bits(
        lambda rows, p, q, rng: _ones_then_zeros(
            rows, p, q, np.random.default_rng(seed)
        )
    )


PERTURB_WRONG = {
    "the truth": (bits(lambda rows, p, q, rng: rows.copy()), 0, "the reports are the true rows"),
    "half the noise": (bits(_half_the_noise), 0, "the noise is too weak"),
    "NumPy's global generator": (bits(_global), 3.5, "two calls with equal generators differ"),
    "a fixed seed": (seeded(0), 0, "the noise is the same at every call"),
    "exact shares": (bits(_exact), {0, 2.5}, "closer to their means than chance allows"),
    "columns share": (bits(_columns_share), 0),
    "truth: few values": (
        truth_if(
            lambda t, rows, rng: (rows[:, :-1].sum(axis=1) < t.most) & (rows[:, -1] == 0),
            bits(_ones_then_zeros),
        ),
        0,
    ),
    "truth: a popular value": (
        truth_if(
            lambda t, rows, rng: (
                len(rows) > 100 and rows[:, :-1].mean(axis=0).max() > 2.5 * rows.mean()
            ),
            bits(_ones_then_zeros),
        ),
        0,
    ),
    "draws from the seed": (of_its_seed(bits(_ones_then_zeros)), 3.5, "one generator"),
    "a row for one person": (without_axes(bits(_ones_then_zeros)), 3.75, "one person"),
}  # fmt: skip

RIGHT = {"encode_answers": ENCODE_RIGHT, "perturb_bits": PERTURB_RIGHT}
WRONG = {"encode_answers": ENCODE_WRONG, "perturb_bits": PERTURB_WRONG}
