"""Import optional packages, write files as a whole, and name the file of a fault."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from os import PathLike
from pathlib import Path


def needed(name: str):
    """Return the module of this name; an ImportError says how to install it."""
    try:
        return import_module(name)
    except ImportError as error:
        how = "pip install 'ldp-course[scale]' brings it"
        if sys.platform == "emscripten":
            how = "it is not in this browser; run this on your own computer instead"
        raise ImportError(
            f"ldp_course.topics.many_machines needs {name.split('.')[0]}: {how}"
        ) from error


@contextmanager
def whole(path: str | PathLike) -> Iterator[Path]:
    """Yield a name to write to, and rename it to `path` once all is written."""
    path = Path(path)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        yield unfinished
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def named(path: str | PathLike) -> Iterator[None]:
    """Name the file in any fault that occurs there, unless Python has named it."""
    try:
        yield
    except (ValueError, TypeError, ArithmeticError, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise ValueError(f"{path}: {error}") from error
