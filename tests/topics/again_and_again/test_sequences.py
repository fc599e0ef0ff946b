"""The exact loss of many reports: every vector, and two ways that agree."""

import math
from itertools import product

import numpy as np
import pytest

from ldp_course.topics.again_and_again import (
    AlphaPoint,
    BitFlips,
    DirectChain,
    HashingChain,
    pair_loss,
    sequence_channel,
    sequence_loss,
)
from tests.reference import vectors

KEYS = {
    "constant": "constant",
    "same_pattern": "same_pattern",
    "any_two": "any_two_sequences",
    "one_day_changed": "one_day_changed",
}


class WithFlips:
    """Rounding whose reports are turned, afresh, with probability 0.1: output
    perturbation."""

    def __init__(self, high, numbers=slice(None)):
        self.rounding, self.numbers = AlphaPoint(high, 1), numbers

    def memories(self):
        chances, law = self.rounding.memories()
        return chances, law[:, self.numbers] @ [[0.9, 0.1], [0.1, 0.9]]


@pytest.mark.parametrize(
    "row", vectors("time_loss")["chain"], ids=lambda row: f"{row['T']} days"
)
def test_losses_of_a_chain_agree_with_the_reference(row):
    chain = DirectChain(range(row["k"]), row["eps_inf"], row["eps_1"])
    loss = sequence_loss(chain, row["T"])
    for name, key in KEYS.items():
        assert abs(getattr(loss, name) - row[key]) < 6e-6, name
    assert abs(math.log(chain.p2 / chain.q2) - row["eps_irr"]) < 6e-6


def test_by_counts_as_by_enumeration():
    """`pair_loss` of all pairs of four days has the loss of `sequence_loss` as its
    largest."""
    for chain in (DirectChain(range(2), 2, 1), WithFlips(2)):
        k = chain.memories()[1].shape[1]
        channel = sequence_channel(chain, 3)
        assert np.allclose(channel.sum(axis=1), 1)
        largest = 0
        for (i, first), (j, second) in product(
            enumerate(product(range(k), repeat=3)), repeat=2
        ):
            if i < j:
                exact = np.abs(np.log(channel[i] / channel[j])).max()
                assert math.isclose(
                    pair_loss(chain, first, second), exact, abs_tol=1e-12
                )
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
    loss = sequence_loss(WithFlips(8, [0, 4, 8]), 6)
    assert loss.constant <= 1 and abs(loss.any_two - 5.97) < 0.005


def test_a_hashing_chain_costs_what_its_buckets_cost():
    chain = HashingChain(range(50), 2, 2, 1)
    assert sequence_loss(chain, 4) == sequence_loss(DirectChain(range(2), 2, 1), 4)
