"""The Chinese edition is Chinese, leads to the English one and back, and works as it.

What each page must be in either language is in test_links, test_pages, test_weight; its
in-browser Jupyter in test_lite, its slides and its PDF in test_slides and test_pdf.
"""

import os
import re
import runpy
import unicodedata
from collections import Counter
from posixpath import normpath
from urllib.parse import urlsplit

import build_book
import chinese
import lxml.html
import make_pdf
import nbformat
import pypdf
import pytest
from chinese_checks import HAN, NAMES, NUMERAL, STYLE, matters
from sampling import sampled
from visits import page_names
from words import words_of

CHAPTERS = [name for name, at in chinese.pages().items() if at.suffix == ".ipynb"]
SOME = sampled(CHAPTERS, 1, always=["randomized_response", "unary_encoding"])
PAGES = [f"book/{name}.html" for name in chinese.pages()]
FIGURES = runpy.run_path(chinese.TREE / "ldp_course" / "figure_words.py")["WORDS"]
IN_ENGLISH = words_of(chinese.TREE / "book")["editions"]["in_english"]


@pytest.fixture(scope="module")
def parsed(site):
    """Return a page of the site as lxml reads it, each time anew."""
    texts = {}

    def parsed(address):
        if address not in texts:
            texts[address] = (site / address).read_text(encoding="utf-8")
        return lxml.html.document_fromstring(texts[address])

    return parsed


def leads_to(link, page):
    """Return the page of the site that a link of another page leads to."""
    parts = urlsplit(link.get("href"))
    return normpath(f"{page}/../{parts.path}") if parts.path else page


# ---- pages, without a browser


def test_it_has_the_pages_that_are_translated():
    assert {f"zh/{page}" for page in PAGES} | {"zh/search.html"} == set(
        page_names(edition="zh")
    )


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_its_language_and_leads_to_its_twin(parsed, page):
    for here, there, code, name in [
        (page, f"zh/{page}", "en", "中文"),
        (f"zh/{page}", page, "zh-CN", "English"),
    ]:
        html = parsed(here)
        assert html.get("lang") == code
        (switch,) = html.cssselect("a.edition-switch")
        assert leads_to(switch, here) == there and switch.text_content() == name
        assert switch.get("lang") == switch.get("hreflang") == parsed(there).get("lang")
        twins = html.cssselect("link[rel=alternate][hreflang]")
        addresses = {twin.get("hreflang"): leads_to(twin, here) for twin in twins}
        assert addresses == {"en": page, "zh-CN": f"zh/{page}"}


def test_a_page_in_english_only_has_no_switch(parsed):
    for page in set(page_names()) - set(PAGES):
        other = "a.edition-switch, link[rel=alternate][hreflang]"
        assert parsed(page).cssselect(other) == []


@pytest.mark.parametrize("page", PAGES)
def test_what_leads_to_a_page_in_english_says_so(parsed, page):
    """That it leads somewhere is in test_links."""
    links = parsed(f"zh/{page}").cssselect("a[href]:not(.edition-switch)")
    inside = [link for link in links if not urlsplit(link.get("href")).scheme]
    # the Chinese module lies beside the Chinese Jupyter
    chinese = "zh/", "lite/lab/zh/ldp_course-"
    english = [
        link for link in inside if not leads_to(link, f"zh/{page}").startswith(chinese)
    ]
    assert len(english) > 20  # the table of contents
    for link in english:
        assert link.text_content().endswith(IN_ENGLISH)
        assert link.get("hreflang") == "en"
    rest = [link for link in links if link not in english]
    assert [link for link in rest if IN_ENGLISH in link.text_content()] == []


# names of works and of their authors stay, and code, and what is marked as English
ENGLISH = """script, style, noscript, code, pre, .math, [lang=en], dt, .citation,
  .bibtex-citation, a[href*='references.html'], a[href^='#']"""


@pytest.mark.parametrize("page", [*PAGES, "search.html"])
def test_no_english_sentence_is_left(parsed, page, translated):
    html = parsed(f"zh/{page}")
    for part in html.cssselect(ENGLISH):
        part.drop_tree()
    if page == "book/references.html":  # where all are works
        html.get_element_by_id("references").drop_tree()
    texts = html.body.xpath(".//text()")
    texts += html.body.xpath(".//@alt | .//@aria-label | .//@title | .//@placeholder")
    said = [NAMES.sub("", text) for text in texts]
    assert [text for text in said if STYLE["English words"].search(text)] == []


@pytest.mark.parametrize("page", PAGES)
def test_places_have_the_english_addresses(parsed, page):
    """So the switch keeps the place, and a link may go from one edition to the other."""
    places = "article :is(section, figure, .question, #live-poll, dt)[id]"
    ours, theirs = (
        {place.get("id") for place in parsed(address).cssselect(places)}
        for address in (page, f"zh/{page}")
    )
    # a name such as ε has a number for an address, and that of its entry
    assert {place for place in ours if not re.fullmatch(r"term-\d+", place)} == theirs


# ---- what was computed


@pytest.fixture(scope="module")
def cache():
    return build_book.cache_of(chinese.TREE)


@pytest.mark.parametrize("name", CHAPTERS)
def test_outputs_have_the_numbers_of_the_english_ones(cache, name, translated):
    stored = [
        nbformat.read(tree / "book" / f"{name}.ipynb", as_version=4)
        for tree in (chinese.ROOT, chinese.TREE)
    ]
    stored[1] = cache.merge_match_into_notebook(stored[1])[1]
    cells = [
        [cell for cell in book.cells if cell.cell_type == "code"] for book in stored
    ]
    found = 0
    for english, composed in zip(*cells, strict=True):
        # together: a busy kernel may send the outputs of a cell in other parts
        numbers, others = (
            sum(map(numbers_of, cell.outputs), Counter())
            for cell in (english, composed)
        )
        assert numbers == others, english.id
        found += numbers.total()
    assert found > 500


def numbers_of(output):
    """Return the numbers of what an output says, draws in words, and moves to."""
    said = [output.get("text", "")]
    for kind, text in output.get("data", {}).items():
        if kind in ("text/html", "image/svg+xml"):
            page = lxml.html.fragment_fromstring(text, create_parent=True)
            data = page.xpath(".//script[@type='application/json']")
            said += [re.sub(r'"key": *"[^"]*"', "", script.text) for script in data]
            for part in page.xpath(".//script | .//style"):
                part.drop_tree()
            said.append(" ".join(page.itertext()))
        elif kind == "text/plain":
            said.append(text)
    return Counter(filter(matters, NUMERAL.findall("\n".join(said))))


# ---- in a browser


@pytest.fixture
def opened(go, site):
    def opened(name, place="", **options):
        address = (site / "zh" / "book" / f"{name}.html").as_uri() + place
        return go(address, color_scheme="light", reduced_motion="reduce", **options)

    return opened


def test_the_switch_keeps_the_place(opened, parsed):
    place = parsed("book/unary_encoding.html").cssselect("article section[id]")[5]
    here = f"#{place.get('id')}"
    page = opened("unary_encoding", here)
    page.get_by_role("link", name="English", exact=True).click()
    page.wait_for_url(f"**/html/book/unary_encoding.html{here}")
    page.get_by_role("link", name="中文", exact=True).click()
    page.wait_for_url(f"**/html/zh/book/unary_encoding.html{here}")


CHINESE = re.compile(f"[{HAN}]")


def is_chinese(text):
    return bool(CHINESE.search(text) and not STYLE["English words"].search(text))


@pytest.mark.parametrize("name", SOME)
def test_a_guess_is_judged(opened, name, translated):
    page = opened(name)
    figure = page.locator("figure.explorer:has(.explorer-handles input)").first
    for mark in figure.locator(".explorer-handles input").all():
        mark.press("PageUp")
    figure.get_by_role("button", name=FIGURES["show_me"]).press("Enter")
    for part in "verdict", "sentence":
        assert is_chinese(figure.locator(f".explorer-{part}").inner_text())
    assert page.complaints == []


@pytest.mark.parametrize("name", ["index", "randomized_response"])
def test_the_live_poll_steps(opened, name, translated):
    page = opened(name)
    poll, said = page.locator("#live-poll"), []
    for step in (steps := poll.locator(".live-poll-steps button").all()):
        step.click()
        said.append(poll.locator(".live-poll-caption").inner_text())
    assert len(set(said)) == len(steps) > 3 and all(map(is_chinese, said))
    assert is_chinese(poll.locator("canvas").get_attribute("aria-label"))
    assert page.complaints == []


def test_a_word_shows_its_meaning(opened):
    page = opened("unary_encoding")
    word = page.locator("article a.term:visible").first
    assert page.locator("article a.term").count() > 5
    meaning = page.locator(f"#{word.get_attribute('aria-describedby')}")
    word.hover()
    meaning.wait_for(state="visible")
    assert is_chinese(meaning.inner_text())


# Chinese signs at the beginning of a line, after a formula or after code: the browser
# takes these for boxes, beside which a line may break
BEGINS = """() => {
  document.querySelectorAll("details").forEach((fold) => { fold.open = true; });
  const stops = /^\\u2060?[，。；：、？！）”]/;
  const found = [];
  let checked = 0;
  const texts =
    document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!stops.test(text.data) || text.parentElement.closest("svg, .math")) continue;
    if (!text.parentElement.checkVisibility()) continue;
    const sign = document.createRange();
    sign.setStart(text, text.data.startsWith("\\u2060") ? 1 : 0);
    sign.setEnd(text, sign.startOffset + 1);
    const before = document.createRange();
    before.selectNodeContents(text.parentElement.closest("p, li, td, th, dd, summary, h1, h2, h3, figcaption, div"));
    before.setEnd(text, 0);
    const boxes = [...before.getClientRects()].filter((box) => box.width);
    if (!boxes.length) continue;
    const { left, top } = sign.getBoundingClientRect();
    checked += 1;
    if (boxes.at(-1).bottom <= top && boxes.every((box) => box.bottom <= top + 2))
      found.push(text.parentElement.textContent.slice(0, 60));
  }
  return [checked, found];
}"""


@pytest.mark.parametrize("name", SOME)
def test_no_line_begins_with_a_stop(opened, name):
    page = opened(name)
    for width in (390, 700, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        checked, found = page.evaluate(BEGINS)
        assert checked > 20 and found == []


@pytest.mark.parametrize("name", CHAPTERS)
def test_it_offers_the_chinese_notebook(parsed, site, name):
    page = parsed(f"zh/book/{name}.html")
    (file,) = page.cssselect(".dropdown-download-buttons a[href$='.ipynb']")
    offered = (site / leads_to(file, f"zh/book/{name}.html")).read_bytes()
    assert offered == (chinese.TREE / "book" / f"{name}.ipynb").read_bytes()
    start = f"../lite/start.html?path=book/{name}.ipynb"
    places = ".dropdown-launch-buttons a[href], p.run-here a:not(.first)"
    links = {link.get("href") for link in page.cssselect(places)}
    assert links == {start}
    assert is_chinese(page.cssselect("p.run-here a:not(.first)")[0].text_content())


# ---- on paper


@pytest.fixture(scope="module")
def pdf(browser, site, tmp_path_factory):
    if not make_pdf.has_chinese_font() and os.environ.get("CI") != "true":
        pytest.skip(f"Not tested: the Chinese PDF. {make_pdf.NO_CHINESE_FONT}")
    assert make_pdf.has_chinese_font(), make_pdf.NO_CHINESE_FONT
    folder = tmp_path_factory.mktemp("pdf")
    made = folder / "book.pdf"
    make_pdf.print_book(browser, site / "zh", folder, made, chinese.TREE)
    return pypdf.PdfReader(made)


@pytest.mark.weekly
def test_the_pdf_has_every_sign_in_a_font(pdf, parsed):
    """Its text has them all in any case: where there is no font, boxes are drawn."""
    assert pdf.trailer["/Root"]["/Lang"] == "zh-CN"
    articles = [parsed(f"zh/{page}").cssselect("article")[0] for page in PAGES]
    names = "".join(set().union(*map(signs_in_fonts, pdf.pages)))
    drawn = set(unicodedata.normalize("NFKC", names))
    text = ".//text()[not(ancestor::script or ancestor::style)]"
    said = "".join("".join(article.xpath(text)) for article in articles)
    signs = set(CHINESE.findall(said))
    # a few have the name of a radical that looks alike, such as \u2eda for 页
    assert len(signs - drawn) < 0.02 * len(signs), signs - drawn


def signs_in_fonts(page):
    """Return the Chinese signs that a font in the PDF itself has an outline for."""
    signs = set()
    for font in page["/Resources"].get("/Font", {}).values():
        font = font.get_object()
        if "/ToUnicode" not in font:
            continue
        names = font["/ToUnicode"].get_object().get_data().decode()
        for code, sign in re.findall(r"^<(\w+)> <(\w{4})>$", names, re.M):
            if int(code, 16):  # what a font lacks is its glyph 0
                signs.add(chr(int(sign, 16)))
        for first, last, sign in re.findall(
            r"^<(\w+)> <(\w+)> <(\w{4})>$", names, re.M
        ):
            number = int(last, 16) - int(first, 16) + 1
            signs |= {chr(int(sign, 16) + k) for k in range(number)}
    return signs
