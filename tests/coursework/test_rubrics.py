"""What a person marks has a rubric, of one form, before the answer."""

import re

import pytest

from coursework import assignments

ROW = re.compile(
    r"^\| (?P<name>[^|]+) \((?P<points>\d+) points?\) \| .+ \| .+ \| .+ \|$", re.M
)


@pytest.mark.parametrize("name", assignments.names())
def test_rows_with_full_half_and_none_add_up_to_the_points(name):
    assignment = assignments.load(name)
    cells = assignment.source.cells
    for question in assignment.questions:
        if question.check is None:
            place = next(i for i, c in enumerate(cells) if question.grade_id in _id(c))
            rubric = cells[place - 1].source
            assert "\n| | full | half | none |\n|---|---|---|---|\n" in rubric
            rows = ROW.findall(rubric)
            assert len(rows) == 3
            assert sum(int(points) for _, points in rows) == question.points


def _id(cell):
    return assignments.grade_ids([cell])
