"""Claims of the chapter "What ε promises", computed."""

import math
import re
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import binom

from ldp_course import RandomizedResponse
from ldp_course.audit import audit
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
    text = "The ratio is exactly {}, and its natural logarithm, {:.4f}, is called ε"
    chapter.says(text, largest, math.log(3))
    assert privacy_loss(coins) == pytest.approx(math.log(largest), abs=1e-15)
    assert privacy_loss(chapter["never_a_false_yes"]) == math.inf


def test_post_processing(chapter):
    """A random rule after the report never raises ε; one that sees the coin does."""
    rng = np.random.default_rng(1)
    p, q = COINS.p, COINS.q  # z is the report and whether the coin made it a lie
    assert privacy_loss([[p, 0, 0, q], [0, p, q, 0]]) == math.inf
    assert "costs no ε" in chapter.text
    for _ in range(50):
        channel, rule = (rng.dirichlet(np.ones(k), k) for k in (4, 4))
        assert privacy_loss(channel @ rule) <= privacy_loss(channel) + 1e-12


def test_deniability_at_epsilon_8(chapter):
    times = 1 / RandomizedResponse(8).q
    text = (
        'At ε = 8 a person whose true answer is "no" says "yes" once in {:,.0f} times'
    )
    chapter.says(text, times)
    assert RandomizedResponse(math.log(3)).q == pytest.approx(1 / 4)
    coin = RandomizedResponse(8).channel()
    even, rare = (posterior(coin, [1 - prior, prior])[1, 1] for prior in (0.5, 1e-6))
    chapter.says("The attacker's belief rises to {:.2f} %. Had she", 100 * even)
    text = "one chance in a million, it would rise to {:.1f} % only."
    chapter.says(text, 100 * rare)
    text = "With two coins, one in {:.0f} of the people whose true answer is "
    text += '"no" reports "yes". '
    text += "Here it is one in {:,.0f}."
    chapter.says(text, 1 / COINS.q, times)


# ε as odds


def test_a_belief_of_10_percent(chapter):
    copied, students = 100, 1_000
    prior, (no, yes) = copied / students, posterior(COINS.channel(), [0.9, 0.1])[1]
    chapter.says("Say that {} of {:,} students have copied", copied, students)
    text = "there is a {:.0f} % chance that you have copied"
    chapter.says(text, 100 * prior)
    true, fake = copied * COINS.p, (students - copied) * COINS.q
    text = 'On average {:.0f} of the {} who have copied say "yes", and so do {:.0f} of the {} who'
    chapter.says(text, true, copied, fake, students - copied)
    text = "one of these {:.0f} students, and only one in four of them has copied"
    chapter.says(text, true + fake)
    assert true / (true + fake) == pytest.approx(yes) == 1 / 4
    text = "raised her belief from {:.0f} % to {:.0f} %"
    chapter.says(text, 100 * prior, 100 * yes)
    text = "Before the answers they were {} : {}, or 1 : 9"
    chapter.says(text, copied, students - copied)
    text = 'Among the students who said "yes" they are {:.0f} : {:.0f}, or 3 : 9'
    chapter.says(text, true, fake)
    assert yes / (1 - yes) == pytest.approx(3 / 9) and prior / (
        1 - prior
    ) == pytest.approx(1 / 9)
    text = "and they fall to {:.0f} : {:.0f}, or 1 : {:.0f}."
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
    chapter.says("At ε = {} a report hardly moves any belief", table.index[0])
    # "At ε = 1 it turns an open question into a good guess"; a faint one stays faint
    assert table.loc[1, "50%"] > 0.7 and table.loc[1, "1%"] < 0.03
    chapter.says("even a belief of 1 % may become {:.1f} %", 100 * table.loc[8, "1%"])


def test_explorer_of_the_belief(chapter):
    explorer = chapter.explorers["Belief before and after one answer"]
    epsilons = explorer.choices["epsilon"]
    text = "Set the belief to 10 %, and raise ε from {} to {}"
    chapter.says(text, min(epsilons), max(epsilons))
    for state, picture in explorer.pictures:
        no, yes, _, band = picture.series
        place = np.abs(np.array(band.x) - state["prior"]).argmin()
        ends = band.low[place], band.high[place]
        assert (no.y[0], yes.y[0]) == pytest.approx(ends), "on the border"
    assert explorer.start == {"epsilon": 4, "prior": 1}
    truth = RandomizedResponse(4).p
    chapter.says("with ε = 4 tells the truth with probability {:.1f} %", 100 * truth)
    guessed = explorer.picture_at().series[1].y[0]
    assert guessed == pytest.approx(100 * after_yes(RandomizedResponse(4), 0.01))
    assert guessed < 50, "most of those who report yes hold no"
    text = "You thought there was a {} % chance that a person’s true answer is yes"
    chapter.says(text, explorer.start["prior"])
    text = "A belief of {:.0f} % stays below one half until ε reaches about {:.1f}, and one"
    half = [math.log((1 - prior) / prior) for prior in (0.1, 0.01)]
    chapter.says(text, 10, half[0])
    chapter.says("of 1 % until about {:.1f}. Up to there, most", half[1])
    for prior, epsilon in zip((0.1, 0.01), half):
        assert after_yes(RandomizedResponse(epsilon), prior) == pytest.approx(0.5)


# ε as a bound on any test


def test_the_best_test(chapter):
    alpha, factor = 0.05, math.e
    caught = chapter["most_caught"](1, alpha)
    text = "let her rule accuse {:.0f} % of the innocent"
    chapter.says(text, 100 * alpha)
    chapter.says("at most $e$ = {:.3f} times as likely", factor)
    text = "at most {:.3f} · {:.0f} % = {:.1f} % of the cheaters"
    chapter.says(text, factor, 100 * alpha, 100 * caught)
    accused, free = 0.6, 0.4
    text = "Let her accuse {:.0f} % of the innocent and clear the other {:.0f} %"
    chapter.says(text, 100 * accused, 100 * free)
    chapter.says("A report that clears its sender is at most {:.3f} times as", factor)
    chapter.says(
        "So at least {:.0f} % / {:.3f} = {:.1f} % of the cheaters are "
        "cleared as well, and at most {:.1f} % are caught",
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


def test_the_bound_is_for_one_report_and_nothing_else():
    """Gossip, or a comparison of two people, can help more than the bound allows."""
    most = lambda e, a: min(math.exp(e) * a, 1 - (1 - a) / math.exp(e))  # noqa: E731
    # 100 of 1,000 copied; gossip names 80, of whom 60 copied; no report is read
    assert most(1, 20 / 900) < 60 / 100
    # one of two people did it: accuse whoever says yes while the other says no
    coin = RandomizedResponse(1)
    assert coin.p**2 > most(1, coin.q**2)
    # a rule that sees one report, with coins of its own, keeps it in any channel
    rng = np.random.default_rng(4)
    for _ in range(200):
        channel, rule = rng.dirichlet(np.ones(4), 2), rng.random(4)
        alpha, caught = channel @ rule
        assert caught <= most(privacy_loss(channel), alpha) + 1e-12


def test_explorer_of_the_best_test(chapter):
    explorer = chapter.explorers["The best test an attacker can run"]
    low, *_, high = explorer.choices["epsilon"]
    text = "At {} % false alarms, raise ε from {} to {}"
    chapter.says(text, explorer.start["alpha"], low, high)
    assert explorer.start == {"epsilon": high, "alpha": 5}
    caught = explorer.picture_at(epsilon=1).series[2].y[0]
    text = "catches {:.1f} % of the cheaters at best. What share does the best"
    chapter.says(text, caught)
    assert explorer.picture_at().series[2].y[0] > 7 * caught, (
        "far more than 4 times as much"
    )
    strip, square = (
        explorer.picture_at(epsilon=epsilon).series[0] for epsilon in (low, high)
    )
    strip, square = (
        np.trapezoid(np.subtract(band.high, band.low), band.x) / 100**2
        for band in (strip, square)
    )
    assert strip < 0.06 and square > 0.95


# ε measured from samples


def bounds_of_an_audit(hits, false_alarms, n, error=1 / 200):
    """Return the Clopper-Pearson bounds by their definition, solved with SciPy."""
    low = brentq(lambda p: binom.sf(hits - 1, n, p) - error, 1e-9, hits / n)
    high = brentq(
        lambda p: binom.cdf(false_alarms, n, p) - error, false_alarms / n, 1 - 1e-9
    )
    return low, high


def test_an_audit(chapter):
    measured = chapter["measured"]
    hits, alarms, n = measured.hits, measured.false_alarms, measured.hits_of
    assert measured.false_alarms_of == n and measured.confidence == 1 - 2 / 200
    text = (
        "come up {:,}/{:,} = {:.2f} times as often as false alarms, and the logarithm "
    )
    text += "of this ratio is {:.3f}."
    chapter.says(text, hits, alarms, hits / alarms, math.log(hits / alarms))
    low, high = bounds_of_an_audit(hits, alarms, n)
    bound = math.log(low / high)
    chapter.says("in at most one audit out of {:.0f}, so both", 1 / 0.005)
    text = r"result is $\ln(\ell/u) = \ln({:.4f}/{:.4f})$ = {:.3f}."
    chapter.says(text, low, high, bound)
    chapter.says('make {:,} reports for the true answer "yes"', n)
    text = "our audit says, with {:.0f} % confidence, that ε is at least {:.3f}."
    chapter.says(text, 100 * measured.confidence, bound)
    assert measured.epsilon_lower == pytest.approx(bound, abs=1e-9)
    text = "trying rates: at {:.4f}, so many hits or more have the probability {:.3f}."
    chapter.says(text, low, binom.sf(hits - 1, n, round(low, 4)))
    chapter.says("another {:,} reports would have given other counts", n)
    chapter.says("We happen to know that it's {:g}", chapter["mechanism"].epsilon)
    chapter.says("A maker who had claimed ε = {:g} would have been", refuted := 0.9)
    assert bound > refuted


def test_a_test_that_is_chosen_after_looking(chapter):
    """Reports that say nothing; a list of what came more often from "yes"."""
    values, audits, rng, found, learned = 1_000, 300, np.random.default_rng(1), 0, 0
    counted = []
    for _ in range(audits):
        yes, no = rng.integers(values, size=(2, 10_000))
        counts = (np.bincount(reports, minlength=values) for reports in (yes, no))
        often = np.flatnonzero(np.greater(*counts))
        looked = audit(
            yes, no, confidence=0.99, event=partial(np.isin, test_elements=often)
        )
        counted.append((looked.hits, looked.false_alarms))
        found += looked.epsilon_lower > 0
        learned += audit(yes, no, confidence=0.99).epsilon_lower > 0
    chapter.says("sends a number from 1 to {:,} at random, so its ε is 0", values)
    chapter.says('We took {:,} reports for "yes"', len(yes))
    chapter.says("In {} audits that we simulated, it had", audits)
    chapter.says("All {} came back with", audits)
    assert found == audits
    text = "it had on average {:,.0f} hits against {:,.0f} false alarms, although"
    chapter.says(text, *np.round(np.mean(counted, axis=0), -2))
    assert learned == 0  # with one half to learn from


def test_two_hundred_audits(chapter):
    bounds, middle, low = chapter["bounds"], chapter["middle"], chapter["low"]
    many = bounds.shape[1]
    chapter.says("below repeats the audit {} times at each sample size", many)
    chapter.says("the bounds of {} audits close in on the true value one", many)
    assert (bounds > 1).mean(axis=1).max() <= 0.05
    assert low[0] > 0.1 and (np.diff(middle) > 0).all() and 0.97 < middle[-1] < 1
    assert list(chapter["sizes"][[0, -1]]) == [100, 100_000]


def test_the_ceiling_of_a_perfect_attacker(chapter):
    ceiling = dict(zip(chapter["sizes"].tolist(), chapter["ceiling"]))
    reports = chapter["measured"].hits_of
    rare = 1 - 0.005 ** (1 / reports)  # no false alarm has the probability 0.005 then
    chapter.says('Among {:,} reports from "no" there is not one false alarm', reports)
    text = (
        "If their true rate were {:.5f}, we'd still see none in one audit out of {:.0f}"
    )
    chapter.says(text, rare, 1 / (1 - rare) ** reports)
    assert round((1 - 0.00053) ** reports, 3) == 0.005
    power = f"{reports:,}".replace(",", "{,}")
    chapter.says("$(1-{:.5f})^{{{}}}$ = {:.3f}.", rare, power, (1 - rare) ** reports)
    text = r"only say $u$ = {:.5f}, and in the same way $\ell$ = {:.5f}."
    chapter.says(text, rare, 1 - rare)
    chapter.says(r"The bound is $\ln(\ell/u)$ = {:.2f}, although", ceiling[reports])
    by_hand = -math.log(1 - 0.005 ** (1 / reports)) + math.log(0.005) / reports
    assert ceiling[reports] == pytest.approx(by_hand, abs=1e-9)
    # as the figure's text says
    assert round(ceiling[100]) == 3 and round(ceiling[100_000]) == 10


# The same promise with a curator


def laplace_loss(shifts, epsilon):
    """Return ln of the largest ratio when Laplace noise must hide these shifts."""
    noise = np.arange(-60, 61)
    return sum((epsilon * (abs(noise - shift) - abs(noise))).max() for shift in shifts)


def test_replacing_is_removing_and_adding():
    """Noise for one more person in a cell, and for a person who changes the cell."""
    assert laplace_loss([1], 1.5) == 1.5  # a count: its sensitivity is 1
    assert laplace_loss([1, -1], 1.5) == 2 * 1.5
    # question 6: yes and no counted, replaced; the count of yes alone stays at 1
    assert laplace_loss([1, -1], 1) == 2 and laplace_loss([1], 1) == 1
    # "in a large poll, and unless ε is very large, far smaller than theirs"
    for n, epsilon in ((10_000, 6), (10**6, 11)):
        coins = n * RandomizedResponse(epsilon).variance(n, 0.5) ** 0.5
        assert coins > 20 * math.sqrt(2) / epsilon
    # "an average of ages changes by at most the range divided by the number of people"
    others, ages = np.full(9, 40.0), np.array([17.0, 90.0])
    moved = np.ptp([np.mean([*others, age]) for age in ages])
    assert moved == pytest.approx(np.ptp(ages) / 10)


def test_halving_noise_makes_the_promise(chapter):
    """Noise that a step makes half as likely, for results of 100 and of 101."""
    result, one, two = 103, 100, 101
    text = "Say she publishes {}. If {} students have copied, the noise was +{}."
    chapter.says(text, result, one, result - one)
    chapter.says(
        "If you've copied too and the true count is {}, the noise was +{}",
        two,
        result - two,
    )
    noise = np.arange(-50, 51)
    chance = 2.0 ** -np.abs(noise) / 3
    assert chance.sum() == pytest.approx(1)  # ⅓, ⅙, ⅙, and so on
    assert chance[np.abs(noise) <= 1].sum() == pytest.approx(2 / 3)
    ratios = chance[1:] / chance[:-1]
    assert set(ratios) == {2, 1 / 2}
    assert laplace_loss([1], math.log(2)) == pytest.approx(math.log(2))

    # "unless ε is large, the noise is about six times as large": standard deviations
    def deviation(epsilon):
        return math.sqrt(2 * math.exp(-epsilon)) / (1 - math.exp(-epsilon))

    assert 6 < deviation(math.log(2) / 6) / deviation(math.log(2)) < 6.2
    assert deviation(8 / 6) / deviation(8) > 30


# A little room in the bound: δ


def needed_delta(channel, epsilon):
    """Return the smallest δ, over all sets of reports and all pairs of values."""
    excess = [
        np.maximum(np.subtract(row, math.exp(epsilon) * np.array(other)), 0).sum()
        for row in channel
        for other in channel
    ]
    return max(excess)


def test_what_delta_excuses(chapter):
    delta = 0.001  # the report "nothing", or the value itself
    rows = [[1 - delta, delta, 0], [1 - delta, 0, delta]]
    assert needed_delta(rows, 0) == pytest.approx(delta)
    assert privacy_loss(rows) == math.inf
    # "respect the factor except for some that are sent with at most δ in all"
    e, q = math.exp(1), 1 / (math.exp(1) + 1)
    kept = [[(1 - delta) * p for p in row] for row in ([e * q, q], [q, e * q])]
    rows = [[*kept[0], delta, 0], [*kept[1], 0, delta]]
    assert needed_delta(rows, 1) == pytest.approx(delta)
    factor = 2.9
    delta = needed_delta(COINS.channel(), math.log(factor))
    assert delta == pytest.approx(COINS.p - factor * COINS.q)
    assert COINS.p == pytest.approx(3 / 4)
    text = (
        'Hold our two coins to a factor of {}. A cheater\'s "yes" has probability ¾, '
    )
    text += "and {} · ¼ = {:.3f} is allowed."
    chapter.says(text, factor, factor, factor * COINS.q)
    chapter.says("yet a δ of {:.3f}, the difference, makes up for", delta)
    # single reports would be excused by δ alone: a thousand rare ones are not
    values = np.eye(2).repeat(1_000, axis=1) / 1_000
    assert values.max() <= delta and needed_delta(values, 0) == pytest.approx(1)


# What ε does not promise


def test_two_questions_add_up(chapter):
    assert privacy_loss(chapter["both"]) == pytest.approx(2 * math.log(3), abs=1e-12)
    same_truth = [chapter["both"][0], chapter["both"][-1]]
    assert privacy_loss(same_truth) == pytest.approx(2 * math.log(3), abs=1e-12)


# How to say it


def test_two_coins_in_people(chapter):
    text = 'Of {} people whose true answer is "yes", about {:.0f} send "yes".'
    chapter.says(text, 100, 100 * COINS.p)
    text = 'Of {} people whose true answer is "no", about {:.0f} send "yes" as well.'
    chapter.says(text, 100, 100 * COINS.q)
    text = "there was a {:.0f} in 100 chance that your true answer is"
    chapter.says(text, 10)
    chapter.says("may think that it is {:.0f} in 100.", 100 * after_yes(COINS, 0.1))


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
    even, rare, _ = explorer.picture_at().series
    chapter.says("how high a belief of {} % may rise", *re.findall(r"\d+", even.label))
    assert explorer.predict.series == rare.label and set(crowds) <= set(rare.x)
    beliefs = [
        explorer.picture_at(k=k, epsilon=epsilon).series[2].y for k, epsilon in states
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
    text = "thought beforehand that the chance was {:.0f} %"
    chapter.says(text, 100 * even)
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
    text = "a. {} b. {} c. {:.1f}, since independent errors add up in squares"
    chapter.says(text, epsilon, total, epsilon * math.sqrt(questions))
    chapter.says("asked with fresh coins, {} is reached", total)
    once = RandomizedResponse(epsilon).channel()
    assert privacy_loss([[row[0] ** 5, 1 - row[0] ** 5] for row in once]) <= total
    assert math.log((once[0, 0] / once[1, 0]) ** questions) == pytest.approx(total)

    def delta(k, total):
        """Return δ of k answers about one thing, at this total ε."""
        true = np.arange(k + 1)
        if_yes, if_no = (binom.pmf(true, k, p) for p in once[0])
        return np.maximum(if_yes - math.exp(total) * if_no, 0).sum()

    assert delta(5, 0.9999 * total) > 1e-6  # "over five it gains practically nothing"
    assert delta(50, 0.85 * 50 * epsilon) < 1e-6  # "over many more slowly"


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
    assert needed_delta(COINS.channel(), math.log(2)) == pytest.approx(1 / 4)  # "δ = ¼"


def test_an_audit_by_hand(chapter):
    hits, alarms, n = 1_560, 440, 2_000
    chapter.says("generate {:,} reports for each true answer", n)
    chapter.says("there are {:,} hits, and", hits)
    text = "the ratio {:,}/{} = {:.2f}, and its logarithm is {:.3f}."
    chapter.says(text, hits, alarms, hits / alarms, math.log(hits / alarms))
    low, high = bounds_of_an_audit(hits, alarms, n)
    text = r"With $\ell$ = {:.3f} and $u$ = {:.3f} the bound is $\ln(\ell/u)$ = {:.3f}."
    chapter.says(text, low, high, math.log(low / high))
    assert 1 < math.log(low / high) < 1.2 < math.log(hits / alarms)


def test_the_noise_of_a_curator(chapter):
    half = math.log(2)
    chapter.says("factor is 2 and ε = ln 2 = {:.3f}.", laplace_loss([1], half))
    chapter.says("4, and ε = 2 ln 2 = {:.3f}.", laplace_loss([1, -1], half))
    text = "so ε = 6 ln 2 = {:.3f}, which promises little."
    chapter.says(text, laplace_loss([6], half))
    factor = 2 ** (1 / 6)
    chapter.says("$2^{{1/6}}$ = {:.3f}.", factor)
    assert laplace_loss([6], math.log(factor)) == pytest.approx(half)


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
    asked = 1_000
    text = 'Then about {:.0f} people should say "yes" at {}, and about {:.0f} at 1.'
    chapter.says(text, float(asked * suggested), k, asked / 2)
    chapter.says(
        "In the output it is about {:.0f} at {} and", asked * (k + 1) / (2 * k), k
    )


def test_a_day_at_16(chapter):
    daily, prior = 16, 1e-6
    chapter.says("A week: at most 7 · {} = {}.", daily, 7 * daily)
    chapter.says("up to $e^{{{}}}$ = {:.1f} million", daily, math.exp(daily) / 1e6)
    odds = posterior_odds(prior / (1 - prior), daily)[1]
    chapter.says("one in a million may become {:.1f} %", 100 * odds / (1 + odds))


def test_a_promise_in_a_press_release(chapter):
    text = 'means that a "yes" can be up to {:.1f} times as likely'
    chapter.says(text, math.e)
    even, week = after_yes(RandomizedResponse(1), 0.5), posterior_odds(1, 7)[1]
    assert 0.7 < even < 0.8  # "about three in four"
    assert week / (1 + week) > 0.999  # "all but certain"
    text = "uses the simplest rule with ε = 1, the first number is {:.0f}."
    chapter.says(text, 100 * RandomizedResponse(1).q)
