"""Slides made from the chapters (tools/slides.py), as a teacher shows them: from the disk."""

import pytest
import slides
from bs4 import BeautifulSoup
from visits import visiting

ALWAYS = "randomized_response"  # the other decks are made in the same way
DECKS = [
    name if name == ALWAYS else pytest.param(name, marks=pytest.mark.deep)
    for name in slides.chapters()
]

FIRST_IN_VIEW = """() => [...document.querySelectorAll('section.slide')]
  .findIndex((slide) => slide.getBoundingClientRect().bottom > 5)"""


@pytest.fixture(scope="module", params=DECKS)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def path(site, name):
    return slides.write(name)


@pytest.fixture(scope="module")
def deck(path):
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


@pytest.fixture
def shown(path, browser):
    with visiting(browser, height=720) as page:
        page.goto(path.as_uri())
        yield page


def test_a_deck_has_what_a_lesson_shows(deck, site, name):
    source = (site / "book" / f"{name}.html").read_text(encoding="utf-8")
    chapter = BeautifulSoup(source, "html.parser")
    for kind in ("figure.explorer", ".question"):
        assert len(deck.select(kind)) == len(chapter.select(kind)) > 0
    made = deck.select("section.slide")
    assert 15 <= len(made) <= 40 and all(len(one.find_all(["h1", "h2", "h3"])) >= 1 for one in made)
    assert "The question." in made[0].text and "Take-aways" in made[-1].text
    assert "Solution" not in deck.text


def test_no_slide_stops_in_mid_sentence_and_no_claim_comes_twice(deck):
    last = [one.find_all(recursive=False)[-1] for one in deck.select("section.slide")]
    ends = [" ".join(block.get_text().split()) for block in last if block.name == "p"]
    assert all(end.endswith((".", "?", "!", ")", "∎")) for end in ends), ends
    claims = [block.get_text() for block in deck.select("section.slide > p:has(strong)")]
    assert len(claims) == len(set(claims))


def test_a_deck_loads_without_a_complaint_and_its_links_lead_somewhere(shown, site):
    assert shown.complaints == []
    links = shown.locator("main a[href]").evaluate_all("all => all.map((link) => link.href)")
    start = site.as_uri() + "/"
    files = [link.removeprefix(start).partition("#")[0] for link in links if link[:5] == "file:"]
    assert [file for file in files if not (site / file).is_file()] == []
    assert shown.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_keys_turn_the_slides_and_explorers_and_questions_work(shown):
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
