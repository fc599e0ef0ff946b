"""Check a client that remembers one answer for each value: what its week gives away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from ldp_checks.findings import Fault, Finding
from ldp_checks.judge_bits import as_bits, wrong_bits
from ldp_checks.judge_channel import Sample, beyond_chance, wrong_in_tables, wrong_law
from ldp_checks.judge_dependence import dependent
from ldp_checks.judge_form import (
    OTHER_FORM,
    alone,
    changes_form,
    generator,
    keeps_its_input,
    uses_its_generator,
)
from ldp_checks.judge_tables import tables
from ldp_checks.statistical_limits import ERROR, epsilon_shown

PHONES = 8_000  # at least
WHAT = [
    [f'value {value}, remembered answer "{answer}"' for answer in (0, 1)]
    for value in (0, 1)
]
FORGETS = (
    "phones give a value a new answer {when}. Each new draw costs ε again, and the mean"
    " of many tells the value: draw one answer for each value, and remember it"
)


def memory_findings(
    client: Callable, days: int, epsilon: float, rng: np.random.Generator
) -> Iterator[Finding]:
    """Judge client(values, rng), on rows of 0s and 1s.

    2.25 points: memory 1, law 0.5, independence 0.25, generator and input 0.5. A client
    that forgets gets nothing.
    """
    values = (rng.random((PHONES + rng.integers(PHONES // 10), days)) < 0.5).astype(
        np.int64
    )
    of_one, readable = alone(
        lambda: client(values[:1].copy(), generator(rng)), values[:1].shape
    )
    reports = as_bits(client(values.copy(), generator(rng)), values.shape)
    if isinstance(reports, str):
        raise Fault(reports, 2.25)
    if message := _forgets(values, reports):
        raise Fault(message, 2.25)
    few = values[:200]
    from_generator = uses_its_generator(lambda rng: client(few.copy(), rng), rng=rng)
    if not from_generator.holds and "same answer" in from_generator.message:
        message = (
            "two calls with different generators make the same draws: whoever knows"
            " your code can undo them"
        )
        raise Fault(message, 2.25)
    if changes_form(client, few, rng):
        raise Fault(OTHER_FORM, 2.25)
    ones = [((values == value) * reports).sum(axis=1) > 0 for value in (0, 1)]
    both = (values.min(axis=1) == 0) & (values.max(axis=1) == 1)
    memory = np.stack(ones, axis=1)[both].astype(int)
    keep = 1 / (1 + np.exp(-epsilon))
    law = [[keep, 1 - keep], [1 - keep, keep]]
    sample = Sample.of(np.tile([0, 1], (len(memory), 1)), memory, law)
    shown, wrong = epsilon_shown(sample.counts), wrong_law(sample, WHAT)
    leak = ""
    if shown > epsilon:
        leak = (
            f"a remembered answer shows at least ε = {shown:.3g}; asked for is"
            f" {epsilon:g}"
        )
    elif (memory[:, 0] == memory[:, 1]).all():
        leak = (
            "all reports of a phone are alike: the other value needs an answer of its"
            " own"
        )
    elif (memory[:, 0] != memory[:, 1]).all():
        leak = (
            "one coin decides for both values: the week can be read off, up to an"
            " exchange of 0 and 1; draw a coin for each value"
        )
    elif _tells(values[both], memory, sample.as_observed().law):
        leak = (
            "the remembered answers depend on the other days: draw them before the week"
            " begins"
        )
    judged = sample.as_observed() if wrong else sample
    leak = leak or wrong_bits(client, values, judged.law, rng, readable)
    leak = leak or _wrong_weeks(client, days, judged, bool(wrong), rng)
    if leak:
        raise Fault(leak, 2.25)
    message = (
        "a value is answered once, and the answer is repeated: the mean of a week tells"
        " no more"
    )
    yield Finding(True, message, 1, 5 * ERROR)
    right = "the remembered answers have the probabilities of randomized response"
    yield Finding(not wrong, wrong or right, 0.5, ERROR)
    dependence = dependent(judged)
    dependence += ": draw anew for each value of each phone" if dependence else ""
    right = "both answers of a phone, and all phones, draw independently"
    yield Finding(not dependence, dependence or right, 0.25, ERROR)
    yield replace(from_generator, points=0.25)
    keeps = keeps_its_input(client, few, generator(rng), points=0.25)
    yield keeps if not of_one else Finding(False, of_one, 0.25)


def _wrong_weeks(
    client: Callable,
    days: int,
    memory: Sample,
    loosely: bool,
    rng: np.random.Generator,
) -> str:
    """Say what is wrong with the weeks of tables of any kind; "" if nothing is."""

    def draw(people: int, shares: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        alike = 10 ** rng.uniform(-1, 1)  # small: most people are the same on all days
        habits = rng.beta(*(alike * shares[::-1]), size=(people, 1))
        return (rng.random((people, days)) < habits).astype(int)

    samples = []
    for size, values in tables(rng, 2, draw):
        reports = as_bits(client(values.copy(), generator(rng)), values.shape)
        if isinstance(reports, str):
            return reports
        if message := _forgets(values, reports):
            return message
        held = [(values == value).any(axis=1) for value in (0, 1)]
        answers = [
            ((values == value) * reports).max(axis=1)[held[value]] for value in (0, 1)
        ]
        inputs = np.repeat([0, 1], [len(part) for part in answers])
        sample = Sample.of(inputs, np.concatenate(answers), memory.law)
        samples.append((size, sample))
    return wrong_in_tables(samples, WHAT, loosely=loosely)


def _forgets(values: np.ndarray, reports: np.ndarray) -> str:
    """Say how a phone answers the same value in two ways; "" if none does."""
    bad = np.zeros(len(values), dtype=bool)
    for value in (0, 1):
        held = values == value
        ones = (held & (reports == 1)).sum(axis=1)
        bad |= (ones > 0) & (ones < held.sum(axis=1))
    if not bad.any():
        return ""
    stays = values[:, 1:] == values[:, :-1]
    changes = (reports[:, 1:] != reports[:, :-1]) & stays
    when = "on another day" if changes.any() else "when it comes back"
    return f"{int(bad.sum()):,} of {len(bad):,} {FORGETS.format(when=when)}"


def _tells(values: np.ndarray, memory: np.ndarray, law: np.ndarray) -> bool:
    """Return whether a remembered answer depends on other days.

    These are how often a value is held, and the first day.
    """
    counts, of, chances = [], [], []
    for group in (values.sum(axis=1), values.shape[1] * values[:, 0]):
        for number in np.unique(group):
            of_group = memory[group == number]
            for value in (0, 1):
                counts.append(of_group[:, value].sum())
                of.append(len(of_group))
                chances.append(law[value, 1])
    return beyond_chance(counts, of, chances, ERROR / 2)
