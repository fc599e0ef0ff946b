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
    """The permanent randomized response to a Bloom filter of at most 32 bits: uint8, same shape.

    Byte i of HMAC-SHA256(secret, filter as a 4-byte integer, most significant byte first) decides on
    bit i: if its upper 7 bits are below 128 f the bit becomes the byte's lowest bit (a fair coin),
    else it stays. The same secret and filter always give the same answer, so nothing has to be stored.
    As in the Python client of google/rappor. The noise probability is ceil(128 f)/128.
    """
    check_probability("f", f)
    bloom = np.asarray(bloom, dtype=np.uint8)
    if len(bloom) > DIGEST_BYTES:
        raise ValueError(
            f"bits = {len(bloom)} is not allowed; on a device bits must be at most {DIGEST_BYTES}: as in "
            "google/rappor, the permanent noise comes from one SHA-256 digest, a byte for each bit"
        )
    if not isinstance(secret, bytes):
        raise TypeError(
            f"secret is a {type(secret).__name__}; secret must be bytes, such as secrets.token_bytes(32)"
        )
    if not secret:
        raise ValueError(
            "secret is empty; secret must hold at least one byte, better 32: secrets.token_bytes(32)"
        )
    digest = hmac.digest(secret, to_integer(bloom).to_bytes(4, "big"), "sha256")
    randomness = np.frombuffer(digest, np.uint8)[: len(bloom)]
    is_noise = (randomness >> 1) < NOISE_LEVELS * f
    return np.where(is_noise, randomness & 1, bloom).astype(np.uint8)


def instantaneous_bits(
    permanent: np.ndarray, uniforms: np.ndarray, parameters: Parameters
) -> np.ndarray:
    """One report: bit i is 1 if uniforms[i], drawn from [0, 1), is below q (permanent bit 1) or p (0)."""
    return (uniforms < np.where(permanent, parameters.q, parameters.p)).astype(np.uint8)


@dataclass(frozen=True)
class Client:
    """A device with its secret and its cohort.

    parameters  at most 32 bits, and f at most 127/128; the device runs with `parameters.quantized`
    secret      bytes that never leave the device; 32 random ones in practice (`secrets.token_bytes(32)`)
    cohort      0 to m-1, sent with each report; it must not depend on the word

    Secrecy of the noise is what protects: in a real deployment both the secret and `rng` must be
    unpredictable. The seeded generators of this course are for teaching.
    """

    parameters: Parameters
    secret: bytes = field(repr=False)
    cohort: int

    def __post_init__(self) -> None:
        check_integer("cohort", self.cohort, 0, self.parameters.cohorts - 1)
        if self.parameters.f > 1 - 1 / NOISE_LEVELS:
            raise ValueError(
                f"f = {self.parameters.f!r} is not allowed; on a device f must be at most 127/128 = 0.9921875, "
                "since it is rounded up to a multiple of 1/128, and f = 1 would be nothing but noise"
            )
        permanent_bits(
            np.zeros(self.parameters.bits), self.secret, self.parameters.f
        )  # refuses a bad secret or size

    def permanent(self, word: str) -> np.ndarray:
        """The permanent response to `word`: k bits, the same ones at each call, for the same secret."""
        bloom = np.zeros(self.parameters.bits, dtype=np.uint8)
        bloom[bloom_bits(word, self.cohort, self.parameters)] = 1
        return permanent_bits(bloom, self.secret, self.parameters.f)

    def report(self, word: str, rng: np.random.Generator) -> np.ndarray:
        """What leaves the device: k bits, drawn afresh at each call from the permanent response."""
        uniforms = check_rng(rng).random(self.parameters.bits)
        return instantaneous_bits(self.permanent(word), uniforms, self.parameters)
