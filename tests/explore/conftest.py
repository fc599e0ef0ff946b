"""What the tests of explorers share."""

import IPython
import pytest

from ldp_course.explore import jupyterlab


@pytest.fixture
def kernel(monkeypatch):
    """As in a notebook with a kernel; its other side is no part of this test."""
    monkeypatch.setenv("LDP_COURSE_WIDGETS", "1")
    monkeypatch.setattr(IPython, "get_ipython", lambda: "a kernel")
    monkeypatch.setattr(
        jupyterlab, "view_of", lambda widget: {"model_id": widget.model_id}
    )
    return monkeypatch
