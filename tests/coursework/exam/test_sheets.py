"""An exam: marks, text and numbers fit together, and students are not given the
solutions."""

import re
from string import Formatter

import pytest

from coursework import assignments
from coursework.exam import __main__ as command
from coursework.exam import sheet

NUMBERS = [*range(1, 5)]
EVERY = [
    (name, problem.name)
    for name in sheet.ASSIGNMENTS
    for problem in sheet.problems(name, "any")
]


def problem(assignment, name, seed):
    return next(
        candidate
        for candidate in sheet.problems(assignment, seed)
        if candidate.name == name
    )


def test_each_assignment_has_questions_mistakes_and_problems():
    assert sorted(sheet.ASSIGNMENTS) == assignments.names()
    for name in sheet.ASSIGNMENTS:
        _, notes, _ = sheet.parts(name)
        oral, mistakes = notes.split("## Typical wrong answers")
        questions = len(re.findall("^### ", oral, re.M))
        assert oral.count("**A good answer**") == oral.count("**A weak answer**")
        assert oral.count("**A good answer**") == questions > 0
        assert re.search(r"^\|(?: [^|]+ \|){4}$", mistakes, re.M)
        assert sheet.problems(name, "any")


@pytest.mark.parametrize(("assignment", "name"), EVERY)
def test_marks_add_up_and_every_number_has_its_place(assignment, name):
    pieces = sheet.HEADING.split(sheet.parts(assignment)[2])
    fields = {
        field
        for _, field, _, _ in Formatter().parse(pieces[pieces.index(name) + 3])
        if field
    }
    shown = set()
    for seed in NUMBERS:
        paper = problem(assignment, name, str(seed))
        assert paper.solution == problem(assignment, name, str(seed)).solution, (
            "the same seed"
        )
        steps = re.findall(r"^\d+\. \((\d+)\) ", paper.solution, re.M)
        assert sum(map(int, steps)) == paper.marks
        assert "**Also accepted**" in paper.solution
        assert "**Typical mistake**" in paper.solution
        questions = re.findall(r"^([a-e])\. ", paper.question, re.M)
        assert questions == list("abcde"[: len(questions)])
        assert {field.partition("[")[0] for field in fields} <= set(paper.numbers)
        assert not re.search(r"nan|inf\b|[{}]", paper.question + paper.solution)
        shown.add(paper.solution)
    assert len(shown) > 1, "another seed, other numbers"


def test_the_command_writes_an_exam_a_solution_and_notes(tmp_path, capsys):
    chosen = ["telemetry.plan", "randomized_response"]
    assert command.main([*chosen, "--seed", "Autumn", "--output", str(tmp_path)]) == 0
    assert "Seed: Autumn" in capsys.readouterr().out
    exam, solution, oral = (
        (tmp_path / f"{name}.html").read_text("utf-8")
        for name in ("exam", "solution", "oral")
    )
    assert exam.index("Audit a plan") < exam.index("A die that forces answers")
    assert "A die that forces answers" in solution
    assert "<table>" in oral
    for hidden in ("Solution", "Also accepted", "Typical mistake", "Autumn"):
        assert hidden not in exam
        assert hidden in solution
    assert "RAPPOR" not in exam + solution + oral.partition("<body>")[0]


def test_an_unknown_problem_is_refused(tmp_path, capsys):
    assert command.main(["telemetry.dice", "--output", str(tmp_path)]) == 2
    assert (
        "no such problem: telemetry.dice. There are: threat_models,"
        in capsys.readouterr().err
    )
    assert not list(tmp_path.iterdir())
