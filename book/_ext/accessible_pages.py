"""What is wrong in the markup of the themes and extensions, for axe or for a reader, is mended in
the written page.

Each mend names the package, and its version, that should do it instead.
"""


def mend(page):
    title_is_in_a_landmark(page)
    buttons_are_named_by_their_text(page)
    icons_are_not_read(page)
    references_are_lists(page)
    corners_of_tables_are_not_headers(page)
    notebooks_are_downloaded(page)


def title_is_in_a_landmark(page):
    # pydata-sphinx-theme 0.17: the title stands in the sidebar, which is no landmark
    if sidebar := page.select_one("#pst-primary-sidebar"):
        sidebar["role"] = "complementary"
        sidebar["aria-label"] = "Book"


def buttons_are_named_by_their_text(page):
    # pydata-sphinx-theme 0.17, myst-nb 1.4: the label differs from the words that the button shows
    for button in page.select("button[aria-label], summary[aria-label]"):
        if button.get_text(strip=True):
            del button["aria-label"]


def icons_are_not_read(page):
    # pydata-sphinx-theme 0.17: icon fonts have characters that a screen reader may try to read
    for icon in page.select("[class*='fa-']"):
        if not icon.get_text(strip=True):
            icon["aria-hidden"] = "true"


def references_are_lists(page):
    # docutils 0.21: the role of an entry has been withdrawn, and a list may hold nothing but items
    for entry in page.select("[role=doc-biblioentry]"):
        entry["role"] = "listitem"


def corners_of_tables_are_not_headers(page):
    # pandas 3.1: the empty corner over the names of the rows
    for corner in page.select("table.dataframe th"):
        if not corner.get_text(strip=True):
            corner.name = "td"


def notebooks_are_downloaded(page):
    # sphinx-book-theme 1.3: the browser shows the notebook as text
    for link in page.select("a.btn-download-source-button[href$='.ipynb']"):
        link["download"] = ""
