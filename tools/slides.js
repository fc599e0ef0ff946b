// Slides: Page Down and the right arrow go to the next slide, Page Up and the left arrow back. N shows the notes.
const slides = [...document.querySelectorAll("section.slide")];
const steps = { PageDown: 1, ArrowRight: 1, PageUp: -1, ArrowLeft: -1 };

const current = () => slides.findLastIndex((slide) => slide.getBoundingClientRect().top < innerHeight / 2);

addEventListener("keydown", (event) => {
  if (event.target.closest?.("input") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "n" || event.key === "N") {
    const shown = slides[current()];
    const hidden = !document.querySelector(".notes")?.hidden;
    document.querySelectorAll(".notes").forEach((notes) => { notes.hidden = hidden; });
    shown.scrollIntoView();
  }
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  slides[current() + step]?.scrollIntoView();
});
