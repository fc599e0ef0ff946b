"""The data sets: the right bytes, tidy frames, errors that help. Counts: see the data
card."""

import gzip
import hashlib
import shutil
from pathlib import Path

import pandas as pd
import pytest

from ldp_course import data
from ldp_course.data import PUBLIC_COLUMNS, invented_roll

FOLDER = Path(__file__).parents[1] / "data"


@pytest.fixture(scope="module")
def adult():
    return data.load_adult()


@pytest.fixture(scope="module")
def roll():
    return data.load_roll()


def test_adult_is_the_published_file_byte_for_byte():
    content = gzip.decompress((FOLDER / "adult.csv.gz").read_bytes())
    assert (
        hashlib.sha256(content).hexdigest()
        == "c30ce1e55a965b04950321870db74c19f4aa437120a692f32e72f6a4fa31c418"
    )
    rows = content.split(b"\n", 1)[1]
    uci = rows.replace(b",", b", ") + b"\n"
    assert hashlib.md5(uci).hexdigest() == "5d7c39d7b8804f071cdd1f2a7c460872"


def test_adult_is_tidy(adult):
    assert adult.shape == (32_561, 15)
    assert all(name == name.lower() and name.isidentifier() for name in adult.columns)
    numbers = adult.columns[adult.dtypes == "int64"].tolist()
    known = "age fnlwgt education_num capital_gain capital_loss hours_per_week"
    assert " ".join(numbers) == known
    assert adult.index.equals(pd.RangeIndex(32_561))
    assert not (adult.drop(columns=numbers) == "?").any(axis=None)
    assert set(adult["occupation"].dropna()) == set(data.OCCUPATIONS)


def test_roll_is_invented_complete_and_54_percent_of_twice_adult(roll):
    assert list(roll.columns) == ["person", *PUBLIC_COLUMNS, "adult_row"]
    assert roll["person"].str.fullmatch(r"Invented Person \d{5}").all()
    assert roll["person"].is_unique and not roll.isna().any(axis=None)
    assert roll["age"].between(17, 90).all()
    assert len(roll) == round(0.54 * 2 * 32_561) == 35_166
    listed = roll.loc[roll["adult_row"] >= 0, "adult_row"]
    assert listed.is_unique and listed.max() < 32_561
    assert (len(listed), (roll["adult_row"] == -1).sum()) == (17_574, 17_592)


def test_roll_agrees_with_adult_wherever_adult_knows(adult, roll):
    people = roll[roll["adult_row"] >= 0]
    survey = adult.loc[people["adult_row"], PUBLIC_COLUMNS].reset_index(drop=True)
    public = people[PUBLIC_COLUMNS].reset_index(drop=True)
    assert ((survey == public) | survey.isna()).all(axis=None)


def test_the_committed_roll_is_what_its_module_makes(roll):
    pd.testing.assert_frame_equal(invented_roll(), roll)


def test_surnames_are_tidy_and_sorted():
    surnames = data.load_surnames()
    assert list(surnames.columns) == ["name", "share"] and len(surnames) == 10_000
    assert surnames["name"].is_unique and surnames["name"].str.fullmatch("[A-Z]+").all()
    assert surnames["share"].is_monotonic_decreasing and surnames["share"].min() > 0


def test_files_and_checksums_name_each_other():
    listed = {
        line.split()[1]
        for line in (FOLDER / "SHA256SUMS").read_text("utf-8").splitlines()
    }
    present = {path.name for path in FOLDER.glob("*.gz")}
    assert listed == present == set(data.FILES)
    assert (FOLDER / "adult.csv.gz").stat().st_size < 450_000
    assert (FOLDER / "invented_roll.csv.gz").stat().st_size < 500_000
    assert (FOLDER / "surnames.csv.gz").stat().st_size < 200_000


@pytest.fixture
def copied_folder(tmp_path, monkeypatch):
    shutil.copytree(FOLDER, tmp_path / "data")
    monkeypatch.setattr(data, "_folder", lambda: tmp_path / "data")
    return tmp_path / "data"


@pytest.mark.parametrize("load", [data.load_adult, data.load_roll, data.load_surnames])
def test_a_missing_file_is_named_with_its_repair(load, copied_folder):
    for path in copied_folder.glob("*.gz"):
        path.unlink()
    with pytest.raises(
        FileNotFoundError, match=r"\.csv\.gz is missing.*git checkout -- data/"
    ):
        load()


def test_a_damaged_file_is_named_with_its_repair(copied_folder):
    path = copied_folder / "adult.csv.gz"
    content = bytearray(path.read_bytes())
    content[1000] ^= 1
    path.write_bytes(content)
    with pytest.raises(
        ValueError,
        match=r"adult\.csv\.gz is damaged.*git checkout -- data/adult\.csv\.gz",
    ):
        data.load_adult()


def test_an_installed_wheel_reads_its_own_copy(tmp_path, monkeypatch):
    package = tmp_path / "ldp_course"
    shutil.copytree(FOLDER, package / "_data")
    monkeypatch.setattr(data, "__file__", str(package / "data.py"))
    assert data._folder() == package.resolve() / "_data"
    assert len(data.load_surnames()) == 10_000
