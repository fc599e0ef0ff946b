"""Words of the glossary are marked where a chapter first uses them, and say what they mean there.

A chapter is a page made of a notebook. Words in headings, links, code, formulas, tables and
questions are left alone, and so are the sections in NOT_IN. A word is found in any case, with the
plural's ending, and under each of the names that the glossary gives it.

On the page a marked word is a link to the glossary. terms.js makes it a button that shows the
meaning on hover, focus and tap; the meanings stand once, at the end of the page, and hidden.
"""

import re
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.fileutil import copy_asset

logger = logging.getLogger(__name__)

FILES = Path(__file__).parents[1] / "_glossary"
NOT_IN = {"check-yourself", "exercises", "notation", "further-reading"}
NOT_PROSE = (
    *(nodes.title, nodes.reference, addnodes.pending_xref, nodes.footnote_reference),
    *(nodes.literal, nodes.literal_block, nodes.math, nodes.math_block),
    *(nodes.raw, nodes.comment, nodes.table, nodes.figure, nodes.image, nodes.container),
)
MEANS_ANOTHER_THING = {  # on these pages
    "book/accuracy": ["law"],  # of total variance
    "book/deployments": ["law"],  # of a country
    "book/epsilon": ["ceiling"],  # of an audit
    "book/histograms": ["law", "power"],  # a power law; a repair of estimates
    "book/rappor_decode": ["pool"],  # of words to draw from
}
ABOUT = 150  # characters of a meaning: whole sentences, at least one
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
    """What the marked words mean. It has no text, so that the search does not find it."""


def open_meanings(self, node):
    spans = "".join(
        f'<span class="meaning" id="says-{entry.id.removeprefix("term-")}">{entry.meaning}</span>'
        for entry in node["used"]
    )
    self.body.append(f'<div class="meanings" hidden>{spans}</div>')
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
    """The entries of the book's glossary by their names in lower case, and its page."""
    terms = [entry for entry in env.get_domain("std").get_objects() if entry[2] == "term"]
    if not terms:
        return {}, None
    page = terms[0][3]
    items = [
        Entry(item)
        for box in env.get_doctree(page).findall(addnodes.glossary)
        for item in box.findall(nodes.definition_list_item)
    ]
    return {name.lower(): entry for entry in items for name in entry.names}, page


def to_html(node):
    """A definition as HTML without links, its few formulas as plain text."""
    if isinstance(node, nodes.Text):
        return escape(" ".join(re.split(r"\s+", node.astext())), quote=False)
    if isinstance(node, nodes.math):
        return formula(node.astext())
    inside = "".join(map(to_html, node.children))
    return f"<em>{inside}</em>" if isinstance(node, nodes.emphasis) else inside


def formula(text):
    r"""A short formula in LaTeX as HTML: `e^\varepsilon` is e<sup>ε</sup>."""
    text = re.sub(r"\\text\{([^}]*)\}", r"\1", text)
    text = re.sub(r"\\sqrt\s*(?:\{([^}]*)\}|(\w))", r"√\1\2", text)
    for sign, plain in SIGNS.items():
        text = text.replace(sign, plain)
    text = re.sub(r"\^(?:\{([^}]*)\}|(.))", r"<sup>\1\2</sup>", text)
    if re.search(r"[\\{}_^]", text):
        logger.warning("the glossary's formula %r is too much for a short meaning", text)
    return text


def beginning(text):
    """The first sentences, up to a length."""
    sentences = re.split(r"(?<=[.!?])\s+(?=[A-Z“ε])", text.strip())
    kept = sentences.pop(0)
    while sentences and len(re.sub("<.*?>", "", kept + sentences[0])) < ABOUT:
        kept += " " + sentences.pop(0)
    return kept


def pattern(names):
    """Finds any of the names, the longest first, in the singular or the plural."""
    forms = []
    for name in sorted(names, key=len, reverse=True):
        words = r"\s+".join(map(re.escape, name.split()))
        plural = f"{words[:-1]}(?:y|ies)" if re.search("[^aeiou]y$", name) else f"{words}(?:e?s)?"
        forms.append(f"(?P<n{len(forms)}>{plural})")
    return re.compile(rf"(?<![\w-])(?:{'|'.join(forms)})(?![\w-])", re.I)


def whole_lines(node):
    """MyST makes a text of each line; a name may go on in the next."""
    whole = []
    for child in node.children:
        if whole and isinstance(child, nodes.Text) and isinstance(whole[-1], nodes.Text):
            whole[-1] = nodes.Text(whole[-1] + child)
        else:
            whole.append(child)
    node[:] = whole


def prose(node):
    """The texts of a page in which words may be marked, in their order."""
    whole_lines(node)
    for child in node.children:
        if isinstance(child, nodes.Text):
            yield child
        elif not isinstance(child, NOT_PROSE) and not NOT_IN & set(child.get("ids", [])):
            yield from prose(child)


def mark(doctree, entries, address):
    """Mark the first use of each of the entries {name: entry}; return those that the page uses."""
    names = sorted(entries, key=len, reverse=True)
    finder, used = pattern(names), []
    for text in list(prose(doctree)):
        parts, start, said = [], 0, text.astext()
        for found in finder.finditer(said):
            entry = entries[names[int(found.lastgroup[1:])]]
            if entry in used:
                continue
            used.append(entry)
            word = marked_term("", found[0], address=f"{address}#{entry.id}")
            parts += [nodes.Text(said[start : found.start()]), word]
            start = found.end()
        if parts:
            text.parent.replace(text, [*parts, nodes.Text(said[start:])])
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
    for name in ("terms.css", "terms.js"):
        copy_asset(FILES / name, Path(app.outdir) / "_static" / "glossary")


def setup(app):
    app.add_node(marked_term, html=(open_term, close_term))
    app.add_node(meanings, html=(open_meanings, None))
    app.connect("builder-inited", copy_files)
    # when links are resolved, and so known
    app.connect("doctree-resolved", mark_chapter, priority=800)
    app.connect("html-page-context", add_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
