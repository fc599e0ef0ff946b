"""Write the markup of an explorer, the numbers of its states, and its script.

Used by `explorer`, `live` and whatever builds pages (`script`, `style`).
"""

import html
import json
import re
from pathlib import Path

from ldp_course.explore.values import cell_text, rounded, uncolored, value_text
from ldp_course.figure_words import WORDS, unbroken

# Words of WORDS that only Python shows
IN_PYTHON = {
    "slider_epsilon", "slider_n", "slider_confidence", "lead", "try_this",
    "before_you_look", "still", "still_start", "draw", "table", "density", "runs",
    "theory", "x_of_errors",
}  # fmt: skip
# Files of script/, each after those that it uses
SCRIPTS = (
    "numbers", "guess", "marks", "ends", "chart", "guess_handles", "reveal", "predict",
    "chance", "models", "draws", "figure",
)  # fmt: skip
MOUNT = (
    "<script>globalThis.ldpExplorer?.mount(document.currentScript.parentElement)"
    "</script>"
)


def script() -> str:
    """Return the script that moves the explorers of a page, with its words."""
    parts = "\n".join(read(f"script/{name}.js") for name in SCRIPTS)
    words = {name: text for name, text in WORDS.items() if name not in IN_PYTHON}
    words = f"const WORDS = {unbroken(json.dumps(words, ensure_ascii=False))};"
    return "\n".join(['(() => {\n"use strict";', words, light(parts), "})();\n"])


def light(script: str) -> str:
    """Return a script as pages get it: without indents and comments."""
    return re.sub(
        r"^[ \t]*(//.*)?\n|^[ \t]+|[ \t]+//.*$", "", script, flags=re.MULTILINE
    )


def style() -> str:
    """Return the looks of explorers."""
    return light_style(read("explore.css"))


def light_style(rules: str) -> str:
    """Return a style sheet as pages get it: without indents and comments."""
    return re.sub(r"/\*.*?\*/\n?|^[ \t]+", "", rules, flags=re.DOTALL | re.MULTILINE)


def read(name: str) -> str:
    return Path(__file__).parent.joinpath(name).read_text("utf-8")


def figure(id: str, content: str, grid: dict) -> str:
    """Return the whole figure for a page without a kernel, with all states' numbers."""
    data = f'<script type="application/json">{_json_in_lines(grid)}</script>'
    return f'<figure class="explorer" id="{id}">\n{content}\n{data}\n{MOUNT}\n</figure>'


def content(texts: dict[str, str], x_label: str, start: dict) -> str:
    """Return title, advice, and sentence and table of the starting state."""
    title = html.escape(texts["title"])
    table, sentence = WORDS["table"], html.escape(uncolored(start["sentence"]))
    lines = [
        f'<figcaption class="explorer-title">{title}</figcaption>',
        *_question(texts.get("question")),
        *_advice("try_this", texts),
        # sliders, legend and chart come here
        f'<p class="explorer-still">{WORDS["still"]}</p>',
        f'<p class="explorer-sentence" role="status" aria-live="polite">{sentence}</p>',
        *_advice("notice", texts),
        f'<details class="explorer-numbers"><summary>{table}</summary>',
        '<div class="explorer-table" role="region"'
        f' aria-label="{WORDS["named"].format(name=table, text=title)}" tabindex="0">',
        tables(start["series"], x_label),
        "</div></details>",
    ]
    return "\n".join(lines)


def _question(question: str | None) -> list[str]:
    if question is None:
        return []
    words = _with_lead("before_you_look", question)
    return [f'<p class="explorer-question">{words}</p>']


def _advice(name: str, texts: dict[str, str]) -> list[str]:
    if not texts[name]:
        return []
    words = _with_lead(name, texts[name])
    return [f'<p class="explorer-advice" data-advice="{name}">{words}</p>']


def _with_lead(name: str, text: str) -> str:
    return WORDS["lead"].format(lead=WORDS[name], text=html.escape(text))


def slider(
    name: str, values: list, label: str, start: float | str, scale: str | None = None
) -> dict:
    """Return a slider as the script and JupyterLab show it, its values as texts."""
    texts = [value_text(rounded(value)) for value in values]
    slider = {"name": name, "label": label, "values": texts}
    slider["start"] = values.index(start)
    return slider if scale is None else slider | {"scale": scale}


def grid(
    chart: dict,
    draws: int | None,
    sliders: list[dict],
    payloads: list[dict],
    question: dict | None = None,
    live: dict | None = None,
) -> dict:
    """Return all states; each different list is stored once, and named by its place."""
    places = {}

    def place(numbers):
        return places.setdefault(json.dumps(numbers), len(places))

    def stored(series):
        return [place(series[name]) for name in lists_of(series)]

    states = [
        [payload["sentence"], [stored(series) for series in payload["series"]]]
        for payload in payloads
    ]
    series = [
        {"mark": s["mark"], "label": s["label"], "lists": lists_of(s)}
        for s in payloads[0]["series"]
    ]
    head = {"chart": chart, "draws": draws, "sliders": sliders, "series": series}
    if question:
        head["predict"] = question
    if live:
        head["live"] = live
    lists = [json.loads(numbers) for numbers in places]
    return head | {"lists": lists, "states": states}


def lists_of(series: dict) -> list[str]:
    return [name for name in series if name not in ("mark", "label")]


def _json_in_lines(grid: dict) -> str:
    """Return JSON with a line for each list and state, safe inside <script>."""

    def compact(value):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    def lines(values):
        return "[\n" + ",\n".join(map(compact, values)) + "\n]"

    texts = {
        name: (lines if name in ("lists", "states") else compact)(grid[name])
        for name in grid
    }
    parts = ",\n".join(f'"{name}":{text}' for name, text in texts.items())
    return f"{{{parts}}}".replace("<", "\\u003c")


def tables(series: list[dict], x_label: str) -> str:
    """Return a table for each different list of x, as `tables` of numbers.js does."""
    groups = {}
    for s in series:
        if s["x"] and s["mark"] != "cloud":
            groups.setdefault(tuple(s["x"]), []).append(s)
    return "".join(_table(x, group, x_label) for x, group in groups.items())


def _table(x: tuple, group: list[dict], x_label: str) -> str:
    columns = [(s, name) for s in group for name in lists_of(s) if name != "x"]
    heads = [x_label] + [
        s["label"]
        if name == "y"
        else s["label"] + WORDS["comma"] + WORDS[f"end_{name}"]
        for s, name in columns
    ]
    head = "".join(f'<th scope="col">{html.escape(text)}</th>' for text in heads)
    rows = "".join(
        f'<tr><th scope="row">{html.escape(cell_text(at))}</th>'
        + "".join(f"<td>{cell_text(s[name][row])}</td>" for s, name in columns)
        + "</tr>"
        for row, at in enumerate(x)
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
