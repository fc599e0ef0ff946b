"""A translation of the words that pages show replaces them key by key."""

from accessible_pages import translate_the_theme
from lxml import html
from words import WORDS, words_of

from tests.book.parts import BOOK


def test_a_translated_table_lies_over_the_english_one(tmp_path):
    english = (
        '[poll]\nyes = "yes"\nno = "no"\n[poll.steps]\none = "first"\n[pdf]\nx = 1\n'
    )
    (tmp_path / "words.toml").write_text(english, "utf-8")
    assert words_of(tmp_path)["poll"]["no"] == "no"
    ours = '[poll]\nyes = "是"\n[poll.steps]\none = "一"\n'
    (tmp_path / "words_translated.toml").write_text(ours, "utf-8")
    poll = {"yes": "是", "no": "no", "steps": {"one": "一"}}
    assert words_of(tmp_path) == {"poll": poll, "pdf": {"x": 1}}


def test_the_book_s_own_words_are_english():
    assert words_of(BOOK) == WORDS
    assert all(theirs == ours for theirs, ours in WORDS["theme"].items())


def test_the_theme_s_words_are_replaced_outside_of_the_text(monkeypatch):
    monkeypatch.setattr(
        "accessible_pages.THEME", {"Page": "本页", "Link to this heading": "链接"}
    )
    link = '<a class="headerlink" title="Link to this heading">#</a>'
    page = html.fromstring(
        '<main><nav aria-label="Page"><b>\n Page </b></nav>'
        f'<article>{link}<p title="Page">Page</p></article></main>'
    )
    translate_the_theme(page)
    texts = page.xpath("//nav/@aria-label | //b/text() | //a/@title")
    assert [text.strip() for text in texts] == ["本页", "本页", "链接"]
    assert page.xpath("//p/@title | //p/text()") == ["Page", "Page"]
