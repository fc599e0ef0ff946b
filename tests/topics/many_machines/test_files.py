"""What a file of reports holds, what it does not betray, and faults that name the
file."""

import json
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ldp_course import (
    DirectEncoding,
    LocalHashing,
    SubsetSelection,
    SummingHistogram,
    UnaryEncoding,
)
from ldp_course.rappor import Parameters
from ldp_course.texts import read_words
from ldp_course.topics.many_machines import (
    Counted,
    collect,
    count_batches,
    read_batch,
    read_protocol,
    total,
    write_batch,
)
from ldp_course.topics.many_machines.layout import described
from tests.topics.many_machines.protocols import PROTOCOLS, RAPPOR, reports_of, some
from tests.topics.many_machines.test_engines import each_engine, each_protocol, new_ids


def sorted_rows(reports):
    rows = (
        np.column_stack([reports[1], reports[0]])
        if isinstance(reports, tuple)
        else reports
    )
    rows = np.asarray(rows).reshape(len(rows), -1)
    return rows[np.lexsort(rows.T)]


@each_protocol
def test_reports_are_read_as_they_were_written(name, tmp_path):
    protocol = PROTOCOLS[name]
    reports, path = reports_of(protocol, 1_000), tmp_path / "batch.parquet"
    write_batch(path, protocol, reports)
    assert described(read_protocol(path)) == described(protocol)
    restored, ids = read_batch(path)
    assert ids is None
    assert np.array_equal(sorted_rows(restored), sorted_rows(reports))


def test_ids_stay_with_their_reports(tmp_path):
    direct, ids = DirectEncoding(range(5), 1.0), new_ids(200)
    reports = reports_of(direct, 200)
    write_batch(tmp_path / "batch.parquet", direct, reports, ids)
    restored, their_ids = read_batch(tmp_path / "batch.parquet")
    report_of = {bytes(id): report for id, report in zip(ids, reports)}
    assert [report_of[bytes(id)] for id in their_ids] == restored.tolist()


@pytest.mark.parametrize("with_ids", [False, True])
@each_protocol
def test_the_file_does_not_depend_on_the_order_of_arrival(name, with_ids, tmp_path):
    """Byte for byte the same file: no order, no index, no time is left in it."""
    protocol = PROTOCOLS[name]
    reports, ids = reports_of(protocol, 300), new_ids(300)
    for number, seed in enumerate((3, 4)):
        order = np.random.default_rng(seed).permutation(300)
        those = ids[order] if with_ids else None
        write_batch(
            tmp_path / f"{number}.parquet", protocol, some(reports, order), those
        )
    first, second = (
        (tmp_path / f"{number}.parquet").read_bytes() for number in range(2)
    )
    assert first == second


def test_a_file_has_no_other_columns(tmp_path):
    write_batch(tmp_path / "a.parquet", RAPPOR, reports_of(RAPPOR, 100))
    schema = pq.read_schema(tmp_path / "a.parquet")
    assert [(field.name, str(field.type)) for field in schema] == [
        ("cohort", "uint8"),
        ("bits_0", "uint16"),
    ]


@each_engine
def test_a_file_that_is_cut_off_is_refused(engine, tmp_path):
    path = tmp_path / "cut.parquet"
    write_batch(path, RAPPOR, reports_of(RAPPOR, 1_000))
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(ValueError, match=r"cut\.parquet: "):
        list(count_batches([path], RAPPOR, engine))
    path.write_bytes(b"")
    with pytest.raises(ValueError, match=r"cut\.parquet: "):
        list(count_batches([path], RAPPOR, engine))


@each_engine
def test_a_file_with_a_flipped_bit_is_refused_or_counted_right(engine, tmp_path):
    """In a page a checksum tells; where a flip changes nothing that is counted, it may
    pass."""
    hashing, path = LocalHashing.optimized(range(9), 1.0), tmp_path / "flipped.parquet"
    write_batch(path, hashing, reports_of(hashing, 500))
    (whole,), rng = count_batches([path], hashing, "numpy"), np.random.default_rng(1)
    content, messages = path.read_bytes(), []
    for place in range(4, len(content) - 8, len(content) // 40):
        damaged = bytearray(content)
        damaged[place] ^= 1 << int(rng.integers(8))
        path.write_bytes(damaged)
        try:
            (counted,) = count_batches([path], hashing, engine)
        except ValueError as error:
            messages.append(str(error))
        else:
            assert np.array_equal(counted.counts, whole.counts)
    assert len(messages) > 30 and all("flipped.parquet" in words for words in messages)


@each_engine
def test_other_parameters_are_refused(engine, tmp_path):
    path = tmp_path / "other.parquet"
    write_batch(path, RAPPOR, reports_of(RAPPOR, 100))
    other = Parameters(bits=16, hashes=2, cohorts=64, f=0.25, p=0.25, q=0.75)
    with pytest.raises(
        ValueError, match=r"other\.parquet: its f is 0\.5; here it must be 0\.25"
    ):
        count_batches([path], other, engine)
    with pytest.raises(
        ValueError, match="its protocol is 'Parameters'; here it must be 'Direct"
    ):
        count_batches([path], DirectEncoding(range(3), 1.0), engine)
    direct = DirectEncoding(["a", "b"], 1.0)
    write_batch(path, direct, [0, 1])
    with pytest.raises(
        ValueError, match=r"its domain is \['a', 'b'\]; here it must be \['b', 'a'"
    ):
        count_batches([path], DirectEncoding(["b", "a"], 1.0), engine)


def write_columns(path, protocol, types, **columns):
    """A file with the metadata of a protocol and any columns."""
    metadata = {"ldp_course": json.dumps(described(protocol))}
    fields = [pa.field(name, kind, nullable=False) for name, kind in types.items()]
    pq.write_table(pa.table(columns, schema=pa.schema(fields, metadata=metadata)), path)


@each_engine
def test_other_columns_are_refused(engine, tmp_path):
    path = tmp_path / "wrong.parquet"
    direct = DirectEncoding(range(3), 1.0)
    write_columns(path, direct, {"value": pa.int64()}, value=[1, 2])
    message = (
        r"wrong\.parquet: its columns are value: int64; they must be value: uint8,"
    )
    with pytest.raises(ValueError, match=message):
        count_batches([path], direct, engine)
    write_columns(
        path, direct, {"value": pa.uint8(), "__index_level_0__": pa.int64()},
        value=[1, 2], __index_level_0__=[1, 0],
    )  # fmt: skip
    with pytest.raises(
        ValueError, match="its columns are value: uint8, __index_level_0__: int64"
    ):
        count_batches([path], direct, engine)
    pq.write_table(pa.table({"value": pa.array([1, None], pa.uint8())}), path)
    with pytest.raises(ValueError, match=r"wrong\.parquet: it names no protocol"):
        count_batches([path], direct, engine)
    schema = pa.schema(
        [("value", pa.uint8())], {"ldp_course": json.dumps(described(direct))}
    )
    pq.write_table(pa.table({"value": [1, None]}, schema=schema), path)
    with pytest.raises(ValueError, match=r"wrong\.parquet: .* none empty"):
        count_batches([path], direct, engine)


WRONG_ROWS = {
    "a value": (DirectEncoding(range(3), 1.0), {"value": pa.uint8()}, {"value": [0, 3]}),
    "a bucket": (LocalHashing(range(3), 5, 1.0), {"seed": pa.uint64(), "bucket": pa.uint8()},
     {"seed": [1, 3], "bucket": [5, 0]}),
    "a bit": (UnaryEncoding.optimized(range(3), 1.0), {"bits_0": pa.uint8()}, {"bits_0": [9, 1]}),
    "a cohort": (RAPPOR, {"cohort": pa.uint8(), "bits_0": pa.uint16()},
     {"cohort": [64, 0], "bits_0": [1, 1]}),
    "too many ones": (SubsetSelection(range(5), 2, 1.0), {"bits_0": pa.uint8()},
     {"bits_0": [0b111, 0b1]}),
}  # fmt: skip


@each_engine
@pytest.mark.parametrize("name", WRONG_ROWS)
def test_a_row_that_is_no_report_is_refused(name, engine, tmp_path):
    protocol, types, columns = WRONG_ROWS[name]
    write_columns(tmp_path / "bad.parquet", protocol, types, **columns)
    with pytest.raises(ValueError, match=r"bad\.parquet: "):
        list(count_batches([tmp_path / "bad.parquet"], protocol, engine))


@each_engine
def test_a_file_without_rows_counts_nobody(engine, tmp_path):
    direct, path = DirectEncoding(range(3), 1.0), tmp_path / "none.parquet"
    for ids in ({}, {"id": pa.binary(16)}):
        types = {"value": pa.uint8()} | ids
        write_columns(path, direct, types, **dict.fromkeys(types, []))
        (batch,) = count_batches([path], direct, engine)
        assert batch.counts.tolist() == [0, 0, 0] and batch.n == 0


def test_a_writer_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "batch.parquet"
    write_batch(path, RAPPOR, reports_of(RAPPOR, 10))
    before = path.read_bytes()

    def fail(table, place, **options):
        place.write_bytes(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr(pq, "write_table", fail)
    with pytest.raises(KeyboardInterrupt):
        write_batch(path, RAPPOR, reports_of(RAPPOR, 20))
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("missing, engine", [("duckdb", "duckdb"), ("dask", "dask")])
def test_a_missing_package_is_named(missing, engine, tmp_path, monkeypatch):
    write_batch(tmp_path / "a.parquet", RAPPOR, reports_of(RAPPOR, 10))
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(
        ImportError, match=rf"needs {missing}: pip install 'ldp-course\[scale\]'"
    ):
        list(count_batches([tmp_path / "a.parquet"], RAPPOR, engine))


BAD_PATHS = {
    "none": (None, TypeError),
    "a number": (-1, TypeError),
    "bytes": (b"a.parquet", TypeError),
    "half a character": ("a\ud800.parquet", ValueError),
    "NUL": ("a\0.parquet", ValueError),
    "nothing": ("", ValueError),
    "an open file": (sys.stdin, TypeError),
}


@pytest.mark.parametrize("name", BAD_PATHS)
def test_paths_that_are_refused(name, tmp_path):
    path, error = BAD_PATHS[name]
    direct = DirectEncoding(range(3), 1.0)
    for argument, call in {
        "path": lambda: write_batch(path, direct, [0, 1]),
        "path ": lambda: read_batch(path),
        "path  ": lambda: read_protocol(path),
        "paths": lambda: count_batches([path], direct),
        "inbox": lambda: collect(path, tmp_path),
        "table": lambda: collect(tmp_path, path),
        "table ": lambda: total(path),
        "path    ": lambda: read_words(path),
    }.items():
        with pytest.raises(error, match=f"^{argument.strip()} = .* must be a path"):
            call()


DIRECT = DirectEncoding(range(3), 1.0)
PAIRS = DirectEncoding([(1, 2), (3, 4)], 1.0)
SUMMING = SummingHistogram(range(3), 1.0)
REFUSED = [
    (lambda path: count_batches([], RAPPOR, "spark"), "engine = 'spark' .* engine must be one of"),
    (lambda path: count_batches([], RAPPOR, "numpy", client=path), "engine = 'numpy' takes no client"),
    (lambda path: count_batches("a.parquet", RAPPOR), "paths must be a list of paths"),
    (lambda path: count_batches([path], RAPPOR), r"none\.parquet"),
    (lambda path: write_batch(path, SUMMING, np.zeros((1, 3))), "protocol must be .*not Summing"),
    (lambda path: write_batch(path, PAIRS, [0, 1]), r"domain holds \(1, 2\); in a file it must hold str"),
    (lambda path: write_batch(path, DIRECT, [0, 3]), "reports holds 3; reports must be"),
    (lambda path: write_batch(path, RAPPOR, [0, 3]), "reports must be a tuple"),
    *((lambda path, ids=ids: write_batch(path, DIRECT, [0, 1], ids), "ids must be 16 bytes for each rep")
      for ids in ([1, 2], np.zeros((3, 8), np.uint8), np.zeros((2, 16)))),
    (lambda path: Counted([1], 4, {1: 2}), "^times = .*times must be"),
    (lambda path: Counted([1], 4, {0.5: 8}), "^times = .*times must be"),
]  # fmt: skip


@pytest.mark.parametrize("call, message", REFUSED)
def test_what_is_refused_writes_nothing(call, message, tmp_path):
    with pytest.raises((TypeError, ValueError, FileNotFoundError), match=message):
        call(tmp_path / "none.parquet")
    assert list(tmp_path.iterdir()) == []
