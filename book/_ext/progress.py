"""Show how far a chapter is read, and lead back to it from the welcome page.

The welcome page has an empty `<div id="go-on"></div>`, and its cards get the number of
their chapter and its minutes, as the chapter itself says them. The scripts are in
book/_progress, their words in book/words.toml.
"""

import json
import re
from html import escape, unescape
from pathlib import Path

from docutils import nodes
from editions import ENGLISH_BOOK, TREE, address, from_page, pages_in_english
from reading_time import minutes_from_each_section
from stored import PAGE as STORED
from words import WORDS

from ldp_course.explore.page import light, light_style

SAYS = WORDS["progress"]
FILES = Path(__file__).parents[1] / "_progress"
PLACE = '<div id="go-on"></div>'
CARDS = re.compile(r'<ul class="chapter-cards">.*?</ul>', re.DOTALL)
CARD = re.compile(
    r'<p>(?=<a class="reference internal" href="(\w+)\.html">(.*?)</a></p>)'
)
# which function each script gives to the page, and its words
SCRIPTS = {
    "chapter": ("follow", "section here read read_here sum"),
    "welcome": ("lead", "go_on left next begun read forget"),
}
TAG = re.compile(r"<[^>]*>")
MINUTES = re.compile(r"<summary>(\d+) minutes to read")


def source_of(name, edition):
    """Return the English source of a chapter."""
    return (ENGLISH_BOOK if edition else TREE / "book") / f"{name}.ipynb"


def minutes_of(name, edition):
    """Return the minutes that a chapter gives below its question, in any edition."""
    return int(MINUTES.search(source_of(name, edition).read_text("utf-8"))[1])


def minutes_of_sections(name, edition):
    """Return how many of these minutes each of its sections takes."""
    whole, *left = minutes_from_each_section(source_of(name, edition))
    left = [round(minutes_of(name, edition) * part / whole) for part in left]
    return [here - further for here, further in zip(left, [*left[1:], 0])]


def mark_paragraphs(app, doctree, docname):
    """Give an address to each paragraph of a chapter, so that a link leads back to it.

    They are p1, p2 … in both editions, which have the same paragraphs.
    """
    if not app.env.toc_secnumbers.get(docname):
        return
    paragraphs = [
        paragraph
        for paragraph in doctree.findall(nodes.paragraph)
        if isinstance(paragraph.parent, nodes.section)
    ]
    for number, paragraph in enumerate(paragraphs, 1):
        paragraph["ids"] = paragraph["ids"] or [f"p{number}"]


def chapters_of(app, pagename, cards):
    """Return [(name, title, address seen from this page)] of the cards."""
    lacking = pages_in_english(app)
    chapters = []
    for name, link in CARD.findall(cards):
        page = f"book/{name}"
        edition = "" if page in lacking else app.config.edition
        place = from_page(app, pagename, address(edition, page))
        chapters.append((name, unescape(TAG.sub("", link)), place))
    return chapters


def mark_ends_of_sittings(app, doctree, docname):
    for quote in doctree.findall(nodes.block_quote):
        if quote.astext().startswith(SAYS["sitting_end"]):
            quote["classes"].append("sitting-end")


def strip(chapters, stored):
    """Return the place for the way back, which a script fills before it is seen."""
    given = json.dumps([chapters, stored], ensure_ascii=False).replace("</", "<\\/")
    return (
        '<p class="go-on"></p>\n<script>globalThis.ldpProgress?.lead('
        f"document.currentScript.previousElementSibling, ...{given})</script>"
    )


def facts(name, number, edition):
    words = SAYS["facts"].format(number=number, minutes=minutes_of(name, edition))
    return f'<p><span class="card-facts"><span>{escape(words)}</span></span>'


def add_progress(app, pagename, templatename, context, doctree):
    body, edition = context.get("body", ""), app.config.edition
    if PLACE in body:
        chapters = chapters_of(app, pagename, "".join(CARDS.findall(body)))
        numbers = {name: k for k, (name, *_) in enumerate(chapters, 1)}

        def with_facts(card):
            return facts(card[1], numbers[card[1]], edition)

        body = CARDS.sub(lambda cards: CARD.sub(with_facts, cards[0]), body)
        way_back = strip(chapters, context["pathto"](STORED))
        context["body"] = body.replace(PLACE, way_back)
        app.add_css_file("progress/progress.css")
        # not deferred: an inline call right after its place fills it
        app.add_js_file("progress/welcome.js")
    elif app.env.toc_secnumbers.get(pagename):  # a chapter
        name = Path(pagename).name
        values = f"{json.dumps(name)}, {minutes_of_sections(name, edition)}"
        app.add_css_file("progress/progress.css")
        app.add_js_file("progress/chapter.js")
        context["body"] += (
            f"<script>globalThis.ldpProgress?.follow({values})</script>\n"
        )


def copy_files(app):
    folder = Path(app.outdir) / "_static" / "progress"
    folder.mkdir(parents=True, exist_ok=True)
    rules = (FILES / "progress.css").read_text("utf-8")
    (folder / "progress.css").write_text(light_style(rules), "utf-8")
    for name, (does, used) in SCRIPTS.items():
        words = {key: SAYS[key] for key in used.split()}
        files = FILES / "kept.js", FILES / f"{name}.js"
        script = light("".join(file.read_text("utf-8") for file in files))
        (folder / f"{name}.js").write_text(
            f'(() => {{\n"use strict";\n'
            f"const WORDS = {json.dumps(words, ensure_ascii=False)};\n"
            f"{script}globalThis.ldpProgress = {{ {does} }};\n}})();\n",
            "utf-8",
        )


def setup(app):
    app.connect("builder-inited", copy_files)
    app.connect("doctree-resolved", mark_paragraphs)
    app.connect("doctree-resolved", mark_ends_of_sittings)
    # after the cards got their pictures
    app.connect("html-page-context", add_progress, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
