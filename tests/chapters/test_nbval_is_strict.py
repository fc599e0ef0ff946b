"""The comparison of notebooks with their stored outputs notices a changed number."""

import subprocess
import sys

import nbformat
import pytest

RICH = "from IPython.display import HTML\nHTML('<p>42</p>')"


def failures(stored, folder):
    """Return how many of two cells nbval calls wrong: one of text and one of HTML."""
    text, html = stored
    rich = {"text/html": html, "text/plain": "<IPython.core.display.HTML object>"}
    cells = [
        nbformat.v4.new_code_cell(
            source,
            execution_count=k,
            outputs=[nbformat.v4.new_output("execute_result", data, execution_count=k)],
        )
        for k, (source, data) in enumerate(
            [("6 * 7", {"text/plain": text}), (RICH, rich)], 1
        )
    ]
    kernel = {
        "name": "python3",
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
    }
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.write(notebook, folder / "tiny.ipynb")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--nbval",
        "-q",
        "-p",
        "no:cacheprovider",
    ]
    run = subprocess.run(
        [*command, "tiny.ipynb"], cwd=folder, capture_output=True, text=True
    )
    assert run.returncode in (0, 1), run.stdout + run.stderr
    return run.stdout.count("FAILED")


@pytest.mark.parametrize(
    "stored, wrong",
    [
        (("43", "<p>43</p>"), 2),
        pytest.param(("42", "<p>42</p>"), 0, marks=pytest.mark.weekly),
    ],
)
def test_a_changed_number_fails(stored, wrong, tmp_path):
    assert failures(stored, tmp_path) == wrong
