// Draws one state: axes, marks and legend. ldp_course/explore/axes.py chose the ranges, explore.css has the looks.
// May use: numbers.js, marks.js, ends.js and WORDS. Used by predict.js and figure.js.

const LAYERS = ["bars", "band", "line", "cloud", "points"]; // the last one lies on top
// The law of colors, told on the page of notation: the truth is green, an estimate with its interval black, and only a
// miss purple; all else takes the other colors of explore.css in turn.
const [TRUTH, ESTIMATE, OTHERS] = ["c2", "c6", ["c0", "c1", "c4", "c5"]];
const DASHES = ["none", "7 4", "2 3", "9 3 2 3"];
const [CIRCLE, DIAMOND] = ["M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z", "M0-6L6 0L0 6L-6 0Z"];
const SHAPES = [CIRCLE, DIAMOND, "M-4.5-4.5H4.5V4.5H-4.5Z", "M0-6L5.5 4.5H-5.5Z"];

const WORDS_BELOW = 47; // pixels, for ticks and the name of an axis
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

// Large powers of ten are written as such where they would touch.
function textsBeside(axis, ticks, room) {
  const texts = tickTexts(ticks);
  if (axis.categories) return texts;
  const places = ticks.map((tick) => placer(axis)(tick) * room);
  const touch = texts.some((text, k) => k && places[k] - places[k - 1] < (widest([text]) + widest([texts[k - 1]])) / 2 + 8);
  return touch ? texts.map((text, k) => (/^10*$/.test(ticks[k]) && ticks[k] >= 1e3 ? powerText(ticks[k]) : text)) : texts;
}

// ---- where things are

// Bars lie down where the names would not fit beside each other under standing ones.
function layout({ x, y }, series, width) {
  const names = x.categories;
  const lying = Boolean(names) && names.length * (widest(names) + 14) > width - 70;
  const [bars, points] = ["bars", "points"].map((mark) => series.filter((one) => one.mark === mark).length);
  // above its sliders at most so high that claim, chart and sliders are seen at once; on a phone, or beside sliders,
  // 45 % of the screen with its words, and a little more where many names lie
  const most = width < 480 ? clamp(innerHeight * 0.45 - WORDS_BELOW - 27, 150, 250) : 190;
  const side = width * 0.42 - 12; // the most room for words at the side
  const two = lying && names.some((name) => inLines(name, side).length > 1) ? TWO_LINES : 0;
  const row = Math.max(26, two, 14 + 12 * bars, 8 + 11 * points, 200 / (names?.length ?? 9));
  const height = lying
    ? names.length * clamp(most / names.length, 15.6, row)
    : Math.min(clamp(width * 0.52, 240, 300), most);
  const sideTicks = lying ? names : fittingTicks(y, height, () => 30);
  const wraps = lying && height >= names.length * TWO_LINES;
  const sideWords = tickTexts(sideTicks).map((text) => (wraps ? inLines(text, side) : [text]));
  const left = Math.min(widest(sideWords.flat()), side) + 12;
  const along = lying ? y : x;
  const ends = roomForEnds(series, { left, width, height });
  const across = width - left - ends;
  const space = (texts) => widest(texts) + 12;
  const bottomTicks = along.categories ??
    ticksAround(along, along.named ?? [], fittingTicks(along, across, space), across, space);
  const bottomWords = textsBeside(along, bottomTicks, across).map((text) => [text]);
  const right = Math.max(8, ends, widest(bottomWords.at(-1)) / 2 + 2);
  const plot = { left, top: lying ? 21 : 27, width: width - left - right, height };
  return {
    plot, names, lying, width, hasEnds: ends > 0,
    height: plot.top + height + WORDS_BELOW,
    xTicks: lying ? sideTicks : bottomTicks,
    yTicks: lying ? bottomTicks : sideTicks,
    xWords: lying ? sideWords : bottomWords,
    yWords: lying ? bottomWords : sideWords,
    placeX: names ? (name) => (names.indexOf(name) + 0.5) / names.length : placer(x),
    placeY: placer(y),
    axis: y,
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
  const titleOfAxis = ({ label, short }) => (short && widest([label]) > width ? short : label);
  const [side, bottom] = (lying ? [x, y] : [y, x]).map(titleOfAxis);
  const middle = clamp(plot.left + plot.width / 2, widest([bottom]) / 2, width - widest([bottom]) / 2);
  add(svg, "text", { class: "axis-label", x: 0, y: 13 }, side);
  add(svg, "text", { class: "axis-label", x: middle, y: height - 6, "text-anchor": "middle" }, bottom);
}

// Between powers of ten, so that a guess can be set.
function drawSmallTicks(svg, { plot, lying, placeY, at }, axis) {
  const [dx, dy] = lying ? [0, 4] : [-4, 0];
  const d = smallTicks(axis).map((value) => at(0, placeY(value))).map(([left, top]) => `M${left} ${top}l${dx} ${dy}`);
  add(svg, "path", { class: "small-ticks", d: d.join("") });
}

// ---- chart and legend

// Series differ in color, but for those of one name, and within a kind in shape too. A band or cloud has the color of
// the series after it. One without an x has nothing to draw.
function dress(series) {
  const names = [];
  const colorOf = (one) => {
    if (isTruth(one)) return TRUTH;
    if (one.low && one.mark === "points") return ESTIMATE;
    if (!names.includes(nameOf(one))) names.push(nameOf(one));
    return OTHERS[names.indexOf(nameOf(one)) % OTHERS.length];
  };
  const colors = series.map((one) => /band|cloud/.test(one.mark) ? null : colorOf(one));
  return series.map((one, number) => {
    const peers = series.filter((other) => other.mark === one.mark);
    const place = peers.indexOf(one);
    const color = colors.slice(number).find(Boolean) ?? OTHERS[names.length % OTHERS.length];
    const look = { color, dash: DASHES[place % 4], shape: SHAPES[place % 4] };
    const truths = one.low && one.mark === "points" && truthsFor(one, series);
    return { ...one, ...look, hidden: one.hidden || !one.x.length, fill: `bar fill-${place % 3}`, place, peers: peers.length, truths };
  });
}

// A series with `hidden` keeps its place and look, for later. Returns what is drawn on, the frame,
// and the lines that have their label in the chart.
function drawChart(box, chart, { series, sentence, name = sentence }) {
  const width = Math.max(270, box.clientWidth || 640);
  pen.font = `13px ${getComputedStyle(box).fontFamily}`;
  const frame = layout(chart, series, width);
  box.replaceChildren();
  const label = `${chart.title}. ${uncolored(name)}`;
  const view = { viewBox: `0 0 ${width} ${frame.height}`, "data-y-range": JSON.stringify(chart.y.range) };
  const svg = add(box, "svg", { ...view, role: "img", "aria-label": label });
  drawAxes(svg, chart, frame);
  if (chart.y.small) drawSmallTicks(svg, frame, chart.y);
  const { left, top, width: across, height: down } = frame.plot;
  const plot = { x: left, y: top, width: across, height: down, viewBox: `${left} ${top} ${across} ${down}` };
  const layers = new Map();
  for (const mark of LAYERS)
    for (const one of series.filter((other) => other.mark === mark && !other.hidden)) {
      const layer = /band|line|cloud/.test(mark) ? add(svg, "svg", { class: "plot", ...plot }) : svg;
      layers.set(one.label, add(layer, "g", { class: one.color }));
      draw[mark](layers.get(one.label), one, frame);
    }
  return { svg, frame, layers, named: drawEnds(svg, series, frame) };
}

// What is `named` in the chart is only heard; what comes late keeps its room, behind the others.
function drawLegend(box, series, named) {
  box.replaceChildren();
  for (const one of series) {
    const looks = [one.color, named.includes(one) && "named", (one.late || !one.x.length) && "late", one.hidden && "unseen"];
    const item = add(box, "li", { class: looks.filter(Boolean).join(" ") });
    const svg = add(item, "svg", { width: 28, height: 16, "aria-hidden": "true" });
    if (one.mark === "bars") add(svg, "rect", { class: one.fill, x: 4, y: 2, width: 20, height: 12 });
    if (one.mark === "band") add(svg, "path", { class: "band", d: "M1 2H27V14H1Z", "stroke-dasharray": one.dash });
    if (one.mark === "cloud") add(svg, "path", { class: "cloud", d: "M4 10h0M9 5h0M13 9h0M17 6h0M22 11h0" });
    if (one.mark === "line") add(svg, "path", { class: "line", d: "M0 8H28", "stroke-dasharray": one.dash });
    if (one.low && one.mark === "points") add(svg, "path", { class: "whisker", d: "M3 8H25M3 4V12M25 4V12" });
    if (one.mark === "points") add(svg, "path", { class: "marker", d: one.shape, transform: "translate(14 8)" });
    add(item, "span", {}, one.label);
  }
  const judged = series.filter(({ truths }) => truths && truths.some((truth) => truth !== null));
  if (!judged.length) return;
  const item = add(box, "li", { class: `missed${judged.every(({ late }) => late) ? " late" : ""}${judged.every(({ hidden }) => hidden) ? " unseen" : ""}` });
  const svg = add(item, "svg", { width: 28, height: 16, "aria-hidden": "true" });
  add(svg, "path", { class: "whisker", d: "M3 8H25M3 4V12M25 4V12" });
  add(svg, "path", { class: "marker", d: MISS, transform: "translate(14 8)" });
  add(item, "span", {}, WORDS.misses);
}
