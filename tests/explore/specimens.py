"""Explorers for the tests: names with intervals, curves, polls with draws."""

import json
import re

import numpy as np

from ldp_course.explore import (
    Band,
    Bars,
    Cloud,
    Line,
    Live,
    Picture,
    Points,
    Range,
    explore,
)

JOBS = ["Sales", "Farming & fishing", "<none>"]
COUNTS = [3650, 994, 32561]
BAR = Bars("a", x=[1], y=[1])


def picture(epsilon, n):
    rng = np.random.default_rng(1)
    estimate = np.array(COUNTS) + rng.normal(0, 10 / epsilon, 3)
    return Picture(
        [
            Bars("true", x=JOBS, y=COUNTS),
            Points(
                "estimate",
                x=JOBS,
                y=estimate,
                low=estimate - n / 3,
                high=estimate + n / 3,
            ),
        ],
        f"At ε = {epsilon:g} with {n:,} people.",
    )


def curve(epsilon):
    x = np.linspace(0.1, 1, 4)
    return Picture(
        [Line("theory", x=x, y=x / epsilon), Band("runs", x=x, low=x / 9, high=x)],
        f"ε is {epsilon}.",
    )


def make(**changes):
    sliders = {"epsilon": [0.5, 1, 2], "n": [100, 1_000]}
    return explore(
        picture, **sliders | {"title": "Jobs at ε", "x": "job", "y": "people"} | changes
    )


def make_curve(**changes):
    return explore(
        curve,
        **{"epsilon": [0.5, 1, 2], "title": "Curve", "x": "x", "y": "y"} | changes,
    )


def poll(n, draw):
    number = np.random.default_rng([1, draw]).binomial(n, 0.5)
    return Picture(
        [Points("said yes", x=["yes"], y=[float(number)])], f"{number} of {n} said yes."
    )


def make_poll(**changes):
    named = {"title": "A poll", "x": "answer", "y": "people"}
    return explore(poll, **{"n": [100, 1_000], "draws": 3} | named | changes)


def tossed(n, rng, runs):
    counts = rng.binomial(n, 0.5, 1 + runs).tolist()
    x = ["yes"] if runs else []
    cloud = Cloud("more", x, [counts[1:]] if runs else [])
    return Picture([cloud, Points("one", ["yes"], counts[:1])], f"{counts[0]} of {n}.")


def make_live(**changes):
    named = {"title": "Tossed", "x": "answer", "y": "people", "y_range": (0, 100)}
    live = Live("coin", "{found} of {n}.", "And {runs} more.")
    return explore(tossed, **{"n": Range(10, 100), "live": live} | named | changes)


def grid(explorer):
    (text,) = re.findall(
        r'<script type="application/json">(.*?)</script>', explorer.to_html(), re.DOTALL
    )
    return json.loads(text)


def stored(data, place):
    """What the page draws in the state at this place."""
    sentence, rows = data["states"][place]
    series = [
        {"mark": series["mark"], "label": series["label"]}
        | {name: data["lists"][k] for name, k in zip(series["lists"], row)}
        for series, row in zip(data["series"], rows)
    ]
    return {"sentence": sentence, "series": series}


def axis_range(axis, pictures, **changes):
    states = dict(enumerate(pictures))
    shown = explore(
        lambda k: Picture([states[k]], "s"),
        k=list(states),
        title="t",
        x="x",
        y="y",
        **changes,
    )
    return shown.axes[axis]["range"]
