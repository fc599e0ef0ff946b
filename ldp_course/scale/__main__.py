"""python -m ldp_course.scale simulate|collect|estimate: batches of reports, and what they say.

It may be stopped at any time: what is whole stays, and the same command goes on from there.
"""

import argparse
import sys
import warnings
from pathlib import Path

import numpy as np

from ldp_course import DirectEncoding, LocalHashing, UnaryEncoding, rappor
from ldp_course.counts import estimate_from_counts
from ldp_course.rappor.parameters import Parameters
from ldp_course.scale import collect, files, total, write_batch
from ldp_course.scale.engines import ENGINES
from ldp_course.scale.safely import named
from ldp_course.text_files import read_words

WORDS = [f"site{number:02d}.example" for number in range(50)]
MECHANISMS = {
    "grr": DirectEncoding,
    "oue": UnaryEncoding.optimized,
    "olh": LocalHashing.optimized,
}
RAPPOR = Parameters(bits=16, hashes=2, cohorts=64, f=0.5, p=0.25, q=0.75)


def main(arguments: list[str] | None = None) -> int:
    """The exit code: 0; 1 for a fault in files; 2 for one in the command; 130 if interrupted."""
    asked = _parser().parse_args(arguments)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", UserWarning)
            warnings.showwarning = _warn
            asked.run(asked)
    except (ValueError, TypeError, OSError, ImportError) as error:
        print(f"ldp_course.scale: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from here.", file=sys.stderr)
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ldp_course.scale", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="simulate|collect|estimate")
    simulate = commands.add_parser("simulate", help="write batches of reports, with invented words")
    simulate.set_defaults(run=_simulate)
    simulate.add_argument("inbox", type=Path)
    simulate.add_argument("--people", type=_whole, default=10**6)
    simulate.add_argument("--batches", type=_whole, default=10)
    simulate.add_argument("--protocol", choices=["rappor", *MECHANISMS], default="rappor")
    simulate.add_argument("--epsilon", type=float, default=1.0, help="not for rappor")
    simulate.add_argument("--seed", type=int, default=1)
    simulate.add_argument("--ids", action="store_true", help="store a random id for each report")
    collecting = commands.add_parser("collect", help="count the batches that are new or changed")
    collecting.set_defaults(run=_collect)
    collecting.add_argument("inbox", type=Path)
    collecting.add_argument("table", type=Path)
    collecting.add_argument("--engine", choices=ENGINES, default=ENGINES[0])
    estimate = commands.add_parser("estimate", help="what all batches together say")
    estimate.set_defaults(run=_estimate)
    estimate.add_argument("table", type=Path)
    estimate.add_argument(
        "--candidates",
        type=Path,
        help="for rappor: a text file, one word a line, as the clients have it, to the last blank",
    )
    estimate.add_argument("--top", type=_whole, default=10, help="how many values to print")
    return parser


def _simulate(asked: argparse.Namespace) -> None:
    if asked.batches > asked.people:
        raise ValueError(f"{asked.batches} batches of {asked.people} people; each must have one")
    make = MECHANISMS.get(asked.protocol)
    protocol = make(WORDS, asked.epsilon) if make else RAPPOR
    asked.inbox.mkdir(parents=True, exist_ok=True)
    (asked.inbox / "words.txt").write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    shares = 1 / np.arange(1, len(WORDS) + 1)
    ends = np.linspace(0, asked.people, asked.batches + 1).astype(int)
    # each batch has a generator of its own, which does not depend on what was done before
    seeds = np.random.SeedSequence(asked.seed).spawn(asked.batches)
    for batch, (seed, n) in enumerate(zip(seeds, np.diff(ends), strict=True)):
        path = asked.inbox / f"batch-{batch:05d}.parquet"
        if path.exists():
            files.check_batch(path, protocol)
        else:
            rng = np.random.default_rng(seed)
            values = rng.choice(len(WORDS), size=n, p=shares / shares.sum())
            if protocol is RAPPOR:
                reports = rappor.population_reports(values, WORDS, protocol, rng)
            else:
                reports = protocol.perturb(protocol.encode(np.array(WORDS)[values]), rng)
            ids = rng.integers(256, size=(n, 16), dtype=np.uint8) if asked.ids else None
            write_batch(path, protocol, reports, ids)
        _progress(batch + 1, asked.batches)


def _collect(asked: argparse.Namespace) -> None:
    counted = collect(asked.inbox, asked.table, engine=asked.engine, progress=_progress)
    print(f"{len(counted):,} batches counted")


def _estimate(asked: argparse.Namespace) -> None:
    protocol, found = total(asked.table)
    print(f"{found.delivered:,} reports delivered, {found.n:,} counted")
    if set(found.times) - {1}:
        repeats = ", ".join(f"{ids:,} came {often}x" for often, ids in found.times.items())
        print(f"ALARM: reports came more than once: {repeats}")
    if not found.n:
        raise ValueError(f"{asked.table} holds no reports; there must be at least one")
    if isinstance(protocol, Parameters):
        if asked.candidates is None:
            raise ValueError("RAPPOR needs candidates: --candidates FILE, one word a line")
        words = read_words(asked.candidates)
        with named(asked.candidates):
            decoded = rappor.decode(found.counts, words, protocol)
        table = decoded.to_frame().sort_values("estimate", ascending=False, kind="stable")
        print(table.head(asked.top).to_string())
        print(decoded.message)
        return
    if asked.candidates is not None:
        name = type(protocol).__name__
        raise ValueError(f"--candidates is for RAPPOR only; {asked.table} is of {name}")
    estimate = estimate_from_counts(protocol, found.counts, found.n)
    for place in np.argsort(-estimate.frequencies, kind="stable")[: asked.top]:
        share, error = estimate.frequencies[place], estimate.standard_errors[place]
        print(f"{estimate.domain[place]!s:24} {share:9.5f} ± {error:.5f}")


def _warn(message: Warning, *_: object) -> None:
    print(f"ldp_course.scale: {message}", file=sys.stderr)


def _progress(done: int, of: int) -> None:
    """One line that changes in a terminal; elsewhere only the last one."""
    if sys.stderr.isatty() or done == of:
        end = "\n" if done == of else ""
        print(f"\rbatch {done:,} of {of:,}", end=end, file=sys.stderr, flush=True)


def _whole(text: str) -> int:
    number = float(text)
    if not number.is_integer() or number < 1:
        raise argparse.ArgumentTypeError(f"{text} must be a whole number, at least 1")
    return int(number)


if __name__ == "__main__":
    sys.exit(main())
