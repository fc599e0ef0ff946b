"""Claims of the README; its minutes and gigabytes are measured by hand."""

import re
import subprocess
import sys
import tomllib

from coursework.exam.sheet import ASSIGNMENTS
from tests.book.parts import CHAPTERS, ROOT

IN_WORDS = {7: "Seven", 22: "twenty-two"}


def test_how_much_there_is(chapter):
    chapter.says("A course in {} chapters that you can run", IN_WORDS[len(CHAPTERS)])
    chapter.says("{} assignments with numbers of each", IN_WORDS[len(ASSIGNMENTS)])


def test_what_is_needed(chapter):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    text = "with Python {} or newer"
    chapter.says(text, project["requires-python"].removeprefix(">="))


def test_the_code_prints_what_stands_below_it(tmp_path):
    """Run it without the repository, as in an environment with the wheel alone."""
    text = (ROOT / "README.md").read_text("utf-8")
    code, output = re.search(
        r"```python\n(.*?)```\n\nprints\n\n```\n(.*?)```", text, re.S
    ).groups()
    environment = {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert run.stdout == output, run.stderr
