"""The site's machinery (_config.yml and book/_ext): what it makes of pages, what it offers to run
and to publish, and which faults it names.
"""

import tomllib
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from packaging.requirements import Requirement

from tests.book.small_book import ROOT, SmallBook
from tests.book.small_pages import FAULTY, FAULTY_FORMULAS


def test_formulas_are_typeset_for_the_eye_and_for_screen_readers(whole):
    formulas = whole.page("formulas").select(".math")
    assert len(formulas) == 10
    for formula in formulas:
        assert formula.select(".katex-html") and formula.select("math")


def test_a_number_that_follows_is_typeset_with_its_formula(whole):
    (sentence,) = [p for p in whole.page("formulas").select("p") if "With" in p.text]
    sources = [formula.text for formula in sentence.select("annotation")]
    assert sources == [
        "n = 32{,}561", r"p \le 0.75 \cdot 0.5 = 0.375", r"q = 4.3\,\%", "k", "m"
    ]  # fmt: skip
    for formula in sentence.select(".math"):
        formula.decompose()
    said = sentence.text.replace("\N{WORD JOINER}", "")
    assert said == "With , . And ,  = 2nd,  = ten. So 5\N{NO-BREAK SPACE}% are left."


def test_labelled_and_numbered_formulas_have_one_number_each_and_a_place_to_link_to(whole):
    formulas = whole.page("formulas")
    assert [number.contents[0] for number in formulas.select(".eqno")] == ["(1)", "(2)"]
    assert formulas.select(".katex-html .tag, .katex-html .eqn-num") == []
    (link,) = formulas.select("p a[href='#equation-odds']")
    assert link.text == "(1)" and formulas.find(id="equation-odds")


# ---- faults


@pytest.mark.deep
@pytest.mark.parametrize("formula", FAULTY_FORMULAS)
def test_a_formula_with_a_fault_is_a_warning(faulty, formula):
    said = f"WARNING: cannot typeset the formula {formula!r}"
    warnings = [line for line in faulty.log.splitlines() if said in line]
    assert len(warnings) == 2 and all("book/formulas.md:" in line for line in warnings)


@pytest.mark.deep
def test_output_on_stderr_is_a_warning(faulty):
    parts = ("WARNING", "stderr", "warns.ipynb")
    assert any(all(part in line for part in parts) for line in faulty.log.splitlines())


@pytest.mark.deep
def test_notebooks_that_raise_fail_even_a_plain_build_and_are_all_named(faulty):
    for name, error in {"raises": "ZeroDivisionError", "misses": "ModuleNotFoundError"}.items():
        report = faulty.html / f"reports/book/{name}.err.log"
        assert error in report.read_text(encoding="utf-8") and str(report) in faulty.log


@pytest.mark.deep
def test_a_notebook_runs_again_when_the_module_has_changed_though_its_own_code_has_not(
    tmp_path,
):
    book = SmallBook(tmp_path, {"reads.ipynb": FAULTY["reads.ipynb"]}, module="first = 1")
    for module in ("first = 1", "second = 2"):
        (tmp_path / "ldp_course" / "module.py").write_text(module)
        assert book.build(), book.log
        assert module in book.page("reads").select_one(".cell_output").text


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
def test_with_a_repository_on_binder_and_colab_too_from_the_right_branch(faulty):
    course, chapter = "example/course", "book/reads.ipynb"
    assert places(faulty, "reads") == {
        "In your browser (30 MB)": f"../lite/start.html?path={chapter}",
        "Binder": f"https://mybinder.org/v2/gh/{course}/summer?urlpath=lab/tree/{chapter}",
        "Colab": f"https://colab.research.google.com/github/{course}/blob/summer/{chapter}",
    }
    tags = faulty.page("reads").select("script[src], link[rel=stylesheet], img[src], iframe[src]")
    addresses = [tag.get("src") or tag.get("href") for tag in tags]
    assert [address for address in addresses if "//" in address or "thebe" in address] == []


def test_binder_installs_the_course_in_its_exact_versions_with_jupyterlab():
    constraints, course = (
        (ROOT / ".binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    )
    assert (ROOT / ".binder" / constraints.removeprefix("-c ")).samefile(ROOT / "requirements.txt")
    assert course == "-e .[lab,scale]"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert Requirement(project["optional-dependencies"]["lab"][0]).name == "jupyterlab"
    runtime = (ROOT / ".binder" / "runtime.txt").read_text(encoding="utf-8")
    python = runtime.strip().removeprefix("python-")
    assert python in Requirement("python" + project["requires-python"]).specifier


# ---- a published copy: its addresses come from the environment; without them none is invented

SITE, REPOSITORY = "https://example.org/ldp/", "https://github.com/example/course"


def preview(page):
    return {tag["property"]: tag["content"] for tag in page.select("meta[property^='og:']")}


@pytest.mark.deep
def test_a_preview_asks_the_question_of_the_chapter_and_names_its_page_and_picture(faulty):
    page = faulty.page("asks")
    said, question = preview(page), "How many of “us”?"
    assert said["og:title"] == "One & only chapter" and said["og:description"] == question
    assert page.select_one("meta[name=description]")["content"] == question
    assert said["og:url"] == page.select_one("link[rel=canonical]")["href"]
    assert said["og:url"] == f"{SITE}book/asks.html"
    assert (faulty.html / said["og:image"].removeprefix(SITE)).exists()


@pytest.mark.deep
def test_the_site_map_lists_every_page(faulty):
    places = ElementTree.parse(faulty.html / "sitemap.xml").findall(".//{*}loc")
    pages = {f"{SITE}book/{page.name}" for page in (faulty.html / "book").glob("*.html")}
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
    assert not page.select("link[rel=canonical]") and not (whole.html / "sitemap.xml").exists()
    assert page.select_one(".report-an-error a")["href"] == "errata.html#report-a-mistake"


def test_a_long_page_says_how_long_it_takes(whole):
    time = whole.page("asks").select_one("h1 + .reading-time")
    assert time.text == "About 5 minutes to read"
    assert not whole.page("errata").select(".reading-time")
