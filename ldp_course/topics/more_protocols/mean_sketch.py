"""What both count-mean sketches share: hash functions, and the cost of collisions.

Where two values meet in a hash function, one is counted for the other, and more people
do not mend that. `variance` and the standard errors are over the noise and over
perfectly random functions. For given functions the error is fixed and not normal:
small, or large where a value meets a frequent one. A 95 % interval for one value covers
it in about 95 % of values and functions; simultaneous ones use Bernstein's inequality.
With only a few functions, those of rare values are too short.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from ldp_course import counting
from ldp_course.arguments import (
    check_confidence,
    check_epsilon,
    check_flag,
    check_frequency,
    check_integer,
    set_attributes,
)
from ldp_course.counting import Mechanism
from ldp_course.domains import check_domain
from ldp_course.estimate import Estimate
from ldp_course.topics.more_protocols.hashing import multipliers

LARGEST_SKETCH = 1 << 26  # hashes x buckets: a table of 512 MB


@dataclass(frozen=True, eq=False, repr=False)
class SketchEstimate(Estimate):
    """Hold an estimate whose errors are noise, nearly normal, and collisions."""

    noise_errors: np.ndarray  # shape (k,), the part of `standard_errors` that is noise
    # what the most frequent value adds where it meets another once
    largest_collision: float

    def interval(
        self, confidence: float = 0.95, simultaneous: bool = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return low and high ends, as `Estimate.interval` does.

        Simultaneous margins are those of noise and of collisions, added. Each may miss
        with probability (1 - confidence) / (2k): the noise by its normal quantile, the
        collisions by Bernstein's inequality with the estimated variance and largest
        term.
        """
        if not check_flag("simultaneous", simultaneous):
            return super().interval(confidence)
        missing = (1 - check_confidence(confidence)) / (2 * len(self.domain))
        log_missing = -np.log(missing / 2)
        variance = np.maximum(self.standard_errors**2 - self.noise_errors**2, 0)
        linear = self.largest_collision * log_missing / 3
        collisions = linear + np.sqrt(linear**2 + 2 * variance * log_missing)
        margin = collisions - ndtri(missing / 2) * self.noise_errors
        return self.frequencies - margin, self.frequencies + margin


def set_up(sketch: Mechanism) -> None:
    """Check and set the attributes of a sketch, all but p and q."""
    domain, epsilon = check_domain(sketch.domain), check_epsilon(sketch.epsilon)
    hashes = check_integer("hashes", sketch.hashes, 1, 2**16)
    width = check_integer("width", sketch.width, 2, 2**16)
    if hashes * width > LARGEST_SKETCH:
        most = f"hashes x width must be at most {LARGEST_SKETCH:,}"
        raise ValueError(f"hashes x width = {hashes} x {width} is not allowed; {most}")
    seed = check_integer("seed", sketch.seed, 0)
    seeds = np.random.SeedSequence(seed).generate_state(hashes, np.uint64)
    set_attributes(
        sketch,
        domain=domain,
        hashes=hashes,
        width=width,
        epsilon=epsilon,
        seed=seed,
        collision_variance=1 / (hashes * (width - 1)),
        _seeds=seeds,
        _multipliers=multipliers(len(domain)),
    )


def describe(sketch: Mechanism) -> str:
    """Return what repr() shows of a sketch."""
    text = counting.describe(sketch, f"hashes={sketch.hashes}, width={sketch.width}, ")
    return f"{text[:-1]}, seed={sketch.seed})"


def add_up_buckets(sketch: Mechanism, table: np.ndarray) -> np.ndarray:
    """Add up each value's buckets in the rows of the table, int64 of shape (k,)."""
    codes = np.arange(len(sketch.domain))
    support = np.zeros(len(codes), dtype=np.int64)
    step = max(1, 2**16 // len(codes))  # buckets at a time, that fit into a cache
    for start in range(0, sketch.hashes, step):
        functions = np.arange(start, min(start + step, sketch.hashes))[:, None]
        places = sketch.buckets(functions, codes)
        places += functions * sketch.width
        support += table.ravel().take(places).sum(axis=0)
    return support


def estimate(sketch: Mechanism, table: np.ndarray, n: int) -> SketchEstimate:
    """Return the estimate from the reports that support each bucket, (hashes, m)."""
    k, collision = len(sketch.domain), sketch.collision_variance
    frequencies = (add_up_buckets(sketch, table) / n - sketch.q) / (sketch.p - sketch.q)
    shares = np.clip(frequencies, 0, 1)
    pure = counting.noise_variance(n, shares, sketch.p, sketch.q)
    noise = pure - collision * (1 - shares) / n
    # an unbiased estimate of the sum of all squared frequencies, which is at least 1/k
    squares = ((frequencies**2).sum() - noise.sum()) / (1 + (k - 1) * collision)
    others = np.clip(max(squares, 1 / k) - shares**2, 0, 1)
    errors = np.sqrt(pure + collision * (others - (1 - shares) / n))
    noise_errors = np.sqrt(np.maximum(noise, 0))
    largest = max(shares.max(), 1 / k) / sketch.hashes
    fields = sketch.domain, n, frequencies, errors, noise_errors, largest
    return SketchEstimate.computed(*fields)


def variance(
    sketch: Mechanism,
    n: int,
    frequency: ArrayLike,
    others_squared: ArrayLike | None = None,
) -> np.ndarray | float:
    """Return `pure_variance` plus (S - (1-f)/n) / (hashes (m-1)), for a share f.

    S is `others_squared`, the sum of the squared frequencies of all other values;
    without it, the worst case (1 - f)²: all other people hold the same value. Over
    noise and random functions.
    """
    noise = counting.pure_variance(sketch, n, frequency)
    f = check_frequency("frequency", frequency)
    squares = (1 - f) ** 2
    if others_squared is not None:
        squares = check_frequency("others_squared", others_squared)
    collisions = sketch.collision_variance * (squares - (1 - f) / n)
    return counting.number_if_single(noise + collisions)


def people_in_buckets(
    sketch: Mechanism, counts: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """Draw how many people have each function and each of its buckets, (hashes, m)."""
    chosen = rng.multinomial(counts, np.full(sketch.hashes, 1 / sketch.hashes))
    people = np.zeros((sketch.hashes, sketch.width), dtype=np.int64)
    functions = np.arange(sketch.hashes)
    places = sketch.buckets(functions, np.arange(len(counts))[:, None])
    np.add.at(people, (functions, places), chosen)
    return people
