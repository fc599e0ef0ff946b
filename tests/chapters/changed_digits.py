"""Count how many changed digits the claims notice.

    python -m tests.chapters.changed_digits 100            100 numerals of claims
    python -m tests.chapters.changed_digits 50 accuracy    50 of one chapter
    SEED=2 python -m tests.chapters.changed_digits 100     others

Each chapter and its claims run once. In each numeral a digit is changed. It is printed
if the claims would pass with the changed text: every phrase that they say still stands
there, and no numeral of the rule (see `claims.py`) is left unsaid.
"""

import importlib
import os
import random
import sys
from collections import Counter
from pathlib import Path

from tests.chapters.claims import NUMERAL, claims_of, load


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
    computed, rule = [], Counter()
    for name, chapter in chapters.items():
        for claim in claims_of(tests_of(name)):
            claim(chapter)
        computed += [
            (name, match)
            for match in NUMERAL.finditer(chapter.text)
            if chapter.is_said(match)
        ]
        rule.update(kind for _, kind in chapter.numerals())
    sample = rng.sample(computed, min(count, len(computed)))
    unnoticed = 0
    for name, match in sample:
        text = chapters[name].text
        digits = [place for place in range(*match.span()) if text[place].isdigit()]
        if not chapters[name].notices(changed(text, rng.choice(digits), rng)):
            unnoticed += 1
            around = text[match.start() - 60 : match.end() + 40]
            print(f"{name}: not noticed: …{around}…")
    print(f"{len(sample)} changed digits (SEED={seed}), {unnoticed} not noticed")
    kinds = ", ".join(f"{number} {kind}" for kind, number in rule.most_common())
    print(f"{len(computed)} numerals are said.")
    print(f"{rule.total()} have a decimal point or at least three digits: {kinds}")


if __name__ == "__main__":
    names = sys.argv[2:] or chapters_of_the_rule()
    main(int(sys.argv[1]), names, os.environ.get("SEED", "1"))
