"""The numbers of one problem for some seeds, as the arguments of a test."""

import importlib
from types import SimpleNamespace

import pytest

from ldp_course.checks.individual import draws


def numbers(assignment, name, seeds=8):
    module = importlib.import_module(f"coursework.exam.{assignment}")
    found = [getattr(module, name)(draws("test", str(seed))) for seed in range(seeds)]
    return pytest.mark.parametrize("n", [SimpleNamespace(**one) for one in found])
