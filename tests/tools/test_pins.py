"""requirements.txt (exact versions) agrees with pyproject.toml (ranges)."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PINS_TEXT = (ROOT / "requirements.txt").read_text(encoding="utf-8")
PINS = [Requirement(line) for line in PINS_TEXT.splitlines() if line and not line.startswith("#")]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
RANGES = [
    Requirement(line)
    for line in [
        *PROJECT["dependencies"],
        *EXTRAS["lab"],
        *EXTRAS["scale"],
        *EXTRAS["book"],
        *EXTRAS["grading"],
        *EXTRAS["dev"],
    ]
]


@pytest.mark.parametrize("wanted", RANGES, ids=lambda requirement: requirement.name)
def test_each_range_is_pinned_to_versions_inside_it(wanted):
    pins = [pin for pin in PINS if pin.name == wanted.name]
    assert pins, f"requirements.txt does not pin {wanted.name}: run `make pins`"
    for pin in pins:
        (exact,) = pin.specifier
        assert exact.version in wanted.specifier


def test_every_pin_is_one_exact_version():
    for pin in PINS:
        assert [exact.operator for exact in pin.specifier] == ["=="], pin


def test_one_version_for_every_python():
    """Another NumPy draws other numbers, and the stored outputs would differ."""
    names = [pin.name for pin in PINS]
    assert sorted(set(names)) == sorted(names)


def test_jupyter_book_is_version_1():
    (pin,) = [pin for pin in PINS if pin.name == "jupyter-book"]
    assert str(pin.specifier).startswith("==1.")


def test_pins_name_no_address():
    assert "://" not in PINS_TEXT and "--index" not in PINS_TEXT.replace("--no-emit-index-url", "")
