"""The numbers of the page "Run the notebooks"."""

import tomllib

from tests.chapters.claims import BOOK


def test_which_python(chapter):
    project = tomllib.loads((BOOK.parent / "pyproject.toml").read_text("utf-8"))[
        "project"
    ]
    chapter.says("Python {} or newer", project["requires-python"].removeprefix(">="))
