"""The check-yourself questions as a reader answers them: by keyboard, by pointer, on paper, without a script."""

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
import pytest
from conftest import SITE, page_names
from test_pages import FAINT_WORDS, PAST_THE_EDGE, complaints_of, show

ROOT = Path(__file__).parents[2]
SOURCE = re.compile(r"^\*\*\d+\. .+?<summary>Answer</summary>\n\n(.+?)</details>", re.M | re.S)


def pages_with_questions():
    return [
        name
        for name in page_names()
        if 'class="question"' in (SITE / name).read_text(encoding="utf-8")
    ]


def explanations_in_the_notebook(page_name):
    """For each question the explanations by their letter, the right one first, as letters and digits only."""
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


@pytest.fixture(scope="module", params=pages_with_questions())
def opened(request, site, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme="light")
    page.name, page.complaints = request.param, complaints_of(page)
    page.goto((site / page.name).as_uri())
    yield page
    page.close()


@pytest.fixture
def page(opened):
    """A page on the screen, with every explanation closed."""
    opened.mouse.move(0, 0)
    opened.emulate_media(media="screen", color_scheme="light")
    opened.set_viewport_size({"width": 1280, "height": 900})
    opened.evaluate(
        "document.querySelectorAll('.question [aria-expanded=true]').forEach((button) => button.click())"
    )
    opened.evaluate("document.documentElement.classList.remove('explanations-in-print')")
    return opened


def test_every_chapter_has_questions():
    assert len(pages_with_questions()) >= 8


def test_every_option_gives_its_own_explanation_by_keyboard_and_pointer(page):
    questions, expected = page.locator(".question").all(), explanations_in_the_notebook(page.name)
    assert len(questions) == len(expected)
    for question, explanations in zip(questions, expected):
        right = next(iter(explanations))
        for button, letter in zip(
            question.get_by_role("button").all(), sorted(explanations), strict=True
        ):
            place = page.locator(f"#{button.get_attribute('aria-controls')}")
            verdict = "✓ Right." if letter == right else "✗ Not quite."
            assert button.inner_text().startswith(f"{letter}.")
            for opens in (
                lambda: button.press("Enter"),
                lambda: button.press("Space"),
                button.click,
            ):
                opens()
                assert button.get_attribute("aria-expanded") == "true" and place.is_visible()
                assert place.locator("strong").first.inner_text() == verdict
                assert plain(without_formulas(place)) == plain(verdict) + plain(
                    explanations[letter]
                )
                button.press("Enter")
                assert button.get_attribute("aria-expanded") == "false" and place.inner_text() == ""
            button.click()
            assert button.evaluate("button => button === document.activeElement")
        assert question.locator(".explanation p").count() == len(
            explanations
        )  # all of them stay open
    assert page.complaints == []


def test_no_explanation_can_be_read_before_a_choice(page):
    source = plain((SITE / page.name).read_text(encoding="utf-8"))
    visible = plain(page.locator("body").inner_text())
    for explanations in explanations_in_the_notebook(page.name):
        for words in explanations.values():
            first = max(re.split(r"\$[^$]*\$|[*`\[\]()\"'\n]", words), key=len)
            assert (
                len(plain(first)) > 5 and plain(first) not in visible and plain(first) not in source
            )


def test_tab_goes_from_option_to_option_by_way_of_the_links_between_them(page):
    page.evaluate("ldpQuestions.revealAll()")
    stops = page.locator(".question").first.locator("button, .explanation a").all()
    stops[0].focus()
    for stop in stops:
        assert stop.evaluate(
            "stop => stop === document.activeElement && stop.matches(':focus-visible')"
        )
        page.keyboard.press("Tab")


def test_the_open_explanations_can_be_read_and_do_not_scroll_sideways(page):
    page.evaluate("ldpQuestions.revealAll()")
    for theme in ("light", "dark"):
        show(page, theme)
        assert page.evaluate(FAINT_WORDS) == []
    page.set_viewport_size({"width": 320, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320, page.evaluate(
        PAST_THE_EDGE
    )
    boxes = [button.bounding_box() for button in page.locator(".question button").all()]
    assert all(box["height"] >= 24 and box["width"] >= 24 for box in boxes)


def test_links_in_explanations_lead_somewhere(page, site):
    page.evaluate("ldpQuestions.revealAll()")
    for link in page.locator(".explanation a").all():
        parts = urlsplit(link.get_attribute("href"))
        if parts.scheme:
            continue
        target = ((site / page.name).parent / unquote(parts.path)).resolve()
        assert target.is_file(), link.get_attribute("href")
        assert not parts.fragment or f'id="{unquote(parts.fragment)}"' in target.read_text(
            encoding="utf-8"
        )


def test_a_question_has_an_address(browser, site):
    page = browser.new_page()
    page.goto((site / pages_with_questions()[0]).as_uri() + "#question-2")
    assert page.locator(":target").get_attribute("id") == "question-2"
    assert 0 <= page.locator("#question-2").bounding_box()["y"] < 400
    page.close()


def printed(page):
    page.emulate_media(media="print")
    return page.locator("#check-yourself").inner_text()


def test_on_paper_there_are_lettered_options_and_no_answers(page):
    for button in page.locator(".question button").all():
        button.click()
    text = printed(page)
    assert "Right." not in text and "Not quite." not in text and "Choose an option" not in text
    for button in page.locator(".question button").all():
        assert button.is_visible() and re.match(r"[a-z]\.\s+\S", button.inner_text())
        assert button.evaluate("button => getComputedStyle(button).borderStyle") == "none"


def test_the_book_on_paper_has_the_explanations_after_the_options(page):
    page.evaluate("ldpQuestions.revealAll()")
    printed(page)
    for question in page.locator(".question").all():
        options = [button.bounding_box() for button in question.locator("button").all()]
        explanations = [place.bounding_box() for place in question.locator(".explanation").all()]
        lowest = max(box["y"] + box["height"] for box in options)
        assert all(box["y"] > lowest - 1 and box["height"] > 0 for box in explanations)
        letters = question.locator(".explanation p").evaluate_all(
            "all => all.map((p) => getComputedStyle(p, '::before').content)"
        )
        assert letters == [f'"{letter}. "' for letter in "abcdef"[: len(options)]]


def test_without_a_script_the_questions_can_be_read_and_say_what_is_missing(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / pages_with_questions()[0]).as_uri())
    text = page.locator("#check-yourself").inner_text()
    assert (
        "The explanations of the options need JavaScript." in text
        and "Choose an option" not in text
    )
    assert all(button.is_visible() for button in page.locator(".question button").all())
    context.close()
