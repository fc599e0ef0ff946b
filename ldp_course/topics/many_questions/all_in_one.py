"""Report the answers to all questions as one value, by direct encoding."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_epsilon, set_attributes
from ldp_course.counting import pure_estimate
from ldp_course.direct_encoding import DirectEncoding
from ldp_course.estimate import Estimate
from ldp_course.topics.many_questions import plans


@dataclass(frozen=True, eq=False)
class AllInOne:
    """Encode a whole record, one of K combinations of answers, directly, with all of ε.

    A group of m combinations, such as all with "yes" to one question, is supported with
    p + (m - 1) q by who belongs to it, and with m q by the others: so its share, and
    the share of each pair of answers, is estimated with its own standard error.

    Parameters
    ----------
    domains : dict of 2 to 64 questions, each with its domain; at most 2^20 combinations
    epsilon : float, natural-log ε from 1e-6 to 30

    Examples
    --------
    >>> plan = AllInOne({"sex": ["M", "F"], "rich": ["no", "yes"]}, epsilon=2.0)
    >>> records = {"sex": ["M", "F"] * 5000, "rich": ["no"] * 5000 + ["yes"] * 5000}
    >>> reports = plan.perturb(plan.encode(records), np.random.default_rng(1))
    >>> plan.cross_table(reports, "sex", "rich").frequencies.round(2)
    array([0.25, 0.25, 0.25, 0.24])
    """

    domains: dict
    epsilon: float
    mechanism: DirectEncoding = field(init=False)
    questions: dict = field(init=False)

    def __post_init__(self) -> None:
        domains = plans.check_domains(self.domains)
        epsilon = check_epsilon(self.epsilon)
        set_attributes(self, domains=domains, epsilon=epsilon)
        mechanism = DirectEncoding(range(plans.check_table(self)), epsilon)
        set_attributes(self, mechanism=mechanism)
        questions = {name: self._group(domain) for name, domain in domains.items()}
        set_attributes(self, questions=questions)

    def _group(self, domain: tuple) -> plans.Pure:
        """Return p and q of a value of this domain, a group of K/k combinations."""
        p, q = self.mechanism.p, self.mechanism.q
        m = len(self.mechanism.domain) // len(domain)
        return plans.Pure(domain, p + (m - 1) * q, m * q)

    encode = plans.encode

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Return combinations as positions, intp of shape (n, questions)."""
        encoded = plans.check_encoded(self, encoded)
        codes = np.ravel_multi_index(tuple(encoded.T), plans.sizes(self))
        reported = self.mechanism.perturb(codes, rng)
        return np.column_stack(np.unravel_index(reported, plans.sizes(self)))

    def aggregate(self, reports: ArrayLike) -> dict[str, Estimate]:
        """Estimate the shares of answers to each question; unbiased, not clipped."""
        return self._estimates(plans.count_records(self, reports))

    def cross_table(self, reports: ArrayLike, first: str, second: str) -> Estimate:
        """Estimate the share of each pair of answers; the second runs faster."""
        places = plans.two_questions(self, first, second)
        support = plans.along(plans.count_records(self, reports), *places).ravel()
        group = self._group(plans.pairs(self, first, second))
        return pure_estimate(group, support, int(support.sum()))

    def channel(self) -> np.ndarray:
        """Return Pr[reported combination | record], the last question fastest."""
        cells = len(self.mechanism.domain)
        plans.check_channel_size(cells, cells)
        return self.mechanism.channel()

    def simulate(
        self, counts: ArrayLike, rng: np.random.Generator
    ) -> dict[str, Estimate]:
        """Draw the estimates for a table of true counts, one dimension a question."""
        table, n = plans.check_table_counts(self, counts, rng)
        true = rng.binomial(table, self.mechanism.p - self.mechanism.q)
        evenly = np.full(table.size, 1 / table.size)
        others = rng.multinomial(n - true.sum(), evenly).reshape(table.shape)
        return self._estimates(true + others)

    variance = plans.variance

    def _estimates(self, table: np.ndarray) -> dict[str, Estimate]:
        supports = [plans.along(table, place) for place in range(table.ndim)]
        return plans.estimates(self, supports, int(table.sum()))
