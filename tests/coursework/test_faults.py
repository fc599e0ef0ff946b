"""Every fault of a client, tried on every question that randomizes, loses points.

The engine calls a function many times with one table, so that a truth at a fixed place
of it is seen with certainty.
"""

import re

import pytest
from faults import RANDOMIZES, faults_of, spoiled
from sampling import sampled
from soundness import CHECKS, SOURCES, judge, solved

CASES = [(*question, fault) for question in RANDOMIZES for fault in faults_of(question)]


def test_every_question_that_randomizes_is_among_them():
    """Such a question asks for a function of `rng` that does more than order rows."""
    for case, check in CHECKS.items():
        source = SOURCES / case[0] / "source.ipynb"
        taken = re.findall(r"def (\w+)\([^)]*rng\)", source.read_text(encoding="utf-8"))
        if set(taken) & set(check.answers) - {"export"}:
            assert case in RANDOMIZES, case


@pytest.mark.parametrize("case", sampled(CASES, 1 / 6, ids=map(" - ".join, CASES)))
def test_a_fault_of_a_client_loses_its_points(case, times, record_property):
    *question, name = case
    fault, most, *sentences = faults_of(tuple(question))[name]
    make = spoiled(tuple(question), fault, solved(*question))
    most = CHECKS[tuple(question)].points - 0.01 if most is None else most
    judged = judge(*question, make, most, any_of=sentences, times=max(times // 10, 1))
    record_property("wrong", (question[0], judged))
