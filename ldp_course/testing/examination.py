"""What the tests of a randomizer found: findings in words, and the figure of its audits."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.axes import Axes

from ldp_course import plots

SIGNS = {True: "✓", False: "✗", None: "–"}


@dataclass(frozen=True)
class Finding:
    """What one test found.

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
    """What `examine` returns. Printed, it is a report with a line for each test.

    Parameters
    ----------
    epsilon : float, the natural-log ε that was claimed
    n : int, reports that were drawn from each value
    error : float, the probability that a right randomizer fails some test, at most
    findings : tuple of Finding
    audits : tuple of (value, other value, float), the ε that the reports of each pair prove

    Examples
    --------
    >>> found = Examination(1.0, 10, 0.01, (Finding("audit", False, "at least 2"),), ())
    >>> found.holds, [finding.test for finding in found.failed]
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
        """Whether no test failed. It is never a proof of privacy."""
        return not self.failed

    def __str__(self) -> str:
        head = f"claimed ε = {self.epsilon:g}; {self.n:,} reports from each value; a right"
        head += f" randomizer fails a test in about {100 * self.error:g} % of all cases"
        return "\n".join([head, *map(str, self.findings)])

    __repr__ = __str__

    def plot(self, ax: Axes | None = None) -> Axes:
        """The ε that the reports of each pair of values prove, beside the ε that was claimed.

        Parameters
        ----------
        ax : matplotlib Axes, optional, to draw on; a new figure in the style of the course if None
        """
        ax = plots.axes(x="ε that the reports prove, at least") if ax is None else ax
        audits = sorted(self.audits, key=lambda pair: pair[2])[-12:]
        for place, (_, _, bound) in enumerate(audits):
            above = bound > self.epsilon
            look = {"color": plots.RED, "marker": "X"} if above else {"color": plots.BLUE}
            ax.plot([0, bound], [place, place], color=look["color"], linestyle="-")
            ax.plot(bound, place, **{"marker": "o", **look})
        ax.axvline(self.epsilon, color=plots.BLACK, linestyle="--", label="claimed")
        ax.set_yticks(range(len(audits)), [f"{first} or {second}" for first, second, _ in audits])
        ax.set_xlim(left=0)
        ax.legend(loc="lower right")
        return ax
