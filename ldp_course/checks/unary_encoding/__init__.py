"""Assignment "Unary encoding": a survey in which a person may name several values, with a column
for no answer.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.special import ndtri

from ldp_course.checks.answers import (
    EXACT,
    as_number,
    as_table,
    as_vector,
    number_finding,
    raised,
    same,
)
from ldp_course.checks.behaviour import generator, keeps_its_input, uses_its_generator
from ldp_course.checks.feedback import Finding, question
from ldp_course.checks.unary_encoding import formulas
from ldp_course.checks.unary_encoding.bits import SAME_NOISE, private_bits, same_noise_again
from ldp_course.checks.unary_encoding.faults import FAULTS, letter
from ldp_course.checks.unary_encoding.inputs import (
    answer_rows,
    in_fours,
    noisy,
    one_hot,
    some_answers,
)
from ldp_course.checks.unary_encoding.task import Task, task

__all__ = ["CHECKS", "Task", "task"]

PEOPLE = 20_000


@question(points=2)
def encode_answers(encode_answers, *, student, rng):
    """Question 1: rows of 0s and 1s from lists of values."""
    own = task(student)
    answers = some_answers(own, 200, rng)
    expected = np.array([
        [value in named for value in own.domain] + [not named] for named in answers
    ])
    rows = as_table(encode_answers([list(named) for named in answers]), expected.shape)
    if isinstance(rows, str):
        yield Finding(False, rows)
        return
    silent = expected[:, -1]
    right = np.array_equal(rows[~silent], expected[~silent])
    has = "has" if right else "must have"
    yield Finding(
        right,
        f"who names values {has} a 1 in exactly these columns, in the order of task.columns",
        1,
    )
    counted = np.array_equal(rows[silent], expected[silent])
    told = (
        f"who names nothing {'has' if counted else 'must have'} a single 1, in the last column,"
        ' "(no answer)"'
    )
    yield Finding(
        counted, told if counted else told + "; all zeros would be lost without a word", 0.5
    )
    rest = [[value] for value in own.domain]
    unknown = raised(encode_answers, [*rest, ["a value that nobody declared"]])
    too_many = raised(encode_answers, [*rest, list(own.domain[: own.most + 1])])
    again = raised(encode_answers, [*rest, [own.domain[1]] * (own.most + 1)])
    told = (
        f"an undeclared value raises {unknown}, {own.most + 1} values in one answer raise"
        f" {too_many}"
    )
    faults = []
    if not unknown == too_many == "ValueError":
        faults.append(
            f"{told}; both must raise a ValueError: the first would be lost, the second would cost"
            " more ε"
        )
    if again != "nothing":
        faults.append("a value that is named twice counts once and is no error")
    yield Finding(not faults, "; ".join(faults) or told, 0.5)


@question(points=4)
def perturb_bits(perturb_bits, *, student, rng):
    """Question 2: noise on every bit, with the student's own p and q."""
    own = task(student)
    rows = in_fours(answer_rows(own, PEOPLE // 4, rng))
    if same_noise_again(perturb_bits, rows[:300], rng=rng):
        yield Finding(False, SAME_NOISE)
        return
    reports = as_table(perturb_bits(rows.copy(), generator(rng)), rows.shape)
    asked = formulas.epsilon(own.p, own.q)
    private = yield from private_bits(rows, reports, own.p, own.q, asked, rng, points=(2, 1.5))
    if not private:
        return
    few, before = rows[:300], np.random.get_state()[1:3]
    used = uses_its_generator(lambda own_rng: perturb_bits(few.copy(), own_rng), rng=rng)
    manners = [used, keeps_its_input(perturb_bits, few, generator(rng))]
    for people, whom in enumerate(("nobody", "one person")):
        got = as_table(perturb_bits(rows[:people].copy(), generator(rng)), rows[:people].shape)
        works = not isinstance(got, str)
        manners.append(Finding(works, f"works for {whom}" if works else f"for {whom}: {got}"))
    after = np.random.get_state()[1:3]
    alone = np.array_equal(before[0], after[0]) and before[1] == after[1]
    told = "is left alone" if alone else "was used: draw from `rng`"
    manners.append(Finding(alone, f"NumPy's global generator {told}"))
    bad = [finding.message for finding in manners if not finding.holds]
    told = "; ".join(bad or [finding.message for finding in manners])
    yield Finding(not bad, told, 0.5, sum(finding.error for finding in manners))


@question(points=2)
def epsilon_of(epsilon_of, *, student, rng):
    """Question 3: the exact ε of a report with up to m values."""
    own = task(student)
    cases = [(own.p, own.q, own.most), (0.75, 0.25, 1)]
    for _ in range(30):
        low, high = sorted(rng.uniform(0.02, 0.98, 2))
        cases.append((float(high), float(low), int(rng.integers(1, 6))))
    right = np.array([formulas.epsilon(*case) for case in cases])
    found = np.array([as_number(epsilon_of(*case)) for case in cases])
    if np.isnan(found).any():
        yield Finding(False, "your function must return one number", 1.5)
        return
    holds = same(found, right)
    told = "p = {:g}, q = {:g}, m = {}: you say ".format(*cases[0]) + f"{found[0]:.6g}"
    told += (
        ", which is right, but other p, q and m come out wrong"
        if same(found[0], right[0]) and not holds
        else ""
    )
    yield Finding(holds, told if holds else told + formulas.epsilon_hint(cases, found, right), 1.5)
    if not holds:
        return
    turned = [as_number(epsilon_of(q, p, most)) for p, q, most in cases]
    certain = [(1.0, 0.3, 2), (0.6, 0.0, 1), (1.0, 0.0, 3), (0.0, 0.4, 1)]
    faults = (
        []
        if same(turned, right)
        else ["with p below q the loss must be the same as with the two exchanged"]
    )
    if any(
        raised(epsilon_of, *case) != "nothing" or as_number(epsilon_of(*case)) != math.inf
        for case in certain
    ):
        faults.append(
            "if p or q is 0 or 1, some report proves a bit: your function must return math.inf"
        )
    yield Finding(
        not faults, "; ".join(faults) or "right also if p is below q, and if p or q is 0 or 1", 0.5
    )


@question(points=2)
def estimate_counts(estimate_counts, *, student, rng):
    """Question 4: unbiased counts from the number of 1s in each column.

    The number of 1s in a column has n + 1 possible laws, one for each true count, and they are
    linearly independent; so exactly one function of it is unbiased, and the answer may be compared
    with it.
    """
    own = task(student)
    telling = False
    # until a rounded answer cannot look right, and a clipped one is wrong in the first column only
    while not telling:
        reports = noisy(own, 4_001, rng)
        reports[:, 0] = rng.random(len(reports)) < own.q / 2  # fewer 1s than noise alone makes
        expected, given = formulas.counts(reports, own.p, own.q), reports.copy()
        whole = np.allclose(expected[1:], np.rint(expected[1:]), rtol=0, atol=0.1)
        telling = expected[1:].min() > 0 and not whole
    counts = as_vector(estimate_counts(given), len(own.columns), "one count for each column")
    if isinstance(counts, str):
        yield Finding(False, counts)
        return
    reach = EXACT * len(reports)
    near, right = (
        same(counts[:1], expected[:1], reach=reach),
        same(counts[1:], expected[1:], reach=reach),
    )
    told = (
        "numbers of people, right on average"
        if right
        else formulas.counts_hint(reports, counts, expected, own)
    )
    yield Finding(right, told, 1)
    if not right:
        return
    told = (
        f"{own.columns[0]!r} has fewer 1s than noise alone makes: an unbiased estimate is"
        f" {expected[0]:.1f}, "
    )
    told += f"yours is {counts[0]:.1f}" + ("" if near else "; clipping makes the average too high")
    yield Finding(near, told, 0.5)
    faults = (
        []
        if np.array_equal(given, reports)
        else ["your function changed the reports that it was given"]
    )
    for what, few in (("one person", reports[:1]), ("bits as True and False", reports == 1)):
        found = as_vector(
            estimate_counts(few.copy()), len(own.columns), "one count for each column"
        )
        expected = formulas.counts(few, own.p, own.q)
        usual = near | (
            (expected > 0) & (expected < len(few))
        )  # who clips has lost points for it already
        if isinstance(found, str) or not same(
            found[usual], expected[usual], reach=EXACT * len(few)
        ):
            wrong = found if isinstance(found, str) else "the counts are not the unbiased ones"
            faults.append(f"for {what} {wrong}")
    told = "works for one person and for bits as True and False, and leaves the reports as they are"
    yield Finding(not faults, "; ".join(faults) or told, 0.5)


@question(points=2)
def intervals(intervals, *, student, rng):
    """Question 5: intervals that hold together with 95 %, for all columns."""
    own = task(student)
    reports = noisy(own, 6_001, rng)
    columns, n = len(own.columns), len(reports)
    ends = as_table(intervals(reports.copy()), (2, columns), bits=False)
    if isinstance(ends, str):
        yield Finding(False, f"low and high, one number a column each: {ends}")
        return
    middle = formulas.counts(reports, own.p, own.q)
    if not same(ends.mean(axis=0), middle, reach=EXACT * n):
        yield Finding(
            False,
            "the middle of each interval must be the estimate of question 4, in people, unclipped",
        )
        return
    half = (ends[1] - ends[0]) / 2
    factors = min(
        (half / error for error in formulas.standard_errors(reports, own.p, own.q)), key=np.ptp
    )
    right = np.ptp(factors) < 1e-4 * abs(factors.mean()) and 1.9 < factors.mean() < 5
    told = f"your half-widths are {factors.min():.3f} to {factors.max():.3f} standard errors"
    yield Finding(
        right, told if right else told + "; put each column's own estimate into the variance", 1
    )
    bonferroni, independent = ndtri(1 - 0.025 / columns), ndtri((1 + 0.95 ** (1 / columns)) / 2)
    together = right and independent * 0.999 < factors.min() and factors.max() < bonferroni * 1.001
    told = f"all {columns} columns at once need {bonferroni:.3f} standard errors on each side"
    if not right:
        told += ", which can be seen once the half-widths are right"
    elif abs(factors.mean() - ndtri(0.975)) < 0.01:
        told += (
            f"; with 1.96 each one holds with 95 %, but all together only with {0.95**columns:.0%}"
        )
    elif not together:
        told += f"; yours have {factors.mean():.3f}"
    yield Finding(together, told, 1)


@question(points=2)
def best_probabilities(best_probabilities, *, student, rng):
    """Question 6: p and q with the smallest error for a value with a known share, at a given ε."""
    own = task(student)
    cases = [(float(own.epsilon), own.share)]
    cases += [
        (own.most * float(rng.uniform(1, 2.5)), float(rng.uniform(0.15, 0.45))) for _ in range(5)
    ]
    pairs = [as_vector(best_probabilities(*case), 2, "two numbers, p and q") for case in cases]
    for pair in pairs:
        if isinstance(pair, str):
            yield Finding(False, pair)
            return
        if not ((pair > 0) & (pair < 1)).all() or abs(pair[0] - pair[1]) < 0.01:
            told = "p and q must lie between 0 and 1 and differ by 0.01 at least"
            yield Finding(False, f"p = {pair[0]:g} and q = {pair[1]:g}: {told}")
            return
    spent = np.array([formulas.epsilon(*pair, own.most) for pair in pairs])
    private = bool((spent <= [epsilon * (1 + 1e-9) for epsilon, _ in cases]).all())
    told = (
        f"asked for ε = {own.epsilon:g}; your p = {pairs[0][0]:.4f} and q = {pairs[0][1]:.4f} spend"
        f" {spent[0]:.4f}"
    )
    if not private:
        own_is_private = spent[0] <= own.epsilon * (1 + 1e-9)
        told += (
            ", which is right, but for other ε your pair spends too much" if own_is_private else ""
        )
        told += f": up to {own.most} values differ in {2 * own.most} bits"
    yield Finding(private, told, 1)
    if private:
        ratio = max(
            formulas.variance(*pair, share) / formulas.least_variance(epsilon / own.most, share)
            for pair, (epsilon, share) in zip(pairs, cases, strict=True)
        )
        yield Finding(
            ratio < 1.001,
            f"your variance is up to {ratio:.4f} times the least one; up to 1.001 is right",
            1,
        )


@question(points=3)
def mended_program(collect, count, fault, faulty_epsilon, *, student, rng):
    """Question 7: the student's own faulty program, mended, with a diagnosis."""
    own = task(student)
    own_fault = letter(own.faulty_code)
    named = isinstance(fault, str) and fault.strip().lower() == own_fault
    told = f"fault = {fault!r}" + ("" if named else " is not what is wrong in your program")
    yield Finding(named, "fault: not answered yet" if fault is None else told, 0.5)
    hint = "the server cannot change ε, and an impossible report makes it infinite"
    yield number_finding(
        "faulty_epsilon", faulty_epsilon, FAULTS[own_fault][1](own.asked), hint=hint, points=0.5
    )
    root, k = math.exp(own.asked / 2), len(own.domain)
    p, q = root / (root + 1), 1 / (root + 1)
    rows = one_hot(PEOPLE, k, rng)
    if same_noise_again(collect, rows[:300], own.asked, rng=rng):
        yield Finding(False, SAME_NOISE)
        private = False
    else:
        reports = as_table(collect(rows.copy(), own.asked, generator(rng)), rows.shape)
        private = yield from private_bits(rows, reports, p, q, own.asked, rng, points=(0.5, 0.5))
    if private:
        few = (rng.random((501, k)) < 0.5).astype(int)
        few[:, 0] = 0
        expected = formulas.counts(few, p, q)
        counts = as_vector(count(few.copy(), own.asked), k, "one count for each column")
        right = not isinstance(counts, str) and same(counts, expected, reach=EXACT * len(few))
        if isinstance(counts, str):
            told = counts
        else:
            off = int(np.argmax(np.abs(counts - expected)))
            told = (
                f"column {off + 1} has {few[:, off].sum()} ones of {len(few)}: an unbiased"
                " count is "
            )
            told += f"{expected[off]:.1f}, yours is {counts[off]:.1f}"
        yield Finding(
            right, "the counts are unbiased, also in a column without a 1" if right else told, 1
        )


CHECKS = [
    encode_answers,
    perturb_bits,
    epsilon_of,
    estimate_counts,
    intervals,
    best_probabilities,
    mended_program,
]
