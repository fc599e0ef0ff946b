"""Answers to the exercises of the chapter "From one machine to many"."""

import math
from fractions import Fraction

import numpy as np

_ = None  # an answer that is not given


def of_all(shares, people):
    return np.average(shares, weights=people)


def of_all_by_hand(shares, people):
    return sum(share * n for share, n in zip(shares, people)) / sum(people)


def ratio(d):
    return math.sqrt((1 + d) / (1 + 3 * d))


def ratio_of_weights(d):
    weights = np.repeat([1, 2], [round(1000 * (1 - d)), round(1000 * d)])
    return (1 / math.sqrt(weights.sum())) / (math.sqrt((weights**2).sum()) / weights.sum())


def place(i):
    return 8 * (i // 8) + 7 - i % 8


def sorted_rows(table, path):
    table.sort_values(list(table.columns)).to_parquet(path, index=False)


def new_numbers(table, path):
    table.sample(frac=1, random_state=2).reset_index(drop=True).to_parquet(path)
    return path


def with_index(table, path):
    table.sample(frac=1, random_state=2).to_parquet(path)


def old_order(table, path):
    table.to_parquet(path, index=False)


def fewer(table, path):
    table.drop_duplicates().head(20).to_parquet(path, index=False)


def columns_apart(table, path):
    mixed = {name: np.sort(table[name]) for name in table.columns}
    table.assign(**mixed).to_parquet(path, index=False)


RIGHT = {
    "of_all": [(of_all,), (of_all_by_hand,)],
    "printed_over_true": [(ratio,), (ratio_of_weights,)],
    "two_servers": [(0.48,), (Fraction(12, 25),)],
    "sizes": [(16, 1_024), (16.0, 128 * 8)],
    "three_times": [(math.sqrt(2 / 3),), (0.816,)],
    "replayed": [(0.1507,), (0.151,)],
    "cells": [(7,), (7.0,)],
    "place": [(place,), (lambda i: i ^ 7,)],
    "publish": [(sorted_rows,), (new_numbers,)],
}

WRONG = {
    "of_all": [
        ((lambda s, n: np.mean(s),), "each person counts alike"),
        ((lambda s, n: np.dot(s, n),), "number of all people"),
        ((lambda s, n: ...,), "your line in place of"),
    ],
    "printed_over_true": [
        ((lambda d: (1 + d) / (1 + 3 * d),), "take the root"),
        ((lambda d: 1 / ratio(d),), "true one over the printed"),
        ((lambda d: 1 / math.sqrt(1 + d),), "without repeats"),
        ((lambda d: ...,), "your line in place of"),
    ],
    "two_servers": [((0.5,), "mean of both"), ((0.49,), "say yes"), ((0.24,), "divide by p − q")],
    "sizes": [((128, _), "a byte has 8"), ((_, 128), "8 bytes"), ((_, 8192), "bits")],
    "three_times": [
        ((2 / 3,), "take the root"),
        ((math.sqrt(1.5),), "true one over the printed"),
        ((math.sqrt(1.1 / 1.3),), "count twice"),
    ],
    "replayed": [
        ((0.2164,), "10,500 reports now"),
        ((500 / 10_500,), "share of the reports"),
        ((0.0348,), "divide by p − q"),
    ],
    "cells": [
        ((136_467,), "people that a cell needs"),
        ((8,), "too few people"),
        ((13,), "exact coins"),
    ],
    "place": [
        ((lambda i: i,), "from the left"),
        ((lambda i: 15 - i,), "bytes stay in order"),
        ((lambda i: 7 - i % 8,), "each byte before"),
    ],
    "publish": [
        ((with_index,), "still has the column __index_level_0__"),
        ((old_order,), "in their old order"),
        ((fewer,), "all rows and columns"),
        ((columns_apart,), "each row must stay"),
        ((lambda table, path: None,), "wrote no file"),
        ((5,), "must be a function"),
    ],
}
