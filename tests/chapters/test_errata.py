"""Claims of the page "Errata" about numbers in the sources, computed."""

import math

import numpy as np
from scipy.stats import binom
from scipy.stats import norm as normal

from ldp_course import (
    DirectEncoding,
    RandomizedResponse,
    UnaryEncoding,
    norm_sub,
)
from ldp_course.data import OCCUPATIONS, load_adult
from ldp_course.rappor import Parameters, bloom_table
from ldp_course.topics import deployments, distributions, shufflers
from ldp_course.topics.again_and_again import DirectChain, pair_loss
from tests.chapters.coins import estimates, law
from tests.chapters.test_distributions import exact_covariance
from tests.chapters.test_rappor_collect import alone_with_their_bits
from tests.chapters.test_statistics import covered


def occupations():
    return load_adult()["occupation"]


def test_the_logarithms_of_three(chapter):
    chapter.says(r"$\ln 3 = {:.4f}$, so {:.2f} when rounded", math.log(3), math.log(3))


def test_a_constant_epsilon(chapter):
    """As in exercise 3 of "Randomized response": heads first is the random answer."""
    first, second = 0.01, 0.9
    # chance to say yes
    yes = [(1 - first) * truth + first * second for truth in (0, 1)]
    chapter.says("With {} and {} for heads", first, second)
    chapter.says("ε is {:.2f}.", math.log((1 - yes[0]) / (1 - yes[1])))


def test_one_run_and_all_runs_of_the_poll(chapter):
    people, yes = len(occupations()), int(occupations().eq("Sales").sum())
    off = 100 * abs(3_721.5 / yes - 1)
    error = np.abs(estimates(people) - yes)
    of_runs = law(people, yes)
    beyond = [100 * of_runs[error > part * yes].sum() for part in (0.05, 0.1)]
    spread = math.sqrt(0.75 * people)
    chapter.says("After one run that was {:.2f} % off", off)
    text = "({:,} of {:,} people) the standard error is {:.0f} people, or {:.1f} %."
    chapter.says(text, yes, people, spread, 100 * spread / yes)
    text = "**{:.0f} % of runs are more than 5 % off**, and {:.0f} % of runs more than 10 %"
    chapter.says(text, *beyond)


def test_fourteen_occupations(chapter):
    people = len(occupations())
    theirs = UnaryEncoding(OCCUPATIONS, 0.75, 0.25)
    mechanisms = (
        theirs,
        UnaryEncoding.optimized(OCCUPATIONS, theirs.epsilon),
        DirectEncoding((*OCCUPATIONS, "(no answer)"), theirs.epsilon),
    )
    off = [people * math.sqrt(m.variance(people, 0)) for m in mechanisms]
    assert math.isclose(theirs.epsilon, math.log(9))
    chapter.says("encodes {} occupations", len(OCCUPATIONS))
    chapter.says("with $p = {:.2f}$ and $q = {:.2f}$, which is", theirs.p, theirs.q)
    chapter.says("its standard error is {:.0f} people. At the same", off[0])
    chapter.says("unary encoding has {:.0f} and direct encoding, with a", off[1])
    chapter.says("for the people who gave none, {:.0f}.", off[2])
    chapter.says("The {:,} people without an occupation", occupations().isna().sum())


def test_a_total_after_norm_sub(chapter):
    """The three smallest of fifteen counts: in 20,000 surveys, and by exact variances."""
    held = occupations().fillna("(no answer)").value_counts().to_numpy()[::-1]
    n, m = held.sum(), UnaryEncoding.optimized(range(15), 1)
    rng = np.random.default_rng(6)
    ones = rng.binomial(held, m.p, (20_000, 15))
    ones += rng.binomial(n - held, m.q, (20_000, 15))
    raw = (ones / n - m.q) / (m.p - m.q)
    after_norm_sub = n * np.array([norm_sub(x)[:3].sum() for x in raw])
    error = math.sqrt(np.mean((after_norm_sub - held[:3].sum()) ** 2))
    part = (np.arange(15) < 3) - 3 / 15  # norm adds one constant, so that the sum is 1
    error_after_norm = n * math.sqrt(part**2 @ m.variance(n, held / n))
    text = "root mean square error is about {:.0f} people, and about {:.0f} after norm."
    chapter.says(text, round(error, -1), round(error_after_norm, -1))


def test_a_step_that_never_clears_a_bit(chapter):
    """A report of the post's parameters, as its definition and as its code have it."""
    post = Parameters(bits=16, hashes=2, cohorts=1, f=0.5, p=0.5, q=0.75)
    unchanged = 1 - post.f / 2
    # a permanent 1 is reported as 1 with certainty
    pr_if_set = unchanged + (1 - unchanged) * post.p
    pr_if_clear = (1 - unchanged) + unchanged * post.p
    odds = pr_if_set * (1 - pr_if_clear) / (pr_if_clear * (1 - pr_if_set))
    coded = post.hashes * math.log(odds)
    chapter.says("with probability $q = {:.2f}$", post.q)
    text = r"$\varepsilon_1 = {:.3f}$ in place of ${:.3f}$"
    chapter.says(text, coded, post.epsilon_one)


def test_intervals_for_all_bars_at_once(chapter):
    wider = [
        (normal.ppf(1 - 0.05 / 2 / k) / normal.ppf(0.975)) ** 2 for k in (15, 15_000)
    ]
    text = "fifteen take {:.1f} times as many people again, and fifteen thousand {:.1f} times."
    chapter.says(text, *wider)


def test_an_interval_with_an_estimated_standard_error(chapter):
    text = "holds in {:.1f} % of polls with 40 people and a chance of one half"
    chapter.says(text, 100 * covered(40, 0.5))


def test_an_interval_where_hardly_anybody_lies(chapter):
    n, p = 1_000, 0.999
    said = np.convolve(
        binom.pmf(np.arange(n // 2 + 1), n // 2, p),
        binom.pmf(np.arange(n // 2 + 1), n // 2, 1 - p),
    )
    off = np.abs(np.arange(n + 1) - n / 2)
    held = said[off <= 1.96 * math.sqrt(n * p * (1 - p))].sum()
    chapter.says("at $p$ = {} and a share of one half it is {:.0f} %.", p, 100 * held)
    # "Up to $p$ = 0.98": the claims of the chapter
    chapter.says("Up to $p$ = {}. If nearly everybody tells the truth", 0.98)


def test_audits_of_nothing(chapter):
    """`test_epsilon.py` makes them."""
    chapter.says("found a leak in {0} of {0} audits", 300)


def test_browsers_that_are_alone_with_their_bits(chapter):
    parameters = Parameters(bits=16, hashes=2, cohorts=64, f=0.5, p=0.5, q=0.75)
    table = bloom_table([f"v{i}" for i in range(1, 101)], parameters)
    few, many = 20_000, 1_000_000
    alone = 100 * alone_with_their_bits(table, (few, many))
    text = "{:.0f} % of {:,} browsers have bits that no other one has, and {:.0f} % of a million"
    chapter.says(text, alone[0], few, alone[1])


def test_a_conversion_that_forgets_the_hashes(chapter):
    target, hashes = 2, 2
    f = 2 / (1 + math.exp(target / 2))
    assert math.isclose(2 * math.log((1 - f / 2) / (f / 2)), target)
    permanent = Parameters(bits=16, hashes=hashes, cohorts=1, f=round(f, 2), p=0, q=1)
    text = r"it gives $f = {:.2f}$, which with two hash functions is $\varepsilon_\infty = {:.2f}$"
    chapter.says(text, f, permanent.epsilon_infinity)


def test_clipped_reports(chapter):
    """E[clip(x + Laplace(b))] = x - b exp(-1/b) sinh(x/b), as "Numbers" derives it."""
    ages = load_adult()["age"].to_numpy()
    x, b = (ages - 17) / 36.5 - 1, 2
    estimate = 17 + 36.5 * (1 + np.mean(x - b * np.exp(-1 / b) * np.sinh(x / b)))
    text = "the mean age of Adult, {:.1f}, becomes {:.1f}."
    chapter.says(text, ages.mean(), estimate)


# Our own mistakes in later chapters


def test_a_floor_and_a_ceiling(chapter):
    n = 20_000
    floor, ceiling = deployments.feasible_interval(0.05, 0.2, n, 0.005)
    error = 100 * math.sqrt(DirectEncoding(range(3), ceiling).variance(n, 0))
    text = "For {:,} people, half a point, and a belief from 5 to 20 %, it is {:.2f} and the ceiling "
    text += "{:.3f}, but direct encoding of three values reaches {:.3f} points"
    chapter.says(text, n, floor, ceiling, error)


def test_counts_of_reports(chapter):
    enough = math.ceil(math.log(0.01) / math.log1p(-1 / 100_000))
    chapter.says("And {:,} reports show such a value in 99 of 100 tests.", enough)
    bounds = [shufflers.blanket_epsilon(416, local, 1e-6) for local in (2, 1)]
    text = (
        r"For 416 people the bound is {:.2f} at $\varepsilon_0$ = 2, and {:.2f} at 1."
    )
    chapter.says(text, *bounds)


def test_additions_of_short_seeds(chapter):
    """ "More protocols" counts both ways."""
    k, bits = 1_024, 10
    text = "take long: {:,} additions for {:,} values. | With partners by a linear map {:,}"
    chapter.says(text, k * k, k, 3 * bits * k)


def test_a_range_and_its_complement(chapter):
    ages = np.bincount(load_adult()["age"] - 17, minlength=74)
    n, shares = ages.sum(), ages / ages.sum()
    tree = distributions.HierarchicalTree(16.5, 90.5, bins=74, epsilon=1, branching=4)
    of_tree = exact_covariance(tree, shares, n)[13:23, 13:23].sum()
    each, part = UnaryEncoding.optimized(range(74), 1).variance(n, shares), 10 / 74
    inside = each[13:23].sum()
    of_values = (1 - part) ** 2 * inside + part**2 * (each.sum() - inside)
    text = "a standard error of {:.2f} points, every value after `norm` {:.2f}."
    chapter.says(text, 100 * math.sqrt(of_tree), 100 * math.sqrt(of_values))


def test_narrower_bins_and_a_spike(chapter):
    hours = load_adult()["hours_per_week"].to_numpy()
    found = []
    for parts, surveys in ((1, 20), (3, 1)):
        wave = distributions.SquareWave(0.5, 99.5, 99 * parts, 1)
        middles = parts * (hours - 1) + parts // 2
        people, rng = (
            np.bincount(middles, minlength=99 * parts),
            np.random.default_rng(1),
        )
        shares = [
            wave.reconstruct(wave.simulate(people, rng)).frequencies
            for _ in range(surveys)
        ]
        at_40 = slice(39 * parts, 40 * parts)
        found.append(100 * np.mean([row[at_40].sum() for row in shares]))
    text = "where {:.1f} % of the people work exactly 40 hours, EMS says {:.1f} % with bins of an hour, "
    text += "and {:.1f} % with"
    chapter.says(text, 100 * np.mean(hours == 40), *found)


def test_one_report_a_year(chapter):
    noise, days = RandomizedResponse(1).variance(1, 0), 365
    with_sampling = (days * noise + (days - 1) * 0.25) / noise
    chapter.says("a day's variance is {} times as large.", days)
    chapter.says("of people it is {:.0f} times, if half say yes.", with_sampling)


def test_a_rhythm_beside_fresh_noise(chapter):
    rhythm = np.arange(30) % 2
    chain = DirectChain([0, 1], epsilon_infinity=2, epsilon_one=1)
    layers = pair_loss(chain, rhythm, 0 * rhythm)
    text = "fresh noise costs {}, and two layers cost more, {:.1f}."
    chapter.says(text, rhythm.sum(), layers)


def test_a_click_replaced_by_any_story(chapter):
    """Kept with p, or drawn from all n stories: the ratio of two is 1 + n p/(1 - p)."""
    n, epsilon = 100, 1
    odds = math.exp(epsilon) / (n - 1)
    text = "for n = {} a set ε of {} is really {:.2f}"
    chapter.says(text, n, epsilon, math.log1p(n * odds))


def test_a_row_of_eight_answers(chapter):
    interest, clicks = (
        UnaryEncoding(range(3), 0.75, 0.25),
        UnaryEncoding(range(4), 0.9, 0.1),
    )
    text = "A row of Firefox's eight answers with ε = {:.2f} was said"
    chapter.says(text, 7 * interest.epsilon + clicks.epsilon)
    assert "2026-11-29" in chapter.source
