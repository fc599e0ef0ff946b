// What scrolls sideways can be reached, and so scrolled, with the keyboard. It fades while its end is cut off.
const SCROLLING = ".formula, .highlight pre, .pst-scrollable-table-container, .cell_output .output, .cell_output pre";
function look({ target }) {
  const hidden = target.scrollWidth - target.clientWidth;
  if (hidden > 0) target.tabIndex = 0;
  else target.removeAttribute("tabindex");
  target.classList.toggle("cut-off", hidden - target.scrollLeft > 1);
  target.style.setProperty("--cut-off", `${hidden - target.scrollLeft}px`);
}
const widths = new ResizeObserver((boxes) => boxes.forEach(look));
for (const box of document.querySelectorAll(SCROLLING)) {
  if (!["auto", "scroll"].includes(getComputedStyle(box).overflowX)) continue;
  widths.observe(box);
  box.addEventListener("scroll", () => look({ target: box }), { passive: true });
}

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

// What has moved to another page leaves a link behind, with its old name: follow it, with the state of an explorer.
const [name, ...state] = location.hash.slice(1).split("?");
const forward = name && document.getElementById(name)?.closest("a.moved");
if (forward) location.replace([forward.href, ...state].join("?"));
