"""A figure with sliders that lives with a kernel and without one. Every chapter uses `explore`.

`picture` has what a figure draws, `axes` the ranges that hold all states, `states` the sliders' choices, `explorer`
the whole; `page` writes it for a page without a kernel, where `explore.js` moves it, and `live` for JupyterLab.
"""

from ldp_course.explore.explorer import Explorer, explore
from ldp_course.explore.picture import Band, Bars, Line, Picture, Points

__all__ = ["Band", "Bars", "Explorer", "Line", "Picture", "Points", "explore"]
