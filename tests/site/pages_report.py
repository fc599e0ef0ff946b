"""The table of pages: each test, in whatever process, adds what it measured; the end prints it."""

import json
from pathlib import Path

REPORTS = Path(__file__).parents[2] / "_build" / "test-reports"
MEASURED, TABLE = REPORTS / "pages.jsonl", REPORTS / "pages.md"
COLUMNS = (
    "KB gz",
    "requests",
    "explorer, ms (× empty)",
    "menus, ms (× empty)",
    "axe light",
    "axe dark",
)


def note(page_name, column, value):
    REPORTS.mkdir(parents=True, exist_ok=True)
    with MEASURED.open("a", encoding="utf-8") as measured:
        measured.write(json.dumps([page_name, column, value]) + "\n")


def lines():
    def line(first, cells):
        padded = [f"{cell:>{len(name)}}" for cell, name in zip(cells, COLUMNS)]
        return "| " + " | ".join([f"{first:34}", *padded]) + " |"

    rows = {}
    for page_name, column, value in map(
        json.loads, MEASURED.read_text(encoding="utf-8").splitlines()
    ):
        rows.setdefault(page_name, {})[column] = value
    table = [line("page", COLUMNS), line("---", ["---:"] * len(COLUMNS))]
    return table + [
        line(name, [str(row.get(column, "")) for column in COLUMNS])
        for name, row in sorted(rows.items())
    ]


def store():
    TABLE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
