"""Answers to the exercises of the chapter "Threat models"."""

import hashlib
from fractions import Fraction

import numpy as np

from ldp_course.checks.exercises.threat_models import LETTERS

_ = None  # an answer that is not given


def ids():
    return (f"{a}{letter}{b:02}" for a in range(10) for letter in LETTERS for b in range(100))


def md5(identity):
    return hashlib.md5(identity.encode()).hexdigest()


LOOKUP = {md5(identity): identity for identity in ids()}

RIGHT = {
    "k_anonymity": [(6_409, 2_798, 1_300), (np.int64(6_409), 2_798.0, 1_300)],
    "safe_in_the_group": [(28, ">50K"), (28.0, " >50k ")],
    "two_lists": [(0.5, 0.42), (Fraction(1, 2), 2 * 0.46**2)],
    "pseudonyms": [
        (LOOKUP.get,),
        (lambda published: next(identity for identity in ids() if md5(identity) == published),),
    ],
}

WRONG = {
    "k_anonymity": [
        ((26_152, _, _), "the rows that should go"),
        ((3_501, _, _), "unique rows only"),
        ((_, _, 3_501), "for exact ages"),
        ((_, 2_799, _), "is not right"),
    ],
    "safe_in_the_group": [
        ((1, _), "keep all rows"),
        ((_, "<=50K"), "every row that fits"),
        ((_, "much"), "must be one of"),
    ],
    "two_lists": [
        ((0.75, _), "exchange them"),
        ((_, 0.92), "for one list"),
        ((_, 0.2116), "either of the two"),
        ((_, 2.363), "m = 1 over m = 2"),
    ],
    "pseudonyms": [
        ((lambda published: "7B42",), "every pseudonym leads to 7B42"),
        ((lambda published: published,), "a hash of the hash"),
        (({h: i for h, i in LOOKUP.items() if i[2] != "0"}.get,), "may be 00 to 09"),
        (({}.__getitem__,), "hash all 26,000 ids"),
        ((LOOKUP,), "must be a function"),
    ],
}
