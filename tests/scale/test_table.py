"""The batch table: each batch counts once, however often it comes and whenever the work
stops."""

import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from ldp_course import DirectEncoding
from ldp_course.scale import collect, table, total, write_batch
from tests.scale.protocols import RAPPOR, reports_of, truth
from tests.scale.test_engines import each_engine

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
    command = [sys.executable, "-m", "ldp_course.scale", "collect", inbox, folder]
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
