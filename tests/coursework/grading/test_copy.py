"""The copy that a marker sees: its order, what it fetches (nothing), and who waits for
it."""

import random
import re

import nbformat
import pytest
from kinds import KINDS
from markdown_it import MarkdownIt
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat.v4 import new_code_cell, new_markdown_cell
from sample_class import hand_in
from sampling import SEED

from coursework import assignments
from coursework.grading import rendered
from coursework.grading.copy_for_marker import (
    MOST_CELLS,
    Room,
    copy_for_marker,
    harmless,
    without_fetching,
)  # fmt: skip
from coursework.grading.formulas import mathml
from coursework.grading.grade import _cells
from coursework.grading.results import Graded, Mark

PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)
PIECES = (
    "![", "!", "[", "]", "(", ")", "a", " ", "\n", "`", "``", "\\", "$", "*", "_", "&#33;", ">",
    "- ", "attachment:good.png", "http://x.example/y.png", "![a](attachment:good.png)",
    "](http://x.example/",
    "\n\n[a]: http://x.example/y.png\n", "<img src=http://x.example/>", "![a", "\r", "\0", "\u200b",
    "\n```mermaid\n", "\n~~~ mermaid\n", "\n> ```{mermaid}\n", "\n```\n",
)  # fmt: skip


def copy_of(sample, notebook):
    """The copy of a notebook that was not run."""
    marks = tuple(
        Mark(
            question.grade_id,
            question.title,
            question.points,
            0.0 if question.check else None,
            None,
            (),
            "digest",
        )
        for question in sample.questions
    )
    graded = Graded("ada", sample.name, "ada.ipynb", "ada", marks, ())
    return copy_for_marker(
        graded, _cells(notebook, sample), sample, ["ada"], "student-1"
    )


def names(copy):
    return [
        cell.metadata.nbgrader.grade_id
        for cell in copy.cells
        if "nbgrader" in cell.metadata
    ]


def moved(cells, order):
    if order == "reversed":
        return cells[::-1]
    if order == "doubled":
        return [nbformat.from_dict({**cell, "id": f"{n}-{place}"})
                for n in range(2) for place, cell in enumerate(cells)]  # fmt: skip
    if order == "some missing":
        return cells[::2]
    return random.Random(order).sample(cells, len(cells))


@pytest.mark.parametrize("order", ["reversed", "doubled", "some missing", 1, 2, 3])
def test_the_copy_has_the_released_order_and_each_name_once(sample, order):
    released = names(sample.student_notebook)
    notebook = hand_in(sample, "ada", *KINDS["half"], "My own words.")
    notebook.cells.insert(2, new_markdown_cell("# reason\n\nAnd others."))
    notebook.cells = moved(notebook.cells, order)
    text = [
        cell.source
        for cell in notebook.cells
        if "own words" in cell.source or "And" in cell.source
    ]
    copy = copy_of(sample, notebook)
    shown = names(copy)
    assert shown == [name for name in released if name in shown], "the order"
    assert {"forced_answers", "share_of_liars", "reason"} <= set(shown), (
        "each has its box"
    )
    assert sorted(text) == sorted(
        cell.source for cell in copy.cells if cell.source in text
    )


def test_all_parts_of_an_answer_stand_below_its_box(sample):
    notebook = hand_in(sample, "ada", *KINDS["half"], "First part.")
    part = nbformat.from_dict({
        **notebook.cells[-1],
        "source": "Second part.",
        "id": "part",
    })
    notebook.cells.insert(1, new_markdown_cell("A note."))
    notebook.cells.append(part)
    notebook.cells.append(new_markdown_cell("Below."))
    copy = copy_of(sample, notebook)
    elsewhere = "(In other cells of the notebook:)\n\n```text\nA note.\n\nBelow.\n```"
    assert [cell.source for cell in copy.cells][-4:] == [
        "First part.",
        "Second part.",
        elsewhere,
        "Below.",
    ]
    assert names(copy).count("reason") == 1


@pytest.mark.parametrize("written", [
    'student = "ada"\ndef f():\n    return secret', "student = Ada Lovelace",
    "student='Ada L.'  # that is me\nimport os",
])  # fmt: skip
def test_the_marker_sees_all_code_but_no_name(sample, written):
    """Also where a second cell is called student."""
    notebook = hand_in(sample, "ada", *KINDS["half"])
    own = next(cell for cell in notebook.cells if "student" in cell.source)
    own.source = written
    again = nbformat.from_dict({**own, "id": "again"})
    notebook.cells.append(again)
    copy = copy_of(sample, notebook)
    shown = [cell.source for cell in copy.cells if cell.source[:7] == "student"]
    assert len(shown) == 2 and shown[0] == shown[1]
    assert '"student-1"' in shown[0] and "ada" not in shown[0].lower()
    assert shown[0].splitlines()[1:] == written.splitlines()[1:]
    assert ("# that is me" in written) == ("# that is me" in shown[0])


def test_cells_beyond_the_limit_are_counted(sample):
    notebook = hand_in(sample, "ada", *KINDS["half"])
    notebook.cells += [
        new_markdown_cell(str(place)) for place in range(MOST_CELLS + 50)
    ]
    copy = copy_of(sample, notebook)
    assert "50 more cells are not shown" in copy.cells[-1].source
    assert len(copy.cells) < MOST_CELLS + 50


@pytest.mark.parametrize("text", [
    "![a](http://x.example/y.png)", "![a][b]\n\n[b]: http://x.example/y.png",
    "[![a](attachment:good.png)](http://x.example)",
    "![![a](attachment:good.png)](//x.example/y.png)",
    "![a\\](attachment:good.png)](http://x.example/y.png)",
    "![a`](attachment:good.png)`](http://x.example/y.png)",
    "![a][]\n\n[a]: <http://x.example/y.png>", "![evil](attachment:evil.svg)",
])  # fmt: skip
def test_no_text_has_a_picture_of_elsewhere(text):
    assert fetched(without_fetching(harmless(text), {"good.png": {}})) <= {
        "attachment:good.png"
    }


def test_a_tag_never_begins_in_the_copy():
    assert harmless("<b>x</b> a<b 1<2 <!-- <?") == "< b>x< /b> a< b 1<2 < !-- < ?"


def test_no_mixture_of_pieces_has_a_picture_of_elsewhere():
    draw = random.Random(SEED)
    for _ in range(700):
        text = "".join(draw.choices(PIECES, k=draw.randint(2, 14)))
        shown = without_fetching(harmless(text), {"good.png": {}})
        assert fetched(shown) <= {"attachment:good.png"}, text
        assert not re.search(
            r"^[ >]*(```+|~~~+)[ \t]*{?mermaid", shown, re.MULTILINE
        ), text


def fetched(text):
    """Addresses of pictures, as two renderers understand a text, and whether one begins
    a tag."""
    renderer = IPythonRenderer(
        escape=False, attachments={"good.png": {"image/png": "AAAA"}}
    )
    pages = [MarkdownIt("gfm-like", {"html": True, "linkify": False}).render(text)]
    pages.append(MarkdownWithMath(renderer=renderer).render(text))
    shown = {
        address
        for page in pages
        for address in re.findall(r"<img[^>]*?src=[\"']?([^\"' >]*)", page)
    }
    return {
        re.sub(r"^data:image/png;base64,AAAA$", "attachment:good.png", address)
        for address in shown
    }


def test_an_attached_picture_is_shown_where_it_stood(sample):
    notebook = hand_in(
        sample, "ada", *KINDS["half"], "See ![my plot](attachment:good.png) here."
    )
    notebook.cells[-1].attachments = {"good.png": {"image/png": PNG}}
    page = copy_of(sample, notebook).cells[-1].metadata.rendered
    assert f'See <img src="data:image/png;base64,{PNG}" alt="my plot"> here.' in page


@pytest.mark.parametrize("name", assignments.names())
def test_each_formula_that_was_given_out_is_typeset(name):
    cells = assignments.load(name).student_notebook.cells
    texts = [cell for cell in cells if cell.cell_type == "markdown"]
    written = sum(len(re.findall(r"\$[^$]+\$", cell.source)) for cell in texts)
    pages = [rendered.html_of(cell) for cell in texts]
    assert sum(page.count("<math ") for page in pages) == written
    assert not re.search(r"<mi>\\|<code>[^<]*\\", "".join(pages)), "as it was written"


@pytest.mark.parametrize("formula, shown", [
    (r"\frac{a}{b}", "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>"),
    (r"e^{\varepsilon_i}", "<msub><mi>ε</mi><mi>i</mi></msub>"),
    (r"\Pr[\text{yes} \mid x]", "<mtext>yes</mtext>"),
    (r"\begin{pmatrix}a&b\\c&d\end{pmatrix}", "<mtable><mtr><mtd><mi>a</mi></mtd>"),
    ("p ≤ 1/2", "≤"), ("a<b", "<mo>&lt;</mo>"),
    # what is not known, or nested too deeply, or would cover or hide
    (r"\frac{", r"<code>\frac{</code>"), (r"\phantom{x}", r"<code>\phantom{x}</code>"),
    ("\\sqrt{" * 400 + "x" + "}" * 400, r"<code>\sqrt{\sqrt{"),
    ("\\sqrt{" * 40 + "x" + "}" * 40, r"<code>\sqrt{\sqrt{"),
    ("<b>" + "\\sqrt{" * 40, r"<code>&lt;b&gt;\sqrt{"),
    (r"\href{javascript:1}{x}", "<mrow><mrow><mi>x</mi></mrow></mrow>"),
    (r"\class{score}{x}", "<mrow><mi>x</mi></mrow>"), (r"\hspace{-200em}", "<mspace></mspace>"),
    (r"\style{position:fixed}{x}", "<mrow><mi>x</mi></mrow>"),
    (r"\rule{100em}{100em}", "<mspace></mspace>"), (r"\color{red}x", "<mstyle><mi>x</mi>"),
    (r"\text{</math><script>x}", "<mtext>&lt;/math&gt;&lt;script&gt;x</mtext>"),
    (r"\text{&lt;img&gt;}", "<mtext>&lt;img&gt;</mtext>"),
])  # fmt: skip
def test_a_formula_has_only_elements_and_attributes_of_a_list(formula, shown):
    assert shown in mathml(formula, display=False)


def test_a_description_of_a_picture_has_no_formula(sample):
    text = "![a $x$ b](attachment:good.png) and $y$"
    cell = new_markdown_cell(text, attachments={"good.png": {"image/png": PNG}})
    page = rendered.html_of(cell)
    assert 'alt="a (formula) b"' in page and page.count("<math") == 1


def test_a_cell_that_renders_too_slowly_is_shown_as_text(monkeypatch):
    html_of = rendered.html_of

    def slow(cell):
        while "slow" in cell.source:
            pass
        return html_of(cell)

    monkeypatch.setattr(rendered, "html_of", slow)
    monkeypatch.setattr(rendered, "SECONDS", 1)
    cells = [
        new_markdown_cell("# quick"),
        new_markdown_cell("a ```slow``` one"),
        new_code_cell("1"),
    ]
    rendered.render(cells)
    assert cells[0].metadata.rendered == "<h1>quick</h1>\n"
    assert cells[1].source == f"{rendered.SLOW}\n\n````text\na ```slow``` one\n````"
    assert "<pre>a ```slow``` one</pre>" in cells[1].metadata.rendered
    assert "highlight" in cells[2].metadata.rendered


def test_the_tags_of_a_page_are_limited():
    cells = [new_code_cell("a=b+(c*d)\n" * 1_500) for _ in range(3)]
    cells += [new_markdown_cell("- *a*\n" * 3_000), new_markdown_cell("# last")]
    rendered.render(cells)
    pages = [cell.metadata.rendered for cell in cells]
    assert sum(page.count("<") for page in pages) < rendered.MOST_TAGS + 20
    assert "a=b+(c*d)" in pages[2] and pages[-1] == "<h1>last</h1>\n"


@pytest.mark.deep
@pytest.mark.parametrize("place, text", enumerate([
    "x" + " " * 19_990 + "y", "\\\\(" * 6_600, "\\begin{q}\n" * 2_000, "$$ a" * 5_000,
    "[a\n" * 6_600, "<a b=" * 4_000, "|a" * 10_000 + "\n" + "|-" * 10_000, "**a_" * 5_000,
    "http://" * 2_800,
]), ids=lambda value: str(value)[:5])  # fmt: skip
def test_no_text_stops_the_copy(place, text):
    cells = [new_markdown_cell(harmless(text)), new_markdown_cell("# next")]
    rendered.render(cells)
    assert (
        cells[1].metadata.rendered == "<h1>next</h1>\n" and cells[0].metadata.rendered
    )


@pytest.mark.parametrize("unseen, shown", [
    ("\0", r"\x00"), ("\u202e", r"\u202e"), ("\u200b", r"\u200b"), ("\x1b[31m", r"\x1b[31m"),
    ("\u2066", r"\u2066"), ("\udcff", r"\udcff"), ("\ufeff", r"\ufeff"),
])  # fmt: skip
def test_invisible_characters_are_written_out(sample, unseen, shown):
    notebook = hand_in(
        sample, "ada", f"x = 1  # a{unseen}b", "y = 1", f"Words{unseen}!"
    )
    for cell in copy_of(sample, notebook).cells:
        assert unseen not in cell.source and unseen not in cell.metadata.rendered
    outputs = Room().outputs({"outputs": [{"text": f"a{unseen}b"}]}, harmless)
    assert outputs[0].text == f"a{shown}b\n"


def test_the_size_of_outputs_is_limited():
    many = [{"text": "x"}, {"data": {"image/png": PNG}}] * 2_000
    outputs = Room().outputs({"outputs": [*many, {"text": "y" * 10**6}]}, harmless)
    assert len(outputs) < 1_000
    assert sum(len(str(output)) for output in outputs) < 500_000
    assert "(cut: too much output)" in outputs[-1].text
