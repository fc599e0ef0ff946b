"""What many answers about a secret reveal together: exact for a coin, bounds for all.

T answers of randomized response at ε about the same bit: the number of "yes" says all,
and it is binomial, Bin(T, p) from "yes" and Bin(T, 1 - p) from "no". No T answers
reveal more, if each is ε-private given all earlier ones (Kairouz, Oh and Viswanath
2015), even if later questions depend on earlier answers. Answers that share their
chance are not: together they may tell everything. Sums are taken in logarithms, so that
no T up to a million overflows. Chapter "Two reports, one
person".
"""

import math

import numpy as np
from scipy.special import gammaln

from ldp_course.arguments import (
    check_confidence,
    check_epsilon,
    check_integer,
    check_number,
    check_probability,
    check_type,
    refuse,
)

MOST_ANSWERS = 10**6

__all__ = ["advanced_epsilon", "coin_delta", "coin_epsilon", "guess_success"]


def coin_delta(epsilon: float, answers: int, total: float) -> float:
    """Return the smallest δ for which so many answers of a coin are (total, δ)-private.

    Σ over k of max(0, Bin(k; T, p) - e^total Bin(k; T, 1 - p)), which at total = (T -
    2i) ε is the δ_i of Kairouz, Oh and Viswanath (2015).

    Parameters
    ----------
    epsilon : float, natural-log ε of each answer, from 1e-6 to 30
    answers : int, T, from 1 to 10^6
    total : float, at least 0; from T ε on, δ is 0

    Examples
    --------
    >>> round(coin_delta(epsilon=1.0, answers=5, total=3.0), 6)
    0.180555
    """
    epsilon, log_yes, loss = _coin(epsilon, answers)
    total = check_number("total", total, "a finite number of at least 0", 0)
    above = loss > total
    return float((np.exp(log_yes[above]) * -np.expm1(total - loss[above])).sum())


# numbers too small for a float count as 0, whatever np.seterr says
@np.errstate(under="ignore")
def coin_epsilon(epsilon: float, answers: int, delta: float) -> float:
    """Return the least total for which so many coin answers are (total, δ)-private.

    By the theorem of Kairouz, Oh and Viswanath (2015) it also holds for any other
    answers, each ε-private given all earlier ones: optimal composition. No search is
    needed: δ is the largest of Pr[at least k | yes] - e^total Pr[at least k | no], so
    the total is the largest of ln((Pr[at least k | yes] - δ) / Pr[at least k | no]).

    Parameters
    ----------
    epsilon : float, natural-log ε of each answer, from 1e-6 to 30
    answers : int, T, from 1 to 10^6
    delta : float, strictly between 0 and 1

    Examples
    --------
    >>> round(coin_epsilon(epsilon=0.1, answers=365, delta=1e-6), 3)
    10.314
    """
    epsilon, log_yes, _ = _coin(epsilon, answers)
    delta = check_confidence(delta, "delta", 1e-6)
    tail_yes = np.logaddexp.accumulate(log_yes[::-1])[::-1]
    tail_no = np.logaddexp.accumulate(log_yes)[::-1]  # k "yes" from no: k "no" from yes
    left = math.log(delta) - tail_yes
    some = left < 0
    totals = tail_yes[some] + np.log(-np.expm1(left[some])) - tail_no[some]
    return float(np.clip(totals.max(initial=0.0), 0, answers * epsilon))


def advanced_epsilon(
    epsilon: float, answers: int, delta: float, form: str = "tight"
) -> float:
    """Return a total from a formula: "advanced" composition.

    It is not always below the plain sum T ε. ε √(2 T ln(1/δ)) + T ε m, where m is e^ε -
    1 in the "original" form of Dwork, Rothblum and Vadhan (2010), and (e^ε - 1) / (e^ε
    + 1) in the "tight" form: ε m is the mean loss of one coin answer.

    Parameters
    ----------
    epsilon : float, natural-log ε of each answer, from 1e-6 to 30
    answers : int, T, from 1 to 10^6
    delta : float, strictly between 0 and 1
    form : "tight" or "original"

    Examples
    --------
    >>> round(advanced_epsilon(epsilon=0.1, answers=365, delta=1e-6), 2)
    11.87
    >>> round(advanced_epsilon(1.0, 30, delta=1e-6, form="original"), 1)  # sum: 30
    80.3
    """
    epsilon = check_epsilon(epsilon)
    answers = check_integer("answers", answers, 1, MOST_ANSWERS)
    delta = check_confidence(delta, "delta", 1e-6)
    walk = epsilon * math.sqrt(2 * answers * -math.log(delta))
    check_type("form", form, str, "'tight' or 'original'")
    if form not in ("tight", "original"):
        refuse("form", form, "'tight' or 'original'")
    mean = math.tanh(epsilon / 2) if form == "tight" else math.expm1(epsilon)
    return walk + answers * epsilon * mean


# numbers too small for a float count as 0, whatever np.seterr says
@np.errstate(under="ignore")
def guess_success(epsilon: float, answers: int, prior: float = 0.5) -> float:
    """Return how often the best guess of the bit is right, after these coin answers.

    Σ over k of max(prior Bin(k; T, p), (1 - prior) Bin(k; T, 1 - p)): guess what is
    more likely.

    Parameters
    ----------
    epsilon : float, natural-log ε of each answer, from 1e-6 to 30
    answers : int, T, from 1 to 10^6
    prior : float, probability of "yes" before the answers

    Examples
    --------
    >>> round(guess_success(epsilon=0.1, answers=365), 3)
    0.83
    """
    epsilon, log_yes, _ = _coin(epsilon, answers)
    prior, if_yes = check_probability("prior", prior), np.exp(log_yes)
    return float(min(1, np.maximum(prior * if_yes, (1 - prior) * if_yes[::-1]).sum()))


def _coin(epsilon: float, answers: int) -> tuple[float, np.ndarray, np.ndarray]:
    """Return ε, and ln Pr[k | yes] and the loss (2k - T) ε for each number k of yes."""
    epsilon = check_epsilon(epsilon)
    T = check_integer("answers", answers, 1, MOST_ANSWERS)
    k = np.arange(T + 1)
    log_yes = -gammaln(k + 1) - gammaln(T - k + 1) + k * epsilon
    return epsilon, log_yes - np.logaddexp.reduce(log_yes), (2 * k - T) * epsilon
