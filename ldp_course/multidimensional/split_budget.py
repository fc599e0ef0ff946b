"""Split the budget: everybody answers every question, each with an equal part of ε."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import prod

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_epsilon
from ldp_course.estimate import Estimate
from ldp_course.mechanisms.shared import chunks, unchecked
from ldp_course.multidimensional import shared


@dataclass(frozen=True, eq=False)
class SplitBudget:
    """Everybody answers all h questions, each with ε/h and coins of its own: ε in all.

    Each question has direct or optimized unary encoding, whichever has less noise: `questions`.

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
        domains, epsilon = shared.check_domains(self.domains), check_epsilon(self.epsilon)
        part = check_epsilon(epsilon / len(domains), "epsilon / questions")
        questions = {name: shared.best_mechanism(domain, part) for name, domain in domains.items()}
        vars(self).update(domains=domains, epsilon=epsilon, questions=questions)

    encode = shared.encode

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
        """What leaves the devices: for each question, the reports of its mechanism."""
        columns = zip(self.questions.values(), shared.check_encoded(self, encoded).T, strict=True)
        return tuple(shared.perturb_positions(one, part, rng) for one, part in columns)

    def aggregate(self, reports: Sequence) -> dict[str, Estimate]:
        """Estimate the shares of the answers to each question. Unbiased; nothing is clipped."""
        parts = self._check_reports(reports)
        supports = [one.support(part) for one, part in zip(self.questions.values(), parts)]
        return shared.estimates(self, supports, len(parts[0]))

    def cross_table(self, reports: Sequence, first: str, second: str) -> Estimate:
        """Estimate the share of each pair of answers to two questions, the second runs faster.

        In a report, (supports v - q)/(p - q) is unbiased for "holds v". The coins of two questions
        are independent, so the product is unbiased for "holds both".
        """
        places, parts = shared.two_questions(self, first, second), self._check_reports(reports)
        a, b = (list(self.questions.values())[place] for place in places)
        of_a, of_b = (np.asarray(parts[place]) for place in places)
        n, width = len(of_a), len(a.domain) + len(b.domain)
        together = sum(
            a.supported(some).astype(float).T @ b.supported(others)
            for some, others in zip(chunks(of_a, width), chunks(of_b, width))
        )
        one, other = a.support(of_a)[:, None], b.support(of_b)
        stretch = n * (a.p - a.q) * (b.p - b.q)
        table = (together - b.q * one - a.q * other + n * a.q * b.q) / stretch
        errors = np.sqrt(_variance(a, b, table, n)).ravel()
        return unchecked(Estimate, shared.pairs(self, first, second), n, table.ravel(), errors)

    def channel(self) -> np.ndarray:
        """Pr[all reports | record], records in the order of their positions, the last fastest."""
        channels = [one.channel() for one in self.questions.values()]
        shared.check_channel_size(shared.check_table(self), prod(len(one.T) for one in channels))
        return reduce(np.kron, channels)

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> dict[str, Estimate]:
        """The exact law of `aggregate`, for a table of true counts, one dimension a question.

        The coins of different questions are independent, so each question is simulated by itself.
        """
        table, _ = shared.check_table_counts(self, counts, rng)
        simulated = enumerate(self.questions.items())
        return {
            name: one.simulate(shared.along(table, place), rng) for place, (name, one) in simulated
        }

    variance = shared.variance

    def _check_reports(self, reports: Sequence) -> Sequence:
        parts = shared.check_parts(self, reports)
        if len(set(map(len, parts))) > 1:
            found = f"reports has {sorted(map(len, parts))} reports of the questions"
            raise ValueError(f"{found}; everybody must have answered every question")
        return parts


def _variance(a, b, table: np.ndarray, n: int) -> np.ndarray:
    """Of each cell's estimate, from E[square] of either factor with the answer and without it."""
    table = np.clip(table, 0, 1)
    with_a, with_b = (1 + one.p * (1 - one.p) / (one.p - one.q) ** 2 for one in (a, b))
    without_a, without_b = (one.q * (1 - one.q) / (one.p - one.q) ** 2 for one in (a, b))
    only_a = table.sum(axis=1, keepdims=True) - table
    only_b = table.sum(axis=0) - table
    neither = np.maximum(0, 1 - table - only_a - only_b)
    squares = table * with_a * with_b + only_a * with_a * without_b
    squares += only_b * without_a * with_b + neither * without_a * without_b
    return np.maximum(0, squares - table) / n
