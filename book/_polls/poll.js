// The arithmetic of a poll with coins: chance, answers, estimates, numbers as texts. It touches no page.
// Used by live_poll.js and class_poll.js; polls.py puts the WORDS before it. Python's RandomizedResponse has the same law.

const Z = 1.96;

// Truth with probability p, the opposite with probability q; in other words, with probability 2q a fair coin answers.
function coins(epsilon) {
  const oddsOfLie = Math.exp(-epsilon);
  return { epsilon, p: 1 / (1 + oddsOfLie), q: oddsOfLie / (1 + oddsOfLie) };
}

// 53 random bits as a number from 0 to 1, as Python and NumPy make it; `bits` gives 32 at a time.
const uniform = (bits) => () => ((bits() >>> 5) * 67108864 + (bits() >>> 6)) / 9007199254740992;

// SFC32 (small fast counting generator, Chris Doty-Humphrey): the same seed gives the same poll.
function seededBits(seed) {
  let [a, b, c, counter] = [0, seed | 0, Math.floor(seed / 2 ** 32) | 0, 1];
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let k = 0; k < 16; k++) next();
  return next;
}

// What a person says: the truth with probability p.
const answer = (truth, { p }, random) => (random() < p ? truth : !truth);

// Of `yes` in n answers: the estimated share, its 95 % interval, and what was expected of the coins alone.
function estimate(yes, n, { p, q }) {
  const margin = (Z * Math.sqrt((p * q) / n)) / (p - q);
  const share = (yes / n - q) / (p - q);
  return { share, margin, low: share - margin, high: share + margin, fake: n * q };
}

const filled = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const grouped = new Intl.NumberFormat("en-US");

// A number with so many digits after the point, rounded, with a real minus and no minus zero.
function text(value, digits = 0) {
  const rounded = Number(value.toFixed(digits)) || 0;
  const parts = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return (digits ? new Intl.NumberFormat("en-US", parts) : grouped).format(rounded).replace("-", "−");
}
const percent = (share) => text(100 * share);
