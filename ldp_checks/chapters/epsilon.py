"""Check the exercises of the chapter "What ε promises"."""

from __future__ import annotations

import math

import numpy as np

from ldp_checks.answers import as_numbers, formula, is_blank, number, require_function
from ldp_checks.findings import Finding, exercise
from ldp_checks.judge_reports import sample_findings
from ldp_checks.statistical_limits import ERROR

SETTINGS = (1, 2, 10)


@exercise
def largest_ratio(largest_ratio):
    """Judge the largest entry of a column over the smallest, for all of a channel."""
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
    """Judge the most "yes" people that a test can catch at a rate of false alarms."""

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
    """Judge ε of three rows, and the pair of values and the report that decide it."""
    mistakes = {
        "this is the ratio; ε is its logarithm": 3.5,
        "this looks at the first report only": math.log(0.8 / 0.3),
        "this compares neighbouring rows only; take every pair": math.log(0.5 / 0.2),
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
    """Judge how many people δ exposes, and ε without δ."""
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
def inverted_frequency(epsilon, mended, *, rng):
    """Judge ε of the published rule, and a rule that does what the name suggests.

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
    """Judge ε of a week, and what a day may make of a belief of one in a million."""
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
