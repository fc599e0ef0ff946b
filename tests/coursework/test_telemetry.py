"""Capstone "Telemetry": different good designs keep all points, known mistakes lose theirs, the accounting is exact."""

import hashlib
import math
import secrets
from collections import Counter

import numpy as np
import pytest
from repeated import always, ask, chance_of_a_wrong_verdict, count_stated_tests
from soundness import solution_points

from ldp_course import UnaryEncoding
from ldp_course.checks import telemetry as checks
from ldp_course.checks import telemetry_task
from ldp_course.checks.feedback import earned
from ldp_course.checks.protocols import understand

# ----- designs: a protocol for d values and ε, as a plain dict


def direct(d, epsilon):
    return {"name": "direct", "p": math.exp(epsilon) / (math.exp(epsilon) + d - 1), "q": 1 / (math.exp(epsilon) + d - 1)}


def symmetric(d, epsilon):
    p = math.exp(epsilon / 2) / (math.exp(epsilon / 2) + 1)
    return {"name": "unary", "p": p, "q": 1 - p}


def optimized(d, epsilon):
    return {"name": "unary", "p": 0.5, "q": 1 / (math.exp(epsilon) + 1)}


def hashing(d, epsilon):
    g = max(2, round(math.exp(epsilon) + 1))
    return {"name": "hashing", "p": math.exp(epsilon) / (math.exp(epsilon) + g - 1), "q": 1 / g, "g": g}


def subset(d, epsilon):
    size = max(1, round(d / (math.exp(epsilon) + 1)))
    p = size * math.exp(epsilon) / (size * math.exp(epsilon) + d - size)
    return {"name": "subset", "p": p, "q": p * (size - 1) / (d - 1) + (1 - p) * size / (d - 1), "size": size}


DESIGNS = [direct, symmetric, optimized, hashing, subset]

# ----- clients: (task, plan, weeks per person) -> client


def weeks_by_sorting(values, each, rng):
    return np.argsort(rng.random(values.shape), axis=1)[:, :each]


def honest(task, plan, each):
    """Reports as the module of the checks draws them."""
    protocol = understand(plan, task.values)

    def client(values, rng):
        weeks = weeks_by_sorting(values, each, rng)
        held = np.take_along_axis(values, weeks, axis=1)
        return weeks, protocol.simulate(held.ravel(), rng).reshape(*held.shape, *protocol.shape)

    return client


def unary_uniform(task, plan, each):
    def client(values, rng):
        weeks = np.array([rng.permutation(task.weeks)[:each] for _ in values])
        held = values[np.arange(len(values))[:, None], weeks]
        own = held[:, :, None] == np.arange(task.values)
        return weeks, rng.random(own.shape) < np.where(own, plan["p"], plan["q"])

    return client


def unary_binomial(task, plan, each):
    def client(values, rng):
        weeks = rng.permuted(np.tile(np.arange(task.weeks), (len(values), 1)), axis=1)[:, :each]
        bits = np.eye(task.values)[np.take_along_axis(values, weeks, axis=1)]
        return [weeks, rng.binomial(1, plan["q"] + (plan["p"] - plan["q"]) * bits).astype(float)]

    return client


def unary_keeps_the_comparison_the_other_way(task, plan, each):
    def client(values, rng):
        weeks = weeks_by_sorting(values, each, rng)
        reports = (plan["q"] > rng.random((len(values), each, task.values))).astype(np.int8)
        held = np.take_along_axis(values, weeks, axis=1)
        np.put_along_axis(reports, held[:, :, None], plan["p"] > rng.random((len(values), each, 1)), axis=2)
        return weeks, reports

    return client


def unary_in_turn(task, plan, each):
    """Everybody's weeks in turn, which is as even as can be."""

    def client(values, rng):
        first = rng.integers(task.weeks) + np.arange(len(values))
        weeks = (first[:, None] + np.arange(each)) % task.weeks
        own = np.take_along_axis(values, weeks, axis=1)[:, :, None] == np.arange(task.values)
        return weeks, np.where(own, rng.random(own.shape) < plan["p"], rng.random(own.shape) < plan["q"]).astype(np.uint8)

    return client


def unary_of_the_module(task, plan, each):
    mechanism = UnaryEncoding.optimized(range(task.values), task.budget / each)

    def client(values, rng):
        weeks = weeks_by_sorting(values, each, rng)
        bits = mechanism.perturb(mechanism.encode(np.take_along_axis(values, weeks, axis=1).ravel()), rng)
        return weeks, bits.reshape(len(values), each, task.values)

    return client


def unary_loop(task, plan, each):
    def client(values, rng):
        all_weeks, all_reports = [], []
        for row in values.tolist():
            weeks = rng.choice(task.weeks, size=each, replace=False).tolist()
            reports = []
            for week in weeks:
                draws = rng.random(task.values).tolist()
                reports.append([int(u < (plan["p"] if row[week] == v else plan["q"])) for v, u in enumerate(draws)])
            all_weeks.append(weeks)
            all_reports.append(reports)
        return all_weeks, all_reports

    return client


def direct_shift(task, plan, each):
    def client(values, rng):
        weeks = weeks_by_sorting(values, each, rng)
        held = np.take_along_axis(values, weeks, axis=1)
        lie = (held + rng.integers(1, task.values, size=held.shape)) % task.values
        return weeks, np.where(rng.random(held.shape) < plan["p"], held, lie)

    return client


def direct_mixture(task, plan, each):
    """With probability d q anything at all, else the truth."""

    def client(values, rng):
        weeks = weeks_by_sorting(values, each, rng)
        held = np.take_along_axis(values, weeks, axis=1)
        anything = rng.random(held.shape) < task.values * plan["q"]
        return weeks, np.where(anything, rng.integers(task.values, size=held.shape), held).astype(float)

    return client


def direct_skip(task, plan, each):
    def client(values, rng):
        weeks = weeks_by_sorting(values, each, rng)
        held = np.take_along_axis(values, weeks, axis=1)
        other = rng.integers(task.values - 1, size=held.shape)
        other += other >= held
        return weeks, np.where(rng.random(held.shape) >= plan["p"], other, held)

    return client


def direct_choice(task, plan, each):
    turns = [plan["p"]] + [plan["q"]] * (task.values - 1)

    def client(values, rng):
        weeks = weeks_by_sorting(values, each, rng)
        turn = rng.choice(task.values, size=weeks.shape, p=np.array(turns) / sum(turns))
        return weeks, (np.take_along_axis(values, weeks, axis=1) + turn) % task.values

    return client


def hashing_vectorized(task, plan, each):
    g = plan["g"]

    def client(values, rng):
        weeks = weeks_by_sorting(values, each, rng)
        seeds = rng.integers(2**32, size=weeks.shape)
        bucket = checks.hash_bucket(seeds, np.take_along_axis(values, weeks, axis=1), g)
        other = rng.integers(g - 1, size=weeks.shape)
        other += other >= bucket
        return weeks, np.stack([seeds, np.where(rng.random(weeks.shape) < plan["p"], bucket, other)], axis=2)

    return client


CLIENTS = [
    *((design, honest, each) for design in DESIGNS for each in (1, 2)),
    (optimized, unary_uniform, 1),
    (symmetric, unary_uniform, 3),
    (optimized, unary_binomial, 1),
    (symmetric, unary_binomial, 2),
    (optimized, unary_keeps_the_comparison_the_other_way, 1),
    (optimized, unary_in_turn, 1),
    (symmetric, unary_in_turn, 3),
    (optimized, unary_of_the_module, 1),
    (optimized, unary_of_the_module, 4),
    (optimized, unary_loop, 1),
    (direct, direct_shift, 1),
    (direct, direct_mixture, 1),
    (direct, direct_skip, 2),
    (direct, direct_choice, 1),
    (hashing, hashing_vectorized, 1),
    (hashing, hashing_vectorized, 2),
]

# ----- decoders: (task, plan) -> decode


def decode_weeks(task, plan):
    protocol = understand(plan, task.values)

    def decode(weeks, reports):
        supports = [protocol.support(reports[weeks == week]) for week in range(task.weeks)]
        return np.array([(one.mean(axis=0) - protocol.q) / (protocol.p - protocol.q) for one in supports])

    return decode


def decode_counts(task, plan):
    protocol = understand(plan, task.values)

    def decode(weeks, reports):
        support, flat = protocol.support(reports.reshape(-1, *protocol.shape)), weeks.ravel()
        counts = np.zeros((task.weeks, task.values))
        np.add.at(counts, flat, support)
        n = np.bincount(flat, minlength=task.weeks)[:, None]
        return ((counts - n * protocol.q) / (protocol.p - protocol.q) / n).tolist()

    return decode


def decode_each_report(task, plan):
    """Every report gives an unbiased row; a table is their mean."""
    protocol = understand(plan, task.values)

    def decode(weeks, reports):
        rows = (protocol.support(reports.reshape(-1, *protocol.shape)) - protocol.q) / (protocol.p - protocol.q)
        return np.vstack([rows[weeks.ravel() == week].mean(axis=0) for week in range(task.weeks)])

    return decode


def decode_matrix(task, plan):
    """Direct encoding: the inverse of the channel."""
    d = task.values
    inverse = np.linalg.inv(np.full((d, d), plan["q"]) + (plan["p"] - plan["q"]) * np.eye(d))

    def decode(weeks, reports):
        shares = [np.bincount(reports[weeks == week].astype(int), minlength=d) for week in range(task.weeks)]
        return np.array([inverse @ (counts / counts.sum()) for counts in shares])

    return decode


def decode_with_sum_one(task, plan):
    """A constant added to each row keeps it unbiased."""
    plain = decode_weeks(task, plan)

    def decode(weeks, reports):
        table = plain(weeks, reports)
        return table + (1 - table.sum(axis=1, keepdims=True)) / task.values

    return decode


def decode_of_the_module(task, plan):
    mechanism = UnaryEncoding.optimized(range(task.values), math.log(1 / plan["q"] - 1))

    def decode(weeks, reports):
        return [mechanism.aggregate(reports[weeks == week]).frequencies for week in range(task.weeks)]

    return decode


def decode_by_week_numbers(task, plan):
    protocol = understand(plan, task.values)

    def decode(weeks, reports):
        table = np.empty((task.weeks, task.values), dtype=np.float32)
        for week in np.unique(weeks):
            person, place = np.nonzero(weeks == week)
            support = protocol.support(reports[person, place])
            table[week] = [(support[:, v].sum() / len(person) - protocol.q) / (protocol.p - protocol.q) for v in range(task.values)]
        return table

    return decode


DECODERS = [
    *((design, decode_weeks, each) for design in DESIGNS for each in (1, 2)),
    (symmetric, decode_counts, 1),
    (optimized, decode_each_report, 2),
    (direct, decode_matrix, 1),
    (direct, decode_with_sum_one, 1),
    (optimized, decode_with_sum_one, 1),
    (optimized, decode_of_the_module, 1),
    (subset, decode_by_week_numbers, 1),
]


def asked(design, make, each):
    """The answers to the question about the client."""

    def answers(student):
        task = checks.task(student)
        plan = design(task.values, task.budget / each)
        return [make(task, plan, each), plan, each]

    return answers


def asked_to_decode(design, make, each):
    def answers(student):
        task = checks.task(student)
        plan = design(task.values, task.budget / each)
        return [make(task, plan), plan, each]

    return answers


def planned(design, each=1, budget=1.0):
    def answers(student):
        task = checks.task(student)
        return [design(task.values, budget * task.budget / each), each]

    return answers


def accounts(task, each=1):
    return [each, task.budget / each, task.people * each / task.weeks, task.margin / 1.96]


def accounted(change=lambda task, values: values, each=1):
    return lambda student: change(checks.task(student), accounts(checks.task(student), each))


def mended(change=lambda plan, values: values):
    def answers(student):
        task, fault = telemetry_task.make(student)
        return change(task.plan, [fault, task.plan.epsilon, task.plan.mended_p])

    return answers


RIGHT = [
    (checks.accounting, "one week", accounted()),
    (checks.accounting, "two weeks", accounted(each=2)),
    (checks.accounting, "all weeks", lambda s: accounts(checks.task(s), checks.task(s).weeks)),
    (checks.accounting, "two standard errors", accounted(lambda task, v: [*v[:3], task.margin / 2])),
    (checks.accounting, "NumPy", accounted(lambda task, v: [np.int64(v[0]), np.float64(v[1]), np.array(v[2]), np.array([v[3]])])),
    (checks.accounting, "whole people", accounted(lambda task, v: [*v[:2], round(v[2]), v[3]])),
    *((checks.protocol, design.__name__, planned(design)) for design in DESIGNS[1:]),
    (checks.protocol, "NumPy", lambda s: [{k: np.array(v) if k != "name" else v for k, v in planned(subset)(s)[0].items()}, 1]),
    (checks.protocol, "a little less", planned(subset, budget=0.99)),
    *((checks.client, f"{design.__name__}, {make.__name__}, {each}", asked(design, make, each)) for design, make, each in CLIENTS),
    *(
        (checks.decode, f"{design.__name__}, {make.__name__}, {each}", asked_to_decode(design, make, each))
        for design, make, each in DECODERS
    ),
    (checks.mend_plan, "exact", mended()),
    (checks.mend_plan, "rounded", mended(lambda plan, v: [v[0].upper(), round(v[1], 2), round(v[2], 4)])),
]


@pytest.mark.parametrize("check, name, answers", RIGHT, ids=[f"{check.name}: {name}" for check, name, _ in RIGHT])
def test_a_right_answer_has_all_points_every_time(check, name, answers):
    always(check, answers, most=check.points, least=check.points)


def test_a_class_of_300_sees_a_wrong_verdict_rarely():
    stated = {}
    for check, _, answers in RIGHT:
        stated[check.name] = max(stated.get(check.name, 0), count_stated_tests(ask(check, answers, secrets.randbits(64))))
    assert stated == {"accounting": 0, "protocol": 0, "client": 11, "decode": 4, "mend_plan": 0}
    chance = chance_of_a_wrong_verdict(sum(stated.values()))
    print(f"\ntelemetry: {sum(stated.values())} tests a student; a wrong verdict in a class of 300: {chance:.2%} at most")
    assert chance < 0.01


def test_direct_encoding_is_precise_enough_for_few_values_only():
    verdicts = {}
    for i in range(150):
        task, student = checks.task(f"student {i}"), f"student {i}"
        found = checks.protocol.findings(*planned(direct)(student), student=student, rng=np.random.default_rng())
        verdicts.setdefault((task.values, task.budget), set()).add(earned(found))
    assert all(points == {4.0} for (values, _), points in verdicts.items() if values <= 6)
    assert all(points == {2.0} for (values, budget), points in verdicts.items() if values >= 24 and budget <= 1.5)


# ----- known mistakes of the client


def changed(make, change):
    """A client whose answer is changed afterwards: change(task, plan, values, weeks, reports, rng)."""

    def outer(task, plan, each):
        client = make(task, plan, each)

        def function(values, rng):
            weeks, reports = client(values, rng)
            return change(task, plan, values, np.array(weeks), np.array(reports), rng)

        return function

    return outer


def held(values, weeks):
    return np.take_along_axis(values, weeks, axis=1)


def spends(factor, make=honest):
    """A client with `factor` times the ε of its plan."""

    def outer(task, plan, each):
        design = direct if plan["name"] == "direct" else optimized if plan["p"] == 0.5 else symmetric
        return make(task, design(task.values, factor * task.budget / each), each)

    return outer


def truthful_bits(task, plan, values, weeks, reports, rng):
    return weeks, (held(values, weeks)[:, :, None] == np.arange(task.values)).astype(int)


def never_cleared(task, plan, values, weeks, reports, rng):
    return weeks, reports | truthful_bits(task, plan, values, weeks, reports, rng)[1].astype(reports.dtype)


def no_other_bits(task, plan, values, weeks, reports, rng):
    return weeks, reports * truthful_bits(task, plan, values, weeks, reports, rng)[1]


def one_number_for_all_bits(task, plan, values, weeks, reports, rng):
    own = truthful_bits(task, plan, values, weeks, reports, rng)[1].astype(bool)
    return weeks, (rng.random((*weeks.shape, 1)) < np.where(own, plan["p"], plan["q"])).astype(int)


def other_bits_together(task, plan, values, weeks, reports, rng):
    own = truthful_bits(task, plan, values, weeks, reports, rng)[1].astype(bool)
    others = rng.random((*weeks.shape, 1)) < plan["q"]
    return weeks, np.where(own, rng.random((*weeks.shape, 1)) < plan["p"], others)


def one_row_of_noise(task, plan, values, weeks, reports, rng):
    own = truthful_bits(task, plan, values, weeks, reports, rng)[1].astype(bool)
    return weeks, (rng.random(task.values) < np.where(own, plan["p"], plan["q"])).astype(int)


def constant(task, plan, values, weeks, reports, rng):
    return weeks, np.zeros_like(reports)


def noise_only(task, plan, values, weeks, reports, rng):
    return weeks, rng.random(reports.shape) < plan["q"]


def last_for_first(task, plan, values, weeks, reports, rng):
    """Value 0 ends up at the last place, as with an index of -1."""
    return weeks, np.roll(reports, -1, axis=2)


def lie_is_the_next_value(task, plan, values, weeks, reports, rng):
    true = held(values, weeks)
    return weeks, np.where(rng.random(true.shape) < plan["p"], true, (true + 1) % task.values)


def lie_below_the_last(task, plan, values, weeks, reports, rng):
    """rng.integers(d - 1): the last value is never a lie."""
    true = held(values, weeks)
    return weeks, np.where(rng.random(true.shape) < plan["p"], true, rng.integers(task.values - 1, size=true.shape))


def lie_from_all_values(task, plan, values, weeks, reports, rng):
    """The truth may be drawn as the lie: it is told too often."""
    true = held(values, weeks)
    return weeks, np.where(rng.random(true.shape) < plan["p"], true, rng.integers(task.values, size=true.shape))


def truth(task, plan, values, weeks, reports, rng):
    return weeks, held(values, weeks)


def sent_twice(task, plan, values, weeks, reports, rng):
    return np.concatenate([weeks, weeks], axis=1), np.concatenate([reports, reports], axis=1)


def same_week_twice(task, plan, values, weeks, reports, rng):
    return np.repeat(weeks[:, :1], 2, axis=1), reports


def all_weeks(task, plan, values, weeks, reports, rng):
    return honest(task, plan, task.weeks)(values, rng)


def weeks_of_small_values(task, plan, values, weeks, reports, rng):
    """People report in the weeks in which their value is small."""
    weeks = np.argsort(values + rng.random(values.shape), axis=1)[:, : weeks.shape[1]]
    protocol = understand(plan, task.values)
    return weeks, protocol.simulate(held(values, weeks).ravel(), rng).reshape(*weeks.shape, *protocol.shape)


def first_week_only(task, plan, each):
    return lambda values, rng: honest(task, plan, each)(values[:, :each], rng)


def seed_is_fixed(task, plan, values, weeks, reports, rng):
    bucket = checks.hash_bucket(7, held(values, weeks), plan["g"])
    lie = rng.integers(1, plan["g"], size=weeks.shape) * (rng.random(weeks.shape) >= plan["p"])
    return weeks, np.stack([np.full(weeks.shape, 7), (bucket + lie) % plan["g"]], axis=2)


def seed_tells_the_value(task, plan, values, weeks, reports, rng):
    """The upper bits of the seed are the value."""
    reports[:, :, 0] = held(values, weeks) * 2**27 + rng.integers(2**27, size=weeks.shape)
    return weeks, reports


def bucket_of_truth(task, plan, values, weeks, reports, rng):
    reports[:, :, 1] = checks.hash_bucket(reports[:, :, 0], held(values, weeks), plan["g"])
    return weeks, reports


def more_bits(task, plan, values, weeks, reports, rng):
    return weeks, np.concatenate([reports, held(values, weeks)[:, :, None]], axis=2)


def from_one(task, plan, values, weeks, reports, rng):
    return weeks, reports + 1


def weeks_from_one(task, plan, values, weeks, reports, rng):
    return weeks + 1, reports


def reports_alone(task, plan, values, weeks, reports, rng):
    return reports


def probabilities(task, plan, values, weeks, reports, rng):
    own = truthful_bits(task, plan, values, weeks, reports, rng)[1]
    return weeks, plan["q"] + (plan["p"] - plan["q"]) * own


def fixed_seed(task, plan, each):
    return lambda values, rng: honest(task, plan, each)(values, np.random.default_rng(42))


def not_from_rng(task, plan, each):
    return lambda values, rng: honest(task, plan, each)(values, np.random.default_rng())


def mutates(task, plan, each):
    def client(values, rng):
        answer = honest(task, plan, each)(values, rng)
        values[:] = 0
        return answer

    return client


def size_varies(task, plan, values, weeks, reports, rng):
    return weeks, reports | (rng.random(reports.shape) < 0.05)


CLIENT_MISTAKES = [
    ("doubled ε, optimized", optimized, spends(2), 1, 0, "your reports show at least"),
    ("doubled ε, symmetric: ε for each bit", symmetric, spends(2), 1, 0, "your reports show at least"),
    ("half of ε", optimized, spends(0.5), 1, 3, "reports that support"),
    ("truth in bits", optimized, changed(honest, truthful_bits), 1, 0, "ε is infinite"),
    ("a one is never cleared", optimized, changed(honest, never_cleared), 1, 0, "ε is infinite"),
    ("no noise at other bits", optimized, changed(honest, no_other_bits), 1, 0, "ε is infinite"),
    ("one number for all bits", optimized, changed(honest, one_number_for_all_bits), 1, 0, "ε is infinite"),
    ("other bits together", optimized, changed(honest, other_bits_together), 1, 0, "bits of one report depend on each other"),
    ("one row of noise for all", optimized, changed(honest, one_row_of_noise), 1, 0, ""),
    ("constant", optimized, changed(honest, constant), 1, 1, "tells next to nothing"),
    ("noise only", optimized, changed(honest, noise_only), 1, 1, "tells next to nothing"),
    ("0 becomes the last place", optimized, changed(honest, last_for_first), 1, 1, ""),
    ("the lie is the next value", direct, changed(honest, lie_is_the_next_value), 1, 0, "ε is infinite"),
    ("the last value is never a lie", direct, changed(honest, lie_below_the_last), 1, 3, ""),
    ("truth", direct, changed(honest, truth), 1, 0, "ε is infinite"),
    ("every report sent twice", optimized, changed(honest, sent_twice), 1, 0, "expected"),
    ("two reports in one week", optimized, changed(honest, same_week_twice), 2, 0, "reports once in a week"),
    ("all weeks", optimized, changed(honest, all_weeks), 1, 0, "expected"),
    ("weeks chosen by value", optimized, changed(honest, weeks_of_small_values), 1, 0, "weeks in which people report depend"),
    ("always the first week", optimized, first_week_only, 1, 3.5, "reports a week"),
    ("one seed for all", hashing, changed(honest, seed_is_fixed), 1, 0, ""),
    ("the seed tells the value", hashing, changed(honest, seed_tells_the_value), 1, 0, ""),
    ("the true bucket", hashing, changed(honest, bucket_of_truth), 1, 0, "ε is infinite"),
    ("the value in an extra column", optimized, changed(honest, more_bits), 1, 0, "expected"),
    ("values from 1", direct, changed(honest, from_one), 1, 0, "one value, 0 to"),
    ("weeks from 1", optimized, changed(honest, weeks_from_one), 1, 0, "weeks must hold whole numbers"),
    ("reports without weeks", optimized, changed(honest, reports_alone), 1, 0, "must return two arrays"),
    ("probabilities", optimized, changed(honest, probabilities), 1, 0, "whole numbers"),
    ("fixed seed", optimized, fixed_seed, 1, 3.75, "different generators give the same answer"),
    ("not from rng", optimized, not_from_rng, 1, 3.75, "draw all chance from `rng`"),
    ("changes its input", optimized, mutates, 1, 3.75, "changed the array"),
    ("subsets of any size", subset, changed(honest, size_varies), 1, 0, "exactly"),
]


def biased(change, design=optimized, each=1):
    """A right decoder, changed: change(task, plan, weeks, reports, table)."""

    def make(task, plan):
        right = decode_weeks(task, plan)
        return lambda weeks, reports: change(task, plan, weeks, reports, right(weeks, reports))

    return asked_to_decode(design, make, each)


def reported(task, plan, weeks, reports):
    support = understand(plan, task.values).support
    return np.array([support(reports[weeks == week]).mean(axis=0) for week in range(task.weeks)])


def cut_and_scaled(task, plan, weeks, reports, table):
    cut = np.maximum(table, 0)
    return cut / cut.sum(axis=1, keepdims=True)


def half_of_the_people(task, plan, weeks, reports, table):
    half = len(weeks) // 2
    return decode_weeks(task, plan)(weeks[:half], reports[:half])


def expected_number(task, plan, weeks, reports, table):
    sizes = np.bincount(weeks.ravel(), minlength=task.weeks)[:, None]
    return table * sizes / (weeks.size / task.weeks)


def changes_its_input(task, plan, weeks, reports, table):
    reports[:] = 0
    return table


def changes_the_weeks(task, plan, weeks, reports, table):
    weeks[:] = 0
    return table


DECODE_MISTAKES = [
    ("reported shares", biased(lambda t, plan, w, r, x: reported(t, plan, w, r)), 0, "on average"),
    ("cut at 0", biased(lambda t, plan, w, r, x: np.maximum(x, 0)), 0, "do not cut estimates at 0"),
    ("cut at 0 and 1", biased(lambda t, plan, w, r, x: np.clip(x, 0, 1), symmetric), 0, "do not cut estimates at 0"),
    ("cut and scaled to sum 1", biased(cut_and_scaled), 0, "do not cut"),
    ("cut, direct", biased(lambda t, plan, w, r, x: np.maximum(x, 0), direct), 0, "do not cut"),
    ("counts for shares", biased(lambda t, plan, w, r, x: x * (w == 0).sum()), 0, "on average"),
    ("q not taken out", biased(lambda t, plan, w, r, x: reported(t, plan, w, r) / (plan["p"] - plan["q"])), 0, ""),
    ("not divided by p - q", biased(lambda t, plan, w, r, x: reported(t, plan, w, r) - plan["q"]), 0, ""),
    ("p for q", biased(lambda t, plan, w, r, x: (reported(t, plan, w, r) - plan["p"]) / (plan["q"] - plan["p"])), 0, ""),
    ("q of the buckets' lie", biased(
        lambda t, plan, w, r, x: (reported(t, plan, w, r) - (1 - plan["p"]) / (plan["g"] - 1))
        / (plan["p"] - (1 - plan["p"]) / (plan["g"] - 1)), hashing), 0, ""),
    ("constant", biased(lambda t, plan, w, r, x: np.full_like(x, 1 / t.values)), 0, "on average"),
    ("all weeks alike", biased(lambda t, plan, w, r, x: np.tile(x.mean(axis=0), (t.weeks, 1))), 0, "on average"),
    ("divided by all people", biased(lambda t, plan, w, r, x: x / t.weeks), 0, "Divide by the reports of the week"),
    ("half of the reports", biased(half_of_the_people), 2, "times that of the formula"),
    ("transposed", biased(lambda t, plan, w, r, x: x.T[: t.weeks + 1, :]), 0, "rows, one a week"),
    ("one table", biased(lambda t, plan, w, r, x: x.mean(axis=0)), 0, "rows, one a week"),
    ("NaN", biased(lambda t, plan, w, r, x: x * np.nan), 0, "NaN"),
    ("divided by the expected number", biased(expected_number), 2, ""),
    ("shrunk", biased(lambda t, plan, w, r, x: 0.8 * x + 0.2 / t.values), 0, "on average"),
    ("changes the reports", biased(changes_its_input), 2.5, "changed the array"),
    ("changes the weeks", biased(changes_the_weeks), 2.5, "changed the array"),
]  # fmt: skip


def dicts(change):
    return lambda student: [change(planned(optimized)(student)[0], checks.task(student)), 1]


MISTAKES = [
    *((checks.client, name, asked(design, make, each), most, says) for name, design, make, each, most, says in CLIENT_MISTAKES),
    *((checks.decode, *mistake) for mistake in DECODE_MISTAKES),
    (checks.accounting, "all of ε in every report", accounted(lambda t, v: [2, t.budget, 2 * v[2], v[3]]), 2, "add up to"),
    (checks.accounting, "ε/weeks though reporting once", accounted(lambda t, v: [1, t.budget / t.weeks, *v[2:]]), 2, "costs that person nothing"),
    (checks.accounting, "all people every week", accounted(lambda t, v: [*v[:2], t.people, v[3]]), 2, "on average"),
    (checks.accounting, "margin", accounted(lambda t, v: [*v[:3], t.margin]), 2, "that is the margin"),
    (checks.accounting, "margin is the whole width", accounted(lambda t, v: [*v[:3], v[3] / 2]), 2, "on each side"),
    (checks.accounting, "percentage points", accounted(lambda t, v: [*v[:3], 100 * v[3]]), 2, "as a share"),
    (checks.accounting, "variance", accounted(lambda t, v: [*v[:3], v[3] ** 2]), 2, "1.96 standard errors"),
    (checks.accounting, "more weeks than there are", accounted(lambda t, v: [t.weeks + 1, *v[1:]]), 1, "whole number, 1 to"),
    (checks.accounting, "half a week", accounted(lambda t, v: [0.5, *v[1:]]), 1, "whole number, 1 to"),
    (checks.accounting, "no report", accounted(lambda t, v: [0, *v[1:]]), 1, "whole number, 1 to"),
    (checks.accounting, "infinite ε", accounted(lambda t, v: [1, math.inf, *v[2:]]), 2, "no finite number"),
    (checks.accounting, "nothing", lambda s: [None] * 4, 0, "not answered yet"),
    (checks.protocol, "doubled ε", planned(optimized, budget=2), 0, "precision earns nothing"),
    (checks.protocol, "ε for each bit", planned(symmetric, budget=2), 0, "half of ε for each"),
    (checks.protocol, "half of ε", planned(optimized, budget=0.5), 2, "does not use up"),
    (checks.protocol, "all of ε each of two times", lambda s: [planned(optimized)(s)[0], 2], 0, "precision earns nothing"),
    (checks.protocol, "every week", lambda s: planned(symmetric, checks.task(s).weeks)(s), 2, "Fewer reports from each person"),
    (checks.protocol, "certain own bit", dicts(lambda plan, t: plan | {"p": 1}), 0, "yours spends inf"),
    (checks.protocol, "p and q swapped", dicts(lambda plan, t: plan | {"p": plan["q"], "q": plan["p"]}), 0, "0 < q < p"),
    (checks.protocol, "q = 0", dicts(lambda plan, t: plan | {"q": 0}), 0, "0 < q < p"),
    (checks.protocol, "useless", dicts(lambda plan, t: plan | {"q": 0.4999}), 0, "next to nothing"),
    (checks.protocol, "log2", planned(optimized, budget=1 / math.log(2)), 0, "precision earns nothing"),
    (checks.protocol, "d for d - 1", lambda s: [direct(checks.task(s).values + 1, checks.task(s).budget), 1], 0, "does not fit"),
    (checks.protocol, "a name alone", dicts(lambda plan, t: "unary"), 0, "a dict with"),
    (checks.protocol, "no p", dicts(lambda plan, t: {"name": "unary", "q": 0.2}), 0, "is missing"),
    (checks.protocol, "nothing", lambda s: [None, None], 0, "not answered yet"),
    (checks.client, "a plan that spends 10 % too much", lambda s: asked(
        lambda d, epsilon: optimized(d, 1.1 * epsilon), honest, 1)(s), 0, "first mend your plan"),
    (checks.client, "no plan", lambda s: [None, None, 1], 0, "first mend your plan"),
    (checks.decode, "no plan", lambda s: [None, None, 1], 0, "first mend your plan"),
    (checks.mend_plan, "as promised", mended(lambda plan, v: [v[0], plan.promised, v[2]]), 2, "is it what a person spends"),
    (checks.mend_plan, "one bit", mended(lambda plan, v: [v[0], v[1] / 2, v[2]]), 2, ""),
    (checks.mend_plan, "log10", mended(lambda plan, v: [v[0], v[1] / math.log(10), v[2]]), 2, ""),
    (checks.mend_plan, "p unchanged", mended(lambda plan, v: [*v[:2], plan.p]), 1.5, "a person spends"),
    (checks.mend_plan, "too much noise", mended(lambda plan, v: [*v[:2], 0.5 + (v[2] - 0.5) / 2]), 1.5, "use them up"),
    (checks.mend_plan, "q for p", mended(lambda plan, v: [*v[:2], 1 - v[2]]), 1.5, "between 0.5 and 1"),
    (checks.mend_plan, "another fault", mended(
        lambda plan, v: [checks.CHOICES[(checks.CHOICES.index(v[0]) + 1) % 7], *v[1:]]), 2.5, "is not right"),
    (checks.mend_plan, "nothing", lambda s: [None] * 3, 0, "not answered yet"),
]  # fmt: skip


@pytest.mark.parametrize(
    "check, name, answers, most, says", MISTAKES, ids=[f"{check.name}: {name}" for check, name, *_ in MISTAKES]
)
def test_a_known_mistake_loses_its_points_every_time(check, name, answers, most, says):
    found = always(check, answers, most=most)
    if says:
        assert says in " ".join(finding.message for finding in found if not finding.holds)


def test_telling_the_truth_too_often_shows_where_it_matters():
    """A lie that may be the truth adds (1 - p)/d to p: with few values the check must see it."""
    answers = asked(direct, changed(honest, lie_from_all_values), 1)
    few = [i for i in range(300) if checks.task(f"student {i}").values == 6]
    assert few
    for i in few:
        assert earned(ask(checks.client, answers, i)) < 4


# ----- the source notebook

STUDENTS = ["ada", "grace", "s1", "s4", "s5"]


@pytest.mark.parametrize("student", STUDENTS)
def test_the_answers_of_the_source_have_all_points(student):
    points = solution_points("telemetry", student)
    assert len(points) == len(checks.CHECKS) and all(earned == of for earned, of in points.values())


def test_these_students_have_every_fault():
    assert {telemetry_task.make(student)[1] for student in STUDENTS} == set(telemetry_task.FAULTS)


# ----- the brief of a student


def test_briefs_are_the_same_everywhere():
    pinned = {"ada": "9e2207d80e5c", "grace": "a40012a79d7b", "s1234567": "c4eddaaa1dc5"}

    def digest(student):
        task, fault = telemetry_task.make(student)
        numbers = [task.values, task.people, task.weeks, task.budget, task.margin, task.share, task.story, fault]
        plan = [task.plan.promised, task.plan.reports, task.plan.copies, f"{task.plan.p:.9f}"]
        return hashlib.sha256(f"{numbers} {plan}".encode()).hexdigest()[:12]

    assert {student: digest(student) for student in pinned} == pinned


def test_briefs_differ_between_students_and_cover_all_choices():
    briefs = [telemetry_task.make(f"student {i}") for i in range(400)]
    assert len({repr(task) for task, _ in briefs}) > 380
    sizes = {name: len({getattr(task, name) for task, _ in briefs}) for name in ("values", "people", "weeks", "budget", "share", "story")}
    assert sizes == {"values": 8, "people": 6, "weeks": 4, "budget": 5, "share": 3, "story": 6}
    assert set(Counter(fault for _, fault in briefs)) == set(telemetry_task.FAULTS)


def test_an_id_is_asked_for():
    with pytest.raises(ValueError, match="student = '' is no id"):
        checks.task("")


def test_the_naive_plan_is_never_precise_enough_and_a_good_one_always():
    """To report every week with ε/weeks fails with the best protocol; to report once passes with four of five."""
    for i in range(300):
        task = checks.task(f"student {i}")
        needed = task.margin / 1.96

        def error(design, each, task=task):
            protocol = understand(design(task.values, task.budget / each), task.values)
            return protocol.standard_error(task.share, task.people * each / task.weeks)

        assert min(error(design, task.weeks) for design in DESIGNS) > 1.3 * needed
        assert max(error(design, 1) for design in DESIGNS[1:]) < needed


def test_the_teammates_plan_breaks_its_promise_and_the_mended_one_keeps_it():
    for i in range(300):
        task, fault = telemetry_task.make(f"student {i}")
        plan = task.plan
        assert plan.epsilon > 1.9 * plan.promised
        assert math.isclose(2 * plan.copies * plan.reports * math.log(plan.mended_p / (1 - plan.mended_p)), plan.promised)
        claimed = {  # what the plan's own accounting gives
            "one bit only": plan.reports * math.log(plan.p / (1 - plan.p)),
            "reports not added": 2 * math.log(plan.p / (1 - plan.p)),
            "wrong logarithm": 2 * plan.reports * math.log10(plan.p / (1 - plan.p)),
            "copies not counted": 2 * plan.reports * math.log(plan.p / (1 - plan.p)),
        }[fault]
        assert math.isclose(claimed, plan.promised)
