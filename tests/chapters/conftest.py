"""`chapter`: the chapter or page that a file of claims is about; a chapter is run once.

A claim takes `chapter`, and says sentences. A test that takes `run_chapter` looks at the chapter
and says nothing. A last test of each file asks whether every number was said; where a claim is
weekly, this question is weekly too.
"""

import inspect

import pytest

from tests.chapters.claims import load


def is_claim(function):
    return list(inspect.signature(function).parameters) == ["chapter"]


@pytest.fixture
def run_chapter(request):
    return load(request.module.__name__.rpartition("test_")[2])


@pytest.fixture
def chapter(run_chapter, request):
    run_chapter.claims_made.add(request.node.name)
    return run_chapter


def pytest_collection_modifyitems(items):
    """The claims of a file come before the question whether they say every number.

    That is the last test of its own file: after another file, the chapter would run again.
    """
    last = {item.path: place for place, item in enumerate(items)}
    weekly = {
        item.path
        for item in items
        if item.get_closest_marker("weekly") and is_claim(getattr(item, "function", print))
    }
    places = {}
    for place, item in enumerate(items):
        places[item] = place
        if item.name == "test_every_number_is_said":
            places[item] = last[item.path] + 0.5
            if item.path in weekly:
                item.add_marker(pytest.mark.weekly)
    items.sort(key=places.get)


@pytest.fixture
def all_claims(chapter, request):
    """The chapter, after every claim of the file was made; one that fails says so itself, in its
    own test.
    """
    for name, claim in list(vars(request.module).items()):
        if name.startswith("test_") and name not in chapter.claims_made and is_claim(claim):
            try:
                claim(chapter)
            except AssertionError:
                continue
    return chapter
