"""Join the editions of the course: pages that are twins, and those in English only.

The English site lies at its root, the Chinese one, composed by tools/chinese.py, in the
folder zh. A page that both have leads to its twin: in the header, and for search
engines by `hreflang`. A link of a Chinese page to one that is English only leads there,
and says so. Text that is not translated yet is marked as English.

Settings: `edition` is the folder of this edition, or empty; `chapter_numbers` has the
chapters' numbers where the table of contents holds only some of them.
"""

import re
from functools import cache
from os.path import normpath
from pathlib import Path
from posixpath import relpath

import nbformat
from docutils import nodes
from han import has_han
from lxml.html.builder import E
from myst_parser.mdit_to_docutils.base import default_slugify
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from words import WORDS

TREE = Path(__file__).parents[2]
CODES = {"": "en", "zh": "zh-CN"}
NAMES = {"": "English", "zh": "中文"}
ENGLISH_BOOK = TREE.parents[1] / "book"  # of the Chinese tree, _build/zh
HEADING = re.compile(r"^#{1,4} +(.+)$", re.M)
FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1", re.M | re.S)
INCLUDED = re.compile(r"^```\{include\} (\S+)\n```$", re.M)
ENGLISH = "english://"  # in a table of contents: a page of the English edition


def has_twin(app, page):
    """Return whether the other edition has the page, too."""
    if app.config.edition:
        return page in app.env.found_docs
    name = page.removeprefix("book/")
    return name != page and (TREE / "translations" / "zh" / f"{name}.md").exists()


def address(edition, page):
    """Return the address of a page as seen from the root of the whole site."""
    return f"{edition}/{page}.html".lstrip("/")


def root_of(config):
    """Return the address of the whole site, or nothing if it has none yet."""
    return re.sub(rf"(?<=/){config.edition}/?$", "", config.html_baseurl)


def twins_of(app, page, root):
    """Return the language and the address of a page and of its twin, if it has one.

    root: the address of the whole site, or empty for addresses relative to the page
    """
    if not has_twin(app, page):
        return []
    places = {code: address(edition, page) for edition, code in CODES.items()}
    return [
        (code, root + place if root else from_page(app, page, place))
        for code, place in places.items()
    ]


def from_page(app, page, address):
    """Return an address of the whole site as seen from a page of this edition."""
    return relpath(address, str(Path(app.config.edition, page).parent))


def pages_in_english(app):
    """Return the pages that this edition lacks and the English one has."""
    if not app.config.edition:
        return set()
    files = [*ENGLISH_BOOK.glob("*.ipynb"), *ENGLISH_BOOK.glob("*.md")]
    return {f"book/{file.stem}" for file in files} - app.env.found_docs


def included(file):
    return (ENGLISH_BOOK / file).read_text(encoding="utf-8")


@cache
def english_headings(name):
    """Return [(address by Markdown links, address on the page)] of a page's headings.

    Sphinx leads from one to the other on pages of the same edition: #the-196 leads to
    #the-1-96.
    """
    file = ENGLISH_BOOK / f"{name}.ipynb"
    if file.exists():
        cells = nbformat.read(file, as_version=4).cells
        parts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    else:
        text = file.with_suffix(".md").read_text(encoding="utf-8")
        parts = [INCLUDED.sub(lambda match: included(match[1]), text)]
    titles = HEADING.findall(FENCE.sub("", "\n\n".join(parts)))
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)|[*`$]", r"\1", title) for title in titles]
    return [(default_slugify(title), nodes.make_id(title)) for title in plain]


# ---- while the pages are read


def link_english_pages(app, doctree):
    """Resolve links to pages that are English only as if these stood beside."""
    lacking = pages_in_english(app)
    for node in list(doctree.findall(addnodes.pending_xref)):
        page, _, place = node["reftarget"].partition("#")
        name = re.sub(r"\.(ipynb|md)$", "", page)
        if name != page and f"book/{name}" in lacking:
            place = dict(english_headings(name)).get(place, place)
            target = f"{name}.html#{place}" if place else f"{name}.html"
            link = nodes.reference("", "", *node.children, refuri=target, internal=True)
            node.replace_self(link)


class HeadingsKeepTheirAddresses(SphinxTransform):
    """Give each heading of a translated page the address of its English one."""

    default_priority = 840  # before Sphinx collects addresses

    def apply(self):
        if not self.config.edition:
            return
        name = Path(self.env.docname).name
        slugs = self.env.metadata[self.env.docname].setdefault("myst_slugs", {})
        sections = self.document.findall(nodes.section)
        for section, (slug, address) in zip(
            sections, english_headings(name), strict=True
        ):
            for old in section["ids"]:
                del self.document.ids[old]
            self.document.ids[address] = section
            for title in section["names"] + section["dupnames"]:
                self.document.nameids[title] = address
            section["ids"] = [address]
            slugs[slug] = section.line, address, section[0].astext()


def number_chapters(app, env):
    """Give each chapter the number that it has in the whole book."""
    for page, number in app.config.chapter_numbers.items():
        env.titles[page]["secnumber"] = (number,)
        numbers = env.toc_secnumbers[page] = {}
        for link in env.tocs[page].findall(nodes.reference):
            own = None if link["anchorname"] else (number,)
            link["secnumber"] = numbers[link["anchorname"]] = own
    return list(app.config.chapter_numbers)


# ---- on the written page


def join(app, page, name):
    """Mend a written page, an element of lxml."""
    if app.config.edition:
        lead_to_english_pages(app, page, name)
        mark_untranslated(page)
        lead_names_to_their_entry(page)
        join_authors(page)
    if has_twin(app, name):
        add_switch(app, page, name)


def lead_to_english_pages(app, page, name):
    lacking = pages_in_english(app)
    for link in page.cssselect("a[href]"):
        target, _, place = link.get("href").partition("#")
        if target.startswith(ENGLISH):
            leads_to = target.removeprefix(ENGLISH)
        else:
            leads_to = normpath(Path(name, "..", target.removesuffix(".html")))
        if leads_to not in lacking:
            continue
        target = from_page(app, name, address("", leads_to))
        link.set("href", f"{target}#{place}" if place else target)
        link.set("hreflang", CODES[""])
        link.classes.discard("external")
        link.append(E.small(WORDS["editions"]["in_english"]))


def mark_untranslated(page):
    for mark in page.cssselect("span.untranslated"):
        mark.set("lang", page.get("lang"))
        mark.getparent().set("lang", CODES[""])


def lead_names_to_their_entry(page):
    """Lead from a glossary's Chinese names to the English one, whose address stays.

    Sphinx would give most of them a number for an address.
    """
    moved = {}
    for name in page.cssselect("dl.glossary dt"):
        before = name.getprevious()
        is_second = before is not None and before.tag == "dt"
        is_numbered = re.fullmatch(r"term-\d+", name.get("id"))
        if is_second and (is_numbered or has_han(name.text_content())):
            address = before.cssselect("a.headerlink")[0].get("href")
            moved[f"#{name.attrib.pop('id')}"] = moved.get(address, address)
    for link in page.cssselect("a[href^='#']"):
        link.set("href", moved.get(link.get("href"), link.get("href")))


def join_authors(page):
    for part in page.cssselect(".bibtex-citation, .bibtex-citation a"):
        part.text = (part.text or "").replace(" and ", WORDS["editions"]["and"])


def add_switch(app, page, name):
    other = "" if app.config.edition else "zh"
    switch = E.a(NAMES[other], href=from_page(app, name, address(other, name)))
    switch.set("lang", CODES[other])
    switch.set("hreflang", CODES[other])
    switch.set("class", "btn btn-sm edition-switch")
    switch.set("style", "font-size: 1rem")
    # the twin has the same places
    switch.set("onclick", "this.hash = location.hash")
    for buttons in page.cssselect(".article-header-buttons")[:1]:
        buttons.insert(0, switch)
    root = root_of(app.config)
    for code, target in twins_of(app, name, root):
        page.head.append(E.link(rel="alternate", hreflang=code, href=target))


def setup(app):
    app.add_config_value("edition", "", "env")
    app.add_config_value("chapter_numbers", {}, "env")
    app.connect("doctree-read", link_english_pages)
    app.add_transform(HeadingsKeepTheirAddresses)
    # after Sphinx has numbered what it can
    app.connect("env-get-updated", number_chapters, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
