"""A notebook runs again only if something that its outputs depend on has changed.

Jupyter Book's cache looks at a notebook's code alone, and would not notice a change in our
packages, in the data or in the pinned packages. So there is one cache for each state of those, and
the others are removed.
"""

import hashlib
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]


def digest_of_what_notebooks_use():
    files = [*ROOT.glob("ldp_c*/**/*.py"), *ROOT.glob("data/*"), ROOT / "requirements.txt"]
    digest = hashlib.sha256()
    for file in sorted(file for file in files if file.is_file()):
        digest.update(
            f"{file.relative_to(ROOT)}\0".encode() + hashlib.sha256(file.read_bytes()).digest()
        )
    return digest.hexdigest()[:16]


def cache_of_this_state(build):
    """The folder of the cache below the folder in which the book is built."""
    caches = Path(build) / ".jupyter_cache"
    chosen = caches / digest_of_what_notebooks_use()
    for other in set(caches.glob("*")) - {chosen}:
        shutil.rmtree(other)
    return chosen


def choose_cache(app, config):
    config.nb_execution_cache_path = str(cache_of_this_state(Path(app.outdir).parent))


def setup(app):
    app.connect("config-inited", choose_cache)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
