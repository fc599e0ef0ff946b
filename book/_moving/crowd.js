// The crowd of the page of ten minutes: one picture that stays while the steps pass, and whose dots go from their
// places in one picture to their places in the next. Screen readers keep the picture of each step.

const figures = [...document.querySelectorAll("figure.crowd:not(details *)")];
const RADIUS = 10; // of a dot before it is scaled

// A step is a picture and what follows it, up to the next picture or heading.
function step(figure) {
  const box = Object.assign(document.createElement("div"), { className: "crowd-step", id: figure.id });
  figure.removeAttribute("id");
  figure.before(box);
  for (let next = figure; next && !(box.childElementCount && next.matches("figure.crowd, section, h2")); next = box.nextElementSibling)
    box.append(next);
  return box;
}

const steps = figures.map(step);
steps.forEach((box, k) => { box.dataset.step = `${k + 1} / ${steps.length}`; });
const column = Object.assign(document.createElement("div"), { className: "crowd-column" });
const all = Object.assign(document.createElement("div"), { className: "crowd-steps" });
const stage = Object.assign(document.createElement("div"), { className: "crowd crowd-stage", ariaHidden: "true" });
steps[0].before(all);
column.append(...steps);
all.append(stage, column);

const svg = figures[0].querySelector("svg").cloneNode(true);
svg.removeAttribute("role");
svg.removeAttribute("aria-label");
stage.append(svg);
const [dots, around] = svg.children;
[...dots.children].forEach((dot) => {
  ["cx", "cy"].forEach((name) => dot.removeAttribute(name));
  dot.setAttribute("r", RADIUS);
  dot.setAttribute("vector-effect", "non-scaling-stroke");
  dot.style.setProperty("--late", Math.random());
});

function show(now) {
  steps.forEach((box, k) => box.classList.toggle("now", k === now));
  const answer = steps[now].querySelector("details[open] figure.crowd");
  const [places, words] = (answer ?? figures[now]).querySelector("svg").children;
  [...places.children].forEach((place, k) => {
    const [x, y, r] = ["cx", "cy", "r"].map((name) => place.getAttribute(name));
    const dot = dots.children[k];
    dot.setAttribute("class", place.getAttribute("class"));
    dot.style.transform = `translate(${x}px, ${y}px) scale(${r / RADIUS})`;
  });
  around.replaceChildren(...words.cloneNode(true).children);
}

// The step that is at the middle of what the picture leaves free
let shown;
function look() {
  const phone = stage.getBoundingClientRect().width > 0.8 * all.getBoundingClientRect().width;
  const line = phone ? 0.62 * innerHeight : 0.5 * innerHeight;
  const passed = steps.findLastIndex((box) => box.getBoundingClientRect().top < line);
  const now = Math.max(passed, 0);
  if (now !== shown) show((shown = now));
}
addEventListener("scroll", look, { passive: true });
addEventListener("resize", look);
look();

// Who comes by the link that the card at the end sends reads its question before the picture's
const card = document.querySelector(".poll-card");
const sent = document.getElementById(location.hash.slice(1));
if (card && sent?.id === card.dataset.to)
  sent.firstElementChild.after(Object.assign(card.querySelector("p").cloneNode(true), { className: "crowd-sent" }));
sent?.scrollIntoView(); // places have moved since the page came

// The picture answers a guess; what the guess says is seen as a whole
document.querySelectorAll("details.guess").forEach((guess) =>
  guess.addEventListener("toggle", () => {
    if (guess.open) guess.scrollIntoView({ block: "nearest" });
    show((shown = steps.indexOf(guess.closest(".crowd-step"))));
  }));
