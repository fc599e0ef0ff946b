"""Count files with NumPy, DuckDB or Dask: the same counts, to the last bit."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from os import PathLike

import numpy as np

from ldp_course.arguments import as_array, check_integer, check_path, check_type, refuse
from ldp_course.rappor.parameters import Parameters
from ldp_course.topics.many_machines import counts as whole_numbers
from ldp_course.topics.many_machines import files
from ldp_course.topics.many_machines.database import count_by_duckdb, is_short
from ldp_course.topics.many_machines.layout import (
    Protocol,
    counts_of,
    from_columns,
    layout_of,
)
from ldp_course.topics.many_machines.safely import named, needed
from ldp_course.topics.more_protocols.public_chance import (
    warn_of_choices,
    warn_of_seeds,
)

UNPACKED = 1 << 24  # bits at a time, a byte each
ENGINES = ("duckdb", "numpy", "dask")


@dataclass(eq=False)
class Counted:
    """Hold the counts of one batch or of several.

    Parameters
    ----------
    counts : int64, as of `count_reports`, or of `rappor.count_bits`
    delivered : int, rows of the files
    times : dict, how many ids were delivered once, twice, …; empty where there are no
        ids

    Examples
    --------
    >>> batch = Counted(np.array([1, 2]), delivered=4, times={1: 2, 2: 1})
    >>> batch.n
    3
    """

    counts: np.ndarray
    delivered: int
    times: dict[int, int]

    def __post_init__(self) -> None:
        allowed = "at least one whole number, none negative"
        counts = as_array("counts", self.counts, allowed)
        is_whole = counts.dtype.kind in "iu" and counts.ndim * counts.size
        if not is_whole or counts.min() < 0:
            refuse("counts", self.counts, allowed)
        self.counts = counts
        self.delivered = check_integer("delivered", self.delivered, 0)
        allowed = "a dict of how many ids came once, twice, …"
        check_type("times", self.times, Mapping, allowed)
        for number in (*self.times, *self.times.values()):
            check_integer("times", number, 1)
        if self.times and _rows(self.times) != self.delivered:
            allowed = f"as many rows in all as delivered = {self.delivered}"
            refuse("times", self.times, allowed)

    @property
    def n(self) -> int:
        """Return the number of reports that count: a repeated id counts once."""
        return sum(self.times.values()) if self.times else self.delivered


def count_batches(
    paths: Iterable[str | PathLike],
    protocol: Protocol,
    engine: str = "duckdb",
    client=None,
) -> Iterator[Counted]:
    """Count the reports of each file, in the order of the paths.

    All files are checked first. Of reports with the same id in a file one is counted,
    and if they differ, the smallest.

    Parameters
    ----------
    paths : files of `write_batch`; with a client, at the same place on all its machines
    protocol : the one that they all must have
    engine : "duckdb", whose queries count reports of up to 64 bits, while NumPy counts
        longer ones and hashed ones; "numpy", which needs only pyarrow; "dask", which
        gives each file to a thread
    client : dask.distributed.Client, for the engine "dask": each file to one of its
        workers

    Raises
    ------
    ValueError
        that names the file, if one is cut off or damaged, or has other columns or
        parameters

    Warns
    -----
    UserWarning
        that names the file, if seeds repeat or were rounded, or one hash function was
        chosen too often; on the workers of a client, in their logs

    Examples
    --------
    >>> import tempfile
    >>> from ldp_course import DirectEncoding
    >>> from ldp_course.topics.many_machines import write_batch
    >>> direct = DirectEncoding(["red", "green", "blue"], epsilon=1.0)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = f"{folder}/monday.parquet"
    ...     write_batch(path, direct, [2, 0, 2, 1])
    ...     for engine in ENGINES:
    ...         print(next(count_batches([path], direct, engine)).counts)
    [1 1 2]
    [1 1 2]
    [1 1 2]
    """
    if not isinstance(engine, str) or engine not in ENGINES:
        refuse("engine", engine, f"one of {ENGINES}")
    if isinstance(paths, (str, bytes, PathLike)) or not isinstance(paths, Iterable):
        refuse("paths", paths, "a list of paths", TypeError)
    paths = [check_path("paths", path) for path in paths]
    if client is not None and engine != "dask":
        problem = f"engine = {engine!r} takes no client"
        raise ValueError(f"{problem}; with a client it must be 'dask'")
    for path in paths:
        files.check_batch(path, protocol)
    if engine == "dask":
        return _by_dask([os.path.abspath(path) for path in paths], protocol, client)
    return (count_file(path, protocol, engine) for path in paths)


def count_file(
    path: str | PathLike, protocol: Protocol, engine: str = "numpy"
) -> Counted:
    """Count one file with one engine; this is what a worker of Dask runs."""
    with named(path):
        has_ids, layout = files.check_batch(path, protocol), layout_of(protocol)
        _warn_of_chance(path, protocol, has_ids)
        if engine == "duckdb" and is_short(layout):
            files.check_pages(path)
            return Counted(*count_by_duckdb(path, protocol, has_ids))
        rows = max(1, min(files.ROWS, UNPACKED // max(1, layout.bits)))
        parts, times = files.parts(path, rows), {}
        if has_ids:
            parts, times = _without_repeats(parts, rows)
        counts, n = nothing(protocol), 0
        for columns in parts:
            counts += counts_of(protocol, from_columns(protocol, columns))
            n += len(next(iter(columns.values())))
        return Counted(counts, _rows(times) if has_ids else n, times)


def _warn_of_chance(path: str | PathLike, protocol: Protocol, has_ids: bool) -> None:
    """Warn, by file name, if the public chance of its reports was none."""
    sizes = layout_of(protocol).sizes
    name = next((n for n in ("seed", "short_seed", "function") if n in sizes), "")
    if not name:
        return
    names = [name, "id"] if has_ids else [name]
    parts = list(files.parts(path, files.ROWS, names))
    if not parts:
        return
    chance = np.concatenate([part[name] for part in parts])
    if has_ids:  # a report that came again is no fault
        ids = np.ascontiguousarray(np.concatenate([part["id"] for part in parts]))
        chance = chance[np.unique(ids.view("V16"), return_index=True)[1]]
    source = f"{os.path.basename(path)}: "
    if name == "seed":
        warn_of_seeds(chance, source)
    else:
        warn_of_choices(np.bincount(chance, minlength=sizes[name]), source)


def nothing(protocol: Protocol) -> np.ndarray:
    """Return the counts of no reports."""
    if isinstance(protocol, Parameters):
        return np.zeros((protocol.cohorts, protocol.bits + 1), np.int64)
    return np.zeros(whole_numbers._shape(protocol), np.int64)


def _rows(times: dict[int, int]) -> int:
    return sum(often * ids for often, ids in times.items())


def _without_repeats(parts: Iterable[dict], rows: int) -> tuple:
    """Return one report for each id, in parts, and how many ids came once or more."""
    parts = list(parts)
    if not parts:
        return [], {}
    names = list(parts[0])
    columns = {name: np.concatenate([part[name] for part in parts]) for name in names}
    ids = np.ascontiguousarray(columns.pop("id")).view(">u8")
    # by id, then by content: the first row of an id is the smallest report, as in SQL
    order = np.lexsort([*list(columns.values())[::-1], ids[:, 1], ids[:, 0]])
    ids = ids[order]
    starts = np.flatnonzero(np.append(True, (ids[1:] != ids[:-1]).any(axis=1)))
    repeats = np.diff(np.append(starts, len(ids)))
    often, number = np.unique(repeats, return_counts=True)
    firsts = order[starts]
    places = [firsts[start : start + rows] for start in range(0, len(firsts), rows)]
    times = dict(zip(often.tolist(), number.tolist(), strict=True))
    return [{name: columns[name][of] for name in columns} for of in places], times


def _by_dask(paths: list[str], protocol: Protocol, client) -> Iterator[Counted]:
    """Count as many files at a time as there are threads, and hand on their counts."""
    if client is not None:
        futures = client.map(count_file, paths, protocol=protocol, pure=False)
        while futures:
            yield futures.pop(0).result()
        return
    dask = needed("dask")
    at_a_time = 2 * (os.cpu_count() or 1)
    for start in range(0, len(paths), at_a_time):
        batch = paths[start : start + at_a_time]
        tasks = [dask.delayed(count_file)(path, protocol) for path in batch]
        yield from dask.compute(*tasks, scheduler="threads")
