"""Each chapter's menu of places to run it, in books of one chapter and one page; and what Binder
needs to find.
"""

import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

from tests.book.small_book import build, notebook, page

pytestmark = pytest.mark.deep  # each builds books of its own

ROOT = Path(__file__).parents[2]
PAGES = {"index.md": "# A page\n", "chapter.ipynb": notebook("# A chapter\n1 + 1")}


def book(folder, repository):
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    config["repository"].update(repository)
    settings = folder / "settings.yml"
    settings.write_text(yaml.safe_dump(config), encoding="utf-8")
    result = build(folder, PAGES, "--config", settings)
    assert result.returncode == 0, result.log
    return folder


@pytest.fixture(scope="module")
def without_address(tmp_path_factory):
    return book(tmp_path_factory.mktemp("without"), {"url": ""})


@pytest.fixture(scope="module")
def with_address(tmp_path_factory):
    repository = {"url": "https://github.com/somebody/a-course", "branch": "summer"}
    return book(tmp_path_factory.mktemp("with"), repository)


def places(folder, name):
    return {
        link.text.strip(): link["href"]
        for link in page(folder, name).select(".dropdown-launch-buttons a")
    }


IN_BROWSER = {"In your browser (30 MB)": "../lite/start.html?path=book/chapter.ipynb"}


def test_without_a_repository_a_chapter_can_be_run_in_the_browser(without_address):
    assert places(without_address, "chapter.html") == IN_BROWSER


def test_with_a_repository_on_binder_and_colab_too_from_the_right_branch(with_address):
    assert places(with_address, "chapter.html") == IN_BROWSER | {
        "Binder": "https://mybinder.org/v2/gh/somebody/a-course/summer?urlpath=lab/tree/book/chapter.ipynb",
        "Colab": "https://colab.research.google.com/github/somebody/a-course/blob/summer/book/chapter.ipynb",
    }


def test_the_menu_has_a_name_that_says_what_it_does(with_address):
    (button,) = page(with_address, "chapter.html").select(".dropdown-launch-buttons > button")
    assert button["aria-label"] == "Run this chapter"


def test_a_page_that_is_no_notebook_has_no_such_menu(with_address):
    assert page(with_address, "index.html").select(".dropdown-launch-buttons") == []


def test_the_buttons_bring_nothing_from_elsewhere(with_address):
    tags = page(with_address, "chapter.html").select(
        "script[src], link[rel=stylesheet], img[src], iframe[src]"
    )
    addresses = [tag.get("src") or tag.get("href") for tag in tags]
    assert [address for address in addresses if "//" in address or "thebe" in address] == []


def test_binder_installs_the_course_in_its_exact_versions_with_jupyterlab():
    constraints, course = (
        (ROOT / ".binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    )
    assert (ROOT / ".binder" / constraints.removeprefix("-c ")).samefile(ROOT / "requirements.txt")
    assert course == "-e .[lab,scale]"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert Requirement(project["optional-dependencies"]["lab"][0]).name == "jupyterlab"
    python = (
        (ROOT / ".binder" / "runtime.txt")
        .read_text(encoding="utf-8")
        .strip()
        .removeprefix("python-")
    )
    assert python in Requirement("python" + project["requires-python"]).specifier
