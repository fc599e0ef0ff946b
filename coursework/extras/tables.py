"""Read tables that a person wrote, and name all of their errors at once."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from ldp_course.texts import read_text


def rows(path: Path, needed: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield (line of the file, cells by name) for each line that is not empty.

    Spaces around a cell do not count, nor does a leading ' of `write_table`. Raise
    ValueError if a needed column is missing, or if a line has more cells than the
    first line.
    """
    try:
        reader = csv.DictReader(io.StringIO(read_text(path), newline=""))
        lines = [(reader.line_num, row) for row in reader]
    except (OSError, ValueError, csv.Error) as error:
        raise ValueError(
            f"{path} cannot be read as comma-separated UTF-8: {error}"
        ) from None
    names = {(name or "").strip().lower() for name in reader.fieldnames or ()}
    if missing := [name for name in needed if name not in names]:
        semicolons = any(";" in name for name in names)
        hint = ". Save it with commas between the cells" if semicolons else ""
        raise ValueError(
            f"{path} has no column {', '.join(missing)}; it has:"
            f" {', '.join(names)}{hint}"
        )
    for line, row in lines:
        if more := list(filter(str.strip, row.get(None, ()))):
            raise ValueError(
                f"{path.name}: line {line} has more cells than the first line"
                f" ({more[0]!r} is one); put a text with a comma in double quotes"
            )
        cells = {
            name.strip().lower(): (value or "").strip().removeprefix("'")
            for name, value in row.items()
            if name is not None
        }
        if any(cells.values()):
            yield line, cells


def demand(path: Path, faults: list[str]) -> None:
    """Raise ValueError with all faults of a file, so that nobody mends them singly."""
    if faults:
        raise ValueError("; ".join([f"{path.name}: {faults[0]}", *faults[1:]]))
