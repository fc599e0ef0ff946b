// A guess in numbers: the steps that a handle takes, and the sentence on how far off it is. It touches no page.
// May use: numbers.js and WORDS. Used by guess_handles.js and predict.js; predict.py says what is asked. tests/vectors/guesses.json has cases.

const withDigits = (value, digits) => +value.toPrecision(digits);

// About a hundred heights, from one end of an axis to the other: in equal steps, or with two digits on a log axis, for
// a hand sets no more.
function guessSteps({ scale, range: [low, high] }) {
  if (scale === "linear") return tickValues({ scale, range: [low, high] }, 160);
  const each = Math.ceil(100 / Math.log10(high / low)); // steps to a decade
  const count = Math.floor(each * Math.log10(high / low) + 1e-6);
  const steps = Array.from({ length: count + 1 }, (_, k) => low * 10 ** (k / each));
  return [...new Set([...steps, high].map((step) => withDigits(step, 2)))];
}

// As a difference on a linear axis, as a factor on a log axis; of several guesses, the worst. A guess of null is none.
// Beyond a hundred times, one digit says how far.
function farthest({ unit }, scale, guess, truth) {
  const log = scale === "log";
  const gaps = guess.map((value, k) => (value === null ? 0 : log ? Math.log(value / truth[k]) : value - truth[k]));
  const sizes = gaps.map((gap, k) => (guess[k] === null ? -1 : Math.abs(gap)));
  const worst = sizes.indexOf(Math.max(...sizes));
  const size = sizes[worst];
  const isRight = sizes.every((off, k) => off <= (log ? Math.log(1.05) : 0.05 * Math.abs(truth[k])) + 1e-12);
  const short = (value, digits) => exactText(withDigits(value, digits));
  const isFar = log && Math.exp(size) > 100 * (1 + 1e-12);
  const factor = log && filled(WORDS[isFar ? "times_about" : "times"], { factor: short(Math.exp(size), isFar ? 1 : 2) });
  return { worst, isRight, isFar, isHigh: gaps[worst] > 0, gap: log ? factor : [short(size, 3), unit].filter(Boolean).join(" ") };
}

function howFarOff(asked, scale, guess, truth) {
  const { worst, isRight, isFar, isHigh, gap } = farthest(asked, scale, guess, truth);
  const made = guess.map((_, k) => k).filter((k) => guess[k] !== null);
  // a factor needs no more digits than the guess
  const truths = made.map((k) => (scale === "log" ? withDigits(truth[k], 3) : truth[k]));
  const guesses = made.map((k) => (isFar && k === worst ? withDigits(guess[k], 1) : guess[k]));
  const [said, is] = [guesses, truths].map((values) => values.map(exactText).join(" / "));
  const found = { gap, place: asked.places[worst], guess: said, truth: is };
  const [way, some] = [isHigh ? "high" : "low", made.length < guess.length ? "right_there" : "right"];
  if (made.length > 1) return filled(WORDS[`all_${isRight ? some : "off"}`], found);
  return filled(WORDS[`${guess.length === 1 ? "one" : "at"}_${isRight ? "right" : way}`], found);
}

// All that may be said of one guess at these steps; and of several, with the longest of all numbers and gaps.
function verdictsAt(asked, scale, steps, truth) {
  const alone = steps.flatMap((step) => truth.map((_, k) => truth.map((_, other) => (other === k ? step : null))));
  const gap = longest(alone.map((guess) => farthest(asked, scale, guess, truth).gap));
  const [said, is] = [truth.map(() => longest(steps.map(exactText))), truth.map((value) => exactText(scale === "log" ? withDigits(value, 3) : value))]
    .map((texts) => texts.join(" / "));
  const several = truth.length > 1 ? [WORDS.all_right_there, filled(WORDS.all_off, { guess: said, truth: is, gap })] : [];
  return [...alone.map((guess) => howFarOff(asked, scale, guess, truth)), ...several];
}
