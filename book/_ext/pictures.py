"""Pictures that are computed when the book is built, as SVG in the page.

    :::{picture} binomial
    What the picture shows, in words: its text alternative.
    :::

The name is that of a function of picture_gallery.py. The colors are the explorers' own, so each
picture has a dark form, and the style sheet goes on no other page.
"""

from html import escape
from pathlib import Path

import picture_gallery
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from ldp_course.explore.page import style

RULES = Path(__file__).parents[1] / "_pictures" / "pictures.css"


class Picture(SphinxDirective):
    has_content = True
    required_arguments = 1

    def run(self):
        name = self.arguments[0]
        words = " ".join(" ".join(self.content).split())
        if name not in picture_gallery.PICTURES:
            known = ", ".join(picture_gallery.PICTURES)
            raise self.error(f"There is no picture {name!r}. There are {known}.")
        if len(words.split()) < 10:
            raise self.error(f"The picture {name!r} must be told in words, at least ten.")
        drawn = picture_gallery.PICTURES[name]()
        svg = drawn.replace("<svg ", f'<svg role="img" aria-label="{escape(words)}" ', 1)
        figure = f'<figure class="picture" id="picture-{name}">{svg}</figure>'
        self.env.note_dependency(picture_gallery.__file__)
        return [nodes.raw("", figure, format="html")]


def colors():
    """The explorers' colors in both themes, under the name of these pictures."""
    before, _, _ = style().partition("figure.explorer {")
    return before.replace(".explorer", ".picture")


def copy_style(app):
    folder = Path(app.outdir) / "_static" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pictures.css").write_text(colors() + RULES.read_text("utf-8"), "utf-8")


def add_style(app, pagename, templatename, context, doctree):
    if '<figure class="picture"' in context.get("body", ""):
        app.add_css_file("pictures/pictures.css")


def setup(app):
    app.add_directive("picture", Picture)
    app.connect("builder-inited", copy_style)
    app.connect("html-page-context", add_style)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
