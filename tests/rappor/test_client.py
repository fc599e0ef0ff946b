"""RAPPOR devices: bit for bit as google/rappor's Python client, and noise that is
permanent."""

from itertools import cycle, islice

import numpy as np
import pytest

from ldp_course.rappor import (
    Client,
    Parameters,
    bloom_table,
    permanent_bits,
)
from tests.reference import vectors

BLOOM = vectors("rappor_bloom")
PERMANENT = vectors("rappor_prr")["vectors"]
INSTANTANEOUS = vectors("rappor_irr")
CHROME_LIKE = Parameters(16, 2, 64, 0.5, 0.25, 0.75)


def to_integer(bits):
    """The form of filters and reports in google/rappor: bit i has the value 2^i."""
    return sum(int(bit) << i for i, bit in enumerate(bits))


class Scripted(np.random.Generator):
    """A generator whose uniform numbers are given."""

    def __init__(self, uniforms):
        super().__init__(np.random.PCG64(0))
        self.uniforms = cycle(uniforms)

    def random(self, size):
        return np.array(list(islice(self.uniforms, size)))


def test_permanent_bits_agree_with_the_reference():
    for vector in PERMANENT:
        bloom = [vector["bloom_int"] >> i & 1 for i in range(vector["k"])]
        permanent = permanent_bits(
            bloom, bytes.fromhex(vector["secret_hex"]), vector["f"]
        )
        assert permanent.dtype == np.uint8
        assert to_integer(permanent) == vector["prr"]


@pytest.mark.parametrize(
    "vector", [*INSTANTANEOUS["vectors"], INSTANTANEOUS["upstream_literal"]]
)
def test_reports_agree_with_the_reference(vector):
    parameters = Parameters(
        vector["k"], vector["h"], 64, vector["f"], vector["p"], vector["q"]
    )
    client = Client(parameters, vector["secret"].encode(), vector["cohort"])
    permanent = client.permanent(vector["word"])
    assert to_integer(permanent) == vector["prr"]
    report = client.report(vector["word"], Scripted(vector["uniforms_cycle"]))
    assert to_integer(report) == vector["irr"]


def test_the_noise_is_permanent():
    """Averaging 20,000 reports of one client shows its permanent bits, and not those of
    its word.

    Each of 16 bits within 6 standard deviations: false alarm below 4e-8.
    """
    client = Client(CHROME_LIKE, b"the same secret", cohort=3)
    permanent = client.permanent("apple")
    bloom = bloom_table(["apple"], CHROME_LIKE)[0, 3]
    assert (permanent != bloom).any()
    np.testing.assert_array_equal(
        permanent, Client(CHROME_LIKE, b"the same secret", cohort=3).permanent("apple")
    )
    rng = np.random.default_rng(2017)
    reports = np.array([client.report("apple", rng) for _ in range(20_000)])
    expected = np.where(permanent, 0.75, 0.25)
    assert (
        np.abs(reports.mean(axis=0) - expected) < 6 * np.sqrt(0.75 * 0.25 / 20_000)
    ).all()


def test_over_many_secrets_the_noise_has_the_rounded_probability():
    """Without chance: the secrets are numbered.

    320,000 bits tell f' = 39/128 from f = 0.3 by 3.7 sd.
    """
    parameters = Parameters(16, 2, 64, 0.3, 0.25, 0.75)
    bloom = bloom_table(["apple"], parameters)[0, 0]
    changed = [
        Client(parameters, f"{i}".encode(), 0).permanent("apple") != bloom
        for i in range(20_000)
    ]
    deviation = np.sqrt(0.15 * 0.85 / (20_000 * 16))
    assert abs(np.mean(changed) - parameters.quantized.f / 2) < 2 * deviation
    assert abs(np.mean(changed) - parameters.f / 2) > 2 * deviation
    per_bit = np.mean(changed, axis=0)
    assert np.abs(per_bit - parameters.quantized.f / 2).max() < 5 * deviation * 4


def test_other_secrets_words_and_cohorts_give_other_noise():
    seen = {
        tuple(Client(CHROME_LIKE, secret, cohort).permanent(word))
        for secret in (b"one", b"two", b"three")
        for cohort in (0, 1)
        for word in ("apple", "pear")
    }
    assert len(seen) == 12


def test_the_secret_does_not_show_in_the_representation():
    assert "tulip" not in repr(Client(CHROME_LIKE, b"tulip", 0))


def test_without_second_noise_reports_are_the_permanent_bits():
    """With p = 0 and q = 1 a second report says nothing new, and one report costs all
    there is."""
    parameters = Parameters(8, 1, 1, 0.5, p=0, q=1)
    client = Client(parameters, b"secret")
    for _ in range(5):
        np.testing.assert_array_equal(
            client.report("red", RNG), client.permanent("red")
        )
    assert parameters.epsilon_one == pytest.approx(
        parameters.epsilon_infinity, rel=1e-12
    )


RNG = np.random.default_rng(1)
