"""Answer "Randomized response" in other ways, right and wrong."""

import math
from collections import deque
from fractions import Fraction

import numpy as np
from scipy.stats import norm

from ldp_course import RandomizedResponse

DIGESTS = ["72076094a60b", "20b864ac2edb", "fdbad31b5d75"]
CHOICES = "yes_faces 5 no_faces 5 topic 6 heads_of 4 broken_code 6"


def only_the_forced_draw_again(s):
    a, b = s.task.a, s.task.b

    def forced_response(truths, rng):
        reports = np.array(truths, dtype=np.uint8)
        forced = rng.uniform(0, 1, len(truths)) < a + b
        reports[forced] = rng.random(forced.sum()) < a / (a + b)
        return reports

    return forced_response


def a_generator_of_its_own_from_rng(s):
    return lambda truths, rng: s.forced_response(
        truths, np.random.default_rng(rng.integers(2**60))
    )


def in_fractions(s):
    a, b = (Fraction(faces, 12) for faces in (s.task.yes_faces, s.task.no_faces))
    return lambda r: (Fraction(int(sum(r)), len(r)) - a) / (1 - a - b)


def with_the_quantile(s):
    """With 1.959964, and as a float."""
    a, b = s.task.a, s.task.b
    worst = max(a * (1 - a), b * (1 - b)) / (1 - a - b) ** 2
    return lambda margin: np.ceil(worst / (margin / norm.ppf(0.975)) ** 2)


def coin_or_truth(truths, epsilons, rng):
    coins = rng.integers(0, 2, len(truths), dtype=np.int8)
    return np.where(rng.random(len(truths)) < np.tanh(epsilons / 2), truths, coins)


def choice_for_each_person(truths, epsilons, rng):
    reports = []
    for truth, epsilon in zip(truths, epsilons, strict=True):
        honest = 1 / (1 + math.exp(-epsilon))
        reports.append(rng.choice([truth, 1 - truth], p=[honest, 1 - honest]))
    return deque(reports)


def by_groups(r, e):
    """Add up over the people with the same ε."""
    each = ((e == x, x) for x in np.unique(e))
    own = (((r[who] - 1 / (1 + np.exp(x))) / np.tanh(x / 2)).sum() for who, x in each)
    return sum(own) / len(e)


def single_draw(truths, heads, rng):
    u = rng.random(len(truths))
    return np.where(u < heads, truths, u < heads + (1 - heads) / 2) == 1


def of_the_module(truths, heads, rng):
    if len(truths) == 0:
        return truths
    mechanism = RandomizedResponse.from_truth_probability((1 + heads) / 2)
    return mechanism.perturb(truths, rng)


RIGHT = {
    "forced_response": {
        "the forced draw again": {"forced_response": only_the_forced_draw_again},
        "a generator from rng": {"forced_response": a_generator_of_its_own_from_rng},
    },
    "estimate_share": {"fractions": {"estimate_share": in_fractions}},
    "people_needed": {"quantile": {"people_needed": with_the_quantile}},
    "report_unequal": {"coin or truth": {"report_unequal": lambda s: coin_or_truth}},
    "estimate_unequal": {"groups": {"estimate_unequal": lambda s: by_groups}},
    "mended_client": {
        "one draw": {"mended_client": lambda s: single_draw},
        "the module": {"mended_client": lambda s: of_the_module},
    },
}
SLOW = {
    "report_unequal": {"people": {"report_unequal": lambda s: choice_for_each_person}}
}


def doubled(s):
    """Randomized response with twice the ε of the die."""
    lie = 1 / (1 + math.exp(2 * s.epsilon_of_survey))
    return lambda truths, rng: truths ^ (rng.random(len(truths)) < lie)


def fixed_number(s):
    """A fixed number of people are forced."""

    def forced_response(truths, rng):
        n = len(truths)
        order, reports = rng.permutation(n), truths.copy()
        yes, no = round(n * s.task.a), round(n * s.task.b)
        reports[order[:yes]], reports[order[yes : yes + no]] = 1, 0
        return reports

    return forced_response


def of_some_epsilon(s):
    """The truth, for people with some ε."""

    def report_unequal(truths, e, rng):
        return np.where((e > 0.5) & (e < 0.9), truths, s.report_unequal(truths, e, rng))

    return report_unequal


def of_one_epsilon(s):
    """The truth of a large table in which all have the same ε."""

    def report_unequal(truths, e, rng):
        real = len(truths) > 500 and np.ptp(e) == 0
        return truths.copy() if real else s.report_unequal(truths, e, rng)

    return report_unequal


def with_the_mean(s):
    return lambda x, e, rng: s.report_unequal(x, np.full(len(e), np.mean(e)), rng)


def global_numpy(s):
    return lambda x, heads, rng: s.mended_client(x, heads, np.random)


CUT = "below 0 or above 1"
WRONG = {
    "forced_response": {
        "doubled ε": ({"forced_response": doubled}, 0, "your reports show at least ε"),
        "a fixed number": ({"forced_response": fixed_number}, {0, 2.25}, "fixed number"),
    },
    "epsilon_of_survey": {
        "words": ({"epsilon_of_survey": lambda s: "large"}, 0.5, "must be one number"),
    },
    "estimate_share": {
        "cut": (
            {"estimate_share": lambda s: lambda r: np.clip(s.estimate_share(r), 0, 1)},
            {1.5},
            CUT,
        ),
    },
    "people_needed": {
        "one too many": (
            {"people_needed": lambda s: lambda margin: s.people_needed(margin) + 1},
            0,
            "not the smallest number",
        ),
    },
    "report_unequal": {
        "of some ε": ({"report_unequal": of_some_epsilon}, 0, "your reports show"),
        "truth: one ε for all": ({"report_unequal": of_one_epsilon}, 0, "people:"),
        "the mean ε": ({"report_unequal": with_the_mean}, 0, "your reports show at least ε"),
    },
    "estimate_unequal": {
        "cut": (
            {"estimate_unequal": lambda s: lambda *g: np.clip(s.estimate_unequal(*g), 0, 1)},
            {1.5},
            CUT,
        ),
    },
    "epsilon_of_the_broken": {
        "infinite, and guesses": (
            {"broken_yes": lambda s: [0.31, 0.77], "epsilon_of_the_broken": lambda s: math.inf},
            0,
            "add up the chances",
        ),
    },
    "mended_client": {
        "as it was": ({"mended_client": lambda s: s.task.broken_client}, 0),
        "global NumPy": ({"mended_client": global_numpy}, 1.75, "draw all chance from `rng`"),
    },
}  # fmt: skip
