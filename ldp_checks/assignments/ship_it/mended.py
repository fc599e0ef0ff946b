"""Check a mended client: it remembers, and its memory has the promised channel."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from ldp_checks.assignments.ship_it.task import Task, protocol_of
from ldp_checks.assignments.telemetry.protocols import Protocol
from ldp_checks.assignments.telemetry.reports import report_findings
from ldp_checks.findings import Fault, Finding, part
from ldp_checks.judge_form import (
    OTHER_FORM,
    alone,
    form_of,
    generator,
    keeps_its_input,
    of_this_shape,
    uses_its_generator,
)
from ldp_checks.statistical_limits import ERROR, within_limits

PHONES, LONGEST = 60, 40  # of a test of memory: at least, and days at most
# phones, at least, whose reports show a probability that is a little too large
MANY = 50_000
POINTS = (1.25, 0.75, 0.25, 0.25)  # for privacy, the channel, the generator, the input
TABLE, TABLES = 200, 24  # phones in a small table; no two honest ones are alike (1e-30)
AS_TELEMETRY = r"(at least ε = \S+) each, \S+ for a person, who may spend ([\d.]+)"
FORGETS = (
    "{bad:,} of {phones:,} phones send another report on a later day: each new draw"
    " costs ε again; a phone whose value stays draws once"
)
RIGHT = (
    "one report gives away no more than was promised",
    "reports have the probabilities of the design, for each value, and are drawn"
    " independently",
)


def mended_findings(
    mended: Callable, task: Task, rng: np.random.Generator
) -> Iterator[Finding]:
    """Judge mended(values, days, rng).

    4 points: memory 1.5, privacy 1.25, the channel 0.75, generator and input 0.5. A
    client that forgets, or that gives too much away, gets nothing.
    """
    protocol, forms = protocol_of(task), set()

    def reports_of(
        values: np.ndarray, days: int, rng: np.random.Generator
    ) -> np.ndarray | str:
        shape = days, len(values), *protocol.shape
        answer = mended(values.copy(), days, rng)
        # a ValueError means rows of different lengths, which are reported below
        if len(values) > 1:
            with suppress(ValueError):
                forms.add(form_of(answer))
        try:
            actual = np.shape(answer)
        except ValueError:
            actual = "of unequal rows"
        if len(values) == 1:
            answer = of_this_shape(answer, shape)
        elif actual != shape:
            return (
                f"return an array of shape {shape}: a report of each phone for each"
                f" day; it was {actual}"
            )
        return protocol.form(answer, shape)

    for days in (1, int(rng.integers(2, 7)), int(rng.integers(15, LONGEST))):
        phones = PHONES + int(rng.integers(PHONES))
        values = rng.integers(protocol.d, size=phones)
        reports = reports_of(values, days, generator(rng))
        if isinstance(reports, str):
            raise Fault(reports, 4)
        changed = (reports != reports[:1]).reshape(days, phones, -1).any(axis=(0, 2))
        if changed.any():
            message = FORGETS.format(bad=int(changed.sum()), phones=phones)
            raise Fault(message, 4)
    yield from _first_report(mended, reports_of, forms, task, rng)


def _first_report(
    mended: Callable,
    reports_of: Callable,
    forms: set,
    task: Task,
    rng: np.random.Generator,
) -> Iterator[Finding]:
    """Judge the report that a phone sends on all days as the one of a telemetry."""
    protocol, days = protocol_of(task), int(rng.integers(1, 4))
    shape = days, 1, *protocol.shape
    phone = rng.integers(protocol.d, size=1)
    of_one, _ = alone(lambda: mended(phone, days, generator(rng)), shape)

    def client(
        values: np.ndarray, rng: np.random.Generator
    ) -> tuple[np.ndarray, object]:
        reports = reports_of(values[:, 0], days, rng)
        if isinstance(reports, str):
            raise ValueError(reports)
        return np.zeros((len(values), 1), dtype=int), reports[0][:, None]

    once = SimpleNamespace(weeks=1, budget=task.epsilon)
    first_findings = list(part(report_findings(client, protocol, once, 1, rng)))
    if not first_findings[0].holds:
        promise = r"\1, where \2 was promised"
        message = re.sub(AS_TELEMETRY, promise, first_findings[0].message)
        raise Fault(message, 4)
    some = rng.integers(protocol.d, size=TABLE)
    small = [reports_of(some, 1, generator(rng)) for _ in range(TABLES)]
    if bad := [table for table in small if isinstance(table, str)]:
        raise Fault(bad[0], 4)
    for _ in range(8):
        reports_of(rng.permutation(some), 1, generator(rng))
    if len(forms) > 1:
        raise Fault(OTHER_FORM, 4)
    if len({table.tobytes() for table in small}) < TABLES:
        message = (
            "two calls with different generators make the same draws: whoever knows"
            " your program can undo them, and ε is infinite"
        )
        raise Fault(message, 4)
    privacy, channel, *_ = first_findings
    # in a table as small as that of a telemetry, few values and a large ε leave too
    # little room
    from_generator = uses_its_generator(
        lambda rng: mended(some.copy(), 2, rng), rng=rng
    )
    unchanged = keeps_its_input(mended, some, 2, generator(rng))
    # with "unary" no fault changes a probability by a few percent only
    if protocol.name != "unary":
        rate, sentence = _own_rate(reports_of, protocol, rng)
        if rate > protocol.p:
            raise Fault(f"more is given away than was promised: {sentence}", 4)
        if rate and channel.holds:
            channel = Finding(False, sentence, 0)
        channel = replace(channel, error=channel.error + ERROR)
    yield Finding(True, "a phone draws once, and sends the same report again", 1.5)
    findings = [privacy, channel, from_generator, unchanged]
    for place, right in enumerate(RIGHT):
        message = right if findings[place].holds else findings[place].message
        findings[place] = replace(findings[place], message=message)
    pair = reports_of(np.zeros(2, dtype=int), 2, generator(rng))
    if findings[3].holds and isinstance(pair, str):
        findings[3] = Finding(False, "a table of two phones has another form")
    elif findings[3].holds and of_one:
        findings[3] = Finding(False, of_one)
    for finding, points in zip(findings, POINTS):
        yield replace(finding, points=points)


def _own_rate(
    reports_of: Callable, protocol: Protocol, rng: np.random.Generator
) -> tuple[float, str]:
    """Return how often a report supports the own value, and a sentence.

    0 if it is as promised.
    """
    values = rng.integers(protocol.d, size=MANY + int(rng.integers(MANY // 10)))
    reports = reports_of(values.copy(), 1, generator(rng))
    if isinstance(reports, str):
        raise ValueError(reports)
    support = protocol.support(reports[0])
    count = int(support[np.arange(len(values)), values].sum())
    counted = "{count:,} of {n:,} reports support the own value"
    holds, sentence = within_limits(count, len(values), protocol.p, counted=counted)
    return (0, "") if holds else (count / len(values), sentence)
