"""What the pages speak of: chapters, questions, explorers, lesson plans, assignments."""

import html
import json
import re
from pathlib import Path

import nbformat

BOOK = Path(__file__).parents[2] / "book"
ROOT = BOOK.parent
CHAPTERS = {path.stem: nbformat.read(path, as_version=4) for path in BOOK.glob("*.ipynb")}
SOURCES = {
    path.parent.name: nbformat.read(path, as_version=4)
    for path in ROOT.glob("coursework/*/source.ipynb")
}
LESSON = re.compile(r"^## (.+) \((\d+) minutes\)$", flags=re.M)
TITLES = {
    chapter: title
    for title, chapter in re.findall(
        r"^- \[(.+)\]\((\w+)\.ipynb\)$", (BOOK / "index.md").read_text(encoding="utf-8"), re.M
    )
}


def flat(text):
    return re.sub(r"\s+", " ", text)


def prose(chapter):
    cells = CHAPTERS[chapter].cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def minutes_to_read(chapter):
    """What it says of itself."""
    return int(re.search(r"\*\*Time\*\*: (\d+) minutes", prose(chapter))[1])


def questions(chapter):
    return len(re.findall(r"^\*\*\d+\. ", prose(chapter), re.M))


def rows(text, columns):
    """The body rows of all tables with so many columns."""
    found = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("|")
    ]
    return [row for row in found if len(row) == columns]


def lessons():
    """Of each lesson plan, by its chapter's title: the minutes in its heading, and its text."""
    _, *parts = LESSON.split((BOOK / "teaching_lessons.md").read_text(encoding="utf-8"))
    return {
        name: (int(minutes), text)
        for name, minutes, text in zip(parts[::3], parts[1::3], parts[2::3])
    }


def parts_of_lesson(text):
    """Of the five parts of a lesson plan: the minutes, what it is, and what to do."""
    return [(int(row[0]), *row[1:]) for row in rows(text, 3) if row[0].isdigit()]


def hours(assignment):
    """How long an assignment takes, as its first cell says it: at least and at most."""
    about = flat(SOURCES[assignment].cells[0].source)
    return [int(number) for number in re.search(r"Time\*\*: (\d+) to (\d+) hours", about).groups()]


def points(assignment):
    """The points that tests give, and those that a person gives."""
    about = [cell.metadata.get("nbgrader") for cell in SOURCES[assignment].cells]
    graded = [cell for cell in about if cell and cell.grade]
    return [sum(cell.points for cell in graded if cell.solution is kind) for kind in (False, True)]


def explorers():
    """Of each explorer, by page and id: its title, and its sliders with their values as an address
    holds them.
    """
    found = {}
    for name, notebook in CHAPTERS.items():
        outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
        for output in outputs:
            figure = output.get("data", {}).get("text/html", "")
            if 'class="explorer"' in figure:
                data = re.search(r"<script type=.application/json.>(.*?)</script>", figure, re.S)[1]
                title = re.search(r'class="explorer-title">(.*?)</figcaption>', figure)[1]
                values = {
                    slider["name"]: [value.replace(",", "") for value in slider["values"]]
                    for slider in json.loads(data)["sliders"]
                }
                place = name, re.search(r'id="(explorer-[^"]+)"', figure)[1]
                found[place] = html.unescape(title), values
    return found


EXPLORERS = explorers()
