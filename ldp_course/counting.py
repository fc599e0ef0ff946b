"""What mechanisms share: positions, bits, an estimator and its standard error.

A report supports some values of the domain. Two numbers describe a mechanism where it
does so by yes or no, which Wang, Blocki, Li and Jha (USENIX Security 2017) call a pure
protocol:
    p = Pr[report supports v | the person holds v]
    q = Pr[report supports v | the person holds another value]
The chapter "Unary encoding" derives the estimator and its variance.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_answers,
    check_bits,
    check_codes,
    check_collection,
    check_counts,
    check_frequency,
    check_people,
    check_rng,
    check_values,
)
from ldp_course.domains import in_order, key, keys, refuse_outside
from ldp_course.estimate import Estimate

LARGEST_SIMULATION = 1 << 22  # random numbers that simulate() may draw: about a second
LARGEST_CHANNEL = 12  # bits of a report; the channel has 2 to that power columns
LARGEST_TABLE = 1 << 22  # entries of a channel or list
# at a time: 1 MB of float64, which allocators keep for the next chunk
CHUNK_ELEMENTS = 1 << 17
# draws the reports of encoded values
Draw = Callable[[np.ndarray, np.random.Generator], np.ndarray]


class Mechanism(Protocol):
    """What these functions read of a mechanism."""

    reports: str  # what a report is, such as "bits": one for each value
    domain: tuple
    epsilon: float
    p: float
    q: float


def is_mechanism(value: object) -> bool:
    """Say whether this is a mechanism that counts values: its class says `reports`."""
    return isinstance(getattr(type(value), "reports", None), str)


def chunks(rows: np.ndarray, width: int = 1) -> Iterator[np.ndarray]:
    """Cut rows into parts of about CHUNK_ELEMENTS elements, `width` of them a row."""
    step = max(1, CHUNK_ELEMENTS // width)
    starts, ends = range(0, len(rows), step), range(step, len(rows) + step, step)
    # rows[start:end] for each start, when it is its turn
    return map(rows.__getitem__, map(slice, starts, ends))


def by_chunk(
    draw: Draw,
    encoded: np.ndarray,
    rng: np.random.Generator,
    reports: np.ndarray,
    width: int = 1,
) -> np.ndarray:
    """Put draw(encoded, rng), `width` numbers a person, into `reports` by chunks."""
    check_rng(rng)
    parts = zip(chunks(reports, width), chunks(encoded, width), strict=True)
    for rows, part in parts:
        rows[:] = draw(part, rng)
    return reports


def positions_by_chunk(
    values: np.ndarray, domain: tuple, width: int
) -> Iterator[np.ndarray]:
    """Yield the values' positions in the domain, intp, a chunk of people at a time.

    `width` is how many numbers each person takes; 0 is everybody at once.
    """
    k, table = len(domain), None
    is_range = set(map(type, domain)) == {int} and domain == tuple(range(k))
    is_whole = is_range and values.dtype.kind in "iu"
    # the values are their own positions
    are_positions = is_whole and values.min() >= 0 and values.max() < k
    step = max(1, CHUNK_ELEMENTS // width) if width else len(values)
    for start in range(0, len(values), step):
        part = values[start : start + step]
        if are_positions:
            yield part.astype(np.intp)
            continue
        table = table or {key(value): position for position, value in enumerate(domain)}
        positions = np.array([table.get(label, -1) for label in keys(part)], np.intp)
        if (positions < 0).any():
            refuse_outside(values, domain)
        yield positions


def encode_position(mechanism: Mechanism, values: ArrayLike) -> np.ndarray:
    """Return each person's position in the domain, intp (n,), or a ValueError."""
    return next(positions_by_chunk(check_values(values), mechanism.domain, width=0))


def encode_one_hot(mechanism: Mechanism, values: ArrayLike) -> np.ndarray:
    """Return one-hot rows, uint8 (n, k), with the 1 at each value, or a ValueError."""
    return one_hot(encode_position(mechanism, values), len(mechanism.domain))


def one_hot(codes: np.ndarray, size: int) -> np.ndarray:
    """Return rows of `size` bits, uint8, with a 1 at the code or codes of each row."""
    rows = np.zeros((len(codes), size), dtype=np.uint8)
    rows[np.arange(len(codes)), codes.T] = 1
    return rows


def reports_by_chunk(
    draw: Draw,
    values: ArrayLike,
    domain: tuple,
    rng: np.random.Generator,
    width: int = 1,
    rows: bool = False,
) -> Iterator[np.ndarray]:
    """Yield draw(encoded, rng) for each chunk of people, `width` numbers a person.

    The values are encoded as positions in the domain, or as one-hot `rows`.
    """
    values = check_collection(values, rng)
    for positions in positions_by_chunk(values, domain, width):
        yield draw(one_hot(positions, len(domain)) if rows else positions, rng)


def collect_pure(
    mechanism: Mechanism,
    draw: Draw,
    count: Callable[[np.ndarray], np.ndarray],
    values: ArrayLike,
    rng: np.random.Generator,
    width: int = 1,
    rows: bool = False,
) -> Estimate:
    """Return the estimate of a pure protocol, adding up count(reports) of each chunk.

    `draw`, `width` and `rows` are those of `reports_by_chunk`.
    """
    parts = reports_by_chunk(draw, values, mechanism.domain, rng, width, rows)
    # a chunk lives until the next is drawn: its memory is not given back in between
    support = 0
    for part in parts:
        support = support + count(part)
    return pure_estimate(mechanism, support, len(values))


def draw_bits(
    bits: np.ndarray, p: float, q: float, rng: np.random.Generator
) -> np.ndarray:
    """Draw a boolean for each bit: true with probability p if it is 1, q if it is 0.

    A random byte decides: below the whole part of 256 p it is true, above it false. The
    one byte in 256 that equals it is decided by one more uniform number, which must lie
    below the fraction that is left of 256 p. No step rounds, and a uniform number is a
    multiple of 2^-53: so the probability is exactly p for each float p from 1/512 and
    each multiple of 2^-61; otherwise p is rounded up to the next multiple of 2^-61.
    """
    whole_p, whole_q = min(int(256 * p), 255), min(int(256 * q), 255)
    limit = bits.astype(np.uint8, order="C")
    limit *= np.uint8((whole_p - whole_q) % 256)  # bytes wrap round
    limit += np.uint8(whole_q)
    random = random_bytes(bits.shape, rng)
    ones = random < limit
    ties = np.flatnonzero(random == limit)
    fraction = np.where(bits.reshape(-1)[ties], 256 * p - whole_p, 256 * q - whole_q)
    ones.reshape(-1)[ties] = rng.random(len(ties)) < fraction
    return ones


def draw_one_hot(
    codes: np.ndarray, size: int, p: float, q: float, rng: np.random.Generator
) -> np.ndarray:
    """Draw what `draw_bits` draws of one_hot(codes, size), without making these rows.

    All bytes meet the limit of a 0. The byte of each 1 has met its own before, and a
    byte takes its place that ties with the limit of a 0 if it has tied itself: so the
    ties come in the same order, and take the same uniform numbers.
    """
    whole_p, whole_q = min(int(256 * p), 255), min(int(256 * q), 255)
    random = random_bytes((len(codes) * size,), rng)
    places = np.arange(0, len(random), size) + codes
    own = random[places]
    random[places] = np.uint8(whole_q) ^ (own != whole_p)
    ones = random < np.uint8(whole_q)
    ones[places] = own < whole_p
    ties = np.flatnonzero(random == np.uint8(whole_q))
    is_own = places[ties // size] == ties
    fraction = np.where(is_own, 256 * p - whole_p, 256 * q - whole_q)
    ones[ties] = rng.random(len(ties)) < fraction
    return ones.reshape(-1, size)


def flip_bits(
    mechanism: Mechanism, bits: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """Draw each bit on its own: 1 with the mechanism's p if it is 1, q if it is 0."""
    return draw_bits(bits, mechanism.p, mechanism.q, rng)


def flip_one_hot(
    mechanism: Mechanism, codes: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """Draw what `flip_bits` draws of one-hot rows, from their codes alone."""
    size = len(mechanism.domain)
    return draw_one_hot(codes, size, mechanism.p, mechanism.q, rng)


def random_bytes(shape: tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
    """Draw uniform bytes, uint8: eight at a time, twice as fast as `rng.bytes`."""
    size = math.prod(shape)
    words = rng.integers(2**64, size=-(-size // 8), dtype=np.uint64)
    return words.view(np.uint8)[:size].reshape(shape)


def count_ones(rows: np.ndarray) -> np.ndarray:
    """Count the ones in each column of a chunk of rows, int64 of shape (k,).

    Rows are laid side by side until at most 255 are left, whose sum fits into a byte:
    adding long rows of bytes takes a tenth of the time of short rows of larger numbers.
    """
    rows = rows.view(np.uint8) if rows.dtype == bool else rows
    k, beside = rows.shape[1], -(-len(rows) // 255)
    even = len(rows) // beside * beside
    sums = rows[:even].reshape(-1, beside * k).sum(axis=0, dtype=np.uint8)
    ones = sums.reshape(beside, k).sum(axis=0, dtype=np.int64)
    return ones + rows[even:].sum(axis=0, dtype=np.int64) if even < len(rows) else ones


def add_up_bits(parts: Iterable[np.ndarray]) -> np.ndarray:
    """Count the ones in each column of all parts together, int64 of shape (k,)."""
    return sum(map(count_ones, parts))


def pure_estimate(mechanism: Mechanism, support: np.ndarray, n: int) -> Estimate:
    """Return the unbiased estimate (support/n - q) / (p - q), with standard errors."""
    p, q = mechanism.p, mechanism.q
    frequencies = (support / n - q) / (p - q)
    variance = noise_variance(n, np.clip(frequencies, 0, 1), p, q)
    return Estimate.computed(mechanism.domain, n, frequencies, np.sqrt(variance))


def pure_variance(
    mechanism: Mechanism, n: int, frequency: ArrayLike
) -> np.ndarray | float:
    """Return [f p(1-p) + (1-f) q(1-q)] / (n (p-q)²), f the share of n fixed people."""
    n, f = check_people("n", n), check_frequency("frequency", frequency)
    return number_if_single(noise_variance(n, f, mechanism.p, mechanism.q))


def noise_variance(n: int, f: np.ndarray, p: float, q: float) -> np.ndarray:
    """Return the formula of `pure_variance`.

    In closed form for one choice of p and q: `UnaryEncoding.optimized`.
    """
    return (f * p * (1 - p) + (1 - f) * q * (1 - q)) / (n * (p - q) ** 2)


def number_if_single(result: np.ndarray) -> np.ndarray | float:
    """Return a float in place of an array without dimensions."""
    return result if np.ndim(result) else float(result)


def check_simulation(
    mechanism: Mechanism, counts: ArrayLike, rng: np.random.Generator, draws: int = 0
) -> np.ndarray:
    """Return true counts, int64 (k,), in the domain's order, if `draws` are allowed."""
    check_rng(rng)
    if draws > LARGEST_SIMULATION:
        raise ValueError(
            f"domain is too large for simulate() of {type(mechanism).__name__}: it "
            f"would draw {draws:,} random numbers, at most {LARGEST_SIMULATION:,} are "
            "allowed here; use collect(), whose cost grows with the people instead"
        )
    counts = in_order("counts", counts, mechanism.domain)
    return check_counts("counts", counts, len(mechanism.domain))


def simulate_pure(
    mechanism: Mechanism, counts: ArrayLike, rng: np.random.Generator
) -> Estimate:
    """Draw an estimate: Bin(n_v, p) + Bin(n - n_v, q) support v, independently."""
    counts = check_simulation(mechanism, counts, rng)
    n = int(counts.sum())
    ones = rng.binomial(counts, mechanism.p) + rng.binomial(n - counts, mechanism.q)
    return pure_estimate(mechanism, ones, n)


def check_rows(mechanism: Mechanism, name: str, rows: ArrayLike) -> np.ndarray:
    """Return rows of a bit for each value, in the domain's order, integers (n, k)."""
    rows = in_order(name, rows, None, mechanism.domain, complete=True)
    return check_bits(name, rows, len(mechanism.domain))


def supported_by_bits(mechanism: Mechanism, reports: ArrayLike) -> np.ndarray:
    """Return which values each report supports, its ones: booleans, shape (n, k)."""
    return check_rows(mechanism, "reports", reports).astype(bool, copy=False)


def support_by_bits(mechanism: Mechanism, reports: ArrayLike) -> np.ndarray:
    """Count the reports that support each value, int64 of shape (k,)."""
    rows = check_rows(mechanism, "reports", reports)
    return add_up_bits(chunks(rows, len(mechanism.domain)))


def count_positions(mechanism: Mechanism, reports: np.ndarray) -> np.ndarray:
    """Count the reports, intp, that name each value: shape (k,)."""
    return np.bincount(reports, minlength=len(mechanism.domain))


def support_by_position(mechanism: Mechanism, reports: ArrayLike) -> np.ndarray:
    """Count the reports that name each value, int64 of shape (k,)."""
    reports = check_codes("reports", reports, len(mechanism.domain))
    return count_positions(mechanism, reports.astype(np.intp, copy=False))


def support_by_answer(mechanism: Mechanism, reports: ArrayLike) -> np.ndarray:
    """Count the reported no and yes, shape (2,)."""
    reports = check_answers("reports", reports)
    yes = np.count_nonzero(reports)
    return np.array([len(reports) - yes, yes])


def possible_bits(mechanism: Mechanism) -> np.ndarray:
    """Return all rows of k bits, uint8 of shape (2^k, k), as the channel's columns."""
    return rows_of_bits(len(mechanism.domain))


def describe(mechanism: Mechanism, sizes: str = "") -> str:
    """Return what repr() shows: the number of values, `sizes`, p, q and ε."""
    sizes = f"{len(mechanism.domain)} values, {sizes}"
    numbers = f"p={mechanism.p:.4f}, q={mechanism.q:.4f}"
    epsilon = f"epsilon={mechanism.epsilon:.4f}"
    return f"{type(mechanism).__name__}({sizes}{numbers}, {epsilon})"


def rows_of_bits(k: int, size: str = "") -> np.ndarray:
    """Return all rows of k bits, uint8 of shape (2^k, k).

    Bit i of row j is (j >> i) & 1. `size` is what a message says of a k too large.
    """
    if k > LARGEST_CHANNEL:
        size = size or f"domain has {k} values"
        raise too_large(size, f"2**{k} rows of bits", f"{LARGEST_CHANNEL} bits")
    return ((np.arange(2**k)[:, None] >> np.arange(k)) & 1).astype(np.uint8)


def channel_of_bits(
    k: int, own_bit: Sequence, other_bit: Sequence, size: str = ""
) -> np.ndarray:
    """Return Pr[row of k bits | value], shape (k, 2^k), of independent bits.

    `own_bit` is (Pr[0], Pr[1]) of the value's bit, `other_bit` of each other bit.
    """
    bits = rows_of_bits(k, size)
    own, other = np.array(own_bit)[bits], np.array(other_bit)[bits]
    return np.array([
        np.where(row, own, other).prod(axis=1) for row in np.eye(k, dtype=bool)
    ])


def check_table(rows: int, columns: int) -> None:
    """Raise ValueError if a channel or list is too large to be written out."""
    if rows * columns > LARGEST_TABLE:
        size, entries = f"domain has {rows} values", f"{rows} x {columns:,} entries"
        raise too_large(size, entries, f"{LARGEST_TABLE:,} entries")


def too_large(size: str, table: str, most: str) -> ValueError:
    """Return the error of channel() and possible_reports() for a table too large."""
    return ValueError(
        f"{size}, so channel() would have {table}; at most {most} are allowed here "
        "(epsilon is exact for every size)"
    )
