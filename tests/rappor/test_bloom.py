"""From words to bits: as google/rappor's Python client, and the design matrix of its R decoder."""

import json
from collections import deque
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ldp_course.rappor import (
    Parameters,
    bloom_bits,
    bloom_table,
    design_matrix,
    to_bits,
    to_integer,
)

BLOOM = json.loads((Path(__file__).parents[1] / "vectors" / "rappor_bloom.json").read_text())
CHROME_LIKE = Parameters(16, 2, 64, 0.5, 0.25, 0.75)
MANY = Parameters(16, 2, 2**32, 0.5, 0.25, 0.75)


def test_bloom_bits_agree_with_the_reference():
    for vector in BLOOM["vectors"]:
        parameters = Parameters(vector["k"], vector["h"], vector["m"], 0.5, 0.5, 0.75)
        positions = bloom_bits(vector["word"], vector["cohort"], parameters)
        assert positions == vector["bits"]
        in_table = bloom_table([vector["word"]], parameters)[0, vector["cohort"]]
        assert to_integer(in_table) == int(vector["bloom_int"])
        np.testing.assert_array_equal(in_table, to_bits(int(vector["bloom_int"]), vector["k"]))


def test_bloom_bits_agree_with_a_published_map():
    published = BLOOM["upstream_map_csv"]
    parameters = Parameters(published["k"], published["h"], published["m"], 0.5, 0.5, 0.75)
    for word, row in published["rows"].items():
        ours = [
            cohort * 16 + bit + 1
            for cohort in range(4)
            for bit in bloom_bits(word, cohort, parameters)
        ]
        assert ours == row


def test_design_matrix():
    parameters = Parameters(16, 2, 4, 0.5, 0.5, 0.75)
    design = design_matrix(["apple", "banana", "carrot"], parameters)
    assert design.shape == (64, 3) and design.dtype == np.uint8
    published = BLOOM["upstream_map_csv"]["rows"]
    for column, word in zip(design.T, ["apple", "banana", "carrot"], strict=True):
        assert set(column.nonzero()[0] + 1) == set(published[word])


def test_lists_of_any_kind_in_a_fixed_order_are_right():
    words = ["apple", "pear"]
    table = bloom_table(words, CHROME_LIKE)
    for same in (tuple(words), np.array(words), pd.Series(words), pd.Index(words), deque(words)):
        np.testing.assert_array_equal(bloom_table(same, CHROME_LIKE), table)
    assert to_integer([False, True, True]) == to_integer(np.array([0.0, 1, 1])) == 6


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: bloom_bits("apple", -1, CHROME_LIKE), ValueError, "cohort = -1 .* at least 0"),
        (
            lambda: bloom_table("apple", CHROME_LIKE),
            TypeError,
            "words = 'apple' is a str; words must be a list",
        ),
        (lambda: bloom_table({"apple"}, CHROME_LIKE), TypeError, "is a set; words must be a list"),
        (lambda: bloom_table(["apple", 5], CHROME_LIKE), TypeError, "words holds 5, a int"),
        (
            lambda: bloom_table(["apple", "pear", "apple"], CHROME_LIKE),
            ValueError,
            "'apple' more than once",
        ),
        (
            lambda: bloom_table(pd.DataFrame({"apple": ["pear"]}), CHROME_LIKE),
            TypeError,
            "is a DataFrame; words must be a list",
        ),
        (lambda: bloom_table({"apple": 3}, CHROME_LIKE), TypeError, "is a dict; words must be"),
        (
            lambda: bloom_table([f"w{i}" for i in range(10**5)] + ["w7"], CHROME_LIKE),
            ValueError,
            "words holds 'w7' more than once",
        ),
        (lambda: bloom_table(["a\udc80"], CHROME_LIKE), ValueError, r"holds 'a\\udc80', with half"),
        (lambda: bloom_bits("\ud800", 0, CHROME_LIKE), ValueError, r"word holds '\\ud800', with"),
        (lambda: bloom_table(["a"], None), TypeError, "parameters = None .* such as Parameters"),
        (lambda: bloom_bits("a", 0, "16"), TypeError, "parameters = '16' is a str"),
        (lambda: bloom_table(["a"], MANY), ValueError, "cohorts = 4294967296 .* at most 65536"),
        (
            lambda: bloom_table(
                [f"w{i}" for i in range(33)], replace(MANY, bits=256, cohorts=2**16)
            ),
            ValueError,
            "words holds 33 words for 65536 cohorts of 256 bits; .* at most 2.29",
        ),
        (
            lambda: to_integer([0.9, 1.9]),
            ValueError,
            "bits holds 1.9; bits must be at least one bit",
        ),
        (lambda: to_integer([[0, 1]]), ValueError, r"bits has shape \(1, 2\)"),
        (lambda: to_integer([]), ValueError, "bits is empty"),
        (lambda: to_integer(["0", "1"]), TypeError, "bits has dtype <U1"),
        (lambda: to_integer([0, np.nan]), ValueError, "bits = .*nan"),
        (lambda: to_bits(1, 0), ValueError, "size = 0 .* at least 1 and at most 256"),
        (lambda: to_bits(5, 2**63), ValueError, "size = 9223372036854775808 .* at most 256"),
        (lambda: to_bits(256, 8), ValueError, "integer = 256 .* at most 255"),
        (lambda: to_bits(-1, 8), ValueError, "integer = -1 .* at least 0"),
        (lambda: bloom_bits(7, 0, CHROME_LIKE), TypeError, "word = 7 is a int"),
        (lambda: bloom_bits("apple", 64, CHROME_LIKE), ValueError, "cohort = 64 .* at most 63"),
    ],
)
def test_wrong_calls_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
