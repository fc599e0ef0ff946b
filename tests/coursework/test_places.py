"""A truth at fixed places of a table loses the points of all that randomizes.

So does the same report there. The engine calls a function many times with one table.
"""

import re

import numpy as np
import pytest
from sampling import sampled
from soundness import CHECKS, REPEATED, SOURCES, judge, tables

from ldp_checks.assignments.ship_it.task import protocol_of
from ldp_checks.assignments.telemetry.protocols import hash_bucket, understand

# Which people of n: the slip range(1, n), and other rules
PLACES = {
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


def single_report(protocol, values, rng):
    """Reports that tell the values, in the form of a protocol."""
    if protocol.name == "direct":
        return values
    if protocol.name == "hashing":
        seeds = rng.integers(2**32, size=values.shape)
        return np.stack([seeds, hash_bucket(seeds, values, protocol.g)], axis=-1)
    places = np.arange(protocol.d)
    return (places - values[..., None]) % protocol.d < protocol.size


# (task, all answers, what the function is given, what it returned) -> the same with all
# truths


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
    return result[0], single_report(
        understand(answers[1], task.values), values, given[1]
    )


def a_product(task, answers, given, result):
    return np.stack([single_report(protocol_of(task), given[0], given[2])] * given[1])


# question -> the most that is left, which of its answers randomizes, its truths, the
# axis of people
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
RIGHT = tables("RIGHT")
CASES = [(question, rule) for question in RANDOMIZES for rule in PLACES]


def at_places(make, rule, number, truths, axis):
    """A right answer, but for the truth at some places."""

    def made(task):
        answers = make(task)
        listed = answers if isinstance(answers, list) else [answers]
        function = listed[number]

        def cheat(*given):
            copies = [
                part.copy() if isinstance(part, np.ndarray) else part for part in given
            ]
            result = function(*given)
            honest = truths(task, listed, copies, result)
            pair = isinstance(honest, tuple)
            noisy, honest = (part[1] if pair else part for part in (result, honest))
            noisy, people = np.array(noisy), len(copies[0])
            at = [place for place in PLACES[rule](people) if 0 <= place < people]
            where = (slice(None),) * axis + (at,)
            noisy[where] = np.asarray(honest)[where]
            return (result[0], noisy) if pair else noisy

        return [*listed[:number], cheat, *listed[number + 1 :]]

    return made


def test_every_question_that_randomizes_is_among_them():
    """Such a question asks for a function of `rng` that does more than order rows."""
    for case, check in CHECKS.items():
        source = SOURCES / case[0] / "source.ipynb"
        taken = re.findall(r"def (\w+)\([^)]*rng\)", source.read_text(encoding="utf-8"))
        if set(taken) & set(check.answers) - {"export"}:
            assert case in RANDOMIZES, case


@REPEATED
@pytest.mark.parametrize("case", sampled(CASES, 1 / 5))
def test_the_truth_at_fixed_places_of_a_table_loses_the_points(case, times):
    """A right answer is judged as such in `test_right_answers`. Telling the truth in
    all calls with one table is seen with certainty.
    """
    question, rule = case
    most, number, truths, axis = RANDOMIZES[question]
    styles = [make for of, make in RIGHT.items() if of[:2] == question]
    for make in styles[:: max(len(styles) // 3, 1)]:
        cheat = at_places(make, rule, number, truths, axis)
        judge(*question, cheat, most, times=max(times // 4, 1))
