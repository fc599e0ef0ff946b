"""Copy the chapters for Jupyter, without the book's own markup, and with a start page.

On the site, {cite:t}`key` becomes a name with a link, and tagged cells are folded.
Jupyter knows neither, so the copies have both done. Outputs and code stay as they are.
For tools/lab.py (`make lab`) and tools/lite.py.
"""

import re
import sys
import unicodedata
from pathlib import Path

import nbformat

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "book" / "_ext"))

from words import WORDS  # noqa: E402

ACCENTS = {
    "'": "\u0301",
    "`": "\u0300",
    '"': "\u0308",
    "^": "\u0302",
    "~": "\u0303",
    "v": "\u030c",
}
FOLDED = {"hide-input", "hide-cell", "remove-input", "remove-cell"}
OUTPUTS_FOLDED = {"hide-output", "hide-cell", "remove-output", "remove-cell"}


# ---- citations


def plain_latex(text):
    r"""Return a name of the bibliography without LaTeX: Lopuha{\"a} is Lopuhaä."""
    text = re.sub(
        r"\{?\\(['`\"^~v])\{?\\?(\w)\}?\}?",
        lambda match: match[2] + ACCENTS[match[1]],
        text,
    )
    return unicodedata.normalize("NFC", re.sub(r"[{}]", "", text))


def works(bibliography):
    """Return for each key the authors in short, the year, and a link or None."""
    known = {}
    for key, entry in re.findall(
        r"^@\w+\{([^,]+),\n(.*?)^\}", bibliography, flags=re.M | re.S
    ):
        fields = dict(
            re.findall(r"(\w+) = \{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}", entry)
        )
        names = [
            plain_latex(name if name.startswith("{") else name.partition(",")[0])
            for name in fields["author"].split(" and ")
        ]
        short = names[0] if len(names) == 1 else f"{names[0]} and {names[1]}"
        if len(names) > 2:
            short = f"{names[0]} et al."
        link = fields.get("url")
        if not link and "doi" in fields:
            link = f"https://doi.org/{fields['doi']}"
        elif not link and "eprint" in fields:
            link = f"https://arxiv.org/abs/{fields['eprint']}"
        known[key] = short, fields["year"], link
    return known


def citation(kind, keys, known):
    """Return "Author (year)" for {cite:t}, "(Author, year; …)" for {cite:p}."""
    parts = []
    for key in map(str.strip, keys.split(",")):
        names, year, link = known[key]
        year = f"[{year}]({link})" if link else year
        parts.append(f"{names} ({year})" if kind == "t" else f"{names}, {year}")
    return ", ".join(parts) if kind == "t" else f"({'; '.join(parts)})"


# ---- what the book's pages understand, and Jupyter does not


def plain(source, known):
    """Return the book's Markdown as any Jupyter shows it, with its code as it is."""
    parts = re.split(r"(^```.*?^```|\$\$.*?\$\$)", source, flags=re.M | re.S)
    parts[::2] = [plain_text(part, known) for part in parts[::2]]
    return "".join(parts)


def plain_text(text, known):
    text = re.sub(
        r"\{cite:([tp])\}`([^`]+)`",
        lambda match: citation(match[1], match[2], known),
        text,
    )
    # {term}`words <name>`
    text = re.sub(r"\{[a-z:-]+\}`([^`<]+?)(?:\s*<[^`>]*>)?`", r"\1", text)
    # pictures are on the site only, in its colors
    text = re.sub(r"^:::\{picture\}.*?^:::\n+", "", text, flags=re.M | re.S)
    text = re.sub(r"^:::+\s*(?:\{(\w+)\}.*)?$", box, text, flags=re.M)
    # pages that are no chapters are on the site only
    text = re.sub(r"\[([^\]]+)\]\([\w/]+\.md(?:#[\w-]*)?\)", r"\1", text)
    return re.sub(r'href="(\w+)\.html(?:#[^"]*)?"', r'href="\1.ipynb"', text)


def box(match):
    return f"**{match[1].capitalize()}.**" if match[1] else ""


def to_english(text, folder):
    """Lead from a translated chapter to the English ones of those that it lacks.

    Its copy lies in a folder like `zh/book`, beside the English `book`.
    """

    def address(match):
        is_here = (folder / match[2]).exists()
        return match[0] if is_here else f"{match[1]}../../book/{match[2]}"

    return re.sub(r"""(\]\(|href=")(\w+\.ipynb)""", address, text)


def plain_notebook(path, known):
    """Return the text of a chapter's copy."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = to_english(plain(cell.source, known), path.parent)
        elif cell.cell_type == "code":
            fold(cell)
    return nbformat.writes(notebook) + "\n"


def fold(cell):
    tags = set(cell.metadata.get("tags", []))
    if tags & FOLDED:
        cell.metadata.setdefault("jupyter", {})["source_hidden"] = True
    if tags & OUTPUTS_FOLDED:
        cell.metadata.setdefault("jupyter", {})["outputs_hidden"] = True


# ---- the folder


def order(tree=ROOT):
    """Return the paths of the chapters of a tree in the order of the book."""
    parts = (ROOT / "_toc.yml").read_text(encoding="utf-8").split("caption:")
    numbered = "".join(part for part in parts if "numbered:" in part)
    names = re.findall(r"- file: book/(\w+)", numbered)
    paths = [tree / "book" / f"{name}.ipynb" for name in names]
    return [path for path in paths if path.exists()]


def title_and_question(path):
    cells = nbformat.read(path, as_version=4).cells
    text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    title = re.search(r"^# (.+)$", text, flags=re.M)[1]
    mark = re.escape(WORDS["publication"]["question"])
    question = re.search(rf"\*\*{mark}\*\*\s+(.+?)\s*(?:\n\n|\Z)", text, flags=re.S)
    return title, " ".join(question[1].replace("\n>", "\n").split()) if question else ""


def start_page(folder):
    known = works((ROOT / "book" / "references.bib").read_text(encoding="utf-8"))
    lines = []
    for number, path in enumerate(order(), start=1):
        title, question = title_and_question(path)
        lines.append(f"{number}. [{title}]({path.name})<br>{plain(question, known)}")
    words = WORDS["lab"]["first_page"].lstrip()
    return words.format(chapters="\n".join(lines), folder=folder)


def copies(tree=ROOT):
    """Return the text of each chapter's copy by the name of its file."""
    known = works((ROOT / "book" / "references.bib").read_text(encoding="utf-8"))
    return {path.name: plain_notebook(path, known) for path in order(tree)}
