"""`make lab` in a real JupyterLab: it opens on the start page, and a click opens a chapter."""

import os
import socket
import subprocess
import time
from urllib.error import URLError
from urllib.request import urlopen

import lab
import pytest
from visits import visiting

WAIT = 180  # seconds, at most, for the server to start and to stop
OWN = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
OWN_LAB = ("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR", "IPYTHONDIR")


@pytest.fixture
def address(tmp_path):
    """The address of a JupyterLab as `make lab` starts it, for somebody who never had one."""
    folder = tmp_path / "lab"
    lab.refresh(folder)
    names = [*(f"JUPYTER_{name}" for name in OWN), *OWN_LAB]
    own = {name: str(tmp_path / name.lower()) for name in names}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}"]
    options += ["--ServerApp.port_retries=0", "--IdentityProvider.token="]
    with open(tmp_path / "log", "w") as log:
        server = subprocess.Popen(
            [*lab.command(folder), *options], env=os.environ | own, stdout=log, stderr=log
        )
    try:
        end = time.monotonic() + WAIT
        while time.monotonic() < end and server.poll() is None:
            try:
                urlopen(f"http://127.0.0.1:{port}/api/status", timeout=WAIT)
                break
            except URLError:
                time.sleep(0.2)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        try:
            server.wait(WAIT)
        except subprocess.TimeoutExpired:  # it waits for a kernel that was just starting
            server.kill()
            server.wait()


@pytest.mark.deep
def test_it_opens_on_the_chapters_and_a_click_opens_one(address, browser):
    with visiting(browser, height=1000) as page:
        page.goto(address)
        start = page.locator(".jp-MarkdownViewer")
        start.get_by_role("heading", name="Local Differential Privacy").wait_for()
        listed = page.locator(".jp-DirListing-content .jp-DirListing-itemText")
        assert set(listed.all_inner_texts()) == {"start.md", *lab.copies()}
        start.get_by_role("link", name="What ε promises").click()
        page.get_by_role("heading", level=1, name="What ε promises").wait_for()
        page.locator("#jp-main-statusbar").get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        shown = page.locator(".jp-Notebook:visible").inner_text()
        assert "{cite" not in shown and "Kasiviswanathan" in shown
        assert page.locator(".jp-Notebook:visible .jp-InputPlaceholder").count() >= 1
        assert page.locator(".jp-Dialog, .Toastify__toast").count() == 0
