"""Every example in a docstring runs and gives what it says."""

import doctest
import importlib
import pkgutil

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

import ldp_course


def test_examples_give_what_they_say(monkeypatch):
    """The checks show no examples: an exercise's would be its answer."""
    monkeypatch.setattr(plt, "show", lambda: None)
    mpl.use("agg")
    for module in pkgutil.walk_packages(ldp_course.__path__, "ldp_course."):
        if not module.name.startswith("ldp_checks") and "__main__" not in module.name:
            tried = doctest.testmod(
                importlib.import_module(module.name),
                extraglobs={"np": np},
                optionflags=doctest.ELLIPSIS,
            )
            plt.close("all")
            assert tried.failed == 0, module.name
