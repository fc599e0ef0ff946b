"""Provide the sample assignment, say what is not tested, and print all verdicts."""

import os
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest

# before NumPy is imported: the tests share the cores already
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE / "sample")]


SANDBOX = "grading in the sandbox: "
HOW = (
    "Debian, Ubuntu: apt install bubblewrap (from Ubuntu 24.04 on also "
    "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0); "
    "in a container: podman run --security-opt seccomp=unconfined --security-opt unmask=ALL; "
    "macOS, Windows: a Linux virtual machine"
)


@pytest.fixture(scope="session")
def why_no_jail():
    """Why this machine cannot jail student code, and what to do; None if it can."""
    from coursework.grading.sandbox.bubblewrap import SandboxMissing
    from coursework.grading.sandbox.notebook import Sandbox

    try:
        with Sandbox():
            pass
    except SandboxMissing as missing:
        return f"{str(missing).splitlines()[0].rstrip('.')}. To get it: {HOW}."
    return None


@pytest.fixture(scope="session")
def needs_jail(why_no_jail):
    """Skip tests that run student code where there is no jail, and say so in a line."""
    if why_no_jail:
        pytest.skip(SANDBOX + why_no_jail)


@pytest.fixture(scope="session")
def sandbox(needs_jail):
    from coursework.grading.sandbox.notebook import Sandbox

    with Sandbox() as started:
        yield started


@pytest.fixture(scope="session")
def times(deep):
    """How often an answer is judged: see soundness.py."""
    from soundness import DEEP

    return int(os.environ.get("COURSEWORK_TIMES", DEEP if deep else 1))


@pytest.fixture(scope="session")
def sample():
    from coursework import assignments

    return assignments.load("randomized_response", HERE / "sample" / "sources")


def pytest_terminal_summary(terminalreporter):
    """Print how many answers were judged how often.

    Also what tests have to say with record_property("says", …).
    """
    skipped = [
        report.longrepr[2] for report in terminalreporter.stats.get("skipped", [])
    ]
    for reason, tests in Counter(skipped).items():
        if SANDBOX in reason:
            terminalreporter.write_line(
                f"Not tested here ({tests}): {reason.removeprefix('Skipped: ')}"
            )
    judged, sentences = defaultdict(list), []
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            if name in ("right", "wrong"):
                assignment, times = value
                judged[assignment, name].append(times)
            elif name == "says":
                sentences.append(value)
    for (assignment, kind), times in sorted(judged.items()):
        answers = f"{len(times)} {kind} answers judged {sum(times):,} times"
        terminalreporter.write_line(
            f"{assignment}: {answers}, {min(times):,} to {max(times):,} each, no wrong verdict"
        )
    for text in sentences:
        terminalreporter.write_line(text)
