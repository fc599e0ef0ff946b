"""From words to bits: as google/rappor's Python client, and the design matrix of its R decoder."""

import json
from pathlib import Path

import numpy as np
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
        (lambda: to_bits(256, 8), ValueError, "integer = 256 .* at most 255"),
        (lambda: to_bits(-1, 8), ValueError, "integer = -1 .* at least 0"),
        (lambda: bloom_bits(7, 0, CHROME_LIKE), TypeError, "word = 7 is a int"),
        (lambda: bloom_bits("apple", 64, CHROME_LIKE), ValueError, "cohort = 64 .* at most 63"),
    ],
)
def test_wrong_calls_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
