// The arithmetic of a poll with coins: answers, estimates, numbers as texts. It touches no page.
// Used by live_poll.js and class_poll.js; polls.py puts chance.js of the explorers and the WORDS before it. Python's
// RandomizedResponse has the same law.

const Z = 1.96;

// Truth with probability p, the opposite with probability q; in other words, with probability 2q a fair coin answers.
function coins(epsilon) {
  const oddsOfLie = Math.exp(-epsilon);
  return { epsilon, p: 1 / (1 + oddsOfLie), q: oddsOfLie / (1 + oddsOfLie) };
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
