"""Find Chromium and start it, for the tests of the site and for `make pdf`."""

import shutil
from functools import cache
from pathlib import Path

from playwright.sync_api import sync_playwright

CHROMIUM_NAMES = (
    "chromium-headless-shell",  # opens a page in a third of the time
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
CHROMIUM_OPTIONS = [
    "--no-sandbox",  # Chromium refuses to start for root, as in a container, without it
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_CHROMIUM = (
    "There is no Chromium: apt install chromium-headless-shell (or chromium, which "
    "takes longer), or .venv/bin/playwright install chromium"
)


@cache
def chromiums():
    """Return the path of each Chromium, the quickest first."""
    found = [path for path in map(shutil.which, CHROMIUM_NAMES) if path]
    if not found:
        with sync_playwright() as playwright:
            own = Path(playwright.chromium.executable_path)
        found = [str(own)] if own.exists() else []
    return list({Path(path).resolve(): path for path in reversed(found)}.values())[::-1]


def chromium():
    """Return the path of the quickest Chromium, or None."""
    return next(iter(chromiums()), None)


def launch(playwright, path=None):
    path = path or chromium()
    return playwright.chromium.launch(executable_path=path, args=CHROMIUM_OPTIONS)
