"""Check the channel of a client of the capstone: ε, probabilities, and weeks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import md5, sha1, sha256
from random import Random

import numpy as np

from ldp_checks.assignments.telemetry.protocols import Protocol, hash_bucket
from ldp_checks.assignments.telemetry.task import Task
from ldp_checks.findings import Fault, Finding
from ldp_checks.judge_channel import (
    Sample,
    beyond_chance,
    calls_for,
    wrong_in_calls,
    wrong_in_tables,
    wrong_law,
)
from ldp_checks.judge_dependence import dependent
from ldp_checks.judge_form import (
    OTHER_FORM,
    alone,
    as_reports,
    changes_form,
    generator,
    keeps_its_input,
    of_this_shape,
    uses_its_generator,
)
from ldp_checks.judge_tables import tables
from ldp_checks.statistical_limits import ERROR, binomial_limits
from ldp_course.audit import clopper_pearson_high, clopper_pearson_low

# in a test of a client, at least and about at most
REPORTS, MOST_REPORTS = 10_000, 60_000
# standard errors from no use to what is planned; at 6, chance errs less than 1e-8
CLEAR = 12.5
MOST_VALUES = 200_000  # values times people, in the largest table
FEW, HASHED, DRAWN = 4_000, 2_000, 500  # of them, for what takes long
COUNTED = [
    ["reports that leave out another value", "reports that support another value"],
    ["reports that leave out the own value", "reports that support the own value"],
]
# remainders by 1 to 32 of a number modulo this are its own
MULTIPLE = math.lcm(*range(1, 33))


def report_findings(
    client: Callable,
    protocol: Protocol,
    task: Task,
    weeks: int,
    rng: np.random.Generator,
) -> Iterator[Finding]:
    """Judge client(values, rng), which reports in some of the weeks.

    4 points: privacy 2, the channel that was planned 1, weeks 0.5, generator and input
    0.5.
    """
    d, p, q = protocol.d, protocol.p, protocol.q
    gap = p - q  # the own value is supported so much more often
    spread = max(p * (1 - p), q * (1 - q)) * d / (d - 1)
    wanted = CLEAR**2 * spread / max(gap, 1e-9) ** 2
    people = math.ceil(min(max(wanted, REPORTS), MOST_REPORTS) / weeks)
    people += int(rng.integers(200))
    values = rng.integers(d, size=(people, task.weeks))
    of_one, readable = alone(
        lambda: client(values[:1].copy(), generator(rng)),
        (1, weeks),
        (1, weeks, *protocol.shape),
    )
    answer = _form(client(values.copy(), generator(rng)), protocol, values.shape, weeks)
    if isinstance(answer, str):
        raise Fault(answer, 4)
    when, reports = answer
    truths, support, turned = _supported(values, when, reports, protocol)
    law = [[1 - q, q], [1 - p, p]]
    is_own = np.eye(d, dtype=int)
    by_value = Sample.of(is_own[truths], support.astype(int), law)
    by_distance = Sample.of(is_own[np.zeros_like(truths)], turned.astype(int), law)

    shown, why = _shown(support, turned, truths)
    if weeks * shown > task.budget:
        raise Fault(
            f"your reports show at least ε = {shown:.3g} each, {weeks * shown:.3g} for"
            f" a person, who may spend {task.budget:g}{why}",
            4,
        )
    for step in range(task.weeks):
        of_step = np.take_along_axis(values, (when + step) % task.weeks, axis=1).ravel()
        if _tells(when.ravel(), task.weeks, of_step, d, ERROR / task.weeks):
            raise Fault(
                "the weeks in which people report depend on their values, which gives"
                " them away",
                4,
            )
    wrong = wrong_law(by_value, COUNTED) or wrong_law(by_distance, COUNTED)
    if protocol.name == "unary":
        few = rng.permutation(len(truths))[:FEW]
        sample = Sample.of(by_value.inputs[few], by_value.reports[few], law)
        if dependent(sample.as_observed() if wrong else sample):
            bits = "the bits of one report depend on each other: draw anew for each bit"
            raise Fault(bits, 4)
    if protocol.name == "hashing":
        leak = _seeds_tell(*reports.reshape(-1, 2).T, truths, protocol)
        if leak:
            raise Fault(leak, 4)
    if changes_form(client, values[:30], rng, pair=True):
        raise Fault(OTHER_FORM, 4)
    chances = turned.mean(axis=0) if wrong else np.repeat([p, q], [1, d - 1])
    leak = _wrong_place(client, values, weeks, protocol, chances, rng, readable)
    judged = by_value.as_observed() if wrong else by_value
    if leak := leak or _wrong_tables(client, weeks, task, protocol, judged, wrong, rng):
        raise Fault(leak, 4)
    contrast = turned[:, 0].mean() - turned[:, 1:].mean()
    useful = contrast > max(0.25 * gap, 6 * math.sqrt(spread / len(turned)))
    message = (
        "no more is given away than a person may spend, by the weeks and the form"
        " neither"
    )
    message = message if useful else "private, but it tells next to nothing"
    if wanted > 1.1 * MOST_REPORTS:
        useful = False
        message = "private, but p and q of your plan are so near that it tells nothing"
    yield Finding(useful, message, 2, 6 * ERROR)

    fault = wrong
    if not useful:
        fault = (
            fault or "reports that tell next to nothing cannot show their probabilities"
        )
    for sample, column in [
        (by_distance, 0),
        *((s, rng.integers(d)) for s in (by_value, by_distance)),
    ]:
        entries = Sample.of(sample.inputs[:, column], sample.reports[:, column], law)
        fault = fault or dependent(entries)
    right = (
        "the reports have the probabilities of your protocol, for each value, and are"
        " drawn independently"
    )
    yield Finding(not fault, fault or right, 1, 5 * ERROR)
    low, high = binomial_limits(people, weeks / task.weeks, ERROR / task.weeks)
    counts = np.bincount(when.ravel(), minlength=task.weeks)
    stated = (
        f"from {counts.min():,} to {counts.max():,} reports a week; a correct answer"
        f" has {low:,} to {high:,}"
    )
    even = bool(low <= counts.min() and counts.max() <= high)
    yield Finding(even, f"{stated} except with probability {ERROR:g}", 0.5, ERROR)
    few = values[:30]

    def flat(rng):
        return np.concatenate([np.ravel(part) for part in client(few.copy(), rng)])

    both = uses_its_generator(flat, rng=rng)
    from_generator = uses_its_generator(lambda rng: client(few.copy(), rng)[1], rng=rng)
    yield replace(from_generator if both.holds else both, points=0.25)
    keeps = keeps_its_input(client, few, generator(rng), points=0.25)
    yield keeps if not of_one else Finding(False, of_one, 0.25)


def _wrong_tables(
    client: Callable,
    weeks: int,
    task: Task,
    protocol: Protocol,
    judged: Sample,
    loosely: bool,
    rng: np.random.Generator,
) -> str:
    """Say what is wrong with the reports of tables of any kind; "" if nothing is."""

    def draw(people: int, shares: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        values = rng.choice(protocol.d, (people, task.weeks), p=shares)
        # many people hold one value in all weeks, or most
        stays = rng.random(values.shape) < rng.choice([0, 0.5, 0.9, 1])
        return np.where(stays, values[:, :1], values)

    samples, most = [], max(MOST_VALUES // protocol.d, 2_500)
    for size, values in tables(rng, protocol.d, draw, most):
        answer = _form(
            client(values.copy(), generator(rng)), protocol, values.shape, weeks
        )
        if isinstance(answer, str):
            return answer
        truths, support, _ = _supported(values, *answer, protocol)
        own = np.eye(protocol.d, dtype=int)[truths]
        samples.append((size, Sample.of(own, support.astype(int), judged.law)))
    return wrong_in_tables(samples, COUNTED, loosely=bool(loosely))


def _supported(
    values: np.ndarray, when: np.ndarray, reports: np.ndarray, protocol: Protocol
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return for each report the own value, and which values it supports.

    The last array has these once more, the own value first.
    """
    truths = np.take_along_axis(values, when, axis=1).ravel()
    support = protocol.support(reports.reshape(-1, *protocol.shape))
    places = (truths[:, None] + np.arange(protocol.d)) % protocol.d
    return truths, support, np.take_along_axis(support, places, axis=1)


def _wrong_place(
    client: Callable,
    values: np.ndarray,
    weeks: int,
    protocol: Protocol,
    chances: np.ndarray,
    rng: np.random.Generator,
    readable: bool,
) -> str:
    """Say what is wrong with a person at a fixed place of a table; "" if nothing is.

    chances: that a report supports the own value, and each of the others
    """
    many, few = values[: rng.integers(25, 40)], values[-int(rng.integers(2, 20)) :]
    chances = np.tile(chances, weeks)
    own = float(chances[0])
    calls = calls_for([own, 1 - own], len(many) * len(chances), ERROR / 3)
    for table in (many, few, values[:1])[: 2 + readable]:

        def counted(table=table) -> tuple[np.ndarray, int] | str:
            answer = _form(
                client(table.copy(), generator(rng)), protocol, table.shape, weeks
            )
            if isinstance(answer, str):
                return answer
            return _supported(table, *answer, protocol)[2].reshape(len(table), -1), 1

        of_table = np.tile(chances, (len(table), 1))
        if fault := wrong_in_calls(counted, of_table, calls, ERROR / 3):
            return fault
    return ""


def _form(
    answer: object, protocol: Protocol, shape: tuple[int, int], weeks: int
) -> tuple[np.ndarray, np.ndarray] | str:
    """Return weeks and reports as arrays, or what is wrong with their form."""
    people, all_weeks = shape
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        return "client must return two arrays: weeks, reports"
    wanted = (people, weeks), (people, weeks, *protocol.shape)
    if people == 1:
        answer = tuple(map(of_this_shape, answer, wanted))
    if (got := tuple(map(np.shape, answer))) != wanted:
        shapes = f"weeks and reports have the shapes {got[0]} and {got[1]}"
        return f"{shapes}; expected {wanted[0]} and {wanted[1]}"
    when = as_reports(answer[0], wanted[0], all_weeks)
    reports = protocol.form(answer[1], wanted[1])
    if isinstance(when, str):
        return when or f"weeks must hold whole numbers, 0 to {all_weeks - 1}"
    if (np.diff(np.sort(when, axis=1), axis=1) == 0).any():
        return "a person reports once in a week: the weeks of one person must differ"
    return reports if isinstance(reports, str) else (when, reports)


def _shown(
    support: np.ndarray, turned: np.ndarray, truths: np.ndarray
) -> tuple[float, str]:
    """Return a lower bound of ε, and why it is large.

    It comes from events whose probabilities differ by e^ε at most; all bounds share
    ERROR. For values v and w: "only v is supported", under v and under w, averaged over
    all pairs with the same distance w - v. For each w: "w is supported", and "w is
    not", under w and under the other values.
    """
    n, d = support.shape
    own, other, held = turned[:, :1], turned[:, 1:], np.bincount(truths, minlength=d)
    only_own, only_other = (own & ~other).sum(axis=0), (other & ~own).sum(axis=0)
    by_own = np.bincount(truths[own[:, 0]], minlength=d)
    by_others, others = support.sum(axis=0) - by_own, n - held
    # from w, v lies d - distance further
    likely = np.concatenate([only_own, by_own, others - by_others])
    rare = np.concatenate([only_other[::-1], by_others, held - by_own])
    of_likely = np.concatenate([np.full(d - 1, n), held, others])
    of_rare = np.concatenate([np.full(d - 1, n), others, held])
    share = ERROR / (2 * len(likely))
    low = clopper_pearson_low(likely, of_likely, share)
    ratio = low / clopper_pearson_high(rare, of_rare, share)
    worst = int(np.argmax(ratio))
    why = ""
    if not rare[worst]:
        never = "some false reports never occur, so a report is proof"
        why = never if worst < 2 * d - 1 else "a value is never left out"
        why = f": {why} (ε is infinite)"
    return math.log(max(ratio[worst], 1)), why


def _tells(
    codes: np.ndarray, kinds: int, truths: np.ndarray, d: int, error: float
) -> bool:
    """Return whether truths depend on codes. Each truth is as likely as any other."""
    table = np.bincount(codes.astype(np.int64) * d + truths, minlength=kinds * d)
    of = np.bincount(codes, minlength=kinds).repeat(d)
    return beyond_chance(table, of, 1 / d, error)


def _seeds_tell(
    seeds: np.ndarray, buckets: np.ndarray, truths: np.ndarray, protocol: Protocol
) -> str:
    """Say whether seeds repeat, or tell something of the values.

    A rule that nobody thought of stays unseen.
    """
    d, g = protocol.d, protocol.g
    if len(np.unique(seeds)) < 0.99 * len(seeds):
        return "draw a new seed for each report, from 2**32 numbers"
    turns = (buckets - hash_bucket(seeds, truths, g)) % g
    features = [(part % 64, 64) for part in (buckets, turns)]
    features += [(seeds >> bit & 1, 2) for bit in range(32)]
    features += [(seeds * parts >> 32, parts) for parts in {3, 5, d}]
    small = sorted({2, 3, 4, 5, 7, 8, 16, 32, d})
    numbers = [seeds, *(hash_bucket(seeds, value, MULTIPLE) for value in range(3))]
    numbers += _digests(seeds[:HASHED].tolist())
    features += [(number % modulus, modulus) for number in numbers for modulus in small]
    for draw in (
        lambda seed: Random(seed).randrange(d),
        lambda seed: np.random.default_rng(seed).integers(d),
    ):
        features.append((np.array([draw(seed) for seed in seeds[:DRAWN].tolist()]), d))
    if any(
        _tells(codes, kinds, truths[: len(codes)], d, ERROR / len(features))
        for codes, kinds in features
    ):
        return "the seeds or buckets depend on the values, which gives them away"
    return ""


def _digests(seeds: list[int]) -> Iterator[np.ndarray]:
    """Yield digests of seeds as text and as bytes, as whole numbers from either end."""
    texts = [lambda seed: str(seed).encode()]
    texts += [
        lambda seed, n=n, order=order: seed.to_bytes(n, order)
        for n in (4, 8)
        for order in ("big", "little")
    ]
    for text in texts:
        for digest in (md5, sha1, sha256):
            made = [
                digest(text(seed), usedforsecurity=False).digest() for seed in seeds
            ]
            for order in ("big", "little"):
                yield np.array([
                    int.from_bytes(number, order) % MULTIPLE for number in made
                ])
