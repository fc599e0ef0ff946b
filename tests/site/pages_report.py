"""The table of pages: each test adds what it measured; the end of the run prints it and stores it."""

from pathlib import Path

REPORT = Path(__file__).parents[2] / "_build" / "test-reports" / "pages.md"
COLUMNS = ("KB gz", "requests", "explorer, ms", "menus, ms", "axe light", "axe dark")

rows = {}


def note(page_name, column, value):
    rows.setdefault(page_name, {})[column] = value


def lines():
    def line(first, cells):
        padded = [f"{cell:>{len(name)}}" for cell, name in zip(cells, COLUMNS)]
        return "| " + " | ".join([f"{first:34}", *padded]) + " |"

    table = [line("page", COLUMNS), line("---", ["---:"] * len(COLUMNS))]
    for page_name, measured in sorted(rows.items()):
        table.append(line(page_name, [str(measured.get(column, "")) for column in COLUMNS]))
    return table


def store():
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.write_text("\n".join(lines()) + "\n", encoding="utf-8")
