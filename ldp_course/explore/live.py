"""The live side of an explorer: ipywidgets sliders, and its button, call its picture again in the kernel."""

from __future__ import annotations

import os
from pathlib import Path

from ldp_course.explore.page import content, value_text
from ldp_course.explore.picture import rounded

HERE = Path(__file__).parent
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
    const show = globalThis.ldpExplorer.attach(el.firstElementChild, model.get("chart"), draws && drawAgain);
    const update = () => show(model.get("payload"));
    model.on("change:payload", update);
    update();
    return () => model.off("change:payload", update);
  },
};
"""


def live_view(explorer) -> dict | None:
    """Return the widget view of `explorer` in a notebook with a kernel; None where no widget can live.

    LDP_COURSE_WIDGETS=0 in the environment leaves widgets out, for programs that only want the pictures.
    """
    if os.environ.get("LDP_COURSE_WIDGETS") == "0" or not _in_ipython():
        return None
    if explorer.widget is None:
        explorer.widget = _make_widget(explorer)
    from comm import DummyComm

    if isinstance(explorer.widget.comm, DummyComm):  # IPython without a kernel
        return None
    return explorer.widget._repr_mimebundle_()[VIEW]


def _in_ipython() -> bool:
    try:
        import anywidget  # noqa: F401
        from IPython import get_ipython
    except ImportError:
        return False
    return get_ipython() is not None


def _make_widget(explorer):
    """One SelectionSlider for each slider, above a chart that draws what `explorer.payload` returns."""
    import anywidget
    import ipywidgets
    import traitlets

    class Chart(anywidget.AnyWidget):
        _esm = (HERE / "explore.js").read_text("utf-8") + RENDER
        _css = (HERE / "explore.css").read_text("utf-8")
        markup = traitlets.Unicode().tag(sync=True)
        chart = traitlets.Dict().tag(sync=True)
        draws = traitlets.Int(allow_none=True).tag(sync=True)
        draw = traitlets.Int().tag(sync=True)
        payload = traitlets.Dict().tag(sync=True)

    chart = Chart(
        markup=content(explorer),
        chart=explorer.chart,
        draws=explorer.draws,
        payload=explorer.payload(),
    )
    sliders = {
        name: ipywidgets.SelectionSlider(
            options=[(value_text(rounded(value)), value) for value in values],
            value=explorer.start[name],
            description=explorer.labels[name],
            style={"description_width": "12em"},
            layout={"width": "auto", "max_width": "40em"},
        )
        for name, values in explorer.sliders.items()
    }

    def changed(change):
        values = {name: slider.value for name, slider in sliders.items()}
        if explorer.draws:
            values["draw"] = chart.draw
        chart.payload = explorer.payload(**values)

    for slider in sliders.values():
        slider.observe(changed, names="value")
    chart.observe(changed, names="draw")
    return ipywidgets.VBox([*sliders.values(), chart])
