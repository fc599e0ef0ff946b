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


def report(bits, p, q, rng):
    return (rng.random(16) < np.where(bits, q, p)).astype(int)


def report_by_sums(bits, p, q, rng):
    return 1 * (rng.random(size=16) < p + (q - p) * np.asarray(bits))


def swapped(bits, p, q, rng):
    return (rng.random(16) < np.where(bits, p, q)).astype(int)


def only_sets(bits, p, q, rng):
    return np.maximum(bits, report(bits, p, q, rng))


def only_clears(bits, p, q, rng):
    return bits * report(bits, p, q, rng)


RIGHT = {
    "filter_bits": [(positions,), (lambda word, cohort: np.array(positions(word, cohort)),)],
    "instantaneous": [(report,), (report_by_sums,)],
    "budget": [((0.538, 0.755, 0.876), 2), ([noise(2, h) for h in (1, 2, 4)], 2.0)],
    "forgotten_hashes": [(noise,), (noise_rounded_up,)],
    "changing_word": [(32.2, 131.8), (32.229, 120 * np.log(3))],
}

WRONG = {
    "filter_bits": [
        ((lambda word, cohort: [place + 16 for place in positions(word, cohort)],), "modulo 16"),
        ((lambda word, cohort: positions(word, cohort + 1),), "the first h bytes"),
        ((lambda word, cohort: 5,), "2 numbers"),
    ],
    "instantaneous": [
        ((swapped,), "a permanent 1 shows 1 with probability q"),
        ((only_sets,), "a permanent 1 may show 0"),
        ((only_clears,), "a permanent 0 may show 1"),
    ],
    "budget": [
        (([2 / (math.exp(2 / h) + 1) for h in (1, 2, 4)], _), "differ in 2h bits"),
        (([noise(2, h) / 2 for h in (1, 2, 4)], _), "this is f/2"),
        ((0.538, _), "must be 3 numbers"),
        ((_, 1), "nothing is added"),
    ],
    "forgotten_hashes": [
        ((lambda epsilon, hashes: noise(epsilon, 1),), "the hashes belong into the formula"),
        ((lambda epsilon, hashes: round(noise(epsilon, hashes), 2),), "Round up, or not at all"),
        ((lambda epsilon, hashes: 2 / (math.exp(epsilon / hashes) + 1),), "solve ε∞"),
        ((lambda epsilon, hashes: 1,), "more noise than needed"),
        ((lambda epsilon, hashes: 0,), "gives inf"),
        ((lambda epsilon, hashes: "much",), "one number from 0 to 1"),
    ],
    "changing_word": [
        ((4.394, _), "one word that stays the same"),
        ((1.074, _), "this is one report"),
        ((_, 32.2), "for one report of each word"),
    ],
}
