"""check_env: one screen, true in every line, with the command that repairs; works where packages
are missing.
"""

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


def test_all_is_ready_here_and_every_requirement_of_the_project_is_on_the_screen(capsys):
    assert check_env.main() == 0
    screen = capsys.readouterr().out
    assert "Everything is ready." in screen and "✗" not in screen
    assert len(screen.splitlines()) <= 25 and max(map(len, screen.splitlines())) <= 80
    for requirement in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["lab"]:
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


def test_a_clone_that_was_never_installed(monkeypatch, capsys):
    def requires(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", requires)
    assert check_env.main() == 1
    assert 'pip install -c requirements.txt -e ".[lab,scale]"' in capsys.readouterr().out


def test_damaged_and_missing_data(monkeypatch, tmp_path, capsys):
    (tmp_path / "SHA256SUMS").write_bytes((REPOSITORY / "data" / "SHA256SUMS").read_bytes())
    (tmp_path / "adult.csv.gz").write_bytes(b"not the data")
    monkeypatch.setattr(data, "_folder", lambda: tmp_path)
    assert check_env.main() == 1
    screen = capsys.readouterr().out
    assert "✗ damaged       adult.csv.gz" in screen and "✗ missing       surnames.csv.gz" in screen
    assert "git checkout -- data/adult.csv.gz" in screen


def test_versions_and_their_ranges():
    assert check_env.check_python("3.10.14").status == "too old"
    assert check_env.check_python("3.11.0rc2").status == "ok"
    for version, needed, inside in [
        ("2.0", ">=2.0,<3", True),
        ("2.10.1", ">=2.9,<3", True),
        ("3.0.0", ">=2.0,<3", False),
        ("1.0.4.post1", ">=1.0.4,<2", True),
        ("4.0.0rc1", ">=2.2,<4", False),
    ]:
        assert check_env.in_range(version, needed) is inside


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
        (["tools/check_env.py"], "ascii", 0, "? ok            numpy"),  # no check mark there
    ],
)
def test_it_answers_without_numpy_and_on_an_old_console(command, encoding, code, line):
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    done = subprocess.run(
        [sys.executable, *command],
        capture_output=True, cwd=REPOSITORY, env=environment, encoding=encoding,
    )  # fmt: skip
    assert done.returncode == code and line in done.stdout, done.stderr
