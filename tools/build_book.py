"""Build the site: `make book`.

    python tools/build_book.py            run what has changed, then build
    python tools/build_book.py --stored   only take the stored outputs, after nbval

The outputs of each notebook go into the cache at once, so that an interrupted build
continues where it stopped. A notebook that raises an error is left to Sphinx, which
says where and why.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import leash
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from notebooks import read, run_all

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "_build"
sys.path.insert(0, str(ROOT / "book" / "_ext"))

from execution_cache import cache_of_this_state  # noqa: E402


def is_cached(cache, notebook):
    try:
        return bool(cache.get_cache_bundle(cache.match_cache_notebook(notebook).pk))
    except (KeyError, ValueError):  # not there, or cut off when a build was killed
        return False


def add_to_cache(cache, path, notebook):
    cache.cache_notebook_bundle(CacheBundleIn(notebook, str(path)), overwrite=True)


def build_pages():
    """Build the pages and, beside them, the in-browser Jupyter; return success."""
    lite = subprocess.Popen(
        [sys.executable, "tools/lite.py", "_build/html/lite"], cwd=ROOT
    )
    command = [sys.executable, "tools/leash.py", "jupyter-book"]
    command += ["build", ".", "-W", "--keep-going"]
    with (
        open(BUILD / "build.log", "w") as log,
        open(BUILD / "warnings.log", "w") as warnings,
    ):
        pages = subprocess.run(command, cwd=ROOT, stdout=log, stderr=warnings)
    if pages.returncode:
        for line in (BUILD / "warnings.log").read_text("utf-8").splitlines():
            if not line.startswith(".IPKernelApp"):
                print(line)
        print("The book did not build: the lines just above say why.")
        print(f"Errors inside notebooks are in full in {BUILD}/html/reports/")
    return lite.wait() == 0 and pages.returncode == 0


def main(stored):
    leash.hold()
    BUILD.mkdir(exist_ok=True)
    cache = get_cache(str(cache_of_this_state(BUILD)))
    paths = sorted((ROOT / "book").glob("*.ipynb"))
    notebooks = {path: read(path.read_text(encoding="utf-8")) for path in paths}
    missing = {
        path: notebook
        for path, notebook in notebooks.items()
        if not is_cached(cache, notebook)
    }
    if stored:
        for path, notebook in missing.items():
            add_to_cache(cache, path, notebook)
        return True
    for old in ("html", ".doctrees"):
        shutil.rmtree(BUILD / old, ignore_errors=True)
    if missing:
        print(f"Running {len(missing)} notebooks that have changed, two at a time.")
    for path, notebook, seconds in run_all(missing):
        if notebook is None:
            print(f"{path.name}: an error, which the build will show", flush=True)
        else:
            add_to_cache(cache, path, notebook)
            print(f"{path.name}: {seconds:.1f} s of processor time", flush=True)
    print("Building the pages and the in-browser Jupyter (about 25 seconds).")
    sys.stdout.flush()
    return build_pages()


if __name__ == "__main__":
    sys.exit(not main(stored="--stored" in sys.argv))
