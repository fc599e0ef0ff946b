// The search finds sections and terms in ENTRIES: it lists them while a reader types, and on the page of results.
// course.js brings it. ENTRIES, NAMES, WORDS, EMPTY, PHRASES and SYNONYMS are from search_by_section.py.

const MOST = 50;
const MOST_WORDS = 12; // of a query
const MOST_OF_A_PAGE = 3; // its others are left out
const MOST_LISTED = 8;
const MOST_NAMES = 3;
const LEAST = 0.15; // of the best place's score
// What is looked up, and what is for teachers: after all else, unless one of them is best
const LAST = /^book\/(api|errata|references|teaching\w*)\.html|#further-reading/;
// The same, but where no section of a chapter has as many of the words
const AFTER = /^book\/(class_poll|data|notation|worksheet)\.html|#(check-yourself|exercises|notation|take-aways)/;
// It is on every page
const THE_COURSE = /\b(local(ly)? )?differential(ly)? priva(te|cy)\b|\bl?dp\b|(本地|局部)?化?差分隐私/g;
const GREEK = { "ε": "epsilon", "δ": "delta", "π": "pi", "λ": "lambda", "α": "alpha", "χ": "chi", "σ": "sigma", "ᵋ": "^epsilon" };

// One spelling: small letters, none of double width, Greek ones written out, British endings as American ones.
const spell = (text) => text.replace(/[！-～]+/g, (wide) => wide.normalize("NFKC")).toLowerCase().replace(/[εδπλαχσᵋ]/g, (letter) => GREEK[letter])
  .replace(/(?<=\p{L}{3})is(?=(e[ds]?|ing|ations?)(?!\p{L}))/gu, "iz").replace(/(?<=\p{L}{2})our(?!\p{L})/gu, "or");
const cut = (word) => word.replace(/(?<=.{5})(ations?|ions?|ies|ers?|e[sd]?|y)$|(?<=.{4})(ings?|ed)$|(?<=.{2}[^s])s$/, "");
const stem = (word) => cut(cut(word));
const SAME = Object.entries(SYNONYMS).flatMap(([words, ours]) => words.split(", ").map((word) => [stem(spell(word)), ours]));
const ALSO = Object.fromEntries(SAME);
const escapedForPattern = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "[\\s-]");
// A word is found where another begins with it; a short one only where it stands alone. Chinese has no blanks: a Chinese
// word is found everywhere, and beside a Latin one it is no letter.
const isHan = (text) => /\p{Script=Han}/u.test(text);
const LETTER = "(?:(?!\\p{Script=Han})\\p{L})";
const beginning = (word) => (isHan(word) ? escapedForPattern(word)
  : `(?<!${LETTER})${escapedForPattern(word)}${word.length < 4 ? `s?(?!${LETTER})` : `${LETTER}*`}`);
// A name of the module is found in code, too, and stands alone: with what it belongs to, or without.
const ofName = (name) => `(?<![\\p{L}\\p{N}_])${escapedForPattern(name)}(?![\\p{L}\\p{N}_])`;
// A word and its number: epsilon 4 is found in ε = 4, and not in ε = 4.5.
const PAIR = /(?<!\p{L})(\p{L}+)[\s=]+(\p{N}+(?:\.\p{N}+)?)(?![\p{L}\p{N}])/gu;
// A number and what it counts: 8 a day, 8 per day.
const COUNTED = /(?<![\p{L}\p{N}.])(\p{N}+(?:\.\p{N}+)?) (?:(?:an?|per|each|every) )?([a-z]{3,})/gu;
const isPair = (word) => /\p{N} | \p{N}/u.test(word);
const ofPair = (word) => {
  const [one, other] = word.split(" ").map(escapedForPattern);
  return /^\p{N}/u.test(one) ? `(?<![\\p{L}\\p{N}]|\\p{N}[.,])${one} (?:(?:an?|per|each|every) )?${other}s?(?!${LETTER})`
    : `(?<!${LETTER})${one}[^\\p{L}\\p{N}.]{1,4}${other}(?!\\.?\\p{N})`;
};
const patternOf = (word, also = ALSO[word] ?? []) => {
  if (isPair(word)) return Object.assign(new RegExp(ofPair(word), "gu"), { stems: [word] });
  const words = isName(word) ? [word, word.split(".").at(-1)] : [word, ...also];
  const pattern = new RegExp(words.map(isName(word) ? ofName : beginning).join("|"), "gu");
  return Object.assign(pattern, { inCode: isName(word), stems: words.map(stem) });
};

// ---- names of the module: count_reports, rappor.decode, LocalHashing

const NAME = /(?<![\p{L}\p{N}_.])\p{L}[\p{L}\p{N}]+(?:[._]+[\p{L}\p{N}]+)+/gu;
const isClass = (word) => named(word).some(({ parts }) => /\p{Ll}\p{Lu}/u.test(parts.at(-1)) && squeezed(parts.at(-1)) === word);
const isName = (word) => /[._]/.test(word) || isClass(word);
const isCode = (query) => /[\p{L}\p{N}](_|\.\p{L})|\(\)|\p{Ll}\p{Lu}/u.test(query);
const squeezed = (text) => text.toLowerCase().replace(/^\s*(ldp_course|ldp)\./, "").replace(/[^\p{L}\p{N}]/gu, "");
let names;
// Those that a text names, with what they belong to or without; first as it is written (sequence_loss, SequenceLoss),
// functions and classes before methods.
function named(text) {
  names ??= NAMES.map(([address, page, heading, prose]) => {
    const parts = heading.split(".");
    return { address, page, heading, prose, parts, keys: parts.map((_, k) => squeezed(parts.slice(k).join(""))) };
  }).sort((a, b) => a.parts.length - b.parts.length);
  const [key, written] = [squeezed(text), text.replace(/^.*\bldp(_course)?\.|[^\p{L}\p{N}]+$/gu, "").trim()];
  const isWritten = ({ heading }) => heading.endsWith(written);
  return names.filter(({ keys }) => keys.includes(key)).sort((a, b) => isWritten(b) - isWritten(a));
}
const namesIn = (query) => [query, ...(isCode(query) ? query.split(/[^\p{L}\p{N}_.]+/u).filter(isCode) : [])].flatMap(named)
  .filter((one, place, all) => all.indexOf(one) === place).slice(0, MOST_NAMES);

// ---- Chinese, which has no blanks between words

const cutter = globalThis.Intl?.Segmenter && new Intl.Segmenter("zh", { granularity: "word" });
const LONGEST_FIRST = (one, other) => other.length - one.length;
const BETWEEN = new RegExp([...EMPTY].filter(isHan).sort(LONGEST_FIRST).join("|") || "(?!)", "u");
const held = new Map(); // which words the book has
function holds(word) {
  if (!held.has(word)) held.set(word, entries.some(({ name, text, code }) => [name, text, code].some((some) => some.includes(word))));
  return held.get(word);
}

// Without a dictionary: the run if the book has it, and its pairs of signs.
function pairsOf(run) {
  const pairs = Array.from({ length: run.length - 1 }, (_, k) => run.slice(k, k + 2));
  const found = [run, ...pairs].filter(holds);
  return found.length ? [...new Set(found)] : [run];
}

// A word of four signs, such as 后验概率, and its halves: the book may say 后验几率.
const withHalves = (word) => (word.length === 4 ? [word, word.slice(0, 2), word.slice(2)] : [word]).filter(holds);

// The words of a run. What no dictionary knows, such as 随机响应, comes in pieces: neighbors that the book has together are a
// word, which stands before its pieces.
function hanWords(run) {
  const pieces = cutter ? Array.from(cutter.segment(run), ({ segment }) => segment) : [];
  const words = cutter ? [] : run.split(BETWEEN).filter(Boolean).flatMap(pairsOf);
  for (let from = 0, to; from < pieces.length; from = to) {
    const isWord = (some) => !some.some((piece) => EMPTY.has(piece)) && holds(some.join(""));
    for (to = pieces.length; to > from + 1 && !isWord(pieces.slice(from, to)); ) to--;
    const some = pieces.slice(from, to);
    words.push(...(some.length > 1 ? [some.join(""), ...some] : holds(some[0]) ? withHalves(some[0]) : pairsOf(some[0])));
  }
  const long = words.filter((word) => word.length > 1 && !EMPTY.has(word)); // one sign alone is in many words
  return long.length ? long : words;
}

// ---- the words of a query that tell something; a number alone tells nothing

const latinOf = (text) => text.match(/\p{N}+\.\p{N}+|\p{N}*\p{L}[\p{L}\p{N}]*/gu) ?? [];
const tokensOf = (text) => text.split(/(\p{Script=Han}+)/u).flatMap((part) => (isHan(part) ? hanWords(part) : latinOf(part)));

const SEVERAL = Object.keys(ALSO).filter((words) => words.includes(" ") || isHan(words)).sort(LONGEST_FIRST);

function wordsOf(query) {
  let said = spell(query).replace(/\b(ldp_course|ldp)\./g, "").replace(/n?['’]\p{L}+/gu, "").replace(/[-–]/g, " ");
  said = PHRASES.reduce((rest, phrase) => (rest.replace(phrase, " ").trim() ? rest.replace(phrase, " ") : rest), said);
  const pairs = [PAIR, COUNTED].flatMap((pattern) => Array.from(said.matchAll(pattern), ([, one, other]) => `${one} ${other}`))
    .filter((pair) => findingsOf(patternOf(pair)).findings.some(Boolean));
  const phrases = [...(said.match(NAME) ?? []).filter((name) => named(name).length || (name.includes("_") && holds(name))),
    ...latinOf(said).filter(isClass)];
  for (const name of phrases) said = said.replace(name, " ");
  for (const words of SEVERAL) {
    const rest = said.replace(new RegExp(beginning(words), "gu"), " ");
    if (rest !== said) phrases.push(words);
    said = rest;
  }
  const tokens = [said.replace(THE_COURSE, " "), said].map(tokensOf);
  const telling = tokens.map((words) => words.filter((word) => !EMPTY.has(word)));
  const words = telling.find((some) => some.length) ?? (phrases.length ? [] : tokens[1]);
  return [...new Set([...phrases, ...words.map(stem), ...pairs])].slice(0, MOST_WORDS);
}

let entries;
const found = new Map(); // what a pattern is worth in each entry, and how much it tells
const LONGER = 0.5; // what a word is worth in which the one that is looked for is only the beginning: sliders, for slides
const letters = (text) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
const timesOf = (text, pattern, worth = () => 1) => (text.match(pattern) ?? [])
  .reduce((sum, word) => sum + worth(word) * (pattern.inCode || isHan(word) || pattern.stems.includes(stem(word)) ? 1 : LONGER), 0);
const share = (text, pattern) => timesOf(text, pattern, letters) / (letters(text) || 1);

function findingsOf(pattern) {
  if (!found.has(pattern.source)) {
    const findings = entries.map(({ name, title, text, code }) => {
      const [inName, inTitle] = [share(name, pattern), share(title, pattern)];
      const times = timesOf(text, pattern) + (pattern.inCode ? timesOf(code, pattern) : 0);
      return 3 * (inName && 0.6 + inName) + (inTitle && 0.6 + inTitle) + times / (times + 1 + text.length / 1500);
    });
    const places = findings.filter(Boolean).length;
    found.set(pattern.source, { findings, weight: Math.log(1 + entries.length / (1 + places)) });
  }
  return found.get(pattern.source);
}

// ---- a word that no page has, but for one letter

let known; // how often the book has each of its words
// One letter more or less, two neighbors exchanged, or in a long word one that is other: "spying" is not "saying".
function isNear(one, other) {
  let k = 0;
  while (k < one.length && one[k] === other[k]) k++;
  const [a, b] = [one.slice(k), other.slice(k)];
  return a.slice(1) === b || a === b.slice(1) || (one.length > 6 && a.slice(1) === b.slice(1)) || (a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0]);
}
// [what is written in the query, the most frequent word near it], of a long word that no page has.
function mistyped(query) {
  if (!known) {
    known = new Map();
    for (const { name, text } of entries)
      for (const word of `${name} ${text}`.match(/[a-z]{4,}/g) ?? []) known.set(word, (known.get(word) ?? 0) + 1);
  }
  const isMissing = (word) => /^[a-z]{5,}$/.test(word) && !findingsOf(patternOf(word)).findings.some(Boolean);
  for (const word of namesIn(query).length ? [] : wordsOf(query).filter(isMissing)) {
    const typed = query.match(/\p{L}+/gu).find((one) => stem(spell(one)) === word) ?? "";
    const asWritten = (one) => isNear(one, spell(typed));
    const worth = (one) => known.get(one) + (asWritten(one) ? 1e6 : 0); // before its stem
    const [near] = [...known.keys()].filter((one) => asWritten(one) || isNear(stem(one), word)).sort((one, other) => worth(other) - worth(one));
    if (typed && near) return [typed, near];
  }
  return null;
}

// The glossary's term that the query names, with hardly another word.
function cardOf(patterns) {
  const named = entries.filter(({ isTerm }) => isTerm).map((entry) => {
    const names = entry.name.split(", ").map((name) => patterns.filter((pattern) => name.search(pattern) >= 0).length
      * !patterns.reduce((rest, pattern) => rest.replace(pattern, ""), name).match(/\p{L}/u));
    return { entry, words: Math.max(...names) };
  });
  const [best] = named.sort((a, b) => b.words - a.words);
  return best.words > patterns.length / 2 ? best.entry : null;
}

// What a heading says, word for word, without its number and signs: a query may hold all of it.
const bare = (text) => ` ${spell(text).replace(/^\d+\. /, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
const SEVERAL_WORDS = /\S \S/;

// The entries that have some of the words, best first.
function scoresOf(patterns, asked) {
  const findings = patterns.map(findingsOf);
  const total = findings.reduce((sum, { weight }) => sum + weight, 0);
  const scored = entries.map((entry, k) => {
    const those = findings.filter((one) => one.findings[k]);
    const part = those.reduce((sum, { weight }) => sum + weight, 0) / total;
    const worth = those.reduce((sum, one) => sum + one.weight * one.findings[k], 0);
    return { entry, part, sum: worth * part ** 2 };
  }).filter(({ part }) => part);
  const isOf = (kind) => ({ entry }) => kind.test(entry.address);
  const most = Math.max(...scored.filter((one) => !isOf(LAST)(one) && !isOf(AFTER)(one)).map(({ part }) => part));
  for (const one of scored) {
    const isLate = isOf(LAST)(one) || (isOf(AFTER)(one) && one.part < most + 0.001);
    one.sum *= isLate ? 0.15 : one.entry.isTerm ? 0.5 : 1;
    const says = bare(one.entry.name);
    one.isSaid = !isLate && !one.entry.isTerm && SEVERAL_WORDS.test(says) && asked.includes(says);
  }
  scored.sort((a, b) => b.isSaid - a.isSaid || b.sum - a.sum);
  const isLast = isOf(LAST);
  return scored.length && isLast(scored[0]) ? scored : scored.sort((a, b) => isLast(a) - isLast(b));
}
function worthIt(scored) {
  const best = Math.max(...scored.map(({ sum }) => sum));
  return scored.filter(({ sum, isSaid }) => isSaid || sum >= LEAST * best);
}

function search(query) {
  entries ??= ENTRIES.map(([address, page, heading, prose, isTerm, code]) => (
    { address, page, heading, prose, isTerm, name: spell(heading), title: spell(page), text: spell(prose), code: spell(code) }));
  const [typed, near] = mistyped(query) ?? [];
  if (near) return { ...search(query.replace(typed, near)), typed, near };
  const [words, asked] = [wordsOf(query), bare(query)];
  const patterns = words.map((word) => patternOf(word));
  const scored = scoresOf(patterns, asked);
  const card = patterns.length ? cardOf(patterns) : null;
  const others = scored.filter(({ entry }) => entry !== card);
  const ofPage = {};
  // synonyms bring more places, and put none out
  const literal = scoresOf(words.map((word) => patternOf(word, [])), asked);
  const enough = new Set([others, literal].flatMap(worthIt).map(({ entry }) => entry));
  const kept = others.map(({ entry }) => entry).filter((entry) => enough.has(entry))
    .filter(({ page }) => (ofPage[page] = (ofPage[page] ?? 0) + 1) <= MOST_OF_A_PAGE);
  const results = [...(card ? [card] : []), ...kept];
  // a name comes first, unless a term or a heading has its words, or it is a word that only belongs to a class
  const called = namesIn(query);
  const isOfClass = called.length > 0 && /^\p{Lu}/u.test(called[0].parts.at(-2) ?? "");
  const isTopic = !isCode(query) && !isClass(query.trim().toLowerCase())
    && (card || kept.some(({ name }) => bare(name).includes(asked)) || (isOfClass && !/\s/.test(query.trim())));
  results.splice(isTopic ? 2 : 0, 0, ...called);
  return { query, patterns, card, results: results.slice(0, MOST), hasAll: called.length > 0 || scored.some(({ part }) => part > 0.999) };
}

// ---- what is shown

function add(parent, tag, text, attributes = {}) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.textContent = text;
  parent.append(node);
  return node;
}

const summaryOf = ({ results, hasAll, typed, near }) => (!results.length ? WORDS.none
  : typed ? WORDS.near.replace("{typed}", () => typed).replace("{near}", near) : !hasAll ? WORDS.some
  : results.length === 1 ? WORDS.one : WORDS.found.replace("{count}", results.length));

function addLink(parent, { address }, query, attributes = {}) {
  const link = add(parent, "a", "", { href: ROOT + address, ...attributes });
  // the page marks these words, as after Sphinx's own search
  const words = wordsOf(query).filter((word, _, all) => !isPair(word) &&
    (isHan(word) ? !all.some((other) => other !== word && other.includes(word)) : word.length > 2)).join(" ");
  link.addEventListener("click", () => localStorage.setItem("sphinx_highlight_terms", words));
  return link;
}

function addPage(parent, { heading, page }) {
  if (heading !== page) add(parent, "span", page, { class: "of-page" });
}

// The prose around the words that were found, with each marked, word by word of what is written. Chinese is cut after its signs
// and around what was found, and each of its signs is as wide as two letters.
const CUTS = /(?<=[\s，；：、]|[。？！](?![”’）]))|(?<=\p{Script=Han})(?=[A-Za-z])|(?<=[A-Za-z])(?=\p{Script=Han})/u;
const ENDS = /[，。；：？！]$/;
const AROUND = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su;
const width = (text) => text.length + (text.match(/[\p{Script=Han}、-】！-～]/gu) ?? []).length;

function partsOf(prose, patterns) {
  const han = patterns.map(({ source }) => source.split("|").filter(isHan)).flat().sort((one, other) => other.length - one.length);
  const around = new RegExp(`(${han.join("|")})`, "u");
  return prose.split(CUTS).flatMap((part) => (han.length && isHan(part) ? part.split(around).filter(Boolean) : [part]));
}

// Which of the patterns are found in each part; what one finds may be several words.
function foundIn(parts, patterns) {
  const spelled = parts.map(spell);
  const ends = [];
  spelled.reduce((sum, part, k) => (ends[k] = sum + part.length), 0);
  const those = parts.map(() => new Set());
  const text = spelled.join("");
  for (const pattern of patterns) {
    let k = 0;
    for (const { index, 0: words } of text.matchAll(pattern)) {
      while (ends[k] <= index) k++;
      those[k].add(pattern);
      while (ends[k] < index + words.length) those[++k].add(pattern);
    }
  }
  return those;
}

// The first part from which on most of them are found within so many letters.
function richest(parts, those, most) {
  const numbers = parts.map((_, from) => {
    const near = new Set();
    for (let k = from, length = 0; those[from].size && k < parts.length && length < most; k++) {
      those[k].forEach((pattern) => near.add(pattern));
      length += width(parts[k]);
    }
    return near.size;
  });
  return Math.max(0, numbers.indexOf(Math.max(...numbers)));
}

// [most letters, how many of them before what was found]
const ON_THE_PAGE = [220, 48];
const IN_THE_LIST = [110, 20];

function addSnippet(parent, { prose }, patterns, [most, lead], attributes = {}) {
  const parts = partsOf(prose, patterns);
  const those = foundIn(parts, patterns);
  const at = richest(parts, those, most / 2);
  // it begins with a word or, in Chinese, a clause; of a longer clause with its last signs
  const begins = (first) => !first || (isHan(parts[at] + parts[at - 1]) && ENDS.test(parts[first - 1]));
  let [first, length] = [at, 0];
  while (!begins(first) && length + width(parts[first - 1]) <= lead) length += width(parts[--first]);
  const signs = Math.floor((lead - length) / 2);
  const isCut = !begins(first) && signs > 0 && isHan(parts[first - 1]) && !those[first - 1].size;
  const snippet = add(parent, parent.matches("a") ? "span" : "p", first ? "… " : "", { class: "context", ...attributes });
  if (isCut) snippet.append(parts[first - 1].slice(-signs));
  for (; first < parts.length && length < most; first++) {
    const part = parts[first];
    if (length && isHan(part) && length + width(part) > most) break;
    const [, before, word, after] = part.match(AROUND);
    snippet.append(before);
    if (those[first].size) add(snippet, "mark", word);
    else snippet.append(word);
    snippet.append(after);
    length += width(part);
  }
  if (first < parts.length) snippet.append("…");
}

function showPage(box, query) {
  box.replaceChildren();
  if (!query) return;
  const hits = search(query);
  add(box, "h2", WORDS.title);
  add(box, "p", summaryOf(hits), { class: "search-summary", role: "status" });
  const list = add(box, "ul", "", { class: "search" });
  for (const entry of hits.results) {
    const isCard = entry === hits.card;
    const item = add(list, "li", "");
    addLink(item, entry, hits.query).textContent = entry.heading;
    addPage(item, entry);
    if (isCard) add(item, "p", entry.prose, { class: "context" });
    else addSnippet(item, entry, hits.patterns, ON_THE_PAGE);
  }
}

// The list under the field of a dialog: the focus stays in the field, and the arrow keys mark an option.
function listUnder(field) {
  const dialog = field.closest("dialog");
  const box = add(dialog, "div", "", { class: "search-list", hidden: "" });
  const summary = add(box, "p", "", { role: "status" });
  const options = add(box, "div", "", { id: "search-options", role: "listbox", "aria-label": WORDS.title });
  add(box, "p", WORDS.keys, { class: "search-keys" });
  let marked = -1;
  const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-controls": options.id, "aria-expanded": "false" };
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);

  function mark(place) {
    options.children[marked]?.removeAttribute("aria-selected");
    marked = place;
    const option = options.children[marked];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
  }
  // What an option is called stays its heading and its page: the prose describes it.
  function describe(option, entry, patterns) {
    const id = `${option.id}-says`;
    addSnippet(option, entry, patterns, IN_THE_LIST, { id, "aria-hidden": true });
    option.setAttribute("aria-describedby", id);
  }
  function update() {
    const query = field.value.trim();
    const hits = query ? search(query) : { results: [] };
    options.replaceChildren();
    hits.results.slice(0, MOST_LISTED).forEach((entry, k) => {
      const isCard = entry === hits.card;
      const link = addLink(options, entry, hits.query, { id: `search-option-${k}`, role: "option", tabindex: -1 });
      add(link, "b", entry.heading);
      addPage(link, entry);
      if (isCard) add(link, "span", entry.prose, { class: "term-says" });
      else if (entry.prose) describe(link, entry, hits.patterns);
      link.addEventListener("click", () => dialog.close()); // it may lead to a place of this page
    });
    summary.textContent = query && summaryOf(hits);
    box.hidden = !query;
    const isCut = () => options.scrollHeight > options.clientHeight;
    const { length } = hits.results;
    if (length > options.children.length || isCut()) {
      const href = `${ROOT}search.html?q=${encodeURIComponent(query)}`;
      const all = add(options, "a", "", { href, id: "search-option-all", role: "option", tabindex: -1 });
      add(all, "b", WORDS.all.replace("{count}", length));
      while (options.children.length > 2 && isCut()) all.previousSibling.remove(); // whole ones only
    }
    field.setAttribute("aria-expanded", String(hits.results.length > 0));
    mark(-1);
  }
  field.addEventListener("input", update);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return; // the keys choose among Chinese signs
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const many = options.children.length;
    if (step && many) mark(((marked + 1 + step + many + 1) % (many + 1)) - 1);
    else if (event.key === "Enter" && marked >= 0) options.children[marked].click();
    else return;
    event.preventDefault();
  });
  update();
}

const ROOT = document.currentScript.src.replace(/_static\/search\/search\.js.*/, "");
// The entries are as heavy as a page: they come when a reader means to look for something.
function bringEntries(onload) {
  const script = add(document.head, "script", "");
  Object.assign(script, { src: `${ROOT}_static/search/entries.js`, onload });
}
const onPage = document.getElementById("search-results");
const field = document.querySelector(onPage ? ".bd-search-container input" : "#pst-search-dialog input");
if (onPage) {
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  const show = () => showPage(onPage, field.value.trim());
  const bring = () => bringEntries(() => { show(); field.addEventListener("input", show); });
  if (field.value.trim()) bring();
  else field.addEventListener("input", bring, { once: true });
} else bringEntries(() => listUnder(field));
