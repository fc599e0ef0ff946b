"""Moving pictures where no script runs: a telling state, drawn while the site is built.

The picture's own script draws it, in the embedded JavaScript engine and without a page: `PAGE` is
the little that the script asks of one. The script removes the <noscript> in which it stands.
"""

import json
from functools import cache
from html import escape

from katex_at_build import new_engine

# the buttons that lead from the start to what is worth a still
PRESSES = {"people": ["next"] * 2, "polls": [], "tiles": ["month"] * 12, "tracks": []}

PAGE = """
const escapedText = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
class Part {
  constructor(tag, data = {}) {
    Object.assign(this, { tag, attributes: {}, children: [], style: {}, heard: {}, dataset: data });
  }
  setAttribute(name, value) { this.attributes[name] = value; }
  addEventListener(event, does) { this.heard[event] = does; }
  appendChild(part) { this.children.push(part); part.above = this; return part; }
  replaceChildren() { this.children = []; }
  remove() { this.above.children.splice(this.above.children.indexOf(this), 1); }
  get firstChild() { return this.children[0]; }
  get lastChild() { return this.children.at(-1); }
  set textContent(text) { this.children = text === "" ? [] : [escapedText(text)]; }
  get classList() {
    const names = new Set((this.attributes.class ?? "").split(" "));
    return { toggle: (name, isOn) => {
      names[isOn ? "add" : "delete"](name);
      this.attributes.class = [...names].join(" ");
    } };
  }
  all() {
    const parts = this.children.filter((part) => part instanceof Part);
    return parts.flatMap((part) => [part, ...part.all()]);
  }
  querySelector(name) { return this.all().find((part) => `.${part.attributes.class}` === name); }
  toString() {
    if (this.style.opacity === 0) return "";
    const style = Object.entries(this.style).map(([name, value]) => `${name}:${value}`).join(";");
    const told = Object.entries(style ? { ...this.attributes, style } : this.attributes);
    const attributes = told.map(([name, value]) => ` ${name}="${escapedText(value)}"`).join("");
    return `<${this.tag}${attributes}>${this.children.join("")}</${this.tag}>`;
  }
}
let figure;
Object.assign(globalThis, {
  document: {
    createElement: (tag) => new Part(tag),
    createElementNS: (namespace, tag) => new Part(tag),
    getElementById: () => figure,
  },
  matchMedia: () => ({ matches: true }),
  clearTimeout: () => null,
  location: { hash: "" },
  URLSearchParams: class { get() { return "1"; } },
  crypto: { getRandomValues: (numbers) => numbers.map(nextBits) },
});
let bits = 1;
const nextBits = () => (bits = (Math.imul(bits, 1664525) + 1013904223) >>> 0);
const drawStill = (script, data, presses) => {
  figure = new Part("figure", data);
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
    engine = new_engine(PAGE)
    try:
        svg, sentence = json.loads(engine.eval(f"JSON.stringify(drawStill({given}))"))
    finally:
        engine.close()
    return f"{svg}<p>{escape(sentence)}</p>"
