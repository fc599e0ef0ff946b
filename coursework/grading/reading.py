"""A submission as a notebook: only what the grading needs, looked at by hand. To validate a file
that somebody made for it can take hours, and to convert one of an older format all memory.
"""

from __future__ import annotations

import json

import nbformat

KINDS = "code", "markdown", "raw"
MOST_SHOWN = 100  # outputs of a cell that are looked at


def read_notebook(content: bytes) -> nbformat.NotebookNode:
    """Its cells, with nbgrader's names, attached pictures, and the texts that they show; ValueError
    with a sentence if it is none.
    """
    try:
        written = json.loads(content.decode("utf-8"))
        version = written.get("nbformat")
        cells = [_cell(cell) for cell in written["cells"]] if version == 4 else []
    except Exception as error:  # whatever a file makes of Python, the class is graded
        raise ValueError(f"damaged notebook: {type(error).__name__}") from None
    if version != 4 or isinstance(version, bool):
        found = version if isinstance(version, int) and 0 < version < 1_000 else "unknown"
        raise ValueError(f"a notebook of format {found}, not 4; save it in JupyterLab")
    return nbformat.from_dict({"cells": cells})


def _cell(cell: dict) -> dict:
    if (kind := cell["cell_type"]) not in KINDS:
        raise ValueError("a cell of no known kind")
    about = cell.get("metadata", {}).get("nbgrader")
    name = about.get("grade_id") if isinstance(about, dict) else None
    made = {
        "cell_type": kind,
        "source": _text(cell["source"]),
        "metadata": {"nbgrader": {"grade_id": name}} if isinstance(name, str) else {},
    }
    made["source"].encode("utf-8")
    if kind == "code":
        outputs = cell.get("outputs", [])[:MOST_SHOWN]
        made["outputs"] = [{"data": {"text/plain": _plain(one)}} for one in outputs]
    elif attached := cell.get("attachments"):
        made["attachments"] = {
            name: {mime: _text(data) for mime, data in pictures.items()}
            for name, pictures in attached.items()
        }
    return made


def _text(written: object) -> str:
    """Files hold a text, or its lines."""
    if isinstance(written, list):
        return "".join(written)
    if not isinstance(written, str):
        raise ValueError("not a text")
    return written


def _plain(output: dict) -> str:
    data = output.get("data", {}) if isinstance(output, dict) else {}
    shown = data.get("text/plain", "") if isinstance(data, dict) else ""
    return _text(shown) if isinstance(shown, str | list) else ""
