"""The sample assignment, on which the grading is tested."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE / "sample")]


@pytest.fixture(scope="session")
def sample():
    from coursework import assignments

    return assignments.load("randomized_response", HERE / "sample" / "sources", "sample_checks")
