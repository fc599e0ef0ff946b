// Asks for a guess before it shows: what may be seen when, the buttons, and what the browser remembers.
// May use: guess.js, marks.js, chart.js, handles.js and WORDS. Used by figure.js and live.js; predict.py says what is asked.

function remembered(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // no memory here, or not one of ours
  }
}

function remember(key, what) {
  try {
    localStorage.setItem(key, JSON.stringify(what));
  } catch {} // the page goes on without
}

// `start` is the starting state, in which the guess is made; `turned` hears of each new phase:
// "asking", "guessed", "skipped", "linked" (a link shows its state at once), or "paper".
function addPrediction(figure, chart, asked, start, turned) {
  const question = figure.querySelector(".explorer-question").textContent;
  const sentence = figure.querySelector(".explorer-sentence");
  const truth = dress(start.series).find(({ label }) => label === asked.series);
  const known = asked.rows.map((row) => (truth.y ?? truth.high)[row]);
  const names = asked.places.map((place) => filled(WORDS.guess_at, { place }));
  const handles = addHandles(chart.y, truth, asked.rows, known.length > 1 ? names : [WORDS.guess]);
  const isStart = (state) => JSON.stringify(state) === JSON.stringify(start);
  let phase = "";

  function turn(to) {
    phase = figure.dataset.phase = to;
    const asks = phase === "asking";
    hint.textContent = asks ? WORDS.guess_how : phase === "linked" ? WORDS.guess_linked : "";
    hint.hidden = !hint.textContent;
    handles.box.hidden = showMe.hidden = skip.hidden = !asks;
    again.hidden = asks;
    again.textContent = phase === "guessed" ? WORDS.guess_again : WORDS.guess_first;
    turned(phase);
  }
  function answer(to, what) {
    remember(asked.key, what);
    figure.classList.add("explorer-revealed");
    turn(to);
    sentence.focus();
  }
  function askAgain() {
    remember(asked.key, null);
    turn("asking");
    handles.focus();
  }

  const panel = document.createElement("div");
  panel.className = "explorer-guess";
  const hint = add(panel, "p");
  const [showMe, skip, again] = [
    [WORDS.show_me, () => answer("guessed", handles.values())],
    [WORDS.skip, () => answer("skipped", "skipped")],
    ["", askAgain],
  ].map(([text, pressed]) => {
    const button = add(panel, "button", { type: "button", class: "explorer-again" }, text);
    button.addEventListener("click", pressed);
    return button;
  });
  sentence.tabIndex = -1;
  figure.addEventListener("animationend", () => figure.classList.remove("explorer-revealed"));

  const before = remembered(asked.key);
  const first = handles.take(before) ? "guessed" : before === "skipped" ? "skipped" : "asking";
  return {
    first, panel, turn,
    handles: handles.box,
    phase: () => phase,
    // What may be seen of a state: its series, its sentence, and how far off the guess is.
    seen(state) {
      if (phase === "asking") {
        const series = start.series.map((one) => ({ ...one, hidden: asked.hides.includes(one.label) }));
        return { series, sentence: "", name: question, guess: true };
      }
      if (phase !== "guessed" || !isStart(state)) return state;
      return { ...state, guess: true, lead: howFarOff(asked, chart.y.scale, handles.values(), known) };
    },
    drawOn(drawn, legend) {
      handles.drawOn(drawn, phase === "asking");
      handles.addToLegend(legend, phase === "asking");
    },
  };
}
