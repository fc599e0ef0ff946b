r"""Read the CSV files of google/rappor, and write maps for its own decoder.

- params.csv: the line k,h,m,p,q,f, and a line with their values
- reports.csv: the line client,cohort,bloom,prr,irr, and a line for each report, whose
  last column (irr, or rappor) has k digits, **bit 0 at the end**; bloom and prr never
  leave a device: they are not read
- counts.csv: a line for each cohort: its reports, then the ones of bit 0, bit 1 and so
  on
- map.csv: a line for each candidate: the string, then h numbers for each cohort, c k +
  i + 1 for bit i of cohort c

Files may be saved by any program: `ldp_course.texts` says in which forms. A wrong
one is a ValueError with its name and line. Strings are read from a map.csv to the last
blank. Sources: doc/data-flow.md and bin/ of github.com/google/rappor. Page "How decode
goes further".

Examples
--------
>>> import pathlib, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = pathlib.Path(folder, "params.csv")
...     _ = path.write_text("k,h,m,p,q,f\n8,2,4,0.25,0.75,0.5\n")
...     read_parameters(path)
Parameters(bits=8, hashes=2, cohorts=4, f=0.5, p=0.25, q=0.75)
"""

import csv
import io
import math
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from os import PathLike

import numpy as np

from ldp_course.arguments import check_path, reject, shown
from ldp_course.rappor.bloom import bloom_bits, check_words
from ldp_course.rappor.parameters import Parameters, check_parameters
from ldp_course.rappor.population import check_bit_counts, check_reports
from ldp_course.texts import read_text

LETTERS = {"k": "bits", "h": "hashes", "m": "cohorts", "p": "p", "q": "q", "f": "f"}
LARGEST = int(np.iinfo(np.int64).max)
# int() and float() also read 1_6, and the digits of all scripts
DIGITS = re.compile(r"[ \t]*[0-9.+eE-]+[ \t]*")


def read_parameters(path: str | PathLike) -> Parameters:
    """Read the Parameters of a params.csv."""
    rows = dict(_rows(path, len(LETTERS)))
    header, *values = rows.values() or [[]]
    if [cell.strip() for cell in header] != list(LETTERS) or len(values) != 1:
        raise ValueError(
            f"{path} must hold the line {','.join(LETTERS)} and a line of six numbers"
        )
    with _at(list(rows)[1]):
        kinds = [int] * 3 + [float] * 3
        numbers = list(map(_number, values[0], kinds))
        return Parameters(**dict(zip(LETTERS.values(), numbers, strict=True)))


def read_reports(
    path: str | PathLike, parameters: Parameters
) -> tuple[np.ndarray, np.ndarray]:
    """Read reports, uint8 of shape (N, k), and cohorts, (N,), for `count_bits`."""
    bits = check_parameters(parameters, for_table=True).bits
    rows, reports, cohorts = _rows(path), [], []
    where, header = next(rows, (path, []))
    header = [cell.strip() for cell in header]
    if header.count("cohort") != 1 or header[-1] not in ("irr", "rappor"):
        raise ValueError(
            f"{where}: the columns are {shown(header)}; one column must be cohort, and "
            "the last irr or rappor"
        )
    if {"irr", "rappor"} & set(header[:-1]):
        raise ValueError(
            f"{where}: the columns are {shown(header)}; one must hold the report"
        )
    cohort = header.index("cohort")
    for where, row in rows:
        with _at(where):
            text = row[-1].strip()
            if len(text) != bits or text.strip("01"):
                raise ValueError(
                    f"the report is {text!r}; it must have {bits} digits, each 0 or 1"
                )
            cohorts.append(_number(row[cohort], int, parameters.cohorts - 1))
            reports.append(text[::-1].encode())
    characters = np.frombuffer(b"".join(reports), np.uint8).reshape(-1, bits)
    digits = characters - np.uint8(ord("0"))
    with _at(path):
        return check_reports(digits, np.array(cohorts, dtype=np.intp), parameters)


def read_counts(path: str | PathLike, parameters: Parameters) -> np.ndarray:
    """Read counts, int64 of shape (m, k + 1), for `decode`."""
    counts = []
    check_parameters(parameters, for_table=True)
    for where, row in _rows(path, parameters.bits + 1):
        with _at(where):
            reports = _number(row[0], int)
            counts.append([reports, *(_number(cell, int, reports) for cell in row[1:])])
    with _at(path):
        return check_bit_counts(np.array(counts), parameters)


def read_map(path: str | PathLike, parameters: Parameters) -> list[str]:
    """Read the candidates of a map.csv, if their numbers are those of `bloom_bits`."""
    places = {}
    check_parameters(parameters, for_table=True)
    width = 1 + parameters.cohorts * parameters.hashes
    for where, (word, *cells) in _rows(path, width):
        with _at(where):
            positions = _positions(word, parameters)
            if {_number(cell, int) for cell in cells} != set(positions):
                fault = f"the bits of {shown(word)} are not those of these parameters"
                if not word.isascii():
                    fault += f" for {ascii(word)[:80]}"
                    fault += "; another string may look the same"
                raise ValueError(fault)
            if word in places:
                raise ValueError(f"{shown(word)} is there already, in {places[word]}")
            places[word] = where
    with _at(path):
        return check_words("candidates", list(places))


def write_map(
    path: str | PathLike, candidates: Collection[str], parameters: Parameters
) -> None:
    """Write the map.csv of a list of candidates.

    A ValueError, before anything is written, for a string with the character U+0000 or
    of more than `csv.field_size_limit()` characters: nobody could read it back.
    """
    candidates = check_words("candidates", candidates)
    check_parameters(parameters, for_table=True)
    text, longest = io.StringIO(newline=""), csv.field_size_limit()
    # every string is quoted: csv itself would quote neither a lone CR nor a blank
    rows = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    for word in candidates:
        if "\0" in word or len(word) > longest:
            fault = "has the character U+0000"
            if "\0" not in word:
                fault = f"has {len(word):,} characters"
            allowed = f"strings of at most {longest:,} characters, none U+0000"
            reject("candidates", f"holds {shown(word)}, which {fault}", allowed)
        rows.writerow([word, *_positions(word, parameters)])
    check_path("path", path).write_text(text.getvalue(), "utf-8", newline="")


def _positions(word: str, parameters: Parameters) -> list[int]:
    return [
        cohort * parameters.bits + bit + 1
        for cohort in range(parameters.cohorts)
        for bit in bloom_bits(word, cohort, parameters)
    ]


def _rows(
    path: str | PathLike, width: int | None = None
) -> Iterator[tuple[str, list[str]]]:
    """Yield the lines of a file that are not empty, each with its place."""
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    while True:
        with _at(f"{path}, line {reader.line_num + 1}"):
            row = next(reader, None)
        if row is None:
            return
        width = len(row) if width is None else width
        if row and len(row) != width:
            fault = f"there are {len(row)} columns; there must be {width}"
            raise ValueError(f"{path}, line {reader.line_num}: {fault}")
        if row:
            yield f"{path}, line {reader.line_num}", row


def _number(cell: str, kind: type, most: int = LARGEST) -> int | float:
    try:
        number = kind(cell) if DIGITS.fullmatch(cell) else math.nan
    except ValueError:
        number = math.nan
    if not 0 <= number <= most:
        name = "whole number" if kind is int else "number"
        allowed = f"a {name} from 0 to {most}, in the digits 0 to 9"
        raise ValueError(f"{shown(cell)} is not allowed; it must be {allowed}")
    return number


@contextmanager
def _at(place: str | PathLike) -> Iterator[None]:
    """Name the file, or its line, in whatever is wrong there."""
    try:
        yield
    except (ValueError, TypeError, csv.Error) as error:
        raise ValueError(f"{place}: {error}") from None
