"""How many changed digits do the claims notice?

    python -m tests.chapters.changed_digits 100          100 random numerals of the chapters' prose,
    a digit of each changed python -m tests.chapters.changed_digits 50 accuracy  50 of one chapter

Each chapter and its claims run once. A change is printed if every phrase that a claim says still
stands in the changed text, and no number of it is left unsaid.
"""

import importlib
import inspect
import random
import re
import sys
from pathlib import Path

from tests.chapters.claims import NUMERAL, load, matters


def claims_of(name):
    module = importlib.import_module(f"tests.chapters.test_{name}")
    return [
        claim
        for title, claim in vars(module).items()
        if title.startswith("test_") and list(inspect.signature(claim).parameters) == ["chapter"]
    ]


def changed(text, place, rng):
    digit = rng.choice([other for other in "0123456789" if other != text[place]])
    return text[:place] + digit + text[place + 1 :]


def main(count, names):
    rng = random.Random(1)
    chapters = {name: load(name) for name in names}
    for name, chapter in chapters.items():
        for claim in claims_of(name):
            claim(chapter)
    texts = {name: chapter.text for name, chapter in chapters.items()}
    places = [
        (name, found)
        for name, text in texts.items()
        for found in NUMERAL.finditer(text)
        if matters(found[0])
    ]
    unnoticed = 0
    for name, found in rng.sample(places, min(count, len(places))):
        digits = [place for place in range(*found.span()) if texts[name][place].isdigit()]
        text = changed(texts[name], rng.choice(digits), rng)
        if not chapters[name].notices(text):
            unnoticed += 1
            print(f"{name}: not noticed: …{text[found.start() - 60 : found.end() + 40]}…")
    print(f"{min(count, len(places))} changed digits, {unnoticed} not noticed")


if __name__ == "__main__":
    files = Path(__file__).parent.glob("test_*.py")
    with_claims = sorted(
        file.stem.removeprefix("test_")
        for file in files
        if re.search("^from .*test_every_number_is_said", file.read_text("utf-8"), re.MULTILINE)
    )
    main(int(sys.argv[1]), sys.argv[2:] or with_claims)
