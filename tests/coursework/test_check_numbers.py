"""A check number is all that is shipped of an answer that a student writes down.

Nobody finds the answer with it by trying all.
"""

import ast
import itertools
import math
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from soundness import (
    ASSIGNMENTS,
    CHECKS,
    KEYS,
    SOURCES,
    findings,
    on_paper,
    solution_of,
    solved,
    task,
)

from coursework.keys import Reference, mistakes_of
from ldp_checks.assignments.rappor.questions import CHOICES as RAPPOR
from ldp_checks.assignments.ship_it import questions as ship_it
from ldp_checks.assignments.telemetry.questions import CHOICES as PLANS
from ldp_checks.findings import earned
from ldp_checks.sealed_answers import key_of

GUIDE = (SOURCES.parent / "book" / "teaching_coursework.md").read_text(encoding="utf-8")
each_assignment = pytest.mark.parametrize("assignment", ASSIGNMENTS)
PAPER = [
    (assignment, name)
    for assignment, key in KEYS.items()
    for name, about in key.items.items()
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


def some_cases(assignment, name, number):
    """Combinations of givens, drawn from all."""
    item, cases = KEYS[assignment].items[name], mistakes_of(assignment).CASES
    cases = cases[KEYS[assignment].items[name].givens]
    for case in Random(name).sample(cases, min(number, len(cases))):
        yield SimpleNamespace(**dict(zip(item.givens.split(), case, strict=True)))


def right_of(assignment, name, given):
    return Reference(assignment, name, given).right(None)[0]


@pytest.mark.parametrize(("assignment", "name"), PAPER, ids=map(" - ".join, PAPER))
def test_a_right_answer_passes_and_a_known_mistake_does_not(assignment, name, deep):
    shipped, exact = key_of(assignment), KEYS[assignment]
    item = exact.items[name]
    for given in some_cases(assignment, name, 200 if deep else 5):
        reference = Reference(assignment, name, given)
        (right,) = reference.right(None)
        assert exact.judge(name, given, right) == (True, "")
        holds, sentence = shipped.judge(name, given, right)
        assert holds and "grading" in sentence
        for _, _, wrong in reference.wrong(None):
            if not exact.judge(name, given, wrong)[0]:
                assert item.residues == 1 or not shipped.judge(name, given, wrong)[0]


@pytest.mark.parametrize(("assignment", "name"), PAPER, ids=map(" - ".join, PAPER))
def test_nothing_else_is_shipped_of_an_answer_on_paper(assignment, name):
    """There is a place in a cell and a number below `residues`, also of infinity."""
    item, infinite = KEYS[assignment].items[name], set()
    for given in some_cases(assignment, name, 20):
        right, mistakes = key_of(assignment).seals(name, given, None)
        assert not mistakes and len(right) == 1
        places, number, nonce = right[0].split(".")
        assert len(places) <= 2 and int(number) < item.residues and int(nonce) < 1_000
        if right_of(assignment, name, given) == math.inf:
            infinite.add(places)
    assert len(infinite) != 1 or name == "changing_epsilon" or "00" not in infinite


def candidates(assignment, name, own):
    """Return all answers that somebody tries who knows what kind of answer it is.

    Of a number its power of ten is known, of faults that they are two at most.
    """
    item = KEYS[assignment].items[name]
    right = right_of(assignment, name, item.given(own))
    if name.startswith("faults of"):
        known = ship_it.NAMES[name.removeprefix("faults of ")]
        return [
            sorted(some)
            for size in range(3)
            for some in itertools.combinations(known, size)
        ]
    if name == "refuted":
        return [
            list(some)
            for size in range(4)
            for some in itertools.combinations("ABC", size)
        ]
    if name == "victim_secret":
        return sorted({row[own.secret] for row in own.rows})
    if isinstance(right, str):
        return CHOICES[assignment, name]
    if right == math.inf or not right:
        return [right]
    low = 10 ** math.floor(math.log10(right))
    if not item.tolerance:
        return list(range(math.ceil(low), 10 * low))
    return [*(low * np.exp(np.arange(0, math.log(10), 2 * item.tolerance)))]


def passing(assignment, name, own):
    return [
        candidate
        for candidate in candidates(assignment, name, own)
        if key_of(assignment).judge(name, own, candidate)[0]
    ]


@each_assignment
def test_many_wrong_numbers_pass_a_check_number(assignment):
    """About one in 16 passes. For given ids this is no matter of chance; the limits are
    those of a binomial law at six standard deviations.
    """
    tried = left = 0
    for student in ("ada", "bo", "cy"):
        own = task(assignment, student)
        for name in (name for of_it, name in PAPER if of_it == assignment):
            if KEYS[assignment].items[name].residues == 16:
                tried += len(candidates(assignment, name, own))
                left += len(passing(assignment, name, own))
    assert abs(left - tried / 16) < 6 * math.sqrt(tried * 15) / 16 + 10


def copy(several):
    return dict(several) if isinstance(several, dict) else list(several)


def names_in(assignment, variable):
    """The answers on paper that one variable of a notebook holds."""
    names = (name for of_it, name in PAPER if of_it == assignment)
    return [
        name for name in names if name.partition("[")[0].partition(" ")[0] == variable
    ]


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
    """Return the points for all answers on paper, and by name, from the audit."""
    paper, points = 0, {}
    for of_it, question in CHECKS:
        if of_it != assignment or not on_paper(assignment, question):
            continue
        variables = ASSIGNMENTS[assignment][question].answers

        def earns(change, variables=variables, question=question):
            def changed(own):
                answers = solved(assignment, question)(own)
                return [
                    change(variable, answer)
                    for variable, answer in zip(variables, answers, strict=True)
                ]

            return earned(
                findings(assignment, question, changed, student, 1, audit=True)
            )

        known = {variable: names_in(assignment, variable) for variable in variables}
        whole = earns(lambda variable, answer: answer)
        paper += whole - earns(
            lambda variable, answer, known=known: None if known[variable] else answer
        )
        for of_name in (name for names in known.values() for name in names):
            points[of_name] = whole - earns(
                lambda variable, answer, name=of_name, known=known: (
                    wrong(variable, name, answer) if name in known[variable] else answer
                )
            )
    return paper, points


def guessed(assignment, student):
    """Return the points for answers on paper, and what a program gets by trying.

    It has what is shipped, tries all answers, and hands in one of those that pass. It
    gets so much on average, or less.
    """
    own, (paper, points) = task(assignment, student), points_of(assignment, student)
    left = {name: len(passing(assignment, name, own)) for name in points}
    return paper, sum(points[name] / left[name] for name in points)


@pytest.mark.deep
@each_assignment
def test_the_guide_states_the_points_of_a_guessing_program(assignment):
    counts = [guessed(assignment, f"student {number}") for number in range(12)]
    paper, by_trying = np.mean(counts, axis=0)
    assert f"| `{assignment}` | {paper:g} | {by_trying:.1f} |" in GUIDE


@pytest.mark.deep
def test_the_guide_says_how_often_both_answers_are_infinite():
    """In ship_it whoever writes `inf` twice has both, for some ids."""
    often = 0
    for number in range(300):
        s = solution_of("ship_it", f"student {number}")
        often += s.report_epsilon == s.total_epsilon == math.inf
    assert f"for {often} of 300 ids" in GUIDE
