"""What a marker and a student open in a browser: nothing that a student wrote or
printed runs there, and no score changes by itself.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from urllib.error import URLError
from urllib.request import urlopen

import nbformat
import pytest
from kinds import KINDS
from sample_class import (
    NAME,
    book_of,
    column,
    grade,
    hand_in,
    marks,
    salt_in,
    write,
)

from coursework.grading.writing import read_table

pytestmark = [pytest.mark.deep, pytest.mark.usefixtures("needs_jail")]
WAIT = 180  # seconds, at most, for the server to start, and for each step in a page
FULL_MARKS = (
    "window.ran=1;fetch(base_url+'/api/grades?submission_id='+submission_id).then(r=>r.json())"
    ".then(all=>all.forEach(one=>fetch(base_url+'/api/grade/'+one.id,{method:'PUT',headers:"
    "{'X-XSRFToken':(document.cookie.match(/_xsrf=([^;]*)/)||[])[1]},"
    "body:JSON.stringify({manual_score:one.max_score})})))"
)
PLAIN = "window.ran=1"
PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)
# Each runs in a page that takes it as it is.
WRITTEN = f"""An answer with $a<b$, `x<y` and a [good link](https://example.org).

<svg onload="{FULL_MARKS}"></svg>
<img src=x onerror="{FULL_MARKS}">
<details open ontoggle={PLAIN}>
<iframe srcdoc="<script>parent.{PLAIN}</script>"></iframe>

<script>{FULL_MARKS}</script>

```mermaid
<img src=y onerror="{PLAIN}">
```

## <img src=z onerror="{PLAIN}">

[click me](javascript:{PLAIN}) [and me](JaVaScRiPt&#58;{PLAIN}) <javascript:{PLAIN}>
[or me][far] ![picture](attachment:evil)
![picture](attachment:good.png) $\\href{{javascript:{PLAIN}}}{{x}}$

[far]: javascript:{PLAIN}
"""
PRINTS = f"""
from IPython.display import HTML, SVG, Javascript, Latex, Markdown, display
bad = '<img src=x onerror="{PLAIN}">'
for made in (HTML(bad), Markdown(bad), Latex(bad), Javascript("{PLAIN}")):
    display(made)
display({{"image/svg+xml": "<svg xmlns='http://www.w3.org/2000/svg' onload='{PLAIN}'/>",
         "text/plain": bad}}, raw=True)
display({{"image/png": '{PNG}" onerror="{PLAIN}', "image/jpeg": '" onerror="{PLAIN}'}}, raw=True)
display({{"image/png": "{PNG}"}}, raw=True, metadata={{"image/png": {{
    "width": '1 onload={PLAIN}', "height": "1 onload={PLAIN}"}}}})
print("</pre>" + bad + "\\x1b[31m" + bad)
"""


def hostile(sample):
    """A right notebook whose every place holds a script."""
    raises = f"\nraise ValueError('</pre><img src=x onerror=\"{PLAIN}\">')"
    notebook = hand_in(
        sample, "ada", KINDS["correct"][0] + PRINTS, KINDS["correct"][1], WRITTEN
    )
    extra = nbformat.v4.new_code_cell(raises)
    extra.metadata.tags = [f'"><script>{PLAIN}</script>']
    notebook.cells.append(extra)
    notebook.cells.append(nbformat.v4.new_raw_cell(f"<script>{PLAIN}</script>"))
    notebook.cells[-1].metadata.raw_mimetype = "text/html"
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            mime = f'image/svg+xml" onerror="{PLAIN}'
            cell.attachments = {
                "evil": {mime: "PHN2Zy8+"},
                "good.png": {"image/png": PNG},
            }
    notebook.metadata.title = f"</title><script>{PLAIN}</script>"
    notebook.metadata.language_info = {"name": "python", "pygments_lexer": "html"}
    return notebook


QUESTIONS = "forced_answers", "share_of_liars", "reason"
HEADINGS = "\n\n".join(f"###### {name}" for name in QUESTIONS)
TAGS = "\n".join(
    f'<input class="score" id={name} name={name}><a name="{name}">'
    for name in QUESTIONS
)
IDS_IN_TEXT = {  # ways in which a text may bring a name into the page
    "headings": HEADINGS,
    "underlined": "\n\n".join(f"{name}\n======" for name in QUESTIONS),
    "tags": TAGS,
    "in_list": f"- {TAGS}\n\n> {HEADINGS}\n\n1. # reason",
    "attributes": "\n\n".join(
        f"# x {{#{name}}}\n\n[y]{{#{name}}}" for name in QUESTIONS
    ),
    "footnotes": "\n".join(
        f"See[^{name}] [{name}](#{name})\n\n[^{name}]: id" for name in QUESTIONS
    ),
    "references": '[a][reason]\n\n[reason]: https://x.example "x\\" id=\\"reason"\n\n<reason>',
    "listings": '```reason"id="reason\nx\n```\n\n~~~{#reason}\nx\n~~~',
    "formulas": "\n\n".join(
        f"$\\cssId{{{name}}}{{x}}$ $$\\label{{{name}}} x$$" for name in QUESTIONS
    ),
    "pictures": '![reason](attachment:good.png) ![a" id="reason](attachment:good.png)',
}


FORMULAS = r"""The factor is $e^\varepsilon$.

$$\frac{a < 1}{b}$$

| p |
|---|
| $\Pr[x]$ |

$\hspace{-400em}x$ $\raisebox{-90em}{\rule{100em}{100em}}$ $\class{score}{x}$ $""" + (
    "\\sqrt{" * 400 + "x" + "}" * 400 + "$"
)
ELSEWHERE = "http://127.0.0.1:1/elsewhere"
FETCHING = f"""
![one]({ELSEWHERE}/1.png) ![two][far] ![far] ![three](attachment:far.png)
![four](attachment:far.svg) ![kept](attachment:good.png)
[![five](attachment:good.png)]({ELSEWHERE}/5) ![![six](attachment:good.png)]({ELSEWHERE}/6.png)
![seven\\](attachment:good.png)]({ELSEWHERE}/7.png) $\\style{{background:url({ELSEWHERE}/8)}}{{x}}$
<img src="{ELSEWHERE}/9.png"> <link rel="stylesheet" href="{ELSEWHERE}/10.css">
<style>@import "{ELSEWHERE}/11.css"; p {{ background: url({ELSEWHERE}/12.png) }}</style>
<p style="background: url({ELSEWHERE}/13.png)">styled</p> <video src="{ELSEWHERE}/14"></video>

```mermaid
flowchart LR
  A@{{ img: "{ELSEWHERE}/15.png", label: "x", h: 60 }} --> B["<img src='{ELSEWHERE}/16.png'>"]
```

~~~ mermaid
flowchart LR
  A["<img src='{ELSEWHERE}/17.png'>"]
~~~

[far]: {ELSEWHERE}/18.png

The end.
"""


def shows_ids():
    """Code whose outputs have the names."""
    shows = "from IPython.display import HTML, SVG, Markdown, display\n"
    shows += f"display(HTML({TAGS!r}), Markdown({HEADINGS!r}))\nprint({TAGS!r})\n"
    shows += 'display(SVG(\'<svg xmlns="http://www.w3.org/2000/svg" id="reason"/>\'))\n'
    return shows + f"HTML({TAGS!r})"


def attacks(sample):
    """By student: a notebook that tries to have the boxes for points found at the wrong
    place."""

    def right(student, reason=f"An answer.\n\n{HEADINGS}", **more):
        return hand_in(sample, student, *KINDS["blank"], reason, **more)

    made = {name: right(name) for name in IDS_IN_TEXT}
    for name, text in IDS_IN_TEXT.items():  # above all boxes
        made[name].cells.insert(1, nbformat.v4.new_markdown_cell(text))
    for cell in made["pictures"].cells:
        if cell.cell_type == "markdown":
            cell.attachments = {
                name: {"image/png": PNG} for name in ("good.png", *QUESTIONS)
            }
    moved = {
        name: right(name)
        for name in ("to_the_top", "checks_last", "twice", "cells", "own")
    }
    cells = moved["to_the_top"].cells
    cells.insert(0, cells.pop())
    cells = moved["checks_last"].cells
    checks = [cell for cell in cells if cell.source.startswith("checks.")]
    moved["checks_last"].cells = [cell for cell in cells if cell not in checks] + checks
    cells = moved["twice"].cells
    cells.insert(1, nbformat.from_dict({**cells[-1], "id": "again"}))
    for place, name in enumerate(QUESTIONS):
        made_up = nbformat.v4.new_code_cell(
            shows_ids(), id=name, metadata={"name": name}
        )
        made_up.metadata.tags = [f'" id="{name}']
        moved["cells"].cells.insert(place + 1, made_up)
    moved["own"].cells.insert(
        1, nbformat.v4.new_markdown_cell("# reason\n\nMy notes on it.")
    )
    fetching = right("fetches", f"An answer.\n\n{FETCHING}")
    fetching.cells[-1].attachments = {
        "good.png": {"image/png": PNG},
        "far.png": {"image/png": f"{ELSEWHERE}/a"},
        "far.svg": {"image/svg+xml": f'<svg><image href="{ELSEWHERE}/b"/></svg>'},
    }
    shows = "from IPython.display import HTML, Image, Markdown, display\n"
    shows += f"display(HTML({FETCHING!r}), Markdown({FETCHING!r}), Image(url='{ELSEWHERE}/c'))\n"
    shows += f"print({FETCHING!r})\nHTML({FETCHING!r})"
    fetching.cells.insert(1, nbformat.v4.new_code_cell(shows))
    moved["typeset"] = right("typeset", f"An answer. {FORMULAS}")
    return made | moved | {"fetches": fetching, "plain": right("plain", "An answer.")}


@pytest.fixture(scope="module")
def graded(sample, tmp_path_factory):
    place, made = tmp_path_factory.mktemp("marker"), attacks(sample)
    half = hand_in(sample, "bob", *KINDS["half"])
    for student, notebook in (made | {"ada": hostile(sample), "bob": half}).items():
        write(notebook, place / "in" / student / f"{NAME}.ipynb")
    salt = salt_in(place)

    def run():
        ended = grade(place / "in", salt=salt)
        assert ended.returncode == 0, ended.stderr
        assert f"{2 + len(made)} graded, 0 not graded" in ended.stdout

    run()
    return place, run


@contextmanager
def served(folder):
    """JupyterLab's server as a marker starts it, but for a browser and a password."""
    port, log = free_port(), folder.parent / "log"
    command = [
        sys.executable,
        "-m",
        "jupyter",
        "server",
        "--no-browser",
        "--allow-root",
    ]
    command += [f"--port={port}", "--ServerApp.port_retries=0"]
    command += ["--IdentityProvider.token="]
    folders = "JUPYTER_CONFIG_DIR JUPYTER_DATA_DIR JUPYTER_RUNTIME_DIR IPYTHONDIR"
    own = {name: str(folder.parent / name.lower()) for name in folders.split()}
    with open(log, "w") as said:
        server = subprocess.Popen(
            command, cwd=folder, env=os.environ | own, stdout=said, stderr=said
        )
    try:
        address, end = f"http://127.0.0.1:{port}", time.monotonic() + WAIT
        while not answers(f"{address}/api/status"):
            if time.monotonic() > end or server.poll() is not None:
                pytest.fail(f"the server did not start:\n{log.read_text()}")
            time.sleep(0.2)
        yield f"{address}/formgrader"
    finally:
        server.terminate()
        server.wait(WAIT)


def answers(address):
    try:
        return bool(urlopen(address, timeout=WAIT))
    except URLError:
        return False


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.fixture(scope="module")
def formgrader(graded):
    """The address of Formgrader, started in the folder that the command made."""
    with served(graded[0] / "in-grades" / "nbgrader") as address:
        yield address


@contextmanager
def opened(browser):
    """A page that asks nothing outside."""
    context = browser.new_context()
    context.set_default_timeout(WAIT * 1000)
    context.route("https://**", lambda route: route.abort())
    yield context.new_page()
    context.close()


@pytest.fixture
def page(browser):
    with opened(browser) as page:
        yield page


def submission_of(place, student):
    book = book_of(place / "in-grades")
    notebook = book.database.find_submission_notebook(
        NAME, NAME, book.pseudonym(student)
    )
    scores = notebook.id, {grade.name: grade.manual_score for grade in notebook.grades}
    book.close()
    return scores


def ran(page):
    """Whether a script of the student ran in the page, after clicking all that can be
    clicked."""
    page.wait_for_load_state("networkidle")
    for link in page.locator("#notebook a, ul a").all():
        if (
            (link.get_attribute("href") or "")
            .lower()
            .startswith(("javascript", "#harm"))
        ):
            link.click(timeout=1000, force=True, no_wait_after=True)
    # behind what the clicks have put into the page's queue
    page.evaluate("() => new Promise((done) => setTimeout(done))")
    return page.evaluate("window.ran") is not None


@pytest.fixture(scope="module")
def marked(graded, formgrader, browser):
    """Each attacker's marks after "Full credit" for the written answer, and the names
    in the page.
    """
    place, outcomes = graded[0], {}
    with opened(browser) as page:
        for student in {path.name for path in (place / "in").iterdir()} - {
            "ada",
            "bob",
        }:
            identity, _ = submission_of(place, student)
            page.goto(f"{formgrader}/submissions/{identity}/")
            page.wait_for_load_state("networkidle")
            names = page.evaluate(
                "[...document.querySelectorAll('[id], [name], [for]')].map(one =>"
                " one.id || one.getAttribute('name') || one.getAttribute('for'))"
            )
            box = page.locator(".nbgrader_cell", has_text="An answer.").first
            with page.expect_response(lambda answer: "/api/grade/" in answer.url):
                box.locator(".full-credit").click()
            page.wait_for_load_state("networkidle")
            outcomes[student] = submission_of(place, student)[1], names
    return outcomes


def test_full_credit_for_the_written_answer_is_for_nothing_else(sample, marked):
    most = next(
        question.points
        for question in sample.questions
        if question.grade_id == "reason"
    )
    assert {who: marks for who, (marks, _) in marked.items()} == {
        who: {"forced_answers": None, "share_of_liars": None, "reason": most}
        for who in marked
    }


def test_no_name_in_the_page_comes_from_a_submission(marked):
    shown = {
        who: sorted(n for n in names if n[:8] != "cell-id=")
        for who, (_, names) in marked.items()
    }
    assert [shown["plain"].count(name) for name in QUESTIONS] == [1, 1, 1]
    assert shown == dict.fromkeys(shown, shown["plain"])


def test_a_typed_mark_is_saved_below_a_heading_of_the_same_name(
    graded, formgrader, page, marked
):
    place, _ = graded
    identity, _ = submission_of(place, "own")
    page.goto(f"{formgrader}/submissions/{identity}/")
    page.wait_for_load_state("networkidle")
    assert "My notes on it." in page.locator("#notebook").first.inner_text()
    with page.expect_response(lambda answer: "/api/grade/" in answer.url):
        page.locator("input.score#reason").fill("2")
        page.locator("input.score#reason").press("Tab")
    marks = {"forced_answers": None, "share_of_liars": None, "reason": 2}
    assert submission_of(place, "own")[1] == marks


def test_formulas_appear_and_no_script_of_another_place_is_asked_for(
    graded, formgrader, page
):
    """A fraction has its parts above and below each other. Hundreds of roots are text."""
    identity, addresses = submission_of(graded[0], "typeset")[0], []
    page.on("request", lambda request: addresses.append(request.url))
    page.goto(f"{formgrader}/submissions/{identity}/")
    page.locator("textarea.comment").first.wait_for()
    page.wait_for_load_state("networkidle")
    over, under = (page.locator("mfrac > *").nth(place) for place in (0, 1))
    assert over.bounding_box()["y"] < under.bounding_box()["y"]
    assert page.locator("msup").first.text_content() == "eε"
    assert page.locator("table math").count() == 1
    assert "\\sqrt{\\sqrt{" in page.locator("code", has_text="sqrt").first.inner_text()
    server = formgrader.removesuffix("formgrader")
    assert all(url.startswith((server, "data:")) for url in addresses), addresses
    policy = page.request.get(page.url).headers["content-security-policy"]
    assert "http" not in policy and "eval" not in policy
    box = page.locator("input.score#reason")
    box.scroll_into_view_if_needed()
    assert box.evaluate(
        "box => { const at = box.getBoundingClientRect(); return box ==="
        " document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2); }"
    ), "nothing lies over it"


def test_a_written_answer_and_an_output_run_nothing_in_formgrader(
    graded, formgrader, page
):
    place, _ = graded
    identity, before = submission_of(place, "ada")
    answer = page.goto(f"{formgrader}/submissions/{identity}/")
    policy = answer.headers["content-security-policy"]
    assert "'unsafe-inline'" not in policy.partition("style-src")[0], policy
    page.locator("textarea.comment").first.wait_for()
    assert not ran(page)
    text = page.locator("#notebook").first.inner_text()
    assert "An answer with" in text and "good link" in text, "the answer can be read"
    assert "< svg onload" in text, "and so can what was tried"
    pictures = page.locator(".nbgrader_cell img").all()
    assert [picture.get_attribute("src")[:15] for picture in pictures] == [
        "data:image/png;"
    ]
    assert (
        page.locator("#notebook script, #notebook svg, #notebook iframe").count() == 0
    )
    assert submission_of(place, "ada")[1] == before == dict.fromkeys(before)


def test_formgrader_works_under_its_policy(graded, formgrader, page):
    """Scores and comments are saved, the name can be asked for, and it is a
    pseudonym."""
    place, _ = graded
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(f"{formgrader}/submissions/{submission_of(place, 'bob')[0]}/")
    score = page.locator("input.score#reason")
    score.wait_for()
    page.wait_for_load_state("networkidle")
    assert score.evaluate("box => box.classList.contains('needs_manual_grade')")
    with page.expect_response(lambda answer: "/api/grade/" in answer.url):
        score.fill("3")
        score.press("Tab")
    with page.expect_response(lambda answer: "/api/comment/" in answer.url):
        page.locator("textarea#reason-comment").fill("Good.")
        page.locator("textarea#reason-comment").press("Tab")
    assert submission_of(place, "bob")[1]["reason"] == 3
    page.locator(".glyphicon-eye-open").click()
    pseudonym = column(place / "in-grades", "pseudonym", "key.csv")["bob"]
    assert page.locator("a.name-shown").inner_text().strip() == pseudonym
    refused = [text for text in complaints if "Content Security Policy" in text]
    assert not refused


def test_a_mark_stays_until_the_answer_changes_and_is_then_confirmed_with_resolve(
    sample, graded, formgrader, page
):
    place, run = graded
    book = book_of(place / "in-grades")
    book.add(sample)
    book.set_mark(NAME, "bob", "reason", 3, "Good.")
    book.close()

    def final():
        return marks(place / "in-grades", "final")["bob", "reason"]

    handed_in = place / "in" / "bob" / f"{NAME}.ipynb"
    notebook = hand_in(sample, "bob", *KINDS["correct"])
    write(notebook, handed_in)
    run()
    assert final() == "3", "the code is new, the written answer is the same"
    state = place / "in-grades" / "state" / NAME / "bob.json"
    state.write_text(
        "of another version of the course\n" + state.read_text().partition("\n")[2]
    )
    run()
    assert final() == "3", "graded anew, for another reason than the answer"
    notebook = hand_in(sample, "bob", *KINDS["correct"], reason="Another answer.")
    write(notebook, handed_in)
    run()
    assert final() == "pending"
    page.goto(f"{formgrader}/submissions/{submission_of(place, 'bob')[0]}/")
    with page.expect_response(lambda answer: "/api/grade/" in answer.url):
        page.locator(".nbgrader_cell:has(#reason) .mark-graded").click()
    run()
    assert final() == "3"


def test_the_list_of_submissions_names_pseudonyms_only(graded, formgrader, page):
    place, _ = graded
    page.goto(f"{formgrader}/gradebook/{NAME}/{NAME}")
    page.locator("td.name").first.wait_for()
    shown = page.content()
    key = read_table(place / "in-grades" / "key.csv")
    for path in (place / "in-grades" / "marking").glob("*.csv"):
        column = "student" if path.name.startswith("to_mark") else "pseudonym"
        assert {row[column] for row in read_table(path)} <= {
            row["pseudonym"] for row in key
        }
    assert ">ada<" not in shown and '"ada"' not in shown


def test_a_feedback_page_runs_nothing(graded, page):
    place, _ = graded
    feedback = place / "in-grades" / "feedback" / "ada" / f"{NAME}.html"
    page.goto(feedback.as_uri())
    assert not ran(page) and page.locator("img, script, svg, iframe").count() == 0
    assert "“</pre><img src=x" in page.locator("body").inner_text(), (
        "shown as the student's words"
    )


def in_plain_nbgrader(graded, tmp_path):
    """The place of the class, and its grade book under nbgrader's own settings."""
    place, _ = graded
    folder = tmp_path / "nbgrader"
    shutil.copytree(place / "in-grades" / "nbgrader", folder)
    (folder / "nbgrader_config.py").write_text(
        'c = get_config()\nc.CourseDirectory.course_id = ""\n'
    )
    return place, folder


def test_the_attack_is_real(sample, graded, page, tmp_path):
    """Without the copy and the settings it runs: else the tests above would show
    nothing."""
    place, folder = in_plain_nbgrader(graded, tmp_path)
    book = book_of(place / "in-grades")
    (copy,) = (folder / "autograded" / book.pseudonym("ada")).rglob("*.ipynb")
    book.close()
    notebook = hostile(sample)
    nbformat.write(notebook, copy)
    identity, _ = submission_of(place, "ada")
    with served(folder) as address:
        page.goto(f"{address}/submissions/{identity}/")
        assert ran(page)


def test_the_copy_alone_stops_it(sample, graded, page, tmp_path):
    """The copy under nbgrader's own settings, where nobody clicks a link."""
    place, folder = in_plain_nbgrader(graded, tmp_path)
    identity, _ = submission_of(place, "ada")
    with served(folder) as address:
        page.goto(f"{address}/submissions/{identity}/")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("window.ran") is None


def test_a_copy_in_jupyterlab_fetches_nothing(graded, formgrader, page):
    """The notebook as it was handed in does: else this would show nothing. Each in a
    workspace of its own: another one opens the notebooks that were open, in hidden tabs.
    """
    place, _ = graded
    book, addresses = book_of(place / "in-grades"), []
    path = f"autograded/{book.pseudonym('fetches')}/{NAME}"
    book.close()
    page.on("request", lambda request: addresses.append(request.url))
    folder = place / "in-grades" / "nbgrader" / path
    shutil.copy(place / "in" / "fetches" / f"{NAME}.ipynb", folder / "raw.ipynb")
    for name, fetches in ((NAME, False), ("raw", True)):
        lab = formgrader.replace("/formgrader", f"/lab/workspaces/{name}")
        page.goto(f"{lab}/tree/{path}/{name}.ipynb")
        end = page.locator(".jp-RenderedMarkdown", has_text="The end.").last
        end.scroll_into_view_if_needed()
        page.locator(".jp-RenderedMarkdown img[alt='kept']").wait_for()
        page.wait_for_load_state("networkidle")
        assert any("elsewhere" in url for url in addresses) == fetches, addresses
