"""The search finds the page that answers, by the words that readers and papers use."""

import pytest

FINDS = {
    "why did my counts get negative": "histograms",
    "debiasing": "randomized_response",
    "denoising": "randomized_response",
    "what is the PRR in RAPPOR": "rappor_collect",
    "IRR bits": "rappor_collect",
    "heavy hitter discovery": "unknown_words",
    "shuffling amplification": "shufflers",
    "difference between central and local DP": "accuracy",
    "HRR sign": "more_protocols",
    "GRR": "histograms",
    "SMP with several attributes": "many_questions",
}
TERMS = {"local differential privacy": "LDP", "postprocessing": "post-processing", "LDP": "LDP"}


@pytest.fixture(scope="module")
def found(site, browser):
    """The addresses and headings that the page of results lists for a query."""
    page = browser.new_page()
    page.goto(f"{(site / 'search.html').as_uri()}?q=privacy")
    page.wait_for_selector("#search-results p.context")
    ask = "asked => search(asked).results.map(({ address, heading }) => [address, heading])"
    yield lambda asked: page.evaluate(ask, asked)
    page.close()


@pytest.mark.parametrize("asked", FINDS)
def test_a_chapter_is_found_by_the_words_of_others(asked, found):
    chapters = [address for address, _ in found(asked) if not address.startswith("book/glossary")]
    places = [
        k for k, address in enumerate(chapters) if address.startswith(f"book/{FINDS[asked]}.")
    ]
    assert places and places[0] < 3, chapters[:5]


@pytest.mark.parametrize("asked", TERMS)
def test_a_term_of_the_glossary_comes_first(asked, found):
    address, heading = found(asked)[0]
    assert address.startswith("book/glossary") and TERMS[asked] in heading


@pytest.mark.parametrize("asked", ["how many people", "shuffler", "RAPPOR candidates"])
def test_chapters_come_before_the_pages_for_teachers(asked, found):
    assert not found(asked)[0][0].startswith(("book/teaching", "book/references", "book/api"))
