"""Give instant feedback on exercises (`chapters/`) and coursework (`assignments/`).

A check never fixes a seed of a random answer. It states the probability with which a
right answer would fail.
"""

__all__ = ["assignment"]


def __getattr__(name: str) -> object:
    """Import `assignment` when it is asked for: the sandbox needs a small part only."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ldp_checks.assignment_checks import assignment

    return assignment
