"""The page of the module lists every public name, with its docstring."""

import re
from importlib import import_module

import pytest
from bs4 import BeautifulSoup

PARTS = ["", ".rappor", ".numbers", ".distributions", ".strings", ".longitudinal"]
PARTS += [".composition", ".multidimensional", ".counts", ".shuffle", ".poisoning", ".testing"]
PARTS += [".secure_sums", ".choosing", ".scale", ".privacy", ".data", ".explore", ".plots"]
PLOTS = ["axes", "errors_against_theory"]


@pytest.fixture(scope="module")
def described(site):
    page = BeautifulSoup((site / "book" / "api.html").read_text(encoding="utf-8"), "html.parser")
    return {term["id"]: term.find_next_sibling("dd").get_text() for term in page.select("dt[id]")}


def letters(text):
    return re.sub(r"\W", "", text)


@pytest.mark.parametrize("part", PARTS)
def test_every_public_name_is_described(part, described):
    module = import_module(f"ldp_course{part}")
    for name in getattr(module, "__all__", PLOTS):
        name_there = f"{module.__name__}.{name}"
        assert name_there in described, f"{name_there} is not on the page"
        if not name.isupper():
            words = letters(getattr(module, name).__doc__)[:20]
            assert letters(described[name_there])[:20] == words
