"""Everyone can read the figures: on a phone, in the dark, in any color vision.

The figures of the one run of each chapter are asked for their words and marks. How wide
a page shows them is measured in the tests of the site.
"""

import re
from itertools import combinations
from typing import NamedTuple

import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pytest
from figures import INK
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PolyCollection, QuadMesh
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from ldp_course.explore.page import style
from ldp_course.plots import STYLE
from tests.chapters.claims import BOOK, load

# pixels: the narrowest figure on a screen of 390, inside a folded solution; others have
# 358
PHONE = 336
SMALLEST_TEXT = 11  # pixels
EXPONENT = 0.7  # a raised or lowered sign, as a part of the size of its text
CONTRAST = 4.5  # of words, and of marks on the background
CONTRAST_ON_A_BAR = 3  # of marks that stand in front of a bar
DIFFERENT_GRAYS = 1.5  # the contrast of two colors that look different in gray
DARK_GROUND = "#121212"  # the page in the dark theme
ERROR_BAR, END_OF_AN_ERROR_BAR = ("error bar",), ("_", "|")


def dark_colors():
    """Return what the names of colors stand for in the dark theme."""
    theme = style().partition("@media screen")[2].partition("@media")[0]
    dark = {
        name: np.array(to_rgb(color)) for name, color in re.findall(IS_A_COLOR, theme)
    }
    dark["ground"] = np.array(to_rgb(DARK_GROUND))
    sheet = (BOOK / "_static" / "course.css").read_text("utf-8")
    for name, of, percent in re.findall(IS_A_MIXTURE, sheet):
        part = int(percent) / 100
        dark[name] = part * dark[of] + (1 - part) * dark["ground"]
    return dark


IS_A_COLOR = r"--([\w-]+): (#\w{6});"
IS_A_MIXTURE = (
    r"--([\w-]+): color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, var\(--ground\)\)"
)
DARK = dark_colors()
INKS = np.array([to_rgb(color) for color in INK])
DARK_INKS = np.array([DARK[name] for name in INK.values()])


class Drawn(NamedTuple):
    figure: Figure
    alt: str
    inches: float  # the width of the stored picture
    words: list[tuple[Text, Bbox]]  # with the place of each
    # each pixel's 24 bits of color, without the words, from the bottom up
    picture: np.ndarray


class Mark(NamedTuple):
    label: str
    shape: tuple  # dash and marker of a line, or hatch of an area
    color: tuple
    fill: tuple


@pytest.fixture(
    scope="module", params=sorted(path.stem for path in BOOK.glob("*.ipynb"))
)
def figures(request):
    """Return the figures of a chapter, drawn again."""
    with plt.rc_context(STYLE):
        yield [draw(figure, alt) for figure, alt in load(request.param).figures]


def draw(figure, alt):
    """Note the words instead of drawing them; draw the box behind a word."""
    words = []

    def note(text, renderer):
        if text.get_visible() and text.get_text().strip():
            # less one pixel on each side, where letters hardly reach
            words.append((text, text.get_window_extent().padded(-1)))
            if box := text.get_bbox_patch():
                text.update_bbox_position_size(renderer)
                box.draw(renderer)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "draw", note)
        FigureCanvasAgg(figure).draw()
    inches = figure.get_tightbbox().width + 2 * plt.rcParams["savefig.pad_inches"]
    picture = np.asarray(figure.canvas.buffer_rgba())[::-1, :, :3].astype(int)
    return Drawn(figure, alt, inches, words, picture @ (1 << 16, 1 << 8, 1))


def luminance(colors):
    colors = np.asarray(colors)
    linear = np.where(
        colors <= 0.04045, colors / 12.92, ((colors + 0.055) / 1.055) ** 2.4
    )
    return linear @ (0.2126, 0.7152, 0.0722)


def contrast(colors, others):
    first, other = luminance(colors) + 0.05, luminance(others) + 0.05
    return np.maximum(first / other, other / first)


def in_dark_theme(colors):
    """Return the colors as the dark theme shows them (book/_ext/figures.py).

    A color of the course has its dark form, a gray is a mixture of the dark theme's,
    and at the edge of a mark the nearest color counts.
    """
    colors = np.asarray(colors, float)
    gray = colors.mean(axis=-1, keepdims=True)
    apart = np.linalg.norm(colors[..., None, :] - INKS, axis=-1)
    from_gray = np.linalg.norm(colors - gray, axis=-1)
    mixture = gray * DARK["ground"] + (1 - gray) * DARK["explorer-words"]
    is_ink = apart.min(axis=-1) <= from_gray
    return np.where(is_ink[..., None], DARK_INKS[apart.argmin(axis=-1)], mixture)


def lowest_contrast(color, grounds):
    return min(
        np.min(contrast(seen(color), seen(grounds)))
        for seen in (np.asarray, in_dark_theme)
    )


def bars(ax):
    return [patch for patch in ax.patches if isinstance(patch, Rectangle)]


def marks(ax):
    """Lines, points and areas; of areas that look the same, one."""
    for line in ax.lines:
        if line.get_marker() not in END_OF_AN_ERROR_BAR:
            has_line = line.get_linestyle() != "None"
            color = line.get_color() if has_line else line.get_markeredgecolor()
            fill = line.get_markerfacecolor()
            shape = line.get_linestyle(), line.get_marker()
            yield Mark(line.get_label(), shape, to_rgb(color), to_rgb(fill))
    for collection in ax.collections:
        if isinstance(collection, PolyCollection):  # an area between two lines
            edge, fill = collection.get_edgecolor()[0], collection.get_facecolor()[0]
            yield Mark(collection.get_label(), ("area",), to_rgb(edge), to_rgb(fill))
        elif not isinstance(collection, QuadMesh):
            for color in map(to_rgb, collection.get_colors()):
                yield Mark("_", ERROR_BAR, color, color)
    looks = {
        (bar.get_hatch(), bar.get_edgecolor(), bar.get_facecolor()) for bar in bars(ax)
    }
    for hatch, edge, fill in looks:
        yield Mark("_", (hatch,), to_rgb(edge), to_rgb(fill))


def distinct(first, other):
    return (
        first.shape != other.shape
        or contrast(first.color, other.color) >= DIFFERENT_GRAYS
        or contrast(first.fill, other.fill) >= DIFFERENT_GRAYS
    )


def same_thing(first, other):
    has_no_label = first.label.startswith("_") or other.label.startswith("_")
    return has_no_label and (first.color, first.fill) == (other.color, other.fill)


def test_every_figure_has_alt_text(figures, request):
    """As many as the notebook stores; a chapter may have explorers only."""
    chapter = request.node.callspec.params["figures"]
    cells = nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4).cells
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    count = sum("image/svg+xml" in output.get("data", {}) for output in outputs)
    alts = [drawn.alt for drawn in figures]
    assert len(alts) == count and all(len(alt.split()) >= 10 for alt in alts)


def test_words_are_large_enough_on_a_phone(figures):
    for drawn in figures:
        for text, _ in drawn.words:
            words = text.get_text()
            has_exponent = words.count("$") > 1 and set("^_") & set(words)
            smallest = text.get_size() * (EXPONENT if has_exponent else 1)
            pixels = smallest / 72 / drawn.inches * PHONE
            assert pixels >= SMALLEST_TEXT, (words, drawn.alt)


def test_nothing_behind_a_word_hides_it(figures):
    for drawn in figures:
        for text, place in drawn.words:
            corners = place.get_points().round().astype(int).clip(0)
            (left, bottom), (right, top) = corners
            colors = np.unique(drawn.picture[bottom:top, left:right])
            behind = (colors[:, None] >> (16, 8, 0) & 255) / 255
            lowest = lowest_contrast(to_rgb(text.get_color()), behind)
            assert lowest >= CONTRAST, (text.get_text(), drawn.alt)


def test_words_keep_apart(figures):
    for drawn in figures:
        for (first, place), (other, other_place) in combinations(drawn.words, 2):
            both = first.get_text(), other.get_text(), drawn.alt
            assert not Bbox.intersection(place, other_place), both


def test_marks_stand_out(figures):
    for drawn in figures:
        for ax in drawn.figure.axes:
            fills = [to_rgb(bar.get_facecolor()) for bar in bars(ax)]
            ground = to_rgb(ax.get_facecolor())
            for color in {mark.color for mark in marks(ax)}:
                where = color, drawn.alt
                assert lowest_contrast(color, ground) >= CONTRAST, where
                if fills:
                    assert lowest_contrast(color, fills) >= CONTRAST_ON_A_BAR, where


def test_cells_of_a_grid_are_dark_or_light(figures):
    for drawn in figures:
        for mesh in drawn.figure.findobj(QuadMesh):
            dark, light = np.unique(mesh.get_facecolor()[:, :3], axis=0)
            assert lowest_contrast(dark, light) >= CONTRAST, drawn.alt


def test_marks_differ_without_color(figures):
    for drawn in figures:
        for ax in drawn.figure.axes:
            no_bars = [mark for mark in marks(ax) if mark.shape != ERROR_BAR]
            for pair in combinations(no_bars, 2):
                assert same_thing(*pair) or distinct(*pair), (*pair, drawn.alt)
