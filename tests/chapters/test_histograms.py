"""Claims of the chapter "Negative people: repairing a histogram", computed."""

import re
from math import isclose, log, sqrt

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.optimize import brentq
from scipy.special import ndtri

from ldp_course import DirectEncoding, UnaryEncoding, norm_mul, norm_sub
from ldp_course import norm as module_norm
from ldp_course.estimate import base_cut
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

LN9 = log(9)
ARMED_FORCES, PRIV_HOUSE_SERV = 12, 13


def people_off(chapter, mechanism, shares):
    return chapter["n"] * np.sqrt(mechanism.variance(chapter["n"], shares))


def bias(chapter, name):
    return (chapter["n"] * chapter["adult"][name] - chapter["truth"]).mean(axis=0)


def test_the_survey(chapter):
    n, survey = chapter["n"], chapter["survey"]
    chapter.says("Each of {:,} people has reported one of fifteen values", n)
    assert len(chapter["domain"]) == 15 and chapter["truth"].sum() == n
    count, total = survey.counts[ARMED_FORCES], survey.counts.sum()
    chapter.says("So {:.0f} isn't a flaw.", count)
    chapter.says("closer to the truth than {:.0f} is", count)
    chapter.says("In our survey the fifteen counts add up to {:,.0f} people.", total)
    chapter.says("So {:.0f} people are missing.", n - total)
    after = count + (n - total) / 15
    chapter.says("in our survey the Armed-Forces now have {:.0f} people.", after)
    low, high = (n * side[ARMED_FORCES] for side in survey.interval())
    text = "For the Armed-Forces in our survey it reaches from {:.0f} to {:.0f} people"
    chapter.says(text, low, high)
    chapter.says('"between 0 and {:.0f} people" with the same confidence', high)
    assert low < chapter["truth"][ARMED_FORCES] < high  # "Nine people lie well inside"
    order = np.argsort(-survey.counts)
    assert chapter["domain"][order[0]] == "Exec-managerial"
    assert np.argsort(-chapter["truth"])[2] == order[0]  # "only the third"
    assert order[4] == chapter["truth"].argmax()  # "has come out fifth"


def test_negative_people(chapter):
    n, truth = chapter["n"], chapter["truth"][ARMED_FORCES]
    error = people_off(chapter, chapter["oue"], truth / n)
    chapter.says("their count has a standard error of {:.0f} people, because", error)
    example = -300
    assert abs(example - truth) < error
    chapter.says("says that about {} people work in the Armed-Forces", example)
    assert n - truth > 32_000  # "more than thirty-two thousand others"
    chapter.says("shows this one count in {:,} surveys", len(chapter["raw"]))
    soldiers = chapter["raw"][:, ARMED_FORCES]
    chapter.says(
        "histogram of {:,} estimated counts of the Armed-Forces", len(soldiers)
    )
    assert 0.45 < (soldiers < 0).mean() < 0.5  # "Nearly half of the surveys"
    assert 0.48 < stats.norm.cdf(-truth / error) < 0.5
    ends = (100 * round(end / 100) for end in (-soldiers.min(), soldiers.max()))
    chapter.says("from about −{:,} to {:,} people. Its middle", *ends)
    assert np.abs(soldiers).max() < 1_300  # the figure holds all
    assert soldiers.max() - truth > 1_000  # "too high by a thousand"
    assert stats.norm.cdf(-(truth + 300) / error) > 0.15  # "such runs aren't rare"
    assert abs(soldiers.mean() - truth) < 4.9 * error / sqrt(len(soldiers))


def test_clipping_a_long_list(chapter):
    halves, made = chapter["halves"], chapter["long_lists"]
    assert len(halves) == 100 and (halves == 0).sum() == 98 and len(made) == 1_000
    chapter.says(
        "We ask {:,} people at ε = 1, and repeat that a thousand times", halves.sum()
    )
    # "about twice as many people as were asked", "more people than were asked"
    assert np.mean(chapter["clipped"]) == pytest.approx(2, abs=0.1)
    error = sqrt(chapter["bits"].variance(halves.sum(), 0))
    crumb = error * stats.norm.pdf(0)
    kept = round(stats.norm.expect(lambda z: max(z, 0)), 1)
    text = r"averages $1/\sqrt{{2\pi}}$ = {} standard errors of people who don't exist"
    chapter.says(text, kept)
    chapter.says("= {:.3f}$. So the 98 empty values", error)
    text = r"hold about $98 \cdot {} \cdot {:.3f} = {:.2f}$, which is more than"
    chapter.says(text, kept, error, 98 * kept * round(error, 3))
    assert 98 * crumb > 1 and stats.norm.pdf(0) == pytest.approx(kept, abs=0.002)
    of_the_empty = np.mean(chapter["wide"]["clip"][:, 2:])
    assert of_the_empty == pytest.approx(crumb, rel=0.01)


def test_norm_is_free(chapter):
    n, k, m = chapter["n"], 15, chapter["oue"]
    x = np.array([0.5, 0.75, 0])
    chapter.says("The shares ({}, {}, 0) sum to {}, so", *x[:2], x.sum())
    chapter.says("each loses a third of {}.", x.sum() - 1)
    assert chapter["norm"](x).sum() == pytest.approx(1)
    assert np.allclose(chapter["norm"](x), module_norm(x))
    each = people_off(chapter, m, chapter["truth"] / n) ** 2
    first = 7
    one_of = first / k  # the sum gets this part of what is missing
    left = (1 - one_of) ** 2 * first + one_of**2 * (k - first)
    chapter.says(r"\,V = {:.1f}\,V$$ instead of ${}V$", left, first)
    assert isclose(left, 8 * 7 / 15) and 0.4 < 1 - left / first < 0.5  # "nearly half"
    assert isclose((1 - 1 / k) ** 2 + (1 / k) ** 2 * (k - 1), 14 / 15)
    assert each.max() / each.min() < 1.04  # "nearly the same for all fifteen"
    repair = np.eye(k) - 1 / k
    exact = (repair @ np.diag(each) @ repair.T)[:first, :first].sum()
    assert exact == pytest.approx(left * each.mean(), rel=0.02)
    sums = {
        name: n * chapter["adult"][name][:, :first].sum(axis=1)
        for name in ("raw", "norm")
    }
    # 4,000 runs: 5 standard errors of a standard deviation are 0.056 of it
    assert sums["raw"].std() == pytest.approx(sqrt(each[:first].sum()), rel=0.056)
    assert sums["norm"].std() == pytest.approx(sqrt(exact), rel=0.056)
    alone = sqrt(each.mean() * (1 - 1 / k))
    after_norm = n * chapter["adult"]["norm"] - chapter["truth"]
    assert sqrt(np.mean(after_norm**2)) == pytest.approx(alone, rel=0.02)


def test_variance_after_norm(chapter):
    n, shares, k = chapter["n"], chapter["truth"] / chapter["n"], 15
    repair = np.eye(k) - 1 / k
    for epsilon in (0.5, 1, 4):
        m = UnaryEncoding.optimized(chapter["domain"], epsilon)
        exact = repair @ np.diag(n**2 * m.variance(n, shares)) @ repair.T
        raw = np.mean(people_off(chapter, m, shares) ** 2)
        assert np.mean(np.diag(exact)) == pytest.approx(raw * (1 - 1 / k))
        # a common shift changes no difference
        gap = np.eye(k)[3] - np.eye(k)[6]
        both = n**2 * m.variance(n, shares[[3, 6]]).sum()
        assert gap @ exact @ gap == pytest.approx(both)
        apart = exact[~np.eye(k, dtype=bool)]
        assert (apart < 0).all()  # also at ε = 4, just below the limit
        spread = np.sqrt(np.diag(exact))
        correlations = (exact / np.outer(spread, spread))[~np.eye(k, dtype=bool)]
        assert np.abs(correlations).max() < 0.1  # "small"


def test_norm_of_rare_values_at_large_epsilon(chapter):
    k = 15

    def gain(epsilon):  # of a value with f = 0, in the variance
        m = UnaryEncoding.optimized(range(k), epsilon)
        rare, total = m.variance(1, 0), (k - 1) * m.variance(1, 0) + m.variance(1, 1)
        return 2 * rare / k - total / k**2

    at = brentq(gain, 1, 8)
    assert gain(at - 0.1) > 0 > gain(at + 0.1)
    chapter.says("this happens above ε = {:.2f}, where direct", at)

    def covariance(epsilon):  # of two values with f = 0; of others it is smaller
        m = UnaryEncoding.optimized(range(k), epsilon)
        rare, total = m.variance(1, 0), (k - 1) * m.variance(1, 0) + m.variance(1, 1)
        return total / k**2 - 2 * rare / k

    # "up to the same ε all of them are negative"
    assert covariance(at - 0.01) < 0 < covariance(at + 0.01)
    for epsilon in (at, 5, 6):  # "where direct encoding is better anyway"
        oue = UnaryEncoding.optimized(range(k), epsilon)
        assert DirectEncoding(range(k), epsilon).variance(1, 0) < oue.variance(1, 0)


def test_two_ways_to_make_a_table(chapter):
    f = np.array([0.8, 0.3, -0.1])
    chapter.says("| raw | {} | {} | −{} | {:.0f} |", *f[:2], -f[2], f.sum())
    clipped, repaired = np.maximum(f, 0), norm_sub(f)
    chapter.says("| clip | {} | {} | 0 | {:.1f} |", *clipped[:2], clipped.sum())
    chapter.says("| norm_mul | {:.2f} | {:.2f} | 0 | 1 |", *norm_mul(f)[:2])
    chapter.says("| norm_sub | {:.2f} | {:.2f} | 0 | 1 |", *repaired[:2])
    chapter.says(
        "Subtraction takes {:.2f} from each of the first two.", f[0] - repaired[0]
    )
    loss = clipped - norm_mul(f)
    assert loss[0] > loss[1]  # "Division takes most from the largest share"
    assert isclose(f[0] - repaired[0], f[1] - repaired[1])


def test_norm_sub_from_scratch(chapter):
    adult, wide = chapter["adult"]["raw"][:100], chapter["wide"]["raw"][:100]
    for f in (*adult, *wide):
        assert np.allclose(chapter["subtract_and_cut"](f), norm_sub(f), atol=1e-9)


def test_no_table_is_closer_than_norm_sub(chapter):
    rng = np.random.default_rng(7)
    for raw in rng.normal(0.2, 0.3, (20, 5)):
        others = rng.dirichlet(np.ones(5), 2_000)
        closest = ((norm_sub(raw) - raw) ** 2).sum()
        assert (((others - raw) ** 2).sum(axis=1) >= closest).all()


def test_what_repairs_cost(chapter):
    n, truth, adult = chapter["n"], chapter["truth"], chapter["adult"]
    runs, m = len(adult["raw"]), chapter["oue"]
    chapter.says("on average over our {:,} surveys?", runs)
    spread = {name: n * x.std(axis=0) / sqrt(runs) for name, x in adult.items()}
    smallest = ARMED_FORCES
    for name in ("raw", "norm"):
        errors = people_off(chapter, m, truth / n) / sqrt(runs)
        assert (np.abs(bias(chapter, name)) < 4.9 * errors).all()
    # "Only norm has none"
    for name in ("clip", "norm_mul", "norm_sub", "base_cut", "power"):
        assert (np.abs(bias(chapter, name)) > 8 * spread[name]).any()
    assert list(np.argsort(truth)[:2]) == [ARMED_FORCES, PRIV_HOUSE_SERV]
    about = 130
    error = people_off(chapter, m, truth / n)[smallest]
    text = "in this row that error is {:.0f} people."
    chapter.says(text, error)
    title = 10 * round((about + truth[smallest]) / 10)
    chapter.says("## Nine soldiers become {}", title)
    costs = chapter["costs"]
    bias_of_it, scatter = costs.loc["norm_sub", ["bias", "standard error"]]
    shown = round(n * adult["norm_sub"][:, smallest].mean())
    text = "the same in every survey, here {} − {} = {} people."
    chapter.says(text, shown, truth[smallest], shown - truth[smallest])
    assert shown - truth[smallest] == bias_of_it
    text = (
        "error is ${}^2 + {}^2$, which is less than half of the raw count's ${:.0f}^2$"
    )
    chapter.says(text, bias_of_it, scatter, error)
    assert bias_of_it**2 + scatter**2 < error**2 / 2
    # 100,000 surveys leave the means standard errors of less than 1
    shares = many_surveys(chapter, 100_000)
    clipped = np.maximum(shares, 0)
    divided = clipped / clipped.sum(axis=1, keepdims=True)
    repaired = norm_sub_of_rows(shares)
    for x in (clipped, divided, repaired):
        gain = n * x[:, smallest].mean() - truth[smallest]
        assert gain == pytest.approx(about, abs=6)
    taken = n * (clipped - repaired).mean(axis=0)
    # "not where it arose": more from each of the large than from the smallest
    assert (taken[truth > 900] > 1.8 * taken[smallest]).all()
    # "The large occupations pay instead"
    off = n * repaired.mean(axis=0) - truth
    assert off[smallest] > 100 and (off[truth > 900] < 0).all()
    misses = [
        n * np.abs(x[:, smallest] - truth[smallest] / n) for x in (repaired, shares)
    ]
    assert 0.76 < (misses[0] < misses[1]).mean() < 0.79  # "more than three out of four"
    none = repaired[:, smallest] == 0
    assert none.mean() == pytest.approx(0.5, abs=0.01)
    assert none[shares[:, smallest] < 0].mean() > 0.9  # "then usually shows 0"
    errors = {name: sqrt(np.mean((n * x - truth) ** 2)) for name, x in adult.items()}
    assert min(errors, key=errors.get) == "norm_sub"
    assert errors["norm_mul"] < errors["norm"]
    assert errors["norm_sub"] > 0.95 * errors["norm"]  # "a little less": the table
    for name in ("norm_mul", "norm_sub"):
        assert np.allclose(adult[name].sum(axis=1), 1)
        # "take them away from others"
        assert bias(chapter, name)[truth > 2_000].max() < 0
    assert (
        np.abs(truth * (truth < 1_000) + bias(chapter, "base_cut"))[truth < 500] < 25
    ).all()
    assert errors["power"] > errors["raw"] and errors["base_cut"] > errors["raw"]


def many_surveys(chapter, runs):
    """Return the estimated shares of new surveys, from their numbers of 1s."""
    m, n, truth = chapter["oue"], chapter["n"], chapter["truth"]
    rng = np.random.default_rng(11)
    ones = rng.binomial(truth, m.p, (runs, 15))
    ones += rng.binomial(n - truth, m.q, (runs, 15))
    return (ones / n - m.q) / (m.p - m.q)


def test_totals_of_one_survey_and_averages_of_many(chapter):
    """Bias and standard error of totals, from more surveys than the table has."""
    halves, m, rng = chapter["halves"], chapter["bits"], np.random.default_rng(12)
    people = halves.sum()
    ones = rng.binomial(halves, m.p, (20_000, 100))
    ones += rng.binomial(people - halves, m.q, (20_000, 100))
    wide = (ones / people - m.q) / (m.p - m.q)
    surveys = {15: many_surveys(chapter, 100_000), 100: wide}
    told = {}
    for name, (_, held, which) in chapter["totals"].items():
        raw = surveys[len(held)]
        shares = raw, raw + (1 - raw.sum(axis=1, keepdims=True)) / len(held)
        sums = [
            held.sum() * x[:, which].sum(axis=1)
            for x in (*shares, norm_sub_of_rows(raw))
        ]
        bias = sums[2].mean() - held[which].sum()
        spread = [x.std() for x in sums]
        errors = [*spread[:2], sqrt(bias**2 + spread[2] ** 2)]
        shown = chapter["misses"][name]
        # the table has 1,000 or 4,000 surveys
        assert np.allclose(shown[:3], errors, rtol=0.09)
        assert np.sign(shown[3]) == np.sign(bias)
        assert (errors[2] == min(errors)) == (name != "both halves")
        # norm is ahead where its variance over T surveys is less than bias² and variance
        ahead = (spread[1] ** 2 - spread[2] ** 2) / bias**2
        told[name] = spread, bias, ahead
    spread, bias, of_norm = told["Armed-Forces"]
    of_raw = (spread[0] ** 2 - spread[2] ** 2) / bias**2
    assert (of_norm, of_raw) == pytest.approx((5, 5), abs=0.6)  # so four, not five
    n, error = chapter["n"], chapter["raw_error"]
    assert error == people_off(chapter, chapter["oue"], chapter["truth"][12] / n)
    error, bias, scatter = round(error), chapter["bias"], chapter["scatter"]
    text = "where ${}^2/T = {}^2 + {}^2/T$, at $T = ({}^2 - {}^2)/{}^2 = {:.1f}$. So, judged"
    ahead = (error**2 - scatter**2) / bias**2
    chapter.says(text, error, bias, scatter, error, scatter, bias, ahead)
    assert round(ahead) == 5
    of_both = chapter["halves"].sum() * 0.04
    text = (
        "lowers each of the two halves by {}, which is about {:.0f} of the {:,} people"
    )
    chapter.says(text, 0.04, of_both, chapter["halves"].sum())
    halves = chapter["misses"]["both halves"]
    chapter.says("Their total is then about {:.0f} people too low", 2 * of_both)
    assert halves[3] == pytest.approx(-2 * of_both, abs=10)
    assert halves[3] ** 2 > halves[1] ** 2  # "norm is ahead in the first survey"
    text = "there norm_sub has an RMSE of {:.0f} people, and norm has {:.0f}."
    chapter.says(text, halves[2], halves[1])
    assert told["ten of the 98 empty"][2] > 90  # "more than ninety surveys"


def norm_sub_of_rows(shares):
    """Return norm_sub of each row, by sorting."""
    falling = -np.sort(-shares, axis=1)
    constants = (falling.cumsum(axis=1) - 1) / np.arange(1, shares.shape[1] + 1)
    left = (falling > constants).sum(axis=1)
    constant = np.take_along_axis(constants, left[:, None] - 1, axis=1)
    repaired = np.maximum(shares - constant, 0)
    assert np.allclose(repaired[:20], [norm_sub(f) for f in shares[:20]])
    return repaired


def test_intervals_after_a_repair(chapter):
    n, truth, m = chapter["n"], chapter["truth"] / chapter["n"], chapter["oue"]
    shares, k = many_surveys(chapter, 40_000), 15
    raw = 1.96 * np.sqrt(m.variance(n, np.clip(shares, 0, 1)))
    after = shares + (1 - shares.sum(axis=1, keepdims=True)) / k
    # "√(1 - 1/k) times the raw one": 40,000 surveys leave 0.001
    holds = (np.abs(after - truth) < raw * sqrt(1 - 1 / k)).mean(axis=0)
    assert holds == pytest.approx(np.full(k, 0.95), abs=0.005)
    holds = (np.abs(shares - truth) < raw).mean(axis=0)  # "95 % hold the truth"
    assert holds == pytest.approx(np.full(k, 0.95), abs=0.005)
    below = (shares + raw < 0)[:, ARMED_FORCES].mean()
    assert below == pytest.approx(1 / 40, abs=0.003)  # "one survey in forty"


def test_repairs_in_a_larger_domain(chapter):
    wide, halves = chapter["wide"], chapter["halves"]
    people, empty = halves.sum(), int((halves == 0).sum())
    first = {name: x[:, 0].mean() for name, x in wide.items()}
    clipped = wide["clip"].sum(axis=1).mean()
    square = {
        name: ((x - halves / people) ** 2).sum(axis=1).mean()
        for name, x in wide.items()
    }
    rest = {name: x[:, 2:].sum(axis=1) for name, x in wide.items()}
    text = "The clipped shares sum to about {:.2f}, and 0.5/{:.2f} is {:.2f}."
    chapter.says(text, clipped, clipped, first["norm_mul"])
    assert 0.5 / clipped == pytest.approx(first["norm_mul"], abs=0.005)
    # "one and a half standard errors of an empty value", "most of the empty values"
    error = sqrt(chapter["bits"].variance(people, 0))
    assert (0.5 - first["norm_sub"]) / error == pytest.approx(1.5, abs=0.05)
    assert (wide["norm_sub"][:, 2:] == 0).mean() > 0.9
    chapter.says("Subtraction takes only {:.2f} away", 0.5 - first["norm_sub"])
    assert square["norm_mul"] / square["raw"] == pytest.approx(2, abs=0.15)  # "twice"
    text = "after clipping, the {} empty values together hold a share of {:.2f}, and"
    chapter.says(text, empty, rest["clip"].mean())
    assert all(
        square[name] / square["raw"] < 0.105
        for name in ("norm_sub", "base_cut", "power")
    )
    chapter.says("norm_sub takes {:.2f} from each half", 0.5 - first["norm_sub"])
    chapter.says("power leaves a share of {:.2f} with values", rest["power"].mean())
    raw, repaired = wide["raw"][:, 0], wide["norm_sub"][:, 0]
    holds = np.abs(repaired - 0.5) < 1.96 * np.sqrt(
        chapter["bits"].variance(people, raw)
    )
    # "more than they hold": the shown code prints it
    assert holds.mean() == pytest.approx(chapter["holds"].mean(), abs=0.03)
    assert chapter["holds"].mean() < 0.8
    # "errors partly cancel, biases add up": the sum of the empty shares, which is 0 in
    # truth
    assert abs(rest["raw"].mean()) < 5 * rest["raw"].std() / sqrt(len(rest["raw"]))
    assert np.mean(rest["norm"] ** 2) < np.mean(rest["norm_sub"] ** 2)
    assert np.allclose(wide["norm"].sum(axis=1), 1)


def test_the_largest_occupations(chapter):
    truth = chapter["truth"]
    order = np.argsort(-truth)
    first, second = truth[order[:2]]
    assert sorted(order[:3]) == sorted(chapter["largest"])
    chapter.says(
        "Prof-specialty and Craft-repair, are only {} people apart", first - second
    )
    errors = people_off(chapter, chapter["oue"], truth[order[:2]] / chapter["n"])
    chapter.says(
        "has a standard error of about {:.0f} people. The", errors.round(-1)[0]
    )
    assert (errors.round(-1) == errors.round(-1)[0]).all()
    off = sqrt((errors**2).sum())
    text = r"the difference is $\sqrt2 \cdot {:.0f}$, or about {:.0f} people"
    chapter.says(text, errors.round(-1)[0], round(off, -2))
    gap = (first - second) / off
    chapter.says("A gap of {} is {:.2f} standard errors", first - second, gap)
    text = r"with probability $\Phi({:.2f}) = {:.0f}\ \%$, which is hardly better"
    chapter.says(text, gap, 100 * stats.norm.cdf(gap))


def test_how_often_the_ranking_is_right(chapter):
    shares = {
        name: pd.DataFrame(chapter["right"](x)).mean()
        for name, x in chapter["runs"].items()
    }
    at_1, at_ln_9 = shares["ε = 1, OUE"], shares["ε = ln 9, direct"]
    assert at_1["first"] == pytest.approx(1 / 3, abs=0.02)
    assert at_1["three, in order"] == pytest.approx(1 / 14, abs=0.01)
    assert 0.85 < at_ln_9["three, any order"] < 0.9  # "nearly nine times out of ten"
    assert at_ln_9["first"] < 0.5  # "remains a gamble"
    for counts in (chapter["raw"][:200], chapter["more_runs"][:200]):
        for x in (
            counts / chapter["n"]
        ):  # "keep the order of all bars that stay above zero"
            for repaired in (norm_sub(x), norm_mul(x), np.maximum(x, 0)):
                left = repaired > 0
                assert (np.argsort(repaired[left]) == np.argsort(x[left])).all()


def first_is_right(chapter, people):
    """The probability for optimized bits at ε = 1: the errors are as good as normal."""
    shares = -np.sort(-chapter["truth"]) / chapter["n"]
    m = UnaryEncoding.optimized(chapter["domain"], 1)
    errors = np.sqrt(m.variance(1, shares) / people)
    x = shares[0] + errors[0] * np.linspace(-9, 9, 20_001)
    density = stats.norm.pdf(x, shares[0], errors[0])
    for share, error in zip(shares[1:], errors[1:], strict=True):
        density = density * stats.norm.cdf(x, share, error)
    return np.trapezoid(density, x)


def test_how_many_people_a_ranking_takes(chapter):
    n, truth = chapter["n"], -np.sort(-chapter["truth"])
    people = brentq(lambda people: first_is_right(chapter, people) - 0.9, 1e6, 1e8)
    chapter.says("it takes about {:.0f} million people to get", people / 1e6)
    z = 1.28
    assert stats.norm.cdf(z) == pytest.approx(0.9, abs=0.001)
    errors = people_off(chapter, chapter["oue"], truth[:2] / n)
    gap = (truth[0] - truth[1]) / sqrt((errors**2).sum())
    chapter.says(r"since $\Phi({}) = {}$. Ours is {:.3f}.", z, 0.9, gap)
    times = z / round(gap, 3)
    text = "It must become {}/{:.3f} = {:.1f} times as large, which takes {:.1f}² times"
    chapter.says(text, z, gap, times, times)
    assert n * times**2 == pytest.approx(
        people, rel=0.05
    )  # other rivals "hardly matter"
    for_three = 250_000
    shares = {
        count: pd.DataFrame(chapter["right"](chapter["simulated"](1, count))).mean()
        for count in (n, for_three, round(people))
    }
    # 1,000 runs of a share of 0.9: 4.2 standard errors are 0.04; the seed is fixed
    assert shares[round(people)]["first"] == pytest.approx(0.9, abs=0.04)
    assert shares[for_three]["three, any order"] == pytest.approx(0.9, abs=0.04)
    assert shares[n]["first"] == pytest.approx(first_is_right(chapter, n), abs=0.06)
    assert first_is_right(chapter, n) == pytest.approx(1 / 3, abs=0.02)
    one_gap = round(round(people, -6) / 49, -4)
    text = "or about {:,.0f}. The set needs about half as many again, some {:,},"
    chapter.says(text, one_gap, for_three)
    assert 1.4 * one_gap < for_three < 1.6 * one_gap
    gap = truth[0] - truth[1]
    chapter.says(
        "In truth the two largest are {:.2f} % of the people apart", 100 * gap / n
    )
    text = "At ε = 1 and with {:,} people, the right one comes first in a third of the runs."
    text += " In what share does it with {:,} people, with {:,}, and with {:,}?"
    at = chapter.explorers["Is the ranking right?"].predict.at
    chapter.says(text, n, *at)
    wider = (truth[2] - truth[3]) / gap
    assert round(wider) == 7


ENCODINGS = "symmetric", "optimized", "direct"


def test_explorer_of_three_encodings(chapter):
    explorer = chapter.explorers["Fifteen counts, three encodings"]

    def reach(epsilon, encoding, repair):
        state = {"epsilon": epsilon, "encoding": encoding, "repair": repair}
        points = explorer.picture_at(**state).series[-1]
        return np.subtract(points.high, points.low).mean()

    def total(encoding, repair):
        picture = explorer.picture_at(encoding=encoding, repair=repair)
        return re.search(r"add up to ([\d.]+) %", picture.sentence)[1]

    chapter.says("move ε from 1 to {:g}", explorer.choices["epsilon"][-1])
    text = "With norm the estimates from bits add up to {:.0f} %"
    chapter.says(text, float(total("optimized", "norm")))
    assert total("direct", "none") == "100.0" != total("optimized", "none")

    def shortest(epsilon):
        """Return, without and with norm, which encoding's intervals are shortest."""
        return {
            min(ENCODINGS, key=lambda which: reach(epsilon, which, repair))
            for repair in ("none", "norm")
        }

    assert shortest(1) == {"optimized"}
    late = (e for e in explorer.choices["epsilon"] if shortest(e) == {"direct"})
    chapter.says("above about ε = {:.1f} direct encoding has", next(late))
    shorter = reach(1, "optimized", "norm") / reach(1, "optimized", "none")
    assert 0.95 < shorter < 1  # "only a little shorter"


def test_explorer_of_the_ranking(chapter):
    lines = {}
    for state, picture in chapter.explorers["Is the ranking right?"].pictures:
        states = lines.setdefault((state["epsilon"], state["n"]), [])
        states.append([line.y for line in picture.series[:3]])
        people = picture.series[0].x
    assert max(np.ptp(states, axis=0).max() for states in lines.values()) < 0.08
    first = np.array(lines[1, 10_000_000])[:, 0]
    # "near ties need millions of people"
    assert (first[:, people.index(1_000_000)] < 0.7).all()
    assert (first[:, people.index(10_000_000)] > 0.9).all()


def test_limit_of_base_cut(chapter):
    values, alpha = len(chapter["domain"]), 0.05
    z = -ndtri(alpha / values)
    chapter.says("For fifteen values the limit is {:.2f} standard errors", z)
    chapter.says("with probability {}/{} (Bonferroni)", alpha, values)
    shares = np.r_[np.full(values - 2, 0.1), z - 1e-9, z + 1e-9]
    assert (base_cut(shares, np.ones(values)) > 0).tolist() == [False] * (
        values - 1
    ) + [True]


def test_for_the_population(chapter):
    n, share = chapter["n"], chapter["truth"].max() / chapter["n"]
    noise = people_off(chapter, chapter["oue"], share) / n
    direct, draw = DirectEncoding(range(15), 4), sqrt(share * (1 - share) / n)
    both = sqrt(noise**2 + draw**2)
    chapter.says("Take Prof-specialty, with a share of {:.3f}.", share)
    text = r"$\sqrt{{{:,} \cdot {:.3f} \cdot {:.3f}}} = {:.0f}$ people, the noise has one of {:.0f}"
    chapter.says(text, n, share, 1 - share, n * draw, n * noise)
    text = r"and together they have $\sqrt{{{:.0f}^2 + {:.0f}^2}} = {:.0f}$."
    chapter.says(text, n * noise, n * draw, n * both)
    assert direct.variance(n, share) < UnaryEncoding.optimized(range(15), 4).variance(
        n, share
    )
    noise = sqrt(direct.variance(n, share))
    text = "the noise has a standard error of only {:.0f} people. The draw still has {:.0f}."
    chapter.says(text, n * noise, n * draw)
    both = sqrt(noise**2 + draw**2)
    assert noise < draw and 1.5 < both / noise < 2
    # new people and new bits: 4,000 surveys, 5 standard errors are 0.056; the seed is fixed
    rng = np.random.default_rng(8)
    drawn = rng.multinomial(n, chapter["truth"] / n, 4_000)
    top = [direct.simulate(counts, rng).frequencies[3] for counts in drawn]
    assert np.std(top) == pytest.approx(both, rel=0.056)


def test_which_count_can_we_believe(chapter):
    n, truth = chapter["n"], chapter["truth"]
    errors = people_off(chapter, chapter["oue"], truth / n)
    relative = errors / truth
    assert relative[truth.argmax()] == pytest.approx(1 / 12, abs=0.003)
    assert round(relative[ARMED_FORCES]) == 38
    line = 10 * round(2 * errors[ARMED_FORCES] / 10)
    chapter.says("below two standard errors, about {:.0f} people here", line)
    nine = truth[ARMED_FORCES] / n
    direct = DirectEncoding(chapter["domain"], 4)
    text = "the nine would still amount to only {:.1f} standard errors in the table, and yet"
    chapter.says(text, nine / sqrt(direct.variance(n, nine)))
    chapter.says("might multiply the odds about you by {:.0f}.", np.exp(4))


def test_check_yourself_a_negative_row(chapter):
    n, survey = chapter["n"], chapter["survey"]
    low, high = (n * side[PRIV_HOUSE_SERV] for side in survey.interval())
    text = "Priv-house-serv, {:.0f} people, 95 % interval {:.0f} to {:.0f}."
    chapter.says(text, survey.counts[PRIV_HOUSE_SERV], low, high)
    chapter.says("that hardly more than {:.0f} people hold the value", high)
    chapter.says("between 0 and {:.0f} people. There are", high)
    held = chapter["truth"][PRIV_HOUSE_SERV]
    chapter.says("There are {} of them.", held)
    chapter.says("Noise alone can bring a count of {} people down to this", held)


def test_check_yourself_clip_before_or_after(chapter):
    months, n, truth = 24, chapter["n"], chapter["truth"][ARMED_FORCES]
    error = people_off(chapter, chapter["oue"], truth / n)
    chapter.says("Each month, {:,} new people are asked at ε = 1 (OUE)", n)
    text = "a standard error of {:.0f}/√{} = {:.0f} people around the true nine"
    chapter.says(text, error, months, error / sqrt(months))
    z = truth / error
    # of a normal estimate
    clipped = error * stats.norm.pdf(z) - truth * stats.norm.sf(z)
    assert abs(clipped - bias(chapter, "clip")[ARMED_FORCES]) < 5 * 3.3
    chapter.says("a bias of about {} people stays", 5 * round(clipped / 5))


def test_check_yourself_an_order(chapter):
    n, apart = chapter["n"], 80
    truth = -np.sort(-chapter["truth"])
    spread, gap = sqrt(0.75 * n), truth[0] - truth[1]
    both = sqrt(2) * spread
    low, high = apart - 1.96 * both, apart + 1.96 * both
    chapter.says("puts Craft-repair {} people above Prof-specialty.", apart)
    chapter.says("Each count has a standard error of {:.0f}.", spread)
    chapter.says("standard error of √2 · {:.0f} = {:.0f} people", spread, both)
    text = "chance alone puts Craft-repair ahead in {:.0f} % of all surveys"
    chapter.says(text, 100 * stats.norm.cdf(-gap / both))
    chapter.says("In truth Prof-specialty has {} people more", gap)
    chapter.says("The 95 % interval of the difference, {:.0f} to {:.0f}", low, high)
    assert low < 0 < high


def test_check_yourself_an_incomplete_list(chapter):
    shares = np.r_[np.full(9, 0.1), 0]
    chapter.says("The true shares sum to {}, but", shares.sum())
    after = module_norm(shares)
    assert np.allclose(after - shares, 0.1 / 10) and isclose(after.sum(), 1)


def test_exercise_by_hand(chapter):
    f = np.array([0.9, 0.25, -0.1])
    chapter.says("Apply norm_mul and norm_sub to ({:.2f}, {:.2f}, {:.2f})", *f)
    clipped = np.maximum(f, 0)
    text = "clip to ({:.2f}, {:.2f}, 0), divide by {:.2f}: ({:.3f}, {:.3f}, 0)."
    chapter.says(text, *clipped[:2], clipped.sum(), *norm_mul(f)[:2])
    excess = clipped.sum() - 1
    chapter.says("any constant above {:.2f} sets the third share to 0", f[2])
    text = "must lose {:.2f} together, {:.3f} each: ({:.3f}, {:.3f}, 0)"
    chapter.says(text, excess, excess / 2, *norm_sub(f)[:2])


def test_exercise_those_who_answered(chapter):
    n, m, shares = chapter["n"], chapter["oue"], chapter["truth"] / chapter["n"]
    each = sqrt(np.mean(people_off(chapter, m, shares) ** 2))
    alone = each * sqrt(14 / 15)
    text = "of {:.0f} people when it is raw, and of {:.0f} with norm."
    chapter.says(text, each, alone)
    raw = sqrt(14) * round(each)
    chapter.says("√14 · {:.0f} = {:,.0f} people.", each, raw)
    chapter.says("the error of that single count: {:.0f} people", alone)
    assert 3.7 < raw / alone < 4  # "nearly four times smaller"
    sums = n * chapter["adult"]["norm"][:, :14].sum(axis=1)
    # 4,000 runs: 5 standard errors of a standard deviation are 0.056 of it
    assert sums.std() == pytest.approx(alone, rel=0.056)


def test_exercise_once_and_for_two_years(chapter):
    shown, months = chapter["misses"]["three smallest"], 24
    norm, bias, spread = (round(shown[place]) for place in (1, 3, 4))
    text = "a standard error of {} people and no bias with norm, and a standard error "
    text += "of {} people and a bias of {} people with norm_sub."
    chapter.says(text, norm, spread, bias)
    text = (
        "Once: {} people for norm, and √({}² + {}²) = {:.0f} for norm_sub, which wins."
    )
    once = sqrt(bias**2 + spread**2)
    chapter.says(text, norm, bias, spread, once)
    text = (
        "{}/√{} = {:.0f} people for norm, and √({}² + {}²/{}) = {:.0f} for norm_sub, "
    )
    later = norm / sqrt(months), sqrt(bias**2 + spread**2 / months)
    chapter.says(text, norm, months, later[0], bias, spread, months, later[1])
    assert once < norm and later[1] > later[0]
    ahead = (norm**2 - spread**2) / bias**2
    chapter.says("$T = ({}^2 - {}^2)/{}^2 = {:.1f}$, so", norm, spread, bias, ahead)
    assert 2 < ahead < 3  # "from the third survey on"


def test_exercise_who_is_ahead(chapter):
    n, truth = chapter["n"], dict(zip(chapter["domain"], chapter["truth"], strict=True))
    more, less, each = truth["Adm-clerical"], truth["Sales"], 350
    text = "In truth {:,} of the {:,} people work in Adm-clerical, and {:,} in Sales."
    chapter.says(text, more, n, less)
    errors = people_off(chapter, chapter["oue"], np.array([more, less]) / n)
    assert np.allclose(errors, each, rtol=0.01)
    chapter.says("Each of the two counts has a standard error of {} people", each)
    gap, apart, z = more - less, sqrt(2) * each, 1.645
    chapter.says(r"Take $\Phi({}) = {:.2f}$", z, stats.norm.cdf(z))
    text = "The gap is {} people, and the difference has a standard error of √2 · {} = {:.0f}."
    chapter.says(text, gap, each, apart)
    right = stats.norm.cdf(gap / apart)
    chapter.says("probability Φ({}/{:.0f}) = {:.3f}.", gap, apart, right)
    times = z / (gap / apart)
    text = (
        "must be {} standard errors instead of {}/{:.0f} = {:.3f}. That's {:.1f} times"
    )
    chapter.says(text, z, gap, apart, gap / apart, times)
    text = "which takes {:.1f}² times as many people: about {:,.0f}"
    chapter.says(text, times, round(n * times**2, -5))
    assert round(gap / (truth["Prof-specialty"] - truth["Craft-repair"])) == 3


def test_exercise_a_letter_about_zeros(chapter):
    values = 4_000
    chapter.says("the dashboard of a collection with {:,} values", values)
    text = "In a total over {:,} values this adds up to as many as {:,} standard errors"
    chapter.says(text, values, 100 * round(values * stats.norm.pdf(0) / 100))
    limit = stats.norm.isf(0.05 / values)
    # "that has passed a limit is too high on average": one of 4 standard errors, say
    passed = np.random.default_rng(1).normal(4, 1, 10_000)
    assert passed[passed > limit].mean() > 4.8


def test_exercise_always_a_distribution(chapter):
    means, truth = np.array(chapter["means"]), 0.5
    text = (
        "With two equal values and 98 empty ones at ε = 1, by direct encoding, a user"
    )
    text += " finds {:.2f} instead of {}."
    chapter.says(text, means[0], truth)
    chapter.says("It helps slowly: {:.2f}, {:.2f}, {:.2f}, {:.2f}.", *means)
    biases = truth - means
    ratios = biases[:-1] / biases[1:]
    text = "the bias ({:.2f} at first) by {:.1f}, {:.1f}, then {:.1f}"
    chapter.says(text, biases[0], *ratios)
    more = 10
    chapter.says("since it's divided by √{} = {:.1f} each time", more, sqrt(more))
    assert max(ratios) < sqrt(more)  # "more slowly than the noise"
