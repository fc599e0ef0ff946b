"""The audit: asks a student's jailed functions with inputs that the student cannot know, and
decides here.

The checks and the verdict stay in this process. The jail only answers "what does this function
return for that?".
"""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from coursework.grading.jail import Jail
from coursework.grading.notebook import Ended, Notebook
from ldp_course.checks.feedback import Check, Finding, earned

AUDIT_SECONDS = 900  # how long one audit may wait for the jail in all
RAISED = "your code raised "


@dataclass
class Verdict:
    """What the audit found: for each check its findings, and notes about the notebook as a
    whole.
    """

    findings: dict[str, list[Finding]]
    notes: list[str]
    told: object = None  # what the notebook calls its student
    student: str = ""  # whose numbers it was graded with

    def points(self, check: Check) -> float:
        return min(max(earned(self.findings[check.name]), 0.0), check.points)


def audit(
    cells: Sequence[tuple[str, str]],
    checks: Sequence[Check],
    ids: Sequence[str],
    seed: bytes,
    jail: Jail,
) -> Verdict:
    """Ask every check.

    cells: the code cells of the notebook that are no test cells, as (how to call it, its source)
    ids: of the student by whom the submission came; the numbers are those of the one that the
    notebook names, else of
        the first
    seed: secret; with the student and the check's name it decides the hidden inputs
    """
    names = sorted({name for check in checks for name in check.answers} | {"student"})
    notebook = Notebook(list(cells), names, jail, time.monotonic() + AUDIT_SECONDS)
    verdict = Verdict({}, notebook.notes)
    try:
        verdict.told = _told(notebook)
        verdict.student = next((name for name in ids if same_id(name, verdict.told)), ids[0])
        for check in checks:
            rng = generator(seed, ids[0], check.name)
            verdict.findings[check.name] = _ask(notebook, check, verdict.student, rng)
    finally:
        notebook.close("is no longer needed")
    return verdict


def same_id(one: str, other: object) -> bool:
    return isinstance(other, str) and one.strip().lower() == other.strip().lower()


def _told(notebook: Notebook) -> object:
    try:
        return notebook.answer("student")
    except (Ended, LookupError):
        return None


def generator(seed: bytes, *names: str) -> np.random.Generator:
    """The same hidden inputs at every regrading, and nobody can tell them without the secret."""
    digest = hmac.digest(seed, json.dumps(names).encode(), hashlib.sha256)
    return np.random.default_rng(int.from_bytes(digest, "big"))


def _ask(notebook: Notebook, check: Check, student: str, rng: np.random.Generator) -> list[Finding]:
    try:
        answers = [notebook.answer(name) for name in check.answers]
    except Ended as end:
        return [Finding(False, f"your notebook could not be asked: it {end}")]
    except LookupError as missing:
        return [Finding(False, missing.args[0])]
    found = check.findings(*answers, student=student, rng=rng)
    if notebook.end:
        found = [one for one in found if not one.message.startswith(RAISED + Ended.__name__)]
        found.append(Finding(False, f"your code {notebook.end}"))
    return [_without_text(one) if one.message.startswith(RAISED) else one for one in found]


def _without_text(finding: Finding) -> Finding:
    """An exception's text may hold hidden inputs; its kind is enough, and the student's own run
    tells the rest.
    """
    return replace(finding, message=finding.message.partition(":")[0])
