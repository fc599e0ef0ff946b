"""Claims of the chapter "Attackers", computed.

Samples have fixed seeds. Those of the chapter are compared within three standard errors
of their mean, with the theory and with a table that was computed elsewhere
(`tests/topics/attackers` has more).
"""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import binom, norm

from ldp_course import (
    DirectEncoding,
    HadamardResponse,
    RandomizedResponse,
    UnaryEncoding,
    norm_sub,
    rappor,
)
from ldp_course.data import load_adult
from ldp_course.topics import attackers, numbers
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

DIRECT = DirectEncoding(range(14), 1.0)
OUE = UnaryEncoding.optimized(range(100), 1.0)
COINS = RandomizedResponse(1.0)
JOBS = load_adult()["occupation"].dropna().value_counts()


def weight(mechanism, targets=1):
    return attackers.largest_gain(mechanism, range(targets))


# What one report is worth


def test_fourteen_jobs(chapter):
    p, q = DIRECT.p, DIRECT.q
    text = "with probability $p$ = {:.3f}, and each other job with $q$ = {:.3f}."
    chapter.says(text, p, q)
    other, names = sorted(set(attackers.contributions(DIRECT, [3])[0]))
    chapter.says("adds $(1-q)/(p-q)$ = {:.1f} people.", names)
    chapter.says("adds $-q/(p-q)$ = {:.1f}.", other)
    text = "${:.3f} \\cdot {:.1f} - {:.3f} \\cdot {:.1f}$ = 1 person"
    chapter.says(text, p, names, 1 - p, -other)
    assert math.isclose(p * names + (1 - p) * other, 1)
    assert np.allclose([names, other], np.array([1 - q, -q]) / (p - q))
    chapter.says("names the nurses every time, and adds {:.1f}.", names)
    assert chapter["gain"](2, 2, 1 / 2, 1 / 4) == 6


def test_the_table_of_gains(chapter):
    table = {
        "direct": [21, 8.6, 1.24, 6.24], "symmetric unary": [4.52, 2.54, 1.16, None],
        "OUE": [5.08, 3.16, 2.04, 15.82], "OLH": [5.62, 3.33, 2.04, 16.64],
        "BLH": [4.08, 2.16, 1.04, 10.82], "Hadamard": [4.08, 2.16, 1.04, 10.82],
        "CMS": [4.58, 2.57, 1.16, None], "HCMS": [4.13, 2.18, 1.04, None],
    }  # fmt: skip
    for name, row in table.items():
        for gain, expected in zip(chapter["gains"].loc[name], row):
            assert expected is None or abs(gain / expected - 1) < 0.005
    gains = chapter["gains"]
    assert len(gains) == 11 and (gains.loc["summing"] == math.inf).all()
    single_target, five = gains.loc["direct", ["1", "1, r = 5"]]
    assert five < single_target
    text = "In direct encoding the gain is smaller for five targets ({:.2f}) than for one ({:.2f}):"
    chapter.says(text, five, single_target)
    assert (gains.drop("summing").diff(axis=1)[["1", "4"]] < 0).all(axis=None)
    text = "Randomized response for yes/no has {:.2f} at ε = 1."
    of_yes = attackers.largest_gain(COINS, [COINS.domain[1]])
    chapter.says(text, of_yes)
    most = numbers.OneBitMean(0, 100, 1.0).aggregate([1]).mean
    chapter.says('"yes" counts as {:.0f}.', most)
    assert most == pytest.approx(100 * of_yes)


def test_explorer_of_weights(chapter):
    explorer = chapter.explorers["What one fake is worth"]
    large = [
        attackers.largest_gain(DirectEncoding(range(1024), x), [0]) for x in (1, 0.5)
    ]
    chapter.says("One liar with 1,024 values is {:.0f} people.", large[0])
    chapter.says("at ε = 0.5 it is {:,.0f}.", large[1])
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


# Three attacks


def test_the_formula_of_attacks(chapter):
    n, m, f, g = 20_000, 1_000, 0.05, weight(OUE, 5)
    text = "{:,} honest people answer by OUE among {} values, ε = 1."
    chapter.says(text, n, len(OUE.domain))
    chapter.says("Now {:,} fakes come, each with a gain of $g$ = {:.2f}.", m, g)
    added = round(m * round(g, 2))
    text = "The targets have {:,.0f} honest people, and get {:,} more."
    chapter.says(text, n * f, added)
    total = n * f + added
    text = "estimated share is {:,.0f}/{:,} = {:.1f} %."
    chapter.says(text, total, n + m, 100 * total / (n + m))
    moved = attackers.overall_gain(g, n, m, f)
    text = r"\frac{{1}}{{{}}}\,({:.2f} - {:.2f}) = {:.3f}"
    chapter.says(text, (n + m) // m, g, f, moved)
    assert math.isclose((n * f + m * g) / (n + m) - f, moved)
    assert (chapter["n"], chapter["f"]) == (n, f)


ATTACKS = {  # Cao, Jia and Gong, computed elsewhere; OLH with 4 buckets
    "MGA, direct": 2.678, "RIA, direct": 0.045, "RPA, direct": 0.0,
    "MGA, OUE": 0.751, "RIA, OUE": 0.045, "RPA, OUE": 0.236,
    "MGA, OLH": 0.790, "RIA, OLH": 0.045, "RPA, OLH": -0.0024,
}  # fmt: skip


def test_attacks_move_what_theory_says(chapter):
    theory, runs, noises = chapter["theory"], chapter["attacked"], chapter["noises"]
    assert list(theory) == list(ATTACKS)
    for row, expected in ATTACKS.items():
        assert len(runs[row]) == 200
        assert abs(theory[row] - expected) < 6e-4
        mean, spread = np.mean(runs[row]), np.std(runs[row])
        assert abs(mean - theory[row]) < 3 * spread / math.sqrt(200)
        assert abs(spread / noises[row] - 1) < 0.2, "bars are the noise of the honest"
    chapter.says("bars show {:.2f} standard errors of *one*", norm.isf(0.025))
    chapter.says("for direct encoding, {:.0f} for OUE, {:.0f} for OLH.",
                 100 * theory["MGA, OUE"], 100 * theory["MGA, OLH"])  # fmt: skip


def test_what_the_figure_of_attacks_says(chapter):
    theory = chapter["theory"]
    best = [100 * theory[f"MGA, {name}"] for name in ("direct", "OUE", "OLH")]
    text = "Maximal gain: {:.0f} points for direct encoding, {:.0f} for OUE, {:.0f}"
    chapter.says(text, *best)
    chapter.says("Random input: {:.1f} points for all.", 100 * theory["RIA, OUE"])
    chapter.says("Random report: {:.1f} points for OUE", 100 * theory["RPA, OUE"])
    chapter.says("Random input adds {:.1f} points.", 100 * theory["RIA, OUE"])
    text = "lifts 5 % to {:.0f} % (direct), {:.0f} % and {:.0f} %."
    chapter.says(text, *(5 + moved for moved in best))
    of_each = [theory[f"RIA, {name}"] for name in ("direct", "OUE", "OLH")]
    assert np.allclose(of_each, of_each[0])


# Who draws the seed?


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
    # buckets of five targets under a perfect hash
    lots = itertools.product(range(4), repeat=5)
    fullest = np.array([max(map(lot.count, range(4))) for lot in lots])

    def gain(supported):
        return (supported - 5 * olh.q) / (olh.p - olh.q)

    fair = gain(fullest.mean())
    chapter.says("the mean gain falls from {:.1f} to {:.1f}.", weight(olh, 5), fair)
    assert abs(chapter["given"] - fair) < 3 * 3 / math.sqrt(20_000)
    reached = np.array([(fullest <= size).mean() ** 10 for size in range(6)])
    best_of_ten = np.diff(reached) @ np.arange(1, 6)
    text = "(To {:.1f}, if an attacker has many accounts and answers only for the best of ten seeds.)"
    chapter.says(text, gain(best_of_ten))
    seeds = olh.draw_seeds(50, np.random.default_rng(1)).tolist()
    for seed in seeds:
        reports = [[seed, bucket] for bucket in range(olh.buckets)]
        of_bucket = attackers.contributions(olh, reports)[:, 7]
        assert math.isclose(of_bucket.max(), weight(olh))


def test_who_draws_the_column(chapter):
    one_bit = HadamardResponse(range(100), 1.0, one_bit=True)
    half = one_bit.block_size // 2

    def mean_gain(places):
        """Return the mean gain over a server's columns; a device has two reports."""
        sums = attackers.contributions(one_bit, range(2 * half))[:, places].sum(axis=1)
        return np.maximum(sums[:half], sums[half:]).mean()

    independent = mean_gain([1, 2, 4, 8, 16])
    rows = itertools.product((0, 1), repeat=5)
    coins = sum(max(sum(row), 5 - sum(row)) for row in rows)
    same = coins / 2**5
    assert math.isclose((same - 5 / 2) / (one_bit.p - 1 / 2), independent)
    chapter.says(
        "of five fair coins {}/{} = {:.2f} on average, and rows of the table give that "
        "or less. Its gain falls from {:.1f} to "
        "$({:.2f} - 5/2)/({:.3f} - \\tfrac12)$ = {:.1f} or less on average.",
        *(coins, 2**5, same, weight(one_bit, 5), same, one_bit.p, independent),
    )
    for dependent in ([1, 2, 3, 4, 8], [1, 2, 4, 7, 8], [1, 2, 4, 8, 15], range(5)):
        assert mean_gain(list(dependent)) <= independent + 1e-9


# Repairs


def test_repairs(chapter):
    unary, runs, fakes = chapter["unary"], chapter["runs"], chapter["fakes_of_jobs"]
    n, truth = JOBS.sum(), chapter["truth"]
    assert abs(fakes / (n + fakes) - 0.05) < 1e-4 and unary.domain == tuple(JOBS.index)
    gain = attackers.largest_gain(unary, ["Tech-support"])
    moved = attackers.overall_gain(gain, int(n), fakes, truth)
    error = math.sqrt(unary.variance(int(n), truth)) * n / (n + fakes)
    text = (
        "The target should move by {:.3f}, raw; a run has a standard error of {:.3f}."
    )
    chapter.says(text, moved, error)
    elsewhere = {"simple": [0.157, 0.202, 0.307], "padded": [0.156, 0.155, 0.154]}
    for name, expected in elsewhere.items():
        assert len(runs[name]) == 2_000
        means = runs[name].mean(axis=0)[:3]
        errors = runs[name].std(axis=0)[:3] * math.sqrt(1 / 300 + 1 / 2_000)
        assert (abs(means - expected) < 3 * errors + 5e-4).all(), "elsewhere: 300 runs"
        assert abs(means[0] - moved) < 3 * error / math.sqrt(2_000)
        assert abs(runs[name][:, 0].std() / error - 1) < 0.15
    rng = np.random.default_rng(1)
    fake = attackers.maximal_gain_reports(unary, ["Tech-support"], 1, rng, padded=False)
    added = attackers.contributions(unary, fake)[0]
    text = 'So it says "no" to {} jobs, and takes {:.2f} people'
    chapter.says(text, len(JOBS) - 1, -added.min())
    of_all = (n + fakes * added.sum()) / (n + fakes)
    chapter.says("all estimates sum to {:.2f}, not 1.", of_all)
    raw, sub, mul, total = runs["simple"].mean(axis=0)
    assert raw < sub < mul and 1.9 < mul / raw < 2, "nearly doubles their work"
    mean_error = runs["simple"][:, 3].std() / math.sqrt(2_000)
    assert abs(total - of_all) < 3 * mean_error
    assert abs(runs["padded"].mean(axis=0)[3] - 1) < 0.02


def test_a_flood_in_column_0(chapter):
    hadamard = HadamardResponse(list(JOBS.index), 1.0)
    rng, moves = np.random.default_rng(7), []
    fakes, n = chapter["fakes_of_jobs"], JOBS.sum()
    flood = attackers.contributions(hadamard, np.zeros(fakes, np.intp)).sum(axis=0)
    for _ in range(1_000):
        raw = (hadamard.simulate(JOBS.to_numpy(), rng).counts + flood) / (n + fakes)
        moves.append([raw[-3:].sum(), norm_sub(raw)[-3:].sum()])
    share = JOBS[-3:].sum() / n
    raw, repaired = np.mean(moves, axis=0) - share
    gain = attackers.largest_gain(hadamard, list(JOBS.index[-3:]))
    exact = attackers.overall_gain(gain, int(n), fakes, share)
    assert abs(raw - exact) < 3 * np.std(moves, axis=0)[0] / math.sqrt(1_000)
    assert abs(raw - 0.323) < 0.003 and abs(repaired - 0.013) < 0.003
    text = "move the three rarest jobs together by {:.1f} points raw"
    chapter.says(text, 100 * exact)


def test_floods_of_rappor(chapter):
    library, honest = chapter["library"], chapter["honest_counts"]
    gained = [
        (chapter[name] - chapter["alone"]) / 320 for name in ("flooded", "pushed")
    ]
    assert np.allclose(gained, [0, 8], atol=0.05)
    assert math.isclose(1 / (library.q_star - library.p_star), 8)
    assert library.hashes == 2
    for extra in (chapter["flood"], chapter["aimed"]):
        with pytest.warns(UserWarning, match="each person would set"):
            rappor.decode(honest + 10 * extra, chapter["words"], library)
    chapter.says("With {:,} fakes the decoder also warns", 10 * 320)


# Does it look honest?


def test_the_shape_of_honest_rows(chapter):
    p, q = OUE.p, OUE.q
    mean, spread = p + 99 * q, math.sqrt(p * (1 - p) + 99 * q * (1 - q))
    text = "In OUE with 100 values an honest row has {:.1f} ± {:.1f} ones,"
    chapter.says(text, mean, spread)
    rng, honest = np.random.default_rng(1), chapter["honest"]
    p_values = [
        attackers.shape_test(OUE, np.vstack([
            honest, attackers.maximal_gain_reports(OUE, [7], fakes, rng, padded),
        ])).p_value
        for fakes, padded in [(1, False), (100, True), (400, True)]
    ]  # fmt: skip
    assert p_values[0] < 1e-4 and p_values[1] > 0.01 and p_values[2] < 1e-6
    law = attackers.shapes._law(OUE)
    test = attackers.shape_test(OUE, honest)
    tails = binom.sf(
        np.bincount(honest.sum(axis=1), minlength=101) - 1, len(honest), law
    )
    assert math.isclose(test.p_value, min(1, 101 * tails.min()), rel_tol=1e-6)
    chapter.says("For each of the {} shapes", len(law))
    chapter.says("p-value is {} times the least of these", len(law))
    text = "all have 27 ones, but so have {:.0f} % of honest rows."
    chapter.says(text, 100 * law[27])
    limit, fakes = 0.01, 100
    least = binom.isf(limit / len(law), 20_000 + fakes, law[27]) + 1
    seen = binom.sf(least - fakes - 1, 20_000, law[27])
    text = "With a limit of {}, {} of them raise an alarm in {:.0f} of 100 surveys"
    chapter.says(text, limit, fakes, 100 * seen)
    few = attackers.fakes_that_hide(OUE, 20_000)
    chapter.says("for which {:.0f} are enough", few)


def test_hidden_in_the_noise(chapter):
    million, columns = 1_000_000, HadamardResponse(range(14), 1.0)
    devices = OUE, COINS, columns, DIRECT, DirectEncoding(range(1024), 1.0)
    fakes = [attackers.fakes_that_hide(device, million) for device in devices]
    chapter.says("In a million people {:.0f} fakes are enough.", fakes[0])
    covered = norm.cdf(1.96 - 1) - norm.cdf(-1.96 - 1)  # moved by one standard error
    chapter.says("holds the truth in {:.0f} of 100 surveys.", 100 * covered)
    text = "With randomized response it is {:.0f} too, with Hadamard {:,.0f}"
    chapter.says(text, *fakes[1:3])
    text = "with direct encoding {:.0f} (14 values) or {:.0f} (1,024)."
    chapter.says(text, fakes[3], fakes[4])
    assert math.isclose(fakes[0], math.sqrt(million * OUE.q / (1 - OUE.q)))
    seen = attackers.fakes_seen(OUE, million, 27)
    chapter.says("the shape test needs {:,} of them", seen)
    # who looks at 27 ones alone needs fewer
    assert power_at_27(million, seen - 1, 0.01) >= 0.9
    error = 0.01 / len(attackers.shapes._law(OUE))
    assert power_at_27(million, seen, error) >= 0.9
    assert power_at_27(million, seen - 1, error) < 0.9


def power_at_27(honest, fakes, error):
    """Return how often so many rows of 27 ones are above the cut of that error."""
    chance = attackers.shapes._law(OUE)[27]
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
    w, share, q, slope = 0.1, 0.32, COINS.q, COINS.p - COINS.q
    honest = q + slope * share
    lower = (1 - w) * honest
    estimate = (lower - q) / slope
    chapter.says("has $q$ = {:.4f} and $p - q$ = {:.4f}.", q, slope)
    chapter.says("${:.4f} + {:.4f} \\cdot {:.2f}$ = {:.4f} of", q, slope, share, honest)
    text = "it is ${} \\cdot {:.4f}$ = {:.4f}, and the estimate $({:.4f} - {:.4f})/{:.4f}$ = {:.3f}"
    chapter.says(text, 1 - w, honest, lower, lower, q, slope, estimate)
    bias = attackers.always_no_bias(COINS, w, share)
    assert math.isclose(estimate - share, bias)
    assert math.isclose(q / slope, 1 / (math.e - 1))
    text = "{:.1f} points too low. Only {:.1f} of them are"
    chapter.says(text, -100 * bias, 100 * w * share)
    n, says = 30_000, (1 - w) * q  # where nobody is a true yes
    text = r"With $\pi$ = 0, a share ${} \cdot {:.4f}$ = {:.4f} says"
    chapter.says(text, 1 - w, q, says)
    text = (
        "with {:.4f} at least, which is {:.1f} standard errors higher with {:,} people."
    )
    chapter.says(text, q, (q - says) / math.sqrt(q * (1 - q) / n), n)
    hidden = q * (1 / (1 - w) - 1) / slope
    assert math.isclose((1 - w) * (q + slope * hidden), q)
    chapter.says(r"From $\pi$ = {:.1f} % on, nothing shows.", 100 * hidden)
    direct_rate, opposite = 0.4, 0.5
    two = chapter["two_questions"](direct_rate, opposite, 3 / 4, 1 / 4)
    text = r"With $e^\varepsilon$ = 3, rates of {} and {} give {:.1f} and {:.3f}."
    chapter.says(text, direct_rate, opposite, *two)


def test_explorer_of_always_no(chapter):
    explorer = chapter.explorers["People who always say no"]
    for state, picture in explorer.pictures:
        band, line = picture.series
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
    errors = {}
    for name, truth in (("share", 0.1), ("yes", 0.32)):
        estimates = np.array([getattr(survey, name) for survey in surveys])
        error = np.mean([getattr(survey, f"{name}_error") for survey in surveys])
        assert abs(estimates.mean() - truth) < 3 * error / math.sqrt(len(surveys))
        assert abs(estimates.std() / error - 1) < 0.15
        errors[name] = 100 * error
    text = "With 30,000 people $w$ is found with a standard error of {share:.2f} points, and"
    chapter.says(text + r" $\pi$ with {yes:.2f}.", **errors)
    chapter.says("with a standard error of {share:.2f} points.", **errors)


# Check yourself and exercises


def test_questions(chapter):
    at_1, half = (weight(UnaryEncoding.optimized(range(14), x)) for x in (1, 0.5))
    chapter.says("It grows from {:.1f} to {:.1f} people.", at_1, half)
    ones = OUE.p + 99 * OUE.q
    chapter.says("One is far from {:.0f}, and few", ones)
    chapter.says("100 ones are far from {:.0f}.", ones)


def test_exercises_1_and_2(chapter):
    direct, unary = (
        make(range(10), math.log(3))
        for make in (DirectEncoding, UnaryEncoding.optimized)
    )
    weights = [weight(device, r) for device in (direct, unary) for r in (1, 3)]
    assert np.allclose(weights, [5.5, 4.5, 3, 9])
    assert np.allclose([direct.p, direct.q], [3 / 12, 1 / 12])
    chapter.says("$p = 3/12$, $q = 1/12$, so $(1 - 1/12)/(1/6)$ = {:.1f},", weights[0])
    chapter.says("and $(1 - 3/12)/(1/6)$ = {:.1f}.", weights[1])
    honest, fakes = 9_500, 500
    chapter.says("The same OUE, {:,} honest people, {} fakes.", honest, fakes)
    moved = attackers.overall_gain(3, honest, fakes, 0.04)
    chapter.says(r"$0.05 \cdot (3 - 0.04)$ = {:.3f}.", moved)
    few = attackers.fakes_that_hide(unary, 9_500)
    chapter.says(r"And $\sqrt{{{:,}/3}}$ = {:.1f}.", honest, few)


def test_removing_what_looks_odd(chapter):
    q = OUE.q
    law = {
        ones: (binom.pmf(ones, 98, q) + binom.pmf(ones - 1, 98, q)) / 2
        for ones in range(100)
    }
    with_bit = sum(q * chance for ones, chance in law.items() if ones + 1 >= 20)
    remaining = with_bit + sum(
        (1 - q) * chance for ones, chance in law.items() if ones >= 20
    )
    estimate = (with_bit / remaining - q) / (OUE.p - q)
    chapter.says("{:.1f} % are lost.", 100 * (1 - remaining))
    text = "$q'$ = Pr[1 and at least 20 ones]/Pr[at least 20 ones] = {:.4f} in place"
    chapter.says(text, with_bit / remaining)
    chapter.says("in place of {:.4f}. The estimate is", q)
    chapter.says("$(q'-q)/(p-q)$ = {:.4f}: {:.1f} points", estimate, 100 * estimate)
    rng = np.random.default_rng(1)
    rows = OUE.perturb(OUE.encode(rng.integers(50, size=100_000)), rng)
    left = OUE.aggregate(rows[rows.sum(axis=1) >= 20])
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
    q, faulty = OUE.q, chapter["estimate"]
    ones = np.zeros((1, 100), dtype=int)
    ones[0, 7] = 1
    assert np.allclose(faulty(ones, 100, 1.0), 2 * ones)
    right = attackers.contributions(OUE, ones)
    assert np.allclose(chapter["mended"](ones, 100, 1.0), right)
    chapter.says("2 · 5,000 · {:.4f} = {:,.0f}.", q, 10_000 * q)
    chapter.says("where it should be {:.2f}", weight(OUE))
    rng, counts = np.random.default_rng(2), []
    for _ in range(20):
        rows = OUE.perturb(OUE.encode([0] * 5_000), rng)
        counts.append(faulty(rows, 100, 1.0)[1:].mean())
    error = 2 * math.sqrt(5_000 * q / (20 * 99))
    assert abs(np.mean(counts) - 10_000 * q) < 5 * error
