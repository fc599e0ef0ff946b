"""Draw numbers that differ from student to student, and are the same on every machine.

They come from the student's id by SHA-256 and Python's `random.Random`, whose
`random()` is promised not to change. Anybody can compute them: they stop a copied
answer from being right, and are not a secret.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import TypeVar

import numpy as np

Choice = TypeVar("Choice")
PLACEHOLDER = "your-id"  # in the notebook as students get it


def draws(assignment: str, student: str) -> Random:
    """Return the source of all individual numbers of a student in an assignment."""
    wanted = "student must be the id that your instructor told you, in quotes"
    if not isinstance(student, str) or not student.strip():
        raise ValueError(f"student = {student!r} is not an id; {wanted}")
    try:
        text = f"ldp-course {assignment} {student.strip().lower()}".encode()
    except UnicodeEncodeError:
        raise ValueError(
            f"student = {student!r} holds half a character; {wanted}"
        ) from None
    return Random(int.from_bytes(hashlib.sha256(text).digest(), "big"))


def is_placeholder(student: object) -> bool:
    """Return whether a student has not written an id yet.

    The notebook still runs then; its checks say so.
    """
    return isinstance(student, str) and student.strip().lower() == PLACEHOLDER


def choose(source: Random, choices: Sequence[Choice]) -> Choice:
    """Draw one of the choices, each with the same probability."""
    return choices[int(source.random() * len(choices))]


def uniforms(source: Random, shape: int | tuple[int, ...]) -> np.ndarray:
    """Draw numbers from 0 to 1, for inputs that must be the same on every machine."""
    # as `source.random()` gives them, drawn by numpy's form of the same generator
    version, (*words, place), gauss = source.getstate()
    stream = np.random.RandomState(0)
    stream.set_state(("MT19937", words, place))
    numbers = stream.random_sample(shape)
    _, words, place, *_ = stream.get_state()
    source.setstate((version, (*words.tolist(), place), gauss))
    return numbers
