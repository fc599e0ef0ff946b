// A picture that opens a chapter, or one of the statistics page, answers to its button. Every draw is made here, one
// person after the other; pictures.py puts the WORDS before it.

const tosses = (n, chance = 0.5) => {
  let heads = 0;
  for (let k = 0; k < n; k++) heads += Math.random() < chance;
  return heads;
};
const P = Math.E / (1 + Math.E); // how often a report is true at ε = 1
const anyOf = (n) => Math.floor(n * Math.random());
const sum = (numbers) => numbers.reduce((total, value) => total + value, 0);
const inFrame = (value, low, high) => Math.min(high, Math.max(low, value));

// Everybody in these counts, by place, in the order in which they answer.
function queue(counts) {
  const people = counts.flatMap((count, place) => Array(count).fill(place));
  for (let last = people.length - 1; last > 0; last--) {
    const other = anyOf(last + 1);
    [people[last], people[other]] = [people[other], people[last]];
  }
  return people;
}
// How likely each number of heads is, from 0 to n.
function chances(n, chance) {
  const found = [(1 - chance) ** n];
  for (let k = 0; k < n; k++) found.push(((found[k] * (n - k)) / (k + 1)) * (chance / (1 - chance)));
  return found;
}
const number = (value, digits = 0) =>
  value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-", "−");
const seen = (shape, is) => shape.setAttribute("visibility", is ? "visible" : "hidden");
const fill = (box, one) => box.setAttribute("class", `bit ${one ? "full c0" : "axis hollow"}`);

// Each function gets the parts of its picture by their class, and returns what a press of the button does: it draws,
// and returns the name of a sentence, its numbers, and whether it goes on from there.
const PICTURES = {
  "threat-models"(parts, growth) {
    const people = growth.pop();
    const shapes = parts("fact");
    let facts = 0;
    shapes.forEach((shape) => seen(shape, false));
    return () => {
      facts = (facts % growth.length) + 1;
      shapes.forEach((shape) => seen(shape, shape.dataset.fact <= facts));
      const known = shapes.filter((shape) => shape.textContent && shape.dataset.fact <= facts);
      return ["drawn", { known: known.map((shape) => shape.textContent).join(WORDS["threat-models"].between), alone: number(growth[facts - 1]), people: number(people) }, facts < growth.length];
    };
  },

  epsilon: (parts) => () => {
    const truth = tosses(1);
    const said = tosses(1) ? truth : tosses(1);
    seen(parts("yes")[0], said);
    seen(parts("no")[0], !said);
    parts("belief")[0].style.transform = `translateX(${said ? 36.5 : -36.5}px)`;
    return [`${said ? "yes" : "no"}_${said === truth ? "true" : "false"}`, {}];
  },

  "randomized-response": (parts) => () => {
    let [yes, fake] = [0, 0];
    const dots = parts("dot");
    for (const dot of dots) {
      const honest = tosses(1);
      const says = honest ? "yes" in dot.dataset : tosses(1);
      yes += Boolean(says);
      fake += says && !honest;
      dot.setAttribute("class", `dot ${!says ? "axis hollow" : honest ? "full c1" : "line c1 coin"}`);
    }
    return ["drawn", { people: dots.length, yes, fake }];
  },

  accuracy(parts) {
    let polls = 0;
    const within = [0, 0, 0];
    return () => {
      polls++;
      const off = parts("poll").map((poll, row) => {
        const n = Number(poll.dataset.people);
        const truth = tosses(n);
        const yes = tosses(truth, P) + tosses(n - truth, 1 - P);
        const points = 100 * ((yes / n - (1 - P)) / (2 * P - 1) - 0.5);
        within[row] += Math.abs(points) <= 2;
        poll.style.transform = `translateX(${4 * points}px)`;
        return number(Math.abs(points), 1);
      });
      return ["drawn", { off0: off[0], off1: off[1], off2: off[2], in0: within[0], in1: within[1], in2: within[2], polls }];
    };
  },

  "unary-encoding": (parts) => () => {
    const sent = parts("bit").map((_, place) => tosses(1, place === 5 ? 0.75 : 0.25));
    parts("bit").forEach((box, place) => fill(box, sent[place]));
    return [sent[5] ? "kept" : "lost", { ones: sent.reduce((sum, bit) => sum + bit) }];
  },

  histograms: (parts, counts) => () => {
    const people = counts.reduce((sum, count) => sum + count);
    const q = 1 - P; // optimized unary encoding: a 1 stays with ½
    const found = counts.map((count) => (tosses(count) + tosses(people - count, q) - people * q) / (0.5 - q));
    parts("bar").forEach((bar, place) => {
      const height = 0.02 * found[place];
      bar.setAttribute("y", 104 - Math.max(height, 0));
      bar.setAttribute("height", Math.abs(height));
    });
    const last = number(Math.round(found.at(-1)) || 0);
    parts("last")[0].textContent = last;
    return ["drawn", { last, truth: number(counts.at(-1)), below: found.filter((count) => count < 0).length, bars: counts.length }];
  },

  "rappor-collect"(parts) {
    const words = [Math.floor(16 * Math.random()), Math.floor(16 * Math.random())]; // as two hashes set them
    const kept = Array.from({ length: 16 }, (_, bit) => (tosses(1) ? tosses(1) : words.includes(bit)));
    let days = 0;
    return () => {
      days += 3;
      const boxes = parts("bit");
      const sent = boxes.map((_, k) => tosses(1, kept[k % 16] ? 0.75 : 0.5));
      boxes.forEach((box, k) => fill(box, sent[k]));
      const alike = kept.filter((_, k) => sent[k] === sent[k + 16] && sent[k] === sent[k + 32]).length;
      return ["drawn", { from: days - 2, to: days, alike }];
    };
  },

  "more-protocols"(parts, counts) {
    const [groups, steps] = [4, [1, 2, 3, 10, 100, 1000, 10000, sum(counts)]];
    const p = Math.E / (Math.E + groups - 1); // the sender's own group is named
    let [people, supports, n] = [[], [], steps.at(-1)];
    return () => {
      if (n === steps.at(-1)) [people, supports, n] = [queue(counts), counts.map(() => 0), 0];
      let own, sorted, named;
      for (const until = steps.find((step) => step > n); n < until; n++) {
        own = people[n];
        sorted = counts.map(() => anyOf(groups)); // by a hash of this person's own
        named = (sorted[own] + (tosses(1, p) ? 0 : 1 + anyOf(groups - 1))) % groups;
        supports = supports.map((count, place) => count + (sorted[place] === named));
      }
      const room = Array(groups).fill(0);
      parts("chip").forEach((chip, place) => {
        const group = sorted[place];
        const [column, row] = [room[group] % 6, Math.floor(room[group] / 6)];
        room[group]++;
        chip.setAttribute("class", `chip ${place === own ? "full c1" : group === named ? "full c0" : "axis hollow"}`);
        chip.style.transform = `translate(${12 + 96 * group + 14 * column}px, ${5 + 14 * row}px)`;
      });
      parts("tray").forEach((tray, group) => tray.setAttribute("class", `tray line ${group === named ? "c0" : "black thin"}`));
      const found = supports.map((count) => (count / n - 1 / groups) / (p - 1 / groups));
      parts("bar").forEach((bar, place) => {
        const height = inFrame(300 * found[place], -12, 50);
        bar.setAttribute("y", 92 - Math.max(height, 0));
        bar.setAttribute("height", Math.abs(height));
      });
      const off = Math.max(...found.map((share, place) => Math.abs(share - counts[place] / sum(counts))));
      return [sorted[own] === named ? "kept" : "lost", { people: number(n), size: room[named], off: number(100 * off, 1) }, n < steps.at(-1)];
    };
  },

  "choosing-protocol"(parts, surveys) {
    let next = 0;
    return () => {
      const { values, people, bytes, chosen } = surveys[next];
      next = (next + 1) % surveys.length;
      const light = (bar, place) => bar.setAttribute("class", `${bar.getAttribute("class").split(" ")[0]} bar ${chosen.includes(place) ? "full c1" : "pale c0"}`);
      parts("people").forEach((bar, place) => {
        const width = Math.min(22 * people[place], 140);
        bar.setAttribute("x", 154 - width);
        bar.setAttribute("width", width);
        light(bar, place);
      });
      parts("further").forEach((arrow, place) => seen(arrow, 22 * people[place] > 140));
      parts("bytes").forEach((bar, place) => {
        bar.setAttribute("width", bytes[place]);
        light(bar, place);
      });
      parts("values")[0].textContent = number(values);
      return [chosen.length > 1 ? "many" : chosen[0] ? "some" : "few", { values: number(values), bits: bytes[2], seeds: bytes[3] }, next > 0];
    };
  },

  numbers(parts, ages) {
    const [youngest, scale] = [17, 73]; // of the noise, at ε = 1
    const steps = [10, 100, 1000, 10000, sum(ages)];
    const truth = sum(ages.map((count, place) => count * (youngest + place))) / sum(ages);
    let people, total, heights, n = steps.at(-1);
    return () => {
      const candles = parts("candle");
      if (n === steps.at(-1)) [people, total, heights, n] = [queue(ages), 0, candles.map(() => 0), 0];
      let report;
      for (const until = steps.find((step) => step > n); n < until; n++) {
        report = youngest + people[n] - Math.sign(Math.random() - 0.5) * scale * Math.log(1 - Math.random());
        total += report;
        const candle = Math.floor((report + 200) / 10); // it stands for ten years
        if (candle in heights) heights[candle]++;
      }
      const tallest = Math.max(...heights);
      candles.forEach((candle, place) => {
        const height = (62 * heights[place]) / tallest;
        candle.setAttribute("y", 92 - height);
        candle.setAttribute("height", height);
        const flame = parts("flame")[place];
        flame.style.transform = `translateY(${-height}px)`;
        seen(flame, height);
      });
      const mean = total / n;
      parts("fulcrum")[0].style.transform = `translateX(${inFrame(0.8 * (mean - truth), -180, 180)}px)`;
      return ["drawn", { people: number(n), last: number(Math.round(report) || 0), mean: number(mean, 1), truth: number(truth, 1) }, n < steps.at(-1)];
    };
  },

  distributions: (parts, ages) => () => {
    const first = anyOf(ages.length - 5);
    const last = Math.min(first + 5 + anyOf(35), ages.length - 1);
    const boxes = [];
    for (let age = first; age <= last; ) {
      const widths = [64, 16, 4, 1]; // ages in a box
      const fits = (width) => age % width === 0 && Math.min(age + width, ages.length) - 1 <= last;
      const row = widths.findIndex(fits);
      const next = Math.min(age + widths[row], ages.length);
      boxes.push(`M${15 + 5 * age} ${[120, 104, 88, 72][row]}h${5 * (next - age) - 2}v11H${15 + 5 * age}z`);
      age = next;
    }
    const bar = (count, age) => (age < first || age > last ? "" : `M${15 + 5 * age} 66v${-count / 16}h4v${count / 16}z`);
    parts("range")[0].setAttribute("d", ages.map(bar).join(""));
    parts("lit")[0].setAttribute("d", boxes.join(""));
    const share = sum(ages.slice(first, last + 1)) / sum(ages);
    return ["drawn", { low: 17 + first, high: 17 + last, ages: last - first + 1, boxes: boxes.length, share: number(100 * share, 1) }];
  },

  "unknown-words"(parts, surveys) {
    let [survey, step] = [surveys.length - 1, 4];
    return () => {
      if (step === 4) [survey, step] = [(survey + 1) % surveys.length, 0];
      const { candidates, found, rows } = surveys[survey];
      step++;
      const grown = rows.filter((row) => row.length >= step).length;
      rows.forEach((row, place) => {
        const isAlive = row.length >= step;
        const letters = row[Math.min(step, row.length) - 1];
        parts("stem")[place].setAttribute("class", `stem ${isAlive ? step === 4 ? "full c1" : "pale c0" : "axis hollow"}`);
        parts("stem")[place].setAttribute("width", 14.5 * letters.length);
        parts("letters")[place].textContent = letters;
        parts("letters")[place].setAttribute("class", `letters ${isAlive ? step === 4 ? "found" : "" : "tick"}`);
      });
      return [step < 4 ? "grow" : "end", { letters: 3 * step, candidates: number(candidates[step - 1]), grown, found }, step < 4];
    };
  },

  "again-and-again"(parts) {
    const stops = [1, 4, 13, 26, 52];
    let habit, yes, days, week = 52;
    return () => {
      if (week === 52) [habit, yes, days, week] = [Array.from({ length: 7 }, () => tosses(1)), Array(7).fill(0), ["", ""], 0];
      for (const until = stops.find((stop) => stop > week); week < until; week++) {
        habit.forEach((truth, evening) => {
          const said = tosses(1, P) ? truth : 1 - truth;
          yes[evening] += said;
          days[said] += `M${(14 + 5 * week).toFixed()} ${22 + 15 * evening}h4v11h-4z`;
        });
      }
      ["no", "yes"].forEach((said, place) => parts(said)[0].setAttribute("d", days[place]));
      const guess = yes.map((count) => (2 * count === week ? tosses(1) : Number(2 * count > week)));
      parts("bar").forEach((bar, evening) => bar.setAttribute("width", (60 * yes[evening]) / week));
      parts("guess").forEach((box, evening) => box.setAttribute("class", `guess ${guess[evening] ? "full" : "line thin"} ${guess[evening] === habit[evening] ? "c0" : "c1"}`));
      const right = guess.filter((said, evening) => said === habit[evening]).length;
      return [week === 1 ? "first" : "drawn", { weeks: week, right }, week < 52];
    };
  },

  "two-reports"(parts) {
    const [p, q] = [0.1, 0.9]; // of the second layer
    const ones = Array.from({ length: 12 }, (_, bit) => ([2, 7].includes(bit) ? 0.75 : 0.25)); // permanent, at f = ½
    const keep = () => ones.map((chance) => tosses(1, chance));
    let [isOne, isLinked, isOpen, right, pairs] = [true, false, true, 0, 0];
    return () => {
      isOpen = !isOpen;
      seen(parts("ask")[0], !isOpen);
      seen(parts("one")[0], !isOpen || isOne);
      seen(parts("two")[0], isOpen && !isOne);
      if (isOpen) {
        pairs++;
        right += isOne === isLinked;
        return [`${isOne ? "one" : "two"}_${isOne === isLinked ? "right" : "wrong"}`, { right, pairs }, true];
      }
      isOne = Boolean(tosses(1));
      const first = keep();
      const sent = [first, isOne ? first : keep()].map((kept) => kept.map((bit) => tosses(1, bit ? q : p)));
      parts("bit").forEach((box, k) => fill(box, sent.flat()[k]));
      const ratio = ones.reduce((product, chance, bit) => {
        const [a, b] = sent.map((report) => report[bit]);
        const of = (...bits) => bits.reduce((one, said) => one * (said ? q : 1 - q), chance) + bits.reduce((zero, said) => zero * (said ? p : 1 - p), 1 - chance);
        return (product * of(a, b)) / (of(a) * of(b));
      }, 1);
      isLinked = ratio > 1;
      return ["pair", { alike: ones.filter((_, bit) => sent[0][bit] === sent[1][bit]).length }, false];
    };
  },

  "many-questions"(parts, counts) {
    const people = counts.pop();
    const n = 1000;
    const said = (yes, no, p) => (tosses(yes, p) + tosses(no, 1 - p) - (yes + no) * (1 - p)) / ((2 * p - 1) * (yes + no));
    const small = 1 / (1 + Math.exp(-1 / counts.length)); // how often a report is true at a quarter of ε
    let [surveys, won] = [0, 0];
    const trails = parts("trail").map(() => "");
    return () => {
      const split = counts.map((count) => {
        const yes = tosses(n, count / people);
        return said(yes, n - yes, small);
      });
      const asked = counts.map(() => ({ yes: 0, no: 0 }));
      for (let person = 0; person < n; person++) {
        const question = anyOf(counts.length); // by lot
        asked[question][tosses(1, counts[question] / people) ? "yes" : "no"]++;
      }
      const lot = asked.map(({ yes, no }) => said(yes, no, P));
      const off = [split, lot].map((found) => Math.max(...found.map((share, k) => Math.abs(share - counts[k] / people))));
      surveys++;
      won += off[1] < off[0];
      [...split, ...lot].forEach((share, place) => {
        const [x, y] = [parts("dot")[place].dataset.x, inFrame(126 - 110 * share, 40, 140)];
        const last = parts("dot")[place].dataset.y;
        if (surveys > 1) trails[place] += `M${x - 8} ${last}h16`;
        parts("trail")[place].setAttribute("d", trails[place]);
        parts("dot")[place].dataset.y = y.toFixed(1);
        parts("dot")[place].setAttribute("cy", y.toFixed(1));
      });
      parts("poured")[0].style.transform = `translateX(${44 * anyOf(counts.length)}px)`;
      return ["drawn", { split: number(100 * off[0], 1), lot: number(100 * off[1], 1), won, surveys }];
    };
  },

  attackers(parts, { target, people, found }) {
    const [p, q, dropped] = [3 / 16, 1 / 16, 200]; // direct encoding of 14 jobs; fakes a slip
    const slips = parts("chip");
    const hand = slips.map((slip) => slip.style.transform);
    const height = (count) => inFrame(0.015 * count, -14, 112);
    let [honest, sent] = [found, 0];
    const survey = () => {
      const named = people.map(() => 0);
      people.forEach((count, own) => {
        const kept = tosses(count, p);
        named[own] += kept;
        for (let k = kept; k < count; k++) named[(own + 1 + anyOf(people.length - 1)) % people.length]++;
      });
      return named.map((count) => (count - sum(people) * q) / (p - q));
    };
    return () => {
      if (sent === slips.length) [honest, sent] = [survey(), 0];
      sent++;
      const fakes = sent * dropped;
      const shown = honest.map((count, job) => count + (fakes * ((job === target) - q)) / (p - q));
      parts("bar").forEach((bar, job) => {
        bar.setAttribute("y", 114 - Math.max(height(shown[job]), 0));
        bar.setAttribute("height", Math.abs(height(shown[job])));
      });
      slips.forEach((slip, place) => {
        const top = shown[target] - ((sent - place - 1) * dropped * (1 - q)) / (p - q);
        slip.style.transform = place < sent ? `translate(${8.5 + 20 * target}px, ${114 - height(top)}px)` : hand[place];
      });
      const taller = shown.filter((count) => count > shown[target]).length;
      return ["drawn", { fakes: number(fakes), people: number(sum(people)), found: number(Math.round(shown[target])), truth: number(people[target]), taller }, sent < slips.length];
    };
  },

  "many-machines"(parts) {
    const sizes = [18, 12, 9, 24, 30, 27, 15, 21];
    let [waiting, isHeard, sender, named, added] = [[], true];
    return () => {
      parts("sign").forEach((sign) => seen(sign, false));
      if (isHeard && !waiting.length) [waiting, named, added] = [queue(sizes.map(() => 1)), 0, 0];
      const isAgain = !isHeard;
      if (!isAgain) sender = waiting.pop();
      if (!isAgain) named += sizes[sender];
      added += sizes[sender];
      isHeard = Boolean(tosses(1, 0.75));
      parts("machine").forEach((box, place) => box.setAttribute("class", `machine line ${place === sender ? "c1" : "black thin"}`));
      parts("light").forEach((light, place) => light.setAttribute("class", `light ${waiting.includes(place) ? "axis hollow" : "full c0"}`));
      parts("bar").forEach((bar, place) => {
        const height = inFrame((64 * [named, added][place]) / sum(sizes), 0, 116);
        bar.setAttribute("y", 122 - height);
        bar.setAttribute("height", height);
      });
      const goesOn = !isHeard || waiting.length > 0;
      return [goesOn ? (isAgain ? "again" : "new") : "end", { machine: sender + 1, reports: sizes[sender], named, added, over: added - named }, goesOn];
    };
  },

  "testing-mechanisms"(parts) {
    const half = 1 / (1 + Math.exp(-0.5)); // how often a report is true at ε = 0.5
    let [fault, alarm, isOpen, faults, found] = [0, false, true, 0, 0];
    return () => {
      isOpen = !isOpen;
      const inside = parts("inside")[0];
      if (isOpen) {
        faults += fault;
        found += fault && alarm;
        inside.textContent = fault ? "ε = 0.5" : "ε = 1";
        return [`${fault ? "fault" : "right"}_${alarm ? "alarm" : "quiet"}`, { faults, found }, true];
      }
      fault = tosses(1);
      const bits = parts("bit");
      let yes = 0;
      for (const bit of bits) {
        const one = tosses(1, fault ? half : P);
        fill(bit, one);
        yes += one;
      }
      const variance = bits.length * P * (1 - P);
      alarm = (yes - bits.length * P) ** 2 / variance > 6.635; // chi-squared at 1 %
      seen(parts("alarm")[0], alarm);
      seen(parts("quiet")[0], !alarm);
      inside.textContent = "?";
      return [alarm ? "alarm" : "quiet", { yes, people: bits.length }, false];
    };
  },

  "spread-of-a-share"(parts) {
    const [sizes, stops] = [[25, 100, 400], [1, 10, 100, 1000, 10000]];
    const top = sizes.map((n) => Math.max(...chances(n, 0.25)));
    let counts, polls = stops.at(-1);
    return () => {
      if (polls === stops.at(-1)) [counts, polls] = [sizes.map((n) => Array(n + 1).fill(0)), 0];
      let last;
      for (const until = stops.find((stop) => stop > polls); polls < until; polls++) {
        last = sizes.map((n) => tosses(n, 0.25));
        last.forEach((yes, row) => counts[row][yes]++);
      }
      const off = sizes.map((n, row) => {
        const tallest = Math.max(...counts[row], polls * top[row]);
        const steps = counts[row].map((count) => `V${(70 - (62 * count) / tallest).toFixed(1)}h${(657.2 / n).toFixed(3)}`);
        const first = counts[row].findIndex(Boolean);
        const after = counts[row].findLastIndex(Boolean) + 1;
        const left = 16 + (657.2 / n) * (first - 0.5);
        parts("drop")[row].setAttribute("d", `M${left.toFixed(1)} 70${steps.slice(first, after).join("")}V70`);
        const squares = counts[row].map((count, yes) => count * (yes / n - 0.25) ** 2);
        return number(100 * Math.sqrt(sum(squares) / polls), 1);
      });
      const shares = last.map((yes, row) => number((100 * yes) / sizes[row], row));
      return [polls === 1 ? "first" : "drawn", { polls: number(polls), ...shares, off0: off[0], off1: off[1], off2: off[2] }, polls < stops.at(-1)];
    };
  },

  "twenty-intervals"(parts) {
    const [people, truth] = [32561, 3650];
    let [intervals, missed] = [0, 0];
    return () => {
      let here = 0;
      const [label] = parts("misses");
      seen(label, false);
      parts("interval").forEach((interval, row) => {
        const yes = tosses(truth, 0.75) + tosses(people - truth, 0.25);
        const off = 2 * (yes - people / 4) - truth;
        const misses = Math.abs(off) > 1.96 * 156.3;
        here += misses;
        const [x, dot] = [200 + 0.2045 * off, parts("estimate")[row]];
        interval.setAttribute("d", `M${x - 62.6} ${dot.getAttribute("cy")}h125.2`);
        dot.setAttribute("cx", x);
        dot.setAttribute("r", misses ? 4 : 3);
        if (misses && x < 272) {
          seen(label, true);
          label.setAttribute("x", x + 69);
          label.setAttribute("y", Number(dot.getAttribute("cy")) + 5);
        }
        interval.setAttribute("class", `interval line ${misses ? "c3" : "black"}`);
        dot.setAttribute("class", `estimate full ${misses ? "c3" : "black"}`);
      });
      [intervals, missed] = [intervals + parts("interval").length, missed + here];
      return ["drawn", { here, missed: number(missed), intervals: number(intervals), held: number(100 * (1 - missed / intervals), 1) }];
    };
  },

  "one-sided-and-two-sided"(parts) {
    const [expected, stops] = [250, [1, 10, 100, 1000, 10000]];
    const bell = chances(1000, 0.25);
    const above = (count) => sum(bell.slice(count));
    const below = (count) => sum(bell.slice(0, count + 1));
    const tails = bell.map((_, count) => {
      const far = Math.abs(count - expected);
      return [above(count), far ? above(expected + far) + below(expected - far) : 1, Math.min(above(count), below(count))];
    });
    const hill = (from, to) => {
      const bars = bell.map((chance, count) => (count < from || count > to || Math.abs(count - expected) > 45 ? "" : `V${(102 - (92 * chance) / bell[expected]).toFixed(1)}h3.68`));
      const first = Math.max(from, 205);
      return first <= Math.min(to, 295) ? `M${198.2 + 3.68 * (first - expected)} 102${bars.join("")}V102z` : "";
    };
    let rejected, claims = stops.at(-1);
    return () => {
      if (claims === stops.at(-1)) [rejected, claims] = [[0, 0, 0], 0];
      let yes;
      for (const until = stops.find((stop) => stop > claims); claims < until; claims++) {
        yes = tosses(1000, 0.25);
        tails[yes].forEach((chance, way) => (rejected[way] += chance <= 0.05));
      }
      const far = Math.abs(yes - expected);
      [hill(yes, 1000), hill(expected + far, 1000), far ? hill(0, expected - far) : hill(0, 1000)].forEach((d, place) => parts("tail")[place].setAttribute("d", d));
      parts("chance").forEach((text, way) => (text.textContent = `${number(100 * tails[yes][way], 1)} %`));
      return [claims === 1 ? "first" : "drawn", { yes, claims: number(claims), one: number(rejected[0]), two: number(rejected[1]), late: number(rejected[2]) }, claims < stops.at(-1)];
    };
  },
};

function mount(figure) {
  const name = figure.id.replace(/^picture-(question-)?/, "");
  const [svg, button, status] = ["svg", "button", "[role=status]"].map((part) => figure.querySelector(part));
  const parts = (kind) => [...svg.querySelectorAll(`.${kind}`)];
  const draw = PICTURES[name](parts, JSON.parse(figure.dataset.numbers));
  const press = () => {
    const [sentence, values, goesOn] = draw();
    const words = WORDS[name];
    status.textContent = words[sentence].replace(/\{(\w+)\}/g, (_, key) => values[key]);
    button.textContent = goesOn === false ? words.restart : words.button;
  };
  status.textContent = WORDS[name].begin ?? status.textContent;
  button.addEventListener("click", press);
  svg.addEventListener("click", press);
  if (WORDS[name].restart) return;
  let held; // where there is no end, a button that is held down goes on
  const release = () => clearInterval(held);
  button.addEventListener("pointerdown", (event) => {
    release();
    if (event.button === 0) held = setInterval(press, 250);
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel", "blur"]) button.addEventListener(end, release);
}
