"""Draw explorers and moving pictures for readers without a script, during the build.

The picture's own script draws it, in the embedded JavaScript engine and on the
makeshift page of stills.js. In the browser, the script removes the <noscript> with the
drawing.
"""

import json
import re
from functools import cache
from html import escape
from pathlib import Path

from katex_at_build import new_engine

from ldp_course.explore.page import read
from ldp_course.figure_words import WORDS, unbroken

# as wide as a phone, so that its words stay large there; the style sheet says the most
WIDTH = 400
# the buttons that lead from a moving picture's start to what is worth a still
PRESSES = {"people": ["next"] * 2, "polls": [], "tiles": ["month"] * 12, "tracks": []}

FIGURE = re.compile(r'<figure class="explorer".*?</figure>', re.DOTALL)
PLACE = re.compile(
    r'<p class="explorer-still">.*?</p>'
    r'(?=.*?<script type="application/json">(.*?)</script>)',
    re.DOTALL,
)


@cache
def engine():
    parts = [
        read(f"script/{name}.js") for name in ("numbers", "marks", "ends", "chart")
    ]
    page = Path(__file__).with_name("stills.js").read_text(encoding="utf-8")
    constants = f"const WORDS = {json.dumps(WORDS)}; const WIDTH = {WIDTH};"
    return new_engine("\n".join([constants, page, *parts]))


def explorer_still(match):
    """Return the drawing of an explorer's starting state, and its values in words."""
    values = WORDS["comma"].join(
        WORDS["named"].format(
            name=slider["label"], text=slider["values"][slider["start"]]
        )
        for slider in json.loads(match[1])["sliders"]
    )
    sentence = unbroken(escape(WORDS["still_start"].format(values=values)))
    drawing = engine().call("drawExplorer", match[1])
    return f'<noscript class="explorer-still">{drawing}<p>{sentence}</p></noscript>'


def with_stills(body):
    """Return a page with its explorers drawn, and no number parted from its unit."""
    return FIGURE.sub(lambda match: PLACE.sub(explorer_still, unbroken(match[0])), body)


@cache
def moving_still(name, script, data=()):
    """Return what the script has drawn after `PRESSES`, and the sentence beside it."""
    svg, sentence = engine().call("drawMoving", script, dict(data), PRESSES[name])
    return f"{svg}<p>{escape(sentence)}</p>"
