// The little that a drawing script asks of a page, and two functions that draw with it:
// stills.py runs them while the site is built. What only a script reads, such as
// listeners and data attributes, is left out of the text of a part.
const escapedText = (text) =>
  String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
class Part {
  constructor(namespaceURI, tag, dataset = {}) {
    Object.assign(this, { namespaceURI, tag, dataset, children: [] });
    Object.assign(this, { attributes: {}, style: {}, heard: {} });
  }
  setAttribute(name, value) { this.attributes[name] = value; }
  addEventListener(event, does) { this.heard[event] = does; }
  append(...parts) { parts.forEach((part) => this.appendChild(part)); }
  appendChild(part) { this.children.push(part); part.above = this; return part; }
  replaceChildren(...parts) { this.children = []; this.append(...parts); }
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
  querySelector(name) {
    return this.all().find((part) => `.${part.attributes.class}` === name);
  }
  toString() {
    if (this.tag === "title" || this.style.opacity === 0) return "";
    const rules = Object.entries(this.style).map(([name, value]) => `${name}:${value}`);
    const style = rules.length ? { style: rules.join(";") } : {};
    const isSeen = ([name, value]) => !name.startsWith("data-") && value !== "none";
    const attributes = Object.entries({ ...this.attributes, ...style })
      .filter(isSeen)
      .map(([name, value]) => ` ${name}="${escapedText(value)}"`)
      .join("");
    return `<${this.tag}${attributes}>${this.children.join("")}</${this.tag}>`;
  }
}
globalThis.document = {
  createElement: (tag) => new Part("", tag),
  createElementNS: (namespace, tag) => new Part(namespace, tag),
};

// ---- an explorer in its starting state, on a page as wide as a phone

const innerHeight = 900;
const getComputedStyle = () => ({ fontFamily: "" });
Part.prototype.clientWidth = WIDTH;
Part.prototype.getContext = () => ({
  measureText: (text) => ({ width: 7.2 * text.length }),
});

function drawExplorer(text) {
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

// ---- a moving picture after some presses of its buttons

let figure, bits;
const nextBits = () => (bits = (Math.imul(bits, 1664525) + 1013904223) >>> 0);
document.getElementById = () => figure;
Object.assign(globalThis, {
  matchMedia: () => ({ matches: true }), // nothing moves
  clearTimeout: () => null,
  location: { hash: "" },
  URLSearchParams: class { get() { return "1"; } },
  crypto: { getRandomValues: (numbers) => numbers.map(nextBits) },
});

function drawMoving(script, data, presses) {
  bits = 1;
  figure = new Part("", "figure", data);
  (0, eval)(script);
  const parts = figure.all();
  const button = (name) => parts.find((part) => part.attributes["data-does"] === name);
  presses.forEach((name) => button(name).heard.click());
  const svg = parts.find(({ tag }) => tag === "svg");
  return [svg.toString(), svg.attributes["aria-label"]];
}
