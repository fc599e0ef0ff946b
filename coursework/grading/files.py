"""The files of a folder or zip, as far as they may be read."""

from __future__ import annotations

import unicodedata
import zipfile
from collections.abc import Iterator
from pathlib import Path

LARGEST = 20 * 2**20  # bytes of one notebook
# what computers, and nbgrader, add by themselves
HIDDEN = {".DS_Store", ".ipynb_checkpoints", "__MACOSX", "timestamp.txt"}


def files_in(place: Path) -> Iterator[tuple[str, bytes | str | None]]:
    """Relative path, and the content or why it is not read; None for a notebook in a folder that a
    computer has made below the outermost one.
    """
    if place.is_dir():
        for path in sorted(place.rglob("*")):
            name = path.relative_to(place).as_posix()
            if path.is_dir() and not path.is_symlink():
                continue
            if _hidden(name):
                if _may_be_handed_in(name):
                    yield _readable(name), None
                continue
            if path.is_symlink():
                content = "a link"
            elif not path.is_file():
                content = "neither a file nor a folder"
            elif path.stat().st_size > LARGEST:
                content = f"larger than {LARGEST >> 20} MiB"
            else:
                content = path.read_bytes()
            yield _readable(name), content
    elif zipfile.is_zipfile(place):
        with zipfile.ZipFile(place) as bundle:
            for entry in sorted(bundle.infolist(), key=lambda entry: entry.filename):
                if entry.is_dir():
                    continue
                if not _hidden(entry.filename):
                    yield _name_in_zip(entry), _unzipped(bundle, entry)
                elif _may_be_handed_in(entry.filename):
                    yield _name_in_zip(entry), None
    else:
        raise ValueError(f"{place} is neither a folder nor a zip")


def _hidden(name: str) -> bool:
    return not HIDDEN.isdisjoint(name.split("/"))


def _may_be_handed_in(name: str) -> bool:
    outermost, *_, last = name.split("/")
    return outermost not in HIDDEN and last.endswith(".ipynb") and not last.startswith("._")


def _readable(name: str) -> str:
    """A name that an older computer wrote in Latin-1, or another one with letters taken apart."""
    try:
        name.encode()
    except UnicodeEncodeError:
        name = name.encode("utf-8", "surrogateescape").decode("latin-1")
    return unicodedata.normalize("NFC", name)


def _name_in_zip(entry: zipfile.ZipInfo) -> str:
    """Some programs write UTF-8 or Latin-1 without saying so, and Python reads that as cp437."""
    if entry.flag_bits & 0x800 or entry.filename.isascii():
        return _readable(entry.filename)
    try:
        raw = entry.filename.encode("cp437")
    except UnicodeEncodeError:
        return _readable(entry.filename)
    for encoding in ("utf-8", "latin-1"):
        try:
            name = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if name.isprintable():
            return _readable(name)
    return entry.filename


def _unzipped(bundle: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes | str:
    try:
        with bundle.open(entry) as file:
            content = file.read(LARGEST + 1)
    except Exception:  # whatever a damaged entry makes of zlib, the class is graded
        return "damaged or encrypted in the zip"
    return content if len(content) <= LARGEST else f"larger than {LARGEST >> 20} MiB"
