"""Each explorer that asks can be answered, and stays where its reader sees it."""

import re
from functools import cache

import drawn
import pytest
from sampling import sampled
from visits import SITE, page_names, visiting

SCREENS = {"laptop": (1280, 800), "phone": (390, 844)}
ASKS = re.compile(
    r'<figure class="explorer" id="([^"]+)">(?:(?!</figure>).)*?"predict":', re.DOTALL
)
SIGHT = """title => {
  const { top, bottom } = title.getBoundingClientRect();
  return { top, seen: top >= 0 && bottom <= innerHeight };
}"""


@cache
def asking():
    """Return each explorer that asks, as book/epsilon.html#explorer-…."""
    names = page_names('class="explorer"')
    texts = {name: (SITE / name).read_text("utf-8") for name in names}
    return [f"{name}#{id}" for name, text in texts.items() for id in ASKS.findall(text)]


@pytest.fixture(params=sampled(asking(), 6), scope="module")
def explorer(request, site, browser):
    name, _, id = request.param.partition("#")
    with visiting(browser) as page:
        page.goto((site / name).as_uri())
        yield page, page.locator(f"#{id}")


def ask_again(page, figure, screen):
    """Return the explorer before its guess, its title near the top of the screen."""
    width, height = SCREENS[screen]
    page.evaluate("localStorage.clear()")
    page.reload()
    drawn.set_width(page, width)
    page.set_viewport_size({"width": width, "height": height})
    figure.locator(".explorer-title").evaluate(
        "title => scrollBy(0, title.getBoundingClientRect().top - 90)"
    )
    return figure.locator(".explorer-handles input").all()


@pytest.mark.parametrize(
    "screen", ["laptop", pytest.param("phone", marks=pytest.mark.deep)]
)
def test_the_answer_does_not_scroll_the_page_and_is_what_has_the_focus(
    explorer, screen
):
    page, figure = explorer
    for guesses in (True, False):
        marks = ask_again(page, figure, screen)
        if guesses:
            drawn.check_words(drawn.read(figure))
        for mark in marks if guesses else ():
            mark.press("PageUp")
            drawn.check_words(drawn.read(figure))
        button = figure.get_by_role("button", name="Show me" if guesses else "Skip")
        button.scroll_into_view_if_needed()
        title, scrolled = figure.locator(".explorer-title"), page.evaluate("scrollY")
        before = title.evaluate(SIGHT)
        button.press("Enter")
        figure.locator(".explorer-sentence", has_text=" ").wait_for()
        after = title.evaluate(SIGHT)
        assert after["seen"]
        if before["seen"]:
            assert abs(page.evaluate("scrollY") - scrolled) < 1
            assert abs(after["top"] - before["top"]) < 1
        focused = page.evaluate("document.activeElement.className")
        assert focused == ("explorer-verdict" if guesses else "explorer-sentence")
    assert page.complaints == []
