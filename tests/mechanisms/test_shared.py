"""The functions that mechanisms share: positions in a domain, chunks, rows of bits."""

import numpy as np
import pytest

from ldp_course.mechanisms import shared
from ldp_course.mechanisms.shared import (
    chunks,
    encode_position,
    one_hot,
    positions_by_chunk,
    rows_of_bits,
)


class Domain:
    def __init__(self, *domain):
        self.domain = domain


@pytest.mark.parametrize("people, width", [(1, 1), (7, 3), (131_072, 1), (131_073, 1), (20, 10**6)])
def test_chunks_cover_everyone_once_and_stay_small(people, width):
    parts = list(chunks(np.arange(people), width))
    assert np.concatenate(parts).tolist() == list(range(people))
    assert all(0 < len(part) <= max(1, shared.CHUNK_ELEMENTS // width) for part in parts)


@pytest.mark.parametrize(
    "domain, values",
    [
        ((0, 1, 2), [2, 0]),
        ((1, 0, 2), [2, 1]),
        (("a", "b", "c"), ["c", "a"]),
        ((0.5, 1.5, 2.5), [2.5, 0.5]),
        ((False, True, 2), [2, False]),
        ((None, "x", 3), [3, None]),
    ],
)
def test_positions_in_any_domain(domain, values):
    assert encode_position(Domain(*domain), np.array(values, dtype=object)).tolist() == [
        domain.index(value) for value in values
    ]
    assert encode_position(Domain(*domain), values).dtype == np.intp


def test_chunks_of_positions_join_to_all_positions(monkeypatch):
    monkeypatch.setattr(shared, "CHUNK_ELEMENTS", 6)
    parts = list(positions_by_chunk(np.array(list("abcabca")), ("a", "b", "c"), width=2))
    assert [len(part) for part in parts] == [3, 3, 1]
    assert np.concatenate(parts).tolist() == [0, 1, 2, 0, 1, 2, 0]


def test_rows_of_bits_are_all_there_and_in_order():
    rows = rows_of_bits(5)
    assert (rows @ 2 ** np.arange(5) == np.arange(32)).all() and rows.dtype == np.uint8
    assert rows_of_bits(12).shape == (4096, 12)
    assert one_hot(np.array([2, 0]), 3).tolist() == [[0, 0, 1], [1, 0, 0]]


def test_simulate_draws_up_to_its_limit():
    mechanism, rng = Domain("a", "b"), np.random.default_rng(1)
    assert shared.check_simulation(mechanism, [3, 4], rng, draws=2**22).tolist() == [3, 4]
    with pytest.raises(ValueError, match="of Domain: it would draw 4,194,305 random numbers"):
        shared.check_simulation(mechanism, [3, 4], rng, draws=2**22 + 1)
