"""Answer "A week of a fitness app" with mistakes about several questions."""

import numpy as np

from coursework.fitness.reference import better, budget_error, people_error
from ldp_course import RandomizedResponse

from .clients import ask_sorted, questions_a_person
from .servers import plan, shares_of_groups
from .wrong_clients import lies


def with_client(ask):
    """The answers to the sixth question with this client: 2.75 points without it."""
    return lambda task: [
        *plan(task),
        lambda answers, rng: ask(task, answers, rng),
        shares_of_groups(task),
    ]


def full_epsilon_on_each(task, answers, rng):
    which = np.tile(np.arange(task.questions), (len(answers), 1))
    return which, answers ^ lies(task, answers.shape, rng, task.budget)


def after(change, each=questions_a_person):
    """Change a right client's answer: change(task, answers, (which, reports), rng)."""
    return lambda task, answers, rng: change(
        task, answers, ask_sorted(task, each(task))(answers, rng), rng
    )


def all_of(task):
    return task.questions


def whom_it_concerns(task, answers, rng):
    """People are asked a question to which they would say yes, if there is one."""
    which = np.argmax(answers + rng.random(answers.shape), axis=1)[:, None]
    truths = np.take_along_axis(answers, which, axis=1)
    return which, truths ^ lies(task, truths.shape, rng, task.budget)


def order_tells(task, answers, pair, rng):
    """Questions in the order of their true answers."""
    order = np.argsort(answers, axis=1, kind="stable")
    reports = np.take_along_axis(pair[1], np.argsort(pair[0], axis=1), axis=1)
    return order, np.take_along_axis(reports, order, axis=1)


def truthful(task, answers, pair, rng):
    return pair[0], np.take_along_axis(answers, pair[0], axis=1)


def mixed_types(task, answers, pair, rng):
    return pair[0], [[True if bit else 0 for bit in row] for row in pair[1].tolist()]


def signs(task, answers, pair, rng):
    """A "no" that is -0.0 says that the first truth is yes."""
    zeros = np.where(answers[:, :1] == 1, -0.0, 0.0)
    return pair[0], np.where(pair[1] == 1, 1.0, zeros)


ASK = {
    "full ε on each part": (
        with_client(full_epsilon_on_each),
        2.75,
        "divide the budget among them",
    ),
    "whom it concerns": (with_client(whom_it_concerns), 2.75, "which questions a person answers"),
    "the order tells": (with_client(after(order_tells, all_of)), 2.75, "which questions a person"),
    "no noise": (with_client(after(truthful)), 2.75, "shows at least"),
    "fixed seed": (
        with_client(lambda t, a, rng: ask_sorted(t)(a, np.random.default_rng(1))),
        2.75,
        "they can be undone",
    ),
    "the type tells": (with_client(after(mixed_types)), 1.5, "of several types"),
    "the sign of a zero tells": (with_client(after(signs)), 1.5, "-0.0"),
}  # fmt: skip


def several(numbers=None, decode=shares_of_groups, each=None):
    """Answer the sixth question: change(task, errors and plan), or another table."""

    def make(task):
        right = [people_error(task), budget_error(task), better(task)]
        return [
            *(numbers(task, right) if numbers else right),
            ask_sorted(task, each),
            decode(task),
        ]

    return make


def of_all(task, which, reports):
    """The group's "yes", divided by all people."""
    mechanism = RandomizedResponse(task.budget / which.shape[1])
    yes = np.array([((which == j) * reports).sum() for j in range(task.questions)])
    return (yes / len(which) - mechanism.q) / (mechanism.p - mechanism.q)


def table(wrong):
    """wrong(task, which, reports, right table)"""
    return lambda task: (
        lambda which, reports: wrong(
            task, which, reports, np.array(shares_of_groups(task)(which, reports))
        )
    )


def even_steps(task, which, reports, table):
    """The same shares in every table, by the rank of what was found."""
    return np.linspace(0.02, 0.7, task.questions)[np.argsort(np.argsort(table))]


PLAN = {
    "neither plan": (several(lambda t, v: [*v[:2], "both"]), 3.5, "must be one of"),
    "groups divided by all": (
        several(None, lambda t: lambda w, r: of_all(t, w, r), 1),
        2.75,
        "divide by those who were asked",
    ),
    "even steps by rank": (several(None, table(even_steps)), {2.75, 3.25, 3.5, 3.75}),
}
WRONG = {
    "several_questions": PLAN | {f"client: {name}": case for name, case in ASK.items()}
}
