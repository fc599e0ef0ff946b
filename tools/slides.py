"""Make slides from the chapters of the built site: _build/html/slides/<chapter>.html.

Those of the Chinese edition are in _build/html/zh/slides.

    python tools/slides.py               after `make book`; `make slides` does both
    python tools/slides.py TREE SITE     for a book in another folder and its site

A deck opens with the chapter's question and ends with its take-aways and questions. In
between, each figure, table, explorer, formula, claim, list and question is a slide,
with the paragraph that leads to it. Speaker notes (the key N) hold the other
paragraphs, and on the first slide the lesson plan with its minutes.

A slide is made of the page's own elements, so explorers and questions work as there,
and nothing is loaded from elsewhere.
"""

import itertools
import re
import sys
from copy import copy
from pathlib import Path

import chinese
import yaml
from bs4 import BeautifulSoup

TOOLS = Path(__file__).parent
ROOT = TOOLS.parent
SITE = ROOT / "_build" / "html"
EDITIONS = (ROOT, SITE), (chinese.TREE, SITE / chinese.EDITION)
sys.path.insert(0, str(ROOT / "book" / "_ext"))

from han import has_han  # noqa: E402
from words import words_of  # noqa: E402

FIRST_LEFT_OUT = "exercises"  # and all that follows them
USELESS = (
    ".headerlink, .reading-time, .run-here, form.your-turn, .report-an-error, "
    ".question-hint, details.hide, .meanings, figure.moving"
)
USELESS_IN_HEAD = (
    'script:not([src*="/explorer/"], [src*="/questions/"], [src*="/pictures/"]), '
    "link[rel=next], link[rel=prev], [media=print]"
)
SHOWN = (
    "div.math, ul, ol, .pst-scrollable-table-container, div.question, "
    "div.cell:has(.cell_output :is(.drawn, table, figure.explorer))"
)
LONGEST_CODE = 12  # lines of a function that is shown


def chapters(tree=ROOT):
    """Return the names of the numbered chapters in the order of the book."""
    toc = yaml.safe_load((tree / "_toc.yml").read_text(encoding="utf-8"))
    parts = [part["chapters"] for part in toc["parts"] if part.get("numbered")]
    pages = [page["file"] for part in parts for page in part if "file" in page]
    return [Path(page).name for page in pages]


def read(name, site):
    path = site / "book" / f"{name}.html"
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def words(block):
    return " ".join(block.get_text().split())


def lead(block):
    """Return the words in bold that begin a paragraph, such as "Claim"."""
    first = next((node for node in block.contents if str(node).strip()), None)
    is_bold = block.name == "p" and getattr(first, "name", None) == "strong"
    return words(first) if is_bold else ""


def is_function(block):
    """Return whether a cell shows a function that is short enough for a slide."""
    code = block.select_one(".cell_input pre")
    lines = code.get_text().strip().splitlines() if code else []
    has_function = any(line.startswith("def ") for line in lines)
    return has_function and len(lines) <= LONGEST_CODE


def lesson_plan(name, site, says):
    """Return the table of a chapter's lesson plan, or None."""
    if not (site / "book" / "teaching_lessons.html").exists():
        return None
    for section in read("teaching_lessons", site).article.select("section section"):
        links = section.select(f'a[href="{name}.html#question-1"]')
        if any(words(link).startswith(says["plan"]) for link in links):
            return section.select_one(".pst-scrollable-table-container")
    return None


class Slide:
    def __init__(self, heading, blocks, notes=()):
        self.heading, self.blocks, self.notes = heading, list(blocks), list(notes)

    def html(self, page, number, count):
        """Return the slide as an element of the page."""
        slide = page.new_tag("section", attrs={"class": "slide"})
        kicker = page.new_tag("h2" if number > 1 else "h1", attrs={"class": "kicker"})
        kicker.string = self.heading
        slide.append(kicker)
        slide.extend(self.blocks)
        if self.notes:
            notes = page.new_tag("aside", attrs={"class": "notes", "hidden": ""})
            notes.extend(copy(block) for block in self.notes)
            for node in notes.find_all(id=True):
                del node["id"]
            slide.append(notes)
        place = page.new_tag("p", attrs={"class": "place"})
        place.string = f"{number} / {count}"
        slide.append(place)
        return slide


def goes_on(text, formula):
    """Return whether a text goes on with the sentence of the formula above it.

    Chinese has no capitals: there the formula tells, which ends in a stop or not.
    """
    if not has_han(text):
        return text[:1].islower()
    source = formula.select_one("annotation").get_text()
    return not re.sub(r"\\end\{\w+\*?\}|[\s}]", "", source).endswith((".", "。"))


def completes(block, previous, says):
    """Return whether a block goes on with what the one before it has begun."""
    if block.name == "p":
        return previous.css.match("div.math") and goes_on(words(block), previous)
    is_blank = lead(previous).startswith(says["your_turn"]) and is_function(block)
    return is_blank or block.css.match("div.math")


def section_slides(section, says):
    """Return the slides of a section and of the sections inside it."""
    # an older address of the section is an empty element before its heading
    children = section.find_all(recursive=False)
    heading, *blocks = itertools.dropwhile(lambda block: not words(block), children)
    heading = words(heading)
    slides, before, in_proof = [], [], False
    statements = (*says["statements"], says["your_turn"])
    for previous, block in zip([None, *blocks], blocks):
        notes = slides[-1].notes if slides else before
        in_proof = in_proof or lead(block).startswith(says["proof"])
        if block.name == "section":
            slides += section_slides(block, says)
        elif in_proof:  # the speaker tells it
            notes.append(block)
            in_proof = not words(block).endswith("∎")
        elif (
            slides
            and previous is slides[-1].blocks[-1]
            and completes(block, previous, says)
        ):
            slides[-1].blocks.append(block)
        elif lead(block).startswith(statements):
            slides.append(Slide(heading, [block]))
        elif block.css.match(SHOWN) or is_function(block):
            # the last paragraph leads to what is shown, unless it ends a proof
            texts = [note for note in notes if note.name == "p"]
            if texts and not words(texts[-1]).endswith("∎"):
                notes[:] = [note for note in notes if note is not texts[-1]]
                slides.append(Slide(heading, [texts[-1], block]))
            else:
                slides.append(Slide(heading, [block]))
        else:
            notes.append(block)
    if not slides:
        end = 2 if words(before[0]).endswith((":", "：")) else 1
        return [Slide(heading, before[:end], before[end:])]
    slides[0].notes[:0] = before
    return slides


def chapter_slides(chapter, plan, says):
    """Return the slides of a chapter, made of the elements of its page."""
    for useless in chapter.select(USELESS):
        useless.decompose()
    for term in chapter.select("a.term"):
        term.unwrap()
    for cell in chapter.select("div.cell:has(.cell_output)"):
        if cell.css.match(SHOWN) and (code := cell.select_one(".cell_input")):
            code.decompose()
    title, *blocks = chapter.find_all(recursive=False)
    question = next(block for block in blocks if block.name == "blockquote")
    picture = [block for block in blocks if block.css.match("figure.picture")]
    opening = [block for block in blocks if block.name in ("p", "ul", "details")]
    notes = [plan, *opening] if plan else opening
    slides = [Slide(words(title), [*picture, question], notes)]
    sections = chapter.find_all("section", recursive=False)
    for section in itertools.takewhile(lambda s: s["id"] != FIRST_LEFT_OUT, sections):
        slides += section_slides(section, says)
    return slides


def deck(name, site, says):
    """Return the page of a chapter with slides in the place of its text."""
    page = read(name, site)
    plan = lesson_plan(name, site, says)
    slides = chapter_slides(page.article.section, plan, says)
    article = page.article.extract()
    article.clear()
    for number, slide in enumerate(slides, start=1):
        article.append(slide.html(page, number, len(slides)))
    # the boxes of the theme, whose rules the article's elements need
    content = article
    for kind in ("bd-article-container", "bd-content", "bd-main"):
        box = page.new_tag(
            "main" if kind == "bd-main" else "div", attrs={"class": kind}
        )
        box.append(content)
        content = box
    page.body.clear()
    page.body.append(content)
    for useless in page.head.select(USELESS_IN_HEAD):
        useless.decompose()
    page.html["data-theme"] = "light"
    for link in article.find_all("a", href=True):
        if link["href"].startswith("#"):
            link["href"] = f"../book/{name}.html{link['href']}"
        elif ":" not in link["href"] and not link["href"].startswith("../"):
            link["href"] = "../book/" + link["href"]
    for kind, tag in (("css", "style"), ("js", "script")):
        element = page.new_tag(tag)
        element.string = (TOOLS / f"slides.{kind}").read_text(encoding="utf-8")
        page.body.append(element)
    return str(page)


def write(name, site=SITE, tree=ROOT):
    """Write the deck of a chapter, and return its path."""
    says = words_of(tree / "book")["slides"]
    path = site / "slides" / f"{name}.html"
    path.parent.mkdir(exist_ok=True)
    path.write_text(deck(name, site, says), encoding="utf-8")
    return path


def main(*book):
    """Write the decks of each edition, or of a book in a folder, from its site."""
    for tree, site in [book] if book else EDITIONS:
        for name in chapters(tree):
            print(write(name, site, tree).as_uri())


if __name__ == "__main__":
    main(*(Path(folder).resolve() for folder in sys.argv[1:]))
