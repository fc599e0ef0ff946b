"""Turn formulas of LaTeX into MathML, which a browser shows without any script.

What a student wrote becomes elements and attributes of a short list, so that a formula
can neither run, fetch nor cover anything. Any other formula is shown as it was written.
"""

from __future__ import annotations

import re
from html import escape, unescape
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert_to_element

DEEPEST = 30  # elements in elements: a browser takes long for hundreds of roots
TAGS = {
    "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot",
    "msub", "msup", "msubsup", "mover", "munder", "munderover", "mtable", "mtr", "mtd",
    "mstyle", "none",
}  # fmt: skip
WORDS = re.compile(
    r"true|false|block|inline|prefix|infix|postfix|normal|left|right|center|0"
)
WITH_WORDS = {
    "accent", "columnalign", "display", "displaystyle", "fence", "form",
    "linethickness", "mathvariant", "movablelimits", "scriptlevel", "separator",
    "stretchy",
}  # fmt: skip
LENGTH = re.compile(r"0?\.\d{1,4}em|[1-3](?:\.\d{1,4})?em")  # nothing covers a box
WITH_LENGTH = {"lspace", "maxsize", "minsize", "rspace", "width"}


def mathml(formula: str, display: bool) -> str:
    """Return a formula as MathML, or as it was written where that is not possible."""
    try:
        kind = "block" if display else "inline"
        return _markup(convert_to_element(formula, display=kind), DEEPEST)
    except Exception:  # whatever a formula makes of the converter
        return f"<code>{escape(formula.strip())}</code>"


def _markup(element: Element, deepest: int) -> str:
    if element.tag not in TAGS or not deepest:
        raise ValueError(f"no element {element.tag}, or none so deep")
    about = "".join(
        f' {name}="{value}"'
        for name, value in element.attrib.items()
        if name in WITH_WORDS and WORDS.fullmatch(value)
        or name in WITH_LENGTH and LENGTH.fullmatch(value)
    )  # fmt: skip
    text = escape(unescape(element.text or ""))
    inner = "".join(_markup(child, deepest - 1) for child in element)
    return f"<{element.tag}{about}>{text}{inner}</{element.tag}>"
