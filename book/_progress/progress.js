// Go on where you were: a bar and the section's name in a chapter, the way back and marks on the welcome page. Uses WORDS.
// Kept in this browser only: for each chapter the last section and paragraph or figure, how many of its sections are
// read, which, the minutes of the others, and when.

const HEADER = 100; // pixels, at most: a jump to a section leaves the end of the one before it under there
const PACE = 10; // seconds for what takes a slow reader a minute: nobody reads faster

function recall(name) {
  try { return JSON.parse(localStorage.getItem("place " + name)); } catch {} // then nothing was kept
}
function make(tag, name, ...children) {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...children);
  return made;
}
const filled = (words, values) => words.split(/\{(\w+)\}/).map((part, k) => (k % 2 ? values[part] : part));

// ---- a chapter: its main text ends before the take-aways, and what is folded away has no height

function follow(name, times) {
  const article = document.querySelector("article.bd-article");
  const end = article.querySelector("#take-aways");
  const all = [...article.querySelectorAll(":is(section, section > p, figure, .live-poll)[id]:not(details *)")];
  const spots = all.slice(0, all.indexOf(end));
  const sections = spots.filter((spot) => spot.matches(":has(> h2)"));
  const ids = sections.map(({ id }) => id);
  const titles = sections.map((section) => section.querySelector("h2").textContent.slice(0, -1)); // its link is a #
  const isPassed = (spot) => spot.getBoundingClientRect().top < 0.3 * innerHeight;
  const bar = make("div", "place-bar"), line = make("div", "place-line");
  const box = make("div", "place", line, bar);
  box.ariaHidden = true; // the list of contents says it, too
  document.querySelector(".bd-header-article").append(box);
  const before = recall(name), there = ids.indexOf(before?.at);
  const seen = new Set(ids.filter((id) => before?.seen?.includes(id))), wait = times.map((time) => PACE * time);
  if (there > 0) {
    const begin = article.querySelector("a.first");
    begin.hash = before.near;
    begin.lastChild.data = ` ${filled(WORDS.here, { section: titles[there] }).join("")}`;
  }
  let now = -1;

  function look() { // a browser tells once a frame that it scrolls
    const finish = end.getBoundingClientRect().top - innerHeight;
    now = sections.findLastIndex(isPassed);
    bar.style.transform = `scaleX(${scrollY / Math.max(scrollY, finish + scrollY, 1)})`;
    line.textContent = now >= 0 && !isPassed(end) ? filled(WORDS.section, { title: titles[now], number: now + 1, count: ids.length }).join("") : "";
  }
  function keep() {
    if (now < 1) return; // nothing before the first section is kept
    const place = {
      number: seen.size, count: ids.length, minutes: ids.reduce((sum, id, k) => (seen.has(id) ? sum : sum + times[k]), 0),
      title: titles[now], at: ids[now], near: spots.findLast(isPassed).id, lang: document.documentElement.lang, seen: [...seen], when: Date.now(),
    };
    try { localStorage.setItem("place " + name, JSON.stringify(place)); } catch {} // then nothing is kept
  }
  // A section is read once it was in the middle for as long as anybody needs, and its end was in sight.
  function stay() {
    if (document.hidden) return;
    sections.forEach((section, k) => {
      const { top, bottom } = section.getBoundingClientRect();
      wait[k] -= top < innerHeight / 2 && bottom > innerHeight / 2;
      if (bottom > HEADER && bottom <= innerHeight && wait[k] <= 0) seen.add(ids[k]);
    });
    keep();
  }
  addEventListener("scroll", look);
  setInterval(stay, 1000);
  new ResizeObserver(look).observe(article);
}

// ---- the welcome page

function lead(box, chapters) {
  const pages = chapters.map(([name, title, href]) => ({ title, href, place: recall(name) }));
  const [last] = pages.filter(({ place }) => place).toSorted(({ place: one }, { place: other }) =>
    !one.number - !other.number || other.when - one.when); // a glance at another chapter changes nothing
  if (!last) return;
  const { place } = last;
  const next = !place.minutes && pages[pages.indexOf(last) + 1];
  const section = make("em", "", place.title);
  section.lang = place.lang;
  const link = make("a", "", ...filled(next ? WORDS.next : WORDS.go_on, {
    chapter: make("em", "", last.title), section, next: make("em", "", next?.title) }));
  link.href = next ? next.href : `${last.href}#${place.near}`;
  box.append(link);
  if (place.number && place.minutes) box.append(" ", make("span", "", ...filled(WORDS.left, place)));
  addEventListener("DOMContentLoaded", () => document.querySelectorAll(".card-facts").forEach((facts, k) => {
    const { number, minutes } = pages[k].place ?? {};
    const state = number ? (minutes ? "begun" : "read") : "new";
    const mark = make("span", `card-mark is-${state}`);
    if (number) [mark.role, mark.ariaLabel] = ["img", WORDS[state]];
    facts.append(mark);
  }));
}
