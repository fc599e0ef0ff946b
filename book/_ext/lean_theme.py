"""Each page asks only for what it uses: a first visit transfers at most 200 KB, packed.

The themes give every page everything that any page may need: 950 KB. Here each written page loses
the scripts that have nothing to work on, and gets one style sheet that lean_styles makes of the
themes' own; pictures come when the reader is near them. No template of the theme is copied.
"""

import re
from pathlib import PurePosixPath
from urllib.parse import urlsplit

import lxml.html
from accessible_pages import mend
from lean_styles import LEAN_CSS, THEME_STYLES, is_theme_style, theme_has_changed, write_lean_styles
from search_by_section import use_own_search
from sphinx.jinja2glue import BuiltinTemplateLoader

# A script stays on the pages that have what it works on; the others stay everywhere
WORKS_ON = {
    "clipboard.min.js": "div.highlight",
    "copybutton.js": "div.highlight",
    "fontawesome.js": "svg.fa-custom",  # only for icons drawn by a script; the course has none
}


def file_name(address):
    return PurePosixPath(urlsplit(address).path).name


def lighten_scripts(page):
    for tag in page.cssselect("script[src], link[rel=preload][as=script]"):
        name = file_name(tag.get("src") or tag.get("href"))
        if name in WORKS_ON and not page.cssselect(WORKS_ON[name]):
            tag.drop_tree()


def lighten_styles(page):
    links = page.cssselect("link[rel=stylesheet]")
    themes = [link for link in links if is_theme_style(file_name(link.get("href")))]
    if len(themes) < len(THEME_STYLES):
        found = ", ".join(file_name(link.get("href")) for link in themes) or "none"
        raise theme_has_changed(f"a page asks for these style sheets of the themes only: {found}")
    first, *others = themes
    static = first.get("href").partition("_static/")[0] + "_static/"
    first.set("href", static + LEAN_CSS)
    for link in others:
        link.drop_tree()


def lighten_pictures(page):
    for picture in page.cssselect("article img"):
        picture.set("loading", "lazy")
        # keeps the picture's place free, where a style sheet makes its height follow from its width
        for side in ("width", "height"):
            if size := re.search(rf"\b{side}: (\d+)px", picture.get("style", "")):
                picture.set(side, size[1])


class LeanTemplates(BuiltinTemplateLoader):
    """Set as template_bridge in _config.yml."""

    def render(self, template, context):
        text = super().render(template, context)
        if not text.lstrip().startswith("<!DOCTYPE html>"):
            return text  # a part of a page, which comes by again with its page, or no page
        page = lxml.html.document_fromstring(text)
        mend(page)
        use_own_search(page)
        lighten_scripts(page)
        lighten_pictures(page)
        lighten_styles(page)
        return lxml.html.tostring(page, encoding="unicode", doctype="<!DOCTYPE html>")


def setup(app):
    app.setup_extension("search_by_section")
    app.connect(
        "build-finished", write_lean_styles, priority=900
    )  # pydata-sphinx-theme writes pygments.css at 500
    return {"parallel_read_safe": True, "parallel_write_safe": True}
