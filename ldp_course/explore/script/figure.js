// A figure on a page or in a notebook: its sliders, its button, and the address that holds its state.
// May use: numbers.js, chart.js, predict.js, draws.js and WORDS. A plain script, so that it works from a file and offline:
// page.py writes the figure that `mount` brings to life, jupyterlab.py the one that JupyterLab hands to `attach`.

const MOST_BUTTONS = 3; // a choice among more is a slider
const MANY_NAMES = 8; // a chart of more of them is high, and its sliders stand beside it

// ---- an explorer

// Make room in a figure: the claim, the chart and its legend, and below them what moves them. What stands above the chart
// asks, tells or judges.
// What `states` may say and zoom keeps its room. What comes back shows one state: { sentence, series }.
function attach(figure, chart, drawAgain, prediction, states = []) {
  const axes = prediction?.chart ?? chart;
  const part = (name) => figure.querySelector(`:scope > .explorer-${name}`);
  const advice = (name) => figure.querySelector(`:scope > [data-advice=${name}]`);
  const [sentence, numbers, still] = [part("sentence"), part("numbers"), part("still")];
  const room = (parent, name, tag = "div") => add(parent, tag, { class: `explorer-${name}` });
  const head = room(figure, "head");
  const body = room(figure, "body");
  const foot = room(figure, "foot");
  part("title").after(head, body, foot);
  const said = room(head, "said");
  said.append(sentence);
  head.append(...[part("question"), prediction?.verdict, advice("try_this")].filter(Boolean));
  const legend = room(head, "legend", "ul");
  const picture = room(body, "picture");
  if (prediction) picture.append(prediction.handles);
  const box = room(picture, "chart");
  const side = room(body, "side");
  figure.classList.toggle("explorer-high", chart.x.categories?.length > MANY_NAMES);
  side.append(...[part("sliders"), prediction?.panel].filter(Boolean));
  if (drawAgain) {
    const button = add(foot, "button", { type: "button", class: "explorer-again" }, WORDS.draw_again);
    button.addEventListener("click", drawAgain);
  }
  foot.append(numbers);
  if (prediction) foot.append(prediction.again);
  else figure.dataset.untried = ""; // what to notice is said after the first move
  if (advice("notice")) addNotice(foot, advice("notice"));
  const rest = room(foot, "rest", "p");
  still.remove();
  // which of the longest takes the most lines depends on the width
  const claimOf = (state) => uncolored(parted(state.sentence)[0]);
  const claims = [...new Set(states.map(claimOf))].toSorted((a, b) => b.length - a.length).slice(0, 9);
  const addRoom = (claim, more) => add(said, "span", { class: `unseen ${more}`, "aria-hidden": "true" }, claim);
  claims.forEach((claim) => addRoom(claim, ""));
  if (prediction) addRoom(claimOf(prediction.start), "judged");
  let shown;
  let width;
  // the switch that keeps the scale
  const label = add(foot, "label", { class: "explorer-keep" });
  const keep = add(label, "input", { type: "checkbox", autocomplete: "off" });
  label.append(WORDS.keep);
  keep.addEventListener("change", () => drawShown());
  const zoomedX = (series) => zoomed(axes.x, series, ["x"]);
  label.hidden = states.length && !states.some(({ series }) => zoomedX(series) !== axes.x || zoomed(axes.y, series) !== axes.y);
  function drawShown() {
    const isNew = width !== box.clientWidth;
    width = box.clientWidth;
    const [x, y] = [zoomedX(shown.series), shown.guess ? axes.y : zoomed(axes.y, shown.series)];
    label.classList.toggle("unseen", x === axes.x && y === axes.y);
    const drawn = drawChart(box, keep.checked ? axes : { ...axes, x, y }, shown);
    drawLegend(legend, shown.series, drawn.named);
    prediction?.drawOn(drawn, legend, shown);
    if (isNew) measure();
    else keepRoomAbove(Math.max(most, head.getBoundingClientRect().height));
  }
  // Nothing below moves, whatever stands above the chart.
  let most;
  function keepRoomAbove(height) {
    most = height;
    head.style.setProperty("--room", `${most}px`);
  }
  function measure() {
    const look = head.dataset.look;
    head.classList.add("measured");
    const heights = ["asks", "tells", "judges"].map((other) => {
      head.dataset.look = other;
      return head.getBoundingClientRect().height;
    });
    head.classList.remove("measured");
    head.dataset.look = look;
    keepRoomAbove(Math.max(...heights));
  }
  const table = figure.querySelector(".explorer-table");
  // only a table that is seen is written
  function writeTable() {
    if (numbers.open && !table.hasChildNodes()) table.innerHTML = tables(shown.open, chart.x.label);
  }
  numbers.addEventListener("toggle", writeTable);
  function show(state) {
    const seen = prediction?.seen(state) ?? state;
    const open = seen.series.filter((one) => !one.hidden && one.x.length && one.mark !== "cloud");
    if (shown) delete figure.dataset.untried;
    head.dataset.look = prediction?.phase() === "asking" ? "asks" : prediction?.verdict.textContent ? "judges" : "tells";
    shown = { ...seen, open, series: dress(seen.series) };
    const [claim, more] = parted(unbroken(seen.sentence));
    writeClaim(sentence, claim, shown.series);
    rest.textContent = uncolored(more);
    if (width !== undefined) drawShown(); // first once the page says how wide it is, so that nothing is laid out for it before
    numbers.classList.toggle("unseen", !open.length);
    table.replaceChildren();
    writeTable();
  }
  new ResizeObserver(() => {
    if (!shown || !box.clientWidth || box.clientWidth === width) return;
    drawShown();
  }).observe(box);
  return show;
}

// The numbers of a claim have the color of what they are of.
function writeClaim(node, claim, series) {
  node.replaceChildren();
  claim.split(COLORED).forEach((text, k, parts) => {
    if (k % 3 === 0) node.append(text);
    if (k % 3 === 1) add(node, "b", { class: series.find(({ label }) => unbroken(label) === parts[k + 1])?.color ?? "" }, text);
  });
}

// Of a slider with a scale, the round numbers along it, and where each stands.
function namedStops(values, scale) {
  const range = [values[0], values.at(-1)].map((text) => Number(bareText(text)));
  const ticks = tickValues({ scale, range }, 6);
  const texts = tickTexts(ticks);
  return ticks.map((tick, k) => [texts[k], placer({ scale, range })(tick)]);
}

// What to notice unfolds below the row of its button.
function addNotice(foot, notice) {
  const button = add(foot, "button", { type: "button", class: "explorer-fold", "aria-expanded": false }, WORDS.notice);
  button.addEventListener("click", () => button.setAttribute("aria-expanded", notice.classList.toggle("open")));
  foot.after(notice);
}

// What comes back moves the slider to a place without calling `moved`.
function addSlider(panel, id, slider, moved) {
  return (slider.values.length > MOST_BUTTONS ? addRange : addButtons)(panel, id, slider, moved);
}

function addRange(panel, id, { label, values, scale }, moved) {
  const last = values.length - 1;
  const row = add(panel, "div", { class: "explorer-slider" });
  add(row, "label", { for: id }, label);
  const value = add(row, "span", { class: "explorer-value", "aria-hidden": "true" });
  keepRoom(value, values);
  const range = { type: "range", id, min: 0, max: last, autocomplete: "off" };
  // without data-lm-suppress-shortcuts JupyterLab takes the arrow keys
  const input = add(row, "input", { ...range, "data-lm-suppress-shortcuts": "true" });
  input.addEventListener("input", () => moved(Number(input.value)));
  // where it can stop
  const stops = add(row, "div", { class: "explorer-stops", "aria-hidden": "true" });
  const marks = scale ? namedStops(values, scale) : values.map((text, k) => [text, k / last]);
  marks.forEach(([text, at]) => add(stops, "span", { style: `left: ${100 * at}%` }, text));
  // without room only the first and the last are written
  new ResizeObserver(() => {
    stops.classList.remove("crowded");
    const sides = [...stops.children].map((stop) => stop.getBoundingClientRect());
    stops.classList.toggle("crowded", sides.some(({ left }, k) => k && left < sides[k - 1].right + 7));
  }).observe(stops);
  return (place) => {
    [...stops.children].forEach((stop, k) => stop.classList.toggle("on", !scale && k === place));
    input.value = place;
    value.textContent = values[place];
    input.setAttribute("aria-valuetext", values[place]);
  };
}

function addButtons(panel, id, { label, values }, moved) {
  const row = add(panel, "div", { class: "explorer-slider explorer-few", role: "radiogroup", "aria-labelledby": id });
  add(row, "span", { id }, label);
  const value = add(row, "span", { class: "explorer-value", "aria-hidden": "true" });
  const choices = add(row, "div", { class: "explorer-choices" });
  const inputs = values.map((text, k) => {
    const choice = add(choices, "label");
    const input = add(choice, "input", { type: "radio", name: id, autocomplete: "off", "data-lm-suppress-shortcuts": "true" });
    input.addEventListener("input", () => moved(k));
    add(choice, "span", {}, text);
    return input;
  });
  return (place) => {
    inputs[place].checked = true;
    value.textContent = values[place];
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
  return choices.map((choice, k) => {
    const text = bareText(asked.get(choice.name) ?? "");
    const place = choice.values.findIndex((value) => bareText(value) === text);
    return [place, nearest(choice, text), start[k]].find((found) => found >= 0);
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
  const live = grid.live && drawsOf(grid);
  const drawnAt = (at) => (live && at !== start ? live.stateAt(at) : stateAt(grid, sizes, at));

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
  const drawAgain = live ? () => go([...places]) : draws && (() => move(sliders.length, (places.at(-1) + 1) % draws));
  // of live ones, those at the ends of each slider and at its longest number
  const ends = ({ values }) => [...new Set([0, values.indexOf(longest(values)), values.length - 2, values.length - 1])];
  const telling = (choice) => (live ? ends(choice) : [...choice.values.keys()]);
  const all = choices.reduce((some, choice) => some.flatMap((at) => telling(choice).map((place) => [...at, place])), [[]]);
  const show = attach(figure, chart, drawAgain, prediction, all.map(drawnAt));
  if (grid.live?.more) addMore(figure, (runs) => { live.take(runs); go([...places]); });
  const setters = sliders.map((slider, k) =>
    addSlider(panel, `${figure.id}-slider-${k + 1}`, slider, (place) => move(k, place)));
  const link = document.createElement("a");
  link.className = "explorer-link";
  const copied = add(link, "span", { role: "status" }, WORDS.link);
  // last, so that its longer words move no other button
  (figure.querySelector(".explorer-fold") ?? figure.querySelector(".explorer-numbers")).after(link);
  link.addEventListener("click", () => (navigator.clipboard?.writeText(link.href) ?? Promise.reject())
    .then(() => WORDS.link_copied, () => WORDS.link_shown).then((words) => { copied.textContent = words; }));

  function showAt(at) {
    setters.forEach((set, k) => set(at[k]));
    show(drawnAt(at));
    link.href = stateHash(figure, choices, at) + (live && at !== start ? live.tail() : "");
    if (copied.textContent !== WORDS.link) copied.textContent = WORDS.link;
  }
  const move = (k, place) => go(places.with(k, place));
  function go(to) {
    places = to;
    live?.toss();
    showAt(places);
    writeAddress(link.hash);
  }
  function follow() {
    const asked = askedPlaces(figure, choices, start);
    if (!asked) return;
    const draw = new URLSearchParams(location.hash.split("?")[1]).get("draw");
    live?.toss(draw === null ? undefined : Number(draw) || 0);
    places = live && draw === null && String(asked) === String(start) ? start : asked;
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
globalThis.ldpExplorer = { addMore, addPrediction, attach, mount, unbroken };
// figures that stood in the page before this script came
document.querySelectorAll("figure.explorer:has(> script[type='application/json'])").forEach(mount);
