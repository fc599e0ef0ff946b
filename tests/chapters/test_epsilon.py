"""Claims of the chapter "What ε promises", computed."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest

from ldp_course import RandomizedResponse
from ldp_course.privacy import posterior, posterior_odds, privacy_loss
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

COINS = RandomizedResponse.two_coin()
ADULT = 32_561


def after_yes(mechanism, prior):
    return posterior(mechanism.channel(), [1 - prior, prior])[1, 1]


# A ratio and its logarithm


def test_two_coins_have_the_ratio_3(chapter):
    coins, largest = chapter["coins"], chapter["largest_ratio"](chapter["coins"])
    assert np.array_equal(np.array(coins, dtype=float), COINS.channel())
    text = "Exactly {}. Its natural logarithm, {:.4f}, is called ε"
    chapter.says(text, largest, math.log(3))
    assert privacy_loss(coins) == pytest.approx(math.log(largest), abs=1e-15)
    assert privacy_loss(chapter["never_a_false_yes"]) == math.inf


def test_deniability_at_epsilon_8(chapter):
    times = 1 / RandomizedResponse(8).q
    chapter.says('at ε = 8, "no" people report "yes" once in {:,.0f} times', times)
    coin = RandomizedResponse(8).channel()
    even, rare = (posterior(coin, [1 - prior, prior])[1, 1] for prior in (0.5, 1e-6))
    chapter.says("The belief is {:.2f} %. (From one", 100 * even)
    chapter.says("From one in a million it rises to {:.1f} % only.)", 100 * rare)
    text = 'With two coins, one "no" person in {:.0f} reports "yes"; here it is one in {:,.0f}.'
    chapter.says(text, 1 / COINS.q, times)


# ε as odds


def test_a_belief_of_10_percent(chapter):
    copied, students = 100, 1_000
    prior, (no, yes) = copied / students, posterior(COINS.channel(), [0.9, 0.1])[1]
    chapter.says("Suppose that {} of {:,} students have copied", copied, students)
    chapter.says("You believe with {:.0f} % that a student has copied", 100 * prior)
    true, fake = copied * COINS.p, (students - copied) * COINS.q
    text = 'On average {:.0f} of the {} say "yes", and so do {:.0f} of the {} others'
    chapter.says(text, true, copied, fake, students - copied)
    chapter.says("Among these {:.0f}, only one in four has copied", true + fake)
    assert true / (true + fake) == pytest.approx(yes) == 1 / 4
    chapter.says("raises your belief from {:.0f} % to {:.0f} %", 100 * prior, 100 * yes)
    chapter.says("Before, they are {} : {}, or 1 : 9", copied, students - copied)
    chapter.says('After a "yes" they are {:.0f} : {:.0f}, or 3 : 9', true, fake)
    assert yes / (1 - yes) == pytest.approx(3 / 9) and prior / (
        1 - prior
    ) == pytest.approx(1 / 9)
    text = 'After a "no" the odds are {:.0f} : {:.0f}, or 1 : {:.0f}.'
    chapter.says(text, copied - true, students - copied - fake, (1 - no) / no)


def test_highest_beliefs(chapter):
    table = chapter["table"]
    priors = [float(column.rstrip("%")) for column in table.columns[1:]]
    for prior, column in zip(priors, table.columns[1:]):
        for epsilon, highest in table[column].items():
            odds = posterior_odds(prior / (100 - prior), epsilon)[1]
            assert highest == pytest.approx(odds / (1 + odds), abs=1e-12)
            assert highest == pytest.approx(
                after_yes(RandomizedResponse(epsilon), prior / 100), abs=1e-12
            )
    assert table["50%"].iloc[0] < 0.53
    chapter.says("At ε = {} a report hardly moves a belief", table.index[0])
    chapter.says("even a belief of 1 % may become {:.1f} %", 100 * table.loc[8, "1%"])


def test_explorer_of_the_belief(chapter):
    explorer = chapter.explorers["Belief before and after one answer"]
    epsilons = explorer.choices["epsilon"]
    text = "Set the belief to 10 %, and raise ε from {} to {}"
    chapter.says(text, min(epsilons), max(epsilons))
    for state, picture in explorer.pictures:
        band, _, yes, no = picture.series
        place = np.abs(np.array(band.x) - state["prior"]).argmin()
        ends = band.low[place], band.high[place]
        assert (no.y[0], yes.y[0]) == pytest.approx(ends), "on the border"
    assert explorer.start == {"epsilon": 4, "prior": 1}
    truth = RandomizedResponse(4).p
    chapter.says("with ε = 4 tells the truth with probability {:.1f} %", 100 * truth)
    guessed = explorer.state().series[2].y[0]
    assert guessed == pytest.approx(100 * after_yes(RandomizedResponse(4), 0.01))
    assert guessed < 50, "most of those who report yes hold no"


# ε as a bound on any test


def test_the_best_test(chapter):
    alpha, factor = 0.05, math.e
    caught = chapter["most_caught"](1, alpha)
    chapter.says("Say ε = 1, and {:.0f} % of the innocent are accused", 100 * alpha)
    chapter.says("at most $e$ = {:.3f} times as likely", factor)
    text = 'So on average at most {:.3f} · {:.0f} % = {:.1f} % of the "yes" people are caught'
    chapter.says(text, factor, 100 * alpha, 100 * caught)
    accused, free = 0.6, 0.4
    text = "Say {:.0f} % of the innocent are, so {:.0f} % go free"
    chapter.says(text, 100 * accused, 100 * free)
    chapter.says("Every freeing report is at most {:.3f} times as likely", factor)
    chapter.says(
        'So at least {:.0f} % / {:.3f} = {:.1f} % of the "yes" people go free, and at '
        "most "
        "{:.1f} % are caught",
        *(
            100 * free,
            factor,
            100 * free / factor,
            100 * chapter["most_caught"](1, accused),
        ),
    )
    for epsilon in (0.1, 1, 4):
        mechanism, factor = RandomizedResponse(epsilon), math.exp(epsilon)
        advantage = (factor - 1) / (factor + 1)
        assert mechanism.p - mechanism.q == pytest.approx(advantage)
        assert mechanism.q == pytest.approx(1 / (factor + 1))
        assert chapter["most_caught"](epsilon, mechanism.q) == pytest.approx(
            mechanism.p
        )
        alphas = np.linspace(0, 1, 1_001)
        power = chapter["most_caught"](epsilon, alphas)
        assert power == pytest.approx(
            1 - np.maximum(0, np.maximum(1 - factor * alphas, (1 - alphas) / factor))
        )
        assert (power - alphas).max() <= advantage + 1e-12
    coin = RandomizedResponse(1)
    chapter.says("At ε = 1 this is {:.1f} percentage points", 100 * (coin.p - coin.q))


def test_explorer_of_the_best_test(chapter):
    explorer = chapter.explorers["The best test an attacker can run"]
    low, *_, high = explorer.choices["epsilon"]
    text = "At {} % false alarms, raise ε from {} to {}"
    chapter.says(text, explorer.start["alpha"], low, high)
    assert explorer.start == {"epsilon": high, "alpha": 5}
    caught = explorer.state(epsilon=1).series[2].y[0]
    text = "catches {:.1f} % of the others at best. What share does the best"
    chapter.says(text, caught)
    assert explorer.state().series[2].y[0] > 7 * caught, "far more than 4 times as much"
    strip, square = (
        explorer.state(epsilon=epsilon).series[0] for epsilon in (low, high)
    )
    strip, square = (
        np.trapezoid(np.subtract(band.high, band.low), band.x) / 100**2
        for band in (strip, square)
    )
    assert strip < 0.06 and square > 0.95


# ε measured from samples


def test_an_audit(chapter):
    measured = chapter["measured"]
    confidence = 100 * measured.confidence
    text = "(Each bound holds with {:.1f} %, so both hold together with at least {:.0f} %.)"
    chapter.says(text, 100 - (100 - confidence) / 2, confidence)
    text = "With {:,} reports from each side and {:.0f} % confidence, ε is at least {:.3f}."
    chapter.says(text, measured.hits_of, confidence, measured.epsilon_lower)
    assert measured.false_alarms_of == measured.hits_of
    chapter.says("The truth is {:g}.", chapter["mechanism"].epsilon)


def test_two_hundred_audits(chapter):
    bounds, middle, low = chapter["bounds"], chapter["middle"], chapter["low"]
    many = bounds.shape[1]
    chapter.says("The figure repeats the audit {} times at each sample size", many)
    chapter.says("the bounds of {} audits close in on the true value one", many)
    assert (bounds > 1).mean(axis=1).max() <= 0.05
    assert low[0] > 0.1 and (np.diff(middle) > 0).all() and 0.97 < middle[-1] < 1
    assert list(chapter["sizes"][[0, -1]]) == [100, 100_000]


def test_the_ceiling_of_a_perfect_attacker(chapter):
    ceiling = dict(zip(chapter["sizes"].tolist(), chapter["ceiling"]))
    reports = chapter["measured"].hits_of
    rare = 1 - 0.005 ** (1 / reports)  # no false alarm has the probability 0.005 then
    chapter.says('{:,} reports from "no" hold no false alarm', reports)
    chapter.says("true rate of {:.5f} that happens once in 200 times:", rare)
    assert round((1 - 0.00053) ** reports, 3) == 0.005
    power = f"{reports:,}".replace(",", "{,}")
    chapter.says("$(1-{:.5f})^{{{}}}$ = {:.3f}.", rare, power, (1 - rare) ** reports)
    chapter.says(r"So $u$ = {:.5f}, likewise $\ell$ = {:.5f}, and", rare, 1 - rare)
    chapter.says(r"the ceiling is $\ln(\ell/u)$ = {:.2f}.", ceiling[reports])
    by_hand = -math.log(1 - 0.005 ** (1 / reports)) + math.log(0.005) / reports
    assert ceiling[reports] == pytest.approx(by_hand, abs=1e-9)
    # as the figure's text says
    assert round(ceiling[100]) == 3 and round(ceiling[100_000]) == 10


# What ε does not promise


def test_two_questions_add_up(chapter):
    assert privacy_loss(chapter["both"]) == pytest.approx(2 * math.log(3), abs=1e-12)


def test_explorer_of_many_questions(chapter):
    explorer = chapter.explorers["Many questions"]
    states = [(50, 0.1), (10, 0.5), (5, 1)]
    text = (
        "Ask {} questions at ε = {} each. Then ask only {} at ε = {}, or {} at ε = {}."
    )
    chapter.says(text, *(number for state in states for number in state))
    chapter.says("Each question has ε = {}. The line shows", explorer.start["epsilon"])
    crowds = explorer.predict.at
    chapter.says("after k = {}, {}, {}, {} and {} questions?", *crowds)
    even, rare, _ = explorer.state().series
    chapter.says("how high a belief of {} % may rise", *re.findall(r"\d+", even.label))
    assert explorer.predict.series == rare.label and set(crowds) <= set(rare.x)
    beliefs = [
        explorer.state(k=k, epsilon=epsilon).series[2].y for k, epsilon in states
    ]
    assert beliefs == [pytest.approx(beliefs[0])] * 3


# Check yourself


def test_quiz_on_randomized_response(chapter):
    mechanism, high = RandomizedResponse(1), 0.9
    p = 100 * mechanism.p
    chapter.says("a. {:.0f} % b. At most {:.0f} %", p, p)
    assert mechanism.p / mechanism.q == pytest.approx(math.e)
    even = 0.5
    assert after_yes(mechanism, even) == pytest.approx(mechanism.p)
    chapter.says("right only for a belief of {:.0f} % before", 100 * even)
    text = "{:.0f} % before becomes {:.0f} %"
    chapter.says(text, 100 * high, 100 * after_yes(mechanism, high))


def test_quiz_on_an_audit(chapter):
    confidence, bound = 99, 0.02
    text = 'An audit with {} % confidence gives the lower bound {}. The maker concludes: "Our ε is '
    text += 'about {}."'
    chapter.says(text, confidence, bound, bound)
    chapter.says("the bound says only that ε is at least {}", bound)
    chapter.says("ε is {} or more", bound)


def test_quiz_on_five_questions(chapter):
    epsilon, questions = 0.5, 5
    total = questions * epsilon
    chapter.says("Five yes/no questions, each with ε = {}", epsilon)
    chapter.says("a. {} b. {} c. {}⁵", epsilon, total, epsilon)
    chapter.says("asked with fresh coins, {} is reached", total)
    once = RandomizedResponse(epsilon).channel()
    assert privacy_loss([[row[0] ** 5, 1 - row[0] ** 5] for row in once]) <= total
    assert math.log((once[0, 0] / once[1, 0]) ** questions) == pytest.approx(total)
    chapter.says("{}⁵ = {:.2f} would mean", epsilon, epsilon**questions)


# Exercises


def test_three_rows(chapter):
    rows = chapter["three_values"]
    chapter.says("rows ({}, {}), ({}, {}), ({}, {})", *np.ravel(rows))
    (high, low), (last, first) = (rows[0][0], rows[2][0]), (rows[2][1], rows[0][1])
    chapter.says("First report: {}/{} = {:.2f}.", high, low, high / low)
    chapter.says("Second report: {}/{} = {:.2g}.", last, first, last / first)
    chapter.says("So ε = ln {:.2g} = {:.3f},", last / first, privacy_loss(rows))
    assert privacy_loss(rows) == pytest.approx(math.log(last / first))
    assert privacy_loss([rows[0], rows[2]]) == privacy_loss(rows), (
        "the middle row plays no part"
    )


def test_raw_with_delta(chapter):
    delta = 0.001
    chapter.says("How many of {:,} people does δ = {} expose", ADULT, delta)
    chapter.says("About {:.0f} people are exposed completely", ADULT * delta)


def test_the_inverted_frequency(chapter):
    for k in (1, 2, 10):
        p = Fraction(1, k) + Fraction(1, 2) * (1 - Fraction(1, k))
        assert chapter["exact_channel"](k)[0][0] == p
    assert privacy_loss(chapter["exact_channel"](1)) == math.inf
    assert privacy_loss(chapter["exact_channel"](2)) == pytest.approx(math.log(3))
    k = 10
    # one in k answers is random, and half of those are true
    suggested = 1 - Fraction(1, 2 * k)
    ratio = suggested / (1 - suggested)
    text = "At {}, ε is {:.2f}, where"
    chapter.says(text, k, privacy_loss(chapter["exact_channel"](k)))
    chapter.says("the name suggests ln {} = {:.2f}", ratio, math.log(ratio))
    assert privacy_loss(chapter["exact_channel"](k)) == pytest.approx(math.log(11 / 9))


def test_a_day_at_16(chapter):
    daily, prior = 16, 1e-6
    chapter.says("A week: at most 7 · {} = {}.", daily, 7 * daily)
    chapter.says("up to $e^{{{}}}$ = {:.1f} million", daily, math.exp(daily) / 1e6)
    odds = posterior_odds(prior / (1 - prior), daily)[1]
    chapter.says("one in a million may become {:.1f} %", 100 * odds / (1 + odds))
