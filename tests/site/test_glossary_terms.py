"""The meaning of a glossary's word appears and vanishes as a reader expects."""

import pytest

CHAPTER = "book/randomized_response.html"
BOXES = "(...nodes) => nodes.map((node) => node.getBoundingClientRect())"


@pytest.fixture
def opened(go, site):
    """A clock that stands: a meaning hides a moment after the pointer has left it."""
    look = {"color_scheme": "light", "reduced_motion": "reduce"}
    return go((site / CHAPTER).as_uri(), clock=True, **look)


@pytest.fixture
def term(opened):
    return opened.locator("a.term").first


@pytest.fixture
def meaning(opened, term):
    return opened.locator(f"#{term.get_attribute('aria-describedby')}")


def test_a_pointer_shows_the_meaning_and_may_move_onto_it(opened, term, meaning):
    assert meaning.is_hidden() and term.get_attribute("aria-expanded") == "false"
    term.hover()
    meaning.wait_for(state="visible")
    assert term.get_attribute("aria-expanded") == "true"
    meaning.hover()
    opened.clock.run_for(1_000)
    assert meaning.is_visible()
    opened.mouse.move(5, 5)
    assert meaning.is_visible()
    opened.clock.run_for(1_000)
    meaning.wait_for(state="hidden")


def test_escape_hides_it_where_the_pointer_and_the_focus_are(opened, term, meaning):
    term.hover()
    opened.keyboard.press("Escape")
    meaning.wait_for(state="hidden")
    term.focus()
    meaning.wait_for(state="visible")
    opened.keyboard.press("Escape")
    meaning.wait_for(state="hidden")
    assert term.evaluate("node => node === document.activeElement")
    for key in ("Enter", " "):
        opened.keyboard.press(key)
        meaning.wait_for(state="visible")
        opened.keyboard.press("Escape")
    assert opened.url.endswith(CHAPTER)


def test_the_keyboard_goes_from_the_word_into_its_meaning_and_on(opened, term, meaning):
    term.focus()
    opened.keyboard.press("Tab")
    link = meaning.get_by_role("link", name="Glossary")
    assert link.evaluate("node => node === document.activeElement")
    opened.keyboard.press("Tab")
    meaning.wait_for(state="hidden")


@pytest.mark.deep
def test_a_tap_shows_it_inside_the_screen_and_a_tap_elsewhere_hides_it(go, site):
    screen = {"width": 320, "height": 640, "has_touch": True, "is_mobile": True}
    page = go((site / CHAPTER).as_uri(), **screen)
    for term in page.locator("a.term:visible").all():
        term.tap()
        meaning = page.locator(f"#{term.get_attribute('aria-describedby')}")
        meaning.wait_for(state="visible")
        box, word = meaning.evaluate(BOXES, term.element_handle())
        assert box["left"] >= 0 and box["right"] <= 320
        is_below = box["top"] >= word["bottom"]
        assert is_below or box["bottom"] <= word["top"], "it covers its word"
        assert page.locator(".meaning:visible").count() == 1
        page.keyboard.press("Escape")  # else it may lie over the next word
    term.tap()
    page.locator("article h1").first.tap()
    meaning.wait_for(state="hidden")
    assert page.complaints == []


def test_without_a_script_it_is_a_link_to_the_glossary(go, site):
    page = go((site / CHAPTER).as_uri(), java_script_enabled=False)
    assert page.locator(".meaning:visible").count() == 0
    name = page.locator("a.term").first.text_content()
    page.locator("a.term").first.click()
    assert "book/glossary.html#term-" in page.url
    entry = page.locator("dt:target, dl:has(:target)").first.inner_text()
    assert name.lower() in entry.lower()
