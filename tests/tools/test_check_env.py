"""check_env says on one screen what is missing and how to repair it."""

import os
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import check_env
import pytest

from ldp_course import data

REPOSITORY = Path(__file__).parents[2]
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]


def test_every_requirement_is_on_the_screen_and_met_here(capsys):
    assert check_env.main() == 0
    screen = capsys.readouterr().out
    assert "Everything is ready." in screen and "✗" not in screen
    assert len(screen.splitlines()) <= 25 and max(map(len, screen.splitlines())) <= 80
    requirements = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["lab"]
    for requirement in requirements:
        name, low = requirement.split(">=")
        assert f" {name} " in screen and f"needs >={low}" in screen
    assert PROJECT["requires-python"] == check_env.PYTHON_NEEDED


def test_a_missing_package_is_named_with_the_line_that_installs_it(monkeypatch, capsys):
    installed = metadata.version

    def version(name):
        if name == "anywidget":
            raise metadata.PackageNotFoundError(name)
        return installed(name)

    monkeypatch.setattr(metadata, "version", version)
    assert check_env.main() == 1
    screen = capsys.readouterr().out
    assert "✗ missing       anywidget" in screen and "1 of " in screen
    assert 'python -m pip install "anywidget>=0.9.18,<1"' in screen


def test_a_clone_without_packages_names_the_command_that_installs_them(
    monkeypatch, capsys
):
    def requires(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", requires)
    assert check_env.main() == 1
    install = 'pip install -c constraints.txt -e ".[lab,scale]"'
    assert install in capsys.readouterr().out


def test_damaged_and_missing_data_are_named(monkeypatch, tmp_path, capsys):
    sums = (REPOSITORY / "data" / "SHA256SUMS").read_bytes()
    (tmp_path / "SHA256SUMS").write_bytes(sums)
    (tmp_path / "adult.csv.gz").write_bytes(b"not the data")
    monkeypatch.setattr(data, "_folder", lambda: tmp_path)
    assert check_env.main() == 1
    screen = capsys.readouterr().out
    assert "✗ damaged       adult.csv.gz" in screen
    assert "✗ missing       surnames.csv.gz" in screen
    assert "git checkout -- data/adult.csv.gz" in screen


def test_versions_are_compared_with_their_ranges():
    assert check_env.check_python("3.10.14").status == "too old"
    assert check_env.check_python("3.11.0rc2").status == "ok"
    for version in ("2.9", "2.10.1", "2.9.post1"):
        assert check_env.in_range(version, ">=2.9,<10")
    for version in ("2.8.9", "10.0.0", "10.0.0rc1"):
        assert not check_env.in_range(version, ">=2.9,<10")


BARE_PYTHON = """
import runpy, sys

class NoPackages:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"numpy", "scipy", "pandas"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, NoPackages())
runpy.run_path("tools/check_env.py", run_name="__main__")
"""


@pytest.mark.parametrize(
    "command, encoding, code, line",
    [
        (["-c", BARE_PYTHON], "utf-8", 1, "✗ not checked   data files"),
        # an ASCII console has no check mark
        (["tools/check_env.py"], "ascii", 0, "? ok            numpy"),
    ],
)
def test_it_answers_without_numpy_and_on_an_old_console(command, encoding, code, line):
    done = subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        cwd=REPOSITORY,
        env=os.environ | {"PYTHONIOENCODING": encoding},
        encoding=encoding,
    )
    assert done.returncode == code and line in done.stdout, done.stderr
