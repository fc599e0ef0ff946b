"""The Chinese edition says what the English one says, and a slip in it is found."""

import ast
import re
import shutil
import warnings

import chinese
import chinese_checks as checks
import chinese_locks as texts
import pytest

NOTEBOOKS = [name for name, file in chinese.pages().items() if file.suffix == ".ipynb"]
WORD = "英文原文"


@pytest.mark.parametrize("name", [*chinese.pages(), "module", "words"])
def test_what_is_translated_is_right(name):
    wrong, stale = chinese.check_one(name)
    assert wrong == []
    if stale:  # it stays English until a translator has seen it: no fault of a change
        warnings.warn(
            f"{name}: {len(stale)} texts to translate, see make zh", stacklevel=1
        )


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_code_is_that_of_the_english_notebook(name):
    parts = chinese.parts_of(name)
    for part, english, cell in chinese.cells_of(chinese.pages()[name]):
        if not chinese.is_prose(cell) and part in parts:
            composed, _ = texts.in_code(english, parts[part])
            assert without_words(composed) == without_words(english)


def without_words(source):
    """Return the code's tree with all strings alike, and without an explorer's id."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            node.keywords = [word for word in node.keywords if word.arg != "id"]
        if isinstance(node, ast.JoinedStr):
            kept = [v for v in node.values if not isinstance(v, ast.Constant)]
            node.values = sorted(kept, key=ast.dump)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)


def test_words_of_the_module_keep_their_names():
    path = "ldp_course/figure_words.py"
    english = (chinese.ROOT / path).read_text(encoding="utf-8")
    composed, _ = texts.in_code(english, chinese.parts_of_module()[path])
    tables = [names_of(ast.parse(source)) for source in (english, composed)]
    assert tables[0] == tables[1]


def names_of(tree):
    table = next(node for node in ast.walk(tree) if isinstance(node, ast.Dict))
    return [key.value for key in table.keys]


# ---- a slip is found: what is changed in the Chinese chapter, and by what


SLIPS = {
    "a digit": (r"32,561", "32,516"),
    "a number left out": (r"1\.96", "两"),
    "a formula": (r"\$p\$", "$q$"),
    "a displayed formula": (r"\\frac\{r-q\}", r"\\frac{r-p}"),
    "a formula left out": (r"\$\\pi\$", "π"),
    "a name in code": (r"`truth`", "`true`"),
    "code in a fence": (r"(?m)^```python\n", "```python\nx = 1\n"),
    "a citation": (r"warner1965", "warner1956"),
    "an address": (r"\]\(accuracy\.ipynb\)", "](epsilon.ipynb)"),
    "an element": (r"</summary>", ""),
    "a label": (r"(?m)^b\. ", "c. "),
    "a term": (r"\A([^误]*)标准误([^误]*)\Z", r"\1误差\2"),
    "a forbidden word": (r"随机响应", "随机反应"),
    "half-width punctuation": (r"(?<=[\u4e00-\u9fff])，", ","),
    "English left behind": (r"。", "。The collector cannot know."),
    "asterisks that show": (r"。\*\* (?=[\u4e00-\u9fff])", "。**"),
    "no blank beside a formula": (r"(?<=[\u4e00-\u9fff]) \$", "$"),
    "an item left out": (r"(?m)^- .*\n", ""),
    "bold left out": (r"\*\*学完本章，你将能够\*\*", "学完本章，你将能够"),
    "straight quotes": (r"“是”", '"是"'),
    "a half-width period after a digit": (r"(?<=\d)。", "."),
    "a traditional sign": (r"这", "這"),
    "a chapter's title": (r"\[需要多少人？\]", "[数值]"),
    "another chapter's title": (r"先读《[^》]*》", "先读《数值》"),
    "a name": (r"Warner", "Dwork"),
    "an exercise's number": (r"练习 (\d)：", "练习 9："),
    "a year": (r"1965", "1956"),
    "formulas exchanged": (r"(\$[^$]+\$)([^。$]+。[^。$]+)(\$[^$]+\$)", r"\3\2\1"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_found(slip):
    pattern, new = SLIPS[slip]
    for english, ours in up_to_date_cells():
        if re.search(pattern, ours):
            changed = re.sub(pattern, new, ours, count=1)
            assert list(checks.faults_of_markdown(english, ours)) == []
            assert list(checks.faults_of_markdown(english, changed))
            return
    assert any(chinese.check_one(name)[1] for name in NOTEBOOKS), (
        "there is no such place"
    )
    pytest.skip("the one place of the chapters waits for a translator: make zh")


def up_to_date_cells():
    """Yield the Markdown of the chapters' cells, but for those that are stale."""
    for name in NOTEBOOKS:
        parts, lock = chinese.parts_of(name), chinese.lock_of(name)
        for part, english, cell in chinese.cells_of(chinese.pages()[name]):
            now = list(map(texts.digest, texts.blocks(english)))
            if chinese.is_prose(cell) and now == lock.get(part):
                yield english, parts[part]


SENSES = [
    ("It is three times as large.", "它变为三倍。", "它变为四倍。"),
    ("In 1 % of the runs.", "在 1% 的运行中。", "在 2% 的运行中。"),
    ("It is 5 % larger.", "它大 5%。", "它大 5 个百分点。"),
    ("Take ε = 8.", "取 ε = 8。", "取 ε = 9。"),
    ("At p = 1 and q = 2.", "p = 1、q = 2 时。", "p = 2、q = 1 时。"),
    ("Two weeks, or 14 days.", "两周，即 14 天。", "两周，即 14 年。"),
    ("25 people answer.", "有 25 人回答。", "有 25 份回答。"),
    ("It takes √2 more.", "要多 √2。", "要多 2。"),
    ("The server cannot know it.", "服务器无从得知。", "服务器能够得知。"),
    ("The server can know it.", "服务器能知道。", "服务器不能知道。"),
    ("The error is at most 5.", "误差不超过 5。", "误差至少为 5。"),
    ("At least one is wrong.", "至少有一个出错。", "至多有一个出错。"),
    ("It is less than 10.", "它小于 10。", "它大于 10。"),
    ("The noise gets larger.", "噪声变大。", "噪声变小。"),
    ("The largest of them.", "其中最大的。", "其中最小的。"),
    ("Half of the people.", "一半的人。", "所有人。"),
    ("It doubles the count.", "计数加倍。", "计数减半。"),
    ("On heads, say “yes”.", "正面答“是”。", "反面答“是”。"),
    ("On heads, say “yes”.", "正面答“是”。", "正面答“否”。"),
    ("The reports are true.", "报告是真的。", "报告是假的。"),
    ("Subtract the noise.", "减去噪声。", "加上噪声。"),
    ("Multiply the share by n.", "比例乘以 n。", "比例除以 n。"),
    ("Common words.", "常见的词。", "罕见的词。"),
    ("Before the noise.", "加噪声之前。", "加噪声之后。"),
    ("All intervals hold.", "所有区间都成立。", "有些区间成立。"),
    ("On the left.", "在左边。", "在右边。"),
    ("Each row of the table.", "表的每一行。", "表的每一列。"),
    ("The bits are independent.", "比特相互独立。", "比特相互关联。"),
    ("See the next chapter.", "见下一章。", "见上一章。"),
    ("The attacker sees it.", "攻击者看得到。", "收集者看得到。"),
    ("The standard error is small.", "标准误很小。", "标准差很小。"),
    ("The first answers it.", "第一个回答它。", "第二个回答它。"),
    ("- 20 people\n- 30 people", "- 20 人\n- 30 人", "- 30 人\n- 20 人"),
    (
        "This is the first claim of the chapter. Nobody has proved the other one so far.",
        "这是本章的第一个命题。另一个至今没有人证明。",
        "这是本章的第一个命题。",
    ),
]


@pytest.mark.parametrize("english, right, wrong", SENSES)
def test_another_sense_is_found(english, right, wrong):
    assert list(checks.faults_of_markdown(english, right)) == []
    assert list(checks.faults_of_markdown(english, wrong))


def test_sentences_are_laid_side_by_side():
    english = "It has two parts. Both are short. The third, of $n$ people, is long."
    pairs = checks.laid_side_by_side(
        english, "有两部分，都很短。第三部分有 $n$ 人。它很长。"
    )
    assert pairs == [
        ("It has two parts. Both are short.", "有两部分，都很短。"),
        ("The third, of $n$ people, is long.", "第三部分有 $n$ 人。它很长。"),
    ]


def test_what_readers_see_of_code_needs_chinese():
    code = """explore(f, title="Try it", y="ages", k="ages", z=t["a b"], loc="upper left")
if name == "no answer": raise ValueError(f"{x} is out")
exercises.check("a b c")"""
    assert texts.shown(code) == ["Try it", "ages"]
    assert chinese.missing(["Try it", "Be it"], {"title=Try it": ""}) == [
        "no Chinese for 'Be it'"
    ]


def test_a_sign_that_the_font_of_figures_lacks_is_found(monkeypatch):
    assert chinese.check_module()[0] == []
    monkeypatch.setattr(chinese, "signs", lambda: "的龘")
    assert chinese.check_module()[0] == ["figures.otf lacks 龘"]


def test_a_label_is_as_wide_as_it_may_be():
    label = "一二三四五六七八九十一二三"
    pairs = {"people": label, "people who answer a question": label}
    assert len(list(checks.faults_of_labels(pairs))) == 1


def test_a_lost_placeholder_is_found():
    english, chinese_text = "{held} of {runs} hold", "{runs} 次里有 {held} 次"
    assert list(checks.faults(english, chinese_text, is_code=True)) == []
    assert list(checks.faults(english, "{runs} 次", is_code=True))


# ---- a page from its beginning to those who vouch for it


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """The texts in a folder that nobody else has."""
    folder = shutil.copytree(chinese.TEXTS, tmp_path / "zh")
    monkeypatch.setattr(chinese, "TEXTS", folder)
    return folder


def test_a_new_page_has_all_that_there_is_to_translate(desk, capsys):
    name = NOTEBOOKS[0]
    before = chinese.parts_of(name)
    for file in desk / f"{name}.md", desk / f"{name}.lock", desk / f"module/{name}.md":
        file.unlink()
    chinese.begin(name)
    assert "本地差分隐私" in capsys.readouterr().out
    wrong, stale = chinese.check_page(name, chinese.lock_of(name))
    assert wrong == [] and sum("no Chinese for" in text for text in stale) > 50
    cells = [part for part, _, cell in chinese.cells_of(chinese.source_of(name))]
    assert set(before) <= set(cells)
    with pytest.raises(SystemExit, match="is there already"):
        chinese.begin(name)
    with pytest.raises(SystemExit, match="is not accepted"):
        chinese.accept(name, {"translator": "Ann"})
    assert chinese.lock_of(name) == {}


def test_a_lock_says_who_has_done_what(desk):
    name = NOTEBOOKS[0]
    part, hashes = next(iter(chinese.hashes(name).items()))
    (desk / f"{name}.lock").write_text("{}")
    with pytest.raises(SystemExit, match="not accepted yet"):
        chinese.accept(name, {"reader": "Bo"})
    chinese.accept(f"{name}#{part}", {"translator": "Ann"})
    assert chinese.lock_of(name) == {part: hashes, "by": {"translator": "Ann"}}
    chinese.accept(name, {"translator": "Ann"})
    chinese.accept(name, {"reader": "Bo", "back": "Cy"})
    names = {"translator": "Ann", "reader": "Bo", "back": "Cy"}
    assert chinese.lock_of(name) == chinese.hashes(name) | {"by": names}


# ---- what a change of the English does to the page


ENGLISH = "## Two coins\n\nToss **one** coin.\n\n- Toss another.\n\nIt is {x}`y`, 25."
CHINESE = "## 两枚硬币\n\n抛**一枚**硬币。\n\n- 再抛一枚。\n\n它是 {x}`y`，25。"
LOCK = list(map(texts.digest, texts.blocks(ENGLISH)))


def test_a_page_is_chinese_where_the_english_is_as_it_was():
    text, stale = texts.in_markdown(ENGLISH, CHINESE, LOCK, WORD)
    assert stale == []
    assert text == CHINESE


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("one** coin", "a** coin", "[英文原文]{.untranslated} Toss **a** coin."),
        ("25.", "26.", "[英文原文]{.untranslated} It is {x}`y`, 26."),
        ("another.", "it again.", "- [英文原文]{.untranslated} Toss it again."),
        ("## Two", "## Both", "## [英文原文]{.untranslated} Both coins"),
        ("\n\n- Toss", "\n\nNew.\n\n- Toss", "[英文原文]{.untranslated} New."),
    ],
)
def test_a_changed_paragraph_is_shown_in_english_with_a_mark(old, new, shown):
    changed = ENGLISH.replace(old, new)
    text, stale = texts.in_markdown(changed, CHINESE, LOCK, WORD)
    assert len(stale) == 1
    assert shown in text.split("\n\n")
    others = set(text.split("\n\n")) - {shown}
    assert all(re.search("[\u4e00-\u9fff]", part.replace(WORD, "")) for part in others)
    wrong, counted = chinese.check_prose(changed, CHINESE, LOCK)
    assert wrong == [] and len(counted) == 1


def test_nothing_is_shown_of_a_text_that_nobody_has_accepted():
    longer = CHINESE + "\n\n又一段。"
    text, stale = texts.in_markdown(ENGLISH, longer, LOCK, WORD)
    assert len(stale) == 4 and "抛" not in text
    wrong, counted = chinese.check_prose(ENGLISH, longer, LOCK)
    assert wrong and len(counted) == 1


def test_a_paragraph_that_is_gone_is_gone():
    changed = ENGLISH.replace("- Toss another.\n\n", "")
    text, stale = texts.in_markdown(changed, CHINESE, LOCK, WORD)
    assert stale == [] and "再抛一枚" not in text
    assert chinese.check_prose(changed, CHINESE, LOCK)[1]


def test_a_changed_label_stays_english_and_is_counted():
    pairs = {"share of yes": "“是”的比例", "unit=people": "人"}
    code = 'axes(x="share of a yes", y="people", unit="people")'
    composed, unused = texts.in_code(code, pairs)
    assert composed == 'axes(x="share of a yes", y="people", unit="人")'
    assert unused == {"share of yes"}
    known = {text for _, text, _ in texts.strings(code)}
    assert len(chinese.check_pairs(pairs, known)[1]) == 1


def test_changed_code_needs_nothing():
    pairs = {"{n} people": "{n} 人", "Guess": "猜一猜"}
    code = 'rng = default_rng({seed})\nexplore(f, title="Guess", says=f"{{n}} people")'
    for seed in 1, 2:
        composed, unused = texts.in_code(code.format(seed=seed), pairs)
        assert unused == set()
        assert (
            f'({seed})\nexplore(f, title="猜一猜", id="guess", says=f"{{n}} 人")'
            in composed
        )


def test_what_is_no_file_of_translations_is_refused():
    with pytest.raises(texts.Malformed, match="x1.*no pair"):
        texts.read('<!-- x1 -->\n"a": "b"\nhello\n')
    with pytest.raises(texts.Malformed, match="before the first part"):
        texts.read("hello\n\n<!-- x1 -->\nb\n")
