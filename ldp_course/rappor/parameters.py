"""The six numbers that a RAPPOR collection is made of, and the privacy they give."""

import math
from dataclasses import dataclass, replace
from typing import Self

from scipy.special import ndtri

from ldp_course.arguments import (
    check_confidence,
    check_epsilon,
    check_integer,
    check_probability,
    check_type,
    refuse,
    set_attributes,
)

# the device takes 7 random bits to decide whether a permanent bit is noise
NOISE_LEVELS = 128
MOST_COHORTS = 2**16  # of a table; a device needs none, and has up to 2^32
MOST_HASHES = 16
LARGEST_EXPONENT = 700  # exp(-700) is still a float with all its digits


@dataclass(frozen=True)
class Parameters:
    """Hold the six numbers of a collection, in the letters of the paper.

    See `ldp_course.rappor`. Erlingsson et al. (2014), section 3; "RAPPOR I:
    collecting".

    Parameters
    ----------
    bits : int, 1 to 256, size k of the Bloom filter
    hashes : int, 1 to 16 and at most `bits`, the bits h that a word sets
        They may coincide.
    cohorts : int, 1 to 2^32, the m groups of devices, with their own hash functions
    f : float, 0 <= f < 1, noise
        A permanent bit becomes 0 or 1 with probability f/2 each.
    p, q : float, 0 to 1, Pr[report 1 | permanent bit 0] and that for a permanent bit 1
        The paper has p < q; with p > q a set bit shows as *fewer* ones. Only p = q is
        refused.

    Examples
    --------
    >>> parameters = Parameters(bits=16, hashes=2, cohorts=64, f=0.5, p=0.25, q=0.75)
    >>> parameters.p_star, parameters.q_star, round(parameters.epsilon_one, 3)
    (0.375, 0.625, 2.043)
    """

    bits: int
    hashes: int
    cohorts: int
    f: float
    p: float
    q: float

    def __post_init__(self) -> None:
        bits = check_integer("bits", self.bits, 1, 256)
        hashes = check_integer("hashes", self.hashes, 1, min(MOST_HASHES, bits))
        cohorts = check_integer("cohorts", self.cohorts, 1, 2**32)
        chances = {name: check_probability(name, getattr(self, name)) for name in "fpq"}
        set_attributes(self, bits=bits, hashes=hashes, cohorts=cohorts, **chances)
        if self.f == 1:
            raise ValueError(
                "f = 1 is not allowed; f must be below 1: else all bits are noise"
            )
        if self.p == self.q:
            raise ValueError(
                f"p = {self.p!r} equals q = {self.q!r}, so a report would say nothing; "
                "p and q must differ, and p < q is the custom"
            )

    @classmethod
    def for_epsilon(
        cls,
        epsilon_infinity: float,
        *,
        bits: int,
        hashes: int,
        cohorts: int,
        p: float,
        q: float,
    ) -> Self:
        """Take the f of a lifetime ε, 2 / (exp(`epsilon_infinity` / 2h) + 1)."""
        twice = 2 * check_integer("hashes", hashes, 1, MOST_HASHES)
        largest = LARGEST_EXPONENT * twice
        epsilon = check_epsilon(epsilon_infinity, "epsilon_infinity", largest)
        share = math.exp(-epsilon / twice)
        return cls(bits, hashes, cohorts, 2 * share / (1 + share), p, q)

    @property
    def p_star(self) -> float:
        """Return Pr[report 1 | Bloom bit 0] = (1 - f) p + f (p + q) / 2."""
        return (1 - self.f) * self.p + self.f * (self.p + self.q) / 2

    @property
    def q_star(self) -> float:
        """Return Pr[report 1 | Bloom bit 1] = (1 - f) q + f (p + q) / 2."""
        return (1 - self.f) * self.q + self.f * (self.p + self.q) / 2

    @property
    def epsilon_one(self) -> float:
        """Return ε of a single report, h |ln( q*(1 - p*) / (p*(1 - q*)) )|.

        It is infinite if a report can be proof. Reached by two words with 2h different
        bits. At most `epsilon_infinity` (post-processing).
        """
        # 1 - p* and 1 - q*, as p* and q* may be so near to 1 that a float loses them
        noise = self.f * ((1 - self.p) + (1 - self.q)) / 2
        zero_if_clear = (1 - self.f) * (1 - self.p) + noise
        zero_if_set = (1 - self.f) * (1 - self.q) + noise
        if not all((self.p_star, self.q_star, zero_if_clear, zero_if_set)):
            return math.inf
        of_one = math.log(self.q_star / self.p_star)
        return self.hashes * abs(of_one + math.log(zero_if_clear / zero_if_set))

    @property
    def epsilon_infinity(self) -> float:
        """Return ε of all reports of a word, 2h ln( (1 - f/2) / (f/2) ).

        It is infinite for f = 0. Reached by two words with 2h different bits. A device
        whose word changes pays again.
        """
        if self.f == 0:
            return math.inf
        return 2 * self.hashes * math.log((2 - self.f) / self.f)

    @property
    def quantized(self) -> Self:
        """Return the same with the f that a `Client` has, f' = ceil(128 f) / 128.

        It is rounded up, so ε is never above the one stated. Decode reports of devices
        with it: with f, a bit that T of N people have gets T (1 - f') / (1 - f) + N (f'
        - f) / (2 (1 - f)) on average: f = 0.3 loses 0.67 % of T and gains 0.33 % of N,
        of which `decode` removes only the gain.
        """
        steps = math.ceil(NOISE_LEVELS * self.f)
        if steps == NOISE_LEVELS:
            refuse(
                "f", self.f, "at most 127/128, to be rounded up to a multiple of 1/128"
            )
        return replace(self, f=steps / NOISE_LEVELS)

    def detection_limit(self, n: int, alpha: float = 0.05, tests: int = 1) -> float:
        """Return the smallest frequency that `n` reports show.

        It is z sqrt(p*(1 - p*)) / ((q* - p*) sqrt(n)), where z is the one-sided normal
        quantile at level alpha / tests (Bonferroni). A word *at* the limit is found
        half of the time. The formula is google/rappor's, of one bit per report;
        `decode` uses all h: its limit is lower by about sqrt(h (1 - h/k)). Strings that
        are held but not listed add an error that no number of reports removes.
        """
        level = check_confidence(alpha, "alpha", 0.05)
        z = -ndtri(level / check_integer("tests", tests, 1, 10**18))
        n = check_integer("n", n, 1, 10**18)
        deviation = math.sqrt(self.p_star * (1 - self.p_star) / n)
        return max(0.0, float(z * deviation / abs(self.q_star - self.p_star)))


def check_parameters(parameters: Parameters, for_table: bool = False) -> Parameters:
    """Return the parameters, if they are such: `for_table`, at most 65,536 cohorts."""
    allowed = "such as Parameters(bits=16, hashes=2, cohorts=64, f=0.5, p=0.5, q=0.75)"
    check_type("parameters", parameters, Parameters, allowed)
    if for_table:
        check_integer("cohorts", parameters.cohorts, 1, MOST_COHORTS)
    return parameters
