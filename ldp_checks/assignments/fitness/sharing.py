"""Check several questions and one budget: who answers what, and the server's table."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace

import numpy as np

from ldp_checks.answers import as_vector
from ldp_checks.assignments.fitness.task import Task
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
from ldp_checks.judge_tables import independent_bits, tables
from ldp_checks.statistical_limits import ERROR, binomial_limits, epsilon_shown
from ldp_course import RandomizedResponse

PERSONS = 12_000  # at least
PLACES = 30, 50  # people in a table of which each place is judged
TABLES, PER_TABLE = 400, 200
# times the variance of the answers of so many people
LEAST_SPREAD, MOST_SPREAD = 0.6, 1.4
NAMES = ("no", "yes")
WHAT = [[f'truth "{truth}", report "{report}"' for report in NAMES] for truth in NAMES]


def client_plan_findings(
    ask: Callable, task: Task, rng: np.random.Generator
) -> Generator[Finding, None, int]:
    """Judge ask(answers, rng), and return how many questions a person answers.

    1.25 points: budget 0.5, law 0.25, plan 0.25, generator and input 0.25.
    """
    d, people = task.questions, PERSONS + int(rng.integers(PERSONS // 10))
    truths = rng.integers(2, size=(people, d))
    form = _form(ask(truths.copy(), generator(rng)), truths.shape)
    if isinstance(form, str):
        raise Fault(form, 1.25)
    which, reports = form
    each = which.shape[1]
    of_one, readable = alone(
        lambda: ask(truths[:1].copy(), generator(rng)), (1, each), (1, each)
    )
    mechanism = RandomizedResponse(task.budget / each)
    law = np.array([[mechanism.p, mechanism.q], [mechanism.q, mechanism.p]])
    sample = Sample.of(np.take_along_axis(truths, which, axis=1), reports, law)
    shown, wrong = epsilon_shown(sample.counts), wrong_law(sample, WHAT)
    # so many that two calls with chance of their own differ: some 40 of the answers are
    # lies
    few = truths[: max(200, math.ceil(40 / (each * mechanism.q)))]

    def flat(rng: np.random.Generator) -> np.ndarray:
        return np.concatenate([np.ravel(part) for part in ask(few.copy(), rng)])

    from_generator = uses_its_generator(flat, rng=rng)
    leak = ""
    if each * shown > task.budget:
        leak = (
            f"a person answers {each} of {d} questions, and each answer shows at least"
            f" ε = {shown:.3g}: {each * shown:.3g} for a person, who may spend"
            f" {task.budget:g}"
        )
        leak += ". The answers of one person add up: divide the budget among them" * (
            each > 1
        )
    elif _tells(which, truths):
        leak = (
            "which questions a person answers depends on the truths, which gives them"
            " away"
        )
    elif not from_generator.holds and "same answer" in from_generator.message:
        leak = (
            "two calls with different generators make the same draws: they can be"
            " undone"
        )
    elif dependent(sample.as_observed() if wrong else sample):
        leak = "reports depend on each other: draw anew for each answer of each person"
    elif changes_form(ask, few, rng, pair=True):
        leak = OTHER_FORM
    else:
        judged = sample.as_observed() if wrong else sample
        leak = _wrong_place(ask, truths, judged.law, rng, readable)
        leak = leak or _wrong_tables(ask, d, judged, bool(wrong), rng)
    if leak:
        yield Finding(False, leak, 1.25)
    else:
        message = (
            f"{each} of {d} questions for each person, within the budget of"
            f" {task.budget:g}"
        )
        yield Finding(True, message, 0.5, 7 * ERROR)
        message = f"randomized response that spends {task.budget:g}/{each} on an answer"
        yield Finding(not wrong, wrong or message, 0.25, ERROR)
        yield _plan_finding(which, each, task)
        findings = [
            keeps_its_input(ask, few, generator(rng)),
            Finding(not of_one, of_one),
            from_generator,
        ]
        worst = min(findings, key=lambda finding: finding.holds)
        yield replace(worst if not worst.holds else from_generator, points=0.25)
    return each


def _wrong_place(
    ask: Callable,
    truths: np.ndarray,
    law: np.ndarray,
    rng: np.random.Generator,
    readable: bool,
) -> str:
    """Say what is wrong with a person at a fixed place of a table; "" if nothing is.

    Counted is how often each question is answered with yes, and, for all questions
    together, how often with the truth.
    """
    many, few = truths[: rng.integers(*PLACES)], truths[-int(rng.integers(2, 20)) :]
    calls = calls_for(law, many.size + len(many), ERROR / 3)
    for table in (many, few, truths[:1])[: 2 + readable]:

        def counted(table=table) -> tuple[np.ndarray, np.ndarray] | str:
            form = _form(ask(table.copy(), generator(rng)), table.shape)
            if isinstance(form, str):
                return form
            answered, yes = np.zeros((2, *table.shape), dtype=int)
            which, reports = form
            np.put_along_axis(answered, which, 1, axis=1)
            np.put_along_axis(yes, which, reports, axis=1)
            honest = np.where(table, yes, answered - yes)
            # the last column is of all questions together
            hits = np.column_stack([yes, honest.sum(axis=1)])
            return hits, np.column_stack([answered, answered.sum(axis=1)])

        chances = np.column_stack([law[table, 1], np.full(len(table), law[1, 1])])
        if fault := wrong_in_calls(counted, chances, calls, ERROR / 3):
            return fault
    return ""


def _wrong_tables(
    ask: Callable, d: int, judged: Sample, loosely: bool, rng: np.random.Generator
) -> str:
    """Say what is wrong with the answers of tables of any kind; "" if nothing is."""
    samples = []
    for size, truths in tables(rng, 2 * d, independent_bits):
        form = _form(ask(truths.copy(), generator(rng)), truths.shape)
        if isinstance(form, str):
            return form
        which, reports = form
        inputs = np.take_along_axis(truths, which, axis=1).ravel()
        samples.append((size, Sample.of(inputs, reports.ravel(), judged.law)))
    return wrong_in_tables(samples, WHAT, loosely=loosely)


def _plan_finding(which: np.ndarray, each: int, task: Task) -> Finding:
    """Judge whether all questions get as many answers, by a good plan."""
    d, n = task.questions, len(which)
    counts = np.bincount(which.ravel(), minlength=d)
    low, high = binomial_limits(n, each / d, ERROR / d)
    if counts.min() < low or counts.max() > high:
        message = (
            f"from {counts.min():,} to {counts.max():,} people answer a question; a"
            " fair draw"
        )
        return Finding(False, f"{message} gives {low:,} to {high:,}", 0.25)
    if _noise(each, task) > 1.02 * min(_noise(1, task), _noise(d, task)):
        return Finding(
            False, "the other plan is more precise: compare both errors above", 0.25
        )
    return Finding(
        True, "each question gets as many answers, by a good plan", 0.25, ERROR
    )


def _noise(each: int, task: Task) -> float:
    """Return the variance of a share for one person who answers `each` questions."""
    mechanism = RandomizedResponse(task.budget / each)
    return task.questions / each * _spread(mechanism, task.share)


def _spread(
    mechanism: RandomizedResponse, share: np.ndarray | float
) -> np.ndarray | float:
    yes = mechanism.q + share * (mechanism.p - mechanism.q)
    return yes * (1 - yes) / (mechanism.p - mechanism.q) ** 2


def shares_findings(
    decode: Callable, each: int, task: Task, rng: np.random.Generator
) -> Iterator[Finding]:
    """Judge decode(which, reports), for persons who answer `each` of the questions.

    1.25 points: bias 0.5, nothing cut 0.25, spread 0.25, input 0.25.
    """
    d, mechanism = task.questions, RandomizedResponse(task.budget / each)
    shares = rng.permutation([0.02, *rng.uniform(0.1, 0.7, d - 1)])
    estimates = []
    for _ in range(TABLES):
        which = rng.permuted(np.tile(np.arange(d), (PER_TABLE, 1)), axis=1)[:, :each]
        yes = mechanism.q + shares[which] * (mechanism.p - mechanism.q)
        reports = (rng.random(which.shape) < yes).astype(int)
        row = as_vector(
            decode(which.copy(), reports.copy()), d, f"{d} shares, one a question"
        )
        if isinstance(row, str):
            raise Fault(row, 1.25)
        estimates.append(row)
    deviations = np.array(estimates) - shares
    error = np.sqrt(_spread(mechanism, shares) / (PER_TABLE * each / d))
    off = deviations.mean(axis=0)
    worst = int(np.argmax(np.abs(off / error)))
    # 6.3 standard errors of a mean, and as much again for what a mean of few is not
    # normal
    if abs(off[worst]) > 7 * error[worst] / math.sqrt(TABLES):
        share, mean = shares[worst], shares[worst] + off[worst]
        message = (
            f"a share of {share:.3f} comes out as {mean:.3f} on average, in {TABLES}"
            " tables"
        )
        raw = mechanism.q + share * (mechanism.p - mechanism.q)
        guesses = {
            "divide by those who were asked the question, not by all people": (
                (each / d * raw - mechanism.q) / (mechanism.p - mechanism.q)
            ),
            "divide by those who were asked, also where the estimate is divided": each
            / d
            * share,
            "these are shares of reports; take out what the noise adds": raw,
        }
        near = min(guesses, key=lambda guess: abs(guesses[guess] - mean))
        is_near = abs(guesses[near] - mean) < 0.01 + 7 * error[worst] / math.sqrt(
            TABLES
        )
        cut = "no estimate is cut" if (np.array(estimates) >= 0).all() else ""
        cut = (
            "do not cut estimates at 0"
            if cut
            else "solve the expected share for the truth"
        )
        raise Fault(f"{message}: {near if is_near else cut}", 0.75)
    yield Finding(
        True, f"unbiased in {TABLES} tables of {PER_TABLE} people", 0.5, ERROR
    )
    none, every = (
        np.asarray(decode(which.copy(), np.full_like(reports, report)), dtype=float)
        for report in (0, 1)
    )
    free = bool((none < 0).all() and (every > 1).all())
    cut = (
        'an estimate from "no" alone lies below 0, and from "yes" alone above 1: do not'
        " cut it"
    )
    yield Finding(free, "no estimate is cut" if free else cut, 0.25)
    ratio = float(np.mean((deviations / error) ** 2))
    sharp = LEAST_SPREAD < ratio < MOST_SPREAD
    message = f"the variance is {ratio:.2f} times that of all answers"
    limit = (
        f"at most {MOST_SPREAD} is enough"
        if sharp
        else f"that is more than {MOST_SPREAD}"
    )
    if ratio <= LEAST_SPREAD:
        limit = (
            "so little noise is left only if estimates are not made of these reports"
            " alone"
        )
    yield Finding(sharp, f"{message}; {limit}", 0.25, ERROR)
    yield keeps_its_input(decode, which, reports, points=0.25)


def _form(
    answer: object, shape: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray] | str:
    """Return questions and reports as arrays, or what is wrong with their form."""
    people, d = shape
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        return "return two arrays: which questions a person answers, and the reports"
    if people == 1:
        answer = tuple(of_this_shape(part, (1, np.size(part))) for part in answer)
    got = tuple(map(np.shape, answer))
    if (
        got[0] != got[1]
        or len(got[0]) != 2
        or got[0][0] != people
        or not 1 <= got[0][1] <= d
    ):
        wanted = f"both must be ({people}, answers of a person)"
        return f"the two arrays have the shapes {got[0]} and {got[1]}; {wanted}"
    which, reports = as_reports(answer[0], got[0], d), as_reports(answer[1], got[0], 2)
    if isinstance(which, str):
        return which or f"questions are whole numbers, 0 to {d - 1}"
    if isinstance(reports, str):
        return reports or "reports must be 0 (no) or 1 (yes)"
    if (np.diff(np.sort(which, axis=1), axis=1) == 0).any():
        return (
            "a person answers a question once: the questions of one person must differ"
        )
    return which, reports


def _tells(which: np.ndarray, truths: np.ndarray) -> bool:
    """Return whether truths depend on which question stands at which place.

    A truth is no or yes with 1/2 each.
    """
    counts, of = [], []
    for place, question in np.ndindex(which.shape[1], truths.shape[1]):
        at = truths[which[:, place] == question]
        counts += at.sum(axis=0).tolist()
        of += [len(at)] * truths.shape[1]
    return beyond_chance(counts, of, 0.5, ERROR)
