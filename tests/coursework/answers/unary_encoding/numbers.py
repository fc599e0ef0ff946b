"""Unary encoding, questions 3 to 6: ε, counts, intervals, and the best probabilities."""

import math

import numpy as np
from scipy import optimize, stats

from answers import of_anybody


# Question 3: epsilon_of(p, q, m)
def loss(p, q, m):
    if min(p, q) == 0 or max(p, q) == 1:
        return math.inf
    return m * abs(math.log(p * (1 - q) / (q * (1 - p))))


def _by_arrays(p, q, m):
    with np.errstate(all="ignore"):
        kept, cleared = np.log(np.array([p, 1 - p])), np.log(np.array([q, 1 - q]))
        return m * np.ptp(kept - cleared)


def _enumerated(p, q, m):
    """The largest ratio over all reports of 2 m bits, for two rows that differ in all of them."""
    if min(p, q) <= 0 or max(p, q) >= 1:
        return np.inf
    first, second = [1] * m + [0] * m, [0] * m + [1] * m
    worst = 0.0
    for report in range(4**m):
        ratio = 1.0
        for place, (a, b) in enumerate(zip(first, second, strict=True)):
            bit = report >> place & 1
            chance = [q, p]
            ratio *= (chance[a] if bit else 1 - chance[a]) / (chance[b] if bit else 1 - chance[b])
        worst = max(worst, ratio)
    return math.log(worst)


EPSILON_RIGHT = {
    "formula": loss,
    "two factors": lambda p, q, m: _by_arrays(p, q, m),
    "enumerated": _enumerated,
    "np.float64": lambda p, q, m: np.float64(loss(p, q, m)),
    "array of no dimension": lambda p, q, m: np.array(loss(p, q, m)),
    "odds": lambda p, q, m: loss(max(p, q), min(p, q), m),
}
EPSILON_WRONG = {
    "one bit": (lambda p, q, m: loss(p, q, m) / 2, 0),
    "one value": (lambda p, q, m: loss(p, q, 1), 0, "m values can differ in 2 m bits"),
    "log to base 2": (lambda p, q, m: loss(p, q, m) / math.log(2), 0, "the natural logarithm"),
    "no logarithm": (lambda p, q, m: math.exp(min(loss(p, q, m), 500)), 0),
    "ones only": (
        lambda p, q, m: m * abs(math.log(p / q)) if q else math.inf,
        0,
        "a changed value is two changed bits",
    ),
    "zeros only": (lambda p, q, m: m * abs(math.log((1 - q) / (1 - p))) if p < 1 else math.inf, 0),
    "one bit of one row": (
        lambda p, q, m: (
            m * max(math.log(p / q), math.log((1 - q) / (1 - p))) if 0 < q < p < 1 else math.inf
        ),
        0,
    ),
    "m + 1": (lambda p, q, m: loss(p, q, m + 1), 0),
    "doubled": (lambda p, q, m: 2 * loss(p, q, m), 0),
    "rounded": (lambda p, q, m: round(loss(p, q, m), 2) if loss(p, q, m) < 99 else math.inf, 0),
    "negative if p is below q": (
        lambda p, q, m: loss(p, q, m) * (1 if p > q else -1),
        1.5,
        "with p below q the loss must be the same",
    ),
    "never infinite": (
        lambda p, q, m: loss(min(max(p, 1e-9), 1 - 1e-9), min(max(q, 1e-9), 1 - 1e-9), m),
        1.5,
        "your function must return math.inf",
    ),
    "divides by zero": (lambda p, q, m: m * abs(math.log(p * (1 - q) / (q * (1 - p)))), 1.5),
    "always the same": (lambda p, q, m: 2.197, 0),
    "None": (
        lambda p, q, m: None,
        0,
        "your function epsilon_of returned None: is a `return` missing?",
    ),
    "a text": (lambda p, q, m: str(loss(p, q, m)), 0, "your function must return one number"),
    "None at the edges": (
        lambda p, q, m: loss(p, q, m) if min(p, q) > 0 and max(p, q) < 1 else None,
        {1.5},
        "your function must return math.inf",
    ),
}


# Question 4: estimate_counts(reports)
def counts(t, reports):
    return (reports.sum(axis=0) - len(reports) * t.q) / (t.p - t.q)


def _estimates(change):
    return lambda t: lambda reports: change(counts(t, reports), np.asarray(reports), t)


def _subtracts_in_place(t):
    def estimate(reports):
        result = counts(t, reports)
        reports[...] = 0
        return result

    return estimate


ESTIMATE_RIGHT = {
    "counts": lambda t: lambda reports: counts(t, reports),
    "n times shares": lambda t: (
        lambda reports: len(reports) * (np.mean(reports, axis=0) - t.q) / (t.p - t.q)
    ),
    "each person's part": lambda t: lambda reports: ((reports - t.q) / (t.p - t.q)).sum(axis=0),
    "list": lambda t: (
        lambda reports: [
            float((sum(column) - len(reports) * t.q) / (t.p - t.q)) for column in reports.T
        ]
    ),
    "inverse matrix": lambda t: (
        lambda reports: np.linalg.solve(
            [[t.p, t.q], [1 - t.p, 1 - t.q]],
            [(reports == 1).sum(axis=0), (reports == 0).sum(axis=0)],
        )[0]
    ),
    "count_nonzero": lambda t: (
        lambda reports: (np.count_nonzero(reports, axis=0) - t.q * reports.shape[0]) / (t.p - t.q)
    ),
}
ESTIMATE_WRONG = {
    "ones": (_estimates(lambda c, r, t: r.sum(axis=0)), 0, "most of them are noise"),
    "shares": (_estimates(lambda c, r, t: c / len(r)), 0, "these are shares"),
    "clipped at 0": (
        _estimates(lambda c, r, t: np.maximum(c, 0)),
        {1.5},
        "clipping makes the average too high",
    ),
    "clipped to 0 and n": (
        _estimates(lambda c, r, t: c.clip(0, len(r))),
        {1.5},
        "clipping makes the average too high",
    ),
    "rounded": (_estimates(lambda c, r, t: np.round(c)), 0, "do not round"),
    "not divided": (_estimates(lambda c, r, t: c * (t.p - t.q)), 0),
    "not corrected": (_estimates(lambda c, r, t: r.sum(axis=0) / t.p), 0),
    "1 - p for q": (
        _estimates(lambda c, r, t: (r.sum(axis=0) - len(r) * (1 - t.p)) / (2 * t.p - 1)),
        0,
    ),
    "p and q exchanged": (
        _estimates(lambda c, r, t: (r.sum(axis=0) - len(r) * t.p) / (t.q - t.p)),
        0,
    ),
    "rescaled to n": (_estimates(lambda c, r, t: c * len(r) / c.sum()), 0),
    "clipped, then rescaled": (
        _estimates(lambda c, r, t: c.clip(0) * len(r) / max(c.clip(0).sum(), 1)),
        0,
    ),
    "each bit clipped": (
        _estimates(lambda c, r, t: ((r - t.q) / (t.p - t.q)).clip(0, 1).sum(axis=0)),
        0,
    ),
    "n is one too small": (
        _estimates(lambda c, r, t: (r.sum(axis=0) - (len(r) - 1) * t.q) / (t.p - t.q)),
        0,
    ),
    "n is the number of columns": (
        _estimates(lambda c, r, t: (r.sum(axis=0) - r.shape[1] * t.q) / (t.p - t.q)),
        0,
    ),
    "without the last column": (_estimates(lambda c, r, t: c[:-1]), 0),
    "constant": (_estimates(lambda c, r, t: np.full(len(c), len(r) / len(c))), 0),
    "changes its input": (
        _subtracts_in_place,
        {1.5},
        "your function changed the reports that it was given",
    ),
    "one person is nobody": (
        _estimates(lambda c, r, t: c if len(r) > 1 else 0 * c),
        {1.5},
        "for one person the counts are not the unbiased ones",
    ),
    "True plus True": (
        lambda t: (
            lambda reports: (
                (np.sum(reports + reports, axis=0) / 2 - len(reports) * t.q) / (t.p - t.q)
            )
        ),
        {1.5},
        "for bits as True and False the counts are not the unbiased ones",
    ),
    "None": (
        lambda t: lambda reports: None,
        0,
        "your function estimate_counts returned None: is a `return` missing?",
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
    "independent columns": interval(
        lambda columns: stats.norm.isf((1 - 0.95 ** (1 / columns)) / 2)
    ),
    "clipped variance": interval(
        bonferroni,
        lambda t, h, n, o: h.clip(0, n) * t.p * (1 - t.p) + (n - h.clip(0, n)) * t.q * (1 - t.q),
    ),
    "with sampling": interval(bonferroni, lambda t, h, n, o: n * o * (1 - o)),
    "with sampling, n - 1": interval(bonferroni, lambda t, h, n, o: n * o * (1 - o) * n / (n - 1)),
    "lists": lambda t: lambda reports: [list(ends) for ends in interval(bonferroni)(t)(reports)],
    "array": lambda t: lambda reports: np.array(interval(bonferroni)(t)(reports)),
    "shares times n": lambda t: (
        lambda reports: np.stack(interval(bonferroni)(t)(reports)) / len(reports) * len(reports)
    ),
}
INTERVALS_WRONG = {
    "each on its own": (interval(lambda columns: 1.959964), 1, "but all together only with"),
    "one-sided": (
        interval(lambda columns: stats.norm.ppf(1 - 0.05 / columns)),
        1,
        "the 5 % are shared by both sides",
    ),
    "without the last column": (
        interval(lambda columns: bonferroni(columns - 1)),
        1,
        "count the column of no answer, too",
    ),
    "99 %": (interval(lambda columns: stats.norm.ppf(1 - 0.005 / columns)), 1),
    "as if all were rare": (
        interval(bonferroni, lambda t, h, n, o: n * t.q * (1 - t.q) + 0 * h),
        0,
    ),
    "as if all were common": (
        interval(bonferroni, lambda t, h, n, o: n * t.p * (1 - t.p) + 0 * h),
        0,
    ),
    "noise of the reports only": (interval(bonferroni, scale=lambda t: 1), 0),
    "variance for standard error": (
        interval(lambda columns: bonferroni(columns), lambda t, h, n, o: (n * o * (1 - o)) ** 2),
        0,
    ),
    "of shares": (
        lambda t: lambda reports: np.array(interval(bonferroni)(t)(reports)) / len(reports),
        0,
    ),
    "around the ones": (
        interval(bonferroni, middle=lambda t, reports: reports.sum(axis=0)),
        0,
        "must be the estimate of question 4",
    ),
    "rounded": (lambda t: lambda reports: np.round(interval(bonferroni)(t)(reports)), 0),
    "ends exchanged": (lambda t: lambda reports: interval(bonferroni)(t)(reports)[::-1], 0),
    "half-widths only": (
        lambda t: lambda reports: interval(bonferroni)(t)(reports)[1] - counts(t, reports),
        0,
    ),
    "no width": (interval(lambda columns: 0), 0),
    "very wide": (interval(lambda columns: 50), 0),
}


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


def _grid(epsilon, share, most):
    ps = np.linspace(0.01, 0.99, 981)
    best = min(ps, key=lambda p: variance(p, partner(p, epsilon / most), share))
    return best, partner(best, epsilon / most)


def _minimized(epsilon, share, most):
    found = optimize.minimize_scalar(
        lambda p: variance(p, partner(p, epsilon / most), share),
        bounds=(0.01, 0.99),
        method="bounded",
    )
    return [found.x, partner(found.x, epsilon / most)]


BEST_RIGHT = {
    "closed form": lambda t: lambda epsilon, share: closed(epsilon, share, t.most),
    "grid": lambda t: lambda epsilon, share: _grid(epsilon, share, t.most),
    "minimized": lambda t: lambda epsilon, share: _minimized(epsilon, share, t.most),
    "array": lambda t: lambda epsilon, share: np.array(closed(epsilon, share, t.most)),
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
    "each bit gets all": (lambda t: lambda epsilon, share: symmetric(2 * epsilon / t.most), 0),
    "doubled ε": (lambda t: lambda epsilon, share: closed(2 * epsilon, share, t.most), 0),
    "a little too much": (
        lambda t: lambda epsilon, share: closed(1.001 * epsilon, share, t.most),
        0,
    ),
    "half of ε": (lambda t: lambda epsilon, share: closed(epsilon / 2, share, t.most), 1),
    "symmetric": (
        lambda t: lambda epsilon, share: symmetric(epsilon / t.most),
        1,
        "times the least one",
    ),
    "for rare values": (
        lambda t: lambda epsilon, share: (0.5, partner(0.5, epsilon / t.most)),
        1,
        "this is best for values that nobody holds",
    ),
    "for the wrong share": (
        lambda t: lambda epsilon, share: closed(epsilon, 0.9 - share, t.most),
        1,
    ),
    "log to base 2": (
        lambda t: lambda epsilon, share: closed(epsilon / math.log(2), share, t.most),
        0,
    ),
    "no noise": (lambda t: lambda epsilon, share: (1.0, 0.0), 0),
    "almost no noise": (lambda t: lambda epsilon, share: (0.9999, 0.0001), 0),
    "only noise": (lambda t: lambda epsilon, share: (0.5, 0.5), 0),
    "almost only noise": (lambda t: lambda epsilon, share: (0.502, 0.498), 0),
    "three numbers": (lambda t: lambda epsilon, share: (*closed(epsilon, share, t.most), share), 0),
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
