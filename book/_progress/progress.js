// Go on where you were: a bar and the section's name in a chapter, the way back and marks on the welcome page. Uses WORDS.
// Kept in this browser only: for each chapter the last section and paragraph or figure, how many of its sections are
// read, which, the minutes of the others, and when.

const READ = 0.9; // of the sections: then a chapter counts as read
const HEADER = 100; // pixels, at most: a jump to a section leaves the end of the one before it under there
const PACE = 10; // seconds for what takes a slow reader a minute: nobody reads faster

function recall(name) {
  try {
    const place = JSON.parse(localStorage.getItem("place " + name));
    return Array.isArray(place?.seen) ? place : null;
  } catch { return null; }
}
function make(tag, name, ...children) {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...children);
  return made;
}
const filled = (words, values) => words.split(/\{(\w+)\}/).map((part, k) => (k % 2 ? values[part] : part));

// ---- a chapter: its main text ends before the take-aways, and what is folded away has no height

function follow(name, minutes) {
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
  const before = recall(name), seen = new Set(before?.seen);
  const spent = ids.map(() => 0), ended = new Set();
  const timeOf = (k) => minutes[k] - (minutes[k + 1] ?? 0);
  const begin = article.querySelector("a.first"), there = ids.indexOf(before?.at);
  if (there > 0) {
    begin.hash = before.near;
    begin.lastChild.data = ` ${filled(WORDS.here, { section: titles[there] }).join("")}`;
  }
  let now = -1, resting;

  function look() { // a browser tells once a frame that it scrolls
    const finish = end.getBoundingClientRect().top;
    const share = Math.min(1, scrollY / Math.max(1, finish + scrollY - innerHeight));
    now = (share < 1 ? sections.filter(isPassed) : sections).length - 1;
    bar.style.transform = `scaleX(${share})`;
    const isIn = now >= 0 && finish >= 0.3 * innerHeight;
    line.textContent = isIn ? filled(WORDS.section, { title: titles[now], number: now + 1, count: ids.length }).join("") : "";
    clearTimeout(resting);
    resting = setTimeout(keep, 500);
  }
  function keep() {
    if (now < 1) return; // nothing before the first section is kept
    const [number, count] = [ids.filter((id) => seen.has(id)).length, ids.length];
    const place = {
      number, count, minutes: ids.reduce((left, id, k) => left - (seen.has(id) ? timeOf(k) : 0), minutes[0]), share: number / count,
      title: titles[now], at: ids[now], near: spots.findLast(isPassed).id, lang: document.documentElement.lang, seen: [...seen], when: Date.now(),
    };
    try { localStorage.setItem("place " + name, JSON.stringify(place)); } catch {} // then nothing is kept
  }
  // A section is read once its end was in sight, and half of it, or half a window, for as long as anybody needs.
  function stay() {
    if (document.hidden) return;
    const many = seen.size;
    sections.forEach((section, k) => {
      const { top, bottom, height } = section.getBoundingClientRect();
      if (Math.min(bottom, innerHeight) - Math.max(top, 0) >= Math.min(height, innerHeight) / 2) spent[k]++;
      if (bottom > HEADER && bottom <= innerHeight) ended.add(k);
      if (ended.has(k) && spent[k] >= PACE * timeOf(k)) seen.add(ids[k]);
    });
    if (seen.size > many) keep();
  }
  addEventListener("scroll", look);
  setInterval(stay, 1000);
  new ResizeObserver(look).observe(article);
}

// ---- the welcome page

function lead(box, chapters) {
  const pages = chapters.map(([name, title, href]) => ({ title, href, place: recall(name) }));
  const [last] = pages.filter(({ place }) => place).toSorted((one, other) => other.place.when - one.place.when);
  if (!last) return;
  const { place } = last;
  const next = place.share >= READ && pages[pages.indexOf(last) + 1];
  const section = make("em", "", place.title);
  section.lang = place.lang;
  const link = make("a", "", ...filled(next ? WORDS.next : WORDS.go_on, {
    chapter: make("em", "", last.title), section, next: make("em", "", (next || last).title) }));
  link.href = next ? next.href : `${last.href}#${place.near}`;
  box.append(link);
  if (!next && place.count) box.append(" ", make("span", "", ...filled(WORDS.left, place)));
  addEventListener("DOMContentLoaded", () => document.querySelectorAll(".card-facts").forEach((facts, k) => {
    const { place } = pages[k];
    const state = place?.share >= READ ? "read" : place ? "begun" : "new";
    const mark = make("span", `card-mark is-${state}`);
    if (place) [mark.role, mark.ariaLabel] = ["img", WORDS[state]];
    facts.append(mark);
  }));
}
