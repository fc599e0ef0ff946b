"""Write and read one batch of reports: a Parquet file of sorted rows.

The file's metadata names the protocol.

Reports that are sorted by what they say are shuffled perfectly: whoever sees the file
learns how often each report was sent, and from their order nothing on who sent it, or
when. The file's name and date, and what a report says, may still tell. Random ids
of 16 bytes, which tell a repeated report from an equal one, may be stored beside them,
and are dropped once they are counted. A file is written under another name, and renamed
when it is whole.
"""

import json
from collections.abc import Iterator
from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_path, check_type, refuse
from ldp_course.topics.many_machines.layout import (
    Protocol,
    check_same,
    described,
    from_columns,
    layout_of,
    restored,
    to_columns,
)
from ldp_course.topics.many_machines.safely import named, needed, whole

ID_BYTES = 16
ROWS = 1 << 17  # of a row group, and read at a time
KEY, MADE_BY = b"ldp_course", b"made_by"  # of the metadata


def write_batch(
    path: str | PathLike,
    protocol: Protocol,
    reports: ArrayLike,
    ids: ArrayLike | None = None,
    made_by: dict | None = None,
) -> None:
    """Write the reports of one batch, sorted by what they say, over an older file.

    Parameters
    ----------
    path : of the file; its name without .parquet is the batch's id
    protocol : a mechanism, or the Parameters of RAPPOR
    reports : as `perturb` makes them, or (bits, cohorts) of `population_reports`; at
        least one
    ids : 16 random bytes for each report, uint8 of shape (n, 16), the same for a
        repeated one
    made_by : what else the file's metadata tell, as `simulate` of the command line
        stores how it was called

    Examples
    --------
    >>> import tempfile
    >>> from ldp_course import DirectEncoding
    >>> direct = DirectEncoding(["red", "green", "blue"], epsilon=1.0)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_batch(f"{folder}/monday.parquet", direct, [2, 0, 2, 1])
    ...     read_batch(f"{folder}/monday.parquet")[0]
    array([0, 1, 2, 2], dtype=uint8)
    """
    path, parquet = check_path("path", path), needed("pyarrow.parquet")
    columns = to_columns(protocol, reports)
    keys = list(columns.values())
    if ids is not None:
        n, ids_given, ids = len(keys[0]), ids, np.asarray(ids)
        if ids.dtype != np.uint8 or ids.shape != (n, ID_BYTES):
            allowed = f"16 bytes for each report, uint8 of shape ({n}, {ID_BYTES})"
            refuse("ids", ids_given, allowed)
        # ids are the last key: even equal reports keep no order of arrival
        keys += list(np.ascontiguousarray(ids).view(">u8").T)
    order = np.lexsort(keys[::-1])
    arrays = [column[order] for column in columns.values()]
    encoding = dict.fromkeys(columns, "DELTA_BINARY_PACKED")
    arrow, schema = needed("pyarrow"), _schema(protocol, ids is not None)
    if ids is not None:
        buffer = arrow.py_buffer(np.ascontiguousarray(ids[order]).tobytes())
        arrays.append(
            arrow.Array.from_buffers(arrow.binary(ID_BYTES), n, [None, buffer])
        )
        encoding["id"] = "PLAIN"
    if made_by is not None:
        check_type("made_by", made_by, dict, "a dict of texts and numbers")
        schema = schema.with_metadata(schema.metadata | {MADE_BY: json.dumps(made_by)})
    table = arrow.table(dict(zip(schema.names, arrays)), schema=schema)
    with whole(path) as unfinished:
        parquet.write_table(
            table,
            unfinished.absolute(),
            row_group_size=ROWS,
            use_dictionary=False,
            column_encoding=encoding,
            compression="zstd",
            write_page_checksum=True,
        )


def read_batch(path: str | PathLike) -> tuple[np.ndarray, np.ndarray | None]:
    """Return the reports of a batch and their ids, or None if it has none.

    Examples
    --------
    >>> import tempfile
    >>> from ldp_course import RandomizedResponse
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_batch(f"{folder}/1.parquet", RandomizedResponse(1.0), [1, 0, 1])
    ...     read_batch(f"{folder}/1.parquet")
    (array([0, 1, 1], dtype=uint8), None)
    """
    path, protocol = check_path("path", path), read_protocol(path)
    has_ids = check_batch(path, protocol)
    with named(path), _opened(path) as file:
        columns = _columns(file.read())
        ids = columns.pop("id") if has_ids else None
        return from_columns(protocol, columns), ids


def read_protocol(path: str | PathLike) -> Protocol:
    """Return the protocol of a batch, from the file's metadata.

    Examples
    --------
    >>> import tempfile
    >>> from ldp_course import RandomizedResponse
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_batch(f"{folder}/1.parquet", RandomizedResponse(p=0.75), [1, 0, 1])
    ...     read_protocol(f"{folder}/1.parquet").p
    0.75
    """
    path = check_path("path", path)
    with named(path), _opened(path) as file:
        return restored(_description(file))


def read_made_by(path: str | PathLike) -> dict | None:
    """Return what `write_batch` was given as `made_by`."""
    with named(path), _opened(path) as file:
        stored = (file.schema_arrow.metadata or {}).get(MADE_BY)
        return None if stored is None else json.loads(stored)


def check_batch(path: str | PathLike, protocol: Protocol) -> bool:
    """Return whether the file has ids; raise ValueError unless it fits the protocol."""
    with named(path), _opened(path) as file:
        check_same(_description(file), protocol)
        has_ids = "id" in file.schema_arrow.names
        schemas = file.schema_arrow, _schema(protocol, has_ids)
        if not schemas[0].equals(schemas[1]):
            columns, allowed = (
                ", ".join(f"{field.name}: {field.type}" for field in schema)
                for schema in schemas
            )
            raise ValueError(
                f"its columns are {columns}; they must be {allowed}, none empty"
            )
        return has_ids


def check_pages(path: str | PathLike) -> None:
    """Raise ValueError if a page has a wrong checksum: DuckDB does not look."""
    with _opened(path) as file:
        for _ in file.iter_batches(ROWS):
            pass


def parts(
    path: str | PathLike, rows: int, names: list[str] | None = None
) -> Iterator[dict[str, np.ndarray]]:
    """Yield the columns, or those with these names, of so many rows at a time."""
    with _opened(path) as file:
        yield from map(_columns, file.iter_batches(rows, columns=names))


def _opened(path: str | PathLike):
    # absolute, since pyarrow would read ~ as the home folder, and s3: as a machine
    path = Path(path).absolute()
    if path.is_dir():
        problem = "it is a folder, as Spark writes one"
        raise ValueError(f"{problem}; it must be a single file of write_batch")
    return needed("pyarrow.parquet").ParquetFile(path, page_checksum_verification=True)


def _description(file) -> dict:
    stored = (file.schema_arrow.metadata or {}).get(KEY)
    if stored is None:
        raise ValueError("it names no protocol; it must be a file of write_batch")
    return json.loads(stored)


def _schema(protocol: Protocol, has_ids: bool):
    arrow = needed("pyarrow")
    fields = [
        arrow.field(name, arrow.from_numpy_dtype(kind), nullable=False)
        for name, kind in layout_of(protocol).types().items()
    ]
    if has_ids:
        fields.append(arrow.field("id", arrow.binary(ID_BYTES), nullable=False))
    return arrow.schema(fields, metadata={KEY: json.dumps(described(protocol))})


def _columns(table) -> dict[str, np.ndarray]:
    columns = {}
    for name in table.schema.names:
        column = table.column(name)
        if hasattr(column, "combine_chunks"):
            column = column.combine_chunks()
        if name == "id":
            octets = np.frombuffer(column.buffers()[1], np.uint8)
            rows = slice(column.offset, column.offset + len(column))
            columns[name] = octets.reshape(-1, ID_BYTES)[rows]
        else:
            columns[name] = column.to_numpy(zero_copy_only=False)
    return columns
