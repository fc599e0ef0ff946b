"""The fonts of icons and formulas, with no more characters than the pages use.

Made once all pages are written, for the pages of an earlier build too.
"""

from pathlib import Path

from fontTools import subset
from katex_at_build import KATEX
from questions import hidden_text


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


def write_fonts_of_formulas(app, exception):
    if exception or app.builder.name != "html":
        return
    pages = [path.read_text(encoding="utf-8") for path in written_pages(app)]
    characters = "".join(set("".join(page + hidden_text(page) for page in pages)))
    for font in (KATEX / "fonts").glob("*.woff2"):
        write_lean_font(
            font, characters, Path(app.outdir) / "_static" / "katex" / "fonts" / font.name
        )


def setup(app):
    app.connect("build-finished", write_fonts_of_formulas)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
