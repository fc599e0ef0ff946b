"""Check the exercises of the chapter "Unary encoding"."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from ldp_checks.answers import (
    as_table,
    attempt,
    choice,
    formula,
    number,
    require_function,
)
from ldp_checks.findings import Fault, Finding, exercise, part
from ldp_checks.judge_bits import bit_findings
from ldp_checks.judge_form import uses_its_generator

N = 32_561  # rows of Adult


def _spread(p: float, q: float) -> float:
    """Return the standard error of a share that nobody holds, for one person."""
    return math.sqrt(q * (1 - q)) / (p - q)


def _symmetric(epsilon: float) -> float:
    return 1 / (1 + math.exp(-epsilon / 2))


@exercise
def encode(encode):
    """Your turn: one-hot rows: a row for each person, a column for each value."""
    require_function("encode", encode, "values, domain")
    domain = ("Sales", "Armed-Forces", "Tech-support")
    values = ["Tech-support", "Sales"] * 2
    expected = np.array([[value == column for column in domain] for value in values])
    rows = as_table(encode(list(values), domain), expected.shape)
    if isinstance(rows, str):
        shape = "a row for each of the 4 people, a column for each of the 3 values"
        yield Finding(False, f"{rows.replace('your function', 'encode')} ({shape})")
    elif (rows == expected).all():
        yield Finding(
            True, "encode: each row has one 1, at the value that the person holds"
        )
    else:
        exchanged = (rows == ~expected).all()
        why = (
            "0 and 1 are exchanged"
            if exchanged
            else "a 1 belongs at the person's own value, and 0 everywhere else"
        )
        yield Finding(False, f"encode: {why}")


@exercise
def perturb(perturb, *, rng):
    """Your turn: noise on rows of bits, with probabilities that do not add up to 1."""
    require_function("perturb", perturb, "bits, p, q, rng")
    p, q, rows = 0.8, 0.1, np.eye(5, dtype=int)[np.arange(8_000) % 5]

    def noisy(bits, own):
        return perturb(bits, p, q, own)

    law = [[1 - q, q], [1 - p, p]]
    yield from part(bit_findings(noisy, rows, law, "reports", rng, (0, 0, 0, 0)))
    yield uses_its_generator(noisy, rows[:100], rng=rng)


@exercise
def aggregate(aggregate):
    """Your turn: estimated counts from rows of noisy bits."""

    def results(reports, p, q):
        n = len(reports)

        def corrected(counts, n):
            return (counts - n * q) / (p - q)

        counts = reports.sum(axis=0)
        right = corrected(counts, n)
        return right, {
            "divide by p − q": counts - n * q,
            "subtract the expected false ones, n q, first": counts / (p - q),
            "these are the counts of ones; nothing is corrected": counts,
            "divide by p − q, not by p": (counts - n * q) / p,
            "these are shares; multiply by n": right / n,
            "an unbiased estimate is below 0 at times": np.maximum(right, 0),
            "add up over the people, axis=0, not over the values": (
                corrected(reports.sum(axis=1), reports.shape[1])
            ),
        }

    people = [
        np.array(rows) for rows in ([[1, 0, 1], [0, 0, 1]], [[1, 1, 0], [0, 1, 0]])
    ]
    cases = [(people[0], 0.75, 0.25), (people[1], 0.5, 0.125)]
    yield formula("aggregate", aggregate, results, cases)


@exercise
def one_bit(epsilon, p, factor):
    """Exercise 1: the true ε of the colleague's encoding, the right p, and its cost."""
    of_epsilon = {
        "this is one bit; two values differ in two": 1,
        "this is the ratio; ε is its logarithm": math.exp(2),
        "half is what each bit should have": 0.5,
    }
    yield number("epsilon", epsilon, 2, of_epsilon)
    right, wrong = _symmetric(1), _symmetric(2)
    yield number(
        "p", p, right, {"this is the colleague's": wrong, "this is q": 1 - right}
    )
    times = _spread(right, 1 - right) / _spread(wrong, 1 - wrong)
    of_factor = {
        "this is for the variance": times**2,
        "this is the other way round": 1 / times,
    }
    yield number("factor", factor, times, of_factor)


@exercise
def two_jobs(epsilon):
    """Exercise 2: ε when everybody names exactly two values."""
    mistakes = {
        "this is for one occupation each": 2 * math.log(3),
        "two people may share no occupation: count all bits that differ": 3
        * math.log(3),
        "this is one bit": math.log(3),
        "exactly two are named, so never more than four bits differ": 15 * math.log(3),
        "this is the ratio; ε is its logarithm": 81,
    }
    yield number("epsilon", epsilon, 4 * math.log(3), mistakes)


@exercise
def detective(one_bit, two_bits):
    """Exercise 3: hits and false alarms of two tests of one report."""
    of_one = {"hits come first, then false alarms": (0.25, 0.75)}
    of_two = {
        "hits come first, then false alarms": (0.0625, 0.5625),
        "both bits must be right, so the probabilities are multiplied": (1.5, 0.5),
        "the bit for Tech-support was 1, and is 0 only if it flips": (0.5625, 0.1875),
    }
    yield number("one_bit", one_bit, (0.75, 0.25), of_one)
    yield number("two_bits", two_bits, (0.5625, 0.0625), of_two)


@exercise
def divide_the_people(error, most):
    """Exercise 4: the error of a rare count if each answers one of k questions."""
    of_one, k = 0.9 * 0.1 / 0.8**2, 15
    of_error = {
        "each question has a fifteenth of the people": math.sqrt(of_one * N),
        "this counts in one group; multiply by fifteen for all": math.sqrt(
            of_one * N / k
        ),
        "the variance is 15 times as large, the error √15 times": k
        * math.sqrt(of_one * N),
        "one question may spend all of ln 9: the coin is right with 0.9": math.sqrt(
            k * 0.75 * N
        ),
        "this is the variance": k * of_one * N,
    }
    of_most = {
        "this many questions would be equal; a number of questions is whole": (
            0.75 / of_one
        ),
        "with six questions the groups have the larger error": 6,
    }
    yield number("error", error, math.sqrt(k * of_one * N), of_error)
    yield number("most", most, 5, of_most)


@exercise
def table_of_thirty(misses, all_right, reach):
    """Exercise 5: thirty intervals together, and how wide Bonferroni makes them."""
    lines, error, quantile = 30, 156, NormalDist().inv_cdf
    of_misses = {
        "this is for one interval": 0.05,
        "this many are right on average": 28.5,
    }
    of_all = {
        "all thirty must be right, and they are independent: 0.95³⁰": 0.95,
        "this is the probability that at least one misses": 1 - 0.95**lines,
        "the misses of thirty independent intervals do not simply add": 0.05 * lines,
    }
    of_reach = {
        "this is the plain 95 % interval": quantile(0.975) * error,
        "an interval misses on two sides: 1 − 0.05/30/2": (
            quantile(1 - 0.05 / lines) * error
        ),
        "these are standard errors; multiply by 156 people": (
            quantile(1 - 0.05 / lines / 2)
        ),
        "this is the whole width; halve it": 2 * quantile(1 - 0.05 / lines / 2) * error,
    }
    yield number("misses", misses, 0.05 * lines, of_misses)
    yield number("all_right", all_right, 0.95**lines, of_all)
    right = quantile(1 - 0.05 / lines / 2) * error
    yield number("reach", reach, right, of_reach)


@exercise
def silent_missing(mended):
    """Exercise 6: the mended encode(value, domain): nobody silently is all zeros."""
    require_function("mended", mended, "value, domain")
    domain = ("Sales", "Armed-Forces", "Tech-support")
    rows = {value: _bits(mended, value, domain) for value in domain}
    if any(row is None for row in rows.values()):
        raise Fault("mended must return the bits of one person: a list of 0 and 1")
    ones = [np.flatnonzero(row).tolist() for row in rows.values()]
    single = all(len(places) == 1 for places in ones)
    if not single or len({place for (place,) in ones}) != len(domain):
        raise Fault("mended: a value of the domain must set one bit, which is its own")
    yield Finding(True, "mended: each value of the domain sets its own bit")
    length = len(rows["Sales"])
    for name, value in (("None", None), ("NaN", float("nan"))):
        row = _bits(mended, value, domain)
        if isinstance(row, ValueError):
            yield Finding(True, f"mended: a missing answer ({name}) is refused")
        elif row is None or len(row) != length:
            yield Finding(
                False,
                f"mended: a missing answer ({name}) needs as many bits as all others,"
                " or a ValueError",
            )
        elif row.sum() == 1 and all(row[place] == 0 for (place,) in ones):
            yield Finding(
                True, f"mended: a missing answer ({name}) has a bit of its own"
            )
        elif row.any():
            yield Finding(
                False,
                f"mended: a missing answer ({name}) is counted as a value that it is"
                " not",
            )
        else:
            yield Finding(
                False,
                f"mended: a missing answer ({name}) is all zeros. Give it a bit, or"
                " raise ValueError",
            )
    missing = float("nan")  # is in this domain, and equals nothing in it
    row = _bits(mended, missing, (*domain, missing))
    if isinstance(row, np.ndarray) and not row.any():
        yield Finding(
            False,
            "mended: a NaN that is in the domain is all zeros. Give it a bit, or raise"
            " ValueError",
        )
    if isinstance(_bits(mended, "Pirate", domain), ValueError):
        yield Finding(True, "mended: a value outside the domain raises ValueError")
    else:
        yield Finding(
            False,
            "mended: a value outside the domain was never declared; raise ValueError",
        )


def _bits(encode, value, domain) -> np.ndarray | ValueError | None:
    """Return the bits of one person, or the ValueError that refuses the value.

    None for anything else.
    """
    result = attempt(encode, value, domain, catch=ValueError)
    if isinstance(result, ValueError):
        return result
    bits = np.asarray(result if isinstance(result, list | tuple | np.ndarray) else None)
    is_row = (
        bits.ndim == 1 and bits.dtype.kind in "biuf" and np.isin(bits, (0, 1)).all()
    )
    return bits.astype(int) if is_row else None


@exercise
def swapped_letters(notices, right, swapped):
    """Exercise 7: which test notices swapped p and q, and two standard errors."""
    which = (
        "ε has |ln|, and p − q appears twice in the mean error; only the third differs"
    )
    tests = ("epsilon", "mean error", "standard error")
    yield choice("notices", notices, "standard error", tests, which)
    of_good = math.sqrt(N) * _spread(0.5, 0.1)
    of_swapped = math.sqrt(N) * -_spread(0.1, 0.5)
    share = "this is of the share; times n is the count"
    negative = "a standard error is positive: divide by |p − q|"
    first = {
        "this is with the letters swapped": of_swapped,
        share: of_good / N,
        "this is the variance": of_good**2,
    }
    second = {
        "this is with the letters right": of_good,
        share: of_swapped / N,
        negative: -of_swapped,
    }
    yield number("right", right, of_good, first)
    yield number(
        "swapped", swapped, of_swapped, second | {"this is the variance": of_swapped**2}
    )
