"""One true answer among random fakes (RS+FD), with the guarantee of a whole record."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_epsilon, check_rng
from ldp_course.estimate import Estimate
from ldp_course.mechanisms.direct_encoding import DirectEncoding
from ldp_course.multidimensional import shared


@dataclass(frozen=True, eq=False)
class RandomFakes:
    """One question, drawn at random and kept secret, is answered with ε; all others by fakes.

    The answer has direct encoding, a fake is drawn evenly from its domain. Two records may differ
    in all answers, so whoever draws the question hides nothing: ε is exactly that of the one
    answer. Arcolezi, Couchot, Al Bouna and Xiao (CIKM 2021), where it is called RS+FD, and where a
    smaller ε is stated: see `published` and `one_answer_loss`.

    Parameters
    ----------
    domains : dict of 2 to 64 questions, each with its domain
    epsilon : float, natural-log ε from 1e-6 to 30, of a whole record

    Examples
    --------
    >>> fakes = RandomFakes.published({"sex": ["M", "F"], "rich": ["no", "yes"]}, nominal=1.0)
    >>> round(fakes.epsilon, 3), round(one_answer_loss(fakes), 3)
    (1.49, 1.0)
    """

    domains: dict
    epsilon: float
    questions: dict = field(init=False)

    def __post_init__(self) -> None:
        domains, epsilon = shared.check_domains(self.domains), check_epsilon(self.epsilon)
        vars(self).update(domains=domains, epsilon=epsilon)
        answers = self._answers()
        questions = {name: _among_fakes(one, len(domains)) for name, one in answers.items()}
        vars(self).update(questions=questions)

    @classmethod
    def published(cls, domains: Mapping, nominal: float) -> Self:
        """As in the paper: the answer gets ln(h (e^nominal - 1) + 1) for h questions."""
        h, nominal = len(shared.check_domains(domains)), check_epsilon(nominal, "nominal")
        return cls(domains, math.log1p(h * math.expm1(nominal)))

    def _answers(self) -> dict[str, DirectEncoding]:
        return {n: DirectEncoding(domain, self.epsilon) for n, domain in self.domains.items()}

    encode = shared.encode

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """What leaves the devices: positions, intp of shape (n, questions), all but one fake."""
        encoded, reports = shared.check_encoded(self, encoded), []
        drawn = check_rng(rng).integers(len(self.domains), size=len(encoded))
        for place, one in enumerate(self._answers().values()):
            fakes = rng.integers(len(one.domain), size=len(encoded))
            reports.append(np.where(drawn == place, one.perturb(encoded[:, place], rng), fakes))
        return np.column_stack(reports)

    def aggregate(self, reports: ArrayLike) -> dict[str, Estimate]:
        """Estimate the shares of the answers to each question. Unbiased; nothing is clipped."""
        reports = shared.check_encoded(self, reports, "reports")
        columns = zip(shared.sizes(self), reports.T, strict=True)
        supports = [np.bincount(column, minlength=k) for k, column in columns]
        return shared.estimates(self, supports, len(reports))

    def channel(self) -> np.ndarray:
        """Pr[reported record | record], in the order of their positions, the last fastest."""
        sizes, cells = shared.sizes(self), shared.check_table(self)
        shared.check_channel_size(cells, cells)
        records = np.indices(sizes).reshape(len(sizes), -1)
        answers = zip(self._answers().values(), records, strict=True)
        of_each = [one.channel()[np.ix_(answer, answer)] * k for (one, answer), k in
                   zip(answers, sizes)]  # fmt: skip
        return sum(of_each) / len(sizes) / cells

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> dict[str, Estimate]:
        """The exact law of `aggregate`, for a table of true counts, one dimension a question."""
        table, n = shared.check_table_counts(self, counts, rng)
        h = len(self.domains)
        drawn, supports = rng.multinomial(table, np.full(h, 1 / h)), []
        for place, one in enumerate(self._answers().values()):
            k, answered = len(one.domain), shared.along(drawn[..., place], place)
            kept = rng.binomial(answered, one.p - one.q)
            supports.append(kept + rng.multinomial(n - kept.sum(), np.full(k, 1 / k)))
        return shared.estimates(self, supports, n)

    variance = shared.variance


def _among_fakes(one: DirectEncoding, h: int) -> shared.Pure:
    """A report supports a value by the answer, in one of h reports, else by a fake."""
    fake = (1 - 1 / h) / len(one.domain)
    return shared.Pure(one.domain, one.p / h + fake, one.q / h + fake)


def one_answer_loss(plan: shared.Plan) -> float:
    """The smallest ε that holds for records which differ in *one* answer, from the exact channel.

    `privacy_loss(plan.channel())` holds for any two records; whoever hides one answer and not a
    whole record may state this smaller number, if the reader is told.

    Parameters
    ----------
    plan : any plan of this package, with at most 2^22 entries in its channel

    Examples
    --------
    >>> plan = RandomFakes({"sex": ["M", "F"], "rich": ["no", "yes"]}, epsilon=1.0)
    >>> round(one_answer_loss(plan), 3)
    0.62
    """
    channel = shared.check_plan(plan).channel()
    sizes = shared.sizes(plan)
    table, largest = channel.reshape(*sizes, -1), 0.0
    for place in range(len(sizes)):
        ends = table.max(axis=place), table.min(axis=place)
        largest = max(largest, float((np.log(ends[0]) - np.log(ends[1])).max()))
    return largest
