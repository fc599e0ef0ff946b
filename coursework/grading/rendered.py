"""Render a submission's cells as HTML for Formgrader, once, before anybody opens them.

A renderer may take minutes for a line that is made for it, and Formgrader serves one
page at a time.

All markup passes one door (`cleaner`): tags and attributes that are on its list, so
that no name (id, name, for) by which the page finds the boxes for points comes from a
submission. Colored code has none but what Pygments makes, and a formula none but what
`formulas` lists.
"""

from __future__ import annotations

import re
import secrets
from functools import cache
from html import escape

import nbformat
from bleach.sanitizer import Cleaner
from nbconvert.filters import Highlight2HTML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from coursework.grading.clocked import TooLong, within
from coursework.grading.formulas import mathml

SECONDS = 5  # of processor time for a notebook that nobody made slow; a cell has one
MOST_TAGS = 20_000  # of a notebook: Formgrader reads the page once more
SLOW = "(This text is shown as it was written, because it takes too long to render.)"
TAGS = (
    "a blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr img input li ol p"
    " pre span strong table tbody td th thead tr ul"
)
PICTURE = re.compile(r"data:image/(?:png|jpeg);base64,[A-Za-z0-9+/=]+")
WEB = re.compile(r"(?:https?|mailto):", re.IGNORECASE)
# Where a formula will stand: a student cannot guess it.
PLACE = f"formula-{secrets.token_hex(16)}"
COLORS = re.compile(rf"{PLACE}-\d+|" r"[a-z][a-z0-9]{0,2}|highlight(?: hl-[a-z0-9]+)?")


def _allowed(tag: str, name: str, value: str) -> bool:
    match tag, name:
        case "a", "href":
            return bool(WEB.match(value))
        case "img", "src":
            return bool(PICTURE.fullmatch(value))
        case (
            ("img", "alt") | ("a" | "img", "title") | ("input", "checked" | "disabled")
        ):
            return True
        case "ol", "start":
            return value.isdigit()
        case "input", "type":
            return value == "checkbox"
        case "span" | "div", "class":
            return bool(COLORS.fullmatch(value.strip()))
    return False


def render(cells: list[nbformat.NotebookNode]) -> None:
    """Give each cell its HTML as metadata; a slow one becomes plain text."""
    try:
        pages = within(SECONDS, lambda: [html_of(cell) for cell in cells])
    except (TooLong, RuntimeError):
        # Some cell is too slow, so each one is rendered by itself.
        pages, left = [], 2 * SECONDS
        for cell in cells:
            try:
                pages.append(within(1, html_of, cell) if left > 0 else None)
            except (TooLong, RuntimeError):
                pages.append(None)
                left -= 1
    tags = 0
    for cell, page in zip(cells, pages, strict=True):
        more = page.count("<") if page else 0
        if page is not None and tags + more <= MOST_TAGS:
            tags += more
        else:
            page = f"<pre>{escape(cell.source)}</pre>"
            if cell.cell_type == "markdown":
                page = f"<p>{SLOW}</p>{page}"
                cell.source = f"{SLOW}\n\n{as_text(cell.source)}"
        cell.metadata.rendered = page


def html_of(cell: nbformat.NotebookNode) -> str:
    """Return a cell as HTML: Markdown with formulas, or code in colors."""
    if cell.cell_type == "code":
        return Highlight2HTML(pygments_lexer="ipython3")(cell.source)
    renderer = Renderer(
        escape=True,
        allow_harmful_protocols=False,
        exclude_anchor_links=True,
        attachments=cell.get("attachments", {}),
    )
    page = cleaner().clean(MarkdownWithMath(renderer=renderer).render(cell.source))
    place = re.compile(rf'<span class="{PLACE}-(\d+)"></span>')
    return place.sub(lambda match: renderer.formulas[int(match[1])], page)


class Renderer(IPythonRenderer):
    """Leave places for formulas, which come when the page is clean."""

    def __init__(self, **options):
        super().__init__(**options)
        self.formulas: list[str] = []

    def block_math(self, body: str) -> str:
        return self._place(body, display=True)

    def inline_math(self, body: str) -> str:
        return self._place(body, display=False)

    def latex_environment(self, name: str, body: str) -> str:
        formula = f"\\begin{{{name}}}{body}\\end{{{name}}}"
        return self._place(formula, display=True)

    def image(self, text: str, url: str, title: str | None = None) -> str:
        # a description has no elements
        text = re.sub(rf'<span class="{PLACE}-\d+"></span>', "(formula)", text)
        return super().image(text, url, title)

    def _place(self, formula: str, display: bool) -> str:
        self.formulas.append(mathml(formula, display))
        return f'<span class="{PLACE}-{len(self.formulas) - 1}"></span>'


@cache
def cleaner() -> Cleaner:
    protocols = {"http", "https", "mailto", "data"}  # "data:" in a picture only: WEB
    return Cleaner(TAGS.split(), {"*": _allowed}, protocols, strip=True)


def as_text(text: str) -> str:
    """Return Markdown that shows a text as it is written."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"
