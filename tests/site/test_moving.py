"""Moving pictures have Python's chance and sums, and every reader can follow them."""

import math
import re
from pathlib import Path

import moving
import numpy as np
import pytest
import stills
from sampling import sampled
from scipy.stats import binom, binomtest

from ldp_course import RandomizedResponse, rappor
from ldp_course.explore.page import read

BOOK = Path(__file__).parents[2] / "book"

PAGES = {
    "people": "epsilon",
    "polls": "randomized_response",
    "tiles": "rappor_collect",
    "tracks": "threat_models",
}
SETTING = rappor.Parameters(bits=16, hashes=2, cohorts=64, f=0.5, p=0.5, q=0.75)


# ---- sums and chance, without a page


@pytest.fixture(scope="module")
def run(evaluate):
    """Return a function that evaluates an expression of a picture's script."""

    def run(picture, expression, *given):
        files = "_polls/poll.js", f"_moving/{picture}.js"
        scripts = (
            read("script/chance.js"),
            *((BOOK / file).read_text("utf-8") for file in files),
        )
        return evaluate(scripts, expression, *given)

    return run


@pytest.mark.parametrize("epsilon", [0, 0.5, math.log(3), 4])
@pytest.mark.parametrize("prior", [1, 10, 50])
def test_people_are_those_that_the_channel_expects(run, prior, epsilon):
    numbers = run("people", "expectedPeople(given[0], given[1])", prior, epsilon)
    p = RandomizedResponse(epsilon).p if epsilon else 0.5
    honest, fake = 10 * prior * p, (1000 - 10 * prior) * (1 - p)
    expected = {"honest": honest, "fake": fake, "after": honest / (honest + fake)}
    assert {name: numbers[name] for name in expected} == pytest.approx(expected, 1e-12)


DEVICES = """(() => {
  const random = uniform(seededBits(7));
  return Array.from({ length: given[1] }, () => {
    const kept = permanentBits([1, 0], [random(), random()], given[0]);
    return [kept, oneReport(kept, random)];
  });
})()"""


@pytest.mark.parametrize("f", [0, 0.25, 0.5, 0.75])
def test_permanent_and_sent_bits_have_the_law_of_rappor(run, f):
    """With the fixed seed there is no false alarm; at random it would be 1 in 10⁶."""
    runs = 4000
    rows = run("tiles", DEVICES, f, runs)
    permanent, sent = np.array(rows).sum(axis=0)
    q_star = (1 - f / 2) * 0.75 + f / 2 * 0.5
    p_star = (1 - f / 2) * 0.5 + f / 2 * 0.75
    expected = [(permanent, (1 - f / 2, f / 2)), (sent, (q_star, p_star))]
    for ones, chances in expected:
        for count, chance in zip(ones, chances):
            assert binomtest(int(count), runs, chance).pvalue > 1e-6 / 16


POLLS = """[uniform(seededBits(3))].map((random) => {
  const law = coins(given[0]);
  return Array.from({ length: given[2] }, () => onePoll(given[1], law, random));
})[0]"""


@pytest.mark.parametrize("epsilon, n", [(0.5, 100), (1, 1000), (4, 1000)])
def test_polls_have_the_intervals_and_the_law_of_python(run, epsilon, n):
    """With the fixed seeds there is no false alarm; at random it would be 1 in 10⁶."""
    runs = 2000
    polls = run("polls", POLLS, epsilon, n, runs)
    coins = RandomizedResponse(epsilon)
    p, q = coins.p, coins.q
    shares = np.array([poll["share"] for poll in polls])
    yes_counts = np.round(n * (q + (p - q) * shares))
    for poll, yes in zip(polls[:20], yes_counts):
        result = coins.aggregate(np.arange(n) < yes)
        assert poll["share"] == pytest.approx(result.frequencies[1], abs=1e-9)
        low, high = (end[1] for end in result.interval())
        near = 1e-3 * (high - low)
        assert [poll["low"], poll["high"]] == pytest.approx([low, high], abs=near)
        assert poll["holds"] == (poll["low"] <= 0.1 <= poll["high"])
    ones = np.arange(n + 1)
    honest = binom.pmf(ones[: n // 10 + 1], n // 10, p)
    law = np.convolve(honest, binom.pmf(ones[: n - n // 10 + 1], n - n // 10, q))
    margin = np.sqrt(coins.variance(n, 0.1)) * 1.96
    inside = law[np.abs((ones / n - q) / (p - q) - 0.1) <= margin].sum()
    held = sum(poll["holds"] for poll in polls)
    assert binomtest(held, runs, inside).pvalue > 1e-6 / 9
    middle = n * (0.9 * q + 0.1 * p)
    above = int((yes_counts > middle).sum())
    assert binomtest(above, runs, law[ones > middle].sum()).pvalue > 1e-6 / 9


def test_the_attack_is_the_chapter_s(run):
    """A bit is read as 1 if more than (p + q)/2 of the reports show 1."""
    assert run("tiles", "guessed([62, 63, 0, 100], 100)") == [0, 1, 0, 1]
    assert run("tiles", "guessed([5, 6], 8)") == [0, 1]
    assert run("tiles", "[P, Q]") == [SETTING.p, SETTING.q]
    bits = re.search('data-bits="([01]+)"', moving.figure("tiles"))[1]
    bloom = rappor.bloom_table(["v10"], SETTING)[0, 1]
    assert [bit == "1" for bit in bits] == bloom.tolist()


# ---- the pages


@pytest.fixture
def opened(go, site):
    pages = {name: (site / f"book/{PAGES[name]}.html").as_uri() for name in PAGES}
    return lambda name, **options: go(pages[name], **options)


def sentence(page):
    return page.locator(".moving-sentence").text_content().replace("\xa0", " ")


def press(page, name):
    page.locator(f".moving [data-does={name}]").press("Enter")


def test_a_yes_among_a_thousand_people(opened):
    page = opened("people", reduced_motion="reduce")
    assert sentence(page).startswith("The true answer of 100 of 1,000 people is yes")
    press(page, "next")
    assert "75 people whose true answer is yes, and 225 whose" in sentence(page)
    press(page, "next")
    assert "That is 3 times the odds, and a belief of 25 %." in sentence(page)
    page.locator("#moving-people-prior").press("Home")
    assert "a belief of 2.9 %" in sentence(page)
    page.locator("#moving-people-epsilon").press("End")
    assert "At ε" not in sentence(page) and "a belief of 35.5 %" in sentence(page)
    name = page.locator(".moving svg").get_attribute("aria-label")
    assert name.replace("\xa0", " ") == sentence(page)
    assert page.complaints == []


@pytest.mark.deep
def test_the_collector_learns_the_permanent_bits(opened):
    page = opened("tiles", reduced_motion="reduce")
    for _ in range(40):
        press(page, "month")
    figure = page.locator("#moving-tiles")
    assert figure.get_attribute("data-days") == "1201"
    # wrong with probability below 1e-15
    assert figure.get_attribute("data-agrees") == "16"
    page.locator("#moving-tiles-f").press("Home")
    for _ in range(40):
        press(page, "month")
    assert figure.get_attribute("data-right") == "16"
    assert "agrees with the filter itself in 16 of 16 places" in sentence(page)
    assert page.complaints == []


@pytest.mark.parametrize("name", sampled(PAGES, 1))
def test_no_button_moves_on_a_phone(opened, name):
    page = opened(name, reduced_motion="reduce", width=390)
    buttons = page.locator(".moving button")
    places = "all => all.map((button) => button.getBoundingClientRect().top + scrollY)"
    stood = buttons.evaluate_all(places)
    for button in buttons.all():
        for _ in range(3):
            button.press("Enter")
            assert buttons.evaluate_all(places) == pytest.approx(stood, abs=0.5)


def test_an_attacker_anywhere_on_the_way(opened):
    page = opened("tracks", reduced_motion="reduce")
    press(page, "send")
    attacker = page.locator("#moving-tracks-attacker")
    for party in moving.PARTIES:
        attacker.press("ArrowRight")
        row = moving.PARTIES.index(party)
        for model, states in moving.MODELS.items():
            name = moving.WORDS["tracks"]["models"][model]
            sees = moving.WORDS["tracks"]["sees"][states[row]].format(model=name)
            assert sees in sentence(page)
    assert page.complaints == []


@pytest.mark.deep
def test_the_interval_holds_the_truth_as_often_as_it_says(opened):
    page = opened("polls", reduced_motion="reduce")
    figure = page.locator("#moving-polls")
    press(page, "hundred")
    press(page, "one")
    held = int(figure.get_attribute("data-held"))
    assert figure.get_attribute("data-polls") == "121"
    assert held >= 95  # fewer with probability below 1e-8
    said = f"Of 121 polls, the 95 % intervals of {held} hold the truth"
    assert said in sentence(page)
    assert page.locator("#moving-polls .poll").count() == 60
    seed = figure.get_attribute("data-seed")
    page.goto(page.url.partition("#")[0] + "#?seed=" + seed)
    page.reload()
    press(page, "hundred")
    press(page, "one")
    assert int(figure.get_attribute("data-held")) == held
    assert page.complaints == []


@pytest.mark.parametrize("name, button", [("polls", "hundred"), ("tiles", "month")])
def test_the_sentence_counts_what_is_drawn_at_every_moment(opened, name, button):
    page = opened(name, clock=True)
    figure = page.locator(f"#moving-{name}")
    counts = set()
    press(page, button)
    for _ in range(200):
        if name == "polls":
            count = figure.get_attribute("data-polls")
            shown = figure.locator(".poll").count()
            last = figure.locator(".poll").last.get_attribute("data-number")
            assert f"Of {count} polls" in sentence(page) and count == last
            assert f"the last {shown} are drawn" in sentence(page)
        else:
            count = figure.get_attribute("data-days")
            assert f"Day {count}," in sentence(page)
        counts.add(int(count))
        status = page.locator(".moving-sentence")
        # screen readers hear the last sentence only
        if status.get_attribute("aria-busy") == "false":
            break
        page.clock.run_for(60)
    assert len(counts) > 10
    assert max(counts) == {"polls": 120, "tiles": 31}[name]


@pytest.mark.deep
def test_it_moves_unless_less_motion_is_wished(opened):
    page = opened("tracks")
    press(page, "send")
    # one after the other, to the end
    page.wait_for_selector(".moving .box.reached >> nth=20")
    still = opened("tracks", reduced_motion="reduce")
    press(still, "send")
    assert still.locator(".moving .box.reached").count() == 21


@pytest.mark.parametrize("name", sampled(PAGES, 1))
def test_without_a_script_there_is_a_still_of_what_the_script_draws(opened, name):
    page = opened(name, java_script_enabled=False, width=320)
    still = page.locator(".moving svg")
    label = still.get_attribute("aria-label")
    words = [label, moving.WORDS[name]["no_script"]]
    assert still.is_visible()
    assert page.locator(".moving p").all_text_contents() == words
    moves = opened(name, reduced_motion="reduce", width=320)
    moves.goto(moves.url + "#?seed=1")
    moves.reload()
    assert moves.locator(".moving svg").count() == 1
    for button in stills.PRESSES[name]:
        press(moves, button)
    label = label.replace("\xa0", " ")
    # its chance has no seed, but after a year all devices look alike
    if name == "tiles":
        assert "permanent bits in 16 of 16 places" in label
        label = sentence(moves)
    assert sentence(moves) == label
    seen = "node.checkVisibility({ opacityProperty: true })"
    parts = moves.locator(".moving svg *")
    count = parts.evaluate_all(f"all => all.filter((node) => {seen}).length")
    assert page.locator(".moving svg *").count() == count


@pytest.mark.parametrize("name", PAGES)
def test_a_moving_picture_fits_a_screen_and_is_as_wide_as_the_page_s_column(
    go, site, name
):
    page = go((site / "book" / f"{PAGES[name]}.html").as_uri(), height=800)
    box = page.locator(f"#moving-{name}").bounding_box()
    column = page.locator("article.bd-article > section").bounding_box()
    assert box["width"] == column["width"] and box["height"] <= 560
