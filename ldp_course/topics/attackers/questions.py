"""Measure how many people always say no, by a pair of opposite questions."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_answers, check_frequency, refuse
from ldp_course.counting import number_if_single
from ldp_course.randomized_response import RandomizedResponse


@dataclass(frozen=True)
class AlwaysNo:
    """Hold what two opposite questions say about people who always say no.

    The errors are those of a random half of many people for each question.

    Parameters
    ----------
    share, share_error : float, estimated share who always say no, and its standard
        error
    yes, yes_error : float, estimated share of true yes among all others, and its
        standard error

    Examples
    --------
    >>> AlwaysNo(share=0.1, share_error=0.006, yes=0.322, yes_error=0.007).yes
    0.322
    """

    share: float
    share_error: float
    yes: float
    yes_error: float


def always_no(
    coins: RandomizedResponse, asked: ArrayLike, opposite: ArrayLike
) -> AlwaysNo:
    """Estimate who always says no from answers to a question and to its opposite.

    Each question is asked to a random half. Among sincere people the reported yes to
    both questions are λ₁ + λ₂ = p + q = 1 in all. Who always says no adds to neither,
    so what is missing to 1 is their share w. Then π = (λ₁ / (λ₁ + λ₂) - q) / (p - q).
    One question alone measures neither. It takes their share as the same for both
    questions: people who fear only one of them, or who always say yes, break it. Clark
    and Desharnais (1998) find cheating from two random groups with different coins;
    this design is computed here.

    Parameters
    ----------
    coins : RandomizedResponse, the same for both questions
    asked, opposite : arrays of reports, 0 (no) and 1 (yes), as from its `perturb`; in
        `opposite`, a yes says that the person does *not* have what was asked for

    Examples
    --------
    >>> from ldp_course import RandomizedResponse
    >>> asked, opposite = [1] * 420 + [0] * 580, [1] * 480 + [0] * 520
    >>> estimate = always_no(RandomizedResponse(1.0), asked, opposite)
    >>> round(estimate.share, 3), round(estimate.yes, 3)
    (0.1, 0.428)
    """
    if not isinstance(coins, RandomizedResponse):
        refuse("coins", coins, "a RandomizedResponse", TypeError)
    asked, opposite = check_answers("asked", asked), check_answers("opposite", opposite)
    rates = np.array([
        np.count_nonzero(asked) / len(asked),
        np.count_nonzero(opposite) / len(opposite),
    ])
    first, second = rates
    variances = rates * (1 - rates) / [len(asked), len(opposite)]
    total = first + second
    if total == 0:
        raise ValueError(
            "asked and opposite hold no yes at all, but 0;"
            " opposite must hold a yes, or asked, to estimate from"
        )
    yes = (first / total - coins.q) / (coins.p - coins.q)
    slopes = np.array([second, -first]) / (total**2 * (coins.p - coins.q))
    return AlwaysNo(
        float(1 - total),
        math.sqrt(variances.sum()),
        float(yes),
        math.sqrt((slopes**2 * variances).sum()),
    )


def always_no_bias(coins: RandomizedResponse, share: ArrayLike, yes: ArrayLike):
    """Return what people who always say no add to the estimated yes.

    For a share w of them it is -w (π + q / (p - q)), and q / (p - q) is 1 / (e^ε - 1).
    The estimate falls below the truth even where nobody has anything to hide, π = 0.

    Parameters
    ----------
    coins : RandomizedResponse
    share, yes : float or arrays, w, and the true share π of yes, both between 0 and 1

    Examples
    --------
    >>> from ldp_course import RandomizedResponse
    >>> round(always_no_bias(RandomizedResponse(1.0), share=0.1, yes=0.3225), 3)
    -0.09
    """
    if not isinstance(coins, RandomizedResponse):
        refuse("coins", coins, "a RandomizedResponse", TypeError)
    share, yes = check_frequency("share", share), check_frequency("yes", yes)
    return number_if_single(-share * (yes + coins.q / (coins.p - coins.q)))
