"""The comparison of notebooks with their stored outputs must notice a changed number, and a cell
with no output stored.
"""

import subprocess
import sys

import nbformat
import pytest

NOTEBOOK = nbformat.v4.new_notebook(
    cells=[
        nbformat.v4.new_code_cell(
            "6 * 7",
            id="product",
            execution_count=1,
            outputs=[
                nbformat.v4.new_output("execute_result", {"text/plain": "42"}, execution_count=1)
            ],
        ),
        nbformat.v4.new_code_cell(
            "from IPython.display import HTML\nHTML('<p>42</p>')",
            id="html",
            execution_count=2,
            outputs=[
                nbformat.v4.new_output(
                    "execute_result",
                    {"text/html": "<p>42</p>", "text/plain": "<IPython.core.display.HTML object>"},
                    execution_count=2,
                )
            ],
        ),
    ],
    metadata={
        "kernelspec": {
            "name": "python3",
            "display_name": "Python 3 (ipykernel)",
            "language": "python",
        }
    },
)


def nbval(notebook, folder):
    path = folder / "tiny.ipynb"
    nbformat.write(notebook, path)
    command = [sys.executable, "-m", "pytest", "--nbval", "-q", "-p", "no:cacheprovider", str(path)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_true_outputs_pass(tmp_path):
    assert nbval(NOTEBOOK, tmp_path).returncode == 0


@pytest.mark.parametrize(
    "cell, kind, changed", [(0, "text/plain", "43"), (1, "text/html", "<p>43</p>")]
)
def test_a_changed_number_fails(tmp_path, cell, kind, changed):
    tampered = nbformat.reads(nbformat.writes(NOTEBOOK), as_version=4)
    tampered.cells[cell].outputs[0].data[kind] = changed
    run = nbval(tampered, tmp_path)
    assert run.returncode == 1 and "1 failed" in run.stdout
