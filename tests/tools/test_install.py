"""The way without make that README and "Run the notebooks" describe, and its pins."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
ALL = "pip install -r requirements.txt"
PIP = 'pip install -c constraints.txt -e ".[lab,scale]"'


def test_each_range_is_pinned_to_an_exact_version_inside_it():
    """Another NumPy draws other numbers, and the stored outputs would differ."""
    text = (ROOT / "constraints.txt").read_text("utf-8")
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


def in_an_empty_environment(folder, commands):
    """Run the commands in a clone that has nothing installed; return what they say."""
    clone = ["git", "clone", "--quiet", str(ROOT), str(folder / "course")]
    subprocess.run(clone, check=True)
    make, activate, *_ = steps("README.md")
    make = make.replace("python3", sys.executable)
    run = subprocess.run(
        ["sh", "-c", "\n".join(["set -e", make, activate, *commands])],
        cwd=folder / "course",
        env={k: v for k, v in os.environ.items() if not k.startswith("PYTHON")},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@pytest.mark.weekly
def test_pip_alone_installs_what_the_notebooks_need(tmp_path):
    _, _, *commands, _ = steps("README.md")  # the last one opens JupyterLab, and stays
    commands.append("jupyter lab --version")
    assert "Everything is ready." in in_an_empty_environment(tmp_path, commands)


@pytest.mark.weekly
def test_requirements_are_all_that_the_plain_commands_need(tmp_path):
    """JupyterLab runs a notebook as `jupyter execute` does: from its own folder."""
    says = in_an_empty_environment(
        tmp_path,
        [
            ALL,
            "jupyter-book build .",
            "pytest --nbval book/randomized_response.ipynb",
            "cd book && jupyter lab --version && jupyter execute epsilon.ipynb",
        ],
    )
    assert "Finished generating HTML for book." in says and " passed" in says
