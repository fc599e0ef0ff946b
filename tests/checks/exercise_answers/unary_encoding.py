"""Answers to the exercises of the chapter "Unary encoding"."""

import math

import numpy as np

_ = None  # an answer that is not given


def refuse(value, domain):
    if value not in domain:
        raise ValueError(value)
    return [value == one for one in domain]


def bit_for_no_answer(value, domain):
    missing = value is None or value != value
    if not missing and value not in domain:
        raise ValueError(value)
    return np.array([int(value == one) for one in domain] + [int(missing)])


def one_hot(values, domain):
    return (np.array(values)[:, None] == np.array(domain)).astype(int)


def one_hot_in_lists(values, domain):
    return [[value == one for one in domain] for value in values]


def flips(bits, p, q, rng):
    return (rng.random(bits.shape) < np.where(bits == 1, p, q)).astype(int)


def flips_one_kind_after_the_other(bits, p, q, rng):
    kept, made = rng.binomial(1, p, bits.shape), rng.binomial(1, q, bits.shape)
    return kept * bits + made * (1 - bits)


def counts(reports, p, q):
    return (reports.sum(axis=0) - len(reports) * q) / (p - q)


def counts_one_by_one(reports, p, q):
    return [(sum(column) - len(column) * q) / (p - q) for column in zip(*reports.tolist())]


RIGHT = {
    "encode": [(one_hot,), (one_hot_in_lists,)],
    "perturb": [(flips,), (flips_one_kind_after_the_other,)],
    "aggregate": [(counts,), (counts_one_by_one,)],
    "one_bit": [(2, 0.6225, 2.06), (2.0, 1 / (1 + math.exp(-0.5)), 2.063)],
    "two_jobs": [(4.394,), (4 * np.log(3),)],
    "silent_missing": [(refuse,), (bit_for_no_answer,)],
    "swapped_letters": [("standard error", 135, 226), ("Standard error", 135.3, 225.6)],
}


def always_the_first(value, domain):
    return [int(value == one or (value not in domain and one == domain[0])) for one in domain]


def longer_if_missing(value, domain):
    return [int(value == one) for one in domain] + ([1] if value not in domain else [])


def one_draw_a_person(bits, p, q, rng):
    return (rng.random((len(bits), 1)) < np.where(bits == 1, p, q)).astype(int)


def own_generator(bits, p, q, rng):
    return flips(bits, p, q, np.random.default_rng())


WRONG = {
    "encode": [
        (
            (lambda values, domain: one_hot(values, domain).T,),
            "must return a table of shape (4, 3)",
        ),
        ((lambda values, domain: 1 - one_hot(values, domain),), "0 and 1 are exchanged"),
        ((lambda values, domain: [domain.index(v) for v in values],), "its shape was (4,)"),
        ((lambda values, domain: one_hot(values, domain)[::-1],), "at the person's own value"),
    ],
    "perturb": [
        ((lambda bits, p, q, rng: flips(bits, q, p, rng),), "1 and 0 are exchanged"),
        ((lambda bits, p, q, rng: flips(bits, p, 1 - p, rng),), "asked for: 1s stay 1 with 0.8"),
        ((lambda bits, p, q, rng: np.maximum(flips(bits, p, q, rng), bits),), "never becomes 0"),
        ((lambda bits, p, q, rng: bits,), "the reports are the true rows"),
        ((one_draw_a_person,), "draw anew for every bit of every person"),
        ((own_generator,), "draw all chance from `rng`"),
        ((lambda bits, p, q, rng: flips(bits, p, q, rng)[0],), "must return a table of shape"),
    ],
    "aggregate": [
        ((lambda y, p, q: y.sum(axis=0) - len(y) * q,), "divide by p − q"),
        ((lambda y, p, q: y.sum(axis=0) / (p - q),), "subtract the expected false ones"),
        ((lambda y, p, q: y.sum(axis=0),), "nothing is corrected"),
        ((lambda y, p, q: np.maximum(counts(y, p, q), 0),), "below 0 at times"),
        ((lambda y, p, q: counts(y, p, q).sum(),), "must be 3 numbers"),
    ],
    "one_bit": [
        ((1, _, _), "two values differ in two"),
        ((_, 0.7311, _), "the colleague's"),
        ((_, _, 4.26), "for the variance"),
        ((_, _, 0.485), "the other way round"),
    ],
    "two_jobs": [
        ((2.197,), "one occupation each"),
        ((3.296,), "all bits that differ"),
        ((81,), "this is the ratio"),
    ],
    "silent_missing": [
        ((lambda value, domain: [int(value == one) for one in domain],), "is all zeros"),
        ((lambda value, domain: [int(value == one) for one in domain],), "never declared"),
        ((always_the_first,), "a value that it is not"),
        ((longer_if_missing,), "as many bits as all others"),
        ((lambda value, domain: domain.index(value),), "must return the bits of one person"),
        ((lambda value, domain: [1] * len(domain),), "set one bit, which is its own"),
    ],
    "swapped_letters": [
        (("epsilon", _, _), "only the third differs"),
        (("all", _, _), "must be one of"),
        ((_, 226, _), "letters swapped"),
        ((_, _, -226), "is positive"),
    ],
}
