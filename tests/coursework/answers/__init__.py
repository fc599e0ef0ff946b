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


def of_task(function: Callable) -> Callable:
    """Turn function(task, *given) into make, whose answer is function(*given)."""
    return lambda task: lambda *given: function(task, *given)


def of_anybody(answer) -> Callable:
    """Make the same answer for every student."""
    return lambda task: answer


def by_name(*functions: Callable) -> dict[str, Callable]:
    return {function.__name__: function for function in functions}
