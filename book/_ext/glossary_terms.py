"""Mark the first use of each of the glossary's words, and show its meaning there.

A chapter is a page made of a notebook. Words in headings, links, code, formulas, tables
and questions are left alone, and so are the sections in NOT_IN. A word is found in any
case, with the plural's ending, and under each of the names that the glossary gives it;
a Chinese one of two signs or more also without blanks around it.
The first use is that on the main road: a word is marked in a fold only if it stands in
folds alone, and never in the folds before a chapter's first section.

On the page a marked word is a link to the glossary. terms.js makes it a button that
shows the meaning on hover, focus and tap; the meanings stand once, at the end of the
page, and hidden.
"""

import json
import re
from html import escape
from itertools import groupby
from pathlib import Path

from docutils import nodes
from han import HAN, STOPS, columns, has_han
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.fileutil import copy_asset
from words import WORDS

logger = logging.getLogger(__name__)

FILES = Path(__file__).parents[1] / "_glossary"
NOT_IN = {"check-yourself", "exercises", "notation", "further-reading"}
NOT_PROSE = (
    *(nodes.title, nodes.reference, addnodes.pending_xref, nodes.footnote_reference),
    *(nodes.literal, nodes.literal_block, nodes.math, nodes.math_block),
    *(nodes.raw, nodes.comment, nodes.table, nodes.figure, nodes.image),
    nodes.container,
)
MEANS_ANOTHER_THING = {  # on these pages
    "book/accuracy": ["law"],  # of total variance
    "book/deployments": ["law"],  # of a country
    "book/epsilon": ["ceiling"],  # of an audit
    "book/histograms": ["law", "power"],  # a power law; a repair of estimates
    "book/rappor_decode": ["pool"],  # of words to draw from
}
# words that hold a term's name and mean another thing
LONGER_WORDS = ["技术支持"]  # Tech-support, an occupation
ABOUT = 150  # columns of a meaning: whole sentences, at least one
# where a sentence begins, after the blank of an English one
NEXT_SENTENCE = re.compile(
    rf"(?<=[.!?] )(?=[A-Z“ε])|(?<=[{STOPS}])(?![”’）{STOPS}]|$)"
    rf"|(?<=[{STOPS}][”’）])(?!$)"
)
# of a name, in front of it and behind: beside a Latin one may stand a Chinese sign,
# beside a Chinese one of two signs or more may stand all
ANY_LETTER = r"(?<![\w-])", r"(?![\w-])"
LATIN_LETTER = rf"(?<![^\W{HAN}])(?<!-)", rf"(?![^\W{HAN}]|-)"
SIGNS = {
    r"\varepsilon": "ε",
    r"\alpha": "α",
    r"\Pr": "Pr",
    r"\mid": "|",
    r"\,": "",
    "-": "−",
}


class marked_term(nodes.Inline, nodes.TextElement):
    """A word of a chapter, with the address of its entry in the glossary."""


class meanings(nodes.General, nodes.Element):
    """The meanings of the marked words, without text that the search would find."""


def open_meanings(self, node):
    self.body.append('<div class="meanings" hidden>')
    for entry in node["used"]:
        name = f"says-{entry.id.removeprefix('term-')}"
        self.body.append(f'<span class="meaning" id="{name}">{entry.meaning}</span>')
    self.body.append("</div>")
    raise nodes.SkipNode


def open_term(self, node):
    self.body.append(f'<a class="term" href="{escape(node["address"])}">')


def close_term(self, node):
    self.body.append("</a>")


class Entry:
    def __init__(self, item):
        terms = list(item.findall(nodes.term))
        self.names = [" ".join(term.astext().split()) for term in terms]
        self.id = terms[0]["ids"][0]
        self.meaning = beginning(to_html(next(iter(item.findall(nodes.definition)))))


def glossary(env):
    """Return the glossary's entries by their names in lower case, and its page."""
    objects = env.get_domain("std").get_objects()
    pages = [page for _, _, kind, page, _, _ in objects if kind == "term"]
    if not pages:
        return {}, None
    entries = {}
    for box in env.get_doctree(pages[0]).findall(addnodes.glossary):
        for entry in map(Entry, box.findall(nodes.definition_list_item)):
            entries |= {name.lower(): entry for name in entry.names}
    return entries, pages[0]


def to_html(node):
    """Return a definition as HTML without links, its few formulas as plain text."""
    if isinstance(node, nodes.Text):
        return escape(" ".join(re.split(r"\s+", node.astext())), quote=False)
    if isinstance(node, nodes.math):
        return formula(node.astext())
    inside = "".join(map(to_html, node.children))
    return f"<em>{inside}</em>" if isinstance(node, nodes.emphasis) else inside


def formula(text):
    r"""Return a short formula in LaTeX as HTML: `e^\varepsilon` is e<sup>ε</sup>."""
    text = re.sub(r"\\text\{([^}]*)\}", r"\1", text)
    text = re.sub(r"\\sqrt\s*(?:\{([^}]*)\}|(\w))", r"√\1\2", text)
    for sign, plain in SIGNS.items():
        text = text.replace(sign, plain)
    text = re.sub(r"\^(?:\{([^}]*)\}|(.))", r"<sup>\1\2</sup>", text)
    if re.search(r"[\\{}_^]", text):
        message = "the glossary's formula %r is too much for a short meaning"
        logger.warning(message, text)
    return text


def beginning(text):
    """Return the first sentences of a text, up to a length."""
    first, *sentences = NEXT_SENTENCE.split(text.strip())
    while sentences:
        longer = first + sentences.pop(0)
        if columns(re.sub("<.*?>", "", longer).rstrip()) > ABOUT:
            break
        first = longer
    return first.rstrip()


def pattern(names):
    """Return a pattern for any of the names, the longest first, also in the plural."""
    forms = []
    for name in sorted(names, key=len, reverse=True):
        form = r"\s+".join(map(re.escape, name.split()))
        borders = ANY_LETTER if len(name) == 1 and has_han(name) else LATIN_LETTER
        before, after = (
            "" if len(name) > 1 and has_han(sign) else border
            for sign, border in zip((name[0], name[-1]), borders)
        )
        if re.search("[^aeiou]y$", name):
            form = f"{form[:-1]}(?:y|ies)"
        elif not has_han(name[-1]):
            form = f"{form}(?:e?s)?"
        form = before + form + after
        forms.append(f"(?P<n{len(forms)}>{form})")
    return re.compile("|".join(forms), re.I)


def join_lines(node):
    """Join texts that are neighbors: MyST makes a text of each line."""
    children = []
    for is_text, group in groupby(node.children, lambda x: isinstance(x, nodes.Text)):
        neighbors = list(group)
        children += [nodes.Text("".join(neighbors))] if is_text else neighbors
    node[:] = children


def prose(node, folded=False):
    """Yield the texts of a page in which words may be marked, in their order.

    With each comes whether it is folded: it stands between <details> and </details>.
    """
    join_lines(node)
    is_opening = isinstance(node.parent, nodes.document)
    open_folds = 0
    for child in node.children:
        if isinstance(child, nodes.raw):
            html = child.astext()
            open_folds += html.count("<details") - html.count("</details>")
        hidden = folded or open_folds > 0
        if hidden and is_opening:
            continue
        if isinstance(child, nodes.Text):
            yield child, hidden
        elif not isinstance(child, NOT_PROSE) and not NOT_IN.intersection(child["ids"]):
            yield from prose(child, hidden)


def in_title(words, place):
    """Return whether a place of a text is inside 《》, the title of a work."""
    return words.rfind("《", 0, place) > words.rfind("》", 0, place)


def mark(doctree, entries, address):
    """Mark the first use of each of the entries by name; return those in use."""
    names = sorted([*entries, *LONGER_WORDS], key=len, reverse=True)
    finder, used = pattern(names), []
    texts = sorted(prose(doctree), key=lambda item: item[1])  # the main road first
    for text, _ in texts:
        parts, start, words = [], 0, text.astext()
        for match in finder.finditer(words):
            entry = entries.get(names[int(match.lastgroup[1:])])
            if entry in [None, *used] or in_title(words, match.start()):
                continue
            used.append(entry)
            term = marked_term("", match[0], address=f"{address}#{entry.id}")
            parts += [nodes.Text(words[start : match.start()]), term]
            start = match.end()
        if parts:
            text.parent.replace(text, [*parts, nodes.Text(words[start:])])
    return used


def mark_chapter(app, doctree, docname):
    if app.builder.format != "html" or not app.env.doc2path(docname).endswith(".ipynb"):
        return
    entries, page = glossary(app.env)
    for name in MEANS_ANOTHER_THING.get(docname, ()):
        entries.pop(name, None)
    if page and entries:
        used = mark(doctree, entries, app.builder.get_relative_uri(docname, page))
        if used:
            doctree.append(meanings("", used=used))


def add_files(app, pagename, templatename, context, doctree):
    if '<a class="term"' in context.get("body", ""):
        app.add_css_file("glossary/terms.css")
        app.add_js_file("glossary/terms.js", defer="defer")


def copy_files(app):
    folder = Path(app.outdir) / "_static" / "glossary"
    copy_asset(FILES / "terms.css", folder)
    words = json.dumps(WORDS["glossary"], ensure_ascii=False)
    script = (FILES / "terms.js").read_text("utf-8")
    (folder / "terms.js").write_text(f"const WORDS = {words};\n{script}", "utf-8")


def setup(app):
    app.add_node(marked_term, html=(open_term, close_term))
    app.add_node(meanings, html=(open_meanings, None))
    app.connect("builder-inited", copy_files)
    # when links are resolved, and so known
    app.connect("doctree-resolved", mark_chapter, priority=800)
    app.connect("html-page-context", add_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
