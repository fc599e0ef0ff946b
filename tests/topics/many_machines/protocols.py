"""A protocol for each form of report, and reports of it."""

import numpy as np

from ldp_course import RandomizedResponse, SubsetSelection, UnaryEncoding
from ldp_course.rappor import Parameters, population_reports
from ldp_course.topics.many_machines.layout import counts_of
from tests.oracles import MECHANISMS, on_domain

WORDS = [f"word {number}" for number in range(9)]
RAPPOR = Parameters(bits=16, hashes=2, cohorts=64, f=0.5, p=0.25, q=0.75)
PROTOCOLS = {
    f"{name}, k = 9": mechanism for name, mechanism in on_domain(WORDS, 1.0).items()
}
del PROTOCOLS["summing, k = 9"]
PROTOCOLS |= {
    "yes/no": RandomizedResponse(1.0),
    "lies more often than not": MECHANISMS["lies more often than not"],
    "70 bits": UnaryEncoding.optimized(range(70), 1.0),
    "64 bits": UnaryEncoding(tuple(range(64)), 0.75, 0.25),
    "70 values, a subset": SubsetSelection.optimized(range(70), 1.0),
    "RAPPOR": RAPPOR,
    "RAPPOR, 100 bits, 300 cohorts": Parameters(100, 3, 300, f=0.25, p=0.35, q=0.65),
}


def reports_of(protocol, n, seed=1):
    """n reports of values that are not equally frequent."""
    rng = np.random.default_rng(seed)
    if isinstance(protocol, Parameters):
        return population_reports(rng.integers(5, size=n) % 4, WORDS[:4], protocol, rng)
    values = np.minimum(rng.geometric(0.3, size=n) - 1, len(protocol.domain) - 1)
    yes_no = protocol.domain == RandomizedResponse.domain
    held = values if yes_no else np.array(protocol.domain)[values]
    return protocol.perturb(protocol.encode(held), rng)


def some(reports, rows):
    """Some of the reports."""
    return (
        tuple(part[rows] for part in reports)
        if isinstance(reports, tuple)
        else reports[rows]
    )


def truth(protocol, reports):
    """The counts that the module makes in memory."""
    return counts_of(protocol, reports)
