"""An address sets the class poll, a phone answers, the teacher counts."""

import io
import math
import re
from pathlib import Path
from urllib.parse import quote, urlencode

import matplotlib.pyplot as plt
import numpy as np
import pytest
from browser import chromiums
from polls import CLASS
from test_pages import COLORS, EVERYTHING, axe

from ldp_course import RandomizedResponse

# What a page asks for differs with the browser: weekly each that is installed is tried
QUICKEST, *OTHERS = chromiums() or [None]
pytestmark = pytest.mark.parametrize(
    "browser",
    [QUICKEST, *(pytest.param(other, marks=pytest.mark.weekly) for other in OTHERS)],
    indirect=True,
)

BOOK = Path(__file__).parents[2] / "book"

PAGE = "book/class_poll.html"
QUESTION = "Have you ever copied homework?"
TWO, THREE = RandomizedResponse.two_coin(), RandomizedResponse(p=0.625)

# The phone's chance, set to a number of 53 bits
CHANCE = """(numerator) => {
  const words = [Math.floor(numerator / 2 ** 26) * 32, (numerator % 2 ** 26) * 64];
  let k = 0;
  crypto.getRandomValues = (array) => { array[0] = words[k++ % 2]; return array; };
}"""
STORAGE = """async () => [
  { ...localStorage }, Object.keys(sessionStorage), document.cookie,
  (await indexedDB.databases()).length, (await caches.keys()).length,
]"""

# The addresses in the page as it came: asking for them again tells nobody anything new
OWN = """() => [...document.querySelectorAll("link[href], [src]")]
  .map((tag) => tag.href || tag.src)"""


@pytest.fixture
def opened(go, address):
    return lambda after="", **options: go(
        address + PAGE + after, color_scheme="light", **options
    )


def asks(question=QUESTION, **coins):
    return "#poll?" + urlencode({"question": question, **(coins or {"coins": 2})})


def press(page, words):
    page.locator("#poll").get_by_role("button", name=words, exact=True).click()


def shown(page):
    return page.locator("#poll dialog .big-word").text_content()


# ---- a student


@pytest.mark.parametrize(
    "coins, p", [("coins=2", 0.75), ("coins=3", 0.625), ("epsilon=1", None)]
)
def test_the_phone_says_the_truth_below_p_and_the_opposite_from_p_on(opened, coins, p):
    """With 53 fair bits, that is the law of RandomizedResponse, exactly."""
    page = opened(f"#poll?question=Really%3F&{coins}")
    p = p or RandomizedResponse(1).p
    for numerator, is_true in [
        (0, True),
        (math.ceil(p * 2**53) - 1, True),
        (math.ceil(p * 2**53), False),
        (2**53 - 1, False),
    ]:
        page.evaluate(CHANCE, numerator)
        for words, truth in ((CLASS["true_yes"], "YES"), (CLASS["true_no"], "NO")):
            press(page, words)
            assert (shown(page) == truth) is is_true
            press(page, CLASS["hide"])
            press(page, CLASS["next"])


def test_its_chance_is_the_browser_s_own_and_fair(opened):
    """400 answers with two coins; fewer than 1 false alarm in 10⁶ runs (5 sigma)."""
    page = opened(asks())
    yes = page.evaluate("""() => {
      const press = (name) =>
        document.querySelector(`#poll [data-does=${name}]`).click();
      let yes = 0;
      for (let k = 0; k < 400; k++) {
        press("true_yes");
        yes += document.querySelector(".big-word").textContent === "YES";
        dispatchEvent(new Event("pagehide"));
      }
      return yes;
    }""")
    assert abs(yes - 400 * TWO.p) < 5 * math.sqrt(400 * TWO.p * TWO.q)


def test_real_coins_show_what_the_student_says(opened):
    page = opened(asks())
    page.get_by_text(CLASS["self_tosses"]).click()
    own = page.locator("#poll details").last.locator("li")
    assert own.all_text_contents() == CLASS["rules_2"]
    for words, big in ((CLASS["say_no"], "NO"), (CLASS["say_yes"], "YES")):
        press(page, words)
        assert shown(page) == big
        page.keyboard.press("Escape")
        page.locator("#poll").get_by_text(CLASS["answered"]).wait_for()
        onward = page.get_by_role("link", name=CLASS["many"])
        assert onward.get_attribute("href") == "index.html#live-poll"
        press(page, CLASS["show_again"])
        assert shown(page) == big
        press(page, CLASS["hide"])
        press(page, CLASS["next"])
        assert page.evaluate("document.activeElement.textContent") == QUESTION
        page.get_by_text(CLASS["self_tosses"]).click()


def test_what_is_copied_to_send_is_what_is_shown_with_its_question(opened):
    page = opened(asks())
    page.evaluate("navigator.clipboard.writeText = async (text) => { copied = text }")
    press(page, CLASS["true_yes"])
    press(page, CLASS["copy_answer"])
    page.get_by_role("button", name=CLASS["copied"], exact=True).wait_for()
    sent = CLASS["sent_answer"].format(question=QUESTION, said=shown(page))
    assert page.evaluate("copied") == sent


def test_nothing_is_sent_and_nothing_is_stored(opened):
    page, requests = opened(asks()), []
    page.wait_for_load_state("networkidle")
    storage, length = page.evaluate(STORAGE), page.evaluate("history.length")
    url, own = page.url, page.evaluate(OWN)
    page.on("request", lambda request: requests.append(request.url))
    for words in (CLASS["true_yes"], CLASS["true_no"]):
        press(page, words)
        press(page, CLASS["hide"])
        press(page, CLASS["show_again"])
        press(page, CLASS["hide"])
        press(page, CLASS["next"])
    page.goto(page.url.partition("#")[0] + "#")
    count(page, 12, 18)
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    # a browser with windows asks again for the page's icon, as it stands in the page
    assert set(requests) <= set(own) and page.complaints == []
    assert page.locator("#poll dialog").count() == 0  # the answer is gone
    assert page.evaluate(STORAGE) == storage
    assert page.evaluate("history.length") <= length + 1
    local, *others = storage  # the theme's own setting of light and dark
    assert set(local) <= {"mode", "theme"} and others == [[], "", 0, 0]
    assert url.endswith(asks())


def test_a_student_sees_the_question_and_nothing_else(opened):
    page = opened(asks(), width=320, height=640)
    assert page.locator(".poll-question").text_content() == QUESTION
    assert not page.locator("article h2").first.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.get_by_role("button", name=CLASS["true_yes"]).focus()
    page.keyboard.press("Enter")
    box = page.locator("#poll dialog").bounding_box()
    assert (box["width"], box["height"]) == (320, 640)
    word = page.locator("#poll dialog .big-word").bounding_box()
    assert word["width"] <= 320 and word["height"] > 100
    page.keyboard.press("Enter")  # the button that hides has the focus
    page.get_by_role("link", name=CLASS["asker"]).click()
    page.locator("article h2").first.wait_for(state="visible")
    page.get_by_role("button", name=CLASS["make_it"]).wait_for(state="visible")


# ---- what an address may say


@pytest.mark.parametrize("after, name", [("#c=3", "name_3"), ("#e=1", "name_epsilon")])
def test_the_short_address_leaves_the_question_to_the_screen(opened, after, name):
    page = opened(after)
    assert page.locator(".poll-question").text_content() == CLASS["on_screen"]
    assert CLASS[name] in page.locator("#poll").text_content()
    press(page, CLASS["true_no"])
    assert shown(page) in ("YES", "NO")


QUESTIONS = [
    "<script>document.title='taken'</script>",
    "<img src=x onerror=\"document.title='taken'\">",
    "{coins} ${document.title='taken'} {{x}} %s \\u003cb\\u003e",
    "你抄过作业吗？ Hast du abgeschrieben? 🤔",
    "a" * 200,
    "&lt;b&gt; &amp; + % # ?",
]


def test_a_question_is_shown_as_text(opened):
    page = opened(asks("First?"), width=320)
    for question in QUESTIONS:
        page.evaluate("after => { location.hash = after; }", asks(question))
        page.wait_for_function(
            "text => document.querySelector('.poll-question')?.textContent === text",
            arg=question,
        )
        markup = "#poll :is(script, img, b):not(.poll-sheets *)"
        assert page.locator(markup).count() == 0
        assert "taken" not in page.title() and page.complaints == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.evaluate("after => { location.hash = after; }", "#poll?x")
    page.locator(".poll-question", has_text=CLASS["bad_address"]).wait_for()


NO_EPSILON = ["", "0", "-1", "5.1", "1e1", "0x1", "NaN", "Infinity", "1,5", "٣", "<b>1"]
BAD_ADDRESSES = [
    ("", "no_question", {}),
    ("question=&coins=2", "no_question", {}),
    ("question=%20%0a&coins=2", "no_question", {}),
    ("question=a&question=b&coins=2", "two_questions", {}),
    (f"question={'a' * 201}&coins=2", "long_question", {"length": "201", "most": 200}),
    ("question=a%00b&coins=2", "odd_question", {}),
    ("question=" + quote("a\u202eb") + "&coins=2", "odd_question", {}),
    ("question=" + quote("a" + "\u0301" * 50) + "&coins=2", "odd_question", {}),
    ("question=a", "no_coins", {}),
    ("question=a&coins=2&epsilon=1", "no_coins", {}),
    ("q=a&c=2&coins=2", "no_coins", {}),
    ("question=a&coins=4", "bad_coins", {"given": "4"}),
    ("question=a&coins=constructor", "bad_coins", {"given": "constructor"}),
    ("question=a&coins=__proto__", "bad_coins", {"given": "__proto__"}),
    (f"question=a&coins={'9' * 500}", "bad_coins", {"given": "9" * 20 + "…"}),
]
BAD_ADDRESSES += [
    (f"question=a&epsilon={quote(given)}", "bad_epsilon", {"given": given})
    for given in NO_EPSILON
]


def test_a_bad_address_is_refused_with_a_clear_sentence(opened):
    page = opened("#poll?" + BAD_ADDRESSES[-1][0])
    for after, fault, values in BAD_ADDRESSES:
        page.evaluate("after => { location.hash = after; }", "#poll?" + after)
        message = CLASS[fault].format(**{"least": 0.1, "most": 5} | values)
        alert = "document.querySelector('#poll [role=alert]')"
        said = f"{message} {CLASS['ask_teacher']}"
        page.wait_for_function(f"text => {alert}?.textContent === text", arg=said)
        assert page.locator("#poll button").count() == 0 and page.complaints == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280


# ---- the teacher


def make_address(page, question, kind="2", epsilon=None):
    page.get_by_label(CLASS["question"]).fill(question)
    page.locator("#poll-coins").select_option(kind)
    if epsilon is not None:
        page.locator("#poll-coins + input").fill(epsilon)
    press(page, CLASS["make_it"])


def count(page, yes, no, number=1, kind=None):
    if number == 2:
        page.locator("#poll details").evaluate("second => { second.open = true; }")
    if kind:
        page.locator(f"#poll-coins-{number}").select_option(kind)
    page.locator(f"#poll-yes-{number}").fill(str(yes))
    page.locator(f"#poll-no-{number}").fill(str(no))
    press(page, CLASS["calculate"])


def results(page):
    form = page.locator("#poll form").nth(1)
    return form.locator("[role=status] p").all_text_contents()


@pytest.mark.parametrize(
    "question, kind, epsilon",
    [(QUESTION, "2", None), ("<b>&+%#", "3", None), ("ε?", "epsilon", "0.5")],
)
def test_the_address_that_it_makes_asks_what_the_teacher_wrote(
    opened, question, kind, epsilon
):
    page = opened()
    make_address(page, question, kind, epsilon)
    made = page.locator(".poll-address").text_content()
    # the tests' server is local
    assert CLASS["is_local"] in page.locator("#poll").text_content()
    assert page.locator(".poll-sheet-question").text_content() == question
    assert page.locator("#poll-coins-1").input_value() == kind
    page.get_by_role("link", name=CLASS["open"]).click()
    page.locator(".poll-answering").wait_for()
    assert page.url.partition("#")[2] == made.partition("#")[2]  # poll.html leads on
    assert PAGE in page.url
    assert page.locator(".poll-question").text_content() == question
    wanted = {"2": "1.10", "3": "0.51", "epsilon": "0.50"}[kind]
    assert (
        f"(ε\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{wanted})"
        in page.locator("#poll").text_content()
    )
    law = {"2": TWO, "3": THREE}.get(kind) or RandomizedResponse(float(epsilon))
    truth = f"{100 * (law.p - law.q):.0f}"
    rules = [rule.format(truth=truth) for rule in CLASS["rules_epsilon"]]
    rules += [] if epsilon else CLASS[f"rules_{kind}"]  # the student's own coins
    assert page.locator("#poll ol li").all_text_contents() == rules
    assert page.get_by_text(CLASS["self_tosses"]).count() == (epsilon is None)


# a question of one screen's length, and the longest that is allowed
@pytest.mark.parametrize("question", [QUESTION, "作业" * 100])
def test_the_code_of_the_address_can_be_read_in_the_dark_theme(go, address, question):
    zxingcpp = pytest.importorskip("zxingcpp")
    published = "http://course.example/"  # no code is drawn of a local address

    def answer(route):
        local = route.request.url.replace(published, address)
        route.fulfill(response=route.fetch(url=local))

    page = go("about:blank", color_scheme="dark", width=1280, height=900)
    page.route(f"{published}**", answer)
    page.goto(published + PAGE)
    make_address(page, question)
    code = page.get_by_role("img", name=CLASS["code"])
    code.wait_for()
    box = code.bounding_box()
    assert box["width"] == box["height"] >= 240
    picture = plt.imread(io.BytesIO(code.screenshot()))[..., :3].mean(axis=2)
    (read,) = zxingcpp.read_barcodes((255 * picture).astype(np.uint8))
    assert read.text == page.locator(".poll-address").text_content()
    assert read.text.startswith(published + "poll.html#q=")


def expected(mechanism, yes, n, number, coins):
    """Return the sentence about a round, its share and margin, from the module."""
    estimate = mechanism.aggregate((np.arange(n) < yes).astype(np.uint8))
    share, margin = estimate.frequencies[1], 1.96 * estimate.standard_errors[1]
    values = {"share": 100 * share, "people": n * share, "fake": n * mechanism.q}
    values |= {"low": 100 * (share - margin), "high": 100 * (share + margin)}
    words = {name: number_text(value) for name, value in values.items()}
    words |= {"round": f"Round {number}", "epsilon": f"{mechanism.epsilon:.2f}"}
    return CLASS["result"].format(yes=yes, n=n, coins=coins, **words), share, margin


def number_text(value, digits=1):
    return f"{value:,.{digits}f}".replace("-", "−")


def test_the_estimate_of_a_round(opened):
    page = opened()
    for yes, n, note in [
        (12, 30, None), (7, 30, "below"), (30, 30, "above"), (9, 26, "rough"),
    ]:  # fmt: skip
        count(page, yes, n - yes)
        sentence, *_ = expected(TWO, yes, n, 1, CLASS["name_2"])
        assert results(page) == [sentence + (f" {CLASS[note]}" if note else "")]
        assert page.locator(".poll-intervals circle").count() == 1


@pytest.mark.parametrize(
    "first, second", [((12, 30), (14, 29)), ((150, 200), (80, 200))]
)
def test_two_rounds_are_compared(opened, first, second):
    page = opened()
    count(page, first[0], first[1] - first[0])
    count(page, second[0], second[1] - second[0], 2, "3")
    sentence_1, share_1, margin_1 = expected(TWO, *first, 1, CLASS["name_2"])
    sentence_2, share_2, margin_2 = expected(THREE, *second, 2, CLASS["name_3"])
    gap, margin = share_2 - share_1, math.hypot(margin_1, margin_2)
    points = {"gap": gap, "low": gap - margin, "high": gap + margin}
    compared = CLASS["compare"].format(
        **{name: number_text(100 * value) for name, value in points.items()},
        verdict=CLASS["chance" if abs(gap) <= margin else "more"],
    )
    width = CLASS["width"].format(times=number_text(margin_2 / margin_1, 2))
    assert "1.00" not in width
    together = CLASS["together"].format(first="1.10", second="0.51", sum="1.61")
    first_said, second_said, both_said = results(page)
    assert first_said.startswith(sentence_1) and second_said.startswith(sentence_2)
    assert both_said == f"{compared} {width} {together}"
    assert page.locator(".poll-intervals circle").count() == 2


def test_a_question_asked_again_says_what_both_rounds_spend(opened):
    page = opened()
    make_address(page, QUESTION, "2")
    page.locator("#poll-yes-1").fill("23")  # not yet how many say no
    make_address(page, QUESTION, "3")
    together = CLASS["together"].format(first="1.10", second="0.51", sum="1.61")
    assert page.get_by_text(f"{CLASS['made_next']} {together}").count() == 1


NEXT = "Have you ever used a phone in an exam?"


@pytest.mark.parametrize("kinds", [("2", "3"), ("epsilon", "2"), ("3", "epsilon")])
def test_a_new_address_is_for_round_2_and_round_1_keeps_what_it_asked(opened, kinds):
    page = opened()

    def chosen():
        return tuple(
            page.locator(f"#poll-coins-{number}").input_value() for number in (1, 2)
        )

    make_address(page, QUESTION, kinds[0], "2" if kinds[0] == "epsilon" else None)
    count(page, 23, 19)
    (told,) = results(page)
    make_address(page, NEXT, kinds[1], "0.5" if kinds[1] == "epsilon" else None)
    second = page.locator("#poll-yes-2")
    assert chosen() == kinds and results(page) == [told] and second.is_visible()
    assert page.locator("#poll legend").text_content() == f"Round 1: {QUESTION}"
    page.wait_for_url(re.compile("q1="))
    page.reload()
    second.wait_for()
    assert chosen() == kinds and results(page) == [told]
    second.fill("17")
    page.locator("#poll-no-2").fill("25")
    press(page, CLASS["calculate"])
    both = results(page)
    names = [CLASS[f"name_{kind}"] for kind in kinds]
    assert both[0] == told and all(name in said for name, said in zip(names, both))
    page.wait_for_url(re.compile("no2=25$"))
    page.reload()
    page.locator(".poll-intervals").wait_for()
    assert chosen() == kinds and results(page) == both
    press(page, CLASS["make_it"])  # the same address once more
    assert chosen() == kinds and results(page) == both
    make_address(page, "And this?", "3")
    assert page.get_by_text(CLASS["made_full"]).is_visible()
    assert chosen() == kinds and results(page) == both


def test_the_sentence_says_what_the_menu_says(opened):
    page = opened()
    count(page, 12, 20)
    page.locator("#poll-coins-1").select_option("3")
    sentence, *_ = expected(THREE, 12, 32, 1, CLASS["name_3"])
    assert results(page) == [sentence]


def test_a_projector_says_what_to_do_counts_and_shows_what_it_came_to(opened):
    page = opened(height=800)
    make_address(page, QUESTION, "3")
    page.get_by_role("button", name=CLASS["large"]).press("Enter")
    large = page.get_by_role("dialog", name=CLASS["large"])
    assert large.locator("li").all_text_contents() == CLASS["large_steps"]
    assert large.locator("b").text_content().endswith("/poll.html#c=3")
    yes, no = (large.get_by_label(CLASS[f"count_{word}"]) for word in ("yes", "no"))
    yes.fill("41")
    yes.press("Enter")
    large.get_by_text(CLASS["blank_count"].format(round="Round 1")).wait_for()
    no.fill("59")
    no.press("Enter")
    sums = CLASS["large_sum"].format(
        yes=41, n=100, coins_say="37.50", rest="3.50", times=4, people="14.0"
    )
    assert large.get_by_text(sums).count() == 1
    leave = large.get_by_role("button", name=CLASS["leave"])
    corner = leave.bounding_box()
    page.keyboard.press("Escape")
    large.wait_for(state="detached")
    make_address(page, NEXT, "2")
    count(page, 45, 55, 2)
    page.wait_for_url(re.compile("no2=55$"))
    page.reload()
    page.locator(".poll-intervals").wait_for()
    page.get_by_role("button", name=CLASS["large_counted"]).press("Enter")
    assert leave.bounding_box() == corner
    for number, question, kind, epsilon in (1, QUESTION, 3, 0.51), (2, NEXT, 2, 1.10):
        label = CLASS["large_asked"].format(
            round=f"Round {number}",
            question=question,
            coins=CLASS[f"name_{kind}"],
            epsilon=f"{epsilon:.2f}",
        )
        assert large.get_by_text(label).is_visible()
    assert large.get_by_text(CLASS["chance"]).is_visible()
    seen = large.locator("p, text")
    sizes = seen.evaluate_all("all => all.map((e) => getComputedStyle(e).fontSize)")
    assert min(float(size.removesuffix("px")) for size in sizes) >= 28
    fits = "box => box.scrollHeight <= innerHeight && box.scrollWidth <= innerWidth"
    assert large.evaluate(fits)
    page.keyboard.press("Escape")
    large.wait_for(state="detached")
    assert page.evaluate("document.activeElement.dataset.does") == "large_counted"


@pytest.mark.parametrize("width", [320, 1280])
def test_the_words_of_its_picture_are_as_large_as_others_and_no_line_crosses_them(
    opened, width
):
    page = opened(width=width)
    count(page, 12, 18)
    words = page.locator(".poll-intervals text")
    heights = words.evaluate_all("all => all.map((one) => one.getBBox().height)")
    assert 11 < min(heights) <= max(heights) < 20  # the same on each screen
    around = words.evaluate_all("all => all.map((one) => getComputedStyle(one).stroke)")
    assert around == 4 * ["rgb(255, 255, 255)"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_what_is_no_count_is_refused(opened):
    page = opened()
    for given in ("-1", "1.5", "1e3", "100001", "<b>", "NaN", "9" * 400):
        count(page, 3, given)
        cut = given if len(given) <= 20 else given[:20] + "…"
        fault = CLASS["bad_count"].format(round="Round 1", given=cut, most="100,000")
        assert results(page) == [fault]
    count(page, 3, "")
    assert results(page) == [CLASS["blank_count"].format(round="Round 1")]
    count(page, 0, 0)
    assert results(page) == [CLASS["no_answers"].format(round="Round 1")]


# ---- paper, and everybody

VIEWS = ["student", "answer", "answered", "refused", "teacher", "large"]


@pytest.mark.deep
def test_it_prints_six_slips_and_nothing_else(opened):
    page = opened(before="window.print = () => {};")
    make_address(page, QUESTION, "3")
    page.get_by_role("button", name=CLASS["print"]).click()
    page.emulate_media(media="print")
    slips = page.locator(".poll-print .poll-sheet")
    assert slips.count() == 6 and all(slip.is_visible() for slip in slips.all())
    assert QUESTION in slips.last.text_content()
    assert slips.last.locator("li").all_text_contents() == CLASS["rules_3"]
    assert not page.locator("article").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert slips.count() == 0 and page.locator("article").is_visible()


@pytest.mark.deep
def test_it_works_from_the_disk_and_without_a_script_there_is_a_sheet(go, site, opened):
    page = go((site / PAGE).as_uri() + asks(), width=390)
    press(page, CLASS["true_no"])
    assert shown(page) in ("YES", "NO")
    assert page.complaints == []
    page = opened(java_script_enabled=False)
    assert page.locator("#poll noscript p").is_visible()
    assert page.locator(".poll-sheet li").all_text_contents() == CLASS["rules_2"]


@pytest.mark.deep
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_in_any_view_and_a_phone_is_wide_enough(opened, view):
    page = opened(
        {"teacher": "", "large": "", "refused": "#poll?"}.get(view, asks()), width=320
    )
    if view in ("answer", "answered"):
        press(page, CLASS["true_yes"])
    if view == "answered":
        press(page, CLASS["hide"])
    if view in ("teacher", "large"):
        make_address(page, "a" * 200)
        count(page, 12, 18)
        count(page, 100_000, 20, 2)
    if view == "large":
        page.get_by_role("button", name=CLASS["large"]).last.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert axe(page, "light", EVERYTHING) == []
    assert axe(page, "dark", COLORS) == []
