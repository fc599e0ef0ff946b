"""Answers to the exercises of the chapter "Choosing a protocol"."""

import numpy as np

_ = None  # an answer that is not given

RIGHT = {
    "plan": [("subset", "OLH", 0.334), ("Subset", "olh", 0.33422)],
    "crossing": [(64,), (64.0,)],
    "brochure": [(0.595, 221_054), (0.5947, 221_000)],
    "rounded_down": [(1, 2, 1.079), (1.0, np.int64(2), 1.0785)],
}

WRONG = {
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
