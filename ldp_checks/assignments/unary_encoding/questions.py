"""What the assignment "Unary encoding" asks, and how answers are judged."""

from __future__ import annotations

import math
from random import Random
from types import SimpleNamespace

import numpy as np

from ldp_checks.answers import (
    as_number,
    as_table,
    as_vector,
    attempt,
    choice_finding,
    number_finding,
    results_of,
    same,
)
from ldp_checks.bits import bit_findings
from ldp_checks.feedback import Finding, question
from ldp_checks.individual import choose, uniforms
from ldp_checks.key import EXACT, Asked
from ldp_course.privacy import privacy_loss

PEOPLE = 20_000
PRIMES = [3989, 4001, 4003, 4007, 4013, 4019]  # of so many, no unbiased counts are whole numbers
ONE_NUMBER = "your function must return one number"
SPARE = 1e-9  # of ε, for rounding


def named_values(given: SimpleNamespace, source: Random) -> list[tuple]:
    """Lists of up to `most` values, in any order, many of them empty."""
    k = len(given.domain)
    sizes = [choose(source, range(given.most + 1)) for _ in range(200)]
    order = uniforms(source, (len(sizes), k)).argsort(axis=1)
    return [([[given.domain[i] for i in row[:size]] for row, size in zip(order, sizes)],)]


def probabilities(given: SimpleNamespace, source: Random) -> list[tuple]:
    pairs = np.sort(0.02 + 0.96 * uniforms(source, (30, 2)), axis=1).tolist()
    return [(0.75, 0.25, 1), *((p, q, choose(source, range(1, 6))) for q, p in pairs)]


def noisy(given: SimpleNamespace, source: Random) -> list[tuple]:
    """Reports in which each column has a true share of its own; the first one has fewer 1s than
    noise alone makes.
    """
    shares = 0.25 + 0.2 * uniforms(source, given.width)
    shares[0] = -0.5 * given.q / (given.p - given.q)
    chances = given.q + shares * (given.p - given.q)
    return [((uniforms(source, (choose(source, PRIMES), given.width)) < chances).astype(int),)]


def known_shares(given: SimpleNamespace, source: Random) -> list[tuple]:
    others = 0.15 + 0.3 * uniforms(source, (5, 2))
    others[:, 0] = given.most * (5 * others[:, 0] + 0.25)  # ε from 1 to 2.5 a value
    return [(float(given.epsilon), given.share), *map(tuple, others.tolist())]


def half_empty(given: SimpleNamespace, source: Random) -> list[tuple]:
    reports = (uniforms(source, (501, 7)) < 0.5).astype(int)
    reports[:, 0] = 0
    return [(reports, given.asked)]


def variance(p: float, q: float, share: float) -> float:
    """n times the variance of an estimated share, as in the chapter."""
    return (share * p * (1 - p) + (1 - share) * q * (1 - q)) / (p - q) ** 2


COUNTS = Asked("p q width", noisy, EXACT, EXACT * PRIMES[0])
ASKED = {
    "encode_answers": Asked("domain most", named_values, 0),
    "encode_answers, silent": Asked("domain most", named_values, 0),
    "epsilon_of": Asked("", probabilities, EXACT),
    "estimate_counts": COUNTS,
    "estimate_counts, first column": COUNTS,
    "estimate_counts, one person": Asked("p q width", noisy, EXACT),
    "intervals, middle": COUNTS,
    "intervals, widths": Asked("p q width", noisy, 1e-4),
    "intervals, size": Asked("p q width", noisy, math.log(1.6)),
    "intervals": Asked("p q width", noisy, 0.0025),
    "best_probabilities": Asked("epsilon share most", known_shares, 0.00051),
    "fault": Asked("faulty_code", tolerance=0, residues=1),
    "faulty_epsilon": Asked("faulty_code asked"),
    "count": Asked("asked", half_empty, EXACT, EXACT * 501),
}


@question(points=2)
def encode_answers(encode_answers, *, task, key, rng):
    """Rows of 0s and 1s from lists of values."""
    inputs = key.inputs("encode_answers", task, rng)
    answers = inputs[0][0]
    rows = as_table(encode_answers([list(named) for named in answers]), (len(answers), task.width))
    if isinstance(rows, str):
        yield Finding(False, rows)
        return
    silent = np.array([not named for named in answers])
    right, why = key.judge("encode_answers", task, [rows[~silent]], inputs)
    told = "a 1 in exactly these columns, in the order of task.columns" + f"; {why}" * bool(why)
    has = "has" if right else "must have"
    yield Finding(right, f"who names values {has} {told}", 1)
    right, _ = key.judge("encode_answers, silent", task, [rows[silent]], inputs)
    told = 'a single 1, in the last column, "(no answer)"'
    has, more = ("has", "") if right else ("must have", "; all zeros would be lost without a word")
    yield Finding(right, f"who names nothing {has} {told}{more}", 0.5)

    def raises(named: list[str]) -> str:
        result = attempt(encode_answers, [*([value] for value in task.domain), named])
        if not isinstance(result, BaseException):
            return "nothing"
        return "ValueError" if type(result) is ValueError else "another error"

    unknown = raises(["a value that nobody declared"])
    too_many, again = (raises(list(named)) for named in (
        task.domain[: task.most + 1], task.domain[:1] * (task.most + 1)
    ))  # fmt: skip
    told = f"an undeclared value raises {unknown}, {task.most + 1} values raise {too_many}"
    right = unknown == too_many == "ValueError"
    if not right:
        told += "; both must raise a ValueError: one would be lost, the other would cost more ε"
    elif again != "nothing":
        told = "a value that is named twice counts once and is no error"
    yield Finding(right and again == "nothing", told, 0.5)


@question(points=4)
def perturb_bits(perturb_bits, *, task, rng):
    """Noise on every bit, with the student's own p and q."""
    people, k = PEOPLE + rng.integers(PEOPLE // 20), len(task.domain)
    rows = np.zeros((people, k + 1), dtype=int)
    rows[:, :k] = rng.random((people, k)).argsort(axis=1) < task.most
    rows[rng.random(people) < 0.1] = [0] * k + [1]
    law = [[1 - task.q, task.q], [1 - task.p, task.p]]
    points = (2, 1.5, 0, 0.5)
    yield from bit_findings(perturb_bits, rows, law, "one report", rng, points, task.most)


@question(points=2)
def epsilon_of(epsilon_of, *, task, key, rng):
    """The exact ε of a report with up to m values."""
    inputs = key.inputs("epsilon_of", task, rng)
    found = results_of(epsilon_of, inputs, what=ONE_NUMBER)
    if isinstance(found, str):
        yield Finding(False, found, 1.5)
        return
    right, why = key.judge("epsilon_of", task, found, inputs)
    why = why or "take the two answers that differ most, and multiply over all bits that differ"
    yield Finding(right, "right for all p, q and m" if right else f"not right: {why}", 1.5)
    if not right:
        return
    found = results_of(lambda p, q, m: epsilon_of(q, p, m), inputs)
    faults = []
    if isinstance(found, str) or not key.judge("epsilon_of", task, found, inputs)[0]:
        faults.append("with p below q the loss must be the same as with the two exchanged")
    certain = [(1.0, 0.3, 2), (0.6, 0.0, 1), (1.0, 0.0, 3), (0.0, 0.4, 1)]
    if any(as_number(attempt(epsilon_of, *case)) != math.inf for case in certain):
        told = "if p or q is 0 or 1, some report proves a bit: your function must return math.inf"
        faults.append(told)
    told = "right also if p is below q, and if p or q is 0 or 1"
    yield Finding(not faults, "; ".join(faults) or told, 0.5)


@question(points=2)
def estimate_counts(estimate_counts, *, task, key, rng):
    """Unbiased counts from the number of 1s in each column.

    The number of 1s in a column has n + 1 possible laws, one for each true count, and they are
    linearly independent; so exactly one function of it is unbiased, and the answer may be compared
    with it.
    """
    inputs = key.inputs("estimate_counts", task, rng)
    reports = inputs[0][0]
    given = reports.copy()

    def ask(reports: np.ndarray) -> np.ndarray | str:
        return as_vector(estimate_counts(reports), task.width, "one count for each column")

    counts = ask(given)
    if isinstance(counts, str):
        yield Finding(False, counts)
        return
    right, why = key.judge("estimate_counts", task, [counts[1:]], inputs)
    if np.array_equal(counts, np.rint(counts)):
        why = why or "do not round: a rounded estimate is no longer right on average"
    told = "numbers of people, right on average" if right else why or "not right on average"
    yield Finding(right, told, 1)
    if not right:
        return
    unclipped, _ = key.judge("estimate_counts, first column", task, [counts[:1]], inputs)
    told = (
        f"{task.columns[0]!r} has fewer 1s than noise alone makes: an unbiased estimate is negative"
    )
    told += "" if unclipped else "; clipping makes the average too high"
    yield Finding(unclipped, told, 0.5)
    faults = []
    if not np.array_equal(given, reports):
        faults.append("your function changed the reports that it was given")
    one, as_bool = ask(reports[:1].copy()), ask(reports == 1)
    if isinstance(one, str):
        faults.append(f"for one person {one}")
    elif unclipped and not key.judge("estimate_counts, one person", task, [one], inputs)[0]:
        faults.append("for one person the counts are not the unbiased ones")
    if isinstance(as_bool, str) or not same(as_bool, counts, reach=EXACT * len(reports)):
        wrong = as_bool if isinstance(as_bool, str) else "the counts are not the unbiased ones"
        faults.append(f"for bits as True and False {wrong}")
    told = "works for one person and for bits as True and False, and leaves the reports as they are"
    yield Finding(not faults, "; ".join(faults) or told, 0.5)


@question(points=2)
def intervals(intervals, *, task, key, rng):
    """Intervals that hold together with 95 %, for all columns."""
    inputs = key.inputs("intervals", task, rng)
    ends = as_table(intervals(inputs[0][0].copy()), (2, task.width), bits=False)
    if isinstance(ends, str):
        yield Finding(False, f"low and high, one number a column each: {ends}")
        return

    def judge(name: str, result: object) -> tuple[bool, str]:
        return key.judge(name, task, [result], inputs)

    if not judge("intervals, middle", ends.mean(axis=0))[0]:
        told = (
            "the middle of each interval must be the estimate of question 4, in people, unclipped"
        )
        yield Finding(False, told)
        return
    half = (ends[1] - ends[0]) / 2
    right = half.mean() > 0 and judge("intervals, widths", half / half.mean())[0]
    right = right and judge("intervals, size", half.mean())[0]
    told = "your half-widths are {}multiples of the standard errors"
    wrong = told.format("no possible ") + "; put each column's own estimate into the variance"
    yield Finding(right, told.format("") if right else wrong, 1)
    together, why = judge("intervals", half) if right else (False, "")
    told = f"all {task.width} columns at once hold with 95 %"
    if not right:
        told += ", which can be seen once the half-widths are right"
    elif not together:
        told = f"your intervals are too narrow or too wide: {why or 'how many of them are there?'}"
    yield Finding(together, told, 1)


@question(points=2)
def best_probabilities(best_probabilities, *, task, key, rng):
    """p and q with the smallest error for a value with a known share, at a given ε."""
    cases = key.inputs("best_probabilities", task, rng)
    pairs = [as_vector(best_probabilities(*case), 2, "two numbers, p and q") for case in cases]
    for pair in pairs:
        if isinstance(pair, str):
            yield Finding(False, pair)
            return
        if not ((pair > 0) & (pair < 1)).all() or abs(pair[0] - pair[1]) < 0.01:
            told = "p and q must lie between 0 and 1 and differ by 0.01 at least"
            yield Finding(False, f"p = {pair[0]:g} and q = {pair[1]:g}: {told}")
            return
    epsilons, shares = np.transpose(cases)
    sent = [[np.array([1 - chance, chance]) for chance in pair] for pair in pairs]
    spent = task.most * np.array([privacy_loss([np.kron(*b), np.kron(*b[::-1])]) for b in sent])
    within = spent <= epsilons * (1 + SPARE)
    told = (
        f"asked for ε = {task.epsilon:g}, your p = {pairs[0][0]:.4f}, q = {pairs[0][1]:.4f} spend"
    )
    told += f" {spent[0]:.4f}"
    if not within.all():
        told += ", which is right, but for other ε your pair spends too much" * bool(within[0])
        told += f": up to {task.most} values differ in {2 * task.most} bits"
    yield Finding(within.all(), told, 1)
    if within.all():
        variances = [variance(*pair, share) for pair, share in zip(pairs, shares)]
        right, why = key.judge("best_probabilities", task, variances, cases)
        told = "more than 1.001 times the least one" + f": {why}" * bool(why)
        told = "at most 1.001 times the least one" if right else told
        yield Finding(right, f"your variance is {told}", 1)


@question(points=3)
def mended_program(collect, count, fault, faulty_epsilon, *, task, key, rng):
    """The student's own faulty program, mended, with a diagnosis."""
    hint = "it is not what is wrong in your program"
    yield choice_finding("fault", fault, key.against("fault", task), "abcdef", hint, 0.5)
    hint = "the server cannot change ε, and an impossible report makes it infinite"
    judge = key.against("faulty_epsilon", task)
    yield number_finding("faulty_epsilon", faulty_epsilon, judge, hint, 0.5)
    k, people = len(task.domain), PEOPLE + rng.integers(PEOPLE // 20)
    rows = np.eye(k, dtype=int)[rng.integers(0, k, people)]
    keeps = 1 / (1 + math.exp(-task.asked / 2))
    law = [[keeps, 1 - keeps], [1 - keeps, keeps]]

    def ask(rows: np.ndarray, rng: np.random.Generator) -> object:
        return collect(rows, task.asked, rng)

    private = yield from bit_findings(ask, rows, law, "one report", rng, (0.5, 0.5, 0, 0))
    if not private:
        return
    inputs = key.inputs("count", task, rng)
    reports, asked = inputs[0]
    counts = as_vector(count(reports.copy(), asked), reports.shape[1], "one count for each column")
    if isinstance(counts, str):
        yield Finding(False, counts, 1)
        return
    right, why = key.judge("count", task, [counts], inputs)
    told = "the counts are unbiased, also in a column without a 1"
    yield Finding(right, told if right else f"the counts are not unbiased: {why}".rstrip(": "), 1)
