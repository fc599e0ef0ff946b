"""Build the site: `make book`.

    python tools/build_book.py            run what has changed, then build
    python tools/build_book.py --stored   only take the stored outputs, after nbval

The site has two editions: the English one, and the Chinese one of which the sources are
composed first (tools/chinese.py). Their notebooks run in one pool. The outputs of each
go into its edition's cache at once, so that an interrupted build continues where it
stopped. A notebook that raises an error is left to Sphinx, which says where and why.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import chinese  # this, leash and notebooks are files beside this one
import leash
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from notebooks import imports_from, read, run_all

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "_build"
TREES = ROOT, chinese.TREE  # folders of the English and of the Chinese sources
sys.path.insert(0, str(ROOT / "book" / "_ext"))  # where Sphinx finds its extensions

from execution_cache import cache_of_this_state  # noqa: E402


def main(stored):
    """Build both editions, or with `stored` only fill the English cache."""
    leash.hold()  # ends this program when `make` is gone
    if stored:
        take_stored_outputs()
        return True
    untranslated = chinese.compose()  # page -> its paragraphs that are in English
    in_english = sum(map(len, untranslated.values()))
    if in_english:
        print(f"{in_english} paragraphs of the Chinese pages are in English: make zh")
    # A page whose source is gone would stay, and `build_pages` would move the Chinese
    # pages into the old html/zh.
    for tree in TREES:
        for old in ("html", ".doctrees"):
            shutil.rmtree(tree / "_build" / old, ignore_errors=True)
    run_changed_notebooks()
    print("Building the pages and the in-browser Jupyter.")
    sys.stdout.flush()
    return build_pages()


def take_stored_outputs():
    """Put the outputs that the English notebooks hold into their cache."""
    cache = cache_of(ROOT)
    for path, notebook in not_in_cache(cache, ROOT).items():
        add_to_cache(cache, path, notebook)


def run_changed_notebooks():
    """Run what no cache has, of both editions in one pool."""
    caches = {tree: cache_of(tree) for tree in TREES}
    missing = {}
    for tree, cache in caches.items():
        missing |= not_in_cache(cache, tree)
    if missing:
        print(f"Running {len(missing)} notebooks that have changed, two at a time.")
    for path, notebook, seconds in run_all(missing):
        tree = path.parents[1]
        # "numbers.ipynb", or of the Chinese edition "zh/book/numbers.ipynb"
        name = path.name if tree == ROOT else path.relative_to(BUILD)
        if notebook is None:
            print(f"{name}: an error, which the build will show", flush=True)
        else:
            add_to_cache(caches[tree], path, notebook)
            print(f"{name}: {seconds:.1f} s of processor time", flush=True)


def not_in_cache(cache, tree):
    """Return an edition's notebooks that must be run: path -> notebook."""
    paths = sorted((tree / "book").glob("*.ipynb"))
    notebooks = {path: read(path.read_text(encoding="utf-8")) for path in paths}
    return {
        path: notebook
        for path, notebook in notebooks.items()
        if not is_cached(cache, notebook)
    }


def cache_of(tree):
    """Open the cache of an edition, which is empty if a package or data changed."""
    build = tree / "_build"
    build.mkdir(parents=True, exist_ok=True)
    return get_cache(str(cache_of_this_state(build, tree)))


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
    started = {tree: start_pages(tree) for tree in TREES}
    built = [finish_pages(tree, sphinx) for tree, sphinx in started.items()]
    if lite.wait() != 0 or not all(built):
        return False
    shutil.move(chinese.TREE / "_build" / "html", BUILD / "html" / chinese.EDITION)
    return True


def start_pages(tree):
    """Start Sphinx in the folder of an edition's sources."""
    build = tree / "_build"
    # the leash ends Sphinx when this program or `make` is gone
    command = [sys.executable, ROOT / "tools" / "leash.py", "jupyter-book"]
    command += ["build", ".", "-W", "--keep-going"]
    with (
        open(build / "build.log", "w") as log,
        open(build / "warnings.log", "w") as warnings,
    ):
        return subprocess.Popen(
            command, cwd=tree, env=imports_from(tree), stdout=log, stderr=warnings
        )


def finish_pages(tree, sphinx):
    """Wait for Sphinx, print its warnings if it failed, and return success."""
    if sphinx.wait() == 0:
        return True
    build = tree / "_build"
    for line in (build / "warnings.log").read_text("utf-8").splitlines():
        if not line.startswith("[IPKernelApp]"):  # of a kernel, not of the book
            print(line)
    print("The book did not build: the lines just above say why.")
    print(f"Errors inside notebooks are in full in {build}/html/reports/")
    return False


if __name__ == "__main__":
    sys.exit(not main(stored="--stored" in sys.argv))
