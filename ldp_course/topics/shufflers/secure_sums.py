"""Secure sums: servers learn the sum of people's whole numbers, but none of these.

A device cuts its number into parts, one for each server, that add up to it modulo M;
all but the last are drawn at random. Each server adds up its parts, and `join` puts
these sums together. The sum is exact, so it has no ε of its own: noise must be in it.
`noise_shares` draws a small whole number on each device. All of them together are one
discrete Laplace noise, and `noise_epsilon` and `noise_variance` say what is left if
some do not arrive.

To learn from, not to ship: floats draw the shares, and no device proves that its parts
are honest. Uses `arguments`.
"""

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import hyp2f1

from ldp_course.arguments import (
    check_epsilon,
    check_integer,
    check_number,
    check_rng,
    check_whole,
    refuse,
)

__all__ = ["join", "noise_epsilon", "noise_shares", "noise_variance"]

MODULUS = 2**32  # sums of 2^31 parts still fit an int64
MOST_DEVICES = 10**8
SHARE = "a number from 1e-9 to 1000: 1 if all shares arrive that were planned"


def join(sums: ArrayLike, modulus: int = MODULUS) -> int:
    """Return the sum of all people's numbers, from the sum of each server's parts.

    It must lie between -modulus/2 and modulus/2; else another number comes out.

    Parameters
    ----------
    sums : whole numbers from 0 to modulus - 1, shape (servers,)
        Each server's sum modulo `modulus`.
    modulus : int, that of the parts, 2 to 2^32

    Examples
    --------
    >>> join([30, 68], modulus=100), join([30, 72], modulus=100)
    (-2, 2)
    """
    modulus = check_integer("modulus", modulus, 2, MODULUS)
    allowed = f"whole numbers from 0 to {modulus - 1}, one a server"
    sums = check_whole("sums", sums, modulus - 1, allowed, kinds="iu")
    total = int(sums.sum(dtype=np.int64)) % modulus
    return total - modulus if 2 * total >= modulus else total


def noise_shares(
    n: int, epsilon: float, rng: np.random.Generator, honest: float = 1.0
) -> np.ndarray:
    """Draw a share of noise for each of n devices, int64 of shape (n,), mostly 0.

    The shares of a part `honest` of the devices add up to discrete Laplace noise, where
    k has a probability proportional to e^(-ε|k|): ε for a sum to which each person adds
    0 or 1. Each share is the difference of two Pólya (negative binomial) numbers.
    Source: Goryczka and Xiong (2017); Harrison and Manurangsi (2025) study such noise
    further. Derived in the chapter "Shufflers and sums".

    Parameters
    ----------
    n : int, devices, 1 to 10^8
    epsilon : float, natural-log ε from 0.001 to 30
    rng : numpy.random.Generator
    honest : float, from 1e-9 to 1, the part of the devices relied on to add its share
        With less than 1, each share is larger: if all arrive, the variance is 1 /
        honest as large.

    Examples
    --------
    >>> shares = noise_shares(1_000, 1.0, np.random.default_rng(4))
    >>> int((shares != 0).sum()), int(shares.sum())
    (1, 1)
    """
    n, epsilon = check_integer("n", n, 1, MOST_DEVICES), _check_noise(epsilon)
    allowed = "a number from 1e-9 to 1: the part of the devices that is honest"
    honest = check_number("honest", honest, allowed, 1e-9, 1)
    rng, shape, stop = check_rng(rng), 1 / (honest * n), -math.expm1(-epsilon)
    above, below = (rng.negative_binomial(shape, stop, size=n) for _ in range(2))
    return above.astype(np.int64) - below


def noise_epsilon(epsilon: float, arriving: float = 1.0) -> float:
    """Return ε of a sum in which a part of the planned noise shares arrives, exactly.

    It grows as shares are missing: the noise then sticks to 0. It is that of the sums 0
    and 1 at noise 0. With more shares than planned it stays ε.

    Parameters
    ----------
    epsilon : float, that of `noise_shares`, from 0.001 to 30
    arriving : float, from 1e-9 to 1000, shares that arrive, as a part of those planned

    Examples
    --------
    >>> [round(noise_epsilon(1.0, arriving), 3) for arriving in (1, 0.5, 0.1)]
    [1.0, 1.675, 3.296]
    """
    epsilon = _check_noise(epsilon)
    arriving = check_number("arriving", arriving, SHARE, 1e-9, 1000)
    if arriving >= 1:
        return epsilon
    square = math.exp(-2 * epsilon)
    at_0 = hyp2f1(arriving, arriving, 1, square)  # Pr[noise 0], up to a factor
    # Pr[noise 1] e^ε, up to the same factor
    at_1 = arriving * hyp2f1(arriving, arriving + 1, 2, square)
    return epsilon + math.log(at_0 / at_1)


def noise_variance(epsilon: float, arriving: float = 1.0) -> float:
    """Return the variance of a sum's noise if this part of the planned shares arrives.

    It is 2a / (1 - a)² with a = e^-ε for all of them.

    Parameters
    ----------
    epsilon, arriving : as in `noise_epsilon`; where two servers both add whole noise,
        arriving = 2

    Examples
    --------
    >>> [round(noise_variance(1.0, arriving), 3) for arriving in (1, 0.5, 2)]
    [1.841, 0.921, 3.683]
    """
    epsilon = _check_noise(epsilon)
    arriving = check_number("arriving", arriving, SHARE, 1e-9, 1000)
    return arriving * 2 * math.exp(-epsilon) / math.expm1(-epsilon) ** 2


def _check_noise(epsilon: float) -> float:
    """Return ε, if it is at least 0.001."""
    epsilon = check_epsilon(epsilon)  # a smaller one would need noise of millions
    if epsilon < 1e-3:
        refuse("epsilon", epsilon, "a number from 0.001 to 30 (natural-log ε)")
    return epsilon
