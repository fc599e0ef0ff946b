"""Choose the cache of outputs, so that a notebook runs again when it must.

Jupyter Book's cache looks at a notebook's code alone, and would not notice a change in
our packages, in the data or in the pinned packages. So there is one cache for each
state of those, and the others are removed.
"""

import hashlib
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]


def digest_of_what_notebooks_use(tree):
    files = [
        *tree.glob("ldp_c*/**/*.py"),
        *tree.glob("data/*"),
        tree / "constraints.txt",
    ]
    digest = hashlib.sha256()
    for file in sorted(file for file in files if file.is_file()):
        digest.update(f"{file.relative_to(tree)}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def cache_of_this_state(build, tree=ROOT):
    """Return the folder of the cache, and remove those of other states.

    tree: the folder of the sources; the Chinese edition has its own
    """
    caches = Path(build) / ".jupyter_cache"
    current = caches / digest_of_what_notebooks_use(tree)
    for other in set(caches.glob("*")) - {current}:
        shutil.rmtree(other)
    return current


def choose_cache(app, config):
    config.nb_execution_cache_path = str(cache_of_this_state(Path(app.outdir).parent))


def setup(app):
    app.connect("config-inited", choose_cache)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
