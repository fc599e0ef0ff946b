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
  const [title, sentence] = [".explorer-title", ".explorer-sentence"].map((part) => figure.querySelector(part));
  const truth = dress(start.series).find(({ label }) => label === asked.series);
  const known = asked.rows.map((row) => (truth.y ?? truth.high)[row]);
  const handles = addHandles(chart.y, truth, asked.rows, asked.places, nameButton);
  const isStart = (state) => JSON.stringify(state) === JSON.stringify(start);
  let phase = "";

  // Only a mark that was moved is a guess.
  function nameButton() {
    showMe.textContent = handles.isMoved() ? WORDS.show_me : WORDS.skip;
  }
  function turn(to) {
    phase = figure.dataset.phase = to;
    const asks = phase === "asking";
    hint.textContent = asks ? WORDS.guess_how : phase === "linked" ? WORDS.guess_linked : "";
    hint.hidden = !hint.textContent;
    handles.box.hidden = showMe.hidden = !asks;
    nameButton();
    again.hidden = asks;
    again.textContent = phase === "guessed" ? WORDS.guess_again : WORDS.guess_first;
    turned(phase);
  }
  // The page does not scroll under its reader, unless the title is out of sight.
  function focusOn(node) {
    node.focus({ preventScroll: true });
    const { left, top, height } = title.getBoundingClientRect();
    const seen = document.elementFromPoint(left + 1, top + height / 2);
    if (!title.contains(seen)) figure.scrollIntoView({ behavior: "instant" });
  }
  function answer() {
    const to = handles.isMoved() ? "guessed" : "skipped";
    remember(asked.key, to === "guessed" ? handles.values() : to);
    figure.classList.add("explorer-revealed");
    turn(to);
    focusOn(sentence);
  }
  function askAgain() {
    remember(asked.key, null);
    turn("asking");
    focusOn(handles.first);
  }

  const panel = document.createElement("div");
  panel.className = "explorer-guess";
  const hint = add(panel, "p");
  const [showMe, again] = [answer, askAgain].map((pressed) => {
    const button = add(panel, "button", { type: "button", class: "explorer-again" });
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
