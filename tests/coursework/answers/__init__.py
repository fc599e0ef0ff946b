"""Answers to the coursework, a package an assignment: those that are right, and the mistakes that
we know.

RIGHT  question -> {style: make}; make(task of a student) is the answer, or a list of the answers to
       the question
SLOW   the same, for right answers that loop over people or bits
WRONG  question -> {mistake: (make, points, *said)}; points: the most that it earns, or a set of
       what it may earn; said: parts of what the student reads about it
"""

from collections.abc import Callable


def of_task(function: Callable) -> Callable:
    """From function(task, *given): make, whose answer is function(*given)."""
    return lambda task: lambda *given: function(task, *given)


def of_anybody(answer) -> Callable:
    """The same answer for every student."""
    return lambda task: answer


def by_name(*functions: Callable) -> dict[str, Callable]:
    return {function.__name__: function for function in functions}
