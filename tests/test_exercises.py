"""What a reader may expect of the checks of the exercises: right answers pass in every style, wrong ones are told why.

Chance is in the checks that draw reports. Each fails a right answer with probability at most 1e-6, and here 100 times.
"""

import math
from fractions import Fraction
from pathlib import Path

import nbformat
import numpy as np
import pytest

from ldp_course import RandomizedResponse
from ldp_course.checks import ASSIGNMENTS
from ldp_course.checks.exercises import (
    accuracy,
    choosing_protocol,
    epsilon,
    histograms,
    more_protocols,
    randomized_response,
    rappor_collect,
    rappor_decode,
    threat_models,
    unary_encoding,
)
from ldp_course.checks.exercises._chance import error_of_each
from ldp_course.checks.exercises._exercise import Exercise
from ldp_course.checks.statistics import ERROR

CHAPTERS = [
    accuracy,
    choosing_protocol,
    epsilon,
    histograms,
    more_protocols,
    randomized_response,
    rappor_collect,
    rappor_decode,
    threat_models,
    unary_encoding,
]
EXERCISES = {
    f"{module.__name__.rpartition('.')[2]}.{name}": check
    for module in CHAPTERS
    for name, check in vars(module).items()
    if isinstance(check, Exercise)
}
BOOK = Path(__file__).parents[1] / "book"


def found(check, *answers, seed=None):
    return check.findings(*answers, rng=np.random.default_rng(seed))


def messages(check, *answers):
    return [finding.message for finding in found(check, *answers) if not finding.holds]


# Two right answers of each exercise, written in different ways


def coins(truth, rng):
    return RandomizedResponse(1).perturb([int(truth)], rng)[0]


def one_float(truth, rng):
    return bool(truth) if rng.random() < math.e / (math.e + 1) else not truth


def flip_back(sent, client):
    return sent.astype(bool) ^ (client(0) != 0)


def loop_back(sent, client):
    lies = {int(client(truth)): truth for truth in (0, 1)}
    return [lies[int(report)] for report in sent]


def spread(share, p, q):
    return (share * p * (1 - p) + (1 - share) * q * (1 - q)) / (p - q) ** 2


def spread_differently(share, p, q):
    return np.average([p - p**2, q - q**2], weights=[share, 1 - share]) / (p - q) / (p - q)


def loss(k):
    return math.log((k + 1) / (k - 1)) if k > 1 else math.inf


def loss_by_channel(k):
    p = Fraction(k + 1, 2 * k)
    return float("inf") if p == 1 else float(np.log(float(p / (1 - p))))


def seldom(value, random_response_frequency, rng):
    return bool(rng.integers(2)) if rng.integers(random_response_frequency) == 0 else value


def seldom_by_floats(value, k, rng):
    return value if rng.random() >= 1 / k else rng.random() < 0.5


def raw(counts, n, p, q):
    return (counts / n - q) / (p - q)


def raw_one_by_one(counts, n, p, q):
    return [(count - n * q) / (n * p - n * q) for count in counts]


def around(codes, k, p, rng):
    others = (codes + rng.integers(1, k, len(codes))) % k
    return np.where(rng.random(len(codes)) < p, codes, others)


def one_person_at_a_time(codes, k, p, rng):
    chances = np.full((k, k), (1 - p) / (k - 1))
    np.fill_diagonal(chances, p)
    return [int(u) for u in (rng.random(len(codes))[:, None] > chances[codes].cumsum(axis=1)).sum(axis=1)]


def forced(r, p1, p2):
    return (r - p1) / (1 - p1 - p2)


def forced_exactly(r, p1, p2):
    told = Fraction(1) - Fraction(p1) - Fraction(p2)
    return (Fraction(r) - Fraction(p1)) / told


def forced_loss(p1, p2):
    return math.log(max((1 - p2) / p1, (1 - p1) / p2)) if p2 else math.inf


def forced_loss_by_numpy(p1, p2):
    with np.errstate(divide="ignore"):
        return np.max(np.log(np.divide([1 - p2, 1 - p1], [p1, p2])))


def experiment(epsilon, rng, n=2_000):
    p = 1 / (1 + np.exp(-epsilon))
    truths = np.arange(n) < 0.2 * n
    reports = np.where(rng.random(n) < p, truths, ~truths)
    return (reports.mean() - (1 - p)) / (2 * p - 1)


def experiment_by_the_module(epsilon, rng):
    return RandomizedResponse(epsilon).simulate([1_600, 400], rng).frequencies[1]


def noise(epsilon, hashes):
    return 2 / (math.exp(epsilon / 2 / hashes) + 1)


def noise_rounded_up(epsilon, hashes):
    return np.ceil(100 * noise(epsilon, hashes)) / 100


def of_total(devices, reports):
    return math.sqrt(devices * (reports * 0.1875 + reports**2 * 0.25 * 0.1875))


def of_total_by_cases(devices, reports):
    mean = np.array([0.25, 0.75]) * reports
    within = reports * 0.1875
    between = 0.75 * mean[0] ** 2 + 0.25 * mean[1] ** 2 - (0.75 * mean[0] + 0.25 * mean[1]) ** 2
    return np.sqrt(devices * (within + between))


def ids():
    return (f"{a}{letter}{b:02}" for a in range(10) for letter in threat_models.LETTERS for b in range(100))


def md5(identity):
    return threat_models.hashlib.md5(identity.encode()).hexdigest()


LOOKUP = {md5(identity): identity for identity in ids()}


def refuse(value, domain):
    if value not in domain:
        raise ValueError(value)
    return [value == one for one in domain]


def bit_for_no_answer(value, domain):
    missing = value is None or value != value
    if not missing and value not in domain:
        raise ValueError(value)
    return np.array([int(value == one) for one in domain] + [int(missing)])


def set_of_values(value, k, w, p, rng):
    inside = rng.random() < p
    steps = rng.choice(k - 1, w - inside, replace=False)
    return {*((value + 1 + steps) % k).tolist(), *[value] * inside}


def row_of_bits(value, k, w, p, rng):
    keys = rng.random(k)
    keys[value] = -1 if rng.random() < p else 2
    return (np.argsort(np.argsort(keys)) < w).astype(int)


def from_supports(supports, n, g, epsilon):
    p = math.exp(epsilon) / (math.exp(epsilon) + g - 1)
    return (supports / n - 1 / g) / (p - 1 / g)


def from_each_support(supports, n, g, epsilon):
    p = 1 / (1 + (g - 1) * math.exp(-epsilon))
    return [(g * count - n) / (p * g - 1) / n for count in supports]


RIGHT = {
    "accuracy.plan_a_survey": [(160_101, 150_878), (160_107.0, np.float64(150_884))],
    "accuracy.one_sided_coin": [(spread, (0.728, 0.268)), (spread_differently, [0.73, 0.27])],
    "accuracy.ten_runs": [(3.16,), (np.sqrt(10),)],
    "accuracy.helpful_seed": [(flip_back, coins), (loop_back, one_float)],
    "choosing_protocol.plan": [("subset", "OLH", 0.334), ("Subset", "olh", 0.33422)],
    "choosing_protocol.crossing": [(64,), (64.0,)],
    "choosing_protocol.brochure": [(0.595, 221_054), (0.5947, 221_000)],
    "choosing_protocol.rounded_down": [(1, 2, 1.079), (1.0, np.int64(2), 1.0785)],
    "epsilon.three_rows": [(1.253, (1, 3), 2), (np.log(3.5), [3, 1], 2)],
    "epsilon.raw_with_delta": [(33, math.inf), (32.561, np.inf)],
    "epsilon.inverted_frequency": [(loss, seldom), (loss_by_channel, seldom_by_floats)],
    "epsilon.a_day_at_16": [(112, 0.899), (7 * 16, Fraction(8986, 10_000))],
    "histograms.by_hand": [((0.783, 0.217, 0), (0.825, 0.175, 0)), (np.array([18, 5, 0]) / 23, [0.825, 0.175, 0.0])],
    "histograms.larger_domain": [("OUE", 94, 5.83), ("oue", 94.2, np.log(1_022 / 3))],
    "histograms.always_a_distribution": [
        ([0.12, 0.25, 0.38, 0.45], raw),
        (np.array([0.118, 0.253, 0.376, 0.452]), raw_one_by_one),
    ],
    "histograms.other_value": [(1.36, 1.58, around), (1.3621, 1.582, one_person_at_a_time)],
    "more_protocols.by_hand": [(0.5625, 0.2708, 2.321), (Fraction(9, 16), Fraction(13, 48), 2.3214)],
    "more_protocols.leaves_one_out": [(0.692, set_of_values), (0.538 + 0.462 / 3, row_of_bits)],
    "more_protocols.wrong_q": [(0.25, from_supports), (0.2500, from_each_support)],
    "randomized_response.forced_response": [(forced, forced_loss), (forced_exactly, forced_loss_by_numpy)],
    "randomized_response.unrelated_question": [
        (lambda r: 2 * r - 0.25, 5, 7 / 3),
        (lambda r: (r - 0.125) / 0.5, Fraction(5), 2.33),
    ],
    "randomized_response.heads_or_tails": [(2.197, 0.405, 6.9), (np.log(9), np.log(1.5), np.log(991))],
    "randomized_response.flat_error": [(experiment,), (experiment_by_the_module,)],
    "rappor_collect.budget": [((0.538, 0.755, 0.876), 2), ([noise(2, h) for h in (1, 2, 4)], 2.0)],
    "rappor_collect.forgotten_hashes": [(noise,), (noise_rounded_up,)],
    "rappor_collect.changing_word": [(32.2, 131.8), (32.229, 120 * np.log(3))],
    "rappor_collect.history": [(0.531, 0.508), (17 / 32, 65 / 128)],
    "rappor_decode.by_hand": [(2, 4), (np.int64(2), 4.0)],
    "rappor_decode.plan": [(100_000_000,), (1.001e8,)],
    "rappor_decode.ten_reports": [(of_total,), (of_total_by_cases,)],
    "threat_models.k_anonymity": [(6_409, 2_798, 1_300), (np.int64(6_409), 2_798.0, 1_300)],
    "threat_models.safe_in_the_group": [(28, ">50K"), (28.0, " >50k ")],
    "threat_models.two_lists": [(0.5, 0.42), (Fraction(1, 2), 2 * 0.46**2)],
    "threat_models.pseudonyms": [
        (LOOKUP.get,),
        (lambda published: next(identity for identity in ids() if md5(identity) == published),),
    ],
    "unary_encoding.one_bit": [(2, 0.6225, 2.06), (2.0, 1 / (1 + math.exp(-0.5)), 2.063)],
    "unary_encoding.two_jobs": [(4.394,), (4 * np.log(3),)],
    "unary_encoding.silent_missing": [(refuse,), (bit_for_no_answer,)],
    "unary_encoding.swapped_letters": [("standard error", 135, 226), ("Standard error", 135.3, 225.6)],
}
RANDOM = [name for name, check in EXERCISES.items() if check.draws]
SLOW = {"epsilon.inverted_frequency", "accuracy.helpful_seed", "randomized_response.flat_error"}


def test_every_exercise_is_tried():
    assert set(RIGHT) == set(WRONG) == set(EXERCISES) and len(EXERCISES) == 38


def test_the_exercises_are_no_assignment():
    assert "exercises" not in ASSIGNMENTS


@pytest.mark.parametrize(("name", "style"), [(name, style) for name in RIGHT for style in (0, 1)])
def test_a_right_answer_passes(name, style):
    assert not messages(EXERCISES[name], *RIGHT[name][style])


@pytest.mark.parametrize("tests", [1, 4, 6, 240])
def test_the_tests_of_one_answer_share_the_error(tests):
    assert ERROR / 10 < tests * error_of_each(tests) * (1 - 1e-9) <= ERROR


@pytest.mark.parametrize("name", RANDOM)
def test_a_right_answer_passes_many_times(name):
    for run in range(20 if name in SLOW else 100):
        failed = messages(EXERCISES[name], *RIGHT[name][run % 2])
        assert not failed, (name, run % 2, failed)


# Typical mistakes, each with a part of what the reader is told. `_` is an answer that is not given.

_ = None


def lies_with(p):
    """A client that tells the truth with probability p."""
    return lambda truth, rng: bool(truth) if rng.random() < p else not truth


def one_seed(truth, rng):
    return RandomizedResponse(1).perturb([int(truth)], np.random.default_rng(42))[0]


def published_rule(value, k, rng):
    return value if rng.integers(k) == 0 else bool(rng.integers(2))


def fair_coins(epsilon, rng):
    return experiment(math.log(3), rng)


def not_divided(epsilon, rng):
    p = 1 / (1 + math.exp(-epsilon))
    return experiment(epsilon, rng) * (2 * p - 1) + 1 - p


def published_draw(codes, k, p, rng):
    return np.where(rng.random(len(codes)) < p, codes, rng.integers(0, k, len(codes)))


def next_value(codes, k, p, rng):
    return np.where(rng.random(len(codes)) < p, codes, (codes + 1) % k)


def one_draw_for_all(codes, k, p, rng):
    return around(codes[:1], k, p, rng)[0] + 0 * codes


def pairs_share_a_draw(codes, k, p, rng):
    half = around(codes[::2], k, p, rng)
    return np.repeat(half, 2)[: len(codes)]


def own_generator(codes, k, p, rng):
    return around(codes, k, p, np.random.default_rng())


def always_the_first(value, domain):
    return [int(value == one or (value not in domain and one == domain[0])) for one in domain]


def longer_if_missing(value, domain):
    return [int(value == one) for one in domain] + ([1] if value not in domain else [])


def published_set(value, k, w, p, rng):
    inside = rng.random() < p
    steps = rng.choice(k - 1, w - inside, replace=False)
    return {*((value + steps) % k).tolist(), *[value] * inside}


def always_inside(value, k, w, p, rng):
    return set_of_values(value, k, w, 1.0, rng)


def any_set(value, k, w, p, rng):
    return rng.choice(k, w, replace=False)


def one_too_many(value, k, w, p, rng):
    return set_of_values(value, k, w + 1, p, rng)


def old_q(supports, n, g, epsilon):
    q = 1 / (math.exp(epsilon) + g - 1)
    return (supports / n - q) / (math.exp(epsilon) * q - q)


WRONG = {
    "accuracy.plan_a_survey": [
        ((41_679, _), "this takes one"),
        ((166_710, _), "this is for two standard errors"),
        ((9_604, _), "leaves out the coins"),
        ((_, 160_101), "for the other share"),
        (("many", _), "must be one number"),
    ],
    "accuracy.one_sided_coin": [
        ((lambda s, p, q: p * (1 - p) / (p - q) ** 2, _), "people with no have the variance"),
        ((lambda s, p, q: spread(s, p, q) * (p - q) ** 2, _), "divide by (p' − q')²"),
        ((_, (0.9, 0.1)), "asked for ε = 1, this pair has 2.2"),
        ((_, (0.5, 0.2)), "comes down to 0.921"),
        ((0.9, 0.5), "must be a function, which the check calls as variance(share, p, q)"),
    ],
    "accuracy.ten_runs": [
        ((10,), "ratio of the variances"),
        ((0.316,), "the means over that of the surveys"),
        (([3.16, 3.16],), "must be one number"),
    ],
    "accuracy.helpful_seed": [
        ((lambda sent, client: sent, _), "everybody lies"),
        ((lambda sent, client: 1 - sent, _), "nobody lies"),
        ((lambda sent, client: None, _), "one truth for each report"),
        ((_, one_seed), "all 5,000 reports of the truth no are the same"),
        ((_, lies_with(0.9)), "asked for ε = 1, your reports show at least"),
        ((_, lies_with(0.6)), "not the probabilities asked for"),
        ((_, lambda truth, rng: coins(truth, np.random.default_rng())), "draw all chance from `rng`"),
        ((_, lambda truth, rng: "yes"), "must give one report for each person: 0 (no) or 1 (yes)"),
        ((_, coins(1, np.random.default_rng(0))), "must be a function"),
    ],
    "choosing_protocol.plan": [
        (("OUE", _, _), "OUE needs 25"),
        ((_, "Hadamard", _), "near the error of OUE"),
        ((_, _, 0.1705), "this is one standard error"),
        ((_, _, 0.00334), "times 100"),
    ],
    "choosing_protocol.crossing": [
        ((65,), "round down"),
        ((24,), "with optimized unary encoding"),
        ((13,), "this is for ε = 1"),
    ],
    "choosing_protocol.brochure": [
        ((0.303, _), "this is one standard error"),
        ((1.189, _), "not the floor"),
        ((_, 148_750), "the square of the margin"),
        ((_, 884_215), "not the floor"),
    ],
    "choosing_protocol.rounded_down": [
        ((2, _, _), "at f = 0"),
        ((_, 1, _), "not 0"),
        ((_, _, 1.0385), "not standard errors"),
        ((_, _, 0.927), "the other way round"),
    ],
    "epsilon.three_rows": [
        ((3.5, _, _), "this is the ratio"),
        ((0.981, _, _), "first report only"),
        ((_, (1, 2), _), "largest and the smallest entry"),
        ((_, "1 and 3", _), "must be two numbers"),
        ((_, _, 1), "0.8/0.3 is less"),
    ],
    "epsilon.raw_with_delta": [
        ((326, _), "one in a thousand"),
        ((0.001, _), "not the number"),
        ((_, 0), "this is ε with δ"),
    ],
    "epsilon.inverted_frequency": [
        ((lambda k: math.log(2 * k - 1), _), "what the name suggests"),
        ((lambda k: math.log2((k + 1) / (k - 1)) if k > 1 else math.inf, _), "not log2"),
        ((lambda k: math.log((k + 1) / (k - 1)), _), "epsilon(1) raised ZeroDivisionError"),
        ((lambda k: ..., _), "returned nothing"),
        ((_, published_rule), "mended at 1: asked for ε = 0, your reports show at least"),
        ((_, lambda value, k, rng: value), "reports of the truth no are the same"),
        ((_, lambda value, k, rng: bool(rng.integers(2))), "mended at 10: not the probabilities"),
    ],
    "epsilon.a_day_at_16": [
        ((16, _), "this is one day"),
        ((_, 8.886), "these are the odds"),
        ((_, 89.9), "in percent"),
        ((_, 0.000016), "not by ε"),
    ],
    "histograms.by_hand": [
        (((0.825, 0.175, 0), _), "this is norm_sub"),
        (((0.857, 0.238, 0), _), "the sum is then 1.15"),
        ((_, (0.783, 0.217, 0)), "this is norm_mul"),
        ((_, (0.75, 0.10, 0)), "not each"),
        ((_, (0.8, 0.2)), "must be 3 numbers"),
    ],
    "histograms.larger_domain": [
        (("direct", _, _), "compare the variances"),
        (("SUE", _, _), "must be one of"),
        ((_, 9.71, _), "people go with the variance"),
        ((_, _, 340.67), "ε is its logarithm"),
    ],
    "histograms.always_a_distribution": [
        (([0.5, 0.5, 0.5, 0.5], _), "these are raw estimates"),
        (([0.3, 0.1, 0.4, 0.4], _), "at least 200 runs"),
        ((0.12, _), "must be four numbers"),
        ((_, lambda *x: np.maximum(raw(*x), 0)), "clipping raises the low estimates"),
        ((_, lambda *x: raw(*x) / raw(*x).sum()), "need not sum to 1"),
        ((_, lambda *x: raw(*x).sum()), "must be 4 numbers"),
    ],
    "histograms.other_value": [
        ((1, _, _), "this is what was meant"),
        ((_, 1, _), "the old p and q"),
        ((_, _, published_draw), "asked for ε = 1, your reports show at least"),
        ((_, _, next_value), "asked for ε = 1, your reports show at least"),
        ((_, _, one_draw_for_all), "are the same"),
        ((_, _, pairs_share_a_draw), "depend on each other"),
        ((_, _, own_generator), "draw all chance from `rng`"),
        ((_, _, lambda codes, k, p, rng: around(codes, k, p, rng) + 1), "a whole number from 0 to 14"),
    ],
    "more_protocols.by_hand": [
        ((0.25, _, _), "direct encoding"),
        ((_, 0.3333, _), "subtract p"),
        ((_, 0.24375, _), "k − 1 others"),
        ((_, _, 0.677), "not by p − q"),
        ((_, _, 1.5236), "square it"),
    ],
    "more_protocols.leaves_one_out": [
        ((0.538, _), "this is what was meant"),
        ((0.871, _), "only when it is not inside"),
        ((_, published_set), "every set must have w = 2 members"),
        ((_, always_inside), "asked for ε = 1, your reports show at least"),
        ((_, any_set), "not the probabilities asked for"),
        ((_, one_too_many), "yours have [3]"),
        ((_, {1, 2}), "must be a function"),
    ],
    "more_protocols.wrong_q": [
        ((0, _), "what a right server reports"),
        ((0.0751, _), "divide by"),
        ((_, old_q), "this is the fault"),
        ((_, lambda *x: np.maximum(from_supports(*x), 0)), "below 0"),
    ],
    "randomized_response.forced_response": [
        ((lambda r, p1, p2: (r - p2) / (1 - p1 - p2), _), "subtract the forced yes, p1, not p2"),
        ((lambda r, p1, p2: 2 * r - 0.5, _), "for two fair coins"),
        ((lambda r, p1, p2: np.clip(forced(r, p1, p2), 0, 1), _), "below 0 or above 1 at times"),
        ((_, lambda p1, p2: math.log((1 - p2) / p1)), "the report yes only"),
        ((_, lambda p1, p2: math.log(max((1 - p2) / p1, (1 - p1) / p2))), "yours is a ZeroDivisionError"),
        ((_, lambda p1, p2: forced_loss(p1, p2) if p2 else 0), "so ε is math.inf; yours is 0"),
        ((_, 1.609), "must be a function, which the check calls as epsilon(p1, p2)"),
    ],
    "randomized_response.unrelated_question": [
        ((lambda r: 2 * r - 0.5, _, _), "is ¼, not ½"),
        ((lambda r: 2 * r, _, _), "before you divide"),
        ((_, 4, _), "the other question as well"),
        ((_, _, math.log(7 / 3)), "this is the logarithm"),
    ],
    "randomized_response.heads_or_tails": [
        ((math.log(3), _, _), "for fair coins"),
        ((math.log(4), _, _), "tails may tell the truth, too"),
        ((_, -0.405, _), "larger probability on top"),
        ((_, _, 991), "this is the ratio"),
    ],
    "randomized_response.flat_error": [
        ((fair_coins,), "at ε = 0.1 the spread is too small"),
        ((fair_coins,), "at ε = 4 the spread is too large"),
        ((not_divided,), "not right on average"),
        ((lambda epsilon, rng: 0.2,), "0 of 400"),
        ((lambda epsilon, rng: experiment(epsilon, np.random.default_rng()),), "draw all chance from `rng`"),
        ((lambda epsilon, rng: [0.2, 0.1],), "must return one number"),
    ],
    "rappor_collect.budget": [
        (([2 / (math.exp(2 / h) + 1) for h in (1, 2, 4)], _), "differ in 2h bits"),
        (([noise(2, h) / 2 for h in (1, 2, 4)], _), "this is f/2"),
        ((0.538, _), "must be 3 numbers"),
        ((_, 1), "nothing is added"),
    ],
    "rappor_collect.forgotten_hashes": [
        ((lambda epsilon, hashes: noise(epsilon, 1),), "the hashes belong into the formula"),
        ((lambda epsilon, hashes: round(noise(epsilon, hashes), 2),), "Round up, or not at all"),
        ((lambda epsilon, hashes: 2 / (math.exp(epsilon / hashes) + 1),), "solve ε∞"),
        ((lambda epsilon, hashes: 1,), "more noise than needed"),
        ((lambda epsilon, hashes: 0,), "gives inf"),
        ((lambda epsilon, hashes: "much",), "one number from 0 to 1"),
    ],
    "rappor_collect.changing_word": [
        ((4.394, _), "one word that stays the same"),
        ((1.074, _), "this is one report"),
        ((_, 32.2), "for one report of each word"),
    ],
    "rappor_collect.history": [
        ((0.625, _), "for a permanent bit 1"),
        ((0.508, _), "for two devices"),
        ((_, 0.531), "for one device"),
        ((_, 0.316), "both reports are 0"),
    ],
    "rappor_decode.by_hand": [
        ((4, _), "five tests share it"),
        ((_, 2), "this is Bonferroni"),
        ((_, 3), "compare the fourth"),
        ((_, 5), "the fifth"),
    ],
    "rappor_decode.plan": [
        ((3_164_000,), "the square of the factor"),
        ((25_000_000,), "100 candidates"),
        ((112_000_000,), "one-sided"),
    ],
    "rappor_decode.ten_reports": [
        ((lambda n, t: np.sqrt(n * t * 0.375 * 0.625),), "a device of its own"),
        ((lambda n, t: of_total(n, t) ** 2,), "this is the variance"),
        ((lambda n, t: np.sqrt(n * t * 0.1875),), "the permanent bit varies"),
        ((lambda n, t: t * np.sqrt(n * 0.375 * 0.625),), "as equal"),
    ],
    "threat_models.k_anonymity": [
        ((26_152, _, _), "the rows that should go"),
        ((3_501, _, _), "unique rows only"),
        ((_, _, 3_501), "for exact ages"),
        ((_, 2_799, _), "is not right"),
    ],
    "threat_models.safe_in_the_group": [
        ((1, _), "keep all rows"),
        ((_, "<=50K"), "every row that fits"),
        ((_, "much"), "must be one of"),
    ],
    "threat_models.two_lists": [
        ((0.75, _), "exchange them"),
        ((_, 0.92), "for one list"),
        ((_, 0.2116), "either of the two"),
        ((_, 2.363), "m = 1 over m = 2"),
    ],
    "threat_models.pseudonyms": [
        ((lambda published: "7B42",), "every pseudonym leads to 7B42"),
        ((lambda published: published,), "a hash of the hash"),
        (({h: i for h, i in LOOKUP.items() if i[2] != "0"}.get,), "may be 00 to 09"),
        (({}.__getitem__,), "hash all 26,000 ids"),
        ((LOOKUP,), "must be a function"),
    ],
    "unary_encoding.one_bit": [
        ((1, _, _), "two values differ in two"),
        ((_, 0.7311, _), "the colleague's"),
        ((_, _, 4.26), "for the variance"),
        ((_, _, 0.485), "the other way round"),
    ],
    "unary_encoding.two_jobs": [
        ((2.197,), "one occupation each"),
        ((3.296,), "all bits that differ"),
        ((81,), "this is the ratio"),
    ],
    "unary_encoding.silent_missing": [
        ((lambda value, domain: [int(value == one) for one in domain],), "is all zeros"),
        ((lambda value, domain: [int(value == one) for one in domain],), "never declared"),
        ((always_the_first,), "a value that it is not"),
        ((longer_if_missing,), "as many bits as all others"),
        ((lambda value, domain: domain.index(value),), "must return the bits of one person"),
        ((lambda value, domain: [1] * len(domain),), "set one bit, which is its own"),
    ],
    "unary_encoding.swapped_letters": [
        (("epsilon", _, _), "only the third differs"),
        (("all", _, _), "must be one of"),
        ((_, 226, _), "letters swapped"),
        ((_, _, -226), "is positive"),
    ],
}


@pytest.mark.parametrize(("name", "place"), [(name, i) for name, rows in WRONG.items() for i in range(len(rows))])
def test_a_mistake_is_explained(name, place):
    assert len(WRONG[name]) >= 3
    answers, part = WRONG[name][place]
    said = messages(EXERCISES[name], *answers)
    assert any(part in message for message in said), said


@pytest.mark.parametrize("name", EXERCISES)
@pytest.mark.parametrize("blank", [None, ...])
def test_a_blank_answer_is_not_a_wrong_one(name, blank):
    parts = len(EXERCISES[name].__signature__.parameters)
    assert all("not answered yet" in message for message in messages(EXERCISES[name], *parts * [blank]))
    assert len(messages(EXERCISES[name], *parts * [blank])) == len(messages(EXERCISES[name])) == parts


@pytest.mark.parametrize("name", EXERCISES)
@pytest.mark.parametrize("odd", ["a word", [], {}, object(), 1j, True, math.nan, print])
def test_an_answer_of_a_wrong_kind_gets_a_sentence(name, odd):
    parts = len(EXERCISES[name].__signature__.parameters)
    said = messages(EXERCISES[name], *parts * [odd])
    assert said and not [message for message in said if message.startswith("your code raised")], said


def test_an_answer_may_be_given_by_name_and_partly(capsys):
    epsilon.three_rows(report=2, rng=np.random.default_rng(0))
    assert capsys.readouterr().out.splitlines() == [
        "three rows: 1 of 3 hold",
        "  ✗ epsilon: not answered yet",
        "  ✗ values: not answered yet",
        "  ✓ report = 2 is right",
    ]


def test_what_an_answer_raises_is_told_and_the_rest_still_checked():
    def stub(r, p1, p2):
        raise NotImplementedError

    said = [finding.message for finding in found(randomized_response.forced_response, stub, forced_loss)]
    assert said[0] == "estimate(0.4, 0.2, 0.1): not implemented yet" and "epsilon(p1, p2) is right" in said


@pytest.mark.parametrize("path", sorted(BOOK.glob("*.ipynb")), ids=lambda path: path.stem)
def test_the_chapter_shows_each_check_and_its_solution_passes_it(path):
    cells = nbformat.read(path, as_version=4).cells
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    solutions = [cell for cell in cells if "hide-cell" in cell.metadata.get("tags", []) and "exercises." in cell.source]
    printed = "".join(output.get("text", "") for cell in solutions for output in cell.outputs)
    assert f"from ldp_course.checks.exercises import {path.stem} as exercises" in text
    for name in (name.partition(".")[2] for name in EXERCISES if name.startswith(f"{path.stem}.")):
        assert f"exercises.{name}(" in text and any(f"exercises.{name}(" in cell.source for cell in solutions)
        assert f"{name.replace('_', ' ')}: " in printed
    assert "✓" in printed and "✗" not in printed
