"""Say what one notebook may use: seconds, memory, disk, processes."""

from __future__ import annotations

from dataclasses import dataclass

from ldp_checks.findings import ANSWER_SECONDS


@dataclass(frozen=True)
class Limits:
    """What one notebook may use. Its time is its own, as `launcher` counts it.

    cpu_seconds : for one cell, for the functions of one question, and to judge what
        they return
    seconds : for all cells together
    value_seconds : to read a value that a cell made
    memory : bytes of all its processes together
    temporary : bytes in files
    """

    cpu_seconds: float = 2 * ANSWER_SECONDS  # as this machine may be slower
    seconds: float = 600
    value_seconds: float = 10
    memory: int = 2 * 2**30
    temporary: int = 256 * 2**20
    file_size: int = 64 * 2**20
    processes: int = 512


USUAL = Limits()
