"""The live poll of the welcome page, and the class poll.

Where one belongs, a page has an empty `<div id="live-poll"></div>` (or `poll`, or `poll-sheet`; or
`live-poll-steps`, the same poll, which waits for the reader after each step).
Here it gets what can be read without JavaScript, and the script that does the rest. The scripts are
in book/_polls, their words in poll_words.py.
"""

import json
from html import escape
from pathlib import Path

import numpy as np
from poll_words import CLASS, LIVE

from ldp_course import RandomizedResponse
from ldp_course.explore.page import light, light_style

FILES = Path(__file__).parents[1] / "_polls"
SCRIPTS = {"live": (LIVE, "mountLive"), "class": (CLASS, "mountClass, mountSheet")}
STYLES = "polls", "class_poll", "welcome"

PEOPLE, TRUTH, SEED = 200, 0.3, 1
COLUMNS, ROWS, DOT, FOOT = 25, 8, 10, 24  # of the still pictures; a dot has 10 by 10 units


def script(name):
    """The arithmetic, the words and the script of one poll; what it mounts is ldpPolls.<mount>."""
    words, mounts = SCRIPTS[name]
    parts = [(FILES / f"{part}.js").read_text("utf-8") for part in ("poll", f"{name}_poll")]
    head = f'(() => {{\n"use strict";\nconst WORDS = {json.dumps(words, ensure_ascii=False)};\n'
    return f"{head}{light(''.join(parts))}globalThis.ldpPolls = {{ {mounts} }};\n}})();\n"


def style(name):
    return light_style((FILES / f"{name}.css").read_text("utf-8"))


def mount(name):
    return f"<script>globalThis.ldpPolls?.{name}(document.currentScript.parentElement)</script>"


# ---- the live poll without a script: four still pictures of one poll


def still_poll():
    """Who says yes in one poll of 200 with two coins, and its estimate."""
    coins, rng = RandomizedResponse.two_coin(), np.random.default_rng(SEED)
    truths = rng.permutation(np.arange(PEOPLE) < TRUTH * PEOPLE)
    said = coins.perturb(coins.encode(truths), rng)
    return coins, said, coins.aggregate(said)


def dots(kind, columns, rows):
    """Each dot is a line without length and with round ends."""
    places = "".join(f"M{DOT * x + 5:g} {DOT * y + 5}h0" for x, y in zip(columns, rows))
    holes = f'<path class="no hole" d="{places}"/>' if kind.startswith("no") else ""
    return f'<path class="{kind}" d="{places}"/>{holes}'


def still_pictures():
    """The four pictures: each an SVG and the sentence that says what it shows."""
    coins, said, estimate = still_poll()
    yes = int(said.sum())
    share, (low, high) = estimate.frequencies[1], (end[1] for end in estimate.interval())
    values = {"n": PEOPLE, "yes": yes, "fake": round(PEOPLE * coins.q), "truth": round(100 * TRUTH)}
    values |= {"share": round(100 * share), "low": round(100 * low), "high": round(100 * high)}
    column, row = np.divmod(np.arange(PEOPLE), ROWS)
    place = (np.arange(PEOPLE) + 0.5) / PEOPLE
    is_yes = np.arange(PEOPLE) < yes  # once they are sorted
    off = (place < coins.q) | (place > 1 - coins.q)
    wide = ((column + 0.5) / COLUMNS - coins.q) / (coins.p - coins.q) * COLUMNS - 0.5

    def both(yeses, x, more=""):
        return dots(f"yes{more}", x[yeses], row[yeses]) + dots(f"no{more}", x[~yeses], row[~yeses])

    def some(kept, x, more=""):
        kinds = (("yes", kept & is_yes), ("no", kept & ~is_yes))
        return "".join(dots(kind + more, x[which], row[which]) for kind, which in kinds)

    x, width, height = DOT * COLUMNS * share, DOT * COLUMNS, DOT * ROWS
    ends = [round(width * float(end), 1) for end in (low, high)]
    band = (
        f'<path class="line" d="M{x:.1f} 0V{height + 14}M{ends[0]} {height + 9}H{ends[1]}'
        f'M{ends[0]} {height + 4}v10M{ends[1]} {height + 4}v10"/>'
        f'<path class="truth" d="M{width * TRUTH:g} {height + 13}l6 10h-12z"/>'
    )
    drawn = {
        "hidden": dots("waiting", column, row),
        "answered": both(said.astype(bool), column),
        "slid": some(off, column, " gone") + some(~off, column),
        "stretched": some(~off, wide) + band,
    }
    for step, picture in drawn.items():
        words = escape(LIVE[f"still_{step}"].format(**values).replace("-", "−"))
        box = f'<svg viewBox="0 0 {width} {height + FOOT}" role="img" aria-label="{words}">'
        yield f"<div>{box}{picture}</svg><p>{words}</p></div>"


def live_poll(kind="", told=""):
    title = escape(LIVE[f"title{kind}"])
    legend = "".join(
        f'<li class="{says}">{escape(LIVE[f"legend_{says}"])}</li>' for says in ("yes", "no")
    )
    return (
        f'<div class="live-poll poll-box" id="live-poll"{told} role="group" aria-label="{title}">\n'
        f'<p class="poll-title">{title}</p>\n<ul class="live-poll-legend">{legend}</ul>\n'
        f'<div class="live-poll-stills">{"".join(still_pictures())}</div>\n'
        f"{mount('mountLive')}</div>"
    )


def live_poll_steps():
    return live_poll("_steps", " data-steps")


# ---- the class poll without a script: a sheet of paper


def class_poll():
    return (
        '<div class="class-poll poll-box" id="poll">\n'
        f"<noscript><p>{escape(CLASS['no_script'])}</p></noscript>\n{mount('mountClass')}</div>"
    )


def poll_sheet():
    rules = "".join(f"<li>{escape(rule)}</li>" for rule in CLASS["rules_2"])
    return (
        '<div class="poll-sheets poll-box"><div class="poll-sheet">'
        f'<p class="poll-title">{escape(CLASS["sheet_title"])}</p>'
        f"<p>{escape(CLASS['sheet_question'])} "
        f'<span class="poll-sheet-question">{CLASS["sheet_blank"]}</span></p><ol>{rules}</ol>'
        f'<p class="poll-sheet-words"><b>{CLASS["big_yes"]}</b> <b>{CLASS["big_no"]}</b></p>'
        f"<p>{escape(CLASS['sheet_circle'])}</p></div>\n{mount('mountSheet')}</div>"
    )


MADE = {  # what stands there, its script, and its styles beside those of all polls
    "live-poll": (live_poll, "live", "welcome"),
    "live-poll-steps": (live_poll_steps, "live", None),
    "poll": (class_poll, "class", "class_poll"),
    "poll-sheet": (poll_sheet, None, None),
}


def add_polls(app, pagename, templatename, context, doctree):
    for name, (made, script, style) in MADE.items():
        place = f'<div id="{name}"></div>'
        if place in context.get("body", ""):
            context["body"] = context["body"].replace(place, made())
            if script:
                # not deferred: each poll is mounted by an inline call right after its markup
                app.add_css_file("polls/polls.css")
                app.add_js_file(f"polls/{script}_poll.js")
            if style:
                app.add_css_file(f"polls/{style}.css")


def copy_files(app):
    folder = Path(app.outdir) / "_static" / "polls"
    folder.mkdir(parents=True, exist_ok=True)
    for name in STYLES:
        (folder / f"{name}.css").write_text(style(name), "utf-8")
    for name in SCRIPTS:
        (folder / f"{name}_poll.js").write_text(script(name), "utf-8")


def setup(app):
    app.connect("builder-inited", copy_files)
    app.connect("html-page-context", add_polls)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
