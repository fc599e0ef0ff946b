"""Threat models: the data of a student, and the formulas behind the checks."""

import itertools
import math
import re

import numpy as np
import pytest
from answers.threat_models.numbers import _by_exact_fractions
from answers.threat_models.programs import attack, hidden
from soundness import findings

from coursework.threat_models import reference
from ldp_checks.assignments.threat_models import task as given
from ldp_checks.sealed_answers import key_of

SOME = [given.task(f"person {number}") for number in range(300)]


def test_every_student_can_answer():
    for variant in range(given.VARIANTS):
        t = reference.tables(variant)
        assert 15 < sum(reference.alone(t.rows, given.COLUMNS)) < 80
        claims = reference.link(t.rows, t.register, given.COLUMNS)
        assert len(claims) >= 3 and list(claims.values()).count(t.victim) == 1
    alone = [reference.RIGHT["alone_count"](t) for t in SOME]
    needed = [reference.RIGHT["days"](t) for t in SOME]
    assert len(set(alone)) > 20 and len(set(needed)) > 15


def test_how_many_answers_are_needed_does_not_hang_on_rounding():
    own = itertools.product(given.TRUTH_PROBABILITIES, given.CERTAINTIES)
    for p, certainty in [
        *own,
        *key_of("threat_models").inputs("answers_needed", None, None),
    ]:
        right = reference.needed(p, certainty)
        assert right == _by_exact_fractions(p, certainty)
        assert right == reference.needed(p, certainty - 1e-9)
        assert right == reference.needed(p, certainty + 1e-9)


def test_a_single_format_of_three_is_not_private():
    for t in SOME:
        channels = [np.array(reference.FORMATS[text]) for text in t.formats.values()]
        losses = [reference.RIGHT[f"epsilons[{letter!r}]"](t) for letter in t.formats]
        assert list(t.formats) == ["A", "B", "C"] and sum(map(math.isinf, losses)) == 1
        assert min(losses) > 0.1
        assert all(np.allclose(channel.sum(axis=1), 1) for channel in channels)


@pytest.mark.parametrize("text", reference.FORMATS)
def test_a_format_has_the_channel_of_its_words(text):
    """The channel, written down again from the numbers in the text."""
    numbers = [float(x) for x in re.findall(r"\d+(?:\.\d+)?", text)]
    if "rounded" in text:
        last, width = int(numbers[1]), int(numbers[2])
        expected = [[x // width == y for y in (0, 1)] for x in range(last + 1)]
    elif "always sent" in text:
        expected = [[numbers[0], 1 - numbers[0]], [0, 1]]
    elif "nothing" in text:
        expected = [[numbers[0], 0, 1 - numbers[0]], [0, numbers[0], 1 - numbers[0]]]
    elif "moved up" in text:
        chances = numbers[3:10:2]
        expected = [[chances[(y - x) % 4] for y in range(4)] for x in range(4)]
    elif '"no"' in text:
        yes, no = numbers
        expected = [[1 - no, no], [yes, 1 - yes]]
    else:
        truth, k, others = numbers[0], int(numbers[1]), int(numbers[2])
        assert others == (k if "any of" in text else k - 1)
        lie = (1 - truth) / others
        expected = np.full((k, k), lie) + np.eye(k) * (
            truth if others == k else truth - lie
        )
    assert np.allclose(reference.FORMATS[text], np.array(expected, dtype=float))


def test_no_message_tells_the_own_answer():
    """A wrong own answer is not answered by the check."""
    for t in SOME[:5]:
        wrong = {
            "singled_out": ([reference.alone, -1], reference.RIGHT["alone_count"](t)),
            "averaging": ([reference.needed, -1], reference.RIGHT["days"](t)),
            "dictionary_attack": ([attack(t), ["x"]], hidden(t)[0]),
        }
        for name, (answers, secret) in wrong.items():
            results = findings(
                "threat_models",
                name,
                lambda t, given=answers: given,
                t.student,
                audit=True,
            )
            assert not any(
                re.search(rf"\b{secret}\b", finding.message) for finding in results
            )
            assert not results[0].holds and results[1].holds
