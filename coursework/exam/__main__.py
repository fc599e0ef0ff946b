"""`make exam`: an exam with its solution, and the notes for oral questions, in _build/exam/.

    python -m coursework.exam                       all problems, numbers from a new seed
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
    """The problems with these names, in this order; ValueError if there is no such name."""
    known = {one: sheet.problems(one, seed) for one in sheet.ASSIGNMENTS}
    by_name = known | {
        f"{problem.assignment}.{problem.name}": [problem]
        for all_ in known.values()
        for problem in all_
    }
    if wrong := [name for name in names if name not in by_name]:
        raise ValueError(f"no such problem: {', '.join(wrong)}. There are: {', '.join(by_name)}")
    return [problem for name in names or sheet.ASSIGNMENTS for problem in by_name[name]]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="coursework.exam",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("problems", nargs="*", metavar="PROBLEM", help="default: all")
    parser.add_argument("--seed", default="", help="any text; a new one if none is given")
    parser.add_argument("--output", type=Path, default=FOLDER)
    options = parser.parse_args(arguments)
    seed = options.seed.strip() or secrets.token_hex(8)
    try:
        chosen = choose(options.problems, seed)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    options.output.mkdir(parents=True, exist_ok=True)
    texts = {
        "exam": sheet.exam(chosen, seed, solved=False),
        "solution": sheet.exam(chosen, seed, solved=True),
        "oral": sheet.notes(list(dict.fromkeys(problem.assignment for problem in chosen))),
    }
    for name, text in texts.items():
        (options.output / f"{name}.md").write_text(text, encoding="utf-8")
        path = options.output / f"{name}.html"
        path.write_text(sheet.page(text), encoding="utf-8")
        print(path)
    print(f"Seed: {seed} (keep it: the same seed gives the same numbers)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
