// A guess on the chart: handles to drag, each with a slider for keyboard and screen reader, and later the marks of the guess.
// May use: numbers.js, guess.js, marks.js and WORDS. Used by predict.js.

const HANDLE = "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0ZM-5-10L0-16L5-10ZM-5 10L0 16L5 10Z";
const HALO = 44; // pixels around the middle of a handle that a finger may take
const COLUMN = 56; // pixels across in which a finger may tap
const CROSS = "M-5-5L5 5M-5 5L5-5";

// Handles for these rows of a series, which stays unseen meanwhile. `places` says in words where they are; `moved` hears
// of each move.
function addHandles(y, series, rows, places, moved) {
  const steps = guessSteps(y);
  const joined = rows.length > 1 && ["line", "band"].includes(series.mark);
  // low, so that it suggests nothing, and not below 0, where shares and people cannot be
  const isPossible = steps.filter((step) => y.range[1] <= 0 || step >= 0);
  let guess = rows.map(() => isPossible[Math.floor(isPossible.length / 10)]);
  let isMoved = rows.map(() => false);
  let draw = () => {};
  let halos = []; // what puts each halo where its handle is

  const box = document.createElement("div");
  box.className = "explorer-handles";
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", y.label);
  // unseen, but where its handle is
  const inputs = places.map((place, k) => {
    const name = rows.length > 1 ? filled(WORDS.guess_at, { place }) : WORDS.guess;
    const range = { type: "range", min: 0, max: steps.length - 1, "aria-label": name, autocomplete: "off" };
    const input = add(box, "input", { ...range, "data-lm-suppress-shortcuts": "true" });
    input.addEventListener("input", () => move(k, steps[input.value]));
    input.addEventListener("focus", () => draw());
    return input;
  });

  function set(k, value) {
    guess = guess.with(k, value);
    inputs[k].value = steps.indexOf(value);
    const number = exactText(value);
    inputs[k].setAttribute("aria-valuetext", isMoved[k] ? number : filled(WORDS.unmoved, { number }));
    draw();
  }
  function move(k, value) {
    if (value === guess[k]) return;
    isMoved = isMoved.with(k, true);
    set(k, value);
    moved();
  }
  guess.forEach((value, k) => set(k, value));

  function addMark(parent, movable, transform, value, more = "") {
    const [name, d] = movable ? ["guess-handle", HANDLE] : ["guess-mark", CROSS];
    if (!movable) add(parent, "path", { class: "guess-mark halo", d, transform });
    add(parent, "path", { class: name + more, d, transform, "data-y": value });
  }

  // What stands at each mark: where it is, and its number once it was moved; a mark that is alone is the guess. The places
  // are written in full where they have room beside each other, else as at the tick below; without room for all numbers,
  // only the one in hand is written.
  function wordsAt(room, { lying, xTicks, xWords }) {
    const alone = rows.length === 1;
    const fits = (words) => lying || alone || widest(words) + 8 <= room;
    const names = alone ? [WORDS.guess] : fits(places) ? places : rows.map((row) => xWords[xTicks.indexOf(series.x[row])].join(" "));
    const numbers = guess.map(exactText);
    const all = fits(numbers);
    const hasNumber = (k) => isMoved[k] && (all || inputs[k] === document.activeElement);
    return names.map((name, k) => (hasNumber(k) ? [name, numbers[k]] : [name]));
  }

  // The words of each mark: above it or below, or beside it where bars lie or no line joins the marks; where they cover
  // the least.
  function addWords(layer, { lying, plot, width }, there, ends, said) {
    const end = plot.left + plot.width;
    const area = [plot.left, lying ? width : end, plot.top - 10, plot.top + plot.height];
    const [wide, high] = lying ? [17, 9] : [9, 17];
    const boxes = [...there.boxes, ...ends.map(([x, y]) => [x - wide, x + wide, y - high, y + high])];
    ends.forEach(([left, top], k) => {
      // where bars lie, the row is named at the side, too: its number is enough
      const all = lying && said[k].reduce((name, text) => filled(WORDS.named, { name, text }));
      const room = Math.max(end - left, left - plot.left) - 20;
      const ways = lying ? [...(widest([all]) <= room ? [[all]] : []), [shorten(said[k].at(-1), room)]] : [said[k]];
      const spots = ways.flatMap((lines) => {
        const half = widest(lines) / 2 + 3;
        const tall = 16 * lines.length;
        const inside = clamp(left, plot.left + half, Math.max(plot.left + half, end - half));
        const [before, after] = [left - wide - 3 - half, left + wide + 3 + half];
        const over = [18, -18 - tall, 34, -34 - tall, 50, -50 - tall].map((up) => [inside, top - tall - up]);
        const beside = [after, before, end - half].map((middle) => [middle, top - tall / 2]);
        return (lying ? beside : joined ? over : over.toSpliced(2, 0, ...beside.slice(0, 2)))
          .map(([x, y]) => ({ lines, box: [x - half, x + half, y, y + tall] }));
      });
      const box = freest(spots.map((spot) => spot.box), { ...there, boxes }, area);
      boxes.push(box);
      spots.find((spot) => spot.box === box).lines.forEach((words, row) => {
        const look = row ? "guess-words number" : "guess-words";
        add(layer, "text", { class: look, x: (box[0] + box[1]) / 2, y: box[2] + 13 + 16 * row, "text-anchor": "middle" }, words);
      });
    });
  }

  // Where a pointer moves a handle. A finger drags it by its halo, or taps where it shall be; a swipe scrolls the page.
  function addColumn({ at, placeY, lying, plot, width, names }, place, room, scale, k) {
    const wide = Math.min(COLUMN, room);
    const [x, top] = at(place, lying ? 0 : 1);
    const [left, right] = [x - wide / 2, x + wide / 2].map((edge) => clamp(edge, plot.left - 14, width));
    const column = add(box, "div", { class: `guess-column${lying ? " lying" : ""}` });
    const sides = lying ? [x, top - wide / 2, plot.width, wide] : [left, top, right - left, plot.height];
    const put = (node, box) =>
      ["left", "top", "width", "height"].forEach((side, n) => { node.style[side] = `${box[n] * scale}px`; });
    put(column, sides);
    if (lying && names) column.style.setProperty("--row", `${(plot.height / names.length) * scale}px`);
    const halo = add(column, "div", { class: "guess-halo" });
    const spot = () => clamp(placeY(guess[k]), 0, 1);
    halos[k] = () => {
      const across = Math.min(HALO, room); // neighbors keep theirs
      const [size, middle] = lying
        ? [[HALO, across], [plot.width * spot(), wide / 2]]
        : [[across, HALO], [x - left, plot.height * (1 - spot())]];
      put(halo, [middle[0] - size[0] / 2, middle[1] - size[1] / 2, ...size]);
    };
    halos[k]();
    let grip = 0; // whoever takes a handle beside its middle does not move it by that
    let [mayTap, drags] = [false, false]; // a finger's own capture of the column is no drag
    const along = ({ clientX, clientY }) => {
      const seen = column.getBoundingClientRect();
      return lying ? (clientX - seen.left) / seen.width : (seen.bottom - clientY) / seen.height;
    };
    const follow = (event) => {
      const far = steps.map((step) => Math.abs(placeY(step) - (along(event) - grip)));
      move(k, steps[far.indexOf(Math.min(...far))]);
    };
    const take = (event) => {
      inputs[k].focus({ preventScroll: true });
      grip = event.target === halo ? along(event) - spot() : 0;
      follow(event);
    };
    column.addEventListener("pointerdown", (event) => {
      mayTap = event.pointerType !== "mouse" && event.target !== halo;
      drags = !mayTap;
      if (mayTap) return;
      column.setPointerCapture(event.pointerId);
      take(event);
    });
    column.addEventListener("pointermove", (event) => drags && follow(event));
    column.addEventListener("lostpointercapture", () => { drags = false; });
    column.addEventListener("click", (event) => { // after a tap, and after no swipe
      if (mayTap) take(event);
      mayTap = false;
    });
    column.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays at the slider
  }

  // On a chart that was just drawn: handles while they are movable, crosses afterwards.
  function drawOn({ svg, frame }, movable) {
    const { at, placeY, lying, plot } = frame;
    const { middles } = standing(series, frame);
    const across = rows.map((row) => middles[row]);
    const room = smallestGap(across) * (lying ? plot.height : plot.width);
    const scale = svg.parentElement.clientWidth / svg.viewBox.baseVal.width; // below 1 where it would not fit
    const there = movable && taken({ svg, frame });
    const layer = add(svg, "g", { class: "guess" });
    draw = () => {
      layer.replaceChildren();
      const shown = rows.map((_, k) => k).filter((k) => movable || isMoved[k]);
      const ends = guess.map((value, k) => at(across[k], clamp(placeY(value), 0, 1)));
      if (joined) add(layer, "path", { class: "guess-line", d: path(shown.map((k) => ends[k])) });
      shown.forEach((k) => {
        const [left, top] = ends[k];
        const stem = path([at(across[k], placeY(0)), [left, top]]);
        if (series.mark === "bars") add(layer, "path", { class: "guess-line", d: stem });
        // smaller where rows are thin, so that neighbors do not overlap
        const turn = movable && lying ? ` rotate(90) scale(${round(Math.min(1, room / 22))})` : "";
        addMark(layer, movable, `translate(${left} ${top})${turn}`, guess[k], isMoved[k] ? "" : " unmoved");
        Object.assign(inputs[k].style, { left: `${left * scale}px`, top: `${top * scale}px` });
        halos[k]?.();
      });
      if (movable) addWords(layer, frame, there, ends, wordsAt(room, frame));
    };
    halos = [];
    draw();
    box.querySelectorAll(".guess-column").forEach((column) => column.remove());
    if (movable) across.forEach((place, k) => addColumn(frame, place, room, scale, k));
  }

  // Beside the name of the axis, where that leaves room, it takes no row of the legend.
  function addToLegend(legend, seen, { svg, frame }) {
    const isBeside = svg.querySelector(".axis-label").getBBox().width + widest([WORDS.guess]) + 60 <= frame.width;
    const item = add(legend, "li", { class: `own late${seen ? "" : " unseen"}${isBeside ? " beside" : ""}` });
    const sample = add(item, "svg", { width: 28, height: 16, "aria-hidden": "true" });
    if (joined) add(sample, "path", { class: "guess-line", d: "M0 8H28" });
    addMark(sample, false, "translate(14 8)", "");
    add(item, "span", {}, WORDS.guess);
  }

  return {
    box, steps, drawOn, addToLegend,
    first: inputs[0],
    isMoved: () => isMoved.includes(true),
    values: () => guess.map((value, k) => (isMoved[k] ? value : null)), // null where nobody guessed
    // Whether these can be values of the handles, which then take them.
    take(values) {
      const fit = Array.isArray(values) && values.length === rows.length && values.some((v) => v !== null) &&
        values.every((v) => v === null || steps.includes(v));
      if (!fit) return false;
      isMoved = values.map((v) => v !== null);
      values.forEach((value, k) => set(k, value ?? guess[k]));
      return true;
    },
  };
}
