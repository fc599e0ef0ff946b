"""Explorers where no script runs: the starting state, drawn while the site is built.

The explorer's own script draws it, in the embedded JavaScript engine and without a page. The script
removes the <noscript> in which it stands.
"""

import json
import re
from functools import cache
from html import escape

from katex_at_build import new_engine
from still_page import PAGE

from ldp_course.explore.page import read
from ldp_course.words import WORDS, unbroken

WIDTH = 400  # as wide as a phone, so that its words stay large there; the style sheet says the most

ENGINE = """
const innerHeight = 900;
const getComputedStyle = () => ({ fontFamily: "" });
Part.prototype.clientWidth = WIDTH;
Part.prototype.getContext = () => ({ measureText: (text) => ({ width: 7.2 * text.length }) });
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
FIGURE = re.compile(r'<figure class="explorer".*?</figure>', re.DOTALL)
STILL = re.compile(
    r'<p class="explorer-still">.*?</p>(?=.*?<script type="application/json">(.*?)</script>)',
    re.DOTALL,
)


@cache
def engine():
    parts = "".join(read(f"script/{name}.js") for name in ("numbers", "marks", "ends", "chart"))
    words = f"const WORDS = {json.dumps(WORDS)}; const WIDTH = {WIDTH};"
    return new_engine(words + PAGE + ENGINE + parts + DRAW)


def still(found):
    sliders = json.loads(found[1])["sliders"]
    values = ", ".join(f"{one['label']}: {one['values'][one['start']]}" for one in sliders)
    says = unbroken(escape(WORDS["still_start"].format(values=values)))
    drawing = engine().call("drawStill", found[1])
    return f'<noscript class="explorer-still">{drawing}<p>{says}</p></noscript>'


def with_stills(body):
    """The HTML of a page, with the drawing in place of the sentence that stands for it, and with no
    line of an explorer that ends between a number and its unit.
    """
    return FIGURE.sub(lambda found: STILL.sub(still, unbroken(found[0])), body)
