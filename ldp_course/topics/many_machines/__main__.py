"""Simulate, collect and estimate batches of reports, from the command line.

It may be stopped at any time: finished files stay, and the same command goes on from
there. Another one does not: files that are there are never written over.
"""

import argparse
import os
import sys
import warnings
from pathlib import Path

import numpy as np

from ldp_course import DirectEncoding, LocalHashing, UnaryEncoding, rappor
from ldp_course.rappor.parameters import Parameters
from ldp_course.texts import read_words
from ldp_course.topics.many_machines import collect, files, total, write_batch
from ldp_course.topics.many_machines.counts import estimate_from_counts
from ldp_course.topics.many_machines.engines import ENGINES
from ldp_course.topics.many_machines.safely import named
from ldp_course.topics.many_machines.table import batches_in

WORDS = [f"site{number:02d}.example" for number in range(50)]
MECHANISMS = {
    "grr": DirectEncoding,
    "oue": UnaryEncoding.optimized,
    "olh": LocalHashing.optimized,
}
CALL = ("protocol", "people", "batches", "seed", "ids")  # what makes other reports
RAPPOR = Parameters(bits=16, hashes=2, cohorts=64, f=0.5, p=0.25, q=0.75)


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code.

    The code is 0; 1 for a fault in files; 2 for one in the command; 130 if interrupted;
    141 if what reads the output has stopped, such as `head`.
    """
    try:
        return _run(arguments)
    except BrokenPipeError:
        # what is left to print would fail again when Python ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


def _run(arguments: list[str] | None) -> int:
    try:
        options = _parser().parse_args(arguments)
        with warnings.catch_warnings():
            warnings.simplefilter("always", UserWarning)
            warnings.showwarning = _warn
            options.run(options)
    except BrokenPipeError:
        raise
    except (ValueError, TypeError, OSError, ImportError) as error:
        print(f"ldp_course.topics.many_machines: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from here.", file=sys.stderr)
        return 130
    finally:
        if sys.stdout:
            sys.stdout.flush()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m ldp_course.topics.many_machines", description=__doc__
    )
    commands = parser.add_subparsers(required=True, metavar="simulate|collect|estimate")
    simulate = commands.add_parser(
        "simulate", help="write batches of reports, with invented words"
    )
    simulate.set_defaults(run=_simulate)
    simulate.add_argument("inbox", type=Path)
    simulate.add_argument("--people", type=_whole, default=10**6)
    simulate.add_argument("--batches", type=_whole, default=10)
    simulate.add_argument(
        "--protocol", choices=["rappor", *MECHANISMS], default="rappor"
    )
    simulate.add_argument(
        "--epsilon", type=float, help="1 if not given; not for rappor"
    )
    simulate.add_argument("--seed", type=int, default=1)
    simulate.add_argument(
        "--ids", action="store_true", help="store a random id for each report"
    )
    collecting = commands.add_parser(
        "collect", help="count the batches that are new or changed"
    )
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
        help="for rappor: a text file, one word a line, exactly as the clients have it",
    )
    estimate.add_argument(
        "--top", type=_whole, default=10, help="how many values to print"
    )
    return parser


def _simulate(options: argparse.Namespace) -> None:
    if options.batches > options.people:
        raise ValueError(
            f"{options.batches} batches of {options.people} people; each must have one"
        )
    make = MECHANISMS.get(options.protocol)
    if options.epsilon is not None and not make:
        raise ValueError("--epsilon is not for rappor, whose parameters are fixed here")
    epsilon = 1.0 if options.epsilon is None and make else options.epsilon
    protocol = make(WORDS, epsilon) if make else RAPPOR
    call = {name: getattr(options, name) for name in CALL} | {"epsilon": epsilon}
    options.inbox.mkdir(parents=True, exist_ok=True)
    paths = [
        options.inbox / f"batch-{batch:05d}.parquet" for batch in range(options.batches)
    ]
    _check_inbox(options.inbox, call, paths)
    _write_words(options.inbox / "words.txt")
    shares = 1 / np.arange(1, len(WORDS) + 1)
    ends = np.linspace(0, options.people, options.batches + 1).astype(int)
    # each batch has its own generator: it is the same whether or not others exist
    seeds = np.random.SeedSequence(options.seed).spawn(options.batches)
    parts = zip(paths, seeds, np.diff(ends), strict=True)
    for done, (path, seed, n) in enumerate(parts, start=1):
        if path.exists():
            files.check_batch(path, protocol)
        else:
            rng = np.random.default_rng(seed)
            values = rng.choice(len(WORDS), size=n, p=shares / shares.sum())
            if protocol is RAPPOR:
                reports = rappor.population_reports(values, WORDS, protocol, rng)
            else:
                encoded = protocol.encode(np.array(WORDS)[values])
                reports = protocol.perturb(encoded, rng)
            ids = None
            if options.ids:
                ids = rng.integers(256, size=(n, 16), dtype=np.uint8)
            write_batch(path, protocol, reports, ids, call)
        _progress(done, options.batches)


def _check_inbox(inbox: Path, call: dict, paths: list[Path]) -> None:
    """Raise ValueError if the folder has files of another call, or of nobody's."""
    remedy = "take another folder, or delete its files"
    for path in batches_in(inbox):
        theirs = files.read_made_by(path)
        if theirs is None and path in paths:
            raise ValueError(f"{path} is there, and simulate did not make it: {remedy}")
        for name, ours in call.items() if theirs else ():
            if theirs.get(name) != ours:
                made = f"{path} was made with {name} = {theirs.get(name)}, not {ours}"
                raise ValueError(f"{made}: {remedy}, to simulate with other options")


def _write_words(path: Path) -> None:
    text = "\n".join(WORDS) + "\n"
    if not path.exists():
        path.write_text(text, encoding="utf-8")
    elif path.read_text(encoding="utf-8", errors="replace") != text:
        raise ValueError(f"{path} is there, and holds other words: take another folder")


def _collect(options: argparse.Namespace) -> None:
    inbox, table, engine = options.inbox, options.table, options.engine
    batches = collect(inbox, table, engine=engine, progress=_progress)
    print(f"{len(batches):,} batches counted")


def _estimate(options: argparse.Namespace) -> None:
    protocol, counted = total(options.table)
    print(f"{counted.delivered:,} reports delivered, {counted.n:,} counted")
    if set(counted.times) - {1}:
        repeats = ", ".join(
            f"{ids:,} came {often}x" for often, ids in counted.times.items()
        )
        print(f"ALARM: reports came more than once: {repeats}")
    if not counted.n:
        problem = f"{options.table} holds no reports"
        raise ValueError(f"{problem}; there must be at least one")
    if isinstance(protocol, Parameters):
        if options.candidates is None:
            raise ValueError(
                "RAPPOR needs candidates: --candidates FILE, one word a line"
            )
        words = read_words(options.candidates)
        with named(options.candidates):
            decoded = rappor.decode(counted.counts, words, protocol)
        table = decoded.to_frame()
        table = table.sort_values("estimate", ascending=False, kind="stable")
        print(table.head(options.top).to_string())
        print(decoded.message)
        return
    if options.candidates is not None:
        kind = f"{options.table} is of {type(protocol).__name__}"
        raise ValueError(f"--candidates is for RAPPOR only; {kind}")
    estimate = estimate_from_counts(protocol, counted.counts, counted.n)
    for place in np.argsort(-estimate.frequencies, kind="stable")[: options.top]:
        share, error = estimate.frequencies[place], estimate.standard_errors[place]
        print(f"{estimate.domain[place]!s:24} {share:9.5f} ± {error:.5f}")


def _warn(message: Warning, *_: object) -> None:
    print(f"ldp_course.topics.many_machines: {message}", file=sys.stderr)


def _progress(done: int, of: int) -> None:
    """Show a line that changes in a terminal; elsewhere, only the last one."""
    if sys.stderr.isatty() or done == of:
        end = "\n" if done == of else ""
        print(f"\rbatch {done:,} of {of:,}", end=end, file=sys.stderr, flush=True)


def _whole(text: str) -> int:
    number = float(text)
    if not number.is_integer() or number < 1:
        raise argparse.ArgumentTypeError(f"{text} must be a whole number, at least 1")
    return int(number)


if __name__ == "__main__":
    for stream in filter(None, (sys.stdout, sys.stderr)):  # None if it is closed
        # a console may lack ±, ε or letters of the words
        stream.reconfigure(errors="backslashreplace")
    sys.exit(main())
