// Numbers as texts, the tables of a state, the states of the sliders, the ticks of an axis. It touches no page.
// May use: WORDS (ldp_course/figure_words.py). Used by chart.js and figure.js; page.py joins all to one script.
// values.py and page.py write the first picture of each figure. tests/vectors/explorer.json holds both to the same texts.

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const LISTS = ["x", "y", "low", "high"];

// ---- numbers

const plain = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 21 });

function exactText(value) {
  if (typeof value !== "number") return value ?? "";
  return plain.format(String(value)).replace("-", "−"); // a string keeps the shortest digits
}

// As a spreadsheet and the page's address take it: 32561 for 32,561, and a plain minus.
const bareText = (text) => text.replace(/(?<=\d),(?=\d{3})/g, "").replace("−", "-").replaceAll("\u00a0", " ");
const cellText = (value) => (typeof value === "number" ? bareText(exactText(value)) : value ?? "");

// No line ends between a number and its unit, or beside the sign of "ε = 1": as words.py does it.
const BOUND = /(?<=[\d}⁰¹²³⁴⁵⁶⁷⁸⁹]) (?=\p{L}|%)|(?<=\S) (?=[=≈≤≥×+−] )|(?<=[=≈≤≥±×+−]) (?=\S)/gu;
const unbroken = (text) => text.replace(BOUND, "\u00a0");

// A claim names what a number is of, as [11,243|local model]: it has the color of that series.
const COLORED = /\[([^\]|]+)\|([^\]]+)\]/;
const uncolored = (text) => text.split(COLORED).filter((_, k) => k % 3 !== 2).join("");

// A sentence begins with its claim; the rest is said with the numbers.
function parted(sentence) {
  const [claim] = sentence.match(/^.*?(?:[.?!](?= )|[。？！]|$)/);
  return [claim, sentence.slice(claim.length).trim()];
}

const longest = (texts) => texts.reduce((a, b) => (b.length > a.length ? b : a), "");

function powerText(value) {
  const [digits, power] = value.toExponential().split("e");
  const raised = String(Number(power)).replace(/./g, (c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]));
  return (digits === "1" ? "" : digits.replace("-", "−") + "·") + "10" + raised;
}

// The ticks of an axis, all in one style: written out, or as powers of 10, but for 32,561. Names stay names.
function tickTexts(values) {
  const isShort = (value) => typeof value !== "number" || value === 0 || (Math.abs(value) >= 1e-4 && Math.abs(value) < 1e7);
  const short = values.every(isShort);
  const hasDigits = (value) => +value.toPrecision(2) !== value;
  return values.map((value) => (short || value === 0 || (isShort(value) && hasDigits(value)) ? exactText(value) : powerText(value)));
}

// ---- tables and states, as page.py writes them

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const escaped = (text) => text.replace(/[&<>"']/g, (sign) => SIGNS[sign]);

// One table for each different list of x.
function tables(series, xLabel) {
  const groups = new Map();
  for (const one of series) {
    const x = JSON.stringify(one.x);
    groups.set(x, [...(groups.get(x) ?? []), one]);
  }
  return [...groups.values()].map((group) => table(group, xLabel)).join("");
}

function table(group, xLabel) {
  const columns = group.flatMap((one) =>
    LISTS.slice(1).filter((list) => one[list])
      .map((list) => ({ head: list === "y" ? one.label : one.label + WORDS.comma + WORDS[`end_${list}`], values: one[list] })));
  const head = [{ head: xLabel }, ...columns].map((column) => `<th scope="col">${escaped(column.head)}</th>`);
  const rows = group[0].x.map((x, row) =>
    `<tr><th scope="row">${escaped(cellText(x))}</th>` +
    columns.map(({ values }) => `<td>${cellText(values[row])}</td>`).join("") + "</tr>");
  return `<table><thead><tr>${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

// The state at these places of the sliders, and of the draw, which comes last and changes fastest.
// A live figure has its start only.
function stateAt({ series, lists, states, live }, sizes, places) {
  const [sentence, rows] = states[live ? 0 : places.reduce((sum, place, k) => sum * sizes[k] + place, 0)];
  const fill = (names, row) => Object.fromEntries(names.map((name, k) => [name, lists[row[k]]]));
  return { sentence, series: series.map((one, k) => ({ ...one, ...fill(one.lists, rows[k]) })) };
}

// ---- axes

// From a number to its place along an axis: 0 at the start, 1 at the end.
function placer({ scale, range }) {
  const bend = scale === "log" ? Math.log10 : Number;
  const [low, high] = range.map(bend);
  return (value) => (bend(value) - low) / (high - low);
}

// The value at a place of an axis.
function valueAt({ scale, range: [low, high] }, place) {
  return scale === "log" ? low * (high / low) ** place : low + (high - low) * place;
}

// "local, 200 polls" is of "local"
const nameOf = ({ label }) => label.split(WORDS.comma)[0];
const isTruth = (one) => WORDS.truths.split("|").includes(nameOf(one));

// What intervals should hold at each x of a series: the bars or line called the truth; null where nothing says it.
function truthsFor({ x }, series) {
  const truth = series.find((one) => isTruth(one) && /bars|line/.test(one.mark));
  return x.map((value) => {
    const at = truth?.x.indexOf(value) ?? -1;
    const right = truth?.mark === "line" && at < 0 ? truth.x.findIndex((other) => other > value) : -1;
    if (right <= 0) return truth?.y[at] ?? null;
    const [from, to] = [truth.y[right - 1], truth.y[right]];
    const share = (value - truth.x[right - 1]) / (truth.x[right] - truth.x[right - 1]);
    return from === null || to === null ? null : from + share * (to - from);
  });
}

// A linear axis, closer to what a state draws where that would fill less than a third of it.
function zoomed(axis, series, lists = LISTS.slice(1)) {
  if (axis.scale !== "linear") return axis;
  const drawn = series.filter((one) => !one.hidden);
  const numbers = drawn.flatMap((one) => lists.flatMap((list) => one[list] ?? [])).flat().filter((v) => v !== null);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const [least, most] = axis.range;
  const fits = least <= low && low < high && high <= most && high - low < (most - least) / 3;
  if (!fits || drawn.some(({ mark }) => mark === "bars")) return axis;
  const [first, second] = tickValues({ scale: "linear", range: [low, high] }, 6);
  const step = second - first;
  const range = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)].map((k) => +(k * step).toPrecision(12));
  return { ...axis, range, short: axis.label, label: WORDS.zoomed.replace("{label}", axis.label) };
}

function tickValues({ scale, range: [low, high] }, most) {
  const near = 1e-6;
  const values = [];
  if (scale === "log") {
    const decades = Math.log10(high / low);
    const every = Math.max(1, Math.ceil((decades - 0.5) / most));
    const factors = decades * 3 <= most ? [1, 2, 5] : [1];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high) + near; power++)
      if (power % every === 0) values.push(...factors.map((factor) => Number(`${factor}e${power}`)));
    return values.filter((value) => value >= low * (1 - near) && value <= high * (1 + near));
  }
  const rough = (high - low) / most;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * unit).find((candidate) => candidate >= rough * (1 - near));
  for (let k = Math.ceil(low / step - near); k <= high / step + near; k++) values.push(+(k * step).toPrecision(12));
  return values;
}

// As many ticks as have room beside each other.
function fittingTicks(axis, room, space) {
  for (let most = 9; ; most--) {
    const values = tickValues(axis, most);
    if (most === 2 || values.length * space(tickTexts(values)) <= room) return values;
  }
}

// The ticks of an axis with one at each of these places: `ticks` where they have room beside those.
function ticksAround(axis, named, ticks, room, space) {
  const place = placer(axis);
  const apart = (a, b) => Math.abs(place(a) - place(b)) * room >= (space(tickTexts([a])) + space(tickTexts([b]))) / 2;
  const others = ticks.filter((tick) => named.every((name) => apart(tick, name)));
  return [...named, ...others].toSorted((a, b) => a - b);
}

// Between the powers of ten.
function smallTicks({ range: [low, high] }) {
  const factors = high / low > 1e6 ? [2, 5] : [2, 3, 4, 5, 6, 7, 8, 9];
  const powers = tickValues({ scale: "log", range: [low / 10, high] }, 99).filter((value) => String(value).match(/^(1e|0\.0*1$|10*$)/));
  return powers.flatMap((power) => factors.map((factor) => factor * power)).filter((value) => low < value && value < high);
}
