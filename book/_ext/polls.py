"""The live poll of the welcome page, the class poll, and what is sent on.

Where one belongs, a page has an empty `<div id="live-poll"></div>` (or `poll`, or
`poll-sheet`; or `live-poll-steps`, the live poll within a chapter; or `send`, the card
at the end of ten minutes). Here it gets what
can be read without JavaScript, and the script that does the rest. The scripts are in
book/_polls, their words in book/words.toml.
"""

import json
import shutil
from html import escape
from pathlib import Path

from pictures import drawing
from words import WORDS

from ldp_course.explore.page import light, light_style, read
from ldp_course.figure_words import unbroken

FILES = Path(__file__).parents[1] / "_polls"
LIVE = {name: unbroken(text) for name, text in WORDS["live_poll"].items()}
CLASS = {
    name: unbroken(text) if isinstance(text, str) else text
    for name, text in WORDS["class_poll"].items()
}
SEND = WORDS["send"]
# the words of a script, its files after the arithmetic, and what it mounts
SCRIPTS = {
    "live_poll": (LIVE | SEND, ("poll", "hand_over", "send", "live_poll"), "mountLive"),
    "class_poll": (
        CLASS,
        ("poll", "hand_over", "class_poll"),
        "mountClass, mountSheet",
    ),
    "send": (SEND, ("hand_over", "send"), "mountSend"),
}
STYLES = "polls", "class_poll", "welcome"

# What the poll of book/_pictures/poll/*.svg came to: people, and percent
STILL = {
    "n": 200,
    "yes": 75,
    "fake": 50,
    "share": 25,
    "low": 13,
    "high": 37,
    "truth": 30,
}


def script(name):
    """Return a script with its words, which makes ldpPolls.<mount>."""
    words, files, mounts = SCRIPTS[name]
    words = json.dumps(words, ensure_ascii=False)
    texts = [(FILES / f"{file}.js").read_text("utf-8") for file in files]
    if "poll" in files:
        texts.insert(0, read("script/chance.js"))
    text = light("\n".join(texts))
    return (
        f'(() => {{\n"use strict";\nconst WORDS = {words};\n{text}'
        f"globalThis.ldpPolls = {{ {mounts} }};\n}})();\n"
    )


def mount(name):
    place = "document.currentScript.parentElement"
    return f"<script>globalThis.ldpPolls?.{name}({place})</script>"


# ---- the live poll without a script: four still pictures of one poll


def still_pictures():
    """Yield four pictures, each an SVG with the sentence that says what it shows."""
    for step in "hidden", "answered", "slid", "stretched":
        words = escape(LIVE[f"still_{step}"].format(**STILL))
        svg = drawing(f"poll/{step}", f'role="img" aria-label="{words}"')
        yield f"<div>{svg}<p>{words}</p></div>"


def live_poll(after=""):
    legend = "".join(
        f'<li class="{answer}">{escape(LIVE[f"legend_{answer}"])}</li>'
        for answer in ("yes", "no")
    )
    return (
        '<div class="live-poll poll-box" id="live-poll" role="group" '
        'aria-labelledby="live-poll-title">'
        f'<p class="poll-title" id="live-poll-title">{escape(LIVE["title"])}</p>\n'
        '<div class="live-poll-stage">\n'
        f'<ul class="live-poll-legend">{legend}</ul>\n'
        f'<div class="live-poll-stills">{"".join(still_pictures())}</div></div>\n'
        f"{after}{mount('mountLive')}</div>"
    )


def welcome_poll():
    """Return the live poll with a link that leads from its end into chapter 1."""
    return live_poll(
        '<p class="live-poll-onward"><a class="poll-link" href="threat_models.html">'
        f"{escape(LIVE['next_chapter'])}</a></p>\n"
    )


# ---- the class poll without a script: a sheet of paper


def class_poll():
    return (
        '<div class="class-poll poll-box" id="poll">\n'
        f"<noscript><p>{escape(CLASS['no_script'])}</p></noscript>\n"
        f"{mount('mountClass')}</div>"
    )


def poll_sheet():
    rules = "".join(f"<li>{escape(rule)}</li>" for rule in CLASS["rules_2"])
    return (
        '<div class="poll-sheets poll-box"><div class="poll-sheet">'
        f'<p class="poll-title">{escape(CLASS["sheet_title"])}</p>'
        f"<p>{escape(CLASS['sheet_question'])} "
        f'<span class="poll-sheet-question">{CLASS["sheet_blank"]}</span></p>'
        f'<ol>{rules}</ol><p class="poll-sheet-words"><b>{CLASS["big_yes"]}</b> '
        f"<b>{CLASS['big_no']}</b></p>"
        f"<p>{escape(CLASS['sheet_circle'])}</p></div>\n{mount('mountSheet')}</div>"
    )


# ---- what is sent on


def send():
    place = 'class="poll-card poll-box" data-to="crowd-one"'
    return (
        f'<aside {place} aria-label="{escape(SEND["card"])}">'
        f"<p>{escape(SEND['ten_minutes'])}</p>\n{mount('mountSend')}</aside>"
    )


# what stands in the place, its script, and its styles beside those of all polls
PLACES = {
    "live-poll": (welcome_poll, "live_poll", "welcome"),
    "live-poll-steps": (live_poll, "live_poll", None),
    "send": (send, "send", None),
    "poll": (class_poll, "class_poll", "class_poll"),
    "poll-sheet": (poll_sheet, None, None),
}


def add_polls(app, pagename, templatename, context, doctree):
    for name, (html, script, style) in PLACES.items():
        place = f'<div id="{name}"></div>'
        if place in context.get("body", ""):
            context["body"] = context["body"].replace(place, html())
            if script:
                # not deferred: an inline call right after its markup mounts each poll
                app.add_css_file("polls/polls.css")
                app.add_js_file(f"polls/{script}.js")
            if style:
                app.add_css_file(f"polls/{style}.css")


def short_page(language):
    """Return the page behind the class's address: it leads on, with the question."""
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><meta charset="utf-8">'
        f"<title>{CLASS['page']}</title>"
        '<script>location.replace("book/class_poll.html" + location.hash)</script>'
        f'<a href="book/class_poll.html">{CLASS["page"]}</a></html>\n'
    )


def copy_files(app):
    folder = Path(app.outdir) / "_static" / "polls"
    folder.mkdir(parents=True, exist_ok=True)
    page = short_page(app.config.language.replace("_", "-"))
    Path(app.outdir, "poll.html").write_text(page, "utf-8")
    # qrcode-generator 2.0.4, which draws the address of the class
    shutil.copy(FILES.parent / "vendor" / "qrcode-generator" / "qrcode.js", folder)
    for name in STYLES:
        text = light_style((FILES / f"{name}.css").read_text("utf-8"))
        (folder / f"{name}.css").write_text(text, "utf-8")
    for name in SCRIPTS:
        (folder / f"{name}.js").write_text(script(name), "utf-8")


def setup(app):
    app.connect("builder-inited", copy_files)
    app.connect("html-page-context", add_polls)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
