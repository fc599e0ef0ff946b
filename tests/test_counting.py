"""The functions that mechanisms share: positions in a domain, chunks, rows of bits."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from ldp_course.counting import (
    CHUNK_ELEMENTS,
    add_up_bits,
    check_simulation,
    chunks,
    draw_bits,
    draw_one_hot,
    one_hot,
    positions_by_chunk,
    random_bytes,
)
from tests.oracles import FALSE_ALARM


class Domain:
    def __init__(self, *domain):
        self.domain = domain


@pytest.mark.parametrize(
    "people, width", [(1, 1), (7, 3), (131_072, 1), (131_073, 1), (20, 10**6)]
)
def test_chunks_cover_everyone_once_and_stay_small(people, width):
    parts = list(chunks(np.arange(people), width))
    assert np.concatenate(parts).tolist() == list(range(people))
    assert all(0 < len(part) <= max(1, CHUNK_ELEMENTS // width) for part in parts)


def test_chunks_of_positions_join_to_all_positions(monkeypatch):
    monkeypatch.setattr("ldp_course.counting.CHUNK_ELEMENTS", 6)
    parts = list(
        positions_by_chunk(np.array(list("abcabca")), ("a", "b", "c"), width=2)
    )
    assert [len(part) for part in parts] == [3, 3, 1]
    assert np.concatenate(parts).tolist() == [0, 1, 2, 0, 1, 2, 0]


class EachByteOnce:
    """A generator whose bytes are 0 to 255, and whose uniform numbers are all alike."""

    def __init__(self, uniform):
        self.uniform = uniform

    def integers(self, high, size, dtype):
        assert (high, size, dtype) == (2**64, 32, np.uint64)
        return np.arange(256, dtype=np.uint8).view(np.uint64)

    def random(self, size):
        return np.full(size, self.uniform)


TINY, STEP = 2.0**-61, 2.0**-53
EXACT = [0.0, TINY, 1 / 512, 1 / 256, 255 / 256, 1 - STEP, 1.0, 0.5, 1 / 3, 0.7]
ROUNDED_UP = [5e-324, 1.5 * TINY, math.exp(-30), 0.1 / 256, np.nextafter(1 / 512, 0)]


@pytest.mark.parametrize("p", EXACT + ROUNDED_UP)
@pytest.mark.parametrize("bit", [0, 1])
def test_the_probability_of_a_bit_by_enumeration_of_all_draws(p, bit):
    """256 bytes; of 2^53 uniform numbers for the byte that ties the smallest win."""

    def ones(uniform):
        bits, other = np.full((2, 128), bit), 0.3
        chances = (p, other) if bit else (other, p)
        return int(draw_bits(bits, *chances, EachByteOnce(uniform)).sum())

    whole, wins = ones(1 - STEP), 2**53
    if ones(0.0) == whole:  # the byte that ties is never won, or always
        chance = Fraction(whole, 256)
    else:
        assert ones(0.0) == whole + 1
        wins = math.ceil((256 * Fraction(p) - whole) * 2**53)
        assert ones((wins - 1) * STEP) == whole + 1 and ones(wins * STEP) == whole
        chance = Fraction(whole * 2**53 + wins, 2**61)
    assert chance == Fraction(math.ceil(Fraction(p) * 2**61), 2**61)
    assert p in ROUNDED_UP or chance == Fraction(p)


CHANCES = [(0.5, 0.25), (0.5, 0.1), (0.7, 1 / 3), (0.3, 0.7), (0.7, 0.7001)]
CHANCES += [(1.0, 0.0), (0.0, 1.0), (1 / 512, 1.0), (1 - STEP, TINY)]


@pytest.mark.parametrize("p, q", CHANCES)
def test_the_bits_of_codes_are_those_of_their_one_hot_rows(p, q):
    """Each byte at a 0 and at a 1; and ties in one order, of 4,096 people."""
    for codes in (np.zeros(128, np.intp), np.ones(128, np.intp)):
        for uniform in (0.0, 0.5, 1 - STEP):
            every = EachByteOnce(uniform)
            rows = draw_bits(one_hot(codes, 2), p, q, every)
            assert (draw_one_hot(codes, 2, p, q, every) == rows).all()
    codes = np.random.default_rng(1).integers(5, size=4096)
    first, second = np.random.default_rng(2), np.random.default_rng(2)
    rows = draw_bits(one_hot(codes, 5), p, q, first)
    assert (draw_one_hot(codes, 5, p, q, second) == rows).all()
    assert first.random() == second.random()


def test_all_bytes_are_equally_likely_at_each_place_of_a_word():
    """2^22 bytes, 2,048 of each at each of 8 places expected. Chi-square."""
    draws = random_bytes((2**19, 8), np.random.default_rng(1))
    counts = [np.bincount(place, minlength=256) for place in draws.T]
    assert np.shape(counts) == (8, 256)
    assert stats.chisquare(np.ravel(counts)).pvalue > FALSE_ALARM


@pytest.mark.parametrize("shape", [(1, 2), (3, 3), (5, 8), (8, 16)])
def test_random_bytes_of_any_shape(shape):
    draws = random_bytes(shape, np.random.default_rng(1))
    assert draws.shape == shape and draws.dtype == np.uint8
    assert draws.tobytes() == np.random.default_rng(1).bytes(math.prod(shape))


@pytest.mark.parametrize("people", [1, 255, 256, 511, 70_000])
def test_ones_are_added_up_whatever_their_number(people):
    rows = np.random.default_rng(1).random((people, 3)) < [0, 0.5, 1]
    for part in (rows, rows.astype(np.uint8), np.asfortranarray(rows.astype(np.int64))):
        total = add_up_bits([part, part[:1]])
        assert total.tolist() == (rows.sum(axis=0) + rows[0]).tolist()
        assert total.dtype == np.int64


def test_simulate_draws_up_to_its_limit():
    mechanism, rng = Domain("a", "b"), np.random.default_rng(1)
    assert check_simulation(mechanism, [3, 4], rng, draws=2**22).tolist() == [3, 4]
    with pytest.raises(
        ValueError, match="of Domain: it would draw 4,194,305 random numbers"
    ):
        check_simulation(mechanism, [3, 4], rng, draws=2**22 + 1)
