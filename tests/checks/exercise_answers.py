"""Answer the exercises of each chapter, rightly and wrongly.

Right answers are in other styles than the book's. The mistakes are those that no table
of a check names, each with a part of what the reader is told.

RIGHT[chapter]: {exercise: answers}, WRONG[chapter]: {exercise: [(answers, part of the
message)]}.
"""

import hashlib
import math
from fractions import Fraction
from functools import reduce

import numpy as np
from scipy.stats import binom, norm

from ldp_checks.chapters.testing_mechanisms import BUCKETS, KEEPS, bucket_of
from ldp_checks.chapters.threat_models import LETTERS
from ldp_checks.chapters.unknown_words import published
from ldp_course import RandomizedResponse
from ldp_course.rappor import Parameters, bloom_bits
from ldp_course.topics.shufflers import clones_delta
from ldp_course.topics.unknown_words import noise_cut

RIGHT: dict = {}
WRONG: dict = {}
_ = None  # an answer that is not given


def truth_at(place, mended, truth=lambda given: given):
    """A right answer, but for the truth at one place of every table."""

    def function(given, *further):
        reports = np.array(mended(given, *further))
        reports[place] = truth(np.asarray(given)[place])
        return reports

    return function


AT_A_PLACE = "of a table of"

# accuracy


def single_float(truth, rng):
    return bool(truth) if rng.random() < math.e / (math.e + 1) else not truth


def loop_back(sent, client):
    lies = {int(client(truth)): truth for truth in (0, 1)}
    return [lies[int(report)] for report in sent]


def spread_differently(share, p, q):
    return (
        np.average([p - p**2, q - q**2], weights=[share, 1 - share]) / (p - q) / (p - q)
    )


def error_by_the_module(epsilon, n, share):
    return np.sqrt(
        share * (1 - share) / n + RandomizedResponse(epsilon).variance(n, share)
    )


def error_by_the_reports(epsilon, n, share):
    p = 1 / (1 + math.exp(-epsilon))
    yes = 1 - p + share * (2 * p - 1)
    return math.sqrt(yes * (1 - yes) / n) / (2 * p - 1)


def people_as_a_float(epsilon, margin, confidence):
    return np.ceil(
        (norm.isf((1 - confidence) / 2) / margin * error_by_the_module(epsilon, 1, 0.5))
        ** 2
    )


RIGHT["accuracy"] = {
    "standard_error": (error_by_the_reports,),
    "people_needed": (people_as_a_float,),
    "plan_a_survey": (160_101, 150_878),
    "one_sided_coin": (spread_differently, [0.73, 0.27]),
    "helpful_seed": (loop_back, single_float),
}
WRONG["accuracy"] = {
    "one_sided_coin": [
        ((_, (0.9, 0.1)), "asked for ε = 1, this pair has 2.2"),
        ((_, (0.5, 0.2)), "comes down to 0.921"),
    ],
    "helpful_seed": [((lambda sent, client: sent, _), "everybody lies")],
}


# again_and_again


def report_by_default(value, memory, p, rng):
    return memory.setdefault(value, int((value == 1) ^ (rng.random() >= p)))


def fresh(value, memory, p, rng):
    return value if rng.random() < p else 1 - value


def bits(positions, bucket, rng):
    return (positions == bucket) ^ (rng.random(4) > 1 / (1 + math.exp(-1)))


def client_of_all_patterns(bucket, memory, rng):
    """All answers are drawn at the first call."""
    if not memory:
        positions = rng.permutation(16)[:4]
        answers = {int(b): bits(positions, b, rng) for b in positions}
        memory.update(
            positions=positions, answers=answers, other=bits(positions, -1, rng)
        )
    row = [-1] * 16
    answer = memory["answers"].get(bucket, memory["other"])
    for position, bit in zip(memory["positions"], answer, strict=True):
        row[position] = int(bit)
    return row


def redrawn(bucket, memory, rng):
    return client_of_all_patterns(bucket, {}, rng)


RIGHT["again_and_again"] = {
    "from_memory": (report_by_default,),
    "second_layer": (lambda p1, p: (p - (1 - p1)) / (p1 - (1 - p1)),),
    "month": (41.4,),
    "breaking_day": (8, 0.5635),
    "kept_bits": (client_of_all_patterns,),
    "tree_wins": (8192,),
}
WRONG["again_and_again"] = {
    "from_memory": [((fresh,), "keep the answer in memory")],
    "kept_bits": [((redrawn,), "keep the positions")],
}  # fmt: skip


# attackers


Q_of_attackers = 1 / (math.e + 1)


def rates_by_the_other(direct, opposite, p, q):
    sincere = opposite + direct
    return [1 - sincere, 1 - (opposite / sincere - q) / (p - q)]


def by_weights(reports, k, epsilon):
    E = math.exp(epsilon)
    ones = [sum(column) for column in zip(*reports)]
    return [2 * ((E + 1) * count - len(reports)) / (E - 1) for count in ones]


RIGHT["attackers"] = {
    "gain": (lambda s, r, p, q: s * (1 - q) / (p - q) - (r - s) * q / (p - q),),
    "two_questions": (rates_by_the_other,),
    "by_hand": (5.5, 4.5, 3, 9),
    "moved": (0.148, 56.3),
    "dropped": (0.0394, 0.0164),
    "opposite": (0.2, 0.375, 0.2),
    "ranking": (10_000 * Q_of_attackers, 2.0, by_weights),
}


# choosing_protocol


def by_table(k, e, most_bytes):
    if most_bytes < 9:
        return "Hadamard"
    return "direct" if k == 14 and e == 2 else "OLH" if most_bytes == 9 else "subset"


def squared(nv, margin):
    return nv * 1.96**2 / margin**2


RIGHT["choosing_protocol"] = {
    "best": (by_table,),
    "people_needed": (squared,),
    "plan": ("subset", "OLH", 0.334),
    "crossing": (64,),
    "brochure": (0.595, 221_054),
    "rounded_down": (1, 2, 1.079),
}
WRONG["choosing_protocol"] = {
    "best": [
        ((lambda *x: "OUE",), "take the least"),
        ((lambda *x: 3.055,), "name of a protocol"),
    ],
    "people_needed": [((lambda *x: math.ceil(squared(*x)),), "do not round")],
}


# deployments

RIGHT["deployments"] = {
    "likelihood": (lambda h, epsilon: 1 + h * np.expm1(epsilon),),
    "largest_epsilon": (lambda prior, ceiling: np.log((1 / prior - 1) / (1 / ceiling - 1)),),
    "ledger": (1095, 2.5),
    "belief": (2.506, 0.835),
    "interval": (1.925, 1.558, False, 338_000),
    "sparse": (3.154, 7.784, 3),
    "month": (lambda one, ever, reports, values: values * min(ever, one * reports / values),),
    "times": (lambda prior, epsilon: 1 / (prior + (1 - prior) * math.exp(-epsilon)), 99.55),
}  # fmt: skip


# distributions


def each_place(reports, epsilon):
    E = math.exp(epsilon)
    s = (epsilon - 1 + 1 / E) / epsilon
    return float(sum((y - 0.5) / s + 0.5 for y in reports) / len(reports))


def step_by_bayes(shares, channel, counts):
    joint = shares[:, None] * channel
    return (joint / joint.sum(axis=0) @ counts / counts.sum()).tolist()


def added_up(cumulative, first, last):
    return float(np.diff(np.concatenate([[0], cumulative]))[first : last + 1].sum())


RIGHT["distributions"] = {
    "by_hand": (0.65, 1, 1.1),
    "agree": (0.42, 0.28, 0.14, 2 / 3),
    "every_level": (4, 4.32),
    "in_range": (added_up,),
    "which": ("EMS", "tree", "mean"),
    "mean_place": (each_place,),
    "em_step": (step_by_bayes,),
}


# epsilon


def loss_by_channel(k):
    p = Fraction(k + 1, 2 * k)
    return float("inf") if p == 1 else float(np.log(float(p / (1 - p))))


def seldom_by_floats(value, k, rng):
    return value if rng.random() >= 1 / k else rng.random() < 0.5


RIGHT["epsilon"] = {
    "largest_ratio": (lambda c: (c.max(axis=0) / c.min(axis=0)).max(),),
    "most_caught": (
        lambda epsilon, a: min(math.e**epsilon * a, 1 - (1 - a) * math.e**-epsilon),
    ),
    "three_rows": (1.253, (1, 3), 2),
    "raw_with_delta": (33, math.inf),
    "inverted_frequency": (loss_by_channel, seldom_by_floats),
    "a_day_at_16": (112, 0.899),
}


def published_rule(value, k, rng):
    return value if rng.integers(k) == 0 else bool(rng.integers(2))


WRONG["epsilon"] = {
    "inverted_frequency": [
        (
            (_, published_rule),
            "mended at 1: asked for ε = 0, your reports show at least",
        )
    ]
}


# better_bits


def partner_by_ratio(p, epsilon):
    return p / (p + (1 - p) * math.exp(epsilon))


def person_by_person(codes, k, p, rng):
    chances = np.full((k, k), (1 - p) / (k - 1))
    np.fill_diagonal(chances, p)
    return [
        int(u)
        for u in (rng.random(len(codes))[:, None] > chances[codes].cumsum(axis=1)).sum(
            axis=1
        )
    ]


def direct_counts_by_loop(codes, k, p):
    q, n = (1 - p) / (k - 1), len(codes)
    return [(codes.tolist().count(v) - n * q) / (p - q) for v in range(k)]


def published_draw(codes, k, p, rng):
    return np.where(rng.random(len(codes)) < p, codes, rng.integers(0, k, len(codes)))


RIGHT["better_bits"] = {
    "partner": (partner_by_ratio,),
    "aggregate": (direct_counts_by_loop,),
    "four_dishes": (0.75, 0.0833, [450, 375, 225, 150]),
    "larger_domain": ("OUE", 94, 5.83),
    "other_value": (1.3621, 1.582, person_by_person),
}
WRONG["better_bits"] = {
    "other_value": [
        ((_, _, published_draw), "asked for ε = 1, your reports show at least"),
        ((_, _, truth_at(0, person_by_person)), AT_A_PLACE),
    ],
}


# histograms


def raw_by_loop(counts, n, p, q):
    return [(count - n * q) / (n * p - n * q) for count in counts]


RIGHT["histograms"] = {
    "norm": (lambda shares: list(shares - shares.mean() + 1 / len(shares)),),
    "for_the_population": (
        lambda errors, shares, n: [
            math.hypot(e, math.sqrt(max(f, 0) * (1 - f) / n))
            for e, f in zip(errors, shares)
        ],
    ),
    "by_hand": ((0.783, 0.217, 0), (0.825, 0.175, 0)),
    "those_who_answered": (1306, 338),
    "always_a_distribution": (np.array([0.118, 0.253, 0.376, 0.452]), raw_by_loop),
}
WRONG["histograms"] = {
    "always_a_distribution": [(([0.5, 0.5, 0.5, 0.5], _), "these are raw estimates")],
}


# many_machines


def of_all_by_hand(shares, people):
    return sum(share * n for share, n in zip(shares, people)) / sum(people)


def ratio_of_weights(d):
    weights = np.repeat([1, 2], [round(1000 * (1 - d)), round(1000 * d)])
    return (1 / math.sqrt(weights.sum())) / (
        math.sqrt((weights**2).sum()) / weights.sum()
    )


def new_numbers(table, path):
    table.sample(frac=1, random_state=2).reset_index(drop=True).to_parquet(path)
    return path


def with_index(table, path):
    table.sample(frac=1, random_state=2).to_parquet(path)


def old_order(table, path):
    table.to_parquet(path, index=False)


RIGHT["many_machines"] = {
    "of_all": (of_all_by_hand,),
    "printed_over_true": (ratio_of_weights,),
    "two_servers": (0.48,),
    "sizes": (16, 1_024),
    "three_times": (math.sqrt(2 / 3),),
    "replayed": (0.1507,),
    "cells": (7,),
    "place": (lambda i: i ^ 7,),
    "publish": (new_numbers,),
}
WRONG["many_machines"] = {
    "publish": [
        ((with_index,), "still has the column __index_level_0__"),
        ((old_order,), "in their old order"),
    ]
}


# many_questions


def people_of_groups(epsilon, h, share):
    q = 1 / (math.exp(epsilon) + 1)
    return (q * (1 - q) / (1 - 2 * q) ** 2 + share - share**2) / (1 / h)


def with_rsfd(record, sizes, epsilon, rng):
    """One real answer, with the ε of a sample whose fakes would hide it."""
    h, report = len(sizes), [rng.integers(k) for k in sizes]
    drawn = rng.integers(h)
    k = sizes[drawn]
    true = rng.random() < 1 / (1 + (k - 1) / (h * (math.exp(epsilon) - 1) + 1))
    report[drawn] = (record[drawn] + (0 if true else rng.integers(1, k))) % k
    return report


def with_weights(record, sizes, epsilon, rng):
    drawn, report = rng.integers(len(sizes)), []
    for place, (value, k) in enumerate(zip(record, sizes)):
        weights = np.ones(k)
        weights[value] = math.exp(epsilon) if place == drawn else 1
        report.append(int(rng.choice(k, p=weights / weights.sum())))
    return tuple(report)


RIGHT["many_questions"] = {
    "people": (people_of_groups,),
    "both_shares": (lambda a, b: np.array([(a + b - 1) * (a + b > 1), np.fmin(a, b)]),),
    "by_hand": (2 / 3, 1 / 3, 2, 1.5),
    "by_n_over_h": (False, 1.75),
    "three_answers": (0.375, 0.84375),
    "helps_from": (35,),
    "fakes": (math.log(3 * math.e - 2), with_weights),
}
WRONG["many_questions"] = {
    "fakes": [((_, with_rsfd), "asked for ε = 2, your reports show at least")]
}


# more_protocols


def row_of_bits(value, k, w, p, rng):
    keys = rng.random(k)
    keys[value] = -1 if rng.random() < p else 2
    return (np.argsort(np.argsort(keys)) < w).astype(int)


def from_each_support(supports, n, g, epsilon):
    p = 1 / (1 + (g - 1) * math.exp(-epsilon))
    return [(g * count - n) / (p * g - 1) / n for count in supports]


def from_counts_of_columns(columns, rows, epsilon):
    counts = np.bincount(columns, minlength=rows.shape[1])
    return (rows @ counts / len(columns) / math.tanh(epsilon / 2)).tolist()


RIGHT["more_protocols"] = {
    "by_hand": (0.5625, 0.2708, 2.321),
    "leaves_one_out": (0.538 + 0.462 / 3, row_of_bits),
    "wrong_q": (0.25, 0.625),
    "estimate": (from_each_support,),
    "shares": (from_counts_of_columns,),
}


def always_inside(value, k, w, p, rng):
    return row_of_bits(value, k, w, 1.0, rng)


WRONG["more_protocols"] = {
    "leaves_one_out": [
        ((_, always_inside), "asked for ε = 1, your reports show at least")
    ]
}


# numbers


def at_once(x, epsilon, rng):
    bound = (math.exp(epsilon) + 1) / (math.exp(epsilon) - 1)
    return rng.binomial(1, 0.5 + x / (2 * bound))


def as_published(y, x, epsilon):
    E, root, bound = (
        math.exp(epsilon),
        math.exp(epsilon / 2),
        1 / math.tanh(epsilon / 4),
    )
    height = (E - root) / (2 * root + 2)
    inside = np.abs(y - (bound + 1) * x / 2) <= (bound - 1) / 2
    return np.where(inside, height, height / E).tolist()


def two_exponentials(values, epsilon, low, high, rng):
    noise = [rng.exponential(size=len(values)) for _ in range(2)]
    inside = np.minimum(np.maximum(values, low), high)
    return (inside + (noise[0] - noise[1]) * (high - low) / epsilon).tolist()


RIGHT["numbers"] = {
    "one_bit": (at_once,),
    "density": (as_published,),
    "by_hand": (0.625, 3.75),
    "people": (22_666,),
    "clipped": (40.1, Fraction(1, 2), two_exponentials),
    "fair_tails": (2.06, 0.189),
    "small_coin": (225, 1.982),
}


def clipped_reports(values, epsilon, low, high, rng):
    return np.clip(two_exponentials(values, epsilon, low, high, rng), low, high)


WRONG["numbers"] = {
    "one_bit": [
        ((lambda x, epsilon, rng: rng.random(len(x)) < (1 + x) / 2,), "show at least"),
        ((truth_at(-1, at_once, lambda x: x > 0),), AT_A_PLACE),
    ],
    "clipped": [
        ((_, _, clipped_reports), "do not clip them"),
        (
            (_, _, truth_at(0, two_exponentials, lambda number: number + 0.5)),
            AT_A_PLACE,
        ),
        ((_, _, lambda *given: 3.0), "one report for each person"),
    ],
}


# randomized_response


def forced_exactly(r, p1, p2):
    truthful = Fraction(1) - Fraction(p1) - Fraction(p2)
    return (Fraction(r) - Fraction(p1)) / truthful


def forced_loss_by_numpy(p1, p2):
    with np.errstate(divide="ignore"):
        return np.max(np.log(np.divide([1 - p2, 1 - p1], [p1, p2])))


def experiment_by_the_module(epsilon, rng):
    return RandomizedResponse(epsilon).simulate([1_600, 400], rng).frequencies[1]


def by_loop(truth, first, second):
    return [int(t if heads else s) for t, heads, s in zip(truth, first, second)]


RIGHT["randomized_response"] = {
    "perturb": (by_loop,),
    "estimate": (lambda r, p: 0.5 + (r - 0.5) / (2 * p - 1),),
    "forced_response": (forced_exactly, forced_loss_by_numpy),
    "unrelated_question": (lambda r: (r - 0.125) / 0.5, Fraction(5), 2.33, np.inf),
    "heads_or_tails": (2.197, 0.405, 6.9),
    "flat_error": (experiment_by_the_module,),
}


def fair_coins(epsilon, rng):
    return experiment_by_the_module(math.log(3), rng)


WRONG["randomized_response"] = {
    "perturb": [
        (
            (lambda truth, first, second: first & truth | second,),
            "a person with no, who tosses he",
        )
    ],
    "flat_error": [
        ((fair_coins,), "at ε = 0.1 the spread is too small"),
        ((lambda epsilon, rng: [0.2, 0.1],), "must return one number"),
    ],
}


# rappor_collect


def noise(epsilon, hashes):
    return 2 / (math.exp(epsilon / 2 / hashes) + 1)


LIBRARY = Parameters(16, 2, 64, f=0.5, p=0.5, q=0.75)


def positions(word, cohort):
    return bloom_bits(word, cohort, LIBRARY)


def report_by_sums(bits, p, q, rng):
    return 1 * (rng.random(size=16) < p + (q - p) * np.asarray(bits))


RIGHT["rappor_collect"] = {
    "filter_bits": (lambda word, cohort: np.array(positions(word, cohort)),),
    "instantaneous": (report_by_sums,),
    "budget": ((0.538, 0.755, 0.876), 2),
    "forgotten_hashes": (
        lambda epsilon, hashes: np.ceil(100 * noise(epsilon, hashes)) / 100,
    ),
    "changing_word": (32.2, 131.8),
}
WRONG["rappor_collect"] = {
    "filter_bits": [((lambda word, cohort: 5,), "2 numbers")],
    "forgotten_hashes": [
        ((lambda epsilon, hashes: noise(epsilon, 1),), "the hashes belong into the formula"),
        ((lambda epsilon, hashes: round(noise(epsilon, hashes), 2),), "Round up, or not at all"),
        ((lambda epsilon, hashes: 2 / (math.exp(epsilon / hashes) + 1),), "solve ε∞"),
        ((lambda epsilon, hashes: 1,), "more noise than needed"),
    ],
}  # fmt: skip


# rappor_decode


def of_total_by_cases(devices, reports):
    mean = np.array([0.25, 0.75]) * reports
    within = reports * 0.1875
    between = (
        0.75 * mean[0] ** 2
        + 0.25 * mean[1] ** 2
        - (0.75 * mean[0] + 0.25 * mean[1]) ** 2
    )
    return np.sqrt(devices * (within + between))


def by_counting(p_values, level):
    w = len(p_values)
    ranked = sorted(range(w), key=lambda i: p_values[i])
    last = max(
        (i + 1 for i in range(w) if p_values[ranked[i]] <= (i + 1) * level / w),
        default=0,
    )
    return [int(j in ranked[:last]) for j in range(w)]


RIGHT["rappor_decode"] = {
    "people": (lambda ones, n: 8 * ones - 4.5 * n,),
    "centred": (lambda table: (table.T - table.mean(axis=1)).T,),
    "false_discovery": (by_counting,),
    "by_hand": (2, 4),
    "plan": (100_000_000,),
    "ten_reports": (of_total_by_cases,),
}


# shufflers


def halving(n, local, delta):
    low, high = 0.0, float(local)
    for _round in range(10):
        middle = (low + high) / 2
        low, high = (
            (low, middle) if clones_delta(n, local, middle) < delta else (middle, high)
        )
    return high


RIGHT["shufflers"] = {
    "sticks_out": (
        lambda a, b, f: np.array([
            (a - f * b).clip(0).sum(),
            (b - f * a).clip(0).sum(),
        ]).max(),
    ),
    "second_part": (lambda x, r, M: (x + M - r) % M,),
    "two_people": (3 / 16, 1 / 16, 3 / 16),
    "before_the_cliff": (8_381,),
    "regions_and_hours": (833, 2.06, 6.0, 0.073),
    "missing_shares": (0.184, 3.296, 18.41),
    "empty_sum": (halving,),
}
WRONG["shufflers"] = {
    "empty_sum": [
        ((lambda n, local, delta: local / 1_024,), "promises too much"),
        ((lambda n, local, delta: "all",), "must be one number"),
    ]
}


# testing_mechanisms


def noisy(seed, value, rng):
    bucket = bucket_of(seed, value)
    return (
        bucket
        if rng.random() < KEEPS
        else (bucket + int(rng.integers(1, BUCKETS))) % BUCKETS
    )


def few_seeds(value, rng):
    seed = int(rng.integers(1_000))
    return np.array([seed, noisy(seed, value, rng)])


def no_noise(value, rng):
    seed = int(rng.integers(2**31))
    return seed, bucket_of(seed, value)


RIGHT["testing_mechanisms"] = {
    "true_epsilon": (lambda k, e: np.log(1 + k * math.exp(e) / (k - 1)),),
    "chi_squared": (lambda counted, expected: (counted**2 / expected).sum() - expected.sum(),),
    "ceiling": (15_797,),
    "pairs": (56, 0.43, 0.000179),
    "three_reports": (4.8, False),
    "one_number": (lambda p, q: np.array([[1 - p, 0, p - q, q], [1 - p, p - q, 0, q]]),),
    "seed_from_the_value": (1.0, few_seeds),
}  # fmt: skip
WRONG["testing_mechanisms"] = {
    "seed_from_the_value": [
        (
            (_, lambda value, rng: (value, noisy(value, value, rng))),
            "the same few seeds",
        ),
        ((_, no_noise), "the bucket of 7 is kept"),
        ((_, lambda value, rng: 1), "two numbers"),
    ]
}


# threat_models


def ids():
    return (
        f"{a}{letter}{b:02}"
        for a in range(10)
        for letter in LETTERS
        for b in range(100)
    )


def md5(identity):
    return hashlib.md5(identity.encode()).hexdigest()


LOOKUP = {md5(identity): identity for identity in ids()}


RIGHT["threat_models"] = {
    "k_anonymity": (6_409, 2_798, 1_300),
    "safe_in_the_group": (5_006, 28),
    "score": (lambda person, averages: ((person - 0.5) * (averages - 0.5)).sum(axis=-1),),
    "stand_alone": (
        lambda table, columns: int((table.groupby(columns, dropna=False).size() == 1).sum()),
    ),
    "pseudonyms": (
        lambda published: next(identity for identity in ids() if md5(identity) == published),
    ),
}  # fmt: skip
WRONG["threat_models"] = {
    "pseudonyms": [
        ((lambda published: "7B42",), "every pseudonym leads to 7B42"),
        ((lambda published: published,), "a hash of the hash"),
        (({h: i for h, i in LOOKUP.items() if i[2] != "0"}.get,), "may be 00 to 09"),
    ]
}


# unary_encoding


def bit_for_no_answer(value, domain):
    missing = value is None or value != value
    if not missing and value not in domain:
        raise ValueError(value)
    return np.array([int(value == name) for name in domain] + [int(missing)])


def one_hot(values, domain):
    return (np.array(values)[:, None] == np.array(domain)).astype(int)


def flips_kind_by_kind(bits, p, q, rng):
    stayed, made = rng.binomial(1, p, bits.shape), rng.binomial(1, q, bits.shape)
    return stayed * bits + made * (1 - bits)


def counts_by_loop(reports, p, q):
    return [
        (sum(column) - len(column) * q) / (p - q) for column in zip(*reports.tolist())
    ]


def is_listed(value, domain):
    if value not in domain:
        raise ValueError(value)
    return [int(value == one) for one in domain]


RIGHT["unary_encoding"] = {
    "encode": (
        lambda values, domain: [[value == one for one in domain] for value in values],
    ),
    "perturb": (flips_kind_by_kind,),
    "aggregate": (counts_by_loop,),
    "one_bit": (2, 0.6225, 2.06),
    "two_jobs": (4.394,),
    "silent_missing": (bit_for_no_answer,),
    "swapped_letters": ("standard error", 135, 226),
}
WRONG["unary_encoding"] = {
    "encode": [((lambda values, domain: 1 - one_hot(values, domain),), "0 and 1 are exchanged")],
    "perturb": [
        ((lambda bits, p, q, rng: bits,), "the reports are the true rows"),
        ((truth_at(-1, flips_kind_by_kind),), AT_A_PLACE),
    ],
    "silent_missing": [
        ((lambda value, domain: [int(value == one) for one in domain],), "is all zeros"),
        ((lambda value, domain: [1] * len(domain),), "set one bit, which is its own"),
        ((is_listed,), "a NaN that is in the domain is all zeros"),
    ],
}  # fmt: skip


# unknown_words


def symbol_by_symbol(word, length):
    return "".join(word[place] if place < len(word) else "_" for place in range(length))


def other_order(n, groups, candidates, p, q):
    return (
        norm.ppf(1 - 0.05 / candidates) * ((groups / n) * (q - q * q)) ** 0.5 / (p - q)
    )


def by_sets(levels, letters, threshold):
    beginnings = {""}
    for shares in levels:
        candidates = {
            start + symbol for start in beginnings for symbol in [*letters, "_"]
        }
        beginnings = {
            start for start in candidates if shares.get(start, 0) >= threshold
        }
    return {word.replace("_", "") for word in beginnings}


def base_28(text):
    return reduce(
        lambda total, c: 28 * total + (27 if c == "_" else ord(c) - 64), text, 0
    )


Q_of_unknown_words = 1 / 56


INVENTED = 1_827_900 * binom.sf(
    noise_cut(250_000, Q_of_unknown_words, 100) - 1, 250_000, Q_of_unknown_words
)


RIGHT["unknown_words"] = {
    "piece": (symbol_by_symbol,),
    "limit": (other_order,),
    "by_hand": (13, 53, 9e6),
    "read_once": (["ABA"], by_sets),
    "wrong_count": (INVENTED,),
    "four_answers": (4, 2),
    "code": (base_28,),
}


def without_length(text):
    return reduce(
        lambda total, c: 27 * total + (26 if c == "_" else ord(c) - 65), text, 0
    )


def still_read_once(levels, letters, threshold):
    return published(levels, letters + "_", threshold)


WRONG["unknown_words"] = {
    "piece": [((lambda word, length: word[:length],), "is filled up with _")],
    "read_once": [
        ((_, still_read_once), "read only once"),
    ],
    "code": [((without_length,), "no digit may be 0")],
}
