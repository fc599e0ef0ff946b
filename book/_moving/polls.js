// Poll after poll of the same people: estimates with their intervals, and how many of them hold the truth.

const YES_SHARE = 0.1;
const EPSILONS = [0.5, 1, Math.log(3), 2, 4];
const CROWDS = [100, 1000, 10000];
const KEPT = 60; // polls that are drawn; all are counted
const [FLOOR, CEILING, EDGE, RIGHT] = [206, 8, 52, 396];

// One poll of n people: yes with probability p where it is true, and q where it is not.
function onePoll(n, law, random) {
  const yes = n * YES_SHARE;
  const said = binomial(yes, law.p, random) + binomial(n - yes, law.q, random);
  const found = estimate(said, n, law);
  return { ...found, holds: found.low <= YES_SHARE && YES_SHARE <= found.high };
}

// A round number of percentage points between the lines of a scale that reaches `reach` to both sides.
function roundStep(reach) {
  const power = 10 ** Math.floor(Math.log10(reach));
  return [0.2, 0.5, 1, 2].map((part) => part * power).find((step) => reach / step <= 4) ?? 5 * power;
}

function mountPolls(figure) {
  const { svg, say, button, slider } = stage(figure, 400, 216);
  button("one", () => add(1));
  button("hundred", () => add(100));
  button("restart", () => begin());
  const name = (value) => text(value, value === Math.log(3) ? 2 : value % 1 && 1);
  const epsilon = slider("epsilon", EPSILONS.map(name), 1, () => begin());
  const people = slider("n", CROWDS.map((n) => text(n)), 1, () => begin());
  const scale = drawn(svg, "g", { class: "scale" });
  const rain = drawn(svg, "g");
  drawn(svg, "path", { class: "truth", d: `M${EDGE} ${(FLOOR + CEILING) / 2}H${RIGHT}` });
  let law, n, reach, polls, held, marks, waiting, random;

  const height = (share) => (FLOOR + CEILING) / 2 - ((share - YES_SHARE) / reach) * ((FLOOR - CEILING) / 2);
  function begin(seed = crypto.getRandomValues(new Uint32Array(1))[0]) {
    clearTimeout(waiting);
    figure.dataset.seed = seed;
    [law, n, random] = [coins(EPSILONS[epsilon.value]), CROWDS[people.value], uniform(seededBits(seed))];
    [polls, held, marks] = [0, 0, []];
    const { margin } = estimate(0, n, law);
    reach = 2.6 * margin; // 5 standard errors to both sides
    rain.replaceChildren();
    scale.replaceChildren();
    const step = roundStep(100 * reach) / 100;
    for (let line = Math.ceil(-reach / step); line <= reach / step; line++) {
      const share = YES_SHARE + line * step;
      drawn(scale, "path", { class: "grid", d: `M${EDGE} ${height(share)}H${RIGHT}` });
      drawn(scale, "text", { x: EDGE - 6, y: height(share) + 5, "text-anchor": "end" }, text(100 * share, step < 0.01 ? 1 : 0));
    }
    add(20, true);
  }
  // They come one after the other, faster where there are many; all at once where less motion is wished.
  function add(count, atOnce = lessMotion()) {
    clearTimeout(waiting);
    const now = atOnce ? count : 1;
    for (let k = 0; k < now; k++) {
      const poll = onePoll(n, law, random);
      [polls, held] = [polls + 1, held + poll.holds];
      marks.push(poll);
      draw(poll, polls);
    }
    slide();
    tell(count > now);
    if (count > now) waiting = setTimeout(add, count > 10 ? 60 : 0, count - now);
  }
  function draw(poll, number) {
    const mark = drawn(rain, "g", { class: poll.holds ? "poll" : "poll missed" });
    const at = (value) => Math.min(FLOOR, Math.max(CEILING, height(value)));
    drawn(mark, "path", { d: `M0 ${at(poll.low)}V${at(poll.high)}` });
    if (poll.holds) drawn(mark, "circle", { cy: at(poll.share), r: 2 });
    else drawn(mark, "path", { class: "cross", d: `M-4 ${at(poll.share) - 4}l8 8m0 -8l-8 8` });
    mark.dataset.number = number;
  }
  function slide() {
    while (rain.children.length > KEPT) rain.firstChild.remove();
    const pitch = (RIGHT - EDGE - 10) / KEPT;
    Array.from(rain.children).forEach((mark, k) => mark.setAttribute("transform", `translate(${EDGE + 8 + pitch * k} 0)`));
  }
  function tell(goesOn) {
    Object.assign(figure.dataset, { polls, held });
    say(filled(WORDS.sentence, {
      epsilon: name(EPSILONS[epsilon.value]), n: text(n), polls: text(polls), held: text(held), share: text((100 * held) / polls, 1),
      error: text((100 * estimate(0, n, law).margin) / Z, n < 1000 ? 0 : 1), shown: text(Math.min(KEPT, polls)),
    }), goesOn);
  }
  const seed = new URLSearchParams(location.hash.split("?")[1]).get("seed");
  begin(seed === null ? undefined : Number(seed) || 0);
}
