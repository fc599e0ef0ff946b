"""Chain two layers of unary encoding: permanent bits, and fresh noise on them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_rng, check_type, refuse
from ldp_course.counting import draw_bits, encode_position, rows_of_bits
from ldp_course.estimate import Estimate
from ldp_course.topics.again_and_again import remembering
from ldp_course.topics.again_and_again.direct_chain import (
    collect_chain,
    describe_chain,
    variance_over_days,
)
from ldp_course.topics.again_and_again.sequences import (
    LARGEST_MEMORIES,
    memories_of_layers,
)
from ldp_course.unary_encoding import UnaryEncoding


@dataclass(unsafe_hash=True, repr=False)
class UnaryChain:
    """Keep one row of unary bits to each value for ever; report it with fresh noise.

    A permanent 1 is reported as 1 with p2, a permanent 0 with q2: the two numbers that
    lead from the unary encoding `permanent` to the unary encoding `one_report`, so that
    one report *is* the latter. Erlingsson et al. (2014): basic RAPPOR is such a chain.
    L-SUE and L-OSUE of Arcolezi et al. (arXiv:2111.04636) are `symmetric` and
    `optimized`. Chapter "Again and again".

    Parameters
    ----------
    permanent, one_report : UnaryEncoding, of one domain; a report must be possible from
        the first
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
        # both.p = first.p p2 + (1 - first.p) q2, and the same for q: solve for p2, q2
        slope = (both.p - both.q) / (first.p - first.q)
        q2 = both.q - first.q * slope
        if not (-1e-12 < q2 < 1 + 1e-12 and -1e-12 < q2 + slope < 1 + 1e-12):
            refuse("one_report", both, f"what noise on {first!r} can make")
        self.q2, self.p2 = (min(max(chance, 0.0), 1.0) for chance in (q2, q2 + slope))
        self.domain = first.domain
        self.epsilon_infinity, self.epsilon_one = first.epsilon, both.epsilon

    @classmethod
    def symmetric(
        cls, domain: Sequence, epsilon_infinity: float, epsilon_one: float
    ) -> Self:
        """Make L-SUE: both layers treat ones and zeros alike."""
        both = remembering.check_epsilons(epsilon_infinity, epsilon_one)
        return cls(*(UnaryEncoding.symmetric(domain, epsilon) for epsilon in both))

    @classmethod
    def optimized(
        cls, domain: Sequence, epsilon_infinity: float, epsilon_one: float
    ) -> Self:
        """Make L-OSUE: an optimized permanent layer, and a symmetric second one."""
        both = remembering.check_epsilons(epsilon_infinity, epsilon_one)
        return cls(*(UnaryEncoding.optimized(domain, epsilon) for epsilon in both))

    def __repr__(self) -> str:
        return describe_chain(self)

    encode = encode_position

    def remember(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """Draw the permanent bits of n devices for each value, uint8 of (n, k, k)."""
        k = len(self.domain)
        n = remembering.check_remember(n, rng, k * k)
        rows = np.tile(np.eye(k, dtype=np.uint8), (n, 1))
        return self.permanent.perturb(rows, rng).reshape(n, k, k)

    def perturb(
        self, encoded: ArrayLike, memory: ArrayLike, rng: np.random.Generator
    ) -> np.ndarray:
        """Return one day's reports, uint8 of shape (n, k)."""
        k = len(self.domain)
        encoded = remembering.check_encoded(encoded, k)
        memory = remembering.check_memory(memory, encoded, np.ones((k, k), int))
        check_rng(rng)
        permanent = memory[np.arange(len(encoded)), encoded]
        return draw_bits(permanent, self.p2, self.q2, rng).view(np.uint8)

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate all frequencies from one day's reports; unbiased, not clipped."""
        return self.one_report.aggregate(reports)

    def fresh_channel(self) -> np.ndarray:
        """Return Pr[report | permanent bits], (2^k, 2^k), bits as `rows_of_bits`."""
        bits = rows_of_bits(len(self.domain))[:, None, :]
        chance = np.where(bits, self.p2, self.q2)
        return np.where(bits.transpose(1, 0, 2), chance, 1 - chance).prod(axis=2)

    def channel(self) -> np.ndarray:
        """Return Pr[one report | value], shape (k, 2^k): the product of both layers."""
        return self.permanent.channel() @ self.fresh_channel()

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Draw one day's estimate, for true counts of that day."""
        return self.one_report.simulate(counts, rng)

    def collect_days(
        self, values: ArrayLike, rng: np.random.Generator
    ) -> list[Estimate]:
        """Estimate each day from values of shape (n, days), in chunks of people."""
        return collect_chain(self, values, rng, len(self.domain) ** 2)

    variance = variance_over_days

    def memories(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the chances of memories, and Pr[report | memory, value]; k up to 4."""
        k = len(self.domain)
        if 2 ** (k * k) > LARGEST_MEMORIES:
            problem = f"domain has {k} values, so a device has 2^{k * k} memories"
            raise ValueError(f"{problem}; at most 2^16 are allowed here")
        answers = np.stack(
            [np.arange(2 ** (k * k)) >> (k * i) & 2**k - 1 for i in range(k)], 1
        )
        return memories_of_layers(
            self.permanent.channel(), self.fresh_channel(), answers
        )
