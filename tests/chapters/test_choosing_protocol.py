"""What the chapter "Choosing a protocol" says, computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a million.
"""

from functools import cache
from itertools import combinations
from math import exp, isclose, log, log2, sqrt

import numpy as np
import pytest
from scipy.optimize import minimize

from ldp_course import (
    CountMeanSketch,
    DirectEncoding,
    GridUnaryEncoding,
    HadamardResponse,
    LocalHashing,
    SubsetSelection,
    UnaryEncoding,
    norm_mul,
    norm_sub,
)
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

OUE = UnaryEncoding.optimized


def rare(mechanism):
    """n times the variance of the estimated share of a value that nobody holds."""
    return mechanism.variance(1, 0.0)


def points(mechanism, people, share=0.0):
    """The standard error of an estimated share, in percentage points."""
    return 100 * sqrt(mechanism.variance(people, share))


def test_the_opening(chapter):
    chapter.names("**Time**: 60 minutes")
    people, of_oue = chapter["jobs"].sum(), chapter["everybody"](14, 1)["OUE"]
    chapter.says(
        "with $nV^*$ = {:.2f} and {:,} people, the standard error is {:.2f} percentage points",
        *(rare(of_oue), people, points(of_oue, people)),
    )


@cache
def rare_errors(everybody, k, epsilon):
    return {name: rare(m) for name, m in everybody(k, epsilon).items()}


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1, 1.5, 2, 3, 4, 5])
def test_orders_that_never_change(run_chapter, epsilon):
    E = exp(epsilon)
    for k in (3, 5, 14, 60, 200, 1024):
        error = rare_errors(run_chapter["everybody"], k, epsilon)
        assert error["OUE"] <= error["SUE"] <= error["BLH"] * (1 + 1e-12)
        assert isclose(error["BLH"], error["Hadamard"])
        assert error["summing"] >= 2 * error["OUE"]
        assert error["OLH"] < 1.031 * error["OUE"]
        assert (error["direct"] < error["OUE"]) == (k < 3 * E + 2)
        assert (error["direct"] < error["BLH"]) == (k < E**2 + E + 3)
        assert error["subset"] <= min(error["direct"], error["OUE"]) * (1 + 1e-12)


def test_a_common_value_is_better_with_symmetric_bits(chapter):
    for epsilon in np.linspace(0.1, 6, 60):
        oue, sue = OUE(range(4), epsilon), UnaryEncoding.symmetric(range(4), epsilon)
        for f in (0.2501, 0.5, 0.9):
            assert sue.variance(1, f) < oue.variance(1, f)
            assert isclose(oue.variance(1, f), rare(oue) + f)
            assert isclose(sue.variance(1, f), rare(sue))


def test_one_value_or_a_set(chapter):
    E = exp(2)
    chapter.says("$k > 2E + 1$, which is {:.1f} at ε = 2", 2 * E + 1)
    chapter.says("for {} values the table has the same number twice", 14)
    found = rare_errors(chapter["everybody"], 14, 2)
    assert isclose(found["direct"], found["subset"])
    for epsilon in (0.5, 1, 2, 3, 4):
        limit = 2 * exp(epsilon) + 1
        for k in range(max(3, int(limit) - 4), int(limit) + 5):
            of_size = [rare(SubsetSelection(range(k), size, epsilon)) for size in range(1, k)]
            assert (np.argmin(of_size) == 0) == (k <= limit)


def test_the_figure_of_crossings(chapter):
    E = exp(5)
    assert isclose(chapter["E"].max(), E)
    chapter.says("plus 1 and rises to {:.0f}.", 2 * E + 1)
    chapter.says("plus 2, which rises to {:.0f}.", 3 * E + 2)
    top = 2_000  # of the picture: E² + E + 3 = top
    chapter.says("leaves the picture near ε = {:.1f}.", log((sqrt(4 * (top - 3) + 1) - 1) / 2))


def staircase_floor(k, epsilon, shares):
    """The smallest mean noise variance of all mixtures of reports with ratios 1 and e^ε, found by
    convex optimization.
    """
    favored = [set(some) for size in range(1, k) for some in combinations(range(k), size)]
    ratios = np.array([[exp(epsilon) if v in some else 1.0 for v in range(k)] for some in favored])
    contrasts = np.linalg.svd(np.ones((1, k)))[2][1:].T  # directions in which shares may differ

    def total(weight):
        information = contrasts.T @ (ratios.T * (weight / (ratios @ shares))) @ ratios @ contrasts
        return np.trace(np.linalg.inv(information))

    found = minimize(
        total,
        np.random.default_rng(k).uniform(0.05, 0.15, len(favored)),
        method="SLSQP",
        bounds=[(0, None)] * len(favored),
        options={"maxiter": 500, "ftol": 1e-12},
        constraints={
            "type": "eq",
            "fun": lambda weight: ratios.T @ weight - 1,
            "jac": lambda weight: ratios.T,
        },
    )
    return (found.fun - (shares * (1 - shares)).sum()) / k


@pytest.mark.parametrize("k", [3, 4])
def test_no_staircase_is_below_the_floor(run_chapter, k):
    for epsilon in (0.5, 1, 2):  # equal to six digits
        found = staircase_floor(k, epsilon, np.full(k, 1 / k))
        assert isclose(found, run_chapter["all_values_floor"](k, epsilon), rel_tol=1e-6)


def test_one_common_value_has_a_lower_floor(chapter):
    found = staircase_floor(4, 1, np.array([0.97, 0.01, 0.01, 0.01]))
    assert found < 0.95 * chapter["all_values_floor"](4, 1)


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1, 2, 3, 5])
def test_the_floors_hold_for_everybody_and_are_reached(run_chapter, epsilon):
    one, E = run_chapter["one_value_floor"](epsilon), exp(epsilon)
    assert isclose(DirectEncoding(range(2), epsilon).variance(1, 0.3), one)
    assert isclose(rare(OUE(range(14), epsilon)), 4 * one)
    for k in (3, 5, 14, 60, 200, 1024):
        floor = run_chapter["all_values_floor"](k, epsilon)
        crew = run_chapter["everybody"](k, epsilon).values()
        assert 0 <= floor <= min(m.variance(1, 1 / k) for m in crew) * (1 + 1e-9)
        s = np.arange(1, k)
        size = s[np.argmin((s * E + k - s) ** 2 / (s * (k - s)))]
        best = SubsetSelection(range(k), int(size), epsilon).variance(1, 1 / k)
        assert isclose(best, floor, rel_tol=1e-6) and best >= one * (1 - 1e-9)


def test_the_best_size_for_all_values(chapter):
    best = chapter["everybody"](14, 2)["subset"].variance(1, 1 / 14)
    above = 100 * (best / chapter["all_values_floor"](14, 2) - 1)
    chapter.says("lie some percent above: {:.0f} % for {} values", above, 14)


def test_average_variance_does_not_depend_on_the_shares(chapter):
    shares = np.random.default_rng(1).dirichlet(np.ones(14))
    for mechanism in chapter["everybody"](14, 1).values():
        assert isclose(mechanism.variance(1, shares).mean(), mechanism.variance(1, 1 / 14))


def test_explorer_of_floors(chapter):
    explorer = chapter.explorers["How far from the best possible?"]
    for _, picture in explorer.pictures:
        *protocols, alone, floor = (np.array(series.y) for series in picture.series)
        assert (np.min(protocols, axis=0) >= floor * 0.999).all()
        assert (floor >= alone[0] * 0.999).all()
    at_four = {state["epsilon"]: picture for state, picture in explorer.pictures}[4].series
    _, bits, columns, _, floor = (series.y[-1] for series in at_four)
    assert columns > 10 * floor and bits < 1.03 * floor


def test_bytes(chapter):
    q, k = 1 / (exp(4) + 1), 1024  # a row of OUE: one fair bit, the others are 1 with q
    entropy = 1 - (k - 1) * (q * log2(q) + (1 - q) * log2(1 - q))
    chapter.says("at ε = 4, {:,} of them to {:.0f} bytes on average", k, entropy / 8)
    chapter.gives("bytes for 14, 1,024 and 10,000 values")


def test_work(chapter):
    everybody, work_of = chapter["everybody"], chapter["work_of"]
    crew = everybody(1024, 1)
    assert work_of("OLH", crew["OLH"], 100_000) == "100,000,000 hashes"
    assert work_of("subset", crew["subset"], 100_000) == "28,000,000 additions"
    assert work_of("Hadamard", crew["Hadamard"], 10_000) == "33,000 additions"
    assert work_of("direct", everybody(4, 1)["direct"], 10_000) == "10,000 additions"


def test_explorer_of_protocols(chapter):
    explorer = chapter.explorers["Which protocol, for me?"]
    chapter.gives("the 95 % interval that each")
    for state, picture in explorer.pictures:
        high = dict(zip(picture.series[0].x, picture.series[0].high))
        alike = [high[name] - 1 for name in ("OUE", "OLH", "subset")]
        if state["k"] >= 1024 and state["epsilon"] <= 2:
            assert max(alike) < 1.021 * min(alike)
        if state["k"] == 4:
            assert high["direct"] == min(high.values())
    _, fourteen, _, many, _ = explorer.choices["k"]
    chapter.says("from 0 with {:,} values at ε = 1. Then move k down to {},", many, fourteen)
    low = [
        dict(zip(picture.series[0].x, picture.series[0].low))["OLH"]
        for state, picture in explorer.pictures
        if state["k"] == many and state["epsilon"] == 1
    ]
    assert low[1] < 0 < low[2]  # there is such an N


def test_two_surveys(chapter):
    jobs, names, surveys = chapter["jobs"], chapter["names"], chapter["surveys"]
    people, times = jobs.sum(), [times for _, _, times in surveys.values()]
    chapter.says("the {:,} people with an occupation", people)
    chapter.says("at ε = 1, {:,} times; and, {} times, a million", *times)
    chapter.says("one of the {:,} [most", len(names))
    assert names.sum() == 1_000_000
    for name, (counts, mechanism, _) in surveys.items():  # as the closed form says
        f = counts / counts.sum()
        errors = np.array([found[:3] - f[:3] for found in chapter["runs"][name][:200]])
        ratio = np.sqrt((errors**2).mean(axis=0) / mechanism.variance(counts.sum(), f[:3]))
        assert np.abs(ratio - 1).max() < 5 / sqrt(2 * 200)


def test_repairs(chapter):
    table, names = chapter["table"], chapter["names"]
    chapter.says("with the raw one as {:.0f}.", table.loc["raw", "14 occupations"])
    few, many = table["14 occupations"], table["10,000 surnames"]
    chapter.says("With these {} values, repairs take off", len(chapter["jobs"]))
    chapter.says("take off {:.0f} or {:.0f} %", 100 - few["norm_sub"], 100 - few["norm_mul"])
    chapter.says("With {:,} values most", len(names))
    chapter.says("`norm_sub` removes {:.0f} % of the squared error", 100 - many["norm_sub"])
    chapter.says("and `norm_mul` {:.0f} %.", 100 - many["norm_mul"])
    bias = table["ten largest, bias"]
    assert abs(bias[["raw", "clip", "norm"]]).max() < 0.03
    largest = 100 * names[:10].sum() / names.sum()
    chapter.says(
        "have {:.2f} % of the people, and `norm_mul` takes {:.1f} of these points away,",
        *(largest, -bias["norm_mul"]),
    )
    chapter.says("points away, `norm_sub` {:.1f}.", -bias["norm_sub"])
    chapter.says("ten names lost {:.1f} of {:.2f} points", -bias["norm_mul"], largest)


@cache
def surveys_of_names(names, epsilon, runs):
    rng = np.random.default_rng(6)
    mechanism = LocalHashing.optimized(range(len(names)), epsilon)
    return [mechanism.simulate(names, rng).frequencies for _ in range(runs)]


def test_repairs_at_epsilon_1(chapter):
    names = chapter["names"]
    f = names / names.sum()
    found = surveys_of_names(tuple(names.tolist()), 1, 100)
    raw, mul, sub = (
        np.mean([((repair(x) - f) ** 2).sum() for x in found])
        for repair in (np.array, norm_mul, norm_sub)
    )
    chapter.says("smaller error, {:.0f} against {:.0f}:", 100 * mul / raw, 100 * sub / raw)


def test_the_ten_largest(chapter):
    tens, names = chapter["tens"], chapter["names"]
    olh, blh, direct = (np.mean(tens[name], axis=1) for name in ("OLH", "BLH", "direct"))
    chapter.says(
        "Optimized local hashing finds about {:.1f}, {:.1f}, {:.1f} and {:.1f} of ten at ε =", *olh
    )
    chapter.says("of ten at ε = {}, 1, 2 and 4.", chapter["levels"][0])
    chapter.says("finds a little less, {:.1f} to {:.1f}. Direct", blh[0], blh[-1])
    assert (blh < olh).all()
    chapter.says("none up to ε = 2 and {:.1f} at ε = 4.", direct[-1])
    assert direct[:3].max() < 0.15
    assert round(10 - olh[1]) == 4  # about four strangers at ε = 1
    of_direct = points(DirectEncoding(range(len(names)), 1), names.sum())
    chapter.says("with a standard error of {:.1f} points, finds nothing", of_direct)
    assert 0 < np.mean(np.equal(tens["OLH"][-1], 10)) < 0.2  # all ten in a few surveys
    close = names[8:13]
    chapter.says("ranks 9 to {} lie within {} people", 13, close.max() - close.min())
    chapter.says("and ranks {} and {} are level", 10, 11)
    assert names[9] == names[10]


def test_the_three_largest_occupations(chapter):
    jobs, rng = chapter["jobs"], np.random.default_rng(10)
    found = chapter["runs"]["14 occupations"]
    channel = DirectEncoding(range(14), 1).channel()
    reports = sum(rng.multinomial(people, row, 40_000) for people, row in zip(jobs, channel))
    largest = np.sort(np.argsort(-jobs)[:3])
    subset, direct = (
        (np.sort(np.argsort(-np.asarray(x), axis=1)[:, :3]) == largest).all(axis=1).mean()
        for x in (found, reports)
    )
    chapter.says("Among the {} occupations, also at ε = 1", len(jobs))
    chapter.says("in about {:.0f} % of {:,} runs of subset", 100 * subset, len(found))
    chapter.says("and in about {:.0f} % of direct encoding", 100 * direct)


def weight(mechanism):
    """People that one fake report adds to the estimate of a value that it supports."""
    return (1 - mechanism.q) / (mechanism.p - mechanism.q)


def test_what_one_fake_weighs(chapter):
    few, many = chapter["everybody"](14, 1), chapter["everybody"](1024, 1)
    chapter.says("for ε = 1 and $k$ = {}; {:,}.", 14, 1024)
    chapter.says("| {:.1f}; {:.0f} | The error", weight(few["direct"]), weight(many["direct"]))
    for name, next_words in [
        ("subset", "Long reports"),
        ("OUE", "$k$ bits on"),
        ("OLH", "$nk$ hashes"),
        ("Hadamard", "$nV^*$ stays"),
    ]:
        chapter.says("| {:.1f}; {:.1f} | " + next_words, weight(few[name]), weight(many[name]))
    sketches = [CountMeanSketch(range(k), 16, 256, 1, seed=1) for k in (14, 1024)]
    chapter.says("| {:.1f}; {:.1f} | Shared collisions", *map(weight, sketches))


def test_hadamard_with_blocks(chapter):
    assert rare(HadamardResponse(range(14), 10)) > 1  # stays above 1
    domain, levels = range(4096), np.arange(1.3, 2, 0.02).round(2)
    blocks = [rare(HadamardResponse.optimized(domain, e)) for e in levels]
    plain = [rare(HadamardResponse(domain, e)) for e in levels]
    last_without = np.flatnonzero(np.greater_equal(blocks, plain))[-1]
    chapter.says("From about ε = {:.1f} on, more blocks", levels[last_without + 1])
    for epsilon in (2, 3, 4, 5):
        of_blocks = rare(HadamardResponse.optimized(domain, epsilon))
        assert of_blocks < rare(HadamardResponse(domain, epsilon))
        assert 1.7 < of_blocks / rare(OUE(domain, epsilon)) < 2.2  # about twice


def test_rounding(chapter):
    grid = GridUnaryEncoding.optimized(range(14), 1)
    chapter.says("multiples of 1/{:,}, which {} random bits hit", 2**16, 16)
    assert grid.p == 0.5 and (grid.q * 2**16).is_integer()
    shown = int(10_000 * grid.epsilon) / 10_000  # rounded down
    chapter.says("the rounded pair ({:.4f} where 1 was asked)", shown)
    assert shown <= grid.epsilon < 1


def test_quiz_1_the_smallest_error(chapter):
    found = rare_errors(chapter["everybody"], 1024, 1)
    subset, oue, olh = (found[name] for name in ("subset", "OUE", "OLH"))
    chapter.says("You have {:,} values and ε = 1", 1024)
    assert max(subset, oue, olh) < 1.01 * min(subset, oue, olh)  # less than 1 %
    chapter.says("by {:.1f} % of OUE's variance", 100 * (1 - subset / oue))
    assert subset < min(oue, olh)


def test_quiz_3_the_rarest_names(chapter):
    names, count = chapter["names"], 200
    f = 100 * names / names.sum()
    chapter.says("the total of the {} rarest surnames", count)
    one = points(chapter["everybody"](10_000, 2)["OLH"], names.sum())
    chapter.says("√{} times that of one name, {:.1f} points.", count, sqrt(count) * one)
    chapter.says("The names have {:.2f} points", f[-count:].sum())
    too_high = [
        100 * norm_sub(x)[-count:].sum() - f[-count:].sum()
        for x in chapter["runs"]["10,000 surnames"]
    ]
    chapter.says("Its total is {:.1f} points too high", np.mean(too_high))


def test_quiz_4_few_steps(chapter):
    k, epsilon = 10_000, 0.5
    chapter.says("You have {:,} values, a million people and ε = {},", k, epsilon)
    found = rare_errors(chapter["everybody"], k, epsilon)
    chapter.says("a variance {:.0f} % above", 100 * (found["Hadamard"] / found["OUE"] - 1))
    assert k * 10**6 == 10 * 10**9  # ten billion hashes or bits


def test_exercise_1_a_plan(chapter):
    k, epsilon, people = 200, 1.5, 500_000
    crew, bytes_of = chapter["everybody"](k, epsilon), chapter["bytes_of"]
    size = {name: bytes_of(name, m) for name, m in crew.items()}
    half = {name: 1.96 * points(m, people) for name, m in crew.items()}
    chapter.says("You have $k$ = {}, ε = {} and {:,} people", k, epsilon, people)
    best = {
        limit: min((name for name in crew if size[name] <= limit), key=half.get)
        for limit in (20, 10)
    }
    assert best == {20: "subset", 10: "OLH"}
    chapter.says("within {} bytes, which within {}?", *best)
    chapter.says("points are {} standard errors in", 1.96)
    chapter.says("({:.0f} bytes), with ± {:.3f} points", size["subset"], half["subset"])
    chapter.says("Within {} bytes OLH (9 bytes, ± {:.3f})", 10, half["OLH"])
    chapter.says("need 1 byte, with ± {:.3f}.", half["Hadamard"])
    assert (size["OLH"], size["Hadamard"]) == (9, 1)


def test_exercise_2_a_crossing(chapter):
    limit = exp(4) + exp(2) + 3
    chapter.says("= {:.2f}, so up to {:.0f}.", limit, np.ceil(limit) - 1)


def test_exercise_3_a_brochure(chapter):
    people, width, floor = 100_000, 0.4, chapter["one_value_floor"](1)
    chapter.says("ε = 1, {:,} people, any list", people)
    chapter.says("right to ± {} points in {:.0f} % of surveys", width, 95)
    chapter.says("half-width ({} standard errors,", 1.96)
    half = 1.96 * sqrt(floor / people)
    chapter.says(r"${} \sqrt{{{:.4f}/", 1.96, floor)
    chapter.says("/{}{{,}}000}}$ =", people // 1000)
    chapter.says("{{,}}{:03d}}}$ = {:.5f}, that is", people % 1000, half)
    chapter.says("that is {:.3f} points. For ± {} points it", 100 * half, width)
    needed = floor * (196 / width) ** 2
    chapter.says("at least {:,.0f} people, and with", round(needed, -3))
    assert round(needed, -3) <= needed
    assert isclose(rare(OUE(range(14), 1)), 4 * floor)


def test_exercise_4_rounded_down(chapter):
    k, epsilon = 14, 2
    chapter.says("For $k$ = {} and ε = 2, which", k)
    chapter.says("$k/(E+1)$ = {:.2f}.", k / (exp(epsilon) + 1))
    one, two = (SubsetSelection(range(k), size, epsilon) for size in (1, 2))
    chapter.says("({:.3f} against {:.3f}), two on average", rare(one), rare(two))
    of_one, of_two = one.variance(1, 1 / k), two.variance(1, 1 / k)
    chapter.says("two on average ({:.3f} against {:.3f})", of_two, of_one)
    chapter.says("costs {:.1f} % of variance on average", 100 * (of_one / of_two - 1))
    sizes = [SubsetSelection(range(k), size, epsilon) for size in range(1, k)]
    assert np.argmin([rare(m) for m in sizes]) == 0
    assert np.argmin([m.variance(1, 1 / k) for m in sizes]) == 1
    assert SubsetSelection.optimized(range(k), epsilon).size == 1
