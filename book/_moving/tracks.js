// Who sees what: an answer on its way from the device to the public, in four models, and an attacker somewhere on it.

const [WIDE, HIGH, TOP, LEFT] = [77, 34, 44, 80];
const PITCH = { x: 81, y: 50 };
const SEES = { raw: "5", noisy: "7", parts: "812", total: "Σ", nothing: "" }; // what a box shows of an answer of 5

function mountTracks(figure) {
  const { parties, models, noise } = JSON.parse(figure.dataset.tracks);
  const { svg, say, button, slider } = stage(figure, 404, TOP + PITCH.y * parties.length);
  const send = button("send", run);
  const attacker = slider("attacker", WORDS.attackers, 0, point);
  let waiting;

  const x = (column) => LEFT + PITCH.x * column;
  const y = (row) => TOP + PITCH.y * row;
  const glow = drawn(svg, "rect", { class: "glow", x: 2, y: TOP - 8, width: 400, height: HIGH + 16, rx: 8 });
  parties.forEach((party, row) => drawn(svg, "text", { x: 4, y: y(row) + 22, class: "party" }, WORDS.parties[party]));
  const boxes = Object.entries(models).map(([model, states], column) => {
    const heads = WORDS.models[model].split(" "); // a line each
    heads.forEach((head, k) => {
      const place = { x: x(column) + WIDE / 2, y: 30 - 17 * (heads.length - 1 - k) };
      drawn(svg, "text", { ...place, class: "model", "text-anchor": "middle" }, head);
    });
    drawn(svg, "path", { class: "rule", d: `M${x(column) + WIDE / 2} ${TOP}V${y(parties.length - 1)}` });
    return states.map((state, row) => {
      if (state === "nothing") return null;
      const [kind, name] = state.split(" ");
      const box = drawn(svg, "g", { class: `box ${kind}`, transform: `translate(${x(column)} ${y(row)})` });
      drawn(box, "rect", { width: WIDE, height: HIGH, rx: 5 });
      drawn(box, "text", { x: WIDE / 2, y: 22, "text-anchor": "middle" }, name ? filled(WORDS.named, { value: SEES[kind] }) : SEES[kind]);
      return box;
    });
  });
  for (const [model, row] of Object.entries(noise)) {
    const column = Object.keys(models).indexOf(model);
    const [from, level] = [x(column) + 6, y(row) + HIGH + (PITCH.y - HIGH) / 2];
    drawn(svg, "path", { class: "wave", d: `M${from} ${level}` + "q4 -6 8 0t8 0".repeat(4) });
  }
  const packets = boxes.map((_, column) => drawn(svg, "circle", { class: "packet", r: 7, cx: x(column) + WIDE / 2, cy: 0 }));

  // The row that the answers have reached; all of them where nothing moves.
  function reach(row) {
    boxes.forEach((column) => column.forEach((box, k) => box?.classList.toggle("reached", k <= row)));
    packets.forEach((packet) => {
      packet.style.transform = `translate(0, ${y(Math.min(row, parties.length - 1)) - 2}px)`;
      packet.style.opacity = row < parties.length ? 1 : 0;
    });
  }
  function run() {
    clearTimeout(waiting);
    if (lessMotion()) return reach(parties.length);
    const step = (row) => {
      reach(row);
      if (row < parties.length) waiting = setTimeout(step, 700, row + 1);
    };
    step(0);
  }
  function point() {
    const row = attacker.value - 1;
    glow.style.opacity = row < 0 ? 0 : 1;
    glow.style.transform = `translate(0, ${PITCH.y * Math.max(0, row)}px)`;
    if (row < 0) return say(WORDS.nobody);
    const seen = Object.entries(models).map(([model, states]) => filled(WORDS.sees[states[row]], { model: WORDS.models[model] }));
    say(filled(WORDS.at[parties[row]], { seen: seen.join(WORDS.between) }));
  }
  reach(parties.length);
  point();
}
