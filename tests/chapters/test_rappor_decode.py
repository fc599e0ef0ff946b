"""Claims of the chapter "RAPPOR II: from noisy bits back to strings", computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a
million.
"""

import re
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import nnls
from scipy.special import ndtr, ndtri
from scipy.stats import binom

from ldp_course import rappor
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

PEOPLE, RULES = 100_000, ("each at 5 %", "Bonferroni", "Benjamini–Hochberg")
# of the regression: 64 cohorts of 16 bits, whose sum is fixed
FREE = 64 * 15
LISTED, FALSE = 100, 50  # surnames of the list, and names that nobody has


def rounded(number, digits):
    return round(float(number), digits)


def test_the_opening(chapter):
    assert chapter["truth"].sum() == PEOPLE and len(chapter["words"]) == 100
    assert np.ptp(np.diff(np.log(chapter["frequency"]))) < 1e-12  # "fall exponentially"


def test_from_ones_to_people(chapter):
    library = chapter["library"]
    counts = np.hstack([chapter["n"], chapter["ones"]])
    p, q = library.p_star, library.q_star
    assert counts.shape == (library.cohorts, 1 + library.bits)
    n, c = round(PEOPLE / library.cohorts, -2).__trunc__(), 925
    text = "Take a cohort of $n$ = {:,} people, and a bit that shows {} ones"
    chapter.says(text, n, c)
    extra = c - p * n
    assert extra == 25 and extra / (q - p) == 200 and p * n == 900  # no rounding
    chapter.says("we would still expect $p^* n$ = {:.0f} ones. Each person", p * n)
    text = (
        "adds $q^* - p^*$ = {} ones on average. The {:.0f} extra ones therefore stand"
    )
    chapter.says(text, q - p, extra)
    chapter.says("therefore stand for {:.0f} people.", extra / (q - p))
    bits = rappor.estimate_bits(counts, library)[0]
    assert bits[0].min() < 0  # "some of them are negative"


def test_standard_error_of_one_bit(chapter):
    library, t, n = chapter["library"], 200, 1_600
    single = np.sqrt(library.p_star * (1 - library.p_star))
    apart = library.q_star - library.p_star
    chapter.says(r"$\sqrt{{p^*(1-p^*)}}$ = {:.3f}. Dividing", single)
    chapter.says("stretches this to {:.2f} people.", single / apart)
    root = int(np.sqrt(n))
    text = "so the standard error of {:,} reports is {} · {:.2f} = {:.0f} people"
    chapter.says(text, n, root, single / apart, root * single / apart)
    variance = binom.var(t, library.q_star) + binom.var(n - t, library.p_star)
    # "nearly the same if 200 of them have set the bit"
    assert np.sqrt(variance) / apart == pytest.approx(root * single / apart, rel=0.02)
    text = "An estimate of {} people, give or take {:.0f}, says"
    chapter.says(text, t, root * single / apart)
    chapter.says("But we have {:,} bits", library.cohorts * library.bits)


def test_three_bits_by_hand(chapter):
    X, bits, noisy = chapter["X"], [3_000, 4_000, 1_000], chapter["noisy"]
    a, b, c = np.linalg.solve(X, bits).round().astype(int)
    assert (X.sum(axis=0) == 2).all() and b == 0
    assert bits == [3_000, 4_000, 1_000]
    text = "Without noise, {:,} people set bit 1, {:,} set bit 2, and {:,} set bit 3."
    chapter.says(text, *bits)
    chapter.says("({:,} + {:,} + {:,})/2 = {:,} people.", *bits, sum(bits) // 2)
    text = "together number {:,}. The other {:,} people hold a. They already explain bit 1, so "
    text += "nobody is left for b, and c has {:,}."
    chapter.says(text, b + c, a, c)
    chapter.says("come out as {:,}, {:,} and {}, and", *noisy)
    fitted, solved = nnls(X, noisy)[0], np.linalg.solve(X, noisy)
    assert solved[1] < 0  # "gives b a negative number of people"
    # "closer to the truth"
    assert (abs(fitted - [a, b, c]) < abs(solved - [a, b, c])).all()
    assert (nnls(X, noisy)[0] >= 0).all()


def test_figure_of_the_design_matrix(chapter):
    first = 3 * chapter["library"].bits
    assert chapter["design"].shape == (10, first)
    cells = chapter["design"].reshape(10, 3, -1)
    assert set(cells.sum(axis=2).ravel()) == {1, 2}
    # v2 and v10
    assert (cells[1] == cells[9]).all(axis=1).tolist() == [True, False, False]


def test_names_that_nobody_has(chapter):
    held, share = chapter["held"], chapter["share"]
    assert set(held).isdisjoint(chapter["invented"])
    assert chapter["people_of"].sum() == 10**6
    chapter.says("hold the {:,} most frequent surnames of the United States", len(held))
    assert 0.5 < share[100:].sum() < 0.6  # "more than half hold a name not on the list"
    explorer = chapter.explorers["Names that nobody has"]
    chapter.says("A million people hold {:,} surnames. The list has the 100", len(held))
    chapter.says("back to {}, and center the columns. ", explorer.start["listed"])
    chapter.says("Lengthen the list to {} names.", explorer.choices["listed"][-1])
    given = {}
    for state, picture in explorer.pictures:
        given[tuple(state.values())] = picture.series[1].y[1]
    plain = rounded(given[100, "plain"], -3)
    chapter.says("gives about {:,.0f} people to the fifty names that nobody has", plain)
    text = "the fifty invented names fall from {:,.0f} people to about {:,.0f}, which"
    chapter.says(text, plain, given[100, "centered"])
    each = rounded(-given[100, "centered"] / 50, -1)
    chapter.says("What is left, about {:.0f} people per name, comes", each)
    of_plain = [given[listed, "plain"] for listed in explorer.choices["listed"]]
    assert (np.diff(of_plain) < 0).all()
    worst = [given[listed, "centered"] for listed in explorer.choices["listed"]]
    assert max(worst) < 0
    text = "With the hash functions here they get −{:,.0f} to −{:,.0f}, because"
    chapter.says(text, -min(worst), -max(worst))


@pytest.mark.weekly
def test_averages_of_the_explorer_are_those_of_noisy_runs(run_chapter):
    held, sets, library = (run_chapter[name] for name in ("held", "sets", "library"))
    explorer = run_chapter.explorers["Names that nobody has"]
    given = {
        tuple(state.values()): shown.series[1].y[1]
        for state, shown in explorer.pictures
    }
    design = sets[np.r_[:100, 1_000:1_050]].reshape(150, -1)
    rng, runs = np.random.default_rng(3), []
    for _ in range(30):
        counts = rappor.simulate_counts(run_chapter["people_of"], held, library, rng)
        bits = (rappor.estimate_bits(counts, library)[0] / counts[:, :1]).ravel()
        runs.append(1e6 * np.linalg.lstsq(design.T, bits, rcond=None)[0][100:].sum())
    assert (
        abs(np.mean(runs) - given[100, "plain"])
        < 5 * np.std(runs) / np.sqrt(30) + 2_000
    )


def test_centred_columns_give_nothing_away_on_average():
    """Random filters, for a list of 40 of 300 words and 20 others."""
    rng, given = np.random.default_rng(4), []
    share = 1 / np.arange(10, 310)
    for _ in range(200):
        sets = np.zeros((320, 32, 16))
        np.put_along_axis(sets, rng.integers(16, size=(320, 32, 2)), 1, axis=2)
        flat = (sets - sets.mean(axis=2, keepdims=True)).reshape(320, -1)
        design = flat[np.r_[:40, 300:320]]
        fit = np.linalg.solve(design @ design.T, design @ (share @ flat[:300]))
        given.append(fit[40:].sum())
    assert abs(np.mean(given)) < 5 * np.std(given) / np.sqrt(200)


def test_parts_of_the_decoder(chapter):
    library, table = chapter["library"], np.array([[4, 1, 1, 2]])
    assert library.cohorts * (library.bits - 1) == FREE
    text = "There are {} · {} = {} equations to begin with"
    chapter.says(text, library.cohorts, library.bits - 1, FREE)
    assert (table + 10).mean() == 12  # "Its mean is now 12"
    again = chapter["centered"](table + 10)  # "still leaves the same row"
    assert (table + 10).tolist() == [[14, 11, 11, 12]]
    assert (again == chapter["centered"](table)).all()
    row = ", ".join(f"{x:.0f}" for x in chapter["centered"](table)[0]).replace("-", "−")
    assert f"The row 4, 1, 1, 2 has the mean 2 and becomes {row}." in chapter.text
    ones, n = chapter["ones"], chapter["n"]
    bits = rappor.estimate_bits(np.hstack([n, ones]), library)[0]
    assert np.allclose(chapter["people"](ones, n), bits)
    design = rappor.design_matrix(chapter["words"][:10], library)
    text = "gives an equation, {} · {} = {:,} in all"
    chapter.says(text, library.cohorts, library.bits, len(design))


def residuals(chapter):
    """Return the columns of the surnames, centered, and what their fit leaves."""
    sets = np.concatenate([chapter["sets"][:LISTED], chapter["sets"][1_000:]])
    A = chapter["centered"](sets).reshape(len(sets), -1).T
    n, ones = chapter["counts"][:, :1], chapter["counts"][:, 1:]
    y = chapter["centered"](chapter["people"](ones, n) / n).ravel()
    return A, y - A @ chapter["x"]


def test_standard_errors_of_our_decoder(chapter):
    """The short formula against exact least squares on the positive columns."""
    A, left_over = residuals(chapter)
    x, error, library = chapter["x"], chapter["error"], chapter["library"]
    d = np.count_nonzero(x)
    typical = np.sqrt((left_over**2).sum() / (FREE - d))
    chosen = A[:, x > 0]
    exact = typical * np.sqrt(np.diag(np.linalg.inv(chosen.T @ chosen)))
    assert abs(error[x > 0] / exact - 1).max() < 0.06
    # Smith's, with numbers
    assert chapter["held"][0] == "SMITH"
    text = "Here {} of the {} names get a positive share, so {} − {} = {} equations"
    chapter.says(text, d, LISTED + FALSE, FREE, d, FREE - d)
    chapter.says("all residuals, divides by {} and takes the root:", FREE - d)
    chapter.says("has a standard deviation of {:.2f} % of the people", 100 * typical)
    pair = 2 * (7 / 8) ** 2 + 14 * (1 / 8) ** 2
    once = (15 / 16) ** 2 + 15 / 16**2  # the two hash functions pick the same bit
    column = (A[:, 0] ** 2).sum()
    assert np.isclose(column, 60 * pair + 4 * once)  # "in four of the 64"
    worth = 1 / (1 / 2 + 1 / 14), 1 / (1 + 1 / 15)  # of two averages' difference
    assert np.allclose(worth, (pair, once))
    chapter.says("σ²(½ + 1/14) = σ²/{:.2f}, so this cohort is worth", pair)
    chapter.says("so this cohort is worth {:.2f} equations.", pair)
    chapter.says("these are worth 1/(1 + 1/15) = {:.2f} each.", once)
    text = "Together that's 60 · {:.2f} + 4 · {:.2f} = {:.0f} equations."
    chapter.says(text, pair, once, column)
    chapter.says("Smith's column is a list of {} numbers, which hash", FREE)
    chapter.says("the {} equations as perpendicular directions", FREE)
    chapter.says("about {} fitted names can reach {} directions", d, d)
    chapter.says("the fraction {}/{} of the column's sum", FREE - d, FREE)
    own = column * (FREE - d) / FREE
    text = "is Smith's own: {:.0f} · {}/{} = {:.0f} equations are left."
    chapter.says(text, column, FREE - d, FREE, own)
    # strictly it is the other names, one less
    assert round(column * (FREE - d + 1) / FREE) == round(own)
    bits = (chapter["sets"][0] > 0).mean()
    assert bits == pytest.approx(1 / 8, abs=0.005)  # "about an eighth of the bits"
    text = "about {:.0f} of the {} equations speak for Smith alone."
    chapter.says(text, own, FREE)
    text = "is therefore {:.2f} %/√{:.0f} = {:.2f} % of the people, or {:,.0f} of a million."
    smith = typical / np.sqrt(own)
    chapter.says(text, 100 * typical, own, 100 * smith, rounded(1e6 * smith, -2))
    assert np.isclose(error[0], smith)
    # the fold
    people = chapter["people_of"].sum() / library.cohorts
    noise = np.sqrt(library.p_star * (1 - library.p_star))
    noise /= library.q_star - library.p_star
    text = "would be off by {:.2f}/√{:,.0f}, about {:.1f} %, so the unlisted names"
    chapter.says(text, noise, people, 100 * noise / np.sqrt(people))
    chapter.says("add little to the {:.2f} %.", 100 * typical)
    sizes = chapter["counts"][:, 0]
    assert 0.005 < np.std(sizes) / people < 0.02  # "by a percent or two"


def test_the_error_of_one_equation_against_simulation():
    """Pure noise, and words that nobody holds: the error that the fit leaves."""
    rng, words, ratios = np.random.default_rng(8), 150, []
    for _ in range(20):
        sets = np.zeros((words, 64, 16))
        np.put_along_axis(sets, rng.integers(16, size=(words, 64, 2)), 1, axis=2)
        A = (sets - sets.mean(axis=2, keepdims=True)).reshape(words, -1).T
        y = rng.normal(size=(64, 16))
        y = (y - y.mean(axis=1, keepdims=True)).ravel()
        x, length = nnls(A, y)
        d = np.count_nonzero(x)
        ratios.append(length / np.sqrt(FREE - d))
    assert np.mean(ratios) == pytest.approx(1, abs=0.03)


def test_our_decoder_on_surnames(chapter):
    x, error = 1e6 * chapter["x"], 1e6 * chapter["error"]
    given = x[LISTED:].sum()
    chapter.says("people, and here they keep {:,.0f}.", rounded(given, -3))
    truth, off = chapter["people_of"], x[:100] - chapter["people_of"][:100]
    text = "finds {:,.0f} people called Smith, give or take {:,.0f}, and there are {:,.0f}."
    chapter.says(text, *(rounded(number, -2) for number in (x[0], error[0], truth[0])))
    # Taylor and Greenhaw
    names = chapter["listed"]
    taylor, greenhaw = names.index("TAYLOR"), names.index("GREENHAW")
    assert greenhaw == LISTED + x[LISTED:].argmax()  # "the luckiest of fifty"
    text = "reads: {:,.0f} people are called Taylor, and {:,.0f} are called Greenhaw."
    chapter.says(text, rounded(x[taylor], -2), rounded(x[greenhaw], -2))
    text = "but {:,.0f} people are called Taylor, and nobody is called Greenhaw."
    chapter.says(text, rounded(truth[taylor], -2))
    assert "GREENHAW" not in chapter["held"]
    chapter.says("do Greenhaw's {:,.0f} people come", rounded(x[greenhaw], -2))
    cut = 1 / np.sqrt(2 * np.pi)  # the mean of max(0, Z)
    each = rounded(error[greenhaw - 1], -2)
    text = "on average such a name keeps [about {:.1f} standard errors"
    chapter.says(text, cut)
    text = "that makes {} · {:.1f} · {:,.0f} = {:,.0f} people"
    chapter.says(text, FALSE, cut, each, FALSE * rounded(cut, 1) * each)
    assert x[LISTED:].mean() / error[LISTED:].mean() == pytest.approx(cut, rel=0.1)
    # the two rules
    z, p_values = x / error, ndtr(-x / error)
    text = "Greenhaw's estimate is {:.2f} standard errors above 0."
    chapter.says(text, z[greenhaw])
    p = 100 * p_values[greenhaw]
    chapter.says(r"$1 - \Phi({:.2f})$ = {:.1f} %, where", z[greenhaw], p)
    chapter.says("At {:.1f} %, Greenhaw looks real.", p)
    chapter.says("has a chance of about {:.1f} % of being lifted by that many", p)
    below = 1 - rounded(p, 1) / 100
    text = "in about $1 - {:.3f}^{{50}}$ = {:.0f} % of all collections"
    chapter.says(text, below, 100 * (1 - below**FALSE))
    assert 0.3 < 1 - below**FALSE < 0.36  # "about one time in three"
    example = 0.1
    text = "For a p-value of {} and two names it's {:.2f}."
    chapter.says(text, example, chapter["luckiest"](example, 2))
    found = chapter["published"]
    first, bonferroni, discovery = (found[rule] for rule in RULES)
    text = "at most {:.0f} %, she publishes {} names, two of which belong to nobody."
    chapter.says(text, 5, first.sum())
    assert first[LISTED:].sum() == 2 and first[greenhaw]
    text = "Bonferroni publishes {} names and Benjamini–Hochberg {}, and all of them"
    chapter.says(text, bonferroni.sum(), discovery.sum())
    assert not bonferroni[LISTED:].any() and not discovery[LISTED:].any()
    assert not discovery[taylor] and not bonferroni[taylor]
    chapter.says("candidates $w$, which is {} here.", len(first))
    # "gives up fifteen real ones"
    assert first[:LISTED].sum() - discovery[:LISTED].sum() == 15
    text = "Its {:,.0f} people look too much like chance"
    chapter.says(text, rounded(truth[taylor], -2))
    of_five = off[:5] / error[:5]  # "off by one and a half standard errors"
    assert chapter["held"][abs(of_five).argmax()] == "WILLIAMS"
    assert -1.6 < of_five.min() < -1.4
    result = chapter["result"]
    ours = chapter["benjamini_hochberg"](ndtr(-x / error))
    assert not ours[LISTED:].any() and not result.detected[LISTED:].any()
    assert not result.detected[taylor]
    assert np.abs(result.estimates[:5] - x[:5]).max() < error[0]
    text = "On the million people it finds {} names where ours found {}: it fits"
    chapter.says(text, result.detected.sum(), ours.sum())
    lost = np.flatnonzero(ours & ~result.detected)
    assert set(lost) == set(np.flatnonzero(ours)[np.argsort(z[ours])[:3]])
    assert not (result.detected & ~ours).any()  # "the weakest three of ours"
    assert np.abs(result.standard_errors / error - 1).max() < 0.1


def test_greenhaw_without_noise(chapter):
    """Unlisted names alone give it less than a tenth of its people: the rest is noise."""
    sets, centered = chapter["sets"], chapter["centered"]
    A = centered(np.concatenate([sets[:LISTED], sets[1_000:]])).reshape(150, -1).T
    y = centered(np.einsum("w,wcb->cb", chapter["share"], sets[:1_000])).ravel()
    greenhaw = chapter["listed"].index("GREENHAW")
    assert nnls(A, y)[0][greenhaw] < 0.1 * chapter["x"][greenhaw]


@pytest.mark.deep
def test_sums_of_nnls_shares(run_chapter):
    """20 collections: the ten most common names, and the fifty that nobody holds."""
    truth, sets, library = (
        run_chapter[name] for name in ("people_of", "sets", "library")
    )
    table, rng = np.concatenate([sets[:100], sets[1_000:]]), np.random.default_rng(5)
    common, invented, zero, moved = [], [], [], []
    for _ in range(20):
        split = rng.multinomial(truth, np.full(64, 1 / 64))
        n, t = split.sum(axis=0)[:, None], np.einsum("wc,wcb->cb", split, sets[:1_000])
        t = t.astype(int)
        ones = rng.binomial(t, library.q_star) + rng.binomial(n - t, library.p_star)
        counts = np.hstack([n, ones])
        y = run_chapter["centered"](run_chapter["people"](ones, n) / n).ravel()
        A = run_chapter["centered"](table).reshape(len(table), -1).T
        free = np.linalg.lstsq(A, y, rcond=None)[0]
        both = np.array([run_chapter["decode"](counts, table)[0], free])
        common.append(1e6 * both[:, :10].sum(axis=1) - truth[:10].sum())
        invented.append(1e6 * both[0, 100:].sum())
        kept, loose = both[:, 100:]
        zero.append((kept == 0).mean())
        moved.append(np.abs(kept - loose)[kept > 0].mean() / loose.std())
    off = np.sqrt(np.mean(np.square(common), axis=0))
    assert off[0] < 1.05 * off[1]  # "hardly suffers"
    assert 50_000 < np.mean(invented) < 70_000
    assert 0.45 < np.mean(zero) < 0.65  # "sets about half of these estimates to 0"
    assert np.mean(moved) < 0.25  # "changes the others only a little"


def test_two_rules_for_many_tests(chapter):
    w, level = 5, 0.05
    steps = level * np.arange(1, w + 1) / w
    names, found = LISTED + FALSE, 10
    step = found * level / names
    text = "the tenth step, {} · {}/{} = 1/{:.0f}. Even"
    chapter.says(text, found, level, names, 1 / step)
    text = "noise would lift only {} · 1/{:.0f} = {:.1f} of them"
    chapter.says(text, names, 1 / step, names * step)
    assert np.isclose(names * step / found, level)  # "a share of 5 %, which is α"
    text = "α = {} they are {:.2f}, {:.2f}, …, {:.2f}."
    chapter.says(text, level, *steps[[0, 1, -1]])


def test_two_hundred_collections(chapter):
    runs, candidates = chapter["p_values"].shape
    chapter.says("we simulate {} collections from the {:,} people", runs, PEOPLE)
    chapter.says("are their 100 words and {} others", candidates - 100)
    seeds = [np.random.default_rng(1) for _ in range(2)]
    counts = chapter["collect"](chapter["hashed"][:100], seeds[0])
    words, library = chapter["words"], chapter["library"]
    assert (
        counts == rappor.simulate_counts(chapter["truth"], words, library, seeds[1])
    ).all()


def test_the_rules_keep_their_promises(chapter):
    marks = [chapter["marks"][rule] for rule in RULES]
    false, any_false = marks[0][:, 100:].sum(axis=1), marks[1][:, 100:].any(axis=1)
    share = marks[2][:, 100:].sum(axis=1) / np.maximum(1, marks[2].sum(axis=1))
    root = np.sqrt(len(share))
    for measured, expected in ((false, 5), (share, 0.025)):
        assert abs(measured.mean() - expected) < 5 * measured.std() / root
    wrong, candidates, level = 100, marks[0].shape[1], 0.05
    chapter.says("Only {} of the {} candidates can be false", wrong, candidates)
    most = 100 * wrong * level / candidates
    text = "of any false word is at most {} · {}/{} = {:.1f} %. For"
    chapter.says(text, wrong, level, candidates, most)
    chapter.says("has the same factor, a false share of {:.1f} %.", most)
    first = marks[0][:, 100:]
    of_all = (first.sum(axis=1) / marks[0].sum(axis=1)).mean()
    assert round(1 / of_all) == 7  # "one detected word in seven"
    assert 38 < 1 / share.mean() < 44  # "one in forty"
    for measured, before, after in (
        (any_false, "a false word under Bonferroni in", "of the runs "),
        (share, "a false share of", ""),
    ):
        sentence = before + " {:.1f} % " + after + "(standard error {:.1f} %)"
        chapter.says(sentence, 100 * measured.mean(), 100 * measured.std() / root)
    assert 1.7 < marks[2].sum() / marks[1].sum() < 2  # "nearly twice as many words"


def words_of_a_billion(chapter, rng, collections, listed=100, false=100):
    """Return which words each collection of the same people detects."""
    library, share = chapter["library"], chapter["share"]
    held = len(share)  # other words are other hash functions
    table = chapter["hashed"][rng.choice(2_000, held + false, replace=False)].astype(
        float
    )
    split = rng.multinomial(rng.multinomial(10**9, share), np.full(64, 1 / 64))
    n = split.sum(axis=0)[:, None]
    set_by = np.einsum("wc,wcb->cb", split, table[:held]).astype(int)
    on_list = np.concatenate([table[:listed], table[held:]])
    decisions = []
    for _ in range(collections):
        ones = rng.binomial(set_by, library.q_star) + rng.binomial(
            n - set_by, library.p_star
        )
        x, error = chapter["decode"](np.hstack([n, ones]), on_list)
        decisions.append(chapter["benjamini_hochberg"](ndtr(-x / error)))
    return np.array(decisions)


def words_of(chapter, counts, table, cohorts=slice(None)):
    """Return the shares of the words in standard errors, from some of the cohorts."""
    x, error = chapter["decode"](counts[cohorts], table[:, cohorts])
    free, d = 15 * len(counts[cohorts]), np.count_nonzero(x)
    # decode counts on all 64 cohorts: 960 equations
    return x / error * (free - d) / (960 - d) * np.sqrt(960 / free)


def counts_of_a_billion(library, table, shares, rng):
    """Return the counts of people who hold the first words of the table."""
    split = rng.multinomial(rng.multinomial(10**9, shares), np.full(64, 1 / 64))
    n, held = split.sum(axis=0)[:, None], table[: len(shares)]
    set_by = np.einsum("wc,wcb->cb", split, held).astype(int)
    ones = rng.binomial(set_by, library.q_star)
    return np.hstack([n, ones + rng.binomial(n - set_by, library.p_star)])


@pytest.mark.weekly
def test_one_common_word_that_is_unlisted(run_chapter):
    """As with 1,000 words, but 20 % of the people hold another, which is unlisted."""
    library, rng, runs = run_chapter["library"], np.random.default_rng(4), 1_000
    shares = np.r_[0.8 * run_chapter["share"], 0.2]
    found = np.zeros((runs, 2))
    for run in range(runs):
        table = run_chapter["hashed"][rng.choice(2_000, 1_101, replace=False)]
        table = table.astype(float)
        counts = counts_of_a_billion(library, table, shares, rng)
        z = words_of(run_chapter, counts, np.delete(table, slice(100, 1_001), axis=0))
        words = run_chapter["benjamini_hochberg"](ndtr(-z))
        found[run] = words.sum(), words[100:].sum()
    share = found[:, 1] / np.maximum(1, found[:, 0])
    error = share.std() / np.sqrt(runs)
    assert 1 < found[:, 0].mean() < 1.5  # "barely one word is then detected"
    assert 0.025 + 3 * error < share.mean()  # more than promised
    assert abs(share.mean() - 0.05) < 0.02  # "about 5 %"


@pytest.mark.weekly
def test_half_of_the_cohorts_to_detect_and_half_to_test(run_chapter):
    """A false word of one half is in the other half as good as any: 5 % at 5 %."""
    library, rng, runs = run_chapter["library"], np.random.default_rng(17), 200
    detect = run_chapter["benjamini_hochberg"]
    first, both = np.zeros((2, 2))
    for _ in range(runs):
        table = run_chapter["hashed"][rng.choice(2_000, 1_100, replace=False)]
        table = table.astype(float)
        counts = counts_of_a_billion(library, table, run_chapter["share"], rng)
        on_list = np.delete(table, slice(100, 1_000), axis=0)
        z, again = (
            words_of(run_chapter, counts, on_list, half)
            for half in (slice(32), slice(32, 64))
        )
        found = detect(ndtr(-z)).reshape(2, 100)  # true words, false words
        first += found.sum(axis=1)
        both += (found & (again > 1.645).reshape(2, 100)).sum(axis=1)
    true, false = both / first
    assert first[1] > 200 and abs(false - 0.05) < 5 * np.sqrt(0.05 * 0.95 / first[1])
    assert true > 0.8


def test_the_model_answer(chapter):
    """How much of the variance of a device's reports is permanent noise."""
    library = chapter["library"]
    p, q, flip = library.p, library.q, library.f / 2
    permanent = (q - p) ** 2 * flip * (1 - flip)
    single = library.p_star * (1 - library.p_star)
    once, daily = (
        permanent / (permanent + (single - permanent) / reports) for reports in (1, 7)
    )
    assert 0.045 < once < 0.055 and 0.24 < daily < 0.27  # a twentieth, a quarter


@pytest.mark.weekly
def test_hash_functions_that_stay(run_chapter):
    """100 draws of hash functions, three collections with each."""
    rng, draws = np.random.default_rng(14), 100
    false_words = [
        words_of_a_billion(run_chapter, rng, 3)[:, 100:].sum(axis=0)
        for _ in range(draws)
    ]
    seen, always = ((np.array(false_words) >= times).sum(axis=1) for times in (1, 3))
    assert always.mean() > seen.mean() / 2  # "usually comes back"


# of found words, and its standard error, in %: a test of each week
FALSE_SHARE = (2.5, 0.1)


def test_the_promise_with_unlisted_words(chapter):
    library, share = chapter["library"], chapter["share"]
    runs, listed, held, false = 200, 100, len(chapter["share"]), 100
    chapter.says("Let a billion people hold {:,} words", held)
    chapter.says("list the {} most common and {} false ones", listed, false)
    chapter.says("yet in {} runs with new hash functions", runs)
    own = (
        library.p_star
        * (1 - library.p_star)
        / (library.q_star - library.p_star) ** 2
        / 10**9
    )
    assert own < 0.05 * (share[listed:] ** 2).sum() / 960  # "nearly all of the error"
    text = "functions the false share is {:.1f} % (standard error {:.1f} %). Unlisted"
    chapter.says(text, *FALSE_SHARE)
    (alpha,) = chapter["benjamini_hochberg"].__defaults__
    promised = 100 * alpha * false / (listed + false)  # times the share of false ones
    text = "about 5 %. That's twice the {:.1f} % of the theorem"
    chapter.says(text, promised)


@pytest.mark.weekly
def test_the_false_share_with_unlisted_words(run_chapter):
    runs, listed = 200, 100
    rng, shares = np.random.default_rng(13), np.zeros(runs)
    for run in range(runs):
        (words,) = words_of_a_billion(run_chapter, rng, 1)
        shares[run] = words[listed:].sum() / max(1, words.sum())
    mean, error = 100 * shares.mean(), 100 * shares.std() / np.sqrt(runs)
    assert mean < 5 / 2 + 5 * error
    assert (round(mean, 1), round(error, 1)) == FALSE_SHARE


def test_googles_decoder(chapter):
    text = (
        "about {:.0f} % of the invented words pass, where a normal variable would let "
    )
    text += "through {:.1f} %."
    rng = np.random.default_rng(5)
    noise = rng.normal(size=(100_000, 5))
    noise[:, 1:] += noise[:, :1]
    passed = (noise.mean(axis=1) > 2 * noise.std(axis=1, ddof=1)).mean()
    chapter.says(text, 100 * passed, 100 * ndtr(-2))
    assert abs(passed - 0.093) < 5 * np.sqrt(0.093 * 0.907 / 100_000)


def different_bits(parameters):
    return parameters.bits * (1 - (1 - 1 / parameters.bits) ** parameters.hashes)


def alone(parameters, people):
    """Standard error of the share of a single candidate."""
    p, q, bits = parameters.p_star, parameters.q_star, different_bits(parameters)
    one_bit = np.sqrt(p * (1 - p) / people) / (q - p)
    return one_bit / np.sqrt(bits * (1 - bits / parameters.bits))


def test_the_detection_limit(chapter):
    library, candidates = chapter["library"], LISTED + FALSE
    z = -ndtri(0.05 / candidates)
    text = "It allows each of the {} candidates a chance of {}/{} for that"
    chapter.says(text, candidates, 0.05, candidates)
    error = rounded(1e6 * chapter["error"][0], -2)
    chapter.says("the bar at $z$ = {:.1f} standard errors. One standard error was", z)
    text = "was {:,.0f} people, so the bar stands at about **{:,.0f} people**"
    chapter.says(text, error, rounded(z * error, -3))
    taylor = chapter["people_of"][chapter["listed"].index("TAYLOR")]
    chapter.says("More than {:,} of the million people", int(rounded(taylor, -3)))
    assert taylor > rounded(taylor, -3)
    assert 0.63 < taylor / (z * error) < 0.68  # "only two thirds"
    text = "takes (3/2)² times as many people: **{:.2f} million**, if noise"
    chapter.says(text, (3 / 2) ** 2)
    # "somewhat higher": the floor's part of the variance stays
    floor = (chapter["share"][LISTED:] ** 2).sum() / (FREE - candidates)
    variance, wanted = (error / 1e6) ** 2, (taylor / 1e6 / z) ** 2
    assert 2.4 < (variance - floor) / (wanted - floor) < 2.6
    noise = np.sqrt(library.p_star * (1 - library.p_star))
    noise /= library.q_star - library.p_star
    bits = different_bits(library)
    squares = bits * (1 - bits / library.bits)
    chapter.says("The noise of one report is {:.2f} people", noise)
    text = "the squared entries of a column add up to about {:.2f}. The sum would be {:.2f}"
    chapter.says(text, squares, 2 * (1 - 2 / library.bits))
    chapter.says(r"standard error is ${:.2f}/\sqrt{{{:.2f}\,N}}$ of", noise, squares)
    alone_here = alone(library, PEOPLE)
    assert np.isclose(alone_here, noise / np.sqrt(squares * PEOPLE))
    text = "For {:,} people that makes {:.3f} %, or {:.0f} people."
    chapter.says(text, PEOPLE, 100 * alone_here, PEOPLE * alone_here)
    z = -ndtri(0.05 / 200)
    assert np.isclose(chapter["smallest"](library, PEOPLE, 200), z * alone_here)
    chapter.says("$ = {:.2f} is the number of *different* bits", bits)


def floor_of_runs(unlisted, runs):
    """Return errors of 150 shares, where unlisted names alone report, without noise."""
    rng, m, k, errors = np.random.default_rng(12), 64, 16, []
    for _ in range(runs):
        place, sets = rng.integers(k, size=(900, m, 2)), np.zeros((150, m, k))
        held = np.zeros((900, m, k))
        np.put_along_axis(held, place, 1, axis=2)
        np.put_along_axis(sets, rng.integers(k, size=(150, m, 2)), 1, axis=2)
        columns, target = sets, np.einsum("w,wcb->cb", unlisted, held)
        columns = (columns - columns.mean(axis=2, keepdims=True)).reshape(150, -1)
        target = (target - target.mean(axis=1, keepdims=True)).ravel()
        errors.append(np.linalg.solve(columns @ columns.T, columns @ target))
    return np.sqrt(np.mean(np.square(errors)))


def test_the_floor(chapter):
    unlisted, free = chapter["share"][LISTED:].to_numpy(), FREE
    floor = np.sqrt((unlisted**2).sum() / free)
    listed = LISTED + FALSE
    crowded = floor / np.sqrt(1 - listed / free)
    z = -ndtri(0.05 / listed)
    chapter.says("That's about {:.0f} people in a million.", rounded(1e6 * floor, -2))
    text = "if it stands {:.1f} standard errors above 0, so the floor is {:.1f} times this, about **{:,.0f}**"
    chapter.says(text, z, z, rounded(1e6 * z * floor, -2))
    chapter.says("a little more because {} candidates share", listed)
    # "Taylor does come back", "a tenth as common"
    taylor = chapter["share"][chapter["listed"].index("TAYLOR")]
    assert 2 * z * crowded < taylor and taylor / 10 < 0.4 * z * crowded
    text = "For our {} unlisted surnames the error is {:.3f} %"
    chapter.says(text, len(unlisted), 100 * floor)
    chapter.says("with {} candidates in the fit it is {:.3f} %.", listed, 100 * crowded)
    assert floor_of_runs(unlisted, 40) == pytest.approx(crowded, rel=0.05)
    # "at least halve the floor": half for one candidate, less for many
    more = 4 * free
    assert np.isclose(np.sqrt((unlisted**2).sum() / more), floor / 2)
    assert floor / 2 / np.sqrt(1 - listed / more) < 0.48 * crowded


@pytest.mark.parametrize("k, bits", [(16, 1), (16, 2), (8, 3)])
def test_two_filters(k, bits):
    """All pairs of filters: products of the centered ones, and their squared lengths."""
    filters = (
        np.array([np.isin(range(k), some) for some in combinations(range(k), bits)])
        * 1.0
    )
    filters -= filters.mean(axis=1, keepdims=True)
    products, length = filters @ filters[0], filters[0] @ filters[0]
    assert np.isclose(length, bits * (1 - bits / k)) and abs(products.mean()) < 1e-12
    assert np.isclose(np.mean(products**2), length**2 / (k - 1))


def test_two_filters_of_one_bit(chapter):
    k, rest = chapter["library"].bits, chapter["library"].bits - 1
    assert np.isclose(1 / k + rest / k / rest**2, 1 / rest)
    one, other = np.eye(k)[:2] - 1 / k  # two centered filters that do not meet
    assert np.isclose(one @ other / (one @ one), -1 / rest)
    assert rest * 64 == FREE
    text = "has a 64th of that, $s^2/{}$, and its root is about $s/{:.0f}$"
    chapter.says(text, FREE, np.sqrt(FREE))
    chapter.says("by **1/{:.0f} of its own people**", np.sqrt(FREE))
    # by hand, with four bits
    assert 1 / 4 * 3 == 3 / 4 * 1 and 3**2 / 4 + 3 / 4 * 1**2 == 3**2 / 3
    pairs = np.array([np.isin(range(k), pair) for pair in combinations(range(k), 2)])
    own, others = pairs[:, :2].mean(axis=1), pairs[:, 2:].mean(axis=1)
    gets, times = np.unique((own - others).round(9), return_counts=True)
    assert np.allclose(gets, [-1 / 7, 3 / 7, 1])
    text = "Of the {} pairs of bits that an unlisted word can set, {} is the candidate's own"
    chapter.says(text, len(pairs), times[2])
    chapter.says(
        "own pair, {} share one bit with it, and {} share none.", times[1], times[0]
    )
    text = r"$\left(1 + {} \cdot \frac9{{49}} + {} \cdot \frac1{{49}}\right)/{} = \frac1{{{}}}$"
    chapter.says(text, times[1], times[0], len(pairs), rest)
    assert np.isclose((own - others) @ (own - others) / len(pairs), 1 / rest)


def test_explorer_of_common_words(chapter):
    explorer = chapter.explorers["The twenty most common words"]
    detected, holding, width = [], [], {}
    for state, picture in explorer.pictures:
        true, points = picture.series
        inside = [
            low <= y <= high for low, y, high in zip(points.low, true.y, points.high)
        ]
        holding.append(sum(inside))
        if (state["epsilon"], state["n"]) == (4, PEOPLE):
            (seen,) = re.findall(
                r"\[(\d+)\|decoded, with interval\] of these", picture.sentence
            )
            detected.append(int(seen))
        key = tuple(state[name] for name in ("epsilon", "n", "draw"))
        width[key] = np.mean(np.subtract(points.high, points.low))
    text = "With {:,} people, some of the twenty most common words aren't detected"
    chapter.says(text, PEOPLE)
    for state, picture in explorer.pictures:  # of these 20
        if state["epsilon"] == 4 and state["n"] in (PEOPLE, 10**6):
            all_twenty = "[20|decoded, with interval] of these" in picture.sentence
            assert all_twenty == (state["n"] == 10**6)
    text = "go from {:,} people to {:,}."
    chapter.says(text, PEOPLE, explorer.choices["n"][-1])
    text = "Where {:,} people report at ε∞ = {},"
    chapter.says(text, PEOPLE, explorer.start["epsilon"])
    chapter.says("one draw detects {} to {} of these", min(detected), max(detected))
    chapter.says("at least {} of the {} intervals hold", min(holding), len(true.y))
    for (epsilon, n, draw), here in width.items():
        if n == PEOPLE:  # "about ten times shorter"
            assert 7.8 < here / width[epsilon, 100 * n, draw] < 12.5


def test_explorer_of_the_detection_limit(chapter):
    explorer = chapter.explorers["What can never be seen"]
    tests, line = explorer.choices["tests"], {}
    for state, picture in explorer.pictures:
        line[state["epsilon"], state["tests"]] = picture.series[0]
    few, many = tests[0], tests[-1]
    chapter.says("Go from {} candidates to {}, and watch", few, many)
    names = len(chapter["names"])
    text = "At ε∞ = 4, 100 names are on the list and {:,} others are not."
    chapter.says(text, names - 100)
    first = explorer.picture(epsilon=4, tests=100).series[0]
    text = "With {:,} people, only a name above {:.0f} % is"
    chapter.says(text, first.x[0], first.y[0])
    x = line[4, 100].x
    for values in line.values():  # it bends without a corner
        slopes = np.diff(np.log(values.y)) / np.diff(np.log(values.x))
        assert np.abs(np.diff(slopes)).max() < 0.15
    later = x.index(100 * x[0])
    falls = [line[e, 100].y[0] / line[e, 100].y[later] for e in (0.5, 1, 2, 4)]
    assert np.allclose(falls, 10, atol=0.1)
    text = "falls by a factor of {:.0f} for each factor of {:.0f}"
    chapter.says(text, falls[0], x[later] / x[0])
    for w in (few, many):  # "neither people nor ε lower"
        assert line[8, w].y[-1] == pytest.approx(line[2, w].y[-1], rel=1e-3)
    for e in explorer.choices["epsilon"]:
        first, last = (line[e, many].y[i] / line[e, few].y[i] for i in (0, -1))
        chapter.says("With {:,} people, {} candidates instead of {}", x[0], many, few)
        text = "instead of {} raise the limit by a factor of {:.1f}, but"
        chapter.says(text, few, first)
        chapter.says("at the right end they lower it by {:.1f}, because", 1 / last)


def test_the_explorers_line_and_decode(chapter):
    """300 candidates and 1,000 people, of whom all hold the same word."""
    setting = rappor.Parameters.for_epsilon(
        4, bits=16, hashes=2, cohorts=64, p=0.5, q=0.75
    )
    rng, errors = np.random.default_rng(15), []
    for run in range(6):
        words = [f"{run} {i}" for i in range(300)]
        counts = rappor.simulate_counts([1_000] + [0] * 299, words, setting, rng)
        errors.append(
            rappor.decode(counts, words, setting).standard_errors.mean() / 1_000
        )
    ordinary = alone(setting, 1_000) / np.sqrt(1 - 300 / 960)
    assert 0.8 < np.mean(errors) / ordinary < 0.9  # "up to a fifth lower"


def test_quiz(chapter):
    detected, level = 40, 0.05
    chapter.says("**3. {} words are detected with", detected)
    text = "a. Each of the {} is real with probability {:.0f} %."
    chapter.says(text, detected, 100 - 100 * level)
    text = "b. With probability {:.0f} %, all {} are real."
    chapter.says(text, 100 - 100 * level, detected)


def test_quiz_on_centering(chapter):
    cohorts = np.array([[40] * 4, [55] * 4])
    assert not chapter["centered"](cohorts).any()
    text = "c. The mean of the two, {:.1f} people, in every bit."
    chapter.says(text, cohorts.mean())


def test_exercise_1_center_by_hand(chapter):
    bits, columns = chapter["bits"], chapter["columns"].T
    centered = chapter["centered"]
    assert ([30, 20] @ columns + 40 == bits).all()
    a, b = centered(columns)
    assert a @ b == 0 and a @ a == b @ b == 1
    plain = chapter["plain"]
    assert np.allclose(columns @ bits, columns @ columns.T @ plain)
    chapter.says("equations 2a + b = {} and a + 2b = {}.", *(columns @ bits))
    text = "They give a = {:.1f} and b = {:.1f}: each word gets {:.1f} people"
    chapter.says(text, *plain, plain[0] - 30)
    assert np.isclose(plain[0] - 30, plain[1] - 20)


def test_exercise_4_floor(chapter):
    words, share, tests, wanted = 20, 0.01, 100, 0.1
    squares, z = words * share**2, -ndtri(0.05 / tests)
    error = np.sqrt(squares / FREE)
    chapter.says("add up to {} · {}² = {:.3f}, so", words, share, squares)
    text = "√({:.3f}/{}) = {:.3f} % of the people, and the floor is {:.2f} times this, {:.3f} %."
    chapter.says(text, squares, FREE, 100 * error, z, 100 * z * error)
    factor = 100 * z * error / wanted
    chapter.says("fall by the factor {:.2f}. The floor", factor)
    cohorts = 64 * factor**2
    chapter.says("so it takes {} · {:.2f}² = {:,.0f} cohorts.", 64, factor, cohorts)
    chapter.says("How many cohorts would bring it down to {} %?", wanted)
    one = z * words * share / np.sqrt(FREE)
    text = "would be √{} = {:.1f} times as high, {:.1f} %."
    chapter.says(text, words, np.sqrt(words), 100 * one)
    assert np.isclose(one, np.sqrt(words) * z * error)


def test_exercise_2_by_hand(chapter):
    p_values, level = chapter["of_five"], 0.05
    steps = level * np.arange(1, 6) / 5
    chapter.says("the p-values {:.3f}, {:.3f}, {:.3f}, {:.2f} and {:.1f}.", *p_values)
    chapter.says("Bonferroni compares each with {:.2f} and detects two", steps[0])
    chapter.says("with {:.2f}, {:.2f}, …, {:.2f}: the fourth", *steps[[0, 1, 4]])
    chapter.says("the fourth, {:.2f} ≤ {:.2f}, is the last", p_values[3], steps[3])
    assert chapter["by_bonferroni"].sum() == 2 and chapter["by_discovery"].sum() == 4
    assert p_values[3] <= steps[3] and p_values[4] > steps[4]


def test_exercise_3_plan(chapter):
    share, tests, error = 0.001, 100, alone(chapter["library"], PEOPLE)
    z = -ndtri(0.05 / tests)
    factor = z * error / share
    chapter.says("The list of {} candidates is complete", tests)
    chapter.says("with a share of {:.1f} % to be detected", 100 * share)
    chapter.says("At $N$ = {:,} the limit is {:.2f} · {:.3f} %", PEOPLE, z, 100 * error)
    chapter.says("% = {:.2f} %. It must fall", 100 * z * error)
    chapter.says("by the factor {:.1f}, so $N$ must grow", factor)
    millions = PEOPLE * factor**2 / 1e6
    chapter.says("to about {:.0f} million people", millions)


def test_exercise_5_ten_reports(chapter):
    p, q, f, reports = 0.25, 0.75, 0.5, 10
    total, expected = chapter["total"], 15_000 * 0.375
    chapter.says("$f$ = {}, and {:,} runs. What goes wrong", f, len(total))
    own, shared = q * (1 - q), (q - p) ** 2 * f / 2 * (1 - f / 2)
    p_bit = p + f / 2 * (q - p)
    joint, apart = reports * own + reports**2 * shared, reports * p_bit * (1 - p_bit)
    z = -ndtri(0.025)
    covered = 1 - 2 * ndtr(-z * np.sqrt(apart / joint))
    here = np.mean(np.abs(total - expected) < round(z, 2) * chapter["claimed"])
    chapter.says(
        "In the long run only {:.0f} % of the intervals hold the truth, because",
        100 * covered,
    )
    assert abs(here - covered) < 0.03
    chapter.says("variance {} · {} + {} ·", reports, own, reports**2)
    text = " · {} · {} = {:.2f}, whereas the reports of ten"
    chapter.says(text, (q - p) ** 2, f / 2 * (1 - f / 2), joint)
    text = "browsers have {} · {} · {} = {:.2f}."
    chapter.says(text, reports, p_bit, 1 - p_bit, apart)
    text = r"\sqrt{{D\,({}\,R + {} \cdot {}\,R^2)}}$."
    chapter.says(text, own, (q - p) ** 2, f / 2 * (1 - f / 2))
    chapter.says("is √{:.1f} = {:.2f} times as", joint / apart, np.sqrt(joint / apart))
    deviation = chapter["deviation_of_total"](1_500, reports)
    assert np.isclose(deviation, np.sqrt(1_500 * joint))
    assert abs(total.mean() - expected) < 5 * deviation / np.sqrt(len(total))
    assert total.std() == pytest.approx(deviation, rel=5 / np.sqrt(2 * len(total)))
