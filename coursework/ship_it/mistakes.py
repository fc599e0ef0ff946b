"""Hold what known mistakes lead to in "Ship it or stop it", and the faulty programs.

Students do not get this file. `s` is the solution.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from ldp_checks.assignments.ship_it.task import (
    BELIEFS,
    DAYS,
    EPSILONS,
    ERRORS,
    PEOPLE,
    PILOT_DAYS,
    RARE,
    SETS_OF_AUDITS,
    SIZES,
    audits_of,
)
from ldp_course.audit import clopper_pearson_high, clopper_pearson_low

WEEK = 7
NOISY = {  # per design: fault ("" for none) -> the code of `noisy`
    "unary": {
        "one number per row": """    own = values[:, None] == np.arange(VALUES)
    ones = np.where(own, 0.5, 1 / (math.exp(EPSILON) + 1))
    return (rng.random((len(values), 1)) < ones).astype(int)""",
        "whole epsilon per bit": """    own = values[:, None] == np.arange(VALUES)
    keep = math.exp(EPSILON) / (math.exp(EPSILON) + 1)
    ones = np.where(own, keep, 1 - keep)
    return (rng.random(own.shape) < ones).astype(int)""",
        "": """    own = values[:, None] == np.arange(VALUES)
    ones = np.where(own, 0.5, 1 / (math.exp(EPSILON) + 1))
    return (rng.random(own.shape) < ones).astype(int)""",
        "never cleared": """    own = values[:, None] == np.arange(VALUES)
    noise = rng.random(own.shape) < 1 / (math.exp(EPSILON) + 1)
    return (own | noise).astype(int)""",
    },
    "direct": {
        "yes/no p": """    p = math.exp(EPSILON) / (math.exp(EPSILON) + 1)
    other = (values + rng.integers(1, VALUES, len(values))) % VALUES
    return np.where(rng.random(len(values)) < p, values, other)""",
        "": """    p = math.exp(EPSILON) / (math.exp(EPSILON) + VALUES - 1)
    other = (values + rng.integers(1, VALUES, len(values))) % VALUES
    return np.where(rng.random(len(values)) < p, values, other)""",
        "other may be"
        " own": """    p = math.exp(EPSILON) / (math.exp(EPSILON) + VALUES - 1)
    other = rng.integers(0, VALUES, len(values))
    return np.where(rng.random(len(values)) < p, values, other)""",
        "rounded p": """    p = math.exp(EPSILON) / (math.exp(EPSILON) + VALUES - 1)
    p = math.ceil(8 * p) / 8
    other = (values + rng.integers(1, VALUES, len(values))) % VALUES
    return np.where(rng.random(len(values)) < p, values, other)""",
    },
    "hashing": {
        "rounded p": """    n = len(values)
    seeds = rng.integers(2**32, size=n)
    true = hash_bucket(seeds, values, BUCKETS)
    p = math.exp(EPSILON) / (math.exp(EPSILON) + BUCKETS - 1)
    other = (true + rng.integers(1, BUCKETS, n)) % BUCKETS
    sent = np.where(rng.random(n) < math.ceil(8 * p) / 8, true, other)
    return np.column_stack([seeds, sent])""",
        "seed is value": """    n = len(values)
    seeds = values.astype(np.int64)
    true = hash_bucket(seeds, values, BUCKETS)
    p = math.exp(EPSILON) / (math.exp(EPSILON) + BUCKETS - 1)
    other = (true + rng.integers(1, BUCKETS, n)) % BUCKETS
    sent = np.where(rng.random(n) < p, true, other)
    return np.column_stack([seeds, sent])""",
        "2 for e": """    n = len(values)
    seeds = rng.integers(2**32, size=n)
    true = hash_bucket(seeds, values, BUCKETS)
    p = 2**EPSILON / (2**EPSILON + BUCKETS - 1)
    other = (true + rng.integers(1, BUCKETS, n)) % BUCKETS
    sent = np.where(rng.random(n) < p, true, other)
    return np.column_stack([seeds, sent])""",
        "": """    n = len(values)
    seeds = rng.integers(2**32, size=n)
    true = hash_bucket(seeds, values, BUCKETS)
    p = math.exp(EPSILON) / (math.exp(EPSILON) + BUCKETS - 1)
    other = (true + rng.integers(1, BUCKETS, n)) % BUCKETS
    sent = np.where(rng.random(n) < p, true, other)
    return np.column_stack([seeds, sent])""",
    },
}
CLIENT = {
    "redrawn daily": "day",
    "": '"answer"',
    "cleared weekly": "day // 7",
}  # the key of memory
UNARY = """    ones = reports.sum(axis=0)
    p, q = 0.5, 1 / (math.exp(EPSILON) + 1)"""
DIRECT = """    ones = np.bincount(reports, minlength=VALUES)
    p = math.exp(EPSILON) / (math.exp(EPSILON) + VALUES - 1)
    q = (1 - p) / (VALUES - 1)"""
HASHING = """    buckets = hash_bucket(reports[:, :1], np.arange(VALUES), BUCKETS)
    ones = (buckets == reports[:, 1:]).sum(axis=0)
    p = math.exp(EPSILON) / (math.exp(EPSILON) + BUCKETS - 1)
    q = """
COUNTS = "\n    return (ones - len(reports) * q) / (p - q)"
SERVER = {
    "unary": {
        "": UNARY + COUNTS,
        "divides by p": UNARY + COUNTS.replace("(p - q)", "p"),
    },
    "direct": {
        "cuts at 0": DIRECT
        + "\n    return np.maximum((ones - len(reports) * q) / (p - q), 0)",
        "": DIRECT + COUNTS,
    },
    "hashing": {
        "": HASHING + "1 / BUCKETS" + COUNTS,
        "client's q": HASHING + "(1 - p) / (BUCKETS - 1)" + COUNTS,
    },
}


def noisy_text(body: str) -> str:
    return f'def noisy(values, rng):\n    """One report of each phone."""\n{body}'


def client_text(key: str) -> str:
    return f'''def client(values, days, rng):
    """What each phone sends on each day."""
    memory, sent = {{}}, []
    for day in range(days):
        key = {key}
        if key not in memory:
            memory[key] = noisy(values, rng)
        sent.append(memory[key])
    return np.array(sent)'''


def server_text(body: str) -> str:
    docstring = "How many people hold each value, from the reports of one day."
    return f'def server(reports):\n    """{docstring}"""\n{body}'


NOISY_CODE = {
    noisy_text(body): (design, fault)
    # fmt: skip
    for design, of in NOISY.items()
    for fault, body in of.items()
}
CLIENT_CODE = {client_text(key): fault for fault, key in CLIENT.items()}
SERVER_CODE = {
    server_text(body): fault for of in SERVER.values() for fault, body in of.items()
}
PROGRAMS = [*CLIENT_CODE, *NOISY_CODE, *SERVER_CODE]
SOUND = [  # nobody gets a product without a fault
    (
        noisy_text(NOISY[design][""]),
        client_text(CLIENT[""]),
        server_text(SERVER[design][""]),
    )
    for design in SIZES
]
SHIPPED = [
    (design, epsilon, values, code)
    for code, (design, _) in NOISY_CODE.items()
    for epsilon, values in itertools.product(EPSILONS, SIZES[design])
]
CASES = {
    "noisy_code": [(code,) for code in NOISY_CODE],
    "client_code": [(code,) for code in CLIENT_CODE],
    "server_code": [(code,) for code in SERVER_CODE],
    "design epsilon values noisy_code": SHIPPED,
    "design epsilon values noisy_code client_code days": [
        (*shipped, *more)
        for shipped in SHIPPED
        for more in itertools.product(CLIENT_CODE, DAYS)
    ],
    "audits": [(audits_of(number),) for number in range(SETS_OF_AUDITS)],
    "rare": [(rare,) for rare in RARE],
    "prior ceiling": list(BELIEFS),
    "people error": list(itertools.product(PEOPLE, ERRORS)),
    "prior ceiling error": [(*both, error) for both in BELIEFS for error in ERRORS],
    "prior ceiling people error": [
        (*both, *more) for both in BELIEFS for more in itertools.product(PEOPLE, ERRORS)
    ],
    "pilot_epsilon pilot_day": list(itertools.product(EPSILONS, PILOT_DAYS)),
}


def bounds_if(error: float):
    def bounds(s) -> list[float]:
        return [
            max(0.0, math.log(clopper_pearson_low(hits, n, error)
                              / clopper_pearson_high(alarms, n, error)))
            for _, n, hits, alarms in s.task.audits
        ]  # fmt: skip

    return bounds


def plain_ratios(s) -> list[float]:
    return [math.log(hits / alarms) for _, _, hits, alarms in s.task.audits]


def promised(s) -> float:
    return s.task.epsilon


def pilot_if(
    counted, change=lambda counts: counts, errors=False, least=-math.inf, most=math.inf
):
    """Return the estimates or their standard errors, if these deliveries are counted.

    least, most: of a share whose noise is computed
    """

    def numbers(s, ids, made, arrived, bits):
        place = counted(s, ids, made, arrived, bits)
        rows, p, q = bits[place], 0.5, 1 / (math.exp(s.task.pilot_epsilon) + 1)
        n = len(rows)
        share = (rows.sum(axis=0) / n - q) / (p - q)
        if not errors:
            return change(n * share)
        share = np.clip(share, least, most)
        noise = share * p * (1 - p) + (1 - share) * q * (1 - q)
        return change(np.sqrt(n * noise) / (p - q))

    return numbers


def once(ids, rows):
    """Return the places of the first delivery of each report among these."""
    return rows[np.sort(np.unique(ids[rows], return_index=True)[1])]


def of_the_day(s, ids, made, arrived, bits):
    return once(ids, np.nonzero(made == s.task.pilot_day)[0])


def each_file_once(s, ids, made, arrived, bits):
    return np.nonzero(made == s.task.pilot_day)[0]


def all_deliveries(s, ids, made, arrived, bits):
    """Return the deliveries with those of the file that is there twice."""
    days = np.unique(arrived)
    again = (made == s.task.pilot_day) & (arrived == days[:3][-1])
    return np.append(np.nonzero(made == s.task.pilot_day)[0], np.nonzero(again)[0])


def in_time(s, ids, made, arrived, bits):
    on_day = (made == s.task.pilot_day) & (arrived == s.task.pilot_day)
    return once(ids, np.nonzero(on_day)[0])


def by_arrival(s, ids, made, arrived, bits):
    return once(ids, np.nonzero(arrived == s.task.pilot_day)[0])


def all_days(s, ids, made, arrived, bits):
    return once(ids, np.arange(len(ids)))


def different_rows(s, ids, made, arrived, bits):
    rows = np.nonzero(made == s.task.pilot_day)[0]
    return rows[np.unique(bits[rows], axis=0, return_index=True)[1]]


def raw(s, ids, made, arrived, bits):
    return bits[of_the_day(s, ids, made, arrived, bits)].sum(axis=0)


RIGHT = {
    # the noise of an estimated share as it is, or moved into 0 to 1, as the module has
    # it
    "day_counts, errors": [
        pilot_if(of_the_day, errors=True),
        pilot_if(of_the_day, errors=True, least=0, most=1),
        pilot_if(of_the_day, errors=True, least=0),
    ],
}
BOTH_SIDES = "each of the two bounds gets half of the error of 1 %"
MISTAKES = {
    "report_epsilon": {
        "this is what was promised; compute it for the program as it is": promised,
        "two people differ in two bits, and both count": lambda s: s.report_epsilon / 2,
        "the logarithm is the natural one, not log2": lambda s: (
            s.report_epsilon / math.log(2)
        ),
    },
    "total_epsilon": {
        "this is what was promised; compute it for the program as it is": promised,
        "this is one report; how many independent ones does a phone make?": lambda s: (
            s.report_epsilon
        ),
        "a report that is sent again tells nothing new": lambda s: (
            s.task.days * s.report_epsilon
        ),
        "a memory that is cleared makes a new report in each week that is begun": (
            lambda s: s.task.days / WEEK * s.report_epsilon
        ),
    },
    **{
        f"bounds[{place}]": {
            "this is the ratio of the counts; take bounds of both probabilities": (
                lambda s, place=place: plain_ratios(s)[place]
            ),
            BOTH_SIDES: lambda s, place=place: bounds_if(0.01)(s)[place],
            f"{BOTH_SIDES}; a bound is one-sided, so 0.005 is not halved again": (
                lambda s, place=place: bounds_if(0.0025)(s)[place]
            ),
        }
        for place in range(3)
    },
    "refuted": {
        "a ratio of counts above the claim may be chance: ask whether the bound is"
        " above": lambda s: [
            letter
            for letter, ratio, audit in zip("ABC", plain_ratios(s), s.task.audits)
            if ratio > audit[0]
        ],
    },
    "needed": {
        "one report too few: the probability is still above 1 %": lambda s: math.floor(
            math.log(0.01) / math.log1p(-s.task.rare)
        ),
        "that is for an error of 5 %": lambda s: math.ceil(
            math.log(0.05) / math.log1p(-s.task.rare)
        ),
    },
    "most_epsilon": {
        "ε bounds the ratio of odds; this is the ratio of probabilities": (
            lambda s: math.log(s.task.ceiling / s.task.prior)
        ),
        "this is the factor; ε is its natural logarithm": lambda s: math.exp(
            s.most_epsilon
        ),
        "this takes the ceiling alone; what was believed before?": lambda s: s.log_odds(
            s.task.ceiling
        ),
    },
    "least_epsilon": {
        "this ε gives a variance of that size; asked for is the standard error": (
            lambda s: 2 * math.asinh(1 / math.sqrt(s.task.error * s.task.people))
        ),
        "this is symmetric noise on the bits; the plan is optimized unary encoding": (
            lambda s: 4 * math.asinh(1 / (2 * s.task.error * math.sqrt(s.task.people)))
        ),
        "this is for randomized response with two answers": (
            lambda s: 2 * math.asinh(1 / (2 * s.task.error * math.sqrt(s.task.people)))
        ),
    },
    "people_needed": {
        "this is for a variance of that size; asked for is the standard error": (
            lambda s: s.task.error * s.people_needed
        ),
        "this is for randomized response with two answers": lambda s: (
            s.people_needed / 4
        ),
    },
    "day_counts": {
        "reports that were sent again count twice; count each id once": pilot_if(
            all_deliveries
        ),
        "each file counts once, but an id may be in several; count each id once": (
            pilot_if(each_file_once)
        ),
        "reports that came late are left out; what counts is the day on which they were"
        " made": (pilot_if(in_time)),
        "these are the reports that arrived on the day, not those made for it": (
            pilot_if(by_arrival)
        ),
        "these are the reports of all days": pilot_if(all_days),
        "equal rows of bits may come from two people; what makes a report one is its"
        " id": (pilot_if(different_rows)),
        "do not cut estimates at 0: that makes them biased": (
            pilot_if(of_the_day, lambda counts: np.maximum(counts, 0))
        ),
        "do not round estimates": pilot_if(of_the_day, np.rint),
        "these are shares; wanted are numbers of people": lambda s, *rows: (
            pilot_if(of_the_day)(s, *rows) / len(of_the_day(s, *rows))
        ),
        "these are numbers of ones; take out what the noise adds": raw,
    },
    "day_counts, errors": {
        "these are of shares; wanted are those of numbers of people": lambda s, *rows: (
            pilot_if(of_the_day, errors=True)(s, *rows) / len(of_the_day(s, *rows))
        ),
        "these are of shares; wanted are those of numbers of people (the module's)": (
            lambda s, *rows: (
                pilot_if(of_the_day, errors=True, least=0, most=1)(s, *rows)
                / len(of_the_day(s, *rows))
            )
        ),
        "too small: reports that were sent again tell nothing new": lambda s, *rows: (
            pilot_if(of_the_day, errors=True)(s, *rows)
            * math.sqrt(len(of_the_day(s, *rows)) / len(all_deliveries(s, *rows)))
        ),
        "these are variances; take the square root": (
            pilot_if(of_the_day, np.square, errors=True)
        ),
        "the noise of the bits must still be divided by p - q": lambda s, *rows: (
            pilot_if(of_the_day, errors=True)(s, *rows)
            * (0.5 - 1 / (math.exp(s.task.pilot_epsilon) + 1))
        ),
    },
}
