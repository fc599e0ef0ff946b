"""Answer "A week of a fitness app" with right estimates: function(task) -> answer."""

import math

import numpy as np
from scipy.stats import beta

from coursework.fitness.reference import better, budget_error, people_error
from ldp_course import RandomizedResponse
from ldp_course.topics.distributions import SquareWave
from ldp_course.topics.numbers import OneBitMean

from .clients import ask_equal_groups, ask_sorted


def mean_of_the_module(task):
    mechanism = OneBitMean(task.low, task.high, task.pulse_epsilon)

    def mean_pulse(bits):
        estimate = mechanism.aggregate(bits)
        return estimate.mean, *estimate.interval()

    return mean_pulse


def pulse_of(task, ones):
    """The mean if so many of the bits are 1."""
    scale = (2 * ones - 1) / math.tanh(task.pulse_epsilon / 2)
    return task.low + (task.high - task.low) * (1 + scale) / 2


def mean_exact(task):
    """Clopper and Pearson's interval of the share."""

    def mean_pulse(bits):
        n, ones = len(bits), int(np.sum(bits))
        low = beta.ppf(0.025, ones, n - ones + 1) if ones else 0.0
        high = beta.ppf(0.975, ones + 1, n - ones) if ones < n else 1.0
        return np.array([pulse_of(task, bound) for bound in (ones / n, low, high)])

    return mean_pulse


def minutes_of_the_module(task):
    wave = SquareWave(0, task.longest, 2, task.wave_epsilon)
    return lambda reports: wave.mean(reports).mean


def histogram_of_the_module(smooth):
    def make(task):
        wave = SquareWave(0, task.longest, task.bins, task.wave_epsilon)
        return lambda reports: (
            wave.reconstruct(wave.report_counts(reports), smooth=smooth).frequencies
        )

    return make


def sport(mean, histogram):
    return lambda task: [mean(task), histogram(task)]


def share_of_people(task):
    keeps = RandomizedResponse(task.goal_epsilon).p

    def week_share(reports):
        rows = (np.mean(reports, axis=1) - 1 + keeps) / (2 * keeps - 1)
        margin = 1.96 * np.std(rows, ddof=1) / math.sqrt(len(rows))
        return rows.mean(), rows.mean() - margin, rows.mean() + margin

    return week_share


def share_of_clusters(task):
    """The error of the mean of all reports from the covariance of the days."""

    def week_share(reports):
        p = RandomizedResponse(task.goal_epsilon).p
        days = reports.shape[1]
        error = math.sqrt(np.cov(reports.T).sum() / days**2 / len(reports))
        raw = reports.mean()
        return np.array([
            (x - 1 + p) / (2 * p - 1)
            for x in (raw, raw - 1.96 * error, raw + 1.96 * error)
        ])

    return week_share


def plan(task):
    return [people_error(task), budget_error(task), better(task)]


def shares_of_groups(task):
    def question_shares(which, reports):
        mechanism = RandomizedResponse(task.budget / np.shape(which)[1])
        rates = [reports[which == j].mean() for j in range(task.questions)]
        return (np.array(rates) - mechanism.q) / (mechanism.p - mechanism.q)

    return question_shares


def shares_counted(task):
    def question_shares(which, reports):
        e = math.exp(task.budget / which.shape[1])
        p, q = e / (1 + e), 1 / (1 + e)
        answers = np.bincount(which.ravel(), minlength=task.questions)
        yes = np.bincount(
            which.ravel(), weights=reports.ravel(), minlength=task.questions
        )
        return ((yes - q * answers) / (answers * (p - q))).tolist()

    return question_shares


def questions(ask, shares=shares_of_groups, numbers=plan):
    """All answers to the sixth question."""
    return lambda task: [*numbers(task), ask(task), shares(task)]


def rounded_plan(task):
    return [
        *(float(f"{error:.3g}") for error in plan(task)[:2]),
        f" {better(task).upper()} ",
    ]


RIGHT = {
    "mean_pulse": {"the module": mean_of_the_module, "exact": mean_exact},
    "minutes_of_sport": {
        "the module, EMS": sport(minutes_of_the_module, histogram_of_the_module(True))
    },
    "week_share": {"people": share_of_people, "clusters": share_of_clusters},
    "several_questions": {
        "groups": questions(ask_sorted),
        "counted": questions(ask_equal_groups, shares_counted, rounded_plan),
    },
}  # fmt: skip
SLOW = {}
