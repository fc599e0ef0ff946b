"""Pairs: two ids, one submission, and points for both.

The individual numbers are those of the student whose id stands in the notebook.

    student,partner
    kim@example.org,sam@example.org
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from coursework.extras import tables
from coursework.grading.results import Graded, Submission


def read(path: Path, name_of: Callable[[str], str] = str) -> dict[str, str]:
    """Return each student's partner, by the student's id in small letters.

    name_of : the student who has an id; ValueError if nobody has it

    Raise ValueError with every line at fault.
    """
    partners, faults = {}, []
    for line, row in tables.rows(path, ("student", "partner")):
        pair = [row["student"], row["partner"]]
        try:
            ids = [name_of(student) for student in pair]
        except ValueError as error:
            faults.append(f"line {line}: {error}")
            continue
        first, second = (student.lower() for student in ids)
        if not all(pair) or first == second:
            faults.append(
                f"line {line}: a pair has two different ids, not {' and '.join(pair)}"
            )
        faults += [
            f"line {line}: {shown} is in a pair already"
            for student, shown in zip((first, second), pair)
            if student in partners
        ]
        partners |= {first: ids[1], second: ids[0]}
    tables.demand(path, faults)
    return partners


def either_id(
    submissions: list[Submission], partners: dict[str, str]
) -> list[Submission]:
    """Return the submissions with the partners' ids: a notebook may name either."""
    results = []
    for submission in submissions:
        if partner := partners.get(submission.student.lower()):
            ids = (*submission.other_ids, partner)
            submission = replace(submission, other_ids=ids)
        results.append(submission)
    return results


def for_both(graded: list[Graded], partners: dict[str, str]) -> list[Graded]:
    """Return each result, and a copy for the partner unless both handed in."""
    own = {(result.student.lower(), result.assignment) for result in graded}
    results = []
    for result in graded:
        partner = partners.get(result.student.lower())
        if partner is None:
            results.append(result)
        elif (partner.lower(), result.assignment) in own:
            note = (
                f"in a pair with {partner}, and both handed in: each has the own result"
            )
            results.append(result.with_notes(note))
        else:
            numbers = f"the individual numbers are those of {result.numbers_of}"
            results.append(result.with_notes(f"in a pair with {partner}; {numbers}"))
            copy = replace(result, student=partner, handed_in_by=result.student)
            note = f"handed in by {result.student}, in a pair; {numbers}"
            results.append(copy.with_notes(note))
    return sorted(results, key=lambda result: (result.assignment, result.student))
