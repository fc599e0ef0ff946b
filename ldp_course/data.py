"""The data sets, checked against their checksums: all come with the course.

Used by the chapters and the checks. Where they come from, and what they are bad
for: data/README.md and the book's page "About the data".
"""

import gzip
import hashlib
import io
from pathlib import Path

import numpy as np
import pandas as pd

__all__ = ["OCCUPATIONS", "load_adult", "load_roll", "load_surnames"]

#: The 14 occupations, in the order of the course's tables. A domain is declared like
#: this, before anybody answers: reading it off the private column would already leak
#: who is in it.
OCCUPATIONS = (
    "Adm-clerical", "Exec-managerial", "Handlers-cleaners", "Prof-specialty",
    "Other-service", "Sales", "Craft-repair", "Transport-moving", "Farming-fishing",
    "Machine-op-inspct", "Tech-support", "Protective-serv", "Armed-Forces",
    "Priv-house-serv",
)  # fmt: skip

FILES = ("adult.csv.gz", "invented_roll.csv.gz", "surnames.csv.gz")

SEED = 1997  # of the invented roll
LISTED_SHARE = 0.54
PUBLIC_COLUMNS = ["age", "sex", "race", "native_country", "education"]


def load_adult() -> pd.DataFrame:
    """Load the Adult data: 32,561 people of the United States in 1994, 15 columns.

    Integers: age (years), fnlwgt, education_num, capital_gain, capital_loss (dollars),
    hours_per_week. Strings: workclass, education, marital_status, occupation,
    relationship, race, sex, native_country, income ("<=50K" or ">50K"). A missing
    answer (workclass, occupation, native_country) is NaN: test it with `.isna()`. A
    missing file is a FileNotFoundError, a damaged one a ValueError, for all data sets.
    Source: Becker & Kohavi 1996, https://doi.org/10.24432/C5XW20. First used in "Threat
    models".

    >>> int((load_adult()["occupation"] == "Sales").sum())
    3650
    """
    adult = _read_csv("adult.csv.gz", missing=["?"])
    adult.columns = [name.replace("-", "_").removesuffix("_per_year") for name in adult]
    return adult


def load_roll() -> pd.DataFrame:
    """Load the public roll: 35,166 people, all invented, down to the name.

    Nothing is missing. Columns: person, age (years), sex, race, native_country,
    education, and adult_row, the answer key that a real attacker does not have: the
    person's row in `load_adult()`, or -1 for nobody. Source: `invented_roll`.
    Used in "Threat models".

    >>> load_roll()["person"][416]
    'Invented Person 00417'
    """
    return _read_csv("invented_roll.csv.gz", missing=[])


def load_surnames() -> pd.DataFrame:
    """Load the 10,000 most frequent surnames of the 1990 US Census, in that order.

    Columns: name (capital letters), and share of the population, rounded to 0.00001.
    The shares sum to 0.7075: the rest has a rarer surname. Source: US Census Bureau,
    public domain. Used in the chapters on RAPPOR.

    >>> load_surnames()["name"][0]
    'SMITH'
    """
    return _read_csv("surnames.csv.gz", missing=[])


def invented_roll() -> pd.DataFrame:
    """Make the public roll, as `load_roll` returns it, from Adult and the seed.

    The population is the people of Adult and as many invented people like them. The
    roll lists a random 54 % of it, as the Cambridge voter list held about 54,000 of
    about 100,000 residents: a row of Adult that matches exactly one entry is sometimes
    matched to the wrong person. `python -m ldp_course.data` in the course's folder
    writes it; then `cd data && sha256sum *.gz > SHA256SUMS`.
    """
    rng = np.random.default_rng(SEED)
    survey = known_country(load_adult()[PUBLIC_COLUMNS], rng)
    population = pd.concat([
        survey.assign(adult_row=survey.index),
        people_like(survey, rng).assign(adult_row=-1),
    ])
    listed = rng.permutation(len(population))[: round(LISTED_SHARE * len(population))]
    roll = population.iloc[listed].reset_index(drop=True)
    people = [f"Invented Person {number:05}" for number in range(1, len(roll) + 1)]
    roll.insert(0, "person", people)
    return roll


def known_country(people: pd.DataFrame, rng: np.random.Generator) -> pd.DataFrame:
    """Draw a country of birth, from those that Adult names, where it names none."""
    countries = people["native_country"].dropna().to_numpy()
    random = countries[rng.integers(len(countries), size=len(people))]
    random = pd.Series(random, index=people.index)
    return people.assign(native_country=people["native_country"].fillna(random))


def people_like(people: pd.DataFrame, rng: np.random.Generator) -> pd.DataFrame:
    """Draw as many rows with replacement, and move each age by -2 to +2 years."""
    sampled = people.iloc[rng.integers(len(people), size=len(people))]
    ages = sampled["age"] + rng.integers(-2, 3, size=len(people))
    return sampled.assign(age=ages.clip(17, 90))


def read_checked(name: str) -> bytes:
    """Return the bytes of a data file, if their SHA-256 is that of SHA256SUMS.

    >>> read_checked("surnames.csv.gz")[:2].hex()
    '1f8b'
    """
    lines = map(str.split, _read_bytes("SHA256SUMS").decode("utf-8").splitlines())
    expected = {name: digest for digest, name in lines}.get(name, "nothing")
    content = _read_bytes(name)
    digest = hashlib.sha256(content).hexdigest()
    if digest != expected:
        sums = f"its SHA-256 is {digest[:12]}…, SHA256SUMS says {expected[:12]}…"
        raise ValueError(f"{_folder() / name} is damaged: {sums}; {_repair(name)}")
    return content


def _read_csv(name: str, missing: list[str]) -> pd.DataFrame:
    # keep_default_na=False: a person named "NA" or "NULL" is not a missing answer
    text = io.StringIO(gzip.decompress(read_checked(name)).decode("utf-8"))
    return pd.read_csv(text, keep_default_na=False, na_values=missing)


def _read_bytes(name: str) -> bytes:
    path = _folder() / name
    if not path.is_file():
        advice = f"it comes with the course: {_repair(name)}"
        raise FileNotFoundError(f"{path} is missing; {advice}")
    return path.read_bytes()


def _repair(name: str) -> str:
    return f"restore it with `git checkout -- data/{name}`, or install ldp-course again"


def _folder() -> Path:
    """Return ldp_course/_data, where a wheel has the files, or data/ of a clone."""
    installed = Path(__file__).resolve().parent / "_data"
    return installed if installed.is_dir() else installed.parents[1] / "data"


if __name__ == "__main__":
    content = invented_roll().to_csv(index=False, lineterminator="\n").encode("utf-8")
    Path("data", "invented_roll.csv.gz").write_bytes(gzip.compress(content, 9, mtime=0))
