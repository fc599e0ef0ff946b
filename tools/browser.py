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
    "There is no Chromium: apt install chromium, "
    "or .venv/bin/playwright install chromium"
)


@cache
def chromium():
    """Return the path of Chromium, or None."""
    installed = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if installed is None:
        with sync_playwright() as playwright:
            own = Path(playwright.chromium.executable_path)
        installed = own if own.exists() else None
    return installed


def launch(playwright):
    return playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_OPTIONS)
