"""Telemetry: known mistakes of clients."""

from hashlib import md5, sha256
from random import Random

import numpy as np

from ldp_checks.assignments.telemetry.protocols import hash_bucket, understand

from .clients import held, honest, simulate, with_client
from .designs import direct, hashing, optimized, subset, symmetric


def changed(make, change):
    """Change a client's answer: change(task, plan, values, weeks, reports, rng)."""

    def outer(task, plan, each):
        client = make(task, plan, each)

        def function(values, rng):
            weeks, reports = client(values, rng)
            return change(task, plan, values, np.array(weeks), np.array(reports), rng)

        return function

    return outer


def of(change, points, *parts, design=optimized):
    """A case: an honest client, changed afterwards."""
    return with_client(design, changed(honest, change), 1), points, *parts


def twice_epsilon(task, plan, each):
    return honest(task, symmetric(task.values, 2 * task.budget / each), each)


def truthful_bits(task, plan, values, weeks, reports, rng):
    return weeks, (held(values, weeks)[:, :, None] == np.arange(task.values)).astype(
        int
    )


def other_bits_together(task, plan, values, weeks, reports, rng):
    own = truthful_bits(task, plan, values, weeks, reports, rng)[1].astype(bool)
    others = rng.random((*weeks.shape, 1)) < plan["q"]
    return weeks, np.where(own, rng.random((*weeks.shape, 1)) < plan["p"], others)


def constant(task, plan, values, weeks, reports, rng):
    return weeks, np.zeros_like(reports)


def noise_only(task, plan, values, weeks, reports, rng):
    return weeks, rng.random(reports.shape) < plan["q"]


def hardly_a_plan(d, epsilon):
    """p and q so near that reports without a person's value fit it."""
    return {"name": "unary", "p": 0.51, "q": 0.5}


def lie_from_all_values(task, plan, values, weeks, reports, rng):
    """The truth may be drawn as the lie: it is told too often."""
    true = held(values, weeks)
    return weeks, np.where(
        rng.random(true.shape) < plan["p"],
        true,
        rng.integers(task.values, size=true.shape),
    )


def weeks_of_small_values(task, plan, values, weeks, reports, rng):
    """People report in the weeks in which their value is small."""
    weeks = np.argsort(values + rng.random(values.shape), axis=1)[:, : weeks.shape[1]]
    protocol = understand(plan, task.values)
    return weeks, simulate(protocol, held(values, weeks).ravel(), rng).reshape(
        *weeks.shape, *protocol.shape
    )


def seed_is_fixed(task, plan, values, weeks, reports, rng):
    bucket = hash_bucket(7, held(values, weeks), plan["g"])
    lie = rng.integers(1, plan["g"], size=weeks.shape) * (
        rng.random(weeks.shape) >= plan["p"]
    )
    return weeks, np.stack(
        [np.full(weeks.shape, 7), (bucket + lie) % plan["g"]], axis=2
    )


def seed_tells_the_value(task, plan, values, weeks, reports, rng):
    """The upper bits of the seed are the value."""
    reports[:, :, 0] = held(values, weeks) * 2**27 + rng.integers(
        2**27, size=weeks.shape
    )
    return weeks, reports


def seed_is_made_for_the_value(value_of):
    """Make seeds that give the value by a rule: value_of(seed, number of values)."""

    def change(task, plan, values, weeks, reports, rng):
        truths, g = held(values, weeks).ravel(), plan["g"]
        pool = rng.integers(2**32, size=3 * len(truths))
        says = np.array([value_of(seed, task.values) for seed in pool.tolist()])
        seeds = np.empty_like(truths)
        for value in range(task.values):
            holders = truths == value
            # of too few the rest repeats, as a program that searches on would not
            seeds[holders] = np.resize(pool[says == value], holders.sum())
        lie = rng.integers(1, g, size=len(truths)) * (
            rng.random(len(truths)) >= plan["p"]
        )
        bucket = (hash_bucket(seeds, truths, g) + lie) % g
        return weeks, np.column_stack([seeds, bucket]).reshape(*weeks.shape, 2)

    return of(change, 0, "seeds or buckets depend on the values", design=hashing)


def digest_of(algorithm, text):
    return lambda seed, d: int(algorithm(text(seed)).hexdigest(), 16) % d


def md5_and_half(seed, d):
    """The digest gives the last bit of the value only."""
    last = digest_of(md5, lambda seed: seed.to_bytes(4, "little"))(seed, 2)
    return last + 2 * (seed % (d // 2))


def minus_zeros(task, plan, values, weeks, reports, rng):
    """A 0 of somebody whose value is 0 is a -0.0."""
    sign = np.where(held(values, weeks)[:, :, None] == 0, -1.0, 1.0)
    return weeks, np.where(reports == 0, 0 * sign, reports)


def sums_of_bits(task, plan, values, weeks, reports, rng):
    """Every third bit is the XOR of the two before it."""
    reports = reports.astype(int)
    reports[..., 2::3] = reports[..., 0:-2:3] ^ reports[..., 1:-1:3]
    return weeks, reports


def more_bits(task, plan, values, weeks, reports, rng):
    return weeks, np.concatenate([reports, held(values, weeks)[:, :, None]], axis=2)


def fixed_seed(task, plan, each):
    return lambda values, rng: honest(task, plan, each)(
        values, np.random.default_rng(42)
    )


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


def type_of_the_weeks(task, plan, each):
    """Whoever is first tells the value by the type of the table."""
    right = honest(task, plan, each)

    def client(values, rng):
        weeks, reports = right(values, rng)
        kinds = np.int64, np.float64, np.int32, np.uint32
        return np.asarray(weeks).astype(kinds[int(values[0, 0]) % 4]), reports

    return client


WEEKS = "weeks in which people report depend"
CLIENTS = {
    "doubled ε, symmetric": (
        with_client(symmetric, twice_epsilon, 1),
        0,
        "your reports show at least",
    ),
    "truth in bits": of(truthful_bits, 0, "ε is infinite"),
    "other bits together": of(other_bits_together, 0, "bits of one report depend on each other"),
    "constant": of(constant, 0.75, "tells next to nothing"),
    "noise only, by a plan of hardly anything": of(
        noise_only, 1, "so near that it tells nothing", design=hardly_a_plan
    ),
    "weeks chosen by value": of(weeks_of_small_values, 0, WEEKS),
    "one seed for all": of(seed_is_fixed, 0, design=hashing),
    "the seed tells the value": of(seed_tells_the_value, 0, design=hashing),
    "the sign of a zero tells": of(minus_zeros, 0, "-0.0"),
    "bits are sums of others": of(sums_of_bits, {0, 1}),
    "SHA-256 of the seed's bytes is the value": seed_is_made_for_the_value(
        digest_of(sha256, lambda seed: seed.to_bytes(8, "big"))
    ),
    "MD5 of the seed is the value, modulo 2": seed_is_made_for_the_value(md5_and_half),
    "the rest of the seed is the value": seed_is_made_for_the_value(lambda seed, d: seed % d),
    "the seed draws the value": seed_is_made_for_the_value(
        lambda seed, d: Random(seed).randrange(d)
    ),
    "the hash of 0 is the value": seed_is_made_for_the_value(
        lambda seed, d: int(hash_bucket(seed, 0, d))
    ),
    "the value in an extra column": of(more_bits, 0, "expected"),
    "the type of the weeks": (
        with_client(direct, type_of_the_weeks, 1),
        0,
        "the type of your table differs between calls",
    ),
    "fixed seed": (
        with_client(optimized, fixed_seed, 1),
        3.75,
        "different generators give the same",
    ),
    "not from rng": (with_client(optimized, not_from_rng, 1), 3.75, "draw all chance from `rng`"),
    "changes its input": (with_client(optimized, mutates, 1), 3.75, "changed the array"),
    "subsets of any size": of(size_varies, 0, "exactly", design=subset),
    "a plan that spends 10 % too much": (
        with_client(lambda d, epsilon: optimized(d, 1.1 * epsilon), honest, 1),
        0,
        "first mend your plan",
    ),
}  # fmt: skip
WRONG = {"client": CLIENTS}
