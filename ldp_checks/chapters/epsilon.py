"""Check the exercises of the chapter "What ε promises"."""

from __future__ import annotations

import math

import numpy as np

from ldp_checks.answers import as_numbers, formula, is_blank, number, require_function
from ldp_checks.findings import Finding, exercise
from ldp_checks.judge_reports import sample_findings
from ldp_checks.statistical_limits import ERROR
from ldp_course.audit import clopper_pearson_high, clopper_pearson_low

SETTINGS = (1, 2, 10)


@exercise
def largest_ratio(largest_ratio):
    """Your turn: the largest entry over the smallest of a column, for all columns."""
    channels = [[[0.75, 0.25], [0.25, 0.75]], [[0.1, 0.5, 0.4], [0.2, 0.2, 0.6]]]

    def results(channel):
        ratios = channel.max(axis=0) / channel.min(axis=0)
        return ratios.max(), {
            "this is its logarithm, ε itself; the ratio comes first": np.log(
                ratios.max()
            ),
            "this looks at the first column only": ratios[0],
            "this looks at the last column only": ratios[-1],
            "take the largest of the columns, not the smallest": ratios.min(),
            "this compares reports of one value; compare two values, in one column": (
                (channel.max(axis=1) / channel.min(axis=1)).max()
            ),
            "this compares the largest with the smallest entry of the whole channel": (
                channel.max() / channel.min()
            ),
        }

    cases = [(np.array(channel),) for channel in channels]
    yield formula("largest_ratio", largest_ratio, results, cases)


@exercise
def most_caught(most_caught):
    """Your turn: the most "yes" people a test can catch at a rate of false alarms."""

    def results(epsilon, alpha):
        limits = math.exp(epsilon) * alpha, 1 - (1 - alpha) / math.exp(epsilon)
        return min(limits), {
            "the second limit is missing": limits[0],
            "the first limit is missing": limits[1],
            "take the smaller limit": max(limits),
            "the factor is e^ε, not ε": min(epsilon * alpha, 1 - (1 - alpha) / epsilon),
            "this is the share that escapes": 1 - min(limits),
        }

    cases = [(1, 0.05), (1, 0.6), (2, 0.1), (0.5, 0.9)]
    yield formula("most_caught", most_caught, results, cases)


@exercise
def three_rows(epsilon, values, report):
    """Exercise 1: ε of three rows, and the values and the report that decide it."""
    mistakes = {
        "this is the ratio; ε is its logarithm": 3.5,
        "this looks at the first report only": math.log(0.8 / 0.3),
        "this compares neighboring rows only; take every pair": math.log(0.5 / 0.2),
        "this compares reports of one value; compare two values, for the same"
        " report": math.log(4),
        "ε has the natural logarithm, ln, not log2": math.log2(3.5),
        "ε has the natural logarithm, ln, not log10": math.log10(3.5),
    }
    yield number("epsilon", epsilon, math.log(3.5), mistakes)
    pair = as_numbers(list(values) if isinstance(values, set) else values, (2,))
    if is_blank(values):
        yield Finding(False, "values: not answered yet")
    elif pair is None:
        yield Finding(False, "values must be two numbers from 1 to 3")
    elif sorted(pair) == [1, 3]:
        yield Finding(True, "values 1 and 3 decide")
    else:
        yield Finding(
            False,
            "values: count from 1, and take the largest and the smallest entry of the"
            " deciding column",
        )
    of_report = {"0.8/0.3 is less than 0.7/0.2": 1, "count the reports from 1": 0}
    yield number("report", report, 2, of_report, tolerance=0)


@exercise
def raw_with_delta(exposed, epsilon):
    """Exercise 2: how many people δ exposes, and ε without δ."""
    many = {
        "δ = 0.001 is one in a thousand": 326,
        "δ is the share, not the number": 0.001,
    }
    if as_numbers(exposed) in (32, 33):  # whole people
        yield Finding(True, f"exposed = {exposed} is right")
    else:
        yield number("exposed", exposed, 32.561, many)
    finite = {"this is ε with δ; without δ nothing excuses the raw value": 0}
    yield number("epsilon", epsilon, math.inf, finite)


@exercise
def smallest_delta(delta):
    """Exercise 2: δ of the two coins, held to a factor of 2."""
    mistakes = {
        "this is the probability that is allowed; by how much is it exceeded?": 1 / 2,
        "this is how often the factor is exceeded; δ is by how much": 3 / 4,
    }
    yield number("delta", delta, 1 / 4, mistakes)


@exercise
def audit_by_hand(of_counts, bound, refuted):
    """Exercise 3: an audit that is counted by hand, and what it says of two claims."""
    hits, alarms, n = 1_560, 440, 2_000
    raw = math.log(hits / alarms)

    def with_error(error):
        low = clopper_pearson_low(hits, n, error)
        return math.log(low / clopper_pearson_high(alarms, n, error))

    mistakes = {
        "this is the ratio; take its logarithm": hits / alarms,
        "ε has the natural logarithm, ln, not log2": math.log2(hits / alarms),
        "ε has the natural logarithm, ln, not log10": math.log10(hits / alarms),
        "divide by the false alarms, not by all reports": math.log(hits / n),
        "this is the ratio upside down": -raw,
    }
    yield number("of_counts", of_counts, raw, mistakes)
    mistakes = {
        "each of the two bounds may fail once in 200, so that both hold with 99 %": (
            with_error(0.01)
        ),
        "of 1 %, each side gets half, 0.005, and not a quarter": with_error(0.0025),
        "this is the ratio; take its logarithm": math.exp(with_error(0.005)),
        "this is the logarithm of the counts; take a lower bound of the hit rate and an"
        " upper one of the false alarms": raw,
        "take the lower bound of the hit rate and the upper one of the false alarms": (
            math.log(
                clopper_pearson_high(hits, n, 0.005)
                / clopper_pearson_low(alarms, n, 0.005)
            )
        ),
    }
    yield number("bound", bound, with_error(0.005), mistakes)
    yield _refuted(refuted)


def _refuted(answer) -> Finding:
    if is_blank(answer):
        return Finding(False, "refuted: not answered yet")
    try:
        one, more = (bool(part) for part in answer)
    except (TypeError, ValueError):
        return Finding(False, "refuted must be two of True and False, for 1 and 1.2")
    if (one, more) == (True, False):
        return Finding(True, "refuted: the claim ε = 1 is refuted, ε = 1.2 is not")
    if more:
        why = "a claim is refuted if it is below the bound, and 1.2 is above it"
    else:
        why = "the bound is above 1, so ε = 1 is refuted"
    return Finding(False, f"refuted = ({one}, {more}) is not right: {why}")


@exercise
def curator(one_count, two_counts, children, factor):
    """Exercise 4: ε of noisy counts, and the noise for a result that one moves by 6."""
    half = math.log(2)
    ratio = "this is the factor; ε is its logarithm"
    yield number("one_count", one_count, half, {ratio: 2})
    mistakes = {
        "one person moves both counts, and the factors multiply": half,
        ratio: 4,
        "the ε of both counts add up": half**2,
    }
    yield number("two_counts", two_counts, 2 * half, mistakes)
    mistakes = {
        "a family may move the total by more than one": half,
        "from 0 to 6 are six steps": 7 * half,
        ratio: 2**6,
        "each of the six steps has the factor 2; multiply them": math.log(12),
    }
    yield number("children", children, 6 * half, mistakes)
    mistakes = {
        "this is by what each step multiplies; ask by what it divides": 2 ** (-1 / 6),
        "six steps multiply: their product should be 2": 1 / 3,
        "this is the logarithm of the factor": half / 6,
        "this is the factor of a count": 2,
    }
    yield number("factor", factor, 2 ** (1 / 6), mistakes)


@exercise
def inverted_frequency(epsilon, mended, *, rng):
    """Exercise 5: ε of the published rule, and a rule that does what the name suggests.

    One answer in k is random.
    """

    def results(k):
        ratio = math.inf if k == 1 else (k + 1) / (k - 1)
        return math.log(ratio), {
            "this is what the name suggests; read when the value is returned": (
                math.log(2 * k - 1)
            ),
            "this is the ratio; ε is its logarithm": ratio,
            "ε has the natural logarithm, ln, not log2": math.log2(ratio),
            "some of the random answers are true as well": (
                math.inf if k == 1 else abs(math.log(1 / (k - 1)))
            ),
        }

    yield formula("epsilon", epsilon, results, [(k,) for k in SETTINGS])
    require_function("mended", mended, "value, random_response_frequency, rng")
    for k in SETTINGS:

        def sample(value, n, own, k=k):
            return [mended(bool(value), k, own) for _ in range(n)]

        lie = 1 / (2 * k)
        expected = np.array([[1 - lie, lie], [lie, 1 - lie]])
        error = ERROR / len(SETTINGS)
        findings = list(
            sample_findings(f"mended at {k}", sample, expected, 4_000, rng, error)
        )
        wrong = [finding for finding in findings if not finding.holds]
        yield from wrong or findings[:1]


@exercise
def a_day_at_16(week, belief):
    """Exercise 6: ε of a week, and what a day makes of a belief of one in a million."""
    odds = math.exp(16) / (1e6 - 1)
    yield number(
        "week", week, 112, {"this is one day": 16, "ε adds up": 16**7}, tolerance=0
    )
    mistakes = {
        "these are the odds; a belief is odds / (1 + odds)": odds,
        "this is in percent": 100 * odds / (1 + odds),
        "ε multiplies odds by e^ε, not by ε": 16e-6,
        "this is the factor; multiply the odds by it": math.exp(16),
    }
    yield number("belief", belief, odds / (1 + odds), mistakes)
