"""Read the files of a folder or zip, as far as they may be read."""

from __future__ import annotations

import unicodedata
import zipfile
from collections.abc import Iterator
from pathlib import Path

LARGEST = 20 * 2**20  # bytes of one notebook
# what computers, and nbgrader, add by themselves
HIDDEN = {".DS_Store", ".ipynb_checkpoints", "__MACOSX", "timestamp.txt"}


def files_in(place: Path) -> Iterator[tuple[str, bytes | str | None]]:
    """Yield each file's relative path, and its content or why it is not read.

    The content is None for a notebook in a folder that a computer has made below the
    outermost one.
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
    elif place.is_file():
        with _opened(place) as bundle:
            entries = [(_name_in_zip(entry), entry) for entry in bundle.infolist()]
            for name, entry in sorted(entries, key=lambda pair: pair[0]):
                if name.endswith("/"):
                    continue
                if not _hidden(name):
                    yield name, _unzipped(bundle, entry)
                elif _may_be_handed_in(name):
                    yield name, None
    else:
        raise ValueError(f"{place} is neither a folder nor a zip")


def _opened(place: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(place)
    except zipfile.BadZipFile:
        with place.open("rb") as file:
            begins_as_zip = file.read(4) == b"PK\x03\x04"
        if begins_as_zip:
            raise ValueError(
                f"{place} is a zip that is cut off or damaged. Download it again"
            ) from None
        raise ValueError(f"{place} is neither a folder nor a zip") from None


def _hidden(name: str) -> bool:
    return not HIDDEN.isdisjoint(name.split("/"))


def _may_be_handed_in(name: str) -> bool:
    outermost, *_, last = name.split("/")
    return (
        outermost not in HIDDEN
        and last.lower().endswith(".ipynb")
        and not last.startswith("._")
    )


def _readable(name: str) -> str:
    """Return a name as Unicode with whole letters, also one of an older computer."""
    try:
        name.encode()
    except UnicodeEncodeError:
        name = name.encode("utf-8", "surrogateescape").decode("latin-1")
    return unicodedata.normalize("NFC", name)


def _name_in_zip(entry: zipfile.ZipInfo) -> str:
    r"""Return the name of a file in a zip, whatever program made the zip.

    Old programs on Windows write folder\name. Others write UTF-8 or Latin-1 without
    saying so, and Python reads that as cp437.
    """
    name = entry.filename
    if not entry.flag_bits & 0x800 and not name.isascii():
        name = _as_written(name)
    return _readable(name).replace("\\", "/")


def _as_written(name: str) -> str:
    """Return a name that Python has read as cp437 in the encoding that it was in."""
    try:
        raw = name.encode("cp437")
    except UnicodeEncodeError:
        return name
    for encoding in ("utf-8", "latin-1"):
        try:
            decoded = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if decoded.isprintable():
            return decoded
    return name


def _unzipped(bundle: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes | str:
    try:
        with bundle.open(entry) as file:
            content = file.read(LARGEST + 1)
    except Exception:  # whatever a damaged entry makes of zlib, the class is graded
        return "damaged or encrypted in the zip"
    return content if len(content) <= LARGEST else f"larger than {LARGEST >> 20} MiB"
