"""Check the exercises of the chapter "Randomized response"."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
from scipy.special import bdtr

from ldp_checks.answers import (
    as_codes,
    as_numbers,
    ask,
    attempt,
    formula,
    number,
    require_function,
)
from ldp_checks.findings import Fault, Finding, exercise
from ldp_checks.judge_form import generator, uses_its_generator
from ldp_checks.statistical_limits import ERROR, within_limits

ON_TOP = "put the larger probability on top"
PEOPLE, YES, RUNS, EPSILONS = 2_000, 400, 400, (0.1, 1, 4)
EVERY_CASE = np.array(
    list(product((True, False), repeat=3))
).T  # truth, first toss, second toss


@exercise
def perturb(perturb):
    """Your turn: the answer of each person, in all eight cases of truth and tosses."""
    require_function("perturb", perturb, "truth, first, second")
    truth, first, second = EVERY_CASE
    answer = ask("perturb(truth, first, second)", perturb, *EVERY_CASE.copy())
    reports = as_codes(answer, len(truth), 2)
    if reports is None:
        raise Fault(
            "perturb must return one answer a person: an array of True (yes) and False"
            " (no)"
        )
    mistakes = {
        "heads on the first toss means the truth; yours tells it on tails": (
            second,
            truth,
        ),
        "on tails the second toss answers; yours never asks it": (truth, ~truth),
        "on heads the truth is told; yours never tells it": (second, second),
        "this tells everybody's truth: no coin has a say": (truth, truth),
        "heads on the second toss means yes, tails means no": (truth, ~second),
        "a truth of yes counts on heads only; on tails the second toss alone answers": (
            truth,
            truth | second,
        ),
    }
    for why, (heads, tails) in mistakes.items():
        if np.array_equal(reports, np.where(first, heads, tails)):
            raise Fault(f"perturb: {why}")
    answers, tosses = ("no", "yes"), ("tails", "heads")
    wrong = np.flatnonzero(reports != np.where(first, truth, second))
    if len(wrong):
        case = wrong[0]
        raise Fault(
            f"perturb: a person with {answers[int(truth[case])]}, who tosses"
            f" {tosses[int(first[case])]} and then {tosses[int(second[case])]}, should"
            f" not say {answers[int(reports[case])]}"
        )
    yield Finding(
        True, "perturb(truth, first, second) follows the rule in all eight cases"
    )


@exercise
def estimate(estimate):
    """Your turn: the estimated share of yes, from the reported share, for any p."""

    def results(r, p):
        right = (r - (1 - p)) / (2 * p - 1)
        return right, {
            "subtract the expected fake yes, q = 1 − p, before you divide": (
                r / (2 * p - 1)
            ),
            "now stretch what is left: divide by p − q": r - (1 - p),
            "this is right for two coins only; use p": 2 * r - 0.5,
            "subtract q = 1 − p, not p": (r - p) / (2 * p - 1),
            "divide by p − q, not by p": (r - (1 - p)) / p,
            "this is the expected r for a true share; solve it for the share": (
                1 - p + r * (2 * p - 1)
            ),
            "an unbiased estimate lies below 0 or above 1 at times: do not cut it": (
                min(max(right, 0), 1)
            ),
        }

    polls = [(0.3, 0.75), (0.2, 0.75), (0.5, 0.9), (0.1, 0.6)]
    yield formula("estimate", estimate, results, polls)


@exercise
def forced_response(estimate, epsilon):
    """Exercise 1: estimator and ε of forced response, for general probabilities."""

    def estimates(r, p1, p2):
        right = (r - p1) / (1 - p1 - p2)
        return right, {
            "subtract the forced yes, p1, not p2": (r - p2) / (1 - p1 - p2),
            "divide by the chance of a true report, 1 − p1 − p2": r - p1,
            "some are forced to say no: divide by 1 − p1 − p2": (r - p1) / (1 - p1),
            "subtract the forced yes before you divide": r / (1 - p1 - p2),
            "this is for two fair coins": 2 * r - 0.5,
            "an unbiased estimate lies below 0 or above 1 at times": (
                min(max(right, 0), 1)
            ),
        }

    surveys = [(0.4, 0.2, 0.1), (0.1, 0.25, 0.125), (0.9, 0.125, 0.25)]
    yield formula("estimate", estimate, estimates, surveys)

    def losses(p1, p2):
        yes, no = math.log((1 - p2) / p1), math.log((1 - p1) / p2)
        return max(yes, no), {
            "this looks at the report yes only": yes,
            "this looks at the report no only": no,
            "the smaller ratio does not bound the other report; take the larger one": (
                min(yes, no)
            ),
            "a person hands in one report: take the larger logarithm, not the sum": (
                yes + no
            ),
            "this is the ratio; ε is its logarithm": math.exp(max(yes, no)),
            "ε has the natural logarithm, ln, not log2": max(yes, no) / math.log(2),
        }

    dice = [(0.1, 0.2), (0.2, 0.1), (1 / 6, 1 / 6)]
    yield formula("epsilon", epsilon, losses, dice)
    if not callable(epsilon):
        return
    answer = attempt(epsilon, 1 / 3, 0, catch=ZeroDivisionError)
    if isinstance(answer, BaseException):
        answer = f"a {type(answer).__name__}"
    if as_numbers(answer) != math.inf:
        raise Fault(
            f'at p2 = 0 a "no" proves the truth, so ε is math.inf; yours is {answer}'
        )
    yield Finding(True, "at p2 = 0 ε is infinite")


@exercise
def unrelated_question(estimate, yes_ratio, no_ratio, birthday):
    """Exercise 2: estimator and ratios of the unrelated question, p = ½, yes-share ¼.

    Then ε if the other question is about a birthday that the attacker knows.
    """

    def results(r):
        return 2 * r - 0.25, {
            "the yes-share of the other question is ¼, not ½": 2 * r - 0.5,
            "subtract ½ · ¼ before you divide by ½": 2 * r,
            "divide by p = ½": r - 0.125,
            "the other question is asked with probability ½: subtract ½ · ¼": (
                2 * (r - 0.25)
            ),
        }

    yield formula("estimate", estimate, results, [(0.2,), (0.5,), (0.05,)])
    log = "this is the logarithm; the exercise asks for the ratio"
    of_yes = {
        "people answer the other question as well: add it": 4,
        "this is the ratio of no": 7 / 3,
    }
    yield number("yes_ratio", yes_ratio, 5, {log: math.log(5)} | of_yes)
    of_no = {log: math.log(7 / 3), "this is the ratio of yes": 5, ON_TOP: 3 / 7}
    yield number("no_ratio", no_ratio, 7 / 3, of_no)
    known = "this takes the birthday for a coin; the attacker knows it"
    of_both = {known: math.log(5), f"{known}, and ε is a logarithm": 5}
    of_other = {
        "the other answer has the ratio 2; is there one that is impossible?": math.log(
            2
        )
    }
    yield number("birthday", birthday, math.inf, of_both | of_other)


@exercise
def heads_or_tails(truth_on_heads, truth_on_tails, uneven):
    """Exercise 3: ε of both rules: a first coin of 0.8, and coins of .01 and .9."""
    high, low = math.log(9), math.log(1.5)
    fair = {"this is for fair coins": math.log(3)}
    forgot = {
        "tails may tell the truth, too: p = 0.8 + 0.1": math.log(4),
        "this is for truth on tails": low,
    }
    exchanged = {"this is for truth on heads": high, ON_TOP: -low}
    yield number("truth_on_heads", truth_on_heads, high, fair | forgot)
    yield number("truth_on_tails", truth_on_tails, low, fair | exchanged)
    mistakes = {
        "this is the report yes; the report no tells more": math.log(0.999 / 0.009),
        "this is the ratio; ε is its logarithm": 991,
        "here heads means the random answer, which is yes with 0.9": math.log(
            0.901 / 0.891
        ),
    }
    yield number("uneven", uneven, math.log(991), fair | mistakes)


@exercise
def flat_error(mended, *, rng):
    """Exercise 4: the mended experiment: estimates spread as in theory at every ε."""
    require_function("mended", mended, "epsilon, rng")
    for epsilon in EPSILONS:
        runs = [mended(epsilon, generator(rng)) for _ in range(RUNS)]
        estimates = as_numbers(runs, (RUNS,))
        if estimates is None:
            raise Fault("mended must return one number: the estimated share")
        yield _spread_finding(estimates, epsilon)
    yield uses_its_generator(lambda own: [mended(1, own) for _ in range(20)], rng=rng)


def _binomial_law(n: int, p: float) -> np.ndarray:
    return np.diff(bdtr(np.arange(n + 1), n, p), prepend=0)


def _spread_finding(estimates: np.ndarray, epsilon: float) -> Finding:
    """Compare how many estimates lie above the truth, and near it, with exact limits.

    Near is within a standard error.
    """
    p = 1 / (1 + math.exp(-epsilon))
    law = np.convolve(_binomial_law(YES, p), _binomial_law(PEOPLE - YES, 1 - p))
    off = (np.arange(PEOPLE + 1) / PEOPLE - (1 - p)) / (2 * p - 1) - YES / PEOPLE
    error = math.sqrt(p * (1 - p) / PEOPLE) / (2 * p - 1)
    errors, each = estimates - YES / PEOPLE, ERROR / (2 * len(EPSILONS))
    unbiased, of_mean = within_limits(
        int((errors > 0).sum()),
        len(errors),
        float(law[off > 0].sum()),
        each,
        counted="{count:,} of {n:,} lie above the truth",
    )
    near = float(law[abs(off) < error].sum())
    spread, of_spread = within_limits(
        int((abs(errors) < error).sum()), len(errors), near, each
    )
    start = f"at ε = {epsilon:g}"
    if unbiased and spread:
        return Finding(
            True,
            f"{start} the estimates are right on average, with a spread of {error:.3f}",
        )
    if not unbiased:
        return Finding(
            False,
            f"{start} the estimates are not right on average: {of_mean}",
        )
    inside = (abs(errors) < error).mean()
    size = (
        "too small: this much accuracy is not to be had"
        if inside > near
        else "too large"
    )
    return Finding(
        False,
        f"{start} the spread is {size}. Within {error:.3f} of the truth lie"
        f" {of_spread}",
    )
