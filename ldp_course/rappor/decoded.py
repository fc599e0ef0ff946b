"""What a decoder found: shares with intervals and tests, and what they say together."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from ldp_course.arguments import check_confidence, check_type
from ldp_course.rappor.regression import shrink

COLUMNS = ("estimate", "frequency", "standard_error", "low", "high", "p_value", "detected")
COLUMNS += ("selected_low", "selected_high")  # as the arrays of Decoded, in their order


@dataclass(frozen=True, eq=False, repr=False)
class Decoded:
    """How many people hold each candidate string: what `decode` and `decode_basic` return.

    What the counts cannot tell has the estimate nan, an infinite standard error, and is not
    detected. Chapter "RAPPOR II: decoding".

    Parameters
    ----------
    candidates, people : tuple of str, int
    message : str, what was found and what could be
    estimates, frequencies, standard_errors : ndarrays of shape (candidates,), unbiased
        In people, but frequencies are estimates / people. They may be negative.
    low, high : ndarrays, people; the share `confidence` of all these intervals holds the truth
    p_values : ndarray, one-sided, for "nobody holds it" (Student's t)
    detected : ndarray of bool
    selected_low, selected_high : ndarrays, nan for candidates that are not detected
        The interval to report: luck has lifted the strings that stand out, and their plain ones
        hold it less often. These, of level 1 - (1 - confidence) x detected / candidates, hold it
        at least as often as stated, on average (Benjamini, Yekutieli, JASA 100, 2005).
    freedom : float, degrees of freedom of the noise
    dispersion : float, variance of the counts in units of that of independent reports
        Unlisted strings and several reports of a client raise it above 1.

    Examples
    --------
    >>> from ldp_course.rappor import Parameters, decode_basic
    >>> parameters = Parameters(bits=2, hashes=1, cohorts=1, f=0, p=0.25, q=0.75)
    >>> decode_basic([[10_000, 5_000, 2_600]], ["yes", "no"], parameters).standard_errors.round(1)
    array([86.6, 86.6])
    """

    candidates: tuple[str, ...]
    estimates: np.ndarray
    frequencies: np.ndarray
    standard_errors: np.ndarray
    low: np.ndarray
    high: np.ndarray
    p_values: np.ndarray
    detected: np.ndarray
    selected_low: np.ndarray
    selected_high: np.ndarray
    message: str
    people: int
    freedom: float
    dispersion: float

    def to_frame(self) -> pd.DataFrame:
        """The same as a table, a row per candidate."""
        arrays = [value for value in vars(self).values() if isinstance(value, np.ndarray)]
        index = pd.Index(self.candidates, name="candidate")
        return pd.DataFrame(dict(zip(COLUMNS, arrays, strict=True)), index=index)

    def __repr__(self) -> str:
        return f"{self.to_frame()}\n{self.message}"

    def _repr_html_(self) -> str:
        return self.to_frame()._repr_html_()


def shrunken_shares(decoded: Decoded) -> pd.DataFrame:
    """Better guesses of the shares than the unbiased ones, at the price of a bias to what is usual.

    The columns are the `mean` share of candidates with such an estimate (the smallest squared
    error, good for sums) and the `median`, too low as likely as too high (the smallest expected
    total variation). They are at least 0, nan where counts cannot tell, and do not sum to 1:
    strings that are not listed have the rest. How common a share is, is learned from the estimates
    (empirical Bayes; Kiefer, Wolfowitz, Ann. Math. Stat. 27, 1956). "RAPPOR II: decoding".

    Examples
    --------
    >>> from ldp_course.rappor import Parameters, decode_basic
    >>> two_bits = Parameters(bits=2, hashes=1, cohorts=1, f=0, p=0.25, q=0.75)
    >>> found = decode_basic([[10_000, 5_000, 2_450]], ["yes", "no"], two_bits)
    >>> found.frequencies, shrunken_shares(found)["median"].to_numpy().round(3)
    (array([ 0.5 , -0.01]), array([0.5, 0. ]))
    """
    check_type("decoded", decoded, Decoded, "what decode or decode_basic returned")
    shares, deviations = decoded.frequencies, decoded.standard_errors / decoded.people
    guesses = np.repeat(np.maximum(shares, 0)[:, None], 2, axis=1)  # right where there is no noise
    noisy = np.isfinite(deviations) & (deviations > 0)
    if noisy.any():
        guesses[noisy] = np.transpose(shrink(shares[noisy], deviations[noisy], rounds=500)[:2])
    index = pd.Index(decoded.candidates, name="candidate")
    return pd.DataFrame(guesses, index=index, columns=["mean", "median"])


def unexplained(decoded: Decoded, confidence: float = 0.95) -> pd.Series:
    """The people whose string is not on the list, as one more row of `Decoded.to_frame`.

    The share is 1 minus the sum of the estimated ones, and its variance about the sum of theirs:
    much less exact than the share of one string, and not moved into [0, 1]. An interval above 0
    says that the list is incomplete; one that contains 0 says neither. "RAPPOR II: decoding".

    Examples
    --------
    >>> from ldp_course.rappor import Parameters, decode_basic
    >>> parameters = Parameters(bits=3, hashes=1, cohorts=1, f=0, p=0, q=1)
    >>> unexplained(decode_basic([[100, 50, 30, 20]], ["a", "b"], parameters))["estimate"]
    np.float64(20.0)
    """
    check_type("decoded", decoded, Decoded, "what decode or decode_basic returned")
    quantile = -stdtrit(decoded.freedom or np.inf, (1 - check_confidence(confidence)) / 2)
    estimate = decoded.people - decoded.estimates.sum()
    error = np.sqrt((decoded.standard_errors**2).sum())
    low, high = estimate - quantile * error, estimate + quantile * error
    names = ["estimate", "frequency", "standard_error", "low", "high"]
    values = [estimate, estimate / decoded.people, error, low, high]
    return pd.Series(values, names, name="unexplained")
