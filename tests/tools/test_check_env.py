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


def test_all_ready_here(capsys):
    assert check_env.main() == 0
    screen = capsys.readouterr().out
    assert "Everything is ready." in screen and "✗" not in screen
    assert len(screen.splitlines()) <= 25 and max(map(len, screen.splitlines())) <= 80


def test_every_requirement_of_the_project_is_on_the_screen(capsys):
    check_env.main()
    screen = capsys.readouterr().out
    for requirement in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["lab"]:
        name, low = requirement.split(">=")
        assert f" {name} " in screen and f"needs >={low}" in screen
    assert "nbval" not in screen
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


def test_an_old_package_is_a_wrong_version(monkeypatch, capsys):
    monkeypatch.setattr(metadata, "version", lambda name: "1.5.3" if name == "pandas" else "4.0")
    assert check_env.main() == 1
    screen = capsys.readouterr().out
    assert "✗ wrong version pandas               1.5.3        needs >=2.2,<4" in screen
    assert 'python -m pip install "pandas>=2.2,<4"' in screen


def test_a_clone_that_was_never_installed(monkeypatch, capsys):
    def requires(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", requires)
    assert check_env.main() == 1
    screen = capsys.readouterr().out
    assert (
        "✗ missing       ldp-course" in screen
        and 'pip install -c requirements.txt -e ".[lab,scale]"' in screen
    )


def test_damaged_and_missing_data(monkeypatch, tmp_path, capsys):
    (tmp_path / "SHA256SUMS").write_bytes((REPOSITORY / "data" / "SHA256SUMS").read_bytes())
    (tmp_path / "adult.csv.gz").write_bytes(b"not the data")
    monkeypatch.setattr(data, "_folder", lambda: tmp_path)
    assert check_env.main() == 1
    screen = capsys.readouterr().out
    assert "✗ damaged       adult.csv.gz" in screen and "✗ missing       surnames.csv.gz" in screen
    assert "git checkout -- data/adult.csv.gz" in screen


def test_an_old_python():
    assert check_env.check_python("3.10.14").status == "too old"
    assert check_env.check_python("3.11.0rc2").status == "ok"


@pytest.mark.parametrize(
    "version, needed, inside",
    [
        ("2.0", ">=2.0,<3", True),
        ("2.10.1", ">=2.9,<3", True),
        ("3.0.0", ">=2.0,<3", False),
        ("3", ">=3.0.0,<4", True),
        ("1.0.4.post1", ">=1.0.4,<2", True),
        ("0.9.17", ">=0.9.18,<1", False),
        ("4.0.0rc1", ">=2.2,<4", False),
    ],
)
def test_version_ranges(version, needed, inside):
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


def test_it_answers_where_numpy_cannot_be_imported():
    utf8 = os.environ | {"PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", BARE_PYTHON]
    done = subprocess.run(command, capture_output=True, cwd=REPOSITORY, env=utf8, encoding="utf-8")
    assert done.returncode == 1, done.stderr
    assert "✗ not checked   data files" in done.stdout


def test_a_console_without_the_check_mark():
    command = [sys.executable, "tools/check_env.py"]
    done = subprocess.run(
        command, capture_output=True, cwd=REPOSITORY, env=os.environ | {"PYTHONIOENCODING": "ascii"}
    )
    assert done.returncode == 0, done.stderr
    assert b"? ok            numpy" in done.stdout
