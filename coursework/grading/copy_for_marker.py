"""The copy of a submission that a person sees in Formgrader: texts and pictures, nothing that a
browser would run, and a pseudonym in place of the student's id.
"""

from __future__ import annotations

import base64
import re

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, new_raw_cell

from coursework.assignments import Assignment, grade_ids
from coursework.grading.grade import Cell
from coursework.grading.results import Graded, Mark

MOST_OUTPUT = 1_000_000  # characters of one notebook
MOST_TEXT, MOST_TEXTS = 20_000, 150_000  # of one cell with text, and of all: Formgrader is slow
PICTURES = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}
MAKERS = {"code": new_code_cell, "markdown": new_markdown_cell, "raw": new_raw_cell}
MISSING = "(This cell was missing from the submission.)"


def copy_for_marker(
    graded: Graded, cells: list[Cell], assignment: Assignment, ids: list[str], pseudonym: str
) -> nbformat.NotebookNode:
    """Cells as handed in, checks as released with what the audit found, under nbgrader's names as
    released. A cell that is missing comes last.
    """
    released = {name: c for c in assignment.student_notebook.cells for name in grade_ids([c])}
    marks = {mark.question: mark for mark in graded.marks}
    hidden = [re.escape(name) for name in ids if len(name) > 2 and not name.isdigit()]
    names = "|".join(hidden) or r"(?!)"  # which fits nothing

    def clean(text: str) -> str:
        return harmless(re.sub(rf"(?<!\w)({names})(?!\w)", pseudonym, text, flags=re.IGNORECASE))

    def code(text: str) -> str:
        return re.sub(rf"(?<=[\"'])({names})(?=[\"'])", pseudonym, text, flags=re.IGNORECASE)

    made, left, texts = [], MOST_OUTPUT, MOST_TEXTS
    for cell in cells:
        own = released.get(cell.grade_id) if cell.first else None
        if own is not None and cell.grade_id in marks and own.cell_type == "code":
            made.append(_check(own, marks[cell.grade_id]))
        else:
            source = f'student = "{pseudonym}"' if cell.grade_id == "student" else cell.source
            if cell.kind != "code" and len(source) > (most := max(0, min(MOST_TEXT, texts))):
                source = f"{source[:most]} … (cut: {len(source):,} characters)"
            texts -= 0 if cell.kind == "code" else len(source)
            new = MAKERS[cell.kind](code(source) if cell.kind == "code" else clean(source))
            if cell.kind == "code":
                new.outputs, left = _outputs(cell.ran, clean, left)
            elif cell.kind == "markdown":
                new.attachments = _attachments(cell.attachments)
                new.source = _without_lost_attachments(new.source, new.attachments)
            if own is not None:
                new.metadata.nbgrader = own.metadata.nbgrader
            made.append(new)
    there = {cell.grade_id for cell in cells}
    for name, own in released.items():
        if name in marks and name not in there:
            new = _check(own, marks[name]) if own.cell_type == "code" else MAKERS["markdown"]()
            new.source = f"# {MISSING}\n{own.source}" if own.cell_type == "code" else MISSING
            new.metadata.nbgrader = own.metadata.nbgrader
            made.append(new)
    language = {"language_info": {"name": "python"}}
    return new_notebook(cells=made, metadata=language)


def harmless(text: str) -> str:
    """Text or Markdown in which no tag begins: a space after each < that could begin one. Half a
    character, which no page can hold, is written out.
    """
    text = text.encode("utf-8", "backslashreplace").decode()
    return re.sub(r"<(?=[A-Za-z/!?])", "< ", text)


def summary(mark: Mark) -> str:
    """What the audit found, as lines of text, the sum first."""
    lines = [f"{mark.audit:g} of {mark.points:g} points"]
    for finding in mark.findings:
        worth = f"  [{finding.points if finding.holds else 0:g} of {finding.points:g}]"
        sign = "✓" if finding.holds else "✗"
        lines.append(f"  {sign} {finding.message}{worth if finding.points else ''}")
    return "\n".join(lines)


def _check(own: nbformat.NotebookNode, mark: Mark) -> nbformat.NotebookNode:
    new = new_code_cell(own.source)
    new.metadata.nbgrader = own.metadata.nbgrader
    new.outputs = [new_output("stream", name="stdout", text=harmless(summary(mark)))]
    return new


def _outputs(ran: dict, clean, left: int) -> tuple[list, int]:
    """What a cell printed, as far as it is text or a picture: made anew, as the sandbox may have
    sent anything.
    """
    made = []
    for output in ran.get("outputs", []) if isinstance(ran.get("outputs"), list) else []:
        output = output if isinstance(output, dict) else {}
        data = output.get("data") if isinstance(output.get("data"), dict) else {}
        pictures = {mime: text for mime in PICTURES if (text := _picture(mime, data.get(mime)))}
        text = [output.get("text"), data.get("text/plain")]
        text += [f"{output.get('ename')}: {output.get('evalue')}" if "ename" in output else None]
        text = "".join(part for part in text if isinstance(part, str))
        size = len(text) + sum(map(len, pictures.values()))
        if size > left:
            text, pictures = f"{text[: max(0, left)]} … (cut: too much output)", {}
        if pictures:
            made.append(new_output("display_data", data={**pictures, "text/plain": clean(text)}))
        elif text and left > 0:
            made.append(new_output("stream", name="stdout", text=clean(text) + "\n"))
        left -= size
    return made, left


def _attachments(attached) -> dict[str, dict[str, str]]:
    """The pictures that a written answer shows."""
    kept = {}
    for name, data in attached.items() if isinstance(attached, dict) else ():
        data = data if isinstance(data, dict) else {}
        pictures = {mime: text for mime in PICTURES if (text := _picture(mime, data.get(mime)))}
        if pictures and re.fullmatch(r"[\w.-]{1,80}", name):
            kept[name] = pictures
    return kept


def _without_lost_attachments(text: str, kept: dict) -> str:
    """Formgrader shows no answer at all that names a picture which is not there."""
    names = "|".join(map(re.escape, sorted(kept, key=len, reverse=True)))
    there = rf"(?!(?:{names})[)\s\"'])" if kept else ""
    return re.sub(rf"attachment:{there}", "attachment (not kept) ", text, flags=re.IGNORECASE)


def _picture(mime: str, text) -> str | None:
    if not isinstance(text, str):
        return None
    try:
        raw = base64.b64decode("".join(text.split()), validate=True)
    except ValueError:
        return None
    return base64.b64encode(raw).decode() if raw.startswith(PICTURES[mime]) else None
