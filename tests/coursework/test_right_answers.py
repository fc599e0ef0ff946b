"""Every right answer, however it is written, gets full points every time."""

import pytest
from soundness import CHECKS, judge, tables

SLOW = tables("SLOW")
RIGHT = tables("RIGHT") | SLOW


@pytest.mark.parametrize("case", RIGHT, ids=" - ".join)
def test_a_right_answer_gets_all_points(case, record_property):
    assignment, question, _ = case
    points = {CHECKS[assignment, question].points}
    record_property(
        "right", (assignment, judge(assignment, question, RIGHT[case], points, slow=case in SLOW))
    )
