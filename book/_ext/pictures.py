"""Put drawn pictures (book/_pictures/*.svg) into the page, in the colors of its theme.

    :::{picture} binomial
    What the picture shows, in words: its text alternative.
    :::

puts book/_pictures/binomial.svg there. It gets the explorers' colors, so that it has a
dark form, by its classes: pale, full, line, c0, c1 (book/_pictures/pictures.css).

Pictures that have words in book/words.toml get a button that draws them
again (book/_pictures/live.js). Without JavaScript and on paper they are still.

On the welcome page, each chapter's card gets book/_pictures/chapters/<chapter>.svg. It
only decorates: it has no words, and a screen reader passes over it.
"""

import json
import re
from html import escape
from pathlib import Path

from docutils import nodes
from han import count_han, without_han
from picture_numbers import numbers
from sphinx.util.docutils import SphinxDirective
from words import WORDS

from ldp_course.explore.page import light, style
from ldp_course.figure_words import unbroken

FOLDER = Path(__file__).parents[1] / "_pictures"
LIVE = {
    picture: {name: unbroken(text) for name, text in words.items()}
    for picture, words in WORDS["pictures"].items()
}
CARD = re.compile(r'<li>(?=<p><a class="reference internal" href="(\w+)\.html">)')


def drawing(name, attributes):
    """Return the text of an SVG file with these attributes on its first tag."""
    svg = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    return svg.replace("<svg ", f"<svg {attributes} ", 1)


def live_parts(name):
    """Return the attributes of a live picture's figure, and its button and sentence."""
    words = LIVE.get(name.removeprefix("question-"))
    if words is None:
        return "", ""
    data = json.dumps(numbers(name.removeprefix("question-")))
    longest = max((words[key] for key in words.keys() - {"button", "restart"}), key=len)
    parts = (
        f'<button type="button">{escape(words["button"])}</button>'
        f'<div data-room="{escape(longest)}"><p role="status">{escape(words["start"])}'
        "</p></div>"
    )
    return f' data-numbers="{escape(data)}"', f'<div class="draws">{parts}</div>'


class Picture(SphinxDirective):
    has_content = True
    required_arguments = 1

    def run(self):
        name = self.arguments[0]
        words = " ".join(" ".join(self.content).split())
        known = sorted(file.stem for file in FOLDER.glob("*.svg"))
        if name not in known:
            raise self.error(
                f"There is no picture {name!r}. There are {', '.join(known)}."
            )
        if len(without_han(words).split()) + count_han(words) / 2 < 10:
            raise self.error(
                f"The picture {name!r} needs a text alternative of at least ten words."
            )
        svg = drawing(name, f'role="img" aria-label="{escape(words)}"')
        data, draws = live_parts(name)
        figure = (
            f'<figure class="picture" id="picture-{name}"{data}>{svg}{draws}</figure>'
        )
        self.env.note_dependency(FOLDER / f"{name}.svg")
        return [nodes.raw("", figure, format="html")]


def add_thumbnails(app, pagename, templatename, context, doctree):
    def with_picture(card):
        attributes = 'class="thumbnail" aria-hidden="true"'
        return card[0] + drawing(f"chapters/{card[1]}", attributes)

    body = context.get("body", "")
    before, cards, after = body.partition('<ul class="chapter-cards">')
    if cards:
        context["body"] = before + cards + CARD.sub(with_picture, after)


def colors():
    """Return the explorers' colors in both themes, under the name of these pictures."""
    before, _, _ = style().partition("figure.explorer {")
    return before.replace(".explorer", ".picture")


def copy_style(app):
    folder = Path(app.outdir) / "_static" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    rules = (FOLDER / "pictures.css").read_text("utf-8")
    (folder / "pictures.css").write_text(colors() + rules, "utf-8")
    script = light((FOLDER / "live.js").read_text("utf-8"))
    words = json.dumps(LIVE, ensure_ascii=False)
    mount = "document.querySelectorAll('.picture[data-numbers]').forEach(mount);"
    (folder / "live.js").write_text(
        f"(() => {{\nconst WORDS = {words};\n{script}{mount}\n}})();\n", "utf-8"
    )


def add_style(app, pagename, templatename, context, doctree):
    if '<figure class="picture"' in context.get("body", ""):
        app.add_css_file("pictures/pictures.css")
    if '<div class="draws">' in context.get("body", ""):
        app.add_js_file("pictures/live.js", defer="defer")


def setup(app):
    app.add_directive("picture", Picture)
    app.connect("builder-inited", copy_style)
    app.connect("html-page-context", add_style)
    app.connect("html-page-context", add_thumbnails)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
