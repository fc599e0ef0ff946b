"""A published copy: its addresses come from the environment; without them none is invented."""

from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest

from tests.book.small_book import build, page

pytestmark = pytest.mark.deep  # each builds books of its own

SITE, REPOSITORY = "https://example.org/ldp/", "https://github.com/example/course"
CHAPTER = (
    """# One & only chapter

Before.

> **The question.** How many of "us"?

"""
    + 500 * "word "
)


def built(folder, **environment):
    result = build(
        folder,
        {"chapter.md": CHAPTER, "errata.md": "# Errata\n\n## Report a mistake\n\nHow."},
        "-W",
        **environment,
    )
    assert result.returncode == 0, result.log
    return folder


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    return built(
        tmp_path_factory.mktemp("published"), SITE_URL=SITE.rstrip("/"), REPOSITORY_URL=REPOSITORY
    )


@pytest.fixture(scope="module")
def private(tmp_path_factory):
    return built(tmp_path_factory.mktemp("private"), SITE_URL="", REPOSITORY_URL="")


def preview(folder):
    tags = page(folder, "chapter.html").select("meta[property^='og:']")
    return {tag["property"]: tag["content"] for tag in tags}


def test_a_preview_asks_the_question_of_the_chapter(published):
    assert preview(published)["og:title"] == "One & only chapter"
    assert preview(published)["og:description"] == "How many of “us”?"
    assert (
        page(published, "chapter.html").select_one("meta[name=description]")["content"]
        == "How many of “us”?"
    )


def test_a_preview_names_the_page_and_a_picture_that_is_there(published):
    assert preview(published)["og:url"] == f"{SITE}book/chapter.html"
    picture = preview(published)["og:image"].removeprefix(SITE)
    assert (published / "_build/html" / picture).exists()
    assert (
        page(published, "chapter.html").select_one("link[rel=canonical]")["href"]
        == f"{SITE}book/chapter.html"
    )


def test_the_site_map_lists_every_page(published):
    places = ElementTree.parse(published / "_build/html/sitemap.xml").findall(".//{*}loc")
    assert [place.text for place in places] == [
        f"{SITE}book/chapter.html",
        f"{SITE}book/errata.html",
    ]
    assert f"Sitemap: {SITE}sitemap.xml" in (published / "_build/html/robots.txt").read_text()


def test_an_error_is_reported_to_the_repository_with_the_page_named(published):
    link = urlsplit(page(published, "chapter.html").select_one(".report-an-error a")["href"])
    assert link.geturl().startswith(f"{REPOSITORY}/issues/new?")
    assert "One & only chapter" in parse_qs(link.query)["title"][0]
    assert f"{SITE}book/chapter.html" in parse_qs(link.query)["body"][0]


def test_without_addresses_nothing_is_invented(private):
    assert not {"og:url", "og:image"} & preview(private).keys()
    assert not page(private, "chapter.html").select("link[rel=canonical]")
    assert not (private / "_build/html/sitemap.xml").exists()
    assert (
        page(private, "chapter.html").select_one(".report-an-error a")["href"]
        == "errata.html#report-a-mistake"
    )


def test_a_long_page_says_how_long_it_takes(private):
    assert (
        page(private, "chapter.html").select_one("h1 + .reading-time").text
        == "About 3 minutes to read"
    )
    assert not page(private, "errata.html").select(".reading-time")
