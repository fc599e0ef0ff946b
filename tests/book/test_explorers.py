"""Above each explorer's chart stands what is found there, short and in its colors."""

import re

import pytest

from ldp_course.explore.values import COLORED, uncolored
from tests.book.parts import EXPLORERS, explorers_in


@pytest.mark.parametrize("chapter, name", EXPLORERS)
def test_each_state_begins_with_a_claim_that_a_glance_reads(chapter, name):
    for sentence, _ in explorers_in(chapter)[name]["states"]:
        claim = re.match(r".*?[.?!](?= |$)", sentence)[0]
        assert len(uncolored(claim).split()) <= 14, claim
        assert COLORED.search(claim), claim
