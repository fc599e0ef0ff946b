"""The pictures of the page "Statistics you need", each a function that returns an SVG.

A picture is 400 wide, so its words are nearly as large on a phone as they are here. It is made of
panels, one below the other. Every height and every place in it is computed from the law that the
page speaks of.
"""

from html import escape

import numpy as np
from scipy.stats import binom, chi2, norm

WIDTH, SIDE = 400, 16


class Panel:
    """Axes from `low` to `high`, `tall` pixels from the axis to the height `top`."""

    def __init__(self, low, high, top, tall=120, head=0):
        self.low, self.high, self.top, self.tall, self.head = low, high, top, tall, head
        self.parts = []
        self.foot = 0

    def x(self, value):
        share = (np.asarray(value, float) - self.low) / (self.high - self.low)
        return SIDE + share * (WIDTH - 2 * SIDE)

    def y(self, value):
        return self.head + self.tall * (1 - np.asarray(value, float) / self.top)

    def add(self, tag, kind, **attributes):
        told = "".join(f' {name.replace("_", "-")}="{short(v)}"' for name, v in attributes.items())
        self.parts.append(f'<{tag} class="{kind}"{told}/>')

    def path(self, points, kind, closed=False):
        steps = "L".join(f"{short(x)} {short(y)}" for x, y in points)
        self.add("path", kind, d=f"M{steps}{'Z' if closed else ''}")

    def bars(self, values, heights, kind, width=1.0):
        """Bars that touch, as one outline."""
        edges = np.column_stack([values - width / 2, values + width / 2]).ravel()
        tops = np.repeat(heights, 2)
        outline = [(edges[0], 0), *zip(edges, tops), (edges[-1], 0)]
        self.path([(self.x(x), self.y(y)) for x, y in outline], kind, closed=True)

    def curve(self, values, heights, kind):
        self.path(zip(self.x(values), self.y(heights)), kind)

    def area(self, values, heights, kind):
        xs, ys = self.x(values), self.y(heights)
        self.path([(xs[0], self.y(0)), *zip(xs, ys), (xs[-1], self.y(0))], kind, closed=True)

    def rule(self, value, height, kind="line black dashed"):
        self.path([(self.x(value), self.y(0)), (self.x(value), self.y(height))], kind)

    def words(self, x, y, text, anchor="start", kind="words"):
        """Words at a place in pixels."""
        style = f' text-anchor="{anchor}"' if anchor != "start" else ""
        self.parts.append(
            f'<text class="{kind}" x="{short(x)}" y="{short(y)}"{style}>{escape(text)}</text>'
        )

    def axis(self, ticks, label=""):
        """The axis, with what is written at its ticks: a dict, or values that say themselves."""
        ticks = ticks if isinstance(ticks, dict) else {tick: f"{tick:,}" for tick in ticks}
        floor = self.head + self.tall
        self.add("line", "axis", x1=SIDE, x2=WIDTH - SIDE, y1=floor, y2=floor)
        for value, text in ticks.items():
            place = self.x(value)
            self.add("line", "axis", x1=place, x2=place, y1=floor, y2=floor + 5)
            self.words(place, floor + 20, text, kind="tick")
        self.foot = 26
        if label:
            self.words(WIDTH / 2, floor + 40, label, "middle")
            self.foot = 46
        return self


def short(value):
    return value if isinstance(value, str) else f"{float(value):.1f}".removesuffix(".0")


def picture(*panels, gap=10):
    """The panels below each other."""
    drawn, height = [], 0
    for panel in panels:
        drawn.append(f'<g transform="translate(0 {short(height)})">{"".join(panel.parts)}</g>')
        height += panel.head + panel.tall + panel.foot + gap
    return f'<svg viewBox="0 0 {WIDTH} {short(height - gap + 2)}">{"".join(drawn)}</svg>'


def bell(panel, center=0.0, spread=1.0, kind="line black"):
    values = np.linspace(panel.low, panel.high, 121)
    panel.curve(values, norm.pdf(values, center, spread), kind)
    return values


def spread_of_a_share():
    """The share of yes among 25, 100 and 400 reports, each yes with probability 1/4."""
    panels, chance = [], 0.25
    for people in (25, 100, 400):
        counts = np.arange(people + 1)
        counts = counts[(counts / people >= 0.001) & (counts / people <= 0.55)]
        heights = binom.pmf(counts, people, chance)
        panel = Panel(0, 0.56, heights.max(), tall=62, head=8)
        panel.bars(counts / people, heights, "pale c0", width=1 / people)
        error = np.sqrt(chance * (1 - chance) / people)
        middle = panel.y(heights.max() * np.exp(-0.5))
        ends = panel.x([chance - error, chance + error])
        panel.path([(x, middle) for x in ends], "line c1")
        for x in ends:
            panel.path([(x, middle - 5), (x, middle + 5)], "line c1")
        panel.words(WIDTH - SIDE, 30, f"{people} reports", "end")
        panel.words(WIDTH - SIDE, 48, f"± {100 * error:.1f} points", "end", "c1")
        panels.append(panel)
        if people < 400:
            panel.axis({})
            panel.foot = 4
    panels[-1].axis({0: "0 %", 0.25: "25 %", 0.5: "50 %"}, "share of “yes” among the reports")
    return picture(*panels, gap=6)


def binomial():
    """Two binomials with their normal curves: one where it fits, one where it does not."""
    panels = []
    for chance, high, what in ((0.25, 45, "it fits"), (0.01, 7, "it does not")):
        people, low = 100, 8 if chance > 0.1 else -3
        counts = np.arange(max(low, 0), high)
        heights = binom.pmf(counts, people, chance)
        panel = Panel(low - 0.5, high - 0.5, max(heights.max(), 0.09), tall=105, head=12)
        panel.bars(counts, heights, "pale c0")
        bell(panel, people * chance, np.sqrt(people * chance * (1 - chance)))
        panel.words(WIDTH - SIDE, 26, f"chance {100 * chance:g} %:", "end")
        panel.words(WIDTH - SIDE, 44, what, "end")
        ticks = [15, 20, 25, 30, 35] if chance > 0.1 else [0, 1, 2, 3, 4, 5]
        panels.append(panel.axis(ticks, "number of “yes” in 100" if chance < 0.1 else ""))
    return picture(*panels)


def normal_quantile():
    """The normal curve with the middle 95 % shaded."""
    panel = Panel(-3.6, 3.6, norm.pdf(0), tall=140, head=8)
    edge = norm.ppf(0.975)
    inside = np.linspace(-edge, edge, 81)
    panel.area(inside, norm.pdf(inside), "pale c0")
    for side in (-1, 1):
        tail = side * np.linspace(edge, 3.6, 31)
        panel.area(tail, norm.pdf(tail), "full c1")
        panel.words(panel.x(side * 2.75), panel.y(0.055), "2.5 %", "middle", "c1")
    bell(panel)
    panel.words(panel.x(0), panel.y(0.16), "95 %", "middle", "c0")
    ticks = {z: f"{z:g}".replace("-", "−") for z in (-1, 0, 1)}
    ticks |= {-edge: f"−{edge:.2f}", edge: f"{edge:.2f}"}
    panel.axis(ticks, "error, in standard errors")
    return picture(panel)


def twenty_intervals():
    """Twenty polls with two coins of the same people, each with its 95 % interval."""
    people, truth, lines = 32_561, 3_650, 20
    error = np.sqrt(0.75 * people)
    estimates, misses = polls(lines, people, truth, error)
    panel = Panel(truth - 900, truth + 900, lines, tall=220, head=4)
    for place, (estimate, missed) in enumerate(zip(estimates, misses)):
        y = panel.y(place + 0.5)
        kind = "c1" if missed else "c0"
        ends = panel.x([estimate - 1.96 * error, estimate + 1.96 * error])
        panel.path([(x, y) for x in ends], f"line {kind}")
        panel.add("circle", f"full {kind}", cx=panel.x(estimate), cy=y, r=4 if missed else 3)
        if missed:
            right = estimate > truth
            place = ends[1] + 6 if right else ends[0] - 6
            panel.words(place, y + 5, "misses", "start" if right else "end", "c1")
    panel.rule(truth, lines)
    panel.axis([3_250, 3_650, 4_050], "estimated number of people in Sales")
    return picture(panel)


def polls(lines=20, people=32_561, truth=3_650, error=None):
    """The estimates of the polls, and which of their intervals miss the truth."""
    error = np.sqrt(0.75 * people) if error is None else error
    rng = np.random.default_rng(1)
    yes = rng.binomial(truth, 0.75, lines) + rng.binomial(people - truth, 0.25, lines)
    estimates = 2 * (yes - people / 4)
    return estimates, np.abs(estimates - truth) > 1.96 * error


def one_sided_and_two_sided():
    """A count of 275 where 250 are expected: what is at least as extreme, to one side or both."""
    runs, chance, seen = 1_000, 0.25, 275
    counts = np.arange(205, 296)
    heights = binom.pmf(counts, runs, chance)
    expected, panels = runs * chance, []
    for sides, told in ((1, "one-sided:"), (2, "two-sided:")):
        panel = Panel(200, 300, heights.max(), tall=92, head=10)
        panel.bars(counts, heights, "pale c0")
        share = binom.sf(seen - 1, runs, chance)
        extreme = [counts[counts >= seen]]
        if sides == 2:
            extreme.append(counts[counts <= 2 * expected - seen])
            share += binom.cdf(2 * expected - seen, runs, chance)
        for part in extreme:
            panel.bars(part, heights[np.isin(counts, part)], "full c1")
        panel.words(WIDTH - SIDE, 24, told, "end")
        panel.words(WIDTH - SIDE, 42, f"{100 * share:.1f} %", "end", "c1")
        panels.append(panel)
    panels[0].axis([225, 250, 275])
    panels[1].axis([225, 250, 275], "“yes” in 1,000 runs")
    return picture(*panels)


def clopper_pearson():
    """The two ends of the exact interval for 3 hits in 100 runs."""
    runs, hits, panels = 100, 3, []
    for chance, told in zip(ends_of_interval(hits, runs), ("lower end", "upper end")):
        counts = np.arange(0, 19)
        heights = binom.pmf(counts, runs, chance)
        panel = Panel(-0.8, 18.5, heights.max(), tall=92, head=10 if told == "lower end" else 46)
        tail = counts >= hits if told == "lower end" else counts <= hits
        panel.bars(counts, heights, "pale c0")
        panel.bars(counts[tail], heights[tail], "full c1")
        many = "3 or more" if told == "lower end" else "3 or fewer"
        panel.words(WIDTH - SIDE, 24, f"{told}: chance {100 * chance:.2f} %", "end")
        panel.words(WIDTH - SIDE, 42, f"{many}: {100 * heights[tail].sum():.1f} %", "end", "c1")
        panels.append(panel)
    panels[0].axis([0, 3, 6, 9, 12, 15])
    panels[1].axis([0, 3, 6, 9, 12, 15], "hits in 100 runs")
    return picture(*panels)


def ends_of_interval(hits, runs, confidence=0.95):
    """Clopper and Pearson's interval for a chance, found by halving from its definition."""
    tail = (1 - confidence) / 2
    lower = 0.0 if hits == 0 else halve(lambda p: binom.sf(hits - 1, runs, p) < tail)
    upper = 1.0 if hits == runs else halve(lambda p: binom.cdf(hits, runs, p) > tail)
    return lower, upper


def halve(below):
    """Where a condition that holds for small chances only stops to hold."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return low


def chi_squared():
    """The law of the sum of squares for a fair die, with the sum that was seen."""
    free, seen = 5, 4.2
    values = np.linspace(0, 16, 161)
    heights = chi2.pdf(values, free)
    panel = Panel(0, 16, heights.max(), tall=130, head=26)
    beyond = np.linspace(seen, 16, 121)
    panel.area(beyond, chi2.pdf(beyond, free), "pale c0")
    edge = chi2.ppf(0.95, free)
    rare = np.linspace(edge, 16, 61)
    panel.area(rare, chi2.pdf(rare, free), "full c1")
    panel.curve(values, heights, "line black")
    panel.rule(seen, heights.max())
    panel.words(panel.x(seen), 16, f"seen: {seen}", "middle")
    panel.words(panel.x(5.3), panel.y(0.05), f"{100 * chi2.sf(seen, free):.0f} %", kind="c0")
    panel.words(panel.x(edge), panel.y(0.035), "5 %", kind="c1")
    panel.axis({0: "0", 5: "5", edge: f"{edge:.1f}", 15: "15"}, "sum of squares for a fair die")
    return picture(panel)


def least_squares():
    """Three measured bits and two fits, each with its squares."""
    measured = np.array([30, 58, 16])
    tall, panel = 190, Panel(0, 1, 70, tall=190, head=34)
    unit = tall / panel.top
    exact = np.array([30, 16])
    fits = {"bits 1 and 3 believed": exact, "least squares": np.array([34, 20])}
    for side, (told, (a, b)) in enumerate(fits.items()):
        left = SIDE + side * 196
        fitted = np.array([a, a + b, b])
        total = ((measured - fitted) ** 2).sum()
        panel.words(left + 88, 14, told, "middle")
        panel.words(left + 88, 31, f"squares: {total}", "middle", "c1")
        for bit, (seen, fit) in enumerate(zip(measured, fitted)):
            x = left + 22 + bit * 62
            size = abs(seen - fit) * unit
            if size:
                panel.add(
                    "rect", "pale c1", x=x, y=panel.y(max(seen, fit)), width=size, height=size
                )
            panel.path([(x - 16, panel.y(fit)), (x + 16, panel.y(fit))], "line black")
            panel.add("circle", "full c0", cx=x, cy=panel.y(seen), r=4.5)
            panel.words(x - 18, panel.y(max(seen, fit)) - 8, f"{seen}", kind="c0")
            panel.words(x, panel.y(0) + 20, f"bit {bit + 1}", kind="tick")
    panel.axis({})
    return picture(panel)


PICTURES = {
    "spread-of-a-share": spread_of_a_share,
    "binomial": binomial,
    "normal-quantile": normal_quantile,
    "twenty-intervals": twenty_intervals,
    "one-sided-and-two-sided": one_sided_and_two_sided,
    "clopper-pearson": clopper_pearson,
    "chi-squared": chi_squared,
    "least-squares": least_squares,
}
