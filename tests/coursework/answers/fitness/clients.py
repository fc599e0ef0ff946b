"""A week of a fitness app: right clients in many styles. Each is function(task) -> the answer."""

import math

import numpy as np

from coursework.fitness.reference import better
from ldp_course import RandomizedResponse
from ldp_course.numbers import OneBitMean


def bit_of_the_module(task):
    mechanism = OneBitMean(task.low, task.high, task.pulse_epsilon)
    return lambda pulse, rng: mechanism.perturb(mechanism.encode(pulse), rng)


def bit_rounded_then_flipped(task):
    """Round to an end at random, then randomized response."""

    def send_pulse(pulse, rng):
        inside = np.minimum(np.maximum(pulse, task.low), task.high)
        end = rng.random(len(pulse)) < (inside - task.low) / (task.high - task.low)
        lie = rng.random(len(pulse)) < 1 / (1 + math.exp(task.pulse_epsilon))
        return end ^ lie

    return send_pulse


def both_draws(task):
    def week_reports(reached, rng):
        mechanism = RandomizedResponse(task.goal_epsilon)
        no = mechanism.perturb(np.zeros(len(reached), dtype=int), rng)
        yes = mechanism.perturb(np.ones(len(reached), dtype=int), rng)
        return np.where(reached == 1, yes[:, None], no[:, None])

    return week_reports


def memory_indexed(task):
    def week_reports(reached, rng):
        p = math.exp(task.goal_epsilon) / (math.exp(task.goal_epsilon) + 1)
        memory = np.stack(
            [rng.choice([False, True], len(reached), p=[1 - yes, yes]) for yes in (1 - p, p)],
            axis=1,
        )
        return memory[np.arange(len(reached))[:, None], reached]

    return week_reports


def memory_when_needed(task):
    """A phone that keeps a dict, and draws an answer when its value is met for the first time."""

    def week_reports(reached, rng):
        lies = 1 / (1 + math.exp(task.goal_epsilon))
        reports = []
        for week in reached.tolist():
            memory, row = {}, []
            for value in week:
                if value not in memory:
                    memory[value] = 1 - value if rng.random() < lies else value
                row.append(memory[value])
            reports.append(row)
        return reports

    return week_reports


def week(client, change=lambda epsilons: epsilons):
    """All answers to the fourth question."""

    def make(task):
        epsilons = [7 * task.goal_epsilon, task.goal_epsilon, math.inf]
        return [client(task), *change(epsilons)]

    return make


def as_arrays(epsilons):
    return [np.array([epsilon]) for epsilon in epsilons]


def asked_each(task):
    """By the better plan."""
    return 1 if better(task) == "people" else task.questions


def ask_sorted(task, each=None):
    """The first of a shuffled row."""
    each = each or asked_each(task)

    def ask_questions(answers, rng):
        which = np.argsort(rng.random(answers.shape), axis=1)[:, :each]
        mechanism = RandomizedResponse(task.budget / each)
        truths = np.take_along_axis(answers, which, axis=1)
        reports = mechanism.perturb(truths.ravel(), rng)
        return which, reports.reshape(truths.shape)

    return ask_questions


def ask_by_group(task):
    """One group or all columns, with loops over questions."""

    def ask_questions(answers, rng):
        n, h = answers.shape
        each = asked_each(task)
        p = math.exp(task.budget / each) / (1 + math.exp(task.budget / each))
        if each == 1:
            group = rng.choice(h, n)
            reports = np.zeros(n, dtype=int)
            for j in range(h):
                truths = answers[group == j, j]
                reports[group == j] = np.where(rng.random(len(truths)) < p, truths, 1 - truths)
            return group[:, None], reports[:, None]
        columns = [np.where(rng.random(n) < p, answers[:, j], 1 - answers[:, j]) for j in range(h)]
        return [np.tile(range(h), (n, 1)), np.column_stack(columns)]

    return ask_questions


def ask_equal_groups(task):
    """Person after person gets the next question, or all in another order."""

    def ask_questions(answers, rng):
        n, h = answers.shape
        each = asked_each(task)
        which = (np.arange(n)[:, None] + np.arange(each)) % h
        lies = RandomizedResponse(task.budget / each).q
        truths = np.take_along_axis(answers, which, axis=1)
        return which, truths ^ rng.binomial(1, lies, size=truths.shape)

    return ask_questions


def ask_person_by_person(task):
    def ask_questions(answers, rng):
        each = asked_each(task)
        lies = 1 / (1 + math.exp(task.budget / each))
        which, reports = [], []
        for row in answers.tolist():
            chosen = rng.permutation(task.questions)[:each].tolist()
            which.append(chosen)
            reports.append([row[j] ^ int(rng.random() < lies) for j in chosen])
        return which, reports

    return ask_questions


RIGHT = {
    "send_pulse": {
        "the module": bit_of_the_module,
        "rounded, then flipped": bit_rounded_then_flipped,
        "tanh": lambda task: (
            lambda pulse, rng: (
                rng.uniform(-1, 1, len(pulse))
                < math.tanh(task.pulse_epsilon / 2)
                * np.interp(pulse, [task.low, task.high], [-1.0, 1.0])
            )
        ),
    },
    "week_client": {
        "both draws": week(both_draws),
        "indexed, arrays of one": week(memory_indexed, as_arrays),
    },
}
SLOW = {"week_client": {"when needed": week(memory_when_needed)}}
CLIENTS = {"sorted": ask_sorted, "by group": ask_by_group, "equal groups": ask_equal_groups}
SLOW_CLIENTS = {"person by person": ask_person_by_person}
