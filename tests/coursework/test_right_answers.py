"""Every right answer, however it is written, gets full points every time."""

import pytest
from sampling import sampled
from soundness import CHECKS, judge, right_answers, tables

SLOW = tables("SLOW")
RIGHT = right_answers()


@pytest.mark.parametrize("case", sampled(RIGHT, 1 / 3, ids=map(" - ".join, RIGHT)))
def test_a_right_answer_gets_all_points(case, times, record_property):
    assignment, question, _ = case
    points = {CHECKS[assignment, question].points}
    judged = judge(
        assignment, question, RIGHT[case], points, slow=case in SLOW, times=times
    )
    record_property("right", (assignment, judged))
