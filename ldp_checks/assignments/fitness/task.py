"""Draw the numbers of "A week of a fitness app": what the app asks, and its users."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace

import numpy as np

from ldp_checks.individual_numbers import choose, draws, uniforms

DAYS = 7
LOWS, HIGHS = (40, 45, 50), (100, 110, 120, 130)
PULSE_EPSILONS = (0.5, 0.8, 1, 1.25, 1.5, 2)
LONGEST, WAVE_EPSILONS = (90, 120, 150, 180), (1.5, 2, 2.5)
MINUTES = 5  # a bin
GOAL_EPSILONS = (0.8, 1, 1.2, 1.5, 2)
# by the number of questions; to split people or the budget is never nearly the same
BUDGETS = {
    3: (1.5, 2, 2.5, 5, 6),
    4: (1.5, 2, 3, 6, 7),
    5: (1.5, 2, 3, 7, 8),
}
SHARES, PEOPLE = (0.2, 0.3), (20_000, 30_000, 50_000, 80_000)
GOALS = (
    "8,000 steps",
    "30 minutes of sport",
    "ten flights of stairs",
    "eight hours of sleep",
)
QUESTIONS = (
    "Do you smoke?",
    "Do you sleep less than six hours on most nights?",
    "Do you take medicine for your blood pressure?",
    "Do you want to lose weight?",
    "Did you drink alcohol this week?",
    "Were you injured this year?",
    "Did you see a doctor this month?",
    "Do you skip breakfast on most days?",
)
USERS = 4_000  # to try things out on


@dataclass(frozen=True)
class Task:
    """Hold what the app of one student asks."""

    low: int
    high: int
    pulse_epsilon: float
    longest: int
    wave_epsilon: float
    goal: str
    goal_epsilon: float
    questions: int
    budget: float
    share: float
    people: int
    asked: tuple[str, ...] = field(repr=False)
    student: str = field(repr=False)

    @property
    def bins(self) -> int:
        """Return the number of bins of five minutes."""
        return self.longest // MINUTES

    @property
    def users(self) -> SimpleNamespace:
        """Return 4,000 invented users.

        They have `pulse`, `minutes`, `reached` with a column for each day, and
        `answers` with a column for each question.
        """
        source = draws("fitness users", self.student)
        place = uniforms(source, (3, USERS))
        pulse = self.low + (self.high - self.low) * (
            0.15 + 0.6 * place[:2].mean(axis=0)
        )
        minutes = np.where(place[2] < 0.25, 30, self.longest * place[0] ** 2)
        habit = (place[1] + 0.5 * place[2]) / 1.5
        reached = uniforms(source, (USERS, DAYS)) < habit[:, None]
        yes = self.share * np.linspace(0.5, 1.5, self.questions)
        answers = uniforms(source, (USERS, self.questions)) < yes
        return SimpleNamespace(
            pulse=pulse.round(),
            minutes=minutes.round(1),
            reached=reached.astype(int),
            answers=answers.astype(int),
        )

    def __repr__(self) -> str:
        questions = "\n".join(
            f"    {number}. {text}" for number, text in enumerate(self.asked)
        )
        return (
            f"Your app has {self.people:,} users.\n"
            f"1, 2. Resting pulse, once: range {self.low} to {self.high} beats a"
            " minute,"
            f" ε = {self.pulse_epsilon:g}.\n"
            f"3. Minutes of sport, once: range 0 to {self.longest}, {self.bins} bins,"
            f" ε = {self.wave_epsilon:g}.\n"
            f'4, 5. Goal "{self.goal}", reached or not on each of {DAYS} days;'
            f" ε = {self.goal_epsilon:g} for a remembered answer.\n"
            f"6. {self.questions} questions, once; one person may spend ε ="
            f" {self.budget:g}"
            f" on all of them together:\n{questions}\n"
            f"   Plan for a share of {self.share:.0%}."
        )


def task(student: str) -> Task:
    """Return the app of one student."""
    source, pool = draws("fitness", student), list(QUESTIONS)
    fields = LOWS, HIGHS, PULSE_EPSILONS, LONGEST, WAVE_EPSILONS, GOALS, GOAL_EPSILONS
    numbers = [choose(source, choices) for choices in fields]
    questions = choose(source, list(BUDGETS))
    plan = [choose(source, part) for part in (BUDGETS[questions], SHARES, PEOPLE)]
    asked = tuple(pool.pop(int(source.random() * len(pool))) for _ in range(questions))
    return Task(*numbers, questions, *plan, asked, student)
