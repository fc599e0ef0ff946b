"""Hold what known mistakes lead to in "RAPPOR".

Students do not get this file. `s` is the solution. Every ε is that of one hash; a word
pays it h times.
"""

from __future__ import annotations

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


def counts_if(if_clear: float, if_set: float, reports):
    """Return the counts if these were the probabilities of a 1 in a report."""
    return (reports.sum(axis=0)[PLACES] - if_clear * len(reports)) / (if_set - if_clear)


def counts(s, reports):
    return s.bit_counts(reports)[PLACES]


def fair(s, reports):
    coin = s.task.f * (s.task.p + s.task.q) / 2
    return counts_if(
        *(coin + (1 - s.task.f) * bit for bit in (s.task.p, s.task.q)), reports
    )


CUT = "do not cut estimates at 0: that makes them biased"
MISTAKES = {
    "lifetime_epsilon": {
        "that is the paper's formula, for noise that is a fair coin": lambda s: (
            2 * math.log((2 - s.task.f) / s.task.f)
        )
    },
    "report_epsilon": {
        "a report is computed from the permanent bits (post-processing): do not add the"
        " two ε": lambda s: (s.report_epsilon + s.lifetime_epsilon) / s.task.h,
    },
    "bit_counts": {
        "these are numbers of reported ones; take out what the noise"
        " adds": lambda s, r: r.sum(axis=0)[PLACES],
        "these are shares; the question asks for numbers of devices": lambda s, r: (
            counts(s, r) / len(r)
        ),
        "do not cut estimates at 0 or at the number of devices: that makes them"
        " biased": (lambda s, r: np.clip(counts(s, r), 0, len(r))),
        CUT: lambda s, r: np.maximum(counts(s, r), 0),
        "do not round estimates": lambda s, r: np.rint(counts(s, r)),
        "this takes out the noise of the reports only; the permanent noise is still"
        " in": (lambda s, r: counts_if(s.task.p, s.task.q, r)),
        "this is right for noise that is a fair coin; yours has g": fair,
    },
}
