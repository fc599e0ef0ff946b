"""The solutions on RAPPOR, computed another way: by counting all patterns of bits."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from ldp_course.privacy import privacy_loss
from ldp_course.rappor import Parameters
from tests.coursework.exam.seeds import numbers


def days_of_a_bit(chance, p, q, days):
    """Pr[reports of some days | permanent 1 with this chance], for all patterns."""
    patterns = np.array(list(product((0, 1), repeat=days)))
    of = [np.prod(np.where(patterns == 1, x, 1 - x), axis=1) for x in (q, p)]
    return chance * of[0] + (1 - chance) * of[1]


def pair(set_law, clear_law, hashes):
    """The exact ε of two words that share no bit: independent pairs of bits."""
    two = [np.outer(set_law, clear_law).ravel(), np.outer(clear_law, set_law).ravel()]
    return hashes * privacy_loss(two)


@numbers("rappor", "permanent")
def test_permanent(n):
    def one(bloom, g):
        """Pr[permanent 1], over noise and no noise."""
        return sum((n.f if noise else 1 - n.f) * (g if noise else bloom) for noise in (True, False))

    assert (n.stays, n.becomes) == pytest.approx((one(1, n.g), one(0, n.g)))
    laws = [[one(bloom, n.g), 1 - one(bloom, n.g)] for bloom in (1, 0)]
    assert n.epsilon == pytest.approx(pair(*laws, n.h))
    assert n.more_hashes == pytest.approx(pair(*laws, n.h + 1))
    assert np.log(n.ratio_one * n.ratio_zero) * n.h == pytest.approx(n.epsilon)
    assert n.fair == pytest.approx(pair(*[[one(b, 0.5), 1 - one(b, 0.5)] for b in (1, 0)], n.h))
    assert n.more == ("more" if n.epsilon > n.fair else "less")


@numbers("rappor", "one_report")
def test_one_report(n):
    laws = [days_of_a_bit(x, n.p, n.q, 1) for x in (1 - n.f / 2, n.f / 2)]
    assert (n.if_set, n.if_clear) == pytest.approx((laws[0][1], laws[1][1]))
    assert n.epsilon == pytest.approx(pair(*laws, n.h))
    assert n.factor == pytest.approx(np.exp(n.epsilon))
    published = Parameters(bits=16, hashes=n.h, cohorts=8, f=n.f, p=n.p, q=n.q)
    assert (n.epsilon, n.ever) == pytest.approx((published.epsilon_one, published.epsilon_infinity))
    assert n.count * n.if_set + (n.n - n.count) * n.if_clear == pytest.approx(n.ones)
    of_set, of_clear = stats.bernoulli.var([n.if_set, n.if_clear])
    of = n.count * of_set + (n.n - n.count) * of_clear
    assert n.error == pytest.approx(np.sqrt(of) / (n.if_set - n.if_clear))


@numbers("rappor", "some_days")
def test_some_days(n):
    laws = [days_of_a_bit(x, n.p, n.q, n.days) for x in (1 - n.f / 2, n.f / 2)]
    assert (n.set_zero, n.set_one) == pytest.approx(tuple(laws[0][[0, -1]]))
    assert (n.clear_zero, n.clear_one) == pytest.approx(tuple(laws[1][[0, -1]]))
    assert n.kept == pytest.approx(pair(*laws, n.h))
    one = pair(*[days_of_a_bit(x, n.p, n.q, 1) for x in (1 - n.f / 2, n.f / 2)], n.h)
    assert (n.one_day, n.redrawn) == pytest.approx((one, n.days * one))
    assert n.kept < min(n.redrawn, n.ever)
    assert (n.until - 1) * one <= n.ever < n.until * one


@numbers("rappor", "four_words")
def test_four_words(n):
    sets = np.array([[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 1, 0], [0, 0, 1, 1]]).T
    solved = np.linalg.solve(sets, [n.t1, n.t2, n.t3, n.t4])
    assert list(n.words.values()) == pytest.approx(list(solved))
    back = np.linalg.inv(sets)
    assert np.sqrt(np.diag(back @ back.T)) * n.noise == pytest.approx(n.noise)
    there = [word for word, x in zip("abcd", solved, strict=True) if x > 2 * n.noise]
    assert n.there == ", ".join(there)
    assert sorted(n.there.split(", ") + n.absent.split(", ")) == list("abcd")
    with_e = np.column_stack([sets, [1, 0, 0, 1]])
    assert np.linalg.matrix_rank(with_e) < with_e.shape[1]


@numbers("rappor", "threshold")
def test_threshold(n):
    slots = n.n * n.h  # reported bits of the word's places

    def above(limit, held):
        """Pr[estimate > limit], from the exact law of the 1s; if some hold it, the normal one."""
        ones = slots * n.if_clear + limit * n.h * (n.if_set - n.if_clear)
        mean = slots * n.if_clear + held * n.h * (n.if_set - n.if_clear)
        if held:
            return stats.norm.sf(ones, mean, np.sqrt(slots * n.if_clear * (1 - n.if_clear)))
        return stats.binom.sf(np.floor(ones), slots, n.if_clear)

    assert above(n.limit, 0) == pytest.approx(n.alarms, rel=0.05)
    assert above(n.limit_all, 0) == pytest.approx(0.05 / n.candidates, rel=0.15)
    assert above(n.limit, n.visible) == pytest.approx(0.9)
    assert n.expected == pytest.approx(n.candidates * n.alarms)
    assert n.four_times == pytest.approx(2 * n.visible)
