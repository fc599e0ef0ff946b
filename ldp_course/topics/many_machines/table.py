"""Keep a batch table: a folder with the counts of each batch in a file of its own.

A batch that comes again is counted again and written over, one that comes late gets its
own file, and one that has not changed is left alone: so `collect` may be run as often
as one likes, also after it was stopped in the middle. The files of the reports may be
deleted once they are counted.
"""

import hashlib
import json
import warnings
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from ldp_course.arguments import check_path, refuse
from ldp_course.topics.many_machines import files
from ldp_course.topics.many_machines.engines import Counted, count_batches, nothing
from ldp_course.topics.many_machines.layout import (
    Protocol,
    check_same,
    described,
    restored,
)
from ldp_course.topics.many_machines.safely import named, whole

PROTOCOL = "protocol.json"


def collect(
    inbox: str | PathLike,
    table: str | PathLike,
    protocol: Protocol | None = None,
    engine: str = "duckdb",
    client=None,
    progress: Callable[[int, int], None] | None = None,
) -> list[str]:
    """Count the batches of a folder that are new or have changed; return their ids.

    Parameters
    ----------
    inbox : folder with files of `write_batch`; other files in it are not read
    table : folder of the counts, made if there is none
    protocol : of all batches; else that of the table, or of the first batch by name
        Where ε, or another number, differs in the last digits only, as on another
        machine, the table's is used.
    engine, client : as in `count_batches`
    progress : called with the batches that are counted and those to be counted

    Raises
    ------
    ValueError
        that names the file, if one is not whole or of another protocol. What a file's
        footer shows is found before anything is counted; damage inside it is found
        while counting, and batches before it may stay counted

    Warns
    -----
    UserWarning
        that names both, if a batch that is counted now is byte for byte another one, of
        this folder or counted before: a copy under another name, whose reports count
        twice

    Examples
    --------
    >>> import tempfile
    >>> from ldp_course import DirectEncoding
    >>> from ldp_course.topics.many_machines import write_batch
    >>> direct = DirectEncoding(["red", "green", "blue"], epsilon=1.0)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_batch(f"{folder}/monday.parquet", direct, [2, 0, 2, 1])
    ...     for _ in range(2):  # there is nothing to do the second time
    ...         print(collect(folder, f"{folder}/table"))
    ...     print(total(f"{folder}/table")[1].counts)
    ['monday']
    []
    [1 1 2]
    """
    inbox, table = check_path("inbox", inbox), check_path("table", table)
    if progress is not None and not callable(progress):
        refuse("progress", progress, "a function of two whole numbers", TypeError)
    paths = batches_in(inbox)
    if not paths:
        problem = f"{inbox} holds no file that ends in .parquet"
        raise ValueError(f"{problem}; it must hold a batch")
    known = _read_protocol(table) if (table / PROTOCOL).exists() else None
    if known is not None and protocol is not None:
        try:
            check_same(described(known), protocol)
        except ValueError as error:
            problem = f"{table} holds counts of another protocol"
            raise ValueError(
                f"{problem}, {error}: it must be a folder of its own"
            ) from None
    protocol = known or protocol or files.read_protocol(paths[0])
    for path in paths:
        files.check_batch(path, protocol)
    digests = {path: _digest(path) for path in paths}
    stored = {
        entry.stem: _read(entry, protocol)[1] for entry in sorted(table.glob("*.npz"))
    }
    waiting = [path for path in paths if stored.get(path.stem) != digests[path]]
    _warn_of_copies(waiting, stored | {path.stem: digests[path] for path in paths})
    counted = count_batches(waiting, protocol, engine, client)
    table.mkdir(parents=True, exist_ok=True)
    if known is None:
        with whole(table / PROTOCOL) as unfinished:
            unfinished.write_text(json.dumps(described(protocol)), encoding="utf-8")
    for done, (path, batch) in enumerate(zip(waiting, counted, strict=True), start=1):
        _store(table / f"{path.stem}.npz", protocol, batch, digests[path])
        if progress is not None:
            progress(done, len(waiting))
    return [path.stem for path in waiting]


def total(table: str | PathLike) -> tuple[Protocol, Counted]:
    """Return the protocol of a batch table, and the sum of the counts of its batches.

    Counts of another protocol among them are a ValueError that names the file, and
    counts that are there twice a UserWarning.

    Examples
    --------
    >>> import tempfile
    >>> from ldp_course.topics.many_machines.counts import estimate_from_counts
    >>> from ldp_course import RandomizedResponse
    >>> from ldp_course.topics.many_machines import write_batch
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_batch(f"{folder}/1.parquet", RandomizedResponse(p=0.75), [1, 0, 1, 1])
    ...     _ = collect(folder, f"{folder}/table")
    ...     protocol, both = total(f"{folder}/table")
    ...     estimate_from_counts(protocol, both.counts, both.n).frequencies.tolist()
    [0.0, 1.0]
    """
    table = check_path("table", table)
    protocol = _read_protocol(table)
    counts, delivered, without_ids, times = nothing(protocol), 0, 0, {}
    paths, digests = sorted(table.glob("*.npz")), {}
    for path in paths:
        batch, digests[path] = _read(path, protocol)
        counts += batch.counts
        delivered += batch.delivered
        without_ids += 0 if batch.times else batch.delivered
        for often, ids in batch.times.items():
            times[often] = times.get(often, 0) + ids
    _warn_of_copies(paths, {path.stem: digests[path] for path in paths})
    if times and without_ids:  # a report without an id counts as delivered once
        times[1] = times.get(1, 0) + without_ids
    return protocol, Counted(counts, delivered, dict(sorted(times.items())))


def batches_in(inbox: Path) -> list[Path]:
    """Return the files of a folder that end in .parquet, in any letters, by name."""
    paths = [
        path
        for path in inbox.glob("[!.]*")  # ._x.parquet is a file of macOS
        if path.suffix.lower() == ".parquet"
    ]
    by_id = {}
    for path in sorted(paths):
        other = by_id.setdefault(path.stem, path)
        if other is not path:
            raise ValueError(
                f"{path} and {other.name} are two batches with one id; each batch must"
                " have a name of its own"
            )
    return list(by_id.values())


def _read_protocol(table: Path) -> Protocol:
    path = table / PROTOCOL
    if not path.exists():
        problem = f"{table} is not a batch table: it has no {PROTOCOL}"
        raise ValueError(f"{problem}; collect makes one")
    with named(path):
        try:
            return restored(json.loads(path.read_text(encoding="utf-8")))
        except (KeyError, AttributeError) as error:
            raise ValueError("it holds no protocol; collect makes it") from error


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _warn_of_copies(waiting: list[Path], digests: dict[str, str]) -> None:
    """Warn of batches with equal digests; `digests` has those of all batches by id."""
    same, new = {}, {path.stem for path in waiting}
    for batch, digest in digests.items():
        same.setdefault(digest, []).append(batch)
    for batches in same.values():
        if len(batches) > 1 and new & set(batches):
            names = ", ".join(f"{batch}.parquet" for batch in batches[:5])
            names += ", …" if len(batches) > 5 else ""
            warnings.warn(
                f"{len(batches)} batches are the same, byte for byte: {names}. If they"
                " are copies, their reports count more than once: delete all but one of"
                " them from the inbox, and their counts from the table.",
                stacklevel=3,
            )


def _store(path: Path, protocol: Protocol, batch: Counted, digest: str) -> None:
    arrays = {"counts": batch.counts, "delivered": batch.delivered, "digest": digest}
    arrays["protocol"] = json.dumps(described(protocol))
    arrays["times"] = np.array([*batch.times.items()], dtype=np.int64).reshape(-1, 2)
    with whole(path) as unfinished, unfinished.open("wb") as file:
        np.savez(file, **arrays)


def _read(path: Path, protocol: Protocol) -> tuple[Counted, str]:
    """Return the counts of a batch and the digest of its reports, if they fit."""
    hint = "delete it; collect counts this batch again if its reports are there"
    try:
        with np.load(path) as arrays:
            stored = json.loads(str(arrays["protocol"])) if "protocol" in arrays else {}
            times = dict(arrays["times"].tolist())
            batch = Counted(arrays["counts"], int(arrays["delivered"]), times)
            digest = str(arrays["digest"])
            if type(stored) is not dict:
                raise TypeError("a protocol is a dict")
    except (ValueError, TypeError, EOFError, KeyError, BadZipFile, OSError) as error:
        raise ValueError(f"{path} is not whole: {hint}") from error
    if not stored:  # of an earlier state of the course
        raise ValueError(f"{path} names no protocol: {hint}")
    try:
        check_same(stored, protocol)
    except ValueError as error:
        problem = f"{path} holds counts of another protocol, {error}"
        raise ValueError(f"{problem}: move it to a table of its own") from None
    none = nothing(protocol)
    if (batch.counts.shape, batch.counts.dtype) != (none.shape, none.dtype):
        raise ValueError(f"{path} is not whole: {hint}")
    return batch, digest
