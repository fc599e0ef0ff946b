"""Mend each written page, give it the course's own search, and make it light."""

import re
from pathlib import Path

import editions
import lxml.html
import stored
from accessible_pages import mend
from search_by_section import drop_sphinx_search
from sphinx.errors import ExtensionError
from sphinx.jinja2glue import BuiltinTemplateLoader


class LeanTemplates(BuiltinTemplateLoader):
    """Set as template_bridge in _config.yml."""

    def init(self, builder, *arguments, **options):
        self.app = builder.app
        super().init(builder, *arguments, **options)

    def render(self, template, context):
        text = super().render(template, context)
        if not text.lstrip().startswith("<!DOCTYPE html>"):
            # no page, or a part of a page, which comes by again with its page
            return text
        page = lxml.html.document_fromstring(text)
        mend(page)
        stored.link_in_footer(page, context)
        editions.join(self.app, page, context["pagename"])
        drop_sphinx_search(page)
        # 540 KB, for icons that a script draws: the course's come from a font
        for script in page.cssselect("script[src*='/fontawesome.js']"):
            script.drop_tree()
        return lxml.html.tostring(page, encoding="unicode", doctype="<!DOCTYPE html>")


# .fa-house:before,.fa-home:before{content:"\f015"}
ICON = re.compile(r"((?:\.fa-[\w-]+:before,?)+)\{content:[^}]*\}")
ICON_NAME = re.compile(r"\bfa-[\w-]+")


def keep_icons_shown(app, failed):
    """Drop from the theme's style sheet the icons that no page shows: a third of it."""
    if failed or app.builder.format != "html":
        return
    site = Path(app.outdir)
    sources = [*site.rglob("*.html"), *site.rglob("pydata-sphinx-theme.js")]
    shown = {
        name
        for source in sources
        for name in ICON_NAME.findall(source.read_text(encoding="utf-8"))
    }
    sheet = site / "_static" / "styles" / "pydata-sphinx-theme.css"
    sheet.write_text(
        ICON.sub(
            lambda rule: (
                rule[0] if shown.intersection(ICON_NAME.findall(rule[1])) else ""
            ),
            sheet.read_text(encoding="utf-8"),
        ),
        encoding="utf-8",
    )


# What the theme asks of every box that may scroll, at the start and 300 ms after each
# change of the page, lays out what is folded, too. course.js asks those that are seen.
ASKS_EVERY_BOX = (
    ',"complete"===document.readyState?I():window.addEventListener("load",I)'
)


def drop_question_to_every_box(app, failed):
    """Take from the theme's script what gives the keyboard to boxes that scroll."""
    if failed or app.builder.format != "html":
        return
    script = Path(app.outdir) / "_static" / "scripts" / "pydata-sphinx-theme.js"
    text = script.read_text(encoding="utf-8")
    if text.count(ASKS_EVERY_BOX) != 1:
        message = "the theme's script has changed: see ASKS_EVERY_BOX in lean_theme.py"
        raise ExtensionError(message)
    script.write_text(text.replace(ASKS_EVERY_BOX, ""), encoding="utf-8")


def setup(app):
    app.setup_extension("search_by_section")
    app.connect("build-finished", keep_icons_shown)
    app.connect("build-finished", drop_question_to_every_box)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
