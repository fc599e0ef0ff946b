"""Under an answer stands what failed and what it is worth, and no success beside it."""

import re

import pytest
from soundness import CHECKS, findings, solved, tables

from coursework.grading.pages import feedback
from coursework.grading.results import Graded, Mark
from ldp_checks.findings import Finding, question, report

STUDENTS = "ada", "grace", "s3", "s7"
WRONG = {case: make for case, (make, *_) in tables("WRONG").items()}
# Of some numbers a sentence says what a right one would be, so that it fits both: found
# 3,018, "it is at most 77".
LIMITS = (
    "a correct answer",
    "is at most",
    "up to 1.001 is right",
    "are in groups of at least",
)


def sentences(answers, case, holds):
    """Return the sentences about answers, for what holds and for what does not.

    There is one sentence for all numbers in it.
    """
    results = [
        finding
        for answer, make in answers.items()
        for student in STUDENTS
        if answer[:2] == case
        for finding in findings(*case, make, student)
    ]
    return {
        re.sub(r"\d[\d.,]*", "#", finding.message): finding.message
        for finding in results
        if finding.holds == holds
    }


@pytest.mark.parametrize("case", CHECKS, ids=" - ".join)
@pytest.mark.deep
def test_success_and_failure_have_different_sentences(case):
    # what holds is said alike of all right answers
    success = sentences({case: solved(*case)}, case, True)
    failure = sentences(WRONG, case, False)
    assert success and failure
    alike = [failure[sentence] for sentence in success.keys() & failure.keys()]
    assert all(any(limit in sentence for limit in LIMITS) for sentence in alike), alike


def test_a_failed_finding_shows_zero_points():
    @question(points=2)
    def check(answer, *, student, rng):
        yield Finding(True, "this is right", 1.5)
        yield Finding(False, "this is not", 0.5)
        yield Finding(False, "a note")

    assert report(check, check.findings(1, student="ada", rng=None)).splitlines() == [
        "check: 1.5 of 2 points",
        "  ✓ this is right  [1.5 of 1.5]",
        "  ✗ this is not  [0 of 0.5]",
        "  ✗ a note",
    ]


def test_a_page_of_feedback_shows_code_and_makes_nothing_else_of_a_message():
    messages = {
        "draw from `rng`": "draw from <code>rng</code>",
        "`<b>` & `x`": "<code>&lt;b&gt;</code> &amp; <code>x</code>",
        "you wrote “`x` <i>”": "you wrote “`x` &lt;i&gt;”",  # a student's own words
        "you wrote “`x` … (cut": "you wrote “`x` … (cut",
        "tells_more: not answered yet": "tells_more: not answered",  # it is too late now
        "not implemented yet": "not answered",
        "you wrote “not answered yet”": "you wrote “not answered yet”",
    }
    findings = tuple(Finding(False, message) for message in messages)
    mark = Mark("a", "1. A?", 1, 0, None, findings, "")
    page = feedback(Graded("ada", "survey", "", "ada", (mark,), ()))
    assert re.findall("<li>✗ (.*?)</li>", page) == list(messages.values())
    assert "<h2>1. A? 0 of 1 point</h2>" in page
