"""The markup of an explorer: a figure that can be read without any script, and the numbers that explore.js draws."""

from __future__ import annotations

import html
import json
from decimal import Decimal

from ldp_course.explore.picture import rounded

MOUNT = "<script>globalThis.ldpExplorer?.mount(document.currentScript.parentElement)</script>"
# the script puts sliders, legend and chart in its place
STILL = '<p class="explorer-still">Sliders and chart appear in a running notebook and on the page of the book.</p>'


def figure(explorer) -> str:
    """The whole figure, with the numbers of all states in it."""
    data = f'<script type="application/json">{_json_in_lines(_grid(explorer))}</script>'
    return f'<figure class="explorer" id="{explorer.id}">\n{content(explorer)}\n{data}\n{MOUNT}\n</figure>'


def content(explorer) -> str:
    """Title, advice, sentence and table of the starting state."""
    start = explorer.payload()
    table_name = html.escape(f"Table of the numbers drawn: {explorer.title}")
    advice = " ".join(
        f"<b>{name}:</b> {html.escape(explorer.texts[key])}"
        for name, key in (("Try this", "try_this"), ("Notice", "notice"))
        if explorer.texts[key]
    )
    lines = [
        f'<figcaption class="explorer-title">{html.escape(explorer.title)}</figcaption>',
        *([f'<p class="explorer-advice">{advice}</p>'] if advice else []),
        STILL,
        f'<p class="explorer-sentence" role="status" aria-live="polite">{html.escape(start["sentence"])}</p>',
        '<details class="explorer-numbers"><summary>Table of the numbers drawn</summary>',
        f'<div class="explorer-table" role="region" aria-label="{table_name}" tabindex="0">',
        _tables(start["series"], explorer.axes["x"]["label"]),
        "</div></details>",
    ]
    return "\n".join(lines)


def value_text(value) -> str:
    """A number as a reader expects it, exactly: 32,561 or 0.00001; a text as it is."""
    if isinstance(value, str):
        return value
    return f"{Decimal(repr(value)):,f}".replace("-", "−")


def cell_text(value) -> str:
    """A number as a spreadsheet takes it, exactly: 32561, -0.5 or 0.00001; a text as it is; nothing for None."""
    return f"{Decimal(repr(value)):f}" if isinstance(value, (int, float)) else value or ""


def lists_of(series: dict) -> list[str]:
    """The names of a series' lists in a payload, x first."""
    return [part for part in ("x", "y", "low", "high") if part in series]


def _grid(explorer) -> dict:
    """All states. Each different list of numbers is stored once; a state names its lists by their place."""
    places = {}

    def place(numbers):
        return places.setdefault(json.dumps(numbers), len(places))

    states = [
        [
            payload["sentence"],
            [[place(series[part]) for part in lists_of(series)] for series in payload["series"]],
        ]
        for payload in explorer.payloads
    ]
    return {
        "chart": explorer.chart,
        "draws": explorer.draws,
        "sliders": [
            {
                "name": name,
                "label": explorer.labels[name],
                "values": [value_text(rounded(value)) for value in values],
                "start": values.index(explorer.start[name]),
            }
            for name, values in explorer.sliders.items()
        ],
        "series": [
            {"mark": series["mark"], "label": series["label"], "lists": lists_of(series)}
            for series in explorer.payloads[0]["series"]
        ],
        "lists": [json.loads(numbers) for numbers in places],
        "states": states,
    }


def _json_in_lines(grid: dict) -> str:
    """JSON with a line for each list and each state, so that a diff shows what changed; safe inside <script>."""

    def compact(value):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    def lines(values):
        return "[\n" + ",\n".join(map(compact, values)) + "\n]"

    parts = [
        f'"{name}":{lines(value) if name in ("lists", "states") else compact(value)}'
        for name, value in grid.items()
    ]
    return ("{" + ",\n".join(parts) + "}").replace("<", "\\u003c")


def _tables(series: list[dict], x_label: str) -> str:
    """One table for each different list of x."""
    groups = {}
    for one in series:
        groups.setdefault(tuple(one["x"]), []).append(one)
    return "".join(_table(x, group, x_label) for x, group in groups.items())


def _table(x: tuple, group: list[dict], x_label: str) -> str:
    columns = {
        series["label"] if part == "y" else f"{series['label']}, {part}": series[part]
        for series in group
        for part in lists_of(series)[1:]
    }
    head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in (x_label, *columns))
    rows = "".join(
        f'<tr><th scope="row">{html.escape(cell_text(at))}</th>'
        + "".join(f"<td>{cell_text(values[row])}</td>" for values in columns.values())
        + "</tr>"
        for row, at in enumerate(x)
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
