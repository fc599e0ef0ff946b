"""What the README says in numbers."""

import re
import tomllib

from coursework.exam.sheet import ASSIGNMENTS
from tests.book.parts import CHAPTERS, ROOT
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

IN_WORDS = {7: "Seven", 10: "ten", 20: "twenty"}


def test_how_much_there_is(chapter):
    chapter.says("A course in {} chapters that you can run", IN_WORDS[len(CHAPTERS)])
    chapter.says("{} assignments with numbers of each", IN_WORDS[len(ASSIGNMENTS)])


def test_minutes_of_the_tests(chapter):
    """Measured by hand, as `make help` says it."""
    minutes = re.search(
        r"^test: .* about (\d+) minutes", (ROOT / "Makefile").read_text("utf-8"), re.M
    )
    chapter.says("about {} minutes. What takes longer", IN_WORDS[int(minutes[1])])


def test_what_is_needed(chapter):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    chapter.says("with Python {} or newer", project["requires-python"].removeprefix(">="))


def test_what_the_commands_install(chapter):
    """Measured by hand, on Linux: rough numbers. Each includes what the rows above it need."""
    sizes = {
        "`make lab`, and the way without make": 0.8,
        "`make book`": 1.0,
        "`make coursework`, `make grade`": 1.1,
        "`make test`": 1.3,
    }
    assert list(sizes.values()) == sorted(sizes.values())
    for command, gigabytes in sizes.items():
        chapter.says(f"| {command} | {{:.1f}} GB |", gigabytes)
    chapter.names("fetches Python from a public host: about 30 MB)")


def test_names(chapter):
    chapter.names("Text and figures: CC BY 4.0", "a 32-bit system and")
