"""The solutions on unary encoding, computed another way: by counting all reports."""

from itertools import combinations, product

import numpy as np
import pytest
from scipy import stats

from ldp_course import UnaryEncoding
from ldp_course.privacy import privacy_loss
from tests.coursework.exam.seeds import numbers


def law(rows, p, q):
    """Pr[report | row] for all rows of bits and all reports."""
    reports = list(product((0, 1), repeat=len(rows[0])))
    chance = np.array([[[q, p][bit] for bit in row] for row in rows])[:, None]
    return np.prod(np.where(np.array(reports) == 1, chance, 1 - chance), axis=-1)


def all_rows(k, most):
    named = [set(some) for m in range(most + 1) for some in combinations(range(k), m)]
    return [[int(v in some) for v in range(k)] for some in named]


@numbers("unary_encoding", "one_report")
def test_one_report(n):
    assert n.differ <= n.k
    assert n.epsilon == pytest.approx(privacy_loss(law(all_rows(n.k, n.most), n.p, n.q)))
    assert n.factor == pytest.approx(np.exp(n.epsilon))
    one_value = law(np.eye(n.k, dtype=int).tolist(), n.p, n.q)
    assert (n.epsilon_one, n.one) == pytest.approx((x := privacy_loss(one_value), np.exp(x)))
    ann = law([[1, 0, 0], [1, 1, 0]], n.p, n.q)
    assert n.neighbour == pytest.approx(np.exp(privacy_loss(ann)))
    more = law(all_rows(n.k + 1, n.most), n.p, n.q)
    assert n.epsilon == pytest.approx(privacy_loss(more))


@numbers("unary_encoding", "counts")
def test_counts(n):
    for ones, held, error, margin in zip(n.ones, n.held, n.error, n.margin, strict=True):
        assert held * n.p + (n.n - held) * n.q == pytest.approx(ones)
        of_one, of_zero = stats.bernoulli.var([n.p, n.q])
        variance = held * of_one + (n.n - held) * of_zero
        assert error == pytest.approx(np.sqrt(variance) / (n.p - n.q))
        assert margin == pytest.approx(stats.norm.isf(0.05 / 4 / 2) * error)
    assert n.held[3] < 0 < n.high[3]
    assert n.low[0] == pytest.approx(n.held[0] - n.margin[0])


@numbers("unary_encoding", "two_pairs")
def test_two_pairs(n):
    symmetric = UnaryEncoding.symmetric(range(4), n.epsilon)
    optimized = UnaryEncoding.optimized(range(4), n.epsilon)
    assert (n.symmetric_p, n.symmetric_q) == pytest.approx((symmetric.p, symmetric.q))
    assert (0.5, n.optimized_q) == pytest.approx((optimized.p, optimized.q))
    for p, q in ((n.symmetric_p, n.symmetric_q), (0.5, n.optimized_q)):
        assert n.epsilon == pytest.approx(privacy_loss(law(np.eye(4, dtype=int).tolist(), p, q)))

    def variance(p, q, share):
        one = (np.array([1, 0]) - q) / (p - q)  # what a bit adds to the estimate
        of = [np.average(one**2, weights=[x, 1 - x]) - np.average(one, weights=[x, 1 - x]) ** 2
              for x in (p, q)]  # fmt: skip
        return share * of[0] + (1 - share) * of[1]

    assert n.symmetric == pytest.approx(variance(n.symmetric_p, n.symmetric_q, 0))
    assert n.symmetric == pytest.approx(variance(n.symmetric_p, n.symmetric_q, n.share))
    assert n.optimized == pytest.approx(variance(0.5, n.optimized_q, 0))
    assert n.optimized_at == pytest.approx(variance(0.5, n.optimized_q, n.share))
    assert n.symmetric / n.n == pytest.approx(n.optimized / n.fewer)
    assert n.better == ("symmetric" if n.share > n.border else "optimized")


@numbers("unary_encoding", "clipping")
def test_clipping(n):
    ones = np.arange(n.n + 1)
    chance = stats.binom.pmf(ones, n.n, n.q)  # the exact law of the column
    counts = (ones - n.n * n.q) / (n.p - n.q)
    assert n.error == pytest.approx(np.sqrt(chance @ counts**2))
    assert n.bias == pytest.approx(chance @ np.clip(counts, 0, None), rel=0.01)
    assert n.in_all == pytest.approx(n.empty * n.bias)
    assert n.mean_error**2 * n.months == pytest.approx(n.error**2)
    assert n.mean_ratio == pytest.approx(np.sqrt(n.months / (2 * np.pi)))


@numbers("unary_encoding", "bits_or_answers")
def test_bits_or_answers(n):
    rows = np.array(all_rows(n.k, 2))
    assert len(rows) == n.answers
    assert rows[:, 0].sum() == n.naming
    channel = np.ones((n.answers, n.answers)) + (np.exp(n.epsilon) - 1) * np.eye(n.answers)
    channel /= channel.sum(axis=1, keepdims=True)
    assert privacy_loss(channel) == pytest.approx(n.epsilon)
    assert channel[0, 0] == pytest.approx(n.truth)
    names = channel @ rows[:, 0]  # Pr[the report names the first value | answer]
    assert names[rows[:, 0] == 1] == pytest.approx(n.p)
    assert names[rows[:, 0] == 0] == pytest.approx(n.q)
    assert n.direct == pytest.approx(n.q * (1 - n.q) / (n.p - n.q) ** 2)
    bits = UnaryEncoding.optimized(range(n.k), n.half)
    assert n.bits == pytest.approx(float(bits.variance(1, 0)))
    assert n.better == ("The direct answer" if n.direct < n.bits else "The row of bits")
    assert n.ratio >= 1
