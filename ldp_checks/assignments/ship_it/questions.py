"""What the assignment "Ship it or stop it" asks, and how answers are judged."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from types import SimpleNamespace

import numpy as np

from ldp_checks.answers import choice_finding, is_blank, number_finding, results_of
from ldp_checks.assignments.ship_it.mended import mended_findings
from ldp_checks.assignments.ship_it.pilot import as_files, delivered
from ldp_checks.feedback import Finding, question
from ldp_checks.individual import choose, uniforms
from ldp_checks.key import EXACT, Asked

NAMES = {  # what may be wrong with a part of the program
    "noisy": (
        "whole epsilon per bit",
        "never cleared",
        "one number per row",
        "other may be own",
        "yes/no p",
        "rounded p",
        "seed is value",
        "2 for e",
        "fixed seed",
    ),
    "client": ("redrawn daily", "cleared weekly", "one draw for all phones"),
    "server": ("client's q", "divides by p", "cuts at 0", "p and q exchanged"),
}
SIZES, BITS = (181, 193, 211, 223), 5


def pilots(given: SimpleNamespace, source: Random) -> list[tuple]:
    """Deliveries whose reports are rows of bits of all kinds: one column has few ones."""
    shares = np.array([0.05, 0.3, 0.4, 0.55, 0.9])
    return [
        delivered(source, (uniforms(source, (choose(source, SIZES), BITS)) < shares).astype(int))
        for _ in range(3)
    ]


def unusual_pilots(given: SimpleNamespace, source: Random) -> list[tuple]:
    """Everybody sends only ones, or only zeros; one report for each day."""
    rows = 40 + int(source.random() * 9)
    tables = [np.ones((rows, BITS), dtype=int), np.zeros((rows, 3), dtype=int)]
    tables.append((uniforms(source, (3, BITS)) < 0.5).astype(int))
    return [delivered(source, bits) for bits in tables]


PILOT = "pilot_epsilon pilot_day"
ASKED = {
    **{
        f"faults of {part}": Asked(
            f"{part}_code", tolerance=0, residues=2 if len(faults) < 5 else 4
        )
        for part, faults in NAMES.items()
    },
    "report_epsilon": Asked("epsilon values noisy_code"),
    "total_epsilon": Asked("epsilon values noisy_code client_code days"),
    **{f"bounds[{place}]": Asked("audits", tolerance=0.002) for place in range(3)},
    "refuted": Asked("audits", tolerance=0, residues=1),
    "needed": Asked("rare", tolerance=0, residues=8),
    "most_epsilon": Asked("prior ceiling"),
    "least_epsilon": Asked("people error"),
    "decision": Asked("prior ceiling people error", tolerance=0, residues=1),
    "people_needed": Asked("prior ceiling error"),
    "day_counts": Asked(PILOT, pilots, EXACT),
    "day_counts, unusual": Asked(PILOT, unusual_pilots, EXACT),
    "day_counts, errors": Asked(PILOT, pilots, EXACT),
}


@question(points=3)
def find_faults(faults, *, task, key):
    """What is wrong with each part of the program. A part that is called sound counts only for
    somebody who has found something.
    """
    if is_blank(faults):
        yield Finding(False, "faults: not answered yet", 3)
        return
    given = [faults] if isinstance(faults, str) else faults
    if not isinstance(given, Iterable) or not all(isinstance(one, str) for one in given):
        yield Finding(False, "faults must be a set of names, in quotes", 3)
        return
    named = {" ".join(one.lower().split()) for one in given}
    known = {name.lower(): name for names in NAMES.values() for name in names}
    if strange := sorted(named - known.keys()):
        told = "a name that you give is not on the list of possible faults"
        yield Finding(False, told, 3, own=f": {strange[0][:40]!r}")
        return
    accused = {part: [known[one] for one in sorted(named) if known[one] in names]
               for part, names in NAMES.items()}  # fmt: skip
    found = {part: key.judge(f"faults of {part}", task, accused[part]) for part in NAMES}
    right = {part: holds for part, (holds, _) in found.items()}
    if not any(right[part] and accused[part] for part in NAMES):
        told = "no part that you accuse has exactly the faults that you name"
        yield Finding(False, f"{told}; a sound part counts when a fault is found", 3)
        return
    for part, names in accused.items():
        verdict = "sound" if not names else ", ".join(names)
        told = f"{part} ({verdict}): your verdict {found[part][1] or 'is right'}"
        if not right[part]:
            told = f"{part} ({verdict}): not so. Examine this part by itself, and compare it with"
            told += " what was promised; an accusation too many costs as much as one too few"
        yield Finding(right[part], told, 1)


@question(points=2)
def true_epsilons(report_epsilon, total_epsilon, *, task, key):
    """ε of the program as it is: of one report, and of the reports of all days."""
    hint = "write Pr[report | value] for two values, and find the largest ratio; is one possible?"

    def judge(number: np.ndarray) -> tuple[bool, str]:
        right, why = key.judge("report_epsilon", task, number)
        total = not right and not why and key.exact and key.judge("total_epsilon", task, number)[0]
        if total:
            why = "that is right for all days together; asked for is one report"
        return right, why

    yield number_finding("report_epsilon", report_epsilon, judge, hint, 1)
    hint = "how often does a phone draw in so many days? Independent draws add up"
    judge = key.against("total_epsilon", task)
    yield number_finding("total_epsilon", total_epsilon, judge, hint, 1)


@question(points=4)
def mended_product(mended, *, task, rng):
    """The student's own client, without its faults."""
    yield from mended_findings(mended, task, rng)


@question(points=2)
def testers_verdict(bounds, refuted, needed, *, task, key):
    """What three audits show, and how many reports it takes to miss one that should be there."""
    hint = "the logarithm of a low bound over a high one, and 0 if that is negative"
    blank = is_blank(bounds)
    listed = list(bounds) if isinstance(bounds, (list, tuple, np.ndarray)) else [bounds]
    if not blank and len(listed) != 3:
        yield Finding(False, "bounds must be three numbers, one for each audit", 0.75)
    else:
        for place in range(3):
            name = f"bounds[{place}]"
            one = None if blank else listed[place]
            yield number_finding(name, one, key.against(name, task), hint, 0.25)
    if is_blank(refuted):
        yield Finding(False, "refuted: not answered yet", 0.5)
    else:
        letters = refuted if isinstance(refuted, Iterable) else [refuted]
        letters = sorted({str(one).strip().upper() for one in letters} - {""})
        right, why = key.judge("refuted", task, letters)
        said = f" ({', '.join(letters)[:20] or 'none'})"
        told = f"refuted {why or 'is right'}"
        if not right:
            why = why or "a claim is refuted if the bound is above it, and not else"
            told = f"refuted is not right: {why}"
        yield Finding(right, told, 0.5, own=said)
    hint = "Pr[a sound program never sends it in n reports] must be at most 1 %"
    yield number_finding("needed", needed, key.against("needed", task), hint, 0.75)


@question(points=3)
def choose_epsilon(most_epsilon, least_epsilon, decision, people_needed, *, task, key):
    """Which ε privacy allows and accuracy needs, and whether both can be had."""
    asked = {
        "most_epsilon": (most_epsilon, "the largest factor from odds before to odds after", 1),
        "least_epsilon": (least_epsilon, "solve the formula of the standard error for ε", 1),
        "people_needed": (people_needed, "with `most_epsilon` in the formula, solve for n", 0.5),
    }
    for name, (answer, hint, points) in asked.items():
        yield number_finding(name, answer, key.against(name, task), hint, points)
    judge, hint = key.against("decision", task), "is there an ε that both sides allow?"
    yield choice_finding("decision", decision, judge, ("ship", "stop"), hint, 0.5)


@question(points=3)
def day_of_the_pilot(day_counts, *, task, key, rng):
    """Estimates and standard errors of one day, from deliveries with retries and late ones."""
    form = "return two arrays, estimates and standard errors, with a number for each value"

    def asked(name: str) -> tuple[list, list[tuple]] | str:
        inputs, found = key.inputs(name, task, rng), []
        for deliveries in inputs:
            shape = 2, deliveries[3].shape[1]
            one = results_of(day_counts, [(as_files(*deliveries),)], shape, form)
            if isinstance(one, str):
                return one
            found += one
        return found, inputs

    rows = asked("day_counts")
    if isinstance(rows, str):
        yield Finding(False, rows, 3)
        return
    found, inputs = rows
    right, why = key.judge("day_counts", task, [one[0] for one in found], inputs)
    if not right:
        why = why or "which rows count, and once each? Then solve for the number of people"
        yield Finding(False, f"the estimates are not right: {why}", 3)
        return
    yield Finding(True, "each report of the day counts exactly once, and no estimate is cut", 1.5)
    right, why = key.judge("day_counts, errors", task, [one[1] for one in found], inputs)
    why = f"the standard errors are not right: {why or 'use the formula with t estimated'}"
    yield Finding(right, "the standard errors are right" if right else why, 0.75)
    rows = asked("day_counts, unusual")
    works = not isinstance(rows, str)
    works = (
        works and key.judge("day_counts, unusual", task, [one[0] for one in rows[0]], rows[1])[0]
    )
    told = "reports of ones or zeros only, and a day with one report, work too"
    cut = "if all bits are 1, or 0, or only one person reports, the estimates are not right"
    yield Finding(works, told if works else cut, 0.5)
    files = as_files(*inputs[0])
    orders = [(files[turn:] + files[:turn],) for turn in range(len(files))] + [(files + files,)]
    other = results_of(day_counts, orders, found[0].shape, form)
    same = not isinstance(other, str) and np.allclose(other, found[0], rtol=1e-9)
    told = "files in another order, or stored once more, change nothing"
    moved = "the same files in another order, or each there once more, must give the same numbers"
    yield Finding(same, told if same else moved, 0.25)
