"""What a client for one yes/no question must do: what the checks of such clients share.

A client gets the truths of a table of people, 0 (no) and 1 (yes), and returns one report for each
person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from ldp_course.checks.answers import as_codes
from ldp_course.checks.behaviour import (
    generator,
    keeps_its_input,
    neighbours_are_independent,
    uses_its_generator,
)
from ldp_course.checks.feedback import Finding
from ldp_course.checks.statistics import ERROR, epsilon_shown, within_limits
from ldp_course.privacy import privacy_loss

BLOCK = 2_400  # people of each truth and setting in random order, two by two; a table repeats it
SMALL_TABLES, SMALL = (
    30,
    12,
)  # equal counts in all of them have probability below 1e-12 while 1/12 <= Pr[yes] <= 11/12


@dataclass(frozen=True)
class Channel:
    """Pr[report yes] for a person whose truth is no, and for one whose truth is yes."""

    yes_if_no: float
    yes_if_yes: float

    @property
    def epsilon(self) -> float:
        return privacy_loss([
            [1 - self.yes_if_no, self.yes_if_no],
            [1 - self.yes_if_yes, self.yes_if_yes],
        ])


def symmetric(epsilon: float) -> Channel:
    """Tell the truth with probability e^ε / (e^ε + 1)."""
    lie = 1 / (1 + np.exp(epsilon))
    return Channel(lie, 1 - lie)


def client_findings(
    client: Callable,
    channels: list[Channel],
    points: float,
    rng: np.random.Generator,
    blocks: int,
    settings: np.ndarray | None = None,
) -> Iterator[Finding]:
    """client(truths, rng), or client(truths, the setting of each person, rng): the channel, then
    how chance is drawn.

    channels: the channel that each setting must give; without settings there is one
    points: half of them are for the channel. If it is wrong, nothing else is looked at.
    blocks: the table has 2,400 people in each
    """

    def further(levels: np.ndarray) -> tuple:
        return () if settings is None else (settings[levels],)

    def ask(truths: np.ndarray, levels: np.ndarray) -> np.ndarray | None:
        return as_codes(client(truths, *further(levels), generator(rng)), len(truths), 2)

    cells = 2 * len(channels)
    error = ERROR / (
        2 * cells
    )  # two tests in each cell, of the channel and of neighbours; they share the error
    cell = np.repeat(rng.permutation(BLOCK // 2) % cells, 2)
    reports = ask(np.tile(cell % 2, blocks), np.tile(cell // 2, blocks))
    if reports is None:
        yield Finding(
            False,
            "return one report for each person: an array as long as `truths`, of 0 (no) and 1"
            " (yes)",
        )
        return

    by_cell = [reports.reshape(blocks, BLOCK)[:, cell == one].ravel() for one in range(cells)]
    faults = [
        _wrong_channel(*by_cell[2 * i : 2 * i + 2], channel, error)
        for i, channel in enumerate(channels)
    ]
    if any(faults):
        _, message = max(filter(None, faults))
        yield Finding(False, message, points / 2)
        return
    some = np.arange(400) % 2
    if np.array_equal(ask(some.copy(), 0 * some), ask(some.copy(), 0 * some)):
        undone = "whoever knows your code can undo them, and ε is infinite"
        yield Finding(
            False, f"two calls with different generators make the same draws: {undone}", points / 2
        )
        return
    promised = ", ".join(f"{channel.epsilon:.3g}" for channel in channels)
    kept = f'"no" and "yes" lead to each report as often as they should: ε = {promised}'
    stated = f"a correct answer passes except with probability {ERROR:g}"
    yield Finding(True, f"{kept} ({stated})", points / 2, cells * error + ERROR / 100)

    pairs = [
        neighbours_are_independent(by_cell[2 * i + truth], chance, points / 4, error)
        for i, channel in enumerate(channels)
        for truth, chance in enumerate((channel.yes_if_no, channel.yes_if_yes))
    ]
    few = np.zeros(SMALL, dtype=int)
    small = [ask(few.copy(), few) for _ in range(SMALL_TABLES)]
    if len({None if one is None else one.sum() for one in small}) == 1:
        same = (
            f'of {SMALL} people with "no" the same number report "yes", in each of {SMALL_TABLES}'
            " tables"
        )
        yield Finding(
            False,
            f"{same}: let chance decide for each person, not for a fixed number of them",
            points / 4,
        )
    else:
        worst = next((pair for pair in pairs if not pair.holds), pairs[0])
        yield replace(worst, error=cells * error + ERROR / 100)

    def on_a_copy(truths, *others):
        return client(truths.copy(), *others)

    yield uses_its_generator(on_a_copy, some, *further(0 * some), rng=rng, points=points / 8)
    kept = keeps_its_input(client, some, *further(0 * some), generator(rng), points=points / 8)
    if not kept.holds:
        yield kept
    elif any(ask(some[:people].copy(), 0 * some[:people]) is None for people in (1, 0)):
        yield Finding(
            False, "for one person return one report, and for nobody an empty array", points / 8
        )
    else:
        yield Finding(
            True, f"{kept.message}, and tables of one person or of nobody work", points / 8
        )


def _wrong_channel(of_no: np.ndarray, of_yes: np.ndarray, channel: Channel, error: float):
    """What is wrong with the reports of people with "no" and with "yes", and how much ε it costs at
    least.

    Returns (cost, message), or None if chance explains the reports.
    """
    yes = int(of_no.sum()), int(of_yes.sum())
    of = len(of_no), len(of_yes)
    holds_no, said_no = within_limits(yes[0], of[0], channel.yes_if_no, error)
    holds_yes, said_yes = within_limits(of[1] - yes[1], of[1], 1 - channel.yes_if_yes, error)
    if holds_no and holds_yes:
        return None
    shown = epsilon_shown(np.array([[of[0] - yes[0], yes[0]], [of[1] - yes[1], yes[1]]]))
    if shown > channel.epsilon:
        start = f"asked for ε = {channel.epsilon:.3g}, your reports show at least {shown:.3g}"
    else:
        start = f"these are not the probabilities asked for (ε = {channel.epsilon:.3g})"
    match yes[0] / of[0], yes[1] / of[1]:
        case (0, 1):
            why = "every report is the truth: draw for each person whether to tell it"
        case (0, 0) | (1, 1):
            why = (
                "everybody reports the same: draw for each person, and let the truth have a part"
                " in it"
            )
        case (1, 0):
            why = "every report is the opposite of the truth, which tells as much as the truth"
        case (0, _):
            why = 'a "no" is never turned into a "yes", so every "yes" is sure to be true'
        case (_, 1):
            why = 'a "yes" is never turned into a "no", so every "no" is sure to be true'
        case _ if not holds_no:
            why = f'truth "no", report "yes": {said_no}'
        case _:
            why = f'truth "yes", report "no": {said_yes}'
    return shown - channel.epsilon, f"{start}: {why}"
