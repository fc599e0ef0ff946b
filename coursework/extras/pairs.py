"""Pairs: two ids, one submission. Both get its points; the individual numbers are those of the one
whose id stands in the notebook.

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
    """Partner of each student, by the id in small letters; ValueError names every line at fault.

    name_of: the student who has an id; ValueError if nobody has
    """
    partners, faults = {}, []
    for line, row in tables.rows(path, ("student", "partner")):
        pair = [row["student"], row["partner"]]
        try:
            ids = [name_of(one) for one in pair]
        except ValueError as error:
            faults.append(f"line {line}: {error}")
            continue
        first, second = (one.lower() for one in ids)
        if not all(pair) or first == second:
            faults.append(f"line {line}: a pair has two different ids, not {' and '.join(pair)}")
        faults += [
            f"line {line}: {shown} is in a pair already"
            for one, shown in zip((first, second), pair, strict=True)
            if one in partners
        ]
        partners |= {first: ids[1], second: ids[0]}
    tables.demand(path, faults)
    return partners


def either_id(submissions: list[Submission], partners: dict[str, str]) -> list[Submission]:
    """The notebook may name either of the two."""
    return [
        replace(one, other_ids=(*one.other_ids, partners[one.student.lower()]))
        if one.student.lower() in partners
        else one
        for one in submissions
    ]


def for_both(graded: list[Graded], partners: dict[str, str]) -> list[Graded]:
    """Each result of a pair, and the same for the partner, unless both handed in."""
    own = {(one.student.lower(), one.assignment) for one in graded}
    results = []
    for one in graded:
        partner = partners.get(one.student.lower())
        if partner is None:
            results.append(one)
            continue
        numbers = f"the individual numbers are those of {one.numbers_of}"
        if (partner.lower(), one.assignment) in own:
            note = f"in a pair with {partner}, and both handed in: each has the own result"
            results.append(one.with_notes(note))
            continue
        results.append(one.with_notes(f"in a pair with {partner}; {numbers}"))
        copy = replace(one, student=partner, handed_in_by=one.student)
        results.append(copy.with_notes(f"handed in by {one.student}, in a pair; {numbers}"))
    return sorted(results, key=lambda one: (one.assignment, one.student))
