"""Run each test of a randomizer, one function each; what it finds is a sentence."""

from itertools import chain, permutations, repeat

import numpy as np
from scipy.special import bdtr, bdtrc, chdtrc, ndtri, stdtrit

from ldp_course.audit import audit as audit_rows
from ldp_course.privacy import privacy_loss
from ldp_course.topics.testing_mechanisms.examination import Finding
from ldp_course.topics.testing_mechanisms.samples import (
    as_table,
    coded,
    proven_by_columns,
    same_chance,
    whole_rows,
)

NAMES = "form", "channel", "audit", "law", "fresh chance", "bias", "spread"
RUNS, PEOPLE = 200, 2000  # of the tests of an estimate
SMALLEST_CELL = 50  # reports that are expected in a cell of a chi-squared test
FEWEST_ESTIMATES = 16  # different ones, or there are too few lies for a normal law
CALLS, OF_CALL = 200, 50  # small surveys, and the people with each value in one
NO_TABLE = "it has no table of Pr[report | value]"
MOST_CODES = 1000
MOST_COLUMNS = 8  # that are looked at one by one


def seen(randomizer: object, sample: np.ndarray, reports: object) -> np.ndarray:
    """Return what an audit looks at: reports, and without a channel their support."""
    if _table(randomizer) is None and hasattr(randomizer, "supported"):
        return np.column_stack([sample, np.asarray(randomizer.supported(reports))])
    return sample


def check_form(samples: list[np.ndarray]) -> None:
    """Raise an error if a report's type or width may tell the value."""
    forms = sorted({f"{sample.dtype.kind} × {sample.shape[1]}" for sample in samples})
    if len(forms) > 1:
        raise TypeError(
            f"the reports' type or width depends on the value: {', '.join(forms)}"
        )
    for sample in samples:
        if sample.dtype.kind == "f" and np.isnan(sample).any():
            raise ValueError("some reports are nan")


def channel(randomizer: object, epsilon: float) -> Finding:
    table = _table(randomizer)
    if table is None:
        return Finding("channel", None, NO_TABLE)
    exact = privacy_loss(table)
    holds = bool(exact <= epsilon * (1 + 1e-9))
    return Finding("channel", holds, f"its exact ε is {exact:.3f}")


def audits(values: list, samples: list[np.ndarray], error: float) -> tuple:
    """Return the ε that each pair proves, all right but with probability `error`."""
    pairs = list(permutations(range(len(values)), 2))
    rows, each = whole_rows(samples), error / (2 * len(pairs))
    audits = []
    for i, j in pairs:
        by_rows = audit_rows(rows[i], rows[j], confidence=1 - each).epsilon_lower
        bound = max(by_rows, proven_by_columns(samples[i], samples[j], each))
        audits.append((values[i], values[j], bound))
    return tuple(audits)


def audit(audits: tuple, epsilon: float) -> Finding:
    if not audits:
        reason = "not tested: the reports are texts that hardly repeat"
        return Finding("audit", None, reason)
    first, second, bound = max(audits, key=lambda pair: pair[2])
    holds = bound <= epsilon
    end = "not above the claim" if holds else f"above the claimed {epsilon:g}"
    sentence = f"{first!r} or {second!r}: ε is at least {bound:.3f}, {end}"
    return Finding("audit", holds, sentence)


def law(
    randomizer: object, values: list, samples: list[np.ndarray], error: float
) -> Finding:
    table, places = _table(randomizer), _positions(randomizer, values)
    if table is None or places is None:
        reason = NO_TABLE if table is None else "it has no list of values"
        return Finding("law", None, reason)
    reports = np.asarray(as_table(randomizer.possible_reports()))
    reports = reports.reshape(table.shape[1], -1)
    column = {tuple(row): place for place, row in enumerate(reports.tolist())}
    least = 1.0
    for value, place, sample in zip(values, places, samples):
        rows, counts = np.unique(sample, axis=0, return_counts=True)
        observed = np.zeros(table.shape[1])
        for row, count in zip(rows.tolist(), counts):
            at = column.get(tuple(row))
            if at is None or table[place, at] == 0:
                sentence = f"{value!r} led to {row}, which is impossible"
                return Finding("law", False, sentence)
            observed[at] = count
        least = min(least, _chi_squared(observed, table[place] * len(sample)))
    holds = least * len(values) >= error
    sentence = f"chi-squared, least p of {len(values)} values: {least:.2g}"
    return Finding("law", holds, sentence)


def _table(randomizer: object) -> np.ndarray | None:
    try:
        return np.asarray(randomizer.channel(), dtype=float)
    except (AttributeError, ValueError):  # none, or its reports cannot be listed
        return None


def _positions(randomizer: object, values: list) -> list[int] | None:
    """Return the places of the values in the randomizer's domain.

    The values 0 and 1 are the places in the domain of randomized response.
    """
    domain = list(getattr(randomizer, "domain", ()))
    if set(values) <= set(domain):
        return [domain.index(value) for value in values]
    return [int(value) for value in values] if domain == ["no", "yes"] else None


def _chi_squared(observed: np.ndarray, expected: np.ndarray) -> float:
    """Return the p-value of Pearson's test; small cells are put together."""
    order = np.argsort(expected, kind="stable")
    observed, expected = observed[order], expected[order]
    small = int(np.searchsorted(np.cumsum(expected), SMALLEST_CELL)) + 1
    large = [k for k in range(small, len(expected)) if expected[k] >= SMALLEST_CELL]
    observed = np.add.reduceat(observed, [0, *large])
    expected = np.add.reduceat(expected, [0, *large])
    if len(expected) < 2:
        return 1.0
    statistic = ((observed - expected) ** 2 / expected).sum()
    return float(chdtrc(len(expected) - 1, statistic))


def fresh_chance(
    samples: list[np.ndarray],
    others: list[np.ndarray],
    surveys: list[np.ndarray],
    error: float,
) -> Finding:
    """Test whether each call draws anew, and each person's chance is her own.

    `surveys` has the reports to each value in many small calls, one after the other: if
    all people of a call share a coin, counts differ from call to call by more.
    """
    name, n = "fresh chance", len(samples[0])
    if any(map(same_chance, samples, others)):
        return Finding(name, False, "a second call drew the same reports again")
    entries = _halves(coded(samples), least=0.2)
    calls = _halves(coded(surveys), least=1 / CALLS)
    if not entries and not calls:
        return Finding(name, None, "not tested: the reports hardly differ")
    away = max(map(_likeness, entries), default=0.0)
    p = min(map(_rarest_call, calls), default=1.0)
    error /= 2  # for each of the two tests
    holds = away <= ndtri(1 - error / (2 * max(len(entries), 1) * (n // 2)))
    holds &= p * max(len(calls), 1) >= error
    sentence = f"at worst {away:.1f} standard errors at {n // 2:,} distances of rows; "
    sentence += f"{CALLS} calls: least p {p:.2g}"
    return Finding(name, bool(holds), sentence)


def _rarest_call(survey: np.ndarray) -> float:
    """Return the p-value of the most unusual count among the calls, at most 1.

    Given their sum, a count is hypergeometric, whose tails a binomial law bounds.
    """
    counts, share = survey.reshape(CALLS, -1).sum(axis=1), survey.mean()
    n = len(survey) // CALLS
    more = np.where(counts > 0, bdtrc(np.maximum(counts - 1, 0), n, share), 1.0)
    tails = np.minimum(bdtr(counts, n, share), more)
    return float(min(1.0, 2 * CALLS * tails.min()))


def _likeness(entry: np.ndarray) -> float:
    """Return by how many standard errors rows at a distance are alike or unlike.

    At worst, over all distances up to half of the rows: autocovariances, by Fourier.
    """
    n, away = len(entry), entry - entry.mean()
    power = np.abs(np.fft.rfft(away, 2 * n)) ** 2
    lags = np.arange(1, n // 2 + 1)
    sums = np.fft.irfft(power, 2 * n)[lags]
    return float((np.abs(sums) / (entry.var() * np.sqrt(n - lags))).max())


def _halves(samples: list[np.ndarray], least: float) -> list[np.ndarray]:
    """Return for each column 1 where a code is among those that make up about half.

    Columns are left out where that is less than `least` of the sample, or the rest is.
    """
    halves = []
    for codes in (column for sample in samples for column in sample.T[:MOST_COLUMNS]):
        counts = np.bincount(codes)
        order = np.argsort(-counts, kind="stable")
        shares = np.cumsum(counts[order]) / len(codes)
        last = int(np.argmin(np.abs(shares - 0.5)))
        if least <= shares[last] <= 1 - least:
            halves.append(np.isin(codes, order[: last + 1]).astype(float))
    return halves


def estimates(
    randomizer: object, values: list, error: float, rng: np.random.Generator
) -> list[Finding]:
    names = "bias", "spread"
    if not hasattr(randomizer, "aggregate"):
        return [Finding(name, None, "there is no estimate") for name in names]
    shares = np.arange(len(values), 0, -1) / np.arange(len(values), 0, -1).sum()
    places = _positions(randomizer, values)
    runs = _surveys(randomizer, values, shares, rng)
    if places is None:
        truth = np.array([np.dot(shares, np.asarray(values, dtype=float))])
        estimates = np.array([[run.mean] for run in runs])
        stated = np.array([[run.standard_error] for run in runs])
    else:
        truth = np.zeros(len(randomizer.domain))
        truth[places] = _people(shares) / PEOPLE
        estimates = np.array([run.frequencies for run in runs])
        stated = np.array([run.standard_errors for run in runs])
    if min(len(np.unique(column)) for column in estimates.T) < FEWEST_ESTIMATES:
        reason = "not tested: nearly all estimates are the same"
        reason += ", for there are hardly any lies"
        return [Finding(name, None, reason) for name in names]
    spreads = estimates.std(axis=0, ddof=1)
    away = (estimates.mean(axis=0) - truth) / (spreads / np.sqrt(RUNS))
    worst = float(np.abs(away).max())
    unbiased = worst <= stdtrit(RUNS - 1, 1 - error / (2 * len(truth)))
    ratios = spreads / np.sqrt((stated**2).mean(axis=0))
    low, high = ratios.min(), ratios.max()
    # the standard error of a standard deviation of RUNS normal numbers
    margin = ndtri(1 - error / (2 * len(truth))) / np.sqrt(2 * (RUNS - 1))
    is_stated = bool(1 - margin <= low and high <= 1 + margin)
    bias = f"{worst:.1f} standard errors from the truth at worst"
    spread = f"{low:.2f} to {high:.2f} times what is stated"
    return [Finding("bias", bool(unbiased), bias), Finding("spread", is_stated, spread)]


def _people(shares: np.ndarray) -> np.ndarray:
    return np.diff(np.rint(np.cumsum([0, *shares]) * PEOPLE).astype(int))


def _surveys(
    randomizer: object, values: list, shares: np.ndarray, rng: np.random.Generator
) -> list:
    """Return RUNS estimates from PEOPLE people each."""

    def encoded(counts: np.ndarray) -> object:
        people = chain.from_iterable(map(repeat, values, counts.tolist()))
        return randomizer.encode(list(people))

    if _positions(randomizer, values) is None:  # a mean speaks of a population
        samples = (encoded(rng.multinomial(PEOPLE, shares)) for _ in range(RUNS))
    else:
        counts = _people(shares)
        first, second = encoded(counts), encoded(counts)
        # without chance in `encode`, it is run once
        if isinstance(first, np.ndarray) and np.array_equal(first, second):
            samples = (first.copy() for _ in range(RUNS))
        else:
            samples = (encoded(counts) for _ in range(RUNS))
    return [randomizer.aggregate(randomizer.perturb(people, rng)) for people in samples]


def tallies(reports: np.ndarray, samples: list[np.ndarray]) -> np.ndarray:
    """Return how often each client sent each code in each column, in one row.

    Of the first 1,000 codes, if there are more: texts that are new in each report.
    """
    number = min(max(int(sample.max()) for sample in samples) + 1, MOST_CODES)
    counts = [(reports == code).sum(axis=1) for code in range(number)]
    return np.concatenate(counts, axis=1)
