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
    chapter.says("one of the {:,} most frequent surnames", len(names))
    chapter.says("Smith has {:.2f} % of the people, ", 100 * shares[0])
    chapter.says("the hundredth name has {:.2f} %.", 100 * shares[99])
    assert (names[0], len(set(names))) == ("SMITH", 10_000)


def test_too_many_texts(chapter):
    texts = sum(26**length for length in range(1, 13))
    chapter.says("\\approx {:.1f} \\cdot 10^{{16}}$ texts", texts / 1e16)
    assert round(texts / 1e9 / (365 * 86_400)) == 3  # "three years for a single report"


def test_a_small_town(chapter):
    """The tree by hand: three groups, four buckets, and whom the noise may lift."""
    town, groups, buckets, p = 900, 3, 4, 3 / 4
    q, n = 1 / buckets, town // groups
    assert (n * q, p - q) == (75, 1 / 2)
    chapter.says("Its {} people have names of up to three letters", town)
    chapter.says("dealt out to three groups of {}.", n)
    odds = p / ((1 - p) / (buckets - 1))
    chapter.says("That's ε = ln {:.0f}, about {:.1f}.", odds, math.log(odds))

    def holders(supports):
        return round((supports - n * q) / (p - q))

    says = "A has {} supports, which stand for {} people, B has {}, for {} people, and E has {}, for {}."
    first, second = (152, 118, 101), (127, 122, 99)
    chapter.says(says, *(x for s in first for x in (s, holders(s))))
    says = "AN has {} supports ({} people), BO has {} ({}), and AM has {} ({})."
    chapter.says(says, *(x for s in second for x in (s, holders(s))))
    says = "ANN has {} supports ({} people) and BOB has {} ({}). The next best is BOQ with {} ({})."
    chapter.says(says, *(x for s in (124, 117, 94) for x in (s, holders(s))))
    later = 2 * PrefixTree(1.0, (1, 2)).continuations[1]
    says = "took 26 + {0} + {0} = {1} questions, where there are {2:,} texts"
    chapter.says(says, later, 26 + 2 * later, 26 + 26**2 + 26**3)
    chapter.says("the luckiest of {} texts", later)
    # noise lifts one of 54 texts so far rather often, and no text as far as ANN or BOB
    assert later * binom.sf(94 - 1, n, q) > 0.2
    assert later * binom.sf(117 - 1, n, q) < 1e-5


def test_candidates(chapter):
    tree = chapter["tree"]
    chapter.says("+ 26 + 1$ = {:,} **candidates**", tree.continuations[0])
    assert tree.continuations[0] == 26**3 + 26**2 + 26 + 1
    chapter.says("after each step it keeps {}.", tree.keep)
    text = "continuations of {} kept beginnings, at most {:,}, and"
    chapter.says(text, tree.keep, tree.keep * tree.continuations[1])
    assert tree.asked == tree.keep * tree.continuations[1]


def test_the_device(chapter):
    tree, g = chapter["tree"], LocalHashing.optimized(range(2), 4).buckets
    assert tree.buckets == g == chapter["g"] and tree.lengths == chapter["lengths"]
    assert np.allclose([tree.p, tree.q], [chapter["p"], chapter["q"]])
    chapter.says("the best $g$, near $e^\\varepsilon + 1$, is {}, as", g)
    chapter.says("direct encoding of one of {} buckets", g)
    assert 0.45 < tree.p < 0.55  # "Half of all reports name the true bucket"
    chapter.says("such a report is $e^4$ = {:.0f} times as likely", math.exp(4))
    chapter.says(
        "that person is now {:.0f} % sure", 100 * math.exp(4) / (math.exp(4) + 1)
    )
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


def test_what_is_printed(chapter):
    """Between Roberts and Green stands a name that nobody has."""
    words, known = chapter["found"].words, set(chapter["names"].tolist())
    shown = words[:8] + words[24:30]
    invented = [word for word in shown if word not in known]
    assert invented == ["ELLNGTQAEBIJ"] and words[0] == "SMITH"
    place = words.index("ELLNGTQAEBIJ")
    assert (words[place - 1], words[place + 1]) == ("ROBERTS", "GREEN")
    supports = dict(zip(words, chapter["found"].supports.tolist(), strict=True))
    people = dict(
        zip(chapter["names"].tolist(), chapter["people"].tolist(), strict=True)
    )
    assert supports["GREEN"] == supports["ELLNGTQAEBIJ"]
    text = "exactly the same support, {:,} reports. Of our million people {:,} are called Green"
    chapter.says(text, supports["GREEN"], people["GREEN"])
    chapter.says("Green has {:,} people and was passed over", people["GREEN"])
    found, q = chapter["found"], chapter["q"]
    assert not {"ROBERTS", "GREEN", "ELLNGTQAEBIJ"} & set(found.found)
    away = (supports["GREEN"] - found.n * q) / math.sqrt(found.n * q * (1 - q))
    chapter.says("Green and Ellngtqaebij are both {:.1f} standard deviations up", away)
    assert 249_000 < found.n < 250_000  # "slightly fewer than 250,000"


def test_real_reports(chapter):
    small, real, law = chapter["small"], chapter["real"], chapter["law"]
    n = 300_000
    assert len(chapter["typed"]) == n and len(law) == 20
    text = "{:,} phones hash their piece and send a noisy bucket, in segments of {} symbols"
    chapter.says(text, n, small.segment)
    assert f"and with {small.keep} kept" in chapter.text
    assert set(real.found) <= set(chapter["names"].tolist())  # "All of them are names."
    assert abs(len(real.found) - np.mean(law)) < 3 * np.std(law)


@pytest.mark.weekly
def test_a_million_real_reports_in_joined_pieces(run_chapter):
    """The search of the table, without `simulate`: 11 billion hashes."""
    names, pairs = run_chapter["names"], run_chapter["pairs"]
    rng = np.random.default_rng(9)
    typed = rng.choice(names, size=MILLION, p=run_chapter["shares"])
    tasks = pairs.assign(MILLION, rng)
    real = pairs.aggregate(pairs.perturb(pairs.encode(typed), tasks, rng), tasks)
    by_law = [len(run.found) for run in run_chapter["joined"]]
    assert abs(len(real.found) - np.mean(by_law)) < 5 * np.std(by_law)


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
    chapter.says("about {:,} beginnings, and noise", chapter["tree"].continuations[0])
    chapter.says("{:,} people report with ε = 1. Its server", 10**5)


def test_the_limit(chapter):
    tree = chapter["tree"]
    deviation = math.sqrt(tree.q * (1 - tree.q)) / (tree.p - tree.q)
    group = MILLION // tree.groups
    noise = math.sqrt(group * tree.q * (1 - tree.q))
    chapter.says("About {:,} people are in the last of the four groups", group)
    text = "with the mean 250,000/56 = {:,.0f} and the standard deviation"
    chapter.says(text, group * tree.q)
    chapter.says(r"q(1-q)}}$ = {:.0f}. Each", noise)
    text = "adds $p - q$ = {:.3f} supports on average. So one standard deviation of noise looks like"
    chapter.says(text, tree.p - tree.q)
    text = "{:.0f}/{:.3f} = {:.0f} people, which is {:.3f} % of the group"
    in_people = noise / (tree.p - tree.q)
    chapter.says(text, noise, tree.p - tree.q, in_people, 100 * in_people / group)
    assert math.isclose(in_people / group, deviation / math.sqrt(group))
    z = norm.isf(0.05 / tree.asked)
    assert z == chapter["z"]
    chapter.says("was asked about up to {:,} candidates", tree.asked)
    text = "it with probability 0.05/{:,}, which is one in {:.0f} million"
    chapter.says(text, tree.asked, tree.asked / 0.05 / 1e6)
    chapter.says("That's {:.2f} % of the group", 100 * z * in_people / group)
    for n in (10**5, 10**6):
        ours = chapter["limit"](n, tree.groups, tree.asked, tree.p, tree.q)
        assert math.isclose(ours, tree.limit(n))
    assert math.isclose(chapter["line"], tree.limit(MILLION))
    above = (chapter["shares"] > chapter["line"]).sum()
    assert above == 25
    text = "Twenty-five of our names are above this line, at {:.3f} %."
    chapter.says(text, 100 * chapter["line"])
    chapter.says("if {:.0f} people in 1,000 hold it", 1_000 * chapter["line"])
    at_1 = PrefixTree(1.0).limit(MILLION)
    assert at_1 > chapter["shares"].max()
    chapter.says("At ε = 1 the line is at {:.2f} %, above Smith.", 100 * at_1)


def test_two_hundred_runs(chapter):
    runs, names = chapter["runs"], set(chapter["names"].tolist())
    real = [len(names & set(run.found)) for run in runs]
    mean, error = mean_and_error(real)
    assert len(runs) == 200
    text = "found {:.1f} real names on average (standard error {:.1f})."
    chapter.says(text, mean, error)
    place = names_in_order(chapter).index("WALKER")
    assert chapter["often"][0] == 1  # "Smith was found in all of the runs"
    assert 0.4 < chapter["often"][place] < 0.6  # "in about half of them"
    assert chapter["shares"][place] > chapter["line"] > chapter["shares"][place + 1]
    invented = sum(len(set(run.found) - names) for run in runs)
    expected = sum(invented_on_average(run, chapter["tree"]) for run in runs)
    most = 0.05 * len(runs)
    assert 0.9 * most < expected < most  # a cut is a whole number of reports
    text = "allows at most {} invented words a run on average, so at most {:.0f} in {} runs."
    chapter.says(text, 0.05, most, len(runs))
    assert invented == 17  # "We found 17."
    chapter.says("is a little lower, {:.1f} for the candidates", expected)
    text = "variable, which is {} or more with probability {:.3f}."
    chapter.says(text, invented, poisson.sf(invented - 1, expected))
    text = "In {:,} others there were {} invented words, where {} are expected. So nothing speaks against the cut."
    chapter.says(text, OTHER_RUNS, *INVENTED)
    assert abs(INVENTED[0] - INVENTED[1]) < 2 * math.sqrt(INVENTED[1])
    text = "a tree of four groups finds about {:.0f}, mostly those above {:.2f} %."
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
    chapter.says("pushes one of its beginnings out of the {}.", tree.keep)
    chapter.says("limit line of {:.2f} percent", 100 * chapter["line"])


def names_in_order(chapter):
    return chapter["names"].tolist()


def test_the_share_of_a_found_word(chapter):
    """One standard error below the cut: the error is above 1, and below 1.96 or not."""
    above_1, above_196 = norm.sf(1), norm.sf(1.96)
    share = 100 * (above_1 - above_196) / above_1
    text = "a share of ({:.3f} − {:.3f})/{:.3f} = {:.0f} % are below {}."
    chapter.says(text, above_1, above_196, above_1, share, 1.96)
    chapter.says("{:.0f} % of the intervals hold the truth, and not 95 %", share)
    assert norm.sf(2) < above_196  # "whenever it is found, its interval is wrong"


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
    chapter.says("with longer steps, from {:.3f} % to {:.3f} %. With", *lines)
    text = (
        "the last group has {} · {} candidates, and with steps of six it has {} · {:,}."
    )
    one, six = trees[1], trees[6]
    chapter.says(text, one.keep, one.continuations[1], six.keep, six.continuations[1])
    assert (one.asked, six.asked) == (100 * 27, 100 * 321_272_407)
    z = [norm.isf(0.05 / tree.asked) for tree in trees.values()]
    text = "they only raise $z$ from {:.2f} to {:.2f}, by a factor of {:.2f}."
    chapter.says(text, *z, z[1] / z[0])
    # "Doubling the candidates hardly moves the line."
    assert norm.isf(0.05 / 200_000) < 1.04 * norm.isf(0.05 / 100_000)
    text = "twelve groups instead of two multiply every error by $\\sqrt 6$ = {:.2f}."
    assert (one.groups, six.groups) == (12, 2)
    chapter.says(text, math.sqrt(6))
    cost = six.asked * (MILLION // six.groups)
    chapter.says("about ${:.1f} \\cdot 10^{{16}}$ hashes", cost / 1e16)
    assert 0.45 < cost / 1e9 / (365 * 86_400) < 0.55  # "half a year"


def test_a_quick_server(chapter):
    """Supports by transforms are those by hashing, in a small case; and their number."""
    rng = np.random.default_rng(8)
    rows, beginning, continuation, n = 2, 4, 3, 200
    length = beginning + continuation
    seeds = rng.integers(2, size=(n, rows, length))
    named = rng.integers(2, size=(n, rows))  # any buckets will do
    texts = np.array(list(np.ndindex(*(2,) * length)))
    buckets = np.einsum("nrl,tl->tnr", seeds, texts) % 2
    direct = (buckets == named).all(axis=2).sum(axis=1)
    short = np.array(list(np.ndindex(*(2,) * continuation)))
    signs = (-1) ** (short @ short.T)  # Hadamard's table
    total = np.zeros(len(texts))
    for subset in np.ndindex(*(2,) * rows):
        row, answer = np.array(subset) @ seeds % 2, named @ np.array(subset) % 2
        place = row[:, beginning:] @ 2 ** np.arange(continuation)[::-1]
        for first in range(2**beginning):
            start = texts[first * 2**continuation, :beginning]
            sign = (-1) ** (answer + row[:, :beginning] @ start)
            table = np.bincount(place, weights=sign, minlength=2**continuation)
            part = slice(first * 2**continuation, (first + 1) * 2**continuation)
            total[part] += signs @ table / 2**rows
    assert (total == direct).all()
    # two texts meet in a bucket with probability 1/4: over all seeds of one row, half
    differ = texts[5] ^ texts[9]
    assert (texts @ differ % 2 == 0).mean() == 0.5

    people, digits, g = MILLION // 4, 15, 64
    assert 27 <= 2**5  # symbols
    each = (g - 1) * (people + digits * 2**digits)
    text = "{} · ({:,} + {} · {:,}), or {:.0f} million, additions"
    chapter.says(text, g - 1, people, digits, 2**digits, each / 1e6)
    whole = 3 * 100 * each
    chapter.says("and ${:.1f} \\cdot 10^{{10}}$ for the three groups", whole / 1e10)
    tree = chapter["tree"]
    asked = tree.continuations[0] + 3 * tree.asked
    assert 80 < asked * people / whole < 120  # "about a hundredth of the hashes"

    def noise(buckets):
        p, q = math.exp(4) / (math.exp(4) + buckets - 1), 1 / buckets
        return q * (1 - q) / (p - q) ** 2

    assert noise(64) < 1.01 * noise(56)  # "hardly worse"


def test_designs(chapter):
    sizes, table = chapter["sizes"], chapter["designs"]
    means = {name: np.mean(words) for name, words in sizes.items()}
    assert list(means.values()) == sorted(means.values())
    counts = [len(words) for words in sizes]
    assert counts == [10] * 5 + [40]
    errors = [np.std(words, ddof=1) / math.sqrt(len(words)) for words in sizes]
    chapter.says("with standard errors of at most {:.1f}", max(errors))
    cost = table["hashes"].astype(float)
    pieces, tree = cost["joined pieces"], cost["tree, 3 a step"]
    first, *later = chapter["tree"].continuations
    asked = first + chapter["tree"].keep * sum(later)
    assert tree == pytest.approx(asked * MILLION / 4, rel=0.03)
    pairs = chapter["pairs"]
    asked = 4 * pairs.alphabet.followers(3) + 3 * pairs.keep**2 + 2 * chapter["left"]
    assert pieces == pytest.approx(asked * MILLION / 9, rel=0.05)
    assert 80 < tree / pieces < 150  # "about a hundredth"
    text = "at a billion a second, {:.0f} seconds rather than {:.0f} minutes."
    chapter.says(text, pieces / 1e9, tree / 1e9 / 60)


def test_the_tail(chapter):
    tree = chapter["tree"]
    m = 25_000
    chapter.says("{:,} people, so {:,} in the last group", 4 * m, m)
    chapter.says("nobody holds has {:.0f} supports on average", m * tree.q)
    text = "normal picture right {:.2f} standard errors out?"
    chapter.says(text, norm.isf(0.05 / tree.asked))
    cuts = [noise_cut(m, tree.q, tree.asked, normal=normal) for normal in (True, False)]
    passing = tree.asked * binom.sf(np.array(cuts) - 1, m, tree.q)
    text = "The normal cut of {} supports lets {:.3f} invented words through"
    chapter.says(text, cuts[0], passing[0])
    chapter.says("The exact cut is {}, and {:.3f} pass.", cuts[1], passing[1])
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
    for group in (m, MILLION // 4):  # "sets the cut slightly too low"
        cuts = [noise_cut(group, tree.q, tree.asked, normal=n) for n in (True, False)]
        assert 0 < cuts[1] - cuts[0] < 0.011 * cuts[0]


def test_segment_pairs(chapter):
    pairs, tree, p, q = SegmentPairs(4), chapter["tree"], chapter["p"], chapter["q"]
    mean, _ = mean_and_error([len(run.found) for run in chapter["joined"]])
    of_tree = np.mean([len(run.found) for run in chapter["runs"]])
    says = (
        "Joined pieces find {:.1f} names on average, which is {:.0f} more than the tree"
    )
    chapter.says(says, mean, mean - of_tree)
    chapter.says("the {} most supported segments", pairs.keep)
    chapter.says("at most {0} · {0} for each place, and keeps the {0} best", pairs.keep)
    assert pairs.weights == (1,) * 7 + (2,)  # "eight groups", "two ninths"
    left = chapter["left"]
    z, of_a_tree = (norm.isf(0.05 / candidates) for candidates in (left, tree.asked))
    text = "about only some {} chains. So $z$ falls from {:.1f} to {:.1f}. To lower the line as far "
    text += "in a tree, you'd need ({:.2f}/{:.2f})² = {:.1f} times as many people."
    values = left, of_a_tree, z, of_a_tree, z, (of_a_tree / z) ** 2
    chapter.says(text, *values)
    line = z * math.sqrt(q * (1 - q) / (MILLION * 2 / 9)) / (p - q)
    assert chapter["designs"]["limit (%)"]["joined pieces"] == round(100 * line, 3)
    above = (chapter["shares"] > line).sum()
    chapter.says("{} names are above this line, and {:.0f} are found", above, mean)


@pytest.mark.weekly
def test_what_epsilon_1_finds(run_chapter):
    """Both searches find fewer than one name in five runs, and Smith rarely."""
    rng, names = np.random.default_rng(3), run_chapter["names"]
    known = set(names.tolist())
    for law in (PrefixTree(1), SegmentPairs(1)):
        real = [
            len(known & set(law.simulate(names, people, rng).found))
            for people in rng.multinomial(MILLION, run_chapter["shares"], size=100)
        ]
        assert np.mean(real) < 0.2


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
    chapter.says("Suppose that the {:,} names are public", len(chapter["names"]))
    p, q, cut = chapter["p"], chapter["q"], chapter["cut"]
    survivors = [(e * (p - q) + q >= cut).sum() for e in chapter["estimates"]]
    mean, error = mean_and_error(survivors)
    text = "With the list {:.1f} names are found (standard error {:.1f}), more than three times"
    chapter.says(text, mean, error)
    assert len(survivors) == 200
    assert mean > 3 * np.mean([len(run.found) for run in chapter["joined"]])


def test_the_answer(chapter):
    by_pairs = np.mean([len(run.found) for run in chapter["joined"]])
    chapter.says("Joined pieces find {:.0f} names, in seconds", by_pairs)
    names = chapter["shares"]
    assert not (names > PrefixTree(1).limit(10**6)).any()
    line = PrefixTree(1, (3,)).limit(10**6, len(names))
    text = "the line at ε = 1 would be at {:.2f} %, and five names would be above it."
    chapter.says(text, 100 * line)
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


def test_exercise_6(chapter):
    """A plan with 12 groups, a cut for what is printed, and a report each week."""
    n, epsilon = 200_000, 2.0
    plan = PrefixTree(epsilon, tuple(range(1, 13)), keep=1_000)
    chapter.says("has {:,} users", n)
    chapter.says("and keep {:,} beginnings", plan.keep)
    chapter.says("is asked about up to {:,}, and any", plan.asked)
    group = n // plan.groups
    passing = plan.asked * binom.sf(noise_cut(group, plan.q, 50) - 1, group, plan.q)
    chapter.says("about {:.0f} invented words pass on average", passing)
    chapter.says("leave {:,.0f} people for the whole words", n / plan.groups)
    chapter.says("must have about {:.1f} % of all users", 100 * plan.limit(n))
    tree, pairs = PrefixTree(epsilon), SegmentPairs(epsilon)
    chapter.says("beginnings it's {:.1f} %, in spite of", 100 * tree.limit(n))
    chapter.says("{:.1f} million candidates", tree.asked / 1e6)
    chapter.says("the last group is about {:.1f} %, but", 100 * pairs.limit(n))
    # "a place needs about 2 % as well": 20 runs with a place among 2,000 others
    rng, found = np.random.default_rng(3), {0.013: 0, 0.021: 0, 0.03: 0}
    letters = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    for share in found:
        for _ in range(20):
            places = ["".join(rng.choice(letters, 8)) for _ in range(2_001)]
            own = round(share * n)
            rest = rng.multinomial(n - own, np.full(2_000, 1 / 2_000))
            run = pairs.simulate(places, [own, *rest.tolist()], rng)
            found[share] += places[0] in run.found
    assert found[0.013] <= 1 and 5 <= found[0.021] <= 15 and found[0.03] >= 17, found
    chapter.says("a year costs up to {:.0f} for", 52 * epsilon)
    assert round(math.exp(epsilon)) == 7
