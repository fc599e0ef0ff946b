"""Texts that people bring: files as programs save them, or an error with the file and
the line; and two that look the same, told apart by whoever looks a value up."""

import re

import numpy as np
import pytest

from ldp_course import DirectEncoding, HadamardResponse, SummingHistogram
from ldp_course.texts import lookalike, read_text, read_words
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


WORDS = [
    "Käse",
    "two words",
    "日本",
    "pear,1",
    '"fig"',
    "👨‍👩‍👧",
    "🏴\U000e0067\U000e0062\U000e007f",
]
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-32"]
MARKED = [
    ("utf-16-be", b"\xfe\xff"),
    ("utf-16-le", b"\xff\xfe"),
    ("utf-32-be", b"\0\0\xfe\xff"),
]


def saved(folder, content):
    path = folder / "list.txt"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "encoding, mark", [*((name, b"") for name in ENCODINGS), *MARKED]
)
def test_a_list_of_words_is_read_however_it_was_saved(tmp_path, encoding, mark, end):
    for text in (
        end.join(WORDS),
        end + end.join(WORDS) + end,
        f"{end} \t{end}".join(WORDS) + end,
    ):
        assert read_words(saved(tmp_path, mark + text.encode(encoding))) == WORDS


MISTAKES = {
    "a blank after": ("apple\npear \n", r"line 2: 'pear ' ends with U\+0020 SPACE"),
    "a blank before": ("\n\tpear", r"line 2: '\\tpear' begins with U\+0009"),
    "no-break": ("a\r\n\r\npear\u00a0\r\n", r"line 3: .* ends with U\+00A0 NO-BREAK SPACE"),
    "zero width": ("\u200bpear", r"line 1: .* begins with U\+200B ZERO WIDTH SPACE"),
    "a second mark": ("\ufeff\ufeffpear", r"line 1: .* begins with U\+FEFF ZERO WIDTH NO-BREAK"),
    "a line of another kind": ("a\u2028", r"line 1: .* ends with U\+2028 LINE SEPARATOR"),
    "a word twice": ("apple\r\rpear\rapple\r", "line 4: 'apple' stands in line 1 already"),
    "nothing": ("\n \n", "list.txt holds no words; it must hold one a line"),
    "NUL": ("apple\npe\0ar", r"line 2: it holds U\+0000"),
    "a map": ("apple,5,1,26,26\npear,4,4,20,21\n", "line 1: 'apple,5,1,26,26' is a row of a table"),
    "a map with quotes": ('\n"a, b", 5, 1\n"c",3,4', "line 2: .* a map.csv, with 3 columns"),
    "counts": ("50,12,9,8\r\n40,3,4,5\r\n", "line 1: '50,12,9,8' is a row of a table"),
    "reports": ("client,cohort,irr\n0,1,101\n1,1,110\n", "line 2: '0,1,101' is a row of a table"),
    "empty columns": ("apple,,\npear,,\n", "line 1: 'apple,,' is a row of a table"),
}  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named_with_file_and_line(tmp_path, name, encoding):
    text, message = MISTAKES[name]
    with pytest.raises(ValueError, match=message) as caught:
        read_words(saved(tmp_path, text.encode(encoding)))
    assert "list.txt" in str(caught.value)


@pytest.mark.parametrize("content, message", [
    ("apple\r\nKäse\r\n".encode("latin-1"), "line 2: 0xe4 is not UTF-8; save the file as UTF-8"),
    ("a\r\rKäse".encode("cp1252"), "line 3: 0xe4 is not UTF-8"),
    ("apple\npear".encode("utf-16-le"), "line 1: it holds U+0000, as UTF-16 does without"),
    ("apple\npear".encode("utf-16")[:-1], "line 2: 0x72 is not UTF-16-LE"),
    (b"apple\n\xed\xa0\x80", "line 2: 0xed is not UTF-8"),
])  # fmt: skip
def test_a_file_that_is_not_text_is_refused(tmp_path, content, message):
    with pytest.raises(ValueError, match=re.escape(message)) as caught:
        read_text(saved(tmp_path, content))
    assert "list.txt" in str(caught.value)
