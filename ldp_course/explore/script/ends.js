// The label of a line at its right end, where the chart is wide enough; elsewhere the legend names the line.
// May use: marks.js. Used by chart.js.

const END_GAP = 16; // pixels between a line and its label
const END_ROW = 17; // pixels from one label to the next
const LEAST_PLOT = 400; // pixels that are left for the plot

// The room right of the plot that these labels take; 0 where the legend names the lines.
function roomForEnds(series, { left, width, height }) {
  const lines = series.filter(({ mark }) => mark === "line");
  if (lines.length < 2 || series.some(({ mark }) => mark === "bars")) return 0;
  const room = END_GAP + widest(lines.map(({ label }) => label)) + 6;
  const fits = lines.length * END_ROW <= height && room <= width * 0.3 && width - left - room >= LEAST_PLOT;
  return fits ? room : 0;
}

// Where a line is seen last: at its last number, or where it leaves the plot for good. Null where it is not seen.
function endOf({ x, y }, { placeX, placeY, at }) {
  const places = x.map((value, row) => (y[row] === null ? null : [placeX(value), placeY(y[row])]));
  const last = places.findLastIndex((place) => place && 0 <= place[1] && place[1] <= 1);
  if (last < 0) return null;
  const [[a, b], next] = [places[last], places[last + 1]];
  if (!next) return at(a, b);
  const border = next[1] > 1 ? 1 : 0;
  return at(a + ((border - b) / (next[1] - b)) * (next[0] - a), border);
}

// Heights for the labels, from top to bottom, no two of them nearer than a row.
function apart(tops, least, most) {
  const moved = tops.map((top) => clamp(top, least, most));
  for (let k = 1; k < moved.length; k++) moved[k] = Math.max(moved[k], moved[k - 1] + END_ROW);
  for (let k = moved.length - 1, limit = most; k >= 0; k--, limit = moved[k + 1] - END_ROW)
    moved[k] = Math.min(moved[k], limit);
  return moved;
}

// Returns the lines that need no other name.
function drawEnds(svg, series, frame) {
  if (!frame.hasEnds) return [];
  const { top, height } = frame.plot;
  const lines = series.filter(({ mark }) => mark === "line");
  const ends = lines.map((one) => ({ one, end: endOf(one, frame) })).filter(({ one, end }) => end && !one.hidden)
    .toSorted((p, q) => p.end[1] - q.end[1]);
  const heights = apart(ends.map(({ end }) => end[1]), top + 4, top + height - 8);
  ends.forEach(({ one, end: [left, from] }, k) => {
    const group = add(svg, "g", { class: one.color });
    const corners = [[left + 2, from], [left + END_GAP - 3, heights[k]]];
    add(group, "path", { class: "end-lead", d: path(corners) });
    add(group, "text", { class: "end-label", x: left + END_GAP, y: heights[k], dy: "0.35em" }, one.label);
  });
  return lines;
}
