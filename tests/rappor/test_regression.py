"""The decoder's numbers, pinned: notebooks store them, so they may not move
unnoticed."""

import numpy as np
import pytest

from ldp_course.rappor import Parameters, decode, design_matrix, simulate_counts
from ldp_course.rappor.regression import shrink
from tests.rappor.test_decoder import reference


def few_equations():
    """8 cohorts of 16 bits: 120 equations, so step 2 of the method."""
    parameters = Parameters(16, 2, 8, 0.5, 0.25, 0.75)
    words = [f"v{i}" for i in range(12)]
    people = [5000] * 4 + [500] * 4 + [0] * 4
    counts = simulate_counts(people, words, parameters, np.random.default_rng(31))
    return decode(counts, words, parameters)


PINNED = [
    (lambda: decode(*reference("small-typical")),
     [196033.6680367757, 92432.09495643493, 64827.539051907246],
     [3646.6618352188966, 3678.437542776999, 3659.1071010898763],
     844.724531375515, 1.063119798721432, "29 of 110 candidates detected in 1,000,000", 0.81),
    (lambda: decode(*reference("demo")),
     [42914.25767699919, 48834.772421508875, 44486.43998438391],
     [3498.8825252613765, 3498.8825252613765, 3498.8825252613765],
     1923.8883467149396, 3.0667428871512348, "37 of 190 candidates detected in 1,000,000", 0.82),
    (few_equations,
     [4814.943757445177, 4649.274194182324, 5262.080579455338],
     [216.28249937716478, 223.13545689477587, 209.89147946355249],
     111, 0.8644013777433565, "7 of 12 candidates detected in 22,000", 1.85),
]  # fmt: skip


@pytest.mark.parametrize(
    "decoded, estimates, errors, freedom, dispersion, detected, limit", PINNED
)
def test_pinned_numbers(
    decoded, estimates, errors, freedom, dispersion, detected, limit
):
    decoded = decoded()
    np.testing.assert_allclose(decoded.estimates[:3], estimates, rtol=1e-7)
    np.testing.assert_allclose(decoded.standard_errors[:3], errors, rtol=1e-7)
    np.testing.assert_allclose(decoded.freedom, freedom, rtol=1e-7)
    np.testing.assert_allclose(decoded.dispersion, dispersion, rtol=1e-7)
    share = f"A string with a share of about {limit}% is detected half of the time."
    assert decoded.message == f"{detected} reports. {share}"


def test_counts_flatter_than_chance_say_nothing_of_the_noise():
    """Expected counts without any noise: the variance of an equation is half of the
    known one."""
    parameters, words = Parameters(16, 2, 8, 0.5, 0.25, 0.75), ["tea", "milk", "salt"]
    shares, people = np.array([0.5, 0.25, 0.25]), 2_000_000
    with_bit = people * (design_matrix(words, parameters) @ shares).reshape(8, 16)
    noise, signal = parameters.p_star, parameters.q_star - parameters.p_star
    ones = np.rint(noise * people + signal * with_bit).astype(int)
    decoded = decode(np.hstack([np.full((8, 1), people), ones]), words, parameters)
    assert decoded.dispersion == 0.5
    np.testing.assert_allclose(
        decoded.estimates / decoded.estimates.sum(), shares, atol=1e-5
    )


def test_shrink_keeps_what_is_clear():
    mean, variance = shrink(
        np.array([0.5, 0.03, 0.01, -0.01]), np.array([0.01, 0.01, 0.02, 0.01])
    )
    expected = [0.5, 0.02798928306604083, 0.01080832008775386, 5.109261646342168e-05]
    np.testing.assert_allclose(mean, expected, rtol=1e-9)
    expected = [
        1e-4,
        1.784585149397879e-05,
        1.871451769970516e-04,
        1.0756187445981583e-06,
    ]
    np.testing.assert_allclose(variance, expected, rtol=1e-9)
