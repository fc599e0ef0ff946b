"""Explorers where no script runs: the starting state, drawn while the site is built.

The explorer's own script draws it, in the embedded JavaScript engine and without a page: `PAGE` is
the little that the script asks of one. The script removes the <noscript> in which it stands.
"""

import json
import re
from functools import cache
from html import escape

from katex_at_build import new_engine

from ldp_course.explore.page import read
from ldp_course.words import WORDS

WIDTH = 400  # as wide as a phone, so that its words stay large there; the style sheet says the most

PAGE = """
const innerHeight = 900;
const getComputedStyle = () => ({ fontFamily: "" });
const escapedText = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
class Part {
  constructor(namespaceURI, tag) {
    Object.assign(this, { namespaceURI, tag, attributes: {}, children: [], clientWidth: WIDTH });
  }
  getContext() { return { measureText: (text) => ({ width: 7.2 * text.length }) }; }
  setAttribute(name, value) { this.attributes[name] = value; }
  append(...parts) { this.children.push(...parts); }
  replaceChildren(...parts) { this.children = parts; }
  set textContent(text) { this.children = [escapedText(text)]; }
  toString() {
    if (this.tag === "title") return "";
    const isSeen = ([name, value]) => !name.startsWith("data-") && value !== "none";
    const attributes = Object.entries(this.attributes).filter(isSeen)
      .map(([name, value]) => ` ${name}="${escapedText(value)}"`);
    return `<${this.tag}${attributes.join("")}>${this.children.join("")}</${this.tag}>`;
  }
}
const document = {
  createElement: (tag) => new Part("", tag),
  createElementNS: (namespace, tag) => new Part(namespace, tag),
};
"""
DRAW = """
function drawStill(text) {
  const grid = JSON.parse(text);
  const draw = { values: Array(grid.draws ?? 1), start: 0 };
  const choices = [...grid.sliders, draw];
  const sizes = choices.map(({ values }) => values.length);
  const state = stateAt(grid, sizes, choices.map(({ start }) => start));
  const series = dress(state.series);
  const [legend, chart] = [new Part("", "ul"), new Part("", "div")];
  legend.setAttribute("class", "explorer-legend");
  chart.setAttribute("class", "explorer-chart");
  const axes = { ...grid.chart, y: zoomed(grid.chart.y, series) };
  drawLegend(legend, series, drawChart(chart, axes, { ...state, series }).named);
  return `${legend}${chart}`;
}
"""
FIGURE = re.compile(
    r'<p class="explorer-still">.*?</p>(?=.*?<script type="application/json">(.*?)</script>)',
    re.DOTALL,
)


@cache
def engine():
    parts = "".join(read(f"script/{name}.js") for name in ("numbers", "marks", "ends", "chart"))
    words = f"const WORDS = {json.dumps(WORDS)}; const WIDTH = {WIDTH};"
    return new_engine(words + PAGE + parts + DRAW)


def still(found):
    sliders = json.loads(found[1])["sliders"]
    values = ", ".join(f"{one['label']}: {one['values'][one['start']]}" for one in sliders)
    says = escape(WORDS["still_start"].format(values=values))
    drawing = engine().call("drawStill", found[1])
    return f'<noscript class="explorer-still">{drawing}<p>{says}</p></noscript>'


def with_stills(body):
    """The HTML of a page, with the drawing in place of the sentence that stands for it."""
    return FIGURE.sub(still, body)
