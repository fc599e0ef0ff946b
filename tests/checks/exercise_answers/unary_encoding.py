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


RIGHT = {
    "one_bit": [(2, 0.6225, 2.06), (2.0, 1 / (1 + math.exp(-0.5)), 2.063)],
    "two_jobs": [(4.394,), (4 * np.log(3),)],
    "silent_missing": [(refuse,), (bit_for_no_answer,)],
    "swapped_letters": [("standard error", 135, 226), ("Standard error", 135.3, 225.6)],
}


def always_the_first(value, domain):
    return [int(value == one or (value not in domain and one == domain[0])) for one in domain]


def longer_if_missing(value, domain):
    return [int(value == one) for one in domain] + ([1] if value not in domain else [])


WRONG = {
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
