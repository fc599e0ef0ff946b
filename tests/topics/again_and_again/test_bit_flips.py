"""dBitFlipPM: vectors, law, bias and variance, what a change shows."""

import math

import numpy as np
import pytest

from ldp_course.privacy import privacy_loss
from ldp_course.topics.again_and_again import BitFlips, sequence_loss
from tests.reference import vectors

ROWS = vectors("dbitflip")["rows"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"d={row['d']}, eps={row['eps']}")
def test_numbers_agree_with_the_reference(row):
    flips = BitFlips(range(row["b"]), row["d"], row["eps"])
    assert abs(flips.p - row["p"]) < 6e-7
    assert abs(flips.variance(1, 0) - row["n_var_rare"]) < 6e-5
    assert abs(flips.change_visible() - row["change_visible"]) < 6e-5


def test_change_visible_is_what_is_seen():
    """40,000 devices change their value at random: within 5 standard errors."""
    rng, n = np.random.default_rng(1), 40_000
    for d in (1, 2, 5, 6):
        flips = BitFlips(range(6), d, 1.0)
        before = rng.integers(6, size=n)
        after = (before + rng.integers(1, 6, size=n)) % 6
        memory = flips.remember(n, rng)
        reports = flips.perturb(before, memory)
        changed = (reports != flips.perturb(after, memory)).any(axis=1).mean()
        chance = flips.change_visible()
        error = math.sqrt(chance * (1 - chance) / n)
        assert abs(changed - chance) < 5 * error + 1e-12
        assert (reports == flips.perturb(before, memory, rng)).all()


def test_the_channel_has_the_stated_epsilon():
    for d in (1, 3, 6):
        flips = BitFlips(range(6), d, 1.5)
        loss = 1.5 if d > 1 else 0.75  # with one sampled bit, patterns differ in it
        assert math.isclose(privacy_loss(flips.channel()), loss, rel_tol=1e-9)
    assert math.isclose(
        sequence_loss(BitFlips(range(4), 2, 1), 3).constant, 1, rel_tol=1e-9
    )


def test_no_bias_and_the_variance_that_is_stated():
    rng, runs, flips = np.random.default_rng(2), 2_000, BitFlips(range(5), 2, 2.0)
    values = np.repeat([0, 1, 2], [30, 15, 5])
    memory = flips.remember(50 * runs, rng)
    reports = np.split(flips.perturb(np.tile(values, runs), memory), runs)
    estimates = np.array([flips.aggregate(part).frequencies for part in reports])
    for value, share in enumerate((0.6, 0.3, 0.1, 0, 0)):
        variance = flips.variance(50, share)
        assert abs(estimates[:, value].mean() - share) < 5 * math.sqrt(variance / runs)
        assert abs(estimates[:, value].var() / variance - 1) < 5 * math.sqrt(3 / runs)


def test_days_of_people_who_do_not_change_say_the_same():
    values = np.tile(np.random.default_rng(3).integers(5, size=(200, 1)), (1, 3))
    days = BitFlips(range(5), 2, 1.0).collect_days(values, np.random.default_rng(4))
    assert all(np.array_equal(day.frequencies, days[0].frequencies) for day in days)
