// What scrolls sideways can be reached, and so scrolled, with the keyboard. It fades while its end is cut off. Each is looked
// at once it has a size, so that nothing folded or far away is laid out for it; all are read before any is changed.
const SCROLLING = ".formula, .highlight pre, .pst-scrollable-table-container, .cell_output .output, .cell_output pre";
const scrolls = ({ target }) => ["auto", "scroll"].includes(getComputedStyle(target).overflowX);
const look = (boxes) => boxes.map(({ target }) => [target, target.scrollWidth - target.clientWidth, target.scrollLeft]).forEach(([box, hidden, left]) => {
  if (hidden > 0) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
  box.classList.toggle("cut-off", hidden - left > 1);
  if (hidden - left > 1) box.style.setProperty("--cut-off", `${hidden - left}px`);
});
const widths = new ResizeObserver((boxes) => look(boxes.filter(scrolls)));
for (const box of document.querySelectorAll(SCROLLING)) {
  widths.observe(box);
  box.addEventListener("scroll", () => look([{ target: box }]), { passive: true });
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

// The list of chapters stands where it was on the last page: bring the current one into sight, also where it opens on a phone.
const showChapter = () => document.querySelector(".bd-docs-nav a.current")?.scrollIntoView({ block: "nearest", behavior: "instant" });
addEventListener("load", showChapter);
document.querySelector(".primary-toggle")?.addEventListener("click", () => setTimeout(showChapter));

// The theme marks in "On this page" what passes the top of the window, so that a jump leaves an old mark. The line that a
// heading must have passed falls to the foot of the window at the end of the page, where headings no longer reach the top.
const toc = [...document.querySelectorAll("#pst-page-toc-nav a")].map((link) => (
  [link, document.getElementById(decodeURIComponent(link.hash.slice(1)))?.querySelector("h1, h2, h3, h4")]));
function markSection() {
  const below = document.documentElement.scrollHeight - innerHeight - scrollY;
  const line = Math.max(0.3 * innerHeight, innerHeight - below);
  const passed = toc.filter(([, heading]) => heading?.getBoundingClientRect().top < line);
  const here = passed.at(-1)?.[0];
  for (const [link] of toc) {
    link.classList.toggle("active", link === here);
    if (link === here) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    for (let entry = link.closest(".toc-entry"); entry; entry = entry.parentElement.closest(".toc-entry"))
      entry.classList.toggle("active", entry.contains(here));
  }
}
// On a phone the list lies over the page: who taps a link is led there, and the theme's list closes.
for (const [link, heading] of toc) link.addEventListener("click", () => {
  const list = link.closest("dialog");
  list?.addEventListener("close", () => {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, { once: true });
  list?.close();
});
let marking;
addEventListener("scroll", () => {
  clearTimeout(marking);
  marking = setTimeout(markSection, 100);
}, { passive: true });

// A finger that swipes over a slider scrolls the page, but the browser moves the slider at the first touch. Where it stands counts
// once the finger goes along it or lets go; where the page scrolls, it goes back.
let touch = null;
function heed() {
  const { slider, before } = touch;
  touch = null;
  if (slider.value !== before) slider.dispatchEvent(new Event("input", { bubbles: true }));
}
addEventListener("pointerdown", ({ target, pointerType, isPrimary, clientX }) => {
  if (isPrimary) touch = pointerType === "touch" && target.type === "range" ? { slider: target, before: target.value, x: clientX } : null;
}, true);
addEventListener("input", (event) => touch && event.stopPropagation(), true);
addEventListener("pointermove", ({ clientX }) => touch && Math.abs(clientX - touch.x) > 8 && heed(), true);
addEventListener("pointerup", () => touch && heed(), true);
addEventListener("pointercancel", () => {
  if (touch) touch.slider.value = touch.before;
  touch = null;
}, true);

// The search comes when a reader goes to its field, or to the page of results.
const { src } = document.currentScript;
const bringSearch = () => {
  const script = document.createElement("script");
  script.src = src.replace(/course\.js.*/, "search/search.js");
  document.head.append(script);
};
if (document.getElementById("search-results")) bringSearch();
else document.querySelector("#pst-search-dialog input")?.addEventListener("focus", bringSearch, { once: true });
