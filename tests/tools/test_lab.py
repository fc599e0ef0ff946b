"""`make lab` opens copies of the chapters that Jupyter can show."""

import re
from functools import cache

import lab
import lab_copy
import nbformat
import pytest
from sampling import sampled

KNOWN = {
    "a": ("Near and Abuah", "2021", "https://programming-dp.com"),
    "b": ("U.S. Census Bureau", "1995", None),
}
CHAPTERS = [path.name for path in lab_copy.order()]
copies = cache(lab_copy.copies)


@pytest.mark.parametrize(
    "source, shown",
    [
        ("{cite:t}`a` say", "Near and Abuah ([2021](https://programming-dp.com)) say"),
        (
            "so {cite:p}`a,b`.",
            "so (Near and Abuah, [2021](https://programming-dp.com); "
            "U.S. Census Bureau, 1995).",
        ),
        ("an {term}`audit` and {term}`these <cohort>`", "an audit and these"),
        (
            "[a page](statistics.md#chi-squared), [b](epsilon.ipynb#x)",
            "a page, [b](epsilon.ipynb#x)",
        ),
        ('<a href="epsilon.html#question-1">q</a>', '<a href="epsilon.ipynb">q</a>'),
        (":::{note}\nRead on.\n:::", "**Note.**\nRead on.\n"),
        ("$$\n{x}`y`\n$$", "$$\n{x}`y`\n$$"),
        ("`code` and {braces} stay", "`code` and {braces} stay"),
    ],
)
def test_the_books_markup_becomes_what_any_jupyter_shows(source, shown):
    assert lab_copy.plain(source, KNOWN) == shown


def test_a_translated_copy_leads_to_the_english_chapters_that_it_lacks(tmp_path):
    (tmp_path / "epsilon.ipynb").touch()
    text = '[a](epsilon.ipynb#x), [b](numbers.ipynb#y), <a href="numbers.ipynb">c</a>'
    there = "../../book/numbers.ipynb"
    shown = f'[a](epsilon.ipynb#x), [b]({there}#y), <a href="{there}">c</a>'
    assert lab_copy.to_english(text, tmp_path) == shown


def test_an_unknown_citation_is_an_error():
    with pytest.raises(KeyError, match="nobody"):
        lab_copy.plain("{cite:t}`nobody`", KNOWN)


def test_the_bibliography_is_read_whole():
    text = (lab_copy.ROOT / "book/references.bib").read_text(encoding="utf-8")
    known = lab_copy.works(text)
    assert len(known) == len(re.findall("^@", text, flags=re.M)) > 50
    assert known["erlingsson2014"][0] == "Erlingsson et al."
    for names, year, link in known.values():
        assert not re.search(r"[{}\\]", names) and re.fullmatch(r"\d{4}", year)
        assert link is None or link.startswith("https://")


@pytest.mark.parametrize("name", sampled(CHAPTERS, 3))
def test_a_copy_has_code_and_outputs_and_no_markup_of_the_book(name):
    book = nbformat.read(lab_copy.ROOT / "book" / name, as_version=4)
    copy = nbformat.reads(copies()[name], as_version=4)
    nbformat.validate(copy)
    assert len(copy.cells) == len(book.cells)
    for old, new in zip(book.cells, copy.cells):
        if old.cell_type == "code":
            assert (old.source, old.outputs) == (new.source, new.outputs)
            tags = set(old.metadata.get("tags", []))
            folded = bool({"hide-input", "hide-cell", "remove-cell"} & tags)
            assert new.metadata.get("jupyter", {}).get("source_hidden", False) is folded
        else:
            text = re.sub(r"^```.*?^```", "", new.source, flags=re.M | re.S)
            # a link to a page of the book; one to another site may end in .md
            markup = r"\{[a-z:]+\}`|^:::|\]\((?!https?:)[^)]*\.md|href=\"\w+\.html"
            assert not re.search(markup, text, flags=re.M)


def test_changed_copies_stay_and_others_follow_the_book(tmp_path, monkeypatch):
    texts = {"one.ipynb": "1", "two.ipynb": "2", "three.ipynb": "3"}
    monkeypatch.setattr(lab, "copies", lambda: texts)
    assert lab.refresh(tmp_path) == []
    (tmp_path / "one.ipynb").write_text("mine")
    (tmp_path / "three.ipynb").unlink()
    texts.update({"one.ipynb": "new 1", "two.ipynb": "new 2"})
    assert lab.refresh(tmp_path) == ["one.ipynb"] == lab.refresh(tmp_path)
    read = {name: (tmp_path / name).read_text() for name in texts}
    assert read == {"one.ipynb": "mine", "two.ipynb": "new 2", "three.ipynb": "3"}
