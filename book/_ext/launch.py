"""Lead from each chapter to the places that run it.

In words, below the chapter's question, beside the way past the folds to its first
section, and at each "Your turn": in the browser, by the JupyterLite that tools/lite.py
builds next to the pages. The line that such a cell prints in a notebook,
where nobody has answered yet, is left out of the page.

In the menu of the header, besides: Binder and Colab, by the theme's own buttons, where
the book's repository has an address; without one the theme cannot make their links, and
fails.
"""

import re

from docutils import nodes
from words import WORDS

LAUNCH = WORDS["launch"]

IN_BROWSER = {
    "type": "link",
    "text": LAUNCH["menu"],
    "tooltip": LAUNCH["tooltip"],
    "icon": "fas fa-play",
    "label": "launch-browser",
}
RUN = (
    '<a href="{}" title="'
    + IN_BROWSER["tooltip"]
    + '"><span aria-hidden="true">▶</span> '
    + f"{LAUNCH['run']} <small>{LAUNCH['size']}</small></a>"
)
BEGIN = '<a class="first" href="#{}"><span aria-hidden="true">▼</span> {}</a>'
FIRST_SECTION = re.compile(
    r'<section id="([^"]+)">(?:(?!<section).)*?<h2>(.*?)<a class="headerlink"',
    re.DOTALL,
)


def leave_out_what_needs_an_address(app):
    options = app.config.html_theme_options
    if not options.get("repository_url"):
        options.pop("launch_buttons", None)


def address(pagename):
    """Return the address, on a page, of the start of its notebook in the browser."""
    return f"{'../' * pagename.count('/')}lite/start.html?path={pagename}.ipynb"


def add_launch_in_browser(app, pagename, templatename, context, doctree):
    if context.get("page_source_suffix") != ".ipynb":
        return
    menus = context["header_buttons"]
    menu = next((menu for menu in menus if menu.get("label") == "launch-buttons"), None)
    if menu is None:
        menu = {"type": "group", "label": "launch-buttons", "buttons": []}
        menu["icon"] = "fas fa-rocket"
        menus.insert(0, menu)
    menu["tooltip"] = LAUNCH["run"]
    menu["buttons"].insert(0, {**IN_BROWSER, "url": address(pagename)})
    question, end, rest = context["body"].partition("</blockquote>\n")
    if end:
        place, title = FIRST_SECTION.search(rest).groups()
        links = BEGIN.format(place, LAUNCH["begin"].format(title=title))
        links += RUN.format(address(pagename))
        context["body"] = f'{question}{end}<p class="run-here">{links}</p>\n{rest}'


def your_turns(doctree):
    """Return the cells that leave a line to the reader."""
    return [
        cell
        for cell in doctree.findall(nodes.container)
        if "tag_your-turn" in cell["classes"]
    ]


def run_your_turns(app, doctree, docname):
    for cell in your_turns(doctree):
        run = f'<p class="run-here">{RUN.format(address(docname))}</p>'
        cell[1:] = [nodes.raw("", run, format="html")]


def setup(app):
    app.connect("builder-inited", leave_out_what_needs_an_address)
    app.connect("doctree-resolved", run_your_turns)
    # after the theme has made its buttons
    app.connect("html-page-context", add_launch_in_browser, priority=502)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
