"""Every known mistake loses its points every time, and the student is told why."""

from importlib import import_module

import numpy as np
import pytest
from sampling import sampled
from soundness import KEYS, REPEATED, judge, tables, task

WRONG = tables("WRONG")
# those whose sentences stand in the tables of the reference
MISTAKES = {
    (assignment, item): mistakes
    for assignment in KEYS
    for item, mistakes in import_module(
        f"coursework.{assignment}.reference"
    ).MISTAKES.items()
}
# a plan that does not count its copies has the p that is mended
NEVER = "each copy of a report has noise of its own"


@REPEATED
@pytest.mark.parametrize("case", sampled(WRONG, 1 / 3, ids=map(" - ".join, WRONG)))
def test_a_known_mistake_loses_its_points(case, times, record_property):
    assignment, question, _ = case
    make, points, *sentences = WRONG[case]
    judged = judge(assignment, question, make, points, sentences, times=times)
    record_property("wrong", (assignment, judged))


def told(assignment, item, wrong, student):
    """Return what the audit says of an item that is wrong; None if that is right."""
    key, own = KEYS[assignment], task(assignment, student)
    about, given = key.items[item], key.items[item].given(own)
    inputs = key.inputs(item, own, np.random.default_rng(1)) if about.inputs else None
    with np.errstate(all="ignore"):
        result = wrong(given) if inputs is None else [wrong(given, *i) for i in inputs]
    holds, sentence = key.judge(item, own, result, inputs)
    return None if holds else sentence


@pytest.mark.parametrize("case", MISTAKES, ids=" - ".join)
def test_each_mistake_of_the_reference_is_wrong_and_gets_its_sentence(case):
    """For one of 100 students at least: some have numbers for which it is right."""
    for sentence, wrong in MISTAKES[case].items():
        if isinstance(wrong, tuple) or sentence.startswith(NEVER):
            continue  # so near that it passes when it is not rounded
        students = (f"student {number}" for number in range(100))
        assert any(told(*case, wrong, who) == sentence for who in students), sentence
