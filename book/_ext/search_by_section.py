"""Search the prose section by section, and the glossary's terms before all else.

Once all pages are written, their words go into one file, without code, numbers of
outputs, menus and the sources of formulas. search.js looks through it, also where the
book is opened as files, for the words of a query and their synonyms
(search_words.toml). course.js brings it when a reader goes to the field of the search.

Names of the module are looked up by themselves: where the page of the module describes
each, and the sections whose code has it.
"""

import json
import re
import tomllib
from collections import defaultdict
from pathlib import Path

import lxml.html
from words import WORDS

FILES = "search"  # a folder of _static
SPHINX_TOOLS = "searchtools.js", "language_data.js", "searchindex.js"

NO_PROSE = (
    ".headerlink, .reading-time, .run-here, form.your-turn, .report-an-error, "
    "script, style, noscript, pre, table.dataframe, .katex-html, annotation, "
    "div.formula, svg, .cell_input, .explorer-numbers, .explorer-still, summary, "
    ".eqno, button, .card-facts"
)
# for a formula in a line of words: exponents, and what stands over a letter
RAISED = dict(zip("0123456789+−()abhijkmnstxyzTε", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ᵃᵇʰⁱʲᵏᵐⁿˢᵗˣʸᶻᵀᵋ"))
RAISED |= {sign: sign for sign in "′∗⊤"}
OVER = {"^": "\u0302", "ˉ": "\u0304"}


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


def names_of(page, address):
    """Return [address, page's title, name, what it is] of each name described there."""
    title = next(map(words_of, page.cssselect("article.bd-article h1")), "").rstrip("#")
    names = []
    for head in page.cssselect("dl.py > dt[id]"):
        says = next(map(words_of, head.getnext().cssselect("p")), "")
        name = head.get("id").removeprefix("ldp_course.")
        names.append([f"{address}#{head.get('id')}", title, name, says])
    return names


def names_in_code(article, names):
    """Return {section: which of these names its own code has, and its a_b and AbC}."""
    found = defaultdict(set)
    for code in article.cssselect("pre"):
        section = next(code.iterancestors("section"), None)
        words = set(re.findall(r"[A-Za-z]\w+", code.text_content()))
        found[section] |= {
            word for word in words if word in names or re.search("[a-z](_|[A-Z])", word)
        }
    return found


def write_formulas_in_a_line(article):
    """Write e^ε as eᵋ, and a fraction with a slash."""
    for last in article.cssselect("math msup > :last-child"):
        text = last.text_content()
        if set(text) <= set(RAISED) and not last.cssselect("msub"):
            tail = last.tail
            last.clear()
            last.text, last.tail = "".join(map(RAISED.get, text)), tail
        else:
            last.text = "^" + (last.text or "")
    for last in article.cssselect("math mover > :last-child"):
        last.text = OVER.get(last.text, last.text)
    for last in article.cssselect("math mfrac > :last-child"):
        last.text = "/" + (last.text or "")


def entries_of(page, address, names=frozenset()):
    """Return a list for each section and term, as search.js reads it.

    It has the address, the page's title, the heading, the prose, whether it is a term,
    and the names in its code.
    """
    entries = []
    for article in page.cssselect("article.bd-article"):
        in_code = names_in_code(article, names)
        for node in article.cssselect(NO_PROSE):
            node.drop_tree()
        write_formulas_in_a_line(article)
        title = next(map(words_of, article.cssselect("h1")), "")
        for meaning in article.cssselect("dl.glossary > dd"):
            terms = terms_of(meaning)
            place = f"{address}#{terms[0].get('id')}"
            heading = ", ".join(map(words_of, terms))
            entries.append([place, title, heading, words_of(meaning), 1, ""])
        for known in article.cssselect("dl.glossary, a[href^='#term-']"):
            known.drop_tree()  # and an index of the terms
        sections = []
        # those inside others first
        for section in reversed(article.cssselect("section[id]")):
            heading = next(iter(section.cssselect("h1, h2, h3, h4, h5, h6")), None)
            if heading is not None:
                name, place = words_of(heading), f"#{section.get('id')}"
                place = "" if heading.tag == "h1" else place
                heading.drop_tree()
                code = " ".join(sorted(in_code[section]))
                prose = words_of(section)
                sections.append([address + place, title, name, prose, 0, code])
            section.drop_tree()
        entries += reversed(sections)
    return entries


def write_entries(app, exception):
    if exception or app.builder.name != "html":
        return
    root = Path(app.outdir)
    pages = {}
    for name in sorted(app.env.found_docs):
        path = Path(app.builder.get_outfilename(name))
        if path.exists():
            page = lxml.html.document_fromstring(path.read_text(encoding="utf-8"))
            pages[path.relative_to(root).as_posix()] = page
    names = [name for place in pages for name in names_of(pages[place], place)]
    last = {name.rpartition(".")[2] for _, _, name, _ in names}
    entries = [
        entry for place in pages for entry in entries_of(pages[place], place, last)
    ]
    text = "".join(
        f"const {name} = "
        f"{json.dumps(values, ensure_ascii=False, separators=(',', ':'))};\n"
        for name, values in {"ENTRIES": entries, "NAMES": names}.items()
    )
    (root / "_static" / FILES / "entries.js").write_text(text, "utf-8")


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
    phrases = ",".join(f"/{phrase}/gu" for phrase in tables["empty"].get("phrases", []))
    script = (
        f'(() => {{\n"use strict";\nconst WORDS = {words};\n'
        f"const SYNONYMS = {synonyms};\nconst EMPTY = new Set({empty});\n"
        f"const PHRASES = [{phrases}];\n"
        f"{(here / 'search.js').read_text('utf-8')}"
        "globalThis.searchBook = search;\n})();\n"
    )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "search.js").write_text(script, "utf-8")


def setup(app):
    app.connect("builder-inited", write_script)
    app.connect("build-finished", write_entries)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
