"""Randomized response: wrong numbers and wrong estimates lose their points, and are recognised.

No chance in these but the hidden tables. Every student of 1,000 has other numbers.
"""

import math

import numpy as np
import pytest
from repeat import always, points_of
from scipy.special import expit

from ldp_course.checks import randomized_response as checks


def told(t):
    return 1 - t.a - t.b


def right(t, reports):
    return (np.mean(reports) - t.a) / told(t)



def counts_in_place(t, reports):
    estimate = right(t, reports)
    reports.sort()
    return estimate


CUT = "below 0 or above 1"
ESTIMATES = {
    "share of reports": (lambda t, r: r.mean(), 0, "with the forced answers in it"),
    "number of people": (lambda t, r: right(t, r) * len(r), 0, "divide by how many reported"),
    "percent": (lambda t, r: 100 * right(t, r), 0, "return a share"),
    "b for a": (lambda t, r: (r.mean() - t.b) / told(t), 0, 'the forced "yes" have the probability a'),
    "not stretched": (lambda t, r: r.mean() - t.a, 0, "then divide by"),
    "not subtracted": (lambda t, r: r.mean() / told(t), 0, 'subtract the forced "yes" before'),
    "stretched by 1 - a": (lambda t, r: (r.mean() - t.a) / (1 - t.a), 0, "some are forced to say no"),
    "symmetric": (lambda t, r: (r.mean() - t.a) / (1 - 2 * t.a), 0, "symmetric"),
    "share of no": (lambda t, r: 1 - right(t, r), 0, 'the share of "no"'),
    "rounded": (lambda t, r: round(right(t, r), 3), 0, "rounded is not unbiased"),
    "a half": (lambda t, r: 0.5, 0, "not the unbiased estimate"),
    "cut": (lambda t, r: np.clip(right(t, r), 0, 1), 1.5, CUT),
    "cut below": (lambda t, r: max(right(t, r), 0), 1.5, CUT),
    "cut above": (lambda t, r: min(right(t, r), 1), 1.5, CUT),
    "absolute": (lambda t, r: abs(right(t, r)), 1.5, CUT),
    "sorts its input": (counts_in_place, 1.5, "work on a copy"),
    "each person": (lambda t, r: (r - t.a) / told(t), 0, "return one number"),
    "with an error": (lambda t, r: (right(t, r), 0.1), 0, "return one number"),
    "nothing": (lambda t, r: None, 0, "return one number"),
    "not a number": (lambda t, r: math.nan, 0, "not the unbiased estimate"),
}


def terms(r, e):
    return (r - expit(-e)) / np.tanh(e / 2)


UNEQUAL = {
    "sum by sum": (lambda r, e: (r - expit(-e)).sum() / np.tanh(e / 2).sum(), 0, "divides a sum by a sum"),
    "mean ε": (lambda r, e: terms(r, np.full(len(e), e.mean())).mean(), 0, "the mean ε for all"),
    "precision": (lambda r, e: np.average(terms(r, e), weights=np.sinh(e / 2) ** 2), 0, "more, wrong on average"),
    "root of precision": (lambda r, e: np.average(terms(r, e), weights=np.sinh(e / 2)), 0, "more weight"),
    "weights ε": (lambda r, e: np.average(terms(r, e), weights=e), 0, "not the unbiased estimate"),
    "share of reports": (lambda r, e: r.mean(), 0, "with the false ones in it"),
    "each cut": (lambda r, e: np.clip(terms(r, e), 0, 1).mean(), 0, "with the false ones in it"),
    "number of people": (lambda r, e: terms(r, e).sum(), 0, "divide by how many reported"),
    "not stretched": (lambda r, e: (r - expit(-e)).mean(), 0, "then divide by p - q of the person"),
    "p for q": (lambda r, e: ((r - expit(e)) / np.tanh(e / 2)).mean(), 0, "not the unbiased estimate"),
    "median": (lambda r, e: np.median(terms(r, e)), 0, "not the unbiased estimate"),
    "rounded": (lambda r, e: np.round(terms(r, e).mean(), 2), 0, "rounded is not unbiased"),
    "cut": (lambda r, e: np.clip(terms(r, e).mean(), 0, 1), 1.5, CUT),
    "sorts its input": (lambda r, e: (terms(r, e).mean(), r.sort())[0], 1.5, "work on a copy"),
}


def people(t, margin, p=None, z=1.96, stretch=2):
    spread = max(t.a * (1 - t.a), t.b * (1 - t.b)) if p is None else p * (1 - p)
    return spread * (z / margin) ** 2 / told(t) ** stretch


def better(t):
    return min(t.a, t.b)


PEOPLE = {
    "better case": (lambda t, m: math.ceil(people(t, m, better(t))), "the better case"),
    "half and half": (
        lambda t, m: math.ceil((people(t, m, t.a) + people(t, m, t.b)) / 2), "half of the truths yes",
    ),
    "sample": (lambda t, m: math.ceil(people(t, m, 0.5)), "only the die is random"),
    "90 %": (lambda t, m: math.ceil(people(t, m, z=1.645)), "90 %"),
    "99 %": (lambda t, m: math.ceil(people(t, m, z=2.576)), "99 %"),
    "z = 2": (lambda t, m: math.ceil(people(t, m, z=2)), "1.96 standard errors, not 2"),
    "z = 1": (lambda t, m: math.ceil(people(t, m, z=1)), "for one standard error"),
    "whole width": (lambda t, m: math.ceil(people(t, m / 2)), "half of the interval"),
    "not stretched": (lambda t, m: math.ceil(people(t, m, stretch=0)), "and its error with it"),
    "stretched once": (lambda t, m: math.ceil(people(t, m, stretch=1)), "the square"),
    "rounded down": (lambda t, m: math.floor(people(t, m)), "round up"),
    "not rounded": (lambda t, m: people(t, m), "round up"),
    "one too many": (lambda t, m: math.ceil(people(t, m)) + 1, ""),
    "10,000": (lambda t, m: 10_000, "not the smallest number"),
    "nothing": (lambda t, m: None, "return one number"),
}


def ratios(t):
    return sorted([(1 - t.b) / t.a, (1 - t.a) / t.b])


EPSILON = {
    "smaller ratio": (lambda t: math.log(ratios(t)[0]), "smaller ratio"),
    "ratio": (lambda t: ratios(t)[1], "ε is its logarithm"),
    "log2": (lambda t: math.log2(ratios(t)[1]), "not log2"),
    "log10": (lambda t: math.log10(ratios(t)[1]), "not log10"),
    "negative": (lambda t: -math.log(ratios(t)[1]), "not negative"),
    "sum": (lambda t: math.log(ratios(t)[0] * ratios(t)[1]), "not the sum"),
    "one decimal": (lambda t: math.floor(10 * math.log(ratios(t)[1])) / 10, "is not"),
    "infinite": (lambda t: math.inf, "is not inf"),
    "words": (lambda t: "large", "must be one number"),
    "function": (lambda t: print, "must be one number"),
}


@pytest.mark.parametrize(("answer", "points", "said"), ESTIMATES.values(), ids=ESTIMATES)
def test_estimate_share(answer, points, said):
    always(checks.estimate_share, lambda s: lambda reports: answer(checks.task(s), reports), points, said)


@pytest.mark.parametrize(("answer", "points", "said"), UNEQUAL.values(), ids=UNEQUAL)
def test_estimate_unequal(answer, points, said):
    always(checks.estimate_unequal, lambda s: answer, points, said)


@pytest.mark.parametrize(("answer", "said"), PEOPLE.values(), ids=PEOPLE)
def test_people_needed(answer, said):
    always(checks.people_needed, lambda s: lambda margin: answer(checks.task(s), margin), 0, said)


@pytest.mark.parametrize(("answer", "said"), EPSILON.values(), ids=EPSILON)
def test_epsilon_of_survey(answer, said):
    always(checks.epsilon_of_survey, lambda s: (answer(checks.task(s)), ""), 0, said)


def test_the_report_that_tells_less():
    for run in range(1_000):
        t = checks.task(f"student-{run}")
        right = math.log(ratios(t)[1])
        assert points_of(checks.epsilon_of_survey, lambda s: (right, "no" if t.a < t.b else "yes"), run)[0] == 1.5


def test_what_the_broken_client_should_have():
    promised = lambda s: math.log((1 + checks.task(s).heads) / (1 - checks.task(s).heads))  # noqa: E731
    always(checks.epsilon_of_the_broken, promised, 0, "read what it does")


def test_a_broken_client_in_bits():
    for run in range(1_000):
        epsilon = checks.task(f"student-{run}").faulty.epsilon(checks.task(f"student-{run}").heads)
        if epsilon < math.inf:
            assert "not log2" in points_of(checks.epsilon_of_the_broken, lambda s: epsilon / math.log(2), run)[1]
            assert "its logarithm" in points_of(checks.epsilon_of_the_broken, lambda s: math.exp(epsilon), run)[1]


def test_a_copied_notebook_loses_the_individual_questions():
    """Answers with the numbers of another student."""
    mine, other = "student-0", next(f"student-{i}" for i in range(1, 99) if _differs(f"student-{i}", "student-0"))
    t = checks.task(other)
    rng = np.random.default_rng()
    copied = {
        checks.forced_response: (lambda x, rng: rng.binomial(1, np.where(x == 1, 1 - t.b, t.a)),),
        checks.epsilon_of_survey: (math.log(ratios(t)[1]), "yes" if t.a < t.b else "no"),
        checks.estimate_share: (lambda r: right(t, r),),
        checks.people_needed: (lambda m: math.ceil(people(t, m)),),
        checks.epsilon_of_the_broken: (t.faulty.epsilon(t.heads),),
    }
    for check, answers in copied.items():
        assert all(not one.holds for one in check.findings(*answers, student=mine, rng=rng)), check.name
        assert all(one.holds for one in check.findings(*answers, student=other, rng=rng)), check.name


def _differs(one, other):
    one, other = checks.task(one), checks.task(other)
    differ = ratios(one)[1] != ratios(other)[1] and (one.a < one.b) != (other.a < other.b)
    return differ and one.faulty.epsilon(one.heads) != other.faulty.epsilon(other.heads)
