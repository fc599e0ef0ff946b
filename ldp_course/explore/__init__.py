"""Draw a figure with sliders that lives with a kernel and without one.

Every chapter uses `explore`.

`explorer` makes the whole. `picture` has what a figure draws, `axes` its ranges,
`states` the sliders' choices, `live` what a page draws by itself, `predict` what the
reader guesses first, `page` its markup, `jupyterlab` its view in JupyterLab, and
`values` checks and writes numbers. In the browser the files of `script/` move it, which
`page` joins to one script; `widget.js` makes them a widget.
"""

from ldp_course.explore.explorer import Explorer, explore
from ldp_course.explore.live import Live, Range
from ldp_course.explore.picture import Band, Bars, Cloud, Line, Picture, Points
from ldp_course.explore.predict import Predict

__all__ = ["Band", "Bars", "Cloud", "Explorer", "Line", "Live", "Picture", "Points"]
__all__ += ["Predict", "Range", "explore"]
