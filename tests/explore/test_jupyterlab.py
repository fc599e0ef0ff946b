"""In JupyterLab, sliders and button call `picture` again (tests/site does it in a
browser)."""

import IPython
import ipywidgets

from ldp_course.explore import jupyterlab
from tests.explore.specimens import make, make_live, make_poll


def test_the_mime_types_without_a_kernel():
    bundle = make()._repr_mimebundle_()
    assert bundle == {
        "text/plain": "Explorer('Jobs at ε', 6 states of epsilon, n)",
        "text/html": make().to_html(),
    }


def test_a_kernel_adds_a_live_view_unless_the_environment_says_no(kernel):
    assert jupyterlab.VIEW in make()._repr_mimebundle_()
    kernel.setenv("LDP_COURSE_WIDGETS", "0")
    assert set(make()._repr_mimebundle_()) == {"text/plain", "text/html"}


def test_an_ipython_without_a_kernel_has_no_view(monkeypatch):
    monkeypatch.setattr(IPython, "get_ipython", lambda: "a terminal")
    assert set(make()._repr_mimebundle_()) == {"text/plain", "text/html"}


def test_a_slider_calls_the_picture_again(kernel):
    explorer = make()
    explorer._repr_mimebundle_()
    *sliders, chart = explorer.widget.children
    assert chart.payload == explorer.payload()
    sliders[0].value = 2
    assert chart.payload == explorer.payload(epsilon=2) != explorer.payload()


def test_a_draw_stays_when_a_slider_moves(kernel):
    explorer = make_poll()
    explorer._repr_mimebundle_()
    slider, chart = explorer.widget.children
    chart.draw = 2
    assert chart.payload == explorer.payload(draw=2) != explorer.payload()
    slider.value = 100
    assert chart.payload == explorer.payload(n=100, draw=2)


def test_a_choice_among_few_is_buttons_with_the_texts_of_the_page(kernel):
    explorer = make(n=[100, 10**9], epsilon=[0.5, 1, 2, 4])
    explorer._repr_mimebundle_()
    epsilon, n, chart = explorer.widget.children
    assert isinstance(epsilon, ipywidgets.SelectionSlider)
    assert isinstance(n, ipywidgets.ToggleButtons)
    assert [text for text, _ in n.options] == ["100", "1,000,000,000"]
    assert chart.markup in explorer.to_html()


def test_a_live_one_draws_anew_with_the_picture(kernel):
    explorer = make_live(n=[10**6, 10**9], y_range=(0, 10**9))
    explorer._repr_mimebundle_()
    slider, chart = explorer.widget.children
    assert chart.payload == explorer.payload() and chart.more
    chart.runs = 200
    first = chart.payload
    chart.draw = 1
    # 200 counts, again the same: not once in 10⁹ runs
    assert chart.payload["series"][0] != first["series"][0]
    slider.value = 10**6
    cloud, _ = chart.payload["series"]
    assert len(cloud["y"][0]) == 200 and "of 1000000" in chart.payload["sentence"]
