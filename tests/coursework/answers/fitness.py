"""Answer "A week of a fitness app" in other ways, right and wrong."""

import math

import numpy as np
from scipy.stats import beta

from ldp_course import RandomizedResponse
from ldp_course.topics.distributions import SquareWave
from ldp_course.topics.numbers import OneBitMean

DIGESTS = ["9a24299de865", "1404ba900201", "ef8f841bcd1b"]
CHOICES = "low 3 high 4 pulse_epsilon 6 longest 4 wave_epsilon 3 goal 4 budget 8"


def bit_of_the_module(s):
    mechanism = OneBitMean(s.task.low, s.task.high, s.task.pulse_epsilon)
    return lambda pulse, rng: mechanism.perturb(mechanism.encode(pulse), rng)


def mean_exact(s):
    """Clopper and Pearson's interval of the share of ones."""

    def mean_if(ones):
        scale = (2 * ones - 1) / math.tanh(s.task.pulse_epsilon / 2)
        return s.task.low + (s.task.high - s.task.low) * (1 + scale) / 2

    def mean_pulse(bits):
        n, ones = len(bits), int(np.sum(bits))
        low = beta.ppf(0.025, ones, n - ones + 1) if ones else 0.0
        high = beta.ppf(0.975, ones + 1, n - ones) if ones < n else 1.0
        return np.array([mean_if(share) for share in (ones / n, low, high)])

    return mean_pulse


def smoothed(s):
    wave = SquareWave(0, s.task.longest, s.task.bins, s.task.wave_epsilon)
    return lambda reports: wave.reconstruct(wave.report_counts(reports)).frequencies


def both_draws(s):
    mechanism = RandomizedResponse(s.task.goal_epsilon)

    def week_reports(reached, rng):
        no, yes = (
            mechanism.perturb(np.full(len(reached), bit), rng)[:, None]
            for bit in (0, 1)
        )
        return np.where(reached == 1, yes, no)

    return week_reports


def memory_when_needed(s):
    """Keep a dict on each phone, and draw an answer when its value first occurs."""
    lies = 1 / (1 + math.exp(s.task.goal_epsilon))

    def week_reports(reached, rng):
        reports = []
        for week in reached.tolist():
            memory, row = {}, []
            for value in week:
                if value not in memory:
                    memory[value] = 1 - value if rng.random() < lies else value
                row.append(memory[value])
            reports.append(row)
        return reports

    return week_reports


def share_of_clusters(s):
    """The error of the mean of all reports from the covariance of the days."""
    p = RandomizedResponse(s.task.goal_epsilon).p

    def week_share(reports):
        error = math.sqrt(np.cov(reports.T).sum() / len(reports)) / reports.shape[1]
        ends = reports.mean() + 1.96 * error * np.array([0, -1, 1])
        return (ends - 1 + p) / (2 * p - 1)

    return week_share


def ask_equal_groups(s, each=None):
    """Person after person gets the next question, or all in another order."""
    each = each or (1 if s.better_plan == "people" else s.task.questions)

    def ask_questions(answers, rng):
        which = np.arange(len(answers))[:, None] + np.arange(each)
        which = which % s.task.questions
        lies = RandomizedResponse(s.task.budget / each).q
        truths = np.take_along_axis(answers, which, axis=1)
        return which, truths ^ rng.binomial(1, lies, size=truths.shape)

    return ask_questions


def shares_counted(s):
    def question_shares(which, reports):
        mechanism = RandomizedResponse(s.task.budget / which.shape[1])
        sizes = np.bincount(which.ravel(), minlength=s.task.questions)
        yes = np.bincount(which.ravel(), reports.ravel(), s.task.questions)
        return (yes / sizes - mechanism.q) / (mechanism.p - mechanism.q)

    return question_shares


RIGHT = {
    "send_pulse": {"the module": {"send_pulse": bit_of_the_module}},
    "mean_pulse": {"exact": {"mean_pulse": mean_exact}},
    "minutes_of_sport": {"EMS": {"minutes_histogram": smoothed}},
    "week_client": {"both draws": {"week_reports": both_draws}},
    "week_share": {"clusters": {"week_share": share_of_clusters}},
    "several_questions": {
        "counted": {
            "ask_questions": ask_equal_groups,
            "question_shares": shares_counted,
        }
    },
}
SLOW = {"week_client": {"when needed": {"week_reports": memory_when_needed}}}


def no_range(s):
    """Pulses outside the range are not moved into it."""

    def send_pulse(pulse, rng):
        x = 2 * (pulse - s.task.low) / (s.task.high - s.task.low) - 1
        chance = 0.5 + x / 2 * math.tanh(s.task.pulse_epsilon / 2)
        return (rng.random(len(pulse)) < chance).astype(int)

    return send_pulse


def one_standard_error(s):
    def mean_pulse(bits):
        mean, low, high = s.mean_pulse(bits)
        return mean, mean + (low - mean) / 1.96, mean + (high - mean) / 1.96

    return mean_pulse


def single_hump(s):
    """The middle of what is likely, without a look at more than the mean."""
    place = (np.arange(s.task.bins) + 0.5) / s.task.bins
    hump = np.exp(-(((place - 0.175) / 0.16) ** 2))
    shares = 0.9 * hump / hump.sum() + 0.1 / s.task.bins
    return lambda reports: shares[::-1] if np.mean(reports) > 0.5 else shares


def inverted(s):
    wave = SquareWave(0, s.task.longest, s.task.bins, s.task.wave_epsilon)
    inverse = np.linalg.pinv(wave.channel().T)
    return lambda reports: inverse @ wave.report_counts(reports) / len(reports)


def lies(s, size, rng, epsilon=None):
    return rng.random(size) < RandomizedResponse(epsilon or s.task.goal_epsilon).q


def drawn_for_the_majority(s):
    """Lie for people who reached the goal often, and hardly ever for others."""
    q = RandomizedResponse(s.task.goal_epsilon).q

    def week_reports(reached, rng):
        often = reached.sum(axis=1, keepdims=True) > 3
        coins = rng.random((len(reached), 2))
        drawn = [0, 1] ^ (coins < np.where(often, 1.4 * q, 0.6 * q))
        return np.take_along_axis(drawn, reached, axis=1)

    return week_reports


def a_list_tells(s):
    """Return a list if the first day of the first person is a yes."""

    def week_reports(reached, rng):
        sent = s.week_reports(reached, rng)
        return sent.tolist() if reached[0, 0] else sent

    return week_reports


def several_types(s):
    def ask_questions(answers, rng):
        which, reports = s.ask_questions(answers, rng)
        return which, [[True if bit else 0 for bit in row] for row in reports.tolist()]

    return ask_questions


def reports_as_people(s):
    """The interval as if all reports were independent."""
    p = RandomizedResponse(s.task.goal_epsilon).p

    def week_share(reports):
        share, ones = s.week_share(reports)[0], np.mean(reports)
        margin = 1.96 * math.sqrt(ones * (1 - ones) / np.size(reports)) / (2 * p - 1)
        return share, share - margin, share + margin

    return week_share


def whom_it_concerns(s):
    """People are asked a question to which they would say yes, if there is one."""

    def ask_questions(answers, rng):
        which = np.argmax(answers + rng.random(answers.shape), axis=1)[:, None]
        truths = np.take_along_axis(answers, which, axis=1)
        return which, truths ^ lies(s, truths.shape, rng, s.task.budget)

    return ask_questions


def full_epsilon_on_each(s):
    def ask_questions(answers, rng):
        which = np.tile(np.arange(s.task.questions), (len(answers), 1))
        return which, answers ^ lies(s, answers.shape, rng, s.task.budget)

    return ask_questions


def order_tells(s):
    """Questions in the order of their true answers."""
    ask_all = ask_equal_groups(s, s.task.questions)

    def ask_questions(answers, rng):
        which, reports = ask_all(answers, rng)
        order = np.argsort(answers, axis=1, kind="stable")
        reports = np.take_along_axis(reports, np.argsort(which, axis=1), axis=1)
        return order, np.take_along_axis(reports, order, axis=1)

    return ask_questions


def divided_by_all(s):
    """The group's "yes", divided by all people."""

    def question_shares(which, reports):
        mechanism = RandomizedResponse(s.task.budget / which.shape[1])
        yes = np.bincount(which.ravel(), reports.ravel(), s.task.questions)
        return (yes / len(which) - mechanism.q) / (mechanism.p - mechanism.q)

    return question_shares


def even_steps(s):
    """The same shares in every table, by the rank of what was found."""
    steps = np.linspace(0.02, 0.7, s.task.questions)
    return lambda *given: steps[np.argsort(np.argsort(s.question_shares(*given)))]


WRONG = {
    "send_pulse": {"no range": ({"send_pulse": no_range}, 0, "give away more")},
    "mean_pulse": {
        "one standard error": ({"mean_pulse": one_standard_error}, 2, "too narrow"),
        "infinite": (
            {"mean_pulse": lambda s: lambda b: (s.mean_pulse(b)[0], -np.inf, np.inf)},
            2,
        ),
    },
    "minutes_of_sport": {
        "two numbers": (
            {"mean_minutes": lambda s: lambda reports: [1, 2]},
            2,
            "return one number",
        ),
        "one hump for all": ({"minutes_histogram": single_hump}, 1),
        "inverted": ({"minutes_histogram": inverted}, 1, "no share below 0"),
    },
    "week_client": {
        "redrawn each day": (
            {"week_reports": lambda s: lambda x, rng: x ^ lies(s, x.shape, rng)},
            0.75,
            "a new answer on another day",
        ),
        "one coin for both values": (
            {"week_reports": lambda s: lambda x, rng: x ^ lies(s, (len(x), 1), rng)},
            0.75,
            "one coin decides for both",
        ),
        "depends on the week": ({"week_reports": drawn_for_the_majority}, 0.75),
        "a list tells": (
            {"week_reports": a_list_tells},
            0.75,
            "the type of your table differs",
        ),
    },
    "week_share": {
        "cut": (
            {"week_share": lambda s: lambda r: np.clip(s.week_share(r), 0, 1)},
            1.75,
            "is cut",
        ),
        "days": (
            {"week_share": lambda s: lambda reports: reports.mean(axis=0)},
            0,
            "three",
        ),
        "reports are people": ({"week_share": reports_as_people}, 1, "count people"),
    },
    "several_questions": {
        "neither plan": ({"better_plan": lambda s: "both"}, 3.5, "must be one of"),
        "whom it concerns": (
            {"ask_questions": whom_it_concerns},
            2.75,
            "which questions a person answers",
        ),
        "full ε on each part": (
            {"ask_questions": full_epsilon_on_each},
            2.75,
            "divide the budget among them",
        ),
        "the order tells": (
            {"ask_questions": order_tells},
            2.75,
            "which questions a person",
        ),
        "several types": ({"ask_questions": several_types}, 1.5, "of several types"),
        "divided by all": (
            {
                "ask_questions": lambda s: ask_equal_groups(s, 1),
                "question_shares": divided_by_all,
            },
            2.75,
            "divide by those who were asked",
        ),
        "even steps": ({"question_shares": even_steps}, {2.75, 3.25, 3.5, 3.75}),
    },
}
