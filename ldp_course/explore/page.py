"""The markup of an explorer, readable without a script, the numbers of its states, and its script.

Used by `explorer`, `live` and whatever builds pages (`script`, `style`).
"""

import html
import json
import re
from pathlib import Path

from ldp_course.explore.values import cell_text, rounded, value_text
from ldp_course.words import WORDS, unbroken

# Words of WORDS that only Python shows
IN_PYTHON = {
    *(
        "slider_epsilon",
        "slider_n",
        "try_this",
        "notice",
        "before_you_look",
        "still",
        "still_start",
    ),
    *("draw", "table", "error", "density", "runs", "theory"),
}
MOUNT = "<script>globalThis.ldpExplorer?.mount(document.currentScript.parentElement)</script>"


def script() -> str:
    """Return the script that moves the explorers of a page: its words, and the files of script/."""
    names = ("numbers", "guess", "marks", "ends", "chart", "handles", "predict", "figure")
    parts = "\n".join(read(f"script/{name}.js") for name in names)
    told = {name: text for name, text in WORDS.items() if name not in IN_PYTHON}
    words = f"const WORDS = {unbroken(json.dumps(told, ensure_ascii=False))};"
    return "\n".join(['(() => {\n"use strict";', words, light(parts), "})();\n"])


def light(script: str) -> str:
    """Return a script as pages get it: without indents and comments."""
    return re.sub(r"^[ \t]*(//.*)?\n|^[ \t]+|[ \t]+//.*$", "", script, flags=re.MULTILINE)


def style() -> str:
    """Return the looks of explorers."""
    return light_style(read("explore.css"))


def light_style(rules: str) -> str:
    """Return a style sheet as pages get it: without indents and comments."""
    return re.sub(r"/\*.*?\*/\n?|^[ \t]+", "", rules, flags=re.DOTALL | re.MULTILINE)


def read(name: str) -> str:
    return Path(__file__).parent.joinpath(name).read_text("utf-8")


def figure(id: str, content: str, grid: dict) -> str:
    """The whole figure for a page without a kernel, with the numbers of all states in it."""
    data = f'<script type="application/json">{_json_in_lines(grid)}</script>'
    return f'<figure class="explorer" id="{id}">\n{content}\n{data}\n{MOUNT}\n</figure>'


def content(texts: dict[str, str], x_label: str, start: dict) -> str:
    """Title, advice, and the sentence and table of the payload of the starting state."""
    title = html.escape(texts["title"])
    table, sentence = WORDS["table"], html.escape(start["sentence"])
    lines = [
        f'<figcaption class="explorer-title">{title}</figcaption>',
        *_question(texts.get("question")),
        *_advice("try_this", texts),
        f'<p class="explorer-still">{WORDS["still"]}</p>',  # sliders, legend and chart come here
        f'<p class="explorer-sentence" role="status" aria-live="polite">{sentence}</p>',
        *_advice("notice", texts),
        f'<details class="explorer-numbers"><summary>{table}</summary>',
        f'<div class="explorer-table" role="region" aria-label="{table}: {title}" tabindex="0">',
        tables(start["series"], x_label),
        "</div></details>",
    ]
    return "\n".join(lines)


def _question(question: str | None) -> list[str]:
    if question is None:
        return []
    lead = f"<b>{WORDS['before_you_look']}:</b>"
    return [f'<p class="explorer-question">{lead} {html.escape(question)}</p>']


def _advice(name: str, texts: dict[str, str]) -> list[str]:
    if not texts[name]:
        return []
    lead = f"<b>{WORDS[name]}:</b>"
    return [
        f'<p class="explorer-advice" data-advice="{name}">{lead} {html.escape(texts[name])}</p>'
    ]


def slider(name: str, values: list, label: str, start: float | str) -> dict:
    """A slider as the script and JupyterLab show it, its values as texts."""
    texts = [value_text(rounded(value)) for value in values]
    return {"name": name, "label": label, "values": texts, "start": values.index(start)}


def grid(
    chart: dict,
    draws: int | None,
    sliders: list[dict],
    payloads: list[dict],
    asked: dict | None = None,
) -> dict:
    """All states. Each different list is stored once; a state names its lists by their place."""
    places = {}

    def place(numbers):
        return places.setdefault(json.dumps(numbers), len(places))

    def drawn(series):
        return [[place(one[name]) for name in lists_of(one)] for one in series]

    states = [[payload["sentence"], drawn(payload["series"])] for payload in payloads]
    first = payloads[0]["series"]
    series = [{"mark": s["mark"], "label": s["label"], "lists": lists_of(s)} for s in first]
    lists = [json.loads(numbers) for numbers in places]
    head = {"chart": chart, "draws": draws, "sliders": sliders, "series": series}
    return head | ({"predict": asked} if asked else {}) | {"lists": lists, "states": states}


def lists_of(series: dict) -> list[str]:
    return [name for name in series if name not in ("mark", "label")]


def _json_in_lines(grid: dict) -> str:
    """JSON with a line for each list and state, so that a diff is short; safe inside <script>."""

    def compact(value):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    def lines(values):
        return "[\n" + ",\n".join(map(compact, values)) + "\n]"

    texts = {name: (lines if name in ("lists", "states") else compact)(grid[name]) for name in grid}
    parts = ",\n".join(f'"{name}":{text}' for name, text in texts.items())
    return f"{{{parts}}}".replace("<", "\\u003c")


def tables(series: list[dict], x_label: str) -> str:
    """One table for each different list of x; `tables` of numbers.js writes the same."""
    groups = {}
    for one in series:
        groups.setdefault(tuple(one["x"]), []).append(one)
    return "".join(_table(x, group, x_label) for x, group in groups.items())


def _table(x: tuple, group: list[dict], x_label: str) -> str:
    columns = [(one, name) for one in group for name in lists_of(one) if name != "x"]
    heads = [x_label] + [
        one["label"] if name == "y" else f"{one['label']}, {WORDS[name]}" for one, name in columns
    ]
    head = "".join(f'<th scope="col">{html.escape(text)}</th>' for text in heads)
    rows = "".join(
        f'<tr><th scope="row">{html.escape(cell_text(at))}</th>'
        + "".join(f"<td>{cell_text(one[name][row])}</td>" for one, name in columns)
        + "</tr>"
        for row, at in enumerate(x)
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
