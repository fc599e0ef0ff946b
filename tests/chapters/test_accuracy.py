"""What the chapter "How many people? The accuracy of randomized response" says, computed."""

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import binom, laplace, norm

from ldp_course import RandomizedResponse
from ldp_course.data import load_adult
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

Z = norm.ppf(0.975)


def privacy_part(epsilon, n=1):
    """The standard error that the coins alone cause."""
    return np.sqrt(RandomizedResponse(epsilon).variance(n, 0.5))


def test_time(chapter):
    chapter.names("**Time**: 60 minutes")


def test_the_spread_of_the_first_polls(chapter):
    polls = chapter["polls"]
    n, sampling = 1_000, np.sqrt(0.25 / 1_000)
    both = chapter["standard_error"](1, n, 0.5)
    chapter.gives("We draw 1,000 people")
    chapter.says("We do this {:,} times.", len(polls))
    chapter.says("The estimates spread by {:.1f} percentage points", 100 * polls.std())
    chapter.says(r"would be $\sqrt{{{}/{}}}$ = {:.2f} points", 0.5 * 0.5, n, 100 * sampling)
    assert polls.std() > 2 * sampling  # "the coins more than double it"
    assert abs(polls.mean() - 0.5) < 4 * both / np.sqrt(len(polls))
    assert polls.std() / both == pytest.approx(1, abs=0.05)
    chapter.says("it gives {:.2f}, as our {:,} polls did", 100 * both, len(polls))


@pytest.mark.parametrize("epsilon, share", [(0.1, 0.3), (1, 0.5), (3, 0.02)])
def test_the_variance_splits(run_chapter, epsilon, share):
    m = RandomizedResponse(epsilon)
    reported = m.q + share * (m.p - m.q)
    variance = reported * (1 - reported) / (7 * (2 * m.p - 1) ** 2)
    assert np.isclose(variance, run_chapter["standard_error"](epsilon, 7, share) ** 2)
    assert np.isclose(m.variance(1, share), np.exp(epsilon) / (np.exp(epsilon) - 1) ** 2)


def test_squares_add(chapter):
    n, table = 1_000, 100 * chapter["table"]
    sampling, privacy, both = table.loc[1]
    assert (sampling**2 + privacy**2) == pytest.approx(both**2)
    assert np.allclose(table["sampling"], 100 * np.sqrt(0.25 / n))
    chapter.says(r"percentage points for {:,} people and $\pi$ = {:.0f} %.", n, 100 * 0.5)
    chapter.says("${:.2f}^2 + {:.2f}^2 = {:.2f}^2$", sampling, privacy, both)
    ratio = table["privacy"] / table["sampling"]
    assert round(ratio[0.1]) == 20
    chapter.gives("At ε = 0.1 the coins cause twenty times")
    chapter.says("at ε = 4 only {:.2f} times", ratio[4])


def test_where_privacy_dominates(chapter):
    shares, crossings = (0.5, 0.1), []
    for share in shares:
        sampling = np.sqrt(share * (1 - share))
        crossings.append(brentq(lambda e, part=sampling: privacy_part(e) - part, 0.1, 10))
    chapter.says(
        r"For $\pi$ = {:.0f} % privacy dominates below ε = {:.2f}, for $\pi$ = {:.0f} % below "
        "ε = {:.2f}.",
        100 * shares[0],
        crossings[0],
        100 * shares[1],
        crossings[1],
    )


def test_two_standard_errors_for_the_people_and_for_the_population(chapter):
    n, share, m = 1_000, 0.5, RandomizedResponse(1)
    reported = np.arange(n + 1) / n
    delta = 2 / (2 * m.p - 1) * np.sqrt(reported * (1 - reported) / n)
    mean_delta = binom.pmf(np.arange(n + 1), n, m.q + share * (m.p - m.q)) @ delta
    chapter.says(
        r"With {:.2f} standard errors, for $n$ = {:,}, ε = 1 and $\pi$ = {:.0f} %, that is "
        "± {:.1f} points for the people who answered and ± {:.1f} for the population. "
        "Δπ, with its factor 2, is ± {:.1f} on average.",
        Z,
        n,
        100 * share,
        100 * Z * privacy_part(1, n),
        100 * Z * chapter["standard_error"](1, n, share),
        100 * mean_delta,
    )


def test_the_plan(chapter):
    people, none = chapter["people_needed"](1, 0.02), int(np.ceil(Z**2 / 0.02**2 / 4))
    confidence = norm.cdf(Z) - norm.cdf(-Z)
    chapter.says(
        "with {:.0f} % confidence means that $z$ = {:.5f} standard errors", 100 * confidence, Z
    )
    chapter.says(
        "So the answer is **{:,} people**. Without privacy {:,} would do: at ε = 1 privacy costs "
        "a factor of {:.1f}.",
        people,
        none,
        people / none,
    )
    z, epsilon = round(Z, 2), 0.1
    chapter.says(
        r"$n \approx ({}/(m\varepsilon))^2$. At ε = {} it says {:,.0f}, and the formula says {:,}.",
        z,
        epsilon,
        (z / (0.02 * epsilon)) ** 2,
        chapter["people_needed"](epsilon, 0.02),
    )


def test_the_plan_is_tried(chapter):
    errors = chapter["errors"]
    chapter.says("We hold {:,} polls", len(errors))
    assert np.mean(np.abs(errors) <= 0.02) == pytest.approx(0.95, abs=0.006)


def test_how_many_people_in_the_central_model(chapter):
    local, central = chapter["people_needed"](1, 0.02), chapter["central_people"](1, 0.02, 0.95)
    none = int(np.ceil(Z**2 / 0.02**2 / 4))
    chapter.says(
        "± 2 points at ε = 1 take {:,} people; {:,} without privacy, {:,} with a trusted curator.",
        local,
        none,
        central,
    )
    yes = np.arange(central + 1)
    beyond = laplace.sf(0.02 * central, yes - central / 2)
    beyond += laplace.cdf(-0.02 * central, yes - central / 2)
    # exact people in place of the normal curve, for which the number of people was found
    assert binom.pmf(yes, central, 0.5) @ beyond == pytest.approx(0.05, abs=0.002)


def test_explorer_how_many_people(chapter):
    curves = {}
    for state, picture in chapter.explorers["How many people?"].pictures:
        local, central, none, _ = picture.series
        curves[state["margin"], state["confidence"]] = np.array([local.y, central.y, none.y])
        epsilons = list(local.x)
    four = [curves[m, c][0] / curves[2 * m, c][0] for m in (0.5, 1) for c in (90, 95, 99)]
    assert np.allclose(four, 4, atol=0.02)  # "Halving the margin takes four times the people"
    halved = [chapter["people_needed"](e / 2, 0.02) for e in (0.2, 0.5, 1)]
    ratios = np.divide(halved, [chapter["people_needed"](e, 0.02) for e in (0.2, 0.5, 1)])
    assert ((ratios > 3.5) & (ratios < 4)).all()  # "halving ε takes nearly as many"
    most = max((found[1] / found[2]).max() for (m, _), found in curves.items() if m <= 2)
    bound = 5 * np.ceil(20 * (most - 1))
    chapter.says("needs at most {:.0f} % more people than no privacy at ± 2 points or less", bound)
    smallest = epsilons[0]
    twice = [curves[5, c][1, 0] / curves[5, c][2, 0] for c in (90, 95, 99)]
    assert np.allclose(twice, 2, atol=0.3)
    chapter.says("need twice the people: ± 5 points at ε = {}.", smallest)
    chapter.says("Lower ε from 1 to {}.", smallest)


def test_the_same_epsilon_in_the_central_model(chapter):
    occupations = load_adult()["occupation"]
    n, sales = len(occupations), int((occupations == "Sales").sum())
    published = 0.011  # percent, the run of Laplace in near2021
    off = round(published / 100 * sales, 1)
    chapter.says("was {:.3f} % off: {:.1f} people", published, off)
    chapter.says(r"$1 - e^{{-{}}}$ = {:.0f} %", off, 100 * (1 - np.exp(-off)))
    chapter.says("for the {:,} salespeople among {:,} people", sales, n)
    central, local = np.sqrt(2) / np.log(3), n * privacy_part(np.log(3), n)
    chapter.says(
        r"deviation $\sqrt2/\varepsilon$ = {:.2f} people. Randomized response has {:.1f}.",
        central,
        local,
    )
    chapter.says("the standard deviation is {:.0f} times larger", local / central)
    chapter.says("has {:.0f} for as many people", n * privacy_part(1, n) / np.sqrt(2))
    assert chapter["local"].std() / local == pytest.approx(1, abs=0.1)
    assert chapter["central"].std() / central == pytest.approx(1, abs=0.15)


def test_figure_of_central_and_local_runs(chapter):
    local = norm.ppf(0.75) * 32_561 * privacy_part(np.log(3), 32_561)
    chapter.says("Share of {:,} runs", len(chapter["local"]))
    chapter.says(
        "Half of the central runs are within {:.2f} people, half of the local runs within {:.0f} "
        "people",
        np.log(2) / np.log(3),
        local,
    )
    # "both kinds of runs follow the theory", "the curves hardly overlap"
    assert np.median(np.abs(chapter["local"])) == pytest.approx(local, rel=0.1)
    assert np.median(np.abs(chapter["central"])) == pytest.approx(np.log(2) / np.log(3), rel=0.15)
    assert np.mean(np.abs(chapter["local"]) < np.abs(chapter["central"]).max()) < 0.06


def test_error_against_epsilon(chapter):
    grid, points, share, polls = chapter["grid"], chapter["points"], 0.2, 400
    theory = {n: [chapter["standard_error"](e, n, share) for e in grid] for n in points}
    chapter.says(
        r"ε run from {} to {:g}, for polls of {}, {} and {:,} people with $\pi$ = {:.0f} %.",
        grid[0],
        grid[-1],
        *points,
        100 * share,
    )
    chapter.says("(RMSE) of {} polls", polls)
    assert all(np.allclose(points[n], theory[n], rtol=4 / np.sqrt(2 * polls)) for n in points)
    assert grid[-1] / grid[0] == 10**4  # "four powers of ten"
    assert theory[100][0] / theory[100][1] == pytest.approx(3, rel=0.001)
    chapter.says("for {}, {} and {:,} people. The points of {} polls each", *points, polls)
    chapter.says("about {:.0f} at ε = {} with {} people", theory[100][0], grid[0], 100)
    assert theory[100][list(grid).index(0.1)] == pytest.approx(1, abs=0.05)
    chapter.gives("passes 1 near ε = 0.1,")
    chapter.says("at the sampling error of {:.2f}", np.sqrt(share * (1 - share) / 100))
    assert theory[100][-1] == pytest.approx(np.sqrt(share * (1 - share) / 100), rel=0.01)


def test_uncertainty_of_single_polls(chapter):
    grid, share = chapter["grid"], 0.2
    found = chapter["uncertainty"]
    theory = {n: [2 * chapter["standard_error"](e, n, share) for e in grid] for n in found}
    worst = max(np.abs(found[n] / theory[n] - 1).max() for n in found)
    bound = 20  # percent
    assert worst < bound / 100
    chapter.says("no point is more than {} % off its line", bound)
    margin = 0.1
    needed = {
        n: brentq(lambda e, n=n: 2 * chapter["standard_error"](e, n, share) - margin, 0.01, 10)
        for n in (100, 500, 2_000)
    }
    chapter.says(
        "For Δπ = {:.0f} points, {:,} people need ε = {:.2f}, {} people ε = {:.2f}, and {} people "
        "ε = {:.2f}.",
        100 * margin,
        *(number for n in (2_000, 500, 100) for number in (n, needed[n])),
    )
    chapter.says("ε on log axes for {}, {} and {:,} people. The points, each from one", *needed)
    chapter.says(
        "a margin of {:.0f} percentage points at ε = {:.2f}, {:.2f} and {:.2f}.",
        100 * margin,
        *needed.values(),
    )


def test_almost_fair_coins(chapter):
    epsilon, n, estimated = 0.001, 100, 9_000
    error = chapter["standard_error"](epsilon, n, 0.2)
    assert estimated / 100 < error  # "may well say": within one standard error
    chapter.says(
        "At ε = {} and $n$ = {} the standard error is {:.0f}: an estimate may well say that {:,} %",
        epsilon,
        n,
        error,
        estimated,
    )
    chapter.says("$2p-1$ = {:.4f},", 2 * RandomizedResponse(epsilon).p - 1)


def test_explorer_of_the_error(chapter):
    off = []
    for _, picture in chapter.explorers["Error against epsilon"].pictures:
        theory, _, dots = picture.series
        off.append(np.abs(np.divide(dots.y, theory.y) - 1).max())
    chapter.says("each stays within {:.0f} % of the line", 10 * np.ceil(10 * max(off)))
    shares = chapter.explorers["Error against epsilon"].choices["share"]
    chapter.says("Move the true share from {} % to 1 %", shares[-1])


def test_exact_coverage(chapter):
    coverage = chapter["coverage"]
    exact = [coverage(e, n, n // 2) for e in chapter["losses"] for n in (1_000, 10_000)]
    low, high = 0.94, 0.96
    assert sum(low < value < high for value in exact) == len(exact) - 1
    confidence = round(100 * (norm.cdf(Z) - norm.cdf(-Z)))
    chapter.says(
        "A {} % interval should contain the truth in {} % of the polls", confidence, confidence
    )
    chapter.says(r"exactly, here for $\pi$ = {:.0f} %", 100 * 0.5)
    chapter.says("From {:,} people on, all entries but one lie between {} and {}.", 1000, low, high)
    chapter.says(
        "at ε = 6 and $n$ = {} only {:.0f} % of the intervals", 100, 100 * coverage(6, 100, 50)
    )
    assert binom.pmf(0, 100, RandomizedResponse(6).q) > 0.75  # "most polls contain none"


def test_rule_for_the_interval(chapter):
    enough, tried = 10, []
    for e in np.linspace(0.1, 6, 60):
        m = RandomizedResponse(e)
        for n in (50, 100, 200, 500, 1_000, 2_000):
            if n * m.p * m.q >= enough:
                tried += [chapter["coverage"](e, n, round(n * s)) for s in (0, 0.05, 0.2, 0.5)]
    low, high = 0.93, 0.97
    assert low < min(tried) < low + 0.01 and high - 0.01 < max(tried) < high
    chapter.says(r"trust the interval if $n\,p\,q \geq {}$", enough)
    chapter.says("In all {} combinations", len(tried))
    chapter.says("the exact coverage lies between {} and {}.", low, high)
    chapter.says(r"Intervals hold when $npq \ge {}$", enough)


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
    chapter.gives("With 200 people, ε = 0.5 and")
    chapter.says("The truth is {:.3f}.", truth)
    assert np.mean(towns < 0) > 1 / 3
    assert abs(towns.mean() - truth) < 4 * noise  # "right within its noise"
    assert np.clip(towns, 0, 1).mean() > truth + 10 * noise  # "far too high"
    chapter.names("multi-freq-ldpy, version 0.2.5,")


def test_averaging_attack(chapter):
    p = RandomizedResponse(1).p
    right = {times: binom.sf(times // 2, times, p) for times in (1, 11, 51)}
    chapter.says(
        "At ε = 1 one answer is right with probability {:.3f}. Eleven answers give {:.3f}, "
        "and {} answers {:.4f}.",
        right[1],
        right[11],
        51,
        right[51],
    )
    rng = np.random.default_rng(3)
    fresh = [RandomizedResponse(1).perturb(np.ones(20_000, dtype=int), rng) for _ in range(11)]
    assert np.mean(np.sum(fresh, axis=0) >= 6) == pytest.approx(right[11], abs=0.01)
    explorer = chapter.explorers["The averaging attack"]
    for _, picture in explorer.pictures:
        bound, majority, _ = picture.series
        assert np.allclose(bound.y[0], majority.y[0])
        assert (np.subtract(bound.y, majority.y)[1:] >= 0).all()
        assert bound.y[1] > majority.y[1]
    chapter.says("At ε = {}, raise the number of questions to {}.", 0.25, max(majority.x))
    assert 0.25 in explorer.choices["epsilon"]


def test_check_yourself(chapter):
    chapter.says("divide the error by √2 = {:.2f} only", np.sqrt(2))
    epsilon = 0.1
    chapter.says("**2. At ε = {}, what", epsilon)
    chapter.says(
        "It is at most {}/n, beside {:.1f}/n from the coins", 0.25, privacy_part(epsilon) ** 2
    )
    chapter.names("will average 50 such results")
    laplace_run, coins_run = 0.4, 72
    chapter.says(
        "off by {} people, two coins by {}, so local is {:.0f} times worse",
        laplace_run,
        coins_run,
        coins_run / laplace_run,
    )
    n = 32_561
    factor = n * privacy_part(np.log(3), n) * np.log(3) / np.sqrt(2)
    chapter.says("at the same ε: a factor of {:.0f} at ln 3", factor)
    share, times = 0.5, 100
    before, after = (chapter["standard_error"](1, people, share) for people in (7, 7 * times))
    assert privacy_part(1, 7) ** 2 > before**2 / 2  # "the coins cause most of the error"
    assert after == pytest.approx(before / 10)  # "Both parts shrink to a tenth"
    chapter.says("**5. At ε = 1 and π = {:.0f} % the coins cause most", 100 * share)
    chapter.says("Now {} times as many people answer", times)


def test_exercise_plan_a_survey(chapter):
    worst, rare = chapter["surveys"]
    chapter.says("{:,} in the worst case, and {:,} for π ≤ 1 %", worst, rare)
    chapter.says("the privacy part, {:.2f} against ¼", privacy_part(0.5) ** 2)
    assert worst == chapter["people_needed"](0.5, 0.01)


def test_exercise_one_sided_coin(chapter):
    p, best = RandomizedResponse(1).p, chapter["best"]
    assert chapter["variance"][best] > RandomizedResponse(1).variance(1, 0.01)
    assert chapter["yes"][best] == pytest.approx(p, abs=0.01)
    assert chapter["no"][best] == pytest.approx(1 - p, abs=0.01)


def test_exercise_ten_runs_and_a_helpful_seed(chapter):
    surveys = 10
    chapter.says("one survey of ${}n$ people", surveys)
    chapter.says("smaller by √{} = {:.1f}", surveys, np.sqrt(surveys))
    chapter.gives("a default seed, such as 42,")
    chapter.says("so all {:,} lie, or none does", len(chapter["sent"]))
    assert np.array_equal(chapter["recovered"], chapter["truths"])
    lies = chapter["sent"] != chapter["truths"]
    assert lies.all() or not lies.any()
