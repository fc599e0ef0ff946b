"""The numbers of the page "Run the notebooks"."""

import tomllib

from tests.chapters.claims import BOOK, test_every_number_is_said  # noqa: F401


def test_which_python(chapter):
    project = tomllib.loads((BOOK.parent / "pyproject.toml").read_text("utf-8"))["project"]
    chapter.says("Python {} or newer", project["requires-python"].removeprefix(">="))


def test_the_example_of_a_check(chapter):
    chapter.gives("epsilon=0.981", "✗ epsilon = 0.981 is not right")


def test_what_a_browser_downloads(chapter):
    """Pyodide's core with NumPy, SciPy, pandas and matplotlib, measured by hand: a rough number."""
    chapter.names("a download of about 30 MB", "downloads about 30 MB")
