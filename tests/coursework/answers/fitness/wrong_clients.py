"""A week of a fitness app: known mistakes and exploits of clients."""

import math

import numpy as np

from ldp_course import RandomizedResponse

from .clients import bit_of_the_module, both_draws


def of_task(function):
    """From function(task, *given): make, whose answer is function(*given)."""
    return lambda task: lambda *given: function(task, *given)


def scale(task, pulse, ends=(-1, 1)):
    return np.interp(pulse, [task.low, task.high], ends)


def chances(task, x, epsilon=None):
    return 0.5 + x / 2 * math.tanh((epsilon or task.pulse_epsilon) / 2)


def bits(chance):
    """A client with this chance of a 1."""
    return of_task(lambda t, pulse, rng: (rng.random(len(pulse)) < chance(t, pulse)).astype(int))


def beyond_the_range(task, pulse):
    return chances(task, 2 * (pulse - task.low) / (task.high - task.low) - 1)


def outside_is_left_out(task, pulse, rng):
    inside = (pulse >= task.low) & (pulse <= task.high)
    return (rng.random(len(pulse)) < chances(task, scale(task, pulse))) & inside


def mutates_pulse(task, pulse, rng):
    np.clip(pulse, task.low, task.high, out=pulse)
    return bit_of_the_module(task)(pulse, rng)


def changed(client, change):
    """A right client, of which another makes something: change(task, given, reports, rng)."""
    return of_task(lambda t, given, rng: change(t, given, client(t)(given, rng), rng))


def other_generator(client, seed=None):
    return of_task(lambda t, given, rng: client(t)(given, np.random.default_rng(seed)))


def minus_zeros(task, pulse, reports, rng):
    return np.where((reports == 0) & (pulse > task.high), -0.0, reports)


SEND = {
    "no range": (bits(beyond_the_range), 0, "give away more"),
    "outside is left out": (of_task(outside_is_left_out), 0, "the probabilities asked for"),
    "scale from 0 to 1": (bits(lambda t, p: chances(t, scale(t, p, (0, 1)))), 0, "probabilities"),
    "twice ε": (bits(lambda t, p: chances(t, scale(t, p), 2 * t.pulse_epsilon)), 0, "give away"),
    "half of ε": (bits(lambda t, p: chances(t, scale(t, p), t.pulse_epsilon / 2)), 0, "asked for"),
    "ε without the half": (
        bits(lambda t, p: 0.5 + scale(t, p) / 2 * math.tanh(t.pulse_epsilon)),
        0,
        "give away more",
    ),
    "rounded only": (bits(lambda t, p: scale(t, p, (0, 1))), 0, "never turned into"),
    "the nearer end": (
        bits(lambda t, p: chances(t, np.where(scale(t, p) > 0, 1, -1))),
        0,
        "the probabilities asked for",
    ),
    "1 and 0 exchanged": (bits(lambda t, p: chances(t, -scale(t, p))), 0, "asked for"),
    "above the middle": (
        of_task(lambda t, p, rng: (scale(t, p) > 0).astype(int)),
        0,
        "tells as much as the truth",
    ),
    "constant": (of_task(lambda t, p, rng: np.ones(len(p), dtype=int)), 0, "reports the same"),
    "a coin": (bits(lambda t, p: np.full(len(p), 0.5)), 0, "asked for"),
    "one draw for all": (
        of_task(lambda t, p, rng: (rng.random() < chances(t, scale(t, p))).astype(int)),
        0,
    ),
    "a draw for two people": (
        of_task(
            lambda t, p, rng: (
                np.repeat(rng.random(len(p) // 2 + 1), 2)[: len(p)] < chances(t, scale(t, p))
            ).astype(int)
        ),
        1.5,
        "draw anew for each person",
    ),
    "the number, with noise": (
        of_task(lambda t, p, rng: p + rng.laplace(0, (t.high - t.low) / t.pulse_epsilon, len(p))),
        0,
        "one bit for each person",
    ),
    "probabilities": (of_task(lambda t, p, rng: chances(t, scale(t, p))), 0, "one bit for each"),
    "fixed seed": (other_generator(bit_of_the_module, 7), 0, "different generators"),
    "not from rng": (other_generator(bit_of_the_module), 1.75, "draw all chance from `rng`"),
    "changes its input": (of_task(mutates_pulse), 1.75, "changed the array"),
    "the sign of a zero tells": (changed(bit_of_the_module, minus_zeros), 0, "-0.0"),
    "the type tells": (
        changed(
            bit_of_the_module,
            lambda t, p, reports, rng: reports.astype(np.int8 if p.mean() > t.high else np.int64),
        ),
        {0},
        "the type of your reports",
    ),
}


def lies(task, size, rng, epsilon=None):
    return rng.random(size) < RandomizedResponse(epsilon or task.goal_epsilon).q


def each_day(task, reached, rng):
    return reached ^ lies(task, reached.shape, rng)


def each_day_a_seventh(task, reached, rng):
    return reached ^ lies(task, reached.shape, rng, task.goal_epsilon / 7)


def when_it_changes(task, reached, rng):
    """A new draw for each run of equal days."""
    reports = each_day(task, reached, rng)
    for day in range(1, reached.shape[1]):
        stays = reached[:, day] == reached[:, day - 1]
        reports[stays, day] = reports[stays, day - 1]
    return reports


def one_coin(task, reached, rng):
    return reached ^ lies(task, (len(reached), 1), rng)


def first_report_repeated(task, reached, rng):
    return np.repeat((reached ^ lies(task, reached.shape, rng))[:, :1], reached.shape[1], axis=1)


def remembers_yes_only(task, reached, rng):
    return reached & ~lies(task, (len(reached), 1), rng)


def with_epsilon(factor):
    def client(task, reached, rng):
        drawn = lies(task, (len(reached), 2), rng, factor * task.goal_epsilon)
        return np.take_along_axis([0, 1] ^ drawn, reached, axis=1)

    return client


def one_memory_for_all(task, reached, rng):
    return ([0, 1] ^ lies(task, 2, rng))[reached]


def cleared_in_the_week(task, reached, rng):
    return np.hstack([both_draws(task)(part, rng) for part in (reached[:, :4], reached[:, 4:])])


def drawn_for_the_majority(task, reached, rng):
    """The answers lie for people who reached the goal often, and hardly ever for others."""
    often = reached.sum(axis=1, keepdims=True) > 3
    coins = rng.random((len(reached), 2))
    q = RandomizedResponse(task.goal_epsilon).q
    drawn = [0, 1] ^ (coins < np.where(often, 1.4 * q, 0.6 * q))
    return np.take_along_axis(drawn, reached, axis=1)


def mutates_week(task, reached, rng):
    reports = both_draws(task)(reached, rng)
    reached[:] = 0
    return reports


def week(client):
    """The answers to the fourth question with this client; the numbers are right."""
    return lambda task: [
        lambda reached, rng: client(task, reached, rng),
        7 * task.goal_epsilon, task.goal_epsilon, math.inf,
    ]  # fmt: skip


def epsilons(place, wrong):
    def make(task):
        answers = week(lambda t, reached, rng: both_draws(t)(reached, rng))(task)
        answers[place] = wrong(task.goal_epsilon)
        return answers

    return make


WEEK = {
    "redrawn each day": (week(each_day), 0.75, "a new answer on another day"),
    "redrawn, a seventh of ε": (week(each_day_a_seventh), 0.75, "a new answer on another day"),
    "redrawn when the value changes": (week(when_it_changes), 0.75, "answer when it comes back"),
    "cleared in the week": (week(cleared_in_the_week), 0.75, "remember it"),
    "one coin for both values": (week(one_coin), 0.75, "one coin decides for both"),
    "the first report repeated": (week(first_report_repeated), 0.75, "are alike"),
    "remembers yes only": (week(remembers_yes_only), 0.75, "shows at least"),
    "no noise": (week(lambda t, reached, rng: reached.copy()), 0.75),
    "twice ε": (week(with_epsilon(2)), 0.75, "shows at least"),
    "a seventh of ε": (week(with_epsilon(1 / 7)), 2.5, "remembered answer"),
    "one memory for all": (week(one_memory_for_all), 0.75),
    "depends on the week": (week(drawn_for_the_majority), 0.75),
    "fixed seed": (
        week(lambda t, reached, rng: both_draws(t)(reached, np.random.default_rng(1))),
        0.75,
        "can undo them",
    ),
    "not from rng": (
        week(lambda t, reached, rng: both_draws(t)(reached, np.random.default_rng())),
        2.75,
        "draw all chance from `rng`",
    ),
    "a list if the first day is a yes": (
        week(lambda t, reached, rng: (lambda sent: sent.tolist() if reached[0, 0] else sent)(
            both_draws(t)(reached, rng))), 0.75, "the type of your table differs",
    ),
    "changes its input": (week(mutates_week), 2.75, "changed the array"),
    "days and people exchanged": (
        week(lambda t, reached, rng: both_draws(t)(reached, rng).T), 0.75, "shape",
    ),
    "one report a week": (
        week(lambda t, reached, rng: both_draws(t)(reached, rng)[:, 0]), 0.75, "shape",
    ),
    "fresh: one report": (epsilons(1, lambda e: e), 2.75, "a draw of its own"),
    "fresh: two values": (epsilons(1, lambda e: 2 * e), 2.75, "seven days, not two values"),
    "fresh: infinite": (epsilons(1, lambda e: math.inf), 2.75, "independent reports"),
    "steady: seven days": (epsilons(2, lambda e: 7 * e), 2.75, "sent again"),
    "steady: two values": (epsilons(2, lambda e: 2 * e), 2.75, "one remembered answer is sent"),
    "steady: a seventh": (epsilons(2, lambda e: e / 7), 2.75, "how many coins"),
    "changing: distinct values x ε": (epsilons(3, lambda e: 2 * e), 2.75, "is not enough"),
    "changing: ε": (epsilons(3, lambda e: e), 2.75, "there are two"),
    "changing: seven days": (epsilons(3, lambda e: 7 * e), 2.75, "look at what is sent"),
}  # fmt: skip


WRONG = {"send_pulse": SEND, "week_client": WEEK}
