// Draws the explorers of the course: controls, legend, chart, sentence and table, from the numbers in the page.
// ldp_course/explore/page.py makes the markup and the numbers. A plain script, so that it works from a file and offline.
(() => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const LISTS = ["x", "y", "low", "high"];
  const LAYERS = ["band", "bars", "line", "points"]; // the last one lies on top
  const COLORS = 6; // as many as explore.css has
  const DASHES = ["none", "7 4", "2 3", "9 3 2 3"];
  const [CIRCLE, DIAMOND] = ["M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z", "M0-6L6 0L0 6L-6 0Z"];
  const SHAPES = [CIRCLE, DIAMOND, "M-4.5-4.5H4.5V4.5H-4.5Z", "M0-6L5.5 4.5H-5.5Z"];
  const ARROW = "M0-5L6 5H-6Z";
  const pen = document.createElement("canvas").getContext("2d"); // measures words

  function add(parent, tag, attributes = {}, text) {
    const isSvg = tag === "svg" || parent.namespaceURI === SVG;
    const node = isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    if (text !== undefined) node.textContent = text;
    parent.append(node);
    return node;
  }

  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  const round = (value) => Math.round(value * 100) / 100;
  const widest = (texts) => Math.max(...texts.map((text) => pen.measureText(text).width));

  function shorten(text, room) {
    if (widest([text]) <= room) return text;
    while (text && widest([text + "…"]) > room) text = text.slice(0, -1);
    return text + "…";
  }

  // ---- numbers

  const plain = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 15 });

  function exactText(value) {
    if (typeof value !== "number") return value ?? "";
    return plain.format(value).replace("-", "−");
  }

  // As a spreadsheet and the page's address take it: 32561 for 32,561, and a plain minus.
  const bareText = (text) => text.replace(/(?<=\d),(?=\d{3})/g, "").replace("−", "-");
  const cellText = (value) => (typeof value === "number" ? bareText(exactText(value)) : value ?? "");

  function tickText(value) {
    const size = Math.abs(value);
    if (typeof value === "string" || size === 0 || (size >= 1e-3 && size < 1e6)) return exactText(value);
    const [digits, power] = value.toExponential().split("e");
    const raised = String(Number(power)).replace(/./g, (c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]));
    return (digits === "1" ? "" : digits.replace("-", "−") + "·") + "10" + raised;
  }

  // From a number to its place along an axis: 0 at the start, 1 at the end.
  function placer({ scale, range }) {
    const bend = scale === "log" ? Math.log10 : Number;
    const [low, high] = range.map(bend);
    return (value) => (bend(value) - low) / (high - low);
  }

  function tickValues({ scale, range: [low, high] }, most) {
    const near = 1e-6;
    const values = [];
    if (scale === "log") {
      const decades = Math.log10(high / low);
      const every = Math.max(1, Math.ceil((decades - 0.5) / most));
      const factors = decades * 3 <= most ? [1, 2, 5] : [1];
      for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high) + near; power++)
        if (power % every === 0) values.push(...factors.map((factor) => Number(`${factor}e${power}`)));
      return values.filter((value) => value >= low * (1 - near) && value <= high * (1 + near));
    }
    const rough = (high - low) / most;
    const unit = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * unit).find((candidate) => candidate >= rough * (1 - near));
    for (let k = Math.ceil(low / step - near); k <= high / step + near; k++) values.push(+(k * step).toPrecision(12));
    return values;
  }

  // As many ticks as have room beside each other.
  function fittingTicks(axis, room, space) {
    for (let most = 9; ; most--) {
      const values = tickValues(axis, most);
      if (most === 2 || values.length * space(values.map(tickText)) <= room) return values;
    }
  }

  // ---- where things are

  // Bars lie down where the names would not fit beside each other under standing ones.
  function layout({ x, y }, series, width) {
    const names = x.categories;
    const lying = Boolean(names) && names.length * (widest(names) + 14) > width - 70;
    const [bars, points] = ["bars", "points"].map((mark) => series.filter((one) => one.mark === mark).length);
    const height = lying ? names.length * Math.max(26, 14 + 12 * bars, 8 + 11 * points) : clamp(width * 0.52, 240, 380);
    const sideTicks = lying ? names : fittingTicks(y, height, () => 30);
    const left = Math.min(widest(sideTicks.map(tickText)) + 12, width * 0.42);
    const along = lying ? y : x;
    const bottomTicks = along.categories ?? fittingTicks(along, width - left, (texts) => widest(texts) + 12);
    const right = Math.max(8, widest(bottomTicks.slice(-1).map(tickText)) / 2 + 2);
    const plot = { left, top: 30, width: width - left - right, height };
    return {
      plot, names, lying, width,
      height: plot.top + height + 50,
      xTicks: lying ? sideTicks : bottomTicks,
      yTicks: lying ? bottomTicks : sideTicks,
      placeX: names ? (name) => (names.indexOf(name) + 0.5) / names.length : placer(x),
      placeY: placer(y),
      // from places along x and y to a corner of the drawing
      at: (a, b) => {
        const [across, down] = lying ? [b, a] : [a, 1 - b];
        return [round(left + across * plot.width), round(plot.top + down * height)];
      },
    };
  }

  function drawAxes(svg, { x, y }, { plot, names, lying, width, height, xTicks, yTicks, placeX, placeY, at }) {
    function tick(axis, value, from, to, atSide) {
      const zero = axis === "y" && value === 0 ? " zero" : "";
      const group = add(svg, "g", { class: `tick${zero}`, "data-axis": axis, "data-value": value });
      if (to) add(group, "line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1] });
      const beside = { x: plot.left - 8, y: from[1], dy: "0.35em", "text-anchor": "end" };
      const under = { x: from[0], y: plot.top + plot.height + 21, "text-anchor": "middle" };
      const words = tickText(value);
      add(group, "text", atSide ? beside : under, atSide ? shorten(words, plot.left - 8) : words);
    }
    for (const value of xTicks) tick("x", value, at(placeX(value), 0), names ? null : at(placeX(value), 1), lying);
    for (const value of yTicks) tick("y", value, at(0, placeY(value)), at(1, placeY(value)), !lying);
    const [side, bottom] = lying ? [x.label, y.label] : [y.label, x.label];
    const middle = clamp(plot.left + plot.width / 2, widest([bottom]) / 2, width - widest([bottom]) / 2);
    add(svg, "text", { class: "axis-label", x: 0, y: 14 }, side);
    add(svg, "text", { class: "axis-label", x: middle, y: height - 6, "text-anchor": "middle" }, bottom);
  }

  // ---- marks: each carries the numbers it was drawn from

  function numbers(series, read) {
    const found = LISTS.filter((list) => series[list]).map((list) => [`data-${list}`, read(series[list])]);
    return Object.fromEntries([["data-series", series.label], ...found.filter(([, value]) => value !== null)]);
  }

  const path = (corners) => "M" + corners.map((corner) => corner.join(" ")).join("L");

  // The rows of a series, cut where one of the lists has a gap.
  function stretches(series, lists) {
    const found = [[]];
    series.x.forEach((_, row) => {
      if (lists.some((list) => series[list][row] === null)) found.push([]);
      else found.at(-1).push(row);
    });
    return found.filter((rows) => rows.length);
  }

  // What lies beyond an axis is an arrow at its border.
  function arrow(parent, kind, { lying, at }, a, b) {
    const turn = (b > 1 ? 0 : 180) + (lying ? 90 : 0);
    const transform = `translate(${at(a, clamp(b, 0, 1)).join(" ")}) rotate(${turn})`;
    add(parent, "path", { class: `${kind} beyond`, d: ARROW, transform });
  }

  function whisker(parent, { lying, at }, a, low, high) {
    const [from, to] = [at(a, clamp(low, 0, 1)), at(a, clamp(high, 0, 1))];
    const [dx, dy] = lying ? [0, 4] : [4, 0];
    const cap = ([left, top]) => path([[left - dx, top - dy], [left + dx, top + dy]]);
    const d = path([from, to]) + (low >= 0 ? cap(from) : "") + (high <= 1 ? cap(to) : "");
    add(parent, "path", { class: "whisker halo", d });
    add(parent, "path", { class: "whisker", d });
  }

  const draw = {
    band(parent, series, { placeX, placeY, at }) {
      const corner = (list) => (row) => at(placeX(series.x[row]), placeY(series[list][row]));
      const outline = (rows) => path([...rows.map(corner("high")), ...rows.toReversed().map(corner("low"))]) + "Z";
      const d = stretches(series, ["low", "high"]).map(outline).join("");
      add(parent, "path", { class: "band", d, "stroke-dasharray": series.dash, ...numbers(series, JSON.stringify) });
    },
    line(parent, series, { placeX, placeY, at }) {
      const corner = (row) => at(placeX(series.x[row]), placeY(series.y[row]));
      const d = stretches(series, ["y"]).map((rows) => path(rows.map(corner))).join("");
      add(parent, "path", { class: "line", d, "stroke-dasharray": series.dash, ...numbers(series, JSON.stringify) });
    },
    bars(parent, series, frame) {
      const { names, placeX, placeY, at } = frame;
      const places = series.x.map(placeX).sort((p, q) => p - q);
      const gaps = places.slice(1).map((place, k) => place - places[k]);
      const slot = names ? 0.76 / names.length : 0.94 * Math.min(1, ...gaps);
      const thick = slot / series.peers;
      series.y.forEach((value, row) => {
        if (value === null) return;
        const from = placeX(series.x[row]) - slot / 2 + series.place * thick;
        const b = placeY(value);
        const [x1, y1] = at(from, placeY(0));
        const [x2, y2] = at(from + thick, clamp(b, 0, 1));
        const [width, height] = [round(Math.abs(x2 - x1)), round(Math.abs(y2 - y1))];
        const box = { x: Math.min(x1, x2), y: Math.min(y1, y2), width, height };
        const bar = add(parent, "rect", { class: series.fill, ...box, ...numbers(series, (list) => list[row]) });
        add(bar, "title", {}, `${exactText(series.x[row])}, ${series.label}: ${exactText(value)}`);
        if (b < 0 || b > 1) arrow(parent, "marker", frame, from + thick / 2, b);
      });
    },
    points(parent, series, frame) {
      const { names, placeX, placeY, at } = frame;
      const shift = names ? ((series.place - (series.peers - 1) / 2) * 0.6) / series.peers / names.length : 0;
      series.y.forEach((value, row) => {
        if (value === null) return;
        const [a, b] = [placeX(series.x[row]) + shift, placeY(value)];
        const [low, high] = [series.low?.[row] ?? null, series.high?.[row] ?? null];
        const point = add(parent, "g", { class: "point", ...numbers(series, (list) => list[row]) });
        const interval = low === null ? "" : ` (${exactText(low)} to ${exactText(high)})`;
        add(point, "title", {}, `${exactText(series.x[row])}, ${series.label}: ${exactText(value)}${interval}`);
        if (low !== null) whisker(point, frame, a, placeY(low), placeY(high));
        if (b < 0 || b > 1) arrow(point, "marker", frame, a, b);
        else add(point, "path", { class: "marker", d: series.shape, transform: `translate(${at(a, b).join(" ")})` });
      });
    },
  };

  // ---- chart, legend, table

  // Series differ in color, and within a kind in shape too. A band has the color of the series after it.
  function dress(series) {
    let color = 0;
    return series.map((one) => {
      const peers = series.filter((other) => other.mark === one.mark);
      const place = peers.indexOf(one);
      const own = one.mark === "band" ? color : color++;
      const look = { color: `c${own % COLORS}`, dash: DASHES[place % 4], shape: SHAPES[place % 4] };
      return { ...one, ...look, fill: `bar fill-${place % 3}`, place, peers: peers.length };
    });
  }

  function drawChart(box, chart, { series, sentence }) {
    const width = Math.max(270, box.clientWidth || 640);
    pen.font = `13px ${getComputedStyle(box).fontFamily}`;
    const frame = layout(chart, series, width);
    box.replaceChildren();
    const label = `${chart.title}. ${sentence}`;
    const svg = add(box, "svg", { viewBox: `0 0 ${width} ${frame.height}`, role: "img", "aria-label": label });
    drawAxes(svg, chart, frame);
    const { left, top, width: across, height: down } = frame.plot;
    const plot = { x: left, y: top, width: across, height: down, viewBox: `${left} ${top} ${across} ${down}` };
    for (const mark of LAYERS)
      for (const one of series.filter((other) => other.mark === mark)) {
        const layer = mark === "band" || mark === "line" ? add(svg, "svg", { class: "plot", ...plot }) : svg;
        draw[mark](add(layer, "g", { class: one.color }), one, frame);
      }
  }

  function drawLegend(box, series) {
    box.replaceChildren();
    for (const one of series) {
      const item = add(box, "li", { class: one.color });
      const svg = add(item, "svg", { width: 28, height: 16, "aria-hidden": "true" });
      if (one.mark === "bars") add(svg, "rect", { class: one.fill, x: 4, y: 2, width: 20, height: 12 });
      if (one.mark === "band") add(svg, "path", { class: "band", d: "M1 2H27V14H1Z", "stroke-dasharray": one.dash });
      if (one.mark === "line") add(svg, "path", { class: "line", d: "M0 8H28", "stroke-dasharray": one.dash });
      if (one.low && one.mark === "points") add(svg, "path", { class: "whisker", d: "M3 8H25M3 4V12M25 4V12" });
      if (one.mark === "points") add(svg, "path", { class: "marker", d: one.shape, transform: "translate(14 8)" });
      add(item, "span", {}, one.label);
    }
  }

  // One table for each different list of x, as page.py writes them.
  function drawTables(box, chart, series) {
    box.replaceChildren();
    const groups = new Map();
    for (const one of series) groups.set(String(one.x), [...(groups.get(String(one.x)) ?? []), one]);
    for (const group of groups.values()) {
      const columns = group.flatMap((one) =>
        LISTS.slice(1).filter((list) => one[list])
          .map((list) => ({ head: list === "y" ? one.label : `${one.label}, ${list}`, values: one[list] })));
      const table = add(box, "table");
      const head = add(add(table, "thead"), "tr");
      for (const column of [{ head: chart.x.label }, ...columns]) add(head, "th", { scope: "col" }, column.head);
      const body = add(table, "tbody");
      group[0].x.forEach((x, row) => {
        const line = add(body, "tr");
        add(line, "th", { scope: "row" }, cellText(x));
        for (const { values } of columns) add(line, "td", {}, cellText(values[row]));
      });
    }
  }

  // ---- an explorer

  // Make room in a figure. What comes back shows one state: { sentence, series }.
  function attach(figure, chart, drawAgain) {
    const sentence = figure.querySelector(".explorer-sentence");
    const [legend, box] = [document.createElement("ul"), document.createElement("div")];
    [legend.className, box.className] = ["explorer-legend", "explorer-chart"];
    figure.querySelector(".explorer-still").replaceWith(legend, box);
    if (drawAgain) {
      const button = document.createElement("button");
      [button.type, button.className, button.textContent] = ["button", "explorer-again", "Draw again"];
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
      drawTables(figure.querySelector(".explorer-table"), chart, shown.series);
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
    const { chart, draws, sliders, series, lists, states } = JSON.parse(data);
    const draw = { name: "draw", values: Array.from({ length: draws }, (_, k) => String(k + 1)), start: 0 };
    const choices = draws ? [...sliders, draw] : sliders;
    const start = choices.map((choice) => choice.start);
    let places = start; // of each slider, and of the draw

    const panel = document.createElement("div");
    panel.className = "explorer-sliders";
    figure.querySelector(".explorer-still").before(panel);
    const show = attach(figure, chart, draws && (() => move(sliders.length, (places.at(-1) + 1) % draws)));
    const setters = sliders.map((slider, k) =>
      addSlider(panel, `${figure.id}-slider-${k + 1}`, slider, (place) => move(k, place)));
    const link = document.createElement("a");
    [link.className, link.textContent] = ["explorer-link", "Link to this state"];
    figure.querySelector(".explorer-numbers").before(link);

    function showAt(at) {
      setters.forEach((set, k) => set(at[k]));
      const [sentence, rows] = states[at.reduce((sum, place, k) => sum * choices[k].values.length + place, 0)];
      const fill = (names, row) => Object.fromEntries(names.map((name, k) => [name, lists[row[k]]]));
      show({ sentence, series: series.map((one, k) => ({ ...one, ...fill(one.lists, rows[k]) })) });
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
})();
