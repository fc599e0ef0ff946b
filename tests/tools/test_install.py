"""The way without make that README and the page "Run the notebooks" describe."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PIP = 'pip install -c requirements.txt -e ".[lab,scale]"'


def steps(page):
    """The lines of the block of commands that has the installation with pip, without comments."""
    blocks = re.findall(
        r"```[^\n]*\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), flags=re.S
    )
    (block,) = [block for block in blocks if PIP in block]
    return [line.partition("  #")[0].strip() for line in block.splitlines() if line.strip()]


def test_readme_and_page_say_the_same():
    assert steps("README.md") == steps("book/run.md")


@pytest.mark.weekly
def test_pip_alone_installs_what_the_notebooks_need(tmp_path):
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(tmp_path / "course")], check=True)
    *commands, _ = steps("README.md")  # the last one opens JupyterLab, and stays
    commands[0] = commands[0].replace("python3", sys.executable)
    script = "set -e\n" + "\n".join([*commands, "jupyter lab --version"])
    run = subprocess.run(
        ["sh", "-c", script], cwd=tmp_path / "course", capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "Everything is ready." in run.stdout
