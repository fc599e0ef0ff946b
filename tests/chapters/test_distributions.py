"""Claims of the chapter "Distributions and ranges", computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a
million.
"""

import itertools
import math
from inspect import signature
from math import exp

import numpy as np
import pytest
from scipy.stats import norm

from ldp_course import (
    DirectEncoding,
    RandomizedResponse,
    UnaryEncoding,
    norm_sub,
)
from ldp_course import norm as repair_norm
from ldp_course.audit import audit
from ldp_course.privacy import privacy_loss
from ldp_course.topics.distributions import (
    HierarchicalTree,
    SquareWave,
    isotonic,
    wasserstein,
)
from ldp_course.topics.distributions.expectation_maximization import smoothed
from tests.chapters.claims import test_every_number_is_said  # noqa: F401


def yes_no(n):
    """Return the standard error of a yes/no question at ε = 1, in points."""
    return 100 * math.sqrt(math.e / (math.e - 1) ** 2 / n)


def test_the_opening(chapter):
    ages, n = chapter["ages"], chapter["n"]
    in_thirties = ((ages >= 30) & (ages <= 39)).sum()
    chapter.says("Let the {:,} people of the", n)
    text = "In truth {:,} people, or {:.1f} %, are between 30 and 39, and half of all are at most {:.0f}."
    chapter.says(text, in_thirties, 100 * in_thirties / n, np.median(ages))
    chapter.says(
        "ages run from {} to {}, so there are 74 values", ages.min(), ages.max()
    )
    assert ages.max() - ages.min() + 1 == len(chapter["truth"]) == 74


def test_ten_ages_add_up_their_noise(chapter):
    n, shares, every = chapter["n"], chapter["shares"], chapter["every"]
    alone = yes_no(n)
    assert math.isclose(alone, 100 * math.sqrt(RandomizedResponse(1).variance(n, 0.3)))
    chapter.says("so its standard error is {:.2f} points.", alone)
    assert math.isclose(every.variance(1, 0), 4 * math.e / (math.e - 1) ** 2)
    says = "ten ages with independent noise, which makes {} times the variance"
    chapter.says(says, 4 * 10)
    chapter.says("$\\sqrt{{40}}$ = {:.1f} times the standard error", math.sqrt(40))
    text = "The {:.2f} points have become {:.1f}."
    chapter.says(text, alone, alone * math.sqrt(40))
    exact = 100 * math.sqrt(every.variance(n, shares)[13:23].sum())
    assert round(exact, 1) == round(alone * math.sqrt(40), 1)
    assert round(100 * math.sqrt(every.variance(n, 0))) == 1  # "one percentage point"
    chapter.says("most common age is held by only {:.1f} % of the", 100 * shares.max())
    found = chapter["survey"].frequencies
    share, true = 100 * found[13:23].sum(), 100 * shares[13:23].sum()
    assert 0 < share - true < exact
    chapter.says("Her {:.1f} % is too high, by less than one standard error,", share)
    chapter.says("and {} ages seem to have fewer than 0 people.", (found < 0).sum())


def test_the_wave(chapter):
    wave = chapter["wave"]
    b, e = wave.b, exp(1)
    assert math.isclose(b, (e - e + 1) / (2 * e * (e - 1 - 1)))
    chapter.says(
        "At ε = 1 the paper chooses $b$ = {:.3f}, which is {:.0f} years", b, 74 * b
    )
    text = "So if you're 40, your device will probably say something between {:.0f} and {:.0f}:"
    chapter.says(text, 40 - 74 * b, 40 + 74 * b)
    chapter.says("59: a report is within {:.0f} years", 74 * b)
    chapter.says("of your age with probability $2bp = 1 - q$ = {:.3f}.", 2 * b * wave.p)
    assert math.isclose(2 * b * wave.p + wave.q, 1) and math.isclose(wave.p / wave.q, e)
    for epsilon in (0.5, 1, 2, 4):  # b of the paper: the bound is largest there
        E, grid = exp(epsilon), np.linspace(0.001, 0.6, 20_000)
        q = 1 / (2 * grid * E + 1)
        bound = np.log(1 + 2 * grid) + 2 * grid * E * q * np.log(E * q) + q * np.log(q)
        assert abs(grid[bound.argmax()] - SquareWave(0, 1, 2, epsilon).b) < 1e-4


def test_the_wave_from_scratch(chapter):
    """The wave has the law of the module at three places, near and far."""
    wave, rng = chapter["wave"], np.random.default_rng(11)
    for place in (0, 0.4, 1):
        draws = np.array([
            chapter["square_wave"](place, wave.b, 1, rng) for _ in range(5_000)
        ])
        assert draws.min() >= -wave.b and draws.max() <= 1 + wave.b
        near = (np.abs(draws - place) <= wave.b).mean()
        law = 2 * wave.b * wave.p
        assert abs(near - law) < 5 * math.sqrt(law * (1 - law) / 5_000)
        slope = 2 * wave.b * (wave.p - wave.q)
        expected = slope * place + (1 - slope) / 2
        assert abs(draws.mean() - expected) < 5 * draws.std() / math.sqrt(5_000)


def test_privacy(chapter):
    assert math.isclose(privacy_loss(chapter["wave"].channel()), 1, abs_tol=1e-9)
    bound = chapter["result"].epsilon_lower
    assert bound <= 1
    confidence = signature(audit).parameters["confidence"].default
    text = "it finds an ε of at least {:.3f}, with {:.0f} % confidence"
    chapter.says(text, bound, 100 * confidence)


def test_raw_reports_are_too_old(chapter):
    wave, raw = chapter["wave"], 16.5 + 74 * chapter["reports"].mean()
    assert round(raw - chapter["ages"].mean()) == 9  # "nine years too old"
    middle = (16.5 + 90.5) / 2
    assert (chapter["ages"] < middle).mean() > 0.5  # "most people are younger"
    low, high = 16.5, 90.5
    chapter.says("where age 17 is the bin from {} to {}.", low, low + 1)
    chapter.says("toward the middle of the range, {} years,", (low + high) / 2)
    s = 2 * wave.b * (wave.p - wave.q)
    assert math.isclose(2 * wave.b * exp(1) + 1, (exp(1) - 1) / (exp(1) - 2))
    chapter.says("$s = 2b(p - q)$, which is {:.3f} at ε = 1.", s)
    place, rest = 0.2, (1 - s) / 2
    text = r"who are all at {0} send reports with the mean "
    text += r"${1:.3f} \cdot {0} + {2:.3f} = {3:.3f}$."
    chapter.says(text, place, s, rest, place * s + rest)
    for epsilon in (0.1, 0.5, 1, 2, 4, 8):
        other = SquareWave(0, 1, 2, epsilon)
        slope = 2 * other.b * (other.p - other.q)
        assert math.isclose(slope, 1 - (1 - exp(-epsilon)) / epsilon)
    error = wave.mean(chapter["reports"])
    assert math.isclose(chapter["debiased"], error.mean)
    assert abs(chapter["debiased"] - chapter["ages"].mean()) < error.standard_error
    chapter.says("The true mean, {:.1f}, is within one", chapter["ages"].mean())


def test_em_by_hand(chapter):
    true, yes = 3 / 4, 0.6
    chapter.says("Of 100 reports, {:.0f} say yes. How", 100 * yes)
    text = "from a yes with probability {:.2f}, and a reported no with {:.2f}."
    chapter.says(text, true, 1 - true)
    step = yes * true + (1 - yes) * (1 - true)
    text = r"${} \cdot {} + {} \cdot {} = {:.2f}$ of"
    chapter.says(text, yes, true, 1 - yes, 1 - true, step)
    of_yes = step * true / (step * true + (1 - step) * (1 - true))
    of_no = step * (1 - true) / (step * (1 - true) + (1 - step) * true)
    text = (
        r"${0:.2f} \cdot {1} / ({0:.2f} \cdot {1} + {2:.2f} \cdot {3}) = {4:.3f}$, by"
    )
    chapter.says(text, step, true, 1 - step, 1 - true, of_yes)
    chapter.says("a reported no with {:.3f}. Now", of_no)
    second = yes * of_yes + (1 - yes) * of_no
    says = "Now ${} \\cdot {:.3f} + {} \\cdot {:.3f} = {:.3f}$ hold"
    chapter.says(says, yes, of_yes, 1 - yes, of_no, second)
    channel = np.array([[true, 1 - true], [1 - true, true]])
    guess, guesses = np.array([0.5, 0.5]), []
    for _ in range(60):
        guess = chapter["em_step"](guess, channel, np.array([40, 60]))
        guesses.append(guess[1])
    assert np.allclose(guesses[:2], [step, second]) and np.all(np.diff(guesses) > 0)
    unbiased = (yes - (1 - true)) / 0.5
    assert round(guesses[-1], 2) == round(unbiased, 2)
    chapter.says("The guesses go to {:.2f}, which", guesses[-1])
    chapter.says("the unbiased estimate, $({} - {})/0.5$.", yes, 1 - true)


def test_em_of_the_chapter_is_that_of_the_module(chapter):
    wave, counts = chapter["wave"], chapter["counts"]
    module = wave.reconstruct(counts, smooth=False, tolerance=1e-12, most_steps=10)
    assert module.steps == 10
    assert np.allclose(chapter["guess"], module.frequencies, rtol=0, atol=1e-9)
    assert wasserstein([0.5, 0.5, 0.0], [0.5, 0.0, 0.5], width=10) == 5


@pytest.mark.parametrize("epsilon", [0.5, 1, 2])
@pytest.mark.parametrize("smooth", [False, True])
def test_the_steps_of_the_figure_are_those_of_the_module(chapter, epsilon, smooth):
    wave = SquareWave(16.5, 90.5, 74, epsilon)
    counts = wave.simulate(chapter["truth"], np.random.default_rng(3))
    blur = chapter["BLURS"]["EMS" if smooth else "EM"]
    ours = chapter["climb"](counts[None] / counts.sum(), wave.channel(), blur)[6, 0]
    module = wave.reconstruct(counts, smooth, tolerance=1e-12, most_steps=100)
    assert chapter["STEPS"][6] == module.steps == 100
    assert np.allclose(ours, module.frequencies, rtol=0, atol=1e-9)


def test_smoothed_steps_may_lower_the_likelihood(chapter):
    """As for the hours of a million people."""
    people = chapter["more_hours"]
    k = len(people)
    wave = SquareWave(0.5, k + 0.5, k, epsilon=1)
    channel, counts = wave.channel(), wave.simulate(people, np.random.default_rng(1))
    for blur, falls in ((np.array, False), (smoothed, True)):
        guess, likelihoods = np.full(k, 1 / k), []
        for _ in range(300):
            guess = blur(chapter["em_step"](guess, channel, counts))
            guess /= guess.sum()
            likelihoods.append(counts @ np.log(guess @ channel))
        assert (np.diff(likelihoods) < -1e-3).any() == falls


def test_explorer_of_steps(chapter):
    explorer = chapter.explorers["Do more steps help?"]
    steps = chapter["STEPS"]
    pictures = {(s["epsilon"], s["n"]): p.series for s, p in explorer.pictures}
    em, ems, passed = pictures[1, chapter["n"]]
    text = "ε = 1, {:,} people. After 10 steps EM is {:.1f} years"
    chapter.says(text, chapter["n"], em.y[steps.index(10)])
    text = "At ε = 1, with {:,} people, the guess after {} steps is on average already likelier"
    chapter.says(text, chapter["n"], passed.x[0])
    chapter.says("turns and rises only after {}.", em.x[int(np.argmin(em.y))])
    for (_, n), (em, ems, _) in pictures.items():
        assert min(em.y) < 0.95 * em.y[-1] and 0 < np.argmin(em.y) < len(steps) - 1
        assert ems.y[-1] < 1.05 * min(ems.y)  # EMS does not rise
        if n == 10**6:
            assert ems.y[-1] > min(em.y)
    wave = chapter["wave"]
    counts = wave.report_counts(chapter["reports"])
    least = 0.001
    text = r"by less than ${}\,e^\varepsilon$, and EMS by less than {}. Both"
    chapter.says(text, least, least)
    for smooth, tolerance in ((False, least * exp(1)), (True, least)):
        named = wave.reconstruct(counts, smooth, tolerance)
        assert named.steps == wave.reconstruct(counts, smooth).steps
    rng, truth = np.random.default_rng(8), chapter["truth"]
    surveys = [wave.simulate(truth, rng) for _ in range(20)]
    stops = [wave.reconstruct(seen, smooth=False).steps for seen in surveys]
    assert 750 < np.mean(stops) < 1_250  # "after about a thousand steps"


def test_explorer_of_bins(chapter):
    explorer = chapter.explorers["How many bins?"]
    best = {
        tuple(state.values()): picture.series[2].x[0]
        for state, picture in explorer.pictures
    }
    start = explorer.picture_at(what="age", epsilon=1, n=chapter["n"]).series[0]
    text = "Age, ε = 1, {:,} people. Two bins are {:.1f} years"
    chapter.says(text, chapter["n"], start.y[start.x.index(2)])
    for what, epsilon, n in best:
        numbers = [best[what, at, n] for at in (0.5, 1, 2)]
        assert numbers == sorted(numbers)
        assert best[what, epsilon, 10**6] > best[what, epsilon, chapter["n"]]
        assert best["hours", epsilon, n] > best["age", epsilon, n]


def exact_covariance(tree, shares, n):
    """Return the covariance of a tree's estimates around these shares of n people.

    By the weights of least squares, level by level.
    """
    m = n / len(tree.levels)  # people of a level
    rows, levels, precisions = [], [], []
    for number, level in enumerate(tree.levels):
        size = len(level.domain)
        nodes = np.arange(74) // 4 ** (len(tree.levels) - 1 - number)
        rows += [nodes == node for node in range(size)]
        levels += [number] * size
        precisions += [1 / level.variance(int(m), 1 / size)] * size
    design, levels = np.array(rows, float), np.array(levels)
    normal = np.linalg.inv(design.T * precisions @ design)
    sums = normal.sum(axis=1)
    covariance = normal - np.outer(sums, sums) / sums.sum()  # the shares sum to 1
    weights = covariance @ (design.T * precisions)
    variance = -(np.diag(shares) - np.outer(shares, shares)) / n
    for number, level in enumerate(tree.levels):
        of = design[levels == number] @ shares
        seen = level.q + (level.p - level.q) * of
        if isinstance(level, DirectEncoding):
            sampling = (np.diag(seen) - np.outer(seen, seen)) / (level.p - level.q) ** 2
        else:
            noise = seen * (1 - seen) / (level.p - level.q) ** 2
            sampling = np.diag(noise + of**2) - np.outer(of, of)
        w = weights[:, levels == number]
        variance += w @ sampling @ w.T / m
    return variance


def test_the_formula_of_the_standard_error(chapter):
    """The module's agrees up to who drew which level (1 % at most)."""
    shares = isotonic(chapter["estimate"].frequencies)
    covariance = exact_covariance(chapter["tree"], shares, chapter["n"])
    error = math.sqrt(covariance[13:23, 13:23].sum())
    assert math.isclose(error, chapter["thirties"].standard_errors[0], rel_tol=0.01)


def least_squares(node, below):
    """Return the weights, and what a node and the two below it are moved to."""
    weights = np.linalg.pinv(np.array([[1, 1], [1, 0], [0, 1]]))
    return weights, weights @ [node, *below]


def test_boxes_of_a_range(chapter):
    """Cut each range into the fewest nodes; compare with its ages."""
    widths = [4**step for step in range(4)][::-1]

    def boxes(first, last):
        found, at = [], first - 17
        while at <= last - 17:
            width = next(
                w for w in widths if at % w == 0 and min(at + w, 74) <= last - 16
            )
            found.append((at + 17, min(at + width, 74) + 16))
            at += width
        return found

    assert boxes(17, 36) == [(17, 32), (33, 36)]
    assert len(boxes(30, 39)) == 7
    assert [box for box in boxes(30, 39) if box[0] < box[1]] == [(33, 36)]
    for first, last in itertools.combinations(range(17, 92), 2):
        cut = boxes(first, last - 1)
        sizes = [end - start + 1 for start, end in cut]
        assert max(np.bincount(sizes)) <= 6, "three of a width at either end"
    tree, every = chapter["tree"], chapter["every"]
    height = len(tree.levels)
    alone = [level.variance(1, 1 / len(level.domain)) for level in tree.levels]
    of_age = every.variance(1, 1 / 74)
    assert height == 4 and max(alone) / of_age < 1.02  # "about four times"
    directly = [isinstance(level, DirectEncoding) for level in tree.levels]
    assert directly == [True, True, False, False] and max(alone[:2]) < 0.65 * of_age
    n, one = chapter["n"], 2 * yes_no(chapter["n"])
    as_ages, alone_in_points = 4 * 7, math.sqrt(4 * 7) * one
    in_table = math.sqrt(10) * one
    text = "by $\\sqrt{{{}}} \\cdot {:.2f}$ = {:.1f} points there instead of {:.1f}."
    chapter.says(text, as_ages, one, alone_in_points, in_table)
    assert math.isclose(one, 100 * math.sqrt(every.variance(n, 0)))
    # three ages, or the box of four without the fourth; a box, and its four ages
    triple, box = 1 / (1 / 3 + 1 / 2), 1 / (1 + 1 / 4)
    design = np.vstack([np.ones(4), np.eye(4)])
    normal = np.linalg.inv(design.T @ design)
    assert math.isclose(normal[:3, :3].sum(), triple)
    assert math.isclose(normal.sum(), box)
    chapter.says("mean of the two has ${:.1f}\\,V$. The same", triple)
    chapter.says("and its four ages together have ${:.1f}\\,V$.", box)
    left = 2 * triple + box
    text = "${:.1f}\\,V$ instead of $7V$, or {:.1f} points instead of {:.1f}. The rest"
    in_points = math.sqrt(4 * left) * one
    in_tree = 100 * chapter["thirties"].standard_errors[0]
    chapter.says(text, left, in_points, alone_in_points)
    text = "The {:.1f} points become {:.1f}, which is about what the table"
    chapter.says(text, alone_in_points, in_tree)
    assert math.isclose(in_tree, in_table, rel_tol=0.03)
    chapter.says("In depth: from {:.1f} to {:.1f} points", alone_in_points, in_tree)


def test_three_people_by_hand(chapter):
    """Of three, one has the value; each may be alone on level 1."""
    ann, others = [1], [0, 0]
    group, estimates = [*ann, *others], []
    for place in range(3):
        rest = group[:place] + group[place + 1 :]
        estimates.append(group[place] / 3 + 2 / 3 * sum(rest) / 2)
    assert np.allclose(estimates, 1 / 3)
    answer = 1 / 3 * 2 / 3
    as_samples = (1 / 3) ** 2 * answer + (2 / 3) ** 2 * answer / 2
    assert math.isclose(as_samples, 2 / 27) and math.isclose(answer / 3, 2 / 27)
    text = "level 1 adds ⅑ · 2/9 and level 2 adds 4/9 · 1/9. That makes 2/27"
    chapter.says(text)
    # of all triples from the population, the estimate varies by 2/27, as their share
    triples = np.array(list(itertools.product([0, 1], repeat=3)))
    chances = np.prod(np.where(triples, 1 / 3, 2 / 3), axis=1)
    shares = triples.mean(axis=1)
    assert math.isclose(chances @ shares**2 - (chances @ shares) ** 2, 2 / 27)
    # with other weights: n / (n - 1) times as large for given people
    weight = 1 / 2
    other = [weight * g + (1 - weight) * (sum(group) - g) / 2 for g in group]
    formula = weight**2 * answer + (1 - weight) ** 2 * answer / 2 - answer / 3
    assert math.isclose(np.var(other), formula * 3 / 2)


def test_the_tree(chapter):
    tree, thirties = chapter["tree"], chapter["thirties"]
    sizes = [len(level.domain) for level in tree.levels][::-1]
    chapter.says("the levels have {}, {}, {} and {} boxes,", *sizes)
    node, below = 0.62, (0.50, 0.21)
    text = "a node says {:.2f}, and the two nodes below it say {:.2f} and {:.2f}, which is {:.2f}."
    chapter.says(text, node, *below, sum(below))
    by_least_squares, combined = least_squares(node, below)
    gap = sum(below) - node
    chapter.says("closes the gap of {:.2f} by the smallest", gap)
    says = "moves by a third, {:.2f}, and ${:.2f} = {:.2f} + {:.2f}$."
    chapter.says(says, gap / 3, combined.sum(), *combined)
    weights = by_least_squares.sum(axis=0)
    assert np.allclose(weights, [2 / 3, 1 / 3, 1 / 3])
    says = "$\\tfrac23 \\cdot {:.2f} + \\tfrac13 \\cdot {:.2f}$."
    chapter.says(says, node, sum(below))
    chapter.says("2V = {:.2f}\\,V$. Nobody", weights @ weights)
    error = 100 * thirties.standard_errors[0]
    true = 100 * chapter["shares"][13:23].sum()
    text = "The truth is {:.1f} %, and the standard error is {:.1f} points."
    chapter.says(text, true, error)
    chapter.says(
        "Do {} surveys agree with the {:.1f} points?", len(chapter["runs"]), error
    )
    (low,), (high,) = 100 * np.array(thirties.interval())
    chapter.says("between {:.0f} % and {:.0f} % of the people, and", low, high)
    text = "about 30 to 39 would have given the first answer to within ± {:.1f} points instead of ± {:.1f}."
    chapter.says(text, 1.96 * yes_no(chapter["n"]), 1.96 * error)
    chapter.says("errors of {} surveys, in percentage points", len(chapter["runs"]))
    chapter.says("with the standard error of {:.1f}. The bars", error)
    intervals = [run.ranges([(29.5, 39.5)]).interval() for run in chapter["runs"]]
    inside = sum(100 * low[0] <= true <= 100 * high[0] for low, high in intervals)
    assert inside == sum(chapter["held"])
    chapter.says("the 95 % interval held in {} of the {}.", inside, len(intervals))
    spread = np.std(chapter["errors"])
    assert abs(spread / error - 1) < 5 / math.sqrt(2 * 200)
    assert abs(np.mean(chapter["errors"])) < 5 * error / math.sqrt(200)


def test_short_ranges(chapter):
    """Compare variances of every range, from the tree and from every value."""
    estimate, n, shares = chapter["estimate"], chapter["n"], chapter["shares"]
    one_year = UnaryEncoding.optimized(range(74), 1).variance(1, shares)

    def each_place(years):
        low = np.arange(17, 92 - years)
        tree = n * estimate.ranges(np.c_[low, low + years] - 0.5).standard_errors ** 2
        raw = np.convolve(one_year, np.ones(years), "valid")
        in_part = years / 74  # norm takes the same from every value
        normed = (1 - in_part) ** 2 * raw + in_part**2 * (one_year.sum() - raw)
        return tree, normed

    means = {years: np.mean(each_place(years), axis=1) for years in range(1, 74)}
    better = [years for years, (tree, normed) in means.items() if tree < normed]
    assert better == chapter["wins"] == list(range(better[0], better[-1] + 1))
    text = "it wins from {} to {} ages, on average over all places"
    chapter.says(text, better[0], better[-1])
    assert better[0] == 10 and 74 - better[-1] <= 10  # "ten values or more"
    covariance = exact_covariance(chapter["tree"], shares, n)
    after_norm = chapter["after_norm"]
    errors = {}
    for first, last in chapter["spans"]:
        rows = slice(first - 17, last - 16)
        exact = math.sqrt(covariance[rows, rows].sum())
        of_values = math.sqrt(each_place(last - first + 1)[1][first - 17] / n)
        assert math.isclose(after_norm(first, last), of_values)
        errors[first, last] = exact, of_values
    tree, of_values = errors[17, 60]
    assert 0.45 < tree / of_values < 0.55  # "only about half of the table's error"
    assert (
        errors[30, 39][0] > errors[30, 39][1] and errors[21, 86][0] > errors[21, 86][1]
    )
    assert errors[33, 36][0] < errors[33, 36][1]
    # a range and its complement
    assert math.isclose(after_norm(17, 60), after_norm(61, 90))
    below, above = covariance[:44, :44].sum(), covariance[44:, 44:].sum()
    assert math.isclose(below, above)
    for part in ({13, 14}, set(range(13)), {0, 1, 70, 73}):
        inside = np.isin(np.arange(74), list(part))
        of_part, of_rest = inside - inside.mean(), ~inside - (~inside).mean()
        assert np.allclose(of_part, -of_rest)
    first, last = chapter["spans"][-1]
    assert 74 - (last - first + 1) == 8  # "only eight ages are outside this one"
    # question 5
    rows = slice(1, 72)
    assert after_norm(18, 88) < math.sqrt(covariance[rows, rows].sum())


def test_the_norm_of_a_range(chapter):
    """The formula of `after_norm` is the spread of 2,000 surveys."""
    rng, n = np.random.default_rng(12), chapter["n"]
    found = [
        repair_norm(chapter["every"].simulate(chapter["truth"], rng).frequencies)
        for _ in range(2_000)
    ]
    for first, last in chapter["spans"]:
        shares = np.array(found)[:, first - 17 : last - 16].sum(axis=1)
        ratio = shares.std() / chapter["after_norm"](first, last)
        assert abs(ratio - 1) < 5 / math.sqrt(2 * 2_000)
    assert n == chapter["truth"].sum()


@pytest.mark.weekly
def test_a_bootstrap_sees_noise_but_no_bias(run_chapter):
    """The share of 40 hours by EMS: 100 surveys, 100 bootstraps of a single one."""
    of, rng = run_chapter["of_hours"], np.random.default_rng(9)
    wave = SquareWave(0.5, 99.5, 99, 1)
    counts = [wave.simulate(of, rng) for _ in range(100)]
    again = rng.multinomial(counts[0].sum(), counts[0] / counts[0].sum(), size=100)
    surveys, bootstraps = (
        [wave.reconstruct(row).frequencies[39] for row in rows]
        for rows in (counts, again)
    )
    ratio = np.std(bootstraps, ddof=1) / np.std(surveys, ddof=1)
    assert abs(math.log(ratio)) < 5 * math.sqrt(1 / 100)  # two spreads from 100 each
    assert np.quantile(bootstraps, 0.999) < 0.06 < 0.46 < of[39] / of.sum()
    low, high = np.quantile(bootstraps, [0.025, 0.975])
    assert high - low < 0.01  # "less than a point"
    assert 9 < of[39] / of.sum() / np.mean(bootstraps) < 11  # "ten times too small"


def test_quantiles_and_the_band(chapter):
    estimate, levels = chapter["estimate"], chapter["levels"]
    quantiles = estimate.quantiles(levels)
    low, high = estimate.quantile_intervals(levels)
    true = 17 + np.searchsorted(np.cumsum(chapter["shares"]), levels)
    chapter.says("So half are estimated to be at most {:.0f}.", quantiles[1])
    chapter.says("The truth is {}, {} and {}.", *true)
    text = "reaches ½ at {:.0f} years, and its lower end at {:.0f}, so"
    chapter.says(text, low[1], high[1])
    chapter.says("and an age between {:.0f} and {:.0f}. It can", low[1], high[1])
    chapter.says("For one edge $c$ would be {:.2f}.", norm.isf(0.025))
    assert ((low <= true) & (true <= high)).all()
    cumulative = np.r_[0, np.cumsum(chapter["shares"])]

    def holds(run):
        below, above = run.band()
        return (below <= cumulative + 1e-12).all() and (
            cumulative <= above + 1e-12
        ).all()

    held = sum(map(holds, chapter["runs"]))
    below = np.cumsum(np.cumsum(estimate.covariance, axis=0), axis=1)[:-1, :-1]
    errors = np.sqrt(np.diag(below))
    c = np.quantile(estimate._largest_errors, 0.95)
    text = "in 95 % of draws the largest of the {} is below $c$ = {:.2f}."
    chapter.says(text, len(errors), c)
    raw, (low_end, high_end) = estimate.cumulative[1:-1], estimate.band()
    assert (low_end[1:-1] >= np.clip(raw - c * errors, 0, 1) - 1e-9).all()
    assert (high_end[1:-1] <= np.clip(raw + c * errors, 0, 1) + 1e-9).all()
    chapter.says("on average over the {} surveys:", len(chapter["runs"]))
    chapter.says("The band held in {} of the {} surveys.", held, len(chapter["runs"]))
    below, above = estimate.band()
    assert (above - below).argmax() in range(10, 60)
    assert holds(estimate)  # the figure
    assert (np.diff(estimate.cumulative) < 0).any()


def test_what_norm_sub_wrecks(chapter):
    estimates = np.array([run.frequencies for run in chapter["runs"]])
    repaired = np.array([norm_sub(row) for row in estimates])
    true = 100 * chapter["shares"][44:].sum()
    raw, sub, curve = (
        100 * np.mean(chapter["above_60"][name])
        for name in ("raw", "norm_sub", "isotonic")
    )
    assert math.isclose(sub, 100 * repaired[:, 44:].sum(axis=1).mean())
    assert abs(raw - true) < 0.5 and abs(curve - true) < 0.5
    chapter.says("after `norm_sub` the {:.1f} % become {:.1f} %.", true, sub)
    assert (chapter["estimate"].frequencies[44:] < 0).any()
    text = "In our {} surveys it more than doubled the share above 60."
    chapter.says(text, len(chapter["runs"]))
    assert sub > 2 * true
    assert len(chapter["shares"][44:]) == 30 and chapter["shares"][44:].max() < 0.01
    few = chapter["shares"] < 0.001
    crowded = chapter["shares"] > 0.02
    gain = (repaired - estimates).mean(axis=0)
    assert gain[few].mean() > 0 > gain[crowded].mean()


def test_the_table_of_methods(chapter):
    far = {
        question: {
            way: [wasserstein(row, of / of.sum()) for row in rows]
            for way, rows in chapter["results"][question].items()
        }
        for question, (_, of, *_) in chapter["asked"].items()
    }

    def best(question):
        return min(far[question], key=lambda way: np.mean(far[question][way]))

    assert best("age") == "Square Wave, EMS" and best("age, 10^6") == "Square Wave, EM"
    assert best("hours, 10^6") == "tree, isotonic"
    text = "by EMS with {:,} people, and with a million by EM, just ahead of 16 bins."
    chapter.says(text, chapter["n"])
    nearest, of_tree = (
        np.mean(far["age"][way]) for way in ("Square Wave, EMS", "tree, isotonic")
    )
    assert 0.45 < nearest < 0.6  # "about half a year"
    assert of_tree > 2 * nearest  # "more than twice as far"
    off = np.mean(far["hours"]["Square Wave, EMS"])
    chapter.says("and yet its pictures are just {:.1f} hours off", off)
    ranks = sorted(far["hours"], key=lambda way: np.mean(far["hours"][way]))
    assert set(ranks[:2]) == {
        "Square Wave, EM",
        "tree, isotonic",
    }  # "shares the first place with EM"
    assert ranks[4] == "Square Wave, EMS" and len(ranks) == 8  # "in the middle"

    def apart(question, *ways):
        """Return the difference of two mean distances, in standard errors."""
        first, second = (far[question][way] for way in ways)
        error = math.hypot(
            np.std(first, ddof=1) / len(first) ** 0.5,
            np.std(second) / len(second) ** 0.5,
        )
        return (np.mean(second) - np.mean(first)) / error

    for question in ("age", "hours, 10^6"):
        for way in far[question].keys() - {best(question)}:
            assert apart(question, best(question), way) > 3
    assert apart("age, 10^6", "Square Wave, EM", "16 bins") > 1
    wave, tree = (
        np.mean(far["hours"][way]) for way in ("Square Wave, EM", "tree, isotonic")
    )
    assert abs(wave - tree) < 0.15  # close
    of_tree = 100 * chapter["results"]["hours"]["tree, isotonic"][:, 39].mean()
    exactly = 100 * (chapter["hours"] == 40).mean()
    assert abs(of_tree - exactly) < 1.5  # "The tree keeps the spike"


def test_the_spike(chapter):
    exactly = 100 * (chapter["hours"] == 40).mean()
    chapter.says("In our data {:.1f} % of the people work", exactly)
    for at_40 in chapter["at_40"].values():
        assert len(at_40) == 20 and 0.09 < at_40.mean() / exactly < 0.11  # "one in ten"
        assert at_40.std() < 0.3  # "All 20 surveys agree"
    by_em = 100 * chapter["results"]["hours"]["Square Wave, EM"][:, 39]
    assert 0.55 < by_em.mean() / exactly < 0.66  # "about three in five of them"
    wave, rng = SquareWave(0.5, 99.5, 99, 1), np.random.default_rng(2)
    seen = wave.simulate(chapter["of_hours"], rng)
    grown = [
        wave.reconstruct(seen, False, 1e-12, steps).frequencies[39]
        for steps in (300, 1_000, 3_000)
    ]
    assert grown == sorted(grown)  # "stops before the spike has grown"


def test_exercise_6_the_working_week(chapter):
    """For 99 hours and 30,000 people, a tree is worse below ten on average."""
    people = np.round(30_000 * chapter["of_hours"] / chapter["n"]).astype(int)
    chapter.says("at ε = 1 from {:,} people. It", round(people.sum(), -2))
    tree = HierarchicalTree(0.5, 99.5, 99, 1)
    estimate = tree.simulate(people, np.random.default_rng(1))
    one = UnaryEncoding.optimized(range(99), 1).variance(
        people.sum(), people / people.sum()
    )
    for hours in range(1, 10):
        low = np.arange(1, 101 - hours)
        errors = estimate.ranges(np.c_[low, low + hours] - 0.5).standard_errors
        inside = np.convolve(one, np.ones(hours), "valid")
        part = hours / 99
        normed = (1 - part) ** 2 * inside + part**2 * (one.sum() - inside)
        assert np.mean(errors**2) > normed.mean()


def test_exercise_1_by_hand(chapter):
    true, yes = 0.75, 0.8
    chapter.says("but {:.0f} of 100 say yes", 100 * yes)
    step = yes * true + (1 - yes) * (1 - true)
    unbiased = (yes - 0.25) / 0.5
    says = "${} \\cdot {} + {:.1f} \\cdot {} = {:.2f}$. The unbiased"
    chapter.says(says, yes, true, 1 - yes, 1 - true, step)
    chapter.says("estimate is $({} - 0.25)/0.5 = {:.1f}$.", yes, unbiased)


def test_exercise_2_agree(chapter):
    node, below = 0.40, (0.30, 0.16)
    text = "A node says {:.2f}, and the two nodes below it say {:.2f} and {:.2f},"
    chapter.says(text, node, *below)
    chapter.says("{:.2f} is {:.2f} too much,", sum(below), sum(below) - node)
    by_least_squares, combined = least_squares(node, below)
    chapter.says("so each moves by {:.2f}:", below[0] - combined[0])
    chapter.says("${:.2f} = {:.2f} + {:.2f}$. The first", combined.sum(), *combined)
    assert np.allclose(by_least_squares[0], [1 / 3, 2 / 3, -1 / 3])
    assert math.isclose(by_least_squares[0] @ by_least_squares[0], 2 / 3)


def rare(epsilon):
    return 4 * exp(epsilon) / (exp(epsilon) - 1) ** 2


def test_exercise_3_every_level(chapter):
    chapter.says("With ε/4 a rare node has {:.2f}, from", rare(0.25))
    chapter.says("With all of ε it has {:.3f}, from", rare(1))
    chapter.says("a quarter of them: {:.2f}. The ratio", 4 * rare(1))
    chapter.says("The ratio is {:.2f}.", rare(0.25) / (4 * rare(1)))
    assert math.isclose(privacy_loss(chapter["both"].reshape(4, -1)), 2)
    tree = HierarchicalTree(0, 1, 4, 1.0, 2)
    assert math.isclose(privacy_loss(tree.channel()), 1)


def test_exercise_4_in_range(chapter):
    monotone = isotonic(chapter["estimate"].frequencies)
    cumulative = np.cumsum(monotone)
    for first, last in ((0, 0), (13, 22), (73, 73), (0, 73)):
        share = chapter["in_range"](cumulative, first, last)
        assert math.isclose(share, monotone[first : last + 1].sum(), abs_tol=1e-9)
