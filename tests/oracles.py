"""Mechanisms of each kind on three values, and what tests need to treat all alike."""

import math

import numpy as np
import pytest

from ldp_course import (
    CountMeanSketch,
    DirectEncoding,
    HadamardCountMeanSketch,
    HadamardResponse,
    LocalHashing,
    RandomizedResponse,
    ShortSeeds,
    SubsetSelection,
    SummingHistogram,
    ThresholdingHistogram,
    UnaryEncoding,
)
from ldp_course.counting import rows_of_bits

FALSE_ALARM = 1e-6
EPSILONS = [0.01, 0.1, 0.5, 1, math.log(3), 2, 4, 8, 16]
DOMAIN = ("a", "b", "c")

OF = {"domain": DOMAIN, "epsilon": 1.3}
SKETCH = OF | {"hashes": 3, "width": 4, "seed": 4}
# How each mechanism is made, on three values: what all of them must do, and which
# arguments they refuse, is tested for each row.
MAKERS = {
    "two coins": (RandomizedResponse.from_gamma, {"gamma": 0.25}),
    "randomized response": (RandomizedResponse, {"epsilon": 0.7}),
    "lies more often than not": (RandomizedResponse.from_truth_probability, {"p": 0.2}),
    "direct": (DirectEncoding, OF),
    "symmetric": (UnaryEncoding.symmetric, OF),
    "optimized": (UnaryEncoding.optimized, OF),
    "p = .75, q = .25": (UnaryEncoding, {"domain": DOMAIN, "p": 0.75, "q": 0.25}),
    "p below q": (UnaryEncoding, {"domain": DOMAIN, "p": 0.3, "q": 0.6}),
    "binary hashing": (LocalHashing.binary, OF),
    "optimized hashing": (LocalHashing.optimized, OF),
    "hashing to 3 buckets": (LocalHashing, OF | {"buckets": 3}),
    "Hadamard": (HadamardResponse, OF),
    "Hadamard, blocks": (HadamardResponse.optimized, OF),
    "one-bit Hadamard": (HadamardResponse, OF | {"one_bit": True}),
    "Hadamard, two blocks": (HadamardResponse, OF | {"blocks": 2, "one_bit": False}),
    "short seeds": (ShortSeeds.optimized, OF),
    "short seeds, 8 buckets": (ShortSeeds, OF | {"buckets": 8}),
    "subset": (SubsetSelection.optimized, OF),
    "subset of 2": (SubsetSelection, OF | {"size": 2}),
    "summing": (SummingHistogram, OF),
    "cut at 0.6": (ThresholdingHistogram, {"domain": DOMAIN, "noise_epsilon": 1.6, "threshold": 0.6}),
    "thresholding": (ThresholdingHistogram.optimized, {"domain": DOMAIN, "noise_epsilon": 1.6}),
    "sketch": (CountMeanSketch, SKETCH),
    "Hadamard sketch": (HadamardCountMeanSketch, SKETCH),
}  # fmt: skip
MECHANISMS = {name: make(**arguments) for name, (make, arguments) in MAKERS.items()}
del MECHANISMS["summing"]  # its reports support no value by yes or no
each_mechanism = pytest.mark.parametrize(
    "mechanism", MECHANISMS.values(), ids=MECHANISMS
)


def true_values(mechanism, counts):
    codes = np.repeat(np.arange(len(counts)), counts)
    yes_no = mechanism.domain == RandomizedResponse.domain
    return codes if yes_no else np.array(mechanism.domain)[codes]


def listable(mechanism):
    """Whether all reports can be listed: not if they hold a seed or a number out of a
    continuum."""
    try:
        return len(mechanism.possible_reports()) > 0
    except ValueError:
        return False


def exact_channel(mechanism):
    """Pr[column | value]. A column is a report, or, if these cannot be listed, what it supports."""
    if listable(mechanism):
        return mechanism.channel()
    if isinstance(mechanism, ShortSeeds):  # a seed is drawn whatever the value
        return mechanism.channel_given_seed(mechanism.seeds - 1)
    return mechanism.support_channel()


def channel_and_contributions(mechanism):
    """The same, and what each column adds to n times the estimated frequencies."""
    if not listable(mechanism):
        bits = rows_of_bits(len(mechanism.domain))
        return exact_channel(mechanism), (bits - mechanism.q) / (
            mechanism.p - mechanism.q
        )
    reports = mechanism.possible_reports()
    each = [
        mechanism.aggregate(reports[i : i + 1]).frequencies for i in range(len(reports))
    ]
    return mechanism.channel(), np.array(each)


def observable(mechanism, reports):
    """Reports as an attacker counts them: seeds, all different, become supported
    values."""
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


LARGER = {"hashes": 40, "width": 8, "seed": 1}
ANY_DOMAIN = {"domain", "epsilon", "noise_epsilon", "one_bit", *LARGER}


def on_domain(domain, epsilon):
    """Every way to protect a value of this domain, in one size each; all have this ε
    except thresholding.
    """
    mechanisms = {}
    for name, (make, arguments) in MAKERS.items():
        if "domain" in arguments and set(arguments) <= ANY_DOMAIN:
            given = {"domain": domain, "epsilon": epsilon, "noise_epsilon": epsilon}
            given = arguments | given | LARGER
            mechanisms[name] = make(**{key: given[key] for key in arguments})
    return mechanisms
