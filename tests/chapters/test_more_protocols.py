"""Claims of the chapter "More protocols", computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a
million.
"""

import math
from itertools import combinations
from math import exp
from pathlib import Path

import nbformat
import numpy as np
from scipy.linalg import hadamard

from ldp_course import (
    DirectEncoding,
    HadamardResponse,
    LocalHashing,
    ShortSeeds,
    SubsetSelection,
    UnaryEncoding,
)
from ldp_course.privacy import privacy_loss
from ldp_course.topics.more_protocols.binary_fields import irreducible
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

E = exp(1)
BOOK = Path(__file__).parents[2] / "book"


def rare(mechanism):
    """Return n times the variance of the share of a value that nobody holds."""
    return mechanism.variance(1, 0.0)


def near(shares, probabilities, runs):
    """Return whether each share of the runs is within 5 standard errors."""
    probabilities = np.asarray(probabilities)
    errors = np.sqrt(probabilities * (1 - probabilities) / runs)
    return (np.abs(shares - probabilities) <= 5 * errors).all()


def test_those_to_beat(chapter):
    domain, direct, unary = (chapter[name] for name in ("domain", "direct", "unary"))
    assert np.isclose(direct, rare(DirectEncoding(domain, 1)))
    assert np.isclose(unary, rare(UnaryEncoding.optimized(domain, 1)))
    n = chapter["n"]
    chapter.says("In our data {:,} people named one of {}", n, chapter["k"])
    of_direct, of_bits = (math.sqrt(n * one) for one in (direct, unary))
    text = "which is {:.0f} people with direct encoding and {:.0f} with optimized"
    chapter.says(text, of_direct, of_bits)


def test_two_of_four_values(chapter):
    two = SubsetSelection([*"abcd"], 2, math.log(3))
    rows = 12 * two.channel()[:2]
    names = ["".join(np.array([*"abcd"])[row]) for row in two.sets().astype(bool)]
    by_set = dict(zip(names, rows.T.round().astype(int).tolist()))
    for place, holds in enumerate("ab"):
        cells = " | ".join(f"{numbers[place]}/12" for numbers in by_set.values())
        chapter.says(f"how likely if you hold {holds} | {cells} |")
    assert list(by_set) == ["ab", "ac", "ad", "bc", "bd", "cd"]
    assert np.allclose([two.p, two.q], [9 / 12, 5 / 12])


def test_subset_selection_from_scratch(chapter):
    module = SubsetSelection(range(5), 2, 1)
    rng = np.random.default_rng(3)
    samples = np.array([chapter["subset"](2, 5, 2, 1, rng) for _ in range(4_000)])
    shares = [(samples == members).all(axis=1).mean() for members in module.sets()]
    assert np.isclose(sum(shares), 1)
    assert near(shares, module.channel()[2], len(samples))
    single = SubsetSelection(chapter["domain"], 1, 1)
    assert np.isclose(rare(single), chapter["direct"])  # one value: direct encoding


def test_four_values_are_best(chapter):
    domain, n = chapter["domain"], chapter["n"]
    of_size = [rare(SubsetSelection(domain, size, 1)) for size in range(1, len(domain))]
    best = int(np.argmin(of_size)) + 1
    assert best == 4 == SubsetSelection.optimized(domain, 1).size
    assert of_size[best - 1] < min(chapter["direct"], chapter["unary"])
    text = "error of a rare occupation falls to {:.0f} people"
    chapter.says(text, math.sqrt(n * of_size[best - 1]))
    chance = 100 * (chapter["unary"] / of_size[best - 1] - 1)
    chapter.says("costs something, {:.0f} % of variance here", chance)


def test_bits_with_as_many_ones_are_sets():
    p, q, k, w = 1 / 2, 1 / (E + 1), 14, 4
    inside = p * q ** (w - 1) * (1 - q) ** (k - w)
    outside = (1 - p) * q**w * (1 - q) ** (k - w - 1)
    assert np.isclose(inside / outside, E)


def octets(sets):
    """Return how many bytes the number of one of these sets takes."""
    return math.ceil(math.log2(math.comb(len(sets.domain), sets.size)) / 8)


def test_sets_of_a_long_list_are_long_at_1(chapter):
    large = SubsetSelection.optimized(range(1_024), 1)
    text = "the best set for {:,} values holds {} of them, and to write it down takes"
    chapter.says(text, len(large.domain), large.size)
    text = "takes {:.0f} bytes, nearly as many as the {:.0f} of the bits"
    chapter.says(text, octets(large), len(large.domain) / 8)
    small = SubsetSelection.optimized(large.domain, 4)
    text = "at ε = {:.0f} the best set has {} values and takes {} bytes"
    chapter.says(text, small.epsilon, small.size, octets(small))


def test_the_best_set_is_as_accurate_as_one_name_or_bits():
    for k in (2, 3, 14, 300):
        for epsilon in (0.1, 1, 2, 4, 8):
            name = DirectEncoding(range(k), epsilon)
            bits = UnaryEncoding.optimized(range(k), epsilon)
            sets = SubsetSelection.optimized(range(k), epsilon)
            assert rare(sets) <= min(rare(name), rare(bits)) * (1 + 1e-9)


def rare_after_norm(mechanism):
    """Return the error after `norm` when all other values are equally common.

    The claims of "Choosing a protocol" prove it from the channel.
    """
    k = len(mechanism.domain)
    variances = mechanism.variance(1, np.r_[0, np.full(k - 1, 1 / (k - 1))])
    return (1 - 2 / k) * variances[0] + variances.sum() / k**2


def test_what_chance_costs_after_norm(chapter):
    domain = chapter["domain"]
    bits = rare_after_norm(UnaryEncoding.optimized(domain, 1))
    sets = rare(SubsetSelection.optimized(domain, 1))
    text = "OUE's {:.3f} for $nV^*$ becomes {:.3f}"
    chapter.says(text, chapter["unary"], bits)
    chapter.says(
        "beside the {:.3f} of sets. So chance costs {:.0f} % then",
        sets,
        100 * (bits / sets - 1),
    )
    bits, sets = (
        rare(kind.optimized(range(10_000), 1))
        for kind in (UnaryEncoding, SubsetSelection)
    )
    assert bits < 1.001 * sets  # the difference vanishes


def test_explorer_of_sizes(chapter):
    explorer = chapter.explorers["How many values should a set have?"]
    text = "{} values, ε = 1. A set of one has n·V = {:.3f}."
    chapter.says(text, chapter["k"], chapter["direct"])
    chance_costs = {}
    for state, picture in explorer.pictures:
        _, line, direct, best = picture.series
        epsilon, k = state["epsilon"], state["k"]
        assert abs(direct.y[0] - rare(DirectEncoding(range(k), epsilon))) < 1e-4
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
        assert lows == sorted(lows)
        assert chance_costs[epsilon, ks[-1]] < chance_costs[epsilon, ks[0]]
    assert chance_costs[1, 4] > here and chance_costs[4, 14] > here


def test_local_hashing_from_scratch(chapter):
    rng, bucket = np.random.default_rng(11), chapter["bucket"]
    reports = [chapter["hashed"](3, 4, 1, rng) for _ in range(2_000)]
    supports = np.array([
        [bucket(seed, v, 4) == named for v in (3, 5)] for seed, named in reports
    ])
    module = LocalHashing(chapter["domain"], 4, 1)
    assert near(supports.mean(axis=0), [module.p, module.q], len(reports))
    assert module.q == 1 / 4
    assert LocalHashing.optimized(chapter["domain"], 1).buckets == 4
    sales = chapter["domain"].index("Sales")
    assert bucket(chapter["seed"], sales, 4) != chapter["named"]
    supported = [
        v
        for v in range(len(chapter["domain"]))
        if bucket(chapter["seed"], v, 4) == chapter["named"]
    ]
    assert len(supported) == 2  # "two other occupations, but not Sales"
    chapter.says("$p = E/(E+3)$, which is {:.3f}, so a little more than half", module.p)
    assert 1 / 2 < 1 - module.p < 0.55


def test_your_turn_with_local_hashing(chapter):
    module, truth, n = chapter["hashing"], chapter["truth"], chapter["n"]
    chapter.says("supported by {:.0f} % of the reports, one", 100 * module.q)
    chapter.says("that everybody holds by {:.1f} %.", 100 * module.p)
    sales = truth[chapter["domain"].index("Sales")]
    error = n * np.sqrt(module.variance(n, sales / n))
    text = "The truth is {:,}, and the standard error is {:.0f} people."
    chapter.says(text, sales, error)
    large = math.sqrt(n * rare(LocalHashing(chapter["domain"], 4, 1)))
    of_bits = math.sqrt(n * chapter["unary"])
    text = "that's four buckets, and {:.0f} people instead of {:.0f}"
    chapter.says(text, large, of_bits)
    text = "our {:,} people and a list of 1,024 values that's {:.0f} million hashes"
    chapter.says(text, n, n * 1_024 / 1e6)
    reports = chapter["reports"]
    estimate = chapter["estimate"](module.support(reports), n, module.buckets, 1)
    assert np.allclose(estimate, module.aggregate(reports).frequencies)


def test_best_number_of_buckets(chapter):
    domain = chapter["domain"]
    for epsilon in (0.5, 1, 2, 4):
        e, x = exp(epsilon), np.linspace(0.1, 200, 20_000)
        of_oue = 4 * e / (e - 1) ** 2
        assert np.isclose(((e + x) ** 2 / (x * (e - 1) ** 2)).min(), of_oue, rtol=1e-4)
        assert np.isclose(rare(UnaryEncoding.optimized(domain, epsilon)), of_oue)
        # g is whole
        assert 1 <= rare(LocalHashing.optimized(domain, epsilon)) / of_oue < 1.021
        binary = rare(LocalHashing.binary(domain, epsilon))
        assert np.isclose(binary, ((e + 1) / (e - 1)) ** 2)
        assert np.isclose(binary, rare(HadamardResponse(domain, epsilon)))


def test_explorer_of_buckets(chapter):
    explorer = chapter.explorers["How many buckets?"]
    chapter.says("Move ε from {} to", explorer.choices["epsilon"][0])
    two = rare(LocalHashing.binary(range(2), 2))
    chapter.says("ε = 2, a very rare value. Two buckets have n·V = {:.2f}.", two)
    lowest = {
        tuple(state.values()): picture.series[2].x[0]
        for state, picture in explorer.pictures
    }
    for epsilon in explorer.choices["epsilon"]:
        assert lowest[epsilon, 0.5] <= lowest[epsilon, 0.1] <= lowest[epsilon, 0]
    assert lowest[4, 0.5] < lowest[4, 0.1] < lowest[4, 0]
    assert lowest[4, 0.5] == 8
    chapter.says("eight at ε = 4 and f = {}", explorer.choices["f"][-1])
    rising = [lowest[epsilon, 0] for epsilon in explorer.choices["epsilon"]]
    assert rising == sorted(rising) and abs(rising[-1] / (exp(4) + 1) - 1) < 0.1


def test_hadamard_table(chapter):
    for columns in (2, 8, 16):
        assert (chapter["sign_table"](columns) == hadamard(columns)).all()
    plus = chapter["sign_table"](8) == 1
    assert plus[0].all() and (plus[1:].sum(axis=1) == 4).all()
    assert all((plus[a] == plus[b]).sum() == 4 for a, b in combinations(range(8), 2))
    assert all((plus[a] & plus[b]).sum() == 2 for a, b in combinations(range(1, 8), 2))


def test_hadamard_response_from_scratch(chapter):
    module, truth = HadamardResponse(chapter["domain"], 1), chapter["truth"]
    assert np.isclose(module.p, E / (E + 1)) and module.q == 1 / 2
    rng = np.random.default_rng(11)
    samples = [chapter["column"](4, 1, rng) for _ in range(2_000)]
    assert near(np.bincount(samples, minlength=16) / 2_000, module.channel()[4], 2_000)
    reports = module.perturb(np.repeat(np.arange(chapter["k"]), truth), rng)
    shares = chapter["shares"](reports, chapter["rows"], 1)
    assert np.allclose(module.aggregate(reports).frequencies, shares)
    chapter.says("which is {:.3f} at ε = 1.", (E - 1) / (E + 1))
    n, sales = chapter["n"], truth[chapter["domain"].index("Sales")]
    error = n * np.sqrt(module.variance(n, sales / n))
    other = LocalHashing(chapter["domain"], 4, 1)
    text = "So the standard error of Sales is {:.0f} people here, where local hashing"
    chapter.says(text, error)
    text = "local hashing with four buckets had {:.0f}."
    chapter.says(text, n * np.sqrt(other.variance(n, sales / n)))


def test_blocks(chapter):
    k, epsilon = chapter["k"], 4
    single = HadamardResponse(range(k), epsilon)
    blocks = HadamardResponse.optimized(range(k), epsilon)
    assert all(rare(HadamardResponse(range(k), e)) > 1 for e in (1, 4, 9))
    text = "With {} values at ε = 4 it takes {} blocks of two columns."
    chapter.says(text, k, blocks.blocks)
    E, others = np.exp(epsilon), blocks.columns - 1
    assert blocks.columns == 2 * blocks.blocks
    assert np.isclose(rare(blocks), ((E + others) / (E - 1)) ** 2 * 2 / (E + others))
    chapter.says("{:.3f}, where one block has {:.3f}.", rare(blocks), rare(single))
    direct = rare(DirectEncoding(range(k), epsilon))
    chapter.says("Direct encoding has {:.3f}, so blocks are", direct)
    many, bits = range(1_024), UnaryEncoding.optimized(range(1_024), epsilon)
    large = HadamardResponse.optimized(many, epsilon)
    assert math.ceil(math.log2(large.columns) / 8) == 2  # bytes
    width = large.columns // large.blocks
    text = "With {:,} values, {} blocks of {} columns have {:.3f}"
    chapter.says(text, len(many), large.blocks, width, rare(large))
    chapter.says("and OUE {:.3f} in {}.", rare(bits), len(many) // 8)
    of_a_fifth = large.variance(1, 0.0, block_frequency=0.2)
    chapter.says("{:.3f} becomes {:.3f}.", rare(large), of_a_fifth)


def test_six_values_in_two_blocks(chapter):
    epsilon, values = 4, "abcdef"
    m = HadamardResponse([*"adbecf"], epsilon, blocks=2)  # the module deals in turn
    order = [m.domain.index(value) for value in values]
    channel, E = m.channel()[order], np.exp(epsilon)
    reports = m.possible_reports()
    of_block = np.repeat([[True, False], [False, True]], 3, axis=0).repeat(
        m.block_size, axis=1
    )
    plus = m.supported(reports).T[order]
    shown = [
        value
        + "  "
        + "".join("." if not mine else "+" if yes else "-" for mine, yes in columns)
        for value, columns in zip(values, (zip(*pair) for pair in zip(of_block, plus)))
    ]
    cells = nbformat.read(BOOK / "more_protocols.ipynb", as_version=4).cells
    assert any(
        "```text\n" + "\n".join(shown) + "\n```" in cell.source for cell in cells
    )
    supports = channel @ plus.T
    assert np.allclose(supports[0, [0, 1, 3]], [2 * E, E + 1, 2] / (2 * E + 6))
    chapter.says("which is {:.3f} at ε = {}. It supports b", supports[0, 0], epsilon)
    chapter.says("$(E+1)/(2E+6)$ = {:.3f}, and d, in", supports[0, 1])
    chapter.says("$2/(2E+6)$ = {:.3f}. The server takes", supports[0, 3])
    sign = np.where(of_block, np.where(plus, 1, -1), 0)
    assert np.allclose(channel @ sign.T, (2 * E - 2) / (2 * E + 6) * np.eye(6))
    frequencies = m.aggregate(reports[[2, 5]]).frequencies[order]
    assert np.allclose(
        frequencies, sign[:, [2, 5]].mean(axis=1) * (2 * E + 6) / (2 * E - 2)
    )


def test_count_mean_sketch(chapter):
    toy, apple = chapter["toy"], chapter["apple"]
    text = "Take a small sketch with {} functions and {} buckets, and two words"
    chapter.says(text, toy.hashes, toy.width)
    text = "for emoji: {:,} functions, {:,} buckets, and ε = 4 for each report"
    chapter.says(text, apple.hashes, apple.width)
    assert toy.epsilon == apple.epsilon == 4
    limits = []
    for sketch in (toy, apple):
        p, width = sketch.p, sketch.width
        assert np.isclose(sketch.q, p / width + (1 - p) * (1 - 1 / width))
        limits.append(100 / np.sqrt(sketch.hashes * (width - 1)))
        error = 100 * sketch.variance(10**15, 0.0) ** 0.5
        assert np.isclose(error, limits[-1], rtol=1e-3)
    text = r"the standard deviation $1/\sqrt{{16 \cdot 255}}$, or {:.2f} points"
    chapter.says(text, limits[0])
    # whose noise is as large
    people = apple.variance(1, 0.0, 0.0) / apple.collision_variance
    text = (
        r"$1/\sqrt{{{:,} \cdot {:,}}}$, which is {:.3f} points. That's as much as the"
    )
    chapter.says(text, apple.hashes, apple.width - 1, limits[1])
    chapter.says("as the noise of {:.0f} million people.", people / 1e6)
    meets = 1 / toy.width
    text = "in a given function with probability 1/{}, so in"
    chapter.says(text, toy.width)
    once = toy.hashes * meets * (1 - meets) ** (toy.hashes - 1)
    chapter.says("so in {:.0f} % of all draws", 100 * once)
    text = "where the server expects, and subtracts, 1/{}"
    chapter.says(text, toy.width)
    too_high = 100 * (1 / toy.hashes - meets) / (1 - meets)
    text = "too high by (1/{} − 1/{})/(1 − 1/{}), which is {:.1f} percentage points"
    chapter.says(text, toy.hashes, toy.width, toy.width, too_high)
    of_meetings = np.sqrt(meets * (1 - meets) / toy.hashes) / (1 - meets)
    assert np.isclose(100 * of_meetings, limits[0])
    # "hardly gets better", from a million to a hundred million
    million, hundred = (toy.variance(10**e, 0.0) ** 0.5 for e in (6, 8))
    assert hundred > 0.99 * million


def test_the_bill(chapter):
    bill, k = chapter["table_of_bills"], chapter["k"]
    assert (bill["ε"] == 1).all() and k == 14
    chapter.says("The noise of a report, $nV^*$, is for our {} occupations.", k)
    assert bill["bytes, 14"]["OLH"] == 9 and bill["bytes, 14"]["public"] == 1
    assert bill["bytes, 1,024"]["short seeds"] == 2
    assert bill["n·V*"].idxmin() == "subset"


def test_the_figure_of_errors(chapter):
    errors, theory, seen = (chapter[name] for name in ("errors", "theory", "seen"))
    text = "subset selection {subset:.0f} people, OUE {OUE:.0f}, OLH and short seeds"
    chapter.says(text, **theory)
    chapter.says("OLH and short seeds {OLH:.0f}, BLH and Hadamard", **theory)
    chapter.says("BLH and Hadamard {BLH:.0f}, direct encoding {direct:.0f}.", **theory)
    assert np.isclose(theory["BLH"], theory["Hadamard"])
    assert np.isclose(theory["OLH"], theory["short seeds"])
    order = ["subset", "OUE", "OLH", "short seeds", "BLH", "Hadamard", "direct"]
    assert order == sorted(order, key=lambda name: round(theory[name], 6))
    truth, n = chapter["truth"], chapter["n"]
    for name, mechanism in chapter["made"].items():
        assert abs(seen[name] / theory[name] - 1) < 0.12  # within a few percent
        of_mean = n * np.sqrt(mechanism.variance(n, truth / n) / 500)
        assert (np.abs(errors[name].mean(axis=0)) < 4.9 * of_mean).all()  # no bias


def test_single_runs(chapter):
    """Each error is within 5 of its standard errors: a right one fails once in 1e6."""
    chapter.says("that no cell above runs: {:,} people report", len(chapter["sample"]))
    assert len(chapter["single_runs"]) == 4
    for row in chapter["single_runs"].values():
        assert abs(row["error"]) < 5 * row["standard error"]


def test_two_promises(chapter):
    subset = SubsetSelection(range(10), 3, 1)
    chapter.says("let each report {:,} times", 5_000)
    first, second = chapter["bounds"].values()
    assert first > subset.epsilon and second > 2
    one_week = privacy_loss([[E / (E + 1), 1 / (E + 1)], [1 / (E + 1), E / (E + 1)]])
    chapter.says("report has ε = {:.0f}. Ten weeks add up to {:.0f}.", one_week, 10)
    assert np.isclose(10 * math.log(E), 10 * one_week)  # ten times yes


def test_leaving_one_out(chapter):
    subset = SubsetSelection(range(10), 3, 1)
    included, p = subset.p + (1 - subset.p) / 3, round(subset.p, 3)
    chapter.says("the true value, when {:.3f} was meant?", p)
    chapter.says("of 9 drawn: {:.3f} + {:.3f}/3 = {:.3f}.", p, 1 - p, included)
    rng, faulty = np.random.default_rng(6), chapter["leaves_one_out"]
    sets = np.array([faulty(4, 10, 3, p, rng) for _ in range(3_000)])
    assert not sets[:, 3].any() and set(sets.sum(axis=1)) == {2, 3}
    assert near(sets[:, 4].mean(), included, len(sets))
    gets = (included - subset.q) / (subset.p - subset.q)
    chapter.says("that everybody has is {:.2f} times too high", gets)


def test_quiz(chapter):
    sketch, bill = chapter["toy"], chapter["table_of_bills"]
    text = "standard error of {:.2f} points with a million people"
    chapter.says(text, 100 * sketch.variance(10**6, 0.0) ** 0.5)
    # ten times more people do not
    assert 100 * sketch.variance(10**7, 0.0) ** 0.5 > 1.5
    chapter.says("and is $1/\\sqrt{{{} \\cdot {}}}$.", sketch.hashes, sketch.width - 1)
    large = bill["bytes, 1,024"]
    chapter.says("For 1,024 values, {:.0f} bytes against 9", large["OUE"])
    assert large["OLH"] == 9


def test_exercise_1_by_hand(chapter):
    k, w, e = 10, 3, 3
    p = w * e / (w * e + k - w)
    q = (w - p) / (k - 1)
    variance = q * (1 - q) / (p - q) ** 2
    text = "$p$ = 9/(9 + 7) = {:.4f}, $q$ = (3 − {:.4f})/9 = {:.4f}, and"
    chapter.says(text, p, p, q)
    chapter.says("= {:.4f} · {:.4f}/{:.4f}² = {:.3f}.", q, 1 - q, p - q, variance)
    module = SubsetSelection(range(k), w, math.log(e))
    assert np.allclose([module.p, module.q, rare(module)], [p, q, variance])


def test_exercise_3_the_wrong_q(chapter):
    g = 4
    p, wrong = E / (E + g - 1), 1 / (E + g - 1)

    def reported(f):
        return (f * p + (1 - f) / g - wrong) / (p - wrong)

    text = "$(1/4 - {:.3f})/({:.3f} - {:.3f})$ = {:.2f}. In"
    chapter.says(text, wrong, p, wrong, reported(0))
    assert all(np.isclose(reported(f), f + (1 - f) / g) for f in (0, 0.3, 0.5, 1))
    chapter.says("so {:.3f} for one half", reported(0.5))


def test_two_rows_for_each_of_eight_values(chapter):
    double, table = chapter["double"], chapter["sign_table"](8)
    assert [double(value) for value in range(8)] == [0, 2, 4, 6, 3, 1, 7, 5]
    pairs = np.array([[table[v], table[double(v)]] for v in range(8)])
    for v, w in combinations(range(8), 2):
        assert (pairs[v] == pairs[w]).all(axis=0).sum() == 2
        assert (table[v] * table[w] == table[v ^ w]).all()
        assert double(v ^ w) == double(v) ^ double(w)
    module = ShortSeeds(range(8), 4, 1)  # which is made in the same way
    buckets = module.supported(module.possible_reports()).reshape(8, 4, 8)
    assert ((pairs < 0)[:, 0] + 2 * (pairs < 0)[:, 1] == buckets.argmax(axis=1).T).all()


def test_exercise_4_short_seeds(chapter):
    table, double = chapter["sign_table"](8), chapter["double"]
    same = (table[1] == table[3]) & (table[double(1)] == table[double(3)])
    assert same.nonzero()[0].tolist() == [0, 1]
    for row in (1 ^ 3, double(1 ^ 3)):
        signs = "".join("+" if sign == 1 else "−" for sign in table[row])
        chapter.says(f"row {row} is {signs}")
    assert double(6) == 0b1100 ^ 0b1011 == 0b0111
    chapter.says("6 is {:b}. Doubled", 6)
    chapter.says("which has four digits, and {:b} ⊕ {:b} = {:04b}", 12, 11, 7)


def test_exercise_5_a_menu(chapter):
    menu = ShortSeeds.optimized(range(300), 1)
    chapter.says("which of {} menu entries was used last", len(menu.domain))
    bits = math.log2(menu.seeds * menu.buckets)
    assert bits == 11 and math.ceil(300 / 8) == 38
    sets = SubsetSelection.optimized(range(300), 1)
    assert rare(sets) < rare(menu)
    chapter.says("more accurate and take {} bytes", octets(sets))
    additions = 3 * menu.seeds * int(math.log2(menu.seeds))
    chapter.says("and then does about {:,} additions", round(additions, -3))
    assert rare(DirectEncoding(range(300), 1)) > 10 * rare(menu)


def test_short_seeds_for_a_list(chapter):
    k = 1_024
    short, bits = ShortSeeds(range(k), 4, 1), UnaryEncoding.optimized(range(k), 1)
    assert math.log2(short.seeds) == 10 and math.log2(short.buckets) == 2
    assert rare(short) < 1.003 * rare(bits)  # practically as accurate
    kinds = short.seeds * short.buckets
    chapter.says("how often each of the {:,} kinds of reports arrived", kinds)
    text = "needs just three fast transforms of {:,} numbers, {:,} additions in all"
    chapter.says(text, short.seeds, 3 * transformed(np.zeros(short.seeds))[1])
    text = "Looking up for each value the {:,} kinds that support it would take {:,}."
    chapter.says(text, short.seeds, k * short.seeds)
    worst = max(
        rare(ShortSeeds.optimized(range(4), epsilon))
        * math.expm1(epsilon) ** 2
        / (4 * exp(epsilon))
        for epsilon in np.arange(0.05, 6.5, 0.01)
    )
    chapter.says("rounding costs at most {:.0f} % of variance", 100 * (worst - 1))
    assert f"{irreducible(10):b}" == "10000001001"  # x^10 + x^3 + 1
    assert f"{irreducible(3):b}" == "1011"
    chapter.says(r"for which $10 \cdot {:,}$ additions are enough", k)
    chapter.says("is the table of signs times a list of {:,} numbers", k)
    chapter.says("For {:,} values, doubling subtracts", k)


def transformed(numbers):
    """Return the table of signs times these numbers, and how many additions it took."""
    out, width, additions = np.array(numbers), 1, 0
    while width < len(out):
        left, right = out.reshape(-1, 2, width).transpose(1, 0, 2)
        out = np.stack([left + right, left - right], axis=1).ravel()
        additions, width = additions + len(out), 2 * width
    return out, additions


def test_the_quick_server_of_short_seeds():
    """Three products of 1,024 numbers count what all reports support."""
    short, rng = ShortSeeds(range(1_024), 4, 1), np.random.default_rng(3)
    reports = short.perturb(rng.integers(1_024, size=5_000), rng)
    column, bucket = reports.T
    first, second = 1 - 2 * (bucket & 1), 1 - 2 * (bucket >> 1)
    values = np.arange(1_024)
    double = np.where(values > 511, 2 * values ^ 0b10000001001, 2 * values)
    one, two, both = (
        transformed(np.bincount(column, signs, 1_024))[0]
        for signs in (first, second, first * second)
    )
    quick = (len(reports) + one + two[double] + both[values ^ double]) / 4
    assert (quick == short.support(reports)).all()
    assert (quick == short.supported(reports).sum(axis=0)).all()
