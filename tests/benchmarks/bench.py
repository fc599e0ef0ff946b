"""How fast the mechanisms are: reports per second, and as ratios to others measured in the same
run.

floor: what this machine needs at the least for one report: one random byte, a comparison and an
addition per bit
loop: the same protocol in plain Python, one person at a time (on fewer people)
peer: the fastest of three published libraries, with `make bench-peers` only

`bench.py --before ../other-checkout` compares with another checkout instead.

Every case goes from values to estimates, on one processor; time is processor time. Peak memory is
what NumPy allocates above the input, by tracemalloc, in a run
of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import compare
import loops
import numpy as np

from ldp_course import (
    DirectEncoding,
    GridUnaryEncoding,
    HadamardResponse,
    LocalHashing,
    RandomizedResponse,
    UnaryEncoding,
    rappor,
)
from ldp_course.mechanisms.shared import CHUNK_ELEMENTS

PEOPLE = 1_000_000
LOOP_PEOPLE = 2_000
MANY = 10_000_000  # people of the memory test, with 1,024 values
MEMORY_LIMIT = 10e6
EPSILON = 1.0


@dataclass(frozen=True)
class Case:
    """One protocol and size; `run` handles all values, `loop` a list of a few, `peer` is the name
    in peers.py.
    """

    name: str
    bits: int
    values: np.ndarray
    run: Callable[[np.ndarray], object]
    loop: Callable[[list], object] | None = None
    peer: str | None = None


def seconds(run: Callable[[], object], repeats: int = 3) -> float:
    best = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return best


def peak_bytes(run: Callable[[], object]) -> int:
    tracemalloc.start()
    run()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def floor(people: int, bits: int) -> None:
    rng, counts = np.random.default_rng(0), np.zeros(bits, dtype=np.int64)
    rows = max(1, CHUNK_ELEMENTS // bits)
    for start in range(0, people, rows):
        shape = (min(rows, people - start), bits)
        random_bytes = np.frombuffer(rng.bytes(shape[0] * bits), dtype=np.uint8).reshape(shape)
        counts += (random_bytes < 128).view(np.uint8).sum(axis=0, dtype=np.uint32)


def cases(rng: np.random.Generator) -> list[Case]:
    yes_no = RandomizedResponse(EPSILON)
    rows = [
        Case(
            "Randomized response",
            1,
            rng.integers(2, size=PEOPLE),
            lambda values: yes_no.collect(values, rng),
            lambda few: loops.yes_no(few, yes_no.p),
        )
    ]
    for k in (16, 128, 1024):
        values, domain = rng.integers(k, size=PEOPLE), range(k)
        direct = DirectEncoding(domain, EPSILON)
        symmetric, optimized = (
            UnaryEncoding.symmetric(domain, EPSILON),
            UnaryEncoding.optimized(domain, EPSILON),
        )

        def collect(mechanism):
            return lambda held: mechanism.collect(held, rng)

        def unary_loop(mechanism, k=k):
            return lambda few: loops.unary(few, k, mechanism.p, mechanism.q)

        rows += [
            Case(
                f"GRR {k}",
                1,
                values,
                collect(direct),
                lambda few, k=k, p=direct.p: loops.direct(few, k, p),
                f"GRR {k}",
            ),
            Case(f"SUE {k}", k, values, collect(symmetric), unary_loop(symmetric), f"SUE {k}"),
            Case(f"OUE {k}", k, values, collect(optimized), unary_loop(optimized), f"OUE {k}"),
            Case(
                f"SUE {k}, grid",
                k,
                values,
                collect(GridUnaryEncoding.symmetric(domain, EPSILON)),
                unary_loop(symmetric),
                f"SUE {k}",
            ),
            Case(
                f"OUE {k}, grid",
                k,
                values,
                collect(GridUnaryEncoding.optimized(domain, EPSILON)),
                unary_loop(optimized),
                f"OUE {k}",
            ),
            Case(
                f"OLH {k}",
                1,
                values,
                collect(LocalHashing.optimized(domain, EPSILON)),
                peer=f"OLH {k}",
            ),
            Case(f"Hadamard response {k}", 1, values, collect(HadamardResponse(domain, EPSILON))),
        ]
    parameters = rappor.Parameters(bits=16, hashes=2, cohorts=64, f=0.5, p=0.5, q=0.75)
    words = [f"v{i}" for i in range(1, 101)]
    rows.append(
        Case(
            "RAPPOR client, k = 16, h = 2",
            16,
            rng.integers(len(words), size=PEOPLE),
            lambda values: count_rappor(values, words, parameters, rng),
            lambda few: loops.rappor(few, words, parameters),
        )
    )
    return rows


def count_rappor(values, words, parameters, rng) -> np.ndarray:
    batches = np.array_split(values, max(1, len(values) // 100_000))
    return sum(
        rappor.count_bits(*rappor.population_reports(batch, words, parameters, rng), parameters)
        for batch in batches
    )


def measured_peers(python: str | None) -> dict[str, tuple[float, str]]:
    """The fastest library of each case: (seconds a report, its name)."""
    if python is None:
        return {}
    print("measuring the libraries, one person at a time: about two minutes", flush=True)
    command = [python, str(Path(__file__).with_name("peers.py"))]
    measured = json.loads(
        subprocess.run(command, check=True, capture_output=True, text=True).stdout
    )
    print(", ".join(f"{name} {version}" for name, version in measured["versions"].items()), "\n")
    return {
        case: min((time, name) for name, time in times.items())
        for case, times in measured["seconds"].items()
    }


def measure(case: Case, peer_time: float | None, peer_name: str) -> None:
    our_time = seconds(lambda: case.run(case.values)) / PEOPLE
    ratios = f"{our_time / (seconds(lambda: floor(PEOPLE, case.bits)) / PEOPLE):9.2f}"
    few, blank = case.values[:LOOP_PEOPLE].tolist(), " " * 9
    loop = seconds(lambda: case.loop(few), 1) / LOOP_PEOPLE if case.loop else None
    for other in (loop, peer_time):
        ratios += f"{other / our_time:9.0f}" if other else blank
    peak = peak_bytes(lambda: case.run(case.values))
    shown = f"{case.name:30}{1 / our_time:13,.0f}{ratios}{peak / 1e6:9.1f}  {peer_name}"
    print(shown, flush=True)
    assert peak < MEMORY_LIMIT, f"{case.name}: {peak / 1e6:.0f} MB above the input"


def main() -> None:
    if sys.argv[1:2] == ["--before"]:
        return compare.compare(sys.argv[2], *map(int, sys.argv[3:]))
    peers = measured_peers(sys.argv[1] if len(sys.argv) > 1 else None)
    print(f"{PEOPLE:,} people; the loop in plain Python runs on {LOOP_PEOPLE:,} and is scaled\n")
    print(
        f"{'':30}{'reports/s':>13}{'x floor':>9}{'x loop':>9}{'x peer':>9}{'peak MB':>9}"
        "  fastest peer"
    )
    for case in cases(np.random.default_rng(1)):
        measure(case, *peers.get(case.peer, (None, "")))
    many = np.random.default_rng(2).integers(1024, size=MANY)
    mechanism = GridUnaryEncoding.optimized(range(1024), EPSILON)
    peak = peak_bytes(lambda: mechanism.collect(many, np.random.default_rng(3)))
    print(
        f"\n{MANY:,} people with 1,024 values, OUE on the grid: "
        f"peak {peak / 1e6:.1f} MB above the input"
    )
    assert peak < MEMORY_LIMIT


if __name__ == "__main__":
    main()
