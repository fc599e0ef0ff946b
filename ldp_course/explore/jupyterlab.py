"""Show an explorer in JupyterLab: sliders and a button call its picture again.

Used by `explorer`. anywidget, ipywidgets and IPython are needed only where there is a
kernel.
"""

import os
from typing import Any

import numpy as np

from ldp_course.explore import page

MOST_BUTTONS = 3  # as in script/figure.js
VIEW = "application/vnd.jupyter.widget-view+json"


def wanted() -> bool:
    """Return whether widgets live here: in IPython, without LDP_COURSE_WIDGETS=0."""
    try:
        import anywidget  # noqa: F401
        from IPython import get_ipython
    except ImportError:
        return False
    return os.environ.get("LDP_COURSE_WIDGETS") != "0" and get_ipython() is not None


def view_of(widget: Any) -> dict | None:
    """Return the view of a widget for a notebook; None without a kernel."""
    from comm import DummyComm

    has_kernel = not isinstance(widget.comm, DummyComm)
    return widget._repr_mimebundle_()[VIEW] if has_kernel else None


def make_widget(explorer: Any) -> Any:
    """Return a slider or buttons for each slider, above a chart of the payload."""
    import anywidget
    import ipywidgets
    import traitlets

    class Chart(anywidget.AnyWidget):
        _esm = f"{page.script()}\n{page.read('widget.js')}"
        _css = page.style()
        markup = traitlets.Unicode().tag(sync=True)
        chart = traitlets.Dict().tag(sync=True)
        draws = traitlets.Int(allow_none=True).tag(sync=True)
        draw = traitlets.Int().tag(sync=True)
        # of a live explorer: whether more draws may be had, and how many are wished
        more = traitlets.Bool(allow_none=True).tag(sync=True)
        runs = traitlets.Int().tag(sync=True)
        payload = traitlets.Dict().tag(sync=True)
        start = traitlets.Dict().tag(sync=True)
        question = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
        # whether the reader's guess is still to come
        asking = traitlets.Bool().tag(sync=True)

    fixed = {
        "markup": explorer.content(),
        "chart": explorer.chart,
        "draws": explorer.draws,
        "more": bool(explorer.live.more) if explorer.live else None,
    }
    start = explorer.payload()
    drawn = Chart(**fixed, payload=start, start=start, question=explorer.question)

    def control(slider):
        few = len(slider["values"]) <= MOST_BUTTONS
        kind = ipywidgets.ToggleButtons if few else ipywidgets.SelectionSlider
        style = {"description_width": "12em"}
        if few:
            style["button_width"] = "auto"
        return kind(
            options=list(zip(slider["values"], explorer.choices[slider["name"]])),
            index=slider["start"],
            description=slider["label"],
            style=style,
            layout={"width": "auto", "max_width": "40em"},
        )

    widgets = {slider["name"]: control(slider) for slider in explorer.drawn_sliders}

    def changed(change):
        values = {name: widget.value for name, widget in widgets.items()}
        draw = {"draw": drawn.draw} if drawn.draws else {}
        if explorer.live and not drawn.asking:
            draw = {"rng": np.random.default_rng(), "runs": drawn.runs}
        drawn.payload = explorer.payload(**values, **draw)

    def turned(change):
        for slider in explorer.drawn_sliders if drawn.asking else ():
            widgets[slider["name"]].index = slider["start"]
        drawn.draw = 0 if drawn.asking else drawn.draw
        for widget in widgets.values():
            widget.layout.display = "none" if drawn.asking else None
        if explorer.live and drawn.asking:
            changed(change)

    for widget in widgets.values():
        widget.observe(changed, names="value")
    drawn.observe(changed, names=["draw", "runs"])
    drawn.observe(turned, names="asking")
    drawn.asking = explorer.question is not None
    return ipywidgets.VBox([*widgets.values(), drawn])
