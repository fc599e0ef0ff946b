"""Public chance that was none is seen in the reports, and right chance is let pass.

Fewer than one right batch in a million gives an alarm.
"""

import json
import warnings

import numpy as np
import pytest

from ldp_course import (
    CountMeanSketch,
    HadamardCountMeanSketch,
    LocalHashing,
    rappor,
)
from ldp_course.rappor import Client, Parameters, count_bits, decode
from ldp_course.topics.many_machines import collect, count_batches, write_batch
from ldp_course.topics.many_machines.counts import estimate_from_counts
from ldp_course.topics.many_machines.engines import ENGINES
from ldp_course.topics.more_protocols.public_chance import (
    warn_of_choices,
    warn_of_seeds,
)
from ldp_course.topics.unknown_words import PrefixTree

HASHING = LocalHashing.optimized(range(20), 1.0)
PEOPLE = np.arange(4000) % 20
PAPER = Parameters(16, 2, 64, f=0.5, p=0.25, q=0.75)
WORDS = [f"word {k}" for k in range(20)]

SKETCHES = [
    CountMeanSketch(range(20), 16, 32, 2.0, seed=1),
    HadamardCountMeanSketch(range(20), 16, 32, 2.0, seed=1),
]  # fmt: skip


def seeds(n, rng):
    return rng.integers(2**64 - 1, size=n, dtype=np.uint64)


RIGHT = {
    "64 bits": seeds,
    "odd": lambda n, rng: HASHING.draw_seeds(n, rng),
    "63 bits": lambda n, rng: seeds(n, rng) >> np.uint64(1),
    "53 bits, which a float keeps": lambda n, rng: seeds(n, rng) >> np.uint64(11),
    "32 bits": lambda n, rng: seeds(n, rng) >> np.uint64(32),
}


@pytest.mark.parametrize("draw", RIGHT.values(), ids=RIGHT)
@pytest.mark.parametrize("n", [1, 2, 300, 20_000])
def test_right_seeds_give_no_alarm(draw, n):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(20):
            warn_of_seeds(draw(n, np.random.default_rng()))


def through_json(given):
    rounded = [int(json.loads(json.dumps(float(int(seed))))) for seed in given]
    return np.array([min(seed, 2**64 - 2**11) for seed in rounded], np.uint64)


def through_a_spreadsheet(given):
    return np.array([int(str(seed)[:15].ljust(len(str(seed)), "0")) for seed in given])


def one_in_20(change):
    return lambda given: np.append(change(given[::20]), np.delete(given, np.s_[::20]))


ROUNDED = {
    "JSON": through_json,
    "spreadsheet": through_a_spreadsheet,
    "single precision": lambda given: (given >> np.uint64(40)) << np.uint64(40),
    "JSON, one device in 20": one_in_20(through_json),
    "spreadsheet, one device in 20": one_in_20(through_a_spreadsheet),
}


@pytest.mark.parametrize("change", ROUNDED.values(), ids=ROUNDED)
def test_rounded_seeds_are_told(change):
    reports = HASHING.perturb(PEOPLE, np.random.default_rng(1))
    changed = change(reports[:, 0]).astype(np.uint64)
    bad = np.column_stack([changed, reports[:, 1]])
    with pytest.warns(UserWarning, match="multiples of .* hand seeds on as text"):
        HASHING.aggregate(bad)


def workers(rng_of):
    parts = [HASHING.perturb(PEOPLE[:400], rng_of(k)) for k in range(10)]
    return np.concatenate(parts)


def assigned(given):
    return HASHING.perturb(PEOPLE, np.random.default_rng(2), seeds=given)


# with the factor by which intervals are too narrow: √(1 + others with the same seed)
REPEATED = {
    "workers with one seed": (
        lambda: workers(lambda k: np.random.default_rng(7)),
        3.16,
    ),
    "two of ten workers": (
        lambda: workers(lambda k: np.random.default_rng(max(k, 1))),
        1.1,
    ),
    "one for all": (lambda: assigned(np.full(4000, 12345, np.uint64)), 63.2),
    "a pool of 100": (
        lambda: assigned(np.arange(4000, dtype=np.uint64) % 100 * 2 + 1),
        6.32,
    ),
}


@pytest.mark.parametrize(("make", "factor"), REPEATED.values(), ids=REPEATED)
def test_repeated_seeds_are_told(make, factor, tmp_path):
    """Of a file once, by its name, however many parts it is read in."""
    reports = make()
    words = f"share their seed, .* {factor:g} times too narrow"
    with pytest.warns(UserWarning, match=words) as told:
        HASHING.aggregate(reports)
    assert told[0].filename == __file__, "it names the line that calls"
    write_batch(tmp_path / "one.parquet", HASHING, reports)
    with pytest.warns(UserWarning, match="^one.parquet: .* share their seed") as told:
        collect(tmp_path, tmp_path / "table")
    assert len(told) == 1


def test_a_report_that_came_again_under_its_id_is_let_pass(tmp_path, recwarn):
    again = np.append(np.arange(4000), np.arange(0, 4000, 5))
    ids = np.random.default_rng(1).integers(256, size=(4000, 16), dtype=np.uint8)
    for mechanism in (HASHING, SKETCHES[0]):
        reports = mechanism.perturb(PEOPLE, np.random.default_rng(1))
        path = tmp_path / f"{type(mechanism).__name__}.parquet"
        write_batch(path, mechanism, reports[again], ids[again])
        next(count_batches([path], mechanism))
    assert not recwarn


def test_workers_with_generators_of_their_own_are_let_pass(recwarn):
    HASHING.aggregate(workers(lambda k: np.random.default_rng((7, k))))
    assert not recwarn


def test_tasks_with_one_seed_are_told_by_the_server_only(recwarn):
    """Reports with one task are what an audit draws."""
    tree, rng = (
        PrefixTree(4.0, lengths=(1, 2), keep=3, letters="ABC"),
        np.random.default_rng(1),
    )
    tasks = tree.assign(500, rng)
    tree.aggregate(tree.perturb(tree.encode(["AB"] * 500), tasks, rng), tasks)
    tasks[:, 1] = 9
    reports = tree.perturb(tree.encode(["AB"] * 500), tasks, rng)
    assert not recwarn
    with pytest.warns(UserWarning, match="share their seed"):
        tree.aggregate(reports, tasks)


@pytest.mark.parametrize("sketch", SKETCHES, ids=["bits", "sign"])
def test_hash_functions_that_are_chosen_too_often_are_told(sketch, recwarn):
    reports = sketch.perturb(PEOPLE, np.random.default_rng())
    sketch.aggregate(reports)
    assert not recwarn
    for stuck in (slice(None), slice(0, 400)):  # all devices, or one in ten
        one = reports.copy()
        one[stuck, 0] = 3
        with pytest.warns(UserWarning, match="one hash function was chosen by"):
            sketch.aggregate(one)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("sketch", SKETCHES, ids=["bits", "sign"])
def test_a_file_of_a_sketch_is_judged_as_a_whole(sketch, engine, tmp_path, recwarn):
    """It is sorted by function, and read in parts."""
    path, codes = tmp_path / "one.parquet", np.arange(150_000) % 20
    reports = sketch.perturb(codes, np.random.default_rng(1))
    write_batch(path, sketch, reports)
    next(count_batches([path], sketch, engine))
    assert not recwarn
    reports[:, 0] = 3
    write_batch(path, sketch, reports)
    with pytest.warns(UserWarning, match="^one.parquet: one hash function") as told:
        counted = next(count_batches([path], sketch, engine))
    assert len(told) == 1
    if sketch is SKETCHES[1]:  # its counts have the people of each function
        with pytest.warns(UserWarning, match="one hash function was chosen"):
            estimate_from_counts(sketch, counted.counts, counted.n)


@pytest.mark.parametrize("factor", [2, 4])
def test_even_seeds_are_no_fault(factor, recwarn):
    warn_of_seeds(seeds(200_000, np.random.default_rng(1)) // 8 * np.uint64(factor))
    assert not recwarn


@pytest.mark.parametrize("options", [1, 2, 16, 1024])
@pytest.mark.parametrize("n", [1, 30, 5000])
def test_fair_choices_are_let_pass(options, n, recwarn):
    for _ in range(20):
        chosen = np.random.default_rng().integers(options, size=n)
        warn_of_choices(np.bincount(chosen, minlength=options))
    assert not recwarn


# ---- RAPPOR: secrets


def of_clients(secret_of, n):
    """Return the counts of n clients, who hold words at random."""
    rng, made = np.random.default_rng(5), {}
    cohorts, values = rng.integers(64, size=n), rng.integers(20, size=n)
    chances = np.empty((n, 16))
    for k, one in enumerate(zip(secret_of(rng, n), cohorts.tolist(), values.tolist())):
        if one not in made:
            permanent = Client(PAPER, *one[:2]).permanent(WORDS[one[2]])
            made[one] = np.where(permanent, PAPER.q, PAPER.p)
        chances[k] = made[one]
    return count_bits((rng.random((n, 16)) < chances).astype(int), cohorts, PAPER)


def test_clients_that_share_a_secret_are_told():
    counts = of_clients(lambda rng, n: [b"secret"] * n, n=100_000)
    with pytest.warns(UserWarning, match="clients share a secret or a generator"):
        decode(counts, WORDS, PAPER)


def test_workers_that_share_a_generator_are_told():
    parts = [
        rappor.population_reports(PEOPLE, WORDS, PAPER, np.random.default_rng(1))
        for _ in range(10)
    ]
    counts = sum(count_bits(*part, PAPER) for part in parts)
    with pytest.warns(UserWarning, match="clients share a secret or a generator"):
        decode(counts, WORDS, PAPER)


@pytest.mark.parametrize("listed", [20, 1])
def test_clients_with_secrets_of_their_own_are_let_pass(listed, recwarn):
    """Also where hardly any word is listed."""
    counts = of_clients(lambda rng, n: [rng.bytes(8) for _ in range(n)], n=6000)
    decode(counts, WORDS[:listed], PAPER)
    assert not recwarn
