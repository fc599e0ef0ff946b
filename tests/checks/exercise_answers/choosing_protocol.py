"""Answers to the exercises of the chapter "Choosing a protocol"."""

import math

import numpy as np

from ldp_course import HadamardResponse, LocalHashing, SubsetSelection, UnaryEncoding

_ = None  # an answer that is not given

BYTES = {"subset": {14: 2, 200: 17, 1024: 107}, "OUE": {14: 2, 200: 25, 1024: 128}}
BYTES |= {"OLH": dict.fromkeys([14, 200, 1024], 9), "Hadamard": {14: 1, 200: 1, 1024: 2}}
MAKERS = {
    "subset": SubsetSelection.optimized,
    "OUE": UnaryEncoding.optimized,
    "OLH": LocalHashing.optimized,
    "Hadamard": HadamardResponse.optimized,
}


def by_module(k, e, most_bytes):
    fits = [name for name in MAKERS if BYTES[name][k] <= most_bytes]
    return min(fits, key=lambda name: MAKERS[name](range(k), e).variance(1, 0.0))


def by_table(k, e, most_bytes):
    if most_bytes < 9:
        return "Hadamard"
    return "direct" if k == 14 and e == 2 else "OLH" if most_bytes == 9 else "subset"


def squared(nv, margin):
    return nv * 1.96**2 / margin**2


RIGHT = {
    "best": [(by_module,), (by_table,)],
    "people_needed": [(squared,), (lambda nv, margin: nv / (margin / 1.96) ** 2,)],
    "plan": [("subset", "OLH", 0.334), ("Subset", "olh", 0.33422)],
    "crossing": [(64,), (64.0,)],
    "brochure": [(0.595, 221_054), (0.5947, 221_000)],
    "rounded_down": [(1, 2, 1.079), (1.0, np.int64(2), 1.0785)],
}

WRONG = {
    "best": [
        ((lambda *x: "OUE",), "take the least"),
        ((lambda *x: "direct",), "compare n V*"),
        ((lambda *x: 3.055,), "name of a protocol"),
        ((lambda *x: ...,), "your line in place of"),
    ],
    "people_needed": [
        ((lambda nv, margin: nv * 1.96 / margin,), "take the square"),
        ((lambda nv, margin: nv / margin**2,), "1.96 standard errors, not one"),
        ((lambda nv, margin: (1.96 / margin) ** 2 / nv,), "stands above"),
        ((lambda *x: math.ceil(squared(*x)),), "do not round"),
    ],
    "plan": [
        (("OUE", _, _), "OUE needs 25"),
        ((_, "Hadamard", _), "near the error of OUE"),
        ((_, "subset", _), "a set needs 17 bytes"),
        ((_, _, 0.338), "this is OUE or OLH"),
        ((_, _, 0.1705), "this is one standard error"),
        ((_, _, 0.00334), "times 100"),
    ],
    "crossing": [
        ((65,), "round down"),
        ((24,), "with optimized unary encoding"),
        ((13,), "this is for ε = 1"),
    ],
    "brochure": [
        ((0.303, _), "this is one standard error"),
        ((1.189, _), "not the floor"),
        ((_, 148_750), "the square of the margin"),
        ((_, 884_215), "not the floor"),
    ],
    "rounded_down": [
        ((2, _, _), "at f = 0"),
        ((_, 1, _), "not 0"),
        ((_, _, 1.0385), "not standard errors"),
        ((_, _, 0.0785), "not what is above 1"),
        ((_, _, 7.9), "not percent"),
        ((_, _, 0.927), "the other way round"),
    ],
}
