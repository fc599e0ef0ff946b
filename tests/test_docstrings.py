"""Examples in docstrings are true: each runs, and gives what it says."""

import doctest
import importlib
import pkgutil

import matplotlib
import matplotlib.pyplot as plt
import pytest

import ldp_course
from ldp_course import data, estimate, explore, plots, privacy, rappor

# the checks show no examples: an exercise's would be its answer
MODULES = sorted(
    found.name
    for found in pkgutil.walk_packages(ldp_course.__path__, "ldp_course.")
    if not found.name.startswith("ldp_course.checks")
)
PUBLIC = {
    "clip, norm, norm_mul, norm_sub, Estimate": estimate,
    "privacy_loss, posterior, posterior_odds, trade_off, Audit, audit": privacy,
    "load_adult, load_roll, load_surnames": data,
    "axes, errors_against_theory": plots,
    ", ".join(rappor.__all__): rappor,
    "explore, Explorer, Picture, Bars, Points, Line, Band": explore,
}


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_give_what_they_say(name, monkeypatch):
    monkeypatch.setattr(plt, "show", lambda: None)
    matplotlib.use("agg")
    result = doctest.testmod(importlib.import_module(name))
    plt.close("all")
    assert result.failed == 0


@pytest.mark.parametrize(
    "module, name",
    [(module, name) for names, module in PUBLIC.items() for name in names.split(", ")],
)
def test_a_public_name_has_an_example(module, name):
    assert ">>> " in getattr(module, name).__doc__
