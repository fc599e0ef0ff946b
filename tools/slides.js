// Slides: Page Down and the right arrow go to the next slide, Page Up and the left arrow back.
const slides = [...document.querySelectorAll("section.slide")];
const steps = { PageDown: 1, ArrowRight: 1, PageUp: -1, ArrowLeft: -1 };

addEventListener("keydown", (event) => {
  const step = steps[event.key];
  if (!step || event.target.closest?.("input")) return;
  event.preventDefault();
  const shown = slides.findLastIndex((slide) => slide.getBoundingClientRect().top < innerHeight / 2);
  slides[shown + step]?.scrollIntoView();
});
