"""Say whether a Chinese text says what its English one says, sentence by sentence.

A translator makes two sentences of one, or one of two. So sentences are laid side by
side by their lengths, and by what stands in both, such as numbers. The words that are
compared then are in `translations/zh/senses.toml`.
"""

import re
import tomllib
from collections import Counter
from pathlib import Path

TABLE = Path(__file__).parents[1] / "translations" / "zh" / "senses.toml"
WORDS = tomllib.loads(TABLE.read_text("utf-8"))

HIDDEN = re.compile(
    r"\[[^\]]*\]\(#[\u4e00-\u9fff][^)]*\)|"  # an entry of an index
    r"\$\$.*?\$\$|(?<!\$)\$[^$\n]+\$|(?:\{[a-z:]+\})?`[^`]*`|\]\([^)]*\)|<[^>]*>|"
    r"\{(?:[^{}]|\{[^{}]*\})*\}",
    re.S,
)
HOLDERS = re.compile("[\ue000-\uf7ff]")
ENDS = {
    "en": re.compile(
        r"(?<!\*\*\d)(?<!^\d)(?<!cise \d)([.?!][\"”’)*]*)\s+"
        r"(?=[\"“‘(*\[]*[A-Zε0-9\ue000-\uf7ff])"
    ),
    "zh": re.compile(r"([。？！][”’）*]*)(?=.)", re.S),
}
ITEM = re.compile(r"^ *(?:[-*] |\d+\. |\|)", re.M)

# a sentence that is left out costs as much as one that is this many deviations too long
LEFT_OUT = 4
ANCHOR = 3  # the same for each number or formula that one text has and the other lacks
GLOSS = 2  # what is added, such as the meaning of a word, never costs more
RATIO = 0.41  # Chinese signs for one English letter
MERGED = {(1, 1): 0, (1, 2): 0.6, (2, 1): 0.6, (1, 0): LEFT_OUT}
STEPS = [*MERGED, (1, 3), (3, 1), (1, 4), (1, 5), (1, 6)]


# ---- sentences side by side


def items(english, chinese):
    """Return the pairs of items of two lists or tables, or the two texts themselves."""
    parts = [
        re.split(f"(?={ITEM.pattern})", text, flags=re.M) for text in (english, chinese)
    ]
    ours, theirs = ([one for one in part if one.strip()] for part in parts)
    same = len(ours) == len(theirs)
    return list(zip(ours, theirs, strict=True)) if same else [(english, chinese)]


def sentences(text, language):
    """Return the sentences of a text; a stop in a formula or in code ends none."""
    hidden = []

    def hide(match):
        hidden.append(match[0])
        return chr(0xE000 + len(hidden) - 1)

    marked = ENDS[language].sub("\\1\uf8ff", HIDDEN.sub(hide, text))
    return [
        HOLDERS.sub(lambda sign: hidden[ord(sign[0]) - 0xE000], part)
        for part in marked.split("\uf8ff")
        if re.search(r"\w|[\ue000-\uf7ff]", part)
    ]


def words(text):
    """Return a text without formulas, code, addresses and placeholders."""
    plain = HIDDEN.sub(lambda match: "]" if match[0][0] == "]" else " \ufffc ", text)
    return " ".join(plain.split())


def length(text):
    plain = words(text)
    letters = len(re.findall("[A-Za-z]", plain))
    return letters, len(re.findall(r"[\u4e00-\u9fff0-9]", plain)) + letters / 2


def side_by_side(english, chinese, anchors, terms):
    """Return pairs of texts that say the same; the Chinese one is "" if it is left out.

    anchors: returns what a text has that its translation has, too
    terms: for each language, a pattern of terms and {term: its first Chinese name}
    """
    ours, theirs = sentences(english, "en"), sentences(chinese, "zh")
    if max(len(ours), len(theirs)) < 2 or not (ours and theirs):
        return [(english, chinese)]
    left = [(length(one)[0], anchors(one), Counter()) for one in ours]
    right = [(length(one)[1], anchors(one), Counter()) for one in theirs]
    pairs = list(zip(left, right, strict=False))
    if len(ours) == len(theirs) and all(price([a], [b]) < GLOSS for a, b in pairs):
        return list(zip(ours, theirs, strict=True))  # nearly always
    for parts, texts, language in (left, ours, "en"), (right, theirs, "zh"):
        for part, text in zip(parts, texts, strict=True):
            part[2].update(hints(text, language, terms))
    best = {(0, 0): (0, [])}
    for i in range(len(ours) + 1):
        for j in range(len(theirs) + 1):
            if abs(i / len(ours) - j / len(theirs)) > 0.5:
                continue  # so far apart nothing is
            found = [
                (best[i - a, j - b][0] + price(left[i - a : i], right[j - b : j]), a, b)
                for a, b in STEPS
                if (i - a, j - b) in best and (i, j) != (0, 0)
            ]
            if found:
                cost, a, b = min(found)
                pair = " ".join(ours[i - a : i]), "".join(theirs[j - b : j])
                best[i, j] = cost, [*best[i - a, j - b][1], pair]
    _, pairs = best.get((len(ours), len(theirs)), (0, [(english, chinese)]))
    return pairs


def price(ours, theirs):
    """Return how unlikely it is that these sentences translate those."""
    cost = MERGED.get((len(ours), len(theirs)), 1.5)
    for k, weight in (1, ANCHOR), (2, 1):
        known = [
            part[0][k] if len(part) == 1 else sum((one[k] for one in part), Counter())
            for part in (ours, theirs)
        ]
        if known[0] != known[1]:
            cost += weight * (known[0] - known[1]).total()
            # Chinese may count, deny or name what English does not
            cost += weight * (known[1] - known[0]).total() if k == 1 else 0
    sizes = [sum(one[0] for one in part) for part in (ours, theirs)]
    expected, actual = RATIO * sizes[0], sizes[1]
    off = (actual - expected) / (expected + 3) ** 0.5 if theirs else 0
    return cost + (min(off, GLOSS) if off > 0 else -off)


def hints(text, language, terms):
    """Count numbers in words, negations, terms: most are in a translation, too."""
    plain = words(text).lower()
    found = Counter(k for k in numbers_in_words(plain, language) if k > 2)
    found["not"] = min(1, negations(plain, language))
    pattern, names = terms[language]
    found.update({names[term] for term in pattern.findall(plain)})
    for english, chinese in WORDS["lost"].items():
        pattern = rf"\b(?:{english})\b" if language == "en" else chinese
        found[english] = int(bool(re.search(pattern, plain)))
    return +found


# ---- numbers

SMALL = {word: k for k, word in enumerate(WORDS["numbers"]["cardinals"].split()[:20])}
TENS = {
    word: 10 * k
    for k, word in enumerate(WORDS["numbers"]["cardinals"].split()[20:], start=2)
}
POWERS = WORDS["numbers"]["powers"]
VALUES = (
    {f"{word}th": k for word, k in SMALL.items() if k > 3}
    | {
        month.lower(): k
        for k, month in enumerate(WORDS["numbers"]["months"].split(), 1)
    }
    | WORDS["numbers"]["others"]
    | SMALL
    | TENS
)


def either(words):
    return f"(?:{'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})"


UP_TO_99 = rf"(?:{either(TENS)}-{either(VALUES)}|{either(VALUES)})"
POWER = either(POWERS)
SPELLED = re.compile(
    rf"\b(?:(?:(?:{UP_TO_99}|\d+(?:\.\d+)?)[- ])?{POWER}(?!s)(?:[ -]{POWER})?"
    rf"(?: and {UP_TO_99}(?! {POWER}))?|{UP_TO_99})(?![a-z]{{2}})",
    re.I,
)
DIGITS = "零一二三四五六七八九"
CHINESE_POWERS = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "亿": 10**8}
IN_CHINESE = re.compile(f"(?:[0-9.]+ )?[{DIGITS}两{''.join(CHINESE_POWERS)}]+")
NUMBER = r"\d[\d,]*(?:\.\d+)?"
AND = ", | and | or | to |, and | ± |、| 和 | 至 | 到 "
LIST = rf"(?<!= )(?<![\w.,])((?:{NUMBER}(?:{AND}))*{NUMBER})"
PERCENT = re.compile(rf"{LIST} ?(%|percent\b|(?:percentage )?points?\b|个百分点)")
ASSIGNED = re.compile(r"(?<![A-Za-z])([A-Za-zεγπ])\s=\s(\d[\d,.]*\d|\d|[½¼¾])")
SIGNS = re.compile("[½¼¾⅓⅔√×±≈≤≥∞]")
MEASURE = "[人名份天倍次周年]|个百分点|个月|个?小时|分钟|个?比特|个?字节"


def value_of_english(text):
    total = part = 0
    for word in re.findall(r"[a-z]+|[\d.]+", text.lower()):
        if word in POWERS:
            part = round((part or 1) * POWERS[word])
        elif word != "and":
            part += VALUES[word] if word in VALUES else float(word)
        if POWERS.get(word, 0) >= 1000:
            total, part = total + part, 0
    return total + part


def value_of_chinese(text):
    text = text.replace("两", "二")
    if not set(text) & set(CHINESE_POWERS):
        return int("".join(str(DIGITS.index(sign)) for sign in text))
    total = part = digit = 0
    for sign in text:
        power = CHINESE_POWERS.get(sign)
        if power is None:
            digit = DIGITS.index(sign)
        elif power < 10**4:
            part, digit = part + (digit or 1) * power, 0
        else:
            total, part, digit = total + (part + digit or 1) * power, 0, 0
    return total + part + digit


def digits_in(text):
    """Return the single digits of a text; longer numbers are compared elsewhere."""
    digit = rf"(?<![\w.,^])\d(?!\w|[.,]\d| {POWER})"
    return set(map(int, re.findall(digit, text, re.A)))


def numbers_in_words(text, language):
    if language == "en":
        return {value_of_english(one[0]) for one in SPELLED.finditer(text)}
    said = IN_CHINESE.findall(re.sub(WORDS["numbers"]["no_number"], " ", text))
    return {value_of_chinese(one) for one in said if not one[0].isascii()}


def lists_in(text):
    """Return [(the numbers of "3, 4 and 5 %", whether these are percent)]."""
    lists = PERCENT.findall(text)
    return [
        (re.findall(NUMBER, found), unit in ("%", "percent")) for found, unit in lists
    ]


def shares_in(text):
    return {number: unit for found, unit in lists_in(text) for number in found}


def faults_of_numbers(ours, theirs):
    """Yield numbers that are lost or added, be they digits or words."""
    digits, signs = digits_in(ours), digits_in(theirs)
    spelled, said = numbers_in_words(ours, "en"), numbers_in_words(theirs, "zh")
    if lost := digits - signs - said:
        yield f"number lost: {', '.join(map(str, lost))}"
    # one hides in many words; and what English only lists, Chinese may count
    new = {k for k in signs if k > 1} | {k for k in said if k > 2}
    added = new - digits - spelled
    lost = {k for k in spelled if k > 1} - signs - said
    if added and (lost or added & signs):
        yield f"number added: {', '.join(map(str, added))}"
    shares, theirs_shares = shares_in(ours), shares_in(theirs)
    wrong = {k for k, unit in theirs_shares.items() if shares.get(k, unit) != unit}
    wrong |= {numbers[-1] for numbers, _ in lists_in(ours)} - set(theirs_shares)
    if wrong:
        yield f"percent or percentage points: {', '.join(wrong)}"
    if wrong := set(ASSIGNED.findall(theirs)) - set(ASSIGNED.findall(ours)):
        yield f"another value: {' = '.join(min(wrong))}"
    if Counter(SIGNS.findall(ours)) != Counter(SIGNS.findall(theirs)):
        yield "other signs, such as √, ×, ±, ≤ or ½"
    for unit, measure in WORDS["units"].items():
        for number in re.findall(rf"(?<![\w.,])({NUMBER}) (?:{unit})\b", ours):
            counted = rf"(?<![\w.,]){re.escape(number)} ?(?:{MEASURE})"
            if (one := re.search(counted, theirs)) and not re.search(
                f"(?:{measure})$", one[0]
            ):
                yield f"another unit: {one[0]}"


# ---- words


def faults_of_words(ours, theirs):
    """Yield words that are lost or added, or became their opposite."""
    negation = WORDS["negation"]
    allowed = bool(re.search(negation["instead"], theirs))
    if negations(ours, "en") > negations(theirs, "zh") + allowed:
        yield "a negation is lost"
    plain = re.sub(negation["is_none"], "", theirs)
    if count(negation["denied"], plain) > count(negation["denies"], ours):
        yield f"a negation is added: {re.search(negation['denied'], plain)[0]}"
    for english, chinese in WORDS["answers"].items():
        said = re.findall(english, ours)
        if len(said) > count(chinese, theirs):
            yield f"{said[0]} is lost"
    for english, chinese in WORDS["lost"].items():
        if (said := spoken(english, ours)) and not re.search(chinese, theirs):
            yield f"{said[0]} is lost"
    for chinese, english in WORDS["added"].items():
        said = re.search(chinese, theirs)
        if said and not re.search(rf"(?<![A-Za-z])(?:{english})", ours, re.I):
            yield f"English does not say {said[0]}"
    for pair in WORDS["opposites"].values():
        for (one, right, _), (other, _, wrong) in (pair, pair[::-1]):
            said, became = spoken(one, ours), re.search(wrong, theirs)
            if (
                said
                and became
                and not (spoken(other, ours) or re.search(right, theirs))
            ):
                yield f"{said[0]} became {became[0]}"


def negations(text, language):
    negation = WORDS["negation"]
    if language == "en":
        return count(negation["english"], text)
    return count(negation["chinese"], re.sub(negation["is_none"], "", text))


def count(pattern, text):
    return sum(1 for _ in re.finditer(pattern, text, re.I))


def spoken(words, text):
    return re.search(rf"\b(?:{words})\b", text, re.I)


def faults_of_sense(english, chinese):
    """Yield what of an English sentence its Chinese one says otherwise."""
    ours, theirs = words(english), words(chinese)
    yield from faults_of_numbers(ours, theirs)
    yield from faults_of_words(ours, theirs)
