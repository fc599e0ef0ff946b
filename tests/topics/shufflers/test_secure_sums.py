"""Secure sums: parts that say nothing and add up exactly; noise shares against their
exact law."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from ldp_course.topics.shufflers.secure_sums import (
    join,
    noise_epsilon,
    noise_shares,
    noise_variance,
)


def law(epsilon, arriving, reach):
    """Pr[noise = 0 … reach], from the two Pólya numbers that it is the difference
    of."""
    a, size = math.exp(-epsilon), int(60 / epsilon) + 300
    polya = stats.nbinom.pmf(np.arange(size), arriving, 1 - a)
    return np.array([polya[: size - k] @ polya[k:] for k in range(reach + 1)])


# ---- parts


def split(values, rng, servers=2, modulus=2**32):
    """Parts as the chapter makes them, a row for each server."""
    parts = rng.integers(modulus, size=(servers, len(values)))
    parts[-1] = (values - parts[:-1].sum(axis=0)) % modulus
    return parts


@pytest.mark.parametrize("servers", [2, 3, 7])
@pytest.mark.parametrize("modulus", [2, 5, 1_000, 2**32])
def test_parts_add_up(servers, modulus):
    rng = np.random.default_rng(servers)
    values = rng.integers(-2, 3, size=50)
    parts = split(values, rng, servers, modulus)
    wanted = (int(values.sum()) + modulus // 2) % modulus - modulus // 2
    joined = join(parts.sum(axis=1) % modulus, modulus)
    assert (joined - wanted) % modulus == 0 and -modulus <= 2 * joined < modulus


# ---- noise


@pytest.mark.parametrize("epsilon", [0.05, 0.5, 1, 4])
@pytest.mark.parametrize("arriving", [1e-6, 1e-3, 0.2, 0.5, 0.9, 1, 2, 5])
def test_epsilon_of_what_arrives(epsilon, arriving):
    """The largest loss between neighboring sums: at 0, or, with all shares or more, far
    out."""
    reach = min(200, int(400 / epsilon))  # beyond, a float holds no such probability
    probabilities = law(epsilon, arriving, reach)
    losses = np.log(probabilities[:-1] / probabilities[1:])
    total = noise_epsilon(epsilon, arriving)
    if arriving < 1:
        assert losses.argmax() == 0 and losses[0] == pytest.approx(total, rel=1e-9)
    else:
        assert losses.max() <= total + 1e-9 and losses[-1] > total - 5 / reach - 1e-9


def test_variance_of_what_arrives():
    for epsilon, arriving in itertools.product((0.3, 1, 4), (0.1, 1, 2)):
        k, probabilities = np.arange(301), law(epsilon, arriving, 300)
        variance = 2 * (k**2 * probabilities).sum()
        assert noise_variance(epsilon, arriving) == pytest.approx(variance, rel=1e-6)


@pytest.mark.parametrize("honest, arriving", [(1, 1), (0.5, 1), (0.5, 0.5), (1, 0.5)])
def test_drawn_shares_have_this_law(honest, arriving):
    """20,000 sums of 40 devices in classes; false alarm 1e-6."""
    rng, n = np.random.default_rng([int(10 * honest), int(10 * arriving)]), 40
    shares = np.array([noise_shares(n, 1.0, rng, honest) for _ in range(20_000)])
    sums = shares[:, : round(arriving * n)].sum(axis=1)
    half = law(1.0, arriving / honest, 4)
    expected = np.append(np.append(half[:0:-1], half), 0)
    expected[-1] = 1 - expected.sum()
    counted = np.append(
        [(sums == k).sum() for k in range(-4, 5)], (abs(sums) > 4).sum()
    )
    assert stats.chisquare(counted, 20_000 * expected).pvalue > 1e-6
