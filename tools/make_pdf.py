"""Print the built site as one PDF: title, contents, the pages in their order.

    python tools/make_pdf.py                 after `make book`; `make pdf` does both
    python tools/make_pdf.py TREE SITE PDF   for a book in another folder and its site

Each edition of the course has a PDF of its own. The articles of all its pages go into
one HTML file of the same name, in the folder pdf beside the PDF, which uses the site's
own style sheets, scripts and pictures. Chromium prints it twice: the contents need the
page on which each chapter starts.
"""

import json
import re
import shutil
import subprocess
import sys
from base64 import b64decode
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import chinese
import yaml
from browser import NO_CHROMIUM, chromium, launch
from bs4 import BeautifulSoup
from playwright.sync_api import sync_playwright
from pypdf import PdfReader

from ldp_course import __version__

ROOT = Path(__file__).parents[1]
SITE = ROOT / "_build" / "html"
PDF = ROOT / "_build" / "ldp-course.pdf"
CHINESE = (
    chinese.TREE,
    SITE / chinese.EDITION,
    PDF.with_stem(f"{PDF.stem}-{chinese.EDITION}"),
)
NO_CHINESE_FONT = (
    "The Chinese edition is not printed, since each sign would be a box: there is no "
    "Chinese font. On Debian or Ubuntu: apt install fonts-noto-cjk"
)
sys.path.insert(0, str(ROOT / "book" / "_ext"))

from words import words_of  # noqa: E402

STYLE = Path(__file__).with_name("pdf.css")
# pixels between the margins of print.css: charts are drawn as wide as they are printed
A4_TEXT_WIDTH = 665

SCRIPTS = ("_static/explorer/",)  # the others move the theme's menus
# the code of figures goes; of folded solutions only the button
USELESS_ON_PAPER = (
    ".headerlink, .run-here, form.your-turn, .report-an-error, "
    ".tag_hide-input details.hide, details.hide > summary"
)
NAME_IDS = ("id", "for", "aria-controls", "aria-describedby", "aria-labelledby")

READY = """async () => {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode()));
}"""
WITHOUT_CHART = """() => [...document.querySelectorAll('figure.explorer')]
  .filter((figure) => !figure.querySelector('.explorer-chart svg [data-series]'))
  .map((figure) => figure.id)"""


def parts(tree=ROOT):
    """Yield the caption of each part of the book and the names of its pages."""
    toc = yaml.safe_load((tree / "_toc.yml").read_text(encoding="utf-8"))
    yield "", [toc["root"]]
    for part in toc["parts"]:
        names = [page["file"] for page in part["chapters"] if "file" in page]
        yield part["caption"], names


def read_pages(site, tree):
    pages = {}
    for _, names in parts(tree):
        for name in names:
            text = (site / f"{name}.html").read_text(encoding="utf-8")
            pages[name] = BeautifulSoup(text, "html.parser")
    return pages


def place(name, anchor=""):
    """Return the id, in the one file, of a page or of a place on it."""
    return "--".join(filter(None, [Path(name).name, anchor]))


def printable(name, page, pages, site):
    """Return a page's article for the one file: ids, addresses, all folds open."""
    article = page.article
    address = (site / f"{name}.html").as_uri()
    addresses = {(site / f"{other}.html").as_uri(): other for other in pages}
    for useless in article.select(USELESS_ON_PAPER):
        useless.decompose()
    for folded_code in article.select("details.hide"):
        folded_code.unwrap()
    for details in article.select("details:not(.explorer-numbers)"):
        details["open"] = ""
        del details["name"]  # of those that share a name only one would stay open
    for option in article.select("[data-explanation]"):
        explanation = b64decode(option["data-explanation"]).decode()
        article.find(id=option["aria-controls"]).append(
            BeautifulSoup(explanation, "html.parser")
        )
    for attribute in NAME_IDS:
        # the ids in drawings are unique already, and only they use them
        for tag in article.select(f"[{attribute}]:not(.drawn *)"):
            anchors = tag[attribute].split()
            tag[attribute] = " ".join(place(name, anchor) for anchor in anchors)
    for tag in article.select("[src]"):
        tag["src"] = urljoin(address, tag["src"])
        del tag["loading"]
    for link in article.select("a[href]"):
        target, anchor = urldefrag(urljoin(address, link["href"]))
        if target in addresses:
            anchor = anchor.partition("?")[0]  # paper has no states
            link["href"] = "#" + place(addresses[target], anchor)
        elif target.startswith("file:"):
            link.unwrap()  # a file of the site that is not in the PDF
    article["id"] = place(name)
    return article


def head(config, pages, site):
    """Return the head of the one file: the pages' styles, scripts, running titles."""
    assets = {}
    for name, page in pages.items():
        for tag in page.select("link[rel=stylesheet], script[src]"):
            kind = "href" if tag.name == "link" else "src"
            if kind == "href" or any(folder in tag["src"] for folder in SCRIPTS):
                tag[kind] = urljoin((site / f"{name}.html").as_uri(), tag[kind])
                assets[tag[kind]] = str(tag)
    style = STYLE.read_text(encoding="utf-8")
    for name, page in pages.items():
        title = json.dumps(page.article.h1.text, ensure_ascii=False)
        style += f"#{place(name)} {{ page: {place(name)} }}\n"
        style += f"@page {place(name)} {{ @top-right {{ content: {title} }} }}\n"
    title = f'<meta charset="utf-8"><title>{config["title"]}</title>'
    return f"<head>{title}{''.join(assets.values())}<style>{style}</style></head>"


def title_page(config, says):
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.search(rf"^## \[{re.escape(__version__)}\] - (\S+)", changelog, re.M)
    version = says["released" if released else "version"].format(
        version=__version__, date=released and released[1]
    )
    return f"""<header id="title-page">
      <h1>{config["title"]}</h1>
      <p>{config["author"]}</p>
      <p>{version}</p>
      <p>{says["license"]}</p>
      <p>{says["about"]}</p>
    </header>"""


def contents(pages, numbers, tree, says):
    lines = []
    for caption, names in parts(tree):
        lines += [f"<p>{caption}</p>"] if caption else []
        for name in names:
            title = pages[name].article.h1.decode_contents()
            line = f"<span>{title}</span><span>{numbers.get(place(name), '')}</span>"
            lines.append(f'<a href="#{place(name)}">{line}</a>')
    head = f'<nav id="contents"><h1>{says["contents"]}</h1>'
    return head + "\n".join(lines) + "</nav>"


def joined(site, tree):
    """Return a function from the page numbers in the contents to the file's HTML."""
    config = yaml.safe_load((tree / "_config.yml").read_text(encoding="utf-8"))
    pages = read_pages(site, tree)
    says = words_of(tree / "book")["pdf"]
    articles = [printable(name, page, pages, site) for name, page in pages.items()]
    language = config["sphinx"]["config"]["language"].replace("_", "-")
    before = (
        f'<!DOCTYPE html><html lang="{language}" data-theme="light" '
        f'class="explanations-in-print">{head(config, pages, site)}<body>'
        '<main class="bd-main"><div class="bd-content">'
        f'<div class="bd-article-container">{title_page(config, says)}'
    )
    after = "\n".join(map(str, articles)) + "</div></div></main></body></html>"
    return lambda numbers: before + contents(pages, numbers, tree, says) + after


@contextmanager
def paper(browser):
    """Yield a function that opens a file as printed, or raises RuntimeError."""
    page = browser.new_page(viewport={"width": A4_TEXT_WIDTH, "height": 1000})
    page.set_default_timeout(0)  # as long as it takes
    page.emulate_media(media="print")
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))

    def open_file(file):
        page.goto(file.as_uri())
        page.evaluate(READY)
        faults.extend(f"no chart in {name}" for name in page.evaluate(WITHOUT_CHART))
        if faults:
            raise RuntimeError(f"{file} is not fit to print: {'; '.join(faults)}")
        return page

    yield open_file
    page.close()


def print_book(browser, site, folder, pdf, tree=ROOT):
    """Join the pages of the site in `folder`, and print them to the file `pdf`."""
    html = joined(site, tree)
    book = folder / f"{pdf.stem}.html"
    folder.mkdir(parents=True, exist_ok=True)
    numbers = {}
    with paper(browser) as open_file:
        for _ in range(2):
            book.write_text(html(numbers), encoding="utf-8")
            page = open_file(book)
            page.pdf(
                path=pdf,
                prefer_css_page_size=True,
                print_background=True,
                outline=True,
                tagged=True,
            )
            reader = PdfReader(pdf)
            starts = reader.named_destinations.items()
            numbers = {
                name.lstrip("/"): reader.get_destination_page_number(start) + 1
                for name, start in starts
            }


def has_chinese_font():
    """Return whether the system has one. Where fc-list is not, each system has."""
    if not shutil.which("fc-list"):
        return True
    fonts = subprocess.run(["fc-list", ":lang=zh-cn"], capture_output=True, check=True)
    return bool(fonts.stdout.strip())


def main(*book):
    if not (SITE / "index.html").exists() and not book:
        return f"There is no built site in {SITE}: run `make book` first"
    if not chromium():
        return NO_CHROMIUM
    editions = [book] if book else [(ROOT, SITE, PDF), CHINESE]
    if is_not_printed := CHINESE in editions and not has_chinese_font():
        editions.remove(CHINESE)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for tree, site, pdf in editions:
            print_book(browser, site, pdf.parent / "pdf", pdf, tree)
            print(f"The book is ready as one PDF: {pdf.as_uri()}", flush=True)
        browser.close()
    return NO_CHINESE_FONT if is_not_printed else None


if __name__ == "__main__":
    sys.exit(main(*(Path(path).resolve() for path in sys.argv[1:])))
