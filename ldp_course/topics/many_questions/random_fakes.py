"""Hide one true answer among random fakes (RS+FD), with whole records protected."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    LARGEST_EPSILON,
    check_epsilon,
    check_rng,
    refuse,
    set_attributes,
)
from ldp_course.direct_encoding import DirectEncoding
from ldp_course.estimate import Estimate
from ldp_course.topics.many_questions import plans


@dataclass(frozen=True, eq=False)
class RandomFakes:
    """Answer one secret random question with ε, and all others by fakes.

    The answer has direct encoding, a fake is drawn evenly from its domain. Two records
    may differ in all answers, so whoever draws the question hides nothing: ε is exactly
    that of the one answer. Arcolezi, Couchot, Al Bouna and Xiao (CIKM 2021), where it
    is called RS+FD, and where a smaller ε is stated: see `published` and
    `one_answer_loss`.

    Parameters
    ----------
    domains : dict of 2 to 64 questions, each with its domain
    epsilon : float, natural-log ε from 1e-6 to 30, of a whole record

    Examples
    --------
    >>> domains = {"sex": ["M", "F"], "rich": ["no", "yes"]}
    >>> fakes = RandomFakes.published(domains, nominal=1.0)
    >>> round(fakes.epsilon, 3), round(one_answer_loss(fakes), 3)
    (1.49, 1.0)
    """

    domains: dict
    epsilon: float
    questions: dict = field(init=False)

    def __post_init__(self) -> None:
        domains = plans.check_domains(self.domains)
        epsilon = check_epsilon(self.epsilon)
        set_attributes(self, domains=domains, epsilon=epsilon)
        h, questions = len(domains), {}
        for name, answer in self._answers().items():  # it is one of h, the others fakes
            fake = (1 - 1 / h) / len(answer.domain)
            p, q = answer.p / h + fake, answer.q / h + fake
            questions[name] = plans.Pure(answer.domain, p, q)
        set_attributes(self, questions=questions)

    @classmethod
    def published(cls, domains: Mapping, nominal: float) -> Self:
        """Choose ε as in the paper: ln(h (e^nominal - 1) + 1) for h questions."""
        h = len(plans.check_domains(domains))
        epsilon = math.log1p(h * math.expm1(check_epsilon(nominal, "nominal")))
        if epsilon > LARGEST_EPSILON:
            refuse("nominal", nominal, f"one that makes ε at most {LARGEST_EPSILON:g}")
        return cls(domains, epsilon)

    def _answers(self) -> dict[str, DirectEncoding]:
        return {
            n: DirectEncoding(domain, self.epsilon)
            for n, domain in self.domains.items()
        }

    encode = plans.encode

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Return positions, intp of shape (n, questions), all but one fake."""
        encoded, reports = plans.check_encoded(self, encoded), []
        chosen = check_rng(rng).integers(len(self.domains), size=len(encoded))
        for place, mechanism in enumerate(self._answers().values()):
            fakes = rng.integers(len(mechanism.domain), size=len(encoded))
            answers = mechanism.perturb(encoded[:, place], rng)
            reports.append(np.where(chosen == place, answers, fakes))
        return np.column_stack(reports)

    def aggregate(self, reports: ArrayLike) -> dict[str, Estimate]:
        """Estimate the shares of answers to each question; unbiased, not clipped."""
        reports = plans.check_encoded(self, reports, "reports")
        columns = zip(plans.sizes(self), reports.T, strict=True)
        supports = [np.bincount(column, minlength=k) for k, column in columns]
        return plans.estimates(self, supports, len(reports))

    def channel(self) -> np.ndarray:
        """Return Pr[reported record | record], the last question fastest."""
        sizes, cells = plans.sizes(self), plans.check_table(self)
        plans.check_channel_size(cells, cells)
        records = np.indices(sizes).reshape(len(sizes), -1)
        total = np.zeros((cells, cells))
        for mechanism, answers in zip(self._answers().values(), records, strict=True):
            k = len(mechanism.domain)  # all others' fakes are even: k / cells of each
            total += mechanism.channel()[np.ix_(answers, answers)] * k
        return total / len(sizes) / cells

    def simulate(
        self, counts: ArrayLike, rng: np.random.Generator
    ) -> dict[str, Estimate]:
        """Draw the estimates for a table of true counts, one dimension a question."""
        table, n = plans.check_table_counts(self, counts, rng)
        h = len(self.domains)
        people, supports = rng.multinomial(table, np.full(h, 1 / h)), []
        for place, mechanism in enumerate(self._answers().values()):
            k, answered = len(mechanism.domain), plans.along(people[..., place], place)
            true = rng.binomial(answered, mechanism.p - mechanism.q)
            supports.append(true + rng.multinomial(n - true.sum(), np.full(k, 1 / k)))
        return plans.estimates(self, supports, n)

    variance = plans.variance


def one_answer_loss(plan: plans.Plan) -> float:
    """Return the exact smallest ε that holds for records which differ in one answer.

    `privacy_loss(plan.channel())` holds for any two records; whoever hides one answer
    and not a whole record may state this smaller number, if the reader is told.

    Parameters
    ----------
    plan : any plan of this package, with at most 2^22 entries in its channel

    Examples
    --------
    >>> plan = RandomFakes({"sex": ["M", "F"], "rich": ["no", "yes"]}, epsilon=1.0)
    >>> round(one_answer_loss(plan), 3)
    0.62
    """
    is_plan = hasattr(plan, "domains") and hasattr(plan, "channel")
    if isinstance(plan, type) or not is_plan:
        allowed = "a plan of ldp_course.topics.many_questions, such as AllInOne"
        refuse("plan", plan, allowed, TypeError)
    channel, sizes = plan.channel(), plans.sizes(plan)
    table, largest = channel.reshape(*sizes, -1), 0.0
    for place in range(len(sizes)):
        ends = table.max(axis=place), table.min(axis=place)
        largest = max(largest, float((np.log(ends[0]) - np.log(ends[1])).max()))
    return largest
