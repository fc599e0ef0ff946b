"""The data sets: the right bytes, tidy frames, errors that help. Counts: see the data card."""

import gzip
import hashlib
import math
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from ldp_course import DirectEncoding, UnaryEncoding, data, rappor
from ldp_course.roll import invented_roll

FOLDER = Path(__file__).parents[1] / "data"
PUBLIC_COLUMNS = ["age", "sex", "race", "native_country", "education"]


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
    numbers = ["age", "fnlwgt", "education_num", "capital_gain", "capital_loss", "hours_per_week"]
    assert [name for name in adult.columns if adult[name].dtype == "int64"] == numbers
    assert adult.index.equals(pd.RangeIndex(32_561))
    assert not (adult.drop(columns=numbers) == "?").any(axis=None)


def test_every_occupation_is_declared(adult):
    assert set(adult["occupation"].dropna()) == set(data.OCCUPATIONS)


def test_occupations_are_declared_in_code_without_repeats():
    assert len(data.OCCUPATIONS) == len(set(data.OCCUPATIONS)) == 14


def test_roll_says_that_it_is_invented_and_is_complete(roll):
    assert list(roll.columns) == ["person", *PUBLIC_COLUMNS, "adult_row"]
    assert roll["person"].str.fullmatch(r"Invented Person \d{5}").all() and roll["person"].is_unique
    assert not roll.isna().any(axis=None)
    assert roll["age"].between(17, 90).all()


def test_roll_lists_54_percent_of_a_population_twice_the_size_of_adult(roll):
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


def test_surnames():
    surnames = data.load_surnames()
    assert list(surnames.columns) == ["name", "share"] and len(surnames) == 10_000
    assert surnames["name"].is_unique and surnames["name"].str.fullmatch("[A-Z]+").all()
    assert surnames["share"].is_monotonic_decreasing and surnames["share"].min() > 0


def test_files_and_checksums_name_each_other():
    listed = {line.split()[1] for line in (FOLDER / "SHA256SUMS").read_text("utf-8").splitlines()}
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
    with pytest.raises(FileNotFoundError, match=r"\.csv\.gz is missing.*git checkout -- data/"):
        load()


def test_a_damaged_file_is_named_with_its_repair(copied_folder):
    path = copied_folder / "adult.csv.gz"
    content = bytearray(path.read_bytes())
    content[1000] ^= 1
    path.write_bytes(content)
    with pytest.raises(
        ValueError, match=r"adult\.csv\.gz is damaged.*git checkout -- data/adult\.csv\.gz"
    ):
        data.load_adult()


def test_an_installed_wheel_reads_its_own_copy(tmp_path, monkeypatch):
    package = tmp_path / "ldp_course"
    shutil.copytree(FOLDER, package / "_data")
    monkeypatch.setattr(data, "__file__", str(package / "data.py"))
    assert data._folder() == package.resolve() / "_data"
    assert len(data.load_surnames()) == 10_000


def printed(page):
    return (FOLDER.parent / page).read_text("utf-8")


def test_the_data_card_prints_the_counts_of_the_data(adult, roll):
    card = printed("data/README.md")
    for name, count in adult["occupation"].value_counts().items():
        assert f"| {name} | {count:,} |" in card
    for name, missing in adult.isna().sum().items():
        line = next(
            line for line in card.splitlines() if line.startswith("| `") and f"`{name}`" in line
        )
        assert f"{missing:,} missing" in line if missing else "missing" not in line
    assert f"| {len(adult):,} |" in card and f"| {len(roll):,} |" in card
    assert (adult["capital_gain"] == 99_999).sum() == 159 and "99,999 (159 people)" in card
    assert (adult["age"] == 89).sum() == 0 and "43 people are 90, and none 89" in card
    never_worked = adult["workclass"] == "Never-worked"
    assert (
        never_worked.sum() == 7
        and adult.loc[never_worked | adult["workclass"].isna(), "occupation"].isna().all()
    )
    assert (
        "1,598 match exactly one entry" in card
        and "1,324 cases (82.9 %)" in card
        and "stranger in 274" in card
    )


def test_the_errata_page_prints_what_is_true():
    page = printed("book/errata.md")
    n, sales = 32_561, 3_650
    standard_error = 2 * math.sqrt(n * 3 / 16)
    assert round(standard_error) == 156 and round(100 * standard_error / sales, 1) == 4.3
    yes_of_sales = stats.binom.pmf(np.arange(sales + 1), sales, 3 / 4)
    yes_of_others = stats.binom.pmf(np.arange(n - sales + 1), n - sales, 1 / 4)
    probability = np.convolve(yes_of_sales, yes_of_others)
    error = np.abs(2 * (np.arange(n + 1) - n / 4) - sales) / sales
    assert (
        round(100 * probability[error > 0.05].sum()) == 24
        and round(100 * probability[error > 0.10].sum()) == 2
    )
    assert (
        "156 people, or 4.3 %" in page
        and "24 % of" in page
        and "2 % of runs more than 10 %" in page
    )

    rivals = [UnaryEncoding(data.OCCUPATIONS, 0.75, 0.25)]
    rivals += [
        UnaryEncoding.optimized(data.OCCUPATIONS, math.log(9)),
        DirectEncoding(data.OCCUPATIONS, math.log(9)),
    ]
    assert [round(n * math.sqrt(mechanism.variance(n, 0))) for mechanism in rivals] == [
        156,
        135,
        103,
    ]

    post = rappor.Parameters(bits=16, hashes=2, cohorts=64, f=0.5, p=0.5, q=0.75)
    never_cleared = rappor.Parameters(bits=16, hashes=2, cohorts=64, f=0.5, p=0.5, q=1.0)
    assert f"{post.epsilon_one:.3f}" == "1.074" and f"{never_cleared.epsilon_one:.3f}" == "2.870"
    library = rappor.Parameters(bits=16, hashes=2, cohorts=64, f=0.54, p=0.5, q=0.75)
    assert f"{library.epsilon_infinity:.2f}" == "3.98"
    assert all(number in page for number in ("135", "103", "2.870", "1.074", "3.98"))
