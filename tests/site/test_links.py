"""The pages' own text, read without a browser: links, pictures, formulas."""

import re
from functools import cache
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup

ELSEWHERE = ("http:", "https:", "mailto:")
FILE_NAME_OR_HASH = re.compile(r"^\S*\.(png|jpe?g|svg|webp|gif)$|^[0-9a-f]{16,}|^_images/|^\.\./")


@cache
def parsed(path):
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


@cache
def anchors(path):
    return {tag["id"] for tag in parsed(path).find_all(id=True)}


def anchor_of(fragment):
    """The id in `#id`, and in the `#id?name=value` of a link to a state of an explorer."""
    return unquote(fragment).partition("?")[0]


@pytest.fixture
def path(site, page_name):
    return site / page_name


def test_every_link_leads_somewhere(path):
    dead = []
    for link in parsed(path).find_all("a", href=True):
        address = link["href"]
        if address.startswith(ELSEWHERE):
            continue
        parts = urlsplit(address)
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if not target.is_file():
            dead.append(f"{address}: no such file")
        elif (
            parts.fragment
            and target.suffix == ".html"
            and anchor_of(parts.fragment) not in anchors(target)
        ):
            dead.append(f"{address}: no such place on that page")
    assert dead == []


def test_nothing_is_loaded_from_elsewhere(path):
    tags = parsed(path).select(
        "script[src], link[rel=stylesheet], link[rel=preload], img[src], iframe[src]"
    )
    addresses = [tag.get("src") or tag.get("href") for tag in tags]
    assert [address for address in addresses if address.startswith(("http:", "https:", "//"))] == []
    assert [address for address in addresses if "mathjax" in address.lower()] == []


def test_nothing_of_the_jupyter_in_the_browser_is_loaded(path):
    tags = parsed(path).select("script[src], link[href], img[src], iframe[src]")
    assert [tag for tag in tags if "lite/" in (tag.get("src") or tag.get("href"))] == []


def test_nothing_waits_for_a_kernel(path):
    assert (
        parsed(path).select("script[type*=jupyter], script[src*=require], script[src*=widgets]")
        == []
    )


def test_every_picture_says_what_it_shows(path):
    pictures = parsed(path).select("article img")
    silent = [
        img["src"] for img in pictures if not img.get("alt") or FILE_NAME_OR_HASH.match(img["alt"])
    ]
    assert silent == []


def test_every_formula_is_typeset(path):
    page = parsed(path)
    assert page.select(".katex-error") == []
    raw = [tag.text[:60] for tag in page.select(".math") if not tag.select(".katex")]
    assert raw == []


def test_ids_are_unique(path):
    ids = [tag["id"] for tag in parsed(path).find_all(id=True)]
    assert sorted({name for name in ids if ids.count(name) > 1}) == []


def test_it_has_one_title(path):
    if parsed(path).article:
        assert len(parsed(path).article.find_all("h1")) == 1
