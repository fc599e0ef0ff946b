"""The book as one PDF (tools/make_pdf.py)."""

import json
import re
import unicodedata
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from make_pdf import parts, place, print_book
from pypdf import PdfReader

pytestmark = pytest.mark.weekly

BOOK = Path(__file__).parents[2] / "book"
NAMES = [name for _, names in parts() for name in names]


def plain(text):
    """Letters and digits only: a PDF breaks lines, and spaces and hyphens with them."""
    return re.sub(r"[^\w]", "", unicodedata.normalize("NFKC", text))


@pytest.fixture(scope="module")
def pdf(browser, site, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pdf")
    print_book(browser, site, folder, folder / "book.pdf")
    return PdfReader(folder / "book.pdf")


@pytest.fixture(scope="module")
def articles(site):
    articles = {}
    for name in NAMES:
        text = (site / f"{name}.html").read_text(encoding="utf-8")
        articles[name] = BeautifulSoup(text, "html.parser").article
        for link in articles[name].select(".headerlink"):
            link.decompose()
    return articles


@pytest.fixture(scope="module")
def texts(pdf):
    """Return each page's running title, printed number, and remaining text."""
    cover, contents, *others = [page.extract_text() for page in pdf.pages]
    whole = [["", "", cover], ["", "", contents]]
    return whole + [text.split("\n", 2) for text in others]


@pytest.fixture(scope="module")
def starts(pdf):
    """Return the PDF's page, from 0, on which each page begins; and the end."""
    places = [pdf.named_destinations["/" + place(name)] for name in NAMES]
    return [*map(pdf.get_destination_page_number, places), len(pdf.pages)]


def links(pdf):
    notes = [
        note.get_object() for page in pdf.pages for note in page.get("/Annots", [])
    ]
    return [note for note in notes if note["/Subtype"] == "/Link"]


def test_it_has_a_title_a_language_and_a_plausible_number_of_pages(pdf):
    assert pdf.metadata.title == "Local Differential Privacy"
    assert pdf.trailer["/Root"]["/Lang"] == "en"
    chapters = len(list(BOOK.glob("*.ipynb")))
    assert 10 * chapters < len(pdf.pages) < 35 * chapters


def test_outline_and_contents_list_every_page_of_the_site_in_its_order(
    pdf, texts, articles, starts
):
    entries = [entry for entry in pdf.outline if not isinstance(entry, list)]
    titles = [article.h1.text for article in articles.values()]
    first = ["Local Differential Privacy", "Contents"]
    assert [entry.title for entry in entries] == first + titles
    pages = list(map(pdf.get_destination_page_number, entries[2:]))
    assert pages == starts[:-1]
    contents = plain(" ".join(" ".join(page) for page in texts[1 : starts[0]]))
    for title, start in zip(titles, starts, strict=False):
        assert plain(f"{title} {start + 1}") in contents
        running, number, _ = texts[start]
        assert (plain(running), number) == (plain(title), str(start + 1))


def test_links_lead_to_places_in_the_pdf_or_to_public_addresses(pdf, starts):
    inside = [link["/Dest"] for link in links(pdf) if "/Dest" in link]
    outside = [link["/A"].get("/URI", "") for link in links(pdf) if "/Dest" not in link]
    assert len(inside) > 200 and set(inside) <= set(pdf.named_destinations)
    public = ("https://", "http://", "mailto:")
    assert all(address.startswith(public) for address in outside)
    first, end = starts[NAMES.index("book/references") :][:2]
    cited = {name for name in inside if name.startswith("/references--")}
    assert len(cited) > 20
    for name in cited:
        page = pdf.get_destination_page_number(pdf.named_destinations[name])
        assert first <= page < end


def is_printed(words, printed):
    """Return whether a text is whole, or in two with its table stored after it."""
    return words in printed or any(
        words[:cut] in printed and words[cut:] in printed for cut in range(len(words))
    )


IGNORED = """details.hide, .explorer-still, .explorer-numbers, .question-hint,
  .report-an-error, .run-here, .forget, form.your-turn, noscript"""


@pytest.mark.parametrize("name", NAMES)
def test_all_its_text_and_figures_are_there_solutions_and_answers_too(
    name, articles, texts, starts
):
    start, end = starts[NAMES.index(name) :][:2]
    pages = [plain(rest) for _, _, rest in texts[start:end]]
    printed, article = "".join(pages), articles[name]
    numbers = [
        plain(text)
        for tag in article.select("p, li, dt, dd, h2, h3, summary, td")
        if not tag.select(".math, p")
        and not tag.find_parent("li")
        and not tag.css.closest(IGNORED)
        # of a table all first lines of a row may be stored before its second ones
        for text in (
            tag.get_text().split() if tag.css.closest("td") else [tag.get_text()]
        )
    ]
    # the beginning and the end, since the lines of a PDF need not be stored in the
    # order of reading
    parts = [part for text in numbers for part in (text[:30], text[-30:])]
    assert len(numbers) > 3
    assert [part for part in parts if not is_printed(part, printed)] == []
    words = [plain(word.text) for word in article.select(".drawn text")]
    assert [word for word in words if word not in printed] == []
    for explorer in article.select("figure.explorer"):
        # its claim above the chart, and the rest below
        sentence = explorer.select_one(".explorer-sentence").text
        (page,) = [
            page
            for page in pages
            if all(plain(part) in page for part in re.split(r"(?<=[.?!]) ", sentence))
        ]
        assert plain(explorer.select_one(".explorer-title").text) in page
        # only the script writes the words of both axes
        data = json.loads(explorer.select_one("script[type='application/json']").text)
        axes = data["chart"]
        assert all(plain(axes[axis]["label"]) in page for axis in "xy")
        assert plain(explorer.select_one(".explorer-still").text) not in page
