"""The RAPPOR decoder, step by step: estimates, tests, messages and mistakes."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import false_discovery_control
from scipy.stats import t as student

from ldp_course.rappor import (
    Client,
    Parameters,
    bloom_table,
    count_bits,
    decode,
    simulate_counts,
)
from tests.rappor.published_grid import weights
from tests.reference import vectors

CASES = {case["case"]: case for case in vectors("rappor_decode_cases")["cases"]}
REGRESSION = Parameters(8, 2, 128, 0.45, 0.39, 0.61)
PEOPLE = 10**6


def reference(name):
    """Counts, candidates and parameters of a case of google/rappor."""
    case = CASES[name]
    shape = (case["params"][letter] for letter in "khmfpq")
    return np.array(case["counts"]), case["candidates"], Parameters(*shape)


@pytest.mark.parametrize(("name", "least"), [("small-typical", 25), ("demo", 33)])
def test_reference_cases_are_decoded_as_by_google(name, least):
    """Counts simulated and decoded by google/rappor. In `demo` each client sends 10
    reports."""
    case = CASES[name]
    decoded = decode(*reference(name))
    people = sum(case["true_hist"].values())
    truth = (
        np.array([case["true_hist"].get(word, 0) for word in decoded.candidates])
        / people
    )
    reports = np.array(case["counts"])[:, 0].sum()
    z = (decoded.frequencies - truth) * reports / decoded.standard_errors
    assert (decoded.detected & (truth > 0)).sum() >= least
    assert (decoded.detected & (truth == 0)).sum() <= 3
    assert (np.abs(z) < 1.96).mean() > 0.9
    assert 0.8 < z[truth == 0].std(ddof=1) < 1.2, (
        "strings that nobody holds have z of standard deviation 1"
    )
    theirs = pd.DataFrame(case["google_R_fit"]).set_index("string").proportion
    ours = decoded.to_frame().frequency
    common = ours.index.intersection(theirs.index)
    assert np.corrcoef(ours[common], theirs[common])[0, 1] > 0.97


def test_end_to_end_with_clients_whose_noise_is_rounded():
    """4,000 real clients with f = 0.05, which a device rounds to 7/128; each |z| < 6:
    false alarm below 1e-8.
    """
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
    decoded = decode(counts, [*words, "fig", "lime"], parameters.quantized)
    assert list(decoded.detected) == [True, True, True, False, False]
    assert (
        np.abs(decoded.estimates - [*truth, 0, 0]) < 6 * decoded.standard_errors
    ).all()
    unrounded = decode(counts, [*words, "fig", "lime"], parameters)
    shrunk = (1 - parameters.quantized.f) / (1 - parameters.f)
    np.testing.assert_allclose(
        unrounded.estimates, shrunk * decoded.estimates, rtol=1e-9, atol=1e-6
    )


def test_corrections_are_ordered():
    case = CASES["small-typical"]
    arguments = np.array(case["counts"]), case["candidates"], REGRESSION
    decoded = decode(*arguments)
    none, fdr, bonferroni = (
        decode(*arguments, correction=c).detected for c in ("none", "fdr", "bonferroni")
    )
    np.testing.assert_array_equal(decoded.detected, fdr)
    np.testing.assert_array_equal(
        fdr, false_discovery_control(decoded.p_values) <= 0.05
    )
    np.testing.assert_array_equal(bonferroni, decoded.p_values <= 0.05 / 110)
    np.testing.assert_array_equal(none, decoded.p_values <= 0.05)
    assert bonferroni.sum() < fdr.sum() < none.sum()
    narrow, wide = (decode(*arguments, confidence=c) for c in (0.5, 0.99))
    assert (narrow.low > wide.low).all() and (narrow.high < wide.high).all()
    assert decode(*arguments, significance=1e-6).detected.sum() < fdr.sum()


def test_the_message_states_the_detection_limit():
    """A string at the stated share is found in 300 runs between 35 % and 65 % of the
    time (5 sd: 6e-7).
    """
    words = [f"v{i}" for i in range(1, 21)]
    rng = np.random.default_rng(7)
    parameters = replace(REGRESSION, cohorts=32)
    others = [PEOPLE // 20] * 19
    message = decode(
        simulate_counts([*others, 10_000], words, parameters, rng), words, parameters
    ).message
    share = float(re.search(r"([\d.]+)% is detected half", message)[1]) / 100
    rare = round(share * PEOPLE)
    detected = [
        decode(
            simulate_counts([*others, rare], words, parameters, rng), words, parameters
        ).detected[19]
        for _ in range(300)
    ]
    assert 0.35 < np.mean(detected) < 0.65


@pytest.mark.parametrize("people", [1, 20, 60])
def test_too_few_reports_give_a_plain_answer(people):
    words = [f"v{i}" for i in range(1, 101)]
    counts = simulate_counts(
        [people] + [0] * 99, words, REGRESSION, np.random.default_rng(8)
    )
    decoded = decode(counts, words, REGRESSION)
    assert not decoded.detected.any()
    assert decoded.message.startswith(
        f"0 of 100 candidates detected in {people} reports."
    )


def test_too_many_candidates_give_a_plain_answer():
    parameters = Parameters(8, 2, 8, 0.5, 0.25, 0.75)
    counts = simulate_counts(
        [50_000, 50_000], ["a", "b"], parameters, np.random.default_rng(9)
    )
    decoded = decode(counts, [f"bogus{i}" for i in range(600)], parameters)
    assert not decoded.detected.any() and np.isnan(decoded.estimates).all()
    assert "too many candidates" in decoded.message


@pytest.mark.parametrize("cohorts", [16, REGRESSION.cohorts])
@pytest.mark.parametrize(
    "shape", ["unif", pytest.param("zipf1.5", marks=pytest.mark.weekly)]
)
def test_too_few_reports_of_the_reference_are_called_so(shape, cohorts):
    """1,000 reports, with the cohorts of the regression grid and with fewer.

    Google's own decoder finds 0.4 strings.
    """
    parameters, rng = replace(REGRESSION, cohorts=cohorts), np.random.default_rng(20)
    words = [f"v{i}" for i in range(1, 101)]
    counts = simulate_counts(
        rng.multinomial(1000, weights(shape)), words, parameters, rng
    )
    for bogus in (0, 20, 200, 1000):
        decoded = decode(
            counts, words + [f"bogus{i}" for i in range(bogus)], parameters
        )
        assert decoded.detected.sum() <= 2
        assert "too few reports to detect anything" in decoded.message


@pytest.mark.parametrize("cohorts", [1, 16, 64])
def test_flat_counts_detect_nobody(cohorts):
    """Counts without any variation leave no residuals to read the noise from; the known
    noise takes their place.
    """
    parameters = replace(REGRESSION, cohorts=cohorts)
    counts = np.full((cohorts, 9), 5_000)
    counts[:, 0] = 10_000
    decoded = decode(counts, ["apple", "pear"], parameters)
    assert not decoded.detected.any()
    np.testing.assert_allclose(decoded.estimates, 0, atol=1e-6)
    assert (decoded.standard_errors > 0).all() and np.isfinite(
        decoded.to_frame().to_numpy(dtype=float)[:, :6]
    ).all()


def test_reports_without_noise_are_decoded_exactly():
    parameters = Parameters(16, 2, 64, 0, 0, 1)
    counts = simulate_counts([64_000], ["apple"], parameters, np.random.default_rng(21))
    decoded = decode(counts, ["apple", "pear"], parameters)
    np.testing.assert_allclose(decoded.estimates, [64_000, 0], atol=1e-3)
    assert list(decoded.detected) == [True, False]


def test_estimates_count_clients_not_reports():
    case = reference("demo")
    as_reports, as_clients = decode(*case), decode(*case, clients=100_000)
    for name in ("estimates", "standard_errors", "low", "high"):
        np.testing.assert_allclose(
            getattr(as_clients, name), getattr(as_reports, name) / 10
        )
    for name in ("frequencies", "p_values", "detected"):
        np.testing.assert_array_equal(
            getattr(as_clients, name), getattr(as_reports, name)
        )
    assert "in 1,000,000 reports from 100,000 clients" in as_clients.message
    assert 2.6 < as_clients.dispersion < 3.4, (
        "the ten reports of a client share their permanent bits"
    )


def words_by_bits(parameters, many=2_000):
    """A word for each set of bits that one of many words sets in cohort 0."""
    words = [f"w{i}" for i in range(many)]
    sets = bloom_table(words, parameters)[:, 0]
    return {
        tuple(np.flatnonzero(bits)): word
        for bits, word in zip(sets, words, strict=True)
    }


def test_intervals_cover_with_a_single_cohort():
    """300 runs of 8 strings in 64 bits: coverage of 2,400 intervals within 5 sd of 95
    %: false alarm below 1e-6.
    """
    parameters = Parameters(64, 2, 1, 0.5, 0.25, 0.75)
    rng = np.random.default_rng(22)
    inside = []
    truth = np.array([30_000, 20_000, 10_000, 5_000, 2_000, 1_000, 0, 0])
    known = list(words_by_bits(parameters).values())
    for _ in range(300):
        words = list(rng.choice(known, 8, replace=False))
        decoded = decode(
            simulate_counts(truth, words, parameters, rng), words, parameters
        )
        inside.extend(
            ((decoded.low <= truth) & (truth <= decoded.high))[
                ~np.isnan(decoded.estimates)
            ]
        )
    assert abs(np.mean(inside) - 0.95) < 5 * np.sqrt(0.95 * 0.05 / 2_400)


def test_strings_that_only_a_mix_could_explain_are_not_estimated():
    """Bits 0 and 1, 2 and 3: the same four as 0 and 2, 1 and 3.

    The string with bits 4 and 5 stands apart.
    """
    parameters = Parameters(16, 2, 1, 0.5, 0.25, 0.75)
    by_bits = words_by_bits(parameters)
    words = [by_bits[bits] for bits in ((0, 1), (2, 3), (0, 2), (1, 3), (4, 5))]
    counts = simulate_counts([20_000] * 5, words, parameters, np.random.default_rng(23))
    decoded = decode(counts, words, parameters)
    assert list(np.isnan(decoded.estimates)) == [True] * 4 + [False]
    assert list(decoded.detected) == [False] * 4 + [True]
    assert list(decoded.p_values[:4]) == [1] * 4 and decoded.p_values[4] < 1e-9
    assert "4 cannot be told from a mix of others" in decoded.message
    assert np.isfinite(decode(counts, words[1:], parameters).estimates).all()


def test_more_candidates_than_equations_can_be_decoded():
    """20 strings among 1,500 candidates, with 960 equations: all of the frequent ones
    are found, few others.
    """
    parameters, rng = Parameters(16, 2, 64, 0.5, 0.25, 0.75), np.random.default_rng(24)
    words = [f"v{i}" for i in range(20)]
    counts = simulate_counts([50_000] * 20, words, parameters, rng)
    decoded = decode(counts, words + [f"bogus{i}" for i in range(1_480)], parameters)
    assert decoded.detected[:20].all() and decoded.detected[20:].sum() <= 8
    z = decoded.estimates[20:] / decoded.standard_errors[20:]
    assert 0.9 < z.std() < 1.1


# ---- the result: its table and its intervals

COLUMNS = {
    "estimate": "estimates",
    "frequency": "frequencies",
    "standard_error": "standard_errors",
    "low": "low",
    "high": "high",
    "p_value": "p_values",
    "detected": "detected",
    "selected_low": "selected_low",
    "selected_high": "selected_high",
}


def test_the_table_and_the_intervals_are_as_documented():
    counts, candidates, parameters = reference("small-typical")
    decoded = decode(counts, candidates, parameters)
    table = decoded.to_frame()
    assert list(table.columns) == list(COLUMNS) and table.index.name == "candidate"
    assert list(table.index) == candidates == list(decoded.candidates)
    for column, name in COLUMNS.items():
        np.testing.assert_array_equal(table[column], getattr(decoded, name))
    assert (
        decoded.detected.dtype == bool and decoded.people == counts[:, 0].sum() == 10**6
    )
    np.testing.assert_allclose(decoded.frequencies * decoded.people, decoded.estimates)
    np.testing.assert_array_equal(np.isfinite(decoded.selected_low), decoded.detected)
    for name, miss in (("low", 0.05), ("selected_low", 0.05 * decoded.detected.mean())):
        margin = student.isf(miss / 2, decoded.freedom) * decoded.standard_errors
        for end, sign in ((name, -1), (name.replace("low", "high"), 1)):
            stated = decoded.estimates + sign * margin
            if name == "selected_low":
                stated[~decoded.detected] = np.nan
            np.testing.assert_allclose(getattr(decoded, end), stated)
    z = decoded.estimates / decoded.standard_errors
    np.testing.assert_allclose(
        decoded.p_values, student.sf(z, decoded.freedom), rtol=1e-6
    )


def test_a_notebook_shows_the_table_and_a_prompt_the_message_too():
    counts, candidates, parameters = reference("small-typical")
    decoded = decode(counts, candidates[:5], parameters)
    assert decoded._repr_html_() == decoded.to_frame()._repr_html_()
    assert repr(decoded) == f"{decoded.to_frame()}\n{decoded.message}"
    assert decoded.message.startswith(
        "5 of 5 candidates detected in 1,000,000 reports. A string"
    )
