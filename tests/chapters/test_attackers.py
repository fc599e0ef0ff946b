"""Claims of the chapter "Attackers", computed.

Samples have fixed seeds. Those of the chapter are compared within three standard errors
of their mean, with the theory. The table of attacks in the paper, at ε = 1, is in
`tests/topics/attackers`.
"""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom, norm

from ldp_course import (
    CountMeanSketch,
    DirectEncoding,
    HadamardCountMeanSketch,
    HadamardResponse,
    LocalHashing,
    RandomizedResponse,
    SubsetSelection,
    SummingHistogram,
    UnaryEncoding,
    norm_sub,
    rappor,
)
from ldp_course.data import load_adult
from ldp_course.topics import attackers, numbers
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

LN3 = math.log(3)
DIRECT = DirectEncoding(range(14), LN3)
OUE = UnaryEncoding.optimized(range(100), LN3)
COINS = RandomizedResponse(LN3)
JOBS = load_adult()["occupation"].dropna().value_counts()


def weight(mechanism, targets=1):
    return attackers.largest_gain(mechanism, range(targets))


# One fake, and one report


def test_fourteen_jobs(chapter):
    p, q = Fraction(3, 16), Fraction(1, 16)
    assert np.allclose([DIRECT.p, DIRECT.q], [float(p), float(q)])
    names, other = (1 - q) / (p - q), -q / (p - q)
    chapter.says("One fake counts for seven and a half people")
    chapter.says(r"that's $\frac{{15}}{{16}}/\frac{{2}}{{16}}$ = {:.1f}.", float(names))
    assert other == Fraction(-1, 2) and 16 * p == 3
    assert np.allclose(
        sorted(set(attackers.contributions(DIRECT, [3])[0])), [-0.5, 7.5]
    )
    text = "three of 16 cases and then adds {:.1f} people, {:.1f} in all."
    chapter.says(text, float(names), float(3 * names))
    chapter.says("half a person away, {:.1f} in all.", float(-13 * other))
    assert 3 * names + 13 * other == 16, "one person in each case"
    assert chapter["gain"](2, 2, 1 / 2, 1 / 4) == 6


def test_what_makes_a_fake_heavy(chapter):
    for k, x in itertools.product((2, 14, 1024), (0.5, LN3, 4)):
        E = math.exp(x)
        expected = (E + k - 2) / (E - 1)
        assert math.isclose(weight(DirectEncoding(range(k), x)), expected)
        unary = weight(UnaryEncoding.optimized(range(k), x))
        assert math.isclose(unary, 2 * E / (E - 1))
    many = weight(DirectEncoding(range(1024), LN3))
    assert math.isclose(many, 1025 / 2)
    chapter.says("With {:,} values and $E$ = 3, one fake counts", 1024)
    chapter.says("counts for more than {:.0f} people.", math.floor(many))


def test_the_table_of_gains(chapter):
    table = {
        "direct": [21.04, 7.5, 1.24, 5.5], "symmetric unary": [4.52, 2.37, 1.16, None],
        "OUE": [5.08, 3, 2.04, 15], "OLH": [5.62, 3, 2.04, 15],
        "Hadamard": [4.08, 2, 1.04, 10],
    }  # fmt: skip
    for name, row in table.items():
        for gain, expected in zip(chapter["gains"].loc[name], row):
            assert expected is None or abs(gain / expected - 1) < 0.005
    gains = chapter["gains"]
    assert len(gains) == 6
    single, five = (gains[column] for column in ("ln 3", "ln 3, five targets"))
    chapter.says("loses four halves, which leaves {:.1f}.", five["direct"])
    assert five["direct"] == 7.5 - 4 / 2
    for name in ("symmetric unary", "OUE", "OLH", "Hadamard"):
        assert math.isclose(five[name], 5 * single[name])
    subset = SubsetSelection.optimized(range(14), LN3)
    assert subset.size == 3 and five["subset"] < 5 * single["subset"]
    assert (gains[["ε = 0.5", "ln 3", "4"]].diff(axis=1).iloc[:, 1:] < 0).all(axis=None)
    assert (gains >= 1).all(axis=None), "some report counts for one person at least"


def test_no_report_gains_more(chapter):
    """Go through all the reports of small mechanisms."""
    rows = list(itertools.product((0, 1), repeat=4))
    for make, reports in (
        (UnaryEncoding.optimized, rows), (UnaryEncoding.symmetric, rows),
        (DirectEncoding, range(4)),
    ):  # fmt: skip
        device = make(range(4), LN3)
        added = attackers.contributions(device, list(reports))
        for r in (1, 2, 3):
            most = added[:, :r].sum(axis=1).max()
            assert math.isclose(most, weight(device, r))
    assert math.isclose(weight(UnaryEncoding.optimized(range(4), LN3)), 3)


def test_other_protocols(chapter):
    yes = attackers.largest_gain(COINS, [COINS.domain[1]])
    chapter.says('so a "yes" counts for {:.1f} people.', yes)
    text = "count for {:.2f} (with bits) and {:.2f} (with Hadamard) for one"
    sketches = CountMeanSketch, HadamardCountMeanSketch
    devices = [make(range(14), 16, 64, LN3, 1) for make in sketches]
    chapter.says(text, *map(weight, devices))
    for device in devices:
        assert math.isclose(weight(device, 5), 5 * weight(device))
    assert math.isclose(weight(LocalHashing.binary(range(14), LN3)), 2)
    most = numbers.OneBitMean(0, 100, LN3).aggregate([1]).mean
    chapter.says("from 0 to 100 counts as {:.0f} at $E$ = 3.", most)
    assert most == pytest.approx(100 * yes)
    assert weight(SummingHistogram(range(14), LN3)) == math.inf


def test_explorer_of_weights(chapter):
    explorer = chapter.explorers["What one fake is worth"]
    lines = {}
    for state, picture in explorer.pictures:
        for line in picture.series:
            assert (np.diff(line.y) < 0).all(), "the smaller ε, the heavier"
            lines[line.label, state["k"], state["r"]] = np.array(line.y)
    for k in (14, 128, 1024):
        for name in ("OUE", "OLH", "Hadamard"):
            assert np.allclose(lines[name, k, 5], 5 * lines[name, k, 1], rtol=1e-3)
            assert np.allclose(lines[name, k, 1], lines[name, 14, 1], rtol=1e-3)
    direct = [lines["direct", k, 1] for k in (14, 128, 1024)]
    assert (np.diff(direct, axis=0) > 0).all()


# A thousand fakes


def test_the_formula_of_attacks(chapter):
    n, m, f, g = 20_000, 1_000, 0.05, round(weight(OUE, 5))
    chapter.says("Let {:,} honest people answer by OUE", n)
    chapter.says("Each of her $m$ = {:,} fakes has a gain of $g$ = {}.", m, g)
    total = round(n * f + m * g)
    chapter.says("the targets seem to have {:,} people of {:,},", total, n + m)
    chapter.says("15 for each fake. That's {:.0f} %.", 100 * total / (n + m))
    chapter.says("A thousand fakes lift 5 % to {:.0f} %", 100 * total / (n + m))
    moved = attackers.overall_gain(g, n, m, f)
    assert math.isclose((n * f + m * g) / (n + m) - f, moved)
    assert (chapter["n"], chapter["f"]) == (n, f)
    # a row that is drawn evenly, and a group
    gain = chapter["gain"]
    assert gain(1 / 2, 1, OUE.p, OUE.q) == pytest.approx(1)
    olh = LocalHashing.optimized(range(100), LN3)
    assert olh.buckets == 4
    assert gain(1 / 4, 1, olh.p, olh.q) == pytest.approx(0)


ATTACKS = {  # m/(n+m) (g - f), with gains by hand at e^ε = 3
    "MGA, direct": (97 / 2 - 0.05) / 21, "RIA, direct": 0.95 / 21, "RPA, direct": 0.0,
    "MGA, OUE": (15 - 0.05) / 21, "RIA, OUE": 0.95 / 21, "RPA, OUE": (5 - 0.05) / 21,
    "MGA, OLH": (15 - 0.05) / 21, "RIA, OLH": 0.95 / 21, "RPA, OLH": -0.05 / 21,
}  # fmt: skip


def test_the_setting_of_the_paper():
    """Cao, Jia and Gong at ε = 1, computed elsewhere; local hashing with 4 buckets."""
    makes = DirectEncoding, UnaryEncoding.optimized, LocalHashing.optimized
    for make, expected in zip(makes, (2.678, 0.751, 0.790)):
        gain = weight(make(range(100), 1.0), 5)
        moved = attackers.overall_gain(gain, 20_000, 1_000, 0.05)
        assert abs(moved - expected) < 6e-4


def test_attacks_move_what_theory_says(chapter):
    theory, runs, noises = chapter["theory"], chapter["attacked"], chapter["noises"]
    assert list(theory) == list(ATTACKS)
    for row, expected in ATTACKS.items():
        assert len(runs[row]) == 200
        assert abs(theory[row] - expected) < 1e-9
        mean, spread = np.mean(runs[row]), np.std(runs[row])
        assert abs(mean - theory[row]) < 3 * spread / math.sqrt(200)
        assert abs(spread / noises[row] - 1) < 0.2, "bars are the noise of the honest"
    chapter.says("We run each attack on three protocols, {} surveys each:", 200)
    chapter.says("bars show {:.2f} standard errors of *one*", norm.isf(0.025))
    best, false = (100 * theory[f"{attack}, OUE"] for attack in ("MGA", "RIA"))
    chapter.says(
        "only lie about their value move OUE's result by {:.1f} points.", false
    )
    chapter.says("With a gain of 1, the formula gives {:.2f}/21:", 1 - 0.05)
    chapter.says("have a gain of {:.0f}, and move it by {:.0f}.", weight(OUE, 5), best)


def test_what_the_figure_of_attacks_says(chapter):
    theory = chapter["theory"]
    best = [100 * theory[f"MGA, {name}"] for name in ("direct", "OUE", "OLH")]
    text = "Maximal gain: {:.0f} points for direct encoding, {:.0f} for OUE, {:.0f}"
    chapter.says(text, *best)
    chapter.says("Random item: {:.1f} points for all.", 100 * theory["RIA, OUE"])
    text = "Random perturbed value: {:.1f} points for OUE"
    chapter.says(text, 100 * theory["RPA, OUE"])


# Seeds of the server


def test_the_seed_0(chapter):
    olh = chapter["olh"]
    for seed in (0, 2**63):  # the second one does the same
        supported = [
            olh.supported([[seed, bucket]]).sum() for bucket in range(olh.buckets)
        ]
        assert sorted(supported) == [0, 0, 0, len(olh.domain)]
        assert np.ptp(olh.channel_given_seed(seed), axis=0).max() == 0
    with pytest.raises(ValueError, match="not assigned"):
        olh.aggregate(np.array([[0, 0]], np.uint64), seeds=[5])
    # without them it cannot know
    assert olh.aggregate(np.array([[0, 0]], np.uint64)).n == 1


def test_who_draws(chapter):
    olh = chapter["olh"]
    assert (olh.buckets, olh.p, olh.q) == (4, pytest.approx(1 / 2), 1 / 4)
    fullest = np.array([
        max(map(way.count, range(4))) for way in itertools.product(range(4), repeat=5)
    ])
    chapter.says("one seed in $4^4$ = {:.0f} does it", 1 / (fullest == 5).mean())
    assert set(fullest) == {2, 3, 4, 5} and fullest.mean() == chapter["fullest"]

    def gain(supported):
        return (supported - 5 * olh.q) / (olh.p - olh.q)

    fair = gain(fullest.mean())
    chapter.says("falls from {:.0f} to {:.1f}.", weight(olh, 5), fair)
    rng = np.random.default_rng(1)
    seeds = olh.draw_seeds(20_000, rng)
    fakes = attackers.maximal_gain_reports(olh, range(5), 20_000, rng, seeds=seeds)
    given = attackers.contributions(olh, fakes)[:, :5].sum(axis=1).mean()
    assert abs(given - fair) < 3 * 3 / math.sqrt(20_000)
    reached = np.array([(fullest <= size).mean() ** 10 for size in range(6)])
    best_of_ten = np.diff(reached) @ np.arange(1, 6)
    chapter.says("part of the {:,} ways with at most", len(fullest))
    text = "That gives {:.2f} targets on average, and a gain of {:.1f}."
    chapter.says(text, best_of_ten, gain(best_of_ten))
    for seed in seeds[:50].tolist():
        reports = [[seed, bucket] for bucket in range(olh.buckets)]
        of_bucket = attackers.contributions(olh, reports)[:, 7]
        assert math.isclose(of_bucket.max(), weight(olh)), "one target: nothing falls"


def test_who_draws_the_column(chapter):
    one_bit = HadamardResponse(range(100), LN3, one_bit=True)
    half = one_bit.block_size // 2

    def mean_gain(places):
        """Return the mean gain over a server's columns; a device has two reports."""
        sums = attackers.contributions(one_bit, range(2 * half))[:, places].sum(axis=1)
        return np.maximum(sums[:half], sums[half:]).mean()

    independent = mean_gain([1, 2, 4, 8, 16])
    often = [max(sum(row), 5 - sum(row)) for row in itertools.product((0, 1), repeat=5)]
    assert [often.count(signs) for signs in (5, 4, 3)] == [2, 10, 20]
    same = sum(often) / 2**5
    assert one_bit.p == pytest.approx(3 / 4)
    assert math.isclose((same - 5 / 2) / (1 / 4), independent)
    text = "which is {}/{} on average. With $p$ = ¾ and $q$ = ½ the gain would be "
    text += "({}/{} − 5/2)/¼ = {:.2f} instead of {:.0f}."
    coins = sum(often), 2**5
    chapter.says(text, *coins, *coins, independent, weight(one_bit, 5))
    for dependent in ([1, 2, 3, 4, 8], [1, 2, 4, 7, 8], [1, 2, 4, 8, 15], range(5)):
        assert mean_gain(list(dependent)) <= independent + 1e-9


# Repairs


def test_repairs(chapter):
    unary, runs, fakes = chapter["unary"], chapter["runs"], chapter["fakes_of_jobs"]
    n, truth = int(JOBS.sum()), JOBS["Tech-support"] / JOBS.sum()
    chapter.says("Its {:,} people have the jobs", n)
    assert abs(fakes / (n + fakes) - 0.05) < 1e-4 and unary.domain == tuple(JOBS.index)
    gain = attackers.largest_gain(unary, ["Tech-support"])
    moved = truth + attackers.overall_gain(gain, n, fakes, truth)
    error = math.sqrt(unary.variance(n, truth)) * n / (n + fakes)
    for name in ("simple", "padded"):
        found = runs[name] / 100
        assert len(found) == 2_000
        assert abs(found[:, 0].mean() - moved) < 3 * error / math.sqrt(2_000)
        assert abs(found[:, 0].std() / error - 1) < 0.15
    chapter.says("on average over {:,} surveys.", 2_000)
    rng = np.random.default_rng(1)
    fake = attackers.maximal_gain_reports(unary, ["Tech-support"], 1, rng, padded=False)
    added = attackers.contributions(unary, fake)[0]
    assert np.allclose(sorted(added), [-1] * 13 + [3]) and len(JOBS) == 14
    of_all = 0.95 + 0.05 * added.sum()
    text = "{:.2f} · 1 + {:.2f} · (−10) = {:.2f} of everybody."
    chapter.says(text, 0.95, 0.05, of_all)
    raw, sub, mul, total = runs["simple"].mean(axis=0)
    mean_error = runs["simple"][:, 3].std() / math.sqrt(2_000)
    assert abs(total - 100 * of_all) < 3 * mean_error + 0.05
    text = "Tech-support rises from {:.0f} % to {:.0f} %. After `norm_mul` it stands at"
    chapter.says(text, 100 * truth, raw)
    chapter.says("it stands at {:.0f} %:", mul)
    assert raw < sub < mul
    padded = runs["padded"].mean(axis=0)
    assert round(unary.p + 13 * unary.q) == 4 and abs(padded[3] - 105) < 0.5
    assert abs(padded[:3] - raw).max() < 1.5, "hardly change"


def test_a_flood_and_an_aim(chapter):
    unary, runs, fakes = chapter["unary"], chapter["runs"], chapter["fakes_of_jobs"]
    n = int(JOBS.sum())
    ones = np.ones((1, 14), dtype=np.uint8)
    assert np.allclose(attackers.contributions(unary, ones), 3), "0.05 · 3 is 15 points"
    # while no bar falls below zero: what is left of 3 fakes a job after the surplus
    expected = (JOBS.to_numpy() + 3 * fakes) / (n + fakes)
    left = norm_sub(expected) - JOBS.to_numpy() / (n + fakes)
    assert np.allclose(left, left[0]) and 0 < left[0] < 0.005
    rarest = 100 * JOBS[-4:].sum() / n
    raw, sub, *_ = runs["four padded targets"].mean(axis=0)
    gain = attackers.largest_gain(unary, list(JOBS.index[-4:]))
    assert math.isclose(gain, 12)
    exact = rarest + 100 * attackers.overall_gain(gain, n, fakes, rarest / 100)
    error = runs["four padded targets"][:, 0].std() / math.sqrt(2_000)
    assert abs(raw - exact) < 3 * error
    chapter.says("which have {:.0f} % together.", rarest)
    chapter.says("Such fakes lift the four jobs to {:.0f} %,", raw)
    chapter.says("`norm_sub` leaves {:.0f} %.", sub)


def test_floods_of_rappor(chapter):
    rng = np.random.default_rng(4)
    library = rappor.Parameters(16, hashes=2, cohorts=64, f=0.5, p=0.5, q=0.75)
    words = [f"v{i}" for i in range(1, 21)]
    honest = rappor.simulate_counts([5_000] * 20, words, library, rng)
    flood = np.full((64, 17), 5)  # in each cohort 5 reports
    aimed = flood.copy()
    aimed[:, 1:] *= rappor.bloom_table(["v20"], library)[0]

    def last(counts):
        return rappor.decode(counts, words, library).estimates[-1]

    gained = [(last(honest + extra) - last(honest)) / 320 for extra in (flood, aimed)]
    assert np.allclose(gained, [0, 8], atol=0.05)
    chapter.says("If {} fakes send rows of ones,", 64 * 5)
    assert math.isclose(library.q_star - library.p_star, 1 / 8)
    for extra in (flood, aimed):
        with pytest.warns(UserWarning, match="each person would set"):
            rappor.decode(honest + 10 * extra, words, library)
    chapter.says("With {:,} such fakes among {:,} people", 10 * 320, 20 * 5_000)


# Looks


def test_the_shape_of_honest_rows(chapter):
    p, q, n = OUE.p, OUE.q, 30_000
    mean, spread = p + 99 * q, math.sqrt(p * (1 - p) + 99 * q * (1 - q))
    assert round(mean) == 25
    chapter.says("about 25, with a standard deviation of {:.1f}.", spread)
    law = attackers.shapes._law(OUE)
    single = p * (1 - q) ** 99 + (1 - p) * 99 * q * (1 - q) ** 98
    assert math.isclose(single, law[1]) and n * single < 1e-6
    chapter.says("even among {:,} people a single simple fake", n)
    assert round(100 * law[25]) == 9
    assert law.argmax() == 25 and abs(norm.pdf(0) / spread - law[25]) < 0.001
    chapter.says("a normal curve is {:.1f} divided by its", norm.pdf(0))
    chapter.says("which is {:,.0f} rows,", round(n * law[25], -1))
    several = math.sqrt(n * law[25] * (1 - law[25]))
    chapter.says("rows, give or take {:.0f}.", several)
    assert abs(100 / several - 2) < 0.01
    rng, honest = np.random.default_rng(1), chapter["honest"]
    assert len(honest) == n
    p_values = [
        attackers.shape_test(OUE, np.vstack([
            honest, attackers.maximal_gain_reports(OUE, [7], fakes, rng, padded),
        ])).p_value
        for fakes, padded in [(1, False), (100, True), (500, True)]
    ]  # fmt: skip
    assert p_values[0] < 1e-4 and p_values[1] > 0.01 and p_values[2] < 1e-6
    test = attackers.shape_test(OUE, honest)
    tails = binom.sf(np.bincount(honest.sum(axis=1), minlength=101) - 1, n, law)
    assert math.isclose(test.p_value, min(1, 101 * tails.min()), rel_tol=1e-6)
    chapter.says("with {} possible shapes", len(law))
    limit, fakes = 0.01, 100
    chapter.says("Below {} we call it an alarm:", limit)
    seen = power_at_25(n, fakes, limit / len(law))
    chapter.says("here and in {:.0f} of {} surveys.", 100 * (1 - seen), 100)


def test_hidden_in_the_noise(chapter):
    n = 30_000
    few = attackers.fakes_that_hide(OUE, n)
    chapter.says("With {:,} people that's √{:,}, which is {:.0f}.", n, n // 3, few)
    assert math.isclose(few, math.sqrt(n * OUE.q / (1 - OUE.q)))
    low, high = norm.isf(0.025) - 1, -norm.isf(0.025) - 1
    covered = 100 * (norm.cdf(low) - norm.cdf(high))
    chapter.says("holds the truth in {:.0f} of {} surveys,", covered, 100)
    text = "of the area under a normal curve lies between {:.2f} and {:.2f}."
    chapter.says(text, high, low)
    seen = attackers.fakes_seen(OUE, n, 25)
    assert few < seen
    # who looks at 25 ones alone needs fewer
    assert power_at_25(n, seen - 1, 0.01) >= 0.9
    error = 0.01 / len(attackers.shapes._law(OUE))
    assert power_at_25(n, seen, error) >= 0.9
    assert power_at_25(n, seen - 1, error) < 0.9


def power_at_25(honest, fakes, error):
    """Return how often so many rows of 25 ones are above the cut of that error."""
    chance = attackers.shapes._law(OUE)[25]
    least = binom.isf(error, honest + fakes, chance) + 1
    return binom.sf(least - fakes - 1, honest, chance)


def test_explorer_of_the_blind_range(chapter):
    explorer = chapter.explorers["The blind range"]
    for state, picture in explorer.pictures:
        hide, see = (np.array(line.y) for line in picture.series)
        grid = np.array(picture.series[0].x)
        of_root = hide / np.sqrt(grid)
        assert np.allclose(of_root, of_root[0], rtol=1e-3)
        growth = np.log(see[-1] / see[2]) / np.log(grid[-1] / grid[2])
        if state["fakes"] == "padded":
            assert (see > hide).all() and 0.4 < growth < 0.6
        if state["fakes"] == "column 0":
            assert (see < hide).all()
        if state["fakes"] == "simple" and state["epsilon"] <= 1:
            assert (see == 1).all()
        if state == {"epsilon": 2, "fakes": "simple"}:
            assert (see < hide).all(), "late, but not too late"
        if state == {"epsilon": 4, "fakes": "simple"}:
            assert (see > hide).all(), "too late"


# People who always say no


def test_the_bias(chapter):
    n, yes, w, p, q = 1_000, 400, Fraction(1, 10), Fraction(3, 4), Fraction(1, 4)
    sincere = yes * p, (n - yes) * q
    chapter.says("expect {:.0f} true yeses and {:.0f} fake ones.", *map(float, sincere))
    sent = (1 - w) * sum(sincere)
    text = "only {:.0f} of these {:.0f} yeses remain. The server subtracts the {:.0f}"
    chapter.says(text, float(sent), float(sum(sincere)), float(n * q))
    found = (sent - n * q) / (p - q)
    chapter.says("It finds {:.0f} instead of {}.", float(found), yes)
    assert yes - found == 90 and w * yes == 40 and w * n * q / (p - q) == 50
    bias = attackers.always_no_bias(COINS, 0.1, 0.4)
    assert math.isclose(float(found - yes) / n, bias)
    assert math.isclose(COINS.q / (COINS.p - COINS.q), 1 / (3 - 1))
    # sincere people with 31 % of true yes send as many
    assert n * (q + (p - q) * Fraction(31, 100)) == sent
    opposite = (n - yes) * p, yes * q
    chapter.says("To the second question, {} of {:,} people", n - yes, n)
    text = "makes {:.0f} true yeses and {:.0f} fake ones if"
    chapter.says(text, *map(float, opposite))
    chapter.says('says "no", and {:.0f} remain.', float((1 - w) * sum(opposite)))
    chapter.says("would send {:.0f} and {:.0f}, which is {:,}", float(sum(sincere)),
                 float(sum(opposite)), n)  # fmt: skip
    chapter.says("So we see only {:.0f},", float((1 - w) * n))
    assert sent / ((1 - w) * n) == Fraction(45, 100)
    assert np.allclose(chapter["two_questions"](0.405, 0.495, 0.75, 0.25), [0.1, 0.4])
    direct_rate, other_rate = 0.4, 0.5
    two = chapter["two_questions"](direct_rate, other_rate, 3 / 4, 1 / 4)
    text = r"With $p$ = ¾, rates of {} and {} give {:.1f} and {:.3f}."
    chapter.says(text, direct_rate, other_rate, *two)


def test_where_one_question_shows_them(chapter):
    n, w, q = 30_000, 0.1, 0.25
    says, error = (1 - w) * q, math.sqrt(q * (1 - q) / n)
    chapter.says("only {} · ¼ = {:.1f} % do.", 1 - w, 100 * says)
    text = (
        "With {:,} people a rate of 25 % has the standard error √({:.2f} · {:.2f}/{:,})"
    )
    chapter.says(text, n, q, 1 - q, n)
    chapter.says("= {:.2f} points, so ten standard errors", 100 * error)
    assert math.isclose((q - says) / error, 10)
    hidden = q * (1 / (1 - w) - 1) / 0.5
    text = r"once $\pi$ passes {:.1f} %, {} · (¼ + $\pi$/2) is above ¼"
    chapter.says(text, 100 * hidden, 1 - w)
    assert math.isclose((1 - w) * (q + hidden / 2), q)


def test_explorer_of_always_no(chapter):
    explorer = chapter.explorers["People who always say no"]
    for state, picture in explorer.pictures:
        line, band = picture.series
        assert (np.diff(line.y) > 0).all() and line.y[-1] < 0, (
            "the bias grows as ε falls"
        )
        for x, bias, high in zip(line.x, line.y, band.high):
            coins = RandomizedResponse(x)
            expected = attackers.always_no_bias(coins, state["share"], state["yes"])
            assert math.isclose(bias, 100 * expected, rel_tol=1e-3)
            assert math.isclose(high, 196 * error_of_yes(coins, **state), rel_tol=0.02)


def error_of_yes(coins, share, yes, n):
    """Return the error by the formula of `always_no`, with the expected counts."""
    half = n // 2
    rates = [(1 - share) * (coins.q + (coins.p - coins.q) * x) for x in (yes, 1 - yes)]
    sent = [np.repeat([1, 0], [round(r * half), half - round(r * half)]) for r in rates]
    return attackers.always_no(coins, *sent).yes_error


def test_two_questions(chapter):
    surveys = chapter["surveys"]
    chapter.says("The errors of {} surveys with two questions", len(surveys))
    chapter.says("Each of these {} surveys asked {:,} people.", len(surveys), 30_000)
    near = norm.cdf(1 / 0.572) - norm.cdf(-1 / 0.572)
    assert 0.9 < near < 0.95, "nine of ten surveys between 9 and 11 %"
    errors = {}
    for name, truth in (("share", 0.1), ("yes", 0.4)):
        estimates = np.array([getattr(survey, name) for survey in surveys])
        error = np.mean([getattr(survey, f"{name}_error") for survey in surveys])
        assert abs(estimates.mean() - truth) < 3 * error / math.sqrt(len(surveys))
        assert abs(estimates.std() / error - 1) < 0.15
        errors[name] = 100 * error
    text = "The standard error of $w$ is {share:.2f} points,"
    chapter.says(text, **errors)
    chapter.says("which gives a standard error of {yes:.2f} points.", **errors)
    chapter.says("with a standard error of {share:.2f} points.", **errors)
    rates, half = np.array([0.405, 0.495]), 15_000
    error = math.sqrt((rates * (1 - rates) / half).sum())
    assert math.isclose(100 * error, errors["share"], rel_tol=0.01)
    text = "√({} · {}/{:,} + {} · {}/{:,}) = {:.4f}."
    chapter.says(text, 0.405, 0.595, half, 0.495, 0.505, half, error)


# The answer


def test_how_many_fakes_it_takes(chapter):
    n, truth, limit = int(JOBS.sum()), 0.03, 0.05
    assert round(JOBS["Tech-support"] / n, 2) == truth
    chapter.says(
        "makes the crowd larger by one, of which 5 % is needed: {:.2f}.", 3 - limit
    )
    chapter.says("It lacks ${:.2f}\\,n$ people", limit - truth)
    unary, direct = (n * (limit - truth) / (gain - limit) for gain in (3, 7.5))
    needed = math.ceil(unary)
    chapter.says("With {:,} people that takes {} fakes.", n, needed)
    text = "at {:.1f} people a fake, it takes {}."
    chapter.says(text, 7.5, math.ceil(direct))
    chapter.says('"On average, {} OUE fakes lift a job from 3 % to 5 %."', needed)
    before, after = ((n * truth + 3 * m) / (n + m) for m in (needed - 1, needed))
    assert before < limit <= after


def test_how_many_fakes_would_explain_it(chapter):
    reports, estimated, limit = int(JOBS.sum()), 0.08, 0.05
    above, a_fake = estimated - limit, 3 - limit
    most = math.floor(reports * above / a_fake)
    text = '"On average, {:.2f} · {:,}/{} ≈ {} fakes among these reports would explain'
    chapter.says(text, above, reports, a_fake, most)
    # the share of the honest people, if so many of the reports are fake
    for fakes, enough in ((most, False), (most + 1, True)):
        honest = (reports * estimated - 3 * fakes) / (reports - fakes)
        assert (honest < limit) == enough


# Check yourself and exercises


def test_questions(chapter):
    at_1, half = (weight(UnaryEncoding.optimized(range(14), x)) for x in (1, 0.5))
    chapter.says("It grows from {:.1f} to {:.1f} people.", at_1, half)
    ones = OUE.p + 99 * OUE.q
    chapter.says("One is far from {:.0f}, and a few", ones)
    chapter.says("100 ones are far from {:.0f}.", ones)


def test_exercises_1_and_2(chapter):
    direct, unary = (
        make(range(10), math.log(3))
        for make in (DirectEncoding, UnaryEncoding.optimized)
    )
    weights = [weight(device, r) for device in (direct, unary) for r in (1, 3)]
    assert np.allclose(weights, [5.5, 4.5, 3, 9])
    assert np.allclose([direct.p, direct.q], [3 / 12, 1 / 12])
    chapter.says("so one target gives $(1 - 1/12)/(1/6)$ = {:.1f}.", weights[0])
    chapter.says("so three give $(1 - 3/12)/(1/6)$ = {:.1f}.", weights[1])
    honest, fakes = 9_500, 500
    chapter.says("The same OUE, {:,} honest people, {} fakes.", honest, fakes)
    moved = attackers.overall_gain(3, honest, fakes, 0.04)
    chapter.says(r"$0.05 \cdot (3 - 0.04)$ = {:.3f}.", moved)
    few = attackers.fakes_that_hide(unary, 9_500)
    chapter.says(r"And $\sqrt{{{:,}/3}}$ = {:.1f}.", honest, few)


def test_removing_what_looks_odd(chapter):
    device = UnaryEncoding.optimized(range(100), 1.0)
    q = device.q
    law = {
        ones: (binom.pmf(ones, 98, q) + binom.pmf(ones - 1, 98, q)) / 2
        for ones in range(100)
    }
    with_bit = sum(q * chance for ones, chance in law.items() if ones + 1 >= 20)
    remaining = with_bit + sum(
        (1 - q) * chance for ones, chance in law.items() if ones >= 20
    )
    estimate = (with_bit / remaining - q) / (device.p - q)
    chapter.says("{:.2f} % are lost.", 100 * (1 - remaining))
    text = "$q'$ = Pr[1 and at least 20 ones]/Pr[at least 20 ones] = {:.4f} instead"
    chapter.says(text, with_bit / remaining)
    chapter.says("instead of {:.4f}. The estimate is", q)
    chapter.says("$(q'-q)/(p-q)$ = {:.4f}: {:.2f} points", estimate, 100 * estimate)
    rng = np.random.default_rng(1)
    rows = device.perturb(device.encode(rng.integers(50, size=100_000)), rng)
    left = device.aggregate(rows[rows.sum(axis=1) >= 20])
    error = left.standard_errors[50:].mean() / math.sqrt(50)
    assert abs(left.frequencies[50:].mean() - estimate) < 5 * error


def test_opposite_by_hand(chapter):
    p, q, direct_yes, opposite = 3 / 4, 1 / 4, 350, 450
    share, yes = chapter["two_questions"](direct_yes / 1_000, opposite / 1_000, p, q)
    assert round(share, 9) == 0.2
    text = '{} of 1,000 say "yes" to a question, and {} of 1,000'
    chapter.says(text, direct_yes, opposite)
    yes_rate, sincere = direct_yes / 1_000, round(1 - share, 9)
    text = r"$w = 1 - {}$ = {:.1f}, and $\pi = ({}/{} - {})/{}$ = {:.3f}."
    chapter.says(text, sincere, share, yes_rate, sincere, q, p - q, yes)
    alone = (yes_rate - q) / (p - q)
    chapter.says("Alone: $({} - {})/{}$ = {:.1f}.", yes_rate, q, p - q, alone)
    survey = attackers.always_no(
        RandomizedResponse(math.log(3)),
        [1] * direct_yes + [0] * 650,
        [1] * opposite + [0] * 550,
    )
    assert math.isclose(survey.share, share) and math.isclose(survey.yes, yes)


def test_the_published_fault(chapter):
    device = UnaryEncoding.optimized(range(100), 1.0)
    q, faulty = device.q, chapter["estimate"]
    ones = np.zeros((1, 100), dtype=int)
    ones[0, 7] = 1
    assert np.allclose(faulty(ones, 100, 1.0), 2 * ones)
    right = attackers.contributions(device, ones)
    assert np.allclose(chapter["mended"](ones, 100, 1.0), right)
    chapter.says("2 · 5,000 · {:.4f} = {:,.0f}.", q, 10_000 * q)
    chapter.says("where it should be {:.2f}", weight(device))
    rng, counts = np.random.default_rng(2), []
    for _ in range(20):
        rows = device.perturb(device.encode([0] * 5_000), rng)
        counts.append(faulty(rows, 100, 1.0)[1:].mean())
    error = 2 * math.sqrt(5_000 * q / (20 * 99))
    assert abs(np.mean(counts) - 10_000 * q) < 5 * error


def test_the_open_exercise(chapter):
    E = math.exp(0.5)
    chapter.says("and ε = ½, $E$ is {:.2f}, and a fake", E)
    direct = [weight(DirectEncoding(range(50), x)) for x in (0.5, 2)]
    assert math.floor(direct[0]) == 76 and round(direct[1]) == 9
    assert math.isclose(direct[0], (E + 48) / (E - 1))
    unary = [weight(UnaryEncoding.optimized(range(50), x)) for x in (0.5, 2)]
    assert round(unary[0]) == 5
    chapter.says("about 9 people in direct encoding and {:.1f} in OUE.", unary[1])
