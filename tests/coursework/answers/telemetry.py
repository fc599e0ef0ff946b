"""Answer "Telemetry" in other ways, right and wrong: each protocol is a way."""

import math
from hashlib import md5, sha256
from random import Random

import numpy as np

from ldp_checks.assignments.telemetry.protocols import SEEDS, hash_bucket, understand
from ldp_course import UnaryEncoding

DIGESTS = ["8c1d8f5aeb33", "ce5df897cdf4", "2c5e2b78f2a8"]
CHOICES = "values 8 people 6 weeks 4 budget 5 share 3 story 6"

# Good designs, function(d, ε) -> the protocol


def direct(d, epsilon):
    q = 1 / (math.exp(epsilon) + d - 1)
    return {"name": "direct", "p": math.exp(epsilon) * q, "q": q}


def symmetric(d, epsilon):
    p = math.exp(epsilon / 2) / (math.exp(epsilon / 2) + 1)
    return {"name": "unary", "p": p, "q": 1 - p}


def optimized(d, epsilon):
    return {"name": "unary", "p": 0.5, "q": 1 / (math.exp(epsilon) + 1)}


def hashing(d, epsilon):
    g = max(2, round(math.exp(epsilon) + 1))
    p = math.exp(epsilon) / (math.exp(epsilon) + g - 1)
    return {"name": "hashing", "p": p, "q": 1 / g, "g": g}


def subset(d, epsilon):
    size = max(1, round(d / (math.exp(epsilon) + 1)))
    p = size * math.exp(epsilon) / (size * math.exp(epsilon) + d - size)
    q = (p * (size - 1) + (1 - p) * size) / (d - 1)
    return {"name": "subset", "p": p, "q": q, "size": size}


DESIGNS = [direct, symmetric, optimized, hashing, subset]


def weeks_by_sorting(values, each, rng):
    return np.argsort(rng.random(values.shape), axis=1)[:, :each]


def held(values, weeks):
    """What people hold in the weeks in which they report."""
    return np.take_along_axis(values, weeks, axis=1)


def simulate(protocol, values, rng):
    """An honest report from each value, drawn from what it supports."""
    n, d = len(values), protocol.d
    truthful, turn = rng.random(n) < protocol.p, rng.integers(1, d, size=n)
    if protocol.name == "direct":
        return np.where(truthful, values, (values + turn) % d)
    own = values[:, None] == np.arange(d)
    if protocol.name == "unary":
        ones = np.where(own, protocol.p, protocol.q)
        return (rng.random((n, d)) < ones).astype(np.uint8)
    if protocol.name == "subset":
        place = np.where(own, np.where(truthful, -1, 2)[:, None], rng.random((n, d)))
        return (place.argsort(axis=1).argsort(axis=1) < protocol.size).astype(np.uint8)
    seeds, lie = rng.integers(SEEDS, size=n), rng.integers(1, protocol.g, size=n)
    bucket = hash_bucket(seeds, values, protocol.g) + ~truthful * lie
    return np.column_stack([seeds, bucket % protocol.g])


def reports_about(protocol, values, weeks, rng):
    reports = simulate(protocol, held(values, weeks).ravel(), rng)
    return reports.reshape(*weeks.shape, *protocol.shape)


def plan(design, each=1, spends=1.0):
    """The protocol of a design, and in how many weeks a person reports."""
    return {
        "protocol": lambda s: design(s.task.values, spends * s.task.budget / each),
        "reports_per_person": lambda s: each,
    }


def honest(design, each=1, change=None, **further):
    """A plan with its client; change(s, protocol, values, weeks, reports, rng)."""
    planned = plan(design, each, **further)

    def make(s):
        protocol = understand(planned["protocol"](s), s.task.values)

        def client(values, rng):
            weeks = weeks_by_sorting(values, each, rng)
            reports = reports_about(protocol, values, weeks, rng)
            return (
                change(s, protocol, values, weeks, reports, rng)
                if change
                else (weeks, reports)
            )

        return client

    return planned | {"client": make}


def decoded(design, each=1, change=lambda s, weeks, table: table):
    """A plan with its decoder, whose table is changed afterwards."""
    planned = plan(design, each)

    def make(s):
        protocol = understand(planned["protocol"](s), s.task.values)

        def decode(weeks, reports):
            supports = (
                protocol.support(reports[weeks == week]).mean(axis=0)
                for week in range(s.task.weeks)
            )
            table = (np.array(list(supports)) - protocol.q) / (protocol.p - protocol.q)
            return change(s, weeks, table)

        return decode

    return planned | {"decode": make}


def of_the_module(s):
    mechanism = UnaryEncoding.optimized(range(s.task.values), s.task.budget)

    def client(values, rng):
        weeks = weeks_by_sorting(values, 1, rng)
        bits = mechanism.perturb(mechanism.encode(held(values, weeks).ravel()), rng)
        return weeks, bits.reshape(len(values), 1, s.task.values)

    return client


def in_pairs(s, protocol, values, weeks, reports, rng):
    """A list of pairs: seeds of one type, buckets of another, for everybody."""
    seeds, buckets = reports[..., 0].astype(np.uint32), reports[..., 1].tolist()
    return weeks, [list(zip(*row)) for row in zip(seeds, buckets)]


def with_sum_1(s, weeks, table):
    """A constant added to each row keeps it unbiased."""
    return table + (1 - table.sum(axis=1, keepdims=True)) / s.task.values


two_weeks = {
    "reports_per_person": lambda s: 2,
    "epsilon_per_report": lambda s: s.task.budget / 2,
    "reports_per_week": lambda s: s.task.people * 2 / s.task.weeks,
}
WAYS = [*zip(DESIGNS, (1, 2, 1, 2, 1))]
RIGHT = {
    "accounting": {"two weeks": two_weeks},
    "protocol": {design.__name__: plan(design) for design in DESIGNS[1:]}
    | {"a little less": plan(subset, spends=0.99)},
    "client": {design.__name__: honest(design, each) for design, each in WAYS}
    | {
        "the module": plan(optimized) | {"client": of_the_module},
        "in pairs": honest(hashing, 2, in_pairs),
    },
    "decode": {design.__name__: decoded(design, each) for design, each in WAYS}
    | {"with sum 1": decoded(direct, change=with_sum_1)},
    "mend_plan": {"four digits": {"mended_p": lambda s: round(s.mended_p, 4)}},
}
SLOW: dict = {}

# Wrong clients


def other_bits_together(s, protocol, values, weeks, reports, rng):
    own = held(values, weeks)[:, :, None] == np.arange(s.task.values)
    others = rng.random((*weeks.shape, 1)) < protocol.q
    return weeks, np.where(own, rng.random((*weeks.shape, 1)) < protocol.p, others)


def nothing(s, protocol, values, weeks, reports, rng):
    return weeks, np.zeros_like(reports)


def noise_only(s, protocol, values, weeks, reports, rng):
    return weeks, rng.random(reports.shape) < protocol.q


def hardly_a_plan(d, epsilon):
    """p and q so near that reports without a person's value fit it."""
    return {"name": "unary", "p": 0.51, "q": 0.5}


def lie_from_all_values(s, protocol, values, weeks, reports, rng):
    """The truth may be drawn as the lie: it is told too often."""
    true = held(values, weeks)
    lie = rng.integers(s.task.values, size=true.shape)
    return weeks, np.where(rng.random(true.shape) < protocol.p, true, lie)


def weeks_of_small_values(s, protocol, values, weeks, reports, rng):
    """People report in the weeks in which their value is small."""
    weeks = np.argsort(values + rng.random(values.shape), axis=1)[:, : weeks.shape[1]]
    return weeks, reports_about(protocol, values, weeks, rng)


def with_seeds(seeds_of):
    """Hashing with seeds by a rule: seeds_of(values, protocol, rng)."""

    def change(s, protocol, values, weeks, reports, rng):
        truths = held(values, weeks).ravel()
        seeds = seeds_of(truths, protocol, rng)
        lie = rng.integers(1, protocol.g, size=len(truths))
        lie *= rng.random(len(truths)) >= protocol.p
        bucket = (hash_bucket(seeds, truths, protocol.g) + lie) % protocol.g
        return weeks, np.column_stack([seeds, bucket]).reshape(*weeks.shape, 2)

    return honest(hashing, 1, change)


def upper_bits(truths, protocol, rng):
    return truths * 2**27 + rng.integers(2**27, size=len(truths))


def seeds_whose(value_of):
    """Seeds that give the value by a rule: value_of(seed, number of values)."""

    def seeds_of(truths, protocol, rng):
        pool = rng.integers(SEEDS, size=3 * len(truths))
        says = np.array([value_of(seed, protocol.d) for seed in pool.tolist()])
        seeds = np.empty_like(truths)
        for value in range(protocol.d):
            holders = truths == value
            # of too few the rest repeats, as a program that searches on would not
            seeds[holders] = np.resize(pool[says == value], holders.sum())
        return seeds

    return with_seeds(seeds_of)


def digest_of(algorithm, text):
    return lambda seed, d: int(algorithm(text(seed)).hexdigest(), 16) % d


def md5_and_half(seed, d):
    """The digest gives the last bit of the value only."""
    last = digest_of(md5, lambda seed: seed.to_bytes(4, "little"))(seed, 2)
    return last + 2 * (seed % (d // 2))


def sums_of_bits(s, protocol, values, weeks, reports, rng):
    """Every third bit is the XOR of the two before it."""
    reports = reports.astype(int)
    reports[..., 2::3] = reports[..., 0:-2:3] ^ reports[..., 1:-1:3]
    return weeks, reports


def more_bits(s, protocol, values, weeks, reports, rng):
    return weeks, np.concatenate([reports, held(values, weeks)[:, :, None]], axis=2)


def size_varies(s, protocol, values, weeks, reports, rng):
    return weeks, reports | (rng.random(reports.shape) < 0.05)


def type_of_the_weeks(s, protocol, values, weeks, reports, rng):
    """Whoever is first tells the value by the type of the table."""
    kinds = np.int64, np.float64, np.int32, np.uint32
    return weeks.astype(kinds[int(values[0, 0]) % 4]), reports


def spends(factor):
    """A client of optimized unary encoding that spends so many times too much."""
    return plan(optimized) | {
        "client": lambda s: honest(optimized, spends=factor)["client"](s)
    }


DEPEND = "seeds or buckets depend on the values"
CLIENTS = {
    "doubled ε": (spends(2), 0, "your reports show at least"),
    "a plan that spends 10 % too much": (
        honest(optimized, spends=1.1),
        0,
        "first mend your plan",
    ),
    "other bits together": (
        honest(optimized, 1, other_bits_together),
        0,
        "bits of one report depend on each other",
    ),
    "nothing": (honest(optimized, 1, nothing), 0.75, "tells next to nothing"),
    "noise only, by a plan of hardly anything": (
        honest(hardly_a_plan, 1, noise_only),
        1,
        "so near that it tells nothing",
    ),
    "weeks chosen by value": (
        honest(optimized, 1, weeks_of_small_values),
        0,
        "weeks in which people report depend",
    ),
    "one seed for all": (with_seeds(lambda truths, *_: np.full(len(truths), 7)), 0),
    "the seed tells the value": (with_seeds(upper_bits), 0),
    **{
        rule: (seeds_whose(value_of), 0, DEPEND)
        for rule, value_of in {
            "SHA-256 of the seed's bytes is the value": digest_of(
                sha256, lambda seed: seed.to_bytes(8, "big")
            ),
            "MD5 of the seed is the value, modulo 2": md5_and_half,
            "the rest of the seed is the value": lambda seed, d: seed % d,
            "the seed draws the value": lambda seed, d: Random(seed).randrange(d),
            "the hash of 0 is the value": lambda seed, d: int(hash_bucket(seed, 0, d)),
        }.items()
    },
    "bits are sums of others": (honest(optimized, 1, sums_of_bits), {0, 1}),
    "an extra column": (honest(optimized, 1, more_bits), 0, "expected"),
    "the type of the weeks": (
        honest(direct, 1, type_of_the_weeks),
        0,
        "the type of your table differs between calls",
    ),
    "subsets of any size": (honest(subset, 1, size_varies), 0, "exactly"),
}

# Wrong plans and decoders


def cut_and_scaled(s, weeks, table):
    cut = np.maximum(table, 0)
    return cut / np.maximum(cut.sum(axis=1, keepdims=True), 1e-9)


def a_table_by_week(s, weeks, table):
    """Return a common value, a rare one, and the others alike, for any reports."""
    guess, week = (
        np.full(table.shape, 0.5 / (s.task.values - 2)),
        np.arange(s.task.weeks),
    )
    guess[week, week % s.task.values], guess[week, (week + 1) % s.task.values] = 0.5, 0
    return guess


def reported(s, weeks, table):
    """The shares of reports, with the noise in them."""
    return s.protocol["q"] + table * (s.protocol["p"] - s.protocol["q"])


WRONG = {
    "mend_plan": {
        "as promised": (
            {"plan_epsilon": lambda s: s.task.plan.promised},
            2,
            "is it what a person spends",
        ),
    },
    "accounting": {
        "all of ε in every report": (
            two_weeks | {"epsilon_per_report": lambda s: s.task.budget},
            2,
            "add up to",
        ),
        "ε/weeks though reporting once": (
            {"epsilon_per_report": lambda s: s.task.budget / s.task.weeks},
            2,
            "costs that person nothing",
        ),
    },
    "protocol": {
        "doubled ε": (plan(optimized, spends=2), 0, "precision earns nothing"),
        "every week": (
            {
                "protocol": lambda s: symmetric(s.task.values, s.task.budget / s.task.weeks),
                "reports_per_person": lambda s: s.task.weeks,
            },
            2,
            "Fewer reports from each person",
        ),
        "certain own bit": (
            {"protocol": lambda s: s.protocol | {"p": 1}},
            0,
            "is inf for a person",
        ),
        "d for d - 1": (
            {"protocol": lambda s: direct(s.task.values + 1, s.task.budget)},
            0,
            "does not fit",
        ),
    },
    "client": CLIENTS,
    "decode": {
        "reported shares": (decoded(optimized, change=reported), 0, "on average"),
        "cut and scaled to sum 1": (decoded(optimized, change=cut_and_scaled), 0, "do not cut"),
        "a plan of shares by week": (decoded(optimized, change=a_table_by_week), 0, "on average"),
        "no plan": ({"protocol": lambda s: None}, 0, "first mend your plan"),
    },
}  # fmt: skip
