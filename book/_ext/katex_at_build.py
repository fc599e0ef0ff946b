"""Formulas are typeset while the site is built: a page needs no script for them.

KaTeX (book/vendor/katex) runs in an embedded JavaScript engine and returns HTML for the
eye and MathML for a screen reader. A formula that KaTeX does not accept is a warning, so
it fails a build in which warnings are errors.

Where a text goes on with a number, as in `$n$ = 32,561`, the number is typeset with the formula.
"""

import atexit
import re
from functools import cache
from html import escape
from pathlib import Path

from docutils import nodes
from py_mini_racer import JSEvalException, MiniRacer
from sphinx.util import logging
from sphinx.util.fileutil import copy_asset
from sphinx.util.math import get_node_equation_number

logger = logging.getLogger(__name__)

KATEX = Path(__file__).parents[1] / "vendor" / "katex"
# Whatever LaTeX, and so MathJax in JupyterLab, would show in another way is an error too.
TYPESET = """
function typeset(formula, displayMode) {
  const strict = (rule) => rule === "newLineInDisplayMode" ? "ignore" : "error";
  const html = katex.renderToString(formula, { displayMode, strict, output: "htmlAndMathml" });
  if (html.includes("mspace newline"))
    throw new Error("a line break (two backslashes) outside an environment");
  return html;
}
"""

# What belongs to the formula before it: a relation, a number, and what is computed with numbers.
NUMBER = r"−?\d+(?:,\d{3})*(?:\.\d+)?(?: %)?(?![\w.,]*\d)"
GOES_ON = re.compile(rf"\s([=<>≤≥≈]\s{NUMBER}(?:\s?[·+−/=≈]\s?{NUMBER})*)(?!\w)")
IN_LATEX = {"−": "-", "·": r"\cdot", "≈": r"\approx", "≤": r"\le", "≥": r"\ge", " %": r"\,\%"}
WORD_JOINER, NO_BREAK_SPACE = "\N{WORD JOINER}", "\N{NO-BREAK SPACE}"

NUMBERED_ENVIRONMENT = re.compile(r"\\(begin|end)\{(align|alignat|equation|gather)\}")


def new_engine(script):
    """An embedded JavaScript engine that knows this script."""
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
        logger.warning("cannot typeset the formula %r: %s", formula, reason, location=node)
        return f"<code>{escape(formula)}</code>"


def whole_formulas(app, doctree, docname):
    """Typeset `$n$ = 32,561` in one font. No line begins with a full stop or with a % sign."""
    if app.builder.format != "html":
        return
    for formula in list(doctree.findall(nodes.math)):
        text = formula.next_node(descend=False, siblings=True)
        found = isinstance(text, nodes.Text) and GOES_ON.match(text)
        if found:
            more = found[1].replace(",", "{,}")
            for sign, latex in IN_LATEX.items():
                more = more.replace(sign, latex)
            whole = nodes.math("", f"{formula.astext()} {more}", **formula.attributes)
            formula.parent.replace(formula, whole)
            rest = nodes.Text(text[found.end() :])
            text.parent.replace(text, rest)
            text = rest
        if isinstance(text, nodes.Text) and re.match(r"[.,;:!?)]", text):
            text.parent.replace(text, nodes.Text(WORD_JOINER + text))
    for text in list(doctree.findall(nodes.Text)):
        if re.search(r"\d %", text) and not isinstance(
            text.parent, nodes.FixedTextElement | nodes.raw
        ):
            text.parent.replace(text, nodes.Text(re.sub(r"(?<=\d) %", f"{NO_BREAK_SPACE}%", text)))


def visit_inline_formula(writer, node):
    writer.body.append(writer.starttag(node, "span", "", CLASS="math notranslate nohighlight"))
    writer.body.append(typeset_node(node, display=False) + "</span>")
    raise nodes.SkipNode


def visit_display_formula(writer, node):
    writer.body.append(writer.starttag(node, "div", "", CLASS="math notranslate nohighlight"))
    writer.body.append(f'<div class="formula">{typeset_node(node, display=True)}</div>')
    if node["number"]:
        writer.body.append(f'<span class="eqno">({get_node_equation_number(writer, node)})')
        writer.add_permalink_ref(node, "Link to this equation")
        writer.body.append("</span>")
    writer.body.append("</div>\n")
    raise nodes.SkipNode


def copy_stylesheet(app):
    copy_asset(
        KATEX / "katex.min.css", Path(app.outdir) / "_static" / "katex"
    )  # lean_fonts writes its fonts


def add_stylesheet(app, pagename, templatename, context, doctree):
    if 'class="katex"' in context.get("body", ""):
        app.add_css_file("katex/katex.min.css")


def setup(app):
    app.add_html_math_renderer("katex", (visit_inline_formula, None), (visit_display_formula, None))
    app.connect("builder-inited", copy_stylesheet)
    app.connect("doctree-resolved", whole_formulas)
    app.connect("html-page-context", add_stylesheet)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
