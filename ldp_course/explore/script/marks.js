// Draws the marks of a picture into an SVG: bands, bars, lines, points. explore.css has the looks.
// May use: numbers.js and WORDS. Used by chart.js, guess_handles.js and reveal.js. `frame` is what `layout` of chart.js returns.

const SVG = "http://www.w3.org/2000/svg";
const ARROW = "M0-5L6 5H-6Z";
const MISS = "M-5-5L5 5M-5 5L5-5"; // a point whose interval misses the truth
const pen = document.createElement("canvas").getContext("2d"); // measures words

function add(parent, tag, attributes = {}, text) {
  const isSvg = tag === "svg" || parent.namespaceURI === SVG;
  const node = isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = unbroken(text);
  parent.append(node);
  return node;
}

// For the longest of the texts that a node may show.
function keepRoom(node, texts) {
  node.style.minWidth = `${longest(texts).length + 1}ch`;
}

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const round = (value) => Math.round(value * 100) / 100;
const widest = (texts) => Math.max(...texts.map((text) => pen.measureText(text).width));

// ---- marks: each carries the numbers it was drawn from

function numbers(series, read) {
  const found = LISTS.filter((list) => series[list]).map((list) => [`data-${list}`, read(series[list])]);
  return Object.fromEntries([["data-series", series.label], ...found.filter(([, value]) => value !== null)]);
}

const titleOf = ({ x, y, label }, row) =>
  exactText(x[row]) + WORDS.comma + filled(WORDS.named, { name: label, text: exactText(y[row]) });
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

// Along an axis, of all its length; 1 between none.
function smallestGap(places) {
  const sorted = places.toSorted((p, q) => p - q);
  return Math.min(1, ...sorted.slice(1).map((place, k) => place - sorted[k]));
}

// Where the rows of a series stand along x, and how thick a bar is: one kind stands side by side, if x are names.
function standing({ mark, x, place, peers }, { names, placeX }) {
  const places = x.map(placeX);
  const [bars, points] = names ? [0.76 / names.length, 0.6 / names.length] : [0.94 * smallestGap(places), 0];
  const slots = { bars, points };
  const thick = (slots[mark] ?? 0) / peers;
  return { thick, middles: places.map((at) => at + (place - (peers - 1) / 2) * thick) };
}

// A band over names: a box for each.
function boxes(parent, series, { names, placeX, placeY, at }) {
  const half = 0.3 / names.length;
  const d = stretches(series, ["low", "high"]).flat().map((row) => {
    const [a, low, high] = [placeX(series.x[row]), placeY(series.low[row]), placeY(series.high[row])];
    return path([at(a - half, low), at(a - half, high), at(a + half, high), at(a + half, low)]) + "Z";
  }).join("");
  add(parent, "path", { class: "band", d, "stroke-dasharray": series.dash, ...numbers(series, JSON.stringify) });
}

// The dots of one x lie beside each other as the golden ratio puts them: evenly, and in no rows.
const beside = (k) => ((k * 0.6180339887) % 1) - 0.5;

const draw = {
  band(parent, series, frame) {
    const { names, placeX, placeY, at } = frame;
    if (names) return boxes(parent, series, frame);
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
    const { placeY, at } = frame;
    const { thick, middles } = standing(series, frame);
    series.y.forEach((value, row) => {
      if (value === null) return;
      const from = middles[row] - thick / 2;
      const b = placeY(value);
      const [x1, y1] = at(from, placeY(0));
      const [x2, y2] = at(from + thick, clamp(b, 0, 1));
      const [width, height] = [round(Math.abs(x2 - x1)), round(Math.abs(y2 - y1))];
      const box = { x: Math.min(x1, x2), y: Math.min(y1, y2), width, height };
      const bar = add(parent, "rect", { class: series.fill, ...box, ...numbers(series, (list) => list[row]) });
      add(bar, "title", {}, titleOf(series, row));
      if (b < 0 || b > 1) arrow(parent, "marker", frame, middles[row], b);
    });
  },
  cloud(parent, series, { names, placeX, placeY, at }) {
    const wide = names ? 0.5 / names.length : 0.04;
    const dots = series.y.flatMap((values, row) => values.map((value, k) =>
      `M${at(placeX(series.x[row]) + wide * beside(k), placeY(value)).join(" ")}h0`));
    add(parent, "path", { class: "cloud", d: dots.join(""), "data-series": series.label });
  },
  points(parent, series, frame) {
    const { placeY, at } = frame;
    const { middles } = standing(series, frame);
    series.y.forEach((value, row) => {
      if (value === null) return;
      const truth = series.truths?.[row] ?? null;
      const [a, b] = [middles[row], placeY(value)];
      const [low, high] = [series.low?.[row] ?? null, series.high?.[row] ?? null];
      const misses = low !== null && truth !== null && (truth < low || high < truth);
      const look = misses ? "point missed" : "point";
      const point = add(parent, "g", { class: look, ...numbers(series, (list) => list[row]) });
      const ends = { low: exactText(low), high: exactText(high) };
      const interval = low === null ? "" : WORDS.between + filled(WORDS.interval, ends);
      const verdict = misses ? WORDS.comma + WORDS.misses : "";
      add(point, "title", {}, titleOf(series, row) + interval + verdict);
      if (low !== null) whisker(point, frame, a, placeY(low), placeY(high));
      if (b < 0 || b > 1) arrow(point, "marker", frame, a, b);
      else add(point, "path", { class: "marker", d: misses ? MISS : series.shape, transform: `translate(${at(a, b).join(" ")})` });
    });
  },
};

// ---- words that come later keep off what is there: boxes are [left, right, top, bottom]

// The boxes of all words of a chart, and dots along its marks, some pixels apart.
function taken({ svg, frame: { plot } }) {
  const boxes = [...svg.querySelectorAll("text")].map((node) => node.getBBox())
    .map(({ x, y, width, height }) => [x, x + width, y, y + height]);
  const marks = [...svg.querySelectorAll(".line, .band, .bar, .marker, .whisker:not(.halo), .guess-line, .guess-mark:not(.halo)")];
  const dots = svg.parentElement.clientWidth === 0 ? [] : marks.flatMap((node) => {
    const { e, f } = node.transform.baseVal[0]?.matrix ?? { e: 0, f: 0 };
    return Array.from({ length: node.getTotalLength() / 4 + 1 }, (_, k) => node.getPointAtLength(4 * k))
      .map(({ x, y }) => [x + e, y + f]).filter(([, y]) => plot.top - 1 <= y && y <= plot.top + plot.height + 1);
  });
  return { boxes, dots };
}

// Of some boxes, the best first, the one that covers the least of what is taken, and keeps within an area.
function freest(some, { boxes, dots }, area) {
  const both = (a, b) => [0, 2].map((side) => Math.max(0, Math.min(a[side + 1], b[side + 1]) - Math.max(a[side], b[side])));
  const costs = some.map((box, rank) => {
    const [across, down] = both(box, area);
    const beyond = box[1] - box[0] - across + box[3] - box[2] - down;
    const over = boxes.reduce((sum, other) => sum + both(box, other).reduce((w, h) => w * h), 0);
    const met = dots.filter(([x, y]) => box[0] <= x && x <= box[1] && box[2] <= y && y <= box[3]).length;
    return 1e3 * beyond + over + 100 * met + 4 * rank;
  });
  return some[costs.indexOf(Math.min(...costs))];
}
