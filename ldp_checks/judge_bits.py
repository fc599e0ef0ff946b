"""Check noise on rows of bits: its privacy, its probabilities and its chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from ldp_checks.findings import Fault, Finding
from ldp_checks.judge_channel import (
    Sample,
    calls_for,
    too_exact,
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
    small_table_points,
    uses_its_generator,
)
from ldp_checks.judge_reports import TABLES
from ldp_checks.judge_tables import MOST_PEOPLE, tables
from ldp_checks.statistical_limits import ERROR, probability_bounds

# bits: two reports of so many agree with probability 1e-20 if p <= 0.9 and q >= 0.1
SMALL = 250
MOST_BITS = 150_000  # in the largest table
SAME_NOISE = (
    "the noise is the same at every call: whoever knows the program can take it off;"
    " draw from `rng`"
)
TOO_EXACT = (
    "all counts are closer to their means than chance allows: draw for every bit"
)
FATES = [
    ["0s that stayed 0", "0s that became 1"],
    ["1s that became 0", "1s that stayed 1"],
]


def bit_findings(
    function: Callable,
    rows: np.ndarray,
    law: object,
    unit: str,
    rng: np.random.Generator,
    points: tuple[float, float, float, float],
    hashes: int = 1,
    draw: Callable | None = None,
) -> Iterator[Finding]:
    """Judge function(rows, rng), which makes noisy bits; nothing else if not private.

    law: Pr[bit sent | bit]; what is sent is the `unit`
    hashes: two rows differ in so many bits of each kind, at most
    points: for privacy, the law, independence, and generator and input. Without points
        for independence, bits that depend on each other are not private; without points
        for the last, it does not matter
    draw: draw(people, shares, rng) are rows as there may be in the world, whose columns
        have shares of ones in this proportion; without it only `rows` are judged
    """
    of_one, readable = alone(
        lambda: function(rows[:1].copy(), generator(rng)), rows[:1].shape
    )
    few = crowd(rows)
    small = [
        as_bits(function(few.copy(), generator(rng)), few.shape) for _ in range(TABLES)
    ]
    answer = as_bits(function(rows.copy(), generator(rng)), rows.shape)
    for bits in (answer, *small):
        if isinstance(bits, str):
            raise Fault(bits, sum(points))
    if changes_form(function, few, rng):
        raise Fault(OTHER_FORM, sum(points))
    sample = Sample.of(rows, answer, law)
    counts, law = sample.counts, sample.law
    privacy = private(sample, unit, hashes)
    if not privacy.holds:
        raise Fault(privacy.message + _why(sample), points[0])
    gap = counts[1, 1] / counts[1].sum() - counts[0, 1] / counts[0].sum()
    if gap < 0.25 * (law[1, 1] - law[0, 1]):
        why = "1 and 0 are exchanged" if gap < 0 else "the answer tells next to nothing"
        raise Fault(f"{privacy.message}. But a 1 is no sign of a 1: {why}", points[0])
    if len({bits.tobytes() for bits in small}) < TABLES:
        raise Fault(SAME_NOISE, points[0])
    wrong, exact = wrong_law(sample, FATES), too_exact(sample)
    judged = sample.as_observed() if wrong else sample
    if fault := wrong_bits(function, rows, judged.law, rng, readable):
        message = f"{fault}; {TOO_EXACT}" if exact else fault
        raise Fault(message, points[0])
    dependence = dependent(judged)
    if dependence:
        dependence += ": draw anew for every bit of every person"
    loosely = bool(wrong or exact or dependence)
    if draw and (fault := wrong_tables(function, judged, rng, draw, loosely)):
        raise Fault("; ".join(filter(None, (fault, dependence))), points[0])
    if dependence and not points[2]:
        raise Fault(f"{privacy.message}, but {dependence}", points[0])
    yield Finding(True, privacy.message, points[0], 4 * ERROR)
    message = f"1s stay 1 with {law[1, 1]:.4g}, 0s become 1 with {law[0, 1]:.4g}"
    if wrong:
        message = f"asked for: {message}; {wrong}"
    elif exact:
        message = TOO_EXACT
    yield Finding(not wrong and not exact, message, points[1], 2 * ERROR)
    if points[2]:
        message = dependence or "all bits are drawn independently"
        yield Finding(not dependence, message, points[2], ERROR)
    if points[3]:
        yield from generator_and_input(function, few, rng, points[3], of_one)


def crowd(rows: np.ndarray) -> np.ndarray:
    """Return so many people that no two honest tables of their reports are alike."""
    return rows[: max(SMALL // rows.shape[1], 20)]


def wrong_tables(
    function: Callable,
    sample: Sample,
    rng: np.random.Generator,
    draw: Callable,
    loosely: bool = False,
) -> str:
    """Say what is wrong with the bits of tables of any kind; "" if nothing is.

    sample: of another table; loosely: its law is not exact
    """
    columns, samples = sample.inputs.shape[1], []
    most = min(MOST_PEOPLE, MOST_BITS // columns)
    for size, rows in tables(rng, columns, draw, most, columns):
        bits = as_bits(function(rows.copy(), generator(rng)), rows.shape)
        if isinstance(bits, str):
            return bits
        samples.append((size, Sample.of(rows, bits, sample.law)))
    return wrong_in_tables(samples, FATES, loosely=loosely)


def wrong_bits(
    function: Callable,
    rows: np.ndarray,
    law: np.ndarray,
    rng: np.random.Generator,
    alone: bool = True,
) -> str:
    """Say what is wrong with a bit at a fixed place of a table; "" if nothing is.

    The tables are of many people, of a few, and of one if the answer for one can be
    judged.
    """
    many = rows[: len(crowd(rows)) + int(rng.integers(10))]
    few = rows[-int(rng.integers(2, 20)) :]
    calls, law = calls_for(law, many.size, ERROR / 3), np.asarray(law, dtype=float)
    for table in (many, few, rows[:1])[: 2 + alone]:

        def counted(table=table) -> tuple[np.ndarray, int] | str:
            bits = as_bits(function(table.copy(), generator(rng)), table.shape)
            return bits if isinstance(bits, str) else (bits, 1)

        if fault := wrong_in_calls(counted, law[table, 1], calls, ERROR / 3):
            return fault
    return ""


def generator_and_input(
    function: Callable,
    few: np.ndarray,
    rng: np.random.Generator,
    points: float,
    of_one: str,
) -> Iterator[Finding]:
    """Check the generator and the input, then tables of one person and of nobody."""
    from_generator = uses_its_generator(lambda rng: function(few.copy(), rng), rng=rng)
    findings = [from_generator, keeps_its_input(function, few, generator(rng))]
    bad = [finding.message for finding in findings if not finding.holds]
    message, of_few = "; ".join(bad or [f.message for f in findings]), 0
    if not bad:
        of_few = small_table_points(points)
    yield Finding(not bad, message, points - of_few, from_generator.error)
    if bad:
        return
    fault, answer = of_one, function(few[:0].copy(), generator(rng))
    if not fault and np.size(answer):  # nobody's reports may be an empty list
        answer = as_bits(answer, few[:0].shape)
        fault = f"for nobody: {answer}" if isinstance(answer, str) else ""
    right = "tables of one person and of nobody work"
    yield Finding(not fault, fault or right, of_few)


def as_bits(answer: object, shape: tuple[int, ...]) -> np.ndarray | str:
    """Return rows of bits, or a sentence about the form that they must have."""
    if not math.prod(shape) and isinstance(answer, list | tuple) and not len(answer):
        answer = np.zeros(shape, dtype=int)  # a list has no columns if there is nobody
    bits = as_reports(answer, shape, 2)
    if not isinstance(bits, str) or bits:
        return bits
    try:
        actual = np.shape(answer)
    except ValueError:
        actual = "of unequal rows"
    if actual != shape:
        return (
            f"your function must return a table of shape {shape}; its shape was"
            f" {actual}"
        )
    return "every entry must be 0 or 1 (numbers, or False and True)"


def private(sample: Sample, unit: str, hashes: int = 1) -> Finding:
    """Check that independent bits give away no more than the law does.

    At worst `hashes` bits are 1 for the first person only, and as many for the second
    only. A pair of such bits gives at most ln(P1(r)/P0(r)) + ln(P0(s)/P1(s)), with the
    best results r and s; all bounds share ERROR. The message does not tell the ε of the
    law: in the assignments it is what a question asks for.
    """
    law = sample.law
    low, high = probability_bounds(sample.counts, ERROR)
    with np.errstate(divide="ignore"):
        pair = np.log(low[1] / high[0]).max() + np.log(low[0] / high[1]).max()
        allowed = np.log(law[1] / law[0]).max() + np.log(law[0] / law[1]).max()
    if pair > allowed:
        shown = f"your reports show at least ε = {hashes * pair:.2f}"
        return Finding(False, f"{unit}: {shown}, more than the probabilities asked for")
    return Finding(
        True, f"{unit}: no more privacy is lost than the probabilities cost", 0, ERROR
    )


def _why(sample: Sample) -> str:
    """Guess what went wrong."""
    counts = sample.counts
    if np.array_equal(sample.inputs, sample.reports):
        return ": the reports are the true rows"
    for bit in (1, 0):
        if counts[bit, bit] == 0:
            return f": a {bit} always becomes {1 - bit}"
        if counts[bit, 1 - bit] == 0:
            return f": a {bit} never becomes {1 - bit}, so a {1 - bit} is proof"
    if dependent(sample.as_observed()):
        return ": some bits share their chance; draw anew for every bit of every person"
    return ": the noise is too weak"
