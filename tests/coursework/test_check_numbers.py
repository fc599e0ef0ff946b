"""What is shipped of a number, a letter or a name that a student writes down: a check number, with
which nobody finds the answer by trying all.
"""

import ast
import importlib
import itertools
import math
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from soundness import ASSIGNMENTS, KEYS, SOURCES, findings, on_paper, task
from test_sources import FIRST

from ldp_checks.assignments.rappor.questions import CHOICES as RAPPOR
from ldp_checks.assignments.ship_it import questions as ship_it
from ldp_checks.assignments.telemetry.questions import CHOICES as PLANS
from ldp_checks.feedback import earned
from ldp_checks.key import case_of, fits, has_check_number, key_of, seal

GUIDE = (SOURCES.parent / "book" / "teaching_coursework.md").read_text(encoding="utf-8")
each_assignment = pytest.mark.parametrize("assignment", ASSIGNMENTS)
PAPER = [
    (assignment, name)
    for assignment, key in KEYS.items()
    for name, about in key.asked.items()
    if not about.inputs
]

CHOICES = {
    ("fitness", "better_plan"): ("people", "budget"),
    ("randomized_response", "tells_more"): ("yes", "no"),
    ("rappor", "fault"): RAPPOR,
    ("ship_it", "decision"): ("ship", "stop"),
    ("telemetry", "plan_fault"): PLANS,
    ("threat_models", "fault"): "abcdef",
    ("unary_encoding", "fault"): "abcdef",
}


def reference_of(assignment):
    return importlib.import_module(f"coursework.{assignment}.reference")


def some_cases(assignment, name, number):
    """Combinations of givens, drawn from all."""
    asked, cases = KEYS[assignment].asked[name], reference_of(assignment).CASES
    cases = cases[KEYS[assignment].asked[name].givens]
    for case in Random(name).sample(cases, min(number, len(cases))):
        yield SimpleNamespace(**dict(zip(asked.givens.split(), case, strict=True)))


def of(function, given):
    with np.errstate(all="ignore"):
        return (function[0] if isinstance(function, tuple) else function)(given)


@pytest.mark.parametrize("number", [5, pytest.param(200, marks=pytest.mark.deep)])
@pytest.mark.parametrize(("assignment", "name"), PAPER, ids=map(" - ".join, PAPER))
def test_a_right_answer_passes_and_a_known_mistake_does_not(assignment, name, number):
    shipped, exact, reference = key_of(assignment), KEYS[assignment], reference_of(assignment)
    asked = exact.asked[name]
    for given in some_cases(assignment, name, number):
        right = of(reference.RIGHT[name], given)
        assert exact.judge(name, given, right) == (True, "")
        holds, told = shipped.judge(name, given, right)
        assert holds and "grading" in told
        for mistake in reference.MISTAKES.get(name, {}).values():
            wrong = of(mistake, given)
            if not exact.judge(name, given, wrong)[0]:
                assert asked.residues == 1 or not shipped.judge(name, given, wrong)[0]


@pytest.mark.parametrize(("assignment", "name"), PAPER, ids=map(" - ".join, PAPER))
def test_nothing_else_is_shipped_of_an_answer_on_paper(assignment, name):
    """At most a place in a cell and a number below `residues`, also of an infinite one."""
    asked, infinite = KEYS[assignment].asked[name], set()
    for given in some_cases(assignment, name, 20):
        right, mistakes = key_of(assignment).sealed(name, given, None)
        assert not mistakes and len(right) == 1
        places, number, nonce = right[0].split(".")
        assert len(places) <= 2 and int(number) < asked.residues and int(nonce) < 1_000
        if of(reference_of(assignment).RIGHT[name], given) == math.inf:
            infinite.add(places)
    assert len(infinite) != 1 or name == "changing_epsilon" or "00" not in infinite


def candidates(assignment, name, own):
    """All answers that somebody tries who knows what kind of answer it is: of a number its power of
    ten, of faults that they are two at most.
    """
    asked = KEYS[assignment].asked[name]
    right = of(reference_of(assignment).RIGHT[name], asked.given(own))
    if name.startswith("faults of"):
        known = ship_it.NAMES[name.removeprefix("faults of ")]
        return [sorted(some) for size in range(3) for some in itertools.combinations(known, size)]
    if name == "refuted":
        return [list(some) for size in range(4) for some in itertools.combinations("ABC", size)]
    if name == "victim_secret":
        return sorted({row[own.secret] for row in own.rows})
    if isinstance(right, str):
        return CHOICES[assignment, name]
    if right == math.inf or not right:
        return [right]
    low = 10 ** math.floor(math.log10(right))
    if not asked.tolerance:
        return list(range(math.ceil(low), 10 * low))
    return [*(low * np.exp(np.arange(0, math.log(10), 2 * asked.tolerance)))]


def passing(assignment, name, own):
    return [
        one
        for one in candidates(assignment, name, own)
        if key_of(assignment).judge(name, own, one)[0]
    ]


@each_assignment
def test_whoever_tries_all_numbers_is_left_with_many(assignment):
    """About one in 16 passes. For given ids this is no matter of chance; the limits are those of a
    binomial law at six standard deviations.
    """
    tried = left = 0
    for student in ("ada", "bo", "cy"):
        own = task(assignment, student)
        for name in (name for of_it, name in PAPER if of_it == assignment):
            if KEYS[assignment].asked[name].residues == 16:
                tried += len(candidates(assignment, name, own))
                left += len(passing(assignment, name, own))
    assert abs(left - tried / 16) < 6 * math.sqrt(tried * 15) / 16 + 10


def copy(several):
    return dict(several) if isinstance(several, dict) else list(several)


def names_in(assignment, variable):
    """The answers on paper that one variable of a notebook holds."""
    names = (name for of_it, name in PAPER if of_it == assignment)
    return [name for name in names if name.partition("[")[0].partition(" ")[0] == variable]


def wrong(variable, name, answer):
    """The answer to one variable, wrong for what one name stands for."""
    if name.startswith("faults of"):
        return set(answer) ^ set(ship_it.NAMES[name.removeprefix("faults of ")])
    if "[" in name:
        several = copy(answer)
        several[ast.literal_eval(name.partition("[")[2][:-1])] = -1
        return several
    return None


def points_of(assignment, student):
    """The points for all answers on paper, and for each, by its name, as the audit gives them."""
    paper, points = 0, {}
    for (of_it, question), make in FIRST.items():
        if of_it != assignment or not on_paper(assignment, question):
            continue
        asked = ASSIGNMENTS[assignment][question].answers

        def earns(change, make=make, asked=asked, question=question):
            def changed(own):
                answers = make(own)
                answers = answers if isinstance(answers, list) else [answers]
                return [change(variable, one) for variable, one in zip(asked, answers, strict=True)]

            return earned(findings(assignment, question, changed, student, 1, audit=True))

        known = {variable: names_in(assignment, variable) for variable in asked}
        whole = earns(lambda variable, one: one)
        paper += whole - earns(lambda variable, one, known=known: None if known[variable] else one)
        for of_name in (name for names in known.values() for name in names):
            points[of_name] = whole - earns(
                lambda variable, one, name=of_name, known=known: (
                    wrong(variable, name, one) if name in known[variable] else one
                )
            )
    return paper, points


def guessed(assignment, student):
    """The points for answers on paper, and what a program gets on average, or less, that has what
    is shipped, tries all answers, and hands in one of those that pass.
    """
    own, (paper, points) = task(assignment, student), points_of(assignment, student)
    left = {name: len(passing(assignment, name, own)) for name in points}
    return paper, sum(points[name] / left[name] for name in points)


@pytest.mark.deep
@each_assignment
def test_the_guide_says_what_the_key_gives_away(assignment):
    found = [guessed(assignment, f"student {number}") for number in range(12)]
    paper, by_trying = np.mean(found, axis=0)
    assert f"| `{assignment}` | {paper:g} | {by_trying:.1f} |" in GUIDE


@pytest.mark.deep
def test_the_guide_says_how_often_both_answers_are_infinite():
    """In ship_it whoever writes `inf` twice has both, for the ids to which this happens."""
    right, often = reference_of("ship_it").RIGHT, 0
    for number in range(300):
        own = task("ship_it", f"student {number}")
        often += right["report_epsilon"](own) == right["total_epsilon"](own) == math.inf
    assert f"for {often} of 300 ids" in GUIDE


def test_a_check_number_is_no_digest():
    """Other answers of three kinds pass as well: numbers, counts and names."""
    asked, found = KEYS["ship_it"].asked["most_epsilon"], []
    given = next(some_cases("ship_it", "most_epsilon", 1))
    (sealed,), _ = key_of("ship_it").sealed("most_epsilon", given, None)
    salt = case_of("ship_it", "most_epsilon", given)
    for wrong in (np.geomspace(0.01, 100, 1_000), range(1_000), map(math.sqrt, range(1_000))):
        found.append(sum(has_check_number(sealed, float(one), asked, salt) for one in wrong))
    assert all(20 < one < 130 for one in found), found
    right = of(reference_of("ship_it").RIGHT["most_epsilon"], given)
    assert fits(
        seal(right, asked.tolerance, asked.reach, salt), right, asked.tolerance, asked.reach, salt
    )
