"""A week of a fitness app: known mistakes and exploits of clients."""

import math

import numpy as np

from answers import of_task
from ldp_course import RandomizedResponse

from .clients import both_draws


def scale(task, pulse, ends=(-1, 1)):
    return np.interp(pulse, [task.low, task.high], ends)


def chances(task, x, epsilon=None):
    return 0.5 + x / 2 * math.tanh((epsilon or task.pulse_epsilon) / 2)


def bits(chance):
    """A client with this chance of a 1."""
    return of_task(
        lambda t, pulse, rng: (rng.random(len(pulse)) < chance(t, pulse)).astype(int)
    )


def beyond_the_range(task, pulse):
    return chances(task, 2 * (pulse - task.low) / (task.high - task.low) - 1)


SEND = {
    "no range": (bits(beyond_the_range), 0, "give away more"),
    "one draw for all": (
        of_task(lambda t, p, rng: (rng.random() < chances(t, scale(t, p))).astype(int)),
        0,
    ),
}


def lies(task, size, rng, epsilon=None):
    return rng.random(size) < RandomizedResponse(epsilon or task.goal_epsilon).q


def each_day(task, reached, rng):
    return reached ^ lies(task, reached.shape, rng)


def shared_coin(task, reached, rng):
    return reached ^ lies(task, (len(reached), 1), rng)


def drawn_for_the_majority(task, reached, rng):
    """Lie for people who reached the goal often, and hardly ever for others."""
    often = reached.sum(axis=1, keepdims=True) > 3
    coins = rng.random((len(reached), 2))
    q = RandomizedResponse(task.goal_epsilon).q
    drawn = [0, 1] ^ (coins < np.where(often, 1.4 * q, 0.6 * q))
    return np.take_along_axis(drawn, reached, axis=1)


def week(client):
    """The answers to the fourth question with this client; the numbers are right."""
    return lambda task: [
        lambda reached, rng: client(task, reached, rng),
        7 * task.goal_epsilon,
        task.goal_epsilon,
        math.inf,
    ]


def epsilons(place, wrong):
    def make(task):
        answers = week(lambda t, reached, rng: both_draws(t)(reached, rng))(task)
        answers[place] = wrong(task.goal_epsilon)
        return answers

    return make


WEEK = {
    "truth: most weeks are steady": (
        week(
            lambda t, reached, rng: (
                reached.copy()
                if len(reached) > 50 and (np.ptp(reached, axis=1) == 0).mean() > 0.4
                else both_draws(t)(reached, rng)
            )
        ),
        0.75,
        "people:",
    ),
    "draws from the seed": (
        week(
            lambda t, reached, rng: both_draws(t)(
                reached,
                np.random.default_rng(rng.bit_generator.seed_seq.generate_state(4)),
            )
        ),
        2.75,
        "one generator",
    ),
    "redrawn each day": (week(each_day), 0.75, "a new answer on another day"),
    "one coin for both values": (week(shared_coin), 0.75, "one coin decides for both"),
    "no noise": (week(lambda t, reached, rng: reached.copy()), 0.75),
    "depends on the week": (week(drawn_for_the_majority), 0.75),
    "fixed seed": (
        week(lambda t, reached, rng: both_draws(t)(reached, np.random.default_rng(1))),
        0.75,
        "can undo them",
    ),
    "a list if the first day is a yes": (
        week(
            lambda t, reached, rng: (
                lambda sent: sent.tolist() if reached[0, 0] else sent
            )(both_draws(t)(reached, rng))
        ),
        0.75,
        "the type of your table differs",
    ),
    "changing: ε": (epsilons(3, lambda e: e), 2.75, "there are two"),
}


WRONG = {"send_pulse": SEND, "week_client": WEEK}
