"""Claims of the chapter "RAPPOR I: collecting strings", computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a
million.
"""

import re
from functools import cache
from itertools import product
from math import comb, floor, log, log10

import numpy as np
import pytest

from ldp_course import UnaryEncoding, rappor
from ldp_course.privacy import privacy_loss
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

WORDS = ("v1", "v2", "v10")


def test_the_opening(chapter):
    text = "There are more than ${}^{{{}}}$ strings of twenty letters alone."
    chapter.says(text, *(10, floor(log10(26**20))))


def test_bloom_filters_from_scratch(chapter):
    bloom, library = chapter["bloom"], chapter["library"]
    for word, cohort in product(
        (*WORDS, "https://example.org/"), range(library.cohorts)
    ):
        assert bloom(word, cohort) == rappor.bloom_bits(word, cohort, library)
    # as the text and the figure say
    assert set(bloom("v10", 0)) == set(bloom("v2", 0)) == {5, 7}
    octets = np.array([37, 160])
    text = "the bytes {} and {} would give bits {} and {}."
    chapter.says(text, *octets, *octets % library.bits)
    filters = chapter["table"][[9, 1, 0]]
    assert all(len(np.unique(filters[:, cohort], axis=0)) == 3 for cohort in (1, 2, 3))


def test_how_often_two_words_collide(chapter):
    k = chapter["library"].bits
    pairs, outcomes = comb(k, 2), k**2
    ways = 4 * pairs + k
    words = comb(100, 2)
    text = "has probability 2/{}, because the two bytes may come in either order. There are {} of"
    chapter.says(text, outcomes, pairs)
    chapter.says("and {} filters with a single bit, with 1/{} each.", k, outcomes)
    chapter.says(r"$$ {}\left(\tfrac{{2}}{{{}}}\right)^2 +", pairs, outcomes)
    chapter.says(r"+ {}\left(\tfrac{{1}}{{{}}}\right)^2 =", k, outcomes)
    text = r"= \tfrac{{{}}}{{{:,}}} = {:.2f}\,\% ."
    chapter.says(text, ways, outcomes**2, 100 * ways / outcomes**2)
    text = "Among {} words there are {:,} pairs, so {:.1f} pairs collide"
    chapter.says(text, 100, words, words * ways / outcomes**2)
    # "fewer than one case in a hundred", "nearly five thousand"
    assert 0.005 < ways / outcomes**2 < 0.01 and 4_900 < words < 5_000
    text = "On average about {:.1f} of these pairs have equal"
    chapter.says(text, words * ways / outcomes**2)


def test_colliding_pairs_of_a_hundred_words(chapter):
    pairs, same = chapter["pairs"], chapter["same"]
    assert same.shape[:2] == (100, 100)
    assert pairs.min() > 0
    assert (same.all(axis=2) == np.eye(100, dtype=bool)).all()


def test_client_from_scratch(chapter):
    library, bloom = chapter["library"], chapter["bloom"]
    for word, cohort in product(WORDS, range(library.cohorts)):
        client = rappor.Client(library, b"another secret", cohort)
        permanent = chapter["permanent"](
            bloom(word, cohort), b"another secret", library.f
        )
        report = chapter["report"](
            permanent, library.p, library.q, np.random.default_rng(cohort)
        )
        assert (client.permanent(word) == permanent).all()
        assert (client.report(word, np.random.default_rng(cohort)) == report).all()


def test_the_device(chapter):
    rows, library = chapter["rows"], chapter["library"]
    changed = np.flatnonzero(rows["permanent"] != rows["Bloom filter"])
    text = "The first two rows differ in three bits ({}, {} and {})"
    chapter.says(text, *changed)
    chapter.says(r"\tfrac f2\,p = {:.4f}, \\ p^*", library.q_star)
    chapter.says(r"\tfrac f2\,q = {:.4f} . \end", library.p_star)
    quantized = rappor.Parameters(16, 2, 64, 0.3, 0.5, 0.75).quantized
    f = 0.3
    text = "For {} it takes {:.0f}/{}, a little more"
    chapter.says(text, f, 2**7 * quantized.f, 2**7)
    chapter.says("a multiple of 1/{}. For", 2**7)
    chapter.says("make a number from 0 to {}, so a device", 2**7 - 1)
    chapter.says("are a number from 0 to {}. If it is below ${} f$", 2**7 - 1, 2**7)
    # "Seven bits are a number … if it is below 128 f, there is noise"
    byte = np.arange(256)
    assert (byte >> 1 < 128 * library.f).mean() == library.f
    assert (byte & 1).mean() == 0.5
    assert f < quantized.f < 0.31
    # of a hundred reports
    text = "with this bit set, about {:.0f} show a 1, and of a hundred without it, about {:.0f} do."
    chapter.says(text, 100 * library.q_star, 100 * library.p_star)


@cache
def decoded(people, sites, setting, runs):
    """Return estimates and standard errors of repetitions, a row for each."""
    rng = np.random.default_rng(6)
    counts = [rappor.simulate_counts(people, sites, setting, rng) for _ in range(runs)]
    results = [rappor.decode(of_run, sites, setting) for of_run in counts]
    return [run.estimates for run in results], [run.standard_errors for run in results]


def test_from_devices_to_an_estimate(chapter):
    sites, library = chapter["sites"], chapter["library"]
    people = [int(np.sum(chapter["pages_of_browsers"] == site)) for site in sites]
    text = "We let {:,} browsers hold one of three home pages: {:,}, {:,} and {:,} of them."
    chapter.says(text, sum(people), *people)
    runs = 200
    estimates, stated = decoded(tuple(people), tuple(sites), library, runs)
    errors, stated = np.array(estimates) - people, np.mean(stated, axis=0)
    assert (abs(errors.mean(axis=0)) < 5 * stated / np.sqrt(runs)).all()
    assert (abs(errors.std(axis=0) / stated - 1) < 5 / np.sqrt(2 * runs)).all()
    spread = np.sqrt(np.mean(errors**2))
    text = "In {} repetitions the errors average to about 0, and their standard deviation is about {:.0f} people, as stated."
    chapter.says(text, runs, round(spread, -2))
    ordinary = 2 * spread
    assert (abs(chapter["decoded"].estimates - people) < ordinary).all()


def test_which_attack_each_noise_caps(chapter):
    theory, success = chapter["theory"], chapter["success"]
    text = "it is {:.2f} after 100 reports and nearly 1 after {}."
    chapter.says(text, theory(0, 100), chapter["days"][4])
    chapter.says("after {} reports and nearly", chapter["days"][3])
    for_ever = 10**6
    chapter.says("With f = 0.25 it stops at {:.2f}, with", theory(0.25, for_ever))
    chapter.says("with f = 0.5 at {:.2f}. The dots", theory(0.5, for_ever))
    # "nine filters out of ten after 100 reports, and nearly all of them after 300"
    assert 0.9 <= theory(0, 100) < 0.92 and theory(0, 300) > 0.999
    chapter.says("she reads nine filters out of ten after {} reports", 100)
    chapter.says("and nearly all of them after {}.", 300)
    chapter.says("We have her attack {} browsers, with", 500)
    for f, shares in success.items():
        exact = theory(f, chapter["days"])
        assert (
            abs(shares - exact) <= 5.3 * np.sqrt(exact * (1 - exact) / 500) + 6 / 500
        ).all()


def test_the_attack_on_permanent_noise(chapter):
    library = chapter["library"]
    keep, bits = 1 - library.f / 2, library.bits
    chapter.says("noise of $f$ = {}, her success stops at one filter in", library.f)
    assert 0.0095 < keep**bits < 0.0105  # "one filter in a hundred"
    chapter.says(r"and $(\tfrac34)^{{{}}}$ is {:.0f} %.", bits, 100 * keep**bits)


def test_the_best_guess_from_permanent_bits(chapter):
    library, filters = chapter["library"], chapter["table"][:, 1]
    keep, flip = 1 - library.f / 2, library.f / 2

    # the likeliest of equally likely words, over all permanent filters
    def right(words):
        patterns = np.array(list(product((0, 1), repeat=words.shape[1])))
        agree = (patterns[:, None] == words).sum(axis=2)
        return (keep**agree * flip ** (words.shape[1] - agree)).max(axis=1).sum() / len(
            words
        )

    apart = next(i for i in range(9) if not (filters[9] & filters[i]).any())
    assert filters[[9, apart]].sum() == 2 * library.hashes
    assert (
        filters[9] != filters[apart]
    ).sum() == 4 and keep == 0.75  # "differ in four bits", "¾"
    people = 4**4
    of_kept = [comb(4, bits) * 3**bits for bits in range(5)]
    assert sum(of_kept) == people == 256
    chapter.says("Think of {} people with the clinic's page, divided as", people)
    text = r"since ${} \cdot (\tfrac34)^4 = {}$."
    chapter.says(text, people, of_kept[4])
    chapter.says("For {} of them all four permanent bits still speak", of_kept[4])
    chapter.says("For {} of them one bit was flipped", of_kept[3])
    text = "For {} it's two against two, and she has to toss a coin, which comes up right for {}."
    chapter.says(text, of_kept[2], of_kept[2] // 2)
    chapter.says("The other {} she gets wrong.", of_kept[0] + of_kept[1])
    parts = of_kept[4], of_kept[3], of_kept[2] // 2
    text = "right about {} + {} + {} = {} of the {}, which is {:.0f} %."
    best = sum(parts)
    chapter.says(text, *parts, best, people, 100 * best / people)
    assert np.isclose(best / people, right(filters[[9, apart]]))
    assert 6 < people / (people - best) < 7  # "about one time in six she is wrong"


def test_explorer_of_averages(chapter):
    explorer = chapter.explorers["What averaging reveals"]
    few, many = explorer.choices["reports"][0], explorer.choices["reports"][-1]
    text = "go from {} reports to {:,}, and draw again. Then do the same at f = 0.5."
    chapter.says(text, few, many)
    chapter.says("The device reports it {:,} times, at f = 0.5.", many)
    of_bits = dict(zip(range(16), chapter["table"][9, 1]))
    assert [bit for bit, is_set in of_bits.items() if is_set] == [1, 8]  # the question
    start = explorer.picture(f=0.5, reports=many, draw=0)
    permanent = np.array(start.series[1].y)
    assert permanent[[0, 1, 5, 8]].tolist() == [1, 1, 0, 1]
    text = "With {} reports, each draw reads different bits, but with {:,} every draw"
    chapter.says(text, few, many)
    read = {}
    for state, picture in explorer.pictures:
        bloom, permanent, means = (np.array(series.y) for series in picture.series)
        # as many as expected, for each f
        assert (bloom != permanent).sum() == 8 * state["f"]
        read.setdefault((state["f"], state["reports"]), set()).add(tuple(means > 0.5))
        if state["reports"] == many:
            assert (abs(means - permanent) < 0.1).all()
    for f in explorer.choices["f"]:
        assert len(read[f, few]) == explorer.draws and len(read[f, many]) == 1


def test_permanent_bits_alone_are_a_fingerprint(chapter):
    keep, bits = 1 - chapter["library"].f / 2, chapter["library"].bits
    agree = keep**2 + (1 - keep) ** 2
    chapter.says("with probability ${}^2 + {}^2 = {}$, and", keep, 1 - keep, agree)
    text = "in all sixteen of them only about once in {:,} times"
    chapter.says(text, round(agree**-bits, -2).__trunc__())
    assert bits == 16
    few, many = 20_000, 1_000_000
    alone = alone_with_their_bits(chapter["table"], (few, many))
    assert 0.95 < alone[0] < 0.97  # "With fewer browsers … the share is larger still"
    # one browser changes the number of those alone by at most 2 (Efron and Stein)
    assert abs(chapter["alone"] - alone[1]) < 5 * np.sqrt(2 / many)
    chapter.says("So {:.0f} % of the browsers are recognized", 100 * chapter["alone"])
    text = "With Chrome's {0} bits, even two browsers with the same page and cohort send the "
    text += (
        "same bits with probability ${1}^{{{0}}}$, less than one in $10^{{{2}}}$, so"
    )
    chapter.says(text, 128, agree, 20)
    assert agree**128 < 1e-20


def test_bits_in_which_two_reports_agree(chapter):
    setting = chapter["library"]
    flip, bits = setting.f / 2, setting.bits
    again = {bit: bit**2 + (1 - bit) ** 2 for bit in (setting.p, setting.q)}
    same = 2 * ((1 - flip) * again[setting.q] + flip * again[setting.p])
    same += (bits - 2) * ((1 - flip) * again[setting.p] + flip * again[setting.q])
    ones, zeros = (x**2 + (1 - x) ** 2 for x in (setting.q_star, setting.p_star))
    apart = 2 * ones + (bits - 2) * zeros
    # "hardly more often": less than a fifth of what chance makes of either
    assert bits == 16 and 0 < same - apart < 2 / 5
    lit = 2 * (1 - flip) + (bits - 2) * flip
    assert (lit, again[setting.q], again[setting.p]) == (5, 5 / 8, 1 / 2)
    assert same == lit * 5 / 8 + (bits - lit) / 2
    for bit in (ones, zeros, *again.values()):  # "by about 2"
        assert 1.9 < np.sqrt(bits * bit * (1 - bit)) <= 2


def alone_with_their_bits(table, browsers):
    """Return the expected share of browsers whose cohort and permanent bits are unique.

    The words v1, …, v100 have the shares of RAPPOR II, and f = ½: each bit is kept with
    probability ¾.
    """
    share = np.exp(-np.arange(1, 101) / 20)
    alone = np.zeros(len(browsers))
    for cohort in range(64):
        halves = []  # the chances of all rows of eight bits, for each word
        for half in np.split(table[:, cohort], 2, axis=1):
            chances = np.ones((100, 1))
            for bit in half.T:
                one = np.where(bit, 3 / 4, 1 / 4)[:, None]
                chances = np.hstack([chances * (1 - one), chances * one])
            halves.append(chances)
        rows = (share / share.sum() / 64 * halves[0].T) @ halves[1]
        alone += [(rows * (1 - rows) ** (n - 1)).sum() for n in browsers]
    return alone


def test_two_numbers(chapter):
    library, small = chapter["library"], chapter["small"]
    keep, p, q = 1 - library.f / 2, library.p_star, library.q_star
    all_reports = (keep / (1 - keep)) ** 4
    chapter.says(r"\left(\frac{{3/4}}{{1/4}}\right)^4 = {:.0f} \text", all_reports)
    single = q * q * (1 - p) * (1 - p) / (p * p * (1 - q) * (1 - q))
    text = r"The quotient is $({}/{})^2 \cdot ({}/{})^2$ = {:.2f}. Both"
    chapter.says(text, q, p, 1 - p, 1 - q, single)
    text = r"$\varepsilon_1$ = ln {:.2f} = {:.2f} and $\varepsilon_\infty$ = ln {:.0f} = {:.2f}."
    chapter.says(text, single, np.log(single), all_reports, np.log(all_reports))
    assert np.isclose(library.epsilon_one, np.log(single))
    assert np.isclose(library.epsilon_infinity, np.log(all_reports))
    # bits 1 and 8, and 3 and 12: over all rows of these bits
    clinic, paper = (
        [keep if bit in set_bits else 1 - keep for bit in (1, 8, 3, 12)]
        for set_bits in ((1, 8), (3, 12))
    )
    rows = np.array(list(product((0, 1), repeat=4)))
    quotients = np.where(rows, clinic, np.subtract(1, clinic)).prod(axis=1)
    quotients /= np.where(rows, paper, np.subtract(1, paper)).prod(axis=1)
    assert np.isclose(quotients.max(), all_reports)
    assert rows[quotients.argmax()].tolist() == [1, 1, 0, 0]
    assert np.allclose(
        [chapter["one"], chapter["ever"]],
        [small.epsilon_one, small.epsilon_infinity],
        atol=1e-12,
    )


def test_what_the_two_numbers_mean(chapter):
    """Beliefs after reports, from even odds and from 1 in 100."""
    library = chapter["library"]

    def belief(before, loss):
        odds = before / (1 - before) * np.exp(loss)
        return 100 * odds / (1 + odds)

    both = library.epsilon_one, library.epsilon_infinity
    one, ever = (belief(0.01, loss) for loss in both)
    text = "to {:.2f} to 99 at most, which is a chance of {:.0f} %. All your reports together "
    text += "can move them to {:.0f} to 99, which is {:.0f} %."
    chapter.says(text, np.exp(both[0]), one, np.exp(both[1]), ever)


def test_pairs_of_words_that_lose_less(chapter):
    """Words that share a bit, or set one bit only, lose less than the two numbers."""
    small, pages = chapter["small"], chapter["pages"]
    filters = rappor.bloom_table(pages, small)[:, 0].astype(int)
    channels = [
        rappor.report_channel(pages, 0, small),
        rappor.permanent_channel(pages, 0, small),
    ]
    bounds = small.epsilon_one, small.epsilon_infinity
    seen = set()
    for v, w in product(range(len(pages)), repeat=2):
        apart = (filters[v] > filters[w]).sum(), (filters[v] < filters[w]).sum()
        for channel, bound in zip(channels, bounds):
            loss = privacy_loss(channel[[v, w]])
            assert np.isclose(loss, bound) if apart == (2, 2) else loss < bound - 0.1
        seen.add(apart)
    assert {(2, 2), (1, 1)} <= seen


def of_patterns(bloom_bit, T, parameters):
    """Return the probability of each pattern of T reports of a single bit."""
    patterns = np.array(list(product((0, 1), repeat=T)))
    of_one, of_zero = (
        np.where(patterns, chance, 1 - chance).prod(axis=1)
        for chance in (parameters.q, parameters.p)
    )
    chance = 1 - parameters.f / 2 if bloom_bit else parameters.f / 2
    return chance * of_one + (1 - chance) * of_zero


def test_reports_that_agree_and_reports_that_do_not(chapter):
    """A dozen equal reports nearly reach ε∞; a hundred ordinary ones read the bits."""
    epsilon_of, library = chapter["epsilon_of"], chapter["library"]
    assert epsilon_of(12, library) > 0.98 * library.epsilon_infinity
    theory = chapter["theory"]
    assert theory(0, 12) < 0.1 and theory(0, 100) > 0.9  # all sixteen permanent bits


def test_one_report_never_costs_more_than_all():
    for f, p, q in product((0.1, 0.5, 0.9), (0, 0.1, 0.5), (0.6, 0.9, 1)):
        setting = rappor.Parameters(16, 2, 64, f, p, q)
        assert setting.epsilon_one <= setting.epsilon_infinity + 1e-12
        only_permanent = (p, q) == (0, 1)
        assert only_permanent == np.isclose(
            setting.epsilon_one, setting.epsilon_infinity
        )


def test_the_loss_of_several_reports(chapter):
    """Two bits, one set by each of two words: the formula is the largest ratio."""
    epsilon_of, library, bare = (
        chapter["epsilon_of"],
        chapter["library"],
        chapter["bare"],
    )
    for T in (1, 2, 3):
        of_set, zero = (of_patterns(bit, T, library) for bit in (1, 0))
        channel = [np.outer(of_set, zero).ravel(), np.outer(zero, of_set).ravel()]
        assert np.isclose(2 * privacy_loss(channel), epsilon_of(T, library), atol=1e-12)
    assert np.isclose(epsilon_of(1, library), library.epsilon_one)
    assert np.isclose(epsilon_of(1_000, library), library.epsilon_infinity)
    assert np.diff(epsilon_of(np.arange(40), library), 2).max() < 1e-12  # it bends
    chapter.says("exact loss starts at {:.2f} for one report", library.epsilon_one)
    chapter.says("the horizontal line at {:.2f}. The", library.epsilon_infinity)
    chapter.says("straight sum of T times {:.2f} crosses", library.epsilon_one)
    assert 4 < library.epsilon_infinity / library.epsilon_one < 5  # at the fifth report
    # "each further report adds less than the one before"
    curve = [chapter["epsilon_of"](T, library) for T in range(50)]
    assert abs(curve[0]) < 1e-12 and (np.diff(curve, 2) < 0).all()
    assert np.isclose(bare.epsilon_one, 2 * log(3))


def test_explorer_of_one_bit(chapter):
    explorer = chapter.explorers["What one bit tells about everybody"]

    def width(**state):
        points = explorer.picture_at(**state).series[-1]
        return points.high[0] - points.low[0]

    chapter.says("move f to {}.", 0.75)
    assert width(f=0.75) > 1.5 * width() > 1.5 * width(noise="0 and 1")
    # "only as a square root"
    assert width(n=2_000_000) == pytest.approx(width() / 10, rel=0.05)
    at_once = explorer.picture_at(noise="0 and 1").sentence
    assert len(set(re.findall(r"ε[₁∞] = (\d\.\d\d)", at_once))) == 1


def test_explorer_of_losses(chapter):
    explorer = chapter.explorers["The price of one report and of all"]
    lowest = rappor.Parameters(16, 4, 64, explorer.choices["f"][-1], 0.5, 0.75)
    assert lowest.epsilon_infinity < 2.2 < chapter["library"].epsilon_infinity
    for (
        state,
        picture,
    ) in explorer.pictures:  # proportional to h; ε₁ stays finite as f falls
        ever, single, _ = picture.series
        of_one_hash = 2 * np.log(2 / np.array(ever.x) - 1)
        assert np.allclose(ever.y, state["hashes"] * of_one_hash, atol=1e-4)
        assert max(single.y) <= state["hashes"] * log(3) + 1e-4


def test_a_client_that_never_clears(chapter):
    ones = chapter["ones"]
    chapter.says("all {:,} ones stayed 1", int(ones.sum()))
    assert ones.mean() == 1
    assert (
        privacy_loss(rappor.report_channel(chapter["pages"], 0, chapter["no_clear"]))
        == np.inf
    )
    noise = 0.5 / 2
    too_high = (1 - noise) / (1 - 2 * noise)
    chapter.says("At $f$ = {} our module has this channel", 2 * noise)
    text = "so at $f$ = {} every bit seems to be set by {} times"
    chapter.says(text, 2 * noise, too_high)
    # runs of 10,000 people, 3,000 with the bit
    rng, runs = (np.random.default_rng(8), 100)
    bits = np.arange(10_000) < 3_000
    counts = [chapter["set_only"](bits, noise, rng).sum() for _ in range(runs)]
    times = (np.mean(counts) - noise * 10_000) / (1 - 2 * noise) / 3_000
    error = np.sqrt(7_000 * noise * (1 - noise) / runs) / (1 - 2 * noise) / 3_000
    assert abs(times - too_high) < 5 * error


def test_quiz_total_loss(chapter):
    chromium = chapter["settings"][list(chapter["used"]).index("Chromium, 2014")]
    single, ever, times = (
        round(chromium.epsilon_one, 3),
        round(chromium.epsilon_infinity, 3),
        1_000,
    )
    chapter.says("ε₁ = {:.3f} and ε∞ = {:.3f}. A browser", single, ever)
    chapter.says("the same page {:,} times", times)
    chapter.says("a. at most {:.3f} b.", ever)
    chapter.says("b. {:.3f} + {:.3f} = {:.3f} c.", single, ever, single + ever)
    chapter.says("c. {:,} · {:.3f} <details>", times, single)


def test_exercise_1_a_budget(chapter):
    noise = [2 / (np.exp(1 / hashes) + 1) for hashes in (1, 2, 4)]
    chapter.says("which is {:.3f}, {:.3f} and {:.3f}. With", *noise)
    settings = [
        rappor.Parameters(16, hashes, 64, f, p=0, q=1)
        for f, hashes in zip(noise, (1, 2, 4))
    ]
    assert np.allclose([(s.epsilon_infinity, s.epsilon_one) for s in settings], 2)


def test_exercise_2_forgotten_hashes(chapter):
    at_1, two, three = (setting.epsilon_infinity for setting in chapter["asked"])
    assert 1.98 < at_1 < 2  # right but for rounding
    assert two == 2 * at_1 and abs(three - 3 * at_1) < 1e-12  # "twice what was asked"
    mended = rappor.Parameters.for_epsilon(
        2, bits=16, hashes=2, cohorts=64, p=0.5, q=0.75
    )
    chapter.says("and gives $f$ = {:.3f}.", mended.f)


def test_exercise_3_a_changing_word(chapter):
    library, days = chapter["library"], 30
    text = "{0} reports cost {0} · {1:.4f} = {2:.1f}; "
    chapter.says(text, days, library.epsilon_one, days * library.epsilon_one)
    text = "{0} words cost at most {0} ε∞ = {1:.1f} however"
    chapter.says(text, days, days * library.epsilon_infinity)
    # one permanent bit of two equal filters, and of two different ones: only the latter
    # can differ
    keep = 1 - library.f / 2
    equal, different = (
        np.diag([keep, 1 - keep]),
        np.outer([keep, 1 - keep], [keep, 1 - keep]),
    )
    assert equal[0, 1] == 0 < different[0, 1]
    bits = range(library.bits)
    alike = np.mean([{a, b} == {c, d} for a, b, c, d in product(bits, repeat=4)])
    pairs = days * (days - 1) / 2 * alike
    text = "With {} bits this would be hard to avoid, since {} words have {:.1f} equal pairs"
    chapter.says(text, library.bits, days, pairs)


def test_simpler_forms(chapter):
    """Basic one-time RAPPOR with two words flips each one-hot bit with 1/4."""
    once = rappor.Parameters(bits=2, hashes=1, cohorts=1, f=0.5, p=0, q=1)
    unary = UnaryEncoding(["a", "b"], 0.75, 0.25)
    assert (once.q_star, once.p_star) == (unary.p, unary.q)
    assert np.isclose(once.epsilon_one, 2 * log(3)) and np.isclose(
        unary.epsilon, 2 * log(3)
    )
    chapter.says("at $f$ = {} every bit of the one-hot row", once.f)
    chapter.says(r"and ε is 2 ln 3 = {:.3f}, as in", once.epsilon_one)


def test_two_secrets(chapter):
    """Permanent bits under two secrets are independent: their losses add up."""
    channel = rappor.permanent_channel(chapter["pages"][:2], 0, chapter["small"])
    two = np.einsum("vi,vj->vij", channel, channel).reshape(len(channel), -1)
    assert np.isclose(privacy_loss(two), 2 * privacy_loss(channel))
    factor = np.exp(4 * np.log(3))
    text = (
        "by the factor $e^{{\\varepsilon_\\infty}}$, which is {:.0f} with the library's"
    )
    chapter.says(text, np.exp(chapter["library"].epsilon_infinity))
    text = "the odds may change by a factor of ${:.0f}^2$ instead of {:.0f}."
    chapter.says(text, factor, factor)


def test_what_was_used(chapter):
    """The paper's settings give the ε₁ that it states, and lengths change no ε."""
    settings = dict(zip(chapter["used"], chapter["settings"]))
    paper = settings["RAPPOR paper, home pages"]
    assert round(paper.epsilon_one, 4) == 0.5343
    factor = np.exp(settings["Chromium, 2014"].epsilon_infinity)
    chapter.says("the odds between two pages by a factor of {:.0f}. With", factor)
    chapter.says("this factor is about {:.0f}.", np.exp(paper.epsilon_infinity))
    chapter.says("These numbers give $\\varepsilon_1$ = {:.4f}.", paper.epsilon_one)
    h, f, p, q = chapter["used"]["Chromium, 2014"]
    long, short = (rappor.Parameters(bits, h, 128, f, p, q) for bits in (128, 8))
    assert long.epsilon_one == short.epsilon_one  # "both have the same two ε"
    assert long.epsilon_infinity == short.epsilon_infinity
    assert settings["Mozilla, home pages"].epsilon_infinity == np.inf
    most = max(setting.f for setting in settings.values())
    assert most == paper.f  # "the most permanent noise"
    library = chapter["library"]
    assert chapter["used"]["Google's library"] == (
        *(library.hashes, library.f, library.p, library.q),
    )


def test_the_model_answer(chapter):
    assert 7 < np.exp(2) < 7.5  # "a factor of about seven"
    for hashes in (1, 2, 4):  # with ε∞ = 2
        keep = 1 - 1 / (np.exp(1 / hashes) + 1)
        agree = keep**2 + (1 - keep) ** 2
        assert (1 - agree**32) ** 10_000 > 0.99  # "almost never … ten thousand"
        assert 0.004 < agree**8 < 0.02  # "about once in a hundred times"
