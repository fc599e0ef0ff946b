"""The live poll has Python's chance, and every reader can follow it."""

import json
import math
import re
import sys
from functools import partial
from itertools import product
from pathlib import Path

import drawn
import numpy as np
import pytest
from sampling import sampled
from scipy.stats import binom, chisquare
from test_pages import COLORS, EVERYTHING, axe

from ldp_course import RandomizedResponse

BOOK = Path(__file__).parents[2] / "book"
sys.path.append(str(BOOK / "_ext"))
import polls  # noqa: E402
from polls import LIVE  # noqa: E402

PAGE = "book/index.html"
TRUTH = 0.3
EPSILONS = [0.5, 1, math.log(3), 2, 3]
CROWDS = [200, 800, 5_000, 20_000]
STAGES = ["hidden", "tossed", "answered", "slid", "stretched"]


# ---- chance, without a page


@pytest.fixture(scope="module")
def run(evaluate):
    files = [BOOK / "_polls" / name for name in ("poll.js", "live_poll.js")]
    scripts = [file.read_text("utf-8") for file in files]
    return partial(evaluate, (f"const WORDS = {json.dumps(LIVE)};", *scripts))


def law(n, yes, mechanism):
    """Pr[c of n say yes], c = 0 … n."""
    honest = binom.pmf(np.arange(yes + 1), yes, mechanism.p)
    return np.convolve(honest, binom.pmf(np.arange(n - yes + 1), n - yes, mechanism.q))


def test_the_sliders_are_those_of_this_test(run):
    assert run("[TRUTH, CROWDS, STAGES]") == [TRUTH, CROWDS, STAGES]
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


def test_a_poll_of_three_has_the_exact_law(run):
    """Enumerate 4³ outcomes of three draws from four; p = 3/4 is three of the four."""
    quarters = [1 / 8, 3 / 8, 5 / 8, 7 / 8]
    tallies = np.zeros(4)
    for draws in product(quarters, repeat=3):
        one = "answer(k < 1, { p: 0.75 }, () => u)"
        tallies[sum(run(f"given[0].map((u, k) => {one})", draws))] += 1
    coins = RandomizedResponse.two_coin()
    assert tallies / 64 == pytest.approx(law(3, 1, coins), abs=1e-15)


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


# ---- the page


@pytest.fixture
def opened(go, site):
    """Open a page with a seed; `reduced_motion` and other options are the browser's."""

    def opened(page_name=PAGE, seed=3, **options):
        place = f"{(site / page_name).as_uri()}#live-poll?seed={seed}"
        return go(place, color_scheme="light", **options)

    return opened


def stage(page):
    return page.locator("#live-poll").get_attribute("data-stage")


def press(page, does):
    page.locator(f"#live-poll [data-does={does}]").click()


def caption(page):
    return drawn.plain(page.locator(".live-poll-caption").text_content())


def expected_caption(page):
    """Return the last step's caption, computed from the number of yes."""
    data = page.locator("#live-poll").evaluate("box => ({ ...box.dataset })")
    n, yes = int(data["n"]), int(data["yes"])
    mechanism = RandomizedResponse(float(data["epsilon"]))
    p, q = mechanism.p, mechanism.q
    share, margin = (yes / n - q) / (p - q), 1.96 * math.sqrt(p * q / n) / (p - q)
    digits = 1 if margin < 0.05 else 0
    shares = {"share": share, "low": share - margin, "high": share + margin}
    values = {name: f"{100 * at:.{digits}f}" for name, at in shares.items()}
    text = LIVE["stretched"].format(**values, truth="30").replace("-", "−")
    return drawn.plain(text)


def test_it_plays_once_can_be_paused_and_ends_with_the_estimate(opened):
    page = opened(clock=True)
    seen = []
    for _ in range(5_000):
        page.clock.run_for(200)
        if stage(page) == "answered" and "answered" not in seen:
            press(page, "pause")
            page.clock.run_for(10_000)
            assert stage(page) == "answered"
            press(page, "go_on")
        seen += [stage(page)] if stage(page) not in seen else []
        if page.locator("[data-does=replay]").count():
            break
    assert seen == STAGES
    assert caption(page) == expected_caption(page)
    label = page.locator("#live-poll canvas").get_attribute("aria-label")
    assert label.split() == caption(page).split()
    assert "of 1 polls" in drawn.plain(page.locator(".live-poll-held").text_content())
    press(page, "replay")
    assert stage(page) == "hidden"
    assert page.complaints == []


def test_each_caption_stays_until_it_is_read(opened):
    page = opened(clock=True)
    stood = {}
    while not page.locator("[data-does=replay]").count():
        text = caption(page)
        stood[text] = stood.get(text, 0) + 0.1
        page.clock.run_for(100)
    *read, last = stood
    assert last == expected_caption(page) and len(read) == len(STAGES) - 1
    for text in read:
        # a normal reader takes a quarter of a second for a word
        assert max(4, len(text.split()) / 4) - 0.3 <= stood[text] <= 5.5, text
    assert page.complaints == []


def test_the_legend_stands_before_anything_moves(opened):
    for scripted in (True, False):
        page = opened(java_script_enabled=scripted, width=390)
        legend = page.locator(".live-poll-legend li")
        assert legend.all_inner_texts() == ["A filled dot says yes.", "A ring says no."]
        picture = page.locator("#live-poll canvas" if scripted else ".live-poll-stills")
        assert legend.last.bounding_box()["y"] < picture.bounding_box()["y"]


BUTTONS = """() => {
  const places = [
    ...document.querySelectorAll("#live-poll :is(button, input), .start-button a")];
  return places.map((node) => {
    const { left, top } = node.getBoundingClientRect();
    return [left, top + scrollY];
  });
}"""


@pytest.mark.parametrize("width", sampled([320, 390, 768, 1280], 1, always=[1280]))
def test_buttons_stay_in_place_under_any_caption(opened, width):
    page = opened(reduced_motion="reduce", width=width)
    stood = page.evaluate(BUTTONS)
    for end in ("Home", "End"):
        page.get_by_label(LIVE["slider_epsilon"]).press(end)
        page.get_by_label(LIVE["slider_n"]).press(end)
        for _ in STAGES:
            press(page, "ask")
            assert np.abs(np.subtract(page.evaluate(BUTTONS), stood)).max() < 0.5
            page.locator("#live-poll button").first.click()
            assert np.abs(np.subtract(page.evaluate(BUTTONS), stood)).max() < 0.5
            press(page, "again")
            assert page.locator(".live-poll-asked").text_content() == ""


def test_an_estimate_below_0_is_explained(opened, run):
    few = "livePoll(given[0], 200, 0.5)"
    seed = next(seed for seed in range(100) if run(few, seed)["share"] < 0)
    page = opened(reduced_motion="reduce", seed=seed)
    assert page.locator(".live-poll-hint").is_visible()
    page.get_by_label(LIVE["slider_epsilon"]).press("Home")
    assert "Estimate: −" in caption(page)
    assert page.locator(".live-poll-asked").text_content() == LIVE["below"]
    assert not page.locator(".live-poll-hint").is_visible()
    press(page, "ask")
    asked = page.locator(".live-poll-asked").text_content()
    assert asked.startswith("This person says ")


@pytest.mark.parametrize(
    "page_name", sampled([PAGE, "book/randomized_response.html"], 1)
)
def test_for_less_motion_and_in_a_chapter_it_waits_after_each_step(opened, page_name):
    motion = "reduce" if page_name == PAGE else "no-preference"
    page = opened(page_name=page_name, reduced_motion=motion, clock=True)
    if page_name != PAGE:  # it opens before the code
        places = "#live-poll, section section, div.cell"
        assert page.locator(places).first.get_attribute("id") == "live-poll"
        assert page.locator(".live-poll-caption").get_attribute("aria-live") == "polite"
    page.clock.run_for(10_000)
    assert stage(page) == "hidden"
    for name in STAGES[1:]:
        press(page, "step")
        page.clock.run_for(10_000)
        assert stage(page) == name
    assert caption(page) == expected_caption(page)
    press(page, "restart")
    assert stage(page) == "hidden" and page.complaints == []


def test_the_keyboard_moves_everything_and_the_interval_shrinks(opened):
    page = opened(reduced_motion="reduce")
    widths = []
    page.get_by_label(LIVE["slider_n"]).focus()
    for _ in CROWDS:
        page.keyboard.press("ArrowRight")
        text = caption(page)
        assert text == expected_caption(page) and stage(page) == "stretched"
        low, high = map(float, re.search(r"from (\S+) % to (\S+) %", text).groups())
        widths.append(high - low)
    assert widths[0] > widths[1] > widths[2] == widths[3]
    n = page.get_by_label(LIVE["slider_n"])
    assert n.get_attribute("aria-valuetext") == "20,000"
    page.get_by_label(LIVE["slider_epsilon"]).focus()
    page.keyboard.press("Home")
    assert caption(page) == expected_caption(page)
    before = page.locator("#live-poll").get_attribute("data-seed")
    page.locator("[data-does=again]").focus()
    page.keyboard.press("Enter")
    assert page.locator("#live-poll").get_attribute("data-seed") != before


@pytest.mark.deep
def test_any_dot_answers_and_nobody_knows(opened):
    page = opened(reduced_motion="reduce")
    status = page.locator(".live-poll-asked")
    page.locator("#live-poll canvas").click(position={"x": 100, "y": 60})
    assert status.text_content() == LIVE["not_asked"]
    for _ in STAGES[1:]:
        press(page, "step")
        page.locator("#live-poll canvas").click(position={"x": 340, "y": 60})
        said = drawn.plain(status.text_content())
        answer = re.match(r"This person says (yes|no)\. Truth or coin\? ", said)
        turns = "multiplies" if answer[1] == "yes" else "divides"
        knows = f"Nobody else knows. The answer {turns} the odds of a true yes by 3."
        assert said == answer[0] + knows
    page.locator("[data-does=ask]").press("Space")
    assert "Nobody else knows." in status.text_content()
    assert status.get_attribute("role") == "status"


@pytest.mark.deep
def test_it_fits_320_pixels_and_axe_finds_nothing_at_its_end(opened):
    page = opened(reduced_motion="reduce", width=320)
    page.get_by_label(LIVE["slider_n"]).press("End")
    press(page, "ask")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for theme, rules in (("light", EVERYTHING), ("dark", COLORS)):
        assert axe(page, theme, rules) == []


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
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    with_script = opened()
    assert not with_script.locator(".live-poll-stills").is_visible()
    with_script.emulate_media(media="print")
    assert with_script.locator(".live-poll-stills").is_visible()
    assert not with_script.locator("#live-poll canvas").is_visible()


def test_one_start_three_doors_and_a_card_for_each_chapter(opened):
    page = opened()
    assert page.locator(".start-button a").count() == 1
    assert page.locator("ul.doors > li").count() == 3
    cards = page.locator("ul.chapter-cards > li")
    toc = (BOOK.parent / "_toc.yml").read_text("utf-8")
    chapters = re.findall(r"file: book/(\w+)", toc.partition("caption: Teaching")[0])
    links = [card.locator("a").get_attribute("href") for card in cards.all()]
    assert links == [f"{name}.html" for name in chapters]
    assert page.locator(".start-button a").get_attribute("href") == links[0]
