"""The explorers as a reader moves them: without a kernel, from a file. Each drawn number must be Python's."""

import os
import random
from functools import cache
from itertools import product
from pathlib import Path

import nbformat
import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell

import drawn
from conftest import SITE, page_names
from ldp_course.explore import Band, Bars, Explorer, Line, Picture, Points, explore

ROOT = Path(__file__).parents[2]
MODULE = ROOT / "ldp_course"


# ---- every explorer of every built page


def pages_with_explorers():
    return [name for name in page_names() if 'class="explorer"' in (SITE / name).read_text(encoding="utf-8")]


@cache
def explorers_of(notebook):
    """Run the notebook's code and return the explorers that it makes, by their id."""
    made = {}
    plain_init = Explorer.__init__

    def noting_init(self, *arguments, **options):
        plain_init(self, *arguments, **options)
        made[self.id] = self

    folder = os.getcwd()
    shell = InteractiveShell()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Explorer, "__init__", noting_init)
        patch.setenv("MPLBACKEND", "agg")
        patch.setenv("LDP_COURSE_WIDGETS", "0")
        patch.syspath_prepend(str(notebook.parent))
        os.chdir(notebook.parent)
        try:
            for cell in nbformat.read(notebook, as_version=4).cells:
                if cell.cell_type == "code":
                    shell.run_cell(cell.source, silent=True).raise_error()
        finally:
            os.chdir(folder)
    return made


def some_states(explorer):
    """First, last and starting value of each slider, and ten states at random (the same ten each time)."""
    sizes = [range(len(values)) for values in explorer.sliders.values()]
    start = tuple(values.index(explorer.start[name]) for name, values in explorer.sliders.items())
    ends = [start[:k] + (end,) + start[k + 1 :] for k, size in enumerate(sizes) for end in (0, size[-1])]
    states = list(product(*sizes))
    return [start, *ends, *random.Random(explorer.id).sample(states, min(10, len(states)))]


def move(page, figure, state):
    """Move each slider to its place in `state` with the keyboard."""
    for slider, place in zip(figure.locator("input[type=range]").all(), state, strict=True):
        slider.focus()
        page.keyboard.press("Home")
        for _ in range(place):
            page.keyboard.press("ArrowRight")


def values_at(explorer, state):
    return {name: values[place] for (name, values), place in zip(explorer.sliders.items(), state, strict=True)}


def check_state(figure, explorer, state):
    values = values_at(explorer, state)
    shown = drawn.read(figure)
    drawn.check(shown, explorer, explorer.payload(**values))
    return shown


@pytest.fixture(params=pages_with_explorers())
def explorer_page(request, site, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto((site / request.param).as_uri())
    yield page, explorers_of((ROOT / request.param).with_suffix(".ipynb"))
    page.close()


def test_what_is_drawn_is_what_python_says(explorer_page):
    page, explorers = explorer_page
    shown = [figure.get_attribute("id") for figure in page.locator("figure.explorer").all()]
    assert shown and set(shown) <= set(explorers)
    for name in shown:
        figure, explorer = page.locator(f"#{name}"), explorers[name]
        for state in some_states(explorer):
            move(page, figure, state)
            check_state(figure, explorer, state)


def test_the_pointer_moves_the_sliders_too(explorer_page):
    page, explorers = explorer_page
    for figure in page.locator("figure.explorer").all():
        explorer = explorers[figure.get_attribute("id")]
        for slider in figure.locator("input[type=range]").all():
            box = slider.bounding_box()
            slider.click(position={"x": box["width"] - 2, "y": box["height"] / 2})
        check_state(figure, explorer, [len(values) - 1 for values in explorer.sliders.values()])


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_words_in_the_charts_do_not_lie_on_each_other(explorer_page, width):
    page, _ = explorer_page
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_timeout(200)  # the charts follow the width
    for figure in page.locator("figure.explorer").all():
        drawn.check_words(drawn.read(figure))


# ---- the component itself, on a page of its own

NAMES = [
    "Prof-specialty", "Craft-repair", "Exec-managerial", "Adm-clerical", "Sales", "Other-service", "Machine-op-inspct",
    "Transport-moving", "Handlers-cleaners", "Farming-fishing", "Tech-support", "Protective-serv", "Armed-Forces",
]  # fmt: skip


def many_names(epsilon, n):
    rng = np.random.default_rng(1)
    true = np.sort(rng.integers(1, n, 13))[::-1]
    estimate = true + rng.normal(0, n / 10 / epsilon, 13)
    points = Points("estimate", x=NAMES, y=estimate, low=estimate - n / 5 / epsilon, high=estimate + n / 5 / epsilon)
    return Picture([Bars("true", x=NAMES, y=true), points], f"At ε = {epsilon} with {n:,} people.")


def two_names(epsilon):
    series = [
        Bars("truth", x=["0", "1"], y=[120, 80]),
        Bars("reports", x=["0", "1"], y=[110 - epsilon, 90 + epsilon]),
        Points("raw", x=["0", "1"], y=[None, 70 * epsilon], low=[None, 60], high=[None, 80 * epsilon]),
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
    return Picture([Bars("runs", x=middle, y=counts), Line("theory", x=middle, y=density)], f"{n} people.")


def beyond(epsilon):
    series = [
        Line("steep", x=[0, 0.5, 1], y=[0, 4 / epsilon, -3]),
        Points("far", x=[0.2, 0.4, 0.6], y=[epsilon, 5, -9], low=[-1, 4 * epsilon, -12], high=[9, 6, -8]),
    ]
    return Picture(series, f"Beyond the axis at ε = {epsilon}.")


@pytest.fixture(scope="module")
def specimens():
    made = [
        explore(many_names, epsilon=[0.1, 1, 4], n=[100, 10_000, 1_000_000], title="Many names", x="occupation",
                y="people", y_range=(-200_000, 800_000), try_this="Move ε.", notice="It shrinks."),
        explore(two_names, epsilon=[1, 2, 3], title="Two names", x="reported bit", y="people"),
        explore(curves, epsilon=[0.1, 0.5, 1, 2, 4], runs=[50, 200], labels={"runs": "runs per point"},
                title="Curves on log axes", x="N (people)", y="standard error", x_scale="log", y_scale="log"),
        explore(histogram, n=[250, 1000, 4000], title="A histogram", x="error", y="runs"),
        explore(beyond, epsilon=[0.5, 1], title="Beyond", x="share", y="error", x_range=(0, 1), y_range=(-2, 3)),
    ]  # fmt: skip
    return {explorer.id: explorer for explorer in made}


def page_text(explorers, theme="light", script_first=True):
    script = f"<script>{(MODULE / 'explore.js').read_text('utf-8')}</script>"
    body = "\n".join(explorer.to_html() for explorer in explorers)
    return (
        f'<!doctype html><html lang="en" data-theme="{theme}"><head><meta charset="utf-8"><title>Explorers</title>'
        '<meta name="viewport" content="width=device-width"><style>body { margin: 8px; font-family: sans-serif }'
        f"{(MODULE / 'explore.css').read_text('utf-8')}</style>{script if script_first else ''}</head>"
        f"<body>{body}{'' if script_first else script}</body></html>"
    )


@pytest.fixture
def open_page(browser, tmp_path):
    opened = []

    def open_one(text, **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | options)
        page = context.new_page()
        page.complaints = []
        page.on("console", lambda message: page.complaints.append(message.text))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        file = tmp_path / f"page{len(opened)}.html"
        file.write_text(text, encoding="utf-8")
        page.goto(file.as_uri())
        opened.append(context)
        return page

    yield open_one
    for context in opened:
        context.close()


@pytest.mark.parametrize("script_first", [True, False], ids=["script first", "script last"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_every_kind_of_mark_in_every_state(open_page, specimens, width, script_first):
    page = open_page(page_text(specimens.values(), script_first=script_first), viewport={"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for name, explorer in specimens.items():
        figure = page.locator(f"#{name}")
        drawn.check(drawn.read(figure), explorer, explorer.payload())
        for state in product(*(range(len(values)) for values in explorer.sliders.values())):
            move(page, figure, state)
            drawn.check_words(check_state(figure, explorer, state))
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
        move(page, figure, [0])
        move(page, figure, [1])
        check_state(figure, explorer, [1])
        figure.evaluate(f"figure => {change}")
        with pytest.raises((AssertionError, ValueError)):
            check_state(figure, explorer, [1])


def test_a_slider_tells_its_name_and_value(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    epsilon, n = page.locator("#explorer-many-names input").all()
    assert page.get_by_label("N (people)").first.get_attribute("id") == n.get_attribute("id")
    n.focus()
    page.keyboard.press("ArrowRight")
    assert n.get_attribute("aria-valuetext") == "1,000,000"
    assert page.locator("#explorer-many-names .explorer-value").all_text_contents() == ["1", "1,000,000"]
    assert page.locator("#explorer-curves-on-log-axes .explorer-value").all_text_contents() == ["1", "200"]
    assert epsilon.get_attribute("data-lm-suppress-shortcuts") == "true"


def test_it_follows_the_width_of_the_window(open_page, specimens):
    page = open_page(page_text(specimens.values()))
    figure = page.locator("#explorer-two-names")
    move(page, figure, [2])
    for width in (390, 1000):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function("""() => {
          const svg = document.querySelector("#explorer-two-names .explorer-chart svg");
          return Math.abs(svg.viewBox.baseVal.width - svg.clientWidth) < 1;
        }""")
        drawn.check_words(check_state(figure, specimens["explorer-two-names"], [2]))


def test_without_a_script_the_starting_state_can_be_read(open_page, specimens):
    page = open_page(page_text(specimens.values()), java_script_enabled=False)
    for name, explorer in specimens.items():
        start = explorer.payload()
        text = page.locator(f"#{name}").text_content()
        assert explorer.title in text and start["sentence"] in text
        cells = [[row.locator("th, td").all_text_contents() for row in table.locator("tr").all()]
                 for table in page.locator(f"#{name} table").all()]
        assert [drawn.numbers(table) for table in cells] == drawn.expected_tables(start, explorer.axes["x"]["label"])


def background(figure):
    return figure.evaluate("figure => getComputedStyle(figure).backgroundColor")


def test_print_shows_the_chart_and_the_values_but_no_sliders(open_page, specimens):
    page = open_page(page_text(specimens.values(), theme="dark"))
    page.emulate_media(media="print")
    assert page.locator("input:visible").count() == 0
    assert page.locator(".explorer-value:visible").count() == 7
    assert background(page.locator("#explorer-beyond")) == "rgb(255, 255, 255)"


CONTRASTS = """figure => {
  const pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  const light = (name) => {
    pen.fillStyle = getComputedStyle(figure).getPropertyValue(name);
    pen.fillRect(0, 0, 1, 1);
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((c) => linear(c / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return Object.fromEntries(["words", "quiet", "zero", 0, 1, 2, 3, 4, 5].map((name) => {
    const [low, high] = [light(`--explorer-${name}`), light("--explorer-surface")].sort((a, b) => a - b);
    return [name, (high + 0.05) / (low + 0.05)];
  }));
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast(open_page, specimens, theme):
    page = open_page(page_text(specimens.values(), theme=theme))
    contrasts = page.locator("#explorer-beyond").evaluate(CONTRASTS)
    assert min(contrasts["words"], contrasts["quiet"]) >= 4.5
    assert min(contrasts.values()) >= 3
    surfaces = {"light": "rgb(255, 255, 255)", "dark": "rgb(28, 33, 40)"}
    assert background(page.locator("#explorer-beyond")) == surfaces[theme]


def test_words_in_the_chart_are_large_enough_on_a_phone(open_page, specimens):
    page = open_page(page_text(specimens.values()), viewport={"width": 390, "height": 900})
    sizes = page.evaluate("""[...document.querySelectorAll(".explorer-chart text")].map((node) =>
      parseFloat(getComputedStyle(node).fontSize) * node.getScreenCTM().a)""")
    assert min(sizes) >= 11
