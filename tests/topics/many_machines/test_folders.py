"""A file's own columns are counted, wherever it lies; copies of a batch are named."""

import shutil
import warnings

import numpy as np
import pytest

from ldp_course import DirectEncoding
from ldp_course.topics.many_machines import collect, count_batches, total, write_batch
from ldp_course.topics.many_machines.layout import layout_of
from tests.topics.many_machines.protocols import PROTOCOLS, RAPPOR, reports_of, truth
from tests.topics.many_machines.test_engines import each_engine, each_protocol, new_ids

FOLDERS = "{}=0", "id=3/{}=1/b/c", "{}=__HIVE_DEFAULT_PARTITION__"


@each_protocol
def test_a_folder_is_no_column(name, tmp_path):
    """Each column's name, also in capitals, above other folders, and beside that of the
    ids."""
    protocol = PROTOCOLS[name]
    reports, ids = reports_of(protocol, 60), new_ids(60)
    expected, columns = truth(protocol, reports), [*layout_of(protocol).sizes][:3]
    for number, column in enumerate(columns):
        place = FOLDERS[number].format(column)
        for folder in map(tmp_path.joinpath, (place, place.upper())):
            folder.mkdir(parents=True, exist_ok=True)
            write_batch(
                folder / "a.parquet", protocol, reports, ids if number % 2 else None
            )
            (batch,) = count_batches([folder / "a.parquet"], protocol)
            assert np.array_equal(batch.counts, expected)
            assert (batch.n, batch.delivered) == (60, 60)


@each_engine
@pytest.mark.parametrize(
    "folder", ["filename=1", "file_row_number=2", "value=1&value=2", "VALUE=0"]
)
def test_other_names_that_a_reader_of_folders_knows(engine, folder, tmp_path):
    direct = DirectEncoding(range(3), 1.0)
    (tmp_path / folder).mkdir()
    write_batch(tmp_path / folder / "value=0.parquet", direct, [0, 1, 2, 2])
    (batch,) = count_batches([tmp_path / folder / "value=0.parquet"], direct, engine)
    assert batch.counts.tolist() == [1, 1, 2]


@each_engine
def test_paths_may_be_walked_only_once(engine, tmp_path):
    for batch in range(3):
        write_batch(
            tmp_path / f"{batch}.parquet", RAPPOR, reports_of(RAPPOR, 50, batch)
        )
    paths = sorted(tmp_path.glob("*.parquet"))
    iterables = {
        "generator": (path for path in paths),
        "map": map(str, paths),
        "keys": dict.fromkeys(paths).keys(),
        "array": np.array(list(map(str, paths))),
    }
    expected = [batch.counts for batch in count_batches(paths, RAPPOR, engine)]
    for kind, paths_again in iterables.items():
        counts = [batch.counts for batch in count_batches(paths_again, RAPPOR, engine)]
        assert np.array_equal(counts, expected), kind


def copied(source, *names):
    for name in names:
        shutil.copy(source, source.with_name(name))


def warned(work, *arguments):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        work(*arguments)
    return [str(warning.message) for warning in caught]


def test_copies_of_a_batch_are_named(tmp_path):
    """Also of one that was counted in a run before, and whose file is gone."""
    inbox, table = tmp_path / "inbox", tmp_path / "table"
    inbox.mkdir()
    monday = inbox / "monday.parquet"
    write_batch(monday, RAPPOR, reports_of(RAPPOR, 200))
    write_batch(inbox / "tuesday.parquet", RAPPOR, reports_of(RAPPOR, 200, 2))
    assert warned(collect, inbox, table) == []
    copied(monday, "monday (1).parquet", "Kopie von monday.parquet")
    (message,) = warned(collect, inbox, table)
    named = ("Kopie von monday.parquet", "monday (1).parquet", "monday.parquet")
    assert all(name in message for name in named) and "tuesday" not in message
    assert warned(collect, inbox, table) == []
    copied(inbox / "tuesday.parquet", "tuesday_backup.parquet")
    (inbox / "tuesday.parquet").unlink()
    (message,) = warned(collect, inbox, table)
    assert (
        "tuesday.parquet, tuesday_backup.parquet" in message and "monday" not in message
    )
    (counts,) = count_batches([monday], RAPPOR)
    assert total(table)[1].n == 3 * counts.n + 2 * 200


def test_other_batches_and_a_batch_that_comes_again_are_no_copies(tmp_path):
    inbox, table = tmp_path / "inbox", tmp_path / "table"
    inbox.mkdir()
    for batch in range(3):
        write_batch(inbox / f"{batch}.parquet", RAPPOR, reports_of(RAPPOR, 200, batch))
    assert warned(collect, inbox, table) == []
    write_batch(inbox / "1.parquet", RAPPOR, reports_of(RAPPOR, 200, 7))
    assert warned(collect, inbox, table) == []
    # the same reports as those that batch 1 had before it came again
    write_batch(inbox / "late.parquet", RAPPOR, reports_of(RAPPOR, 200, 1))
    assert warned(collect, inbox, table) == []
