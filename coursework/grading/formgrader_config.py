# nbgrader's settings for the grade book in this folder. To mark written answers:
# start `jupyter lab` in this folder and open Nbgrader > Formgrader.
import base64
import hashlib
import html
import re

from jinja2 import pass_context
from nbformat.v4 import new_notebook
from nbgrader.server_extensions.formgrader.handlers import SubmissionHandler

c = get_config()  # noqa: F821
c.CourseDirectory.course_id = ""
# Formgrader's button "Autograde" has no sandbox: it must not run a student's code, and
# must not change a mark.
c.Execute.enabled = False
c.Autograde.autograde_preprocessors = []


# A student's notebook must not run scripts in the marker's browser, and has no say in
# how the page finds its boxes. Each cell of the copy brings its HTML, made and cleaned
# when it was graded; one that brings none is shown as text. And the page says to the
# browser that only Formgrader's own scripts may run.
@pass_context
def as_rendered(context, source, **_):
    page = context.get("cell", {}).get("metadata", {}).get("rendered")
    return page if isinstance(page, str) else f"<pre>{html.escape(source)}</pre>"


c.HTMLExporter.filters = {"markdown2html": as_rendered, "highlight_code": as_rendered}
c.HTMLExporter.sanitize_html = True
# Formulas are in that HTML, so the page needs no script of another place.
MATHJAX = re.compile(
    r"<!-- Load mathjax -->.*?<!-- End of mathjax configuration -->", re.DOTALL
)


def policy(page):
    """Return a policy that allows the scripts of a page without a student's cells."""
    inline = re.findall(r"<script(?: type=[^>]*)?>(.*?)</script>", page, re.DOTALL)
    inline += re.findall(r'\sonclick="([^"]*)"', page)
    digests = (hashlib.sha256(script.encode()).digest() for script in inline)
    scripts = " ".join(
        f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests
    )
    return (
        f"default-src 'self'; script-src 'self' 'unsafe-hashes' {scripts}; "
        "style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src data:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-src 'none'"
    )


def write(handler, page):
    if isinstance(page, str) and "<html" in page:
        resources = {"base_url": handler.base_url, "index": 0, "total": 1}
        head, end, body = page.partition("</head>")  # the body may be a student's
        page = MATHJAX.sub("", head) + end + body
        variable = r'var (submission_id|notebook_id|assignment_id) = "(.*?)";'
        resources |= dict(re.findall(variable, head))
        empty, _ = handler.exporter.from_notebook_node(
            new_notebook(), resources=resources
        )
        empty = MATHJAX.sub("", empty)
        handler.set_header("Content-Security-Policy", policy(empty))
    return super(SubmissionHandler, handler).write(page)


SubmissionHandler.write = write
