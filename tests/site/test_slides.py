"""Slides made from the chapters (tools/slides.py), as a teacher shows them: from the disk."""

import drawn
import pytest
import slides
from bs4 import BeautifulSoup
from sampling import sampled

ALWAYS = "randomized_response"  # the other decks are made in the same way
DECKS = sampled(slides.chapters(), 0, [ALWAYS])

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
def shown(path, go):
    return go(path.as_uri(), height=720)


def test_a_deck_has_what_a_lesson_shows(deck, site, name):
    source = (site / "book" / f"{name}.html").read_text(encoding="utf-8")
    chapter = BeautifulSoup(source, "html.parser")
    for kind in ("figure.explorer", ".question"):
        assert len(deck.select(kind)) == len(chapter.select(kind)) > 0
    made = deck.select("section.slide")
    assert 15 <= len(made) <= 40 and all(len(one.select(".kicker")) == 1 for one in made)
    assert "The question." in made[0].text and "Take-aways" in made[-1].text
    assert "Solution" not in deck.text and not deck.select(".term, .meaning")
    sections = [heading.find(string=True) for heading in chapter.select("article h2")]
    shown = {one.select_one(".kicker").text for one in made}
    left_out = {"Exercises", "Notation", "Further reading"}
    assert {text.strip() for text in sections} - left_out <= shown


def test_the_plan_of_the_lesson_is_on_the_slides_with_its_minutes(deck, name):
    parts = slides.Plan(name).parts
    assert len(parts) == 5
    told = [one.text for one in deck.select(".notes")]
    for part, (minutes, _) in parts.items():
        assert any(f"{part.capitalize()}: {minutes} minutes" in text for text in told), part
    shown = [one.select_one(".place").text for one in deck.select(".slide.from-plan")]
    wanted = [parts[part][0] for part in ("opening question", "activity", "exit question")]
    assert [int(text.split("· ")[1].split()[0]) for text in shown] == wanted


def test_no_slide_stops_in_mid_sentence_and_no_claim_comes_twice(deck):
    for one in deck.select("section.slide"):
        blocks = one.select(":scope > .lead, :scope > div, :scope > ul, :scope > ol")
        if blocks and blocks[-1].name == "p":
            end = " ".join(blocks[-1].get_text().split())
            assert end.endswith((".", "?", "!", ")", "∎", ":")), end
    claims = [block.get_text() for block in deck.select(".slide > .lead:has(> strong)")]
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
    drawn.skip_guesses(shown)
    before = figure.locator(".explorer-sentence").text_content()
    figure.locator(".explorer-sliders input").first.focus()
    shown.keyboard.press("ArrowRight")
    if figure.locator(".explorer-sentence").text_content() == before:  # it stood at its end
        shown.keyboard.press("ArrowLeft")
    assert figure.locator(".explorer-sentence").text_content() != before
    button = shown.locator(".reveal > button").first
    answer = button.locator("+ div")
    assert answer.is_hidden() and button.get_attribute("aria-expanded") == "false"
    button.click()
    assert answer.is_visible() and button.get_attribute("aria-expanded") == "true"
    assert shown.locator(".notes:visible").count() == 0
    shown.keyboard.press("n")
    assert shown.locator(".notes:visible").count() > 5
    shown.keyboard.press("n")
    assert shown.locator(".notes:visible").count() == 0
    question = shown.locator(".question").first
    question.locator("button").first.click()
    assert question.locator(".explanation").first.inner_text().strip()
