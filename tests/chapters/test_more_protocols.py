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
    SubsetSelection,
    UnaryEncoding,
)
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


def test_two_numbers_bring_sales_back(chapter):
    n, sales = chapter["n"], chapter["truth"][chapter["domain"].index("Sales")]
    four = SubsetSelection(chapter["domain"], 4, 1)
    text = "We ask the {:,} people who named one of the {} occupations"
    chapter.says(text, n, chapter["k"])
    p, q = round(four.p, 4), round(four.q, 4)
    reports = p * sales + q * (n - sales)
    chapter.says("your own is among them with probability $p$ = {:.4f}, and", p)
    chapter.says("any other one with $q$ = {:.4f}.", q)
    chapter.says("There are {:,} people in Sales", sales)
    text = "On average {} · {:,} + {} · {:,} = {:,.1f} reports name Sales"
    chapter.says(text, p, sales, q, n - sales, reports)
    text = "Subtract $nq$ = {:,.1f}, divide by $p - q$ = {:.4f}, and {:,.0f} is back"
    chapter.says(text, n * q, p - q, (reports - n * q) / (p - q))


def test_those_to_beat(chapter):
    domain, direct, unary = (chapter[name] for name in ("domain", "direct", "unary"))
    chapter.says("Direct encoding has {:.3f},", direct)
    chapter.says("encoding (OUE) {:.3f}.", unary)
    assert np.isclose(direct, rare(DirectEncoding(domain, 1)))
    assert np.isclose(unary, rare(UnaryEncoding.optimized(domain, 1)))


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
    domain = chapter["domain"]
    of_size = [rare(SubsetSelection(domain, size, 1)) for size in range(1, len(domain))]
    best = int(np.argmin(of_size)) + 1
    assert best == 4 == SubsetSelection.optimized(domain, 1).size
    assert of_size[best - 1] < min(chapter["direct"], chapter["unary"])
    chapter.says(
        "Four of {} values are best: $nV^*$ = {:.3f}.", len(domain), of_size[best - 1]
    )
    chance = 100 * (chapter["unary"] / of_size[best - 1] - 1)
    chapter.says("chance costs {:.0f} % of variance here", chance)


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
    chapter.says(": then it has {:.3f},", bits)
    chapter.says("and chance costs {:.0f} %.", 100 * (bits / sets - 1))
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
    chapter.says("as is common: $p$ = {:.3f}.", module.p)
    assert 1 - module.p > 1 / 2  # more than half of all people in Sales


def test_your_turn_with_local_hashing(chapter):
    module, truth, n = chapter["hashing"], chapter["truth"], chapter["n"]
    chapter.says("supported by {:.0f} % of the reports, one", 100 * module.q)
    chapter.says("that everybody holds by {:.1f} %.", 100 * module.p)
    sales = truth[chapter["domain"].index("Sales")]
    chapter.says("The truth is {:,}, and the standard", sales)
    error = n * np.sqrt(module.variance(n, sales / n))
    chapter.says("error is {:.0f} people. How", error)
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
    chapter.says("Here the standard error is {:.0f} people", error)


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
    chapter.says("Direct encoding has {:.3f}: blocks are", direct)
    many, bits = range(1_024), UnaryEncoding.optimized(range(1_024), epsilon)
    large = HadamardResponse.optimized(many, epsilon)
    assert math.ceil(math.log2(large.columns) / 8) == 2  # bytes
    width = large.columns // large.blocks
    text = "With {:,}, {} blocks of {} columns have {:.3f}"
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
    chapter.says("Our *toy* has {} functions with {} buckets", toy.hashes, toy.width)
    text = "Apple states for emoji: {:,} functions, {:,} buckets, ε = 4 for"
    chapter.says(text, apple.hashes, apple.width)
    assert toy.epsilon == apple.epsilon == 4
    limits = []
    for sketch in (toy, apple):
        p, width = sketch.p, sketch.width
        assert np.isclose(sketch.q, p / width + (1 - p) * (1 - 1 / width))
        limits.append(100 / np.sqrt(sketch.hashes * (width - 1)))
        error = 100 * sketch.variance(10**15, 0.0) ** 0.5
        assert np.isclose(error, limits[-1], rtol=1e-3)
    chapter.says("SUE's $p$ = {:.3f}.", UnaryEncoding.symmetric(range(2), 4).p)
    text = r"the standard deviation $1/\sqrt{{16 \cdot 255}}$ = {:.2f} points"
    chapter.says(text, limits[0])
    # whose noise is as large
    people = apple.variance(1, 0.0, 0.0) / apple.collision_variance
    text = r"$1/\sqrt{{{:,} \cdot {:,}}}$ = {:.3f} points, the noise of {:.0f} million people."
    chapter.says(text, apple.hashes, apple.width - 1, limits[1], people / 1e6)
    meets = 1 / toy.width
    chapter.says("meet in one function with probability 1/{}.", toy.width)
    chapter.says("for yours, where 1/{} is expected", toy.width)
    once = toy.hashes * meets * (1 - meets) ** (toy.hashes - 1)
    assert round(100 * once) == 6
    too_high = 100 * (1 / toy.hashes - meets) / (1 - meets)
    text = "stays (1/{} − 1/{})/(1 − 1/{}) = {:.1f} points too high"
    chapter.says(text, toy.hashes, toy.width, toy.width, too_high)
    of_meetings = np.sqrt(meets * (1 - meets) / toy.hashes) / (1 - meets)
    assert np.isclose(100 * of_meetings, limits[0])


def test_the_bill(chapter):
    bill, k = chapter["table_of_bills"], chapter["k"]
    assert (bill["ε"] == 1).all() and k == 14
    chapter.says("and $nV^*$ is for {}.", k)
    assert bill["bytes, 14"]["OLH"] == 9 and bill["bytes, 14"]["public"] == 1


def test_the_figure_of_errors(chapter):
    errors, theory, seen = (chapter[name] for name in ("errors", "theory", "seen"))
    text = "subset selection {subset:.0f} people, OUE {OUE:.0f}, OLH {OLH:.0f}"
    chapter.says(text, **theory)
    chapter.says("BLH and Hadamard {BLH:.0f}, direct encoding {direct:.0f}.", **theory)
    assert np.isclose(theory["BLH"], theory["Hadamard"])
    order = ["subset", "OUE", "OLH", "BLH", "Hadamard", "direct"]
    assert order == sorted(order, key=lambda name: round(theory[name], 6))
    truth, n = chapter["truth"], chapter["n"]
    for name, mechanism in chapter["made"].items():
        assert abs(seen[name] / theory[name] - 1) < 0.12  # within a few percent
        of_mean = n * np.sqrt(mechanism.variance(n, truth / n) / 500)
        assert (np.abs(errors[name].mean(axis=0)) < 4.9 * of_mean).all()  # no bias


def test_single_runs(chapter):
    """Each error is within 5 of its standard errors: a right one fails once in 1e6."""
    chapter.says("Folded below: {:,} people report", len(chapter["sample"]))
    assert len(chapter["single_runs"]) == 4
    for row in chapter["single_runs"].values():
        assert abs(row["error"]) < 5 * row["standard error"]


def test_two_promises(chapter):
    subset = SubsetSelection(range(10), 3, 1)
    chapter.says("3 of 10 values with $p$ = {:.3f}: ε = 1", subset.p)
    first, second = chapter["bounds"].values()
    assert first > subset.epsilon and second > 2


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
    chapter.says("{:.2f} times too high for a value that all people hold", gets)


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


def product_in_a_field(a, b):
    """In the field with 1,024 elements: polynomials of bits modulo x^10 + x^3 + 1."""
    product = np.zeros(np.broadcast(a, b).shape, dtype=np.int64)
    for place in range(10):
        product ^= np.where(b >> place & 1, a << place, 0)
    for place in range(18, 9, -1):
        product ^= np.where(product >> place & 1, 0b10000001001 << (place - 10), 0)
    return product


def test_short_seeds_for_a_list(chapter):
    """Two values share a bucket where a product has the upper bits 0.

    It is that of the seed with their difference, which can be any element but 0.
    """
    k, g = 1_024, 4
    seeds, values = np.arange(k)[:, None], np.arange(k)
    buckets = product_in_a_field(seeds, values) >> 8
    assert set(np.unique(buckets)) == set(range(g))
    for first in (0, 1, 500):
        same = (buckets == buckets[:, [first]]).mean(axis=0)
        assert (np.delete(same, first) == 1 / g).all()
    # both signs of a bucket are columns of the table, and each column has one partner
    signs = np.array([buckets >> 1, buckets & 1])
    for a, b in ((1, 2), (3, 500), (700, 999)):
        assert (signs[..., a ^ b] == signs[..., a] ^ signs[..., b]).all()
    assert all(len(np.unique(table, axis=0)) == k for table in signs)
    bits = int(np.log2(k)), int(np.log2(g))
    text = "With {:,} values and $g$ = {} a report has {} + {} bits. The"
    chapter.says(text, k, g, *bits)
    chapter.says("The server counts {:,} kinds of reports", 2 ** sum(bits))
    # one bucket of each seed
    of_a_value = {(seed, buckets[seed, 777]) for seed in range(k)}
    chapter.says("add up the {:,} kinds that support it", len(of_a_value))
    chapter.says("which makes {:,} additions.", k * len(of_a_value))


def transformed(numbers):
    """Return the table of signs times these numbers, and how many additions it took."""
    out, width, additions = np.array(numbers), 1, 0
    while width < len(out):
        left, right = out.reshape(-1, 2, width).transpose(1, 0, 2)
        out = np.stack([left + right, left - right], axis=1).ravel()
        additions, width = additions + len(out), 2 * width
    return out, additions


def test_the_quick_server_of_short_seeds(chapter):
    k = 1_024
    values = np.arange(k)
    partner = product_in_a_field(values, np.array(2))
    turned = sum(
        (np.bitwise_count(values & partner[1 << bit]) % 2).astype(int) << bit
        for bit in range(10)
    )
    signs = np.bitwise_count(values[:, None] & values) % 2
    buckets = np.array([signs, signs[:, partner]])  # of each value and column
    assert (buckets[1] == signs[turned]).all(), "the transpose"
    for apart in values[1:]:  # of two values: they share a bucket in a quarter
        assert (~buckets[:, apart].any(axis=0)).sum() == k // 4
    # as many reports of each kind: of each column, by both bits of the bucket
    reports = np.random.default_rng(3).integers(50, size=(k, 2, 2))
    slow = [reports[values, *buckets[:, value]].sum() for value in values]
    first, second = np.array([1, -1])[:, None], np.array([1, -1])
    lists = [(reports * s).sum(axis=(1, 2)) for s in (first, second, first * second)]
    products, additions = zip(*map(transformed, lists))
    assert (products[0] == (1 - 2 * signs.astype(int)) @ lists[0]).all()
    one, two, both = products
    quick = reports.sum() + one + two[turned] + both[values ^ turned]
    assert (quick == 4 * np.array(slow)).all()
    chapter.says("With partners by a linear map, {:,} are enough.", sum(additions))
    chapter.says(
        r"times a list of {:,} numbers, for which $10 \cdot {:,}$ additions", k, k
    )
