"""Randomized response: right answers in many styles."""

import math
from collections import deque
from fractions import Fraction

import numpy as np
from scipy.special import expit
from scipy.stats import norm

from answers import by_name, of_anybody, of_task
from coursework.randomized_response.reference import FAULTY, PROGRAMS
from ldp_course import RandomizedResponse
from ldp_course.privacy import privacy_loss

# forced_response: (die, a, b, truths, rng) -> reports


def die(t, truths, rng):
    roll = rng.integers(1, 13, len(truths))
    return np.where(roll <= t.yes_faces, 1, np.where(roll > 12 - t.no_faces, 0, truths))


def only_the_forced_draw_again(t, truths, rng):
    reports = np.array(truths, dtype=np.uint8)
    forced = rng.uniform(0, 12, len(truths)) < t.yes_faces + t.no_faces
    reports[forced] = rng.random(forced.sum()) < t.a / (t.a + t.b)
    return reports


def a_generator_of_its_own_from_rng(t, truths, rng):
    return die(t, truths, np.random.default_rng(rng.integers(2**60)))


FORCED = [die, only_the_forced_draw_again, a_generator_of_its_own_from_rng]

# report_unequal


def keep(truths, epsilons, rng):
    return np.where(rng.random(len(truths)) < expit(epsilons), truths, 1 - truths)


def coin_or_truth(truths, epsilons, rng):
    coins = rng.integers(0, 2, len(truths), dtype=np.int8)
    return np.where(rng.random(len(truths)) < np.tanh(epsilons / 2), truths, coins)


def loop_of_people(truths, epsilons, rng):
    return [
        t if rng.random() < 1 / (1 + math.exp(-e)) else 1 - t
        for t, e in zip(truths, epsilons, strict=True)
    ]


# mended_client


def tosses(truths, heads, rng):
    first, second = rng.random(len(truths)) < heads, rng.random(len(truths)) < 0.5
    return np.where(first, truths, second)


def single_draw(truths, heads, rng):
    u = rng.random(len(truths))
    return np.where(u < heads, truths, u < heads + (1 - heads) / 2) == 1


def module(truths, heads, rng):
    if len(truths) == 0:
        return truths
    return RandomizedResponse.from_truth_probability((1 + heads) / 2).perturb(
        truths, rng
    )


# the rest: (task) -> answer


def truth_chance(t):
    return 1 - t.a - t.b


ESTIMATES = {
    "fractions": lambda t: (
        lambda r: (
            (Fraction(int(sum(r)), len(r)) - Fraction(t.yes_faces, 12))
            / Fraction(12 - t.yes_faces - t.no_faces, 12)
        )
    ),
    "no-dimensional": lambda t: (
        lambda r: np.array((np.float32(r.mean()) - t.a) / truth_chance(t))
    ),
}

UNEQUAL = {
    "vectors": lambda r, e: np.mean((r - expit(-e)) / (2 * expit(e) - 1)),
    "groups": lambda r, e: (
        sum((r[e == x] - expit(-x)).sum() / np.tanh(x / 2) for x in np.unique(e))
        / len(e)
    ),
}


def worst(t):
    return max(t.a * (1 - t.a), t.b * (1 - t.b)) / truth_chance(t) ** 2


PEOPLE = {
    "1.96": lambda t: lambda margin: math.ceil(1.96**2 * worst(t) / margin**2),
    "quantile, float": lambda t: (
        lambda margin: np.ceil(worst(t) / (margin / norm.ppf(0.975)) ** 2)
    ),
}


def channel(t):
    return [[1 - t.a, t.a], [t.b, 1 - t.b]]


EPSILON = {
    "privacy_loss": lambda t: [privacy_loss(channel(t)), "yes" if t.a < t.b else "no"],
    "three decimals": lambda t: [
        round(privacy_loss(channel(t)), 3),
        "Yes" if t.a < t.b else "No",
    ],
}

FAULTS = [client.__name__ for client in FAULTY]
# Pr[report yes] for the truths no and yes, and ε
BROKEN = {
    "yes_stays": lambda h: [((1 - h) / 2, 1), float("inf")],
    "no_stays": lambda h: [[0, 0.5 + h / 2], np.inf],
    "one_draw": lambda h: [[0.5 - h, 0.5], -math.log(1 - 2 * h)],
    "one_toss": lambda h: [np.array([1 - h, 1 + h]) / 2, math.inf],
    "swapped": lambda h: [[h / 2, 1 - h / 2], math.log((2 - h) / h)],
    "same_coin": lambda h: [[h - h**2, 2 * h - h**2], np.log((2 - h) / (1 - h))],
}


def by_hand(t):
    return BROKEN[FAULTS[PROGRAMS.index(t.broken_code)]](t.heads)


RIGHT = {
    "forced_response": {client.__name__: of_task(client) for client in FORCED},
    "epsilon_of_survey": EPSILON,
    "estimate_share": ESTIMATES,
    "people_needed": PEOPLE,
    "report_unequal": {client.__name__: of_anybody(client) for client in (keep, coin_or_truth)},
    "estimate_unequal": {name: of_anybody(estimate) for name, estimate in UNEQUAL.items()},
    "epsilon_of_the_broken": by_name(by_hand),
    "mended_client": {
        client.__name__: of_anybody(client) for client in (tosses, single_draw, module)
    },
}  # fmt: skip


def choice_for_each_person(truths, epsilons, rng):
    reports = []
    for truth, epsilon in zip(truths, epsilons, strict=True):
        honest = 1 / (1 + math.exp(-epsilon))
        reports.append(rng.choice([truth, 1 - truth], p=[honest, 1 - honest]))
    return deque(reports)


SLOW = {
    "report_unequal": {
        client.__name__: of_anybody(client)
        for client in (loop_of_people, choice_for_each_person)
    },
}
