"""Two texts that look the same: the message says where they differ, whoever looks the
value up."""

import numpy as np
import pytest

from ldp_course import DirectEncoding, HadamardResponse, SummingHistogram
from ldp_course.lookalikes import lookalike
from ldp_course.topics import many_questions, unknown_words

RNG = np.random.default_rng(1)
ALIKE = [
    ("Zu\u0308rich", "Zürich", "character 2 is U+0075 LATIN SMALL LETTER U, not U+00FC LATIN"),
    ("\u041e\u041a", "OK", "character 1 is U+041E CYRILLIC CAPITAL LETTER O, not U+004F LATIN CAP"),
    ("S\u0131gn", "Sign", "character 2 is U+0131 LATIN SMALL LETTER DOTLESS I, not U+0069"),
    ("no\u00adway", "noway", "character 3 is U+00AD SOFT HYPHEN, not U+0077"),
    ("New\u202fYork", "New York", "character 4 is U+202F NARROW NO-BREAK SPACE, not U+0020 SPACE"),
    ("New  York", "New York", "character 5 is U+0020 SPACE, not U+0059"),
    ("yes\n", "yes", "character 4 is U+000A without a name, not the end"),
    ("yes", "yes\t", "character 4 is the end, not U+0009"),
    ("don\u2019t know", "don't know", "character 4 is U+2019 RIGHT SINGLE QUOTATION MARK, not U+0"),
    ("\uff11\uff12", "12", "character 1 is U+FF11 FULLWIDTH DIGIT ONE, not U+0031 DIGIT ONE"),
    ("a" * 90 + "b" + "c" * 90, "a" * 91 + "c" * 90, "character 91 is U+0062 .* not U+0061"),
    (("M\u0430rie", 1), ("Marie", 1), "character 4 is U+0430 CYRILLIC SMALL LETTER A, not U+0061"),
]  # fmt: skip


@pytest.mark.parametrize(
    "value, known, words", ALIKE, ids=[ascii(row[0])[:30] for row in ALIKE]
)
def test_what_differs_is_named(value, known, words):
    with pytest.raises(ValueError, match="answer.s. outside the domain") as caught:
        DirectEncoding([known, "other", 2, ("other", 3)], 1.0).encode([value, "other"])
    assert words.partition(" .* ")[0] in str(caught.value)
    assert words.rpartition(" .* ")[2] in str(caught.value)


@pytest.mark.parametrize("value, known", [
    ("red", "Red"), ("Sa1es", "Sales"), ("日本語", "red"), ("blue", "black"), (1, "1"),
    ("", "a"),
])  # fmt: skip
def test_what_a_reader_sees_is_not_explained(value, known):
    assert lookalike(value, [known, "another"]) == ""


def test_the_nearest_value_is_named():
    assert "is not 'abc': character 1" in lookalike(
        "\u0430bc", ["\u0430xy", "abc", "abd"]
    )


PLAN = many_questions.SplitPeople({"café": ("yes", "no"), "b": ("x", "y")}, 1.0)
LOOKED_UP = {
    "answers": lambda: HadamardResponse(["café", "tea"], 1.0).collect(["tea", "cafe\u0301"], RNG),
    "sums": lambda: SummingHistogram(["café", "tea"], 1.0).collect(["cafe\u0301"] * 3, RNG),
    "questions": lambda: PLAN.encode({"cafe\u0301": ["yes"], "b": ["x"]}),
    "answers to one": lambda: PLAN.encode({"café": ["yes"], "b": ["x\u200b"]}),
    "letters": lambda: unknown_words.PrefixTree(1.0, (1, 3), 3, "ABC").encode(["A\u0412C"]),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOKED_UP)
def test_each_lookup_explains_a_lookalike(name):
    with pytest.raises(ValueError, match=r"U\+[0-9A-F]{4} [A-Z]"):
        LOOKED_UP[name]()


def test_lookalikes_stay_different_values():
    both = DirectEncoding(["café", "cafe\u0301", "cafe"], 1.0)
    assert both.encode(["cafe\u0301", "cafe", "café"]).tolist() == [1, 2, 0]
