"""Above each explorer's chart stands what is found there, short and in its colors."""

import json
import re

import pytest

from ldp_course.explore.values import COLORED, uncolored
from tests.book.parts import EXPLORERS, explorers_in, markup_of


@pytest.mark.parametrize("chapter, name", EXPLORERS)
def test_each_state_begins_with_a_claim_that_a_glance_reads(chapter, name):
    for sentence, _ in explorers_in(chapter)[name]["states"]:
        claim = re.match(r".*?[.?!](?= |$)", sentence)[0]
        assert len(uncolored(claim).split()) <= 14, claim
        assert COLORED.search(claim), claim


@pytest.mark.parametrize("chapter, name", EXPLORERS)
def test_its_words_have_the_quotes_and_apostrophes_of_print(chapter, name):
    stored = json.dumps(explorers_in(chapter)[name], ensure_ascii=False)
    assert re.findall(r"\w'\w|\\\"", stored) == []
    assert re.findall("&#x27;|&quot;", markup_of(chapter, name)) == []
