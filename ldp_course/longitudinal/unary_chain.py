"""Two layers of unary encoding: permanent bits, and fresh noise on them for each report."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_rng, check_type, refuse
from ldp_course.estimate import Estimate
from ldp_course.longitudinal import shared
from ldp_course.longitudinal.direct_chain import describe_chain, variance_over_days
from ldp_course.longitudinal.sequences import LARGEST_MEMORIES, memories_of_layers
from ldp_course.mechanisms.shared import encode_position, pure_estimate
from ldp_course.mechanisms.tables import rows_of_bits
from ldp_course.mechanisms.unary_encoding import UnaryEncoding


@dataclass(frozen=True, repr=False)
class UnaryChain:
    """Keep one row of unary bits to each value for ever; report them with fresh noise on each bit.

    A permanent 1 is reported as 1 with p2, a permanent 0 with q2: the two numbers that lead from
    the unary encoding `permanent` to the unary encoding `one_report`, so that one report *is* the
    latter. Erlingsson et al. (2014): basic RAPPOR is such a chain. L-SUE and L-OSUE of Arcolezi et
    al. (arXiv:2111.04636) are `symmetric` and `optimized`. Chapter "Again and again".

    Parameters
    ----------
    permanent, one_report : UnaryEncoding, of one domain; a report must be possible from the first
    domain, epsilon_infinity, epsilon_one : the domain and both ε of the two

    Examples
    --------
    >>> chain = UnaryChain.symmetric(["a", "b", "c"], epsilon_infinity=2, epsilon_one=1)
    >>> round(chain.p2, 4), round(chain.q2, 4), round(chain.one_report.epsilon, 4)
    (0.765, 0.235, 1.0)
    """

    permanent: UnaryEncoding
    one_report: UnaryEncoding
    domain: tuple = field(init=False)
    epsilon_infinity: float = field(init=False)
    epsilon_one: float = field(init=False)
    p2: float = field(init=False)
    q2: float = field(init=False)

    def __post_init__(self) -> None:
        first, both = self.permanent, self.one_report
        for name in ("permanent", "one_report"):
            check_type(name, getattr(self, name), UnaryEncoding, "a UnaryEncoding")
        if first.domain != both.domain:
            refuse("one_report", both, "of the same domain as permanent")
        kept = (both.p - both.q) / (first.p - first.q)
        q2 = both.q - first.q * kept
        if not (-1e-12 < q2 < 1 + 1e-12 and -1e-12 < q2 + kept < 1 + 1e-12):
            refuse("one_report", both, f"what noise on {first!r} can make")
        q2, p2 = (min(max(chance, 0.0), 1.0) for chance in (q2, q2 + kept))
        vars(self).update(domain=first.domain, epsilon_infinity=first.epsilon)
        vars(self).update(epsilon_one=both.epsilon, p2=p2, q2=q2)

    @classmethod
    def symmetric(cls, domain: Sequence, epsilon_infinity: float, epsilon_one: float) -> Self:
        """L-SUE: both layers treat ones and zeros alike."""
        both = shared.check_epsilons(epsilon_infinity, epsilon_one)
        return cls(*(UnaryEncoding.symmetric(domain, epsilon) for epsilon in both))

    @classmethod
    def optimized(cls, domain: Sequence, epsilon_infinity: float, epsilon_one: float) -> Self:
        """L-OSUE: an optimized permanent layer, and a symmetric second one."""
        both = shared.check_epsilons(epsilon_infinity, epsilon_one)
        return cls(*(UnaryEncoding.optimized(domain, epsilon) for epsilon in both))

    def __repr__(self) -> str:
        return describe_chain(self)

    encode = encode_position

    def remember(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """The permanent bits of n devices for each value: uint8 of shape (n, k, k)."""
        k = len(self.domain)
        n = shared.check_remember(n, rng, k * k)
        rows = np.tile(np.eye(k, dtype=np.uint8), (n, 1))
        return self.permanent.perturb(rows, rng).reshape(n, k, k)

    def perturb(
        self, encoded: ArrayLike, memory: ArrayLike, rng: np.random.Generator
    ) -> np.ndarray:
        """One day's reports, uint8 of shape (n, k), from positions and the devices' memories."""
        k = len(self.domain)
        encoded = shared.check_encoded(encoded, k)
        memory = shared.check_memory(memory, encoded, np.ones((k, k), int))
        check_rng(rng)
        kept = memory[np.arange(len(encoded)), encoded]
        return (rng.random(kept.shape) < np.where(kept, self.p2, self.q2)).astype(np.uint8)

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from one day's reports. Unbiased; nothing is clipped."""
        return self.one_report.aggregate(reports)

    def fresh_channel(self) -> np.ndarray:
        """Pr[report | permanent bits], shape (2^k, 2^k), bits as in `UnaryEncoding.channel`."""
        bits = rows_of_bits(len(self.domain))[:, None, :]
        chance = np.where(bits, self.p2, self.q2)
        return np.where(bits.transpose(1, 0, 2), chance, 1 - chance).prod(axis=2)

    def channel(self) -> np.ndarray:
        """Pr[one report | value], shape (k, 2^k): the product of both layers."""
        return self.permanent.channel() @ self.fresh_channel()

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """One day's estimate, for true counts of that day."""
        return self.one_report.simulate(counts, rng)

    def collect_days(self, values: ArrayLike, rng: np.random.Generator) -> list[Estimate]:
        """One estimate a day, from values of shape (n, days), in chunks of people."""
        encoded = shared.encode_days(self, values)
        supports = shared.supports_by_day(self, encoded, rng, len(self.domain) ** 2)
        return [pure_estimate(self.one_report, support, len(encoded)) for support in supports]

    def variance(self, n: int, frequency: ArrayLike, days: int = 1) -> np.ndarray | float:
        """Of an estimated frequency, or of its mean over days, as in `DirectChain`."""
        return variance_over_days(self, n, frequency, days)

    def support(self, reports: ArrayLike) -> np.ndarray:
        """Number of reports in which each value's bit is 1, int64 of shape (k,)."""
        return self.one_report.support(reports)

    def memories(self) -> tuple[np.ndarray, np.ndarray]:
        """Chances of the 2^(k k) memories, and Pr[report | memory, value]; at most 4 values."""
        k = len(self.domain)
        if 2 ** (k * k) > LARGEST_MEMORIES:
            found = f"domain has {k} values, so a device has 2^{k * k} memories"
            raise ValueError(f"{found}; at most 2^16 are allowed here")
        answers = np.stack([np.arange(2 ** (k * k)) >> (k * i) & 2**k - 1 for i in range(k)], 1)
        return memories_of_layers(self.permanent.channel(), self.fresh_channel(), answers)
