"""Claims of the page "Statistics you need"; its pictures show the same distributions."""

import math
import re
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import beta, binom, chi2, norm, t

from ldp_course.data import load_adult
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

PICTURES = Path(__file__).parents[2] / "book" / "_pictures"
CHANCE = 0.25


def spread(n, chance=CHANCE):
    return math.sqrt(n * chance * (1 - chance))


def picture_text(name):
    """Return the text of a picture of the page."""
    return (PICTURES / f"{name}.svg").read_text(encoding="utf-8")


def test_one_report_and_a_hundred(chapter):
    low, high = CHANCE, 1 - CHANCE
    chapter.says("Then a report is {:.2f} on average", low)
    text = "Three times in four it is 0, which is {:.2f} too low, and once in four it is 1, "
    chapter.says(text + "which is {:.2f} too high", low, high)
    variance = high * low**2 + low * high**2
    text = r"$\frac34 \cdot {:.2f}^2 + \frac14 \cdot {:.2f}^2 = {:.4f}$, is the **variance**"
    chapter.says(text, low, high, variance)
    assert math.sqrt(variance) == pytest.approx(spread(1))
    chapter.says("the root of that, {:.3f}, is its **standard deviation**", spread(1))
    n = 100
    text = r"has the variance ${} \cdot {:.4f} = {:.2f}$, and its standard deviation "
    text += "is the root of that, {:.2f}. For the share we divide by {}, and get "
    text += "{:.4f}, or {:.1f} percentage points"
    error = math.sqrt(n * variance) / n
    values = n, variance, n * variance, math.sqrt(n * variance), n, error
    chapter.says(text, *values, 100 * error)
    assert error == pytest.approx(spread(1) / math.sqrt(n))
    four_times, quarter = 400, 25
    assert spread(four_times) / four_times == pytest.approx(error / 2)
    assert spread(quarter) / quarter == pytest.approx(error * 2)
    text = "With {} people it is half as large as with a hundred, and with {} twice"
    chapter.says(text, four_times, quarter)


def test_the_picture_of_the_spread(chapter):
    errors = [100 * spread(n) / n for n in (25, 100, 400)]
    chapter.says("the standard error is {:.1f}, {:.1f} and {:.1f} points", *errors)
    shown = re.findall(r"± ([\d.]+) points", picture_text("spread-of-a-share"))
    assert shown == [f"{error:.1f}" for error in errors]


def test_bias_and_mean_squared_error(chapter):
    n, never = 100, 8
    mean = (n - never) * CHANCE / n
    text = "Suppose that {} of the hundred people always say"
    chapter.says(text, never)
    chapter.says("Then {:.0f} % say", 100 * mean)
    bias = 100 * (mean - CHANCE)
    chapter.says("This difference of {:.0f} points is the **bias**.", bias)
    error = 100 * spread(n - never) / n
    text = "is now {:.2f} points, because only {} people toss"
    chapter.says(text, error, n - never)
    text = "here about $2^2 + {:.2f}^2 = {:.1f}$."
    chapter.says(text, error, 2**2 + round(error, 2) ** 2)
    chapter.says("is {:.1f} points. With four times", math.hypot(bias, error))
    text = "the root mean square error is {:.1f} points. If"
    chapter.says(text, math.hypot(bias, error / 2))


def covered(n, chance):
    """Return how often an interval holds whose standard error is estimated."""
    share = np.arange(n + 1) / n
    reach = 1.96 * np.sqrt(share * (1 - share) / n)
    return binom.pmf(np.arange(n + 1), n, chance)[abs(share - chance) <= reach].sum()


def test_covariance_of_a_die(chapter):
    faces = np.arange(1, 7)
    x, y = (faces == 6).astype(float), (faces == 1).astype(float)
    product = ((x - x.mean()) * (y - y.mean())).mean()
    assert x.mean() == y.mean() == pytest.approx(1 / 6)
    text = r"here ${:.0f} - \frac16 \cdot \frac16 = -{:.3f}$"
    chapter.says(text, (x * y).mean(), -product)
    assert (x * y).mean() - x.mean() * y.mean() == pytest.approx(product)
    both = x.var() + y.var()
    assert (x + y).var() == pytest.approx(both + 2 * product)
    assert (x - y).var() == pytest.approx(both - 2 * product)
    assert math.hypot(3, 4) == 5


def test_the_binomial(chapter):
    n, expected = 100, 25
    chapter.says('We expect {:.0f} "yes"', n * CHANCE)
    exactly = binom.pmf(expected, n, CHANCE)
    text = "exactly {} come in only {:.1f} % of all polls"
    chapter.says(text, expected, 100 * exactly)
    inside = binom.cdf(33, n, CHANCE) - binom.cdf(16, n, CHANCE)
    chapter.says("some number from 17 to 33 comes in {:.1f} %", 100 * inside)
    chapter.says(r"\sqrt{{np(1-p)}}$, which here is {:.2f}", spread(n))
    curve = 2 * norm.cdf(8.5 / spread(n)) - 1
    chapter.says("From 17 to 33 it gives {:.1f} %", 100 * curve)


def test_where_the_curve_fails(chapter):
    n, chance = 100, 0.01
    chapter.says("for the number of yes in {}, with a normal curve", n)
    none, many = binom.pmf(0, n, chance), binom.sf(3, n, chance)
    by_curve = norm.sf((3.5 - 1) / spread(n, chance))
    text = "none at all comes in {:.1f} % of the polls, and more than three in {:.1f} %"
    chapter.says(text, 100 * none, 100 * many)
    assert 2.5 < many / by_curve < 3.5  # about three times as often as the curve says
    assert picture_text("binomial").count("<path") == 4


def test_where_to_trust_the_curve(chapter):
    """Intervals of 1.96 known standard errors, and a tail."""
    for n in (40, 60, 100, 300, 1_000, 10_000):
        for chance in np.linspace(0.001, 0.999, 400):
            if n * chance * (1 - chance) >= 10:
                mean, reach = n * chance, 1.96 * spread(n, chance)
                low, high = math.ceil(mean - reach), math.floor(mean + reach)
                inside = binom.cdf(high, n, chance) - binom.cdf(low - 1, n, chance)
                assert 0.93 <= round(inside, 2) <= 0.97
    chapter.says("true standard error then holds in {} to {} % of polls", 93, 97)
    few = 40
    text = "with {} people and a probability of one half, only in {:.1f} %"
    chapter.says(text, few, 100 * covered(few, 0.5))
    assert few / 4 == 10
    n = 100
    assert spread(n, 0.01) ** 2 < 10 < spread(n) ** 2
    assert binom.sf(49, n, CHANCE) > 5 * norm.sf((49.5 - 25) / spread(n))


def test_the_interval(chapter):
    n, estimate = 32_561, 3_500
    error = math.sqrt(3 * n / 4)
    text = "asks {:,} people, and the standard error of its count is {:.1f} people"
    chapter.says(text, n, error)
    chapter.says("Suppose that it estimates {:,} people", estimate)
    chapter.says("which reaches {:.2f} standard errors to both sides", norm.ppf(0.975))
    text = r"is ${:,} \pm {:.2f} \cdot {:.1f}$, which is {:,.0f} to {:,.0f}"
    values = estimate, norm.ppf(0.975), error, estimate - 1.96 * error
    chapter.says(text, *values, estimate + 1.96 * error)


def test_the_normal_curve(chapter):
    z = 1.96
    chapter.says("{:.1f} % of the curve lie", 100 * (2 * norm.cdf(z) - 1))
    text = r"within {:.2f} standard deviations of its middle, and {:.1f} % lie beyond it on either "
    text += r"side, so that $\Phi({:.2f}) = {:.3f}$"
    chapter.says(text, z, 100 * norm.sf(z), z, norm.cdf(z))
    within = (100 * (norm.cdf(k) - norm.cdf(-k)) for k in (1, 3))
    chapter.says("lie {:.1f} %, and within three {:.1f} %", *within)
    text = r"\text{{estimate}} \pm {:.2f} \cdot \text{{standard error}}"
    chapter.says(text, norm.ppf(0.975))
    chapter.says("between {:.2f} and {:.2f} is 95 % of the area", -z, z)
    chapter.says("The two tails beyond it are {:.1f} % each", 100 * norm.sf(z))
    assert f"{norm.ppf(0.975):.2f}" in picture_text("normal-quantile")


def test_twenty_polls(chapter):
    adult = load_adult()
    people, truth = len(adult), adult["occupation"].eq("Sales").sum()
    # a circle's place is its estimate: the picture is 368 wide, for 1,800 people
    places = re.findall(r'cx="([\d.]+)"', picture_text("twenty-intervals"))
    estimates = truth - 900 + (np.array(places, float) - 16) * 1_800 / 368
    misses = abs(estimates - truth) > 1.96 * math.sqrt(0.75 * people)
    assert len(estimates) == 20 and misses.sum() == 1 == round(0.05 * 20)
    chapter.says("at the truth, {:,} people. {} of them cross", truth, (~misses).sum())
    none, three = binom.pmf([0, 3], 20, 0.05)
    assert none > 1 / 3 and three > 0.05  # "quite usual", "no great surprise"
    assert picture_text("twenty-intervals").count(">misses<") == 1


def test_other_quantiles(chapter):
    quantiles = [
        value for level in (90, 99) for value in (norm.ppf(0.5 + level / 200), level)
    ]
    chapter.says("{:.3f} for {} %, {:.3f} for {} %", *quantiles)
    degrees = 4 - 1  # of four numbers
    text = "it is {:.2f} instead of {:.2f}"
    chapter.says(text, t.ppf(0.975, degrees), norm.ppf(0.975))


def test_one_side_or_two(chapter):
    n, seen, expected = 1_000, 275, 250
    text = 'We let it run {:,} times on "no", expect {:.0f} "yes", and count {}'
    chapter.says(text, n, n * CHANCE, seen)
    tail = binom.sf(seen - 1, n, CHANCE)
    two = tail + binom.cdf(2 * expected - seen, n, CHANCE)
    text = "In that case {} or more would come with probability {:.1f} %"
    chapter.says(text, seen, 100 * tail)
    text = "the counts of {} or fewer, and so its p-value is larger, {:.1f} %"
    chapter.says(text, 2 * expected - seen, 100 * two)
    assert tail < 0.05 < two
    runs = np.arange(n + 1)
    up, down = binom.sf(runs - 1, n, CHANCE), binom.cdf(runs, n, CHANCE)
    far = abs(runs - expected)
    both = binom.sf(expected + far - 1, n, CHANCE) + binom.cdf(
        expected - far, n, CHANCE
    )
    rejected = [
        100 * binom.pmf(runs, n, CHANCE)[chance <= 0.05].sum()
        for chance in (up, both, np.minimum(up, down))
    ]
    text = "the one-sided test rejects {:.1f} % of them and the two-sided test {:.1f} %"
    chapter.says(text, *rejected[:2])
    chapter.says("with the side chosen after looking it is {:.1f} %", rejected[2])
    chapter.says("in {:,} runs, twice, a bell around {}", n, expected)
    chapter.says("the tail from {} on is marked, {:.1f} %", seen, 100 * tail)
    chapter.says("the tail up to 225 is marked as well, together {:.1f} %", 100 * two)
    text = "the limit for 5 % is {:.3f} standard errors on one side, and {:.2f} on two"
    chapter.says(text, norm.ppf(0.95), norm.ppf(0.975))
    many, few = binom.isf(0.05, n, CHANCE), binom.ppf(0.05, n, CHANCE)
    fault = 0.28
    text = "if the true probability were {}, the one-sided test here, which rejects from {:.0f} on, would notice it in {:.0f} %"
    chapter.says(text, fault, many + 1, 100 * binom.sf(many, n, fault))
    chapter.says("With $w$ tests, {:.2f}/$w$ for each", 0.05)
    either = binom.sf(many, n, CHANCE) + binom.cdf(few - 1, n, CHANCE)
    assert 1.75 < either / 0.05 < 2  # who takes the side that fits
    shown = re.findall(r">([\d.]+) %", picture_text("one-sided-and-two-sided"))
    assert shown == [f"{100 * share:.1f}" for share in (tail, two)]


def clopper_pearson(x, n, tail):
    lower = beta.ppf(tail, x, n - x + 1) if x else 0
    return 100 * lower, 100 * beta.ppf(1 - tail, x + 1, n - x)


def test_the_exact_interval(chapter):
    n = 100
    chapter.says("In {} runs something happened 3 times", n)
    wald = 1.96 * math.sqrt(0.03 * 0.97 / n)
    text = "1.96 standard errors to both sides would be 3 % ± {:.1f} points"
    chapter.says(text, 100 * wald)
    assert wald > 0.03
    lower, upper = clopper_pearson(3, n, 0.025)
    rare = 100 * binom.sf(2, n, lower / 100), 100 * binom.cdf(3, n, upper / 100)
    text = "If the chance were {:.2f} %, three or more would come in {:.1f} %"
    chapter.says(text, lower, rare[0])
    text = "If it were {:.2f} %, three or fewer would come in {:.1f} %"
    chapter.says(text, upper, rare[1])
    chapter.says("so the interval is {:.2f} % to {:.2f} %", lower, upper)
    _, none = clopper_pearson(0, n, 0.025)
    text = "happened in 0 of {} runs, the interval would be 0 to {:.2f} %"
    chapter.says(text, n, none)
    chapter.says("number of hits in {} runs, twice", n)
    chapter.says("lower end, chance {:.2f} %, the bars of three or more", lower)
    text = "marked and hold {:.1f} %. At the upper end, chance {:.2f} %"
    chapter.says(text, rare[0], upper)
    chapter.says("three or fewer are marked and hold {:.1f} %", rare[1])
    _, one_end = clopper_pearson(0, n, 0.05)
    text = "0 of {} then means, with 95 % confidence, a chance of at most {:.2f} %"
    chapter.says(text, n, one_end)
    for size in (3, 10, n, 10**6):  # "always a little on the safe side"
        assert clopper_pearson(0, size, 0.05)[1] < 100 * 3 / size
    picture = picture_text("clopper-pearson")
    shown = re.findall(r"(?:chance|more:|fewer:) ([\d.]+) %", picture)
    ends = (lower, rare[0]), (upper, rare[1])
    assert shown == [number for a, b in ends for number in (f"{a:.2f}", f"{b:.1f}")]


def test_the_die(chapter):
    faces = [8, 9, 12, 11, 6, 14]
    expected = sum(faces) / 6
    squares = [(face - expected) ** 2 for face in faces]
    seen = sum(squares) / expected
    text = "({:.0f} + {:.0f} + {:.0f} + {:.0f} + {:.0f} + {:.0f})/{:.0f} = {:.1f}"
    chapter.says(text, *squares, expected, seen)
    more = 100 * chi2.sf(seen, 5)
    chapter.says("a sum of {:.1f} or more comes in {:.0f} % of cases", seen, more)
    chapter.says("More than {:.1f} comes in 5 %", chi2.ppf(0.95, 5))
    rng = np.random.default_rng(1)
    throws = rng.multinomial(60, [1 / 6] * 6, size=20_000)
    sums = ((throws - expected) ** 2).sum(axis=1) / expected
    assert sums.mean() == pytest.approx(5, abs=0.1)
    assert (sums > seen - 1e-9).mean() == pytest.approx(more / 100, abs=0.02)
    assert (sums > chi2.ppf(0.95, 5)).mean() == pytest.approx(0.05, abs=0.01)
    chapter.says("{:.1f}, to the right lie {:.0f} %", seen, more)
    chapter.says("From {:.1f} to the right lie 5 %", chi2.ppf(0.95, 5))
    runs = 2_000
    chapter.says("measured on {:,} independent and nearly normal errors", runs)
    chapter.says("where $d$ is {:,}, or one less", runs)
    spread = chi2.std(runs) / chi2.mean(runs)
    chapter.says("of about $\\sigma/\\sqrt{{2d}}$, here {:.1f} % of σ", 50 * spread)
    assert spread / 2 == pytest.approx(1 / np.sqrt(2 * runs))
    picture = picture_text("chi-squared")
    assert f"{more:.0f} %" in picture and f"seen: {seen:.1f}" in picture


def test_least_squares(chapter):
    bits, words = np.array([30, 58, 16]), np.array([[1, 0], [1, 1], [0, 1]])
    (a, b), (least,), *_ = np.linalg.lstsq(words, bits, rcond=None)
    plain = words @ [bits[0], bits[2]]
    chapter.says("alone says a = {}, and bit 3 alone says b = {}", bits[0], bits[2])
    chapter.says("bit 2 should be {}, and it is {}", plain[1], bits[1])
    chapter.says("which is a = {:.0f}, b = {:.0f}", a, b)
    differences = np.round(bits - words @ [a, b]).astype(int)
    assert differences.tolist() == [-4, 4, -4]
    text = "squares of the differences add up to {:.0f}, whereas"
    chapter.says(text, least)
    of_plain = ((bits - plain) ** 2).sum()
    chapter.says("for a = {}, b = {} the sum is {}", bits[0], bits[2], of_plain)
    error = 5 * math.sqrt(np.linalg.inv(words.T @ words)[0, 0])
    chapter.says("and least squares gives it with {:.2f}", error)
    of_a, of_b = words.T
    rest = of_a - of_b * (of_a @ of_b) / (of_b @ of_b)
    assert rest.tolist() == [1, 0.5, -0.5]  # "(1, ½, −½)"
    length = rest @ rest
    chapter.says("The squares of the rest sum to {:g}, and", length)
    chapter.says("of a is 5/√{:g} = {:.2f}.", length, 5 / math.sqrt(length))
    shown = re.findall(r"squares: (\d+)", picture_text("least-squares"))
    assert shown == [f"{of_plain}", f"{least:.0f}"]
