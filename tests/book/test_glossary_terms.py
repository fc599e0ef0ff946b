"""Words of the glossary, marked at their first use: which, where, and what they say."""

import json

import glossary_terms
import pytest
from docutils import nodes


def test_the_first_use_in_prose_is_marked_in_any_case_and_number(whole):
    """It is no part of another word, such as untruth, channel-less or εδ."""
    marked = whole.page("chapter").select("a.term")
    found = "Hash functions, unbiased, channels, properties, TRUTH"
    assert [" ".join(term.text.split()) for term in marked] == found.split(", ")
    glossary = whole.page("glossary")
    for term in marked:
        name, _, entry = term["href"].partition("#")
        assert name == "glossary.html" and glossary.find(id=entry).name == "dt"


def test_each_has_a_meaning_of_its_own_at_the_end_of_the_page(whole):
    chapter = whole.page("chapter")
    (box,) = chapter.select(".meanings")
    assert box.has_attr("hidden")
    texts = {
        meaning["id"]: meaning.decode_contents() for meaning in box.select(".meaning")
    }
    terms = [term["href"].partition("#term-")[2] for term in chapter.select("a.term")]
    assert list(texts) == [f"says-{term}" for term in terms]
    assert texts["says-bias"] == (
        "How far an <em>estimate</em> is from the truth. "
        "It is at most e<sup>ε</sup>−1, or 1/√N &amp; more."
    )
    assert texts["says-channel"] == "One sentence."


def test_only_chapters_are_marked_and_only_they_load_the_files(whole):
    for name in ("start", "glossary"):
        assert not whole.page(name).select(".term, .meaning")
        assert "terms." not in str(whole.page(name).head)


def test_the_search_does_not_find_the_meanings_of_a_page(whole):
    text = (whole.html / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").rstrip().removesuffix(")"))
    # of "A fixed rule."
    assert index["docnames"][index["terms"]["fix"]] == "book/glossary"


@pytest.mark.parametrize(
    "latex, plain",
    [
        (r"(e^\varepsilon-1)/(e^\varepsilon+1)", "(e<sup>ε</sup>−1)/(e<sup>ε</sup>+1)"),
        (r"\Pr[\text{report} \mid \text{value}]", "Pr[report | value]"),
        (r"e^{-|z|/b}/(2b)", "e<sup>−|z|/b</sup>/(2b)"),
    ],
)
def test_short_formulas_are_written_as_text(latex, plain):
    assert glossary_terms.formula(latex) == plain


def test_the_main_road_comes_before_the_folds():
    parts = [nodes.raw("", html, format="html") for html in ("<details>", "</details>")]
    opening, section = nodes.section(), nodes.section()
    for place in (opening, section):
        fold = parts[0].deepcopy(), nodes.paragraph("", "in"), parts[1].deepcopy()
        place += [nodes.paragraph("", "before"), *fold, nodes.paragraph("", "after")]
    opening += section
    page = nodes.document(None, None)
    page += opening
    found = [(text.astext(), folded) for text, folded in glossary_terms.prose(page)]
    road = [("before", False), ("after", False)]
    assert found == [*road, road[0], ("in", True), road[1]]
