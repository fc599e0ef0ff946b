"""The checks of the assignment "Threat models": right answers get all points, known mistakes lose theirs.

All answers but the order of an export are compared exactly; see `test_a_class_of_300` for that one.
"""

import hashlib
import itertools
import json
import math
import re
from dataclasses import asdict
from random import Random

import numpy as np
import pytest
import threat_answers as answers
from soundness import STUDENTS, judge, messages, solution_points

from ldp_course.checks import threat_models as checks
from ldp_course.checks.statistics import ERROR
from ldp_course.checks.threat_models import formats, tables
from ldp_course.checks.threat_models.faults import FAULTS, letter, program
from ldp_course.checks.threat_models.pseudonyms import HASHES, Recipe
from ldp_course.checks.threat_models.task import PUBLISHERS, TOWNS
from ldp_course.privacy import privacy_loss

TASKS = {student: checks.task(student) for student in STUDENTS}
CHECKS = {check.name: check for check in checks.CHECKS}
RIGHT = {
    "singled_out": answers.ALONE_RIGHT,
    "best_guess": answers.GUESS_RIGHT,
    "linkage": answers.LINK_RIGHT,
    "averaging": answers.AVERAGE_RIGHT,
    "three_formats": answers.FORMATS_RIGHT,
    "dictionary_attack": answers.DICTIONARY_RIGHT,
    "mended_export": answers.EXPORT_RIGHT,
}
WRONG = {
    "singled_out": answers.ALONE_WRONG,
    "best_guess": answers.GUESS_WRONG,
    "linkage": answers.LINK_WRONG,
    "averaging": answers.AVERAGE_WRONG,
    "three_formats": answers.FORMATS_WRONG,
    "dictionary_attack": answers.DICTIONARY_WRONG,
    "mended_export": answers.EXPORT_WRONG,
}


def cases(tables):
    return [pytest.param(name, key, id=f"{name}: {key}") for name, table in tables.items() for key in table]


def given(make):
    return lambda student: make(TASKS[student])


@pytest.mark.parametrize("name, key", cases(RIGHT))
def test_a_right_answer_gets_all_points_every_time(name, key):
    judge(CHECKS[name], given(RIGHT[name][key]), CHECKS[name].points, CHECKS[name].points)


@pytest.mark.parametrize("name, key", cases(WRONG))
def test_a_known_mistake_loses_its_points_every_time(name, key):
    make, most = WRONG[name][key]
    judge(CHECKS[name], given(make), 0, most)


def test_the_code_questions_are_worth_17_points():
    assert sum(check.points for check in checks.CHECKS) == 17
    assert [check.name for check in checks.CHECKS] == list(RIGHT) == list(WRONG)


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
    assert {t.publisher for t in tasks} == set(PUBLISHERS) and {letter(t.faulty_code) for t in tasks} == set(FAULTS)
    assert {tuple(sorted({row["district"] for row in t.rows})) for t in tasks} == {
        tuple(sorted(town)) for town in TOWNS
    }
    assert {t.truth_probability for t in tasks} == {0.6, 0.62, 0.65, 0.68, 0.7, 0.73}
    assert {t.certainty for t in tasks} == {0.95, 0.98, 0.99, 0.995}
    assert {name for t in tasks for name in HASHES if f"the {name} hash" in t.recipe} == set(HASHES)
    assert {len(t.rows) for t in tasks} == {240} and len({repr(t) for t in tasks}) == 300
    alone = [sum(tables.alone(t.rows, t.columns)) for t in tasks]
    assert 15 < min(alone) and max(alone) < 80 and len(set(alone)) > 20
    assert all(len(tables.link(t.rows, t.register, t.columns)) >= 3 for t in tasks)
    assert len({answers.needed(t.truth_probability, t.certainty) for t in tasks}) > 15


def test_the_own_numbers_of_question_4_do_not_hang_on_rounding():
    for p, certainty in itertools.product((0.6, 0.62, 0.65, 0.68, 0.7, 0.73), (0.95, 0.98, 0.99, 0.995)):
        assert (
            answers.needed(p, certainty)
            == answers._by_exact_fractions(p, certainty)
            == answers.needed(p, certainty - 1e-9)
        )


def test_exactly_one_format_of_three_is_not_private():
    for number in range(300):
        told = formats.formats_of(f"person {number}")
        loss = [privacy_loss(channel) for _, channel in told.values()]
        assert list(told) == ["A", "B", "C"] and sorted(map(math.isinf, loss)) == [False, False, True]
        assert min(loss) > 0.1 and all((channel.sum(axis=1) == 1).all() for _, channel in told.values())


@pytest.mark.parametrize("kind", [*formats.CERTAIN, *formats.BOUNDED], ids=lambda kind: kind.__name__)
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
            expected = np.full((k, k), lie) + np.eye(k) * (truth if kind.__name__ == "any_value" else truth - lie)
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
            told = messages(checks.mended_export, [answers.written(program(fault)), fault], "student00")
            assert sentence in told, told


def test_a_class_of_300(capsys):
    """The chance that anybody's right answers fail: only the order of an export is judged by chance."""
    tests = 2  # order of the input, exact ages; each at a tenth of the usual error
    bound = 300 * tests * ERROR / 10
    with capsys.disabled():
        print(f"\nThreat models: {tests} random tests at {ERROR / 10:g}; wrong fails in a class of 300: {bound:.3%}")
    assert bound <= 0.003


TEACHING = [
    ("singled_out", "the first of a group, too", "not the first one either"),
    ("singled_out", "True and False exchanged", "True and False are exchanged"),
    ("best_guess", "one of the group", "the share of the most frequent secret in the group"),
    ("linkage", "rows need not be alone", "that do not stand alone in the table"),
    ("linkage", "several people may fit", "more than one person on the register fits"),
    ("linkage", "pairs", "must return a dict"),
    ("averaging", "even numbers", "can end in a tie"),
    ("averaging", "two too few", "the majority is right with probability"),
    ("averaging", "two too many", "answers are enough"),
    ("three_formats", "none infinite", "a report that some value can never send"),
    ("three_formats", "log to base 2", "natural logarithm"),
    ("dictionary_attack", "another hash", "a pseudonym is the"),
    ("dictionary_attack", "a text for an unknown one", "return None"),
    ("mended_export", "the exact age", "age is released too"),
    ("mended_export", "groups of k - 1", "is released"),
    ("mended_export", "the same order at every call", "moves them back"),
    ("mended_export", "the order turned round", "reveals the order of the input"),
    ("mended_export", "nothing", "this is no export"),
    ("mended_export", "changes its input", "changed the table"),
]


@pytest.mark.parametrize("name, key, sentence", TEACHING)
def test_a_message_teaches(name, key, sentence):
    assert sentence in messages(CHECKS[name], given(WRONG[name][key][0])("student00"), "student00")


def test_a_copied_notebook_loses_the_individual_questions():
    for name, right in RIGHT.items():
        copied = given(next(iter(right.values())))("student00")
        lost = 0
        for student in STUDENTS[1:]:
            found = CHECKS[name].findings(*copied, student=student, rng=np.random.default_rng())
            lost += sum(one.points for one in found if one.holds) < CHECKS[name].points
        assert lost >= len(STUDENTS) // 3, name  # some own answers, such as one letter of five, agree by chance


def test_no_message_tells_the_own_answer():
    """A wrong own answer is not answered by the check."""
    for student, t in itertools.islice(TASKS.items(), 5):
        wrong = {
            "singled_out": ([tables.alone, -1], str(sum(tables.alone(t.rows, t.columns)))),
            "averaging": ([answers.needed, -1], str(answers.needed(t.truth_probability, t.certainty))),
            "dictionary_attack": ([answers.attack(t), ["x"]], Recipe.of(student).hidden[0]),
        }
        for name, (given_answers, secret) in wrong.items():
            assert secret not in messages(CHECKS[name], given_answers, student)


def test_the_stub_is_not_implemented():
    def stub(*arguments):
        raise NotImplementedError

    for check in checks.CHECKS:
        empty = [
            None if name in ("alone_count", "mean_guess", "victim_secret", "days", "recovered", "fault") else stub
            for name in check.answers
        ]
        empty = [{"A": None, "B": None, "C": None}] if check.name == "three_formats" else empty
        found = check.findings(*empty, student="ada", rng=np.random.default_rng())
        assert not any(one.holds for one in found) and all("yet" in one.message for one in found), found


@pytest.mark.parametrize("student", STUDENTS)
def test_the_solutions_of_the_source_get_all_points(student):
    points = solution_points("threat_models", student)
    assert list(points) == list(CHECKS) and all(earned == most for earned, most in points.values()), points
