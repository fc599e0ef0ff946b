"""Share what the plans for several questions have in common, as functions."""

from collections.abc import Mapping
from math import prod
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    as_array,
    check_counts,
    check_rng,
    check_type,
    check_whole,
    refuse,
    reject,
    shown,
)
from ldp_course.counting import (
    check_values,
    one_hot,
    positions_by_chunk,
    pure_estimate,
    pure_variance,
)
from ldp_course.direct_encoding import DirectEncoding
from ldp_course.domains import check_domain, in_order
from ldp_course.estimate import Estimate
from ldp_course.texts import lookalike
from ldp_course.unary_encoding import UnaryEncoding

MOST_QUESTIONS = 64
LARGEST_TABLE = 1 << 20  # cells of all answers together
LARGEST_CHANNEL = 1 << 22  # probabilities


class Pure(NamedTuple):
    """Hold the p and q with which a report supports the values of one question."""

    domain: tuple
    p: float
    q: float


class Plan(Protocol):
    """Name what these functions read of a plan."""

    domains: dict
    epsilon: float
    questions: dict  # something with domain, p, q for each


def check_domains(domains: Mapping) -> dict:
    """Return the questions with their domains, tuples of at least 2 values each."""
    allowed = "a dict of 2 to 64 questions, each with its domain"
    allowed += ", such as {'sex': ['M', 'F'], …}"
    check_type("domains", domains, Mapping, allowed)
    if not 2 <= len(domains) <= MOST_QUESTIONS:
        refuse("domains", domains, allowed)
    checked = {}
    for question, domain in domains.items():
        try:
            checked[question] = check_domain(domain)
        except (TypeError, ValueError) as error:
            problem = f"domains holds no domain of {shown(question)}"
            raise type(error)(f"{problem}: {error}") from None
    return checked


def sizes(plan: Plan) -> tuple[int, ...]:
    return tuple(map(len, plan.domains.values()))


def check_table(plan: Plan) -> int:
    """Return the number of cells of all answers together."""
    cells = prod(sizes(plan))
    if cells > LARGEST_TABLE:
        problem = f"domains have {cells:,} combinations of answers"
        raise ValueError(f"{problem}; at most {LARGEST_TABLE:,} are allowed here")
    return cells


def encode(plan: Plan, records: Mapping) -> np.ndarray:
    """Return positions of each person's answers, intp of shape (n, questions).

    Records are a DataFrame, or a dict, with a column of answers for each question.
    """
    names = ", ".join(map(shown, plan.domains))
    allowed = f"a DataFrame or dict with the columns {names}"
    if not hasattr(records, "columns"):
        check_type("records", records, Mapping, allowed)
    missing = [question for question in plan.domains if question not in records]
    if missing:
        alike = "".join(lookalike(column, missing[:1]) for column in records)
        reject("records", f"has no {shown(missing[0])}", f"{allowed}{alike}")
    columns = [
        _positions(name, records[name], domain) for name, domain in plan.domains.items()
    ]
    if len(set(map(len, columns))) > 1:
        problem = f"records holds columns of {sorted(map(len, columns))} answers"
        raise ValueError(
            f"{problem}; all columns of records must have one answer a person"
        )
    return np.column_stack(columns)


def _positions(question: str, values: ArrayLike, domain: tuple) -> np.ndarray:
    try:
        return next(positions_by_chunk(check_values(values), domain, width=0))
    except (TypeError, ValueError) as error:
        problem = f"records holds wrong answers to {shown(question)}"
        raise type(error)(f"{problem}: {error}") from None


def check_encoded(plan: Plan, encoded: ArrayLike, name: str = "encoded") -> np.ndarray:
    """Return rows of positions, one row a person, intp of shape (n, questions)."""
    largest = [k - 1 for k in sizes(plan)]
    allowed = f"rows of {len(largest)} positions up to {largest}, one row a person"
    rows = in_order(name, encoded, None, plan.domains, complete=True)
    return check_whole(name, rows, largest, allowed, "iu").astype(np.intp, copy=False)


def check_table_counts(
    plan: Plan, counts: ArrayLike, rng: np.random.Generator
) -> tuple[np.ndarray, int]:
    """Return the true counts of all answers, one dimension a question, and n."""
    check_rng(rng)
    shape, cells = sizes(plan), check_table(plan)
    allowed = f"a table of counts of shape {shape}, one dimension a question"
    names = [axis.name for axis in getattr(counts, "axes", ())]
    first, second, *others = plan.domains
    if names and not others and (names[0] == second or names[-1] == first):
        counts = counts.T  # a cross-table of the second question by the first
    counts = in_order("counts", counts, *plan.domains.values())
    table = as_array("counts", counts, allowed)
    if table.shape != shape:
        reject("counts", f"has shape {table.shape}", allowed)
    table = check_counts("counts", table.reshape(cells), cells).reshape(shape)
    return table, int(table.sum())


def question_of(plan: Plan, question: str, name: str = "question") -> int:
    """Return the place of a question."""
    names = list(plan.domains)
    if not isinstance(question, str | int) or question not in names:
        alike = lookalike(question, names)
        refuse(name, question, f"one of {', '.join(map(shown, names))}{alike}")
    return names.index(question)


def two_questions(plan: Plan, first: str, second: str) -> tuple[int, int]:
    places = question_of(plan, first, "first"), question_of(plan, second, "second")
    if places[0] == places[1]:
        refuse("second", second, f"another question than first = {shown(first)}")
    return places


def along(table: np.ndarray, *places: int) -> np.ndarray:
    """Return the table of these questions, in this order; all others are summed up."""
    others = tuple(place for place in range(table.ndim) if place not in places)
    summed = table.sum(axis=others)
    return summed if places == tuple(sorted(places)) else summed.T


def pairs(plan: Plan, first: str, second: str) -> tuple:
    """Return the domain of a cross-table: pairs of answers, the second faster."""
    return tuple((a, b) for a in plan.domains[first] for b in plan.domains[second])


def variance(
    plan: Plan, question: str, n: int, frequency: ArrayLike
) -> np.ndarray | float:
    """Return the variance of the estimated share of an answer, about these n people."""
    question_of(plan, question)
    return pure_variance(plan.questions[question], n, frequency)


def estimates(plan: Plan, supports: list, n: int) -> dict[str, Estimate]:
    """Return an estimate for each question, from the support of each answer."""
    pairs = zip(plan.questions.items(), supports, strict=True)
    return {
        name: pure_estimate(question, support, n) for (name, question), support in pairs
    }


def best_mechanism(domain: tuple, epsilon: float) -> DirectEncoding | UnaryEncoding:
    """Return direct or optimized unary encoding: the one with less noise if rare."""
    direct = DirectEncoding(domain, epsilon)
    unary = UnaryEncoding.optimized(domain, epsilon)
    return direct if direct.variance(1, 0.0) <= unary.variance(1, 0.0) else unary


def perturb_positions(
    mechanism: DirectEncoding | UnaryEncoding,
    positions: np.ndarray,
    rng: np.random.Generator,
) -> np.ndarray:
    """Return reports of people with these positions: none for nobody."""
    if isinstance(mechanism, UnaryEncoding):
        positions = one_hot(positions, len(mechanism.domain))
    return mechanism.perturb(positions, rng) if len(positions) else positions


def check_parts(plan: Plan, reports: tuple) -> tuple:
    """Return the reports of each question; the question's mechanism checks them."""
    allowed = f"a tuple of {len(plan.questions)} arrays, the reports of each question"
    check_type("reports", reports, tuple | list, allowed)
    if len(reports) != len(plan.questions):
        reject("reports", f"holds {len(reports)} parts", allowed)
    parts = []
    for (name, question), part in zip(plan.questions.items(), reports):
        part = in_order("reports", part, None, question.domain, complete=True)
        part = as_array("reports", part, allowed)
        if part.ndim == 0 or len(part) == 0:
            problem = f"reports has none of {shown(name)}"
            raise ValueError(f"{problem}: too few people; reports must be {allowed}")
        parts.append(part)
    return tuple(parts)


def count_records(plan: Plan, reports: ArrayLike) -> np.ndarray:
    """Return how many reports name each combination, one dimension a question."""
    reports = check_encoded(plan, reports, "reports")
    codes = np.ravel_multi_index(tuple(reports.T), sizes(plan))
    return np.bincount(codes, minlength=prod(sizes(plan))).reshape(sizes(plan))


def check_channel_size(rows: int, columns: int) -> None:
    """Raise ValueError if the channel is too large to be listed."""
    entries = rows * columns
    if entries > LARGEST_CHANNEL:
        problem = f"the channel of these domains has {entries:,} entries"
        raise ValueError(f"{problem}; at most {LARGEST_CHANNEL:,} are allowed")
