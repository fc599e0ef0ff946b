"""NumPy, DuckDB and Dask make of each form of report the counts that the module makes
in memory."""

from pathlib import Path

import numpy as np
import pytest

from ldp_course import (
    CountMeanSketch,
    DirectEncoding,
    HadamardCountMeanSketch,
    HadamardResponse,
    LocalHashing,
    SubsetSelection,
    ThresholdingHistogram,
    UnaryEncoding,
)
from ldp_course.rappor import Parameters
from ldp_course.topics.many_machines import count_batches, engines, write_batch
from ldp_course.topics.many_machines.engines import ENGINES
from ldp_course.topics.many_machines.layout import layout_of
from tests.reference import vectors
from tests.topics.many_machines.protocols import (
    PROTOCOLS,
    RAPPOR,
    reports_of,
    some,
    truth,
)

each_protocol = pytest.mark.parametrize("name", PROTOCOLS)
each_engine = pytest.mark.parametrize("engine", ENGINES)


def new_ids(n, seed=2):
    return np.random.default_rng(seed).integers(256, size=(n, 16), dtype=np.uint8)


def check_equal_counts(folder, protocol, n):
    reports = reports_of(protocol, n)
    expected = truth(protocol, reports)
    third = np.arange(n) % 3
    parts = [np.flatnonzero(third == part) for part in range(3)]
    paths = [folder / f"{part}.parquet" for part in range(3)]
    for part, path in zip(parts, paths):
        write_batch(path, protocol, some(reports, part))
    for engine in ENGINES:
        counted = list(count_batches(paths, protocol, engine))
        for part, batch in zip(parts, counted, strict=True):
            assert batch.counts.dtype == np.int64 and batch.n == len(part)
            assert np.array_equal(batch.counts, truth(protocol, some(reports, part)))
        assert np.array_equal(sum(batch.counts for batch in counted), expected)


@each_protocol
def test_all_engines_agree_with_the_module(name, tmp_path):
    check_equal_counts(tmp_path, PROTOCOLS[name], 100_000)


@each_protocol
def test_repeated_reports_count_once(name, tmp_path):
    """5 of 3,000 ids come three times, 100 twice."""
    protocol, n = PROTOCOLS[name], 3_000
    reports, ids = reports_of(protocol, n), new_ids(n)
    delivered = np.concatenate([np.arange(n), np.arange(105), np.arange(5)])
    path = tmp_path / "batch.parquet"
    write_batch(path, protocol, some(reports, delivered), ids[delivered])
    for engine in ENGINES:
        (batch,) = count_batches([path], protocol, engine)
        assert np.array_equal(batch.counts, truth(protocol, reports))
        assert (batch.n, batch.delivered, batch.times) == (
            n,
            n + 110,
            {1: n - 105, 2: 100, 3: 5},
        )


@each_engine
def test_counts_are_the_published_ones(engine, tmp_path):
    """The vector: 27 reports delivered, 24 kept; without ids, 27 are counted."""
    known = vectors("aggregate_counts")
    protocol = Parameters(bits=8, hashes=2, cohorts=4, f=0.5, p=0.25, q=0.75)
    bits = np.array(known["delivered_bits"])[:, None] >> np.arange(8) & 1
    reports = bits, np.array(known["delivered_cohort"])
    names = [name.encode().rjust(16) for name in known["delivered_ids"]]
    ids = np.frombuffer(b"".join(names), np.uint8).reshape(-1, 16)
    write_batch(tmp_path / "with.parquet", protocol, reports, ids)
    write_batch(tmp_path / "without.parquet", protocol, reports)
    paths = [tmp_path / "with.parquet", tmp_path / "without.parquet"]
    once, twice = count_batches(paths, protocol, engine)
    assert once.counts.tolist() == known["counts"]
    assert twice.counts.tolist() == known["counts_with_duplicates"]
    assert {str(often): ids for often, ids in once.times.items()} == known[
        "report_count_of_counts"
    ]


@pytest.mark.parametrize("buckets", [4, 7])
def test_published_hashes_in_every_engine(buckets, tmp_path):
    """A report of each seed with each bucket: which values it supports is the
    vector's."""
    known = vectors("olh_hash")
    hashing = LocalHashing(range(3), buckets, 1.0)
    assert [str(m) for m in hashing._multipliers] == known["multipliers"]
    for seed, places in zip(known["seeds"], known[f"buckets_g{buckets}"], strict=True):
        reports = np.array(
            [[int(seed), bucket] for bucket in range(buckets)], dtype=np.uint64
        )
        for row in range(buckets):
            path = tmp_path / f"{seed}-{row}.parquet"
            write_batch(path, hashing, reports[row : row + 1])
            for engine in ENGINES:
                (batch,) = count_batches([path], hashing, engine)
                assert batch.counts.tolist() == [int(place == row) for place in places]


def test_the_smallest_report_of_an_id_counts(tmp_path):
    direct, ids = DirectEncoding(range(5), 1.0), np.repeat(new_ids(2), 3, axis=0)
    write_batch(tmp_path / "batch.parquet", direct, [4, 2, 3, 1, 1, 0], ids)
    for engine in ENGINES:
        (batch,) = count_batches([tmp_path / "batch.parquet"], direct, engine)
        assert batch.counts.tolist() == [1, 0, 1, 0, 0] and batch.times == {3: 2}


WIDE = {
    "2,000 bits": UnaryEncoding.optimized(range(2_000), 1.0),
    "5,000 bits": ThresholdingHistogram.optimized(range(5_000), 1.0),
    "a subset of 66,000": SubsetSelection(range(66_000), 3, 3.0),
    "a subset of 1,500": SubsetSelection.optimized(range(1_500), 1.0),
    "hashes of 9,000": LocalHashing.optimized(range(9_000), 1.0),
    "one of 66,000": DirectEncoding(range(66_000), 1.0),
    "66,000 columns": HadamardResponse(range(66_000), 1.0),
    "a sketch": CountMeanSketch(range(66_000), 8, 2_048, 1.0, seed=1),
    "one bit of a sketch": HadamardCountMeanSketch(
        range(66_000), 8, 2_048, 1.0, seed=1
    ),
    "RAPPOR": Parameters(256, 2, 4, 0.5, 0.25, 0.75),
}


@pytest.mark.parametrize("name", WIDE)
def test_many_values(name, tmp_path):
    """Also of a file that is unpacked in several parts, and with ids."""
    protocol, ids = WIDE[name], new_ids(90)
    reports = reports_of(protocol, 90)
    write_batch(tmp_path / "batch.parquet", protocol, reports)
    write_batch(tmp_path / "ids.parquet", protocol, reports, ids)
    expected = truth(protocol, reports)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engines, "UNPACKED", 40 * max(1, layout_of(protocol).bits))
        for engine in ENGINES:
            for batch in count_batches(tmp_path.glob("*.parquet"), protocol, engine):
                assert np.array_equal(batch.counts, expected)
                assert batch.n == batch.delivered == 90


@each_engine
@pytest.mark.parametrize(
    "folder", ["it's [1] * and ?", "~", "s3:", "file:", "a{b,c}", "a%20b\n"]
)
def test_paths_with_letters_that_mean_something(engine, folder, tmp_path, monkeypatch):
    """To a shell, a pattern, an address; relative, as a text and as a Path."""
    monkeypatch.chdir(tmp_path)
    Path(folder).mkdir()
    reports = reports_of(RAPPOR, 100)
    for path in (f"{folder}/a[b]*.parquet", Path(folder, "~.parquet")):
        write_batch(path, RAPPOR, reports)
        (batch,) = count_batches([path], RAPPOR, engine)
        assert np.array_equal(batch.counts, truth(RAPPOR, reports))
    assert len(list(Path(folder).iterdir())) == 2
