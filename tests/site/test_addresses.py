"""Addresses are permanent: a link that somebody has set, or has printed, goes on working."""

from html.parser import HTMLParser
from pathlib import Path

ADDRESSES = Path(__file__).with_name("addresses.txt").read_text(encoding="utf-8").split()


class Ids(HTMLParser):
    """The ids of a page: `Ids(text).found`."""

    def __init__(self, text):
        super().__init__()
        self.found = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.update(value for name, value in attrs if name == "id")


def test_every_address_ever_given_out_still_leads_somewhere(site):
    pages = {}
    for address in ADDRESSES:
        name, _, place = address.partition("#")
        assert (site / name).exists(), (
            f"{name} is gone; leave a page there that leads to its new place"
        )
        if name not in pages:
            pages[name] = Ids((site / name).read_text(encoding="utf-8")).found
        assert not place or place in pages[name], f"nothing on {name} has the id {place} any more"


def test_every_page_is_in_the_list(site):
    assert {page.relative_to(site).as_posix() for page in site.glob("book/**/*.html")} <= set(
        ADDRESSES
    )
