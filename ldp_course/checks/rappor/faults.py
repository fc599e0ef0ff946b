"""The colleague's client, with one fault."""

from __future__ import annotations

FAULTS = {  # what the colleague's client does: a name, and the two lines of its code that decide
    "never cleared": (
        "permanent[noise & ones] = 1",
        "np.where(permanent, task.q, task.p)",
        "task.f",
    ),
    "p and q swapped": (
        "permanent[noise] = ones[noise]",
        "np.where(permanent, task.p, task.q)",
        "task.f",
    ),
    "f keeps": (
        "permanent[noise] = ones[noise]",
        "np.where(permanent, task.q, task.p)",
        "1 - task.f",
    ),
    "noise redrawn": (
        "permanent[noise] = ones[noise]",
        "np.where(permanent, task.q, task.p)",
        "task.f",
    ),
}
CHOICES = (*FAULTS, "one draw for all devices", "no noise in the reports")


def program(fault: str) -> str:
    """The source text of the client."""
    permanent, report, noise = FAULTS[fault]
    draw = [
        "permanent = bloom.copy()",
        f"noise = rng.random(bloom.shape) < {noise}",
        "ones = rng.random(bloom.shape) < task.g",
        permanent,
    ]
    inside = ["reports = []", "for day in range(days):"]
    daily = [f"chance = {report}", "reports.append((rng.random(bloom.shape) < chance).astype(int))"]
    if fault == "noise redrawn":
        daily, draw = draw + daily, []
    lines = draw + inside + ["    " + line for line in daily] + ["return np.array(reports)"]
    return "\n".join(["def faulty_client(bloom, days, rng):", *("    " + line for line in lines)])


def fault_of(code: str) -> str:
    """The fault of a client that `program` wrote."""
    return next(fault for fault in FAULTS if program(fault) == code)
