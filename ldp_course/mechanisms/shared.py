"""What mechanisms have in common, as functions: chunks, positions, bits, an estimator.

A report supports some values of the domain. Two numbers describe a mechanism where it does so by
yes or no, which Wang, Blocki, Li and Jha (USENIX Security 2017) call a pure protocol:
    p = Pr[report supports v | the person holds v]
    q = Pr[report supports v | the person holds another value]
The chapter "Unary encoding" derives the estimator and its variance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_counts,
    check_domain,
    check_epsilon,
    check_frequency,
    check_integer,
    check_rng,
    check_values,
)
from ldp_course.estimate import Estimate

CHUNK_ELEMENTS = 1 << 17  # at a time: 1 MB of float64, which allocators keep for the next chunk
LARGEST_SIMULATION = 1 << 22  # random numbers that simulate() may draw: about a second
LARGEST_CHANNEL = 12  # bits of a report; the channel has 2 to that power columns


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


def positions_by_chunk(values: ArrayLike, domain: tuple, width: int) -> Iterator[np.ndarray]:
    """Positions of the values in the domain, intp, chunk by chunk; width 0 is all at once."""
    values, k, index = check_values(values), len(domain), None
    counted = domain == tuple(range(k)) and set(map(type, domain)) == {int}
    for part in chunks(values, width) if width else [values]:
        if counted and part.dtype.kind in "iu" and part.min() >= 0 and part.max() < k:
            yield part.astype(np.intp)  # the values are their own positions
            continue
        import pandas as pd  # here, since it takes longer to load than all the rest of the module

        index = pd.Index(domain) if index is None else index
        found = index.get_indexer(pd.Index(part))
        if (found < 0).any():
            raise ValueError(_outside(part[found < 0], domain))
        yield found.astype(np.intp, copy=False)


def _outside(values: np.ndarray, domain: tuple) -> str:
    import pandas as pd

    different = pd.unique(pd.Series(values))
    shown = ", ".join(repr(v.item() if isinstance(v, np.generic) else v) for v in different[:5])
    allowed = ", ".join(map(repr, domain[:8]))
    allowed += f", … ({len(domain)} values)" if len(domain) > 8 else ""
    if pd.isna(different).any():
        allowed += " (a missing answer is not dropped silently: leave it out yourself, "
        allowed += "or give it a value of its own)"
    return f"values has {len(values)} answer(s) outside the domain: {shown}; allowed are {allowed}"


def by_chunk(draw: Callable, encoded: np.ndarray, rng: np.random.Generator, *like) -> np.ndarray:
    """draw(encoded, rng), chunk by chunk; `like` is the shape, dtype and width of the reports."""
    check_rng(rng)
    shape, dtype, width = like
    reports = np.empty(shape, dtype)
    for drawn, part in zip(chunks(reports, width), chunks(encoded, width), strict=True):
        drawn[:] = draw(part, rng)
    return reports


def drawn_by_chunk(
    draw: Callable, values: ArrayLike, domain: tuple, rng: np.random.Generator, width: int = 0
) -> Iterator[np.ndarray]:
    """draw(positions, rng), chunk by chunk; without a width draw(one-hot rows, rng)."""
    check_rng(rng)
    k = len(domain)
    for truth in positions_by_chunk(values, domain, width or k):
        yield draw(truth if width else one_hot(truth, k), rng)


def one_hot(codes: np.ndarray, size: int) -> np.ndarray:
    """Rows of `size` bits, uint8, with a 1 at each row's code, or at each of its codes."""
    rows = np.zeros((len(codes), size), dtype=np.uint8)
    rows[np.arange(len(codes)), codes.T] = 1
    return rows


def rows_of_bits(k: int, found: str = "") -> np.ndarray:
    """All rows of k bits, uint8 of shape (2^k, k): bit i of row j is (j >> i) & 1."""
    if k > LARGEST_CHANNEL:
        found = found or f"domain has {k} values"
        raise too_large(found, f"2**{k} rows of bits", f"{LARGEST_CHANNEL} bits")
    return ((np.arange(2**k)[:, None] >> np.arange(k)) & 1).astype(np.uint8)


def channel_of_bits(k: int, if_one: Sequence, if_zero: Sequence, found="") -> np.ndarray:
    """Pr[row of bits | value], shape (k, 2^k), by (Pr[0], Pr[1]) of its bit and of every other."""
    bits = rows_of_bits(k, found)
    at_zero, at_one = np.array(if_zero)[bits], np.array(if_one)[bits]
    return np.array([np.where(row, at_one, at_zero).prod(axis=1) for row in np.eye(k, dtype=bool)])


def too_large(found: str, table: str, most: str) -> ValueError:
    """What channel() and possible_reports() raise in place of a table that is too large."""
    return ValueError(
        f"{found}, so channel() would have {table}; at most {most} are allowed here "
        "(epsilon is exact for every size)"
    )


def number_if_single(result: np.ndarray) -> np.ndarray | float:
    """A float in place of an array without dimensions."""
    return result if np.ndim(result) else float(result)


def encode_position(mechanism: Mechanism, values: ArrayLike) -> np.ndarray:
    """Each person's position in the domain, intp of shape (n,). ValueError for a value outside."""
    return next(positions_by_chunk(values, mechanism.domain, width=0))


def encode_one_hot(mechanism: Mechanism, values: ArrayLike) -> np.ndarray:
    """One-hot rows, uint8 of shape (n, k). ValueError for a value outside the domain."""
    return one_hot(encode_position(mechanism, values), len(mechanism.domain))


def pure_estimate(mechanism: Mechanism, support: np.ndarray, n: int) -> Estimate:
    """The unbiased estimate of every frequency, (support/n - q) / (p - q), with standard errors."""
    p, q = mechanism.p, mechanism.q
    frequencies = (support / n - q) / (p - q)
    variance = noise(n, np.clip(frequencies, 0, 1), p, q)
    return Estimate(mechanism.domain, n, frequencies, np.sqrt(variance))


def pure_variance(mechanism: Mechanism, n: int, frequency: ArrayLike) -> np.ndarray | float:
    """[f p(1-p) + (1-f) q(1-q)] / (n (p-q)²), of a value that a share f of n fixed people hold."""
    n, f = check_integer("n", n, 1), check_frequency("frequency", frequency)
    return number_if_single(noise(n, f, mechanism.p, mechanism.q))


def noise(n: int, f: np.ndarray, p: float, q: float) -> np.ndarray:
    """The formula of `pure_variance`, unchecked."""
    return (f * p * (1 - p) + (1 - f) * q * (1 - q)) / (n * (p - q) ** 2)


def check_simulation(
    mechanism: Mechanism, counts: ArrayLike, rng: np.random.Generator, draws: int = 0
) -> np.ndarray:
    """Return the true counts, int64 of shape (k,); `draws` is how many numbers it would draw."""
    check_rng(rng)
    if draws > LARGEST_SIMULATION:
        raise ValueError(
            f"domain is too large for simulate() of {type(mechanism).__name__}: it would draw "
            f"{draws:,} random numbers, at most {LARGEST_SIMULATION:,} are allowed here; "
            "use collect(), whose cost grows with the people instead"
        )
    return check_counts("counts", counts, len(mechanism.domain))


def simulate_pure(mechanism: Mechanism, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
    """An estimate for true counts: Bin(n_v, p) + Bin(n - n_v, q) support v, independently."""
    counts = check_simulation(mechanism, counts, rng)
    n = int(counts.sum())
    ones = rng.binomial(counts, mechanism.p) + rng.binomial(n - counts, mechanism.q)
    return pure_estimate(mechanism, ones, n)


def count_support(mechanism: Mechanism, reports: np.ndarray) -> np.ndarray:
    """Number of reports that support each value, int64 of shape (k,)."""
    counts = np.zeros(len(mechanism.domain), dtype=np.int64)
    for part in chunks(reports, len(counts)):
        counts += mechanism.supported(part).sum(axis=0, dtype=np.uint32)
    return counts


def bits_are_supported(mechanism: Mechanism, reports: np.ndarray) -> np.ndarray:
    """The reports themselves, shape (n, k): they support the values whose bits are 1."""
    return reports


def possible_bits(mechanism: Mechanism) -> np.ndarray:
    """All rows of k bits, uint8 of shape (2^k, k), in the order of the channel's columns."""
    return rows_of_bits(len(mechanism.domain))


def describe(mechanism: Mechanism, sizes: str = "") -> str:
    """What repr() shows: the number of values, `sizes`, p, q and ε."""
    name, k, p, q = type(mechanism).__name__, len(mechanism.domain), mechanism.p, mechanism.q
    return f"{name}({k} values, {sizes}p={p:.4f}, q={q:.4f}, epsilon={mechanism.epsilon:.4f})"
