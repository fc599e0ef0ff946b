"""Ask a check again and again: other students, other hidden inputs, other coins each time.

No seed is fixed. A failure prints the entropy that repeats it.
"""

import os

import numpy as np

from ldp_course.checks.feedback import earned

RUNS = 1_000
SLOW_RUNS = int(os.environ.get("SLOW_RUNS", 10))  # of answers that loop over people; SLOW_RUNS=1000 for all


def points_of(check, make, run, entropy=None):
    """What `make(task of a student)` earns: (points, messages, how to repeat it)."""
    entropy = np.random.SeedSequence().entropy if entropy is None else entropy
    student = f"student-{run}"
    answers = make(student)
    answers = answers if isinstance(answers, tuple) else (answers,)
    found = check.findings(*answers, student=student, rng=np.random.default_rng(entropy))
    said = "\n".join(one.message for one in found if not one.holds)
    return earned(found), said, f"points_of(check, make, {run}, entropy={entropy}): {said}"


def always(check, make, points, said="", runs=RUNS):
    """Every student and every draw gives these points (or one of these), and the sentence if there is one."""
    allowed = points if isinstance(points, set) else {points}
    for run in range(runs):
        got, messages, repeat = points_of(check, make, run)
        assert got in allowed, f"{got} points, not {points}; repeat by {repeat}"
        assert said in messages, f"missing {said!r} in {repeat}"
