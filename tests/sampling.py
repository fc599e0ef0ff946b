"""Which of many alike cases a run tries: a few that are named, and a few drawn by SEED.
The others are marked `weekly`, and `make test-weekly` runs them all.

    @pytest.mark.parametrize("name", sampled(NAMES, 2, always=["index"]))

A draw depends on SEED and on the cases alone, so `make test SEED=1` repeats what a run
has tried.
"""

import os
import random

import pytest

SEED = os.environ.get("SEED", "1")


def sampled(cases, number, always=(), ids=None):
    """Return pytest parameters: all `cases`, of which those in `always` and `number`
    others (below 1: this share of the others) are not weekly. `ids` names each case if
    its text does not.
    """
    cases = list(cases)
    ids = [str(case) for case in cases] if ids is None else list(ids)
    others = [place for place, case in enumerate(cases) if case not in always]
    count = round(number * len(others)) if number < 1 else min(number, len(others))
    tried = random.Random(f"{SEED} {ids}").sample(others, count)
    return [
        pytest.param(
            case,
            id=name,
            marks=[pytest.mark.weekly]
            if place in others and place not in tried
            else [],
        )
        for place, (case, name) in enumerate(zip(cases, ids, strict=True))
    ]
