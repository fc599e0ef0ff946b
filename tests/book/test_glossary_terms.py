"""Words of the glossary, marked at their first use: which, where, and what they say."""

import json
import sys
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup

from tests.book.small_book import build, page

sys.path.insert(0, str(Path(__file__).parents[2] / "book" / "_ext"))
import glossary_terms

GLOSSARY = r"""# Glossary

:::{glossary}
bias
unbiased
  How far an *estimate* is from the {term}`truth`. It is at most
  $e^\varepsilon-1$, or $1/\sqrt{N}$ & more.

channel
  One sentence. A second one that is so long that the meaning would have more than a hundred
  and fifty letters, so that it is left to the page itself, which has all of them.

hash function
  A fixed rule.

property
  What somebody has.

truth
  What is.
:::
"""
CHAPTER = [
    "# A bias in the title\n\nAn `unbiased` [channel](glossary.md), $truth$: *Hash\nfunctions*.",
    "An unbiased hash function.\n\n| truth |\n|---|\n| truth |",
    "> **Bias** again; the channel-less channels of two properties, and one property.",
    """## Check yourself

**1. What is the truth?**

a. The truth

b. No truth

<details><summary>Answer</summary>

**a.** The truth.

**b.** No truth.

</details>""",
    "## Exercises\n\nThe truth.",
    "## Take-aways\n\nThe untruth is no TRUTH.",
]


@pytest.fixture(scope="module")
def small_book(tmp_path_factory):
    folder = tmp_path_factory.mktemp("glossary")
    cells = [nbformat.v4.new_markdown_cell(text, id=f"cell-{i}") for i, text in enumerate(CHAPTER)]
    pages = {
        "start.md": "# Start\n\nNo truth is marked on a page that is no chapter.\n",
        "chapter.ipynb": nbformat.v4.writes(nbformat.v4.new_notebook(cells=cells)),
        "glossary.md": GLOSSARY,
    }
    result = build(folder, pages, "-W", "--keep-going")
    assert result.returncode == 0, result.log
    return folder


def test_the_first_use_in_prose_is_marked_in_any_case_and_number(small_book):
    marked = page(small_book, "chapter.html").select("a.term")
    assert [" ".join(term.text.split()) for term in marked] == [
        "Hash functions",
        "unbiased",
        "channels",
        "properties",
        "TRUTH",
    ]
    glossary = page(small_book, "glossary.html")
    for term in marked:
        name, _, entry = term["href"].partition("#")
        assert name == "glossary.html" and glossary.find(id=entry).name == "dt"


def test_each_has_a_meaning_of_its_own_at_the_end_of_the_page(small_book):
    chapter = page(small_book, "chapter.html")
    (box,) = chapter.select(".meanings")
    assert box.has_attr("hidden")
    said = {meaning["id"]: meaning.decode_contents() for meaning in box.select(".meaning")}
    terms = [term["href"].partition("#term-")[2] for term in chapter.select("a.term")]
    assert list(said) == [f"says-{term}" for term in terms]
    assert said["says-bias"] == (
        "How far an <em>estimate</em> is from the truth. "
        "It is at most e<sup>ε</sup>−1, or 1/√N &amp; more."
    )
    assert said["says-channel"] == "One sentence."


def test_only_chapters_are_marked_and_only_they_load_the_files(small_book):
    for name in ("start.html", "glossary.html"):
        assert not page(small_book, name).select(".term, .meaning")
        assert "terms." not in str(page(small_book, name).head)
    head = str(page(small_book, "chapter.html").head)
    assert "terms.css" in head and "terms.js" in head


def test_the_search_does_not_find_the_meanings_of_a_page(small_book):
    text = (small_book / "_build/html/searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").rstrip().removesuffix(")"))
    assert index["docnames"][index["terms"]["fix"]] == "book/glossary"  # of "A fixed rule."


@pytest.mark.parametrize(
    "latex, plain",
    [
        (r"(e^\varepsilon-1)/(e^\varepsilon+1)", "(e<sup>ε</sup>−1)/(e<sup>ε</sup>+1)"),
        (r"\Pr[\text{report} \mid \text{value}]", "Pr[report | value]"),
        (r"e^{-|z|/b}/(2b)", "e<sup>−|z|/b</sup>/(2b)"),
        (r"\sqrt 2\,b", "√2b"),
    ],
)
def test_short_formulas_are_written_as_text(latex, plain):
    assert glossary_terms.formula(latex) == plain


def test_a_word_is_no_part_of_another():
    finder = glossary_terms.pattern(["odds", "ε", "k-anonymity", "bias", "utility"])
    text = "The odds, ε-private; k-anonymity, biases, utilities, not biased nor pre-bias, nor εδ."
    assert [found[0] for found in finder.finditer(text)] == [
        "odds",
        "k-anonymity",
        "biases",
        "utilities",
    ]
    assert BeautifulSoup(glossary_terms.beginning("One. Two."), "html.parser").text == "One. Two."
