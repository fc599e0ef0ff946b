// Draws one state: axes, marks and legend. ldp_course/explore/axes.py chose the ranges, explore.css has the looks.
// May use: numbers.js, marks.js, ends.js and WORDS. Used by predict.js and figure.js.

const LAYERS = ["band", "bars", "line", "points"]; // the last one lies on top
const COLORS = 6; // as many as explore.css has
const DASHES = ["none", "7 4", "2 3", "9 3 2 3"];
const [CIRCLE, DIAMOND] = ["M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z", "M0-6L6 0L0 6L-6 0Z"];
const SHAPES = [CIRCLE, DIAMOND, "M-4.5-4.5H4.5V4.5H-4.5Z", "M0-6L5.5 4.5H-5.5Z"];

const WORDS_AROUND = 80; // pixels, above and below the plot
const TWO_LINES = 36; // pixels for a name in two lines

function shorten(text, room) {
  if (widest([text]) <= room) return text;
  while (text && widest([text + "…"]) > room) text = text.slice(0, -1);
  return text + "…";
}

// A text in two lines, as narrow as its words allow, where one line has no room.
function inLines(text, room) {
  const words = text.split(" ");
  if (widest([text]) <= room || words.length < 2) return [text];
  const pairs = words.slice(1).map((_, k) => [words.slice(0, k + 1).join(" "), words.slice(k + 1).join(" ")]);
  return pairs.toSorted((p, q) => widest(p) - widest(q))[0];
}

// ---- where things are

// Bars lie down where the names would not fit beside each other under standing ones.
function layout({ x, y }, series, width) {
  const names = x.categories;
  const lying = Boolean(names) && names.length * (widest(names) + 14) > width - 70;
  const [bars, points] = ["bars", "points"].map((mark) => series.filter((one) => one.mark === mark).length);
  // on a phone at most 45 % of the screen, with its words, and a little more where many names lie
  const most = width < 480 ? Math.max(150, innerHeight * 0.45 - WORDS_AROUND) : Infinity;
  const side = width * 0.42 - 12; // the most room for words at the side
  const two = lying && names.some((name) => inLines(name, side).length > 1) ? TWO_LINES : 0;
  const row = Math.max(26, two, 14 + 12 * bars, 8 + 11 * points);
  const height = lying
    ? names.length * clamp(most / names.length, 16, row)
    : Math.min(clamp(width * 0.52, 240, 380), most);
  const sideTicks = lying ? names : fittingTicks(y, height, () => 30);
  const wraps = lying && height >= names.length * TWO_LINES;
  const sideWords = tickTexts(sideTicks).map((text) => (wraps ? inLines(text, side) : [text]));
  const left = Math.min(widest(sideWords.flat()), side) + 12;
  const along = lying ? y : x;
  const ends = roomForEnds(series, { left, width, height });
  const bottomTicks = along.categories ?? fittingTicks(along, width - left - ends, (texts) => widest(texts) + 12);
  const bottomWords = tickTexts(bottomTicks).map((text) => [text]);
  const right = Math.max(8, ends, widest(bottomWords.at(-1)) / 2 + 2);
  const plot = { left, top: 30, width: width - left - right, height };
  return {
    plot, names, lying, width, hasEnds: ends > 0,
    height: height + WORDS_AROUND,
    xTicks: lying ? sideTicks : bottomTicks,
    yTicks: lying ? bottomTicks : sideTicks,
    xWords: lying ? sideWords : bottomWords,
    yWords: lying ? bottomWords : sideWords,
    placeX: names ? (name) => (names.indexOf(name) + 0.5) / names.length : placer(x),
    placeY: placer(y),
    // from places along x and y to a corner of the drawing
    at: (a, b) => {
      const [across, down] = lying ? [b, a] : [a, 1 - b];
      return [round(left + across * plot.width), round(plot.top + down * height)];
    },
  };
}

function drawAxes(svg, { x, y }, frame) {
  const { plot, names, lying, width, height, xTicks, yTicks, placeX, placeY, at } = frame;
  function tick(axis, value, lines, from, to, atSide) {
    const zero = axis === "y" && value === 0 ? " zero" : "";
    const group = add(svg, "g", { class: `tick${zero}`, "data-axis": axis, "data-value": value });
    if (to) add(group, "line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1] });
    const beside = { x: plot.left - 8, y: from[1], "text-anchor": "end" };
    const under = { x: from[0], y: plot.top + plot.height + 21, "text-anchor": "middle" };
    const text = add(group, "text", atSide ? beside : under);
    lines.forEach((words, k) => {
      const dy = k ? "1.2em" : lines.length > 1 ? "-0.25em" : "0.35em";
      if (atSide) add(text, "tspan", { x: beside.x, dy }, shorten(words, plot.left - 8));
      else text.textContent = words;
    });
  }
  xTicks.forEach((value, k) => {
    const place = placeX(value);
    tick("x", value, frame.xWords[k], at(place, 0), names ? null : at(place, 1), lying);
  });
  yTicks.forEach((value, k) => {
    const place = placeY(value);
    tick("y", value, frame.yWords[k], at(0, place), at(1, place), !lying);
  });
  const [side, bottom] = lying ? [x.label, y.label] : [y.label, x.label];
  const middle = clamp(plot.left + plot.width / 2, widest([bottom]) / 2, width - widest([bottom]) / 2);
  add(svg, "text", { class: "axis-label", x: 0, y: 14 }, side);
  add(svg, "text", { class: "axis-label", x: middle, y: height - 6, "text-anchor": "middle" }, bottom);
}

// ---- chart and legend

// Series differ in color, and within a kind in shape too. A band has the color of the series after it.
function dress(series) {
  let color = 0;
  return series.map((one) => {
    const peers = series.filter((other) => other.mark === one.mark);
    const place = peers.indexOf(one);
    const number = one.mark === "band" ? color : color++;
    const look = { color: `c${number % COLORS}`, dash: DASHES[place % 4], shape: SHAPES[place % 4] };
    const truths = one.low && one.mark === "points" && truthsFor(one, series);
    return { ...one, ...look, fill: `bar fill-${place % 3}`, place, peers: peers.length, truths };
  });
}

// A series with `hidden` keeps its place and look, for later. Returns what is drawn on, the frame,
// and the lines that have their label in the chart.
function drawChart(box, chart, { series, sentence, name = sentence }) {
  const width = Math.max(270, box.clientWidth || 640);
  pen.font = `13px ${getComputedStyle(box).fontFamily}`;
  const frame = layout(chart, series, width);
  box.replaceChildren();
  const label = `${chart.title}. ${name}`;
  const view = { viewBox: `0 0 ${width} ${frame.height}`, "data-y-range": JSON.stringify(chart.y.range) };
  const svg = add(box, "svg", { ...view, role: "img", "aria-label": label });
  drawAxes(svg, chart, frame);
  const { left, top, width: across, height: down } = frame.plot;
  const plot = { x: left, y: top, width: across, height: down, viewBox: `${left} ${top} ${across} ${down}` };
  for (const mark of LAYERS)
    for (const one of series.filter((other) => other.mark === mark && !other.hidden)) {
      const layer = mark === "band" || mark === "line" ? add(svg, "svg", { class: "plot", ...plot }) : svg;
      draw[mark](add(layer, "g", { class: one.color }), one, frame);
    }
  return { svg, frame, named: drawEnds(svg, series, frame) };
}

// What is `named` in the chart is only heard.
function drawLegend(box, series, named) {
  box.replaceChildren();
  for (const one of series.filter((other) => !other.hidden)) {
    const item = add(box, "li", { class: named.includes(one) ? `${one.color} named` : one.color });
    const svg = add(item, "svg", { width: 28, height: 16, "aria-hidden": "true" });
    if (one.mark === "bars") add(svg, "rect", { class: one.fill, x: 4, y: 2, width: 20, height: 12 });
    if (one.mark === "band") add(svg, "path", { class: "band", d: "M1 2H27V14H1Z", "stroke-dasharray": one.dash });
    if (one.mark === "line") add(svg, "path", { class: "line", d: "M0 8H28", "stroke-dasharray": one.dash });
    if (one.low && one.mark === "points") add(svg, "path", { class: "whisker", d: "M3 8H25M3 4V12M25 4V12" });
    if (one.mark === "points") add(svg, "path", { class: "marker", d: one.shape, transform: "translate(14 8)" });
    add(item, "span", {}, one.label);
  }
  if (!series.some(({ truths, hidden }) => !hidden && truths && truths.some((truth) => truth !== null))) return;
  const item = add(box, "li", { class: "missed" });
  const svg = add(item, "svg", { width: 28, height: 16, "aria-hidden": "true" });
  add(svg, "path", { class: "whisker", d: "M3 8H25M3 4V12M25 4V12" });
  add(svg, "path", { class: "marker", d: MISS, transform: "translate(14 8)" });
  add(item, "span", {}, WORDS.misses);
}
