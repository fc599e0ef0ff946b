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
    chapter.says("if nobody reports a 1: ¾ · 9/16 = {:.0f}/64.", zero[0])
    chapter.says("¾ · 6/16 + ¼ · 9/16 = {:.0f}/64.", zero[1])
    chapter.says("| you hold 0 | {:.0f} | {:.0f} | {:.0f} | {:.0f} |", *zero)
    chapter.says("| you hold 1 | {:.0f} | {:.0f} | {:.0f} | {:.0f} |", *expected)
    listed = [chapter["by_listing"]([you, 0, 0], 3 / 4) * 64 for you in (0, 1)]
    assert np.allclose(listed, [zero, expected], rtol=1e-12)
    text = "The ratio at 0 is {:.0f}/{:.0f} = {:.0f}."
    chapter.says(text, zero[0], expected[0], zero[0] / expected[0])
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
    text = r"With {:,} people, $\varepsilon_0$ = {} and ε = {}, what sticks out is "
    text += "{:.5f} in one direction and {:.5f} in the other."
    chapter.says(text, people, local, epsilon, there, back)


def test_the_unanimous_village(chapter):
    mixed = shufflers.coins_epsilon(1_000, 4, DELTA, 500)
    unanimous = shufflers.coins_epsilon(1_000, 4, DELTA)
    text = "the smallest ε is {:.3f} if half of the others hold 1, and {:.3f} if all others hold 0"
    chapter.says(text, mixed, unanimous)
    delta = 1e-3
    chapter.says("$\\varepsilon_0$ = 2 and δ = {}, one person", delta)
    crowds = [shufflers.coins_epsilon(50, 2, delta, m) for m in range(25)]
    assert np.argmax(crowds) == 1
    chapter.says("raises ε from {:.3f} to {:.3f}.", crowds[0], crowds[1])


def test_explorer_of_two_piles(chapter):
    explorer = chapter.explorers["What sticks out"]
    chapter.says("the new probability, times {:.2f} (ε = 0.2),", math.exp(0.2))
    deltas = {}
    for state, picture in explorer.pictures:
        band, zero, scaled = picture.series
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
    chapter.says("which is {:.1f} for δ = ", math.log(1 / DELTA))
    at_size = {
        n: (lies(n, 8), shufflers.coins_epsilon(n, 8, DELTA)) for n in (30_000, 100_000)
    }
    text = "With {:.0f} lies ε is still {:.2f}. "
    text += "Beyond {:.1f} lies it falls, and with {:.0f} it is {:.2f}: the cliff."
    chapter.says(text, *at_size[30_000], math.log(1 / DELTA), *at_size[100_000])
    assert math.exp(-at_size[30_000][0]) > DELTA, "10 lies are before the cliff"
    for n in (2_000, 30_000, 10**6):
        for local in (6, 8):
            nobody = (1 - 1 / (math.exp(local) + 1)) ** n
            assert nobody == pytest.approx(math.exp(-lies(n, local)), rel=0.05)


def test_34_liars(chapter):
    million, thousands = (
        shufflers.largest_local_epsilon(n, 1, DELTA, by="coins")
        for n in (MILLION, 10_000)
    )
    number = round(lies(MILLION, million))
    assert number == round(lies(10_000, thousands))
    chapter.says("and about {} of them lie.", number)
    text = "says {:.3f} for a million people, with {} lies expected, and {:.3f} for ten thousand: "
    text += "again {}. **{} liars hide a million people**, if they answer once and δ = "
    text += "1/$n$ is enough."
    chapter.says(text, million, number, thousands, number, number)
    blanket = shufflers.largest_local_epsilon(MILLION, 1, DELTA, by="blanket")
    billionth, bound = (
        shufflers.largest_local_epsilon(MILLION, 1, 1e-9, by=by)
        for by in ("coins", "blanket")
    )
    text = "below, says {:.2f} for these {:.0f}, and asks for {:.0f}. (With δ = 10⁻⁹ it is {:.0f} "
    text += "and {:.0f}.)"
    asked = (lies(MILLION, local) for local in (blanket, billionth, bound))
    for_these = shufflers.blanket_epsilon(MILLION, million, DELTA)
    chapter.says(text, for_these, lies(MILLION, million), *asked)
    assert DELTA == 1 / MILLION
    text = "If all others hold the same answer, {} lies give ε = 1 with δ = 10⁻⁶. But this δ is 1/$n$"
    chapter.says(text, number)
    enough = lies(MILLION, billionth)
    text = "With δ = 10⁻⁹ they give {:.2f}, and it takes {:.0f} lies for ε = 1."
    chapter.says(text, shufflers.coins_epsilon(MILLION, million, 1e-9), enough)
    text = "For a bound that holds for every crowd, it takes {:.0f} lies at δ = 10⁻⁶ and {:.0f} at"
    chapter.says(text, lies(MILLION, blanket), lies(MILLION, bound))
    text = "up to $\\varepsilon_0$ is left, which is {:.1f} with {:.0f} lies."
    chapter.says(text, billionth, enough)
    errors = [
        n * shufflers.four_models(n, 1, DELTA)["shuffled"] for n in (1_000, MILLION)
    ]
    assert errors[0] == pytest.approx(errors[1], rel=0.01)
    text = "standard error of the *count* is {:.1f} people, for a thousand people as for a million."
    chapter.says(text, errors[0])
    chapter.says(text, errors[1])
    village = shufflers.largest_local_epsilon(1_000, 1, DELTA, by="coins")
    assert max(shufflers.coins_delta(1_000, village, 1, m) for m in range(500)) <= DELTA
    for n, local in ((MILLION, million), (10_000, thousands)):
        for m in (1, 10, n // 100, n // 2):  # none of these crowds is worse
            assert shufflers.coins_delta(n, local, 1, m) <= DELTA


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
        assert (lines["normal formula"] <= lines["exact"] + 1e-5).all()
        short = 1 - lines["normal formula"] / lines["exact"]
        expected = np.array([lies(n, local) for n in picture.series[0].x])
        if (expected < 30).any() and local < 8:
            assert expected[short.argmax()] < 60, "most of all near the cliff"


# Bounds


def test_the_table_of_bounds(chapter):
    n, local = 10_000, 4
    chapter.says("For $n$ = {:,}, $\\varepsilon_0$ = 4 and δ = ", n)
    coins, blanket, clones = (
        getattr(shufflers, f"{name}_epsilon")(n, local, DELTA)
        for name in ("coins", "blanket", "clones")
    )
    chapter.says("| `coins_epsilon` | {:.3f} |", coins)
    chapter.says("| `blanket_epsilon` | {:.3f} |", blanket)
    chapter.says("| `clones_epsilon` | {:.3f} |", clones)
    normal = shufflers.gaussian_epsilon(2 * math.sinh(local / 2) / math.sqrt(n), DELTA)
    chapter.says("| normal formula | {:.3f} |", normal)
    third = third_value_epsilon(n, 3, local, DELTA)
    text = "in the table's case, if all others hold the third, ε is {:.3f}, not {:.3f}."
    chapter.says(text, third, coins)


def test_a_third_of_the_mean_fits(chapter):
    first, second, third = np.array(DirectEncoding(range(3), math.log(3)).channel())
    assert np.allclose([first * 5, second * 5], [[3, 1, 1], [1, 3, 1]])
    assert np.allclose((first + second) / 2 * 5, [2, 2, 1])
    chapter.says("$(1, 1, 3)/5 = ({:.0f}, {:.0f}, {:.0f})/15$", *(15 * third))
    part = (first + second) / 2 / 3
    chapter.says("$({:.0f}, {:.0f}, {:.0f})/15$, fits under it", *(15 * part))
    assert (part <= third).all()
    laws = np.array([[4, 0, 1], [0, 4, 1]]) / 5
    assert np.allclose(np.array([[3, 1], [1, 3]]) / 4 @ laws, [first, second])
    assert np.allclose(laws.mean(axis=0), (first + second) / 2)


def test_the_normal_formula_promises_too_much(chapter):
    normal = shufflers.gaussian_epsilon(2 * math.sinh(2) / math.sqrt(1_000), DELTA)
    for n, local in ((1_000, 4), (50, 1)):
        p = 1 / (1 + math.exp(-local))
        mu = (2 * p - 1) / math.sqrt(n * p * (1 - p))
        assert mu == pytest.approx(2 * math.sinh(local / 2) / math.sqrt(n))
    chapter.says(r"For 1,000 people at $\varepsilon_0$ = 4 it says {:.3f}.", normal)
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
    text = "who knows {} of these bits learns the last one"
    chapter.says(text, len(chapter["bits"]) - 1)


def test_shares_of_noise(chapter):
    assert chapter["shares"].shape[1] == 1_000
    chapter.says("know that your $x$ is 0 or 1, and not {}.", 500)
    a, r = math.exp(-1), 1 / 1_000
    silent = (1 - a) ** (2 * r) * sum(
        (math.gamma(r + k) / math.gamma(r) / math.factorial(k) * a**k) ** 2
        for k in range(60)
    )
    assert 0 < 1 - silent < 1 / 1_000
    assert chapter["used"] == pytest.approx(1 - silent, rel=0.05)
    text = "has the right variance, {:.2f}, and is $e$ = {:.2f} times as often 0 as 1."
    chapter.says(text, noise_variance(1), math.exp(noise_epsilon(1)))
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
    text = "It is {:.2f} times as often 0 as 1, and no other step is larger: ε is ln {:.2f} = {:.3f}"
    chapter.says(text, ratios[0], ratios[0], noise_epsilon(1, 0.5))
    assert noise_variance(1, 1 / 0.25) == pytest.approx(4 * noise_variance(1))


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
    text = "one bit costs {} bytes to one server and {} to the other, and a choice among {} values "
    text += "{:,} bytes in all, at the best chunk length."
    chapter.says(text, bit + proof_of_bit, 32, 128, prio_bytes(128))
    bits = UnaryEncoding.optimized(range(128), 1).encode([5]).shape[1]
    chapter.says("length. A unary report of them has {}.", bits // 8)


# Four models


def test_four_models(chapter):
    chapter.says("The dots are root mean squared errors of {} runs.", chapter["runs"])
    theory, measured = chapter["theory"].to_numpy(), chapter["found"]
    assert np.abs(measured / theory - 1).max() < 4.9 * 1.3 / math.sqrt(2 * 300)
    local, *others = zip(theory[0], theory[-1])
    chapter.says(
        "Local falls from {:.0f} points at {:,} people to {:.1f} at {:,}. The three "
        "others fall ten times with each factor of ten: shuffled by clones from {:.2f} "
        "to {:.3f}, shuffled exactly from {:.2f} to {:.3f}, secure sums or one trusted "
        "server from {:.2f} to {:.4f}.",
        *(local[0], 1_000, local[1], 100_000, *np.ravel(others)),
    )
    errors = shufflers.four_models(MILLION, 1, DELTA)
    text = "is {:.4f} points locally, {:.6f} shuffled, and {:.6f} with secure"
    chapter.says(text, *(100 * errors[k] for k in ("local", "shuffled", "Laplace")))


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
        assert at["local"][0] == pytest.approx(error)
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
