"""Check-yourself questions can be answered by keyboard and pointer, and printed."""

import re
from itertools import cycle
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
    """Return a page on the screen, with every explanation closed."""
    opened.mouse.move(0, 0)
    show(opened, "light")
    opened.evaluate("""() => {
      document.documentElement.classList.remove('explanations-in-print');
      document.querySelectorAll('.question [aria-expanded=true]')
        .forEach((open) => open.click());
    }""")
    return opened


@on_pages
def test_every_option_opens_its_own_explanation_and_closes_it(page, site):
    for question in page.locator(".question").all():
        buttons, explanations = question.get_by_role("button").all(), []
        for button, letter, how in zip(buttons, "abcdef", cycle(HOW)):
            place = page.locator(f"#{button.get_attribute('aria-controls')}")
            assert button.inner_text().startswith(f"{letter}.") and is_closed(button)
            HOW[how](button)
            assert button.get_attribute("aria-expanded") == "true"
            assert button.evaluate("button => button === document.activeElement")
            assert place.is_visible()
            explanations.append(place.inner_text())
        # all of them stay open
        assert question.locator(".explanation p").count() == len(buttons)
        assert len(set(explanations)) == len(buttons)
        right = [text.startswith("✓ Right.") for text in explanations]
        wrong = [text.startswith("✗ Not quite.") for text in explanations]
        assert sum(right) == 1 and sum(wrong) == len(explanations) - 1
    for link in page.locator(".explanation a").all():
        parts = urlsplit(link.get_attribute("href"))
        if not parts.scheme:
            target = ((site / page.name).parent / unquote(parts.path)).resolve()
            place = unquote(parts.fragment)
            assert not place or f'id="{place}"' in target.read_text(encoding="utf-8")
    for button, how in zip(page.locator(".question button").all(), cycle(HOW)):
        HOW[how](button)
        assert is_closed(button)
    assert page.locator(".explanation p").count() == 0
    assert page.complaints == []


HOW = {
    "Enter": lambda button: button.press("Enter"),
    "Space": lambda button: button.press("Space"),
    "pointer": lambda button: button.click(),
}


def is_closed(button):
    return button.get_attribute("aria-expanded") == "false"


def test_answers_are_there_on_the_next_visit_in_either_edition(browser, address):
    name = "book/randomized_response.html"
    with visiting(browser) as page:
        page.goto(address + name)
        answers = ["question-1-b", "question-2-a", "question-2-c"]
        for answer in answers:
            page.locator(f"[aria-controls={answer}]").press("Enter")
        page.locator(f"[aria-controls={answers.pop()}]").press("Enter")  # closed again
        opened = page.locator(".explanation:has(p)")
        for visited in (name, f"zh/{name}"):
            page.goto(address + visited)
            opened.first.wait_for()
            assert [one.get_attribute("id") for one in opened.all()] == answers
            pressed = page.locator(".question [aria-expanded=true]")
            assert pressed.count() == len(answers)
            assert opened.first.get_attribute("aria-live") == "off"  # nobody asked
        assert page.complaints == []


@on_pages
def test_tab_visits_options_and_the_links_between_them(page):
    page.evaluate("ldpQuestions.revealAll()")
    stops = page.locator(".question").first.locator("button, .explanation a").all()
    page.keyboard.press("Tab")  # a reader without a pointer
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
    page.locator(".question button").evaluate_all(
        "all => all.forEach((button) => button.click())"
    )
    text = printed(page)
    assert not re.search(r"Right\.|Not quite\.|Choose an option", text)
    for button in page.locator(".question button").all():
        assert button.is_visible() and re.match(r"[a-z]\.\s+\S", button.inner_text())
        border = "button => getComputedStyle(button).borderStyle"
        assert button.evaluate(border) == "none"


@pytest.mark.deep
def test_without_a_script_questions_can_be_read(go, site):
    page = go((site / PAGES[0]).as_uri(), java_script_enabled=False)
    text = page.locator("#check-yourself").inner_text()
    assert "The explanations of the options need JavaScript." in text
    assert "Choose an option" not in text
    assert all(button.is_visible() for button in page.locator(".question button").all())
