"""From words to bits: as google/rappor's Python client, and the design matrix of its R
decoder."""

import numpy as np

from ldp_course.rappor import (
    Parameters,
    bloom_bits,
    bloom_table,
    design_matrix,
)
from tests.reference import vectors

BLOOM = vectors("rappor_bloom")
CHROME_LIKE = Parameters(16, 2, 64, 0.5, 0.25, 0.75)
MANY = Parameters(16, 2, 2**32, 0.5, 0.25, 0.75)


def test_bloom_bits_agree_with_the_reference():
    for vector in BLOOM["vectors"]:
        parameters = Parameters(vector["k"], vector["h"], vector["m"], 0.5, 0.5, 0.75)
        positions = bloom_bits(vector["word"], vector["cohort"], parameters)
        assert positions == vector["bits"]
        in_table = bloom_table([vector["word"]], parameters)[0, vector["cohort"]]
        assert in_table.nonzero()[0].tolist() == sorted(set(vector["bits"]))
        assert sum(1 << bit for bit in set(positions)) == int(vector["bloom_int"])


def test_the_design_matrix_is_the_published_map():
    parameters = Parameters(16, 2, 4, 0.5, 0.5, 0.75)
    published = BLOOM["upstream_map_csv"]["rows"]
    design = design_matrix(list(published), parameters)
    assert design.shape == (64, len(published)) and design.dtype == np.uint8
    for column, places in zip(design.T, published.values(), strict=True):
        assert set(column.nonzero()[0] + 1) == set(places)
