"""Two layers of direct encoding: a permanent answer, and fresh noise on it for each report."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_people, check_rng
from ldp_course.domains import check_domain
from ldp_course.estimate import Estimate
from ldp_course.longitudinal import shared
from ldp_course.longitudinal.sequences import all_rows, memories_of_layers
from ldp_course.mechanisms.direct_encoding import DirectEncoding
from ldp_course.mechanisms.shared import describe, encode_position, pure_estimate


@dataclass(frozen=True, repr=False)
class DirectChain:
    """Keep one direct answer (ε∞) to each value for ever; report it with fresh direct noise.

    The permanent answer is the second layer's value: kept with p2 = 1 - (k - 1) q2, and any other
    value is sent with q2 = (e^ε∞ - e^ε₁) / ((e^ε∞ - 1)(e^ε₁ + k - 1)). Then *one* report is
    `DirectEncoding` at ε₁. With ε₁ = ε∞ there is no second layer: memory alone. L-GRR of Arcolezi
    et al. (arXiv:2111.04636), with a q2 that is exact for every k. Chapter "Again and again".

    Parameters
    ----------
    domain : sequence of at least 2 different values
    epsilon_infinity, epsilon_one : float, natural-log ε of all reports of one value, and of one
    permanent, one_report : DirectEncoding, the first layer, and both layers together

    Examples
    --------
    >>> chain = DirectChain(["no", "yes"], epsilon_infinity=2, epsilon_one=1)
    >>> rng = np.random.default_rng(6)
    >>> memory = chain.remember(1, rng)
    >>> [chain.perturb(chain.encode(["yes"]), memory, rng).item() for day in range(8)]
    [1, 1, 1, 0, 1, 0, 1, 1]
    """

    domain: tuple
    epsilon_infinity: float
    epsilon_one: float
    p2: float = field(init=False)
    q2: float = field(init=False)
    permanent: DirectEncoding = field(init=False)
    one_report: DirectEncoding = field(init=False)

    def __post_init__(self) -> None:
        domain = check_domain(self.domain)
        infinity, one = shared.check_epsilons(self.epsilon_infinity, self.epsilon_one)
        permanent, one_report = DirectEncoding(domain, infinity), DirectEncoding(domain, one)
        q2 = one_report.p * math.expm1(infinity - one) / math.expm1(infinity)
        vars(self).update(domain=domain, epsilon_infinity=infinity, epsilon_one=one)
        vars(self).update(p2=1 - (len(domain) - 1) * q2, q2=q2)
        vars(self).update(permanent=permanent, one_report=one_report)

    def __repr__(self) -> str:
        return describe_chain(self)

    encode = encode_position

    def remember(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """The permanent answer of each of n devices to each value: positions, shape (n, k)."""
        k = len(self.domain)
        n = shared.check_remember(n, rng, k)
        answers = self.permanent.perturb(np.tile(np.arange(k), n), rng)
        return answers.reshape(n, k)

    def perturb(
        self, encoded: ArrayLike, memory: ArrayLike, rng: np.random.Generator
    ) -> np.ndarray:
        """One day's reports, intp of shape (n,), from positions and what each device remembers."""
        k = len(self.domain)
        encoded = shared.check_encoded(encoded, k)
        memory = shared.check_memory(memory, encoded, [k - 1] * k)
        check_rng(rng)
        kept = rng.random(len(encoded)) < self.p2 - self.q2
        drawn = rng.integers(k, size=len(encoded))
        return np.where(kept, memory[np.arange(len(encoded)), encoded], drawn)

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from one day's reports. Unbiased; nothing is clipped."""
        return self.one_report.aggregate(reports)

    def fresh_channel(self) -> np.ndarray:
        """Pr[report | permanent answer], shape (k, k): p2 on the diagonal, q2 elsewhere."""
        return np.where(np.eye(len(self.domain), dtype=bool), self.p2, self.q2)

    def channel(self) -> np.ndarray:
        """Pr[one report | value], shape (k, k): the product of both layers."""
        return self.permanent.channel() @ self.fresh_channel()

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """One day's estimate, for true counts of that day."""
        return self.one_report.simulate(counts, rng)

    def collect_days(self, values: ArrayLike, rng: np.random.Generator) -> list[Estimate]:
        """One estimate a day, from values of shape (n, days), in chunks of people."""
        encoded = shared.encode_days(self, values)
        supports = shared.supports_by_day(self, encoded, rng, len(self.domain))
        return [pure_estimate(self.one_report, support, len(encoded)) for support in supports]

    def variance(self, n: int, frequency: ArrayLike, days: int = 1) -> np.ndarray | float:
        """Of an estimated frequency, or of its mean over days on which nobody's value changes.

        The permanent answers' part stays; the fresh noise's part is divided by the days.
        """
        return variance_over_days(self, n, frequency, days)

    def support(self, reports: ArrayLike) -> np.ndarray:
        """Number of reports that name each value, int64 of shape (k,)."""
        return self.one_report.support(reports)

    def memories(self) -> tuple[np.ndarray, np.ndarray]:
        """Chances of the k^k memories, and Pr[report | memory, value], shape (k^k, k, k)."""
        answers = all_rows(len(self.domain), len(self.domain))
        return memories_of_layers(self.permanent.channel(), self.fresh_channel(), answers)


def variance_over_days(
    chain: object, n: int, frequency: ArrayLike, days: int
) -> np.ndarray | float:
    days = check_people("days", days)
    floor = chain.permanent.variance(n, frequency)
    return floor + (chain.one_report.variance(n, frequency) - floor) / days


def describe_chain(chain: object, sizes: str = "") -> str:
    """What repr() shows."""
    shown = describe(chain.one_report, sizes).partition("(")[2].rpartition(", epsilon")[0]
    both = f"epsilon_infinity={chain.epsilon_infinity:.4f}, epsilon_one={chain.epsilon_one:.4f}"
    return f"{type(chain).__name__}({shown}, {both})"
