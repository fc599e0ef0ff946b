"""From words to bits: as google/rappor's Python client, and the design matrix of its R decoder."""

import json
from pathlib import Path

import numpy as np

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
