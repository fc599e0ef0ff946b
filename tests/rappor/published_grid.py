"""The regression grid of google/rappor, three decoders on it, and what its own R
decoder reached there.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import nnls

from ldp_course.rappor import Parameters, bloom_table, design_matrix, estimate_bits
from tests.reference import VECTORS, vectors  # noqa: F401 - chapters ask for VECTORS

SHAPES = ["unif", "gauss", "exp", "zipf1", "zipf1.5"]
PRIVATE = Parameters(8, 2, 128, 0.45, 0.39, 0.61)
LOOSE = Parameters(8, 2, 128, 0.0, 0.225, 0.775)


class Case(NamedTuple):
    parameters: Parameters
    people: int
    reports: int  # of each person, from one memoised permanent response
    bogus: int  # candidates that nobody holds
    unlisted: bool  # v9, v19, v29, ... are not on the list
    words: int = 100  # v1, v2, ...


CASES = {
    "small-sharp": Case(PRIVATE, 10**6, 1, 0, False),
    "small-typical": Case(PRIVATE, 10**6, 1, 20, True),
    "small-over_x2": Case(PRIVATE, 10**6, 1, 200, True),
    "demo": Case(Parameters(32, 1, 64, 0.5, 0.25, 0.75), 10**5, 10, 100, True),
}


def rest_of_the_grid() -> dict[str, Case]:
    """The other cases of google/rappor: three sizes, each with a list that is exact, a
    fifth, two or ten times too long.
    """
    lists = {
        "sharp": (0, False),
        "typical": (0.2, True),
        "loose": (0.2, True),
        "over_x2": (2, True),
        "over_x10": (10, True),
    }
    grid = {
        f"{size}-{kind}": Case(
            LOOSE if kind == "loose" else PRIVATE,
            people,
            1,
            int(extra * words),
            unlisted,
            words,
        )
        for size, people, words in (
            ("tiny", 1_000, 100),
            ("small", 10**6, 100),
            ("medium", 10**7, 1_000),
        )
        for kind, (extra, unlisted) in lists.items()
    }
    return {name: case for name, case in grid.items() if name not in CASES}


class Run(NamedTuple):
    counts: np.ndarray
    candidates: list[str]
    truth: np.ndarray  # shares of the candidates
    words: list[str]
    held: np.ndarray  # shares of all words


def weights(shape: str, words: int = 100) -> np.ndarray:
    """Shares of v1, v2, ..., as many as there are words."""
    i = np.arange(1, words + 1)
    share = {
        "unif": np.ones(words),
        "gauss": np.exp(-0.5 * ((i - (words + 1) / 2) / (words / 6)) ** 2),
        "exp": np.exp(-5 * i / words),
        "zipf1": 1 / i,
        "zipf1.5": i**-1.5,
    }[shape]
    return share / share.sum()


def several_reports(word_counts, words, parameters, reports, rng):
    """Counts of `reports` reports from each person, all from the same permanent
    bits."""
    split = rng.multinomial(
        word_counts, np.full(parameters.cohorts, 1 / parameters.cohorts)
    )
    people = split.sum(axis=0)[:, None]
    with_bit = np.einsum("wc,wcb->cb", split, bloom_table(words, parameters))
    permanent = rng.binomial(with_bit, 1 - parameters.f / 2) + rng.binomial(
        people - with_bit, parameters.f / 2
    )
    ones = rng.binomial(reports * permanent, parameters.q) + rng.binomial(
        reports * (people - permanent), parameters.p
    )
    return np.hstack([reports * people, ones])


def draw(case: Case, shape: str, rng: np.random.Generator, name: str = "") -> Run:
    """One collection of the words v1, v2, ..., as in google/rappor's runs; a fresh name
    gives fresh hash functions.
    """
    words = [f"{name}v{i}" for i in range(1, case.words + 1)]
    word_counts = rng.multinomial(case.people, weights(shape, case.words))
    counts = several_reports(word_counts, words, case.parameters, case.reports, rng)
    listed = [i for i in range(case.words) if not (case.unlisted and i % 10 == 8)]
    candidates = [words[i] for i in listed] + [
        f"{name}bogus{i}" for i in range(case.bogus)
    ]
    held = word_counts / case.people
    return Run(
        counts,
        candidates,
        np.concatenate([held[listed], np.zeros(case.bogus)]),
        words,
        held,
    )


def system(
    case: Case, run: Run, words: list[str], centered: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Columns of the words and the target, all rows equally noisy."""
    people = run.counts[:, :1]
    shares = estimate_bits(run.counts, case.parameters)[0] / np.maximum(
        people, 1
    )  # a cohort may be empty
    sets = (
        design_matrix(words, case.parameters).reshape(*shares.shape, -1).astype(float)
    )
    if centered:
        shares, sets = (
            part - part.mean(axis=1, keepdims=True) for part in (shares, sets)
        )
    return (np.sqrt(people)[:, :, None] * sets).reshape(shares.size, -1), (
        np.sqrt(people) * shares
    ).ravel()


def plain_nnls(case: Case, run: Run) -> np.ndarray:
    """Shares by non-negative least squares on the candidates alone."""
    return nnls(*system(case, run, run.candidates, centered=False))[0]


def oracle(case: Case, run: Run) -> np.ndarray:
    """The z-value of each candidate, for somebody who knows the share of every other
    string, listed or not.
    """
    columns, target = system(case, run, run.words, centered=True)
    residual = target - columns @ run.held
    own = system(case, run, run.candidates, centered=True)[0]
    squares = (own**2).sum(axis=0)
    equations = case.parameters.cohorts * (case.parameters.bits - 1)
    return (run.truth + own.T @ residual / squares) / np.sqrt(
        residual @ residual / equations / squares
    )


def total_variation(run: Run, shares: np.ndarray) -> float:
    """Between `shares` and the truth; unlisted words count as found with share 0."""
    return (np.abs(shares - run.truth).sum() + run.held.sum() - run.truth.sum()) / 2


def at_false_positives(
    scores: list[np.ndarray], runs: list[Run], false: float
) -> float:
    """Words missed per run, if the same cut on the scores in all runs gives `false`
    false positives per run.
    """
    scores = np.concatenate(scores)
    held = np.concatenate([run.truth > 0 for run in runs])
    cut = np.sort(scores[~held])[::-1][int(round(false * len(runs)))]
    words = np.mean([np.count_nonzero(run.held) for run in runs])
    return words - np.count_nonzero(scores[held] > cut) / len(runs)


def r_reference(case: str) -> dict[str, float]:
    """What google/rappor's R decoder reached, mean of five distributions (2 to 5 runs
    each)."""
    rows = vectors("rappor_decoder_r_reference")
    rows = [
        row for row in rows if row["case"] == case or row["case"][:-1] == case == "demo"
    ]
    assert sorted(row["distr"] for row in rows) == sorted(SHAPES)
    return {
        key: float(np.mean([np.nan if row[key] is None else row[key] for row in rows]))
        for key in ("fp", "fn", "tv", "ci95")
    }
