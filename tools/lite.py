"""Build the site's in-browser Jupyter: JupyterLite with the chapters and the data.

    python tools/lite.py _build/html/lite

Nothing is fetched here. In the reader's browser one thing is: Python itself with NumPy
and its like (Pyodide), from RUNTIME, a content delivery network. start.html, the way in
from each chapter, says so and looks for it first.
"""

import json
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

import leash
from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL
from lab_copy import copies
from words import WORDS

from ldp_course.explore.page import script, style

ROOT = Path(__file__).parents[1]
RUNTIME = f"{PYODIDE_CDN_URL}/pyodide.mjs"
KERNEL = "@jupyterlite/pyodide-kernel-extension"
# what ldp_course imports; all of it comes with Pyodide
PACKAGES = ["numpy", "scipy", "pandas", "matplotlib"]
# Pyodide takes the address of a wheel as seen from the kernel's own script
FROM_KERNEL_SCRIPT = f"extensions/{KERNEL}/static/".count("/") * "../"

# The kernel has no widgets, so an explorer's output is the HTML of the book's pages,
# and their script draws it. Whoever comes by a bookmark, past start.html, hears of a
# missing runtime here.
LAB_HEAD = Template("""
<link rel="stylesheet" href="../explore.css">
<script src="../explore.js"></script>
<script>
  if (location.protocol === "file:")
    location.replace("../start.html" + location.search);
  fetch("$runtime").catch(() => {
    const notice = `<p role="alert" style="position: fixed; inset: auto 0 0;
      z-index: 10000; margin: 0; padding: 1em; background: #7a1f1f; color: #fff;
      font: 16px sans-serif">$notice <a href="../start.html"
      style="color: inherit; text-decoration: underline">$notice_link</a></p>`;
    document.body.insertAdjacentHTML("beforeend", notice);
  });
</script>
</head>""")


def build(output):
    with TemporaryDirectory() as folder:
        source = Path(folder)
        copy_contents(source / "files")
        (source / "pypi").mkdir()
        course_wheel = build_wheel(source / "pypi")
        # the kernel needs it, and Pyodide does not have it
        pack_installed("comm", source / "pypi")
        (source / "jupyter-lite.json").write_text(
            json.dumps(settings(course_wheel)), encoding="utf-8"
        )
        run_jupyterlite(source, output)
    finish(output)


def copy_contents(files):
    """Copy the chapters and the data, laid out as in the course's own folder."""
    (files / "book").mkdir(parents=True)
    for name, text in copies().items():
        (files / "book" / name).write_text(text, encoding="utf-8")
    shutil.copytree(
        ROOT / "data", files / "data", ignore=shutil.ignore_patterns("__pycache__")
    )


def build_wheel(folder):
    run(["hatchling", "build", "--target", "wheel", "--directory", folder], cwd=ROOT)
    (wheel,) = folder.glob("ldp_course-*.whl")
    return wheel.name


def pack_installed(name, folder):
    """Make a wheel of an installed package without compiled parts."""
    package = distribution(name)
    path = folder / f"{name}-{package.version}-py3-none-any.whl"
    with ZipFile(path, "w", ZIP_DEFLATED) as wheel:
        for file in package.files:
            if file.suffix != ".pyc":
                wheel.write(file.locate(), file)


def settings(course_wheel):
    kernel = {
        "pyodideUrl": RUNTIME,
        # no package comes from anywhere but the runtime's host and this site
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "packages": [*PACKAGES, f"{FROM_KERNEL_SCRIPT}pypi/{course_wheel}"]
        },
    }
    options = {
        "appName": "Local Differential Privacy",
        "litePluginSettings": {f"{KERNEL}:kernel": kernel},
    }
    return {"jupyter-lite-schema-version": 0, "jupyter-config-data": options}


def run_jupyterlite(source, output):
    extension = Path(sys.prefix, "share/jupyter/labextensions", KERNEL)
    run(
        [
            *("jupyter-lite", "build"),
            *("--lite-dir", source, "--output-dir", output.resolve()),
            *("--apps", "lab", "--no-sourcemaps", "--no-unused-shared-packages"),
            *("--ignore-sys-prefix", "federated_extensions"),
            f"--LiteBuildConfig.federated_extensions={extension}",
        ],
        cwd=source,
    )  # fmt: skip


def finish(output):
    says = WORDS["start"]
    (output / "start.html").write_text(start_page(says), encoding="utf-8")
    (output / "explore.css").write_text(style(), encoding="utf-8")
    (output / "explore.js").write_text(script(), encoding="utf-8")
    lab = output / "lab" / "index.html"
    page = lab.read_text(encoding="utf-8")
    lab.write_text(
        page.replace("</head>", LAB_HEAD.substitute(filled(says)), 1), encoding="utf-8"
    )


def filled(says):
    """Return the words of the start, with the address of Python and its host."""
    host = RUNTIME.split("/")[2]
    notebook = f'<b id="notebook">{says["chapters"]}</b>'
    words = {
        name: text.strip().format(host=host, notebook=notebook)
        for name, text in says.items()
    }
    return words | {"runtime": RUNTIME}


def start_page(says, language="en", lab="lab/index.html", folder=""):
    """Return the page that leads into Jupyter, in the words of [start].

    `lab` is Jupyter's address on that page. Of the path that a chapter asks for, it is
    given the file in `folder`.
    """
    words = filled(says)
    shown = "back_to_chapter", "from_disk", "looking", "missing"
    script = json.dumps({name: words[name] for name in shown}, ensure_ascii=False)
    start = Template((ROOT / "tools" / "lite_start.html").read_text(encoding="utf-8"))
    return start.substitute(
        words, words=script, language=language, lab=lab, folder=folder
    )


def run(command, cwd):
    leashed = [sys.executable, ROOT / "tools" / "leash.py", *command]
    done = subprocess.run(
        leashed, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        sys.exit(
            f"{done.stdout}\n"
            "The in-browser Jupyter was not built: the lines just above say why."
        )


if __name__ == "__main__":
    leash.hold()
    build(Path(sys.argv[1]))
