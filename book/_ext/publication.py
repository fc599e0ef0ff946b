"""What the pages say about themselves: what they answer, how long they take, where they are, where
to report an error.

Both addresses may stay empty. They come from _config.yml or, so that a copy needs no edited file,
from the environment:
SITE_URL        where the pages will be, such as https://example.org/ldp/: canonical links,
                previews, a site map
REPOSITORY_URL  where the sources are: the link that reports an error, and the launch buttons
"""

import os
from html import escape
from pathlib import Path
from urllib.parse import urlencode
from xml.sax.saxutils import escape as escape_xml

from docutils import nodes

WORDS_A_MINUTE = 200
SHORTEST_PAGE = 2 * WORDS_A_MINUTE  # below this no reading time is given

MARK_OF_THE_QUESTION = "The question. "
PREVIEW_PICTURE = "social.png"
PREVIEW_PICTURE_SHOWS = (
    "The title of the course above bars of true counts, each beside its noisy estimate"
)


def read_addresses(app, config):
    site = os.environ.get("SITE_URL") or config.html_baseurl
    config.html_baseurl = site and site.rstrip("/") + "/"
    if repository := os.environ.get("REPOSITORY_URL", "").rstrip("/"):
        config.html_theme_options = {**config.html_theme_options, "repository_url": repository}


def in_one_sentence(doctree):
    """The question that a chapter answers, or how another page begins."""
    paragraphs = [
        paragraph.astext().replace("\n", " ") for paragraph in doctree.findall(nodes.paragraph)
    ]
    question = next((text for text in paragraphs if text.startswith(MARK_OF_THE_QUESTION)), None)
    return question.removeprefix(MARK_OF_THE_QUESTION) if question else next(iter(paragraphs), None)


def add_preview(app, pagename, templatename, context, doctree):
    description = doctree and in_one_sentence(doctree)
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
            "og:image:alt": PREVIEW_PICTURE_SHOWS,
        }
    tags = [
        f'<meta property="{name}" content="{escape(text)}">' for name, text in properties.items()
    ]
    tags.append(f'<meta name="description" content="{escape(description)}">')
    context["metatags"] += "\n".join(tags) + "\n"


def reading_minutes(doctree):
    """None for a short page, and for one that says itself how long it takes, as chapters do."""
    if any(strong.astext() == "Time" for strong in doctree.findall(nodes.strong)):
        return None
    words = sum(len(paragraph.astext().split()) for paragraph in doctree.findall(nodes.paragraph))
    return round(words / WORDS_A_MINUTE) if words >= SHORTEST_PAGE else None


def add_reading_time(app, pagename, templatename, context, doctree):
    minutes = doctree and reading_minutes(doctree)
    if minutes:
        text = f'<p class="reading-time">About {minutes} minutes to read</p>'
        context["body"] = context["body"].replace("</h1>", f"</h1>\n{text}", 1)


def add_report_link(app, pagename, templatename, context, doctree):
    if not doctree:
        return
    repository = app.config.html_theme_options.get("repository_url")
    if repository:
        title = nodes.unescape(app.env.titles[pagename].astext())
        page = app.config.html_baseurl + app.builder.get_target_uri(pagename)
        issue = {
            "title": f"Mistake on the page “{title}”",
            "body": f"Page: {page}\nSentence or cell:\nWhat is right, and how you know:\n",
        }
        target = f"{repository}/issues/new?{urlencode(issue)}"
    else:
        target = app.builder.get_relative_uri(pagename, "book/errata") + "#report-a-mistake"
    link = f'<a href="{escape(target)}">Report an error on this page</a>'
    context["body"] += f'\n<p class="report-an-error">{link}</p>\n'


def write_site_map(app, exception):
    site = app.config.html_baseurl
    if exception or not site or app.builder.name != "html":
        return
    pages = [app.builder.get_target_uri(name) for name in sorted(app.env.found_docs)]
    entries = "\n".join(f"<url><loc>{escape_xml(site + page)}</loc></url>" for page in pages)
    head = '<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    Path(app.outdir, "sitemap.xml").write_text(f"{head}\n{entries}\n</urlset>\n", encoding="utf-8")
    Path(app.outdir, "robots.txt").write_text(
        f"User-agent: *\nSitemap: {site}sitemap.xml\n", encoding="utf-8"
    )


def check_a_doi_where_it_is_registered(app, address):
    # the publisher's page, where a DOI leads, often turns programs away
    return address.replace("https://doi.org/", "https://doi.org/api/handles/")


def setup(app):
    app.connect("config-inited", read_addresses)
    app.connect("linkcheck-process-uri", check_a_doi_where_it_is_registered)
    app.connect("html-page-context", add_preview)
    app.connect("html-page-context", add_reading_time)
    app.connect("html-page-context", add_report_link)
    app.connect("build-finished", write_site_map)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
