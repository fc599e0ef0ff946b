"""Ask a check again and again: a right answer never loses a point, a known mistake never keeps it.

Every time with another student and fresh randomness, printed if it fails. COURSEWORK_TIMES=1000 for the full count.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable

import numpy as np

from ldp_course.checks.feedback import Check, Finding, earned, report
from ldp_course.checks.statistics import ERROR

TIMES = int(os.environ.get("COURSEWORK_TIMES", "5"))


def ask(check: Check, answers: Callable[[str], list], seed: int) -> list[Finding]:
    """The findings for one student, whose id and luck come from the seed. answers(student) are the student's answers."""
    student = f"student {seed % 10_000}"
    return check.findings(*answers(student), student=student, rng=np.random.default_rng(seed))


def always(check: Check, answers: Callable[[str], list], most: float, least: float = 0) -> list[Finding]:
    """Assert that the points lie between `least` and `most` every time. Returns the last findings."""
    for _ in range(TIMES):
        seed = secrets.randbits(64)
        found = ask(check, answers, seed)
        assert least <= earned(found) <= most, f"seed {seed}, points {least:g} to {most:g} expected\n{report(check, found)}"
    return found


def count_stated_tests(found: list[Finding]) -> int:
    """How many tests, each wrong with probability ERROR, the messages of a right answer state."""
    text = " ".join(finding.message for finding in found)
    grouped = re.findall(rf"\((\d+) tests, each with error {ERROR:g}\)", text)
    return text.count(f"with probability {ERROR:g}") + sum(map(int, grouped))


def chance_of_a_wrong_verdict(tests: int, students: int = 300) -> float:
    """That at least one right answer of a class fails, if each student's right answers meet so many tests."""
    return 1 - (1 - ERROR) ** (students * tests)
