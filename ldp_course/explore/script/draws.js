// Draws a live explorer of a page: by which seed, how many times, and what the address says of it.
// May use: numbers.js, marks.js, chance.js, models.js, guess.js and WORDS. Used by figure.js, and the button also by widget.js.

const MORE = 200; // draws that the second button adds

// A button that lays a cloud of MORE draws beside the one, and takes it away.
function addMore(figure, toggled) {
  const [again] = [...figure.querySelectorAll("button")].filter(({ textContent }) => textContent === WORDS.draw_again);
  const words = filled(WORDS.more_draws, { runs: MORE });
  const row = document.createElement("div");
  row.className = "explorer-draws";
  again.replaceWith(row);
  row.append(again);
  const button = add(row, "button", { type: "button", class: again.className, "aria-pressed": false }, words);
  button.addEventListener("click", () => {
    const isOn = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", isOn);
    toggled(isOn ? MORE : 0);
  });
}

// The place of the stop that is nearest to a number of the address; below 0 where it is none.
function nearest({ values, scale }, text) {
  const number = Number(text);
  if (!scale || !text || Number.isNaN(number)) return -1;
  const gaps = values.map((value) => Math.abs(Number(bareText(value)) - number));
  return gaps.indexOf(Math.min(...gaps));
}

// The draws of a figure. `toss` makes them other ones; the same seed makes the same.
function drawsOf(grid) {
  let [seed, runs] = [0, 0];
  const valueAt = ({ values }, place) => {
    const number = Number(bareText(values[place]));
    return Number.isNaN(number) ? values[place] : number;
  };
  return {
    toss(to = crypto.getRandomValues(new Uint32Array(1))[0] % 1e6) { seed = to; },
    take(more) { runs = more; },
    tail: () => `&draw=${seed}`,
    stateAt(places) {
      const values = Object.fromEntries(grid.sliders.map((slider, k) => [slider.name, valueAt(slider, places[k])]));
      const random = uniform(seededBits(seed));
      return liveState(grid, values, (n, p) => binomial(n, p, random), runs);
    },
  };
}
