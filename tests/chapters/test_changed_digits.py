"""A changed digit of the prose is noticed, and prose that is unchanged is not."""

import random

from tests.chapters.changed_digits import changed
from tests.chapters.claims import Prose

SOURCE = """Of 32{,}561 people, 6.5 % [say](page_12.md) yes, and 6.5 % did in 1994.
With `n = 400` they are 400. {cite}`smith2014` counts 517.

```
n = 32_562
```
"""


def test_a_changed_digit_is_noticed_and_nothing_else():
    page = Prose(SOURCE)
    page.says("Of {:,} people, {:.1f} % ", 32_561, 6.5)
    assert not page.notices(page.source)
    assert not page.notices(page.source.replace("page_12", "page_13"))
    kinds = [kind for _, kind in page.numerals()]
    assert " ".join(kinds) == "said said repeated year code code citation code"
    for match, kind in page.numerals():
        for place in (k for k in range(*match.span()) if page.text[k].isdigit()):
            source = changed(page.source, page.in_source(place), random.Random(1))
            assert kind not in ("said", "repeated") or page.notices(source), source
