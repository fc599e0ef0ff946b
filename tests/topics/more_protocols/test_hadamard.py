"""Hadamard response: its table of signs, its blocks, and the form with one bit.

Seeds are fixed. Each test with chance in it would fail for a correct mechanism, over
all seeds, with probability at most 1e-6; the bound is worked out beside it.
"""

import itertools
import math

import numpy as np
import pytest
from scipy.linalg import hadamard

from ldp_course import HadamardResponse
from ldp_course.topics.more_protocols.hadamard_table import is_minus, walsh_hadamard

E = math.e


def test_the_transform_is_a_product_with_the_hadamard_matrix():
    table = np.random.default_rng(0).integers(100, size=(3, 16))
    assert (walsh_hadamard(table) == table @ hadamard(16)).all()
    signs = 1 - 2.0 * is_minus(np.arange(16)[:, None], np.arange(16))
    assert (signs == hadamard(16)).all()


@pytest.mark.parametrize(
    "k, columns", [(2, 4), (3, 4), (4, 8), (7, 8), (8, 16), (2047, 2048)]
)
def test_a_single_block_is_the_high_privacy_form(k, columns):
    mechanism = HadamardResponse(range(k), 1.0)
    assert (mechanism.columns, mechanism.p, mechanism.q) == pytest.approx((
        columns,
        E / (E + 1),
        0.5,
    ))
    assert mechanism.variance(9, 0.1, block_frequency=0.3) == mechanism.variance(9, 0.1)
    report = mechanism.channel()[k - 1]  # 2^22 entries at most: nearly so many
    high, low = 2 * E / (columns * (E + 1)), 2 / (columns * (E + 1))
    assert report == pytest.approx(
        np.where(hadamard(columns)[k] == 1, high, low), rel=1e-12
    )


def test_optimized_blocks_and_their_variance():
    mechanism = HadamardResponse.optimized(range(30), 3.0)
    assert (mechanism.blocks, mechanism.block_size, mechanism.columns) == (16, 4, 64)
    assert HadamardResponse.optimized(range(30), 0.5).blocks == 1
    assert HadamardResponse.optimized(range(30), 30).blocks == 30
    exact = 2 * 64 / (E**3 - 1) ** 2 * (E**3 + 31) / 64  # a value in an empty block
    assert mechanism.variance(1, 0.0, block_frequency=0.0) == pytest.approx(exact)
    alone = HadamardResponse(
        range(14), 6.0, blocks=14
    )  # nobody else is in a value's block
    assert alone.variance(1, 0.1) == pytest.approx(
        alone.variance(1, 0.1, block_frequency=0.1)
    )


def test_a_single_bit_is_left_if_the_column_is_public():
    mechanism = HadamardResponse(range(5), 1.0, one_bit=True)
    assert mechanism.columns == 16
    pairs = mechanism.channel().reshape(5, 2, 8)
    assert pairs.sum(axis=1) == pytest.approx(np.full((5, 8), 1 / 8))
    assert pairs.max(axis=1) == pytest.approx(np.full((5, 8), E / (E + 1) / 8))


def test_optimized_has_the_smallest_variance():
    """Among the powers of 2 and one block a value."""
    for k, epsilon in itertools.product(
        (2, 3, 14, 30, 1000), (0.1, 0.7, 1.1, 1.39, 2.08, 5, 30)
    ):
        blocks = sorted({2**power for power in range(10) if 2**power <= k} | {k})
        variances = [
            HadamardResponse(range(k), epsilon, b).variance(1, 0.0) for b in blocks
        ]
        chosen = HadamardResponse.optimized(range(k), epsilon)
        assert chosen.variance(1, 0.0) == pytest.approx(min(variances), rel=1e-12)
        assert chosen.blocks in blocks
    best = {0.69: 1, 1.0: 1, 1.38: 2, 1.8: 2, 2.0: 4, 2.07: 4, 2.5: 8}
    assert {e: HadamardResponse.optimized(range(30), e).blocks for e in best} == best


@pytest.mark.parametrize("k, blocks", [(7, 2), (14, 4), (5, 3), (6, 6), (9, 1)])
def test_the_variance_is_the_mean_over_blocks_of_unlike_sizes(k, blocks):
    """Nobody holds the value, and all others are equally common: from the exact
    channel."""
    mechanism = HadamardResponse(range(k), 2.0, blocks=blocks)
    reports = mechanism.possible_reports()
    each = np.array([
        mechanism.aggregate(reports[i : i + 1]).frequencies for i in reports
    ])
    second = (
        mechanism.channel() @ each**2
    )  # mean square of what one person adds, by their value
    others = (second.sum(axis=0) - np.diag(second)) / (k - 1)
    assert mechanism.variance(1, 0.0) == pytest.approx(others.mean())


def test_no_block_is_larger_than_its_values_need():
    """A row of its own for each value of a block, beside the first row, which is all
    plus; with one bit a sign at each column of half the block.
    """
    powers = [2**power for power in range(8)]
    for k, blocks in itertools.product(range(3, 40), (1, 2, 3)):
        of_a_block = math.ceil(k / blocks)
        size = HadamardResponse(range(k), 1.0, blocks).block_size
        assert size == min(power for power in powers if power > of_a_block)
        size = HadamardResponse(range(k), 1.0, blocks, one_bit=True).block_size
        assert size == 2 * min(power for power in powers if power >= of_a_block)
