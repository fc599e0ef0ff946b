"""Clients that use their coins wrongly. Students find the fault of theirs and mend it.

Each was written as "the first coin shows heads with probability `heads`; heads: tell the truth;
tails: a second, fair coin decides". Faults like these were found in published code. The names are
no hints: students see `client`.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ldp_course.checks.randomized_response.clients import Channel


def intended(heads: float) -> Channel:
    """The channel that the clients should have."""
    return Channel((1 - heads) / 2, (1 + heads) / 2)


def yes_stays(truths, heads, rng):
    n = len(truths)
    first, second = rng.random(n) < heads, rng.random(n) < 0.5
    reports = truths.copy()
    reports[~first & second] = 1
    return reports


def no_stays(truths, heads, rng):
    n = len(truths)
    first, second = rng.random(n) < heads, rng.random(n) < 0.5
    reports = truths.copy()
    reports[~first & ~second] = 0
    return reports


def one_draw(truths, heads, rng):
    n = len(truths)
    draws = rng.random(n)
    first, second = draws < heads, draws < 0.5
    return np.where(first, truths, second).astype(int)


def one_toss(truths, heads, rng):
    first, second = rng.random() < heads, rng.random() < 0.5
    return np.where(first, truths, second).astype(int)


def swapped(truths, heads, rng):
    n = len(truths)
    first, second = rng.random(n) < heads, rng.random(n) < 0.5
    return np.where(first, second, truths).astype(int)


def same_coin(truths, heads, rng):
    n = len(truths)
    first, second = rng.random(n) < heads, rng.random(n) < heads
    return np.where(first, truths, second).astype(int)


@dataclass(frozen=True)
class Faulty:
    """A faulty client, and the channel of one person's report for a first coin with `heads` < 1/2.

    whole_table: whether the reports of others say more about a person than the person's own report
    """

    client: Callable
    channel: Callable[[float], Channel]
    whole_table: bool = False

    @property
    def code(self) -> str:
        """The client as the student reads it."""
        return inspect.getsource(self.client).replace(self.client.__name__, "client", 1)

    def epsilon(self, heads: float) -> float:
        """ε of one person's truth, if the server sees the reports of two or more people."""
        # one_toss: a table with two different reports can only come from a first coin that showed
        # heads
        return math.inf if self.whole_table else self.channel(heads).epsilon


FAULTY = [
    Faulty(yes_stays, lambda heads: Channel((1 - heads) / 2, 1.0)),
    Faulty(no_stays, lambda heads: Channel(0.0, (1 + heads) / 2)),
    Faulty(one_draw, lambda heads: Channel(0.5 - heads, 0.5)),
    Faulty(one_toss, intended, whole_table=True),
    Faulty(swapped, lambda heads: Channel(heads / 2, 1 - heads / 2)),
    Faulty(same_coin, lambda heads: Channel((1 - heads) * heads, heads + (1 - heads) * heads)),
]
