"""The copy of a submission that a person sees in Formgrader: texts and pictures, nothing that a
browser would run or fetch, no name by which a page finds its boxes, and a pseudonym in place of the
student's id. Formgrader shows each cell as it is rendered here (`rendered`).
"""

from __future__ import annotations

import base64
import re

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from coursework.assignments import Assignment, grade_ids
from coursework.grading.grade import Cell
from coursework.grading.rendered import as_text, render
from coursework.grading.results import Graded, Mark
from coursework.grading.writing import visible

# characters of one notebook: of pictures, and of what is printed; of one cell, and of all
MOST_PICTURES, MOST_PRINTED, MOST_TEXT, MOST_TEXTS = 1_000_000, 100_000, 20_000, 150_000
MOST_CELLS, MOST_OUTPUTS = 300, 300  # that were not given out; of one notebook
PICTURES = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}
MISSING = "(This cell was missing from the submission.)"
# A picture, which is attached to its cell and has a plain description; or only how one begins.
PICTURE = re.compile(r"!\[(?:([\w .,:;+?()'-]*)\]\(attachment:([\w.-]{1,80})\))?")
FENCE = re.compile(r"^([ \t>*+.)\-\d]*)(`{3,}+(?=[^`\n]*$)|~{3,}+)[ \t]*+(?=\S)", re.MULTILINE)


def copy_for_marker(
    graded: Graded, cells: list[Cell], assignment: Assignment, ids: list[str], pseudonym: str
) -> nbformat.NotebookNode:
    """Cells as handed in, in the order of the released ones; checks as released with what the audit
    found, under nbgrader's names as released, each once.
    """
    released = {name: c for c in assignment.student_notebook.cells for name in grade_ids([c])}
    marks = {mark.question: mark for mark in graded.marks}
    hidden = [re.escape(name) for name in ids if len(name) > 2 and not name.isdigit()]
    names = "|".join(hidden) or r"(?!)"  # which fits nothing

    def clean(text: str) -> str:
        return harmless(re.sub(rf"(?<!\w)({names})(?!\w)", pseudonym, text, flags=re.IGNORECASE))

    def code(text: str) -> str:
        text = re.sub(rf"(?<=[\"'])({names})(?=[\"'])", pseudonym, text, flags=re.IGNORECASE)
        return visible(text)

    made, room, texts = [], Room(), MOST_TEXTS
    for name, cell in in_order(cells, assignment):
        own = released.get(name)
        if name in marks and own.cell_type == "code":
            new = _check(own, marks[name])
            if cell is None:
                new.source = f"# {MISSING}\n{own.source}"
        elif cell is None:
            if name not in marks:
                continue
            new = new_markdown_cell(MISSING)
        else:
            source = f'student = "{pseudonym}"' if cell.grade_id == "student" else cell.source
            if len(source) > (most := max(0, min(MOST_TEXT, texts))):
                source = f"{source[:most]} … (cut: {len(source):,} characters)"
            texts -= len(source)
            if cell.kind == "code":
                new = new_code_cell(code(source))
                new.outputs = room.outputs(cell.ran, clean)
            elif cell.kind == "raw":
                new = new_markdown_cell(as_text(clean(source)))
            else:
                kept = _attachments(cell.attachments)
                new = new_markdown_cell(without_fetching(clean(source), kept))
                new.attachments = kept
        if own is not None:
            new.metadata.nbgrader = own.metadata.nbgrader
        made.append(new)
    render(made)
    language = {"language_info": {"name": "python"}}
    return new_notebook(cells=made, metadata=language)


def in_order(cells: list[Cell], assignment: Assignment) -> list[tuple[str | None, Cell | None]]:
    """The cells in the order of the released ones, and each other one below that below which it
    stood. With each its name, if it is the first that has it; a name without a cell has None.
    """
    keys = {None: None}  # by name, else by text
    for cell in assignment.student_notebook.cells:
        name = next(iter(grade_ids([cell])), None)
        keys[name or (cell.cell_type, cell.source.strip())] = name
    first, below, last, others = {}, {key: [] for key in keys}, None, 0
    for cell in cells:
        key = cell.grade_id or (cell.kind, cell.source.strip())
        if key in keys and key not in first:
            first[key], last = cell, key
            continue
        last = cell.grade_id or last
        if (others := others + 1) <= MOST_CELLS:
            below[last].append(cell)
    made = []
    for key, name in keys.items():
        made += [(name, first.get(key))] if name or key in first else []
        made += [(None, cell) for cell in below[key]]
    if others > MOST_CELLS:
        told = f"({others - MOST_CELLS:,} more cells are not shown.)"
        made.append((None, Cell("markdown", told, None)))
    return made


def harmless(text: str) -> str:
    """Text or Markdown in which no tag begins: a space after each < that could begin one. What
    nobody can see, or no page can hold, is written out.
    """
    return re.sub(r"<(?=[A-Za-z/!?])", "< ", visible(text))


def without_fetching(text: str, kept: dict) -> str:
    """Markdown whose only pictures are those attached to the cell, and whose listings are no
    diagrams: whatever shows it, it fetches nothing. What was another picture is a link.
    """
    text = PICTURE.sub(lambda found: found[0] if found[2] in kept else f"! {found[0][1:]}", text)
    return FENCE.sub(r"\1\2text ", text)


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
    new.outputs = [new_output("stream", name="stdout", text=harmless(summary(mark)))]
    return new


class Room:
    """What is left of the space for outputs of one notebook."""

    def __init__(self):
        self.pictures, self.printed, self.outputs_left = MOST_PICTURES, MOST_PRINTED, MOST_OUTPUTS

    def outputs(self, ran: dict, clean) -> list:
        """What a cell printed, as far as it is text or a picture: made anew, as the sandbox may
        have sent anything.
        """
        made, printed = [], []

        def end_of_text() -> None:
            if text := "".join(printed):
                made.append(new_output("stream", name="stdout", text=f"{clean(text)}\n"))
            printed.clear()

        for output in ran.get("outputs", []) if isinstance(ran.get("outputs"), list) else []:
            output = output if isinstance(output, dict) else {}
            data = output.get("data") if isinstance(output.get("data"), dict) else {}
            text = [output.get("text"), data.get("text/plain")]
            text += [
                f"{output.get('ename')}: {output.get('evalue')}" if "ename" in output else None
            ]
            text = "".join(part for part in text if isinstance(part, str))
            pictures = {mime: raw for mime in PICTURES if (raw := _picture(mime, data.get(mime)))}
            size = sum(map(len, pictures.values()))
            fits = size <= self.pictures and self.outputs_left > 0
            if pictures and fits:
                self.pictures -= size
                self.outputs_left -= 1
                end_of_text()
                text = clean(text[:MOST_TEXT])
                made.append(new_output("display_data", data={**pictures, "text/plain": text}))
                continue
            if len(text) > self.printed or (pictures and not fits):
                text = f"{text[: self.printed]} … (cut: too much output)\n" * (self.printed > 0)
                self.printed = 0
            self.printed -= min(len(text), self.printed)
            printed.append(text)
        end_of_text()
        return made


def _attachments(attached) -> dict[str, dict[str, str]]:
    """The pictures that a written answer shows."""
    kept = {}
    for name, data in attached.items() if isinstance(attached, dict) else ():
        pictures = _pictures(data if isinstance(data, dict) else {})
        if pictures and re.fullmatch(r"[\w.-]{1,80}", name):
            kept[name] = pictures
    return kept


def _pictures(data: dict) -> dict[str, str]:
    return {mime: text for mime in PICTURES if (text := _picture(mime, data.get(mime)))}


def _picture(mime: str, text) -> str | None:
    if not isinstance(text, str):
        return None
    try:
        raw = base64.b64decode("".join(text.split()), validate=True)
    except ValueError:
        return None
    return base64.b64encode(raw).decode() if raw.startswith(PICTURES[mime]) else None
