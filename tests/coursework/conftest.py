"""The sample assignment, on which the grading is tested; and the table of all verdicts at the end of a run."""

import os
import sys
from collections import defaultdict
from pathlib import Path

import pytest

os.environ.setdefault(
    "OPENBLAS_NUM_THREADS", "1"
)  # before NumPy is imported: the tests share the cores already

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE / "sample")]


@pytest.fixture(scope="session")
def sample():
    from coursework import assignments

    return assignments.load("randomized_response", HERE / "sample" / "sources", "sample_checks")


def pytest_terminal_summary(terminalreporter):
    """How many answers were judged how often; and what tests have to say with record_property("says", …)."""
    judged, said = defaultdict(list), []
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            if name in ("right", "wrong"):
                assignment, times = value
                judged[assignment, name].append(times)
            elif name == "says":
                said.append(value)
    for (assignment, kind), times in sorted(judged.items()):
        answers = f"{len(times)} {kind} answers judged {sum(times):,} times"
        terminalreporter.write_line(
            f"{assignment}: {answers}, {min(times):,} to {max(times):,} each, no wrong verdict"
        )
    for text in said:
        terminalreporter.write_line(text)
