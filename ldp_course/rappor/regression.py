"""The regression behind the decoder: each candidate's share, and how far to trust it.

Any estimate x that errs toward 0 keeps something back, and the residuals r = y - A x
still hold it. Giving it back to each candidate j leaves its share plus normal noise,

    s_j = x_j + A_j'r / (|A_j|^2 (1 - d/n)),
    standard error |r| / (sqrt(n) |A_j| (1 - d/n)),

for n equations, where d, the degrees of freedom, says how much x follows the noise. A
better x follows it less: |r| is larger, but |r| / (1 - d/n) smaller. So we look for a
good x:

1. From x = 0, give back, replace each s_j by the mean share that it stands for in the
   light of all candidates (`shrink`), and repeat until nothing moves; d is the sum of
   the slopes. Where it stops is a fixed point of approximate message passing (Donoho,
   Maleki, Montanari, PNAS 106, 2009) with an empirical-Bayes mean. It needs many
   equations that look random, as those of many cohorts do.
2. With few equations, or if 1 does not settle, x is the non-negative least-squares fit,
   and d the number of its positive values: Javanmard, Montanari, IEEE Trans. Inf.
   Theory 60(10), 2014; Bellec, Zhang, Bernoulli 28(2), 2022.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import nnls

from ldp_course.rappor.parameters import Parameters
from ldp_course.rappor.population import estimate_bits

MANY_EQUATIONS = 200
MOST_STEPS = 60
SETTLED = 0.1  # standard errors, for a whole step
CLEAR = 6  # an estimate of that many standard errors is taken as it is
GRID = 33


class System(NamedTuple):
    """Equations for the shares, a row per bit of a cohort that has reports."""

    columns: np.ndarray
    target: np.ndarray
    squares: np.ndarray  # |A_j|^2 of each column
    equations: int
    variance: float  # of a row, with independent reports


class Fit(NamedTuple):
    """Shares with standard errors: nan and infinite where counts cannot tell."""

    shares: np.ndarray
    standard_errors: np.ndarray
    freedom: float  # equations less d, the part of the noise that the fit follows
    dispersion: float  # unexplained variance, in units of that of independent reports
    # of a share, if there were one candidate and independent reports
    least_error: float

    @property
    def told_apart(self) -> np.ndarray:
        """Return for which candidates the counts tell a share: booleans."""
        return np.isfinite(self.standard_errors)


def fit_shares(counts: np.ndarray, design: np.ndarray, parameters: Parameters) -> Fit:
    """Return the candidates' shares from checked counts and their `design_matrix`."""
    system = _system(counts, design, parameters)
    columns, target, squares, equations, known = system
    least_error = float(np.sqrt(known / np.median(squares)))
    few = equations < MANY_EQUATIONS
    x, d = (None, 0) if few else _settled_means(system)
    if x is None:
        x, _ = nnls(columns, target)
        d = np.count_nonzero(x)
    if d >= equations:
        return Fit(
            np.full(len(x), np.nan), np.full(len(x), np.inf), 0, np.nan, least_error
        )
    shares, errors, variance = _give_back(system, x, d, known / 2)
    if few and len(x) <= equations:
        # some set the same bits as a mix of others: no counts can tell their shares
        _, sizes, mixes = np.linalg.svd(columns / np.sqrt(squares), full_matrices=False)
        mixed = (np.abs(mixes[sizes < 1e-8]) > 1e-8).any(axis=0)
        shares[mixed], errors[mixed] = np.nan, np.inf
    dispersion = variance / known if known else np.nan
    return Fit(shares, errors, equations - d, dispersion, least_error)


def shrink(shares: np.ndarray, errors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return each share's posterior mean and variance, from its estimate and error.

    The prior is a set of weights on a grid of shares, which each round of the EM
    algorithm moves to where the candidates are. Clear estimates stay as they are.
    """
    clear = shares > CLEAR * errors
    grid = np.linspace(0, (CLEAR + 2) * errors.max(), GRID)
    z = np.clip(shares / errors, -CLEAR, CLEAR)
    distance = z[:, None] - grid / errors[:, None]
    likelihood = np.exp(-(distance**2) / 2)
    unclear = likelihood[~clear]
    weights = np.ones(GRID)
    for _ in range(20 if len(unclear) else 0):
        weights *= (1 / (unclear @ weights)) @ unclear / len(unclear)
    chances = likelihood * weights
    chances /= chances.sum(axis=1, keepdims=True)
    mean = chances @ grid
    variance = chances @ grid**2 - mean**2
    mean[clear] = shares[clear]
    variance[clear] = errors[clear] ** 2
    return mean, variance


def _system(counts: np.ndarray, design: np.ndarray, parameters: Parameters) -> System:
    """Return the equations that the shares would solve, were there no noise.

    Strings that are not listed set all bits of a cohort about equally, so each cohort's
    mean over its bits is taken off. The weight sqrt(people) makes all rows about
    equally noisy.
    """
    present = counts[:, 0] > 0
    people = counts[present, :1]
    estimate, error = estimate_bits(counts, parameters)
    estimate, error = estimate[present] / people, error[present] / people
    sets = design.reshape(parameters.cohorts, parameters.bits, -1)[present]
    weight = np.sqrt(people)
    target = (weight * (estimate - estimate.mean(axis=1, keepdims=True))).ravel()
    columns = sets.astype(float, order="C")
    columns -= columns.mean(axis=1, keepdims=True)
    columns *= weight[:, :, None]
    columns = columns.reshape(len(target), -1)
    squares = np.einsum("ij,ij->j", columns, columns)
    equations = len(people) * (parameters.bits - 1)
    variance = float(np.mean((weight * error) ** 2))
    return System(columns, target, squares, equations, variance)


def _give_back(
    system: System, x: np.ndarray, d: float, least: float
) -> tuple[np.ndarray, np.ndarray, float]:
    """Return shares, their standard errors, and an equation's variance, for x and d.

    The variance is at least `least`. At the end that is half of the known one: counts
    flatter than chance say nothing of the noise.
    """
    columns, target, squares, equations, _ = system
    residual, left = target - columns @ x, 1 - d / equations
    variance = max(residual @ residual / equations / left, least)
    shares = x + columns.T @ residual / (squares * left)
    return shares, np.sqrt(variance / left / squares), variance


def _settled_means(system: System) -> tuple[np.ndarray | None, float]:
    """Return x and d of step 1, or None and 0 if they do not settle."""
    x, d, last, part = np.zeros(len(system.squares)), 0.0, np.nan, np.nan
    for step in range(1, MOST_STEPS + 1):
        shares, errors, _ = _give_back(system, x, d, 0)
        if not errors.min() > 0:
            break
        if np.abs(shares - last).max() < SETTLED * part * errors.min():
            return x, d
        # going half of the way, and later less, keeps the steps stable
        last, part = shares, min(0.5, 5 / step)
        mean, variance = shrink(shares, errors)
        x, d = x + part * (mean - x), d + part * ((variance / errors**2).sum() - d)
        if d >= system.equations:
            break
    return None, 0
