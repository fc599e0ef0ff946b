"""Hold what the tests of a randomizer found: findings in words."""

from __future__ import annotations

from dataclasses import dataclass

SIGNS = {True: "✓", False: "✗", None: "–"}


@dataclass(frozen=True)
class Finding:
    """Hold what one test found.

    Parameters
    ----------
    test : str, its name: form, channel, audit, law, fresh chance, bias, spread
    holds : bool or None, None if the test does not apply
    sentence : str, what was found, or why the test does not apply

    Examples
    --------
    >>> print(Finding("channel", True, "its exact ε is 1.000"))
    ✓ channel: its exact ε is 1.000
    """

    test: str
    holds: bool | None
    sentence: str

    def __str__(self) -> str:
        return f"{SIGNS[self.holds]} {self.test}: {self.sentence}"


@dataclass(frozen=True)
class Examination:
    """Hold what `examine` returns; printed, it has a line for each test.

    Parameters
    ----------
    epsilon : float, the natural-log ε that was claimed
    n : int, reports that were drawn from each value
    error : float, the probability that a right randomizer fails some test, at most
    findings : tuple of Finding
    audits : tuple of (value, other value, float), the ε that the reports of each pair
        prove

    Examples
    --------
    >>> finding = Finding("audit", False, "at least 2")
    >>> result = Examination(1.0, 10, 0.01, (finding,), ())
    >>> result.holds, [finding.test for finding in result.failed]
    (False, ['audit'])
    """

    epsilon: float
    n: int
    error: float
    findings: tuple[Finding, ...]
    audits: tuple[tuple[object, object, float], ...]

    @property
    def failed(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.holds is False]

    @property
    def holds(self) -> bool:
        """Return whether no test failed, which never proves privacy."""
        return not self.failed

    def __str__(self) -> str:
        head = (
            f"claimed ε = {self.epsilon:g}; {self.n:,} reports from each value; a right"
        )
        often = f"about {100 * self.error:g} % of cases at most"
        head += f" randomizer fails a test in {often}"
        return "\n".join([head, *map(str, self.findings)])

    __repr__ = __str__
