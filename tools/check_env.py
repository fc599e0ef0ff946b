"""Is everything here that the notebooks need? `python tools/check_env.py` says so on one screen.

Exit code 0 if all is ready, 1 if not. Only the standard library is imported at the top, so that in
a clone where nothing is installed yet it answers too.
"""

from __future__ import annotations

import platform
import re
import sys
from importlib import metadata
from typing import NamedTuple

PYTHON_NEEDED = ">=3.11"
INSTALL_ALL = 'python -m pip install -c requirements.txt -e ".[lab,scale]"   (in the folder)'


class Check(NamedTuple):
    name: str
    status: str  # "ok", or what is wrong in a word or two
    found: str = ""
    needed: str = ""
    repair: str = ""


def check_python(version: str) -> Check:
    status = "ok" if in_range(version, PYTHON_NEEDED) else "too old"
    return Check(
        "Python",
        status,
        version,
        PYTHON_NEEDED,
        "install a newer Python from https://www.python.org",
    )


def check_packages() -> list[Check]:
    """The packages that ldp-course asks for: to run, and for the notebooks."""
    try:
        requirements = metadata.requires("ldp-course") or []
    except metadata.PackageNotFoundError:
        return [Check("ldp-course", "missing", repair=INSTALL_ALL)]
    wanted = [
        text
        for text in requirements
        if "extra ==" not in text or re.search(r"""extra == ['"](lab|scale)['"]""", text)
    ]
    return [check_package(text.split(";")[0].strip()) for text in wanted]


def check_package(requirement: str) -> Check:
    """One requirement, such as "numpy<3,>=2.0"."""
    name, needed = re.fullmatch(r"([\w.-]+?)(?:\[[\w,-]+\])?\s*([<>=].*)", requirement).groups()
    needed = ",".join(sorted(needed.split(","), reverse=True))
    repair = f'python -m pip install "{name}{needed}"'
    try:
        found = metadata.version(name)
    except metadata.PackageNotFoundError:
        return Check(name, "missing", "", needed, repair)
    return Check(name, "ok" if in_range(found, needed) else "wrong version", found, needed, repair)


def check_data() -> list[Check]:
    try:
        from ldp_course import data
    except ImportError:
        return [
            Check(
                "data files",
                "not checked",
                repair="install the packages first, then run this again",
            )
        ]
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
    """True if the version meets every part of a range such as ">=2.0,<3" (only >= and < are
    understood).
    """
    at_least = [release(part[2:]) for part in needed.split(",") if part.startswith(">=")]
    below = [release(part[1:]) for part in needed.split(",") if part.startswith("<")]
    return all(release(version) >= low for low in at_least) and all(
        release(version) < high for high in below
    )


def release(version: str) -> list[int]:
    """The leading numbers of a version: "2.10.1rc1" -> [2, 10, 1]. Final zeros do not count: 3.0 is
    3.
    """
    numbers = [int(number) for number in re.match(r"\s*(\d+(?:\.\d+)*)", version)[1].split(".")]
    while numbers[-1:] == [0]:
        numbers.pop()
    return numbers


def report(checks: list[Check]) -> str:
    lines = ["Local Differential Privacy: what this computer has, and what the notebooks need", ""]
    for check in checks:
        mark = "✓" if check.status == "ok" else "✗"
        needed = f"needs {check.needed}" if check.needed else ""
        lines.append(
            f"{mark} {check.status:<13} {check.name:<20} {check.found:<12} {needed}".rstrip()
        )
    faults = [check for check in checks if check.status != "ok"]
    lines += [
        "",
        f"{len(faults)} of {len(checks)} need care:" if faults else "Everything is ready.",
    ]
    return "\n".join(lines + [f"  {check.name}: {check.repair}" for check in faults])


def main() -> int:
    checks = [check_python(platform.python_version()), *check_packages(), *check_data()]
    sys.stdout.reconfigure(errors="replace")  # a console without ✓ shows ?, and the word beside it
    print(report(checks))
    return int(any(check.status != "ok" for check in checks))


if __name__ == "__main__":
    sys.exit(main())
