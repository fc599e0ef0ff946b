"""Answers to the exercises of the chapter "Histograms that make sense"."""

import numpy as np

_ = None  # an answer that is not given


def raw_one_by_one(counts, n, p, q):
    return [(count - n * q) / (n * p - n * q) for count in counts]


def one_person_at_a_time(codes, k, p, rng):
    chances = np.full((k, k), (1 - p) / (k - 1))
    np.fill_diagonal(chances, p)
    return [
        int(u)
        for u in (rng.random(len(codes))[:, None] > chances[codes].cumsum(axis=1)).sum(axis=1)
    ]


def direct_counts_one_by_one(codes, k, p):
    q, n = (1 - p) / (k - 1), len(codes)
    return [(codes.tolist().count(v) - n * q) / (p - q) for v in range(k)]


RIGHT = {
    "aggregate": (direct_counts_one_by_one,),
    "norm": (lambda shares: list(shares - shares.mean() + 1 / len(shares)),),
    "by_hand": ((0.783, 0.217, 0), (0.825, 0.175, 0)),
    "larger_domain": ("OUE", 94, 5.83),
    "always_a_distribution": (np.array([0.118, 0.253, 0.376, 0.452]), raw_one_by_one),
    "other_value": (1.3621, 1.582, one_person_at_a_time),
}


def published_draw(codes, k, p, rng):
    return np.where(rng.random(len(codes)) < p, codes, rng.integers(0, k, len(codes)))


WRONG = {
    "always_a_distribution": [(([0.5, 0.5, 0.5, 0.5], _), "these are raw estimates")],
    "other_value": [((_, _, published_draw), "asked for ε = 1, your reports show at least")],
}
