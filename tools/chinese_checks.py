"""Say whether a Chinese text keeps what its English one says, and how it is written."""

import csv
import re
from collections import Counter
from functools import cache
from pathlib import Path

from chinese_locks import FENCE, blocks, placeholders
from markdown_it import MarkdownIt

MD = MarkdownIt("commonmark").enable("table")

HAN = "\u4e00-\u9fff"
NUMERAL = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)*(?<!,)|(?<!\w)\.\d+", re.A)
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
        rf"[{HAN}”）][,;?!:](?!\S*`)|[{HAN}]\.(?!\w)|[{HAN}]\(|\)[{HAN}]"
    ),
}
SHOWN = re.compile(r"\{term\}`([^`<]*?)\s*<[^`>]*>`")
# the title of a work, and the English name of a term at its first use
NAMES = re.compile(r"《[^》]*》|（[A-Za-z][\w ,，-]*）")
TITLE = re.compile(r"《([^》]*)》")
TIGHT = re.compile(rf"[{HAN}][A-Za-z0-9$`ε]|[A-Za-z0-9%`ε][{HAN}]")
ROLES_AND_TAGS = re.compile(r"\]\([^)]*\)|<[^>]*>|\{[a-z:]+\}(?=`)|\{[^{}]*\}")
GLOSSARY = Path(__file__).parents[1] / "translations" / "zh" / "terms.csv"


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
    found["number"] = Counter(filter(matters, NUMERAL.findall(plain)))
    return found


def differences(english, chinese, is_code=False):
    """Yield what the Chinese text has lost or added."""
    ours, theirs = kept(english, is_code), kept(chinese, is_code)
    for name, items in ours.items():
        lost, added = items - theirs[name], theirs[name] - items
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
    plain = NOT_WORDS.sub("", text)
    for word in terms()[1]:
        if word in plain:
            yield f"forbidden word: {word}"
    for name, pattern in STYLE.items():
        if found := pattern.search(plain):
            yield f"{name}: {found[0]}"
    spaced = ROLES_AND_TAGS.sub("", text)
    if found := TIGHT.search(spaced):
        around = spaced[max(0, found.start() - 8) : found.end() + 8]
        yield f"no blank between Chinese and Latin: {around!r}"
    if (
        not re.search(f"[{HAN}]", chinese)
        and len(re.findall("[A-Za-z]{3,}", plain)) > 2
    ):
        yield "no Chinese in it"
    for token in [] if is_code else MD.parse(chinese):
        for child in token.children or []:
            if child.type == "text" and "**" in child.content:
                yield f"asterisks on the page: {child.content[:40]}"


def faults_of_terms(english, chinese, is_code=False):
    """Yield the terms of the English text that the Chinese one calls otherwise.

    In code a word may be a function's name, which stays.
    """
    said = NOT_WORDS.sub(" ", english)
    for title in TITLE.findall(chinese):
        said = said.replace(title, " ")
    for term, names in terms()[0]:
        names = [*names, term] if is_code else names
        is_said = re.search(rf"\b{re.escape(term)}(?:s|es)?\b", said, re.I)
        if is_said and not any(name in chinese for name in names):
            yield f"{term} is not {'/'.join(names[:2])}"


def faults(english, chinese, is_code=False):
    """Yield all that is wrong with one text, beside its English one."""
    yield from differences(english, chinese, is_code)
    names = set(english.splitlines())  # lines that stay, such as a glossary's names
    rest = [line for line in chinese.splitlines() if line not in names]
    yield from faults_of_style("\n".join(rest), is_code)
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
