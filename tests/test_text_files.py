"""Text as people's programs save it: the same words, or an error with the file and the
line."""

import re

import pytest

from ldp_course.text_files import read_text, read_words

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
