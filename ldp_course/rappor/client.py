"""One device: a permanent response, fresh ones for reports, and their channels.

A word's bits, by hashing, are in bloom.py.
"""

import hmac
from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_integer,
    check_probability,
    check_rng,
    check_whole,
    refuse,
    set_attributes,
)
from ldp_course.rappor.bloom import bloom_bits, bloom_table
from ldp_course.rappor.parameters import NOISE_LEVELS, Parameters, check_parameters

MOST_CHANNEL_BITS = 12  # of an exact channel, which then has 2^12 columns
DIGEST_BYTES = 32  # SHA-256 gives one byte of randomness for each of at most 32 bits


@dataclass(frozen=True)
class Client:
    """Hold the secret and the cohort of a device that reports again and again.

    Its f is rounded up to a multiple of 1/128: decode with `parameters.quantized`.
    The noise protects only while it is secret: in a real deployment both the secret and
    `rng` must be unpredictable. With p = 0 and q = 1 it is *one-time* RAPPOR, whose
    every report is the permanent response. *Basic* RAPPOR, a bit for each word and no
    hashing, is `again_and_again.UnaryChain`. Erlingsson et al. (2014), sections 2 and
    3; "RAPPOR I: collecting".

    Parameters
    ----------
    parameters : Parameters, with at most 32 bits, and f at most 127/128
    secret : bytes that never leave the device; in practice `secrets.token_bytes(32)`
    cohort : int, 0 to m - 1, sent with each report; must not depend on the word

    Examples
    --------
    >>> client = Client(Parameters(8, 2, 4, f=0.5, p=0.25, q=0.75), b"secret", cohort=3)
    >>> client.report("apple", np.random.default_rng(seed=1))
    array([1, 0, 1, 0, 0, 1, 0, 1], dtype=uint8)
    """

    parameters: Parameters
    secret: bytes = field(repr=False)
    cohort: int = 0

    def __post_init__(self) -> None:
        last = check_parameters(self.parameters).cohorts - 1
        set_attributes(self, cohort=check_integer("cohort", self.cohort, 0, last))
        if self.parameters.f > 1 - 1 / NOISE_LEVELS:
            raise ValueError(
                f"f = {self.parameters.f!r} is not allowed; on a device f must be at "
                "most 127/128: it is rounded up to a multiple of 1/128"
            )
        _check_device(self.parameters.bits, self.secret)

    def permanent(self, word: str) -> np.ndarray:
        """Return the permanent response to `word`: the same k bits at each call."""
        bloom = np.zeros(self.parameters.bits, dtype=np.uint8)
        bloom[bloom_bits(word, self.cohort, self.parameters)] = 1
        return _permanent_response(bloom, self.secret, self.parameters.f)

    def report(self, word: str, rng: np.random.Generator) -> np.ndarray:
        """Draw what leaves the device: k bits, afresh from the permanent ones."""
        uniforms = check_rng(rng).random(self.parameters.bits)
        # bit i is 1 with probability q if the permanent bit is 1, and with p if it is 0
        chance = np.where(self.permanent(word), self.parameters.q, self.parameters.p)
        return (uniforms < chance).astype(np.uint8)


def permanent_bits(bloom: ArrayLike, secret: bytes, f: float) -> np.ndarray:
    """Return the permanent randomized response to a Bloom filter: k bits, uint8.

    It is the same for the same secret. Byte i of HMAC-SHA256(secret, filter as a 4-byte
    integer, most significant byte first) decides on bit i: if its upper 7 bits are
    below 128 f the bit becomes the byte's lowest bit (a fair coin), else it stays. As
    in the Python client of google/rappor; "RAPPOR I: collecting".

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
    allowed = "at least one bit(s), each 0 or 1, in one row"
    bloom = check_whole("bloom", bloom, 1, allowed, "biuf")
    if ((bloom != 0) & (bloom != 1)).any():
        refuse("bloom", bloom, allowed)
    bloom = bloom.astype(np.uint8)
    _check_device(len(bloom), secret)
    return _permanent_response(bloom, secret, f)


def _permanent_response(bloom: np.ndarray, secret: bytes, f: float) -> np.ndarray:
    # A device that stored its answer to each word would store what its owner types.
    # HMAC gives the same answer again from the secret and the filter, and to anybody
    # without the secret it looks like fair coins.
    # The filter as one number: bit i of the filter is bit i of the number.
    number = int.from_bytes(np.packbits(bloom, bitorder="little").tobytes(), "little")
    digest = hmac.digest(secret, number.to_bytes(4, "big"), "sha256")
    randomness = np.frombuffer(digest, np.uint8)[: len(bloom)]
    # The lowest bit of a byte says which noise, the upper 7 bits whether it is used:
    # ceil(128 f) of their 128 values are below 128 f, so that f is rounded up.
    is_noise = (randomness >> 1) < NOISE_LEVELS * f
    return np.where(is_noise, randomness & 1, bloom).astype(np.uint8)


def _check_device(bits: int, secret: bytes) -> None:
    """Raise an error unless a device can have so many bits, and this secret."""
    if bits > DIGEST_BYTES:
        raise ValueError(
            f"bits = {bits} is not allowed; on a device bits must be at most "
            f"{DIGEST_BYTES}: as in google/rappor, a byte of SHA-256 for each"
        )
    allowed = "secret must be bytes, at least one, better 32: secrets.token_bytes(32)"
    if not isinstance(secret, bytes):
        raise TypeError(f"secret is a {type(secret).__name__}; {allowed}")
    if not secret:
        raise ValueError(f"secret is empty; {allowed}")


def permanent_channel(
    words: Collection[str], cohort: int, parameters: Parameters
) -> np.ndarray:
    """Return Pr[permanent response | word] in one cohort, shape (words, 2^k), k <= 12.

    Column c is the filter whose bit i is bit i of the number c. The largest log ratio
    between two rows is at most `epsilon_infinity`, and equal to it when two words
    differ in 2h bits. Erlingsson et al. (2014), theorem 1; chapter "RAPPOR I:
    collecting".

    Examples
    --------
    >>> parameters = Parameters(2, 1, 1, f=0.5, p=0.25, q=0.75)
    >>> permanent_channel(["apple", "pear"], 0, parameters)
    array([[0.1875, 0.5625, 0.0625, 0.1875],
           [0.1875, 0.0625, 0.5625, 0.1875]])
    """
    noise = check_parameters(parameters).f / 2
    return _channel(words, cohort, parameters, if_clear=noise, if_set=1 - noise)


def report_channel(
    words: Collection[str], cohort: int, parameters: Parameters
) -> np.ndarray:
    """Return Pr[a report | word] in one cohort, with columns as `permanent_channel`.

    Its ε is at most `epsilon_one`: Erlingsson et al. (2014), theorem 2.

    Examples
    --------
    >>> parameters = Parameters(2, 1, 1, f=0, p=0.25, q=0.75)
    >>> report_channel(["apple", "pear"], 0, parameters)[0]
    array([0.1875, 0.5625, 0.0625, 0.1875])
    """
    check_parameters(parameters)
    p_star, q_star = parameters.p_star, parameters.q_star
    return _channel(words, cohort, parameters, if_clear=p_star, if_set=q_star)


def _channel(
    words: Collection[str],
    cohort: int,
    parameters: Parameters,
    if_clear: float,
    if_set: float,
) -> np.ndarray:
    """Return Pr[row of bits | word], the bits independent of each other.

    A bit is 1 with `if_set` where the word's filter has a 1, else with `if_clear`.
    """
    last = check_parameters(parameters, for_table=True).cohorts - 1
    check_integer("cohort", cohort, 0, last)
    if parameters.bits > MOST_CHANNEL_BITS:
        allowed = (
            f"for an exact channel, of 2^bits columns, at most {MOST_CHANNEL_BITS}"
        )
        refuse("bits", parameters.bits, allowed)
    is_set = bloom_table(words, parameters)[:, cohort, :]
    channel = np.ones((len(is_set), 1))
    for bit in range(parameters.bits):
        chance = np.where(is_set[:, [bit]], if_set, if_clear)
        # columns so far with this bit 0, then the same columns with this bit 1
        channel = np.hstack([channel * (1 - chance), channel * chance])
    return channel
