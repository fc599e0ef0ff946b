"""Answers to the exercises of the chapter "RAPPOR I: collecting"."""

import math

import numpy as np

from ldp_course.rappor import Parameters, bloom_bits

_ = None  # an answer that is not given


def noise(epsilon, hashes):
    return 2 / (math.exp(epsilon / 2 / hashes) + 1)


def noise_rounded_up(epsilon, hashes):
    return np.ceil(100 * noise(epsilon, hashes)) / 100


LIBRARY = Parameters(16, 2, 64, f=0.5, p=0.5, q=0.75)


def positions(word, cohort):
    return bloom_bits(word, cohort, LIBRARY)


def report_by_sums(bits, p, q, rng):
    return 1 * (rng.random(size=16) < p + (q - p) * np.asarray(bits))


RIGHT = {
    "filter_bits": (lambda word, cohort: np.array(positions(word, cohort)),),
    "instantaneous": (report_by_sums,),
    "budget": ((0.538, 0.755, 0.876), 2),
    "forgotten_hashes": (noise_rounded_up,),
    "changing_word": (32.2, 131.8),
}

WRONG = {
    "filter_bits": [((lambda word, cohort: 5,), "2 numbers")],
    "forgotten_hashes": [
        ((lambda epsilon, hashes: noise(epsilon, 1),), "the hashes belong into the formula"),
        ((lambda epsilon, hashes: round(noise(epsilon, hashes), 2),), "Round up, or not at all"),
        ((lambda epsilon, hashes: 2 / (math.exp(epsilon / hashes) + 1),), "solve ε∞"),
        ((lambda epsilon, hashes: 1,), "more noise than needed"),
    ],
}
