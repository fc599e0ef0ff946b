"""A week of a fitness app: known mistakes of estimates, intervals and plans."""

import math

import numpy as np

from ldp_course import RandomizedResponse
from ldp_course.topics.distributions import SquareWave

from .servers import (
    histogram_of_the_module,
    mean_of_the_module,
    minutes_of_the_module,
    share_of_people,
)


def moved(right, change):
    """Change three right numbers: change(task, table, estimate, low, high)."""
    return lambda task: lambda table: change(task, table, *right(task)(table))


def pulse(wrong):
    """Another estimate, with an interval of the right width around it."""
    return moved(
        mean_of_the_module,
        lambda t, bits, mean, low, high: (
            wrong(t, bits, mean),
            low + wrong(t, bits, mean) - mean,
            high + wrong(t, bits, mean) - mean,
        ),
    )


def wider(factor, right):
    return moved(
        right,
        lambda t, table, mean, low, high: (
            mean,
            mean + factor * (low - mean),
            mean + factor * (high - mean),
        ),
    )


PULSE = {
    "share of ones": (pulse(lambda t, bits, mean: np.mean(bits)), 0, "the share of ones"),
    "one standard error": (wider(1 / 1.96, mean_of_the_module), 2, "too narrow"),
    "infinite": (
        moved(mean_of_the_module, lambda t, bits, mean, low, high: (mean, -math.inf, math.inf)),
        2,
    ),
}  # fmt: skip


def places(change):
    """mean_minutes by change(task, reports); the histogram is right."""
    return lambda task: [
        lambda reports: change(task, np.asarray(reports)),
        histogram_of_the_module(True)(task),
    ]


def histogram(change):
    """minutes_histogram by change(task, reports); the mean is right."""
    return lambda task: [
        minutes_of_the_module(task),
        lambda reports: change(task, reports),
    ]


def shares(task, reports, low=0.0, high=1.0):
    counts = np.histogram(reports, task.bins, (low, high))[0]
    return counts / counts.sum()


def inverted(task, reports):
    wave = SquareWave(0, task.longest, task.bins, task.wave_epsilon)
    return np.linalg.pinv(wave.channel().T) @ wave.report_counts(reports) / len(reports)


def single_hump(task, reports):
    """The middle of what is likely, without a look at more than the mean."""
    place = (np.arange(task.bins) + 0.5) / task.bins
    hump = np.exp(-(((place - 0.175) / 0.16) ** 2))
    shares = 0.9 * hump / hump.sum() + 0.1 / task.bins
    return shares[::-1] if np.mean(reports) > 0.5 else shares


MINUTES = {
    "raw mean": (places(lambda t, r: t.longest * r.mean()), 2, "undo that"),
    "two numbers": (places(lambda t, r: [1, 2]), 2, "return one number"),
    "one hump for all": (histogram(single_hump), 1),
    "matrix inverted": (histogram(inverted), 1, "no share below 0"),
}


def naive(task, reports, share, low, high):
    """As if all reports were independent."""
    p = RandomizedResponse(task.goal_epsilon).p
    ones = np.mean(reports)
    margin = 1.96 * math.sqrt(ones * (1 - ones) / np.size(reports)) / (2 * p - 1)
    return share, share - margin, share + margin


def raw_share(task, reports, share, low, high):
    return np.mean(reports), low, high


SHARE = {
    "raw share": (moved(share_of_people, raw_share), 0, "take out what the noise adds"),
    "clipped": (moved(share_of_people, lambda t, r, *three: np.clip(three, 0, 1)), 1.75, "is cut"),
    "days as columns": (moved(share_of_people, lambda t, r, *three: r.mean(axis=0)), 0, "three"),
    "reports counted as people": (moved(share_of_people, naive), 1, "count people, not reports"),
}  # fmt: skip


WRONG = {"mean_pulse": PULSE, "minutes_of_sport": MINUTES, "week_share": SHARE}
