"""requirements.txt (exact versions) agrees with pyproject.toml (ranges)."""

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PINS_TEXT = (ROOT / "requirements.txt").read_text(encoding="utf-8")
PINS = [Requirement(line) for line in PINS_TEXT.splitlines() if line and not line.startswith("#")]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
WANTED = PROJECT["dependencies"] + [line for name in EXTRAS for line in EXTRAS[name]]


def test_each_range_is_pinned_to_one_exact_version_inside_it_for_every_python():
    """Another NumPy draws other numbers, and the stored outputs would differ."""
    names = [pin.name for pin in PINS]
    assert len(names) == len(set(names))
    assert all([exact.operator for exact in pin.specifier] == ["=="] for pin in PINS)
    versions = {pin.name: next(iter(pin.specifier)).version for pin in PINS}
    for wanted in map(Requirement, WANTED):
        assert wanted.name in versions, f"requirements.txt lacks {wanted.name}: run `make pins`"
        assert versions[wanted.name] in wanted.specifier
    assert versions["jupyter-book"].startswith("1.")
    assert "://" not in PINS_TEXT
