"""The live side of an explorer: sliders of ipywidgets, and its button, call its picture again.

Uses `page`; anywidget, ipywidgets and IPython only where there is a kernel. Used by `explorer`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from ldp_course.explore import page

VIEW = "application/vnd.jupyter.widget-view+json"

# the page's script, as the module that anywidget expects
RENDER = """
export default {
  render({ model, el }) {
    el.innerHTML = `<figure class="explorer">${model.get("markup")}</figure>`;
    const draws = model.get("draws");
    const drawAgain = () => {
      model.set("draw", (model.get("draw") + 1) % draws);
      model.save_changes();
    };
    const figure = el.firstElementChild;
    const show = globalThis.ldpExplorer.attach(figure, model.get("chart"), draws && drawAgain);
    const update = () => show(model.get("payload"));
    model.on("change:payload", update);
    update();
    return () => model.off("change:payload", update);
  },
};
"""


def wanted() -> bool:
    """Whether widgets can live here: in IPython, and not with LDP_COURSE_WIDGETS=0."""
    try:
        import anywidget  # noqa: F401
        from IPython import get_ipython
    except ImportError:
        return False
    return os.environ.get("LDP_COURSE_WIDGETS") != "0" and get_ipython() is not None


def view_of(widget: Any) -> dict | None:
    """The view of a widget for a notebook; None in an IPython without a kernel."""
    from comm import DummyComm

    return None if isinstance(widget.comm, DummyComm) else widget._repr_mimebundle_()[VIEW]


def make_widget(
    content: str, chart: dict, sliders: list[dict], choices: dict[str, list], payload: Callable
) -> Any:
    """Return one SelectionSlider for each slider, above a chart that draws what `payload` returns.

    `choices` has the values of each slider and, where there are draws, of `draw`.
    """
    import anywidget
    import ipywidgets
    import traitlets

    class Chart(anywidget.AnyWidget):
        _esm = page.script() + RENDER
        _css = page.style()
        markup = traitlets.Unicode().tag(sync=True)
        chart = traitlets.Dict().tag(sync=True)
        draws = traitlets.Int(allow_none=True).tag(sync=True)
        draw = traitlets.Int().tag(sync=True)
        payload = traitlets.Dict().tag(sync=True)

    draws = len(choices["draw"]) if "draw" in choices else None
    drawn = Chart(markup=content, chart=chart, draws=draws, payload=payload())
    widgets = {
        slider["name"]: ipywidgets.SelectionSlider(
            options=list(zip(slider["values"], choices[slider["name"]])),
            index=slider["start"],
            description=slider["label"],
            style={"description_width": "12em"},
            layout={"width": "auto", "max_width": "40em"},
        )
        for slider in sliders
    }

    def changed(change):
        values = {name: widget.value for name, widget in widgets.items()}
        drawn.payload = payload(**values, **({"draw": drawn.draw} if draws else {}))

    for widget in widgets.values():
        widget.observe(changed, names="value")
    drawn.observe(changed, names="draw")
    return ipywidgets.VBox([*widgets.values(), drawn])
