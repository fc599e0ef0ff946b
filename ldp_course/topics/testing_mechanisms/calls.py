"""Run the tests of a randomizer, and check what they are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from ldp_course.arguments import (
    check_epsilon,
    check_integer,
    check_number,
    check_rng,
    check_type,
    refuse,
)
from ldp_course.topics.testing_mechanisms import findings as tests
from ldp_course.topics.testing_mechanisms.examination import Examination, Finding
from ldp_course.topics.testing_mechanisms.samples import (
    as_reports,
    as_table,
    coded,
    hardly_repeat,
)

MOST_VALUES = 8
MOST_REPORTS, MOST_TIMES = 10**6, 10**4  # of one value: more than memory should hold


def examine(
    randomizer: object,
    values: Sequence,
    epsilon: float,
    rng: np.random.Generator,
    *,
    n: int = 20_000,
    error: float = 0.01,
) -> Examination:
    """Run every test that applies to a randomizer, the module's or somebody else's.

    - *form*: are the reports of all values of one type and width?
    - *channel*: is the exact ε of `channel()` at most ε?
    - *audit*: which ε do the reports of each pair of values prove? Clopper-Pearson
      bounds, for the whole report and for its columns together; half of the reports
      choose the event.
    - *law*: are the reports those of `channel()`? Pearson's chi-squared, value by
      value.
    - *fresh chance*: does a second call draw anew, are rows at every distance drawn
      independently, and do 200 small calls vary no more than people with coins of
      their own?
    - *bias*, *spread*: 200 estimates for known people; are they right on average, and
      is their standard error the one that is stated?

    No such test proves privacy. Not seen: how long a call takes, how many bytes leave
    the device, what the exact digits of a float or of a large number give away, noise
    that few people share at no fixed distance, or all people where hardly any call
    lies (from about ε = 4 on), chance that evens out (exactly a share p tells the
    truth), and what happens to few people or on some days. Rows have to be drawn
    independently: a mechanism that gives its questions to people in turn fails. A
    sketch whose hash functions are fixed is biased for these functions, and varies less
    than is stated for functions drawn anew: it fails both tests though it is right.

    Parameters
    ----------
    randomizer : a mechanism with `encode` and `perturb` (and `channel`,
        `possible_reports` and `aggregate`, if it has them), or a function from (values,
        rng) to one report for each value
    values : sequence of 2 to 8 values to compare
    epsilon : float, natural-log ε that is claimed for one report
    rng : numpy.random.Generator
    n : int, reports to draw from each value, from 100 to 1,000,000
    error : float, about the probability that a right randomizer fails some test, from
        1e-9 to 0.1. The audits of reports that repeat keep to it exactly. The others
        are approximations: good for an error of 0.01 and some thousand reports, too
        small for fewer or for tiny errors.

    Examples
    --------
    >>> from ldp_course import DirectEncoding
    >>> direct = DirectEncoding(["a", "b", "c"], epsilon=1)
    >>> result = examine(direct, ["a", "b", "c"], 1, np.random.default_rng(1))
    >>> result.holds
    True
    >>> print(result.findings[1])
    ✓ channel: its exact ε is 1.000
    """
    epsilon, values = check_epsilon(epsilon), _check_values(values)
    n, rng = check_integer("n", n, 100, MOST_REPORTS), check_rng(rng)
    error = _check_error(error)
    draw, part = _drawing(randomizer), error / len(tests.NAMES)
    drawn = [draw([value] * n, rng) for value in values]
    again = [draw([value] * n, rng) for value in values]
    people = [value for value in values for _ in range(tests.OF_CALL)]
    calls = [draw(people, rng) for _ in range(tests.CALLS)]
    try:
        samples = [as_reports(reports, n) for reports in drawn]
        others = [as_reports(reports, n) for reports in again]
        calls = [as_reports(reports, len(people)) for reports in calls]
        tests.check_form([*samples, *others, *calls])
    except (TypeError, ValueError) as fault:
        return Examination(epsilon, n, error, (Finding("form", False, str(fault)),), ())
    audits = ()
    if not hardly_repeat(samples):
        evidence = [tests.seen(randomizer, *pair) for pair in zip(samples, drawn)]
        audits = tests.audits(values, coded(evidence), part)
    # the reports to each value, call after call
    by_value = [np.split(reports, len(values)) for reports in calls]
    surveys = [np.concatenate(parts) for parts in zip(*by_value)]
    findings = (
        Finding("form", True, f"entries in each report: {samples[0].shape[1]}"),
        tests.channel(randomizer, epsilon),
        tests.audit(audits, epsilon),
        tests.law(randomizer, values, samples, part),
        tests.fresh_chance(samples, others, surveys, part),
        *tests.estimates(randomizer, values, part, rng),
    )
    return Examination(epsilon, n, error, findings, audits)


def examine_client(
    answers: Callable,
    values: Sequence,
    epsilon: float,
    rng: np.random.Generator,
    *,
    times: int = 30,
    clients: int = 2000,
    error: float = 0.01,
) -> Examination:
    """Ask the same clients again and again, and audit all that each has sent.

    Each client holds one value for ever. The audit looks at the reports of a client in
    their order and at how often each came. A pattern across reports can escape it.

    Parameters
    ----------
    answers : function from (value, times, rng) to the reports of one new client, one
        row each time
    values : sequence of 2 to 8 values to compare
    epsilon : float, natural-log ε that is claimed for everything that a client ever
        sends
    rng : numpy.random.Generator
    times : int, reports of each client, at most 10,000
    clients : int, for each value, at least 100, and at most 1,000,000 / times
    error : float, the probability that right clients fail, at most

    Examples
    --------
    >>> def fresh(value, times, rng):  # a new coin for every answer; each has ε = ln 3
    ...     return np.where(rng.random(times) < 0.5, value, rng.integers(2, size=times))
    >>> result = examine_client(fresh, [0, 1], np.log(3), np.random.default_rng(1))
    >>> print(result.failed[0].test)
    audit
    """
    epsilon, values = check_epsilon(epsilon), _check_values(values)
    rng, error = check_rng(rng), _check_error(error)
    times = check_integer("times", times, 1, MOST_TIMES)
    clients = check_integer("clients", clients, 100, MOST_REPORTS // times)
    if not callable(answers):
        allowed = "a function from (value, times, rng) to reports"
        refuse("answers", answers, allowed, TypeError)
    rows = []
    for value in values:
        sample = (answers(value, times, rng) for _ in range(clients))
        rows.append(np.stack([as_reports(reports, times) for reports in sample]))
    flat = coded([sample.reshape(clients * times, -1) for sample in rows])
    # look at the reports in their order, and at how often each entry was sent
    samples = [sample.reshape(clients, -1) for sample in flat]
    sums = [tests.tallies(sample.reshape(clients, times, -1), flat) for sample in flat]
    in_order = tests.audits(values, samples, error / 2)
    summed = tests.audits(values, coded(sums), error / 2)
    audits = tuple(
        (value, other, max(first, second))
        for (value, other, first), (_, _, second) in zip(in_order, summed)
    )
    return Examination(epsilon, clients, error, (tests.audit(audits, epsilon),), audits)


# ---- what goes in


def _check_values(values: Sequence) -> list:
    allowed = f"a list of 2 to {MOST_VALUES} different values"
    check_type("values", values, (Sequence, np.ndarray), allowed)
    given = list(values)
    repeated = any(first == second for first, second in combinations(given, 2))
    if not 2 <= len(given) <= MOST_VALUES or repeated:
        refuse("values", values, allowed)
    return given


def _check_error(error: float) -> float:
    return check_number("error", error, "a probability from 1e-9 to 0.1", 1e-9, 0.1)


def _drawing(randomizer: object) -> Callable:
    if hasattr(randomizer, "encode") and hasattr(randomizer, "perturb"):
        encode, perturb = randomizer.encode, randomizer.perturb
        return lambda values, rng: as_table(perturb(encode(values), rng))
    if not callable(randomizer):
        allowed = "a mechanism with encode and perturb"
        allowed += ", or a function from (values, rng) to reports"
        refuse("randomizer", randomizer, allowed, TypeError)
    return lambda values, rng: as_table(randomizer(values, rng))
