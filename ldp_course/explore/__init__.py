"""Draw a figure with sliders that lives with a kernel and without one.

Every chapter uses `explore`.

`values` checks and writes numbers, `picture` has what a figure draws, `axes` its
ranges, `chance` what a page draws by itself, `states` the sliders' choices, `predict`
what the reader guesses first, `page` its markup, `live` its view in JupyterLab,
`explorer` the whole. In the browser `script/` moves it: `numbers.js`, `guess.js`,
`marks.js`, `ends.js`, `chart.js`, `handles.js`, `predict.js`, `chance.js`,
`models.js`, `draws.js` and `figure.js`, joined by `page`; `live.js` makes them a
widget. Each uses those before it.
"""

from ldp_course.explore.chance import Live, Range
from ldp_course.explore.explorer import Explorer, explore
from ldp_course.explore.picture import Band, Bars, Cloud, Line, Picture, Points
from ldp_course.explore.predict import Predict

__all__ = ["Band", "Bars", "Cloud", "Explorer", "Line", "Live", "Picture", "Points"]
__all__ += ["Predict", "Range", "explore"]
