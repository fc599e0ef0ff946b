// The welcome page leads back to the chapter, and marks on the cards what is read. May use: kept.js.

function lead(box, chapters, stored) {
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
  box.append(" ", Object.assign(make("a", "", WORDS.forget), { href: `${stored}#forget` }));
  addEventListener("DOMContentLoaded", () => document.querySelectorAll(".card-facts").forEach((facts, k) => {
    const { number, minutes } = pages[k].place ?? {};
    const state = number ? (minutes ? "begun" : "read") : "new";
    const look = `card-mark is-${state}`;
    facts.append(number ? sign(look, WORDS[state]) : make("span", look));
  }));
}
