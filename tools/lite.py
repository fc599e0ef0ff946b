"""Build the site's in-browser Jupyter: JupyterLite with the chapters and the data.

    python tools/lite.py _build/html/lite

The Chinese edition (tools/chinese.py) has its notebooks in the folder zh of the same
JupyterLite, and a page of its own there that starts it with the Chinese module.

Nothing is fetched here. In the reader's browser one thing is: Python itself with NumPy
and its like (Pyodide), from RUNTIME, a content delivery network. start.html, the way in
from each chapter, says so and looks for it first.
"""

import json
import re
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

import chinese
import leash
from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL
from lab_copy import copies
from words import WORDS, words_of

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
<link rel="stylesheet" href="$explorer/explore.css">
<script src="$explorer/explore.js"></script>
<script>
  if (location.protocol === "file:")
    location.replace("$start_page" + location.search);
  fetch("$runtime").catch(() => {
    const notice = `<p role="alert" style="position: fixed; inset: auto 0 0;
      z-index: 10000; margin: 0; padding: 1em; background: #7a1f1f; color: #fff;
      font: 16px sans-serif">$notice <a href="$start_page"
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
        options = {
            "appName": "Local Differential Privacy",
            "litePluginSettings": kernel_settings(f"pypi/{course_wheel}"),
        }
        (source / "jupyter-lite.json").write_text(
            as_settings(options), encoding="utf-8"
        )
        run_jupyterlite(source, output)
    finish(output)
    finish_chinese(output)


def copy_contents(files):
    """Copy the chapters and the data, laid out as in the course's own folder."""
    for tree, folder in (ROOT, "."), (chinese.TREE, chinese.EDITION):
        (files / folder / "book").mkdir(parents=True)
        for name, text in copies(tree).items():
            (files / folder / "book" / name).write_text(text, encoding="utf-8")
    shutil.copytree(
        ROOT / "data", files / "data", ignore=shutil.ignore_patterns("__pycache__")
    )


def build_wheel(folder, tree=ROOT):
    where = ["--directory", folder.resolve()]
    run(["hatchling", "build", "--target", "wheel", *where], cwd=tree)
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


def kernel_settings(course_wheel):
    """Return the kernel's settings; the wheel's address is from the site's root."""
    kernel = {
        "pyodideUrl": RUNTIME,
        # no package comes from anywhere but the runtime's host and this site
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "packages": [*PACKAGES, f"{FROM_KERNEL_SCRIPT}{course_wheel}"]
        },
    }
    return {f"{KERNEL}:kernel": kernel}


def as_settings(options):
    """Return the text of a jupyter-lite.json."""
    content = {"jupyter-lite-schema-version": 0, "jupyter-config-data": options}
    return json.dumps(content)


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
    lab.with_name("plain.html").write_text(page, encoding="utf-8")
    lab.write_text(lab_page(page, says, "..", "../start.html"), encoding="utf-8")


def finish_chinese(output):
    """Start the same JupyterLite, from a page of its own, with the Chinese module.

    The page is below `lab`: it takes over that folder's settings, and JupyterLab opens
    the notebook of an address only if `lab` is in it.
    """
    edition = chinese.EDITION
    says = words_of(chinese.TREE / "book")["start"]
    folder = output / "lab" / edition
    folder.mkdir()
    wheel = build_wheel(folder, chinese.TREE)
    options = {
        "appUrl": f"/lab/{edition}",
        "settingsUrl": "../../build/schemas",
        "workspace": edition,  # else the English notebooks that were open come back
        "litePluginSettings": kernel_settings(f"lab/{edition}/{wheel}"),
    }
    (folder / "jupyter-lite.json").write_text(as_settings(options), encoding="utf-8")
    shutil.copy(output / "lab" / "jupyter-lite.ipynb", folder)  # settings, but none
    plain = output / "lab" / "plain.html"
    page = re.sub(r"""(?<=["'])\.\.(?=["'/])""", "../..", plain.read_text("utf-8"))
    plain.unlink()
    site = f"../../../{edition}"
    start = f"{site}/lite/start.html"
    lab = lab_page(page, says, f"{site}/_static/explorer", start)
    (folder / "index.html").write_text(lab, encoding="utf-8")
    # beside the edition's pages, with which it moves to the site
    here = chinese.TREE / "_build" / "html" / "lite"
    here.mkdir(parents=True, exist_ok=True)
    start = start_page(
        says,
        language="zh-CN",
        lab=f"../../lite/lab/{edition}/index.html",
        folder=f"{edition}/",
        english="../..",
    )
    (here / "start.html").write_text(start, encoding="utf-8")


def lab_page(page, says, explorer, start):
    """Return the page of JupyterLab with what explorers need, and its notice."""
    places = {"explorer": explorer, "start_page": start}
    head = LAB_HEAD.substitute(filled(says) | places)
    return page.replace("</head>", head, 1)


def filled(says):
    """Return the words of the start, with the address of Python and its host."""
    host = RUNTIME.split("/")[2]
    notebook = f'<b id="notebook">{says["chapters"]}</b>'
    words = {
        name: text.strip().format(host=host, notebook=notebook)
        for name, text in says.items()
    }
    return words | {"runtime": RUNTIME}


def start_page(says, language="en", lab="lab/index.html", folder="", english=".."):
    """Return the page that leads into Jupyter, in the words of [start].

    `lab` is Jupyter's address on that page, and `english` that of the English site. Of
    the path that a chapter asks for, Jupyter is given the file in `folder`.
    """
    words = filled(says)
    shown = "back_to_chapter", "from_disk", "looking", "missing"
    script = json.dumps({name: words[name] for name in shown}, ensure_ascii=False)
    start = Template((ROOT / "tools" / "lite_start.html").read_text(encoding="utf-8"))
    return start.substitute(
        words,
        words=script,
        language=language,
        lab=lab,
        folder=folder,
        english=english,
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
