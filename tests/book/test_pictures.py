"""Drawn pictures: in the page, told in words, in the explorers' colors."""

import re

import pictures
import pytest

from ldp_course.explore.page import style
from tests.book.small_pages import PICTURE


def test_a_picture_stands_in_the_page_with_its_words(whole):
    (figure,) = whole.page("shows").select("figure.picture")
    assert figure.svg["role"] == "img" and figure.svg["aria-label"] == PICTURE
    assert figure.select("path") and not figure.select("image, [style]")


@pytest.mark.deep
def test_unknown_pictures_and_missing_words_are_errors(faulty):
    assert (
        "There is no picture 'nothing'. There are binomial, chi-squared" in faulty.log
    )
    assert "The picture 'binomial' needs a text alternative" in faulty.log


def test_the_colors_are_those_of_the_explorers_in_both_themes():
    named = re.compile(r"--explorer-\w+: [^;]+;")
    taken = named.findall(pictures.colors())
    assert taken == named.findall(style()) and len(taken) > 25
    assert 'html[data-theme="dark"] .picture' in pictures.colors()
