"""The explorer itself, on a page with nothing else: marks, controls, address, print, colors."""

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
    rng = np.random.default_rng(1)
    true = np.sort(rng.integers(1, n, 13))[::-1]
    estimate = true + rng.normal(0, n / 10 / epsilon, 13)
    half = n / 5 / epsilon
    points = Points("estimate", x=NAMES, y=estimate, low=estimate - half, high=estimate + half)
    return Picture([Bars("true", x=NAMES, y=true), points], f"At ε = {epsilon} with {n:,} people.")


def curves(epsilon, runs):
    n = np.geomspace(100, 1e7, 11)
    error = 1 / epsilon / np.sqrt(n)
    series = [
        Band("95 % of runs", x=n, low=error / (1 + 1 / runs), high=error * (1 + 1 / runs)),
        Line("local", x=n, y=error),
        Line("central", x=n, y=[1 / epsilon / v if v > 1000 else None for v in n]),
        Points("measured", x=[100, 10_000, 1_000_000], y=[0.11 / epsilon, 0.009 / epsilon, None]),
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
    said = np.random.default_rng([1, n, draw]).binomial(n, [0.2, 0.7]) / n
    x, half = ["young", "old"], 1 / np.sqrt(n)
    points = Points("one poll", x=x, y=said, low=said - half, high=said + half)
    sentence = f"{said[0]:.3f} of {n:,} young people."
    return Picture([Bars("truth", x=x, y=[0.2, 0.7]), points], sentence)


@pytest.fixture(scope="module")
def specimens():
    advice = {"try_this": "Move ε.", "notice": "It shrinks."}
    many = {"x": "occupation", "y": "people", "y_range": (-200_000, 800_000)} | advice
    log = {"x": "N (people)", "y": "standard error", "x_scale": "log", "y_scale": "log"}
    log["labels"] = {"runs": "runs per point"}
    far = {"x": "share", "y": "error", "x_range": (0, 1), "y_range": (-2, 3)}
    sizes = [100, 10_000, 1_000_000]
    epsilons = [0.1, 0.5, 1, 2, 4]
    made = [
        explore(many_names, epsilon=[0.1, 1, 4], n=sizes, title="Many names", **many),
        explore(curves, epsilon=epsilons, runs=[50, 200], title="Curves on log axes", **log),
        explore(beyond, epsilon=[0.5, 1], title="Beyond", **far),
        explore(poll, n=[100, 1000], draws=3, title="One poll", x="who", y="share"),
    ]
    return {explorer.id: explorer for explorer in made}


@pytest.mark.parametrize(
    "width, script_first", [(320, True), pytest.param(1280, False, marks=pytest.mark.deep)]
)
def test_every_kind_of_mark_in_every_state(open_page, specimens, width, script_first):
    page = open_page(page_text(specimens.values(), script_first=script_first), width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for name, explorer in specimens.items():
        figure = page.locator(f"#{name}")
        drawn.check(drawn.read(figure), explorer, explorer.payload())
        for state in product(*(range(len(values)) for values in explorer.choices.values())):
            drawn.move(page, figure, state)
            drawn.check_words(drawn.check_state(figure, explorer, state))
        drawn.check_looks_differ(figure)
    sizes = page.evaluate("""[...document.querySelectorAll(".explorer-chart text")].map((node) =>
      parseFloat(getComputedStyle(node).fontSize) * node.getScreenCTM().a)""")
    assert min(sizes) >= 11
    assert page.complaints == []


def test_a_slider_tells_its_name_and_value(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    epsilon, n = page.locator("#explorer-many-names input").all()
    assert page.get_by_label("N (people)").first.get_attribute("id") == n.get_attribute("id")
    n.focus()
    page.keyboard.press("ArrowRight")
    assert n.get_attribute("aria-valuetext") == "1,000,000"
    values = page.locator("#explorer-many-names .explorer-value").all_text_contents()
    assert values == ["1", "1,000,000"]
    assert epsilon.get_attribute("data-lm-suppress-shortcuts") == "true"


@pytest.mark.deep
def test_two_stops_are_two_buttons(open_page, specimens):
    page = open_page(page_text(specimens.values()), width=390, has_touch=True)
    figure, explorer = page.locator("#explorer-one-poll"), specimens["explorer-one-poll"]
    assert figure.locator(".explorer-stops span").all_text_contents() == ["100", "1,000"]
    for place, button in enumerate(figure.locator(".explorer-stops span").all()):
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box["width"] > 100 and box["height"] >= 32
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        drawn.check_state(figure, explorer, [place, 0])
        assert figure.locator(".explorer-stops .on").text_content() == button.text_content()


def test_a_table_is_written_when_it_is_opened_and_what_to_notice_after_the_first_move(
    open_page, specimens
):
    page = open_page(page_text(specimens.values()))
    figure, explorer = page.locator("#explorer-many-names"), specimens["explorer-many-names"]
    assert figure.get_by_text("Move ε.").is_visible()
    assert figure.get_by_text("It shrinks.").is_hidden()
    drawn.move(page, figure, [2, 1])
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


def test_on_a_wide_page_a_line_has_its_name_at_its_end(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    figure = page.locator("#explorer-curves-on-log-axes")
    ends = figure.evaluate(ENDS)
    assert {end["name"] for end in ends} == {"local", "central"}
    for end in ends:
        assert 0 < end["label"]["left"] - end["line"]["right"] < 30
        assert abs(end["label"]["bottom"] - end["line"]["bottom"]) < 30
        assert end["colors"][0] == end["colors"][1]
    named = figure.locator(".explorer-legend").get_by_role("listitem").all_text_contents()
    assert {"local", "central"} < set(named)  # for those who hear the page


def test_an_interval_that_misses_the_truth_has_a_look_of_its_own(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    figure, explorer = page.locator("#explorer-one-poll"), specimens["explorer-one-poll"]
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


# ---- Draw again


def test_the_button_steps_through_the_draws_and_begins_again(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    figure, explorer = page.locator("#explorer-one-poll"), specimens["explorer-one-poll"]
    figure.locator("input").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Draw again"
    for key, draw in [("Enter", 1), ("Space", 2), ("Enter", 0), ("Space", 1)]:
        page.keyboard.press(key)
        drawn.check_state(figure, explorer, [1, draw])
    figure.locator("input").focus()
    page.keyboard.press("Home")
    drawn.check_state(figure, explorer, [0, 1])


def test_a_new_draw_is_announced_once(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    figure = page.locator("#explorer-one-poll")
    assert page.get_by_role("button", name="Draw again").count() == 1  # the others have no draws
    assert figure.locator("[aria-live]").count() == figure.get_by_role("status").count() == 1
    page.evaluate("""() => {
      globalThis.said = [];
      const status = document.querySelector("#explorer-one-poll [role=status]");
      new MutationObserver(() => said.push(status.textContent))
        .observe(status, { childList: true, subtree: true });
    }""")
    figure.get_by_role("button", name="Draw again").click()
    says = specimens["explorer-one-poll"].payload(draw=1)["sentence"]
    assert drawn.plain(page.evaluate("said")) == [says]


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
        assert figure.locator("input").first.input_value() == str(state[0])
    assert page.url.endswith("#explorer-one-poll?n=100&draw=3")
    assert page.complaints == []


@pytest.mark.deep
def test_an_address_typed_by_hand(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    address = page.url
    figure, explorer = page.locator("#explorer-many-names"), specimens["explorer-many-names"]
    for words, state in [
        ("epsilon=4&n=1000000", (2, 2)),
        ("n=100", (1, 0)),  # what is not named stays at its start
        ("n=1,000,000&epsilon=0.1", (0, 2)),
        ("epsilon=3&n=100", (1, 0)),  # no such value
        ("epsilon=&n=ten&draw=9&old=1", (1, 1)),
        ("%E0%A4%A&&==?#", (1, 1)),
    ]:
        drawn.follow(page, f"{address}#explorer-many-names?{words}")
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
        drawn.check_numbers(drawn.read(page.locator(f"#{name}")), explorer, explorer.payload())
        values = page.locator(f"#{name} .explorer-value").all_text_contents()
        assert values == [f"{explorer.start[slider]:,}" for slider in explorer.sliders]
    page.evaluate("document.body.replaceWith(globalThis.screen)")
    for name, state in moved.items():
        drawn.check_state(page.locator(f"#{name}"), specimens[name], state)
