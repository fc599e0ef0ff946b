"""Every example in a docstring runs, and what a person imports has one."""

import doctest
import importlib
import inspect
import pkgutil

import numpy as np
import pytest

import ldp_course

# modules whose public classes and functions must each show an example
WITH_EXAMPLES = ("ldp_course.mechanisms.",)
# functions that stand as whole methods of a mechanism: the classes show them at work
METHODS = {
    "ldp_course.mechanisms.shared",
    "ldp_course.mechanisms.mean_sketch",
}
MODULES = [
    found.name
    for found in pkgutil.walk_packages(ldp_course.__path__, "ldp_course.")
    if not found.name.startswith("ldp_course.checks")
]


def public(name):
    module = importlib.import_module(name)
    return {
        label: thing
        for label, thing in vars(module).items()
        if not label.startswith("_")
        and (inspect.isclass(thing) or inspect.isfunction(thing))
        and thing.__module__ == name
    }


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    module = importlib.import_module(name)
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for test in finder.find(module, name, extraglobs={"np": np}):
        said = []
        runner.run(test, out=said.append)
        assert not runner.failures, "".join(said)


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith(WITH_EXAMPLES)])
def test_public_names_show_an_example(name):
    without = {
        label
        for label, thing in public(name).items()
        if ">>>" not in (thing.__doc__ or "")
        and not (name in METHODS and _takes_a_mechanism(thing))
    }
    assert not without


def _takes_a_mechanism(thing):
    if inspect.isclass(thing):
        return getattr(thing, "_is_protocol", False)
    return {"mechanism", "sketch"} & set(
        inspect.signature(thing).parameters
    ) or thing.__name__ == "noise"
