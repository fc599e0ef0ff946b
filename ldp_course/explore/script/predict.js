// Asks for a guess before it shows: what may be seen when, the buttons, and what the browser remembers.
// May use: guess.js, marks.js, chart.js, guess_handles.js and WORDS. Used by figure.js and widget.js; predict.py says what is asked.

const HOLDS = 500; // milliseconds after a button: longer than a double click

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
  const { scale } = chart.y;
  // each mark stands at a tick, and between powers of ten there are more
  const named = chart.x.categories ? null : asked.rows.map((row) => truth.x[row]);
  const axes = { ...chart, x: { ...chart.x, named }, y: { ...chart.y, small: scale === "log" } };
  const isStart = (state) => JSON.stringify(state) === JSON.stringify(start);
  let phase = "";
  let grows = false; // whether the answer is on its way from the guess

  // Only a mark that was moved is a guess.
  function nameButton() {
    showMe.textContent = handles.isMoved() ? WORDS.show_me : WORDS.skip;
  }
  function turn(to) {
    phase = figure.dataset.phase = to;
    const asks = phase === "asking";
    handles.box.hidden = !asks;
    nameButton();
    again.textContent = phase === "guessed" ? WORDS.guess_again : WORDS.guess_first;
    turned(phase);
  }
  // What a button brings stands where the button was: it does not take a second click.
  function press(to) {
    figure.dataset.turned = "";
    setTimeout(() => delete figure.dataset.turned, HOLDS);
    turn(to);
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
    if (to === "skipped") figure.classList.add("explorer-revealed");
    grows = to === "guessed" && matchMedia("(prefers-reduced-motion: no-preference)").matches;
    press(to);
    focusOn(to === "guessed" ? verdict : sentence);
  }
  function askAgain() {
    remember(asked.key, null);
    press("asking");
    focusOn(handles.first);
  }

  const panel = document.createElement("div");
  panel.className = "explorer-guess";
  add(panel, "p", {}, asked.rows.length > 1 ? WORDS.guess_how : WORDS.guess_how_one);
  const showMe = add(panel, "button", { type: "button", class: "explorer-again" });
  const again = document.createElement("button");
  [again.type, again.className] = ["button", "explorer-fold"];
  keepRoom(showMe, [WORDS.show_me, WORDS.skip]);
  keepRoom(again, [WORDS.guess_again, WORDS.guess_first]);
  showMe.addEventListener("click", answer);
  again.addEventListener("click", askAgain);
  // how far off the guess is; the longest that may be said has its room
  const verdict = document.createElement("p");
  [verdict.className, verdict.tabIndex, sentence.tabIndex] = ["explorer-verdict", -1, -1];
  add(verdict, "b");
  verdict.dataset.room = unbroken(longest(verdictsAt(asked, scale, handles.steps, known)));
  figure.addEventListener("animationend", () => figure.classList.remove("explorer-revealed"));

  const before = remembered(asked.key);
  const first = handles.take(before) ? "guessed" : before === "skipped" ? "skipped" : "asking";
  return {
    first, panel, again, verdict, turn, start,
    chart: axes,
    handles: handles.box,
    phase: () => phase,
    // What may be seen of a state: its series, its sentence, and how far off the guess is.
    seen(state) {
      const asks = phase === "asking";
      const isLate = ({ label }) => asked.hides.includes(label);
      const series = (asks ? start : state).series.map((one) => ({ ...one, late: isLate(one), hidden: asks && isLate(one) }));
      if (asks) {
        verdict.firstChild.textContent = "";
        return { series, sentence: "", name: question, guess: true };
      }
      const guess = phase === "guessed" && isStart(state);
      const said = guess ? howFarOff(asked, scale, handles.values(), known) : phase === "linked" ? WORDS.guess_linked : "";
      if (phase === "linked") phase = "skipped"; // said until something moves
      verdict.firstChild.textContent = unbroken(said);
      return { ...state, series, guess };
    },
    drawOn(drawn, legend, { series, guess }) {
      const asks = phase === "asking";
      handles.addToLegend(legend, guess && !asks, drawn);
      if (!guess) return;
      handles.drawOn(drawn, asks);
      if (asks) return;
      const values = handles.values();
      const gap = farthest(asked, scale, values, known);
      if (!gap.isRight) drawGap(drawn, truth, asked.rows[gap.worst], values[gap.worst], gap.gap);
      if (grows) grow(drawn, series.find(({ label }) => label === asked.series), asked.rows, values);
      grows = false;
    },
  };
}
