"""The in-browser Jupyter has the chapters, starts, and explains where it cannot.

Python itself (Pyodide) is the one part that comes from elsewhere, so these tests end
where a kernel would load it. To go further by hand without that address: `npm pack
pyodide@VERSION` holds its core, and pip downloads the pure wheels that its
pyodide-lock.json names for micropip, ipython and jedi (put their own SHA-256 into the
lock file). Let a route of Playwright answer with these files: the kernel starts and
finds ldp_course. NumPy's wheel is in no registry.
"""

import json
import re
import zipfile
from functools import cache
from pathlib import Path

import chinese
import lab_copy
import pytest
from bs4 import BeautifulSoup, SoupStrainer
from visits import visiting

from ldp_course.explore import Line, Picture, explore

ROOT = Path(__file__).parents[2]
MENUS = SoupStrainer(class_=re.compile("dropdown-(launch|download)-buttons"))
DATA = [path for path in (ROOT / "data").iterdir() if path.is_file()]
CHAPTERS = sorted(path.name for path in (ROOT / "book").glob("*.ipynb"))
CHINESE = sorted(path.name for path in (chinese.TREE / "book").glob("*.ipynb"))


@pytest.fixture(scope="session")
def lite(site):
    return site / "lite"


def settings_of_kernel(folder):
    text = (folder / "jupyter-lite.json").read_text(encoding="utf-8")
    plugins = json.loads(text)["jupyter-config-data"]["litePluginSettings"]
    return plugins["@jupyterlite/pyodide-kernel-extension:kernel"]


@pytest.fixture(scope="session")
def kernel_settings(lite):
    return settings_of_kernel(lite)


@pytest.fixture(scope="session")
def runtime(kernel_settings):
    return kernel_settings["pyodideUrl"]


@cache
def chapter_page(site, chapter, part=None):
    text = (site / "book" / chapter).with_suffix(".html").read_text(encoding="utf-8")
    return BeautifulSoup(text, "html.parser", parse_only=part)


# ---- what it holds


def test_each_chapter_links_to_its_notebook_and_its_file(site, lite):
    copies = lab_copy.copies()
    for chapter in CHAPTERS:
        menus = chapter_page(site, chapter, MENUS)
        (link,) = menus.select(".dropdown-launch-buttons a[href*=lite]")
        assert link["href"] == f"../lite/start.html?path=book/{chapter}"
        held = (lite / "files" / "book" / chapter).read_text(encoding="utf-8")
        assert held == copies[chapter]
        (link,) = menus.select(".dropdown-download-buttons a[href$='.ipynb']")
        offered = (site / "book" / link["href"]).read_bytes()
        assert offered == (ROOT / "book" / chapter).read_bytes()


def test_each_chapter_says_run_this_chapter_where_it_is_to_be_run(site):
    """Below the question, and at each "Your turn" in the place of its blank's output."""
    for chapter in CHAPTERS:
        article = chapter_page(site, chapter).article
        links = article.select("p.run-here a:not(.first)")
        turns = article.select(".tag_your-turn")
        assert len(links) == 1 + len(turns) and turns
        assert {link.get_text() for link in links} == {"▶ Run this chapter (30 MB)"}
        assert {link["href"] for link in links} == {
            f"../lite/start.html?path=book/{chapter}"
        }
        assert links[0].parent.find_previous_sibling().name == "blockquote"
        first = article.select_one("p.run-here a.first")["href"]
        assert article.select_one("section section")["id"] == first[1:]
        assert all(turn.select_one(".run-here") for turn in turns)
        assert "your turn: write" not in article.get_text()


def test_its_files_are_the_chapters_and_the_data_as_in_the_course(lite):
    def listed(folder):
        text = (lite / "api/contents" / folder / "all.json").read_text()
        return {entry["name"] for entry in json.loads(text)["content"]}

    assert listed("") == {"book", "data", "zh"} and listed("book") == set(CHAPTERS)
    assert listed("zh") == {"book"} and listed("zh/book") == set(CHINESE) != set()
    copies = lab_copy.copies(chinese.TREE)
    for name in CHINESE:
        assert (lite / "files/zh/book" / name).read_text("utf-8") == copies[name]
    assert listed("data") == {path.name for path in DATA}
    for path in DATA:
        copy = lite / "files" / "data" / path.name
        assert copy.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("tree, settings", [(ROOT, "."), (chinese.TREE, "lab/zh")])
def test_the_kernel_loads_the_module_with_its_data_as_they_are_now(
    lite, tree, settings
):
    kernel_script = lite / "extensions/@jupyterlite/pyodide-kernel-extension/static"
    assert list(kernel_script.glob("*.worker.*.js"))
    options = settings_of_kernel(lite / settings)["loadPyodideOptions"]
    *packages, address = options["packages"]
    assert packages == ["numpy", "scipy", "pandas", "matplotlib"]
    with zipfile.ZipFile(kernel_script / address) as wheel:
        names = [name for name in wheel.namelist() if ".dist-info/" not in name]
        held = {name: wheel.read(name) for name in names}
    expected = {
        path.relative_to(tree).as_posix(): path.read_bytes()
        for package in ("ldp_course", "ldp_checks")
        for path in (tree / package).rglob("*")
        if path.suffix in (".py", ".js", ".css", ".json", ".otf")
    }
    expected |= {f"ldp_course/_data/{path.name}": path.read_bytes() for path in DATA}
    assert held == expected
    is_chinese = tree != ROOT
    assert ("再抽一次" in held["ldp_course/figure_words.py"].decode()) is is_chinese
    assert ("ldp_course/figures.otf" in held) is is_chinese


def test_no_package_is_looked_for_anywhere_else(lite, kernel_settings, runtime):
    assert kernel_settings["disablePyPIFallback"] is True
    assert runtime.startswith("https://cdn.jsdelivr.net/pyodide/")
    index = json.loads((lite / "pypi" / "all.json").read_text())
    assert sorted(index) == ["comm", "ldp-course"]


# ---- how it starts


@pytest.fixture
def visit(browser, address, runtime):
    """Yield a page whose `asked` lists its unanswered requests to other machines."""

    def refuse(route):
        page.asked.append(route.request.url)
        route.abort()

    here = (address, "file:", "data:", "blob:")
    with visiting(browser) as page:
        page.asked = []
        page.context.route(lambda url: not url.startswith(here), refuse)
        yield page


def answer_for_the_runtime(page, runtime):
    """Answer for the runtime's address with an empty file, as a network would."""
    answer = {"body": "", "content_type": "text/javascript"}
    answer["headers"] = {"Access-Control-Allow-Origin": "*"}
    page.context.route(runtime, lambda route: route.fulfill(**answer))


def test_on_the_disk_it_says_how_to_start(visit, lite):
    visit.goto((lite / "start.html").as_uri() + f"?path=book/{CHAPTERS[0]}")
    assert "make serve" in visit.get_by_role("status").inner_text()
    assert visit.get_by_role("button").count() == 0
    visit.goto((lite / "lab" / "index.html").as_uri() + f"?path=book/{CHAPTERS[0]}")
    visit.wait_for_url(lambda url: f"/lite/start.html?path=book/{CHAPTERS[0]}" in url)


def test_before_the_start_it_asks_nobody_and_says_what_it_will_load(visit, address):
    visit.goto(f"{address}lite/start.html?path=book/{CHAPTERS[0]}")
    text = visit.locator("main").inner_text().replace("\N{NO-BREAK SPACE}", " ")
    assert all(part in text for part in ("30 MB", "cdn.jsdelivr.net", CHAPTERS[0]))
    visit.get_by_role("link", name="Back to the chapter").click()
    visit.wait_for_url(f"{address}book/{Path(CHAPTERS[0]).stem}.html")
    assert visit.asked == []


def test_without_a_network_it_says_that_python_cannot_start(visit, address, runtime):
    visit.goto(f"{address}lite/start.html?path=book/{CHAPTERS[0]}")
    visit.get_by_role("button", name="Start").click()
    visit.get_by_text("cannot be reached").wait_for()
    assert visit.asked == [runtime]
    visit.get_by_role("link", name="look at the notebook without Python").click()
    visit.get_by_role("alert").filter(has_text="Python cannot start").wait_for()


@pytest.mark.deep
@pytest.mark.parametrize(
    "folder, chapter, start",
    [("", CHAPTERS[-1], "Start"), ("zh/", CHINESE[-1], "开始")],
)
def test_it_opens_the_chapter_and_loads_from_the_runtime_only(
    visit, site, address, runtime, folder, chapter, start
):
    answer_for_the_runtime(visit, runtime)
    visit.goto(f"{address}{folder}lite/start.html?path=book/{chapter}")
    visit.get_by_role("button", name=start).click()
    visit.wait_for_url(f"{address}lite/lab/{folder}index.html*")
    title = chapter_page(site / folder, chapter).h1.find(string=True, recursive=False)
    visit.get_by_role("heading", level=1, name=title).wait_for()
    visit.get_by_text("Python (Pyodide)").first.wait_for()
    host = runtime.rpartition("/")[0]
    assert [url for url in visit.asked if not url.startswith(host)] == []
    failed = [text for text in visit.complaints if text.startswith("failed")]
    assert [text for text in failed if runtime not in text] == []


def line(epsilon):
    series = [Line("line", x=[0, 1], y=[0, epsilon])]
    return Picture(series, f"At ε = {epsilon}.")


SHOW = """html => document.body.replaceChildren(
  document.createRange().createContextualFragment(html))"""


@pytest.mark.deep
def test_an_explorer_moves_in_it_as_on_the_page(visit, address, runtime):
    """A cell's output there is the HTML of the page, and the page's script draws it."""
    answer_for_the_runtime(visit, runtime)
    explorer = explore(line, epsilon=[0.5, 1, 2, 4], title="Here", x="share", y="error")
    visit.goto(f"{address}lite/lab/index.html?path=book/{CHAPTERS[0]}")
    visit.get_by_text("Python (Pyodide)").first.wait_for()
    visit.evaluate(SHOW, explorer.to_html())
    figure = visit.locator("figure.explorer")
    figure.locator("svg[role=img]").wait_for()
    figure.get_by_role("slider").focus()
    visit.keyboard.press("End")
    figure.get_by_text(explorer.payload(epsilon=4)["sentence"]).first.wait_for()
    # its style sheet is there
    assert figure.evaluate("(node) => getComputedStyle(node).borderTopWidth") != "0px"
