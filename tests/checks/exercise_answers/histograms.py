"""Answers to the exercises of the chapter "Histograms that make sense"."""

import numpy as np

_ = None  # an answer that is not given


def raw(counts, n, p, q):
    return (counts / n - q) / (p - q)


def raw_one_by_one(counts, n, p, q):
    return [(count - n * q) / (n * p - n * q) for count in counts]


def around(codes, k, p, rng):
    others = (codes + rng.integers(1, k, len(codes))) % k
    return np.where(rng.random(len(codes)) < p, codes, others)


def one_person_at_a_time(codes, k, p, rng):
    chances = np.full((k, k), (1 - p) / (k - 1))
    np.fill_diagonal(chances, p)
    return [
        int(u)
        for u in (rng.random(len(codes))[:, None] > chances[codes].cumsum(axis=1)).sum(axis=1)
    ]


def direct_counts(codes, k, p):
    q = (1 - p) / (k - 1)
    return (np.bincount(codes, minlength=k) - len(codes) * q) / (p - q)


def direct_counts_one_by_one(codes, k, p):
    q, n = (1 - p) / (k - 1), len(codes)
    return [(codes.tolist().count(v) - n * q) / (p - q) for v in range(k)]


def add_one_constant(shares):
    return shares + (1 - shares.sum()) / len(shares)


RIGHT = {
    "aggregate": [(direct_counts,), (direct_counts_one_by_one,)],
    "norm": [(add_one_constant,), (lambda shares: list(shares - shares.mean() + 1 / len(shares)),)],
    "by_hand": [
        ((0.783, 0.217, 0), (0.825, 0.175, 0)),
        (np.array([18, 5, 0]) / 23, [0.825, 0.175, 0.0]),
    ],
    "larger_domain": [("OUE", 94, 5.83), ("oue", 94.2, np.log(1_022 / 3))],
    "always_a_distribution": [
        ([0.12, 0.25, 0.38, 0.45], raw),
        (np.array([0.118, 0.253, 0.376, 0.452]), raw_one_by_one),
    ],
    "other_value": [(1.36, 1.58, around), (1.3621, 1.582, one_person_at_a_time)],
}


def published_draw(codes, k, p, rng):
    return np.where(rng.random(len(codes)) < p, codes, rng.integers(0, k, len(codes)))


def next_value(codes, k, p, rng):
    return np.where(rng.random(len(codes)) < p, codes, (codes + 1) % k)


def one_draw_for_all(codes, k, p, rng):
    return around(codes[:1], k, p, rng)[0] + 0 * codes


def pairs_share_a_draw(codes, k, p, rng):
    half = around(codes[::2], k, p, rng)
    return np.repeat(half, 2)[: len(codes)]


def own_generator(codes, k, p, rng):
    return around(codes, k, p, np.random.default_rng())


WRONG = {
    "aggregate": [
        ((lambda codes, k, p: np.bincount(codes, minlength=k),), "nothing is corrected"),
        (
            (lambda codes, k, p: direct_counts(codes, k, p) * (p - (1 - p) / (k - 1)),),
            "divide by p − q",
        ),
        ((lambda codes, k, p: np.maximum(direct_counts(codes, k, p), 0),), "below 0 at times"),
        ((lambda codes, k, p: direct_counts(codes, k, p)[:2],), "must be 4 numbers"),
    ],
    "norm": [
        ((lambda x: x / x.sum(),), "dividing changes large ones most"),
        ((lambda x: x + 1 - x.sum(),), "each gets a k-th of it"),
        ((lambda x: np.maximum(add_one_constant(x), 0),), "norm leaves negative shares"),
        ((lambda x: x,), "the sum is still not 1"),
    ],
    "by_hand": [
        (((0.825, 0.175, 0), _), "this is norm_sub"),
        (((0.857, 0.238, 0), _), "the sum is then 1.15"),
        ((_, (0.783, 0.217, 0)), "this is norm_mul"),
        ((_, (0.75, 0.10, 0)), "not each"),
        ((_, (0.8, 0.2)), "must be 3 numbers"),
    ],
    "larger_domain": [
        (("direct", _, _), "compare the variances"),
        (("SUE", _, _), "must be one of"),
        ((_, 9.71, _), "people go with the variance"),
        ((_, _, 340.67), "ε is its logarithm"),
    ],
    "always_a_distribution": [
        (([0.5, 0.5, 0.5, 0.5], _), "these are raw estimates"),
        (([0.3, 0.1, 0.4, 0.4], _), "at least 200 runs"),
        ((0.12, _), "must be four numbers"),
        ((_, lambda *x: np.maximum(raw(*x), 0)), "clipping raises the low estimates"),
        ((_, lambda *x: raw(*x) / raw(*x).sum()), "need not sum to 1"),
        ((_, lambda *x: raw(*x).sum()), "must be 4 numbers"),
    ],
    "other_value": [
        ((1, _, _), "this is what was meant"),
        ((_, 1, _), "the old p and q"),
        ((_, _, published_draw), "asked for ε = 1, your reports show at least"),
        ((_, _, next_value), "asked for ε = 1, your reports show at least"),
        ((_, _, one_draw_for_all), "each truth has one report"),
        ((_, _, pairs_share_a_draw), "depend on each other"),
        ((_, _, own_generator), "draw all chance from `rng`"),
        (
            (_, _, lambda codes, k, p, rng: around(codes, k, p, rng) + 1),
            "a whole number from 0 to 14",
        ),
    ],
}
