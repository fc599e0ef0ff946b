"""Search the prose section by section, and the glossary's terms before all else.

Once all pages are written, their words go into one file, without code, numbers of
outputs, menus and the sources of formulas. search.js looks through it, also where the
book is opened as files, for the words of a query and their synonyms
(search_words.toml). course.js brings it when a reader goes to the field of the search.
"""

import json
import tomllib
from pathlib import Path

import lxml.html
from words import WORDS

FILES = "search"  # a folder of _static
SPHINX_TOOLS = "searchtools.js", "language_data.js", "searchindex.js"

NO_PROSE = (
    ".headerlink, .reading-time, .run-here, form.your-turn, .report-an-error, "
    "script, style, noscript, pre, table.dataframe, .katex-html, annotation, "
    "div.formula, .cell_input, .explorer-numbers, .explorer-still, summary, .eqno"
)
# for a formula in words: where its last part stands
SIGNS = {"msup": "^", "mfrac": "/"}


def words_of(node):
    return " ".join(node.text_content().split())


def terms_of(meaning):
    """Return the glossary's words that have this meaning, in their order."""
    terms = []
    for node in meaning.itersiblings(preceding=True):
        if node.tag != "dt":
            break
        terms.insert(0, node)
    return terms


def entries_of(page, address):
    """Return [address, page's title, heading, prose, is a term] of each section."""
    entries = []
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
            heading = ", ".join(map(words_of, terms))
            entries.append([place, title, heading, words_of(meaning), 1])
        for glossary in article.cssselect("dl.glossary"):
            glossary.drop_tree()
        sections = []
        # those inside others first
        for section in reversed(article.cssselect("section[id]")):
            heading = next(iter(section.cssselect("h1, h2, h3, h4, h5, h6")), None)
            if heading is not None:
                name, place = words_of(heading), f"#{section.get('id')}"
                place = "" if heading.tag == "h1" else place
                heading.drop_tree()
                sections.append([address + place, title, name, words_of(section), 0])
            section.drop_tree()
        entries += reversed(sections)
    return entries


def write_entries(app, exception):
    if exception or app.builder.name != "html":
        return
    root = Path(app.outdir)
    entries = []
    for name in sorted(app.env.found_docs):
        path = Path(app.builder.get_outfilename(name))
        if path.exists():
            page = lxml.html.document_fromstring(path.read_text(encoding="utf-8"))
            entries += entries_of(page, path.relative_to(root).as_posix())
    text = json.dumps(entries, ensure_ascii=False, separators=(",", ":"))
    file = root / "_static" / FILES / "entries.js"
    file.write_text(f"const ENTRIES = {text};\n", "utf-8")


def drop_sphinx_search(page):
    for script in page.cssselect("script[src]"):
        if script.get("src").partition("?")[0].endswith(SPHINX_TOOLS):
            script.drop_tree()


def write_script(app):
    here, folder = Path(__file__).parent, Path(app.outdir) / "_static" / FILES
    tables = tomllib.loads((here / "search_words.toml").read_text("utf-8"))
    words = json.dumps(WORDS["search"], ensure_ascii=False)
    synonyms = json.dumps(tables["synonyms"], ensure_ascii=False)
    empty = json.dumps(tables["empty"]["words"].split(), ensure_ascii=False)
    script = (
        f'(() => {{\n"use strict";\nconst WORDS = {words};\n'
        f"const SYNONYMS = {synonyms};\nconst EMPTY = new Set({empty});\n"
        f"{(here / 'search.js').read_text('utf-8')}"
        "globalThis.searchBook = search;\n})();\n"
    )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "search.js").write_text(script, "utf-8")


def setup(app):
    app.connect("builder-inited", write_script)
    app.connect("build-finished", write_entries)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
