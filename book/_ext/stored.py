"""Lead from every page to the one that says what the site stores, and forget it there.

That page has an empty `<div id="forget"></div>`, which becomes a button; forget.js
knows the names of what is stored.
"""

from html import escape

from lxml.html.builder import E
from words import WORDS

SAYS = WORDS["stored"]
PAGE = "book/stored"
PLACE = '<div id="forget"></div>'
BUTTON = (
    f'<p class="forget" id="forget"><button type="button" hidden'
    f' data-done="{escape(SAYS["done"])}">{escape(SAYS["button"])}</button>'
    f' <span role="status"></span></p>'
    f"<noscript><p>{escape(SAYS['no_script'])}</p></noscript>"
)


def link_in_footer(page, context):
    """Add the link to a page, an element of lxml."""
    for footer in page.cssselect(".bd-footer-content__inner")[:1]:
        link = E.a(SAYS["link"], href=context["pathto"](PAGE))
        footer.append(E.div(E.p(link), {"class": "footer-item"}))


def add_button(app, pagename, templatename, context, doctree):
    if PLACE in context.get("body", ""):
        context["body"] = context["body"].replace(PLACE, BUTTON)
        app.add_js_file("forget.js", loading_method="defer")


def setup(app):
    app.connect("html-page-context", add_button)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
