"""A week of a fitness app: known mistakes of estimates, intervals and plans."""

import math

import numpy as np

from ldp_course import RandomizedResponse
from ldp_course.distributions import SquareWave

from .servers import (
    em,
    histogram_of_the_module,
    mean_of_the_module,
    minutes_of_the_module,
    pulse_of,
    share_of_people,
)


def moved(right, change):
    """A right answer of three numbers, changed: change(task, table, estimate, low, high)."""
    return lambda task: lambda table: change(task, table, *right(task)(table))


def pulse(wrong):
    """Another estimate, with an interval of the right width around it."""
    return moved(mean_of_the_module, lambda t, bits, mean, low, high: (
        wrong(t, bits, mean), low + wrong(t, bits, mean) - mean, high + wrong(t, bits, mean) - mean
    ))  # fmt: skip


def wider(factor, right):
    return moved(right, lambda t, table, mean, low, high: (
        mean, mean + factor * (low - mean), mean + factor * (high - mean)
    ))  # fmt: skip


def mutates(right):
    def change(task, table, *answer):
        table[:] = 0
        return answer

    return moved(right, change)


def inside(task, x):
    return np.clip(x, task.low, task.high)


def clipped_reports(task, bits):
    """What a bit stands for, moved into the range, then averaged."""
    return inside(task, np.where(bits, pulse_of(task, 1), pulse_of(task, 0))).mean()


PULSE = {
    "clipped reports": (pulse(lambda t, bits, mean: clipped_reports(t, bits)), 0, "clip it into"),
    "share of ones": (pulse(lambda t, bits, mean: np.mean(bits)), 0, "the share of ones"),
    "on the scale": (
        pulse(lambda t, bits, mean: (2 * np.mean(bits) - 1) / math.tanh(t.pulse_epsilon / 2)),
        0,
        "the scale from -1 to 1",
    ),
    "bound the other way": (
        pulse(lambda t, bits, mean: (t.low + t.high) / 2 + (t.high - t.low) / 2
              * (2 * np.mean(bits) - 1) * math.tanh(t.pulse_epsilon / 2)),
        0,
        "do not divide",
    ),
    "range from 0": (pulse(lambda t, bits, mean: mean - t.low), 0, "does not begin at 0"),
    "1 and 0 exchanged": (
        pulse(lambda t, bits, mean: t.low + t.high - mean), 0, "are exchanged",
    ),
    "half of the range": (
        pulse(lambda t, bits, mean: (t.low + t.high) / 2 + 2 * (mean - (t.low + t.high) / 2)), 0,
    ),
    "the middle": (pulse(lambda t, bits, mean: (t.low + t.high) / 2), 0, "solve for the mean"),
    "another ε": (
        pulse(lambda t, bits, mean: t.low + (t.high - t.low) / 2
              * (1 + (2 * np.mean(bits) - 1) / math.tanh(t.pulse_epsilon))),
        0,
    ),
    "the result clipped": (pulse(lambda t, bits, mean: inside(t, mean)), 2.5, "its mean is wrong"),
    "rounded": (pulse(lambda t, bits, mean: round(mean)), 0),
    "one standard error": (wider(1 / 1.96, mean_of_the_module), 2, "too narrow"),
    "90 %": (wider(1.645 / 1.96, mean_of_the_module), 2, "too narrow"),
    "99 %": (wider(2.576 / 1.96, mean_of_the_module), 2, "wider than needed"),
    "everything": (
        moved(mean_of_the_module, lambda t, bits, mean, low, high: (mean, -1e9, 1e9)),
        2,
        "wider than needed",
    ),
    "infinite": (
        moved(mean_of_the_module, lambda t, bits, mean, low, high: (mean, -math.inf, math.inf)),
        2,
    ),
    "spread of the pulse": (
        moved(mean_of_the_module, lambda t, bits, mean, low, high: (
            mean, mean - 1.96 * 9 / math.sqrt(len(bits)), mean + 1.96 * 9 / math.sqrt(len(bits)))),
        2,
        "too narrow",
    ),
    "spread of one person": (
        wider(15, mean_of_the_module), 2, "wider than needed",
    ),
    "ends clipped to the range": (
        moved(mean_of_the_module, lambda t, bits, mean, low, high: (
            mean, max(low, (t.low + t.high) / 2), high)), 2,
    ),
    "right width in the wrong place": (
        moved(mean_of_the_module, lambda t, bits, mean, low, high: (mean, mean, mean + high - low)),
        2,
        "Where is its middle",
    ),
    "low and high exchanged": (
        moved(mean_of_the_module, lambda t, bits, mean, low, high: (mean, high, low)), 2,
    ),
    "the mean alone": (
        moved(mean_of_the_module, lambda t, bits, mean, low, high: mean), 0, "three numbers",
    ),
    "a pair in a tuple": (
        moved(mean_of_the_module, lambda t, bits, mean, low, high: (mean, (low, high))),
        0,
        "three numbers",
    ),
    "NaN": (moved(mean_of_the_module, lambda t, bits, *three: [math.nan] * 3), 0, "three numbers"),
}  # fmt: skip


def places(change):
    """mean_minutes by change(task, reports); the histogram is right."""
    return lambda task: [lambda reports: change(task, np.asarray(reports)),
                         histogram_of_the_module(True)(task)]  # fmt: skip


def histogram(change):
    """minutes_histogram by change(task, reports); the mean is right."""
    return lambda task: [minutes_of_the_module(task), lambda reports: change(task, reports)]


def slope(task):
    return 1 - (1 - math.exp(-task.wave_epsilon)) / task.wave_epsilon


def shares(task, reports, low=0.0, high=1.0):
    counts = np.histogram(reports, task.bins, (low, high))[0]
    return counts / counts.sum()


def inverted(task, reports):
    wave = SquareWave(0, task.longest, task.bins, task.wave_epsilon)
    return np.linalg.pinv(wave.channel().T) @ wave.report_counts(reports) / len(reports)


def mutates_reports(task, reports):
    found = histogram_of_the_module(True)(task)(reports)
    reports[:] = 0
    return found


def one_hump(task, reports):
    """The middle of what is likely, without a look at more than the mean."""
    place = (np.arange(task.bins) + 0.5) / task.bins
    hump = np.exp(-(((place - 0.175) / 0.16) ** 2))
    found = 0.9 * hump / hump.sum() + 0.1 / task.bins
    return found[::-1] if np.mean(reports) > 0.5 else found


MINUTES = {
    "raw mean": (places(lambda t, r: t.longest * r.mean()), 2, "undo that"),
    "clipped, then undone": (
        places(lambda t, r: minutes_of_the_module(t)(r.clip(0, 1))), 2, "clip no report",
    ),
    "clipped, raw": (places(lambda t, r: t.longest * r.clip(0, 1).mean()), 2, "clip no report"),
    "a place": (
        places(lambda t, r: minutes_of_the_module(t)(r) / t.longest), 2, "wanted are minutes",
    ),
    "toward 0": (
        places(lambda t, r: t.longest * r.mean() / slope(t)), 2, "pulled toward it, not toward 0",
    ),
    "p - q for the slope": (
        places(lambda t, r: t.longest * (0.5 + (r.mean() - 0.5) / (1 - math.exp(-t.wave_epsilon)))),
        2,
        "solve for v",
    ),
    "median": (places(lambda t, r: minutes_of_the_module(t)([np.median(r)])), 2),
    "from the histogram": (
        places(lambda t, r: t.longest * (histogram_of_the_module(True)(t)(r)
               @ (np.arange(t.bins) + 0.5)) / t.bins),
        2,
        "not unbiased",
    ),
    "two numbers": (places(lambda t, r: [1, 2]), 2, "return one number"),
    "one hump for all": (histogram(one_hump), 1),
    "reports counted in the range": (histogram(shares), 1, "that explain their counts"),
    "reports clipped and counted": (
        histogram(lambda t, r: shares(t, np.clip(r, 0, 1))), 1, "that explain their counts",
    ),
    "reports stretched": (
        histogram(lambda t, r: shares(t, r, np.min(r), np.max(r))), 1, "that explain their counts",
    ),
    "one step": (lambda t: [minutes_of_the_module(t), em(1)(t)], 1, "that explain their counts"),
    "matrix inverted": (histogram(inverted), 1, "no share below 0"),
    "equal shares": (
        histogram(lambda t, r: np.full(t.bins, 1 / t.bins)), 1, "that explain their counts",
    ),
    "turned round": (
        histogram(lambda t, r: histogram_of_the_module(True)(t)(r)[::-1]), 1,
    ),
    "counts": (
        histogram(lambda t, r: len(r) * histogram_of_the_module(True)(t)(r)), 1, "the sum 1",
    ),
    "bins of the reports": (
        histogram(lambda t, r: np.ones(t.bins + 9) / (t.bins + 9)), 1, "shares, one a bin",
    ),
    "NaN": (histogram(lambda t, r: np.full(t.bins, np.nan)), 1, "shares, one a bin"),
    "changes its input": (histogram(mutates_reports), 2.5, "changed the array"),
    "one number for all": (lambda t: [lambda r: t.longest / 2, lambda r: 1], 0),
}  # fmt: skip


def naive(task, reports, share, low, high):
    """As if all reports were independent."""
    p = RandomizedResponse(task.goal_epsilon).p
    ones = np.mean(reports)
    margin = 1.96 * math.sqrt(ones * (1 - ones) / np.size(reports)) / (2 * p - 1)
    return share, share - margin, share + margin


def raw_share(task, reports, share, low, high):
    return np.mean(reports), low, high


def share_with(epsilon):
    def change(task, reports, share, low, high):
        p = RandomizedResponse(epsilon(task.goal_epsilon)).p
        return (np.mean(reports) - 1 + p) / (2 * p - 1), low, high

    return moved(share_of_people(), change)


def noise_alone(task, reports, share, low, high):
    p = RandomizedResponse(task.goal_epsilon).p
    margin = 1.96 * math.sqrt(p * (1 - p) / len(reports) / 7) / (2 * p - 1)
    return share, share - margin, share + margin


SHARE = {
    "raw share": (moved(share_of_people(), raw_share), 0, "take out what the noise adds"),
    "a seventh of ε": (share_with(lambda e: e / 7), 0, "has all of ε, not a seventh"),
    "seven times ε": (share_with(lambda e: 7 * e), 0, "not unbiased: "),
    "clipped": (
        moved(share_of_people(), lambda t, r, *three: np.clip(three, 0, 1)), 1.75, "is cut",
    ),
    "first day": (
        moved(share_of_people(), lambda t, r, *three: share_of_people()(t)(r[:, :1])), 0,
    ),
    "days as columns": (moved(share_of_people(), lambda t, r, *three: r.mean(axis=0)), 0, "three"),
    "reports counted as people": (moved(share_of_people(), naive), 1, "count people, not reports"),
    "noise of the reports alone": (
        moved(share_of_people(), noise_alone), 1, "count people, not reports",
    ),
    "divided by seven": (wider(1 / math.sqrt(7), share_of_people()), 1, "too narrow"),
    "one standard error": (wider(1 / 1.96, share_of_people()), 1, "too narrow"),
    "as if seven people were one": (wider(math.sqrt(7), share_of_people()), 1, "wider than needed"),
    "no spread left": (
        moved(share_of_people(), lambda t, r, share, low, high: (share, share, share)), 1,
    ),
    "mutates and forgets": (mutates(lambda t: lambda r: (0.5, 0.4, 0.6)), 0),
}  # fmt: skip


WRONG = {"mean_pulse": PULSE, "minutes_of_sport": MINUTES, "week_share": SHARE}
