"""One device: permanent randomized response, and fresh ones for reports; their exact channels."""

import hmac
from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_integer,
    check_probability,
    check_rng,
    check_type,
    check_whole,
    refuse,
    shown,
)
from ldp_course.lookalikes import lookalike
from ldp_course.rappor.bloom import (
    bloom_bits,
    bloom_table,
    check_candidates,
    check_filter,
)
from ldp_course.rappor.parameters import NOISE_LEVELS, Parameters, check_parameters

LARGEST_FILTER = 12  # bits: a channel has 2^12 columns
DIGEST_BYTES = 32  # SHA-256 gives one byte of randomness for each of at most 32 bits


def permanent_bits(bloom: ArrayLike, secret: bytes, f: float) -> np.ndarray:
    """The permanent randomized response to a Bloom filter: the same k bits for the same secret.

    Byte i of HMAC-SHA256(secret, filter as a 4-byte integer, most significant byte first) decides
    on bit i: if its upper 7 bits are below 128 f the bit becomes the byte's lowest bit (a fair
    coin), else it stays. As in the Python client of google/rappor; "RAPPOR I: collecting".

    Parameters
    ----------
    bloom : array of 0 and 1, shape (k,), k at most 32
    secret : bytes, at least one, better 32
    f : float, 0 to 1, probability of noise, rounded up to a multiple of 1/128

    Examples
    --------
    >>> permanent_bits([0, 1, 0, 0, 1, 0, 0, 0], b"secret", f=0.5)
    array([0, 1, 1, 1, 1, 1, 1, 1], dtype=uint8)
    """
    check_probability("f", f)
    bloom = check_filter("bloom", bloom)
    check_device(len(bloom), secret)
    return _permanent(bloom, secret, f)


def _permanent(bloom: np.ndarray, secret: bytes, f: float) -> np.ndarray:
    filter_bytes = np.packbits(bloom, bitorder="little").tobytes()[::-1].rjust(4, b"\0")
    randomness = np.frombuffer(hmac.digest(secret, filter_bytes, "sha256"), np.uint8)[: len(bloom)]
    is_noise = (randomness >> 1) < NOISE_LEVELS * f
    return np.where(is_noise, randomness & 1, bloom).astype(np.uint8)


def check_device(bits: int, secret: bytes) -> None:
    if bits > DIGEST_BYTES:
        allowed = f"at most {DIGEST_BYTES}: as in google/rappor, a byte of SHA-256 for each"
        raise ValueError(f"bits = {bits} is not allowed; on a device bits must be {allowed}")
    allowed = "secret must be bytes, at least one, better 32: secrets.token_bytes(32)"
    if not isinstance(secret, bytes):
        raise TypeError(f"secret is a {type(secret).__name__}; {allowed}")
    if not secret:
        raise ValueError(f"secret is empty; {allowed}")


def instantaneous_bits(
    permanent: ArrayLike, uniforms: ArrayLike, parameters: Parameters
) -> np.ndarray:
    """One report: bit i is 1 if uniforms[i], from [0, 1), is below q (permanent bit 1) or p (0).

    Examples
    --------
    >>> instantaneous_bits([0, 1], [0.5, 0.5], Parameters(2, 1, 1, f=0.5, p=0.25, q=0.75))
    array([0, 1], dtype=uint8)
    """
    bits = check_parameters(parameters).bits
    permanent = check_filter("permanent", permanent, bits)
    allowed = f"{bits} numbers, each from 0 to below 1"
    uniforms = check_whole("uniforms", uniforms, 1, allowed, "biuf")
    if len(uniforms) != bits or not (uniforms < 1).all():
        refuse("uniforms", uniforms, allowed)
    return _instantaneous(permanent, uniforms, parameters)


def _instantaneous(
    permanent: np.ndarray, uniforms: np.ndarray, parameters: Parameters
) -> np.ndarray:
    return (uniforms < np.where(permanent, parameters.q, parameters.p)).astype(np.uint8)


@dataclass(frozen=True)
class Client:
    """A device with its secret and its cohort. It runs with `parameters.quantized`.

    Secrecy of the noise is what protects: in a real deployment both the secret and `rng` must be
    unpredictable. With `candidates` it is *basic* RAPPOR: a bit for each of them, no hashing, and
    `decode_basic` reads it. With p = 0 and q = 1 it is *one-time* RAPPOR, whose every report is the
    permanent response. Erlingsson et al. (2014), sections 2 and 3; "RAPPOR I: collecting".

    Parameters
    ----------
    parameters : Parameters, with at most 32 bits, and f at most 127/128
    secret : bytes that never leave the device; in practice `secrets.token_bytes(32)`
    cohort : int, 0 to m - 1, sent with each report; must not depend on the word
    candidates : list of at most k str; bit i is set if the word is candidates[i]. Needs one hash.

    Examples
    --------
    >>> client = Client(Parameters(8, 2, 4, f=0.5, p=0.25, q=0.75), b"secret", cohort=3)
    >>> client.report("apple", np.random.default_rng(seed=1))
    array([1, 0, 1, 0, 0, 1, 0, 1], dtype=uint8)
    >>> once = Parameters(bits=3, hashes=1, cohorts=1, f=0.5, p=0, q=1)
    >>> Client(once, b"secret", candidates=["yes", "no", "maybe"]).permanent("no")
    array([0, 1, 0], dtype=uint8)
    """

    parameters: Parameters
    secret: bytes = field(repr=False)
    cohort: int = 0
    candidates: Collection[str] | None = None

    def __post_init__(self) -> None:
        most = check_parameters(self.parameters).cohorts - 1
        object.__setattr__(self, "cohort", check_integer("cohort", self.cohort, 0, most))
        if self.candidates is not None:
            candidates = check_candidates(self.candidates, self.parameters)
            if self.parameters.hashes != 1:
                refuse("hashes", self.parameters.hashes, "1 where each candidate has its bit")
            object.__setattr__(self, "candidates", tuple(candidates))
        if self.parameters.f > 1 - 1 / NOISE_LEVELS:
            allowed = "at most 127/128: it is rounded up to a multiple of 1/128"
            found = f"f = {self.parameters.f!r} is not allowed"
            raise ValueError(f"{found}; on a device f must be {allowed}")
        check_device(self.parameters.bits, self.secret)

    def permanent(self, word: str) -> np.ndarray:
        """The permanent response to `word`: k bits, the same ones at each call."""
        bloom = np.zeros(self.parameters.bits, dtype=np.uint8)
        if self.candidates is None:
            bloom[bloom_bits(word, self.cohort, self.parameters)] = 1
        else:
            check_type("word", word, str, "a str")
            if word not in self.candidates:
                alike = lookalike(word, self.candidates)
                refuse("word", word, f"one of {shown(self.candidates)}{alike}")
            bloom[self.candidates.index(word)] = 1
        return _permanent(bloom, self.secret, self.parameters.f)

    def report(self, word: str, rng: np.random.Generator) -> np.ndarray:
        """What leaves the device: k bits, drawn afresh at each call from the permanent response."""
        uniforms = check_rng(rng).random(self.parameters.bits)
        return _instantaneous(self.permanent(word), uniforms, self.parameters)


def permanent_channel(words: Collection[str], cohort: int, parameters: Parameters) -> np.ndarray:
    """Pr[permanent response | word] in one cohort, exactly: shape (words, 2^k), k at most 12.

    Column c is the filter whose bit i is bit i of the number c. The largest log ratio between two
    rows is at most `epsilon_infinity`, and equal to it when two words differ in 2h bits.
    Erlingsson et al. (2014), theorem 1; chapter "RAPPOR I: collecting".

    Examples
    --------
    >>> permanent_channel(["apple", "pear"], 0, Parameters(2, 1, 1, f=0.5, p=0.25, q=0.75))
    array([[0.1875, 0.5625, 0.0625, 0.1875],
           [0.1875, 0.0625, 0.5625, 0.1875]])
    """
    noise = check_parameters(parameters).f / 2
    return _channel(words, cohort, parameters, noise, 1 - noise)


def report_channel(words: Collection[str], cohort: int, parameters: Parameters) -> np.ndarray:
    """Pr[one report | word], as in `permanent_channel`; its ε is at most `epsilon_one` (theorem 2).

    Examples
    --------
    >>> report_channel(["apple", "pear"], 0, Parameters(2, 1, 1, f=0, p=0.25, q=0.75))[0]
    array([0.1875, 0.5625, 0.0625, 0.1875])
    """
    check_parameters(parameters)
    return _channel(words, cohort, parameters, parameters.p_star, parameters.q_star)


def _channel(
    words: Collection[str], cohort: int, parameters: Parameters, if_clear: float, if_set: float
) -> np.ndarray:
    """Bits are independent: 1 with probability `if_set` for a Bloom bit of 1, `if_clear` for 0."""
    check_integer("cohort", cohort, 0, check_parameters(parameters, for_table=True).cohorts - 1)
    if parameters.bits > LARGEST_FILTER:
        allowed = f"for an exact channel, of 2^bits columns, at most {LARGEST_FILTER}"
        raise ValueError(f"bits = {parameters.bits} is not allowed; bits must be {allowed}")
    is_set = bloom_table(words, parameters)[:, cohort, :]
    channel = np.ones((len(is_set), 1))
    for bit in range(parameters.bits):
        one = np.where(is_set[:, [bit]], if_set, if_clear)
        channel = np.hstack([channel * (1 - one), channel * one])
    return channel
