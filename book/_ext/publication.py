"""Say of each page what it answers, for previews, and where to report an error.

Two addresses may stay empty. They come from _config.yml or, so that a copy needs no
edited file, from the environment:

    SITE_URL         where the pages will be, such as https://example.org/ldp/, for
                     canonical links, previews and a site map
    REPOSITORY_URL   where the sources are, for the link that reports an error, the
                     launch buttons, and the place that says how to get the sources:
                     ```{course-folder}
                     ```
"""

import os
from html import escape
from pathlib import Path
from urllib.parse import urlencode
from xml.sax.saxutils import escape as escape_xml

from docutils import nodes
from docutils.statemachine import StringList
from editions import from_page, root_of, twins_of
from sphinx.util.docutils import SphinxDirective
from words import WORDS

from ldp_course import __version__

SAYS = WORDS["publication"]
FOLDER = WORDS["course_folder"]

PREVIEW_PICTURE = "social.png"


def read_addresses(app, config):
    site = os.environ.get("SITE_URL") or config.html_baseurl
    config.html_baseurl = (
        site and f"{site.rstrip('/')}/{config.edition}".rstrip("/") + "/"
    )
    if repository := os.environ.get("REPOSITORY_URL", "").rstrip("/"):
        config.html_theme_options |= {"repository_url": repository}


class CourseFolder(SphinxDirective):
    """Where the folder of the course is, and how to run a chapter without it."""

    def run(self):
        repository = self.config.html_theme_options.get("repository_url")
        name = f"ldp_course-{__version__}-py3-none-any.whl"
        # each edition has a wheel in its own words (tools/lite.py)
        edition = self.config.edition
        place = f"lite/lab/{edition}" if edition else "lite/pypi"
        wheel = from_page(self.env.app, self.env.docname, f"{place}/{name}")
        where = FOLDER["in_repository" if repository else "no_repository"]
        text = f"{where}\n\n{FOLDER['without']}".format(
            repository=repository, wheel=wheel, name=name
        )
        says = nodes.Element()
        self.state.nested_parse(StringList(text.splitlines()), 0, says)
        return says.children


def summary(doctree):
    """Return the question that a chapter answers, or how another page begins."""
    paragraphs = [
        paragraph.astext().replace("\n", " ")
        for paragraph in doctree.findall(nodes.paragraph)
    ]
    for text in paragraphs:
        if text.startswith(SAYS["question"]):
            return text.removeprefix(SAYS["question"]).strip()
    return paragraphs[0] if paragraphs else None


def name_the_root_once(app, pagename, templatename, context, doctree):
    if pagename == app.config.root_doc:  # it has the name of the book already
        context["docstitle"] = ""


def add_preview(app, pagename, templatename, context, doctree):
    description = doctree and summary(doctree)
    if not description:
        return
    site = app.config.html_baseurl
    properties = {
        "og:type": "article",
        "og:site_name": app.config.html_title,
        "og:title": app.env.titles[pagename].astext(),
        "og:description": description,
    }
    if site:
        properties |= {
            "og:url": site + app.builder.get_target_uri(pagename),
            "og:image": f"{site}_static/{PREVIEW_PICTURE}",
            "og:image:alt": SAYS["preview"],
        }
    tags = [
        f'<meta property="{name}" content="{escape(text)}">'
        for name, text in properties.items()
    ]
    tags.append(f'<meta name="description" content="{escape(description)}">')
    tags = "\n".join(tags) + "\n"
    context["metatags"] += tags
    if pagename == app.config.root_doc:
        write_root(app, properties["og:title"], description, tags)


def write_root(app, title, description, tags):
    """Write the page at the site's address: it leads on, and says to where."""
    page = app.builder.get_target_uri(app.config.root_doc)
    Path(app.outdir, "index.html").write_text(
        f'<!DOCTYPE html>\n<html lang="{app.config.language.replace("_", "-")}">\n'
        f'<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n{tags}"
        f'<meta http-equiv="Refresh" content="0; url={page}">\n</head>\n<body><main>\n'
        f"<h1>{escape(title)}</h1>\n<p>{escape(description)}</p>\n"
        f'<p><a href="{page}">{escape(title)}</a></p>\n</main></body>\n</html>\n',
        "utf-8",
    )


def add_report_link(app, pagename, templatename, context, doctree):
    if not doctree:
        return
    repository = app.config.html_theme_options.get("repository_url")
    if repository:
        title = nodes.unescape(app.env.titles[pagename].astext())
        page = app.config.html_baseurl + app.builder.get_target_uri(pagename)
        issue = {
            "title": SAYS["issue"].format(title=title),
            "body": SAYS["issue_body"].format(page=page),
        }
        target = f"{repository}/issues/new?{urlencode(issue)}"
    else:
        errata = app.builder.get_relative_uri(pagename, "book/errata")
        target = f"{errata}#report-a-mistake"
    link = f'<a href="{escape(target)}">{SAYS["report"]}</a>'
    context["body"] += f'\n<p class="report-an-error">{link}</p>\n'


def write_site_map(app, exception):
    """List the pages, each with its twin; robots.txt of the site names both lists."""
    site = app.config.html_baseurl
    if exception or not site or app.builder.name != "html":
        return
    root = root_of(app.config)
    entries = []
    for page in sorted(app.env.found_docs):
        place = escape_xml(site + app.builder.get_target_uri(page))
        twins = "".join(
            f'<xhtml:link rel="alternate" hreflang="{code}" href="{escape_xml(to)}"/>'
            for code, to in twins_of(app, page, root)
        )
        entries.append(f"<url><loc>{place}</loc>{twins}</url>")
    site_map = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        'xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
        + "".join(f"{entry}\n" for entry in entries)
        + "</urlset>\n"
    )
    Path(app.outdir, "sitemap.xml").write_text(site_map, encoding="utf-8")
    lists = "".join(f"Sitemap: {root}{folder}sitemap.xml\n" for folder in ("", "zh/"))
    robots = f"User-agent: *\n{lists}"
    Path(app.outdir, "robots.txt").write_text(robots, encoding="utf-8")


def check_a_doi_where_it_is_registered(app, address):
    # the publisher's page, where a DOI leads, often turns programs away
    return address.replace("https://doi.org/", "https://doi.org/api/handles/")


def setup(app):
    app.add_directive("course-folder", CourseFolder)
    app.connect("config-inited", read_addresses)
    app.connect("linkcheck-process-uri", check_a_doi_where_it_is_registered)
    app.connect("html-page-context", name_the_root_once)
    app.connect("html-page-context", add_preview)
    app.connect("html-page-context", add_report_link)
    app.connect("build-finished", write_site_map)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
