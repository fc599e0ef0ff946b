"""One style sheet and small icon fonts in place of the themes' own, holding only what the pages
use.

They are made once all pages are written, from the classes and ids of every page of the book, also
of those that an earlier build wrote. The themes' own files stay as they are.
"""

import re
from fnmatch import fnmatch, translate
from hashlib import sha256
from pathlib import Path

import tinycss2
from lean_fonts import write_lean_font, written_pages

LEAN_CSS = (
    "styles/lean.css"  # in the folder of the theme's own, so that its addresses of fonts hold
)
# in the order of the pages
THEME_STYLES = (
    "basic.css",
    "styles/pydata-sphinx-theme.css",
    "pygments.css",
    "styles/sphinx-book-theme.css",
    "mystnb.*.css",
    "copybutton.css",
)
# Classes that scripts give to elements while a page is read
ADDED_BY_SCRIPTS = (
    *("active", "show", "showing", "hiding", "hide", "fade", "collaps*", "disabled"),  # states
    *("tooltip*", "bs-tooltip-*", "dropdown-menu*"),  # bootstrap.js
    *("scrolled", "noprint", "pst-sidebar-hidden", "pst-squeeze"),  # the themes' scripts
    *("copybtn", "success", "o-tooltip--left"),  # copybutton.js
    *(
        "search",
        "search-summary",
        "context",
        "highlighted",
    ),  # searchtools.js and sphinx_highlight.js
    *("explorer*", "question*"),  # the course's own
)
IS_ADDED = re.compile("|".join(map(translate, ADDED_BY_SCRIPTS)))
ICON = re.compile("[\ue000-\uf8ff]")  # icon fonts have their glyphs in Unicode's private use area


def is_theme_style(name):
    # theme.css only imports basic.css
    return name == "theme.css" or any(fnmatch(name, Path(style).name) for style in THEME_STYLES)


# ---- selectors


def names_in(selector):
    """The classes and ids without which a selector finds nothing (what stands in :not() and the
    like aside).
    """
    names = set()
    for before, token in zip([None, *selector], selector):
        if token.type == "hash" or token.type == "ident" and before == ".":
            names.add(token.value)
    return names


def split_at_commas(tokens):
    parts = [[]]
    for token in tokens:
        if token == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def purge(rules, used):
    """The rules as text, without the selectors that find nothing on any page."""
    kept = []
    for rule in rules:
        if rule.type == "comment" and rule.value.startswith("!"):  # a license
            kept.append(rule.serialize())
        elif rule.type == "qualified-rule":
            selectors = [
                part for part in split_at_commas(rule.prelude) if all(map(used, names_in(part)))
            ]
            if selectors:
                prelude = ",".join(tinycss2.serialize(part).strip() for part in selectors)
                kept.append(f"{prelude}{{{tight(rule.content)}}}")
        elif rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports"):
            inner = purge(
                tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True),
                used,
            )
            if inner:
                kept.append(f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{inner}}}")
        elif rule.type == "at-rule" and rule.lower_at_keyword not in ("charset", "import"):
            kept.append(rule.serialize())
    return "\n".join(kept)


def tight(content):
    declarations = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
    return ";".join(declaration.serialize().rstrip(";") for declaration in declarations)


# ---- icons


def with_lean_fonts(css, static):
    """The style sheet, where each icon font holds only the icons that it shows."""
    icons = "".join(ICON.findall(css))

    def lean_font(rule):
        address = re.search(r"\(([^)]+\.woff2)\)", rule[0])[1]
        font = (static / LEAN_CSS).parent / address
        lean = font.with_suffix(".lean.woff2")
        write_lean_font(font, icons, lean)
        source = address.replace(font.name, f"{lean.name}?v={digest(lean.read_bytes())}")
        return re.sub(r"src:[^;}]*", f'src:url({source}) format("woff2")', rule[0])

    return re.sub(r"@font-face\{[^}]*\}", lean_font, css)


# ---- all of it


def digest(content):
    return sha256(content).hexdigest()[:8]


def lean_styles(static, page_texts):
    names = set()
    for text in page_texts:
        names.update(" ".join(re.findall(r'\b(?:class|id)="([^"]*)"', text)).split())

    def used(name):
        return name in names or IS_ADDED.match(name)

    css = ""
    for pattern in THEME_STYLES:
        (style,) = static.glob(pattern)
        text = style.read_text(encoding="utf-8")
        if style.parent == static:
            text = re.sub(r"url\((?!data:)", "url(../", text)
        css += purge(tinycss2.parse_stylesheet(text), used) + "\n"
    return with_lean_fonts(css, static)


def write_lean_styles(app, exception):
    if exception or app.builder.name != "html":
        return
    static = Path(app.outdir) / "_static"
    pages = {path: path.read_text(encoding="utf-8") for path in written_pages(app)}
    css = lean_styles(static, pages.values())
    (static / LEAN_CSS).write_text(css, encoding="utf-8")
    address = f"{LEAN_CSS}?v={digest(css.encode())}"
    for path, text in pages.items():
        renewed = re.sub(re.escape(LEAN_CSS) + r"[\w?=]*", address, text)
        if renewed != text:
            path.write_text(renewed, encoding="utf-8")
