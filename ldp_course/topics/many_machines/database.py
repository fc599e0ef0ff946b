"""Count short reports with DuckDB: one query for each kind.

All sums are cast to BIGINT: those of DuckDB have 128 bits, and might arrive as floats.
"""

from os import PathLike
from pathlib import Path

import numpy as np

from ldp_course.rappor.parameters import Parameters
from ldp_course.topics.many_machines.layout import WORD, Layout, Protocol, layout_of
from ldp_course.topics.many_machines.safely import needed

LOCAL = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}


def count_by_duckdb(
    path: str | PathLike, protocol: Protocol, has_ids: bool
) -> tuple[np.ndarray, int, dict[int, int]]:
    """Return counts, rows, and how many ids came once, twice, … in one file."""
    duckdb, layout = needed("duckdb"), layout_of(protocol)
    with duckdb.connect(config=LOCAL) as database:
        try:
            # without hive_partitioning = false, a folder cohort=1 would be a column
            database.execute(
                "create temp view delivered as select * from"
                f" read_parquet({_literally(path)}, hive_partitioning = false)"
            )
            source, times = "delivered", {}
            if has_ids:
                source, times = "distinct_ids", _drop_repeats(database, layout)
            rows, wrong = database.execute(
                "select count(*),"
                f" coalesce(sum(({_no_report(layout)})::int), 0)::bigint from {source}"
            ).fetchone()
            if wrong:
                raise ValueError(f"it holds {wrong} row(s) that are no report")
            counts = COUNT[layout.kind](database, source, protocol, layout)
        except duckdb.Error as error:
            raise ValueError(f"DuckDB cannot read it: {error}") from error
    return counts, sum(often * ids for often, ids in times.items()) or rows, times


def _literally(path: str | PathLike) -> str:
    """Return a path for SQL in which `*` and `~` stand only for themselves."""
    place = Path(path).absolute().as_posix()
    letters = (f"[{letter}]" if letter in "[*?" else letter for letter in place)
    return "'" + "".join(letters).replace("'", "''") + "'"


def _drop_repeats(database, layout: Layout) -> dict[int, int]:
    names = list(layout.sizes)
    report = ", ".join(f"{name} := {name}" for name in names)
    database.execute(
        f"create temp table ids as select min(struct_pack({report})) as report,"
        " count(*) as often from delivered group by id"
    )
    columns = ", ".join(f"report.{name} as {name}" for name in names)
    database.execute(f"create temp view distinct_ids as select {columns} from ids")
    times = "select often, count(*) from ids group by often order by often"
    return dict(database.execute(times).fetchall())


def _no_report(layout: Layout) -> str:
    """Return the condition of rows that no device sends: too large, or wrong bits."""
    tests = [f"{name} > {size - 1}" for name, size in layout.sizes.items()]
    if layout.ones is not None:
        bits = " + ".join(f"bit_count({name}::ubigint::bit)" for name in layout.sizes)
        tests.append(f"{bits} <> {layout.ones}")
    return " or ".join(tests)


def _cells(database, source: str, protocol: Protocol, layout: Layout) -> np.ndarray:
    names, shape = ", ".join(layout.sizes), tuple(layout.sizes.values())
    counts = np.zeros(shape, np.int64)
    query = f"select {names}, count(*) as reports from {source} group by {names}"
    *places, reports = database.execute(query).fetchnumpy().values()
    counts[tuple(np.asarray(place, np.intp) for place in places)] = reports
    return counts


def _bits(database, source: str, protocol: Protocol, layout: Layout) -> np.ndarray:
    """Count the reports and the ones of each bit, group by group."""
    first = next(iter(layout.sizes))
    group = "0" if first.startswith("bits") else first
    ones = ", ".join(
        f"sum(((bits_{bit // WORD} >> {bit % WORD}) & 1)::int)::bigint as one_{bit}"
        for bit in range(layout.bits)
    )
    query = f"select {group} as place, count(*) as reports, {ones}"
    query += f" from {source} group by 1"
    groups, *columns = database.execute(query).fetchnumpy().values()
    rows = 1 if group == "0" else layout.sizes[first]
    table = np.zeros((rows, layout.bits + 1), np.int64)
    table[np.asarray(groups, np.intp)] = np.stack(columns, axis=1)
    if isinstance(protocol, Parameters):
        return table
    return table[0, 1:] if group == "0" else table[:, 1:]


def is_short(layout: Layout) -> bool:
    """Say whether a query counts such reports: of one word, without hashing.

    A query with an expression for each of many values takes DuckDB longer to plan than
    NumPy to count.
    """
    return layout.kind in COUNT and layout.bits <= WORD


COUNT = {"cells": _cells, "bits": _bits}
