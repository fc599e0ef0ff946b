"""axe-core finds nothing to mend: WCAG 2.2 AA and best practice, every page, light and dark."""

import pages_report
import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import UNFOLD

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Off unless asked for by name, though WCAG 2.2 has them
BY_NAME = {"label-content-name-mismatch": {"enabled": True}, "target-size": {"enabled": True}}
EVERYTHING = {"runOnly": [*WCAG, "best-practice"], "rules": BY_NAME, "resultTypes": ["violations"]}
# The themes differ in colors only
COLOR_RULES = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
COLORS = {"runOnly": COLOR_RULES, "resultTypes": ["violations"]}
# What is drawn of a formula: half of all elements, which axe takes minutes for. It is hidden from screen
# readers, who hear the MathML beside it, and test_pages looks at its colors.
DRAWN_FORMULAS = {"exclude": [[".katex-html"]]}


@pytest.fixture(scope="module")
def unfolded(browser, address, page_name):
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(address + page_name + ("?q=privacy" if page_name == "search.html" else ""))
    if page_name == "search.html":
        page.wait_for_selector("#search-results p.context")
    page.evaluate(UNFOLD)
    yield page
    context.close()


@pytest.mark.parametrize("theme, options", [("light", EVERYTHING), ("dark", COLORS)])
def test_axe_finds_nothing(unfolded, page_name, theme, options):
    unfolded.emulate_media(color_scheme=theme)
    unfolded.wait_for_function(
        "theme => document.documentElement.dataset.theme === theme", arg=theme
    )
    result = Axe().run(unfolded, context=DRAWN_FORMULAS, options=options).response
    assert tuple(map(int, result["testEngine"]["version"].split("."))) >= (4, 10)
    found = [
        f"{rule['id']}: {node['html'][:150]}"
        for rule in result["violations"]
        for node in rule["nodes"]
    ]
    pages_report.note(page_name, f"axe {theme}", len(found))
    assert found == []
