"""A written answer is found wherever it stands, and nothing that was given out is one."""

import copy
import json
from functools import cache
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_raw_cell
from sample_class import named

from coursework import assignments
from coursework.grading.grade import _cells, _mark, _run_notes
from coursework.grading.own_text import written
from coursework.grading.reading import read_notebook

TEXT = (
    "Before you answer: roll the die where nobody sees it. It's no proof of anything."
)
CHINESE = "回答之前，请在没有人看见的地方掷骰子。任何人都不能从你的回答中证明什么。"
PERSIAN = "پیش از پاسخ دادن، تاس را جایی بیندازید که کسی نمی‌بیند."


load = cache(assignments.load)


def found(assignment, notebook):
    """The answer to the written question, and the text elsewhere."""
    (question,) = [one for one in assignment.questions if not one.check]
    content = json.dumps(notebook).encode()
    return written(question, _cells(read_notebook(content), assignment), assignment)


@pytest.fixture
def blank():
    return copy.deepcopy(load("randomized_response").student_notebook)


def in_cell(name):
    def put(notebook, text):
        named(notebook)[name].source += f"\n\n{text}"

    return put


def replacing(name):
    def put(notebook, text):
        named(notebook)[name].source = text

    return put


def added(make):
    return lambda notebook, text: notebook.cells.insert(5, make(text))


def code(template):
    return added(lambda text: new_code_cell(template.replace("TEXT", text)))


def another_kind(notebook, text):
    """The cell for an answer in code becomes one for text."""
    cell = named(notebook)["mended_client_answer"]
    cell.cell_type, cell.source = "markdown", text
    del cell["outputs"], cell["execution_count"]


def renamed(notebook, text):
    cell = named(notebook)["promise"]
    cell.source, cell.metadata.nbgrader.grade_id = text, "promise-text"


PLACES = {
    "the question": in_cell("promise-text"),
    "another question, in its line": lambda notebook, text: named(notebook)[
        "try-text"
    ].update(source=f"{named(notebook)['try-text'].source} {text}"),
    "who helped": replacing("help"),
    "the title": in_cell("title"),
    "a new cell": added(new_markdown_cell),
    "a raw cell": added(new_raw_cell),
    "a renamed cell": renamed,
    "a cell of another kind": another_kind,
    "a comment": code("# TEXT"),
    "a comment below code": code("x = 1  # TEXT"),
    "a docstring": code('def leaflet():\n    """TEXT"""'),
    "a text": code('leaflet = """\nTEXT\n"""\nprint(leaflet)'),
    "an f-string": code('print(f"TEXT {task.a:.2f}")'),
    "a text that is not closed": code('"""TEXT'),
    "code that is none": code("TEXT"),
    "a magic": code("%%markdown\nTEXT"),
    "the cell with the id": in_cell("student"),
    "an answer in code": in_cell("people_needed_answer"),
    "a check": lambda notebook, text: replacing("mended_client")(notebook, f"# {text}"),
}


@pytest.mark.parametrize("text", [TEXT, CHINESE, PERSIAN])
@pytest.mark.parametrize("place", PLACES)
def test_an_answer_is_found_wherever_it_stands(blank, place, text):
    PLACES[place](blank, text)
    answer, elsewhere = found(load("randomized_response"), blank)
    assert answer == "" and text in elsewhere


@pytest.mark.parametrize("name", ["threat_models", "unary_encoding", "ship_it"])
def test_a_line_below_a_question_without_a_name_is_found(name):
    assignment = load(name)
    notebook = copy.deepcopy(assignment.student_notebook)
    texts = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    texts[-2].source += f"\n{TEXT}"
    assert found(assignment, notebook) == ("", TEXT)


@pytest.mark.parametrize("name", assignments.names())
def test_what_was_given_out_is_nobodys_answer(name):
    """Also if an editor changes spaces, and if cells are doubled, moved or joined."""
    assignment = load(name)
    notebook = copy.deepcopy(assignment.student_notebook)
    assert found(assignment, notebook) == ("", "")
    for cell in notebook.cells:
        cell.source = cell.source.replace("\n", "  \r\n") + "\n\n"
        cell.metadata = {} if cell.cell_type == "markdown" else cell.metadata
    notebook.cells = [*notebook.cells[::-1], *notebook.cells]
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    notebook.cells.append(new_markdown_cell("\n---\n".join(texts)))
    assert found(assignment, notebook) == ("", "")


def test_a_sentence_that_was_mended_after_the_release_is_nobodys_answer(blank):
    """nbgrader's checksum says that it was given out."""
    content = nbformat.writes(blank).replace("How far from 0.3 do you get", "How near")
    mended = copy.deepcopy(load("randomized_response").source)
    for cell in mended.cells:
        cell.source = cell.source.replace("How far from 0.3 do you get", "Is it near")
    old = load("randomized_response")
    new = assignments.Assignment(
        old.name, mended, old.questions, old.files, old.package, old.digest
    )
    assert found(new, blank) == ("", "")
    assert "How near" in found(new, nbformat.reads(content, as_version=4))[1]


SHORT = [  # as code has them
    'tells_more = "yes"', "# a fair coin", 'names = ["work mail", "my day"]  # of apps',
    'raise ValueError("not 0 or 1")', 'def f(x):\n    """The estimate, unbiased."""',
    "!pip install numpy scipy pandas", "%config InlineBackend.figure_format = 'svg'",
    "# " + "https://example.org/a-long-address/with-many-words/in-it.html",
    "match x:\n    case Point() as p: pass", "async def f(a, b): return a if b else await b",
    'student = "Ada Lovelace of group four"', "student = Ada Lovelace of group four",
]  # fmt: skip


@pytest.mark.parametrize("source", SHORT)
def test_names_values_and_short_comments_are_no_answer(blank, source):
    blank.cells.append(new_code_cell(source))
    assert found(load("randomized_response"), blank) == ("", "")


def test_no_code_of_this_course_is_taken_for_a_text(blank):
    """Comments and texts of it are long, but no line of code is three names."""
    for path in sorted(Path(assignments.FOLDER).rglob("*.py")):
        source = path.read_text("utf-8")
        blank.cells.append(new_code_cell(source))
        _, elsewhere = found(load("randomized_response"), blank)
        blank.cells.pop()
        assert "import annotations" not in elsewhere, path


def test_a_comment_on_an_answer_in_code_is_an_answer_only_if_it_is_long(blank):
    own = named(blank)["people_needed_answer"]
    own.source += "\n# the variance is largest for a fair coin"
    assert found(load("randomized_response"), blank) == ("", "")
    own.source += "\n# of the die: nobody can prove anything from your answer"
    answer, elsewhere = found(load("randomized_response"), blank)
    assert answer == "" and elsewhere.splitlines()[0].startswith("the variance is")


def test_an_answer_in_its_place_stands_first(blank):
    named(blank)["promise"].source = "See below."
    blank.cells.append(new_markdown_cell(TEXT))
    assert found(load("randomized_response"), blank) == ("See below.", TEXT)


def test_a_mark_is_about_all_text_of_the_students_own(blank):
    """So it waits for a person again if the text below "See below." changes."""
    assignment, marks = load("randomized_response"), []
    named(blank)["promise"].source = "See below."
    for more in ("Nothing.", TEXT):
        for code in ("x = 1", "x = 2  # two now"):
            notebook = copy.deepcopy(blank)
            notebook.cells += [new_markdown_cell(more), new_code_cell(code)]
            cells = _cells(read_notebook(json.dumps(notebook).encode()), assignment)
            marks.append(_mark(assignment.questions[-1], {}, cells, assignment))
    digests = [mark.answer for mark in marks]
    assert digests[0] == digests[1] != digests[2] == digests[3]
    assert all(mark.pending and not mark.elsewhere for mark in marks)


@pytest.mark.parametrize("content", ["", "  \n", "YOUR ANSWER HERE", "* \n---"])
def test_an_empty_answer_is_none(blank, content):
    named(blank)["promise"].source = content
    assert found(load("randomized_response"), blank) == ("", "")


def test_that_a_cell_was_left_as_it_was_hides_no_note(blank):
    assignment = load("randomized_response")
    cells = _cells(read_notebook(json.dumps(blank).encode()), assignment)
    places = [assignment.place(cell.grade_id) for cell in cells]
    notes = [f"{place} raised NotImplementedError" for place in filter(None, places)]
    assert _run_notes([*notes, "a note"], cells, assignment) == [
        "a note",
        "8 of 8 cells for code are as they were given out",
    ]
