// Check-yourself questions: an option opens and closes its explanation, which the page holds encoded. This browser keeps which are open.
(() => {
  const decoded = (base64) => new TextDecoder().decode(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)));

  // The explanation is a live region that is empty while closed: a screen reader says what appears in it.
  const open = (button, opened = true, live = "polite") => {
    button.setAttribute("aria-expanded", opened);
    const explanation = document.getElementById(button.getAttribute("aria-controls"));
    explanation.setAttribute("aria-live", live);
    explanation.innerHTML = opened ? decoded(button.dataset.explanation) : "";
  };

  const buttons = [...document.querySelectorAll(".question button")];
  const answerOf = (button) => button.getAttribute("aria-controls");
  const key = `answers ${location.pathname.split("/").at(-1).replace(".html", "")}`; // of a chapter, in all languages
  try {
    const answers = JSON.parse(localStorage.getItem(key));
    buttons.filter((button) => answers.includes(answerOf(button))).forEach((button) => open(button, true, "off"));
  } catch {} // nothing is kept, or may be

  document.addEventListener("click", (event) => {
    const button = event.target.closest(".question button");
    if (!button) return;
    open(button, button.getAttribute("aria-expanded") === "false");
    const answers = buttons.filter((one) => one.getAttribute("aria-expanded") === "true").map(answerOf);
    try { localStorage.setItem(key, JSON.stringify(answers)); } catch {} // the page goes on without
  });

  globalThis.ldpQuestions = {
    // Opens every explanation, and lets them be printed, after the options.
    revealAll() {
      document.documentElement.classList.add("explanations-in-print");
      buttons.forEach((button) => open(button));
    },
  };
})();
