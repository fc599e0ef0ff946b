"""Split the people: each device draws one question, and answers it with all of ε."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_epsilon, check_frequency, check_people, check_rng
from ldp_course.estimate import Estimate
from ldp_course.mechanisms.shared import noise, number_if_single, unchecked
from ldp_course.multidimensional import shared


@dataclass(frozen=True, eq=False)
class SplitPeople:
    """Each person answers one of h questions, drawn at random, with all of ε.

    The reports say which question was drawn; that does not depend on the answers. Nobody answers
    two questions, so there is no cross-table.

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
        domains, epsilon = shared.check_domains(self.domains), check_epsilon(self.epsilon)
        questions = {
            name: shared.best_mechanism(domain, epsilon) for name, domain in domains.items()
        }
        vars(self).update(domains=domains, epsilon=epsilon, questions=questions)

    encode = shared.encode

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
        """What leaves the devices: for each question, the reports of those who drew it."""
        encoded = shared.check_encoded(self, encoded)
        drawn = check_rng(rng).integers(len(self.questions), size=len(encoded))
        return tuple(
            shared.perturb_positions(one, encoded[drawn == place, place], rng)
            for place, one in enumerate(self.questions.values())
        )

    def aggregate(self, reports: Sequence) -> dict[str, Estimate]:
        """Estimate the shares among all n people; errors count who was drawn, too. Unbiased."""
        parts = shared.check_parts(self, reports)
        n = sum(map(len, parts))
        asked = zip(self.questions.items(), parts, strict=True)
        return {name: _for_all(one.aggregate(part), one, n) for (name, one), part in asked}

    def channel(self) -> np.ndarray:
        """Pr[question, report | record], shape (records, reports of all questions)."""
        channels = [one.channel() for one in self.questions.values()]
        rows, columns = shared.check_table(self), sum(len(one.T) for one in channels)
        shared.check_channel_size(rows, columns)
        answers = np.indices(shared.sizes(self)).reshape(len(channels), -1)
        rows = [channel[answer] for channel, answer in zip(channels, answers)]
        return np.hstack(rows) / len(channels)

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> dict[str, Estimate]:
        """The exact law of `aggregate`, for a table of true counts, one dimension a question."""
        table, n = shared.check_table_counts(self, counts, rng)
        h = len(self.questions)
        drawn = rng.multinomial(table, np.full(h, 1 / h))
        if not drawn.reshape(-1, h).any(axis=0).all():
            raise ValueError(f"counts has {n} people, too few: nobody drew one of the questions")
        return {
            name: _for_all(one.simulate(shared.along(drawn[..., place], place), rng), one, n)
            for place, (name, one) in enumerate(self.questions.items())
        }

    def variance(self, question: str, n: int, frequency: ArrayLike) -> np.ndarray | float:
        """Of a share's estimate, about these n people, if n/h of them draw the question."""
        shared.question_of(self, question)
        f, h = check_frequency("frequency", frequency), len(self.questions)
        return number_if_single(_variance(self.questions[question], check_people("n", n), n / h, f))


def _for_all(estimate: Estimate, mechanism, n: int) -> Estimate:
    """The estimate from some people as one for all n."""
    f = np.clip(estimate.frequencies, 0, 1)
    errors = np.sqrt(_variance(mechanism, n, estimate.n, f))
    return unchecked(Estimate, estimate.domain, n, estimate.frequencies, errors)


def _variance(mechanism, n: int, asked: float, f: np.ndarray) -> np.ndarray:
    """The noise of those asked, and the chance of who they are (drawn without replacement)."""
    drawn = f * (1 - f) / asked * (n - asked) / max(1, n - 1)
    return noise(asked, f, mechanism.p, mechanism.q) + drawn
