"""How the totals of a class are spread: a sentence and a picture. A pair counts once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from coursework.grading.results import Graded

COLOR = "#2a6f97"


def write(graded: Iterable[Graded], path: Path) -> list[str]:
    """A histogram for each assignment, and a sentence with its quartiles."""
    classes: dict[str, list[Graded]] = {}
    for one in graded:
        if not one.handed_in_by:
            classes.setdefault(one.assignment, []).append(one)
    if not classes:
        return []
    import matplotlib  # takes a second, which a class without results need not wait
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 2.6 * len(classes)), layout="constrained")
    panels = figure.subplots(len(classes), squeeze=False)[:, 0]
    sentences = []
    for panel, (name, of) in zip(panels, sorted(classes.items())):
        finals, most = np.array([one.final for one in of]), of[0].most
        low, middle, high = np.quantile(finals, [0.25, 0.5, 0.75])
        waiting = sum(one.pending > 0 for one in of)
        spread = f"median {middle:.3g}, quartiles {low:.3g} and {high:.3g}, of {most:g} points"
        marked = f"; {waiting} still to be marked" if waiting else ""
        sentences.append(f"{name}: {len(of)} totals, {spread}{marked}.")
        top = int(np.ceil(max(most, finals.max())))
        panel.hist(finals, np.arange(top + 2) - 0.5, color=COLOR, rwidth=0.9)
        panel.axvline(middle, color="black", linestyle="--")
        panel.set(title=sentences[-1], xlabel="points", ylabel="submissions")
        panel.title.set_fontsize(9)
        panel.yaxis.get_major_locator().set_params(integer=True)
    with matplotlib.rc_context({"svg.hashsalt": "totals", "svg.fonttype": "none"}):
        figure.savefig(path, metadata={"Date": None})
    return sentences
