"""Answers to the exercises of the chapter "Threat models"."""

import hashlib

import numpy as np

from ldp_course.checks.chapters.threat_models import LETTERS

_ = None  # an answer that is not given


def ids():
    return (f"{a}{letter}{b:02}" for a in range(10) for letter in LETTERS for b in range(100))


def md5(identity):
    return hashlib.md5(identity.encode()).hexdigest()


LOOKUP = {md5(identity): identity for identity in ids()}

RIGHT = {
    "k_anonymity": [(6_409, 2_798, 1_300), (np.int64(6_409), 2_798.0, 1_300)],
    "safe_in_the_group": [(5_006, 28), (5_006.0, np.int64(28))],
    "score": [
        (lambda person, averages: (person - 0.5) @ (averages - 0.5),),
        (lambda person, averages: ((person - 0.5) * (averages - 0.5)).sum(axis=-1),),
    ],
    "stand_alone": [
        (lambda table, columns: (~table.duplicated(columns, keep=False)).sum(),),
        (lambda table, columns: int((table.groupby(columns, dropna=False).size() == 1).sum()),),
    ],
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
        ((10_567, _), "groups of five or more"),
        ((294, _), "groups, not rows"),
        ((_, 194), "at most 50K"),
        ((_, 197), "the largest group of all"),
    ],
    "score": [
        ((lambda person, averages: ...,), "write your line in place of ..."),
        ((lambda person, averages: person @ (averages - 0.5),), "from the traits, too"),
        ((lambda person, averages: (person - 0.5) @ averages,), "from the averages, too"),
        ((lambda person, averages: (person - 0.5) * (averages - 0.5),), "must be one number"),
    ],
    "stand_alone": [
        ((lambda table, columns: table.duplicated(columns, keep=False).sum(),), "have a double"),
        ((lambda table, columns: len(table.drop_duplicates(columns)),), "different values"),
        ((lambda table, columns: table.duplicated(columns).sum(),), "these are repeats"),
        ((lambda table, columns: (table.groupby(columns).size() == 1).sum(),), "nobody else has"),
        ((lambda table, columns: ~table.duplicated(columns, keep=False),), "must be one number"),
    ],
    "pseudonyms": [
        ((lambda published: "7B42",), "every pseudonym leads to 7B42"),
        ((lambda published: published,), "a hash of the hash"),
        (({h: i for h, i in LOOKUP.items() if i[2] != "0"}.get,), "may be 00 to 09"),
        (({}.__getitem__,), "hash all 26,000 ids"),
        ((LOOKUP,), "must be a function"),
    ],
}
