"""`chapter`: the chapter or page that a file of claims is about; a chapter is run once.

A claim takes `chapter`, and says sentences; it is quick. A test that takes
`run_chapter` says nothing, and may be weekly: it proves a number that a claim says from
where it is stored. A last test of each file asks whether every number was said.
"""

import contextlib

import pytest

from tests.chapters.claims import claims_of, load


@pytest.fixture
def run_chapter(request):
    return load(request.module.__name__.rpartition("test_")[2])


@pytest.fixture
def chapter(run_chapter, request):
    run_chapter.claims_made.add(request.node.name)
    return run_chapter


def pytest_collection_modifyitems(items):
    """Put the claims of a file before the test that every number has a claim.

    That is the last test of its own file: after another file, the chapter would run
    again.
    """
    last = {item.path: place for place, item in enumerate(items)}
    places = {
        item: last[item.path] + 0.5
        if item.name == "test_every_number_is_said"
        else place
        for place, item in enumerate(items)
    }
    items.sort(key=places.get)


@pytest.fixture
def all_claims(chapter, request):
    """Return the chapter after all claims of the file, failed ones included."""
    for claim in claims_of(request.module):
        if claim.__name__ not in chapter.claims_made:
            with contextlib.suppress(AssertionError):
                claim(chapter)
    return chapter
