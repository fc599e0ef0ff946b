"""Open the pages of the built site patiently, and note each complaint."""

from contextlib import contextmanager
from pathlib import Path

import pytest
from sampling import sampled

SITE = Path(__file__).parents[2] / "_build" / "html"
NO_SITE = f"there is no built site in {SITE}: run `make book` first"
WAIT = 120_000  # milliseconds, at most, for each step on a busy machine

# Between them they have nearly everything that a page can have
FIXED = tuple(
    f"book/{name}.html"
    for name in ("index", "randomized_response", "rappor_decode", "api", "teaching")
) + ("search.html",)

SHORT = FIXED[:2] + FIXED[-1:]  # for what takes long
CHINESE = "zh/book/randomized_response.html", "zh/book/unary_encoding.html"

# Everything that a reader can open on a page
UNFOLD = """() => {
  document.querySelectorAll('details').forEach((details) => { details.open = true; });
  globalThis.ldpQuestions?.revealAll();
}"""


def page_names(holding="", edition=""):
    """Return the pages whose source holds a text, such as book/epsilon.html.

    Those of an edition in a folder of its own begin with it: zh/book/index.html.
    """
    folder = SITE / edition
    pages = [*folder.glob("book/**/*.html"), *folder.glob("search.html")]
    if len(pages) < 2:
        raise pytest.UsageError(NO_SITE)
    held = [page for page in pages if holding in page.read_text(encoding="utf-8")]
    return sorted(page.relative_to(SITE).as_posix() for page in held)


def all_page_names():
    """Return the pages of both editions."""
    return page_names() + page_names(edition="zh")


def pages(names=None, fixed=FIXED + CHINESE[:1], quick=2, ci=6, without=()):
    """Return a decorator for a test of `page_name`, sampled by tier.

    Quick runs take the fixed pages and `quick` others, the ci tier `ci` others, weekly
    runs all; none takes those in `without`.
    """
    names = all_page_names() if names is None else names
    fixed = [name for name in names if name in fixed]
    few, more = sampled(names, quick, fixed), sampled(names, ci, fixed)
    cases = [
        pytest.param(name, marks=one.marks and (other.marks or pytest.mark.deep))
        for name, one, other in zip(names, few, more)
        if name not in without
    ]
    return pytest.mark.parametrize("page_name", cases, scope="module")


@contextmanager
def visiting(browser, width=1280, height=900, **options):
    """Yield a page with no memory of others; `page.complaints` grows with it."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, **options
    )
    context.set_default_timeout(WAIT)
    page = context.new_page()
    page.complaints = complaints_of(page)
    yield page
    context.close()


def complaints_of(page):
    """Return a list that grows by each error, warning, failed or foreign request."""
    complaints = []

    def hear(message):
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def fail(request):
        if request.failure != "net::ERR_ABORTED":  # the page was left before it came
            complaints.append(f"failed: {request.url}")

    def watch(request):
        if not request.url.startswith(("file:", "data:", "blob:", "http://127.0.0.1:")):
            complaints.append(f"asked a third party: {request.url}")

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", watch)
    page.on("requestfailed", fail)
    return complaints


def show(page, theme, width=1280):
    """Bring the page to a width and a theme, and wait until it stands there."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(media="screen", color_scheme=theme)
    page.wait_for_function(
        "theme => document.documentElement.dataset.theme === theme", arg=theme
    )
