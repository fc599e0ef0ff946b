"""Say whether a Chinese text says what its English one says, sentence by sentence.

A translator makes two sentences of one, or one of two. So sentences are laid side by
side by their lengths, and by what stands in both, such as numbers. The words that are
compared then are in `translations/zh/senses.toml`.
"""

import re
import tomllib
from collections import Counter
from pathlib import Path

WORDS = tomllib.loads(
    (Path(__file__).parents[1] / "translations" / "zh" / "senses.toml").read_text(
        "utf-8"
    )
)

HIDDEN = re.compile(
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
LEFT_OUT = 3
ANCHOR = 3  # the same for each number or formula that one text has and the other lacks
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
    return HIDDEN.sub(lambda match: "]" if match[0][0] == "]" else " \ufffc ", text)


def length(text):
    plain = words(text)
    letters = len(re.findall("[A-Za-z]", plain))
    return letters, len(re.findall(r"[\u4e00-\u9fff0-9]", plain)) + letters / 2


def side_by_side(english, chinese, anchors):
    """Return pairs of texts that say the same; the Chinese one is "" if it is left out.

    anchors: returns what a text has that its translation has, too
    """
    ours, theirs = sentences(english, "en"), sentences(chinese, "zh")
    if not ours or not theirs:
        return [(english, chinese)]
    left = [(length(one)[0], anchors(one)) for one in ours]
    right = [(length(one)[1], anchors(one)) for one in theirs]
    best = {(0, 0): (0, [])}
    for i in range(len(ours) + 1):
        for j in range(len(theirs) + 1):
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
    lengths = [sum(size for size, _ in part) for part in (ours, theirs)]
    known = [sum((found for _, found in part), Counter()) for part in (ours, theirs)]
    apart = ((known[0] - known[1]) + (known[1] - known[0])).total()
    expected = RATIO * lengths[0]
    off = abs(lengths[1] - expected) / (expected + 3) ** 0.5 if theirs else 0
    return off + ANCHOR * apart + MERGED.get((len(ours), len(theirs)), 1.5)


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
    return f"(?:{'|'.join(sorted(words, key=len, reverse=True))})"


UP_TO_99 = rf"(?:{either(TENS)}-{either(SMALL)}|{either(VALUES)})"
POWER = either(POWERS)
SPELLED = re.compile(
    rf"\b(?:{UP_TO_99}[- ]{POWER}(?:[ -]{POWER})?(?: and {UP_TO_99})?|"
    rf"{UP_TO_99}|{POWER}(?!s))(?![a-z]{{2}})",
    re.I,
)
DIGITS = "零一二三四五六七八九"
CHINESE_POWERS = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "亿": 10**8}
IN_CHINESE = re.compile(f"(?<![0-9] )[{DIGITS}两{''.join(CHINESE_POWERS)}]+")
NUMBER = r"\d[\d,]*(?:\.\d+)?"
LIST = rf"(?<![\w.,])((?:{NUMBER}(?:, | and | or | to |, and | ± ))*{NUMBER})"
PERCENT = re.compile(rf"{LIST} ?(%|(?:percentage )?points?\b|个百分点)")
ASSIGNED = re.compile(r"(?<![A-Za-z])([A-Za-zεγπ])\s=\s(\d[\d,.]*\d|\d|[½¼¾])")
SIGNS = re.compile("[½¼¾⅓⅔√×±≈≤≥∞]")
MEASURE = "[人名份天倍次周年]|个月|个?小时|分钟|个?比特|个?字节"


def value_of_english(text):
    total = part = 0
    for word in re.findall("[a-z]+", text.lower()):
        if word in POWERS:
            part = (part or 1) * POWERS[word]
        elif word != "and":
            part += VALUES[word]
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
    return set(map(int, re.findall(r"(?<![\w.,^])\d(?!\w|[.,]\d)", text, re.A)))


def faults_of_numbers(ours, theirs):
    """Yield numbers that are lost or added, be they digits or words."""
    digits, signs = digits_in(ours), digits_in(theirs)
    spelled = {value_of_english(match[0]) for match in SPELLED.finditer(ours)}
    said = re.sub(WORDS["numbers"]["no_number"], " ", theirs)
    said = set(map(value_of_chinese, IN_CHINESE.findall(said)))
    if lost := digits - signs - said:
        yield f"number lost: {', '.join(map(str, lost))}"
    # one and two hide in many words
    new = {k for k in signs if k > 1} | {k for k in said if k > 2}
    if added := new - digits - spelled:
        yield f"number added: {', '.join(map(str, added))}"
    shares = [
        {
            (number, unit == "%")
            for numbers, unit in PERCENT.findall(text)
            for number in re.findall(NUMBER, numbers)
        }
        for text in (ours, theirs)
    ]
    if wrong := shares[0] ^ shares[1]:
        yield f"percent or percentage points: {', '.join(one for one, _ in wrong)}"
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
    plain = re.sub(negation["is_none"], "", theirs)
    negations = len(re.findall(negation["chinese"], plain))
    negations += bool(re.search(negation["instead"], theirs))
    if negations < count(negation["english"], ours):
        yield "a negation is lost"
    if count(negation["denied"], plain) > count(negation["denies"], ours):
        yield f"a negation is added: {re.search(negation['denied'], plain)[0]}"
    for english, chinese in WORDS["answers"].items():
        if count(english, ours) > count(chinese, theirs):
            yield f"{re.search(english, ours, re.I)[0]} is lost"
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


def count(pattern, text):
    return sum(1 for _ in re.finditer(pattern, text, re.I))


def spoken(words, text):
    return re.search(rf"\b(?:{words})\b", text, re.I)


def faults_of_sense(english, chinese):
    """Yield what of an English sentence its Chinese one says otherwise."""
    ours, theirs = words(english), words(chinese)
    yield from faults_of_numbers(ours, theirs)
    yield from faults_of_words(ours, theirs)
