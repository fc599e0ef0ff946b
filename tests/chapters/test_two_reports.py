"""Claims of the chapter "Two reports, one person", computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a
million.
"""

import math
from itertools import product
from math import exp

import numpy as np
from scipy.stats import binom

from ldp_course import RandomizedResponse, rappor
from ldp_course.privacy import privacy_loss
from ldp_course.topics.two_reports import (
    ChangeTree,
    Linkability,
    advanced_epsilon,
    coin_delta,
    coin_epsilon,
    guess_success,
)
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

DEFAULT = rappor.Parameters(16, 2, 64, f=0.5, p=0.5, q=0.75)
MILLIONTH = 1e-6


def test_the_line_of_both_ones(chapter):
    chapter.says("With ¼, ½ and ¾ it is {:.3f}.", chapter["both_ones"](0.25, 0.5, 0.75))


def test_joining(chapter):
    rows = chapter["rows"]
    assert len({round(row["ε∞"], 9) for row in rows.values()}) == 1
    f, p, q = 0.5, *chapter["settings"]["Chromium, 2014"][1:]
    same_bit = f / 2 * q**2 + (1 - f / 2) * p**2
    two = (f / 2 * q + (1 - f / 2) * p) ** 2
    chapter.says("with $f$ = {} its permanent bit is 1", f)
    chapter.says(r"\frac34 p^2 = {:.4f}$, two of different", same_bit)
    chapter.says(r"\frac34 p)^2 = {:.4f}$. The attacker", two)
    chapter.says("such ratios, here {} : {}, over", *(round(same_bit / two * 3), 3))
    assert np.isclose(same_bit / two, 4 / 3)
    link = Linkability.of_rappor(rappor.Parameters(16, 2, 64, 0.5, 0.25, 0.75))
    assert np.isclose(link.auc, link.match(2))
    text = "picked in {:.0f} % at the default and in {:.0f} % in Chromium's setting."
    names = "Google, default", "Chromium, 2014"
    chapter.says(text, *(100 * rows[name]["D = 10"] for name in names))


def test_explorer_of_devices(chapter):
    explorer = chapter.explorers["The right one of D devices"]
    lines = {
        tuple(state.values()): picture.series[0].y
        for state, picture in explorer.pictures
    }
    for bits in (16, 32, 64):
        assert lines[2 * bits, 0.5][2] > lines[bits, 0.5][2]
        assert lines[bits, 1][2] > lines[bits, 0.5][2] > lines[bits, 0.25][2]
    # doubled against eight times
    assert (np.array(lines[16, 0.5]) > lines[128, 0.25]).all()


def test_two_reports_of_one_device(chapter):
    joining, rows = chapter["joining"], chapter["pair_settings"]
    area = dict(zip(rows, chapter["areas"]))
    at_one = dict(zip(rows, chapter["at_one"]))
    assert rows["Chromium, 2014"] == (128, 0.5, 0.25, 0.75)
    default = rows["Google, default"]
    assert default == (DEFAULT.bits, DEFAULT.f, DEFAULT.p, DEFAULT.q)
    chapter.says("the order is right in {:.2f} of cases", area["Chromium, 2014"])
    chapter.says("and {:.0f} % are joined at 1 % false", at_one["Chromium, 2014"])
    # 40,000 pairs of each kind, from real permanent and instantaneous noise
    rng, pairs, bits = np.random.default_rng(9), 40_000, np.arange(16) < 2
    scores = []
    for one_device in (True, False):
        permanent = [
            np.where(bits, 0.75, 0.25) > rng.random((pairs, 16)) for _ in range(2)
        ]
        if one_device:
            permanent[1] = permanent[0]
        first, second = (
            np.where(part, 0.75, 0.5) > rng.random((pairs, 16)) for part in permanent
        )
        of_bit = np.where(bits, 0.75, 0.25)
        same = 0
        for value in (False, True):
            both = (first == value) & (second == value)
            chance = [x if value else 1 - x for x in (0.75, 0.5)]
            joint = of_bit * chance[0] ** 2 + (1 - of_bit) * chance[1] ** 2
            two = (of_bit * chance[0] + (1 - of_bit) * chance[1]) ** 2
            same = same + np.where(both, np.log(joint / two), 0)
        mixed = first != second
        joint = of_bit * 2 * 0.75 * 0.25 + (1 - of_bit) * 2 * 0.25
        shown = of_bit * 0.75 + (1 - of_bit) * 0.5
        same = same + np.where(mixed, np.log(joint / (2 * shown * (1 - shown))), 0)
        scores.append(same.sum(axis=1) + 1e-9 * rng.random(pairs))
    rank = np.argsort(np.argsort(np.concatenate(scores)))[:pairs]
    measured = (rank.sum() - pairs * (pairs - 1) / 2) / pairs**2
    assert abs(measured - area["Google, default"]) < 5 / np.sqrt(6 * pairs)
    assert np.allclose(
        joining(16, 1e-9, 0.5, 0.75)[0], joining(16, 1e-9, 0.5, 0.75)[1], atol=1e-6
    )


def ones_of_two(reports, unchanged, p, q):
    """Return the laws of the ones of two devices, and of a single device twice."""
    at_one, at_zero = (
        binom.pmf(np.arange(reports + 1), reports, share) for share in (q, p)
    )
    shown = unchanged * at_one + (1 - unchanged) * at_zero
    joint = unchanged * np.outer(at_one, at_one) + (1 - unchanged) * np.outer(
        at_zero, at_zero
    )
    return np.outer(shown, shown).ravel(), joint.ravel()


def test_what_bounds_the_joining_of_reports(chapter):
    rows, largest = chapter["pair_settings"], {}
    for name, (bits, f, p, q) in rows.items():
        of_bit = [
            many * np.log(joint / two).max()
            for many, unchanged in ((2, 1 - f / 2), (bits - 2, f / 2))
            for two, joint in [ones_of_two(1, unchanged, p, q)]
        ]
        largest[name] = sum(of_bit)
    default, chromium = largest["Google, default"], largest["Chromium, 2014"]
    text = "at most $e^s$ : $e^{{{:.2f}}}$ = {:.1f} at the default, $e^{{{:.1f}}}$ in Chromium's"
    chapter.says(text, default, np.exp(default), chromium)


def test_thirty_reports_and_thirty_others(chapter):
    """20,000 pairs of each kind: above 0.8 by 10 standard errors."""
    bits, f, p, q = chapter["pair_settings"]["Google, default"]
    rng, pairs, scores = np.random.default_rng(3), 20_000, [0, 0]
    for many, unchanged in ((2, 1 - f / 2), (bits - 2, f / 2)):
        laws = ones_of_two(30, unchanged, p, q)
        value = np.log(laws[1] / laws[0])
        for kind, law in enumerate(laws):
            draws = rng.choice(len(law), size=(pairs, many), p=law / law.sum())
            scores[kind] = scores[kind] + value[draws].sum(axis=1)
    assert (scores[1] > np.quantile(scores[0], 0.99)).mean() > 0.8


def test_explorer_of_two_reports(chapter):
    explorer = chapter.explorers["Can two reports be joined?"]
    most, least = explorer.choices["bits"][-1], explorer.choices["bits"][0]
    start = explorer.start
    assert (start["p"], start["q"]) == (0.25, 0.75)  # Chromium's, but for the bits
    chapter.says("but with {} bits in place of {}. With {},", start["bits"], most, most)
    chapter.says("Go from {} bits to {}. Which", most, least)
    at_one = list(explorer.state().series[0].x).index(1)
    line = {
        tuple(state.values()): picture.series[0].y
        for state, picture in explorer.pictures
    }
    text = "With {}, the best test joins {:.0f} % of the pairs from one device"
    chapter.says(text, most, line[most, 0.25, 0.75][at_one])
    for p, q in product(explorer.choices["p"], explorer.choices["q"]):
        shares = [line[bits, p, q][at_one] for bits in explorer.choices["bits"]]
        assert (np.diff(shares) > 0).all()  # "the test becomes better with each"
    chapter.says("at p = 0.5 and q = 0.6 even {} bits join", most)
    chapter.says("bits join only {:.1f} % at 1 % false", line[most, 0.5, 0.6][at_one])


def test_joins_among_many_devices(chapter):
    others, false = 10_000, 0.01
    chapter.says("But {:.0f} % of {:,} other devices are", 100 * false, others)
    chapter.says("other devices are {:.0f} false joins", others * false)
    joined = 100 * np.interp(false, *chapter["joined"]["Chromium, 2014"])
    chapter.says("**1. A test joins {:.0f} % of the pairs", joined)
    chapter.says("a report of yours with {:,} others of your word", others + 1)
    chapter.says("wrong ones, and with probability {:.0f} % yours", joined)
    chapter.says("c. Nothing: ε∞ is {:.3f}", 4 * np.log(3))
    chapter.says("**b.** 1 % of {:,} are {:.0f}.", others, others * false)
    same = (0.75**2 + 0.25**2) ** 16
    chapter.says("one in {:,.0f} devices of the word and cohort", 1 / same)


def test_the_loss_of_many_answers(chapter):
    delta = chapter["delta"](1, 5, 3)
    assert math.isclose(delta, coin_delta(1, 5, 3), rel_tol=1e-9)
    chapter.says("sticks out is {:.0f} %.", 100 * delta)


def test_years(chapter):
    rows = chapter["answers_of"]
    for name, (total, optimal, tight, original, guess) in rows.items():
        T, epsilon = (
            kind(part) for kind, part in zip((int, float), name.split(" at "))
        )
        assert math.isclose(total, T * epsilon) and optimal < tight < original
        assert math.isclose(optimal, coin_epsilon(epsilon, T, MILLIONTH))
        assert math.isclose(guess, guess_success(epsilon, T))
    total, optimal, _, _, guess = rows["365 at 0.1"]
    chapter.says("After the year this is {:.0f} %.", 100 * guess)
    certain = 100 / (1 + math.exp(-optimal))
    chapter.says("ε = {:.1f} alone would allow {:.3f} %.", optimal, certain)
    chapter.says('and writes: "ε = {:.1f}."', optimal)
    text = "The pair ({:.1f}, 10⁻⁶) holds. A total without δ is {:.1f}."
    chapter.says(text, optimal, total)
    chapter.says("It should be {:.1f}: a smaller", total)
    text = "A promise of {:.1f} without δ holds, and so does that of {:.1f} with"
    chapter.says(text, total, optimal)


def first_that_helps(epsilon):
    return next(
        T
        for T in range(1, 2_000)
        if advanced_epsilon(epsilon, T, MILLIONTH) < T * epsilon
    )


def test_from_where_formulas_help(chapter):
    first = [first_that_helps(epsilon) for epsilon in (0.1, 0.5, 1, 2)]
    text = "only from {} answers on (ε = 0.1), or {} (0.5), {} (1) and {} (2)."
    chapter.says(text, *first)
    chapter.says("from ε = {:.2f} on.", math.log(2))
    for T in (1, 100, 10**6):
        assert advanced_epsilon(math.log(2), T, MILLIONTH, "original") > T * math.log(2)


def test_explorer_of_a_year(chapter):
    explorer = chapter.explorers["A year of answers"]
    for state, picture in explorer.pictures:
        total, optimal, tight, here = picture.series
        delta = chapter["chances"][state["delta"]]
        exact = coin_epsilon(state["epsilon"], state["T"], delta)
        assert math.isclose(here.y[0], exact, rel_tol=1e-3)
        for of_sum, best, bound in zip(total.y, optimal.y, tight.y):
            assert best <= min(1.001 * of_sum, bound)
        assert optimal.y[0] == total.y[0] and tight.y[0] > total.y[0]  # few answers
    saved = [
        coin_epsilon(epsilon, 365, MILLIONTH) / (365 * epsilon) for epsilon in (0.1, 1)
    ]
    assert saved[0] < 0.3 and saved[1] > 0.6


def test_the_tree(chapter):
    tree, errors = chapter["tree"], chapter["errors"]
    assert np.isclose(privacy_loss(tree.channel()), 1) and len(errors) == 400
    chapter.says("In {} runs the spread", len(errors))
    stated = np.sqrt(tree.variance(5_000))
    assert (abs(errors.mean(axis=0)) < 5 * stated / np.sqrt(400)).all()
    assert (abs(chapter["spread"] - 1) < 5 / np.sqrt(2 * 400)).all()


def test_the_error_of_the_tree(chapter):
    lengths, B = (32).bit_length(), (exp(1) + 1) / (exp(1) - 1)
    blocks = np.mean([day.bit_count() for day in range(1, 33)])
    in_blocks = ChangeTree(8, 1).variance(1) / (4 * B**2)
    assert np.allclose(in_blocks, [1, 1, 2, 1, 2, 2, 3, 1])
    chapter.says("32 days have {} block lengths, so a sixth", lengths)
    chapter.says("at most ${} B^2 = {:.1f}$ at ε = 1.", lengths, lengths * B**2)
    of_tree = lengths * B**2 * blocks
    chapter.says("on average {:.2f}. That makes {:.1f}.", blocks, of_tree)
    assert np.isclose(of_tree, chapter["ways"][32]["tree, 1 change"])


def test_which_way_is_best(chapter):
    more = {
        days: of["tree, 1 change"] - of["one day"]
        for days, of in chapter["ways"].items()
    }
    sampling = 128 * (1 - 1 / 128) / 4
    chapter.says(r"for a share $\pi$, at most {:.1f} for 128 days", sampling)
    assert more[256] < 0 < more[32] and 0 < more[128] < sampling


def test_exercise_1_a_month(chapter):
    daily = RandomizedResponse(epsilon=2 / 30).variance(1, 0)
    once = RandomizedResponse(epsilon=2).variance(1, 0)
    text = "{:.1f} at ε = 2/{}, and {:.3f} for the mean of {}. One report at ε = 2 has {:.3f}."
    text += " The ratio is {:.1f}."
    chapter.says(text, daily, 30, daily / 30, 30, once, daily / 30 / once)


def test_exercise_4_four_changes(chapter):
    tree = {T: ChangeTree(T, 1, 4).variance(1).mean() for T in (4_096, 8_192)}
    every_day = {T: T * RandomizedResponse(1).variance(1, 0) for T in tree}
    text = "At {:,} days the tree has {:,.0f} and one day a person {:,.0f}; at {:,} days {:,.0f} and"
    text += " {:,.0f}."
    numbers = (number for T in tree for number in (T, tree[T], every_day[T]))
    chapter.says(text, *numbers)
    assert tree[4_096] > every_day[4_096] and tree[8_192] < every_day[8_192]


def test_exercises_2_and_3(chapter):
    E3 = math.log(3)
    delta, guess = coin_delta(E3, 3, E3), guess_success(E3, 3)
    chapter.says("So δ = 24/64 = {:.3f}.", delta)
    chapter.says("right with 54/64 = {:.5f}.", guess)
    epsilon = 0.2
    chapter.says("Solve for $T$, at ε = {} and", epsilon)
    m = math.tanh(epsilon / 2)
    chapter.says("= {:.4f} we need", m)
    least = 2 * math.log(1e6) / (1 - m) ** 2
    chapter.says("= {:.1f}: from {} on.", least, first_that_helps(epsilon))
