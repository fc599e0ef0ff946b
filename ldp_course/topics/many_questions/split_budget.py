"""Split the budget: everybody answers every question with an equal part of ε."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import prod

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_epsilon, set_attributes
from ldp_course.counting import chunks
from ldp_course.estimate import Estimate
from ldp_course.topics.many_questions import plans


@dataclass(frozen=True, eq=False)
class SplitBudget:
    """Everybody answers all h questions, each with ε/h and coins of its own: ε in all.

    Each question has direct or optimized unary encoding, whichever has less noise:
    `questions`.

    Parameters
    ----------
    domains : dict of 2 to 64 questions, each with its domain
    epsilon : float, natural-log ε of all answers together; each part from 1e-6 to 30

    Examples
    --------
    >>> plan = SplitBudget({"sex": ["M", "F"], "rich": ["no", "yes"]}, epsilon=2.0)
    >>> records = {"sex": ["M", "F"] * 5000, "rich": ["no"] * 5000 + ["yes"] * 5000}
    >>> reports = plan.perturb(plan.encode(records), np.random.default_rng(1))
    >>> plan.cross_table(reports, "sex", "rich").frequencies.round(2)
    array([0.24, 0.27, 0.26, 0.23])
    """

    domains: dict
    epsilon: float
    questions: dict = field(init=False)

    def __post_init__(self) -> None:
        domains = plans.check_domains(self.domains)
        epsilon = check_epsilon(self.epsilon)
        part = check_epsilon(epsilon / len(domains), "epsilon / questions")
        questions = {
            name: plans.best_mechanism(domain, part) for name, domain in domains.items()
        }
        set_attributes(self, domains=domains, epsilon=epsilon, questions=questions)

    encode = plans.encode

    def perturb(
        self, encoded: ArrayLike, rng: np.random.Generator
    ) -> tuple[np.ndarray, ...]:
        """Return the reports of each question, as they leave the devices."""
        columns = zip(
            self.questions.values(), plans.check_encoded(self, encoded).T, strict=True
        )
        return tuple(
            plans.perturb_positions(mechanism, part, rng) for mechanism, part in columns
        )

    def aggregate(self, reports: Sequence) -> dict[str, Estimate]:
        """Estimate the shares of answers to each question; unbiased, not clipped."""
        parts = self._check_reports(reports)
        supports = [
            mechanism.support(part)
            for mechanism, part in zip(self.questions.values(), parts)
        ]
        return plans.estimates(self, supports, len(parts[0]))

    def cross_table(self, reports: Sequence, first: str, second: str) -> Estimate:
        """Estimate the share of each pair of answers; the second runs faster.

        In a report, (supports v - q)/(p - q) is unbiased for "holds v". The coins of
        two questions are independent, so the product is unbiased for "holds both".
        """
        places = plans.two_questions(self, first, second)
        parts = self._check_reports(reports)
        a, b = (list(self.questions.values())[place] for place in places)
        of_a, of_b = (parts[place] for place in places)
        n, width = len(of_a), len(a.domain) + len(b.domain)
        together = sum(
            a.supported(some).astype(float).T @ b.supported(others)
            for some, others in zip(chunks(of_a, width), chunks(of_b, width))
        )
        alone_a, alone_b = a.support(of_a)[:, None], b.support(of_b)
        stretch = n * (a.p - a.q) * (b.p - b.q)
        table = (together - b.q * alone_a - a.q * alone_b + n * a.q * b.q) / stretch
        errors = np.sqrt(_variance(a, b, table, n)).ravel()
        return Estimate.computed(
            plans.pairs(self, first, second), n, table.ravel(), errors
        )

    def channel(self) -> np.ndarray:
        """Return Pr[all reports | record], the last question fastest."""
        channels = [mechanism.channel() for mechanism in self.questions.values()]
        columns = prod(channel.shape[1] for channel in channels)
        plans.check_channel_size(plans.check_table(self), columns)
        return reduce(np.kron, channels)

    def simulate(
        self, counts: ArrayLike, rng: np.random.Generator
    ) -> dict[str, Estimate]:
        """Draw the estimates for a table of true counts, one dimension a question."""
        # the coins of different questions are independent
        table, _ = plans.check_table_counts(self, counts, rng)
        simulated = enumerate(self.questions.items())
        return {
            name: mechanism.simulate(plans.along(table, place), rng)
            for place, (name, mechanism) in simulated
        }

    variance = plans.variance

    def _check_reports(self, reports: Sequence) -> Sequence:
        parts = plans.check_parts(self, reports)
        if len(set(map(len, parts))) > 1:
            problem = f"reports has {sorted(map(len, parts))} reports of the questions"
            raise ValueError(f"{problem}; everybody must have answered every question")
        return parts


def _variance(a, b, table: np.ndarray, n: int) -> np.ndarray:
    """Return the variance of each cell's estimate."""
    # from E[square] of either factor, with the answer and without it
    table = np.clip(table, 0, 1)
    with_a, with_b = (
        1 + mechanism.p * (1 - mechanism.p) / (mechanism.p - mechanism.q) ** 2
        for mechanism in (a, b)
    )
    without_a, without_b = (
        mechanism.q * (1 - mechanism.q) / (mechanism.p - mechanism.q) ** 2
        for mechanism in (a, b)
    )
    only_a = table.sum(axis=1, keepdims=True) - table
    only_b = table.sum(axis=0) - table
    neither = np.maximum(0, 1 - table - only_a - only_b)
    squares = table * with_a * with_b + only_a * with_a * without_b
    squares += only_b * without_a * with_b + neither * without_a * without_b
    return np.maximum(0, squares - table) / n
