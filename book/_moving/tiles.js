// RAPPOR as tiles: the filter of a word, the permanent bits, a report a day, and what the mean of the reports gives away.

const BITS = 16;
const [P, Q] = [0.5, 0.75]; // of a 1, where the permanent bit is 0 and 1
const NOISE = [0, 0.25, 0.5, 0.75]; // f
const ROWS = { filter: 16, permanent: 72, report: 128, guess: 262 }; // the top of each row of tiles
const [MEANS, TALL] = [184, 56];

// The same numbers for every f: so a slider shows what f does to one device.
function permanentBits(filter, numbers, f) {
  return filter.map((bit, k) => (numbers[k] < f / 2 ? 1 : numbers[k] < f ? 0 : bit));
}
const oneReport = (permanent, random) => permanent.map((bit) => (random() < (bit ? Q : P) ? 1 : 0));
const guessed = (ones, days) => ones.map((count) => (count > ((P + Q) / 2) * days ? 1 : 0));
const agreement = (one, other) => one.filter((bit, k) => bit === other[k]).length;

function mountTiles(figure) {
  const filter = Array.from(figure.dataset.bits, Number);
  const { svg, say, button, slider } = stage(figure, 400, 292);
  button("day", () => pass(1));
  button("month", () => pass(30));
  button("device", () => begin());
  const noise = slider("f", NOISE.map((f) => text(f, 2).replace(/0$/, "").replace(/\.0$/, "")), 2, () => begin(numbers));
  let numbers, permanent, report, ones, days, waiting;
  const random = uniform(() => crypto.getRandomValues(new Uint32Array(1))[0]);

  const left = (k) => 8 + 24 * k;
  const rows = {};
  for (const [name, top] of Object.entries(ROWS)) {
    const label = drawn(svg, "text", { x: 8, y: top - 4 }, WORDS[`row_${name}`]);
    rows[name] = Array.from({ length: BITS }, (_, k) => {
      const tile = drawn(svg, "g", { transform: `translate(${left(k)} ${top})` });
      drawn(tile, "rect", { width: 22, height: 24, rx: 3 });
      drawn(tile, "text", { x: 11, y: 17, "text-anchor": "middle" });
      return tile;
    });
    rows[name].label = label;
  }
  const meansLabel = drawn(svg, "text", { x: 8, y: MEANS - 4 });
  const bars = Array.from({ length: BITS }, (_, k) => drawn(svg, "rect", { class: "bar", x: left(k), width: 22, y: MEANS, height: TALL }));
  for (const level of [P, Q]) drawn(svg, "path", { class: "level", d: `M6 ${MEANS + TALL * (1 - level)}H392` });

  const fill = (name, bits) => rows[name].forEach((tile, k) => {
    tile.setAttribute("class", bits[k] ? "tile one" : "tile zero");
    tile.lastChild.textContent = bits[k];
  });
  function begin(kept) {
    clearTimeout(waiting);
    numbers = kept ?? filter.map(random);
    permanent = permanentBits(filter, numbers, NOISE[noise.value]);
    [ones, days] = [filter.map(() => 0), 0];
    pass(1);
  }
  // Days pass one after the other, so that the bars are seen to settle; all at once where less motion is wished.
  function pass(count) {
    clearTimeout(waiting);
    const at_once = lessMotion() ? count : 1;
    for (let k = 0; k < at_once; k++) {
      report = oneReport(permanent, random);
      ones = ones.map((one, k) => one + report[k]);
      days += 1;
    }
    show(count > at_once);
    if (count > at_once) waiting = setTimeout(pass, 45, count - at_once);
  }
  function show(moving) {
    const guess = guessed(ones, days);
    fill("filter", filter);
    fill("permanent", permanent);
    fill("report", report);
    fill("guess", guess);
    rows.report.label.textContent = filled(WORDS.row_report, { days: text(days) });
    meansLabel.textContent = filled(WORDS.means, { days: text(days) });
    bars.forEach((bar, k) => { bar.style.transform = `scaleY(${ones[k] / days})`; });
    Object.assign(figure.dataset, { days, agrees: agreement(guess, permanent), right: agreement(guess, filter) });
    say(filled(WORDS[NOISE[noise.value] ? "sentence" : "sentence_0"], {
      days: text(days), f: NOISE[noise.value], permanent: agreement(guess, permanent), filter: agreement(guess, filter), kept: agreement(permanent, filter),
    }), moving);
  }
  begin();
}
