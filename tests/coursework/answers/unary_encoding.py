"""Answer "Unary encoding" in other ways, right and wrong."""

import math

import numpy as np
from scipy import stats

DIGESTS = ["7352b2d48a11", "2c61d788d072", "34d6ca2d8bf3"]
CHOICES = "survey 6 width 3 most 2 p 4 q 4 asked 4 share 4 faulty_code 5"


def by_people(s):
    """Draw person by person, and return lists."""
    p, q = s.task.p, s.task.q

    def draw(row, rng):
        return list((rng.random(len(row)) < q + (p - q) * row).astype(int))

    return lambda rows, rng: [draw(row, rng) for row in rows] if len(rows) else rows


def binomial(s):
    return lambda rows, rng: rng.binomial(1, np.where(rows, s.task.p, s.task.q))


def loss_by_arrays(p, q, m):
    with np.errstate(all="ignore"):
        set_bits, cleared = np.log(np.array([p, 1 - p])), np.log(np.array([q, 1 - q]))
        return m * np.ptp(set_bits - cleared)


def by_inverse_matrix(s):
    channel = [[s.task.p, s.task.q], [1 - s.task.p, 1 - s.task.q]]
    return lambda r: np.linalg.solve(
        channel, [(r == 1).sum(axis=0), (r == 0).sum(axis=0)]
    )[0]


def with_sampling(s, z=lambda columns: stats.norm.isf(0.025 / columns)):
    """Intervals about a population, with the variance of the reports."""

    def intervals(reports):
        held, ones, n = s.estimate_counts(reports), reports.mean(axis=0), len(reports)
        half = z(len(held)) * np.sqrt(n * ones * (1 - ones)) / (s.task.p - s.task.q)
        return held - half, held + half

    return intervals


RIGHT = {
    "perturb_bits": {
        "binomial": {"perturb_bits": binomial},
        "by people": {"perturb_bits": by_people},
    },
    "epsilon_of": {"arrays": {"epsilon_of": lambda s: loss_by_arrays}},
    "estimate_counts": {"inverse matrix": {"estimate_counts": by_inverse_matrix}},
    "intervals": {"with sampling": {"intervals": with_sampling}},
    "best_probabilities": {
        "a 1 means no": {
            "best_probabilities": lambda s: (
                lambda *given: tuple(1 - x for x in s.best_probabilities(*given))
            )
        },
        "in single precision": {
            "best_probabilities": lambda s: (
                lambda *given: np.float32(s.best_probabilities(*given))
            )
        },
    },
}
SLOW: dict = {}


def encoder(change):
    """Encode after or around: change(right, answers)."""
    return {"encode_answers": lambda s: lambda given: change(s, given)}


def silent_is_zero(s, answers):
    return s.encode_answers(answers) * [*[1] * len(s.task.domain), 0]


def only_known(s, answers):
    return s.encode_answers([
        [value for value in named if value in s.task.domain] for named in answers
    ])


def no_repeats(s, answers):
    if any(len(set(named)) < len(named) for named in answers):
        raise ValueError("a value is there twice")
    return s.encode_answers(answers)


def exact_shares(s):
    """In each column exactly the expected number of bits."""

    def perturb_bits(rows, rng):
        reports = np.zeros_like(rows)
        for column in range(rows.shape[1]):
            for kind, chance in ((1, s.task.p), (0, s.task.q)):
                where = rng.permutation(np.flatnonzero(rows[:, column] == kind))
                reports[where[: round(chance * len(where))], column] = 1
        return reports

    return perturb_bits


def columns_share(s):
    """Columns of the second half take the draws of the first."""

    def perturb_bits(rows, rng):
        uniform, half = rng.random(rows.shape), rows.shape[1] // 2
        uniform[:, half : 2 * half] = uniform[:, :half]
        return (uniform < np.where(rows == 1, s.task.p, s.task.q)).astype(int)

    return perturb_bits


def truth_of_few_values(s):
    def perturb_bits(rows, rng):
        few = (rows[:, :-1].sum(axis=1) < s.task.most) & (rows[:, -1] == 0)
        return np.where(few[:, None], rows, s.perturb_bits(rows, rng))

    return perturb_bits


def never_infinite(s):
    def inside(x):
        return min(max(x, 1e-9), 1 - 1e-9)

    return lambda p, q, m: s.epsilon_of(inside(p), inside(q), m)


def only_own(s):
    """Spend what is asked for only if it is the student's own ε."""
    return lambda epsilon, share: s.best_probabilities(
        epsilon if epsilon == s.task.epsilon else 2 * epsilon, share
    )


def as_given(s):
    """Both functions of the faulty program."""
    names = {"np": np, "math": math}
    exec(s.task.faulty_code, names)
    return names


HALF = {1.5}
WRONG = {
    "encode_answers": {
        "no answer is all zeros": (encoder(silent_is_zero), 1.5, "all zeros would be lost"),
        "unknown values are ignored": (encoder(only_known), 1.5),
        "a repeated value is an error": (
            encoder(no_repeats),
            1.5,
            "a value that is named twice counts once",
        ),
    },
    "perturb_bits": {
        "exact shares": (
            {"perturb_bits": exact_shares},
            {0, 2.5},
            "closer to their means than chance allows",
        ),
        "columns share": ({"perturb_bits": columns_share}, 0),
        "truth: few values": ({"perturb_bits": truth_of_few_values}, 0),
    },
    "epsilon_of": {
        "rounded": ({"epsilon_of": lambda s: lambda *given: round(min(s.epsilon_of(*given), 99), 2)}, 0),
        "never infinite": (
            {"epsilon_of": never_infinite},
            1.5,
            "your function must return math.inf",
        ),
    },
    "estimate_counts": {
        "clipped at 0": (
            {"estimate_counts": lambda s: lambda r: np.maximum(s.estimate_counts(r), 0)},
            HALF,
            "clipping makes the average too high",
        ),
        "one person is nobody": (
            {"estimate_counts": lambda s: lambda r: s.estimate_counts(r) * (len(r) > 1)},
            HALF,
            "for one person the counts are not the unbiased ones",
        ),
        "True plus True": (
            {
                "estimate_counts": lambda s: lambda r: (
                    ((r + r).sum(axis=0) / 2 - len(r) * s.task.q) / (s.task.p - s.task.q)
                )
            },
            HALF,
            "for bits as True and False the counts are not the unbiased ones",
        ),
    },
    "intervals": {
        "of shares": (
            {"intervals": lambda s: lambda r: np.array(s.intervals(r)) / len(r)},
            0,
        ),
        "each on its own": (
            {"intervals": lambda s: with_sampling(s, lambda columns: 1.959964)},
            1,
            "too narrow",
        ),
    },
    "best_probabilities": {
        "ε is not shared": (
            {
                "best_probabilities": lambda s: lambda epsilon, share: s.best_probabilities(
                    epsilon * s.task.most, share
                )
            },
            0,
            "values differ in",
        ),
        "right for the student's own ε only": (
            {"best_probabilities": only_own},
            0,
            "which is right, but for other ε your pair spends too much",
        ),
    },
    "mended_program": {
        "as given": (
            {
                "collect": lambda s: as_given(s)["collect"],
                "count": lambda s: as_given(s)["count"],
            },
            2,
        ),
        "the truth": (
            {
                "collect": lambda s: lambda rows, epsilon, rng: rows,
                "count": lambda s: lambda reports, epsilon: reports.sum(axis=0),
            },
            1,
        ),
    },
}  # fmt: skip
