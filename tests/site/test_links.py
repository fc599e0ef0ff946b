"""Pages read without a browser: links, addresses, pictures, formulas, the module."""

import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urlsplit

import lxml.html
import pytest
from visits import all_page_names

ELSEWHERE = ("http:", "https:", "mailto:")
FILE_NAME_OR_HASH = re.compile(
    r"^\S*\.(png|jpe?g|svg|webp|gif)$|^[0-9a-f]{16,}|^_images/|^\.\./"
)
FOREIGN = re.compile(r"^(https?:)?//|mathjax|\blite/|require|widgets|jupyter", re.I)
LOADED = (
    "//script/@src | //link[not(@rel='canonical')]/@href | //img/@src | //iframe/@src"
)
ADDRESSES = Path(__file__).with_name("addresses.txt").read_text("utf-8").split()
MODULES = ["privacy", "audit", "rappor", "data", "explore", "plots", "topics.numbers"]
MODULES += ["topics.distributions", "topics.unknown_words", "topics.again_and_again"]
MODULES += ["topics.two_reports", "topics.many_questions"]
MODULES += ["topics.shufflers", "topics.shufflers.secure_sums", "topics.attackers"]
MODULES += ["topics.testing_mechanisms", "topics.deployments", "topics.many_machines"]
MODULES += ["topics.many_machines.counts"]
PLOTS = ["axes", "errors_against_theory"]


@cache
def parsed(path):
    return lxml.html.document_fromstring(path.read_text(encoding="utf-8"))


@cache
def ids(path):
    return Counter(parsed(path).xpath("//@id"))


def of_class(name, inside="//*"):
    return f"{inside}[contains(concat(' ', @class, ' '), ' {name} ')]"


def is_dead(link, path):
    """Return whether a link leads nowhere; `#id?name=value` is an explorer's state."""
    parts = urlsplit(link)
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    place = unquote(parts.fragment).partition("?")[0]
    if link.startswith(ELSEWHERE):
        return False
    return not target.is_file() or (
        place and target.suffix == ".html" and place not in ids(target)
    )


@pytest.mark.parametrize("name", all_page_names())
def test_a_page_is_whole_and_loads_nothing_from_elsewhere(site, name):
    path = site / name
    page = parsed(path)
    assert [link for link in page.xpath("//a/@href") if is_dead(link, path)] == []
    assert [name for name, count in ids(path).items() if count > 1] == []
    assert [address for address in page.xpath(LOADED) if FOREIGN.search(address)] == []
    assert page.xpath("//script[contains(@type, 'jupyter')]") == []
    words = [picture.get("alt", "") for picture in page.xpath("//article//img")]
    assert all(words) and not any(map(FILE_NAME_OR_HASH.match, words))
    untyped = of_class("math") + f"[not({of_class('katex', './/*')})]"
    assert page.xpath(untyped) == page.xpath(of_class("katex-error")) == []
    assert not page.xpath("//article") or len(page.xpath("//article//h1")) == 1


def test_every_address_ever_given_out_still_leads_somewhere(site):
    """A link that somebody has set, or has printed, goes on working."""
    start = site / "index.html"
    assert [address for address in ADDRESSES if is_dead(address, start)] == []
    searches = {"search.html", "zh/search.html"}
    assert set(all_page_names()) - searches <= set(ADDRESSES)


def test_the_page_of_the_module_describes_every_public_name(site):
    terms = parsed(site / "book/api.html").xpath("//dt[@id]")
    described = {term.get("id"): term.getnext().text_content() for term in terms}
    for part in ["ldp_course", *(f"ldp_course.{name}" for name in MODULES)]:
        module = import_module(part)
        for name in getattr(module, "__all__", PLOTS):
            assert f"{part}.{name}" in described
            if not name.isupper():
                texts = getattr(module, name).__doc__, described[f"{part}.{name}"]
                said, shown = (re.sub(r"\W", "", text)[:20] for text in texts)
                assert said == shown
