"""Small books, built with the course's own settings and machinery."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import yaml
from bs4 import BeautifulSoup

ROOT = Path(__file__).parents[2]
PARTS = [
    "_ext",
    "_glossary",
    "_moving",
    "_pictures",
    "_progress",
    "_polls",
    "_questions",
    "_static",
    "_your_turn",
    "vendor",
]


class SmallBook:
    """A book of these pages (the first is the root), and of a module with this text."""

    def __init__(self, folder, pages, module="", repository=(), **environment):
        self.folder, self.html = folder, folder / "_build" / "html"
        self.environment = {"SITE_URL": "", "REPOSITORY_URL": ""} | environment
        for part in PARTS:
            shutil.copytree(ROOT / "book" / part, folder / "book" / part)
        shutil.copy(ROOT / "book" / "words.toml", folder / "book")
        config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
        config["repository"].update(repository)
        root, *others = (f"book/{Path(name).stem}" for name in pages)
        toc = {"format": "jb-book", "root": root}
        toc |= {"chapters": [{"file": name} for name in others]} if others else {}
        (folder / "ldp_course").mkdir()
        texts = {f"book/{name}": text for name, text in pages.items()}
        texts |= {"book/references.bib": "", "ldp_course/module.py": module}
        texts |= {
            "_config.yml": yaml.safe_dump(config),
            "_toc.yml": yaml.safe_dump(toc),
        }
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")

    def build(self, *options):
        """Build it. Return whether that succeeded; `log` is what was said."""
        command = [
            Path(sys.executable).with_name("jupyter-book"),
            "build",
            self.folder,
            *options,
        ]
        environment = os.environ | self.environment
        result = subprocess.run(
            command, capture_output=True, text=True, env=environment
        )
        self.log = result.stdout + result.stderr
        return result.returncode == 0

    def page(self, name):
        text = (self.html / "book" / f"{name}.html").read_text(encoding="utf-8")
        return BeautifulSoup(text, "html.parser")


def notebook(*cells):
    """Return the text of a notebook: what begins with "#: " is prose, the rest code."""
    kinds = {True: nbformat.v4.new_markdown_cell, False: nbformat.v4.new_code_cell}
    made = [kinds[text.startswith("#: ")](text.removeprefix("#: "), id=f"cell-{k}")
            for k, text in enumerate(cells)]  # fmt: skip
    return nbformat.v4.writes(nbformat.v4.new_notebook(cells=made))
