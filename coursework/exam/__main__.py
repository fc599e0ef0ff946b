"""Print an exam, its solution, and notes for oral questions, to _build/exam/.

    python -m coursework.exam                     all problems, numbers from a new seed
    python -m coursework.exam --seed SEED rappor telemetry.plan

An assignment stands for all its problems. The same seed gives the same numbers again.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from pathlib import Path

from coursework.exam import sheet

FOLDER = Path(__file__).resolve().parents[2] / "_build" / "exam"


def choose(names: list[str], seed: str) -> list[sheet.Problem]:
    """Return the problems with these names; ValueError if there is no such name."""
    known = {name: sheet.problems(name, seed) for name in sheet.ASSIGNMENTS}
    for problem in [problem for several in known.values() for problem in several]:
        known[f"{problem.assignment}.{problem.name}"] = [problem]
    if wrong := [name for name in names if name not in known]:
        raise ValueError(
            f"no such problem: {', '.join(wrong)}. There are: {', '.join(known)}"
        )
    return [problem for name in names or sheet.ASSIGNMENTS for problem in known[name]]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="coursework.exam",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("problems", nargs="*", metavar="PROBLEM", help="default: all")
    add("--seed", default="", help="any text; a new one if none is given")
    add("--output", type=Path, default=FOLDER)
    options = parser.parse_args(arguments)
    seed = options.seed.strip() or secrets.token_hex(8)
    try:
        chosen = choose(options.problems, seed)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    assignments = list(dict.fromkeys(problem.assignment for problem in chosen))
    texts = {
        "exam": sheet.exam(chosen, seed, solved=False),
        "solution": sheet.exam(chosen, seed, solved=True),
        "oral": sheet.notes(assignments),
    }
    options.output.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (options.output / f"{name}.md").write_text(text, encoding="utf-8")
        path = options.output / f"{name}.html"
        path.write_text(sheet.page(text), encoding="utf-8")
        print(path)
    print(f"Seed: {seed} (keep it: the same seed gives the same numbers)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
