"""Mend the markup of themes and extensions where axe or a reader would stumble.

Each mend names the package, and its version, that should do it instead.
"""

from lxml.html.builder import E
from words import WORDS

PAGE, THEME = WORDS["page"], WORDS["theme"]


def mend(page):
    """Mend a page, an element of lxml."""
    serve_readers_without_a_script(page)
    make_the_sidebar_a_landmark(page)
    name_the_current_page(page)
    name_buttons_by_their_text(page)
    make_references_a_list(page)
    make_empty_corners_of_tables_cells(page)
    hide_icons_from_screen_readers(page)
    save_notebooks(page)
    translate_the_theme(page)


def serve_readers_without_a_script(page):
    # pydata-sphinx-theme 0.17: "auto" has no colors, and only a script replaces it
    if page.get("data-theme") == "auto":
        page.set("data-theme", "light")
    stored = 'localStorage.getItem("theme")'
    system = '(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")'
    for script in page.cssselect("head > script:not([src])"):
        if f'{stored} || "auto"' in (script.text or ""):
            script.text = script.text.replace(
                f'{stored} || "auto"', f"{stored} || {system}"
            )
    # sphinx-book-theme 1.3: on a phone, the chapters open by a script only
    for header in page.cssselect(".header-article-items__start"):
        header.append(
            E.noscript(E.a(PAGE["all_chapters"], href="#pst-primary-sidebar"))
        )


def make_the_sidebar_a_landmark(page):
    # pydata-sphinx-theme 0.17: the title stands in the sidebar, which is no landmark
    for sidebar in page.cssselect("#pst-primary-sidebar"):
        sidebar.set("role", "complementary")
        sidebar.set("aria-label", PAGE["sidebar"])


def name_the_current_page(page):
    # pydata-sphinx-theme 0.17: only the looks of the link in the sidebar say so
    for link in page.cssselect(".bd-docs-nav a.current[href='#']"):
        link.set("aria-current", "page")


def name_buttons_by_their_text(page):
    # pydata-sphinx-theme 0.17, myst-nb 1.4: the label is not what the button shows
    for button in page.cssselect("button[aria-label], summary[aria-label]"):
        if button.text_content().strip():
            del button.attrib["aria-label"]


def make_references_a_list(page):
    # docutils 0.21: the role of an entry was withdrawn, and a list holds only items
    for entry in page.cssselect("[role=doc-biblioentry]"):
        entry.set("role", "listitem")


def make_empty_corners_of_tables_cells(page):
    # pandas 3.1, and tables in Markdown: the corner over the names of the rows
    for corner in page.cssselect("table th"):
        if not corner.text_content().strip():
            corner.tag = "td"


def hide_icons_from_screen_readers(page):
    # pydata-sphinx-theme 0.17: the characters of icon fonts are private ones
    for icon in page.cssselect("[class*='fa-']"):
        if not icon.text_content().strip():
            icon.set("aria-hidden", "true")


def save_notebooks(page):
    # sphinx-book-theme 1.3: a click shows the notebook as text
    for link in page.cssselect("a.btn-download-source-button[href$='.ipynb']"):
        link.set("download", "")


def translate_the_theme(page):
    # pydata-sphinx-theme 0.17, sphinx-book-theme 1.3: half of their words have no
    # translation. English is what they write, so for it there is nothing to do.
    labels = {theirs: ours for theirs, ours in THEME.items() if theirs != ours}
    for node in page.iter("*") if labels else ():
        if node.tag != "meta" and (
            node.get("class") == "headerlink" or not in_text(node)
        ):
            for name in "title", "aria-label", "data-bs-title", "placeholder":
                if node.get(name) in labels:
                    node.set(name, labels[node.get(name)])
            if (node.text or "").strip() in labels:
                node.text = node.text.replace(
                    node.text.strip(), labels[node.text.strip()]
                )


def in_text(node):
    return any(parent.tag == "article" for parent in node.iterancestors())
