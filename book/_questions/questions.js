// Check-yourself questions: an option opens and closes its explanation, which the page holds encoded.
(() => {
  const decoded = (base64) => new TextDecoder().decode(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)));

  // The explanation is a live region that is empty while closed: a screen reader says what appears in it.
  const open = (button, opened = true) => {
    button.setAttribute("aria-expanded", opened);
    document.getElementById(button.getAttribute("aria-controls")).innerHTML =
      opened ? decoded(button.dataset.explanation) : "";
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest(".question button");
    if (button) open(button, button.getAttribute("aria-expanded") === "false");
  });

  globalThis.ldpQuestions = {
    // Opens every explanation, and lets them be printed, after the options.
    revealAll() {
      document.documentElement.classList.add("explanations-in-print");
      document.querySelectorAll(".question button").forEach((button) => open(button));
    },
  };
})();
