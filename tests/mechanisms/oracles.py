"""Mechanisms of each kind on three values, and what tests need to treat all alike."""

import math

import numpy as np
import pytest

from ldp_course import (
    CountMeanSketch,
    DirectEncoding,
    GridUnaryEncoding,
    HadamardCountMeanSketch,
    HadamardResponse,
    LocalHashing,
    RandomizedResponse,
    SubsetSelection,
    SummingHistogram,
    ThresholdingHistogram,
    UnaryEncoding,
)
from ldp_course.mechanisms.shared import rows_of_bits

FALSE_ALARM = 1e-6
EPSILONS = [0.01, 0.1, 0.5, 1, math.log(3), 2, 4, 8, 16]
DOMAIN = ("a", "b", "c")

MECHANISMS = {
    "two coins": RandomizedResponse.two_coin(),
    "randomized response": RandomizedResponse(0.7),
    "lies more often than not": RandomizedResponse.from_truth_probability(0.2),
    "direct": DirectEncoding(DOMAIN, 1.2),
    "symmetric": UnaryEncoding.symmetric(DOMAIN, 1.5),
    "optimized": UnaryEncoding.optimized(DOMAIN, 0.8),
    "p = .75, q = .25": UnaryEncoding(DOMAIN, 0.75, 0.25),
    "p below q": UnaryEncoding(DOMAIN, 0.3, 0.6),
    "on the grid": GridUnaryEncoding.optimized(DOMAIN, 0.8),
    "on the grid, p below q": GridUnaryEncoding(DOMAIN, 0.25, 0.75),
    "binary hashing": LocalHashing.binary(DOMAIN, 0.9),
    "optimized hashing": LocalHashing.optimized(DOMAIN, 1.3),
    "Hadamard": HadamardResponse(DOMAIN, 1.1),
    "Hadamard, two blocks": HadamardResponse(DOMAIN, 1.7, blocks=2),
    "one-bit Hadamard": HadamardResponse(DOMAIN, 1.4, one_bit=True),
    "subset": SubsetSelection(DOMAIN, 2, 1.1),
    "thresholding": ThresholdingHistogram.optimized(DOMAIN, 1.6),
    "sketch": CountMeanSketch(DOMAIN, hashes=3, width=4, epsilon=1.5, seed=4),
    "Hadamard sketch": HadamardCountMeanSketch(DOMAIN, hashes=3, width=4, epsilon=1.5, seed=4),
}
each_mechanism = pytest.mark.parametrize("mechanism", MECHANISMS.values(), ids=MECHANISMS)


def true_values(mechanism, counts):
    codes = np.repeat(np.arange(len(counts)), counts)
    yes_no = mechanism.domain == RandomizedResponse.domain
    return codes if yes_no else np.array(mechanism.domain)[codes]


def listable(mechanism):
    """Whether all reports can be listed: not if they hold a seed or a number out of a continuum."""
    try:
        return len(mechanism.possible_reports()) > 0
    except ValueError:
        return False


def exact_channel(mechanism):
    """Pr[column | value]. A column is a report, or, if these cannot be listed, what it supports."""
    return mechanism.channel() if listable(mechanism) else mechanism.support_channel()


def channel_and_contributions(mechanism):
    """The same, and what each column adds to n times the estimated frequencies."""
    if not listable(mechanism):
        bits = rows_of_bits(len(mechanism.domain))
        return exact_channel(mechanism), (bits - mechanism.q) / (mechanism.p - mechanism.q)
    reports = mechanism.possible_reports()
    each = [mechanism.aggregate(reports[i : i + 1]).frequencies for i in range(len(reports))]
    return mechanism.channel(), np.array(each)


def observable(mechanism, reports):
    """Reports as an attacker counts them: seeds, all different, become supported values."""
    return reports if listable(mechanism) else mechanism.supported(reports)


def exact_variance(mechanism, n, shares):
    """With all that the variance depends on, for these true shares of the values."""
    if hasattr(mechanism, "collision_variance"):
        return mechanism.variance(n, shares, (shares**2).sum() - shares**2)
    if hasattr(mechanism, "blocks"):
        block = np.arange(len(shares)) % mechanism.blocks
        of_block = np.bincount(block, weights=shares)[block]
        return mechanism.variance(n, shares, np.minimum(1, of_block))
    return mechanism.variance(n, shares)


def on_domain(domain, epsilon):
    """Every way to protect a value of this domain, in one size each; all have this ε except
    thresholding.
    """
    return {
        "direct": DirectEncoding(domain, epsilon),
        "symmetric": UnaryEncoding.symmetric(domain, epsilon),
        "optimized": UnaryEncoding.optimized(domain, epsilon),
        "binary hashing": LocalHashing.binary(domain, epsilon),
        "optimized hashing": LocalHashing.optimized(domain, epsilon),
        "Hadamard": HadamardResponse(domain, epsilon),
        "Hadamard, blocks": HadamardResponse.optimized(domain, epsilon),
        "one-bit Hadamard": HadamardResponse(domain, epsilon, one_bit=True),
        "subset": SubsetSelection.optimized(domain, epsilon),
        "summing": SummingHistogram(domain, epsilon),
        "thresholding": ThresholdingHistogram.optimized(domain, epsilon),
        "sketch": CountMeanSketch(domain, hashes=40, width=8, epsilon=epsilon, seed=1),
        "Hadamard sketch": HadamardCountMeanSketch(
            domain, hashes=40, width=8, epsilon=epsilon, seed=1
        ),
    }
