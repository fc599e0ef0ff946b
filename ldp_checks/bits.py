"""What noise on rows of bits must do: what a report gives away, its probabilities, its chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator

import numpy as np

from ldp_checks.channel import (
    Sample,
    as_reports,
    calls_for,
    dependent,
    too_exact,
    wrong_in_calls,
    wrong_law,
)
from ldp_checks.clients import TABLES
from ldp_checks.feedback import Finding
from ldp_checks.form import OTHER_FORM, changes_form
from ldp_checks.manners import generator, keeps_its_input, uses_its_generator
from ldp_checks.statistics import ERROR
from ldp_course.binomial import highest_probability, lowest_probability

SMALL = 250  # bits: two reports of so many agree with probability 1e-20 if p <= 0.9 and q >= 0.1
SAME_NOISE = (
    "the noise is the same at every call: whoever knows the program can take it off; draw from"
    " `rng`"
)
TOO_EXACT = "all counts are closer to their means than chance allows: draw for every bit"
FATES = [["0s that stayed 0", "0s that became 1"], ["1s that became 0", "1s that stayed 1"]]


def bit_findings(
    function: Callable,
    rows: np.ndarray,
    law: object,
    unit: str,
    rng: np.random.Generator,
    points: tuple[float, float, float, float],
    hashes: int = 1,
) -> Generator[Finding, None, bool]:
    """function(rows, rng) makes noisy bits. Returns whether they are private.

    law: Pr[bit sent | bit]; what is sent is the `unit`
    hashes: two rows differ in so many bits of each kind, at most
    points: for privacy, the law, independence and manners; without points for independence, bits
        that depend on each other are not private; without points for manners, they do not matter
    """
    few = crowd(rows)
    small = [as_bits(function(few.copy(), generator(rng)), few.shape) for _ in range(TABLES)]
    answer = as_bits(function(rows.copy(), generator(rng)), rows.shape)
    for one in (answer, *small):
        if isinstance(one, str):
            yield Finding(False, one, sum(points))
            return False
    if changes_form(function, few, rng):
        yield Finding(False, OTHER_FORM, sum(points))
        return False
    sample = Sample.of(rows, answer, law)
    counts, law = sample.counts, sample.law
    privacy = private(sample, unit, hashes)
    if not privacy.holds:
        yield Finding(False, privacy.message + _why(rows, sample), points[0])
        return False
    gap = counts[1, 1] / counts[1].sum() - counts[0, 1] / counts[0].sum()
    if gap < 0.25 * (law[1, 1] - law[0, 1]):
        why = "1 and 0 are exchanged" if gap < 0 else "the answer tells next to nothing"
        yield Finding(False, f"{privacy.message}. But a 1 is no sign of a 1: {why}", points[0])
        return False
    if len({one.tobytes() for one in small}) < TABLES:
        yield Finding(False, SAME_NOISE, points[0])
        return False
    wrong, exact = wrong_law(sample, FATES), too_exact(sample)
    judged = sample.as_found() if wrong else sample
    if found := wrong_bits(function, rows, judged.law, rng):
        yield Finding(False, f"{found}; {TOO_EXACT}" if exact else found, points[0])
        return False
    found = dependent(judged)
    if found:
        found += ": draw anew for every bit of every person"
    if found and not points[2]:
        yield Finding(False, f"{privacy.message}, but {found}", points[0])
        return False
    yield Finding(True, privacy.message, points[0], 3 * ERROR)
    asked = f"1s stay 1 with {law[1, 1]:.4g}, 0s become 1 with {law[0, 1]:.4g}"
    if wrong:
        asked = f"asked for: {asked}; {wrong[2]}"
    elif exact:
        asked = TOO_EXACT
    yield Finding(not wrong and not exact, asked, points[1], 2 * ERROR)
    if points[2]:
        yield Finding(not found, found or "all bits are drawn independently", points[2], ERROR)
    if points[3]:
        yield manners(function, few, rng, points[3])
    return True


def crowd(rows: np.ndarray) -> np.ndarray:
    """So many people that no two honest tables of their reports are alike."""
    return rows[: max(SMALL // rows.shape[1], 20)]


def wrong_bits(
    function: Callable, rows: np.ndarray, law: np.ndarray, rng: np.random.Generator
) -> str:
    """What is wrong with a bit at a fixed place of a table: of many people, of a few, of one; "" if
    chance explains all.
    """
    many = rows[: len(crowd(rows)) + int(rng.integers(10))]
    few = rows[-int(rng.integers(2, 20)) :]
    calls, law = calls_for(law, many.size, ERROR / 3), np.asarray(law, dtype=float)
    for table in (many, few, rows[:1]):

        def counted(table=table) -> tuple[np.ndarray, int] | str:
            bits = as_bits(function(table.copy(), generator(rng)), table.shape)
            return bits if isinstance(bits, str) else (bits, 1)

        if found := wrong_in_calls(counted, law[table, 1], calls, ERROR / 3):
            return found
    return ""


def manners(function: Callable, few: np.ndarray, rng: np.random.Generator, points: float):
    """The generator, the input, one person and nobody."""
    used = uses_its_generator(lambda rng: function(few.copy(), rng), rng=rng)
    findings = [used, keeps_its_input(function, few, generator(rng))]
    for people, whom in enumerate(("nobody", "one person")):
        got = function(few[:people].copy(), generator(rng))
        if people or np.size(got):  # nobody's reports may be an empty list
            got = as_bits(got, few[:people].shape)
        works = not isinstance(got, str)
        findings.append(Finding(works, f"works for {whom}" if works else f"for {whom}: {got}"))
    bad = [one.message for one in findings if not one.holds]
    message = "; ".join(bad or [one.message for one in findings])
    return Finding(not bad, message, points, used.error)


def as_bits(answer: object, shape: tuple[int, ...]) -> np.ndarray | str:
    """Rows of bits; or a sentence about the form that they must have."""
    if not math.prod(shape) and isinstance(answer, list | tuple) and not len(answer):
        answer = np.zeros(shape, dtype=int)  # a list has no columns if there is nobody
    bits = as_reports(answer, shape, 2)
    if not isinstance(bits, str) or bits:
        return bits
    try:
        found = np.shape(answer)
    except ValueError:
        found = "of unequal rows"
    if found != shape:
        return f"your function must return a table of shape {shape}; its shape was {found}"
    return "every entry must be 0 or 1 (numbers, or False and True)"


def private(sample: Sample, unit: str, hashes: int = 1) -> Finding:
    """Whether independent bits give away no more than the law does. No ε of the law is told: in the
    assignments it is what a question asks for.

    At worst `hashes` bits are 1 for the first person only, and as many for the second only. A pair
    of such bits gives at most ln(P1(r)/P0(r)) + ln(P0(s)/P1(s)), with the best results r and s; all
    bounds share ERROR.
    """
    counts, law = sample.counts, sample.law
    n, share = counts.sum(axis=1, keepdims=True), ERROR / (2 * counts.size)
    low, high = lowest_probability(counts, n, share), highest_probability(counts, n, share)
    with np.errstate(divide="ignore"):
        pair = np.log(low[1] / high[0]).max() + np.log(low[0] / high[1]).max()
        allowed = np.log(law[1] / law[0]).max() + np.log(law[0] / law[1]).max()
    if pair > allowed:
        shown = f"your reports show at least ε = {hashes * pair:.2f}"
        return Finding(False, f"{unit}: {shown}, more than the probabilities asked for")
    return Finding(True, f"{unit}: no more privacy is lost than the probabilities cost", 0, ERROR)


def _why(rows: np.ndarray, sample: Sample) -> str:
    """A guess at what went wrong."""
    counts = sample.counts
    if np.array_equal(sample.inputs, sample.reports):
        return ": the reports are the true rows"
    never = [bit for bit in (1, 0) if counts[bit].min() == 0]
    if never:
        bit = never[0]
        if counts[bit, bit] == 0:
            return f": a {bit} always becomes {1 - bit}"
        return f": a {bit} never becomes {1 - bit}, so a {1 - bit} is proof"
    if dependent(sample.as_found()):
        return ": some bits share their chance; draw anew for every bit of every person"
    return ": the noise is too weak"
