"""What the checks hand to an answer."""

from __future__ import annotations

import numpy as np

from ldp_course.checks.unary_encoding.task import Task


def some_answers(own: Task, people: int, rng: np.random.Generator) -> list[list[str]]:
    """Lists of up to `most` values, in any order, many of them empty."""
    sizes = rng.integers(0, own.most + 1, people)
    sizes[: own.most + 1] = range(own.most + 1)
    return [
        [own.domain[place] for place in rng.permutation(len(own.domain))[:size]] for size in sizes
    ]


def answer_rows(own: Task, people: int, rng: np.random.Generator) -> np.ndarray:
    """Encoded answers: `most` values each, and one person of ten without an answer."""
    k = len(own.domain)
    rows = np.zeros((people, k + 1), dtype=int)
    rows[:, :k] = rng.random((people, k)).argsort(axis=1).argsort(axis=1) < own.most
    rows[rng.random(people) < 0.1] = [0] * k + [1]
    return rows


def one_hot(people: int, columns: int, rng: np.random.Generator) -> np.ndarray:
    """Rows with one 1; see `in_fours`."""
    return in_fours(np.eye(columns, dtype=int)[rng.integers(0, columns, people // 4)])


def in_fours(rows: np.ndarray) -> np.ndarray:
    """Each row four times: twice in a row, and again half of the table further down."""
    return np.tile(np.repeat(rows, 2, axis=0), (2, 1))


def noisy(own: Task, people: int, rng: np.random.Generator) -> np.ndarray:
    """Reports in which each column has a true share of its own."""
    shares = rng.uniform(0.05, 0.4, len(own.columns))
    return (rng.random((people, len(own.columns))) < own.q + shares * (own.p - own.q)).astype(int)
