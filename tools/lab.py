"""Open the chapters in JupyterLab: `make lab`.

    python tools/lab.py            copies the chapters into the folder lab, and starts JupyterLab
    python tools/lab.py --copy     copies only

Lab opens on a page with the chapters in their order. What the reader has changed in a copy stays:
only a copy that is still as it was made follows the book.
"""

import json
import os
import sys
from hashlib import sha256

from lab_copy import ROOT, copies, start_page

FOLDER = ROOT / "lab"
STATE = ".jupyter-course"  # hidden from Lab's list of files
# Lab shows a Markdown file as text unless it is told otherwise
SETTINGS = {
    "@jupyterlab/docmanager-extension:plugin": {"defaultViewers": {"markdown": "Markdown Preview"}},
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
    },
}


def digest(text):
    return sha256(text.encode()).hexdigest()


def refresh(folder):
    """Write the copies; return the names of those that the reader has changed, which stay."""
    state = folder / STATE
    state.mkdir(parents=True, exist_ok=True)
    record = state / "made.json"
    made = json.loads(record.read_text(encoding="utf-8")) if record.exists() else {}
    kept = []
    for name, text in {"start.md": start_page(folder.name), **copies()}.items():
        path = folder / name
        if path.exists() and digest(path.read_text(encoding="utf-8")) != made.get(name):
            kept.append(name)
            continue
        path.write_text(text, encoding="utf-8", newline="\n")
        made[name] = digest(text)
    record.write_text(json.dumps(made, indent=1), encoding="utf-8")
    (state / "overrides.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    return kept


def command(folder):
    return [
        *(sys.executable, "-m", "jupyterlab"),
        f"--ServerApp.root_dir={folder}",
        "--LabApp.default_url=/lab/tree/start.md",
        f"--LabApp.app_settings_dir={folder / STATE}",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]


def main(options):
    kept = refresh(FOLDER)
    if kept:
        print(f"Yours, and so left as they are: {', '.join(kept)} (in {FOLDER.name}/).")
    if "--copy" not in options:
        words = command(FOLDER)
        os.execv(words[0], [*words, *options])


if __name__ == "__main__":
    main(sys.argv[1:])
