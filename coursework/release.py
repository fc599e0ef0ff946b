"""Make what students get: one zip for each assignment, in _build/coursework/.

    python -m coursework.release [--output FOLDER] [ASSIGNMENT …]

A zip holds the student notebook (the source without the answers), the assignment's data
files if it has any, the companion module as a wheel (with the course's data in it) and
a README.
"""

from __future__ import annotations

import argparse
import copy
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import nbformat

from coursework.cells import without_answer
from ldp_checks.individual_numbers import PLACEHOLDER

FOLDER = Path(__file__).resolve().parent
# Packages to install beside the module, if not JupyterLab alone.
PACKAGES = {"ship_it": "jupyterlab pyarrow"}
KERNEL = {
    "display_name": "Python 3 (ipykernel)",
    "language": "python",
    "name": "python3",
}
README = """{title}

1. Install Python 3.11 or newer. In this folder, in a terminal:

       python3 -m venv .venv
       .venv/bin/pip install {wheel} {packages}

   On Windows write .venv\\Scripts\\pip instead of .venv/bin/pip, and likewise below.

2. Open the notebook:

       .venv/bin/jupyter lab {notebook}

3. In the cell that says student = "your-id", write the id that your instructor told you
   (your login, e-mail address or number, not your name) in place of your-id. Your
   numbers depend on it.

4. Replace each raise NotImplementedError() by your answer, then run the cell below it.
   It tells at once what is right, what is not, and how many points that gives. Of a
   number, a letter or a name it tells only whether it may be right; the grading
   compares it. It may be run as often as you like.

5. Before you hand in: Kernel > Restart Kernel and Run All Cells. If a question stays
   open, Run All stops there. Run the later cells one by one, and hand in what you have.
   Hand in the file {notebook}, under this name.
"""


def released_cells(source: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    """Return the cells without answers and id, as the site shows them, too."""
    cells = copy.deepcopy(source.cells)
    for cell in cells:
        cell.source = without_answer(cell)
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "student":
            cell.source = f'student = "{PLACEHOLDER}"'
    return cells


def student_notebook(source: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Return the source without answers, outputs and id, its test cells locked."""
    # the site, which loads assignments as well, is built without it
    from nbgrader import preprocessors as steps

    notebook = copy.deepcopy(source)
    notebook.cells = released_cells(source)
    for step in (
        steps.LockCells,
        steps.ClearOutput,
        steps.CheckCellMetadata,
        steps.ComputeChecksums,
    ):
        notebook, _ = step().preprocess(notebook, {})
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    notebook.metadata = nbformat.from_dict(metadata)
    nbformat.validate(notebook)
    return notebook


def data_files(source: Path) -> tuple[Path, ...]:
    """Return the data files beside a source notebook: no code, and no exam."""
    return tuple(
        file.resolve()
        for file in sorted(source.parent.iterdir())
        if file.is_file() and file.name not in (source.name, "exam.md")
        if file.suffix != ".py" and not file.name.startswith(".")
    )


def title(notebook: nbformat.NotebookNode) -> str:
    """Return the first heading."""
    text = next(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return text.lstrip("# ").splitlines()[0]


def build_wheel(output: Path) -> Path:
    """Build the companion module as students install it."""
    with tempfile.TemporaryDirectory() as folder:
        build = [sys.executable, "-m", "hatchling", "build"]
        subprocess.run(
            [*build, "-t", "wheel", "-d", folder],
            cwd=FOLDER.parent,
            check=True,
            capture_output=True,
            text=True,
        )
        (wheel,) = Path(folder).glob("*.whl")
        return wheel.replace(output / wheel.name)


def release(source: Path, wheel: Path, output: Path) -> Path:
    """Write one assignment's zip."""
    name = source.parent.name
    notebook = student_notebook(
        nbformat.reads(source.read_text(encoding="utf-8"), as_version=4)
    )
    readme = README.format(
        title=title(notebook),
        wheel=wheel.name,
        notebook=f"{name}.ipynb",
        packages=PACKAGES.get(name, "jupyterlab"),
    )
    path = output / f"{name}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr(f"{name}/{name}.ipynb", nbformat.writes(notebook) + "\n")
        bundle.writestr(f"{name}/README.txt", readme)
        bundle.write(wheel, f"{name}/{wheel.name}")
        for file in data_files(source):
            bundle.write(file, f"{name}/{file.name}")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("assignments", nargs="*", metavar="ASSIGNMENT", help="default: all")
    sources_help = "folder of the sources (default: coursework)"
    add("--sources", type=Path, default=FOLDER, help=sources_help)
    add("--output", type=Path, default=FOLDER.parent / "_build" / "coursework")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    sources = [options.sources / name / "source.ipynb" for name in options.assignments]
    wheel = build_wheel(options.output)
    for source in sources or sorted(options.sources.glob("*/source.ipynb")):
        print(release(source, wheel, options.output))


if __name__ == "__main__":
    main()
