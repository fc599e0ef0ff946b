"""The explorer itself, on a page with nothing else: marks, controls, address, print, colors."""

from itertools import product

import drawn
import numpy as np
import pytest
from bare import page_text
from visits import UNFOLD

from ldp_course.explore import Band, Bars, Line, Picture, Points, explore

NAMES = [
    "Prof-specialty",
    "Craft-repair",
    "Exec-managerial",
    "Adm-clerical",
    "Sales",
    "Other-service",
    "Machine-op-inspct",
    "Transport-moving",
    "Handlers-cleaners",
    "Farming-fishing",
    "Tech-support",
    "Protective-serv",
    "Armed-Forces",
]


def many_names(epsilon, n):
    rng = np.random.default_rng(1)
    true = np.sort(rng.integers(1, n, 13))[::-1]
    estimate = true + rng.normal(0, n / 10 / epsilon, 13)
    points = Points(
        "estimate",
        x=NAMES,
        y=estimate,
        low=estimate - n / 5 / epsilon,
        high=estimate + n / 5 / epsilon,
    )
    return Picture([Bars("true", x=NAMES, y=true), points], f"At ε = {epsilon} with {n:,} people.")


def two_names(epsilon):
    series = [
        Bars("truth", x=["0", "1"], y=[120, 80]),
        Bars("reports", x=["0", "1"], y=[110 - epsilon, 90 + epsilon]),
        Points(
            "raw", x=["0", "1"], y=[None, 70 * epsilon], low=[None, 60], high=[None, 80 * epsilon]
        ),
        Points("clipped", x=["0", "1"], y=[100, 190], low=[90, None], high=[300, None]),
    ]
    return Picture(series, f"Two bits at ε = {epsilon}.")


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


def histogram(n):
    edges = np.linspace(-300, 300, 31)
    counts, _ = np.histogram(np.random.default_rng(1).normal(0, 3000 / np.sqrt(n), 500), edges)
    middle = (edges[1:] + edges[:-1]) / 2
    density = np.exp(-(middle**2) * n / 18e6) * np.sqrt(n)
    return Picture(
        [Bars("runs", x=middle, y=counts), Line("theory", x=middle, y=density)], f"{n} people."
    )


def beyond(epsilon):
    series = [
        Line("steep", x=[0, 0.5, 1], y=[0, 4 / epsilon, -3]),
        Points(
            "far",
            x=[0.2, 0.4, 0.6],
            y=[epsilon, 5, -9],
            low=[-1, 4 * epsilon, -12],
            high=[9, 6, -8],
        ),
    ]
    return Picture(series, f"Beyond the axis at ε = {epsilon}.")


def poll(n, draw):
    rng = np.random.default_rng([1, n, draw])
    said = rng.binomial(n, [0.2, 0.7]) / n
    points = Points(
        "one poll",
        x=["young", "old"],
        y=said,
        low=said - 1 / np.sqrt(n),
        high=said + 1 / np.sqrt(n),
    )
    return Picture(
        [Bars("truth", x=["young", "old"], y=[0.2, 0.7]), points],
        f"{said[0]:.3f} of {n:,} young people.",
    )


@pytest.fixture(scope="module")
def specimens():
    made = [
        explore(
            many_names,
            epsilon=[0.1, 1, 4],
            n=[100, 10_000, 1_000_000],
            title="Many names",
            x="occupation",
            y="people",
            y_range=(-200_000, 800_000),
            try_this="Move ε.",
            notice="It shrinks.",
        ),
        explore(two_names, epsilon=[1, 2, 3], title="Two names", x="reported bit", y="people"),
        explore(
            curves,
            epsilon=[0.1, 0.5, 1, 2, 4],
            runs=[50, 200],
            labels={"runs": "runs per point"},
            title="Curves on log axes",
            x="N (people)",
            y="standard error",
            x_scale="log",
            y_scale="log",
        ),
        explore(histogram, n=[250, 1000, 4000], title="A histogram", x="error", y="runs"),
        explore(
            beyond,
            epsilon=[0.5, 1],
            title="Beyond",
            x="share",
            y="error",
            x_range=(0, 1),
            y_range=(-2, 3),
        ),
        explore(poll, n=[100, 1000], draws=3, title="One poll", x="who", y="share"),
    ]
    return {explorer.id: explorer for explorer in made}


@pytest.mark.parametrize(
    "width, script_first",
    [
        (320, True),
        (1280, False),
        pytest.param(320, False, marks=pytest.mark.deep),
        pytest.param(390, True, marks=pytest.mark.deep),
        pytest.param(390, False, marks=pytest.mark.deep),
        pytest.param(1280, True, marks=pytest.mark.deep),
    ],
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
    assert page.complaints == []


def test_the_check_itself_notices_a_mark_in_the_wrong_place(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    figure, explorer = page.locator("#explorer-a-histogram"), specimens["explorer-a-histogram"]
    for change in [
        "figure.querySelectorAll('.explorer-chart .bar')[12].setAttribute('height', '7')",
        "figure.querySelectorAll('.explorer-chart .bar')[12].setAttribute('data-y', '7')",
        "figure.querySelector('.explorer-chart .line').setAttribute('d', 'M1 1L2 2')",
        "figure.querySelector('td').textContent = '7'",
        "figure.querySelector('.explorer-sentence').textContent = '7'",
    ]:
        drawn.move(page, figure, [0])
        drawn.move(page, figure, [1])
        drawn.check_state(figure, explorer, [1])
        figure.evaluate(f"figure => {change}")
        with pytest.raises((AssertionError, ValueError)):
            drawn.check_state(figure, explorer, [1])


def test_a_slider_tells_its_name_and_value(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    epsilon, n = page.locator("#explorer-many-names input").all()
    assert page.get_by_label("N (people)").first.get_attribute("id") == n.get_attribute("id")
    n.focus()
    page.keyboard.press("ArrowRight")
    assert n.get_attribute("aria-valuetext") == "1,000,000"
    assert page.locator("#explorer-many-names .explorer-value").all_text_contents() == [
        "1",
        "1,000,000",
    ]
    assert page.locator("#explorer-curves-on-log-axes .explorer-value").all_text_contents() == [
        "1",
        "200",
    ]
    assert epsilon.get_attribute("data-lm-suppress-shortcuts") == "true"


def stops(figure):
    return figure.locator(".explorer-stops").evaluate_all(
        "all => all.map((stops) => [...stops.children].map((stop) => stop.textContent))"
    )


def test_a_slider_shows_where_it_can_stop(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    figure = page.locator("#explorer-many-names")
    assert stops(figure) == [["0.1", "1", "4"], ["100", "10,000", "1,000,000"]]
    ends, thumb = [
        figure.locator(part).first.evaluate("node => node.getBoundingClientRect().toJSON()")
        for part in (".explorer-stops", "input")
    ]
    for place, stop in enumerate(figure.locator(".explorer-stops").first.locator("span").all()):
        tick = ends["left"] + place / 2 * ends["width"]
        box = stop.bounding_box()
        assert box["x"] <= tick <= box["x"] + box["width"]
    assert thumb["left"] < ends["left"] and ends["right"] < thumb["right"]


STOPS_SEEN = """stops => [...stops.children].map((stop) => {
  const { left, right } = stop.getBoundingClientRect();
  return { left, right, text: getComputedStyle(stop).fontSize === "0px" ? "" : stop.textContent };
})"""


def test_stops_do_not_lie_on_each_other_at_any_width(open_page):
    def picture(epsilon, n):
        return Picture([Bars("count", x=["0", "1"], y=[n, n * epsilon])], f"{n} at {epsilon}.")

    sizes = [100, 500, 2_000, 10_000, 100_000]
    explorer = explore(picture, epsilon=[1, 2, 4], n=sizes, title="Stops", x="bit", y="people")
    page = open_page(page_text([explorer]), width=320)
    for width, shown in [(320, 2), (1000, 5), (320, 2)]:
        drawn.set_width(page, width)
        few, many = (stops.evaluate(STOPS_SEEN) for stops in page.locator(".explorer-stops").all())
        assert [stop["text"] for stop in few] == ["1", "2", "4"]
        written = [stop for stop in many if stop["text"]]
        assert len(written) == shown
        assert all(a["right"] < b["left"] for a, b in zip(written, written[1:]))


def test_a_long_name_at_the_side_takes_two_lines(open_page):
    def picture(n):
        bars = Bars("truth", x=["names on the list", "names that nobody has"], y=[n, 5 - n])
        return Picture([bars], f"{n} names are on the list.")

    explorer = explore(picture, n=[1, 2], title="Names", x="who", y="people")
    page = open_page(page_text([explorer]), width=320)
    figure = page.locator("figure")
    assert "…" not in figure.locator(".explorer-chart").text_content()
    rows = figure.locator(".tick[data-axis=x] text").last.locator("tspan").all_text_contents()
    assert rows == ["names that", "nobody has"]
    drawn.check_words(drawn.check_state(figure, explorer, drawn.start_of(explorer)))


def test_two_stops_are_two_buttons(open_page, specimens):
    page = open_page(page_text(specimens.values()), width=390, has_touch=True)
    figure, explorer = page.locator("#explorer-one-poll"), specimens["explorer-one-poll"]
    assert stops(figure) == [["100", "1,000"]]
    for place, button in enumerate(figure.locator(".explorer-stops span").all()):
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box["width"] > 100 and box["height"] >= 32
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        drawn.check_state(figure, explorer, [place, 0])
        looks = figure.locator(".explorer-stops span").evaluate_all(
            "all => all.map((node) => getComputedStyle(node).backgroundColor)"
        )
        assert looks[0] != looks[1]
        assert figure.locator(".explorer-stops .on").text_content() == button.text_content()


def test_a_table_is_written_when_it_is_opened(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    figure, explorer = page.locator("#explorer-two-names"), specimens["explorer-two-names"]
    drawn.move(page, figure, [2])
    assert figure.locator("table").count() == 0
    figure.locator("summary").click()
    figure.locator("table").first.wait_for()
    drawn.move(page, figure, [0])
    drawn.check_state(figure, explorer, [0])


def test_what_to_notice_is_said_after_the_first_move(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    figure = page.locator("#explorer-many-names")
    assert figure.get_by_text("Move ε.").is_visible()
    assert figure.get_by_text("It shrinks.").is_hidden()
    drawn.move(page, figure, [2, 1])
    assert figure.get_by_text("It shrinks.").is_visible()


ENDS = """figure => {
  const box = (node) => node.getBoundingClientRect().toJSON();
  return [...figure.querySelectorAll(".end-label")].map((label) => {
    const line = [...figure.querySelectorAll("path.line")]
      .find(({ dataset }) => dataset.series === label.textContent);
    const colors = [getComputedStyle(label).fill, getComputedStyle(line).stroke];
    return { label: box(label), line: box(line), name: label.textContent, colors };
  });
}"""
NAMED = ".explorer-legend li.named"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_a_wide_page_a_line_has_its_name_at_its_end(open_page, specimens, theme):
    page = open_page(page_text(specimens.values(), theme=theme))
    figure = page.locator("#explorer-curves-on-log-axes")
    ends = figure.evaluate(ENDS)
    assert {end["name"] for end in ends} == {"local", "central"}
    for end in ends:
        assert 0 < end["label"]["left"] - end["line"]["right"] < 30
        assert abs(end["label"]["bottom"] - end["line"]["bottom"]) < 30
        assert end["colors"][0] == end["colors"][1]
    seen = "all => all.filter((item) => item.clientWidth > 9).map((item) => item.textContent)"
    assert figure.locator(".explorer-legend li").evaluate_all(seen) == ["95 % of runs", "measured"]
    named = figure.locator(".explorer-legend").get_by_role("listitem").all_text_contents()
    assert {"local", "central"} < set(named)  # for those who hear the page
    drawn.set_width(page, 390)
    assert figure.locator(f".end-label, {NAMED}").count() == 0
    assert page.locator("#explorer-a-histogram .end-label").count() == 0  # one line


def test_where_a_name_is_too_long_the_legend_has_it(open_page):
    def named(words):
        def lines(n):
            x, names = [1, 2], [f"{k} {'letters ' * words}" for k in range(4)]
            series = [Line(name, x=x, y=[5, n + k / 100]) for k, name in enumerate(names)]
            return Picture(series, f"They end near {n}.")

        return explore(lines, n=[1, 5], title=f"{words} words", x="time", y="size")

    short, long = named(1), named(9)
    page = open_page(page_text([short, long]), width=900)
    for explorer, labels in [(short, 4), (long, 0)]:
        figure = page.locator(f"#{explorer.id}")
        for place in (0, 1):
            drawn.move(page, figure, [place])
            drawn.check_words(drawn.check_state(figure, explorer, [place]))
            assert figure.locator(".end-label").count() == labels
            assert figure.locator(NAMED).count() == labels


def test_a_line_that_leaves_the_chart_has_its_name_where_it_leaves(open_page):
    def lines(n):
        x = [0, 1, 2, 3, 4]
        series = [Line("up", x=x, y=[0, n, 2 * n, None, 9]), Line("flat", x=x, y=[1] * 5)]
        return Picture([*series, Line("gone", x=x, y=[99] * 5)], f"It rises by {n}.")

    explorer = explore(lines, n=[4, 6], title="Rising", x="time", y="size", y_range=(0, 8))
    page = open_page(page_text([explorer]))
    figure = page.locator("figure")
    places = [[end["name"], round(end["label"]["left"])] for end in figure.evaluate(ENDS)]
    assert [name for name, _ in places] == ["up", "flat"]
    assert places[0][1] < places[1][1] - 100
    assert figure.locator(".explorer-legend li:not(.named)").all_text_contents() == ["gone"]


def test_it_follows_the_width_of_the_window(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    figure = page.locator("#explorer-two-names")
    drawn.move(page, figure, [2])
    for width in (390, 1000):
        drawn.set_width(page, width)
        drawn.check_words(drawn.check_state(figure, specimens["explorer-two-names"], [2]))


def test_without_a_script_the_starting_state_can_be_read(open_page, specimens):
    page = open_page(page_text(specimens.values()), java_script_enabled=False)
    for name, explorer in specimens.items():
        start = explorer.payload()
        text = page.locator(f"#{name}").text_content()
        assert explorer.title in text and start["sentence"] in text
        cells = [
            [row.locator("th, td").all_text_contents() for row in table.locator("tr").all()]
            for table in page.locator(f"#{name} table").all()
        ]
        assert [drawn.numbers(table) for table in cells] == drawn.expected_tables(
            start, explorer.axes["x"]["label"]
        )


# ---- Draw again


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_the_button_steps_through_the_draws_and_begins_again(open_page, specimens, key):
    page = open_page(page_text(specimens.values()))
    figure, explorer = page.locator("#explorer-one-poll"), specimens["explorer-one-poll"]
    figure.locator("input").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Draw again"
    for draw in (1, 2, 0, 1):
        page.keyboard.press(key)
        drawn.check_state(figure, explorer, [1, draw])
    figure.locator("input").focus()
    page.keyboard.press("Home")
    drawn.check_state(figure, explorer, [0, 1])


def test_a_new_draw_is_announced_once(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    figure = page.locator("#explorer-one-poll")
    assert figure.locator("[aria-live]").count() == figure.get_by_role("status").count() == 1
    page.evaluate("""() => {
      globalThis.said = [];
      const status = document.querySelector("#explorer-one-poll [role=status]");
      new MutationObserver(() => said.push(status.textContent))
        .observe(status, { childList: true, subtree: true });
    }""")
    figure.get_by_role("button", name="Draw again").click()
    assert page.evaluate("said") == [specimens["explorer-one-poll"].payload(draw=1)["sentence"]]


def test_only_explorers_with_draws_have_the_button(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    assert page.get_by_role("button", name="Draw again").count() == 1


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


def test_an_address_typed_by_hand(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    address = page.url
    for words, state in [
        ("epsilon=4&n=1000000", (2, 2)),
        ("n=100", (1, 0)),  # what is not named stays at its start
        ("n=1,000,000&epsilon=0.1", (0, 2)),
        ("epsilon=3&n=100", (1, 0)),  # no such value
        ("epsilon=&n=ten&draw=9&old=1", (1, 1)),
        ("%E0%A4%A&&==?#", (1, 1)),
        ("", (1, 1)),
    ]:
        drawn.follow(page, f"{address}#explorer-many-names?{words}")
        drawn.check_state(
            page.locator("#explorer-many-names"), specimens["explorer-many-names"], state
        )
        page.reload()
        drawn.check_state(
            page.locator("#explorer-many-names"), specimens["explorer-many-names"], state
        )
    assert page.complaints == []


def test_an_address_brings_its_figure_into_view(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    top = "document.querySelector('#explorer-one-poll').getBoundingClientRect().top"
    for words in ("", "?n=100&draw=2"):
        page.evaluate("scrollTo(0, 0)")
        drawn.follow(page, page.url.split("#")[0] + "#explorer-one-poll" + words)
        assert 0 <= page.evaluate(top) < 500
    page.evaluate("scrollTo(0, 0)")
    drawn.follow(page, page.url.split("#")[0] + "#explorer-gone?n=100")
    assert page.evaluate("scrollY") == 0 and page.complaints == []


def test_a_plain_link_changes_no_state(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    figure, explorer = page.locator("#explorer-one-poll"), specimens["explorer-one-poll"]
    drawn.follow(page, page.url + drawn.link_to(explorer, (0, 1)))
    drawn.follow(page, page.url.split("?")[0])
    drawn.check_state(figure, explorer, (0, 1))


# ---- print


def background(figure):
    return figure.evaluate("figure => getComputedStyle(figure).backgroundColor")


def test_print_shows_the_chart_and_the_values_but_no_controls(open_page, specimens):
    page = open_page(page_text(specimens.values(), theme="dark"))
    page.emulate_media(media="print")
    assert page.locator(":is(input, button, a, summary):visible").count() == 0
    assert page.locator(".explorer-value:visible").count() == 8
    assert background(page.locator("#explorer-beyond")) == "rgb(255, 255, 255)"


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
    for name, explorer in specimens.items():
        drawn.check_numbers(drawn.read(page.locator(f"#{name}")), explorer, explorer.payload())
        values = page.locator(f"#{name} .explorer-value").all_text_contents()
        assert values == [f"{explorer.start[slider]:,}" for slider in explorer.sliders]
    page.evaluate("document.body.replaceWith(globalThis.screen)")
    for name, state in moved.items():
        drawn.check_state(page.locator(f"#{name}"), specimens[name], state)


# ---- colors, sizes


CONTRASTS = """figure => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const pen = canvas.getContext("2d");
  const light = (name) => {
    pen.fillStyle = getComputedStyle(figure).getPropertyValue(name);
    pen.fillRect(0, 0, 1, 1);
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((c) => linear(c / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return Object.fromEntries(["words", "quiet", "zero", 0, 1, 2, 3, 4, 5].map((name) => {
    const lights = [light(`--explorer-${name}`), light("--explorer-surface")];
    const [low, high] = lights.sort((a, b) => a - b);
    return [name, (high + 0.05) / (low + 0.05)];
  }));
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast(open_page, specimens, theme):
    page = open_page(page_text(specimens.values(), theme=theme))
    contrasts = page.locator("#explorer-beyond").evaluate(CONTRASTS)
    assert contrasts.pop("zero") >= 3
    assert min(contrasts.values()) >= 4.5
    surfaces = {"light": "rgb(255, 255, 255)", "dark": "rgb(28, 33, 40)"}
    assert background(page.locator("#explorer-beyond")) == surfaces[theme]


def test_series_can_be_told_apart_without_color(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    for name in specimens:
        drawn.check_looks_differ(page.locator(f"#{name}"))


@pytest.mark.parametrize("width", [320, 390])
def test_words_in_the_chart_are_large_enough_on_a_phone(open_page, specimens, width):
    page = open_page(page_text(specimens.values()), width=width)
    sizes = page.evaluate("""[...document.querySelectorAll(".explorer-chart text")].map((node) =>
      parseFloat(getComputedStyle(node).fontSize) * node.getScreenCTM().a)""")
    assert min(sizes) >= 11


def test_a_finger_can_use_the_controls(open_page, specimens):
    page = open_page(page_text(specimens.values()), width=320, has_touch=True)
    heights = page.locator(".explorer :is(input, button, a, summary)").evaluate_all(
        "all => all.map((node) => node.getBoundingClientRect().height)"
    )
    assert len(heights) == 8 + 1 + 6 + 6 and min(heights) >= 24
    figure, explorer = page.locator("#explorer-one-poll"), specimens["explorer-one-poll"]
    figure.locator("input").tap(position={"x": 2, "y": 12})
    figure.get_by_role("button", name="Draw again").tap()
    drawn.check_state(figure, explorer, (0, 1))


def test_the_focus_can_be_seen(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    page.locator("details").evaluate_all(
        "all => all.forEach((details) => { details.open = true; })"
    )
    focused = set()
    for _ in range(8 + 1 + 3 * 6):
        page.keyboard.press("Tab")
        kind, outline = page.evaluate("""() => {
          const node = document.activeElement;
          return [node.className || node.tagName, getComputedStyle(node).outlineStyle];
        }""")
        assert outline == "solid", kind
        focused.add(kind)
    assert focused == {"INPUT", "SUMMARY", "explorer-again", "explorer-link", "explorer-table"}
