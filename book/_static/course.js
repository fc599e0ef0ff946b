// A formula that scrolls sideways can be reached, and so scrolled, with the keyboard.
const widths = new ResizeObserver((boxes) => {
  for (const { target } of boxes) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
document.querySelectorAll(".formula").forEach((formula) => widths.observe(formula));

// A page opened as a file cannot read the other pages, so the search shows titles only.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

// Paper is white, so the page is printed in the light theme.
const { dataset } = document.documentElement;
let themeOnScreen;
addEventListener("beforeprint", () => {
  themeOnScreen = dataset.theme;
  dataset.theme = "light";
});
addEventListener("afterprint", () => {
  dataset.theme = themeOnScreen;
});
