"""Unary encoding, question 7: a program that is mended, with a diagnosis."""

import math

import numpy as np

from coursework.unary_encoding.reference import COSTS, FAULTS, letter, program


# Question 7: collect(rows, epsilon, rng), count(reports, epsilon), fault,
# faulty_epsilon
def written(source):
    names = {"np": np, "math": math}
    exec(source, names)
    return names["collect"], names["count"]


def diagnosis(t):
    return letter(t), COSTS[letter(t)] * t.asked


def mended(t, collect=None, count=None, fault=None, faulty_epsilon=None):
    right = (*written(program(None)), *diagnosis(t))
    given = (collect, count, fault, faulty_epsilon)
    return [
        mine if mine is not None else other
        for mine, other in zip(given, right, strict=True)
    ]


def _shares(reports, epsilon):
    return written(program(None))[1](reports, epsilon) / len(reports)


MENDED_RIGHT = {
    "the right program": lambda t: mended(t),
    "capital letter": lambda t: mended(
        t, fault=diagnosis(t)[0].upper(), faulty_epsilon=np.float64(diagnosis(t)[1])
    ),
}
# The points of the diagnosis, 1, remain where only the program is wrong.
MENDED_WRONG = {
    "wrong ε": (
        lambda t: mended(t, faulty_epsilon=t.asked * 1.5),
        2.5,
        "the server cannot change ε",
    ),
    "shares": (lambda t: mended(t, count=_shares), 2, "these are shares"),
    "the truth": (
        lambda t: mended(
            t,
            collect=lambda rows, epsilon, rng: rows,
            count=lambda reports, epsilon: reports.sum(axis=0),
        ),
        1,
    ),
    "a fixed seed": (
        lambda t: mended(
            t,
            collect=lambda rows, epsilon, rng: written(program(None))[0](
                rows, epsilon, np.random.default_rng(1)
            ),
        ),
        1,
    ),
} | {
    f"program {letter}": (
        lambda t, letter=letter: [*written(program(letter)), *diagnosis(t)],
        {"a": 1, "b": 1, "c": 1, "d": 2, "e": 2}[letter],
    )
    for letter in FAULTS
}

RIGHT = {"mended_program": MENDED_RIGHT}
WRONG = {"mended_program": MENDED_WRONG}
