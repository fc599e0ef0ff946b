"""Protocols that a telemetry may use, described by a plain dict: their exact ε, their error, and
what a report supports.

    {"name": "direct",  "p": …, "q": …}             one value: the person's own with p, each other
    one with q {"name": "unary",   "p": …, "q": …}             d bits: the own one is 1 with p, each
    other one with q {"name": "subset",  "p": …, "q": …, "size": …}  d bits, `size` of them 1: the
    own with p, each other one with q {"name": "hashing", "p": …, "q": …, "g": …}     seed and
    bucket: the own value's bucket with p; q = 1/g

In all of them p = Pr[report supports v | v] and q = Pr[report supports v | another value].
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ldp_course.checks.answers import as_number

NAMES = ("direct", "unary", "subset", "hashing")
SEEDS = 2**32


def hash_bucket(seeds: np.ndarray, values: np.ndarray, g: int) -> np.ndarray:
    """The bucket, 0 to g-1, of each value under the hash function of each seed (0 to 2^32 - 1)."""
    with np.errstate(over="ignore"):  # whole numbers modulo 2^64 are what is wanted
        mixed = np.asarray(seeds).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.asarray(
            values
        ).astype(np.uint64)
        for shift, factor in (
            (30, 0xBF58476D1CE4E5B9),
            (27, 0x94D049BB133111EB),
        ):  # the finalizer of SplitMix64
            mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
        mixed = mixed ^ (mixed >> np.uint64(31))
    return (mixed % np.uint64(g)).astype(np.int64)


@dataclass(frozen=True)
class Protocol:
    """A protocol over d values whose numbers fit together."""

    d: int
    name: str
    p: float
    q: float
    size: int = 1  # of the set that a report of "subset" supports
    g: int = 2  # buckets of "hashing"

    @property
    def shape(self) -> tuple[int, ...]:
        """Of one report."""
        return {"direct": (), "hashing": (2,)}.get(self.name, (self.d,))

    @property
    def own_only(self) -> float:
        """Pr[report supports the own value and not a given other one]."""
        p, q = self.p, self.q
        of = {
            "direct": p,
            "unary": p * (1 - q),
            "subset": p * (1 - _rest(self)),
            "hashing": p * (1 - 1 / self.g),
        }
        return of[self.name]

    @property
    def other_only(self) -> float:
        """Pr[report supports a given other value and not the own one]."""
        p, q = self.p, self.q
        of = {
            "direct": q,
            "unary": q * (1 - p),
            "subset": (1 - p) * self.size / (self.d - 1),
            "hashing": (1 - p) / self.g,
        }
        return of[self.name]

    @property
    def epsilon(self) -> float:
        """Exact: in each of these protocols the two probabilities above have the largest ratio of
        all.
        """
        if self.p in (0, 1) or self.other_only == 0:
            return math.inf
        return math.log(self.own_only / self.other_only)

    def standard_error(self, share: float, reports: float) -> float:
        """Of the estimated share of a value in a population, from so many reports of people drawn
        from it at random.
        """
        supported = self.q + share * (self.p - self.q)
        return math.sqrt(supported * (1 - supported) / reports) / (self.p - self.q)

    def support(self, reports: np.ndarray) -> np.ndarray:
        """Which values each report supports: bool, a row for each report."""
        if self.name == "direct":
            return reports[:, None] == np.arange(self.d)
        if self.name == "hashing":
            return hash_bucket(reports[:, :1], np.arange(self.d), self.g) == reports[:, 1:]
        return reports.astype(bool)

    def form(self, reports: np.ndarray) -> str | None:
        """What is wrong with the form of reports, if anything."""
        if (
            reports.dtype.kind not in "biuf"
            or not np.equal(np.mod(reports, 1), 0).all()
            or reports.min(initial=0) < 0
        ):
            return "reports must hold whole numbers, at least 0"
        if self.name == "direct" and reports.max(initial=0) >= self.d:
            return f"a report of direct encoding is one value, 0 to {self.d - 1}"
        if self.name in ("unary", "subset") and reports.max(initial=0) > 1:
            return f"a report is a row of {self.d} bits, 0 or 1"
        if self.name == "subset" and (reports.sum(axis=-1) != self.size).any():
            return f"each report must have exactly {self.size} ones"
        if (
            self.name == "hashing"
            and (reports.reshape(-1, 2).max(axis=0, initial=0) >= (SEEDS, self.g)).any()
        ):
            return f"a report is a seed, 0 to 2**32 - 1, and a bucket, 0 to {self.g - 1}"
        return None

    def simulate(self, values: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """An honest report from each value, drawn from what it supports."""
        n = len(values)
        truthful, turn = rng.random(n) < self.p, rng.integers(1, self.d, size=n)
        if self.name == "direct":
            return np.where(truthful, values, (values + turn) % self.d)
        own = values[:, None] == np.arange(self.d)
        if self.name == "unary":
            return (rng.random((n, self.d)) < np.where(own, self.p, self.q)).astype(np.uint8)
        if self.name == "subset":
            place = np.where(own, np.where(truthful, -1, 2)[:, None], rng.random((n, self.d)))
            return (place.argsort(axis=1).argsort(axis=1) < self.size).astype(np.uint8)
        seeds = rng.integers(SEEDS, size=n)
        lie = rng.integers(1, self.g, size=n)
        return np.column_stack([
            seeds,
            (hash_bucket(seeds, values, self.g) + ~truthful * lie) % self.g,
        ])


def understand(answer: object, d: int) -> Protocol | str:
    """The protocol that a student's dict describes, or what is wrong with the dict."""
    if not isinstance(answer, dict) or answer.get("name") not in NAMES:
        return f'protocol must be a dict with a "name", one of {", ".join(NAMES)}'
    name = answer["name"]
    extra = {"subset": "size", "hashing": "g"}.get(name)
    wanted = ["p", "q"] + ([extra] if extra else [])
    numbers = {key: as_number(answer.get(key)) for key in wanted}
    missing = [key for key, number in numbers.items() if not math.isfinite(number)]
    if missing:
        return f'protocol["{missing[0]}"] is missing or no number'
    if not 0 < numbers["q"] < numbers["p"] <= 1:
        return f"0 < q < p <= 1 must hold; p = {numbers['p']:.4g}, q = {numbers['q']:.4g}"
    if extra and (
        numbers[extra] != int(numbers[extra])
        or not {"size": 1, "g": 2}[extra] <= numbers[extra] < 10_000
    ):
        return (
            f'protocol["{extra}"] = {numbers[extra]:g} must be a whole number, at least'
            f" {1 if extra == 'size' else 2}"
        )
    if name == "subset" and numbers["size"] >= d:
        return f'protocol["size"] must be below the number of values, {d}'
    whole = {extra: int(numbers[extra])} if extra else {}
    protocol = Protocol(d, name, numbers["p"], numbers["q"], **whole)
    others = {
        "direct": (1 - protocol.p) / (d - 1),
        "subset": _other(protocol),
        "hashing": 1 / protocol.g,
    }
    if name in others and not math.isclose(protocol.q, others[name], rel_tol=1e-4):
        return (
            f"q = {protocol.q:.5g} does not fit to p = {protocol.p:.5g}: here q is"
            f" {others[name]:.5g}"
        )
    return protocol


def _rest(protocol: Protocol) -> float:
    """Pr[a report of "subset" supports a given other value | it supports the own one]."""
    return (protocol.size - 1) / (protocol.d - 1)


def _other(protocol: Protocol) -> float:
    return protocol.p * _rest(protocol) + (1 - protocol.p) * protocol.size / (protocol.d - 1)
