"""Read the files of `translations/zh`, and put their texts into English sources.

A page is Markdown. That of a notebook has a part for each cell, `<!-- id -->` and then
the cell's Chinese Markdown or, for a cell of code, pairs `"English": "Chinese"`.
Another page is one part. In `module`, a part is a file of Python, with pairs.

Code is never copied: the words of a cell are replaced where they stand in it. A lock
holds a hash of each English paragraph at the time of its translation. Where it is
another one now, the page shows the English one, with a mark.
"""

import ast
import hashlib
import json
import re
from difflib import SequenceMatcher

from ldp_course.explore.explorer import slug

MARK = re.compile(r"^<!-- ([\w./-]+) -->\n", re.M)
TEXT = r'"(?:[^"\\]|\\.)*"'
PAIR = re.compile(rf"^({TEXT})\s*:\s*({TEXT})\s*$", re.M)
FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1", re.M | re.S)
# what stands in front of the words of a paragraph
LEAD = re.compile(
    r"(?:\s*(?:>|[-*+]|\d+\.|#{1,6}|\*\*\d+\.|[a-z]\.|\*\*[a-z]\.\*\*)\s+)*"
)
NOT_A_PARAGRAPH = re.compile(r"\s*(?:[`~:$|<{]|---)")
WHOLE = "page"  # the one part of a page that is no notebook
SEEN = "x", "y", "unit", "label", "title"  # keywords of figures
STALE = "[{word}]{{.untranslated}}"


class Malformed(ValueError):
    """A file of translations that cannot be read."""


# ---- files


def read(text):
    """Return a page's parts by their names: Markdown, or {English: Chinese}."""
    before, *parts = MARK.split(text)
    if not parts:
        return {WHOLE: text.strip("\n")}
    if before.strip():
        raise Malformed(f"{before.strip()[:60]!r} stands before the first part")
    return {
        name: part_of(name, body.strip("\n"))
        for name, body in zip(parts[::2], parts[1::2], strict=True)
    }


def part_of(name, body):
    if not body.startswith('"'):
        return body
    left = PAIR.sub("", body).strip()
    if left:
        raise Malformed(f"{name}: {left[:60]!r} is no pair")
    pairs = {json.loads(a): json.loads(b) for a, b in PAIR.findall(body)}
    # a phrase for which there is nothing yet
    return {a: b for a, b in pairs.items() if b or not is_phrase(a)}


def blocks(text):
    """Return the paragraphs of Markdown, and all else that blank lines part."""
    return [part for part in re.split(r"\n\s*\n", text.strip("\n")) if part.strip()]


def digest(text):
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:8]


def up_to_date(english, chinese, then):
    """Return, for each English paragraph, the Chinese one or None if it is stale.

    then: hashes of the English paragraphs that the Chinese ones translate; if these are
    others by now, nobody has said what translates what
    """
    shown = [None] * len(english)
    if len(then) != len(chinese):
        return shown
    now = list(map(digest, english))
    matcher = SequenceMatcher(None, then, now, autojunk=False)
    for a, b, size in matcher.get_matching_blocks():
        shown[b : b + size] = chinese[a : a + size]
    return shown


# ---- Markdown


def in_markdown(english, chinese, then, word):
    """Return a cell's Markdown in Chinese, and the paragraphs that stayed English."""
    parts = blocks(english)
    shown = up_to_date(parts, blocks(chinese), then)
    stale = [part for part, text in zip(parts, shown, strict=True) if text is None]
    marked = [
        marked_stale(part, word) if text is None else text
        for part, text in zip(parts, shown, strict=True)
    ]
    return "\n\n".join(marked), stale


def marked_stale(part, word):
    """Return an English paragraph with a mark before its first word."""
    mark = STALE.format(word=word)
    if NOT_A_PARAGRAPH.match(part):  # the mark would break a table, a fence, a tag
        return part
    at = LEAD.match(part).end()
    return f"{part[:at]}{mark} {part[at:]}"


# ---- code


def template(node):
    """Return a string of code as text, an f-string with its {placeholders}."""
    if isinstance(node, ast.Constant):
        return node.value
    text = ""
    for value in node.values:
        if isinstance(value, ast.Constant):
            text += value.value.replace("{", "{{").replace("}", "}}")
            continue
        inside = ast.unparse(value.value)
        inside += f"!{chr(value.conversion)}" if value.conversion > 0 else ""
        inside += f":{template(value.format_spec)}" if value.format_spec else ""
        text += f"{{{inside}}}"
    return text


def strings(source):
    """Yield each string of code: its node, its text, and the keyword that it is for.

    Strings inside placeholders are left out, and so are docstrings.
    """

    def walk(node, keyword=""):
        if isinstance(node, ast.Constant | ast.JoinedStr):
            if isinstance(node, ast.JoinedStr) or isinstance(node.value, str):
                yield node, template(node), keyword
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                name = getattr(key, "value", "")
                if key:
                    yield from walk(key)
                yield from walk(value, name if isinstance(name, str) else "")
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            inside = node.arg or "" if isinstance(node, ast.keyword) else ""
            for child in ast.iter_child_nodes(node):
                yield from walk(child, inside)

    yield from walk(ast.parse(source))


def shown(source):
    """Return the texts of code that readers see: all that have a blank inside.

    But for errors, comparisons, places in a table or in a figure, and arguments of
    checks. A single word may be a key: it is seen for certain as a value of SEEN only.
    """
    hidden = set()
    for node in ast.walk(ast.parse(source)):
        parts = []
        if isinstance(node, ast.Raise | ast.Assert | ast.Compare):
            parts = [node]
        elif isinstance(node, ast.Subscript):
            parts = [node.slice]
        elif isinstance(node, ast.keyword) and node.arg == "loc":
            parts = [node.value]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith(
            "exercises."
        ):
            parts = node.args
        hidden |= {
            (inner.lineno, inner.col_offset)
            for part in parts
            for inner in ast.walk(part)
            if isinstance(inner, ast.Constant | ast.JoinedStr)
        }
    return [
        text
        for node, text, keyword in strings(source)
        if (node.lineno, node.col_offset) not in hidden
        if is_phrase(text) or keyword in SEEN and re.fullmatch("[A-Za-z]{2,}", text)
    ]


def is_phrase(text):
    """Return whether a text has a blank inside, and is no list of arguments."""
    plain = re.sub(r"\{[^{}]*\}|\bln\b", "0", text).strip()
    is_signature = re.fullmatch(r"(?:\w+\()?\w+(?:, \w+)*\)?", plain)
    return " " in plain and re.search("[A-Za-z]{2}", plain) and not is_signature


def placeholders(text):
    return sorted(re.findall(r"\{[^{}]*\}", text.replace("{{", "").replace("}}", "")))


def in_code(source, pairs):
    """Return code with its words in Chinese, and the pairs that it has no use for.

    Explorers keep the address that their English title gives them.
    """
    raw, edits, used = source.encode(), [], set()
    starts = [0]
    for line in raw.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    has_id = re.search(r"\bexplore\([\s\S]*\bid=", source)
    for node, text, keyword in strings(source):
        key = f"{keyword}={text}" if f"{keyword}={text}" in pairs else text
        if key not in pairs:
            continue
        used.add(key)
        if isinstance(node, ast.JoinedStr):
            new = f_string(node, pairs[key])
        else:
            new = json.dumps(pairs[key], ensure_ascii=False)
        if keyword == "title" and "explore(" in source and not has_id:
            new += f', id="{slug(text)}"'
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        edits.append((start, end, new.encode()))
    for start, end, new in sorted(edits, reverse=True):
        raw = raw[:start] + new + raw[end:]
    return raw.decode(), set(pairs) - used


def f_string(node, text):
    """Return an f-string's code with the words of `text` and its own placeholders."""
    quote = "'" if any('"' in part for part in placeholders(text)) else '"'
    if quote == "'" and any("'" in part for part in placeholders(text)):
        raise Malformed(f"{text!r} has quotation marks of both kinds in placeholders")
    parts = re.split(r"(\{\{|\}\}|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})", text)
    escaped = [
        part if k % 2 else json.dumps(part, ensure_ascii=False)[1:-1]
        for k, part in enumerate(parts)
    ]
    if quote == "'":
        escaped = [
            part if k % 2 else part.replace('\\"', '"').replace("'", "\\'")
            for k, part in enumerate(escaped)
        ]
    return f"f{quote}{''.join(escaped)}{quote}"
