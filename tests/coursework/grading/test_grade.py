"""The audit lets a check see what it would see in the student's own notebook."""

import re
import time

import numpy as np
import pytest
from probes import replaced
from sampling import sampled

from coursework.grading.grade import _without_hidden_inputs, ask_checks
from coursework.grading.pages import write_results
from coursework.grading.results import Graded, Mark
from coursework.grading.sandbox.notebook import Notebook
from coursework.grading.writing import read_table
from ldp_checks.findings import Finding, question
from ldp_checks.individual_numbers import draws


@pytest.fixture
def ask(sandbox):
    def ask(check, source, ids=("ada",)):
        checks = check if isinstance(check, list) else [check]
        return ask_checks(
            Notebook([("cell 1", source)], sandbox), checks, ids, b"secret"
        )

    return ask


@pytest.mark.parametrize(
    "change, value, changed",
    [
        ("thing.append(4)", [1, 2, 3], [1, 2, 3, 4]),
        ("thing.sort()", [3, [1][0], 2], [1, 2, 3]),
        ("thing[1]['age'] = 0", [{"age": 7}, {"age": 8}], [{"age": 7}, {"age": 0}]),
        ("thing.pop('a')", {"a": 1, "b": [2]}, {"b": [2]}),
        ("sorted(thing)", [3, 1, 2], [3, 1, 2]),
    ],
)
def test_a_check_sees_lists_and_dicts_that_a_function_changes(
    ask, change, value, changed
):
    @question(points=1)
    def check(answer, *, student, rng):
        assert answer(value) == 1
        yield Finding(value == changed, repr(value), 1)

    *_, findings = ask(check, f"def answer(thing):\n    {change}\n    return 1")
    (finding,) = findings["check"]
    assert finding.holds, finding.message


@pytest.mark.parametrize(
    "written, used",
    [("s1", "s1"), (" S1 ", "s1"), ("ada", "ada"), ("bob", "ada"), ("", "ada")],
)
def test_the_numbers_are_those_of_the_students_own_ids_only(ask, written, used):
    @question(points=1)
    def check(answer, *, student, rng):
        yield Finding(
            answer == draws("test", student).random(), "an individual number", 1
        )

    number = draws("test", used).random()
    source = f"student = {written!r}\nanswer = {number!r}"
    numbers_of, _, findings = ask(check, source, ("ada", "s1"))
    assert (numbers_of, findings["check"][0].holds) == (used, True)


def test_a_message_holds_no_shape_that_a_student_chose():
    """A function may return an array without elements, whose shape is a hidden input or
    a seed."""
    for message, shown in (
        (
            "wanted shape (37, 5), it was (0, 3986256029561795369)",
            "wanted shape (…), it was (…)",
        ),
        ("it was (12,)", "it was (…)"),
        (
            "comes out as 3986259521507252224.000 on average",
            "comes out as … on average",
        ),
        ("3,986,259,521,507,252,224 of 1,234,567", "… of 1,234,567"),
        ("spend 0.39862595215072 in all", "spend 0.… in all"),
        ("12 (of 20) in (0.1, 0.2)", "12 (of 20) in (0.1, 0.2)"),
    ):
        assert _without_hidden_inputs(Finding(False, message, 1)).message == shown


@pytest.mark.parametrize(
    "code, written, note",
    [
        ({"manual": 3}, {"manual": 2}, "code (code 3)"),
        ({"manual": 0}, {"manual": 0}, "code (code 0)"),
        ({"extra": 1}, {"manual": 2}, "code (code 0 + 1)"),
        ({"manual": 3}, {}, ""),
        ({}, {"manual": 2}, ""),
    ],
)
def test_points_by_hand_for_code_beside_a_written_answer_are_noted(
    tmp_path, code, written, note
):
    about = {"points": 3, "shown": None, "findings": (), "answer": "digest"}
    marks = (
        Mark("code", "1. code", audit=1, **about, **code),
        Mark("why", "2. why", audit=None, written=True, **about, **written),
    )
    graded = Graded("ada", "task", "ada.ipynb", "ada", marks, ("a note",))
    write_results([graded], [], tmp_path)
    (row,) = read_table(tmp_path / "totals.csv")
    assert note in row["notes"] and bool(graded.by_hand) == bool(note)
    assert row["notes"].count("; ") == bool(note)
    assert (
        "stands where it was meant"
        not in (tmp_path / "feedback/ada/task.html").read_text()
    )


def among(answer):
    """Looks for each number in a set of them."""
    return len(set(answer))


def sorted_rows(answer):
    return len({tuple(row) for row in answer})


def read_as_words(answer):
    return len(re.findall(r"(\w+\s?)*!", answer))


SLOW = {  # a judge, and an answer that it never comes to an end with
    "numbers with one hash": (among, "[1 + i * (2**61 - 1) for i in range(300_000)]"),
    "pairs with one hash": (
        sorted_rows,
        "[(5, 1 + i * (2**61 - 1), 'a') for i in range(200_000)]",
    ),
    "a text": (read_as_words, "'word ' * 200"),
    "fractions of one hash": (
        among,
        "[1 + Fraction(i * (2**61 - 1), 7) for i in range(0, 700_000, 7)]",
    ),
}


@pytest.mark.deep
@pytest.mark.parametrize("judge, made", SLOW.values(), ids=SLOW)
def test_the_time_to_judge_an_answer_is_limited(sandbox, judge, made):
    @question(points=1)
    def slow(answer, *, rng):
        yield Finding(judge(answer()) > 0, "judged", 1)

    @question(points=1)
    def quick(other, *, rng):
        yield Finding(other() == 4, "judged", 1)

    source = f"from fractions import Fraction\ndef answer():\n    return {made}\n"
    source += "def other():\n    return 4"
    box = replaced(sandbox, cpu_seconds=3)
    notebook = Notebook([("cell 1", source)], box)
    *_, findings = ask_checks(notebook, [slow, quick], ["ada"], b"secret")
    (finding,) = findings["slow"]
    assert "returned what takes more than 3 seconds to judge" in finding.message
    assert findings["quick"][0].holds, "the other question is judged"


@question(points=1)
def one(odd, *, rng):
    yield Finding(odd == 1, "judged", 1)


@question(points=1)
def other(value, *, rng):
    yield Finding(value == 2 and rng is not None, "judged", 1)


RAISES = """
class Odd(list):
    def __iter__(self):
        {}
odd = Odd([1])
"""
ODD = {  # a value, and what its student reads
    "odd = 10**5_000": "has a whole number of more than 3,000 digits",
    "odd = []; odd.append({1: odd})": "more than 40 levels deep",
    "odd = 'x' * 2**21": "is larger than the grading takes",
    "odd = lambda *given: (yield)": "judged",
    "odd = (k for k in [1])": "is no answer",
    RAISES.format("raise GeneratorExit"): "raises an error when it is looked at",
    RAISES.format("import os; os._exit(0)"): "your notebook ended the Python process",
    RAISES.format("import time; time.sleep(900)"): "it slept for more than 1 seconds",
    RAISES.format("while True: pass"): "it used more than 1 seconds of processor time",
}


@pytest.mark.parametrize("odd", sampled(ODD, 4))
def test_an_odd_value_costs_its_own_question_and_says_why(sandbox, odd):
    box = replaced(sandbox, value_seconds=1)
    notebook = Notebook([("cell 1", f"value = 2\n{odd}")], box)
    *_, findings = ask_checks(notebook, [one, other], ["ada"], b"secret")
    assert ODD[odd] in findings["one"][0].message
    assert not findings["one"][0].holds and findings["other"][0].holds


CHILDREN = """
import os, signal, time
signal.signal(signal.SIGCHLD, {})
def answer():
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            while True: pass
    time.sleep(900)
def value():
    return 2
"""
SLOW_WAYS = {
    CHILDREN.format("signal.SIG_DFL"): "of processor time",
    CHILDREN.format("signal.SIG_IGN"): "of processor time",
    "import time\nanswer = lambda: time.sleep(900)\nvalue = lambda: 2": "it slept for",
}


@pytest.mark.parametrize("source", SLOW_WAYS)
def test_a_slow_answer_costs_its_own_question(sandbox, source):
    """What its children compute counts as well, and what it sleeps."""

    @question(points=1)
    def slow(answer, *, rng):
        yield Finding(answer() == 1, "judged", 1)

    @question(points=1)
    def quick(value, *, rng):
        yield Finding(value() == 2, "judged", 1)

    box = replaced(sandbox, cpu_seconds=3)
    notebook = Notebook([("cell 1", source)], box)
    *_, findings = ask_checks(notebook, [slow, quick], ["ada"], b"secret")
    assert SLOW_WAYS[source] in findings["slow"][0].message
    assert "more than 3 seconds" in findings["slow"][0].message
    assert findings["quick"][0].holds


def test_time_that_others_take_is_not_the_notebooks(sandbox):
    """Neither of the side that asks, nor of many calls that each rest for a moment."""

    @question(points=1)
    def patient(answer, *, rng):
        for _ in range(3):
            time.sleep(1)
            assert answer(0.05) == 2
        yield Finding(sum(answer(0) for _ in range(300)) == 600, "judged", 1)

    source = "import time\ndef answer(rest):\n    time.sleep(rest)\n    return 2"
    box = replaced(sandbox, cpu_seconds=2)
    notebook = Notebook([("cell 1", source)], box)
    *_, findings = ask_checks(notebook, [patient], ["ada"], b"secret")
    assert findings["patient"][0].holds, findings["patient"][0].message


@pytest.mark.parametrize("name", ["max", "list", "len"])
def test_a_name_of_python_that_is_hidden_below_an_answer_does_no_harm(sandbox, name):
    """The check of the answer, between both cells, was right in the notebook."""

    @question(points=1)
    def check(answer, *, rng):
        yield Finding(answer([1, 2]) in (2, [1, 2]), "judged", 1)

    cells = [f"def answer(given):\n    return {name}(given)", f"{name} = 5"]
    notebook = Notebook([(f"cell {k}", cell) for k, cell in enumerate(cells)], sandbox)
    *_, findings = ask_checks(notebook, [check], ["ada"], b"secret")
    assert findings["check"][0].holds
    notebook = Notebook(
        [(f"cell {k}", cell) for k, cell in enumerate(cells[::-1])], sandbox
    )
    *_, findings = ask_checks(notebook, [check], ["ada"], b"secret")
    assert not findings["check"][0].holds, "it was hidden in the notebook, too"


def test_one_generator_in_two_calls_goes_on_where_it_was(ask):
    @question(points=1)
    def check(answer, *, rng):
        used, alike = (np.random.default_rng(7) for _ in range(2))
        first, second, again = answer(used), answer(used), answer(alike)
        yield Finding(first == again != second, "judged", 1)

    *_, findings = ask(check, "def answer(rng):\n    return rng.integers(2**60)")
    assert findings["check"][0].holds


def test_values_stay_as_they_were_before_the_first_call(ask):
    """A notebook that is started anew could have learned what a function was asked."""

    @question(points=1)
    def ends(function, *, rng):
        yield Finding(function(), "ended", 1)

    @question(points=1)
    def first(answer, *, rng):
        yield Finding(False, str(answer), 1)

    @question(points=1)
    def again(answer, *, rng):
        yield Finding(False, str(answer), 1)

    source = "import os, time\nanswer = time.monotonic_ns()\n"
    source += "def function():\n    os._exit(1)"
    *_, findings = ask([first, ends, again], source)
    assert "ended the Python process" in findings["ends"][-1].message
    assert findings["first"] == findings["again"]
