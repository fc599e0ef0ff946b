"""Explorers that ask first, on a bare page: asking, answering, memory.

By keyboard, pointer and finger; seen and heard; with a memory and without one.
"""

import drawn
import numpy as np
import pytest
from bare import page_text
from test_explore_component import SAID
from test_pages import EVERYTHING, axe

from ldp_course.explore import Band, Bars, Line, Picture, Points, Predict, explore
from ldp_course.explore.values import uncolored

STEPS = ["true yes", "reported yes", "fake yes"]
JOBS = ["Prof-specialty", "Craft-repair", "Exec-managerial", "Adm-clerical", "Sales"]


def bars(p, draw):
    reports = float(np.random.default_rng([7, draw]).binomial(1000, 0.3))
    expected = [100, 1000 * (1 - p) + 100 * (2 * p - 1), 1000 * (1 - p)]
    series = [
        Bars("truth", x=STEPS, y=[100, None, None]),
        Bars("expected", x=STEPS, y=expected),
        Points("one poll", x=STEPS, y=[None, reports, None]),
    ]
    return Picture(series, f"At p = {p} one poll says {reports:.0f}.")


def beliefs(epsilon):
    k = np.array([1, 2, 3, 5, 7, 10, 15, 20, 30, 50])
    series = [
        Line("from 50 %", x=k, y=100 / (1 + np.exp(-epsilon * k))),
        Line("from 1 %", x=k, y=100 / (1 + 99 * np.exp(-epsilon * k))),
    ]
    return Picture(series, f"The total at ε = {epsilon} is what counts.")


def errors(n):
    epsilon = np.array([0.1, 0.2, 0.5, 1, 2, 4])
    series = [
        Line("local", x=epsilon, y=1 / epsilon / np.sqrt(n)),
        Line("central", x=epsilon, y=1 / epsilon / n),
    ]
    return Picture(series, f"With {n} people.")


def band(n):
    half = 300 / np.sqrt(n)
    ends = {"low": [10 - half] * 2, "high": [10 + half] * 2}
    series = [Band("95 % of polls", x=[1, 20], **ends)]
    return Picture(series, f"The band is {2 * half:.3g} wide.")


def jobs(n):
    counts = [n, 2 * n, 3 * n, 4 * n, 5 * n]
    return Picture([Bars("count", x=JOBS, y=counts)], f"n is {n}.")


@pytest.fixture(scope="module")
def specimens():
    steps = {"x": "step", "y": "people", "try_this": "Move p.", "notice": "Fake stays."}
    line = {"x": "questions", "y": "belief, %", "x_scale": "log", "y_range": (0, 100)}
    line |= {"try_this": "Ask more.", "notice": "Only the total counts."}
    log = {"x": "ε", "y": "error", "x_scale": "log", "y_scale": "log"}
    single = {
        "x": "poll",
        "y": "share, %",
        "y_range": (-50, 100),
        "notice": "It is wide.",
    }
    asks = {
        "bars": Predict(
            "100 of 1,000 hold yes. How many report it?", "expected",
            at=["reported yes", "fake yes"], hides=["one poll"], unit="people",
        ),
        "line": Predict(
            "How high may a belief of 1 % rise?", "from 1 %", at=[1, 5, 10, 20, 50],
            unit="percentage points", place="{x} questions",
        ),
        "log": Predict("How large is it?", "central", at=[0.5, 4], place="ε = {x}"),
        "single": Predict("How high is the band?", "95 % of polls", at=[20]),
        "jobs": Predict("How many are in each?", "count", unit="people"),
    }  # fmt: skip
    steps |= {"p": [0.6, 0.75, 0.9], "draws": 3, "predict": asks["bars"]}
    line |= {"epsilon": [0.1, 0.5, 1], "predict": asks["line"]}
    log |= {"n": [100, 400, 1600], "predict": asks["log"]}
    single |= {"n": [100, 400], "start": {"n": 100}, "predict": asks["single"]}
    lying = {"x": "job", "y": "people", "n": [10, 20], "predict": asks["jobs"]}
    made = [
        explore(bars, title="Bars", **steps),
        explore(beliefs, title="A line", **line),
        explore(errors, title="Log", **log),
        explore(band, title="One number", **single),
        explore(jobs, title="Jobs", **lying),
    ]
    return {explorer.id: explorer for explorer in made}


@pytest.fixture
def opened(open_page, specimens):
    """Open a page with these, or with all; return it, the first and its explorer."""

    def opened(*names, **options):
        shown = [specimens[name] for name in names or specimens]
        page = open_page(page_text(shown), **options)
        return page, page.locator(f"#{shown[0].id}").first, shown[0]

    return opened


BARS, LINE, LOG, SINGLE, LYING = (
    f"explorer-{name}" for name in ("bars", "a-line", "log", "one-number", "jobs")
)
ROWS = {
    BARS: [1, 2],
    LINE: [0, 3, 5, 7, 9],
    LOG: [2, 5],
    SINGLE: [1],
    LYING: range(5),
}


def handles(figure):
    return figure.locator(".explorer-handles input")


def values(figure):
    return handles(figure).evaluate_all(
        "all => all.map((input) => input.getAttribute('aria-valuetext'))"
    )


def numbers(figure):
    """Return the values of the handles as numbers."""
    texts = [text.removesuffix(", not moved yet") for text in values(figure)]
    return [float(text.replace(",", "").replace("−", "-")) for text in texts]


def verdict_of(figure):
    return drawn.plain(figure.locator(".explorer-verdict").inner_text())


def press(figure, name):
    figure.get_by_role("button", name=name).click()


def guess(figure, *places, key="PageUp"):
    """Move these handles, or all, and show the answer; return what is judged."""
    moved = places or range(handles(figure).count())
    for k in moved:
        handles(figure).nth(k).press(key)
    guesses = numbers(figure)
    press(figure, "Show me")
    return [guesses[k] for k in moved]


def check_asks(figure, explorer):
    """Nothing of the answer is seen or heard."""
    start = explorer.payload()
    hidden = {explorer.predict.series, *explorer.predict.hides}
    heard = drawn.plain(figure.aria_snapshot() + figure.inner_text())
    advice = explorer.texts["notice"], explorer.texts["try_this"]
    for text in filter(None, [uncolored(start["sentence"]), *advice, *hidden]):
        assert text not in heard.replace(explorer.predict.question, "")
    assert explorer.predict.question in heard
    shown = drawn.read(figure)
    seen = [series for series in start["series"] if series["label"] not in hidden]
    labels = [series["label"] for series in seen]
    assert {mark["data-series"] for mark in shown["marks"]} == set(labels)
    assert shown["legend"] == labels
    tables = drawn.expected_tables({"series": seen}, explorer.axes["x"]["label"])
    assert [drawn.numbers(table) for table in shown["tables"]] == tables
    assert shown["name"].startswith(f"{explorer.title}. Before you look: ")
    assert drawn.sentence_of(figure) == ""
    assert figure.get_by_role("slider").count() == len(ROWS[explorer.id])
    unmoved = all(text.endswith(", not moved yet") for text in values(figure))
    button = "Skip" if unmoved else "Show me"
    assert figure.get_by_role("button").all_text_contents() == [button]
    assert figure.get_by_role("link").count() == 0


def check_shown(figure, explorer, guess=None):
    """Check that the truth is shown, and the guess if there is one."""
    figure.locator(".explorer-sentence", has_text=" ").wait_for()
    start = explorer.payload()
    shown = drawn.read(figure)
    if guess is not None:
        assert shown["legend"].pop() == "your guess"
        assert verdict_of(figure).startswith("You")
    marks = figure.locator(".explorer-chart .guess-mark:not(.halo)")
    places = marks.evaluate_all("all => all.map((mark) => Number(mark.dataset.y))")
    assert places == (guess or [])
    drawn.check(shown, explorer, start)
    assert handles(figure).first.is_hidden()
    assert figure.locator(".explorer-sliders").is_visible()
    notice = figure.get_by_role("button", name="Notice")
    assert notice.count() == bool(explorer.texts["notice"])


def test_before_the_guess_nothing_is_given_away(opened, specimens):
    page, *_ = opened(width=320)
    for name, explorer in specimens.items():
        check_asks(page.locator(f"#{name}"), explorer)
        drawn.check_words(drawn.read(page.locator(f"#{name}")))
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.complaints == []


def test_the_mark_of_a_guess_stands_where_the_axes_say(opened, specimens):
    page, *_ = opened(width=320)
    for name, explorer in specimens.items():
        figure = page.locator(f"#{name}")
        for k in range(handles(figure).count()):
            for _ in range(k + 1):
                handles(figure).nth(k).press("PageUp")
        guesses = numbers(figure)
        press(figure, "Show me")
        shown = drawn.read(figure)
        geometry = drawn.Geometry(shown["ticks"], explorer.axes)
        places = figure.locator(".explorer-chart .guess-mark:not(.halo)").evaluate_all(
            "all => all.map((mark) => mark.transform.baseVal[0].matrix)"
            ".map(({ e, f }) => [e, f])"
        )
        by_label = {series["label"]: series for series in explorer.payload()["series"]}
        series = by_label[explorer.predict.series]
        for (x, y), value, row in zip(places, guesses, ROWS[name], strict=True):
            across, along = (y, x) if geometry.lying else (x, y)
            assert abs(along - geometry.pixel("y", value)) <= 1
            if series["mark"] != "bars":
                assert abs(across - geometry.pixel("x", series["x"][row])) <= 1


# ---- three ways to guess


def test_by_keyboard_alone(opened):
    page, figure, explorer = opened(LINE)
    page.keyboard.press("Tab")
    keys = {"ArrowUp": 11, "ArrowRight": 12, "ArrowDown": 11, "ArrowLeft": 10}
    keys |= {"PageUp": 20, "PageDown": 10, "End": 100, "Home": 0}
    for key, value in keys.items():
        page.keyboard.press(key)
        assert values(figure)[0] == str(value)
    page.keyboard.press("Tab")
    name = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(name) == "your guess at 5 questions"
    page.keyboard.press("Home")
    for _ in range(4):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Show me"
    page.keyboard.press("Enter")
    check_shown(figure, explorer, [0, 0])
    sentence = drawn.plain(page.evaluate("document.activeElement.textContent"))
    assert sentence.startswith("You said 0 / 0; it is ")
    assert "off by up to 11 percentage points." in sentence
    while page.evaluate("document.activeElement.textContent") != "Guess again":
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.evaluate(name) == "your guess at 1 questions"
    check_asks(figure, explorer)
    assert values(figure)[:2] == ["0", "0"]  # where the last guess was


def target(figure, explorer, k, value):
    """Return the pixel of a handle's value, off the middle of its column."""
    box = figure.locator(".guess-column").nth(k).bounding_box()
    chart = figure.locator(".explorer-chart > svg").bounding_box()
    geometry = drawn.Geometry(drawn.read(figure)["ticks"], explorer.axes)
    along = geometry.pixel("y", value)
    if geometry.lying:
        return chart["x"] + along, box["y"] + 0.3 * box["height"]
    return box["x"] + 0.3 * box["width"], chart["y"] + along


def test_by_pointer_alone(opened, specimens):
    page, *_ = opened(width=1000)
    for name, wanted in [(BARS, [300, 250]), (LOG, [0.001, 0.01]), (LYING, [40] * 5)]:
        figure = page.locator(f"#{name}")
        figure.scroll_into_view_if_needed()
        for k, value in enumerate(wanted):
            page.mouse.move(*target(figure, specimens[name], k, value * 0.8))
            page.mouse.down()
            page.mouse.move(*target(figure, specimens[name], k, value), steps=3)
            x, y = target(figure, specimens[name], k, value)
            lies = figure.locator(".guess-column.lying").count() > 0
            # what is dragged stays with its pointer
            page.mouse.move(*(x, y + 200) if lies else (x + 200, y))
            page.mouse.up()
            page.mouse.move(x, y - 40)
        guesses = numbers(figure)
        assert guesses == pytest.approx(wanted, rel=0.05)
        press(figure, "Show me")
        check_shown(figure, specimens[name], guesses)


PHONE = {"width": 390, "height": 640, "has_touch": True}


def swipe(page, start, end):
    """Move a finger over the page, as a phone reports it."""
    session = page.context.new_cdp_session(page)
    kinds = ["touchStart", *["touchMove"] * 8, "touchEnd"]
    for k, kind in enumerate(kinds):
        share = min(k, 8) / 8
        at = {axis: a + (b - a) * share for axis, a, b in zip("xy", start, end)}
        touch = {"type": kind, "touchPoints": [] if kind == "touchEnd" else [at]}
        session.send("Input.dispatchTouchEvent", touch)


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("name", [SINGLE, BARS, LOG, LYING])
def test_a_finger_that_swipes_scrolls_and_guesses_nothing(opened, specimens, name):
    others = [other for other in specimens if other != name]
    page, figure, explorer = opened(name, *others, **PHONE)
    for k in range(figure.locator(".guess-column").count()):
        page.evaluate("scrollTo(0, 0)")
        x, y = target(figure, explorer, k, explorer.axes["y"]["range"][1] * 0.7)
        swipe(page, (x, y), (x, max(y - 200, 5)))
        page.wait_for_function("scrollY > 30")
        swipe(page, (x, y - 20), (x + 40, y - 20))  # across: neither
    check_asks(figure, explorer)  # nothing is moved, and the button says Skip


@pytest.mark.parametrize("name, value", [(SINGLE, 60), (BARS, 300), (LYING, 40)])
def test_a_finger_taps_where_the_mark_shall_be_or_drags_it(opened, name, value):
    page, figure, explorer = opened(name, **PHONE)
    assert figure.locator(".guess-halo").first.bounding_box()["width"] == 44
    page.touchscreen.tap(*target(figure, explorer, 0, value))
    assert numbers(figure)[0] == pytest.approx(value, rel=0.05)
    start = middle(figure.locator(".guess-halo").first)
    aim = target(figure, explorer, 0, value / 2)
    lies = figure.locator(".guess-column.lying").count() > 0
    swipe(page, start, (aim[0], start[1]) if lies else (start[0], aim[1]))
    assert numbers(figure)[0] == pytest.approx(value / 2, rel=0.1)
    assert page.evaluate("scrollY") == 0
    guesses = numbers(figure)[:1]
    press(figure, "Show me")
    assert f"You said {guesses[0]:g}" in verdict_of(figure)


def test_the_second_click_of_two_moves_nothing(opened):
    """Not even a slider that has come under the pointer; a clock that stands."""
    page, figure, explorer = opened(BARS, clock=True)
    box = middle(figure.get_by_role("button", name="Skip"))
    page.mouse.dblclick(*box)
    beneath = figure.locator(".explorer-sliders").bounding_box()
    for part in (0.1, 0.5, 0.9):
        y = beneath["y"] + beneath["height"] / 2
        page.mouse.click(beneath["x"] + part * beneath["width"], y)
    drawn.check_state(figure, explorer, drawn.start_of(explorer))
    page.clock.run_for(500)
    page.mouse.click(beneath["x"] + 10, beneath["y"] + beneath["height"] - 15)
    assert figure.locator(".explorer-value").first.text_content() == "0.6"


# ---- what was not moved is no guess


@pytest.mark.parametrize("name", [BARS, SINGLE])
def test_marks_that_nobody_moved_are_not_judged(opened, name):
    page, figure, explorer = opened(name)
    # a mark that is only pressed stays where it is
    for k in range(handles(figure).count()):
        mark = figure.locator(".guess-handle.unmoved").nth(k).bounding_box()
        x, y = mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2
        page.mouse.click(x + 3, y - 3)
        handles(figure).nth(k).press("Tab")
    check_asks(figure, explorer)
    press(figure, "Skip")
    check_shown(figure, explorer)
    assert drawn.sentence_of(figure) == explorer.payload()["sentence"]


ONE = "You said 20 at 10 questions: 40 percentage points too low. It is"
SEVERAL = "You said 20 / 20; it is "


@pytest.mark.parametrize("places, beginning", [([2], ONE), ([0, 4], SEVERAL)])
def test_of_several_marks_those_that_were_moved_are_judged(opened, places, beginning):
    _, figure, explorer = opened(LINE)
    check_shown(figure, explorer, guess(figure, *places))
    assert verdict_of(figure).startswith(beginning)
    press(figure, "Guess again")
    for k, text in enumerate(values(figure)):
        assert text.endswith("not moved yet") is (k not in places)


# ---- each mark says where it is


@pytest.mark.parametrize("width", [390, 1280])
def test_marks_are_named_where_they_stand(opened, specimens, width):
    page, *_ = opened(width=width)
    for name, explorer in specimens.items():
        figure, places = page.locator(f"#{name}"), explorer.question["places"]
        words = drawn.plain(figure.locator(".guess-words").all_text_contents())
        assert len(words) == len(places), "a mark without a name"
        for word, place in zip(words, places):
            place = place if len(words) > 1 else "your guess"
            assert word in [place, *place.split()] or place.startswith(word.rstrip("…"))
        for k, key in zip(range(len(words)), ["End", "Home", "PageUp"] * 2):
            handles(figure).nth(k).press(key)
            drawn.check_words(drawn.read(figure))


# how many pixels of the lines and bars of a chart lie under the words of a guess
COVERED = """figure => {
  const words = [...figure.querySelectorAll(".guess-words, .gap text")]
    .map((node) => node.getBoundingClientRect());
  return [...figure.querySelectorAll(".explorer-chart :is(.line, .bar)")].flatMap((node) =>
    Array.from({ length: node.getTotalLength() }, (_, k) =>
      node.getPointAtLength(k).matrixTransform(node.getScreenCTM()))
  ).filter(({ x, y }) => words.some((box) => box.left + 1 < x && x < box.right - 1 &&
    box.top + 2 < y && y < box.bottom - 2)).length;
}"""


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", [BARS, LINE, LOG])
def test_words_of_a_guess_cover_no_line_that_they_can_avoid(opened, name, width):
    _, figure, _ = opened(name, width=width, reduced_motion="reduce")
    for _ in range(4):
        assert figure.evaluate(COVERED) == 0
        for k in range(handles(figure).count()):
            handles(figure).nth(k).press("PageUp")
    press(figure, "Show me")
    assert figure.evaluate(COVERED) == 0


def test_a_guess_that_alone_needs_a_legend_takes_no_row(opened):
    _, figure, _ = opened(LOG, width=1280)
    parts = ".explorer-head", ".explorer-chart"
    head, chart = (figure.locator(part).bounding_box() for part in parts)
    assert chart["y"] - head["y"] - head["height"] < 10
    guess(figure)
    assert figure.locator(".explorer-legend .own").is_visible()
    drawn.check_words(drawn.read(figure))


# ---- what is heard


def test_handles_have_names_and_the_error_is_announced_once(opened):
    page, figure, explorer = opened(SINGLE, BARS)
    assert handles(figure).get_attribute("aria-label") == "your guess"
    names = 'group "people"', 'slider "your guess at fake yes"', 'button "Skip"'
    heard = page.locator(f"#{BARS}").aria_snapshot()
    assert all(name in heard for name in names)
    figure.evaluate(SAID)
    assert figure.locator("[aria-live]").count() == 1
    assert values(figure) == ["10, not moved yet"]
    assert guess(figure, key="PageDown") == [-5]
    sentence = explorer.payload()["sentence"]
    assert drawn.plain(page.evaluate("said")) == [sentence]
    message = "You said −5: 45 too low. It is 40."
    assert drawn.plain(page.evaluate("document.activeElement.textContent")) == message


# ---- after the guess


def test_a_guess_stays_until_guess_again_begins_anew(opened):
    page, figure, explorer = opened(BARS)
    guesses = guess(figure)
    check_shown(figure, explorer, guesses)
    drawn.check_looks_differ(figure)
    for state in ((0, 0), (2, 1)):  # the guess is seen in the starting state only
        drawn.move(page, figure, state)
        drawn.check_state(figure, explorer, state)
    drawn.move(page, figure, drawn.start_of(explorer))
    check_shown(figure, explorer, guesses)
    press(figure, "Guess again")
    check_asks(figure, explorer)
    assert numbers(figure) == guesses
    assert handles(figure).first.evaluate("input => input === document.activeElement")


def test_after_a_skip_a_guess_can_still_be_made(opened):
    page, figure, explorer = opened(BARS)
    address = page.url
    press(figure, "Skip")
    drawn.check_state(figure, explorer, drawn.start_of(explorer))
    drawn.move(page, figure, (2, 1))
    page.wait_for_url(address + drawn.link_to(explorer, (2, 1)))
    press(figure, "Make a guess")
    page.wait_for_url(f"{address}#{BARS}")
    page.reload()
    check_asks(figure, explorer)


# ---- memory


STORAGE = "JSON.stringify(Object.entries(localStorage).sort())"


def return_to(page):
    """Reload until the page starts with its memory, which is written a moment later."""
    storage = page.evaluate(STORAGE)
    page.add_init_script(f"window.storedAtStart = {STORAGE}")
    for _ in range(100):
        page.reload()
        if page.evaluate("storedAtStart") == storage:
            return
    pytest.fail("nothing is stored")


def test_a_page_remembers(opened, specimens):
    page, *_ = opened()
    guesses = guess(page.locator(f"#{LINE}"), 1, 3)
    press(page.locator(f"#{SINGLE}"), "Skip")
    return_to(page)
    check_shown(page.locator(f"#{LINE}"), specimens[LINE], guesses)
    check_shown(page.locator(f"#{SINGLE}"), specimens[SINGLE])
    check_asks(page.locator(f"#{BARS}"), specimens[BARS])
    assert page.evaluate("document.activeElement === document.body")
    press(page.locator(f"#{LINE}"), "Guess again")
    return_to(page)
    check_asks(page.locator(f"#{LINE}"), specimens[LINE])


@pytest.mark.deep
def test_without_a_memory_of_its_own_an_explorer_asks_again(opened, specimens):
    key = specimens[LINE].question["key"]
    before = f"localStorage.setItem({key!r}, '[1, 2, 3, 4, 5.5]')"
    check_asks(*opened(LINE, before=before)[1:])
    before = """Object.defineProperty(window, "localStorage", {
      get() { throw new DOMException("denied", "SecurityError"); } })"""
    page, figure, explorer = opened(SINGLE, before=before)
    guess(figure)
    assert verdict_of(figure).startswith("You")
    page.reload()
    check_asks(figure, explorer)
    assert page.complaints == []


# ---- links


def test_a_link_to_a_state_shows_it_and_is_no_answer(opened, specimens):
    page, figure, explorer = opened()
    address = page.url
    drawn.follow(page, address + drawn.link_to(explorer, (0, 1)))
    drawn.check_state(figure, explorer, (0, 1))
    note = figure.get_by_text("so it is shown without a guess.")
    assert note.is_visible()
    page.reload()
    drawn.check_state(figure, explorer, (0, 1))
    assert note.is_visible()
    check_asks(page.locator(f"#{LINE}"), specimens[LINE])
    drawn.follow(page, f"{address}#{LINE}")
    check_asks(page.locator(f"#{LINE}"), specimens[LINE])
    page.goto("about:blank")
    page.goto(address)
    check_asks(figure, explorer)
    guesses = guess(figure)
    # a link after a guess
    drawn.follow(page, page.url + drawn.link_to(explorer, (0, 1)))
    drawn.check_state(figure, explorer, (0, 1))
    drawn.move(page, figure, drawn.start_of(explorer))
    check_shown(figure, explorer, guesses)


# ---- paper, no script, colors, motion


# What moves of the answer, and where it sets out
FIRST = """() => document.getAnimations().map(({ effect }) => {
  const [first, last] = effect.getKeyframes();
  return [effect.target.dataset.series ?? effect.target.className.baseVal, first, last];
})"""


@pytest.mark.deep
@pytest.mark.parametrize("name", [LINE, BARS, SINGLE, LYING])
def test_the_answer_grows_out_of_the_guess(opened, specimens, name):
    page, figure, explorer = opened(name, reduced_motion="no-preference")
    moves = f"({FIRST})()"
    # a clock that stands, so that no machine is too slow to see it
    page.evaluate("""() => {
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...given) {
        const animation = animate.apply(this, given);
        animation.pause();
        return animation;
      };
    }""")
    guess(figure)
    moving = page.evaluate(moves)
    series = explorer.predict.series
    assert moving and {what for what, *_ in moving} == {series}
    assert all(first != last for _, first, last in moving)
    check_shown(figure, explorer, numbers(figure))


@pytest.mark.deep
def test_nothing_moves_for_whoever_likes_no_motion(opened):
    page, figure, _ = opened(LINE, reduced_motion="reduce")
    guess(figure)
    assert page.evaluate("document.getAnimations().length") == 0
    press(figure, "Guess again")
    press(figure, "Show me")
    assert page.evaluate("document.getAnimations().length") == 0


# ---- the gap, and the ticks


GAP = """figure => {
  const box = (node) => node.getBoundingClientRect();
  const path = figure.querySelector(".gap path"), words = figure.querySelector(".gap text");
  const { top, bottom, left, right } = box(path);
  return { top, bottom, left, right, words: words.textContent };
}"""


@pytest.mark.parametrize("name", [LINE, LOG, BARS])
def test_a_bracket_stands_from_the_guess_to_the_truth(opened, specimens, name):
    page, figure, explorer = opened(name, width=390)
    guesses = guess(figure)
    shown = drawn.read(figure)
    geometry = drawn.Geometry(shown["ticks"], explorer.axes)
    gap = drawn.plain(figure.evaluate(GAP))
    assert gap["words"] in verdict_of(figure)
    payload = {series["label"]: series for series in explorer.payload()["series"]}
    truth = payload[explorer.predict.series]["y"]
    chart = figure.locator(".explorer-chart > svg").bounding_box()
    ends = [("left", "right", "x"), ("top", "bottom", "y")][not geometry.lying]
    extent = [gap[end] - chart[ends[2]] for end in ends[:2]]
    spans = [
        sorted(geometry.pixel("y", value) for value in (guessed, truth[row]))
        for guessed, row in zip(guesses, ROWS[name])
    ]
    assert any(drawn.near(extent, span, pixels=2) for span in spans)


def test_each_mark_stands_at_a_tick(opened, specimens):
    page, *_ = opened(width=390)
    for name, explorer in specimens.items():
        ticks = drawn.read(page.locator(f"#{name}"))["ticks"]
        marked = {tick["value"] for tick in ticks if tick["axis"] == "x"}
        payload = {series["label"]: series for series in explorer.payload()["series"]}
        x = payload[explorer.predict.series]["x"]
        assert {str(x[row]) for row in ROWS[name]} <= marked


@pytest.mark.deep
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_asking_shown_or_skipped(open_page, specimens, theme):
    text = page_text(specimens.values(), theme=theme)
    text = text.replace("<body>", "<body><main><h1>Explorers</h1>")
    text = text.replace("</body>", "</main>")
    page = open_page(text, width=390, color_scheme=theme, reduced_motion="reduce")
    assert axe(page, theme, EVERYTHING) == []
    for name, guesses in zip(specimens, [True, False, True, True, False]):
        figure = page.locator(f"#{name}")
        guess(figure) if guesses else press(figure, "Skip")
    drawn.follow(page, page.url + drawn.link_to(specimens[SINGLE], (0,)))
    assert axe(page, theme, EVERYTHING) == []
