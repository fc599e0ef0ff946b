// The search page: finds sections and terms in ENTRIES, and by SYNONYMS (search_by_section.py), the best first.

const MOST = 100;
const MOST_OF_A_PAGE = 4; // its others are left out
const SNIPPET = 220; // characters
// What is looked up, and what is for teachers: after the chapters, where both have the words
const LAST = /^book\/(api|errata|references|teaching\w*)\.html|#(exercises|further-reading)/;
const EMPTY_WORDS = new Set(("a am an and any are at be between by can could did do does for from get gets had has have how i if in is it " +
  "its me my of on or our should so than that the then there they this to versus vs was we were what when which who why will with would you your").split(" "));
const THE_COURSE = /\b(local(ly)? )?differential(ly)? priva(te|cy)\b|\bl?dp\b/g; // it is on every page
const GREEK = { "ε": "epsilon", "δ": "delta", "π": "pi", "λ": "lambda", "α": "alpha", "χ": "chi", "σ": "sigma" };

// One spelling: small letters, Greek ones written out, British endings as American ones.
const spell = (text) => text.toLowerCase().replace(/[εδπλαχσ]/g, (letter) => GREEK[letter])
  .replace(/(?<=\p{L}{3})is(?=(e[ds]?|ing|ations?)(?!\p{L}))/gu, "iz").replace(/(?<=\p{L}{2})our(?!\p{L})/gu, "or");
const stem = (word) => (word.length > 3 ? word.replace(/s$/, "") : word);
const ALSO = Object.fromEntries(Object.entries(SYNONYMS).map(([words, ours]) => [stem(spell(words)), ours]));
const escapedForPattern = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
// A word is found where another begins with it; one letter only where it stands alone.
const beginning = (word) => new RegExp(`(?<!\\p{L})${escapedForPattern(word)}${word.length < 2 ? "(?!\\p{L})" : ""}`, "gu");

function wordsOf(query) {
  let said = spell(query);
  const phrases = Object.keys(ALSO).filter((words) => words.includes(" ") && beginning(words).test(said));
  for (const words of phrases) said = said.replace(new RegExp(`${words}s?`, "g"), " ");
  const [special, all] = [said.replace(THE_COURSE, " "), said].map((text) => text.match(/[\p{L}\p{N}]+/gu) ?? []);
  const telling = [special, all].map((words) => words.filter((word) => !EMPTY_WORDS.has(word))).find((words) => words.length);
  return [...new Set([...phrases, ...(telling ?? (phrases.length ? [] : all)).map(stem)])];
}

const entries = () => ENTRIES.map(([address, page, heading, prose, isTerm]) => (
  { address, page, heading, prose, isTerm, name: spell(heading), title: spell(page), text: spell(prose) }));
const count = (text, pattern) => (text.match(pattern) ?? []).length;

function score(entry, patterns) {
  let sum = 0;
  let found = 0;
  for (const pattern of patterns) {
    const [name, title, text] = [entry.name, entry.title, entry.text].map((where) => count(where, pattern));
    if (name + title + text) found += 1;
    sum += 20 * Math.min(name, 1) * (entry.isTerm ? 3 : 1) + 8 * Math.min(title, 1) + Math.min(text, 6);
  }
  return { found, sum: LAST.test(entry.address) ? sum / 4 : sum };
}

function search(query) {
  const words = wordsOf(query);
  const patterns = words.map((word) => {
    const others = (ALSO[word] ?? []).map((other) => beginning(other).source);
    return new RegExp([beginning(word).source, ...others].join("|"), "gu");
  });
  if (!words.length) return { patterns, results: [] };
  const phrase = words.join(" ");
  const scored = entries().map((entry) => {
    const { found, sum } = score(entry, patterns);
    const names = entry.isTerm ? entry.name.split(", ") : [entry.name];
    const isIt = names.some((name) => wordsOf(name).join(" ") === phrase) ? (entry.isTerm ? 2000 : 200) : 0;
    return { entry, found, sum: sum + isIt };
  });
  const inChapters = scored.filter(({ entry }) => !LAST.test(entry.address));
  const most = [inChapters, scored].map((some) => Math.max(0, ...some.map(({ found }) => found))).find(Boolean);
  const results = most ? scored.filter(({ found }) => found >= most).sort((a, b) => b.sum - a.sum) : [];
  const ofPage = {};
  const kept = results.map(({ entry }) => entry).filter(({ page, isTerm }) => {
    ofPage[page] = (ofPage[page] ?? 0) + 1;
    return isTerm || ofPage[page] <= MOST_OF_A_PAGE;
  });
  return { patterns, results: kept.slice(0, MOST) };
}

// ---- what is shown

function add(parent, tag, text, attributes = {}) {
  const node = document.createElement(tag);
  Object.assign(node, attributes);
  if (text) node.textContent = text;
  parent.append(node);
  return node;
}

// The prose around the first word that was found, with all of them marked, word by word of what is written.
function addSnippet(item, { prose }, patterns) {
  const parts = prose.split(/(?<=\s)/);
  const isFound = parts.map((part) => patterns.some((pattern) => spell(part).search(pattern) >= 0));
  let first = Math.max(0, isFound.indexOf(true) - 8);
  const snippet = add(item, "p", first ? "… " : "", { className: "context" });
  for (let length = 0; first < parts.length && length < SNIPPET; first++) {
    if (isFound[first]) add(snippet, "mark", parts[first].trimEnd()), snippet.append(" ");
    else snippet.append(parts[first]);
    length += parts[first].length;
  }
  if (first < parts.length) snippet.append("…");
}

function show(query) {
  const box = document.getElementById("search-results");
  const { patterns, results } = search(query);
  const many = results.length === 1 ? "1 place" : `${results.length} places`;
  const says = results.length ? `${many} found.` : "Nothing found. Try another word, or fewer.";
  add(box, "h2", "Search results");
  add(box, "p", says, { className: "search-summary" }).setAttribute("role", "status");
  const list = add(box, "ul", "", { className: "search" });
  for (const entry of results) {
    const item = add(list, "li");
    const link = add(item, "a", entry.heading, { href: entry.address });
    // the page marks these words, as after Sphinx's own search
    link.addEventListener("click", () => localStorage.setItem("sphinx_highlight_terms", wordsOf(query).join(" ")));
    if (entry.heading !== entry.page) add(item, "span", entry.page, { className: "of-page" });
    addSnippet(item, entry, patterns);
  }
}

const query = new URLSearchParams(location.search).get("q") ?? "";
for (const field of document.querySelectorAll("form.bd-search input")) field.value = query;
// The entries are as heavy as a page: they come when there is something to look for.
if (query.trim()) {
  const source = document.currentScript.src.replace("search.js", "entries.js");
  add(document.head, "script", "", { src: source, onload: () => show(query.trim()) });
}
