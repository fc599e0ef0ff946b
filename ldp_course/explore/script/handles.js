// A guess on the chart: handles to drag, each with a slider for keyboard and screen reader, and later the marks of the guess.
// May use: numbers.js, guess.js, marks.js and WORDS. Used by predict.js.

const HANDLE = "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0ZM-5-10L0-16L5-10ZM-5 10L0 16L5 10Z";
const CROSS = "M-5-5L5 5M-5 5L5-5";

// Handles for these rows of a series, which stays unseen meanwhile. `names` is what a screen reader calls them.
function addHandles(y, series, rows, names) {
  const steps = guessSteps(y);
  const joined = rows.length > 1 && ["line", "band"].includes(series.mark);
  let guess = rows.map(() => steps[Math.floor(steps.length / 10)]); // low, so that it suggests nothing
  let draw = () => {};

  const box = document.createElement("div");
  box.className = "explorer-handles";
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", y.label);
  // unseen, but where its handle is
  const inputs = names.map((name, k) => {
    const range = { type: "range", min: 0, max: steps.length - 1, "aria-label": name, autocomplete: "off" };
    const input = add(box, "input", { ...range, "data-lm-suppress-shortcuts": "true" });
    input.addEventListener("input", () => set(k, steps[input.value]));
    input.addEventListener("focus", () => draw());
    return input;
  });

  function set(k, value) {
    guess = guess.with(k, value);
    inputs[k].value = steps.indexOf(value);
    inputs[k].setAttribute("aria-valuetext", exactText(value));
    draw();
  }
  guess.forEach((value, k) => set(k, value));

  function addMark(parent, movable, transform, value) {
    const [name, d] = movable ? ["guess-handle", HANDLE] : ["guess-mark", CROSS];
    if (!movable) add(parent, "path", { class: "guess-mark halo", d, transform });
    add(parent, "path", { class: name, d, transform, "data-y": value });
  }

  // The number of a handle: above it or below, and beside it where bars lie.
  function addNumber(layer, { lying, plot }, [left, top], words) {
    const half = widest([words]) / 2 + 2;
    const end = plot.left + plot.width;
    const beside = { x: left + (left + 22 + 2 * half > end ? -22 - half : 22 + half), y: top + 5 };
    const above = { x: clamp(left, plot.left + half, end - half), y: top + (top > plot.top + 36 ? -22 : 32) };
    add(layer, "text", { class: "guess-value", ...(lying ? beside : above) }, words);
  }

  // Where a finger or pointer moves a handle. The rest of the chart scrolls the page.
  function addColumn({ at, placeY, lying, plot, width }, place, room, scale, k) {
    const wide = Math.min(56, room);
    const [x, top] = at(place, lying ? 0 : 1);
    const [left, right] = [x - wide / 2, x + wide / 2].map((edge) => clamp(edge, plot.left - 14, width));
    const column = add(box, "div", { class: `guess-column${lying ? " lying" : ""}` });
    const sides = lying ? [x, top - wide / 2, plot.width, wide] : [left, top, right - left, plot.height];
    ["left", "top", "width", "height"].forEach((side, n) => { column.style[side] = `${sides[n] * scale}px`; });
    const follow = ({ clientX, clientY }) => {
      const seen = column.getBoundingClientRect();
      const b = lying ? (clientX - seen.left) / seen.width : (seen.bottom - clientY) / seen.height;
      const far = steps.map((step) => Math.abs(placeY(step) - b));
      set(k, steps[far.indexOf(Math.min(...far))]);
    };
    column.addEventListener("pointerdown", (event) => {
      column.setPointerCapture(event.pointerId);
      inputs[k].focus({ preventScroll: true });
      follow(event);
    });
    column.addEventListener("pointermove", (event) => column.hasPointerCapture(event.pointerId) && follow(event));
    column.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays at the slider
  }

  // On a chart that was just drawn: handles while they are movable, crosses afterwards.
  function drawOn({ svg, frame }, movable) {
    const { at, placeY, lying, plot } = frame;
    const { middles } = standing(series, frame);
    const places = rows.map((row) => middles[row]);
    const room = smallestGap(places) * (lying ? plot.height : plot.width);
    const scale = svg.parentElement.clientWidth / svg.viewBox.baseVal.width; // below 1 where it would not fit
    const layer = add(svg, "g", { class: "guess" });
    draw = () => {
      layer.replaceChildren();
      const crowded = !lying && widest(guess.map(exactText)) + 4 > room; // then only the number in hand is written
      const ends = guess.map((value, k) => at(places[k], clamp(placeY(value), 0, 1)));
      if (joined) add(layer, "path", { class: "guess-line", d: path(ends) });
      ends.forEach(([left, top], k) => {
        const stem = path([at(places[k], placeY(0)), [left, top]]);
        if (series.mark === "bars") add(layer, "path", { class: "guess-line", d: stem });
        const turn = movable && lying ? " rotate(90)" : "";
        addMark(layer, movable, `translate(${left} ${top})${turn}`, guess[k]);
        if (movable && (!crowded || inputs[k] === document.activeElement))
          addNumber(layer, frame, ends[k], exactText(guess[k]));
        Object.assign(inputs[k].style, { left: `${left * scale}px`, top: `${top * scale}px` });
      });
    };
    draw();
    box.querySelectorAll(".guess-column").forEach((column) => column.remove());
    if (movable) places.forEach((place, k) => addColumn(frame, place, room, scale, k));
  }

  function addToLegend(legend, movable) {
    const item = add(legend, "li");
    const sample = add(item, "svg", { width: 28, height: 16, "aria-hidden": "true" });
    if (joined) add(sample, "path", { class: "guess-line", d: "M0 8H28" });
    addMark(sample, movable, `translate(14 8) scale(${movable ? 0.5 : 1})`, "");
    add(item, "span", {}, WORDS.guess);
  }

  return {
    box, drawOn, addToLegend,
    focus: () => inputs[0].focus(),
    values: () => guess,
    // Whether these can be values of the handles, which then take them.
    take(values) {
      const fit = Array.isArray(values) && values.length === rows.length && values.every((v) => steps.includes(v));
      if (fit) values.forEach((value, k) => set(k, value));
      return fit;
    },
  };
}
