"""Claims of the page of the class poll, computed."""

import functools
import math

import numpy as np
import pytest
from polls import CLASS
from scipy.stats import norm

from ldp_course import RandomizedResponse
from tests.chapters.claims import BOOK, test_every_number_is_said  # noqa: F401
from tests.chapters.coins import law

Z = round(norm.isf(0.025), 2)
# both heads, or else the third coin
THREE_COINS = RandomizedResponse(p=1 / 4 + 3 / 4 / 2)
TABLE = {
    "three coins": THREE_COINS,
    "two coins": RandomizedResponse.two_coin(),
    "the phone, ε = 2": RandomizedResponse(2),
}
ENOUGH = 5  # n p q, as in book/_polls/class_poll.js
LARGEST = 100


def half_width(mechanism, n):
    """Return half the width of the 95 % interval, as a share of n."""
    p, q = mechanism.p, mechanism.q
    return Z * math.sqrt(p * q / n) / (p - q)


def people_enough(mechanism):
    return math.ceil(ENOUGH / mechanism.p / mechanism.q)


@functools.cache
def held(mechanism, n, truth):
    """Return the exact probability that the interval holds the truth."""
    p, q = mechanism.p, mechanism.q
    shares = (np.arange(n + 1) / n - q) / (p - q)
    inside = np.abs(shares - truth / n) <= half_width(mechanism, n)
    return law(n, truth, p, q)[inside].sum()


def test_the_table(chapter):
    for name, mechanism in TABLE.items():
        points = 100 * half_width(mechanism, 100)
        digits = 3 if name == "three coins" else 2
        row = f"| {{p:.{digits}f}} | {{epsilon:.2f}} | ± {{points:.0f}} points |"
        chapter.says(row, p=mechanism.p, epsilon=mechanism.epsilon, points=points)
    assert math.isclose(THREE_COINS.epsilon, math.log(5 / 3))


def test_whoever_answers_twice(chapter):
    once = RandomizedResponse.two_coin().epsilon
    chapter.says("about the same question, ε is not {:.2f} but {:.2f}.", once, 2 * once)


def test_the_interval(chapter):
    chapter.says("the estimate ± {} standard errors", Z)
    text = "with two coins, from {} people on."
    chapter.says(text, people_enough(TABLE["two coins"]))
    chances = [
        100 * held(mechanism, n, truth)
        for mechanism in TABLE.values()
        for n in range(people_enough(mechanism), LARGEST + 1)
        for truth in range(n // 2 + 1)  # yes and no are alike
    ]
    text = "up to {} people, it then holds the truth in {:.1f} % to {:.1f} % of polls"
    chapter.says(text, LARGEST, min(chances), max(chances))


def test_the_limits_of_epsilon(chapter):
    script = (BOOK / "_polls" / "class_poll.js").read_text("utf-8")
    least, most = 0.1, 5
    assert f"epsilon: [{least}, {most}]" in script and f"ROUGH = {ENOUGH};" in script
    chapter.says("any number from {} to {} if the phone tosses", least, most)


@pytest.mark.parametrize("coins, p", [(2, 3 / 4), (3, 5 / 8)])
def test_the_rules_for_real_coins_give_their_probabilities(coins, p):
    """In every sequence of tosses, all heads but the last mean the truth."""
    assert len(CLASS[f"rules_{coins}"]) == 3
    tosses = np.array(np.meshgrid(*[[0, 1]] * coins)).reshape(coins, -1)
    truthful = tosses[:-1].all(axis=0)
    assert (
        np.mean([np.where(truthful, truth, tosses[-1]) == truth for truth in (0, 1)])
        == p
    )
