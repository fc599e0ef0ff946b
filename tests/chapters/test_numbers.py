"""Claims of the chapter "Numbers", computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a
million.
"""

import json
import math
from itertools import groupby, pairwise
from math import exp
from pathlib import Path

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq

from ldp_course import DirectEncoding
from ldp_course.data import load_adult
from ldp_course.privacy import privacy_loss
from ldp_course.topics.numbers import (
    FewLevelsMean,
    HybridMean,
    IntegerOneBitMean,
    LaplaceMean,
    OneBitMean,
    PiecewiseMean,
)
from ldp_course.topics.numbers.hybrid import SWITCH
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

VECTORS = Path(__file__).parents[1] / "vectors"
AGES = load_adult()["age"].to_numpy()
HOURS = load_adult()["hours_per_week"].to_numpy()
GAINS = load_adult()["capital_gain"].to_numpy()
# years: half the range; where 40 is on the scale
N, HALF, SHOWN = len(AGES), 36.5, -0.37
E, ROOT = exp(1), exp(1 / 2)
KINDS = {
    "Laplace": LaplaceMean,
    "one bit": OneBitMean,
    "piecewise": PiecewiseMean,
    "hybrid": HybridMean,
    "3 levels": lambda low, high, e: FewLevelsMean(low, high, 3, e),
}


def standard_error(name, epsilon, data=AGES, low=17, high=90):
    return math.sqrt(KINDS[name](low, high, epsilon).variance(len(data), data).mean())


def test_the_opening(chapter):
    text = "data set has {:,} people, and their average age is {:.2f} years"
    chapter.says(text, N, AGES.mean())
    assert (AGES.min(), AGES.max()) == (17, 90)


def test_the_scale(chapter):
    chapter.says(
        "age of 40 becomes $x$ = (40 − 17)/{} − 1 = {:.2f}", HALF, 23 / HALF - 1
    )
    assert round(23 / HALF - 1, 2) == SHOWN
    assert np.allclose(chapter["x"], LaplaceMean(17, 90, 1).encode(AGES))
    assert np.allclose(chapter["years"](chapter["x"]), AGES)


def test_laplace_noise(chapter):
    single = chapter["years"](chapter["noisy"][:4]).round()
    chapter.says("Who is {:.0f} years old?", single.min())
    chapter.says("Nobody is {:.0f} years old, so", single.min())
    deviation = math.sqrt(LaplaceMean(17, 90, 1).variance(1, 40))
    chapter.says("deviation of {} · √8 = {:.0f} years. Yet", HALF, deviation)
    of_mean = deviation / math.sqrt(N)
    text = "mean of {:,} of them has a standard error of only {:.2f} years"
    chapter.says(text, N, of_mean)
    error = chapter["years"](chapter["noisy"].mean()) - AGES.mean()
    assert abs(error) < 5 * of_mean


def test_rounding_and_randomized_response(chapter):
    chapter.says("Of these {:.0f} years, {} lie below her age", 2 * HALF, 40 - 17)
    assert math.isclose(17 + 73 * (1 + chapter["x"][AGES == 40][0]) / 2, 40)
    chapter.says("At ε = 1, {:.0f} answers in 100 are flipped", 100 / (E + 1))
    bound = (E + 1) / (E - 1)
    chapter.says("At ε = 1, $B$ = {:.3f}.", bound)
    chapter.says("to the middle of the range, {} years.", 17 + HALF)
    text = (
        "{:.0f} bits in 100 arrive flipped and cancel {:.0f} others, so only {:.0f} %"
    )
    flipped = 100 / (E + 1)
    chapter.says(text, flipped, flipped, 100 - 2 * flipped)
    chapter.says("from 17 to 90 become {:.0f} years, and", 2 * HALF * bound)
    yes, no = chapter["years"](bound), chapter["years"](-bound)
    chapter.says("an age of {:.1f}, a no as one of −{:.1f}.", yes, -no)
    far, laplace = HALF * bound, math.sqrt(LaplaceMean(17, 90, 1).variance(1, 40))
    chapter.says("every report is {:.0f} years from the middle, never", far)
    text = "at most {:.0f} years, while Laplace noise had {:.0f}"
    chapter.says(text, far, laplace)
    chapter.says("variance is at most {:.2f}, and the noisy number had 8", bound**2)
    chapter.says("have a variance of at most {:.1f} on the scale from", bound**2)
    p = E / (E + 1)
    for x in np.linspace(-1, 1, 9):  # the same law, three times
        both = (1 + x) / 2 * p + (1 - x) / 2 * (1 - p)
        assert math.isclose(both, 1 / 2 + x / (2 * bound))
        assert math.isclose(both, OneBitMean(-1, 1, 1).channel([x])[0, 1])
        assert math.isclose(bound * (2 * both - 1), x, abs_tol=1e-12)
        assert math.isclose(OneBitMean(-1, 1, 1).variance(1, x), bound**2 - x**2)


def test_one_bit_as_written(chapter):
    reports = chapter["one_bit"](
        np.repeat([-1, SHOWN, 1], 20_000), 1, np.random.default_rng(4)
    )
    means = reports.reshape(3, -1).mean(axis=1)
    law = OneBitMean(-1, 1, 1).channel([-1, SHOWN, 1])[:, 1]
    assert (np.abs(means - law) < 5 * np.sqrt(law * (1 - law) / 20_000)).all()
    error = standard_error("one bit", 1)
    mean_variance = OneBitMean(-1, 1, 1).variance(1, chapter["x"]).mean()
    chapter.says("people of Adult, $B^2 - x^2$ is {:.2f}, so one", mean_variance)
    deviation = HALF * math.sqrt(mean_variance)
    chapter.says("{} · √{:.2f} = {:.0f} years.", HALF, mean_variance, deviation)
    chapter.says("deviation of one report is {:.0f} years. So both", deviation)
    text = (
        "each from {:,} reports, have a standard error of {:.0f}/√{:,} = {:.2f} years"
    )
    chapter.says(text, N, deviation, N, error)
    chapter.says(
        "= {:.2f} years instead of {:.2f}.", error, standard_error("Laplace", 1)
    )
    for mean in (chapter["ours"], chapter["found"].mean):
        assert abs(mean - AGES.mean()) < 5 * error
    assert math.isclose(privacy_loss(chapter["device"].channel()), 1)


def test_the_dense_piece(chapter):
    C = (ROOT + 1) / (ROOT - 1)
    # its mass; its middle at x = 1
    floor, block = 2 * C / ((ROOT + 1) * (C + 1)), (C + 1) / 2
    assert math.isclose(floor, 1 / ROOT) and math.isclose(block, ROOT / (ROOT - 1))
    squares = floor * C**2 / 3 + (1 - floor) * (block**2 + (C - 1) ** 2 / 12) - 1
    assert math.isclose(squares, PiecewiseMean(-1, 1, 1).variance(1, 1))
    chapter.says("which is {:.3f} at ε = 1. The block has", C)
    hit = ROOT / (ROOT + 1)
    assert math.isclose(hit / (1 - hit), ROOT) and math.isclose((C + 1) / (C - 1), ROOT)
    chapter.says("At ε = 1 it is {:.3f}.", hit / (C - 1))
    y = np.linspace(-C, C, 999)
    for x in (-1, SHOWN, 0, 0.8):
        module = PiecewiseMean(-1, 1, 1).density(y, x)
        assert np.allclose(chapter["density"](y, x, 1), module)
        low, high = np.unique(module.round(9))
        assert np.allclose([low, high], [hit / (C - 1) / E, hit / (C - 1)])


def test_the_shortest_floor(chapter):
    """The three demands leave one share w; no other has a shorter floor."""
    for e in (0.5, 1, 2, 4):
        E, root = exp(e), exp(e / 2)
        shares = np.linspace(1 / E, 1, 20_001)[1:-1]
        floors = (E - 1) / (E + 1 - (1 / shares + E * shares))
        w, C = 1 / root, (root + 1) / (root - 1)
        assert floors.min() * (1 + 1e-12) >= C
        assert math.isclose(C, (E - 1) / (E + 1 - (1 / w + E * w)))
        length = C - 1
        assert math.isclose((1 - w) / w, (E - 1) * length / (2 * C))
        assert math.isclose(1 / (1 - w) + length / 2, C)
        assert math.isclose(1 / (1 - w), (C + 1) / 2)


def test_a_phone_at_40(chapter):
    C, hit = PiecewiseMean(-1, 1, 4).bound, exp(2) / (exp(2) + 1)
    middle = (C + 1) * (23 / HALF - 1) / 2
    piece = [middle - (C - 1) / 2, middle + (C - 1) / 2]
    ends = [chapter["years"](y) for y in (*piece, -C, C)]
    text = "between {:.0f} and {:.0f} years in {:.0f} of 100 cases, and"
    chapter.says(text, *ends[:2], 100 * hit)
    chapter.says("otherwise something between {:.0f} and {:.0f}.", *ends[2:])
    kinds = (OneBitMean, PiecewiseMean)
    bit, piece = (math.sqrt(kind(17, 90, 4).variance(1, 40)) for kind in kinds)
    text = "deviation of {:.0f} years if it is one bit, and of only {:.0f} if it is"
    chapter.says(text, bit, piece)
    assert 8.5 < (bit / piece) ** 2 < 9  # "nearly nine times as many"
    bit, piece = (kind(17, 90, 4).variance(1, 17) for kind in kinds)
    assert bit < piece  # at 17 the bit is better even at ε = 4


def test_where_piecewise_and_one_bit_are_equal(chapter):
    def lead(age):
        one_bit, piece = (KINDS[name](17, 90, 1) for name in ("one bit", "piecewise"))
        return one_bit.variance(1, age) - piece.variance(1, age)

    borders = [brentq(lead, 17, 53.5), brentq(lead, 53.5, 90)]
    chapter.says("everybody from {:.0f} to {:.0f} years", *borders)
    hybrid = HybridMean(17, 90, 1).variance(1, borders)
    assert np.allclose(hybrid, OneBitMean(17, 90, 1).variance(1, borders))


def test_the_larger_epsilon_the_more_people_have_less_error_than_with_one_bit():
    grid = np.linspace(-1, 1, 1_001)
    shares = []
    for epsilon in np.linspace(0.25, 8, 32):
        kinds = (OneBitMean, PiecewiseMean)
        bit, piece = (kind(-1, 1, epsilon).variance(1, grid) for kind in kinds)
        shares.append(np.abs(grid)[piece < bit].max(initial=-1))
        assert ((piece < bit) == (np.abs(grid) <= shares[-1])).all()  # in the middle
        assert shares[-1] < 1  # and never at the ends
    assert shares == sorted(shares) and shares[0] == -1  # nobody


def test_what_integration_finds(chapter):
    for x, (area, mean, piece, bit, mixed) in chapter["rows"].items():
        assert abs(area - 1) < 1e-9 and abs(mean - x) < 1e-9
        formula = x**2 / (ROOT - 1) + (ROOT + 3) / (3 * (ROOT - 1) ** 2)
        assert math.isclose(piece, formula, rel_tol=1e-9)
        assert math.isclose(piece, PiecewiseMean(-1, 1, 1).variance(1, x), rel_tol=1e-9)
        assert math.isclose(bit, OneBitMean(-1, 1, 1).variance(1, x), rel_tol=1e-9)
        assert math.isclose(mixed, HybridMean(-1, 1, 1).variance(1, x), rel_tol=1e-9)
    chapter.says("(Below ε = {:.3f} it is always", SWITCH)
    chapter.says("Once ε passes {:.2f}, the coin is set so", SWITCH)
    assert math.isclose(HybridMean(-1, 1, 1).chance_of_piecewise, 1 - 1 / ROOT)


def test_the_density_of_the_hybrid_has_no_larger_ratio():
    """Both parts with the same weights: the largest ratio over all numbers."""
    for epsilon in (0.7, 1, 2, 4):
        hybrid, bit = HybridMean(-1, 1, epsilon), OneBitMean(-1, 1, epsilon)
        share, C = hybrid.chance_of_piecewise, hybrid.bound
        x, y = np.linspace(-1, 1, 41), np.linspace(-C, C, 401)
        dense = np.array([
            share * PiecewiseMean(-1, 1, epsilon).density(y, value) for value in x
        ])
        atoms = (1 - share) * bit.channel(x)
        for part in (dense, atoms):
            assert np.log(part.max(axis=0) / part.min(axis=0)).max() <= epsilon + 1e-9
        area = quad(
            lambda t: PiecewiseMean(-1, 1, epsilon).density([t], 0)[0],  # noqa: B023
            *(-C, C),
            points=[-(C - 1) / 2, (C - 1) / 2],
        )[0]
        assert np.allclose(share * area + atoms.sum(axis=1), 1, rtol=0, atol=1e-9)


def test_few_levels(chapter):
    three = FewLevelsMean(-1, 1, 3, 1)
    assert math.isclose(three.p, E / (E + 2)) and math.isclose(three.q, 1 / (E + 2))
    assert math.isclose(privacy_loss(three.channel()), 1)
    for x in (-1, SHOWN, 0.2):
        average = three.channel([x])[0] @ [-1, 0, 1]
        assert math.isclose(average, x * (E - 1) / (E + 2))


def test_explorer_of_reports(chapter):
    explorer = chapter.explorers["Which report for which age?"]
    one_bit = OneBitMean(17, 90, 1).variance(1, [17, 53.5]) ** 0.5
    chapter.says("deviation of {:.0f} years for an age of 17", one_bit[0])
    chapter.says("and of {:.0f} in the middle. What", one_bit[1])
    chapter.says("someone of {:g}, {:g} and {:g}?", *explorer.predict.at)
    chapter.says("Move ε from {} to", explorer.choices["epsilon"][0])
    best = {}
    for state, picture in explorer.pictures:
        lowest = np.argmin([line.y for line in picture.series], axis=0)
        best[state["epsilon"]] = [picture.series[k].label for k, _ in groupby(lowest)]
    strict = min(best)
    chapter.says("At ε = {} one bit is best for every age", strict)
    assert best[strict] == ["one bit"]
    assert best[1] == ["one bit", "piecewise", "3 levels", "piecewise", "one bit"]
    assert best[4][0] == best[4][-1] == "one bit" and "one bit" not in best[4][1:-1]


def test_the_table_of_real_data(chapter):
    targets = json.loads((VECTORS / "targets_mean.json").read_text("utf-8"))["results"]
    names = {
        "Laplace": "laplace", "one bit": "duchi", "piecewise": "pm", "hybrid": "hm"
    }  # fmt: skip
    for (what, epsilon), of_one in chapter["table"].items():
        for name, target in names.items():
            theory = targets[f"{what}|{epsilon}|{target}"]["theory"]
            assert math.isclose(of_one[name], theory, rel_tol=1e-9)
    assert (HOURS.min(), HOURS.max()) == (1, 99)


def test_most_people_are_better_off_with_piecewise_from_1(chapter):
    chapter.says("for them, from about ε = {} on, the piecewise report is better.", 1)
    for data, low, high in ((AGES, 17, 90), (HOURS, 1, 99)):
        for epsilon in (1, 1.5, 2, 4, 8):
            bit, piecewise = (
                kind(low, high, epsilon).variance(1, data)
                for kind in (OneBitMean, PiecewiseMean)
            )
            assert (piecewise < bit).mean() > 0.5
    whole = np.linspace(-1, 1, 2_001)  # below about 0.6 the bit is better for everyone
    bit, piecewise = (
        k(-1, 1, 0.6).variance(1, whole) for k in (OneBitMean, PiecewiseMean)
    )
    assert (bit < piecewise).all()


def test_how_good_one_bit_is(chapter):
    """How many times the people of the best report, for ages."""
    table = chapter["table"]
    errors = {epsilon: table["age", epsilon] for epsilon in ("0.5", "1", "2", "4")}
    times = {
        epsilon: (of["one bit"] / min(of.values())) ** 2
        for epsilon, of in errors.items()
    }
    assert times["0.5"] < 1.001 and times["1"] < 1.06 < 1.5 < times["2"]
    assert min(errors["4"], key=errors["4"].get) == "piecewise"
    text = "at ε = {:g} one bit needs {:.1f} times as many people as the"
    chapter.says(text, 4, times["4"])
    chapter.says("At ε = {:g} it needs {:.1f} times as many", 4, times["4"])
    chapter.says(
        "one bit is within {:.0f} % of the best", math.ceil(100 * times["1"] - 100)
    )


def test_no_winner(chapter):
    grid = np.linspace(-1, 1, 2_001)
    for epsilon in (0.1, 0.5, 0.61, 0.7, 1, 2, 4, 8):
        worst = {
            name: kind(-1, 1, epsilon).variance(1, grid).max()
            for name, kind in KINDS.items()
        }
        of_four = [error for name, error in worst.items() if name != "3 levels"]
        assert worst["hybrid"] <= min(of_four) * (1 + 1e-12)
    middle, end = (PiecewiseMean(-1, 1, 1).variance(1, x) for x in (0, 1))
    border = (HybridMean(-1, 1, 1).variance(1, 0) - middle) / (end - middle)
    of_hybrid = HybridMean(-1, 1, 1).variance(1, 0)
    assert math.isclose(middle + border / (ROOT - 1), of_hybrid)
    text = (
        "piecewise beats the hybrid when the average of $x^2$ is below {:.3f}: ${:.3f}"
    )
    chapter.says(text, border, middle)
    chapter.says("+ {:.3f}/{:.3f} = {:.3f}$. Ages", border, ROOT - 1, of_hybrid)
    hours = (HOURS - 1) / 49 - 1
    squares = (np.mean(x**2) for x in (chapter["x"], hours))
    chapter.says("Ages have {:.3f} and hours {:.3f}. Up", *squares)

    def lead(epsilon):
        levels = FewLevelsMean.optimized(-1, 1, epsilon).variance(1, grid).max()
        return levels - HybridMean(-1, 1, epsilon).variance(1, grid).max()

    chapter.says("Once ε passes {:.2f}, the best number", brentq(lead, 1.2, 2))
    assert all(lead(epsilon) < 0 for epsilon in (1.7, 2, 2.6, 3, 3.6, 4, 6, 8))
    for x in (chapter["x"], hours):
        assert (np.abs(x) < 0.8).mean() > 0.8
    # at every ε of the table another one may lead
    leaders = {min(of_one, key=of_one.get) for of_one in chapter["table"].values()}
    assert len(leaders) >= 3


def test_runs_and_theory(chapter):
    seen, theory = chapter["seen"], chapter["theory"]
    assert len(seen) == len(chapter["EPSILONS"]) * len(KINDS)
    for key, error in theory.items():
        assert math.isclose(error, standard_error(*key))
        assert abs(seen[key] / error - 1) < 5.5 / math.sqrt(2 * 200)  # 25 dots
    chapter.says("from {} to 8, on logarithmic axes", min(chapter["EPSILONS"]))
    sampling = AGES.std() / math.sqrt(N)
    chapter.says("which is {:.2f}/√{:,} = {:.4f} years", AGES.std(), N, sampling)
    text = "How small is an error of {:.2f} years? Even if everybody tells the truth, a random sample of {:,} people"
    chapter.says(text, standard_error("one bit", 1), N)
    assert min(theory, key=theory.get) == ("piecewise", 8)
    for name in ("one bit", "3 levels"):  # never, not even without flips
        assert standard_error(name, 30) > sampling


def test_where_people_are_the_limit(chapter):
    sampling = AGES.std() / math.sqrt(N)
    equal = {
        name: brentq(lambda e, name=name: standard_error(name, e) - sampling, 1, 12)
        for name in ("piecewise", "Laplace")
    }
    text = "near ε = {piecewise:.0f} with the piecewise report, but only near {Laplace:.1f} with"
    chapter.says(text, **equal)
    chapter.says("changes only 73/{:,} years: a standard error of", N)
    chapter.says("standard error of {:.3f} years at ε = 1.", math.sqrt(2) * 73 / N)


def test_clipped_reports(chapter):
    expected = chapter["expected_clipped"]
    for x, b in ((-1, 2), (SHOWN, 2), (0.6, 0.5)):

        def report(y, x=x, b=b):
            return np.clip(y, -1, 1) * np.exp(-abs(y - x) / b) / (2 * b)

        edges = [-60 * b, -1, x, 1, 60 * b]
        mean = chapter["years"](sum(quad(report, *pair)[0] for pair in pairwise(edges)))
        age = chapter["years"](x)
        assert math.isclose(expected(age, 2 / b), mean, rel_tol=1e-6)
    means = AGES.mean(), expected(AGES, 1).mean()
    chapter.says("which is {:.2f} years", expected(17, 1))
    chapter.says("a mean age of {:.1f} becomes {:.1f}.", *means)
    reference = json.loads((VECTORS / "clip_bias.json").read_text("utf-8"))
    of_ages = reference["adult_age_mean_if_each_report_clipped_to_17_90"]
    for epsilon, mean in of_ages.items():
        assert abs(expected(AGES, float(epsilon)).mean() - mean) < 6e-4
    for row in reference["rows"]:
        of_row = (expected(chapter["years"](row["x"]), row["eps"]) - 53.5) / HALF
        assert math.isclose(of_row, row["expected_clipped_report"], abs_tol=1e-12)


def test_when_noise_is_worse_than_clipping(chapter):
    """The variance of a clipped report by integration, averaged over all."""
    b, y = 2, np.linspace(-1, 1, 4_001)
    held, counts = np.unique(chapter["x"], return_counts=True)
    weights, variances, biases = counts / N, [], []
    for x in held:
        squares = np.trapezoid(y**2 * np.exp(-np.abs(y - x) / b) / (2 * b), y)
        squares += (np.exp(-(1 - x) / b) + np.exp(-(1 + x) / b)) / 2
        mean = x - b * np.exp(-1 / b) * np.sinh(x / b)
        variances.append(squares - mean**2)
        biases.append(mean - x)
    saved, bias = 2 * b**2 - weights @ variances, weights @ biases
    chapter.says(
        "with fewer than {:.0f} people, it saves more variance", saved / bias**2
    )


def test_explorer_of_clipping(chapter):
    explorer = chapter.explorers["What clipping does to a mean"]
    chapter.says("Move ε from {} to", explorer.choices["epsilon"][0])
    pulls = [picture.series[1].y[0] for _, picture in explorer.pictures]
    assert pulls == sorted(pulls, reverse=True)  # the larger the noise, the stronger


def errors_of_cap(cap, epsilon, n):
    capped = np.minimum(GAINS, cap)
    noise = math.sqrt(HybridMean(0, cap, epsilon).variance(n, capped).mean())
    return GAINS.mean() - capped.mean(), noise


def test_explorer_of_ranges(chapter):
    chapter.says("the mean is {:,.0f} dollars, and", GAINS.mean())
    assert np.median(GAINS) == 0
    top = GAINS.max()
    chapter.says("and {} people have {:,}.", (top == GAINS).sum(), top)
    explorer = chapter.explorers["How large should the range be?"]
    bias, noise = errors_of_cap(top, 1, N)
    assert bias == 0
    chapter.says("ε = 1, {:,} people, hybrid. The noise", N)
    chapter.says("is drawn: {:.0f} dollars with a cap of {:,}, and", noise, top)
    chapter.says("{:.0f} with a cap of 10,000. How", errors_of_cap(10_000, 1, N)[1])
    chapter.says("with a cap of {:,}? And with {:,}?", *map(int, explorer.predict.at))
    best = {}
    for state, picture in explorer.pictures:
        total, _, _, lowest = picture.series
        for cap, height in list(zip(total.x, total.y))[::7]:
            assert abs(math.hypot(*errors_of_cap(cap, **state)) - height) < 0.006
        best[state["epsilon"], state["n"]] = lowest.x[0]
    for n in explorer.choices["n"]:  # to the right with ε, and with people
        along = [best[epsilon, n] for epsilon in explorer.choices["epsilon"]]
        assert along == sorted(along)
    assert all(best[e, 1_000_000] >= best[e, N] for e in explorer.choices["epsilon"])
    caps = np.arange(30_000, 60_001, 250)
    totals = [math.hypot(*errors_of_cap(cap, 1, N)) for cap in caps]
    text = "At ε = 1, with the hybrid and these {:,} people, the best cap is near {:,}"
    chapter.says(text, N, round(caps[np.argmin(totals)], -3))
    chapter.says("and the error is still {:.0f} dollars on a mean of", min(totals))
    share = np.mean(GAINS.max() <= GAINS)
    of_one = DirectEncoding(range(3), 1).variance(1, share)
    needed = [of_one * (errors / share) ** 2 for errors in (1.96, 3)]
    chapter.says("here they aren't: only {:.3f} % have {:,}.", 100 * share, GAINS.max())
    chapter.says("has the variance ${:.2f}/n$, by the", of_one)
    chapter.says("is {} standard errors away from 0 when", 1.96)
    text = "$n$ is {:.2f} · ({}/{:.5f})², or {:,.0f} people"
    chapter.says(text, of_one, 1.96, share, round(needed[0], -3))
    chapter.says("three standard errors it takes {:,.0f}.", round(needed[1], -3))


def test_floats(chapter):
    laplace = chapter["laplace"]
    assert laplace.epsilon == 0.1
    b = 2 / laplace.epsilon
    j, at = 2**53 * exp(-1) / 2, -b  # b ln(2 j / 2^53) = -b
    chapter.says("At ε = {:.1f}, near a noise of −{:.0f}, the gaps", laplace.epsilon, b)
    chapter.says("A noise of −{:.0f} has", b)
    chapter.says("$j = {:.2f} \\cdot", j / 1e15)
    chapter.says("moves it by $b/j = {:.1f} \\cdot", b / j * 1e15)
    chapter.says("are only ${:.1f} \\cdot", math.ulp(at) * 1e15)
    times = b / j / math.ulp(at)
    chapter.says("noises are {:.1f} times those between floats", times)
    chapter.says("noises hit one float in {:.1f}, and miss", times)
    assert chapter["everyone"][chapter["possible_of_40"].all(axis=0)].tolist() == [40]
    left = chapter["left"]
    chapter.says("We take {} people, each with five", len(left))
    assert chapter["true_remains"] and left.shape[1] == 5
    share = 100 * (left[:, 2] == 1).mean()
    reports, epsilon = 3, 0.1
    text = (
        "Three reports have ε = {:.1f} on paper, and give away {:.0f} % of these ages"
    )
    chapter.says(text, reports * epsilon, share)
    assert round(1.96 * math.sqrt(share * (100 - share) / len(left))) == 5


def test_repairs(chapter):
    device = IntegerOneBitMean(17, 90, 1)
    chapter.says("one below {:,}, and keeps", 2**device.bits)
    chapter.says("keeps the bit if this number is below {:,}.", device.keep)
    ones = np.array([float(text) for text in chapter["ones"]])
    assert np.allclose(ones, device.channel()[:, 1])
    rng = np.random.default_rng(5)
    mean = np.mean([chapter["integer_bit"](40, rng) for _ in range(5_000)])
    law = device.channel()[40 - 17, 1]
    assert abs(mean - law) < 5 * math.sqrt(law * (1 - law) / 5_000)
    ratio = math.exp(-1 / 73)  # of the probabilities of k + 1 and k
    noisy, smooth = 2 * ratio / (1 - ratio) ** 2, LaplaceMean(17, 90, 1).variance(1, 40)
    text = "variance is {:,.1f} square years, and that of Laplace noise {:,.0f}."
    chapter.says(text, noisy, smooth)
    error = standard_error("one bit", 1)
    chapter.says("standard error of {:.1f} years, from one bit", error)


def test_audits(chapter):
    bound = chapter["at_least"](chapter["laplace"], chapter["not_90"])
    chapter.says("ε is at least {:.2f}, with 99 % confidence", bound)
    within = chapter["at_least"](chapter["integer"], lambda bits: bits == 0)
    assert 0 <= within <= 0.1 and chapter["integer"].epsilon <= 0.1


def test_check_yourself(chapter):
    estimated = 16.2
    assert estimated < AGES.min()
    chapter.says("An estimated mean age is {}, outside the range", estimated)
    chapter.says("Which scale $b$?** a. 2 b. 4 c. {}", 0.5 / 2)
    ends, middle = (
        {name: kind(-1, 1, 1).variance(1, x) for name, kind in KINDS.items()}
        for x in (1, 0)
    )
    assert min(ends, key=ends.get) == "one bit"
    assert min(middle, key=middle.get) == "3 levels"


def test_exercise_by_hand(chapter):
    one_bit = OneBitMean(-1, 1, math.log(3))
    chance, variance = one_bit.channel([0.5])[0, 1], one_bit.variance(1, 0.5)
    chapter.says("= {:.3f}, and the variance is 4 − 0.25 = {:.2f}.", chance, variance)


def test_exercise_plan(chapter):
    noise = HybridMean(-1, 1, 1).variance(1, 0)
    chapter.says("of one report, ${}^2 \\cdot {:.3f}$, and", HALF, noise)
    chapter.says("of the ages, ${:.2f}^2$.", AGES.std())
    n = math.ceil(1.96**2 * (HALF**2 * noise + AGES.var()))
    chapter.says("That is {:,}. (Without", n)
    chapter.says("it would be {}.)", math.ceil(1.96**2 * AGES.var()))


def test_exercise_fair_tails(chapter):
    """The faulty client, run: 400,000 reports each; five standard errors."""
    C, rng, n = (ROOT + 1) / (ROOT - 1), np.random.default_rng(7), 400_000
    multiple, atom = ROOT * (2 * ROOT + 1) / (2 * (E - 1)), 1 / (2 * (ROOT + 1))
    for x in (0.4, 1.0):
        left = (C + 1) * x / 2 - (C - 1) / 2
        right, place = left + C - 1, rng.random(n)
        side = np.where(
            rng.random(n) < 1 / 2, -C + place * (left + C), right + place * (C - right)
        )
        y = np.where(rng.random(n) < ROOT / (ROOT + 1), left + place * (C - 1), side)
        assert abs(y.mean() - multiple * x) < 5 * y.std() / math.sqrt(n)
    share = np.isclose(y, C, rtol=0, atol=1e-12).mean()
    assert abs(share - atom) < 5 * math.sqrt(atom / n)
    chapter.says("or {:.2f} $x$. For", multiple)
    chapter.says("= {:.3f}. For any other $x$", atom)


def test_exercise_small_coin(chapter):
    device = IntegerOneBitMean(0, 1, 2, bits=8)
    below = 256
    exact = below * exp(2) / (exp(2) + 1)
    chapter.says("with a random whole number below {}.", below)
    text = r"${} \cdot e^2/(e^2+1)$ = {:.1f}, rounded down {}."
    chapter.says(text, below, exact, device.keep)
    odds = device.keep, below - device.keep
    chapter.says("ε = ln({}/{}) = {:.3f}.", *odds, device.epsilon)


def test_exercise_6_minutes_of_sleep(chapter):
    low, high, all_day = 180, 720, 1_440
    chapter.says("below 0 and above {:,}, since they're clearly wrong", all_day)
    chapter.says("clip the minutes to, say, {} to {}, because", low, high)
    text = "{}/ε instead of {:,}/ε makes the error {:.1f} times smaller"
    chapter.says(text, high - low, all_day, all_day / (high - low))
