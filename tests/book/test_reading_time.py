"""The reading time of a page or chapter counts what is read, and nothing else."""

import re

import nbformat
import pytest
from reading_time import minutes_from_each_section, minutes_to_read

from tests.book.parts import BOOK, CHAPTERS
from tests.book.parts import minutes_to_read as minutes_stated

NOT_SEEN = ":::{picture} dots\nMany dots, 3 of them red.\n:::\n"
FOLDED = "<details><summary>Answer</summary>\n\n" + "b " * 500 + "\n</details>\n"
PAGES = {
    "words": ("word " * 300, 3),
    "Chinese signs": ("“随机”响应，用 LDP 处理。" * 40, 2.15),
    "links are their words": ("[two words](https://example.org/2026/11/12) " * 50, 1),
    "numbers": ("1,234 " * 20, 2),
    "formulas in sentences": ("$x^2 + y$ " * 30, 3),
    "formulas on lines of their own": ("$$\na + b\n$$\n\n" * 4, 8),
    "code": ("```python\n" + "x = 1\n\n" * 10 + "```\n", 2),
    "a picture, whose words are for those who do not see it": (NOT_SEEN, 1),
    "folded answers": (FOLDED, 0),
    "numbers in an address": ('<a href="x.html#e?n=32561&k=4">show</a> ' * 100, 1),
}


def test_a_page(tmp_path):
    page = tmp_path / "page.md"
    for name, (text, minutes) in PAGES.items():
        page.write_text(text, encoding="utf-8")
        assert minutes_to_read(page) == pytest.approx(minutes, abs=0.05), name


def test_a_chapter_up_to_its_questions(tmp_path):
    """Hidden code and explorers are not read; a figure and a table of results are."""
    v4 = nbformat.v4

    def shows(**data):
        output = v4.new_output("display_data", {"text/plain": "", **data})
        return v4.new_code_cell("", outputs=[output])

    cells = [
        v4.new_markdown_cell("word " * 100),
        v4.new_code_cell("x = 1\n" * 5),
        v4.new_code_cell("y = 1\n" * 500, metadata={"tags": ["hide-input"]}),
        shows(**{"image/svg+xml": "<svg/>"}),
        shows(**{"text/html": "<table/>"}),
        shows(**{"text/html": "", "text/plain": "Explorer('A')"}),
        v4.new_markdown_cell("word\n\n## Check yourself\n\n" + "word " * 1_000),
    ]
    path = tmp_path / "chapter.ipynb"
    nbformat.write(v4.new_notebook(cells=cells), path)
    assert minutes_to_read(path) == pytest.approx(4, abs=0.05)


def test_what_is_left_at_each_section(tmp_path):
    page = tmp_path / "page.md"
    words = "word " * 98  # with the two of its heading a minute
    page.write_text(f"# A\n{words}\n## A b\n{words}\n## A b\n{words * 2}", "utf-8")
    left = minutes_from_each_section(page)
    assert left == pytest.approx([4, 3, 2], abs=0.05)


@pytest.mark.parametrize("name", CHAPTERS)
def test_what_a_chapter_says_of_itself(name):
    assert minutes_stated(name) == pytest.approx(
        minutes_to_read(BOOK / f"{name}.ipynb"), abs=5
    )


def test_ten_minutes_are_enough_for_the_page_of_that_name():
    """Each step takes half a minute, and a minute is for 230 words of easy text."""
    text = (BOOK / "ten_minutes.md").read_text("utf-8")
    open_text = re.sub(r"(?s)<details.*?</details>", "", text)
    steps = re.split(r"(?s):::\{crowd\}.*?:::", open_text)
    words = [len(step.split()) for step in steps]
    minutes = sum(words) / 230 + (len(steps) - 1) / 2
    (stated,) = re.findall(r"^minutes: (\d+)$", text, re.MULTILINE)
    assert 0.8 * int(stated) < minutes <= int(stated)
