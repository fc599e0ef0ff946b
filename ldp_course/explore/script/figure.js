// A figure on a page or in a notebook: its sliders, its button, and the address that holds its state.
// May use: numbers.js, chart.js and WORDS. A plain script, so that it works from a file and offline:
// page.py writes the figure that `mount` brings to life, live.py the one that JupyterLab hands to `attach`.

// ---- an explorer

// Make room in a figure. What comes back shows one state: { sentence, series }.
function attach(figure, chart, drawAgain) {
  const sentence = figure.querySelector(".explorer-sentence");
  const [legend, box] = [document.createElement("ul"), document.createElement("div")];
  [legend.className, box.className] = ["explorer-legend", "explorer-chart"];
  figure.querySelector(".explorer-still").replaceWith(legend, box);
  if (drawAgain) {
    const button = document.createElement("button");
    [button.type, button.className, button.textContent] = ["button", "explorer-again", WORDS.draw_again];
    button.addEventListener("click", drawAgain);
    sentence.before(button);
  }
  let shown;
  let width;
  function show(state) {
    shown = { sentence: state.sentence, series: dress(state.series) };
    width = box.clientWidth;
    sentence.textContent = shown.sentence;
    drawLegend(legend, shown.series);
    drawChart(box, chart, shown);
    figure.querySelector(".explorer-table").innerHTML = tables(state.series, chart.x.label);
  }
  new ResizeObserver(() => {
    if (!shown || !box.clientWidth || box.clientWidth === width) return;
    width = box.clientWidth;
    drawChart(box, chart, shown);
  }).observe(box);
  return show;
}

// What comes back moves the slider to a place without calling `moved`.
function addSlider(panel, id, { label, values }, moved) {
  const row = add(panel, "div", { class: "explorer-slider" });
  add(row, "label", { for: id }, label);
  const value = add(row, "span", { class: "explorer-value", "aria-hidden": "true" });
  const range = { type: "range", id, min: 0, max: values.length - 1, autocomplete: "off" };
  // without data-lm-suppress-shortcuts JupyterLab takes the arrow keys
  const input = add(row, "input", { ...range, "data-lm-suppress-shortcuts": "true" });
  input.addEventListener("input", () => moved(Number(input.value)));
  return (place) => {
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
  const show = attach(figure, chart, draws && (() => move(sliders.length, (places.at(-1) + 1) % draws)));
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
    showAt(places);
    scrollTo(figure);
  }
  showAt(places);
  follow();
  addEventListener("hashchange", () => {
    clearTimeout(waiting);
    follow();
  });
  // paper shows the start
  addEventListener("beforeprint", () => showAt(start));
  addEventListener("afterprint", () => showAt(places));
}
globalThis.ldpExplorer = { attach, mount };
// figures that stood in the page before this script came
document.querySelectorAll("figure.explorer:has(> script[type='application/json'])").forEach(mount);
