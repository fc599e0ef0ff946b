"""Chain two layers of direct encoding: a permanent answer, and fresh noise on it."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_people, check_rng
from ldp_course.counting import describe, encode_position, pure_estimate
from ldp_course.direct_encoding import DirectEncoding
from ldp_course.domains import check_domain
from ldp_course.estimate import Estimate
from ldp_course.topics.again_and_again import remembering
from ldp_course.topics.again_and_again.sequences import all_rows, memories_of_layers


def variance_over_days(
    chain: object, n: int, frequency: ArrayLike, days: int = 1
) -> np.ndarray | float:
    """Return the variance of a frequency, or of its mean over days without change.

    The permanent answers' part stays; the fresh noise's part is divided by the days.
    """
    days = check_people("days", days)
    floor = chain.permanent.variance(n, frequency)
    return floor + (chain.one_report.variance(n, frequency) - floor) / days


def collect_chain(
    chain: object, values: ArrayLike, rng: np.random.Generator, width: int
) -> list[Estimate]:
    """Estimate each day; a device remembers `width` numbers."""
    encoding = chain.one_report
    days, n = remembering.supports_by_day(chain, encoding.support, values, rng, width)
    return [pure_estimate(encoding, support, n) for support in days]


def describe_chain(chain: object, sizes: str = "") -> str:
    """Return the repr of a chain."""
    encoding = describe(chain.one_report, sizes)
    shown = encoding.partition("(")[2].rpartition(", epsilon")[0]
    shown += f", epsilon_infinity={chain.epsilon_infinity:.4f}"
    return f"{type(chain).__name__}({shown}, epsilon_one={chain.epsilon_one:.4f})"


@dataclass(unsafe_hash=True, repr=False)
class DirectChain:
    """Keep one direct answer (ε∞) to each value for ever; report it with fresh noise.

    The permanent answer is the second layer's value: kept with p2 = 1 - (k - 1) q2, and
    any other value is sent with q2 = (e^ε∞ - e^ε₁) / ((e^ε∞ - 1)(e^ε₁ + k - 1)). Then
    *one* report is `DirectEncoding` at ε₁. With ε₁ = ε∞ there is no second layer:
    memory alone. L-GRR of Arcolezi et al. (arXiv:2111.04636), with a q2 that is exact
    for every k. Chapter "Again and again".

    Parameters
    ----------
    domain : sequence of at least 2 different values
    epsilon_infinity, epsilon_one : float, natural-log ε of all reports of one value,
        and of one
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
        self.domain = check_domain(self.domain)
        infinity, single = remembering.check_epsilons(
            self.epsilon_infinity, self.epsilon_one
        )
        self.epsilon_infinity, self.epsilon_one = infinity, single
        self.permanent = DirectEncoding(self.domain, infinity)
        self.one_report = DirectEncoding(self.domain, single)
        self.q2 = (
            self.one_report.p * math.expm1(infinity - single) / math.expm1(infinity)
        )
        self.p2 = 1 - (len(self.domain) - 1) * self.q2

    def __repr__(self) -> str:
        return describe_chain(self)

    encode = encode_position

    def remember(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """Draw the permanent answer of n devices to each value, as positions (n, k)."""
        k = len(self.domain)
        n = remembering.check_remember(n, rng, k)
        answers = self.permanent.perturb(np.tile(np.arange(k), n), rng)
        return answers.reshape(n, k)

    def perturb(
        self, encoded: ArrayLike, memory: ArrayLike, rng: np.random.Generator
    ) -> np.ndarray:
        """Return one day's reports, intp of shape (n,), from positions and memories."""
        k = len(self.domain)
        encoded = remembering.check_encoded(encoded, k)
        memory = remembering.check_memory(memory, encoded, [k - 1] * k)
        check_rng(rng)
        stays = rng.random(len(encoded)) < self.p2 - self.q2
        random = rng.integers(k, size=len(encoded))
        return np.where(stays, memory[np.arange(len(encoded)), encoded], random)

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate all frequencies from one day's reports; unbiased, not clipped."""
        return self.one_report.aggregate(reports)

    def fresh_channel(self) -> np.ndarray:
        """Return Pr[report | permanent answer], (k, k): p2 if equal, q2 elsewhere."""
        return np.where(np.eye(len(self.domain), dtype=bool), self.p2, self.q2)

    def channel(self) -> np.ndarray:
        """Return Pr[one report | value], shape (k, k): the product of both layers."""
        return self.permanent.channel() @ self.fresh_channel()

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Draw one day's estimate, for true counts of that day."""
        return self.one_report.simulate(counts, rng)

    def collect_days(
        self, values: ArrayLike, rng: np.random.Generator
    ) -> list[Estimate]:
        """Estimate each day from values of shape (n, days), in chunks of people."""
        return collect_chain(self, values, rng, len(self.domain))

    variance = variance_over_days

    def memories(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the chances of memories (k^k,), and Pr[report | memory, value]."""
        answers = all_rows(len(self.domain), len(self.domain))
        return memories_of_layers(
            self.permanent.channel(), self.fresh_channel(), answers
        )
