"""Hold answers to the coursework, right ones and known mistakes: a package for each.

RIGHT    question -> {style: make}; make(task of a student) is the answer, or a list of
         the answers to the question
SLOW     the same, for right answers that loop over people or bits
WRONG    question -> {mistake: (make, points, *parts)}; points: the most that it earns,
         or a set of what it may earn; parts: of what the student reads about it
DIGESTS  of the numbers of three students, which are the same on every machine
CHOICES  "attribute count …": how many different values 400 students get, which are all
         that there are
"""

from collections.abc import Callable

import numpy as np


def of_task(function: Callable) -> Callable:
    """Turn function(task, *given) into make, whose answer is function(*given)."""
    return lambda task: lambda *given: function(task, *given)


def truth_if(looks_real: Callable, right: Callable) -> Callable:
    """Make a cheat that sends the truth of tables that look as in the world.

    looks_real(task, table, …): says so of a table, or of each of its rows
    """

    def make(task):
        honest = right(task)

        def cheat(table, *others):
            real = np.asarray(looks_real(task, table, *others))
            truth = real.reshape(real.shape + (1,) * (np.ndim(table) - real.ndim))
            return np.where(truth, table, honest(table, *others))

        return cheat

    return make


def of_its_seed(right: Callable) -> Callable:
    """Make an answer that does not draw from the generator, but from its seed."""

    def make(task):
        honest = right(task)

        def answer(*given):
            *given, rng = given
            seed = rng.bit_generator.seed_seq.generate_state(4)
            return honest(*given, np.random.default_rng(seed))

        return answer

    return make


def without_axes(right: Callable) -> Callable:
    """Make an answer that loses the axis of a table of one person."""
    return lambda task: lambda *given: np.squeeze(right(task)(*given))


def of_anybody(answer) -> Callable:
    """Make the same answer for every student."""
    return lambda task: answer


def by_name(*functions: Callable) -> dict[str, Callable]:
    return {function.__name__: function for function in functions}
