"""All in one: the answers to all questions are one value, reported by direct encoding."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_epsilon
from ldp_course.estimate import Estimate
from ldp_course.mechanisms.direct_encoding import DirectEncoding
from ldp_course.mechanisms.shared import pure_estimate
from ldp_course.multidimensional import shared


@dataclass(frozen=True, eq=False)
class AllInOne:
    """Direct encoding of a whole record, one of K combinations of answers, with all of ε.

    A group of m combinations, such as all with "yes" to one question, is supported with
    p + (m - 1) q by who belongs to it, and with m q by the others: so its share, and the share of
    each pair of answers, is estimated with its own standard error.

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
        domains, epsilon = shared.check_domains(self.domains), check_epsilon(self.epsilon)
        vars(self).update(domains=domains, epsilon=epsilon)
        mechanism = DirectEncoding(range(shared.check_table(self)), epsilon)
        vars(self).update(mechanism=mechanism)
        questions = {name: self._group(domain) for name, domain in domains.items()}
        vars(self).update(questions=questions)

    def _group(self, domain: tuple) -> shared.Pure:
        """p and q of a value of this domain, which is a group of K/k combinations."""
        p, q = self.mechanism.p, self.mechanism.q
        m = len(self.mechanism.domain) // len(domain)
        return shared.Pure(domain, p + (m - 1) * q, m * q)

    encode = shared.encode

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """The combinations that leave the devices, as positions, intp of shape (n, questions)."""
        encoded = shared.check_encoded(self, encoded)
        codes = np.ravel_multi_index(tuple(encoded.T), shared.sizes(self))
        reported = self.mechanism.perturb(codes, rng)
        return np.column_stack(np.unravel_index(reported, shared.sizes(self)))

    def aggregate(self, reports: ArrayLike) -> dict[str, Estimate]:
        """Estimate the shares of the answers to each question. Unbiased; nothing is clipped."""
        return self._estimates(shared.count_records(self, reports))

    def cross_table(self, reports: ArrayLike, first: str, second: str) -> Estimate:
        """Estimate the share of each pair of answers to two questions, the second runs faster."""
        places = shared.two_questions(self, first, second)
        support = shared.along(shared.count_records(self, reports), *places).ravel()
        group = self._group(shared.pairs(self, first, second))
        return pure_estimate(group, support, int(support.sum()))

    def channel(self) -> np.ndarray:
        """Pr[reported combination | record], in the order of their positions, the last fastest."""
        cells = len(self.mechanism.domain)
        shared.check_channel_size(cells, cells)
        return self.mechanism.channel()

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> dict[str, Estimate]:
        """The exact law of `aggregate`, for a table of true counts, one dimension a question."""
        return self._estimates(self.simulate_reports(counts, rng))

    def simulate_reports(self, counts: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """How many reports name each combination: a table, one dimension a question."""
        table, n = shared.check_table_counts(self, counts, rng)
        kept = rng.binomial(table, self.mechanism.p - self.mechanism.q)
        evenly = np.full(table.size, 1 / table.size)
        return kept + rng.multinomial(n - kept.sum(), evenly).reshape(table.shape)

    variance = shared.variance

    def _estimates(self, table: np.ndarray) -> dict[str, Estimate]:
        supports = [shared.along(table, place) for place in range(table.ndim)]
        return shared.estimates(self, supports, int(table.sum()))
