"""What mechanisms have in common, as functions: chunks, positions, bits, an estimator.

A report supports some values of the domain. Two numbers describe a mechanism where it does so by
yes or no, which Wang, Blocki, Li and Jha (USENIX Security 2017) call a pure protocol:
    p = Pr[report supports v | the person holds v]
    q = Pr[report supports v | the person holds another value]
The chapter "Unary encoding" derives the estimator and its variance.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_bits,
    check_collection,
    check_counts,
    check_epsilon,
    check_frequency,
    check_people,
    check_rng,
    check_values,
)
from ldp_course.domains import check_domain, in_order, key, keys, refuse_outside
from ldp_course.estimate import Estimate
from ldp_course.mechanisms.tables import rows_of_bits

CHUNK_ELEMENTS = 1 << 17  # at a time: 1 MB of float64, which allocators keep for the next chunk
LARGEST_SIMULATION = 1 << 22  # random numbers that simulate() may draw: about a second
Draw = Callable[[np.ndarray, np.random.Generator], np.ndarray]  # reports of encoded values


class Mechanism(Protocol):
    """What these functions read of a mechanism."""

    domain: tuple
    epsilon: float
    p: float
    q: float


def check_domain_and_epsilon(domain: Sequence, epsilon: float) -> tuple[tuple, float]:
    """Return the domain as a tuple of at least 2 distinct values, and ε as a float."""
    return check_domain(domain), check_epsilon(epsilon)


def chunks(rows: np.ndarray, width: int = 1) -> Iterator[np.ndarray]:
    """Parts of the rows that hold about CHUNK_ELEMENTS elements each, `width` of them a row."""
    step = max(1, CHUNK_ELEMENTS // width)
    for start in range(0, len(rows), step):
        yield rows[start : start + step]


def positions_by_chunk(values: np.ndarray, domain: tuple, width: int) -> Iterator[np.ndarray]:
    """Positions of the values in the domain, intp, chunk by chunk; width 0 is all at once."""
    k, table = len(domain), None
    counted = set(map(type, domain)) == {int} and domain == tuple(range(k))
    for part in chunks(values, width) if width else [values]:
        if counted and part.dtype.kind in "iu" and part.min() >= 0 and part.max() < k:
            yield part.astype(np.intp)  # the values are their own positions
            continue
        table = table or {key(value): position for position, value in enumerate(domain)}
        found = np.array([table.get(place, -1) for place in keys(part)], dtype=np.intp)
        if (found < 0).any():
            refuse_outside(values, domain)
        yield found


def encode_position(mechanism: Mechanism, values: ArrayLike) -> np.ndarray:
    """Each person's position in the domain, intp of shape (n,). ValueError for a value outside."""
    return next(positions_by_chunk(check_values(values), mechanism.domain, width=0))


def encode_one_hot(mechanism: Mechanism, values: ArrayLike) -> np.ndarray:
    """One-hot rows, uint8 of shape (n, k). ValueError for a value outside the domain."""
    return one_hot(encode_position(mechanism, values), len(mechanism.domain))


def one_hot(codes: np.ndarray, size: int) -> np.ndarray:
    """Rows of `size` bits, uint8, with a 1 at each row's code, or at each of its codes."""
    rows = np.zeros((len(codes), size), dtype=np.uint8)
    rows[np.arange(len(codes)), codes.T] = 1
    return rows


def by_chunk(
    draw: Draw, encoded: np.ndarray, rng: np.random.Generator, like: np.ndarray, width: int = 1
) -> np.ndarray:
    """draw(encoded, rng) chunk by chunk, each put into its rows of `like`, an empty array.

    Here and below, `width` is how many numbers drawing takes for each person.
    """
    check_rng(rng)
    for drawn, part in zip(chunks(like, width), chunks(encoded, width), strict=True):
        drawn[:] = draw(part, rng)
    return like


def drawn_by_chunk(
    draw: Draw, values: ArrayLike, domain: tuple, rng: np.random.Generator, width: int = 1
) -> Iterator[np.ndarray]:
    """draw(positions, rng) for the values of each chunk of people."""
    for positions in positions_by_chunk(check_collection(values, rng), domain, width):
        yield draw(positions, rng)


def drawn_from_one_hot(
    draw: Draw, values: ArrayLike, domain: tuple, rng: np.random.Generator
) -> Iterator[np.ndarray]:
    """draw(one-hot rows, rng) for the values of each chunk of people."""
    k = len(domain)
    for positions in positions_by_chunk(check_collection(values, rng), domain, k):
        yield draw(one_hot(positions, k), rng)


def add_up_bits(parts: Iterable[np.ndarray]) -> np.ndarray:
    """Number of ones in each column, int64, of all parts together."""
    ones = 0
    for part in parts:
        ones = ones + part.sum(axis=0, dtype=np.uint32).astype(np.int64)
    return ones


def unchecked(kind: type, *fields: object) -> Estimate:
    """An estimate from a mechanism's arithmetic: its fields need none of the checks at the door."""
    estimate = object.__new__(kind)
    vars(estimate).update(zip(kind.__dataclass_fields__, fields, strict=True))
    return estimate


def pure_estimate(mechanism: Mechanism, support: np.ndarray, n: int) -> Estimate:
    """The unbiased estimate of every frequency, (support/n - q) / (p - q), with standard errors."""
    p, q = mechanism.p, mechanism.q
    frequencies = (support / n - q) / (p - q)
    variance = noise(n, np.clip(frequencies, 0, 1), p, q)
    return unchecked(Estimate, mechanism.domain, n, frequencies, np.sqrt(variance))


def pure_variance(mechanism: Mechanism, n: int, frequency: ArrayLike) -> np.ndarray | float:
    """[f p(1-p) + (1-f) q(1-q)] / (n (p-q)²), of a value that a share f of n fixed people hold."""
    n, f = check_people("n", n), check_frequency("frequency", frequency)
    return number_if_single(noise(n, f, mechanism.p, mechanism.q))


def noise(n: int, f: np.ndarray, p: float, q: float) -> np.ndarray:
    """The formula of `pure_variance`, unchecked."""
    return (f * p * (1 - p) + (1 - f) * q * (1 - q)) / (n * (p - q) ** 2)


def number_if_single(result: np.ndarray) -> np.ndarray | float:
    """A float in place of an array without dimensions."""
    return result if np.ndim(result) else float(result)


def check_simulation(
    mechanism: Mechanism, counts: ArrayLike, rng: np.random.Generator, draws: int = 0
) -> np.ndarray:
    """Return the true counts, int64 of shape (k,); `draws` is how many numbers it would draw.

    Labels, as of a Series that counts values, are matched with the domain.
    """
    check_rng(rng)
    if draws > LARGEST_SIMULATION:
        raise ValueError(
            f"domain is too large for simulate() of {type(mechanism).__name__}: it would draw "
            f"{draws:,} random numbers, at most {LARGEST_SIMULATION:,} are allowed here; "
            "use collect(), whose cost grows with the people instead"
        )
    counts = in_order("counts", counts, mechanism.domain)
    return check_counts("counts", counts, len(mechanism.domain))


def simulate_pure(mechanism: Mechanism, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
    """An estimate for true counts: Bin(n_v, p) + Bin(n - n_v, q) support v, independently."""
    counts = check_simulation(mechanism, counts, rng)
    n = int(counts.sum())
    ones = rng.binomial(counts, mechanism.p) + rng.binomial(n - counts, mechanism.q)
    return pure_estimate(mechanism, ones, n)


def supported_by_bits(mechanism: Mechanism, reports: ArrayLike) -> np.ndarray:
    """The values that each report supports, those whose bits are 1: booleans, shape (n, k)."""
    return check_bits("reports", reports, len(mechanism.domain)).astype(bool, copy=False)


def support_by_bits(mechanism: Mechanism, reports: ArrayLike) -> np.ndarray:
    """Number of reports that support each value, int64 of shape (k,)."""
    k = len(mechanism.domain)
    return add_up_bits(chunks(check_bits("reports", reports, k), k))


def possible_bits(mechanism: Mechanism) -> np.ndarray:
    """All rows of k bits, uint8 of shape (2^k, k), in the order of the channel's columns."""
    return rows_of_bits(len(mechanism.domain))


def describe(mechanism: Mechanism, sizes: str = "") -> str:
    """What repr() shows: the number of values, `sizes`, p, q and ε."""
    name, k, p, q = type(mechanism).__name__, len(mechanism.domain), mechanism.p, mechanism.q
    return f"{name}({k} values, {sizes}p={p:.4f}, q={q:.4f}, epsilon={mechanism.epsilon:.4f})"
