"""Draw the numbers of "RAPPOR": a client, a cohort's candidates, a faulty client."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field
from hashlib import md5
from random import Random
from statistics import NormalDist

import numpy as np

from ldp_checks.individual_numbers import choose, draws
from ldp_checks.sealed_answers import programs_of
from ldp_course.counting import noise_variance

WORDS = (
    "apple banana cherry grape lemon mango melon olive orange papaya peach pear plum"
    " quince raspberry strawberry almond cashew hazelnut walnut basil cumin ginger mint"
    " oregano parsley pepper rosemary saffron thyme bean cabbage carrot celery garlic"
    " leek lentil lettuce onion pea potato pumpkin radish spinach tomato turnip barley"
    " maize millet oat quinoa rice rye sorghum wheat bread butter cheese honey milk"
    " noodle soup tea coffee"
)
POOL = WORDS.split()
CANDIDATES = 6
SIZES, HASHES = (48, 64), (3, 4)
F, G = (0.35, 0.4, 0.6, 0.65), (0.2, 0.25, 0.3, 0.35, 0.65, 0.7, 0.75, 0.8)
PQ = ((0.25, 0.6), (0.3, 0.6), (0.3, 0.65), (0.35, 0.7), (0.4, 0.7), (0.4, 0.75))
DAYS = (3, 4, 5, 6)
CHANCES = [
    (f, g, p, q, days) for f, g, (p, q), days in itertools.product(F, G, PQ, DAYS)
]
# A bit for each of CHANCES: whether known mistakes lead to numbers that are apart from
# the right ones (a test counts them).
APART = int(
    "fdfdeddeddfec8eefee9ee9ff9ee9eefee8cefddeddedfdf3dfffdf9ddefd8de9eefeedeedeefee9"
    "ed8dfedd9fdfffd3fff3f7bfb797bf55e50e46f66f64e05e55fb797bfb7f3ffffbf7f3ffb7973df5"
    "e51e94f66f49e15e5fd3797bff3f7fbf",
    16,
)
CLEAR = [chances for chances, bit in zip(CHANCES, f"{APART:b}") if bit == "1"]


@dataclass(frozen=True)
class Task:
    """Hold parameters in the letters of the paper, and the candidates of one cohort.

    g is the variant's.
    """

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
    def visible(self) -> int:
        """Return the number of devices whose word must be found.

        It is 2.6 standard errors above the threshold of a good test.
        """
        if_clear, if_set = report_ones(self)
        error = self.devices * math.sqrt(
            noise_variance(self.devices, 0, if_set, if_clear) / self.h
        )
        return 10 * math.ceil(
            (NormalDist().inv_cdf(1 - self.false_alarms) + 2.6) * error / 10
        )

    def __repr__(self) -> str:
        return (
            f"A RAPPOR client with filters of k = {self.k} bits; a word sets h ="
            f" {self.h} of"
            f" them.\nPermanent noise: a bit is noise with probability f = {self.f};"
            " noise is 1"
            f" with probability g = {self.g}.\nEach report: 1 with probability q ="
            f" {self.q} where"
            f" the permanent bit is 1, and p = {self.p} where it is 0.\nA device"
            " reports about the"
            f" same word on {self.days} days.\nOne cohort has {self.devices:,} devices."
            " Its"
            " candidates, each with a row in task.filters:\n "
            f" {', '.join(self.words)}.\nFalse"
            f" alarms: at most {self.false_alarms:.1%} a word. To be found: a word of"
            f" {self.visible:,} devices."
        )


def permanent_ones(task: Task) -> np.ndarray:
    """Return Pr[permanent bit 1], at a Bloom bit 0 and at a Bloom bit 1."""
    return task.f * task.g + (1 - task.f) * np.arange(2)


def report_ones(task: Task) -> np.ndarray:
    """Return Pr[1 in one report], at a Bloom bit 0 and at a Bloom bit 1."""
    return task.p + (task.q - task.p) * permanent_ones(task)


def task(student: str) -> Task:
    """Return the numbers of one student."""
    source = draws("rappor", student)
    k, h, chances = choose(source, SIZES), choose(source, HASHES), None
    while chances not in CLEAR:
        f, g, (p, q) = choose(source, F), choose(source, G), choose(source, PQ)
        chances = f, g, p, q, choose(source, DAYS)
    devices = choose(source, (20_000, 25_000, 30_000, 40_000))
    false_alarms = choose(source, (0.005, 0.01))
    words, filters = _candidates(source, k, h)
    code = choose(source, programs_of("rappor"))
    return Task(k, h, *chances, devices, false_alarms, words, filters, code)


def bloom(word: str, cohort: int, k: int, h: int) -> set[int]:
    """Return the bits that a word sets.

    `ldp_course.rappor` says the same, and takes longer to import.
    """
    digest = md5(
        cohort.to_bytes(4, "big") + word.encode(), usedforsecurity=False
    ).digest()
    return {byte % k for byte in digest[:h]}


def _candidates(source: Random, k: int, h: int) -> tuple[tuple[str, ...], np.ndarray]:
    """Draw six words of the pool that set h bits each and share none in a cohort."""
    while True:
        cohort, pool, chosen = choose(source, range(64)), list(POOL), {}
        while pool and len(chosen) < CANDIDATES:
            word = pool.pop(int(source.random() * len(pool)))
            bits = bloom(word, cohort, k, h)
            if len(bits) == h and bits.isdisjoint(set().union(*chosen.values())):
                chosen[word] = bits
        if len(chosen) == CANDIDATES:
            filters = np.array(
                [[bit in bits for bit in range(k)] for bits in chosen.values()],
                dtype=np.uint8,
            )
            filters.flags.writeable = False
            return tuple(chosen), filters
