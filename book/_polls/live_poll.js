// The live poll: people as dots, from the hidden truth to the estimate, in steps that the reader turns. Uses poll.js and WORDS.
// Sorted, the dots fill the strip from the left, so their border stands at the share of "yes". The fake yes leave at the
// left and the fake no at the right. The rest fills the strip again, and its border is the estimate.

const TRUTH = 0.3;
const EPSILONS = [0.5, 1, Math.log(3), 2, 3]; // above, 95 % is no longer right for 200 people
const CROWDS = [200, 800, 5000, 20000]; // each fills a strip of 25 by 8, 50 by 16 … dots
const TALL = 8 / 25; // the strip's height as a part of its width
const TOP = 9; // pixels above the strip, for the ring around one of its highest dots
const STEPS = ["know", "toss", "leave", "stretch"];
const SECONDS = [0, 1.2, 2.6, 1.2]; // in which a step moves
const [KNOW, TOSS, LEAVE, LAST] = [0, 1, 2, 3];

const longest = (texts) => texts.toSorted((one, other) => other.length - one.length)[0];
const sentences = (...texts) => texts.join(WORDS.between);
const fresh = () => crypto.getRandomValues(new Uint32Array(1))[0];
const rowsOf = (n) => Math.max(1, Math.round(Math.sqrt(n * TALL)));
const middle = (n) => (Math.floor(n / rowsOf(n) / 2) + 1) * rowsOf(n) - 1; // the lowest dot there

// The true answers in a random order, and the answers that are given. The same seed gives the same poll.
// The reader's truth is exchanged with another person's, so that the crowd's stays what it is.
function livePoll(seed, n, epsilon, you = middle(n), mine = null) {
  const random = uniform(seededBits(seed));
  const truths = Array.from({ length: n }, (_, k) => k < TRUTH * n);
  const exchange = (k, other) => { [truths[k], truths[other]] = [truths[other], truths[k]]; };
  for (let k = n - 1; k > 0; k--) exchange(k, Math.floor(random() * (k + 1)));
  if (mine !== null && truths[you] !== mine) exchange(you, truths.indexOf(mine));
  const law = coins(epsilon);
  const tosses = truths.map(() => random());
  const said = truths.map((truth, k) => answer(truth, law, () => tosses[k]));
  const isCoined = tosses[you] >= law.p - law.q; // then a fair coin answers: the truth below p, else the opposite
  const yes = said.filter(Boolean).length;
  return { seed, n, law, you, truths, said, isCoined, yes, ...estimate(yes, n, law) };
}

// Where dot k of n stands that fill the strip column by column, as parts of it, and the size of such dots.
const grid = (n, rows, columns = Math.ceil(n / rows)) => ({
  at: (k) => [(Math.floor(k / rows) + 0.5) / columns, ((k % rows) + 0.5) / rows],
  size: Math.min(1 / columns, TALL / rows),
});

// Each dot at home, sorted, and among those who stay; its side is -1 or 1 if it leaves.
function placesOf({ n, said, law: { q }, yes }) {
  const sideOf = (rank) => ((rank + 0.5) / n < q ? -1 : (rank + 0.5) / n > 1 - q ? 1 : 0);
  const sides = Array.from({ length: n }, (_, rank) => sideOf(rank));
  const stay = sides.filter((side) => side === 0).length;
  const near = rowsOf(stay);
  const empty = (rows) => Math.ceil(stay / rows) * rows - stay;
  const rows = [near, near + 1, near - 1].filter(Boolean).toSorted((one, other) => empty(one) - empty(other))[0];
  const [before, after] = [grid(n, rowsOf(n)), grid(stay, rows)];
  const first = sides.indexOf(0);
  let [yesBefore, noBefore] = [0, yes];
  const dots = said.map((saysYes, k) => {
    const rank = saysYes ? yesBefore++ : noBefore++;
    return { saysYes, side: sides[rank], home: before.at(k), sorted: before.at(rank), last: after.at(rank - first) };
  });
  return { dots, sizes: [before.size, after.size] };
}

const ease = (t) => t * t * (3 - 2 * t);
const between = (from, to, t) => from + (to - from) * t;
const within = (t, from, to) => Math.min(1, Math.max(0, (t - from) / (to - from)));

// Where a dot is at time t (0 to 1) of a step, and how much of its answer is seen.
function spotOf({ side, home, sorted, last }, step, t, q) {
  const on = (from, to, t) => [between(from[0], to[0], t), between(from[1], to[1], t)];
  if (step === KNOW) return [...home, 0];
  if (step === TOSS) return [...home, within(t, 0.6 * home[0], 0.6 * home[0] + 0.4)];
  if (step === LAST) return [...on(sorted, last, ease(t)), 1];
  const [x, y] = on(home, sorted, ease(within(t, 0, 0.42)));
  return [x + side * q * ease(within(t, 0.54, 1)), y, 1];
}

// A link that is sent on holds what the teacher read, from how many and with which ε, and no answer, true or given. It has no
// seed either, because a seed would give the same dots, and with them the sender's.
const sentHash = ({ n, law, share }) => `live-poll?${new URLSearchParams({ n, e: law.epsilon.toFixed(2), share: share.replace("−", "-") })}`;
function sentPoll(hash) {
  const [, n, epsilon, share] = hash.match(/^#live-poll\?n=(\d{1,5})&e=(\d\.\d\d)&share=(-?\d{1,3}(?:\.\d)?)$/) ?? [];
  const [ofPeople, ofEpsilon] = [CROWDS.indexOf(+n), EPSILONS.findIndex((one) => one.toFixed(2) === epsilon)];
  return ofPeople >= 0 && ofEpsilon >= 0 && Math.abs(share - 100 * TRUTH) <= 100 ? { ofPeople, ofEpsilon, share: +share } : null;
}

// What a reader can send on, below the poll, where it has its height from the start; and above the poll, what somebody sent.
// Returns what shows the card at the end.
function sendCard(figure, room, part, got) {
  const card = part("aside", { class: "poll-card poll-box", "aria-label": WORDS.card });
  figure.after(card);
  const most = { n: "20,000", said: WORDS.yes, share: "−10.5", truth: "30" };
  const all = ["card_you", "card_dot"].map((name) => filled(WORDS[name], most));
  const words = room(all, card, "told", { role: "status" });
  card.hidden = true; // until the end of the poll: it comes below all that was pressed
  if (got) {
    const [n, epsilon] = [text(CROWDS[got.ofPeople]), text(EPSILONS[got.ofEpsilon], 2)];
    const sent = filled(WORDS.card_sent, { n, epsilon, share: text(got.share, got.share % 1 ? 1 : 0), truth: percent(TRUTH) });
    const above = part("aside", { class: "poll-card poll-box poll-sent" }, sent);
    figure.before(above);
    above.scrollIntoView();
  }
  let said = "";
  const leadsTo = sendRow(card, () => said);
  return (told, hash, sent) => {
    card.hidden = false;
    words.textContent = told;
    said = sent;
    leadsTo("index.html", hash);
  };
}

function mountLive(figure) {
  const got = sentPoll(location.hash);
  const less = matchMedia("(prefers-reduced-motion: reduce)");
  const stage = figure.querySelector(".live-poll-stage");
  const part = (tag, attributes = {}, words = "", parent = stage) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = words;
    return parent.appendChild(made);
  };
  const button = (words, parent, pressed, attributes = {}) => {
    const made = part("button", { type: "button", ...attributes }, words, parent);
    made.addEventListener("click", pressed);
    return made;
  };
  // Words that change have room for the longest of them, so that nothing below them moves.
  const room = (texts, parent, name, attributes = {}) =>
    part("p", { class: `live-poll-${name}`, ...attributes }, "",
      part("div", { class: "live-poll-room", "data-room": longest(texts) }, "", parent));
  const heard = { role: "status" };

  const steps = part("ol", { class: "live-poll-steps" });
  const turns = STEPS.map((name, to) => {
    const turn = button("", part("li", {}, "", steps), () => to === step || enter(to), { "data-step": name });
    part("b", {}, to + 1, turn).after(" ");
    part("span", {}, WORDS[`step_${name}`], turn);
    return turn;
  });
  stage.prepend(steps);
  const picture = part("canvas", { role: "img" });
  const many = {
    ...{ n: "20,000", yes: "8,000", no: "12,000", fake: "8,000", coins: "16,000", left: "19,000", restYes: "5,000", restNo: "13,000" },
    ...{ truth: "30", share: "30.5", low: "30.5", high: "30.5" },
  };
  const caption = room(STEPS.map((name) => filled(WORDS[name], many)), stage, "caption", heard);

  const panel = part("div", { class: "live-poll-panel" });
  const scenes = part("div", { class: "live-poll-scenes" }, "", panel);
  const [asking, tossed, taken, counted] = STEPS.map(() => part("div", { class: "is-away" }, "", scenes));
  part("p", {}, WORDS.you_know, asking);
  const choices = part("div", { class: "poll-buttons" }, "", asking);
  button(WORDS.answer_yes, choices, () => tell(true), { "data-truth": "yes" });
  button(WORDS.answer_no, choices, () => tell(false), { "data-truth": "no" });
  part("p", { class: "live-poll-quiet" }, WORDS.stays, asking);
  const answers = ["yes", "no"];
  const either = (name) => answers.map((one) => filled(WORDS[name], { said: WORDS[one], mine: WORDS[one], fake: "1,000", such: "10,000" }));
  const fates = ["you_coin", "you_self"].flatMap(either);
  const yours = room([sentences(longest(either("you_meant")), longest(fates))], tossed, "yours", heard);
  const seen = room(either("you_see"), tossed, "seen", heard);
  const guesses = part("div", { class: "poll-buttons" }, "", tossed);
  for (const guess of [...answers, "neither"])
    button(WORDS[`answer_${guess}`], guesses, () => judge(guess), { "aria-pressed": false, "data-guess": guess });
  part("p", {}, WORDS.how_many, taken);
  const sliders = part("div", { class: "poll-sliders" }, "", counted);
  const epsilon = slider("slider_epsilon", EPSILONS.map((value) => text(value, 2)), got?.ofEpsilon ?? 2);
  const people = slider("slider_n", CROWDS.map((n) => text(n)), got?.ofPeople ?? 0);
  const promise = room([filled(WORDS.promise, { epsilon: "1.10", coin: "50", times: "10.0" })], counted, "promise", heard);
  const onward = figure.querySelector(".live-poll-onward");
  if (onward) counted.append(onward);

  const replies = [WORDS.not_asked, WORDS.below, WORDS.hint, WORDS.hint_know, WORDS.hint_toss, filled(WORDS.held, { held: "100", polls: "100" })];
  for (const words of [WORDS.right, WORDS.wrong, ...either("asked")]) replies.push(sentences(words, longest(either("alike"))));
  const reply = room(replies, panel, "reply", heard);
  const hint = part("p", { class: "live-poll-hint live-poll-quiet" }, "", reply.parentElement); // until something is said
  const buttons = part("div", { class: "poll-buttons live-poll-buttons" }, "", panel);
  const again = button(WORDS.again, buttons, () => toss(), { "data-does": "again" });
  const anyone = button(WORDS.ask, buttons, () => ask(visible()[Math.floor(Math.random() * visible().length)]), { "data-does": "ask" });
  const next = button(WORDS.next, buttons, () => enter(step + 1), { class: "live-poll-next" });

  const card = sendCard(figure, room, part, got);

  let poll, places, from, chosen, started, frame = 0, step = KNOW, t = 1, mine = null, polls = 0, hits = 0;

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
    input.addEventListener("input", () => { show(); polls = hits = 0; toss(poll.seed); });
    show();
    return input;
  }

  // ---- the poll

  function draw(seed) {
    const n = CROWDS[people.value];
    poll = livePoll(seed, n, EPSILONS[epsilon.value], n === poll?.n ? poll.you : undefined, mine);
    places = placesOf(poll);
    Object.assign(figure.dataset, { seed, n, epsilon: poll.law.epsilon, yes: poll.yes });
  }
  // An end that was seen has its coins behind it: who answers again meets new ones.
  const another = () => draw(poll.isCounted ? fresh() : poll.seed);
  // The same people answer anew; at the end only the estimate moves to its new place.
  function toss(seed = fresh()) {
    const before = step === LAST && poll;
    draw(seed);
    enter(step, before);
  }
  function tell(truth) {
    mine = truth;
    polls = hits = 0;
    another();
    enter(TOSS);
  }
  function enter(to, before = null) {
    [step, from, chosen, started] = [to, before, null, null];
    t = less.matches || to === KNOW ? 1 : 0;
    if (to === LAST && !poll.isCounted) { // polls of one kind whose end was seen
      poll.isCounted = true;
      polls += 1;
      hits += poll.low <= TRUTH && TRUTH <= poll.high;
    }
    say();
    refresh();
  }
  function tick(now) {
    frame = 0;
    started ??= now;
    if (t < 1) {
      t = Math.min(1, (now - started) / 1000 / (from ? 0.4 : SECONDS[step]));
      if (t === 1) { from = null; show(); }
    }
    paint();
    if (t < 1) refresh();
  }
  function refresh() {
    frame ||= requestAnimationFrame(tick);
  }

  // ---- words

  function say() {
    figure.dataset.stage = STEPS[step];
    turns.forEach((turn, k) => (k === step ? turn.setAttribute("aria-current", "step") : turn.removeAttribute("aria-current")));
    const fake = Math.round(poll.fake); // so many leave at each side
    caption.textContent = filled(WORDS[STEPS[step]], {
      n: text(poll.n), yes: text(poll.yes), no: text(poll.n - poll.yes), fake: text(fake), coins: text(2 * fake),
      left: text(poll.n - 2 * fake), restYes: text(poll.yes - fake), restNo: text(poll.n - poll.yes - fake),
      truth: percent(TRUTH), share: fine(poll.share), low: fine(poll.low), high: fine(poll.high),
    });
    picture.setAttribute("aria-label", caption.textContent);
    reply.textContent = step === LAST && poll.share < 0 ? WORDS.below : "";
    const isTrue = mine !== null && poll.said[poll.you] === mine;
    const hints = [WORDS.hint_know, isTrue ? WORDS.hint_toss : WORDS.hint, WORDS.hint, WORDS.held];
    hint.textContent = filled(hints[step], { held: text(hits), polls: text(polls) });
    press(null);
    if (step === LAST && document.activeElement === next) turns[LAST].focus({ preventScroll: true });
    next.classList.toggle("is-away", step === LAST); // who taps twice loses nothing
    for (const one of [again, anyone]) one.classList.toggle("is-away", step === KNOW);
    for (const one of [yours, seen, promise]) one.textContent = "";
    show();
  }
  // What is said of the reader's dot waits until the dots rest.
  function show() {
    [asking, tossed, taken, counted].forEach((scene, k) => {
      const isAway = k !== step || (t < 1 && !from);
      if (isAway && scene.contains(document.activeElement)) (step === LAST ? turns[LAST] : next).focus({ preventScroll: true });
      scene.classList.toggle("is-away", isAway);
    });
    if (t < 1 && !from) return;
    const values = { mine: mine === null ? "" : spoken(mine), said: spoken(poll.said[poll.you]) };
    if (step === TOSS) {
      const truth = mine === null ? [] : [filled(WORDS.you_meant, values)];
      yours.textContent = sentences(...truth, filled(WORDS[poll.isCoined ? "you_coin" : "you_self"], values));
      seen.textContent = filled(WORDS.you_see, values);
    }
    if (step === LAST) {
      const { epsilon, q } = poll.law;
      const share = { n: text(poll.n), share: fine(poll.share), truth: percent(TRUTH) };
      const told = filled(WORDS[mine === null ? "card_dot" : "card_you"], { ...share, said: values.said });
      card(told, sentHash({ ...poll, share: share.share }), filled(WORDS.card_text, { ...share, epsilon: text(epsilon, 2) }));
      promise.textContent = filled(WORDS.promise, { epsilon: text(epsilon, 2), coin: text(200 * q), times: text(Math.exp(epsilon), 1) });
    }
  }
  const spoken = (says) => WORDS[says ? "yes" : "no"];
  const fine = (share) => text(100 * share, poll.margin < 0.05 ? 1 : 0);
  const alike = (says) => {
    const such = says ? poll.yes : poll.n - poll.yes;
    return filled(WORDS.alike, { said: spoken(says), fake: text(Math.min(poll.fake, such)), such: text(such) });
  };

  function press(guess) {
    for (const one of guesses.children) one.setAttribute("aria-pressed", one.dataset.guess === guess);
  }
  function judge(guess) {
    press(guess);
    reply.textContent = sentences(WORDS[guess === "neither" ? "right" : "wrong"], alike(poll.said[chosen ?? poll.you]));
  }
  function ask(k) {
    chosen = k;
    const says = poll.said[k];
    reply.textContent = step === KNOW ? WORDS.not_asked : sentences(filled(WORDS.asked, { said: spoken(says) }), alike(says));
    if (step === TOSS && t === 1) {
      if (k !== poll.you) yours.textContent = ""; // it is about another dot
      seen.textContent = filled(WORDS.you_see, { said: spoken(says) });
      press(null);
    }
    refresh();
  }
  const spot = (k) => spotOf(places.dots[k], step, from ? 1 : t, poll.law.q);
  const isThere = (k) => !places.dots[k].side || step < LEAVE || (step === LEAVE && t < 1);
  const visible = () => poll.said.map((_, k) => k).filter(isThere);
  picture.addEventListener("click", (event) => {
    const { width, edge, height } = shape();
    const [pointX, pointY] = [event.offsetX - edge, event.offsetY - TOP];
    let [nearest, best] = [null, 20]; // pixels
    for (const k of visible()) {
      const [x, y] = spot(k);
      const distance = Math.hypot(x * width - pointX, y * height - pointY);
      if (distance < best) [nearest, best] = [k, distance];
    }
    if (nearest === null) return;
    if (step !== KNOW) return ask(nearest);
    poll.you = nearest;
    another();
    refresh();
  });

  // ---- the picture

  function shape() {
    const edge = 22; // room for the labels at both ends of the scale
    const width = Math.max(100, picture.clientWidth - 2 * edge);
    return { edge, width, height: width * TALL };
  }

  function paint() {
    const { edge, width, height } = shape();
    const style = getComputedStyle(figure);
    const color = (part) => style.getPropertyValue(`--poll-${part}`).trim();
    const sharp = devicePixelRatio || 1;
    const all = { width: width + 2 * edge, height: TOP + height + 68 };
    picture.style.height = `${all.height}px`;
    if (picture.width !== Math.round(all.width * sharp) || picture.height !== Math.round(all.height * sharp))
      [picture.width, picture.height] = [Math.round(all.width * sharp), Math.round(all.height * sharp)];
    const pen = picture.getContext("2d");
    pen.setTransform(sharp, 0, 0, sharp, edge * sharp, TOP * sharp);
    pen.clearRect(-edge, -TOP, all.width, all.height);

    const size = width * between(...places.sizes, step < LAST ? 0 : from ? 1 : ease(t));
    const shown = { hidden: [], yes: [], no: [] };
    places.dots.forEach((dot, k) => {
      if (!isThere(k)) return;
      const [x, y, seen] = spot(k);
      const turned = Math.abs(Math.cos(Math.PI * seen)); // a coin that turns
      shown[seen < 0.5 ? "hidden" : dot.saysYes ? "yes" : "no"].push([x * width, y * height, turned]);
    });
    pen.save();
    pen.beginPath();
    pen.rect(0, 0, width, height);
    if (step >= LEAVE) pen.clip();
    pen.lineWidth = size / 6;
    for (const [kind, spots] of Object.entries(shown)) {
      pen.fillStyle = pen.strokeStyle = color(kind);
      if (size < 6) { // a square, and a smaller one for no: not by color alone
        const side = size * (kind === "no" ? 0.55 : 0.85);
        for (const [x, y, turned] of spots) pen.fillRect(x - (side * turned) / 2, y - side / 2, side * turned, side);
        continue;
      }
      const radius = size / 2.9;
      pen.beginPath(); // one for all is quick
      for (const [x, y, turned] of spots) {
        pen.moveTo(x + radius * turned, y);
        pen.ellipse(x, y, radius * turned, radius, 0, 0, 2 * Math.PI);
      }
      if (kind === "no") pen.stroke();
      else pen.fill();
    }
    pen.restore();
    const marked = chosen ?? poll.you;
    if (isThere(marked)) mark(pen, marked, size, { width, height }, color);
    if (step >= LEAVE) scale(pen, width, height, color);
  }

  function mark(pen, k, size, { width, height }, color) {
    const [x, y] = spot(k);
    const radius = Math.max(6, size * 0.62);
    if (x < 0 || x > 1) return;
    pen.strokeStyle = pen.fillStyle = color("words");
    pen.lineWidth = 2.5;
    pen.beginPath();
    pen.arc(x * width, y * height, radius, 0, 2 * Math.PI);
    pen.stroke();
    if (k !== poll.you) return;
    pen.font = `600 14px ${getComputedStyle(figure).fontFamily}`;
    pen.textAlign = "center";
    const [above, below] = [y * height - radius - 4, y * height + radius + 14];
    const base = above < 12 || (below < height + 30 && step < LEAVE) ? below : above;
    pen.lineWidth = 5;
    pen.lineJoin = "round";
    pen.strokeStyle = color("surface");
    pen.strokeText(WORDS.you, x * width, base);
    pen.fillText(WORDS.you, x * width, base);
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
      if (step === LAST && share === 0.5 && width < 400) continue; // the words for the truth stand there
      pen.fillText(filled(WORDS.percent, { share: percent(share) }), share * width, base + 20);
    }
    if (step < LAST) return;
    const at = (name) => (from ? between(from[name], poll[name], ease(t)) : poll[name]) * width;
    const [share, low, high] = ["share", "low", "high"].map(at);
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
  less.addEventListener("change", () => enter(step));
  figure.classList.add("is-live");
  const seed = new URLSearchParams(location.hash.split("?")[1]).get("seed");
  draw(seed === null ? fresh() : Number(seed) || 0);
  enter(KNOW);
}
