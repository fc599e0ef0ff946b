"""Threat models: the data of a student, and that the solution is right."""

import itertools
import math
import re
from fractions import Fraction

import numpy as np
import pytest
from answers.threat_models import alone_pandas, guess_pandas, link_pandas
from soundness import findings, solution_of

from coursework.threat_models.mistakes import CASES, FAULTS, program
from ldp_checks.assignments.threat_models import task as given
from ldp_checks.sealed_answers import key_of
from ldp_course.privacy import privacy_loss

pytestmark = pytest.mark.xdist_group("300 students of threat_models")


@pytest.fixture(scope="module")
def some():
    return [solution_of("threat_models", f"person {number}") for number in range(300)]


def test_every_student_can_answer(some):
    variants = {s.task.variant: s for s in some}
    for s in variants.values():
        t = s.task
        assert s.alone_count == sum(alone_pandas(t.rows, t.columns))
        assert s.mean_guess == pytest.approx(
            guess_pandas(t.rows, t.columns, t.secret).mean()
        )
        assert 15 < s.alone_count < 80
        claims = link_pandas(t.rows, t.register, t.columns)
        (place,) = [row for row, name in claims.items() if name == t.victim]
        assert s.victim_secret == t.rows[place][t.secret] and len(claims) >= 3
    assert len({s.alone_count for s in some}) > 20
    assert len({s.days for s in some}) > 15


def by_exact_fractions(p, certainty):
    p, n, right = Fraction(p), 1, Fraction(p)
    while right < Fraction(certainty):
        half = (
            n // 2 + 1
        )  # two more answers: the majority changes only from a lead of one
        right += math.comb(n, half) * p**half * (1 - p) ** half * (2 * p - 1)
        n += 2
    return n


def test_how_many_answers_are_needed_does_not_hang_on_rounding(some):
    needed = some[0].answers_needed
    own = itertools.product(given.TRUTH_PROBABILITIES, given.CERTAINTIES)
    further = key_of("threat_models").inputs("answers_needed", None, None)
    for p, certainty in [*own, *further]:
        right = by_exact_fractions(p, certainty)
        assert {needed(p, certainty + off) for off in (0, -1e-9, 1e-9)} == {right}
    for s in some[:40]:
        assert s.days == by_exact_fractions(s.task.truth_probability, s.task.certainty)


def draws_or_keeps(k, keeps, others):
    """A channel that keeps the true one of k values, or draws from `others`."""
    lie = (1 - keeps) / others
    return np.full((k, k), lie) + np.eye(k) * (keeps - lie * (others < k))


CHANNELS = [  # of each kind of format, in the order of the task
    lambda width: [
        [1 - value // width[0], value // width[0]] for value in range(2 * width[0])
    ],
    lambda truth: [[truth, 1 - truth], [0, 1]],
    lambda truth: [[truth, 0, 1 - truth], [0, truth, 1 - truth]],
    lambda yes, no: [[1 - no, no], [yes, 1 - yes]],
    lambda k, keeps: draws_or_keeps(k, keeps, k),
    lambda k, keeps: draws_or_keeps(k[0], keeps, k[1]),
    lambda steps: [
        [steps[(report - value) % 4] for report in range(4)] for value in range(4)
    ],
]
KINDS = (given.NOT_PRIVATE | given.PRIVATE).items()
EPSILONS = {
    words.format(*numbers): privacy_loss(np.array(channel(*numbers), dtype=float))
    for (words, gaps), channel in zip(KINDS, CHANNELS, strict=True)
    for numbers in itertools.product(*gaps)
}


def test_a_format_has_the_epsilon_of_its_words():
    assert [(text,) for text in EPSILONS] == CASES["A"]
    for text, epsilon in EPSILONS.items():
        s = solution_of("threat_models", "ada", A=text)
        assert s.epsilons["A"] == pytest.approx(epsilon), text


def test_a_single_format_of_three_is_not_private(some):
    for s in some:
        losses = [EPSILONS[text] for text in s.task.formats.values()]
        assert list(s.task.formats) == ["A", "B", "C"]
        assert sum(map(math.isinf, losses)) == 1 and min(losses) > 0.1


def test_the_letter_is_that_of_the_fault():
    for letter in FAULTS:
        code = program(letter)
        assert solution_of("threat_models", "ada", faulty_code=code).fault == letter


def test_no_message_tells_the_own_answer(some):
    """A wrong own answer is not answered by the check."""
    for s in some[:5]:
        wrong = {
            "singled_out": ([s.stands_alone, -1], s.alone_count),
            "averaging": ([s.answers_needed, -1], s.days),
            "dictionary_attack": ([s.recover, ["x"]], s.recovered[0]),
        }
        for name, (answers, secret) in wrong.items():
            results = findings(
                "threat_models",
                name,
                lambda t, answers=answers: answers,
                s.task.student,
                audit=True,
            )
            assert not any(
                re.search(rf"\b{secret}\b", finding.message) for finding in results
            )
            assert not results[0].holds and results[1].holds
