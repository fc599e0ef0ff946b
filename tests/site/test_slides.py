"""Slides made from the chapters (tools/slides.py), as a teacher shows them: from the disk, without a network."""

import pytest
import slides
from bs4 import BeautifulSoup

FIRST_IN_VIEW = """() => [...document.querySelectorAll('section.slide')]
  .findIndex((slide) => slide.getBoundingClientRect().bottom > 5)"""


@pytest.fixture(scope="module")
def decks(site):
    slides.main()
    return site / "slides"


@pytest.fixture
def shown(decks, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.complaints = []
    page.on(
        "console",
        lambda message: (
            message.type in ("error", "warning") and page.complaints.append(message.text)
        ),
    )
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("requestfailed", lambda request: page.complaints.append(request.url))
    yield page
    page.close()


@pytest.mark.parametrize("name", slides.chapters())
def test_a_deck_has_what_a_lesson_shows(decks, site, name):
    deck = BeautifulSoup((decks / f"{name}.html").read_text(encoding="utf-8"), "html.parser")
    chapter = BeautifulSoup(
        (site / "book" / f"{name}.html").read_text(encoding="utf-8"), "html.parser"
    )
    for kind in ("figure.explorer", ".question"):
        assert len(deck.select(kind)) == len(chapter.select(kind)) > 0
    made = deck.select("section.slide")
    assert 15 <= len(made) <= 40 and all(len(one.find_all(["h1", "h2", "h3"])) >= 1 for one in made)
    assert "The question." in made[0].text and "Take-aways" in made[-1].text
    assert "Solution" not in deck.text


@pytest.mark.parametrize("name", slides.chapters())
def test_no_slide_stops_in_mid_sentence_and_no_claim_comes_twice(decks, name):
    deck = BeautifulSoup((decks / f"{name}.html").read_text(encoding="utf-8"), "html.parser")
    last = [one.find_all(recursive=False)[-1] for one in deck.select("section.slide")]
    ends = [" ".join(block.get_text().split()) for block in last if block.name == "p"]
    assert all(end.endswith((".", "?", "!", ")", "∎")) for end in ends), ends
    claims = [block.get_text() for block in deck.select("section.slide > p:has(strong)")]
    assert len(claims) == len(set(claims))


@pytest.mark.parametrize("name", slides.chapters())
def test_a_deck_loads_without_a_complaint_and_its_links_lead_somewhere(decks, shown, name):
    shown.goto((decks / f"{name}.html").as_uri())
    assert shown.complaints == []
    links = shown.locator("main a[href]").evaluate_all("all => all.map((link) => link.href)")
    files = [
        link.removeprefix(decks.parent.as_uri()).partition("#")[0]
        for link in links
        if link.startswith("file:")
    ]
    assert all((decks.parent / file.lstrip("/")).is_file() for file in files)
    wide = shown.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_keys_turn_the_slides_and_explorers_and_questions_work(decks, shown):
    shown.goto((decks / "randomized_response.html").as_uri())
    for key, place in (("PageDown", 1), ("ArrowRight", 2), ("PageUp", 1), ("ArrowLeft", 0)):
        shown.keyboard.press(key)
        shown.wait_for_function(f"({FIRST_IN_VIEW})() === {place}")
    figure = shown.locator("figure.explorer").first
    before = figure.locator(".explorer-sentence").text_content()
    figure.locator("input[type=range]").first.focus()
    shown.keyboard.press("ArrowRight")
    assert figure.locator(".explorer-sentence").text_content() != before
    question = shown.locator(".question").first
    question.locator("button").first.click()
    assert question.locator(".explanation").first.inner_text().strip()
