"""Claims of the chapter "Words on no list", computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a
million.
"""

import math

import numpy as np
import pytest
from scipy.stats import binom, norm, poisson

from ldp_checks.chapters.unknown_words import CASES, levels_of, published
from ldp_course import LocalHashing
from ldp_course.privacy import privacy_loss
from ldp_course.topics.unknown_words import PrefixTree, SegmentPairs, noise_cut
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

MILLION = 10**6
OTHER_RUNS = 10_000
# words in these runs, and how many are expected: a test of each week
INVENTED = (478, 480)


def mean_and_error(numbers):
    return np.mean(numbers), np.std(numbers) / math.sqrt(len(numbers))


def test_the_opening(chapter):
    names, shares = chapter["names"], chapter["shares"]
    assert chapter["people"].sum() == MILLION
    chapter.says("people hold the {:,} most frequent surnames", len(names))
    chapter.says("Smith has {:.2f} % of the people, ", 100 * shares[0])
    chapter.says("the hundredth name {:.2f} %.", 100 * shares[99])
    assert (names[0], len(set(names))) == ("SMITH", 10_000)


def test_too_many_texts(chapter):
    texts = sum(26**length for length in range(1, 13))
    chapter.says("\\approx {:.1f} \\cdot 10^{{16}}$ texts", texts / 1e16)


def test_candidates(chapter):
    tree = chapter["tree"]
    chapter.says("`___`: {:,} **candidates**", tree.continuations[0])
    assert tree.continuations[0] == 26**3 + 26**2 + 26 + 1
    chapter.says("It keeps the {} that most", tree.keep)
    chapter.says("in all {:,} ways.", tree.continuations[1])
    chapter.says("at most {:,}, and keeps {} again", tree.asked, tree.keep)


def test_the_device(chapter):
    tree, g = chapter["tree"], LocalHashing.optimized(range(2), 4).buckets
    assert tree.buckets == g == chapter["g"] and tree.lengths == chapter["lengths"]
    assert np.allclose([tree.p, tree.q], [chapter["p"], chapter["q"]])
    chapter.says("the best $g$, near $e^\\varepsilon + 1$, is {}.", g)
    assert round(math.exp(4) + 1) == g
    rng, n = np.random.default_rng(3), 2_000
    named = [chapter["device"]("SMITH", 1, 7, rng) for _ in range(n)]
    true = np.mean(np.array(named) == chapter["bucket"](7, "SMITH_"))
    assert abs(true - tree.p) < 5 * math.sqrt(tree.p * (1 - tree.p) / n)


def test_privacy(chapter):
    assert math.isclose(max(chapter["losses"]), 4) and min(chapter["losses"]) > 3.99
    shown = chapter["shown"]
    assert 3 < shown.epsilon_lower < 4
    chapter.says("shows at least {:.2f}, with 99 % confidence", shown.epsilon_lower)


@pytest.mark.weekly
def test_the_search_from_scratch_is_the_modules(run_chapter):
    """The three most common names come first equally often, in 25 runs each."""
    rng, module = np.random.default_rng(5), PrefixTree(4, tuple(range(1, 13)))
    people, names = run_chapter["people"], run_chapter["names"]
    ours, theirs = (
        [len(set(names[:32]) & set(words[:32])) for words in runs]
        for runs in (
            [run_chapter["search"](people, rng) for _ in range(25)],
            [module.simulate(names, people, rng).words for _ in range(25)],
        )
    )
    error = math.sqrt((np.var(ours) + np.var(theirs)) / 25)
    assert abs(np.mean(ours) - np.mean(theirs)) < 5 * error


def test_real_reports(chapter):
    small = chapter["small"]
    first, *later = small.continuations
    hashes = first + small.keep * sum(later)
    assert 0.8e9 < hashes * 100_000 / small.groups < 1.2e9  # "about a billion"
    real, law = chapter["real"].supports, chapter["law"]
    assert len(real) == small.keep and len(law) == 50
    says = "The {} kept words have {:.1f} supports on average, and {:.1f} in {} runs of"
    chapter.says(says, small.keep, real.mean(), np.mean(law), len(law))
    chapter.says("with a spread of {:.1f}. Some", np.std(law))
    assert abs(real.mean() - np.mean(law)) < 5 * np.std(law)
    tree = chapter["tree"]
    large = (tree.continuations[0] + 3 * tree.asked) * 250_000
    assert 0.8e12 < large < 1.5e12


def test_nothing_to_find(chapter):
    explorer = chapter.explorers["How many printed names are real?"]
    real = {tuple(s.values()): picture.series[0].y for s, picture in explorer.pictures}
    assert not any(real[1, 10**5])  # "None is real."
    for epsilon, n in ((2, 10**5), (2, 10**6), (4, 10**6)):  # "about as much"
        assert abs(real[epsilon / 2, 10 * n][-1] - real[epsilon, n][-1]) < 4
    at_1, two, four = (
        PrefixTree(float(epsilon)).limit(MILLION) ** 2 for epsilon in (1, 2, 4)
    )
    assert round(at_1 / two) == 5 and 9 < two / four < 10  # "five times", "ten times"
    chapter.says("Among {:,} beginnings some", chapter["tree"].continuations[0])


def test_the_limit(chapter):
    tree = chapter["tree"]
    deviation = math.sqrt(tree.q * (1 - tree.q)) / (tree.p - tree.q)
    chapter.says("about {:,} of the million", MILLION // tree.groups)
    root = math.isqrt(250_000)
    text = r"&= \frac{{{:.3f}}}{{{}}} \\ &= {:.3f}\ \text"
    chapter.says(text, deviation, root, 100 * deviation / root)
    z = norm.isf(0.05 / tree.asked)
    chapter.says("But there may be {:,} candidates", tree.asked)
    text = "then {:.2f} standard errors away, at {:.2f} %."
    chapter.says(text, z, 100 * z * deviation / 500)
    for n in (10**5, 10**6):
        ours = chapter["limit"](n, tree.groups, tree.asked, tree.p, tree.q)
        assert math.isclose(ours, tree.limit(n))
    assert math.isclose(chapter["line"], tree.limit(MILLION))
    chapter.says("the line is at {:.3f} %, and", 100 * chapter["line"])
    text = "and {} names are above it"
    chapter.says(text, (chapter["shares"] > chapter["line"]).sum())
    at_1 = PrefixTree(1.0).limit(MILLION)
    assert at_1 > chapter["shares"].max()
    chapter.says("(At ε = 1 it is at {:.2f} %, above all names.)", 100 * at_1)


def test_two_hundred_runs(chapter):
    runs, names = chapter["runs"], set(chapter["names"].tolist())
    real = [len(names & set(run.found)) for run in runs]
    mean, error = mean_and_error(real)
    assert len(runs) == 200
    text = "found {:.1f} real names on average (standard error {:.1f})."
    chapter.says(text, mean, error)
    invented = sum(len(set(run.found) - names) for run in runs)
    expected = sum(invented_on_average(run, chapter["tree"]) for run in runs)
    most = 0.05 * len(runs)
    assert 0.9 * most < expected < most  # a cut is a whole number of reports
    text = "the 200 runs found {} invented words. The cut allows at most {} a run on average, so"
    chapter.says(text + " at most {:.0f}.", invented, 0.05, most)
    chapter.says("the exact mean is {:.1f}, because", expected)
    text = "with this mean give {} or more with probability {:.3f} (*Poisson*)."
    chapter.says(text, invented, poisson.sf(invented - 1, expected))
    text = "In {:,} others there were {} invented words, where {} are expected. So nothing speaks against the cut."
    chapter.says(text, OTHER_RUNS, *INVENTED)
    assert abs(INVENTED[0] - INVENTED[1]) < 2 * math.sqrt(INVENTED[1])
    text = "give about {:.0f} names with a tree of four groups, mostly those above {:.2f} %,"
    chapter.says(text, mean, 100 * chapter["line"])
    above = set(chapter["names"][chapter["shares"] > chapter["line"]].tolist())
    assert np.mean([len(above & set(run.found)) for run in runs]) > 0.85 * mean
    often, shares = chapter["often"], chapter["shares"][:60]
    m, tree = 250_000, chapter["tree"]
    spread = (shares * tree.p * (1 - tree.p) + (1 - shares) * tree.q * (1 - tree.q)) / (
        tree.p - tree.q
    ) ** 2 + shares * (1 - shares)
    alone = norm.cdf((shares - chapter["line"]) / np.sqrt(spread / m))
    assert (often <= alone + 5 * np.sqrt(alone * (1 - alone) / 200) + 0.03).all()
    left = (shares < chapter["line"]) & (shares > 0.002)
    assert (often - alone)[left].mean() < -0.05  # "dots lie below"
    chapter.says("pushes its beginning out of the {}.", tree.keep)
    chapter.says("limit line of {:.2f} percent", 100 * chapter["line"])


def invented_on_average(run, tree):
    """In runs with these candidates and these people in the last group: exactly."""
    return run.candidates * binom.sf(run.cut - 1, run.n, tree.q)


@pytest.mark.weekly
def test_invented_words_of_many_runs(run_chapter):
    tree, names, shares = (run_chapter[name] for name in ("tree", "names", "shares"))
    rng, known = np.random.default_rng(77), set(names.tolist())
    invented, expected = 0, 0.0
    for _ in range(OTHER_RUNS):
        run = tree.simulate(names, rng.multinomial(MILLION, shares), rng)
        invented += len(set(run.found) - known)
        expected += invented_on_average(run, tree)
    assert (invented, round(expected)) == INVENTED


def test_few_groups(chapter):
    explorer = chapter.explorers["Which names are common enough?"]
    chapter.says("the limit is {:.2f} %. Where is it", 100 * chapter["line"])
    for _, picture in explorer.pictures:
        line, listed, _ = picture.series
        assert list(line.y) == sorted(line.y, reverse=True)  # "better everywhere"
        assert listed.y[0] < min(line.y)
    trees = {1: PrefixTree(4, tuple(range(1, 13))), 6: PrefixTree(4, (6, 12))}
    lines = [100 * tree.limit(MILLION) for tree in trees.values()]
    chapter.says("from {:.3f} % to {:.3f} %. Steps of 1", *lines)
    says = "Steps of 1 need {} groups in place of {}, a factor $\\sqrt 6$ = {:.2f}."
    chapter.says(says, trees[1].groups, trees[6].groups, math.sqrt(6))
    says = "Steps of 6 have {:,} candidates in place of {:,}, but"
    chapter.says(says, trees[6].asked, trees[1].asked)
    z = [norm.isf(0.05 / tree.asked) for tree in trees.values()]
    chapter.says("but $z$ is only {:.2f} in place of {:.2f}. The tail", *z[::-1])
    assert 0.8e16 < trees[6].asked * 500_000 < 2e16


def test_designs(chapter):
    sizes = chapter["sizes"]
    means = [np.mean(words) for words in sizes.values()]
    assert means == sorted(means) and {len(words) for words in sizes.values()} == {10}


def test_the_tail(chapter):
    tree = chapter["tree"]
    m = 25_000
    chapter.says("of them, {:.0f} on average", m * tree.q)
    text = "normal picture right {:.2f} standard errors out?"
    chapter.says(text, norm.isf(0.05 / tree.asked))
    cuts = [noise_cut(m, tree.q, tree.asked, normal=normal) for normal in (True, False)]
    passing = tree.asked * binom.sf(np.array(cuts) - 1, m, tree.q)
    assert cuts == chapter["cuts"]
    text = "The normal cut of {} supports lets {:.3f} words through"
    chapter.says(text, cuts[0], passing[0])
    chapter.says("The exact cut is {}.", cuts[1])
    tree, p, q = (chapter[name] for name in ("tree", "p", "q"))
    lines = {}
    for n in (100_000, 1_000_000):
        group = n // 4
        exact = noise_cut(group, q, tree.asked) / group
        lines[n] = 100 * (exact - q) / (p - q), 100 * tree.limit(n)
    text = "has {:.3f} % of these people, where the formula of the limit line says {:.3f} %;"
    chapter.says(text, *lines[100_000])
    chapter.says("people it is {:.3f} %, not {:.3f} %.", *lines[1_000_000])
    assert 2.5 < passing[0] / 0.05 < 3 and passing[1] <= 0.05


def test_segment_pairs(chapter):
    pairs, tree, p, q = SegmentPairs(4), chapter["tree"], chapter["p"], chapter["q"]
    mean, error = mean_and_error(chapter["by_pairs"])
    of_tree = np.mean([len(run.found) for run in chapter["runs"]])
    says = "It finds {:.1f} words on average (standard error {:.1f}). That is {:.0f} more than"
    chapter.says(says, mean, error, mean - of_tree)
    chapter.says("keeps {} segments at each", pairs.keep)
    chapter.says("and keeps {} pairs each", pairs.keep)
    assert pairs.weights == (1,) * 7 + (2,)  # "eight groups", "two ninths"
    left = round(np.mean(chapter["asked"]))
    z, of_a_tree = (norm.isf(0.05 / candidates) for candidates in (left, tree.asked))
    text = "about {} chains are left to ask them about, so $z$ is {:.1f} in place of {:.1f}, which "
    text += "is worth {:.1f} times as many people."
    chapter.says(text, left, z, of_a_tree, (of_a_tree / z) ** 2)
    line = z * math.sqrt(q * (1 - q) / (MILLION * 2 / 9)) / (p - q)
    lines = [line, tree.limit(MILLION), PrefixTree(4, (6, 12)).limit(MILLION)]
    text = "The line is at {:.3f} %, where the tree has {:.3f} % with four groups and {:.3f} % with"
    chapter.says(text, *(100 * line for line in lines))


@pytest.mark.deep
def test_pairs_find_more_than_any_tree(run_chapter):
    """200 runs each, by far more than five standard errors: 31.4 against 29.9."""
    names, people = run_chapter["names"], run_chapter["people"]
    rng = np.random.default_rng(12)
    (more, error), (fewer, other_error) = (
        mean_and_error([
            len(law.simulate(names, people, rng).found) for _ in range(200)
        ])
        for law in (SegmentPairs(4), PrefixTree(4, (6, 12)))
    )
    assert more - fewer > 5 * math.hypot(error, other_error)


def test_what_a_list_is_worth(chapter):
    chapter.says("With a list of the {:,} names", len(chapter["names"]))
    p, q, cut = chapter["p"], chapter["q"], chapter["cut"]
    survivors = [(e * (p - q) + q >= cut).sum() for e in chapter["estimates"]]
    mean, error = mean_and_error(survivors)
    text = "With the list {:.1f} names are found (standard error {:.1f})."
    chapter.says(text, mean, error)
    assert len(survivors) == 200


def test_the_answer(chapter):
    found = np.mean([len(run.found) for run in chapter["runs"]])
    assert round(found) == 24 and round(np.mean(chapter["by_pairs"])) == 31
    names = chapter["shares"]
    assert not (names > PrefixTree(1).limit(10**6)).any()
    line = PrefixTree(1, (3,)).limit(10**6, len(names))
    chapter.says("with a list the line would be at {:.2f} %, below five", 100 * line)
    assert (names > line).sum() == 5


def test_quiz(chapter):
    tree = chapter["tree"]
    chapter.says("a. {}, as many as are printed", tree.keep)
    chapter.says("b. {:,}, as many as there are names", len(chapter["names"]))
    chapter.says("of the {} beginnings, up to {:,}", tree.keep, tree.asked)
    line = PrefixTree(1.0).limit(10**5)
    chapter.says("The limit is at {:.1f} %, and no name", 100 * line)
    assert line > chapter["shares"].max()
    limited, m = PrefixTree(1.0), 10**5 // 4
    # a name far above the limit reaches it
    cut = noise_cut(m, limited.q, limited.asked)
    assert binom.sf(cut - 1, m, limited.q + 1.5 * line * (limited.p - limited.q)) > 0.99
    z = norm.isf(0.05 / tree.asked) / norm.isf(0.05 / (tree.asked / 2))
    assert round(100 * (z - 1)) == 2  # "changes by about 2 %"
    smaller = PrefixTree(4, keep=50)
    assert smaller.limit(MILLION) > 0.97 * tree.limit(MILLION)


def test_exercise_1(chapter):
    assert PrefixTree(1.0, (1, 3), letters="ABC").continuations[1] == 13
    limit, share = PrefixTree(1.0).limit, 0.3
    text = "A million people have a limit of {} %. How many people give a limit of {:.1f} %"
    chapter.says(text, share, share / 3)
    assert math.isclose(limit(9 * MILLION), limit(MILLION) / 3)


def test_exercise_2(chapter):
    words, length, letters, threshold = CASES[0]
    text = "{:.0f} % hold BAB, {:.0f} % ABA, {:.0f} % AB and {:.0f} % AA."
    chapter.says(text, *(100 * share for share in words.values()))
    chapter.says("and the threshold {}?", threshold)
    levels = levels_of(words, length)
    assert published(levels, letters, threshold) == ["ABA"]
    assert set(chapter["mended"](levels, letters, threshold)) == {"BAB", "ABA", "AB_"}


def test_exercise_3(chapter):
    tree, m = chapter["tree"], 250_000
    cut = noise_cut(m, tree.q, 100)
    text = "has {:,} people in its last group, and {:,} candidates"
    chapter.says(text, m, tree.asked)
    chapter.says("The cut is {:,}.", cut)
    words = tree.asked * binom.sf(cut - 1, m, tree.q)
    chapter.says("= {:.0f} words, where 0.05 were meant", words)


def test_exercise_4(chapter):
    tree = PrefixTree(1.0)

    def losses(first, second, seed):
        pair = [tree.channel_given([first, second], group, seed) for group in range(4)]
        return [round(privacy_loss(channel), 9) for channel in pair]

    most = {
        other: max(sum(losses("WILLIAMS", other, seed)) for seed in range(1, 41, 2))
        for other in ("WILLIAMSON", "SMITH")
    }
    assert most == {"WILLIAMSON": 2, "SMITH": 4}


def test_exercise_5(chapter):
    text = "27¹⁴/26 ≈ {:.1f} · 10¹⁸, and 2⁶⁴ ≈ {:.1f} · 10¹⁸"
    chapter.says(text, 27**14 / 26e18, 2**64 / 1e18)
    largest = sum(27 * 27**place for place in range(13))
    assert chapter["code"]("_" * 13) == largest < 27**14 / 26
