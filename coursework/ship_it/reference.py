"""Hold what is right in "Ship it or stop it", and what known mistakes lead to.

Students do not get this file.
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
    (epsilon, values, code)
    for code, (design, _) in NOISY_CODE.items()
    for epsilon, values in itertools.product(EPSILONS, SIZES[design])
]
CASES = {
    "noisy_code": [(code,) for code in NOISY_CODE],
    "client_code": [(code,) for code in CLIENT_CODE],
    "server_code": [(code,) for code in SERVER_CODE],
    "epsilon values noisy_code": SHIPPED,
    "epsilon values noisy_code client_code days": [
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


def as_names(fault: str) -> list[str]:
    return [fault] if fault else []


def of_single_value(p: float, others: int) -> float:
    """Return ε of a channel that keeps with p, and else takes one of so many others."""
    return math.log(p * others / (1 - p))


def report_epsilon(given) -> float:
    design, fault = NOISY_CODE[given.noisy_code]
    e, k = given.epsilon, given.values
    if fault in ("one number per row", "never cleared", "seed is value"):
        return math.inf
    if fault == "whole epsilon per bit":
        return 2 * e
    if fault == "2 for e":
        return e * math.log(2)
    kinds = k if design == "direct" else round(math.exp(e) + 1)
    p = math.exp(e) / (math.exp(e) + kinds - 1)
    if fault == "yes/no p":
        return e + math.log(k - 1)
    if fault == "other may be own":
        return of_single_value(p + (1 - p) / k, k - 1)
    return (
        of_single_value(math.ceil(8 * p) / 8, kinds - 1) if fault == "rounded p" else e
    )


def drawn(given) -> int:
    """Return how often a phone draws."""
    fault = CLIENT_CODE[given.client_code]
    return {"": 1, "redrawn daily": given.days}.get(fault, math.ceil(given.days / WEEK))


def total_epsilon(given) -> float:
    return drawn(given) * report_epsilon(given)


def bounds_if(low_error: float, high_error: float):
    def bounds(given) -> list[float]:
        return [
            max(0.0, math.log(clopper_pearson_low(hits, n, low_error)
                              / clopper_pearson_high(alarms, n, high_error)))
            for _, n, hits, alarms in given.audits
        ]  # fmt: skip

    return bounds


bounds = bounds_if(0.005, 0.005)


def plain_ratios(given) -> list[float]:
    return [math.log(hits / alarms) for _, _, hits, alarms in given.audits]


def above(numbers):
    """Return the letters of the audits whose number is above the claim."""

    def letters(given) -> list[str]:
        audits = zip("ABC", numbers(given), given.audits)
        return [letter for letter, number, (claim, *_) in audits if number > claim]

    return letters


def logit(belief: float) -> float:
    return math.log(belief / (1 - belief))


def most_epsilon(given) -> float:
    return logit(given.ceiling) - logit(given.prior)


def least_epsilon(given) -> float:
    return 2 * math.asinh(1 / (given.error * math.sqrt(given.people)))


def people_needed(given) -> float:
    return 1 / (given.error * math.sinh(most_epsilon(given) / 2)) ** 2


def pilot_if(
    counted, change=lambda counts: counts, errors=False, least=-math.inf, most=math.inf
):
    """Return the estimates or their standard errors, if these deliveries are counted.

    least, most: of a share whose noise is computed
    """

    def numbers(given, ids, made, arrived, bits):
        place = counted(given, ids, made, arrived, bits)
        rows, p, q = bits[place], 0.5, 1 / (math.exp(given.pilot_epsilon) + 1)
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


def of_the_day(given, ids, made, arrived, bits):
    return once(ids, np.nonzero(made == given.pilot_day)[0])


def each_file_once(given, ids, made, arrived, bits):
    return np.nonzero(made == given.pilot_day)[0]


def all_deliveries(given, ids, made, arrived, bits):
    """Return the deliveries with those of the file that is there twice."""
    days = np.unique(arrived)
    again = (made == given.pilot_day) & (arrived == days[:3][-1])
    return np.append(np.nonzero(made == given.pilot_day)[0], np.nonzero(again)[0])


def in_time(given, ids, made, arrived, bits):
    on_day = (made == given.pilot_day) & (arrived == given.pilot_day)
    return once(ids, np.nonzero(on_day)[0])


def by_arrival(given, ids, made, arrived, bits):
    return once(ids, np.nonzero(arrived == given.pilot_day)[0])


def all_days(given, ids, made, arrived, bits):
    return once(ids, np.arange(len(ids)))


def different_rows(given, ids, made, arrived, bits):
    rows = np.nonzero(made == given.pilot_day)[0]
    return rows[np.unique(bits[rows], axis=0, return_index=True)[1]]


def raw(given, ids, made, arrived, bits):
    return bits[of_the_day(given, ids, made, arrived, bits)].sum(axis=0)


RIGHT = {
    "faults of noisy": lambda g: as_names(NOISY_CODE[g.noisy_code][1]),
    "faults of client": lambda g: as_names(CLIENT_CODE[g.client_code]),
    "faults of server": lambda g: as_names(SERVER_CODE[g.server_code]),
    "report_epsilon": report_epsilon,
    "total_epsilon": total_epsilon,
    **{
        f"bounds[{place}]": lambda g, place=place: bounds(g)[place]
        for place in range(3)
    },
    "refuted": above(bounds),
    "needed": lambda g: math.ceil(math.log(0.01) / math.log1p(-g.rare)),
    "most_epsilon": most_epsilon,
    "least_epsilon": least_epsilon,
    "decision": lambda g: "ship" if least_epsilon(g) <= most_epsilon(g) else "stop",
    "people_needed": people_needed,
    "day_counts": pilot_if(of_the_day),
    "day_counts, unusual": pilot_if(of_the_day),
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
        "this is what was promised; compute it for the program as it is": lambda g: (
            g.epsilon
        ),
        "two people differ in two bits, and both count": lambda g: (
            report_epsilon(g) / 2
        ),
        "the logarithm is the natural one, not log2": lambda g: (
            report_epsilon(g) / math.log(2)
        ),
    },
    "total_epsilon": {
        "this is what was promised; compute it for the program as it is": lambda g: (
            g.epsilon
        ),
        "this is one report; how many independent ones does a phone"
        " make?": report_epsilon,
        "a report that is sent again tells nothing new": lambda g: (
            g.days * report_epsilon(g)
        ),
        "a memory that is cleared makes a new report in each week that is begun": (
            lambda g: g.days / WEEK * report_epsilon(g)
        ),
    },
    **{
        f"bounds[{place}]": {
            "this is the ratio of the counts; take bounds of both probabilities": (
                lambda g, place=place: plain_ratios(g)[place]
            ),
            BOTH_SIDES: lambda g, place=place: bounds_if(0.01, 0.01)(g)[place],
            f"{BOTH_SIDES}; a bound is one-sided, so 0.005 is not halved again": (
                lambda g, place=place: bounds_if(0.0025, 0.0025)(g)[place]
            ),
        }
        for place in range(3)
    },
    "refuted": {
        "a ratio of counts above the claim may be chance: ask whether the bound is"
        " above": (above(plain_ratios)),
    },
    "needed": {
        "one report too few: the probability is still above 1 %": lambda g: math.floor(
            math.log(0.01) / math.log1p(-g.rare)
        ),
        "that is for an error of 5 %": lambda g: math.ceil(
            math.log(0.05) / math.log1p(-g.rare)
        ),
    },
    "most_epsilon": {
        "ε bounds the ratio of odds; this is the ratio of probabilities": (
            lambda g: math.log(g.ceiling / g.prior)
        ),
        "this is the factor; ε is its natural logarithm": lambda g: math.exp(
            most_epsilon(g)
        ),
        "this takes the ceiling alone; what was believed before?": lambda g: logit(
            g.ceiling
        ),
    },
    "least_epsilon": {
        "this ε gives a variance of that size; asked for is the standard error": (
            lambda g: 2 * math.asinh(1 / math.sqrt(g.error * g.people))
        ),
        "this is symmetric noise on the bits; the plan is optimized unary encoding": (
            lambda g: 4 * math.asinh(1 / (2 * g.error * math.sqrt(g.people)))
        ),
        "this is for randomized response with two answers": (
            lambda g: 2 * math.asinh(1 / (2 * g.error * math.sqrt(g.people)))
        ),
    },
    "people_needed": {
        "this is for a variance of that size; asked for is the standard error": (
            lambda g: g.error * people_needed(g)
        ),
        "this is for randomized response with two answers": lambda g: (
            people_needed(g) / 4
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
        "these are shares; wanted are numbers of people": lambda g, *rows: (
            pilot_if(of_the_day)(g, *rows) / len(of_the_day(g, *rows))
        ),
        "these are numbers of ones; take out what the noise adds": raw,
    },
    "day_counts, errors": {
        "these are of shares; wanted are those of numbers of people": lambda g, *rows: (
            pilot_if(of_the_day, errors=True)(g, *rows) / len(of_the_day(g, *rows))
        ),
        "these are of shares; wanted are those of numbers of people (the module's)": (
            lambda g, *rows: (
                pilot_if(of_the_day, errors=True, least=0, most=1)(g, *rows)
                / len(of_the_day(g, *rows))
            )
        ),
        "too small: reports that were sent again tell nothing new": lambda g, *rows: (
            pilot_if(of_the_day, errors=True)(g, *rows)
            * math.sqrt(len(of_the_day(g, *rows)) / len(all_deliveries(g, *rows)))
        ),
        "these are variances; take the square root": (
            pilot_if(of_the_day, np.square, errors=True)
        ),
        "the noise of the bits must still be divided by p - q": lambda g, *rows: (
            pilot_if(of_the_day, errors=True)(g, *rows)
            * (0.5 - 1 / (math.exp(g.pilot_epsilon) + 1))
        ),
    },
}
