"""Claims of the chapter "Histograms that make sense", computed."""

from math import exp, isclose, log, sqrt

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.optimize import brentq
from scipy.special import ndtri

from ldp_course import (
    DirectEncoding,
    SubsetSelection,
    UnaryEncoding,
    norm_mul,
    norm_sub,
)
from ldp_course import norm as module_norm
from ldp_course.estimate import base_cut
from ldp_course.privacy import privacy_loss
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

LN9 = log(9)
ARMED_FORCES, PRIV_HOUSE_SERV = 12, 13


def rare_errors(chapter, epsilon, k=15, people=None):
    """Return a rare value's standard error in people: SUE, OUE, direct encoding."""
    people = people or chapter["n"]
    mechanisms = chapter["three"](epsilon, range(k)).values()
    return [people * sqrt(m.variance(people, 0)) for m in mechanisms]


def bias(chapter, name):
    return (chapter["n"] * chapter["adult"][name] - chapter["truth"]).mean(axis=0)


def shares_right(chapter):
    """Return the table of right rankings, not rounded, a column an encoding."""
    right = {name: chapter["right"](counts) for name, counts in chapter["runs"].items()}
    return pd.DataFrame({
        name: pd.DataFrame(errors).mean() for name, errors in right.items()
    })


def test_the_data(chapter):
    chapter.says("We keep the data: {:,} people and fifteen values", chapter["n"])
    assert len(chapter["domain"]) == 15 and chapter["truth"].sum() == chapter["n"]


def test_three_pairs(chapter):
    pairs = [(0.75, 0.25), (0.9, 0.5), (0.5, 0.1)]
    chapter.says("a 1 stayed 1 with $p$ = {}, a 0 became 1 with $q$ = {},", *pairs[0])
    text = "The pairs ({}, {}) and ({}, {}) have the same ε"
    chapter.says(text, *pairs[1], *pairs[2])
    mechanisms = [UnaryEncoding(chapter["domain"], *pair) for pair in pairs]
    assert all(isclose(m.epsilon, LN9) for m in mechanisms)
    errors = [chapter["people_off"](m, 0) for m in mechanisms]
    chapter.says("our three pairs have {:.0f}, {:.0f} and {:.0f} people.", *errors)
    assert np.argmin(errors) == 2  # "Why throw half of the true ones away?"


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1, 2, 4])
def test_half_is_the_best_p_for_rare_values(run_chapter, epsilon):
    people_off_at, E = run_chapter["people_off_at"], exp(epsilon)
    others = [people_off_at(p, epsilon, 0) for p in np.linspace(0.01, 0.99, 981)]
    assert people_off_at(0.5, epsilon, 0) <= min(others)
    symmetric = UnaryEncoding.symmetric(range(2), epsilon).p
    assert run_chapter["best_p"](epsilon, 0.5) == pytest.approx(symmetric, abs=1e-3)
    q = np.linspace(0.001, 0.999, 999)
    p = E * q / (1 + (E - 1) * q)
    assert p - q == pytest.approx((E - 1) * q * (1 - q) / (1 + (E - 1) * q))
    curve = (1 + (E - 1) * q) ** 2 / ((E - 1) ** 2 * q * (1 - q))
    assert q * (1 - q) / (p - q) ** 2 == pytest.approx(curve)
    assert curve == pytest.approx(E / ((E - 1) ** 2 * p * (1 - p)))


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
            second = {
                m: m.variance(1, f) - m.variance(1, 0) for m in (sue, oue, direct)
            }
            assert isclose(second[sue], 0, abs_tol=1e-9)
            assert isclose(second[oue], f)
            assert isclose(second[direct], f * (k - 2) / (E - 1), abs_tol=1e-9)


@pytest.mark.parametrize("k", [4, 8, 15, 30, 100, 1024])
def test_crossing_after_norm(run_chapter, k):
    for f in (0, 0.01, 0.127, 0.5):
        at = run_chapter["crossing"](k, f)
        for epsilon in np.linspace(0.1, 8, 80):
            _, oue, direct = run_chapter["three"](epsilon, range(k)).values()
            better = run_chapter["after_norm"](direct, f) < run_chapter["after_norm"](
                oue, f
            )
            assert better == (at is None or epsilon > at)


def test_variance_after_norm(chapter):
    """By covariances: the repair takes away the mean of all independent errors."""
    n, shares, k = chapter["n"], chapter["truth"] / chapter["n"], 15
    repair = np.eye(k) - 1 / k
    for m in list(chapter["three"](1).values())[:2]:
        exact = repair @ np.diag(n**2 * m.variance(n, shares)) @ repair.T
        assert np.allclose(chapter["after_norm"](m, shares), np.sqrt(np.diag(exact)))
        raw = np.mean(chapter["people_off"](m, shares) ** 2)
        assert np.mean(np.diag(exact)) == pytest.approx(raw * (1 - 1 / k))
        # a common shift changes no difference
        gap = np.eye(k)[3] - np.eye(k)[6]
        assert gap @ exact @ gap == pytest.approx(
            n**2 * m.variance(n, shares[[3, 6]]).sum()
        )


def test_norm_of_rare_values_at_large_epsilon(chapter):
    after_norm, people_off = chapter["after_norm"], chapter["people_off"]

    def loss(epsilon):
        oue = chapter["three"](epsilon)["OUE"]
        return after_norm(oue, 0) - people_off(oue, 0)

    at = brentq(loss, 1, 8)
    assert loss(at - 0.1) < 0 < loss(at + 0.1)
    text = "with 15 values, rare ones lose by it above ε = {:.2f}, where direct"
    chapter.says(text, at)
    for epsilon in (at, 5, 6):  # "where direct encoding is better anyway"
        _, oue, direct = errors_of(chapter, epsilon, "rare", True)
        assert direct < oue
    oue, k = chapter["three"](at)["OUE"], 15
    assert oue.variance(1, 0) == pytest.approx(1 / k)
    assert k * oue.variance(1, 0) + 1 == pytest.approx(  # "the f/n of frequent values"
        sum(oue.variance(1, share) for share in np.full(k, 1 / k))
    )
    shares = chapter["truth"] / chapter["n"]
    for epsilon in (0.5, 2, 4, 8):  # "the mean over all values still gains"
        oue = chapter["three"](epsilon)["OUE"]
        assert np.mean(after_norm(oue, shares) ** 2) < np.mean(
            people_off(oue, shares) ** 2
        )


def covariances_of_direct(n, counts, p, q):
    """Return the counts' covariances: each person's multinomial ones, added up."""
    k, total = len(counts), np.zeros((len(counts), len(counts)))
    for held, people in enumerate(counts):
        law = np.full(k, q)
        law[held] = p
        total += people * (np.diag(law) - np.outer(law, law))
    return total / (p - q) ** 2


def test_counts_that_depend_on_each_other(chapter):
    n, truth, m = chapter["n"], chapter["truth"], chapter["three"](LN9)["direct"]
    exact, f, p, q = covariances_of_direct(n, truth, m.p, m.q), truth / n, m.p, m.q
    formula = -n * (q**2 + (f[:, None] + f) * q * (p - q)) / (p - q) ** 2
    apart = ~np.eye(15, dtype=bool)
    assert np.allclose(exact[apart], formula[apart]) and np.allclose(
        exact.sum(axis=0), 0
    )
    assert np.allclose(np.sqrt(np.diag(exact)), chapter["people_off"](m, f))
    a, b = np.argsort(-truth)[:2]
    independent = exact[a, a] + exact[b, b]
    text = (
        "has a standard error of {:.0f} people. Independent counts would have {:.0f}."
    )
    chapter.says(text, sqrt(independent - 2 * exact[a, b]), sqrt(independent))
    # 2,000 runs: 5 standard errors of a standard deviation are 0.08 of it; the seed is
    # fixed
    spread = (chapter["runs"]["direct"][:, a] - chapter["runs"]["direct"][:, b]).std()
    assert spread == pytest.approx(sqrt(independent - 2 * exact[a, b]), rel=0.08)


def test_norm_is_free(chapter):
    n, k, m = chapter["n"], 15, chapter["three"](1)["OUE"]
    x = np.array([0.5, 0.75, 0])
    chapter.says("The shares ({}, {}, 0) sum to {}, so", *x[:2], x.sum())
    chapter.says("each loses a third of {}.", x.sum() - 1)
    assert chapter["norm"](x).sum() == pytest.approx(1)
    assert np.allclose(chapter["norm"](x), module_norm(x))
    each = chapter["people_off"](m, chapter["truth"] / n) ** 2
    first = 7
    raw = each[:first].sum()
    after = raw * (1 - 2 * first / k) + (first / k) ** 2 * each.sum()
    text = "have a standard error of {:.0f} people raw, and {:.0f} after norm."
    chapter.says(text, sqrt(raw), sqrt(after))
    # "m(1 - m/k)V": exact for equal variances, here to 2 %
    assert sqrt(after) == pytest.approx(
        sqrt(first * (1 - first / k) * each.mean()), rel=0.02
    )
    sums = {
        name: n * chapter["adult"][name][:, :first].sum(axis=1)
        for name in ("raw", "norm")
    }
    # 10,000 runs: 5 standard errors of a standard deviation are 0.036 of it; the seed
    # is fixed
    assert sums["raw"].std() == pytest.approx(sqrt(raw), rel=0.036)
    assert sums["norm"].std() == pytest.approx(sqrt(after), rel=0.036)
    text = "from {:.0f} to {:.0f} (root mean square)"
    chapter.says(text, sqrt(each.mean()), chapter["typical"](m))


def test_explorer_of_all_pairs(chapter):
    explorer = chapter.explorers["All pairs (p, q) with the same ε"]
    shares = explorer.choices["f"]
    chapter.says("Move f from {} to {} at ε = 2", shares[0], shares[-1])
    start = explorer.state()
    chapter.says(
        "ε = 2, and a value that almost nobody holds. Each p has its q, so that ε "
        "stays 2. The "
        "symmetric pair, at p = {:.2f}, has a standard error of {:.0f} people. And p = "
        "{}? p = {}?",
        start.series[1].x[0],
        start.series[1].y[0],
        *explorer.predict.at,
    )
    for state, picture in explorer.pictures:
        curve, symmetric, optimized = picture.series
        best = symmetric if state["f"] == shares[-1] else optimized
        if state["f"] in (shares[0], shares[-1]):
            assert best.y[0] <= min(curve.y)


def test_direct_encoding_from_scratch(chapter):
    m, people = DirectEncoding(chapter["domain"], 1), 200_000
    assert isclose((1 - m.p) / 14, m.q)
    reports = m.perturb(m.encode(chapter["values"][:5_000]), np.random.default_rng(9))
    estimate = chapter["aggregate"](reports, 15, m.p)
    assert np.allclose(estimate, m.aggregate(reports).counts) and isclose(
        estimate.sum(), 5_000
    )
    # the module keeps the truth with p - q, and else draws from all values: the same
    # law
    assert isclose(m.p - m.q + (1 - m.p + m.q) / 15, m.p)
    codes = chapter["perturb"](np.full(people, 3), 15, m.p, np.random.default_rng(3))
    shares = np.bincount(codes.astype(int), minlength=15) / people
    law = m.channel()[3]
    # 5 standard errors for each of 15 values; the seed is fixed
    assert (np.abs(shares - law) < 5 * np.sqrt(law / people)).all()


def test_epsilon_of_all_three(chapter):
    audited = np.random.default_rng(1)
    for m in chapter["three"](1, range(6)).values():
        assert isclose(privacy_loss(m.channel()), 1, abs_tol=1e-12)
        assert 0.85 < chapter["measured"](m, audited) < 1


def test_the_rule_for_our_values(chapter):
    k = len(chapter["domain"])
    text = "For our {} values that means ε above ln({}/3) = {:.2f}"
    chapter.says(text, k, k - 2, log((k - 2) / 3))


def errors_of(chapter, epsilon, kind, after):
    """Return errors of OUE and direct: a rare value's, or all values' root mean."""
    n, name = chapter["n"], "after_norm" if after else "people_off"
    shares = 0 if kind == "rare" else chapter["truth"] / n
    variances = [chapter[name](m, shares) for m in chapter["three"](epsilon).values()]
    return [sqrt(np.mean(x**2)) for x in variances]


def crossings(chapter):
    """Return where direct encoding begins to beat OUE."""

    def gap(epsilon, kind, after):
        _, oue, direct = errors_of(chapter, epsilon, kind, after)
        return direct - oue

    kinds = [(kind, after) for after in (False, True) for kind in ("rare", "all")]
    return [brentq(gap, 0.5, LN9, args=kind) for kind in kinds]


def test_where_the_rule_ends(chapter):
    epsilon = 1.5
    _, raw_oue, raw_direct = errors_of(chapter, epsilon, "rare", False)
    _, oue, direct = errors_of(chapter, epsilon, "rare", True)
    _, all_oue, all_direct = errors_of(chapter, epsilon, "all", True)
    chapter.says(
        "At ε = {} the rule says direct, and for raw estimates of rare values it is "
        "right "
        "({:.0f} against {:.0f}). After norm, OUE has {:.0f}, and over all fifteen "
        "values {:.0f} "
        "against {:.0f}.",
        epsilon,
        raw_direct,
        raw_oue,
        oue,
        all_oue,
        all_direct,
    )
    assert raw_direct < raw_oue and oue < direct == raw_direct and all_oue < all_direct
    raw_rare, raw_all, rare, all_values = crossings(chapter)
    chapter.says("| raw | ε = {:.2f} | ε = {:.2f} |", raw_rare, raw_all)
    chapter.says("| after norm | ε = {:.2f} | ε = {:.2f} |", rare, all_values)
    assert isclose(raw_rare, log(13 / 3)) and isclose(
        rare, chapter["crossing"](15, 0), rel_tol=1e-9
    )


def test_our_answer(chapter):
    chapter.says("The last chapter used SUE at ε = ln 9 = {:.2f}.", LN9)
    errors = errors_of(chapter, LN9, "rare", True)
    chapter.says("SUE has {:.0f} people, OUE {:.0f}, direct encoding {:.0f}.", *errors)
    for kind in ("rare", "all"):
        for after in (False, True):
            errors = errors_of(chapter, LN9, kind, after)
            assert max(errors) == errors[0]
    n, sets = chapter["n"], SubsetSelection.optimized(range(15), 1)
    assert sets.size == 4  # "of four values"
    three = SubsetSelection(range(15), 3, 1.5)
    of_sets = [
        n * sqrt(np.mean(m.variance(n, chapter["truth"] / n))) for m in (sets, three)
    ]
    assert of_sets[0] < min(errors_of(chapter, 1, "all", True))
    assert of_sets[1] < min(errors_of(chapter, 1.5, "all", True))
    chapter.says("have {:.0f} people at 1, and sets of three {:.0f} at 1.5:", *of_sets)
    assert min(crossings(chapter)) > 1 and max(crossings(chapter)) < LN9
    # the same for the fourteen occupations alone
    assert 1 < log(12 / 3) < chapter["crossing"](14, 0) < LN9


def test_explorer_of_three_encodings(chapter):
    chapter.says("Three encodings, {:,} people", chapter["n"])
    explorer = chapter.explorers[f"Three encodings, {chapter['n']:,} people"]
    values = explorer.choices["k"]
    chapter.says("Move k from {:,} to 4. Then set k = 15 and move f.", values[-1])
    chapter.says(
        "Now a list of {:,} values, and a very rare one. At ε = 1, OUE has a standard "
        "error of "
        "{:.0f} people, and at ε = 4 it has {:.0f}.",
        values[-1],
        *(rare_errors(chapter, epsilon, values[-1])[1] for epsilon in (1, 4)),
    )
    chapter.says("with {:,} values, few reports are true", values[-1])
    assert DirectEncoding(range(values[-1]), 4).p < 0.06
    assert values[0] == 4 and 15 in values
    for f in explorer.choices["f"]:
        pictures = [picture for state, picture in explorer.pictures if state["f"] == f]
        curves = np.array([
            [line.y for line in picture.series[:3]] for picture in pictures
        ])
        grows = np.diff(curves[:, 2], axis=0)  # of numbers rounded to 0.1 people
        assert (grows >= 0).all() and (grows[:, 0] > 0).all()


def test_formulas_hold(chapter):
    n, truth, runs = chapter["n"], chapter["truth"], chapter["runs"]
    count = len(runs["SUE"])
    chapter.says("We repeat the survey {:,} times with each encoding", count)
    for name, m in chapter["three"](LN9).items():
        errors = chapter["after_norm"](m, truth / n)
        assert (
            np.abs(runs[name].mean(axis=0) - truth) < 4.9 * errors / sqrt(count)
        ).all()
        assert np.abs(runs[name].std(axis=0) / errors - 1).max() < 0.08
    armed = {
        name: chapter["after_norm"](m, truth[ARMED_FORCES] / n)
        for name, m in chapter["three"](LN9).items()
    }
    chapter.says("errors of the Armed-Forces count in {:,} runs", count)
    text = "the widest with standard error {:.0f}, optimized has {:.0f}, direct encoding is the "
    text += "narrowest with {:.0f}."
    chapter.says(text, *armed.values())


def test_negative_people(chapter):
    n, truth = chapter["n"], chapter["truth"][ARMED_FORCES]
    error = chapter["after_norm"](chapter["three"](1)["OUE"], truth / n)
    text = "in the Armed-Forces have a standard error of {:.0f} after norm"
    chapter.says(text, error)
    example = -300
    assert abs(example - truth) < error
    chapter.says("A table with {} people is correct", example)
    below = (chapter["adult"]["norm"][:, ARMED_FORCES] < 0).mean()
    # "almost half"
    assert below == pytest.approx(stats.norm.cdf(-truth / error), abs=0.05)
    assert 0.48 < stats.norm.cdf(-truth / error) < 0.5


def test_norm_sub_from_scratch(chapter):
    adult, wide = chapter["adult"]["raw"][:100], chapter["wide"]["raw"][:100]
    for f in (*adult, *wide):
        assert np.allclose(chapter["subtract_and_cut"](f), norm_sub(f), atol=1e-9)


def test_what_repairs_cost(chapter):
    n, truth, adult = chapter["n"], chapter["truth"], chapter["adult"]
    runs, m = len(adult["raw"]), chapter["three"](1)["OUE"]
    chapter.says("Here are {:,} runs", runs)
    spread = {name: n * x.std(axis=0) / sqrt(runs) for name, x in adult.items()}
    largest, smallest = truth.argmax(), ARMED_FORCES
    most = max(spread[name][smallest] for name in ("raw", "norm"))
    text = "Each bias has a standard error of at most about {:.1f} people ({:.1f} for the clipped"
    chapter.says(text, most, spread["clip"][smallest])
    assert max(of[[largest, smallest]].max() for of in spread.values()) < 1.05 * most
    for name in ("raw", "norm"):
        errors = chapter["people_off"](m, truth / n) / sqrt(runs)
        assert (np.abs(bias(chapter, name)) < 4.9 * errors).all()
    # "Only norm has none"
    for name in ("clip", "norm_mul", "norm_sub", "base_cut", "power"):
        assert (np.abs(bias(chapter, name)) > 8 * spread[name]).any()
    assert list(np.argsort(truth)[:2]) == [ARMED_FORCES, PRIV_HOUSE_SERV]
    text = "the smallest count gains {:.0f} people"
    chapter.says(text, bias(chapter, "clip")[smallest])
    errors = {name: sqrt(np.mean((n * x - truth) ** 2)) for name, x in adult.items()}
    assert min(errors, key=errors.get) == "norm_sub"
    assert errors["norm_mul"] < errors["norm"]
    assert errors["norm_sub"] > 0.95 * errors["norm"]  # "for a slightly smaller error"
    for name in ("norm_mul", "norm_sub"):
        assert np.allclose(adult[name].sum(axis=1), 1)
        # "take them away from others"
        assert bias(chapter, name)[truth > 2_000].max() < 0
    assert (
        np.abs(truth * (truth < 1_000) + bias(chapter, "base_cut"))[truth < 500] < 25
    ).all()
    assert errors["power"] > errors["raw"] and errors["base_cut"] > errors["raw"]


def test_repairs_in_a_larger_domain(chapter):
    wide, halves = chapter["wide"], chapter["halves"]
    k, people, empty = len(halves), halves.sum(), int((halves == 0).sum())
    chapter.says("Take {} values, {:,} people, ε = 1, OUE.", k, people)
    text = "Means over {:,} runs: the first share, the {} empty"
    chapter.says(text, len(wide["raw"]), empty)
    first = {name: x[:, 0].mean() for name, x in wide.items()}
    clipped = wide["clip"].sum(axis=1).mean()
    square = {
        name: ((x - halves / people) ** 2).sum(axis=1).mean()
        for name, x in wide.items()
    }
    rest = {name: x[:, 2:].sum(axis=1) for name, x in wide.items()}
    text = "After norm_mul a true 0.5 comes out as {:.2f}, and"
    chapter.says(text, first["norm_mul"])
    assert square["norm_mul"] / square["raw"] == pytest.approx(2, abs=0.15)  # "twice"
    text = "clipping makes {} zeros sum to {:.2f}, and"
    chapter.says(text, empty, rest["clip"].mean())
    chapter.says("dividing by {:.2f} spreads", clipped)
    assert all(
        square[name] / square["raw"] < 0.105
        for name in ("norm_sub", "base_cut", "power")
    )
    chapter.says("norm_sub takes {:.2f} from each half", 0.5 - first["norm_sub"])
    chapter.says("power finds {:.2f} where nobody is", rest["power"].mean())
    raw, repaired = wide["raw"][:, 0], wide["norm_sub"][:, 0]
    holds = np.abs(repaired - 0.5) < 1.96 * np.sqrt(
        chapter["bits"].variance(people, raw)
    )
    share = 0.73
    assert holds.mean() == pytest.approx(share, abs=0.03)
    chapter.says("norm_sub, it holds the truth in {:.0f} % of runs", 100 * share)
    # "errors partly cancel, biases add up": the sum of the empty shares, which is 0 in
    # truth
    assert abs(rest["raw"].mean()) < 5 * rest["raw"].std() / sqrt(len(rest["raw"]))
    assert np.mean(rest["norm"] ** 2) < np.mean(rest["norm_sub"] ** 2)
    assert np.allclose(wide["norm"].sum(axis=1), 1)


def test_the_largest_occupations(chapter):
    truth, above = chapter["truth"], 100
    order = np.argsort(-truth)
    first, second, third, fourth = truth[order[:4]]
    assert list(order[:3]) == chapter["largest"] and order[3] == 0
    text = "Prof-specialty has {:,} people, Craft-repair {:,}, Exec-managerial {:,}: the first two "
    text += "are {} people apart, with standard errors above {}. Next, Adm-clerical has {:,}."
    chapter.says(text, first, second, third, first - second, above, fourth)
    shares = truth[order[:2]] / chapter["n"]
    errors = [
        chapter["people_off"](m, f)
        for m in chapter["three"](LN9).values()
        for f in shares
    ]
    assert above < min(errors)


def test_how_often_the_ranking_is_right(chapter):
    shares, runs = shares_right(chapter), len(chapter["runs"]["SUE"])
    text = (
        "These are shares of {:,} runs at ε = ln 9, so each is known to about ± {:.2f}."
    )
    chapter.says(text, runs, 1.96 * sqrt(0.25 / runs))
    three, ordered = shares["SUE"]["three, any order"], shares["SUE"]["three, in order"]
    assert three == pytest.approx(4 / 5, abs=0.03)  # "right in four runs of five"
    assert ordered == pytest.approx(1 / 5, abs=0.03)  # "the order in one of five"
    assert three - ordered == pytest.approx(3 / 5, abs=0.05)  # "three runs in five"


def test_how_many_people_a_ranking_takes(chapter):
    n, truth = chapter["n"], -np.sort(-chapter["truth"])
    for_three = 250_000
    shares = {
        people: pd.DataFrame(chapter["right"](chapter["simulated"](1, people))).mean()
        for people in (n, for_three, 10_000_000)
    }
    # "about a third of the runs"
    assert shares[n]["first"] == pytest.approx(1 / 3, abs=0.05)
    # "Nine runs in ten"
    assert shares[10_000_000]["first"] == pytest.approx(0.9, abs=0.04)
    assert shares[for_three]["three, any order"] == pytest.approx(0.9, abs=0.04)
    chapter.says("seven times as wide, and {:,} are enough", for_three)
    chapter.says("At ε = 1 and {:,} people the first", n)
    gap = truth[0] - truth[1]
    first, second = truth[:2] / n
    # variance of a person's part in the difference
    variance = first + second - (first - second) ** 2
    sample = stats.norm.ppf(0.9) ** 2 * variance / (first - second) ** 2
    text = "takes {:,.0f} to be right nine times in ten, even without"
    chapter.says(text, round(sample, -3))
    text = "the two largest are {:.2f} % of the people apart. At ε = 1, in what share of runs does "
    text += "the right one come first: with {:,} people? With {:,}? With {:,}?"
    chapter.says(
        text, 100 * gap / n, *chapter.explorers["Is the ranking right?"].predict.at
    )
    assert round((truth[2] - truth[3]) / gap) == 7  # "a gap seven times as wide"


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
    chapter.says("The limit is {:.2f} standard errors here", z)
    chapter.says("with probability {}/{} (Bonferroni)", alpha, values)
    shares = np.r_[np.full(values - 2, 0.1), z - 1e-9, z + 1e-9]
    assert (base_cut(shares, np.ones(values)) > 0).tolist() == [False] * (
        values - 1
    ) + [True]


def test_which_count_can_we_believe(chapter):
    n, truth = chapter["n"], chapter["truth"]
    m = chapter["three"](LN9)["direct"]
    shares = 100 * chapter["people_off"](m, truth / n) / truth
    assert chapter["domain"][11] == "Protective-serv"
    chapter.says(
        "{:.1f} % of the count for Prof-specialty, {:.0f} % for Protective-serv, and "
        "{:,.0f} % for",
        *shares[[truth.argmax(), 11, ARMED_FORCES]],
    )


def test_check_yourself_which_encoding(chapter):
    k, limit = 30, 3 * exp(1) + 2
    errors = rare_errors(chapter, 1, k)
    assert k > limit and min(errors) == errors[1]
    text = "{} values are more than the rule's limit, 3e + 2 = {:.1f}, so bits win"
    chapter.says(text, k, limit)
    assert round(100 * DirectEncoding(range(k), 1).p) == 9


def test_check_yourself_clip_before_or_after(chapter):
    months, n, truth = 24, chapter["n"], chapter["truth"][ARMED_FORCES]
    error = chapter["people_off"](chapter["three"](1)["OUE"], truth / n)
    chapter.says("Each month, {:,} new people are asked at ε = 1 (OUE)", n)
    text = "has a standard error of {:.0f} people around the true"
    chapter.says(text, error / sqrt(months))
    z = truth / error
    # of a normal estimate
    clipped = error * stats.norm.pdf(z) - truth * stats.norm.sf(z)
    assert abs(clipped - bias(chapter, "clip")[ARMED_FORCES]) < 5 * 3.3
    chapter.says("leaves a bias of about {} people", 5 * round(clipped / 5))


def test_check_yourself_an_order(chapter):
    n, apart = chapter["n"], 80
    truth = -np.sort(-chapter["truth"])
    spread, gap = sqrt(0.75 * n), truth[0] - truth[1]
    both = sqrt(2) * spread
    low, high = apart - 1.96 * both, apart + 1.96 * both
    chapter.says("puts Craft-repair {} people above Prof-specialty.", apart)
    chapter.says("Each count has a standard error of {:.0f}.", spread)
    chapter.says("standard error of √2 · {:.0f} = {:.0f} people", spread, both)
    text = "puts Craft-repair above in {:.0f} % of all runs"
    chapter.says(text, 100 * stats.norm.cdf(-gap / both))
    chapter.says("in truth Prof-specialty has {} people more", gap)
    chapter.says("The 95 % interval of the difference, {:.0f} to {:.0f}", low, high)
    assert low < 0 < high


def test_exercise_by_hand(chapter):
    f = np.array([0.9, 0.25, -0.1])
    chapter.says("Apply norm_mul and norm_sub to ({:.2f}, {:.2f}, {:.2f})", *f)
    clipped = np.maximum(f, 0)
    text = "clip to ({:.2f}, {:.2f}, 0), divide by {:.2f}: ({:.3f}, {:.3f}, 0)."
    chapter.says(text, *clipped[:2], clipped.sum(), *norm_mul(f)[:2])
    excess = clipped.sum() - 1
    chapter.says("the third is cut for any constant above {:.2f}.", f[2])
    text = "must lose {:.2f} together, {:.3f} each: ({:.3f}, {:.3f}, 0)"
    chapter.says(text, excess, excess / 2, *norm_sub(f)[:2])


def test_exercise_a_larger_domain(chapter):
    k = 1_024
    _, oue, direct = rare_errors(chapter, 1, k)
    chapter.says("For $k$ = {:,} values at ε = 1", k)
    text = "direct encoding needs {:.0f} times as many people"
    chapter.says(text, (direct / oue) ** 2)
    chapter.says("from ε = ln({}/3) = {:.2f}.", k - 2, log((k - 2) / 3))
    raw = [rare_errors(chapter, log((k - 2) / 3) + side, k) for side in (-1e-6, 1e-6)]
    assert raw[0][1] < raw[0][2] and raw[1][2] < raw[1][1]


def test_exercise_always_a_distribution(chapter):
    means, truth = np.array(chapter["means"]), 0.5
    text = (
        "With two equal values and 98 empty ones at ε = 1, by direct encoding, a user"
    )
    text += " finds {:.2f} in place of {}."
    chapter.says(text, means[0], truth)
    chapter.says("It helps slowly: {:.2f}, {:.2f}, {:.2f}, {:.2f}.", *means)
    biases = truth - means
    ratios = biases[:-1] / biases[1:]
    text = "the bias ({:.2f} at first) by {:.1f}, {:.1f}, then {:.1f}"
    chapter.says(text, biases[0], *ratios)
    more = 10
    chapter.says("than the noise, which is divided by √{} = {:.1f}.", more, sqrt(more))
    assert max(ratios) < sqrt(more)  # "more slowly than the noise"


def test_exercise_the_other_value(chapter):
    k, p, counts = 15, chapter["p"], chapter["kept"]
    assert p == DirectEncoding(range(k), 1).p and counts == p + (1 - p) / k
    chapter.says("= {:.3f} in place of {:.3f},", counts, p)
    chapter.says("So ε = ln(p′/q′) = {:.2f}", privacy_loss(chapter["faulty"]))
    factor = (counts - (1 - p) / k) / (p - chapter["q"])
    chapter.says("from $1/k$ by a factor of {:.2f}.", factor)
