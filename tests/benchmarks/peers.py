"""Measure the processor seconds a report of published libraries, for `bench.py`.

Runs in an environment of its own, made by `make bench-peers` from `peers.txt`; prints
one JSON object: {"versions": {library: version}, "seconds": {case: {library: seconds a
report}}}

The libraries handle one person at a time, so their time grows in proportion to the
people: each case runs on as many as fill a second, after a first call that compiles
what is compiled at run time. What had to be worked around:

- xxhash 4 refuses seeds above 32 bits, which all three libraries pass to it: version 3
  is pinned
- pure-ldp counts values from 1, and needs scikit-learn, bitarray and statsmodels
  without asking for them
"""

from __future__ import annotations

import json
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version

import numpy as np

EPSILON = 1.0
AT_LEAST = 1.0  # seconds a measurement takes
SIZES = (16, 128, 1024)
LIBRARIES = ("pure-ldp", "multi-freq-ldpy", "ldp-toolbox")


def seconds_a_report(run: Callable[[np.ndarray], object], k: int) -> float:
    rng, people = np.random.default_rng(0), 64
    run(rng.integers(k, size=2))  # compile
    while True:
        values = rng.integers(k, size=people)
        start = time.process_time()
        run(values)
        elapsed = time.process_time() - start
        if elapsed >= AT_LEAST:
            return elapsed / people
        people = int(people * min(8, 1.2 * AT_LEAST / max(elapsed, 1e-3)) + 1)


def pure_ldp_cases(k: int) -> dict[str, Callable]:
    from pure_ldp.frequency_oracles import (
        DEClient,
        DEServer,
        LHClient,
        LHServer,
        UEClient,
        UEServer,
    )

    def through(client, server):
        def run(values: np.ndarray) -> np.ndarray:
            server.reset()
            for value in values.tolist():
                server.aggregate(client.privatise(value + 1))
            return server.estimate_all(range(1, k + 1), suppress_warnings=True)

        return run

    return {
        "GRR": through(DEClient(EPSILON, k), DEServer(EPSILON, k)),
        "SUE": through(UEClient(EPSILON, k), UEServer(EPSILON, k)),
        "OUE": through(
            UEClient(EPSILON, k, use_oue=True), UEServer(EPSILON, k, use_oue=True)
        ),
        "OLH": through(
            LHClient(EPSILON, k, use_olh=True), LHServer(EPSILON, k, use_olh=True)
        ),
    }


def multi_freq_ldpy_cases(k: int) -> dict[str, Callable]:
    from multi_freq_ldpy.pure_frequency_oracles import GRR, LH, UE

    def unary(optimal: bool):
        def run(values: np.ndarray) -> np.ndarray:
            return UE.UE_Aggregator_MI(
                [UE.UE_Client(v, k, EPSILON, optimal) for v in values], EPSILON, optimal
            )

        return run

    return {
        "GRR": lambda values: GRR.GRR_Aggregator_MI(
            [GRR.GRR_Client(v, k, EPSILON) for v in values], k, EPSILON
        ),
        "SUE": unary(False),
        "OUE": unary(True),
        "OLH": lambda values: LH.LH_Aggregator_MI(
            [LH.LH_Client(v, k, EPSILON) for v in values.tolist()], k, EPSILON
        ),
    }


def ldp_toolbox_cases(k: int) -> dict[str, Callable]:
    from ldp_toolbox.protocols.frequency.grr import GeneralizedRandomizedResponse
    from ldp_toolbox.protocols.frequency.lh import LocalHashing
    from ldp_toolbox.protocols.frequency.ue import UnaryEncoding

    def through(protocol):
        return lambda values: protocol.estimate([
            protocol.obfuscate(value) for value in values.tolist()
        ])

    return {
        "GRR": through(GeneralizedRandomizedResponse(k, EPSILON)),
        "SUE": through(UnaryEncoding(k, EPSILON, optimal=False)),
        "OUE": through(UnaryEncoding(k, EPSILON, optimal=True)),
        "OLH": through(LocalHashing(k, EPSILON)),
    }


def main() -> None:
    from joblib import parallel_config

    warnings.simplefilter("ignore")
    # ldp-toolbox else uses processes, whose time would not be counted
    parallel_config(backend="sequential")
    cases = dict(
        zip(LIBRARIES, (pure_ldp_cases, multi_freq_ldpy_cases, ldp_toolbox_cases))
    )
    seconds: dict[str, dict[str, float]] = {}
    for k in SIZES:
        for library, make in cases.items():
            for protocol, run in make(k).items():
                seconds.setdefault(f"{protocol} {k}", {})[library] = seconds_a_report(
                    run, k
                )
    names = [*LIBRARIES, "numpy", "numba", "xxhash"]
    print(
        json.dumps({
            "versions": {name: version(name) for name in names},
            "seconds": seconds,
        })
    )


if __name__ == "__main__":
    main()
