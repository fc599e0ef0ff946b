"""Check bias and spread of a decoder of the capstone, on tables of many weeks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from ldp_checks.answers import as_table
from ldp_checks.assignments.telemetry.protocols import SEEDS, Protocol, hash_bucket
from ldp_checks.assignments.telemetry.task import Task
from ldp_checks.findings import Fault, Finding
from ldp_checks.judge_form import keeps_its_input
from ldp_checks.statistical_limits import ERROR, within_limits
from ldp_course import DirectEncoding, UnaryEncoding
from ldp_course.topics.more_protocols.subset_selection import SubsetSelection

TABLES, PER_TABLE = 1_000, 120  # weekly tables, and reports for each on average
MOST_SPREAD = 1.32  # times the variance of the formula
HELD = (
    "a value that half of the people hold",
    "a value that nobody holds",
    "another value",
)


def decode_findings(
    decode: Callable,
    protocol: Protocol,
    task: Task,
    weeks: int,
    rng: np.random.Generator,
) -> Iterator[Finding]:
    """Judge decode(weeks, reports). 3 points: bias 1.5, spread 1, input 0.5.

    Half of the people hold a common value, another value nobody holds. Which values
    these are is drawn for every table and week.
    """
    d, every = protocol.d, np.arange(task.weeks)
    common, other = 0.5, 0.5 / (d - 2)
    # so that weeks differ in their number of reports
    pulls = np.linspace(0, 0.2, task.weeks)
    estimates, sizes = [], []
    for _ in range(math.ceil(TABLES / task.weeks)):
        n = math.ceil(PER_TABLE * task.weeks / weeks) + int(rng.integers(20))
        when = np.argsort(rng.random((n, task.weeks)) + pulls, axis=1)[:, :weeks]
        places = rng.permuted(np.tile(np.arange(d), (task.weeks, 1)), axis=1).T
        shares = np.full((task.weeks, d), other)
        shares[every, places[0]], shares[every, places[1]] = common, 0
        truths = (rng.random(when.shape)[..., None] > shares.cumsum(axis=1)[when]).sum(
            axis=2
        )
        reports = simulated(protocol, truths.clip(max=d - 1).ravel(), rng)
        reports = reports.reshape(n, weeks, *protocol.shape)
        table = as_table(decode(when.copy(), reports.copy()), shares.shape, bits=False)
        if isinstance(table, str):
            wanted = f"{task.weeks} rows, one a week, of {d} shares"
            raise Fault(f"{table}; NaN and infinity are none; wanted are {wanted}", 3)
        estimates.append([table[every, place] for place in places[:3]])
        sizes.append(np.bincount(when.ravel(), minlength=task.weeks))
    estimates, sizes = np.array(estimates), np.array(sizes)
    n, faults, squares = int(sizes.sum()), [], []
    for name, share, estimate in zip(
        HELD, (common, 0, other), estimates.swapaxes(0, 1)
    ):
        mean = float((estimate * sizes).sum() / n)
        chance, supports = (
            protocol.q + s * (protocol.p - protocol.q) for s in (share, mean)
        )
        if (
            not abs(supports) < 1e3
            or not within_limits(round(supports * n), n, chance)[0]
        ):
            faults.append(
                f"{name} (share {share:.3f}) comes out as {mean:.3f} on average"
            )
        deviations = (
            (estimate - share) * np.sqrt(sizes) / protocol.standard_error(share, 1)
        )
        squares.append(deviations**2)
    biased = (
        "; ".join(faults)
        + ". Divide by the reports of the week, and do not cut estimates at 0"
    )
    right = f"unbiased in {sizes.size} tables of about {PER_TABLE} reports"
    yield Finding(not faults, biased if faults else right, 1.5, 3 * ERROR)
    if faults:
        return
    # 2,000 squares with mean 1, nearly independent: 1.32 is 10 standard deviations away
    ratio = float(np.mean([squares[0], squares[2]]))
    stated = (
        f"the variance is {ratio:.2f} times that of the formula; a correct answer stays"
        f" below {MOST_SPREAD}"
    )
    yield Finding(
        ratio < MOST_SPREAD, f"{stated} except with probability {ERROR:g}", 1, ERROR
    )
    yield keeps_its_input(decode, when, reports, points=0.5)


def simulated(
    protocol: Protocol, values: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """Draw reports of the mechanisms that everybody has."""
    domain = range(protocol.g if protocol.name == "hashing" else protocol.d)
    if protocol.name == "unary":
        mechanism = UnaryEncoding(domain, protocol.p, protocol.q)
    elif protocol.name == "subset":
        mechanism = SubsetSelection(domain, protocol.size, protocol.epsilon)
    else:
        mechanism = DirectEncoding(domain, protocol.epsilon)
    if protocol.name != "hashing":
        return mechanism.perturb(mechanism.encode(values), rng)
    seeds = rng.integers(SEEDS, size=len(values))
    return np.column_stack([
        seeds,
        mechanism.perturb(hash_bucket(seeds, values, protocol.g), rng),
    ])
