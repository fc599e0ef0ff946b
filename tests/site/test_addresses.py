"""Addresses are permanent: a link that somebody has set, or has printed, goes on working."""

from pathlib import Path

from bs4 import BeautifulSoup

ADDRESSES = Path(__file__).with_name("addresses.txt").read_text(encoding="utf-8").split()


def test_every_address_ever_given_out_still_leads_somewhere(site):
    pages = {}
    for address in ADDRESSES:
        name, _, place = address.partition("#")
        assert (site / name).exists(), (
            f"{name} is gone; leave a page there that leads to its new place"
        )
        if name not in pages:
            pages[name] = BeautifulSoup((site / name).read_text(encoding="utf-8"), "html.parser")
        assert not place or pages[name].find(id=place), (
            f"nothing on {name} has the id {place} any more"
        )


def test_every_page_is_in_the_list(site):
    assert {page.relative_to(site).as_posix() for page in site.glob("book/**/*.html")} <= set(
        ADDRESSES
    )
