"""The result of a decoder: shares with intervals and tests, and a message in words.

`decoder_message` and `misfit` write the message.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

# as the arrays of Decoded, in their order
COLUMNS = (
    "estimate", "frequency", "standard_error", "low", "high", "p_value", "detected",
    "selected_low", "selected_high",
)  # fmt: skip


@dataclass(frozen=True, eq=False, repr=False)
class Decoded:
    """Hold how many people have each candidate string: what `decode` returns.

    What the counts cannot tell has the estimate nan, an infinite standard error, and is
    not detected. Chapter "RAPPOR II: decoding".

    Parameters
    ----------
    candidates, people : tuple of str, int
    message : str, what was detected and what could be
    estimates, frequencies, standard_errors : ndarrays of shape (candidates,), unbiased
        In people, but frequencies are estimates / people. They may be negative.
    low, high : ndarrays, people
        The share `confidence` of all these intervals holds the truth.
    p_values : ndarray, one-sided, for "nobody holds it" (Student's t)
    detected : ndarray of bool
    selected_low, selected_high : ndarrays, nan for candidates that are not detected
        The interval to report: luck has lifted the strings that stand out, and their
        plain ones hold it less often. These, of level 1 - (1 - confidence) x detected /
        candidates, hold it at least as often as stated, on average (Benjamini,
        Yekutieli, JASA 100, 2005).
    freedom : float, degrees of freedom of the noise
    dispersion : float, variance of the counts in units of that of independent reports
        Unlisted strings and several reports of a client raise it above 1.

    Examples
    --------
    >>> from ldp_course.rappor import Parameters, decode
    >>> parameters = Parameters(bits=4, hashes=1, cohorts=1, f=0, p=0.25, q=0.75)
    >>> counts = [[10_000, 7_500, 2_500, 2_500, 2_500]]
    >>> decode(counts, ["apple"], parameters).standard_errors.round(1)
    array([86.6])
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
        """Return the same as a table, a row per candidate."""
        arrays = [v for v in vars(self).values() if isinstance(v, np.ndarray)]
        index = pd.Index(self.candidates, name="candidate")
        return pd.DataFrame(dict(zip(COLUMNS, arrays, strict=True)), index=index)

    def __repr__(self) -> str:
        return f"{self.to_frame()}\n{self.message}"

    def _repr_html_(self) -> str:
        return self.to_frame()._repr_html_()
