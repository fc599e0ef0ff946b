"""Claims of the chapter "How many people? The accuracy of randomized response"."""

import itertools
from itertools import product

import numpy as np
import pytest
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
    chapter.says("poll them at ε = 1, {:,} times.", len(polls))
    chapter.says("The estimates spread by {:.1f} percentage points", 100 * polls.std())
    chapter.says(r"would be $\sqrt{{0.25/{}}}$ = {:.2f} points", n, 100 * sampling)
    assert polls.std() > 2 * sampling
    assert abs(polls.mean() - 0.5) < 4 * both / np.sqrt(len(polls))
    assert polls.std() / both == pytest.approx(1, abs=0.05)
    text = "the table gives {:.2f}, and our {:,} polls agree"
    chapter.says(text, 100 * both, len(polls))
    chapter.says("`standard_error(1, {:_}, 0.5)` should be {:.4f}", n, both)


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
    sampling, privacy, both = table.loc[1]
    assert (sampling**2 + privacy**2) == pytest.approx(both**2)
    assert np.allclose(table["sampling"], 100 * np.sqrt(0.25 / n))
    chapter.says(r"percentage points, for {:,} people and $\pi$ = 50 %.", n)
    chapter.says("${:.2f}^2 + {:.2f}^2 = {:.2f}^2$", sampling, privacy, both)
    ratio = table["privacy"] / table["sampling"]
    assert round(ratio[0.1]) == 20


def test_the_interval_leaves_the_sampling_out(chapter):
    n, share = 1_000, 0.5
    chapter.says(
        r"For $n$ = {:,}, ε = 1 and $\pi$ = {:.0f} % it says ± {:.1f} points. About "
        r"the population "
        "it must be ± {:.1f}.",
        n,
        100 * share,
        100 * Z * privacy_part(1, n),
        100 * Z * chapter["standard_error"](1, n, share),
    )
    estimate = RandomizedResponse(1).simulate([500, 500], np.random.default_rng(0))
    low, high = np.array(estimate.interval())[:, 1]
    assert (high - low) / 2 == pytest.approx(Z * privacy_part(1, n))


def test_the_plan(chapter):
    people, none = chapter["people_needed"](1, 0.02), int(np.ceil(Z**2 / 0.02**2 / 4))
    confidence = norm.cdf(Z) - norm.cdf(-Z)
    text = "with {:.0f} % confidence means that $z$ = {:.5f} standard errors"
    chapter.says(text, 100 * confidence, Z)
    text = "So the answer: **{:,} people**. Without privacy {:,} would do: at "
    text += "ε = 1 and $\\pi$ = ½ privacy costs a factor of {:.1f}."
    chapter.says(text, people, none, people / none)
    factor = [1 + privacy_part(e) ** 2 / 0.25 for e in (1, 0.1)]
    assert factor[0] == pytest.approx(people / none, rel=1e-3)
    of_rare = 1 + privacy_part(1) ** 2 / (0.01 * 0.99)
    chapter.says("(It is smallest there: at $\\pi$ = 1 % it is {:.0f}.)", of_rare)
    chapter.says(
        "that does not grow with $n$: at $\\pi$ = ½, {:.1f} at ε = 1 and {:.0f} at "
        "0.1.",
        *factor,
    )
    these = int(np.ceil((Z / 0.02 * privacy_part(1)) ** 2))
    chapter.says("there is no sampling, and {:,} are enough", these)
    z, epsilon = round(Z, 2), 0.1
    chapter.says(r"$n \approx ({}/(m\varepsilon))^2$.", z)
    in_your_head = (z / (0.02 * epsilon)) ** 2
    assert in_your_head == pytest.approx(
        chapter["people_needed"](epsilon, 0.02), rel=0.002
    )


def test_the_plan_is_tried(chapter):
    errors = chapter["errors"]
    chapter.says("In {:,} new polls, what share", len(errors))
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
    text = "± 2 points at ε = 1 take {:,} people; {:,} without privacy, {:,} with a curator"
    chapter.says(text, local, none, central)
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
    assert ((ratios > 3.5) & (ratios < 4)).all()  # "halving ε takes nearly as many"
    most = max(
        (sizes[1] / sizes[2]).max() for (m, _), sizes in curves.items() if m <= 2
    )
    bound = np.ceil(100 * (most - 1))
    text = "at ± 2 points or less, {:.0f} % more people than without privacy at most"
    chapter.says(text, bound)
    smallest = epsilons[0]
    twice = [curves[5, c][1, 0] / curves[5, c][2, 0] for c in (90, 95, 99)]
    assert np.allclose(twice, 2, atol=0.3)
    chapter.says("need about twice the people: ± 5 points at ε = {}.", smallest)
    chapter.says("Lower ε from 1 to {}.", smallest)
    explorer = chapter.explorers["How many people?"]
    assert explorer.start == {"epsilon": 1, "margin": 2, "confidence": 95}
    text = "± 2 points with 95 % confidence take {:,} people at ε = 1, and {:,} people without"
    chapter.says(
        text, chapter["people_needed"](1, 0.02), int(np.ceil(Z**2 / 0.02**2 / 4))
    )
    low, middle, high = explorer.predict.at
    chapter.says("take at ε = {}, at {} and at {:.0f}?", low, middle, high)


def test_the_same_epsilon_in_the_central_model(chapter):
    occupations = load_adult()["occupation"]
    n, sales = len(occupations), int((occupations == "Sales").sum())
    chapter.says("for the {:,} salespeople among {:,} people", sales, n)
    central, local = np.sqrt(2) / np.log(3), n * privacy_part(np.log(3), n)
    text = r"$\sqrt2/\varepsilon$ = {:.2f} people. Two coins have {:.1f}: {:.0f} times as much"
    chapter.says(text, central, local, local / central)
    assert laplace.std(scale=1 / np.log(3)) == pytest.approx(central)
    ratio = privacy_part(1) / np.sqrt(2)
    chapter.says(r"At ε = 1 their ratio is ${:.2f}\sqrt n$:", ratio)
    many = 1_000_000
    text = "{:.0f} for {:,} people, {:.0f} for a"
    chapter.says(text, ratio * np.sqrt(n), n, ratio * many**0.5)


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
    chapter.says("it is {:.1f} percentage points with 100 people", start[100])
    crowds = explorer.predict.at
    chapter.says("How large is it with {:,}, with {:,} and with {:,}?", *crowds)
    assert start[100] / start[10_000] == pytest.approx(10)
    never = explorer.choices["never"][-1]
    chapter.says("Then let {} % of the people always say no", never)
    assert shown[1, 10][1_000_000] / shown[1, 10][10_000] > 0.99  # "level off"
    polls = 200
    chapter.says("root mean square errors of {} polls each", polls)


# Why √n


def test_information(chapter):
    information = chapter["information"]
    by_mechanism = {
        name: information(m.channel()) for name, m in chapter["mechanisms"].items()
    }
    assert by_mechanism["honest"] == 4 and by_mechanism["two coins"] == pytest.approx(1)
    for epsilon in (0.01, 0.1, 1, 3, 8):
        m = RandomizedResponse(epsilon)
        t = np.expm1(epsilon) / (np.exp(epsilon) + 1)
        assert information(m.channel()) == pytest.approx(4 * t**2)
        assert 4 * t**2 <= epsilon**2
        # it is reached: the variance of one person at π = ½ is 1 / I
        assert 1 / 4 + m.variance(1, 0.5) == pytest.approx(1 / (4 * t**2))


def test_no_private_report_tells_more(chapter):
    rng = np.random.default_rng(8)
    for _ in range(300):
        logs = rng.uniform(-2, 2, size=(2, rng.integers(2, 9)))
        channel = np.exp(logs) / np.exp(logs).sum(axis=1, keepdims=True)
        epsilon = privacy_loss(channel)
        t = np.tanh(epsilon / 2)
        assert chapter["information"](channel) <= 4 * t**2 + 1e-12
        assert 4 * t**2 <= epsilon**2
        no, yes = channel
        for share in (0.001, 0.1, 0.5, 0.9):  # at any π
            of_share = ((yes - no) ** 2 / (share * yes + (1 - share) * no)).sum()
            assert of_share <= np.expm1(epsilon) ** 2 + 1e-12


def test_asking_one_after_another_tells_no_more():
    """Exact, by enumeration, for two people.

    Whatever mechanism the second gets for each report of the first, the pair tells at
    most twice 4t² about π at ½.
    """
    epsilon, step, rng = 1.0, 1e-5, np.random.default_rng(9)
    t = np.tanh(epsilon / 2)

    def chances(share, first, second):
        reports = (1 - share) * first[0] + share * first[1]
        return np.array([
            reports[y] * ((1 - share) * second[y][0] + share * second[y][1])
            for y in (0, 1)
        ])

    def some_channel():
        q, p = np.sort(rng.uniform(0.02, 0.98, size=2))
        channel = np.array([[1 - q, q], [1 - p, p]])
        return (
            channel
            if privacy_loss(channel) <= epsilon
            else RandomizedResponse(1).channel()
        )

    for _ in range(50):
        first, second = some_channel(), [some_channel(), some_channel()]
        here = chances(0.5, first, second)
        rate = chances(0.5 + step, first, second) - chances(0.5 - step, first, second)
        assert ((rate / (2 * step)) ** 2 / here).sum() <= 8 * t**2 + 1e-6


# What more people do not mend


def test_one_in_ten_always_says_no(chapter):
    m, c, share = RandomizedResponse(1), 0.1, 0.5
    reported = (1 - c) * (m.q + share * (m.p - m.q))
    chapter.says(r"At $\pi$ = ½ we expect {:.0f} % reported", 100 * reported)
    chapter.says('"yes" in place of {:.0f} %', 100 * share)
    chapter.says("5 points by $2p-1$ = {:.2f}:", m.p - m.q)
    low = share - (reported - m.q) / (m.p - m.q)
    chapter.says("it is {:.1f} points too low", 100 * low)
    for epsilon, share in product((0.25, 1, 3), (0, 0.2, 1)):
        m = RandomizedResponse(epsilon)
        mean = ((1 - c) * (m.q + share * (m.p - m.q)) - m.q) / (m.p - m.q)
        assert mean == pytest.approx((1 - c) * share - c / np.expm1(epsilon))
    text = "this bias: {:.1f} points at ε = ¼"
    chapter.says(text, 100 * (c * 0.5 + c / np.expm1(0.25)))


def test_explorer_of_the_error(chapter):
    off = []
    for _, picture in chapter.explorers["Error against epsilon"].pictures:
        theory, _, dots = picture.series
        line = np.exp(np.interp(np.log(dots.x), np.log(theory.x), np.log(theory.y)))
        off.append(np.abs(np.divide(dots.y, line) - 1).max())
    chapter.says("each stays within {:.0f} % of the line", 10 * np.ceil(10 * max(off)))
    shares = chapter.explorers["Error against epsilon"].choices["share"]
    chapter.says("Move the true share from {} % to 1 %", shares[-1])


def test_exact_coverage(chapter):
    coverage = chapter["coverage"]
    exact = [coverage(e, n, n // 2) for e in chapter["losses"] for n in (1_000, 10_000)]
    assert sum(0.94 < value < 0.96 for value in exact) == len(exact) - 1
    small = [coverage(0.1, n, n // 2) for n in (20, 100, 1_000, 10_000)]
    assert all(0.94 < value < 0.96 for value in small)  # "Small ε is no problem"
    text = "at ε = 6 and $n$ = 100 only {:.0f} % of the intervals"
    chapter.says(text, 100 * coverage(6, 100, 50))
    assert binom.pmf(0, 100, RandomizedResponse(6).q) > 0.75  # "most contain no lie"


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
    chapter.says("In {} cases under this rule", len(tried))
    chapter.says("the exact coverage was {} to {}.", low, high)


def test_coverage_is_that_of_the_module(chapter):
    m, n, yes = RandomizedResponse(1), 1_000, 100
    rng = np.random.default_rng(2)
    intervals = [m.simulate([n - yes, yes], rng).interval() for _ in range(2_000)]
    held = np.mean([low[1] <= yes / n <= high[1] for low, high in intervals])
    # 4.9 standard errors of 2,000 runs; the seed is fixed
    assert held == pytest.approx(chapter["coverage"](1, n, yes), abs=0.024)


def test_estimates_below_zero(chapter):
    towns, yes, n = chapter["towns"], 10, 200
    truth, noise = yes / n, privacy_part(0.5, n) / np.sqrt(len(chapter["towns"]))
    chapter.says("The truth is {:.3f}.", truth)
    assert np.mean(towns < 0) > 1 / 3
    assert abs(towns.mean() - truth) < 4 * noise  # "right within its noise"
    assert np.clip(towns, 0, 1).mean() > truth + 10 * noise  # "far too high"


def allowed(epsilon, times):
    """Return the chance to be right that the total ε allows, from even odds."""
    return expit(times * epsilon)


def majority(epsilon, times):
    return binom.sf(times // 2, times, RandomizedResponse(epsilon).p)


def test_averaging_attack(chapter):
    right = {11: majority(1, 11)}
    text = "At ε = 1 eleven answers are right with probability {:.3f}."
    chapter.says(text, right[11])
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
    text = (
        "Yet at ε = 0.1 and $T$ = 101 it is right with {}, where the total allows {}."
    )
    chapter.says(text, round(majority(0.1, 101), 4), round(allowed(0.1, 101), 5))
    m = RandomizedResponse(1)
    quarter = 0.1 / 4
    assert privacy_part(quarter) ** 2 / privacy_part(0.1) ** 2 == pytest.approx(
        16, rel=0.01
    )
    text = "At small ε, ε/4 costs {:.0f} times the variance"
    chapter.says(text, (0.1 / quarter) ** 2)
    text = "in {:.0f} % of the cases for $T$ = 11 at ε = 1."
    chapter.says(text, 100 * (m.p**11 + m.q**11))
    epsilon, times, delta = 0.1, 101, 1e-6
    yes, p = np.arange(times + 1), RandomizedResponse(epsilon).p
    loss, law = epsilon * (2 * yes - times), binom.pmf(yes, times, p)
    mean = law @ loss
    text = "For $T$ = {} at ε = {} this loss is {:.1f} on average, with standard "
    text += "deviation {:.1f}, and {:.1f} at worst."
    chapter.says(
        text, times, epsilon, mean, np.sqrt(law @ (loss - mean) ** 2), loss.max()
    )
    assert mean == pytest.approx(times * epsilon * np.tanh(epsilon / 2))
    exact = min(least for least in loss if law[loss > least].sum() <= delta)
    chapter.says("worst case: here at most {:.1f} for δ = ", exact)


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
    text = "the variance 4 · (0.25 + {:.2f})/n = {:.1f}/n."
    chapter.says(text, v[0], 4 * (1 / 4 + v[0]))
    chapter.says("it is (0.25 + {:.2f})/n = {:.1f}/n.", v[1], 1 / 4 + v[1])
    small = [privacy_part(epsilon) ** 2 for epsilon in (0.01, 0.01 / 4)]
    # "a small ε counts by its square"
    assert np.isclose(small[1] / small[0], 4**2, rtol=1e-4)
    assert np.isclose(4 * (1 / 4 + v[0]), 12_000 * variances(4, 1)[0])
    assert np.isclose(1 / 4 + v[1], 12_000 * variances(4, 1)[1])
    chapter.says("here from ε = {:.2f} on, at", border(4))
    chapter.says(r"at $\pi$ = 10 % from {:.1f}.", border(4, 0.1))
    grid = np.linspace(0.2, 12, 200)
    for questions in (2, 4):
        better = [
            people < epsilon
            for people, epsilon in (variances(questions, e) for e in grid)
        ]
        assert better == sorted(better, reverse=True), "one border only"


def test_check_yourself(chapter):
    chapter.says("This divides the error by √2 = {:.2f} only", np.sqrt(2))
    epsilon = 0.1
    chapter.says("**2. At ε = {}, what", epsilon)
    text = "Only the sampling part can grow. It is at most 0.25/n, beside {:.1f}/n from the coins"
    chapter.says(text, privacy_part(epsilon) ** 2)
    laplace_run, coins_run = 0.4, 72
    text = "off by {} people, two coins by {}, so local is {:.0f} times worse"
    chapter.says(text, laplace_run, coins_run, coins_run / laplace_run)
    n = 32_561
    factor = n * privacy_part(np.log(3), n) * np.log(3) / np.sqrt(2)
    chapter.says("at the same ε: a factor of {:.0f} at ln 3 for 32,561 people", factor)
    share, times = 0.5, 100
    before, after = (
        chapter["standard_error"](1, people, share) for people in (7, 7 * times)
    )
    # "the coins cause most of the error"
    assert privacy_part(1, 7) ** 2 > before**2 / 2
    assert after == pytest.approx(before / 10)  # "Both parts shrink to a tenth"
    chapter.says("**5. At ε = 1 and π = {:.0f} % the coins cause most", 100 * share)
    chapter.says("Now {} times as many people answer", times)


def test_exercise_plan_a_survey(chapter):
    worst, rare = chapter["surveys"]
    chapter.says("{:,} in the worst case, and {:,} for π ≤ 1 %", worst, rare)
    text = "its privacy part is {:.2f}, the rest ¼ or less"
    chapter.says(text, privacy_part(0.5) ** 2)
    assert worst == chapter["people_needed"](0.5, 0.01)


def test_exercise_one_sided_coin(chapter):
    p, best = RandomizedResponse(1).p, chapter["best"]
    assert chapter["variance"][best] > RandomizedResponse(1).variance(1, 0.01)
    assert chapter["yes"][best] == pytest.approx(p, abs=0.01)
    assert chapter["no"][best] == pytest.approx(1 - p, abs=0.01)


def test_any_allowed_pair_is_the_symmetric_report_once_more():
    """The two conditions are those under which c and d are probabilities.

    Only one function of the symmetric report is unbiased, and the further noise adds
    its own variance.
    """
    m, e = RandomizedResponse(1), np.e
    for p, q in product(np.linspace(0.02, 0.98, 49), repeat=2):
        if q >= p:
            continue
        c, d = np.linalg.solve([[m.p, m.q], [m.q, m.p]], [p, q])
        if min(abs(p - e * q), abs(1 - q - e * (1 - p))) > 1e-9:
            assert (p < e * q and 1 - q < e * (1 - p)) == (d >= 0 and c <= 1)
        if not 0 <= d <= c <= 1:
            continue
        # g(no), g(yes): unbiased
        estimates = np.linalg.solve([[1 - q, q], [1 - p, p]], [0, 1])
        symmetric = np.linalg.solve(m.channel(), [0, 1])
        # the report, given the symmetric one
        given = np.array([[1 - d, d], [1 - c, c]])
        assert np.allclose(given @ estimates, symmetric)
        extra = given @ estimates**2 - (given @ estimates) ** 2
        for row, (no, yes) in zip(m.channel(), [(1 - q, q), (1 - p, p)]):
            law = np.array([no, yes])
            variance = law @ estimates**2 - (law @ estimates) ** 2
            least = row @ symmetric**2 - (row @ symmetric) ** 2
            assert variance == pytest.approx(least + row @ extra)


def test_exercise_a_helpful_seed(chapter):
    chapter.says("so all {:,} lie, or none does", len(chapter["sent"]))
    assert np.array_equal(chapter["recovered"], chapter["truths"])
    lies = chapter["sent"] != chapter["truths"]
    assert lies.all() or not lies.any()


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
