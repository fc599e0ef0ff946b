"""Typeset formulas while the site is built: a page needs no script for them.

KaTeX (book/vendor/katex) runs in an embedded JavaScript engine and returns HTML for the
eye and MathML for a screen reader. A formula that KaTeX does not accept is a warning,
so it fails a build in which warnings are errors.
"""

import atexit
import re
from functools import cache
from html import escape
from pathlib import Path

from docutils import nodes
from han import CLOSING, HAN, OPENING
from py_mini_racer import JSEvalException, MiniRacer
from sphinx.util import logging
from sphinx.util.fileutil import copy_asset
from sphinx.util.math import get_node_equation_number
from words import WORDS

logger = logging.getLogger(__name__)

KATEX = Path(__file__).parents[1] / "vendor" / "katex"
# what LaTeX, and so MathJax in JupyterLab, would show in another way is an error too
TYPESET = """
function typeset(formula, displayMode) {
  const strict = (rule) => rule === "newLineInDisplayMode" ? "ignore" : "error";
  const options = { displayMode, strict, output: "htmlAndMathml" };
  const html = katex.renderToString(formula, options);
  if (html.includes("mspace newline"))
    throw new Error("a line break (two backslashes) outside an environment");
  return html;
}
"""

CLASSES = "math notranslate nohighlight"
# Chinese signs that begin or end no line, beside a formula of at most so many letters
CLOSES = re.compile(rf"^[”’]?[{CLOSING}][{CLOSING}”’]*")
OPENS = re.compile(rf"[“‘]?[{OPENING}]$")
SHORT = 20
# the blanks of 5 %, 8 倍 and 1 : 8
AS_WRITTEN = nodes.FixedTextElement, nodes.literal, nodes.math
BREAKS = re.compile(rf"(?<=\d) (?=[%{HAN}]|: \d)|(?<=\d :) (?=\d)")
NUMBERED_ENVIRONMENT = re.compile(r"\\(begin|end)\{(align|alignat|equation|gather)\}")


def new_engine(script):
    """Return an embedded JavaScript engine that knows this script."""
    engine = MiniRacer()
    # left to the end of the interpreter, the engine's thread may hang it (Python 3.13)
    atexit.register(engine.close)
    engine.eval(script)
    return engine


@cache
def javascript_engine():
    return new_engine((KATEX / "katex.min.js").read_text(encoding="utf-8") + TYPESET)


@cache
def typeset(formula, display):
    return javascript_engine().call("typeset", formula, display)


def typeset_node(node, display):
    # Sphinx numbers equations; KaTeX must not number them a second time
    formula = NUMBERED_ENVIRONMENT.sub(r"\\\1{\2*}", node.astext())
    try:
        return typeset(formula, display)
    except JSEvalException as error:
        reason = str(error).splitlines()[0].partition(": ")[2]
        message = "cannot typeset the formula %r: %s"
        logger.warning(message, formula, reason, location=node)
        return f"<code>{escape(formula)}</code>"


def keep_signs_in_their_lines(app, doctree, docname):
    """Begin no line with the stop after a formula, or with what a number counts.

    This is a % sign, or a Chinese sign, such as 倍. Ratios, such as 1 : 8, stay whole.
    """
    if app.builder.format != "html":
        return
    for formula in list(doctree.findall(nodes.math)):
        text = formula.next_node(descend=False, siblings=True)
        if isinstance(text, nodes.Text) and text.startswith(tuple(".,;:!?)")):
            text.parent.replace(text, nodes.Text("\N{WORD JOINER}" + text))
        keep_chinese_signs(formula)
    for parent in doctree.findall(nodes.Element):
        if isinstance(parent, AS_WRITTEN):
            continue
        for place, text in enumerate(parent):
            if not isinstance(text, nodes.Text):
                continue
            unbroken = BREAKS.sub("\N{NO-BREAK SPACE}", text)
            before = parent[place - 1].astext() if place and text[:1] == " " else ""
            if re.match(f" [{HAN}]", text) and before[-1:].isdigit():
                unbroken = f"\N{NO-BREAK SPACE}{unbroken[1:]}"  # **32** 人
            if unbroken != text:
                parent[place] = nodes.Text(unbroken)


def keep_chinese_signs(formula):
    """Put a short formula and the Chinese signs beside it into one unbroken part.

    Browsers part them in spite of word joiners. A long formula may have to break.
    """
    parent, place = formula.parent, formula.parent.index(formula)
    beside = {place - 1: OPENS, place + 1: CLOSES}
    signs = {
        at: found
        for at, pattern in beside.items()
        if 0 <= at < len(parent) and isinstance(parent[at], nodes.Text)
        if (found := pattern.search(parent[at]))
    }
    if signs and is_short(formula):
        for at, found in signs.items():
            text = parent[at]
            parent[at] = nodes.Text(text[: found.start()] + text[found.end() :])
        before, after = (
            nodes.Text(signs[at][0]) if at in signs else "" for at in beside
        )
        box = nodes.inline("", classes=["together"])
        parent[place] = box
        box += [part for part in (before, formula, after) if part != ""]


def is_short(formula):
    html = typeset_node(formula, display=False)
    seen = re.sub(r"^.*katex-html[^>]*>|<.*?>", "", html, flags=re.DOTALL)
    return len(seen) <= SHORT


def visit_inline_formula(writer, node):
    writer.body.append(writer.starttag(node, "span", "", CLASS=CLASSES))
    writer.body.append(typeset_node(node, display=False) + "</span>")
    raise nodes.SkipNode


def visit_display_formula(writer, node):
    writer.body.append(writer.starttag(node, "div", "", CLASS=CLASSES))
    writer.body.append(f'<div class="formula">{typeset_node(node, display=True)}</div>')
    if node["number"]:
        number = get_node_equation_number(writer, node)
        writer.body.append(f'<span class="eqno">({number})')
        writer.add_permalink_ref(node, WORDS["page"]["link_to_equation"])
        writer.body.append("</span>")
    writer.body.append("</div>\n")
    raise nodes.SkipNode


def copy_stylesheet(app):
    static = Path(app.outdir) / "_static" / "katex"
    copy_asset(KATEX / "katex.min.css", static)
    copy_asset(KATEX / "fonts", static / "fonts")


def add_stylesheet(app, pagename, templatename, context, doctree):
    if 'class="katex"' in context.get("body", ""):
        app.add_css_file("katex/katex.min.css")


def setup(app):
    app.add_html_math_renderer(
        "katex", (visit_inline_formula, None), (visit_display_formula, None)
    )
    app.connect("builder-inited", copy_stylesheet)
    app.connect("doctree-resolved", keep_signs_in_their_lines)
    app.connect("html-page-context", add_stylesheet)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
