"""Instant feedback on the coursework: one file an assignment, one check a question.

A check never fixes a seed. It tests privacy first, then whether the answer is right on average, and states the
probability with which a correct answer would fail.
"""

from importlib import import_module
from pkgutil import iter_modules

_modules = {module.name: import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)}

# The checks of each assignment, in the order of its questions. An assignment is a file with a list CHECKS.
ASSIGNMENTS = {name: module.CHECKS for name, module in _modules.items() if hasattr(module, "CHECKS")}
