"""Threat models: the data of a student, and the formulas behind the checks."""

import hashlib
import itertools
import json
import math
import re
from dataclasses import asdict
from random import Random

import numpy as np
import pytest
from answers.threat_models.numbers import _by_exact_fractions, needed
from answers.threat_models.programs import attack, written
from soundness import findings

from ldp_course.checks import threat_models as checks
from ldp_course.checks.threat_models import formats, tables
from ldp_course.checks.threat_models.faults import FAULTS, letter, program
from ldp_course.checks.threat_models.pseudonyms import HASHES, Recipe
from ldp_course.checks.threat_models.task import PUBLISHERS, TOWNS
from ldp_course.privacy import privacy_loss

DIGESTS = {
    "ada": "3c4588e2e19b1b3c",
    "grace": "21cda8b21bbcbf1b",
    " Ada ": "3c4588e2e19b1b3c",
    "4711": "15b4287a9558d2a8",
}


def test_the_data_of_a_student_never_change():
    def digest(student):
        data = asdict(checks.task(student)) | {"student": ""}
        return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:16]

    assert {student: digest(student) for student in DIGESTS} == DIGESTS


def test_the_data_range_over_all_choices_and_every_student_can_answer():
    tasks = [checks.task(f"person {number}") for number in range(300)]
    assert {t.publisher for t in tasks} == set(PUBLISHERS) and {
        letter(t.faulty_code) for t in tasks
    } == set(FAULTS)
    assert {tuple(sorted({row["district"] for row in t.rows})) for t in tasks} == {
        tuple(sorted(town)) for town in TOWNS
    }
    assert {t.truth_probability for t in tasks} == {0.6, 0.62, 0.65, 0.68, 0.7, 0.73}
    assert {t.certainty for t in tasks} == {0.95, 0.98, 0.99, 0.995}
    assert {name for t in tasks for name in HASHES if f"the {name} hash" in t.recipe} == set(HASHES)
    assert {len(t.rows) for t in tasks} == {240} and len({repr(t) for t in tasks}) == 300
    alone = [sum(tables.alone(t.rows, t.columns)) for t in tasks]
    assert min(alone) > 15 and max(alone) < 80 and len(set(alone)) > 20
    assert all(len(tables.link(t.rows, t.register, t.columns)) >= 3 for t in tasks)
    assert len({needed(t.truth_probability, t.certainty) for t in tasks}) > 15


def test_the_own_numbers_of_question_4_do_not_hang_on_rounding():
    for p, certainty in itertools.product(
        (0.6, 0.62, 0.65, 0.68, 0.7, 0.73), (0.95, 0.98, 0.99, 0.995)
    ):
        assert (
            needed(p, certainty) == _by_exact_fractions(p, certainty) == needed(p, certainty - 1e-9)
        )


def test_exactly_one_format_of_three_is_not_private():
    for number in range(300):
        told = formats.formats_of(f"person {number}")
        loss = [privacy_loss(channel) for _, channel in told.values()]
        assert list(told) == ["A", "B", "C"] and sorted(map(math.isinf, loss)) == [
            False,
            False,
            True,
        ]
        assert min(loss) > 0.1 and all(
            (channel.sum(axis=1) == 1).all() for _, channel in told.values()
        )


@pytest.mark.parametrize(
    "kind", [*formats.CERTAIN, *formats.BOUNDED], ids=lambda kind: kind.__name__
)
def test_a_format_does_what_its_words_say(kind):
    """The channel of a few draws, written down again from the numbers in the text."""
    for seed in range(20):
        text, channel = kind(Random(seed))
        numbers = [float(x) for x in re.findall(r"\d+(?:\.\d+)?", text)]
        channel = channel.astype(float)
        if kind.__name__ == "rounded":
            last, width = int(numbers[1]), int(numbers[2])
            expected = [[x // width == y for y in (0, 1)] for x in range(last + 1)]
        elif kind.__name__ == "one_sided":
            expected = [[numbers[0], 1 - numbers[0]], [0, 1]]
        elif kind.__name__ == "sometimes":
            expected = [[numbers[0], 0, 1 - numbers[0]], [0, numbers[0], 1 - numbers[0]]]
        elif kind.__name__ == "forced":
            yes, no = numbers
            expected = [[1 - no, no], [yes, 1 - yes]]
        elif kind.__name__ == "wheel":
            chances = numbers[3:10:2]
            expected = [[chances[(y - x) % 4] for y in range(4)] for x in range(4)]
        else:
            truth, k = numbers[0], int(numbers[1])
            lie = (1 - truth) / (k if kind.__name__ == "any_value" else k - 1)
            expected = np.full((k, k), lie) + np.eye(k) * (
                truth if kind.__name__ == "any_value" else truth - lie
            )
        assert np.allclose(channel, np.array(expected, dtype=float))


def test_pseudonyms_follow_the_recipe_that_the_task_tells():
    recipe = Recipe("SHA-256", True, ":", "ABCD", "12ab", ("A000",) * 3)
    assert recipe.pseudonym("B042") == hashlib.sha256(b"12ab:B042").hexdigest()
    assert str(recipe) == "the SHA-256 hash, in hexadecimal, of salt + ':' + id"
    recipe = Recipe("MD5", False, "+", "ABCD", "12ab", ("A000",) * 3)
    assert recipe.pseudonym("B042", "7") == hashlib.md5(b"B042+7").hexdigest()


def test_every_faulty_export_differs_from_the_right_one_in_what_its_letter_says():
    said = {
        "a": "id is released too",
        "b": "is released",
        "c": "is released",
        "d": "reveals the order of the input",
        "e": "reveals the exact ages",
    }
    assert set(said) == set(FAULTS)
    for fault, sentence in said.items():
        for _ in range(20):
            found = findings(
                "threat_models",
                "mended_export",
                lambda t, fault=fault: [written(program(fault)), fault],
                "ada",
            )
            assert sentence in found[1].message


def test_no_message_tells_the_own_answer():
    """A wrong own answer is not answered by the check."""
    for student in ("ada", "grace", "s1", "s2", "s3"):
        t = checks.task(student)
        wrong = {
            "singled_out": ([tables.alone, -1], str(sum(tables.alone(t.rows, t.columns)))),
            "averaging": ([needed, -1], str(needed(t.truth_probability, t.certainty))),
            "dictionary_attack": ([attack(t), ["x"]], Recipe.of(student).hidden[0]),
        }
        for name, (given_answers, secret) in wrong.items():
            found = findings("threat_models", name, lambda t, given=given_answers: given, student)
            assert not any(secret in one.message for one in found)
