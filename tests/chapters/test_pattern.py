"""What a reader may expect of every chapter. The numbers are those of books that readers praise for
clarity.
"""

import ast
import re
import statistics
from pathlib import Path

import nbformat
import pytest

BOOK = Path(__file__).parents[2] / "book"
CHAPTERS = {path.stem: nbformat.read(path, as_version=4) for path in sorted(BOOK.glob("*.ipynb"))}
HIDDEN = {"remove-cell", "remove-input", "hide-input", "hide-cell"}
each_chapter = pytest.mark.parametrize("chapter", CHAPTERS.values(), ids=CHAPTERS)


def prose(chapter):
    return "\n\n".join(cell.source for cell in chapter.cells if cell.cell_type == "markdown")


def code_cells(chapter):
    return [cell for cell in chapter.cells if cell.cell_type == "code" and cell.source.strip()]


def visible_cells(chapter):
    return [cell for cell in code_cells(chapter) if not HIDDEN & set(cell.metadata.get("tags", []))]


def visible_lengths(chapter):
    return [
        sum(bool(line.strip()) for line in cell.source.splitlines())
        for cell in visible_cells(chapter)
    ]


def words(chapter):
    text = re.sub(r"\$\$.*?\$\$|\$[^$]*\$|```.*?```|\{[a-z:-]+\}", " ", prose(chapter), flags=re.S)
    return len(re.findall(r"\w[\w'’-]*", text))


def test_there_are_chapters():
    assert len(CHAPTERS) >= 8


@each_chapter
def test_more_prose_than_code(chapter):
    lengths = visible_lengths(chapter)
    assert 1000 <= words(chapter) <= 2500
    assert 11 <= len(code_cells(chapter)) <= 22
    assert 2 <= statistics.median(lengths) <= 5 and max(lengths) <= 20
    assert words(chapter) >= 12 * sum(lengths)


@each_chapter
def test_code_fits_the_page(chapter):
    too_long = [
        line
        for cell in visible_cells(chapter)
        for line in cell.source.splitlines()
        if len(line) > 80
    ]
    assert not too_long


@each_chapter
def test_every_cell_was_run_in_order(chapter):
    assert [cell.execution_count for cell in code_cells(chapter)] == list(
        range(1, len(code_cells(chapter)) + 1)
    )


@each_chapter
def test_every_figure_says_what_it_shows(chapter):
    for cell in code_cells(chapter):
        if any(
            kind.startswith("image/") for output in cell.outputs for kind in output.get("data", {})
        ):
            alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
            assert len(alt.split()) >= 10, (
                f"the figure of this cell needs alt text that says what is seen:\n{cell.source}"
            )


@each_chapter
def test_parts_of_a_chapter(chapter):
    text = prose(chapter)
    for part in (
        "You will be able to",
        "You need",
        "Time",
        "## Check yourself",
        "## Exercises",
        "## Take-aways",
        "## Notation",
        "## Further reading",
    ):
        assert part in text, f"missing: {part}"
    assert text.count("<details>") == text.count("</details>")
    assert re.search(r"[Ff]ind the fault", text[text.index("## Exercises") :])


@each_chapter
def test_questions_explain_every_option(chapter):
    text = prose(chapter)
    section = text[text.index("## Check yourself") : text.index("## Exercises")]
    questions = re.findall(
        r"^\*\*\d+\. .+?<details><summary>Answer</summary>.+?</details>", section, flags=re.M | re.S
    )
    assert 3 <= len(questions) <= 6
    right = []
    for question in questions:
        options = re.findall(r"^([a-z])\. ", question, flags=re.M)
        explained = re.findall(r"^\*\*([a-z])\.\*\* \S", question, flags=re.M)
        assert len(options) >= 3 and sorted(explained) == options
        right.append(explained[0])
    assert len(set(right)) > 1, f"the right option is always {right[0]}"


@each_chapter
def test_an_explanation_can_be_read_without_the_others(chapter):
    text = prose(chapter)
    section = text[text.index("## Check yourself") : text.index("## Exercises")]
    explanations = re.findall(r"^\*\*[a-z]\.\*\* (.+?)\n\n", section, flags=re.M | re.S)
    assert explanations and not [
        words for words in explanations if re.search(r"\*\*[a-z]\b|\([a-z]\)", words)
    ]


@each_chapter
def test_its_claims_are_tests(chapter, request):
    claims = (Path(__file__).parent / f"test_{request.node.callspec.id}.py").read_text(
        encoding="utf-8"
    )
    assert "import test_every_number_is_said" in claims and claims.count("(chapter)") >= 5


@each_chapter
def test_no_machinery_is_hidden_in_a_chapter(chapter):
    for cell in code_cells(chapter):
        tags = set(cell.metadata.get("tags", []))
        lines = [line for line in cell.source.splitlines() if line.strip()]
        most = 5 if tags & {"remove-cell", "remove-input"} else 35
        assert len(lines) <= most, f"{len(lines)} lines in a cell with {tags}:\n{lines[0]}"
        assert max(map(len, lines)) <= 100
        assert "runpy" not in cell.source


@each_chapter
def test_imports_stand_at_the_top_of_a_cell(chapter):
    for cell in code_cells(chapter):
        statements = ast.parse(cell.source).body
        imports = [isinstance(one, ast.Import | ast.ImportFrom) for one in statements]
        assert imports == sorted(imports, reverse=True), cell.source


@each_chapter
def test_sliders_live_without_a_kernel(chapter):
    source = "\n".join(cell.source for cell in code_cells(chapter))
    assert not re.search(
        r"\b(interact|interactive|interactive_output|widgets?\.\w+Slider)\s*\(", source
    )
    assert "explore(" in source


@each_chapter
def test_randomness_has_a_seed(chapter):
    source = "\n".join(cell.source for cell in code_cells(chapter))
    assert not re.search(r"np\.random\.(?!default_rng|Generator)\w+\(", source)
    assert "default_rng()" not in source


@each_chapter
def test_ties_are_sorted_alike_on_every_processor(chapter):
    """NumPy's default sort leaves equal numbers in an order that depends on the processor."""
    code = "\n".join(cell.source for cell in code_cells(chapter))
    sorts = re.findall(r"argsort\((?:[^()]|\([^()]*\))*\)", code)
    assert all('kind="stable"' in call for call in sorts), sorts


@each_chapter
def test_the_reader_guesses_before_two_figures_or_more(chapter):
    assert sum("predict=Predict(" in cell.source for cell in code_cells(chapter)) >= 2


@each_chapter
def test_the_reader_writes_before_the_answer_is_seen(chapter):
    """A blank asks for its line; the folded answer below it is right, and the chapter goes on."""
    cells = code_cells(chapter)
    turns = [k for k, cell in enumerate(cells) if "your-turn" in cell.metadata.get("tags", [])]
    assert len(turns) >= 2
    for k in turns:
        blank, answer = cells[k : k + 2]
        asks, tells = (
            "".join(output.get("text", "") for output in cell.outputs) for cell in (blank, answer)
        )
        assert "..." in blank.source and "your turn: write your line" in asks
        assert blank.source.splitlines()[-1] in answer.source.splitlines(), "the same check"
        assert "✓" in tells and "✗" not in tells
        assert "hide-cell" in answer.metadata.tags
        assert answer.metadata.mystnb.code_prompt_show == "Show the answer"
