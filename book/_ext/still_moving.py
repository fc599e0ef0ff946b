"""Moving pictures where no script runs: a telling state, drawn while the site is built.

The picture's own script draws it, in the embedded JavaScript engine and without a page. The script
removes the <noscript> in which it stands.
"""

import json
from functools import cache
from html import escape

from katex_at_build import new_engine
from still_page import PAGE

# the buttons that lead from the start to what is worth a still
PRESSES = {"people": ["next"] * 2, "polls": [], "tiles": ["month"] * 12, "tracks": []}

DRAW = """
let figure;
document.getElementById = () => figure;
Object.assign(globalThis, {
  matchMedia: () => ({ matches: true }),
  clearTimeout: () => null,
  location: { hash: "" },
  URLSearchParams: class { get() { return "1"; } },
  crypto: { getRandomValues: (numbers) => numbers.map(nextBits) },
});
let bits = 1;
const nextBits = () => (bits = (Math.imul(bits, 1664525) + 1013904223) >>> 0);
const drawStill = (script, data, presses) => {
  figure = new Part("", "figure", data);
  (0, eval)(script);
  const parts = figure.all();
  const button = (name) => parts.find((part) => part.attributes["data-does"] === name);
  presses.forEach((name) => button(name).heard.click());
  const svg = parts.find(({ tag }) => tag === "svg");
  return [svg.toString(), svg.attributes["aria-label"]];
};
"""


@cache
def still(name, script, data=()):
    """The SVG that the script has drawn after `PRESSES`, and the sentence beside it."""
    given = ", ".join(map(json.dumps, (script, dict(data), PRESSES[name])))
    engine = new_engine(PAGE + DRAW)
    try:
        svg, sentence = json.loads(engine.eval(f"JSON.stringify(drawStill({given}))"))
    finally:
        engine.close()
    return f"{svg}<p>{escape(sentence)}</p>"
