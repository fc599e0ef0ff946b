"""The solutions on a product that ships or stops, computed another way: by channels and search."""

import numpy as np
import pytest
from scipy.stats import beta, binom

from ldp_course import DirectEncoding, UnaryEncoding
from ldp_course.privacy import posterior, privacy_loss
from tests.coursework.exam.seeds import numbers


@numbers("ship_it", "any_value")
def test_any_value(n):
    law = n.p * np.eye(n.k) + (1 - n.p) * np.full((n.k, n.k), 1 / n.k)
    assert (law[0, 0], law[0, 1]) == pytest.approx((n.own, n.other))
    assert n.true == pytest.approx(privacy_loss(law))
    assert n.draws == len({day // 7 for day in range(n.days)})
    assert n.total == pytest.approx(sum(privacy_loss(law) for _ in range(n.draws)))
    right = DirectEncoding(range(n.k), n.epsilon)
    assert (n.p, n.q) == pytest.approx((right.p, right.q))
    assert n.promised_factor == pytest.approx(right.p / right.q)
    assert n.found * n.own + (n.n - n.found) * n.other == pytest.approx(n.seen)
    assert n.wrong * right.p + (n.n - n.wrong) * right.q == pytest.approx(n.seen)
    assert 0 < n.found < n.n and n.total > 1.2 * n.epsilon


@numbers("ship_it", "nothing_seen")
def test_nothing_seen(n):
    assert binom.pmf(0, n.needed, n.zeros) == pytest.approx(n.missed) and n.missed <= 0.01
    assert binom.pmf(0, n.before, n.zeros) == pytest.approx(n.missed_before)
    assert n.missed_before > 0.01
    low, high = beta.ppf(0.005, n.n, 1), beta.ppf(0.995, 1, n.n)
    assert n.most == pytest.approx(np.log(low / high))
    assert binom.sf(0, n.rare_needed, n.flat) >= 0.9 > binom.sf(0, n.rare_needed - 1, n.flat)


@numbers("ship_it", "two_sides", seeds=16)
def test_two_sides(n):
    e = np.exp(n.most)
    law = np.array([[e, 1], [1, e]]) / (e + 1)
    told = posterior(law, [n.prior, 1 - n.prior])
    assert told[0, 0] <= n.ceiling + 1e-12, "one bit of this ε keeps below the ceiling"
    # a report that is e^ε times as likely, and as rare as can be, reaches it
    assert n.prior * e / (n.prior * e + 1 - n.prior) == pytest.approx(n.ceiling)
    assert 0.2 * e / (0.2 * e + 0.8) == pytest.approx(n.guess)

    def error(epsilon, people):
        return np.sqrt(float(UnaryEncoding.optimized(range(3), epsilon).variance(people, 0)))

    assert error(n.least, n.people) == pytest.approx(n.error)
    assert error(n.most, n.needed) <= n.error < error(n.most, n.needed - 1)
    assert n.decision == ("ship" if error(n.most, n.people) <= n.error else "stop")
    assert abs(n.most / n.least - 1) > 0.03


@numbers("ship_it", "exactly_once")
def test_exactly_once(n):
    design = UnaryEncoding.optimized(range(2), n.epsilon)
    bits = np.zeros((n.n, 2), dtype=int)
    bits[: n.ones, 0] = 1
    found = design.aggregate(bits)
    assert n.found == pytest.approx(found.counts[0])
    assert n.error == pytest.approx(n.n * found.standard_errors[0])
    assert n.right == pytest.approx(100 * found.standard_errors[0])
    assert n.ratio == pytest.approx(np.sqrt(n.rows / n.n)) and n.ratio > 1.02
    assert n.wrong * design.p + (n.rows - n.wrong) * design.q == pytest.approx(n.all_ones)
    assert n.again < n.n and n.ones_again <= n.again and n.in_time + n.late == n.n
