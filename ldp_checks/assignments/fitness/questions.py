"""Ask the questions of "A week of a fitness app", and judge their answers.

Points stand here and in coursework/fitness/source.ipynb, whose solution is what is
right; mistakes.py beside it has more known mistakes with their sentences (`make keys`
after a change; of numbers on paper the grading says them).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import numpy as np

from ldp_checks.answers import as_vector, choice_finding, number_finding, results_of
from ldp_checks.assignments.fitness.intervals import THREE, interval_finding
from ldp_checks.assignments.fitness.memory import memory_findings
from ldp_checks.assignments.fitness.sharing import client_plan_findings, shares_findings
from ldp_checks.assignments.fitness.task import DAYS, Task
from ldp_checks.findings import Fault, Finding, part, question
from ldp_checks.individual_numbers import choose, uniforms
from ldp_checks.judge_form import keeps_its_input
from ldp_checks.judge_reports import client_findings
from ldp_checks.sealed_answers import EXACT, Item, Key
from ldp_checks.statistical_limits import ERROR
from ldp_course.randomized_response import RandomizedResponse
from ldp_course.topics.distributions import SquareWave, wasserstein
from ldp_course.topics.numbers import OneBitMean

PULSES = (
    "below the range",
    "at the low end",
    *["in the range"] * 3,
    "at the high end",
    "above the range",
)
PHONES = 72_000  # that send a bit, at least
SIZES = (83, 89, 97, 101, 103)
PEOPLE, TABLES = 250, 300  # of whose answers an interval is made
# of reaching the goal, a quarter of the people each
HABITS = np.array([0.04, 0.3, 0.7, 0.96])
MOVERS, SAMPLES = 10_000, 16  # people of a distribution, and how many of these
FAR = 0.0825  # divided by ε, the mean distance of what is found: of the range, at most


def bit_tables(given: SimpleNamespace, source: Random) -> list[tuple]:
    sizes = [choose(source, SIZES) for _ in range(3)]
    shares = 0.46, 0.5, 0.53
    return [
        ((uniforms(source, n).argsort() < share * n).astype(int),)
        for n, share in zip(sizes, shares)
    ]


def bit_extremes(given: SimpleNamespace, source: Random) -> list[tuple]:
    return [(np.full(40, bit),) for bit in (0, 1)]


def wave_tables(given: SimpleNamespace, source: Random) -> list[tuple]:
    b = SquareWave(0, 1, 2, given.wave_epsilon).b
    return [
        ((1 + 2 * b) * uniforms(source, choose(source, SIZES)) ** power - b,)
        for power in (0.5, 2, 3)
    ]


def week_tables(given: SimpleNamespace, source: Random) -> list[tuple]:
    sizes = [choose(source, SIZES) for _ in range(3)]
    return [
        ((uniforms(source, (n, DAYS)) < share).astype(int),)
        for n, share in zip(sizes, (0.4, 0.5, 0.6))
    ]


def week_extremes(given: SimpleNamespace, source: Random) -> list[tuple]:
    return [(np.full((40, DAYS), bit),) for bit in (0, 1)]


ITEMS = {
    "mean_pulse": Item("low high pulse_epsilon", bit_tables, EXACT),
    "mean_pulse, extreme": Item("low high pulse_epsilon", bit_extremes, EXACT),
    "mean_minutes": Item("longest wave_epsilon", wave_tables, EXACT),
    "fresh_epsilon": Item("goal_epsilon"),
    "steady_epsilon": Item("goal_epsilon"),
    "changing_epsilon": Item("goal_epsilon"),
    "week_share": Item("goal_epsilon", week_tables, EXACT),
    "week_share, extreme": Item("goal_epsilon", week_extremes, EXACT),
    "people_error": Item("questions budget share people"),
    "budget_error": Item("questions budget share people"),
    "better_plan": Item("questions budget share people", tolerance=0, residues=1),
}


@question(points=2)
def send_pulse(send_pulse, *, task, rng):
    """Judge one bit about a pulse, which may lie outside the range."""
    low, high = task.low, task.high
    thirds = np.linspace(low + 5, high - 5, 4).astype(int)
    inside = rng.integers(
        thirds[:-1], thirds[1:]
    )  # the bit of the middle one is random
    pulses = np.array([low - 20, low, *inside, high, high + 35])
    law = OneBitMean(low, high, task.pulse_epsilon).channel(pulses)

    def client(pulse, rng):
        return send_pulse(pulse, rng) if len(pulse) else np.zeros(0, dtype=int)

    # Around a pulse in the range both sides are as likely, and the law is linear; all
    # pulses below the range have one law. So there are as many pulses as people.
    near = np.array([0, 0, 4, 4, 4, 0, 0]) * rng.random()
    far = np.array([-15, 0, 0, 0, 0, 0, 25]) * rng.random()

    def arguments(codes):
        places = rng.random(len(codes))
        moved = near[codes] * (2 * places - 1) + far[codes] * places
        return (pulses[codes] + moved,)

    def named(match):
        return ("a " if match[1] == "a" else "") + f"pulse {PULSES[int(match[2])]}"

    form = "return one bit for each person: an array as long as `pulse`, of 0 and 1"
    findings = client_findings(
        client, arguments, [law], rng, 2, PHONES, form, ("0", "1")
    )
    code = r'(truth|a) "(\d)"(?=, report| is never)'
    for finding in part(findings):
        message = re.sub(code, named, finding.message)
        yield replace(finding, message=message)


@question(points=3)
def mean_pulse(mean_pulse, *, task, key, rng):
    """Judge the mean from the bits, with its interval."""
    hint = (
        "write down the expected share of ones for a mean pulse, then solve for the"
        " mean"
    )
    yield from _estimate(mean_pulse, "mean_pulse", task, key, rng, (1.5, 0.5), hint)
    mechanism = OneBitMean(task.low, task.high, task.pulse_epsilon)
    pulses = rng.normal(0.4 * task.high + 0.6 * task.low, 9, (TABLES, PEOPLE))
    ends = mechanism.channel([task.low, task.high])[:, 1]
    inside = np.clip((pulses - task.low) / (task.high - task.low), 0, 1)
    bits = rng.random(pulses.shape) < ends[0] + inside * (ends[1] - ends[0])
    # as if nobody were beyond the range
    truth = task.low + inside.mean() * (task.high - task.low)
    why = (
        "a report stands for a number far from the middle; look at the spread of those"
    )
    yield interval_finding(mean_pulse, bits[:, :, None].astype(int), truth, why, 1)


@question(points=3)
def minutes_of_sport(mean_minutes, minutes_histogram, *, task, key, rng):
    """Judge the mean and the distribution of minutes, from places by square waves."""
    inputs = key.inputs("mean_minutes", task, rng)
    means = results_of(mean_minutes, inputs)
    if isinstance(means, str):
        yield Finding(False, f"mean_minutes: {means}", 1)
    else:
        right, why = key.judge("mean_minutes", task, means, inputs)
        why = (
            why or "write down the mean report of a person at place v, then solve for v"
        )
        message = (
            "mean_minutes is unbiased"
            if right
            else f"mean_minutes is not unbiased: {why}"
        )
        yield Finding(right, message, 1)

    wave = SquareWave(0, task.longest, task.bins, task.wave_epsilon)
    far, shares, limit = [], np.zeros(0), FAR / task.wave_epsilon
    for _ in range(SAMPLES):
        truth = _shape(task.bins, rng)
        people = MOVERS + int(rng.integers(500))
        held = rng.choice(task.bins, people, p=truth)
        reports = wave.perturb((held + rng.random(people)) / task.bins, rng)
        wanted = f"{task.bins} shares, one a bin"
        shares = as_vector(minutes_histogram(reports.copy()), task.bins, wanted)
        if isinstance(shares, str):
            raise Fault(f"minutes_histogram: {shares}", 2)
        if shares.min() < -1e-9 or abs(shares.sum() - 1) > 1e-3:
            message = (
                "some shares are below 0"
                if shares.min() < -1e-9
                else "the sum is not 1"
            )
            message += "; wanted is a distribution: no share below 0, and the sum 1"
            raise Fault(f"minutes_histogram: {message}", 2)
        moved = np.bincount(held, minlength=task.bins) / people
        far.append(wasserstein(shares, moved, 1 / task.bins))
    message = (
        "minutes_histogram: to get the truth, each person must be moved by"
        f" {task.longest * np.mean(far):.2f} minutes, on average; EM and EMS need less"
        f" than {task.longest * limit:.2f}"
    )
    near = bool(np.mean(far) < limit)
    raw = (
        ". Reports lie up to b beyond the range and mostly near the truth: find the"
        " shares"
    )
    yield Finding(
        near,
        message if near else f"{message}{raw} that explain their counts",
        1.5,
        ERROR,
    )
    if near:
        yield keeps_its_input(minutes_histogram, reports, points=0.5)


@question(points=3)
def week_client(
    week_reports, fresh_epsilon, steady_epsilon, changing_epsilon, *, task, key, rng
):
    """Judge a client that remembers, and what a week costs with and without memory."""
    hints = {
        "fresh_epsilon": "seven independent reports about one person",
        "steady_epsilon": "how many coins are tossed for a person who never changes?",
        "changing_epsilon": "is there a week of reports that only one of the two can"
        " send?",
    }
    answers = fresh_epsilon, steady_epsilon, changing_epsilon
    for (name, hint), answer in zip(hints.items(), answers):
        yield number_finding(name, answer, key.against(name, task), hint, 0.25)
    yield from memory_findings(week_reports, DAYS, task.goal_epsilon, rng)


@question(points=2)
def week_share(week_share, *, task, key, rng):
    """Judge the share of all days on which the goal was reached, with its interval."""
    hint = "write down the expected share of ones, then solve for the truth"
    yield from _estimate(week_share, "week_share", task, key, rng, (0.75, 0.25), hint)
    size = TABLES, PEOPLE
    reached = rng.random((*size, DAYS)) < HABITS[rng.integers(4, size=size)][..., None]
    memory = rng.random((*size, 2)) < RandomizedResponse(task.goal_epsilon).q
    reports = np.where(reached, ~memory[..., 1:], memory[..., :1])
    why = (
        "the seven reports of a person come from two coins, and a person has habits;"
        " count people, not reports"
    )
    truth = float(HABITS.mean())
    yield interval_finding(week_share, reports.astype(int), truth, why, 1)


@question(points=4)
def several_questions(
    people_error,
    budget_error,
    better_plan,
    ask_questions,
    question_shares,
    *,
    task,
    key,
    rng,
):
    """Judge a split of the people or of the budget among several questions.

    Both errors, and the client and the table of the better plan.
    """
    hint = (
        "how many people answer one question, with what ε each? Then use the formula"
        " above"
    )
    for name, answer in (
        ("people_error", people_error),
        ("budget_error", budget_error),
    ):
        yield number_finding(name, answer, key.against(name, task), hint, 0.5)
    hint, judge = "the plan with the smaller error", key.against("better_plan", task)
    yield choice_finding(
        "better_plan", better_plan, judge, ("people", "budget"), hint, 0.5
    )
    each = yield from client_plan_findings(ask_questions, task, rng)
    yield from shares_findings(question_shares, each, task, rng)


def _estimate(
    answer: Callable,
    name: str,
    task: Task,
    key: Key,
    rng: np.random.Generator,
    points: tuple,
    hint: str,
) -> Iterator[Finding]:
    """Judge the first of three numbers: it must be the only unbiased estimate.

    If it is not, the interval around it does not matter.
    """
    inputs = key.inputs(name, task, rng)
    rows = results_of(answer, inputs, (3,), THREE)
    if isinstance(rows, str):
        raise Fault(rows, points[0])
    right, why = key.judge(name, task, [row[0] for row in rows], inputs)
    if not right:
        raise Fault(f"the estimate is not unbiased: {why or hint}", points[0])
    yield Finding(
        True, "the estimate is right on average, whatever the truths are", points[0]
    )
    extremes = key.inputs(f"{name}, extreme", task, rng)
    rows = results_of(answer, extremes, (3,), THREE)
    free = not isinstance(rows, str)
    free = (
        free
        and key.judge(f"{name}, extreme", task, [row[0] for row in rows], extremes)[0]
    )
    cut = "if an estimate is cut or moved into the range, its mean is wrong"
    yield Finding(free, "it may lie outside the range" if free else cut, points[1])


def _shape(bins: int, rng: np.random.Generator) -> np.ndarray:
    """Draw a distribution of minutes: a hump near one end, and a smaller hump."""
    place = (np.arange(bins) + 0.5) / bins
    middles = rng.uniform(0.05, 0.25), rng.uniform(0.5, 0.95)
    widths = rng.uniform(0.08, 0.16, 2)
    humps = [np.exp(-(((place - m) / w) ** 2)) for m, w in zip(middles, widths)]
    first, second = (hump / hump.sum() for hump in humps)
    small = rng.uniform(0, 0.45)
    shares = 0.05 / bins + 0.95 * ((1 - small) * first + small * second)
    return shares[::-1] if rng.random() < 0.5 else shares
