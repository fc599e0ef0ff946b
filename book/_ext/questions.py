"""Check-yourself questions: plain Markdown in the notebook, buttons with explanations on the page.

In the source, a question is a paragraph in bold that begins with its number, one paragraph for each
option (a., b., …), and a folded answer with one paragraph for each option, the right one first:

    **1. Which of these is even?**

    a. 3

    b. 4

    <details><summary>Answer</summary>

    **b.** Two times two is four.

    **a.** Three leaves a remainder of one.

    </details>

On the page each option is a button that shows its own explanation. Until then the explanation
is encoded, so that nobody reads it by accident. questions.js decodes it. A question that is not of
this form is a warning, and stays as it is written.
"""

import re
from base64 import b64decode, b64encode
from pathlib import Path

from bs4 import BeautifulSoup
from sphinx.util import logging
from sphinx.util.fileutil import copy_asset

logger = logging.getLogger(__name__)

FILES = Path(__file__).parents[1] / "_questions"
SECTION = re.compile(r'(?<=<section id="check-yourself">).*?(?=</section>)', re.S)

QUESTION = re.compile(r"<strong>(?P<mark>\d+)\. (?P<text>.+)</strong>", re.S)
OPTION = re.compile(r"(?P<mark>[a-z])\. (?P<text>.+)", re.S)
EXPLANATION = re.compile(r"<strong>(?P<mark>[a-z])\.</strong>\s+(?P<text>.+)", re.S)

HINT = """
<p class="question-hint">Choose an option to read why it is right or not. You can open them all.</p>
<noscript><p>The explanations of the options need JavaScript.</p></noscript>
"""
VERDICT = (
    '<p class="{}" data-letter="{{}}.">'
    '<strong><span aria-hidden="true">{}</span> {}</strong> {{}}</p>'
)
RIGHT = VERDICT.format("right", "✓", "Right.")
NOT_QUITE = VERDICT.format("not-quite", "✗", "Not quite.")


class Malformed(ValueError):
    """A question that is not of the form above."""


def parts(paragraphs, pattern, form):
    """What the paragraphs say, by the letter or number with which each begins."""
    found = {}
    for paragraph in paragraphs:
        match = (
            pattern.fullmatch(paragraph.decode_contents().strip())
            if paragraph.name == "p"
            else None
        )
        if not match:
            raise Malformed(f"{paragraph.get_text(' ', strip=True)[:60]!r} is not {form}")
        if match["mark"] in found:
            raise Malformed(f"two paragraphs begin with {match['mark']!r}, each of them {form}")
        found[match["mark"]] = match["text"]
    return found


def encoded(html):
    return b64encode(html.encode()).decode()


def hidden_text(page):
    """What the explanations of a page say once they are opened."""
    return "".join(
        b64decode(code).decode() for code in re.findall(r'data-explanation="([^"]*)"', page)
    )


def component(number, blocks):
    """The HTML of one question, made of its paragraphs and its folded answer."""
    if len(blocks) < 2 or blocks[-1].name != "details":
        raise Malformed("a question has options, and then a folded answer")
    title, *options, answer = blocks
    text = parts([title], QUESTION, f"a question in bold with its number, {number}.").get(
        str(number)
    )
    if text is None:
        raise Malformed(f"its number must be {number}: questions are counted from 1")
    options = parts(options, OPTION, "an option, such as 'a. text'")
    explanations = parts(
        answer.find_all(recursive=False)[1:], EXPLANATION, "an explanation, such as '**a.** text'"
    )
    if len(options) < 2 or list(options) != [chr(ord("a") + i) for i in range(len(options))]:
        raise Malformed(f"its options must be a, b, …, and are {', '.join(options) or 'none'}")
    if set(explanations) != set(options):
        raise Malformed(
            f"its options are {', '.join(options)}, "
            f"and its answer explains {', '.join(sorted(explanations)) or 'none'}"
        )
    right = next(iter(explanations))
    name = f"question-{number}"
    html = (
        f'<div class="question" id="{name}" role="group" aria-labelledby="{name}-text">\n'
        f'<p><strong id="{name}-text">{number}. {text}</strong>'
        f'<a class="headerlink" href="#{name}" title="Link to this question">#</a></p>\n'
    )
    for letter, option in options.items():
        explanation = (RIGHT if letter == right else NOT_QUITE).format(letter, explanations[letter])
        html += (
            f'<button type="button" aria-expanded="false" aria-controls="{name}-{letter}" '
            f'data-explanation="{encoded(explanation)}">'
            f"<b>{letter}.</b> <span>{option}</span></button>\n"
            f'<div class="explanation" id="{name}-{letter}" aria-live="polite"></div>\n'
        )
    return html + "</div>\n"


def with_buttons(section):
    """The HTML of the section, with a component in place of each question. Raises Malformed."""
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
    app.add_js_file("questions/questions.js", **{"async": "async"})


def copy_files(app):
    for name in ("questions.css", "questions.js"):
        copy_asset(FILES / name, Path(app.outdir) / "_static" / "questions")


def setup(app):
    app.connect("builder-inited", copy_files)
    # Last, when the others have looked at the page: what an explanation holds cannot be seen
    # afterwards.
    app.connect("html-page-context", add_buttons, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
