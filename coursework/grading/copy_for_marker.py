"""Make the copy of a submission that a person sees in Formgrader.

It has texts and pictures, nothing that a browser would run or fetch, no name by which
a page finds its boxes, and a pseudonym in place of the student's id. Formgrader shows
each cell as it is rendered here (`rendered`).
"""

from __future__ import annotations

import base64
import re

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from coursework.assignments import Assignment, grade_ids
from coursework.grading.own_text import STUDENT, TITLE, Cell, written
from coursework.grading.rendered import as_text, render
from coursework.grading.results import Graded, Mark
from coursework.grading.writing import visible

# Characters of one notebook: in pictures, printed, and in all its cells; of one cell.
MOST_PICTURES, MOST_PRINTED, MOST_TEXTS, MOST_TEXT = 1_000_000, 100_000, 150_000, 20_000
MOST_CELLS, MOST_OUTPUTS = 300, 300  # cells that were not given out; outputs
PICTURES = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}
MISSING = "(This cell was missing from the submission.)"
# A picture that is attached to its cell and has a plain description; or only "![".
PICTURE = re.compile(r"!\[(?:([\w .,:;+?()'-]*)\]\(attachment:([\w.-]{1,80})\))?")
FENCE = re.compile(
    r"^([ \t>*+.)\-\d]*)(`{3,}+(?=[^`\n]*$)|~{3,}+)[ \t]*+(?=\S)", re.MULTILINE
)


def copy_for_marker(
    graded: Graded,
    cells: list[Cell],
    assignment: Assignment,
    ids: list[str],
    pseudonym: str,
) -> nbformat.NotebookNode:
    """Return the copy: cells as handed in, checks as released with their findings.

    They stand in the order of the released cells, under nbgrader's names as released,
    each once. Below a written answer stands the student's own text in other cells. Both
    together are in the metadata, for a table.
    """
    released = {
        name: cell
        for cell in assignment.student_notebook.cells
        for name in grade_ids([cell])
    }
    marks = {mark.question: mark for mark in graded.marks}
    hidden = [re.escape(name) for name in ids if len(name) > 2 and not name.isdigit()]
    names = "|".join(hidden) or r"(?!)"  # the latter fits nothing
    word = re.compile(rf"(?<!\w)({names})(?!\w)", re.IGNORECASE)
    string = re.compile(rf"(?<=[\"'])({names})(?=[\"'])", re.IGNORECASE)

    def clean(text: str) -> str:
        return harmless(word.sub(pseudonym, text))

    copies, room, texts = [], Room(), MOST_TEXTS
    by_person = [question for question in assignment.questions if not question.check]
    answers, ends = {}, {}  # by question: its text, and where its cells end
    for name, cell in in_order(cells, assignment):
        own = released.get(name)
        if name in marks and own.cell_type == "code":
            new = new_code_cell(own.source)
            text = harmless(summary(marks[name]))
            new.outputs = [new_output("stream", name="stdout", text=text)]
            if cell is None:
                new.source = f"# {MISSING}\n{own.source}"
        elif cell is None:
            if name not in marks:
                continue
            new = new_markdown_cell(MISSING)
        else:
            source = cell.source
            if cell.kind == "code":
                source = STUDENT.sub(rf'\1"{pseudonym}"', source)
            if len(source) > (most := max(0, min(MOST_TEXT, texts))):
                source = f"{source[:most]} … (cut: {len(source):,} characters)"
            texts -= len(source)
            if cell.kind == "code":
                new = new_code_cell(visible(string.sub(pseudonym, source)))
                new.outputs = room.outputs(cell.ran, clean)
            elif cell.kind == "raw":
                new = new_markdown_cell(as_text(clean(source)))
            else:
                pictures = _attachments(cell.attachments)
                new = new_markdown_cell(without_fetching(clean(source), pictures))
                new.attachments = pictures
        if own is not None:
            new.metadata.nbgrader = own.metadata.nbgrader
        copies.append(new)
        ends |= {
            question.grade_id: len(copies)
            for question in by_person
            if name == question.grade_id or cell and cell.grade_id in question.answers
        }
    for question in reversed(by_person):
        answer, elsewhere = map(clean, written(question, cells, assignment))
        answers[question.grade_id] = answer
        if elsewhere:
            answers[question.grade_id] = f"{answer}\n\n{TITLE}\n\n{elsewhere}".strip()
            if len(elsewhere) > MOST_TEXT:
                elsewhere = f"{elsewhere[:MOST_TEXT]} … (cut)"
            box = new_markdown_cell(f"{TITLE}\n\n{as_text(elsewhere)}")
            copies.insert(ends[question.grade_id], box)
    render(copies)
    about = {"language_info": {"name": "python"}, "answers": answers}
    return new_notebook(cells=copies, metadata=about)


def in_order(
    cells: list[Cell], assignment: Assignment
) -> list[tuple[str | None, Cell | None]]:
    """Return (name, cell) in the order of the released cells.

    Any other cell stands below the one below which it stood, and has no name: only the
    first cell with a name has it. A name without a cell has None.
    """
    keys = {None: None}  # names by key: a name is its own key, else kind and text
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
    ordered = []
    for key, name in keys.items():
        if name or key in first:
            ordered.append((name, first.get(key)))
        ordered += [(None, cell) for cell in below[key]]
    if others > MOST_CELLS:
        message = f"({others - MOST_CELLS:,} more cells are not shown.)"
        ordered.append((None, Cell("markdown", message, None)))
    return ordered


def harmless(text: str) -> str:
    """Return text or Markdown in which no tag begins and all characters can be seen.

    A space follows each < that could begin a tag.
    """
    return re.sub(r"<(?=[A-Za-z/!?])", "< ", visible(text))


def without_fetching(text: str, attached: dict) -> str:
    """Return Markdown that fetches nothing, whatever shows it.

    Its only pictures are those attached to the cell, and no listing is a diagram. Any
    other picture becomes a link.
    """
    text = PICTURE.sub(
        lambda match: match[0] if match[2] in attached else f"! {match[0][1:]}", text
    )
    return FENCE.sub(r"\1\2text ", text)


def summary(mark: Mark) -> str:
    """Return the audit's findings as lines of text, the sum first."""
    lines = [f"{mark.audit:g} of {mark.points:g} points"]
    for finding in mark.findings:
        worth = f"  [{finding.points if finding.holds else 0:g} of {finding.points:g}]"
        sign = "✓" if finding.holds else "✗"
        lines.append(f"  {sign} {finding.message}{worth if finding.points else ''}")
    return "\n".join(lines)


class Room:
    """The space that is left for the outputs of one notebook."""

    def __init__(self):
        self.pictures = MOST_PICTURES
        self.printed = MOST_PRINTED
        self.outputs_left = MOST_OUTPUTS

    def outputs(self, ran: dict, clean) -> list:
        """Return what a cell printed, as far as it is text or a picture.

        All of it is made anew, as the sandbox may have sent anything.
        """
        outputs, printed = [], []

        def end_of_text() -> None:
            if text := "".join(printed):
                text = f"{clean(text)}\n"
                outputs.append(new_output("stream", name="stdout", text=text))
            printed.clear()

        sent = ran.get("outputs")
        for output in sent if isinstance(sent, list) else []:
            output = output if isinstance(output, dict) else {}
            data = output.get("data") if isinstance(output.get("data"), dict) else {}
            parts = [output.get("text"), data.get("text/plain")]
            if "ename" in output:
                parts.append(f"{output['ename']}: {output.get('evalue')}")
            text = "".join(part for part in parts if isinstance(part, str))
            pictures = _pictures(data)
            size = sum(map(len, pictures.values()))
            fits = size <= self.pictures and self.outputs_left > 0
            if pictures and fits:
                self.pictures -= size
                self.outputs_left -= 1
                end_of_text()
                text = clean(text[:MOST_TEXT])
                data = {**pictures, "text/plain": text}
                outputs.append(new_output("display_data", data=data))
                continue
            if len(text) > self.printed or (pictures and not fits):
                cut = f"{text[: self.printed]} … (cut: too much output)\n"
                text = cut if self.printed > 0 else ""
                self.printed = 0
            self.printed -= min(len(text), self.printed)
            printed.append(text)
        end_of_text()
        return outputs


def _attachments(attached) -> dict[str, dict[str, str]]:
    """Return the pictures that a written answer shows."""
    pictures = {}
    for name, data in attached.items() if isinstance(attached, dict) else ():
        forms = _pictures(data if isinstance(data, dict) else {})
        if forms and re.fullmatch(r"[\w.-]{1,80}", name):
            pictures[name] = forms
    return pictures


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
