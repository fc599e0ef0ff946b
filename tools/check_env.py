"""Say on one screen what is missing to run the notebooks.

    python tools/check_env.py       exit code 0 if all is ready, 1 if not

Only the standard library is imported at the top, so that it answers even in a clone
where nothing is installed yet.
"""

from __future__ import annotations

import platform
import re
import sys
from importlib import metadata
from typing import NamedTuple

PYTHON_NEEDED = ">=3.11"
INSTALL_ALL = (
    'python -m pip install -c constraints.txt -e ".[lab,scale]"   (in the folder)'
)


class Check(NamedTuple):
    name: str
    status: str  # "ok", or what is wrong in a word or two
    installed: str = ""
    needed: str = ""
    repair: str = ""


def check_python(version: str) -> Check:
    status = "ok" if in_range(version, PYTHON_NEEDED) else "too old"
    repair = "install a newer Python from https://www.python.org"
    return Check("Python", status, version, PYTHON_NEEDED, repair)


def check_packages() -> list[Check]:
    """Check the packages that ldp-course and its notebooks require."""
    try:
        requirements = metadata.requires("ldp-course") or []
    except metadata.PackageNotFoundError:
        return [Check("ldp-course", "missing", repair=INSTALL_ALL)]
    other_extra = re.compile(r"""extra == ['"](?!lab|scale)""")
    return [
        check_package(text.split(";")[0].strip())
        for text in requirements
        if not other_extra.search(text)
    ]


def check_package(requirement: str) -> Check:
    """Check one requirement, such as "numpy<3,>=2.0"."""
    pattern = r"([\w.-]+?)(?:\[[\w,-]+\])?\s*([<>=].*)"
    name, needed = re.fullmatch(pattern, requirement).groups()
    needed = ",".join(sorted(needed.split(","), reverse=True))
    repair = f'python -m pip install "{name}{needed}"'
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return Check(name, "missing", "", needed, repair)
    status = "ok" if in_range(version, needed) else "wrong version"
    return Check(name, status, version, needed, repair)


def check_data() -> list[Check]:
    try:
        from ldp_course import data
    except ImportError:
        repair = "install the packages first, then run this again"
        return [Check("data files", "not checked", repair=repair)]
    return [check_file(name, data.read_checked) for name in data.FILES]


def check_file(name, read_checked) -> Check:
    try:
        read_checked(name)
    except FileNotFoundError as error:
        return Check(name, "missing", repair=str(error))
    except ValueError as error:
        return Check(name, "damaged", repair=str(error))
    return Check(name, "ok", "checksum")


def in_range(version: str, needed: str) -> bool:
    """Return whether a version lies in a range of >= and <, such as ">=2.0,<3"."""
    number = release(version)
    return all(
        number >= release(part[2:])
        if part.startswith(">=")
        else number < release(part[1:])
        for part in needed.split(",")
    )


def release(version: str) -> list[int]:
    """Return the leading numbers, without final zeros: "2.10.1rc1" is [2, 10, 1]."""
    digits = re.match(r"\s*(\d+(?:\.\d+)*)", version)[1]
    numbers = [int(number) for number in digits.split(".")]
    while numbers[-1:] == [0]:
        numbers.pop()
    return numbers


def report(checks: list[Check]) -> str:
    lines = [
        "Local Differential Privacy: "
        "what this computer has, and what the notebooks need",
        "",
    ]
    for check in checks:
        mark = "✓" if check.status == "ok" else "✗"
        line = f"{mark} {check.status:<13} {check.name:<20} {check.installed:<12} "
        line += f"needs {check.needed}" if check.needed else ""
        lines.append(line.rstrip())
    faults = [check for check in checks if check.status != "ok"]
    summary = f"{len(faults)} of {len(checks)} need care:"
    lines += ["", summary if faults else "Everything is ready."]
    return "\n".join(lines + [f"  {check.name}: {check.repair}" for check in faults])


def main() -> int:
    checks = [check_python(platform.python_version()), *check_packages(), *check_data()]
    # a console without ✓ shows ?, and the word beside it
    sys.stdout.reconfigure(errors="replace")
    print(report(checks))
    return int(any(check.status != "ok" for check in checks))


if __name__ == "__main__":
    sys.exit(main())
