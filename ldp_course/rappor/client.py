"""One device: permanent randomized response, and a fresh response for every report."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field

import numpy as np

from ldp_course.arguments import check_integer, check_probability, check_rng
from ldp_course.rappor.bloom import bloom_bits, to_integer
from ldp_course.rappor.parameters import NOISE_LEVELS, Parameters

DIGEST_BYTES = 32  # SHA-256 gives one byte of randomness for each of at most 32 bits


def permanent_bits(bloom: np.ndarray, secret: bytes, f: float) -> np.ndarray:
    """The permanent randomized response to a Bloom filter: the same one for the same secret.

    Byte i of HMAC-SHA256(secret, filter as a 4-byte integer, most significant byte first) decides
    on bit i: if its upper 7 bits are below 128 f the bit becomes the byte's lowest bit (a fair
    coin), else it stays. As in the Python client of google/rappor; "RAPPOR I: collecting".

    Parameters
    ----------
    bloom : array of 0 and 1, shape (k,), k at most 32
    secret : bytes, at least one, better 32
    f : float, 0 to 1, probability of noise, rounded up to a multiple of 1/128

    Returns
    -------
    ndarray of uint8, shape (k,)

    Examples
    --------
    >>> permanent_bits([0, 1, 0, 0, 1, 0, 0, 0], b"secret", f=0.5)
    array([0, 1, 1, 1, 1, 1, 1, 1], dtype=uint8)
    """
    check_probability("f", f)
    bloom = np.asarray(bloom, dtype=np.uint8)
    if len(bloom) > DIGEST_BYTES:
        allowed = (
            f"on a device bits must be at most {DIGEST_BYTES}: as in google/rappor, the noise of"
        )
        raise ValueError(
            f"bits = {len(bloom)} is not allowed; {allowed} a bit is a byte of SHA-256"
        )
    allowed = "secret must be bytes, at least one, better 32: secrets.token_bytes(32)"
    if not isinstance(secret, bytes):
        raise TypeError(f"secret is a {type(secret).__name__}; {allowed}")
    if not secret:
        raise ValueError(f"secret is empty; {allowed}")
    digest = hmac.digest(secret, to_integer(bloom).to_bytes(4, "big"), "sha256")
    randomness = np.frombuffer(digest, np.uint8)[: len(bloom)]
    is_noise = (randomness >> 1) < NOISE_LEVELS * f
    return np.where(is_noise, randomness & 1, bloom).astype(np.uint8)


def instantaneous_bits(
    permanent: np.ndarray, uniforms: np.ndarray, parameters: Parameters
) -> np.ndarray:
    """One report: bit i is 1 if uniforms[i] is below q (permanent bit 1) or p (0).

    Erlingsson et al. (2014), section 3; "RAPPOR I: collecting".

    Parameters
    ----------
    permanent : array of 0 and 1, shape (k,)
    uniforms : array of float, shape (k,), drawn from [0, 1)
    parameters : Parameters

    Returns
    -------
    ndarray of uint8, shape (k,)

    Examples
    --------
    >>> instantaneous_bits([0, 1], [0.5, 0.5], Parameters(2, 1, 1, f=0.5, p=0.25, q=0.75))
    array([0, 1], dtype=uint8)
    """
    return (uniforms < np.where(permanent, parameters.q, parameters.p)).astype(np.uint8)


@dataclass(frozen=True)
class Client:
    """A device with its secret and its cohort. It runs with `parameters.quantized`.

    Secrecy of the noise is what protects: in a real deployment both the secret and `rng` must be
    unpredictable. Erlingsson et al. (2014), section 3; "RAPPOR I: collecting".

    Parameters
    ----------
    parameters : Parameters, with at most 32 bits, and f at most 127/128
    secret : bytes that never leave the device; in practice `secrets.token_bytes(32)`
    cohort : int, 0 to m - 1, sent with each report; must not depend on the word

    Examples
    --------
    >>> client = Client(Parameters(8, 2, 4, f=0.5, p=0.25, q=0.75), b"secret", cohort=3)
    >>> client.permanent("apple")
    array([1, 0, 1, 1, 0, 1, 1, 1], dtype=uint8)
    >>> client.report("apple", np.random.default_rng(seed=1))
    array([1, 0, 1, 0, 0, 1, 0, 1], dtype=uint8)
    """

    parameters: Parameters
    secret: bytes = field(repr=False)
    cohort: int

    def __post_init__(self) -> None:
        check_integer("cohort", self.cohort, 0, self.parameters.cohorts - 1)
        if self.parameters.f > 1 - 1 / NOISE_LEVELS:
            allowed = (
                "on a device f must be at most 127/128: it is rounded up to a multiple of 1/128"
            )
            raise ValueError(f"f = {self.parameters.f!r} is not allowed; {allowed}")
        permanent_bits(np.zeros(self.parameters.bits), self.secret, self.parameters.f)  # checks

    def permanent(self, word: str) -> np.ndarray:
        """The permanent response to `word`: k bits, the same ones at each call."""
        bloom = np.zeros(self.parameters.bits, dtype=np.uint8)
        bloom[bloom_bits(word, self.cohort, self.parameters)] = 1
        return permanent_bits(bloom, self.secret, self.parameters.f)

    def report(self, word: str, rng: np.random.Generator) -> np.ndarray:
        """What leaves the device: k bits, drawn afresh at each call from the permanent response."""
        uniforms = check_rng(rng).random(self.parameters.bits)
        return instantaneous_bits(self.permanent(word), uniforms, self.parameters)
