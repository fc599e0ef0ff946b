"""A week of a fitness app: right estimates in many styles. Each is function(task) -> the answer."""

import math

import numpy as np
from scipy.stats import beta, t

from coursework.fitness.reference import better, budget_error, people_error
from ldp_course import RandomizedResponse
from ldp_course.distributions import SquareWave
from ldp_course.numbers import OneBitMean

from .clients import CLIENTS, SLOW_CLIENTS


def mean_of_the_module(task):
    mechanism = OneBitMean(task.low, task.high, task.pulse_epsilon)

    def mean_pulse(bits):
        found = mechanism.aggregate(bits)
        return found.mean, *found.interval()

    return mean_pulse


def pulse_of(task, ones):
    """The mean if so many of the bits are 1."""
    scale = (2 * ones - 1) / math.tanh(task.pulse_epsilon / 2)
    return task.low + (task.high - task.low) * (1 + scale) / 2


def mean_of_a_share(task):
    """The binomial error of the share, then a straight line."""

    def mean_pulse(bits):
        ones = float(np.mean(bits))
        margin = 1.96 * math.sqrt(ones * (1 - ones) / len(bits))
        return [pulse_of(task, one) for one in (ones, ones - margin, ones + margin)]

    return mean_pulse


def mean_exact(task):
    """Clopper and Pearson's interval of the share."""

    def mean_pulse(bits):
        n, ones = len(bits), int(np.sum(bits))
        low = beta.ppf(0.025, ones, n - ones + 1) if ones else 0.0
        high = beta.ppf(0.975, ones + 1, n - ones) if ones < n else 1.0
        return np.array([pulse_of(task, one) for one in (ones / n, low, high)])

    return mean_pulse


def mean_bootstrapped(task):
    def mean_pulse(bits):
        draws = np.random.default_rng().binomial(len(bits), np.mean(bits), 4_000) / len(bits)
        ends = np.quantile(pulse_of(task, draws), [0.025, 0.975])
        return pulse_of(task, np.mean(bits)), *ends

    return mean_pulse


def minutes_of_the_module(task):
    wave = SquareWave(0, task.longest, 2, task.wave_epsilon)
    return lambda reports: wave.mean(reports).mean


def minutes_each(task):
    e = task.wave_epsilon
    slope = (e - 1 + math.exp(-e)) / e
    return lambda reports: float(
        (((np.asarray(reports) - 0.5) / slope + 0.5) * task.longest).mean()
    )


def histogram_of_the_module(smooth):
    def make(task):
        wave = SquareWave(0, task.longest, task.bins, task.wave_epsilon)
        return lambda reports: (
            wave.reconstruct(wave.report_counts(reports), smooth=smooth).frequencies
        )

    return make


def em(steps, smooth=False, report_bins=None):
    """Expectation maximization by hand, with bins of its own for the reports."""

    def make(task):
        wave = SquareWave(0, task.longest, task.bins, task.wave_epsilon)
        b, q, k = wave.b, wave.q, task.bins
        edges = np.linspace(-b, 1 + b, (report_bins or 2 * k) + 1)
        centers = (np.arange(k) + 0.5) / k
        near = np.clip(
            np.minimum(edges[1:, None], centers + b) - np.maximum(edges[:-1, None], centers - b),
            0,
            None,
        )
        matrix = q * np.diff(edges)[:, None] + (wave.p - q) * near

        def minutes_histogram(reports):
            counts = np.histogram(reports, edges)[0]
            shares = np.ones(k) / k
            for _ in range(steps):
                shares = shares * (matrix.T @ (counts / (matrix @ shares)))
                if smooth:
                    shares = np.convolve(np.pad(shares, 1, "edge"), [0.25, 0.5, 0.25], "valid")
                shares = shares / shares.sum()
            return shares.tolist()

        return minutes_histogram

    return make


def sport(mean, histogram):
    return lambda task: [mean(task), histogram(task)]


def share_of_people(z=1.96, ddof=1):
    def make(task):
        keeps = RandomizedResponse(task.goal_epsilon).p

        def week_share(reports):
            rows = (np.mean(reports, axis=1) - 1 + keeps) / (2 * keeps - 1)
            error = np.std(rows, ddof=ddof) / math.sqrt(len(rows))
            factor = z(len(rows)) if callable(z) else z
            return rows.mean(), rows.mean() - factor * error, rows.mean() + factor * error

        return week_share

    return make


def share_of_clusters(task):
    """The error of the mean of all reports from the covariance of the days."""

    def week_share(reports):
        p = RandomizedResponse(task.goal_epsilon).p
        days = reports.shape[1]
        error = math.sqrt(np.cov(reports.T).sum() / days**2 / len(reports))
        raw = reports.mean()
        return np.array([
            (x - 1 + p) / (2 * p - 1) for x in (raw, raw - 1.96 * error, raw + 1.96 * error)
        ])

    return week_share


def plan(task):
    return [people_error(task), budget_error(task), better(task)]


def shares_of_groups(task):
    def question_shares(which, reports):
        mechanism = RandomizedResponse(task.budget / np.shape(which)[1])
        found = [reports[which == j].mean() for j in range(task.questions)]
        return (np.array(found) - mechanism.q) / (mechanism.p - mechanism.q)

    return question_shares


def shares_counted(task):
    def question_shares(which, reports):
        e = math.exp(task.budget / which.shape[1])
        p, q = e / (1 + e), 1 / (1 + e)
        asked = np.bincount(which.ravel(), minlength=task.questions)
        yes = np.bincount(which.ravel(), weights=reports.ravel(), minlength=task.questions)
        return ((yes - q * asked) / (asked * (p - q))).tolist()

    return question_shares


def questions(ask, shares=shares_of_groups, numbers=plan):
    """All answers to the sixth question."""
    return lambda task: [*numbers(task), ask(task), shares(task)]


def rounded_plan(task):
    return [*(float(f"{error:.3g}") for error in plan(task)[:2]), f" {better(task).upper()} "]


RIGHT = {
    "mean_pulse": {
        "the module": mean_of_the_module,
        "a share": mean_of_a_share,
        "exact": mean_exact,
    },
    "minutes_of_sport": {
        "the module, EMS": sport(minutes_of_the_module, histogram_of_the_module(True)),
        "by hand, 200 steps": sport(minutes_each, em(200)),
    },
    "week_share": {
        "people": share_of_people(),
        "Student's t": share_of_people(lambda n: t.ppf(0.975, n - 1)),
        "clusters": share_of_clusters,
    },
    "several_questions": {
        "groups": questions(CLIENTS["sorted"]),
        "counted": questions(CLIENTS["by group"], shares_counted, rounded_plan),
    },
}
SLOW = {
    "mean_pulse": {"bootstrapped": mean_bootstrapped},
    "several_questions": {"person by person": questions(SLOW_CLIENTS["person by person"])},
}
