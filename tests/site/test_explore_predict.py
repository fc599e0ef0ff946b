"""An explorer that asks first, on a page with nothing else: asking, answering, what is remembered.

By keyboard, pointer and finger; seen and heard; with a memory and without one.
"""

import drawn
import numpy as np
import pytest
from bare import page_text
from test_pages import EVERYTHING, axe

from ldp_course.explore import Band, Bars, Line, Picture, Points, Predict, explore

STEPS = ["true yes", "reported yes", "fake yes"]


def bars(p, draw):
    said = np.random.default_rng([7, draw]).binomial(1000, 0.3)
    series = [
        Bars("truth", x=STEPS, y=[100, None, None]),
        Bars("expected", x=STEPS, y=[100, 1000 * (1 - p) + 100 * (2 * p - 1), 1000 * (1 - p)]),
        Points("one poll", x=STEPS, y=[None, float(said), None]),
    ]
    return Picture(series, f"At p = {p} one poll says {said}.")


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
    series = [Band("95 % of polls", x=[1, 20], low=[10 - half] * 2, high=[10 + half] * 2)]
    return Picture(series, f"The band is {2 * half:.3g} wide.")


def jobs(n):
    names = ["Prof-specialty", "Craft-repair", "Exec-managerial", "Adm-clerical", "Sales"]
    return Picture([Bars("count", x=names, y=[n, 2 * n, 3 * n, 4 * n, 5 * n])], f"n is {n}.")


@pytest.fixture(scope="module")
def specimens():
    asks_bars = Predict(
        "100 of 1,000 hold yes. How many report it?",
        "expected", at=["reported yes", "fake yes"], hides=["one poll"], unit="people",
    )  # fmt: skip
    asks_line = Predict(
        "How high may a belief of 1 % rise?",
        "from 1 %", at=[1, 5, 10, 20, 50], unit="percentage points", place="{x} questions",
    )  # fmt: skip
    asks_log = Predict("How large is it?", "central", at=[0.5, 4], place="ε = {x}")
    asks_band = Predict("How high does the band reach?", "95 % of polls", at=[20])
    asks_jobs = Predict("How many are in each?", "count", unit="people")
    line = {"x": "questions", "y": "highest belief, %", "x_scale": "log", "y_range": (0, 100)}
    line |= {"try_this": "Ask more.", "notice": "Only the total counts."}
    steps = {"x": "step", "y": "people", "try_this": "Move p.", "notice": "Fake yes remain."}
    log = {"x": "ε", "y": "error", "x_scale": "log", "y_scale": "log"}
    one = {"x": "poll", "y": "share of yes, %", "y_range": (-50, 100), "notice": "It is wide."}
    p, epsilon, sizes = [0.6, 0.75, 0.9], [0.1, 0.5, 1], [100, 400, 1600]
    made = [
        explore(bars, draws=3, p=p, title="Bars", predict=asks_bars, **steps),
        explore(beliefs, epsilon=epsilon, title="A line", predict=asks_line, **line),
        explore(errors, n=sizes, title="Log", predict=asks_log, **log),
        explore(band, n=sizes[:2], start={"n": 100}, title="One number", predict=asks_band, **one),
        explore(jobs, n=[10, 20], title="Jobs", predict=asks_jobs, x="job", y="people"),
    ]
    return {explorer.id: explorer for explorer in made}


BARS, LINE, LOG, ONE = (f"explorer-{name}" for name in ("bars", "a-line", "log", "one-number"))
ROWS = {BARS: [1, 2], LINE: [0, 3, 5, 7, 9], LOG: [2, 5], ONE: [1], "explorer-jobs": range(5)}


def handles(figure):
    return figure.locator(".explorer-handles input")


def values(figure):
    return handles(figure).evaluate_all(
        "all => all.map((input) => input.getAttribute('aria-valuetext'))"
    )


def numbers(figure):
    """The values of the handles as numbers."""
    said = [text.removesuffix(", not moved yet") for text in values(figure)]
    return [float(text.replace(",", "").replace("−", "-")) for text in said]


def said_of(figure):
    return drawn.plain(figure.locator(".explorer-sentence").inner_text())


def press(figure, name):
    figure.get_by_role("button", name=name).click()


def guess(figure, *places, key="PageUp"):
    """Move these handles, or all, and show the answer; return what is judged."""
    moved = places or range(handles(figure).count())
    for k in moved:
        handles(figure).nth(k).press(key)
    said = numbers(figure)
    press(figure, "Show me")
    return [said[k] for k in moved]


def check_asks(figure, explorer):
    """Nothing of the answer is seen or heard."""
    start = explorer.payload()
    hidden = {explorer.predict.series, *explorer.predict.hides}
    heard = drawn.plain(figure.aria_snapshot() + figure.inner_text())
    for text in [start["sentence"], explorer.texts["notice"], explorer.texts["try_this"], *hidden]:
        assert not text or text not in heard.replace(explorer.predict.question, "")
    assert explorer.predict.question in heard
    shown = drawn.read(figure)
    seen = [series for series in start["series"] if series["label"] not in hidden]
    assert {mark["data-series"] for mark in shown["marks"]} == {one["label"] for one in seen}
    assert shown["legend"] == [*(one["label"] for one in seen), "your guess"]
    labels = explorer.axes["x"]["label"]
    assert [drawn.numbers(table) for table in shown["tables"]] == drawn.expected_tables(
        {"series": seen}, labels
    )
    assert shown["name"].startswith(f"{explorer.title}. Before you look: ")
    assert said_of(figure) == ""
    assert figure.get_by_role("slider").count() == len(ROWS[explorer.id])
    unmoved = all(text.endswith(", not moved yet") for text in values(figure))
    assert figure.get_by_role("button").all_text_contents() == ["Skip" if unmoved else "Show me"]
    assert figure.get_by_role("link").count() == 0


def check_shown(figure, explorer, guess=None):
    """The truth is there, and the guess if there is one."""
    figure.locator(".explorer-sentence", has_text=" ").wait_for()
    start = explorer.payload()
    shown = drawn.read(figure)
    if guess is not None:
        assert shown["legend"].pop() == "your guess"
        assert shown["sentence"].startswith("Your guess ")
        verdict = drawn.plain(figure.locator(".explorer-sentence b").text_content())
        shown["sentence"] = shown["sentence"].removeprefix(f"{verdict} ")
    marks = figure.locator(".explorer-chart .guess-mark:not(.halo)")
    assert marks.evaluate_all("all => all.map((mark) => Number(mark.dataset.y))") == (guess or [])
    drawn.check(shown, explorer, start)
    assert handles(figure).first.is_hidden()
    assert figure.locator(".explorer-sliders input").first.is_visible()
    if explorer.texts["notice"]:
        assert figure.get_by_text(explorer.texts["notice"]).is_visible()


def test_before_the_guess_nothing_is_given_away(open_page, specimens):
    page = open_page(page_text(specimens.values()), width=320)
    for name, explorer in specimens.items():
        check_asks(page.locator(f"#{name}"), explorer)
        drawn.check_words(drawn.read(page.locator(f"#{name}")))
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.complaints == []


def test_the_mark_of_a_guess_stands_where_the_axes_say(open_page, specimens):
    page = open_page(page_text(specimens.values()), width=320)
    for name, explorer in specimens.items():
        figure = page.locator(f"#{name}")
        for k in range(handles(figure).count()):
            for _ in range(k + 1):
                handles(figure).nth(k).press("PageUp")
        said = numbers(figure)
        press(figure, "Show me")
        shown = drawn.read(figure)
        geometry = drawn.Geometry(shown["ticks"], explorer.axes)
        places = figure.locator(".explorer-chart .guess-mark:not(.halo)").evaluate_all(
            "all => all.map(({ transform: { baseVal: [{ matrix }] } }) => [matrix.e, matrix.f])"
        )
        series = next(
            one for one in explorer.payload()["series"] if one["label"] == explorer.predict.series
        )
        for (x, y), value, row in zip(places, said, ROWS[name], strict=True):
            across, along = (y, x) if geometry.lying else (x, y)
            assert abs(along - geometry.pixel("y", value)) <= 1
            if series["mark"] != "bars":
                assert abs(across - geometry.pixel("x", series["x"][row])) <= 1


# ---- three ways to guess


def test_by_keyboard_alone(open_page, specimens):
    page = open_page(page_text([specimens[LINE]]))
    figure = page.locator(f"#{LINE}")
    page.keyboard.press("Tab")
    for key, value in [("ArrowUp", 11), ("ArrowRight", 12), ("ArrowDown", 11), ("ArrowLeft", 10)]:
        page.keyboard.press(key)
        assert values(figure)[0] == str(value)
    for key, value in [("PageUp", 20), ("PageDown", 10), ("End", 100), ("Home", 0)]:
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
    check_shown(figure, specimens[LINE], [0, 0])
    sentence = drawn.plain(page.evaluate("document.activeElement.textContent"))
    assert sentence.startswith("Your guess is up to 11 percentage points too low, at 5 questions:")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.textContent") == "Guess again"
    page.keyboard.press("Space")
    assert page.evaluate(name) == "your guess at 1 questions"
    check_asks(figure, specimens[LINE])
    assert values(figure)[:2] == ["0", "0"], "the last guess is where the next one begins"


def column(figure, k):
    return figure.locator(".guess-column").nth(k).bounding_box()


def target(figure, explorer, k, value):
    """The pixel of the window where a handle stands for a value, off the middle of its column."""
    box, chart = column(figure, k), figure.locator(".explorer-chart > svg").bounding_box()
    geometry = drawn.Geometry(drawn.read(figure)["ticks"], explorer.axes)
    along = geometry.pixel("y", value)
    if geometry.lying:
        return chart["x"] + along, box["y"] + 0.3 * box["height"]
    return box["x"] + 0.3 * box["width"], chart["y"] + along


def test_by_pointer_alone(open_page, specimens):
    page = open_page(page_text(specimens.values()), width=1000)
    for name, wanted in [(BARS, [300, 250]), (LOG, [0.001, 0.01]), ("explorer-jobs", [40] * 5)]:
        figure = page.locator(f"#{name}")
        figure.scroll_into_view_if_needed()
        for k, value in enumerate(wanted):
            page.mouse.move(*target(figure, specimens[name], k, value * 0.8))
            page.mouse.down()
            page.mouse.move(*target(figure, specimens[name], k, value), steps=3)
            x, y = target(figure, specimens[name], k, value)
            page.mouse.move(x + 200, y)  # what is dragged stays with its pointer
            page.mouse.up()
            page.mouse.move(x, y - 40)
        found = numbers(figure)
        assert found == pytest.approx(wanted, rel=0.05)
        press(figure, "Show me")
        check_shown(figure, specimens[name], found)


@pytest.mark.deep
def test_by_finger_and_the_page_still_scrolls(open_page, specimens):
    page = open_page(
        page_text([specimens[ONE], *specimens.values()]), width=390, height=640, has_touch=True
    )
    figure = page.locator(f"#{ONE}").first
    network = page.context.new_cdp_session(page)

    def swipe(start, end):
        kinds = ["touchStart", *["touchMove"] * 8, "touchEnd"]
        for k, kind in enumerate(kinds):
            share = min(k, 8) / 8
            at = {axis: a + (b - a) * share for axis, a, b in zip("xy", start, end)}
            points = [] if kind == "touchEnd" else [at]
            network.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    start, end = (target(figure, specimens[ONE], 0, value) for value in (-20, 60))
    swipe(start, end)
    assert values(figure) == ["60"]
    assert page.evaluate("scrollY") == 0
    swipe((start[0] - 150, start[1]), (end[0] - 150, end[1]))  # beside the column
    page.wait_for_function("scrollY > 30")
    assert values(figure) == ["60"]
    press(figure, "Show me")
    check_shown(figure, specimens[ONE], [60])


# ---- what was not moved is no guess


@pytest.mark.parametrize("name", [BARS, ONE])
def test_marks_that_nobody_moved_are_not_judged(open_page, specimens, name):
    page = open_page(page_text([specimens[name]]))
    figure = page.locator(f"#{name}")
    for k in range(handles(figure).count()):  # a mark that is only pressed stays where it is
        mark = figure.locator(".guess-handle.unmoved").nth(k).bounding_box()
        x, y = mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2
        page.mouse.click(x + 3, y - 3)
        handles(figure).nth(k).press("Tab")
    check_asks(figure, specimens[name])
    press(figure, "Skip")
    check_shown(figure, specimens[name])
    assert said_of(figure) == specimens[name].payload()["sentence"]


@pytest.mark.parametrize("places, says", [
    ([2], "Your guess at 10 questions is 40 percentage points too low: you said 20, it is 59.99."),
    ([0, 4], "Your guess is up to 80 percentage points too low, at 50 questions: "),
])  # fmt: skip
def test_of_several_marks_those_that_were_moved_are_judged(open_page, specimens, places, says):
    page = open_page(page_text([specimens[LINE]]))
    figure = page.locator(f"#{LINE}")
    said = guess(figure, *places)
    check_shown(figure, specimens[LINE], said)
    assert said_of(figure).startswith(says)
    press(figure, "Guess again")
    assert [text.endswith("not moved yet") for text in values(figure)] == [
        k not in places for k in range(5)
    ]


# ---- each mark says where it is


def words_at_marks(figure):
    return drawn.plain(figure.locator(".guess-words").all_text_contents())


@pytest.mark.parametrize("width", [390, 1280])
def test_marks_are_named_where_they_stand(open_page, specimens, width):
    page = open_page(page_text(specimens.values()), width=width)
    for name, explorer in specimens.items():
        figure, asked = page.locator(f"#{name}"), explorer.asked
        words = words_at_marks(figure)
        assert len(words) == len(asked["places"]), "a mark without a name"
        for said, place in zip(words, asked["places"]):
            assert said == place or said in place.split() or place.startswith(said.rstrip("…"))
        for k, key in enumerate(["End", "Home", "PageUp", "End", "PageUp"][: len(words)]):
            handles(figure).nth(k).press(key)
            drawn.check_words(drawn.read(figure))


# ---- what is heard


def test_handles_and_buttons_have_names_and_how_far_off_is_said_once(open_page, specimens):
    page = open_page(page_text([specimens[ONE], specimens[BARS]]))
    figure = page.locator(f"#{ONE}")
    assert handles(figure).get_attribute("aria-label") == "your guess"
    names = 'group "people"', 'slider "your guess at fake yes"', 'button "Skip"'
    heard = page.locator(f"#{BARS}").aria_snapshot()
    assert all(name in heard for name in names)
    page.evaluate("""() => {
      globalThis.said = [];
      const status = document.querySelector("[role=status]");
      new MutationObserver(() => said.push(status.textContent))
        .observe(status, { childList: true, subtree: true });
    }""")
    assert figure.locator("[aria-live]").count() == 1
    assert values(figure) == ["−35, not moved yet"]
    assert guess(figure, key="PageDown") == [-50]
    sentence = specimens[ONE].payload()["sentence"]
    says = f"Your guess is 90 too low: you said −50, it is 40. {sentence}"
    assert drawn.plain(page.evaluate("said")) == [says]
    assert drawn.plain(page.evaluate("document.activeElement.textContent")) == says


# ---- after the guess


def test_a_guess_stays_until_guess_again_begins_anew(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    figure, explorer = page.locator(f"#{BARS}"), specimens[BARS]
    said = guess(figure)
    check_shown(figure, explorer, said)
    drawn.check_looks_differ(figure)
    for state in ((0, 0), (2, 1)):  # the guess is seen in the starting state only
        drawn.move(page, figure, state)
        drawn.check_state(figure, explorer, state)
    drawn.move(page, figure, drawn.start_of(explorer))
    check_shown(figure, explorer, said)
    press(figure, "Guess again")
    check_asks(figure, explorer)
    assert numbers(figure) == said
    assert handles(figure).first.evaluate("input => input === document.activeElement")


def test_after_a_skip_a_guess_can_still_be_made(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    address = page.url
    figure, explorer = page.locator(f"#{BARS}"), specimens[BARS]
    press(figure, "Skip")
    drawn.check_state(figure, explorer, drawn.start_of(explorer))
    drawn.move(page, figure, (2, 1))
    page.wait_for_url(address + drawn.link_to(explorer, (2, 1)))
    press(figure, "Make a guess")
    page.wait_for_url(f"{address}#{BARS}")
    page.reload()
    check_asks(figure, explorer)


# ---- memory


STORED = "JSON.stringify(Object.entries(localStorage).sort())"


def return_to(page):
    """Reload until the page starts with what it remembers, which is stored a moment later."""
    kept = page.evaluate(STORED)
    page.add_init_script(f"window.storedAtStart = {STORED}")
    for _ in range(100):
        page.reload()
        if page.evaluate("storedAtStart") == kept:
            return
    pytest.fail("nothing is stored")


def test_a_page_remembers(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    said = guess(page.locator(f"#{LINE}"), 1, 3)
    press(page.locator(f"#{ONE}"), "Skip")
    return_to(page)
    check_shown(page.locator(f"#{LINE}"), specimens[LINE], said)
    check_shown(page.locator(f"#{ONE}"), specimens[ONE])
    check_asks(page.locator(f"#{BARS}"), specimens[BARS])
    assert page.evaluate("document.activeElement === document.body")
    press(page.locator(f"#{LINE}"), "Guess again")
    return_to(page)
    check_asks(page.locator(f"#{LINE}"), specimens[LINE])


@pytest.mark.deep
def test_a_browser_without_storage_or_with_another_s_memory_asks_each_time(open_page, specimens):
    key = specimens[LINE].asked["key"]
    text = page_text([specimens[LINE]])
    page = open_page(text, before=f"localStorage.setItem({key!r}, '[1, 2, 3, 4, 5.5]')")
    check_asks(page.locator(f"#{LINE}"), specimens[LINE])
    before = """Object.defineProperty(window, "localStorage", {
      get() { throw new DOMException("denied", "SecurityError"); } })"""
    page = open_page(page_text([specimens[ONE]]), before=before)
    guess(page.locator(f"#{ONE}"))
    assert page.locator(".explorer-sentence b").count() == 1
    page.reload()
    check_asks(page.locator(f"#{ONE}"), specimens[ONE])
    assert page.complaints == []


# ---- links


def test_a_link_to_a_state_shows_it_and_is_no_answer(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    address, figure, explorer = page.url, page.locator(f"#{BARS}"), specimens[BARS]
    drawn.follow(page, address + drawn.link_to(explorer, (0, 1)))
    drawn.check_state(figure, explorer, (0, 1))
    note = figure.get_by_text("The link asks for this state, so it is shown without a guess.")
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
    said = guess(figure)
    drawn.follow(page, page.url + drawn.link_to(explorer, (0, 1)))  # a link after a guess
    drawn.check_state(figure, explorer, (0, 1))
    drawn.move(page, figure, drawn.start_of(explorer))
    check_shown(figure, explorer, said)


# ---- paper, no script, colors, motion


@pytest.mark.deep
def test_the_truth_fades_in_only_for_whoever_likes_motion(open_page, specimens):
    name = """() => getComputedStyle(document.querySelector(".explorer-chart svg > .plot")
      ).animationName"""
    for motion, animation in (("reduce", "none"), ("no-preference", "explorer-appears")):
        page = open_page(page_text([specimens[LINE]]), reduced_motion=motion)
        assert page.evaluate(name) == "none"
        press(page, "Skip")
        assert page.evaluate(name) == animation
    page.wait_for_function(f"({name})() === 'none'")


@pytest.mark.deep
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_asking_shown_or_skipped(open_page, specimens, theme):
    text = page_text(specimens.values(), theme=theme)
    text = text.replace("<body>", "<body><main><h1>Explorers</h1>").replace("</body>", "</main>")
    page = open_page(text, width=390, color_scheme=theme, reduced_motion="reduce")
    assert axe(page, theme, EVERYTHING) == []
    for name, guesses in zip(specimens, [True, False, True, True, False]):
        figure = page.locator(f"#{name}")
        guess(figure) if guesses else press(figure, "Skip")
    drawn.follow(page, page.url + drawn.link_to(specimens[ONE], (0,)))
    assert axe(page, theme, EVERYTHING) == []
