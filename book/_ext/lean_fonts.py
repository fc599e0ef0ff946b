"""The fonts of icons and formulas, with no more characters than the pages use.

Made once all pages are written, for the pages of an earlier build too.
"""

import re
from html import unescape
from pathlib import Path

from fontTools import subset
from katex_at_build import KATEX
from questions import hidden_text

# The fonts that some parts of formulas alone have, and the classes of these parts
FONT_OF_PARTS = {
    "KaTeX_AMS-Regular": "amsrm|mathbb|textbb",
    "KaTeX_Math-Italic": "mathnormal",
}
MAIN_FONT = "KaTeX_Main-Regular"


def written_pages(app):
    names = [*app.env.found_docs, "search"]
    return [path for name in names if (path := Path(app.builder.get_outfilename(name))).exists()]


def write_lean_font(source, characters, target):
    options = subset.Options(flavor="woff2", layout_features=[], hinting=False, notdef_outline=True)
    font = subset.load_font(source, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    target.parent.mkdir(parents=True, exist_ok=True)
    subset.save_font(font, target, options)


def formulas(page):
    """Each formula of a page, as HTML without the MathML for screen readers."""
    for start in re.finditer('<span class="katex">', page):
        depth = 0
        for tag in re.compile(r"<(/?)span\b").finditer(page, start.start()):
            depth += -1 if tag[1] else 1
            if depth == 0:
                formula = page[start.start() : tag.start()]
                yield re.sub("<math.*?</math>", "", formula, flags=re.DOTALL)
                break


def characters_of(font, formulas, everywhere):
    """What a font must have: of some fonts what formulas show in them, else all of the pages."""
    if font in FONT_OF_PARTS:
        part = rf'class="[^"]*\b(?:{FONT_OF_PARTS[font]})\b[^"]*"[^>]*>([^<]*)'
        return set(unescape("".join(re.findall(part, formulas))))
    if font == MAIN_FONT:
        return set(unescape(re.sub("<[^>]*>", "", formulas)))
    return everywhere


def write_fonts_of_formulas(app, exception):
    if exception or app.builder.name != "html":
        return
    pages = [path.read_text(encoding="utf-8") for path in written_pages(app)]
    pages = [page + hidden_text(page) for page in pages]
    everywhere = set("".join(pages))
    all_formulas = "".join(formula for page in pages for formula in formulas(page))
    folder = Path(app.outdir) / "_static" / "katex" / "fonts"
    for font in (KATEX / "fonts").glob("*.woff2"):
        characters = characters_of(font.stem, all_formulas, everywhere)
        write_lean_font(font, "".join(sorted(characters)), folder / font.name)


def setup(app):
    app.connect("build-finished", write_fonts_of_formulas)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
