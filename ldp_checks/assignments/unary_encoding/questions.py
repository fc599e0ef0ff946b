"""Ask the questions of "Unary encoding", and judge their answers.

Points stand here and in coursework/unary_encoding/source.ipynb, whose solution is what
is right; mistakes.py beside it has more known mistakes with their sentences
(`make keys` after a change; of numbers on paper the grading says them).
"""

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
from ldp_checks.findings import Fault, Finding, question
from ldp_checks.individual_numbers import choose, uniforms
from ldp_checks.judge_bits import bit_findings
from ldp_checks.sealed_answers import EXACT, Item
from ldp_course.privacy import privacy_loss

PEOPLE = 20_000
# of so many people, no unbiased counts are whole numbers
PRIMES = [3989, 4001, 4003, 4007, 4013, 4019]
NUMBER_FORM = "your function must return one number"


def named_values(given: SimpleNamespace, source: Random) -> list[tuple]:
    """Return lists of up to `most` values, in any order, many of them empty."""
    k = len(given.domain)
    sizes = [choose(source, range(given.most + 1)) for _ in range(200)]
    order = uniforms(source, (len(sizes), k)).argsort(axis=1)
    return [
        ([[given.domain[i] for i in row[:size]] for row, size in zip(order, sizes)],)
    ]


def probabilities(given: SimpleNamespace, source: Random) -> list[tuple]:
    pairs = np.sort(0.02 + 0.96 * uniforms(source, (30, 2)), axis=1).tolist()
    return [(0.75, 0.25, 1), *((p, q, choose(source, range(1, 6))) for q, p in pairs)]


def noisy(given: SimpleNamespace, source: Random) -> list[tuple]:
    """Return reports in which each column has a true share of its own.

    The first one has fewer 1s than noise alone makes.
    """
    shares = 0.25 + 0.2 * uniforms(source, given.width)
    shares[0] = -0.5 * given.q / (given.p - given.q)
    chances = given.q + shares * (given.p - given.q)
    shape = choose(source, PRIMES), given.width
    return [((uniforms(source, shape) < chances).astype(int),)]


def known_shares(given: SimpleNamespace, source: Random) -> list[tuple]:
    others = 0.15 + 0.3 * uniforms(source, (5, 2))
    others[:, 0] = given.most * (5 * others[:, 0] + 0.25)  # ε from 1 to 2.5 a value
    return [(float(given.epsilon), given.share), *map(tuple, others.tolist())]


def half_empty(given: SimpleNamespace, source: Random) -> list[tuple]:
    reports = (uniforms(source, (501, 7)) < 0.5).astype(int)
    reports[:, 0] = 0
    return [(reports, given.asked)]


def answers_of(
    people: int, shares: np.ndarray, most: int, rng: np.random.Generator
) -> np.ndarray:
    """Draw who names which values, up to `most`; the last column is for nothing."""
    often = rng.dirichlet(np.full(most + 1, 0.7))  # how often each number of values
    number = rng.choice(most + 1, people, p=often)
    # the smallest of these are a draw without replacement, by the shares
    keys = rng.exponential(size=(people, len(shares) - 1)) / shares[:-1]
    named = keys.argsort(axis=1).argsort(axis=1) < number[:, None]
    return np.column_stack([named, number == 0]).astype(int)


def variance(p: float, q: float, share: float) -> float:
    """Return n times the variance of an estimated share, as in the chapter."""
    return (share * p * (1 - p) + (1 - share) * q * (1 - q)) / (p - q) ** 2


COUNTS = Item("p q width", noisy, EXACT, EXACT * PRIMES[0])
ITEMS = {
    "encode_answers": Item("domain most", named_values, 0),
    "encode_answers, silent": Item("domain most", named_values, 0),
    "epsilon_of": Item("", probabilities, EXACT),
    "estimate_counts": COUNTS,
    "estimate_counts, first column": COUNTS,
    "estimate_counts, one person": Item("p q width", noisy, EXACT),
    "intervals, middle": COUNTS,
    "intervals, widths": Item("p q width", noisy, 1e-4),
    "intervals, size": Item("p q width", noisy, math.log(1.6)),
    "intervals": Item("p q width", noisy, 0.0025),
    "best_probabilities": Item("epsilon share most", known_shares, 0.00051),
    "fault": Item("faulty_code", tolerance=0, residues=1),
    "faulty_epsilon": Item("faulty_code asked"),
    "count": Item("asked", half_empty, EXACT, EXACT * 501),
}


@question(points=2)
def encode_answers(encode_answers, *, task, key, rng):
    """Judge rows of 0s and 1s from lists of values."""
    inputs = key.inputs("encode_answers", task, rng)
    answers = inputs[0][0]
    rows = as_table(
        encode_answers([list(named) for named in answers]), (len(answers), task.width)
    )
    if isinstance(rows, str):
        raise Fault(rows)
    silent = np.array([not named for named in answers])
    right, why = key.judge("encode_answers", task, [rows[~silent]], inputs)
    message = (
        "a 1 in exactly these columns, in the order of task.columns"
        + f"; {why}" * bool(why)
    )
    has = "has" if right else "must have"
    yield Finding(right, f"who names values {has} {message}", 1)
    right, _ = key.judge("encode_answers, silent", task, [rows[silent]], inputs)
    message = 'a single 1, in the last column, "(no answer)"'
    if right:
        sentence = f"who names nothing has {message}"
    else:
        sentence = (
            f"who names nothing must have {message}; all zeros would be lost without"
        )
        sentence += " a word"
    yield Finding(right, sentence, 0.5)

    def raises(named: list[str]) -> str:
        result = attempt(encode_answers, [*([value] for value in task.domain), named])
        if not isinstance(result, BaseException):
            return "nothing"
        return "ValueError" if type(result) is ValueError else "another error"

    unknown = raises(["a value that nobody declared"])
    too_many, again = (
        raises(list(named))
        for named in (task.domain[: task.most + 1], task.domain[:1] * (task.most + 1))
    )
    message = (
        f"an undeclared value raises {unknown}, {task.most + 1} values raise {too_many}"
    )
    right = unknown == too_many == "ValueError"
    if not right:
        message += (
            "; both must raise a ValueError: one would be lost, the other would cost"
            " more ε"
        )
    elif again != "nothing":
        message = "a value that is named twice counts once and is no error"
    yield Finding(right and again == "nothing", message, 0.5)


@question(points=4)
def perturb_bits(perturb_bits, *, task, rng):
    """Judge noise on every bit, with the student's own p and q."""
    people, k = PEOPLE + rng.integers(PEOPLE // 20), len(task.domain)
    rows = np.zeros((people, k + 1), dtype=int)
    rows[:, :k] = rng.random((people, k)).argsort(axis=1) < task.most
    rows[rng.random(people) < 0.1] = [0] * k + [1]
    law = [[1 - task.q, task.q], [1 - task.p, task.p]]
    points = (2, 1.5, 0, 0.5)

    def draw(people: int, shares: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return answers_of(people, shares, task.most, rng)

    yield from bit_findings(
        perturb_bits, rows, law, "one report", rng, points, task.most, draw
    )


@question(points=2)
def epsilon_of(epsilon_of, *, task, key, rng):
    """Judge the exact ε of a report with up to m values."""
    inputs = key.inputs("epsilon_of", task, rng)
    numbers = results_of(epsilon_of, inputs, what=NUMBER_FORM)
    if isinstance(numbers, str):
        raise Fault(numbers, 1.5)
    right, why = key.judge("epsilon_of", task, numbers, inputs)
    why = (
        why
        or "take the two answers that differ most, and multiply over all bits that"
        " differ"
    )
    yield Finding(
        right, "right for all p, q and m" if right else f"not right: {why}", 1.5
    )
    if not right:
        return
    numbers = results_of(lambda p, q, m: epsilon_of(q, p, m), inputs)
    faults = []
    if (
        isinstance(numbers, str)
        or not key.judge("epsilon_of", task, numbers, inputs)[0]
    ):
        faults.append(
            "with p below q the loss must be the same as with the two exchanged"
        )
    certain = [(1.0, 0.3, 2), (0.6, 0.0, 1), (1.0, 0.0, 3), (0.0, 0.4, 1)]
    if any(as_number(attempt(epsilon_of, *case)) != math.inf for case in certain):
        message = (
            "if p or q is 0 or 1, some report proves a bit: your function must return"
            " math.inf"
        )
        faults.append(message)
    message = "right also if p is below q, and if p or q is 0 or 1"
    yield Finding(not faults, "; ".join(faults) or message, 0.5)


@question(points=2)
def estimate_counts(estimate_counts, *, task, key, rng):
    """Judge unbiased counts from the number of 1s in each column.

    The number of 1s in a column has n + 1 possible laws, one for each true count, and
    they are linearly independent; so exactly one function of it is unbiased, and the
    answer may be compared with it.
    """
    inputs = key.inputs("estimate_counts", task, rng)
    reports = inputs[0][0]
    given = reports.copy()

    def ask(reports: np.ndarray) -> np.ndarray | str:
        return as_vector(
            estimate_counts(reports), task.width, "one count for each column"
        )

    counts = ask(given)
    if isinstance(counts, str):
        raise Fault(counts)
    right, why = key.judge("estimate_counts", task, [counts[1:]], inputs)
    if np.array_equal(counts, np.rint(counts)):
        why = why or "do not round: a rounded estimate is no longer right on average"
    message = (
        "numbers of people, right on average"
        if right
        else why or "not right on average"
    )
    yield Finding(right, message, 1)
    if not right:
        return
    unclipped, _ = key.judge(
        "estimate_counts, first column", task, [counts[:1]], inputs
    )
    message = (
        f"{task.columns[0]!r} has fewer 1s than noise alone makes: an unbiased estimate"
        " is negative"
    )
    message += "" if unclipped else "; clipping makes the average too high"
    yield Finding(unclipped, message, 0.5)
    faults = []
    if not np.array_equal(given, reports):
        faults.append("your function changed the reports that it was given")
    single, as_bool = ask(reports[:1].copy()), ask(reports == 1)
    if isinstance(single, str):
        faults.append(f"for one person {single}")
    elif (
        unclipped
        and not key.judge("estimate_counts, one person", task, [single], inputs)[0]
    ):
        faults.append("for one person the counts are not the unbiased ones")
    if isinstance(as_bool, str) or not same(
        as_bool, counts, reach=EXACT * len(reports)
    ):
        wrong = (
            as_bool
            if isinstance(as_bool, str)
            else "the counts are not the unbiased ones"
        )
        faults.append(f"for bits as True and False {wrong}")
    message = (
        "works for one person and for bits as True and False, and leaves the reports as"
        " they are"
    )
    yield Finding(not faults, "; ".join(faults) or message, 0.5)


@question(points=2)
def intervals(intervals, *, task, key, rng):
    """Judge intervals that hold together with 95 %, for all columns."""
    inputs = key.inputs("intervals", task, rng)
    ends = as_table(intervals(inputs[0][0].copy()), (2, task.width), bits=False)
    if isinstance(ends, str):
        raise Fault(f"low and high, one number a column each: {ends}")

    def judge(name: str, result: object) -> tuple[bool, str]:
        return key.judge(name, task, [result], inputs)

    if not judge("intervals, middle", ends.mean(axis=0))[0]:
        raise Fault(
            "the middle of each interval must be the estimate of question 4, in people,"
            " unclipped"
        )
    half = (ends[1] - ends[0]) / 2
    right = half.mean() > 0 and judge("intervals, widths", half / half.mean())[0]
    right = right and judge("intervals, size", half.mean())[0]
    message = "your half-widths are {}multiples of the standard errors"
    wrong = (
        message.format("no possible ")
        + "; put each column's own estimate into the variance"
    )
    yield Finding(right, message.format("") if right else wrong, 1)
    together, why = judge("intervals", half) if right else (False, "")
    message = f"all {task.width} columns at once hold with 95 %"
    if not right:
        message += ", which can be seen once the half-widths are right"
    elif not together:
        message = (
            "your intervals are too narrow or too wide:"
            f" {why or 'how many of them are there?'}"
        )
    yield Finding(together, message, 1)


@question(points=2)
def best_probabilities(best_probabilities, *, task, key, rng):
    """Judge p and q with the smallest error for a known share, at a given ε."""
    cases = key.inputs("best_probabilities", task, rng)
    pairs = [
        as_vector(best_probabilities(*case), 2, "two numbers, p and q")
        for case in cases
    ]
    for pair in pairs:
        if isinstance(pair, str):
            raise Fault(pair)
        if not ((pair > 0) & (pair < 1)).all() or abs(pair[0] - pair[1]) < 0.01:
            message = "p and q must lie between 0 and 1 and differ by 0.01 at least"
            raise Fault(f"p = {pair[0]:g} and q = {pair[1]:g}: {message}")
    epsilons, shares = np.transpose(cases)
    sent = [[np.array([1 - chance, chance]) for chance in pair] for pair in pairs]
    spent = task.most * np.array([
        privacy_loss([np.kron(*b), np.kron(*b[::-1])]) for b in sent
    ])
    within = spent <= epsilons * (1 + EXACT)
    message = (
        f"asked for ε = {task.epsilon:g}, your p = {pairs[0][0]:.4f}, q ="
        f" {pairs[0][1]:.4f} spend"
    )
    message += f" {spent[0]:.4f}"
    if not within.all():
        message += ", which is right, but for other ε your pair spends too much" * bool(
            within[0]
        )
        message += f": up to {task.most} values differ in {2 * task.most} bits"
    yield Finding(within.all(), message, 1)
    if within.all():
        variances = [variance(*pair, share) for pair, share in zip(pairs, shares)]
        right, why = key.judge("best_probabilities", task, variances, cases)
        message = "more than 1.001 times the least one" + f": {why}" * bool(why)
        message = "at most 1.001 times the least one" if right else message
        yield Finding(right, f"your variance is {message}", 1)


@question(points=3)
def mended_program(collect, count, fault, faulty_epsilon, *, task, key, rng):
    """Judge the student's own faulty program, mended, with a diagnosis."""
    hint = "it is not what is wrong in your program"
    yield choice_finding(
        "fault", fault, key.against("fault", task), "abcdef", hint, 0.5
    )
    hint = "the server cannot change ε, and an impossible report makes it infinite"
    judge = key.against("faulty_epsilon", task)
    yield number_finding("faulty_epsilon", faulty_epsilon, judge, hint, 0.5)
    k, people = len(task.domain), PEOPLE + rng.integers(PEOPLE // 20)
    rows = np.eye(k, dtype=int)[rng.integers(0, k, people)]
    keeps = 1 / (1 + math.exp(-task.asked / 2))
    law = [[keeps, 1 - keeps], [1 - keeps, keeps]]

    def ask(rows: np.ndarray, rng: np.random.Generator) -> object:
        return collect(rows, task.asked, rng)

    def draw(people: int, shares: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return np.eye(k, dtype=int)[rng.choice(k, people, p=shares)]

    points = 0.5, 0.5, 0, 0
    yield from bit_findings(ask, rows, law, "one report", rng, points, draw=draw)
    inputs = key.inputs("count", task, rng)
    reports, epsilon = inputs[0]
    counts = as_vector(
        count(reports.copy(), epsilon), reports.shape[1], "one count for each column"
    )
    if isinstance(counts, str):
        raise Fault(counts, 1)
    right, why = key.judge("count", task, [counts], inputs)
    message = "the counts are unbiased, also in a column without a 1"
    yield Finding(
        right,
        message if right else f"the counts are not unbiased: {why}".rstrip(": "),
        1,
    )
