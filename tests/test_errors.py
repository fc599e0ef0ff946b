"""Mistakes that students make, a row each: the message says what to do. Wrong types and
ranges of all arguments: test_bad_input.py.
"""

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
    SubsetSelection,
    SummingHistogram,
    ThresholdingHistogram,
    UnaryEncoding,
    base_cut,
    estimate,
    plots,
    rappor,
)
from ldp_course.audit import audit
from ldp_course.rappor import Parameters
from ldp_course.topics import (
    again_and_again,
    deployments,
    distributions,
    many_questions,
    numbers,
    shufflers,
    two_reports,
    unknown_words,
)
from ldp_course.topics.many_machines import counts
from tests.oracles import each_mechanism, listable, true_values

RNG = np.random.default_rng(0)
DOMAIN = ["a", "b", "c"]
COIN, DIRECT = RandomizedResponse(1), DirectEncoding(DOMAIN, 1)
UNARY, SUBSET = UnaryEncoding.optimized(DOMAIN, 1), SubsetSelection(DOMAIN, 2, 1)
SKETCH = CountMeanSketch(DOMAIN, 2, 4, 1, seed=0)
RAPPOR = Parameters(16, 2, 4, f=0.5, p=0.5, q=0.75)
COUNTS = np.full((4, 17), 50)
ALPHA = again_and_again.AlphaPoint(8, 1.0)
FLIPS, TREE = (
    again_and_again.BitFlips(DOMAIN, 2, 1.0),
    two_reports.ChangeTree(4, 1.0, 3),
)
FOUR_BITS = Parameters(4, 1, 1, 0.5, 0.25, 0.75)
RANGES = distributions.HierarchicalTree(0, 8, 8, 1.0, 2)
EIGHT = RANGES.simulate(np.full(8, 500), RNG)
OTHER = UnaryEncoding.optimized(["a", "c"], 1)
PLAN = {"sex": ("M", "F"), "color": ("red", "green", "blue")}
MISTAKES = [
    (lambda: DirectEncoding(DOMAIN, 0), "epsilon = 0 is not allowed; .* above 0, from 1e-06 to 30"),
    (lambda: RandomizedResponse(math.nan), "epsilon = nan is not allowed"),
    (lambda: UnaryEncoding(DOMAIN, 75, 0.2), "p = 75 .* must be a probability between 0 and 1"),
    (lambda: UnaryEncoding(DOMAIN, 0.3, 0.3), "p = q = 0.3: .*p must differ from q"),
    (lambda: RandomizedResponse.from_truth_probability(0.5), "p = 0.5 makes p = q"),
    (lambda: RandomizedResponse.from_gamma(0), "gamma must be a number above 0 and at most 0.5"),
    (lambda: DirectEncoding(["a"], 1), "domain .* at least 2 distinct values"),
    (lambda: DirectEncoding(["a", "b", "a"], 1), "domain repeats 'a'; domain must be"),
    (lambda: DIRECT.encode(["a", "z", "b", "A"]), "2 answer.*: 'z', 'A'; allowed are 'a', 'b', "),
    (lambda: DIRECT.encode(["a", None]), "missing answer"),
    (lambda: DIRECT.encode([]), r"values is empty \(0 people\)"),
    (lambda: DIRECT.encode(np.zeros((2, 2), int)), "one dimension, one value a person"),
    (lambda: COIN.encode([0, 1, 2]), r"values holds 2; values must be booleans, or whole numbers 0 \(no\) and 1"),
    (lambda: DIRECT.aggregate([0, 3]), "reports holds 3; reports must be whole numbers"),
    (lambda: UNARY.aggregate(np.zeros((3, 9, 2), int)), r"reports has shape \(3, 9, 2\)"),
    (lambda: UNARY.simulate([0, 0, 0], RNG), "counts .*; counts must be 3 whole numbers"),
    (lambda: UNARY.simulate([10**16, 1, 1], RNG), "counts .* none negative or above 10..15"),
    (lambda: UNARY.variance(0, 0.5), "n = 0 is not allowed; n must be a whole number, at least 1"),
    (lambda: SummingHistogram(DOMAIN, 1).channel(), r"a continuum, so channel\(\) has no table"),
    (lambda: LocalHashing(DOMAIN, 2**25, 1), "buckets = 33554432 is not allowed"),
    (lambda: HadamardResponse(DOMAIN, 1, blocks=4), "blocks = 4 .* at least 1 and at most 3"),
    (lambda: SubsetSelection(DOMAIN, 3, 1), "size = 3 .* at least 1 and at most 2"),
    (lambda: SUBSET.aggregate([[1, 0, 0]]), "a row with 1 ones; reports must be rows with 2 ones"),
    (lambda: ThresholdingHistogram(DOMAIN, 1, 1.5), "threshold must be a number from 0 to 1"),
    (lambda: HadamardCountMeanSketch(DOMAIN, 2, 6, 1, seed=0), "width must be a power of 2"),
    (lambda: SKETCH.variance(10, 0.5, 2), "others_squared = 2 is not allowed"),
    (lambda: UnaryEncoding.optimized(range(13), 1).channel(), r"2\*\*13 rows of bits; at most 12"),
    (lambda: SubsetSelection(range(13), 3, 1).channel(), "286 columns; at most 12"),
    (lambda: HadamardResponse(range(2048), 1).channel(), "2048 x 4,096 entries; at most"),
    (lambda: HadamardCountMeanSketch(range(100), 2**10, 64, 1, seed=2).possible_reports(),
     r"channel\(\) would have"),
    (lambda: HadamardResponse(range(5000), 1).simulate([1] * 5000, RNG),
     r"would draw .* at most 4,194,304 are allowed here; use collect\(\)"),
    (lambda: Parameters(4, 5, 4, 0.5, 0.5, 0.75), "hashes = 5 .* at most 4"),
    (lambda: Parameters(16, 2, 4, 1.0, 0.5, 0.75), "f = 1 .* below 1"),
    (lambda: Parameters(16, 2, 4, 0.5, 0.75, 0.75), "p = 0.75 equals q = 0.75.*must differ"),
    (lambda: rappor.Client(Parameters(64, 2, 4, 0.5, 0.25, 0.75), b"s"), "at most 32: as in"),
    (lambda: rappor.Client(RAPPOR, b""), "secret is empty"),
    (lambda: rappor.Client(Parameters(8, 2, 4, 0.995, 0.2, 0.8), b"s"), "f = 0.995 .* 127/128"),
    (lambda: rappor.bloom_table(["a", "b", "a"], RAPPOR), "words holds 'a' more than once"),
    (lambda: rappor.bloom_table(["a\udc80"], RAPPOR), "words holds .*, with half"),
    (lambda: rappor.report_channel(["a"], 0, Parameters(13, 2, 4, 0.5, 0.5, 0.75)),
     "bits = 13 .* at most 12"),
    (lambda: rappor.population_reports([0, 3], DOMAIN, RAPPOR, RNG), "values holds 3; .* 0 to 2"),
    (lambda: rappor.decode(COUNTS[:2], ["a"], RAPPOR), r"counts has shape .* of shape \(4, 17\)"),
    (lambda: rappor.decode(COUNTS * 0, ["a"], RAPPOR), "counts holds no reports"),
    (lambda: rappor.decode(COUNTS + np.eye(4, 17, 1, int), ["a"], RAPPOR), "ones for bit"),
    (lambda: rappor.decode(COUNTS, ["a"], RAPPOR, correction="BH"), "correction = 'BH' .* one of"),
    (lambda: rappor.decode(COUNTS, ["a"], RAPPOR, clients=2_000_000), "clients = 2000000 "),
    (lambda: rappor.decode([[9, 1, 1, 1, 1]], ["v1", "v2", "v3", "v4", "v5"], FOUR_BITS),
     "candidates 'v.' and 'v.' set the same bits in every cohort: no decoder can tell"),
    (lambda: rappor.decode([[9, 1]], ["v1"], Parameters(1, 1, 1, 0.5, 0.25, 0.75)),
     "candidates holds 'v1', which sets every bit"),
    (lambda: rappor.decode(np.full((4, 17), 2**62), ["a"], RAPPOR), r"2.63"),
    (lambda: counts.estimate_from_counts(DIRECT, [2, 1, 1], 5), "sum 4; counts must .* the sum 5"),
    (lambda: counts.estimate_from_counts(DIRECT, [2, 1], 3), r"has shape \(2,\); counts must be .* \(3,"),
    (lambda: counts.estimate_from_counts(UNARY, [4, 0, 0], 3), "whole numbers from 0 to n = 3"),
    (lambda: counts.count_reports(SummingHistogram(DOMAIN, 1), np.zeros((1, 3))), "mechanism must be"),
    (lambda: counts.merge([SKETCH.simulate([9] * 3, RNG)]), "whose collisions the others may share"),
    (lambda: counts.merge([COIN.simulate([9, 9], RNG), OTHER.simulate([9, 9], RNG)]),
     r"estimates holds the domains .* and \('a', 'c'\)"),
    (lambda: base_cut([0.5, 0.5], [0.1]), "standard_errors .*2 numbers"),
    (lambda: estimate.power([0.5, 0.5], [0.1, 0.0], 100), "standard_errors .*none below 1e-09"),
    (lambda: estimate.power([0.5, 0.5], [0.1, 0.1], 3), "n = 3 for 2 values"),
    (lambda: estimate.norm_mul([-0.1, -0.2]), "no value above 0"),
    *((lambda ends=ends: EIGHT.ranges(ends), "ends")
      for ends in ([(0.5, 2)], [(0, 2), (0, 2)], [(3, 1)], [(0, 9)], [1, 2], [])),
    (lambda: RANGES.collect([1.0], RNG), "on each level"),
    (lambda: RANGES.simulate([1, 0, 0, 0, 0, 0, 0, 0], RNG), "on each level"),
    *((lambda word=word: unknown_words.PrefixTree(1.0).encode(["SMITH", word]), "values holds .*letters 'ABC")
      for word in ("aA", "A_", "\0A", "É", "")),
    (lambda: again_and_again.DirectChain(range(2), 1, 2), "epsilon_one = 2.0 .* at most"),
    (lambda: many_questions.AllInOne({str(i): range(100) for i in range(4)}, 1.0), "combinations"),
    (lambda: many_questions.SplitBudget({"sex": "MM", "rich": "ny"}, 1.0), "no domain of 'sex'"),
    (lambda: many_questions.SplitBudget(PLAN, 1.0).encode({"sex": ["M"], "color": ["pink"]}),
     "answers to 'color'"),
    (lambda: many_questions.SplitBudget({i: range(9) for i in "abcdef"}, 1.0).channel(), "entries"),
    (lambda: shufflers.coins_delta(10**11, 1.0, 0.1), "n = 100000000000 is not allowed; n must be"),
    (lambda: shufflers.coins_delta(10, 1.0, 0.1, 10), "others_with_1 = 10 is not allowed"),
    (lambda: shufflers.clones_epsilon(10, 1.0, 0), "delta = 0 is not allowed; delta must be .* above 0"),
    (lambda: shufflers.people_needed(4.0, 1.0, 1e-6, by="best"), "by = 'best' .* by must be 'coins' or"),
    # read otherwise than meant
    (lambda: ALPHA.perturb([1, 3], [[0, 5, 5], [7, 5, 5]], RNG), "memory holds 5; memory must be"),
    (lambda: ALPHA.perturb([1], [[8, 1, 0]], RNG), "memory holds 8"),
    (lambda: FLIPS.perturb([1], [[[0, 1], [0, 2], [0, 1], [1, 1]]], RNG), "memory holds 2;"),
    (lambda: FLIPS.perturb([1], [[[2, 2], [0, 1], [0, 1], [1, 1]]], RNG), "memory holds a pos"),
    (lambda: TREE.perturb([[0, 1, 0, 1]], RNG), "encoded holds a row .* 1 .up. and -1 .down. in"),
    (lambda: TREE.perturb([[0, 0, 0, 0], [0, -1, 1, 0]], RNG), "encoded holds a row .* in turn"),
    (lambda: distributions.wasserstein([0.2, 0.3], [0.3, 0.3]), "first has the sum 0.5, second"),
    (lambda: distributions.merge([1e305, 1e308], 1), "frequencies = .* from -1e300 to 1e300"),
    (lambda: numbers.LaplaceMean(1, 1 + 1e-320, 1), "high = 1.0 .* above low = 1, by at least"),
    (lambda: distributions.SquareWave(0, 1e-200, 8, 1), "high = 1e-200 .* by at least 1e-150"),
    (lambda: plots.errors_against_theory(np.zeros(0), 1), "errors = .* at least one finite number"),
    (lambda: plots.errors_against_theory(np.zeros((2, 2)), 1), "errors = .*one a run"),
    (lambda: unknown_words.SegmentPairs(1, segment=7, segments=2), "segment x segments = 7 x 2 .* 13"),
    (lambda: unknown_words.PrefixTree(1, (2, 20)), r"lengths = \(2, 20\) makes .* most 13"),
    (lambda: deployments.people_needed(2.0, 1e-200), "error = 1e-200 .* larger for epsilon = 2"),
    # a level that is refused names one that is usual
    (lambda: audit(np.zeros(9), np.ones(9), confidence=95), "confidence = 95 .* 0.95$"),
    (lambda: base_cut([0.5, 0.5], [0.1, 0.1], alpha=2), "alpha = 2 .* such as 0.05$"),
    (lambda: RAPPOR.detection_limit(100, alpha=0), "alpha = 0 .* such as 0.05$"),
    (lambda: rappor.decode(COUNTS, ["a"], RAPPOR, significance=1), "significance = 1 .* 0.05$"),
]  # fmt: skip


@pytest.mark.parametrize(
    "call, message", MISTAKES, ids=[message for _, message in MISTAKES]
)
def test_a_mistake_is_explained(call, message):
    with pytest.raises((ValueError, TypeError), match=f"(?s){message}"):
        call()


@each_mechanism
def test_the_first_number_above_those_allowed_is_refused(mechanism):
    encoded = mechanism.encode(true_values(mechanism, [1] * len(mechanism.domain)))
    wrong = encoded.max() + 1
    with pytest.raises(ValueError, match=f"encoded holds {wrong}"):
        mechanism.perturb(np.full_like(encoded, wrong), RNG)
    reports = mechanism.perturb(encoded, RNG).astype(np.uint64)
    if listable(mechanism):
        largest = mechanism.possible_reports().max(axis=0)
    else:
        largest = np.array([2**64 - 1, mechanism.buckets - 1], dtype=np.uint64)
    for column in np.ndindex(largest.shape):
        if largest[column] < 2**64 - 1:
            above = reports.copy()
            above[(0, *column)] = largest[column] + 1
            with pytest.raises(
                ValueError, match=f"reports holds {largest[column] + 1}"
            ):
                mechanism.aggregate(above)
