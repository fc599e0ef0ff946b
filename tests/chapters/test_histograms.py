"""What the chapter "Histograms that make sense" says, computed."""

from math import exp, isclose, log, sqrt

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.optimize import brentq

from ldp_course import DirectEncoding, UnaryEncoding, norm_mul, norm_sub
from ldp_course.privacy import privacy_loss
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

LN9 = log(9)
ARMED_FORCES, PRIV_HOUSE_SERV = 12, 13
# the run of near2021, by occupation
PUBLISHED = (
    "3865.5 4047.5 989.5 4001.5 2993.5 3699.5 4093.5 1613.5 715.5 2119.5 947.5 821.5 -92.5 387.5"
)


def rare_errors(chapter, epsilon, k=15, people=None):
    """The standard error, in people, of a rare value's count: with SUE, OUE and direct encoding."""
    people = people or chapter["n"]
    found = chapter["three"](epsilon, range(k)).values()
    return [people * sqrt(m.variance(people, 0)) for m in found]


def bias(chapter, name):
    return (chapter["n"] * chapter["adult"][name] - chapter["truth"]).mean(axis=0)


def shares_right(chapter):
    """The chapter's table of right rankings, not rounded; a column for each encoding."""
    right = {name: chapter["right"](counts) for name, counts in chapter["runs"].items()}
    return pd.DataFrame({name: pd.DataFrame(found).mean() for name, found in right.items()})


def test_time(chapter):
    chapter.names("**Time**: 55 minutes")


def test_the_data(chapter):
    chapter.says("use for these {} occupations", len(chapter["OCCUPATIONS"]))
    chapter.says("so all {:,} people report", chapter["n"])
    assert len(chapter["domain"]) == 15 and chapter["truth"].sum() == chapter["n"]


def test_three_pairs(chapter):
    found = [UnaryEncoding(chapter["domain"], *pair) for pair in chapter["pairs"]]
    assert all(isclose(m.epsilon, LN9) for m in found)
    errors = [chapter["people_off"](m, 0) for m in found]
    chapter.says("Same privacy, {:.0f} people or {:.0f}.", max(errors), min(errors))
    assert np.argmin(errors) == len(errors) - 1  # "Why is the last pair better?"


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1, 2, 4])
def test_half_is_the_best_p_for_rare_values(run_chapter, epsilon):
    people_off_at, E = run_chapter["people_off_at"], exp(epsilon)
    others = [people_off_at(p, epsilon, 0) for p in np.linspace(0.01, 0.99, 981)]
    assert people_off_at(0.5, epsilon, 0) <= min(others)
    symmetric = UnaryEncoding.symmetric(range(2), epsilon).p
    assert run_chapter["best_p"](epsilon, 0.5) == pytest.approx(symmetric, abs=1e-3)
    # the derivative changes its sign once, and there is no bound at either end
    q = np.linspace(1e-6, 1 - 1e-6, 100_001)
    curve = (1 + (E - 1) * q) ** 2 / ((E - 1) ** 2 * q * (1 - q))
    assert (np.diff(np.sign(np.diff(curve))) != 0).sum() == 1
    assert min(curve[0], curve[-1]) > 100 * curve.min()
    assert abs(q[curve.argmin()] - 1 / (E + 1)) < 2e-5


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1, 2, 4])
def test_variances_and_the_rule(run_chapter, epsilon):
    E, r = exp(epsilon), exp(epsilon / 2)
    for k in (*range(2, 20), 30, 50, 100, 149):
        sue, oue, direct = run_chapter["three"](epsilon, range(k)).values()
        assert isclose(sue.variance(1, 0), r / (r - 1) ** 2)
        assert isclose(oue.variance(1, 0), 4 * E / (E - 1) ** 2)
        assert isclose(direct.variance(1, 0), (k - 2 + E) / (E - 1) ** 2)
        assert (direct.variance(1, 0) < oue.variance(1, 0)) == (k < 3 * E + 2)
        for f in (0.01, 0.127, 0.5, 1):
            second = {m: m.variance(1, f) - m.variance(1, 0) for m in (sue, oue, direct)}
            assert isclose(second[sue], 0, abs_tol=1e-9)
            assert isclose(second[oue], f)
            assert isclose(second[direct], f * (k - 2) / (E - 1), abs_tol=1e-9)
            at = run_chapter["crossing"](k, f)
            assert (direct.variance(1, f) < oue.variance(1, f)) == (at is None or epsilon > at)


def test_explorer_of_all_pairs(chapter):
    explorer = chapter.explorers["All pairs (p, q) with the same ε"]
    shares = explorer.choices["f"]
    chapter.says("Move f from {} to {} at ε = 2", shares[0], shares[-1])
    for state, picture in explorer.pictures:
        curve, symmetric, optimized = picture.series
        best = symmetric if state["f"] == shares[-1] else optimized
        if state["f"] in (shares[0], shares[-1]):
            assert best.y[0] <= min(curve.y)


def test_direct_encoding_from_scratch(chapter):
    m, people = DirectEncoding(chapter["domain"], 1), 200_000
    assert isclose((1 - m.p) / 14, m.q)
    # the module keeps the truth with p - q, and else draws from all values: the same law
    assert isclose(m.p - m.q + (1 - m.p + m.q) / 15, m.p)
    codes = chapter["perturb"](np.full(people, 3), 15, m.p, np.random.default_rng(3))
    shares = np.bincount(codes.astype(int), minlength=15) / people
    law = m.channel()[3]
    # 5 standard errors for each of 15 values; the seed is fixed
    assert (np.abs(shares - law) < 5 * np.sqrt(law / people)).all()


def test_epsilon_of_all_three(chapter):
    chapter.gives("measure a lower bound from 100,000 reports")
    audited = np.random.default_rng(1)
    for m in chapter["three"](1, range(6)).values():
        assert isclose(privacy_loss(m.channel()), 1, abs_tol=1e-12)
        assert 0.9 < chapter["measured"](m, audited) < 1


def test_the_rule_for_our_values(chapter):
    k = len(chapter["domain"])
    chapter.says(
        "For our {} values that means ε above ln({}/3) = {:.2f}", k, k - 2, log((k - 2) / 3)
    )
    chapter.says(
        "for the {} occupations alone, above ln({}/3) = {:.2f}.", k - 1, k - 3, log((k - 3) / 3)
    )
    assert isclose(chapter["crossing"](k, 0), log((k - 2) / 3))
    assert isclose(chapter["crossing"](k - 1, 0), log((k - 3) / 3))
    large, less = 1_024, 0.01
    chapter.says(
        "at ε = ln 9, $p$ = {:.2f} for {} values, but less than {} for {:,}.",
        DirectEncoding(range(k), LN9).p,
        k,
        less,
        large,
    )
    assert DirectEncoding(range(large), LN9).p < less


def test_where_the_rule_ends(chapter):
    typical = chapter["typical"]
    rare = rare_errors(chapter, 1)
    assert min(rare) == rare[1]
    chapter.says("At ε = 1, OUE wins with {:.0f}.", rare[1])
    epsilon = 1.5
    _, oue, direct = chapter["three"](epsilon).values()
    _, rare_oue, rare_direct = rare_errors(chapter, epsilon)
    chapter.says(
        "At ε = {} the rule says direct, and for rare values it is right ({:.0f} against {:.0f}); "
        "over our fifteen values OUE is still a little better ({:.0f} against {:.0f}).",
        epsilon,
        rare_direct,
        rare_oue,
        typical(oue),
        typical(direct),
    )
    assert rare_direct < rare_oue and typical(oue) < typical(direct)


def crossings(chapter):
    """Where direct encoding begins to beat OUE: for 14 and 15 rare values, and for our shares."""

    def gap(epsilon):
        _, oue, direct = chapter["three"](epsilon).values()
        return chapter["typical"](direct) - chapter["typical"](oue)

    return log(12 / 3), log(13 / 3), brentq(gap, 1, LN9)


def test_our_answer(chapter):
    k, n, answered = 15, chapter["n"], chapter["truth"][:14].sum()
    chapter.says("The crossing for *them* is at ε = {:.2f}.", crossings(chapter)[2])
    chapter.says("used SUE at ε = ln 9 = {:.2f}.", LN9)
    tables = [
        ("| {} values, {:,} people |", k, n),
        ("| {} values, {:,} people |", k - 1, n),
        ("| {} values, the {:,} who answered |", k - 1, answered),
    ]
    for row, values, people in tables:
        errors = rare_errors(chapter, LN9, values, people)
        chapter.says(row + " {:.0f} | {:.0f} | {:.0f} |", values, people, *errors)
        assert max(errors) == errors[0]  # "SUE is the worst of the three in each row"
    chapter.says("**Our answer** for the {} occupations", k - 1)
    chapter.says(
        "because {:.2f} lies above every crossing ({:.2f}, {:.2f}, {:.2f}); optimized",
        LN9,
        *crossings(chapter),
    )
    assert min(crossings(chapter)) > 1 and max(crossings(chapter)) < LN9


def test_explorer_of_three_encodings(chapter):
    chapter.says("Three encodings, {:,} people", chapter["n"])
    explorer = chapter.explorers[f"Three encodings, {chapter['n']:,} people"]
    values = explorer.choices["k"]
    chapter.says("Move k from 4 to {:,}. Then set k = {} and move f.", values[-1], 15)
    assert values[0] == 4 and 15 in values
    for f in explorer.choices["f"]:
        pictures = [picture for state, picture in explorer.pictures if state["f"] == f]
        curves = np.array([[line.y for line in picture.series[:3]] for picture in pictures])
        assert (np.ptp(curves[:, :2], axis=0) == 0).all()  # "Only direct encoding depends on k."
        grows = np.diff(curves[:, 2], axis=0)  # of numbers rounded to 0.1 people
        assert (grows >= 0).all() and (grows[:, 0] > 0).all()


def test_formulas_hold(chapter):
    n, truth, runs = chapter["n"], chapter["truth"], chapter["runs"]
    count = len(runs["SUE"])
    chapter.says("We repeat the survey {:,} times with each encoding", count)
    for name, m in chapter["three"](LN9).items():
        errors = n * np.sqrt(m.variance(n, truth / n))
        assert (np.abs(runs[name].mean(axis=0) - truth) < 4.9 * errors / sqrt(count)).all()
        assert np.abs(runs[name].std(axis=0) / errors - 1).max() < 0.08
    armed = {
        name: chapter["people_off"](m, truth[ARMED_FORCES] / n)
        for name, m in chapter["three"](LN9).items()
    }
    chapter.says("errors of the Armed-Forces count in {:,} runs", count)
    chapter.says(
        "the widest with standard error {:.0f}, optimized has {:.0f}, direct encoding is the "
        "narrowest with {:.0f}.",
        *armed.values(),
    )


def test_negative_people(chapter):
    n, truth = chapter["n"], chapter["truth"][ARMED_FORCES]
    error = chapter["people_off"](chapter["three"](1)["OUE"], truth / n)
    chapter.says("have a standard error of {:.0f}.", error)
    example = -300
    assert abs(example - truth) < error
    chapter.says("A table with {} people is correct", example)
    below = (chapter["adult"]["raw"][:, ARMED_FORCES] < 0).mean()
    assert below == pytest.approx(stats.norm.cdf(-truth / error), abs=0.05)  # "almost half"
    assert 0.48 < stats.norm.cdf(-truth / error) < 0.5


def test_norm_sub_from_scratch(chapter):
    adult, wide = chapter["adult"]["raw"][:100], chapter["wide"]["raw"][:100]
    for f in (*adult, *wide):
        assert np.allclose(chapter["subtract_and_cut"](f), norm_sub(f), atol=1e-9)


def test_what_repairs_cost(chapter):
    n, truth, adult = chapter["n"], chapter["truth"], chapter["adult"]
    runs, m = len(adult["raw"]), chapter["three"](1)["OUE"]
    chapter.says("We make {:,} runs", runs)
    chapter.says("has a standard error of {:.1f} people.", chapter["typical"](m) / sqrt(runs))
    for name in ("raw", "norm"):
        errors = chapter["people_off"](m, truth / n) / sqrt(runs)
        assert (np.abs(bias(chapter, name)) < 4.9 * errors).all()
    gains = bias(chapter, "clip")[[ARMED_FORCES, PRIV_HOUSE_SERV]]
    chapter.says("counts gain {:.0f} and {:.0f} people", *gains)
    assert list(np.argsort(truth)[:2]) == [ARMED_FORCES, PRIV_HOUSE_SERV]
    assert adult["clip"].sum(axis=1).mean() > 1.005  # "the sum is too large"
    errors = {name: sqrt(np.mean((n * x - truth) ** 2)) for name, x in adult.items()}
    chapter.says("only from {:.0f} to {:.0f}:", errors["raw"], min(errors.values()))


def test_figure_of_the_bias(chapter):
    small = [ARMED_FORCES, PRIV_HOUSE_SERV]
    gains, most = bias(chapter, "clip")[small], 30
    chapter.says("about {:.0f} people to the Armed-Forces and {:.0f} to Priv-house-serv", *gains)
    for name in ("norm_mul", "norm_sub"):
        assert (bias(chapter, name)[small] > 0.85 * gains).all()  # "nearly as many there"
        others = np.delete(bias(chapter, name), small)
        assert -most - 1 < others.min()
        assert np.allclose(chapter["adult"][name].sum(axis=1), 1)
    assert bias(chapter, "norm_mul").min() < -most + 8
    chapter.says("take up to {} from each of the others", most)


def test_repairs_in_a_larger_domain(chapter):
    wide, halves = chapter["wide"], chapter["halves"]
    k, people, empty = len(halves), halves.sum(), int((halves == 0).sum())
    chapter.says("Take {} values, {:,} people, ε = 1 and direct encoding.", k, people)
    chapter.says("of the people each, and {} by nobody.", empty)
    chapter.says("means over {:,} runs: the first share, the {} empty", len(wide["raw"]), empty)
    first = {name: x[:, 0].mean() for name, x in wide.items()}
    clipped = wide["clip"].sum(axis=1).mean()
    chapter.says(
        "After norm_mul a true {} comes out as {:.2f}: clipping makes {} zeros sum to more than 3, "
        "and dividing by {:.1f} spreads",
        halves[0] / people,
        first["norm_mul"],
        empty,
        clipped,
    )
    assert wide["clip"][:, 2:].sum(axis=1).mean() > 3
    chapter.says("norm_sub gives {:.2f} and a tenth of the raw squared error", first["norm_sub"])
    square = {name: ((x - halves / people) ** 2).sum(axis=1).mean() for name, x in wide.items()}
    assert square["norm_sub"] / square["raw"] == pytest.approx(0.1, abs=0.015)
    # "errors partly cancel, biases add up": the sum of the empty shares, which is 0 in truth
    rest = {name: x[:, 2:].sum(axis=1) for name, x in wide.items()}
    assert abs(rest["raw"].mean()) < 0.02
    assert np.mean(rest["raw"] ** 2) < np.mean(rest["norm_sub"] ** 2)
    assert np.allclose(wide["raw"].sum(axis=1), 1)


def test_the_largest_occupations(chapter):
    truth, above = chapter["truth"], 100
    order = np.argsort(-truth)
    first, second, third, fourth = truth[order[:4]]
    assert list(order[:3]) == chapter["largest"] and order[3] == 0
    chapter.says(
        "Prof-specialty has {:,} people, Craft-repair {:,}, Exec-managerial {:,}: the first two "
        "are {} people apart, with standard errors above {}. The next, Adm-clerical, has {:,}.",
        first,
        second,
        third,
        first - second,
        above,
        fourth,
    )
    shares = truth[order[:2]] / chapter["n"]
    errors = [chapter["people_off"](m, f) for m in chapter["three"](LN9).values() for f in shares]
    assert above < min(errors)
    published = np.array(PUBLISHED.split(), dtype=float)
    assert set(np.argsort(-published)[:3]) == set(order[:3])
    assert list(np.argsort(-published)[:3]) != list(order[:3])


def test_how_often_the_ranking_is_right(chapter):
    found, runs = shares_right(chapter), len(chapter["runs"]["SUE"])
    chapter.says(
        "These are shares of {:,} runs at ε = ln 9, so each is known to about ± {:.2f}.",
        runs,
        1.96 * sqrt(0.25 / runs),
    )
    three, ordered = found["SUE"]["three, any order"], found["SUE"]["three, in order"]
    assert three == pytest.approx(4 / 5, abs=0.03)  # "right in four runs of five"
    assert ordered == pytest.approx(1 / 5, abs=0.03)  # "the order in one of five"
    assert three - ordered == pytest.approx(3 / 5, abs=0.05)  # "three runs in five"


def test_how_many_people_a_ranking_takes(chapter):
    n, truth = chapter["n"], -np.sort(-chapter["truth"])
    found = {
        people: pd.DataFrame(chapter["right"](chapter["simulated"](1, people))).mean()
        for people in (n, 1_000_000, 10_000_000)
    }
    assert found[n]["first"] == pytest.approx(1 / 3, abs=0.05)  # "about a third of the runs"
    assert found[10_000_000]["first"] == pytest.approx(0.9, abs=0.04)  # "Nine runs in ten"
    assert found[1_000_000]["three, any order"] > 0.99  # "one million is enough"
    chapter.says("At ε = 1 and {:,} people the first", n)
    gap = truth[0] - truth[1]
    chapter.says("the gap is {:.2f} % of the population", 100 * gap / n)
    assert round((truth[2] - truth[3]) / gap) == 7  # "a gap seven times as wide"


def test_explorer_of_the_ranking(chapter):
    lines = {}
    for state, picture in chapter.explorers["Is the ranking right?"].pictures:
        drawn = lines.setdefault((state["epsilon"], state["n"]), [])
        drawn.append([line.y for line in picture.series[:3]])
        people = picture.series[0].x
    assert max(np.ptp(drawn, axis=0).max() for drawn in lines.values()) < 0.08
    first = np.array(lines[1, 10_000_000])[:, 0]
    assert (first[:, people.index(1_000_000)] < 0.7).all()  # "near ties need millions of people"
    assert (first[:, people.index(10_000_000)] > 0.9).all()
    chapter.says("the first is right in 9 runs of {}.", 10)
    chapter.gives("(Clopper-Pearson) are for 1,000 runs")


def test_three_conclusions(chapter):
    n, central = chapter["n"], sqrt(2) * 2 / LN9
    chapter.says("standard error √2 · 2/ε = {:.2f} people. (It was", central)
    chapter.says("(It was {:.2f} before, by coincidence", sqrt(2) / log(3))
    sue, _, direct = rare_errors(chapter, LN9)
    chapter.says(
        "{:.0f} people against {:.2f} for a rare value, a factor of {:.0f} at ε = ln 9.",
        direct,
        central,
        direct / central,
    )
    chapter.says(
        "(Earlier chapters had {:.0f} at ln 3 and {:.0f} at 1",
        sqrt(0.75 * n) / (sqrt(2) / log(3)),
        sqrt(exp(1) * n) / (exp(1) - 1) / sqrt(2),
    )
    chapter.says(
        "With SUE it would be {:.0f} here too; direct encoding makes it {:.0f}.)",
        sue / central,
        direct / central,
    )
    errors, truth = chapter["se"]["direct"], chapter["truth"]
    large = truth.argmax()
    chapter.says(
        "{:.1f} % for Prof-specialty and {:,.0f} % for the Armed-Forces",
        100 * errors[large] / truth[large],
        100 * errors[ARMED_FORCES] / truth[ARMED_FORCES],
    )
    chapter.says("({:.0f} against {:.0f}), or the same (SUE)", errors[ARMED_FORCES], errors[large])
    assert np.ptp(chapter["se"]["SUE"]) < 1e-9
    chapter.says(
        "falls by a factor of {:.2f}, which is worth {:.1f} times the people. The factor of {:.0f}",
        sue / direct,
        (sue / direct) ** 2,
        direct / central,
    )


def test_central_error(chapter):
    noise = np.random.default_rng(8).laplace(scale=2 / LN9, size=100_000)
    assert noise.std() == pytest.approx(chapter["central"], rel=0.03)
    assert isclose(2 / LN9, 1 / log(3))


def test_check_yourself_which_encoding(chapter):
    k, limit = 30, 3 * exp(1) + 2
    errors = rare_errors(chapter, 1, k)
    assert k > limit and min(errors) == errors[1]
    chapter.says("A survey has {} values and ε = 1", k)
    chapter.says("{} values are more than the rule's limit, 3e + 2 = {:.1f}, so bits win", k, limit)
    chapter.says("Direct encoding wins below 3e + 2 = {:.1f} values.", limit)
    chapter.says("With {}, only 9 % of the reports are true", k)
    assert round(100 * DirectEncoding(range(k), 1).p) == 9


def test_check_yourself_clip_before_or_after(chapter):
    months, n, truth = 24, chapter["n"], chapter["truth"][ARMED_FORCES]
    error = chapter["people_off"](chapter["three"](1)["OUE"], truth / n)
    chapter.says("and the {} Armed-Forces estimates are averaged", months)
    chapter.says("has a standard error of {:.0f} people around the true", error / sqrt(months))
    clipped = 5 * round(bias(chapter, "clip")[ARMED_FORCES] / 5)
    chapter.says("leaves a bias of about {} people", clipped)


def test_check_yourself_an_order(chapter):
    n, apart = chapter["n"], 80
    truth = -np.sort(-chapter["truth"])
    one, gap = sqrt(0.75 * n), truth[0] - truth[1]
    both = sqrt(2) * one
    low, high = apart - 1.96 * both, apart + 1.96 * both
    chapter.says("puts Craft-repair {} people above Prof-specialty.", apart)
    chapter.says("Each count has a standard error of {:.0f}.", one)
    chapter.says("standard error of √2 · {:.0f} = {:.0f} people", one, both)
    chapter.says("the wrong one in {:.0f} % of all runs", 100 * stats.norm.cdf(-gap / both))
    chapter.says("in truth Prof-specialty has {} people more", gap)
    chapter.says("the {} % interval of the difference, {:.0f} to {:.0f}", 95, low, high)
    assert low < 0 < high


def test_exercise_by_hand(chapter):
    f = np.array([0.9, 0.25, -0.1])
    chapter.says("Apply norm_mul and norm_sub to ({:.2f}, {:.2f}, {:.2f})", *f)
    clipped = np.maximum(f, 0)
    chapter.says(
        "clip to ({:.2f}, {:.2f}, 0), divide by {:.2f}: ({:.3f}, {:.3f}, 0).",
        *clipped[:2],
        clipped.sum(),
        *norm_mul(f)[:2],
    )
    excess = clipped.sum() - 1
    chapter.says("the third is cut for any constant above {:.2f}.", f[2])
    chapter.says(
        "must lose {:.2f} together, {:.3f} each: ({:.3f}, {:.3f}, 0)",
        excess,
        excess / 2,
        *norm_sub(f)[:2],
    )


def test_exercise_a_larger_domain(chapter):
    k = 1_024
    _, oue, direct = rare_errors(chapter, 1, k)
    chapter.says("For $k$ = {:,} values at ε = 1", k)
    chapter.says("direct encoding needs {:.0f} times as many people", (direct / oue) ** 2)
    chapter.says("from ε = ln({}/3) = {:.2f}.", k - 2, log((k - 2) / 3))
    assert isclose(chapter["crossing"](k, 0), log((k - 2) / 3))


def test_exercise_always_a_distribution(chapter):
    means, truth = np.array(chapter["means"]), 0.5
    chapter.names("multi-freq-ldpy, version 0.2.5,")
    chapter.says(
        "two equal values and {} empty ones, ε = 1, finds {:.2f} in place of {}",
        98,
        means[0],
        truth,
    )
    chapter.gives("Test that with 5,000 to 5,000,000 people")
    chapter.says("It helps slowly: {:.2f}, {:.2f}, {:.2f}, {:.2f}.", *means)
    biases = truth - means
    ratios = biases[:-1] / biases[1:]
    chapter.says("the bias ({:.2f} at first) by {:.1f}, {:.1f}, then {:.1f}", biases[0], *ratios)
    more = 10
    chapter.says("is divided by √{} = {:.1f} each time", more, sqrt(more))
    assert max(ratios) < sqrt(more)  # "shrinks even more slowly"


def test_exercise_the_other_value(chapter):
    k, p, kept = 15, chapter["p"], chapter["kept"]
    assert p == DirectEncoding(range(k), 1).p and kept == p + (1 - p) / k
    chapter.says("What is ε for $k$ = {}, if 1 was meant", k)
    chapter.says("= {:.3f} in place of {:.3f},", kept, p)
    chapter.says("So ε = ln(p′/q′) = {:.2f}", privacy_loss(chapter["faulty"]))
    factor = (kept - (1 - p) / k) / (p - chapter["q"])
    chapter.says("from $1/k$ by a factor of {:.2f}.", factor)
