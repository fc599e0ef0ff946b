// Models of live explorers: from the sliders' values and binomial counts to series and a sentence. They touch no page.
// May use: numbers.js. Used by draws.js. A model gets what live.py's Live says (`data`), the values by the sliders'
// names, `toss` (n, p), which returns a binomial count, and how many `runs` come after the first; and returns what each
// series draws, in the order of the chapter's picture, and the `words` of the sentence. The picture is the reference:
// tests/explore/test_models.py tosses for both.

const Z = 1.959963984540054; // of 95 %

const total = (numbers) => numbers.reduce((sum, value) => sum + value, 0);
const mean = (numbers) => total(numbers) / numbers.length;
const several = (count, make) => Array.from({ length: count }, () => make());
function deviation(numbers) {
  const middle = mean(numbers);
  return Math.sqrt(mean(numbers.map((value) => (value - middle) ** 2)));
}

// A half goes to the even neighbor, as NumPy does it.
function rounded(value, digits = 0) {
  const moved = value * 10 ** digits;
  const whole = Math.round(moved);
  return (whole - moved === 0.5 && whole % 2 ? whole - 1 : whole) / 10 ** digits;
}

// Rounds to so many digits of an error: two are as far as an estimate can be read, and the third moves no interval.
function roundedFor(error, digits = 3) {
  const places = error > 0 ? digits - 1 - Math.floor(Math.log10(error)) : 1;
  return (value) => rounded(value, places);
}
const brief = (value) => +value.toPrecision(2);

// Fills in a text as Python's str.format does: {n:,}, {share:.1f}, {reach:,g}.
function formatted(text, values) {
  return text.replace(/\{(\w+)(?::(,?)(?:\.(\d+))?([fg]?))?\}/g, (_, name, comma, digits, kind) => {
    const value = values[name];
    if (typeof value !== "number") return value;
    const fixed = digits === "0" ? rounded(value) : value;
    const plain = kind === "f" ? fixed.toFixed(digits) : String(kind === "g" ? +value.toPrecision(digits ?? 6) : value);
    const [whole, rest] = plain.split(".");
    const grouped = comma ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole;
    return (rest === undefined ? grouped : `${grouped}.${rest}`).replace("-", "−");
  });
}

// The variance of an estimated share, of which f is the truth: bits are 1 with p where they should be, else with q.
const noise = (f, n, p, q) => (f * p * (1 - p) + (1 - f) * q * (1 - q)) / (n * (p - q) ** 2);
// [count, probability] of n tosses: all counts but those that are next to impossible.
function tossLaw([n, p]) {
  const [mode, reach] = [Math.floor((n + 1) * p), 30 + 8 * Math.sqrt(n * p * (1 - p))];
  const law = [[mode, 1]];
  for (let k = mode; k > 0 && k > mode - reach; k--) law.push([k - 1, (law.at(-1)[1] * k * (1 - p)) / ((n - k + 1) * p)]);
  law.reverse();
  for (let k = mode; k < n && k < mode + reach; k++) law.push([k + 1, (law.at(-1)[1] * (n - k) * p) / ((k + 1) * (1 - p))]);
  const sum = total(law.map(([, weight]) => weight));
  return law.map(([count, weight]) => [count, weight / sum]);
}

// The same of the sum of two.
function sumLaw(one, other) {
  const [first, second] = [one, other].map(tossLaw);
  const chances = new Float64Array(first.length + second.length - 1);
  // plain loops: these are up to a million products
  for (let j = 0; j < first.length; j++)
    for (let k = 0, a = first[j][1]; k < second.length; k++) chances[j + k] += a * second[k][1];
  return Array.from(chances, (chance, k) => [first[0][0] + second[0][0] + k, chance]);
}
const inside = (share) => Math.min(1, Math.max(0, share));

function oddsLaw(odds) {
  return [1 / (1 + odds), odds / (1 + odds)];
}
const ENCODINGS = [
  (epsilon) => oddsLaw(Math.exp(-epsilon / 2)), // symmetric
  (epsilon) => [0.5, oddsLaw(Math.exp(-epsilon))[1]], // optimized
  (epsilon, k) => [1, Math.exp(-epsilon)].map((odds) => odds / (1 + (k - 1) * Math.exp(-epsilon))), // direct
];
const DIRECT = 2;

// Estimates against a setting x: where 95 % of them lie at each x of the grid, one band for each list of standard errors,
// the truth, and the estimates at this x, each a share with its error; the first one alone, then the others as a cloud.
function against(x, grid, truth, bands, error, made) {
  const around = ([share, error], least, digits) =>
    [0, -1, 1].map((sign) => roundedFor(100 * least, digits)(100 * (share + sign * Z * error)));
  const [[y, low, high], ...others] = made.map((one) => around(one, error));
  const [found, from, to] = around(made[0], error, 2);
  const percent = 100 * truth;
  const shown = others.length ? [x] : [];
  const series = [
    ...bands.map((errors) => {
      const least = Math.min(...errors); // not that of this x: theory does not move with it
      const ends = errors.map((error) => around([truth, error], least));
      return { x: grid, low: ends.map((end) => end[1]), high: ends.map((end) => end[2]) };
    }),
    { x: [grid[0], grid.at(-1)], y: [percent, percent] },
    { x: shown, y: shown.map(() => others.map(([share]) => share)) },
    { x: [x], y: [y], low: [low], high: [high] },
  ];
  const held = others.filter((ends) => ends[1] <= percent && percent <= ends[2]).length;
  return { series, words: { found, low: from, high: to, held, spread: brief(deviation(others.map(([share]) => share))) } };
}

let averaged = {}; // of twenty polls: how many intervals hold on average, in the last state

const MODELS = {
  // A table of shares: bars of the truth, 95 % of the draws in theory, more draws, one draw with its intervals.
  // data: counts, and the texts of the sliders `encoding` (symmetric, optimized, direct) and `repair` (none, norm).
  histogram({ counts, encodings, repairs }, { epsilon, n, encoding, repair }, toss, runs, names) {
    const k = counts.length;
    const all = total(counts);
    let sum = 0;
    const ends = counts.map((count) => rounded(((sum += count) / all) * n));
    const people = ends.map((end, v) => end - (v ? ends[v - 1] : 0));
    const kind = encodings ? encodings.indexOf(encoding) : 0;
    const isNormed = Boolean(repairs) && repairs.indexOf(repair) === 1;
    const [p, q] = ENCODINGS[kind](epsilon, k);
    const ofAll = (k - 1) * noise(0, n, p, q) + noise(1, n, p, q);
    function errorAt(share) {
      const variance = noise(inside(share), n, p, q);
      return Math.sqrt(isNormed && kind !== DIRECT ? variance * (1 - 2 / k) + ofAll / k ** 2 : variance);
    }
    function others(kept) {
      if (kind !== DIRECT) return people.map((count) => toss(n - count, q));
      let left = n - total(kept);
      return people.map((_, v) => {
        const some = v === k - 1 ? left : toss(left, 1 / (k - v));
        left -= some;
        return some;
      });
    }
    const fix = roundedFor(100 * Math.sqrt(noise(0, n, p, q)));
    function oneDraw() {
      const kept = people.map((count) => toss(count, kind === DIRECT ? p - q : p));
      const raw = others(kept).map((count, v) => ((count + kept[v]) / n - q) / (p - q));
      const shift = isNormed ? (1 - total(raw)) / k : 0;
      const margins = raw.map((share) => Z * errorAt(share));
      const side = (sign) => raw.map((share, v) => fix(100 * (share + shift + sign * margins[v])));
      return {
        y: side(0), low: side(-1), high: side(1), reach: brief(100 * mean(margins)), sum: 100 * (total(raw) + k * shift),
      };
    }
    const truth = people.map((count) => rounded((100 * count) / n, 3));
    const held = ({ low, high }) => truth.filter((share, v) => low[v] <= share && share <= high[v]).length;
    const first = oneDraw();
    const more = several(runs, oneDraw);
    const x = runs ? names : [];
    const theory = (sign) => x.map((_, v) => fix(100 * (people[v] / n + sign * Z * errorAt(people[v] / n))));
    const { y, low, high, reach, sum: added } = first;
    return {
      series: [
        { x: names, y: truth },
        { x, low: theory(-1), high: theory(1) },
        { x, y: x.map((_, v) => more.map((draw) => draw.y[v])) },
        { x: names, y, low, high },
      ],
      words: {
        reach, held: held(first), k, sum: added,
        negative: y.filter((share) => share < 0).length,
        part: 100 * total(more.map(held)) / (runs * k),
      },
    };
  },

  // A poll of people who are drawn, and toss coins: 95 % of the polls at each ε of the grid, and of honest ones.
  poll({ grid }, { epsilon, n, share }, toss, runs) {
    const [p, q] = oddsLaw(Math.exp(-epsilon));
    const truth = share / 100;
    const sampling = (f) => (f * (1 - f)) / n;
    const coins = (at) => Math.exp(at) / (n * (Math.exp(at) - 1) ** 2);
    const errorAt = (at, f) => Math.sqrt(sampling(f) + coins(at));
    const polls = (count) => several(count, () => toss(n, truth)).map((yes) => {
      const found = ((toss(yes, p) + toss(n - yes, q)) / n - q) / (p - q);
      return [found, errorAt(epsilon, inside(found))];
    });
    const error = errorAt(epsilon, truth);
    const bands = [grid.map((at) => errorAt(at, truth)), grid.map(() => Math.sqrt(sampling(truth)))];
    const { series, words } = against(epsilon, grid, truth, bands, error, [...polls(1), ...polls(runs)]);
    const parts = [error, Math.sqrt(sampling(truth)), Math.sqrt(coins(epsilon))].map((part) => brief(100 * part));
    const [margin, honest] = [error, Math.sqrt(sampling(truth))].map((part) => brief(100 * Z * part));
    return { series, words: { ...words, error: parts[0], sampling: parts[1], coins: parts[2], margin, honest } };
  },

  // One bit of RAPPOR, from one report of each of n devices: 95 % of the estimates at each f of the grid.
  // data: the grid, p and q by the text of the slider `noise`, hashes, and the share of devices that have set the bit.
  bit({ grid, pairs, hashes, share }, { f, n, noise: pair }, toss, runs) {
    const [p, q] = pairs[pair];
    const law = (at) => [q, p].map((own) => (1 - at) * own + (at * (p + q)) / 2);
    const ones = rounded(n * share);
    const errorAt = (at, part) => Math.sqrt(noise(inside(part), n, ...law(at)));
    const [qStar, pStar] = law(f);
    const estimates = several(1 + runs, () => {
      const found = ((toss(ones, qStar) + toss(n - ones, pStar)) / n - pStar) / (qStar - pStar);
      return [found, errorAt(f, found)];
    });
    const truth = ones / n;
    const { series, words } = against(f, grid, truth, [grid.map((at) => errorAt(at, truth))], errorAt(f, truth), estimates);
    const one = hashes * Math.log((qStar * (1 - pStar)) / (pStar * (1 - qStar)));
    const ever = 2 * hashes * Math.log((2 - f) / f);
    return { series, words: { ...words, one, ever, ones, truth: rounded(100 * truth, 1) } };
  },

  // From 1,000 people to an estimate, step by step: what is expected, more polls at the last step, and one poll.
  steps(_, { p, share }, toss, runs, names) {
    const [n, q, yes] = [1000, 1 - p, 10 * share];
    const [fake, left] = [n * q, yes * (p - q)];
    const margin = 1.96 * Math.sqrt(n * p * q);
    const polls = several(1 + runs, () => toss(yes, p) + toss(n - yes, q));
    const [said] = polls;
    const estimate = (count) => rounded((count - fake) / (p - q), 1);
    const reach = margin / (p - q);
    const ends = (count) => [-1, 1].map((sign) => rounded((count - fake) / (p - q) + sign * reach, 1));
    const one = (value) => rounded(value, 1);
    const around = (sign) => [null, said + sign * margin, null, said - fake + sign * margin].map((v) => v && one(v));
    const [low, high] = ends(said);
    const more = polls.slice(1);
    const x = runs ? [names.at(-1)] : [];
    return {
      series: [
        { x: names, y: [yes, fake + left, fake, left, yes].map(one) },
        { x, y: x.map(() => more.map(estimate)) },
        { x: names, y: [...around(0), estimate(said)], low: [...around(-1), low], high: [...around(1), high] },
      ],
      words: {
        yes, said, fake, left, expected: fake + left, factor: p - q, found: rounded((said - fake) / (p - q)), margin: reach,
        held: more.map(ends).filter(([low, high]) => low <= yes && yes <= high).length,
      },
    };
  },

  // Twenty polls of the same people: 95 % of them, the truth, and each with its interval.
  polls(_, { epsilon, n, share }, toss) {
    const [p, q] = oddsLaw(Math.exp(-epsilon));
    const yes = rounded((n * share) / 100);
    const truth = (100 * yes) / n;
    const error = 100 * Math.sqrt(noise(yes / n, n, p, q)); // the same for every estimate
    const fix = roundedFor(error);
    const around = (f) => [0, -1, 1].map((sign) => fix(100 * f + sign * Z * error));
    const estimate = (count) => (count / n - q) / (p - q);
    const holds = ([, low, high]) => low <= truth && truth <= high;
    const polls = several(20, () => around(estimate(toss(yes, p) + toss(n - yes, q))));
    // above this, 19 is right to a decimal; a further draw asks for the same again
    const state = [epsilon, n, share].join();
    if (averaged.state !== state) {
      const chances = n * p * q < 2500 ? sumLaw([yes, p], [n - yes, q]) : [];
      const held = total(chances.map(([count, chance]) => (holds(around(estimate(count))) ? chance : 0)));
      averaged = { state, average: chances.length ? 20 * held : 19 };
    }
    const { average } = averaged;
    const ends = [1, 20];
    const [, from, to] = around(yes / n);
    const [y, low, high] = [0, 1, 2].map((side) => polls.map((poll) => poll[side]));
    return {
      series: [
        { x: ends, low: ends.map(() => from), high: ends.map(() => to) },
        { x: ends, y: ends.map(() => truth) },
        { x: polls.map((_, k) => k + 1), y, low, high },
      ],
      words: { yes, error: brief(error), reach: brief(Z * error), held: polls.filter(holds).length, average },
    };
  },
};

// What a live explorer draws, as `stateAt` of numbers.js returns it.
function liveState({ chart, live, series: heads }, values, toss, runs) {
  const { series, words } = MODELS[live.model](live.data, values, toss, runs, chart.x.categories);
  const filledIn = { ...values, ...words, runs };
  const sentence = [live.sentence, ...(runs && live.more ? [live.more] : [])].map((text) => formatted(text, filledIn)).join(WORDS.between);
  return { sentence, series: series.map((one, k) => ({ mark: heads[k].mark, label: heads[k].label, ...one })) };
}
