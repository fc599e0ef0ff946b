// Chance: random bits, uniform numbers, and exact binomial counts, in constant time. It touches no page.
// Used by draws.js of explorers and, through polls.py and moving.py, by polls and moving pictures.

// 53 random bits as a number from 0 to 1, as Python and NumPy make it; `bits` gives 32 at a time.
const uniform = (bits) => () => ((bits() >>> 5) * 67108864 + (bits() >>> 6)) / 9007199254740992;

// SFC32 (small fast counting generator, Chris Doty-Humphrey): the same seed gives the same numbers.
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

const FEW = 10; // successes on average, below which they are counted from 0 upwards

// How many of n tosses succeed, each with probability p. Above FEW: BTRS, transformed rejection (Hörmann, 1993).
function binomial(n, p, random) {
  if (p > 0.5) return n - binomial(n, 1 - p, random);
  if (n * p < FEW) return countedUp(n, p, random);
  const spread = Math.sqrt(n * p * (1 - p));
  const b = 1.15 + 2.53 * spread;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const scale = (2.83 + 5.1 / b) * spread;
  const [odds, mode] = [p / (1 - p), Math.floor((n + 1) * p)];
  for (;;) {
    const [u, v] = [random() - 0.5, random()];
    const room = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / room + b) * u + n * p + 0.5);
    if (room >= 0.07 && v <= 0.92 - 4.2 / b) return k;
    if (!(0 <= k && k <= n)) continue;
    // the probability of k, as a part of that of the mode
    const log = (mode + 0.5) * Math.log((mode + 1) / (odds * (n - mode + 1))) +
      (n + 1) * Math.log((n - mode + 1) / (n - k + 1)) + (k + 0.5) * Math.log((odds * (n - k + 1)) / (k + 1)) +
      stirling(mode) + stirling(n - mode) - stirling(k) - stirling(n - k);
    if (Math.log((v * scale) / (a / (room * room) + b)) <= log) return k;
  }
}

// One uniform number and the sum of the first probabilities.
function countedUp(n, p, random) {
  let [rest, chance] = [random(), Math.exp(n * Math.log1p(-p))];
  let k = 0;
  while (rest > chance && k < n) {
    rest -= chance;
    k += 1;
    chance *= ((n - k + 1) * p) / (k * (1 - p));
  }
  return k;
}

// ln k! less (k + 1/2) ln(k + 1) - (k + 1) + ln √(2π).
function stirling(k) {
  if (k < STIRLING.length) return STIRLING[k];
  const square = 1 / ((k + 1) * (k + 1));
  return (1 / 12 - (1 / 360 - (1 / 1260 - square / 1680) * square) * square) / (k + 1);
}
const STIRLING = [];
for (let k = 0, log = 0; k < 16; k++) {
  log += Math.log(Math.max(k, 1));
  STIRLING.push(log - (k + 0.5) * Math.log(k + 1) + k + 1 - 0.5 * Math.log(2 * Math.PI));
}
