"""The result of a decoder: its table, better guesses of the shares, people who are not listed."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import t as student

from ldp_course.rappor import Parameters, decode, decode_basic, shrunken_shares, unexplained

VECTORS = Path(__file__).parents[1] / "vectors" / "rappor_decode_cases.json"
CASE = next(c for c in json.loads(VECTORS.read_text())["cases"] if c["case"] == "small-typical")
COUNTS, REGRESSION = np.array(CASE["counts"]), Parameters(8, 2, 128, 0.45, 0.39, 0.61)
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
    decoded = decode(COUNTS, CASE["candidates"], REGRESSION)
    table = decoded.to_frame()
    assert list(table.columns) == list(COLUMNS) and table.index.name == "candidate"
    assert list(table.index) == CASE["candidates"] == list(decoded.candidates)
    for column, name in COLUMNS.items():
        np.testing.assert_array_equal(table[column], getattr(decoded, name))
    assert decoded.detected.dtype == bool and decoded.people == COUNTS[:, 0].sum() == 10**6
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
    np.testing.assert_allclose(decoded.p_values, student.sf(z, decoded.freedom), rtol=1e-6)


def test_a_notebook_shows_the_table_and_a_prompt_the_message_too():
    decoded = decode(COUNTS, CASE["candidates"][:5], REGRESSION)
    assert decoded._repr_html_() == decoded.to_frame()._repr_html_()
    assert repr(decoded) == f"{decoded.to_frame()}\n{decoded.message}"
    assert decoded.message.startswith("5 of 5 candidates detected in 1,000,000 reports. A string")


def test_shrunken_means_and_medians():
    decoded = decode(COUNTS, CASE["candidates"], REGRESSION)
    guesses = shrunken_shares(decoded)
    assert list(guesses.columns) == ["mean", "median"] and list(guesses.index) == CASE["candidates"]
    assert (guesses >= 0).all(axis=None) and 0.8 < guesses["mean"].sum() < 1
    order = np.argsort(decoded.frequencies)
    assert (np.diff(guesses["median"].to_numpy()[order]) > -0.001).all(), (
        "a larger estimate stands for a larger share"
    )
    clear = decoded.p_values < 1e-10
    np.testing.assert_array_equal(guesses["mean"][clear], decoded.frequencies[clear])
    truth = np.array([CASE["true_hist"].get(word, 0) for word in decoded.candidates]) / 1e6
    error = {name: np.abs(column - truth).sum() for name, column in guesses.items()}
    assert max(error.values()) < 0.8 * np.abs(decoded.frequencies - truth).sum()


def test_unlisted_people_by_hand():
    """Two strings of three in basic RAPPOR without noise: the third is what is missing."""
    parameters = Parameters(3, 1, 1, 0, 0, 1)
    rest = unexplained(decode_basic([[100, 50, 30, 20]], ["a", "b"], parameters))
    assert list(rest.index) == ["estimate", "frequency", "standard_error", "low", "high"]
    np.testing.assert_allclose(rest, [20, 0.2, 0, 20, 20], atol=1e-9)


def test_shares_without_noise_are_not_shrunken():
    """Nobody's own bit is noisy here: there is nothing to divide by."""
    exact = decode_basic([[100, 50, 30, 0]], ["a", "b", "c"], Parameters(3, 1, 1, 0, 0, 1))
    np.testing.assert_array_equal(shrunken_shares(exact), [[0.5, 0.5], [0.3, 0.3], [0, 0]])
    half = decode_basic([[100, 50, 30, 0]], ["a", "b", "c"], Parameters(3, 1, 1, 0, 0, 0.75))
    assert np.isfinite(shrunken_shares(half)).all(axis=None) and half.standard_errors[2] == 0


@pytest.mark.parametrize("function", [shrunken_shares, unexplained])
def test_a_table_is_not_what_a_decoder_returned(function):
    with pytest.raises(TypeError, match="is a DataFrame; decoded must be what decode or"):
        function(decode(COUNTS, CASE["candidates"][:5], REGRESSION).to_frame())


def test_the_errors_of_all_candidates_add_up_in_that_of_unlisted_people():
    parameters = Parameters(2, 1, 1, 0, 0.25, 0.75)
    decoded = decode_basic([[10_000, 5_000, 2_600]], ["yes", "no"], parameters)
    rest = unexplained(decoded, confidence=0.9)
    error = np.hypot(*decoded.standard_errors)
    z = 1.6448536269514722
    np.testing.assert_allclose(rest, [4_800, 0.48, error, 4_800 - z * error, 4_800 + z * error])
