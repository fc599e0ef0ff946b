"""What the chapter "RAPPOR II: from noisy bits back to strings" says, computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a million.
"""

import json
from math import ceil, comb

import numpy as np
import pytest
from scipy.optimize import nnls
from scipy.stats import binom, norm

from ldp_course import rappor
from tests.chapters.claims import test_every_number_is_said  # noqa: F401
from tests.rappor.published_grid import SHAPES, VECTORS, r_reference

PEOPLE, RULES = 100_000, ("each at 5 %", "Bonferroni", "Benjamini–Hochberg")


def rounded(number, digits):
    return round(float(number), digits)


def test_the_opening(chapter):
    chapter.names("**Time**: 60 minutes")
    assert chapter["truth"].sum() == PEOPLE and len(chapter["words"]) == 100
    chapter.gives("100,000 noisy bit patterns", "Our 100,000 people hold the words")
    assert np.ptp(np.diff(np.log(chapter["frequency"]))) < 1e-12  # "fall exponentially"


def test_from_ones_to_people(chapter):
    library, counts = chapter["library"], chapter["counts"]
    p, q = library.p_star, library.q_star
    library_size = (library.cohorts, library.bits)
    assert counts.shape == (library.cohorts, 1 + library.bits)
    chapter.says("{} rows, each with the number of reports $n$ and {} counts", *library_size)
    n, c = ceil(PEOPLE / library.cohorts), 900
    chapter.says("Take a cohort of $n$ = {:,} people with $c$ = {} ones", n, c)
    chapter.says("we would expect $p^* n$ = {:.1f} ones. Each person", p * n)
    chapter.says("adds $q^* - p^*$ = {}. The {:.1f} extra ones", q - p, c - p * n)
    chapter.says("stand for {:.0f} people.", round(c - p * n, 1) / (q - p))
    chapter.says("These are the {} bits of cohort 0", library.bits)
    assert np.allclose(rappor.estimate_bits(counts, library)[0], chapter["estimate"])
    assert chapter["estimate"][0].min() < 0  # "Some are negative"


def test_standard_error_of_one_bit(chapter):
    library, t, n = chapter["library"], 200, ceil(PEOPLE / 64)
    variance = binom.var(t, library.q_star) + binom.var(n - t, library.p_star)
    error = np.sqrt(variance) / (library.q_star - library.p_star)
    chapter.says("For {} of {:,} people this is {:.0f}: one bit", t, n, error)


def test_three_bits_by_hand(chapter):
    X, bits, noisy = chapter["X"], [3_000, 4_000, 1_000], chapter["noisy"]
    a, b, c = np.linalg.solve(X, bits).round().astype(int)
    assert (X.sum(axis=0) == 2).all() and b == 0
    chapter.gives("Three bits, with estimates 3,000, 4,000 and 1,000.")
    chapter.says("({:,} + {:,} + {:,})/2 = {:,} people.", *bits, sum(bits) // 2)
    chapter.says(
        "together {:,}. So a has {:,}. Then bit 1 leaves {} for b, and c has {:,}.", b + c, a, b, c
    )
    chapter.says("Now with noise: {:,}, {:,} and {}.", *noisy)
    chapter.says("The exact solution has {:.0f} people for b.", np.linalg.solve(X, noisy)[1])
    assert (nnls(X, noisy)[0] >= 0).all()
    rows = rappor.design_matrix(chapter["words"][:10], chapter["library"])
    library = chapter["library"]
    chapter.says("{} · {} = {:,}, and a column", library.cohorts, library.bits, len(rows))


def test_figure_of_the_design_matrix(chapter):
    first = 3 * chapter["library"].bits
    assert chapter["design"].shape == (10, first)
    chapter.says("The first {} rows of the design matrix", first)
    chapter.says("turned on their side: the {} rows run across", first)
    cells = chapter["design"].reshape(10, 3, -1)
    assert set(cells.sum(axis=2).ravel()) == {1, 2}
    assert (cells[1] == cells[9]).all(axis=1).tolist() == [True, False, False]  # v2 and v10


def test_the_incomplete_list(chapter):
    held, listed, truth = chapter["held"], chapter["listed"], chapter["truth_names"]
    assert truth.sum() == 1_000_000 and listed[:100] == held[:100]
    assert set(held).isdisjoint(listed[100:])
    nobody = len(listed) - 100
    chapter.says("with the {:,} most frequent surnames of the United States", len(held))
    chapter.says("Our list has the {} most frequent of them", len({*held} & {*listed}))
    chapter.says("of them, and {} surnames that nobody has.", nobody)
    chapter.says("To repeat the collection {} times", len(chapter["runs"]))
    chapter.says("How many people does it give to the {} names that nobody has?", nobody)
    seeds = [np.random.default_rng(1) for _ in range(2)]
    drawn = chapter["simulate"](truth, chapter["table"], seeds[0])
    assert (drawn == rappor.simulate_counts(truth, held, chapter["library"], seeds[1])).all()


def test_plain_least_squares_does_harm(chapter):
    plain, truth = chapter["plain"], chapter["truth_names"]
    wrong = plain[:, 100:].sum(axis=1).mean()
    chapter.says("About {:,.0f} of a million people get a name", rounded(wrong, -4))
    chapter.says(
        "The reason: {:.0f} % of the people hold an unlisted", 100 - truth[:100].sum() / 1e4
    )
    chapter.says("Their bits fall on all {} positions", chapter["library"].bits)


def test_the_decoder_step_by_step(chapter):
    library, run, first = chapter["library"], chapter["runs"][0], chapter["decoded"][0]
    free = library.cohorts * (library.bits - 1)
    chapter.says(r"${} \cdot {}$ = {} free", library.cohorts, library.bits - 1, free)
    chapter.says(r"(1 - d/{})}}", free)
    chapter.says("The factor $1-d/{}$", free)
    columns, target = chapter["system"](run, rappor.bloom_table(chapter["listed"], library))
    assert columns.shape == (1_024, 150)
    x, _ = nnls(columns, target)
    slope = columns.T @ (target - columns @ x) / (columns**2).sum(axis=0)
    assert np.abs(slope[x > 0]).max() < 1e-12 and slope[x == 0].max() < 0 and (x == 0).sum() > 20
    # `decode` finds another x, and so nearly the same shares
    moved = chapter["debiased"](columns, target) - first.frequencies
    assert moved.std() > 0 and np.abs(moved).max() < first.standard_errors.max() / 1e6


def test_the_damage_is_gone(chapter):
    decoded, truth = chapter["decoded"], np.r_[chapter["truth_names"][:100], np.zeros(50)]
    remain = np.mean(chapter["nobody"]) / 50
    chapter.says("On average over the {} names, {:.0f} people remain.", 50, rounded(remain, -1))
    stated = np.mean([result.standard_errors[100:].mean() for result in decoded])
    bias = np.mean([result.estimates for result in decoded], axis=0) - truth
    spread = np.sqrt(bias.var() - stated**2 / len(decoded))
    chapter.says("A single name is off by about {:,.0f} people", rounded(spread, -3))
    chapter.says("The standard error is {:,.0f}.", rounded(stated, -2))
    found = np.mean([result.detected[:100].sum() for result in decoded])
    chapter.says("Of the {} listed names, {:.0f} are detected in an average run", 100, found)


def test_figure_of_the_surnames(chapter):
    first, truth = chapter["first"], chapter["truth_names"][:20]
    low, high = (bound[:20] for bound in chapter["interval"](first))
    chapter.says("the {} most frequent surnames, from SMITH", len(truth))
    chapter.says("from SMITH with {:,.0f} people", rounded(truth[0], -3))
    chapter.says("people down to {:,.0f}. The decoded", rounded(truth[-1], -2))
    missed = np.flatnonzero((truth < low) | (high < truth))
    assert [chapter["held"][i] for i in missed] == ["MARTINEZ"]
    assert first.detected[:7].all() and first.detected[7:20].sum() == 3
    above = chapter["plain"][:, :20].mean(axis=0) - truth
    assert above.min() > 0
    chapter.says("lies above every bar, on average by {:,.0f} people", rounded(above.mean(), -2))


def test_a_thousand_collections(chapter):
    runs, candidates = chapter["p_values"].shape
    chapter.says("We decode {:,} collections from our {:,} people.", runs, PEOPLE)
    chapter.says("The candidates are the {} words", len(chapter["words"]))
    chapter.says("words and {} that nobody holds", candidates - 100)
    chapter.says("draws its {} words from {:,} that", candidates, len(chapter["hashed"]))
    rng = np.random.default_rng(10)  # the first of the runs, decoded by the module
    drawn = [f"v{i + 1}" for i in rng.choice(2_000, 200, replace=False)]
    counts = rappor.simulate_counts(chapter["truth"], drawn[:100], chapter["library"], rng)
    whole = rappor.decode(counts, drawn, chapter["library"])
    assert np.allclose(chapter["shares"][0], whole.frequencies, atol=1e-9)
    assert np.allclose(chapter["deviations"][0] * PEOPLE, whole.standard_errors)
    assert np.allclose(chapter["p_values"][0], whole.p_values)
    assert (chapter["found"]["Benjamini–Hochberg"][0] == whole.detected).all()
    high = chapter["interval"](whole)[1]
    assert np.allclose(chapter["margin"][0] * PEOPLE, high - whole.estimates)


def test_the_rules_keep_their_promises(chapter):
    marks = [chapter["found"][rule] for rule in RULES]
    false, any_false = marks[0][:, 100:].sum(axis=1), marks[1][:, 100:].any(axis=1)
    share = marks[2][:, 100:].sum(axis=1) / np.maximum(1, marks[2].sum(axis=1))
    root = np.sqrt(len(share))
    for measured, expected in ((false, 5), (any_false, 0.025), (share, 0.025)):
        assert abs(measured.mean() - expected) < 5 * measured.std() / root
    chapter.says("there are {:.1f} false words a run, where 5 are expected", false.mean())
    chapter.says("Only {} of the {} candidates can be false", 100, marks[0].shape[1])
    for measured, before, after in (
        (any_false, "a false word in", "of the runs "),
        (share, "a false share of", ""),
    ):
        sentence = before + " {:.1f} % " + after + "(standard error {:.1f} %)"
        chapter.says(sentence, 100 * measured.mean(), 100 * measured.std() / root)
    assert 1.7 < marks[2].sum() / marks[1].sum() < 2  # "nearly twice as many words"


def different_bits(parameters):
    return parameters.bits * (1 - (1 - 1 / parameters.bits) ** parameters.hashes)


def alone(parameters, people):
    """Standard error of the share of a single candidate."""
    p, q, bits = parameters.p_star, parameters.q_star, different_bits(parameters)
    one_bit = np.sqrt(p * (1 - p) / people) / (q - p)
    return one_bit / np.sqrt(bits * (1 - bits / parameters.bits))


def test_the_detection_limit(chapter):
    library, z = chapter["library"], norm.isf(0.05 / 200)
    error = alone(library, PEOPLE)
    assert np.isclose(chapter["smallest"](library, PEOPLE, 200), z * error)
    chapter.says("number of *different* bits, {:.2f}.)", different_bits(library))
    chapter.says("For {:,} people the standard error of a single", PEOPLE)
    chapter.says("single candidate is then {:.0f} people", PEOPLE * error)
    chapter.says("In our runs it is {:.0f}, since", PEOPLE * chapter["deviations"].mean())


def test_figure_of_the_detection_limit(chapter):
    share, often = chapter["truth"] / PEOPLE, chapter["often"]
    error, z = chapter["deviations"].mean(), norm.isf(0.05 / 200)
    chosen = chapter["found"]["Benjamini–Hochberg"]
    theory = norm.cdf(share / error - z)
    assert np.abs(often - theory).max() < 0.1 and np.abs(often - theory).mean() < 0.012
    bound = 2.4
    assert np.mean(100 * share[chosen[0, :100]] > bound) > 0.8
    chapter.says("most of the detected words are above {} percent.", bound)
    chapter.says("Below, the share of {:,} runs in which", len(chosen))
    chapter.says("one half at the limit of {:.1f} percent,", 100 * z * error)
    chapter.says("percent, {:.1f} for the most common word", often[0])
    chapter.says("Bonferroni's $z$ for {} candidates.", chosen.shape[1])
    chapter.says("The most common word, {:.1f} % of the people, is", 100 * share[0])
    assert often[share < 0.0105].max() < 0.01
    by_fdr = chosen[:, :100].mean(axis=0)[np.abs(share - 0.01).argmin()]
    assert 0.03 < by_fdr < 0.08  # "about one out of twenty"


def floor_of_runs(unlisted, runs):
    """Errors of 150 shares with random filters, where only unlisted names are reported, without
    noise.
    """
    rng, m, k, errors = np.random.default_rng(12), 64, 16, []
    for _ in range(runs):
        place, sets = rng.integers(k, size=(900, m, 2)), np.zeros((150, m, k))
        held = np.zeros((900, m, k))
        np.put_along_axis(held, place, 1, axis=2)
        np.put_along_axis(sets, rng.integers(k, size=(150, m, 2)), 1, axis=2)
        columns, target = sets, np.einsum("w,wcb->cb", unlisted, held)
        columns = (columns - columns.mean(axis=2, keepdims=True)).reshape(150, -1)
        target = (target - target.mean(axis=1, keepdims=True)).ravel()
        errors.append(np.linalg.solve(columns @ columns.T, columns @ target))
    return np.sqrt(np.mean(np.square(errors)))


def test_the_floor(chapter):
    unlisted, free = chapter["share"][100:].to_numpy(), 64 * 15
    floor = np.sqrt((unlisted**2).sum() / free)
    crowded = floor / np.sqrt(1 - len(chapter["listed"]) / free)
    chapter.says("For our {} unlisted surnames it is {:.3f} %", len(unlisted), 100 * floor)
    chapter.says("with {} candidates {:.3f} %.", len(chapter["listed"]), 100 * crowded)
    assert floor_of_runs(unlisted, 40) == pytest.approx(crowded, rel=0.05)


def test_explorer_of_common_words(chapter):
    explorer = chapter.explorers["The twenty most common words"]
    detected, holding, width = [], [], {}
    for state, picture in explorer.pictures:
        true, points = picture.series
        inside = [low <= y <= high for low, y, high in zip(points.low, true.y, points.high)]
        holding.append(sum(inside))
        if (state["epsilon"], state["n"]) == (4, PEOPLE):
            before = picture.sentence.split(" of the 100")[0]
            detected.append(int(before.split()[-1]))
        key = tuple(state[name] for name in ("epsilon", "n", "draw"))
        width[key] = np.mean(np.subtract(points.high, points.low))
    chapter.says("go from {:,} people to {} million.", PEOPLE, explorer.choices["n"][-1] // 10**6)
    chapter.says("Where {:,} people report at ε∞ = {},", PEOPLE, explorer.start["epsilon"])
    chapter.says("one draw detects {} to {} words.", min(detected), max(detected))
    chapter.says("at least {} of the {} intervals hold", min(holding), len(true.y))
    for (epsilon, n, draw), here in width.items():
        if n == PEOPLE:  # "about ten times shorter"
            assert 7.8 < here / width[epsilon, 100 * n, draw] < 12.5


def test_explorer_of_the_detection_limit(chapter):
    explorer = chapter.explorers["What can never be seen"]
    tests, line = explorer.choices["tests"], {}
    for state, picture in explorer.pictures:
        line[state["epsilon"], state["tests"]] = picture.series[0]
    few, many = tests[0], tests[-1]
    chapter.says("go from {} candidates to {}, and watch", few, many)
    x = line[4, 100].x
    falls = [line[e, 100].y[0] / line[e, 100].y[2] for e in (0.5, 1, 2, 4)]
    assert np.allclose(falls, 10, atol=0.1)
    chapter.says("falls by a factor of {:.0f} for each factor of {:.0f}", falls[0], x[2] / x[0])
    for w in (few, many):  # "neither people nor ε lower"
        assert line[8, w].y[-1] == pytest.approx(line[2, w].y[-1], rel=1e-3)
    for e in explorer.choices["epsilon"]:
        first, last = (line[e, many].y[i] / line[e, few].y[i] for i in (0, -1))
        chapter.says("With {:,} people, {} candidates in place of {}", x[0], many, few)
        chapter.says("in place of {} raise the limit by a factor of {:.1f};", few, first)
        chapter.says("at the right end they lower it by {:.1f}.", 1 / last)


def test_the_explorers_line_and_decode(chapter):
    """300 candidates and 1,000 people, of whom all hold the same word."""
    setting = rappor.Parameters.for_epsilon(4, bits=16, hashes=2, cohorts=64, p=0.5, q=0.75)
    rng, errors = np.random.default_rng(15), []
    for run in range(6):
        words = [f"{run} {i}" for i in range(300)]
        counts = rappor.simulate_counts([1_000] + [0] * 299, words, setting, rng)
        errors.append(rappor.decode(counts, words, setting).standard_errors.mean() / 1_000)
    ordinary = alone(setting, 1_000) / np.sqrt(1 - 300 / 960)
    assert 0.8 < np.mean(errors) / ordinary < 0.9  # "up to a fifth lower"


def test_intervals_are_honest(chapter):
    shares, margin = chapter["shares"], chapter["margin"]
    marks = chapter["found"]["Benjamini–Hochberg"]
    miss = np.abs(shares - np.r_[chapter["truth"], np.zeros(100)] / PEOPLE)
    z = round(norm.isf(0.025), 2)
    simple, given = miss <= z * chapter["deviations"], miss <= margin
    chapter.says("(estimate ± {} standard errors) contains", z)
    chapter.says("contains the truth in {:.1f} % of cases.", 100 * simple.mean())
    chapter.says("Among *detected* words it is only {:.1f} %:", 100 * simple[marks].mean())
    chapter.says("and {:.1f} % of these contain the truth", 100 * given[marks].mean())


def test_googles_case(chapter):
    grid, weights = chapter["grid"], chapter["shapes"]
    runs, candidates = np.shape(chapter["p_values_of"]["decode"])
    reference = r_reference("small-over_x2")
    published = json.loads((VECTORS / "rappor_decoder_r_reference.json").read_text())
    google_runs = [row["runs"] for row in published if row["case"] == "small-over_x2"]
    assert len(weights) == len(SHAPES) == 5 and set(map(len, weights)) == {100}
    assert chapter["google"] == (round(reference["fp"], 2), round(reference["fn"], 2))
    chapter.says("of {} words, with $k$ = {} and $m$ = {}.", 100, grid.bits, grid.cohorts)
    chapter.says("and {} added that nobody has, and decode {} collections", candidates - 90, runs)
    chapter.says("collections; Google ran {}.", sum(google_runs))


def missed_at(way, false):
    """Words missed where the curve has that many false words."""
    order = np.argsort(way[0])
    return np.interp(false, way[0][order], way[1][order])


def test_how_good_a_decoder_can_be(chapter):
    ways, google = chapter["ways"], chapter["google"]
    decode, oracle = (ways[f"{name}, level by level"] for name in ("decode", "oracle"))
    plain, (false, missed) = ways["plain NNLS, cut by cut"], chapter["at_five"]
    assert np.isclose(chapter["levels"][chapter["levels"].size // 2], 0.05)
    assert round(false) == 1
    here, there = missed_at(decode, google[0]), missed_at(oracle, google[0])
    left = [missed - missed_at(oracle, false), here - there]
    assert {round(words) for words in left} == {3, 4}  # "three or four words are left"
    chapter.says("`decode` misses {:.0f} words, with about one false;", missed)
    chapter.says("the oracle would miss {:.0f}. Google's", missed_at(oracle, false))
    chapter.says("Google's decoder misses {1:.0f}, with {0:.1f} false ones.", *google)
    chapter.says("`decode` misses {:.0f} and the oracle {:.0f}. Three", here, there)
    chapter.says("cannot say where to cut: {:.0f} of its positive", chapter["all_positive"][0])
    chapter.says("at {:.1f} false words and {:.0f} missed, lies above", *google)
    chapter.says("stands at {:.0f} false words and {:.0f} missed", *chapter["all_positive"])
    assert all(missed_at(way, google[0]) < google[1] for way in (decode, oracle, plain))
    assert abs(missed_at(plain, 2) - missed_at(decode, 2)) < 1.5


def test_choosing_the_numbers(chapter):
    library, table = chapter["library"], chapter["compared"]
    chapter.says(r"all with $\varepsilon_1$ = {:.3f} and", library.epsilon_one)
    chapter.says(r"$\varepsilon_\infty$ = {:.3f}, on our", library.epsilon_infinity)
    chapter.says("on our {:,} people and {} candidates.", PEOPLE, len(chapter["words"]))
    chapter.gives("the formula and 200 runs")
    for row in table.itertuples():
        f = 2 / (np.exp(library.epsilon_infinity / 2 / row.h) + 1)
        setting = rappor.Parameters(row.k, row.h, row.m, f, row.p, row.q)
        assert np.isclose(setting.epsilon_one, library.epsilon_one)
        assert np.isclose(setting.epsilon_infinity, library.epsilon_infinity)
        error = alone(setting, PEOPLE) / np.sqrt(1 - 100 / (row.m * (row.k - 1)))
        assert np.isclose(row.theory, 100 * error)
    runs = table["runs"]
    assert len(runs) == 8 and (runs / table["theory"]).between(0.95, 1.05).all()
    assert runs.idxmin() == "one hash" and runs["four hashes"] > 2 * runs["one hash"]
    assert runs["8 cohorts"] > 2 * runs["p + q = 1"] > 1.8 * runs["default"]
    k = library.bits
    two_hashes = (4 * comb(k, 2) + k) / k**4
    chapter.says("with probability 1/{}, not {:.2f} %.", k, 100 * two_hashes)
    chapter.says("Eight cohorts give {} equations for {} words", 8 * (k - 1), 100)


def test_quiz(chapter):
    found, level, too_low = 40, 0.05, 800
    chapter.says("**3. {} words are detected with", found)
    chapter.says("a. Each of the {} is real with probability {:.0f} %.", found, 100 - 100 * level)
    chapter.says("b. With probability {:.0f} %, all {} are real.", 100 - 100 * level, found)
    chapter.says("Why can an estimate be {} people?", -too_low)
    chapter.says("c. {} people were given to another word.", too_low)


def test_exercise_1_by_hand(chapter):
    p_values, level = chapter["of_five"], 0.05
    steps = level * np.arange(1, 6) / 5
    chapter.says("the p-values {:.3f}, {:.3f}, {:.3f}, {:.2f} and {:.1f}.", *p_values)
    chapter.says("Bonferroni compares with {:.2f}: two words.", steps[0])
    chapter.says("with {:.2f}, {:.2f}, …, {:.2f}: the fourth", *steps[[0, 1, 4]])
    chapter.says("the fourth, {:.2f} ≤ {:.2f}, is the last", p_values[3], steps[3])
    assert chapter["bonferroni"](p_values).sum() == 2
    assert chapter["benjamini_hochberg"](p_values).sum() == 4
    assert p_values[3] <= steps[3] and p_values[4] > steps[4]


def test_exercise_2_plan(chapter):
    share, tests, error = 0.001, 100, alone(chapter["library"], PEOPLE)
    z = norm.isf(0.05 / tests)
    factor = z * error / share
    chapter.says("library's default and {} candidates", tests)
    chapter.says("with a share of {:.1f} % is detected", 100 * share)
    chapter.says("At $N$ = {:,} the limit is {:.2f} · {:.3f} %", PEOPLE, z, 100 * error)
    chapter.says("% = {:.2f} %. It must fall", 100 * z * error)
    chapter.says("by the factor {:.1f}, so $N$ grows", factor)
    millions = PEOPLE * factor**2 / 1e6
    chapter.says("about {:.0f} million people", millions)


def test_exercise_3_ten_reports(chapter):
    p, q, f, reports = 0.25, 0.75, 0.5, 10
    total, expected = chapter["total"], 15_000 * 0.375
    chapter.gives("1,500 devices, $p$ = 0.25, $q$ = 0.75")
    chapter.says("$f$ = {}, and {:,} runs. What goes wrong", f, len(total))
    own, shared = q * (1 - q), (q - p) ** 2 * f / 2 * (1 - f / 2)
    one = p + f / 2 * (q - p)
    joint, apart = reports * own + reports**2 * shared, reports * one * (1 - one)
    z, level = norm.isf(0.025), 0.95
    covered = 1 - 2 * norm.sf(z * np.sqrt(apart / joint))
    here = np.mean(np.abs(total - expected) < round(z, 2) * chapter["claimed"])
    chapter.says("with a {:.0f} % interval? Mend", 100 * level)
    chapter.says("covers about {:.0f} % ({:.0f} % here)", 100 * covered, 100 * here)
    chapter.says("% here), not {:.0f} %: the ten", 100 * level)
    chapter.says("variance {} · {} + {} ·", reports, own, reports**2)
    chapter.says(" · {} · {} = {:.2f}; ten devices", (q - p) ** 2, f / 2 * (1 - f / 2), joint)
    chapter.says("devices have {} · {} · {} = {:.2f}.", reports, one, 1 - one, apart)
    text = r"\sqrt{{D\,({}\,R + {} \cdot {}\,R^2)}}$."
    chapter.says(text, own, (q - p) ** 2, f / 2 * (1 - f / 2))
    chapter.says("larger by √{:.1f} = {:.2f}.", joint / apart, np.sqrt(joint / apart))
    deviation = chapter["deviation_of_total"](1_500, reports)
    assert np.isclose(deviation, np.sqrt(1_500 * joint))
    assert abs(total.mean() - expected) < 5 * deviation / np.sqrt(len(total))
    assert total.std() == pytest.approx(deviation, rel=5 / np.sqrt(2 * len(total)))
