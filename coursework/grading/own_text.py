"""Find the text of a student's own in a notebook, wherever it stands.

A written answer may stand in another place than its cell: below the question, in a
cell for something else, in a comment or a string of code. What was given out is known,
so all other text is the student's own, and a person looks at it.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from coursework.assignments import Assignment, Question

# Words of a comment or string that may be an answer in writing. "yes" is a value, and
# in an answer in code a comment is about the code, unless it is long.
FEWEST, FEWEST_IN_ANSWER = 4, 12
TITLE = "(In other cells of the notebook:)"
# Strings, also such as are not closed, and comments with the comments below them.
PIECE = re.compile(
    r"(?P<quotes>\"\"\"|''')(?P<long>(?s:\\.|.)*?)(?:(?P=quotes)|\Z)"
    r"|\"(?P<double>(?:\\.|[^\"\\\n])*+)\"?|'(?P<single>(?:\\.|[^'\\\n])*+)'?"
    r"|(?P<comment>#[^\n]*(?:\n[ \t]*#[^\n]*)*)"
)
# Chinese, Japanese, Thai, Lao, Burmese and Khmer put no space between words.
UNSPACED = (
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\uf900-\ufaff\U00020000-\U0003ffff]"
)
NAME = rf"(?<!\w)(?!(?:{'|'.join(keyword.kwlist)})\b)[^\W\d_]\w*"
# Three names in a row are no Python.
SENTENCE = re.compile(rf"(?:{NAME}[ \t]+){{2}}{NAME}|{UNSPACED}{{6}}")
# The id that a notebook names: a text, a number, or words without quotation marks.
STUDENT = re.compile(
    r"^([ \t]*student[ \t]*=[ \t]*)"
    r"(?:\"[^\"\n\\]*\"|'[^'\n\\]*'|[\w@+-][\w@+. '’-]*)(?=[ \t]*(?:#.*)?$)",
    re.MULTILINE,
)


@dataclass
class Cell:
    """A cell that was handed in.

    grade_id : nbgrader's name of it; a part of a split cell has the same
    first : whether it is the first cell with this name
    as_given : whether nbgrader's checksum says that it is as it was given out, also if
        the assignment has changed since
    shown : the points that its output says
    ran : what running it printed
    """

    kind: str
    source: str
    grade_id: str | None
    first: bool = True
    as_given: bool = False
    shown: float | None = None
    attachments: dict = field(default_factory=dict)
    ran: dict = field(default_factory=dict)


def written(
    question: Question, cells: list[Cell], assignment: Assignment
) -> tuple[str, str]:
    """Return a student's answer to a question, and the own text in all other cells.

    The answer is "" if its cells hold no text but what was given out. What answers
    other questions in writing is left out, unless this answer is missing.
    """
    given = set()
    for cell in assignment.student_notebook.cells:
        given |= set(_lines(cell.source))
        if cell.cell_type == "code":
            given |= {line for text in _pieces(cell.source) for line in _lines(text)}
    own = [cell for cell in cells if cell.grade_id in question.answers]
    answer = "\n\n".join(cell.source for cell in own).strip()
    if all(cell.as_given or not _own_lines(cell.source, given) for cell in own):
        answer = ""
    others = {
        name
        for other in assignment.questions
        if other.check is None and answer
        for name in other.answers
    }
    in_code = {
        name for other in assignment.questions if other.check for name in other.answers
    }
    texts = [
        (
            cell.kind == "code",
            _own_text(
                cell, given, FEWEST_IN_ANSWER if cell.grade_id in in_code else FEWEST
            ),
        )
        for cell in cells
        if cell.grade_id not in {*question.answers, *others} and not cell.as_given
    ]
    texts.sort(key=lambda pair: pair[0])  # comments come last
    return answer, "\n\n".join(text for _, text in texts if text)


def _own_text(cell: Cell, given: set[str], fewest: int) -> str:
    """Return a cell's text that was not given out; comments have `fewest` words."""
    if cell.kind != "code":
        return "\n".join(_own_lines(cell.source, given))
    source = STUDENT.sub(r"\1", cell.source)
    code = PIECE.sub(" \0 ", source).splitlines()
    if any(SENTENCE.search(line) for line in code if line.strip()[:1] not in "%!"):
        return "\n".join(_own_lines(source, given))  # text in a cell for code
    texts = ["\n".join(_own_lines(piece, given)) for piece in _pieces(source)]
    return "\n".join(text for text in texts if _count_words(text) >= fewest)


def _pieces(code: str) -> Iterable[str]:
    """Yield the texts of comments and strings in code, also if it is no Python."""
    for match in PIECE.finditer(code):
        if comment := match["comment"]:
            yield re.sub(r"^[ \t]*#+ ?", "", comment, flags=re.MULTILINE)
        else:
            yield match["long"] or match["double"] or match["single"] or ""


def _count_words(text: str) -> int:
    words = sum(sum(map(str.isalpha, word)) > 1 for word in text.split())
    return words + len(re.findall(UNSPACED, text)) // 2


def _own_lines(text: str, given: set[str]) -> list[str]:
    return [
        line
        for line in text.splitlines()
        if any(map(str.isalnum, line)) and not given.issuperset(_lines(line))
    ]


def _lines(text: str) -> list[str]:
    """Return the lines of a text as they are compared: a space is any space."""
    text = unicodedata.normalize("NFC", text)
    return [" ".join(line.split()) for line in text.splitlines()]
