"""Instant feedback on the coursework: one file an assignment, one check a question.

A check never fixes a seed. It tests privacy first, then whether the answer is right on average, and
states the probability with which a correct answer would fail.

ASSIGNMENTS: {name of an assignment: its checks, in the order of its questions}; an assignment is a
module with a list CHECKS. It is made when somebody asks for it: a student's notebook loads the
checks of its own assignment only.
"""

from importlib import import_module
from pkgutil import iter_modules


def __getattr__(name: str) -> dict:
    if name != "ASSIGNMENTS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    modules = {
        module.name: import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)
    }
    return {name: module.CHECKS for name, module in modules.items() if hasattr(module, "CHECKS")}
