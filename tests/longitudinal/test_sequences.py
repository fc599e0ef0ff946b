"""The exact loss of many reports: every vector, and two ways that agree."""

import json
import math
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from ldp_course.longitudinal import (
    AlphaPoint,
    BitFlips,
    DirectChain,
    HashingChain,
    pair_loss,
    sequence_channel,
    sequence_loss,
)

VECTORS = Path(__file__).parents[1] / "vectors"


def vectors(name):
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


NAMES = {"constant": "constant", "same_pattern": "same_pattern",
         "any_two": "any_two_sequences", "one_day_changed": "one_day_changed"}  # fmt: skip


@pytest.mark.parametrize("row", vectors("time_loss")["chain"], ids=lambda row: f"{row['T']} days")
def test_vectors_of_the_chain(row):
    chain = DirectChain(range(row["k"]), row["eps_inf"], row["eps_1"])
    found = sequence_loss(chain, row["T"])
    for name, key in NAMES.items():
        assert abs(getattr(found, name) - row[key]) < 6e-6, name
    assert abs(math.log(chain.p2 / chain.q2) - row["eps_irr"]) < 6e-6


def test_by_counts_as_by_enumeration():
    """`pair_loss` of all pairs of four days has the loss of `sequence_loss` as its largest."""
    for chain in (DirectChain(range(2), 2, 1), AlphaPoint(2, 1, flip=0.1)):
        k = chain.memories()[1].shape[1]
        channel = sequence_channel(chain, 3)
        assert np.allclose(channel.sum(axis=1), 1)
        largest = 0
        for (i, first), (j, second) in product(enumerate(product(range(k), repeat=3)), repeat=2):
            if i < j:
                exact = np.abs(np.log(channel[i] / channel[j])).max()
                assert math.isclose(pair_loss(chain, first, second), exact, abs_tol=1e-12)
                largest = max(largest, exact)
        assert math.isclose(sequence_loss(chain, 3).any_two, largest)


def test_never_more_than_epsilon_infinity_for_one_value():
    chain = DirectChain(range(2), 2, 1)
    losses = [pair_loss(chain, [0] * days, [1] * days) for days in (1, 7, 30, 100)]
    assert losses == sorted(losses) and losses[-1] <= 2 + 1e-12


def test_a_change_proves_itself_without_fresh_noise():
    assert sequence_loss(DirectChain(range(2), 2, 2), 2).any_two == math.inf
    assert sequence_loss(BitFlips(range(3), 1, 1), 2).any_two == math.inf
    assert sequence_loss(AlphaPoint(2, 1), 2).any_two == math.inf


def test_rounding_with_flips():
    """gamma .1 at ε 1: the same value at most 1, two sequences 5.97 at six days."""

    class Few:
        def memories(self):
            chances, law = AlphaPoint(8, 1, flip=0.1).memories()
            return chances, law[:, [0, 4, 8]]

    found = sequence_loss(Few(), 6)
    assert found.constant <= 1 and abs(found.any_two - 5.97) < 0.005


def test_a_hashing_chain_costs_what_its_buckets_cost():
    chain = HashingChain(range(50), 2, 2, 1)
    assert sequence_loss(chain, 4) == sequence_loss(DirectChain(range(2), 2, 1), 4)
