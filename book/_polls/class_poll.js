// The class poll: what a student sees, for an address that ends in #q=…&c=2 (a question and two coins; or c=3, or e=1 for ε),
// or in #c=2, which can be typed, and leaves the question to the screen; and what the teacher sees, whose address keeps what was
// typed: #make=…&c=2&yes1=12&no1=18, and what round 1 asked if a new address was made since: q1=…&c1=3. Addresses with
// #poll?question=…&coins=2 (or epsilon=1) go on working. Uses poll.js, hand_over.js and WORDS.
// Nothing is sent or stored; what an address says is shown as text or refused.

const COINS = {
  2: { p: 0.75, q: 0.25, epsilon: Math.log(3) },
  3: { p: 0.625, q: 0.375, epsilon: Math.log(5 / 3) },
};
const LIMITS = { question: 200, epsilon: [0.1, 5], count: 100000 };
const UNSEEN = /[\p{Cc}\u00ad\u061c\u115f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]|\p{M}{5}/u;
const ROUGH = 5; // below so many n·p·q

class Fault extends Error {}
const refuse = (name, values = {}) => { throw new Fault(filled(WORDS[name], values)); };
const shortened = (given) => ([...given].length > 20 ? [...given].slice(0, 20).join("") + "…" : given);

function checkQuestion(given) {
  const question = given.trim();
  const length = [...question].length;
  if (!length) refuse("no_question");
  if (length > LIMITS.question) refuse("long_question", { length: text(length), most: LIMITS.question });
  if (UNSEEN.test(question)) refuse("odd_question");
  return question;
}

// The coins of a poll: kind "2", "3" or "epsilon", with p, q and ε.
function realCoins(kind) {
  if (!Object.hasOwn(COINS, kind)) refuse("bad_coins", { given: shortened(kind) });
  return { kind, ...COINS[kind] };
}
function phoneCoins(given) {
  const [least, most] = LIMITS.epsilon;
  const value = Number(given);
  if (!/^\d{1,2}(\.\d{1,4})?$/.test(given) || value < least || value > most)
    refuse("bad_epsilon", { given: shortened(given), least, most });
  return { kind: "epsilon", ...coins(value) };
}

const asks = (hash) => /^#(poll\?|[qce]=)/.test(hash);
function readPoll(hash) {
  const given = new URLSearchParams(hash.replace(/^#(poll\?)?/, ""));
  const [questions, counts, epsilons] = [["q", "question"], ["c", "coins"], ["e", "epsilon"]]
    .map((names) => names.flatMap((name) => given.getAll(name)));
  if (questions.length > 1) refuse("two_questions");
  const isOnScreen = /^#[ce]=/.test(hash) && !questions.length;
  const question = isOnScreen ? WORDS.on_screen : checkQuestion(questions[0] ?? "");
  if (counts.length + epsilons.length !== 1) refuse("no_coins");
  return { question, isOnScreen, coins: counts.length ? realCoins(counts[0]) : phoneCoins(epsilons[0]) };
}

const coinsIn = ({ coins: { kind, epsilon } }) => (kind === "epsilon" ? { e: epsilon } : { c: kind });

// poll.html leads to this page, and is quicker to type; so is a question mark as it is.
function addressOf(given) {
  return `${new URL("../poll.html", location.href)}#${String(new URLSearchParams(given)).replaceAll("%3F", "?")}`;
}
const wholeAddress = (poll) => addressOf({ q: poll.question, ...coinsIn(poll) });
const typedAddress = (poll) => addressOf(coinsIn(poll)).replace(/^https?:\/\//, "");
// A line may end after a sign; a part is cut only if no line has room for it.
const breakable = (address) => address.match(/[^&?=+/]*[&?=+/]*/g).map((part) => make("span", {}, part));

function checkCount(round, given) {
  const trimmed = given.trim();
  if (!trimmed) refuse("blank_count", { round });
  if (!/^\d{1,6}$/.test(trimmed) || Number(trimmed) > LIMITS.count)
    refuse("bad_count", { round, given: shortened(trimmed), most: text(LIMITS.count) });
  return Number(trimmed);
}

const nameOf = (law) => filled(WORDS[`name_${law.kind}`], { epsilon: text(law.epsilon, 2) });
const secret = uniform(() => crypto.getRandomValues(new Uint32Array(1))[0]);

function make(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}
const button = (name, onclick, more = {}) => make("button", { type: "button", "data-does": name, ...more, onclick }, WORDS[name]);
const rules = (law, kind = law.kind) => {
  const truth = text(100 * (law.p - law.q));
  return make("ol", {}, ...WORDS[`rules_${kind}`].map((rule) => make("li", {}, filled(rule, { truth }))));
};

// ---- a student

function student(box, poll) {
  let said = null; // only here, and only until the next person or page

  function choices() {
    const phone = make("div", {},
      rules(poll.coins, "epsilon"),
      make("p", {}, WORDS.phone_how),
      make("div", { class: "poll-choice" },
        ...[true, false].map((truth) => button(truth ? "true_yes" : "true_no", () => show(answer(truth, poll.coins, secret))))));
    if (poll.coins.kind === "epsilon") return [phone];
    const own = make("div", {},
      rules(poll.coins),
      make("p", {}, WORDS.self_how),
      make("div", { class: "poll-choice" },
        ...[true, false].map((word) => button(word ? "say_yes" : "say_no", () => show(word)))));
    const part = (name, open, inside) => make("details", { open, name: "poll-way" }, make("summary", {}, WORDS[name]), inside);
    return [part("phone_tosses", true, phone), part("self_tosses", false, own)];
  }
  function show(word) {
    said = word;
    const dialog = make("dialog", { class: `big-answer ${word ? "yes" : "no"}`, "aria-label": WORDS.hold_up },
      make("p", { class: "big-word" }, WORDS[word ? "big_yes" : "big_no"]),
      make("p", {}, WORDS.hold_up),
      make("button", { type: "button", "data-does": "hide", onclick: () => dialog.close() }, WORDS.hide),
      copyAnswer(word));
    dialog.addEventListener("close", () => { dialog.remove(); if (said !== null) answered(); });
    box.append(dialog);
    dialog.showModal();
  }
  // What was said, with its question, for who has asked from afar.
  function copyAnswer(word) {
    const words = filled(WORDS.sent_answer, { question: poll.question, said: WORDS[word ? "big_yes" : "big_no"] });
    const hand = button(isPhone ? "send_answer" : "copy_answer",
      () => handOver(words).then((isCopied) => { if (isCopied) hand.textContent = WORDS.copied; }, () => {}),
      { hidden: !isPhone && !navigator.clipboard });
    return hand;
  }
  const back = `#${new URLSearchParams({ make: poll.question, ...coinsIn(poll), yes1: "" })}`;
  function ask(focus) {
    said = null;
    box.replaceChildren(
      make("p", { class: "poll-quiet" }, WORDS.asked),
      make("p", { class: "poll-question", tabindex: -1 }, poll.question),
      make("p", {}, filled(WORDS.protected, { coins: nameOf(poll.coins), epsilon: text(poll.coins.epsilon, 2) }), WORDS.between, WORDS.private),
      make("div", { class: "poll-answering" }, ...choices()),
      ...(poll.isOnScreen ? [] : [make("p", {}, make("a", { href: back }, WORDS.asker))]));
    if (focus) box.querySelector(".poll-question").focus();
  }
  function answered() {
    box.querySelector(".poll-answering").replaceChildren(
      make("p", { role: "status", tabindex: -1 }, WORDS.answered),
      make("div", { class: "poll-buttons" }, button("show_again", () => show(said)), button("next", () => ask(true))),
      make("p", {}, make("a", { href: "index.html#live-poll" }, WORDS.many)));
    box.querySelector("[role=status]").focus();
  }
  ask();
}

function refused(box, fault) {
  box.replaceChildren(
    make("p", { class: "poll-question" }, WORDS.bad_address),
    make("p", { role: "alert" }, `${fault.message}${WORDS.between}${WORDS.ask_teacher}`),
    make("p", {}, make("a", { href: "#the-class-poll" }, WORDS.teacher)));
}

// ---- the teacher

function field(id, words, more = {}) {
  const input = make("input", { id, autocomplete: "off", ...more });
  return [make("label", { for: id }, words), input];
}

// Which coins, and ε where the phone tosses.
function coinsField(id) {
  const options = ["2", "3", "epsilon"].map((kind) =>
    make("option", { value: kind }, filled(WORDS[`option_${kind}`], { epsilon: text(COINS[kind]?.epsilon ?? 0, 2) })));
  const kind = make("select", { id }, ...options);
  const epsilon = make("input", { "aria-label": "ε", inputmode: "decimal", value: "1", size: 5, autocomplete: "off" });
  const show = () => { epsilon.hidden = kind.value !== "epsilon"; };
  kind.addEventListener("change", show);
  show();
  return {
    nodes: [make("label", { for: id }, WORDS.coins), make("span", { class: "poll-coins" }, kind, epsilon)],
    are: (law) => kind.value === law.kind && (law.kind !== "epsilon" || Number(epsilon.value) === law.epsilon),
    read: () => (kind.value === "epsilon" ? phoneCoins(epsilon.value.trim()) : realCoins(kind.value)),
    keep: (kept, number) => (kind.value === "epsilon" ? kept.set(`e${number}`, epsilon.value) : kept.set(`c${number}`, kind.value)),
    restore(kept, number) {
      const [count, value] = ["c", "e"].map((name) => kept.get(name + number));
      if (Object.hasOwn(COINS, count ?? "")) kind.value = count;
      else if (value !== null) [kind.value, epsilon.value] = ["epsilon", value];
      show();
    },
    take(law) {
      kind.value = law.kind;
      if (law.kind === "epsilon") epsilon.value = String(law.epsilon);
      show();
    },
  };
}

const isLocal = () => /^(file:|https?:\/\/(localhost|127\.|\[::1\]))/.test(location.href); // no phone can reach it

// Shows what `work` returns, or why it refuses.
function attempt(output, work) {
  try {
    output.replaceChildren(...work());
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    output.replaceChildren(make("p", { class: "poll-fault" }, fault.message));
  }
}

function teacher(box, kept) {
  const rounds = [1, 2].map(roundFields);
  const seen = { results: [] }; // what the class may see large
  const readAll = () => rounds.filter((round, k) => k === 0 || !round.empty()).map((round) => round.read());
  const count = (...given) => {
    seen.round.type(...given);
    counts.requestSubmit();
    return readAll();
  };
  const large = (name, parts) => () => button(name, () => enlarge({ ...seen, ...parts }, count));
  // A round that has a count keeps what it asked; a new address is for those that have none.
  const take = (poll) => {
    const isNext = !rounds[0].empty() && !rounds[0].asks(poll);
    for (const round of rounds) if (round.empty()) round.take(poll, isNext);
    Object.assign(seen, { poll, round: rounds.find((round) => round.asks(poll)) });
    fillSheet(poll);
    if (!seen.round) return WORDS.made_full;
    if (!isNext) return WORDS.made;
    const first = rounds[0].asked(); // whatever its counts are
    return [WORDS.made_next, ...(first.question === poll.question ? [together(first, { law: poll.coins })] : [])].join(WORDS.between);
  };
  const address = addressForm(take, large("large", { results: [] }));
  const counts = countForm(readAll, rounds, (results) => { seen.results = results; }, large("large_counted"));
  box.replaceChildren(address.form, counts);
  let waiting;
  box.oninput = box.onsubmit = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const typed = new URLSearchParams();
      for (const part of [address, ...rounds]) part.keep(typed);
      history.replaceState(history.state, "", `#${typed}`);
    }, 200);
  };
  const restore = () => {
    for (const part of [...rounds, address]) part.restore(kept);
    if (kept.get("make")) address.form.requestSubmit();
    if (!rounds[0].empty()) counts.requestSubmit();
    if (kept.has("yes1")) counts.scrollIntoView();
  };
  if (document.readyState !== "loading") restore();
  else addEventListener("DOMContentLoaded", restore); // then the sheets are there
}

function addressForm(made, large) {
  const [label, question] = field("poll-question", WORDS.question, { placeholder: WORDS.example });
  const chosen = coinsField("poll-coins");
  const output = make("div", { role: "status" });
  function submit(event) {
    event.preventDefault();
    attempt(output, () => {
      const poll = { question: checkQuestion(question.value), coins: chosen.read() };
      const address = wholeAddress(poll);
      const told = make("span", {});
      const copy = () => (navigator.clipboard?.writeText(address) ?? Promise.reject())
        .then(() => { told.textContent = WORDS.copied; }, () => { told.textContent = WORDS.not_copied; });
      return [
        make("p", {}, made(poll)),
        make("p", { class: "poll-address poll-parts" }, ...breakable(address)),
        make("div", { class: "poll-buttons" }, button("copy", copy), large(), make("a", { href: address }, WORDS.open), told),
        isLocal() ? make("p", { class: "poll-fault" }, WORDS.is_local) : codeOf(address),
      ];
    });
  }
  const form = make("form", { class: "poll-form", novalidate: true, onsubmit: submit },
    make("p", { class: "poll-title" }, WORDS.make),
    make("div", { class: "poll-fields" }, label, question, ...chosen.nodes),
    make("button", { type: "submit" }, WORDS.make_it), output);
  return {
    form,
    keep(kept) { kept.set("make", question.value); chosen.keep(kept, ""); },
    restore(kept) { question.value = kept.get("make") ?? ""; chosen.restore(kept, ""); },
  };
}

function roundFields(number) {
  const words = WORDS[`round_${number}`];
  const coins = coinsField(`poll-coins-${number}`);
  const [yes, no] = ["yes", "no"].map((word) =>
    field(`poll-${word}-${number}`, WORDS[`count_${word}`], { inputmode: "numeric", size: 6 }));
  const round = filled(WORDS.round, { number });
  const empty = () => !yes[1].value.trim() && !no[1].value.trim();
  const counts = [[`yes${number}`, yes[1]], [`no${number}`, no[1]]];
  const fields = make("div", { class: "poll-fields" }, ...coins.nodes, ...yes, ...no);
  const title = make(number === 1 ? "legend" : "summary", {}, words);
  const node = make(number === 1 ? "fieldset" : "details", {}, title, fields);
  let question = "";
  const entitle = () => { title.textContent = question ? filled(WORDS.round_asks, { round, question }) : words; };
  return {
    node,
    name: round,
    empty,
    asked: () => ({ question, law: coins.read() }),
    asks: (poll) => question === poll.question && coins.are(poll.coins),
    take(poll, isNext) {
      question = poll.question;
      coins.take(poll.coins);
      if (number === 1 || isNext) entitle();
      if (isNext) node.open = true;
    },
    counts: () => counts.map(([, input]) => input.value),
    type(...given) { counts.forEach(([, input], k) => { input.value = given[k]; }); },
    keep(kept) {
      if (empty()) return;
      if (question !== kept.get("make").trim()) kept.set(`q${number}`, question);
      coins.keep(kept, number);
      for (const [name, input] of counts) kept.set(name, input.value);
    },
    restore(kept) {
      coins.restore(kept, number);
      for (const [name, input] of counts) input.value = kept.get(name) ?? "";
      if (empty()) return;
      node.open = true;
      const [asked, made] = [`q${number}`, "make"].map((name) => kept.get(name));
      try { question = checkQuestion(asked ?? made ?? ""); } catch { return; }
      entitle();
    },
    read() {
      const law = coins.read();
      const [said, not] = [yes, no].map(([, input]) => checkCount(round, input.value));
      if (said + not === 0) refuse("no_answers", { round });
      return { round, question, law, yes: said, n: said + not, ...estimate(said, said + not, law) };
    },
  };
}

function countForm(readAll, rounds, counted, large) {
  const output = make("div", { role: "status" });
  function submit(event) {
    event.preventDefault();
    counted([]);
    attempt(output, () => {
      const results = readAll();
      counted(results);
      const compared = results.length > 1 ? [[...comparison(...results), together(...results)].join(WORDS.between)] : [];
      return [...results.map(resultOf), ...compared.map((words) => make("p", {}, words)), intervals(results),
        make("div", { class: "poll-buttons" }, large())];
    });
  }
  // what is said follows what the fields say
  const follow = () => output.hasChildNodes() && form.requestSubmit();
  const form = make("form", { class: "poll-form", novalidate: true, onsubmit: submit, oninput: follow },
    make("p", { class: "poll-title" }, WORDS.count), ...rounds.map((round) => round.node),
    make("button", { type: "submit" }, WORDS.calculate), output);
  return form;
}

// A sum that adds up as it stands, for who does it in the head
function sumOf(yes, fake, times) {
  const coins = Math.round(100 * fake) / 100;
  const short = (number) => text(number, Number.isInteger(number) ? 0 : 2);
  return { coins_say: short(coins), rest: short(yes - coins), times: short(times) };
}

function wordsOf({ round, question, law, yes, n, share, low, high, fake }) {
  return {
    round, question, yes: text(yes), n: text(n), coins: nameOf(law), epsilon: text(law.epsilon, 2), fake: text(fake, 1),
    share: text(100 * share, 1), people: text(n * share, 1), low: text(100 * low, 1), high: text(100 * high, 1),
    ...sumOf(yes, fake, 1 / (law.p - law.q)),
  };
}

function resultOf(result) {
  return make("p", {}, [filled(WORDS.result, wordsOf(result)), ...notesOn(result)].join(WORDS.between));
}

function notesOn({ law, n, share }) {
  const notes = [share < 0 && "below", share > 1 && "above", n * law.p * law.q < ROUGH && "rough"];
  return notes.filter(Boolean).map((name) => WORDS[name]);
}

function comparison(first, second) {
  const gap = second.share - first.share;
  const margin = Math.hypot(first.margin, second.margin);
  const points = (share) => text(100 * share, 1);
  const values = { gap: points(gap), low: points(gap - margin), high: points(gap + margin) };
  const verdict = Math.abs(gap) <= margin ? WORDS.chance : WORDS.more;
  const times = text(second.margin / first.margin, 2);
  return [
    filled(WORDS.compare, { ...values, verdict }),
    ...(times === text(1, 2) ? [] : [filled(WORDS.width, { times })]),
  ];
}

function together(first, second) {
  const [one, two] = [first.law.epsilon, second.law.epsilon];
  return filled(WORDS.together, { first: text(one, 2), second: text(two, 2), sum: text(one + two, 2) });
}

function draw(parent, tag, attributes, words = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = words;
  return parent.appendChild(made);
}

// The address as a QR code, with four modules of white around it. Its library comes when a teacher makes an address.
function codeOf(address) {
  const box = make("div", { class: "poll-code" });
  const show = () => {
    const code = qrcode(0, "L");
    code.addData(address);
    code.make();
    const dark = Array.from({ length: code.getModuleCount() }, (_, k) => k);
    const side = dark.length + 8;
    const path = dark.flatMap((y) => dark.filter((x) => code.isDark(y, x)).map((x) => `M${x + 4} ${y + 4}h1v1h-1z`)).join("");
    const svg = draw(box, "svg", { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": WORDS.code });
    svg.style.setProperty("--side", `${4 * side}px`);
    draw(svg, "rect", { width: side, height: side, fill: "#fff" });
    draw(svg, "path", { d: path, fill: "#000" });
  };
  if (globalThis.qrcode) show();
  else document.head.append(make("script", { src: "../_static/polls/qrcode.js", onload: show }));
  return box;
}

// What is for a projector: the question, its code and what to do; after the count, the result. Escape leaves it, as the button does.
function enlarge({ poll, round, results }, count) {
  const shown = make("div", { class: "poll-shown", "aria-live": "polite" });
  const dialog = make("dialog", {
    class: "poll-box poll-large", tabindex: -1, "aria-label": WORDS.large, onclose: () => dialog.remove(),
    onkeydown: (event) => event.stopPropagation(), // Sphinx takes Escape for itself unless a button or a field has the focus
  }, button("leave", () => dialog.close()), shown);
  const come = (...given) => {
    shown.replaceChildren(...largeResults(count(...given)));
    dialog.focus();
  };
  shown.append(...(results.length ? largeResults(results) : largeQuestion(poll, round && largeCount(round, come))));
  document.body.append(dialog);
  dialog.showModal();
}

function largeQuestion(poll, counts) {
  const steps = WORDS[poll.coins.kind === "epsilon" ? "large_steps_epsilon" : "large_steps"];
  return [
    make("div", {},
      make("p", { class: "poll-question" }, poll.question),
      make("ol", {}, ...steps.map((step) => make("li", {}, step))),
      make("p", {}, WORDS.large_typed, WORDS.between, make("b", { class: "poll-parts" }, ...breakable(typedAddress(poll)))),
      counts ?? ""),
    ...(isLocal() ? [] : [codeOf(wholeAddress(poll))]),
  ];
}

function largeCount(round, come) {
  const output = make("div", { role: "status" });
  const [yes, no] = round.counts().map((value, k) =>
    field(`poll-large-${k}`, WORDS[k ? "count_no" : "count_yes"], { inputmode: "numeric", size: 4, value }));
  const submit = (event) => {
    event.preventDefault();
    attempt(output, () => come(yes[1].value, no[1].value) ?? []);
  };
  return make("form", { novalidate: true, onsubmit: submit, "aria-label": WORDS.count },
    make("div", { class: "poll-buttons" }, round.name, ...yes, ...no, make("button", { type: "submit" }, WORDS.calculate)), output);
}

// Two rounds have less room for each.
function largeResults(results) {
  const size = Math.min(2.2, innerWidth / 400);
  const isAlone = results.length === 1;
  const isSame = results.every(({ question }) => question === results[0].question);
  const told = (result) => {
    const say = (name) => filled(WORDS[name], wordsOf(result));
    const sums = [...(isAlone ? [say("large_said")] : []), say("large_sum"), ...(isAlone ? notesOn(result) : [])];
    return [
      make("p", { class: "poll-title" }, say(isSame ? "large_round" : "large_asked")),
      make("p", {}, sums.join(WORDS.between)),
      make("p", isAlone ? { class: "poll-result" } : {}, say("large_result")),
      intervals([result], { size, along: results, isNamed: false, hasScale: result === results.at(-1) }),
    ];
  };
  return [make("div", {},
    ...(isSame && results[0].question ? [make("p", { class: "poll-question" }, results[0].question)] : []),
    ...results.flatMap(told),
    ...(isAlone ? [] : [make("p", {}, comparison(...results).join(WORDS.between))]))];
}

// `size`: of its words and distances; `along`: the results that its line has room for
function intervals(results, { size = 1, along = results, isNamed = true, hasScale = true } = {}) {
  const left = Math.min(0, ...along.map(({ low }) => low)), right = Math.max(1, ...along.map(({ high }) => high));
  const part = (share) => (share - left) / (right - left);
  const x = (share) => `${100 * part(share)}%`; // the picture is as wide as its box, and its words as large as elsewhere
  const row = (isNamed ? 44 : 24) * size;
  const height = row * results.length;
  const svg = draw(make("div", {}), "svg", { height: height + (hasScale ? 24 * size : 0), role: "img", "aria-label": WORDS.picture, class: "poll-intervals" });
  svg.style.setProperty("--size", size);
  const line = (kind, from, to, y1, y2) => draw(svg, "line", { class: kind, x1: x(from), x2: x(to), y1, y2 });
  for (const share of [0, 0.5, 1]) {
    line("rule", share, share, 0, height);
    if (hasScale) draw(svg, "text", { x: x(share), y: height + 16 * size, "text-anchor": "middle" }, filled(WORDS.percent, { share: percent(share) }));
  }
  results.forEach(({ round, low, high, share }, k) => {
    const y = row * (k + 1) - 14 * size;
    const isLate = part(low) > 0.5; // then its name would be cut
    if (isNamed) draw(svg, "text", { x: x(isLate ? high : low), y: y - 13 * size, "text-anchor": isLate ? "end" : "start" }, round);
    line("interval", low, high, y, y);
    for (const end of [low, high]) line("interval", end, end, y - 6 * size, y + 6 * size);
    draw(svg, "circle", { cx: x(share), cy: y, r: 5 * size });
  });
  return svg.parentNode;
}

// ---- the sheet

function fillSheet({ question, coins: law }) {
  const sheet = document.querySelector(".poll-sheet");
  sheet.querySelector(".poll-sheet-question").textContent = question;
  if (law.kind === "epsilon") return; // real coins have two kinds only
  sheet.querySelector("ol").replaceWith(rules(law));
}

function printSheets() {
  const sheet = document.querySelector(".poll-sheet");
  const paper = make("div", { class: "poll-print poll-sheets" }, ...Array.from({ length: 6 }, () => sheet.cloneNode(true)));
  document.body.append(paper);
  document.documentElement.classList.add("printing-sheets");
  addEventListener("afterprint", () => {
    paper.remove();
    document.documentElement.classList.remove("printing-sheets");
  }, { once: true });
  print();
}

function mountClass(box) {
  const show = () => {
    const answers = asks(location.hash);
    document.documentElement.classList.toggle("class-poll-answering", answers);
    try {
      if (answers) student(box, readPoll(location.hash));
      else if (/^#make=/.test(location.hash) || !box.querySelector("form")) teacher(box, new URLSearchParams(location.hash.slice(1)));
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      refused(box, fault);
    }
  };
  addEventListener("hashchange", show);
  addEventListener("pagehide", () => asks(location.hash) && show()); // who comes back to the page finds no answer
  show();
}

function mountSheet(box) {
  box.append(make("div", { class: "poll-buttons" }, button("print", printSheets)));
}
