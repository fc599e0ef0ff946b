"""Answers to the exercises of the chapter "From one machine to many"."""

import math

import numpy as np

_ = None  # an answer that is not given


def of_all_by_hand(shares, people):
    return sum(share * n for share, n in zip(shares, people)) / sum(people)


def ratio_of_weights(d):
    weights = np.repeat([1, 2], [round(1000 * (1 - d)), round(1000 * d)])
    return (1 / math.sqrt(weights.sum())) / (math.sqrt((weights**2).sum()) / weights.sum())


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
    "of_all": (of_all_by_hand,),
    "printed_over_true": (ratio_of_weights,),
    "two_servers": (0.48,),
    "sizes": (16, 1_024),
    "three_times": (math.sqrt(2 / 3),),
    "replayed": (0.1507,),
    "cells": (7,),
    "place": (lambda i: i ^ 7,),
    "publish": (new_numbers,),
}

WRONG = {
    "publish": [
        ((with_index,), "still has the column __index_level_0__"),
        ((old_order,), "in their old order"),
        ((fewer,), "all rows and columns"),
        ((columns_apart,), "each row must stay"),
    ]
}
