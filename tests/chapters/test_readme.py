"""What the README says and the repository knows. Its minutes and gigabytes are measured by hand."""

import tomllib

from coursework.exam.sheet import ASSIGNMENTS
from tests.book.parts import CHAPTERS, ROOT

IN_WORDS = {7: "Seven", 20: "twenty"}


def test_how_much_there_is(chapter):
    chapter.says("A course in {} chapters that you can run", IN_WORDS[len(CHAPTERS)])
    chapter.says("{} assignments with numbers of each", IN_WORDS[len(ASSIGNMENTS)])


def test_what_is_needed(chapter):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    chapter.says("with Python {} or newer", project["requires-python"].removeprefix(">="))
