"""The stored notebooks, and the tool that stores them (tools/notebooks.py)."""

import subprocess
import sys
from pathlib import Path

import nbformat
import notebooks
import pytest

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "notebooks.py"

PRINTS_TWICE = "print('one', flush=True)\nprint('two')"


@pytest.mark.parametrize(
    "path", sorted((ROOT / "book").glob("*.ipynb")), ids=lambda path: path.name
)
def test_every_chapter_is_stored_in_normal_form(path):
    assert notebooks.check(path) == []


@pytest.fixture
def untidy(tmp_path):
    """Store a notebook with strange metadata, a repeated id and cells not run."""
    book = nbformat.v4.new_notebook(
        metadata={"kernelspec": {"name": "old", "display_name": "Old"}, "toc": {}}
    )
    book.cells = [
        nbformat.v4.new_markdown_cell("# Title", id="same"),
        nbformat.v4.new_code_cell(
            PRINTS_TWICE, id="same", metadata={"scrolled": True, "tags": ["hide-input"]}
        ),
        nbformat.v4.new_code_cell(
            "import matplotlib.pyplot as plt\n_ = plt.plot([1, 2])", id="figure"
        ),
        nbformat.v4.new_code_cell(
            "1 + 1", id="sum", metadata={"execution": {"iopub.execute_input": "now"}}
        ),
    ]
    path = tmp_path / "untidy.ipynb"
    path.write_text(nbformat.v4.writes(book), encoding="utf-8")
    return path


def store(*arguments):
    return subprocess.run(
        [sys.executable, TOOL, *arguments], capture_output=True, text=True
    )


def without_seconds(path):
    """Return the text of a notebook but for its measured seconds."""
    notebook = notebooks.read(path.read_text(encoding="utf-8"))
    notebook.metadata.pop("seconds", None)
    return notebooks.write(notebook)


def test_what_is_stored_is_in_normal_form_and_the_same_at_the_next_time(untidy):
    assert store(untidy).returncode == 0
    once = without_seconds(untidy)
    assert notebooks.check(untidy) == []
    book = notebooks.read(once)
    title, prints, _, total = book.cells
    assert book.metadata == notebooks.NOTEBOOK_METADATA
    assert title.id == "same" and prints.id != "same" and total.id == "sum"
    folded = {"tags": ["hide-input"], "jupyter": {"source_hidden": True}}
    assert prints.metadata == folded and total.metadata == {}
    assert [output.text for output in prints.outputs] == ["one\ntwo\n"]
    assert total.execution_count == 3 and total.outputs[0].data["text/plain"] == "2"
    assert store(untidy).returncode == 0
    assert without_seconds(untidy) == once


def test_a_notebook_that_raises_is_not_stored(untidy):
    imports = "import matplotlib.pyplot as plt"
    before = untidy.read_text(encoding="utf-8").replace(imports, "1 / 0")
    untidy.write_text(before, encoding="utf-8")
    result = store(untidy)
    assert result.returncode != 0 and "ZeroDivisionError" in result.stderr
    assert untidy.read_text(encoding="utf-8") == before


def notebook_with(source, kind=None, data=None, count=1, **output):
    output = [nbformat.v4.new_output(kind, data, **output)] if kind else []
    cell = nbformat.v4.new_code_cell(source, execution_count=count, outputs=output)
    return nbformat.v4.new_notebook(cells=[cell])


def test_faults_are_named():
    address = {"text/plain": "<f at 0x7f00aa11bb22>"}
    error = {"ename": "KeyError", "evalue": "", "traceback": []}
    for book, complaint in (
        (notebook_with("1", count=None), "not run once each"),
        (notebook_with("1", count=7), "not run once each"),
        (notebook_with("interact(draw, n=(1, 9))"), "bare widget"),
        (notebook_with("widgets.FloatSlider(value=1)"), "bare widget"),
        (notebook_with("plt.plot([1, 2]);"), "semicolon"),
        (notebook_with("1", "stream", name="stderr", text="oh"), "stderr: oh"),
        (notebook_with("1", "error", **error), "KeyError"),
        (notebook_with("1", "display_data", address), "memory address"),
    ):
        assert any(complaint in fault for fault in notebooks.faults(book))


def test_a_widget_that_also_has_html_is_stored_as_html():
    data = {notebooks.WIDGET: {}, "text/html": "<p>", "text/plain": "Explorer"}
    book = notebooks.normalize(notebook_with("1", "display_data", data))
    assert set(book.cells[0].outputs[0].data) == {"text/html", "text/plain"}


def test_an_svg_is_stored_on_a_single_line_with_its_words_intact():
    svg = '<svg>\n <path d="M 1.234567 \nL 2 3.5"/>\n '
    svg += '<text x="0.12999">0.1234</text>\n</svg>\n'
    book = notebooks.normalize(notebook_with("1", "display_data", {notebooks.SVG: svg}))
    stored = '<svg> <path d="M 1.23 L 2 3.5"/> <text x="0.12">0.1234</text> </svg>'
    assert book.cells[0].outputs[0].data[notebooks.SVG] == stored
