// A figure on a page or in a notebook: its sliders, its button, and the address that holds its state.
// May use: numbers.js, chart.js, predict.js and WORDS. A plain script, so that it works from a file and offline:
// page.py writes the figure that `mount` brings to life, live.py the one that JupyterLab hands to `attach`.

// ---- an explorer

// Make room in a figure. What comes back shows one state: { sentence, series }.
function attach(figure, chart, drawAgain, prediction) {
  const sentence = figure.querySelector(".explorer-sentence");
  const numbers = figure.querySelector(".explorer-numbers");
  const [legend, box] = [document.createElement("ul"), document.createElement("div")];
  [legend.className, box.className] = ["explorer-legend", "explorer-chart"];
  figure.querySelector(".explorer-still").replaceWith(legend, ...(prediction ? [prediction.handles] : []), box);
  if (drawAgain) {
    const button = document.createElement("button");
    [button.type, button.className, button.textContent] = ["button", "explorer-again", WORDS.draw_again];
    button.addEventListener("click", drawAgain);
    sentence.before(button);
  }
  if (prediction) sentence.before(prediction.panel);
  if (!prediction) figure.dataset.untried = ""; // what to notice is said after the first move
  let shown;
  let width;
  let keep; // the switch that keeps the scale; made when an axis first zooms
  function addKeep() {
    const label = document.createElement("label");
    label.className = "explorer-keep";
    keep = add(label, "input", { type: "checkbox", autocomplete: "off" });
    label.append(WORDS.keep);
    keep.addEventListener("change", drawShown);
    sentence.before(label);
  }
  function drawShown() {
    width = box.clientWidth;
    const y = shown.guess ? chart.y : zoomed(chart.y, shown.series);
    if (y !== chart.y && !keep) addKeep();
    if (keep) keep.parentElement.hidden = y === chart.y;
    const drawn = drawChart(box, keep?.checked ? chart : { ...chart, y }, shown);
    drawLegend(legend, shown.series, drawn.named);
    if (shown.guess) prediction.drawOn(drawn, legend);
  }
  const table = figure.querySelector(".explorer-table");
  // only a table that is seen is written
  function writeTable() {
    if (numbers.open && !table.hasChildNodes()) table.innerHTML = tables(shown.open, chart.x.label);
  }
  numbers.addEventListener("toggle", writeTable);
  function show(state) {
    const seen = prediction?.seen(state) ?? state;
    const open = seen.series.filter((one) => !one.hidden);
    if (shown) delete figure.dataset.untried;
    shown = { ...seen, open, series: dress(seen.series) };
    const lead = document.createElement("b");
    lead.textContent = unbroken(seen.lead ?? "");
    sentence.replaceChildren(...(seen.lead ? [lead, " "] : []), unbroken(seen.sentence));
    drawShown();
    numbers.hidden = !open.length;
    table.replaceChildren();
    writeTable();
  }
  new ResizeObserver(() => {
    if (shown && box.clientWidth && box.clientWidth !== width) drawShown();
  }).observe(box);
  return show;
}

// What comes back moves the slider to a place without calling `moved`.
function addSlider(panel, id, { label, values }, moved) {
  const last = values.length - 1;
  const row = add(panel, "div", { class: `explorer-slider${last === 1 ? " explorer-two" : ""}` });
  add(row, "label", { for: id }, label);
  const value = add(row, "span", { class: "explorer-value", "aria-hidden": "true" });
  const range = { type: "range", id, min: 0, max: last, autocomplete: "off" };
  // without data-lm-suppress-shortcuts JupyterLab takes the arrow keys
  const input = add(row, "input", { ...range, "data-lm-suppress-shortcuts": "true" });
  input.addEventListener("input", () => moved(Number(input.value)));
  // where it can stop; of two stops, each is a button
  const stops = add(row, "div", { class: "explorer-stops", "aria-hidden": "true" });
  values.forEach((text, k) => add(stops, "span", { style: `left: ${(100 * k) / last}%` }, text));
  // without room only the first and the last are written
  new ResizeObserver(() => {
    stops.classList.remove("crowded");
    const sides = [...stops.children].map((stop) => stop.getBoundingClientRect());
    stops.classList.toggle("crowded", sides.some(({ left }, k) => k && left < sides[k - 1].right + 7));
  }).observe(stops);
  return (place) => {
    [...stops.children].forEach((stop, k) => stop.classList.toggle("on", k === place));
    input.value = place;
    value.textContent = values[place];
    input.setAttribute("aria-valuetext", values[place]);
  };
}

// ---- the page's address holds a state: #explorer-many-questions?epsilon=0.5&k=10

let waiting;
// Browsers allow only so many changes of the address in a second.
function writeAddress(hash) {
  clearTimeout(waiting);
  waiting = setTimeout(() => history.replaceState(history.state, "", hash), 200);
}

const stateHash = (figure, choices, places) =>
  `#${figure.id}?` + new URLSearchParams(choices.map(({ name, values }, k) => [name, bareText(values[places[k]])]));

// The places that the address asks for; null where it asks for none in this figure.
function askedPlaces(figure, choices, start) {
  const [id, words] = location.hash.slice(1).split("?");
  if (id !== figure.id || words === undefined) return null;
  const asked = new URLSearchParams(words);
  return choices.map(({ name, values }, k) => {
    const place = values.findIndex((value) => bareText(value) === bareText(asked.get(name) ?? ""));
    return place < 0 ? start[k] : place;
  });
}

// Once the page stands. A page that is reloaded or returned to stays where its reader was.
function scrollTo(figure) {
  const [visit] = performance.getEntriesByType("navigation");
  if (document.readyState === "complete") figure.scrollIntoView();
  else if (visit?.type === "navigate") addEventListener("load", () => figure.scrollIntoView());
}

// Bring a figure of a page to life, once. Its numbers are in the JSON inside it.
function mount(figure) {
  if (figure.dataset.mounted) return;
  figure.dataset.mounted = "true";
  const data = figure.querySelector("script[type='application/json']").textContent;
  const grid = JSON.parse(data);
  const { chart, draws, sliders } = grid;
  const draw = { name: "draw", values: Array.from({ length: draws }, (_, k) => String(k + 1)), start: 0 };
  const choices = draws ? [...sliders, draw] : sliders;
  const sizes = choices.map(({ values }) => values.length);
  const start = choices.map((choice) => choice.start);
  let places = start; // of each slider, and of the draw

  const panel = document.createElement("div");
  panel.className = "explorer-sliders";
  figure.querySelector(".explorer-still").before(panel);
  const prediction = grid.predict &&
    addPrediction(figure, chart, grid.predict, stateAt(grid, sizes, start), (phase) => {
      if (phase === "asking") {
        places = start;
        clearTimeout(waiting);
        if (askedPlaces(figure, choices, start)) writeAddress(`#${figure.id}`);
      }
      showAt(places);
    });
  const drawAgain = draws && (() => move(sliders.length, (places.at(-1) + 1) % draws));
  const show = attach(figure, chart, drawAgain, prediction);
  const setters = sliders.map((slider, k) =>
    addSlider(panel, `${figure.id}-slider-${k + 1}`, slider, (place) => move(k, place)));
  const link = document.createElement("a");
  [link.className, link.textContent] = ["explorer-link", WORDS.link];
  figure.querySelector(".explorer-numbers").before(link);

  function showAt(at) {
    setters.forEach((set, k) => set(at[k]));
    show(stateAt(grid, sizes, at));
    link.href = stateHash(figure, choices, at);
  }
  function move(k, place) {
    places = places.with(k, place);
    showAt(places);
    writeAddress(link.hash);
  }
  function follow() {
    const asked = askedPlaces(figure, choices, start);
    if (!asked) return;
    places = asked;
    if (prediction?.phase() === "asking") prediction.turn("linked");
    else showAt(places);
    scrollTo(figure);
  }
  if (prediction) prediction.turn(matchMedia("print").matches ? "paper" : prediction.first);
  else showAt(places);
  follow();
  addEventListener("hashchange", () => {
    clearTimeout(waiting);
    follow();
  });
  // paper shows the start
  let onScreen;
  addEventListener("beforeprint", () => {
    onScreen = prediction?.phase();
    prediction?.turn("paper");
    showAt(start);
  });
  addEventListener("afterprint", () => {
    prediction?.turn(onScreen);
    showAt(places);
  });
}
globalThis.ldpExplorer = { addPrediction, attach, mount, unbroken };
// figures that stood in the page before this script came
document.querySelectorAll("figure.explorer:has(> script[type='application/json'])").forEach(mount);
