"""Build the site: `make book`.

    python tools/build_book.py            run the notebooks that have changed, then build
    python tools/build_book.py --stored   only take the stored outputs, which nbval has found true

Each result of a notebook is kept at once, so that a build that was interrupted goes on where it
stopped. A notebook that raises an error is left to Sphinx, which says where and why.
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


def is_kept(cache, notebook):
    try:
        return bool(cache.get_cache_bundle(cache.match_cache_notebook(notebook).pk))
    except (KeyError, ValueError):  # not there, or cut off when a build was killed
        return False


def keep(cache, path, notebook):
    cache.cache_notebook_bundle(CacheBundleIn(notebook, str(path)), overwrite=True)


def run_notebooks(cache, missing):
    for path, notebook, seconds in run_all(missing):
        if notebook is None:
            print(f"{path.name}: an error, which the build will show", flush=True)
        else:
            keep(cache, path, notebook)
            print(f"{path.name}: {seconds:.1f} s of processor time", flush=True)


def build_pages():
    """Build the pages and the in-browser Jupyter side by side; return whether both were built."""
    lite = subprocess.Popen([sys.executable, "tools/lite.py", "_build/html/lite"], cwd=ROOT)
    command = [sys.executable, "tools/leash.py", "jupyter-book"]
    with open(BUILD / "build.log", "w") as log, open(BUILD / "warnings.log", "w") as warnings:
        pages = subprocess.run(
            [*command, "build", ".", "-W", "--keep-going"], cwd=ROOT, stdout=log, stderr=warnings
        )
    if pages.returncode:
        lines = (BUILD / "warnings.log").read_text(encoding="utf-8").splitlines()
        print(*(line for line in lines if not line.startswith(".IPKernelApp")), sep="\n")
        print("The book did not build: the lines just above say why.")
        print(f"Errors inside notebooks are in full in {BUILD}/html/reports/")
    return lite.wait() == 0 and pages.returncode == 0


def main(stored):
    leash.hold()
    BUILD.mkdir(exist_ok=True)
    cache = get_cache(str(cache_of_this_state(BUILD)))
    paths = sorted((ROOT / "book").glob("*.ipynb"))
    notebooks = {path: read(path.read_text(encoding="utf-8")) for path in paths}
    missing = {path: book for path, book in notebooks.items() if not is_kept(cache, book)}
    if stored:
        for path, notebook in missing.items():
            keep(cache, path, notebook)
        return True
    for old in ("html", ".doctrees"):
        shutil.rmtree(BUILD / old, ignore_errors=True)
    if missing:
        print(f"Running {len(missing)} notebooks that have changed, two at a time.", flush=True)
    run_notebooks(cache, missing)
    print("Building the pages and the in-browser Jupyter (about 25 seconds).", flush=True)
    return build_pages()


if __name__ == "__main__":
    sys.exit(not main(stored="--stored" in sys.argv))
