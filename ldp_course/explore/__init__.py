"""Draw a figure with sliders that lives with a kernel and without one.

Every chapter uses `explore`.

`values` checks and writes numbers, `picture` has what a figure draws, `axes` its
ranges, `states` the sliders' choices, `predict` what the reader guesses first, `page`
its markup, `live` its view in JupyterLab, `explorer` the whole. In the browser
`script/` moves it: `numbers.js`, `guess.js`, `marks.js`, `ends.js`, `chart.js`,
`handles.js`, `predict.js` and `figure.js`, joined by `page`; `live.js` makes them a
widget. Each uses those before it.
"""

from ldp_course.explore.explorer import Explorer, explore
from ldp_course.explore.picture import Band, Bars, Line, Picture, Points
from ldp_course.explore.predict import Predict

__all__ = ["Band", "Bars", "Explorer", "Line", "Picture", "Points", "Predict"]
__all__ += ["explore"]
