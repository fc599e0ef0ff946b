"""Answers to the exercises of the chapter "Unary encoding"."""

import numpy as np

_ = None  # an answer that is not given


def bit_for_no_answer(value, domain):
    missing = value is None or value != value
    if not missing and value not in domain:
        raise ValueError(value)
    return np.array([int(value == one) for one in domain] + [int(missing)])


def one_hot(values, domain):
    return (np.array(values)[:, None] == np.array(domain)).astype(int)


def one_hot_in_lists(values, domain):
    return [[value == one for one in domain] for value in values]


def flips_one_kind_after_the_other(bits, p, q, rng):
    kept, made = rng.binomial(1, p, bits.shape), rng.binomial(1, q, bits.shape)
    return kept * bits + made * (1 - bits)


def counts_one_by_one(reports, p, q):
    return [(sum(column) - len(column) * q) / (p - q) for column in zip(*reports.tolist())]


RIGHT = {
    "encode": (one_hot_in_lists,),
    "perturb": (flips_one_kind_after_the_other,),
    "aggregate": (counts_one_by_one,),
    "one_bit": (2, 0.6225, 2.06),
    "two_jobs": (4.394,),
    "silent_missing": (bit_for_no_answer,),
    "swapped_letters": ("standard error", 135, 226),
}


def always_the_first(value, domain):
    return [int(value == one or (value not in domain and one == domain[0])) for one in domain]


def longer_if_missing(value, domain):
    return [int(value == one) for one in domain] + ([1] if value not in domain else [])


WRONG = {
    "encode": [((lambda values, domain: 1 - one_hot(values, domain),), "0 and 1 are exchanged")],
    "perturb": [((lambda bits, p, q, rng: bits,), "the reports are the true rows")],
    "silent_missing": [
        ((lambda value, domain: [int(value == one) for one in domain],), "is all zeros"),
        ((always_the_first,), "a value that it is not"),
        ((longer_if_missing,), "as many bits as all others"),
        ((lambda value, domain: [1] * len(domain),), "set one bit, which is its own"),
    ],
}
