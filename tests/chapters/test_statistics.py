"""Claims of the page "Statistics you need"; its pictures are of the same laws."""

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
    chapter.says(
        r"One report has the mean {0:.2f}. It is off by {0:.2f}, three times in four, "
        r"or by {1:.2f}. The mean square, $\frac34 \cdot {0:.2f}^2 + \frac14 \cdot "
        r"{1:.2f}^2 = {2:.4f}$, has the root {3:.3f}: the **standard deviation**",
        *(CHANCE, 1 - CHANCE, spread(1) ** 2, spread(1)),
    )
    error = spread(100) / 100
    text = r'$100 \cdot {:.4f} = {:.2f}$ for the number of "yes", whose root is {:.2f}.'
    chapter.says(text, spread(1) ** 2, spread(100) ** 2, spread(100))
    text = "of the share is {:.4f}, or {:.1f} percentage points: {:.3f}/{:.0f}."
    chapter.says(text, error, 100 * error, spread(1), math.sqrt(100))
    four_times = 400
    assert spread(four_times) / four_times == pytest.approx(error / 2)
    chapter.says("With {} people it is half as large", four_times)


def test_the_picture_of_the_spread(chapter):
    errors = [100 * spread(n) / n for n in (25, 100, 400)]
    chapter.says("the standard error is {:.1f}, {:.1f} and {:.1f} points", *errors)
    shown = re.findall(r"± ([\d.]+) points", picture_text("spread-of-a-share"))
    assert shown == [f"{error:.1f}" for error in errors]


def test_covariance_of_a_die(chapter):
    x = np.arange(1, 7)
    y = (x == 6).astype(float)
    product = ((x - x.mean()) * (y - y.mean())).mean()
    text = "Their deviations from the means {} and 1/{:.0f} tend"
    chapter.says(text, x.mean(), 1 / y.mean())
    text = r"**covariance**: $6 \cdot \frac16 - {} \cdot \frac16 = {:.3f}$."
    chapter.says(text, x.mean(), product)
    chapter.says("Its square, {:.3f}, is never larger", product**2)
    text = r"here ${:.3f} \cdot {:.3f} = {:.3f}$ (the Cauchy"
    chapter.says(text, x.var(), y.var(), x.var() * y.var())
    assert (x * y).mean() - x.mean() * y.mean() == pytest.approx(product)


def test_the_binomial(chapter):
    n, expected = 100, 25
    chapter.says("Again {} people say", n)
    chapter.says('We expect {:.0f} "yes"', n * CHANCE)
    exactly = binom.pmf(expected, n, CHANCE)
    chapter.says("Exactly {} come in {:.1f} % of all polls", expected, 100 * exactly)
    inside = binom.cdf(33, n, CHANCE) - binom.cdf(16, n, CHANCE)
    chapter.says("Between 17 and 33 come in {:.1f} %", 100 * inside)
    chapter.says(r"\sqrt{{np(1-p)}}$, here {:.2f}", spread(n))
    curve = 2 * norm.cdf(8.5 / spread(n)) - 1
    chapter.says("it gives {:.1f} % for 17 to 33", 100 * curve)


def test_where_the_curve_fails(chapter):
    n, chance = 100, 0.01
    chapter.says("for the number of yes in {}, with a normal curve", n)
    none, many = binom.pmf(0, n, chance), binom.sf(3, n, chance)
    by_curve = norm.sf((3.5 - 1) / spread(n, chance))
    text = "None at all comes in {:.1f} % of the polls, and more than three in {:.1f} %"
    chapter.says(text, 100 * none, 100 * many)
    assert 2.5 < many / by_curve < 3.5  # three times as often as the curve says
    assert picture_text("binomial").count("<path") == 4


def test_the_interval(chapter):
    n, estimate = 32_561, 3_500
    error = math.sqrt(3 * n / 4)
    chapter.says("asks {:,} people. Its standard error is {:.1f} people", n, error)
    chapter.says("Say that it estimates {:,} people", estimate)
    text = r"is ${:,} \pm {:.2f} \cdot {:.1f}$, which is {:,.0f} to {:,.0f}"
    values = estimate, norm.ppf(0.975), error, estimate - 1.96 * error
    chapter.says(text, *values, estimate + 1.96 * error)


def test_the_normal_curve(chapter):
    z = 1.96
    text = "Where does {:.2f} come from? {:.1f} % of"
    chapter.says(text, z, 100 * (2 * norm.cdf(z) - 1))
    text = r"within {:.2f} standard deviations of its middle, and {:.1f} % lie beyond it on either "
    text += r"side: $\Phi({:.2f}) = {:.3f}$"
    chapter.says(text, z, 100 * norm.sf(z), z, norm.cdf(z))
    within = (100 * (norm.cdf(k) - norm.cdf(-k)) for k in (1, 3))
    chapter.says("lie {:.1f} %, within three {:.1f} %", *within)
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
    # "It could have been none or three"
    assert binom.pmf([0, 3], 20, 0.05).min() > 0.05
    assert picture_text("twenty-intervals").count(">misses<") == 1


def test_other_quantiles(chapter):
    quantiles = [
        value for level in (90, 99) for value in (norm.ppf(0.5 + level / 200), level)
    ]
    chapter.says("{:.3f} for {} %, {:.3f} for {} %", *quantiles)
    chapter.says("The {:.2f} also takes for granted", norm.ppf(0.975))
    chapter.says("*Student's t*: {:.2f} for four numbers", t.ppf(0.975, 4 - 1))


def test_one_side_or_two(chapter):
    n, seen, expected = 1_000, 275, 250
    chapter.says('We run it {:,} times on "no", and count {} "yes"', n, seen)
    chapter.says("Expected are {:.0f}", n * CHANCE)
    tail = binom.sf(seen - 1, n, CHANCE)
    two = tail + binom.cdf(2 * expected - seen, n, CHANCE)
    text = "A count of {} or more has probability {:.1f} % then"
    chapter.says(text, seen, 100 * tail)
    text = "It adds the counts of {} or fewer, and its p-value is {:.1f} %"
    chapter.says(text, 2 * expected - seen, 100 * two)
    assert tail < 0.05 < two
    chapter.says("in {:,} runs, twice, a bell around {}", n, expected)
    chapter.says("the tail from {} on is marked, {:.1f} %", seen, 100 * tail)
    chapter.says("the tail up to 225 is marked as well, together {:.1f} %", 100 * two)
    text = "the limit for 5 % is {:.3f} on one side, and {:.2f} on two"
    chapter.says(text, norm.ppf(0.95), norm.ppf(0.975))
    shown = re.findall(r">([\d.]+) %", picture_text("one-sided-and-two-sided"))
    assert shown == [f"{100 * share:.1f}" for share in (tail, two)]


def clopper_pearson(x, n, tail):
    lower = beta.ppf(tail, x, n - x + 1) if x else 0
    return 100 * lower, 100 * beta.ppf(1 - tail, x + 1, n - x)


def test_the_exact_interval(chapter):
    n = 100
    chapter.says("In {} runs something happened 3 times", n)
    wald = 1.96 * math.sqrt(0.03 * 0.97 / n)
    text = "interval with 1.96 standard errors would be 3 % ± {:.1f} points"
    chapter.says(text, 100 * wald)
    assert wald > 0.03
    lower, upper = clopper_pearson(3, n, 0.025)
    rare = 100 * binom.sf(2, n, lower / 100), 100 * binom.cdf(3, n, upper / 100)
    text = "chance were {:.2f} %, three or more would come in {:.1f} %"
    chapter.says(text, lower, rare[0])
    text = "If it were {:.2f} %, three or fewer would come in {:.1f} %"
    chapter.says(text, upper, rare[1])
    chapter.says("So the interval is {:.2f} % to {:.2f} %", lower, upper)
    _, none = clopper_pearson(0, n, 0.025)
    chapter.says("With 0 of {} it would even be", n)
    chapter.says("For 0 of {} it is 0 to {:.2f} %", n, none)
    chapter.says("number of hits in {} runs, twice", n)
    chapter.says("lower end, chance {:.2f} %, the bars of three or more", lower)
    text = "marked and hold {:.1f} %. At the upper end, chance {:.2f} %"
    chapter.says(text, rare[0], upper)
    chapter.says("three or fewer are marked and hold {:.1f} %", rare[1])
    _, one_end = clopper_pearson(0, n, 0.05)
    chapter.says("Then 0 of {} means: at most {:.2f} %, with 95 %", n, one_end)
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
    chapter.says("A sum of {:.1f} or more comes in {:.0f} % of cases", seen, more)
    chapter.says("More than {:.1f} comes in 5 %", chi2.ppf(0.95, 5))
    chapter.says("{:.1f}, to the right lie {:.0f} %", seen, more)
    chapter.says("From {:.1f} to the right lie 5 %", chi2.ppf(0.95, 5))
    runs = 2_000
    chapter.says("measured on {:,} nearly normal errors, is σ² times such", runs)
    chapter.says("a sum, divided by $d$ = {:,}", runs)
    spread = chi2.std(runs) / chi2.mean(runs)
    chapter.says("is known to $\\sigma/\\sqrt{{2d}}$, here {:.1f} %", 50 * spread)
    assert spread / 2 == pytest.approx(1 / np.sqrt(2 * runs))
    picture = picture_text("chi-squared")
    assert f"{more:.0f} %" in picture and f"seen: {seen:.1f}" in picture


def test_least_squares(chapter):
    bits, words = np.array([30, 58, 16]), np.array([[1, 0], [1, 1], [0, 1]])
    (a, b), (least,), *_ = np.linalg.lstsq(words, bits, rcond=None)
    plain = words @ [bits[0], bits[2]]
    chapter.says("alone says a = {}, and bit 3 alone says b = {}", bits[0], bits[2])
    chapter.says("bit 2 should be {}, and it is {}", plain[1], bits[1])
    chapter.says("Here it is a = {:.0f}, b = {:.0f}", a, b)
    differences = np.round(bits - words @ [a, b]).astype(int)
    assert differences.tolist() == [-4, 4, -4]
    chapter.says("their squares add up to {:.0f}", least)
    of_plain = ((bits - plain) ** 2).sum()
    chapter.says("For a = {}, b = {} the sum is {}", bits[0], bits[2], of_plain)
    error = 5 * math.sqrt(np.linalg.inv(words.T @ words)[0, 0])
    chapter.says("a has {:.2f} in place of 5", error)
    of_a, of_b = words.T
    rest = of_a - of_b * (of_a @ of_b) / (of_b @ of_b)
    assert rest.tolist() == [1, 0.5, -0.5]  # "(1, ½, −½)"
    length = rest @ rest
    chapter.says("Its squares sum to {:g}, and", length)
    chapter.says("of a is 5/√{:g} = {:.2f}.", length, 5 / math.sqrt(length))
    shown = re.findall(r"squares: (\d+)", picture_text("least-squares"))
    assert shown == [f"{of_plain}", f"{least:.0f}"]
