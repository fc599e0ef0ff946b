"""Tell Chinese text from other text: it has no blanks, and its signs are wide."""

import re

HAN = r"\u3400-\u9fff"  # inside [] of a pattern
STOPS = "。！？"  # and the sentence ends, with or without a blank
CLOSING = "，。；：、？！）》"  # begin no line
OPENING = "（《"  # end no line
# a stretch of text with Chinese punctuation, without blanks
STRETCH = re.compile(rf"[“”‘’—…]*[{HAN}\u3000-\u303f\uff00-\uffef]+[“”‘’—…]*")


def has_han(text):
    return re.search(f"[{HAN}]", text) is not None


def count_han(text):
    return len(re.findall(f"[{HAN}]", text))


def without_han(text):
    """Return a text with blanks in the place of Chinese stretches."""
    return STRETCH.sub(" ", text)


def columns(text):
    """Return how wide a text is, in letters of the Latin alphabet."""
    return len(text) + sum(len(match[0]) for match in STRETCH.finditer(text))
