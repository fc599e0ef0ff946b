"""Say whether a Chinese text keeps what its English one says, and how it is written."""

import csv
import json
import re
import tomllib
from collections import Counter
from decimal import Decimal
from functools import cache
from pathlib import Path

from chinese_locks import FENCE, LEAD, blocks, placeholders
from chinese_sense import digits_in, either, faults_of_sense, items, side_by_side, words
from markdown_it import MarkdownIt

MD = MarkdownIt("commonmark").enable("table")

HAN = "\u4e00-\u9fff"
NUMERAL = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)*(?<!,)|(?<!\w)\.\d+", re.A)
POWERS = {"million": 6, "billion": 9, "trillion": 12, "万": 4, "亿": 8, "万亿": 12}
SCALED = re.compile(rf"({NUMERAL.pattern}) ({either(POWERS)})", re.A)
COMMENT = re.compile(r"#.*$", re.M)
TERM = re.compile(r"\{term\}`(?:[^`<]*<)?([^`<>]+)>?`")
ROLE = re.compile(r"\{[a-z:]+\}`[^`]*`")
FORMULA = re.compile(r"\$\$.*?\$\$|(?<!\$)\$[^$\n]+\$", re.S)
# what stands in a translation as it stands in English, in any order
KEPT = {
    "code": re.compile(r"(?<!\})`[^`\n]+`"),
    "address": re.compile(r"\]\(([^)\s]*)\)"),
    "element": re.compile(r"</?\w+[^>]*>"),
    "label": re.compile(r"(?<!\w)\([a-z]\)|^\*\*[a-z]\.\*\*|^[a-z]\. ", re.M),
}

NOT_WORDS = re.compile(r"`[^`]*`|\]\([^)]*\)|\$\$[^$]*\$\$|\$[^$]*\$|<[^>]*>|\{[^}]*\}")
STYLE = {
    # but for names, such as Run All Cells
    "English words": re.compile(
        r"\b(?=(?:[A-Z]\w* )*[a-z])[A-Za-z]+(?: [A-Za-z]+){2,}\b"
    ),
    "half-width punctuation": re.compile(
        rf"[{HAN}”）][,;?!:](?!\S*`)|[{HAN}]\.(?!\w)|[{HAN}]\(|\)[{HAN}]|"
        rf"[\w%½¼¾∞)]\.(?=\s*(?:[{HAN}“（(]|$))",
        re.M,
    ),
    "straight quotes": re.compile(rf"[{HAN}][\"']|[\"'][{HAN}]"),
}
SHOWN = re.compile(r"\{term\}`([^`<]*?)\s*<[^`>]*>`")
# the title of a work, and the English name of a term at its first use
NAMES = re.compile(r"《[^》]*》|（[A-Za-z][\w ,，-]*）")
TITLE = re.compile(r"《([^》]*)》")
TIGHT = re.compile(rf"[{HAN}][A-Za-z0-9$`ε]|[A-Za-z0-9%`ε][{HAN}]")
ROLES_AND_TAGS = re.compile(r"\]\([^)]*\)|<[^>]*>|\{[a-z:]+\}(?=`)|\{[^{}]*\}")
LATIN = re.compile(r"(?<![\w.])[A-Za-z]{2,}(?![\w])")
LABEL = 12
TOOLS = {"python", "jupyter", "epsilon"}  # what may be named without the English
LINK = re.compile(r"\[([^\]]*)\]\((\w+)\.(?:ipynb|md)")
ROOT = Path(__file__).parents[1]
TEXTS = ROOT / "translations" / "zh"
GLOSSARY = TEXTS / "terms.csv"


@cache
def rows(path=GLOSSARY):
    """Return (English, its Chinese names, the row) of each term."""
    with path.open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    return [(row["en"], row["zh"].split("|"), row) for row in table]


@cache
def terms():
    """Return [(English, its Chinese names)] that are held, and the forbidden words."""
    held = [(term, names) for term, names, row in rows() if row["test"] == "yes"]
    forbidden = [row["forbidden"].split("|") for _, _, row in rows()]
    return held, [word for words in forbidden for word in words if word]


def matters(numeral):
    """Return whether a number is held: a single digit may become a word."""
    return "." in numeral or sum(map(str.isdigit, numeral)) >= 2


def kept(text, is_code):
    """Return what a translation must have as often as the English text has it."""
    masked = re.sub(r"\\text\{[^}]*\}", r"\\text{}", text)
    found = {}
    if is_code:
        plain = re.sub(r"\{[^{}]*\}", " ", text)
        found["placeholder"] = Counter(placeholders(text))
    else:
        found["formula"] = Counter(
            " ".join(formula.split()) for formula in FORMULA.findall(masked)
        )
        found["term"] = Counter(name.lower() for name in TERM.findall(masked))
        masked = TERM.sub(" ", masked)
        found["citation or role"] = Counter(ROLE.findall(masked))
        bare = ROLE.sub(" ", masked)  # else its backticks would be taken for code
        for name, pattern in KEPT.items():
            found[name] = Counter(pattern.findall(bare))
        plain = FORMULA.sub(" ", re.sub(r"\]\([^)]*\)", "]", text))
    found.setdefault("address", Counter())
    plain = SCALED.sub(in_full, plain)
    found["number"] = Counter(filter(matters, NUMERAL.findall(plain)))
    return found


def in_full(scaled):
    """Return 8.9 million, or 890 万, as 8,900,000."""
    number, power = Decimal(scaled[1].replace(",", "")), POWERS[scaled[2]]
    return f"{int(number * 10**power):,}"


def differences(english, chinese, is_code=False):
    """Yield what the Chinese text has lost or added."""
    ours, theirs = kept(english, is_code), kept(chinese, is_code)
    for name, held in ours.items():
        lost, added = held - theirs[name], theirs[name] - held
        if lost:
            yield f"{name} lost: {', '.join(map(str, lost))}"
        if added and name != "address":  # the Chinese text may lead to more places
            yield f"{name} added: {', '.join(map(str, added))}"


def shape(text):
    """Return the Markdown tokens of a text without its words."""
    return [(token.type, token.tag) for token in MD.parse(text) if not token.children]


def code_blocks(text):
    return [COMMENT.sub("", match[0]) for match in FENCE.finditer(text)]


def faults_of_style(chinese, is_code=False):
    """Yield what a Chinese reader would stumble over."""
    text = FENCE.sub("", NAMES.sub("", SHOWN.sub(r"\1", chinese)))
    lines = [line[LEAD.match(line).end() :] for line in text.splitlines()]
    plain = NOT_WORDS.sub("", "\n".join(lines))
    for word in terms()[1]:
        if word in plain:
            yield f"forbidden word: {word}"
    for name, pattern in STYLE.items():
        if found := pattern.search(plain):
            yield f"{name}: {found[0]}"
    if odd := [sign for sign in re.findall(f"[{HAN}]", text) if not is_common(sign)]:
        yield f"signs that are not in GB 2312, such as traditional ones: {''.join(odd)}"
    spaced = ROLES_AND_TAGS.sub("", text)
    if found := TIGHT.search(spaced):
        around = spaced[max(0, found.start() - 8) : found.end() + 8]
        yield f"no blank between Chinese and Latin: {around!r}"
    if not re.search(f"[{HAN}]", chinese) and has_words(chinese):
        yield "no Chinese in it"
    for token in [] if is_code else MD.parse(chinese):
        for child in token.children or []:
            if child.type == "text" and "**" in child.content:
                yield f"asterisks on the page: {child.content[:40]}"


def faults_of_terms(english, chinese, is_code=False):
    """Yield the terms of the English text that the Chinese one calls otherwise.

    In code a word may be a function's name, which stays.
    """
    ours, theirs = (NOT_WORDS.sub(" ", text) for text in (english, chinese))
    stays = theirs.splitlines()  # a glossary's names
    said = "\n".join(line for line in ours.splitlines() if line not in stays)
    for title in TITLE.findall(chinese):
        said = said.replace(title, " ")
    said = said.lower()
    for term, names in terms()[0]:
        names = [*names, term] if is_code else names
        if says(said, term) and not any(name in chinese for name in names):
            yield f"{term} is not {'/'.join(names[:2])}"


def faults_of_rivals(ours, theirs):
    """Yield a term in place of which a sentence has another one."""
    said = words(ours).lower()
    held = [(one, names, says(said, one)) for one, names in terms()[0]]
    shown = [names for _, names, _ in held if any(name in theirs for name in names)]
    lost = [one for one, names, is_said in held if is_said and names not in shown]
    if not lost or not shown:
        return
    known = [names for _, names, is_said in held if is_said]
    for names in shown:
        if names not in known and not any(names[0] in other[0] for other in known):
            yield f"{lost[0]} became {names[0]}"


@cache
def pattern_of(term):
    return re.compile(rf"\b{re.escape(term.lower())}(?:s|es)?\b")


def says(text, term):
    """Return whether a text in small letters has a term."""
    is_there = term.lower() in text  # soon said, unlike the rest
    return is_there and pattern_of(term).search(text)


def has_words(text):
    return len(re.findall("[A-Za-z]{3,}", NOT_WORDS.sub("", FENCE.sub("", text)))) > 2


def is_common(sign):
    """Return whether GB 2312 has a sign, which has none that is traditional only."""
    return bool(sign.encode("gb2312", "ignore"))


@cache
def titles():
    """Return the page that has a Chinese title, whole or up to its colon."""
    table = tomllib.loads((TEXTS / "edition.toml").read_text("utf-8"))["titles"]
    for file in TEXTS.glob("*.md"):
        if title := re.search("^# (.+)$", file.read_text("utf-8"), re.M):
            table[file.stem] = title[1]
    pairs = [(title, page) for page, title in table.items()]
    return dict(pairs) | {title.partition("：")[0]: page for title, page in pairs}


@cache
def english_title(page):
    """Return the beginning of the title of an English page."""
    file = ROOT / "book" / f"{page}.ipynb"
    if file.exists():
        text = "".join(json.loads(file.read_text("utf-8"))["cells"][0]["source"])
    else:
        text = file.with_suffix(".md").read_text("utf-8")
    return re.search("^# ([^:?\n]+)", text, re.M)[1]


def faults_of_titles(english, chinese):
    """Yield what leads to another page than it says, and a title of another page."""
    for text, page in LINK.findall(chinese):
        if titles().get(text.strip("《》"), page) != page:
            yield f"{text} leads to {page}"
    for title in TITLE.findall(chinese):
        page = titles().get(title)
        said = page and (
            page in english or english_title(page).lower() in english.lower()
        )
        if page and not said:
            yield f"《{title}》 is {page}, which is not said"


def faults_of_names(english, chinese):
    """Yield Latin words that the English text has not: a name that became another."""
    known = set(LATIN.findall(english.lower())) | TOOLS
    said = words(re.sub(r"\\text\{[^}]*\}", " ", chinese))
    for word in LATIN.findall(said):
        if (
            word.lower() not in known | names_of_terms()
            and f"{word.lower()}s" not in known
        ):
            yield f"{word} is not in the English text"


def faults_of_labels(pairs):
    """Yield labels that are wider than the English ones, and than eight signs."""
    for key, chinese in pairs.items():
        ours, theirs = (re.sub(r"\{[^{}]*\}", "", text) for text in (key, chinese))
        is_label = not re.search("[.?!:]", ours)
        if is_label and width(theirs) > max(width(ours), 2 * LABEL):
            yield f"a label of more than {LABEL} signs: {chinese}"


def width(text):
    """Return how wide a text is: a Chinese sign is as wide as two letters."""
    return sum(2 if sign > "\u2e80" else 1 for sign in text)


@cache
def names_of_terms():
    return {word for term, _, _ in rows() for word in LATIN.findall(term.lower())}


def anchors(is_code):
    """Return a function that counts what a text has that its translation has, too."""

    def found(text):
        counts = kept(text, is_code)
        del counts["address"]
        counts["digit"] = Counter(digits_in(words(text)))
        return Counter({
            (k, one): n for k, of in counts.items() for one, n in of.items()
        })

    return found


@cache
def names_of_each_language():
    """Return for each language a pattern of terms and {term: first Chinese name}."""
    english = {term.lower(): names[0] for term, names, _ in rows()}
    chinese = {name: names[0] for _, names, _ in rows() for name in names}
    tables = {"en": english, "zh": chinese}
    return {key: (re.compile(either(table)), table) for key, table in tables.items()}


def laid_side_by_side(english, chinese, is_code=False):
    names = names_of_each_language()
    return side_by_side(english, chinese, anchors(is_code), names)


def faults(english, chinese, is_code=False):
    """Yield all that is wrong with one text, beside its English one."""
    if FENCE.search(english) or not chinese:
        yield from differences(english, chinese, is_code)
    else:
        for item in items(english, chinese):
            for ours, theirs in laid_side_by_side(*item, is_code):
                found = ["left out"] if ours.strip() else []
                if theirs:
                    found = [*differences(ours, theirs, is_code)]
                    is_part = theirs.endswith("，")  # a sentence made from parts
                    found += [] if is_part else faults_of_sense(ours, theirs)
                    found += faults_of_rivals(ours, theirs)
                yield from (
                    f"{fault} ({' '.join(ours.split())[:50]}…)" for fault in found
                )
    if NOT_WORDS.sub("", english).count("**") > NOT_WORDS.sub("", chinese).count("**"):
        yield "fewer words are bold"
    yield from faults_of_titles(english, chinese)
    names = set(english.splitlines())  # lines that stay, such as a glossary's names
    rest = "\n".join(line for line in chinese.splitlines() if line not in names)
    yield from faults_of_style(rest, is_code)
    yield from faults_of_names(english, rest)
    yield from faults_of_terms(english, chinese, is_code)


def faults_of_markdown(english, chinese):
    """Yield (number of the paragraph, what is wrong); 0 is for the whole part."""
    if shape(english) != shape(chinese):
        yield 0, "it is of another shape: paragraphs, lists, tables, headings"
        return
    if code_blocks(english) != code_blocks(chinese):
        yield 0, "it has other code"
    ours, theirs = blocks(english), blocks(chinese)
    if len(ours) != len(theirs):
        yield 0, f"{len(theirs)} paragraphs for {len(ours)}"
        return
    for number, pair in enumerate(zip(ours, theirs), start=1):
        for fault in faults(*pair):
            yield number, fault
