"""Ask the questions of "RAPPOR", and judge their answers.

A Bloom bit is noise with probability f, and noise is 1 with probability g; a report
shows a permanent 1 as 1 with probability q, a permanent 0 with probability p. An ε is
judged for each of the h bits that a word sets.

Points stand here and in coursework/rappor/source.ipynb, whose solution is what is
right; mistakes.py beside it has more known mistakes with their sentences (`make keys`
after a change; of numbers on paper the grading says them).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from types import SimpleNamespace

import numpy as np

from ldp_checks.answers import as_table, choice_finding, number_finding, results_of
from ldp_checks.assignments.rappor.task import SIZES, Task, permanent_ones, report_ones
from ldp_checks.findings import Fault, Finding, question
from ldp_checks.individual_numbers import uniforms
from ldp_checks.judge_bits import (
    as_bits,
    bit_findings,
    private,
    wrong_bits,
    wrong_tables,
)
from ldp_checks.judge_channel import Sample, wrong_law
from ldp_checks.judge_dependence import dependent
from ldp_checks.judge_form import (
    OTHER_FORM,
    alone,
    changes_form,
    generator,
    keeps_its_input,
)
from ldp_checks.sealed_answers import EXACT, Item, Key
from ldp_checks.statistical_limits import ERROR
from ldp_course.binomial import highest_count, lowest_count
from ldp_course.counting import pure_estimate

DEVICES, REPORTS = 1_500, 1_000
LONG = 41  # days after which most permanent bits can be read off
PLACES = slice(0, SIZES[0], 8)  # of a table of counts, which is turned by chance before
CHOICES = (
    "never cleared",
    "p and q swapped",
    "f keeps",
    "noise redrawn",
    "one draw for all devices",
    "no noise in the reports",
)
EPSILONS = {  # what to think about; what it is, if it is given for another one
    "lifetime_epsilon": (
        "compare Pr[filter | word] for two words that share no bit",
        "that is ε of the permanent bits",
    ),
    "report_epsilon": (
        "find Pr[report 1 | Bloom bit 1] and Pr[report 1 | Bloom bit 0] first",
        "that is ε of one report",
    ),
    "memoized_epsilon": (
        "all days share one permanent bit: mix over it, as in RAPPOR I",
        "that is ε of the reports of all days with memoization",
    ),
    "redrawn_epsilon": (
        "fresh noise makes the reports independent: what is their ε?",
        "that is right only if the reports are independent",
    ),
}


def tables(given: SimpleNamespace, source: Random) -> list[tuple]:
    """Return reports whose shares at PLACES range from small to large.

    So there are counts below 0, and above the number of reports.
    """
    parts = SIZES[0] // PLACES.step
    shares = (
        np.arange(SIZES[1]) // PLACES.step % parts + uniforms(source, SIZES[1])
    ) / parts
    return [((uniforms(source, (REPORTS, SIZES[1])) < shares).astype(np.uint8),)]


def unusual_tables(given: SimpleNamespace, source: Random) -> list[tuple]:
    single = (uniforms(source, (1, SIZES[1])) < 0.5).astype(np.uint8)
    return [(single,), (np.ones((50, SIZES[1]), dtype=np.uint8),)]


ITEMS = {
    "lifetime_epsilon": Item("f g"),
    "report_epsilon": Item("f g p q"),
    "memoized_epsilon": Item("f g p q days"),
    "redrawn_epsilon": Item("f g p q days"),
    "bit_counts": Item("f g p q", tables, EXACT, EXACT * REPORTS),
    "bit_counts, unusual": Item("f g p q", unusual_tables, EXACT, EXACT * 50),
    "fault": Item("faulty_code", tolerance=0, residues=1),
    "faulty_epsilon": Item("faulty_code f g p q days"),
}


@question(points=3)
def permanent_bits(permanent_bits, *, task, rng):
    """Judge permanent noise: a bit is noise with probability f, and then 1 with g."""
    law, unit = _law(permanent_ones(task)), "all reports about one word"
    points = 1.5, 0.75, 0.375, 0.375
    rows, draw = _rows(task, rng), _filters(task)
    yield from bit_findings(permanent_bits, rows, law, unit, rng, points, task.h, draw)


@question(points=2)
def report_bits(report_bits, *, task, rng):
    """Judge one report: 1 with probability q at a permanent 1, with p at a 0."""
    law, unit = _law(np.array([task.p, task.q])), "one report about the permanent bits"
    points = 1, 0.5, 0.25, 0.25
    rows, draw = _rows(task, rng), _filters(task)
    yield from bit_findings(report_bits, rows, law, unit, rng, points, task.h, draw)


@question(points=4)
def epsilons(
    lifetime_epsilon, report_epsilon, memoized_epsilon, redrawn_epsilon, *, task, key
):
    """Judge ε of the permanent bits, of one report, and of several days.

    The reports of several days are with and without memoization.
    """
    answers = lifetime_epsilon, report_epsilon, memoized_epsilon, redrawn_epsilon
    for (name, (hint, _)), answer in zip(EPSILONS.items(), answers):
        yield _epsilon(name, answer, hint, task, key)


@question(points=2)
def bit_counts(bit_counts, *, task, key, rng):
    """Judge how many devices have each Bloom bit set.

    The channel of a bit has an inverse, so only one function of the reports is unbiased
    whatever the Bloom bits are.
    """
    turn = int(rng.integers(task.k))

    def turned(reports):
        return np.roll(bit_counts(np.roll(reports[:, : task.k], turn, axis=1)), -turn)

    def judged(name):
        inputs = key.inputs(name, task, rng)
        form = f"return {task.k} numbers, one for each bit"
        counts = results_of(turned, inputs, (task.k,), form)
        if isinstance(counts, str):
            return False, counts
        return key.judge(name, task, [row[PLACES] for row in counts], inputs)

    right, why = judged("bit_counts")
    if not right:
        hint = (
            "write down the expected number of ones for t devices with the bit, then"
            " solve for t"
        )
        raise Fault(f"the counts are not unbiased: {why or hint}", 2)
    yield Finding(True, "the counts are the unbiased ones", 1)
    right, _ = judged("bit_counts, unusual")
    message = "one device, and reports that are all 1, are right too"
    cut = (
        "one device, or reports that are all 1: not unbiased; do not cut or"
        " special-case"
    )
    yield Finding(right, message if right else cut, 0.5)
    table = key.inputs("bit_counts", task, rng)[0][0][:, : task.k]
    yield keeps_its_input(bit_counts, table, points=0.5)


@question(points=2)
def words_present(words_present, *, task, rng):
    """Judge which candidates are there.

    At most the stated share are false alarms, and common words are found.
    """
    n, (if_clear, if_set) = task.devices, report_ones(task)
    truth = rng.random((1_000 + rng.integers(100), len(task.words))) < 0.5
    bits = (truth * task.visible) @ task.filters.astype(int)
    ones = rng.binomial(bits, if_set) + rng.binomial(n - bits, if_clear)
    mechanism = SimpleNamespace(p=if_set, q=if_clear, domain=range(task.k))
    table = as_table(
        words_present(pure_estimate(mechanism, ones, n).counts, n), truth.shape
    )
    if isinstance(table, str):
        raise Fault(f"{table}; a row for each day and a column for each word", 2)
    claims, absent, present = table.astype(bool), int((~truth).sum()), int(truth.sum())
    false, hits = int((claims & ~truth).sum()), int((claims & truth).sum())
    # A normal threshold for a count of some thousand ones has up to 1.25 times the
    # stated rate.
    most = highest_count(absent, 1.25 * task.false_alarms, ERROR)
    least = lowest_count(present, 0.9, ERROR)
    # Saying nothing gives no false alarms, and saying everything misses nothing:
    # neither earns a point by itself.
    speaks, keeps_still = 2 * hits > present, 2 * false < absent
    alarms = (
        f"{false} of {absent:,} absent words were called present; with at most"
        f" {task.false_alarms:.1%} (and a quarter more, for rounding) it is at most"
        f" {most}, except with probability {ERROR:g}"
    )
    alarms = alarms if speaks else "few words are found at all"
    yield Finding(false <= most and speaks, alarms, 1, ERROR)
    detected = (
        f"{hits} of {present:,} words on {task.visible:,} devices were found; with nine"
        f" of ten it is at least {least}, except with probability {ERROR:g}"
    )
    if hits < least:
        detected += (
            "; put all bits of a word together: their mean has a smaller error than one"
            " bit"
        )
    detected = detected if keeps_still else "nearly every word is called present"
    yield Finding(hits >= least and keeps_still, detected, 1, ERROR)


@question(points=4)
def mend(fault, faulty_epsilon, mended_client, *, task, key, rng):
    """Judge the colleague's client: its fault, its ε, and a client without it."""
    hint = "run it on filters that are all 1, then on filters that are all 0, and count"
    yield choice_finding("fault", fault, key.against("fault", task), CHOICES, hint, 0.5)
    hint = "find Pr[permanent bit 1 | Bloom bit] of this client, then proceed as before"
    yield _epsilon("faulty_epsilon", faulty_epsilon, hint, task, key)

    days, bloom = int(rng.integers(2, 5)), _rows(task, rng)
    reports = as_bits(
        mended_client(bloom.copy(), days, generator(rng)), (days, *bloom.shape)
    )
    if isinstance(reports, str):
        raise Fault(reports, 2.5)
    sample = Sample.of(bloom, reports.sum(axis=0), _law_of_days(task, days))
    privacy = private(sample, f"{days} reports about one word", task.h)
    if not privacy.holds:
        raise Fault(privacy.message, 2.5)
    what = [
        [
            f"Bloom bits {bit} with {ones} ones in {days} reports"
            for ones in range(days + 1)
        ]
        for bit in (0, 1)
    ]
    if wrong := wrong_law(sample, what):
        raise Fault(wrong, 2.5)

    def last_day(bloom, rng):
        return np.asarray(mended_client(bloom, days, rng))[-1]

    law = _law(report_ones(task))
    _, readable = alone(
        lambda: mended_client(bloom[:1].copy(), days, generator(rng)),
        (days, 1, task.k),
    )
    wrong = wrong_bits(last_day, bloom, law, rng, readable)
    judged = Sample.of(bloom, reports[-1], law)
    if wrong := wrong or wrong_tables(last_day, judged, rng, _filters(task)):
        raise Fault(wrong, 2.5)
    yield Finding(True, privacy.message, 0.5, 2 * ERROR)
    yield Finding(
        True, f"{days} days together show the right numbers of ones", 0.5, ERROR
    )
    devices = bloom[:400]
    limit = math.floor(LONG * (task.p + task.q) / 2)
    read = (
        np.asarray(mended_client(devices.copy(), LONG, generator(rng))).sum(axis=0)
        > limit
    )
    ones = _law_of_days(task, LONG)[:, limit + 1 :].sum(axis=1)
    weakness = dependent(Sample.of(devices, read.astype(int), _law(ones)))
    message = (
        f"permanent bits, read off {LONG} days:"
        f" {weakness or 'all are drawn independently'}"
    )
    yield Finding(not weakness, message, 0.125, ERROR)

    def first_day(bloom, rng):
        return np.asarray(mended_client(bloom, 1, rng))[0]

    points, unit = (0.5, 0.25, 0.125, 0.5), "one report about a word"
    if changes_form(lambda bloom, rng: mended_client(bloom, 1, rng), bloom[:50], rng):
        raise Fault(OTHER_FORM, sum(points))
    yield from bit_findings(first_day, bloom, law, unit, rng, points, task.h)


def _filters(task: Task) -> Callable:
    """Return a function that draws filters of one word each, or of other bits."""

    def draw(people: int, shares: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        if rng.random() < 0.5:
            return rng.random((people, task.k)) < rng.random()
        rows = np.zeros((people, task.k), dtype=int)
        set_bits = rng.choice(task.k, (people, task.h), p=shares)
        np.put_along_axis(rows, set_bits, 1, axis=1)
        return rows

    return draw


def _rows(task: Task, rng: np.random.Generator) -> np.ndarray:
    devices = DEVICES + int(rng.integers(DEVICES // 10))
    return (rng.random((devices, task.k)) < 0.5).astype(np.int64)


def _law(ones: np.ndarray) -> np.ndarray:
    return np.column_stack([1 - ones, ones])


def _law_of_days(task: Task, days: int) -> np.ndarray:
    """Return Pr[so many ones in so many reports | Bloom bit], shape (2, days + 1)."""
    ones, j = permanent_ones(task)[:, None], np.arange(days + 1)
    ways = np.array([math.comb(days, number) for number in j], dtype=float)
    if_set, if_clear = (ways * c**j * (1 - c) ** (days - j) for c in (task.q, task.p))
    return ones * if_set + (1 - ones) * if_clear


def _epsilon(name: str, answer: object, hint: str, task: Task, key: Key) -> Finding:
    """Judge an ε, and say which other number it is, if it is not right."""

    def judge(number: np.ndarray) -> tuple[bool, str]:
        each = number / task.h
        right, why = key.judge(name, task, each)
        # a check number of another number would fit by chance
        if right or not key.exact:
            return right, why
        slips = {
            "the logarithm is the natural one, not log2": math.log(2),
            "the logarithm is the natural one, not log10": math.log(10),
            f"a word sets h = {task.h} bits, and each of them counts": task.h,
            "the pair of probabilities ln(·/·) + ln(·/·) has both kinds of bits"
            " already": 0.5,
        }
        for slip, factor in slips.items():
            if key.judge(name, task, each * factor)[0]:
                return False, slip
        for other, (_, that) in EPSILONS.items():
            is_other, known = key.judge(other, task, each)
            if is_other or known:
                return False, known or that
        if key.judge("lifetime_epsilon", task, each / task.days)[0]:
            return False, "a memoized permanent answer is paid once, not every day"
        return False, why

    return number_finding(name, answer, judge, hint, 1)
