"""What must hold for every mechanism: its privacy, its estimates, its intervals, its
two ways to run.

Seeds are fixed. Each test with chance in it would fail for a correct mechanism, over
all seeds, with probability at most 1e-6; the bound is worked out beside it.
"""

import dataclasses
import math
import pickle
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from ldp_course import HadamardResponse, RandomizedResponse, SubsetSelection
from ldp_course.audit import audit
from ldp_course.privacy import privacy_loss
from tests.oracles import (
    EPSILONS,
    FALSE_ALARM,
    MAKERS,
    MECHANISMS,
    channel_and_contributions,
    each_mechanism,
    exact_channel,
    exact_variance,
    listable,
    observable,
    on_domain,
    true_values,
)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("k", [2, 3, 5, 10])
def test_the_channel_has_the_wanted_epsilon(k, epsilon):
    mechanisms = {
        **on_domain(range(k), epsilon),
        "yes/no": RandomizedResponse(epsilon),
        "half of the values": SubsetSelection(range(k), k // 2, epsilon),
        "k blocks": HadamardResponse(range(k), epsilon, blocks=k),
    }
    del mechanisms["summing"]  # its reports are continuous
    for name, mechanism in mechanisms.items():
        channel = exact_channel(mechanism)
        assert np.allclose(channel.sum(axis=1), 1, rtol=0, atol=1e-12)
        assert privacy_loss(channel) == pytest.approx(mechanism.epsilon, abs=1e-12)
        if name == "thresholding":
            assert 0.5 * epsilon < mechanism.epsilon < epsilon
        else:
            assert mechanism.epsilon == pytest.approx(epsilon, abs=1e-12)


@each_mechanism
def test_stated_epsilon_is_that_of_the_channel(mechanism):
    channel = exact_channel(mechanism)
    assert privacy_loss(channel) == pytest.approx(mechanism.epsilon, abs=1e-12)


@each_mechanism
def test_reports_follow_the_channel(mechanism):
    """2,000 reports of each value, chi-square at 1e-6 over the columns of the
    channel."""
    if not listable(mechanism):
        with pytest.raises(
            ValueError, match=r"channel_given_seed\(seed\), or support_channel\(\)"
        ):
            mechanism.channel()
        return
    possible, rng = mechanism.possible_reports(), np.random.default_rng(30)
    channel, column = mechanism.channel(), {}
    for j, report in enumerate(possible):
        column[report.tobytes()] = j
    assert len(column) == channel.shape[1]
    for code, row in enumerate(channel):
        counts = np.zeros(len(channel), dtype=int)
        counts[code] = 2_000
        reports = mechanism.perturb(
            mechanism.encode(true_values(mechanism, counts)), rng
        )
        assert reports.dtype == possible.dtype
        seen = np.bincount(
            [column[report.tobytes()] for report in reports], minlength=len(column)
        )
        assert not seen[row == 0].any()
        held = row > 0
        assert stats.chisquare(seen[held], 2_000 * row[held]).pvalue > FALSE_ALARM


@pytest.mark.parametrize("name", [name for name in MECHANISMS if "sketch" not in name])
def test_estimates_are_unbiased_and_have_the_stated_variance(name):
    """Over every report and value. Sketches: see test_every_estimate.py."""
    mechanism = MECHANISMS[name]
    channel, added = channel_and_contributions(mechanism)
    mean, square = channel @ added, channel @ added**2
    assert mean == pytest.approx(np.eye(len(mean)), abs=1e-9)
    shares = np.array([0.7, 0.3]) if len(mean) == 2 else np.array([0.6, 0.3, 0.1])
    assert shares @ (square - mean**2) == pytest.approx(
        exact_variance(mechanism, 1, shares), rel=1e-9
    )


@pytest.mark.parametrize("way", ["simulate", "aggregate", "collect"])
@each_mechanism
def test_the_law_of_the_estimate_follows_from_the_channel(mechanism, way):
    """4 people, all their reports enumerated; chi-square test at 1e-6 over the
    estimates."""
    counts = [3, 1] if len(mechanism.domain) == 2 else [2, 1, 1]
    law = _law(mechanism, counts)
    rng = np.random.default_rng(20)
    values, runs = true_values(mechanism, counts), 1500
    encoded = mechanism.encode(values)
    draw = {
        "simulate": lambda: mechanism.simulate(counts, rng),
        "aggregate": lambda: mechanism.aggregate(mechanism.perturb(encoded, rng)),
        "collect": lambda: mechanism.collect(values, rng),
    }[way]
    seen = Counter(_key(draw().frequencies * 4) for _ in range(runs))
    assert set(seen) <= {
        outcome for outcome, probability in law.items() if probability > 0
    }
    common = [
        outcome for outcome, probability in law.items() if probability * runs >= 5
    ]
    observed = [seen[outcome] for outcome in common]
    expected = [law[outcome] * runs for outcome in common]
    if runs - sum(expected) >= 1:
        observed.append(runs - sum(observed))
        expected.append(runs - sum(expected))
    assert stats.chisquare(observed, expected, sum_check=False).pvalue > FALSE_ALARM


def _law(mechanism, counts):
    channel, contributions = channel_and_contributions(mechanism)
    added_by = [_key(added, digits=9) for added in contributions]
    law = Counter({(0.0,) * len(counts): 1.0})
    for value in np.repeat(np.arange(len(counts)), counts):
        of_person = Counter()
        for added, probability in zip(added_by, channel[value], strict=True):
            of_person[added] += probability
        step = Counter()
        for so_far, probability in law.items():
            for added, chance in of_person.items():
                step[_key(np.add(so_far, added), digits=9)] += probability * chance
        law = step
    merged = Counter()
    for outcome, probability in law.items():
        merged[_key(outcome)] += probability
    return merged


def _key(frequencies, digits=4):
    return tuple((np.round(frequencies, digits) + 0.0).tolist())


@each_mechanism
def test_perturbed_bits_are_independent_between_people(mechanism):
    """20,000 people with one value: neighbors' supports of that value are uncorrelated
    (|z| < 5: 6e-7).
    """
    encoded = mechanism.encode(
        true_values(mechanism, [20_000] + [0] * (len(mechanism.domain) - 1))
    )
    reports = mechanism.perturb(encoded, np.random.default_rng(3))
    first = mechanism.supported(reports)[:, 0]
    correlation = np.corrcoef(first[:-1], first[1:])[0, 1]
    assert abs(correlation) * math.sqrt(len(first)) < 5


@each_mechanism
def test_the_audit_confirms_the_stated_epsilon(mechanism):
    """A lower bound at confidence 1 - 1e-6 stays below ε, and 100,000 reports come
    close to it."""
    people, rng = 100_000, np.random.default_rng(11)
    size = len(mechanism.domain)
    first, second = (
        mechanism.perturb(
            mechanism.encode(
                true_values(mechanism, [people * (v == held) for v in range(size)])
            ),
            rng,
        )
        for held in (0, 1)
    )
    result = audit(
        observable(mechanism, first),
        observable(mechanism, second),
        confidence=1 - FALSE_ALARM,
    )
    assert 0.8 * mechanism.epsilon < result.epsilon_lower <= mechanism.epsilon


@pytest.mark.parametrize("name", MAKERS)
def test_mechanisms_are_immutable_and_equal_by_value(name):
    make, arguments = MAKERS[name]
    first, second = make(**arguments), make(**arguments)
    assert first == second and hash(first) == hash(second)
    assert pickle.loads(pickle.dumps(first)) == first
    with pytest.raises(dataclasses.FrozenInstanceError):
        first.epsilon = 2.0


@each_mechanism
def test_chunks_do_not_change_results(mechanism, monkeypatch):
    """Every person is handled exactly once, whatever the size of a chunk."""
    counts = [9, 8] + [6] * (len(mechanism.domain) - 2)
    values = true_values(mechanism, counts)
    monkeypatch.setattr("ldp_course.topics.more_protocols.hashing.CHUNK_REPORTS", 3)
    monkeypatch.setattr("ldp_course.counting.CHUNK_ELEMENTS", 7)
    assert mechanism.collect(values, np.random.default_rng(1)).n == len(values)
    reports = mechanism.perturb(mechanism.encode(values), _AlwaysZero())
    supported = mechanism.supported(reports)
    assert supported[
        np.arange(len(values)), np.repeat(np.arange(len(counts)), counts)
    ].all()
    assert mechanism.support(reports).tolist() == supported.sum(axis=0).tolist()


class _AlwaysZero(np.random.Generator):
    """A generator whose uniforms, whole numbers and noise are all 0, so that every
    report supports the person's own value.
    """

    def __init__(self):
        super().__init__(np.random.PCG64(0))

    def random(self, size=None):
        return np.zeros(size)

    def integers(self, low, high=None, size=None, dtype=np.int64, endpoint=False):
        return np.zeros(size, dtype=dtype)

    def laplace(self, scale, size):
        return np.zeros(size)
