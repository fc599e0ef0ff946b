"""What a release needs, tried one after the other: `make release-check`.

    python tools/release_check.py [STEP …]     all steps, or those that are named

It takes about two hours. A step that fails stops none of the others. At the end stands
a line for each: whether it is as it should be, and what was seen.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

import yaml
from pypdf import PdfReader

from ldp_course import __version__

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "_build" / "release"
UV = ROOT / ".venv" / "bin" / "uv"
OLDEST_PYTHON = 3, 11
EXAMPLE = re.compile(
    r"```python\n(?P<code>.*?)```\n\nprints\n\n```\n(?P<out>.*?)```", re.S
)
DATA = """
from importlib.metadata import distribution
from ldp_course import data
print(*[len(load()) for load in (data.load_adult, data.load_roll, data.load_surnames)])
names = {file.name for file in distribution("ldp-course").files}
assert {"LICENSE", "LICENSE-TEXT", "README.md", "SHA256SUMS"} <= names, names
"""


class NotAsItShould(Exception):
    pass


def run(*command, cwd=ROOT, **options):
    """Return what a command prints; if it fails, its last lines are the reason."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        **options,
    )
    if done.returncode:
        raise NotAsItShould(" / ".join(done.stdout.strip().splitlines()[-3:]))
    return done.stdout


def last_line(text):
    return text.strip().splitlines()[-1]


def version():
    """Compare the version in module, citation and changelog; look for changed files."""
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    released = re.search(r"^## \[([\d.]+)\] - (\S+)", changelog, re.M)
    found = [
        (__version__, str(citation["date-released"])),
        (str(citation["version"]), str(citation["date-released"])),
        released.groups() if released else "no release",
    ]
    if len(set(found)) > 1:
        raise NotAsItShould(f"module, citation and changelog say {found}")
    if changed := run("git", "status", "--porcelain"):
        raise NotAsItShould(f"not committed: {' '.join(changed.split()[1::2])}")
    return " of ".join(found[0])


def chinese():
    """Look for what is missing or stale in the Chinese edition."""
    return last_line(run(sys.executable, "tools/chinese.py", "--release"))


def packages():
    """Install wheel and sdist into empty environments; run README's example."""
    shutil.rmtree(BUILD / "dist", ignore_errors=True)
    run(UV, "build", "--out-dir", BUILD / "dist")
    example = EXAMPLE.search((ROOT / "README.md").read_text("utf-8"))
    seen = []
    for python in pythons():
        for package in BUILD.glob("dist/ldp_course*"):
            with TemporaryDirectory() as folder:
                run(UV, "venv", "--quiet", "--python", python, f"{folder}/env")
                inside = Path(folder, "env", "bin", "python")
                run(UV, "pip", "install", "--python", inside, package)
                out = run(inside, "-I", "-c", example["code"], cwd=folder)
                if out != example["out"]:
                    raise NotAsItShould(f"README's example printed {out!r}")
                rows = run(inside, "-I", "-c", DATA, cwd=folder).strip()
                number = run(inside, "--version").split()[1]
                kind = "wheel" if package.suffix == ".whl" else "sdist"
                seen.append(f"{kind}, Python {number}: README's example, rows {rows}")
    return "; ".join(seen)


def pythons():
    """Return the oldest Python that the course allows, and the newest that is here."""
    found = {}
    for folder in os.environ["PATH"].split(os.pathsep):
        for path in Path(folder).glob("python3.[0-9]*"):
            if re.fullmatch(r"python3\.\d+", path.name):
                found.setdefault(tuple(map(int, path.name[6:].split("."))), path)
    work = [
        path
        for numbers, path in sorted(found.items())
        if numbers >= OLDEST_PYTHON
        and not subprocess.run([path, "-c", ""], capture_output=True).returncode
    ]
    return dict.fromkeys([work[0], work[-1]]) if work else [sys.executable]


def pdf():
    """Print each edition as one PDF."""
    run("make", "pdf")
    files = sorted(ROOT.glob("_build/ldp-course*.pdf"))
    return ", ".join(
        f"{file.name}, {len(PdfReader(file).pages)} pages" for file in files
    )


def links():
    """Follow the links to other sites, where there is a net."""
    try:
        urlopen("https://doi.org/", timeout=10).close()
    except (URLError, OSError) as no_net:
        return f"not tried, no net: {no_net}"
    return last_line(run("make", "links"))


def plain():
    """Do without make: pip, `jupyter-book build .`, `pytest --nbval`."""
    tree = BUILD / "plain"
    shutil.rmtree(tree, ignore_errors=True)
    run("git", "clone", "--quiet", ROOT, tree)
    run(sys.executable, "-m", "venv", ".venv", cwd=tree)
    binaries = tree / ".venv" / "bin"
    run(binaries / "pip", "install", "--quiet", "-r", "requirements.txt", cwd=tree)
    build = run(binaries / "jupyter-book", "build", ".", cwd=tree)
    if "build succeeded." not in build:
        raise NotAsItShould(last_line(build))
    notebooks = sorted(
        str(path.relative_to(tree)) for path in tree.glob("book/*.ipynb")
    )
    return last_line(
        run(binaries / "python", "-m", "pytest", "--nbval", *notebooks, cwd=tree)
    )


def digits():
    """Change a hundred digits of the prose."""
    said = run("make", "changed-digits").splitlines()
    return next(line for line in said if "changed digits" in line)


def weekly():
    """Run all tests."""
    return last_line(run("make", "test-weekly"))


STEPS = version, chinese, packages, pdf, links, plain, digits, weekly


def main(names):
    unknown = set(names) - {step.__name__ for step in STEPS}
    if unknown:
        sys.exit(f"no such step: {', '.join(sorted(unknown))}")
    lines, failed = [], 0
    for step in STEPS:
        if names and step.__name__ not in names:
            continue
        print(f"{step.__name__}: {step.__doc__}", flush=True)
        start = time.monotonic()
        try:
            sees, good = step(), "good  "
        except NotAsItShould as error:
            sees, good = str(error), "FAILED"
            failed += 1
        minutes = (time.monotonic() - start) / 60
        lines.append(f"{good} {step.__name__:<9} {minutes:5.1f} min  {sees}")
    print("\n" + "\n".join(lines))
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
