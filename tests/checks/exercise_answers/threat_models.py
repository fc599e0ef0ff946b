"""Answers to the exercises of the chapter "Threat models"."""

import hashlib

from ldp_course.checks.chapters.threat_models import LETTERS

_ = None  # an answer that is not given


def ids():
    return (f"{a}{letter}{b:02}" for a in range(10) for letter in LETTERS for b in range(100))


def md5(identity):
    return hashlib.md5(identity.encode()).hexdigest()


LOOKUP = {md5(identity): identity for identity in ids()}

RIGHT = {
    "k_anonymity": (6_409, 2_798, 1_300),
    "safe_in_the_group": (5_006, 28),
    "score": (lambda person, averages: ((person - 0.5) * (averages - 0.5)).sum(axis=-1),),
    "stand_alone": (
        lambda table, columns: int((table.groupby(columns, dropna=False).size() == 1).sum()),
    ),
    "pseudonyms": (
        lambda published: next(identity for identity in ids() if md5(identity) == published),
    ),
}

WRONG = {
    "pseudonyms": [
        ((lambda published: "7B42",), "every pseudonym leads to 7B42"),
        ((lambda published: published,), "a hash of the hash"),
        (({h: i for h, i in LOOKUP.items() if i[2] != "0"}.get,), "may be 00 to 09"),
    ]
}
