"""Chinese text: terms, meanings, formulas, questions, slides and the search."""

import json
import tomllib
from types import SimpleNamespace

import glossary_terms
import katex_at_build
import pytest
import questions
import slides
from bs4 import BeautifulSoup
from docutils import nodes

from tests.book.parts import BOOK, ROOT


def test_a_chinese_term_is_found_between_other_signs():
    """One of a single sign only where it stands alone, as it begins many words."""
    names = ["随机响应", "响应", "LDP", "k-匿名", "域", "p 值"]
    finder = glossary_terms.pattern(names)

    def found(text):
        return [match[0] for match in finder.finditer(text)]

    assert found("用LDP的随机响应与k-匿名，p 值。") == [
        "LDP",
        "随机响应",
        "k-匿名",
        "p 值",
    ]
    assert found("领域、域、xLDP") == ["域"]


def test_a_longer_word_that_holds_a_term_is_not_marked():
    text = nodes.Text("技术支持那一份报告支持销售。")
    section = nodes.section("", nodes.paragraph("", "", text))
    entry = SimpleNamespace(id="term-support")
    assert glossary_terms.mark(section, {"支持": entry}, "glossary.html") == [entry]
    paragraph = section[0]
    assert [part.astext() for part in paragraph] == [
        "技术支持那一份报告",
        "支持",
        "销售。",
    ]


def test_a_title_of_a_work_is_not_marked():
    words = "《差分隐私》讲差分隐私"
    places = [
        match.start() for match in glossary_terms.pattern(["差分隐私"]).finditer(words)
    ]
    assert [glossary_terms.in_title(words, place) for place in places] == [True, False]


def test_a_chinese_meaning_has_whole_sentences_each_sign_as_wide_as_two_letters():
    first, second = "他说“是。”", "（无论如何。）"
    longest = "真" * (glossary_terms.ABOUT // 2 - len(first + second) - 1) + "。"
    assert (
        glossary_terms.beginning(first + second + longest) == first + second + longest
    )
    assert glossary_terms.beginning(first + second + "真" + longest) == first + second


def together(*parts):
    """Return what cannot be broken, of a paragraph of texts and formulas ($)."""
    paragraph = nodes.paragraph()
    for part in parts:
        formula = part.strip("$")
        paragraph += nodes.math("", formula) if part != formula else nodes.Text(part)
    for formula in list(paragraph.findall(nodes.math)):
        katex_at_build.keep_chinese_signs(formula)
    assert paragraph.astext() == "".join(parts).replace("$", "")
    return [box.astext() for box in paragraph.findall(nodes.inline)]


def test_no_line_begins_or_ends_with_a_chinese_sign_beside_a_formula():
    assert together("即（", "$p$", "）、", "$q$", "，", "$r$", " 和") == [
        "（p）、",
        "q，",
    ]
    assert together("“", "$p$", "”。", "$q$", "”") == ["p”。"]
    assert together("In (", "$p$", "), ", "$q$", ".") == []
    # a long one breaks between its parts
    assert together("$" + "+".join("abcdefghijklm") + "$", "，") == []


def test_a_number_stays_with_what_it_counts_and_a_ratio_whole():
    paragraph = nodes.paragraph()
    paragraph += nodes.Text("几率 1 : 8 变为 2.7 倍，即 ")
    paragraph += nodes.strong("", "32")
    paragraph += nodes.Text(" 人，5 %。")
    paragraph += nodes.literal_block("", "1 : 8")
    app = SimpleNamespace(builder=SimpleNamespace(format="html"))
    katex_at_build.keep_signs_in_their_lines(app, paragraph, "")
    bound = paragraph.astext().replace("\N{NO-BREAK SPACE}", "_")
    assert bound == "几率 1_:_8_变为 2.7_倍，即 32_人，5_%。1 : 8"


def test_a_chinese_question_has_buttons():
    paragraphs = "<p><strong>1. 哪个是偶数？</strong></p><p>a. 三</p><p>b. 四</p>"
    answer = "<p><strong>b.</strong> 偶数。</p><p><strong>a.</strong> 奇数。</p>"
    folded = f"<details><summary>答案</summary>{answer}</details>"
    html = questions.with_buttons(f"<h2>自测</h2>{paragraphs}{folded}")
    assert html.count("<button") == 2 and "1. 哪个是偶数？" in html


@pytest.mark.parametrize(
    "formula, text, goes_on",
    [
        ("a = b .", "where b is the rest.", True),
        ("a = b", "Where it ends.", False),
        ("a = b ,", "其中 b 是其余的人。", True),
        (r"\begin{aligned} a &= b . \end{aligned}", "其中 b 是其余的人。", False),
        (r"a \text{ 是 b。}", "ε 是小的。", False),
    ],
)
def test_on_slides_a_chinese_sentence_goes_on_below_a_formula_without_a_stop(
    formula, text, goes_on
):
    math = BeautifulSoup(f"<annotation>{formula}</annotation>", "html.parser")
    assert slides.goes_on(text, math) is goes_on


# ---- the search

SAYS = {
    "随机响应": "收集者不知道谁的“是”是真的。它的标准误（见下文）是 3.9。",
    "无偏估计": "估计量是无偏的。随机的误差在取平均时相互抵消，所以不要改动它。",
    "一元编码": "每一位用 LDP 的硬币，响应之间相互独立。",
    "测量": "标准如下：响应要快。",
}
TERM = "local differential privacy, LDP, 本地差分隐私"
ENTRIES = [
    *([f"book/{k}.html", "页", name, SAYS[name], 0, ""] for k, name in enumerate(SAYS)),
    ["book/glossary.html#term-local", "术语表", TERM, "在自己的设备上加噪声。", 1, ""],
]


@pytest.fixture(scope="module", params=["with a dictionary", "by pairs of signs"])
def ask(request):
    """Call a function of the search, with the tables of the Chinese edition."""
    text = (ROOT / "translations/zh/search_words.toml").read_text("utf-8")
    tables = tomllib.loads(text)
    source = (BOOK / "_ext" / "search.js").read_text("utf-8")
    names = {
        "SYNONYMS": tables["synonyms"],
        "ENTRIES": ENTRIES,
        "NAMES": [],
        "PHRASES": [],
        "WORDS": {},
    }
    before = "" if request.param == "with a dictionary" else "delete Intl.Segmenter;"
    for name, table in names.items():
        before += f"const {name} = {json.dumps(table)};"
    before += f"const EMPTY = new Set({json.dumps(tables['empty']['words'].split())});"
    engine = katex_at_build.new_engine(before + source.partition("const ROOT")[0])
    yield lambda call: json.loads(engine.eval(f"JSON.stringify({call})"))
    engine.close()


def headings(ask, query):
    return ask(f"search({json.dumps(query)}).results.map((hit) => hit.heading)")


@pytest.mark.parametrize(
    "query, first",
    {
        "随机响应": "随机响应",  # the dictionary cuts it in two
        "随机应答的标准误是多少？": "随机响应",  # a synonym
        "标准误差": "随机响应",
        "收集者": "随机响应",
        "为什么是无偏的": "无偏估计",
        "一元编码": "一元编码",
        "什么是本地差分隐私？": TERM,
        "局部差分隐私": TERM,
        "ＬＤＰ是什么": TERM,
    }.items(),
)
def test_a_chinese_question_finds_its_place(ask, query, first):
    assert headings(ask, query)[0] == first


def test_a_chinese_word_is_found_anywhere_and_one_that_the_book_lacks_nowhere(ask):
    assert headings(ask, "独立") == ["一元编码"]
    assert headings(ask, "误差") == ["无偏估计"]
    assert headings(ask, "斑马") == []


def test_a_chinese_snippet_is_cut_around_what_was_found_and_after_signs(ask):
    prose = json.dumps(SAYS["随机响应"] + "用LDP。")
    parts = ask(f"partsOf({prose}, ['标准误', 'ldp'].map((word) => patternOf(word)))")
    assert parts == [
        *("收集者不知道谁的“是”是真的。", "它的", "标准误", "（见下文）是 ", "3.9。"),
        *("用", "LDP。"),
    ]
    assert ask("width('标准误 OUE，')") == 12
