"""What a program that compares programs gets: the students' own code, under pseudonyms."""

import ast

import nbformat
from sample_class import SAMPLE, hand_in

from coursework import assignments
from coursework.extras import similarity
from coursework.grading.results import Submission

ANSWER = "def forced_answers(truths, rng):\n    %time pass\n    return truths"


def test_many_empty_lines_take_no_time():
    """The work grows with the length: squared, these 10^10 steps would take minutes."""
    for source in ("a" + "\n" * 100_000 + "b", "a\n" + " " * 100_000 + "b"):
        assert similarity.MAGIC.sub("", source) == source


def test_own_code_only_and_python(tmp_path):
    sample = assignments.load("randomized_response", SAMPLE / "sources")
    notebook = nbformat.writes(hand_in(sample, "kim", ANSWER, "share = 1", "My name is Kim"))
    submissions = [
        Submission("kim", sample.name, "kim.ipynb", notebook.encode()),
        Submission("bob", sample.name, "bob.ipynb", b"not a notebook"),
    ]
    similarity.export(submissions, {sample.name: sample}, {"kim": "student-1"}, tmp_path)
    files = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.py"))
    name = sample.name
    assert files == [f"{name}/base/{name}.py", f"{name}/submissions/student-1/{name}.py"]
    own, base = (tmp_path / files[1]).read_text("utf-8"), (tmp_path / files[0]).read_text("utf-8")
    assert "    # %time pass\n    return truths" in own
    assert "share = 1" in own
    assert "kim" not in own.lower()
    assert "raise NotImplementedError()" in base
    assert "raise NotImplementedError()" not in own
    ast.parse(own)
    ast.parse(base)
