"""How many changed numbers in the mechanisms' code do their tests notice?

    python -m tests.changed_literals 40     40 random literals of mechanisms and rappor
    python -m tests.changed_literals 5 7    5 others: drawn with the seed 7, not 1

The quick tests of the mechanisms and of RAPPOR must let a copy of the course pass. Then
each time a digit of one literal changes there, and they run until one fails. A change
that none notices is printed. Numbers that change nothing by design are not drawn: BY_DESIGN lists their
lines, with the reason.
"""

import ast
import contextlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tokenize
from pathlib import Path

from tests.chapters.changed_digits import changed

ROOT = Path(__file__).parents[1]
ROOMS = ("", "rappor", "topics/more_protocols")
CORE = ("counting", "direct_encoding", "randomized_response", "unary_encoding")
NEEDED = ("ldp_course", "tests", "tools", "data", "translations", "pyproject.toml")
TESTS = [f"tests/{room}" for room in ROOMS if room]
TESTS += [f"tests/test_{name}.py" for name in CORE if name != "direct_encoding"]
TESTS += ["tests/test_every_estimate.py", "tests/test_every_mechanism.py"]
TESTS += [f"tests/test_{name}.py" for name in ("privacy", "errors", "docstrings")]
QUICK = "not deep and not weekly"
CHUNK = "how much is worked on at a time: test_chunks_do_not_change_results"
UNUSED = "beside None, which says that both are computed in another way"
LEAST = "which variance is the smallest does not depend on the number of people"
SCALE = "a factor that all have in common, and that is divided out a few lines below"
THE_REST = re.compile(r"reshape\(.*-$")  # any negative number stands for it
BY_DESIGN = {
    ("topics/more_protocols/hashing.py", "CHUNK_REPORTS = 1 << 14"): CHUNK,
    ("counting.py",
     "values.min() >= 0"): "a quick way, beside a long one that gives the same",
    ("counting.py", "width: int = 1"): CHUNK,
    ("topics/more_protocols/count_mean_sketch.py", "size = 1 + self.width"): CHUNK,
    ("topics/more_protocols/hadamard_count_mean_sketch.py", "rng, reports, 3)"): CHUNK,
    ("topics/more_protocols/hadamard_count_mean_sketch.py", "reports_by_chunk(self._noisy_sign"): CHUNK,
    ("topics/more_protocols/subset_selection.py", "key=lambda subset: subset.variance(1, 0.0)"): LEAST,
    ("topics/more_protocols/thresholding_histogram.py", "threshold).variance(1, 0.0)"): LEAST,
    ("counting.py", "draws: int = 0"): "any number up to the limit allows it",
    ("topics/more_protocols/hadamard.py", "DRAWN_FOR_A_REPORT = 4"): CHUNK,
    ("topics/more_protocols/short_seeds.py", "DRAWN_FOR_A_REPORT = 4"): CHUNK,
    ("topics/more_protocols/mean_sketch.py", "step = max(1, 2**16 // "): CHUNK,
    ("topics/more_protocols/count_mean_sketch.py", "chunks(reports, 1 + self.width)"): CHUNK,
    ("rappor/misfit.py", "slopes = np.array([0.2"): "each of them gives a bound",
    ("rappor/misfit.py", "reach = 12 * "): "beyond it chances are too small to count",
    ("topics/more_protocols/subset_selection.py", "np.argpartition("): "the next place parts them as well",
    ("rappor/regression.py", "min(0.5, 5 / step)"): "how fast it settles, not where",
    ("rappor/regression.py", "weights *= (1 / (unclear @ weights))"): SCALE,
    ("rappor/regression.py", "x, d = (None, 0) if few"): UNUSED,
    ("rappor/regression.py", "return None, 0"): UNUSED,
}  # fmt: skip


def literals(file):
    """Line and columns of each number in the code of a file, but for the lines of
    BY_DESIGN."""
    name = str(file.relative_to(ROOT / "ldp_course"))
    harmless = [line for room, line in BY_DESIGN if room == name]
    with file.open("rb") as lines:
        numbers = [
            token
            for token in tokenize.tokenize(lines.readline)
            if token.type == tokenize.NUMBER
        ]
    for line in harmless:
        if not any(line in token.line for token in numbers):
            sys.exit(
                f"{name} has no number in a line {line!r} any more: mend BY_DESIGN."
            )
    return [
        (token.start, token.end)
        for token in numbers
        if not any(line in token.line for line in harmless)
        and not THE_REST.search(token.line[: token.start[1]])
    ]


def failure(copy, first=()):
    """What pytest says if a test fails, or none can start; "" if all pass. `first` runs
    first."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", QUICK, *first, *TESTS]
    run = subprocess.run(command, cwd=copy, capture_output=True, text=True)
    return run.stdout + run.stderr if run.returncode else ""


def own_tests(copy, file):
    """The one of TESTS that is named after a file of the course, if there is one."""
    room = copy / "tests" / file.parent.relative_to("ldp_course")
    return list(room.glob(f"test_{file.stem}.py"))


def with_another_digit(text, row, start, end, rng):
    """The code with one digit of a literal changed, and it is still code."""
    lines = text.splitlines(keepends=True)
    line = lines[row - 1]
    digits = [place for place in range(start, end) if line[place].isdigit()]
    while True:
        lines[row - 1] = changed(line, rng.choice(digits), rng)
        with contextlib.suppress(SyntaxError):  # as 05 and 3x7F are
            ast.parse("".join(lines))
            return "".join(lines), lines[row - 1].strip()


def main(count, seed=1):
    print(f"Drawn with the seed {seed}", flush=True)
    rng = random.Random(seed)
    files = [
        file
        for room in ROOMS
        for file in sorted((ROOT / "ldp_course" / room).glob("*.py"))
        if room or file.stem in CORE
    ]
    places = [
        (file.relative_to(ROOT), *place) for file in files for place in literals(file)
    ]
    unnoticed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in NEEDED:
            if (ROOT / name).is_dir():
                compiled = shutil.ignore_patterns(
                    "__pycache__"
                )  # which knows where it came from
                shutil.copytree(ROOT / name, copy / name, ignore=compiled)
            else:
                shutil.copy(ROOT / name, copy / name)
        if output := failure(copy):
            sys.exit(f"The tests fail before anything is changed:\n{output}")
        for file, (row, start), (_, end) in rng.sample(places, min(count, len(places))):
            text = (ROOT / file).read_text(encoding="utf-8")
            other, line = with_another_digit(text, row, start, end, rng)
            (copy / file).write_text(other, encoding="utf-8")
            if not failure(copy, own_tests(copy, file)):
                unnoticed += 1
                print(f"{file}:{row}: not noticed: {line}", flush=True)
            (copy / file).write_text(text, encoding="utf-8")
    print(f"{min(count, len(places))} changed literals, {unnoticed} not noticed")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
