"""The search: in the prose, section by section, and in the glossary's terms before all else.

Once all pages are written, their words go into one file, without code, numbers of outputs, menus
and the sources of formulas. search.js looks through it, also where the book is opened as files.
"""

import json
from pathlib import Path

import lxml.html
import lxml.html.builder
from lean_fonts import written_pages
from sphinx.util.fileutil import copy_asset

FILES = "search"  # a folder of _static
SPHINX_TOOLS = "searchtools.js", "language_data.js", "searchindex.js"

NO_PROSE = (
    ".headerlink, .reading-time, .report-an-error, script, style, noscript, pre, table.dataframe, "
    ".katex-html, annotation, div.formula, .cell_input, .explorer-numbers, .explorer-still, "
    "summary, .eqno"
)
SIGNS = {"msup": "^", "mfrac": "/"}  # what words keep of where a part of a formula stands


def words_of(node):
    return " ".join(node.text_content().split())


def terms_of(meaning):
    """The words of the glossary that have this meaning, in their order."""
    terms = []
    for node in meaning.itersiblings(preceding=True):
        if node.tag != "dt":
            break
        terms.insert(0, node)
    return terms


def entries(page, address):
    """[address, title of the page, heading, prose, whether it is a term] of each section."""
    found = []
    for article in page.cssselect("article.bd-article"):
        for node in article.cssselect(NO_PROSE):
            node.drop_tree()
        for tag, sign in SIGNS.items():
            for last in article.cssselect(f"math {tag} > :last-child"):
                last.text = sign + (last.text or "")
        title = next(map(words_of, article.cssselect("h1")), "")
        for meaning in article.cssselect("dl.glossary > dd"):
            terms = terms_of(meaning)
            place = f"{address}#{terms[0].get('id')}"
            found.append([place, title, ", ".join(map(words_of, terms)), words_of(meaning), 1])
        for glossary in article.cssselect("dl.glossary"):
            glossary.drop_tree()
        sections = []
        for section in reversed(article.cssselect("section[id]")):  # those inside others first
            heading = next(iter(section.cssselect("h1, h2, h3, h4, h5, h6")), None)
            if heading is not None:
                name, place = words_of(heading), f"#{section.get('id')}"
                place = "" if heading.tag == "h1" else place
                heading.drop_tree()
                sections.append([address + place, title, name, words_of(section), 0])
            section.drop_tree()
        found += reversed(sections)
    return found


def write_entries(app, exception):
    if exception or app.builder.name != "html":
        return
    root = Path(app.outdir)
    found = []
    for path in written_pages(app):
        page = lxml.html.document_fromstring(path.read_text(encoding="utf-8"))
        found += entries(page, path.relative_to(root).as_posix())
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    (root / "_static" / FILES / "entries.js").write_text(f"const ENTRIES = {text};\n", "utf-8")


def use_own_search(page):
    """No page has Sphinx's scripts; the page of results has the course's own."""
    for script in page.cssselect("script[src]"):
        if script.get("src").partition("?")[0].endswith(SPHINX_TOOLS):
            script.drop_tree()
    if page.cssselect("#search-results"):
        address = f"_static/{FILES}/search.js"  # it fetches the entries
        page.head.append(lxml.html.builder.SCRIPT(src=address, defer="defer"))


def copy_script(app):
    copy_asset(Path(__file__).with_name("search.js"), Path(app.outdir) / "_static" / FILES)


def setup(app):
    app.connect("builder-inited", copy_script)
    app.connect("build-finished", write_entries)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
