"""Share two small books: one whole and without addresses, one published with faults."""

import pytest

from tests.book import small_pages
from tests.book.small_book import SmallBook


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    book = SmallBook(tmp_path_factory.mktemp("whole"), small_pages.WHOLE, "first = 1")
    assert book.build("-W", "--keep-going"), book.log
    return book


@pytest.fixture(scope="session")
def faulty(tmp_path_factory):
    """Published; `log` names its faults."""
    folder = tmp_path_factory.mktemp("faulty")
    addresses = {"SITE_URL": "https://example.org/ldp"}
    addresses["REPOSITORY_URL"] = "https://github.com/example/course"
    book = SmallBook(
        folder, small_pages.FAULTY, repository={"branch": "summer"}, **addresses
    )
    assert not book.build()
    return book


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """All that look at these books share a worker, so that each is built once."""
    for item in items:
        if {"whole", "faulty"} & set(getattr(item, "fixturenames", ())):
            item.own_markers[:] = [
                marker for marker in item.own_markers if marker.name != "xdist_group"
            ]
            item.add_marker(pytest.mark.xdist_group("small books"))
