// A line that is written in the page: judged on the samples of the notebook's check, and kept in this browser.
// May use: arithmetic.js and WORDS. your_turn.py says what a task holds.

const EXACT = 1e-6; // of what a function returns, and TOLERANCE of a known mistake: as in ldp_checks/answers.py
const TOLERANCE = 5e-3;

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const close = (a, b, tolerance) => a === b || Math.abs(a - b) <= EXACT + tolerance * Math.abs(b);
const same = (a, b, tolerance) => a.every((x, i) => close(x, b[i], tolerance));

// As Python writes them: 1,234 and 0.1234 and 1.234e-05. It rounds a half to the even digit.
function shown(x) {
  if (isArray(x)) return `(${x.map(shown).join(", ")})`;
  if (x < 0) return `-${shown(-x)}`;
  if (x === Infinity) return "inf";
  if (Number.isInteger(x) || x >= 1000) return (x % 1 === 0.5 ? 2 * Math.round(x / 2) : x).toLocaleString("en-US", { maximumFractionDigits: 0 });
  const exact = x.toExponential(60);
  const isHalf = /^\d\.\d\d[02468]50*e/.test(exact);
  const [digits, power] = (isHalf ? exact.replace(/50*e/, "e") : x.toExponential(3)).split("e");
  if (power >= -4) return String(Number(`${digits}e${power}`));
  return `${Number(digits)}e-${String(-power).padStart(2, "0")}`;
}

// What the check says of a function's results
function verdict(task, results) {
  const { cases } = task;
  for (const [i, { call, right }] of cases.entries()) {
    const count = flat(right).length;
    let result = results[i];
    if (!isArray(right) && flat(result).length === 1) [result] = flat(result);
    if (String(shape(result)) !== String(shape(right)) || flat(result).some(Number.isNaN))
      return { message: fill(count === 1 ? WORDS.one_number : WORDS.numbers, { call, count }) };
    results[i] = result;
  }
  const wrong = cases.findIndex(({ right }, i) => !same(flat(results[i]), flat(right), EXACT));
  if (wrong < 0) return { right: true, message: task.praise };
  const all = flat(results);
  const off = (why) => {
    const mistake = flat(cases.map(({ mistakes }) => mistakes[why]));
    return same(all, mistake, TOLERANCE) ? Math.max(...all.map((x, i) => Math.abs(x - mistake[i]) || 0)) : Infinity;
  };
  const rounded = same(all, flat(cases.map(({ right }) => right)), TOLERANCE);
  const whys = rounded ? [] : task.mistakes.map((why, i) => [off(i), why]).filter(([distance]) => distance < Infinity);
  const [, why] = whys.sort(([a], [b]) => a - b)[0] ?? [];
  const values = { call: cases[wrong].call, answer: shown(results[wrong]), why: why ? fill(WORDS.why, { why }) : "" };
  return { message: fill(WORDS.wrong, values) };
}

const asNumbers = (x) => (isArray(x) ? x.map(asNumbers) : typeof x === "boolean" || typeof x === "number" ? Number(x) : NaN);

// Returns what the lines return in each case
function resultsOf(task, lines) {
  return task.cases.map(({ given }) => {
    const names = { ...given };
    for (const [name, { parameters, lines: own }] of Object.entries(task.functions))
      names[name] = called(parameters, (...values) =>
        run(own, { ...names, ...Object.fromEntries(parameters.map((parameter, i) => [parameter, values[i]])) }));
    return asNumbers(run(lines, names));
  });
}

function judge(task, text) {
  const [before, after] = task.around;
  text = text.trim();
  if (text.startsWith(before.trim())) text = text.slice(before.trim().length).trim();
  if (!text) return { refused: true, message: WORDS.blank };
  try {
    parse(text);
    return verdict(task, resultsOf(task, [before + text + after, ...task.then]));
  } catch (error) {
    return { refused: true, message: error instanceof Refused ? error.message : fill(WORDS.unread, { part: text }) };
  }
}

function mount(form) {
  const task = JSON.parse(form.querySelector("script").textContent);
  const field = form.querySelector("input");
  const status = form.querySelector("[role=status]");
  const key = `ldp ${location.pathname} ${field.id}`;
  try {
    field.value = localStorage.getItem(key) ?? "";
  } catch {} // the page goes on without
  function check() {
    const { right, refused, message } = judge(task, field.value);
    const mark = right ? "✓" : refused ? "" : "✗";
    status.className = right ? "right" : "";
    status.textContent = `${mark} ${message}`.trim();
  }
  if (field.value) check(); // before it is shown: it is no news
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    check();
    try {
      localStorage.setItem(key, field.value);
    } catch {}
  });
  field.addEventListener("input", () => {
    status.textContent = "";
  });
}
globalThis.document?.querySelectorAll("form.your-turn").forEach(mount);
