"""Answers to the assignment "Unary encoding": many that are right, and the mistakes that we know.

Each is a function of the student's task that returns the answer.
"""

import math

import numpy as np
from scipy import optimize, stats

from ldp_course.checks.unary_encoding.faults import FAULTS, letter, program


# Question 1: encode_answers(answers)
def encoder(silent=None, unknown=ValueError, too_many=ValueError, transform=lambda rows: rows, repeated=set):
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
                rows[person, t.columns.index(value)] = 1  # index raises ValueError for an unknown value
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
    "no answer is all zeros": (encoder(silent=lambda row: [0.0] * len(row)), 1.5),
    "no answer is dropped": (encoder(transform=lambda rows: rows[rows[:, -1] == 0]), 0),
    "no answer comes first": (encoder(transform=lambda rows: np.roll(rows, 1, axis=1)), 0.5),
    "no column for no answer": (encoder(transform=lambda rows: rows[:, :-1]), 0),
    "unknown values are ignored": (encoder(unknown=None), 1.5),
    "unknown values raise KeyError": (encoder(unknown=KeyError), 1.5),
    "too many values pass": (encoder(too_many=None), 1.5),
    "too many values are cut": (lambda t: lambda a: encoder()(t)([list(dict.fromkeys(n))[: t.most] for n in a]), 1.5),
    "a repeated value is an error": (encoder(repeated=list), 1.5),
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
        rng.random(len(rows)) < np.where(rows[:, column] == 1, p, q) for column in reversed(range(rows.shape[1]))
    ]
    return np.array(columns[::-1]).T.astype(float).reshape(rows.shape)


def _people(rows, p, q, rng):
    return [list((rng.random(len(row)) < q + (p - q) * row).astype(int)) for row in rows] if len(rows) else rows


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
    "draws below": bits(lambda rows, p, q, rng: (rng.random(rows.shape) < np.where(rows == 1, p, q)).astype(int)),
    "draws above": bits(lambda rows, p, q, rng: (rng.random(rows.shape) >= 1 - (q + (p - q) * rows)).astype(np.uint8)),
    "binomial": bits(lambda rows, p, q, rng: rng.binomial(1, np.where(rows, p, q))),
    "integer draws": bits(
        lambda rows, p, q, rng: rng.integers(100, size=rows.shape) < np.rint(100 * np.where(rows, p, q))
    ),
    "flips": bits(lambda rows, p, q, rng: rows ^ (rng.random(rows.shape) < np.where(rows, 1 - p, q))),
    "ones, then zeros": bits(_ones_then_zeros),
    "choice": bits(_choice),
    "by columns, from the last": bits(_columns),
    "by people, lists": bits(_people),
    "two coins": bits(_coins),
    "float32": bits(lambda rows, p, q, rng: (rng.random(rows.shape, dtype=np.float32) < np.where(rows, p, q)) * 1.0),
}
PERTURB_SLOW = {"one bit at a time": bits(_one_bit_at_a_time)}


def shared(shape):
    """Bits that share a draw: `shape` says how many draws there are."""
    return bits(lambda rows, p, q, rng: (rng.random(shape(rows)) < np.where(rows == 1, p, q)).astype(int))


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
    "the truth": (bits(lambda rows, p, q, rng: rows.copy()), 0),
    "a 1 is never cleared": (bits(lambda rows, p, q, rng: rows | (rng.random(rows.shape) < q)), 0),
    "a 0 never becomes 1": (bits(lambda rows, p, q, rng: rows & (rng.random(rows.shape) < p)), 0),
    "one coin a person": (shared(lambda rows: (len(rows), 1)), 0),
    "one coin a column": (shared(lambda rows: (1, rows.shape[1])), 0),
    "one coin for all": (shared(lambda rows: (1, 1)), 0),
    "doubled ε": (_stronger(2), 0),
    "half as much ε again": (_stronger(1.5), 0),
    "half of ε": (_stronger(0.5), 2.5),
    "all 0": (bits(lambda rows, p, q, rng: np.zeros_like(rows)), 0),
    "all 1": (bits(lambda rows, p, q, rng: np.ones_like(rows)), 0),
    "pure noise": (bits(lambda rows, p, q, rng: rng.integers(0, 2, rows.shape)), 0),
    "p and q exchanged": (bits(lambda rows, p, q, rng: (rng.random(rows.shape) < np.where(rows, q, p)) * 1), 2.5),
    "1 - p for q": (bits(lambda rows, p, q, rng: (rng.random(rows.shape) < np.where(rows, p, 1 - p)) * 1), 2.5),
    "q for 1 - p": (bits(lambda rows, p, q, rng: (rng.random(rows.shape) < np.where(rows, 1 - q, q)) * 1), 2.5),
    "NumPy's global generator": (bits(_global), 3.5),
    "a generator of its own": (seeded(None), 3.5),
    "a fixed seed": (seeded(0), 0),
    "changes its input": (bits(_mutates), 3.5),
    "exact shares": (bits(_exact), 2.5),
    "neighbours share": (bits(_neighbours), 0),
    "halves share": (_twice(0), 0),
    "columns share": (_twice(1), 0),
    "transposed": (bits(lambda rows, p, q, rng: _ones_then_zeros(rows, p, q, rng).T), 0),
    "Laplace noise": (bits(lambda rows, p, q, rng: rows + rng.laplace(0, 1, rows.shape)), 0),
    "only counts": (bits(lambda rows, p, q, rng: _ones_then_zeros(rows, p, q, rng).sum(axis=0)), 0),
}


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
    "one value": (lambda p, q, m: loss(p, q, 1), 0),
    "log to base 2": (lambda p, q, m: loss(p, q, m) / math.log(2), 0),
    "no logarithm": (lambda p, q, m: math.exp(min(loss(p, q, m), 500)), 0),
    "ones only": (lambda p, q, m: m * abs(math.log(p / q)) if q else math.inf, 0),
    "zeros only": (lambda p, q, m: m * abs(math.log((1 - q) / (1 - p))) if p < 1 else math.inf, 0),
    "one bit of one row": (
        lambda p, q, m: m * max(math.log(p / q), math.log((1 - q) / (1 - p))) if 0 < q < p < 1 else math.inf,
        0,
    ),
    "m + 1": (lambda p, q, m: loss(p, q, m + 1), 0),
    "doubled": (lambda p, q, m: 2 * loss(p, q, m), 0),
    "rounded": (lambda p, q, m: round(loss(p, q, m), 2) if loss(p, q, m) < 99 else math.inf, 0),
    "negative if p is below q": (lambda p, q, m: loss(p, q, m) * (1 if p > q else -1), 1.5),
    "never infinite": (lambda p, q, m: loss(min(max(p, 1e-9), 1 - 1e-9), min(max(q, 1e-9), 1 - 1e-9), m), 1.5),
    "divides by zero": (lambda p, q, m: m * abs(math.log(p * (1 - q) / (q * (1 - p)))), 1.5),
    "always the same": (lambda p, q, m: 2.197, 0),
    "None": (lambda p, q, m: None, 0),
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
    "n times shares": lambda t: lambda reports: len(reports) * (np.mean(reports, axis=0) - t.q) / (t.p - t.q),
    "each person's part": lambda t: lambda reports: ((reports - t.q) / (t.p - t.q)).sum(axis=0),
    "list": lambda t: lambda reports: [float((sum(column) - len(reports) * t.q) / (t.p - t.q)) for column in reports.T],
    "inverse matrix": lambda t: (
        lambda reports: np.linalg.solve(
            [[t.p, t.q], [1 - t.p, 1 - t.q]], [(reports == 1).sum(axis=0), (reports == 0).sum(axis=0)]
        )[0]
    ),
    "count_nonzero": lambda t: (
        lambda reports: (np.count_nonzero(reports, axis=0) - t.q * reports.shape[0]) / (t.p - t.q)
    ),
}
ESTIMATE_WRONG = {
    "ones": (_estimates(lambda c, r, t: r.sum(axis=0)), 0),
    "shares": (_estimates(lambda c, r, t: c / len(r)), 0),
    "clipped at 0": (_estimates(lambda c, r, t: np.maximum(c, 0)), 1.5),
    "rounded": (_estimates(lambda c, r, t: np.round(c)), 0.5),
    "not divided": (_estimates(lambda c, r, t: c * (t.p - t.q)), 0),
    "not corrected": (_estimates(lambda c, r, t: r.sum(axis=0) / t.p), 0),
    "1 - p for q": (_estimates(lambda c, r, t: (r.sum(axis=0) - len(r) * (1 - t.p)) / (2 * t.p - 1)), 0),
    "p and q exchanged": (_estimates(lambda c, r, t: (r.sum(axis=0) - len(r) * t.p) / (t.q - t.p)), 0),
    "rescaled to n": (_estimates(lambda c, r, t: c * len(r) / c.sum()), 0),
    "clipped, then rescaled": (_estimates(lambda c, r, t: c.clip(0) * len(r) / max(c.clip(0).sum(), 1)), 0),
    "each bit clipped": (_estimates(lambda c, r, t: ((r - t.q) / (t.p - t.q)).clip(0, 1).sum(axis=0)), 0),
    "n is one too small": (_estimates(lambda c, r, t: (r.sum(axis=0) - (len(r) - 1) * t.q) / (t.p - t.q)), 0),
    "n is the number of columns": (_estimates(lambda c, r, t: (r.sum(axis=0) - r.shape[1] * t.q) / (t.p - t.q)), 0),
    "without the last column": (_estimates(lambda c, r, t: c[:-1]), 0),
    "constant": (_estimates(lambda c, r, t: np.full(len(c), len(r) / len(c))), 0),
    "changes its input": (_subtracts_in_place, 1.5),
}


# Question 5: intervals(reports)
def interval(z, variance=None, middle=counts, scale=lambda t: t.p - t.q):
    """middle ± z(columns) standard errors."""

    def usual(t, held, n, ones):
        return held * t.p * (1 - t.p) + (n - held) * t.q * (1 - t.q)

    def made(t):
        def intervals(reports):
            held, n = counts(t, reports), len(reports)
            half = z(len(held)) * np.sqrt((variance or usual)(t, held, n, reports.mean(axis=0))) / scale(t)
            return middle(t, reports) - half, middle(t, reports) + half

        return intervals

    return made


def bonferroni(columns):
    return stats.norm.ppf(1 - 0.05 / (2 * columns))


INTERVALS_RIGHT = {
    "Bonferroni": interval(bonferroni),
    "independent columns": interval(lambda columns: stats.norm.isf((1 - 0.95 ** (1 / columns)) / 2)),
    "clipped variance": interval(
        bonferroni, lambda t, h, n, o: h.clip(0, n) * t.p * (1 - t.p) + (n - h.clip(0, n)) * t.q * (1 - t.q)
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
    "each on its own": (interval(lambda columns: 1.959964), 1),
    "one-sided": (interval(lambda columns: stats.norm.ppf(1 - 0.05 / columns)), 1),
    "without the last column": (interval(lambda columns: bonferroni(columns - 1)), 1),
    "99 %": (interval(lambda columns: stats.norm.ppf(1 - 0.005 / columns)), 1),
    "as if all were rare": (interval(bonferroni, lambda t, h, n, o: n * t.q * (1 - t.q) + 0 * h), 0),
    "as if all were common": (interval(bonferroni, lambda t, h, n, o: n * t.p * (1 - t.p) + 0 * h), 0),
    "noise of the reports only": (interval(bonferroni, scale=lambda t: 1), 0),
    "variance for standard error": (
        interval(lambda columns: bonferroni(columns), lambda t, h, n, o: (n * o * (1 - o)) ** 2),
        0,
    ),
    "of shares": (lambda t: lambda reports: np.array(interval(bonferroni)(t)(reports)) / len(reports), 0),
    "around the ones": (interval(bonferroni, middle=lambda t, reports: reports.sum(axis=0)), 0),
    "rounded": (lambda t: lambda reports: np.round(interval(bonferroni)(t)(reports)), 0),
    "ends exchanged": (lambda t: lambda reports: interval(bonferroni)(t)(reports)[::-1], 0),
    "half-widths only": (lambda t: lambda reports: interval(bonferroni)(t)(reports)[1] - counts(t, reports), 0),
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
        lambda p: variance(p, partner(p, epsilon / most), share), bounds=(0.01, 0.99), method="bounded"
    )
    return [found.x, partner(found.x, epsilon / most)]


BEST_RIGHT = {
    "closed form": lambda t: lambda epsilon, share: closed(epsilon, share, t.most),
    "grid": lambda t: lambda epsilon, share: _grid(epsilon, share, t.most),
    "minimized": lambda t: lambda epsilon, share: _minimized(epsilon, share, t.most),
    "array": lambda t: lambda epsilon, share: np.array(closed(epsilon, share, t.most)),
    "a 1 means no": lambda t: lambda epsilon, share: tuple(1 - x for x in closed(epsilon, share, t.most)),
}


def symmetric(epsilon):
    root = math.exp(epsilon / 2)
    return root / (root + 1), 1 / (root + 1)


BEST_WRONG = {
    "ε is not shared": (lambda t: lambda epsilon, share: closed(epsilon, share, 1), 0),
    "each bit gets all": (lambda t: lambda epsilon, share: symmetric(2 * epsilon / t.most), 0),
    "doubled ε": (lambda t: lambda epsilon, share: closed(2 * epsilon, share, t.most), 0),
    "a little too much": (lambda t: lambda epsilon, share: closed(1.001 * epsilon, share, t.most), 0),
    "half of ε": (lambda t: lambda epsilon, share: closed(epsilon / 2, share, t.most), 1),
    "symmetric": (lambda t: lambda epsilon, share: symmetric(epsilon / t.most), 1),
    "for rare values": (lambda t: lambda epsilon, share: (0.5, partner(0.5, epsilon / t.most)), 1),
    "for the wrong share": (lambda t: lambda epsilon, share: closed(epsilon, 0.9 - share, t.most), 1),
    "log to base 2": (lambda t: lambda epsilon, share: closed(epsilon / math.log(2), share, t.most), 0),
    "no noise": (lambda t: lambda epsilon, share: (1.0, 0.0), 0),
    "almost no noise": (lambda t: lambda epsilon, share: (0.9999, 0.0001), 0),
    "only noise": (lambda t: lambda epsilon, share: (0.5, 0.5), 0),
    "almost only noise": (lambda t: lambda epsilon, share: (0.502, 0.498), 0),
    "three numbers": (lambda t: lambda epsilon, share: (*closed(epsilon, share, t.most), share), 0),
    "the student's own ε only": (lambda t: lambda epsilon, share: closed(t.epsilon, t.share, t.most), 1),
}


# Question 7: collect(rows, epsilon, rng), count(reports, epsilon), fault, faulty_epsilon
def written(source):
    names = {"np": np, "math": math}
    exec(source, names)
    return names["collect"], names["count"]


def diagnosis(t):
    fault = letter(t.faulty_code)
    return fault, FAULTS[fault][1](t.asked)


def collector(perturbation):
    """`collect` from the draw of one of question 2's answers."""

    class Symmetric:
        def __init__(self, epsilon):
            self.p, self.q = symmetric(epsilon)

    return lambda rows, epsilon, rng: perturbation(Symmetric(epsilon))(rows, rng)


def mended(t, collect=None, count=None, fault=None, faulty_epsilon=None):
    right = (*written(program(None)), *diagnosis(t))
    given = (collect, count, fault, faulty_epsilon)
    return [mine if mine is not None else other for mine, other in zip(given, right, strict=True)]


def _other_letter(t):
    return "abcdef"[("abcdef".index(diagnosis(t)[0]) + 1) % 6]


def _shares(reports, epsilon):
    return written(program(None))[1](reports, epsilon) / len(reports)


MENDED_RIGHT = {
    "the right program": lambda t: mended(t),
    "capital letter": lambda t: mended(t, fault=diagnosis(t)[0].upper(), faulty_epsilon=np.float64(diagnosis(t)[1])),
} | {
    name: (lambda t, draw=draw: mended(t, collect=collector(draw)))
    for name, draw in PERTURB_RIGHT.items()
    if name != "integer draws"
}
# The points of the diagnosis, 1, remain where only the program is wrong.
MENDED_WRONG = {
    "not mended": (lambda t: [*written(t.faulty_code), *diagnosis(t)], 2),
    "wrong letter": (lambda t: mended(t, fault=_other_letter(t)), 2.5),
    "a number for the letter": (lambda t: mended(t, fault=1), 2.5),
    "wrong ε": (lambda t: mended(t, faulty_epsilon=t.asked * 1.5), 2.5),
    "ε as a text": (lambda t: mended(t, faulty_epsilon="inf"), 2.5),
    "shares": (lambda t: mended(t, count=_shares), 2),
    "all 0": (lambda t: mended(t, collect=lambda rows, epsilon, rng: rows * 0), 1),
    "the truth": (
        lambda t: mended(
            t, collect=lambda rows, epsilon, rng: rows, count=lambda reports, epsilon: reports.sum(axis=0)
        ),
        1,
    ),
    "a fixed seed": (
        lambda t: mended(
            t, collect=lambda rows, epsilon, rng: written(program(None))[0](rows, epsilon, np.random.default_rng(1))
        ),
        1,
    ),
} | {
    f"program {letter}": (
        lambda t, letter=letter: [*written(program(letter)), *diagnosis(t)],
        {"a": 1, "b": 1, "c": 1, "d": 2, "e": 2}[letter],
    )
    for letter in FAULTS
}
