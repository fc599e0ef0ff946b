"""Which tests share a worker: those of one file, and all that look at one run of a chapter."""

import re

import pytest


def pytest_itemcollected(item):
    item.add_marker(pytest.mark.xdist_group(chapter_of(item) or str(item.path)))


def chapter_of(item):
    if item.path.name == "test_figures.py":
        return item.callspec.id
    return item.path.parent.name == "chapters" and re.sub("^test_", "", item.path.stem)
