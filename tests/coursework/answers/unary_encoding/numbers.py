"""Answer "Unary encoding", questions 3 to 6: ε, counts, intervals, probabilities."""

import math

import numpy as np
from scipy import stats

from answers import of_anybody


# Question 3: epsilon_of(p, q, m)
def loss(p, q, m):
    if min(p, q) == 0 or max(p, q) == 1:
        return math.inf
    return m * abs(math.log(p * (1 - q) / (q * (1 - p))))


def _by_arrays(p, q, m):
    with np.errstate(all="ignore"):
        set_bits, cleared = np.log(np.array([p, 1 - p])), np.log(np.array([q, 1 - q]))
        return m * np.ptp(set_bits - cleared)


EPSILON_RIGHT = {"formula": loss, "two factors": lambda p, q, m: _by_arrays(p, q, m)}
EPSILON_WRONG = {
    "one value": (lambda p, q, m: loss(p, q, 1), 0, "m values can differ in 2 m bits"),
    "rounded": (lambda p, q, m: round(loss(p, q, m), 2) if loss(p, q, m) < 99 else math.inf, 0),
    "never infinite": (
        lambda p, q, m: loss(min(max(p, 1e-9), 1 - 1e-9), min(max(q, 1e-9), 1 - 1e-9), m),
        1.5,
        "your function must return math.inf",
    ),
}  # fmt: skip


# Question 4: estimate_counts(reports)
def counts(t, reports):
    return (reports.sum(axis=0) - len(reports) * t.q) / (t.p - t.q)


def _estimates(change):
    return lambda t: lambda reports: change(counts(t, reports), np.asarray(reports), t)


ESTIMATE_RIGHT = {
    "counts": lambda t: lambda reports: counts(t, reports),
    "inverse matrix": lambda t: (
        lambda reports: np.linalg.solve(
            [[t.p, t.q], [1 - t.p, 1 - t.q]],
            [(reports == 1).sum(axis=0), (reports == 0).sum(axis=0)],
        )[0]
    ),
}
ESTIMATE_WRONG = {
    "ones": (_estimates(lambda c, r, t: r.sum(axis=0)), 0, "most of them are noise"),
    "clipped at 0": (
        _estimates(lambda c, r, t: np.maximum(c, 0)),
        {1.5},
        "clipping makes the average too high",
    ),
    "one person is nobody": (
        _estimates(lambda c, r, t: c if len(r) > 1 else 0 * c),
        {1.5},
        "for one person the counts are not the unbiased ones",
    ),
    "True plus True": (
        lambda t: (
            lambda reports: (
                (np.sum(reports + reports, axis=0) / 2 - len(reports) * t.q)
                / (t.p - t.q)
            )
        ),
        {1.5},
        "for bits as True and False the counts are not the unbiased ones",
    ),
}


# Question 5: intervals(reports)
def interval(z, variance=None, middle=counts, scale=lambda t: t.p - t.q):
    """middle ± z(columns) standard errors."""

    def usual(t, held, n, ones):
        return held * t.p * (1 - t.p) + (n - held) * t.q * (1 - t.q)

    def made(t):
        def intervals(reports):
            held, n = counts(t, reports), len(reports)
            half = (
                z(len(held))
                * np.sqrt((variance or usual)(t, held, n, reports.mean(axis=0)))
                / scale(t)
            )
            return middle(t, reports) - half, middle(t, reports) + half

        return intervals

    return made


def bonferroni(columns):
    return stats.norm.ppf(1 - 0.05 / (2 * columns))


INTERVALS_RIGHT = {
    "Bonferroni": interval(bonferroni),
    "with sampling": interval(bonferroni, lambda t, h, n, o: n * o * (1 - o)),
}
INTERVALS_WRONG = {
    "each on its own": (interval(lambda columns: 1.959964), 1, "but all together only with"),
    "of shares": (
        lambda t: lambda reports: np.array(interval(bonferroni)(t)(reports)) / len(reports),
        0,
    ),
}  # fmt: skip


# Question 6: best_probabilities(epsilon, share)
def closed(epsilon, share, most):
    e = math.exp(epsilon / most)
    odds = math.sqrt((share * e + 1 - share) / (share * e + (1 - share) * e * e))
    return e * odds / (1 + e * odds), odds / (1 + odds)


def variance(p, q, share):
    return (share * p * (1 - p) + (1 - share) * q * (1 - q)) / (p - q) ** 2


def partner(p, epsilon):
    """The q for which p, q have this ε for one value."""
    odds = p / (1 - p) * math.exp(-epsilon)
    return odds / (1 + odds)


BEST_RIGHT = {
    "closed form": lambda t: lambda epsilon, share: closed(epsilon, share, t.most),
    "a 1 means no": lambda t: (
        lambda epsilon, share: tuple(1 - x for x in closed(epsilon, share, t.most))
    ),
}


def symmetric(epsilon):
    root = math.exp(epsilon / 2)
    return root / (root + 1), 1 / (root + 1)


BEST_WRONG = {
    "ε is not shared": (
        lambda t: lambda epsilon, share: closed(epsilon, share, 1),
        0,
        "values differ in",
    ),
    "the student's own ε only": (
        lambda t: lambda epsilon, share: closed(t.epsilon, t.share, t.most),
        {0, 1},
    ),
    "right for the student's own ε only": (
        lambda t: (
            lambda epsilon, share: closed(
                epsilon if epsilon == t.epsilon else 2 * epsilon, share, t.most
            )
        ),
        0,
        "which is right, but for other ε your pair spends too much",
    ),
}

RIGHT = {
    "epsilon_of": {name: of_anybody(loss) for name, loss in EPSILON_RIGHT.items()},
    "estimate_counts": ESTIMATE_RIGHT,
    "intervals": INTERVALS_RIGHT,
    "best_probabilities": BEST_RIGHT,
}
WRONG = {
    "epsilon_of": {
        name: (of_anybody(loss), *rest) for name, (loss, *rest) in EPSILON_WRONG.items()
    },
    "estimate_counts": ESTIMATE_WRONG,
    "intervals": INTERVALS_WRONG,
    "best_probabilities": BEST_WRONG,
}
