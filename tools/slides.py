"""Make slides from the chapters of the built site: _build/html/slides/<chapter>.html.

    python tools/slides.py        after `make book`; `make slides` does both

A slide deck is the chapter's own page without its running text. What stays, each on its own slide:
the opening; under the heading of its section each claim, formula, table, piece of code with its
output, figure and explorer; each question; the take-aways. Explorers and questions work as on the
page, and nothing is loaded from elsewhere.
"""

from copy import copy
from pathlib import Path

import yaml
from bs4 import BeautifulSoup

ROOT = Path(__file__).parents[1]
SITE = ROOT / "_build" / "html"
HERE = Path(__file__).parent

NOT_ON_SLIDES = {"exercises", "notation", "further-reading"}
USELESS = (
    ".headerlink, .reading-time, .report-an-error, .question-hint, .tag_hide-input details.hide"
)
SHOWN = "div.cell, div.math, .pst-scrollable-table-container, blockquote, ul, ol, div.question"
TOOLS = (
    'script:not([src*="/explorer/"], [src*="/questions/"]), '
    "link[rel=next], link[rel=prev], [media=print]"
)
CLAIMS = ("Claim", "Definition")


def chapters():
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    return [
        Path(chapter["file"]).name
        for part in toc["parts"]
        if part.get("numbered")
        for chapter in part["chapters"]
    ]


def is_shown(block):
    lead = block.find("strong") if block.name == "p" else None
    return block.css.match(SHOWN) or (lead is not None and lead.get_text().startswith(CLAIMS))


def slide(page, heading, blocks):
    section = page.new_tag("section", attrs={"class": "slide"})
    for block in [heading, *blocks]:
        section.append(copy(block))
    return section


def goes_on(before, block):
    """Whether a block continues a sentence: a formula after words, or words after a formula."""
    if block.css.match("div.math"):
        return before.name == "p"
    return (
        block.name == "p"
        and before.css.match("div.math")
        and block.get_text(strip=True)[:1].islower()
    )


def whole_sentences(blocks):
    """The blocks in groups: a sentence with a formula in it stays together."""
    groups = []
    for block in blocks:
        if groups and goes_on(groups[-1][-1], block):
            groups[-1].append(block)
        else:
            groups.append([block])
    return groups


def section_slides(page, section):
    """One slide for each thing to show; a formula brings the sentence around it."""
    heading, *blocks = section.find_all(recursive=False)
    for group in whole_sentences(blocks):
        if group[0].name == "section":
            yield from section_slides(page, group[0])
        elif any(
            is_shown(block) and (block.get_text(strip=True) or block.find("img")) for block in group
        ):
            yield slide(page, heading, group)


def slides(page):
    chapter = page.article.find("section")
    for useless in chapter.select(USELESS):
        useless.decompose()
    blocks = chapter.find_all(recursive=False)
    opening = [block for block in blocks[1:] if block.name in ("p", "ul", "blockquote")]
    yield slide(
        page,
        blocks[0],
        [block for block in opening if not block.get_text(strip=True).endswith(":")],
    )
    for section in [
        block for block in blocks if block.name == "section" and block["id"] not in NOT_ON_SLIDES
    ]:
        yield from section_slides(page, section)


def _only(content, box, until):
    """Leave nothing in the box but this content, nothing around it but the box, and so on."""
    around = box.parent
    box.clear()
    box.extend(content)
    if box is not until:
        _only([box], around, until)


def deck(name):
    """The page of a chapter, with slides in the place of its text."""
    page = BeautifulSoup(
        (SITE / "book" / f"{name}.html").read_text(encoding="utf-8"), "html.parser"
    )
    made = list(slides(page))
    _only(made, page.article, until=page.body)
    for useless in page.head.select(TOOLS):
        useless.decompose()
    page.html["data-theme"] = "light"
    for link in page.article.find_all("a", href=True):
        if ":" not in link["href"] and not link["href"].startswith(("#", "../")):
            link["href"] = "../book/" + link["href"]
        elif link["href"].startswith("#"):
            link["href"] = f"../book/{name}.html{link['href']}"
    for kind, tag in (("css", "style"), ("js", "script")):
        added = page.new_tag(tag)
        added.string = (HERE / f"slides.{kind}").read_text(encoding="utf-8")
        page.body.append(added)
    return str(page)


def write(name):
    """Write the deck of a chapter, and return its path."""
    path = SITE / "slides" / f"{name}.html"
    path.parent.mkdir(exist_ok=True)
    path.write_text(deck(name), encoding="utf-8")
    return path


def main():
    for name in chapters():
        print(write(name).as_uri())


if __name__ == "__main__":
    main()
