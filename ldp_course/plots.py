"""The figures that more than one chapter draws, in one style: large text, few lines, color never alone.

Colors are those of Okabe and Ito (2008), which readers with any color vision can tell apart.
"""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike
from scipy import stats

BLACK, BLUE, ORANGE, GREEN, RED, SKY = "#222222", "#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9"

STYLE = {
    "figure.figsize": (6.6, 3.8),
    "figure.dpi": 110,
    "figure.constrained_layout.use": True,
    "font.size": 13,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "legend.frameon": False,
    "axes.prop_cycle": plt.cycler(
        color=[BLUE, RED, GREEN, BLACK, ORANGE, SKY], linestyle=["-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1))]
    ),
}


def axes(x: str = "", y: str = "", title: str = "", width: float = 6.6, height: float = 3.8) -> Axes:
    """An empty pair of axes in the style of the course, with labels."""
    plt.rcParams.update(STYLE)
    _, ax = plt.subplots(figsize=(width, height))
    ax.set(xlabel=x, ylabel=y, title=title)
    return ax


def errors_against_theory(
    errors: ArrayLike, standard_error: float, x: str = "error", marks: dict[str, float] | None = None
) -> Axes:
    """A histogram of the errors of many runs, under the normal curve of the theoretical standard error.

    errors: shape (runs,), estimate minus truth; marks: label -> an error to point out, such as one published run
    """
    errors = np.asarray(errors, dtype=float)
    ax = axes(x=x, y="density of runs")
    ax.hist(errors, bins=30, density=True, color=SKY, edgecolor="white", label=f"{len(errors):,} runs")
    grid = np.linspace(-4, 4, 201) * standard_error
    ax.plot(grid, stats.norm.pdf(grid, scale=standard_error), color=BLACK, label=f"theory: standard error {standard_error:.3g}")
    for (label, error), style in zip((marks or {}).items(), ["--", ":", "-."], strict=False):
        ax.axvline(error, color=RED, linestyle=style, linewidth=2, label=label)
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
    return ax
