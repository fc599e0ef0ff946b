"""Check the exercises of the chapter "Many questions"."""

from __future__ import annotations

import math

import numpy as np

from ldp_checks.answers import choice, formula, number, require_function
from ldp_checks.findings import exercise
from ldp_checks.judge_reports import sample_findings
from ldp_course.topics.many_questions import RandomFakes

PEOPLE = 4_000  # for each record


def _noise(epsilon: float) -> float:
    return math.exp(epsilon) / math.expm1(epsilon) ** 2


@exercise
def people(people):
    """Your turn: n times the variance of a share, if each answers one of h questions.

    The answer has all of ε.
    """

    def results(epsilon, h, share):
        noise, sampling = _noise(epsilon), share * (1 - share)
        noise_of_split = _noise(epsilon / h)
        return h * (noise + sampling), {
            "the sampling part grows h times as well: only n/h people are asked": (
                h * noise + sampling
            ),
            "the noise grows h times as well: only n/h people are asked": (
                noise + h * sampling
            ),
            "only n/h people answer the question: multiply by h": noise + sampling,
            "this is the split budget; each answer here has all of ε": (
                noise_of_split + sampling
            ),
            "each answer has all of ε here, not ε/h": h * (noise_of_split + sampling),
            "the variance grows h times, not h² times": h**2 * (noise + sampling),
        }

    cases = [(1.0, 4, 0.5), (2.0, 3, 0.2), (0.5, 2, 0.1)]
    yield formula("people", people, results, cases)


@exercise
def both_shares(both_shares):
    """Your turn: the least and largest share with both, from the shares with each."""

    def results(a, b):
        least, most = max(0.0, a + b - 1), min(a, b)
        return [least, most], {
            "a share cannot be negative: take 0 where a + b is below 1": [
                a + b - 1,
                most,
            ],
            "more than all people must overlap: the smallest is a + b − 1 where this is"
            " above 0": [0, most],
            "whoever has both has each: at most the smaller share": [least, max(a, b)],
            "this assumes that the two have nothing to do with each other": ([
                a * b,
                a * b,
            ]),
            "the smallest comes first": [most, least],
        }

    cases = [(0.7, 0.6), (0.3, 0.2), (0.1, 0.95)]
    yield formula("both_shares", both_shares, results, cases)


@exercise
def by_hand(P, Q, noise, noise_people):
    """Exercise 1: two yes/no questions all in one, e^ε = 3, or people split."""
    of_p = {
        "this is the probability of the true combination; another one says yes, too": 1
        / 2,
        "this is Q": 1 / 3,
        "this is randomized response of one question with all of ε": 3 / 4,
    }
    of_q = {
        "two combinations say yes": 1 / 6,
        "this is P": 2 / 3,
        "this is randomized response of one question with all of ε": 1 / 4,
    }
    of_noise = {
        "divide by (P − Q)², not by P − Q": 2 / 3,
        "this is randomized response of one question with all of ε": 3 / 4,
        "this is the variance of one report; divide by (P − Q)²": 2 / 9,
    }
    of_people = {
        "only half of the people answer each question": 3 / 4,
        "this has the sampling part as well": 2 * (3 / 4 + 1 / 4),
        "half of the people makes the variance 2 times as large, not 4 times": 3,
    }
    yield number("P", P, 2 / 3, of_p)
    yield number("Q", Q, 1 / 3, of_q)
    yield number("noise", noise, 2, of_noise)
    yield number("noise_people", noise_people, 3 / 2, of_people)


@exercise
def pair_pays(epsilon):
    """Exercise 2: from which ε two answers in a report beat one, for shares of 20 %."""
    extra = math.sqrt(2 / 0.16)
    mistakes = {
        "this is e^ε; take its logarithm": 1 + extra,
        "this is for a share of one half": math.log(1 + math.sqrt(8)),
        "take the root of 2/(π(1−π))": math.log(1 + 2 / 0.16),
        "it is e^ε − 1 that equals the root": math.log(extra),
        "the sampling that is saved is π(1−π), not π": math.log(1 + math.sqrt(2 / 0.2)),
    }
    yield number("epsilon", epsilon, math.log(1 + extra), mistakes)


@exercise
def by_n_over_h(biased, factor):
    """Exercise 3: what happens if the reports to a question are divided by n/h."""
    word = (
        {True: "True", False: "False"}.get(biased, biased)
        if not is_array(biased)
        else biased
    )
    hint = (
        "one person reports yes to this question with 1/h · 1/2, and the server divides"
        " by n/h"
    )
    yield choice("biased", word, "False", ("True", "False"), hint)
    mistakes = {
        "this is its inverse": 4 / 7,
        "the yes among n/4 people alone have (1/2)(1/2) / (n/4) = 1/n": 1,
        "this is the factor of the standard error; square it": math.sqrt(1.75),
        "people are split 4 ways in both cases; compare the two divisions": 4,
    }
    yield number("factor", factor, 1.75, mistakes)


def is_array(answer: object) -> bool:
    """Return whether an answer has no truth value, as an array has none."""
    return isinstance(answer, list | dict | set | np.ndarray)


@exercise
def which_question(income):
    """Exercise 4: how likely income was drawn, after "man, rich" of two fakes."""
    mistakes = {
        "this is how likely sex was drawn": 0.55 / 0.9,
        "the report says man, not woman": 0.35 / (0.35 + 0.45),
        "a real answer is true with 3/4 only: how often does it say rich?": (
            0.2 / (0.2 + 0.6)
        ),
        "compare it with the probability of the report if sex was drawn": 0.35 / 2,
        "the report tells something: a fake is even, a real answer is not": 1 / 2,
    }
    yield number("income", income, 0.35 / 0.9, mistakes)


@exercise
def fakes(loss, mended, *, rng):
    """Exercise 5: the loss of a whole record by the published rule, and a rule without.

    The loss of the mended rule is epsilon.
    """
    larger = math.log(3 * math.expm1(1) + 1)
    mistakes = {
        "this is what the rule promises; compare two records without a common"
        " answer": 1,
        "this is the ratio; the loss is its logarithm": math.exp(larger),
        "this is for two questions": math.log(2 * math.expm1(1) + 1),
        "only one answer is real, so the losses of three do not add up": 3 * larger,
    }
    yield number("loss", loss, larger, mistakes)
    require_function("mended", mended, "record, sizes, epsilon, rng")
    law = RandomFakes({"a": range(2), "b": range(3)}, 2.0).channel()

    def sample(value, n, own):
        record = divmod(value, 3)
        return np.array([_code(mended(record, (2, 3), 2.0, own)) for _ in range(n)])

    names = [f"({a}, {b})" for a in range(2) for b in range(3)]
    yield from sample_findings(
        "mended (sizes 2 and 3, ε = 2)", sample, law, PEOPLE, rng, report_names=names
    )


def _code(report: object) -> int:
    """Return the place of a report of two answers in the channel; -1 if it has none."""
    try:
        a, b = (int(part) for part in report)
    except (TypeError, ValueError):
        return -1
    return 3 * a + b if a in (0, 1) and b in (0, 1, 2) else -1
