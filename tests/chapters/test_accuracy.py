"""Claims of the chapter "How many people?", computed."""

import itertools
from itertools import product
from math import prod

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import expit
from scipy.stats import binom, laplace, norm

from ldp_course import RandomizedResponse
from ldp_course.data import load_adult
from ldp_course.privacy import privacy_loss
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

Z = norm.ppf(0.975)


def privacy_part(epsilon, n=1):
    """Return the standard error that the coins alone cause."""
    return np.sqrt(RandomizedResponse(epsilon).variance(n, 0.5))


def test_the_spread_of_the_first_polls(chapter):
    polls = chapter["polls"]
    n, sampling = 1_000, np.sqrt(0.25 / 1_000)
    both = chapter["standard_error"](1, n, 0.5)
    text = "we draw {:,} people from a population in which half would truthfully say"
    chapter.says(text, n)
    chapter.says("poll them at ε = 1. Then we do the same {:,} times", len(polls))
    text = "have a standard deviation of {:.1f} percentage points"
    chapter.says(text, 100 * polls.std())
    text = r"it would have been $\sqrt{{0.25/{}}}$, or {:.1f} points"
    chapter.says(text, n, 100 * sampling)
    assert polls.std() > 2 * sampling  # "Most of the error must come from the coins"
    assert abs(polls.mean() - 0.5) < 4 * both / np.sqrt(len(polls))
    assert polls.std() / both == pytest.approx(1, abs=0.05)
    chapter.says("`standard_error(1, {:_}, 0.5)` gives {:.4f}", n, both)


def test_the_coins_are_right_on_average_about_any_people():
    """So their error is uncorrelated with that of the draw, and variances add."""
    coins, n = RandomizedResponse(1), 5
    for yes in range(n + 1):
        said = np.convolve(
            binom.pmf(np.arange(yes + 1), yes, coins.p),
            binom.pmf(np.arange(n - yes + 1), n - yes, coins.q),
        )
        estimates = (np.arange(n + 1) / n - coins.q) / (coins.p - coins.q)
        assert said @ estimates == pytest.approx(yes / n)
        assert said @ (estimates - yes / n) ** 2 == pytest.approx(
            privacy_part(1, n) ** 2
        )


@pytest.mark.parametrize("epsilon, share", [(0.1, 0.3), (1, 0.5), (3, 0.02)])
def test_the_variance_splits(run_chapter, epsilon, share):
    m = RandomizedResponse(epsilon)
    reported = m.q + share * (m.p - m.q)
    variance = reported * (1 - reported) / (7 * (2 * m.p - 1) ** 2)
    assert np.isclose(variance, run_chapter["standard_error"](epsilon, 7, share) ** 2)
    assert np.isclose(
        m.variance(1, share), np.exp(epsilon) / (np.exp(epsilon) - 1) ** 2
    )


def test_squares_add(chapter):
    n, table = 1_000, 100 * chapter["table"]
    for _, (sampling, privacy, both) in table.iterrows():
        assert (sampling**2 + privacy**2) == pytest.approx(both**2)
    assert np.allclose(table["sampling"], 100 * np.sqrt(0.25 / n))
    chapter.says(r"percentage points, for {:,} people and $\pi$ = ½.", n)
    ratio = table["privacy"] / table["sampling"]
    strict = 0.1
    chapter.says("At ε = {} the coins cause twenty times the error", strict)
    assert round(ratio[strict]) == 20
    assert table["both"][strict] < 1.002 * table["privacy"][strict]  # "hardly matters"
    assert table["both"][4] < 1.04 * table["sampling"][4]  # nor do the coins
    # "the same for a hundred people and for a hundred million"
    ratios = [privacy_part(1, n) / np.sqrt(0.25 / n) for n in (100, 10**8)]
    assert np.isclose(*ratios)


def test_the_interval_leaves_the_sampling_out(chapter):
    n, share = 1_000, 0.5
    reach = 100 * Z * privacy_part(1, n)
    text = "For our polls it reaches about ± {:.0f} points, {:.2f} times the {:.2f} in"
    chapter.says(text, reach, Z, 100 * privacy_part(1, n))
    assert chapter["table"]["privacy"][1.0] == pytest.approx(privacy_part(1, n))
    both = 100 * Z * chapter["standard_error"](1, n, share)
    chapter.says("and it has to reach ± {:.1f} points", both)
    estimate = RandomizedResponse(1).simulate([500, 500], np.random.default_rng(0))
    low, high = np.array(estimate.interval())[:, 1]
    assert (high - low) / 2 == pytest.approx(Z * privacy_part(1, n))


def test_the_plan(chapter):
    people, none = chapter["people_needed"](1, 0.02), int(np.ceil(Z**2 / 0.02**2 / 4))
    confidence = norm.cdf(Z) - norm.cdf(-Z)
    text = "of the truth in {:.0f} % of all surveys like this one"
    chapter.says(text, 100 * confidence)
    chapter.says("an estimate lies within [{:.2f} standard errors", Z)
    chapter.says("about {:.2f} for 95 %", Z)
    chapter.says("the answer to our question is **{:,} people**.", people)
    chapter.says("$n = z^2/(4m^2)$ is {:,} people", none)
    chapter.says("add a variance of {:.2f} per person to the ¼", privacy_part(1) ** 2)
    coins = RandomizedResponse(1)
    assert 2_000 < people * coins.p * coins.q < 2_500  # "more than two thousand"
    shares = np.linspace(0, 1, 101)
    errors = chapter["standard_error"](1, people, shares)
    assert errors.argmax() == 50  # "At any other share ... smaller"
    text = "With {:.0f} % confidence at ε = 1 it takes {:,} people to get within two points, "
    chapter.says(text + "nearly five times", 100 * confidence, people)
    factor = [1 + privacy_part(e) ** 2 / 0.25 for e in (1, 0.1)]
    assert 4.5 < factor[0] < 5  # "nearly five times as many people"
    assert factor[0] == pytest.approx(people / none, rel=1e-3)
    of_rare = 1 + privacy_part(1) ** 2 / (0.01 * 0.99)
    text = r"smallest at $\pi$ = ½, where it's {:.1f} for ε = 1. At $\pi$ = 1 % it's {:.0f}."
    chapter.says(text, factor[0], of_rare)
    spread = np.array([0, privacy_part(1) ** 2]) + 0.01 * 0.99
    honest, private = np.ceil((Z / 0.02) ** 2 * spread).astype(int)
    chapter.says("the same formula asks for {} people instead of {:,}.", honest, none)
    within = binom.cdf(np.floor(0.03 * honest), honest, 0.01)
    chapter.says("within two points in only {:.0f} % of surveys", 100 * within)
    chapter.says("With coins she still needs {:,}, because the coins", private)
    these = int(np.ceil((Z / 0.02 * privacy_part(1)) ** 2))
    chapter.says("there's no sampling error, and {:,} people are", these)
    z, epsilon = round(Z, 2), 0.1
    in_your_head = (z / (0.02 * epsilon)) ** 2
    assert in_your_head == pytest.approx(
        chapter["people_needed"](epsilon, 0.02), rel=0.002
    )
    # "halving a small ε takes nearly four times as many"
    half = chapter["people_needed"](epsilon / 2, 0.02)
    assert 3.9 < half / chapter["people_needed"](epsilon, 0.02) < 4


def test_the_plan_is_tried(chapter):
    errors = chapter["errors"]
    chapter.says("we run {:,} new surveys of the planned size", len(errors))
    assert 1 / 4 + privacy_part(1) ** 2 == pytest.approx(
        chapter["standard_error"](1, 1, 0.5) ** 2
    )
    assert np.mean(np.abs(errors) <= 0.02) == pytest.approx(0.95, abs=0.006)


def test_how_many_people_in_the_central_model(chapter):
    local, central = (
        chapter["people_needed"](1, 0.02),
        chapter["central_people"](1, 0.02, 0.95),
    )
    none = int(np.ceil(Z**2 / 0.02**2 / 4))
    chapter.says("at ε = 1, **{:,} people** must answer", local)
    text = "A survey without coins would need only {:,}, and a trusted curator, at the "
    chapter.says(text + "same ε, only {:,}.", none, central)
    text = "it takes {:,} people to get within ± 2 points. Without privacy {:,} are "
    chapter.says(text + "enough, and a curator needs {:,}", local, none, central)
    chapter.says("Without noise, $n_0$ = {:,} people are enough.", none)
    text = (
        "So a curator needs {:,} people, whereas {:,} are needed if they trust nobody."
    )
    chapter.says(text, central, local)
    assert central - none == 8  # "eight more people"
    for epsilon, margin, confidence in product(
        (0.1, 0.5, 1, 4), (0.005, 0.02, 0.05), (0.9, 0.95, 0.99)
    ):
        sure = (norm.ppf((1 + confidence) / 2) / margin) ** 2 / 4
        more = chapter["central_people"](epsilon, margin, confidence) - sure
        assert more < 8 / epsilon**2 + 1  # "less than", and rounded up
        n = chapter["central_people"](epsilon, margin, confidence)
        assert n >= sure * (1 + 8 / (n * epsilon**2)) > n - 2
    yes = np.arange(central + 1)
    beyond = laplace.sf(0.02 * central, yes - central / 2)
    beyond += laplace.cdf(-0.02 * central, yes - central / 2)
    # exact people and Laplace noise in place of the normal curve with the variance of
    # both
    assert binom.pmf(yes, central, 0.5) @ beyond == pytest.approx(0.05, abs=0.002)


def test_explorer_how_many_people(chapter):
    curves = {}
    for state, picture in chapter.explorers["How many people?"].pictures:
        local, central, none, _ = picture.series
        curves[state["margin"], state["confidence"]] = np.array([
            local.y,
            central.y,
            none.y,
        ])
        epsilons = list(local.x)
    four = [
        curves[m, c][0] / curves[2 * m, c][0] for m in (0.5, 1) for c in (90, 95, 99)
    ]
    # "Halving the margin takes four times the people"
    assert np.allclose(four, 4, atol=0.02)
    halved = [chapter["people_needed"](e / 2, 0.02) for e in (0.2, 0.5, 1)]
    ratios = np.divide(
        halved, [chapter["people_needed"](e, 0.02) for e in (0.2, 0.5, 1)]
    )
    assert ((ratios[:2] > 3.8) & (ratios[:2] < 4)).all()  # "nearly four times"
    chapter.says("At ε = 1, halving ε takes {:.1f} times the people", ratios[2])
    most = max(
        (sizes[1] / sizes[2]).max() for (m, _), sizes in curves.items() if m <= 2
    )
    chapter.says("at most about {:.0f} % more people", 100 * (most - 1))
    smallest = epsilons[0]
    twice = [curves[5, c][1, 0] / curves[5, c][2, 0] for c in (90, 95, 99)]
    assert np.allclose(twice, 2, atol=0.3)
    chapter.says("such as ± 5 points at ε = {}, makes it about twice", smallest)
    chapter.says("Lower ε from 1 to {}.", smallest)
    explorer = chapter.explorers["How many people?"]
    assert explorer.start == {"epsilon": 1, "margin": 2, "confidence": 95}
    text = "± 2 points with 95 % confidence takes {:,} people at ε = 1, and {:,} people without"
    chapter.says(
        text, chapter["people_needed"](1, 0.02), int(np.ceil(Z**2 / 0.02**2 / 4))
    )
    low, middle, high = explorer.predict.at
    chapter.says("does it take at ε = {}, at {} and at {:.0f}?", low, middle, high)


def test_the_same_epsilon_in_the_central_model(chapter):
    occupations = load_adult()["occupation"]
    n, sales = len(occupations), int((occupations == "Sales").sum())
    chapter.says("the count of {:,} salespeople among {:,} people", sales, n)
    central, local = np.sqrt(2) / np.log(3), n * privacy_part(np.log(3), n)
    text = (
        "The standard error of the curator's count is {:.2f} people. That of two coins "
    )
    text += "is {:.0f} people, which is {:.0f} times as much."
    chapter.says(text, central, local, local / central)
    assert laplace.std(scale=1 / np.log(3)) == pytest.approx(central)
    b = 0.7  # the two integrations by parts
    for power, factor in ((2, 1 / b), (1, 2), (0, 2 * b)):
        args = (power, factor)
        steps = quad(lambda t, k, f: f * t**k * np.exp(-t / b), 0, np.inf, args)
        assert steps[0] == pytest.approx(2 * b**2)


def test_laplace_noise_hides_a_shift_by_one():
    for epsilon in (0.1, 1, np.log(3)):
        at, b = np.linspace(-9, 9, 2_001), 1 / epsilon
        ratio = laplace.pdf(at, scale=b) / laplace.pdf(at - 1, scale=b)
        assert max(ratio.max(), 1 / ratio.min()) == pytest.approx(np.exp(epsilon))


def test_explorer_of_the_crowd(chapter):
    explorer = chapter.explorers["Error against the number of people"]
    shown = {}
    for state, picture in explorer.pictures:
        local, curator, sampling, *polls = picture.series
        c, m, n = (
            state["never"] / 100,
            RandomizedResponse(state["epsilon"]),
            np.array(local.x),
        )
        # the bias of the chapter's formula
        mean = (1 - c) * 0.5 - c / np.expm1(state["epsilon"])
        noise = np.sqrt((1 - c) * m.p * m.q / n) / (m.p - m.q)
        assert np.allclose(local.y, 100 * np.hypot(mean - 0.5, noise))
        assert np.allclose(sampling.y, 50 / np.sqrt(n))
        # the root of 200 squares: within 5 standard errors of its theory, also for
        # Laplace noise
        for line, points in zip((local, curator), polls):
            assert np.all(
                np.abs(np.divide(points.y, line.y) - 1) < 5 * np.sqrt(5 / 200) / 2
            )
        shown[state["epsilon"], state["never"]] = dict(zip(local.x, local.y))
    start = shown[1, 0]
    chapter.says(
        "The local error is {:.1f} percentage points with 100 people", start[100]
    )
    crowds = explorer.predict.at
    chapter.says("How large is it with {:,}, with {:,} and with {:,}?", *crowds)
    assert start[100] / start[10_000] == pytest.approx(10)
    never = explorer.choices["never"][-1]
    chapter.says("Then let {} % of the people always say no", never)
    assert shown[1, 10][1_000_000] / shown[1, 10][10_000] > 0.99  # "level off"
    polls = 200
    chapter.says("root mean square error of {} polls.", polls)


# A cleverer coin


def test_fewer_false_yes(chapter):
    """The rule ½ and ⅙ keeps ln 3, has a larger variance, and is two coins and a die."""
    yes, no, coins = 1 / 2, 1 / 6, RandomizedResponse.two_coin()
    assert privacy_loss([[1 - no, no], [1 - yes, yes]]) == pytest.approx(np.log(3))
    for die, sent in ((coins.p * 4 / 6, yes), (coins.q * 4 / 6, no)):
        assert die == pytest.approx(sent)
    of_rare = no * (1 - no) / (yes - no) ** 2
    text = "Divided by the square of ⅓, that's {:.2f} per person."
    chapter.says(text, of_rare)
    text = "divided by the square of ½, that's {:.2f}. The clever rule is worse."
    chapter.says(text, coins.variance(1, 0))
    # its die, by the formula of the road, in either report
    channel = np.array([[1 - no, no], [1 - yes, yes]])
    tosses = further_tosses(channel, np.log(3))
    assert np.allclose(tosses, [[1, 0], [1 / 3, 2 / 3]])
    assert np.isclose(tosses[1, 1], (3 * yes - no) / 2)
    assert np.allclose(
        np.linalg.solve([[3 / 4, 1 / 4], [1 / 4, 3 / 4]], [1, 0]), [3 / 2, -1 / 2]
    )
    r = 0.3  # the estimator of the last chapter
    assert np.isclose(3 / 2 * r - 1 / 2 * (1 - r), 2 * r - 1 / 2)
    assert np.isclose((r - coins.q) / (coins.p - coins.q), 2 * r - 1 / 2)


def some_channel(rng, epsilon, reports):
    """Return a random channel with two rows that is ε-private."""
    while True:
        logs = rng.uniform(-epsilon / 2, epsilon / 2, size=(2, reports))
        channel = rng.dirichlet(np.ones(reports)) * np.exp(logs)
        channel /= channel.sum(axis=1, keepdims=True)
        if privacy_loss(channel) <= epsilon:
            return channel


def further_tosses(channel, epsilon):
    """Return the chapter's r_0 and r_1: rows for the answers no and yes."""
    no, yes = channel
    e = np.exp(epsilon)
    return np.array([e * no - yes, e * yes - no]) / (e - 1)


def test_every_rule_is_randomized_response_with_further_tosses():
    rng = np.random.default_rng(8)
    for epsilon in (0.1, 1, 3):
        for _ in range(100):
            channel = some_channel(rng, epsilon, rng.integers(2, 9))
            tosses = further_tosses(channel, epsilon)
            assert (tosses >= 0).all() and np.allclose(tosses.sum(axis=1), 1)
            assert np.allclose(RandomizedResponse(epsilon).channel() @ tosses, channel)


def test_no_rule_has_a_smaller_variance():
    """Three people; the third one's rule depends on what the first has sent.

    For each of the bits' eight rows: the unbiased estimate with the least variance
    there has no less than randomized response.
    """
    epsilon, rng = 1.0, np.random.default_rng(9)
    plain = RandomizedResponse(epsilon)
    bits = np.array(list(product((0, 1), repeat=3)))
    for _ in range(20):
        first, second = (some_channel(rng, epsilon, 3) for _ in range(2))
        third = [some_channel(rng, epsilon, 3) for _ in range(3)]
        records = list(product(range(3), repeat=3))
        chances = np.array([
            [first[x, r] * second[y, s] * third[r][z, t] for r, s, t in records]
            for x, y, z in bits
        ])
        tosses = [
            [further_tosses(c, epsilon) for c in (first, second, third[r])]
            for r in range(3)
        ]
        kernel = np.array([
            [prod(tosses[rec[0]][i][x[i], rec[i]] for i in range(3)) for rec in records]
            for x in bits
        ])
        assert (kernel >= 0).all() and np.allclose(kernel.sum(axis=1), 1)
        coins = plain.channel()
        answers = np.kron(np.kron(coins, coins), coins)
        assert np.linalg.matrix_rank(answers) == 8  # one unbiased estimate only
        assert np.allclose(answers @ kernel, chances)
        least_of_plain = plain.variance(3, 0.5)
        for row, share in zip(chances, bits.mean(axis=1)):
            scaled = chances / np.sqrt(row)  # least squares, weighted by this row
            best = np.linalg.pinv(scaled) @ bits.mean(axis=1)
            variance = (best**2).sum() - share**2
            assert np.allclose(scaled @ best, bits.mean(axis=1))
            assert variance >= least_of_plain - 1e-9


def test_masks_that_cancel_escape_the_result(chapter):
    """Three reports of ε = 0 each, and an exact sum: all masks, all bits."""
    m = 4
    masks = [s for s in product(range(m), repeat=3) if sum(s) % m == 0]
    for bits in product((0, 1), repeat=3):
        reports = (np.array(bits) + masks) % m
        for mine in reports.T:
            assert len(set(np.bincount(mine, minlength=m))) == 1  # whatever the bit
        assert set(reports.sum(axis=1) % m) == {sum(bits)}
    chapter.says("Each mask is 0, 1, 2, or 3, and they are drawn")
    chapter.says(f"three add up to a multiple of {m}")


# People who do not follow the rule


def test_one_in_ten_always_says_no(chapter):
    m, c, share = RandomizedResponse(1), 0.1, 0.5
    reported = (1 - c) * (m.q + share * (m.p - m.q))
    text = 'we then expect {:.0f} % of the reports to be "yes" instead of {:.0f} %'
    chapter.says(text, 100 * reported, 100 * share)
    assert share - reported == pytest.approx(0.05)  # "the five missing points"
    chapter.says("divides them by $2p-1$, which is {:.2f} at ε = 1", m.p - m.q)
    low = share - (reported - m.q) / (m.p - m.q)
    chapter.says("its result is {:.1f} points too low on average", 100 * low)
    for epsilon, share in product((0.25, 1, 3), (0, 0.2, 1)):
        m = RandomizedResponse(epsilon)
        mean = ((1 - c) * (m.q + share * (m.p - m.q)) - m.q) / (m.p - m.q)
        assert mean == pytest.approx((1 - c) * share - c / np.expm1(epsilon))
    half, more = 100 * c * 0.5, [100 * c / np.expm1(e) for e in (1, 0.25)]
    chapter.says("is {:.0f} points here, at any ε", half)
    chapter.says("which is {:.1f} points at ε = 1 and {:.1f} at ε = ¼.", *more)
    assert half + more[0] == pytest.approx(100 * low)


def test_explorer_of_the_error(chapter):
    explorer = chapter.explorers["Error against epsilon"]
    error, shares = chapter["standard_error"], explorer.choices["share"]
    chapter.says("from {} % to 1 %", shares[-1])
    low, high = explorer.choices["epsilon"][0], explorer.choices["epsilon"][-1]
    chapter.says("move ε from {:g} to {:g}.", low, high)
    # "almost no difference", and "nearly all of it comes from the luck of the draw"
    assert error(low, 1, 0.01) > 0.99 * error(low, 1, 0.5)
    assert np.sqrt(0.2 * 0.8) > 0.99 * error(high, 1, 0.2)
    few, many = 500, 50_000
    chapter.says("{} times the people, a tenth of the error", many // few)
    assert error(1, few, 0.2) == pytest.approx(10 * error(1, many, 0.2))


def test_exact_coverage(chapter):
    coverage = chapter["coverage"]
    exact = [coverage(e, n, n // 2) for e in chapter["losses"] for n in (1_000, 10_000)]
    assert sum(0.94 < value < 0.96 for value in exact) == len(exact) - 1
    small = [coverage(0.1, n, n // 2) for n in (20, 100, 1_000, 10_000)]
    assert all(0.94 < value < 0.96 for value in small)
    # "With 100 people or more, a small ε is no problem"
    small = [coverage(e, n, n // 2) for e in (0.1, 1, 2) for n in range(100, 400, 7)]
    assert all(0.93 < value < 0.97 for value in small)
    text = "At ε = 6 and $n$ = 100, only {:.0f} % of the intervals"
    chapter.says(text, 100 * coverage(6, 100, 50))
    # "In most of these polls nobody lies at all"
    assert binom.pmf(0, 100, RandomizedResponse(6).q) > 0.75


def test_rule_for_the_interval(chapter):
    enough, tried = 10, []
    for e in np.linspace(0.1, 6, 60):
        m = RandomizedResponse(e)
        for n in (50, 100, 200, 500, 1_000, 2_000):
            if n * m.p * m.q >= enough:
                tried += [
                    chapter["coverage"](e, n, round(n * s)) for s in (0, 0.05, 0.2, 0.5)
                ]
    low, high = 0.93, 0.97
    assert low < min(tried) < low + 0.01 and high - 0.01 < max(tried) < high
    text = "We tried {} cases that satisfy this rule, with ε up to {} and up to {:,} people"
    chapter.says(text, len(tried), 6, 2_000)
    m, e6 = RandomizedResponse(1), RandomizedResponse(6)
    # "by far", "too few"
    assert 11_000 * m.p * m.q > 100 * enough and 100 * e6.p * e6.q < enough
    chapter.says("the exact coverage was between {} and {}.", low, high)


def test_coverage_is_that_of_the_module(chapter):
    m, n, yes = RandomizedResponse(1), 1_000, 100
    rng = np.random.default_rng(2)
    intervals = [m.simulate([n - yes, yes], rng).interval() for _ in range(2_000)]
    held = np.mean([low[1] <= yes / n <= high[1] for low, high in intervals])
    # 4.9 standard errors of 2,000 runs; the seed is fixed
    assert held == pytest.approx(chapter["coverage"](1, n, yes), abs=0.024)


def test_estimates_below_zero(chapter):
    towns, yes, n, epsilon = chapter["towns"], 10, 200, 0.5
    truth, noise = yes / n, privacy_part(epsilon, n) / np.sqrt(len(towns))
    text = "Let {} people answer in each of many towns, at ε = {}, and let {:.0f} % of the true"
    chapter.says(text, n, epsilon, 100 * truth)
    chapter.says("We try it with {:,} towns.", len(towns))
    chapter.says("The truth is {:.3f}.", truth)
    # "closer to its truth or left it alone"
    assert (abs(np.clip(towns, 0, 1) - truth) <= abs(towns - truth)).all()
    assert np.mean(towns < 0) > 1 / 3
    error = privacy_part(epsilon, n)
    chapter.says(
        "The standard error is {:.0f} points, so more than a third", 100 * error
    )
    assert norm.cdf(-truth / error) > 1 / 3
    assert abs(towns.mean() - truth) < 4 * noise  # "right within its noise"
    assert np.clip(towns, 0, 1).mean() > truth + 10 * noise  # "far too high"


def allowed(epsilon, times):
    """Return the chance to be right that the total ε allows, from even odds."""
    return expit(times * epsilon)


def majority(epsilon, times):
    return binom.sf(times // 2, times, RandomizedResponse(epsilon).p)


def test_averaging_attack(chapter):
    right = {11: majority(1, 11)}
    text = "A single answer at ε = 1 is true with a probability of about {:.2f}"
    chapter.says(text, majority(1, 1))
    text = "The majority of eleven answers is right with probability {:.3f}."
    chapter.says(text, right[11])
    text = "it would let the odds be multiplied by about {:,}"
    chapter.says(text, round(np.exp(11), -4).astype(int))
    parts = [privacy_part(1) ** 2, privacy_part(1) ** 2 / 2, privacy_part(2) ** 2]
    text = (
        "from {:.2f} per person to {:.2f}. But now everybody has spent a total of 2, "
    )
    text += "and a single answer at ε = 2 would have brought it down to {:.2f}."
    chapter.says(text, *parts)
    rng = np.random.default_rng(3)
    fresh = [
        RandomizedResponse(1).perturb(np.ones(20_000, dtype=int), rng)
        for _ in range(11)
    ]
    assert np.mean(np.sum(fresh, axis=0) >= 6) == pytest.approx(right[11], abs=0.01)
    explorer = chapter.explorers["The averaging attack"]
    for state, picture in explorer.pictures:
        bound, vote, _ = picture.series
        assert np.allclose(bound.y, [allowed(state["epsilon"], t) for t in bound.x])
        assert np.allclose(vote.y, [majority(state["epsilon"], t) for t in vote.x])
        assert np.allclose(bound.y[0], vote.y[0]) and bound.y[1] > vote.y[1]
    text = "At ε = 0.25, raise the number of questions from 1 to {}."
    chapter.says(text, max(vote.x))
    assert 0.25 in explorer.choices["epsilon"]
    low = explorer.start["epsilon"]
    text = "At ε = {} one answer is right with probability {:.3f}"
    chapter.says(text, low, majority(low, 1))
    chapter.says("after T = {}, {} and {} answers?", *explorer.predict.at)


@pytest.mark.parametrize("epsilon", [0.1, 1, 4])
def test_nothing_beats_the_majority(epsilon):
    """Exact Bayes success with even odds, over all rows of T answers."""
    m = RandomizedResponse(epsilon)
    for times in (1, 3, 5, 7, 9, 11):
        yes = np.array([sum(row) for row in product((0, 1), repeat=times)])
        if_yes, if_no = (a**yes * (1 - a) ** (times - yes) for a in (m.p, m.q))
        best = np.maximum(if_yes, if_no).sum() / 2
        assert best == pytest.approx(majority(epsilon, times))
        assert best < allowed(epsilon, times) or times == 1  # the total is not reached
        worst = np.log(np.maximum(if_yes / if_no, if_no / if_yes)).max()
        # though some row of answers loses it all
        assert worst == pytest.approx(times * epsilon)


def test_the_gap_to_the_total(chapter):
    text = "At ε = 0.1 the majority of {} answers is right with a probability of only "
    chapter.says(text + "about {:.2f}", 101, majority(0.1, 101))
    assert allowed(0.1, 101) > 0.9999  # "near certainty"
    alike = [
        binom.pmf([0, t], t, RandomizedResponse(0.1).p).sum() for t in (3, 11, 101)
    ]
    assert alike == sorted(alike, reverse=True)  # "rare as they become many"
    epsilon, times, delta = 0.1, 101, 1e-6
    yes, p = np.arange(times + 1), RandomizedResponse(epsilon).p
    loss, law = epsilon * (2 * yes - times), binom.pmf(yes, times, p)
    mean = law @ loss
    text = "For $T$ = {} at ε = {} it is {:.1f} on average, with standard "
    text += "deviation {:.1f}, and {:.1f} at worst."
    chapter.says(
        text, times, epsilon, mean, np.sqrt(law @ (loss - mean) ** 2), loss.max()
    )
    assert mean == pytest.approx(times * epsilon * np.tanh(epsilon / 2))
    assert np.isclose(mean, times * epsilon**2 / 2, rtol=0.01)
    exact = min(least for least in loss if law[loss > least].sum() <= delta)
    chapter.says("it is {:.1f} at most.", exact)


def test_hoeffding_bounds_the_loss():
    for epsilon, times, delta in product((0.1, 1, 3), (1, 11, 101), (1e-6, 0.01)):
        yes, p = np.arange(times + 1), RandomizedResponse(epsilon).p
        loss, law = epsilon * (2 * yes - times), binom.pmf(yes, times, p)
        most = law @ loss + epsilon * np.sqrt(2 * times * np.log(1 / delta))
        assert law[loss > most + 1e-9].sum() <= delta


def variances(questions, epsilon, share=0.5, people=12_000):
    """Return the variances of a share when the people are split, and when ε is."""
    few, variance = people // questions, share * (1 - share)
    split_people = RandomizedResponse(epsilon).variance(few, share) + variance / few
    split = RandomizedResponse(epsilon / questions)
    return split_people, split.variance(people, share) + variance / people


def test_split_the_people_or_epsilon(chapter):
    def border(questions, share=0.5):
        low, high = 0.1, 10
        while high - low > 1e-9:
            middle = (low + high) / 2
            people, epsilon = variances(questions, middle, share)
            low, high = (middle, high) if people < epsilon else (low, middle)
        return low

    v = [privacy_part(epsilon) ** 2 for epsilon in (1, 1 / 4)]
    text = r"the variance is $4 \cdot (0.25 + {:.2f})/n$, or ${:.1f}/n$."
    chapter.says(text, v[0], 4 * (1 / 4 + v[0]))
    chapter.says("it is $(0.25 + {:.2f})/n$, or ${:.1f}/n$.", v[1], 1 / 4 + v[1])
    chapter.says("a quarter of ε costs about {:.0f} times", 4**2)
    small = [privacy_part(epsilon) ** 2 for epsilon in (0.01, 0.01 / 4)]
    assert np.isclose(small[1] / small[0], 4**2, rtol=1e-4)
    assert np.isclose(4 * (1 / 4 + v[0]), 12_000 * variances(4, 1)[0])
    assert np.isclose(1 / 4 + v[1], 12_000 * variances(4, 1)[1])
    chapter.says("Here that happens above ε = {:.2f}.", border(4))
    grid = np.linspace(0.2, 12, 200)
    for questions in (2, 4):
        better = [
            people < epsilon
            for people, epsilon in (variances(questions, e) for e in grid)
        ]
        assert better == sorted(better, reverse=True), "one border only"


def test_check_yourself(chapter):
    chapter.says("This only divides the error by √2 = {:.2f}.", np.sqrt(2))
    asked_twice = (0.25 + privacy_part(1) ** 2 / 2) / (0.25 + privacy_part(1) ** 2)
    chapter.says("the whole error falls to {:.2f} of what it", np.sqrt(asked_twice))
    epsilon = 0.1
    chapter.says("**2. At ε = {}, what", epsilon)
    text = "Only the sampling part of the variance can grow. It is at most 0.25/n, beside {:.1f}/n from the coins"
    chapter.says(text, privacy_part(epsilon) ** 2)
    laplace_run, coins_run = 0.4, 72
    text = "off by {} people, two coins by {}, so local is {:.0f} times worse"
    chapter.says(text, laplace_run, coins_run, coins_run / laplace_run)
    n = 32_561
    factor = n * privacy_part(np.log(3), n) * np.log(3) / np.sqrt(2)
    chapter.says("For {:,} people and ln 3, the factor is {:.0f}.", n, factor)
    share, times = 0.5, 100
    before, after = (
        chapter["standard_error"](1, people, share) for people in (7, 7 * times)
    )
    # "the coins cause most of the error"
    assert privacy_part(1, 7) ** 2 > before**2 / 2
    assert after == pytest.approx(before / 10)  # "Both parts shrink to a tenth"
    chapter.says("**5. At ε = 1 and π = {:.0f} % the coins cause most", 100 * share)
    chapter.says("Now {} times as many people answer", times)
    low, high, n = 0.1, 4, 2_000
    curator, local = np.sqrt(2) / low, n * privacy_part(high, n)
    text = "with Laplace noise at ε = {}, and randomized response counts with ε = {}. "
    chapter.says(text + "The same {:,} people", low, high, n)
    text = "It is about {:.0f} people, and the curator's is about {:.0f}."
    chapter.says(text, local, curator)
    equal = (curator / privacy_part(high)) ** 2
    text = "so above about {:,.0f} people it's the smaller one"
    chapter.says(text, round(equal, -2))
    assert np.sqrt(2) / high < local  # "At the same ε it would be smaller here, too"


def test_exercise_plan_a_survey(chapter):
    worst, rare = chapter["surveys"]
    text = "You need {:,} people in the worst case, and {:,} if π is at most 1 %"
    chapter.says(text, worst, rare)
    text = "The privacy part of the variance of one answer is {:.2f}"
    chapter.says(text, privacy_part(0.5) ** 2)
    assert worst == chapter["people_needed"](0.5, 0.01)


def test_exercise_one_sided_coin(chapter):
    p, best = RandomizedResponse(1).p, chapter["best"]
    least = RandomizedResponse(1).variance(1, 0.01)
    assert chapter["variance"][best] > least
    text = "The best pair of the grid, ({:.3f}, {:.3f}), is close to $p$ and $q$. Its "
    text += (
        "variance is {:.3f}, and, as the Result says, it does not come below the {:.3f}"
    )
    pair = chapter["yes"][best], chapter["no"][best]
    chapter.says(text, *pair, chapter["variance"][best], least)
    assert chapter["yes"][best] == pytest.approx(p, abs=0.01)
    assert chapter["no"][best] == pytest.approx(1 - p, abs=0.01)


def pulled(s, variance, share):
    """Return the mean square error of the estimate pulled toward one half."""
    return s**2 * variance + (1 - s) ** 2 * (1 / 2 - share) ** 2


def test_exercise_an_estimate_pulled_toward_one_half(chapter):
    shares = np.linspace(0, 1, 101)
    for epsilon, n in itertools.product((0.1, 1, 4), (1, 10, 1_000)):
        variance = privacy_part(epsilon, n) ** 2
        s = 1 / (1 + 4 * variance)
        errors = pulled(s, variance, shares)
        assert errors.max() == pytest.approx(variance / (1 + 4 * variance))
        assert errors.max() < variance  # "better at every share"
    epsilon, n, share, towns = 0.1, 1_000, 0.05, 100
    variance = privacy_part(epsilon, n) ** 2
    s = 1 / (1 + 4 * variance)
    chapter.says("At ε = {} and with {:,} people, $s$ is {:.2f}.", epsilon, n, s)
    bias = 100 * (1 - s) * (0.5 - share)
    text = "with a share of {:.0f} % the bias is then {:.1f} points"
    chapter.says(text, 100 * share, bias)
    error = 100 * np.sqrt(variance / towns)
    chapter.says("of the plain average is only {:.1f} points", error)
    s = 1 / (1 + 4 * privacy_part(1, n) ** 2)
    chapter.says("At ε = 1, $s$ is {:.3f}, so", s)
    # simulated: the bias stays in the average of many towns
    m, rng = RandomizedResponse(epsilon), np.random.default_rng(5)
    yes = rng.binomial(50, m.p, 50_000) + rng.binomial(950, m.q, 50_000)
    estimates = (yes / n - m.q) / (m.p - m.q)
    s = 1 / (1 + 4 * variance)
    average = (s * estimates + (1 - s) / 2).mean()
    assert 100 * (average - share) == pytest.approx(bias, abs=0.5)
    error = np.mean((s * estimates + (1 - s) / 2 - share) ** 2)
    assert error == pytest.approx(pulled(s, variance, share), rel=0.03)


def test_clipping_is_better_at_every_share_and_hardly_at_the_worst():
    for epsilon, n, worst in ((1, 10, 0.84), (0.1, 100, 0.8), (1, 1_000, 1)):
        m, variance, errors = RandomizedResponse(epsilon), 0, []
        for yes in range(0, n + 1, max(1, n // 20)):
            of_yes = binom.pmf(np.arange(yes + 1), yes, m.p)
            of_no = binom.pmf(np.arange(n - yes + 1), n - yes, m.q)
            chances = np.convolve(of_yes, of_no)
            raw = (np.arange(n + 1) / n - m.q) / (m.p - m.q)
            variance = chances @ (raw - yes / n) ** 2
            errors.append(chances @ (np.clip(raw, 0, 1) - yes / n) ** 2 / variance)
            assert variance == pytest.approx(privacy_part(epsilon, n) ** 2)
        assert max(errors) <= worst + 1e-9
        assert n < 1_000 or max(errors) > 0.999  # nothing to gain in a large survey
    assert 1 / (1 + 4 * privacy_part(1, 1_000) ** 2) > 0.99


def test_exercise_a_helpful_seed(chapter):
    chapter.says("so all {:,} lie, or none does", len(chapter["sent"]))
    assert np.array_equal(chapter["recovered"], chapter["truths"])
    lies = chapter["sent"] != chapter["truths"]
    assert lies.all() or not lies.any()


def test_exercise_a_million_users(chapter):
    epsilon, share, many, few = 0.1, 0.01, 1_000_000, 5_000
    text = "We have a million users in {} countries."
    chapter.says(text, many // few)
    text = "at ε = {} the standard error of the share is {:.1f} percentage point."
    error = [100 * chapter["standard_error"](epsilon, n, share) for n in (many, few)]
    chapter.says(text, epsilon, error[0])
    chapter.says(
        "A country of {:,} users has a standard error of {:.0f}", few, error[1]
    )
    people = round(chapter["people_needed"](epsilon, 0.02), -4)
    chapter.says("± 2 points, you need about {:,} people at ε = {}", people, epsilon)
    chapter.says("After thirty days the total is no longer {}", epsilon)
    # two days, a new toss at each change: reports that differ prove a change
    coins = RandomizedResponse(epsilon).channel()
    same, changed = np.diag(coins[0]), np.outer(coins[0], coins[1])
    assert privacy_loss([same.ravel(), changed.ravel()]) == np.inf


def test_no_estimate_is_good_everywhere(chapter):
    """Bound how well any test tells two shares apart by a chi-square distance.

    That of n reports is (1 + d^2 I)^n - 1, here at most e^(1/4) - 1, as d^2 I n is at
    most 1/4.
    """
    apart = np.sqrt(np.expm1(1 / 4)) / 2
    for epsilon, n in itertools.product((0.1, 1, 3), (100, 1_000)):
        m, yes = RandomizedResponse(epsilon), np.arange(n + 1)
        shares = 1 / 2, 1 / 2 + min(1 / (2 * epsilon * np.sqrt(n)), 1 / 2)
        laws = [binom.pmf(yes, n, m.q + share * (m.p - m.q)) for share in shares]
        assert np.abs(laws[0] - laws[1]).sum() / 2 <= apart


def test_the_curator_is_far_below(chapter):
    for epsilon, n in itertools.product((0.1, 1, 2, 4), (100, 1_000)):
        assert (
            RandomizedResponse(epsilon).variance(n, 0.5) > 10 * 2 / (n * epsilon) ** 2
        )
