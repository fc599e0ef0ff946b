"""Check the exercises of the chapter "Again and again"."""

from __future__ import annotations

import math

import numpy as np

from ldp_checks.answers import (
    as_numbers,
    ask,
    attempt,
    formula,
    number,
    require_function,
)
from ldp_checks.findings import Fault, Finding, exercise
from ldp_course.topics.again_and_again import DirectChain, sequence_loss

# a share of 0.75 of them has a standard deviation of 0.008: limits are 6 of these
DEVICES = 3_000


@exercise
def from_memory(report):
    """Your turn: a report that is drawn once for each value, and then remembered."""
    require_function("report", report, "value, memory, p, rng")
    rng, true_reports, same = np.random.default_rng(1), 0, 0
    for device in range(DEVICES):
        memory, value = {}, device % 2
        call = f"report({value}, memory, 0.75, rng)"
        first = ask(call, report, value, memory, 0.75, rng)
        if as_numbers(first) is None or first not in (0, 1):
            raise Fault(f"{call} must return 0 or 1")
        again, other = (report(x, memory, 0.75, rng) for x in (value, 1 - value))
        if again != first:
            message = (
                "the second report of a value differs from the first: keep the answer"
                " in memory"
            )
            raise Fault(f"report: {message}")
        true_reports, same = true_reports + (first == value), same + (first == other)
    if abs(true_reports / DEVICES - 0.75) > 0.05:
        share = f"{true_reports / DEVICES:.2f} of the values are kept, where p = 0.75"
        raise Fault(f"report: {share}")
    if abs(same / DEVICES - 0.375) > 0.06:
        raise Fault("report: the answers to 0 and to 1 must be drawn independently")
    yield Finding(True, "report(value, memory, p, rng) is right")


@exercise
def second_layer(p2):
    """Your turn: the second layer of a chain for one bit."""

    def results(p1, p):
        keep_again = (p + p1 - 1) / (2 * p1 - 1)
        return keep_again, {
            "a report is also true if both layers turn the bit": p / p1,
            "this is the chance that the second layer turns the bit": 1 - keep_again,
            "this is the report's own p: the first layer has added noise already": p,
        }

    cases = [(0.9, 0.7), (0.8, 0.6), (0.75, 0.75), (0.95, 0.5)]
    yield formula("p2", p2, results, cases)


@exercise
def by_hand(p2, shows, factor):
    """Exercise 1: a chain whose stored answer is true with 3/4, one report with 5/8."""
    of_p2 = {
        "a report is also true if both layers flip the bit": 5 / 6,
        "this is the chance that the second layer flips the bit": 1 / 4,
        "this is the report's own p": 5 / 8,
    }
    of_shows = {
        "two answers also differ if both are false": 9 / 16,
        "this is how often the two stored answers are equal": 3 / 8,
        "one true and one false are equal answers, as the true ones differ": 6 / 16,
    }
    of_factor = {
        "the factor is p2 to 1 − p2; this is its logarithm": math.log(3),
        "this is with fresh noise: the other reports have shown the stored answers": 5
        / 3,
        "a stored answer is known at worst: only the second layer is left": 9,
    }
    yield number("p2", p2, 3 / 4, of_p2)
    yield number("shows", shows, 5 / 8, of_shows)
    yield number("factor", factor, 3, of_factor)


@exercise
def worth(evenings):
    """Exercise 2: how many fresh evenings a year is worth at ε∞ = 3 and ε₁ = 1."""
    once, kept = _variance(1), _variance(3)
    right = once / (kept + (once - kept) / 365)
    mistakes = {
        "this is for a mean without end": once / kept,
        "this is the ratio of standard errors": math.sqrt(right),
        "this is for ε∞ = 2": once / (_variance(2) + (once - _variance(2)) / 365),
        "turn it round: one evening's variance over the year's": 1 / right,
        "only the second layer's part shrinks": 365,
    }
    yield number("evenings", evenings, right, mistakes)


def _variance(epsilon: float) -> float:
    return math.exp(epsilon) / math.expm1(epsilon) ** 2


@exercise
def breaking_day(day, growth):
    """Exercise 3: where 2 ε∞ breaks for ε∞ = 3 and ε₁ = 1, and the growth a day."""
    chain = DirectChain(range(2), 3, 1)
    right = next(d for d in range(1, 12) if sequence_loss(chain, d).any_two > 6)
    mistakes = {
        "this is the day of the chapter's chain": 5,
        "this is the last day on which it holds": right - 1,
    }
    yield number("day", day, right, mistakes, tolerance=0)
    irr = math.log(chain.p2 / chain.q2)
    of_two = DirectChain(range(2), 2, 1)
    of_growth = {
        "half of the days agree with the constant person": irr,
        "this is for ε∞ = 2": math.log(of_two.p2 / of_two.q2) / 2,
        "this is half of ε₁": 0.5,
    }
    yield number("growth", growth, irr / 2, of_growth)


@exercise
def kept_bits(client):
    """Exercise 4: a device that samples once and keeps one answer to each pattern."""
    require_function("client", client, "bucket, memory, rng")
    rng, sent_bits, patterns = np.random.default_rng(2), [], []
    for _ in range(400):
        memory = {}
        first = ask("client(5, memory, rng)", client, 5, memory, rng)
        others = [attempt(client, bucket, memory, rng) for bucket in range(16)]
        rows = [as_numbers(report, (16,)) for report in (first, *others)]
        if wrong := _wrong_rows(rows):
            raise Fault(f"client: {wrong}")
        sampled = np.flatnonzero(rows[0] >= 0)
        sent_bits += [rows[1 + bucket][bucket] for bucket in sampled]
        patterns.append(len({row.tobytes() for row in rows}))
    if abs(np.mean(sent_bits) - 0.731) > 0.07:
        share = f"{np.mean(sent_bits):.2f} of the true ones are kept, not 0.731"
        raise Fault(f"client: {share}")
    if np.mean(patterns) < 3:
        raise Fault("client: each sampled bucket needs an answer of its own")
    yield Finding(True, "client(bucket, memory, rng) remembers what it must")


def _wrong_rows(rows):
    """Say what is wrong with reports of bucket 5, of all 16 buckets, and of 5 again."""
    if any(row is None or not np.isin(row, (-1, 0, 1)).all() for row in rows):
        return "a report must be 16 numbers, 0 or 1, and -1 where it is not sampled"
    sampled = rows[0] >= 0
    if any(((row >= 0) != sampled).any() for row in rows):
        return "another call samples other bits: keep the positions"
    if sampled.sum() != 4:
        return f"it reports {sampled.sum()} bits, not 4"
    if (rows[0] != rows[1 + 5]).any():
        return "it gives another answer to the same bucket: keep it"
    alike = [
        row for row, is_sampled in zip(rows[1:], sampled, strict=True) if not is_sampled
    ]
    if any((row != alike[0]).any() for row in alike):
        return (
            "buckets that are not sampled have the same bits: they must share an answer"
        )
    return None
