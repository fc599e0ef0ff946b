"""Every chapter has what its reader may expect, and a changed cell could break."""

import re
from pathlib import Path

import nbformat
import pytest

BOOK = Path(__file__).parents[2] / "book"
CHAPTERS = {
    path.stem: nbformat.read(path, as_version=4)
    for path in sorted(BOOK.glob("*.ipynb"))
}
OPENING = re.compile(
    r"# .+\n\n:::\{picture\} question-.+\n.+\n:::\n\n> \*\*The question\.\*\* .+\n\n"
    r"<details><summary>(\d+) minutes to read(?: in (?:two|three) sittings)? · "
    r"you need .+ · you will .+</summary>"
    r"\n\n\*\*You will be able to\*\*\n\n(- .+\n)+\n\*\*You need\*\* .+"
    r" \*\*Time\*\*: (\d+) minutes to read, .+\n\n</details>\n\n"
    r"<details><summary>Symbols of this chapter</summary>\n"
)
each_chapter = pytest.mark.parametrize("chapter", CHAPTERS.values(), ids=CHAPTERS)


def code_cells(chapter):
    return [
        cell
        for cell in chapter.cells
        if cell.cell_type == "code" and cell.source.strip()
    ]


@each_chapter
def test_a_chapter_opens_with_its_question(chapter):
    opening = OPENING.match(chapter.cells[0].source)
    assert opening and opening[1] == opening[3]


@each_chapter
def test_every_cell_was_run_in_order(chapter):
    counts = [cell.execution_count for cell in code_cells(chapter)]
    assert counts == list(range(1, len(counts) + 1))


@each_chapter
def test_the_reader_writes_before_the_answer_is_seen(chapter):
    """A blank asks for its line; the folded answer is right."""
    cells = code_cells(chapter)
    turns = [
        k
        for k, cell in enumerate(cells)
        if "your-turn" in cell.metadata.get("tags", [])
    ]
    assert len(turns) >= 2
    for k in turns:
        blank, answer = cells[k : k + 2]
        asks, tells = (
            "".join(output.get("text", "") for output in cell.outputs)
            for cell in (blank, answer)
        )
        assert "..." in blank.source and "your turn: write your line" in asks
        assert blank.source.splitlines()[-1] in answer.source.splitlines(), (
            "the same check"
        )
        assert "✓" in tells and "✗" not in tells
        assert "hide-cell" in answer.metadata.tags
