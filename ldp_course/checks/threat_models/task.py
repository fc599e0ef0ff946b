"""The individual data of the assignment "Threat models": two tables, and things to attack or to
mend.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ldp_course.checks.individual import choose, draws
from ldp_course.checks.threat_models import tables
from ldp_course.checks.threat_models.faults import FAULTS, program
from ldp_course.checks.threat_models.formats import formats_of
from ldp_course.checks.threat_models.pseudonyms import Recipe

COLUMNS = ["age", "sex", "district"]
PEOPLE = 240
OUTSIDERS = 120  # live in the town and are not in the table
LISTED = 6  # of ten are on the register

PUBLISHERS = {
    "A health centre": ("diagnosis", ("healthy", "asthma", "diabetes", "depression")),
    "A library": ("subject", ("novels", "travel", "religion", "illness")),
    "A credit union": ("debt", ("none", "small", "large", "overdue")),
    "A school for adults": ("result", ("passed", "failed", "absent", "expelled")),
    "A housing office": ("income", ("high", "middle", "low", "none")),
}
TOWNS = (
    ("North", "South", "East", "West"),
    ("Harbour", "Market", "Hill", "Mill"),
    ("Old Town", "New Town", "Riverside", "Station"),
)


@dataclass(frozen=True)
class Task:
    """Everything that belongs to one student."""

    student: str
    publisher: str
    secret: str
    columns: list[str]
    rows: list[dict]
    register: list[dict]
    victim: str
    truth_probability: float
    certainty: float
    formats: dict[str, str]
    recipe: str
    letters: str
    salt: str
    pseudonyms: list[str]
    faulty_code: str

    def __repr__(self) -> str:
        formats = "\n".join(f"    {letter}: {text}" for letter, text in self.formats.items())
        columns = ", ".join(self.columns)
        return f"""{self.publisher} publishes a table about {len(self.rows)} people, without names. (All is invented.)
  task.rows       the table: one dict a person with {columns} and {self.secret}
  task.columns    what an attacker knows about a person: {columns}
  task.secret     what the attacker wants to know: {self.secret!r}
  task.register   question 3: a public list of {len(self.register)} people with name, {columns}
  task.victim     question 3: {self.victim!r} is on the register
  question 4      a phone tells the truth with probability {self.truth_probability:g} (task.truth_probability);
                  the attacker wants to be {self.certainty:.1%} certain (task.certainty)
  task.formats    question 5: three ways to report
{formats}
  question 6      an id is one of {self.letters} (task.letters) and three digits, such as {self.letters[0]}042;
                  a pseudonym is {self.recipe};
                  the salt is in the file: {self.salt!r} (task.salt)
  task.pseudonyms question 6: three pseudonyms of the file
  task.faulty_code question 7: the program, to print"""  # noqa: E501


def task(student: str) -> Task:
    """The data that belong to this id."""
    source = draws("threat_models", student)
    publisher = choose(source, tuple(PUBLISHERS))
    secret, kinds = PUBLISHERS[publisher]
    town = choose(source, TOWNS)
    kinds = kinds[:1] * 4 + kinds[1:2] * 3 + kinds[2:3] * 2 + kinds[3:]
    rows = [_person(source, town) | {secret: choose(source, kinds)} for _ in range(PEOPLE)]
    register = _register(source, rows, town)
    victim = choose(source, sorted(tables.link(rows, register, COLUMNS).values()))
    truth_probability = choose(source, (0.6, 0.62, 0.65, 0.68, 0.7, 0.73))
    certainty = choose(source, (0.95, 0.98, 0.99, 0.995))
    recipe = Recipe.of(student)
    return Task(
        student,
        publisher,
        secret,
        list(COLUMNS),
        rows,
        register,
        victim,
        truth_probability,
        certainty,
        {letter: text for letter, (text, _) in formats_of(student).items()},
        str(recipe),
        recipe.letters,
        recipe.salt,
        [recipe.pseudonym(identity) for identity in recipe.hidden],
        program(choose(source, tuple(FAULTS))),
    )


def _person(source: Random, town: tuple[str, ...]) -> dict:
    age = 20 + min(
        choose(source, range(20)), choose(source, range(20))
    )  # more young people than old ones
    return {"age": age, "sex": choose(source, ("f", "m")), "district": choose(source, town)}


def _register(source: Random, rows: list[dict], town: tuple[str, ...]) -> list[dict]:
    known = [{column: row[column] for column in COLUMNS} for row in rows]
    everybody = known + [_person(source, town) for _ in range(OUTSIDERS)]
    listed = [person for person in everybody if choose(source, range(10)) < LISTED]
    listed = [
        person
        for _, _, person in sorted(
            (source.random(), place, one) for place, one in enumerate(listed)
        )
    ]
    return [{"name": f"Person {number:03}"} | person for number, person in enumerate(listed)]
