"""Assignment "RAPPOR": right answers in many styles keep all points, known mistakes lose theirs, the formulas are exact."""

import hashlib
import itertools
import math
import secrets
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from repeated import always, ask, chance_of_a_wrong_verdict, count_stated_tests
from scipy.stats import binom, norm
from soundness import solution_points

from ldp_course.checks import rappor as checks
from ldp_course.checks import rappor_task
from ldp_course.checks.feedback import earned
from ldp_course.rappor import Parameters, bloom_bits

# ----- right answers


def where(task):
    def function(bits, rng):
        noise = rng.random(bits.shape) < task.f
        return np.where(noise, rng.random(bits.shape) < task.g, bits)

    return function


def one_draw(task):
    """The two steps as one probability for each bit."""

    def function(bits, rng):
        return rng.random(np.shape(bits)) < task.f * task.g + (1 - task.f) * np.asarray(bits)

    return function


def comparison_the_other_way(task):
    def function(bits, rng):
        chance = np.where(bits == 1, 1 - task.f * (1 - task.g), task.f * task.g)
        return (chance > rng.random(bits.shape)).astype(np.int8)

    return function


def binomial(task):
    def function(bits, rng):
        return rng.binomial(1, np.where(bits, task.permanent_one_if_set, task.permanent_one_if_clear))

    return function


def choice(task):
    def function(bits, rng):
        kept = rng.choice([False, True], size=bits.shape, p=[task.f, 1 - task.f])
        coin = rng.choice([0.0, 1.0], size=bits.shape, p=[1 - task.g, task.g])
        return kept * bits + ~kept * coin

    return function


def integers(task):
    """All probabilities are multiples of 1/20."""

    def function(bits, rng):
        noise = rng.integers(100, size=bits.shape) < round(100 * task.f)
        result = bits.copy().astype(bool)
        result[noise] = rng.integers(20, size=noise.sum()) < round(20 * task.g)
        return result

    return function


def loop(task):
    def function(bits, rng):
        answer = []
        for row in bits.tolist():
            new = []
            for bit in row:
                if rng.random() < task.f:
                    bit = 1 if rng.random() < task.g else 0
                new.append(bit)
            answer.append(new)
        return answer

    return function


def draws_reversed(task):
    def function(bits, rng):
        ones = rng.random(bits.shape) >= 1 - task.g
        keep = rng.uniform(size=bits.shape) >= task.f
        return (keep & (bits > 0)) | (~keep & ones)

    return function


PERMANENT = [where, one_draw, comparison_the_other_way, binomial, choice, integers, loop, draws_reversed]


def report_where(task):
    return lambda bits, rng: (rng.random(bits.shape) < np.where(bits, task.q, task.p)).astype(int)


def report_masks(task):
    """As google/rappor: two masks."""
    return lambda bits, rng: np.where(bits, rng.random(bits.shape) < task.q, rng.random(bits.shape) < task.p)


def report_binomial(task):
    return lambda bits, rng: rng.binomial(1, task.p + (task.q - task.p) * bits)


def report_choice(task):
    def function(bits, rng):
        answer = np.empty(bits.shape, dtype=float)
        for bit, one in ((0, task.p), (1, task.q)):
            answer[bits == bit] = rng.choice(2, size=(bits == bit).sum(), p=[1 - one, one])
        return answer

    return function


def report_integers(task):
    return lambda bits, rng: rng.integers(20, size=bits.shape) < np.rint(20 * np.where(bits, task.q, task.p))


def report_loop(task):
    return lambda bits, rng: [[int(rng.random() < (task.q if bit else task.p)) for bit in row] for row in bits.tolist()]


REPORT = [report_where, report_masks, report_binomial, report_choice, report_integers, report_loop]


def epsilons(task):
    """By hand, as a student would; `rappor_task.epsilon_of` takes another way."""
    stays, becomes, p, q, days = 1 - task.f + task.f * task.g, task.f * task.g, task.p, task.q, task.days
    lifetime = task.h * math.log(stays * (1 - becomes) / (becomes * (1 - stays)))
    one_set, one_clear = stays * q + (1 - stays) * p, becomes * q + (1 - becomes) * p
    report = task.h * math.log(one_set * (1 - one_clear) / (one_clear * (1 - one_set)))
    ones = (stays * q**days + (1 - stays) * p**days) / (becomes * q**days + (1 - becomes) * p**days)
    zeros = ((1 - becomes) * (1 - p) ** days + becomes * (1 - q) ** days) / (
        (1 - stays) * (1 - p) ** days + stays * (1 - q) ** days
    )
    return [lifetime, report, task.h * math.log(ones * zeros), days * report]


def counts_sum(task):
    return lambda reports: (reports.sum(axis=0) - task.report_one_if_clear * len(reports)) / (
        task.report_one_if_set - task.report_one_if_clear
    )


def counts_mean(task):
    zero, one = task.report_one_if_clear, task.report_one_if_set
    return lambda reports: np.asarray(reports).shape[0] * (np.mean(reports, axis=0) - zero) / (one - zero)


def counts_two_steps(task):
    def function(reports):
        permanent = (reports.sum(axis=0) - task.p * len(reports)) / (task.q - task.p)
        return ((permanent - task.f * task.g * len(reports)) / (1 - task.f)).tolist()

    return function


def counts_matrix(task):
    def function(reports):
        one, zero = task.report_one_if_set, task.report_one_if_clear
        inverse = np.linalg.inv([[one, zero], [1 - one, 1 - zero]])
        return [(inverse @ [column.sum(), len(column) - column.sum()])[0] for column in reports.T]

    return function


def counts_each_report(task):
    one, zero = task.report_one_if_set, task.report_one_if_clear
    return lambda reports: ((reports.astype(float) - zero) / (one - zero)).sum(axis=0)


def counts_loop(task):
    def function(reports):
        one, zero = task.report_one_if_set, task.report_one_if_clear
        ones = [0] * task.k
        for report in reports:
            ones = [count + int(bit) for count, bit in zip(ones, report, strict=True)]
        return np.array([(count - zero * len(reports)) / (one - zero) for count in ones], dtype=np.float32)

    return function


COUNTS = [counts_sum, counts_mean, counts_two_steps, counts_matrix, counts_each_report, counts_loop]


def error_of_a_count(task, n):
    zero = task.report_one_if_clear
    return math.sqrt(n * zero * (1 - zero)) / (task.report_one_if_set - zero)


def present_mean(task):
    def function(counts, n):
        return counts @ task.filters.T / task.h > norm.isf(task.false_alarms) * error_of_a_count(task, n) / math.sqrt(task.h)

    return function


def present_exact(task):
    """The smallest sum of ones that noise alone reaches rarely enough."""

    def function(counts, n):
        one, zero = task.report_one_if_set, task.report_one_if_clear
        ones = np.rint(counts * (one - zero) + zero * n) @ task.filters.T
        return (binom.sf(ones - 1, n * task.h, zero) <= task.false_alarms).astype(int)

    return function


def present_estimated_error(task):
    """The error of the estimated count, not of an absent word."""

    def function(counts, n):
        one, zero = task.report_one_if_set, task.report_one_if_clear
        mean = np.array([[row[sets].mean() for sets in task.filters.astype(bool)] for row in counts])
        held = np.clip(mean, 0, n)
        error = np.sqrt((held * one * (1 - one) + (n - held) * zero * (1 - zero)) / task.h) / (one - zero)
        return (norm.sf(mean / error) <= task.false_alarms).tolist()

    return function


def present_every_bit(task):
    """Each bit must stand out, at the level that makes the word's level right."""

    def function(counts, n):
        high = counts > norm.isf(task.false_alarms ** (1 / task.h)) * error_of_a_count(task, n)
        return np.array([high[:, sets].all(axis=1) for sets in task.filters.astype(bool)]).T

    return function


def present_bonferroni(task):
    def function(counts, n):
        threshold = norm.isf(task.false_alarms / 6) * error_of_a_count(task, n) / math.sqrt(task.h)
        answer = np.zeros((len(counts), 6))
        for day, row in enumerate(counts):
            for word, sets in enumerate(task.filters):
                answer[day, word] = float((row * sets).sum() / sets.sum() >= threshold)
        return answer

    return function


def present_small_steps(task):
    return lambda counts, n: np.vstack([present_mean(task)(row[None], n) for row in counts])


PRESENT = [present_mean, present_exact, present_estimated_error, present_every_bit, present_bonferroni, present_small_steps]


def client_of(permanent, report):
    def make(task):
        def function(bloom, days, rng):
            kept = np.asarray(permanent(task)(bloom, rng))
            return np.array([report(task)(kept, rng) for _ in range(days)])

        return function

    make.__name__ = f"{permanent.__name__}, {report.__name__}"
    return make


def all_days_at_once(task):
    def function(bloom, days, rng):
        chance = np.where(binomial(task)(bloom, rng), task.q, task.p)
        return rng.random((days, *bloom.shape)) < chance

    return function


def device_by_device(task):
    def function(bloom, days, rng):
        reports = np.zeros((days, *bloom.shape), dtype=np.uint8)
        for device, bits in enumerate(bloom):
            reports[:, device] = rng.binomial(1, np.where(where(task)(bits, rng), task.q, task.p), size=(days, len(bits)))
        return reports

    return function


CLIENTS = [client_of(*pair) for pair in zip(PERMANENT[:6], REPORT, strict=True)] + [all_days_at_once, device_by_device]


def mended(client):
    def answers(student):
        task, true_fault = rappor_task.make(student)
        return [true_fault, rappor_task.faulty_epsilon(task, true_fault), client(task)]

    return answers


def of_task(answer):
    return lambda student: [answer(checks.task(student))]


RIGHT = [
    *((checks.permanent_bits, answer.__name__, of_task(answer)) for answer in PERMANENT),
    *((checks.report_bits, answer.__name__, of_task(answer)) for answer in REPORT),
    (checks.epsilons, "floats", lambda student: epsilons(checks.task(student))),
    (checks.epsilons, "three digits", lambda student: [float(f"{x:.3g}") for x in epsilons(checks.task(student))]),
    (checks.epsilons, "fractions", lambda student: [Fraction(x) for x in epsilons(checks.task(student))]),
    (checks.epsilons, "array of one", lambda student: [np.array([x]) for x in epsilons(checks.task(student))]),
    (checks.epsilons, "NumPy scalars", lambda student: [np.float32(x) for x in epsilons(checks.task(student))]),
    (checks.epsilons, "0-d arrays", lambda student: [np.array(x) for x in epsilons(checks.task(student))]),
    *((checks.bit_counts, answer.__name__, of_task(answer)) for answer in COUNTS),
    *((checks.words_present, answer.__name__, of_task(answer)) for answer in PRESENT),
    *((checks.mend, answer.__name__, mended(answer)) for answer in CLIENTS),
]


@pytest.mark.parametrize("check, name, answers", RIGHT, ids=[f"{check.name}: {name}" for check, name, _ in RIGHT])
def test_a_right_answer_has_all_points_every_time(check, name, answers):
    always(check, answers, most=check.points, least=check.points)


def test_a_class_of_300_sees_a_wrong_verdict_rarely():
    stated = {}
    for check, _, answers in RIGHT:
        stated[check.name] = max(stated.get(check.name, 0), count_stated_tests(ask(check, answers, secrets.randbits(64))))
    assert stated == {
        "permanent_bits": 7, "report_bits": 7, "epsilons": 0, "bit_counts": 0, "words_present": 2, "mend": 13,
    }  # fmt: skip
    chance = chance_of_a_wrong_verdict(sum(stated.values()))
    print(f"\nrappor: {sum(stated.values())} tests a student; a wrong verdict in a class of 300: {chance:.2%} at most")
    assert chance < 0.01


# ----- known mistakes: check, name, answers, most points, a part of the message


def truth(task):
    return lambda bits, rng: bits.copy()


def always_one(task):
    return lambda bits, rng: np.ones_like(bits)


def inverted(task):
    return lambda bits, rng: 1 - where(task)(bits, rng)


def never_cleared(task):
    return lambda bits, rng: bits | (rng.random(bits.shape) < task.f * task.g)


def never_set(task):
    return lambda bits, rng: bits & (rng.random(bits.shape) < 1 - task.f * (1 - task.g))


def half_the_noise(task):
    """About a doubled ε."""

    def function(bits, rng):
        noise = rng.random(bits.shape) < task.f / 2
        return np.where(noise, rng.random(bits.shape) < task.g, bits)

    return function


def fair_coin(task):
    return lambda bits, rng: np.where(rng.random(bits.shape) < task.f, rng.random(bits.shape) < 0.5, bits)


def flipped(task):
    return lambda bits, rng: np.where(rng.random(bits.shape) < task.f, 1 - bits, bits)


def f_keeps(task):
    return lambda bits, rng: np.where(rng.random(bits.shape) < task.f, bits, rng.random(bits.shape) < task.g)


def one_coin_for_all(task):
    return lambda bits, rng: np.where(rng.random() < task.f, (rng.random() < task.g) * np.ones_like(bits), bits)


def one_draw_for_all_devices(task):
    def function(bits, rng):
        k = bits.shape[1]
        return np.where(rng.random(k) < task.f, rng.random(k) < task.g, bits)

    return function


def one_draw_for_all_bits(task):
    def function(bits, rng):
        n = len(bits)
        return np.where(rng.random((n, 1)) < task.f, rng.random((n, 1)) < task.g, bits)

    return function


def same_uniform_twice(task):
    """Noise and its value from the same number."""

    def function(bits, rng):
        u = rng.random(bits.shape)
        return np.where(u < task.f, u < task.g, bits)

    return function


def global_state(task):
    return lambda bits, rng: np.where(np.random.random(bits.shape) < task.f, np.random.random(bits.shape) < task.g, bits)  # noqa: NPY002


def fixed_seed(task):
    return lambda bits, rng: where(task)(bits, np.random.default_rng(42))


def mutates(task):
    def function(bits, rng):
        bits[:] = where(task)(bits, rng)
        return bits

    return function


def flat(task):
    return lambda bits, rng: where(task)(bits, rng).ravel()


def probabilities(task):
    return lambda bits, rng: task.f * task.g + (1 - task.f) * bits


def truth_values(task):
    return lambda bits, rng: np.where(where(task)(bits, rng), "1", "0")


def report_swapped(task):
    return lambda bits, rng: (rng.random(bits.shape) < np.where(bits, task.p, task.q)).astype(int)


def report_one_coin(task):
    return lambda bits, rng: (rng.random() < np.where(bits, task.q, task.p)).astype(int)


def report_coin_per_device(task):
    return lambda bits, rng: (rng.random((len(bits), 1)) < np.where(bits, task.q, task.p)).astype(int)


def report_one_minus_q(task):
    """A 0 becomes 1 with 1 - q instead of p."""
    return lambda bits, rng: (rng.random(bits.shape) < np.where(bits, task.q, 1 - task.q)).astype(int)


def report_of_bloom(task):
    return lambda bits, rng: (rng.random(bits.shape) < np.where(where(task)(bits, rng), task.q, task.p)).astype(int)


def report_fixed_seed(task):
    return lambda bits, rng: report_where(task)(bits, np.random.default_rng(0))


def report_not_from_rng(task):
    return lambda bits, rng: report_where(task)(bits, np.random.default_rng())


def report_mutates(task):
    def function(bits, rng):
        bits[:] = report_where(task)(bits, rng)
        return bits

    return function


def other(place, wrong):
    """The four ε, one of them wrong."""

    def answers(student):
        task = checks.task(student)
        values = epsilons(task)
        values[place] = wrong(task, values)
        return values

    return answers


def another_students(student):
    """A copy, of somebody whose numbers are not by chance the same."""
    own = epsilons(checks.task(student))
    copies = (epsilons(checks.task(f"{student} {i}")) for i in itertools.count())
    return next(copy for copy in copies if not math.isclose(copy[3], own[3], rel_tol=0.01))


def wrong_counts(change):
    return of_task(lambda task: lambda reports: change(task, reports, counts_sum(task)(reports)))


def mutating_counts(task):
    def function(reports):
        result = counts_sum(task)(reports)
        reports[:] = 0
        return result

    return function


def threshold(factor):
    def answer(task):
        def function(counts, n):
            error = error_of_a_count(task, n) / math.sqrt(task.h)
            return counts @ task.filters.T / task.h > factor(task, n) * error

        return function

    return of_task(answer)


def z(task):
    return norm.isf(task.false_alarms)


def redrawn_every_day(task):
    def function(bloom, days, rng):
        return np.array([report_where(task)(where(task)(bloom, rng), rng) for _ in range(days)])

    return function


def permanent_only(task):
    def function(bloom, days, rng):
        return np.array([where(task)(bloom, rng)] * days)

    return function


def reports_only(task):
    return lambda bloom, days, rng: np.array([report_where(task)(bloom, rng) for _ in range(days)])


def same_report_every_day(task):
    def function(bloom, days, rng):
        return np.array([report_where(task)(where(task)(bloom, rng), rng)] * days)

    return function


def shared_by_devices(task):
    def function(bloom, days, rng):
        kept = one_draw_for_all_devices(task)(bloom, rng)
        return np.array([report_where(task)(kept, rng) for _ in range(days)])

    return function


def last_day_only(task):
    return lambda bloom, days, rng: report_where(task)(where(task)(bloom, rng), rng)


def mutating_client(task):
    def function(bloom, days, rng):
        bloom[:] = where(task)(bloom, rng)
        return np.array([report_where(task)(bloom, rng) for _ in range(days)])

    return function


def colleagues_own(student):
    """The faulty client as it was given."""
    task, true_fault = rappor_task.make(student)
    space = {"np": np, "task": task}
    exec(task.faulty_code, space)
    return [true_fault, rappor_task.faulty_epsilon(task, true_fault), space["faulty_client"]]


def misjudged(fault=None, factor=1):
    def answers(student):
        right = mended(CLIENTS[0])(student)
        return [fault(right[0]) if fault else right[0], right[1] * factor, right[2]]

    return answers


MISTAKES = [
    (checks.permanent_bits, truth, 0, "a 1 never becomes 0, so a 0 is proof"),
    (checks.permanent_bits, always_one, 0, "tells next to nothing"),
    (checks.permanent_bits, inverted, 0, "1 and 0 are exchanged"),
    (checks.permanent_bits, never_cleared, 0, "a 1 never becomes 0, so a 0 is proof"),
    (checks.permanent_bits, never_set, 0, "a 0 never becomes 1, so a 1 is proof"),
    (checks.permanent_bits, half_the_noise, 0, "your answers show at least"),
    (checks.permanent_bits, fair_coin, 2.25, "ones where the bit is 1"),
    (checks.permanent_bits, flipped, 2.25, ""),
    (checks.permanent_bits, f_keeps, 2.25, ""),
    (checks.permanent_bits, one_coin_for_all, 0, ""),
    (checks.permanent_bits, one_draw_for_all_devices, 2.625, ""),
    (checks.permanent_bits, one_draw_for_all_bits, 2.625, ""),
    (checks.permanent_bits, same_uniform_twice, 2.25, ""),
    (checks.permanent_bits, global_state, 2.625, "draw all chance from `rng`"),
    (checks.permanent_bits, fixed_seed, 2.625, "different generators give the same answer"),
    (checks.permanent_bits, mutates, 2.625, "changed the array it was given"),
    (checks.permanent_bits, flat, 0, "expected (400, "),
    (checks.permanent_bits, probabilities, 0, "must hold 0 and 1 only"),
    (checks.permanent_bits, truth_values, 0, "must hold 0 and 1 only"),
    (checks.report_bits, truth, 0, "is proof"),
    (checks.report_bits, report_swapped, 0, "1 and 0 are exchanged"),
    (checks.report_bits, report_one_coin, 0, ""),
    (checks.report_bits, report_coin_per_device, 1.75, ""),
    (checks.report_bits, report_of_bloom, 1.5, ""),
    (checks.report_bits, report_fixed_seed, 1.75, "different generators give the same answer"),
    (checks.report_bits, report_not_from_rng, 1.75, "draw all chance from `rng`"),
    (checks.report_bits, report_mutates, 1.75, "changed the array it was given"),
]
NAMED = [
    (checks.report_bits, "1 - q for p", of_task(report_one_minus_q), 1.5, ""),
    (checks.epsilons, "the paper's ε", other(0, lambda t, v: 2 * t.h * math.log((2 - t.f) / t.f)), 3, "a fair coin"),
    (checks.epsilons, "one hash", other(0, lambda t, v: v[0] / t.h), 3, "bits, and each of them counts"),
    (checks.epsilons, "2h", other(0, lambda t, v: 2 * v[0]), 3, "both kinds of bits already"),
    (checks.epsilons, "log2", other(1, lambda t, v: v[1] / math.log(2)), 3, "the natural one"),
    (checks.epsilons, "log10", other(3, lambda t, v: v[3] / math.log(10)), 3, "the natural one"),
    (checks.epsilons, "k instead of h", other(0, lambda t, v: v[0] * t.k / t.h), 3, "share no bit"),
    (checks.epsilons, "sum of both", other(1, lambda t, v: v[0] + v[1]), 3, "do not add the two ε"),
    (checks.epsilons, "memoized as independent", other(2, lambda t, v: v[3]), 3, "right only if the reports are independent"),
    (checks.epsilons, "memoized as lifetime", other(2, lambda t, v: v[0]), 3, "ε of the permanent bits"),
    (checks.epsilons, "memoized as one", other(2, lambda t, v: v[1]), 3, "ε of one report"),
    (checks.epsilons, "smaller of the bounds", other(2, lambda t, v: min(v[0], v[3])), 3, ""),
    (checks.epsilons, "redrawn as lifetime", other(3, lambda t, v: v[0]), 3, "ε of the permanent bits"),
    (checks.epsilons, "redrawn as days x lifetime", other(3, lambda t, v: t.days * v[0]), 3, "is paid once"),
    (checks.epsilons, "one day too many", other(3, lambda t, v: (t.days + 1) * v[1]), 3, ""),
    (checks.epsilons, "infinite", other(3, lambda t, v: math.inf), 3, "no finite number"),
    (checks.epsilons, "a string", other(0, lambda t, v: "large"), 3, "no finite number"),
    (checks.epsilons, "another student's", another_students, 3, ""),
    (checks.bit_counts, "ones", wrong_counts(lambda t, r, c: r.sum(axis=0)), 0, "numbers of reported ones"),
    (checks.bit_counts, "shares", wrong_counts(lambda t, r, c: c / len(r)), 0, "these are shares"),
    (checks.bit_counts, "clipped", wrong_counts(lambda t, r, c: np.clip(c, 0, len(r))), 0, "do not cut"),
    (checks.bit_counts, "clipped at 0", wrong_counts(lambda t, r, c: np.maximum(c, 0)), 0, "do not cut"),
    (checks.bit_counts, "rounded", wrong_counts(lambda t, r, c: np.rint(c)), 0, "do not round"),
    (checks.bit_counts, "reports only", wrong_counts(lambda t, r, c: (r.sum(axis=0) - t.p * len(r)) / (t.q - t.p)), 0,
     "the permanent noise is still in"),
    (checks.bit_counts, "fair coin", wrong_counts(
        lambda t, r, c: (r.sum(axis=0) - (t.f * (t.p + t.q) / 2 + (1 - t.f) * t.p) * len(r)) / ((1 - t.f) * (t.q - t.p))), 0,
     "a fair coin"),
    (checks.bit_counts, "wrong axis", wrong_counts(lambda t, r, c: r.sum(axis=1)), 0, "one for each bit"),
    (checks.bit_counts, "constant", wrong_counts(lambda t, r, c: np.full(t.k, len(r) / 2)), 0, "solve for t"),
    (checks.bit_counts, "the size is fixed", wrong_counts(
        lambda t, r, c: (r.sum(axis=0) - t.report_one_if_clear * 1_000) / (t.report_one_if_set - t.report_one_if_clear)), 1.5,
     "one device"),
    (checks.bit_counts, "clipped above", wrong_counts(lambda t, r, c: np.minimum(c, len(r))), 1.5, ""),
    (checks.bit_counts, "changes its input", of_task(mutating_counts), 1.5, "changed the array"),
    (checks.words_present, "no word", threshold(lambda t, n: 1e9), 0, "few words are found"),
    (checks.words_present, "every word", threshold(lambda t, n: -1e9), 0, "nearly every word"),
    (checks.words_present, "threshold 0", threshold(lambda t, n: 0), 1, "absent words were called present"),
    (checks.words_present, "one z for all", threshold(lambda t, n: 1), 1, ""),
    (checks.words_present, "error of one bit", threshold(lambda t, n: z(t) * math.sqrt(t.h)), 1, "all bits of a word together"),
    (checks.words_present, "divided by h", threshold(lambda t, n: z(t) / math.sqrt(t.h)), 1, ""),
    (checks.words_present, "quantile of the wrong side", threshold(lambda t, n: norm.ppf(t.false_alarms)), 0, ""),
    (checks.words_present, "a level as threshold", threshold(lambda t, n: 1 - t.false_alarms), 1, ""),
    (checks.words_present, "noise of the reports only", threshold(
        lambda t, n: z(t) * (t.report_one_if_set - t.report_one_if_clear) / (t.q - t.p)), 1, ""),
    (checks.words_present, "count of ones, not people", threshold(
        lambda t, n: z(t) * (t.report_one_if_set - t.report_one_if_clear)), 1, ""),
    (checks.words_present, "shape", of_task(lambda t: lambda counts, n: present_mean(t)(counts, n).T), 0, "a row for each day"),
    (checks.words_present, "names", of_task(lambda t: lambda counts, n: list(t.words)), 0, "a row for each day"),
    (checks.mend, "unchanged", colleagues_own, 1.5, ""),
    (checks.mend, "the next fault", misjudged(
        lambda right: checks.CHOICES[(checks.CHOICES.index(right) + 1) % len(checks.CHOICES)]), 3.5, "is not right"),
    (checks.mend, "no choice", misjudged(lambda right: "it is broken"), 3.5, "is none of the choices"),
    (checks.mend, "log2", misjudged(factor=1 / math.log(2)), 3, ""),
    (checks.mend, "noise redrawn", mended(redrawn_every_day), 1.5, ""),
    (checks.mend, "permanent bits sent", mended(permanent_only), 1.5, "your answers show at least"),
    (checks.mend, "no permanent noise", mended(reports_only), 1.5, "your answers show at least"),
    (checks.mend, "one report repeated", mended(same_report_every_day), 1.5, ""),
    (checks.mend, "shared by all devices", mended(shared_by_devices), 3.875, ""),
    (checks.mend, "one day", mended(last_day_only), 1.5, "expected (3, 1500"),
    (checks.mend, "changes its input", mended(mutating_client), 3.75, "changed the array"),
    (checks.mend, "truth", mended(lambda task: lambda bloom, days, rng: np.array([bloom] * days)), 1.5, "show at least"),
]  # fmt: skip
MISTAKES = [(check, answer.__name__, of_task(answer), most, says) for check, answer, most, says in MISTAKES] + NAMED


@pytest.mark.parametrize(
    "check, name, answers, most, says", MISTAKES, ids=[f"{check.name}: {name}" for check, name, *_ in MISTAKES]
)
def test_a_known_mistake_loses_its_points_every_time(check, name, answers, most, says):
    found = always(check, answers, most=most)
    if says:
        assert says in " ".join(finding.message for finding in found if not finding.holds)


def test_there_are_enough_mistakes():
    assert len(MISTAKES) >= 60


@pytest.mark.parametrize("check", checks.CHECKS, ids=lambda check: check.name)
def test_an_unanswered_question_has_no_points(check):
    def stub(*arguments):
        raise NotImplementedError

    functions = {"permanent_bits", "report_bits", "bit_counts", "words_present", "mended_client"}
    answers = [stub if name in functions else None for name in check.answers]
    found = check.findings(*answers, student="ada", rng=np.random.default_rng())
    assert earned(found) == 0
    assert all("not" in finding.message for finding in found if finding.points or "implemented" in finding.message)


# ----- the source notebook

STUDENTS = ["ada", "grace", "s1", "s4", "s5"]


@pytest.mark.parametrize("student", STUDENTS)
def test_the_answers_of_the_source_have_all_points(student):
    points = solution_points("rappor", student)
    assert len(points) == len(checks.CHECKS) and all(earned == of for earned, of in points.values())


def test_these_students_have_every_fault():
    assert {rappor_task.make(student)[1] for student in STUDENTS} == set(rappor_task.FAULTS)


# ----- the numbers of a student


def test_numbers_are_the_same_everywhere():
    pinned = {"ada": "1b7e45bef3cc", "grace": "fd4991db4929", "s1234567": "52750ecb44b7"}

    def digest(student):
        task = checks.task(student)
        numbers = [task.k, task.h, task.f, task.g, task.p, task.q, task.days, task.devices, task.false_alarms, task.words]
        text = f"{numbers} {task.filters.tolist()} {rappor_task.make(student)[1]}"
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    assert {student: digest(student) for student in pinned} == pinned




def test_numbers_differ_between_students_and_cover_all_choices():
    tasks = [rappor_task.make(f"student {i}") for i in range(400)]
    assert len({repr(task) for task, _ in tasks}) > 395
    seen = {name: Counter(getattr(task, name) for task, _ in tasks) for name in ("k", "h", "f", "g", "p", "days", "devices")}
    assert {name: len(counts) for name, counts in seen.items()} == {
        "k": 2, "h": 2, "f": 4, "g": 8, "p": 4, "days": 4, "devices": 4,
    }  # fmt: skip
    assert set(Counter(fault for _, fault in tasks)) == set(rappor_task.FAULTS)


def test_an_id_is_asked_for():
    with pytest.raises(ValueError, match="student = '' is no id"):
        checks.task("")


def test_words_set_the_bits_that_the_module_says():
    parameters = Parameters(48, 4, 64, 0.5, 0.35, 0.7)
    for cohort, word in enumerate(rappor_task.POOL[:64]):
        assert rappor_task.bloom(word, cohort, 48, 4) == set(bloom_bits(word, cohort, parameters))


def test_candidates_set_h_bits_each_and_share_none():
    for i in range(100):
        task = checks.task(f"student {i}")
        assert task.filters.shape == (6, task.k) and set(task.filters.sum(axis=1)) == {task.h}
        assert task.filters.sum(axis=0).max() == 1 and len(set(task.words)) == 6
        assert 6 * task.visible < task.devices


def test_the_faulty_client_does_what_its_fault_says():
    rng = np.random.default_rng()
    for i in range(12):
        student = f"student {i}"
        task, true_fault = rappor_task.make(student)
        client = colleagues_own(student)[2]
        stays, becomes, p, q = task.permanent_one_if_set, task.permanent_one_if_clear, task.p, task.q
        if true_fault == "never cleared":
            stays = 1
        if true_fault == "f keeps":
            stays, becomes = task.f + (1 - task.f) * task.g, (1 - task.f) * task.g
        if true_fault == "p and q swapped":
            p, q = q, p
        for bit, chance in ((1, stays), (0, becomes)):
            reports = client(np.full((2_000, 50), bit), 2, rng)
            twice = chance * q**2 + (1 - chance) * p**2
            if true_fault == "noise redrawn":
                twice = (chance * q + (1 - chance) * p) ** 2
            assert abs(reports[1].mean() - chance * q - (1 - chance) * p) < 6 * math.sqrt(0.25 / 100_000)
            assert abs(reports.all(axis=0).mean() - twice) < 6 * math.sqrt(0.25 / 100_000)


# ----- the formulas, enumerated


def enumerated_epsilon(stays, becomes, p, q, days, k=4, first=(1, 1, 0, 0), second=(0, 0, 1, 1)):
    """Over all filters and all sequences of reports of k bits, exactly."""

    def law(bloom):
        total = Counter()
        for permanent in itertools.product((0, 1), repeat=k):
            kept = math.prod(
                (stays if b else becomes) if bit else 1 - (stays if b else becomes)
                for b, bit in zip(bloom, permanent, strict=True)
            )
            for reports in itertools.product((0, 1), repeat=k * days):
                chances = [q if bit else p for bit in permanent] * days
                total[reports] += kept * math.prod(c if r else 1 - c for c, r in zip(chances, reports, strict=True))
        return total

    one, other = law(first), law(second)
    assert math.isclose(sum(one.values()), 1)
    return max(abs(math.log(one[reports] / other[reports])) for reports in one)


@pytest.mark.parametrize("days", [1, 2])
def test_epsilon_equals_the_enumeration(days):
    stays, becomes, p, q = 0.7, 0.15, 0.3, 0.65
    assert math.isclose(2 * rappor_task.epsilon_of(stays, becomes, p, q, days), enumerated_epsilon(stays, becomes, p, q, days))
    assert math.isclose(2 * rappor_task.epsilon_of(stays, becomes, q, p, days), enumerated_epsilon(stays, becomes, q, p, days))


def test_no_pair_of_words_shows_more_than_two_words_without_a_common_bit():
    stays, becomes, p, q = 0.85, 0.35, 0.3, 0.65
    words = [bits for bits in itertools.product((0, 1), repeat=4) if 1 <= sum(bits) <= 2]  # hashes may coincide
    worst = max(enumerated_epsilon(stays, becomes, p, q, 1, 4, *pair) for pair in itertools.permutations(words, 2))
    assert math.isclose(worst, 2 * rappor_task.epsilon_of(stays, becomes, p, q, 1))


def test_permanent_epsilon_is_the_limit_of_many_reports():
    many = rappor_task.epsilon_of(0.7, 0.15, 0.3, 0.65, 200)
    assert math.isclose(many, rappor_task.epsilon_of(0.7, 0.15, 0, 1, 1), rel_tol=1e-6)
    assert math.isclose(many, math.log(0.7 * 0.85 / (0.15 * 0.3)), rel_tol=1e-6)


def test_a_fair_coin_gives_the_formula_of_the_module():
    parameters = Parameters(16, 2, 64, 0.5, 0.35, 0.7)
    assert math.isclose(2 * rappor_task.epsilon_of(0.75, 0.25, 0.35, 0.7, 1), parameters.epsilon_one)
    assert math.isclose(2 * rappor_task.epsilon_of(0.75, 0.25, 0, 1, 1), parameters.epsilon_infinity)


def test_normal_thresholds_keep_the_false_alarms_and_find_common_words():
    """Exactly, for all students' numbers: what the check of `words_present` allows is never a limit for these designs."""
    for i in range(300):
        task = checks.task(f"student {i}")
        n, zero, one = task.devices, task.report_one_if_clear, task.report_one_if_set
        error = error_of_a_count(task, n)
        least = n * task.h * zero + z(task) * error * math.sqrt(task.h) * (one - zero)
        assert binom.sf(math.floor(least), n * task.h, zero) < 1.2 * task.false_alarms
        of_one = n * zero + norm.isf(task.false_alarms ** (1 / task.h)) * error * (one - zero)
        assert binom.sf(math.floor(of_one), n, zero) ** task.h < 1.2 * task.false_alarms
        mean = task.visible * one + (n - task.visible) * zero
        deviation = math.sqrt(task.visible * one * (1 - one) + (n - task.visible) * zero * (1 - zero))
        assert norm.sf((least - task.h * mean) / deviation / math.sqrt(task.h)) > 0.99
        assert norm.sf((of_one - mean) / deviation) ** task.h > 0.9
