"""A live explorer draws by itself: anew each time, and the same for the same address.

What it draws is compared with Python in tests/explore/test_models.py.
"""

import re

import drawn
import pytest
from test_explore_predict import PHONE, swipe

from ldp_course.figure_words import WORDS

PAGE = "book/histograms.html"
FIGURE = "#explorer-fifteen-counts-three-encodings"
AGAIN, MORE = WORDS["draw_again"], WORDS["more_draws"].format(runs=200)


@pytest.fixture
def opened(go, site):
    """Open the page at a state; return it and the figure."""

    def opened(state="", **options):
        page = go((site / PAGE).as_uri() + (state and f"{FIGURE}?{state}"), **options)
        return page, page.locator(FIGURE)

    return opened


def said(figure):
    return drawn.sentence_of(figure)


def dots(figure):
    """Return how many dots each cloud of the figure has."""
    paths = figure.locator(".explorer-chart .cloud").all()
    return [path.get_attribute("d").count("M") for path in paths]


def test_each_draw_is_new_and_a_link_brings_it_back(opened):
    page, figure = opened()
    button = figure.get_by_role("button", name=AGAIN)
    draws = {str(drawn.read(figure)["tables"])}  # 15 estimates: alike by chance < 1e-20
    for key in ("Enter", "Space", "Enter"):
        button.press(key)
        draws.add(str(drawn.read(figure)["tables"]))
    assert len(draws) == 4
    last = drawn.read(figure)
    link = figure.locator(".explorer-link").get_attribute("href")
    assert re.search(r"&draw=\d+$", link)
    _, other = opened(link.partition("?")[2])
    assert drawn.read(other)["tables"] == last["tables"]
    assert said(other) == last["sentence"]
    assert page.complaints == []


def test_more_draws_lie_beside_the_theory_and_follow_the_sliders(opened):
    page, figure = opened()
    button = figure.get_by_role("button", name=MORE)
    assert dots(figure) == [] and figure.locator(".band").count() == 1  # its legend
    button.press("Enter")
    assert button.get_attribute("aria-pressed") == "true"
    assert dots(figure) == [15 * 200] and "In 200 more draws" in said(figure)
    figure.get_by_label("N (people)").first.press("End")
    assert figure.locator(".explorer-value").all_text_contents()[1] == "10,000,000"
    assert dots(figure) == [15 * 200] and "10,000,000 people" in said(figure)
    assert len(figure.locator(".explorer-stops span").all_text_contents()) < 15
    button.press("Enter")
    assert dots(figure) == [] and "more draws" not in said(figure)
    assert page.complaints == []


@pytest.mark.parametrize("state, values", [
    ("epsilon=0.5&n=20000&encoding=direct&repair=norm", ("direct", "ε = 0.5", "20,000 people")),
    ("epsilon=0.7000001&n=21111", ("ε = 0.7", "21,500 people")),  # the nearest
    ("epsilon=99&n=ten", ("ε = 6", "32,561 people")),
])  # fmt: skip
def test_an_address_may_ask_for_any_value(opened, state, values):
    page, figure = opened(state)
    assert all(value in said(figure) for value in values)
    assert page.complaints == []


def test_a_finger_that_swipes_over_a_slider_scrolls_the_page_and_moves_nothing(opened):
    page, figure = opened(**PHONE)
    slider = figure.locator("input[type=range]").first
    before, told = slider.input_value(), said(figure)

    def place(share):
        """Bring the slider to the middle of the screen; return a place of it."""
        middle = (
            "slider => slider.scrollIntoView({ block: 'center', behavior: 'instant' })"
        )
        slider.evaluate(middle)
        box = slider.bounding_box()
        return box["x"] + 8 + share * (box["width"] - 16), box["y"] + box["height"] / 2

    for share in (0.9, int(before) / int(slider.get_attribute("max"))):  # track, thumb
        x, y = place(share)
        top = page.evaluate("scrollY")
        swipe(page, (x, y), (x + 5, y - 150))
        page.wait_for_function("top => scrollY > top + 30", arg=top)
        assert slider.input_value() == before and said(figure) == told
    heard = [slider.get_attribute("aria-valuetext")]
    x, y = place(0.9)
    swipe(page, (x, y), (x - 100, y + 5))  # along it
    heard.append(slider.get_attribute("aria-valuetext"))
    page.touchscreen.tap(x, y)
    heard.append(slider.get_attribute("aria-valuetext"))
    assert len(set(heard)) == 3
    assert page.complaints == []


def test_without_a_script_and_on_paper_it_shows_the_stored_start(opened):
    _, figure = opened()
    start = said(figure)
    _, still = opened(java_script_enabled=False)
    assert said(still) == start
    assert still.locator("svg[role=img] .point").count() == 15
    page, moved = opened("epsilon=2&n=1000")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert said(moved) == start
