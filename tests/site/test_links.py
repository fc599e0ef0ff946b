"""The pages' own text, read without a browser: links, addresses, pictures, formulas, the module."""

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup
from visits import page_names

ELSEWHERE = ("http:", "https:", "mailto:")
FILE_NAME_OR_HASH = re.compile(r"^\S*\.(png|jpe?g|svg|webp|gif)$|^[0-9a-f]{16,}|^_images/|^\.\./")
ADDRESSES = Path(__file__).with_name("addresses.txt").read_text(encoding="utf-8").split()
MODULES = ["rappor", "numbers", "distributions", "strings", "longitudinal", "composition"]
MODULES += ["multidimensional", "counts", "shuffle", "poisoning", "testing", "secure_sums"]
MODULES += ["choosing", "scale", "privacy", "data", "explore", "plots"]
PLOTS = ["axes", "errors_against_theory"]


@cache
def parsed(path):
    return BeautifulSoup(path.read_text(encoding="utf-8"), "lxml")


@cache
def ids(path):
    return [tag["id"] for tag in parsed(path).find_all(id=True)]


def is_dead(link, path):
    """Whether a link leads nowhere; `#id?name=value` leads to a state of an explorer."""
    parts = urlsplit(link)
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    place = unquote(parts.fragment).partition("?")[0]
    if link.startswith(ELSEWHERE):
        return False
    return not target.is_file() or (place and target.suffix == ".html" and place not in ids(target))


@pytest.mark.parametrize("name", page_names())
def test_a_page_is_whole_and_asks_nobody_else(site, name):
    path = site / name
    page = parsed(path)
    links = [link["href"] for link in page.find_all("a", href=True)]
    assert [link for link in links if is_dead(link, path)] == []
    assert sorted({one for one in ids(path) if ids(path).count(one) > 1}) == []

    tags = page.select("script[src], link[href], img[src], iframe[src]")
    loaded = [
        tag.get("src") or tag["href"] for tag in tags if "canonical" not in tag.get("rel", "")
    ]
    banned = re.compile("^(https?:)?//|mathjax|lite/|require|widgets|jupyter", re.I)
    assert [address for address in loaded if banned.search(address)] == []
    assert page.select("script[type*=jupyter]") == []  # nothing waits for a kernel

    pictures = page.select("article img")
    silent = [img["src"] for img in pictures if not img.get("alt")]
    assert silent == [] and not [img for img in pictures if FILE_NAME_OR_HASH.match(img["alt"])]
    assert page.select(".katex-error, .math:not(:has(.katex))") == []
    assert not page.article or len(page.article.find_all("h1")) == 1


def test_every_address_ever_given_out_still_leads_somewhere(site):
    """A link that somebody has set, or has printed, goes on working."""
    assert [one for one in ADDRESSES if is_dead(one, site / "index.html")] == []
    assert set(page_names()) - {"search.html"} <= set(ADDRESSES)


def test_the_page_of_the_module_describes_every_public_name(site):
    terms = parsed(site / "book/api.html").select("dt[id]")
    described = {term["id"]: term.find_next_sibling("dd").get_text() for term in terms}
    for part in ["ldp_course", *(f"ldp_course.{name}" for name in MODULES)]:
        module = import_module(part)
        for name in getattr(module, "__all__", PLOTS):
            assert f"{part}.{name}" in described
            if not name.isupper():
                first, said = getattr(module, name).__doc__, described[f"{part}.{name}"]
                assert re.sub(r"\W", "", said)[:20] == re.sub(r"\W", "", first)[:20]
