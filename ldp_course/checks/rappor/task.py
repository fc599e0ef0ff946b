"""The student's own numbers of the assignment "RAPPOR"."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from hashlib import md5
from random import Random
from statistics import NormalDist

import numpy as np

from ldp_course.checks.individual import choose, draws
from ldp_course.checks.rappor.faults import FAULTS, fault_of, program
from ldp_course.checks.rappor.formulas import epsilon_of

POOL = [
    "apple",
    "banana",
    "cherry",
    "grape",
    "lemon",
    "mango",
    "melon",
    "olive",
    "orange",
    "papaya",
    "peach",
    "pear",
    "plum",
    "quince",
    "raspberry",
    "strawberry",
    "almond",
    "cashew",
    "hazelnut",
    "walnut",
    "basil",
    "cumin",
    "ginger",
    "mint",
    "oregano",
    "parsley",
    "pepper",
    "rosemary",
    "saffron",
    "thyme",
    "bean",
    "cabbage",
    "carrot",
    "celery",
    "garlic",
    "leek",
    "lentil",
    "lettuce",
    "onion",
    "pea",
    "potato",
    "pumpkin",
    "radish",
    "spinach",
    "tomato",
    "turnip",
    "barley",
    "maize",
    "millet",
    "oat",
    "quinoa",
    "rice",
    "rye",
    "sorghum",
    "wheat",
    "bread",
    "butter",
    "cheese",
    "honey",
    "milk",
    "noodle",
    "soup",
    "tea",
    "coffee",
]
CANDIDATES = 6


@dataclass(frozen=True)
class Task:
    """Parameters in the letters of the paper, g for the variant; the candidates of one cohort."""

    k: int
    h: int
    f: float
    g: float
    p: float
    q: float
    days: int
    devices: int
    false_alarms: float
    words: tuple[str, ...]
    filters: np.ndarray = field(repr=False, compare=False)
    faulty_code: str = field(repr=False)

    @property
    def permanent_one_if_set(self) -> float:
        """Pr[permanent bit 1 | Bloom bit 1]."""
        return 1 - self.f + self.f * self.g

    @property
    def permanent_one_if_clear(self) -> float:
        """Pr[permanent bit 1 | Bloom bit 0]."""
        return self.f * self.g

    @property
    def report_one_if_set(self) -> float:
        """Pr[report 1 | Bloom bit 1]: q* of the variant."""
        return self.p + (self.q - self.p) * self.permanent_one_if_set

    @property
    def report_one_if_clear(self) -> float:
        """Pr[report 1 | Bloom bit 0]: p* of the variant."""
        return self.p + (self.q - self.p) * self.permanent_one_if_clear

    @property
    def visible(self) -> int:
        """The number of devices whose word must be found: 2.6 standard errors above the threshold
        of a good test.
        """
        noise = math.sqrt(
            self.devices * self.report_one_if_clear * (1 - self.report_one_if_clear) / self.h
        )
        error = noise / (self.report_one_if_set - self.report_one_if_clear)
        return 10 * math.ceil((NormalDist().inv_cdf(1 - self.false_alarms) + 2.6) * error / 10)

    def __repr__(self) -> str:
        return (
            f"A RAPPOR client with filters of k = {self.k} bits; a word sets h = {self.h} of"
            f" them.\nPermanent noise: a bit is noise with probability f = {self.f}; noise is 1"
            f" with probability g = {self.g}.\nEach report: 1 with probability q = {self.q} where"
            f" the permanent bit is 1, and p = {self.p} where it is 0.\nA device reports about the"
            f" same word on {self.days} days.\nOne cohort has {self.devices:,} devices. Its"
            f" candidates, each with a row in task.filters:\n  {', '.join(self.words)}.\nFalse"
            f" alarms: at most {self.false_alarms:.1%} a word. To be found: a word of"
            f" {self.visible:,} devices."
        )


def task(student: str) -> Task:
    """The numbers of one student."""
    source = draws("rappor", student)
    k, h = choose(source, (48, 64)), choose(source, (3, 4))
    while True:
        f, g = (
            choose(source, (0.35, 0.4, 0.6, 0.65)),
            choose(source, (0.2, 0.25, 0.3, 0.35, 0.65, 0.7, 0.75, 0.8)),
        )
        p, q = choose(
            source, ((0.25, 0.6), (0.3, 0.6), (0.3, 0.65), (0.35, 0.7), (0.4, 0.7), (0.4, 0.75))
        )
        days = choose(source, (3, 4, 5, 6))
        if tells_mistakes_apart(f, g, p, q, days):
            break
    devices, false_alarms = (
        choose(source, (20_000, 25_000, 30_000, 40_000)),
        choose(source, (0.005, 0.01)),
    )
    words, filters = _candidates(source, k, h)
    code = program(choose(source, tuple(FAULTS)))
    return Task(k, h, f, g, p, q, days, devices, false_alarms, words, filters, code)


def faulty_epsilon(task: Task) -> float:
    """ε of the colleague's client, for the reports of all days about one word."""
    fault = fault_of(task.faulty_code)
    stays, becomes = task.permanent_one_if_set, task.permanent_one_if_clear
    if fault == "noise redrawn":
        return task.h * task.days * epsilon_of(stays, becomes, task.p, task.q, 1)
    probabilities = {
        "never cleared": (1, becomes, task.p, task.q),
        "p and q swapped": (stays, becomes, task.q, task.p),
        "f keeps": (task.f + (1 - task.f) * task.g, (1 - task.f) * task.g, task.p, task.q),
    }
    return task.h * epsilon_of(*probabilities[fault], task.days)


def tells_mistakes_apart(f: float, g: float, p: float, q: float, days: int) -> bool:
    """Whether the four ε of the second question, and what known mistakes give for them, differ by 2
    % or more.
    """
    stays, becomes = 1 - f + f * g, f * g
    one, many = epsilon_of(stays, becomes, p, q, 1), epsilon_of(stays, becomes, p, q, days)
    ever = epsilon_of(stays, becomes, 0, 1, 1)
    values = sorted([
        one,
        many,
        ever,
        days * one,
        2 * math.log((2 - f) / f),
        days * ever,
        one + ever,
    ])
    return all(large / small > 1.02 for small, large in zip(values, values[1:]))


def bloom(word: str, cohort: int, k: int, h: int) -> set[int]:
    """The bits that a word sets, as in `ldp_course.rappor`, which takes longer to import."""
    digest = md5(cohort.to_bytes(4, "big") + word.encode(), usedforsecurity=False).digest()
    return {byte % k for byte in digest[:h]}


def _candidates(source: Random, k: int, h: int) -> tuple[tuple[str, ...], np.ndarray]:
    """Six words of the pool that set h bits each and share none, in a cohort that has six."""
    while True:
        cohort, pool, chosen = choose(source, range(64)), list(POOL), {}
        while pool and len(chosen) < CANDIDATES:
            word = pool.pop(int(source.random() * len(pool)))
            bits = bloom(word, cohort, k, h)
            if len(bits) == h and bits.isdisjoint(set().union(*chosen.values())):
                chosen[word] = bits
        if len(chosen) == CANDIDATES:
            filters = np.array(
                [[bit in bits for bit in range(k)] for bits in chosen.values()], dtype=np.uint8
            )
            filters.flags.writeable = False
            return tuple(chosen), filters
