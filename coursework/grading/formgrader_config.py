# nbgrader's settings for the grade book in this folder. To mark written answers:
# start `jupyter lab` in this folder and open Nbgrader > Formgrader.
import base64
import hashlib
import html
import re

from jinja2 import pass_context
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat.v4 import new_notebook
from nbgrader.server_extensions.formgrader.handlers import SubmissionHandler

c = get_config()  # noqa: F821
c.CourseDirectory.course_id = ""
# Formgrader's button "Autograde" knows no sandbox: it must not run a student's code, and must not
# change a mark.
c.Execute.enabled = False
c.Autograde.autograde_preprocessors = []


# A student's notebook must not run scripts in the marker's browser. The copy holds none; if one
# should be there all the same, it is shown as text, and the page says to the browser that only
# Formgrader's own scripts may run.
@pass_context
def markdown_as_text(context, source):
    renderer = IPythonRenderer(
        escape=True,
        allow_harmful_protocols=False,
        attachments=context.get("cell", {}).get("attachments", {}),
    )
    try:
        return MarkdownWithMath(renderer=renderer).render(source)
    except Exception:  # a student may write what no renderer understands
        return f"<pre>{html.escape(source)}</pre>"


c.HTMLExporter.filters = {"markdown2html": markdown_as_text}
c.HTMLExporter.sanitize_html = True
MATHJAX = "https://cdnjs.cloudflare.com/ajax/libs/mathjax/2.7.7/"


def policy(page):
    """Allows what is in a page without a student's cells: its scripts and handlers, by digest."""
    inline = re.findall(r"<script(?: type=[^>]*)?>(.*?)</script>", page, re.DOTALL)
    inline += re.findall(r'\sonclick="([^"]*)"', page)
    digests = (base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in inline)
    scripts = " ".join(f"'sha256-{digest}'" for digest in digests)
    return (
        f"default-src 'self'; script-src 'self' {MATHJAX} 'unsafe-hashes' {scripts}; "
        f"style-src 'self' 'unsafe-inline' {MATHJAX}; font-src 'self' data: {MATHJAX}; "
        "img-src data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-src 'none'"
    )


def write(handler, page):
    if isinstance(page, str) and "<html" in page:
        here = {"base_url": handler.base_url, "index": 0, "total": 1}
        head = page.partition("</head>")[0]  # what follows may be a student's
        text = dict(re.findall(r'var (submission_id|notebook_id|assignment_id) = "(.*?)";', head))
        empty, _ = handler.exporter.from_notebook_node(new_notebook(), resources=here | text)
        handler.set_header("Content-Security-Policy", policy(empty))
    return super(SubmissionHandler, handler).write(page)


SubmissionHandler.write = write
