"""What an explorer draws in a browser, compared with what Python says it should be."""

import json
import math
import re
from urllib.parse import urlencode

from ldp_course.words import WORDS

READ = """async figure => {
  const details = figure.querySelector(".explorer-numbers"); // its table is written once it is open
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
    marks: [...figure.querySelectorAll(".explorer-chart [data-series]")].map((node) => ({
      ...shown(node, "data-series", ...lists, "x", "y", "width", "height", "d"),
      marker: shown(node.querySelector(".marker"), "class", "transform"),
      whisker: shown(node.querySelector(".whisker:not(.halo)"), "d").d,
    })),
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
    legend: [...figure.querySelectorAll(".explorer-legend li:not(.missed)")]
      .map((item) => item.textContent),
    yRange: JSON.parse(figure.querySelector("svg[role=img]").dataset.yRange ?? "null"),
    sentence: figure.querySelector(".explorer-sentence").textContent,
    name: figure.querySelector("svg[role=img]").getAttribute("aria-label"),
  };
}"""


def plain(said):
    """Texts, or lists and dicts of them, with plain blanks in place of no-break spaces."""
    return json.loads(json.dumps(said).replace(r"\u00a0", " "))


def read(figure):
    """Read a figure (a Playwright locator or handle), with plain blanks."""
    return plain(figure.evaluate(READ))


def check_numbers(drawn, explorer, payload):
    """Sentence, legend and table are what `payload` says."""
    assert drawn["sentence"] == payload["sentence"]
    assert drawn["name"] == f"{explorer.title}. {payload['sentence']}"
    assert drawn["legend"] == [series["label"] for series in payload["series"]]
    assert [numbers(table) for table in drawn["tables"]] == expected_tables(
        payload, explorer.axes["x"]["label"]
    )


def check(drawn, explorer, payload):
    """Sentence, legend, numbers, table and the place of each mark are what `payload` says."""
    check_numbers(drawn, explorer, payload)
    geometry = Geometry(drawn["ticks"], axes_of(drawn, explorer))
    for series in payload["series"]:
        marks = [mark for mark in drawn["marks"] if mark["data-series"] == series["label"]]
        if series["mark"] in ("line", "band"):
            check_line(marks, series, geometry)
        else:
            check_rows(marks, series, geometry)


def axes_of(drawn, explorer):
    """The axes as drawn: y may be closer to the numbers than Python's, and then leaves none out."""
    y = explorer.axes["y"]
    assert y["range"][0] <= drawn["yRange"][0] < drawn["yRange"][1] <= y["range"][1]
    return {**explorer.axes, "y": {**y, "range": drawn["yRange"]}}


# ---- states: the place of each slider, and of the draw where there are draws


def start_of(explorer):
    return tuple(values.index(explorer.start[name]) for name, values in explorer.choices.items())


def move(page, figure, state):
    """Go to a state: near it by writing, the last step with an arrow key; draws with the button."""
    sliders = figure.locator(".explorer-sliders input").all()
    for slider, place in zip(sliders, state):
        steps = place - int(slider.input_value())
        if abs(steps) > 1:
            slider.fill(str(place - 1 if steps > 0 else place + 1))
        if steps:
            slider.press("ArrowRight" if steps > 0 else "ArrowLeft")
    if len(state) > len(sliders):
        sentence = figure.locator(".explorer-sentence").text_content()
        draw, draws = map(int, re.search(r"Draw (\d+) of (\d+)\.", plain(sentence)).groups())
        for _ in range((state[-1] + 1 - draw) % draws):
            figure.get_by_role("button", name="Draw again").press("Enter")


def skip_guesses(page):
    """Let every explorer that asks first show its start."""
    page.evaluate(
        """word => {
      for (const button of document.querySelectorAll("figure.explorer button"))
        if (button.textContent === word && button.checkVisibility()) button.click();
    }""",
        WORDS["skip"],
    )


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
    page.wait_for_function("""() => [...document.querySelectorAll(".explorer-chart")].every((box) =>
      box.querySelector("svg").viewBox.baseVal.width === Math.max(270, box.clientWidth || 640))""")


def values_at(explorer, state):
    choices = zip(explorer.choices.items(), state, strict=True)
    return {name: choice[place] for (name, choice), place in choices}


def check_state(figure, explorer, state):
    shown = read(figure)
    check(shown, explorer, explorer.payload(**values_at(explorer, state)))
    assert figure.locator(".explorer-link").get_attribute("href") == link_to(explorer, state)
    return shown


def link_to(explorer, state):
    """Such as #explorer-polls?epsilon=0.5&draw=2: numbers as at the sliders, draws from 1."""
    values = values_at(explorer, state)
    if explorer.draws:
        values["draw"] += 1
    shown = {
        name: int(value) if not isinstance(value, str) and value == int(value) else value
        for name, value in values.items()
    }
    return f"#{explorer.id}?{urlencode(shown)}"


# ---- numbers


def number(text):
    """A number as a table or a mark has it; a name stays a name, nothing is None."""
    try:
        return float(text) if text else None
    except ValueError:
        return text


def as_read(value):
    """A text on the x axis may look like a number; it is read like one."""
    return number(value) if isinstance(value, str) else value


def numbers(table):
    head, *body = table
    return [head, *[[number(text) for text in row] for row in body]]


def expected_tables(payload, x_label):
    groups = {}
    for series in payload["series"]:
        groups.setdefault(tuple(series["x"]), []).append(series)
    expected = []
    for x, group in groups.items():
        columns = [
            (series["label"], name, series[name]) for series in group for name in lists(series)[1:]
        ]
        head = [
            x_label,
            *(label if name == "y" else f"{label}, {name}" for label, name, _ in columns),
        ]
        expected.append([
            head,
            *[[as_read(value) for value in row] for row in zip(x, *(v for _, _, v in columns))],
        ])
    return expected


def lists(series):
    return [name for name in ("x", "y", "low", "high") if name in series]


def check_rows(marks, series, geometry):
    """Bars and points: one mark for each number that is there."""
    rows = [dict(zip(lists(series), row)) for row in zip(*(series[name] for name in lists(series)))]
    rows = [
        {name: value for name, value in row.items() if value is not None}
        for row in rows
        if row["y"] is not None
    ]
    for mark, row in zip(marks, rows, strict=True):
        assert {name: number(mark[f"data-{name}"]) for name in row} == {
            name: as_read(row[name]) for name in row
        }
        assert {name[5:] for name in mark if name.startswith("data-")} == {"series", *row}
        (geometry.check_bar if series["mark"] == "bars" else geometry.check_point)(mark, row)


def check_line(marks, series, geometry):
    """Lines and bands: one path, through all the numbers."""
    (mark,) = marks
    for name in lists(series):
        assert json.loads(mark[f"data-{name}"]) == series[name]
    corners = [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", mark["d"])]
    expected = []
    for rows in stretches(series):
        if series["mark"] == "line":
            expected += [(series["x"][row], series["y"][row]) for row in rows]
        else:
            expected += [(series["x"][row], series["high"][row]) for row in rows]
            expected += [(series["x"][row], series["low"][row]) for row in reversed(rows)]
    for corner, (x, y) in zip(corners, expected, strict=True):
        assert near(corner, geometry.corner(x, y)), f"{series['label']} at ({x}, {y})"


def stretches(series):
    found = [[]]
    for row in range(len(series["x"])):
        if any(series[name][row] is None for name in lists(series)[1:]):
            found.append([])
        else:
            found[-1].append(row)
    return [rows for rows in found if rows]


# ---- geometry: a mark must be where the labels of the axes say that its number is


def near(corner, expected, pixels=1):
    return all(abs(one - other) <= pixels for one, other in zip(corner, expected))


class Geometry:
    """From numbers to pixels, learnt from the first and the last tick of each axis."""

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
                self.names = {
                    tick["value"]: float(tick["text"]["xy"[self.along["x"]]]) for tick in mine
                }
                assert list(self.names) == axes["x"]["categories"]
            else:
                assert len(mine) >= 2, f"the {axis} axis has fewer than two ticks"
                at = "xy"[self.along[axis]] + "1"
                places = [(float(tick["value"]), float(tick["line"][at])) for tick in mine]
                self.linear[axis] = (places[0], places[-1])
                for value, pixel in places:
                    assert abs(self.pixel(axis, value) - pixel) <= 1, (
                        f"tick {value} of the {axis} axis"
                    )

    def bend(self, axis, value):
        return math.log10(value) if self.axes[axis]["scale"] == "log" else value

    def pixel(self, axis, value):
        (a, at_a), (b, at_b) = self.linear[axis]
        a, b = self.bend(axis, a), self.bend(axis, b)
        return at_a + (self.bend(axis, value) - a) / (b - a) * (at_b - at_a)

    def inside(self, y):
        """The pixel of y, or of the border that it lies beyond."""
        low, high = self.axes["y"]["range"]
        return self.pixel("y", min(max(y, low), high))

    def corner(self, x, y):
        corner = (self.pixel("x", x), self.pixel("y", y))
        return corner[::-1] if self.lying else corner

    def check_bar(self, bar, row):
        start, length = ("x", "width") if self.lying else ("y", "height")
        ends = sorted([self.inside(0), self.inside(row["y"])])
        found = [float(bar[start]), float(bar[start]) + float(bar[length])]
        assert near(found, ends), f"bar of {row} is drawn at {found}, not {ends}"
        at, thick = ("y", "height") if self.lying else ("x", "width")
        # bars of several series stand beside each other, so one may be a little off
        middle = float(bar[at]) + float(bar[thick]) / 2
        assert self.stands_at(middle, row["x"], 3 * float(bar[thick])), f"bar of {row}"

    def stands_at(self, across, x, pixels):
        """Whether a mark is so near to its number, or in the slot of its name."""
        if not self.names:
            return abs(across - self.pixel("x", x)) <= pixels
        places = list(self.names.values())
        slot = abs(places[1] - places[0]) if len(places) > 1 else math.inf
        return abs(across - self.names[x]) <= slot / 2

    def check_point(self, point, row):
        x, y = map(
            float, re.match(r"translate\((\S+) (\S+)\)", point["marker"]["transform"]).groups()
        )
        across, along = (y, x) if self.lying else (x, y)
        assert abs(along - self.inside(row["y"])) <= 1, f"point of {row} is drawn at {along}"
        low, high = self.axes["y"]["range"]
        if row["y"] < low or row["y"] > high:
            turn = (0 if row["y"] > high else 180) + (90 if self.lying else 0)
            assert (
                "beyond" in point["marker"]["class"]
                and f"rotate({turn})" in point["marker"]["transform"]
            )
        else:
            assert "beyond" not in point["marker"]["class"]
        assert self.stands_at(across, row["x"], 1), f"point of {row}"
        if "low" in row:
            ends = [
                tuple(map(float, pair))
                for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", point["whisker"])
            ][:2]
            found = [end[self.along["y"]] for end in ends]
            assert near(found, (self.inside(row["low"]), self.inside(row["high"]))), (
                f"interval of {row}"
            )


# ---- how it looks


def check_words(drawn):
    """No two words of the chart lie on each other, and none leaves the chart."""
    left, right, top, bottom = drawn["chart"]
    for place, word in enumerate(drawn["words"]):
        a = word["box"]
        inside = left - 1 <= a[0] and a[1] <= right + 1 and top - 1 <= a[2] and a[3] <= bottom + 1
        assert inside, f"{word['text']!r} leaves the chart"
        for other in drawn["words"][place + 1 :]:
            b = other["box"]
            apart = a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2]
            assert apart, f"{word['text']!r} and {other['text']!r} lie on each other"


def check_looks_differ(figure):
    """No two series have the same dash, shape and fill: whoever sees no color tells them apart."""
    looks = figure.locator(".explorer-legend svg").evaluate_all(
        "all => all.map((svg) => svg.innerHTML)"
    )
    assert looks and len(set(looks)) == len(looks)
