"""Open the chapters in JupyterLab: `make lab`.

    python tools/lab.py            copy the chapters into the folder lab, and open it
    python tools/lab.py --copy     copy only

JupyterLab opens on a page with the chapters in their order. A copy that the reader has
changed stays as it is; the others follow the book.
"""

import json
import os
import sys
from hashlib import sha256

from lab_copy import ROOT, copies, start_page

FOLDER = ROOT / "lab"
STATE = ".jupyter-course"  # hidden from Lab's list of files
# without the first of these, Lab shows a Markdown file as text
SETTINGS = {
    "@jupyterlab/docmanager-extension:plugin": {
        "defaultViewers": {"markdown": "Markdown Preview"}
    },
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
    },
}


def digest(text):
    return sha256(text.encode()).hexdigest()


def refresh(folder):
    """Write the copies, but for those that the reader has changed: return these."""
    state = folder / STATE
    state.mkdir(parents=True, exist_ok=True)
    record = state / "made.json"
    made = json.loads(record.read_text(encoding="utf-8")) if record.exists() else {}
    changed = []
    for name, text in {"start.md": start_page(folder.name), **copies()}.items():
        path = folder / name
        if path.exists() and digest(path.read_text(encoding="utf-8")) != made.get(name):
            changed.append(name)
            continue
        path.write_text(text, encoding="utf-8", newline="\n")
        made[name] = digest(text)
    record.write_text(json.dumps(made, indent=1), encoding="utf-8")
    (state / "overrides.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    return changed


def command(folder):
    """Return the command that starts JupyterLab in the folder."""
    return [
        *(sys.executable, "-m", "jupyterlab"),
        f"--ServerApp.root_dir={folder}",
        "--LabApp.default_url=/lab/tree/start.md",
        f"--LabApp.app_settings_dir={folder / STATE}",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]


def main(options):
    changed = refresh(FOLDER)
    if changed:
        names = ", ".join(changed)
        print(f"Yours, and so left as they are: {names} (in {FOLDER.name}/).")
    if "--copy" not in options:
        os.execv(sys.executable, command(FOLDER) + options)


if __name__ == "__main__":
    main(sys.argv[1:])
