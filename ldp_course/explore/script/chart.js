// Draws one state: axes, marks and legend. ldp_course/explore/axes.py chose the ranges, explore.css has the looks.
// May use: numbers.js and WORDS. Used by figure.js.

const SVG = "http://www.w3.org/2000/svg";
const LAYERS = ["band", "bars", "line", "points"]; // the last one lies on top
const COLORS = 6; // as many as explore.css has
const DASHES = ["none", "7 4", "2 3", "9 3 2 3"];
const [CIRCLE, DIAMOND] = ["M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z", "M0-6L6 0L0 6L-6 0Z"];
const SHAPES = [CIRCLE, DIAMOND, "M-4.5-4.5H4.5V4.5H-4.5Z", "M0-6L5.5 4.5H-5.5Z"];
const ARROW = "M0-5L6 5H-6Z";
const pen = document.createElement("canvas").getContext("2d"); // measures words

function add(parent, tag, attributes = {}, text) {
  const isSvg = tag === "svg" || parent.namespaceURI === SVG;
  const node = isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  parent.append(node);
  return node;
}

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const round = (value) => Math.round(value * 100) / 100;
const widest = (texts) => Math.max(...texts.map((text) => pen.measureText(text).width));

function shorten(text, room) {
  if (widest([text]) <= room) return text;
  while (text && widest([text + "…"]) > room) text = text.slice(0, -1);
  return text + "…";
}
// ---- where things are

// Bars lie down where the names would not fit beside each other under standing ones.
function layout({ x, y }, series, width) {
  const names = x.categories;
  const lying = Boolean(names) && names.length * (widest(names) + 14) > width - 70;
  const [bars, points] = ["bars", "points"].map((mark) => series.filter((one) => one.mark === mark).length);
  const height = lying ? names.length * Math.max(26, 14 + 12 * bars, 8 + 11 * points) : clamp(width * 0.52, 240, 380);
  const sideTicks = lying ? names : fittingTicks(y, height, () => 30);
  const left = Math.min(widest(sideTicks.map(tickText)) + 12, width * 0.42);
  const along = lying ? y : x;
  const bottomTicks = along.categories ?? fittingTicks(along, width - left, (texts) => widest(texts) + 12);
  const right = Math.max(8, widest(bottomTicks.slice(-1).map(tickText)) / 2 + 2);
  const plot = { left, top: 30, width: width - left - right, height };
  return {
    plot, names, lying, width,
    height: plot.top + height + 50,
    xTicks: lying ? sideTicks : bottomTicks,
    yTicks: lying ? bottomTicks : sideTicks,
    placeX: names ? (name) => (names.indexOf(name) + 0.5) / names.length : placer(x),
    placeY: placer(y),
    // from places along x and y to a corner of the drawing
    at: (a, b) => {
      const [across, down] = lying ? [b, a] : [a, 1 - b];
      return [round(left + across * plot.width), round(plot.top + down * height)];
    },
  };
}

function drawAxes(svg, { x, y }, { plot, names, lying, width, height, xTicks, yTicks, placeX, placeY, at }) {
  function tick(axis, value, from, to, atSide) {
    const zero = axis === "y" && value === 0 ? " zero" : "";
    const group = add(svg, "g", { class: `tick${zero}`, "data-axis": axis, "data-value": value });
    if (to) add(group, "line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1] });
    const beside = { x: plot.left - 8, y: from[1], dy: "0.35em", "text-anchor": "end" };
    const under = { x: from[0], y: plot.top + plot.height + 21, "text-anchor": "middle" };
    const words = tickText(value);
    add(group, "text", atSide ? beside : under, atSide ? shorten(words, plot.left - 8) : words);
  }
  for (const value of xTicks) tick("x", value, at(placeX(value), 0), names ? null : at(placeX(value), 1), lying);
  for (const value of yTicks) tick("y", value, at(0, placeY(value)), at(1, placeY(value)), !lying);
  const [side, bottom] = lying ? [x.label, y.label] : [y.label, x.label];
  const middle = clamp(plot.left + plot.width / 2, widest([bottom]) / 2, width - widest([bottom]) / 2);
  add(svg, "text", { class: "axis-label", x: 0, y: 14 }, side);
  add(svg, "text", { class: "axis-label", x: middle, y: height - 6, "text-anchor": "middle" }, bottom);
}

// ---- marks: each carries the numbers it was drawn from

function numbers(series, read) {
  const found = LISTS.filter((list) => series[list]).map((list) => [`data-${list}`, read(series[list])]);
  return Object.fromEntries([["data-series", series.label], ...found.filter(([, value]) => value !== null)]);
}

const path = (corners) => "M" + corners.map((corner) => corner.join(" ")).join("L");

// The rows of a series, cut where one of the lists has a gap.
function stretches(series, lists) {
  const found = [[]];
  series.x.forEach((_, row) => {
    if (lists.some((list) => series[list][row] === null)) found.push([]);
    else found.at(-1).push(row);
  });
  return found.filter((rows) => rows.length);
}

// What lies beyond an axis is an arrow at its border.
function arrow(parent, kind, { lying, at }, a, b) {
  const turn = (b > 1 ? 0 : 180) + (lying ? 90 : 0);
  const transform = `translate(${at(a, clamp(b, 0, 1)).join(" ")}) rotate(${turn})`;
  add(parent, "path", { class: `${kind} beyond`, d: ARROW, transform });
}

function whisker(parent, { lying, at }, a, low, high) {
  const [from, to] = [at(a, clamp(low, 0, 1)), at(a, clamp(high, 0, 1))];
  const [dx, dy] = lying ? [0, 4] : [4, 0];
  const cap = ([left, top]) => path([[left - dx, top - dy], [left + dx, top + dy]]);
  const d = path([from, to]) + (low >= 0 ? cap(from) : "") + (high <= 1 ? cap(to) : "");
  add(parent, "path", { class: "whisker halo", d });
  add(parent, "path", { class: "whisker", d });
}

const draw = {
  band(parent, series, { placeX, placeY, at }) {
    const corner = (list) => (row) => at(placeX(series.x[row]), placeY(series[list][row]));
    const outline = (rows) => path([...rows.map(corner("high")), ...rows.toReversed().map(corner("low"))]) + "Z";
    const d = stretches(series, ["low", "high"]).map(outline).join("");
    add(parent, "path", { class: "band", d, "stroke-dasharray": series.dash, ...numbers(series, JSON.stringify) });
  },
  line(parent, series, { placeX, placeY, at }) {
    const corner = (row) => at(placeX(series.x[row]), placeY(series.y[row]));
    const d = stretches(series, ["y"]).map((rows) => path(rows.map(corner))).join("");
    add(parent, "path", { class: "line", d, "stroke-dasharray": series.dash, ...numbers(series, JSON.stringify) });
  },
  bars(parent, series, frame) {
    const { names, placeX, placeY, at } = frame;
    const places = series.x.map(placeX).sort((p, q) => p - q);
    const gaps = places.slice(1).map((place, k) => place - places[k]);
    const slot = names ? 0.76 / names.length : 0.94 * Math.min(1, ...gaps);
    const thick = slot / series.peers;
    series.y.forEach((value, row) => {
      if (value === null) return;
      const from = placeX(series.x[row]) - slot / 2 + series.place * thick;
      const b = placeY(value);
      const [x1, y1] = at(from, placeY(0));
      const [x2, y2] = at(from + thick, clamp(b, 0, 1));
      const [width, height] = [round(Math.abs(x2 - x1)), round(Math.abs(y2 - y1))];
      const box = { x: Math.min(x1, x2), y: Math.min(y1, y2), width, height };
      const bar = add(parent, "rect", { class: series.fill, ...box, ...numbers(series, (list) => list[row]) });
      add(bar, "title", {}, `${exactText(series.x[row])}, ${series.label}: ${exactText(value)}`);
      if (b < 0 || b > 1) arrow(parent, "marker", frame, from + thick / 2, b);
    });
  },
  points(parent, series, frame) {
    const { names, placeX, placeY, at } = frame;
    const shift = names ? ((series.place - (series.peers - 1) / 2) * 0.6) / series.peers / names.length : 0;
    series.y.forEach((value, row) => {
      if (value === null) return;
      const [a, b] = [placeX(series.x[row]) + shift, placeY(value)];
      const [low, high] = [series.low?.[row] ?? null, series.high?.[row] ?? null];
      const point = add(parent, "g", { class: "point", ...numbers(series, (list) => list[row]) });
      const [from, to] = [exactText(low), exactText(high)];
      const interval = low === null ? "" : " " + WORDS.interval.replace("{low}", from).replace("{high}", to);
      add(point, "title", {}, `${exactText(series.x[row])}, ${series.label}: ${exactText(value)}${interval}`);
      if (low !== null) whisker(point, frame, a, placeY(low), placeY(high));
      if (b < 0 || b > 1) arrow(point, "marker", frame, a, b);
      else add(point, "path", { class: "marker", d: series.shape, transform: `translate(${at(a, b).join(" ")})` });
    });
  },
};

// ---- chart, legend, table

// Series differ in color, and within a kind in shape too. A band has the color of the series after it.
function dress(series) {
  let color = 0;
  return series.map((one) => {
    const peers = series.filter((other) => other.mark === one.mark);
    const place = peers.indexOf(one);
    const number = one.mark === "band" ? color : color++;
    const look = { color: `c${number % COLORS}`, dash: DASHES[place % 4], shape: SHAPES[place % 4] };
    return { ...one, ...look, fill: `bar fill-${place % 3}`, place, peers: peers.length };
  });
}

function drawChart(box, chart, { series, sentence }) {
  const width = Math.max(270, box.clientWidth || 640);
  pen.font = `13px ${getComputedStyle(box).fontFamily}`;
  const frame = layout(chart, series, width);
  box.replaceChildren();
  const label = `${chart.title}. ${sentence}`;
  const svg = add(box, "svg", { viewBox: `0 0 ${width} ${frame.height}`, role: "img", "aria-label": label });
  drawAxes(svg, chart, frame);
  const { left, top, width: across, height: down } = frame.plot;
  const plot = { x: left, y: top, width: across, height: down, viewBox: `${left} ${top} ${across} ${down}` };
  for (const mark of LAYERS)
    for (const one of series.filter((other) => other.mark === mark)) {
      const layer = mark === "band" || mark === "line" ? add(svg, "svg", { class: "plot", ...plot }) : svg;
      draw[mark](add(layer, "g", { class: one.color }), one, frame);
    }
}

function drawLegend(box, series) {
  box.replaceChildren();
  for (const one of series) {
    const item = add(box, "li", { class: one.color });
    const svg = add(item, "svg", { width: 28, height: 16, "aria-hidden": "true" });
    if (one.mark === "bars") add(svg, "rect", { class: one.fill, x: 4, y: 2, width: 20, height: 12 });
    if (one.mark === "band") add(svg, "path", { class: "band", d: "M1 2H27V14H1Z", "stroke-dasharray": one.dash });
    if (one.mark === "line") add(svg, "path", { class: "line", d: "M0 8H28", "stroke-dasharray": one.dash });
    if (one.low && one.mark === "points") add(svg, "path", { class: "whisker", d: "M3 8H25M3 4V12M25 4V12" });
    if (one.mark === "points") add(svg, "path", { class: "marker", d: one.shape, transform: "translate(14 8)" });
    add(item, "span", {}, one.label);
  }
}
