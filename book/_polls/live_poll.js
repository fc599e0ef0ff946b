// The live poll of the welcome page: people as dots, from the hidden truth to the estimate. Uses poll.js and WORDS.
// Sorted, the dots fill the strip from the left, so their border stands at the share of "yes". The fake yes slide off at
// the left and the fake no at the right. What remains is stretched to the full width, and its border is the estimate.

const TRUTH = 0.3;
const EPSILONS = [0.5, 1, Math.log(3), 2, 3];
const CROWDS = [200, 800, 5000, 20000]; // each fills a strip of 25 by 8, 50 by 16 … dots
const STAGES = ["hidden", "tossed", "answered", "slid", "stretched"];
const SECONDS = { hidden: 0.6, tossed: 1.2, answered: 1.1, slid: 1.2, stretched: 1.2 }; // in which a step moves
const LAST = STAGES.length - 1;

// How long a step stays: as long as its words take to be read.
const secondsToRead = (words) => Math.min(5, Math.max(4, words.split(" ").length / 4));
const longest = (texts) => texts.toSorted((one, other) => other.length - one.length)[0];

// The true answers in a random order, and the answers that are given. The same seed gives the same poll.
function livePoll(seed, n, epsilon) {
  const random = uniform(seededBits(seed));
  const truths = Array.from({ length: n }, (_, k) => k < TRUTH * n);
  for (let k = n - 1; k > 0; k--) {
    const other = Math.floor(random() * (k + 1));
    [truths[k], truths[other]] = [truths[other], truths[k]];
  }
  const law = coins(epsilon);
  const said = truths.map((truth) => answer(truth, law, random));
  const yes = said.filter(Boolean).length;
  return { seed, n, law, truths, said, yes, ...estimate(yes, n, law) };
}

const ease = (t) => t * t * (3 - 2 * t);
const between = (from, to, t) => from + (to - from) * t;

// Where each dot is, as parts of the strip, and how much of its answer is seen, at time t (0 to 1) of a stage.
function places({ n, said, law: { q }, yes }, stage, t) {
  const rows = Math.round(Math.sqrt((n * 8) / 25));
  const columns = n / rows;
  const at = (k) => [(Math.floor(k / rows) + 0.5) / columns, ((k % rows) + 0.5) / rows];
  let [yesBefore, noBefore] = [0, yes];
  return said.map((saysYes, k) => {
    const rank = saysYes ? yesBefore++ : noBefore++;
    const share = (rank + 0.5) / n;
    const [[x0, y0], [x1, y1]] = [at(k), at(rank)];
    const side = share < q ? -1 : share > 1 - q ? 1 : 0; // left, right: as many as the coins make
    if (stage < 2) return [x0, y0, stage === 0 ? 0 : Math.min(1, Math.max(0, 2.5 * t - 1.5 * x0)), true];
    if (stage === 2) return [between(x0, x1, ease(t)), between(y0, y1, ease(t)), 1, true];
    if (stage === 3) return [x1 + side * q * ease(t), y1, 1, side === 0 || t < 1];
    return [between(x1, (x1 - q) / (1 - 2 * q), ease(t)), y1, 1, side === 0];
  });
}

function mountLive(figure) {
  const less = matchMedia("(prefers-reduced-motion: reduce)");
  const waits = "steps" in figure.dataset; // after each step, for the reader
  const part = (tag, attributes = {}, words = "", parent = figure) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = words;
    return parent.appendChild(made);
  };
  const picture = part("canvas", { role: "img" });
  // Words that change have room for the longest of them, so that nothing below them moves.
  const room = (words) => part("div", { class: "live-poll-room", "data-room": words });
  const many = { n: "20,000", yes: "10,000", fake: "10,000", coin: "50", truth: "30", share: "−10.5", low: "−10.5", high: "10.5" };
  const captions = STAGES.map((name) => filled(WORDS[name], many));
  const caption = part("p", { role: "status", class: "live-poll-caption" }, "", room(longest(captions)));
  const answers = [["yes", "multiplies"], ["no", "divides"]].map(([said, turns]) =>
    filled(WORDS.asked, { answer: WORDS[said], turns: WORDS[turns], odds: "20.1" }));
  const answered = room(longest([...answers, WORDS.not_asked, WORDS.below, WORDS.hint]));
  const asked = part("p", { role: "status", class: "live-poll-asked" }, "", answered);
  part("p", { class: "live-poll-hint" }, WORDS.hint, answered); // until somebody is asked
  const buttons = part("div", { class: "poll-buttons" });
  const button = (name, pressed) => {
    const made = part("button", { type: "button", "data-does": name }, WORDS[name], buttons);
    made.addEventListener("click", pressed);
    return made;
  };
  const run = button("pause", pressRun);
  run.dataset.room = longest(["pause", "go_on", "replay", "step", "restart"].map((name) => WORDS[name]));
  button("again", () => toss());
  button("ask", () => ask(visible()[Math.floor(Math.random() * visible().length)]));
  const sliders = part("div", { class: "poll-sliders" });
  const epsilons = EPSILONS.map((value) =>
    value === Math.log(3) ? filled(WORDS.two_coins, { epsilon: text(value, 2) }) : text(value, value % 1 && 1));
  const epsilon = slider("slider_epsilon", epsilons, 2);
  const people = slider("slider_n", CROWDS.map((n) => text(n)), 0);
  const held = part("p", { class: "live-poll-held" }, "", room(filled(WORDS.held, { held: "1,000", polls: "1,000" })));

  let poll, stage, t, spent, playing, clock, chosen, spots, from, isStale, frame = 0, polls = 0, hits = 0;

  function slider(name, values, start) {
    const box = part("div", {}, "", sliders);
    const id = `live-poll-${name}`;
    part("label", { for: id }, WORDS[name], box);
    const shown = part("span", { "aria-hidden": "true", "data-room": longest(values) }, "", box);
    const input = part("input", { id, type: "range", min: 0, max: values.length - 1, step: 1, value: start }, "", box);
    input.value = start; // not what the browser remembers
    const show = () => {
      shown.textContent = values[input.value];
      input.setAttribute("aria-valuetext", values[input.value]);
    };
    input.addEventListener("input", () => { show(); polls = hits = 0; draw(poll.seed); finish(); });
    show();
    return input;
  }

  // ---- the poll

  function draw(seed) {
    from = stage === LAST && poll;
    poll = livePoll(seed, CROWDS[people.value], EPSILONS[epsilon.value]);
    chosen = null;
    asked.textContent = "";
    polls += 1; // since a slider was moved: these are polls of one kind
    hits += poll.low <= TRUTH && TRUTH <= poll.high;
    Object.assign(figure.dataset, { seed, n: poll.n, epsilon: poll.law.epsilon, yes: poll.yes });
  }
  function toss(seed = crypto.getRandomValues(new Uint32Array(1))[0]) {
    draw(seed);
    from = null;
    enter(0, !less.matches);
  }
  function enter(to, moving) {
    [stage, t, spent, playing, clock] = [to, moving ? 0 : 1, 0, moving, null];
    say();
    refresh();
  }
  // After a slider was moved, only the estimate moves to its new place.
  function finish() {
    enter(LAST, false);
    if (!less.matches && from) [t, spent, playing] = [0, 0, true];
    refresh();
  }
  function pressRun() {
    if (less.matches || waits) enter(stage === LAST ? 0 : stage + 1, !less.matches);
    else if (stage === LAST && t === 1) { from = null; enter(0, true); }
    else { playing = !playing; clock = null; refresh(); }
  }
  function tick(now) {
    frame = 0;
    if (playing) {
      spent += clock === null ? 0 : (now - clock) / 1000;
      clock = now;
      isStale ||= t < 1;
      t = Math.min(1, spent / (from ? 0.4 : SECONDS[STAGES[stage]]));
      if (t === 1 && (stage === LAST || waits)) { playing = false; from = null; say(); }
      else if (t === 1 && spent >= secondsToRead(caption.textContent)) { [stage, t, spent] = [stage + 1, 0, 0]; say(); }
    }
    if (isStale) paint();
    isStale = false;
    name();
    if (playing) frame ||= requestAnimationFrame(tick);
  }
  function refresh() {
    isStale = true;
    frame ||= requestAnimationFrame(tick);
  }

  // ---- words

  function say() {
    const values = {
      n: text(poll.n), yes: text(poll.yes), fake: text(poll.fake), coin: text(200 * poll.law.q), truth: percent(TRUTH),
      share: fine(poll.share), low: fine(poll.low), high: fine(poll.high),
    };
    // while it moves, a screen reader hears only how it ends
    caption.setAttribute("aria-live", playing && stage < LAST && !waits ? "off" : "polite");
    caption.textContent = filled(WORDS[STAGES[stage]], values);
    if (chosen === null) asked.textContent = stage === LAST && poll.share < 0 ? WORDS.below : "";
    picture.setAttribute("aria-label", caption.textContent);
    figure.dataset.stage = STAGES[stage];
    if (stage === LAST) held.textContent = filled(WORDS.held, { held: text(hits), polls: text(polls) });
  }
  function name() {
    const end = stage === LAST && !playing;
    const does = less.matches || waits ? (end ? "restart" : "step") : end ? "replay" : playing ? "pause" : "go_on";
    if (run.dataset.does === does) return;
    run.dataset.does = does;
    run.textContent = WORDS[does];
  }
  const fine = (share) => text(100 * share, poll.margin < 0.05 ? 1 : 0);
  const visible = () => spots.map((spot, k) => (spot[3] && spot[0] > 0 && spot[0] < 1 ? k : -1)).filter((k) => k >= 0);

  function ask(k) {
    chosen = k;
    const saysYes = poll.said[k];
    asked.textContent = stage === 0 ? WORDS.not_asked : filled(WORDS.asked, {
      answer: WORDS[saysYes ? "yes" : "no"],
      turns: WORDS[saysYes ? "multiplies" : "divides"],
      odds: text(Math.exp(poll.law.epsilon), 1).replace(/\.0$/, ""),
    });
    refresh();
  }
  picture.addEventListener("click", (event) => {
    const { width, edge, height } = shape();
    const [x, y] = [event.offsetX - edge, event.offsetY];
    let [nearest, best] = [null, 20]; // pixels
    for (const k of visible()) {
      const distance = Math.hypot(spots[k][0] * width - x, spots[k][1] * height - y);
      if (distance < best) [nearest, best] = [k, distance];
    }
    if (nearest !== null) ask(nearest);
  });

  // ---- the picture

  function shape() {
    const edge = 22; // room for the labels at both ends of the scale
    const width = Math.max(100, picture.clientWidth - 2 * edge);
    return { edge, width, height: (width * 8) / 25 };
  }

  function paint() {
    const { edge, width, height } = shape();
    const style = getComputedStyle(figure);
    const color = (part) => style.getPropertyValue(`--poll-${part}`).trim();
    const dots = devicePixelRatio || 1;
    const all = { width: width + 2 * edge, height: height + 76 };
    picture.style.height = `${all.height}px`;
    if (picture.width !== Math.round(all.width * dots) || picture.height !== Math.round(all.height * dots))
      [picture.width, picture.height] = [Math.round(all.width * dots), Math.round(all.height * dots)];
    const pen = picture.getContext("2d");
    pen.setTransform(dots, 0, 0, dots, edge * dots, 0);
    pen.clearRect(-edge, 0, all.width, all.height);

    spots = places(poll, stage, stage === LAST && from ? 1 : t);
    const size = width / (poll.n / Math.round(Math.sqrt((poll.n * 8) / 25)));
    const wide = stage === LAST ? between(1, 1 / (1 - 2 * poll.law.q), from ? 1 : ease(t)) : 1;
    pen.save();
    pen.beginPath();
    pen.rect(0, 0, width, height);
    if (stage >= 3) pen.clip();
    for (const [kind, isIt] of [
      ["hidden", (k) => spots[k][2] < 0.5],
      ["yes", (k) => spots[k][2] >= 0.5 && poll.said[k]],
      ["no", (k) => spots[k][2] >= 0.5 && !poll.said[k]],
    ]) {
      pen.fillStyle = pen.strokeStyle = color(kind);
      pen.lineWidth = size / 6;
      spots.forEach(([x, y, seen, there], k) => {
        if (!there || !isIt(k)) return;
        const flat = wide * Math.abs(Math.cos(Math.PI * seen)); // a coin that turns
        if (size < 5) return pen.fillRect(x * width - size * flat * 0.4, y * height - size * 0.4, size * flat * 0.8, size * 0.8);
        pen.beginPath();
        pen.ellipse(x * width, y * height, (flat * size) / 2.9, size / 2.9, 0, 0, 2 * Math.PI);
        if (kind === "no") pen.stroke(); // not by color alone
        else pen.fill();
      });
    }
    pen.restore();
    if (chosen !== null && spots[chosen][3]) ring(pen, spots[chosen][0] * width, spots[chosen][1] * height, Math.max(6, size * 0.62), color("words"));
    scale(pen, width, height, color);
  }

  function ring(pen, x, y, radius, color) {
    pen.strokeStyle = color;
    pen.lineWidth = 2.5;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.stroke();
  }

  function scale(pen, width, height, color) {
    const base = height + 42;
    pen.font = `13px ${getComputedStyle(figure).fontFamily}`;
    pen.textAlign = "center";
    pen.fillStyle = color("quiet");
    pen.strokeStyle = color("rule");
    pen.lineWidth = 1;
    line(pen, 0, base, width, base);
    for (const share of [0, 0.5, 1]) {
      line(pen, share * width, base - 4, share * width, base + 4);
      if (stage === LAST && share === 0.5 && width < 400) continue; // the words for the truth stand there
      pen.fillText(`${percent(share)} %`, share * width, base + 20);
    }
    if (stage < LAST) return;
    const part = (name) => (from ? between(from[name], poll[name], ease(t)) : poll[name]) * width;
    const [share, low, high] = ["share", "low", "high"].map(part);
    const late = from ? 1 : Math.max(0, 2 * t - 1); // once the dots stand nearly still
    pen.globalAlpha = late;
    pen.strokeStyle = pen.fillStyle = color("words");
    pen.lineWidth = 2;
    line(pen, share, 0, share, height + 14); // the border of yes and no
    pen.lineWidth = 3.5;
    line(pen, low, height + 18, high, height + 18);
    for (const end of [low, high]) line(pen, end, height + 11, end, height + 25);
    pen.beginPath();
    pen.arc(share, height + 18, 5.5, 0, 2 * Math.PI);
    pen.fill();
    const label = filled(WORDS.estimate, { share: fine(poll.share) });
    const room = pen.measureText(label).width + 10;
    pen.textAlign = "left";
    if (high + room < width + 16) pen.fillText(label, high + 10, height + 22);
    else if (low - room > -16) pen.fillText(label, low - room, height + 22);
    // the truth drops in
    const drop = between(-16, 0, ease(late));
    pen.fillStyle = pen.strokeStyle = color("truth");
    pen.textAlign = "center";
    pen.beginPath();
    for (const [dx, dy] of [[0, 0], [-8, -13], [8, -13]]) pen.lineTo(TRUTH * width + dx, base + drop + dy);
    pen.fill();
    const words = filled(WORDS.truth, { truth: percent(TRUTH) });
    pen.fillText(words, TRUTH * width, base + 20);
    pen.globalAlpha = 1;
  }
  function line(pen, x0, y0, x1, y1) {
    pen.beginPath();
    pen.moveTo(x0, y0);
    pen.lineTo(x1, y1);
    pen.stroke();
  }

  new ResizeObserver(refresh).observe(picture);
  new MutationObserver(refresh).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  less.addEventListener("change", () => enter(stage, false));
  figure.classList.add("is-live");
  const seed = new URLSearchParams(location.hash.split("?")[1]).get("seed");
  toss(seed === null ? undefined : Number(seed) || 0);
  // it waits until it is seen
  const wait = playing;
  playing = false;
  new IntersectionObserver((seen, watch) => {
    if (!seen.some((one) => one.isIntersecting)) return;
    watch.disconnect();
    if (wait && stage === 0 && !playing) { playing = true; clock = null; refresh(); }
  }, { threshold: 0.5 }).observe(picture);
}
