"""What it costs to count many reports: time, processor seconds, memory, bytes on disk.

    python tests/benchmarks/scale.py [reports, else a million and ten million]

RAPPOR reports of 16 bits in 64 cohorts, in files of a million, sorted. Beyond ten
million the same files are counted several times. Each engine runs in a process of its
own. Processor seconds hold the import of the engine and its child processes, but not
the start of Python and of the module. Memory is that of the process, or of its largest
child.
"""

import os
import re
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from ldp_course import rappor
from ldp_course.topics.many_machines import count_batches, write_batch
from ldp_course.topics.many_machines.engines import ENGINES

COLLECTION = rappor.Parameters(16, 2, cohorts=64, f=0.5, p=0.25, q=0.75)
WORDS = [f"word {i}" for i in range(50)]
IN_A_FILE, MOST_FILES = 1_000_000, 10
WAYS = (*ENGINES, "pandas", "cluster")


def main(numbers):
    python = sys.version.split()[0]
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {python}")
    heads = "".join(f" {head:>8}" for head in ("wall s", "CPU s", "peak MB"))
    print(f"{'reports':>12} {'engine':9}{heads} {'bytes':>7}")
    with TemporaryDirectory() as folder:
        for n in numbers:
            paths = files_of(Path(folder), n)
            size = sum(os.path.getsize(path) for path in paths) / n
            for way in WAYS:
                if way == "pandas" and n > IN_A_FILE * MOST_FILES:
                    continue
                command = [sys.executable, __file__, "--count", way, *map(str, paths)]
                output = subprocess.check_output(command, text=True)
                counted, wall, cpu, peak = output.split()
                assert int(counted) == n, (way, counted)
                costs = f"{wall:>8} {cpu:>8} {peak:>8} {size:7.3f}"
                print(f"{n:12,} {way:9} {costs}", flush=True)


def files_of(folder, n):
    """Paths of files with n reports in all, made where they are missing."""
    in_a_file = min(n, IN_A_FILE)
    made = []
    for number in range(min(n // in_a_file, MOST_FILES)):
        made.append(folder / f"{in_a_file}-{number}.parquet")
        if not made[-1].exists():
            rng = np.random.default_rng([in_a_file, number])
            held = rng.integers(len(WORDS), size=in_a_file)
            reports = rappor.population_reports(held, WORDS, COLLECTION, rng)
            write_batch(made[-1], COLLECTION, reports)
    return [made[number % len(made)] for number in range(n // in_a_file)]


def count(way, paths):
    began, before = time.perf_counter(), processor()
    by = {"pandas": by_pandas, "cluster": by_cluster}.get(way, by_engine)
    counts = by(way, paths)
    wall, cpu = time.perf_counter() - began, processor() - before
    print(counts[:, 0].sum(), f"{wall:.1f} {cpu:.1f} {peak_memory():.0f}")


def processor():
    both = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    usage = [resource.getrusage(who) for who in both]
    return sum(part.ru_utime + part.ru_stime for part in usage)


def peak_memory():
    """Return the peak in MB; on Linux it is at least what the parent had."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    status = Path("/proc/self/status")
    if status.exists():
        peak = re.search(r"VmHWM:\s*(\d+)", status.read_text())[1]
        return max(children, int(peak) / 1024)
    return max(children, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def by_engine(engine, paths, client=None):
    return sum(
        batch.counts for batch in count_batches(paths, COLLECTION, engine, client)
    )


def by_pandas(_, paths):
    """As one would without a plan: all reports in one table, and a sum for each bit."""
    import pandas as pd

    table = pd.concat([pd.read_parquet(path) for path in paths], ignore_index=True)
    ones = {
        bit: (table["bits_0"].to_numpy() >> bit) & 1 for bit in range(COLLECTION.bits)
    }
    wide = pd.DataFrame({"reports": np.ones(len(table), np.uint8), **ones})
    return wide.astype(np.int64).groupby(table["cohort"]).sum().to_numpy()


def by_cluster(_, paths):
    """Two processes of Dask, which listen on this machine alone."""
    from dask.distributed import Client, LocalCluster

    places = dict.fromkeys(
        ["dashboard_address", "worker_dashboard_address"], "127.0.0.1:0"
    )
    workers = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1"}
    with LocalCluster(**workers, **places) as cluster, Client(cluster) as client:
        return by_engine("dask", paths, client)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--count"]:
        count(sys.argv[2], sys.argv[3:])
    else:
        main([int(float(text)) for text in sys.argv[1:]] or [10**6, 10**7])
