"""What the chapter "More protocols" says, computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a million.
"""

import math
from inspect import signature
from itertools import combinations
from math import exp

import numpy as np
from scipy.linalg import hadamard

from ldp_course import (
    CountMeanSketch,
    DirectEncoding,
    HadamardResponse,
    LocalHashing,
    SubsetSelection,
    ThresholdingHistogram,
    UnaryEncoding,
)
from ldp_course.privacy import audit, privacy_loss
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

E = exp(1)


def rare(mechanism):
    """n times the variance of the estimated share of a value that nobody holds."""
    return mechanism.variance(1, 0.0)


def near(shares, probabilities, runs):
    """Each share of the runs is within five standard errors of its probability."""
    probabilities = np.asarray(probabilities)
    errors = np.sqrt(probabilities * (1 - probabilities) / runs)
    return (np.abs(shares - probabilities) <= 5 * errors).all()


def test_the_opening(chapter):
    chapter.names("**Time**: 60 minutes")
    n, k = chapter["n"], chapter["k"]
    chapter.says("We ask the {:,} people who named one of the {} occupations", n, k)


def test_two_numbers_bring_sales_back(chapter):
    n, sales = chapter["n"], chapter["truth"][chapter["domain"].index("Sales")]
    four = chapter["sizes"][4]
    p, q = round(four.p, 4), round(four.q, 4)
    reports = p * sales + q * (n - sales)
    chapter.says("your own is among them with probability $p$ = {:.4f}, and", p)
    chapter.says("any other one with $q$ = {:.4f}.", q)
    chapter.says("There are {:,} people in Sales", sales)
    chapter.says(
        "On average {} · {:,} + {} · {:,} = {:,.1f} reports name Sales",
        *(p, sales, q, n - sales, reports),
    )
    chapter.says(
        "Subtract $nq$ = {:,.1f}, divide by $p - q$ = {:.4f}, and {:,.0f} is back",
        *(n * q, p - q, (reports - n * q) / (p - q)),
    )


def test_those_to_beat(chapter):
    domain = chapter["domain"]
    chapter.says("direct encoding {:.3f},", rare(DirectEncoding(domain, 1)))
    chapter.says("encoding (OUE) {:.3f}.", rare(UnaryEncoding.optimized(domain, 1)))
    assert np.isclose(chapter["direct"], rare(DirectEncoding(domain, 1)))
    assert np.isclose(chapter["unary"], rare(UnaryEncoding.optimized(domain, 1)))


def test_subset_selection_from_scratch(chapter):
    module = SubsetSelection(range(5), 2, 1)
    rng = np.random.default_rng(3)
    drawn = np.array([chapter["subset"](2, 5, 2, 1, rng) for _ in range(4_000)])
    shares = [(drawn == members).all(axis=1).mean() for members in module.sets()]
    assert np.isclose(sum(shares), 1) and near(shares, module.channel()[2], len(drawn))
    assert np.isclose(privacy_loss(module.channel()), 1)
    assert np.isclose(rare(chapter["sizes"][1]), chapter["direct"])  # one value: direct encoding


def test_four_values_are_best(chapter):
    of_size = {size: rare(mechanism) for size, mechanism in chapter["sizes"].items()}
    best = min(of_size, key=of_size.get)
    assert best == 4 == SubsetSelection.optimized(chapter["domain"], 1).size
    assert of_size[best] < min(chapter["direct"], chapter["unary"])
    chapter.says("Four values: {:.3f}, better than both", of_size[best])
    chapter.says(
        "chance costs {:.0f} % of variance here", 100 * (chapter["unary"] / of_size[best] - 1)
    )


def test_explorer_of_sizes(chapter):
    explorer = chapter.explorers["How many values should a set have?"]
    chapter.gives("move k from 4 to 100.", "best set has near 1/(e^ε + 1)")
    chance_costs = {}
    for state, picture in explorer.pictures:
        _, line, _, best = picture.series
        epsilon, k = state["epsilon"], state["k"]
        assert abs(best.x[0] * k / 100 - max(1, k / (exp(epsilon) + 1))) < 1.01
        assert best.y[0] < line.y[0]  # stays below OUE
        chance_costs[epsilon, k] = line.y[0] / best.y[0]
    ks, here = explorer.choices["k"], chance_costs[1, 14]
    for epsilon in explorer.choices["epsilon"]:  # rises to the line
        lows = [
            picture.series[3].y[0]
            for state, picture in explorer.pictures
            if state["epsilon"] == epsilon
        ]
        assert lows == sorted(lows) and chance_costs[epsilon, ks[-1]] < chance_costs[epsilon, ks[0]]
    assert chance_costs[1, 4] > here and chance_costs[4, 14] > here


def test_local_hashing_from_scratch(chapter):
    rng, bucket = np.random.default_rng(11), chapter["bucket"]
    reports = [chapter["hashed"](3, 4, 1, rng) for _ in range(2_000)]
    supports = np.array([[bucket(seed, v, 4) == named for v in (3, 5)] for seed, named in reports])
    module = LocalHashing(chapter["domain"], 4, 1)
    assert near(supports.mean(axis=0), [module.p, module.q], len(reports))
    assert module.q == 1 / 4 and np.isclose(privacy_loss(module.channel_given_seed(5)), 1)
    assert bucket(chapter["seed"], chapter["domain"].index("Sales"), 4) != chapter["named"]
    chapter.says("is not one of them: with $p$ = {:.3f}, that happens", module.p)
    assert 1 - module.p > 1 / 2  # more than half of all reports
    chapter.names("For 10,000 values")


def test_best_number_of_buckets(chapter):
    domain = chapter["domain"]
    for epsilon in (0.5, 1, 2, 4):
        e, x = exp(epsilon), np.linspace(0.1, 200, 20_000)
        of_oue = 4 * e / (e - 1) ** 2
        assert np.isclose(((e + x) ** 2 / (x * (e - 1) ** 2)).min(), of_oue, rtol=1e-4)
        assert np.isclose(rare(UnaryEncoding.optimized(domain, epsilon)), of_oue)
        assert 1 <= rare(LocalHashing.optimized(domain, epsilon)) / of_oue < 1.021  # g is whole
        binary = rare(LocalHashing.binary(domain, epsilon))
        assert np.isclose(binary, ((e + 1) / (e - 1)) ** 2)
        assert np.isclose(binary, rare(HadamardResponse(domain, epsilon)))


def test_explorer_of_buckets(chapter):
    explorer = chapter.explorers["How many buckets?"]
    chapter.says("Move ε from {} to", explorer.choices["epsilon"][0])
    lowest = {tuple(state.values()): picture.series[4].x[0] for state, picture in explorer.pictures}
    for epsilon in explorer.choices["epsilon"]:
        assert lowest[epsilon, 0.5] <= lowest[epsilon, 0.1] <= lowest[epsilon, 0]
    assert lowest[4, 0.5] < lowest[4, 0.1] < lowest[4, 0]
    assert lowest[4, 0.5] == 8
    chapter.says("eight at ε = 4 and f = {}", explorer.choices["f"][-1])
    rising = [lowest[epsilon, 0] for epsilon in explorer.choices["epsilon"]]
    assert rising == sorted(rising) and abs(rising[-1] / (exp(4) + 1) - 1) < 0.1


def test_hadamard_table(chapter):
    plus = hadamard(8) == 1
    assert plus[0].all() and (plus[1:].sum(axis=1) == 4).all()
    assert all((plus[a] & plus[b]).sum() == 2 for a, b in combinations(range(1, 8), 2))


def test_hadamard_response_from_scratch(chapter):
    module, truth, k = HadamardResponse(chapter["domain"], 1), chapter["truth"], chapter["k"]
    assert np.isclose(module.p, E / (E + 1)) and module.q == 1 / 2
    rng = np.random.default_rng(11)
    drawn = [chapter["column"](4, 1, rng) for _ in range(2_000)]
    assert near(np.bincount(drawn, minlength=16) / 2_000, module.channel()[4], 2_000)
    reports = module.perturb(np.repeat(np.arange(k), truth), rng)
    assert np.allclose(module.aggregate(reports).frequencies, chapter["shares"](reports, 1))


def test_histogram_encoding(chapter):
    cut, domain = chapter["cut"], chapter["domain"]
    chapter.says(
        "The best threshold is θ = {:.2f}, with $nV^*$ = {:.2f}.", cut.threshold, rare(cut)
    )
    chapter.says("sends only these bits has ε = {:.3f}, less than", cut.epsilon)
    chapter.says(
        "at {:.3f} it has {:.2f}.",
        *(cut.epsilon, rare(UnaryEncoding.optimized(domain, cut.epsilon))),
    )
    assert rare(chapter["summing"]) == 8 > 2 * chapter["unary"]
    noise = np.random.default_rng(4).laplace(scale=2, size=(200_000, 2))
    above = (noise + [1, 0] > cut.threshold).mean(axis=0)
    assert near(above, [cut.p, cut.q], len(noise))


def test_count_mean_sketch(chapter):
    chapter.gives("hash functions, say 16,", "buckets each, say 256.", "table of 16 · 256 sums")
    sketch = chapter["sketch"]
    functions, width = sketch.hashes, sketch.width
    assert np.isclose(sketch.q, sketch.p / width + (1 - sketch.p) * (1 - 1 / width))
    limit = 1 / np.sqrt(functions * (width - 1))
    chapter.says("stops at $1/\\sqrt{{{} \\cdot {}}}$", functions, width - 1)
    chapter.says("= {:.2f} %. For a function", 100 * limit)
    assert np.isclose(sketch.variance(10**15, 0.0) ** 0.5, limit, rtol=1e-3)
    meets = 1 / width
    chapter.says("into one bucket with probability 1/{};", width)
    chapter.says("of the {} functions that do", functions)
    chapter.says("has variance (1/{0})({1}/{0})/{2}, and", width, width - 1, functions)
    chapter.says("which is smaller by {}/{}.", width - 1, width)
    assert np.isclose(meets * (1 - meets) / functions / (1 - meets) ** 2, limit**2)
    too_low, too_high = (100 * (m / functions - meets) / (1 - meets) for m in (0, 1))
    chapter.says(
        "for {:.0f} % of draws the estimate stays {:.2f} points too low, "
        "for 6 % it stays {:.1f} points too high",
        *(100 * (1 - meets) ** functions, -too_low, too_high),
    )
    assert round(100 * functions * meets * (1 - meets) ** (functions - 1)) == 6


def test_count_mean_sketch_from_scratch(chapter):
    module = CountMeanSketch(range(4), hashes=2, width=3, epsilon=1, seed=5)
    functions = [module.buckets(row, np.arange(4)) for row in range(2)]
    rng = np.random.default_rng(11)
    reports = [chapter["sketch_report"](1, functions, 3, 1, rng) for _ in range(4_000)]
    codes = [8 * function + int(bits @ [1, 2, 4]) for function, bits in reports]
    assert near(np.bincount(codes, minlength=16) / 4_000, module.channel()[1], 4_000)
    assert privacy_loss(module.channel()) <= 1 + 1e-12


def test_the_bill(chapter):
    bill, k = chapter["table_of_bills"], chapter["k"]
    assert (bill["ε"] == 1).all()
    chapter.says("$nV^*$ for {} values; and the bytes of one report for {} and", k, k)
    chapter.gives("and for 1,024 values", "A seed has 64 bits")
    assert bill["bytes, 14"]["OLH"] == 9 and 64 // 8 == 8  # eight of nine bytes are seed
    chapter.gives("test the formulas: 500 surveys")
    chapter.gives("A spread seen in 500 runs is itself")
    assert round(196 / np.sqrt(2 * 500)) == 6  # uncertain by ± 6 %


def test_p_and_q_are_those_of_the_channels(chapter):
    bits = (np.arange(32)[:, None] >> np.arange(5)) & 1
    for mechanism, reports in [
        (DirectEncoding(range(5), 1), np.arange(5)),
        (UnaryEncoding.optimized(range(5), 1), bits),
        (SubsetSelection(range(5), 2, 1), SubsetSelection(range(5), 2, 1).sets()),
        (HadamardResponse(range(5), 1), np.arange(8)),
        (ThresholdingHistogram(range(5), 1, 0.6), bits),
    ]:
        supports = mechanism.channel() @ np.asarray(mechanism.supported(reports), dtype=float)
        assert np.allclose(np.diag(supports), mechanism.p)
        assert np.allclose(supports[~np.eye(5, dtype=bool)], mechanism.q)


def test_the_figure_of_errors(chapter):
    made, errors, theory, seen = (chapter[name] for name in ("made", "errors", "theory", "seen"))
    chapter.gives("one seen in 500 runs; each dot")
    chapter.says("subset selection {subset:.0f} people, OUE {OUE:.0f}, OLH {OLH:.0f}", **theory)
    chapter.says("BLH and Hadamard {BLH:.0f}, direct encoding {direct:.0f}.", **theory)
    assert np.isclose(theory["BLH"], theory["Hadamard"])
    order = ["subset", "OUE", "OLH", "BLH", "Hadamard", "direct"]
    assert order == sorted(order, key=lambda name: round(theory[name], 6))
    for name, mechanism in made.items():
        assert abs(seen[name] / theory[name] - 1) < 0.12  # within a few percent
        truth, n = chapter["truth"], chapter["n"]
        of_mean = n * np.sqrt(mechanism.variance(n, truth / n) / 500)
        assert (np.abs(errors[name].mean(axis=0)) < 4.9 * of_mean).all()  # no bias


def test_three_promises(chapter):
    chapter.names("pure-ldp 1.2.0", "multi-freq-ldpy 0.2.5")
    subset, bits = SubsetSelection(range(10), 3, 1), UnaryEncoding(range(10), 0.75, 0.25)
    chapter.says("3 of {} values with $p$ = {:.3f}: ε = 1", 10, subset.p)
    chapter.says("Promised for $p$ = {} and $q$ = {}: ε = ln 9 = {:.2f}.", 0.75, 0.25, bits.epsilon)
    assert np.isclose(bits.epsilon, math.log(9))
    chapter.says("The promises were 1, {:.2f} and 2", bits.epsilon)
    promises = [subset.epsilon, bits.epsilon, 2]
    bounds = list(chapter["bounds"].values())
    assert all(bound > promise for bound, promise in zip(bounds, promises))
    confidence = signature(audit).parameters["confidence"].default
    chapter.says("breaks its promise with {:.0f} % confidence", 100 * confidence)


def faulty_sets(chapter, value, p):
    rng = np.random.default_rng(6)
    return np.array([chapter["leaves_one_out"](value, 10, 3, p, rng) for _ in range(3_000)])


def test_leaving_one_out(chapter):
    subset = SubsetSelection(range(10), 3, 1)
    included = subset.p + (1 - subset.p) / 3
    sets = faulty_sets(chapter, 4, 0.538)
    assert not sets[:, 3].any() and set(sets.sum(axis=1)) == {2, 3}
    assert near(sets[:, 4].mean(), included, len(sets))
    gets = (included - subset.q) / (subset.p - subset.q)
    chapter.says("it gets {:.2f} and {} times", gets, (1 - 0.25) / (0.75 - 0.25))


def test_memory_without_memory(chapter):
    """Both steps are true with e / (e + 1); a first step that is kept holds ten reports to 2."""
    kept = exp(2) / (exp(2) + 1)
    second = (E / (E + 1) - (1 - kept)) / (2 * kept - 1)
    assert 0.5 < second < 1
    all_yes = [share * second**10 + (1 - share) * (1 - second) ** 10 for share in (kept, 1 - kept)]
    assert math.log(all_yes[0] / all_yes[1]) <= 2 + 1e-9


def test_quiz(chapter):
    sketch, bill = chapter["sketch"], chapter["table_of_bills"]
    four = chapter["sizes"][4]
    assert four.epsilon == 1
    chapter.says("Subset selection reports 4 of {} values", chapter["k"])
    chapter.says(
        "standard error of {:.2f} points with a million people",
        100 * sketch.variance(10**6, 0.0) ** 0.5,
    )
    chapter.names("What brings it to 0.5?")
    assert 100 * sketch.variance(10**7, 0.0) ** 0.5 > 1.5  # ten times more people do not
    chapter.says("has the size $1/\\sqrt{{{} \\cdot {}}}$.", sketch.hashes, sketch.width - 1)
    chapter.says("shares the same {} functions", sketch.hashes)
    large = bill["bytes, 1,024"]
    chapter.says("For {:,} values, {:.0f} bytes against 9", 1024, large["OUE"])
    assert large["OLH"] == 9


def test_exercise_1_by_hand(chapter):
    k, w, e = 10, 3, 3
    p = w * e / (w * e + k - w)
    q = (w - p) / (k - 1)
    variance = q * (1 - q) / (p - q) ** 2
    chapter.says("A domain has {} values", k)
    chapter.says("$p$ = 9/(9 + 7) = {:.4f}, $q$ = (3 − {:.4f})/9 = {:.4f}, and", p, p, q)
    chapter.says("= {:.4f} · {:.4f}/{:.4f}² = {:.3f}.", q, 1 - q, p - q, variance)
    module = SubsetSelection(range(k), w, math.log(e))
    assert np.allclose([module.p, module.q, rare(module)], [p, q, variance])
    chapter.says("Direct encoding has ({} − 2 + 3)/4 = {:.2f},", k, (k - 2 + e) / (e - 1) ** 2)
    assert np.isclose(rare(DirectEncoding(range(k), math.log(e))), (k - 2 + e) / 4)
    chapter.says("optimized unary encoding {:.0f}/4 = 3", 4 * e)
    assert np.isclose(rare(UnaryEncoding.optimized(range(k), math.log(e))), 4 * e / 4)


def test_exercise_2_leaves_one_out(chapter):
    p = round(SubsetSelection(range(10), 3, 1).p, 3)
    chapter.says("the true value, when {:.3f} was meant?", p)
    chapter.says("of 9 drawn: {:.3f} + {:.3f}/3 = {:.3f}.", p, 1 - p, p + (1 - p) / 3)


def test_exercise_3_the_wrong_q(chapter):
    g = 4
    p, wrong = E / (E + g - 1), 1 / (E + g - 1)
    chapter.says(
        "$(1/4 - {:.3f})/({:.3f} - {:.3f})$ = {:.2f}: a value",
        *(wrong, p, wrong, (1 / g - wrong) / (p - wrong)),
    )
    assert np.isclose((1 / g - wrong) / (p - wrong), 1 / g)  # a quarter of the people
