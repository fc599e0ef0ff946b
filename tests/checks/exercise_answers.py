"""Answer the exercises of each chapter, rightly and wrongly.

The right answers of all exercises are those of the chapters' solution cells; here are
others, of what draws at random. The mistakes are those that no table of a check names,
each with a part of what the reader is told.

RIGHT[chapter]: {exercise: answers}, WRONG[chapter]: {exercise: [(answers, part of the
message)]}; `_` is the answer of the book in RIGHT, and none in WRONG.
"""

import hashlib
import math
from fractions import Fraction
from functools import reduce

import numpy as np

from ldp_checks.chapters.testing_mechanisms import BUCKETS, KEEPS, bucket_of
from ldp_checks.chapters.threat_models import LETTERS
from ldp_checks.chapters.unknown_words import published
from ldp_course import RandomizedResponse
from ldp_course.rappor import Parameters, bloom_bits

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


RIGHT["accuracy"] = {
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


RIGHT["again_and_again"] = {"kept_bits": (client_of_all_patterns,)}
WRONG["again_and_again"] = {
    "from_memory": [((fresh,), "keep the answer in memory")],
    "kept_bits": [((redrawn,), "keep the positions")],
}  # fmt: skip


# choosing_protocol


def squared(nv, margin):
    return nv * 1.96**2 / margin**2


WRONG["choosing_protocol"] = {
    "best": [
        ((lambda *x: "OUE",), "take the least"),
        ((lambda *x: 3.055,), "name of a protocol"),
    ],
    "people_needed": [((lambda *x: math.ceil(squared(*x)),), "do not round")],
}


# epsilon


def loss_by_channel(k):
    p = Fraction(k + 1, 2 * k)
    return float("inf") if p == 1 else float(np.log(float(p / (1 - p))))


def seldom_by_floats(value, k, rng):
    return value if rng.random() >= 1 / k else rng.random() < 0.5


RIGHT["epsilon"] = {
    "audit_by_hand": (_, 1.127, [1, 0]),
    "inverted_frequency": (loss_by_channel, seldom_by_floats),
}


def published_rule(value, k, rng):
    return value if rng.integers(k) == 0 else bool(rng.integers(2))


WRONG["epsilon"] = {
    "inverted_frequency": [
        (
            (_, published_rule),
            "mended at 1: asked for ε = 0, your reports show at least",
        )
    ],
    "audit_by_hand": [
        ((_, _, (True, True)), "1.2 is above it"),
        ((_, _, (False, False)), "the bound is above 1"),
        ((_, _, True), "must be two of True and False"),
    ],
}


# better_bits


def person_by_person(codes, k, p, rng):
    chances = np.full((k, k), (1 - p) / (k - 1))
    np.fill_diagonal(chances, p)
    return [
        int(u)
        for u in (rng.random(len(codes))[:, None] > chances[codes].cumsum(axis=1)).sum(
            axis=1
        )
    ]


def published_draw(codes, k, p, rng):
    return np.where(rng.random(len(codes)) < p, codes, rng.integers(0, k, len(codes)))


def by_variances(k, epsilon):
    direct, unary = k - 2 + np.exp(epsilon), 4 * np.exp(epsilon)
    return np.where(direct <= unary, " Name", "bits")


RIGHT["better_bits"] = {
    "choose": (by_variances,),
    "other_value": (_, _, person_by_person),
}
WRONG["better_bits"] = {
    "choose": [
        (
            (lambda k, epsilon: "name" if k < 3 * epsilon + 2 else "bits",),
            "exponential",
        ),
        (
            (lambda k, epsilon: "name" if k < 10 else "bits",),
            "compare k with 3 e^ε + 2",
        ),
        (
            (lambda k, epsilon: "bits" if k < 3 * np.exp(epsilon) + 2 else "name",),
            "short",
        ),
        (
            (lambda k, epsilon: k < 3 * np.exp(epsilon) + 2,),
            "must be one of 'name', 'bits'",
        ),
    ],
    "other_value": [
        ((_, _, published_draw), "asked for ε = 1, your reports show at least"),
        ((_, _, truth_at(0, person_by_person)), AT_A_PLACE),
    ],
}


# histograms


WRONG["histograms"] = {
    "always_a_distribution": [(([0.5, 0.5, 0.5, 0.5], _), "these are raw estimates")],
    "once_and_for_two_years": [
        (((478.5, 545), _, _), "once = (478.5, 545) is not right"),
        ((_, _, 4), "ahead = 4 is not right"),
    ],
    "who_is_ahead": [((0.5, _), "right = 0.5 is not right")],
}


# many_machines


def with_index(table, path):
    table.sample(frac=1, random_state=2).to_parquet(path)


def old_order(table, path):
    table.to_parquet(path, index=False)


WRONG["many_machines"] = {
    "publish": [
        ((with_index,), "still has the column __index_level_0__"),
        ((old_order,), "in their old order"),
    ]
}


# many_questions


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
    "fakes": (_, with_weights),
}
WRONG["many_questions"] = {
    "fakes": [((_, with_rsfd), "asked for ε = 2, your reports show at least")]
}


# more_protocols


def row_of_bits(value, k, w, p, rng):
    keys = rng.random(k)
    keys[value] = -1 if rng.random() < p else 2
    return (np.argsort(np.argsort(keys)) < w).astype(int)


RIGHT["more_protocols"] = {
    "leaves_one_out": (_, row_of_bits),
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


def two_exponentials(values, epsilon, low, high, rng):
    noise = [rng.exponential(size=len(values)) for _ in range(2)]
    inside = np.minimum(np.maximum(values, low), high)
    return (inside + (noise[0] - noise[1]) * (high - low) / epsilon).tolist()


RIGHT["numbers"] = {
    "one_bit": (at_once,),
    "clipped": (_, _, two_exponentials),
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


def experiment_by_the_module(epsilon, rng):
    return RandomizedResponse(epsilon).simulate([1_600, 400], rng).frequencies[1]


RIGHT["randomized_response"] = {
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


WRONG["rappor_collect"] = {
    "filter_bits": [((lambda word, cohort: 5,), "2 numbers")],
    "forgotten_hashes": [
        ((lambda epsilon, hashes: noise(epsilon, 1),), "the hashes belong into the formula"),
        ((lambda epsilon, hashes: round(noise(epsilon, hashes), 2),), "Round up, or not at all"),
        ((lambda epsilon, hashes: 2 / (math.exp(epsilon / hashes) + 1),), "solve ε∞"),
        ((lambda epsilon, hashes: 1,), "more noise than needed"),
    ],
}  # fmt: skip


# shufflers


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
    "seed_from_the_value": (_, few_seeds),
}
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


def many_groups(ask, person, n):
    """A list of bits for each group, and the groups at random."""
    group = [int(bit) for bit in np.random.default_rng().integers(2, size=n)]
    return sum(
        bit * ask([*group[:person], bit, *group[person + 1 :]]) for bit in (0, 1)
    ) - ask([*group[:person], 0, *group[person + 1 :]])


def everybody_else(ask, person, n):
    return ask(np.full(n, True)) - ask(np.arange(n) != person)


def one_group(ask, person, n):
    half = np.arange(n) < n // 2
    return ask(half) - ask(half)


def the_other_way(ask, person, n):
    half = (np.arange(n) < n // 2) & (np.arange(n) != person)
    return ask(half) - ask(half | (np.arange(n) == person))


TODAY = {
    "listener": "nothing",
    "service": "raw, named",
    "company": "raw, no name",
    "thief": "raw, named",
    "public": "noisy totals",
}

RIGHT["threat_models"] = {
    "differencing": (many_groups, _, 267),
    "trust_table": ({party: f" {seen.upper()}" for party, seen in TODAY.items()}, _),
}
WRONG["threat_models"] = {
    "differencing": [
        ((everybody_else, _, _), "the office refused a group of 5,000 of 5,000"),
        ((one_group, _, _), "the same people are in both of your groups"),
        ((the_other_way, _, _), "subtract the total without the person"),
        ((lambda ask, person, n: ask(np.arange(n) < n // 2), _, _), "this is a total"),
    ],
    "trust_table": [
        (
            (TODAY | {"company": "nothing"}, _),
            "it gets what the service passes on",
        ),
        ((TODAY, TODAY), "'raw, named' is not right"),
        (({"service": "raw, named"}, _), "must be a dictionary with the parties"),
        ((TODAY | {"thief": "everything"}, _), "must be one of 'nothing'"),
    ],
    "pseudonyms": [
        ((lambda published: "7B42",), "every pseudonym leads to 7B42"),
        ((lambda published: published,), "a hash of the hash"),
        (({h: i for h, i in LOOKUP.items() if i[2] != "0"}.get,), "may be 00 to 09"),
    ],
}


# unary_encoding


def one_hot(values, domain):
    return (np.array(values)[:, None] == np.array(domain)).astype(int)


def flips_kind_by_kind(bits, p, q, rng):
    stayed, made = rng.binomial(1, p, bits.shape), rng.binomial(1, q, bits.shape)
    return stayed * bits + made * (1 - bits)


def is_listed(value, domain):
    if value not in domain:
        raise ValueError(value)
    return [int(value == one) for one in domain]


RIGHT["unary_encoding"] = {
    "perturb": (flips_kind_by_kind,),
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
