"""Split the people: each device draws one question, and answers it with all of ε."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_epsilon,
    check_frequency,
    check_people,
    check_rng,
    set_attributes,
)
from ldp_course.counting import noise_variance, number_if_single
from ldp_course.estimate import Estimate
from ldp_course.topics.many_questions import plans


@dataclass(frozen=True, eq=False)
class SplitPeople:
    """Let each person answer one of h questions, drawn at random, with all of ε.

    The reports say which question was drawn; that does not depend on the answers.
    Nobody answers two questions, so there is no cross-table.

    Parameters
    ----------
    domains : dict of 2 to 64 questions, each with its domain
    epsilon : float, natural-log ε from 1e-6 to 30

    Examples
    --------
    >>> plan = SplitPeople({"sex": ["M", "F"], "rich": ["no", "yes"]}, epsilon=2.0)
    >>> counts = [[4000, 1000], [5000, 0]]  # rows: sex, columns: rich
    >>> plan.simulate(counts, np.random.default_rng(1))["sex"].frequencies.round(2)
    array([0.49, 0.51])
    """

    domains: dict
    epsilon: float
    questions: dict = field(init=False)

    def __post_init__(self) -> None:
        domains = plans.check_domains(self.domains)
        epsilon = check_epsilon(self.epsilon)
        questions = {
            name: plans.best_mechanism(domain, epsilon)
            for name, domain in domains.items()
        }
        set_attributes(self, domains=domains, epsilon=epsilon, questions=questions)

    encode = plans.encode

    def perturb(
        self, encoded: ArrayLike, rng: np.random.Generator
    ) -> tuple[np.ndarray, ...]:
        """Return for each question the reports of those who drew it."""
        encoded = plans.check_encoded(self, encoded)
        chosen = check_rng(rng).integers(len(self.questions), size=len(encoded))
        return tuple(
            plans.perturb_positions(mechanism, encoded[chosen == place, place], rng)
            for place, mechanism in enumerate(self.questions.values())
        )

    def aggregate(self, reports: Sequence) -> dict[str, Estimate]:
        """Estimate the shares among all n people; the errors include who was drawn."""
        parts = plans.check_parts(self, reports)
        n = sum(map(len, parts))
        answered = zip(self.questions.items(), parts, strict=True)
        return {
            name: _for_all(mechanism.aggregate(part), mechanism, n)
            for (name, mechanism), part in answered
        }

    def channel(self) -> np.ndarray:
        """Return Pr[question, report | record], shape (records, all reports)."""
        channels = [mechanism.channel() for mechanism in self.questions.values()]
        columns = sum(channel.shape[1] for channel in channels)
        plans.check_channel_size(plans.check_table(self), columns)
        answers = np.indices(plans.sizes(self)).reshape(len(channels), -1)
        rows = [channel[answer] for channel, answer in zip(channels, answers)]
        return np.hstack(rows) / len(channels)

    def simulate(
        self, counts: ArrayLike, rng: np.random.Generator
    ) -> dict[str, Estimate]:
        """Draw the estimates for a table of true counts, one dimension a question."""
        table, n = plans.check_table_counts(self, counts, rng)
        h = len(self.questions)
        people = rng.multinomial(table, np.full(h, 1 / h))
        if not people.reshape(-1, h).any(axis=0).all():
            raise ValueError(
                f"counts has {n} people, too few: nobody drew one of the questions"
            )
        return {
            name: _for_all(
                mechanism.simulate(plans.along(people[..., place], place), rng),
                mechanism,
                n,
            )
            for place, (name, mechanism) in enumerate(self.questions.items())
        }

    def variance(
        self, question: str, n: int, frequency: ArrayLike
    ) -> np.ndarray | float:
        """Return the variance of a share among n people, of whom n/h answer."""
        plans.question_of(self, question)
        f, h = check_frequency("frequency", frequency), len(self.questions)
        return number_if_single(
            _variance(self.questions[question], check_people("n", n), n / h, f)
        )


def _for_all(estimate: Estimate, mechanism, n: int) -> Estimate:
    """Return the estimate from some people as one for all n."""
    f = np.clip(estimate.frequencies, 0, 1)
    errors = np.sqrt(_variance(mechanism, n, estimate.n, f))
    return Estimate.computed(estimate.domain, n, estimate.frequencies, errors)


def _variance(mechanism, n: int, answers: float, f: np.ndarray) -> np.ndarray:
    """Return the variance by noise, and by who answers (without replacement)."""
    sampling = f * (1 - f) / answers * (n - answers) / max(1, n - 1)
    return noise_variance(answers, f, mechanism.p, mechanism.q) + sampling
