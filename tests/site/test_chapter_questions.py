"""The check-yourself questions as a reader answers them: by keyboard, by pointer, on paper."""

import re
from urllib.parse import unquote, urlsplit

import pytest
from visits import page_names, pages, show, visiting

PAGES = page_names('class="question"')


on_pages = pages(PAGES, ["book/randomized_response.html"], quick=0, ci=3)


@pytest.fixture(scope="module")
def opened(page_name, site, browser):
    with visiting(browser, color_scheme="light") as page:
        page.name = page_name
        page.goto((site / page_name).as_uri())
        yield page


@pytest.fixture
def page(opened):
    """A page on the screen, with every explanation closed."""
    opened.mouse.move(0, 0)
    show(opened, "light")
    opened.evaluate("""() => {
      document.documentElement.classList.remove('explanations-in-print');
      document.querySelectorAll('.question [aria-expanded=true]').forEach((open) => open.click());
    }""")
    return opened


@on_pages
def test_every_option_gives_its_own_explanation(page, site):
    for question in page.locator(".question").all():
        buttons, said = question.get_by_role("button").all(), []
        for button, letter in zip(buttons, "abcdef"):
            place = page.locator(f"#{button.get_attribute('aria-controls')}")
            assert button.inner_text().startswith(f"{letter}.")
            button.press("Enter")
            assert button.get_attribute("aria-expanded") == "true" and place.is_visible()
            said.append(place.inner_text())
        # all of them stay open
        assert question.locator(".explanation p").count() == len(set(said)) == len(buttons)
        right = [text.startswith("✓ Right.") for text in said]
        wrong = [text.startswith("✗ Not quite.") for text in said]
        assert sum(right) == 1 and sum(wrong) == len(said) - 1
    for link in page.locator(".explanation a").all():
        parts = urlsplit(link.get_attribute("href"))
        if not parts.scheme:
            target = ((site / page.name).parent / unquote(parts.path)).resolve()
            place = unquote(parts.fragment)
            assert not place or f'id="{place}"' in target.read_text(encoding="utf-8")
    assert page.complaints == []


@pytest.mark.deep
@on_pages
def test_an_option_opens_and_closes_by_keyboard_and_pointer(page):
    for button in page.locator(".question").last.get_by_role("button").all():
        place = page.locator(f"#{button.get_attribute('aria-controls')}")
        for how in ("Enter", "Space", "pointer"):
            if how == "pointer":
                button.click()
            else:
                button.press(how)
            assert button.get_attribute("aria-expanded") == "true" and place.inner_text() != ""
            assert button.evaluate("button => button === document.activeElement")
            button.press("Enter")
            assert button.get_attribute("aria-expanded") == "false" and place.inner_text() == ""


@on_pages
def test_tab_goes_from_option_to_option_by_way_of_the_links_between_them(page):
    page.evaluate("ldpQuestions.revealAll()")
    stops = page.locator(".question").first.locator("button, .explanation a").all()
    stops[0].focus()
    for stop in stops:
        assert stop.evaluate(
            "stop => stop === document.activeElement && stop.matches(':focus-visible')"
        )
        page.keyboard.press("Tab")


def printed(page):
    page.emulate_media(media="print")
    return page.locator("#check-yourself").inner_text()


@pytest.mark.deep
@on_pages
def test_on_paper_there_are_lettered_options_and_no_answers(page):
    page.locator(".question button").evaluate_all("all => all.forEach((button) => button.click())")
    text = printed(page)
    assert "Right." not in text and "Not quite." not in text and "Choose an option" not in text
    for button in page.locator(".question button").all():
        assert button.is_visible() and re.match(r"[a-z]\.\s+\S", button.inner_text())
        assert button.evaluate("button => getComputedStyle(button).borderStyle") == "none"


@pytest.mark.deep
def test_without_a_script_the_questions_can_be_read_and_say_what_is_missing(go, site):
    page = go((site / PAGES[0]).as_uri(), java_script_enabled=False)
    text = page.locator("#check-yourself").inner_text()
    assert "The explanations of the options need JavaScript." in text
    assert "Choose an option" not in text
    assert all(button.is_visible() for button in page.locator(".question button").all())
