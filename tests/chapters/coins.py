"""The law of a poll in which each person's answer is a coin."""

import numpy as np
from scipy.stats import binom


def law(n, truth, p=0.75, q=0.25):
    """Return Pr[c "yes" of n people], c = 0 … n, if `truth` of them would say yes."""
    honest = binom.pmf(np.arange(truth + 1), truth, p)
    return np.convolve(honest, binom.pmf(np.arange(n - truth + 1), n - truth, q))


def estimates(n):
    """Return the estimate from each number of "yes", 0 … n, with two coins."""
    return 2 * (np.arange(n + 1) - n / 4)
