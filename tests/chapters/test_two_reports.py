"""Claims of the chapter "Two reports, one person", computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a
million.
"""

import math
from itertools import combinations, product
from math import exp

import numpy as np
from scipy.stats import binom

from ldp_course import RandomizedResponse, rappor
from ldp_course.privacy import privacy_loss
from ldp_course.topics.again_and_again import DirectChain, pair_loss
from ldp_course.topics.two_reports import (
    ChangeTree,
    Linkability,
    advanced_epsilon,
    coin_delta,
    coin_epsilon,
    guess_success,
)
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

CHROMIUM = rappor.Parameters(128, 2, 64, f=0.5, p=0.25, q=0.75)
DEFAULT = rappor.Parameters(16, 2, 64, f=0.5, p=0.5, q=0.75)
MILLIONTH = 1e-6


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


def first_that_helps(epsilon):
    return next(
        T
        for T in range(1, 2_000)
        if advanced_epsilon(epsilon, T, MILLIONTH) < T * epsilon
    )


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


def of_256(at):
    """Return the pairs of a bit that the word leaves 0: 1 and 1, 0 and 0, one of each."""
    one, two = [0, 0, 0], [0, 0, 0]
    for first, second in product((0, 1), repeat=2):
        kind = 2 if first != second else 1 - first
        law = [[1 - at.p, at.p], [1 - at.q, at.q]]
        kept = [1 - at.f / 2, at.f / 2]
        one[kind] += 256 * sum(kept[k] * law[k][first] * law[k][second] for k in (0, 1))
        two[kind] += 256 * math.prod(
            sum(kept[k] * law[k][shown] for k in (0, 1)) for shown in (first, second)
        )
    return one, two


def test_one_bit(chapter):
    one, two = of_256(CHROMIUM)
    chapter.says("| one device | {:.0f} | {:.0f} | {:.0f} |", *one)
    chapter.says("| two devices | {:.0f} | {:.0f} | {:.0f} |", *two)
    of_kept_1 = 256 * CHROMIUM.f / 2
    chapter.says("In the other {:.0f} it is 0, and both", 256 - of_kept_1)
    chapter.says("64 · 9/16 + {:.0f} · 1/4 = 36 + 48 = 84.", 256 - of_kept_1)
    assert np.isclose(one[0] / two[0], 4 / 3) and np.isclose(two[2] / one[2], 5 / 4)
    chapter.says("it is 48/256 = {:.4f}.", chapter["both_ones"](1 / 4, 1 / 4, 3 / 4))
    one, two = of_256(DEFAULT)
    assert np.allclose([one[0], two[0]], [84, 81])
    chapter.says("The factor is 84/81 = {:.3f}. In", 84 / 81)


def test_linking(chapter):
    rows = chapter["rows"]
    assert len({round(row["ε∞"], 9) for row in rows.values()}) == 1
    names = "Google, default", "Chromium, 2014", "Chromium's p, q, 16 bits"
    default, chromium, short = (100 * rows[name]["D = 10"] for name in names)
    chapter.says("pair out of ten in {:.0f} % of the games, hardly", default)
    chapter.says("Chromium's setting she picks it in {:.0f} %.", chromium)
    chapter.says("of {}, and she picks your pair in only {:.0f} % of the", 128, short)
    of_table = [(row["bits"], row["p"], row["q"]) for row in rows.values()]
    assert of_table == list(chapter["settings"].values())
    losses = [rows[name]["ε₁"] for name in names]
    chapter.says("It rises from {:.2f} to {:.2f}. But", *losses[:2])
    assert losses[1] == losses[2]
    link = Linkability.of_rappor(rappor.Parameters(16, 2, 64, 0.5, 0.25, 0.75))
    assert np.isclose(link.auc, link.match(2))


def test_the_game_is_played(chapter):
    """20,000 games at D = 10, from real permanent and instantaneous noise."""
    at, games, D = CHROMIUM, 20_000, 10
    rng, set_ = np.random.default_rng(5), np.arange(at.bits) < 2
    of_bit = np.where(set_, 1 - at.f / 2, at.f / 2)
    shown = of_bit * at.q + (1 - of_bit) * at.p
    both = of_bit * at.q**2 + (1 - of_bit) * at.p**2
    one = np.array([1 - 2 * shown + both, shown - both, both])
    two = np.array([(1 - shown) ** 2, shown * (1 - shown), shown**2])
    ratio = np.log(one / two)

    def scores(pairs, same):
        kept = [rng.random((pairs, at.bits)) < of_bit for _ in range(2)]
        if same:
            kept[1] = kept[0]
        ones = sum(rng.random((pairs, at.bits)) < np.where(k, at.q, at.p) for k in kept)
        return ratio[ones, np.arange(at.bits)].sum(axis=1)

    yours = scores(games, same=True)
    best = np.max([scores(games, same=False) for _ in range(D - 1)], axis=0)
    picked = Linkability.of_rappor(at).match(D)
    assert abs((yours > best).mean() - picked) < 5 * math.sqrt(0.25 / games)


def test_false_alarms(chapter):
    linking = chapter["linking"]
    false, found = linking(128, 0.25, 0.75)
    joined = 100 * np.interp(0.01, false, found)
    chapter.says("the server finds {:.0f} % of the pairs", joined)
    others, rate = 10_000, 0.01
    text = "If {:,} other devices have your word and cohort, {:.0f} % of them are linked to"
    chapter.says(text, others, 100 * rate)
    chapter.says("That's {:.0f} devices that look", others * rate)
    chapter.says("**1. A test links {:.0f} % of the pairs", joined)
    chapter.says("a report of yours with {:,} others of your word", others + 1)
    chapter.says("wrong ones, and with probability {:.0f} % yours", joined)
    chapter.says("c. Nothing: ε∞ is {:.3f}", 4 * np.log(3))
    chapter.says("**b.** 1 % of {:,} are {:.0f}.", others, others * rate)
    areas = [np.trapezoid(found, false) for false, found in (linking(16, 0.5, 0.75),)]
    assert np.isclose(areas[0], Linkability.of_rappor(DEFAULT).auc)
    same = (0.75**2 + 0.25**2) ** 16
    chapter.says("one in {:,.0f} devices of the word and cohort", 1 / same)


def test_explorer_of_two_reports(chapter):
    explorer = chapter.explorers["Can two reports be joined?"]
    most, least = explorer.choices["bits"][-1], explorer.choices["bits"][0]
    start = explorer.start
    assert (start["p"], start["q"]) == (0.25, 0.75)  # Chromium's, but for the bits
    chapter.says("but with {} bits instead of {}. With {},", start["bits"], most, most)
    chapter.says("Go from {} bits to {}. Which", most, least)
    at_one = list(explorer.picture_at().series[0].x).index(1)
    line = {
        tuple(state.values()): picture.series[0].y
        for state, picture in explorer.pictures
    }
    text = "With {}, the best test links {:.0f} % of the pairs from one device"
    chapter.says(text, most, line[most, 0.25, 0.75][at_one])
    for p, q in product(explorer.choices["p"], explorer.choices["q"]):
        shares = [line[bits, p, q][at_one] for bits in explorer.choices["bits"]]
        assert (np.diff(shares) > 0).all()  # "the test becomes better with each"
    chapter.says("at p = 0.5 and q = 0.6 even {} bits link", most)
    chapter.says("bits link only {:.1f} % at 1 % false", line[most, 0.5, 0.6][at_one])


def test_what_bounds_linking(chapter):
    largest = {}
    for name, at in (("default", DEFAULT), ("chromium", CHROMIUM)):
        of_bit = [
            many * np.log(joint / two).max()
            for many, kept in ((2, 1 - at.f / 2), (at.bits - 2, at.f / 2))
            for two, joint in [ones_of_two(1, kept, at.p, at.q)]
        ]
        largest[name] = sum(of_bit)
    default, chromium = largest["default"], largest["chromium"]
    text = "At the default this is $e^{{{:.2f}}}$ = {:.1f}, and in Chromium's setting $e^{{{:.1f}}}$."
    chapter.says(text, default, np.exp(default), chromium)


def test_thirty_reports_and_thirty_others(chapter):
    """20,000 pairs of each kind: above 0.8 by 10 standard errors."""
    at, rng, pairs, scores = DEFAULT, np.random.default_rng(3), 20_000, [0, 0]
    for many, kept in ((2, 1 - at.f / 2), (at.bits - 2, at.f / 2)):
        laws = ones_of_two(30, kept, at.p, at.q)
        value = np.log(laws[1] / laws[0])
        for kind, law in enumerate(laws):
            draws = rng.choice(len(law), size=(pairs, many), p=law / law.sum())
            scores[kind] = scores[kind] + value[draws].sum(axis=1)
    assert (scores[1] > np.quantile(scores[0], 0.99)).mean() > 0.8


def test_two_answers_from_one_number(chapter):
    """Each is true with 3/4; both are never lies."""
    u = (np.arange(4_000) + 0.5) / 4_000
    first, second = u < 1 / 4, u > 3 / 4
    assert first.mean() == second.mean() == 1 / 4 and not (first & second).any()


def test_what_sticks_out(chapter):
    yes = binom.pmf([3, 2, 1, 0], 3, 3 / 4) * 64
    no = yes[::-1]
    text = "of 64 people who hold a {} | {:.0f} | {:.0f} | {:.0f} | {:.0f} |"
    chapter.says(text.replace("{}", "yes", 1), *yes)
    chapter.says(text.replace("{}", "no", 1), *no)
    times = "Three times the lower row is {:.0f}, {:.0f}, {:.0f} and {:.0f}."
    chapter.says(times, *(3 * no))
    over = np.maximum(0, yes - 3 * no)
    assert np.allclose(over, [24, 0, 0, 0])
    assert np.allclose(over.sum() / 64, coin_delta(math.log(3), 3, math.log(3)))
    assert math.isclose(chapter["delta"](1, 5, 3), coin_delta(1, 5, 3), rel_tol=1e-9)
    assert np.allclose(chapter["yes"] - chapter["covered"], over)


def test_years(chapter):
    for name, (total, exact, guess) in chapter["answers_of"].items():
        T, epsilon = (
            kind(part) for kind, part in zip((int, float), name.split(" at "))
        )
        assert math.isclose(total, T * epsilon) and exact < total
        stuck = chapter["delta"](epsilon, T, exact)
        assert math.isclose(stuck, MILLIONTH, rel_tol=1e-3)
        assert math.isclose(guess, guess_success(epsilon, T))
    total, exact, guess = chapter["answers_of"]["365 at 0.1"]
    chapter.says("The sum is {:.1f}, and only {} equal", total, 365)
    at_worst = 365 * math.log10(1 / (1 + math.exp(-0.1)))
    chapter.says("that is about $10^{{-{:.0f}}}$.", -at_worst)
    chapter.says("the year at 0.1 costs {:.1f} instead of {:.1f}.", exact, total)
    chapter.says("read {:.1f} as if it were an ε", exact)
    chapter.says("$e^{{{:.1f}}}$ is thirty thousand.", exact)
    assert round(math.exp(exact), -4) == 30_000
    chapter.says("After the year at 0.1 it's {:.0f} %.", 100 * guess)
    certain = 100 / (1 + math.exp(-exact))
    chapter.says(
        "An ε of {:.1f} by itself would have allowed {:.3f} %.", exact, certain
    )
    of_one = chapter["answers_of"]["365 at 1"]
    assert 0.62 < of_one[1] / of_one[0] < 0.68  # a third smaller
    assert binom.sf(182, 365, 1 / (1 + math.e)) < 1e-15  # practically never wrong
    chapter.says("after {} answers the guess is practically", 365)
    chapter.says('and writes: "ε = {:.1f}."', exact)
    text = "The pair ({:.1f}, 10⁻⁶) holds. A total without δ is {:.1f}."
    chapter.says(text, exact, total)
    chapter.says("It should be {:.1f}: a smaller", total)
    text = "A promise of {:.1f} without δ holds, and so does that of {:.1f} with"
    chapter.says(text, total, exact)


def test_from_where_formulas_help(chapter):
    first = [first_that_helps(epsilon) for epsilon in (0.1, 0.5, 1, 2)]
    text = (
        "needs {} answers to fall below it at ε = 0.1, {} at 0.5, {} at 1 and {} at 2."
    )
    chapter.says(text, *first)
    chapter.says("once ε reaches ln 2 = {:.2f}.", math.log(2))
    for T in (1, 100, 10**6):
        assert advanced_epsilon(math.log(2), T, MILLIONTH, "original") > T * math.log(2)
    year = [advanced_epsilon(0.1, 365, MILLIONTH, f) for f in ("original", "tight")]
    chapter.says("For the year at 0.1 they give {:.1f} and {:.1f}.", *year)


def guess_of_a_rhythm(T):
    """Return how often "alternates" and "never changes" are told apart, from even odds."""
    p1, p = (1 / (1 + exp(-e)) for e in (2, 1))
    p2 = (p + p1 - 1) / (2 * p1 - 1)
    k = np.arange(T // 2 + 1)  # the yes on even days, and on odd days
    kept_1, kept_0 = (binom.pmf(k, T // 2, x) for x in (p2, 1 - p2))
    alternates, never = 0, 0
    for first in (0, 1):
        of_no, w = ((kept_0, p1), (kept_1, 1 - p1))[first]
        never = never + w * np.outer(of_no, of_no)
        for second in (0, 1):
            of_yes, v = ((kept_0, 1 - p1), (kept_1, p1))[second]
            alternates = alternates + w * v * np.outer(of_no, of_yes)
    assert math.isclose(alternates.sum(), 1) and math.isclose(never.sum(), 1)
    return np.maximum(alternates, never).sum() / 2


def test_a_rhythm_is_not_always_seen(chapter):
    p1 = 1 / (1 + exp(-2))
    differ = p1**2 + (1 - p1) ** 2
    chapter.says("On {:.0f} % of the phones the stored answers", 100 * differ)
    chapter.says("all 100 who never change, and about {:.0f} of the", 100 * differ)
    limit = (1 + differ) / 2
    chapter.says(
        "her guess is right in (100 + 79)/2 = {:.1f} % of cases at most", 100 * limit
    )
    chapter.says("why a guess stops at {:.1f} %", 100 * limit)
    text = "practically certain about {:.0f} % of the people who alternate."
    chapter.says(text, 100 * differ)
    by_T = [guess_of_a_rhythm(T) for T in (2, 8, 30, 100, 364)]
    assert (np.diff(by_T) > 0).all() and by_T[-1] <= limit + 1e-12
    assert math.isclose(by_T[-1], limit, rel_tol=1e-9)
    fresh = guess_success(1, 15)  # 15 of 30 days differ
    chapter.says("she'd be right in {:.0f} % of cases after a month", 100 * fresh)
    chapter.says("chapter ended with a loss of {:.0f}. It", year_of_a_rhythm())


def year_of_a_rhythm():
    rhythm = np.arange(365) % 2
    return pair_loss(DirectChain([0, 1], 2, 1), rhythm, np.zeros(365, dtype=int))


def test_units_and_budgets(chapter):
    days, weeks = 365, 7
    text = (
        "1-private for events, {}-private for windows of seven days, and {}-private for"
    )
    chapter.says(text, weeks, days)
    table, people = chapter["rows_of_budget"], chapter["n"]
    coin = RandomizedResponse(1).variance(1, 0)
    for T, row in zip((1, weeks, days), table.values(), strict=True):
        lot = 100 * math.sqrt((T * coin + (T - 1) / 4) / people)
        assert math.isclose(row["by lot"], lot)
    year = table["ε = 1 is about a year"]
    chapter.says("error of {:.1f} points, so the estimate", year["split"])
    assert abs(year["split"] - 100 * days / math.sqrt(people)) < 0.01
    one = table["ε = 1 is about an event"]["by lot"]
    text = "a day's share is known to {:.1f} points, and with an ε that covers events only, to {:.1f}."
    chapter.says(text, year["by lot"], one)
    mean = 100 * math.sqrt((coin + 0.25) / people)
    text = "a million reports at ε = 1 have at most the variance $({:.3f} + 0.25)/10^6$, even"
    chapter.says(text, coin)
    chapter.says("and that's an error of {:.1f} points. A", mean)
    text = "buys {} daily figures to {:.1f} points, and from the same reports a yearly "
    chapter.says(text + "mean to {:.1f}.", days, year["by lot"], mean)
    chapter.says("**b.** The noise grows {} times", days)
    chapter.says("With fresh noise, {0} answers at ε = 1 may cost {0}.", days // weeks)
    # the share of yes among 3 of 12 people, all draws: (T - 1) π (1 - π) / n, and
    # n / (n - 1) times as much, since the draws are exactly 3
    draws = [np.mean(draw) for draw in combinations([1] * 5 + [0] * 7, 3)]
    assert np.isclose(np.var(draws), 12 / 11 * 3 * (5 / 12) * (7 / 12) / 12)
    # a weekday drawn once: every window of seven days in a row has one report
    for weekday in range(7):
        reports = np.arange(60) % 7 == weekday
        windows = np.lib.stride_tricks.sliding_window_view(reports, 7).sum(axis=1)
        assert (windows == 1).all()


def test_the_tree(chapter):
    tree, errors = chapter["tree"], chapter["errors"]
    assert np.isclose(privacy_loss(tree.channel()), 1) and len(errors) == 400
    chapter.says("and simulates {} surveys", len(errors))
    stated = np.sqrt(tree.variance(5_000))
    assert (abs(errors.mean(axis=0)) < 5 * stated / np.sqrt(400)).all()
    assert (abs(chapter["spread"] - 1) < 5 / np.sqrt(2 * 400)).all()


def test_a_large_epsilon_may_be_split_over_the_year(chapter):
    """n times the variance of a day's share, for shares of one half."""

    def noise(epsilon):
        return math.exp(epsilon) / math.expm1(epsilon) ** 2

    def lot(epsilon, days=365):
        return days * noise(epsilon) + (days - 1) / 4

    chapter.says("unless ε is large (for shares of one half, above {})", 38)
    assert lot(38) < noise(38 / 365) and noise(39 / 365) < lot(39)


def test_why_the_tree_is_private(chapter):
    """Two signs differ, and each is set against a fair coin."""
    p = 3 / 4  # e^ε = 3
    tree = ChangeTree(8, math.log(3))
    law = tree.channel()
    of_coins = law[0]  # nobody changes: fair coins on each level
    ratios = law[1:] / of_coins
    assert np.allclose(np.unique(ratios.round(9)), [2 * (1 - p), 2 * p])
    assert np.isclose((law[1] / law[8]).max(), 3 / 2 * 2)
    for changes in (1, 2, 3):
        assert np.isclose(privacy_loss(ChangeTree(4, 1, changes).channel()), 1)


def test_the_error_of_the_tree(chapter):
    days, B = 256, (exp(1) + 1) / (exp(1) - 1)
    assert days.bit_length() == 9
    blocks = np.mean([day.bit_count() for day in range(1, days + 1)])
    assert abs(blocks - 4) < 0.01
    in_blocks = ChangeTree(8, 1).variance(1) / (4 * B**2)
    assert np.allclose(in_blocks, [1, 1, 2, 1, 2, 2, 3, 1])
    chapter.says("at most $9 B^2$ = {:.1f} at ε = 1.", 9 * B**2)
    of_tree = ChangeTree(days, 1).variance(1).mean()
    assert np.isclose(of_tree, 9 * B**2 * blocks)
    chapter.says("four on average, which makes {:.1f}. One", of_tree)
    chapter.says("Take {} days. They", days)
    coin = RandomizedResponse(1).variance(1, 0)
    lot = days * coin + (days - 1) * 0.25
    text = r"has ${} \cdot {:.3f} + {} \cdot 0.25$ = {:.1f} if half"
    chapter.says(text, days, coin, days - 1, lot)
    assert 0.5 < of_tree / lot < 0.6  # little more than half
    four = ChangeTree(days, 1, 4).variance(1).mean() / of_tree
    chapter.says("four changes cost {:.0f} times as much", four)


def test_exercise_2_a_month(chapter):
    daily = RandomizedResponse(epsilon=2 / 30).variance(1, 0)
    once = RandomizedResponse(epsilon=2).variance(1, 0)
    text = "{:.1f} at ε = 2/{}, and {:.3f} for the mean of {}. One report at ε = 2 has {:.3f}."
    text += " The ratio is {:.1f}."
    chapter.says(text, daily, 30, daily / 30, 30, once, daily / 30 / once)


def test_exercises_3_and_4(chapter):
    E3 = math.log(3)
    delta, guess = coin_delta(E3, 4, 2 * E3), guess_success(E3, 4)
    chapter.says("So δ = 72/256 = {:.5f}.", delta)
    chapter.says("+ 81)/{} = {:.5f}. That", 2 * 256, guess)
    assert math.isclose(guess, guess_success(E3, 3))
    yes = binom.pmf([4, 3, 2, 1, 0], 4, 3 / 4) * 256
    text = "4, 3, 2, 1, 0 have {:.0f}, {:.0f}, {:.0f}, {:.0f}, {:.0f} of 256"
    chapter.says(text, *yes)
    epsilon = 0.2
    chapter.says("Solve for $T$, at ε = {} and", epsilon)
    m = math.tanh(epsilon / 2)
    chapter.says("With $m$ = {:.4f} we need", m)
    least = 2 * math.log(1e6) / (1 - m) ** 2
    chapter.says("= {:.1f}: it takes {}.", least, first_that_helps(epsilon))


def test_exercise_5_four_changes(chapter):
    tree = {T: ChangeTree(T, 1, 4).variance(1).mean() for T in (4_096, 8_192)}
    every_day = {T: T * RandomizedResponse(1).variance(1, 0) for T in tree}
    text = "At {:,} days the tree has {:,.0f} and one day per person {:,.0f}; at {:,} days {:,.0f} and"
    text += " {:,.0f}."
    numbers = (number for T in tree for number in (T, tree[T], every_day[T]))
    chapter.says(text, *numbers)
    assert tree[4_096] > every_day[4_096] and tree[8_192] < every_day[8_192]
