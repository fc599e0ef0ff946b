"""The figures of the chapters in one style: large text, few lines, color never alone.

A figure is 5.2 inches wide: on a phone its text is still 11 pixels high. Colors are
those of the explorers: 4.5 to 1 or better on white, and apart for readers with any
color vision. They are alike in gray, so lines also differ in dash, points in shape, and
bars have an edge.
"""

import dataclasses
from collections.abc import Mapping
from itertools import cycle
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.ticker import NullFormatter
from matplotlib_inline.config import InlineBackend
from numpy.typing import ArrayLike

from ldp_course.arguments import check_number, check_numbers, check_type, refuse
from ldp_course.figure_words import WORDS

BLACK, BLUE, RED = "#222222", "#0067a3", "#c44a00"
GREEN, PURPLE = "#00795a", "#9c4685"  # in explorers: the truth, a miss; here: any line
PALE, PALE_RED = "#cfe3f2", "#f2b8a0"

STYLE = {
    "figure.figsize": (5.2, 3.6),
    "figure.dpi": 100,
    "figure.constrained_layout.use": True,
    "font.size": 13,
    "axes.titlesize": 13,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "legend.frameon": False,
    "svg.fonttype": "none",  # words stay words
    "svg.hashsalt": "figure",  # the same ids in each run
    "axes.prop_cycle": plt.cycler(
        color=[BLUE, RED, GREEN, BLACK, PURPLE],
        linestyle=["-", "--", "-.", ":", (0, (5, 1))],
    ),
}

# For words beside a line instead of in a legend: they hide the grid, but not a line
BESIDE = {"bbox": {"facecolor": "white", "edgecolor": "none", "pad": 1}, "zorder": 1.5}

# A translation puts the font of its signs beside this file; letters stay as they are.
# It serves for bold words, too: where a system has no bold one, matplotlib would warn.
for file in sorted(Path(__file__).parent.glob("*.otf")):
    fonts = font_manager.fontManager
    fonts.addfont(file)
    regular = fonts.ttflist[-1]
    fonts.ttflist.append(dataclasses.replace(regular, weight="bold"))
    STYLE.setdefault("font.family", ["DejaVu Sans"]).append(regular.name)

SCALES = "", "x", "y", "xy"  # the axes that can be logarithmic

# A notebook holds each figure as SVG, and for what shows none as PNG at double size
UNDATED = dict.fromkeys(["Creator", "Date", "Format", "Type"])
InlineBackend.instance().figure_formats = {"retina", "svg"}
InlineBackend.instance().print_figure_kwargs = {
    "bbox_inches": "tight",
    "metadata": UNDATED,
}


def axes(x: str = "", y: str = "", height: float = 3.6, log: str = "") -> Axes:
    """Return a new figure's empty matplotlib Axes, in the style of the course.

    Parameters
    ----------
    x, y : str, the labels
    height : float, of the figure, in inches
    log : {"", "x", "y", "xy"}, the logarithmic axes, with numbers written out

    Examples
    --------
    >>> axes(x="people", log="x").get_xscale()
    'log'
    """
    allowed = "a number of inches from 0.5 to 50"
    height = check_number("height", height, allowed, 0.5, 50)
    if not isinstance(log, str) or log not in SCALES:
        refuse("log", log, "one of " + ", ".join(map(repr, SCALES)))
    plt.rcParams.update(STYLE)
    _, ax = plt.subplots(figsize=(STYLE["figure.figsize"][0], height))
    ax.set(xlabel=x, ylabel=y)
    for name in log:
        ax.set(**{f"{name}scale": "log"})
        axis = getattr(ax, f"{name}axis")
        axis.set_major_formatter(lambda v, _: f"{v:,.9f}".rstrip("0").rstrip("."))
        axis.set_minor_formatter(NullFormatter())
    return ax


def errors_against_theory(
    errors: ArrayLike,
    standard_error: float,
    x: str = WORDS["x_of_errors"],
    marks: dict | None = None,
) -> Axes:
    """Draw a histogram of the errors of many runs, with the theory's normal curve.

    Parameters
    ----------
    errors : array of shape (runs,), estimate minus truth
    standard_error : float, the theoretical one, in the unit of the errors
    x : str, the label of the errors
    marks : dict of str to float, optional, errors to point out, such as a published run

    Examples
    --------
    >>> errors_against_theory([-1.2, 0.3, 0.8], standard_error=1).get_xlabel()
    'error'
    """
    allowed = "a list or array of at least one finite number, one a run"
    errors = check_numbers("errors", errors, allowed, any_labels=True)
    if errors.ndim != 1 or not len(errors):
        refuse("errors", errors, allowed)
    marks = {} if marks is None else marks
    check_type("marks", marks, Mapping, "a dict of single errors by their labels")
    marks = {
        label: check_number("marks", mark, "finite numbers")
        for label, mark in marks.items()
    }
    allowed = "a number above 0, in the unit of the errors"
    standard_error = check_number("standard_error", standard_error, allowed)
    if standard_error <= 0:
        refuse("standard_error", standard_error, allowed)
    ax = axes(x=x, y=WORDS["density"], height=4)
    runs = WORDS["runs"].format(runs=len(errors))
    ax.hist(errors, bins=30, density=True, color=PALE, edgecolor=BLUE, label=runs)
    grid = np.linspace(-4, 4, 201)
    density = np.exp(-(grid**2) / 2) / (np.sqrt(2 * np.pi) * standard_error)
    theory = WORDS["theory"].format(standard_error=standard_error)
    ax.plot(grid * standard_error, density, color=BLACK, label=theory)
    for (label, error), style in zip(marks.items(), cycle(["--", ":", "-."])):
        ax.axvline(error, color=RED, linestyle=style, linewidth=2, label=label)
    ax.figure.legend(loc="outside upper center")
    return ax
