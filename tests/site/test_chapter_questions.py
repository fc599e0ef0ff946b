"""The check-yourself questions as a reader answers them: by keyboard, by pointer, on paper."""

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
import pytest
from looks import FAINT_WORDS, PAST_THE_EDGE
from visits import page_names, pages, show, visiting

ROOT = Path(__file__).parents[2]
PAGES = page_names('class="question"')
SOURCE = re.compile(r"^\*\*\d+\. .+?<summary>Answer</summary>\n\n(.+?)</details>", re.M | re.S)


def explanations_in_the_notebook(page_name):
    """For each question the explanations by their letter, the right one first."""
    notebook = nbformat.read((ROOT / page_name).with_suffix(".ipynb"), as_version=4)
    prose = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    answers = SOURCE.findall(prose[prose.index("## Check yourself") : prose.index("## Exercises")])
    return [
        dict(re.findall(r"^\*\*([a-z])\.\*\* (.+?)\n\n", answer, re.M | re.S)) for answer in answers
    ]


def plain(words):
    """What is left of Markdown and of a page alike: no formulas, links, marks or spaces."""
    return re.sub(r"\W", "", re.sub(r"\$[^$]*\$|\]\([^)]*\)", "", words))


def without_formulas(place):
    return place.evaluate("""place => {
      const copy = place.cloneNode(true);
      copy.querySelectorAll(".math").forEach((formula) => formula.remove());
      return copy.textContent;
    }""")


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
    questions, expected = page.locator(".question").all(), explanations_in_the_notebook(page.name)
    assert len(questions) == len(expected)
    for question, explanations in zip(questions, expected):
        right = next(iter(explanations))
        buttons = question.get_by_role("button").all()
        for button, letter in zip(buttons, sorted(explanations), strict=True):
            place = page.locator(f"#{button.get_attribute('aria-controls')}")
            verdict = "✓ Right." if letter == right else "✗ Not quite."
            assert button.inner_text().startswith(f"{letter}.")
            button.press("Enter")
            assert button.get_attribute("aria-expanded") == "true" and place.is_visible()
            assert place.locator("strong").first.inner_text() == verdict
            assert plain(without_formulas(place)) == plain(verdict) + plain(explanations[letter])
        # all of them stay open
        assert question.locator(".explanation p").count() == len(explanations)
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


def boxes_of(nodes):
    return nodes.evaluate_all("all => all.map((node) => node.getBoundingClientRect().toJSON())")


@on_pages
def test_the_open_explanations_can_be_read_and_do_not_scroll_sideways(page):
    page.evaluate("ldpQuestions.revealAll()")
    for theme in ("light", "dark"):
        show(page, theme)
        assert page.evaluate(FAINT_WORDS) == []
    page.set_viewport_size({"width": 320, "height": 900})
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 320, page.evaluate(PAST_THE_EDGE)
    boxes = boxes_of(page.locator(".question button"))
    assert all(box["height"] >= 24 and box["width"] >= 24 for box in boxes)


@pytest.mark.deep
def test_a_question_has_an_address(browser, site):
    with visiting(browser) as page:
        page.goto((site / PAGES[0]).as_uri() + "#question-2")
        assert page.locator(":target").get_attribute("id") == "question-2"
        assert 0 <= page.locator("#question-2").bounding_box()["y"] < 400


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
def test_without_a_script_the_questions_can_be_read_and_say_what_is_missing(browser, site):
    with visiting(browser, java_script_enabled=False) as page:
        page.goto((site / PAGES[0]).as_uri())
        text = page.locator("#check-yourself").inner_text()
        assert "The explanations of the options need JavaScript." in text
        assert "Choose an option" not in text
        assert all(button.is_visible() for button in page.locator(".question button").all())
