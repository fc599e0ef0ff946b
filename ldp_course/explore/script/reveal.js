// From a guess to the truth: the answer grows out of the reader's marks, and a bracket says how far off the worst is.
// May use: numbers.js and marks.js. Used by predict.js. `drawn` is what `drawChart` of chart.js returns.

const GROWS = 400; // milliseconds
const BOLD = 1.1; // how much wider bold words are, about

// The series as the reader has guessed it: between the marks it keeps the shape of the truth.
function asGuessed(one, rows, guess, { placeX, placeY, axis }) {
  const list = one.y ? "y" : "high";
  const made = rows.map((_, k) => k).filter((k) => guess[k] !== null);
  const spots = made.map((k) => placeX(one.x[rows[k]]));
  const off = made.map((k) => placeY(guess[k]) - placeY(one[list][rows[k]]));
  const offAt = (spot) => {
    const next = spots.findIndex((other) => other >= spot);
    if (next <= 0) return off.at(next);
    const share = (spot - spots[next - 1]) / (spots[next] - spots[next - 1]);
    return off[next - 1] + share * (off[next] - off[next - 1]);
  };
  const isGuessed = (row) => ["line", "band"].includes(one.mark) || made.some((k) => rows[k] === row);
  const moved = (value, row) =>
    value === null || !isGuessed(row) ? value : valueAt(axis, placeY(value) + offAt(placeX(one.x[row])));
  return { ...one, [list]: one[list].map(moved) };
}

// Only the looks move: what the marks say is the truth from the start.
function grow({ svg, frame, layers }, one, rows, guess) {
  const layer = layers.get(one.label);
  const before = add(layer.parentElement, "g");
  draw[one.mark](before, asGuessed(one, rows, guess, frame), frame);
  const kinds = { bars: "rect", line: "path.line", band: "path.band", points: ".marker" };
  const [from, to] = [before, layer].map((group) => [...group.querySelectorAll(kinds[one.mark])]);
  const pixels = (node, names) => Object.fromEntries(names.map((name) => [name, `${node.getAttribute(name)}px`]));
  const looks = {
    bars: (node) => pixels(node, ["x", "y", "width", "height"]),
    line: (node) => ({ d: `path("${node.getAttribute("d")}")` }),
    points: (node) => ({ transform: node.getAttribute("transform").replace(/([\d.-]+) ([\d.-]+)/, "$1px, $2px").replace(/(rotate\([\d.-]+)/, "$1deg") }),
  };
  const look = looks[one.mark] ?? looks.line;
  from.forEach((node, k) => to[k].animate([look(node), look(to[k])], { duration: GROWS, easing: "ease-out" }));
  before.remove();
}

// A bracket beside a mark, from the guess to the truth, and its length in words, in one line or more, where they cover the least.
function drawGap({ svg, frame }, one, row, guess, words) {
  const { at, placeY, lying, plot, width } = frame;
  const { middles, thick } = standing(one, frame);
  const heights = [guess, (one.y ?? one.high)[row]].map((value) => clamp(placeY(value), 0, 1));
  const ends = heights.map((height) => at(middles[row], height)).toSorted(([p, q], [r, s]) => p - r || q - s);
  const there = taken({ svg, frame });
  const group = add(svg, "g", { class: "gap" });
  const bottom = plot.top + plot.height;
  const area = [plot.left, width, plot.top - 10, bottom];
  const ways = [[words], inLines(unbroken(words), 0), words.split(/\s/)].filter(({ length }) => length < 4).map((lines) => ({ lines, long: widest(lines) * BOLD + 6, half: 1 + 8 * lines.length }));
  const [[x1, y1], [x2, y2]] = ends;
  const foot = y1 + Math.max(5, (thick * plot.height) / 2);
  const far = Math.max(9, (thick * plot.width) / 2 + 3);
  // the left end of a box and its middle, the best first
  function spots({ long, half }) {
    const under = clamp((x1 + x2 - long) / 2, plot.left, width - long);
    if (lying) return [[x2 + 10, y1], [x1 - 10 - long, y1], [under, foot + 5 + half], [under, y1 - 7 - half]];
    const [after, before] = [x1 + far + 9, Math.max(plot.left, x1 - far - 9 - long)];
    const sides = after + long <= width ? [after, before] : [before];
    const steps = Array.from({ length: 1 + Math.max(5, Math.round((y2 - y1) / 20)) }, (_, k) => 10 * k);
    return steps.flatMap((step) => [-step, step]).slice(1)
      .map((down) => clamp((y1 + y2) / 2 + down, plot.top + half - 1, bottom - half + 1))
      .flatMap((y) => sides.map((x) => [x, y]));
  }
  const some = ways.flatMap(({ lines, long, half }) =>
    spots({ long, half }).map(([x, y]) => ({ lines, box: [x, x + long, y - half, y + half] })));
  const box = freest(some.map((one) => one.box), there, area);
  const { lines } = some.find((one) => one.box === box);
  const [middle, side] = [(box[0] + box[1]) / 2, box[0] + box[1] > 2 * x1 ? 1 : -1];
  add(group, "path", { d: lying ? `M${x1} ${foot}v5H${x2}v-5` : `M${x1 + side * far} ${y1}h${side * 5}V${y2}h${side * -5}` });
  const text = add(group, "text", { "text-anchor": "middle" });
  lines.forEach((line, k) => add(text, "tspan", { x: middle, y: box[2] + 9 + 16 * k, dy: "0.35em" }, k ? ` ${line}` : line));
}
