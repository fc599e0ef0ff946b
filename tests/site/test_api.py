"""The page of the module lists every public name, with its docstring."""

from importlib import import_module

import pytest
from bs4 import BeautifulSoup

PARTS = ["", ".rappor", ".privacy", ".data", ".explore", ".plots"]
PLOTS = ["axes", "errors_against_theory"]


@pytest.fixture(scope="module")
def described(site):
    page = BeautifulSoup((site / "book" / "api.html").read_text(encoding="utf-8"), "html.parser")
    return {term["id"]: term.find_next_sibling("dd").get_text() for term in page.select("dt[id]")}


@pytest.mark.parametrize("part", PARTS)
def test_every_public_name_is_described(part, described):
    module = import_module(f"ldp_course{part}")
    for name in getattr(module, "__all__", PLOTS):
        first_words = (getattr(module, name).__doc__ or "").split()[:2]
        assert f"{module.__name__}.{name}" in described, name
        assert name.isupper() or described[f"{module.__name__}.{name}"].split()[:2] == first_words
