// One thousand people answer through a coin: what a "yes" does to a belief. Nothing here is drawn at random: the dots
// are what is expected, rounded to whole people.

const PEOPLE = 1000;
const PRIORS = [1, 10, 25, 50]; // percent
const EPSILONS = [0, 0.5, 1, Math.log(3), 2, 3, 4];
const STEPS = ["truth", "answers", "sorted"];

// How many hold yes and no, how many of each report yes, and the belief after a yes.
function expectedPeople(prior, epsilon) {
  const { p, q } = coins(epsilon);
  const yes = (PEOPLE * prior) / 100;
  const [honest, fake] = [yes * p, (PEOPLE - yes) * q];
  return { p, yes, no: PEOPLE - yes, honest, fake, after: honest / (honest + fake) };
}

// Where each person stands before they are sorted: a shuffle that is always the same.
function scatter() {
  const random = uniform(seededBits(1));
  const places = Array.from({ length: PEOPLE }, (_, k) => k);
  for (let k = PEOPLE - 1; k > 0; k--) {
    const other = Math.floor(random() * (k + 1));
    [places[k], places[other]] = [places[other], places[k]];
  }
  return places;
}
const SCATTERED = scatter();

// Where each person is, in 40 columns of 25, whether they hold yes, and how much of them is seen.
function peoplePlaces({ yes, honest, fake }, step) {
  const [said, lied] = [Math.round(honest), Math.round(fake)];
  return Array.from({ length: PEOPLE }, (_, k) => {
    const holds = k < yes;
    const reports = holds ? k < said : k - yes < lied;
    const place = holds || step < 2 || !reports ? k : PEOPLE - 1 - (k - yes);
    const at = step === 2 && reports ? place : SCATTERED[k];
    const seen = step === 0 || reports ? 1 : step === 1 ? 0.15 : 0;
    return { x: Math.floor(at / 25), y: at % 25, holds, seen };
  });
}

function mountPeople(figure) {
  const { svg, say, button, slider } = stage(figure, 400, 476);
  const next = button("next", () => show((step + 1) % STEPS.length));
  const size = (value) => text(value, value === Math.log(3) ? 2 : value % 1 && 1);
  const name = (value) => (value === Math.log(3) ? filled(WORDS.two_coins, { epsilon: size(value) }) : size(value));
  const epsilon = slider("epsilon", EPSILONS.map(name), 3, () => show(Math.max(1, step)));
  const prior = slider("prior", PRIORS.map((value) => filled(WORDS.percent, { value })), 1, () => show(step));
  let step = 0;

  const dots = drawn(svg, "g");
  const circles = Array.from({ length: PEOPLE }, () => drawn(dots, "circle", { r: 3.6 }));
  const scale = drawn(svg, "g", { class: "scale" });
  drawn(scale, "path", { class: "rule", d: "M10 284H390M10 279v10M390 279v10" });
  drawn(scale, "text", { x: 10, y: 310 }, WORDS.never);
  drawn(scale, "text", { x: 390, y: 310, "text-anchor": "end" }, WORDS.surely);
  drawn(scale, "path", { class: "before", d: "M0 274v20" });
  drawn(scale, "path", { class: "after", d: "M0 284l-7 -13h14z" });
  drawn(scale, "text", { class: "belief", y: 310, "text-anchor": "middle" });

  // Below, the belief after a yes against ε; a dashed line is the belief before.
  const there = (e, share) => [64 + 80 * e, Number((450 - 92 * share).toFixed(1))];
  const graph = drawn(svg, "g", { class: "graph" });
  drawn(graph, "text", { x: 10, y: 341 }, WORDS.curve);
  for (const share of [0, 0.5, 1]) {
    const [x, y] = there(0, share);
    drawn(graph, "path", { class: share ? "grid" : "rule", d: `M${x} ${y}H${there(4, 0)[0]}` });
    drawn(graph, "text", { x: x - 6, y: y + 5, "text-anchor": "end" }, filled(WORDS.percent, { value: 100 * share }));
  }
  for (const e of [0, 1, 2, 3, 4]) drawn(graph, "text", { x: there(e, 0)[0], y: 470, "text-anchor": "middle" }, e);
  const level = drawn(graph, "path", { class: "level" });
  const curve = drawn(graph, "path", { class: "curve" });
  const point = drawn(graph, "circle", { class: "now", r: 6.5 });
  function trace(now, share) {
    const believed = (e) => expectedPeople(PRIORS[prior.value], e).after;
    const [x, y] = there(0, now.yes / PEOPLE);
    level.setAttribute("d", `M${x} ${y}H${there(4, 0)[0]}`);
    curve.setAttribute("d", "M" + Array.from({ length: 41 }, (_, k) => there(k / 10, believed(k / 10)).join(" ")).join("L"));
    const place = there(EPSILONS[epsilon.value], share);
    point.style.transform = `translate(${place[0]}px, ${place[1]}px)`;
    point.style.opacity = step === 2 ? 1 : 0; // nothing is learned before they are sorted
  }

  function show(to) {
    step = to;
    const now = expectedPeople(PRIORS[prior.value], EPSILONS[epsilon.value]);
    peoplePlaces(now, step).forEach(({ x, y, holds, seen }, k) => {
      circles[k].style.transform = `translate(${10 * x + 5}px, ${10 * y + 5}px)`;
      circles[k].style.opacity = seen;
      circles[k].setAttribute("class", holds ? "yes" : "no");
    });
    const before = now.yes / PEOPLE;
    const belief = step === 2 ? now.after : before;
    const at = (share) => 10 + 380 * share;
    svg.querySelector(".before").style.transform = `translate(${at(before)}px, 0)`;
    svg.querySelector(".after").style.transform = `translate(${at(belief)}px, 0)`;
    const label = svg.querySelector(".belief");
    label.textContent = filled(WORDS.belief, { value: fewDigits(100 * belief) });
    label.setAttribute("x", Math.min(262, Math.max(138, at(belief))));
    trace(now, belief);
    next.textContent = WORDS[["next", "next_sorted", "again"][step]];
    say(filled(WORDS[STEPS[step]], {
      yes: text(now.yes), no: text(now.no), prior: text(100 * before), epsilon: size(EPSILONS[epsilon.value]),
      p: fewDigits(100 * now.p), honest: fewDigits(now.honest), fake: fewDigits(now.fake), all: fewDigits(now.honest + now.fake),
      after: fewDigits(100 * now.after), ratio: fewDigits(now.p / (1 - now.p)),
    }));
  }
  show(0);
}

// One digit after the point where there is something to say: 7.5, but 75.
const fewDigits = (value) => text(value, 1).replace(/\.0$/, "");
