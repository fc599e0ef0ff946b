"""The search finds the page that answers, by the words that readers and papers use."""

import re

import pytest

CHAPTERS = {
    "why did my counts get negative": "histograms",
    "debiasing": "randomized_response",
    "denoising": "randomized_response",
    "what is the PRR in RAPPOR": "rappor_collect",
    "IRR bits": "rappor_collect",
    "heavy hitter discovery": "unknown_words",
    "shuffling amplification": "shufflers",
    "difference between central and local DP": "accuracy",
    "HRR sign": "more_protocols",
    "GRR": "better_bits",
    "SMP with several attributes": "many_questions",
    "randomised response": "randomized_response",
    "ε": "epsilon",
}
TERMS = {
    "local differential privacy": "LDP",
    "postprocessing": "post-processing",
    "LDP": "LDP",
    "what is epsilon": "ε",
    "bloom filters": "Bloom filter",
    "memoisation": "memoization",
}


@pytest.fixture(scope="module")
def results(site, browser):
    """Yield a function from a query to the addresses and headings of its results."""
    page = browser.new_page()
    page.goto(f"{(site / 'search.html').as_uri()}?q=privacy")
    page.wait_for_selector("#search-results p.context")
    ask = "query => search(query).results.map((hit) => [hit.address, hit.heading])"
    yield lambda query: page.evaluate(ask, query)
    page.close()


@pytest.mark.parametrize("query", CHAPTERS)
def test_other_words_lead_to_a_chapter(query, results):
    addresses = [address for address, _ in results(query)]
    others = [name for name in addresses if not name.startswith("book/glossary")]
    wanted = f"book/{CHAPTERS[query]}."
    assert any(name.startswith(wanted) for name in others[:3]), others[:5]


@pytest.mark.parametrize("query", TERMS)
def test_a_term_of_the_glossary_comes_first(query, results):
    address, heading = results(query)[0]
    assert address.startswith("book/glossary") and TERMS[query] in heading


@pytest.mark.parametrize("query", ["how many people", "shuffler", "RAPPOR candidates"])
def test_chapters_come_before_the_pages_for_teachers(query, results):
    address = results(query)[0][0]
    assert not address.startswith(("book/teaching", "book/references", "book/api"))


def test_the_page_of_results_leads_to_sections_and_shows_prose(go, site):
    page = go((site / "search.html").as_uri() + "?q=privacy")  # as files, no server
    page.wait_for_selector("#search-results p.context mark")
    assert page.complaints == []
    hits = page.evaluate("""[
      ...document.querySelectorAll('#search-results li')].map((item) =>
        [item.querySelector('a').getAttribute('href'), item.innerText])""")
    assert len(hits) >= 5 and sum("#" in place for place, _ in hits) >= len(hits) / 2
    for place, text in hits:
        name, _, section = place.partition("#")
        assert not section or f'id="{section}"' in (site / name).read_text("utf-8")
        markup = r"\\[a-zA-Z]+|Show the code|Toggle|Skip to main"
        assert not re.search(markup, text), text
