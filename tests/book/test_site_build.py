"""The site's machinery makes pages, offers places to run them, and names faults."""

import re
import tomllib
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from packaging.requirements import Requirement

from ldp_course import __version__
from tests.book.parts import BOOK
from tests.book.small_book import ROOT
from tests.book.small_pages import FAULTY_FORMULAS


def test_formulas_are_typeset_for_the_eye_and_for_screen_readers(whole):
    formulas = whole.page("formulas").select(".math")
    assert len(formulas) == 7
    for formula in formulas:
        assert formula.select(".katex-html") and formula.select("math")


def test_no_line_begins_with_a_stop_or_a_percent_sign(whole):
    (sentence,) = [p for p in whole.page("formulas").select("p") if "With" in p.text]
    for formula in sentence.select(".math"):
        formula.decompose()
    assert sentence.text == "With \N{WORD JOINER}, and 5\N{NO-BREAK SPACE}% of  = 2."


def test_numbered_formulas_have_a_number_and_an_anchor(whole):
    formulas = whole.page("formulas")
    assert [number.contents[0] for number in formulas.select(".eqno")] == ["(1)", "(2)"]
    assert formulas.select(".katex-html .tag, .katex-html .eqn-num") == []
    (link,) = formulas.select("p a[href='#equation-odds']")
    assert link.text == "(1)" and formulas.find(id="equation-odds")


# ---- faults


@pytest.mark.deep
@pytest.mark.parametrize("formula", FAULTY_FORMULAS)
def test_a_formula_with_a_fault_is_a_warning(faulty, formula):
    warning = f"WARNING: cannot typeset the formula {formula!r}"
    warnings = [line for line in faulty.log.splitlines() if warning in line]
    assert len(warnings) == 2 and all("book/formulas.md:" in line for line in warnings)


@pytest.mark.deep
def test_a_notebook_that_raises_fails_the_build_and_is_named(faulty):
    report = faulty.html / "reports/book/raises.err.log"
    assert "ZeroDivisionError" in report.read_text("utf-8")
    assert str(report) in faulty.log


@pytest.mark.deep
def test_a_notebook_runs_again_when_the_module_has_changed(whole):
    assert "first = 1" in whole.page("reads").select_one(".cell_output").text
    (whole.folder / "ldp_course" / "module.py").write_text("second = 2")
    assert whole.build(), whole.log
    assert "second = 2" in whole.page("reads").select_one(".cell_output").text


# ---- where a chapter can be run


def places(book, name):
    links = book.page(name).select(".dropdown-launch-buttons a")
    return {link.text.strip(): link["href"] for link in links}


def test_without_a_repository_a_chapter_can_be_run_in_the_browser(whole):
    start = "../lite/start.html?path=book/chapter.ipynb"
    assert places(whole, "chapter") == {"In your browser (30 MB)": start}
    (button,) = whole.page("chapter").select(".dropdown-launch-buttons > button")
    assert button["aria-label"] == "Run this chapter"
    assert places(whole, "start") == {}  # it is no notebook


@pytest.mark.deep
def test_with_a_repository_a_chapter_runs_on_binder_and_colab(faulty):
    course, chapter = "example/course", "book/raises.ipynb"
    assert places(faulty, "raises") == {
        "In your browser (30 MB)": f"../lite/start.html?path={chapter}",
        "Binder": f"https://mybinder.org/v2/gh/{course}/summer?urlpath=lab/tree/{chapter}",
        "Colab": f"https://colab.research.google.com/github/{course}/blob/summer/{chapter}",
    }
    tags = faulty.page("raises").select("[src], link[rel=stylesheet]")
    addresses = [tag.get("src") or tag.get("href") for tag in tags]
    assert addresses and not re.search("//|thebe", " ".join(addresses))


def test_binder_installs_exact_versions_with_jupyterlab():
    binder = ROOT / ".binder"
    lines = (binder / "requirements.txt").read_text("utf-8").splitlines()
    assert lines == ["-c ../constraints.txt", "-e .[lab,scale]"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert Requirement(project["optional-dependencies"]["lab"][0]).name == "jupyterlab"
    runtime = (binder / "runtime.txt").read_text("utf-8")
    python = runtime.strip().removeprefix("python-")
    assert python in Requirement("python" + project["requires-python"]).specifier


# ---- a published copy: its addresses come from the environment; without them none is
# invented

SITE, REPOSITORY = "https://example.org/ldp/", "https://github.com/example/course"


def preview(page):
    return {
        tag["property"]: tag["content"] for tag in page.select("meta[property^='og:']")
    }


@pytest.mark.deep
def test_a_preview_has_the_question_page_and_picture(faulty):
    page = faulty.page("asks")
    properties, question = preview(page), "How many of “us”?"
    assert properties["og:title"] == "One & only chapter"
    assert properties["og:description"] == question
    assert page.select_one("meta[name=description]")["content"] == question
    assert properties["og:url"] == page.select_one("link[rel=canonical]")["href"]
    assert properties["og:url"] == f"{SITE}book/asks.html"
    assert (faulty.html / properties["og:image"].removeprefix(SITE)).exists()


@pytest.mark.deep
def test_the_site_map_lists_every_page(faulty):
    places = ElementTree.parse(faulty.html / "sitemap.xml").findall(".//{*}loc")
    names = [page.name for page in (faulty.html / "book").glob("*.html")]
    pages = {f"{SITE}book/{name}" for name in names}
    assert {place.text for place in places} == pages and len(pages) > 5
    assert f"Sitemap: {SITE}sitemap.xml" in (faulty.html / "robots.txt").read_text()


@pytest.mark.deep
def test_an_error_is_reported_to_the_repository_with_the_page_named(faulty):
    link = urlsplit(faulty.page("asks").select_one(".report-an-error a")["href"])
    assert link.geturl().startswith(f"{REPOSITORY}/issues/new?")
    assert "One & only chapter" in parse_qs(link.query)["title"][0]
    assert f"{SITE}book/asks.html" in parse_qs(link.query)["body"][0]


def test_without_addresses_nothing_is_invented(whole):
    page = whole.page("asks")
    assert not {"og:url", "og:image"} & preview(page).keys()
    assert not page.select("link[rel=canonical]")
    assert not (whole.html / "sitemap.xml").exists()
    link = page.select_one(".report-an-error a")
    assert link["href"] == "errata.html#report-a-mistake"


# ---- the folder of the course, in which `make` runs

WHEEL = f"../lite/pypi/ldp_course-{__version__}-py3-none-any.whl"


def test_without_a_repository_readers_are_told_whom_to_ask(whole):
    article = whole.page("run").article
    assert "ask whoever gave you the address" in article.text
    assert [link["href"] for link in article.select("p a[href*='/']")] == [WHEEL]
    assert WHEEL.rpartition("/")[2] in article.pre.text


@pytest.mark.deep
def test_with_a_repository_the_folder_is_a_link_to_it(faulty):
    article = faulty.page("run").article
    assert f"git clone {REPOSITORY}" in article.text and "ask who" not in article.text
    links = [link["href"] for link in article.select("section p a[href*='/']")]
    assert links == [REPOSITORY, WHEEL]


@pytest.mark.parametrize("page", sorted(BOOK.glob("*.md")), ids=lambda page: page.stem)
def test_a_page_that_names_the_folder_leads_to_where_it_is(page):
    text = page.read_text(encoding="utf-8")
    if re.search("folder of the course|`make |CONTRIBUTING", text):
        assert "#the-folder-of-the-course)" in text


# ---- how long it takes


def test_a_long_page_says_how_long_it_takes(whole):
    time = whole.page("asks").select_one("h1 + .reading-time")
    assert time.text == "About 5 minutes to read"
    assert not whole.page("errata").select(".reading-time")
