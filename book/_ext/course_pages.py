"""Fit pages to the course: explorers, tables, widgets, notebooks that raise.

Explorers: their script and style sheet go on the pages that have one, and on no other.
Both come from ldp_course/explore, which also hands them to JupyterLab. Where no script
runs, there is a drawing of their start (stills.py).

Tables of pandas: the name of the rows moves from a header row of its own into the
corner.

Widgets: the state that JupyterLab's sliders leave behind is of no use without a kernel,
and is dropped.

Notebooks that raise: the build goes on, so that one run shows them all, and then fails,
even where warnings are not errors.
"""

import re
from pathlib import Path

from bs4 import BeautifulSoup
from myst_nb.sphinx_ import NbMetadataCollector
from sphinx.util import logging
from stills import with_stills

from ldp_course.explore.page import script, style

logger = logging.getLogger(__name__)


def copy_explorer(app):
    folder = Path(app.outdir) / "_static" / "explorer"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "explore.css").write_text(style(), "utf-8")
    (folder / "explore.js").write_text(script(), "utf-8")


def add_explorer(app, pagename, templatename, context, doctree):
    if 'class="explorer' in context.get("body", ""):  # or a figure in their colors
        app.add_css_file("explorer/explore.css")
    # Not deferred: each explorer is mounted by an inline call right after its markup.
    if 'class="explorer"' in context.get("body", ""):
        app.add_js_file("explorer/explore.js")
        context["body"] = with_stills(context["body"])


def join_header_rows(match):
    """Move the name of the rows from a header row of its own into the corner."""
    soup = BeautifulSoup(match[0], "html.parser")
    columns, *others = soup.find_all("tr")
    if len(others) == 1 and not columns.th.text.strip():
        name, *cells = others[0].find_all("th")
        if not "".join(cell.text for cell in cells).strip():
            columns.th.string = name.text
            others[0].decompose()
    return str(soup)


def tidy_tables(app, pagename, templatename, context, doctree):
    if "dataframe" in context.get("body", ""):
        table_head = r'(?<=class="dataframe">)\s*<thead>.*?</thead>'
        context["body"] = re.sub(
            table_head, join_header_rows, context["body"], flags=re.S
        )


def drop_widget_state(app, env):
    for name in env.found_docs:
        NbMetadataCollector.get_js_files(env, name).pop("ipywidgets_state", None)


def fail_if_a_notebook_raised(app, exception):
    for name in sorted(app.env.found_docs):
        execution = NbMetadataCollector.get_exec_data(app.env, name)
        if execution and not execution["succeeded"]:
            app.statuscode = 1
            report = Path(app.outdir, "reports", f"{name}.err.log")
            logger.error("%s did not run to its end; the error is in %s", name, report)


def setup(app):
    # Jupyter Book sets this for an extension that the book does not load
    app.add_config_value("comments_config", {}, "")
    app.connect("builder-inited", copy_explorer)
    app.connect("html-page-context", add_explorer)
    app.connect("html-page-context", tidy_tables)
    app.connect("env-updated", drop_widget_state)
    app.connect("build-finished", fail_if_a_notebook_raised)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
