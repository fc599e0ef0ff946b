"""Every example in a docstring runs and gives what it says, and every public name has one."""

import doctest
import importlib
import inspect
import pkgutil

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest

import ldp_course
from ldp_course import data, estimate, plots, privacy

# the checks show no examples: an exercise's would be its answer
MODULES = sorted(
    found.name
    for found in pkgutil.walk_packages(ldp_course.__path__, "ldp_course.")
    if not found.name.startswith("ldp_course.checks")
)


def defined_in(module):
    return [
        name
        for name, thing in vars(module).items()
        if not name.startswith("_")
        and (inspect.isclass(thing) or inspect.isfunction(thing))
        and thing.__module__ == module.__name__
    ]


# of the course itself, and of each room that says what it offers
OFFERING = [ldp_course] + [
    module for name in MODULES if hasattr(module := importlib.import_module(name), "__all__")
]
PUBLIC = [
    (module, name)
    for module in OFFERING
    for name in module.__all__
    if callable(getattr(module, name))
]
PUBLIC += [
    (module, name)
    for module in (data, estimate, plots, privacy)
    for name in defined_in(module)
    if (module, name) not in PUBLIC
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_give_what_they_say(name, monkeypatch):
    monkeypatch.setattr(plt, "show", lambda: None)
    mpl.use("agg")
    module = importlib.import_module(name)
    found = doctest.testmod(module, extraglobs={"np": np}, optionflags=doctest.ELLIPSIS)
    plt.close("all")
    assert found.failed == 0


@pytest.mark.parametrize("module, name", PUBLIC, ids=lambda part: getattr(part, "__name__", part))
def test_a_public_name_has_an_example(module, name):
    assert ">>> " in getattr(module, name).__doc__
