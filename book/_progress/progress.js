// Go on where you were: a bar and the section's name in a chapter, the way back and marks on the welcome page. Uses WORDS.
// Kept in this browser only: for each chapter the last section and paragraph or figure, how many of its sections are
// read, which, the minutes of the others, and when.

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
  const end = document.querySelector("#take-aways");
  const all = [...document.querySelectorAll("article :is(section, section > p, figure, .live-poll)[id]:not(details *)")];
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
  const seen = new Set(ids.filter((id) => before?.seen?.includes(id))), wait = times.map((time) => 10 * time);
  if (there > 0) {
    const begin = document.querySelector("article a.first");
    begin.hash = before.near;
    begin.lastChild.data = ` ${filled(WORDS.here, { section: titles[there] }).join("")}`;
  }
  let now = -1;

  function look() { // a browser tells once a frame that it scrolls
    const rest = Math.max(0, end.getBoundingClientRect().top - innerHeight);
    now = sections.findLastIndex(isPassed);
    bar.style.transform = `scaleX(${scrollY / (scrollY + rest || 1)})`;
    line.textContent = now >= 0 && !isPassed(end) ? filled(WORDS.section, { title: titles[now], number: now + 1, count: ids.length }).join("") : "";
  }
  // A section is read once a reader was in it as long as anybody needs (10 seconds for what takes a slow reader a minute), and its
  // end was in sight: lower than 100 pixels, where a jump to the next section leaves it.
  function stay() {
    look();
    if (document.hidden) return;
    wait[now]--;
    sections.forEach((section, k) => {
      const { bottom } = section.getBoundingClientRect();
      if (wait[k] <= 0 && bottom > 100 && bottom <= innerHeight) seen.add(ids[k]);
    });
    if (now < 1) return; // nothing before the first section is kept
    const place = {
      number: seen.size, count: ids.length, minutes: ids.reduce((sum, id, k) => (seen.has(id) ? sum : sum + times[k]), 0),
      title: titles[now], at: ids[now], near: spots.findLast(isPassed).id, lang: document.documentElement.lang, seen: [...seen], when: Date.now(),
    };
    try { localStorage.setItem("place " + name, JSON.stringify(place)); } catch {} // then nothing is kept
  }
  addEventListener("scroll", look);
  setInterval(stay, 1000);
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
