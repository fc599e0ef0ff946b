"""What a number is where nobody gives it. A reader's result rests on these: a change is news."""

import inspect
from numbers import Real

import numpy as np
import pytest

from ldp_course import UnaryEncoding, base_cut, poisoning, privacy, rappor
from tests.test_docstrings import PUBLIC

DEFAULTS = {
    "AlphaPoint": {"flip": 0.0},
    "ChangeTree": {"changes": 1},
    "Client": {"cohort": 0},
    "DirectChain.variance": {"days": 1},
    "Estimate.interval": {"confidence": 0.95},
    "Estimate.simplex_interval": {"confidence": 0.95},
    "Estimate.to_frame": {"confidence": 0.95},
    "HadamardResponse": {"blocks": 1},
    "HashingChain.variance": {"days": 1},
    "HierarchicalTree": {"branching": 4},
    "IntegerOneBitMean": {"bits": 16},
    "Linkability.of_device": {"value": 0},
    "MeanEstimate.interval": {"confidence": 0.95},
    "Parameters.detection_limit": {"alpha": 0.05, "tests": 1},
    "PrefixTree": {"keep": 100},
    "PrefixTree.limit": {"alpha": 0.05},
    "RangeEstimate.band": {"confidence": 0.95},
    "RangeEstimate.quantile_intervals": {"confidence": 0.95},
    "SegmentPairs": {"segment": 3, "segments": 4, "keep": 100},
    "SegmentPairs.limit": {"alpha": 0.05},
    "SquareWave.reconstruct": {"most_steps": 10000},
    "UnaryChain.variance": {"days": 1},
    "audit": {"confidence": 0.99},
    "axes": {"height": 3.6},
    "base_cut": {"alpha": 0.05},
    "coins_delta": {"others_with_1": 0},
    "coins_epsilon": {"others_with_1": 0},
    "decode": {"significance": 0.05, "confidence": 0.95},
    "decode_basic": {"significance": 0.05, "confidence": 0.95},
    "examine": {"n": 20000, "error": 0.01},
    "examine_client": {"times": 30, "clients": 2000, "error": 0.01},
    "expectation_maximization": {"tolerance": 0.001, "most_steps": 10000},
    "fakes_seen": {"alpha": 0.01, "power": 0.9},
    "fakes_that_hide": {"errors": 1.0},
    "guess_success": {"prior": 0.5},
    "join": {"modulus": 2**32},
    "noise_cut": {"alpha": 0.05},
    "noise_epsilon": {"arriving": 1.0},
    "noise_shares": {"honest": 1.0},
    "noise_variance": {"arriving": 1.0},
    "split": {"servers": 2, "modulus": 2**32},
    "unexplained": {"confidence": 0.95},
    "wasserstein": {"width": 1.0},
}


def numbers_of(call):
    """Arguments of a call that are a number if nobody gives one."""
    return {
        name: given.default
        for name, given in inspect.signature(call).parameters.items()
        if isinstance(given.default, Real) and not isinstance(given.default, bool)
    }


def found_defaults():
    found = {}
    for module, name in PUBLIC:
        thing = getattr(module, name)
        parts = {name: thing}
        if inspect.isclass(thing):
            parts |= {
                f"{name}.{part}": getattr(thing, part) for part in vars(thing) if part[0] != "_"
            }
        for called, part in parts.items():
            if callable(part) and (numbers := numbers_of(part)):
                found[called] = numbers
    return found


def test_defaults():
    assert found_defaults() == DEFAULTS


PARAMETERS = rappor.Parameters(16, 2, cohorts=4, f=0.5, p=0.5, q=0.75)
COUNTS = np.full((4, 17), 50)
BITS = UnaryEncoding.optimized(range(3), epsilon=1.0)
LEVELS = [
    (lambda level: privacy.audit(np.zeros(9), np.ones(9), confidence=level), "confidence", 0.95),
    (lambda level: base_cut([0.5, 0.5], [0.1, 0.1], alpha=level), "alpha", 0.05),
    (lambda level: PARAMETERS.detection_limit(100, alpha=level), "alpha", 0.05),
    (
        lambda level: rappor.decode(COUNTS, ["a"], PARAMETERS, significance=level),
        "significance",
        0.05,
    ),
    (lambda level: poisoning.fakes_seen(BITS, 100, 1, alpha=level), "alpha", 0.01),
    (lambda level: poisoning.fakes_seen(BITS, 100, 1, power=level), "power", 0.9),
]


@pytest.mark.parametrize("call, name, example", LEVELS)
def test_a_refused_level_names_one_that_is_usual(call, name, example):
    for level in (0, 1, 2):
        with pytest.raises(ValueError, match=f"{name} = {level} .* such as {example}$"):
            call(level)
