"""Read a submission as a notebook: only what the grading needs.

A validator may take hours for a file that somebody made for it, and a converter of
older formats all memory, so nbformat's are not used here.
"""

from __future__ import annotations

import json
import re

import nbformat
from nbgrader import utils

KINDS = "code", "markdown", "raw"
MOST_SHOWN = 100  # outputs of a cell that are looked at
# The first bytes of other programs' files.
BEGINNINGS = {
    b"%PDF": "a PDF file",
    b"PK\x03\x04": "a zip, or a document of an office program",
    b"PK\x05\x06": "an empty zip",
    b"{\\rtf": "a document of a word processor (RTF)",
    b"\xd0\xcf\x11\xe0": "a document of an office program",
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"\x1f\x8b": "a compressed file (gzip)",
    b"BZh": "a compressed file (bzip2)",
    b"\xfd7zXZ": "a compressed file (xz)",
    b"7z\xbc\xaf": "an archive (7z)",
    b"Rar!": "an archive (RAR)",
}
CONFLICT = re.compile(r"^[ \t]*(<{7}|\|{7}|={7}|>{7})(?=\s|$)", re.MULTILINE)
SAVE = "Open the notebook in Jupyter, save it, and hand in the file ending in .ipynb"
AGAIN = "Save the notebook, look at whether it opens in Jupyter, and hand it in again"
CUT_OFF = (
    "it is cut off: the file ends in the middle, so it was not copied to its end."
    f" {AGAIN}"
)


def read_notebook(content: bytes) -> nbformat.NotebookNode:
    """Return the cells with nbgrader's names, attached pictures, and texts they show.

    A cell that its checksum shows to be as it was given out says so: `as_given`.

    Raise ValueError with a sentence on what is wrong and what to do if it is not a
    notebook.
    """
    data = _json(content)
    version = data.get("nbformat")
    if version != 4 or isinstance(version, bool):
        if "nbformat" not in data and "cells" not in data:
            raise _damaged(
                f"it is data in JSON, but no notebook, because it has no cells. {SAVE}"
            )
        if not isinstance(version, int) or not 0 < version < 1_000:
            version = "unknown"
        raise ValueError(
            f"a notebook of format {version}, not 4. Open it in JupyterLab and save it"
        )
    if not isinstance(cells := data.get("cells"), list):
        raise _damaged(f"it has no list of cells. {AGAIN}")
    clean = []
    for place, cell in enumerate(cells, start=1):
        try:
            clean.append(_cell(cell))
        except Exception:  # whatever a file makes of Python, the class is graded
            raise _damaged(
                f"cell {place} of {len(cells)} is not as Jupyter writes cells. {AGAIN}"
            ) from None
    return nbformat.from_dict({"cells": clean})


def _damaged(message: str) -> ValueError:
    return ValueError(f"damaged notebook: {message}")


def _json(content: bytes) -> dict:
    """Return JSON from UTF-8, UTF-16 or UTF-32, with or without a byte-order mark."""
    if not content.strip(b"\0 \t\r\n\xef\xbb\xbf\xff\xfe"):
        state = "empty" if not content.strip() else "without any text"
        raise _damaged(
            f"the file is {state}, so it was not saved or not copied to its end."
            f" {AGAIN}"
        )
    for beginning, kind in BEGINNINGS.items():
        if content.startswith(beginning):
            raise _damaged(f"it is {kind} with a name that ends in .ipynb. {SAVE}")
    try:
        text = content.decode(json.detect_encoding(content))
    except UnicodeDecodeError as error:
        if error.reason in ("unexpected end of data", "truncated data"):
            raise _damaged(CUT_OFF) from None
        line = content[: error.start].count(b"\n") + 1
        raise _damaged(
            f"its letters are not in UTF-8 (line {line}), so another program has saved"
            f" it, for example as Latin-1. {SAVE}; or save it as UTF-8 in that program"
        ) from None
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise _damaged(_why_no_json(text, error)) from None
    except RecursionError:
        raise _damaged(
            f"it has lists in lists, deeper than any notebook. {AGAIN}"
        ) from None
    except Exception:  # whatever a file makes of Python, the class is graded
        raise _damaged(
            f"it holds a number or a text that is too long to read. {AGAIN}"
        ) from None
    if not isinstance(data, dict):
        raise _damaged(
            f"it is data in JSON, but no notebook, because it has no cells. {SAVE}"
        )
    return data


def _why_no_json(text: str, error: json.JSONDecodeError) -> str:
    begins, end = text.lstrip()[:8], len(text.rstrip())
    if begins.startswith("<") and not CONFLICT.match(begins):
        return (
            "it is a web page or another file in HTML or XML, perhaps the page of a"
            f" sign-in. It is not the notebook. {SAVE}"
        )
    if mark := CONFLICT.search(text):
        line = text.count("\n", 0, mark.start(1)) + 1
        return (
            f"Git has left the marks of a merge conflict in it (line {line}:"
            f" {mark[1]}). Resolve the conflict, for example with nbdime, or take one"
            f" of the two versions. {AGAIN}"
        )
    if not begins.startswith("{"):
        return (
            "it is text, but no notebook, because its first character is not"
            f" {{. {SAVE}"
        )
    if error.pos >= end or error.msg.startswith("Unterminated") or text[end - 1] != "}":
        return CUT_OFF
    return (
        f"its text is no longer JSON from line {error.lineno} on, perhaps because it"
        f" was changed in a text editor. {AGAIN}"
    )


def _cell(cell: dict) -> dict:
    if (kind := cell["cell_type"]) not in KINDS:
        raise ValueError("a cell of no known kind")
    about = cell.get("metadata", {}).get("nbgrader")
    about = about if isinstance(about, dict) else {}
    name = about.get("grade_id")
    clean = {
        "cell_type": kind,
        "source": _text(cell["source"]),
        "metadata": {"nbgrader": {"grade_id": name}} if isinstance(name, str) else {},
    }
    clean["source"].encode("utf-8")  # an error if it holds half a character
    if about.get("checksum") and about["checksum"] == _checksum(clean, about):
        clean["metadata"]["as_given"] = True
    if kind == "code":
        outputs = cell.get("outputs", [])[:MOST_SHOWN]
        texts = (_plain(output) for output in outputs)
        clean["outputs"] = [{"data": {"text/plain": text}} for text in texts]
    elif attached := cell.get("attachments"):
        clean["attachments"] = {
            name: {mime: _text(data) for mime, data in pictures.items()}
            for name, pictures in attached.items()
        }
    return clean


def _checksum(clean: dict, about: dict) -> str | None:
    """Return nbgrader's checksum of a cell; None if its metadata are damaged."""
    cell = nbformat.from_dict({**clean, "metadata": {"nbgrader": about}})
    try:
        return utils.compute_checksum(cell)
    except Exception:  # whatever stands there
        return None


def _text(data: object) -> str:
    """Return a text, of which files hold the whole or its lines."""
    if isinstance(data, list):
        return "".join(data)
    if not isinstance(data, str):
        raise ValueError("not a text")
    return data


def _plain(output: dict) -> str:
    data = output.get("data", {}) if isinstance(output, dict) else {}
    shown = data.get("text/plain", "") if isinstance(data, dict) else ""
    return _text(shown) if isinstance(shown, str | list) else ""
