"""The RAPPOR decoder, step by step: bits, design, table, messages and mistakes."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import false_discovery_control

from ldp_course.rappor import (
    Client,
    Parameters,
    bloom_table,
    count_bits,
    decode,
    design_matrix,
    estimate_bits,
    simulate_counts,
)

VECTORS = Path(__file__).parent / "vectors"
CASES = {case["case"]: case for case in json.loads((VECTORS / "rappor_decode_cases.json").read_text())["cases"]}
REGRESSION = Parameters(8, 2, 128, 0.45, 0.39, 0.61)
PEOPLE = 10**6


@pytest.mark.parametrize(("name", "least_found"), [("small-typical", 25), ("demo", 33)])
def test_reference_cases(name, least_found):
    """Counts simulated and decoded by google/rappor. In `demo` each client sends 10 reports."""
    case = CASES[name]
    shape = case["params"]
    parameters = Parameters(shape["k"], shape["h"], shape["m"], shape["f"], shape["p"], shape["q"])
    table = decode(np.array(case["counts"]), case["candidates"], parameters)
    people = sum(case["true_hist"].values())
    truth = np.array([case["true_hist"].get(word, 0) for word in table.index]) / people
    reports = np.array(case["counts"])[:, 0].sum()
    z = (table.frequency - truth) * reports / table.standard_error
    assert (table.detected & (truth > 0)).sum() >= least_found
    assert (table.detected & (truth == 0)).sum() <= 3
    assert 0.9 < (np.abs(z) < 1.96).mean()
    assert 0.8 < z[truth == 0].std() < 1.2, "strings that nobody holds have z of standard deviation 1"
    theirs = pd.DataFrame(case["google_R_fit"]).set_index("string").proportion
    common = table.index.intersection(theirs.index)
    assert np.corrcoef(table.frequency[common], theirs[common])[0, 1] > 0.97


def test_end_to_end_with_clients_whose_noise_is_rounded():
    """4,000 real clients with f = 0.05, which a device rounds to 7/128; each |z| < 6: false alarm below 1e-8."""
    parameters = Parameters(16, 2, 8, 0.05, 0.1, 0.9)
    words, truth = ["apple", "pear", "plum"], [2400, 1200, 400]
    rng = np.random.default_rng(4)
    holders = np.repeat(words, truth)
    cohorts = rng.integers(8, size=4000)
    reports = [
        Client(parameters, f"secret {i}".encode(), cohort).report(str(word), rng)
        for i, (word, cohort) in enumerate(zip(holders, cohorts, strict=True))
    ]
    counts = count_bits(reports, cohorts, parameters)
    table = decode(counts, [*words, "fig", "lime"], parameters.quantized)
    assert list(table.detected) == [True, True, True, False, False]
    assert (np.abs(table.estimate - [*truth, 0, 0]) < 6 * table.standard_error).all()
    unrounded = decode(counts, [*words, "fig", "lime"], parameters)
    shrunk = (1 - parameters.quantized.f) / (1 - parameters.f)
    np.testing.assert_allclose(unrounded.estimate, shrunk * table.estimate, rtol=1e-9, atol=1e-6)


def test_bit_estimates_are_unbiased_with_the_stated_error():
    """2,000 runs; each of 24 bits: mean within 6 sd, spread within 10 % (6 sd): false alarm below 1e-6."""
    parameters = Parameters(8, 2, 3, 0.5, 0.5, 0.75)
    words = ["a", "b"]
    rng = np.random.default_rng(5)
    runs = [simulate_counts([30_000, 60_000], words, parameters, rng) for _ in range(2000)]
    estimates, errors = (np.array(part) for part in zip(*(estimate_bits(run, parameters) for run in runs), strict=True))
    people_with_bit = np.einsum("w,wcb->cb", [10_000, 20_000], bloom_table(words, parameters).astype(int))
    people = np.array([run[:, :1] for run in runs])
    noise = estimates - people * (people_with_bit / 30_000)  # what remains has the cohort's composition in it
    assert (np.abs(noise.mean(axis=0)) < 6 * noise.std(axis=0) / np.sqrt(2000)).all()
    empty = people_with_bit == 0
    ratio = noise.std(axis=0)[empty] / errors.mean(axis=0)[empty]
    assert (np.abs(ratio - 1) < 0.1).all()


def test_standard_error_of_a_bit_by_hand():
    parameters = Parameters(2, 1, 1, 0, 0.25, 0.75)
    estimate, error = estimate_bits([[1000, 250, 750]], parameters)
    np.testing.assert_allclose(estimate, [[0, 1000]])
    np.testing.assert_allclose(error, [[np.sqrt(1000 * 0.1875) / 0.5] * 2])


def test_design_matrix():
    parameters = Parameters(16, 2, 4, 0.5, 0.5, 0.75)
    design = design_matrix(["apple", "banana", "carrot"], parameters)
    assert design.shape == (64, 3) and design.dtype == np.uint8
    published = json.loads((VECTORS / "rappor_bloom.json").read_text())["upstream_map_csv"]["rows"]
    for column, word in zip(design.T, ["apple", "banana", "carrot"], strict=True):
        assert set(column.nonzero()[0] + 1) == set(published[word])


def test_corrections_are_ordered_and_the_table_is_as_documented():
    case = CASES["small-typical"]
    arguments = np.array(case["counts"]), case["candidates"], REGRESSION
    table = decode(*arguments)
    assert list(table.columns) == ["estimate", "frequency", "standard_error", "low", "high", "p_value", "detected"]
    assert list(table.index) == case["candidates"] and table.detected.dtype == bool
    np.testing.assert_allclose(table.frequency * np.array(case["counts"])[:, 0].sum(), table.estimate)
    none, fdr, bonferroni = (decode(*arguments, correction=c).detected for c in ("none", "fdr", "bonferroni"))
    np.testing.assert_array_equal(fdr, false_discovery_control(table.p_value) <= 0.05)
    np.testing.assert_array_equal(bonferroni, table.p_value <= 0.05 / 110)
    np.testing.assert_array_equal(none, table.p_value <= 0.05)
    assert bonferroni.sum() < fdr.sum() < none.sum()
    narrow, wide = (decode(*arguments, confidence=c) for c in (0.5, 0.99))
    assert (narrow.low > wide.low).all() and (narrow.high < wide.high).all()
    assert decode(*arguments, significance=1e-6).detected.sum() < fdr.sum()


def test_the_message_states_the_detection_limit():
    """A string at the stated share is found in 300 runs between 35 % and 65 % of the time (5 sd: 6e-7)."""
    words = [f"v{i}" for i in range(1, 21)]
    rng = np.random.default_rng(7)
    parameters = replace(REGRESSION, cohorts=32)
    others = [PEOPLE // 20] * 19
    message = decode(simulate_counts([*others, 10_000], words, parameters, rng), words, parameters).attrs["message"]
    share = float(re.search(r"([\d.]+)% is detected half", message)[1]) / 100
    rare = round(share * PEOPLE)
    found = [
        decode(simulate_counts([*others, rare], words, parameters, rng), words, parameters).detected["v20"]
        for _ in range(300)
    ]
    assert 0.35 < np.mean(found) < 0.65


@pytest.mark.parametrize("people", [1, 20, 60])
def test_too_few_reports_give_a_plain_answer(people):
    words = [f"v{i}" for i in range(1, 101)]
    counts = simulate_counts([people] + [0] * 99, words, REGRESSION, np.random.default_rng(8))
    table = decode(counts, words, REGRESSION)
    assert not table.detected.any()
    assert table.attrs["message"].startswith(f"0 of 100 candidates detected in {people} reports.")


def test_totals_do_not_wrap_at_32_bits():
    """2^32 reports: 0 in 32 bits, the size of NumPy's sums in a browser."""
    parameters = Parameters(8, 2, 4, 0.5, 0.25, 0.75)
    counts = np.full((4, 9), 2**29, dtype=np.uint32)
    counts[:, 0] = 2**30
    counts[:, 1:] += bloom_table(["apple"], parameters)[0] * np.uint32(2**20)
    table = decode(counts, ["apple", "pear"], parameters)
    assert "4,294,967,296 reports" in table.attrs["message"]


def test_too_many_candidates_give_a_plain_answer():
    parameters = Parameters(8, 2, 8, 0.5, 0.25, 0.75)
    counts = simulate_counts([50_000, 50_000], ["a", "b"], parameters, np.random.default_rng(9))
    table = decode(counts, [f"bogus{i}" for i in range(600)], parameters)
    assert not table.detected.any() and table.estimate.isna().all()
    assert "too many candidates" in table.attrs["message"]


GOOD = np.array(CASES["small-typical"]["counts"])
NO_REPORTS, TOO_MANY_ONES = np.zeros_like(GOOD), GOOD.copy()
TOO_MANY_ONES[3, 2] = 10**5
ONE_COHORT = Parameters(4, 1, 1, 0.5, 0.25, 0.75)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: decode(GOOD[:5], ["a"], REGRESSION), ValueError, r"counts has shape \(5, 9\); .* of shape \(128, 9\)"),
        (lambda: decode(GOOD / 2, ["a"], REGRESSION), TypeError, "counts has dtype float64; .* whole numbers"),
        (lambda: decode(-GOOD, ["a"], REGRESSION), ValueError, "counts holds -.* none negative"),
        (lambda: decode(NO_REPORTS, ["a"], REGRESSION), ValueError, "counts holds no reports"),
        (lambda: decode(TOO_MANY_ONES, ["a"], REGRESSION), ValueError, "100000 ones for bit 1 of cohort 3 in 7720"),
        (lambda: estimate_bits(GOOD.T, REGRESSION), ValueError, r"counts has shape \(9, 128\)"),
        (lambda: decode(GOOD, [], REGRESSION), ValueError, "candidates is empty"),
        (lambda: decode(GOOD, "apple", REGRESSION), TypeError, "candidates = 'apple' is a str"),
        (lambda: decode(GOOD, ["a", "b", "a"], REGRESSION), ValueError, "candidates holds 'a' more than once"),
        (lambda: decode(GOOD, [1, 2], REGRESSION), TypeError, "candidates holds 1, a int"),
        (lambda: decode(GOOD, ["a"], REGRESSION, correction="BH"), ValueError, "correction = 'BH' .* one of .'fdr'"),
        (lambda: decode(GOOD, ["a"], REGRESSION, significance=0), ValueError, "significance = 0 .* strictly between"),
        (lambda: decode(GOOD, ["a"], REGRESSION, confidence=95), ValueError, "confidence = 95 .* strictly between"),
        (
            lambda: decode([[9, 1, 1, 1, 1]], ["v1", "v2", "v3", "v4", "v5"], ONE_COHORT),
            ValueError,
            "candidates 'v.' and 'v.' set the same bits in every cohort: no decoder can tell",
        ),
        (
            lambda: decode([[9, 1]], ["v1"], replace(ONE_COHORT, bits=1)),
            ValueError,
            "candidates holds 'v1', which sets every bit",
        ),
    ],
)
def test_wrong_calls_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
