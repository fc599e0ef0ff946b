"""What a client must do that hands in one report for each person: its channel, and how chance is
drawn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from ldp_checks.channel import (
    Sample,
    as_reports,
    calls_for,
    dependent,
    wrong_in_calls,
    wrong_law,
)
from ldp_checks.feedback import Finding
from ldp_checks.form import CALLS, form_of
from ldp_checks.manners import generator, keeps_its_input, uses_its_generator
from ldp_checks.statistics import ERROR, epsilon_shown
from ldp_course.privacy import privacy_loss

# So many calls with one table: no two may be reported alike, nor may all have equal sums. In an
# exercise there are few, and places are judged in smaller tables only.
TABLES, FEW_TABLES = 64, 12
MOST = 1_000  # people in such a table, or fewer
# Tables of any size: at least so many people, fewer than so many, how many tables
SIZES = (2, 20, 40), (20, 200, 10), (200, 2_000, 3)
FORM = "return one report for each person: an array as long as `truths`, of 0 (no) and 1 (yes)"
YES_NO = ("no", "yes")


def client_findings(
    client: Callable,
    arguments: Callable[[np.ndarray], tuple],
    laws: Sequence,
    rng: np.random.Generator,
    points: float,
    people: int,
    form: str = FORM,
    names: Sequence[str] = YES_NO,
    epsilon: bool = False,
    error: float = ERROR,
) -> Iterator[Finding]:
    """client(*arguments(codes), rng): the channel, then how chance is drawn. A right client fails
    with probability `error` at most.

    arguments: from codes of people, s * values + v for setting s and value v, what the client gets
    laws: for each setting Pr[report | value], shape (values, reports)
    points: half of them are for the channel. If it is wrong, nothing else is looked at. Without
        points small tables and the input do not matter.
    people: how many, at least; a random number more
    names: of the reports and, if there are as many, of the values
    epsilon: whether to tell the ε of the laws; in the assignments it is what a question asks for
    """
    laws = np.asarray(laws, dtype=float)
    settings, values, kinds = laws.shape
    of_value = names if kinds == values else [str(value) for value in range(values)]
    what = [[f'truth "{v}", report "{r}"' for r in names] for v in of_value]

    def answer(codes: np.ndarray) -> object:
        return client(*arguments(codes), generator(rng))

    def ask(codes: np.ndarray) -> np.ndarray | str:
        return as_reports(answer(codes), codes.shape, kinds)

    every, of_places = laws.reshape(-1, kinds), 0.03 * error
    calls = calls_for(every, MOST * kinds, of_places)
    # so many people that a right client reports them alike in two calls with error / 10,000
    code, tables = int(rng.integers(len(every))), TABLES if points else FEW_TABLES
    alike = float((every[code] ** 2).sum())
    crowd = max(200, math.ceil(math.log(error / 1e4 / tables**2, alike)))
    some = np.full(crowd + rng.integers(50), code)  # of no size that is known beforehand
    small = [answer(some) for _ in range(tables)] if rng.random() < 0.5 else []
    codes = rng.permutation(np.arange(people + rng.integers(people // 20)) % (settings * values))
    reports = ask(codes)
    if isinstance(reports, str):
        yield Finding(False, reports or form)
        return
    faults = []
    for setting, law in enumerate(laws):
        of_setting = codes // values == setting
        sample = Sample.of(codes[of_setting] % values, reports[of_setting], law)
        if wrong := wrong_law(sample, what, 0.3 * error / settings):
            shown = epsilon_shown(sample.counts)
            told = _in_words(sample, shown, wrong, names, of_value, epsilon)
            faults.append((shown - sample.epsilon, told))
    if faults:
        yield Finding(False, max(faults)[1], points / 2)
        return
    small = small or [answer(some) for _ in range(tables)]
    small = [as_reports(one, some.shape, kinds) for one in small]
    if bad := [one for one in small if isinstance(one, str)]:
        yield Finding(False, bad[0] or form, points / 2)
        return
    different = len({one.tobytes() for one in small})
    if different < tables:
        undone = "whoever knows your code can undo them, and ε is infinite"
        often = "the same draws" if different == 1 else f"the same draws in {tables} calls at times"
        yield Finding(False, f"two calls with different generators make {often}: {undone}",
                      points / 2)  # fmt: skip
        return
    if told := _type_tells(answer, values, len(some), rng):
        yield Finding(False, told, points / 2)
        return
    for least, most, times in SIZES if points else ():
        given = [
            rng.integers(settings * values, size=rng.integers(least, most)) for _ in range(times)
        ]
        told = [ask(one) for one in given]
        if bad := [one for one in told if isinstance(one, str)]:
            yield Finding(False, bad[0] or form, points / 2)
            return
        sample = Sample.of(np.concatenate(given), np.concatenate(told), every)
        if wrong := wrong_law(sample, what * settings, 0.1 * error / len(SIZES)):
            yield Finding(False, f"tables of fewer people: {wrong[2]}", points / 2)
            return
    found = dependent(Sample.of(codes, reports, every), 0.4 * error)
    if len({int(one.sum()) for one in small}) == 1:
        found = (
            f"of {len(some)} people the same number report each answer, in each of {tables} tables"
        )
        found += ": let chance decide for each person, not for a fixed number of them"
    elif found:
        found += ": draw anew for each person"

    few, told = rng.integers(len(every), size=rng.integers(2, 21)), iter(small)
    # one person has another value alone than among few
    for given in [some] * bool(points) + [few, (few[:1] + 1) % len(every)]:

        def counted(given=given) -> tuple[np.ndarray, int] | str:
            reports = next(told, None) if given is some else None
            reports = ask(given) if reports is None else reports
            return reports or form if isinstance(reports, str) else (np.eye(kinds)[reports], 1)

        if wrong := wrong_in_calls(counted, every[given], calls, of_places):
            yield Finding(False, "; ".join(filter(None, (wrong, found))), points / 2)
            return
    kept = "every report is as likely as it should be"
    if epsilon:
        kept += f", and ε = {', '.join(f'{privacy_loss(law):.3g}' for law in laws)}"
    yield Finding(True, kept, points / 2, error / 2)

    yield Finding(not found, found or "people draw independently of each other",
                  points / 4, error / 2)  # fmt: skip

    def on_a_copy(rng: np.random.Generator) -> object:
        return client(*arguments(some), rng)

    yield uses_its_generator(on_a_copy, rng=rng, points=points / 8)
    if not points:
        return
    first, *further = arguments(some)
    kept = keeps_its_input(client, first, *further, generator(rng), points=points / 8)
    if not kept.holds:
        yield kept
    elif any(isinstance(ask(some[:few]), str) for few in (1, 0)):
        told = "for one person return one report, and for nobody an empty array"
        yield Finding(False, told, points / 8)
    else:
        told = f"{kept.message}, and tables of one person or of nobody work"
        yield Finding(True, told, points / 8)


def sample_findings(
    name: str,
    sample: Callable,
    law: np.ndarray,
    n: int,
    rng: np.random.Generator,
    error: float = ERROR,
    report_names: Sequence[str] = (),
) -> Iterator[Finding]:
    """For exercises: sample(value, n, rng) gives n reports of people who all hold `value`."""
    values, kinds = law.shape
    names = report_names or (YES_NO if kinds == 2 else [str(kind) for kind in range(kinds)])
    allowed = "0 (no) or 1 (yes)" if kinds == 2 else f"a whole number from 0 to {kinds - 1}"

    def client(codes: np.ndarray, rng: np.random.Generator) -> object:
        held = np.bincount(codes, minlength=values).tolist()
        parts = [sample(value, n, rng) for value, n in enumerate(held) if n]
        try:
            joined = [one for part in parts for one in part]
        except TypeError:  # no reports at all
            return None
        if len(joined) != len(codes):
            return None
        place = np.argsort(np.argsort(codes, kind="stable"))
        if all(isinstance(part, np.ndarray) for part in parts):
            return np.concatenate(parts)[place]
        return [joined[one] for one in place]

    form = f"must give one report for each person: {allowed}"
    found = client_findings(
        client, lambda codes: (codes,), [law], rng, 0, n * values, form, names, True, error
    )
    for place, one in enumerate(found):  # the channel, independence, the generator
        yield one if place == 2 else replace(one, message=f"{name}: {one.message}")


def _type_tells(answer: Callable, values: int, people: int, rng: np.random.Generator) -> str:
    """Whether tables of one truth, or any tables, are reported in another type than others."""
    tables = [np.full(people, value) for value in range(values)]
    tables += [rng.integers(values, size=people) for _ in range(CALLS)]
    seen = {form_of(answer(table)) for table in tables}
    return "" if len(seen) == 1 else "the type of your reports depends on the truths: it tells them"


def _in_words(
    sample: Sample,
    shown: float,
    wrong: tuple,
    names: Sequence[str],
    of_value: Sequence[str],
    epsilon: bool,
) -> str:
    """What is wrong with a channel, and how much ε it costs at least."""
    start = "not the probabilities asked for"
    if epsilon:
        start += f" (ε = {sample.epsilon:.3g})"
    if shown > sample.epsilon and epsilon:
        start = f"asked for ε = {sample.epsilon:.3g}, your reports show at least {shown:.3g}"
    elif shown > sample.epsilon:
        start += f", and they give away more: your reports show at least ε = {shown:.3g}"
    counts = sample.counts
    sure = counts.max(axis=1) == counts.sum(axis=1)
    value, _, why = wrong
    if sure.all():
        sent = counts.argmax(axis=1).tolist()
        if sent == list(range(len(sent))):
            why = "every report is the truth: draw for each person whether to tell it"
        elif len(set(sent)) == 1:
            why = (
                "everybody reports the same: draw for each person, and let the truth have a part"
                " in it"
            )
        else:
            why = "each truth has one report, which tells as much as the truth"
            if len(sent) == 2:
                why = "every report is the opposite of the truth, which tells as much as the truth"
    elif (never := (counts == 0) & (sample.law > 0)).any():
        v, r = np.argwhere(never)[0]
        why = f'a "{of_value[v]}" is never turned into a "{names[r]}"'
        if counts.shape == (2, 2):
            why += f', so every "{names[r]}" is sure to be true'
    return f"{start}: {why}"
