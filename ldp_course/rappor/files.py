r"""The CSV files of google/rappor: what their clients reported is decoded here, and the reverse.

- params.csv: the line k,h,m,p,q,f, and a line with their values
- reports.csv: the line client,cohort,bloom,prr,irr, and a line for each report, whose last column
  (irr, or rappor) has k digits, **bit 0 at the end**; bloom and prr never leave a device: they are
  empty here, and not read
- counts.csv: a line for each cohort: its reports, then the ones of bit 0, bit 1 and so on
- map.csv: a line for each candidate: the string, then h numbers for each cohort, c k + i + 1 for
  bit i of cohort c

Files may be saved by any program: `ldp_course.text_files` says in which forms. One that is wrong is
a ValueError with its name and line. Strings come back from a map.csv as they were written, to the
last blank. Sources: doc/data-flow.md and bin/ of github.com/google/rappor.

Examples
--------
>>> import pathlib, tempfile
>>> from ldp_course.rappor import Parameters, simulate_counts
>>> setting, rng = Parameters(8, 2, 4, f=0.5, p=0.25, q=0.75), np.random.default_rng(seed=1)
>>> counts = simulate_counts([90, 10], ["apple", "pear"], setting, rng)
>>> with tempfile.TemporaryDirectory() as folder:
...     params, sums = pathlib.Path(folder, "params.csv"), pathlib.Path(folder, "counts.csv")
...     write_parameters(params, setting)
...     write_counts(sums, counts, setting)
...     params.read_text(), (read_counts(sums, read_parameters(params)) == counts).all()
('k,h,m,p,q,f\n8,2,4,0.25,0.75,0.5\n', np.True_)
"""

import csv
import io
import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from os import PathLike

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_path, shown
from ldp_course.rappor.bloom import bloom_bits, check_words
from ldp_course.rappor.parameters import Parameters, check_parameters
from ldp_course.rappor.population import check_bit_counts, check_reports
from ldp_course.text_files import read_text

LETTERS = {"k": "bits", "h": "hashes", "m": "cohorts", "p": "p", "q": "q", "f": "f"}
LARGEST = int(np.iinfo(np.int64).max)
DIGITS = re.compile(
    r"[ \t]*[0-9.+eE-]+[ \t]*"
)  # Python also reads 1_6, and the digits of all scripts


def read_parameters(path: str | PathLike) -> Parameters:
    """The Parameters of a params.csv."""
    rows = dict(_rows(path, len(LETTERS)))
    header, *values = rows.values() or [[]]
    if [cell.strip() for cell in header] != list(LETTERS) or len(values) != 1:
        raise ValueError(f"{path} must hold the line {','.join(LETTERS)} and a line of six numbers")
    with _at(list(rows)[1]):
        kinds = [int] * 3 + [float] * 3
        numbers = [_number(cell, kind) for cell, kind in zip(values[0], kinds, strict=True)]
        return Parameters(**dict(zip(LETTERS.values(), numbers, strict=True)))


def write_parameters(path: str | PathLike, parameters: Parameters) -> None:
    """Write a params.csv."""
    check_parameters(parameters)
    _write(path, [list(LETTERS), [getattr(parameters, name) for name in LETTERS.values()]])


def read_reports(path: str | PathLike, parameters: Parameters) -> tuple[np.ndarray, np.ndarray]:
    """Reports, uint8 of shape (N, k), and cohorts, intp of shape (N,): for `count_bits`."""
    bits = check_parameters(parameters, for_table=True).bits
    rows, reports, cohorts = _rows(path), [], []
    where, header = next(rows, (path, []))
    header = [cell.strip() for cell in header]
    if header.count("cohort") != 1 or header[-1] not in ("irr", "rappor"):
        found = f"the columns are {shown(header)}"
        asked = "one column must be cohort, and the last irr or rappor"
        raise ValueError(f"{where}: {found}; {asked}")
    if len({"irr", "rappor"} & set(header[:-1])) or header.count(header[-1]) > 1:
        raise ValueError(f"{where}: the columns are {shown(header)}; one must hold the report")
    for where, row in rows:
        with _at(where):
            text = row[-1].strip()
            if len(text) != bits or text.strip("01"):
                raise ValueError(f"the report is {text!r}; it must have {bits} digits, each 0 or 1")
            cohorts.append(_number(row[header.index("cohort")], int, parameters.cohorts - 1))
            reports.append(text[::-1].encode())
    digits = np.frombuffer(b"".join(reports), np.uint8).reshape(-1, bits) - np.uint8(ord("0"))
    with _at(path):
        return check_reports(digits, np.array(cohorts, dtype=np.intp), parameters)


def write_reports(
    path: str | PathLike, reports: ArrayLike, cohorts: ArrayLike, parameters: Parameters
) -> None:
    """Write a reports.csv, where clients are numbered from 0 on, one for each report."""
    reports, cohorts = check_reports(reports, cohorts, parameters)
    digits = ("".join(map(str, report[::-1])) for report in reports.astype(int).tolist())
    lines = ([i, cohort, "", "", text] for i, (cohort, text) in enumerate(zip(cohorts, digits)))
    _write(path, [["client", "cohort", "bloom", "prr", "irr"], *lines])


def read_counts(path: str | PathLike, parameters: Parameters) -> np.ndarray:
    """Counts, int64 of shape (m, k + 1): for `decode`."""
    counts = []
    check_parameters(parameters, for_table=True)
    for where, row in _rows(path, parameters.bits + 1):
        with _at(where):
            reports = _number(row[0], int)
            counts.append([reports, *(_number(cell, int, reports) for cell in row[1:])])
    with _at(path):
        return check_bit_counts(np.array(counts), parameters)


def write_counts(path: str | PathLike, counts: ArrayLike, parameters: Parameters) -> None:
    """Write a counts.csv."""
    _write(path, check_bit_counts(counts, parameters).tolist())


def read_map(path: str | PathLike, parameters: Parameters) -> list[str]:
    """The candidates of a map.csv, whose numbers must be those of `bloom_bits`, in any order."""
    places = {}
    check_parameters(parameters, for_table=True)
    for where, (word, *cells) in _rows(path, 1 + parameters.cohorts * parameters.hashes):
        with _at(where):
            if {_number(cell, int) for cell in cells} != set(_positions(word, parameters)):
                found = f"the bits of {shown(word)} are not those of these parameters"
                if not word.isascii():
                    found += f" for {ascii(word)[:80]}; another string may look the same"
                raise ValueError(found)
            if word in places:
                raise ValueError(f"{shown(word)} is there already, in {places[word]}")
            places[word] = where
    with _at(path):
        return check_words("candidates", list(places))


def write_map(path: str | PathLike, candidates: Collection[str], parameters: Parameters) -> None:
    """Write a map.csv, of strings of at most `csv.field_size_limit()` characters, none U+0000."""
    candidates = check_words("candidates", candidates)
    check_parameters(parameters, for_table=True)
    longest = csv.field_size_limit()
    for word in candidates:
        if "\0" in word or len(word) > longest:
            held = f"holds {shown(word)}, which "
            held += "has the character U+0000" if "\0" in word else f"has {len(word):,} characters"
            allowed = f"strings of at most {longest:,} characters, none U+0000, for a map.csv"
            raise ValueError(f"candidates {held}; candidates must be {allowed}")
    _write(path, ([word, *_positions(word, parameters)] for word in candidates))


def _positions(word: str, parameters: Parameters) -> list[int]:
    return [
        cohort * parameters.bits + bit + 1
        for cohort in range(parameters.cohorts)
        for bit in bloom_bits(word, cohort, parameters)
    ]


def _rows(path: str | PathLike, width: int | None = None) -> Iterator[tuple[str, list[str]]]:
    """The lines of a file that are not empty, each with its place."""
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    while True:
        with _at(f"{path}, line {reader.line_num + 1}"):
            row = next(reader, None)
        if row is None:
            return
        width = len(row) if width is None else width
        if row and len(row) != width:
            there = f"there are {len(row)} columns; there must be {width}"
            raise ValueError(f"{path}, line {reader.line_num}: {there}")
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


def _write(path: str | PathLike, rows: Iterable[Sequence]) -> None:
    text = io.StringIO(newline="")
    plain, quoted = (
        csv.writer(text, lineterminator="\n", quoting=quoting)
        for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONNUMERIC)
    )
    for row in rows:  # CR ends a line, too, but csv quotes only what holds its own end
        (quoted if "\r" in str(row[0]) else plain).writerow(row)
    text = text.getvalue()
    encoding = "utf-8-sig" if text.startswith("\ufeff") else "utf-8"  # one mark is taken off
    check_path("path", path).write_bytes(text.encode(encoding))


@contextmanager
def _at(place: str | PathLike) -> Iterator[None]:
    """Name the file, or its line, in whatever is wrong there."""
    try:
        yield
    except (ValueError, TypeError, csv.Error) as error:
        raise ValueError(f"{place}: {error}") from None
