"""Pictures drawn when the book is built: in the page, told in words, in the explorers' colors."""

import re
import sys
from pathlib import Path

import pytest

from ldp_course.explore.page import style
from tests.book.small_book import build, page

sys.path.insert(0, str(Path(__file__).parents[2] / "book" / "_ext"))
import picture_gallery
import pictures

WORDS = 'A curve with "two" tails & a middle part, which together are the whole area.'


@pytest.fixture(scope="module")
def small_book(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    pages = {
        "shows.md": f"# Shows\n\n:::{{picture}} binomial\n{WORDS}\n:::\n",
        "plain.md": "# Plain\n\nNo picture.\n",
        "wrong.md": "# Wrong\n\n:::{picture} nothing\n:::\n\n"
        ":::{picture} binomial\nA curve.\n:::\n",
    }
    return folder, build(folder, pages)


def test_a_picture_stands_in_the_page_with_its_words(small_book):
    (figure,) = page(small_book[0], "shows.html").select("figure.picture")
    assert figure.svg["role"] == "img" and figure.svg["aria-label"] == WORDS
    assert figure.select("path") and not figure.select("image, [style]")


def test_only_pages_with_pictures_load_their_style(small_book):
    loads = {name: "pictures.css" in str(page(small_book[0], name).head)
             for name in ("shows.html", "plain.html")}  # fmt: skip
    assert loads == {"shows.html": True, "plain.html": False}


def test_an_unknown_picture_and_one_without_words_are_errors(small_book):
    log = small_book[1].log
    assert "There is no picture 'nothing'. There are spread-of-a-share" in log
    assert "The picture 'binomial' must be told in words" in log


def test_the_colors_are_those_of_the_explorers_in_both_themes():
    named = re.compile(r"--explorer-\w+: [^;]+;")
    taken = named.findall(pictures.colors())
    assert taken == named.findall(style()) and len(taken) > 25
    assert 'html[data-theme="dark"] .picture' in pictures.colors()
    used = set(re.findall(r"var\((--[\w-]+)\)", pictures.RULES.read_text("utf-8"))) - {"--ink"}
    assert used <= {color.partition(":")[0] for color in taken}


@pytest.mark.parametrize("name", picture_gallery.PICTURES)
def test_a_picture_has_no_color_of_its_own_and_stays_inside_its_box(name):
    drawn = picture_gallery.PICTURES[name]()
    assert not re.search("#[0-9a-f]{3}|rgb|fill=|stroke=", drawn) and "nan" not in drawn
    numbers = [
        float(number)
        for path in re.findall(r' d="([^"]+)"', drawn)
        for number in re.findall(r"[ML](-?[\d.]+) ", path)
    ]
    assert min(numbers) >= 0 and max(numbers) <= picture_gallery.WIDTH
    assert len(drawn) < 8_000
