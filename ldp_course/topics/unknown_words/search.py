"""Assign tasks, report hashed pieces of words, and search the common words on a server.

This is what prefix trees and segment pairs share. The people are split into groups at
random. A group's piece is a range of places in the padded word; each person reports its
hashed code by direct encoding of the bucket: local hashing with a public seed. Wang et
al. (2017) for the choice of g.
"""

import math
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from ldp_course.arguments import (
    check_confidence,
    check_epsilon,
    check_integer,
    check_people,
    check_rng,
    check_whole,
    reject,
)
from ldp_course.counting import noise_variance
from ldp_course.topics.more_protocols import hashing
from ldp_course.topics.more_protocols.local_hashing import LocalHashing
from ldp_course.topics.more_protocols.public_chance import warn_of_seeds
from ldp_course.topics.unknown_words.alphabet import Alphabet
from ldp_course.topics.unknown_words.candidates import Continued, Listed
from ldp_course.topics.unknown_words.found_words import (
    MOST_CANDIDATES,
    FoundWords,
    noise_cut,
)

LARGEST_LIST = 1 << 23  # candidates that are written down: 64 MB of codes
LARGEST_KEEP = 10_000
Candidates = Listed | Continued
# (group, candidates) -> codes, supports, people
Top = Callable[[int, Candidates], tuple]


class Words(Protocol):
    """Name what these functions read of a mechanism."""

    epsilon: float
    keep: int
    buckets: int
    p: float
    q: float
    alphabet: Alphabet
    pieces: tuple[tuple[int, int], ...]
    weights: tuple[int, ...]
    asked: int  # about so many are in question in the last group

    def _discover(self, top: Top) -> tuple: ...


def parts(epsilon: float, keep: int) -> dict:
    """Return the checked fields that both mechanisms have."""
    epsilon = check_epsilon(epsilon)
    hashed = LocalHashing.optimized(range(2), epsilon)
    keep = check_integer("keep", keep, 1, LARGEST_KEEP)
    same = {"buckets": hashed.buckets, "p": hashed.p, "q": hashed.q}
    return {"epsilon": epsilon, "keep": keep} | same


def encode(words: Words, values: ArrayLike) -> np.ndarray:
    """Return the codes of each word's pieces, uint64 of shape (n, groups)."""
    symbols = words.alphabet.symbols(values)
    codes = [words.alphabet.codes(symbols, start, stop) for start, stop in words.pieces]
    return np.stack(codes, axis=1)


def assign(words: Words, n: int, rng: np.random.Generator) -> np.ndarray:
    """Draw tasks for n devices, a random group and an odd seed: uint64 of shape (n, 2).

    They do not depend on any word. A device that chose its own seed could support many
    words.
    """
    n, weights = check_people("n", n), np.array(words.weights)
    groups = check_rng(rng).choice(len(weights), size=n, p=weights / weights.sum())
    seeds = rng.integers(2**63, size=n, dtype=np.uint64)
    return np.stack([groups.astype(np.uint64), 2 * seeds + np.uint64(1)], axis=1)


def perturb(
    words: Words, encoded: ArrayLike, tasks: ArrayLike, rng: np.random.Generator
) -> np.ndarray:
    """Return a bucket for each assigned task, uint64 of shape (n,).

    With probability (1 - e^-ε) p the true bucket is kept; otherwise any of g is drawn.
    """
    allowed = f"rows of {len(words.pieces)} codes below 2^64, one row a person"
    largest = [2**64 - 1] * len(words.pieces)
    encoded = check_whole("encoded", encoded, largest, allowed, "iu")
    tasks = _check_tasks(words, tasks, "encoded", encoded)
    own = encoded.astype(np.uint64)[np.arange(len(tasks)), tasks[:, 0].astype(np.intp)]
    random = check_rng(rng).integers(words.buckets, size=len(own), dtype=np.uint64)
    stays = rng.random(len(own)) < words.p * -math.expm1(-words.epsilon)
    multipliers = hashing.multipliers_of(own)
    true_bucket = hashing.bucket(tasks[:, 1], multipliers, words.buckets)
    return np.where(stays, true_bucket, random)


def aggregate(words: Words, reports: ArrayLike, tasks: ArrayLike) -> FoundWords:
    """Search the common words, group after group, on the server alone.

    It hashes every candidate with every seed of its group: 10^5 people, 2 letters a
    step and 32 kept take seconds; 3 letters and 100 kept take minutes. For more, see
    `simulate`. A UserWarning says if seeds of the tasks repeat, or were rounded.
    """
    allowed = f"buckets below {words.buckets}, one a person"
    reports = check_whole("reports", reports, words.buckets - 1, allowed, "iu")
    reports = reports.astype(np.uint64)
    tasks = _check_tasks(words, tasks, "reports", reports)
    warn_of_seeds(tasks[:, 1])

    def top(group: int, candidates: Candidates) -> tuple:
        if candidates.size > LARGEST_LIST:
            problem = f"group {group} has {candidates.size:,} candidates"
            raise ValueError(
                f"{problem}, at most {LARGEST_LIST:,} are hashed one by one: take"
                " shorter steps or a smaller keep, or simulate()"
            )
        own = tasks[:, 0] == group
        codes = candidates.at(np.arange(candidates.size))
        multipliers = hashing.multipliers_of(codes)
        seeds, buckets = tasks[own, 1], reports[own]
        supports = hashing.support(seeds, buckets, multipliers, words.buckets)
        # hashes order the ties, since codes would put the first letters first
        order = np.lexsort([multipliers, -supports])
        return codes[order], supports[order], int(np.count_nonzero(own))

    return conclude(words, top, len(reports))


def channel_given(
    words: Words, values: Sequence[str], group: int, seed: int
) -> np.ndarray:
    """Return Pr[bucket | word, this task], shape (words, g); its ε is at most ours."""
    group = check_integer("group", group, 0, len(words.pieces) - 1)
    seed = np.uint64(check_integer("seed", seed, 0, 2**64 - 1))
    multipliers = hashing.multipliers_of(encode(words, values)[:, group])
    true_bucket = hashing.bucket(seed, multipliers, words.buckets)
    is_true = np.arange(words.buckets, dtype=np.uint64) == true_bucket[:, None]
    return np.where(is_true, words.p, words.p * math.exp(-words.epsilon))


def limit(
    words: Words, n: int, candidates: int | None = None, alpha: float = 0.05
) -> float:
    """Return the share of a word that passes the cut half of the time.

    That is, if all earlier groups kept its pieces: z sqrt(1/m) sqrt(q(1 - q)) / (p - q)
    with m people in the last group, z = Φ⁻¹(1 - alpha/M) and M candidates, by default
    about as many as that group is asked about; in the normal picture.
    """
    n, alpha = check_people("n", n), check_confidence(alpha, "alpha", 0.05)
    if candidates is None:
        candidates = words.asked
    number = check_integer("candidates", candidates, 1, MOST_CANDIDATES)
    people = n * words.weights[-1] / sum(words.weights)
    spread = math.sqrt(words.q * (1 - words.q)) / (words.p - words.q)
    return float(-ndtri(alpha / number) * spread / math.sqrt(people))


def conclude(words: Words, top: Top, people: int) -> FoundWords:
    """Search, and return the words that the last group supports most."""
    candidates, (codes, supports, n) = words._discover(top)
    if n == 0:
        raise ValueError(
            f"none of the {people} people is in the last group: take more people"
        )
    cut = noise_cut(n, words.q, max(candidates, 1))
    listed = max(words.keep, np.count_nonzero(supports >= cut))
    codes, supports = codes[:listed], supports[:listed]
    frequencies = (supports / n - words.q) / (words.p - words.q)
    f = np.clip(frequencies, 0, 1)
    of_group = f * (1 - f) / n * (people - n) / max(people - 1, 1)  # who fell into it
    errors = np.sqrt(noise_variance(n, f, words.p, words.q) + of_group)
    texts = tuple(words.alphabet.text(codes))
    return FoundWords(texts, n, candidates, supports, frequencies, errors, cut)


def _check_tasks(
    words: Words, tasks: ArrayLike, name: str, rows: np.ndarray
) -> np.ndarray:
    groups = len(words.pieces)
    allowed = f"{len(rows)} rows of a group below {groups} and an odd seed below 2^64"
    largest = [groups - 1, 2**64 - 1]
    tasks = check_whole("tasks", tasks, largest, allowed, "iu").astype(np.uint64)
    if len(tasks) != len(rows):
        problem = f"tasks has shape {tasks.shape}, {name} has shape {rows.shape}"
        raise ValueError(f"{problem}; tasks must be {allowed}, as from assign")
    even = tasks[tasks[:, 1] % np.uint64(2) == 0]
    if len(even):
        reject("tasks", f"holds the seed {even[0, 1]}", allowed)
    return tasks
