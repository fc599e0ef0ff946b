"""Whatever is given to whatever is public: a right result or a clear error, in under a second.

`python -m tests.fuzz` counts the outcomes; inputs.py has the inputs, judge.py what is clear.
The quick tests take a third of the cases of each call, the same ones each time.
"""

import inspect
import random

import pytest

from tests.fuzz.calls import all_calls, constructors, plot_calls, public_names
from tests.fuzz.judge import judge

CALLS = {call.name: call for call in all_calls()}


def wrong_ones(cases):
    for call, argument, label, value, wanted in cases:
        outcome, what = judge(call, argument, value, wanted)
        if outcome not in ("right", "clear error"):
            yield f"{outcome}: {call.name}({argument}: {label}) {what}"


def cases_of(calls):
    return [(call, *case) for call in calls for case in call.cases()]


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.deep)])
@pytest.mark.parametrize("name", CALLS)
def test_the_cases_of_a_call(name, every):
    cases = cases_of([CALLS[name]])
    chosen = cases if every else random.Random(name).sample(cases, -(-len(cases) // 3))
    assert list(wrong_ones(chosen)) == []


@pytest.mark.deep
def test_figures():
    assert list(wrong_ones(cases_of(plot_calls()))) == []


def test_every_public_name_is_called():
    """A new function, class or word of a class is missing here until calls.py has it."""
    called = {part for name in CALLS for part in name.replace(",", ".").split(".")}
    called |= {name.split(":")[0] for name in called} | {
        "Decoded",
        "Audit",
        "Parameters",
        "Reconstruction",
        "Examination",
        "Finding",
        "FoundWords",
        "AlwaysNo",
        "ShapeTest",
    }
    assert {name for name in public_names() if name not in called} == set()
    for name, (make, plain) in constructors().items():
        parameters = inspect.signature(make).parameters
        left_out = set(parameters) - set(plain)
        assert left_out <= {"epsilon", "p", "blocks"}, (name, left_out)
