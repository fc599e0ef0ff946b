"""Make buttons with explanations of the check-yourself questions of a notebook.

In the source, a question is a paragraph in bold that begins with its number, one
paragraph for each option (a., b., …), and a folded answer with one paragraph for each
option, the right one first:

    **1. Which of these is even?**

    a. 3

    b. 4

    <details><summary>Answer</summary>

    **b.** Two times two is four.

    **a.** Three leaves a remainder of one.

    </details>

On the page each option is a button that shows its own explanation. Until then the
explanation is encoded, so that nobody reads it by accident. questions.js decodes it. A
question that is not of this form is a warning, and stays as it is written.
"""

import re
from base64 import b64encode
from pathlib import Path
from string import ascii_lowercase

from bs4 import BeautifulSoup
from sphinx.util import logging
from sphinx.util.fileutil import copy_asset
from words import WORDS

logger = logging.getLogger(__name__)

SAYS = WORDS["questions"]

FILES = Path(__file__).parents[1] / "_questions"
SECTION = re.compile(r'(?<=<section id="check-yourself">).*?(?=</section>)', re.S)

QUESTION = re.compile(r"<strong>(?P<mark>\d+)\. (?P<text>.+)</strong>", re.S)
OPTION = re.compile(r"(?P<mark>[a-z])\. (?P<text>.+)", re.S)
EXPLANATION = re.compile(r"<strong>(?P<mark>[a-z])\.</strong>\s+(?P<text>.+)", re.S)

HINT = f"""
<p class="question-hint">{SAYS["hint"]}</p>
<noscript><p>{SAYS["no_script"]}</p></noscript>
"""
VERDICT = (
    '<p class="{}" data-letter="{{}}.">'
    '<strong><span aria-hidden="true">{}</span> {}</strong> {{}}</p>'
)
RIGHT = VERDICT.format("right", "✓", SAYS["right"])
NOT_QUITE = VERDICT.format("not-quite", "✗", SAYS["not_quite"])


class Malformed(ValueError):
    """A question that is not of the form above."""


def parts(paragraphs, pattern, form):
    """Return the text of paragraphs by the letter or number with which each begins."""
    texts = {}
    for paragraph in paragraphs:
        html = paragraph.decode_contents().strip()
        match = pattern.fullmatch(html) if paragraph.name == "p" else None
        if not match:
            beginning = paragraph.get_text(" ", strip=True)[:60]
            raise Malformed(f"{beginning!r} is not {form}")
        mark, text = match["mark"], match["text"]
        if mark in texts:
            raise Malformed(f"two paragraphs begin with {mark!r}, each of them {form}")
        texts[mark] = text
    return texts


def component(number, blocks):
    """Return the HTML of a question, made of its paragraphs and its folded answer."""
    if len(blocks) < 2 or blocks[-1].name != "details":
        raise Malformed("a question has options, and then a folded answer")
    title, *options, answer = blocks
    form = f"a question in bold with its number, {number}."
    text = parts([title], QUESTION, form).get(str(number))
    if text is None:
        raise Malformed(f"its number must be {number}: questions are counted from 1")
    options = parts(options, OPTION, "an option, such as 'a. text'")
    _, *paragraphs = answer.find_all(recursive=False)
    form = "an explanation, such as '**a.** text'"
    explanations = parts(paragraphs, EXPLANATION, form)
    letters = ", ".join(options) or "none"
    if len(options) < 2 or list(options) != list(ascii_lowercase[: len(options)]):
        raise Malformed(f"its options must be a, b, …, and are {letters}")
    if set(explanations) != set(options):
        explained = ", ".join(sorted(explanations)) or "none"
        raise Malformed(
            f"its options are {letters}, and its answer explains {explained}"
        )
    right = next(iter(explanations))
    name = f"question-{number}"
    html = (
        f'<div class="question" id="{name}" role="group" '
        f'aria-labelledby="{name}-text">\n'
        f'<p><strong id="{name}-text">{number}. {text}</strong>'
        f'<a class="headerlink" href="#{name}" title="{SAYS["link"]}">#</a>'
        "</p>\n"
    )
    for letter, option in options.items():
        verdict = RIGHT if letter == right else NOT_QUITE
        explanation = verdict.format(letter, explanations[letter])
        code = b64encode(explanation.encode()).decode()
        html += (
            f'<button type="button" aria-expanded="false" '
            f'aria-controls="{name}-{letter}" data-explanation="{code}">'
            f"<b>{letter}.</b> <span>{option}</span></button>\n"
            f'<div class="explanation" id="{name}-{letter}" aria-live="polite">'
            "</div>\n"
        )
    return html + "</div>\n"


def with_buttons(section):
    """Return the section with each question as buttons, or raise Malformed."""
    heading, *blocks = BeautifulSoup(section, "html.parser").find_all(recursive=False)
    questions, start = [], 0
    for end, block in enumerate(blocks, start=1):
        if block.name == "details" or end == len(blocks):
            number = len(questions) + 1
            try:
                questions.append(component(number, blocks[start:end]))
            except Malformed as fault:
                raise Malformed(f"question {number}: {fault}") from None
            start = end
    return f"{heading}{HINT}{''.join(questions)}"


def add_buttons(app, pagename, templatename, context, doctree):
    section = SECTION.search(context.get("body", ""))
    if not section:
        return
    try:
        questions = with_buttons(section[0])
    except Malformed as fault:
        logger.warning("%s", fault, location=pagename)
        return
    context["body"] = context["body"].replace(section[0], questions)
    app.add_css_file("questions/questions.css")
    app.add_js_file("questions/questions.js", loading_method="defer")


def copy_files(app):
    for name in ("questions.css", "questions.js"):
        copy_asset(FILES / name, Path(app.outdir) / "_static" / "questions")


def setup(app):
    app.connect("builder-inited", copy_files)
    # Last, when the others have looked at the page: what an explanation holds cannot be
    # seen afterwards.
    app.connect("html-page-context", add_buttons, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
