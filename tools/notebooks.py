"""Run notebooks and store their outputs in a normal form, for short diffs.

python tools/notebooks.py book/*.ipynb           run, normalize, store
python tools/notebooks.py --check book/*.ipynb   run nothing; list what is wrong
"""

import argparse
import hashlib
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import leash
import nbformat
import psutil
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

NOTEBOOK_METADATA = {
    "kernelspec": {
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
        "name": "python3",
    },
    "language_info": {"name": "python"},
}
CELL_METADATA = {"mystnb", "tags"}
# What the page folds or leaves out, JupyterLab folds too.
FOLDED = {
    "hide-cell": {"source_hidden": True, "outputs_hidden": True},
    "hide-input": {"source_hidden": True},
    "remove-cell": {"source_hidden": True},
}
WIDGET = "application/vnd.jupyter.widget-view+json"
SVG = "image/svg+xml"
DECIMALS = re.compile(r"(\.\d\d)\d+")

# Sliders of ipywidgets are dead on a page without a kernel: chapters use
# ldp_course.explore
BARE_WIDGET = re.compile(
    r"\b(interact|interactive|interact_manual|interactive_output)\(|\bwidgets\.[A-Z]\w*\("
)
MEMORY_ADDRESS = re.compile(r"\bat 0x[0-9a-f]{6,}")


# Two notebooks run at a time: with threads of its own, each would wait for the other's.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def imports_from(tree):
    """Return the environment in which Python finds the packages of this folder."""
    paths = str(tree), os.environ.get("PYTHONPATH", "")
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


def run(notebook, folder):
    """Run all cells in a kernel, and return the processor seconds that it used.

    They import the packages that lie beside their folder. A kernel ends by itself when
    the process that started it is gone.
    """
    seconds = 0.0

    def measure(**_):
        nonlocal seconds
        used = psutil.Process(client.km.provisioner.pid).cpu_times()
        seconds = used.user + used.system + used.children_user + used.children_system

    client = NotebookClient(
        notebook,
        timeout=600,
        kernel_name="python3",
        record_timing=False,
        store_widget_state=False,
        on_cell_executed=measure,
        resources={"metadata": {"path": str(folder)}},
    )
    client.execute(env=imports_from(folder.parent))
    return seconds


def run_all(notebooks):
    """Run notebooks (path -> notebook) two at a time, the slowest of last time first.

    Yield path, notebook and processor seconds as each ends; None in place of a notebook
    that raised an error.
    """

    def outcome(path):
        try:
            return path, notebooks[path], run(notebooks[path], path.parent)
        except CellExecutionError as error:
            print(error, file=sys.stderr)
            return path, None, 0.0

    order = sorted(
        notebooks, key=lambda path: -notebooks[path].metadata.get("seconds", 60)
    )
    with ThreadPoolExecutor(max_workers=2) as pool:
        for done in as_completed([pool.submit(outcome, path) for path in order]):
            yield done.result()


def normalize(notebook):
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    seconds = {
        key: notebook.metadata[key] for key in ("seconds",) if key in notebook.metadata
    }
    notebook.metadata = nbformat.from_dict(NOTEBOOK_METADATA | seconds)
    name_cells(notebook.cells)
    for cell in notebook.cells:
        metadata = {
            key: value
            for key, value in cell.metadata.items()
            if key in CELL_METADATA and value
        }
        folded = [FOLDED[tag] for tag in metadata.get("tags", []) if tag in FOLDED]
        if folded:
            metadata["jupyter"] = folded[-1]
        cell.metadata = nbformat.from_dict(metadata)
        if cell.cell_type == "code":
            cell.outputs = merge_streams(cell.outputs)
            for output in cell.outputs:
                normalize_output(output)
    return notebook


def name_cells(cells):
    """Derive ids that are missing or repeated from the cell's place and text."""
    taken = set()
    for place, cell in enumerate(cells):
        if not cell.get("id") or cell.id in taken:
            cell.id = hashlib.sha256(f"{place} {cell.source}".encode()).hexdigest()[:8]
        taken.add(cell.id)


def merge_streams(outputs):
    merged = []
    for output in outputs:
        previous = merged[-1] if merged else {}
        if (
            output.output_type == "stream" == previous.get("output_type")
            and output.name == previous.name
        ):
            previous.text += output.text
        else:
            merged.append(output)
    return merged


def normalize_output(output):
    data = output.get("data", {})
    if WIDGET in data and "text/html" in data:
        del data[WIDGET]
    if SVG in data:
        # one line, as a PNG is, and only those digits in tags that can be seen
        svg = " ".join(data[SVG].split())
        data[SVG] = re.sub(r"<[^>]*>", lambda tag: DECIMALS.sub(r"\1", tag[0]), svg)
    if "metadata" in output:
        output.metadata.pop("needs_background", None)


def faults(notebook):
    """Yield what is wrong with a stored notebook."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if [cell.execution_count for cell in cells] != list(range(1, len(cells) + 1)):
        yield "the cells were not run once each, from top to bottom"
    for cell in cells:
        first_line = cell.source.splitlines()[0] if cell.source else "empty"
        where = f"cell {cell.id} ({first_line})"
        if BARE_WIDGET.search(cell.source):
            yield (
                f"{where} uses a bare widget, which is dead on the page; "
                "use ldp_course.explore"
            )
        if cell.source.rstrip().endswith(";"):
            yield (
                f"{where} ends in a semicolon, which silences JupyterLab "
                "but not nbval; assign to _ instead"
            )
        for output in cell.outputs:
            if output.output_type == "error":
                yield f"{where} raised {output.ename}"
            if output.get("name") == "stderr":
                yield f"{where} wrote to stderr: {output.text.strip()[:80]}"
            text = output.get("text") or output.get("data", {}).get("text/plain")
            if MEMORY_ADDRESS.search(str(text)):
                yield f"{where} shows a memory address, which differs from run to run"


def read(text):
    # the plain nbformat.reads would invent ids
    return nbformat.v4.reads(text)


def write(notebook):
    nbformat.validate(notebook)
    return nbformat.v4.writes(notebook) + "\n"


def check(path):
    stored = path.read_text(encoding="utf-8")
    problems = list(faults(read(stored)))
    if write(normalize(read(stored))) != stored:
        problems.append("not in the normal form that `make notebooks` writes")
    return problems


def refresh(paths):
    """Run the notebooks and store them; yield each with its problems."""
    notebooks = {
        path: normalize(read(path.read_text(encoding="utf-8"))) for path in paths
    }
    for path, notebook, seconds in run_all(notebooks):
        if notebook is None:
            yield path, ["it raised an error, and was not stored"]
            continue
        # a smaller difference would make a diff of each run
        if abs(seconds - notebook.metadata.get("seconds", 0)) > 2:
            notebook.metadata["seconds"] = round(seconds)
        path.write_text(write(normalize(notebook)), encoding="utf-8")
        yield path, list(faults(notebook))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--check", action="store_true", help="run nothing; list what is wrong"
    )
    parser.add_argument("notebooks", nargs="+", type=Path)
    options = parser.parse_args()
    leash.hold()
    failed = False
    checked = ((path, check(path)) for path in options.notebooks)
    for path, problems in checked if options.check else refresh(options.notebooks):
        print(f"{path}: {'; '.join(problems) or 'ok'}", flush=True)
        failed = failed or bool(problems)
    return failed


if __name__ == "__main__":
    sys.exit(main())
