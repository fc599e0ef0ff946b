"""Spoil right answers: a fault is a function, and is tried on every question.

A client is spoiled one call at a time: fault(call) returns what the spoiled client
returns. Most take from the call the right result and the truth in the same form.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ldp_checks.assignments.ship_it.task import protocol_of
from ldp_checks.assignments.telemetry.protocols import hash_bucket, understand


@dataclass
class Call:
    """Hold one call of a right client.

    given: its arguments but the generator, the first a table of people
    true: (arguments, result) -> what the result would be without noise
    axis: of the result, for people
    """

    client: Callable
    given: list
    rng: np.random.Generator
    true: Callable
    axis: int = 0

    @property
    def people(self) -> int:
        return len(self.given[0])

    def result(self, *, values=None, rng=None, people=slice(None)):
        """Return what the right client says, or would say to another table."""
        first = self.given[0] if values is None else values
        given = [
            part[people].copy()
            if isinstance(part, np.ndarray) and len(part) == self.people
            else part
            for part in (first, *self.given[1:])
        ]
        return self.client(*given, self.rng if rng is None else rng)

    def changed(self, change: Callable):
        """Return the right result with change(reports, true reports) as its reports.

        Of a pair the first part says to which questions or weeks they belong.
        """
        result = self.result()
        honest = self.true(self.given, result)
        if isinstance(result, tuple):
            return result[0], change(np.array(result[1]), np.asarray(honest[1]))
        return change(np.array(result), np.asarray(honest))

    def wide(self, people: np.ndarray, reports: np.ndarray) -> np.ndarray:
        """Return one entry for each person in a form that fits the reports."""
        shape = [1] * reports.ndim
        shape[self.axis] = self.people
        return people.reshape(shape)


# Without noise: everywhere, at fixed places, in tables that look as in the world


def the_truth(call: Call):
    return call.changed(lambda reports, truth: truth.astype(reports.dtype))


def truth_of(people: Callable) -> Callable:
    """Return a fault that tells the truth of some people: people(call) names them."""

    def fault(call: Call):
        def change(reports, truth):
            where = (slice(None),) * call.axis + (people(call),)
            reports[where] = truth[where]
            return reports

        return call.changed(change)

    return fault


PLACES = {  # of n people: the slip range(1, n), and other rules
    "first": lambda n: [0],
    "last": lambda n: [n - 1],
    "middle": lambda n: [n // 2],
    "seventh": lambda n: [6],
    "first two": lambda n: [0, 1],
    "every tenth": lambda n: range(0, n, 10),
    "last of a batch of 8": lambda n: range(7, n, 8),
    "third from the end": lambda n: [n - 3],
    "by the number of people": lambda n: [n * n % (n + 3)],
    "a third of the way": lambda n: [n // 3],
}


def at_places(rule: Callable) -> Callable:
    return truth_of(
        lambda call: [at for at in rule(call.people) if 0 <= at < call.people]
    )


LOOKS = {  # of a table: does it come from the world, and not from a test?
    "few have most": lambda x: len(x) >= 200 and 0.02 < share(x) < 0.25,
    "most have most": lambda x: len(x) >= 200 and 0.75 < share(x) < 0.98,
    "hundreds of people": lambda x: 500 <= len(x) <= 3_000 and np.std(x) > 0,
    "a town": lambda x: 2_000 <= len(x) <= 40_000,
    "sorted": lambda x: (
        len(x) > 100 and x.ndim == 1 and x.std() > 0 and (np.diff(x) >= 0).all()
    ),
    "another type": lambda x: x.dtype not in (np.int64, np.float64),
}


def share(table: np.ndarray) -> float:
    """Return how full a table is, from its lowest value, 0, to its highest, 1."""
    low, high = table.min(), table.max()
    return (table.mean() - low) / (high - low) if high > low else 0.0


def in_tables(looks: Callable) -> Callable:
    def fault(call: Call):
        real = call.people and looks(call.given[0])
        return the_truth(call) if real else call.result()

    return fault


def half_the_noise(call: Call):
    def change(reports, truth):
        coins = call.wide(call.rng.random(call.people) < 0.5, reports)
        return np.where(coins, truth, reports).astype(reports.dtype)

    return call.changed(change)


# Noise that several people share, or that can be drawn again


def generator_in(state: dict) -> np.random.Generator:
    rng = np.random.default_rng(0)
    rng.bit_generator.state = state
    return rng


def shared(number: int) -> Callable:
    """Return a fault by which so many people have the same draws."""

    def fault(call: Call):
        turns = max(call.people // number, 1)
        if turns >= call.people:
            return call.result()
        state = call.rng.bit_generator.state
        groups = [np.arange(first, call.people, turns) for first in range(turns)]
        # the draws of one group serve the next
        parts = [call.result(people=group, rng=generator_in(state)) for group in groups]
        order = np.argsort(np.concatenate(groups))
        if isinstance(parts[0], tuple):
            return tuple(np.concatenate(part)[order] for part in zip(*parts))
        return np.take(np.concatenate(parts, axis=call.axis), order, axis=call.axis)

    return fault


def of_generator(make: Callable) -> Callable:
    """Return a fault that draws from make(call) in place of the generator."""
    return lambda call: call.result(rng=np.random.default_rng(make(call)))


def of_the_truths(call: Call) -> list[int]:
    return [call.people, *np.ravel(call.given[0])[:99].astype(np.uint32).tolist()]


# Reports of another law


def of_nothing(call: Call):
    """Report about the value of somebody else."""
    values = call.given[0]
    return call.result(values=values[call.rng.permutation(len(values))])


def exchanged(call: Call):
    """Report about the opposite value."""
    values = call.given[0]
    ends = values.max() + values.min() if len(values) else 0
    return call.result(values=(ends - values).astype(values.dtype))


def constant(call: Call):
    """Send the report of the first person for everybody."""

    def change(reports, truth):
        first = np.take(reports, [0], axis=call.axis) if call.people else reports
        return np.broadcast_to(first, reports.shape).copy()

    return call.changed(change)


# The form of a result


def minus_zeros(call: Call):
    """Send a 0 as -0.0 if the own truth is the highest."""
    values = call.given[0].reshape(call.people, -1)[:, :1].max(axis=1)
    told = values == values.max(initial=0)

    def change(reports, truth):
        sign = np.where(call.wide(told, reports), -1.0, 1.0)
        return np.where(reports == 0, 0 * sign, reports)

    return call.changed(change)


def changes_its_input(call: Call):
    result = call.result()
    call.given[0][...] += 1
    return result


def not_for_nobody(call: Call):
    return call.result() if call.people else None


def without_axes(call: Call):
    """Return a number, or a row, for one person."""
    result = call.result()
    if call.people != 1:
        return result
    if isinstance(result, tuple):
        return tuple(part[0] for part in result)
    return np.take(result, 0, axis=call.axis)


def half_of_the_reports(call: Call):
    """Leave out half of the people."""
    return call.result(people=slice(None, None, 2))


SEED_IS_KNOWN = (
    "undo",
    "the noise is the same at every call",
    "different generators",
    "has other probabilities",  # at a place of a table that is seen many times
)
# name -> the fault, and parts of sentences, of which the student reads one. Without
# privacy nothing is left of what the client is worth, with a wrong law less than all
NO_PRIVACY: dict[str, tuple] = {
    "the truth": (the_truth,),
    "half the noise": (half_the_noise,),
    **{f"truth at places: {name}": (at_places(rule),) for name, rule in PLACES.items()},
    **{
        f"truth in tables: {name}": (in_tables(looks),) for name, looks in LOOKS.items()
    },
    "a fixed seed": (of_generator(lambda call: 0), *SEED_IS_KNOWN),
    "a seed from the truths": (of_generator(of_the_truths), *SEED_IS_KNOWN),
    "ten seeds": (of_generator(lambda call: call.rng.integers(10)), *SEED_IS_KNOWN),
    "the sign of a zero tells": (minus_zeros,),
}
WRONG_LAW: dict[str, tuple] = {
    "draws that two share": (shared(2),),
    "draws that fifty share": (shared(50),),
    "nothing about the person": (of_nothing,),
    "the opposite": (exchanged,),
    "the same for everybody": (constant,),
    "half of the reports": (half_of_the_reports,),
}
SLIPS: dict[str, tuple] = {
    "a generator of its own": (
        of_generator(lambda call: None),
        "draw all chance from `rng`",
        "two calls with equal generators differ",
    ),
    "draws from the seed": (
        of_generator(lambda call: call.rng.bit_generator.seed_seq.generate_state(4)),
        "one generator",
    ),
    "changes its input": (changes_its_input, "work on a copy", "changed the array"),
    "not for nobody": (not_for_nobody,),
    "a number for one person": (without_axes, "one person"),
}


# What a question asks of its client


def bits(task, answers, given, result):
    return given[0]


def pulse(task, answers, given, result):
    return given[0] > (task.low + task.high) / 2


def all_days(task, answers, given, result):
    return np.stack([given[0]] * given[1])


def some_questions(task, answers, given, result):
    return result[0], np.take_along_axis(given[0], np.asarray(result[0]), axis=1)


def some_weeks(task, answers, given, result):
    values = np.take_along_axis(given[0], np.asarray(result[0]), axis=1)
    rng = np.random.default_rng(0)
    return result[0], single_report(understand(answers[1], task.values), values, rng)


def a_product(task, answers, given, result):
    rng = np.random.default_rng(0)
    return np.stack([single_report(protocol_of(task), given[0], rng)] * given[1])


def single_report(protocol, values, rng):
    """Return reports that tell the values, in the form of a protocol."""
    if protocol.name == "direct":
        return values
    if protocol.name == "hashing":
        seeds = rng.integers(2**32, size=values.shape)
        return np.stack([seeds, hash_bucket(seeds, values, protocol.g)], axis=-1)
    places = np.arange(protocol.d)
    return (places - values[..., None]) % protocol.d < protocol.size


# question -> the points that are left without a client, which of the answers it is, its
# truths, the axis of people
RANDOMIZES = {
    ("randomized_response", "forced_response"): (0, 0, bits, 0),
    ("randomized_response", "report_unequal"): (0, 0, bits, 0),
    ("randomized_response", "mended_client"): (0, 0, bits, 0),
    ("fitness", "send_pulse"): (0, 0, pulse, 0),
    ("fitness", "week_client"): (0.75, 0, bits, 0),
    ("fitness", "several_questions"): (2.75, 3, some_questions, 0),
    ("unary_encoding", "perturb_bits"): (0, 0, bits, 0),
    ("unary_encoding", "mended_program"): (1, 0, bits, 0),
    ("rappor", "permanent_bits"): (0, 0, bits, 0),
    ("rappor", "report_bits"): (0, 0, bits, 0),
    ("rappor", "mend"): (1.5, 2, all_days, 1),
    ("telemetry", "client"): (0, 0, some_weeks, 0),
    ("ship_it", "mended_product"): (0, 0, a_product, 1),
}


# What a question does not look at, or sees at times only
OTHERS = {"fitness", "rappor", "ship_it", "telemetry", "unary_encoding"}
UNSEEN = {
    "truth in tables: few have most": OTHERS,
    "truth in tables: most have most": OTHERS,
    "truth in tables: sorted": OTHERS - {"ship_it"},
    "truth in tables: another type": {"send_pulse"},
    "ten seeds": {"telemetry"},
    "a generator of its own": {"mended_program"},
    "draws from the seed": {"mended_program"},
    "changes its input": {"mended_program"},
    "a number for one person": {"mended_program"},
    "not for nobody": {"fitness", "mended_program", "telemetry", "ship_it"},
}


def faults_of(question: tuple[str, str]) -> dict[str, tuple]:
    """Return fault -> (the fault, the most that it earns or None, *sentences)."""
    most, *_ = RANDOMIZES[question]
    return {
        name: (fault, most if kind is NO_PRIVACY else None, *parts)
        for kind in (NO_PRIVACY, WRONG_LAW, SLIPS)
        for name, (fault, *parts) in kind.items()
        if not UNSEEN.get(name, set()) & set(question)
    }


def spoiled(question: tuple[str, str], fault: Callable, make: Callable) -> Callable:
    """Return make, whose client has the fault."""
    _, place, truths, axis = RANDOMIZES[question]

    def made(task):
        answers = make(task)
        answers = answers if isinstance(answers, list) else [answers]
        client = answers[place]

        def true(given, result):
            return truths(task, answers, given, result)

        def cheat(*given):
            *given, rng = given
            return fault(Call(client, given, rng, true, axis))

        return [*answers[:place], cheat, *answers[place + 1 :]]

    return made
