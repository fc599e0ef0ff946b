"""Count how many changed digits the claims notice.

    python -m tests.chapters.changed_digits 100            100 numerals of the book
    python -m tests.chapters.changed_digits 50 accuracy    50 of one chapter
    SEED=2 python -m tests.chapters.changed_digits 100     others

Each chapter and its claims run once, and must let their own text pass. Then a digit is
changed in numerals that are said, that repeat these or that the shown code gives. It is
printed if the claims would pass with the changed text: every phrase that they say still
stands there, and no numeral of the rule (see `claims.py`) is left unsaid.
"""

import importlib
import os
import random
import sys
import tomllib
from collections import Counter
from pathlib import Path

from tests.chapters.claims import NUMERAL, claims_of, load

ROOT = Path(__file__).parents[2]


def tests_of(name):
    return importlib.import_module(f"tests.chapters.test_{name}")


def chapters_of_the_rule():
    """Return the chapters and pages in which every number has a claim."""
    files = Path(__file__).parent.glob("test_*.py")
    names = sorted(file.stem.removeprefix("test_") for file in files)
    return [n for n in names if hasattr(tests_of(n), "test_every_number_is_said")]


def changed(text, place, rng):
    digit = rng.choice([other for other in "0123456789" if other != text[place]])
    return text[:place] + digit + text[place + 1 :]


def main(count, names, seed):
    rng = random.Random(seed)
    chapters = {name: load(name) for name in names}
    numerals, rule = [], Counter()
    for name, chapter in chapters.items():
        for claim in claims_of(tests_of(name)):
            claim(chapter)
        if chapter.notices(chapter.source):
            sys.exit(f"{name} is noticed, and nothing is changed in it")
        kinds = {match.start(): kind for match, kind in chapter.numerals()}
        numerals += [
            (name, match)
            for match in NUMERAL.finditer(chapter.text)
            if chapter.is_said(match)
            or kinds.get(match.start()) in ("repeated", "code")
        ]
        rule.update(kinds.values())
    sample = rng.sample(numerals, min(count, len(numerals)))
    unnoticed = 0
    for name, match in sample:
        chapter = chapters[name]
        digits = [k for k in range(*match.span()) if chapter.text[k].isdigit()]
        place = rng.choice(digits)
        at = chapter.in_source(place)
        source = changed(chapter.source, at, rng)
        if not chapter.notices(source):
            unnoticed += 1
            before = chapter.text[max(0, match.start() - 60) : place]
            after = chapter.text[place + 1 : match.end() + 40]
            change = f"[{chapter.source[at]} → {source[at]}]"
            print(f"{name}: not noticed: …{before}{change}{after}…")
    print(f"{len(sample)} changed digits (SEED={seed}), {unnoticed} not noticed")
    kinds = ", ".join(f"{number} {kind}" for kind, number in rule.most_common())
    print(f"{len(numerals)} numerals are said, repeated or code.")
    print(f"{rule.total()} have a decimal point or at least three digits: {kinds}")


if __name__ == "__main__":
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    folders = settings["pytest"]["ini_options"]["pythonpath"]
    sys.path += [str(ROOT / folder) for folder in folders]  # as in a test
    names = sys.argv[2:] or chapters_of_the_rule()
    main(int(sys.argv[1]), names, os.environ.get("SEED", "1"))
