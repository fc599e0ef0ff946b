"""Put the chapters' figures into the page, in its font and the explorers' colors.

A notebook has each figure twice, as PNG and as SVG (ldp_course/plots.py). The SVG goes
into the page, with the alt text of its cell as its label. Where a figure has a color of
the course, the page has that of the explorers, by its name, so that the dark theme and
forced colors have their own. The style sheet of the explorers (course_pages.py) has the
colors, course.css the font.
"""

import re
from html import escape, unescape
from pathlib import Path

from docutils import nodes
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path
from sphinx.util import logging

from ldp_course.plots import BLACK, BLUE, GREEN, PALE, PALE_RED, PURPLE, RED, STYLE

INK = {
    BLACK: "explorer-words",
    BLUE: "explorer-0",
    RED: "explorer-1",
    GREEN: "explorer-2",
    PURPLE: "explorer-3",
    PALE: "pale",
    PALE_RED: "pale-red",
    STYLE["grid.color"]: "explorer-rule",
    "#000000": "explorer-words",
    "#ffffff": "ground",
}
COLOR = re.compile(r"#[0-9a-f]{6}\b(?=[;\"])")
ID = re.compile(r'(?<= id=")|(?<=href="#)|(?<=url\(#)')
LINE = re.compile(r'<text style="([^"]*)" transform="translate\((\S+) (\S+)\)">([^<]*)')

log = logging.getLogger(__name__)


def ink(match):
    """Return the page's color for one of a figure; a gray is a part of the words'."""
    color = match[0]
    if color in INK:
        return f"var(--{INK[color]})"
    if color[1:] == 3 * color[1:3]:
        part = round(100 - int(color[1:3], 16) / 2.55)
        return f"color-mix(in srgb, var(--explorer-words) {part}%, var(--ground))"
    log.warning("The color %s of a figure has no dark form", color)
    return color


def centered(match):
    """Place a line by its middle: matplotlib places each of several by its left end."""
    style, left, bottom, words = match.groups()
    bold = 700 if "700" in style else None
    family = STYLE.get("font.family")
    font = FontProperties(family, size=STYLE["font.size"], weight=bold)
    width, *_ = text_to_path.get_text_width_height_descent(unescape(words), font, False)
    middle = float(left) + width / 2
    style = f"{style}; text-anchor: middle"
    return f'<text style="{style}" x="{middle}" y="{bottom}">{words}'


def in_the_page(svg, name, words):
    """Return matplotlib's SVG as a part of a page. `name` begins the ids in it."""
    box = re.search(r'viewBox="([^"]+)"', svg)[1]
    drawing = svg[svg.index("<g ") : svg.rindex("</svg>")]
    drawing = COLOR.sub(ink, ID.sub(f"{name}-", LINE.sub(centered, drawing)))
    tag = f'<svg viewBox="{box}" role="img" aria-label="{escape(words)}">'
    return f'<div class="explorer drawn">{tag}{drawing}</svg></div>'


def put_in_the_page(app, doctree):
    for output in doctree.findall(nodes.container):
        if output.get("mime_type") == "image/svg+xml":
            (image,) = output.children
            file = Path(app.env.relfn2path(image["uri"])[1])
            svg, words = file.read_text("utf-8"), image.get("alt", "")
            html = in_the_page(svg, f"figure-{file.stem[:8]}", words)
            image.replace_self(nodes.raw("", html, format="html"))


def setup(app):
    # before Sphinx collects the pictures of a page, at 500
    app.connect("doctree-read", put_in_the_page, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
