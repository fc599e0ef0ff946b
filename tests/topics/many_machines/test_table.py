"""The batch table: each batch counts once, however often it comes and whenever the work
stops."""

import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from ldp_course import (
    DirectEncoding,
    LocalHashing,
    RandomizedResponse,
    SubsetSelection,
    ThresholdingHistogram,
    UnaryEncoding,
)
from ldp_course.rappor import Parameters
from ldp_course.topics.many_machines import (
    collect,
    count_batches,
    read_batch,
    read_protocol,
    table,
    total,
    write_batch,
)
from ldp_course.topics.many_machines.layout import described
from tests.topics.many_machines.protocols import RAPPOR, reports_of, truth
from tests.topics.many_machines.test_engines import each_engine

BATCHES = 6


@pytest.fixture
def inbox(tmp_path):
    for batch in range(BATCHES):
        write_batch(
            tmp_path / f"inbox/{batch}.parquet", RAPPOR, reports_of(RAPPOR, 500, batch)
        )
    return tmp_path / "inbox"


@pytest.fixture(autouse=True)
def _folder(tmp_path):
    (tmp_path / "inbox").mkdir()


def expected(batches):
    return sum(truth(RAPPOR, reports_of(RAPPOR, 500, batch)) for batch in batches)


def summed(folder):
    return total(folder)[1].counts


@each_engine
def test_a_batch_that_comes_again_counts_once(engine, inbox, tmp_path):
    """The same again: nothing to do. With other reports: those before are replaced."""
    assert collect(inbox, tmp_path / "table", engine=engine) == list("012345")
    write_batch(inbox / "3.parquet", RAPPOR, reports_of(RAPPOR, 500, 3))
    assert collect(inbox, tmp_path / "table", engine=engine) == []
    assert np.array_equal(summed(tmp_path / "table"), expected(range(BATCHES)))
    write_batch(inbox / "3.parquet", RAPPOR, reports_of(RAPPOR, 500, 9))
    assert collect(inbox, tmp_path / "table", engine=engine) == ["3"]
    assert np.array_equal(summed(tmp_path / "table"), expected([0, 1, 2, 4, 5, 9]))


def test_a_late_batch_is_added_and_counted_ones_may_be_deleted(inbox, tmp_path):
    collect(inbox, tmp_path / "table")
    for path in inbox.glob("*"):
        path.unlink()
    write_batch(inbox / "late.parquet", RAPPOR, reports_of(RAPPOR, 500, 7))
    assert collect(inbox, tmp_path / "table", engine="numpy") == ["late"]
    assert np.array_equal(summed(tmp_path / "table"), expected([*range(BATCHES), 7]))


def test_work_that_is_stopped_goes_on(inbox, tmp_path):
    def stop(done, of):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        collect(inbox, tmp_path / "table", engine="numpy", progress=stop)
    assert np.array_equal(summed(tmp_path / "table"), expected(range(2)))
    assert collect(inbox, tmp_path / "table") == list("2345")
    assert np.array_equal(summed(tmp_path / "table"), expected(range(BATCHES)))


@pytest.mark.deep
def test_a_process_that_is_killed_leaves_only_whole_counts(inbox, tmp_path):
    """Wherever the kill falls, the same command goes on, and each batch counts once."""
    for batch in range(BATCHES, 60):
        shutil.copy(inbox / f"{batch % BATCHES}.parquet", inbox / f"{batch}.parquet")
    folder = tmp_path / "table"
    command = [
        sys.executable,
        "-m",
        "ldp_course.topics.many_machines",
        "collect",
        inbox,
        folder,
    ]
    run = subprocess.Popen(
        command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    while run.poll() is None and len(list(folder.glob("*.npz"))) < 3:
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    run.wait()
    before = len(list(folder.glob("*.npz")))
    assert before >= 3 and len(collect(inbox, folder)) == 60 - before
    assert np.array_equal(summed(folder), 10 * expected(range(BATCHES)))


@each_engine
@pytest.mark.parametrize("fault", ["cut off", "other columns"])
def test_a_bad_file_stops_all_counting(fault, engine, inbox, tmp_path):
    bad = inbox / "4.parquet"
    if fault == "cut off":
        bad.write_bytes(bad.read_bytes()[:-9])
    else:
        write_batch(bad, DirectEncoding(range(3), 1.0), [0, 1, 2])
    with pytest.raises(ValueError, match=r"inbox.4\.parquet: "):
        collect(inbox, tmp_path / "table", engine=engine)
    assert not list(tmp_path.glob("table/*"))


def test_faults_of_the_folders_are_named(inbox, tmp_path):
    with pytest.raises(ValueError, match=r"empty holds no file that ends in \.parquet"):
        collect(tmp_path / "empty", tmp_path / "table")
    with pytest.raises(
        ValueError, match="table is not a batch table: it has no protocol.json"
    ):
        total(tmp_path / "table")
    collect(inbox, tmp_path / "table")
    direct = DirectEncoding(range(3), 1.0)
    with pytest.raises(ValueError, match="table holds counts of another protocol"):
        collect(inbox, tmp_path / "table", direct)


@pytest.mark.parametrize("left", [0, -9])
def test_counts_that_are_cut_off_are_named_and_made_again(left, inbox, tmp_path):
    collect(inbox, tmp_path / "table")
    whole = total(tmp_path / "table")[1]
    cut = tmp_path / "table" / "2.npz"
    cut.write_bytes(cut.read_bytes()[:left])
    for work in (total, lambda table: collect(inbox, table)):
        with pytest.raises(ValueError, match=r"2\.npz is not whole: delete it"):
            work(tmp_path / "table")
    cut.unlink()
    assert collect(inbox, tmp_path / "table") == ["2"]
    assert (total(tmp_path / "table")[1].counts == whole.counts).all()


def test_counts_are_renamed_when_they_are_whole(inbox, tmp_path, monkeypatch):
    def half(file, **arrays):
        file.write(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr(table.np, "savez", half)
    with pytest.raises(KeyboardInterrupt):
        collect(inbox, tmp_path / "table")
    assert [path.name for path in (tmp_path / "table").iterdir()] == ["protocol.json"]


STRANGERS = {
    "ε": (DirectEncoding([*"xyz"], 1.0), DirectEncoding([*"xyz"], 1.001), "epsilon is 1.001"),
    "order": (DirectEncoding([*"xyz"], 1.0), DirectEncoding([*"zyx"], 1.0), "domain is"),
    "mechanism": (DirectEncoding([*"xyz"], 1.0), UnaryEncoding([*"xyz"], 0.5, 0.25), "protocol is"),
    "q": (UnaryEncoding([*"xyz"], 0.5, 0.25), UnaryEncoding([*"xyz"], 0.5, 0.2), "q is 0.2"),
    "p": (RandomizedResponse(p=0.75), RandomizedResponse(p=0.7), "p is 0.7"),
    # 1 - p, and so ε, differs, where p agrees to 13 digits
    "1 - p": (RandomizedResponse(p=1 - 1e-13), RandomizedResponse(p=1 - 2e-13), "p is"),
    "size": (SubsetSelection(range(5), 2, 1.0), SubsetSelection(range(5), 3, 1.0), "size is 3"),
    "buckets": (LocalHashing([*"xy"], 4, 1.0), LocalHashing([*"xy"], 5, 1.0), "buckets is 5"),
    "threshold": (ThresholdingHistogram([*"xy"], 1.0, 0.6), ThresholdingHistogram([*"xy"], 1.0, 0.7), "threshold is 0.7"),
    "cohorts": (RAPPOR, Parameters(16, 2, 1, 0.5, 0.25, 0.75), "cohorts is 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", STRANGERS)
def test_counts_of_another_protocol_are_refused_by_name(name, tmp_path):
    mine, other, fault = STRANGERS[name]
    for place, protocol in (("mine", mine), ("other", other)):
        (tmp_path / f"in-{place}").mkdir()
        path = tmp_path / f"in-{place}/{place}.parquet"
        write_batch(path, protocol, reports_of(protocol, 50))
        collect(tmp_path / f"in-{place}", tmp_path / place)
    shutil.copy(tmp_path / "other/other.npz", tmp_path / "mine")
    works = [total, lambda folder: collect(tmp_path / "in-mine", folder)]
    for work in works:
        with pytest.raises(ValueError, match=rf"other\.npz holds .*, its {fault}"):
            work(tmp_path / "mine")
    with pytest.raises(ValueError, match=fault):
        collect(tmp_path / "in-other", tmp_path / "mine", mine)
    with pytest.raises(ValueError, match="mine holds counts of another protocol, its"):
        collect(tmp_path / "in-mine", tmp_path / "mine", other)
    (tmp_path / "mine/other.npz").unlink()
    assert total(tmp_path / "mine")[1].n == 50


def test_counts_of_an_earlier_state_name_no_protocol(inbox, tmp_path):
    collect(inbox, tmp_path / "table")
    old = tmp_path / "table/2.npz"
    arrays = dict(np.load(old))
    del arrays["protocol"]
    np.savez(old, **arrays)
    with pytest.raises(
        ValueError, match=r"2\.npz names no protocol: delete it; collect"
    ):
        total(tmp_path / "table")
    old.unlink()
    assert collect(inbox, tmp_path / "table") == ["2"]


def after(number):
    return float(np.nextafter(number, np.inf))


LAST_BITS = {
    "ε": (DirectEncoding([*"xyz"], 0.7), DirectEncoding([*"xyz"], after(0.7))),
    "ε = 1": (DirectEncoding([*"xyz"], 1.0), DirectEncoding([*"xyz"], 1 - 1e-13)),
    "q": (UnaryEncoding([*"xy"], 0.5, 0.2), UnaryEncoding([*"xy"], 0.5, 0.2 * (1 + 1e-14))),
    "p": (RandomizedResponse(p=1 - 1e-13), RandomizedResponse(p=after(1 - 1e-13))),
    "hashing": (LocalHashing([*"xy"], 4, 2.5), LocalHashing([*"xy"], 4, after(2.5))),
    "threshold": (
        ThresholdingHistogram.optimized([*"xy"], 2.0),
        ThresholdingHistogram([*"xy"], 2.0, after(ThresholdingHistogram.optimized([*"xy"], 2.0).threshold)),
    ),
    "f": (Parameters(8, 2, 4, 0.3, 0.1, 0.9), Parameters(8, 2, 4, 0.1 * 3, 0.1, 0.9)),
}  # fmt: skip


@pytest.mark.parametrize("name", LAST_BITS)
def test_last_digits_of_another_machine_make_no_other_protocol(name, tmp_path):
    """The number of the table is used: that of its first batch."""
    first, second = LAST_BITS[name]
    (tmp_path / "in").mkdir()
    reports, more = reports_of(first, 60), reports_of(second, 40, 2)
    write_batch(tmp_path / "in/a.parquet", first, reports)
    write_batch(tmp_path / "in/b.parquet", second, more)
    both = truth(first, reports) + truth(first, more)
    for engine in ("numpy", "duckdb"):
        assert len(collect(tmp_path / "in", tmp_path / engine, engine=engine)) == 2
        protocol, counted = total(tmp_path / engine)
        assert described(protocol) == described(first)
        assert np.array_equal(counted.counts, both) and counted.n == 100
        assert collect(tmp_path / "in", tmp_path / engine, second) == []
    (batch,) = count_batches([tmp_path / "in/b.parquet"], first)
    assert np.array_equal(batch.counts, truth(first, more))
    shutil.copy(tmp_path / "duckdb/b.npz", tmp_path / "numpy/c.npz")
    assert total(tmp_path / "numpy")[1].n == 140


@pytest.mark.parametrize("ending", ["PARQUET", "Parquet", "parqueT"])
def test_an_ending_in_capitals_is_counted(ending, tmp_path):
    direct = DirectEncoding([*"xyz"], 1.0)
    for name in ("a.parquet", f"B.{ending}", "c.parquet.txt", "d.csv"):
        write_batch(tmp_path / "inbox" / name, direct, [0, 1, 1])
    with pytest.warns(UserWarning, match="the same, byte for byte"):
        assert collect(tmp_path / "inbox", tmp_path / "table") == ["B", "a"]
    assert total(tmp_path / "table")[1].n == 6
    write_batch(tmp_path / f"inbox/a.{ending}", direct, [2])
    with pytest.raises(
        ValueError, match=r"a\.parq.* and a\.P.* two batches with one id|a\..* are two"
    ):
        collect(tmp_path / "inbox", tmp_path / "table")


@pytest.mark.parametrize("name", ["spark.parquet", "B.PARQUET", "a.parquet"])
def test_a_folder_in_place_of_a_file_is_named(name, tmp_path):
    direct = DirectEncoding([*"xyz"], 1.0)
    write_batch(tmp_path / "inbox/monday.parquet", direct, [0])
    (tmp_path / "inbox" / name).mkdir()
    write_batch(tmp_path / "inbox" / name / "part-0.parquet", direct, [0])
    for work in (
        lambda path: collect(path.parent, tmp_path / "table"),
        lambda path: list(count_batches([path], direct)),
        read_protocol,
        read_batch,
    ):
        with pytest.raises(
            ValueError, match=f"{name}: it is a folder, as Spark writes"
        ):
            work(tmp_path / "inbox" / name)
    assert not (tmp_path / "table").exists()


def test_counts_that_are_there_twice_are_told(tmp_path):
    inbox, table = tmp_path / "inbox", tmp_path / "table"
    inbox.mkdir(exist_ok=True)
    write_batch(inbox / "a.parquet", DirectEncoding(["x", "y"], 1.0), [0, 1, 1])
    collect(inbox, table)
    shutil.copy(table / "a.npz", table / "b.npz")
    with pytest.warns(UserWarning, match=r"a.parquet, b.parquet.* more than once"):
        total(table)


@pytest.mark.parametrize("theirs", [[True, False], ["1", "0"], [0, 1]])
def test_values_that_python_takes_for_equal_are_no_protocol(tmp_path, theirs):
    inbox = tmp_path / "inbox"
    inbox.mkdir(exist_ok=True)
    for name, domain in (("a", [1, 0]), ("b", theirs)):
        write_batch(inbox / f"{name}.parquet", DirectEncoding(domain, 1.0), [0, 1, 1])
    with pytest.raises(ValueError, match=r"b\.parquet: its domain is"):
        collect(inbox, tmp_path / "table")


@pytest.mark.parametrize("fault", ["text", "number", "shape", "kind", "folder"])
def test_broken_counts_are_named(tmp_path, fault):
    inbox, table = tmp_path / "inbox", tmp_path / "table"
    inbox.mkdir(exist_ok=True)
    write_batch(inbox / "a.parquet", DirectEncoding(["x", "y", "z"], 1.0), [0, 1, 2])
    collect(inbox, table)
    path = table / "a.npz"
    arrays = dict(np.load(path))
    path.unlink()
    if fault == "folder":
        path.mkdir()
    else:
        arrays |= {
            "text": {"protocol": '"x"'},
            "number": {"protocol": "5"},
            "shape": {"counts": arrays["counts"][:2]},
            "kind": {"counts": arrays["counts"].astype(np.uint64)},
        }[fault]
        np.savez(path, **arrays)
    with pytest.raises(ValueError, match=r"a\.npz is not whole: delete it"):
        total(table)


def test_files_of_macos_are_no_batches(tmp_path):
    write_batch(tmp_path / "a.parquet", DirectEncoding(["x", "y"], 1.0), [0, 1])
    (tmp_path / "._a.parquet").write_bytes(b"Mac OS X")
    assert collect(tmp_path, tmp_path / "table") == ["a"]
