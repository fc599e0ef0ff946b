"""Read chapters, questions, explorers, lesson plans and assignments."""

import json
import re
from pathlib import Path

import nbformat

BOOK = Path(__file__).parents[2] / "book"
ROOT = BOOK.parent
CHAPTERS = {
    path.stem: nbformat.read(path, as_version=4) for path in BOOK.glob("*.ipynb")
}
SOURCES = {
    path.parent.name: nbformat.read(path, as_version=4)
    for path in ROOT.glob("coursework/*/source.ipynb")
}
EXPLORER = re.compile(
    r'<figure class="explorer" id="([^"]+)".*?<script type="application/json">(.*?)</',
    re.S,
)
LESSON = re.compile(r"^## (.+) \((\d+) minutes\)$", flags=re.M)
TITLES = {
    chapter: title
    for title, chapter in re.findall(
        r"^- \[(.+)\]\((\w+)\.ipynb\)$",
        (BOOK / "index.md").read_text(encoding="utf-8"),
        re.M,
    )
}


def flat(text):
    return re.sub(r"\s+", " ", text)


def prose(chapter):
    cells = CHAPTERS[chapter].cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def minutes(chapter):
    """Return the minutes that a chapter states: to read, to try things, to exercise."""
    about = r"Time\*\*: (\d+) minutes to read, (\d+) to try things, (\d+) for the exer"
    return list(map(int, re.search(about, prose(chapter)).groups()))


def minutes_to_read(chapter):
    return minutes(chapter)[0]


def questions(chapter):
    return len(re.findall(r"^\*\*\d+\. ", prose(chapter), re.M))


def rows(text, columns):
    """Return the body rows of all tables with this number of columns."""
    table_rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("|")
    ]
    return [row for row in table_rows if len(row) == columns]


def lessons():
    """Return the minutes and the text of each lesson plan by its chapter's title."""
    _, *parts = LESSON.split((BOOK / "teaching_lessons.md").read_text(encoding="utf-8"))
    return {
        name: (int(minutes), text)
        for name, minutes, text in zip(parts[::3], parts[1::3], parts[2::3])
    }


def syllabus(weeks):
    """Return the rows of a plan: session, chapter, explorer, assignment, minutes."""
    guide = (BOOK / "teaching.md").read_text(encoding="utf-8")
    part = re.search(rf"^### {weeks} weeks.*?(?=^###? )", guide, re.M | re.S)[0]
    unlinked = re.sub(r"\[([^]]+)\]\((?:teaching_\w+\.md|#)[^)]*\)", r"\1", part)
    return [row for row in rows(unlinked, 5) if row[0].isdigit()]


def parts_of_lesson(text):
    """Return minutes, name and text of each of the five parts of a lesson plan."""
    return [(int(row[0]), *row[1:]) for row in rows(text, 3) if row[0].isdigit()]


def hours(assignment):
    """Return the least and the most hours of an assignment, from its first cell."""
    about = flat(SOURCES[assignment].cells[0].source)
    return [
        int(number)
        for number in re.search(r"Time\*\*: (\d+) to (\d+) hours", about).groups()
    ]


def points(assignment):
    """Return the points that tests give, and those that a person gives."""
    about = [cell.metadata.get("nbgrader") for cell in SOURCES[assignment].cells]
    graded = [cell for cell in about if cell and cell.grade]
    return [
        sum(cell.points for cell in graded if cell.solution is kind)
        for kind in (False, True)
    ]


def stored_in(chapter):
    """Return matches of EXPLORER: what a chapter stores."""
    outputs = [
        out for cell in CHAPTERS[chapter].cells for out in cell.get("outputs", [])
    ]
    texts = [output.get("data", {}).get("text/html", "") for output in outputs]
    return [found for text in texts if (found := EXPLORER.search(text))]


def explorers_in(chapter):
    """Return what a chapter stores of each explorer, by its id."""
    return {found[1]: json.loads(found[2]) for found in stored_in(chapter)}


def markup_of(chapter, name):
    """Return the markup of an explorer: its title, its advice, its table."""
    (markup,) = [found[0] for found in stored_in(chapter) if found[1] == name]
    return markup[: markup.index("<script")]


def values_of(data):
    """Return the values of each slider of an explorer, as an address has them."""
    return {
        slider["name"]: [value.replace(",", "") for value in slider["values"]]
        for slider in data["sliders"]
    }


# Each explorer's title and its sliders' values by page and id
EXPLORERS = {
    (chapter, name): (data["chart"]["title"], values_of(data))
    for chapter in CHAPTERS
    for name, data in explorers_in(chapter).items()
}
