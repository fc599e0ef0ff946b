"""Measure the RAPPOR decoder beside three others on google/rappor's grid.

ours     decode; for total variation its shares, none below 0
NNLS     plain non-negative least squares on the candidates; every positive share counts
         as detected
R        google/rappor's decoder: figures of its own runs, in tests/vectors
oracle   knows the share of every other string, listed or not, and tests one string
         after the other

Run with `make bench-decoder`. The means are over five distributions, and after each
stands ± its standard deviation from seed to seed. Missed at R: with the cut at which
there are as many false positives as R has. ms: median over the runs.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
from scipy.stats import false_discovery_control, norm

sys.path.insert(0, str(Path(__file__).parents[1]))
from ldp_course.rappor import decode
from tests.rappor.published_grid import (
    CASES,
    SHAPES,
    at_false_positives,
    draw,
    oracle,
    plain_nnls,
    r_reference,
    rest_of_the_grid,
    total_variation,
)

SEEDS, FEWER_SEEDS = 30, 2  # of the four cases that the tests look at; of the rest
LEVEL = 0.04  # of the false discovery rate


def quality(run, detected, shares=None):
    """False positives, missed words, total variation."""
    held = run.truth > 0
    tv = np.nan if shares is None else total_variation(run, shares)
    return [
        (detected & ~held).sum(),
        np.count_nonzero(run.held) - (detected & held).sum(),
        tv,
    ]


def timed(call):
    start = time.perf_counter()
    result = call()
    return result, 1e3 * (time.perf_counter() - start)


def case_result(name, case, seeds, fresh=False):
    runs = []
    rows = {"ours": [], "NNLS": [], "oracle": []}
    scores = {key: [] for key in rows}
    for seed in range(seeds):
        for shape in SHAPES:
            rng = np.random.default_rng([seed, SHAPES.index(shape), *name.encode()])
            run = draw(case, shape, rng, f"{shape} {seed} " if fresh else "")
            runs.append(run)
            arguments = run.counts, run.candidates, case.parameters
            decoded, ours_ms = timed(
                lambda arguments=arguments: decode(
                    *arguments, clients=case.people, significance=LEVEL
                )
            )
            truth, detected = run.truth * case.people, decoded.detected
            covered = ((decoded.low <= truth) & (truth <= decoded.high)).mean()
            chosen = (
                (decoded.selected_low <= truth) & (truth <= decoded.selected_high)
            )[detected]
            spread = [covered, chosen.mean() if detected.any() else np.nan, ours_ms]
            rows["ours"].append(
                quality(run, detected, np.maximum(decoded.frequencies, 0)) + spread
            )
            scores["ours"].append(-decoded.p_values)
            shares, nnls_ms = timed(lambda run=run: plain_nnls(case, run))
            rows["NNLS"].append(
                quality(run, shares > 0, shares) + [np.nan, np.nan, nnls_ms]
            )
            scores["NNLS"].append(shares)
            z = oracle(case, run)
            rows["oracle"].append(
                quality(run, false_discovery_control(norm.sf(z)) <= LEVEL)
                + [np.nan] * 3
            )
            scores["oracle"].append(z)
    reference = r_reference(name)
    for key, values in rows.items():
        by_seed = (
            np.array(values, dtype=float).reshape(seeds, len(SHAPES), -1).mean(axis=1)
        )
        mean, deviation = by_seed.mean(axis=0), by_seed.std(axis=0, ddof=1)
        at_r = (
            at_false_positives(scores[key], runs, reference["fp"])
            if case.bogus
            else np.nan
        )
        cells = [
            f"{mean[i]:8.{d}f} ± {deviation[i]:<5.{d}f}"
            for i, d in ((0, 2), (1, 1), (2, 3))
        ]
        cells[2] = (
            cells[2].replace("nan", "   ").replace("±", " ")
            if np.isnan(mean[2])
            else cells[2]
        )
        print_row(
            name,
            key,
            *cells,
            at_r,
            *mean[3:5],
            np.median(np.array(values, dtype=float)[:, 5]),
        )
    figures = [
        f"{reference[key]:8.{d}f}        "
        for key, d in (("fp", 2), ("fn", 1), ("tv", 3))
    ]
    print_row(
        name,
        "R",
        *figures,
        reference["fn"] if case.bogus else np.nan,
        reference["ci95"],
        np.nan,
        np.nan,
    )


def print_row(name, key, false, missed, variation, at_r, covered, chosen, milliseconds):
    rest = [
        (at_r, "10.1f"),
        (covered, "10.3f"),
        (chosen, "10.3f"),
        (milliseconds, "7.0f"),
    ]
    shown = "".join(
        " " * int(form.split(".")[0]) if np.isnan(value) else f"{value:{form}}"
        for value, form in rest
    )
    print(f"{name:16}{key:7}{false}{missed}{variation}{shown}".rstrip(), flush=True)


def main() -> None:
    print(
        f"{SEEDS} seeds (tiny, medium, loose, x10: {FEWER_SEEDS}) x {len(SHAPES)} "
        "distributions, "
        "false discovery rate"
    )
    print(
        f"{LEVEL:.0%}, intervals at 95 %. R's intervals cover its own detected "
        "strings.\n"
    )
    measures = f"{'false positives':16}{'  missed':16}{' total variation':16}"
    print(f"{'':23}{measures}{'missed':>10}{'cover':>10}{'cover':>10}{'ms':>7}")
    print(f"{'':71}{'at R':>10}{'all':>10}{'selected':>10}")
    print(
        "The words v1, v2, ..., as in google/rappor's runs: each seed has the same "
        "hash functions"
    )
    for name, case in CASES.items():
        case_result(name, case, SEEDS)
    print("Fresh words: each seed has hash functions of its own")
    for name, case in CASES.items():
        case_result(name, case, SEEDS, fresh=True)
    print("The rest of the grid")
    for name, case in rest_of_the_grid().items():
        case_result(name, case, FEWER_SEEDS)


if __name__ == "__main__":
    main()
