"""Answers to the exercises of the chapter "Deployments and choosing ε"."""

import math

import numpy as np

_ = None  # an answer that is not given


RIGHT = {
    "likelihood": (lambda h, epsilon: 1 + h * np.expm1(epsilon),),
    "largest_epsilon": (lambda prior, ceiling: np.log((1 / prior - 1) / (1 / ceiling - 1)),),
    "ledger": (1095, 2.5),
    "belief": (2.506, 0.835),
    "interval": (1.925, 1.558, False, 338_000),
    "sparse": (3.154, 7.784, 3),
    "month": (lambda one, ever, reports, values: values * min(ever, one * reports / values),),
    "times": (lambda prior, epsilon: 1 / (prior + (1 - prior) * math.exp(-epsilon)), 99.55),
}
WRONG = {}
