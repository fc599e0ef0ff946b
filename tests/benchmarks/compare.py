"""Compare the mechanisms of this checkout and of another, in turns.

    python tests/benchmarks/bench.py --before ../other-checkout [people]

A process for each checkout waits for the name of a case and answers with processor time
and peak memory. They take turns, so what else the machine does meets both; the ratio is
that of the medians.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

TURNS = 7


def cases(k: int, people: int) -> dict:
    import numpy as np

    import ldp_course as course

    rng, domain = np.random.default_rng(1), range(k)
    values = rng.integers(k, size=people)
    sketches = {"hashes": 64, "width": 64, "epsilon": 1.0, "seed": 1}
    mechanisms = {
        "RandomizedResponse": course.RandomizedResponse(1.0),
        "DirectEncoding": course.DirectEncoding(domain, 1.0),
        "UnaryEncoding": course.UnaryEncoding.optimized(domain, 1.0),
        "LocalHashing": course.LocalHashing.optimized(domain, 1.0),
        "HadamardResponse": course.HadamardResponse(domain, 1.0),
        "SubsetSelection": course.SubsetSelection.optimized(domain, 1.0),
        "SummingHistogram": course.SummingHistogram(domain, 1.0),
        "ThresholdingHistogram": course.ThresholdingHistogram.optimized(domain, 1.0),
        "CountMeanSketch": course.CountMeanSketch(domain, **sketches),
        "HadamardCountMeanSketch": course.HadamardCountMeanSketch(domain, **sketches),
    }
    held = {name: values % len(m.domain) for name, m in mechanisms.items()}
    return {
        name: (lambda m=m, v=held[name]: m.collect(v, rng))
        for name, m in mechanisms.items()
    }


def work(people: int) -> None:
    made = {k: cases(k, people) for k in (16, 128)}
    print(
        json.dumps([[k, name] for k, row in made.items() for name in row]), flush=True
    )
    for line in sys.stdin:
        k, name, memory = json.loads(line)
        run, peak = made[k][name], 0
        if memory:
            tracemalloc.start()
        start = time.process_time()
        run()
        spent = time.process_time() - start
        if memory:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        print(json.dumps([spent, peak]), flush=True)


def compare(before: str, people: int = 200_000) -> None:
    checkouts = before, Path(__file__).parents[2]
    workers = [_start(checkout, people) for checkout in checkouts]
    names = [json.loads(worker.stdout.readline()) for worker in workers][1]
    print(f"{people:,} people, medians of {TURNS} turns; above 1 is faster now\n")
    heads = f"{'before ms':>11}{'now ms':>9}{'before / now':>14}{'MB before':>11}"
    print(f"{'':30}{heads}{'now':>7}")
    for k, name in names:
        peaks = [_ask(worker, k, name, True)[1] for worker in workers]
        turns = [[_ask(worker, k, name)[0] for worker in workers] for _ in range(TURNS)]
        old, new = (statistics.median(side) for side in zip(*turns))
        times = f"{1e3 * old:11.1f}{1e3 * new:9.1f}{old / new:14.2f}"
        memory = f"{peaks[0] / 1e6:11.1f}{peaks[1] / 1e6:7.1f}"
        print(f"{name:25}{k:5}{times}{memory}", flush=True)
    for worker in workers:
        worker.stdin.close()
        worker.wait()


def _start(checkout: str | Path, people: int) -> subprocess.Popen:
    environment = os.environ | {"PYTHONPATH": str(Path(checkout).resolve())}
    command = [sys.executable, __file__, str(people)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    return subprocess.Popen(
        command, env=environment, cwd=Path(__file__).parent, **pipes
    )


def _ask(
    worker: subprocess.Popen, k: int, name: str, memory: bool = False
) -> list[float]:
    worker.stdin.write(json.dumps([k, name, memory]) + "\n")
    worker.stdin.flush()
    return json.loads(worker.stdout.readline())


if __name__ == "__main__":
    work(int(sys.argv[1]))
