"""The way without make that README and "Run the notebooks" describe, and its pins."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PIP = 'pip install -c requirements.txt -e ".[lab,scale]"'


def test_each_range_is_pinned_to_an_exact_version_inside_it():
    """Another NumPy draws other numbers, and the stored outputs would differ."""
    text = (ROOT / "requirements.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    pins = {pin.name: list(pin.specifier) for pin in map(Requirement, lines)}
    assert len(pins) == len(lines) and "://" not in text
    versions = {name: exact.version for name, (exact,) in pins.items()}
    assert all(exact.operator == "==" for (exact,) in pins.values())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = sum(project["optional-dependencies"].values(), project["dependencies"])
    for range_ in map(Requirement, wanted):
        assert range_.name in versions, f"{range_.name} is missing: run `make pins`"
        assert versions[range_.name] in range_.specifier
    assert versions["jupyter-book"].startswith("1.")


def steps(page):
    """Return the commands, without comments, of the block that installs with pip."""
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```[^\n]*\n(.*?)```", text, flags=re.S)
    (block,) = [block for block in blocks if PIP in block]
    lines = [line for line in block.splitlines() if line.strip()]
    return [line.partition("  #")[0].strip() for line in lines]


def test_readme_and_page_have_the_same_commands():
    assert steps("README.md") == steps("book/run.md")


@pytest.mark.weekly
def test_pip_alone_installs_what_the_notebooks_need(tmp_path):
    clone = ["git", "clone", "--quiet", str(ROOT), str(tmp_path / "course")]
    subprocess.run(clone, check=True)
    *commands, _ = steps("README.md")  # the last one opens JupyterLab, and stays
    commands[0] = commands[0].replace("python3", sys.executable)
    script = "set -e\n" + "\n".join([*commands, "jupyter lab --version"])
    run = subprocess.run(
        ["sh", "-c", script], cwd=tmp_path / "course", capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "Everything is ready." in run.stdout
