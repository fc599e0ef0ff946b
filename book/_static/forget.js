// Forgets what the pages store. Others may store under the same address, such as Jupyter: only our names go.
const OURS = [
  /^explorer-/, // guesses: ldp_course/explore/script/predict.js
  /^ldp /, // lines: book/_your_turn/field.js
  /^answers /, // to check-yourself questions: book/_questions/questions.js
  /^place /, // places in chapters: book/_progress/kept.js
  /^sphinx_highlight_terms$/, // words of a search: book/_ext/search.js
  /^(mode|theme|sidebar-scroll-top)$/, // the theme
];
const button = document.querySelector(".forget button");
const status = document.querySelector(".forget [role=status]");

function forget(name) {
  try {
    const store = window[name];
    Object.keys(store).filter((key) => OURS.some((ours) => ours.test(key))).forEach((key) => store.removeItem(key));
  } catch {} // nothing may be stored here, so nothing is
}

button.hidden = false;
button.addEventListener("click", () => {
  ["localStorage", "sessionStorage"].forEach(forget);
  status.textContent = button.dataset.done;
});
