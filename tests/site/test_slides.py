"""Slides made from the chapters (tools/slides.py), opened from the disk."""

import chinese
import drawn
import pytest
import slides
from bs4 import BeautifulSoup
from sampling import sampled

ALWAYS = "randomized_response"  # the other decks are made in the same way
DECKS = sampled(slides.chapters(), 0, [ALWAYS])
IN_CHINESE = [name for name in slides.chapters() if name in chinese.pages()]

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
    return read(path)


@pytest.fixture
def shown(path, go):
    return go(path.as_uri(), height=720)


def read(path):
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def test_a_deck_shows_what_the_chapter_shows(deck, site, name):
    chapter = read(site / "book" / f"{name}.html")
    for kind in ("figure.explorer", ".question"):
        assert len(deck.select(kind)) == len(chapter.select(kind)) > 0
    made = deck.select("section.slide")
    headings = [slide.select_one(".kicker").text for slide in made]
    assert 15 <= len(made) <= 60
    assert "The question." in made[0].text
    assert "Solution" not in deck.text and not deck.select(".term, .meaning")
    sections = [heading.find(string=True) for heading in chapter.select("article h2")]
    sections = [" ".join(text.split()) for text in sections]
    assert set(sections[: sections.index("Exercises")]) <= set(headings)


def test_the_first_notes_hold_the_lesson_plan_with_its_minutes(deck):
    plan = deck.select_one(".slide:first-child .notes table")
    cells = [row.select("td") for row in plan.select("tbody tr")]
    parts = "opening question, demonstration, activity, check yourself, exit question"
    assert {part.text for _, part, *_ in cells} == set(parts.split(", "))
    assert all(minutes.text.strip().isdigit() for minutes, *_ in cells)


def test_no_slide_ends_in_the_middle_of_a_sentence(deck):
    for slide in deck.select("section.slide"):
        last = slide.select(":scope > :not(.kicker, .notes, .place)")[-1]
        if last.name == "p":
            end = " ".join(last.get_text().split())
            assert end.endswith((".", "?", "!", ")", "∎")), end


@pytest.mark.parametrize("name", IN_CHINESE, indirect=True)
def test_a_chinese_deck_has_the_slides_of_the_english_one(
    site, path, name, go, translated
):
    tree, folder = slides.EDITIONS[1]
    made = slides.write(name, folder, tree)
    decks = read(path), read(made)
    for kind in "section.slide", "button", "figure", ".question":
        ours, theirs = (deck.select(kind) for deck in decks)
        assert [part.name for part in ours] == [part.name for part in theirs] != []
    check_it_loads(go(made.as_uri(), height=720), site)


def test_a_deck_loads_without_errors_and_its_links_lead_somewhere(shown, site):
    check_it_loads(shown, site)


def check_it_loads(shown, site):
    assert shown.complaints == []
    links = shown.locator("main a[href]")
    hrefs = links.evaluate_all("all => all.map((link) => link.href)")
    local = [href.partition("#")[0] for href in hrefs if href[:5] == "file:"]
    files = [href.removeprefix(site.as_uri() + "/") for href in local]
    assert [file for file in files if not (site / file).is_file()] == []
    assert shown.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    picture = shown.locator("section.slide").first.locator("figure.picture svg")
    assert picture.bounding_box()["width"] > 500


def test_keys_explorers_questions_and_notes_work(shown):
    keys = {"PageDown": 1, "ArrowRight": 2, "PageUp": 1, "ArrowLeft": 0}
    for key, place in keys.items():
        shown.keyboard.press(key)
        shown.wait_for_function(f"({FIRST_IN_VIEW})() === {place}")
    figure = shown.locator("figure.explorer").first
    drawn.skip_guesses(shown)
    before = figure.locator(".explorer-sentence").text_content()
    figure.locator(".explorer-sliders input").first.focus()
    shown.keyboard.press("ArrowRight")
    if figure.locator(".explorer-sentence").text_content() == before:
        # the slider stood at its end
        shown.keyboard.press("ArrowLeft")
    assert figure.locator(".explorer-sentence").text_content() != before
    question = shown.locator(".question").first
    question.locator("button").first.click()
    assert question.locator(".explanation").first.inner_text().strip()
    assert shown.locator(".notes:visible").count() == 0
    shown.keyboard.press("n")
    assert shown.locator(".notes:visible").count() > 5
    shown.keyboard.press("n")
    assert shown.locator(".notes:visible").count() == 0
