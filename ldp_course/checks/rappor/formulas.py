"""The exact ε of the variant of RAPPOR that the assignment asks for."""

from __future__ import annotations

import numpy as np


def epsilon_of(stays: float, becomes: float, p: float, q: float, reports: int) -> float:
    """ε per hash of so many reports. Two words without a common bit differ in a pair of bits per
    hash.

    stays, becomes: Pr[permanent bit 1 | Bloom bit 1], and | Bloom bit 0]. Of a bit's reports only
    the number of ones counts, j. What speaks most for the first word is the best j on its bits, and
    the worst j on the bits of the second.
    """
    j = np.arange(reports + 1)
    if_one, if_zero = q**j * (1 - q) ** (reports - j), p**j * (1 - p) ** (reports - j)
    ratio = np.log(
        (stays * if_one + (1 - stays) * if_zero) / (becomes * if_one + (1 - becomes) * if_zero)
    )
    return float(ratio.max() - ratio.min())
