// The picture that opens a chapter answers to its button. Every draw is made here, one person after the other;
// pictures.py puts the WORDS before it.

const tosses = (n, chance = 0.5) => {
  let heads = 0;
  for (let k = 0; k < n; k++) heads += Math.random() < chance;
  return heads;
};
const P = Math.E / (1 + Math.E); // how often a report is true at ε = 1
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
};

function mount(figure) {
  const name = figure.id.replace("picture-question-", "");
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
}
