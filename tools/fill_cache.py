"""Put outputs of notebooks where the build of the book looks for them.

    python tools/fill_cache.py book/*.ipynb            run those that have changed, two at a time
    python tools/fill_cache.py --stored book/*.ipynb   take the stored outputs: after nbval has
    found them true

A notebook that raises an error is left to the build, which says where and why.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from nbclient.exceptions import CellExecutionError
from notebooks import run

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "book" / "_ext"))

from execution_cache import cache_of_this_state  # noqa: E402


def is_cached(cache, notebook):
    try:
        return bool(cache.match_cache_notebook(notebook))
    except KeyError:
        return False


def executed(path):
    notebook = nbformat.read(path, as_version=4)
    try:
        run(notebook, path.parent)
    except CellExecutionError:
        return None
    return notebook


def fill(paths, stored):
    cache = get_cache(str(cache_of_this_state(ROOT / "_build")))
    notebooks = {path: nbformat.read(path, as_version=4) for path in paths}
    missing = [path for path in paths if not is_cached(cache, notebooks[path])]
    missing.sort(key=lambda path: -path.stat().st_size)  # the longest run first
    with ProcessPoolExecutor(max_workers=2) as pool:
        results = (notebooks[path] for path in missing) if stored else pool.map(executed, missing)
        for path, notebook in zip(missing, results, strict=True):
            if notebook is not None:
                cache.cache_notebook_bundle(CacheBundleIn(notebook, str(path)), overwrite=True)
                print(f"{path}: {'as stored' if stored else 'run'}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--stored", action="store_true", help="take the stored outputs")
    parser.add_argument("notebooks", nargs="+", type=Path)
    options = parser.parse_args()
    fill([path.resolve() for path in options.notebooks], options.stored)
