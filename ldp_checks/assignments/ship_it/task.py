"""Draw the product of one student: its program, and numbers to test and run it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

import numpy as np

from ldp_checks.assignments.ship_it.pilot import PILOT_DAYS, as_files, delivered
from ldp_checks.assignments.telemetry.protocols import Protocol, hash_bucket
from ldp_checks.individual_numbers import choose, draws, uniforms
from ldp_checks.sealed_answers import programs_of

# of the generator: with it the students of the tests meet every piece of code
EDITION = 16
STORIES = (
    ("a keyboard", "the emoji that you use most"),
    ("a map", "how you go to work"),
    ("a reader for news", "the topic that you read most"),
    ("a player for music", "the kind of music that you play most"),
    ("a shop", "why you sent your last order back"),
    ("a camera", "what you photograph most"),
)
# numbers of values
SIZES = {"unary": (6, 8, 10), "direct": (4, 5, 6), "hashing": (16, 20, 24)}
EPSILONS, DAYS = (1, 1.5, 2, 2.5), (10, 21, 28)
ROWS = {  # what one report of a design is
    "unary": "a row of {} bits, 1 at the own value before the noise",
    "direct": "one value",
    "hashing": "a seed, 0 to 2**32 - 1, and one of {} buckets",
}
# Of an audit: how many reports it has from each value, and the true ε, as a multiple of
# the claim
AUDITED = (
    ((2_000, 4_000, 8_000), 1.6),
    ((40, 60, 90), 1.3),
    ((5_000, 9_000), 1),
    ((3_000,), 0.6),
)
CLAIMS, SETS_OF_AUDITS = (0.5, 1, 1.5, 2), 40
RARE = (0.5, 0.25, 0.12, 0.05, 0.02, 0.005)
BELIEFS = (
    (0.01, 0.05),
    (0.01, 0.1),
    (0.02, 0.1),
    (0.05, 0.2),
    (0.05, 0.3),
    (0.1, 0.25),
    (0.1, 0.5),
)
PEOPLE, ERRORS = (5_000, 12_000, 15_000, 60_000), (0.004, 0.008, 0.02)
NOT_GIVEN_OUT = ("2abc666c17", "1c8fd9fa69", "400f649a0a")  # digests of combinations
PILOT = 1_200  # people who make a report on each of the days


@dataclass(frozen=True)
class Task:
    """Hold what belongs to one student."""

    product: str
    asks: str
    design: str
    values: int
    epsilon: float
    days: int
    noisy_code: str = field(repr=False)
    client_code: str = field(repr=False)
    server_code: str = field(repr=False)
    audits: tuple[tuple[float, int, int, int], ...]
    rare: float
    prior: float
    ceiling: float
    people: int
    error: float
    pilot_epsilon: float
    pilot_day: int
    student: str = field(repr=False)
    hash_bucket = staticmethod(hash_bucket)

    @property
    def buckets(self) -> int:
        """Return the number of buckets of a design with hashing."""
        return round(math.exp(self.epsilon) + 1)

    @property
    def code(self) -> str:
        """Return the program that ships."""
        sizes = "EPSILON, VALUES, DAYS", f"{self.epsilon:g}, {self.values}, {self.days}"
        if self.design == "hashing":
            sizes = sizes[0] + ", BUCKETS", f"{sizes[1]}, {self.buckets}"
        head = ["import math", "", "import numpy as np", "", " = ".join(sizes)]
        head += ["hash_bucket = task.hash_bucket"] * (self.design == "hashing")
        parts = self.noisy_code, self.client_code, self.server_code
        return "\n\n\n".join(["\n".join(head), *parts])

    @property
    def users(self) -> np.ndarray:
        """Return the values of 4,000 invented phones, to try things out on."""
        shares = (
            np.arange(self.values, 0, -1) ** 2 / (np.arange(self.values + 1) ** 2).sum()
        )
        drawn = uniforms(draws("ship_it users", self.student), 4_000)
        return np.searchsorted(shares.cumsum()[:-1], drawn)

    @property
    def pilot(self) -> list[bytes]:
        """Return the deliveries: Parquet files, one for each day of arrival.

        The file of the third day is there twice.
        """
        source = draws("ship_it pilot", self.student)
        rows = PILOT * len(PILOT_DAYS)
        held = (self.values * uniforms(source, rows) ** 2).astype(int)[:, None]
        zero = 1 / (math.exp(self.pilot_epsilon) + 1)
        ones = np.where(held == np.arange(self.values), 0.5, zero)
        return as_files(
            *delivered(source, (uniforms(source, ones.shape) < ones).astype(int))
        )

    def __repr__(self) -> str:
        audits = "\n".join(
            f"     {letter}. claims ε = {claim:g}: {hits:,} hits and {alarms:,} false"
            f" alarms, {n:,} reports from each value"
            for letter, (claim, n, hits, alarms) in zip("ABC", self.audits)
        )
        return (
            f"{self.product[0].upper()}{self.product[1:]} asks each phone for"
            f" {self.asks}:"
            f" one of the values 0 to {self.values - 1}.\n"
            f"1 to 3. The promise: ε = {self.epsilon:g} for all reports of {self.days}"
            " days"
            f" together. A phone's value stays the same.\n"
            f"     The design: {self.design}. A report is"
            f" {ROWS[self.design].format(self._number_in_a_report)}.\n"
            f"4. Three audits of other programs:\n{audits}\n"
            "     A sound program sends a certain report with probability"
            f" {self.rare:g}.\n"
            f"5. Somebody believes a value with {self.prior:.0%} before, and may"
            " believe it with"
            f" {self.ceiling:.0%} after a report.\n"
            f"     {self.people:,} people; the standard error of a share near 0 may be"
            f" {self.error:g}.\n"
            f"6. The pilot: optimized unary encoding, ε = {self.pilot_epsilon:g};"
            " wanted is day"
            f" {self.pilot_day}."
        )

    @property
    def _number_in_a_report(self) -> int:
        return self.buckets if self.design == "hashing" else self.values


def task(student: str) -> Task:
    """Return the product of one student."""
    source = draws(f"ship_it {EDITION}", student)
    product, asks = choose(source, STORIES)
    design = choose(source, list(SIZES))
    values, epsilon = choose(source, SIZES[design]), choose(source, EPSILONS)
    days = choose(source, DAYS)
    code = pieces_of(source, design)
    audits = audits_of(choose(source, range(SETS_OF_AUDITS)))
    rare, (prior, ceiling) = choose(source, RARE), choose(source, BELIEFS)
    people, error = choose(source, PEOPLE), choose(source, ERRORS)
    pilot = choose(source, EPSILONS), choose(source, PILOT_DAYS)
    return Task(
        product,
        asks,
        design,
        values,
        epsilon,
        days,
        *code,
        audits,
        rare,
        prior,
        ceiling,
        people,
        error,
        *pilot,
        student,
    )


def pieces_of(source: Random, design: str) -> tuple[str, ...]:
    """Draw `noisy`, `client` and `server`, in some combination that is given out."""
    pieces, place = programs_of("ship_it"), list(SIZES).index(design)
    parts = pieces[3 + 4 * place :][:4], pieces[:3], pieces[15 + 2 * place :][:2]
    while True:
        chosen = tuple(choose(source, part) for part in parts)
        if digest(chosen) not in NOT_GIVEN_OUT:
            return chosen


def digest(code: tuple[str, ...]) -> str:
    return sha256("|".join(code).encode()).hexdigest()[:10]


def audits_of(number: int) -> tuple[tuple[float, int, int, int], ...]:
    """Draw three audits: the claim, reports from each value, hits and false alarms.

    One has few reports.
    """
    source = draws("ship_it audits", str(number))
    further = AUDITED[0], AUDITED[0], AUDITED[2], AUDITED[3]
    kinds = [AUDITED[1], *(choose(source, further) for _ in range(2))]
    kinds.sort(key=lambda kind: source.random())
    audits = []
    for sizes, factor in kinds:
        claim, n = choose(source, CLAIMS), choose(source, sizes)
        lies = n / (math.exp(factor * claim) + 1)
        slips = [round((source.random() - 0.5) * math.sqrt(n) / 4) for _ in range(2)]
        audits.append((
            claim,
            n,
            n - max(round(lies) + slips[0], 1),
            max(round(lies) + slips[1], 1),
        ))
    return tuple(audits)


def protocol_of(task: Task) -> Protocol:
    """Return what was promised of one report."""
    odds = math.exp(task.epsilon)
    if task.design == "unary":
        return Protocol(task.values, "unary", 0.5, 1 / (odds + 1))
    if task.design == "direct":
        all_of = odds + task.values - 1
        return Protocol(task.values, "direct", odds / all_of, 1 / all_of)
    p = odds / (odds + task.buckets - 1)
    return Protocol(task.values, "hashing", p, 1 / task.buckets, g=task.buckets)
