"""Books of one or two pages, built with the course's own settings and machinery."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
from bs4 import BeautifulSoup

ROOT = Path(__file__).parents[2]


def build(folder, pages, *options, module="", **environment):
    """Build a book of these pages, and of a module with this text, with the course's own settings,
    in a new folder.
    """
    (folder / "book").mkdir()
    for part in (
        "_ext", "_glossary", "_moving", "_pictures", "_polls", "_questions", "_static", "vendor"
    ):  # fmt: skip
        shutil.copytree(ROOT / "book" / part, folder / "book" / part)
    shutil.copy(ROOT / "_config.yml", folder)
    (folder / "book" / "references.bib").touch()
    (folder / "ldp_course").mkdir()
    (folder / "ldp_course" / "module.py").write_text(module)
    names = list(pages)
    chapters = "".join(f"- file: book/{Path(name).stem}\n" for name in names[1:])
    toc = f"format: jb-book\nroot: book/{Path(names[0]).stem}\n" + (
        f"chapters:\n{chapters}" if chapters else ""
    )
    (folder / "_toc.yml").write_text(toc)
    for name, text in pages.items():
        (folder / "book" / name).write_text(text, encoding="utf-8")
    return run_jupyter_book(folder, *options, **environment)


def run_jupyter_book(folder, *options, **environment):
    environment = {
        "SITE_URL": "",
        "REPOSITORY_URL": "",
        **environment,
    }  # also where the whole book has addresses
    command = [Path(sys.executable).with_name("jupyter-book"), "build", folder, *options]
    result = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **environment}
    )
    result.log = result.stdout + result.stderr
    return result


def page(folder, name):
    return BeautifulSoup(
        (folder / "_build/html/book" / name).read_text(encoding="utf-8"), "html.parser"
    )


def notebook(source):
    return nbformat.v4.writes(
        nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source, id="cell")])
    )
