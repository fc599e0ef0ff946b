"""What is wrong in the markup of the themes and extensions, for axe or for a reader, is mended in
the written page.

Each mend names the package, and its version, that should do it instead.
"""

from lxml.html.builder import E


def mend(page):
    it_reads_well_without_a_script(page)
    its_head_says_things_once(page)
    title_is_in_a_landmark(page)
    buttons_are_named_by_their_text(page)
    icons_are_not_read(page)
    references_are_lists(page)
    corners_of_tables_are_not_headers(page)
    notebooks_are_downloaded(page)


def it_reads_well_without_a_script(page):
    # pydata-sphinx-theme 0.17: "auto" has no colors, and stands until a script replaces it
    if page.get("data-theme") == "auto":
        page.set("data-theme", "light")
    for script in page.cssselect("head > script:not([src])"):
        if 'localStorage.getItem("theme") || "auto"' in (script.text or ""):
            dark = 'matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"'
            script.text = script.text.replace(
                'localStorage.getItem("theme") || "auto"',
                f'localStorage.getItem("theme") || ({dark})',
            )
    # sphinx-book-theme 1.3: on a phone, the chapters open by a script only
    for header in page.cssselect(".header-article-items__start"):
        header.append(E.noscript(E.a("All chapters", href="#pst-primary-sidebar")))


def its_head_says_things_once(page):
    # pydata-sphinx-theme 0.17, sphinx-book-theme 1.3: the same viewport three times
    for again in page.cssselect("meta[name=viewport]")[1:]:
        again.drop_tree()
    # sphinx 7.4: the page that has the name of the book is called by it twice
    for title in page.cssselect("head > title"):
        name, _, book = title.text.partition(" — ")
        if name == book:
            title.text = book


def title_is_in_a_landmark(page):
    # pydata-sphinx-theme 0.17: the title stands in the sidebar, which is no landmark
    for sidebar in page.cssselect("#pst-primary-sidebar"):
        sidebar.set("role", "complementary")
        sidebar.set("aria-label", "Book")


def buttons_are_named_by_their_text(page):
    # pydata-sphinx-theme 0.17, myst-nb 1.4: the label differs from the words that the button shows
    for button in page.cssselect("button[aria-label], summary[aria-label]"):
        if button.text_content().strip():
            del button.attrib["aria-label"]


def icons_are_not_read(page):
    # pydata-sphinx-theme 0.17: icon fonts have characters that a screen reader may try to read
    for icon in page.cssselect("[class*='fa-']"):
        if not icon.text_content().strip():
            icon.set("aria-hidden", "true")


def references_are_lists(page):
    # docutils 0.21: the role of an entry has been withdrawn, and a list may hold nothing but items
    for entry in page.cssselect("[role=doc-biblioentry]"):
        entry.set("role", "listitem")


def corners_of_tables_are_not_headers(page):
    # the empty corner over the names of the rows, of pandas 3.1 and of a table in Markdown
    for corner in page.cssselect("table th"):
        if not corner.text_content().strip():
            corner.tag = "td"


def notebooks_are_downloaded(page):
    # sphinx-book-theme 1.3: the browser shows the notebook as text
    for link in page.cssselect("a.btn-download-source-button[href$='.ipynb']"):
        link.set("download", "")
