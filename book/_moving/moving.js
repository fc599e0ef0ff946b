// What the moving pictures share: parts of a page and of an SVG, buttons, sliders. The arithmetic, the chance and the
// texts of numbers are those of book/_polls/poll.js, which moving.py puts before it, with the WORDS.
// What moves is moved by the style sheet, which also respects a wish for less motion.

function part(parent, tag, attributes = {}, words = "") {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = words;
  return parent.appendChild(made);
}

function drawn(parent, tag, attributes = {}, words = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = words;
  return parent.appendChild(made);
}

// An empty figure with its picture, its sentence, and places for buttons and sliders.
function stage(figure, width, height) {
  figure.querySelector("noscript")?.remove();
  const stage = part(figure, "div", { class: "moving-stage" });
  const svg = drawn(stage, "svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  const side = part(stage, "div");
  // with room for the longest sentence, so that no button moves
  const [longest] = Object.values(WORDS).filter((words) => typeof words === "string").sort((one, other) => other.length - one.length);
  const room = part(side, "div", { class: "moving-room", "data-room": longest });
  const sentence = part(room, "p", { role: "status", class: "moving-sentence" });
  const buttons = part(side, "div", { class: "moving-buttons" });
  const sliders = part(side, "div", { class: "moving-sliders" });
  return {
    svg,
    // `goesOn` while there is more to come: screen readers say the last
    say(words, goesOn = false) {
      sentence.setAttribute("aria-busy", goesOn);
      sentence.textContent = words;
      svg.setAttribute("aria-label", words);
    },
    button(name, pressed) {
      const made = part(buttons, "button", { type: "button", "data-does": name }, WORDS[name]);
      made.addEventListener("click", pressed);
      return made;
    },
    slider(name, values, start, moved) {
      const box = part(sliders, "div");
      const id = `${figure.id}-${name}`;
      part(box, "label", { for: id }, WORDS[`slider_${name}`]);
      const shown = part(box, "span", { "aria-hidden": "true" });
      const input = part(box, "input", { id, type: "range", min: 0, max: values.length - 1, step: 1, autocomplete: "off" });
      input.value = start; // not what the browser remembers
      const show = () => {
        shown.textContent = values[input.value];
        input.setAttribute("aria-valuetext", values[input.value]);
      };
      input.addEventListener("input", () => { show(); moved(); });
      show();
      return input;
    },
  };
}

const lessMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
