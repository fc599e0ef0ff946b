"""Ask the questions of "Ship it or stop it", and judge their answers.

Points stand here and in coursework/ship_it/source.ipynb, whose solution is what is
right; mistakes.py beside it has more known mistakes with their sentences (`make keys`
after a change; of numbers on paper the grading says them).
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from types import SimpleNamespace

import numpy as np

from ldp_checks.answers import choice_finding, is_blank, number_finding, results_of
from ldp_checks.assignments.ship_it.mended import mended_findings
from ldp_checks.assignments.ship_it.pilot import as_files, delivered
from ldp_checks.findings import Fault, Finding, question
from ldp_checks.individual_numbers import choose, uniforms
from ldp_checks.sealed_answers import EXACT, Item

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
    """Return deliveries whose reports are rows of bits: one column has few ones."""
    shares = np.array([0.05, 0.3, 0.4, 0.55, 0.9])
    return [
        delivered(
            source,
            (uniforms(source, (choose(source, SIZES), BITS)) < shares).astype(int),
        )
        for _ in range(3)
    ]


def unusual_pilots(given: SimpleNamespace, source: Random) -> list[tuple]:
    """Return deliveries of ones only, of zeros only, and of one report for each day."""
    rows = 40 + int(source.random() * 9)
    tables = [np.ones((rows, BITS), dtype=int), np.zeros((rows, 3), dtype=int)]
    tables.append((uniforms(source, (3, BITS)) < 0.5).astype(int))
    return [delivered(source, bits) for bits in tables]


PILOT = "pilot_epsilon pilot_day"
ITEMS = {
    **{
        f"faults of {part}": Item(
            f"{part}_code", tolerance=0, residues=2 if len(faults) < 5 else 4
        )
        for part, faults in NAMES.items()
    },
    "report_epsilon": Item("design epsilon values noisy_code"),
    "total_epsilon": Item("design epsilon values noisy_code client_code days"),
    **{f"bounds[{place}]": Item("audits", tolerance=0.002) for place in range(3)},
    "refuted": Item("audits", tolerance=0, residues=1),
    "needed": Item("rare", tolerance=0, residues=8),
    "most_epsilon": Item("prior ceiling"),
    "least_epsilon": Item("people error"),
    "decision": Item("prior ceiling people error", tolerance=0, residues=1),
    "people_needed": Item("prior ceiling error"),
    "day_counts": Item(PILOT, pilots, EXACT),
    "day_counts, unusual": Item(PILOT, unusual_pilots, EXACT),
    "day_counts, errors": Item(PILOT, pilots, EXACT),
}


@question(points=3)
def find_faults(faults, *, task, key):
    """Judge what is wrong with each part of the program.

    A part that is called sound counts only for somebody who has found something.
    """
    if is_blank(faults):
        raise Fault("faults: not answered yet", 3)
    given = [faults] if isinstance(faults, str) else faults
    if not isinstance(given, Iterable) or not all(
        isinstance(name, str) for name in given
    ):
        raise Fault("faults must be a set of names, in quotes", 3)
    accusations = {" ".join(name.lower().split()) for name in given}
    known = {name.lower(): name for names in NAMES.values() for name in names}
    if strange := sorted(accusations - known.keys()):
        message = "a name that you give is not on the list of possible faults"
        raise Fault(message, 3, own=f": {strange[0][:40]!r}")
    listed = [known[name] for name in sorted(accusations)]
    accused = {
        part: [name for name in listed if name in names]
        for part, names in NAMES.items()
    }
    verdicts = {
        part: key.judge(f"faults of {part}", task, accused[part]) for part in NAMES
    }
    right = {part: holds for part, (holds, _) in verdicts.items()}
    if not any(right[part] and accused[part] for part in NAMES):
        message = "no part that you accuse has exactly the faults that you name"
        raise Fault(f"{message}; a sound part counts when a fault is found", 3)
    for part, names in accused.items():
        verdict = "sound" if not names else ", ".join(names)
        message = f"{part} ({verdict}): your verdict {verdicts[part][1] or 'is right'}"
        if not right[part]:
            message = (
                f"{part} ({verdict}): not so. Examine this part by itself, and compare"
                " it with what was promised; an accusation too many costs as much as"
                " one too few"
            )
        yield Finding(right[part], message, 1)


@question(points=2)
def true_epsilons(report_epsilon, total_epsilon, *, task, key):
    """Judge ε of the program as it is: of one report, and of all days' reports."""
    hint = (
        "write Pr[report | value] for two values, and find the largest ratio; is one"
        " possible?"
    )

    def judge(number: np.ndarray) -> tuple[bool, str]:
        right, why = key.judge("report_epsilon", task, number)
        total = (
            not right
            and not why
            and key.exact
            and key.judge("total_epsilon", task, number)[0]
        )
        if total:
            why = "that is right for all days together; asked for is one report"
        return right, why

    yield number_finding("report_epsilon", report_epsilon, judge, hint, 1)
    hint = "how often does a phone draw in so many days? Independent draws add up"
    judge = key.against("total_epsilon", task)
    yield number_finding("total_epsilon", total_epsilon, judge, hint, 1)


@question(points=4)
def mended_product(mended, *, task, rng):
    """Judge the student's own client, without its faults."""
    yield from mended_findings(mended, task, rng)


@question(points=2)
def testers_verdict(bounds, refuted, needed, *, task, key):
    """Judge what three audits show, and how many reports a test needs.

    So many miss a report that should be there with probability 1 % at most.
    """
    hint = "the logarithm of a low bound over a high one, and 0 if that is negative"
    blank = is_blank(bounds)
    answers = (
        list(bounds) if isinstance(bounds, (list, tuple, np.ndarray)) else [bounds]
    )
    if not blank and len(answers) != 3:
        yield Finding(False, "bounds must be three numbers, one for each audit", 0.75)
    else:
        for place in range(3):
            name = f"bounds[{place}]"
            bound = None if blank else answers[place]
            yield number_finding(name, bound, key.against(name, task), hint, 0.25)
    if is_blank(refuted):
        yield Finding(False, "refuted: not answered yet", 0.5)
    else:
        letters = refuted if isinstance(refuted, Iterable) else [refuted]
        letters = sorted({str(letter).strip().upper() for letter in letters} - {""})
        right, why = key.judge("refuted", task, letters)
        own = f" ({', '.join(letters)[:20] or 'none'})"
        message = f"refuted {why or 'is right'}"
        if not right:
            why = why or "a claim is refuted if the bound is above it, and not else"
            message = f"refuted is not right: {why}"
        yield Finding(right, message, 0.5, own=own)
    hint = "Pr[a sound program never sends it in n reports] must be at most 1 %"
    yield number_finding("needed", needed, key.against("needed", task), hint, 0.75)


@question(points=3)
def choose_epsilon(most_epsilon, least_epsilon, decision, people_needed, *, task, key):
    """Judge which ε privacy allows and accuracy needs, and whether both can be had."""
    numbers = {
        "most_epsilon": (
            most_epsilon,
            "the largest factor from odds before to odds after",
            1,
        ),
        "least_epsilon": (
            least_epsilon,
            "solve the formula of the standard error for ε",
            1,
        ),
        "people_needed": (
            people_needed,
            "with `most_epsilon` in the formula, solve for n",
            0.5,
        ),
    }
    for name, (answer, hint, points) in numbers.items():
        yield number_finding(name, answer, key.against(name, task), hint, points)
    judge, hint = key.against("decision", task), "is there an ε that both sides allow?"
    yield choice_finding("decision", decision, judge, ("ship", "stop"), hint, 0.5)


@question(points=3)
def day_of_the_pilot(day_counts, *, task, key, rng):
    """Judge estimates and standard errors of one day, with retries and late reports."""
    form = (
        "return two arrays, estimates and standard errors, with a number for each value"
    )

    def answers_to(name: str) -> tuple[list, list[tuple]] | str:
        inputs, pairs = key.inputs(name, task, rng), []
        for deliveries in inputs:
            shape = 2, deliveries[3].shape[1]
            pair = results_of(day_counts, [(as_files(*deliveries),)], shape, form)
            if isinstance(pair, str):
                return pair
            pairs += pair
        return pairs, inputs

    rows = answers_to("day_counts")
    if isinstance(rows, str):
        raise Fault(rows, 3)
    pairs, inputs = rows
    estimates = [pair[0] for pair in pairs]
    right, why = key.judge("day_counts", task, estimates, inputs)
    if not right:
        why = (
            why
            or "which rows count, and once each? Then solve for the number of people"
        )
        raise Fault(f"the estimates are not right: {why}", 3)
    yield Finding(
        True, "each report of the day counts exactly once, and no estimate is cut", 1.5
    )
    errors = [pair[1] for pair in pairs]
    right, why = key.judge("day_counts, errors", task, errors, inputs)
    why = (
        "the standard errors are not right:"
        f" {why or 'use the formula with t estimated'}"
    )
    yield Finding(right, "the standard errors are right" if right else why, 0.75)
    rows, works = answers_to("day_counts, unusual"), False
    if not isinstance(rows, str):
        estimates = [pair[0] for pair in rows[0]]
        works, _ = key.judge("day_counts, unusual", task, estimates, rows[1])
    message = "reports of ones or zeros only, and a day with one report, work too"
    cut = (
        "if all bits are 1, or 0, or only one person reports, the estimates are not"
        " right"
    )
    yield Finding(works, message if works else cut, 0.5)
    files = as_files(*inputs[0])
    orders = [(files[turn:] + files[:turn],) for turn in range(len(files))]
    orders.append((files + files,))
    other = results_of(day_counts, orders, pairs[0].shape, form)
    same = not isinstance(other, str) and np.allclose(other, pairs[0], rtol=1e-9)
    message = "files in another order, or stored once more, change nothing"
    moved = (
        "the same files in another order, or each there once more, must give the same"
        " numbers"
    )
    yield Finding(same, message if same else moved, 0.25)
