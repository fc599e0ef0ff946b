"""What the welcome page says, held by the chapters that it speaks of."""

import re

import nbformat

from ldp_course.data import OCCUPATIONS
from tests.chapters.claims import BOOK, test_every_number_is_said  # noqa: F401


def test_how_long_a_chapter_takes(chapter):
    minutes = [
        int(re.search(r"\*\*Time\*\*: (\d+) minutes", nbformat.writes(notebook))[1])
        for notebook in (nbformat.read(path, as_version=4) for path in BOOK.glob("*.ipynb"))
    ]
    chapter.says("Each chapter takes {} to {} minutes.", min(minutes), max(minutes))


def test_the_questions_of_the_chapters(chapter):
    chapter.says("How many work in each of {} occupations?", len(OCCUPATIONS))


def test_names_and_promises(chapter):
    chapter.names("CC BY 4.0", "US census extract from 1994", "at least 200 seeded runs")
