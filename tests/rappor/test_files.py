"""google/rappor's CSV files: their own examples are read, mistakes have a line."""

import csv
import itertools

import numpy as np
import pytest

from ldp_course.rappor import Parameters, population_reports
from ldp_course.rappor.files import (
    read_counts,
    read_map,
    read_parameters,
    read_reports,
    write_map,
)
from tests.reference import VECTORS, vectors

GOOGLE = VECTORS / "rappor_files"  # made by google/rappor's Python client and its bin/
MAP = vectors("rappor_bloom")["upstream_map_csv"]
FOUR = Parameters(16, 2, 4, f=0.5, p=0.5, q=0.75)
TWO = Parameters(3, 1, 2, f=0.5, p=0.25, q=0.75)
WORDS = ["apple", 'a "quoted", pear', "Käse", " fig ", "one\ntwo"]


def saved(folder, text, encoding="utf-8"):
    path = folder / "a.csv"
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize("name", ["params.csv", "counts.csv", "map.csv"])
def test_files_of_googles_own_programs(name):
    """20,000 of its clients, its sums and its map; `decode` has all of them on its
    page."""
    setting = read_parameters(GOOGLE / "params.csv")
    assert setting == Parameters(16, 2, 16, f=0.25, p=0.25, q=0.75)
    if name == "counts.csv":
        counts = read_counts(GOOGLE / name, setting)
        assert counts.shape == (16, 17) and counts[:, 0].sum() == 20_000
    if name == "map.csv":
        assert read_map(str(GOOGLE / name), setting)[:3] == ["apple", "pear", "fig"]


def test_reports_give_the_counts(tmp_path):
    rng = np.random.default_rng(41)
    reports, cohorts = population_reports(rng.integers(5, size=300), WORDS, FOUR, rng)
    lines = [
        f"{i},{cohort},,,{''.join(map(str, report[::-1]))}\n"
        for i, (cohort, report) in enumerate(zip(cohorts, reports, strict=True))
    ]
    again = read_reports(saved(tmp_path, REPORTS + "".join(lines)), FOUR)
    for ours, read in zip((reports, cohorts), again, strict=True):
        np.testing.assert_array_equal(ours, read)
        assert ours.dtype == read.dtype


def test_the_published_map(tmp_path):
    """The map that google/rappor's own test expects, with its line ends."""
    lines = [f"{word},{','.join(map(str, row))}" for word, row in MAP["rows"].items()]
    assert read_map(
        saved(tmp_path, "".join(f"{line}\r\n" for line in lines)), FOUR
    ) == list(MAP["rows"])


def test_forms_that_google_writes_too(tmp_path):
    """R quotes and adds spaces; another column name for reports; bit 0 stands at the
    end."""
    for text in (
        '"k","h","m","p","q","f"\n16,2,4,0.5,0.75,0.5\n',
        "k, h, m, p, q, f\n16, 2, 4, .5, .75, .5",
    ):
        assert read_parameters(saved(tmp_path, text, "utf-8-sig")) == FOUR
    text = "user_id,cohort,bloom,prr,rappor\n5,1,x,x,100\n\n5,0,x,x,011\n"
    reports, cohorts = read_reports(saved(tmp_path, text), TWO)
    assert reports.tolist() == [[0, 0, 1], [1, 1, 0]] and cohorts.tolist() == [1, 0]
    reports, cohorts = read_reports(
        saved(tmp_path, "client,cohort,rappor\n1, 1, 100\n"), TWO
    )
    assert reports.tolist() == [[0, 0, 1]] and cohorts.tolist() == [1]


ODD = [*"a,\"\n\r\ufeff \t'\u2028\x1a\x85é\U0001f355"]
TINY = Parameters(8, 1, 1, f=0.5, p=0.25, q=0.75)


def written_and_read(folder, words, parameters=TINY):
    write_map(folder / "map.csv", words, parameters)
    return read_map(folder / "map.csv", parameters)


def test_every_string_comes_back_from_a_map(tmp_path):
    """All of up to three odd characters, and random ones of all of Unicode."""
    words = [
        "".join(characters)
        for size in range(4)
        for characters in itertools.product(ODD, repeat=size)
    ]
    codes = np.random.default_rng(43).integers(1, 0x110000, size=(2_000, 5))
    codes[(codes >= 0xD800) & (codes < 0xE000)] = ord("\r")
    words += ["".join(map(chr, row)) for row in codes.tolist()]
    words = list(dict.fromkeys(words))
    for order in (words, words[::-1]):
        assert written_and_read(tmp_path, order) == order
    for word in (*ODD, "", "\ufeff\ufeff", '\ufeff"', "\ufeff,"):
        assert written_and_read(tmp_path, [word]) == [word]


def test_a_string_that_no_file_can_hold_is_refused_before_writing(tmp_path):
    longest = "é" * csv.field_size_limit()
    assert written_and_read(tmp_path, ["a", longest]) == ["a", longest]
    (tmp_path / "map.csv").write_text("before")
    for word, fault in {
        longest + "e": "which has 131,073 characters",
        "a\0": r"'a\\x00', which has the character U\+0000",
        "a\ud800": "with half a character",
    }.items():
        message = f"candidates holds .*{fault}.*candidates must be"
        with pytest.raises(ValueError, match=message):
            write_map(tmp_path / "map.csv", ["a", word], TINY)
    assert (tmp_path / "map.csv").read_text() == "before"


@pytest.mark.parametrize(
    "encoding, end", [("utf-8-sig", "\r\n"), ("utf-16", "\r"), ("utf-32", "\n")]
)
def test_tables_saved_by_other_programs(tmp_path, encoding, end):
    lines = ["k,h,m,p,q,f", "", "3,1,2,0.25,0.75,0.5", ""]
    assert read_parameters(saved(tmp_path, end.join(lines), encoding)) == TWO
    lines = ["client,cohort,bloom,prr,irr", "5,1,,,100", "5,0,,,011"]
    assert read_reports(saved(tmp_path, end.join(lines), encoding), TWO)[
        1
    ].tolist() == [1, 0]
    counts = read_counts(saved(tmp_path, f"5,1,2,3{end}4,0,0,1{end}", encoding), TWO)
    assert counts.tolist() == [[5, 1, 2, 3], [4, 0, 0, 1]]
    write_map(tmp_path / "map.csv", WORDS[:4], FOUR)
    text = (tmp_path / "map.csv").read_text(encoding="utf-8").replace("\n", end)
    assert read_map(saved(tmp_path, text, encoding), FOUR) == WORDS[:4]


REPORTS = "client,cohort,bloom,prr,irr\n"
APPLE = "apple,5,1,26,26,38,34,63,62\n"


MISTAKES = [
    (read_parameters, "k,h,m,f,p,q\n16,2,4,.5,.5,.75\n", "a.csv must hold the line k,h,m,p,q,f"),
    (read_parameters, "k,h,m,p,q,f\n\n16.0,2,4,.5,.75,.5\n", "a.csv, line 3: '16.0' is not"),
    (read_parameters, "k,h,m,p,q,f\n16,2,4,.5,.5,.5\n", "a.csv, line 2: p = 0.5 equals q"),
    (read_counts, "5,1,2,3\n5,1,2\n", "a.csv, line 2: there are 3 columns; there must be 4"),
    (read_counts, "5,1,2,3\n5,1,6,3\n", "a.csv, line 2: '6' .* whole number from 0 to 5"),
    (read_counts, "0,0,0,0\n0,0,0,0\n", "a.csv: counts holds no reports"),
    (read_reports, REPORTS, "a.csv: reports is empty"),
    (read_reports, REPORTS + "1,1,,,101\n1,1,,,10\n", "a.csv, line 3: the report is '10'; .* 3"),
    (read_reports, REPORTS + "1,1,,,101\n1,\udc80", "a.csv, line 3: 0x80 is not UTF-8"),
    (read_counts, "5,1,2,3\n1_6,1,6,3\n", "a.csv, line 2: '1_6' .* in the digits 0 to 9"),
    (read_counts, "\u0665,1,2,3\n", "a.csv, line 1: '\u0665' is not allowed"),
    (read_parameters, "k,h,m,p,q,f\n16,2,4,.5,\u0661,.5\n", "line 2: '\u0661' is not allowed"),
    (read_parameters, "k,h,m,p,q,f\n16,2,4,.5,inf,.5\n", "line 2: 'inf' is not allowed"),
    (read_reports, "cohort,cohort,irr\n1,0,101\n",
     "line 1: the columns are .*; one column must be"),
    (read_reports, "irr,cohort,irr\n1,0,101\n",
     "line 1: the columns are .*; one must hold the rep"),
    (read_reports, "irr,cohort,rappor\n1,0,101\n", "line 1: the columns are .*; one must hold"),
    (read_reports, "client,Cohort,irr\n1,0,101\n",
     "line 1: the columns are .*; one column must be"),
    (read_map, "caf\u00e9" + APPLE[5:],
     r"line 1: the bits of 'caf\u00e9' .* for 'caf\\xe9'; another"),
    (read_counts, "5,1,2,\u00a03\n", r"line 1: '\\xa03' is not allowed"),
    (read_map, '"apple,5\n', "a.csv, line 1: unexpected end of data"),
    (read_map, APPLE + APPLE, "a.csv, line 2: 'apple' is there already, in .*a.csv, line 1"),
    (read_map, APPLE + "pear" + APPLE[5:], "a.csv, line 2: the bits of 'pear' are not those of"),
]  # fmt: skip


@pytest.mark.parametrize("read, text, message", MISTAKES)
def test_a_mistake_is_named_with_file_and_line(tmp_path, read, text, message):
    path = tmp_path / "a.csv"
    path.write_bytes(text.encode(errors="surrogateescape"))
    arguments = {read_parameters: (), read_map: (FOUR,)}.get(read, (TWO,))
    with pytest.raises(ValueError, match=message):
        read(path, *arguments)
