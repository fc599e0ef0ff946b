"""List the files of the house, each with the first paragraph that it says about itself.

    python3 tools/map_of_files.py           `make map` does the same
    make map | grep -i ticks                where are the ticks of an axis?

Tests are left out: their folders have the names of what they test.
"""

import ast
import itertools
import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = "", "data/", "tools/"
FOLDERS += tuple(
    f"{name}/**/" for name in (".github", "book", "coursework", "ldp_checks", "ldp_course")
)
LEFT_OUT = {"vendor", "ISSUE_TEMPLATE", ".ipynb_checkpoints", "__pycache__"}
COMMENT = {
    **dict.fromkeys((".py", ".sh", ".yml"), "# ?(.*)"),
    ".js": "// ?(.*)",
    ".css": r"/\* ?(.*?)(?: ?\*/)?$",
}


def first_words(path):
    """What a file says first about itself: a docstring, a comment or a title."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py" and (docstring := ast.get_docstring(ast.parse(text))):
        return docstring
    if path.suffix == ".ipynb":
        text = "".join(json.loads(text)["cells"][0]["source"])
    if path.suffix in (".md", ".ipynb"):
        title = re.search("^# (.+)", text, re.MULTILINE)
        return title[1] if title else f"what another file holds: {text.splitlines()[0]}"
    lines = [line for line in text.splitlines() if not line.startswith("#!")]
    said = itertools.takewhile(bool, (re.match(COMMENT[path.suffix], line) for line in lines))
    return " ".join(line[1] for line in said)


def entries():
    """A line for each file."""
    found = {path for folder in FOLDERS for path in ROOT.glob(f"{folder}*.*")}
    for path in sorted(found):
        if path.suffix in {".ipynb", ".md", *COMMENT} and not LEFT_OUT & set(path.parts):
            paragraph = first_words(path).split("\n\n")[0]
            yield f"{path.relative_to(ROOT)}: {' '.join(paragraph.split())}"


if __name__ == "__main__":
    print(*entries(), sep="\n")
