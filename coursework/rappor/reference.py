"""Hold what is right in "RAPPOR", and what known mistakes lead to.

Students do not get this file. Every ε is that of one hash; a word pays it h times.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from ldp_checks.assignments.rappor.questions import PLACES
from ldp_checks.assignments.rappor.task import CLEAR

# what the colleague's client does: a name, and the three places of its code that decide
FAULTS = {
    "never cleared": ("permanent[noise & ones] = 1", "task.q, task.p", "task.f"),
    "p and q swapped": ("permanent[noise] = ones[noise]", "task.p, task.q", "task.f"),
    "f keeps": ("permanent[noise] = ones[noise]", "task.q, task.p", "1 - task.f"),
    "noise redrawn": ("permanent[noise] = ones[noise]", "task.q, task.p", "task.f"),
}


def program(fault: str) -> str:
    """Return the source text of the client. Students see the name `faulty_client`."""
    permanent, report, noise = FAULTS[fault]
    draw = [
        "permanent = bloom.copy()",
        f"noise = rng.random(bloom.shape) < {noise}",
        "ones = rng.random(bloom.shape) < task.g",
        permanent,
    ]
    inside = ["reports = []", "for day in range(days):"]
    daily = [
        f"chance = np.where(permanent, {report})",
        "reports.append((rng.random(bloom.shape) < chance).astype(int))",
    ]
    if fault == "noise redrawn":
        daily, draw = draw + daily, []
    lines = (
        draw + inside + ["    " + line for line in daily] + ["return np.array(reports)"]
    )
    return "\n".join([
        "def faulty_client(bloom, days, rng):",
        *("    " + line for line in lines),
    ])


PROGRAMS = [program(fault) for fault in FAULTS]
CASES = {
    "f g": sorted({case[:2] for case in CLEAR}),
    "f g p q": sorted({case[:4] for case in CLEAR}),
    "f g p q days": CLEAR,
    "faulty_code": [(code,) for code in PROGRAMS],
    "faulty_code f g p q days": [(code, *case) for code in PROGRAMS for case in CLEAR],
}


def epsilon_of(stays: float, becomes: float, p: float, q: float, reports: int) -> float:
    """Return ε per hash of so many reports.

    Two words without a common bit differ in a pair of bits per hash. stays, becomes:
    Pr[permanent bit 1 | Bloom bit 1], and | Bloom bit 0]. Of a bit's reports only the
    number of ones counts, j. What speaks most for the first word is the best j on its
    bits, and the worst j on the bits of the second.
    """
    j = np.arange(reports + 1)
    if_set, if_clear = q**j * (1 - q) ** (reports - j), p**j * (1 - p) ** (reports - j)
    ratio = np.log(
        (stays * if_set + (1 - stays) * if_clear)
        / (becomes * if_set + (1 - becomes) * if_clear)
    )
    return float(ratio.max() - ratio.min())


def permanent(given) -> tuple[float, float]:
    return 1 - given.f + given.f * given.g, given.f * given.g


def lifetime(given) -> float:
    return epsilon_of(*permanent(given), 0, 1, 1)


def single_report(given) -> float:
    return epsilon_of(*permanent(given), given.p, given.q, 1)


def memoized(given) -> float:
    return epsilon_of(*permanent(given), given.p, given.q, given.days)


def redrawn(given) -> float:
    return given.days * single_report(given)


def paper(given) -> float:
    return 2 * math.log((2 - given.f) / given.f)


def apart(given) -> bool:
    """Return whether the four ε of the third question differ by 2 % or more.

    So do what known mistakes give for them.
    """
    whole, single = lifetime(given), single_report(given)
    numbers = (
        single,
        memoized(given),
        whole,
        redrawn(given),
        paper(given),
        given.days * whole,
        single + whole,
    )
    return all(
        large / small > 1.02 for small, large in itertools.pairwise(sorted(numbers))
    )


def fault_of(given) -> str:
    return list(FAULTS)[PROGRAMS.index(given.faulty_code)]


def faulty_permanent(given) -> tuple[float, float]:
    """Return Pr[permanent bit 1 | Bloom bit 1], and | 0], of the colleague's client."""
    stays, becomes = permanent(given)
    keeps = given.f + (1 - given.f) * given.g, (1 - given.f) * given.g
    return {"never cleared": (1, becomes), "f keeps": keeps}.get(
        fault_of(given), (stays, becomes)
    )


def faulty_epsilon(given) -> float:
    """Return ε of the reports of all days about one word."""
    if fault_of(given) == "noise redrawn":
        return redrawn(given)
    p, q = (
        (given.q, given.p)
        if fault_of(given) == "p and q swapped"
        else (given.p, given.q)
    )
    return epsilon_of(*faulty_permanent(given), p, q, given.days)


def counts_if(if_clear: float, if_set: float, reports):
    """Return the counts if these were the probabilities of a 1 in a report."""
    return (reports.sum(axis=0)[PLACES] - if_clear * len(reports)) / (if_set - if_clear)


def counts(given, reports):
    stays, becomes = permanent(given)
    return counts_if(
        *(given.p + (given.q - given.p) * ones for ones in (becomes, stays)), reports
    )


def fair(given, reports):
    coin = given.f * (given.p + given.q) / 2
    return counts_if(
        *(coin + (1 - given.f) * bit for bit in (given.p, given.q)), reports
    )


RIGHT = {
    "lifetime_epsilon": lifetime,
    "report_epsilon": single_report,
    "memoized_epsilon": memoized,
    "redrawn_epsilon": redrawn,
    "bit_counts": counts,
    "bit_counts, unusual": counts,
    "fault": fault_of,
    "faulty_epsilon": faulty_epsilon,
}
CUT = "do not cut estimates at 0: that makes them biased"
MISTAKES = {
    "lifetime_epsilon": {
        "that is the paper's formula, for noise that is a fair coin": paper
    },
    "report_epsilon": {
        "a report is computed from the permanent bits (post-processing): do not add the"
        " two ε": (lambda g: single_report(g) + lifetime(g)),
    },
    "bit_counts": {
        "these are numbers of reported ones; take out what the noise"
        " adds": lambda g, r: r.sum(axis=0)[PLACES],
        "these are shares; the question asks for numbers of devices": lambda g, r: (
            counts(g, r) / len(r)
        ),
        "do not cut estimates at 0 or at the number of devices: that makes them"
        " biased": (lambda g, r: np.clip(counts(g, r), 0, len(r))),
        CUT: lambda g, r: np.maximum(counts(g, r), 0),
        "do not round estimates": lambda g, r: np.rint(counts(g, r)),
        "this takes out the noise of the reports only; the permanent noise is still"
        " in": (lambda g, r: counts_if(g.p, g.q, r)),
        "this is right for noise that is a fair coin; yours has g": fair,
    },
}
