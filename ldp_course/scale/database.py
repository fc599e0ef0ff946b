"""Counts by DuckDB: one line of SQL for each kind of report. All numbers leave it as BIGINT."""

from os import PathLike
from pathlib import Path

import numpy as np

from ldp_course.rappor.parameters import Parameters
from ldp_course.scale.layout import WORD, Layout, Protocol, layout_of
from ldp_course.scale.safely import needed

LOCAL = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}
VALUES = 256  # of a domain in one query
LOW = 2**32 - 1


def count_by_duckdb(
    path: str | PathLike, protocol: Protocol, has_ids: bool
) -> tuple[np.ndarray, int, dict[int, int]]:
    """Counts, rows, and how many ids were delivered once, twice, … of one file."""
    duckdb, layout = needed("duckdb"), layout_of(protocol)
    with duckdb.connect(config=LOCAL) as database:
        try:
            # a folder named cohort=1 is no column, nor is anything else that is not in the file
            rows_of = f"select * from read_parquet({_literally(path)}, hive_partitioning = false)"
            database.execute(f"create temp view delivered as {rows_of}")
            source, times = "delivered", {}
            if has_ids:
                source, times = "kept", _drop_repeats(database, layout)
            rows, wrong = database.execute(
                f"select count(*), coalesce(sum(({_no_report(layout)})::int), 0)::bigint"
                f" from {source}"
            ).fetchone()
            if wrong:
                raise ValueError(f"it holds {wrong} row(s) that are no report of this protocol")
            counts = COUNT[layout.kind](database, source, protocol, layout)
        except duckdb.Error as error:
            raise ValueError(f"DuckDB cannot read it: {error}") from error
    return counts, sum(often * ids for often, ids in times.items()) or rows, times


def _literally(path: str | PathLike) -> str:
    """A path for SQL, in which no letter stands for others, nor ~ for the home."""
    place = Path(path).absolute().as_posix()
    letters = (f"[{letter}]" if letter in "[*?" else letter for letter in place)
    return "'" + "".join(letters).replace("'", "''") + "'"


def _drop_repeats(database, layout: Layout) -> dict[int, int]:
    names = list(layout.sizes)
    report = ", ".join(f"{name} := {name}" for name in names)
    database.execute(
        f"create temp table ids as select min(struct_pack({report})) as report, count(*) as often"
        " from delivered group by id"
    )
    columns = ", ".join(f"report.{name} as {name}" for name in names)
    database.execute(f"create temp view kept as select {columns} from ids")
    found = database.execute("select often, count(*) from ids group by often order by often")
    return dict(found.fetchall())


def _no_report(layout: Layout) -> str:
    """Is true of a row that no device sends: a number too large, bits too many or too few."""
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
    """Reports and ones of each bit, group by group."""
    first = next(iter(layout.sizes))
    group = "0" if first.startswith("bits") else first
    ones = ", ".join(
        f"sum(((bits_{bit // WORD} >> {bit % WORD}) & 1)::int)::bigint as one_{bit}"
        for bit in range(layout.bits)
    )
    query = f"select {group} as of_group, count(*) as reports, {ones} from {source} group by 1"
    groups, *columns = database.execute(query).fetchnumpy().values()
    table = np.zeros((1 if group == "0" else layout.sizes[first], layout.bits + 1), np.int64)
    table[np.asarray(groups, np.intp)] = np.stack(columns, axis=1)
    if isinstance(protocol, Parameters):
        return table
    return table[0, 1:] if group == "0" else table[:, 1:]


def _hashed(database, source: str, protocol: Protocol, layout: Layout) -> np.ndarray:
    """The hash of `mechanisms.hashing`, in halves of 32 bits, as no product may pass 2^64."""
    database.execute(
        "create temp view halves as select"
        f" seed >> 32 as high, seed & {LOW} as low, bucket::ubigint as chosen from {source}"
    )
    counts = []
    for start in range(0, len(protocol._multipliers), VALUES):
        some = map(int, protocol._multipliers[start : start + VALUES])
        sums = [f"sum(({_bucket(m, protocol.buckets)} = chosen)::int)::bigint" for m in some]
        counts += database.execute(f"select {', '.join(sums)} from halves").fetchone()
    return np.array(counts, np.int64)


def _bucket(multiplier: int, buckets: int) -> str:
    high, low = f"{multiplier >> 32}::ubigint", f"{multiplier & LOW}::ubigint"
    cross = f"((high * {low}) & {LOW}) + ((low * {high}) & {LOW})"
    upper = f"((((low * {low}) >> 32) + {cross}) & {LOW})"
    return f"({upper} * {buckets}::ubigint) >> 32"


COUNT = {"cells": _cells, "bits": _bits, "hashed": _hashed}
