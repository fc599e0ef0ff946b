"""Answer "A week of a fitness app" with right clients: function(task) -> the answer."""

import math

import numpy as np

from coursework.fitness.reference import better
from ldp_course import RandomizedResponse
from ldp_course.topics.numbers import OneBitMean


def bit_of_the_module(task):
    mechanism = OneBitMean(task.low, task.high, task.pulse_epsilon)
    return lambda pulse, rng: mechanism.perturb(mechanism.encode(pulse), rng)


def both_draws(task):
    def week_reports(reached, rng):
        mechanism = RandomizedResponse(task.goal_epsilon)
        no = mechanism.perturb(np.zeros(len(reached), dtype=int), rng)
        yes = mechanism.perturb(np.ones(len(reached), dtype=int), rng)
        return np.where(reached == 1, yes[:, None], no[:, None])

    return week_reports


def memory_when_needed(task):
    """Keep a dict on each phone, and draw an answer when its value first occurs."""

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


def week(client):
    """All answers to the fourth question."""
    return lambda task: [
        client(task),
        7 * task.goal_epsilon,
        task.goal_epsilon,
        math.inf,
    ]


def questions_a_person(task):
    """By the better plan."""
    return 1 if better(task) == "people" else task.questions


def ask_sorted(task, each=None):
    """The first of a shuffled row."""
    each = each or questions_a_person(task)

    def ask_questions(answers, rng):
        which = np.argsort(rng.random(answers.shape), axis=1)[:, :each]
        mechanism = RandomizedResponse(task.budget / each)
        truths = np.take_along_axis(answers, which, axis=1)
        reports = mechanism.perturb(truths.ravel(), rng)
        return which, reports.reshape(truths.shape)

    return ask_questions


def ask_equal_groups(task):
    """Person after person gets the next question, or all in another order."""

    def ask_questions(answers, rng):
        n, h = answers.shape
        each = questions_a_person(task)
        which = (np.arange(n)[:, None] + np.arange(each)) % h
        lies = RandomizedResponse(task.budget / each).q
        truths = np.take_along_axis(answers, which, axis=1)
        return which, truths ^ rng.binomial(1, lies, size=truths.shape)

    return ask_questions


RIGHT = {
    "send_pulse": {
        "the module": bit_of_the_module,
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
    },
}
SLOW = {"week_client": {"when needed": week(memory_when_needed)}}
