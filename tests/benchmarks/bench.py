"""How fast the mechanisms are: reports per second, and as ratios to two peers measured in the same run.

floor: what this machine needs at the least for one report: one random byte, a comparison and an addition per bit
loop: the same protocol in plain Python, one person at a time (on fewer people)

Run with `make bench`. Peak memory is what NumPy allocates above the input, by tracemalloc, in a run of its own.
"""

from __future__ import annotations

import random
import time
import tracemalloc
from collections.abc import Callable

import numpy as np

from ldp_course import DirectEncoding, RandomizedResponse, UnaryEncoding, rappor
from ldp_course.frequency_oracle import CHUNK_ELEMENTS

PEOPLE = 1_000_000
LOOP_PEOPLE = 2_000
MEMORY_LIMIT = 50e6


def seconds(run: Callable[[], object], repeats: int = 3) -> float:
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
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


def loop_yes_no(values: list[int], p: float) -> int:
    return sum(value if random.random() < p else 1 - value for value in values)


def loop_direct(values: list[int], k: int, p: float) -> list[int]:
    counts = [0] * k
    for value in values:
        report = value
        if random.random() >= p:
            report = random.randrange(k - 1)
            report += report >= value
        counts[report] += 1
    return counts


def loop_unary(values: list[int], k: int, p: float, q: float) -> list[int]:
    counts = [0] * k
    for value in values:
        for bit in range(k):
            counts[bit] += random.random() < (p if bit == value else q)
    return counts


def loop_rappor(values: list[int], words: list[str], parameters: rappor.Parameters) -> list[int]:
    counts = [0] * parameters.bits
    for person, value in enumerate(values):
        client = rappor.Client(parameters, person.to_bytes(4, "big"), random.randrange(parameters.cohorts))
        for bit, permanent in enumerate(client.permanent(words[value])):
            counts[bit] += random.random() < (parameters.q if permanent else parameters.p)
    return counts


def cases() -> list[tuple[str, int, Callable, Callable]]:
    """name, bits of a report, our run on PEOPLE, the loop on LOOP_PEOPLE"""
    rng = np.random.default_rng(1)
    rows = []
    yes_no = RandomizedResponse(1.0)
    answers = yes_no.encode(rng.integers(2, size=PEOPLE))
    rows.append((
        "RandomizedResponse", 1,
        lambda: yes_no.aggregate(yes_no.perturb(answers, rng)),
        lambda few=answers[:LOOP_PEOPLE].tolist(): loop_yes_no(few, yes_no.p),
    ))
    for k in (16, 128, 1024):
        values = rng.integers(k, size=PEOPLE)
        few = values[:LOOP_PEOPLE].tolist()
        direct = DirectEncoding(range(k), 1.0)
        rows.append((
            f"DirectEncoding, k = {k}", 1,
            lambda direct=direct, values=values: direct.aggregate(direct.perturb(values, rng)),
            lambda direct=direct, few=few, k=k: loop_direct(few, k, direct.p),
        ))
    for k in (16, 128, 1024):
        values = rng.integers(k, size=PEOPLE)
        few = values[:LOOP_PEOPLE].tolist()
        unary = UnaryEncoding.optimized(range(k), 1.0)
        rows.append((
            f"UnaryEncoding, k = {k} (with encode)", k,
            lambda unary=unary, values=values: unary.collect(values, rng),
            lambda unary=unary, few=few, k=k: loop_unary(few, k, unary.p, unary.q),
        ))
    parameters = rappor.Parameters(bits=16, hashes=2, cohorts=64, f=0.5, p=0.5, q=0.75)
    words = [f"v{i}" for i in range(1, 101)]
    values = rng.integers(len(words), size=PEOPLE)
    rows.append((
        "RAPPOR client, k = 16, h = 2", 16,
        lambda: rappor.count_bits(*rappor.population_reports(values, words, parameters, rng), parameters),
        lambda few=values[:LOOP_PEOPLE].tolist(): loop_rappor(few, words, parameters),
    ))
    return rows


def main() -> None:
    print(f"{PEOPLE:,} people; the per-person loop runs on fewer and is scaled\n")
    print(f"{'':36}{'reports/s':>14}{'x floor':>10}{'x loop':>10}{'peak MB':>10}")
    for name, bits, ours, loop in cases():
        our_time = seconds(ours)
        floor_time = seconds(lambda bits=bits: floor(PEOPLE, bits))
        loop_time = seconds(loop, repeats=1) * PEOPLE / LOOP_PEOPLE
        peak = peak_bytes(ours)
        print(
            f"{name:36}{PEOPLE / our_time:14,.0f}{our_time / floor_time:10.2f}"
            f"{loop_time / our_time:10.0f}{peak / 1e6:10.1f}",
            flush=True,
        )
        assert peak < MEMORY_LIMIT, f"{name}: {peak / 1e6:.0f} MB above the input; at most {MEMORY_LIMIT / 1e6:.0f}"


if __name__ == "__main__":
    main()
