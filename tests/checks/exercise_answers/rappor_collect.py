"""Answers to the exercises of the chapter "RAPPOR I: collecting"."""

import math

import numpy as np

_ = None  # an answer that is not given


def noise(epsilon, hashes):
    return 2 / (math.exp(epsilon / 2 / hashes) + 1)


def noise_rounded_up(epsilon, hashes):
    return np.ceil(100 * noise(epsilon, hashes)) / 100


RIGHT = {
    "budget": [((0.538, 0.755, 0.876), 2), ([noise(2, h) for h in (1, 2, 4)], 2.0)],
    "forgotten_hashes": [(noise,), (noise_rounded_up,)],
    "changing_word": [(32.2, 131.8), (32.229, 120 * np.log(3))],
    "history": [(0.531, 0.508), (17 / 32, 65 / 128)],
}

WRONG = {
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
    "history": [
        ((0.625, _), "for a permanent bit 1"),
        ((0.508, _), "for two devices"),
        ((_, 0.531), "for one device"),
        ((_, 0.316), "both reports are 0"),
    ],
}
