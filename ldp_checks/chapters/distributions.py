"""Check the exercises of the chapter "Distributions and ranges"."""

from __future__ import annotations

import math

import numpy as np

from ldp_checks.answers import choice, formula, number
from ldp_checks.findings import exercise


@exercise
def by_hand(one_step, end, unbiased):
    """Exercise 1: EM for one yes/no question: of 100 reports, true with 3/4, 80 yes."""
    of_step = {
        "this is the share of reports that say yes": 0.8,
        "share the noes out as well: a quarter of them come from a yes": 0.6,
        "this is the second step": 0.8 * 0.65 * 3 / (0.65 * 3 + 0.35)
        + 0.2 * 0.65 / (0.65 + 0.35 * 3),
        "this is where the unbiased estimate is": 1.1,
    }
    of_end = {
        "no share of people is above 1; EM stays within 0 and 1": 1.1,
        "this is the first step; go on": 0.65,
        "this is the share of reports that say yes": 0.8,
    }
    of_unbiased = {
        "the unbiased estimate is not clipped": 1.0,
        "divide by p − q = 1/2": 0.55,
        "subtract q = 1/4 first": 1.6,
    }
    yield number("one_step", one_step, 0.65, of_step)
    yield number("end", end, 1.0, of_end)
    yield number("unbiased", unbiased, 1.1, of_unbiased)


@exercise
def agree(node, first, second, variance):
    """Exercise 2: least squares for a node of 0.40 above two of 0.30 and 0.16."""
    of_node = {
        "this is the sum of the lower answers; the node has a say as well": 0.46,
        "this is the node's own answer; it moves, too": 0.40,
        "the node moves by a third of the gap, as each of the others does": 0.43,
        "the lower ones say more, so the node goes up": 0.38,
    }
    of_first = {
        "the lower ones are too large, so they go down": 0.32,
        "each of the three moves, by a third of the gap": 0.27,
        "the gap is 0.06, and each moves by a third of it": 0.24,
        "this is its own answer": 0.30,
    }
    of_second = {
        "the lower ones are too large, so they go down": 0.18,
        "each of the three moves, by a third of the gap": 0.13,
        "the gap is 0.06, and each moves by a third of it": 0.10,
        "this is its own answer": 0.16,
    }
    of_variance = {
        "its own answer has the weight 2/3: square it, and add those of the other"
        " two": 4 / 9,
        "square the weights before adding them up": 4 / 3,
        "agreement takes noise away": 1.0,
        "the weights are 2/3, -1/3 and 1/3: add up their squares": 2 / 9,
    }
    yield number("node", node, 0.42, of_node)
    yield number("first", first, 0.28, of_first)
    yield number("second", second, 0.14, of_second)
    yield number("variance", variance, 2 / 3, of_variance)


@exercise
def every_level(epsilon, ratio):
    """Exercise 3: the cost of four answers with ε = 1, beside a quarter of people."""

    def rare(e):
        return 4 * math.exp(e) / (math.exp(e) - 1) ** 2

    of_epsilon = {
        "this is the ε of one answer; the losses of all levels add up": 1.0,
        "this is what each answer may have, if all together have 1": 0.25,
        "the root is not asked: there are four levels": 5.0,
    }
    of_ratio = {
        "splitting people has four times the variance, for a quarter answers": rare(
            0.25
        )
        / rare(1),
        "this is the variance with ε/4": rare(0.25),
        "turn the ratio: how many times as large is it with ε/4?": 4
        * rare(1)
        / rare(0.25),
        "this is the ratio of the standard errors": math.sqrt(
            rare(0.25) / (4 * rare(1))
        ),
    }
    yield number("epsilon", epsilon, 4.0, of_epsilon)
    yield number("ratio", ratio, rare(0.25) / (4 * rare(1)), of_ratio)


@exercise
def in_range(in_range):
    """Exercise 4: the share of the bins from first to last, from running sums."""

    def results(cumulative, first, last):
        before = cumulative[first - 1] if first else 0
        return cumulative[last] - before, {
            "the bin `first` is left out": cumulative[last] - cumulative[first],
            "the bin `last` is left out": (
                (cumulative[last - 1] if last else 0) - before
            ),
            "for first = 0, index -1 is the last bin": (
                cumulative[last] - cumulative[first - 1]
            ),
            "this is one bin too many at the end": (
                cumulative[min(last + 1, len(cumulative) - 1)] - before
            ),
        }

    shares = np.array([0.1, 0.25, 0.45, 0.75, 1.0])
    noisy = np.array([0.2, 0.15, 0.5, 1.05, 1.0])
    cases = [
        (shares, 1, 3),
        (shares, 0, 2),
        (noisy, 2, 2),
        (noisy, 0, 4),
        (noisy, 3, 4),
    ]
    yield formula("in_range", in_range, results, cases)


@exercise
def which(heights, ranges, income):
    """Exercise 5: a method for each of three questions."""
    choices = "EMS", "tree", "mean"
    smooth = "heights are smooth and people are few: what smooths is an advantage here"
    interval = "only the tree has intervals for quartiles"
    only = "no shape is asked for; spend all reports on the one number"
    yield choice("heights", heights, "EMS", choices, smooth)
    yield choice("ranges", ranges, "tree", choices, interval)
    yield choice("income", income, "mean", choices, only)


@exercise
def mean_place(mean_place):
    """Your turn: the unbiased mean place, from Square Wave reports."""

    def results(reports, epsilon):
        mean, slope = np.mean(reports), 1 - (1 - math.exp(-epsilon)) / epsilon
        start = (1 - slope) / 2
        right = (mean - start) / slope
        return right, {
            "reports average to s x + (1 − s)/2, not to x": mean,
            "subtract (1 − s)/2 first": mean / slope,
            "divide by s as well": mean - start,
            "divide by s, do not multiply": (mean - start) * slope,
            "subtract (1 − s)/2, then divide all of it by s": mean - start / slope,
            "subtract half of 1 − s": (mean - (1 - slope)) / slope,
            "an unbiased estimate may be below 0 or above 1": min(1, max(0, right)),
        }

    cases = [
        (np.array([0.39, 0.2, 0.9, 1.1]), 1.0),
        (np.array([-0.1, 0.05, 0.2]), 2.0),
        (np.array([-0.1, -0.2, 0.0]), 1.0),
    ]
    yield formula("mean_place", mean_place, results, cases)


@exercise
def em_step(em_step):
    """Your turn: one step of expectation maximization."""

    def results(shares, channel, counts):
        n = counts.sum()
        seen, expected = counts / n, shares @ channel
        right = shares * (channel @ (seen / expected))
        without_division = shares * (channel @ seen)
        return right, {
            "multiply by the old shares": channel @ (seen / expected),
            "divide what was seen by what was expected": without_division,
            "each report is divided by how often it was expected, before adding up": (
                without_division / without_division.sum()
            ),
            "use the shares of the reports, not their counts": right * n,
            "this divides what was expected by what was seen": (
                shares * (channel @ (expected / seen))
            ),
        }

    two = np.array([[0.75, 0.25], [0.25, 0.75]])
    three = np.array([[0.5, 0.3, 0.1, 0.1], [0.2, 0.4, 0.2, 0.2], [0.1, 0.2, 0.3, 0.4]])
    cases = [
        (np.array([0.5, 0.5]), two, np.array([40, 60])),
        (np.array([0.45, 0.55]), two, np.array([40, 60])),
        (np.array([0.2, 0.3, 0.5]), three, np.array([10, 20, 30, 40])),
    ]
    yield formula("em_step", em_step, results, cases)
