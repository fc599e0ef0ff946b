"""Exact channels of small filters: they sum to 1, and have the ε that the formulas
state."""

import itertools

import numpy as np
import pytest

from ldp_course.privacy import privacy_loss
from ldp_course.rappor import Parameters, permanent_channel, report_channel

WORDS = [f"v{i}" for i in range(30)]
SMALL = [
    Parameters(8, 2, 4, 0.5, 0.25, 0.75),
    Parameters(10, 1, 4, 0.3, 0.1, 0.6),
    Parameters(12, 3, 4, 0.75, 0.5, 0.75),
    Parameters(9, 2, 4, 0.25, 0.75, 0.5),
]


@pytest.mark.parametrize("parameters", SMALL)
@pytest.mark.parametrize("cohort", range(4))
def test_exact_epsilon_on_small_filters(parameters, cohort):
    """Some two of 30 words set no bit in common: they attain ε."""
    for channel, epsilon in [
        (permanent_channel(WORDS, cohort, parameters), parameters.epsilon_infinity),
        (report_channel(WORDS, cohort, parameters), parameters.epsilon_one),
    ]:
        assert channel.shape == (len(WORDS), 2**parameters.bits)
        np.testing.assert_allclose(channel.sum(axis=1), 1, rtol=0, atol=1e-12)
        assert privacy_loss(channel) == pytest.approx(epsilon, abs=1e-12)


def test_many_reports_of_a_word_stay_below_the_lifetime_epsilon():
    parameters = Parameters(3, 1, 2, 0.5, 0.25, 0.75)
    words = ["a", "b", "c", "d", "e"]
    permanent = permanent_channel(words, 0, parameters)
    filters = np.array([[number >> bit & 1 for bit in range(3)] for number in range(8)])
    chance = np.where(filters, parameters.q, parameters.p)  # Pr[1 | permanent bit]
    of_bits = np.where(filters, chance[:, None, :], 1 - chance[:, None, :])
    instantaneous = of_bits.prod(axis=2)
    np.testing.assert_allclose(
        permanent @ instantaneous,
        report_channel(words, 0, parameters),
        rtol=0,
        atol=1e-14,
    )

    losses, joint = [], np.ones((8, 1))  # a column for each sequence of reports
    for _ in range(4):
        joint = (joint[:, :, None] * instantaneous[:, None, :]).reshape(8, -1)
        losses.append(privacy_loss(permanent @ joint))
    assert losses[0] == pytest.approx(parameters.epsilon_one, abs=1e-12)
    assert all(earlier < later for earlier, later in itertools.pairwise(losses))
    assert losses[-1] < parameters.epsilon_infinity
