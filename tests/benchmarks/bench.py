"""Measure reports per second of the mechanisms, beside others in the same run.

floor: what this machine needs at the least for one report: one random byte, a
comparison and an addition per bit loop: the same protocol in plain Python, one person
at a time (on fewer people) peer: the fastest of three published libraries, with `make
bench-peers` only

`bench.py --before ../other-checkout` compares with another checkout instead.

Every case goes from values to estimates, on one processor; time is processor time. Peak
memory is what NumPy allocates above the input, by tracemalloc, in a run of its own.
"""

from __future__ import annotations

import functools
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
    HadamardResponse,
    LocalHashing,
    RandomizedResponse,
    UnaryEncoding,
    rappor,
)
from ldp_course.counting import CHUNK_ELEMENTS, add_up_bits, random_bytes

PEOPLE = 1_000_000
LOOP_PEOPLE = 2_000
MANY = 10_000_000  # people of the memory test, with 1,024 values
MEMORY_LIMIT = 10e6
EPSILON = 1.0


@dataclass(frozen=True)
class Case:
    """A protocol and size; `run` takes all values, `loop` a few. Peers have its name."""

    name: str
    bits: int
    values: np.ndarray
    run: Callable[[np.ndarray], object]
    loop: Callable[[list], object] | None = None


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
    rng, rows = np.random.default_rng(0), max(1, CHUNK_ELEMENTS // bits)
    for start in range(0, people, rows):
        shape = min(rows, people - start), bits
        add_up_bits([random_bytes(shape, rng) < 128])


def cases(rng: np.random.Generator) -> list[Case]:
    def collect(mechanism):
        return lambda values: mechanism.collect(values, rng)

    def unary_loop(mechanism, k):
        return lambda few: loops.unary(few, k, mechanism.p, mechanism.q)

    def direct_loop(mechanism, k):
        return lambda few: loops.direct(few, k, mechanism.p)

    yes_no, values = RandomizedResponse(EPSILON), rng.integers(2, size=PEOPLE)
    loop = functools.partial(loops.yes_no, p=yes_no.p)
    rows = [Case("Randomized response", 1, values, collect(yes_no), loop)]
    for k in (16, 128, 1024):
        values, domain = rng.integers(k, size=PEOPLE), range(k)
        for name, bits, mechanism, loop in (
            ("GRR", 1, DirectEncoding(domain, EPSILON), direct_loop),
            ("SUE", k, UnaryEncoding.symmetric(domain, EPSILON), unary_loop),
            ("OUE", k, UnaryEncoding.optimized(domain, EPSILON), unary_loop),
            ("OLH", 1, LocalHashing.optimized(domain, EPSILON), None),
            ("Hadamard response", 1, HadamardResponse(domain, EPSILON), None),
        ):
            by_person = loop and loop(mechanism, k)
            row = f"{name} {k}", bits, values, collect(mechanism), by_person
            rows.append(Case(*row))
    parameters = rappor.Parameters(bits=16, hashes=2, cohorts=64, f=0.5, p=0.5, q=0.75)
    words, values = [f"v{i}" for i in range(1, 101)], rng.integers(100, size=PEOPLE)
    count = functools.partial(count_rappor, words=words, parameters=parameters, rng=rng)
    loop = functools.partial(loops.rappor, words=words, parameters=parameters)
    return [*rows, Case("RAPPOR client, k = 16, h = 2", 16, values, count, loop)]


def count_rappor(values, words, parameters, rng) -> np.ndarray:
    batches = np.array_split(values, max(1, len(values) // 100_000))
    return sum(
        rappor.count_bits(
            *rappor.population_reports(batch, words, parameters, rng), parameters
        )
        for batch in batches
    )


def measured_peers(python: str | None) -> dict[str, tuple[float, str]]:
    """Return the fastest library of each case: (seconds a report, its name)."""
    if python is None:
        return {}
    print("measuring the libraries, person by person: about two minutes", flush=True)
    command = [python, str(Path(__file__).with_name("peers.py"))]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    measured = json.loads(run.stdout)
    print(*(f"{name} {version}" for name, version in measured["versions"].items()))
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
    print(f"{PEOPLE:,} people; the loop in plain Python: {LOOP_PEOPLE:,}, and scaled\n")
    ratios = "".join(
        f"{name:>9}" for name in ("x floor", "x loop", "x peer", "peak MB")
    )
    print(f"{'':30}{'reports/s':>13}{ratios}  fastest peer")
    for case in cases(np.random.default_rng(1)):
        measure(case, *peers.get(case.name, (None, "")))
    many = np.random.default_rng(2).integers(1024, size=MANY)
    mechanism = UnaryEncoding.optimized(range(1024), EPSILON)
    peak = peak_bytes(lambda: mechanism.collect(many, np.random.default_rng(3)))
    print(f"\n{MANY:,} people, OUE 1024: peak {peak / 1e6:.1f} MB above the input")
    assert peak < MEMORY_LIMIT


if __name__ == "__main__":
    main()
