"""What the solutions of the problems end with, computed another way: from the module,
from whole channels, by counting all cases, by search.
"""

import importlib
from fractions import Fraction
from itertools import combinations, product
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import brentq

from ldp_checks.individual_numbers import draws
from ldp_course import DirectEncoding, LocalHashing, RandomizedResponse, UnaryEncoding
from ldp_course.privacy import posterior, privacy_loss
from ldp_course.rappor import Parameters
from ldp_course.topics.distributions import SquareWave
from ldp_course.topics.numbers import OneBitMean

approx = pytest.approx


def numbers(assignment, name, seeds=8):
    """The numbers of one problem for some seeds, as the arguments of a test."""
    make = getattr(importlib.import_module(f"coursework.{assignment}.exam"), name)
    cases = [SimpleNamespace(**make(draws("test", str(seed)))) for seed in range(seeds)]
    return pytest.mark.parametrize("n", cases)


def variance_of_count(mechanism, people, share):
    return float(np.ravel(mechanism.variance(people, share))[0])


# Fitness


@numbers("fitness", "one_bit")
def test_one_bit(n):
    mechanism = OneBitMean(n.low, n.high, n.epsilon)
    estimate = mechanism.aggregate(np.repeat([1, 0], [n.ones, n.n - n.ones]))
    assert (n.mean, n.lower, n.upper) == approx(
        (estimate.mean, *estimate.interval()), rel=1e-4
    )
    inside = np.clip([n.if_zero, n.if_one], n.low, n.high)
    assert n.clipped == approx([1 - n.share, n.share] @ inside)
    at_worst = 1.96 * np.sqrt(mechanism.variance(n.needed, n.middle))
    assert at_worst <= n.margin < at_worst * np.sqrt(n.needed / (n.needed - 1))


@numbers("fitness", "square_wave")
def test_square_wave(n):
    wave = SquareWave(0, n.longest, 10, n.epsilon)
    reports = np.linspace(-n.b, 1 + n.b, 200_001)
    for place, mean in ((0, n.at_zero), (1, n.at_one)):
        density = np.where(np.abs(reports - place) <= wave.b, wave.p, wave.q)
        assert density / density.sum() @ reports == approx(mean, abs=1e-4)
    assert n.minutes == approx(wave.mean([n.raw]).mean)


@numbers("fitness", "memory")
def test_memory(n):
    def law(week):
        """Pr[reports | week], over both remembered answers."""
        chances = dict.fromkeys(product((0, 1), repeat=len(week)), 0.0)
        for no, yes in product((0, 1), repeat=2):
            chance = (n.p, n.q)[no] * (n.q, n.p)[yes]
            chances[tuple((no, yes)[value] for value in week)] += chance
        return np.array(list(chances.values()))

    steady = np.array([law((0, 0, 0)), law((1, 1, 1))])
    assert privacy_loss(steady[:, steady.sum(axis=0) > 0]) == approx(n.epsilon)
    assert law((0, 1, 0))[1:-1].sum() == approx(n.seen)
    assert n.fresh == approx(
        n.days * privacy_loss(RandomizedResponse(n.epsilon).channel())
    )
    rows = (n.share + n.spread * np.tile([1, -1], n.n // 2) - n.q) / (n.p - n.q)
    assert (n.estimate, n.error) == approx((
        rows.mean(),
        100 * rows.std() / np.sqrt(n.n),
    ))


@numbers("fitness", "plans", seeds=16)
def test_plans(n):
    def error(epsilon, m):
        sampled = n.share * (1 - n.share) / m  # the people are a sample, too
        return 100 * np.sqrt(
            variance_of_count(RandomizedResponse(epsilon), 1, n.share) / m + sampled
        )

    errors = (
        error(n.budget, n.people / n.questions),
        error(n.budget / n.questions, n.people),
    )
    assert (n.by_people, n.by_budget) == approx(errors)
    assert n.better == ("the people", "the budget")[int(np.argmin(errors))]
    assert n.sampled * (n.q + n.estimate * (n.p_people - n.q)) == approx(n.yes)


# Randomized response


def die(n):
    """Pr["yes" | truth] for both truths, by rolling every face."""
    forced = ["yes"] * n.yes + ["no"] * n.no + [None] * (12 - n.yes - n.no)
    return [
        Fraction(sum((face or truth) == "yes" for face in forced), 12)
        for truth in ("no", "yes")
    ]


@numbers("randomized_response", "forced_die")
def test_forced_die(n):
    if_no, if_yes = map(float, die(n))
    channel = [[if_yes, 1 - if_yes], [if_no, 1 - if_no]]
    assert n.epsilon == approx(privacy_loss(channel))
    assert n.belief == approx(
        posterior(channel, [1 / (1 + n.odds), n.odds / (1 + n.odds)])[0, 0]
    )
    # the expected number of reports is what came in
    held = brentq(lambda x: x * if_yes + (1 - x) * if_no - n.reports / n.people, 0, 1)
    variance = held * if_yes * (1 - if_yes) + (1 - held) * if_no * (1 - if_no)
    error = np.sqrt(variance / n.people) / (if_yes - if_no)
    assert (n.estimate, n.error) == approx((held, error))
    assert (n.high - n.low) / 2 == approx(1.96 * error)


@numbers("randomized_response", "how_many")
def test_how_many(n):
    if_no, if_yes = map(float, die(n))
    shares = np.linspace(0, 1, 1_001)

    def half_width(people, sample=False):
        reported = shares * if_yes + (1 - shares) * if_no
        dice = shares * if_yes * (1 - if_yes) + (1 - shares) * if_no * (1 - if_no)
        variances = reported * (1 - reported) if sample else dice
        return 1.96 * np.sqrt(variances.max() / people) / (if_yes - if_no)

    for people, margin, sample in (
        (n.people, n.margin, False),
        (n.half, n.margin / 2, False),
        (n.sample, n.margin, True),
    ):
        assert (
            half_width(people, sample)
            <= margin * (1 + 1e-12)
            < half_width(people - 1, sample)
        )


@numbers("randomized_response", "broken_coins")
def test_broken_coins(n):
    def reports(truth, keep):
        """Pr["yes"], over both tosses."""
        if truth == keep:
            return float(truth == "yes")
        return n.heads * (truth == "yes") + (1 - n.heads) / 2

    rule = [reports(truth, None) for truth in ("yes", "no")]
    program = [reports(truth, n.unchanged) for truth in ("yes", "no")]
    assert (n.meant_yes, n.meant_no, n.if_yes, n.if_no) == approx((*rule, *program))
    assert n.meant_epsilon == approx(privacy_loss([[x, 1 - x] for x in rule]))
    assert (program[1] if n.proof == "yes" else 1 - program[0]) == 0, (
        "an impossible report"
    )
    meant = RandomizedResponse(n.meant_epsilon)
    reported = n.share * program[0] + (1 - n.share) * program[1]
    assert n.estimate == approx((reported - meant.q) / (meant.p - meant.q))


@numbers("randomized_response", "two_groups")
def test_two_groups(n):
    groups = [
        (RandomizedResponse(epsilon), size, ones)
        for epsilon, size, ones in (
            (n.low, n.n_low, n.ones_low),
            (n.high, n.n_high, n.ones_high),
        )
    ]
    held = [(ones - size * m.q) / (m.p - m.q) for m, size, ones in groups]
    assert n.share == approx(sum(held) / n.n)
    variances = [size**2 * variance_of_count(m, size, 0.3) for m, size, _ in groups]
    assert n.error == approx(np.sqrt(sum(variances)) / n.n)
    assert abs(n.colleague - n.share) > 0.01, "the two answers must be told apart"


@numbers("randomized_response", "twice")
def test_twice(n):
    law = np.array([[n.p, 1 - n.p], [1 - n.p, n.p]])
    channel = [np.outer(answer, answer).ravel() for answer in law]
    prior = [n.prior, 1 - n.prior]
    assert n.epsilon_two == approx(privacy_loss(channel))
    assert (n.belief, n.prior, n.prior) == approx(
        tuple(posterior(channel, prior)[0][:3])
    )
    believed, answers = n.prior, 0
    while believed <= 0.99:
        believed, answers = posterior(law, [believed, 1 - believed])[0, 0], answers + 1
    assert n.enough == answers


# RAPPOR


def days_of_a_bit(chance, p, q, days):
    """Pr[reports of some days | permanent 1 with this chance], for all patterns."""
    patterns = np.array(list(product((0, 1), repeat=days)))
    of = [np.prod(np.where(patterns == 1, x, 1 - x), axis=1) for x in (q, p)]
    return chance * of[0] + (1 - chance) * of[1]


def pair(set_law, clear_law, hashes):
    """The exact ε of two words that share no bit: independent pairs of bits."""
    two = [np.outer(set_law, clear_law).ravel(), np.outer(clear_law, set_law).ravel()]
    return hashes * privacy_loss(two)


@numbers("rappor", "permanent")
def test_permanent(n):
    def loss(hashes, g):
        ones = [(1 - n.f) * bloom + n.f * g for bloom in (1, 0)]
        return pair(*([chance, 1 - chance] for chance in ones), hashes)

    assert (n.epsilon, n.more_hashes) == approx((loss(n.h, n.g), loss(n.h + 1, n.g)))
    assert n.fair == approx(loss(n.h, 0.5))


@numbers("rappor", "one_report")
def test_one_report(n):
    laws = [days_of_a_bit(x, n.p, n.q, 1) for x in (1 - n.f / 2, n.f / 2)]
    assert n.epsilon == approx(pair(*laws, n.h))
    assert n.ever == approx(Parameters(16, n.h, 8, n.f, n.p, n.q).epsilon_infinity)
    if_set, if_clear = laws[0][1], laws[1][1]
    assert n.count * if_set + (n.n - n.count) * if_clear == approx(n.ones)
    variance = n.count * if_set * (1 - if_set) + (n.n - n.count) * if_clear * (
        1 - if_clear
    )
    assert n.error == approx(np.sqrt(variance) / (if_set - if_clear))


@numbers("rappor", "some_days")
def test_some_days(n):
    memoized, single = (
        pair(*(days_of_a_bit(x, n.p, n.q, days) for x in (1 - n.f / 2, n.f / 2)), n.h)
        for days in (n.days, 1)
    )
    assert (n.memoized, n.single_day, n.redrawn) == approx((
        memoized,
        single,
        n.days * single,
    ))
    assert (n.until - 1) * single <= n.ever < n.until * single


@numbers("rappor", "four_words")
def test_four_words(n):
    sets = np.array([[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 1, 0], [0, 0, 1, 1]]).T
    solved = np.linalg.solve(sets, [n.t1, n.t2, n.t3, n.t4])
    assert list(n.words.values()) == approx(list(solved))
    assert n.there == ", ".join(
        word for word, x in zip("abcd", solved) if x > 2 * n.noise
    )


@numbers("rappor", "threshold")
def test_threshold(n):
    slots = n.n * n.h  # reported bits of the word's places

    def alarms(limit):
        """Pr[estimate > limit] of a word that nobody holds, from the exact law of the
        1s."""
        ones = slots * n.if_clear + limit * n.h * (n.if_set - n.if_clear)
        return stats.binom.sf(np.floor(ones), slots, n.if_clear)

    assert alarms(n.limit) == approx(n.alarms, rel=0.05)
    assert alarms(n.limit_all) == approx(0.05 / n.candidates, rel=0.15)
    error = (
        np.sqrt(slots * n.if_clear * (1 - n.if_clear)) / n.h / (n.if_set - n.if_clear)
    )
    assert stats.norm.sf(n.limit, n.visible, error) == approx(0.9)


# Ship it or stop it


@numbers("ship_it", "any_value")
def test_any_value(n):
    law = n.p * np.eye(n.k) + (1 - n.p) * np.full((n.k, n.k), 1 / n.k)
    draws_in_all = len({day // 7 for day in range(n.days)})
    assert (n.true, n.total) == approx((
        privacy_loss(law),
        draws_in_all * privacy_loss(law),
    ))
    right = DirectEncoding(range(n.k), n.epsilon)
    assert n.estimate * law[0, 0] + (n.n - n.estimate) * law[0, 1] == approx(n.seen)
    assert n.wrong * right.p + (n.n - n.wrong) * right.q == approx(n.seen)


@numbers("ship_it", "nothing_seen")
def test_nothing_seen(n):
    assert (
        stats.binom.pmf(0, n.needed, n.zeros)
        <= 0.01
        < stats.binom.pmf(0, n.before, n.zeros)
    )
    low, high = stats.beta.ppf(0.005, n.n, 1), stats.beta.ppf(0.995, 1, n.n)
    assert n.most == approx(np.log(low / high))
    seen = [stats.binom.sf(0, m, n.flat) for m in (n.rare_needed - 1, n.rare_needed)]
    assert seen[0] < 0.9 <= seen[1]


@numbers("ship_it", "two_sides", seeds=16)
def test_two_sides(n):
    # a report that is e^ε times as likely, and as rare as can be, reaches the ceiling
    odds = np.exp(n.most) * n.prior / (1 - n.prior)
    assert odds / (1 + odds) == approx(n.ceiling)

    def error(epsilon, people):
        return np.sqrt(
            float(UnaryEncoding.optimized(range(3), epsilon).variance(people, 0))
        )

    assert error(n.least, n.people) == approx(n.error)
    assert error(n.most, n.needed) <= n.error < error(n.most, n.needed - 1)
    assert n.decision == ("ship" if error(n.most, n.people) <= n.error else "stop")


@numbers("ship_it", "exactly_once")
def test_exactly_once(n):
    design = UnaryEncoding.optimized(range(2), n.epsilon)
    bits = np.zeros((n.n, 2), dtype=int)
    bits[: n.ones, 0] = 1
    estimate = design.aggregate(bits)
    assert (n.estimate, n.error) == approx((
        estimate.counts[0],
        n.n * estimate.standard_errors[0],
    ))
    assert n.wrong * design.p + (n.rows - n.wrong) * design.q == approx(n.all_ones)


# Telemetry


@numbers("telemetry", "once_or_weekly")
def test_once_or_weekly(n):
    once = n.weeks * UnaryEncoding.optimized(range(4), n.budget).variance(n.people, 0)
    weekly = UnaryEncoding.optimized(range(4), n.budget / n.weeks).variance(n.people, 0)
    assert (n.once, n.weekly) == approx((
        100 * float(once) ** 0.5,
        100 * float(weekly) ** 0.5,
    ))
    assert n.spent == approx(sum([n.budget] * n.weeks))


@numbers("telemetry", "which_protocol")
def test_which_protocol(n):
    def variances(k):
        designs = (
            DirectEncoding(range(k), n.epsilon),
            UnaryEncoding.optimized(range(k), n.epsilon),
        )
        return [float(design.variance(1, 0)) for design in designs]

    direct, bits = variances(n.k)
    assert (n.direct, n.bits, n.twice_direct) == approx((
        direct,
        bits,
        variances(n.twice_k)[0],
    ))
    assert n.better == ("direct answers" if direct < bits else "bits")
    first = next(k for k in range(2, 100) if np.diff(variances(k))[0] < 0)
    assert n.border < first <= n.border + 1


@numbers("telemetry", "plan", seeds=16)
def test_plan(n):
    def spent(p):
        """Two people who differ in every reported week: all reports of all servers."""
        return n.reports * n.copies * pair([p, 1 - p], [1 - p, p], 1)

    assert (n.spent, n.promised) == approx((spent(n.p), spent(n.mended)))
    before, after = (
        UnaryEncoding(range(3), p, 1 - p).variance(1, 0) for p in (n.p, n.mended)
    )
    assert n.error_ratio == approx(np.sqrt(float(after / before)))
    odds = np.log(n.p / (1 - n.p))
    believed = {
        "the": n.reports * odds,
        "eac": 2 * odds,
        "two": 2 * n.reports * odds / np.log(10),
    }
    assert believed[n.accounting[:3]] == approx(n.promised), "what the accounting says"


@numbers("telemetry", "hashing")
def test_hashing(n):
    hashed = LocalHashing(range(50), n.g, n.epsilon)
    assert n.share * n.n * hashed.p + (1 - n.share) * n.n / n.g == approx(n.support)
    for g, claimed in ((n.g, n.variance), (n.best, n.best_variance)):
        assert claimed == approx(
            float(LocalHashing(range(50), g, n.epsilon).variance(1, 0))
        )
    assert n.best == round(np.exp(n.epsilon) + 1)


@numbers("telemetry", "brief")
def test_brief(n):
    def reports(epsilon):
        """The least number of reports with this margin."""
        bits = UnaryEncoding.optimized(range(3), epsilon)
        variance = variance_of_count(bits, 1, n.share) + n.share * (
            1 - n.share
        )  # the people are a sample, too
        return int(np.ceil(variance * (1.96 / n.margin) ** 2))

    assert (n.reports, n.people) == (reports(n.epsilon), n.weeks * reports(n.epsilon))
    assert n.half_people == n.weeks * reports(n.epsilon / 2)
    without = 1.96 * np.sqrt(
        n.share * (1 - n.share) / np.array([n.without - 1, n.without])
    )
    assert without[1] <= n.margin < without[0]


# Threat models


@numbers("threat_models", "alone")
def test_alone(n):
    rows = [line.strip("| ").split(" | ") for line in n.table.splitlines()]
    single, exposed, right = [], [], 0
    for number, *key, _ in rows:
        visits = [visit for _, *other, visit in rows if other == key]
        right += max(map(visits.count, visits)) / len(visits)
        if len(visits) == 1:
            single.append(number)
        elif len(set(visits)) == 1:
            exposed.append(number)
    assert (n.single, n.exposed) == (", ".join(single), ", ".join(exposed))
    assert n.guess == approx(right / len(rows))


@numbers("threat_models", "one_match")
def test_one_match(n):
    matches = right = 0
    for m, people in enumerate((n.n1, n.n2, n.n3), 1):
        for listed in product(
            (0, 1), repeat=m
        ):  # the person of the row is the first one
            chance = np.prod([
                n.listed if is_listed else 1 - n.listed for is_listed in listed
            ])
            matches += people * chance * (sum(listed) == 1)
            right += people * chance * (sum(listed) == 1) * listed[0]
    assert (n.matches, n.right, n.share) == approx((matches, right, right / matches))


@numbers("threat_models", "majority")
def test_majority(n):
    for days, claimed in ((3, n.three), (5, n.five)):
        assert claimed == approx(stats.binom.sf(days // 2, days, n.p))
    chances = stats.binom.pmf(range(6), 5, n.p)
    assert n.epsilon_five == approx(privacy_loss([chances, chances[::-1]]))


@numbers("threat_models", "formats")
def test_formats(n):
    a = n.truth * np.eye(n.k) + (1 - n.truth) / n.k
    c = [[1 - n.hide_yes, n.hide_yes], [n.lie_no, 1 - n.lie_no]]
    assert (n.epsilon_a, n.epsilon_c) == approx((privacy_loss(a), privacy_loss(c)))
    assert privacy_loss([[n.says_yes, n.hides], [0, 1]]) == np.inf
    assert n.belief == approx(posterior(c, [0.1, 0.9])[0, 0])


@numbers("threat_models", "pseudonyms")
def test_pseudonyms(n):
    assert n.ids == n.letters * 10**n.digits == approx(n.seconds * n.speed)
    assert np.log2(n.key_years * 365.25 * 86_400 * n.speed) == approx(n.key_bits)


# Unary encoding


def law_of_bits(rows, p, q):
    """Pr[report | row] for all rows of bits and all reports."""
    reports = list(product((0, 1), repeat=len(rows[0])))
    chance = np.array([[[q, p][bit] for bit in row] for row in rows])[:, None]
    return np.prod(np.where(np.array(reports) == 1, chance, 1 - chance), axis=-1)


def all_rows(k, most):
    named = [set(some) for m in range(most + 1) for some in combinations(range(k), m)]
    return [[int(v in some) for v in range(k)] for some in named]


@numbers("unary_encoding", "one_report")
def test_one_report_of_bits(n):
    assert n.epsilon == approx(
        privacy_loss(law_of_bits(all_rows(n.k, n.most), n.p, n.q))
    )
    single_value = law_of_bits(np.eye(n.k, dtype=int).tolist(), n.p, n.q)
    assert n.epsilon_of_value == approx(privacy_loss(single_value))
    ann = law_of_bits([[1, 0, 0], [1, 1, 0]], n.p, n.q)
    assert n.neighbor == approx(np.exp(privacy_loss(ann)))


@numbers("unary_encoding", "counts")
def test_counts(n):
    for ones, held, error, margin in zip(
        n.ones, n.held, n.error, n.margin, strict=True
    ):
        assert held * n.p + (n.n - held) * n.q == approx(ones)
        variance = held * n.p * (1 - n.p) + (n.n - held) * n.q * (1 - n.q)
        assert error == approx(np.sqrt(variance) / (n.p - n.q))
        assert margin == approx(stats.norm.isf(0.05 / 4 / 2) * error)


@numbers("unary_encoding", "two_pairs")
def test_two_pairs(n):
    designs = [
        make(range(4), n.epsilon)
        for make in (
            UnaryEncoding.symmetric,
            # fmt: skip
            UnaryEncoding.optimized,
        )
    ]
    assert (n.symmetric, n.optimized) == approx(
        tuple(float(design.variance(1, 0)) for design in designs)
    )
    at_share = [variance_of_count(design, 1, n.share) for design in designs]
    assert n.optimized_at == approx(at_share[1])
    assert n.better == ("symmetric" if at_share[0] < at_share[1] else "optimized")


@numbers("unary_encoding", "clipping")
def test_clipping(n):
    ones = np.arange(n.n + 1)
    chance = stats.binom.pmf(ones, n.n, n.q)  # the exact law of the column
    counts = (ones - n.n * n.q) / (n.p - n.q)
    assert n.error == approx(np.sqrt(chance @ counts**2))
    assert n.bias == approx(chance @ np.clip(counts, 0, None), rel=0.01)
    assert n.mean_error**2 * n.months == approx(n.error**2)


@numbers("unary_encoding", "bits_or_answers")
def test_bits_or_answers(n):
    rows = np.array(all_rows(n.k, 2))
    design = DirectEncoding(range(len(rows)), n.epsilon)
    names = (
        design.channel() @ rows[:, 0]
    )  # Pr[the report names the first value | answer]
    p, q = names[rows[:, 0] == 1][0], names[rows[:, 0] == 0][0]
    assert (n.p, n.q, n.direct) == approx((p, q, q * (1 - q) / (p - q) ** 2))
    bits = float(UnaryEncoding.optimized(range(n.k), n.half).variance(1, 0))
    assert n.bits == approx(bits)
    assert n.better == ("The direct answer" if n.direct < bits else "The row of bits")
