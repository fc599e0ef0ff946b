"""Claims of the chapter "Deployments and choosing ε", computed."""

import json
import math
import re
from itertools import pairwise
from pathlib import Path

import nbformat
import numpy as np
import pytest

from ldp_course import (
    CountMeanSketch,
    DirectEncoding,
    RandomizedResponse,
    SubsetSelection,
    UnaryEncoding,
)
from ldp_course.privacy import privacy_loss
from ldp_course.rappor import Parameters
from ldp_course.topics.deployments import (
    epsilon_from_belief,
    feasible_interval,
    highest_belief,
    people_needed,
)
from ldp_course.topics.shufflers import largest_local_epsilon
from ldp_course.topics.two_reports import guess_success
from tests.chapters.claims import (
    BOOK,
    test_every_number_is_said,  # noqa: F401
)

VECTOR = json.loads(
    (Path(__file__).parents[1] / "vectors" / "deploy.json").read_text(encoding="utf-8")
)


def chrome(f):
    return Parameters(bits=128, hashes=2, cohorts=128, f=f, p=0.25, q=0.75)


# A ruler, and its sources


def test_settings_in_files(chapter):
    for text, f in (("normal noise", 0.5), ("sparse noise", 0.25)):
        instant, ever = chrome(f).epsilon_one, chrome(f).epsilon_infinity
        text += " | a report; a value for ever | {:.3f}; {:.3f} |"
        chapter.says(text, instant, ever)
    firefox = Parameters(bits=128, hashes=2, cohorts=100, f=0, p=0.35, q=0.65)
    assert firefox.epsilon_infinity == math.inf, "no permanent noise"
    text = "home pages | a report | {:.3f} | 2017 |"
    chapter.says(text, firefox.epsilon_one)
    interest, clicks = (
        UnaryEncoding(range(3), 0.75, 0.25),
        UnaryEncoding(range(4), 0.9, 0.1),
    )
    assert interest.epsilon == pytest.approx(2 * math.log(3))
    assert clicks.epsilon == pytest.approx(2 * math.log(9))
    row = 7 * interest.epsilon + clicks.epsilon
    chapter.says("a row of eight answers, kept for a day | {:.2f} |", row)
    flags = [epsilon for epsilon, *_ in chapter["FLAGS"]]
    computed = chrome(0.5).epsilon_one, firefox.epsilon_one, row
    assert set(computed) < set(flags) and flags == sorted(flags)


def test_a_ruler_in_two_units(chapter):
    flags = chapter["FLAGS"]
    assert min(epsilon for epsilon, *_ in flags) == 1
    hollow = sum(not one_report for *_, one_report in flags)
    assert (len(flags), hollow) == (9, 4), "none of the nine, four of the nine"
    assert 2 / 5 < math.log(1 / 0.1) / math.log(20 / 0.1) < 1 / 2
    chapter.says("becomes at most {:.0f} %.", 100 * highest_belief(0.1, 1))
    text = "it can lift a suspicion of 10 % to {:.0f} %"
    chapter.says(text, 100 * highest_belief(0.1, 4))


def test_explorer_of_the_marker(chapter):
    explorer = chapter.explorers["A marker on the ruler"]
    text = "at most after ε = {}, ε = {} and ε = {}?"
    chapter.says(text, *explorer.predict.at)
    named = 0
    for state, picture in explorer.pictures:
        before, epsilon = state["suspicion"] / 100, state["epsilon"]
        line, *_, marker = picture.series
        odds = before / (1 - before) * math.exp(epsilon)
        assert marker.y[0] == pytest.approx(100 * odds / (1 + odds), abs=1e-3)
        assert line.y == tuple(sorted(line.y))
        named += picture.sentence.startswith("A ")
    assert named == 3 * len(chapter["FLAGS"]), "a stop for each flag"
    chapter.says("stays under 16 % up to ε = {}, climbs", 0.5)
    assert 100 * highest_belief(0.1, 0.5) < 16
    assert highest_belief(0.1, 6) - highest_belief(0.1, 1) > 0.7
    assert highest_belief(0.1, 8) > 0.99


def test_a_flag_by_hand(chapter):
    """4 ln 3 multiplies odds by 81: from 1 : 9 to 9 : 1."""
    ever = chrome(0.5).epsilon_infinity
    assert ever == pytest.approx(4 * math.log(3)) and 3**4 == 81
    assert highest_belief(0.1, ever) == pytest.approx(0.9)


def test_clicks_of_one_company(chapter):
    """Ten reports in 20 seconds, each with ε = 1."""
    assert 10 * 60 / 20 * 1 == 30


def test_clicks_on_ads(chapter):
    """A click has up to 3 reports, each of 8 values in 3 windows, in any order."""
    states = math.comb(3 * 8 + 3, 3)
    at_random = states / (states + math.exp(14) - 1)
    text = "{:.2f} % of the clicks get a report drawn from all {:,} possible ones"
    chapter.says(text, 100 * at_random, states)
    truth = 1 - at_random + at_random / states
    assert truth / (at_random / states) == pytest.approx(math.exp(14))


def test_what_is_not_found_has_one_column():
    """No other cell of the sources is open; a row without a gap may be closed."""
    cells = nbformat.read(BOOK / "deployments.ipynb", as_version=4).cells
    (text,) = [cell.source for cell in cells if "| not found |" in cell.source]
    rows = [
        [cell.strip() for cell in row.split("|")]
        for row in re.findall(r"^\| (.*) \|$", text, re.M)
    ]
    local = [row for row in rows if len(row) == 6]
    central = [row for row in rows if len(row) == 5]
    assert (len(local), len(central)) == (1 + 10, 1 + 3)
    assert all(all(row[:5]) for row in local) and all(map(all, central))
    assert text.count("not found") == 1


def test_register(chapter):
    register = VECTOR["registry"]
    status, local = register["status"], register["model"]["Local"]
    text = "it has {} records, of which {} are local: six of Apple and one of"
    chapter.says(text, register["records"], local)
    text = "{} wait for a review and {} are drafts: **{} are approved**"
    chapter.says(text, status["Pending"], status["Draft"], status["Approved"])
    assert sum(status.values()) == register["records"]


# One number, five meanings


def test_a_month_of_five_meanings(chapter):
    month = chapter["costs"]
    two_bits = privacy_loss(UnaryEncoding.symmetric(("a", "b", "c"), 2 * 4).channel())
    assert two_bits == pytest.approx(8)  # each bit has 4, and two values differ in two
    assert list(month.values())[:4] == [two_bits * 60, 240, 120, 4]
    chapter.says("a factor of {:.0f}.", max(month.values()) / min(month.values()))
    mixed = largest_local_epsilon(10_000, epsilon=4, delta=1e-6, by="clones")
    assert chapter["mixed"] == mixed
    chapter.says("it allowed each phone ε₀ = {:.3f} for a report", mixed)
    text = "If it keeps silent, the month costs at most {:.0f}, with a δ"
    chapter.says(text, month["each report"])


# Sums that are too large or too small


def test_a_sum_that_is_too_large(chapter):
    printed, page = VECTOR["published_table_check"], chapter["page"]
    text = "has ε = {:.3f}. Suppose somebody counts reports, and multiplies by {} a day"
    chapter.says(text, printed["per_report"], printed["reports_per_day"])
    chapter.says("The product is {:.0f}, and it", printed["month"])
    chapter.says("costs at most {:.3f}, which", page.epsilon_infinity)
    # if each report is about another home page
    both = page.epsilon_one, page.epsilon_infinity
    another = chapter["month"](*both, 48 * 30, 48 * 30)
    assert round(another) == round(printed["month"])
    times = printed["month"] / page.epsilon_infinity
    chapter.says("which is {:.0f} times less. (Nor", times)
    chapter.says("Nor is it {1:.3f} + {0:.3f}, because the second", *both)


def test_explorer_of_the_ledger(chapter):
    explorer = chapter.explorers["A ledger of a year"]
    text = "is the attacker right after {}, {} and {} days?"
    chapter.says(text, *explorer.predict.at)
    for state, picture in explorer.pictures:
        fresh, memory = picture.series
        year = [state["reports"] * 365, 1 + state["changes"]]
        for line, draws in zip((fresh, memory), year, strict=True):
            success = 100 * guess_success(state["epsilon"], draws)
            assert line.y[-1] == pytest.approx(success, abs=1e-3)
            assert f"ε is {state['epsilon'] * draws:g} " in picture.sentence
        assert all(a <= b + 0.002 for a, b in zip(fresh.y, fresh.y[1:], strict=False))
        if state["changes"] == 0:
            assert len(set(memory.y)) == 1
    lines = {
        state["reports"]: picture.series[1].y
        for state, picture in explorer.pictures
        if state["epsilon"] == 0.5 and state["changes"] == 4
    }
    assert lines[48] == lines[1]
    a_day, month = 8, 30
    text = (
        "With fresh noise each day, ε = {} a day can add up to {} in a month of {} days"
    )
    chapter.says(text, a_day, month * a_day, month)


# A habit


def test_likelihood_of_a_report(chapter):
    assert chapter["likelihood"](0.5, math.log(3)) == pytest.approx(2)
    sketch = CountMeanSketch(range(6), hashes=3, width=4, epsilon=1.5, seed=1)
    channel, supported = sketch.channel(), sketch.supported(sketch.possible_reports())
    habits = np.array([
        [0.5, 0.2, 0.1, 0.1, 0.05, 0.05],
        [0, 0, 0.25, 0.25, 0.25, 0.25],
    ])
    ratio = (habits[0] @ channel) / (habits[1] @ channel)
    h = habits @ supported.T
    ours = chapter["likelihood"](h[0], 1.5) / chapter["likelihood"](h[1], 1.5)
    assert ours == pytest.approx(ratio, rel=1e-9)


def test_attack_on_a_habit(chapter):
    sizes, counts = chapter["sizes"], chapter["found"]
    table = chapter["habits"]()
    assert table.shape == (6, 2_600) and table.sum(axis=1) == pytest.approx(1)
    own = [row[228 * i : 228 * (i + 1)].sum() for i, row in enumerate(table)]
    assert own == pytest.approx([0.3] * 6)
    at = {n: 100 * share for n, share in zip(sizes, counts[4], strict=True)}
    blind = 100 / 6
    error = math.sqrt(blind * (100 - blind) / 300)
    text = "{:.0f} % of {} guesses are right. Blind guessing gets {:.0f} %, with a standard error of "
    text += "about {:.0f} points."
    chapter.says(text, at[1], 300, blind, error)
    chapter.says("30 reports give {:.0f} %, and 180 give {:.0f} %.", at[30], at[180])
    assert 0.7 < at[180] / 100 < 0.8, "three of four"
    most = max(at)
    chapter.says("At one emoji a day, {} reports are half a year.", most)
    assert abs(most - 365 / 2) < 5
    text = "{} reports did so for {:.0f} % of the people at ε = 4, and for {:.0f} % at ε = 1, where"
    chapter.says(text, most, at[most], 100 * counts[1][-1])
    chapter.says("where a guess is right for {:.0f} %.", 100 / 6)
    chapter.says("At ε = 1, {} reports give {:.0f} %", most, 100 * counts[1][-1])
    chapter.says("at most {:.1f} points", 100 * math.sqrt(0.25 / 300))
    chapter.says(
        "The sum of ε for {} fresh reports is {}. It's only", max(at), 4 * max(at)
    )
    chapter.says("from 1 to 180. At ε = 4 it rises from about {:.1f} to", counts[4][0])
    chapter.says("to about {:.2f}. At ε = 1", counts[4][-1])
    chapter.says("up to about {:.2f}.", counts[1][-1])


@pytest.mark.parametrize("epsilon", [1, 4])
def test_reference_attack(chapter, epsilon):
    """Another program, 300 people too: differences within five standard errors."""
    reference = VECTOR["pool_attack"][f"eps{epsilon}_share0.3"]
    for n, ours in zip(chapter["sizes"], chapter["found"][epsilon], strict=True):
        theirs = reference[str(n)][0]
        spread = math.sqrt((ours * (1 - ours) + theirs * (1 - theirs)) / 300)
        assert abs(ours - theirs) < 5 * spread, n


# % of habits that are found out, to the nearest ten: a test of each week


@pytest.mark.weekly
def test_the_attack_on_a_memory_of_emoji(run_chapter):
    """A device sends its stored report again whenever an emoji is typed again.

    How often one comes back tells which emoji it may be: a Poisson number, of each
    emoji's own mean.
    """
    habits, typed, people = run_chapter["habits"](), 180, 1_000
    sketch = CountMeanSketch(range(2_600), hashes=256, width=1_024, epsilon=4, seed=1)
    places = sketch.buckets(np.arange(256)[:, None], np.arange(2_600))
    rng, right = np.random.default_rng(11), 0
    often = typed * habits  # for each pool, how often an emoji is expected
    for _ in range(people):
        emoji, counts = np.unique(
            rng.choice(2_600, typed, p=habits[0]), return_counts=True
        )
        sent = sketch.perturb(emoji, rng)
        # the bit of each's bucket
        held = np.array([report[1:][places[int(report[0])]] for report in sent])
        odds = 1 + (math.exp(4) - 1) * held
        evidence = np.zeros(6)
        for count in np.unique(counts):
            rows = counts == count
            evidence += np.log((often**count * np.exp(-often)) @ odds[rows].T).sum(
                axis=1
            )
        right += evidence.argmax() == 0
    assert right > 0.6 * people  # "Don't expect a memory to save you here"


# What became of local privacy


def test_local_noise_where_nobody_could_wait(chapter):
    """At most one of 1,028 bits is 1; each is flipped on its own."""
    bits, epsilon = 1_028, 1
    row = UnaryEncoding.symmetric(range(bits), epsilon)
    lies = 1 - row.p
    assert lies == pytest.approx(row.q) == pytest.approx(1 / (math.exp(0.5) + 1))
    assert privacy_loss(
        UnaryEncoding.symmetric(range(4), epsilon).channel()
    ) == pytest.approx(1)
    chapter.says("got a row of {:,} bits with at most one true 1", bits)
    chapter.says("within minutes which of {:,} things went wrong", bits)
    chapter.says("$1/(e^{{1/2}}+1)$ = {:.3f}.", lies)
    chapter.says("On average {:.0f} of the {:,} bits were lies.", bits * lies, bits)
    variance = row.variance(1, 0.0)
    chapter.says("has the variance $e^{{1/2}}/(e^{{1/2}}-1)^2$ = {:.3f}.", variance)
    people = 10**6
    error = people * math.sqrt(row.variance(people, 0.0))  # of a count
    assert error == pytest.approx(math.sqrt(variance * people))
    text = r"error of $\sqrt{{{:,.0f}}}$, about {:,.0f}. An error"
    chapter.says(text, round(variance * people, -3), round(error, -3))
    chapter.says("which are {:,.0f}, stands", 0.05 * people)


def test_numbers_of_others(chapter):
    chapter.says("only ε = {}. With a memory", 0.5)
    success = 100 * guess_success(0.5, 5)
    chapter.says("the guess is right in {:.0f} % of cases. Both", success)
    assert guess_success(0.5, 365) > 0.9999


# A ceiling and a floor


def test_ceiling(chapter):
    largest = epsilon_from_belief(0.05, 0.2)
    assert math.exp(largest) == pytest.approx(19 / 4)
    text = "may grow 19/4 = {} times."
    chapter.says(text, 19 / 4)
    chapter.says("the largest ε is ln {} = {:.3f}, for", 19 / 4, largest)
    text = "With the same ε of {:.3f}, somebody whose prior is 30 % can come to a justified "
    text += "belief of {:.0f} %."
    chapter.says(text, largest, 100 * highest_belief(0.3, largest))
    for prior, ceiling in ((0.01, 0.1), (0.3, 0.9)):
        largest = chapter["largest_epsilon"](prior, ceiling)
        assert largest == pytest.approx(epsilon_from_belief(prior, ceiling))


def test_floor(chapter):
    for e in (0.5, 1, 2, 4):
        nv = UnaryEncoding.optimized(range(9), e).variance(1, 0.0)
        assert people_needed(e, 0.005) == math.ceil(nv / 0.005**2)
        assert nv == pytest.approx(1 / math.sinh(e / 2) ** 2)
        one_question = RandomizedResponse(e).variance(1, 0.5)
        assert one_question == pytest.approx(nv / 4)


def test_a_floor_of_a_short_list(chapter):
    n = 20_000
    floor, ceiling = feasible_interval(0.05, 0.2, n, 0.005)
    text = "With {:,} people, for example, OUE's floor is {:.2f} and above the ceiling of {:.3f}."
    chapter.says(text, n, floor, ceiling)
    of_the_app, _ = feasible_interval(0.05, 0.2, 100_000, 0.005)
    text = "half a point it's {:.3f}, and the ceiling was {:.3f}."
    chapter.says(text, of_the_app, ceiling)
    assert people_needed(1, 0.005) > 100_000 > people_needed(2, 0.005)
    error = math.sqrt(DirectEncoding(range(3), ceiling).variance(n, 0.0))
    assert error < 0.005
    text = "of three values has a standard error of {:.3f} points, which"
    chapter.says(text, 100 * error)
    odds = math.exp(ceiling)
    for k in (3, 5, 8):
        direct, unary = (
            make(range(k), ceiling).variance(1, 0.0)
            for make in (DirectEncoding, UnaryEncoding.optimized)
        )
        assert direct / unary == pytest.approx((k - 2 + odds) / (4 * odds))
    eight, nine = (
        math.sqrt(DirectEncoding(range(k), ceiling).variance(200_000, 0.0))
        for k in (8, 9)
    )
    assert eight < 0.002 < nine
    chapter.says("the standard error is then {:.5f}.", eight)
    for make in (UnaryEncoding.optimized, SubsetSelection.optimized):
        assert math.sqrt(make(range(40), ceiling).variance(200_000, 0.0)) > 0.002


def test_explorer_of_the_interval(chapter):
    explorer = chapter.explorers["Is there an ε for this question?"]
    text = "where a belief of {} % may grow to {} %, the ceiling is {:.3f}."
    floors = [feasible_interval(0.05, 0.2, n, 0.005) for n in (100_000, 10_000)]
    chapter.says(text, 5, 20, floors[0][1])
    text = "half a percentage point, {:,} people need at least {:.3f}: their floor."
    chapter.says(text, 100_000, floors[0][0])
    chapter.says("Where is the floor of {:,} people, and of a million?", 10_000)
    assert explorer.predict.at == (10_000, 1_000_000)
    for state, picture in explorer.pictures:
        prior, ceiling = (int(share) / 100 for share in state["belief"].split(" to "))
        floor, top = feasible_interval(prior, ceiling, state["n"], state["error"])
        assert ("do not collect" in picture.sentence) == (floor > top)
        needed = people_needed(round(top, 3), state["error"])
        assert (needed <= state["n"]) == (floor <= top) or abs(floor - top) < 1e-3
        flat, falling, room, here = picture.series
        assert flat.y == (round(top, 3),) * 2
        at = falling.x.index(state["n"])
        assert falling.y[at] == here.y[0] == round(floor, 3)
        assert all(low > high for low, high in pairwise(falling.y))
        fits = [least <= round(top, 3) for least in falling.y]
        assert [low is not None for low in room.low] == fits
        assert room.x == falling.x and fits[at] == (floor <= top)
    text = "Ask for an error of {}. With how many"
    chapter.says(text, min(explorer.choices["error"]))


# How to say it; the case


def test_odds(chapter):
    grown = highest_belief(0.5, 4)
    chapter.says("At ε = 4 a belief of 50 % becomes at most {:.1f} %,", 100 * grown)
    chapter.says("not {:.0f} times 50 %.", math.exp(4))


def test_the_case_on_the_worksheet(chapter):
    floor, ceiling = feasible_interval(0.05, 0.2, n=100_000, error=0.005)
    chapter.says("5 %; 20 %, so ε ≤ {:.3f} for life", ceiling)
    chapter.says(
        "100,000; half a point for a rare medicine, so ε ≥ {:.3f} with OUE", floor
    )
    epsilon = 1.2
    assert floor < epsilon < ceiling < 2 * epsilon
    chapter.says("| {} each; 0 |", epsilon)
    belief = 100 * highest_belief(0.05, epsilon)
    chapter.says("rightly think at most {:.0f} in 100 with it.", belief)
    odds = math.exp(epsilon)
    chapter.says("= {0:.2f} times, from 1 : 19 to {0:.2f} : 19.", odds)
    assert odds / (odds + 19) == pytest.approx(belief / 100)
    text = "a person who thinks 30 in 100 may think {:.0f}."
    chapter.says(text, 100 * highest_belief(0.3, epsilon))
    chapter.says("{} + {} is above the ceiling", epsilon, epsilon)
    direct, unary = (
        make(range(40), epsilon).variance(1, 0.0)
        for make in (DirectEncoding, UnaryEncoding.optimized)
    )
    assert direct > unary


# Check yourself and exercises


def test_questions(chapter):
    instant, ever = chrome(0.5).epsilon_one, chrome(0.5).epsilon_infinity
    page = Parameters(bits=128, hashes=2, cohorts=128, f=0.75, p=0.5, q=0.75)
    assert math.isclose(page.epsilon_infinity, instant), "by coincidence"
    text = "Chrome's usual noise has ε = {:.3f} for a report"
    chapter.says(text, instant)
    chapter.says("for a page for ever) and {:.3f} for a value.", ever)
    chapter.says("a. {:.2f}", 10 * round(instant, 3))
    chapter.says("b. {:.3f}", round(instant, 3) + round(ever, 3))
    chapter.says("c. {:.3f}", ever)
    chapter.says("one permanent answer, which costs {:.3f}.", ever)
    a_day, days = 16, 365
    chapter.says("With {} a day, a year has {:,}.", a_day, a_day * days)


def test_exercises(chapter):
    life = epsilon_from_belief(0.02, 0.2)
    reports, years, epsilon = 3, 2, 0.5
    chapter.says("= {:,.0f}. With memory", reports * 365 * years * epsilon)
    chapter.says("from 1 : 49 to 1 : 4, so ε = ln(49/4) = {:.3f}.", life)
    chapter.says("may have a third, {:.3f}.", life / 3)
    floor, ceiling = feasible_interval(0.05, 0.2, 200_000, 0.002)
    chapter.says("= {:.3f}, the ceiling {:.3f}. Do not", floor, ceiling)
    chapter.says("one needs {:,} people", round(people_needed(ceiling, 0.002), -3))
    assert floor > ceiling
    chapter.says("The floor is {} and the ceiling {}. What now?", 2.1, 1.6)


def test_sparse_noise(chapter):
    noise = chrome(0.25)
    instant, ever = noise.epsilon_one, noise.epsilon_infinity
    text = r"$p^* = {} \cdot {} + {} \cdot {}$ = {} and $q^*$ = {}."
    chapter.says(text, 1 - 0.25 / 2, 0.25, 0.25 / 2, 0.75, noise.p_star, noise.q_star)
    text = r"\frac{{{}^2}}{{{}^2}}$ = {:.3f}"
    chapter.says(text, noise.q_star, noise.p_star, instant)
    chapter.says(r"4 \ln 7$ = {:.3f}.", ever)
    chapter.says("Three: 3 · {:.3f} is above {:.3f}.", instant, ever)
    assert 2 * instant < ever < 3 * instant


def test_two_faults(chapter):
    page = chapter["page"]
    chapter.says("The sum {:.3f} · 48 · 30 counts", page.epsilon_one)
    month = chapter["month"](page.epsilon_one, page.epsilon_infinity, 48 * 30, 1)
    chapter.says("reports: {:.3f} for one value", month)
    chapter.says('"this becomes {:,.0f} times more likely"', round(math.exp(10), -3))
    chapter.says("from 1 : 99 to about {:.0f} : 1.", math.exp(10) / 99)
    belief = highest_belief(0.01, 10)
    chapter.says("to {:.1f} %: {:.1f} times.", 100 * belief, belief / 0.01)


def test_a_click_on_a_story(chapter):
    """Enumerated: kept with p, or drawn from all n stories, the clicked one included."""

    def channel(p, n):
        table = np.full((n, n), (1 - p) / n)
        table[np.diag_indices(n)] += p
        assert table.sum(axis=1) == pytest.approx(1)
        return table

    for epsilon in (0.5, 1, 2):
        for n in (10, 100):
            p = math.exp(epsilon) / (math.exp(epsilon) + n - 1)
            real = privacy_loss(channel(p, n))
            assert chapter["real"](epsilon, n) == pytest.approx(real)
            assert real - epsilon > math.log(1 + math.exp(-epsilon))
            mended = channel(chapter["keep"](epsilon, n), n)
            assert privacy_loss(mended) == pytest.approx(epsilon)
    text = "a set ε of 1 is really {:.2f}, and {} is {:.2f}."
    chapter.says(text, chapter["real"](1, 100), 0.5, chapter["real"](0.5, 100))


def test_a_strict_eight(chapter):
    odds = math.exp(8)
    chapter.says("add up to a bound of {:,}.", 50 * 8)
    chapter.says("multiplies odds by up to {:,.0f}.", odds)
    text = "at most {:,.0f} : 99, which is {:.0f} %."
    chapter.says(text, odds, 100 * highest_belief(0.01, 8))
    at_random = 2_925 / (2_925 + math.exp(14) - 1)
    chapter.says("touched one click in {:,}", 100 * round(1 / at_random / 100))


def test_two_census_files_are_converted_alike_by_the_usual_formula(chapter):
    usual = [rho + 2 * math.sqrt(rho * math.log(1e10)) for rho in (2.56, 4.96)]
    chapter.says("gives {:.2f} and {:.2f}, so", *usual)
