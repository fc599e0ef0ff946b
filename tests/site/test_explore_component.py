"""Explorers on a bare page: marks, controls, address, print, colors."""

import re
from itertools import product

import drawn
import numpy as np
import pytest
from bare import page_text
from visits import UNFOLD

from ldp_course.explore import Band, Bars, Line, Picture, Points, explore

NAMES = ["Prof-specialty", "Craft-repair", "Exec-managerial", "Adm-clerical", "Sales"]
NAMES += ["Other-service", "Machine-op-inspct", "Transport-moving", "Handlers-cleaners"]
NAMES += ["Farming-fishing", "Tech-support", "Protective-serv", "Armed-Forces"]


def many_names(epsilon, n):
    true = np.sort(np.random.default_rng(1).integers(1, n, 13))[::-1]
    estimate = true + np.random.default_rng(2).normal(0, n / 10 / epsilon, 13)
    ends = {"low": estimate - n / 5 / epsilon, "high": estimate + n / 5 / epsilon}
    series = [Bars("true", x=NAMES, y=true), Points("guess", NAMES, estimate, **ends)]
    return Picture(series, f"At ε = {epsilon} with {n:,} people.")


def curves(epsilon, runs):
    n = np.geomspace(100, 1e7, 11)
    error, far = 1 / epsilon / np.sqrt(n), 1 + 1 / runs
    few, measured = [100, 10_000, 1_000_000], [0.11 / epsilon, 0.009 / epsilon, None]
    series = [
        Band("95 % of runs", x=n, low=error / far, high=error * far),
        Line("local", x=n, y=error),
        Line("central", x=n, y=[1 / epsilon / v if v > 1000 else None for v in n]),
        Points("measured", x=few, y=measured),
    ]
    return Picture(series, f"At ε = {epsilon} with {runs} runs.")


def beyond(epsilon):
    ends = {"low": [-1, 4 * epsilon, -12], "high": [9, 6, -8]}
    series = [
        Line("steep", x=[0, 0.5, 1], y=[0, 4 / epsilon, -3]),
        Points("far", x=[0.2, 0.4, 0.6], y=[epsilon, 5, -9], **ends),
    ]
    return Picture(series, f"Beyond the axis at ε = {epsilon}.")


def poll(n, draw):
    shares = np.random.default_rng([1, n, draw]).binomial(n, [0.2, 0.7]) / n
    x, half = ["young", "old"], 1 / np.sqrt(n)
    points = Points("one poll", x=x, y=shares, low=shares - half, high=shares + half)
    sentence = f"{shares[0]:.3f} of {n:,} young people."
    return Picture([Bars("truth", x=x, y=[0.2, 0.7]), points], sentence)


@pytest.fixture(scope="module")
def specimens():
    advice = {"try_this": "Move ε.", "notice": "It shrinks."}
    many = {"x": "occupation", "y": "people", "y_range": (-200_000, 800_000)} | advice
    log = {"x": "N (people)", "y": "standard error", "x_scale": "log", "y_scale": "log"}
    log["labels"] = {"runs": "runs per point"}
    far = {"x": "share", "y": "error", "x_range": (0, 1), "y_range": (-2, 3)}
    sizes, epsilons = [100, 10_000, 1_000_000], [0.1, 0.5, 1, 2, 4]
    made = [
        explore(many_names, epsilon=[0.1, 1, 4], n=sizes, title="Many names", **many),
        explore(curves, epsilon=epsilons, runs=[50, 200], title="Curves", **log),
        explore(beyond, epsilon=[0.5, 1], title="Beyond", **far),
        explore(poll, n=[100, 1000], draws=3, title="One poll", x="who", y="share"),
    ]
    return {explorer.id: explorer for explorer in made}


@pytest.fixture
def opened(open_page, specimens):
    """Open a page with all of them; return it, a figure and its explorer."""

    def opened(name="one-poll", **options):
        page = open_page(page_text(specimens.values()), **options)
        return page, page.locator(f"#explorer-{name}"), specimens[f"explorer-{name}"]

    return opened


APART = re.compile(r"\d (?=[^\W\d_]|%)|(?<=\S) = |± ")  # lines may break there


@pytest.mark.parametrize(
    "width, script_first",
    [(320, True), pytest.param(1280, False, marks=pytest.mark.deep)],
)
def test_every_kind_of_mark_in_every_state(open_page, specimens, width, script_first):
    text = page_text(specimens.values(), script_first=script_first)
    page = open_page(text, width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for name, explorer in specimens.items():
        figure = page.locator(f"#{name}")
        drawn.check(drawn.read(figure), explorer, explorer.payload())
        for state in product(*map(range, map(len, explorer.choices.values()))):
            drawn.move(page, figure, state)
            drawn.check_words(drawn.check_state(figure, explorer, state))
        drawn.check_looks_differ(figure)
    for text in page.locator(":is(p, figcaption, label, li)").all_text_contents():
        assert not APART.search(text)
    sizes = page.evaluate("""[
      ...document.querySelectorAll(".explorer-chart text")].map((node) =>
        parseFloat(getComputedStyle(node).fontSize) * node.getScreenCTM().a)""")
    assert min(sizes) >= 11
    assert page.complaints == []


def test_a_slider_tells_its_name_and_value(opened):
    _, figure, _ = opened("curves")
    epsilon = figure.get_by_role("slider", name="ε (privacy loss)")
    epsilon.press("ArrowRight")
    assert epsilon.get_attribute("aria-valuetext") == "2"
    values = figure.locator(".explorer-value").all_text_contents()
    assert values == ["2", "200"]
    assert epsilon.get_attribute("data-lm-suppress-shortcuts") == "true"


@pytest.mark.deep
def test_few_stops_are_buttons(opened):
    page, figure, explorer = opened("many-names", width=390, has_touch=True)
    sizes = figure.get_by_role("radiogroup", name="N (people)")
    for place, name in enumerate(["100", "10,000", "1,000,000"]):
        button = sizes.get_by_role("radio", name=name, exact=True)
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box["width"] >= 24 and box["height"] >= 32
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert button.is_checked()
        drawn.check_state(figure, explorer, [1, place])
    button.press("ArrowLeft")
    drawn.check_state(figure, explorer, [1, 1])


def test_table_and_notice_appear_when_they_are_needed(opened):
    page, figure, explorer = opened("many-names")
    assert figure.get_by_text("Move ε.").is_visible()
    assert figure.get_by_role("button", name="Notice").is_hidden()
    drawn.move(page, figure, [2, 1])
    assert figure.get_by_text("It shrinks.").is_hidden()
    figure.get_by_role("button", name="Notice", expanded=False).click()
    assert figure.get_by_role("button", name="Notice", expanded=True).is_visible()
    assert figure.get_by_text("It shrinks.").is_visible()
    assert figure.locator("table").count() == 0
    figure.locator("summary").click()
    figure.locator("table").first.wait_for()
    drawn.move(page, figure, [0, 1])
    drawn.check_state(figure, explorer, [0, 1])


ENDS = """figure => {
  const box = (node) => node.getBoundingClientRect().toJSON();
  return [...figure.querySelectorAll(".end-label")].map((label) => {
    const line = [...figure.querySelectorAll("path.line")]
      .find(({ dataset }) => dataset.series === label.textContent);
    const colors = [getComputedStyle(label).fill, getComputedStyle(line).stroke];
    return { label: box(label), line: box(line), name: label.textContent, colors };
  });
}"""


def test_on_a_wide_page_a_line_has_its_name_at_its_end(opened):
    _, figure, _ = opened("curves")
    ends = figure.evaluate(ENDS)
    assert {end["name"] for end in ends} == {"local", "central"}
    for end in ends:
        assert 0 < end["label"]["left"] - end["line"]["right"] < 30
        assert abs(end["label"]["bottom"] - end["line"]["bottom"]) < 30
        assert end["colors"][0] == end["colors"][1]
    named = figure.locator(".explorer-legend").get_by_role("listitem")
    # for those who hear the page
    assert {"local", "central"} < set(named.all_text_contents())


def test_an_interval_that_misses_the_truth_has_a_look_of_its_own(opened):
    page, figure, explorer = opened()
    missed = figure.locator(".explorer-chart .missed")
    look = "node => [node.getAttribute('d'), getComputedStyle(node).stroke]"
    for draw in range(3):
        drawn.move(page, figure, [0, draw])
        truth, points = explorer.payload(n=100, draw=draw)["series"]
        ends = zip(points["low"], truth["y"], points["high"])
        assert missed.count() == sum(not low <= y <= high for low, y, high in ends)
    assert missed.count() == 1
    shapes = [
        figure.locator(f".explorer-chart .point{kind} .marker").first.evaluate(look)
        for kind in (".missed", ":not(.missed)")
    ]
    assert shapes[0][0] != shapes[1][0] and shapes[0][1] != shapes[1][1]
    assert figure.locator(".explorer-legend .missed").is_visible()


SAID = """figure => {
  globalThis.said = [];
  const status = figure.querySelector("[role=status]");
  new MutationObserver(() => said.push(status.textContent))
    .observe(status, { childList: true, subtree: true });
}"""


def test_draw_again_steps_through_the_draws_and_each_is_announced_once(opened):
    page, figure, explorer = opened()
    # the others have no draws
    assert page.get_by_role("button", name="Draw again").count() == 1
    assert figure.locator("[aria-live]").count() == 1
    figure.evaluate(SAID)
    figure.get_by_role("radio", checked=True).focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Draw again"
    for key, draw in [("Enter", 1), ("Space", 2), ("Enter", 0), ("Space", 1)]:
        page.keyboard.press(key)
        drawn.check_state(figure, explorer, [1, draw])
    sentences = [explorer.payload(draw=draw)["sentence"] for draw in (1, 2, 0, 1)]
    claims = [sentence.partition(" Draw")[0] for sentence in sentences]
    assert drawn.plain(page.evaluate("said")) == claims
    figure.get_by_role("radio", checked=True).press("ArrowLeft")
    drawn.check_state(figure, explorer, [0, 1])


# ---- the address


def test_the_address_follows_and_brings_the_state_back(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    address = page.url
    for name, state in [("explorer-many-names", (2, 1)), ("explorer-one-poll", (0, 2))]:
        figure, explorer = page.locator(f"#{name}"), specimens[name]
        drawn.move(page, figure, state)
        page.wait_for_url(address + drawn.link_to(explorer, state))
        page.reload()
        drawn.check_state(figure, explorer, state)
        first = figure.get_by_role("radiogroup").first.get_by_role("radio")
        assert first.nth(state[0]).is_checked()
    assert page.url.endswith("#explorer-one-poll?n=100&draw=3")
    assert page.complaints == []


@pytest.mark.deep
def test_an_address_typed_by_hand(opened):
    page, figure, explorer = opened("many-names")
    address = page.url
    for words, state in [
        ("n=100", (1, 0)),  # what is not named stays at its start
        ("n=1,000,000&epsilon=0.1", (0, 2)),
        ("epsilon=3&n=100", (1, 0)),  # no such value
        ("epsilon=&n=ten&draw=9&old=1", (1, 1)),
        ("%E0%A4%A&&==?#", (1, 1)),
    ]:
        drawn.follow(page, f"{address}#{explorer.id}?{words}")
        drawn.check_state(figure, explorer, state)
        page.reload()
        drawn.check_state(figure, explorer, state)
    assert page.complaints == []


# ---- print


@pytest.mark.deep
def test_print_shows_the_start_and_the_screen_keeps_its_state(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    moved = {"explorer-many-names": (2, 0), "explorer-one-poll": (0, 2)}
    for name, state in moved.items():
        drawn.move(page, page.locator(f"#{name}"), state)
    page.evaluate(UNFOLD)
    page.evaluate("""() => addEventListener("beforeprint", () => {
      globalThis.paper = document.body.cloneNode(true);
    })""")
    page.pdf()
    page.evaluate("globalThis.screen = document.body; document.body.replaceWith(paper)")
    page.emulate_media(media="print")
    assert page.locator(":is(input, button, a):visible").count() == 0
    page.emulate_media(media="screen")
    for name, explorer in specimens.items():
        drawn.check_numbers(
            drawn.read(page.locator(f"#{name}")), explorer, explorer.payload()
        )
        values = page.locator(f"#{name} .explorer-value").all_text_contents()
        assert values == [f"{explorer.start[slider]:,}" for slider in explorer.sliders]
    page.evaluate("document.body.replaceWith(globalThis.screen)")
    for name, state in moved.items():
        drawn.check_state(page.locator(f"#{name}"), specimens[name], state)


def test_the_claim_stands_above_the_chart_in_the_colors_of_its_marks(open_page):
    def picture(n):
        series = [
            Bars("bits", x=["a"], y=[n]),
            Points("best (of 2)", x=["a"], y=[2 * n]),
        ]
        text = f"At n = {n} [{n} people|bits] and [{2 * n}|best (of 2)] are near. More."
        return Picture(series, text)

    explorer = explore(picture, n=[1, 2], title="t", x="x", y="y")
    figure = open_page(page_text([explorer])).locator("figure.explorer")
    figure.locator(".explorer-choices input").first.check(force=True)
    claim, rest = (figure.locator(f".explorer-{part}") for part in ("sentence", "rest"))
    assert drawn.plain(claim.text_content()) == "At n = 1 1 people and 2 are near."
    colors = [
        item.get_attribute("class") for item in figure.get_by_role("listitem").all()
    ]
    assert [word.get_attribute("class") for word in claim.locator("b").all()] == colors
    chart = figure.locator(".explorer-chart")
    assert claim.bounding_box()["y"] < chart.bounding_box()["y"]
    assert not rest.is_visible()
    figure.get_by_text("Numbers").click()
    assert rest.is_visible() and rest.text_content() == "More."
