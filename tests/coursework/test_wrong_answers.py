"""Every known mistake loses its points every time, and the student is told why."""

import pytest
from sampling import sampled
from soundness import REPEATED, judge, tables

WRONG = tables("WRONG")


@REPEATED
@pytest.mark.parametrize("case", sampled(WRONG, 1 / 3, ids=map(" - ".join, WRONG)))
def test_a_known_mistake_loses_its_points(case, times, record_property):
    assignment, question, _ = case
    make, points, *said = WRONG[case]
    judged = judge(assignment, question, make, points, said, times=times)
    record_property("wrong", (assignment, judged))
