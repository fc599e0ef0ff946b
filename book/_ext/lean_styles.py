"""One style sheet and small icon fonts in place of the themes' own, with only what the pages use.

They are made once all pages are written, from the classes and ids of every page of the book, also
of those that an earlier build wrote. The themes' own files stay as they are. Packed, this saves
60 KB of styles and 270 KB of icons.
"""

import re
from fnmatch import fnmatch, translate
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import tinycss2
from lean_fonts import write_lean_font, written_pages
from sphinx.errors import ExtensionError

WRITTEN_FOR = {
    "pydata-sphinx-theme": "0.17.1",
    "sphinx-book-theme": "1.3.0",
    "myst-nb": "1.4.0",
    "sphinx-copybutton": "0.5.2",
}

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


def theme_has_changed(fault):
    """The error for pages or files that are not as those of the versions in WRITTEN_FOR."""
    versions = [f"{name} {old} (now {version(name)})" for name, old in WRITTEN_FOR.items()]
    return ExtensionError(
        f"{fault}. book/_ext/lean_theme.py and lean_styles.py, which make the pages light, were "
        f"written for {', '.join(versions)}. Either install the versions of requirements.txt, or "
        "look at what the new ones put into a page, and bring WORKS_ON, THEME_STYLES, "
        "ADDED_BY_SCRIPTS and WRITTEN_FOR up to date"
    )


# ---- selectors


def names_in(selector):
    """The classes and ids without which a selector finds nothing, but for those in :not() etc."""
    names = set()
    for before, token in zip([None, *selector], selector):
        if token.type == "hash" or (token.type == "ident" and before == "."):
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
                kept.append(f"{prelude}{{{tinycss2.serialize(rule.content)}}}")
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


# ---- icons


def with_lean_fonts(css, static):
    """The style sheet, where each icon font holds only the icons that it shows."""
    icons = "".join(ICON.findall(css))

    def lean_font(rule):
        address = re.search(r"\(([^)]+\.woff2)\)", rule[0])
        if not address:
            raise theme_has_changed(f"an icon font is no .woff2 file: {rule[0]}")
        address = address[1]
        font = (static / LEAN_CSS).parent / address
        lean = font.with_suffix(".lean.woff2")
        write_lean_font(font, icons, lean)
        source = address.replace(font.name, f"{lean.name}?v={digest(lean.read_bytes())}")
        return re.sub(r"src:[^;}]*", f'src:url({source}) format("woff2")', rule[0])

    css, fonts = re.subn(r"@font-face\{[^}]*\}", lean_font, css)
    if not (fonts and icons):
        raise theme_has_changed(f"the style sheets have {fonts} icon fonts, {len(icons)} icons")
    return css


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
        found = [path.name for path in static.glob(pattern)]
        if len(found) != 1:
            raise theme_has_changed(f"{static / pattern} are {found}, and must be one file")
        style = (static / pattern).with_name(found[0])
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
