"""Check the exercises of the chapter "Better bits, or a name"."""

from __future__ import annotations

import math

import numpy as np

from ldp_checks.answers import ask, choice, formula, number, require_function
from ldp_checks.findings import Finding, exercise
from ldp_checks.judge_reports import sample_findings

# values and ε, on both sides of the limit and not next to it
LISTS = (
    (3, 0.1), (6, 0.5), (7, 0.5), (10, 1.0), (11, 1.0), (15, 1.0), (15, 2.0),
    (30, 2.0), (165, 4.0), (166, 4.0), (1_024, 5.0), (1_024, 6.0),
)  # fmt: skip


@exercise
def partner(partner):
    """Your turn: the q that has a given epsilon together with p."""

    def results(p, epsilon):
        odds = p / (1 - p) / math.exp(epsilon)
        q = odds / (1 + odds)
        return q, {
            "these are the odds; the probability is odds / (1 + odds)": odds,
            "this is the probability of the opposite; q is odds / (1 + odds)": 1 - q,
            "odds o are the probability o / (1 + o), with a plus": odds / (1 - odds),
            "q = 1 - p is the symmetric pair, whose epsilon is another one": 1 - p,
        }

    yield formula("partner", partner, results, [(0.5, 2.0), (0.9, 1.5), (0.3, 0.75)])


@exercise
def choose(choose):
    """Your turn: the choice between a name and optimized bits, for a rare value.

    No list has exactly 3 e^ε + 2 values: there, both choices are right.
    """
    require_function("choose", choose, "k, epsilon")

    def below(limit):
        return ["name" if k < limit(epsilon) else "bits" for k, epsilon in LISTS]

    def said(k, epsilon):
        answer = ask(f"choose({k}, {epsilon:g})", choose, k, epsilon)
        return np.ravel(answer)[0] if np.size(answer) == 1 else answer

    answers, right = (
        [said(*case) for case in LISTS],
        below(lambda e: 3 * math.exp(e) + 2),
    )
    mistakes = {
        "a longer list makes a name worse, so a name is for short lists": [
            *map({"name": "bits", "bits": "name"}.get, right)
        ],
        "the limit depends on ε": below(lambda e: 10.2),
        "the limit is 3 e^ε + 2, with the exponential of ε": below(lambda e: 3 * e + 2),
        "up to e^ε + 1 values a name wins for any value; here the value is rare": below(
            lambda e: math.exp(e) + 1
        ),
    }
    words = [str(answer).strip().lower() for answer in answers]
    hint = next((why for why, wrong in mistakes.items() if words == wrong), "")
    hint = hint or "compare k with 3 e^ε + 2"
    for (k, epsilon), answer, word in zip(LISTS, answers, right, strict=True):
        call = f"choose({k}, {epsilon:g})"
        finding = choice(call, answer, word, ("name", "bits"), hint)
        if not finding.holds:
            yield finding
            return
    yield Finding(True, "choose(k, epsilon) is right")


@exercise
def four_dishes(p, q, counts):
    """Exercise 1: direct encoding of four values at ln 9, counts from 1,200 reports."""
    of_p = {
        "this is e^ε / (e^ε + 1), for two values; here there are four": 0.9,
        "k - 1 others share the rest: p = e^ε / (e^ε + k - 1)": 9 / 13,
    }
    of_q = {
        "this is 1 - p, which three dishes share": 0.25,
        "k - 1 others share the rest: q = 1 / (e^ε + k - 1)": 1 / 13,
        "this is for two values; here there are four": 0.1,
    }
    named = np.array([400, 350, 250, 200])
    of_counts = {
        "these are the numbers of reports; nothing is corrected": named,
        "take off the false ones, then divide by p - q": named - 100,
        "q is (1 - p) / 3, not 1 - p": (named - 300) / 0.5,
        "these are shares; multiply by the number of people": (named - 100)
        * 1.5
        / 1200,
    }
    yield number("p", p, 0.75, of_p)
    yield number("q", q, 1 / 12, of_q)
    yield number("counts", counts, (450, 375, 225, 150), of_counts)


@exercise
def larger_domain(encoding, factor, from_epsilon):
    """Exercise 2: the encoding for 1,024 values at ε = 1; where the best one changes.

    Also how many times more people the other one needs.
    """
    direct, unary = 1_022 + math.e, 4 * math.e
    cost = "compare the variances of a rare value, (k − 2 + E) and 4E"
    yield choice("encoding", encoding, "OUE", ("OUE", "direct"), cost)
    of_factor = {
        "this is the ratio of the standard errors; people go with the"
        " variance": math.sqrt(direct / unary),
        "this is the other way round": unary / direct,
    }
    yield number("factor", factor, direct / unary, of_factor)
    of_epsilon = {
        "this is E = e^ε; ε is its logarithm": 1_022 / 3,
        "k − 2 + E = 4E leads to 3E": math.log(1_022 / 4),
    }
    yield number("from_epsilon", from_epsilon, math.log(1_022 / 3), of_epsilon)


@exercise
def other_value(epsilon, factor, mended, *, rng):
    """Exercise 3: ε and exaggeration of faulty direct encoding, and a mended one."""
    k = 15
    p, q = math.e / (math.e + k - 1), 1 / (math.e + k - 1)
    true_chance, other = p + (1 - p) / k, (1 - p) / k
    of_epsilon = {
        "this is what was meant; the truth is drawn as another value, too": 1.0,
        "this takes the old q; now the k values share 1 − p": math.log(true_chance / q),
        "this takes the old p; the truth is now kept more often": math.log(p / other),
        "this is the ratio; ε is its logarithm": true_chance / other,
    }
    yield number("epsilon", epsilon, math.log(true_chance / other), of_epsilon)
    of_factor = {
        "this is the other way round": (p - q) / (true_chance - other),
        "compare p' − q' with p − q, not p' with p": true_chance / p,
        "the estimator has the old p and q, the reports have new ones": 1.0,
    }
    yield number("factor", factor, (true_chance - other) / (p - q), of_factor)
    require_function("mended", mended, "codes, k, p, rng")
    expected = np.full((k, k), q) + np.eye(k) * (p - q)
    yield from sample_findings(
        "mended",
        lambda value, n, own: mended(np.full(n, value), k, p, own),
        expected,
        20_000,
        rng,
    )
