"""What the chapter "What ε promises" says, computed."""

import math
from fractions import Fraction

import numpy as np
import pytest

from ldp_course import RandomizedResponse
from ldp_course.data import load_adult
from ldp_course.privacy import posterior, posterior_odds, privacy_loss, trade_off
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

COINS = RandomizedResponse.two_coin()
ADULT = 32_561


def after_yes(mechanism, prior):
    return posterior(mechanism.channel(), [1 - prior, prior])[1, 1]


def ten_thousandths(variance):
    return f"{1e4 * variance:.1f} · 10⁻⁴"


# A ratio and its logarithm


def test_names_and_minutes(chapter):
    chapter.names("**Time**: 60 minutes", "For macOS 10.12, report")
    chapter.names("(commit 074e7b6 of its public repository)")


def test_two_coins_have_the_ratio_3(chapter):
    coins, largest = chapter["coins"], chapter["largest_ratio"](chapter["coins"])
    assert np.array_equal(np.array(coins, dtype=float), COINS.channel())
    chapter.says("Exactly {}. Its natural logarithm, {:.4f}, is called ε", largest, math.log(3))
    assert privacy_loss(coins) == pytest.approx(math.log(largest), abs=1e-15)
    assert privacy_loss(chapter["never_a_false_yes"]) == math.inf


def test_deniability_at_epsilon_8(chapter):
    times = 1 / RandomizedResponse(8).q
    chapter.says('at ε = 8, "no" people report "yes" once in {:,.0f} times', times)
    chapter.says('"no" people report "yes" only once in {:,.0f} times', times)
    chapter.says(
        'With two coins, one "no" person in {:.0f} reports "yes"; here it is one in {:,.0f}.',
        1 / COINS.q,
        times,
    )


# ε as odds


def test_a_belief_of_10_percent(chapter):
    prior, (no, yes) = 0.1, posterior(COINS.channel(), [0.9, 0.1])[1]
    chapter.says('Somebody believes with {:.0f} % that your truth is "yes"', 100 * prior)
    chapter.says("the odds become 3 : 9, a belief of {:.0f} %", 100 * yes)
    assert yes / (1 - yes) == pytest.approx(3 / 9)
    chapter.says('After "no" they become 1 : {:.0f}.', (1 - no) / no)


def test_highest_beliefs(chapter):
    table = chapter["table"]
    priors = [float(column.rstrip("%")) for column in table.columns[1:]]
    chapter.says("for beliefs of {:.0f} %, {:.0f} % and {:.0f} % before it", *priors)
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
    chapter.says(
        "Keep the belief at {} % and raise ε from {} to {}",
        explorer.start["prior"],
        min(epsilons),
        max(epsilons),
    )
    for state, picture in explorer.pictures:
        band, _, points = picture.series
        place = np.abs(np.array(band.x) - state["prior"]).argmin()
        assert points.y == pytest.approx((band.low[place], band.high[place])), "on the border"


# ε as a bound on any test


def test_the_best_test(chapter):
    alpha = 0.05
    chapter.says(
        "whoever accuses {:.0f} % of the innocent catches {:.1f} % of the others at best",
        100 * alpha,
        100 * (1 - trade_off(1, alpha)),
    )
    for epsilon in (0.1, 1, 4):
        mechanism, factor = RandomizedResponse(epsilon), math.exp(epsilon)
        advantage = (factor - 1) / (factor + 1)
        assert mechanism.p - mechanism.q == pytest.approx(advantage)
        assert mechanism.q == pytest.approx(1 / (factor + 1))
        assert 1 - trade_off(epsilon, mechanism.q) == pytest.approx(mechanism.p)
        alphas = np.linspace(0, 1, 1_001)
        power = 1 - trade_off(epsilon, alphas)
        assert power == pytest.approx(np.minimum(factor * alphas, 1 - (1 - alphas) / factor))
        assert (power - alphas).max() <= advantage + 1e-12


def test_explorer_of_the_best_test(chapter):
    explorer = chapter.explorers["The best test an attacker can run"]
    low, *_, high = explorer.choices["epsilon"]
    chapter.says("At {} % false alarms, raise ε from {} to {}", explorer.start["alpha"], low, high)
    strip, square = (explorer.state(epsilon=epsilon).series[0] for epsilon in (low, high))
    strip, square = (
        np.trapezoid(np.subtract(band.high, band.low), band.x) / 100**2 for band in (strip, square)
    )
    assert strip < 0.06 and square > 0.95


# ε measured from samples


def test_an_audit(chapter):
    measured = chapter["measured"]
    confidence = 100 * measured.confidence
    chapter.says(
        "(each bound with {:.1f} %, so both hold together with {:.0f} %)",
        100 - (100 - confidence) / 2,
        confidence,
    )
    chapter.says(
        "With {:,} reports from each side and {:.0f} % confidence, ε is at least {:.3f}.",
        measured.hits_of,
        confidence,
        measured.epsilon_lower,
    )
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
    chapter.says("At {:,} reports the ceiling is {:.2f},", reports, ceiling[reports])
    by_hand = -math.log(1 - 0.005 ** (1 / reports)) + math.log(0.005) / reports
    assert ceiling[reports] == pytest.approx(by_hand, abs=1e-9)
    assert round(ceiling[100]) == 3 and round(ceiling[100_000]) == 10  # as the figure's text says


# What ε does not promise


def test_two_questions_add_up(chapter):
    one, both = (chapter["largest_ratio"](chapter[name]) for name in ("coins", "both"))
    chapter.says("the check is exact: {} = {} · {}", both, one, one)
    assert privacy_loss(chapter["both"]) == pytest.approx(2 * math.log(3), abs=1e-12)


def test_explorer_of_many_questions(chapter):
    explorer = chapter.explorers["Many questions"]
    states = [(50, 0.1), (10, 0.5), (5, 1)]
    chapter.says(
        "Ask {} questions at ε = {} each. Then ask only {} at ε = {}, or {} at ε = {}.",
        *(number for state in states for number in state),
    )
    beliefs = [explorer.state(k=k, epsilon=epsilon).series[2].y for k, epsilon in states]
    assert beliefs == [pytest.approx(beliefs[0])] * 3


def test_split_the_people(chapter):
    questions, people, rng = 4, 10_000, np.random.default_rng(7)
    ways = (1, people // questions), (1 / questions, people)
    variances = [RandomizedResponse(epsilon).variance(n, 0.5) for epsilon, n in ways]
    chapter.says("With ε = 1, $h$ = {} and {:,} people", questions, people)
    chapter.says(
        "each share has variance {} if each person answers one question with ε = 1, and {} if",
        *map(ten_thousandths, variances),
    )
    chapter.names("add sampling error, at most 1 · 10⁻⁴ here")
    assert 0.25 / (people // questions) <= 1e-4
    for (epsilon, n), variance in zip(ways, variances):
        mechanism = RandomizedResponse(epsilon)
        shares = [mechanism.simulate([n // 2, n // 2], rng).frequencies[1] for _ in range(2_000)]
        assert 0.83 < np.var(shares) / variance < 1.18  # false alarm: below 1e-6


# What locality costs


def test_local_and_central_noise(chapter):
    local, central = chapter["local_error"], chapter["central_error"]
    assert local(1, 500) ** 2 == pytest.approx(RandomizedResponse(1).variance(500, 0.3))
    chapter.says("With {:,} people and ε = 1, local noise is", ADULT)
    chapter.says("local noise is {:.0f} times as large", local(1, ADULT) / central(1, ADULT))
    chapter.says(r"The ratio is ${:.2f}\sqrt n$ at ε = 1", local(1, 1) / central(1, 1))
    chapter.says(
        "among {:,} people, noise of {:.2f} percentage points, where a trusted collector would "
        "have needed {:.3f} for the same ε",
        ADULT,
        100 * local(math.log(3), ADULT),
        100 * central(math.log(3), ADULT),
    )


def test_laplace_noise(chapter):
    scale, step = 0.5, 1e-3
    z = np.linspace(-6, 6, 12_001)
    density = np.exp(-np.abs(z) / scale) / (2 * scale)
    moved = np.log(density[1_000:] / density[:-1_000])  # the count moves by 1
    assert np.abs(moved).max() == pytest.approx(1 / scale)
    assert np.sqrt((density * z**2).sum() * step) == pytest.approx(math.sqrt(2) * scale, abs=1e-3)
    assert chapter["central_error"](1 / scale, 1) == pytest.approx(math.sqrt(2) * scale)


def test_four_hundred_collections(chapter):
    people, runs = chapter["people"], chapter["local_runs"].shape[1]
    chapter.says("Theory and {} simulated collections", runs)
    chapter.says("The standard deviations of {} simulated collections", runs)
    theories = {
        "local_runs": chapter["local_error"](1, people),
        "central_runs": chapter["central_error"](1, people),
        "sample_runs": 0.5 / np.sqrt(people),
    }
    for name, theory in theories.items():
        ratio = chapter[name].std(axis=1) / theory
        assert chapter[name].shape[1] == runs and ratio.min() > 0.75 and ratio.max() < 1.3
    assert 1.9 < theories["local_runs"][0] / theories["sample_runs"][0] < 2, "nearly twice"


def test_locality_costs_a_factor_of_people(chapter):
    noise, half = chapter["local_error"](1, 1) ** 2, 0.25
    chapter.says("the factor is ({0:.2f} + {1})/{1} = {2:.1f}", noise, half, (noise + half) / half)
    sales = load_adult()["occupation"].eq("Sales").mean()
    variance = sales * (1 - sales)
    chapter.says(
        "it is larger: {:.1f} for the {:.1f} % of Adult who work in Sales",
        (noise + variance) / variance,
        100 * sales,
    )


def test_explorer_of_the_cost(chapter):
    explorer = chapter.explorers["What locality costs"]
    few, *_, many = explorer.choices["n"]
    chapter.says("At ε = 1, raise N from {} to {:,}.", few, many)
    chapter.says("Then lower ε at {:,} people", explorer.start["n"])
    away = []
    for state, picture in explorer.pictures:
        at = state["epsilon"], state["n"]
        lines = 100 * chapter["local_error"](*at), 100 * chapter["central_error"](*at)
        away.append(np.abs(np.divide(picture.series[3].y, lines) - 1))
    chapter.says(
        "with local noise by at most {:.0f} % from the line, with central noise by at most "
        "{:.0f} %",
        *np.ceil(100 * np.max(away, axis=0)),
    )


# Check yourself


def test_quiz_on_randomized_response(chapter):
    mechanism, high = RandomizedResponse(1), 0.9
    p = 100 * mechanism.p
    chapter.says("a. {:.0f} % b. At most {:.0f} %", p, p)
    assert mechanism.p / mechanism.q == pytest.approx(math.e)
    even = 0.5
    assert after_yes(mechanism, even) == pytest.approx(mechanism.p)
    chapter.says("right only for a belief of {:.0f} % before", 100 * even)
    chapter.says("{:.0f} % before becomes {:.0f} %", 100 * high, 100 * after_yes(mechanism, high))


def test_quiz_on_an_audit(chapter):
    confidence, bound = 99, 0.02
    chapter.says(
        'An audit with {} % confidence gives the lower bound {}. The maker concludes: "Our ε is '
        'about {}."',
        confidence,
        bound,
        bound,
    )
    chapter.says("the bound says only that ε is at least {}", bound)
    chapter.says("b. Yes, with {} % confidence", confidence)
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


def test_quiz_on_the_street(chapter):
    dogs = 95
    chapter.says("shows that {} % of the people in Kim's street own a dog", dogs)


# Exercises


def test_three_rows(chapter):
    rows = chapter["three_values"]
    chapter.says("rows ({}, {}), ({}, {}), ({}, {})", *np.ravel(rows))
    (high, low), (last, first) = (rows[0][0], rows[2][0]), (rows[2][1], rows[0][1])
    chapter.says("First report: {}/{} = {:.2f}.", high, low, high / low)
    chapter.says("Second report: {}/{} = {:.2g}.", last, first, last / first)
    chapter.says("So ε = ln {:.2g} = {:.3f},", last / first, privacy_loss(rows))
    assert privacy_loss(rows) == pytest.approx(math.log(last / first))
    assert privacy_loss([rows[0], rows[2]]) == privacy_loss(rows), "the middle row plays no part"


def test_raw_with_delta(chapter):
    delta = 0.001
    chapter.says("How many of {:,} people does δ = {} expose", ADULT, delta)
    chapter.says("About {:.0f} people are exposed completely", ADULT * delta)


def test_the_inverted_frequency(chapter):
    chapter.gives('We ask 1,000 people with "yes" at 1, 2 and 10', "What did you expect at 10")
    for k in (1, 2, 10):
        p = Fraction(1, k) + Fraction(1, 2) * (1 - Fraction(1, k))
        assert chapter["exact_channel"](k)[0][0] == p
    assert privacy_loss(chapter["exact_channel"](1)) == math.inf
    assert privacy_loss(chapter["exact_channel"](2)) == pytest.approx(math.log(3))
    k = 10
    suggested = 1 - Fraction(1, 2 * k)  # one in k answers is random, and half of those are true
    ratio = suggested / (1 - suggested)
    chapter.says("At {}, ε is {:.2f}, where", k, privacy_loss(chapter["exact_channel"](k)))
    chapter.says("the name suggests ln {} = {:.2f}", ratio, math.log(ratio))
    assert privacy_loss(chapter["exact_channel"](k)) == pytest.approx(math.log(11 / 9))


def test_a_day_at_16(chapter):
    daily, prior = 16, 1e-6
    chapter.says("a total ε of up to {} a day", daily)
    chapter.says("A week: at most 7 · {} = {}.", daily, 7 * daily)
    chapter.says("up to $e^{{{}}}$ = {:.1f} million", daily, math.exp(daily) / 1e6)
    odds = posterior_odds(prior / (1 - prior), daily)[1]
    chapter.says("one in a million may become {:.1f} %", 100 * odds / (1 + odds))
