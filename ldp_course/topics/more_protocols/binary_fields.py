"""Arithmetic in fields of 2^m elements: numbers as polynomials whose digits are bits.

Addition is exclusive or, and a product is taken modulo a polynomial that has no
factors. Lidl and Niederreiter, Finite Fields (1997), chapters 1 and 3.
"""

from functools import cache

import numpy as np


def multiples(
    numbers: np.ndarray, factors: int, polynomial: int, degree: int
) -> np.ndarray:
    """Return s times each number for s = 0, …, factors - 1, shape (n, factors).

    factors: a power of 2
    """
    table, power = np.zeros((len(numbers), 1), np.intp), numbers.astype(np.intp)
    while table.shape[1] < factors:  # for each s its sum with the next power of x
        table = np.hstack([table, table ^ power[:, None]])
        power = power << 1
        power = np.where(power >> degree & 1, power ^ polynomial, power)
    return table


@cache
def irreducible(degree: int) -> int:
    """Return the smallest polynomial of this degree without factors, as a number.

    Ben-Or's test: f of degree m has none if it shares no factor with x^(2^i) - x for
    any i up to m/2, which is the product of all that are smaller.

    Examples
    --------
    >>> f"{irreducible(10):b}"  # x^10 + x^3 + 1
    '10000001001'
    """
    candidates = range(1 << degree, 2 << degree)
    return next(f for f in candidates if _has_no_factors(f, degree))


def _has_no_factors(f: int, degree: int) -> bool:
    power = 0b10  # x
    for _ in range(degree // 2):
        power = _remainder(_square(power), f)
        if _common_factor(f, power ^ 0b10) != 1:
            return False
    return True


def _square(f: int) -> int:
    return int("0".join(f"{f:b}"), 2)  # (a + b)² = a² + b²


def _remainder(f: int, g: int) -> int:
    while f.bit_length() >= g.bit_length():
        f ^= g << (f.bit_length() - g.bit_length())
    return f


def _common_factor(f: int, g: int) -> int:
    while g:
        f, g = g, _remainder(f, g)
    return f
