"""The live poll has Python's chance, and every reader can follow it."""

import json
import math
import re
from functools import partial
from itertools import product
from pathlib import Path

import drawn
import numpy as np
import polls
import pytest
from polls import LIVE, SEND
from sampling import sampled
from scipy.stats import binom, chisquare
from test_pages import COLORS, EVERYTHING, axe
from visits import visiting

from ldp_course import RandomizedResponse
from ldp_course.explore.page import read

BOOK = Path(__file__).parents[2] / "book"

PAGE = "book/index.html"
TRUTH = 0.3
EPSILONS = [0.5, 1, math.log(3), 2, 3]
COINED = [2 / (math.exp(epsilon) + 1) for epsilon in EPSILONS]
CROWDS = [200, 800, 5_000, 20_000]
STEPS = ["know", "toss", "leave", "stretch"]


# ---- chance, without a page


@pytest.fixture(scope="module")
def run(evaluate):
    files = [BOOK / "_polls" / name for name in ("poll.js", "live_poll.js")]
    scripts = [read("script/chance.js"), *(file.read_text("utf-8") for file in files)]
    return partial(evaluate, (f"const WORDS = {json.dumps(LIVE)};", *scripts))


def law(n, yes, mechanism):
    """Pr[c of n say yes], c = 0 … n."""
    honest = binom.pmf(np.arange(yes + 1), yes, mechanism.p)
    return np.convolve(honest, binom.pmf(np.arange(n - yes + 1), n - yes, mechanism.q))


def test_the_sliders_are_those_of_this_test(run):
    assert run("[TRUTH, CROWDS, STEPS]") == [TRUTH, CROWDS, STEPS]
    assert run("EPSILONS") == pytest.approx(EPSILONS, rel=1e-15)


@pytest.mark.parametrize("epsilon", [0.1, *EPSILONS, 5])
def test_the_probabilities_are_those_of_python(run, epsilon):
    expected = RandomizedResponse(epsilon)
    numbers = run("[coins(given[0])].map(({ p, q }) => [p, q])[0]", epsilon)
    assert numbers == pytest.approx([expected.p, expected.q], rel=1e-15)


@pytest.mark.parametrize("truth", [True, False])
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_answer_is_true_below_p_and_opposite_from_p_on(run, epsilon, truth):
    """With 53 random bits, the law is that of `rng.random() >= p`, exactly."""
    p = run("coins(given[0]).p", epsilon)
    near = [0, math.nextafter(p, 0), p, math.nextafter(p, 1), 1 - 2**-53]
    one = "answer(given[1], coins(given[0]), () => u)"
    answers = run(f"given[2].map((u) => {one})", epsilon, truth, near)
    assert answers == [truth, truth, not truth, not truth, not truth]


@pytest.mark.parametrize("seed", [0, 2**32 - 1, 2**40 + 7])
def test_a_number_at_random_has_53_bits(run, seed):
    bits = run("Array.from({length: 500}, seededBits(given[0]))", seed)
    pairs = zip(bits[::2], bits[1::2])
    numbers = [((a >> 5) * 2**26 + (b >> 6)) / 2**53 for a, b in pairs]
    uniform = "Array.from({length: 250}, uniform(seededBits(given[0])))"
    assert run(uniform, seed) == numbers


@pytest.mark.parametrize("epsilon, n", [(math.log(3), 200), (0.5, 200), (3, 800)])
def test_many_polls_have_the_law_of_python(run, epsilon, n):
    """With the fixed seeds there is no false alarm; at random it would be 1 in 10⁶."""
    one = "livePoll(seed, given[1], given[0]).yes"
    counts = run(f"Array.from({{length: 3000}}, (_, seed) => {one})", epsilon, n)
    mechanism = RandomizedResponse(epsilon)
    expected = 3000 * law(n, round(TRUTH * n), mechanism)
    edges = np.searchsorted(np.cumsum(expected), np.arange(50, 2951, 100))
    groups = np.split(np.arange(n + 1), np.unique(edges) + 1)
    observed = np.bincount(counts, minlength=n + 1)
    sums = [(observed[group].sum(), expected[group].sum()) for group in groups]
    assert chisquare(*zip(*[pair for pair in sums if pair[1] > 0])).pvalue > 1e-6


@pytest.mark.parametrize("n", CROWDS)
def test_truths_are_as_announced_and_the_estimate_is_python_s(run, n):
    poll = run("livePoll(7, given[0], 1)", n)
    assert sum(poll["truths"]) == TRUTH * n and sum(poll["said"]) == poll["yes"]
    estimate = RandomizedResponse(1).aggregate(np.array(poll["said"], dtype=np.uint8))
    assert poll["share"] == pytest.approx(estimate.frequencies[1], abs=1e-12)
    ends = [end[1] for end in estimate.interval()]
    # 1.96 is rounded
    assert [poll["low"], poll["high"]] == pytest.approx(ends, abs=2e-5)


def test_about_95_of_100_intervals_hold_the_truth():
    assert "about 95 of 100" in drawn.plain(LIVE["held"])
    for epsilon, n in product(EPSILONS, CROWDS):
        mechanism = RandomizedResponse(epsilon)
        p, q = mechanism.p, mechanism.q
        shares = (np.arange(n + 1) / n - q) / (p - q)
        inside = np.abs(shares - TRUTH) <= 1.96 * math.sqrt(p * q / n) / (p - q)
        assert 0.94 < law(n, round(TRUTH * n), mechanism)[inside].sum() < 0.96


@pytest.mark.parametrize("mine", [True, False])
def test_the_truth_of_a_reader_leaves_the_crowd_s_as_it_is(run, mine):
    for seed in range(20):
        poll = run("livePoll(given[0], 200, 1, 7, given[1])", seed, mine)
        assert poll["truths"][7] is mine and sum(poll["truths"]) == TRUTH * 200


@pytest.mark.parametrize("part, epsilon", [*zip(COINED, EPSILONS)])
def test_a_coin_answers_for_that_part_of_the_people_and_is_fair(run, part, epsilon):
    """With the fixed seeds there is no false alarm; at random it would be 1 in 10⁶."""
    one = "(({ isCoined, said, truths, you }) => [isCoined, said[you] === truths[you]])"
    poll = f"{one}(livePoll(seed, 200, given[0]))"
    coined, true = np.array(
        run(f"Array.from({{length: 3000}}, (_, seed) => {poll})", epsilon)
    ).T
    assert true[~coined].all()
    for right, n, share in (
        (coined.sum(), 3000, part),
        (true[coined].sum(), coined.sum(), 0.5),
    ):
        assert (
            binom.cdf(right, n, share) > 5e-8 and binom.sf(right - 1, n, share) > 5e-8
        )


@pytest.mark.parametrize("epsilon, n", [*product(EPSILONS, CROWDS)])
def test_as_many_leave_as_the_coins_make_and_the_border_is_the_estimate(
    run, epsilon, n
):
    poll = "livePoll(5, given[0], given[1])"
    places = run(f"placesOf({poll})", n, epsilon)
    stay = [dot for dot in places["dots"] if dot["side"] == 0]
    fake = n * RandomizedResponse(epsilon).q
    assert n - len(stay) == pytest.approx(2 * fake, abs=2)
    spots = {tuple(dot["last"]) for dot in stay}
    assert len(spots) == len(stay) and 0 < np.min([*spots]) < np.max([*spots]) < 1
    yes = sum(dot["saysYes"] for dot in stay)
    share = run(f"{poll}.share", n, epsilon)
    assert yes / len(stay) == pytest.approx(share, abs=1.5 / len(stay))
    assert all(
        dot["saysYes"] for dot in sorted(stay, key=lambda dot: dot["last"])[:yes]
    )


# ---- the page


@pytest.fixture
def opened(go, site):
    """Open a page with a seed; `reduced_motion` and other options are the browser's."""

    def opened(page_name=PAGE, seed=3, **options):
        place = f"{(site / page_name).as_uri()}#live-poll?seed={seed}"
        return go(place, color_scheme="light", **options)

    return opened


def press(page, selector):
    page.locator(f"#live-poll button{selector}").click()


def words(page, name):
    return drawn.plain(page.locator(f".live-poll-{name}").text_content())


def poll_of(page):
    """Return the estimate and the ends of its interval, from the number of yes."""
    data = page.locator("#live-poll").evaluate("box => ({ ...box.dataset })")
    n, yes = int(data["n"]), int(data["yes"])
    mechanism = RandomizedResponse(float(data["epsilon"]))
    p, q = mechanism.p, mechanism.q
    share, margin = (yes / n - q) / (p - q), 1.96 * math.sqrt(p * q / n) / (p - q)
    return share, share - margin, share + margin


def expected_caption(page):
    share, low, high = poll_of(page)
    digits = 1 if (high - low) / 2 < 0.05 else 0
    numbers = zip(("share", "low", "high"), (share, low, high))
    values = {
        name: f"{round(100 * at, digits) + 0.0:.{digits}f}" for name, at in numbers
    }
    data = page.locator("#live-poll").evaluate("box => ({ ...box.dataset })")
    n = int(data["n"])
    fake = round(n * RandomizedResponse(float(data["epsilon"])).q)
    values |= {
        "restYes": f"{int(data['yes']) - fake:,}",
        "left": f"{n - 2 * fake:,}",
    }
    text = LIVE["stretch"].format(**values, truth="30").replace("-", "−")
    return drawn.plain(text)


@pytest.mark.parametrize(
    "page_name", sampled([PAGE, "book/randomized_response.html"], 1)
)
def test_the_reader_turns_each_step(opened, page_name):
    page = opened(page_name=page_name, clock=True)
    if page_name != PAGE:  # it opens before the code
        places = "#live-poll, div.cell"
        assert page.locator(places).first.get_attribute("id") == "live-poll"
    for name in STEPS:
        page.clock.run_for(20_000)  # nothing goes on by itself
        assert page.locator("[aria-current=step]").get_attribute("data-step") == name
        label = page.locator("#live-poll canvas").get_attribute("aria-label")
        assert label.split() == words(page, "caption").split()
        if name != STEPS[-1]:
            press(page, ".live-poll-next")
    assert words(page, "caption") == expected_caption(page)
    assert "of 1 polls" in words(page, "hint")
    press(page, "[data-does=again]")
    page.clock.run_for(1_000)
    assert "of 2 polls" in words(page, "hint")
    assert words(page, "caption") == expected_caption(page)
    assert not page.locator(".live-poll-next").is_visible()  # nothing to tap twice
    told = words(page, "caption")
    press(page, "[data-step=know]")
    press(page, "[data-step=stretch]")
    assert words(page, "caption") == told
    press(page, "[data-step=toss]")
    assert page.locator("#live-poll").get_attribute("data-stage") == "toss"
    assert page.complaints == []


@pytest.mark.parametrize("truth", ["yes", "no"])
def test_a_reader_answers_and_nobody_can_tell(opened, truth):
    page = opened(reduced_motion="reduce")
    press(page, f"[data-truth={truth}]")
    assert page.locator("#live-poll").get_attribute("data-stage") == "toss"
    spoken = r"Your coin (?:answered for you|let you answer): you say (yes|no)\."
    pattern = re.compile(rf"Your true answer is {truth}\. {spoken}")
    said = pattern.fullmatch(words(page, "yours"))[1]
    assert words(page, "seen") == drawn.plain(LIVE["you_see"].format(said=said))
    yes = int(page.locator("#live-poll").get_attribute("data-yes"))
    such = {"yes": yes, "no": 200 - yes}[said]
    for guess, verdict in (("yes", "wrong"), ("neither", "right")):
        press(page, f"[data-guess={guess}]")
        expected = f"{LIVE[verdict]} {LIVE['alike']}"
        expected = expected.format(said=said, fake=50, such=such)
        assert words(page, "reply") == drawn.plain(expected)
        assert page.locator("[aria-pressed=true]").count() == 1
    for _ in range(200):  # in vain with chance (3/4)^200
        if words(page, "hint") != LIVE["hint_toss"]:
            break
        press(page, "[data-does=again]")
    lie = {"yes": "no", "no": "yes"}[truth]
    assert words(page, "yours").endswith(f"answered for you: you say {lie}.")


def test_the_end_leads_into_chapter_1_and_epsilon_is_told_in_a_sentence(opened):
    page = opened(reduced_motion="reduce")
    press(page, "[data-step=stretch]")
    onward = page.locator(".live-poll-onward a")
    assert onward.is_visible() and onward.get_attribute("href") == "threat_models.html"
    slider = page.get_by_label(LIVE["slider_epsilon"])
    slider.press("Home")
    for part, epsilon in zip(COINED, EPSILONS):
        told = {"epsilon": f"{epsilon:.2f}", "coin": f"{100 * part:.0f}"}
        expected = LIVE["promise"].format(**told, times=f"{math.exp(epsilon):.1f}")
        assert words(page, "promise") == drawn.plain(expected)
        slider.press("ArrowRight")


@pytest.mark.parametrize("truth", ["yes", "no", None])
def test_the_end_is_a_card_whose_links_hold_no_answer(opened, truth):
    page = opened(reduced_motion="reduce")
    card = page.locator(".poll-card")
    told = card.get_by_role("status")
    assert not card.is_visible()
    if truth:
        press(page, f"[data-truth={truth}]")
        spoken = words(page, "yours")
        said = re.search(r"you say (yes|no)", spoken)[1]
    press(page, "[data-step=stretch]")
    share, *_ = poll_of(page)
    values = {"n": "200", "share": f"{100 * share:.0f}", "truth": "30"}
    start = LIVE["card_you" if truth else "card_dot"].format(
        said=said if truth else "{}", **values
    )
    seen, start = drawn.plain(told.inner_text()), drawn.plain(start)
    assert seen == start if truth else seen in (start.format("yes"), start.format("no"))
    field = card.get_by_label(SEND["address"])
    address = page.url.partition("#")[0]
    assert address.endswith(PAGE)
    read = values["share"].replace("−", "-")
    assert field.input_value() == f"{address}#live-poll?n=200&e=1.10&share={read}"
    # a page may not write to the clipboard everywhere
    did = re.compile(f"^({SEND['copied']}|{SEND['selected']})$")
    card.get_by_role("button").first.click()
    card.get_by_role("button", name=did).wait_for()


@pytest.mark.parametrize("edition", sampled(["", "zh/"], 1))
@pytest.mark.parametrize("phone", [True, False])
def test_friends_are_asked_answer_and_are_counted(browser, address, phone, edition):
    """A phone sends, another browser copies; who asked finds the count in the chat."""
    with (
        visiting(browser, 390, 844, has_touch=phone, is_mobile=phone) as asker,
        visiting(browser, 390, 844, has_touch=phone, is_mobile=phone) as friend,
    ):
        handed = []
        for page in (asker, friend):
            page.expose_function("hands", lambda *words: handed.append(" ".join(words)))
            page.add_init_script("""
              navigator.share = ({ text, url }) => hands(text, ...(url ? [url] : []));
              navigator.clipboard.writeText = (text) => hands(text);""")
        asker.goto(f"{address}{edition}{PAGE}")
        press(asker, "[data-step=stretch]")
        asker.locator(".poll-card button").nth(1).click()
        counts = asker.locator(".poll-card a")
        counts.wait_for()
        message, _, asks = handed.pop().rpartition(" ")
        friend.goto(asks)
        question = friend.locator(".poll-question").text_content()
        assert question in message
        friend.locator("[data-does=true_yes]").click()
        said = friend.locator(".big-word").text_content()
        friend.locator(".big-answer button").last.click()
        friend.locator("[data-does=hide]").click()
        answer = handed.pop()
        assert question in answer and said in answer
        counts.click()
        asker.locator(".poll-address").wait_for()
        asker.goto("about:blank")
        asker.goto(asks)  # that is in the chat, too
        asker.locator("#poll a").last.click()
        asker.locator("#poll-yes-1").fill("3")
        asker.locator("#poll-no-1").fill("2")
        asker.locator("#poll-no-1").press("Enter")
        asker.locator(".poll-intervals").wait_for()


def test_a_link_asks_with_its_sender_s_epsilon_and_says_what_was_read(go, site):
    page = go(f"{(site / PAGE).as_uri()}#live-poll?n=800&e=3.00&share=-4")
    told = page.locator(".poll-sent")
    sent = LIVE["card_sent"].format(n=800, epsilon="3.00", share="−4", truth=30)
    assert drawn.plain(told.inner_text()) == drawn.plain(sent)
    data = page.locator("#live-poll").evaluate("box => ({ ...box.dataset })")
    assert (data["n"], data["epsilon"]) == ("800", "3")


def test_any_dot_is_you_or_answers(opened):
    page = opened(reduced_motion="reduce")
    dots = page.locator("#live-poll canvas")
    dots.click(position={"x": 100, "y": 60})
    assert words(page, "reply") == ""
    for _ in STEPS[1:]:
        press(page, ".live-poll-next")
        dots.click(position={"x": 280, "y": 60})
        pattern = (
            r"This person says (yes|no)\. About .* a coin’s \1 looks like any other\."
        )
        assert re.fullmatch(pattern, words(page, "reply"))
        press(page, "[data-does=ask]")
        assert re.fullmatch(pattern, words(page, "reply"))
    assert page.locator(".live-poll-reply").get_attribute("role") == "status"


BUTTONS = """() => {
  const places = [...document.querySelectorAll("#live-poll :is(button, input, a)")];
  places.push(document.querySelector("#live-poll").nextElementSibling);
  const seen = [...places.entries()].filter(([, node]) =>
    node.checkVisibility({ visibilityProperty: true }));
  return seen.map(([k, node]) => {
    const { left, top } = node.getBoundingClientRect();
    return [k, [left, top + scrollY]];
  });
}"""


@pytest.mark.parametrize("width", sampled([320, 390, 768, 1280], 1, always=[1280]))
def test_nothing_moves_under_any_words(opened, width):
    page = opened(reduced_motion="reduce", width=width)
    stood = {}  # where each was when it was first seen

    def stands():
        moved = [
            np.subtract(at, stood.setdefault(k, at)) for k, at in page.evaluate(BUTTONS)
        ]
        return np.abs(moved).max() < 0.5

    assert stands()
    press(page, "[data-truth=yes]")
    press(page, "[data-guess=yes]")
    assert stands()
    for end in ("Home", "End"):
        press(page, "[data-step=stretch]")
        page.get_by_label(LIVE["slider_epsilon"]).press(end)
        page.get_by_label(LIVE["slider_n"]).press(end)
        for step in STEPS[::-1]:
            press(page, f"[data-step={step}]")
            assert stands()
            if step != "know":
                press(page, "[data-does=ask]")
                assert stands()


def test_an_estimate_below_0_is_explained(opened, run):
    few = "livePoll(given[0], 200, EPSILONS[0])"
    seed = next(seed for seed in range(1000) if run(few, seed)["share"] < 0)
    page = opened(reduced_motion="reduce", seed=seed)
    press(page, "[data-step=stretch]")
    page.get_by_label(LIVE["slider_epsilon"]).press("Home")
    assert "an estimate of −" in words(page, "caption")
    assert words(page, "reply") == drawn.plain(LIVE["below"])


def test_the_keyboard_moves_everything_and_the_interval_shrinks(opened):
    page = opened(reduced_motion="reduce")
    page.locator("[data-truth=no]").focus()
    for name in STEPS[1:]:  # the focus goes on with the reader
        page.keyboard.press("Enter")
        assert page.locator("#live-poll").get_attribute("data-stage") == name
    widths = []
    page.get_by_label(LIVE["slider_n"]).focus()
    for _ in CROWDS:
        page.keyboard.press("ArrowRight")
        assert words(page, "caption") == expected_caption(page)
        _, low, high = poll_of(page)
        widths.append(high - low)
    assert widths[0] > widths[1] > widths[2] == widths[3]
    n = page.get_by_label(LIVE["slider_n"])
    assert n.get_attribute("aria-valuetext") == "20,000"
    page.get_by_label(LIVE["slider_epsilon"]).press("Home")
    assert words(page, "caption") == expected_caption(page)


@pytest.mark.deep
def test_it_fits_320_pixels_and_axe_finds_nothing_in_any_step(opened):
    page = opened(reduced_motion="reduce", width=320)
    for step in STEPS:
        press(page, f"[data-step={step}]")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for step, theme in product(STEPS, ("light", "dark")):
        press(page, f"[data-step={step}]")
        assert axe(page, theme, EVERYTHING if theme == "light" else COLORS) == []


def test_the_still_pictures_are_of_a_single_poll():
    shown, coins = polls.STILL, RandomizedResponse.two_coin()
    rng = np.random.default_rng(1)
    truths = rng.permutation(np.arange(shown["n"]) < TRUTH * shown["n"])
    reports = coins.perturb(coins.encode(truths), rng)
    estimate = coins.aggregate(reports)
    share = [estimate.frequencies[1], *(end[1] for end in estimate.interval()), TRUTH]
    percent = [round(100 * float(part)) for part in share]
    assert [shown[name] for name in ("share", "low", "high", "truth")] == percent
    assert (shown["yes"], shown["fake"]) == (reports.sum(), shown["n"] * coins.q)
    svg = (BOOK / "_pictures" / "poll" / "answered.svg").read_text("utf-8")
    yes, no, _ = (path.count("h0") for path in svg.split("<path")[1:])
    assert (yes, no) == (reports.sum(), (1 - reports).sum())


def test_without_a_script_four_pictures_tell_it(opened):
    page = opened(java_script_enabled=False, width=320)
    pictures = page.locator(".live-poll-stills > div")
    assert pictures.count() == 4
    for picture in pictures.all():
        assert picture.locator("svg").is_visible()
        words = picture.locator("p").text_content()
        assert picture.locator("svg").get_attribute("aria-label") == words
    texts = drawn.plain(pictures.locator("p").all_text_contents())
    assert f"{polls.STILL['yes']} say yes" in texts[1]
    assert "The rest is stretched. Estimate 25 % (13 % to 37 %)" in texts[3]
    assert page.locator(".live-poll-onward a").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    with_script = opened()
    assert not with_script.locator(".live-poll-stills").is_visible()
    with_script.emulate_media(media="print")
    assert with_script.locator(".live-poll-stills").is_visible()
    assert not with_script.locator("#live-poll canvas").is_visible()


JUDGE = "deployments.html#the-answer"
FIRST = {"desktop": (1280, 800), "phone": (390, 844)}


@pytest.mark.parametrize("screen", FIRST)
def test_the_first_screen_says_what_it_is_and_for_whom(opened, screen):
    width, height = FIRST[screen]
    page = opened(width=width, height=height)
    for selector in (".lead", ".lead + p", ".live-poll-legend", ".live-poll-steps"):
        box = page.locator(selector).bounding_box()
        assert box["y"] + box["height"] < height, selector
    links = page.locator(".start-buttons a")
    hrefs = [link.get_attribute("href") for link in links.all()]
    assert hrefs == ["ten_minutes.html", "threat_models.html", "teaching.html", JUDGE]
    whole = "#live-poll" if screen == "desktop" else "[data-truth=yes]"
    box = page.locator(whole).bounding_box()
    assert box["y"] + box["height"] < height
    picture = page.locator(".thumbnail").first.bounding_box()
    assert picture["y"] + picture["height"] < 2 * height


PLACE = {"at": "a", "near": "p20", "title": "A report can move a belief only so far"}
PLACE |= {"lang": "en", "share": 0.4, "seen": [], "when": 1}
PLACE |= {"number": 3, "count": 9, "minutes": 48}


@pytest.mark.parametrize("page_name", [PAGE, f"zh/{PAGE}"])
def test_who_comes_back_sees_the_whole_poll_on_a_small_screen(go, site, page_name):
    before = f"localStorage.setItem('place epsilon', {json.dumps(PLACE)!r})"
    address = f"{(site / page_name).as_uri()}#live-poll?seed=3"
    page = go(address, before=before, height=800, reduced_motion="reduce")
    page.evaluate("scrollTo(0, 0)")
    assert page.locator(".go-on").is_visible()
    for step in STEPS:
        press(page, f"[data-step={step}]")
        assert page.evaluate("scrollY") == 0
        for part in (".live-poll-caption", ".live-poll-scenes", ".live-poll-next"):
            box = page.locator(part).bounding_box()
            assert box["y"] + box["height"] <= 800, (step, part)


@pytest.mark.parametrize("width", [768, 1280])
def test_a_poll_within_a_chapter_is_seen_at_once(opened, width):
    page = opened("book/randomized_response.html", width=width, height=800)
    page.evaluate("document.querySelector('#live-poll').scrollIntoView()")
    box = page.locator("#live-poll").bounding_box()
    assert box["y"] + box["height"] <= 800


def test_four_doors_and_a_card_for_each_chapter(opened):
    page = opened()
    doors = page.locator("ul.doors > li")
    assert doors.count() == 4
    assert doors.last.locator("a").get_attribute("href") == JUDGE
    cards = page.locator("ul.chapter-cards > li")
    toc = (BOOK.parent / "_toc.yml").read_text("utf-8")
    chapters = re.findall(r"file: book/(\w+)  # ", toc)
    links = [card.locator("a").get_attribute("href") for card in cards.all()]
    assert links == [f"{name}.html" for name in chapters]
