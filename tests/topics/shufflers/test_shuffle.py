"""The mixer: exact values against enumeration of all reports, bounds that bound, their
vectors.

Nothing here is random.
"""

import functools
import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from ldp_course.binomial import log_probability
from ldp_course.topics import shufflers
from tests.reference import vectors
from tests.topics.shufflers.third_value import third_value_delta, third_value_epsilon

LOCAL = (0.1, 0.5, 1, 2, 4, 8)
SHARES = (0, 0.1, 0.6, 0.99)  # of ε₀


def hockey_stick(first, second, factor):
    """The larger of both directions of the sum of positive first - factor second."""
    return max(
        sum(max(x - factor * y, 0) for x, y in zip(a, b))
        for a, b in ((first, second), (second, first))
    )


def by_enumeration(n, local_epsilon, epsilon, ones):
    """δ from the probabilities of all 2^n rows of reports, put into piles by their
    ones."""
    truth = 1 / (1 + math.exp(-local_epsilon))
    piles = np.zeros((2, n + 1))
    for target in (0, 1):
        held = [target] + [1] * ones + [0] * (n - 1 - ones)
        for reports in itertools.product((0, 1), repeat=n):
            same = sum(map(int.__eq__, held, reports))
            piles[target, sum(reports)] += truth**same * (1 - truth) ** (n - same)
    return hockey_stick(*piles, math.exp(epsilon))


@functools.cache
def in_fractions(n, odds, factor, ones):
    """δ without any rounding, for ε₀ = ln(odds) and ε = ln(factor)."""
    truth, piles = Fraction(odds, odds + 1), [Fraction(1)]
    for other in range(n - 1):
        p_1 = truth if other < ones else 1 - truth
        stays, moves = [p * (1 - p_1) for p in piles], [p * p_1 for p in piles]
        piles = [a + b for a, b in zip([*stays, Fraction(0)], [Fraction(0), *moves])]
    low, high = [*piles, Fraction(0)], [Fraction(0), *piles]
    if_0 = [truth * a + (1 - truth) * b for a, b in zip(low, high)]
    if_1 = [(1 - truth) * a + truth * b for a, b in zip(low, high)]
    return hockey_stick(if_0, if_1, Fraction(factor))


# ---- coins


@pytest.mark.parametrize("n", [1, 2, 3, 6, 9])
def test_small_crowds_against_all_reports(n):
    few = (2,) if n > 6 else LOCAL
    for local_epsilon, share in itertools.product(few, (0.1, 0.6) if n > 6 else SHARES):
        for ones in range(n):
            epsilon = share * local_epsilon
            exact = by_enumeration(n, local_epsilon, epsilon, ones)
            delta = shufflers.coins_delta(n, local_epsilon, epsilon, ones)
            assert math.isclose(delta, exact, rel_tol=1e-10, abs_tol=1e-14)


@pytest.mark.parametrize("n", [20, 60])
def test_deep_tails_against_fractions(n):
    """Down to 1e-80 in relative terms, where a sum of floats would long have been 0."""
    for odds, factor in ((2, 1), (20, 15), (1_000, 900)):
        for ones in (0, 1, n // 2):
            exact = in_fractions(n, odds, factor, ones)
            delta = shufflers.coins_delta(n, math.log(odds), math.log(factor), ones)
            assert math.isclose(delta, exact, rel_tol=1e-8), (odds, factor, ones)


def test_exact_deltas_agree_with_the_reference():
    for row in vectors("shuffle_rr_exact")["delta_at"]:
        people = row["n"], row["eps0"]
        delta = shufflers.coins_delta(*people, row["eps"], row["others_holding_1"])
        assert math.isclose(delta, row["delta"], rel_tol=1e-10, abs_tol=2e-16)


MANY = pytest.mark.deep


@pytest.mark.parametrize("least, most", [(0, 50), pytest.param(51, 200, marks=MANY)])
def test_exact_and_worst_epsilons_of_small_crowds(least, most):
    for row in vectors("shuffle_rr_exact")["eps_small_n_all_m"]:
        if not least <= row["n"] <= most:
            continue
        n, arguments = row["n"], (row["n"], row["eps0"], row["delta"])
        assert math.isclose(
            shufflers.coins_epsilon(*arguments), row["eps_m0"], rel_tol=1e-10
        )
        middle = shufflers.coins_epsilon(*arguments, n // 2)
        assert math.isclose(middle, row["eps_middle"], rel_tol=1e-10)
        largest, crowds = (
            row["eps_max"],
            range((n + 1) // 2),
        )  # a crowd and its mirror are alike
        deltas = [
            shufflers.coins_delta(n, row["eps0"], largest, ones) for ones in crowds
        ]
        worst = shufflers.coins_epsilon(*arguments, int(np.argmax(deltas)))
        assert math.isclose(worst, largest, rel_tol=1e-10)
        assert max(deltas) <= row["delta"] * (1 + 1e-8)


@pytest.mark.parametrize(
    "least, most", [(0, 1_000), pytest.param(1_001, 10**8, marks=MANY)]
)
def test_exact_epsilons_of_large_crowds(least, most):
    for row in vectors("shuffle_rr_exact")["eps_large_n"]:
        if least <= row["n"] <= most:
            arguments = row["n"], row["eps0"], row["delta"]
            assert math.isclose(
                shufflers.coins_epsilon(*arguments), row["eps_m0"], rel_tol=1e-10
            )
            half = shufflers.coins_epsilon(*arguments, row["n"] // 2)
            assert math.isclose(half, row["eps_half"], rel_tol=1e-10)


def test_an_epsilon_is_the_smallest_that_holds():
    for n, local_epsilon, delta, ones in itertools.product(
        (1, 7, 60), (0.3, 3), (1e-300, 1e-9, 0.01, 0.7), (0, "half")
    ):
        crowd = n // 2 if ones else 0
        epsilon = shufflers.coins_epsilon(n, local_epsilon, delta, crowd)
        assert shufflers.coins_delta(n, local_epsilon, epsilon, crowd) <= delta * (
            1 + 1e-12
        )
        assert epsilon <= local_epsilon
        if epsilon:
            assert (
                shufflers.coins_delta(n, local_epsilon, epsilon * (1 - 1e-9), crowd)
                > delta
            )


# ---- bounds


def test_the_grid_of_exact_epsilons():
    for row in vectors("shuffle_bounds_grid")["rows"]:
        coins = shufflers.coins_epsilon(row["n"], row["eps0"], row["delta"])
        assert math.isclose(coins, row["exact_rr_m0"], rel_tol=1e-9)
        shift = 2 * math.sinh(row["eps0"] / 2) / math.sqrt(row["n"])
        normal = shufflers.gaussian_epsilon(shift, row["delta"])
        assert math.isclose(normal, row["gdp"], rel_tol=1e-9)


@pytest.mark.parametrize(
    "least, most", [(0, 100), pytest.param(101, 10**9, marks=MANY)]
)
def test_the_grid_of_bounds(least, most):
    for row in vectors("shuffle_bounds_grid")["rows"]:
        if least <= row["n"] <= most:
            of = row["n"], row["eps0"], row["delta"]
            digits = {"abs_tol": 5.1e-6} if "note" in row else {"rel_tol": 1e-9}
            blanket, clones = (
                shufflers.blanket_epsilon(*of),
                shufflers.clones_epsilon(*of),
            )
            assert math.isclose(blanket, row["blanket_binary"], **digits)
            assert math.isclose(clones, row["clone2021"], **digits)


def two_piles(tosses, truth, epsilon):
    """δ of a target among fair coins, from both distributions."""
    heads = stats.binom.pmf(np.arange(-1, tosses + 1), tosses, 0.5)
    low, high = np.append(heads[1:], 0), heads
    return hockey_stick(
        truth * high + (1 - truth) * low,
        (1 - truth) * high + truth * low,
        math.exp(epsilon),
    )


@pytest.mark.parametrize("n", [1, 2, 15, 60])
def test_bounds_against_the_sum_over_all_coins(n):
    for local_epsilon, share in itertools.product((0.3, 2, 7), (0, 0.2, 0.9)):
        epsilon, odds = share * local_epsilon, math.exp(local_epsilon)
        for bound, r in (
            (shufflers.blanket_delta, 2 / (odds + 1)),
            (shufflers.clones_delta, 1 / odds),
        ):
            chances = stats.binom.pmf(np.arange(n), n - 1, r)
            piles = [two_piles(c, odds / (odds + 1), epsilon) for c in range(n)]
            assert math.isclose(
                bound(n, local_epsilon, epsilon),
                chances @ piles,
                rel_tol=1e-9,
                abs_tol=1e-15,
            )


@pytest.mark.parametrize("n", [2, 10, 25])
def test_exact_is_below_blanket_is_below_clones_in_every_crowd(n):
    for local_epsilon, share in itertools.product((0.3, 1, 3), (0, 0.3, 0.8)):
        epsilon = share * local_epsilon
        blanket = shufflers.blanket_delta(n, local_epsilon, epsilon)
        assert blanket <= shufflers.clones_delta(n, local_epsilon, epsilon) * (
            1 + 1e-12
        )
        for ones in range(n):
            exact = shufflers.coins_delta(n, local_epsilon, epsilon, ones)
            assert exact <= blanket * (1 + 1e-12)


# ---- direct encoding


def test_direct_encoding_against_all_reports():
    """Exact for three values; with more, the counts of all the others say a little
    more."""
    for n, k, epsilon in (
        (2, 3, 0),
        (3, 3, 0.3),
        (6, 3, 0.5),
        (4, 4, 0.5),
        (3, 5, 0.1),
    ):
        p, q = math.exp(1) / (math.exp(1) + k - 1), 1 / (math.exp(1) + k - 1)
        piles = [{}, {}]
        for target in (0, 1):
            for reports in itertools.product(range(k), repeat=n):
                held = [target] + [2] * (n - 1)
                chance = math.prod(p if r == h else q for r, h in zip(reports, held))
                pile = tuple(sorted(reports))
                piles[target][pile] = piles[target].get(pile, 0) + chance
        both = [[pile[key] for key in sorted(pile)] for pile in piles]
        exact = hockey_stick(*both, math.exp(epsilon))
        delta = third_value_delta(n, k, 1.0, epsilon)
        if k == 3:
            assert math.isclose(delta, exact, rel_tol=1e-10)
        assert delta <= exact * (1 + 1e-10)


def test_direct_encoding_has_the_stated_delta():
    for row in vectors("shuffle_accuracy")["krr"][:3]:  # of 10,000 people
        arguments = row["n"], row["k"], row["eps0"]
        delta = third_value_delta(*arguments, row["eps"])
        assert math.isclose(delta, row["delta"], rel_tol=1e-6)
        epsilon = third_value_epsilon(*arguments, row["delta"])
        assert math.isclose(epsilon, row["eps"], rel_tol=1e-6)


def test_randomized_response_is_not_the_worst_mechanism():
    for n, local_epsilon, third in ((1_000, 2, 0.372), (10_000, 4, 0.407)):
        epsilon = third_value_epsilon(n, 3, local_epsilon, 1e-6)
        assert round(epsilon, 3) == third
        arguments = n, local_epsilon, 1e-6
        assert shufflers.coins_epsilon(*arguments) < epsilon
        assert epsilon < shufflers.blanket_epsilon(*arguments)


# ---- people needed, and the four models


def test_people_needed():
    """Beside a table computed elsewhere, whose larger numbers are rounded up to
    steps."""
    table = {(2, 1): (182, 366), (4, 1): (1_790, 4_330), (6, 1): (13_680, 34_080),
             (8, 1): (101_504, 254_016), (4, 0.1): (74_144, 268_032)}  # fmt: skip
    ways = {"coins": shufflers.coins_delta, "clones": shufflers.clones_delta}
    for (local_epsilon, epsilon), of_table in table.items():
        for (by, delta), rounded in zip(ways.items(), of_table):
            n = shufflers.people_needed(local_epsilon, epsilon, 1e-6, by)
            assert 0.999 * rounded < n <= rounded
            assert (
                delta(n, local_epsilon, epsilon)
                <= 1e-6
                < delta(n - 1, local_epsilon, epsilon)
            )
    assert shufflers.people_needed(1.0, 1.0, 1e-6) == 1
    assert shufflers.people_needed(30.0, 0.01, 1e-9) == math.inf


@pytest.mark.parametrize(
    "least, most", [(0, 1_000), pytest.param(1_001, 10**9, marks=MANY)]
)
def test_four_models_at_the_same_promise(least, most):
    for row in vectors("shuffle_accuracy")["rows"]:
        n, epsilon, delta = row["n"], row["eps"], row["delta"]
        if not least <= n <= most:
            continue
        largest = shufflers.largest_local_epsilon(n, epsilon, delta, by="coins")
        assert math.isclose(largest, row["eps0_exact_rr"], rel_tol=1e-9)
        liars = n / (math.exp(largest) + 1)
        assert math.isclose(liars, row["expected_flips"], rel_tol=1e-8)
        errors = shufflers.four_models(n, epsilon, delta)
        names = {
            "local": "local",
            "shuffled": "shuffle_exact",
            "Laplace": "central_dlap",
            "shuffled, by clones": "shuffle_clone",
            "Gaussian": "central_gauss",
        }
        for name, field in names.items():
            assert math.isclose(errors[name], row[f"sd_{field}"], rel_tol=1e-8)


@pytest.mark.deep
def test_the_worst_crowd_is_hardly_worse_at_the_allowed_eps0():
    for row in vectors("shuffle_accuracy")["rows"]:
        if row["n"] <= 1_000:
            arguments = row["n"], row["eps0_exact_rr"], row["eps"]
            crowds = range((row["n"] + 1) // 2)
            worst = max(shufflers.coins_delta(*arguments, ones) for ones in crowds)
            assert math.isclose(worst, row["worst_delta_over_m"], rel_tol=1e-6)


# ---- numerics


def test_log_probabilities_of_a_binomial_count():
    for trials, p in ((1, 0.3), (7, 0.01), (40, 0.5), (1_000, 0.9)):
        for count in range(0, trials + 1, max(1, trials // 40)):
            p_exact = Fraction(p)
            exact = (
                math.comb(trials, count)
                * p_exact**count
                * (1 - p_exact) ** (trials - count)
            )
            wanted = math.log(exact.numerator) - math.log(exact.denominator)
            computed = float(log_probability(count, trials, p, 1 - p))
            assert math.isclose(computed, wanted, rel_tol=1e-12, abs_tol=1e-12)


def test_a_delta_that_a_float_cannot_hold_is_rounded_up():
    assert shufflers.coins_delta(10**6, 4.0, 1.0) == 5e-324
    assert shufflers.blanket_delta(10**6, 4.0, 3.0) == 5e-324
    assert shufflers.coins_delta(10**6, 4.0, 4.0) == 0
