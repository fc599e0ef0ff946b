"""See in what comes back from devices that their public chance was none.

A report may carry a number that was drawn at random and is no secret: the seed of a
hash function, or which of several functions was used. The estimates and their errors
assume that it was drawn afresh for each person. An alarm is a UserWarning; of right
reports, fewer than one batch in a million gives one.
"""

import warnings

import numpy as np
from scipy.special import betainc

FALSE_ALARM = 1e-6
# floats have 53 bits, so that of 64 the last are 0; a spreadsheet has 15 digits of 20
ROUNDED = ((1024, "a program that reads numbers as floats"), (10_000, "a spreadsheet"))
MUCH_MORE = 8  # times what chance makes: even seeds are no fault, nor multiples of 4
FEW = 0.01  # others with the same seed, on average: it widens no interval by much


def warn_of_seeds(seeds: np.ndarray, source: str = "") -> None:
    """Warn if seeds of 64 bits were rounded on their way, or drawn more than once.

    The first is a binomial tail: one seed in 1,024 is a multiple of 1,024. That a
    hundredth of 10^9 seeds have a twin has a chance below 10^-7, by Markov's
    inequality. `seeds` are of different reports: those of a whole batch.
    """
    different, times = np.unique(seeds, return_counts=True)
    for unit, program in ROUNDED:
        multiples = np.count_nonzero(different % np.uint64(unit) == 0)
        n = len(different)
        is_many = multiples > MUCH_MORE * n / unit
        if is_many and is_too_many(multiples, n, 1 / unit, FALSE_ALARM / len(ROUNDED)):
            _warn(
                f"{multiples:,} of {n:,} seeds are multiples of {unit:,}, where chance "
                f"makes about {n / unit:,.0f}: as {program} rounds them. With another "
                "seed than the device's, a report is noise: hand seeds on as text.",
                source,
            )
            return
    times = times[times > 1].astype(float)
    others = (times * (times - 1)).sum() / len(seeds)
    if others > FEW:
        _warn(
            f"{int(times.sum()):,} of {len(seeds):,} reports share their seed, up to "
            f"{int(times.max()):,} with the same one. Seeds of 64 bits that are "
            "drawn afresh do not repeat: reports were delivered twice, or devices or "
            "workers share a generator or a seed. Intervals may be up to "
            f"{np.sqrt(1 + others):.3g} times too narrow.",
            source,
        )


def warn_of_choices(people: np.ndarray, source: str = "") -> None:
    """Warn if one of several hash functions has too many people for a fair choice.

    A binomial tail for each, added up (Bonferroni). `people` are those of each
    function, of a whole batch: its file is sorted.
    """
    n, most, options = int(people.sum()), int(people.max()), len(people)
    if options > 1 and is_too_many(most, n, 1 / options, FALSE_ALARM / options):
        _warn(
            f"one hash function was chosen by {most:,} of {n:,} people, where a fair "
            f"choice among {options:,} gives about {n / options:,.0f}: several devices "
            "or workers share a generator, or somebody chooses. Intervals may be too "
            "narrow, and collisions do not cancel.",
            source,
        )


def is_too_many(count: int, n: int, probability: float, error: float) -> bool:
    """Return whether so many of n have a probability of at most `error`."""
    tail = betainc(count, n - count + 1, probability) if count else 1.0
    return bool(tail <= error)


def _warn(message: str, source: str) -> None:
    warnings.warn(source + message, stacklevel=4)  # what calls `aggregate`
