"""JupyterLab opens on the chapters, and its explorers call Python."""

import os
import re
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import drawn
import lab
import nbformat
import pytest

from ldp_course.explore import Bars, Line, Picture, Points, Predict, explore

pytestmark = pytest.mark.deep

IDLE = "Python 3 (ipykernel) | Idle"
WAIT = 180  # seconds, at most, for the server to start and to stop
OWN = [f"JUPYTER_{name}" for name in ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")]
OWN += ["JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR", "IPYTHONDIR"]


# ---- what the notebook holds
def picture(epsilon, n, draw):
    x = [0.5, 1, 2, 4]
    y = [n * share / epsilon + draw for share in x]
    low, high = ([value * times for value in y] for times in (0.8, 1.25))
    points = Points("measured", x=x, y=y, low=low, high=high)
    sentence = f"At ε = {epsilon} with {n} people."
    return Picture(
        [Bars("share", x=x, y=y[::-1]), Line("theory", x=x, y=y), points], sentence
    )


sliders = {"epsilon": [0.5, 1, 2, 4], "n": [100, 1000], "start": {"epsilon": 1}}
predict = Predict("How large is it?", "theory", at=[1, 4], hides=["measured"])
asks = explore(
    picture, draws=2, **sliders, predict=predict, title="It asks", x="share", y="error"
)
# ---- end of the notebook

CODE = Path(__file__).read_text("utf-8").split("# ---- ")[1].partition("\n")[2]
IMPORTS = "from ldp_course.explore import *\n"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Yield the address of a new user's JupyterLab with an additional notebook."""
    home = tmp_path_factory.mktemp("home")
    folder = home / "lab"
    lab.refresh(folder)
    cells = [nbformat.v4.new_code_cell(text) for text in (IMPORTS + CODE, "asks")]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    own = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.write(own, folder / "own.ipynb")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}"]
    options += ["--ServerApp.port_retries=0", "--IdentityProvider.token="]
    env = os.environ | {name: str(home / name.lower()) for name in OWN}
    env["LDP_COURSE_WIDGETS"] = "1"
    command = [*lab.command(folder), *options]
    with open(home / "log", "w") as log:
        server = subprocess.Popen(command, env=env, stdout=log, stderr=log)
    with ended(server):
        wait_for(f"http://127.0.0.1:{port}/api/status", server, home / "log")
        yield f"http://127.0.0.1:{port}"


@contextmanager
def ended(server):
    try:
        yield
    finally:
        server.terminate()
        try:
            server.wait(WAIT)
        except subprocess.TimeoutExpired:
            # it waits for a kernel that was just starting
            server.kill()
            server.wait()


def wait_for(address, server, log):
    end = time.monotonic() + WAIT
    while time.monotonic() < end and server.poll() is None:
        try:
            return urlopen(address, timeout=WAIT)
        except URLError:
            time.sleep(0.2)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()}")


def test_it_opens_on_the_chapters_and_a_click_opens_a_chapter(address, go):
    page = go(address, height=1000)
    start = page.locator(".jp-MarkdownViewer")
    start.get_by_role("heading", name="Local Differential Privacy").wait_for()
    listed = page.locator(".jp-DirListing-content .jp-DirListing-itemText")
    assert set(listed.all_inner_texts()) == {"start.md", "own.ipynb", *lab.copies()}
    start.get_by_role("link", name="What ε promises").click()
    page.get_by_role("heading", level=1, name="What ε promises").wait_for()
    page.locator("#jp-main-statusbar").get_by_text(IDLE).wait_for()
    shown = page.locator(".jp-Notebook:visible").inner_text()
    assert "{cite" not in shown and "Kasiviswanathan" in shown
    assert page.locator(".jp-Notebook:visible .jp-InputPlaceholder").count() >= 1
    assert page.locator(".jp-Dialog, .Toastify__toast").count() == 0


def test_sliders_and_button_call_python_after_the_guess(address, go):
    page = go(f"{address}/lab/workspaces/own/tree/own.ipynb", height=1000)
    page.locator("#jp-main-statusbar").get_by_text(IDLE).wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    page.locator("figure.explorer svg[role=img]").wait_for(state="attached")
    cell = page.locator(".jp-CodeCell").nth(1)
    figure, start = cell.locator("figure.explorer"), asks.payload()
    slider = cell.locator(".jp-OutputArea [role=slider]").first
    assert slider.is_hidden()
    asking = figure.inner_text()
    assert "theory" not in asking and start["sentence"] not in asking
    handle = figure.get_by_role("slider", name="your guess at 4")
    handle.focus()
    page.keyboard.press("End")
    handle.press("ArrowLeft")
    steps = int(handle.get_attribute("max"))
    assert handle.input_value() == str(steps - 1), "JupyterLab takes no keys"
    assert figure.locator(".guess-words").all_text_contents()[0] == "1"
    figure.get_by_role("button", name="Show me").press("Enter")
    verdict = figure.get_by_text(
        re.compile(r"^You said \S+\sat 4: ")
    )  # the other was not moved
    assert verdict.is_visible()
    assert drawn.sentence_of(figure) == start["sentence"]
    # no line breaks beside a number
    assert start["sentence"] not in figure.evaluate(drawn.SENTENCE)
    slider.wait_for(state="visible")
    move(page, cell)
    figure.get_by_role("button", name="Guess again").press("Enter")
    slider.wait_for(state="hidden")
    figure.get_by_role("button", name="Show me").press("Enter")
    slider.wait_for(state="visible")
    assert verdict.is_visible()


def move(page, cell):
    figure = cell.locator("figure.explorer")
    epsilon = cell.locator(".jp-OutputArea [role=slider]")
    n = cell.locator(".widget-toggle-button", has_text=re.compile("^100$"))
    button = figure.get_by_role("button", name="Draw again")
    for control, key, state in [
        (epsilon, "ArrowLeft", {"epsilon": 0.5}),
        (n, "Enter", {"epsilon": 0.5, "n": 100}),
        (button, "Enter", {"epsilon": 0.5, "n": 100, "draw": 1}),
        (epsilon, "End", {"epsilon": 4, "n": 100, "draw": 1}),
        (button, "Space", {"epsilon": 4, "n": 100, "draw": 0}),
    ]:
        control.focus()
        page.keyboard.press(key)
        payload = asks.payload(**state)
        said = "([figure, words]) => SAID(figure).replaceAll('\\u00a0', ' ') === words"
        said = said.replace("SAID", f"({drawn.SENTENCE})")
        asked_for = [figure.element_handle(), payload["sentence"]]
        page.wait_for_function(said, arg=asked_for)
        drawn.check(drawn.read(figure), asks, payload)
