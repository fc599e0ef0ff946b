"""One mechanism of each kind on three values, and what tests need to know about it to treat all alike."""

import itertools
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
BASIC = (RandomizedResponse, DirectEncoding, UnaryEncoding)
SKETCHES = (CountMeanSketch, HadamardCountMeanSketch)


def true_values(mechanism, counts):
    codes = np.repeat(np.arange(len(counts)), counts)
    return codes if isinstance(mechanism, RandomizedResponse) else np.array(mechanism.domain)[codes]


def bit_rows(width):
    return (np.arange(2**width)[:, None] >> np.arange(width)) & 1


def possible_reports(mechanism):
    """All reports, in the order of the channel's columns."""
    if isinstance(mechanism, (UnaryEncoding, ThresholdingHistogram)):
        return bit_rows(len(mechanism.domain))
    if isinstance(mechanism, SubsetSelection):
        return mechanism.sets()
    if isinstance(mechanism, HadamardResponse):
        return np.arange(mechanism.columns)
    if isinstance(mechanism, CountMeanSketch):
        return np.array([
            [row, *bits] for row in range(mechanism.hashes) for bits in bit_rows(mechanism.width)
        ])
    if isinstance(mechanism, HadamardCountMeanSketch):
        return np.array(
            list(itertools.product(range(mechanism.hashes), range(mechanism.width), range(2)))
        )
    return np.arange(len(mechanism.domain))


def contributions(mechanism):
    """What each possible report adds to n times the estimated frequencies, one row a column of the channel."""
    if isinstance(mechanism, LocalHashing):  # whose channel says which values are supported
        return (bit_rows(len(mechanism.domain)) - mechanism.q) / (mechanism.p - mechanism.q)
    reports = possible_reports(mechanism)
    return np.array([
        mechanism.aggregate(reports[i : i + 1]).frequencies for i in range(len(reports))
    ])


def observable(mechanism, reports):
    """Reports as an attacker with a table of counts can use them: hashing seeds, all different, become supported values."""
    return mechanism.supported(reports) if isinstance(mechanism, LocalHashing) else reports


def on_domain(domain, epsilon):
    """Every way to protect a value of this domain, in one size each; all have this ε except thresholding."""
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
