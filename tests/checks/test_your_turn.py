"""A "your turn" cell leaves a `...` to its reader, which is not a mistake."""

import numpy as np
import pytest

from ldp_checks.findings import Finding, exercise, question


@exercise
def estimate(estimate):
    yield Finding(estimate(0.5) == 1, "estimate is right")


def whole(r):
    return ...


def in_the_middle(r):
    half = ...
    return 2 * half


@pytest.mark.parametrize("answer", [whole, in_the_middle])
def test_a_blank_is_asked_for_and_not_called_wrong(answer, capsys):
    estimate(answer)
    request = "your turn: write your line in place of ... and run again."
    assert capsys.readouterr().out == f"estimate, {request}\n"


def test_an_answer_is_judged(capsys):
    estimate(lambda r: 2 * r)
    assert capsys.readouterr().out == "estimate: 1 of 1 hold\n  ✓ estimate is right\n"


def test_a_blank_in_an_assignment_has_no_points(capsys):
    @question(points=2)
    def half(half):
        yield Finding(half(1) == 0.5, "half is right", 2)

    assert half(whole, rng=np.random.default_rng(1)) == 0
    assert "write your line in place of ..." in capsys.readouterr().out
