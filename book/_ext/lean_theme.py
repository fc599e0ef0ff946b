"""Each page asks only for what it uses, and nothing but an explorer's script holds up its drawing.

The themes (pydata-sphinx-theme 0.17, sphinx-book-theme 1.3) give every page everything that any
page
may need: 950 KB. Here each written page keeps the scripts that it uses, all of them deferred, and
one style sheet that lean_styles makes of the themes' own; pictures come when the reader is near
them. No template of the theme is copied.
"""

import re
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from accessible_pages import mend
from bs4 import BeautifulSoup
from lean_styles import LEAN_CSS, is_theme_style, write_lean_styles
from sphinx.jinja2glue import BuiltinTemplateLoader

# A script stays on the pages that have what it works on. Scripts that are not listed stay
# everywhere.
WORKS_ON = {
    "clipboard.min.js": "div.highlight",
    "copybutton.js": "div.highlight",
    "fontawesome.js": "svg.fa-custom",  # only for icons drawn by a script, and the course has none
    "language_data.js": "#search-results",
    "searchindex.js": "#search-results",
    "searchtools.js": "#search-results",
}
# An inline call right after each explorer's markup needs this one.
AT_ONCE = {"explore.js"}


def file_name(address):
    return PurePosixPath(urlsplit(address).path).name


def lighten_scripts(page):
    for hint in page.select("link[rel=preload][as=script]"):
        hint.decompose()
    for script in page.select("script"):
        name = file_name(script.get("src", ""))
        if name in WORKS_ON and not page.select_one(WORKS_ON[name]):
            script.decompose()
        elif name and name not in AT_ONCE:
            script["defer"] = ""
            page.head.append(script.extract())  # asked for before the pictures
        elif script.text.startswith("DOCUMENTATION_OPTIONS."):
            script["type"] = (
                "module"  # an inline script waits for the deferred ones before it only as a module
            )
            page.head.append(script.extract())


def lighten_styles(page):
    themes = [
        link
        for link in page.select("link[rel=stylesheet]")
        if is_theme_style(file_name(link["href"]))
    ]
    if themes:
        first, *others = themes
        static = first["href"].partition("_static/")[0] + "_static/"
        first["href"] = static + LEAN_CSS
        for link in others:
            link.decompose()


def lighten_pictures(page):
    for picture in page.select("article img"):
        picture["loading"] = "lazy"
        # keeps the picture's place free, where a style sheet makes its height follow from its width
        for side in ("width", "height"):
            if size := re.search(rf"\b{side}: (\d+)px", picture.get("style", "")):
                picture[side] = size[1]


class LeanTemplates(BuiltinTemplateLoader):
    """Set as template_bridge in _config.yml."""

    def render(self, template, context):
        text = super().render(template, context)
        if not template.endswith(".html"):
            return text
        page = BeautifulSoup(text, "html.parser")
        mend(page)
        lighten_scripts(page)
        lighten_styles(page)
        lighten_pictures(page)
        return str(page)


def setup(app):
    app.connect(
        "build-finished", write_lean_styles, priority=900
    )  # pydata-sphinx-theme writes pygments.css at 500
    return {"parallel_read_safe": True, "parallel_write_safe": True}
