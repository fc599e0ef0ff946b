// A word of the glossary shows its meaning on hover, focus and tap. Escape, a tap elsewhere or moving on hides it.
const DELAY = 250; // ms in which the pointer may cross the gap between word and meaning
const store = document.querySelector(".meanings");
let shown, timer;

const meaningOf = (term) => document.getElementById(term.getAttribute("aria-describedby"));
const holds = (node) => shown && (shown.contains(node) || meaningOf(shown).contains(node));

function hide() {
  clearTimeout(timer);
  if (!shown) return;
  store.append(meaningOf(shown));
  shown.ariaExpanded = "false";
  shown = null;
}

function hideSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => holds(document.activeElement) || hide(), DELAY);
}

function show(term) {
  clearTimeout(timer);
  if (shown === term) return;
  hide();
  shown = term;
  term.ariaExpanded = "true";
  const meaning = meaningOf(term);
  term.after(meaning);
  const word = term.getClientRects()[0];
  // Moved from where the text has it, so that it goes with its word when a figure above grows.
  meaning.style.translate = "";
  const from = meaning.getBoundingClientRect();
  const left = Math.max(8, Math.min(word.left, document.documentElement.clientWidth - from.width - 8));
  const above = word.bottom + from.height + 8 > innerHeight && word.top > from.height + 80;
  const top = above ? word.top - from.height - 6 : term.getBoundingClientRect().bottom + 6;
  meaning.style.translate = `${Math.round(left - from.left)}px ${Math.round(top - from.top)}px`;
}

for (const term of document.querySelectorAll("a.term")) {
  const meaning = document.getElementById(term.hash.replace("#term-", "says-"));
  const more = document.createElement("a");
  more.href = term.href;
  more.textContent = WORDS.more; // glossary_terms.py puts the WORDS before this
  meaning.append(" ", more);
  term.role = "button";
  term.ariaExpanded = "false";
  term.setAttribute("aria-describedby", meaning.id);
  for (const node of [term, meaning]) {
    node.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && show(term));
    node.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hideSoon());
    node.addEventListener("focusout", (event) => holds(event.relatedTarget) || hide());
  }
  term.addEventListener("focus", () => show(term));
  term.addEventListener("click", (event) => {
    event.preventDefault();
    show(term);
  });
}

addEventListener("pointerdown", (event) => holds(event.target) || hide());
addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
  if (event.key === " " && event.target.matches?.("a.term")) {
    event.preventDefault();
    show(event.target);
  }
});
