"""Describe protocols by a plain dict: their ε, their error, what a report supports.

- `{"name": "direct", "p": …, "q": …}`: one value, the person's own with p, each other
  one with q;
- `{"name": "unary", "p": …, "q": …}`: d bits, the own one is 1 with p, each other one
  with q;
- `{"name": "subset", "p": …, "q": …, "size": …}`: d bits, `size` of them 1, the own one
  with p, each other one with q;
- `{"name": "hashing", "p": …, "q": …, "g": …}`: seed and bucket, the own value's bucket
  with p; q = 1/g.

In all of them p = Pr[report supports v | v] and q = Pr[report supports v | another
value].
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ldp_checks.answers import as_number
from ldp_checks.judge_form import as_reports

NAMES = ("direct", "unary", "subset", "hashing")
SEEDS = 2**32


def hash_bucket(seeds: np.ndarray, values: np.ndarray, g: int) -> np.ndarray:
    """Return each value's bucket, 0 to g-1, under the hash function of each seed.

    A seed is a whole number from 0 to 2^32 - 1.
    """
    seeds, values = (np.asarray(part).astype(np.uint64) for part in (seeds, values))
    with np.errstate(over="ignore"):  # whole numbers modulo 2^64 are what is wanted
        mixed = seeds * np.uint64(0x9E3779B97F4A7C15) + values
        # the finalizer of SplitMix64
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
        mixed = mixed ^ (mixed >> np.uint64(31))
    return (mixed % np.uint64(g)).astype(np.int64)


@dataclass(frozen=True)
class Protocol:
    """Hold a protocol over d values whose numbers fit together."""

    d: int
    name: str
    p: float
    q: float
    size: int = 1  # of the set that a report of "subset" supports
    g: int = 2  # buckets of "hashing"

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the shape of one report."""
        return {"direct": (), "hashing": (2,)}.get(self.name, (self.d,))

    @property
    def both(self) -> float:
        """Return Pr[report supports the own value and a given other one]."""
        given_own = {
            "direct": 0,
            "unary": self.q,
            "subset": (self.size - 1) / (self.d - 1),
            "hashing": 1 / self.g,
        }
        return self.p * given_own[self.name]

    @property
    def epsilon(self) -> float:
        """Return the exact ε.

        No event tells more than that one value is supported and another one is not.
        """
        if self.p in (0, 1) or self.q <= self.both:
            return math.inf
        return math.log((self.p - self.both) / (self.q - self.both))

    def standard_error(self, share: float, reports: float) -> float:
        """Return the standard error of the estimated share of a value in a population.

        The reports are of people drawn from it at random.
        """
        supported = self.q + share * (self.p - self.q)
        return math.sqrt(supported * (1 - supported) / reports) / (self.p - self.q)

    def support(self, reports: np.ndarray) -> np.ndarray:
        """Return which values each report supports: bool, a row for each report."""
        if self.name == "direct":
            return reports[:, None] == np.arange(self.d)
        if self.name == "hashing":
            return (
                hash_bucket(reports[:, :1], np.arange(self.d), self.g) == reports[:, 1:]
            )
        return reports.astype(bool)

    def form(self, answer: object, shape: tuple[int, ...]) -> np.ndarray | str:
        """Return reports as whole numbers, or what is wrong with their form."""
        wanted = {
            "direct": f"a report of direct encoding is one value, 0 to {self.d - 1}",
            "hashing": "a report is a seed, 0 to 2**32 - 1, and a bucket, 0 to"
            f" {self.g - 1}",
        }.get(self.name, f"a report is a row of {self.d} bits, 0 or 1")
        kinds = {"direct": self.d, "hashing": SEEDS}.get(self.name, 2)
        reports = as_reports(answer, shape, kinds, by_place=self.name == "hashing")
        if isinstance(reports, str):
            return reports or f"reports must hold whole numbers: {wanted}"
        if self.name == "hashing" and (reports[..., 1] >= self.g).any():
            return wanted
        if self.name == "subset" and (reports.sum(axis=-1) != self.size).any():
            return f"each report must have exactly {self.size} ones"
        return reports


def understand(answer: object, d: int) -> Protocol | str:
    """Return the protocol that a student's dict describes, or what is wrong with it."""
    if not isinstance(answer, dict) or answer.get("name") not in NAMES:
        return f'protocol must be a dict with a "name", one of {", ".join(NAMES)}'
    name = answer["name"]
    extra, least = {"subset": ("size", 1), "hashing": ("g", 2)}.get(name, (None, 0))
    numbers = {key: as_number(answer.get(key)) for key in ("p", "q", extra) if key}
    for key, number in numbers.items():
        if not math.isfinite(number):
            return f'protocol["{key}"] is missing or no number'
    p, q, whole = numbers["p"], numbers["q"], numbers.get(extra, 0)
    if not 0 < q < p <= 1:
        return f"0 < q < p <= 1 must hold; p = {p:.4g}, q = {q:.4g}"
    if extra and (whole != int(whole) or not least <= whole < 10_000):
        return (
            f'protocol["{extra}"] = {whole:g} must be a whole number, at least {least}'
        )
    if name == "subset" and whole >= d:
        return f'protocol["size"] must be below the number of values, {d}'
    fits = {
        "direct": (1 - p) / (d - 1),
        "subset": (whole - p) / (d - 1),
        "hashing": 1 / (whole or 1),
    }.get(name, q)
    if not math.isclose(q, fits, rel_tol=1e-4):
        return f"q = {q:.5g} does not fit to p = {p:.5g}: here q is {fits:.5g}"
    return Protocol(d, name, p, fits, **({extra: int(whole)} if extra else {}))
