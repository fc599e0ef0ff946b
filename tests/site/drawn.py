"""Compare what an explorer draws in a browser with Python's numbers."""

import json
import math
import re
from urllib.parse import urlencode

from ldp_course.explore.values import uncolored
from ldp_course.figure_words import WORDS

READ = """async figure => {
  // its table is written once it is open
  const details = figure.querySelector(".explorer-numbers");
  const opened = details.open ||
    new Promise((done) => details.addEventListener("toggle", done, { once: true }));
  const wasOpen = details.open;
  details.open = true;
  await opened;
  const tables = [...figure.querySelectorAll("table")].map((table) =>
    [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)));
  details.open = wasOpen;
  const shown = (node, ...names) => {
    const there = names.filter((name) => node?.hasAttribute(name));
    return Object.fromEntries(there.map((name) => [name, node.getAttribute(name)]));
  };
  const lists = ["data-x", "data-y", "data-low", "data-high"];
  const box = (node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return [left, right, top, bottom];
  };
  return {
    marks: [...figure.querySelectorAll(".explorer-chart [data-series]")].map(
      (node) => ({
      ...shown(node, "data-series", ...lists, "x", "y", "width", "height", "d"),
      marker: shown(node.querySelector(".marker"), "class", "transform"),
      whisker: shown(node.querySelector(".whisker:not(.halo)"), "d").d,
      }),
    ),
    ticks: [...figure.querySelectorAll(".tick")].map((node) => ({
      axis: node.dataset.axis,
      value: node.dataset.value,
      line: shown(node.querySelector("line"), "x1", "y1", "x2", "y2"),
      text: shown(node.querySelector("text"), "x", "y"),
    })),
    words: [...figure.querySelectorAll(".explorer-chart text")].map((node) =>
      ({ text: node.textContent, box: box(node) })),
    chart: box(figure.querySelector(".explorer-chart svg")),
    tables,
    legend: [...figure.querySelectorAll(
      ".explorer-legend li:not(.missed, .unseen)")]
      .map((item) => item.textContent),
    yRange: JSON.parse(figure.querySelector("svg[role=img]").dataset.yRange ?? "null"),
    sentence: SENTENCE(figure),
    name: figure.querySelector("svg[role=img]").getAttribute("aria-label"),
  };
}"""


# the claim above the chart, and what is said with the numbers
SENTENCE = """figure => [".explorer-sentence", ".explorer-rest"].map((part) =>
  figure.querySelector(part)?.textContent).filter(Boolean).join(" ")"""
READ = READ.replace("SENTENCE", f"({SENTENCE})")


def sentence_of(figure):
    return plain(figure.evaluate(SENTENCE))


def plain(texts):
    """Replace no-break spaces by blanks in texts, or in lists and dicts of them."""
    return json.loads(json.dumps(texts).replace(r"\u00a0", " "))


def read(figure):
    """Read a figure (a Playwright locator or handle), with plain blanks."""
    return plain(figure.evaluate(READ))


def check_numbers(content, explorer, payload):
    """Check sentence, legend and table against `payload`."""
    sentence = uncolored(payload["sentence"])
    assert content["sentence"] == sentence
    assert content["name"] == f"{explorer.title}. {sentence}"
    assert content["legend"] == [series["label"] for series in payload["series"]]
    expected = expected_tables(payload, explorer.axes["x"]["label"])
    assert [numbers(table) for table in content["tables"]] == expected


def check(content, explorer, payload):
    """Check sentence, legend, table and the place of each mark against `payload`."""
    check_numbers(content, explorer, payload)
    geometry = Geometry(content["ticks"], axes_of(content, explorer))
    for series in payload["series"]:
        of_series = {"data-series": series["label"]}.items()
        marks = [mark for mark in content["marks"] if of_series <= mark.items()]
        is_path = series["mark"] in ("line", "band")
        (check_line if is_path else check_rows)(marks, series, geometry)


def axes_of(content, explorer):
    """Return the axes as drawn: y may be narrower than Python's, and cuts nothing."""
    y = explorer.axes["y"]
    assert y["range"][0] <= content["yRange"][0] < content["yRange"][1] <= y["range"][1]
    return {**explorer.axes, "y": {**y, "range": content["yRange"]}}


# ---- states: the place of each slider, and of the draw where there are draws


def start_of(explorer):
    choices = explorer.choices.items()
    return tuple(values.index(explorer.start[name]) for name, values in choices)


def move(page, figure, state):
    """Go to a state, the last step with an arrow key; draws with the button."""
    # after a button of the guess, until it takes clicks again
    page.wait_for_selector(f"#{figure.get_attribute('id')}:not([data-turned])")
    sliders = figure.locator(".explorer-slider").all()
    for slider, place in zip(sliders, state):
        inputs = slider.locator("input")
        if inputs.count() > 1:
            inputs.nth(place).check(force=True)
            continue
        steps = place - int(inputs.input_value())
        if abs(steps) > 1:
            inputs.fill(str(place - 1 if steps > 0 else place + 1))
        if steps:
            inputs.press("ArrowRight" if steps > 0 else "ArrowLeft")
    if len(state) > len(sliders):
        said = re.search(r"Draw (\d+) of (\d+)\.", sentence_of(figure))
        draw, draws = map(int, said.groups())
        for _ in range((state[-1] + 1 - draw) % draws):
            figure.get_by_role("button", name="Draw again").press("Enter")


SKIP = """word => {
  for (const button of document.querySelectorAll("figure.explorer button"))
    if (button.textContent === word && button.checkVisibility()) button.click();
}"""


def skip_guesses(page):
    """Let every explorer that asks first show its start."""
    page.evaluate(SKIP, WORDS["skip"])


def follow(page, address):
    """Go to another place of the same page, and wait until the page has heard of it."""
    page.evaluate("""() => {
      globalThis.heard = new Promise((hear) =>
        addEventListener("hashchange", hear, { once: true }));
    }""")
    page.goto(address)
    page.evaluate("heard.then(() => null)")


def set_width(page, width):
    """Give the window a width, and wait until the charts have followed."""
    page.set_viewport_size({"width": width, "height": 900})
    wait_for_charts(page)


def wait_for_charts(page):
    """Wait until the charts are drawn, and fit the window."""
    page.wait_for_function("""() =>
      [...document.querySelectorAll(".explorer-chart")].every((box) =>
        box.querySelector("svg")?.viewBox.baseVal.width ===
          Math.max(270, box.clientWidth || 640))""")


def values_at(explorer, state):
    choices = zip(explorer.choices.items(), state, strict=True)
    return {name: choice[place] for (name, choice), place in choices}


def check_state(figure, explorer, state):
    shown = read(figure)
    check(shown, explorer, explorer.payload(**values_at(explorer, state)))
    link = figure.locator(".explorer-link").get_attribute("href")
    assert link == link_to(explorer, state)
    return shown


def link_to(explorer, state):
    """Return the link to a state, such as #explorer-polls?epsilon=0.5&draw=2."""
    values = values_at(explorer, state)
    if explorer.draws:
        values["draw"] += 1
    for name, value in values.items():
        if not isinstance(value, str) and value == int(value):
            values[name] = int(value)
    return f"#{explorer.id}?{urlencode(values)}"


# ---- numbers


def number(text):
    """Return the number of a text; a name stays a name, and an empty text is None."""
    try:
        return float(text) if text else None
    except ValueError:
        return text


def as_read(value):
    """Return a value as the table has it: a text like a number is a number."""
    return number(value) if isinstance(value, str) else value


def numbers(table):
    head, *body = table
    return [head, *[[number(text) for text in row] for row in body]]


def expected_tables(payload, x_label):
    groups = {}
    for series in payload["series"]:
        groups.setdefault(tuple(series["x"]), []).append(series)
    return [expected_table(x, group, x_label) for x, group in groups.items()]


def expected_table(x, group, x_label):
    head, columns = [x_label], [x]
    for series in group:
        for name in lists(series)[1:]:
            head.append(series["label"] + ("" if name == "y" else f", {name}"))
            columns.append(series[name])
    return [head, *[[as_read(value) for value in row] for row in zip(*columns)]]


def lists(series):
    return [name for name in ("x", "y", "low", "high") if name in series]


def check_rows(marks, series, geometry):
    """Check that bars or points have a mark for each number that is there."""
    names = lists(series)
    rows = [dict(zip(names, row)) for row in zip(*(series[name] for name in names))]
    rows = [
        {name: value for name, value in row.items() if value is not None}
        for row in rows
        if row["y"] is not None
    ]
    check = geometry.check_bar if series["mark"] == "bars" else geometry.check_point
    for mark, row in zip(marks, rows, strict=True):
        data = {key[5:]: text for key, text in mark.items() if key.startswith("data-")}
        del data["series"]
        values = {name: as_read(value) for name, value in row.items()}
        assert {name: number(text) for name, text in data.items()} == values
        check(mark, row)


def check_line(marks, series, geometry):
    """Check that a line or band is a single path through all its numbers."""
    (mark,) = marks
    for name in lists(series):
        assert json.loads(mark[f"data-{name}"]) == series[name]
    expected = []
    for rows in stretches(series):
        there, back = ("y", None) if series["mark"] == "line" else ("high", "low")
        expected += [(series["x"][row], series[there][row]) for row in rows]
        if back:
            expected += [(series["x"][row], series[back][row]) for row in rows[::-1]]
    for corner, (x, y) in zip(pairs(mark["d"]), expected, strict=True):
        assert near(corner, geometry.corner(x, y)), f"{series['label']} at ({x}, {y})"


def stretches(series):
    runs = [[]]
    for row in range(len(series["x"])):
        if any(series[name][row] is None for name in lists(series)[1:]):
            runs.append([])
        else:
            runs[-1].append(row)
    return [rows for rows in runs if rows]


# ---- geometry: a mark must be where the labels of the axes say that its number is


def pairs(path):
    """Return the pairs of numbers of a path."""
    found = re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)
    return [tuple(map(float, pair)) for pair in found]


def near(corner, expected, pixels=1):
    return all(abs(actual - other) <= pixels for actual, other in zip(corner, expected))


class Geometry:
    """From numbers to pixels, learned from the first and the last tick of each axis."""

    def __init__(self, ticks, axes):
        self.axes = axes
        lines = [tick["line"] for tick in ticks if tick["axis"] == "y"]
        assert len(lines) >= 2, "the y axis has fewer than two ticks"
        self.lying = lines[0]["x1"] == lines[0]["x2"]
        self.along = {"x": 1, "y": 0} if self.lying else {"x": 0, "y": 1}
        self.names = {}
        self.linear = {}
        for axis in ("x", "y"):
            mine = [tick for tick in ticks if tick["axis"] == axis]
            if "categories" in axes[axis]:
                at = "xy"[self.along["x"]]
                self.names = {tick["value"]: float(tick["text"][at]) for tick in mine}
                assert list(self.names) == axes["x"]["categories"]
            else:
                assert len(mine) >= 2, f"the {axis} axis has fewer than two ticks"
                at = "xy"[self.along[axis]] + "1"
                values = [float(tick["value"]) for tick in mine]
                places = [float(tick["line"][at]) for tick in mine]
                ends = (values[0], places[0]), (values[-1], places[-1])
                self.linear[axis] = ends
                pixels = [self.pixel(axis, value) for value in values]
                assert near(places, pixels), f"ticks of the {axis} axis"

    def bend(self, axis, value):
        return math.log10(value) if self.axes[axis]["scale"] == "log" else value

    def pixel(self, axis, value):
        (a, at_a), (b, at_b) = self.linear[axis]
        a, b = self.bend(axis, a), self.bend(axis, b)
        return at_a + (self.bend(axis, value) - a) / (b - a) * (at_b - at_a)

    def inside(self, y):
        """Return the pixel of y, or of the border that it lies beyond."""
        low, high = self.axes["y"]["range"]
        return self.pixel("y", min(max(y, low), high))

    def corner(self, x, y):
        corner = (self.pixel("x", x), self.pixel("y", y))
        return corner[::-1] if self.lying else corner

    def check_bar(self, bar, row):
        start, length = ("x", "width") if self.lying else ("y", "height")
        ends = sorted([self.inside(0), self.inside(row["y"])])
        extent = [float(bar[start]), float(bar[start]) + float(bar[length])]
        assert near(extent, ends), f"bar of {row} is drawn at {extent}, not {ends}"
        at, thick = ("y", "height") if self.lying else ("x", "width")
        # bars of several series stand beside each other, so one may be a little off
        middle = float(bar[at]) + float(bar[thick]) / 2
        assert self.stands_at(middle, row["x"], 3 * float(bar[thick])), f"bar of {row}"

    def stands_at(self, across, x, pixels):
        """Return whether a mark is near to its number, or in the slot of its name."""
        if not self.names:
            return abs(across - self.pixel("x", x)) <= pixels
        places = list(self.names.values())
        slot = abs(places[1] - places[0]) if len(places) > 1 else math.inf
        return abs(across - self.names[x]) <= slot / 2

    def check_point(self, point, row):
        marker, place = point["marker"]["class"], point["marker"]["transform"]
        (x, y) = pairs(place)[0]
        across, along = (y, x) if self.lying else (x, y)
        assert abs(along - self.inside(row["y"])) <= 1, f"{row} is drawn at {along}"
        low, high = self.axes["y"]["range"]
        is_beyond = row["y"] < low or row["y"] > high
        assert ("beyond" in marker) == is_beyond, f"point of {row}"
        if is_beyond:
            turn = (0 if row["y"] > high else 180) + (90 if self.lying else 0)
            assert f"rotate({turn})" in place
        assert self.stands_at(across, row["x"], 1), f"point of {row}"
        if "low" in row:
            extent = [end[self.along["y"]] for end in pairs(point["whisker"])[:2]]
            ends = self.inside(row["low"]), self.inside(row["high"])
            assert near(extent, ends), f"interval of {row}"


# ---- how it looks


def check_words(content):
    """Check that no two words overlap, and that none leaves the chart."""
    left, right, top, bottom = content["chart"]
    for place, word in enumerate(content["words"]):
        a = word["box"]
        across = left - 1 <= a[0] and a[1] <= right + 1
        along = top - 1 <= a[2] and a[3] <= bottom + 1
        assert across and along, f"{word['text']!r} leaves the chart"
        for other in content["words"][place + 1 :]:
            b = other["box"]
            apart = a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2]
            assert apart, f"{word['text']!r} and {other['text']!r} lie on each other"


def check_looks_differ(figure):
    """Check that series differ in dash, shape or fill, for whoever sees no color."""
    looks = figure.locator(".explorer-legend svg").evaluate_all(
        "all => all.map((svg) => svg.innerHTML)"
    )
    assert looks and len(set(looks)) == len(looks)
