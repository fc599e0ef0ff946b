"""Claims of the welcome page, held by the chapters that it speaks of."""

import math

from ldp_course.data import OCCUPATIONS
from ldp_course.topics import shufflers
from tests.book.parts import CHAPTERS
from tests.chapters.claims import BOOK


def test_the_course_in_a_line(chapter):
    chapter.says("A free course in {} chapters", len(CHAPTERS))


def test_the_questions_of_the_chapters(chapter):
    chapter.says("How many work in each of {} occupations?", len(OCCUPATIONS))


def test_a_million_and_34_liars(chapter):
    local = shufflers.largest_local_epsilon(1_000_000, 1, 1e-6, by="coins")
    lies = 1_000_000 / (math.exp(local) + 1)
    chapter.says("A million people answer, and {:.0f} of them lie.", lies)


def test_statistics_explains_least_squares(chapter):
    chapter.says("explains the rest, such as least squares, with a picture each.")
    page = (BOOK / "statistics.md").read_text(encoding="utf-8")
    assert "\n## Least squares\n" in page
