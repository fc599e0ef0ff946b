"""Figures are in the page as SVG, in its font and colors, with all their words."""

import io
import re

import figures
import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from bs4 import BeautifulSoup

from ldp_course import plots

ALT = 'Two "lines" & a box.'


@pytest.fixture
def ax():
    with mpl.rc_context():
        yield plots.axes(x="0.1234 < x", y="turned")
        plt.close("all")


def shown(ax):
    file = io.StringIO()
    ax.figure.savefig(file, format="svg", metadata=plots.UNDATED)
    return figures.in_the_page(file.getvalue(), "figure-1", ALT)


def parsed(ax):
    return BeautifulSoup(shown(ax), "html.parser").select_one(".explorer.drawn > svg")


def test_a_figure_has_a_text_alternative_and_its_own_words(ax):
    ax.text(0.5, 0.5, "0.98765")
    svg = parsed(ax)
    assert svg["role"] == "img" and svg["aria-label"] == ALT
    words = {text.text for text in svg.select("text")}
    assert words == {
        "0.98765",
        "0.1234 < x",
        "turned",
        *(f"0.{even}" for even in "02468"),
        "1.0",
    }


def test_the_colors_and_the_font_are_those_of_the_page(ax):
    ax.plot([0, 1], color=plots.BLUE, marker="o")
    ax.bar(0, 1, color=plots.PALE, hatch="//", edgecolor="#595959")
    html = shown(ax)
    assert "var(--explorer-0)" in html and "var(--pale)" in html
    assert "color-mix(in srgb, var(--explorer-words) 65%, var(--ground))" in html
    assert not re.search("#[0-9a-f]{6}|<style|xmlns", html)


def test_its_ids_are_its_own_and_lead_somewhere(ax):
    ax.plot([0, 1], color=plots.BLUE, marker="o")
    ids = re.findall(r' id="([^"]+)"', shown(ax))
    used = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', shown(ax))
    assert len(ids) == len(set(ids)) >= len(used) > 0
    assert {href or url for href, url in used} <= set(ids)
    assert all(name.startswith("figure-1-") for name in ids)
