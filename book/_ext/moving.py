"""Moving pictures in chapters: people, polls, RAPPOR's tiles, the way of an answer.

Where one belongs, a page has an empty `<div id="moving-people"></div>` (or `polls`,
`tiles`, `tracks`). It shows nothing in a notebook, so no sentence may need it. The
scripts are in book/_moving, their words in book/words.toml, their arithmetic in
book/_polls/poll.js, their chance in the explorers' chance.js.
Where no script runs, there is a still (stills.py).
"""

import json
from html import escape
from pathlib import Path

import pictures
from stills import moving_still
from words import WORDS as TABLES

from ldp_course import rappor
from ldp_course.explore.page import light, light_style, read
from ldp_course.figure_words import unbroken

BOOK = Path(__file__).parents[1]
TABLE = TABLES["moving"]
WORDS = json.loads(unbroken(json.dumps(TABLE, ensure_ascii=False)))
MOUNTS = {
    "people": "mountPeople",
    "polls": "mountPolls",
    "tiles": "mountTiles",
    "tracks": "mountTracks",
}

PARTIES = ["device", "network", "shuffler", "collector", "analyst", "public"]
# what each party sees; the figure in the chapter "Threat models" shows the same
MODELS = {
    "central": ["raw named", "raw named", "nothing", "raw named", "total", "total"],
    "shuffle": ["raw named", "noisy named", "noisy named", "noisy", "noisy", "total"],
    "sums": ["raw named", "parts named", "nothing", "parts named", "total", "total"],
    "local": [
        "raw named",
        "noisy named",
        "nothing",
        "noisy named",
        "noisy named",
        "total",
    ],
}
NOISE = {"central": 3, "shuffle": 0, "sums": 0, "local": 0}  # added after this party


def script_data(name):
    """Return what a script gets from here, as data of its figure."""
    if name == "tiles":
        parameters = rappor.Parameters(
            bits=16, hashes=2, cohorts=64, f=0.5, p=0.5, q=0.75
        )
        bits = rappor.bloom_table(["v10"], parameters)[0, 1]
        return {"bits": "".join(str(int(bit)) for bit in bits)}
    if name == "tracks":
        tracks = {"parties": PARTIES, "models": MODELS, "noise": NOISE}
        return {"tracks": json.dumps(tracks)}
    return {}


def script(name):
    sources = "_polls/poll.js", "_moving/moving.js", f"_moving/{name}.js"
    texts = (
        read("script/chance.js"),
        *((BOOK / source).read_text("utf-8") for source in sources),
    )
    text = "\n".join(texts)
    words = json.dumps(WORDS[name], ensure_ascii=False)
    mount = MOUNTS[name]
    return (
        f'(() => {{\n"use strict";\nconst WORDS = {words};\n{light(text)}'
        f'{mount}(document.getElementById("moving-{name}"));\n}})();\n'
    )


def figure(name):
    words, data = WORDS[name], script_data(name)
    attributes = "".join(
        f' data-{key}="{escape(value)}"' for key, value in data.items()
    )
    return (
        f'<figure class="moving" id="moving-{name}"{attributes}>'
        f"<figcaption>{escape(words['title'])}</figcaption>"
        f"<noscript>{moving_still(name, script(name), tuple(data.items()))}"
        f"<p>{escape(words['no_script'])}</p></noscript></figure>"
    )


def add_moving(app, pagename, templatename, context, doctree):
    for name in MOUNTS:
        place = f'<div id="moving-{name}"></div>'
        if place in context.get("body", ""):
            context["body"] = context["body"].replace(place, figure(name))
            app.add_css_file("moving/moving.css")
            app.add_js_file(f"moving/{name}.js", defer="defer")


def copy_files(app):
    folder = Path(app.outdir) / "_static" / "moving"
    folder.mkdir(parents=True, exist_ok=True)
    rules = (BOOK / "_moving" / "moving.css").read_text("utf-8")
    colors = pictures.colors().replace(".picture", ".moving")
    (folder / "moving.css").write_text(light_style(colors + rules), "utf-8")
    for name in MOUNTS:
        (folder / f"{name}.js").write_text(script(name), "utf-8")


def setup(app):
    app.connect("builder-inited", copy_files)
    app.connect("html-page-context", add_moving)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
