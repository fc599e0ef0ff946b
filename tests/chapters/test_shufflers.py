"""Claims of the chapter "Shufflers and sums", computed."""

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import binom

from ldp_course import DirectEncoding, RandomizedResponse, UnaryEncoding
from ldp_course.topics import shufflers
from ldp_course.topics.shufflers.secure_sums import noise_epsilon, noise_variance
from tests.chapters.claims import test_every_number_is_said  # noqa: F401
from tests.topics.shufflers.third_value import third_value_epsilon

DELTA, MILLION = 1e-6, 1_000_000


def lies(n, local):
    return n / (math.exp(local) + 1)


# What a mixer leaves


def test_three_people_by_hand(chapter):
    p = Fraction(3, 4)
    others = [p * p, 2 * p * (1 - p), (1 - p) ** 2]
    assert others == [Fraction(9, 16), Fraction(6, 16), Fraction(1, 16)]
    zero = [float(64 * x) for x in exact_piles(p, others, 0)]
    expected = [float(64 * x) for x in exact_piles(p, others, 1)]
    text = "they report no 1, which has probability ¾ · 9/16 = {:.0f}/64."
    chapter.says(text, zero[0])
    listed = [chapter["by_listing"]([you, 0, 0], 3 / 4) * 64 for you in (0, 1)]
    assert np.allclose(listed, [zero, expected], rtol=1e-12)
    text = "It's {:.0f}/{:.0f} = {:.0f} times as likely if you hold 0"
    chapter.says(text, zero[0], expected[0], zero[0] / expected[0])
    for m in (0, 3, 7):  # it is the ratio of the pile of 0 for any crowd
        piles = chapter["piles"](8, math.log(3), m)
        assert piles[0][0] / piles[1][0] == pytest.approx(3)
    there, back = sticks_out(zero, expected)
    assert there[1:] == [0, 0, 0] and back[:2] == [0, 0]
    chapter.says("the first {:.0f} is more than twice", zero[0])
    text = "{:.0f} − 2 · {:.0f} = {:.0f} **sticks out**"
    chapter.says(text, zero[0], expected[0], there[0])
    text = "{:.0f} − 2 · {:.0f} = {:.0f} and {:.0f} − 2 · {:.0f} = {:.0f} stick out, together {:.0f}."
    third, last = zip(expected[2:], zero[2:], back[2:])
    chapter.says(text, *third, *last, sum(back))
    delta = max(sum(there), sum(back)) / 64
    assert delta == pytest.approx(shufflers.coins_delta(3, math.log(3), math.log(2)))
    chapter.says("δ = {:.0f}/64 = {:.3f}.", 64 * delta, delta)
    chapter.says("with ε = ln 2 and δ = {:.0f}/64.", 64 * delta)
    chapter.says("the factor 2 give {:.0f}/64.", 64 * delta)
    assert chapter["sticks_out"](np.array(zero), np.array(expected), 2) == 64 * delta


def sticks_out(zero, with_one):
    """Return what is above twice the other, in both directions."""
    there = [max(0, a - 2 * b) for a, b in zip(zero, with_one)]
    return there, [max(0, b - 2 * a) for a, b in zip(zero, with_one)]


def exact_piles(p, others, you):
    """Return the law of the pile in fractions, if you hold `you`."""
    report_1 = p if you else 1 - p
    low, high = [*others, Fraction(0)], [Fraction(0), *others]
    return [(1 - report_1) * a + report_1 * b for a, b in zip(low, high)]


def test_piles_of_the_chapter_are_those_of_the_module(chapter):
    for n, local, m in ((1, 1, 0), (7, 2, 3), (40, 0.5, 39), (1_000, 4, 500)):
        for factor in (1, 1.3, 2.5):
            ours = chapter["sticks_out"](*chapter["piles"](n, local, m), factor)
            module = shufflers.coins_delta(n, local, math.log(factor), m)
            assert ours == pytest.approx(module, rel=1e-7, abs=1e-13)


def test_two_directions(chapter):
    people, local, epsilon = 1_000, 4, 0.5
    zero, with_one = chapter["piles"](people, local, 0)
    factor = math.exp(epsilon)
    there = np.maximum(0, zero - factor * with_one).sum()
    back = np.maximum(0, with_one - factor * zero).sum()
    assert shufflers.coins_delta(people, local, epsilon) == pytest.approx(there)
    assert there > 10 * back, "the directions differ"


def test_the_unanimous_village(chapter):
    mixed = shufflers.coins_epsilon(1_000, 4, DELTA, 500)
    unanimous = shufflers.coins_epsilon(1_000, 4, DELTA)
    text = "publishes ε = {:.2f}. For a unanimous village ε is really {:.2f}."
    chapter.says(text, mixed, unanimous)
    chapter.says("About {:.0f} lies are expected there.", lies(1_000, 4))
    delta = 1e-3
    chapter.says("50 people with $\\varepsilon_0$ = 2 and δ = {}.", delta)
    crowds = [shufflers.coins_epsilon(50, 2, delta, m) for m in range(25)]
    assert np.argmax(crowds) == 1
    text = "If all the others hold 0, ε is {:.3f}. If one of them holds 1, it's {:.3f}."
    chapter.says(text, crowds[0], crowds[1])


def test_explorer_of_two_piles(chapter):
    explorer = chapter.explorers["What sticks out"]
    chapter.says("the new probability, times {:.2f} (ε = 0.2),", math.exp(0.2))
    deltas = {}
    for state, picture in explorer.pictures:
        zero, scaled, band = picture.series
        assert scaled.label == f"{math.exp(0.2):.2f} × you hold 1"
        shaded = sum(high - low for low, high in zip(band.low, band.high))
        n, local, share = (state[name] for name in ("n", "local", "share"))
        exact = shufflers.coins_delta(n, local, 0.2, round(share * (n - 1)))
        deltas[n, local, share] = exact, shaded
        assert shaded <= exact + 1e-9
        if share < 1:  # nearly all is in the figure
            assert shaded == pytest.approx(exact, rel=0.05, abs=5e-3)
    for (n, local, share), (exact, shaded) in deltas.items():
        larger = deltas.get(({15: 23, 23: 31}.get(n), local, share))
        assert not larger or larger[0] < exact, "it shrinks with n"
        more = deltas.get((n, {1: 2, 2: 3}.get(local), share))
        assert not more or more[0] > exact, "it grows with ε₀"
        if share == 1:
            assert exact == pytest.approx(deltas[n, local, 0][0]) and shaded < exact


# The cliff


def test_lies_that_hide(chapter):
    enough = math.log(1 / DELTA)
    chapter.says("or {:.1f} lies for δ = ", enough)
    chapter.says("Far fewer than {:.0f} lies are nearly worthless", math.ceil(enough))
    before, after = 30_000, 100_000
    nobody = math.exp(-lies(before, 8))
    text = "With {:.0f} lies the mixer has added next to nothing, because nobody lies in {:.0f} of "
    text += "{:,} surveys"
    chapter.says(text, lies(before, 8), 100_000 * nobody, 100_000)
    assert nobody > 10 * DELTA and shufflers.coins_epsilon(before, 8, DELTA) > 7.97
    text = "With {:.0f} lies ε has fallen from 8 to {:.0f}."
    chapter.says(text, lies(after, 8), shufflers.coins_epsilon(after, 8, DELTA))
    for n in (2_000, 30_000, 10**6):
        for local in (6, 8):
            nobody = (1 - 1 / (math.exp(local) + 1)) ** n
            assert nobody == pytest.approx(math.exp(-lies(n, local)), rel=0.05)
    for epsilon in (0.5, 4, 7):  # what the pile of 0 alone sticks out
        zero, one = (pile[0] for pile in chapter["piles"](3_000, 8, 0))
        alone = math.exp(-lies(3_000, 8)) * (1 - math.exp(epsilon - 8))
        assert zero - math.exp(epsilon) * one == pytest.approx(alone, rel=1e-3)
        assert alone <= shufflers.coins_delta(3_000, 8, epsilon) * (1 + 1e-3)
        assert alone > 0.6 * math.exp(-lies(3_000, 8)), "most of it"


def test_34_liars(chapter):
    sizes = 10_000, MILLION
    locals_ = [shufflers.largest_local_epsilon(n, 1, DELTA, by="coins") for n in sizes]
    number = round(lies(MILLION, locals_[1]))
    assert number == round(lies(10_000, locals_[0]))
    chapter.says("and about {} of them lie.", number)
    text = "{} lies hide you, among ten thousand people or a million"
    chapter.says(text, number)
    chapter.says("the number of lies is still {}.", number)
    text = "A report by itself has $\\varepsilon_0$ = {:.1f}, which is hardly any protection"
    chapter.says(text, locals_[1])
    blanket = shufflers.largest_local_epsilon(MILLION, 1, DELTA, by="blanket")
    text = "coins, about {:.0f} of them give ε = 1 at δ = 10⁻⁶, among ten thousand people or a million."
    chapter.says(text, lies(MILLION, blanket))
    fewer = shufflers.largest_local_epsilon(10_000, 1, DELTA, by="blanket")
    assert lies(10_000, fewer) <= lies(MILLION, blanket)
    errors = [
        n * math.sqrt(RandomizedResponse(local).variance(n, 0))
        for n, local in zip(sizes, locals_)
    ]
    text = "a standard error of $\\sqrt{{34}}$, or {:.1f} people, among ten thousand as among a million."
    for error in (*errors, math.sqrt(34)):
        chapter.says(text, error)
    alone = math.sqrt(MILLION * math.e) / (math.e - 1)
    assert alone == pytest.approx(
        MILLION * math.sqrt(RandomizedResponse(1).variance(MILLION, 0))
    )
    text = "for a million people that's a standard error of {:.0f}."
    chapter.says(text, alone)
    village = shufflers.largest_local_epsilon(1_000, 1, DELTA, by="coins")
    assert max(shufflers.coins_delta(1_000, village, 1, m) for m in range(500)) <= DELTA
    for n, local in zip(sizes, locals_):
        for m in (1, 10, n // 100, n // 2):  # none of these crowds is worse
            assert shufflers.coins_delta(n, local, 1, m) <= DELTA


def test_every_crowd(chapter):
    blanket, strict = (
        shufflers.largest_local_epsilon(MILLION, 1, delta, by="blanket")
        for delta in (DELTA, 1e-9)
    )
    assert DELTA == 1 / MILLION
    text = (
        "At δ = 10⁻⁶, about {:.0f} lies are enough in every crowd. But that δ is 1/$n$."
    )
    chapter.says(text, lies(MILLION, blanket))
    text = "coins, about {:.0f} lies are enough for ε = 1 at δ = 10⁻⁹, whatever the others hold."
    chapter.says(text, lies(MILLION, strict))
    text = "With δ = 10⁻⁹, in every crowd, about {:.0f} lies are enough."
    chapter.says(text, lies(MILLION, strict))
    few = RandomizedResponse(strict).variance(MILLION, 0) ** 0.5 * MILLION
    assert few == pytest.approx(math.sqrt(round(lies(MILLION, strict))), abs=0.05)
    text = "with a standard error of $\\sqrt{{{:.0f}}}$, or {:.1f} people in a million."
    chapter.says(text, lies(MILLION, strict), few)
    text = "up to $\\varepsilon_0$ is left, which is {:.1f} with {:.0f} lies, so"
    chapter.says(text, strict, lies(MILLION, strict))


def test_fair_coins_are_the_blanket():
    """Two steps, a fair coin or the truth, are randomized response."""
    for local in (0.5, 3, 8):
        coin = 2 / (math.exp(local) + 1)
        channel = RandomizedResponse(local).channel()
        assert channel[0, 1] == pytest.approx(coin / 2)
        assert channel[1, 1] == pytest.approx(1 - coin + coin / 2)
    for n, local, m in ((40, 3, 0), (40, 3, 1), (40, 3, 20), (7, 1, 3)):
        bound = shufflers.blanket_delta(n, local, 0.3)
        assert shufflers.coins_delta(n, local, 0.3, m) <= bound


def test_explorer_of_the_cliff(chapter):
    explorer = chapter.explorers["The cliff"]
    chapter.says("Reports have ε₀ = 6: one in {:.0f} is a lie.", math.exp(6) + 1)
    chapter.says("for {:,}, {:,} and {:,} people?", *explorer.predict.at)
    for state, picture in explorer.pictures:
        lines = {line.label: np.array(line.y) for line in picture.series}
        local = state["local"]
        assert (lines["exact"] <= lines["blanket"] + 1e-5).all()
        assert (lines["blanket"] <= lines["clones"] + 1e-5).all()
        assert (lines["clones"] <= local + 1e-5).all()


# Bounds


def test_the_worst_mechanism(chapter):
    n, local = 10_000, 4
    chapter.says("with {:,} people and δ = 10⁻⁶", n)
    coins, blanket, clones = (
        getattr(shufflers, f"{name}_epsilon")(n, local, DELTA)
        for name in ("coins", "blanket", "clones")
    )
    third = third_value_epsilon(n, 3, local, DELTA)
    text = "ε is {:.3f}, where randomized response has {:.3f} in its unanimous crowd."
    chapter.says(text, third, coins)
    assert coins < blanket < clones and coins < third < clones


def test_a_third_of_the_mean_fits(chapter):
    first, second, third = np.array(DirectEncoding(range(3), math.log(3)).channel())
    halfway = (first + second) / 2
    text = "with the probabilities ({:.0f}, {:.0f}, {:.0f})/5, and if you hold B, with "
    text += "({:.0f}, {:.0f}, {:.0f})/5."
    chapter.says(text, *(5 * first), *(5 * second))
    chapter.says("lies ({:.0f}, {:.0f}, {:.0f})/5.", *(5 * halfway))
    text = "Kim's are ({:.0f}, {:.0f}, {:.0f})/5, or ({:.0f}, {:.0f}, {:.0f})/15."
    chapter.says(text, *(5 * third), *(15 * third))
    part = halfway / 3
    text = "a third of them, ({:.0f}, {:.0f}, {:.0f})/15."
    chapter.says(text, *(15 * part))
    assert (part <= third + 1e-12).all()
    text = "and ({:.0f}, {:.0f}, {:.0f})/15 is left over."
    chapter.says(text, *(15 * (third - part)))
    chapter.says("With probability {:.0f}/15, or ⅓,", 15 * part.sum())
    text = "halfway between your two rows: {:.0f}, {:.0f} and {:.0f} fifteenths. The lowest third of "
    text += "each bar is hatched: {:.0f}, {:.0f} and {:.0f}. Right, Kim's report: {:.0f}, {:.0f} and "
    text += "{:.0f} fifteenths. The same hatched parts, {:.0f}, {:.0f} and {:.0f}, fit under Kim's bars, "
    text += "and {:.0f}, {:.0f} and {:.0f} are left above them."
    rows = halfway, part, third, part, third - part
    chapter.says(text, *(15 * np.concatenate(rows)))
    assert np.allclose(chapter["mean"], 15 * halfway)
    assert np.allclose(chapter["kim"], 15 * third)


def test_a_clone_is_a_fair_coin_and_your_die():
    """Rows of A and B are randomized response and a die; the clone is a fair coin and it."""
    first, second, _ = np.array(DirectEncoding(range(3), math.log(3)).channel())
    dice = (3 * first - second) / 2, (3 * second - first) / 2
    assert min(d.min() for d in dice) >= -1e-12
    assert np.allclose([d.sum() for d in dice], 1)
    rows = np.array([[3, 1], [1, 3]]) / 4 @ dice
    assert np.allclose(rows, [first, second])
    assert np.allclose(np.mean(dice, axis=0), (first + second) / 2)


def test_clones_are_half_as_many_as_coins_of_the_blanket():
    ratios = [math.exp(-e) / (2 / (math.exp(e) + 1)) for e in (4, 8)]
    assert ratios == pytest.approx([0.5, 0.5], rel=0.02)


def test_the_normal_formula_promises_too_much(chapter):
    normal = shufflers.gaussian_epsilon(2 * math.sinh(2) / math.sqrt(1_000), DELTA)
    for n, local in ((1_000, 4), (50, 1)):
        p = 1 / (1 + math.exp(-local))
        mu = (2 * p - 1) / math.sqrt(n * p * (1 - p))
        assert mu == pytest.approx(2 * math.sinh(local / 2) / math.sqrt(n))
    text = r"For 1,000 people at $\varepsilon_0$ = 4 and δ = 10⁻⁶ it says {:.3f}."
    chapter.says(text, normal)
    times = shufflers.coins_delta(1_000, 4, normal) / DELTA
    chapter.says("is {:.0f} times the promised one", times)


# What undoes a mixer


def test_one_coin_for_ten_people(chapter):
    """All ten lie or nobody does: the piles under both values have nothing in common."""
    piles = [
        [sum(bit ^ lie for bit in [you] + 9 * [0]) for lie in (0, 1)] for you in (0, 1)
    ]
    text = "the pile is {} or {} if you hold 0, and {} or {} if you hold 1."
    chapter.says(text, *piles[0], *piles[1])
    assert not set(piles[0]) & set(piles[1]), "so ε is infinite"


def test_cells_and_honest_people(chapter):
    coins, clones = (
        shufflers.people_needed(4, 1, DELTA, by) for by in ("coins", "clones")
    )
    assert coins < clones
    assert shufflers.coins_epsilon(100, 4, DELTA) > 3.999


# Secure sums


def test_two_parts(chapter):
    part = chapter["second_part"]
    x, r, modulus = 5, 812, 1_000
    chapter.says("$r$ = {} and $M$ = {:,} it is {}.", r, modulus, part(x, r, modulus))
    assert sorted(part(1, r, 10) for r in range(10)) == list(range(10)), "uniform"
    bits = len(chapter["bits"])
    text = (
        "An attacker who knows {} of our {:,} bits takes them off and has the last one."
    )
    chapter.says(text, bits - 1, bits)


def test_three_masks(chapter):
    bits, masks = [1, 0, 1], {(0, 1): 3, (0, 2): 6, (1, 2): 8}
    sent = bits.copy()
    for (one, other), mask in masks.items():
        sent[one] += mask
        sent[other] -= mask
    text = "Ann sends 1 + 3 + 6 = {}, so {}. Bob sends 0 − 3 + 8 = {}. Cleo sends 1 − 6 − 8 = −{}, so {}."
    ann, bob, cleo = sent
    chapter.says(text, ann, ann % 10, bob, -cleo, cleo % 10)
    digits = [number % 10 for number in sent]
    text = "The server adds {} + {} + {} = {}, which is {} modulo 10"
    chapter.says(text, *digits, sum(digits), sum(digits) % 10)
    assert sum(digits) % 10 == sum(bits)
    # one mask that the server does not know makes the report uniform
    assert sorted((1 + mask + 6) % 10 for mask in range(10)) == list(range(10))


def test_shares_of_noise(chapter):
    assert chapter["shares"].shape[1] == 1_000
    chapter.says("know that your $x$ is 0 or 1, and not {}, although", 500)
    a, r = math.exp(-1), 1 / 1_000
    silent = (1 - a) ** (2 * r) * sum(
        (math.gamma(r + k) / math.gamma(r) / math.factorial(k) * a**k) ** 2
        for k in range(60)
    )
    assert 0 < 1 - silent < 1 / 1_000
    assert chapter["used"] == pytest.approx(1 - silent, rel=0.05)
    text = r"$2r/(1-r)^2$ with $r = e^{{-\varepsilon}}$, which is {:.2f} at ε = 1, and so a standard error of {:.1f} people."
    chapter.says(text, noise_variance(1), math.sqrt(noise_variance(1)))
    noise = chapter["shares"].sum(axis=1)
    assert noise.var() == pytest.approx(noise_variance(1), rel=0.2)
    half = [
        math.gamma(0.5 + k) / math.gamma(0.5) / math.factorial(k) for k in range(60)
    ]
    # Pr[j], up to a factor
    steps = [
        sum(x * y * a ** (2 * k + j) for k, (x, y) in enumerate(zip(half, half[j:])))
        for j in range(6)
    ]
    ratios = [step / following for step, following in pairwise(steps)]
    assert math.log(ratios[0]) == pytest.approx(noise_epsilon(1, 0.5))
    assert max(ratios) == ratios[0]
    assert noise_variance(1, 1 / 0.25) == pytest.approx(4 * noise_variance(1))


def polya(a, falls, most=60):
    """Return the weights of a Pólya number."""
    weights = [Fraction(1)]
    for k in range(most):
        weights.append(weights[-1] * (a + k) / (k + 1) * falls)
    return weights


def test_three_phones_make_one_noise(chapter):
    half = Fraction(1, 2)
    one, two = (polya(Fraction(1, 3), half)[k] for k in (1, 2))
    assert one == Fraction(1, 6)
    chapter.says("with probabilities that go 1 : ⅙ : 1/{}, and", two.denominator)
    assert two.numerator == 1
    assert [3 * one, 3 * two + 3 * one * one] == [half, Fraction(1, 4)]
    for a, falls, n in ((Fraction(1, 3), half, 3), (Fraction(1, 5), Fraction(2, 3), 5)):
        weights = total = np.array(polya(a, falls, 12))
        for _ in range(n - 1):
            total = np.convolve(total, weights)[:13]
        assert list(total) == [falls**k for k in range(13)], "a geometric number"
    text = "with weights that go 1 : 2 · ⅙. So 0 is three times as likely as 1"
    chapter.says(text)
    assert 1 / (2 * one) == 3
    up = half ** np.arange(80)
    difference = [float((up[: 80 - k] * up[k:]).sum()) for k in range(8)]
    assert np.allclose(difference, difference[0] * 0.5 ** np.arange(8)), "Laplace"


def prio_bytes(values):
    """Return bytes of the draft's Prio3Histogram with the best chunk length."""
    field, seed = 16, 32

    def proof(chunk):
        calls = math.ceil(values / chunk)
        points = 1 << calls.bit_length()  # a power of 2 above the number of calls
        return 2 * chunk + 2 * (points - 1) + 1

    shortest = min(proof(chunk) for chunk in range(1, values + 1))
    leader = field * (values + shortest) + seed
    return leader + 2 * seed + 2 * seed


def test_bytes(chapter):
    bit, proof_of_bit = 8, 8 * (2 + 2 * (2 - 1) + 1)
    text = "one bit costs {} bytes to one server and {} to the other. A choice among {} values costs "
    text += (
        "{:,} bytes in all, at the best chunk length and with what both servers get."
    )
    chapter.says(text, bit + proof_of_bit, 32, 128, prio_bytes(128))
    bits = UnaryEncoding.optimized(range(128), 1).encode([5]).shape[1]
    chapter.says("A unary report of them has {}.", bits // 8)


# Four models


def test_four_models(chapter):
    chapter.says("The dots are root mean squared errors of {} runs.", chapter["runs"])
    theory, measured = chapter["theory"].to_numpy(), chapter["found"]
    assert np.abs(measured / theory - 1).max() < 4.9 * 1.3 / math.sqrt(2 * 300)
    local, *others = zip(theory[0], theory[-1])
    text = "Local rises from {:.0f} people of {:,} to {:.0f} of {:,}."
    chapter.says(text, local[0], 1_000, local[1], 100_000)
    text = "shuffled by clones at {:.0f}, shuffled exactly at {:.0f}, secure sums or one trusted server "
    text += "at {:.1f}."
    for end in zip(*others):
        chapter.says(text, *end)
    errors = shufflers.four_models(MILLION, 1, DELTA)
    text = "it's {:.0f} people locally and {:.1f} with secure sums."
    chapter.says(text, *(MILLION * errors[name] for name in ("local", "Laplace")))


def test_explorer_of_trust(chapter):
    explorer = chapter.explorers["Whom to trust"]
    plan = chapter["local_plan"]
    chapter.says("cells of 100,000 people. ε₀ stays {:.1f}.", plan)
    errors = {}
    for state, picture in explorer.pictures:
        at = {points.label: (points.x[0], points.y[0]) for points in picture.series}
        honest, cell = state["cell"] * state["honest"] // 100, state["cell"]
        talk = state["helpers"] == "talking"
        assert at["local"][1] == 1, "only this one never rises or vanishes"
        errors[state["cell"]] = [error for error, _ in at.values()]
        error = 100 * math.sqrt(RandomizedResponse(1).variance(cell, 0))
        assert at["local"][0] == pytest.approx(error, rel=0.05)
        expected = plan if talk else shufflers.coins_epsilon(honest, plan, DELTA)
        assert at["shuffled"][1] == pytest.approx(expected)
        assert (at["trusted server"][1] is None) == talk
        if talk:
            assert at["secure sums"][1] > 14
        elif honest == MILLION:
            assert at["shuffled"][1] == pytest.approx(1) and at["secure sums"][1] == 1
        else:
            assert at["shuffled"][1] > 1 and at["secure sums"][1] > 1, "their ε grows"
    in_order = [errors[cell] for cell in sorted(errors)]
    assert (np.diff(in_order, axis=0) < 0).all(), "in smaller cells everybody's grows"


# Check yourself and exercises


def test_two_people(chapter):
    chapter.says("A mixer serves {:,} people, δ is {}.", 10_000, 10 / 10_000)
    p = Fraction(3, 4)
    others = [p, 1 - p]
    zero, with_one = (
        [int(16 * x) for x in exact_piles(p, others, you)] for you in (0, 1)
    )
    chapter.says("In 16ths the piles 0, 1, 2 have {}, {}, {} if you hold 0,", *zero)
    there, back = map(sum, sticks_out(zero, with_one))
    chapter.says("9 − 2 · 3 = {}, and 3 − 2 · 1 = {}:", there, back)
    chapter.says("{}/16 and {}/16. δ = {}/16 = {}.", there, back, there, there / 16)


def test_before_the_cliff(chapter):
    logs, each = math.log(1e9), math.exp(6) + 1
    text = "$n = \\ln(10^9)\\,(e^6+1)$ = {:.2f} · {:.1f} = {:,.0f}."
    chapter.says(text, logs, each, logs * each)


def test_regions_and_hours(chapter):
    regions, hours = 50, 24
    people = MILLION // (regions * hours)
    chapter.says("{} people and {:.2f} lies.", people, lies(people, 6))
    cell, whole = (shufflers.coins_epsilon(n, 6, DELTA) for n in (people, MILLION))
    text = "In the cell {:.2f} is left, and {:.3f} in the whole pile."
    chapter.says(text, cell, whole)


def test_missing_shares(chapter):
    whole = noise_variance(1)
    chapter.says("A tenth of {:.3f} is {:.3f};", whole, whole / 10)
    chapter.says("`noise_epsilon(1, 0.1)` is {:.3f}.", noise_epsilon(1, 0.1))
    chapter.says("it is ten times {:.3f}: {:.2f}.", whole, noise_variance(1, 10))


def published(n, local, step, rounds=10, stops=True):
    """Return the published search from ε₀: from the mean of the clones outwards."""
    chance = math.exp(-local)

    def of_coins(c, epsilon):
        p, heads = 1 / (1 + math.exp(-local)), binom.pmf(np.arange(-1, c + 2), c, 0.5)
        low, high = heads[1:], heads[:-1]
        gap = p * low + (1 - p) * high - math.exp(epsilon) * ((1 - p) * low + p * high)
        return np.maximum(0, gap).sum()

    def delta(epsilon):
        total, used, mean = 0, 0, (n - 1) * chance
        for block in range(1, math.ceil(n / step)):
            last, first = math.ceil(mean + block * step), math.ceil(mean - block * step)
            above = last - step + (block > 1), min(last, n - 1)
            for low, high in (above, (max(first, 0), first + step - 1)):
                if low > n - 1 or high < 0:
                    continue
                if stops and (total > DELTA or 1 - used < total):
                    return DELTA if total > DELTA else total + 1 - used
                mass = binom.pmf(np.arange(low, high + 1), n - 1, chance).sum()
                total += mass * max(of_coins(low, epsilon), of_coins(high, epsilon))
                used += mass
        return total

    low, high = 0, local
    for _ in range(rounds):
        middle = (low + high) / 2
        low, high = (low, middle) if delta(middle) < DELTA else (middle, high)
    return high


def test_the_fault(chapter):
    promise = chapter["promise"]
    exact = shufflers.clones_epsilon(50, 1, DELTA)
    text = r"For 50 people at $\varepsilon_0$ = 1 both give {:.5f}."
    chapter.says(text, promise(50, 1, DELTA))
    assert promise(50, 1, DELTA) == promise(100, 1, DELTA) == 2**-10
    assert published(50, 1, 100) == promise(50, 1, DELTA)
    # with steps of 1 theirs stops early, and keeps the promise
    assert published(50, 1, 1) > exact
    chapter.says("ten times: 1/{:,.0f}", 1 / promise(50, 1, DELTA))
    chapter.says("The exact sum is {:.3f}.", exact)
    to_the_end = published(50, 1, 1, stops=False)
    # the early stop is the difference
    assert exact * (1 - 1e-9) <= to_the_end <= exact + 1 / 2**10
    for n, local in ((50, 1), (130, 1)):
        epsilon = chapter["mended"](n, local, DELTA)
        right = shufflers.clones_epsilon(n, local, DELTA)
        assert right * (1 - 1e-9) <= epsilon <= right + local / 2**10


def test_one_clone_in_the_sum(chapter):
    """The blocks of the fault add up to the clones' δ."""
    whole = sum(chapter["in_block"](60, 1, 0.3, block, 7) for block in range(1, 12))
    assert whole == pytest.approx(shufflers.clones_delta(60, 1, 0.3), rel=1e-9)
    assert binom.pmf(np.arange(60), 59, math.exp(-1)).sum() == pytest.approx(1)


def test_the_ticket_app(chapter):
    lines, hours = 40, 24
    people = MILLION // (lines * hours)
    whole = shufflers.coins_epsilon(MILLION, 8, DELTA)
    chapter.says("differentially private with ε = {:.3f}.", whole)
    text = "For every crowd the bound is {:.3f}."
    chapter.says(text, shufflers.blanket_epsilon(MILLION, 8, DELTA))
    chapter.says(
        "into {} cells, of {:,} people if all are equal.", lines * hours, people
    )
    text = "one answer in {:,.0f} is a lie, so in a cell {:.2f} lies are expected."
    chapter.says(text, math.exp(8) + 1, lies(people, 8))
    assert shufflers.blanket_epsilon(people, 8, DELTA) > 7.999
    text = "at ε = 1 a count is then off by about {:.1f} people"
    chapter.says(text, math.sqrt(noise_variance(1)))


def test_a_pile_twice(chapter):
    """The others' reports stay; with yours the pile grows by it."""
    chapter.says("Yesterday's pile had {} ones.", 41)
    chapter.says("and it has {}.", 41 + 1)
