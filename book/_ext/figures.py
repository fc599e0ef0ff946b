"""The chapters' figures as SVG in the page: in its font, and in the explorers' colors.

A notebook has each figure twice, as PNG and as SVG (ldp_course/plots.py). The SVG goes into the
page, with the alt text of its cell as its label. Where a figure has a color of the course, the page
has that of the explorers, by its name, so that the dark theme and forced colors have their own. The
style sheet of the explorers (course_pages.py) has the colors, course.css the rest.
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
SHORTER = [
    (r">\s+<", "><"),
    (r'<g id="[^"]*"', "<g"),
    (r"M (\S+) (\S+) L (\S+) \2 L \3 (\S+) L \1 \4 z", r"M \1 \2H\3V\4H\1z"),  # a bar
    (r"xlink:href", "href"),
    (r"font-size: 13px; |font-family: [^;\"]*(; )?", ""),
    (r' transform="rotate\(-0 [^"]*"', ""),
    # the style sheet scales words: what turns them stands around them
    (r'(<text [^>]*?) (transform="rotate[^"]*")(.*?</text>)', r"<g \2>\1\3</g>"),
]
PLAIN_GROUP = re.compile(r"<g>((?:(?!</?g[ >]).)*)</g>|<g ?/>")
LINE = re.compile(r'<text style="([^"]*)" transform="translate\((\S+) (\S+)\)">(.*?)</text>')
TAG, DECIMALS = re.compile(r"<[^>]*>"), re.compile(r"-?\d+\.\d{2,}")
COLOR = re.compile(r"#[0-9a-f]{6}\b(?=[;\"])")

log = logging.getLogger(__name__)


def ink(found):
    """The color of the page for one of a figure; a gray is so much of the words' color."""
    color = found[0]
    if color in INK:
        return f"var(--{INK[color]})"
    if color[1:] == 3 * color[1:3]:
        part = round(100 - int(color[1:3], 16) / 2.55)
        return f"color-mix(in srgb, var(--explorer-words) {part}%, var(--ground))"
    log.warning("The color %s of a figure has no dark form", color)
    return color


def rounded(number):
    return f"{float(number[0]):.1f}"


def centered(line):
    """Of a text with several lines, each is placed by its width in matplotlib's font."""
    style, left, bottom, words = line.groups()
    font = FontProperties(size=STYLE["font.size"], weight=700 if "700" in style else None)
    width, _, _ = text_to_path.get_text_width_height_descent(unescape(words), font, False)
    at = f'x="{float(left) + width / 2}" y="{bottom}"'
    return f'<text style="{style}; text-anchor: middle" {at}>{words}</text>'


def in_the_page(svg, name, words):
    """The SVG of matplotlib as a part of a page. `name` begins the ids in it."""
    box = re.search(r'viewBox="([^"]+)"', svg)[1]
    drawn = svg[svg.index("<g ") : svg.rindex("</svg>")]
    for pattern, instead in SHORTER:
        drawn = re.sub(pattern, instead, drawn)
    while PLAIN_GROUP.search(drawn):
        drawn = PLAIN_GROUP.sub(r"\1", drawn)
    drawn = LINE.sub(centered, drawn)
    for place, old in enumerate(dict.fromkeys(re.findall(r' id="([^"]+)"', drawn))):
        drawn = re.sub(rf'(id="|href="#|url\(#){old}\b', rf"\g<1>{name}-{place}", drawn)
    drawn = TAG.sub(lambda tag: DECIMALS.sub(rounded, tag[0]), drawn)
    drawn = COLOR.sub(ink, drawn)
    tag = f'<svg viewBox="{box}" role="img" aria-label="{escape(words)}">'
    return f'<div class="explorer drawn">{tag}{drawn}</svg></div>'


def put_in_the_page(app, doctree):
    for output in doctree.findall(nodes.container):
        if output.get("mime_type") == "image/svg+xml":
            (image,) = output.children
            file = Path(app.env.relfn2path(image["uri"])[1])
            svg, words = file.read_text("utf-8"), image.get("alt", "")
            drawn = in_the_page(svg, f"figure-{file.stem[:8]}", words)
            image.replace_self(nodes.raw("", drawn, format="html"))


def setup(app):
    # before Sphinx collects the pictures of a page, at 500
    app.connect("doctree-read", put_in_the_page, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
