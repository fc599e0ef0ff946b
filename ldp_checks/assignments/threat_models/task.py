"""Draw the data of "Threat models": two tables, and things to attack or to mend."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from random import Random

from ldp_checks.individual_numbers import choose, draws
from ldp_checks.sealed_answers import programs_of

VARIANTS = 256  # of the two tables
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
TRUTH_PROBABILITIES = (0.6, 0.62, 0.65, 0.68, 0.7, 0.73)
CERTAINTIES = (0.95, 0.98, 0.99, 0.995)

# Formats: words, and what may stand in each gap. A student gets one of the first, two
# of the rest.
WHEELS = (
    (0.4, 0.3, 0.2, 0.1),
    (0.55, 0.2, 0.15, 0.1),
    (0.1, 0.45, 0.25, 0.2),
    (0.35, 0.35, 0.25, 0.05),
)
NOT_PRIVATE = {
    "A number from 0 to {0[1]} is rounded down to a multiple of {0[0]} and sent.": [
        ((2, 3), (3, 5), (4, 7))
    ],
    'A "yes" is sent as "yes" with probability {0}, else as "no". A "no" is always sent'
    ' as "no".': [(0.5, 0.6, 0.75, 0.8)],
    'The true "yes" or "no" is sent with probability {0}. Otherwise the word "nothing"'
    " is sent.": [(0.1, 0.2, 0.25, 0.3)],
}
PRIVATE = {
    'With probability {0} "yes" is sent, with probability {1} "no", else the truth.': [
        (0.1, 0.15, 0.2),
        (0.25, 0.3, 0.4),
    ],
    "With probability {1} the true one of {0} values is sent, else any of the {0} at"
    " random.": [
        (4, 5, 8, 10),
        (0.3, 0.4, 0.5, 0.6, 0.7),
    ],
    "With probability {1} the true one of {0[0]} values is sent, else one of the {0[1]}"
    " others at random.": [((4, 3), (5, 4), (6, 5), (11, 10)), (0.4, 0.5, 0.6, 0.7)],
    "A number from 0 to 3 is moved up by 0 (probability {0[0]}), 1 (probability"
    " {0[1]}), 2 (probability {0[2]}), 3 (probability {0[3]}); after 3 comes 0 again."
    " The result is sent.": [WHEELS],
}


@dataclass(frozen=True)
class Recipe:
    """Hold how a pseudonym is made from an id."""

    hash: str
    salt_first: bool
    between: str
    letters: str
    salt: str

    @classmethod
    def of(cls, source: Random) -> Recipe:
        return cls(
            choose(source, ("MD5", "SHA-1", "SHA-256", "SHA-512")),
            choose(source, (True, False)),
            choose(source, "-:/+"),
            choose(source, ("ABCD", "EFGH", "KLMN", "PQRS", "TUVW")),
            "".join(choose(source, "0123456789abcdef") for _ in range(8)),
        )

    def __str__(self) -> str:
        text = ("salt", "id") if self.salt_first else ("id", "salt")
        return (
            f"the {self.hash} hash, in hexadecimal, of {text[0]} + {self.between!r} +"
            f" {text[1]}"
        )

    def identity(self, source: Random) -> str:
        return f"{choose(source, self.letters)}{choose(source, range(1000)):03}"

    def pseudonym(self, identity: str, salt: str) -> str:
        text = self.between.join(
            (salt, identity) if self.salt_first else (identity, salt)
        )
        return hashlib.new(
            self.hash.lower().replace("sha-", "sha"), text.encode()
        ).hexdigest()


@dataclass(frozen=True)
class Task:
    """Hold everything that belongs to one student."""

    student: str
    variant: int
    columns: list[str]
    truth_probability: float
    certainty: float
    A: str
    B: str
    C: str
    recipe: str
    letters: str
    salt: str
    pseudonyms: list[str]
    faulty_code: str

    publisher = property(lambda self: tables_of(self.variant)["publisher"])
    secret = property(lambda self: tables_of(self.variant)["secret"])
    rows = property(lambda self: tables_of(self.variant)["rows"])
    register = property(lambda self: tables_of(self.variant)["register"])
    victim = property(lambda self: tables_of(self.variant)["victim"])

    @property
    def formats(self) -> dict[str, str]:
        return {"A": self.A, "B": self.B, "C": self.C}

    def __repr__(self) -> str:
        formats = "\n".join(
            f"    {letter}: {text}" for letter, text in self.formats.items()
        )
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
    """Return the data that belong to this id."""
    source = draws("threat_models", student)
    variant = choose(source, range(VARIANTS))
    recipe, pseudonyms = pseudonyms_of(student)
    return Task(
        student,
        variant,
        columns=list(COLUMNS),
        truth_probability=choose(source, TRUTH_PROBABILITIES),
        certainty=choose(source, CERTAINTIES),
        **formats_of(student),
        recipe=str(recipe),
        letters=recipe.letters,
        salt=recipe.salt,
        pseudonyms=pseudonyms,
        faulty_code=choose(source, programs_of("threat_models")),
    )


@lru_cache(maxsize=VARIANTS)
def tables_of(variant: int) -> dict:
    """Return the table, the register, and somebody who is alike to nobody in either."""
    source = draws("threat_models", f"variant {variant}")
    publisher, town = choose(source, tuple(PUBLISHERS)), choose(source, TOWNS)
    secret, kinds = PUBLISHERS[publisher]
    kinds = kinds[:1] * 4 + kinds[1:2] * 3 + kinds[2:3] * 2 + kinds[3:]
    victim = _person(source, town)
    everybody = [_person(source, town) for _ in range(PEOPLE + OUTSIDERS)]
    everybody = [
        person if person != victim else person | {"age": person["age"] + 1}
        for person in everybody
    ]
    everybody[choose(source, range(PEOPLE))] = victim
    rows = [person | {secret: choose(source, kinds)} for person in everybody[:PEOPLE]]
    listed = [
        person
        for person in everybody
        if person is victim or choose(source, range(10)) < LISTED
    ]
    listed.sort(key=lambda person: source.random())
    names = [f"Person {number:03}" for number in range(len(listed))]
    return {
        "publisher": publisher,
        "secret": secret,
        "rows": rows,
        "register": [{"name": name} | person for name, person in zip(names, listed)],
        "victim": names[listed.index(victim)],
    }


def _person(source: Random, town: tuple[str, ...]) -> dict:
    # more are young than old
    age = 20 + min(choose(source, range(20)), choose(source, range(20)))
    return {
        "age": age,
        "sex": choose(source, ("f", "m")),
        "district": choose(source, town),
    }


def formats_of(student: str) -> dict[str, str]:
    """Return the words of each format, by letter."""
    source = draws("threat_models formats", student)
    words = [choose(source, [*NOT_PRIVATE]), choose(source, [*PRIVATE])]
    words.append(choose(source, [other for other in PRIVATE if other != words[1]]))
    words = [words[place] for place in choose(source, [*permutations(range(3))])]
    gaps = NOT_PRIVATE | PRIVATE
    return {
        letter: text.format(*(choose(source, gap) for gap in gaps[text]))
        for letter, text in zip("ABC", words)
    }


def pseudonyms_of(student: str) -> tuple[Recipe, list[str]]:
    """Return how this student's pseudonyms are made, and three of them."""
    source = draws("threat_models pseudonyms", student)
    recipe = Recipe.of(source)
    return recipe, [
        recipe.pseudonym(recipe.identity(source), recipe.salt) for _ in range(3)
    ]
