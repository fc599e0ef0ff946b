"""Check the exercises of the chapter "From one machine to many"."""

from __future__ import annotations

import math
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd

from ldp_checks.answers import attempt, formula, number, require_function
from ldp_checks.findings import Fault, Finding, exercise, of_error
from ldp_course.topics.many_machines.safely import needed
from ldp_course.topics.shufflers import people_needed

Q = 1 / (math.e + 1)  # of an optimized unary encoding with ε = 1
REPLAYED = ((10_000 * Q + 500) / 10_500 - Q) / (0.5 - Q)


@exercise
def of_all(of_all):
    """Your turn: the share of all people, from the shares and sizes of groups."""

    def results(shares, people):
        return np.average(shares, weights=people), {
            "each person counts alike, not each group: weight by people": (
                np.mean(shares)
            ),
            "divide by the number of all people": np.dot(shares, people),
            "a larger group has more people to speak for, not fewer": np.average(
                shares, weights=1 / people
            ),
            "the share grows with the people, not with their root or square": (
                np.average(shares, weights=np.sqrt(people))
            ),
        }

    cases = [
        (np.array([0.2, 0.4]), np.array([100, 300])),
        (np.array([0.5, 0.1, 0.3]), np.array([50, 20, 10])),
    ]
    yield formula("of_all", of_all, results, cases)


@exercise
def printed_over_true(printed_over_true):
    """Your turn: the printed over the true error, if a share d is counted twice."""

    def results(d):
        right = math.sqrt((1 + d) / (1 + 3 * d))
        return right, {
            "this is the ratio of the variances: take the root": right**2,
            "this is the true one over the printed one": 1 / right,
            "a report that counts twice adds 2² = 4 to Σw², not 2": 1.0,
            "this compares with the error without repeats": 1 / math.sqrt(1 + d),
            "this is the true error, compared with that without repeats": (
                math.sqrt(1 + 3 * d) / (1 + d)
            ),
        }

    cases = [(0.05,), (0.2,)]
    yield formula("printed_over_true", printed_over_true, results, cases)


@exercise
def two_servers(share):
    """Exercise 1: the estimate of two servers together."""
    mistakes = {
        "this is the mean of both estimates; the servers have different numbers of"
        " people": 0.5,
        "this is the share of the reports that say yes": 0.49,
        "divide by p − q": 0.24,
        "subtract q first": 0.98,
    }
    yield number("share", share, 0.48, mistakes)


@exercise
def sizes(packed, columns):
    """Exercise 7: the bytes of a report of 128 bits, packed and in columns."""
    yield number("packed", packed, 16, {"these are bits; a byte has 8 of them": 128})
    mistakes = {"these are bits": 8_192, "each of the 128 numbers has 8 bytes": 128}
    yield number("columns", columns, 1_024, mistakes)


@exercise
def three_times(ratio):
    """Exercise 2: the printed over the true error, if a tenth counts three times."""
    mistakes = {
        "this is the ratio of the variances: take the root": 1.2 / 1.8,
        "this is the true one over the printed one": math.sqrt(1.8 / 1.2),
        "this is for reports that count twice": math.sqrt(1.1 / 1.3),
        "this is the printed error, compared with that without repeats": 1
        / math.sqrt(1.2),
        "this is the true error, compared with that without repeats": math.sqrt(1.8)
        / 1.2,
    }
    yield number("ratio", ratio, math.sqrt(1.2 / 1.8), mistakes)


@exercise
def replayed(share):
    """Exercise 3: the estimate of a value that nobody holds, after 500 replays."""
    mistakes = {
        "there are 10,500 reports now": 500 / 10_000 / (0.5 - Q),
        "this is their share of the reports; now subtract q and divide by p − q": 500
        / 10_500,
        "subtract q before you divide": (10_000 * Q + 500) / 10_500 / (0.5 - Q),
        "divide by p − q": (10_000 * Q + 500) / 10_500 - Q,
    }
    yield number("share", share, REPLAYED, mistakes, tolerance=0.01)


@exercise
def cells(most):
    """Exercise 4: the most cells of a million that keep ε = 0.1 by the blanket."""
    people = people_needed(4, 0.1, 1e-6, "blanket")
    mistakes = {
        "this is the number of people that a cell needs": people,
        "one cell more, and each has too few people": 1_000_000 // people + 1,
        "a number of cells is whole": 1_000_000 / people,
        "this is by the exact coins; the question says blanket": (
            1_000_000 // people_needed(4, 0.1, 1e-6, "coins")
        ),
    }
    yield number("most", most, 1_000_000 // people, mistakes, tolerance=1e-9)


@exercise
def place(place):
    """Exercise 8: DuckDB's index of bit i, if bytes were packed from the right."""

    def results(i):
        right = 8 * (i // 8) + 7 - i % 8
        return right, {
            "DuckDB counts each byte from the left": i,
            "only the bits within a byte are reversed; the bytes stay in order": 15 - i,
            "add 8 for each byte before": 7 - i % 8,
            "the index of the leftmost bit is 0": right + 1,
        }

    yield formula("place", place, results, [(0,), (3,), (9,), (15,)])


@exercise
def publish(mended):
    """Exercise 5: a file that holds all rows, without their order and old numbers."""
    require_function("mended", mended, "table, path")
    table = pd.DataFrame({
        "cohort": np.arange(60) * 7 % 5,
        "bits": np.arange(60) * 11 % 17,
    })
    with TemporaryDirectory() as folder:
        path = Path(folder) / "reports.parquet"
        answer = attempt(mended, table.copy(), path)
        if isinstance(answer, BaseException):
            yield of_error("mended(table, path)", answer)
            return
        if not path.exists():
            raise Fault("mended(table, path) wrote no file to path")
        names = needed("pyarrow.parquet").read_schema(path).names
        published = pd.read_parquet(path)
    columns = list(table.columns)
    if others := [name for name in names if name not in columns]:
        raise Fault(f"the file still has the column {others[0]}: the old order")
    if list(published.columns) != columns or len(published) != len(table):
        raise Fault("the file must have all rows and columns of the table")
    if published.reset_index(drop=True).equals(table):
        raise Fault("the rows are in their old order: sort or shuffle them")
    in_order = [frame.sort_values(columns).to_numpy() for frame in (published, table)]
    if not np.array_equal(*in_order):
        raise Fault("each row must stay as it was: shuffle rows, not columns")
    yield Finding(
        True, "mended is right: the rows, in no order of arrival, and nothing else"
    )
